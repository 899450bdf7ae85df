//! The moves of a position as loops whose body the caller emits.
//!
//! In: the rules of a game and the names of a position's components. Out: statements that enumerate every move.

use super::lower::Lower;
use super::program::{Ex, Op, St};
use super::solve::carried;
use super::{Answer, refused};
use grundy_message::message;
use grundy_rules::Side;
use grundy_rules::game::{Change, Destination, Game, MoveRule, Over, Term};

/// A move, as seen inside the loops.
pub(crate) struct Made {
    /// Its index among the moves of the game.
    pub rule: usize,
    /// The values of its binders.
    pub choices: Vec<Ex>,
    pub again: Ex,
    pub gain: Ex,
    pub terms: Vec<Vec<Ex>>,
}

/// Enumerates the moves of the current position; `visit` emits the body of the loops.
pub(crate) fn moves<'a>(
    lower: &mut Lower<'_, 'a>,
    game: &'a Game,
    stop: Option<&Ex>,
    only: Option<Side>,
    visit: &mut dyn FnMut(&mut Lower<'_, 'a>, Made) -> Answer<()>,
) -> Answer<()> {
    let mut rules: Vec<(usize, &'a MoveRule)> = game.moves.iter().enumerate().collect();
    // A search for a single move tries the rules with the fewest choices first.
    if stop.is_some() {
        rules
            .sort_by_key(|(_, rule)| rule.binders.iter().filter(|binder| matches!(binder.over, Over::Each(_))).count());
    }
    for (number, (index, rule)) in rules.into_iter().enumerate() {
        if only.is_some() && rule.side.is_some() && rule.side != only {
            continue;
        }
        lower.open();
        lower.nest(&rule.binders, stop, &mut |lower| {
            let guard = match &rule.guard {
                Some(guard) => lower.expr(guard)?,
                None => Ex::bool(true),
            };
            if guard.is_false() {
                return Ok(());
            }
            if !guard.is_true() {
                lower.open();
            }
            let gain = match &rule.gain {
                Some(gain) => lower.expr(gain)?,
                None => Ex::int(0),
            };
            let choices = lower.locals[lower.locals.len() - rule.binders.len()..].to_vec();
            destination(lower, game, &rule.result, gain, &mut |lower, made| {
                visit(lower, Made { rule: index, choices: choices.clone(), ..made })
            })?;
            if let Some(stop) = stop.filter(|_| rule.binders.iter().any(|binder| matches!(binder.over, Over::Each(_))))
            {
                lower.put(St::If(stop.clone(), vec![St::Break], Vec::new()));
            }
            if !guard.is_true() {
                let block = lower.close();
                lower.put(St::If(guard, block, Vec::new()));
            }
            Ok(())
        })?;
        let block = lower.close();
        let mut condition = Ex::bool(true);
        if let (Some(side), Some(mover)) = (rule.side, &lower.scene.mover) {
            let number = if side == Side::Left { 0 } else { 1 };
            condition = mover.clone().op(Op::Equal, Ex::int(number));
        }
        if let Some(stop) = stop.filter(|_| number > 0) {
            condition = stop.clone().not().and(condition);
        }
        if condition.is_true() {
            block.into_iter().for_each(|statement| lower.put(statement));
        } else {
            lower.put(St::If(condition, block, Vec::new()));
        }
    }
    Ok(())
}

/// Enumerates the results of a move.
pub(crate) fn destination<'a>(
    lower: &mut Lower<'_, 'a>,
    game: &'a Game,
    result: &'a Destination,
    gain: Ex,
    visit: &mut dyn FnMut(&mut Lower<'_, 'a>, Made) -> Answer<()>,
) -> Answer<()> {
    match result {
        Destination::If(condition, yes, no) => {
            let condition = lower.expr(condition)?;
            lower.open();
            destination(lower, game, yes, gain.clone(), visit)?;
            let yes = lower.close();
            lower.open();
            destination(lower, game, no, gain, visit)?;
            let no = lower.close();
            lower.put(St::If(condition, yes, no));
            Ok(())
        }
        Destination::Terms { again, terms } => {
            let again = match again {
                Some(again) => lower.expr(again)?,
                None => Ex::bool(false),
            };
            let mut made = Vec::new();
            for term in terms {
                match term {
                    Term::Nothing => {}
                    Term::Group(_) => return Err(refused(message!("a result in parentheses is not taken apart"))),
                    Term::Each { .. } => {
                        return Err(refused(message!("an expression says how many parts a move leaves")));
                    }
                    Term::Tuple(all, _) => {
                        let values: Answer<Vec<Ex>> = all.iter().map(|component| lower.expr(component)).collect();
                        let values = values?.into_iter().zip(&game.components);
                        made.push(values.map(|(value, component)| carried(value, &component.ty)).collect());
                    }
                    Term::With(changes, _) => made.push(changed(lower, game, changes)?),
                }
            }
            visit(lower, Made { rule: 0, choices: Vec::new(), again, gain, terms: made })
        }
    }
}

/// Returns the current part with changes applied.
fn changed<'a>(lower: &mut Lower<'_, 'a>, game: &'a Game, changes: &'a [Change]) -> Answer<Vec<Ex>> {
    let old = lower.scene.components.clone();
    let mut new = old.clone();
    for change in changes {
        let slot = change.component;
        if change.indices.is_empty() && change.binders.is_empty() {
            new[slot] = lower.expr(&change.value)?;
            continue;
        }
        if new[slot] == old[slot] {
            let name = lower.fresh(&format!("next_{}", game.components[slot].name));
            let copy = Ex::var(&name, old[slot].ty.clone());
            lower.put(St::Let(name, old[slot].clone()));
            new[slot] = copy;
        }
        let copy = new[slot].clone();
        lower.nest(&change.binders, None, &mut |lower| {
            let condition = match &change.filter {
                Some(filter) => lower.expr(filter)?,
                None => Ex::bool(true),
            };
            let mut cell = copy.clone();
            for index in &change.indices {
                let at = lower.expr(index)?;
                cell = cell.index(at);
            }
            let value = lower.expr(&change.value)?;
            let set = St::Set(cell, value);
            lower.put(if condition.is_true() { set } else { St::If(condition, vec![set], Vec::new()) });
            Ok(())
        })?;
    }
    let bagged = |(value, (component, old)): (Ex, (&grundy_rules::game::Component, &Ex))| {
        if value == *old { value } else { carried(value, &component.ty) }
    };
    Ok(new.into_iter().zip(game.components.iter().zip(&old)).map(bagged).collect())
}
