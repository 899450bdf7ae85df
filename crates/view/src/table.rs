//! Values over a line or a rectangle of positions.
//!
//! In: ranges for the first one or two components. Out: the [`Layout`] of positions to be solved, and the [`Table`] of
//! the results. A cell that is no position is blank.

use crate::described::title;
use crate::document::{Block, Document, Sheet, View, Words};
use crate::format::json;
use crate::limits::MAX_TABLE_CELLS;
use grundy_message::{Message, message, plural};
use grundy_rules::game::Type;
use grundy_rules::{Fault, FaultClass, Instance, Int, Meter, Part, Position, Side, Value as Component};
use grundy_solve::{Evaluation, Stop, Winner};
use grundy_value::Quantity;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::io;
use std::str::FromStr;

/// Maximum size of a cell while a table is made: its position, its evaluation, and its text. Measured with tables of a
/// million cells.
const CELL_BYTES: u64 = 512;

/// Whole numbers from one to another, both included; never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    low: i64,
    high: i64,
}

impl Range {
    pub(crate) fn len(self) -> i128 {
        i128::from(self.high) - i128::from(self.low) + 1
    }

    /// Returns the minimum.
    pub(crate) fn low(self) -> i64 {
        self.low
    }

    fn numbers(self) -> std::ops::RangeInclusive<i64> {
        self.low..=self.high
    }
}

impl FromStr for Range {
    type Err = Message;

    fn from_str(text: &str) -> Result<Range, Message> {
        let number = |text: &str| match text.trim() {
            "" => Err(message!("a range of a table needs both ends, for example 0..20")),
            digits => match digits.parse::<Int>() {
                Ok(int) => int.to_i64().ok_or_else(|| message!("the number is too large for a table")),
                Err(_) => {
                    let text = format!("{digits:?}");
                    Err(message!("{text} is not a whole number; a range looks like 0..20", text))
                }
            },
        };
        let Some((low, high)) = text.split_once("..") else {
            return Err(message!("a range has two dots, for example 0..20"));
        };
        let (low, high) = (number(low)?, number(high)?);
        if high < low {
            return Err(message!("the range is empty: {high} is below {low}", high, low));
        }
        Ok(Range { low, high })
    }
}

/// The positions of a table.
#[derive(Clone, Debug)]
pub struct Layout {
    game: String,
    title: Message,
    /// (name, range): one, or the rows' and then the columns'.
    axes: Vec<(String, Range)>,
    /// For every cell, row by row, whether it is a position.
    is_position: Vec<bool>,
    /// The cells that are positions.
    positions: Vec<Position>,
}

/// Maximum number of steps of the rules for the defaults and ranges of all cells, and the addition for each cell.
const SETUP_STEPS: u64 = 10_000_000;
const SETUP_STEPS_OF_CELL: u64 = 1000;

impl Layout {
    /// Lists the positions whose first components run over these ranges, one or two; the other components are at their
    /// defaults. In a game of one component two ranges make the sums of two parts.
    ///
    /// # Errors
    /// Fails if components are not numbers or have no default, or the table is too large.
    pub fn new(instance: &Instance, ranges: &[Range], mover: Option<Side>) -> Result<Layout, Fault> {
        Layout::within(instance, ranges, mover, u64::MAX)
    }

