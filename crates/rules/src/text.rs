//! Positions, moves and givens as text: printing and parsing. What is printed parses back.
//!
//! A part is its components joined by commas; a list is `[3,1,2]`; a list of one-character symbols is written without
//! separators, `TT.FF`, and the rows of a grid of them are joined by `/`. Parts of a sum are separated by spaces.

use crate::diagnostic::nearest;
use crate::fault::{Fault, FaultClass, brief};
use crate::game::{Form, Game, Over, Type};
use crate::int::{Int, NotAnInt};
use crate::limits;
use crate::meaning::{Instance, Move, expected};
use crate::meter::Meter;
use crate::value::{Part, Position, Side, Symbol, Value};
use grundy_message::{Message, message};

/// Names and values of givens as text, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrintedGivens(pub Vec<(String, String)>);

impl PrintedGivens {
    /// Returns `m = 3, k = 2`.
    pub fn in_words(&self) -> String {
        self.0.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ")
    }

    /// Returns `m=3 k=2`, as they are written on the command line.
    pub fn as_arguments(&self) -> String {
        self.0.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
    }
}

impl Instance {
    /// Returns the givens as text.
    pub fn print_givens(&self) -> PrintedGivens {
        let givens = self.game().givens.iter().zip(self.givens());
        let givens = givens.map(|(given, value)| (given.name.clone(), print_value(self.game(), &given.ty, value)));
        PrintedGivens(givens.collect())
    }

    /// Returns a position as text. With players it begins with the player to move.
    pub fn print_position(&self, position: &Position) -> String {
        let mut text = String::new();
        if let Some(side) = position.mover
            && let Some(name) = self.game().side_name(side)
        {
            text += name;
            text += ": ";
        }
        if position.parts.is_empty() {
            text += "nothing";
        }
        for (index, part) in position.parts.iter().enumerate() {
            if index > 0 {
                text.push(' ');
            }
            match part {
                Some(part) => text += &self.print_part(part),
                None => text += "nothing",
            }
        }
        text
    }

    /// Returns one part as text.
    pub fn print_part(&self, part: &Part) -> String {
        let components: Vec<String> = part
            .iter()
            .zip(&self.game().components)
            .map(|(value, component)| print_value(self.game(), &component.ty, value))
            .collect();
        components.join(",")
    }

    /// Returns a move as text: `take(k=2)`.
    pub fn print_move(&self, mv: &Move) -> String {
        self.move_text(mv.rule, &mv.choices)
    }

    pub(crate) fn move_text(&self, rule: usize, choices: &[Value]) -> String {
        let rule = &self.game().moves[rule];
        let arguments: Vec<String> = rule
            .binders
            .iter()
            .zip(choices)
            .filter(|(binder, _)| matches!(binder.over, Over::Each(_)))
            .map(|(binder, value)| format!("{}={}", binder.name, print_plain(self.game(), value)))
            .collect();
        if arguments.is_empty() { rule.name.clone() } else { format!("{}({})", rule.name, arguments.join(", ")) }
    }

    /// Parses a position from the command line: one argument per part, or `nothing`. The first may begin with `PLAYER:`.
    ///
    /// # Errors
    /// The text is wrong; the fault says what was expected and gives an example.
    pub fn parse_position(&self, arguments: &[&str], mover: Option<Side>) -> Result<Position, Fault> {
        let bytes: usize = arguments.iter().map(|argument| argument.len()).sum();
        self.parse_position_within(arguments, mover, &Meter::steps(limits::MAX_SETUP_STEPS + 8 * bytes as u64))
    }

