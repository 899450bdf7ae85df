//! A typed line: a command, or a move by its number, its words or the position after it.
//!
//! In: a line and the legal moves. Out: an [`Entry`]. A move may be written as it is listed, `part 1: take(k=2)`, or in
//! short: `1: take 2`, `take 2`, and if a move has several choices these alone, `0 1`. A number alone is the number of
//! a move; `to 3` is the move to that position.

use crate::io_limits;
use grundy::argument::move_in_part;
use grundy::rules::Position;
use grundy::rules::game::Over;
use grundy::view::MadeMove;
use grundy::{Instance, Int, Meter, Part, Solution, Step, Value, nearest};
use grundy_message::Message;

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// The move with this index.
    Move(usize),
    /// A move that is not among the listed ones.
    Other(Box<Step>),
    /// A command and the rest of the line.
    Command(Command, String),
    /// A number that no move has.
    NoSuchNumber(String),
    /// An ambiguous text: it may be any of these moves.
    Several(Vec<usize>),
    /// An unknown text, and the nearest known one.
    Unknown(Option<Message>),
    /// An empty line.
    Nothing,
}

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Shows what can be typed.
    Help,
    /// Lists every move.
    Moves,
    /// Shows the outcome of each move, once.
    Hint,
    /// Shows the outcomes at every turn, or stops doing so.
    Hints,
    /// Shows the argument.
    Why,
    /// Takes one move back.
    Back,
    /// Swaps sides.
    Swap,
    /// The human moves for both sides.
    Both,
    /// Sets how well the computer plays.
    Level,
    /// Shows the position again.
    Board,
    /// Starts a new game.
    New,
    /// Ends the game.
    Quit,
}

const COMMANDS: [(&str, Command); 21] = [
    ("help", Command::Help),
    ("?", Command::Help),
    ("h", Command::Help),
    ("moves", Command::Moves),
    ("m", Command::Moves),
    ("hint", Command::Hint),
    ("hints", Command::Hints),
    ("why", Command::Why),
    ("back", Command::Back),
    ("b", Command::Back),
    ("undo", Command::Back),
    ("swap", Command::Swap),
    ("both", Command::Both),
    ("level", Command::Level),
    ("board", Command::Board),
    ("new", Command::New),
    ("restart", Command::New),
    ("quit", Command::Quit),
    ("q", Command::Quit),
    ("exit", Command::Quit),
    ("bye", Command::Quit),
];

/// Parses a line typed in this position.
pub fn read(line: &str, instance: &Instance, solution: &Solution, made: &[MadeMove], listed: bool) -> Entry {
    let text = line.trim();
    if text.is_empty() {
        return Entry::Nothing;
    }
    // Moves are tried first: a rule may have the name of a command.
    let typed = tokens(text);
    let by_words = |index: &usize| spellings(&made[*index]).contains(&typed);
    let indices: Vec<usize> = (0..made.len()).collect();
    let is_number = text.chars().all(|c| c.is_ascii_digit());
    if !is_number {
        let found: Vec<usize> = indices.iter().copied().filter(by_words).collect();
        match found.as_slice() {
            [] => {}
            [one] => return Entry::Move(*one),
            several => return Entry::Several(several.to_vec()),
        }
    }
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let lower = word.to_lowercase();
    if let Some((_, command)) = COMMANDS.iter().find(|(name, _)| *name == lower)
        && (rest.is_empty() || *command == Command::Level)
    {
        return Entry::Command(*command, rest.trim().to_owned());
    }
    if is_number {
        return match text.parse::<usize>() {
            Ok(number) if (1..=made.len()).contains(&number) => Entry::Move(number - 1),
            _ => Entry::NoSuchNumber(text.to_owned()),
        };
    }
    let wanted = match lower.as_str() {
        "to" | "->" | "→" if !rest.is_empty() => rest,
        _ => text,
    };
    if let Some(entry) = by_position(wanted, instance, solution) {
        return entry;
    }
    if !listed {
        let typed = unlisted(text, instance, &solution.position);
        if let Some(step) = typed.or_else(|| unlisted_to(wanted, instance, &solution.position)) {
            return Entry::Other(Box::new(step));
        }
    }
    let names = COMMANDS.iter().map(|(name, _)| *name).filter(|name| name.len() > 1);
    let moves: Vec<String> = made.iter().map(|made| made.words().to_string()).collect();
    let near_move = || {
        let near = nearest(text, moves.iter().map(String::as_str))?;
        made.iter().map(MadeMove::words).find(|words| words.to_string() == near)
    };
    Entry::Unknown(nearest(&lower, names).map(Message::text).or_else(near_move))
}

