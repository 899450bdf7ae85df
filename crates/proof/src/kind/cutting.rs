//! Sheets cut in two along a line: values that repeat in a box repeat everywhere.
//!
//! The game. A sheet of w by h squares with both sides at least a; a move cuts one sheet in two along a line of the
//! grid so that no side is shorter than a; a player who cannot cut loses.
//!
//! Statement. Let e ≥ a, and let ρ(x) be x for x < e + p and else the number from e to e + p - 1 that differs from x by
//! a multiple of p. If g(w, h) = g(ρ(w), ρ(h)) for all sides from a to 2e + 2p - 1, then for all sides from a on. Idea:
//! cuts along one axis depend on the other side through ρ alone, and along its own axis Guy and Smith's argument
//! applies. The proof is in docs/heap_certificates.md, part 6.

use crate::check::prime_factors;
use crate::claim::Field;
use crate::limits::{Meter, Objection};
use crate::values::Values;
use grundy_message::message;

/// Format: greatest value: values are stored in bytes and as bits of a word, which is enough for every known game of
/// this kind.
const MAX_VALUE: u32 = 127;

pub(crate) fn prove(least_side: u64, period: u64, preperiod: u64, meter: &mut Meter<'_>) -> Result<Values, Objection> {
    if least_side == 0 {
        return Err(Objection::new(Field::Side, message!("no side is shorter than 1")));
    }
    if period == 0 {
        return Err(Objection::new(Field::Period, message!("a period is at least 1")));
    }
    if preperiod < least_side {
        return Err(Objection::new(Field::Preperiod, message!("the preperiod is not below the least side")));
    }
    let end = preperiod.checked_add(period).and_then(|sum| sum.checked_mul(2));
    let cells = end.and_then(|end| end.checked_mul(end));
    meter.values(cells, 1)?;
    let end = end.map_or(0, |end| end as usize);
    let (min, period, start) = (least_side as usize, period as usize, preperiod as usize);
    let sheets = Sheets::compute(min, end, meter)?;
    let reduce = |side: usize| if side < start + period { side } else { start + (side - start) % period };
    for width in min..end {
        for height in min..end {
            if sheets.at(width, height) != sheets.at(reduce(width), reduce(height)) {
                return Err(Objection::new(
                    Field::Period,
                    message!(
                        "g({width}, {height}) is {value} and not {expected}",
                        width,
                        height,
                        value = sheets.at(width, height),
                        expected = sheets.at(reduce(width), reduce(height)),
                    ),
                ));
            }
        }
    }
    // Neither number can be made smaller: what would have to hold then fails somewhere in the box. The box is
    // symmetric.
    let repeats = |period: usize, start: usize, end: usize| {
        (start..end).all(|width| {
            (min..end + period).all(|height| sheets.at(width, height) == sheets.at(width + period, height))
        })
    };
    if start > min && repeats(period, start - 1, start) {
        return Err(Objection::new(
            Field::Preperiod,
            message!("the values repeat from {number} on already", number = start - 1),
        ));
    }
    for prime in prime_factors(period) {
        if repeats(period / prime, start, start + period) {
            return Err(Objection::new(
                Field::Period,
                message!("{number} is a period already", number = period / prime),
            ));
        }
    }
    let sides = min..start + period;
    let kept = sides.clone().flat_map(|width| sides.clone().map(move |height| (width, height)));
    Ok(Values::Narrow(kept.map(|(width, height)| sheets.at(width, height)).collect()))
}

/// The values of all sheets with sides below a bound.
struct Sheets {
    end: usize,
    values: Vec<u8>,
}

impl Sheets {
    fn at(&self, width: usize, height: usize) -> u8 {
        self.values[width * self.end + height]
    }

    fn compute(min: usize, end: usize, meter: &mut Meter<'_>) -> Result<Sheets, Objection> {
        let mut sheets = Sheets { end, values: vec![0; end * end] };
        for width in min..end {
            for height in min..=width {
                let mut seen = 0_u128;
                for cut in min..=width / 2 {
                    seen |= 1 << (sheets.at(cut, height) ^ sheets.at(width - cut, height));
                }
                for cut in min..=height / 2 {
                    seen |= 1 << (sheets.at(width, cut) ^ sheets.at(width, height - cut));
                }
                meter.steps((width + height) as u64)?;
                let value = seen.trailing_ones();
                if value > MAX_VALUE {
                    return Err(Objection::new(
                        Field::Side,
                        message!("the values are larger than this kind of theorem allows for"),
                    ));
                }
                // A sheet and its transpose have the same moves.
                sheets.values[width * end + height] = value as u8;
                sheets.values[height * end + width] = value as u8;
            }
        }
        Ok(sheets)
    }
}