    /// Like [`Instance::parse_position`], but within the budget of `meter`.
    ///
    /// # Errors
    /// As [`Instance::parse_position`], or the budget is used up.
    pub fn parse_position_within(
        &self,
        arguments: &[&str],
        mover: Option<Side>,
        meter: &Meter,
    ) -> Result<Position, Fault> {
        let mut given = mover;
        let mut arguments: Vec<&str> = arguments.to_vec();
        if let Some(first) = arguments.first().copied()
            && let Some((name, rest)) = mover_prefix(first)
        {
            let side = self.parse_mover(name)?;
            if mover.is_some_and(|mover| mover != side) {
                return Err(Fault::refused(message!("`{name}:` is to move here, but --mover says otherwise", name))
                    .hint(message!("say it once")));
            }
            given = Some(side);
            arguments[0] = rest;
            if rest.trim().is_empty() {
                arguments.remove(0);
            }
        }
        if arguments.is_empty() {
            // Nothing but the player to move is given, if anything.
            let start = self.start_within(meter)?;
            return Ok(Position { mover: self.first_mover(given.or(start.mover)), ..start });
        }
        let mut parts = Vec::new();
        if !matches!(arguments.as_slice(), [only] if only.trim() == "nothing") {
            for argument in &arguments {
                // One argument may hold a whole sum, as it is printed: `3 4 5`, `3 plus 4`, `T. .F`. If its pieces are not
                // parts, spaces are ignored.
                let pieces = split_sum(argument);
                let several =
                    || -> Result<Vec<_>, Fault> { pieces.iter().map(|piece| self.parse_term(piece, meter)).collect() };
                match (pieces.len() > 1).then(several) {
                    Some(Ok(several)) => parts.extend(several),
                    _ => parts.push(self.parse_term(argument, meter)?),
                }
            }
        }
        Ok(Position { mover: self.first_mover(given), parts })
    }

    /// Parses a whole position on one line: parts separated by white space or `plus`.
    ///
    /// # Errors
    /// The text is wrong; the fault says what was expected and gives an example.
    pub fn parse_line(&self, line: &str, mover: Option<Side>) -> Result<Position, Fault> {
        self.parse_line_within(line, mover, &Meter::steps(limits::MAX_SETUP_STEPS + 24 * line.len() as u64))
    }

    /// Like [`Instance::parse_line`], but within the budget of `meter`.
    ///
    /// # Errors
    /// As [`Instance::parse_line`], or the budget is used up.
    pub fn parse_line_within(&self, line: &str, mover: Option<Side>, meter: &Meter) -> Result<Position, Fault> {
        let (prefix, rest) = match mover_prefix(line) {
            Some((name, rest)) => (Some(name), rest),
            None => (None, line),
        };
        let pieces = split_sum(rest);
        if pieces.is_empty() && prefix.is_none() {
            return Err(Fault::refused(message!("an empty line is not a position")).hint(message!(
                "write one, for example {example}; the empty sum is `nothing`",
                example = self.example()
            )));
        }
        // The player to move is read with the first part.
        let prefix = prefix.map(|name| format!("{name}:"));
        let with = |parts: &[&str]| {
            let parts: Vec<&str> = prefix.iter().map(String::as_str).chain(parts.iter().copied()).collect();
            self.parse_position_within(&parts, mover, meter)
        };
        let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
        // Spaces are ignored inside a board, so a line that is not a sum may still be one part.
        with(&pieces).or_else(|fault| if pieces.len() > 1 { with(&[rest]).map_err(|_| fault) } else { Err(fault) })
    }

    /// Parses the name of the player to move.
    ///
    /// # Errors
    /// The game has no such player.
    pub fn parse_mover(&self, name: &str) -> Result<Side, Fault> {
        let game = self.game();
        if let Some(side) = game.side_of(name) {
            return Ok(side);
        }
        let (Some(left), Some(right)) = (game.side_name(Side::Left), game.side_name(Side::Right)) else {
            return Err(Fault::refused(message!(
                "`{name}` cannot be to move: this game has no named players",
                name = brief(name.to_owned())
            ))
            .hint(message!("it is impartial: leave the player out")));
        };
        let mut fault = Fault::refused(message!(
            "`{name}` is not a player of {game}",
            name = brief(name.to_owned()),
            game = game.name
        ));
        if let Some(near) = nearest(name, [left, right]) {
            fault = fault.hint(message!("did you mean {name}?", name = near));
        }
        Err(fault.hint(message!("the players are {left} and {right}", left, right)))
    }

