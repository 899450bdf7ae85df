//! Boards of games whose positions are lists: strips, grids, rows of stones, coins on a strip, digits, pits.

use super::numbers::{StoneLook, initial, stones};
use super::{PartPicture, Shape, ShapeKind, Subject, elements, low, number, sequence};
use crate::limits;
use grundy_rules::game::Type;
use grundy_rules::{Part, Value as GameValue};

const CELL: f64 = 44.0;

/// Returns the index of the component that is a list.
pub(super) fn list_index(subject: &Subject) -> Option<usize> {
    index_of(subject, |ty| sequence(ty).is_some())
}

/// Returns the index of the component that is a board.
pub(super) fn grid_index(subject: &Subject) -> Option<usize> {
    index_of(subject, |ty| sequence(ty).and_then(sequence).is_some())
}

fn index_of(subject: &Subject, fits: impl Fn(&Type) -> bool) -> Option<usize> {
    subject.game.components.iter().position(|component| fits(&component.ty))
}

/// A cell of a board: where and how it is drawn.
struct Cell {
    component: usize,
    id: String,
    at: (f64, f64),
    size: f64,
    look: &'static str,
}

fn cell_shapes(shapes: &mut Vec<Shape>, subject: &Subject, value: &GameValue, cell: Cell) {
    let symbol = subject.show(value);
    let is_blocked = symbol == "#";
    let (x, y) = cell.at;
    let frame = Shape::new(ShapeKind::Cell, x, y).size(cell.size, cell.size);
    let label = format!("{}: {symbol}", cell.id);
    shapes.push(frame.id(cell.id).look(if is_blocked { "full" } else { cell.look }).label(label));
    if symbol == "." || is_blocked {
        return;
    }
    let disc = Shape::new(ShapeKind::Disc, x + cell.size / 2.0, y + cell.size / 2.0).radius(cell.size * 0.36);
    let look = subject.look(&symbol, cell.component);
    shapes.push(disc.look(look).text(symbol));
}

fn shade(index: usize) -> &'static str {
    if index % 2 == 1 { "dark" } else { "light" }
}

pub(super) fn strip(subject: &Subject, part: &Part) -> Option<PartPicture> {
    let component = list_index(subject)?;
    let list = elements(part.get(component));
    if list.len() > limits::MAX_LIST_ELEMENTS {
        return None;
    }
    let size = if list.len() > 14 { 32.0 } else { CELL };
    let mut shapes = Vec::new();
    for (at, value) in list.iter().enumerate() {
        let index = (4.0 + at as f64 * size, 4.0);
        let cell = Cell { component, id: at.to_string(), at: index, size, look: shade(at) };
        cell_shapes(&mut shapes, subject, value, cell);
    }
    let notes = subject.notes_beside(part, component);
    Some(PartPicture { width: list.len().max(1) as f64 * size + 8.0, height: size + 8.0, shapes, notes })
}

pub(super) fn grid(subject: &Subject, part: &Part) -> Option<PartPicture> {
    let component = grid_index(subject)?;
    let rows = elements(part.get(component));
    let columns = rows.iter().map(|row| elements(Some(row)).len()).max().unwrap_or(0);
    let longest = rows.len().max(columns);
    if longest > 100 {
        return None;
    }
    let size = (420.0 / longest.max(1) as f64).clamp(22.0, 64.0);
    let mut shapes = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        for (j, value) in elements(Some(row)).iter().enumerate() {
            let at = (4.0 + j as f64 * size, 4.0 + i as f64 * size);
            let cell = Cell { component, id: format!("{i},{j}"), at, size, look: shade(i + j) };
            cell_shapes(&mut shapes, subject, value, cell);
        }
    }
    let notes = subject.notes_beside(part, component);
    let (width, height) = (columns.max(1) as f64 * size + 8.0, rows.len().max(1) as f64 * size + 8.0);
    Some(PartPicture { width, height, shapes, notes })
}

/// Draws Dots and Boxes: lines across and lines down between dots.
pub(super) fn boxes(subject: &Subject, part: &Part) -> Option<PartPicture> {
    let (across, down) = (elements(part.first()), elements(part.get(1)));
    let wide = across.first().map_or(0, |row| elements(Some(row)).len());
    if across.len().max(down.len()).max(wide) > 40 {
        return None;
    }
    let size = 64.0;
    let index = |at: usize| 16.0 + at as f64 * size;
    let mut shapes = Vec::new();
    for (direction, rows, reach, sign) in [(0, across, (size, 0.0), '—'), (1, down, (0.0, size), '|')] {
        for (i, row) in rows.iter().enumerate() {
            for (j, mark) in elements(Some(row)).iter().enumerate() {
                let look = if subject.show(mark) == "." { "faint" } else { "drawn" };
                let edge = Shape::new(ShapeKind::Edge, index(j), index(i)).size(reach.0, reach.1).look(look);
                shapes.push(edge.id(format!("{direction}:{i},{j}")).label(format!("{i}, {j} {sign}")));
            }
        }
    }
    for i in 0..across.len() {
        for j in 0..=wide {
            shapes.push(Shape::new(ShapeKind::Node, index(j), index(i)).radius(5.0).look("dot"));
        }
    }
    let height = across.len().saturating_sub(1) as f64 * size + 32.0;
    Some(PartPicture { width: wide as f64 * size + 32.0, height, shapes, notes: Vec::new() })
}