    /// Like [`Layout::new`], but its positions may take at most `max_bytes`.
    ///
    /// # Errors
    /// As [`Layout::new`], or if the budget is exceeded.
    pub fn within(instance: &Instance, ranges: &[Range], mover: Option<Side>, max_bytes: u64) -> Result<Layout, Fault> {
        let game = instance.game();
        let sums = ranges.len() == 2 && game.components.len() == 1;
        let running = if sums { 1 } else { ranges.len() };
        let Some(components) = game.components.get(..running) else {
            let (game, count) = (&game.name, game.components.len());
            return Err(Fault::refused(message!(
                "{game} has {count} {components}, too few for these ranges",
                game,
                count,
                components = plural(&count, "component", "components")
            )));
        };
        if let Some(other) = components.iter().find(|component| !matches!(component.ty, Type::Int { .. })) {
            let command = format!("grundy solve {} {}", game.name, instance.example());
            return Err(Fault::refused(message!(
                "a table runs over numbers, but `{name}` of {game} is {kind}",
                name = other.name,
                game = game.name,
                kind = grundy_rules::meaning::expected(game, &other.ty)
            ))
            .hint(message!("solve single positions: {command}", command)));
        }
        if let Some(missing) = game.components[running..].iter().find(|component| component.default.is_none()) {
            let name = &missing.name;
            let fault = Fault::refused(message!("`{name}` has no default, so it needs a range of its own", name));
            let two = running == 1 && matches!(missing.ty, Type::Int { .. });
            return Err(fault.hint(match two {
                true => message!("give a second range, for example 0..20 0..20"),
                false => message!("a table runs over the first one or two components; the others need defaults"),
            }));
        }
        let size: i128 = ranges.iter().map(|range| range.len()).fold(1, i128::saturating_mul);
        if size > MAX_TABLE_CELLS {
            let most = MAX_TABLE_CELLS;
            return Err(Fault::refused(message!(
                "a table of {size} cells is too large: the most is {most}",
                size,
                most
            ))
            .hint(message!("take smaller ranges")));
        }
        let (mut is_position, mut positions) = (Vec::new(), Vec::new());
        let mover = instance.first_mover(mover);
        let steps = SETUP_STEPS.saturating_add(SETUP_STEPS_OF_CELL * size as u64);
        let meter = Meter::steps(steps).within_bytes(max_bytes);
        let part = |numbers: &[i64]| cell_part(instance, numbers, &meter);
        let mut cell = |parts: Option<Vec<Option<Part>>>| {
            is_position.push(parts.is_some());
            positions.extend(parts.map(|parts| Position { mover, parts }));
        };
        match ranges {
            [rows, columns] => {
                for row in rows.numbers() {
                    for column in columns.numbers() {
                        let parts = if sums {
                            part(&[row])?.zip(part(&[column])?).map(|(first, second)| vec![Some(first), Some(second)])
                        } else {
                            part(&[row, column])?.map(|part| vec![Some(part)])
                        };
                        cell(parts);
                    }
                }
            }
            [range] => {
                for number in range.numbers() {
                    cell(part(&[number])?.map(|part| vec![Some(part)]));
                }
            }
            _ => {
                let fault = Fault::refused(message!("a table has one or two ranges"));
                return Err(fault.hint(message!("for example 0..20, or 0..9 0..9")));
            }
        }
        if positions.is_empty() {
            let fault = Fault::refused(message!("no cell of this table is a position of {game}", game = game.name));
            return Err(fault.hint(message!("a position looks like {example}", example = instance.example())));
        }
        let name = |index: usize| components[index.min(running - 1)].name.clone();
        Ok(Layout {
            game: game.name.clone(),
            title: title(game),
            axes: ranges.iter().enumerate().map(|(index, range)| (name(index), *range)).collect(),
            is_position,
            positions,
        })
    }

    /// Returns the maximum size in bytes of a table over these ranges while it is made; cells above the limit are not
    /// made.
    pub fn needed_bytes(ranges: &[Range]) -> u64 {
        let cells = ranges.iter().map(|range| range.len()).fold(1, i128::saturating_mul);
        u64::try_from(cells.min(MAX_TABLE_CELLS)).unwrap_or(u64::MAX).saturating_mul(CELL_BYTES)
    }

    /// Returns the number of cells, those that are no positions included.
    pub fn cell_count(&self) -> usize {
        self.is_position.len()
    }

    /// Returns every cell, row by row; `None` if it is no position.
    pub(crate) fn cells(&self) -> impl Iterator<Item = Option<&Position>> {
        let mut positions = self.positions.iter();
        self.is_position.iter().map(move |is_position| if *is_position { positions.next() } else { None })
    }

    /// Returns the number of ranges.
    pub(crate) fn dimensions(&self) -> usize {
        self.axes.len()
    }

    /// Returns the length of a row of a table of two numbers.
    pub(crate) fn row_length(&self) -> Option<usize> {
        match self.axes.as_slice() {
            [_, (_, columns)] => usize::try_from(columns.len()).ok(),
            _ => None,
        }
    }

    /// Returns the positions to be solved, row by row.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Returns the table with the evaluations of [`Layout::positions`], in the same order.
    pub fn fill(self, quantity: Quantity, found: &[Evaluation]) -> Table {
        let mut found = found.iter();
        let cell_of = |evaluation: &Evaluation| {
            let letter = match evaluation.winner {
                None => return Cell::Unknown,
                Some(Winner::First) => "N",
                Some(Winner::Second) => "P",
                Some(Winner::Draw) => "D",
            };
            match quantity {
                Quantity::Outcome => Cell::Letter(letter),
                quantity => evaluation.number(quantity).map_or(Cell::None, Cell::Number),
            }
        };
        let cells = self
            .is_position
            .iter()
            .map(|is_position| match is_position {
                true => found.next().map_or(Cell::Unknown, cell_of),
                false => Cell::Outside,
            })
            .collect();
        Table { game: self.game, title: self.title, axes: self.axes, quantity, stop: None, cells }
    }
}

