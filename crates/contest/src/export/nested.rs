//! A table of several numbers, filled from below.
//!
//! In: a game of several numbers of which, with every move, the first that changes falls, in some order. Out: a table with a dimension
//! for each number, in that order, so that whatever a move leads to is known already. Where all a player can do is to take 1 to
//! some number from the first of them, the nearest lost position below decides, and no move is tried at all. The wrong tool where
//! play reaches few of the positions below: [`super::memo`] visits no others.

use super::Answer;
use super::bounded::is_closed;
use super::build::default_of;
use super::effort::{least, work};
use super::lower::{Lower, Scene};
use super::program::{Ex, Helper, Op, Range, St, Ty};
use super::search::{Maker, Quantity, SetUp};
use super::solve::{Finding, Task, each_part};
use super::table::{FilledTo, Filling};
use super::value::verdict_value;
use grundy_rules::ast::BinaryOperator;
use grundy_rules::game::{Builtin, Component, Destination, Domain, Expr, Form, Game, Over, Term, Type};
use grundy_rules::measure::{falling_order, never_grows};
use std::collections::BTreeMap;

/// Larger tables are not filled where a search might visit but a few of their positions.
const MOST_ENTRIES: f64 = 2e6;
/// Nor are tables that take more steps than this, in any language.
const MOST_STEPS: f64 = 2e9;
/// How long a list is taken to be of which nobody says so.
const USUAL_LENGTH: f64 = 100.0;
/// From here on a bound comes of lists whose length is not known.
const UNKNOWN_LENGTH: i128 = (1 << 22) - 2;

/// A number of the position as a dimension of the table.
pub(crate) struct Dimension {
    /// Which component it is.
    place: usize,
    low: i128,
    /// What it can be.
    range: Range,
    /// The largest value: as the rules declare it, or the variable that says how far the table is filled.
    high: Ex,
    /// Whether the table is made larger where more is asked.
    grows: bool,
}

/// The dimensions of a table for this game, the first to go through first; `None` where there is no such table. Where something
/// is known without it, `left` says how large the components are of what is looked up.
pub(crate) fn dimensions<'a>(
    task: &Task<'a>,
    lower: &mut Lower<'_, 'a>,
    set_up: &SetUp,
    left: Option<&[Range]>,
) -> Answer<Option<Vec<Dimension>>> {
    let game: &'a Game = task.game;
    let is_number = |ty: &Type| matches!(ty, Type::Int { .. }) && (0..1000).contains(&least(ty));
    let plain = game.players.is_none() && game.components.len() > 1 && task.variant.play.is_none();
    if !plain || !game.components.iter().all(|component| is_number(&component.ty)) || !is_closed(game) {
        return Ok(None);
    }
    let Some(order) = falling_order(game) else { return Ok(None) };
    let asked = lower.tried(|lower| {
        let mut asked: Option<Vec<Range>> = None;
        each_part(task, lower, &set_up.givens, &mut |_, components| {
            let within = |(place, one): (usize, &Ex)| match left {
                Some(left) => one.range.within(left[place]),
                None => one.range,
            };
            let ranges = components.iter().enumerate().map(within);
            asked = Some(match asked.take() {
                Some(known) => known.into_iter().zip(ranges).map(|(one, other)| one.union(other)).collect(),
                None => ranges.collect(),
            });
            Ok(())
        })?;
        Ok(asked)
    })?;
    let Some(asked) = asked else { return Ok(None) };
    let scene = Scene { game, components: Vec::new(), givens: set_up.givens.clone(), mover: None };
    let mut dimensions = Vec::new();
    for place in order {
        let ty = &game.components[place].ty;
        let declared = match ty {
            // A bound that depends on the position is none.
            Type::Int { high: Some(high), .. } => lower.with_scene(scene.clone(), |lower| {
                lower.tried(|lower| {
                    let high = lower.expr(high)?;
                    Ok(lower.is_untouched().then_some(high))
                })
            }),
            _ => Ok(None),
        };
        let declared = declared.unwrap_or(None);
        let reached = Some(asked[place]).filter(|range| never_grows(game, place) && range.high < UNKNOWN_LENGTH);
        let (high, range, grows) = match (declared, reached) {
            (Some(declared), Some(reached)) if reached.high < declared.range.high => {
                (Ex::int(reached.high), reached, true)
            }
            (Some(declared), _) => (declared.clone(), declared.range, false),
            (None, Some(reached)) => (Ex::int(reached.high), reached, true),
            (None, None) => return Ok(None),
        };
        let low = least(ty);
        dimensions.push(Dimension { place, low, high, range: Range::new(low, low).up_to(range), grows });
    }
    let entries: f64 = dimensions.iter().map(Dimension::size).product();
    Ok((entries <= MOST_ENTRIES).then_some(dimensions))
}

impl Dimension {
    /// About how many entries it has.
    fn size(&self) -> f64 {
        let most = self.high.range.high;
        if most < UNKNOWN_LENGTH { (most + 1) as f64 } else { USUAL_LENGTH }
    }
}

