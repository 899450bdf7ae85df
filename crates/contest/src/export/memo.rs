//! A memoized search: a recursive function of a position.
//!
//! In: a game whose play ends. Out: the function, and the map of known results, keyed by one number if the position's numbers fit
//! into one.

use super::build::default_of;
use super::closed::{open_count, return_known};
use super::effort::{min, work};
use super::lower::{Lower, Scene};
use super::names::tame;
use super::program::{Ex, Form, Function, Helper, Op, Range, St, Ty, UNKNOWN};
use super::search::{Maker, Quantity};
use super::solve::Finding;
use super::{Answer, about, refused};
use crate::problem_limits;
use grundy_message::message;
use grundy_rules::game::{Form as Rule, Game, Type};
use grundy_rules::measure::falling_numbers;
use std::collections::BTreeMap;

/// Cost of looking up and storing a position in the map.
const STEPS_OF_A_LOOK_UP: f64 = 30.0;

impl<'a> Maker<'_, 'a, '_> {
    /// Looks positions up in a map, and computes the missing ones.
    pub fn by_memo(mut self, lower: &mut Lower<'_, 'a>) -> Answer<Finding> {
        let game: &'a Game = self.task.game;
        let function = lower.shared.name(self.quantity.name());
        let memo_name = lower.shared.name(&format!("known_{}", self.quantity.name()));
        let ty = self.quantity.ty();
        let name = function.clone();
        let result = ty.clone();
        let mut found = self.answer_by(lower, &|components| Ex::call(&name, components, result.clone()))?;
        let ranges = self.range.clone().unwrap_or_default();
        // The parameters.
        let mut names: Vec<String> = Vec::new();
        let mut parameters = Vec::new();
        let mut components = Vec::new();
        if self.sum {
            let of = self.part_ty(lower);
            names.push("parts".to_owned());
            parameters.push(("parts".to_owned(), Ty::list(of)));
        } else {
            for (index, component) in game.components.iter().enumerate() {
                let name = tame(&component.name);
                let ty = self.component_ty(lower, index);
                components.push(Ex::var(&name, ty.clone()).ranged(Range::new(min(&component.ty), i128::MAX)));
                names.push(name.clone());
                parameters.push((name, ty));
            }
        }
        let side = game.players.map(|_| Ex::var("mover", Ty::Int).ranged(Range::new(0, 1)));
        if side.is_some() {
            names.push("mover".to_owned());
            parameters.push(("mover".to_owned(), Ty::Int));
        }
        let mut key: Vec<Ex> = parameters.iter().map(|(name, ty)| Ex::var(name, ty.clone())).collect();
        let scene = Scene { game, components, givens: self.set_up.givens.clone(), mover: side.clone() };
        let mut inner = Lower::new(lower.shared, scene, &names);
        if let Some(chosen) = self.claims {
            return_known(&mut inner, chosen)?;
        }
        // A packed position has spare bits for lists longer than drawn ones.
        inner.shared.estimates = true;
        let packed = self.packed(&mut inner, &ranges);
        let declared = if self.sum { Ok(Vec::new()) } else { declared_sizes(game, &mut inner) };
        inner.shared.estimates = false;
        key = match packed? {
            Some(packed) => vec![inner.name_it("position", packed)],
            // Built once, as it is both looked up and stored. Adjacent numbers are a key by themselves, and the search may
            // be deep.
            None if key.iter().any(|part| part.ty.is_list()) => {
                vec![inner.name_it("position", Ex::helper(Helper::Key, key))]
            }
            None => key,
        };
        let declared = declared?;
        let memo_ty = Ty::Memo(key.iter().map(|part| part.ty.clone()).collect(), Box::new(ty.clone()));
        let memo = Ex::global(&memo_name, memo_ty.clone());
        let known = Ex { form: Form::Known(Box::new(memo.clone()), key.clone()), ty: Ty::Bool, range: UNKNOWN };
        let recall = Ex { form: Form::Recall(Box::new(memo.clone()), key.clone()), ty: ty.clone(), range: UNKNOWN };
        inner.put(St::If(known, vec![St::Return(recall)], Vec::new()));
        let callee = function.clone();
        let result = ty.clone();
        let value = self.value(&mut inner, &|terms| {
            let values = terms.into_iter().map(|term| Ex::call(&callee, term, result.clone()));
            values.reduce(|a, b| a.plain(Op::Xor, b)).unwrap_or_else(|| Ex::int(0))
        })?;
        inner.put(St::Remember(memo.clone(), key, value.clone()));
        inner.put(St::Return(value));
        let body = inner.finish();
        let sizes: Vec<f64> = ranges.iter().map(|range| (range.high.saturating_sub(range.low) as f64) + 1.0).collect();
        let all_numbers =
            !self.sum && game.components.iter().all(|component| matches!(component.ty, Type::Int { .. } | Type::Bool));
        if all_numbers {
            // An undeclared length is not taken for the maximum.
            let sizes: Vec<f64> =
                sizes.iter().map(|size| if *size > 2e6 && *size < 1e7 { 100.0 } else { *size }).collect();
            let largest = sizes.iter().copied().fold(1.0, f64::max);
            let sizes: Vec<f64> = declared
                .iter()
                .zip(&sizes)
                .map(|(declared, size)| declared.map_or(*size, |declared| declared.min(largest.max(2.0))))
                .collect();
            let bound: BTreeMap<String, f64> =
                parameters.iter().map(|(name, _)| name.clone()).zip(sizes.clone()).collect();
            let reached: Vec<Range> = game
                .components
                .iter()
                .zip(&ranges)
                .map(|(component, range)| Range::new(min(&component.ty), min(&component.ty)).up_to(*range))
                .collect();
            let states = match self.claims {
                Some(chosen) => open_count(self.task, lower, chosen, &self.set_up.givens, &reached),
                None => sizes.iter().product(),
            };
            let steps = states * (work(&body, &bound) + STEPS_OF_A_LOOK_UP);
            if states > problem_limits::MAX_PROGRAM_STATES || steps > problem_limits::MAX_PROGRAM_STEPS {
                return Err(refused(message!(
                    "a search visits about {states} positions in {steps} steps, which is too many",
                    states = about(states),
                    steps = about(steps)
                )));
            }
            self.program.steps = self.program.steps.max(steps);
            self.program.states = self.program.states.max(states);
            // The sum of these numbers falls with every move.
            let falling = falling_numbers(game);
            let longest: f64 = falling.iter().map(|index| sizes[*index]).sum();
            let depth = if falling.is_empty() { states } else { longest.min(states) };
            self.program.depth = self.program.depth.max(depth);
        }
        let comment = match self.quantity {
            Quantity::Grundy => "The Grundy value: the least number that is not the value of a position after a move.",
            Quantity::Wins => "Whether the player to move wins: some move leads to a position that is lost.",
            Quantity::Outcome => "1 where the player to move wins, 0 for a draw, -1 where the other player wins.",
            Quantity::Steps => {
                "How many moves play lasts: the winner delays, the loser hurries. Odd where the player to move wins."
            }
            Quantity::Score => "The most that the player to move can get more than the other from here on.",
        };
        self.program.deep = true;
        lower.shared.functions.push(Function {
            comments: vec![comment.to_owned()],
            name: function,
            parameters,
            result: ty,
            body,
        });
        self.program.globals.push((memo_name, default_of(&memo_ty), "What is known already.".to_owned()));
        let forget = match self.set_up.is_constant() {
            true => Vec::new(),
            false => vec![St::Set(memo.clone(), default_of(&memo_ty))],
        };
        let comment =
            "Takes in what is given for the following questions; as long as that is the same, what is known is kept.";
        found.prepare = self.set_up.finish(self.task, lower, vec![comment.to_owned()], forget, Some(&memo));
        Ok(found)
    }

