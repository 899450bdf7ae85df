//! A table of several numbers, filled from below.
//!
//! In: a game of several numbers of which, with every move, the first that changes falls, in some order. Out: a table with a
//! dimension for each number, in that order, so that the result of every move is already known. If the only moves take 1 to some
//! number from the first of them, the nearest lost position below decides, and no move is tried at all. The wrong tool if play
//! reaches few of the positions below: [`super::memo`] visits no others.

use super::Answer;
use super::bounded::is_closed;
use super::build::default_of;
use super::effort::{min, work};
use super::lower::{Lower, Scene};
use super::program::{Ex, Helper, Op, Range, St, Ty};
use super::search::{Maker, Quantity, SetUp};
use super::solve::{Finding, Task, each_part};
use super::table::{FilledTo, Filling};
use super::value::verdict_value;
use crate::problem_limits;
use grundy_rules::ast::BinaryOperator;
use grundy_rules::game::{Builtin, Component, Destination, Domain, Expr, Form, Game, Over, Term, Type};
use grundy_rules::measure::{falling_order, never_grows};
use std::collections::BTreeMap;

/// Tuning: larger tables are not filled if a search might visit only a few of their positions. No measurement is
/// recorded.
const MAX_ENTRIES: f64 = 2e6;
/// Tuning: assumed length of a list of undeclared length. No measurement is recorded.
const DEFAULT_LENGTH: f64 = 100.0;
/// From here on a bound comes from lists of unknown length.
const UNKNOWN_LENGTH: i128 = (1 << 22) - 2;

/// A number of the position as a dimension of the table.
pub(crate) struct Dimension {
    /// Index of the component.
    index: usize,
    low: i128,
    /// Its range.
    range: Range,
    /// The maximum: as the rules declare it, or the variable up to which the table is filled.
    high: Ex,
    /// Whether the table grows on demand.
    grows: bool,
}

/// Returns the dimensions of a table for this game, the outermost first; `None` if there is no such table. If some results are
/// known without it, `left` has the ranges of the components looked up.
pub(crate) fn dimensions<'a>(
    task: &Task<'a>,
    lower: &mut Lower<'_, 'a>,
    set_up: &SetUp,
    left: Option<&[Range]>,
) -> Answer<Option<Vec<Dimension>>> {
    let game: &'a Game = task.game;
    let is_number = |ty: &Type| matches!(ty, Type::Int { .. }) && (0..1000).contains(&min(ty));
    let plain = game.players.is_none() && game.components.len() > 1 && task.variant.play.is_none();
    if !plain || !game.components.iter().all(|component| is_number(&component.ty)) || !is_closed(game) {
        return Ok(None);
    }
    let Some(order) = falling_order(game) else { return Ok(None) };
    let queried = lower.tried(|lower| {
        let mut queried: Option<Vec<Range>> = None;
        each_part(task, lower, &set_up.givens, &mut |_, components| {
            let within = |(index, component): (usize, &Ex)| match left {
                Some(left) => component.range.within(left[index]),
                None => component.range,
            };
            let ranges = components.iter().enumerate().map(within);
            queried = Some(match queried.take() {
                Some(known) => known.into_iter().zip(ranges).map(|(one, other)| one.union(other)).collect(),
                None => ranges.collect(),
            });
            Ok(())
        })?;
        Ok(queried)
    })?;
    let Some(queried) = queried else { return Ok(None) };
    let scene = Scene { game, components: Vec::new(), givens: set_up.givens.clone(), mover: None };
    let mut dimensions = Vec::new();
    for index in order {
        let ty = &game.components[index].ty;
        let declared = match ty {
            // A bound that depends on the position is ignored.
            Type::Int { high: Some(high), .. } => lower.with_scene(scene.clone(), |lower| {
                lower.tried(|lower| {
                    let high = lower.expr(high)?;
                    Ok(lower.is_untouched().then_some(high))
                })
            }),
            _ => Ok(None),
        };
        let declared = declared.unwrap_or(None);
        let reached = Some(queried[index]).filter(|range| never_grows(game, index) && range.high < UNKNOWN_LENGTH);
        let (high, range, grows) = match (declared, reached) {
            (Some(declared), Some(reached)) if reached.high < declared.range.high => {
                (Ex::int(reached.high), reached, true)
            }
            (Some(declared), _) => (declared.clone(), declared.range, false),
            (None, Some(reached)) => (Ex::int(reached.high), reached, true),
            (None, None) => return Ok(None),
        };
        let low = min(ty);
        dimensions.push(Dimension { index, low, high, range: Range::new(low, low).up_to(range), grows });
    }
    let entries: f64 = dimensions.iter().map(Dimension::size).product();
    Ok((entries <= MAX_ENTRIES).then_some(dimensions))
}

