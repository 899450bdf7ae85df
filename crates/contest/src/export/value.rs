//! The value of a position, by its moves: Grundy value, winner, score, duration of play.
//!
//! In: the current position as variables. Out: statements that enumerate its moves, and the value as an expression.

use super::build::MOST;
use super::effort::min;
use super::lower::Lower;
use super::moves::{Made, moves};
use super::program::{Ex, Helper, Op, Range, St, Ty};
use super::search::{Maker, Quantity, as_part, sorted_parts};
use super::solve::first_if;
use super::{Answer, refused};
use grundy_message::message;
use grundy_rules::Side;
use grundy_rules::game::{Destination, Expr, Game, Term, Ties, Verdict};

/// Name of the list of the options' values.
pub(crate) const OPTIONS: &str = "options";

impl<'a> Maker<'_, 'a, '_> {
    /// Returns the value of the current position, by its moves.
    pub fn value(&self, lower: &mut Lower<'_, 'a>, lookup: &dyn Fn(Vec<Vec<Ex>>) -> Ex) -> Answer<Ex> {
        let game: &'a Game = self.task.game;
        match self.quantity {
            Quantity::Grundy => {
                let name = lower.fresh(OPTIONS);
                let options = Ex::var(&name, Ty::list(Ty::Int));
                lower.put(St::Let(name, Ex::list(Ty::Int, Vec::new())));
                moves(lower, game, None, None, &mut |lower, made| {
                    lower.put(St::Push(options.clone(), lookup(made.terms)));
                    Ok(())
                })?;
                Ok(lower.name_it("value", Ex::library("mex", vec![options])))
            }
            Quantity::Steps => {
                let [longest, shortest] = ["longest", "shortest"].map(|name| lower.fresh(name));
                lower.put(St::Let(longest.clone(), Ex::int(-1)));
                lower.put(St::Let(shortest.clone(), Ex::int(-1)));
                let (longest, shortest) = (Ex::var(longest, Ty::Int), Ex::var(shortest, Ty::Int));
                moves(lower, game, None, None, &mut |lower, made| {
                    let after = lower.name_it("after", lookup(made.terms).ranged(Range::new(0, 1 << 40)));
                    let even = after.clone().op(Op::Remainder, Ex::int(2)).op(Op::Equal, Ex::int(0));
                    let long = St::Set(longest.clone(), Ex::helper(Helper::Max, vec![longest.clone(), after.clone()]));
                    let is_less =
                        shortest.clone().op(Op::Equal, Ex::int(-1)).or(after.clone().op(Op::Less, shortest.clone()));
                    let short = St::If(is_less, vec![St::Set(shortest.clone(), after)], Vec::new());
                    lower.put(St::If(even, vec![long], vec![short]));
                    Ok(())
                })?;
                let best = Ex::choose(longest.clone().op(Op::AtLeast, Ex::int(0)), longest, shortest);
                Ok(lower.name_it("lasts", best.plain(Op::Add, Ex::int(1))))
            }
            _ => self.best(lower, lookup),
        }
    }

