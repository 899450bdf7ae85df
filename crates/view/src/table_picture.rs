//! Tables for papers and notes: a cell for each position, its value on it, heads at both sides and a legend.
//!
//! In: a [`Table`], and optionally a rule to be drawn over it. Out: a [`Scene`]. A line of values is folded into rows.
//! Lost positions are dark, won ones pale and draws between the two, so that they are distinguished in print without
//! colours; cells that are large enough have their values written on them. Wrong tool for millions of cells: [`Table`]
//! has a limit, and so have images.

use crate::limits;
use crate::overlay::Overlay;
use crate::scene::{Anchor, Colour, MARGIN, Mark, Scene, Stroke, TITLE, Weight, width_of};
use crate::table::{Cell, Table};
use crate::words::{Language, render};
use grundy_message::{Message, message};
use grundy_value::Quantity;

const LEGEND: f64 = 40.0;
/// Font size of heads.
const HEAD: f64 = 11.0;

const LOST: Colour = Colour(0x8c, 0x2f, 0x23);
const WON: Colour = Colour(0xe2, 0xf0, 0xe5);
const DRAWN: Colour = Colour(0xe0, 0xb6, 0x4c);
const UNKNOWN: Colour = Colour(0xb9, 0xbf, 0xc6);
const NOTHING: Colour = Colour(0xf1, 0xf2, 0xf4);
const PALE: Colour = Colour(0xe9, 0xf0, 0xf8);
const STRONG: Colour = Colour(0x54, 0x86, 0xba);

/// A table to be drawn.
pub struct TablePicture<'a> {
    table: &'a Table,
    /// Number of cells per row, and of rows.
    columns: usize,
    rows: usize,
    cell: f64,
    /// The least and the greatest number.
    scale: (f64, f64),
    overlay: Option<&'a Overlay>,
}

/// What a rule says about a cell, compared with the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RuleMark {
    /// The player to move loses.
    Lost,
    /// The table says otherwise.
    Wrong,
    /// The period starts again.
    Begins,
}