impl Dimension {
    /// Estimates the number of entries.
    fn size(&self) -> f64 {
        let max = self.high.range.high;
        if max < UNKNOWN_LENGTH { (max + 1) as f64 } else { DEFAULT_LENGTH }
    }
}

impl<'a> Maker<'_, 'a, '_> {
    /// Fills a table from below. `None` if that takes too long.
    pub fn by_nested_table(
        &mut self,
        lower: &mut Lower<'_, 'a>,
        mut dimensions: Vec<Dimension>,
    ) -> Answer<Option<Finding>> {
        let game: &'a Game = self.task.game;
        let ty = self.quantity.ty();
        let named = |component: &Component| self.set_up.name_of_component(&component.name);
        let names: Vec<String> = game.components.iter().map(named).collect();
        let bound: BTreeMap<String, f64> =
            dimensions.iter().map(|dimension| (names[dimension.index].clone(), dimension.size())).collect();
        let mut ranges = vec![Range::new(0, 0); names.len()];
        for dimension in &dimensions {
            ranges[dimension.index] = dimension.range;
        }
        let components: Vec<Ex> =
            names.iter().zip(&ranges).map(|(name, range)| Ex::var(name, Ty::Int).ranged(*range)).collect();
        let table_name = lower.shared.name(&format!("{}_table", self.quantity.name()));
        let mut filled_to = Vec::new();
        for dimension in dimensions.iter_mut().filter(|dimension| dimension.grows) {
            let here = components[dimension.index].clone();
            filled_to.push(FilledTo::new(lower, here));
            dimension.high = filled_to[filled_to.len() - 1].max.clone();
        }
        let dimensions = dimensions.as_slice();
        let table_ty = dimensions.iter().fold(ty.clone(), |inner, _| Ty::list(inner));
        let table = Ex::global(&table_name, table_ty.clone()).ranged(Range::new(0, 1 << 40));
        let entry = |position: &[Ex]| {
            dimensions.iter().fold(table.clone(), |inner, dimension| inner.index(position[dimension.index].clone()))
        };
        let scene = Scene { game, components: components.clone(), givens: self.set_up.givens.clone(), mover: None };
        let mut inner = Lower::new(lower.shared, scene, &names);
        let nearest = nearest(game, dimensions).filter(|_| self.quantity == Quantity::Wins && self.claims.is_none());
        let (mut build, mut body) = (Vec::new(), Vec::new());
        let mut comments = vec![match self.quantity {
            Quantity::Grundy => "Grundy values from below: the least value that no move leads to.",
            _ => "From below: a position is won where some move leads to a lost one.",
        }];
        let mut after = Vec::new();
        match nearest {
            Some(nearest) => {
                let others = &dimensions[1..];
                let marks_name = inner.shared.name("last_lost");
                let marks_ty = others.iter().fold(Ty::Int, |inner, _| Ty::list(inner));
                let marks = Ex::global(&marks_name, marks_ty.clone());
                let mark = |position: &[Ex]| {
                    others.iter().fold(marks.clone(), |inner, dimension| inner.index(position[dimension.index].clone()))
                };
                inner.open();
                let value = self.by_nearest(&mut inner, &nearest, &mark)?;
                inner.put(St::Set(entry(&components), value));
                body = inner.close();
                // Positions with an equal number are marked only afterwards: a move takes at least one.
                let first = components[dimensions[0].index].clone();
                let lost = St::If(entry(&components).not(), vec![St::Set(mark(&components), first)], Vec::new());
                after = loops(others, &names, vec![lost]);
                build.push(St::Set(marks.clone(), filled(others, Ex::int(-1))));
                self.program.globals.push((
                    marks_name,
                    default_of(&marks_ty),
                    format!(
                        "The most {} so far with which a position is lost, -1 for none.",
                        names[dimensions[0].index]
                    ),
                ));
                comments.push("One takes 1 to some number, so the nearest lost position below decides.");
            }
            None => {
                inner.open();
                let value = self.known_or_value(&mut inner, &|terms| {
                    let values = terms.into_iter().map(|term| entry(&term));
                    values.reduce(|a, b| a.plain(Op::Xor, b)).unwrap_or_else(|| Ex::int(0))
                })?;
                inner.put(St::Set(entry(&components), value));
                body.extend(inner.close());
            }
        }
        let mut all = loops(&dimensions[1..], &names, body);
        all.extend(after);
        build.insert(0, St::Set(table.clone(), filled(dimensions, default_of(&ty))));
        build.extend(loops(&dimensions[..1], &names, all));
        let entries: f64 = dimensions.iter().map(Dimension::size).product();
        let steps = work(&build, &bound) * self.open_part(lower, &ranges) + entries;
        if steps > problem_limits::MAX_FILLING_STEPS {
            return Ok(None);
        }
        self.program.steps = self.program.steps.max(steps);
        let comments = comments.into_iter().map(str::to_owned).collect();
        let entry = entry(&components);
        let found =
            self.by_filling(lower, Filling { table_name, table, entry, components, comments, build, filled_to })?;
        Ok(Some(found))
    }

