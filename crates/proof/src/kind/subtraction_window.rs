//! Games that leave at most one heap: a repeated window of values proves the period.
//!
//! Statement. Let no move take more than k tokens and none leave more than one heap, and let e' = max(e, 1). If
//! g(n + p) = g(n) for e ≤ n < e' + k, then for every n ≥ e. Idea: the last k values decide the next one, so that the
//! values are the run of a finite machine. Source: Golomb 1966; the proof is in docs/heap_certificates.md, part 3.

use crate::check::Statement;
use crate::claim::Field;
use crate::limits::{Meter, Objection};
use crate::values::Values;
use grundy_message::message;
use grundy_rules::heap::TakeAndBreak;

pub(crate) fn prove(statement: &Statement<'_>, meter: &mut Meter<'_>) -> Result<Values, Objection> {
    statement.needs_no_saltus()?;
    let last_place = statement.last_place()?;
    if statement.game.most_parts() > 1 {
        return Err(Objection::new(Field::Kind, message!("a heap may be split: the kind is guy_smith or window")));
    }
    let end = statement.preperiod.max(1).checked_add(last_place);
    let count = end.and_then(|end| end.checked_add(statement.period));
    // A value is at most the number of moves.
    let moves = statement.game.head().iter().filter(|digit| **digit != 0).count();
    let values = if moves < 256 {
        let count = meter.values(count, 1)?;
        Values::Narrow(run(statement.game, count, meter)?)
    } else {
        let count = meter.values(count, 4)?;
        Values::Wide(run(statement.game, count, meter)?)
    };
    statement.check_repetition(&values, values.len() - statement.period as usize)?;
    Ok(values)
}

/// Returns the values of the heaps below a size.
fn run<C>(game: &TakeAndBreak, count: usize, meter: &mut Meter<'_>) -> Result<Vec<C>, Objection>
where
    C: Copy + Into<u32> + TryFrom<usize>,
{
    let places: Vec<usize> = (1..game.head().len()).filter(|place| game.head()[*place] != 0).collect();
    let mut values: Vec<C> = Vec::new();
    // A mark is the size plus one at which it was made, so that marks need not be cleared.
    let mut marks = vec![0; places.len() + 1];
    for size in 0..count {
        for taken in places.iter().take_while(|taken| **taken <= size) {
            let digit = game.head()[*taken];
            if *taken == size {
                if digit & 1 != 0 {
                    marks[0] = size + 1;
                }
            } else if digit & 2 != 0 {
                marks[values[size - taken].into() as usize] = size + 1;
            }
        }
        meter.steps(places.len() as u64 + 1)?;
        let value = marks.iter().position(|mark| *mark != size + 1).expect("there are more values than moves");
        let value =
            C::try_from(value).map_err(|_| Objection::new(Field::Head, message!("there are too many moves")))?;
        values.push(value);
    }
    Ok(values)
}
