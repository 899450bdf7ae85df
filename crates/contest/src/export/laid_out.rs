//! Static analysis of a layout: which fields it fills, what it loops over, where a mark ends a loop.
//!
//! In: the items of a layout, or the statements built from them. Out: names, and conditions.

use super::print::same_index;
use super::program::{Ex, Form, Helper, Op, St, Ty, UNKNOWN};
use crate::layout::{Item, Piece, Repeat};
use crate::problem::Problem;
use grundy_rules::game::Type;

/// Returns the test whether the case just begun is the mark that ends the loop: the number of statements that read as many
/// numbers as the mark has, and the condition. `None` if a case begins with something else.
pub(crate) fn mark_read(body: &[St], marks: &[i64]) -> Option<(usize, Ex)> {
    let mut left = marks.iter().copied();
    let mut holds = Ex::bool(true);
    let mut same = |value: Ex, mark: i64, times: i128| {
        let is_mark = value.ranged(UNKNOWN).op(Op::Equal, Ex::int(i128::from(mark) * times));
        holds = std::mem::replace(&mut holds, Ex::bool(true)).and(is_mark);
    };
    let is_read = |value: &Ex| matches!(value.form, Form::Helper(Helper::ReadInt, _));
    let mut at = 0;
    while left.len() > 0 {
        match body.get(at)? {
            St::Let(name, value) if is_read(value) => same(Ex::var(name, Ty::Int), left.next()?, 1),
            St::Let(name, value) => match (&value.form, body.get(at + 1)) {
                (Form::Binary(Op::Multiply, read, times), _) if is_read(read) => {
                    same(Ex::var(name, Ty::Int), left.next()?, times.as_int()?);
                }
                // A list of as many entries.
                (Form::Filled(length, _), Some(St::Range(counter, _, _, inner))) => {
                    let list = Ex::var(name, value.ty.clone());
                    let entry = list.clone().index(Ex::var(counter, Ty::Int));
                    let [St::Set(to, read)] = inner.as_slice() else { return None };
                    if !same_index(to, &entry) || !is_read(read) {
                        return None;
                    }
                    for index in 0..length.as_int()?.min(left.len() as i128) {
                        same(list.clone().index(Ex::int(index)), left.next()?, 1);
                    }
                    at += 1;
                }
                _ => return None,
            },
            _ => return None,
        }
        at += 1;
    }
    Some((at, holds))
}

/// Collects the fields of which items fill entries, and the names of the counters.
pub(crate) fn entries_of(items: &[Item], into: &mut Vec<(String, String)>) {
    for item in items {
        match item {
            Item::Value(index) | Item::Json(index) | Item::Line(index) | Item::Length(index, _) => {
                if let Some(entry) = &index.entry {
                    into.push((index.field.clone(), entry.clone()));
                }
            }
            Item::Loop(_, inner) => entries_of(inner, into),
            _ => {}
        }
    }
}

/// Returns whether items loop over the entries of a field.
pub(crate) fn loops_over(items: &[Item], field: &str) -> bool {
    items.iter().any(|item| match item {
        Item::Loop(Repeat::Each(_, index), inner) => index.field == field || loops_over(inner, field),
        Item::Loop(_, inner) => loops_over(inner, field),
        _ => false,
    })
}

/// Returns whether something is printed between the repetitions of a loop.
pub(crate) fn prints_between(items: &[Item]) -> bool {
    items.iter().any(
        |item| matches!(item, Item::Print(pieces) if pieces.iter().any(|piece| matches!(piece, Piece::Between(_)))),
    )
}

/// Returns whether the number of the case is printed.
pub(crate) fn prints_case(problem: &Problem) -> bool {
    fn inside(items: &[Item]) -> bool {
        items.iter().any(|item| match item {
            Item::Print(pieces) => pieces.contains(&Piece::Case),
            Item::Loop(_, inner) => inside(inner),
            _ => false,
        })
    }
    let own = problem.variants.iter().filter_map(|variant| variant.text.as_ref());
    problem.text.iter().chain(own).any(|items| inside(items))
}

/// Returns whether the rows of a field are words.
pub(crate) fn has_word_rows(ty: &Type) -> bool {
    match ty {
        Type::List(inner, _) => matches!(**inner, Type::Symbols(_)) || has_word_rows(inner),
        _ => false,
    }
}