    /// Parses one part of a sum; `None` is `nothing`, a finished part, which matters where the first to end ends all.
    fn parse_term(&self, text: &str, meter: &Meter) -> Result<Option<Part>, Fault> {
        if text.trim() == "nothing" { Ok(None) } else { self.parse_part_within(text, meter).map(Some) }
    }

    /// Parses one part.
    ///
    /// # Errors
    /// The text is wrong; the fault says what was expected and gives an example.
    pub fn parse_part(&self, text: &str) -> Result<Part, Fault> {
        self.parse_part_within(text, &Meter::steps(limits::MAX_SETUP_STEPS))
    }

    /// Like [`Instance::parse_part`], but many parts share one budget.
    fn parse_part_within(&self, text: &str, meter: &Meter) -> Result<Part, Fault> {
        let example = |fault: Fault| fault.hint(message!("a position looks like {example}", example = self.example()));
        let refused = |fault: Fault| {
            let text = format!("{:?}", brief(text.to_owned()));
            let message = message!("cannot read the position {position}: {why}", position = text, why = fault.message);
            Fault { message, ..fault }
        };
        let mut reader = Reader::new(self.game(), text);
        let mut values = Vec::new();
        let mut read = || {
            let wrapped = reader.take('(');
            if reader.at_end() && !wrapped {
                // Empty text: every component takes its default.
                return Ok(());
            }
            for (index, component) in self.game().components.iter().enumerate() {
                if index > 0 && !reader.take(',') {
                    break;
                }
                let value = reader.value(&component.ty, Depth::Outside).map_err(|fault| Fault {
                    message: message!("{what} for `{name}`", what = fault.message, name = component.name),
                    ..fault
                })?;
                values.push(value);
            }
            if wrapped && !reader.take(')') {
                return Err(Fault::refused(reader.unexpected(Message::text("`)`"))));
            }
            if !reader.at_end() {
                return Err(Fault::refused(reader.unexpected(message!("the end of the position"))));
            }
            Ok(())
        };
        read().map_err(|fault| example(refused(fault)))?;
        self.part_within(values.clone(), meter).map_err(|fault| {
            if fault.class == FaultClass::Budget {
                return fault;
            }
            let fault = refused(fault);
            match self.givens_of_size(&values) {
                Some(options) => fault.hint(message!("for a position of this size write {options}", options = options)),
                None if fault.hints.is_empty() => example(fault),
                None => fault,
            }
        })
    }

    /// Returns the command-line options that give lists and boards the sizes of these values, if they are then a part.
    fn givens_of_size(&self, values: &[Value]) -> Option<String> {
        let mut givens: Vec<Option<Value>> = self.givens().iter().cloned().map(Some).collect();
        for (component, value) in self.game().components.iter().zip(values) {
            let (mut ty, mut value) = (&component.ty, Some(value));
            while let (Type::List(element, size), Some(Value::List(list))) = (ty, value) {
                if let Some(Form::Given(given)) = size.as_ref().map(|size| &size.form) {
                    givens[*given] = Some(Value::Int(Int::from(list.len())));
                }
                (ty, value) = (element, list.first());
            }
        }
        let other = self.with_givens(givens).ok()?;
        other.part(values.to_vec()).ok()?;
        let (here, there) = (self.print_givens(), other.print_givens());
        let changed = here.0.iter().zip(&there.0).filter(|(here, there)| here != there).map(|(_, there)| there);
        let options: Vec<String> = changed.map(|(name, value)| format!("--given {name}={value}")).collect();
        (!options.is_empty()).then(|| options.join(" "))
    }

    /// Returns a position as an example of the notation.
    pub fn example(&self) -> String {
        let from_file = match &self.game().start {
            // `start` may itself be wrong, so `start()` is not used here: it would call this function again.
            Some(start) if !start.parts.is_empty() => self.position_of(start).ok(),
            _ => None,
        };
        let small = || {
            let part = self.small_parts(4, 3).pop()?;
            Some(Position::alone(self.first_mover(None), part))
        };
        let written = |position: Position| {
            let text = self.print_position(&position);
            (text.len() <= limits::MAX_EXAMPLE_BYTES).then_some(text)
        };
        let text = from_file.and_then(written).or_else(|| small().and_then(written)).unwrap_or_else(|| {
            let components: Vec<String> =
                self.game().components.iter().map(|component| sample(self.game(), &component.ty)).collect();
            components.join(",")
        });
        match (text.contains([' ', '[', '#', '"', '\'']), text.contains('"')) {
            (true, true) => format!("'{text}'"),
            (true, false) => format!("\"{text}\""),
            _ => text,
        }
    }
}

