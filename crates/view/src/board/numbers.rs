//! Boards of games whose positions are numbers: heaps, sheets, points of a quarter-plane, windows on a list, pieces on
//! a row.

use super::{PartPicture, Shape, ShapeKind, Subject, declared, elements, low, number};
use crate::limits;
use grundy_rules::game::Type;
use grundy_rules::{Part, Value as GameValue};

const PITCH: f64 = 34.0;
const RADIUS: f64 = 13.0;
const A_ROW: usize = 12;
const CELL: f64 = 30.0;

/// Returns the indices of the components that are heaps: numbers that play is about. Those with a default only keep
/// count.
pub(super) fn heap_indices(subject: &Subject) -> Vec<usize> {
    let components = &subject.game.components;
    let numbers = || (0..components.len()).filter(|at| matches!(components[*at].ty, Type::Int { .. }));
    let counts = |at: &usize| {
        let declared = declared(subject.game, &components[*at]);
        declared.split([',', ')']).next().is_some_and(|own| own.contains('='))
    };
    let heaps: Vec<usize> =
        numbers().filter(|at| low(&components[*at].ty).is_some_and(|low| low <= 1) && !counts(at)).collect();
    if heaps.is_empty() { numbers().take(1).collect() } else { heaps }
}

/// How the stones of a heap are drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum StoneLook {
    Stone,
    Square,
}

/// Draws the stones of one heap, from `y` down, and returns their width and height.
pub(super) fn stones(
    shapes: &mut Vec<Shape>,
    count: usize,
    y: f64,
    id: &str,
    left: f64,
    look: StoneLook,
) -> (f64, f64) {
    let row = if count > A_ROW { A_ROW.min((count as f64 * 2.0).sqrt().ceil() as usize) } else { A_ROW };
    let kind = if look == StoneLook::Square { ShapeKind::Square } else { ShapeKind::Stone };
    for stone in 0..count {
        let x = left + RADIUS + 4.0 + (stone % row) as f64 * PITCH;
        let y = y + RADIUS + 4.0 + (stone / row) as f64 * PITCH;
        let shape = Shape::new(kind, x, y).id(format!("{id}:{stone}")).radius(RADIUS);
        shapes.push(shape.label((stone + 1).to_string()));
    }
    if count == 0 {
        let frame = Shape::new(ShapeKind::Box, left + 4.0, y + 4.0).size(RADIUS * 2.0, RADIUS * 2.0);
        shapes.push(frame.look("empty"));
    }
    (count.min(row).max(1) as f64 * PITCH, count.div_ceil(row).max(1) as f64 * PITCH)
}

pub(super) fn heaps(subject: &Subject, part: &Part) -> PartPicture {
    let mut picture = PartPicture::default();
    let indices = heap_indices(subject);
    let (mut y, mut max) = (0.0, PITCH);
    for (index, value) in part.iter().enumerate() {
        let is_heap = indices.contains(&index);
        match number(value).and_then(|count| usize::try_from(count).ok()).filter(|_| is_heap) {
            Some(count) if count as i64 <= limits::MAX_STONES => {
                let (width, height) = stones(&mut picture.shapes, count, y, &index.to_string(), 0.0, StoneLook::Stone);
                y += height;
                max = f64::max(max, width);
            }
            // Numbers of any size are heaps, too.
            _ if is_heap && value.as_int().is_some_and(|int| !int.to_string().starts_with('-')) => {
                let text = subject.show(value);
                let width = f64::max(110.0, text.chars().count() as f64 * 10.0 + 24.0);
                let frame = Shape::new(ShapeKind::Box, 4.0, y + 4.0).size(width, 40.0).look("number");
                picture.shapes.push(frame.text(text).id(format!("{index}:0")));
                y += 52.0;
                max = f64::max(max, width + 10.0);
            }
            _ => {
                let name = subject.game.components.get(index).map(|component| component.name.clone());
                picture.notes.push((name.unwrap_or_default(), subject.show(value)));
            }
        }
    }
    if picture.shapes.is_empty() && picture.notes.is_empty() {
        picture.notes.push((String::new(), "0".to_owned()));
    }
    PartPicture { width: max + 2.0, height: f64::max(y, PITCH) + 2.0, ..picture }
}

