//! What moves touch: the shapes of a board that a move changes, and those that a player presses who means this move.
//!
//! In: a position and a move of it. Out: names of shapes, as the drawing gives them. What changes is found by comparing
//! the parts before and after the move; the kind of board determines which shapes show the difference.

use super::{BoardPicture, Kind, Subject, elements, lists, number, numbers};
use crate::limits;
use grundy_rules::game::Type;
use grundy_rules::{Instance, Move, Part, Position, Step, Value};
use std::fmt::Display;

/// What a move touches: names of shapes, each as `part/id`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Touches {
    /// Every shape that the move changes.
    pub all: Vec<String>,
    /// The shapes that the move begins with, if they can be told apart.
    pub first: Vec<String>,
}

impl Touches {
    /// Touches these shapes, all of which begin the move.
    fn whole(ids: impl IntoIterator<Item = impl Display>) -> Touches {
        let all: Vec<String> = ids.into_iter().map(|id| id.to_string()).collect();
        Touches { first: all.clone(), all }
    }

    /// Touches these shapes; the move begins with `preferred` if that is one of them, else with the first.
    fn beginning(ids: impl IntoIterator<Item = impl Display>, preferred: Option<String>) -> Touches {
        let all: Vec<String> = ids.into_iter().map(|id| id.to_string()).collect();
        let first = preferred.filter(|id| all.contains(id)).or_else(|| all.first().cloned());
        Touches { first: first.into_iter().collect(), all }
    }
}

impl BoardPicture {
    /// Returns what a move of this position touches.
    pub fn touches(&self, instance: &Instance, position: &Position, step: &Step) -> Touches {
        let subject = Subject { instance, game: instance.game(), sample: position.in_play().next() };
        let mut touches = Touches::default();
        for (index, mv) in &step.moves {
            let Some(Some(part)) = position.parts.get(*index) else { continue };
            let own = of_part(&subject, self.kind, part, mv);
            let named = |ids: Vec<String>| ids.into_iter().map(move |id| format!("{index}/{id}"));
            touches.all.extend(named(own.all));
            touches.first.extend(named(own.first));
        }
        touches
    }
}

fn of_part(subject: &Subject, kind: Kind, part: &Part, mv: &Move) -> Touches {
    // Boards on which pieces walk show one part after the move.
    let to = mv.to.first();
    match (kind, to) {
        (Kind::Heaps, _) => heaps(subject, part, mv),
        (Kind::Strip, _) => strip(subject, part, mv),
        (Kind::Rows, _) => rows(subject, part, mv),
        (Kind::Coins, _) => coins(part, to),
        (Kind::Pits, _) => Touches::whole(chosen(mv).take(1)),
        (Kind::Digits, _) => Touches::beginning(changed(elements(part.first()), list(to)), None),
        (Kind::Switches, _) => Touches::whole(changed(elements(part.first()), list(to))),
        (Kind::Edges, _) => {
            let all = changed(elements(part.first()), list(to));
            let pressed = chosen(mv).find(|at| usize::try_from(*at).is_ok_and(|at| all.contains(&at)));
            Touches::beginning(all, pressed.map(|at| at.to_string()))
        }
        (_, None) => Touches::default(),
        (Kind::Piles, Some(to)) => piles(subject, part, to),
        (Kind::Sheet, Some(to)) => {
            let is_across = to.get(1) == part.get(1) && to.first() != part.first();
            let (letter, at) = if is_across { ('v', to.first()) } else { ('h', to.get(1)) };
            Touches::whole(at.and_then(number).map(|at| format!("{letter}{at}")))
        }
        (Kind::Point, Some(to)) => Touches::whole(pair(to, 0, 1)),
        (Kind::Row, Some(to)) => {
            let moved = changed(part, to);
            let places = |at: &usize| [&part[*at], &to[*at]].into_iter().filter_map(number).collect::<Vec<i64>>();
            let first = moved.iter().filter_map(|at| number(&to[*at])).map(|place| place.to_string());
            let Touches { all, .. } = Touches::whole(moved.iter().flat_map(places));
            Touches { all, first: first.collect() }
        }
        (Kind::Tiles, Some(to)) => Touches { first: Vec::new(), ..Touches::whole(changed(part, to)) },
        (Kind::Tokens, Some(to)) => Touches::whole(changed(part, to).into_iter().filter_map(|at| number(&to[at]))),
        (Kind::Walkers, Some(to)) => {
            let pieces = lists::maze(subject).map(|maze| maze.pieces).unwrap_or_default();
            let has_moved =
                |row: usize, column: usize| to.get(row) != part.get(row) || to.get(column) != part.get(column);
            let moved = pieces.into_iter().filter(|(_, row, column)| has_moved(*row, *column));
            Touches::whole(moved.filter_map(|(_, row, column)| pair(to, row, column)))
        }
        (Kind::Boxes, Some(to)) => {
            let sides = part.iter().zip(to.iter()).enumerate();
            Touches::whole(sides.flat_map(|(side, (before, after))| {
                cells_changed(before, after).into_iter().map(move |(i, j)| format!("{side}:{i},{j}"))
            }))
        }
        (Kind::Grid, Some(to)) => grid(subject, part, to, mv),
    }
}

