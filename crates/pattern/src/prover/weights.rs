//! What every move lowers: weights of the components, found on small positions and left to the checker to prove.

use super::{numbers_of, part};
use grundy_proof::consequence::CalledOff;
use grundy_proof::linear::LinearGame;
use grundy_rules::{Instance, Meter};

/// How many positions are looked at.
const MOST_POSITIONS: usize = 600;
/// How many steps listing the options of one position may take.
const MOST_STEPS: u64 = 1_000_000;
/// How many weights are tried.
const MOST_WEIGHTS: u32 = 100_000;

/// Weights that every move from a small position lowers, the smallest ones.
///
/// # Errors
/// There are none, and why.
pub fn find(instance: &Instance, game: &LinearGame, called_off: CalledOff) -> Result<Vec<i64>, String> {
    let components = game.components.len();
    let mut falls: Vec<Vec<i64>> = Vec::new();
    let side =
        (2..=40).take_while(|side: &i64| side.pow(components as u32) <= MOST_POSITIONS as i64).last().unwrap_or(2);
    let count = side.checked_pow(components as u32).unwrap_or(i64::MAX).min(4096);
    for place in 0..count {
        let position: Vec<i64> = (0..components).map(|at| place / side.pow(at as u32) % side).collect();
        if called_off() {
            return Err("the time was used up".to_owned());
        }
        if !super::table::is_inside(game, &position) {
            continue;
        }
        let Some(part) = part(instance, &position) else { continue };
        let meter = Meter::new(MOST_STEPS, |steps| steps < MOST_STEPS && !called_off());
        let Ok(moves) = instance.moves(&part, None, &meter) else { continue };
        for left in moves.iter().flat_map(|made| &made.to).filter_map(numbers_of) {
            falls.push(position.iter().zip(&left).map(|(before, after)| before - after).collect());
        }
    }
    falls.sort();
    falls.dedup();
    let digit = |code: u32, at: usize| i64::from(code / 5u32.pow(at as u32) % 5);
    let most = 5u32.checked_pow(components as u32).unwrap_or(MOST_WEIGHTS).min(MOST_WEIGHTS);
    let mut candidates: Vec<Vec<i64>> =
        (1..most).map(|code| (0..components).map(|at| digit(code, at)).collect()).collect();
    // Small weights first; where the numbers of components are large, a staircase and its like are tried last.
    candidates.extend([(1..=components as i64).collect(), (1..=components as i64).rev().collect()]);
    candidates.sort_by_key(|weights| weights.iter().sum::<i64>());
    let lowers = |weights: &&Vec<i64>| {
        falls.iter().all(|fall| fall.iter().zip(*weights).map(|(fall, weight)| fall * weight).sum::<i64>() > 0)
    };
    candidates.iter().find(lowers).cloned().ok_or_else(|| {
        "play need not end: no sum of the numbers with weights from 0 to 4 falls with every move".to_owned()
    })
}
