//! Positions, moves and givens as text, both ways. What is printed parses back.
//!
//! A part is its components joined by commas; a list is `[3,1,2]`; a list of one-character symbols is written as it
//! looks, `TT.FF`, and the rows of a grid of them are joined by `/`. Parts of a sum stand one beside the other.

use crate::diagnostic::nearest;
use crate::fault::Fault;
use crate::game::{Form, Game, Over, Type};
use crate::int::{Int, NotAnInt};
use crate::meaning::{Instance, Move, expected};
use crate::value::{Part, Position, Side, Symbol, Value};

/// How many characters of a wrong word are shown.
const MAX_SHOWN: usize = 24;

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
        let said = self.game().givens.iter().zip(self.givens());
        let said = said.map(|(given, value)| (given.name.clone(), print_value(self.game(), &given.ty, value)));
        PrintedGivens(said.collect())
    }

    /// A position as text. With players it begins with who is to move.
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
        for (place, part) in position.parts.iter().enumerate() {
            if place > 0 {
                text.push(' ');
            }
            match part {
                Some(part) => text += &self.print_part(part),
                None => text += "nothing",
            }
        }
        text
    }

    /// One part as text.
    pub fn print_part(&self, part: &Part) -> String {
        let components: Vec<String> = part
            .iter()
            .zip(&self.game().components)
            .map(|(value, component)| print_value(self.game(), &component.ty, value))
            .collect();
        components.join(",")
    }

    /// A move as text: `take(k=2)`.
    pub fn print_move(&self, movement: &Move) -> String {
        self.move_text(movement.rule, &movement.choices)
    }

    pub(crate) fn move_text(&self, rule: usize, choices: &[Value]) -> String {
        let rule = &self.game().moves[rule];
        let said: Vec<String> = rule
            .binders
            .iter()
            .zip(choices)
            .filter(|(binder, _)| matches!(binder.over, Over::Each(_)))
            .map(|(binder, value)| format!("{}={}", binder.name, print_plain(self.game(), value)))
            .collect();
        if said.is_empty() { rule.name.clone() } else { format!("{}({})", rule.name, said.join(", ")) }
    }

    /// A position from the command line: one argument a part, or `nothing`. The first may begin with `PLAYER:`.
    ///
    /// # Errors
    /// What is wrong with it, what was expected and an example.
    pub fn parse_position(&self, arguments: &[&str], mover: Option<Side>) -> Result<Position, Fault> {
        let mut said = mover;
        let mut arguments: Vec<&str> = arguments.to_vec();
        if let Some(first) = arguments.first().copied()
            && let Some((name, rest)) = mover_prefix(first)
        {
            let side = self.parse_mover(name)?;
            if mover.is_some_and(|mover| mover != side) {
                return Err(Fault::refused(format!("`{name}:` is to move here, but --mover says otherwise"))
                    .hint("say it once"));
            }
            said = Some(side);
            arguments[0] = rest;
            if rest.trim().is_empty() {
                arguments.remove(0);
            }
        }
        if arguments.is_empty() {
            // Only who is to move was said, if anything.
            let start = self.start()?;
            return Ok(Position { mover: self.first_mover(said.or(start.mover)), ..start });
        }
        let mut parts = Vec::new();
        if !matches!(arguments.as_slice(), [only] if only.trim() == "nothing") {
            for argument in &arguments {
                // One argument may hold a whole sum, as it is printed: `3 4 5`, `3 plus 4`, `T. .F`. Where its pieces
                // are no parts, spaces mean nothing.
                let pieces = split_sum(argument);
                let several =
                    || -> Result<Vec<_>, Fault> { pieces.iter().map(|piece| self.parse_term(piece)).collect() };
                match (pieces.len() > 1).then(several) {
                    Some(Ok(several)) => parts.extend(several),
                    _ => parts.push(self.parse_term(argument)?),
                }
            }
        }
        Ok(Position { mover: self.first_mover(said), parts })
    }

    /// A whole position on one line: parts apart by white space or `plus`.
    ///
    /// # Errors
    /// What is wrong with it, what was expected and an example.
    pub fn parse_line(&self, line: &str, mover: Option<Side>) -> Result<Position, Fault> {
        let (prefix, rest) = match mover_prefix(line) {
            Some((name, rest)) => (Some(name), rest),
            None => (None, line),
        };
        let pieces = split_sum(rest);
        if pieces.is_empty() && prefix.is_none() {
            return Err(Fault::refused("an empty line is not a position")
                .hint(format!("write one, for example {}; the empty sum is `nothing`", self.example())));
        }
        // Who is to move is read with the first part.
        let prefix = prefix.map(|name| format!("{name}:"));
        let with = |parts: &[&str]| {
            let parts: Vec<&str> = prefix.iter().map(String::as_str).chain(parts.iter().copied()).collect();
            self.parse_position(&parts, mover)
        };
        let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
        // Spaces mean nothing inside a board, so a line that is no sum may still be one part.
        with(&pieces).or_else(|fault| if pieces.len() > 1 { with(&[rest]).map_err(|_| fault) } else { Err(fault) })
    }

    /// Who is to move, by name.
    ///
    /// # Errors
    /// The game has no such player.
    pub fn parse_mover(&self, name: &str) -> Result<Side, Fault> {
        let game = self.game();
        if let Some(side) = game.side_of(name) {
            return Ok(side);
        }
        let (Some(left), Some(right)) = (game.side_name(Side::Left), game.side_name(Side::Right)) else {
            return Err(Fault::refused(format!("`{name}` cannot be to move: this game has no named players"))
                .hint("it is impartial: leave the player out"));
        };
        let mut fault = Fault::refused(format!("`{name}` is not a player of {}", game.name));
        if let Some(near) = nearest(name, [left, right]) {
            fault = fault.hint(format!("did you mean {near}?"));
        }
        Err(fault.hint(format!("the players are {left} and {right}")))
    }

    /// One part among others: `nothing` is one that is finished, as it counts where the first to end ends all.
    fn parse_term(&self, text: &str) -> Result<Option<Part>, Fault> {
        if text.trim() == "nothing" { Ok(None) } else { self.parse_part(text).map(Some) }
    }

    /// One part from text.
    ///
    /// # Errors
    /// What is wrong with it, what was expected and an example.
    pub fn parse_part(&self, text: &str) -> Result<Part, Fault> {
        let example = |fault: Fault| fault.hint(format!("a position looks like {}", self.example()));
        let refused =
            |fault: Fault| Fault { message: format!("cannot read the position {text:?}: {}", fault.message), ..fault };
        let mut reader = Reader::new(self.game(), text);
        let mut values = Vec::new();
        let mut read = || {
            let wrapped = reader.take('(');
            if reader.at_end() && !wrapped {
                // Nothing said: every component is at its default.
                return Ok(());
            }
            for (place, component) in self.game().components.iter().enumerate() {
                if place > 0 && !reader.take(',') {
                    break;
                }
                let value = reader.value(&component.ty, Depth::Outside).map_err(|fault| Fault {
                    message: format!("{} for `{}`", fault.message, component.name),
                    ..fault
                })?;
                values.push(value);
            }
            if wrapped && !reader.take(')') {
                return Err(Fault::refused(reader.unexpected("`)`")));
            }
            if !reader.at_end() {
                return Err(Fault::refused(reader.unexpected("the end of the position")));
            }
            Ok(())
        };
        read().map_err(|fault| example(refused(fault)))?;
        self.part(values.clone()).map_err(|fault| {
            let fault = refused(fault);
            match self.givens_of_size(&values) {
                Some(options) => fault.hint(format!("for a position of this size write {options}")),
                None if fault.hints.is_empty() => example(fault),
                None => fault,
            }
        })
    }

    /// Returns the options of the command line that make the sizes of lists and boards what these values have, if they are a part then.
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

    /// A position as an example of how they are written.
    pub fn example(&self) -> String {
        let from_file = match &self.game().start {
            // `start` may itself be what is wrong, so it is not asked through `start()`, which would ask here again.
            Some(start) if !start.parts.is_empty() => self.position_of(start).ok(),
            _ => None,
        };
        let small = || {
            let part = self.small_parts(4, 3).pop()?;
            Some(Position::alone(self.first_mover(None), part))
        };
        let text = from_file.or_else(small).map(|position| self.print_position(&position)).unwrap_or_else(|| {
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

/// A given from text, by its type; ranges and sizes are looked at when the givens are fixed.
///
/// # Errors
/// What was expected.
pub fn parse_given(game: &Game, name: &str, text: &str) -> Result<(usize, Value), Fault> {
    let Some(place) = game.givens.iter().position(|given| given.name == name) else {
        let known: Vec<&str> = game.givens.iter().map(|given| given.name.as_str()).collect();
        let mut fault = Fault::refused(format!("{} has no given `{name}`", game.name));
        if let Some(near) = nearest(name, known.iter().copied()) {
            fault = fault.hint(format!("did you mean `{near}`?"));
        }
        return Err(fault.hint(if known.is_empty() {
            "it has no givens".to_owned()
        } else {
            format!("its givens are {}", known.join(", "))
        }));
    };
    let declared = &game.givens[place];
    let mut reader = Reader::new(game, text);
    let value = reader
        .value(&declared.ty, Depth::Given)
        .and_then(|value| if reader.at_end() { Ok(value) } else { Err(Fault::refused(reader.unexpected("the end"))) });
    value.map(|value| (place, value)).map_err(|fault| {
        Fault::refused(format!("cannot read `{name}={text}`: {}", fault.message)).hint(format!(
            "`{name}` is {}, for example --given '{name}={}'",
            expected(game, &declared.ty),
            sample(game, &declared.ty)
        ))
    })
}

/// Splits a line into parts at white space and `plus`, but not inside brackets or quotes nor beside `,` and `/`.
fn split_sum(line: &str) -> Vec<String> {
    let letters: Vec<char> = line.chars().collect();
    let mut pieces: Vec<String> = vec![String::new()];
    let mut depth = 0usize;
    let mut quote: Option<char> = None;
    for (place, letter) in letters.iter().enumerate() {
        match (letter, quote) {
            (_, Some(_)) if place > 0 && letters[place - 1] == '\\' => {}
            ('"' | '\'', None) => quote = Some(*letter),
            (_, Some(mark)) if *letter == mark => quote = None,
            ('[' | '(' | '{', None) => depth += 1,
            (']' | ')' | '}', None) => depth = depth.saturating_sub(1),
            _ => {}
        }
        if letter.is_whitespace() && quote.is_none() && depth == 0 {
            let before = letters[..place].iter().rev().find(|letter| !letter.is_whitespace());
            let after = letters[place..].iter().find(|letter| !letter.is_whitespace());
            let glued = |letter: Option<&char>| matches!(letter, Some(',' | '/'));
            if !glued(before) && !glued(after) {
                pieces.push(String::new());
            }
        } else if let Some(piece) = pieces.last_mut() {
            piece.push(*letter);
        }
    }
    pieces.retain(|piece| !piece.is_empty());
    // `plus` stands between two parts; a strip of that spelling is written in quotes.
    let last = pieces.len().saturating_sub(1);
    let mut place = 0;
    pieces.retain(|piece| {
        place += 1;
        piece != "plus" || place == 1 || place > last
    });
    pieces
}

/// `NAME:` in front of a position, and the rest.
fn mover_prefix(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = text.split_once(':')?;
    let name = name.trim();
    let is_name = !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    is_name.then_some((name, rest))
}

/// Whether lists of these symbols are written as they look.
fn looks_plain(game: &Game, symbols: &[Symbol]) -> bool {
    symbols.iter().all(|symbol| {
        let mut letters = game.symbol_name(*symbol).chars();
        matches!((letters.next(), letters.next()), (Some(letter), None)
            if !letter.is_whitespace() && !"/,:[](){}\"'".contains(letter))
    })
}

/// The symbols of a strip or a grid that is written as it looks.
enum Look<'a> {
    Strip(&'a [Symbol]),
    Grid(&'a [Symbol]),
    Other,
}

fn look<'a>(game: &Game, ty: &'a Type) -> Look<'a> {
    match ty {
        Type::List(element, _) | Type::Bag(element) => match &**element {
            Type::Symbols(symbols) if looks_plain(game, symbols) => Look::Strip(symbols),
            Type::List(cell, _) => match &**cell {
                Type::Symbols(symbols) if looks_plain(game, symbols) => Look::Grid(symbols),
                _ => Look::Other,
            },
            _ => Look::Other,
        },
        _ => Look::Other,
    }
}

/// A value of a component as text.
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
        (Look::Strip(_), Value::List(list)) if list.is_empty() => "\"\"".into(),
        (Look::Strip(_), Value::List(list)) => match strip(list) {
            // These words mean something else in a sum.
            text if text == "nothing" || text == "plus" => format!("\"{text}\""),
            text => text,
        },
        // Rows without cells cannot be told from no rows by how they look.
        (Look::Grid(_), Value::List(rows)) if rows.iter().any(|row| row.as_elements() == Some(&[])) => {
            print_plain(game, value)
        }
        (Look::Grid(_), Value::List(rows)) => {
            let rows: Vec<String> = rows.iter().map(|row| strip(row.as_elements().unwrap_or(&[]))).collect();
            let text = rows.join("/");
            if text.is_empty() { "\"\"".into() } else { text }
        }
        _ => print_plain(game, value),
    }
}

