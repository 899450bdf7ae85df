//! Position <-> key: which bits hold which component, exact in both directions.
//!
//! In: a game with its givens and the parts to be solved. Out: a [`Layout`]. A number takes as many bits as its range
//! needs; where the rules give no range, as many as the given parts need, and more when play goes beyond them (see
//! [`Layout::new`]). A list of few symbols is a bit board, any other list is its length and its elements.

use grundy_message::{Message, message};
mod board;
mod cells;

pub use board::BoardField;
pub use cells::{CellsField, Element};

use grundy_rules::game::{Component, Form, Game, Term, Type};
use grundy_rules::{Instance, Int, Meter, Part, Side, Symbol, Value};
use std::sync::Arc;

/// Format: maximum number of words of a key.
pub const MAX_WORDS: usize = 4;

/// Maximum number of steps to evaluate a range or a size.
const SETTING_UP: u64 = 1_000_000;

/// Some bits of one word of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bits {
    /// Index of the word.
    pub word: u32,
    /// Index of the lowest bit.
    pub shift: u32,
    /// Number of bits.
    pub width: u32,
}

impl Bits {
    /// Returns a mask of `width` ones in the lowest bits.
    pub fn mask(self) -> u64 {
        if self.width == 64 { u64::MAX } else { (1 << self.width) - 1 }
    }

    /// Reads the bits.
    pub fn read(self, words: &[u64]) -> u64 {
        (words[self.word as usize] >> self.shift) & self.mask()
    }

    /// Writes the bits, which must be zero before.
    pub fn write(self, words: &mut [u64], value: u64) {
        words[self.word as usize] |= value << self.shift;
    }
}

/// Direction in which a number is counted, so that a table can be filled in the order of its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From its minimum.
    Up,
    /// From its maximum.
    Down,
}

/// Bits of a component.
#[derive(Clone, Debug, PartialEq)]
pub enum Field {
    /// A number, a truth value (0 or 1) or a symbol (its code), between a minimum and a maximum code.
    Number {
        /// Its bits.
        at: Bits,
        /// Minimum code.
        low: i64,
        /// Maximum code.
        high: i64,
        /// Direction in which it is counted.
        direction: Direction,
    },
    /// A list or a grid of few symbols.
    Board(BoardField),
    /// Any other list.
    Cells(CellsField),
}

/// Assignment of bits to components.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// True if the game has players; the lowest bit of all then says who moves.
    pub players: bool,
    /// One field per component.
    pub fields: Vec<Field>,
    /// Number of words of a key: 1, 2 or 4.
    pub words: usize,
    /// Number of bits used, all words but the last counted in full.
    pub bits: u32,
}

/// Options of a layout.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// How often play went beyond the layout: each time numbers get four bits more.
    pub widening: u32,
    /// The components in the order of significance, most significant first, each with its direction; the order of the
    /// file if empty.
    pub order: Vec<(usize, Direction)>,
}

/// Allocates bits, from the lowest.
struct Tray {
    used: [u32; MAX_WORDS],
}

impl Tray {
    fn take(&mut self, width: u32) -> Result<Bits, Message> {
        if width == 0 {
            return Ok(Bits { word: 0, shift: 0, width: 0 });
        }
        for (word, used) in self.used.iter_mut().enumerate() {
            if *used + width <= 64 {
                let at = Bits { word: word as u32, shift: *used, width };
                *used += width;
                return Ok(at);
            }
        }
        Err(message!("a position needs more than {count} bits", count = 64 * MAX_WORDS))
    }
}

