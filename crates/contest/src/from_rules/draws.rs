//! How random instances are drawn where nobody has said it: by the types of the fields, and by what the rules do with them.
//!
//! In: the fields and the ranges that were said. Out: the rules of a `draw` and of a `limits` clause. A number that the rules take as
//! the index of a list is drawn below its length, and a list of lists that leads from node to node is drawn as a graph without
//! cycles. What is drawn and is no position is not tested.

use super::Statement;
use super::fields::Field;
use super::shape::{Shape, literal_of, number};
use grundy_rules::ast::{BinaryOperator, Expr, ExprKind};
use grundy_rules::game::{self, Form, Game};
use std::collections::BTreeSet;

/// Number of values of a single number without other bounds, of numbers beside others, and of entries of lists.
const ALONE: i64 = 1000;
const BESIDE: i64 = 40;
const ENTRY: i64 = 9;

/// The rules by which instances are drawn.
pub(super) struct Draws<'a> {
    fields: Vec<&'a Field>,
    statement: &'a Statement,
    /// Pairs of a number and the list that it is an index of, by name; and lists with indices of their own, as nodes of a graph.
    indices: BTreeSet<(String, String)>,
    /// Lists of lists of which two indices select a number.
    matrices: BTreeSet<String>,
}

impl<'a> Draws<'a> {
    pub fn new(game: &'a Game, fields: &'a [Field], statement: &'a Statement) -> Draws<'a> {
        let mut draws = Draws {
            fields: fields.iter().filter(|field| field.is_read).collect(),
            statement,
            indices: BTreeSet::new(),
            matrices: BTreeSet::new(),
        };
        let name_of = |expr: &game::Expr| match &expr.form {
            Form::Given(index) => Some(game.givens[*index].name.clone()),
            Form::Component(index) => Some(game.components[*index].name.clone()),
            _ => None,
        };
        each_expression(game, &mut |expr| {
            if let Form::Index(list, index) = &expr.form {
                if let (Some(list), Some(index)) = (name_of(list), name_of(index)) {
                    draws.indices.insert((index, list));
                }
                if let Form::Index(list, _) = &list.form
                    && let Some(list) = name_of(list)
                {
                    draws.matrices.insert(list);
                }
            }
        });
        draws
    }

    /// Returns the rules of a `draw` clause.
    pub fn drawn(&self) -> String {
        let rules = self.fields.iter().map(|field| {
            let said = self.said(field);
            format!("{}: {}", field.name, said.map_or_else(|| self.rule(field), str::to_owned))
        });
        rules.collect::<Vec<_>>().join(", ")
    }

    /// Returns the rules of a `limits` clause, if any were said.
    pub fn limits(&self) -> Option<String> {
        let rules: Vec<String> =
            self.fields.iter().filter_map(|field| Some(format!("{}: {}", field.name, self.said(field)?))).collect();
        (!rules.is_empty()).then(|| rules.join(", "))
    }

    fn said(&self, field: &Field) -> Option<&str> {
        self.statement.ranges.iter().find(|(name, _)| *name == field.of).map(|(_, rule)| rule.as_str())
    }

    fn rule(&self, field: &Field) -> String {
        let numbers = self.fields.iter().filter(|other| !other.is_given).count();
        let span = match &field.shape {
            Shape::Number { .. } if !field.is_given && numbers == 1 => ALONE,
            Shape::Number { .. } => BESIDE,
            _ => ENTRY,
        };
        match &field.shape {
            Shape::Number { low, high } => {
                let list = self
                    .indices
                    .iter()
                    .find(|(index, list)| *index == field.of && self.fields.iter().any(|other| other.of == *list));
                match (list, high) {
                    (Some((_, list)), None) => format!("0..len({list}) - 1"),
                    _ => self.range(field, low, high, span),
                }
            }
            Shape::List { entry, size: None, .. } if self.is_graph(field, entry) => {
                "1..8 as v of 0..3 distinct 0..v - 1".to_owned()
            }
            shape => self.shaped(field, shape, true),
        }
    }

    /// Returns whether nodes are indices of this list of lists.
    fn is_graph(&self, field: &Field, entry: &Shape) -> bool {
        let leads_on =
            matches!(entry, Shape::List { size: None, entry, .. } if matches!(**entry, Shape::Number { .. }));
        leads_on && !self.matrices.contains(&field.of) && self.indices.iter().any(|(_, list)| *list == field.of)
    }

    fn shaped(&self, field: &Field, shape: &Shape, is_outer: bool) -> String {
        match shape {
            // Steps and lengths hardly ever are 0.
            Shape::Number { low: None, high } => self.range(field, &Some(number(1)), high, ENTRY),
            Shape::Number { low, high } => self.range(field, low, high, ENTRY),
            Shape::Bool => "one true false".to_owned(),
            Shape::Word(words) => {
                let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
                format!("one {}", quoted.join(" "))
            }
            Shape::List { entry, size, is_set } => {
                let is_grid = matches!(**entry, Shape::List { .. });
                let size = size.as_ref().and_then(|size| self.bound(field, size));
                let length = size.unwrap_or_else(|| {
                    let longest = match (is_grid, is_outer) {
                        (true, _) => 4,
                        (false, true) if matches!(**entry, Shape::Word(_)) => 12,
                        (false, true) => 6,
                        (false, false) => 4,
                    };
                    format!("1..{longest}")
                });
                let is_free = matches!(&**entry, Shape::List { size: None, .. });
                let is_rows = is_grid && is_free && (entry.is_written_as_word() || self.matrices.contains(&field.of));
                let entry = self.shaped(field, entry, false);
                match (is_rows, is_set) {
                    (true, _) => format!("{length} rows of {entry}"),
                    (false, true) => format!("{length} distinct {entry}"),
                    (false, false) => format!("{length} of {entry}"),
                }
            }
        }
    }

    /// Returns a range of numbers: what the type says, as far as it can be said here, but not larger than `span` without need.
    fn range(&self, field: &Field, low: &Option<Expr>, high: &Option<Expr>, span: i64) -> String {
        let low = low.as_ref().and_then(|low| self.bound(field, low)).unwrap_or_else(|| "0".to_owned());
        let wide = match low.parse::<i64>() {
            Ok(low) => low.saturating_add(span).to_string(),
            Err(_) => format!("{low} + {span}"),
        };
        let high = match high {
            Some(high) => match (literal_of(high), low.parse::<i64>()) {
                (Some(high), Ok(low)) if high > low.saturating_add(ALONE) => wide,
                (Some(high), _) => high.to_string(),
                (None, _) => self.bound(field, high).unwrap_or(wide),
            },
            None => wide,
        };
        format!("{low}..{high}")
    }

    /// Returns a bound as a rule writes it, if it is a sum of numbers and of fields that are drawn before.
    fn bound(&self, field: &Field, expr: &Expr) -> Option<String> {
        let is_before = |name: &str| {
            let mut before = self.fields.iter().take_while(|other| other.name != field.name);
            before.any(|other| other.name == name)
        };
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Negate(_) => literal_of(expr).map(|number| number.to_string()),
            ExprKind::Name(name) => match self.statement.givens.iter().find(|(fixed, _)| fixed == name) {
                Some((_, value)) => value.as_int().map(ToString::to_string),
                None => is_before(name).then(|| name.clone()),
            },
            ExprKind::Call(name, arguments) if name.text == "len" => match arguments.as_slice() {
                [Expr { kind: ExprKind::Name(list), .. }] if is_before(list) => Some(format!("len({list})")),
                _ => None,
            },
            ExprKind::Binary(op @ (BinaryOperator::Add | BinaryOperator::Subtract), one, other) => {
                let sign = if *op == BinaryOperator::Add { '+' } else { '-' };
                // A difference of differences would need parentheses.
                let is_term = !matches!(other.kind, ExprKind::Binary(..) | ExprKind::Negate(_));
                let (one, other) = (self.bound(field, one)?, self.bound(field, other).filter(|_| is_term)?);
                Some(format!("{one} {sign} {other}"))
            }
            ExprKind::Binary(BinaryOperator::Multiply, one, other) => match (literal_of(one), &other.kind) {
                (Some(factor), ExprKind::Name(name)) if factor >= 0 && is_before(name) => {
                    Some(format!("{factor} * {name}"))
                }
                _ => None,
            },
            _ => None,
        }
    }
}

/// Visits the expressions that choose moves, gain and end play, and the `let`s of a game.
fn each_expression(game: &Game, visit: &mut dyn FnMut(&game::Expr)) {
    game.functions.iter().for_each(|function| function.body.each(visit));
    game.ends.iter().chain(&game.stuck_if).for_each(|(condition, _)| condition.each(visit));
    for rule in &game.moves {
        for binder in &rule.binders {
            match &binder.over {
                game::Over::Each(domain) => domain.each_child(&mut |expr| expr.each(visit)),
                game::Over::Is(expr) | game::Over::If(expr) => expr.each(visit),
            }
        }
        rule.guard.iter().chain(&rule.gain).for_each(|expr| expr.each(visit));
    }
}
