//! The layout of a text: which words stand for which field, and how positions follow one another.
//!
//! In: the fields of the input. Out: the items of a `text` clause, or the field that has no form between white space.

use super::fields::Field;
use super::shape::{Shape, described, literal_of};
use super::{Layout, Statement, Unstated};
use grundy_message::message;
use grundy_rules::ast::{Expr, ExprKind};

/// Returns the layout of positions of these fields.
pub(super) fn text(layout: Layout, fields: &[Field]) -> Result<String, Unstated> {
    let read: Vec<&Field> = fields.iter().filter(|field| field.is_read).collect();
    let items = |chosen: &[&Field]| -> Result<String, Unstated> {
        let mut items = String::new();
        for field in chosen {
            let (item, is_line) = form(field, fields)?;
            // A list of lines begins on one of its own.
            items += &item;
            items += if is_line { " ; " } else { " " };
        }
        Ok(items.trim_end_matches([' ', ';']).to_owned())
    };
    let all = items(&read)?;
    Ok(match layout {
        Layout::One => format!("{all} ; answer"),
        Layout::Lines => format!("until end {{ {all} ; answer }}"),
        Layout::Counted => format!("count times {{ {all} ; answer }}"),
        Layout::Zero => format!("until 0 {{ {all} ; answer }}"),
        Layout::Zeros => {
            let numbers = read.iter().take_while(|field| matches!(field.shape, Shape::Number { .. })).count().max(1);
            format!("until{} {{ {all} ; answer }}", " 0".repeat(numbers))
        }
        Layout::Shared => {
            let (givens, position): (Vec<&Field>, Vec<&Field>) = read.iter().partition(|field| field.is_given);
            if givens.is_empty() || position.is_empty() {
                return Err(Unstated::new(match givens.is_empty() {
                    true => message!("no given is read, which all positions could share"),
                    false => message!("only givens are read, and no position"),
                })
                .hint(message!("--layout counted says the number of positions alone")));
            }
            format!("count {} ; times {{ {} ; answer }}", items(&givens)?, items(&position)?)
        }
    })
}

/// Returns the items of a field, and whether the line ends behind it.
fn form(field: &Field, fields: &[Field]) -> Result<(String, bool), Unstated> {
    let name = &field.name;
    let is_known = |size: &Option<Expr>| size.as_ref().is_some_and(|size| is_said(size, field, fields));
    let unformed = || {
        Unstated::new(message!(
            "`{name}` has no form as words between white space: {what}",
            name = field.of,
            what = described(&field.shape)
        ))
        .hint(message!("write the problem file by hand, and read the field as a line of JSON: `json({name})`", name))
    };
    if let Shape::Word(words) = &field.shape
        && words.iter().any(|word| word.is_empty() || word.contains(char::is_whitespace))
    {
        return Err(unformed());
    }
    if field.shape.is_plain() {
        return Ok((name.clone(), false));
    }
    let Shape::List { entry, size, .. } = &field.shape else { return Err(unformed()) };
    match &**entry {
        Shape::Number { .. } | Shape::Bool if is_known(size) => Ok((name.clone(), false)),
        Shape::Number { .. } | Shape::Bool => Ok((format!("len({name}) {name}"), true)),
        Shape::Word(_) => Err(unformed()),
        Shape::List { entry: inner, size: width, .. } => {
            let is_board = entry.is_written_as_word();
            match (is_known(size), is_board || is_known(width)) {
                (_, true) if !is_board && !matches!(**inner, Shape::Number { .. } | Shape::Bool) => Err(unformed()),
                (true, true) => Ok((format!("; {name}"), true)),
                (false, true) if is_board && width.is_none() => {
                    Ok((format!("len({name}) width({name}) ; {name}"), true))
                }
                (false, true) => Ok((format!("len({name}) ; {name}"), true)),
                (_, false) if matches!(**inner, Shape::Number { .. } | Shape::Bool) && width.is_none() => {
                    Ok((format!("len({name}) ; each v_ in {name} {{ len({name}[v_]) {name}[v_] ; }}"), false))
                }
                _ => Err(unformed()),
            }
        }
    }
}

/// Returns whether a declared length is a number, or a field that is known before this one is read.
fn is_said(size: &Expr, field: &Field, fields: &[Field]) -> bool {
    match &size.kind {
        ExprKind::Name(name) => {
            let before = fields.iter().take_while(|other| other.name != field.name);
            before.into_iter().any(|other| other.name == *name && matches!(other.shape, Shape::Number { .. }))
        }
        _ => literal_of(size).is_some(),
    }
}

/// Returns the name of the field with which a position may begin with 0, if it may.
pub(super) fn begins_with_zero(fields: &[Field], statement: &Statement) -> Option<String> {
    let field = fields.iter().find(|field| field.is_read)?;
    let rule = statement.ranges.iter().find(|(name, _)| *name == field.of).map(|(_, rule)| first_number(rule));
    let may = match &field.shape {
        Shape::Number { low, .. } => {
            let low = rule.unwrap_or_else(|| low.as_ref().and_then(literal_of));
            low.is_none_or(|low| low <= 0)
        }
        Shape::Bool => true,
        Shape::Word(words) => words.iter().any(|word| word == "0"),
        Shape::List { entry, .. } => match (&**entry, form(field, fields).ok()?.0.starts_with("len(")) {
            (_, true) => rule.flatten().is_none_or(|least| least <= 0),
            (Shape::Word(words), _) => words.iter().any(|word| word == "0"),
            (Shape::Number { low: Some(low), .. }, _) => literal_of(low).is_none_or(|low| low <= 0),
            (Shape::List { entry, .. }, _) => {
                !matches!(&**entry, Shape::Word(words) if words.iter().all(|word| word != "0"))
            }
            _ => true,
        },
    };
    may.then(|| field.of.clone())
}

/// Returns the first number of a rule, the least that it draws or the least length of its list.
fn first_number(rule: &str) -> Option<i64> {
    let digits = rule.trim_start_matches(|ch: char| ch.is_alphabetic() || ch.is_whitespace());
    let end = digits.find(|ch: char| !ch.is_ascii_digit() && ch != '-').unwrap_or(digits.len());
    digits[..end].parse().ok()
}