/// Returns the part with these first components; `None` if that is outside some range.
fn cell_part(instance: &Instance, numbers: &[i64], meter: &Meter) -> Result<Option<Part>, Fault> {
    match instance.part_within(numbers.iter().map(|number| Component::from(*number)).collect(), meter) {
        Ok(part) => Ok(Some(part)),
        Err(fault) if matches!(fault.class, FaultClass::Refused | FaultClass::Range) => Ok(None),
        Err(fault) => Err(fault),
    }
}

/// A table as plain data.
#[derive(Clone, Debug)]
pub struct Table {
    /// The game's name.
    pub game: String,
    /// Its title.
    pub title: Message,
    /// The quantity in the cells.
    pub quantity: Quantity,
    /// The limit that left cells unknown, if a single limit did.
    pub stop: Option<Stop>,
    pub(crate) axes: Vec<(String, Range)>,
    /// Row by row.
    pub(crate) cells: Vec<Cell>,
}

/// The content of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    /// It is no position.
    Outside,
    /// The budget ended first.
    Unknown,
    /// The position has no such value.
    None,
    Letter(&'static str),
    Number(Int),
}

impl Cell {
    pub(crate) fn text(&self) -> String {
        match self {
            Cell::Outside => String::new(),
            Cell::Unknown => "?".to_owned(),
            Cell::None => "-".to_owned(),
            Cell::Letter(letter) => (*letter).to_owned(),
            Cell::Number(int) => int.to_string(),
        }
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Cell::Outside | Cell::None => serializer.serialize_unit(),
            Cell::Unknown => serializer.serialize_str("?"),
            Cell::Letter(letter) => serializer.serialize_str(letter),
            Cell::Number(int) => match int.to_i64() {
                Some(number) => serializer.serialize_i64(number),
                None => json::int(int).serialize(serializer),
            },
        }
    }
}

impl Serialize for Table {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let axis = |(name, range): &(String, Range)| json!({"name": name, "from": range.low, "to": range.high});
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("game", &self.game)?;
        map.serialize_entry("as", &self.quantity.to_string())?;
        map.serialize_entry("axes", &self.axes.iter().map(axis).collect::<Vec<Value>>())?;
        match self.axes.len() {
            1 => map.serialize_entry("values", &self.cells)?,
            _ => map.serialize_entry("values", &json::Stream(|| self.rows().map(|(_, cells)| cells)))?,
        }
        map.serialize_entry("known", &self.is_known())?;
        if !self.is_known() {
            map.serialize_entry("stopped", &self.stop.map(|stop| stop.limit()))?;
        }
        map.end()
    }
}

impl Table {
    /// Returns whether every cell that is a position is known.
    pub fn is_known(&self) -> bool {
        !self.cells.contains(&Cell::Unknown)
    }

    /// Returns the rows' titles and cells of a table with columns; its one row otherwise.
    fn rows(&self) -> Box<dyn Iterator<Item = (String, &[Cell])> + '_> {
        match self.axes.as_slice() {
            [(_, rows), (_, columns)] => {
                let width = usize::try_from(columns.len()).unwrap_or(1);
                Box::new(rows.numbers().map(|row| row.to_string()).zip(self.cells.chunks(width)))
            }
            _ => Box::new(std::iter::once((self.quantity.to_string(), self.cells.as_slice()))),
        }
    }

    fn column_titles(&self) -> impl Iterator<Item = String> {
        let columns = self.axes.last().map(|(_, columns)| *columns);
        columns.into_iter().flat_map(Range::numbers).map(|column| column.to_string())
    }

    fn corner(&self) -> String {
        let names: Vec<&str> = self.axes.iter().map(|(name, _)| name.as_str()).collect();
        names.join("\\")
    }
}

impl View for Table {
    fn document(&self) -> Document {
        let quantity = match self.quantity {
            Quantity::Grundy => message!("grundy"),
            Quantity::Outcome => message!("outcome"),
            Quantity::Remoteness => message!("remoteness"),
            Quantity::Score => message!("score"),
        };
        let head = Block::head(&self.title, Words::plain(&quantity));
        let is_line = self.axes.len() == 1;
        let row = |(title, cells): (String, &[Cell])| {
            let title = if is_line { quantity.clone() } else { Message::text(title) };
            (title, cells.iter().map(Cell::text).collect())
        };
        let rows = self.rows().map(row).collect();
        let grid = Block::Grid { corner: self.corner(), columns: self.column_titles().collect(), rows };
        Document(vec![head, grid])
    }