    /// Packs a list of small numbers into one number, its digits after a leading 1, if the lists are short enough.
    fn packed_list(&self, inner: &mut Lower<'_, 'a>) -> Option<Ex> {
        let [component] = self.task.game.components.as_slice() else { return None };
        let (Type::List(entry, _) | Type::Bag(entry)) = &component.ty else { return None };
        let Type::Int { low: Some(low), high: Some(high) } = &**entry else { return None };
        let (Rule::Int(low), Rule::Int(high)) = (&low.form, &high.form) else { return None };
        let (low, high) = (i128::from(low.to_i64()?), i128::from(high.to_i64()?));
        let (base, longest) = (high - low + 1, u32::try_from(self.longest?).ok()?);
        base.checked_pow(longest).filter(|max| *max < 1 << 60)?;
        let name = inner.fresh("position");
        let position = Ex::var(&name, Ty::Int).ranged(Range::new(0, 1 << 62));
        let start = match &inner.scene.mover {
            Some(side) => side.clone().op(Op::Add, Ex::int(1)),
            None => Ex::int(1),
        };
        inner.put(St::Let(name, start));
        let entry = inner.fresh("entry");
        let digit = Ex::var(&entry, Ty::Int).ranged(Range::new(low, high)).op(Op::Subtract, Ex::int(low));
        let next = position.clone().plain(Op::Multiply, Ex::int(base)).plain(Op::Add, digit);
        let list = inner.scene.components.first()?.clone();
        inner.put(St::Each(entry, list, vec![St::Set(position.clone(), next)]));
        Some(position)
    }

