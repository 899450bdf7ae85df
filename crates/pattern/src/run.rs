//! What a run of a heap engine shows: a certificate for its period, and the heaps that do not follow it.

use crate::heap::{Found, certify};
use grundy_proof::{Certificate, Limits, Sparse, Theorem, check_unless};
use grundy_rules::heap::TakeAndBreak;
use grundy_solve::Budget;
use grundy_solve::heap::{HeapRun, HeapValues, Period, Slice, solve_heap};

/// Returns the default number of heaps searched for a period: about a second of work. It is counted, not timed: whether
/// a period is proved must not depend on the machine.
pub fn usual_heaps(game: &TakeAndBreak) -> u64 {
    match (game.most_parts(), game.last_place()) {
        (0..=2, Some(_)) => 1 << 16,
        (0..=2, None) => 1 << 13,
        // Three parts and more take quadratic time, and there is no fast engine for all of them.
        _ => 1 << 12,
    }
}

/// Returns a certificate for the period of a run; `None` if it has none, or no theorem covers such a game.
pub fn certificate_of(run: &HeapRun) -> Option<Certificate> {
    let Period { period, preperiod, saltus, .. } = run.period()?;
    let found = Found { period, preperiod, saltus };
    let values = run.values();
    let sparse = values.sparse().map(|space| Sparse { mask: space.mask.into(), by_size: space.alternates });
    let game = values.game();
    match values.values() {
        Slice::Bytes(values) => certify(game, &found, sparse, values),
        Slice::Halves(values) => certify(game, &found, sparse, values),
        Slice::Words(values) => certify(game, &found, sparse, values),
    }
}

/// Returns the period of a heap game, with a certificate that the checker accepts, if one is found within the budget.
pub fn proved_period(
    game: &TakeAndBreak,
    budget: &Budget,
    called_off: &dyn Fn() -> bool,
) -> Option<(Theorem, Certificate)> {
    let (run, _) = solve_heap(game, usual_heaps(game).saturating_mul(budget.factor()), budget);
    let certificate = certificate_of(&run)?;
    let theorem = check_unless(&certificate, &Limits::default(), called_off).ok()?;
    Some((theorem, certificate))
}

/// Returns the heaps before the preperiod whose values are not those of the period extended backwards, the last first,
/// each with its value.
pub fn exceptions(values: &HeapValues, period: Period) -> impl Iterator<Item = (u64, u64)> + '_ {
    let Period { period, preperiod, saltus, .. } = period;
    (0..preperiod).rev().filter_map(move |n| {
        // The least heap from the preperiod on that differs from n by whole periods.
        let turns = (preperiod - n).div_ceil(period);
        let pattern = u64::from(values.value(n + turns * period));
        let value = u64::from(values.value(n));
        let follows = saltus.checked_mul(turns).and_then(|rise| pattern.checked_sub(rise)) == Some(value);
        (!follows).then_some((n, value))
    })
}
