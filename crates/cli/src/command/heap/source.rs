//! The heap game that a command is about: a code, or rules recognised as a heap game.

use crate::failure::Failure;
use crate::play::{load_game, read_givens};
use grundy::rules::heap::{CodeError, GREATEST_BASE, Recognised, TakeAndBreak, parse_code_in_base, recognise};
use grundy::view::{Layout, Range as Numbers};
use grundy::{Budget, Fault, Instance, find};
use grundy_message::{Message, message};
use std::ops::Range;
use std::path::Path;

/// A heap game and its origin.
pub struct Source {
    /// The heap game.
    pub game: TakeAndBreak,
    /// Description of the rules it was recognised from.
    pub recognised: Option<Message>,
    /// Maps the number of these rules to a heap; `None` for a code, whose numbers are heaps.
    numbers: Option<Recognised>,
}

impl Source {
    /// Returns the heap of a number; `None` if there is none.
    pub fn heap_of(&self, number: u64) -> Option<u64> {
        match &self.numbers {
            Some(recognised) => recognised.heap_of(i64::try_from(number).ok()?),
            None => Some(number),
        }
    }

    /// Returns the numbers of the heaps below `heap`: they are consecutive.
    pub fn numbers_below(&self, heap: u64) -> Range<u64> {
        let (slope, offset) =
            self.numbers.as_ref().map_or((1, 0), |numbers| (numbers.slope, i128::from(numbers.offset)));
        let heap = i128::from(heap);
        let (start, end) = if slope == 1 { (-offset, heap - offset) } else { (offset - heap + 1, offset + 1) };
        let number = |number: i128| u64::try_from(number.max(0)).unwrap_or(u64::MAX);
        number(start)..number(end)
    }

    /// Finds the game of a code, of a name, or of a file of rules.
    ///
    /// # Errors
    /// Fails if it is neither a code nor a game, or its rules are not those of a heap game.
    pub fn find(text: &str, givens: &[String], base: Option<u32>, budget: &Budget) -> Result<Source, Failure> {
        let is_path = text.contains(['/', '\\']) || text.ends_with(".game") || text == "-";
        // `grundys` is the game that the catalogue calls `grundys_game`.
        let names = [text.to_owned(), format!("{text}_game")];
        if let Some(name) = names.iter().find(|name| is_path || find(name).is_some()) {
            return Source::of_rules(name, givens, budget);
        }
        let wrong = match parse_code_in_base(text, base.unwrap_or(GREATEST_BASE)) {
            Ok(_) if !givens.is_empty() => {
                return Err(Failure::wrong(message!("a code takes nothing that is given"))
                    .hint(message!("--given is for rules")));
            }
            Ok(game) => return Ok(Source { game, recognised: None, numbers: None }),
            Err(wrong) => wrong,
        };
        // A text that does not look like a code was meant as a name.
        let is_name =
            text.chars().all(|c| c.is_alphanumeric() || c == '_') && text.starts_with(|c: char| !c.is_ascii_digit());
        if is_name || Path::new(text).is_file() {
            return Source::of_rules(text, givens, budget);
        }
        Err(explain(text, &wrong))
    }

    fn of_rules(name: &str, givens: &[String], budget: &Budget) -> Result<Source, Failure> {
        let (path, game) = load_game(name)?;
        let failure = |fault: Fault| Failure::fault(&path, &game, &fault);
        let mut values = vec![None; game.givens.len()];
        read_givens(&path, &game, givens.iter(), &message!("write NAME=VALUE, as in --given m=4"), &mut values)?;
        let instance = Instance::new(game.clone(), values).map_err(failure)?;
        let meter = budget.meter();
        let Some(found) = recognise(&instance, &meter) else {
            let unrecognised = message!("`{name}` is not recognised as a heap game", name = game.name);
            if let Some(stop) = budget.ended(&meter) {
                return Err(Failure::cut(unrecognised, stop));
            }
            return Err(Failure::wrong(unrecognised)
                .hint(message!(
                    "a heap game has one number, and its moves take tokens and break heaps in ways that depend on \
                     nothing but how many are taken"
                ))
                .hint(instead(name, givens, &instance)));
        };
        let component = &game.components[0].name;
        let heap = match (found.slope, found.offset) {
            (1, 0) => None,
            (1, offset) if offset > 0 => Some(format!("{component} + {offset}")),
            (1, offset) => Some(format!("{component} - {}", offset.unsigned_abs())),
            (_, offset) => Some(format!("{offset} - {component}")),
        };
        let name = &game.name;
        let recognised = Some(match heap {
            None => message!("from the rules of {name}", name),
            Some(size) => {
                message!("from the rules of {name}; its {component} is a heap of {size}", name, component, size)
            }
        });
        Ok(Source { game: found.game.clone(), recognised, numbers: Some(found) })
    }
}

