//! Claims that the checker cannot read, linked to an automaton that it has accepted.
//!
//! In: a proved automaton in base b or in Fibonacci's system, and a claim that uses `floor_phi`, `is_fibonacci` or `popcount`
//! beside linear things. Out: whether the claim says of every position what the automaton says. The claim is split into cases that together
//! cover all positions; for each case a walk over all words of digits shows that no position of the case has the other
//! value. Where something cannot be read or the walk grows too long, nothing is said.
//!
//! The one fact used about the golden ratio: let w' be w with a 0 written behind its Zeckendorf word. Then
//! ⌊φ(w + 1)⌋ = w' + 1. Proof: w' − φw is the sum of ψ^(i+2) over the places i of ones, ψ = 1 − φ; no two places are
//! neighbours, so the sum is above ψ³ + ψ⁵ + … = −ψ² = φ − 2 and below ψ² + ψ⁴ + … = −ψ = φ − 1. Hence
//! w' + 1 < φ(w + 1) < w' + 2.

mod cases;
mod walk;

use crate::prover::Proof;
use cases::{Case, Reader};
use grundy_checker::Play;
use grundy_rules::Instance;
use grundy_rules::game::{Claim, ClaimKind, ClaimedOutcome};
use walk::Walk;

/// Whether a claim about who wins says what the automaton says, for every position. `false`: it does not, or that cannot be shown.
pub fn says_the_same(instance: &Instance, proof: &Proof, claim: &Claim) -> bool {
    show(instance, proof, claim).unwrap_or(false)
}

fn show(instance: &Instance, proof: &Proof, claim: &Claim) -> Option<bool> {
    let ClaimKind::Iff(outcome, condition) = &claim.kind else { return None };
    let lost_if = match outcome {
        ClaimedOutcome::Second => true,
        ClaimedOutcome::First => false,
        _ => return None,
    };
    // An automaton that reads a value too says whether that is right, not who wins.
    if proof.automaton.relation {
        return None;
    }
    let is_lost = |value: u32| if proof.play == Play::Grundy { value == 0 } else { value & 1 == 0 };
    let walk = Walk::new(&proof.system.coefficients, &proof.automaton, proof.game.components.len())?;
    let reader = Reader {
        instance,
        is_fibonacci: proof.system.coefficients == [1, 1],
        is_binary: proof.system.coefficients == [2],
    };
    let start = Case::new(proof.game.components.len());
    let within = match &claim.condition {
        Some(condition) => reader.cases(condition, true, start)?,
        None => vec![start],
    };
    for case in within {
        // Where the condition itself means nothing, nothing is linked.
        if case.is_undefined && !walk.never(&case, |_| true)? {
            return None;
        }
        for holds in [true, false] {
            for case in reader.cases(condition, holds, case.clone())? {
                // A position of this case is lost exactly if …
                let lost = holds == lost_if;
                if !walk.never(&case, |value| case.is_undefined || is_lost(value) != lost)? {
                    return Some(false);
                }
            }
        }
    }
    Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prover::{Effort, Learned, prove};
    use grundy_rules::read;
    use grundy_solve::Budget;
    use std::sync::Arc;

    #[track_caller]
    fn check(rules: &str, claims: &[(&str, bool)]) {
        let lines: String = claims.iter().map(|(claim, _)| format!("\nclaim {claim}")).collect();
        let game = read(&format!("{rules}{lines}\n")).unwrap_or_else(|mistakes| panic!("{}", mistakes[0].message));
        let instance = Arc::new(Instance::new(game, vec![]).unwrap());
        let effort = Effort { budget: Budget::positions(1_000_000), wants: Some(Learned::Outcome), go_on: &|| true };
        let Ok(proof) = prove(&instance, &effort) else { panic!("{rules} is not proved") };
        for (claim, (text, expected)) in instance.game().claims.iter().zip(claims) {
            assert_eq!(says_the_same(&instance, &proof, claim), *expected, "{text}");
        }
    }

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

    #[test]
    fn wythoff_is_the_golden_ratio() {
        let rules = "game w(a, b) move l(k in 1..a) -> (a - k, b) move r(k in 1..b) -> (a, b - k)
            move both(k in 1..min(a, b)) -> (a - k, b - k)";
        check(
            rules,
            &[
                ("lose iff min(a, b) == floor_phi(abs(a - b))", true),
                ("win iff min(a, b) != floor_phi(abs(a - b))", true),
                ("lose iff max(a, b) == floor_phi(abs(a - b)) + abs(a - b)", true),
                ("lose iff min(a, b) == floor_phi(abs(a - b)) if a > 5", true),
                ("lose iff min(a, b) == floor_phi(abs(a - b)) or a == 987654 and b == 12", false),
                ("lose iff min(a, b) == floor_phi(abs(a - b)) and a != 6765", false),
                ("lose iff min(a, b) == floor_phi(abs(a - b) + 1)", false),
                ("lose iff min(a, b) == floor_phi(abs(a - b)) if a >= 0 or b == 3", true),
                ("lose iff a * b == 2", false),
            ],
        );
    }

    #[test]
    fn halves_are_powers_of_two() {
        let rules = "game half(n) move take(k in 1..n / 2) -> n - k";
        check(rules, &[("lose iff popcount(n) == 1", false), ("lose iff popcount(n + 1) == 1", true)]);
        let rules = "game half(n) move take(k in 1..(n + 1) / 2) -> n - k";
        check(
            rules,
            &[
                ("lose iff popcount(n + 2) <= 1", true),
                ("win iff popcount(n + 2) != 1", true),
                ("lose iff popcount(n + 2) % 2 == 1", false),
                ("lose iff popcount(n + 1) == 2", false),
                ("lose iff popcount(n - 1) == 1", false),
            ],
        );
    }
}
