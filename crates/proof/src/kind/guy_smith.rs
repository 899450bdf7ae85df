//! Guy and Smith's theorem: values of a finite code that repeat for long enough repeat forever.
//!
//! Statement. Let no move take more than k tokens or leave more than j heaps, j at least 2, and let e' = max(e, 1). If
//! g(n + p) = g(n) for e ≤ n < j e' + (j - 1) p + k, then for every n ≥ e. Idea: beyond that range the largest part of
//! any option is so large that a period can be taken from it or added to it. Source: Guy and Smith 1956, for j = 2; the
//! proof is in docs/heap_certificates.md, part 2. Wrong tool when half as many values suffice: see `window`.

use crate::certificate::Sparse;
use crate::check::Statement;
use crate::claim::Field;
use crate::limits::{Meter, Objection};
use crate::recompute::octal::{self, Moves, Rule};
use crate::recompute::plain;
use crate::values::Values;
use grundy_message::message;

pub(crate) fn prove(
    statement: &Statement<'_>,
    sparse: Option<Sparse>,
    meter: &mut Meter<'_>,
) -> Result<Values, Objection> {
    statement.needs_no_saltus()?;
    let last_place = statement.last_place()?;
    let most_parts = u64::from(statement.game.most_parts());
    if most_parts < 2 {
        return Err(Objection::new(Field::Kind, message!("no heap is split: the kind is subtraction_window")));
    }
    let end = most_parts
        .checked_mul(statement.preperiod.max(1))
        .and_then(|sum| sum.checked_add((most_parts - 1).checked_mul(statement.period)?)?.checked_add(last_place));
    let count = meter.values(end.and_then(|end| end.checked_add(statement.period)), 1)?;
    let values = if most_parts == 2 {
        let moves = Moves::new(statement.game)?;
        let rule = sparse.map(|sparse| Rule::new(sparse, &moves)).transpose()?;
        octal::values(&moves, rule.as_ref(), count, meter)?
    } else if sparse.is_some() {
        return Err(Objection::new(Field::Mask, message!("a mask is for games that leave two heaps at most")));
    } else {
        plain::values(statement.game, count, meter)?
    };
    statement.check_repetition(&values, count - statement.period as usize)?;
    Ok(values)
}