/// Draws coins on a strip, given by their places.
pub(super) fn coins(subject: &Subject, part: &Part) -> Option<PartPicture> {
    let indices: Vec<i64> = elements(part.first()).iter().filter_map(number).collect();
    if indices.len() < elements(part.first()).len()
        || indices.iter().any(|index| !(0..limits::MAX_STRIP_PLACES).contains(index))
    {
        return None;
    }
    let special = part.get(1).and_then(number).and_then(|at| indices.get(usize::try_from(at).ok()?)).copied();
    let inner = subject.game.components.first().and_then(|component| sequence(&component.ty));
    let first = i64::from(inner.and_then(low) == Some(1));
    let length = indices.iter().copied().max().unwrap_or(first).max(first) + 1;
    let size = if length > 16 { 30.0 } else { 40.0 };
    let left = |at: i64| 4.0 + (at - first) as f64 * size;
    let mut shapes = Vec::new();
    for at in first..length {
        let cell = Shape::new(ShapeKind::Cell, left(at), 4.0).size(size, size + 14.0).id(at.to_string());
        shapes.push(cell.look(shade(at as usize)).label(at.to_string()));
    }
    for at in first..length {
        let middle = left(at) + size / 2.0;
        shapes.push(Shape::new(ShapeKind::Text, middle, size + 11.0).text(at.to_string()).look("faint"));
        let here = indices.iter().filter(|index| **index == at).count();
        if here > 0 {
            let is_special = special == Some(at);
            let disc = Shape::new(ShapeKind::Disc, middle, 2.0 + size / 2.0).radius(size * 0.36);
            let text = if here > 1 { here.to_string() } else { if is_special { "$" } else { "" }.to_owned() };
            shapes.push(disc.look(if is_special { "second" } else { "first" }).text(text));
        }
    }
    Some(PartPicture { width: (length - first) as f64 * size + 8.0, height: size + 22.0, shapes, notes: Vec::new() })
}

pub(super) fn digits(subject: &Subject, part: &Part) -> PartPicture {
    let list = elements(part.first());
    let digit = |(at, value): (usize, &GameValue)| {
        let text = subject.show(value);
        let cell = Shape::new(ShapeKind::Cell, 4.0 + at as f64 * 50.0, 4.0).size(46.0, 58.0).id(at.to_string());
        cell.look("digit").label(text.clone()).text(text)
    };
    let shapes = list.iter().enumerate().map(digit).collect();
    let notes = subject.notes_beside(part, 0);
    PartPicture { width: list.len().max(1) as f64 * 50.0 + 4.0, height: 66.0, shapes, notes }
}

/// Draws a row of stones for each number of a list.
pub(super) fn rows(subject: &Subject, part: &Part) -> Option<PartPicture> {
    let component = list_index(subject)?;
    let list = elements(part.get(component));
    if list.len() > limits::MAX_LIST_ELEMENTS {
        return None;
    }
    let look = if subject.game.components[component].name == "rows" { StoneLook::Square } else { StoneLook::Stone };
    let mut shapes = Vec::new();
    let (mut y, mut max) = (0.0, 34.0);
    for (at, value) in list.iter().enumerate() {
        let text = subject.show(value);
        let (width, height) = match number(value).and_then(|heap| usize::try_from(heap).ok()) {
            Some(heap) if heap as i64 <= limits::MAX_ROW_STONES => {
                shapes.push(Shape::new(ShapeKind::Text, 12.0, y + 17.0).text(text).look("faint"));
                stones(&mut shapes, heap, y, &at.to_string(), 24.0, look)
            }
            _ => {
                let width = f64::max(90.0, text.chars().count() as f64 * 10.0 + 24.0);
                let cell = Shape::new(ShapeKind::Cell, 30.0, y + 2.0).size(width, 30.0).id(format!("{at}:0"));
                shapes.push(cell.text(text).look("tile"));
                (width + 6.0, 34.0)
            }
        };
        y += height;
        max = f64::max(max, width);
    }
    let notes = subject.notes_beside(part, component);
    Some(PartPicture { width: max + 30.0, height: f64::max(y, 34.0) + 2.0, shapes, notes })
}

/// Draws things that are there or not.
pub(super) fn switches(subject: &Subject, part: &Part) -> PartPicture {
    let list = elements(part.first());
    let switch = |(at, value): (usize, &GameValue)| {
        let index = (4.0 + (at % 8) as f64 * 46.0, 4.0 + (at / 8) as f64 * 46.0);
        let cell = Shape::new(ShapeKind::Cell, index.0, index.1).size(42.0, 42.0).id(at.to_string());
        let name = (at + 1).to_string();
        cell.look(if *value == GameValue::Bool(true) { "tile" } else { "off" }).label(name.clone()).text(name)
    };
    let shapes = list.iter().enumerate().map(switch).collect();
    let mut notes = subject.notes_beside(part, 0);
    let givens = subject.game.givens.iter().zip(subject.instance.givens());
    notes.extend(givens.map(|(given, value)| (given.name.clone(), subject.show(value))));
    let (width, height) = (list.len().clamp(1, 8) as f64 * 46.0 + 4.0, list.len().div_ceil(8).max(1) as f64 * 46.0);
    PartPicture { width, height: height + 4.0, shapes, notes }
}