    fn best(&self, lower: &mut Lower<'_, 'a>, lookup: &dyn Fn(Vec<Vec<Ex>>) -> Ex) -> Answer<Ex> {
        let game: &'a Game = self.task.game;
        let wins = self.quantity == Quantity::Wins;
        let start = match self.quantity {
            Quantity::Wins => Ex::bool(false),
            Quantity::Outcome => Ex::int(-2),
            _ => Ex::int(-MOST),
        };
        let name = lower.fresh("best");
        let best = Ex::var(if wins { "winning" } else { name.as_str() }, self.quantity.ty());
        let name = if wins { lower.fresh("winning") } else { name };
        lower.put(St::Let(name, start.clone()));
        // A stuck player loses in the plain case: then nothing need be counted.
        let plain = wins && game.stuck == Verdict::Lose && game.stuck_if.is_empty();
        let moved = (wins && !plain).then(|| {
            let name = lower.fresh("moved");
            lower.put(St::Let(name.clone(), Ex::bool(false)));
            Ex::var(name, Ty::Bool)
        });
        lower.open();
        let stop = match self.quantity {
            Quantity::Wins => Some(best.clone()),
            Quantity::Outcome => Some(best.clone().op(Op::Equal, Ex::int(1))),
            _ => None,
        };
        let side = lower.scene.mover.clone();
        let mut visit = |lower: &mut Lower<'_, 'a>, made: Made| -> Answer<()> {
            if let Some(moved) = &moved {
                lower.put(St::Set(moved.clone(), Ex::bool(true)));
            }
            let call = |again: bool| {
                let mut terms = made.terms.clone();
                if let (Some(side), Some(term)) = (&side, terms.first_mut()) {
                    term.push(if again { side.clone() } else { Ex::int(1).op(Op::Subtract, side.clone()) });
                }
                // With no part left the next player is stuck.
                if terms.is_empty() { None } else { Some(lookup(terms)) }
            };
            if made.terms.is_empty() {
                return Err(refused(message!("a move that leaves nothing is not searched here")));
            }
            let other = call(false).unwrap_or_else(|| Ex::int(0));
            let same = call(true).unwrap_or_else(|| Ex::int(0));
            if wins {
                lower.put(St::If(other.not(), vec![St::Set(best.clone(), Ex::bool(true))], Vec::new()));
                return Ok(());
            }
            let value = if made.again.is_true() {
                same
            } else if made.again.is_false() {
                other.negate()
            } else {
                let name = lower.fresh("value");
                let value = Ex::var(&name, Ty::Int);
                lower.put(St::Let(name, Ex::int(0)));
                lower.put(St::If(
                    made.again.clone(),
                    vec![St::Set(value.clone(), same)],
                    vec![St::Set(value.clone(), other.negate())],
                ));
                value
            };
            let value = match self.quantity {
                Quantity::Score => made.gain.clone().op(Op::Add, value),
                _ => value,
            };
            lower.put(St::Set(best.clone(), Ex::helper(Helper::Max, vec![best.clone(), value])));
            Ok(())
        };
        if self.sum {
            self.moves_of_sum(lower, stop.as_ref(), &mut visit)?;
        } else {
            moves(lower, game, stop.as_ref(), None, &mut visit)?;
        }
        let stuck = match (&moved, self.quantity) {
            (Some(moved), _) => moved.clone().not(),
            (None, Quantity::Wins) => Ex::bool(false),
            (None, Quantity::Outcome) => best.clone().op(Op::Equal, Ex::int(-2)),
            _ => best.clone().op(Op::Equal, Ex::int(-MOST)),
        };
        if !stuck.is_false() {
            lower.open();
            let value = self.stuck_value(lower)?;
            lower.put(St::Set(best.clone(), value));
            let block = lower.close();
            lower.put(St::If(stuck, block, Vec::new()));
        }
        let mut block = lower.close();
        // End conditions, the last first.
        for (condition, verdict) in game.ends.iter().rev() {
            lower.open();
            let condition = if self.sum { self.ends_in_some_part(lower, condition)? } else { lower.expr(condition)? };
            let before = lower.close();
            lower.open();
            let value = self.verdict(lower, verdict)?;
            lower.put(St::Set(best.clone(), value));
            let ended = lower.close();
            let mut all = before;
            all.push(St::If(condition, ended, block));
            block = all;
        }
        block.into_iter().for_each(|statement| lower.put(statement));
        Ok(best)
    }

    /// Returns whether play has ended by a condition that holds in some part of a sum.
    fn ends_in_some_part(&self, lower: &mut Lower<'_, 'a>, condition: &'a Expr) -> Answer<Ex> {
        let name = lower.fresh("ended");
        let ended = Ex::var(&name, Ty::Bool);
        lower.put(St::Let(name, Ex::bool(false)));
        self.each_part_of_sum(lower, &mut |lower, _| {
            let holds = lower.expr(condition)?;
            lower.put(St::If(holds, vec![St::Set(ended.clone(), Ex::bool(true))], Vec::new()));
            Ok(())
        })?;
        Ok(ended)
    }

    /// Runs `inner` for each part of a sum, with its index.
    fn each_part_of_sum(
        &self,
        lower: &mut Lower<'_, 'a>,
        inner: &mut dyn FnMut(&mut Lower<'_, 'a>, Ex) -> Answer<()>,
    ) -> Answer<()> {
        let game: &'a Game = self.task.game;
        let parts = Ex::var("parts", Ty::list(self.part_ty(lower)));
        let name = lower.fresh("p");
        let at = Ex::var(&name, Ty::Int).ranged(Range::new(0, 1 << 22));
        lower.open();
        let here = parts.clone().index(at.clone());
        let mut components = Vec::new();
        for (index, component) in game.components.iter().enumerate() {
            let value =
                if game.components.len() == 1 { here.clone() } else { here.clone().index(Ex::int(index as i128)) };
            let value = value.ranged(Range::new(min(&component.ty), i128::MAX));
            components.push(lower.name_it(&component.name, value));
        }
        lower.scene.components = components;
        inner(lower, at)?;
        lower.scene.components.clear();
        let body = lower.close();
        lower.put(St::Range(name, Ex::int(0), parts.len().op(Op::Subtract, Ex::int(1)), body));
        Ok(())
    }