impl Layout {
    /// Creates a layout for these parts and what can be reached from them.
    ///
    /// # Errors
    /// Fails with the reason if positions of this game cannot be packed, and with what would help.
    pub fn new(instance: &Instance, roots: &[Part], wishes: &Wishes) -> Result<Layout, Message> {
        let game = instance.game();
        let mut tray = Tray { used: [0; MAX_WORDS] };
        let players = game.players.is_some();
        if players {
            tray.take(1)?;
        }
        let order: Vec<(usize, Direction)> = if wishes.order.is_empty() {
            (0..game.components.len()).map(|index| (index, Direction::Up)).collect()
        } else {
            wishes.order.clone()
        };
        let mut fields: Vec<Option<Field>> = vec![None; game.components.len()];
        for &(index, direction) in order.iter().rev() {
            let seen: Vec<&Value> = roots.iter().filter_map(|part| part.get(index)).collect();
            let plan = Survey { instance, game, index, seen: &seen, wishes };
            fields[index] = Some(plan.field(&mut tray, direction)?);
        }
        let fields: Vec<Field> = fields.into_iter().flatten().collect();
        let used = tray.used.iter().rposition(|used| *used > 0).map_or(1, |last| last + 1);
        let words = used.next_power_of_two();
        let bits = 64 * (used as u32 - 1) + tray.used[used - 1];
        Ok(Layout { players, fields, words, bits })
    }

    /// Returns the key of a part with this mover; `None` if it does not fit.
    pub fn encode(&self, part: &Part, mover: Option<Side>) -> Option<Vec<u64>> {
        let mut words = vec![0; self.words];
        if part.len() != self.fields.len() {
            return None;
        }
        for (field, value) in self.fields.iter().zip(part.iter()) {
            match field {
                Field::Number { at, low, high, direction } => {
                    let code = code_of(value).filter(|code| low <= code && code <= high)?;
                    at.write(&mut words, count_from(code, *low, *high, *direction));
                }
                Field::Board(board) => board.write(&mut words, value)?,
                Field::Cells(cells) => cells.write(&mut words, value)?,
            }
        }
        if mover == Some(Side::Right) {
            words[0] |= 1;
        }
        Some(words)
    }

    /// Returns the part and the mover of a key.
    pub fn decode(&self, game: &Game, words: &[u64]) -> (Part, Option<Side>) {
        let values = self.fields.iter().zip(&game.components).map(|(field, component)| match field {
            Field::Number { at, low, high, direction } => {
                let count = at.read(words);
                let code = match direction {
                    Direction::Up => low.wrapping_add(count as i64),
                    Direction::Down => high.wrapping_sub(count as i64),
                };
                value_of(code, &component.ty)
            }
            Field::Board(board) => board.read(words, &component.ty),
            Field::Cells(cells) => cells.read(words, &component.ty),
        });
        let part = Arc::new(values.collect());
        let mover = self.players.then_some(if words[0] & 1 == 0 { Side::Left } else { Side::Right });
        (part, mover)
    }
}

/// Counts a number from its minimum or from its maximum.
fn count_from(code: i64, low: i64, high: i64, direction: Direction) -> u64 {
    match direction {
        Direction::Up => code.wrapping_sub(low) as u64,
        Direction::Down => high.wrapping_sub(code) as u64,
    }
}

/// Returns the code of a number, a truth value or a symbol.
pub fn code_of(value: &Value) -> Option<i64> {
    match value {
        Value::Int(int) => int.to_i64(),
        Value::Bool(truth) => Some(i64::from(*truth)),
        Value::Symbol(symbol) => Some(i64::from(symbol.0)),
        Value::List(_) | Value::Set(_) => None,
    }
}

/// Returns the value of that type with this code.
pub fn value_of(code: i64, ty: &Type) -> Value {
    match ty {
        Type::Bool => Value::Bool(code != 0),
        Type::Symbols(_) => Value::Symbol(Symbol(code as u32)),
        _ => Value::Int(Int::Small(code)),
    }
}

/// What is known of a component before it is laid out.
struct Survey<'a> {
    instance: &'a Instance,
    game: &'a Game,
    index: usize,
    /// Its values in the given parts.
    seen: &'a [&'a Value],
    wishes: &'a Wishes,
}

