//! The first winning move: every move of the position is tried, in the order of the rules.
//!
//! In: a position, and how what a move leads to is looked up. Out: statements that return the move as it is printed, from the function
//! that answers; if no move keeps the best result, what stands behind them returns that there is none.

use super::closed::{Asked, Chosen, Claimed, value_of};
use super::effort::work;
use super::lower::{Lower, Scene};
use super::moves::{Made, moves};
use super::program::{Ex, Form, Helper, Op, Range, St, Ty};
use super::search::{Maker, Quantity};
use super::solve::{Finding, Task, each_part};
use super::{Answer, about, refused};
use crate::problem_limits;
use crate::told::{is_named, listed_choice};
use grundy_message::message;
use grundy_rules::game::{Game, Over};
use std::collections::BTreeMap;

/// Says whether a move wins.
type Wins<'w, 'a> = &'w mut dyn FnMut(&mut Lower<'_, 'a>, &Made) -> Answer<Ex>;

/// Emits the return of the first move that wins. `part` is the number of the part from 1, where there may be several.
fn return_first<'a>(lower: &mut Lower<'_, 'a>, game: &'a Game, part: Option<&Ex>, wins: Wins<'_, 'a>) -> Answer<()> {
    moves(lower, game, None, None, &mut |lower, made| {
        let holds = wins(lower, &made)?;
        let text = text_of(game, part, &made)?;
        lower.put(St::If(holds, vec![St::Return(text)], Vec::new()));
        Ok(())
    })
}

/// Returns a move as it is printed.
fn text_of(game: &Game, part: Option<&Ex>, made: &Made) -> Answer<Ex> {
    let rule = &game.moves[made.rule];
    let mut words: Vec<Ex> = part.cloned().into_iter().collect();
    if is_named(game, rule) {
        words.push(Ex::text(&rule.name));
    }
    let chosen = rule.binders.iter().zip(&made.choices).filter(|(binder, _)| matches!(binder.over, Over::Each(_)));
    for (binder, choice) in chosen {
        words.push(match choice.ty {
            Ty::Int | Ty::Char | Ty::Text => choice.clone(),
            Ty::Bool => Ex::choose(choice.clone(), Ex::int(1), Ex::int(0)),
            _ => return Err(refused(listed_choice(&rule.name, &binder.name))),
        });
    }
    let mut pieces: Vec<Ex> = Vec::new();
    for (at, word) in words.into_iter().enumerate() {
        if at > 0 {
            pieces.push(Ex::text(" "));
        }
        pieces.push(word);
    }
    Ok(match pieces.as_slice() {
        [Ex { form: Form::Text(_), .. }] => pieces.remove(0),
        _ => Ex::helper(Helper::Written, pieces),
    })
}

/// Returns the exclusive or of values.
fn xor_of(values: impl Iterator<Item = Ex>) -> Ex {
    values.reduce(|one, other| one.plain(Op::Xor, other)).unwrap_or_else(|| Ex::int(0))
}

/// Returns whether the player to move does not lose, from who wins.
fn is_kept(winner: &Ex) -> Ex {
    match &winner.form {
        Form::If(condition, yes, no) => Ex::choose((**condition).clone(), is_kept(yes), is_kept(no)),
        form => Ex::bool(*form != Form::Text("second".to_owned())),
    }
}

/// Emits what `inner` does where the player to move does not lose; returns the estimated number of its steps.
fn unless_lost<'a>(
    lower: &mut Lower<'_, 'a>,
    found: &Finding,
    inner: &mut dyn FnMut(&mut Lower<'_, 'a>) -> Answer<()>,
) -> Answer<f64> {
    let is_kept = found.winner.as_ref().map_or(Ex::bool(true), is_kept);
    lower.open();
    inner(lower)?;
    let block = lower.close();
    let steps = work(&block, &BTreeMap::new());
    if steps > problem_limits::MAX_FILLING_STEPS {
        return Err(refused(message!("every move is tried, which takes about {steps} steps", steps = about(steps))));
    }
    lower.put(St::If(is_kept, block, Vec::new()));
    Ok(steps)
}

