//! Moves already made: the position and the player to move, updated before the search.
//!
//! In: a problem with a `play` clause, and the components of the initial position. Out: variables for the components, the player
//! to move and the gain, preceded by a loop that plays the moves. The judge guarantees that they are legal.

use super::lower::{Lower, Scene};
use super::moves::destination;
use super::program::{Ex, Op, Range, St, Ty};
use super::solve::{Finding, Task};
use super::{Answer, refused};
use grundy_message::message;
use grundy_rules::game::{Game, Over};

/// Plays the moves; returns the components afterwards and the side to move.
pub(crate) fn replay<'a>(
    task: &Task<'a>,
    lower: &mut Lower<'_, 'a>,
    givens: &[Ex],
    components: Vec<Ex>,
    side: Option<Ex>,
    found: &mut Finding,
) -> Answer<(Vec<Ex>, Option<Ex>)> {
    let Some(play) = &task.variant.play else { return Ok((components, side)) };
    let game: &'a Game = task.game;
    let mut rules = game.moves.iter().filter(|rule| rule.name == play.mv);
    let (Some(rule), None) = (rules.next(), rules.next()) else {
        return Err(refused(message!("the move `{name}` has several rules, and programs replay one", name = play.mv)));
    };
    let mut lists = Vec::new();
    for (name, handle) in &play.choices {
        let list = lower.expr(task.variant.adapter.expression(*handle))?;
        lists.push((name, lower.name_it("made", list)));
    }
    let Some(made) = lists.first().map(|(_, list)| list.clone().len()) else {
        return Err(refused(message!("the moves that were made are not told by their choices")));
    };
    // Variables that the moves change.
    let mut variable = |wanted: &str, start: Ex| {
        let name = lower.fresh(wanted);
        let variable = Ex::var(&name, start.ty.clone());
        lower.put(St::Let(name, start));
        variable
    };
    let mut now = Vec::new();
    for (component, start) in game.components.iter().zip(components) {
        now.push(variable(&component.name, start));
    }
    let turn = variable("turn_of", Ex::int(0)).ranged(Range::new(0, 1));
    let gained = variable("gained", Ex::int(0)).ranged(Range::new(-(1 << 40), 1 << 40));
    let mover = side.map(|side| variable("mover", side).ranged(Range::new(0, 1)));
    let at = lower.fresh("step");
    let index = Ex::var(&at, Ty::Int).ranged(Range::new(0, 1 << 22));
    lower.open();
    let scene = Scene { game, components: now.clone(), givens: givens.to_vec(), mover: mover.clone() };
    lower.with_scene(scene, |lower| {
        for binder in &rule.binders {
            let value = match (lists.iter().find(|(name, _)| **name == binder.name), &binder.over) {
                (Some((_, list)), _) => list.clone().index(index.clone()),
                (None, Over::Is(value)) => lower.expr(value)?,
                // What was made was allowed.
                (None, Over::If(_)) => Ex::bool(true),
                (None, Over::Each(_)) => {
                    return Err(refused(message!(
                        "nothing says the choice `{name}` of the moves made",
                        name = binder.name
                    )));
                }
            };
            let value = lower.name_it(&binder.name, value);
            lower.locals.push(value);
        }
        if let Some(gain) = &rule.gain {
            let gain = lower.expr(gain)?;
            let more = gained.clone().plain(Op::Add, gain.clone());
            let less = gained.clone().plain(Op::Subtract, gain);
            let first = turn.clone().op(Op::Equal, Ex::int(0));
            lower.put(St::If(first, vec![St::Set(gained.clone(), more)], vec![St::Set(gained.clone(), less)]));
        }
        destination(lower, game, &rule.result, Ex::int(0), &mut |lower, made| {
            let [term] = made.terms.as_slice() else {
                return Err(refused(message!("moves that split are not replayed")));
            };
            // The next player may depend on the position before.
            let again = lower.name_it("again", made.again.clone());
            for (variable, value) in now.iter().zip(term) {
                if variable != value {
                    lower.put(St::Set(variable.clone(), value.clone()));
                }
            }
            let other = |side: &Ex| St::Set(side.clone(), Ex::int(1).op(Op::Subtract, side.clone()));
            let sides = std::iter::once(&turn).chain(&mover).map(other).collect();
            lower.put(St::If(again.not(), sides, Vec::new()));
            Ok(())
        })
    })?;
    let body = lower.close();
    lower.put(St::Comment("The moves that were made already.".to_owned()));
    lower.put(St::Range(at, Ex::int(0), made.op(Op::Subtract, Ex::int(1)), body));
    let is_first = turn.op(Op::Equal, Ex::int(0));
    found.turn = Some(Ex::choose(is_first, Ex::text("first"), Ex::text("second")));
    found.gained = Some(gained);
    Ok((now, mover))
}