/// Returns the command for rules that are not a heap game: a table if its numbers make one, else a single position.
fn instead(name: &str, givens: &[String], instance: &Instance) -> Message {
    let given: String = givens.iter().map(|given| format!(" --given {given}")).collect();
    let tables = ["0..20", "0..9 0..9"];
    let fits = |ranges: &&&str| {
        let ranges: Result<Vec<Numbers>, Message> = ranges.split(' ').map(str::parse).collect();
        ranges.is_ok_and(|ranges| Layout::new(instance, &ranges, None).is_ok())
    };
    match tables.iter().find(fits) {
        Some(ranges) => {
            let command = format!("grundy table {name} {ranges}{given}");
            message!("its values are computed by `{command}`", command)
        }
        None => {
            let command = format!("grundy solve {name} {}{given}", instance.example());
            message!("its positions are solved one by one, as in `{command}`", command)
        }
    }
}

/// Describes the error in a code, with its location marked.
fn explain(text: &str, wrong: &CodeError) -> Failure {
    let marked = match text.get(wrong.range.clone()) {
        Some(part) if !part.is_empty() && part.len() < text.len() => message!(" (`{part}` in `{text}`)", part, text),
        _ if text.is_empty() => Message::default(),
        _ => message!(" (`{text}`)", text),
    };
    Failure::wrong(message!("this is no heap code: {message}{marked}", message = wrong.message, marked))
        .hint(wrong.hint.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, code: &str) {
        assert_eq!(
            Source::find(text, &[], None, &Budget::default()).map(|source| source.game.code()).ok().as_deref(),
            Some(code)
        );
    }

    #[track_caller]
    fn refuse(text: &str, base: Option<u32>, about: &str) {
        let Err(Failure::Message { message, .. }) = Source::find(text, &[], base, &Budget::default()) else {
            panic!("{text} was taken")
        };
        assert!(message.to_string().contains(about), "{message}");
    }

    #[test]
    fn codes_and_names_are_found() {
        check(".77", ".77");
        check("kayles", ".77");
        check("grundys", "4!.0");
        check("grundys_game", "4!.0");
        check("lasker", "4.(3)");
    }

    #[test]
    fn rules_count_by_their_own_number() {
        let chess = Source::find("dawson_chess", &[], None, &Budget::default())
            .unwrap_or_else(|_| panic!("it is in the catalogue"));
        assert_eq!((chess.heap_of(15), chess.numbers_below(10)), (Some(16), 0..9));
        let upwards = Recognised { game: chess.game.clone(), offset: 20, slope: -1 };
        let upwards = Source { numbers: Some(upwards), ..chess };
        assert_eq!((upwards.heap_of(15), upwards.heap_of(21)), (Some(5), None));
        assert_eq!((upwards.numbers_below(5), upwards.numbers_below(100)), (16..21, 0..21));
    }

    #[test]
    fn mistakes_are_reported() {
        refuse("", None, "empty");
        refuse(".79", Some(8), "out of base 8");
        refuse("{1,x}", None, "`x` in `{1,x}`");
        refuse("kayle", None, "no game called");
        refuse("wythoff", None, "not recognised");
        refuse("77", None, "before the point");
    }
}