    /// Packs all numbers of a position into one, if they are small enough.
    fn packed(&mut self, inner: &mut Lower<'_, 'a>, ranges: &[Range]) -> Answer<Option<Ex>> {
        let game: &'a Game = self.task.game;
        if self.sum || ranges.len() != game.components.len() {
            return Ok(None);
        }
        if let Some(position) = self.packed_list(inner) {
            return Ok(Some(position));
        }
        // A number that is part of the falling sum is at most its initial value.
        let falling: Vec<&str> =
            falling_numbers(game).into_iter().map(|index| game.components[index].name.as_str()).collect();
        let is_falling = |name: &str| falling.contains(&name);
        let sum: i128 = game
            .components
            .iter()
            .zip(ranges)
            .filter(|(component, _)| is_falling(&component.name))
            .map(|(_, range)| range.high.clamp(0, 1 << 60))
            .sum();
        // Spare bits, as inputs may be larger than drawn ones.
        let flags = game.components.iter().filter(|component| component.ty == Type::Bool).count()
            + usize::from(inner.scene.mover.is_some());
        let capacity = 1i128
            << (61usize.saturating_sub(flags) / (game.components.len() - flags.min(game.components.len() - 1)).max(1))
                .min(40);
        let mut key: Option<Ex> = None;
        let mut bits = 0;
        let add = |key: &mut Option<Ex>, value: Ex, size: i128| {
            *key = Some(match key.take() {
                Some(key) => key.plain(Op::Multiply, Ex::int(size)).plain(Op::Add, value),
                None => value,
            });
        };
        for (index, component) in game.components.iter().enumerate() {
            let value = inner.scene.components[index].clone();
            match &component.ty {
                Type::Bool => {
                    bits += 1;
                    add(&mut key, Ex::choose(value, Ex::int(1), Ex::int(0)), 2);
                }
                Type::Int { low, high } => {
                    let low = match low {
                        Some(low) => inner.expr(low)?.range.low,
                        None => return Ok(None),
                    };
                    let high = match high {
                        Some(high) => inner.expr(high)?.range.high,
                        None if is_falling(&component.name) && low >= 0 => sum,
                        None => return Ok(None),
                    };
                    let size = high.saturating_sub(low).saturating_add(1);
                    if low < -1000 || size > 1 << 40 {
                        return Ok(None);
                    }
                    let size = (size.max(capacity) as u128).next_power_of_two() as i128;
                    bits += size.trailing_zeros();
                    add(&mut key, value.op(Op::Subtract, Ex::int(low)), size);
                }
                _ => return Ok(None),
            }
        }
        if let Some(side) = &inner.scene.mover {
            bits += 1;
            add(&mut key, side.clone(), 2);
        }
        Ok(key.filter(|_| bits <= 62).map(|key| key.ranged(Range::new(0, 1 << 62))))
    }
}

/// Returns the number of values of each component, if its type declares it. A bound that is not a literal may be as large as any
/// other number of the position.
fn declared_sizes<'a>(game: &'a Game, inner: &mut Lower<'_, 'a>) -> Answer<Vec<Option<f64>>> {
    let mut sizes = Vec::new();
    for component in &game.components {
        sizes.push(match &component.ty {
            Type::Bool => Some(2.0),
            Type::Int { low: Some(low), high: Some(high) } => {
                inner.open();
                let (low, high) = (inner.expr(low)?.range.low, inner.expr(high)?.range.high);
                inner.close();
                // A list of undeclared length may be long.
                let is_known = high < (1 << 22) - 2 && low > -(1 << 40);
                Some(if is_known { (high - low) as f64 + 1.0 } else { f64::MAX })
            }
            _ => None,
        });
    }
    Ok(sizes)
}
