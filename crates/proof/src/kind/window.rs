//! The window certificate: small parts decide every value from some size on, and a window of values repeats.
//!
//! Statement. For a finite octal code with last place k, a rule that calls heaps rare or common, and a window W ≥ 1, let
//! e' = max(e, 1) and N = e' + W + k. If
//!
//! 1. every heap n with W < n < N + p is common,
//! 2. g(n + p) = g(n) for e ≤ n < N, and
//! 3. for N ≤ n < N + p every value below g(n) belongs to a move from n that leaves one heap at most, or to a split of n
//!    with a part of at most W,
//!
//! and p is even if the rule goes by size, then g(n + p) = g(n) for every n ≥ e. Idea: a common value is reached only
//! by splits with a rare part, and those parts are small, so that the last W + k values decide the next one. About half
//! as many values are needed as by Guy and Smith. The proof is in docs/heap_certificates.md, part 4.

use crate::certificate::Sparse;
use crate::check::Statement;
use crate::claim::Field;
use crate::limits::{Meter, Objection};
use crate::recompute::octal::{self, Moves, Rule};
use crate::values::Values;
use grundy_message::message;

pub(crate) fn prove(
    statement: &Statement<'_>,
    window: u64,
    sparse: Sparse,
    meter: &mut Meter<'_>,
) -> Result<Values, Objection> {
    statement.needs_no_saltus()?;
    let last_place = statement.last_place()?;
    if window == 0 {
        return Err(Objection::new(Field::Window, message!("a window is at least 1")));
    }
    if sparse.by_size && statement.period % 2 == 1 {
        return Err(Objection::new(Field::Mask, message!("a mask by size needs an even period")));
    }
    let moves = Moves::new(statement.game)?;
    let rule = Rule::new(sparse, &moves)?;
    let end = statement.preperiod.max(1).checked_add(window).and_then(|sum| sum.checked_add(last_place));
    let count = meter.values(end.and_then(|end| end.checked_add(statement.period)), 1)?;
    let (window, end) = (window as usize, count - statement.period as usize);
    let values = octal::values(&moves, Some(&rule), count, meter)?;
    if let Some(size) = (window + 1..count).find(|size| rule.is_rare(*size, values.at(*size) as u32)) {
        return Err(Objection::new(
            Field::Window,
            message!("the heap {size} is rare and larger than the window", size),
        ));
    }
    statement.check_repetition(&values, end)?;
    if let Some(size) = octal::first_not_reached(&moves, &rule, &values, end..count, window, meter)? {
        return Err(Objection::new(
            Field::Window,
            message!("the heap {size} needs parts larger than the window to reach all below its value", size),
        ));
    }
    Ok(values)
}
