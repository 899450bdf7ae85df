//! Heap games: the period that a table shows, and a certificate for it.
//!
//! In: a game and a table of its values. Out: the least period, preperiod and saltus that the table shows, and evidence
//! of the kind that is cheapest to check.

use crate::{sparse, window};
use grundy_proof::{Certificate, Checksum, Claim, Evidence, Limits, Sparse, check};
use grundy_rules::heap::TakeAndBreak;

/// What a table shows: g(n + period) = g(n) + saltus from the preperiod on, as far as it reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Number of tokens after which the values repeat.
    pub period: u64,
    /// Minimum size from which on they do.
    pub preperiod: u64,
    /// Growth of the values per period.
    pub saltus: u64,
}

/// Finds the shortest period that at least half of a table shows, at least three times.
///
/// Takes time in proportion to the table times the number of periods tried; for tables of millions the solver's own
/// search is the right tool.
pub fn find<V: Copy + Into<u32>>(values: &[V]) -> Option<Found> {
    let value = |size: usize| u64::from(values[size].into());
    let end = values.len();
    (1..=end / 4).find_map(|period| {
        let saltus = value(end - 1).checked_sub(value(end - 1 - period))?;
        let fits = |size: &usize| value(size + period) == value(*size) + saltus;
        let broken = (0..end - period).rev().find(|size| !fits(size));
        let preperiod = broken.map_or(0, |size| size + 1);
        let shown = end - preperiod;
        (preperiod <= end / 2 && shown >= 3 * period).then_some(Found {
            period: period as u64,
            preperiod: preperiod as u64,
            saltus,
        })
    })
}

/// Returns a certificate for what was found, of the kind that is cheapest to check; `None` if no theorem applies or the
/// table is shorter than preperiod and period.
///
/// The sparse space is the solver's, if it has one; else one is looked for. The claim is not checked, except for small
/// games with repeating digits, where several windows are tried.
pub fn certify<V: Copy + Into<u32>>(
    game: &TakeAndBreak,
    found: &Found,
    sparse: Option<Sparse>,
    values: &[V],
) -> Option<Certificate> {
    let count = usize::try_from(found.preperiod.checked_add(found.period)?).ok()?;
    let values = values.get(..count)?;
    if game.parts_differ() || found.period == 0 {
        return None;
    }
    let Found { period, preperiod, saltus } = *found;
    let checksum = values.iter().fold(Checksum::new(), |sum, value| sum.value(u64::from((*value).into())));
    let with = |evidence| Certificate {
        claim: Claim::HeapPeriod { game: game.clone(), period, preperiod, saltus },
        evidence,
        values: checksum.number(),
    };
    match (game.last_place(), game.most_parts()) {
        (None, 0..=1) => Some(with(Evidence::Arithmetic { window: 0 })),
        (None, 2) => {
            let limits = Limits { max_bytes: 1 << 24, max_steps: 1_000_000_000 };
            let windows = std::iter::once(0).chain((0..10).map(|power| 1 << power));
            windows
                .map(|window| with(Evidence::Arithmetic { window }))
                .find(|certificate| check(certificate, &limits).is_ok())
        }
        (Some(_), 0..=1) if saltus == 0 => Some(with(Evidence::SubtractionWindow)),
        (Some(last_place), 2) if saltus == 0 => {
            let sparse = sparse.or_else(|| sparse::choose(game, values));
            let window = sparse
                .and_then(|sparse| window::choose(game, &sparse, values, preperiod as usize, last_place as usize));
            match (sparse, window) {
                // A window as large as the preperiod saves nothing.
                (Some(sparse), Some(window))
                    if window < preperiod.max(1) && (!sparse.by_size || period.is_multiple_of(2)) =>
                {
                    Some(with(Evidence::Window { window, sparse }))
                }
                _ => Some(with(Evidence::GuySmith { sparse })),
            }
        }
        (Some(_), _) if saltus == 0 => Some(with(Evidence::GuySmith { sparse: None })),
        (Some(_), 3) => Some(with(Evidence::Hexadecimal)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_is_too_short_makes_no_panic() {
        let kayles = TakeAndBreak::new(vec![0, 7, 7], vec![], false).unwrap();
        let sparse = Some(Sparse { mask: 7, by_size: false });
        for (period, preperiod) in [(0, 0), (1, 0), (1, 1), (2, 0), (3, 0), (1, 2), (4, 5), (u64::MAX, 1)] {
            for values in [&[][..], &[0], &[0, 1], &[0, 1, 2], &[7, 7, 7], &[0, 400, 3]] {
                let found = Found { period, preperiod, saltus: 0 };
                let made = certify::<u32>(&kayles, &found, sparse, values);
                let whole =
                    period > 0 && preperiod.checked_add(period).is_some_and(|count| count <= values.len() as u64);
                assert_eq!(made.is_some(), whole, "{found:?} {values:?}");
                find(values);
                sparse::choose(&kayles, values);
            }
        }
    }
}