/// Parses a given by its type; ranges and sizes are checked when the givens are fixed.
///
/// # Errors
/// The text is wrong; the fault says what was expected.
pub fn parse_given(game: &Game, name: &str, text: &str) -> Result<(usize, Value), Fault> {
    let Some(index) = game.givens.iter().position(|given| given.name == name) else {
        let known: Vec<&str> = game.givens.iter().map(|given| given.name.as_str()).collect();
        let mut fault =
            Fault::refused(message!("{game} has no given `{name}`", game = game.name, name = brief(name.to_owned())));
        if let Some(near) = nearest(name, known.iter().copied()) {
            fault = fault.hint(message!("did you mean `{name}`?", name = near));
        }
        return Err(fault.hint(if known.is_empty() {
            message!("it has no givens")
        } else {
            message!("its givens are {names}", names = known.join(", "))
        }));
    };
    let declared = &game.givens[index];
    let mut reader = Reader::new(game, text);
    let value = reader.value(&declared.ty, Depth::Given).and_then(|value| {
        if reader.at_end() { Ok(value) } else { Err(Fault::refused(reader.unexpected(message!("the end")))) }
    });
    value.map(|value| (index, value)).map_err(|fault| {
        let text = brief(text.to_owned());
        let (kind, example) = (expected(game, &declared.ty), sample(game, &declared.ty));
        Fault::refused(message!("cannot read `{name}={text}`: {why}", name, text, why = fault.message)).hint(message!(
            "`{name}` is {kind}, for example --given '{name}={example}'",
            name,
            kind,
            example
        ))
    })
}

/// Splits a line into parts at white space and `plus`, but not inside brackets or quotes nor next to `,` and `/`.
fn split_sum(line: &str) -> Vec<String> {
    let chars: Vec<char> = line.chars().collect();
    let mut pieces: Vec<String> = vec![String::new()];
    let mut depth = 0usize;
    let mut quote: Option<char> = None;
    for (index, char) in chars.iter().enumerate() {
        match (char, quote) {
            (_, Some(_)) if index > 0 && chars[index - 1] == '\\' => {}
            ('"' | '\'', None) => quote = Some(*char),
            (_, Some(mark)) if *char == mark => quote = None,
            ('[' | '(' | '{', None) => depth += 1,
            (']' | ')' | '}', None) => depth = depth.saturating_sub(1),
            _ => {}
        }
        if char.is_whitespace() && quote.is_none() && depth == 0 {
            let before = index.checked_sub(1).and_then(|before| chars.get(before));
            if before.is_some_and(|before| before.is_whitespace()) {
                // The first of several spaces has already split the line.
                continue;
            }
            let after = chars[index..].iter().find(|char| !char.is_whitespace());
            let glued = |char: Option<&char>| matches!(char, Some(',' | '/'));
            if !glued(before) && !glued(after) {
                pieces.push(String::new());
            }
        } else if let Some(piece) = pieces.last_mut() {
            piece.push(*char);
        }
    }
    pieces.retain(|piece| !piece.is_empty());
    // `plus` separates two parts; a strip of that spelling is quoted.
    let last = pieces.len().saturating_sub(1);
    let mut index = 0;
    pieces.retain(|piece| {
        index += 1;
        piece != "plus" || index == 1 || index > last
    });
    pieces
}

/// Splits `NAME:` from the front of a position.
fn mover_prefix(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = text.split_once(':')?;
    let name = name.trim();
    let is_name = !name.is_empty() && name.chars().all(|char| char.is_alphanumeric() || char == '_');
    is_name.then_some((name, rest))
}

