//! Claims that the checker cannot read, linked to an automaton that it has accepted.
//!
//! In: a proved automaton in base b or in Fibonacci's system, and a claim that uses `floor_phi`, `is_fibonacci` or
//! `popcount` besides linear terms. Out: whether the claim says of every position what the automaton says. The claim is
//! split into cases that together cover all positions; for each case a walk over all words of digits shows that no
//! position of the case has the other value. If something cannot be read or the walk grows too long, there is no
//! answer.
//!
//! The one fact used about the golden ratio: let w' be w with a 0 appended to its Zeckendorf word. Then
//! ⌊φ(w + 1)⌋ = w' + 1. Proof: w' − φw is the sum of ψ^(i+2) over the places i of ones, ψ = 1 − φ; no two places are neighbours, so the
//! sum is above ψ³ + ψ⁵ + … = −ψ² = φ − 2 and below ψ² + ψ⁴ + … = −ψ = φ − 1. Hence w' + 1 < φ(w + 1) < w' + 2.

use super::CalledOff;
use super::cases::{Case, Digits, Reader};
use super::growth::Follows;
use super::words::Walk;
use crate::linear::Condition;
use grundy_checker::{Play, Statement};
use grundy_rules::Instance;
use grundy_rules::game::{Claim, ClaimKind, ClaimedOutcome};

/// Returns whether a claim about who wins agrees with the automaton for every position, or `None` if that cannot be
/// shown.
pub fn says_the_same(
    instance: &Instance,
    statement: &Statement,
    domain: &[Condition],
    claim: &Claim,
    called_off: CalledOff,
) -> Option<Follows> {
    let ClaimKind::Iff(outcome, condition) = &claim.kind else { return None };
    let lost_if = match outcome {
        ClaimedOutcome::Second => true,
        ClaimedOutcome::First => false,
        _ => return None,
    };
    // An automaton that also reads a value says whether that is right, not who wins.
    if statement.play == Play::Relation {
        return None;
    }
    let is_lost = |value: i64| if statement.play == Play::Grundy { value == 0 } else { value & 1 == 0 };
    let walk = Walk::new(statement, called_off)?;
    let system = match statement.system.recurrence[..] {
        [1, 1] => Digits::Fibonacci,
        [2] => Digits::Binary,
        _ => Digits::Other,
    };
    let reader = Reader::new(instance, system);
    let start = Case::new(statement.components, domain)?;
    let within = match &claim.condition {
        Some(condition) => reader.cases(condition, true, start)?,
        None => vec![start],
    };
    let mut speaks = false;
    for case in within {
        speaks = speaks || !walk.never(&case, |_| true)?;
        // If the condition itself is undefined, nothing follows.
        if case.is_undefined && !walk.never(&case, |_| true)? {
            return None;
        }
        for holds in [true, false] {
            for case in reader.cases(condition, holds, case.clone())? {
                // A position of this case is lost exactly if …
                let lost = holds == lost_if;
                if !walk.never(&case, |value| case.is_undefined || is_lost(value) != lost)? {
                    return Some(Follows::Fails(None));
                }
            }
        }
    }
    Some(if speaks { Follows::Holds } else { Follows::OfNothing })
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_shift_of_a_zeckendorf_word_is_a_floor() {
        let mut terms = vec![1i64, 2];
        for at in 2..40 {
            terms.push(terms[at - 1] + terms[at - 2]);
        }
        for number in 0..100_000i64 {
            let (mut rest, mut shifted) = (number, 0);
            for at in (0..39).rev() {
                if terms[at] <= rest {
                    rest -= terms[at];
                    shifted += terms[at + 1];
                }
            }
            let square = 5 * (number + 1) * (number + 1);
            let floor = (number + 1 + (square as f64).sqrt() as i64) / 2;
            assert_eq!(shifted + 1, floor, "{number}");
        }
    }
}