impl<'a> TablePicture<'a> {
    /// Creates the picture of a table whose cells have this side, or one that fits the number of cells.
    pub fn new(table: &'a Table, cell: Option<u32>) -> TablePicture<'a> {
        let count = table.cells.len().max(1);
        let columns = match table.axes.as_slice() {
            [_, (_, columns)] => usize::try_from(columns.len()).unwrap_or(1),
            _ if count <= 24 => count,
            _ if count <= 1000 => 20,
            _ if count <= 10_000 => 100,
            _ => 500,
        };
        let rows = count.div_ceil(columns);
        let usual = match columns.max(rows) {
            0..=50 => 26,
            51..=120 => 12,
            121..=300 => 6,
            _ => 3,
        };
        let mut scale = (f64::INFINITY, f64::NEG_INFINITY);
        for number in table.cells.iter().filter_map(shade_value) {
            scale = (scale.0.min(number), scale.1.max(number));
        }
        let cell = f64::from(cell.unwrap_or(usual).clamp(1, limits::MAX_CELL_SIDE));
        TablePicture { table, columns, rows, cell, scale, overlay: None }
    }

    /// Draws a rule over it.
    pub fn with_rule(self, overlay: &'a Overlay) -> TablePicture<'a> {
        TablePicture { overlay: Some(overlay), ..self }
    }

    /// Returns what the rule says about the cell at this index.
    fn rule_mark(&self, index: usize) -> Option<RuleMark> {
        let cell = self.table.cells.get(index).filter(|cell| !matches!(cell, Cell::Outside | Cell::Unknown))?;
        let wrong_if = |wrong: bool| wrong.then_some(RuleMark::Wrong);
        match self.overlay? {
            Overlay::Period { period, from } => {
                let number = i128::from(self.table.axes.first()?.1.low()) + index as i128 - i128::from(*from);
                (number >= 0 && number % i128::from(*period) == 0).then_some(RuleMark::Begins)
            }
            Overlay::Values(cells) => {
                let claimed = (*cells.get(index)?)?;
                match (cell, self.table.quantity) {
                    (Cell::Number(int), Quantity::Grundy | Quantity::Score) => wrong_if(int.to_i64() != Some(claimed)),
                    _ => None,
                }
            }
            Overlay::Lost(cells) => {
                let claimed = (*cells.get(index)?)?;
                let lost = match (cell, self.table.quantity) {
                    (Cell::Letter(letter), _) => Some(*letter == "P"),
                    (Cell::Number(int), Quantity::Grundy) => Some(int.to_i64() == Some(0)),
                    _ => None,
                };
                wrong_if(lost.is_some_and(|lost| lost != claimed)).or_else(|| claimed.then_some(RuleMark::Lost))
            }
        }
    }

    fn is_folded(&self) -> bool {
        self.table.axes.len() == 1 && self.rows > 1
    }

    /// Returns the text at the left of a row.
    fn row_head(&self, row: usize) -> String {
        match self.table.axes.as_slice() {
            [(_, rows), _] => (i128::from(rows.low()) + row as i128).to_string(),
            [(_, only)] if self.rows > 1 => (i128::from(only.low()) + (row * self.columns) as i128).to_string(),
            _ => String::new(),
        }
    }

    /// Returns the text above a column.
    fn column_head(&self, column: usize) -> String {
        let low = self.table.axes.last().map_or(0, |(_, range)| range.low());
        if self.is_folded() { format!("+{column}") } else { (i128::from(low) + column as i128).to_string() }
    }

    /// Returns the picture, in this language.
    pub fn scene(&self, language: Language) -> Scene {
        let table = self.table;
        let title = message!("{title}: {content}", title = table.title, content = words(table.quantity));
        let title = render(&title, language);
        let (mut scene, head_right) = Scene::headed(title.clone(), title);
        let heads_width = (0..self.rows).step_by((self.rows - 1).max(1));
        let heads_width = heads_width.map(|row| width_of(&self.row_head(row), HEAD)).fold(0.0, f64::max);
        let names: Vec<&str> = table.axes.iter().map(|(name, _)| name.as_str()).collect();
        // Cells begin at whole units, so that there are no seams between them in an image.
        let left = (MARGIN + f64::max(heads_width, width_of(names[0], HEAD)) + 10.0).ceil();
        let top = MARGIN + TITLE + 2.0 * HEAD + 6.0;
        let column_name = if names.len() == 2 { names[1] } else { names[0] };
        let middle = left + self.columns as f64 * self.cell / 2.0;
        let name_height = MARGIN + TITLE + HEAD / 2.0;
        scene.add_words((middle, name_height), Anchor::Middle, HEAD, Colour::FAINT, column_name);
        if names.len() == 2 {
            scene.add_words((left - 6.0, name_height + HEAD), Anchor::End, HEAD, Colour::FAINT, names[0]);
        }
        self.heads(&mut scene, left, top);
        for (index, cell) in table.cells.iter().enumerate() {
            let (row, column) = (index / self.columns, index % self.columns);
            let at = (left + column as f64 * self.cell, top + row as f64 * self.cell);
            self.cell(&mut scene, cell, at);
            if let Some(rule_mark) = self.rule_mark(index) {
                mark(&mut scene, rule_mark, at, self.cell, self.colour(cell).unwrap_or(Colour::WHITE).ink_on());
            }
        }
        let bottom = top + self.rows as f64 * self.cell;
        let right = self.legend(&mut scene, bottom + 14.0, language);
        scene.width = (left + self.columns as f64 * self.cell).max(right).max(head_right) + MARGIN;
        scene.height = bottom + LEGEND + 4.0;
        scene
    }

    /// Draws the numbers at both sides, as many as fit.
    fn heads(&self, scene: &mut Scene, left: f64, top: f64) {
        let widest = width_of(&self.column_head(self.columns - 1), HEAD).max(width_of(&self.column_head(0), HEAD));
        for column in (0..self.columns).step_by(step((widest + 8.0) / self.cell)) {
            let at = (left + (column as f64 + 0.5) * self.cell, top - HEAD / 2.0 - 4.0);
            scene.add_words(at, Anchor::Middle, HEAD, Colour::FAINT, self.column_head(column));
        }
        for row in (0..self.rows).step_by(step((HEAD + 3.0) / self.cell)) {
            let at = (left - 6.0, top + (row as f64 + 0.5) * self.cell);
            scene.add_words(at, Anchor::End, HEAD, Colour::FAINT, self.row_head(row));
        }
    }

    fn cell(&self, scene: &mut Scene, cell: &Cell, at: (f64, f64)) {
        let Some(fill) = self.colour(cell) else { return };
        let gap = if self.cell >= 10.0 { Some(Stroke::solid(Colour::WHITE, 1.0)) } else { None };
        scene.add_box(at, (self.cell, self.cell), Some(fill), gap);
        let text = cell.text();
        // Wide numbers have a smaller font, as long as it is legible.
        let room = self.cell - 3.0;
        let font_size = f64::min(self.cell * 0.5, 12.0).min(12.0 * room / width_of(&text, 12.0).max(1.0));
        if font_size < limits::MIN_FONT_SIZE {
            return;
        }
        let is_lost = matches!(cell, Cell::Letter("P")) || (self.table.quantity == Quantity::Grundy && text == "0");
        scene.marks.push(Mark::Words {
            at: (at.0 + self.cell / 2.0, at.1 + self.cell / 2.0),
            anchor: Anchor::Middle,
            size: font_size,
            weight: if is_lost { Weight::Bold } else { Weight::Regular },
            colour: fill.ink_on(),
            text,
        });
    }

    /// Returns the fill colour of a cell; `None` if it is no position.
    fn colour(&self, cell: &Cell) -> Option<Colour> {
        Some(match cell {
            Cell::Outside => return None,
            Cell::Unknown => UNKNOWN,
            Cell::None => NOTHING,
            Cell::Letter("P") => LOST,
            Cell::Letter("D") => DRAWN,
            Cell::Letter(_) => WON,
            Cell::Number(_) => self.shade(shade_value(cell).unwrap_or(0.0)),
        })
    }

    /// Returns the colour of a number: equal for equal numbers; lost positions stand out.
    fn shade(&self, number: f64) -> Colour {
        let (low, high) = self.scale;
        match self.table.quantity {
            Quantity::Grundy if number == 0.0 => LOST,
            Quantity::Score => {
                let share = number / (-low).max(high).max(1.0);
                let end = if number < 0.0 { LOST } else { STRONG };
                Colour(0xfc, 0xfc, 0xfc).towards(end, share.abs())
            }
            _ => PALE.towards(STRONG, (number - low).ln_1p() / (high - low).max(1.0).ln_1p()),
        }
    }

    /// Draws the legend of the colours; returns its right end.
    fn legend(&self, scene: &mut Scene, top: f64, language: Language) -> f64 {
        let count = |wanted: fn(&Cell) -> bool| self.table.cells.iter().any(wanted);
        let mut entries: Vec<(Colour, String, Message)> = Vec::new();
        let mut add = |colour: Colour, sign: &str, words: Message| entries.push((colour, sign.into(), words));
        if self.table.quantity == Quantity::Outcome {
            for (colour, letter, words) in [
                (WON, "N", message!("the player to move wins")),
                (LOST, "P", message!("the other player wins")),
                (DRAWN, "D", message!("draw")),
            ] {
                if self.table.cells.contains(&Cell::Letter(letter)) {
                    add(colour, letter, words);
                }
            }
        } else if self.scale.0 <= self.scale.1 {
            let (low, high) = self.scale;
            if self.table.quantity == Quantity::Grundy && low == 0.0 {
                add(LOST, "0", message!("lost for the player to move"));
            }
            let low = if self.table.quantity == Quantity::Grundy { low.max(1.0) } else { low };
            if low <= high {
                add(self.shade(low), "", Message::text(low.to_string()));
            }
            if low < high {
                add(self.shade((low + high) / 2.0), "", Message::text("..."));
                add(self.shade(high), "", Message::text(high.to_string()));
            }
        }
        if count(|cell| *cell == Cell::Unknown) {
            add(UNKNOWN, "?", message!("not known"));
        }
        if count(|cell| *cell == Cell::None) {
            add(NOTHING, "-", message!("has no such value"));
        }
        let mut x = MARGIN;
        let indices = || (0..self.table.cells.len()).filter(|_| self.overlay.is_some());
        for (rule_mark, words) in [
            (RuleMark::Lost, message!("lost, says the rule")),
            (RuleMark::Begins, message!("the period begins")),
            (RuleMark::Wrong, message!("the rule is wrong")),
        ] {
            if indices().any(|index| self.rule_mark(index) == Some(rule_mark)) {
                let next = scene.add_key((x, top), None, "", &render(&words, language));
                mark(scene, rule_mark, (x, top), 16.0, Colour::INK);
                x = next;
            }
        }
        for (colour, sign, words) in entries {
            x = scene.add_key((x, top), Some(colour), &sign, &render(&words, language));
        }
        x
    }
}

/// Draws what a rule says into a cell: a ring if it is lost, a cross if the table contradicts it, a bar where a period
/// begins.
fn mark(scene: &mut Scene, rule_mark: RuleMark, at: (f64, f64), side: f64, ink: Colour) {
    let width = (side / 14.0).clamp(0.6, 2.0);
    let inner = side * 0.14;
    let (left, top, right, bottom) = (at.0 + inner, at.1 + inner, at.0 + side - inner, at.1 + side - inner);
    match rule_mark {
        RuleMark::Lost => scene.marks.push(Mark::Disc {
            at: (at.0 + side / 2.0, at.1 + side / 2.0),
            radius: side * 0.4,
            fill: None,
            stroke: Some(Stroke::solid(ink, width)),
        }),
        RuleMark::Wrong => {
            for (from, to) in [((left, top), (right, bottom)), ((left, bottom), (right, top))] {
                scene.add_line(from, to, Stroke::solid(Colour::INK, width * 1.4));
            }
        }
        RuleMark::Begins => scene.add_line(at, (at.0, at.1 + side), Stroke::solid(Colour::INK, width * 1.6)),
    }
}

/// Returns the number for shading; values too large to be exact are approximated.
fn shade_value(cell: &Cell) -> Option<f64> {
    match cell {
        Cell::Number(int) => int.to_string().parse().ok(),
        _ => None,
    }
}

/// Returns the step between heads such that each has this many cells: 1, 2, 5, 10, 20, 50 …
fn step(cells: f64) -> usize {
    let mut size = 1;
    loop {
        for factor in [1, 2, 5] {
            if (size * factor) as f64 >= cells || size >= 1_000_000 {
                return size * factor;
            }
        }
        size *= 10;
    }
}

fn words(quantity: Quantity) -> Message {
    match quantity {
        Quantity::Grundy => message!("Grundy values"),
        Quantity::Outcome => message!("who wins"),
        Quantity::Remoteness => message!("moves to the end"),
        Quantity::Score => message!("score of the player to move"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Layout, Range};
    use grundy_rules::{Instance, read};
    use grundy_solve::{Budget, Solver};
    use std::sync::Arc;

    fn table(rules: &str, ranges: &[&str], quantity: Quantity) -> Table {
        let instance = Arc::new(Instance::new(read(rules).unwrap(), vec![]).unwrap());
        let ranges: Vec<Range> = ranges.iter().map(|range| range.parse().unwrap()).collect();
        let layout = Layout::new(&instance, &ranges, None).unwrap();
        let mut solver = Solver::new(instance.clone(), instance.compound().unwrap(), Budget::default()).unwrap();
        let found: Vec<_> = solver.evaluate(layout.positions(), quantity).into_iter().map(Result::unwrap).collect();
        layout.fill(quantity, &found)
    }

    const NIM: &str = "game nim(n) title \"<Nim>\" move take(k in 1..n) -> n - k";

    #[test]
    fn every_cell_is_drawn_with_its_value() {
        let table = table(NIM, &["0..9", "0..9"], Quantity::Grundy);
        let svg = TablePicture::new(&table, None).scene(Language::English).svg();
        // Ten are lost: one row per heap, and the legend.
        assert_eq!(svg.matches(&LOST.to_string()).count(), 11, "{svg}");
        assert!(svg.contains("&lt;Nim&gt;: Grundy values") && svg.contains(">15</text>"), "{svg}");
    }

    #[test]
    fn long_lines_are_folded_and_small_cells_have_no_text() {
        let table = table(NIM, &["5..104"], Quantity::Outcome);
        let picture = TablePicture::new(&table, Some(4));
        assert_eq!((picture.columns, picture.rows, picture.row_head(1)), (20, 5, "25".to_owned()));
        let scene = picture.scene(Language::English);
        let cells = scene.marks.iter().filter(|mark| matches!(mark, Mark::Box { size: (4.0, 4.0), .. })).count();
        assert_eq!(cells, 100);
        assert!(
            scene.marks.iter().all(|mark| !matches!(mark, Mark::Words { size, .. } if *size < limits::MIN_FONT_SIZE))
        );
        assert!(scene.png(1.0).is_some());
    }

    #[test]
    fn the_three_outcomes_differ_in_print_without_colours() {
        let grey = |colour: Colour| 299 * u32::from(colour.0) + 587 * u32::from(colour.1) + 114 * u32::from(colour.2);
        let mut greys = [WON, DRAWN, LOST].map(grey);
        greys.sort_unstable();
        assert!(greys[0] + 40_000 < greys[1] && greys[1] + 40_000 < greys[2], "{greys:?}");
    }

    #[test]
    fn a_rule_is_drawn_over_the_table_and_its_mistakes_are_seen() {
        let table = table("game bash(n) move take(k in 1..min(3, n)) -> n - k", &["0..9"], Quantity::Outcome);
        let rule = Overlay::Lost((0..10).map(|n| Some(n % 4 == 0 || n == 9)).collect());
        let picture = TablePicture::new(&table, None).with_rule(&rule);
        let marks: Vec<Option<RuleMark>> = (0..10).map(|index| picture.rule_mark(index)).collect();
        assert_eq!(
            [marks[0], marks[1], marks[4], marks[9]],
            [Some(RuleMark::Lost), None, Some(RuleMark::Lost), Some(RuleMark::Wrong)]
        );
        let rings =
            picture.scene(Language::English).marks.iter().filter(|mark| matches!(mark, Mark::Disc { .. })).count();
        // Three in the table, one in the legend.
        assert_eq!(rings, 4);
    }

    #[test]
    fn heads_are_omitted_if_they_do_not_fit() {
        assert_eq!([0.3, 1.0, 1.2, 3.0, 7.0, 30.0].map(step), [1, 1, 2, 5, 10, 50]);
    }
}