/// Finds the move to this position, if the text is one.
fn by_position(text: &str, instance: &Instance, solution: &Solution) -> Option<Entry> {
    let wanted = instance.parse_line(text, None).ok()?;
    let leads_there = |index: &usize| solution.moves[*index].step.to.parts == wanted.parts;
    let found: Vec<usize> = (0..solution.moves.len()).filter(leads_there).collect();
    let value = |index: &usize| {
        let step = &solution.moves[*index].step;
        (step.gain.clone(), step.again)
    };
    match found.as_slice() {
        [] => None,
        // Moves that lead to the same position with the same gain are interchangeable for the player.
        [first, rest @ ..] if rest.iter().all(|index| value(index) == value(first)) => Some(Entry::Move(*first)),
        several => Some(Entry::Several(several.to_vec())),
    }
}

/// Splits a text into words and numbers, without separators; `part` is ignored.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut token = String::new();
    for c in text.chars() {
        if c.is_alphanumeric() || c == '_' {
            token.extend(c.to_lowercase());
            continue;
        }
        if !token.is_empty() {
            tokens.push(std::mem::take(&mut token));
        }
        if c == '-' {
            token.push(c);
        }
    }
    tokens.push(token);
    tokens.retain(|token| !token.is_empty() && token != "-" && token != "part");
    tokens
}

/// Returns every way to write a move, as tokens.
fn spellings(made: &MadeMove) -> Vec<Vec<String>> {
    let of = |keep_names: bool, keep_places: bool| -> Vec<String> {
        let mut all = Vec::new();
        for (index, mv) in &made.moves {
            if keep_places {
                all.push((index + 1).to_string());
            }
            let (name, choices) = mv.split_once('(').unwrap_or((mv, ""));
            all.extend(tokens(name));
            if keep_names {
                all.extend(tokens(choices));
            } else {
                all.extend(
                    choices.split(", ").flat_map(|choice| tokens(choice.split_once('=').map_or(choice, |it| it.1))),
                );
            }
        }
        all
    };
    let mut spelled = vec![of(true, false), of(false, false)];
    if made.in_sum || made.moves.len() > 1 {
        spelled.extend([of(true, true), of(false, true)]);
    }
    if let [(_, mv)] = made.moves.as_slice() {
        let name = mv.split_once('(').map_or(mv.as_str(), |(name, _)| name);
        // The choices alone, if there are several, so that they cannot be the number of a move.
        let choices: Vec<String> = of(false, false).split_off(tokens(name).len());
        if choices.len() > 1 && !made.in_sum {
            spelled.push(choices);
        }
    }
    spelled
}

/// Parses a move typed in full, with numbers for all its choices, in a position with too many moves to list.
fn unlisted(text: &str, instance: &Instance, position: &Position) -> Option<Step> {
    let mut typed = tokens(text);
    let mut index = 0;
    if position.parts.len() > 1 {
        index = typed.first()?.parse::<usize>().ok()?.checked_sub(1)?;
        typed.remove(0);
    }
    let meter = Meter::steps(io_limits::MAX_TYPED_MOVE_STEPS);
    for (rule, described) in instance.game().moves.iter().enumerate() {
        if typed.first() != tokens(&described.name).first() {
            continue;
        }
        let names: Vec<&str> = described.binders.iter().map(|binder| binder.name.as_str()).collect();
        let values: Vec<&String> = typed[1..].iter().filter(|token| !names.contains(&token.as_str())).collect();
        let is_plain = described.binders.iter().all(|binder| matches!(binder.over, Over::Each(_)));
        if !is_plain || values.len() != names.len() {
            continue;
        }
        let choices: Option<Vec<Value>> = values.iter().map(|token| token.parse().ok().map(Value::Int)).collect();
        let step = choices.and_then(|choices| move_in_part(instance, position, (index, rule), &choices, &meter));
        if step.is_some() {
            return step;
        }
    }
    None
}