/// Draws two rows of pits with seeds in them; the lower one is the mover's. Beside each row is its owner, and an arrow
/// shows that seeds are sown to the right below and to the left above.
pub(super) fn pits(subject: &Subject, part: &Part) -> PartPicture {
    let (mine, theirs) = (elements(part.first()), elements(part.get(1)));
    let wide = mine.len().max(theirs.len());
    let mut shapes = Vec::new();
    for (at, seeds) in theirs.iter().enumerate() {
        let pit = Shape::new(ShapeKind::Pit, 36.0 + (wide - 1 - at) as f64 * 64.0, 34.0).radius(26.0);
        shapes.push(pit.text(subject.show(seeds)).look("theirs"));
    }
    let name_of = |at: usize| subject.game.components.get(at).map_or("", |component| component.name.as_str());
    let name = name_of(0);
    let middle = 4.0 + wide.max(1) as f64 * 32.0;
    shapes.push(Shape::new(ShapeKind::Text, middle, -8.0).look("faint").text(format!("← {}", name_of(1))));
    shapes.push(Shape::new(ShapeKind::Text, middle, 142.0).look("faint").text(format!("{name} →")));
    for shape in &mut shapes {
        shape.at.1 += 18.0;
    }
    for (at, seeds) in mine.iter().enumerate() {
        let pit = Shape::new(ShapeKind::Pit, 36.0 + at as f64 * 64.0, 118.0).radius(26.0).id(at.to_string());
        let text = subject.show(seeds);
        shapes.push(pit.look("mine").label(format!("{name} {}: {text}", at + 1)).text(text));
    }
    PartPicture { width: wide.max(1) as f64 * 64.0 + 8.0, height: 170.0, shapes, notes: Vec::new() }
}

/// A board with walls, and the pieces that walk on it: the name of each and the indices of its row and column.
pub(super) struct Maze<'a> {
    walls: &'a [GameValue],
    pub(super) pieces: Vec<(String, usize, usize)>,
}

/// Returns the board that pieces walk on which are given by their rows and columns.
pub(super) fn maze<'a>(subject: &Subject<'a>) -> Option<Maze<'a>> {
    let is_board = |rows: &&[GameValue]| {
        let is_row = |row: &GameValue| {
            row.as_elements().is_some_and(|row| row.iter().all(|mark| matches!(mark, GameValue::Symbol(_))))
        };
        !rows.is_empty() && rows.len() <= 60 && rows.iter().all(is_row)
    };
    let walls = subject.instance.givens().iter().filter_map(GameValue::as_elements).find(is_board)?;
    let components = &subject.game.components;
    let pieces: Vec<(String, usize, usize)> = components
        .iter()
        .enumerate()
        .filter_map(|(index, component)| {
            let name = component.name.strip_suffix("_row").filter(|name| !name.is_empty())?;
            let column = components.iter().position(|other| other.name == format!("{name}_col"))?;
            Some((name.to_owned(), index, column))
        })
        .collect();
    (!pieces.is_empty()).then_some(Maze { walls, pieces })
}

/// Draws pieces that walk on a board with walls.
pub(super) fn walkers(subject: &Subject, part: &Part) -> Option<PartPicture> {
    let Maze { walls, pieces } = maze(subject)?;
    let size = 48.0;
    let mut shapes = Vec::new();
    for (i, row) in walls.iter().enumerate() {
        for (j, mark) in elements(Some(row)).iter().enumerate() {
            let mark = subject.show(mark);
            let cell = Shape::new(ShapeKind::Cell, 4.0 + j as f64 * size, 4.0 + i as f64 * size).size(size, size);
            let look = if mark == "#" { "full" } else { shade(i + j) };
            // The pieces show their starting cells; their goal is marked.
            let text = if mark == "F" { "F" } else { "" };
            shapes.push(cell.id(format!("{i},{j}")).look(look).text(text).label(format!("{i}, {j}")));
        }
    }
    for (at, (name, row, column)) in pieces.iter().enumerate() {
        let (Some(i), Some(j)) = (part.get(*row).and_then(number), part.get(*column).and_then(number)) else {
            continue;
        };
        let middle = |at: i64| 4.0 + (at as f64 + 0.5) * size;
        let disc = Shape::new(ShapeKind::Disc, middle(j), middle(i)).radius(17.0);
        shapes.push(disc.look(if at == 0 { "first" } else { "second" }).text(initial(name)));
    }
    let columns = walls.iter().map(|row| elements(Some(row)).len()).max().unwrap_or(0);
    let (width, height) = (columns as f64 * size + 8.0, walls.len() as f64 * size + 8.0);
    Some(PartPicture { width, height, shapes, notes: Vec::new() })
}