impl<'a> Maker<'_, 'a, '_> {
    /// Emits the return of the first winning move in a position of one part, whose value is `best`.
    pub fn return_move(
        &self,
        lower: &mut Lower<'_, 'a>,
        (components, side): (Vec<Ex>, Option<&Ex>),
        best: &Ex,
        found: &Finding,
        lookup: &dyn Fn(Vec<Ex>) -> Ex,
    ) -> Answer<f64> {
        let game: &'a Game = self.task.game;
        if self.claims.is_some() || self.task.variant.play.is_some() {
            return Err(refused(message!("the first winning move is told where one table or search has all values")));
        }
        let value = |term: &Vec<Ex>, again: bool| {
            let mut value = lookup(term.clone());
            if let (Form::Call(_, arguments), Some(side)) = (&mut value.form, side) {
                arguments.push(if again { side.clone() } else { Ex::int(1).op(Op::Subtract, side.clone()) });
            }
            value
        };
        let quantity = self.quantity;
        let scene = Scene { game, components, givens: self.set_up.givens.clone(), mover: side.cloned() };
        lower.with_scene(scene, |lower| {
            unless_lost(lower, found, &mut |lower| {
                return_first(lower, game, None, &mut |_, made| {
                    if quantity == Quantity::Grundy {
                        return Ok(xor_of(made.terms.iter().map(|term| lookup(term.clone()))).op(Op::Equal, Ex::int(0)));
                    }
                    let [term] = made.terms.as_slice() else {
                        return Err(refused(message!("a move that leaves nothing is not searched here")));
                    };
                    if quantity == Quantity::Wins {
                        return Ok(value(term, false).not());
                    }
                    let after = match (made.again.is_true(), made.again.is_false()) {
                        (true, _) => value(term, true),
                        (_, true) => value(term, false).negate(),
                        _ => Ex::choose(made.again.clone(), value(term, true), value(term, false).negate()),
                    };
                    let after = match quantity {
                        Quantity::Score => made.gain.clone().op(Op::Add, after),
                        _ => after,
                    };
                    Ok(after.op(Op::Equal, best.clone()))
                })
            })
        })
    }

    /// Emits the return of the first winning move in a sum, the exclusive or of whose values is `total`.
    pub fn return_move_of_sum(
        &self,
        lower: &mut Lower<'_, 'a>,
        total: &Ex,
        found: &Finding,
        lookup: &dyn Fn(Vec<Ex>) -> Ex,
    ) -> Answer<f64> {
        let (task, givens) = (self.task, self.set_up.givens.clone());
        if self.claims.is_some() {
            return Err(refused(message!("the first winning move is told where one table or search has all values")));
        }
        unless_lost(lower, found, &mut |lower| {
            let value = |_: &mut Lower<'_, 'a>, components: &[Ex]| Ok(lookup(components.to_vec()));
            in_each_part(task, lower, &givens, total, &value)
        })
    }
}

/// Tries the moves of each part of a sum.
fn in_each_part<'a>(
    task: &Task<'a>,
    lower: &mut Lower<'_, 'a>,
    givens: &[Ex],
    total: &Ex,
    value: &dyn Fn(&mut Lower<'_, 'a>, &[Ex]) -> Answer<Ex>,
) -> Answer<()> {
    let game: &'a Game = task.game;
    let name = lower.fresh("part");
    let part = Ex::var(&name, Ty::Int).ranged(Range::new(0, 1 << 40));
    lower.put(St::Let(name, Ex::int(0)));
    each_part(task, lower, givens, &mut |lower, components| {
        lower.put(St::Set(part.clone(), part.clone().plain(Op::Add, Ex::int(1))));
        let here = value(lower, &components)?;
        let others = lower.name_it("others", total.clone().plain(Op::Xor, here));
        let scene = Scene { game, components, givens: givens.to_vec(), mover: None };
        lower.with_scene(scene, |lower| {
            return_first(lower, game, Some(&part), &mut |lower, made| {
                let values: Answer<Vec<Ex>> = made.terms.iter().map(|term| value(lower, term)).collect();
                Ok(xor_of(values?.into_iter()).op(Op::Equal, others.clone()))
            })
        })
    })
}

/// Emits the return of the first winning move by claims that say the value of every position that a move leads to.
pub(crate) fn return_move_by_claims<'a>(
    task: &Task<'a>,
    lower: &mut Lower<'_, 'a>,
    chosen: &Chosen<'a>,
    (givens, side): (&[Ex], Option<&Ex>),
    found: &Finding,
) -> Answer<f64> {
    let game: &'a Game = task.game;
    let open = || refused(message!("claims leave something open"));
    let other = side.map(|side| Ex::int(1).op(Op::Subtract, side.clone()));
    let value = |lower: &mut Lower<'_, 'a>, components: &[Ex]| {
        let scene = Scene { game, components: components.to_vec(), givens: givens.to_vec(), mover: other.clone() };
        lower.with_scene(scene, |lower| value_of(lower, chosen, (0, Asked::Reached), &mut |_| Err(open())))
    };
    unless_lost(lower, found, &mut |lower| match chosen.claimed {
        Claimed::Grundy if !task.variant.is_single() => {
            let total = found.grundy.clone().ok_or_else(open)?;
            in_each_part(task, lower, givens, &total, &value)
        }
        Claimed::Grundy | Claimed::Wins => each_part(task, lower, givens, &mut |lower, components| {
            let scene = Scene { game, components, givens: givens.to_vec(), mover: side.cloned() };
            lower.with_scene(scene, |lower| {
                return_first(lower, game, None, &mut |lower, made| {
                    let values: Answer<Vec<Ex>> = made.terms.iter().map(|term| value(lower, term)).collect();
                    match (chosen.claimed, values?) {
                        (Claimed::Wins, values) => match <[Ex; 1]>::try_from(values) {
                            Ok([wins]) => Ok(wins.not()),
                            Err(_) => Err(open()),
                        },
                        (_, values) => Ok(xor_of(values.into_iter()).op(Op::Equal, Ex::int(0))),
                    }
                })
            })
        }),
        Claimed::Score => Err(refused(message!("the first winning move of a game for points is told by a search"))),
    })
}
