//! Weights of the components that every move lowers, found on small positions and left to the checker to prove.

use super::{numbers_of, part};
use crate::finder::OUT_OF_TIME;
use crate::limits;
use grundy_message::{Message, message, template};
use grundy_proof::consequence::CalledOff;
use grundy_proof::linear::LinearGame;
use grundy_rules::{Instance, Limit, Meter};

/// Maximum number of weights tried.
const WEIGHTS: Limit = Limit { name: template!("weights tried"), usual: 100_000 };
/// Maximum weight.
const GREATEST_WEIGHT: i64 = 4;

/// Returns the smallest weights that every move from a small position lowers, or several of which each move lowers the first
/// that it changes.
///
/// # Errors
/// Fails with the reason if there are none.
pub fn find(
    instance: &Instance,
    game: &LinearGame,
    factor: u64,
    called_off: CalledOff,
) -> Result<Vec<Vec<i64>>, Message> {
    let components = game.components.len();
    let mut falls: Vec<Vec<i64>> = Vec::new();
    let side = (2..=40)
        .take_while(|side| power(*side, components) <= limits::MAX_WEIGHED_POSITIONS as i64)
        .last()
        .unwrap_or(2);
    let count = power(side, components).min(4096);
    for index in 0..count {
        let position: Vec<i64> = (0..components).map(|at| index / power(side, at) % side).collect();
        if called_off() {
            return Err(OUT_OF_TIME.into());
        }
        if !super::table::is_inside(game, &position) {
            continue;
        }
        let Some(part) = part(instance, &position) else { continue };
        let meter = Meter::new(limits::MAX_WEIGHED_STEPS, |steps| steps < limits::MAX_WEIGHED_STEPS && !called_off());
        let Ok(moves) = instance.moves(&part, None, &meter) else { continue };
        for left in moves.iter().flat_map(|made| &made.to).filter_map(numbers_of) {
            falls.push(position.iter().zip(&left).map(|(before, after)| before - after).collect());
        }
    }
    falls.sort();
    falls.dedup();
    let fall_of =
        |fall: &Vec<i64>, weights: &[i64]| fall.iter().zip(weights).map(|(fall, weight)| fall * weight).sum::<i64>();
    let lowers = |weights: &Vec<i64>| falls.iter().all(|fall| fall_of(fall, weights) > 0);
    // Small weights first; where there are many components, a staircase and its like are tried last.
    let max = WEIGHTS.times(factor);
    let mut tried = 0;
    for sum in 1..=GREATEST_WEIGHT * components as i64 {
        let mut found = None;
        let is_done = each_of_sum(components, sum, &mut Vec::new(), &mut |weights| {
            tried += 1;
            if lowers(weights) {
                found = Some(weights.clone());
            }
            found.is_some() || tried >= max || called_off()
        });
        if let Some(found) = found {
            return Ok(vec![found]);
        }
        if is_done {
            break;
        }
    }
    let stairs: [Vec<i64>; 2] = [(1..=components as i64).collect(), (1..=components as i64).rev().collect()];
    if let Some(found) = stairs.into_iter().find(lowers) {
        return Ok(vec![found]);
    }
    // One after the other: no move that is left raises the next one, and some move lowers it.
    let (mut left, mut lines) = (falls.clone(), Vec::new());
    while !left.is_empty() && lines.len() < components {
        let mut found = None;
        let fits = |weights: &Vec<i64>| {
            left.iter().all(|fall| fall_of(fall, weights) >= 0) && left.iter().any(|fall| fall_of(fall, weights) > 0)
        };
        for sum in 1..=components as i64 {
            let is_done = each_of_sum(components, sum, &mut Vec::new(), &mut |weights| {
                tried += 1;
                found = Some(weights.clone()).filter(fits);
                found.is_some() || tried >= 2 * max || called_off()
            });
            if is_done {
                break;
            }
        }
        let Some(weights) = found else { break };
        left.retain(|fall| fall_of(fall, &weights) == 0);
        lines.push(weights);
    }
    if left.is_empty() {
        return Ok(lines);
    }
    Err(match tried >= max {
        true => message!("no sum of the numbers with one of {max} weights from 0 to 4 falls with every move", max),
        false => message!("play need not end: no sum of the numbers with weights from 0 to 4 falls with every move"),
    })
}

/// Returns a power, or the maximum on overflow.
fn power(base: i64, exponent: usize) -> i64 {
    u32::try_from(exponent).map_or(i64::MAX, |exponent| base.saturating_pow(exponent))
}

/// Calls `visit` with all weights of the given number of components that have this sum, until it returns true; returns
/// whether it did.
fn each_of_sum(components: usize, sum: i64, weights: &mut Vec<i64>, visit: &mut dyn FnMut(&Vec<i64>) -> bool) -> bool {
    let left = (components - weights.len()) as i64;
    if left == 0 {
        return visit(weights);
    }
    // The rest must not exceed what the other components can take.
    let min = (sum - GREATEST_WEIGHT * (left - 1)).max(0);
    for weight in min..=sum.min(GREATEST_WEIGHT) {
        weights.push(weight);
        let is_done = each_of_sum(components, sum - weight, weights, visit);
        weights.pop();
        if is_done {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_proof::linear::translate;
    use grundy_rules::read;

    #[test]
    fn the_last_of_many_numbers_may_weigh_most() {
        // Regression: weights of the eighth number came after the limit in the order tried.
        let rules = "game late(a, b, c, d, e, f, g, h) move x if h > 0 -> with h = h - 1, a = a + 1 \
                     move y if a > 0 -> with a = a - 1";
        let instance = Instance::new(read(rules).unwrap(), vec![]).unwrap();
        let game = translate(&instance).unwrap_or_else(|_| panic!("its moves are linear"));
        assert_eq!(find(&instance, &game, 1, &|| false), Ok(vec![vec![1, 0, 0, 0, 0, 0, 0, 2]]));
    }

    #[test]
    fn a_number_may_rise_when_one_before_it_falls() {
        // No sum with constant factors falls with every move; the checker takes the two lines one after the other.
        let rules =
            "game refill(a, b) move refill(j in 0..2*b + 1) if a > 0 -> (a - 1, j) move take if b > 0 -> (a, b - 1)";
        let instance = Instance::new(read(rules).unwrap(), vec![]).unwrap();
        let game = translate(&instance).unwrap_or_else(|_| panic!("its moves are linear"));
        assert_eq!(find(&instance, &game, 1, &|| false), Ok(vec![vec![1, 0], vec![0, 1]]));
        let budget = grundy_solve::Budget::positions(1_000_000);
        let effort = super::super::Effort { budget, wants: None, go_on: &|| true };
        let proof = super::super::prove(&std::sync::Arc::new(instance), &effort);
        let proof = proof.unwrap_or_else(|_| panic!("an automaton is found and proved"));
        assert!(proof.certificate.contains("\nweights 1 0\nweights 0 1\n"), "{}", proof.certificate);
    }

    #[test]
    fn the_limit_that_ends_the_search_for_weights_is_reported() {
        let rules = "game round(a, b, c, d, e, f, g, h, i, j) move x if a > 0 -> with a = a - 1, b = b + 1 \
                     move y if b > 0 -> with b = b - 1, a = a + 1";
        let instance = Instance::new(read(rules).unwrap(), vec![]).unwrap();
        let game = translate(&instance).unwrap_or_else(|_| panic!("its moves are linear"));
        let why = find(&instance, &game, 1, &|| false).unwrap_err();
        assert_eq!(
            why.to_string(),
            "no sum of the numbers with one of 100000 weights from 0 to 4 falls with every move"
        );
    }
}