/// Returns whether lists of these symbols are written without separators.
fn looks_plain(game: &Game, symbols: &[Symbol]) -> bool {
    symbols.iter().all(|symbol| {
        let mut chars = game.symbol_name(*symbol).chars();
        matches!((chars.next(), chars.next()), (Some(char), None)
            if !char.is_whitespace() && !"/,:[](){}\"'".contains(char))
    })
}

/// The symbols of a strip or a grid that is written without separators.
enum Expansion<'a> {
    Strip(&'a [Symbol]),
    Grid(&'a [Symbol]),
    Other,
}

fn look<'a>(game: &Game, ty: &'a Type) -> Expansion<'a> {
    match ty {
        Type::List(element, _) | Type::Bag(element) => match &**element {
            Type::Symbols(symbols) if looks_plain(game, symbols) => Expansion::Strip(symbols),
            Type::List(cell, _) => match &**cell {
                Type::Symbols(symbols) if looks_plain(game, symbols) => Expansion::Grid(symbols),
                _ => Expansion::Other,
            },
            _ => Expansion::Other,
        },
        _ => Expansion::Other,
    }
}

/// Returns a value of a component as text.
pub fn print_value(game: &Game, ty: &Type, value: &Value) -> String {
    let strip = |list: &[Value]| -> String {
        list.iter()
            .map(|value| match value {
                Value::Symbol(symbol) => game.symbol_name(*symbol),
                _ => "?",
            })
            .collect()
    };
    match (look(game, ty), value) {
        (Expansion::Strip(_), Value::List(list)) if list.is_empty() => "\"\"".into(),
        (Expansion::Strip(_), Value::List(list)) => match strip(list) {
            // These words have another meaning in a sum.
            text if text == "nothing" || text == "plus" => format!("\"{text}\""),
            text => text,
        },
        // Without brackets, empty rows would look like no rows.
        (Expansion::Grid(_), Value::List(rows)) if rows.iter().any(|row| row.as_elements() == Some(&[])) => {
            print_plain(game, value)
        }
        (Expansion::Grid(_), Value::List(rows)) => {
            let rows: Vec<String> = rows.iter().map(|row| strip(row.as_elements().unwrap_or(&[]))).collect();
            let text = rows.join("/");
            if text.is_empty() { "\"\"".into() } else { text }
        }
        _ => print_plain(game, value),
    }
}

/// Returns a value as text whatever its type: lists in brackets.
pub fn print_plain(game: &Game, value: &Value) -> String {
    let all = |list: &[Value]| list.iter().map(|value| print_plain(game, value)).collect::<Vec<_>>().join(",");
    match value {
        Value::Int(int) => int.to_string(),
        Value::Bool(bool) => bool.to_string(),
        Value::Symbol(symbol) => {
            let name = game.symbol_name(*symbol);
            let bare = name.chars().all(|char| char.is_alphanumeric() || char == '_')
                && name.starts_with(|char: char| char.is_alphabetic() || char == '_')
                && name != "true"
                && name != "false";
            if bare { name.to_owned() } else { format!("'{}'", name.replace('\\', "\\\\").replace('\'', "\\'")) }
        }
        Value::List(list) => format!("[{}]", all(list)),
        Value::Set(list) => format!("{{{}}}", all(list)),
    }
}

/// Returns a small value of a type as text, for examples in messages.
pub fn sample(game: &Game, ty: &Type) -> String {
    use crate::game::Form;
    match ty {
        Type::Int { low: Some(low), .. } => match &low.form {
            Form::Int(low) => low.add(&Int::Small(3)).map_or("3".into(), |int| int.to_string()),
            _ => "3".into(),
        },
        Type::Int { .. } => "3".into(),
        Type::Bool => "true".into(),
        Type::Symbols(symbols) => {
            symbols.first().map_or(String::new(), |symbol| print_plain(game, &Value::Symbol(*symbol)))
        }
        Type::List(element, _) | Type::Bag(element) => match look(game, ty) {
            Expansion::Strip(symbols) => {
                (0..3).filter_map(|_| symbols.first()).map(|symbol| game.symbol_name(*symbol)).collect()
            }
            Expansion::Grid(symbols) => {
                let row: String =
                    (0..3).filter_map(|_| symbols.first()).map(|symbol| game.symbol_name(*symbol)).collect();
                format!("{row}/{row}/{row}")
            }
            Expansion::Other => format!("[{0},{0}]", sample(game, element)),
        },
        Type::Set(element) => sample(game, element),
    }
}