impl<'a> Maker<'_, 'a, '_> {
    /// All values, from below. `None` where that takes too long.
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
            dimensions.iter().map(|one| (names[one.place].clone(), one.size())).collect();
        let mut ranges = vec![Range::new(0, 0); names.len()];
        for one in &dimensions {
            ranges[one.place] = one.range;
        }
        let components: Vec<Ex> =
            names.iter().zip(&ranges).map(|(name, range)| Ex::var(name, Ty::Int).ranged(*range)).collect();
        let table_name = lower.shared.name(&format!("{}_table", self.quantity.name()));
        let mut filled_to = Vec::new();
        for one in dimensions.iter_mut().filter(|one| one.grows) {
            let here = components[one.place].clone();
            filled_to.push(FilledTo::new(lower, here));
            one.high = filled_to[filled_to.len() - 1].most.clone();
        }
        let dimensions = dimensions.as_slice();
        let table_ty = dimensions.iter().fold(ty.clone(), |inner, _| Ty::list(inner));
        let table = Ex::global(&table_name, table_ty.clone()).ranged(Range::new(0, 1 << 40));
        let entry = |position: &[Ex]| {
            dimensions.iter().fold(table.clone(), |inner, one| inner.index(position[one.place].clone()))
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
                    others.iter().fold(marks.clone(), |inner, one| inner.index(position[one.place].clone()))
                };
                inner.open();
                let value = self.by_nearest(&mut inner, &nearest, &mark)?;
                inner.put(St::Set(entry(&components), value));
                body = inner.close();
                // What is lost with as many is looked at only afterwards: a move takes one at least.
                let first = components[dimensions[0].place].clone();
                let lost = St::If(entry(&components).not(), vec![St::Set(mark(&components), first)], Vec::new());
                after = loops(others, &names, vec![lost]);
                build.push(St::Set(marks.clone(), filled(others, Ex::int(-1))));
                self.program.globals.push((
                    marks_name,
                    default_of(&marks_ty),
                    format!(
                        "The most {} so far with which a position is lost, -1 for none.",
                        names[dimensions[0].place]
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
        if steps > MOST_STEPS {
            return Ok(None);
        }
        self.program.steps = self.program.steps.max(steps);
        let comments = comments.into_iter().map(str::to_owned).collect();
        let entry = entry(&components);
        let found =
            self.by_filling(lower, Filling { table_name, table, entry, components, comments, build, filled_to })?;
        Ok(Some(found))
    }

    /// Whether a position is won from which one takes 1 to some number.
    fn by_nearest(&self, lower: &mut Lower<'_, 'a>, nearest: &Nearest<'a>, mark: &dyn Fn(&[Ex]) -> Ex) -> Answer<Ex> {
        let game: &'a Game = self.task.game;
        let here = lower.scene.components[nearest.place].clone();
        let mut limits = Vec::new();
        for limit in &nearest.limits {
            limits.push(lower.expr(limit)?);
        }
        let most = limits.into_iter().reduce(|one, other| Ex::helper(Helper::Min, vec![one, other]));
        let mut stuck = here.clone().op(Op::Equal, Ex::int(0));
        let most = most.map(|most| lower.name_it("most", most));
        if let Some(most) = &most {
            stuck = stuck.or(most.clone().op(Op::AtMost, Ex::int(0)));
        }
        let ended = verdict_value(lower, &game.stuck, true)?;
        let name = lower.fresh("won");
        let won = Ex::var(&name, Ty::Bool);
        lower.put(St::Let(name, ended));
        // Where there is no move there need be no position after it.
        lower.open();
        let mut next = Vec::new();
        for (place, value) in nearest.result.iter().enumerate() {
            next.push(if place == nearest.place { here.clone() } else { lower.expr(value)? });
        }
        let name = lower.fresh("nearest");
        let lost = Ex::var(&name, Ty::Int).ranged(Range::new(-1, -1).up_to(here.range));
        lower.put(St::Let(name, mark(&next)));
        let mut wins = lost.clone().op(Op::AtLeast, Ex::int(0));
        if let Some(most) = most {
            wins = wins.and(here.op(Op::Subtract, lost).op(Op::AtMost, most));
        }
        lower.put(St::Set(won.clone(), wins));
        let after = lower.close();
        lower.put(St::If(stuck.not(), after, Vec::new()));
        Ok(won)
    }
}

/// Entries of a table, all alike.
fn filled(dimensions: &[Dimension], fill: Ex) -> Ex {
    dimensions.iter().rev().fold(fill, |inner, one| Ex::filled(one.high.clone().op(Op::Add, Ex::int(1)), inner))
}

/// Loops through all entries, the first dimension outermost.
fn loops(dimensions: &[Dimension], names: &[String], body: Vec<St>) -> Vec<St> {
    dimensions
        .iter()
        .rev()
        .fold(body, |inner, one| vec![St::Range(names[one.place].clone(), Ex::int(one.low), one.high.clone(), inner)])
}

/// A game in which all one can do is to take 1 to some number from one component.
struct Nearest<'a> {
    place: usize,
    /// How many one can take at most, besides what there is.
    limits: Vec<&'a Expr>,
    /// What is left; at `place` it is what was there less what was taken.
    result: &'a [Expr],
}

/// Recognises such a game, where the table goes through that component first.
fn nearest<'a>(game: &'a Game, dimensions: &[Dimension]) -> Option<Nearest<'a>> {
    let place = dimensions[0].place;
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
    let is_component = |expr: &&Expr| expr.form == Form::Component(place);
    if !limits.iter().any(is_component) {
        return None;
    }
    for (at, value) in result.iter().enumerate() {
        let fits = match &value.form {
            Form::Binary(BinaryOperator::Subtract, from, what) if at == place => {
                from.form == Form::Component(place) && what.form == Form::Local(0)
            }
            _ => at != place && !mentions_choice(value) && !game.components_of([value]).contains(&place),
        };
        if !fits {
            return None;
        }
    }
    let limits = limits.into_iter().filter(|limit| !is_component(limit)).collect();
    Some(Nearest { place, limits, result })
}

/// Whether an expression depends on what the player chooses.
fn mentions_choice(expr: &Expr) -> bool {
    let mut found = expr.form == Form::Local(0);
    expr.each_child(&mut |child| found |= mentions_choice(child));
    found
}
