//! The end of play in `compound anti`: every part has Grundy value 0, and the player then to move wins.
//!
//! In: a position of a sum. Out: its end or its moves, for a whole-sum search. This is the SJ convention of Anti-SG
//! (Jia Zhihao 2009): the rule speaks of Grundy values, so it has a meaning only for impartial games under normal play
//! that end.

use crate::budget::Interrupt;
use crate::solver::loop_fault;
use crate::solver::reference::grundy::{PartTable, PartValue};
use crate::work::Work;
use grundy_message::message;
use grundy_rules::{Compound, Instance, Position, Standing, Terminal};
use grundy_value::Grundy;

/// Returns the end of a position or its moves; the values of its parts are found if they are not known yet.
///
/// # Errors
/// Fails if the budget ended, the rules could not be carried out, or play in a part can loop.
pub(crate) fn look(
    position: &Position,
    instance: &Instance,
    parts: &mut PartTable,
    work: &Work,
) -> Result<Standing, Interrupt> {
    if let Some(stop) = parts.reach(position.in_play(), instance, work)? {
        parts.rollback();
        return Err(Interrupt::Stop(stop));
    }
    if let Some(part) = position.in_play().find(|part| parts.value(part) == PartValue::Loopy) {
        let why = message!("`compound anti` needs Grundy values");
        return Err(Interrupt::Fault(loop_fault(instance, &parts.loop_from(part), why)));
    }
    if position.in_play().all(|part| matches!(parts.value(part), PartValue::Known(Grundy::ZERO, _))) {
        return Ok(Standing::Ended(Terminal::Win));
    }
    work.spend(|meter| {
        instance.look(position, Compound::Anti, meter).map_err(|fault| fault.at(|| instance.print_position(position)))
    })
}
