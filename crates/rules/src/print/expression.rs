//! Expressions as documents, with exactly the parentheses that precedence requires.

use super::layout::{Document, commas, group, indented, sequence, text};
use crate::ast::{BinaryOperator, Binder, BinderOver, DomainExpr, Expr, ExprKind, RangeExpr};
use crate::parse::expression::{binary_strength, strength};

/// Prints an expression where any expression is allowed.
pub(super) fn expression(shown: &Expr) -> Document {
    operand(shown, strength::IF)
}

/// Prints an expression where only operators of at least this precedence are allowed.
pub(super) fn operand(shown: &Expr, min: u8) -> Document {
    let document = document(shown);
    if strength_of(shown) < min { sequence([text("("), indented(group(document)), text(")")]) } else { document }
}

fn strength_of(shown: &Expr) -> u8 {
    match &shown.kind {
        ExprKind::If(..) => strength::IF,
        ExprKind::Or(_) => strength::OR,
        ExprKind::And(_) => strength::AND,
        ExprKind::Not(_) => strength::NOT,
        ExprKind::Compare(..) | ExprKind::In(..) => strength::COMPARE,
        ExprKind::Binary(operator, ..) => binary_strength(*operator),
        ExprKind::Negate(_) => strength::NEGATE,
        ExprKind::Int(value) if value.is_negative() => strength::NEGATE,
        _ => strength::POSTFIX,
    }
}

fn document(shown: &Expr) -> Document {
    match &shown.kind {
        ExprKind::Int(value) => text(value.to_string()),
        ExprKind::Bool(value) => text(value.to_string()),
        ExprKind::Symbol(symbol) => text(quoted_symbol(symbol)),
        ExprKind::Text(characters) => text(quoted(&characters.replace('\\', "\\\\").replace('\n', "\\n"))),
        ExprKind::Name(name) => text(name),
        ExprKind::Mover => text("mover"),
        ExprKind::Other => text("other"),
        ExprKind::If(condition, chosen, rest) => choice(condition, chosen, rest),
        ExprKind::Or(operands) => chain(operands, " or", strength::AND),
        ExprKind::And(operands) => chain(operands, " and", strength::NOT),
        ExprKind::Not(inner) => sequence([text("not "), operand(inner, strength::NOT)]),
        ExprKind::Compare(operands, signs) => {
            let mut pieces = Vec::new();
            for (at, compared) in operands.iter().enumerate() {
                if at > 0 {
                    pieces.push(text(format!(" {}", signs.get(at - 1).map_or("==", |sign| sign.sign()))));
                    pieces.push(Document::Line);
                }
                pieces.push(operand(compared, strength::BIT_OR));
            }
            group(indented(sequence(pieces)))
        }
        ExprKind::In(left, over) => sequence([operand(left, strength::BIT_OR), text(" in "), domain(over)]),
        ExprKind::Binary(operator, left, right) => {
            let own = binary_strength(*operator);
            let (least_left, least_right) = match operator {
                BinaryOperator::Power => (strength::POSTFIX, strength::NEGATE),
                _ => (own, own + 1),
            };
            group(sequence([
                operand(left, least_left),
                text(format!(" {}", operator.sign())),
                indented(sequence([Document::Line, operand(right, least_right)])),
            ]))
        }
        ExprKind::Negate(inner) => sequence([text("-"), operand(inner, strength::NEGATE)]),
        ExprKind::Index(base, indices) => sequence([
            operand(base, strength::POSTFIX),
            text("["),
            indented(commas(indices.iter().map(expression))),
            text("]"),
        ]),
        ExprKind::Slice(base, low, high) => sequence([
            operand(base, strength::POSTFIX),
            text("["),
            operand(low, strength::BIT_OR),
            text(".."),
            high.as_ref().map_or(text(""), |high| operand(high, strength::BIT_OR)),
            text("]"),
        ]),
        ExprKind::Call(function, arguments) => sequence([
            text(format!("{}(", function.text)),
            indented(commas(arguments.iter().map(expression))),
            text(")"),
        ]),
        ExprKind::Fold { function, body, binders, filter } => {
            sequence([text(format!("{}(", function.text)), gathered(body, binders, filter.as_deref()), text(")")])
        }
        ExprKind::List(values) => sequence([text("["), indented(commas(values.iter().map(expression))), text("]")]),
        ExprKind::Comprehension { body, binders, filter } => {
            sequence([text("["), gathered(body, binders, filter.as_deref()), text("]")])
        }
        ExprKind::Set(values) => sequence([text("{"), indented(commas(values.iter().map(expression))), text("}")]),
    }
}