impl Survey<'_> {
    fn field(&self, tray: &mut Tray, direction: Direction) -> Result<Field, Message> {
        let Component { ty, name, .. } = &self.game.components[self.index];
        match ty {
            Type::Int { .. } | Type::Bool | Type::Symbols(_) => {
                let codes: Vec<i64> = self.seen.iter().filter_map(|value| code_of(value)).collect();
                let (low, high) = self.span(ty, &codes)?;
                let at = tray.take(width(low, high))?;
                Ok(Field::Number { at, low, high, direction })
            }
            Type::Set(_) => Err(message!("the component `{name}` is a set", name)),
            Type::List(..) | Type::Bag(_) => self.list(ty, name, tray),
        }
    }

    /// Returns the minimum and maximum code of a number: those of its type if they are constant, else those seen,
    /// extended by the requested room.
    fn span(&self, ty: &Type, seen: &[i64]) -> Result<(i64, i64), Message> {
        match ty {
            Type::Bool => Ok((0, 1)),
            Type::Symbols(symbols) => {
                let codes = || symbols.iter().map(|symbol| i64::from(symbol.0));
                Ok((codes().min().unwrap_or(0), codes().max().unwrap_or(0)))
            }
            Type::Int { low, high } => {
                let constant = |expr: &Option<_>| expr.as_ref().and_then(|expr| self.constant(expr));
                let room = if self.wishes.widening == 0 { 0 } else { 1i64 << (4 * self.wishes.widening + 4).min(60) };
                let (min, greatest) =
                    (seen.iter().min().copied().unwrap_or(0), seen.iter().max().copied().unwrap_or(0));
                let spread = greatest.saturating_sub(min).saturating_mul(room.min(16)).saturating_add(room);
                let low_end = constant(low).unwrap_or_else(|| min.saturating_sub(if room == 0 { 0 } else { spread }));
                let high_end = constant(high)
                    // A range far larger than the given values is rarely used up.
                    .filter(|high| *high <= greatest.saturating_add(room).max(1 << 20))
                    .unwrap_or_else(|| greatest.max(low_end).saturating_add(if room == 0 { 0 } else { spread }));
                // A guess may not go beyond what the rules say.
                let high_end = constant(high).map_or(high_end, |high| high_end.min(high));
                let name = &self.game.components[self.index].name;
                if high_end.checked_sub(low_end).is_none_or(|span| span >= 1 << 62) {
                    return Err(message!(
                        "`{name}` may grow beyond a machine word; a bound in its range would help",
                        name
                    ));
                }
                Ok((low_end, high_end.max(low_end)))
            }
            _ => Err(message!("lists of lists of different lengths are not packed")),
        }
    }

    /// Evaluates a number that depends on givens alone.
    fn constant(&self, expr: &grundy_rules::game::Expr) -> Option<i64> {
        if !self.game.depends([expr]).components.is_empty() {
            return None;
        }
        let meter = Meter::steps(SETTING_UP);
        let value = self.instance.evaluate(expr, &Arc::new(Vec::new()), None, &meter).ok()?;
        code_of(&value)
    }

    fn list(&self, ty: &Type, name: &str, tray: &mut Tray) -> Result<Field, Message> {
        let (element, size, is_bag) = match ty {
            Type::List(element, size) => (element, size.as_ref(), false),
            Type::Bag(element) => (element, None, true),
            _ => return Err(Message::text("only lists are laid out as lists")),
        };
        // A grid is a list of rows of one length.
        let (rows, columns, element) = match &**element {
            Type::List(inner, Some(columns)) if !is_bag => {
                let rows = size.and_then(|rows| self.constant(rows));
                let columns = self.constant(columns);
                match (rows, columns) {
                    (Some(rows), Some(columns)) if rows >= 0 && columns >= 0 => {
                        (Some(rows as usize), columns as usize, &**inner)
                    }
                    _ => return Err(message!("the size of `{name}` is not fixed by the givens", name)),
                }
            }
            Type::List(..) | Type::Bag(_) | Type::Set(_) => {
                return Err(message!("`{name}` is a list of lists of different lengths", name));
            }
            element => (None, 0, element),
        };
        if matches!(element, Type::List(..) | Type::Bag(_) | Type::Set(_)) {
            return Err(message!("`{name}` has lists of lists in it", name));
        }
        if size.is_some_and(|size| self.constant(size).is_none()) {
            return Err(message!("the size of `{name}` is not fixed by the givens", name));
        }
        if let Type::Int { low, high } = element
            && [low, high].into_iter().flatten().any(|bound| self.constant(bound).is_none())
        {
            return Err(message!("the range of the elements of `{name}` is not fixed by the givens", name));
        }
        let lengths: Vec<usize> = self.seen.iter().map(|value| value.as_elements().map_or(0, <[Value]>::len)).collect();
        let longest = lengths.iter().max().copied().unwrap_or(0);
        let fixed = size.and_then(|size| self.constant(size)).map(|size| size.max(0) as usize);
        let keeps = fixed.is_some() || keeps_length(self.game, self.index);
        let same = lengths.iter().all(|length| *length == longest);
        let (capacity, is_fixed) = match (rows, fixed) {
            (Some(rows), _) => (rows.checked_mul(columns).ok_or_else(|| message!("the board is too large"))?, true),
            (None, Some(size)) => (size, true),
            (None, None) if keeps && same => (longest, true),
            (None, None) => (longest + 8 * self.wishes.widening as usize, false),
        };
        if capacity > 64 * MAX_WORDS {
            return Err(message!("`{name}` has more than {count} elements", name, count = 64 * MAX_WORDS));
        }
        let mut codes = Vec::new();
        for value in self.seen {
            collect_codes(value, &mut codes);
        }
        let shape = Shape { capacity, rows, columns, is_fixed, is_bag };
        let (low, high) = self.span(element, &codes)?;
        let values: Vec<i64> = match element {
            Type::Symbols(symbols) => symbols.iter().map(|symbol| i64::from(symbol.0)).collect(),
            _ if high - low < 4 => (low..=high).collect(),
            _ => Vec::new(),
        };
        if !is_bag && capacity <= 62 && (1..=4).contains(&values.len()) {
            return BoardField::new(shape, values, tray).map(Field::Board);
        }
        CellsField::new(shape, low, high, tray).map(Field::Cells)
    }
}