/// Returns the choices of a move that are numbers, in the order of the rules.
fn chosen(mv: &Move) -> impl Iterator<Item = i64> + '_ {
    mv.choices.iter().filter_map(number)
}

/// Returns the list that the first component is after the move.
fn list(to: Option<&Part>) -> &[Value] {
    elements(to.and_then(|to| to.first()))
}

/// Returns the indices at which two lists differ.
fn changed(before: &[Value], after: &[Value]) -> Vec<usize> {
    (0..before.len().max(after.len())).filter(|at| before.get(*at) != after.get(*at)).collect()
}

/// Returns the name of a cell whose row and column are these components.
fn pair(to: &Part, row: usize, column: usize) -> Option<String> {
    Some(format!("{},{}", number(to.get(row)?)?, number(to.get(column)?)?))
}

/// Returns the cells of a board that differ after the move.
fn cells_changed(before: &Value, after: &Value) -> Vec<(usize, usize)> {
    let rows = elements(Some(before)).iter().enumerate();
    let cells = rows.flat_map(|(i, row)| elements(Some(row)).iter().enumerate().map(move |(j, cell)| (i, j, cell)));
    let after = |i: usize, j: usize| elements(elements(Some(after)).get(i)).get(j);
    cells.filter(|(i, j, cell)| after(*i, *j) != Some(*cell)).map(|(i, j, _)| (i, j)).collect()
}

fn grid(subject: &Subject, part: &Part, to: &Part, mv: &Move) -> Touches {
    let Some(index) = lists::grid_index(subject) else { return Touches::default() };
    let (Some(before), Some(after)) = (part.get(index), to.get(index)) else { return Touches::default() };
    let Touches { all, .. } = Touches::whole(cells_changed(before, after).into_iter().map(|(i, j)| format!("{i},{j}")));
    let mut choices = chosen(mv);
    let began = choices.next().zip(choices.next()).map(|(i, j)| format!("{i},{j}")).filter(|id| all.contains(id));
    let only = || all.first().filter(|_| all.len() == 1).cloned();
    Touches { first: began.or_else(only).into_iter().collect(), all }
}

fn strip(subject: &Subject, part: &Part, mv: &Move) -> Touches {
    let index = lists::list_index(subject).unwrap_or_default();
    let before = elements(part.get(index));
    let pressed: Vec<i64> = chosen(mv).filter(|at| (0..before.len() as i64).contains(at)).collect();
    let preferred = pressed.first().map(ToString::to_string);
    match mv.to.as_slice() {
        [to] if elements(to.get(index)).len() == before.len() => {
            Touches::beginning(changed(before, elements(to.get(index))), preferred)
        }
        _ => Touches::beginning(pressed, preferred),
    }
}