fn chain(operands: &[Expr], word: &str, min: u8) -> Document {
    let mut pieces = Vec::new();
    for (at, joined) in operands.iter().enumerate() {
        if at > 0 {
            pieces.push(text(word));
            pieces.push(Document::Line);
        }
        pieces.push(operand(joined, min));
    }
    group(sequence(pieces))
}

/// Prints `if a then b else if c then d else e`, each branch on its own line if it does not fit on one.
fn choice(condition: &Expr, chosen: &Expr, rest: &Expr) -> Document {
    let branch = |condition: &Expr, chosen: &Expr| {
        [text("if "), group(indented(expression(condition))), text(" then "), group(indented(expression(chosen)))]
    };
    let mut pieces: Vec<Document> = branch(condition, chosen).into();
    let mut rest = rest;
    loop {
        pieces.push(Document::Line);
        pieces.push(text("else "));
        let ExprKind::If(condition, chosen, last) = &rest.kind else { break };
        pieces.extend(branch(condition, chosen));
        rest = last;
    }
    pieces.push(group(indented(expression(rest))));
    group(sequence(pieces))
}

/// Prints `e for … if c`.
pub(super) fn gathered(body: &Expr, over: &[Binder], filter: Option<&Expr>) -> Document {
    let mut pieces = vec![group(expression(body))];
    pieces.extend(for_binders(over, filter));
    group(indented(sequence(pieces)))
}

/// Prints ` for … if c`.
pub(super) fn for_binders(over: &[Binder], filter: Option<&Expr>) -> Vec<Document> {
    let mut pieces = vec![Document::Line, text("for "), indented(binders(over))];
    if let Some(filter) = filter {
        pieces.extend([Document::Line, text("if "), group(expression(filter))]);
    }
    pieces
}

pub(super) fn binders(over: &[Binder]) -> Document {
    commas(over.iter().map(|binder| {
        let mut pieces = match &binder.over {
            BinderOver::Each(each) => vec![text(format!("{} in ", binder.name.text)), domain(each)],
            BinderOver::Is(value) => {
                vec![text(format!("{} = ", binder.name.text)), indented(group(expression(value)))]
            }
        };
        if let Some(condition) = &binder.condition {
            pieces.extend([text(" if "), indented(group(expression(condition)))]);
        }
        sequence(pieces)
    }))
}

fn domain(over: &DomainExpr) -> Document {
    match over {
        DomainExpr::Range(over) => range(over),
        DomainExpr::Of(values) => operand(values, strength::BIT_OR),
    }
}

pub(super) fn range(shown: &RangeExpr) -> Document {
    let mut pieces = vec![operand(&shown.low, strength::BIT_OR), text("..")];
    pieces.extend(shown.high.as_ref().map(|high| operand(high, strength::BIT_OR)));
    sequence(pieces)
}

/// Returns a symbol in quotes.
pub(super) fn quoted_symbol(symbol: &str) -> String {
    format!("'{}'", symbol.replace('\\', "\\\\").replace('\'', "\\'").replace('\n', "\\n"))
}

/// Returns a text in quotes; backslashes must have been doubled.
pub(super) fn quoted(characters: &str) -> String {
    format!("\"{}\"", characters.replace('"', "\\\""))
}
