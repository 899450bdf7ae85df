//! The claims of a file: compared with what is solved, and proved where a theorem of the checker is about them.

use crate::run::certificate_of;
use grundy_proof::consequence::{Told, of_heaps};
use grundy_proof::{Certificate, Claim as Proposition, Evidence, Limits, check_unless};
use grundy_rules::ast::Quantity;
use grundy_rules::game::{Claim, ClaimKind, Form};
use grundy_rules::heap::recognise;
use grundy_rules::{Game, Instance};
use grundy_solve::Budget;
use grundy_solve::claims::{self, ClaimReport, ClaimVerdict};
use grundy_solve::heap::solve_heap;
use std::sync::Arc;

/// How many values are computed to find the period of a claim; a larger budget allows more.
const MOST_VALUES: u64 = 1 << 20;

/// What became of every claim of a game.
///
/// ```
/// use grundy_pattern::check_claims;
/// use grundy_solve::{Budget, claims::ClaimVerdict};
/// let rules = "game kayles(n) move knock(t in 1..min(2, n), a in 0..n - t) -> a plus n - t - a
///     claim grundy has period 12 from 71";
/// let kayles = grundy_rules::read(rules).unwrap();
/// let reports = check_claims(&kayles, &Budget::positions(100_000));
/// assert!(matches!(&reports[0].verdict, ClaimVerdict::Proved { .. }));
/// ```
pub fn check_claims(game: &Arc<Game>, budget: &Budget) -> Vec<ClaimReport> {
    let mut reports = claims::check_claims(game, budget);
    // The reports on claims come first, in the order of the file.
    for (claim, report) in game.claims.iter().zip(&mut reports) {
        if let ClaimVerdict::Holds { .. } | ClaimVerdict::Unknown { .. } = report.verdict
            && let Some((_, by)) = prove_period(game, claim, budget)
        {
            report.verdict = ClaimVerdict::Proved { by };
        }
    }
    reports
}

/// By what certificate a claim about the period of Grundy values is proved for every heap, and what that is called.
pub(crate) fn prove_period(game: &Arc<Game>, claim: &Claim, budget: &Budget) -> Option<(Certificate, String)> {
    let ClaimKind::Period { quantity: Quantity::Grundy, from, .. } = &claim.kind else { return None };
    // A proof is of one game, not of one for every choice of what is given.
    if !game.givens.is_empty() {
        return None;
    }
    let claimed_from = match &from.form {
        Form::Int(number) => number.to_i64()?,
        _ => return None,
    };
    let instance = Instance::new(game.clone(), Vec::new()).ok()?;
    let recognised = recognise(&instance).filter(|recognised| recognised.slope == 1)?;
    let (run, stop) = solve_heap(&recognised.game, MOST_VALUES.saturating_mul(budget.factor()), budget);
    if stop.is_some() {
        return None;
    }
    let certificate = certificate_of(&run)?;
    let called_off = || budget.is_cancelled();
    let limits = Limits { max_bytes: budget.max_bytes, ..Limits::default() };
    let theorem = check_unless(&certificate, &limits, &called_off).ok()?;
    let Proposition::HeapPeriod { preperiod, .. } = theorem.claim() else { return None };
    // A claim names the least argument from which the values repeat, and no argument is below 0.
    let least = (i128::from(*preperiod) - i128::from(recognised.offset)).max(0);
    let told = of_heaps(&instance, claim, &theorem, &called_off)?;
    if !matches!(told, Told::Holds(_)) || i128::from(claimed_from) != least {
        return None;
    }
    let by = match &certificate.evidence {
        Evidence::GuySmith { .. } => "Guy–Smith certificate".to_owned(),
        other => format!("{} certificate", other.kind().replace('_', " ")),
    };
    Some((certificate, by))
}