/// Coins that leave a place or come to one; the move begins where they come to.
fn coins(part: &Part, to: Option<&Part>) -> Touches {
    let places = |list: &[Value]| list.iter().filter_map(number).collect::<Vec<i64>>();
    let (before, after) = (places(elements(part.first())), places(list(to)));
    let count = |list: &[i64], place: i64| list.iter().filter(|other| **other == place).count();
    let more = |here: &[i64], there: &[i64]| -> Vec<i64> {
        let is_more = |(at, place): &(usize, &i64)| count(&here[..=*at], **place) > count(there, **place);
        here.iter().enumerate().filter(is_more).map(|(_, place)| *place).collect()
    };
    let came = more(&after, &before);
    let Touches { all, .. } = Touches::whole(more(&before, &after).iter().chain(&came));
    Touches { all, ..Touches::whole(came) }
}

/// Stones that go from a heap of `before` when these heaps are left in its place, in a row. A heap of more than `max`
/// stones is drawn as one number.
fn heap(id: usize, before: i64, after: &[i64], max: i64) -> Touches {
    if before > max {
        return Touches::whole([format!("{id}:0")]);
    }
    let (from, to) = match after {
        [] => (0, before),
        [rest] => (*rest.min(&before), before),
        [first, rest @ ..] => (*first.min(&before), *first.max(&(before - rest.iter().sum::<i64>()))),
    };
    let stones = if from >= before && after.len() < 2 { 0..0 } else { from.max(0)..to.max(from + 1).min(before) };
    Touches::beginning(stones.map(|stone| format!("{id}:{stone}")), None)
}

fn heaps(subject: &Subject, part: &Part, mv: &Move) -> Touches {
    let mut touches = Touches::default();
    for index in numbers::heap_indices(subject) {
        let Some(before) = part.get(index).and_then(number) else { continue };
        let after: Vec<i64> = mv.to.iter().filter_map(|to| number(to.get(index)?)).collect();
        if after != [before] {
            let own = heap(index, before, &after, limits::MAX_STONES);
            touches.all.extend(own.all);
            touches.first.extend(own.first);
        }
    }
    touches
}

fn rows(subject: &Subject, part: &Part, mv: &Move) -> Touches {
    let index = lists::list_index(subject).unwrap_or_default();
    let is_bag = matches!(subject.game.components.get(index).map(|component| &component.ty), Some(Type::Bag(_)));
    let sizes = |part: &Part| elements(part.get(index)).iter().filter_map(number).collect::<Vec<i64>>();
    let (before, after) = (sizes(part), mv.to.first().map(sizes).unwrap_or_default());
    let mut touches = Touches::default();
    for (at, &size) in before.iter().enumerate() {
        // A bag is sorted after each move, so its indices say nothing; the choice of the rules does.
        let now = match is_bag {
            true if chosen(mv).next() == Some(at as i64) => left(&before, &after, size),
            true => size,
            false => after.get(at).copied().unwrap_or(0),
        };
        if now < size {
            let own = heap(at, size, &[now], limits::MAX_ROW_STONES);
            if touches.all.is_empty() {
                touches.first = own.first;
            }
            touches.all.extend(own.all);
        }
    }
    touches
}

/// Returns what has become of a heap of this size, if one heap of a bag was changed.
fn left(before: &[i64], after: &[i64], size: i64) -> i64 {
    let mut rest = before.to_vec();
    rest.swap_remove(before.iter().position(|other| *other == size).unwrap_or_default());
    let is_new = |now: &&i64| match rest.iter().position(|other| other == *now) {
        Some(at) => {
            rest.swap_remove(at);
            false
        }
        None => true,
    };
    after.iter().find(is_new).copied().unwrap_or(0)
}

fn piles(subject: &Subject, part: &Part, to: &Part) -> Touches {
    let length = numbers::window_list(subject).map_or(0, <[Value]>::len) as i64;
    let ((from, end), (new_from, new_end)) =
        (numbers::window(subject, part, length), numbers::window(subject, to, length));
    let gone: Vec<i64> = (from..=end).filter(|at| !(new_from..=new_end).contains(at)).collect();
    // What is taken from the front ends at the pile before the window.
    let last = gone.iter().rev().find(|at| **at < new_from).filter(|_| new_from > from).map(ToString::to_string);
    Touches::beginning(gone, last)
}