/// The context of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Depth {
    /// A component: a strip ends at a comma.
    Outside,
    /// A given: a list of numbers may omit its brackets.
    Given,
    /// Inside brackets.
    Inside,
}

/// Parses values by their types.
struct Reader<'a> {
    game: &'a Game,
    chars: Vec<char>,
    at: usize,
}

impl<'a> Reader<'a> {
    fn new(game: &'a Game, text: &str) -> Reader<'a> {
        Reader { game, chars: text.chars().collect(), at: 0 }
    }

    fn skip_space(&mut self) {
        while self.chars.get(self.at).is_some_and(|char| char.is_whitespace()) {
            self.at += 1;
        }
    }

    fn peek(&mut self) -> Option<char> {
        self.skip_space();
        self.chars.get(self.at).copied()
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += 1;
        }
        found
    }

    fn at_end(&mut self) -> bool {
        self.peek().is_none()
    }

    fn unexpected(&mut self, wanted: Message) -> Message {
        match self.peek() {
            Some(char) => {
                let start = self.at;
                // A number with a point is not a number, though it begins with one.
                let word = if char.is_ascii_digit() { self.word() } else { String::new() };
                self.at = start;
                let found = if (2..=limits::MAX_WORD_CHARS_SHOWN).contains(&word.chars().count()) {
                    word
                } else {
                    char.to_string()
                };
                message!(
                    "found `{letter}` at character {number}, where {what} is expected",
                    letter = found,
                    number = start + 1,
                    what = wanted
                )
            }
            None => message!("it ends where {what} is expected", what = wanted),
        }
    }

    fn wrong(&mut self, ty: &Type) -> Fault {
        let wanted = expected(self.game, ty);
        Fault::refused(self.unexpected(wanted))
    }

    /// Reads characters up to a bracket, comma or white space.
    fn word(&mut self) -> String {
        self.skip_space();
        let start = self.at;
        while self.chars.get(self.at).is_some_and(|char| !char.is_whitespace() && !",[](){}\"'".contains(*char)) {
            self.at += 1;
        }
        self.chars[start..self.at].iter().collect()
    }

    fn quoted(&mut self) -> Result<String, Fault> {
        let mark = self.chars[self.at];
        let start = self.at;
        self.at += 1;
        let mut text = String::new();
        while let Some(char) = self.chars.get(self.at).copied() {
            self.at += 1;
            if char == mark {
                return Ok(text);
            }
            if char == '\\' && self.at < self.chars.len() {
                text.push(self.chars[self.at]);
                self.at += 1;
            } else {
                text.push(char);
            }
        }
        Err(Fault::refused(message!("the quote at character {number} is not closed", number = start + 1)))
    }

    fn value(&mut self, ty: &Type, depth: Depth) -> Result<Value, Fault> {
        match ty {
            Type::Int { .. } => {
                let before = self.at;
                let word = self.word();
                word.parse::<Int>().map(Value::Int).map_err(|problem| {
                    self.at = before;
                    match problem {
                        NotAnInt::TooLarge => Fault::refused(message!("a number with too many digits")),
                        NotAnInt::NotDigits => self.wrong(ty),
                    }
                })
            }
            Type::Bool => {
                let before = self.at;
                match self.word().as_str() {
                    "true" => Ok(Value::Bool(true)),
                    "false" => Ok(Value::Bool(false)),
                    _ => {
                        self.at = before;
                        Err(self.wrong(ty))
                    }
                }
            }
            Type::Symbols(symbols) => {
                let before = self.at;
                let name = match self.peek() {
                    Some('"' | '\'') => self.quoted()?,
                    _ => self.word(),
                };
                self.symbol(&name, symbols).ok_or_else(|| {
                    self.at = before;
                    let known: Vec<&str> = symbols.iter().map(|symbol| self.game.symbol_name(*symbol)).collect();
                    let name = brief(name.to_string());
                    Fault::refused(message!(
                        "found `{name}`, where one of {names} is expected",
                        name,
                        names = known.join(", ")
                    ))
                })
            }
            Type::List(element, _) => {
                let strip = !matches!(look(self.game, ty), Expansion::Other);
                if strip && self.peek() != Some('[') {
                    return self.strip(ty, depth);
                }
                self.elements(element, ty, depth).map(Value::list)
            }
            Type::Bag(element) => {
                let strip = !matches!(look(self.game, ty), Expansion::Other);
                if strip && self.peek() != Some('[') {
                    return self.strip(ty, depth);
                }
                self.elements(element, ty, depth).map(Value::bag)
            }
            Type::Set(element) => self.elements(element, ty, depth).map(Value::set),
        }
    }