    fn data(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    fn write_json(&self, output: &mut dyn io::Write) -> io::Result<()> {
        serde_json::to_writer(&mut *output, self)?;
        output.write_all(b"\n")
    }

    /// Has one line per number, or one line per row.
    fn sheet(&self) -> Option<Sheet<'_>> {
        Some(match self.axes.len() {
            1 => Sheet {
                titles: vec![self.corner(), self.quantity.to_string()],
                rows: Box::new(self.column_titles().zip(&self.cells).map(|(number, cell)| vec![number, cell.text()])),
            },
            _ => Sheet {
                titles: std::iter::once(self.corner()).chain(self.column_titles()).collect(),
                rows: Box::new(
                    self.rows()
                        .map(|(title, cells)| std::iter::once(title).chain(cells.iter().map(Cell::text)).collect()),
                ),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::csv;
    use crate::format::text::{self, Page};
    use crate::words::Language;
    use grundy_rules::{Colour, read};
    use grundy_solve::{Budget, QuantitySet, Solver, default_quantity};
    use std::sync::Arc;

    const KAYLES: &str = "game kayles(n) move knock(t in 1..min(2, n), a in 0..n - t) -> a plus n - t - a";
    const CUT: &str = "game cut(w in 2.., h in 2..) move across(i in 2..w-2) -> (i, h) plus (w - i, h)";

    fn table(rules: &str, ranges: &[&str]) -> Result<Table, Fault> {
        let instance = Arc::new(Instance::new(read(rules).unwrap(), vec![]).unwrap());
        let ranges: Vec<Range> = ranges.iter().map(|range| range.parse().unwrap()).collect();
        let layout = Layout::new(&instance, &ranges, None)?;
        let compound = instance.compound().unwrap();
        let mut solver = Solver::new(instance.clone(), compound, Budget::positions(1000)).unwrap();
        let found: Vec<Evaluation> =
            solver.evaluate(layout.positions(), QuantitySet::ALL).into_iter().map(Result::unwrap).collect();
        Ok(layout.fill(default_quantity(instance.game(), compound), &found))
    }

    #[track_caller]
    fn check(rules: &str, ranges: &[&str], text: &str, csv: &str, data: &str) {
        let table = table(rules, ranges).unwrap();
        assert_eq!(
            text::write(&table.document(), Page { width: 40, colour: Colour::Never, language: Language::English }),
            text
        );
        assert_eq!(csv::text(table.sheet().unwrap()), csv);
        assert_eq!(table.data()["values"].to_string(), data);
    }

    #[test]
    fn one_range_makes_a_line() {
        check(
            KAYLES,
            &["0..5"],
            "kayles: grundy\nn       0 1 2 3 4 5\ngrundy  0 1 2 3 1 4\n",
            "n,grundy\n0,0\n1,1\n2,2\n3,3\n4,1\n5,4\n",
            "[0,1,2,3,1,4]",
        );
    }

    #[test]
    fn two_ranges_over_one_component_make_sums() {
        check(
            KAYLES,
            &["1..2", "2..3"],
            "kayles: grundy\nn\\n  2 3\n1    3 2\n2    0 1\n",
            "n\\n,2,3\n1,3,2\n2,0,1\n",
            "[[3,2],[0,1]]",
        );
    }

    #[test]
    fn cells_that_are_no_positions_are_blank() {
        check(
            CUT,
            &["1..4", "1..2"],
            "cut: grundy\nw\\h  1 2\n1\n2      0\n3      0\n4      1\n",
            "w\\h,1,2\n1,,\n2,,0\n3,,0\n4,,1\n",
            "[[null,null],[null,0],[null,0],[null,1]]",
        );
    }

    #[test]
    fn tables_that_cannot_be_made_say_why() {
        let refused = |rules: &str, ranges: &[&str]| table(rules, ranges).unwrap_err().message.to_string();
        assert!(refused("game g(a: [int]) move t(i in 0..len(a)-1) -> a[i+1..len(a)-1]", &["0..3"]).contains("a list"));
        assert!(refused(CUT, &["2..4"]).contains("`h` has no default"));
        assert!(refused(CUT, &["0..1", "0..1"]).contains("no cell"));
        assert!(refused(CUT, &["0..9999", "0..9999"]).contains("too large"));
        for wrong in ["", "3", "3..", "..3", "5..3", "a..b", "0..99999999999999999999"] {
            assert!(wrong.parse::<Range>().is_err(), "{wrong}");
        }
    }
}