    fn moves_of_sum(
        &self,
        lower: &mut Lower<'_, 'a>,
        stop: Option<&Ex>,
        visit: &mut dyn FnMut(&mut Lower<'_, 'a>, Made) -> Answer<()>,
    ) -> Answer<()> {
        let game: &'a Game = self.task.game;
        let parts = Ex::var("parts", Ty::list(self.part_ty(lower)));
        self.each_part_of_sum(lower, &mut |lower, at| {
            moves(lower, game, stop, None, &mut |lower, made| {
                let name = lower.fresh("after");
                let after = Ex::var(&name, parts.ty.clone());
                let mut terms = made.terms.iter().cloned().map(as_part);
                match terms.next() {
                    Some(first) => {
                        lower.put(St::Let(name, parts.clone()));
                        lower.put(St::Set(after.clone().index(at.clone()), first));
                    }
                    None => {
                        let low = Ex::helper(
                            Helper::Slice,
                            vec![parts.clone(), Ex::int(0), at.clone().op(Op::Subtract, Ex::int(1))],
                        );
                        let last = parts.clone().len().op(Op::Subtract, Ex::int(1));
                        let high =
                            Ex::helper(Helper::Slice, vec![parts.clone(), at.clone().op(Op::Add, Ex::int(1)), last]);
                        lower.put(St::Let(name, Ex::helper(Helper::Joined, vec![low, high])));
                    }
                }
                terms.for_each(|more| lower.put(St::Push(after.clone(), more)));
                visit(lower, Made { terms: vec![vec![sorted_parts(after)]], ..made })
            })?;
            if let Some(stop) = stop {
                lower.put(St::If(stop.clone(), vec![St::Break], Vec::new()));
            }
            Ok(())
        })
    }

    /// Returns the value for a player who cannot move.
    fn stuck_value(&self, lower: &mut Lower<'_, 'a>) -> Answer<Ex> {
        let is_zero = |verdict: &Verdict| matches!(verdict, Verdict::Score(points) if matches!(&points.form, grundy_rules::game::Form::Int(int) if int.is_zero()));
        if self.sum && self.task.game.points && !(self.task.game.stuck_if.is_empty() && is_zero(&self.task.game.stuck))
        {
            return Err(refused(message!("`stuck scores` of a sum adds up over its parts")));
        }
        let game: &'a Game = self.task.game;
        let mut value = self.verdict(lower, &game.stuck)?;
        for (condition, verdict) in game.stuck_if.iter().rev() {
            let condition = lower.expr(condition)?;
            let outcome = self.verdict(lower, verdict)?;
            value = Ex::choose(condition, outcome, value);
        }
        Ok(value)
    }

    fn verdict(&self, lower: &mut Lower<'_, 'a>, verdict: &'a Verdict) -> Answer<Ex> {
        verdict_value(lower, verdict, self.quantity == Quantity::Wins)
    }
}

/// Returns the value of a verdict for the player to move: 1, 0 or -1, a score, or whether they win.
pub(crate) fn verdict_value<'a>(lower: &mut Lower<'_, 'a>, verdict: &'a Verdict, as_truth: bool) -> Answer<Ex> {
    let won = |wins: Ex| if as_truth { wins } else { Ex::choose(wins, Ex::int(1), Ex::int(-1)) };
    Ok(match verdict {
        Verdict::Win => won(Ex::bool(true)),
        Verdict::Lose => won(Ex::bool(false)),
        Verdict::Draw => Ex::int(0),
        Verdict::Wins(side) => {
            let mover = lower.scene.mover.clone().ok_or_else(|| refused(message!("who is to move is not known")))?;
            won(mover.op(Op::Equal, Ex::int(if *side == Side::Left { 0 } else { 1 })))
        }
        Verdict::Score(points) => lower.expr(points)?,
    })
}

/// Returns who wins by the sign of a number.
pub(crate) fn by_sign(value: &Ex, tie: Ex) -> Ex {
    let zero = Ex::int(0);
    let less = Ex::choose(value.clone().op(Op::Less, zero.clone()), Ex::text("second"), tie);
    Ex::choose(value.clone().op(Op::Greater, zero), Ex::text("first"), less)
}

/// Returns who wins if the player to move has `score` more points.
pub(crate) fn winner_by_points(game: &Game, score: &Ex, side: Option<&Ex>) -> Ex {
    let tie = match (game.ties, side) {
        (Ties::First, _) => Ex::text("first"),
        (Ties::Side(owner), Some(side)) => {
            first_if(side.clone().op(Op::Equal, Ex::int(if owner == Side::Left { 0 } else { 1 })))
        }
        _ => Ex::text("draw"),
    };
    by_sign(score, tie)
}

pub(crate) fn splits(result: &Destination) -> bool {
    match result {
        Destination::If(_, yes, no) => splits(yes) || splits(no),
        Destination::Terms { terms, .. } => {
            terms.len() != 1 || terms.iter().any(|term| matches!(term, Term::Nothing | Term::Each { .. }))
        }
    }
}

pub(crate) fn has_again(game: &Game) -> bool {
    game.moves.iter().any(|rule| rule.result.has_again())
}

pub(crate) fn may_draw(game: &Game) -> bool {
    game.ends.iter().chain(&game.stuck_if).any(|(_, verdict)| *verdict == Verdict::Draw) || game.stuck == Verdict::Draw
}