    fn symbol(&self, name: &str, symbols: &[Symbol]) -> Option<Value> {
        symbols.iter().find(|symbol| self.game.symbol_name(**symbol) == name).map(|symbol| Value::Symbol(*symbol))
    }

    /// Parses `[a,b]`, `{a,b}`; for a given also `a,b`.
    fn elements(&mut self, element: &Type, ty: &Type, depth: Depth) -> Result<Vec<Value>, Fault> {
        let close = match self.peek() {
            Some('[') => Some(']'),
            Some('{') if matches!(ty, Type::Set(_)) => Some('}'),
            _ if depth == Depth::Given => None,
            _ => return Err(self.wrong(ty)),
        };
        if close.is_some() {
            self.at += 1;
        }
        let ended = |reader: &mut Reader| match close {
            Some(close) => reader.take(close),
            None => reader.at_end(),
        };
        let mut values = Vec::new();
        if ended(self) {
            return Ok(values);
        }
        loop {
            values.push(self.value(element, Depth::Inside)?);
            if ended(self) {
                return Ok(values);
            }
            if !self.take(',') {
                let wanted =
                    close.map_or_else(|| Message::text("`,`"), |close| message!("`,` or `{sign}`", sign = close));
                return Err(Fault::refused(self.unexpected(wanted)));
            }
        }
    }

    /// Parses a strip or a grid without separators, bare or quoted.
    fn strip(&mut self, ty: &Type, depth: Depth) -> Result<Value, Fault> {
        let text: String = if self.peek() == Some('"') {
            self.quoted()?
        } else {
            let start = self.at;
            let ends = |char: char| match depth {
                Depth::Inside => ",]".contains(char),
                Depth::Outside | Depth::Given => ",)".contains(char),
            };
            while self.chars.get(self.at).is_some_and(|char| !ends(*char)) {
                self.at += 1;
            }
            self.chars[start..self.at].iter().collect()
        };
        let row = |reader: &Reader, text: &str, symbols: &[Symbol]| -> Result<Value, Fault> {
            let mut cells = Vec::new();
            for char in text.chars().filter(|char| !char.is_whitespace()) {
                let Some(cell) = reader.symbol(&char.to_string(), symbols) else {
                    let known: Vec<&str> = symbols.iter().map(|symbol| reader.game.symbol_name(*symbol)).collect();
                    return Err(Fault::refused(message!(
                        "found `{name}`, where one of {names} is expected",
                        name = char,
                        names = known.join(" ")
                    )));
                };
                cells.push(cell);
            }
            Ok(Value::list(cells))
        };
        match look(self.game, ty) {
            Expansion::Strip(symbols) => row(self, &text, symbols),
            Expansion::Grid(symbols) => {
                if text.trim().is_empty() {
                    // Empty text is no rows; a grid of one empty row has no text of its own.
                    return Ok(Value::list(Vec::new()));
                }
                let rows: Result<Vec<Value>, Fault> = text.split('/').map(|text| row(self, text, symbols)).collect();
                rows.map(Value::list)
            }
            Expansion::Other => Err(self.wrong(ty)),
        }
    }
}