/// Draws a sheet to be cut along its lines.
pub(super) fn sheet(part: &Part) -> Option<PartPicture> {
    let side = |at: usize| part.get(at).and_then(number).filter(|side| (0..=limits::MAX_SHEET_SIDE).contains(side));
    let (w, h) = (side(0)?, side(1)?);
    let size = (420.0 / w.max(h).max(1) as f64).clamp(10.0, CELL);
    let (width, height) = (w as f64 * size, h as f64 * size);
    let mut shapes = vec![Shape::new(ShapeKind::Box, 6.0, 6.0).size(width, height).look("paper")];
    for i in 1..w {
        let cut = Shape::new(ShapeKind::Cut, 6.0 + i as f64 * size, 6.0).id(format!("v{i}"));
        shapes.push(cut.size(0.0, height).label(i.to_string()));
    }
    for j in 1..h {
        let cut = Shape::new(ShapeKind::Cut, 6.0, 6.0 + j as f64 * size).id(format!("h{j}"));
        shapes.push(cut.size(width, 0.0).label(j.to_string()));
    }
    let notes = vec![(String::new(), format!("{w} × {h}"))];
    Some(PartPicture { width: width + 12.0, height: height + 12.0, shapes, notes })
}

/// Draws a piece on a quarter-plane.
pub(super) fn point(part: &Part) -> Option<PartPicture> {
    // Farther away the picture would be too large.
    let side = |at: usize| part.get(at).and_then(number).filter(|side| (0..=40).contains(side));
    let (x, y) = (side(0)?, side(1)?);
    let size = if x.max(y) > 16 { 16.0 } else { CELL };
    let (across, down) = (x + 2, y + 2);
    let mut shapes = Vec::new();
    for j in 0..down {
        for i in 0..across {
            let cell = Shape::new(ShapeKind::Cell, 4.0 + i as f64 * size, 4.0 + j as f64 * size).size(size, size);
            let look = if (i + j) % 2 == 1 { "dark" } else { "light" };
            shapes.push(cell.id(format!("{i},{j}")).look(look).label(format!("{i}, {j}")));
        }
    }
    let middle = |at: i64| 4.0 + (at as f64 + 0.5) * size;
    shapes.push(Shape::new(ShapeKind::Disc, middle(x), middle(y)).radius(size * 0.36).look("first"));
    let notes = vec![(String::new(), format!("{x}, {y}"))];
    Some(PartPicture { width: across as f64 * size + 8.0, height: down as f64 * size + 8.0, shapes, notes })
}

/// Returns the list that numbers of the position point into.
pub(super) fn window_list<'a>(subject: &Subject<'a>) -> Option<&'a [GameValue]> {
    let mut lists = subject.referenced_lists().map(|(_, given)| given);
    lists.find_map(|given| given.as_elements().filter(|list| list.iter().all(|element| number(element).is_some())))
}

/// Returns the piles of the list that are left: the first and the last.
pub(super) fn window(subject: &Subject, part: &Part, length: i64) -> (i64, i64) {
    let from = part.first().and_then(number).unwrap_or(0);
    let second = subject.game.components.get(1);
    let is_end = second.is_some_and(|second| {
        let declared = declared(subject.game, second);
        declared.strip_prefix(second.name.as_str()).is_some_and(|rest| rest.starts_with(" in -1.."))
    });
    let end = part.get(1).and_then(number).filter(|_| is_end);
    (from, end.unwrap_or(length - 1))
}

