//! A position as a board for people who play: grids as rows with their numbers, strips with places, heaps as stones.
//!
//! In: a game and a position. Out: lines of text. What has no picture is written as everywhere else. Places are counted
//! from 0, as the moves of a game name them. Wrong tool if the text is to be parsed: see `Instance::print_position`.

use crate::limits;
use grundy_message::{Message, message};
use grundy_rules::game::Type;
use grundy_rules::text::print_value;
use grundy_rules::{Game, Instance, Part, Position, Value};
use unicode_width::UnicodeWidthStr;

/// Returns the position as lines.
///
/// ```
/// use grundy_rules::{Instance, read};
/// let nim = Instance::new(read("game nim(n) move take(k in 1..n) -> n - k").unwrap(), vec![]).unwrap();
/// let position = nim.parse_line("3 1", None).unwrap();
/// assert_eq!(grundy_view::board_text::lines(&nim, &position)[1].to_string(), "2:  1  o");
/// ```
pub fn lines(instance: &Instance, position: &Position) -> Vec<Message> {
    let parts = &position.parts;
    if parts.is_empty() || parts.len() > limits::MAX_TEXT_PARTS {
        let unmoved = Position { mover: None, parts: parts.clone() };
        return vec![Message::text(instance.print_position(&unmoved))];
    }
    let room = parts.len().to_string().len();
    let mut lines = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let label = match parts.len() {
            1 => String::new(),
            _ => format!("{:>room$}:  ", index + 1),
        };
        let Some(part) = part else {
            lines.push(message!("{label}nothing", label));
            continue;
        };
        for (row, line) in part_lines(instance, part).into_iter().enumerate() {
            let before = if row == 0 { label.clone() } else { " ".repeat(label.len()) };
            lines.push(Message::text((before + &line).trim_end()));
        }
    }
    lines
}

fn part_lines(instance: &Instance, part: &Part) -> Vec<String> {
    let game = instance.game();
    match (part.as_slice(), game.components.as_slice()) {
        ([value], [component]) => {
            let may_be_heap = !game.givens.iter().any(|given| is_graph(&given.ty));
            value_lines(game, &component.ty, value, may_be_heap).unwrap_or_else(|| vec![instance.print_part(part)])
        }
        (values, components) => {
            let mut lines = Vec::new();
            for (value, component) in values.iter().zip(components) {
                match value_lines(game, &component.ty, value, false) {
                    Some(drawn) => {
                        lines.push(format!("{}:", component.name));
                        lines.extend(drawn.into_iter().map(|line| format!("  {line}")));
                    }
                    None => lines.push(format!("{} = {}", component.name, print_value(game, &component.ty, value))),
                }
            }
            lines
        }
    }
}

/// Returns whether a type is that of a graph: lists of lists usually are, and numbers are their nodes.
fn is_graph(ty: &Type) -> bool {
    matches!(ty, Type::List(inner, _) if matches!(**inner, Type::List(..) | Type::Set(_) | Type::Bag(_)))
}

/// Draws a value; `None` if it has no picture. A number is a heap if no given exists that it might point into.
fn value_lines(game: &Game, ty: &Type, value: &Value, may_be_heap: bool) -> Option<Vec<String>> {
    match (ty, value) {
        (Type::Int { high: None, .. }, Value::Int(stones)) if may_be_heap => {
            let count = stones.to_usize().filter(|count| *count <= limits::MAX_TEXT_STONES)?;
            Some(vec![format!("{count}  {}", "o".repeat(count))])
        }
        (_, Value::List(rows)) => {
            let grid: Option<Vec<Vec<&str>>> = rows.iter().map(|row| cells(game, row.as_elements()?)).collect();
            match grid {
                Some(grid) if !grid.is_empty() => grid_lines(&grid),
                _ => strip_lines(&cells(game, rows)?),
            }
        }
        _ => None,
    }
}

/// Returns the symbols of a row, if each is one character.
fn cells<'a>(game: &'a Game, row: &[Value]) -> Option<Vec<&'a str>> {
    let cell = |value: &Value| match value {
        Value::Symbol(symbol) => Some(game.symbol_name(*symbol)).filter(|name| name.chars().count() == 1),
        _ => None,
    };
    row.iter().map(cell).collect()
}

fn grid_lines(grid: &[Vec<&str>]) -> Option<Vec<String>> {
    let columns = grid[0].len();
    if columns == 0 || grid.iter().any(|row| row.len() != columns) {
        return None;
    }
    let width = (columns - 1).to_string().len();
    let margin = (grid.len() - 1).to_string().len();
    let numbers: Vec<String> = (0..columns).map(|column| format!("{column:>width$}")).collect();
    let mut lines = vec![format!("{:margin$}  {}", "", numbers.join(" "))];
    for (index, row) in grid.iter().enumerate() {
        let cells: Vec<String> = row.iter().map(|cell| pad(cell, width)).collect();
        lines.push(format!("{index:>margin$}  {}", cells.join(" ")));
    }
    Some(lines)
}

fn strip_lines(strip: &[&str]) -> Option<Vec<String>> {
    if strip.is_empty() || strip.len() > limits::MAX_TEXT_STRIP {
        return None;
    }
    let width = (strip.len() - 1).to_string().len();
    let row = |cells: Vec<String>| cells.join(" ");
    let numbers = row((0..strip.len()).map(|index| format!("{index:>width$}")).collect());
    Some(vec![row(strip.iter().map(|cell| pad(cell, width)).collect()), numbers])
}

fn pad(cell: &str, width: usize) -> String {
    format!("{}{cell}", " ".repeat(width.saturating_sub(cell.width())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::read;

    #[track_caller]
    fn check(rules: &str, position: &str, expect: &[&str]) {
        let instance = Instance::new(read(rules).unwrap(), vec![]).unwrap();
        let position = instance.parse_line(position, None).unwrap();
        let shown: Vec<String> = lines(&instance, &position).iter().map(ToString::to_string).collect();
        assert_eq!(shown, expect);
    }

    #[test]
    fn boards_have_numbers_at_their_sides() {
        let board =
            "game b(g: [{'.', 'X'}; 2, 3]) move put(i in 0..1, j in 0..2) if g[i, j] == '.' -> with g[i, j] = 'X'";
        check(board, "X../..X", &["   0 1 2", "0  X . .", "1  . . X"]);
    }

    #[test]
    fn strips_have_their_places_below() {
        let strip = "game s(row: [{'T', '.'}]) move put(i in 0..len(row) - 1) if row[i] == '.' -> with row[i] = 'T'";
        check(strip, "T.T", &["T . T", "0 1 2"]);
        check(strip, "T.T ..", &["1:  T . T", "    0 1 2", "2:  . .", "    0 1"]);
    }

    #[test]
    fn numbers_that_point_into_something_given_are_no_heaps() {
        let token = "game t(v) given next: [[int]] = [[1], []] move go(u in next[v]) -> u";
        check(token, "0", &["0"]);
        check("game nim(n) move take(k in 1..n) -> n - k", "100", &["100"]);
        check("game w(a, b) move left(k in 1..a) -> (a - k, b)", "3,5", &["a = 3", "b = 5"]);
    }
}
