//! Sheets that are cut in two: the period that a table shows, a certificate for it, and which rules are that game.

use grundy_proof::{Certificate, Checksum, Claim, Evidence};
use grundy_rules::game::{Form, Type};
use grundy_rules::{Game, read};

/// Returns the least period and preperiod with which the values of all sheets with sides below a bound repeat, as
/// (period, preperiod), if the bound is as large as a proof needs.
///
/// `value` is called with the longer side first.
pub fn find(least_side: u64, bound: u64, value: impl Fn(u64, u64) -> u64) -> Option<(u64, u64)> {
    let at = |width: u64, height: u64| value(width.max(height), width.min(height));
    (1..bound / 2).find_map(|period| {
        let repeats = |width: u64| (least_side..bound).all(|height| at(width, height) == at(width + period, height));
        let broken = (least_side..bound - period).rev().find(|width| !repeats(*width));
        let preperiod = broken.map_or(least_side, |width| width + 1);
        (preperiod.checked_add(period)?.checked_mul(2)? <= bound).then_some((period, preperiod))
    })
}

/// Returns a certificate for what was found.
pub fn certify(least_side: u64, (period, preperiod): (u64, u64), value: impl Fn(u64, u64) -> u64) -> Certificate {
    let sides = least_side..preperiod + period;
    let sheets =
        sides.clone().flat_map(|width| sides.clone().map(move |height| (width.max(height), width.min(height))));
    let values = sheets.fold(Checksum::new(), |sum, (width, height)| sum.value(value(width, height)));
    Certificate {
        claim: Claim::CuttingPeriod { least_side, period, preperiod },
        evidence: Evidence::Cutting,
        values: values.number(),
    }
}

/// Returns the least side, if the rules are those of the cutting game up to names and statements about it.
///
/// The rules are compared as checked trees with the game's own, so that what is recognised is the game; the same game
/// written differently is not recognised.
pub fn recognise(game: &Game) -> Option<u64> {
    let Type::Int { low: Some(low), .. } = &game.components.first()?.ty else { return None };
    let Form::Int(side) = &low.form else { return None };
    let text = format!(
        "game cutting(w in {side}.., h in {side}..)\n\
         move across(i in {side}..w - {side}) -> (i, h) plus (w - i, h)\n\
         move down(j in {side}..h - {side}) -> (w, j) plus (w, h - j)\n"
    );
    let own = read(&text).ok()?;
    // A side of 0 could be cut forever.
    side.to_usize().map(|side| side as u64).filter(|side| *side > 0 && game.stripped() == own.stripped())
}