    /// Returns whether a position is won from which one takes 1 to some number.
    fn by_nearest(&self, lower: &mut Lower<'_, 'a>, nearest: &Nearest<'a>, mark: &dyn Fn(&[Ex]) -> Ex) -> Answer<Ex> {
        let game: &'a Game = self.task.game;
        let here = lower.scene.components[nearest.index].clone();
        let mut limits = Vec::new();
        for limit in &nearest.limits {
            limits.push(lower.expr(limit)?);
        }
        let max = limits.into_iter().reduce(|one, other| Ex::helper(Helper::Min, vec![one, other]));
        let mut stuck = here.clone().op(Op::Equal, Ex::int(0));
        let max = max.map(|max| lower.name_it("most", max));
        if let Some(max) = &max {
            stuck = stuck.or(max.clone().op(Op::AtMost, Ex::int(0)));
        }
        let ended = verdict_value(lower, &game.stuck, true)?;
        let name = lower.fresh("won");
        let won = Ex::var(&name, Ty::Bool);
        lower.put(St::Let(name, ended));
        // Without a move there need be no position after it.
        lower.open();
        let mut next = Vec::new();
        for (index, value) in nearest.result.iter().enumerate() {
            next.push(if index == nearest.index { here.clone() } else { lower.expr(value)? });
        }
        let name = lower.fresh("nearest");
        let lost = Ex::var(&name, Ty::Int).ranged(Range::new(-1, -1).up_to(here.range));
        lower.put(St::Let(name, mark(&next)));
        let mut wins = lost.clone().op(Op::AtLeast, Ex::int(0));
        if let Some(max) = max {
            wins = wins.and(here.op(Op::Subtract, lost).op(Op::AtMost, max));
        }
        lower.put(St::Set(won.clone(), wins));
        let after = lower.close();
        lower.put(St::If(stuck.not(), after, Vec::new()));
        Ok(won)
    }
}

/// Returns a table with equal entries.
fn filled(dimensions: &[Dimension], fill: Ex) -> Ex {
    dimensions
        .iter()
        .rev()
        .fold(fill, |inner, dimension| Ex::filled(dimension.high.clone().op(Op::Add, Ex::int(1)), inner))
}

/// Returns loops over all entries, the first dimension outermost.
fn loops(dimensions: &[Dimension], names: &[String], body: Vec<St>) -> Vec<St> {
    dimensions.iter().rev().fold(body, |inner, dimension| {
        vec![St::Range(names[dimension.index].clone(), Ex::int(dimension.low), dimension.high.clone(), inner)]
    })
}

/// A game whose only moves take 1 to some number from one component.
struct Nearest<'a> {
    index: usize,
    /// Upper bounds on the number taken, besides what there is.
    limits: Vec<&'a Expr>,
    /// The result; at `index` it is the old value less the number taken.
    result: &'a [Expr],
}

/// Recognises such a game, if that component is the table's first dimension.
fn nearest<'a>(game: &'a Game, dimensions: &[Dimension]) -> Option<Nearest<'a>> {
    let index = dimensions[0].index;
    let [rule] = game.moves.as_slice() else { return None };
    let [binder] = rule.binders.as_slice() else { return None };
    let Over::Each(Domain::Range(low, Some(high))) = &binder.over else { return None };
    let Destination::Terms { again: None, terms } = &rule.result else { return None };
    let [Term::Tuple(result, _)] = terms.as_slice() else { return None };
    let is_one = matches!(&low.form, Form::Int(number) if number.to_i64() == Some(1));
    let is_plain = rule.guard.is_none() && game.ends.is_empty() && game.stuck_if.is_empty();
    if !is_one || !is_plain || dimensions[0].low != 0 {
        return None;
    }
    let limits: Vec<&Expr> = match &high.form {
        Form::Builtin(Builtin::Min, all) => all.iter().collect(),
        _ => vec![high],
    };
    // One never takes more than there is, or the rules are wrong.
    let is_component = |expr: &&Expr| expr.form == Form::Component(index);
    if !limits.iter().any(is_component) {
        return None;
    }
    for (at, value) in result.iter().enumerate() {
        let fits = match &value.form {
            Form::Binary(BinaryOperator::Subtract, from, what) if at == index => {
                from.form == Form::Component(index) && what.form == Form::Local(0)
            }
            _ => {
                at != index
                    && !value.any(&mut |inner| inner.form == Form::Local(0))
                    && !game.depends([value]).components.contains(&index)
            }
        };
        if !fits {
            return None;
        }
    }
    let limits = limits.into_iter().filter(|limit| !is_component(limit)).collect();
    Some(Nearest { index, limits, result })
}