/// A value as text, whatever its type: lists in brackets.
pub fn print_plain(game: &Game, value: &Value) -> String {
    let all = |list: &[Value]| list.iter().map(|value| print_plain(game, value)).collect::<Vec<_>>().join(",");
    match value {
        Value::Int(int) => int.to_string(),
        Value::Bool(bool) => bool.to_string(),
        Value::Symbol(symbol) => {
            let name = game.symbol_name(*symbol);
            let bare = name.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
                && name.starts_with(|letter: char| letter.is_alphabetic() || letter == '_')
                && name != "true"
                && name != "false";
            if bare { name.to_owned() } else { format!("'{}'", name.replace('\\', "\\\\").replace('\'', "\\'")) }
        }
        Value::List(list) => format!("[{}]", all(list)),
        Value::Set(list) => format!("{{{}}}", all(list)),
    }
}

/// A small value of that type as text, for examples in messages.
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
            Look::Strip(symbols) => {
                (0..3).filter_map(|_| symbols.first()).map(|symbol| game.symbol_name(*symbol)).collect()
            }
            Look::Grid(symbols) => {
                let row: String =
                    (0..3).filter_map(|_| symbols.first()).map(|symbol| game.symbol_name(*symbol)).collect();
                format!("{row}/{row}/{row}")
            }
            Look::Other => format!("[{0},{0}]", sample(game, element)),
        },
        Type::Set(element) => sample(game, element),
    }
}