/// Shape of a list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// Maximum number of elements.
    pub capacity: usize,
    /// Number of rows of a grid.
    pub rows: Option<usize>,
    /// Number of columns of a grid.
    pub columns: usize,
    /// True if it always has `capacity` elements.
    pub is_fixed: bool,
    /// True if its order does not matter: it is kept sorted.
    pub is_bag: bool,
}

impl Shape {
    /// Converts a list of codes to its value.
    fn value(&self, codes: &[i64], ty: &Type) -> Value {
        let element = |ty: &Type| match ty {
            Type::List(element, _) | Type::Bag(element) | Type::Set(element) => (**element).clone(),
            other => other.clone(),
        };
        let inner = element(ty);
        match self.rows {
            None => Value::list(codes.iter().map(|code| value_of(*code, &inner)).collect()),
            Some(rows) => {
                let cell = element(&inner);
                let row = |row: usize| {
                    let cells = &codes[row * self.columns..(row + 1) * self.columns];
                    Value::list(cells.iter().map(|code| value_of(*code, &cell)).collect())
                };
                Value::list((0..rows).map(row).collect())
            }
        }
    }
}

fn collect_codes(value: &Value, codes: &mut Vec<i64>) {
    match value.as_elements() {
        Some(elements) => elements.iter().for_each(|element| collect_codes(element, codes)),
        None => codes.extend(code_of(value)),
    }
}

/// Returns the number of bits for codes from `low` to `high`.
fn width(low: i64, high: i64) -> u32 {
    64 - (high.wrapping_sub(low) as u64).leading_zeros()
}

/// Returns true if no move changes the length of a list: it is only ever changed cell by cell.
fn keeps_length(game: &Game, index: usize) -> bool {
    let mut keeps = true;
    let mut visit = |term: &Term| {
        keeps &= match term {
            Term::Tuple(exprs, _) => exprs[index].form == Form::Component(index),
            Term::With(changes, _) => {
                changes.iter().all(|change| change.component != index || !change.indices.is_empty())
            }
            Term::Nothing | Term::Group(_) | Term::Each { .. } => true,
        };
    };
    game.moves.iter().for_each(|rule| rule.result.each_term(&mut visit));
    keeps
}