/// Draws a row of piles of which the middle or the end is left.
pub(super) fn piles(subject: &Subject, part: &Part) -> Option<PartPicture> {
    let list = window_list(subject).filter(|list| list.len() <= 400)?;
    let (from, to) = window(subject, part, list.len() as i64);
    let pile = |(index, value): (usize, &GameValue)| {
        let is_left = (from..=to).contains(&(index as i64));
        let cell = Shape::new(ShapeKind::Cell, 4.0 + index as f64 * 46.0, 4.0).size(42.0, 42.0);
        let text = subject.show(value);
        cell.id(index.to_string()).look(if is_left { "tile" } else { "off" }).label(text.clone()).text(text)
    };
    let shapes: Vec<Shape> = list.iter().enumerate().map(pile).collect();
    // The ends of the window are drawn; other numbers become notes.
    let components = subject.game.components.iter().zip(part.iter());
    let notes = components
        .filter(|(component, _)| component.name != "i" && component.name != "j")
        .map(|(component, value)| (component.name.clone(), subject.show(value)));
    Some(PartPicture { width: list.len().max(1) as f64 * 46.0 + 4.0, height: 50.0, shapes, notes: notes.collect() })
}

/// Returns the number of cells of the row that two numbers of the position walk on.
pub(super) fn row_length(subject: &Subject) -> Option<i64> {
    let [first, second] = subject.game.components.as_slice() else { return None };
    let bound = |component: &grundy_rules::game::Component| {
        let rest = declared(subject.game, component).strip_prefix(component.name.as_str())?.strip_prefix(" in 1..")?;
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        Some(rest[..end].to_owned()).filter(|name| !name.is_empty())
    };
    let name = bound(first)?;
    if bound(second)? != name {
        return None;
    }
    subject.given(&name).and_then(number).filter(|length| (1..=40).contains(length))
}

/// Draws two pieces on a row.
pub(super) fn row(subject: &Subject, part: &Part) -> Option<PartPicture> {
    let length = row_length(subject)?;
    let mut shapes = Vec::new();
    for index in 1..=length {
        let cell = Shape::new(ShapeKind::Cell, 4.0 + (index - 1) as f64 * 38.0, 4.0).size(38.0, 38.0);
        let look = if index % 2 == 1 { "light" } else { "dark" };
        shapes.push(cell.id(index.to_string()).look(look).label(index.to_string()));
    }
    for (piece, value) in part.iter().enumerate() {
        let Some(at) = number(value).filter(|at| (1..=length).contains(at)) else { continue };
        let disc = Shape::new(ShapeKind::Disc, 4.0 + (at as f64 - 0.5) * 38.0, 23.0).radius(14.0);
        let look = if piece == 0 { "first" } else { "second" };
        shapes.push(disc.look(look).text(initial(&subject.game.components[piece].name)));
    }
    Some(PartPicture { width: length as f64 * 38.0 + 8.0, height: 46.0, shapes, notes: Vec::new() })
}

/// Returns the first character of a name, as a capital.
pub(super) fn initial(name: &str) -> String {
    name.chars().take(1).flat_map(char::to_uppercase).collect()
}

/// Draws values as text, for games that fit no other board.
pub(super) fn tiles(subject: &Subject, part: &Part) -> PartPicture {
    let mut shapes = Vec::new();
    let mut x = 4.0;
    for (index, (value, component)) in part.iter().zip(&subject.game.components).enumerate() {
        let text = subject.show(value);
        let width = (text.chars().count() as f64 * 10.0 + 24.0).clamp(56.0, 450.0);
        let head = Shape::new(ShapeKind::Text, x + width / 2.0, 14.0).look("faint");
        shapes.push(head.text(component.name.clone()));
        let cell = Shape::new(ShapeKind::Cell, x, 22.0).size(width, 42.0).id(index.to_string()).look("tile");
        shapes.push(cell.label(format!("{} {text}", component.name)).text(text));
        x += width + 8.0;
    }
    let count = elements(part.first()).len();
    let long = subject.game.components.len() == 1 && count > 40;
    let notes = if long { vec![("len".to_owned(), count.to_string())] } else { Vec::new() };
    PartPicture { width: f64::max(x, 60.0), height: 70.0, shapes, notes }
}