/// How a value stands among others.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Depth {
    /// A component: a strip ends at a comma.
    Outside,
    /// Alone: a list of numbers may go without brackets.
    Given,
    /// In brackets.
    Inside,
}

/// Reads values from text, by their types.
struct Reader<'a> {
    game: &'a Game,
    letters: Vec<char>,
    at: usize,
}

impl<'a> Reader<'a> {
    fn new(game: &'a Game, text: &str) -> Reader<'a> {
        Reader { game, letters: text.chars().collect(), at: 0 }
    }

    fn skip_space(&mut self) {
        while self.letters.get(self.at).is_some_and(|letter| letter.is_whitespace()) {
            self.at += 1;
        }
    }

    fn peek(&mut self) -> Option<char> {
        self.skip_space();
        self.letters.get(self.at).copied()
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

    fn unexpected(&mut self, wanted: &str) -> String {
        match self.peek() {
            Some(letter) => {
                let start = self.at;
                // A number with a point is no number, though it begins with one.
                let word = if letter.is_ascii_digit() { self.word() } else { String::new() };
                self.at = start;
                let found = if (2..=MAX_SHOWN).contains(&word.chars().count()) { word } else { letter.to_string() };
                format!("found `{found}` at character {}, where {wanted} is expected", start + 1)
            }
            None => format!("it ends where {wanted} is expected"),
        }
    }

    fn wrong(&mut self, ty: &Type) -> Fault {
        let wanted = expected(self.game, ty);
        Fault::refused(self.unexpected(&wanted))
    }

    /// Letters up to a bracket, comma or white space.
    fn word(&mut self) -> String {
        self.skip_space();
        let start = self.at;
        while self.letters.get(self.at).is_some_and(|letter| !letter.is_whitespace() && !",[](){}\"'".contains(*letter))
        {
            self.at += 1;
        }
        self.letters[start..self.at].iter().collect()
    }

    fn quoted(&mut self) -> Result<String, Fault> {
        let mark = self.letters[self.at];
        let start = self.at;
        self.at += 1;
        let mut text = String::new();
        while let Some(letter) = self.letters.get(self.at).copied() {
            self.at += 1;
            if letter == mark {
                return Ok(text);
            }
            if letter == '\\' && self.at < self.letters.len() {
                text.push(self.letters[self.at]);
                self.at += 1;
            } else {
                text.push(letter);
            }
        }
        Err(Fault::refused(format!("the quote at character {} is not closed", start + 1)))
    }

    fn value(&mut self, ty: &Type, depth: Depth) -> Result<Value, Fault> {
        match ty {
            Type::Int { .. } => {
                let before = self.at;
                let word = self.word();
                word.parse::<Int>().map(Value::Int).map_err(|problem| {
                    self.at = before;
                    match problem {
                        NotAnInt::TooLarge => Fault::refused("a number with too many digits"),
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
                    Fault::refused(format!("found `{name}`, where one of {} is expected", known.join(", ")))
                })
            }
            Type::List(element, _) => {
                let strip = !matches!(look(self.game, ty), Look::Other);
                if strip && self.peek() != Some('[') {
                    return self.strip(ty, depth);
                }
                self.elements(element, ty, depth).map(Value::list)
            }
            Type::Bag(element) => {
                let strip = !matches!(look(self.game, ty), Look::Other);
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

    /// `[a,b]`, `{a,b}`; alone also `a,b`.
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
                let wanted = close.map_or("`,`".to_owned(), |close| format!("`,` or `{close}`"));
                return Err(Fault::refused(self.unexpected(&wanted)));
            }
        }
    }

    /// A strip or a grid as it looks, bare or in quotes.
    fn strip(&mut self, ty: &Type, depth: Depth) -> Result<Value, Fault> {
        let text: String = if self.peek() == Some('"') {
            self.quoted()?
        } else {
            let start = self.at;
            let ends = |letter: char| match depth {
                Depth::Inside => ",]".contains(letter),
                Depth::Outside | Depth::Given => ",)".contains(letter),
            };
            while self.letters.get(self.at).is_some_and(|letter| !ends(*letter)) {
                self.at += 1;
            }
            self.letters[start..self.at].iter().collect()
        };
        let row = |reader: &Reader, text: &str, symbols: &[Symbol]| -> Result<Value, Fault> {
            let mut cells = Vec::new();
            for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
                let Some(cell) = reader.symbol(&letter.to_string(), symbols) else {
                    let known: Vec<&str> = symbols.iter().map(|symbol| reader.game.symbol_name(*symbol)).collect();
                    return Err(Fault::refused(format!(
                        "found `{letter}`, where one of {} is expected",
                        known.join(" ")
                    )));
                };
                cells.push(cell);
            }
            Ok(Value::list(cells))
        };
        match look(self.game, ty) {
            Look::Strip(symbols) => row(self, &text, symbols),
            Look::Grid(symbols) => {
                if text.trim().is_empty() {
                    // No text is no rows; a grid of one empty row has no text of its own.
                    return Ok(Value::list(Vec::new()));
                }
                let rows: Result<Vec<Value>, Fault> = text.split('/').map(|text| row(self, text, symbols)).collect();
                rows.map(Value::list)
            }
            Look::Other => Err(self.wrong(ty)),
        }
    }
}