/// Finds the move to a typed position, if there are too many moves to list: guesses the choices from the numbers that
/// change, and checks each guess against the rules.
fn unlisted_to(text: &str, instance: &Instance, position: &Position) -> Option<Step> {
    let wanted = instance.parse_line(text, None).ok()?.parts;
    let from = &position.parts;
    let index = from.iter().zip(&wanted).take_while(|(one, other)| one == other).count();
    let after = from.len().checked_sub(index + 1)?;
    let left = wanted.get(index..wanted.len().checked_sub(after)?)?;
    if from[index + 1..] != wanted[wanted.len() - after..] {
        return None;
    }
    let numbers = |part: &Option<Part>| -> Vec<Int> {
        part.iter().flat_map(|part| part.iter()).filter_map(|value| value.as_int().cloned()).collect()
    };
    let (old, new) = (numbers(&from[index]), left.iter().flat_map(numbers).collect::<Vec<Int>>());
    let mut guesses: Vec<Int> = new.clone();
    for one in &old {
        guesses.extend(new.iter().filter_map(|other| one.subtract(other).ok()).map(|change| change.abs()));
    }
    guesses.sort();
    guesses.dedup();
    guesses.truncate(io_limits::MAX_GUESSES);
    let meter = Meter::steps(io_limits::MAX_TYPED_MOVE_STEPS);
    for (rule, described) in instance.game().moves.iter().enumerate() {
        let choices = u32::try_from(described.binders.len()).ok()?;
        let is_plain = described.binders.iter().all(|binder| matches!(binder.over, Over::Each(_)));
        if choices > io_limits::MAX_GUESSED_CHOICES || !is_plain {
            continue;
        }
        for guess in 0..guesses.len().pow(choices) {
            let digit = |at: u32| Value::Int(guesses[guess / guesses.len().pow(at) % guesses.len()].clone());
            let chosen: Vec<Value> = (0..choices).map(digit).collect();
            let step = move_in_part(instance, position, (index, rule), &chosen, &meter);
            if let Some(step) = step.filter(|step| step.to.parts == wanted) {
                return Some(step);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::{Budget, find, solver};
    use std::sync::Arc;

    #[track_caller]
    fn check(game: &str, position: &str, cases: &[(&str, &str)]) {
        let game = find(game).unwrap().game().unwrap();
        let instance = Arc::new(Instance::new(game, vec![]).unwrap());
        let position = instance.parse_line(position, None).unwrap();
        let compound = instance.compound().unwrap();
        let solution = solver(&instance, compound, Budget::default()).unwrap().solve_one(&position).unwrap();
        let parts = position.parts.len();
        let made: Vec<MadeMove> =
            solution.moves.iter().map(|valued| MadeMove::new(&instance, compound, parts, &valued.step)).collect();
        for (typed, expect) in cases {
            let result = match read(typed, &instance, &solution, &made, true) {
                Entry::Move(index) => made[index].words().to_string(),
                Entry::Unknown(near) => format!("Unknown({:?})", near.map(|near| near.to_string())),
                Entry::Several(indices) => format!("{} moves", indices.len()),
                other => format!("{other:?}"),
            };
            assert_eq!(result, *expect, "{typed}");
        }
    }

    #[test]
    fn moves_are_known_by_number_words_and_position() {
        check(
            "nim",
            "3 4 5",
            &[
                ("2", "part 1: take(k=2)"),
                ("part 1: take(k=2)", "part 1: take(k=2)"),
                ("1: take 2", "part 1: take(k=2)"),
                ("1 take 2", "part 1: take(k=2)"),
                ("1 4 5", "part 1: take(k=2)"),
                ("to 3 4 0", "part 3: take(k=5)"),
                ("take 5", "part 3: take(k=5)"),
                ("take(k=4)", "2 moves"),
                ("13", "NoSuchNumber(\"13\")"),
                ("0", "NoSuchNumber(\"0\")"),
                ("99999999999999999999999", "NoSuchNumber(\"99999999999999999999999\")"),
                ("", "Nothing"),
                ("hnit", "Unknown(Some(\"hint\"))"),
                ("3 4 6", "Unknown(None)"),
                ("UNDO", "Command(Back, \"\")"),
                ("level good", "Command(Level, \"good\")"),
            ],
        );
        check(
            "tic_tac_toe",
            "X: .../.../...",
            &[("1 1", "place(i=1, j=1)"), ("place 0 2", "place(i=0, j=2)"), (".../.../X..", "place(i=2, j=0)")],
        );
        check("bash", "7", &[("to 5", "take(k=2)"), ("take 2", "take(k=2)"), ("3", "take(k=3)")]);
    }

    #[test]
    fn a_move_of_a_huge_heap_can_be_typed() {
        let game = find("nim").unwrap().game().unwrap();
        let nim = Instance::new(game, vec![]).unwrap();
        let huge = nim.parse_line("1000000000000000000 5", None).unwrap();
        let step = unlisted("part 1: take(k=999999999999999995)", &nim, &huge).unwrap();
        assert_eq!(nim.print_position(&step.to), "5 5");
        assert_eq!(unlisted("1: take 1000000000000000001", &nim, &huge), None);
        assert_eq!(unlisted("3: take 1", &nim, &huge), None);
        assert_eq!(unlisted("take", &nim, &huge), None);
        let to = |text: &str| unlisted_to(text, &nim, &huge).map(|step| nim.print_position(&step.to));
        assert_eq!(to("999999999999999999 5").as_deref(), Some("999999999999999999 5"));
        assert_eq!(to("1000000000000000000 2").as_deref(), Some("1000000000000000000 2"));
        for wrong in ["1000000000000000001 5", "4 4", "1000000000000000000 5", "7", "1 2 3"] {
            assert_eq!(to(wrong), None, "{wrong}");
        }
    }
}
