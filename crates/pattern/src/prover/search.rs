//! Values of positions by trying all moves of the linear game, each position once.
//!
//! In: a linear game and positions. Out: their values, or `None` if that is too much work or a move has no bounds. A
//! table by compiled rules is faster for a large box that no move leaves; this is for small boxes, and for those that
//! moves leave, such as when stones go from one heap to another.

use super::table::{Learned, after, holds};
use grundy_proof::consequence::CalledOff;
use grundy_proof::linear::{LinearGame, Relation, Rule};
use std::collections::{BTreeSet, HashMap};

/// The values of positions of the domain.
pub struct Search<'a> {
    game: &'a LinearGame,
    learned: Learned,
    known: HashMap<Vec<i64>, u32>,
    steps_left: u64,
    called_off: CalledOff<'a>,
}

/// Choices tried between two polls for cancellation.
const STEPS_BETWEEN: u64 = 1 << 10;

/// An option: the parts that it leaves.
type Parts = Vec<Vec<i64>>;

/// A position whose value is being computed.
struct Open {
    position: Vec<i64>,
    options: Vec<Parts>,
    /// The number of leading options all of whose parts are known; these are not visited again.
    known: usize,
}

impl<'a> Search<'a> {
    /// Creates a search without known values that may try `max_steps` choices.
    pub fn new(game: &'a LinearGame, learned: Learned, max_steps: u64, called_off: CalledOff<'a>) -> Search<'a> {
        Search { game, learned, known: HashMap::new(), steps_left: max_steps, called_off }
    }

    /// Returns the value of a position.
    pub fn value(&mut self, position: &[i64]) -> Option<u32> {
        let mut stack: Vec<Open> = Vec::new();
        self.open(position, &mut stack)?;
        while let Some(top) = stack.last_mut() {
            let is_missing = |part: &&Vec<i64>| !self.known.contains_key(*part);
            let mut missing = None;
            while let Some(parts) = top.options.get(top.known) {
                missing = parts.iter().find(is_missing).cloned();
                if missing.is_some() {
                    break;
                }
                top.known += 1;
            }
            if let Some(part) = missing {
                // A position that recurs while it is open is a loop, which has no value.
                if stack.iter().any(|open| open.position == part) {
                    return None;
                }
                self.open(&part, &mut stack)?;
                continue;
            }
            let Open { position, options, .. } = stack.pop()?;
            let values: BTreeSet<u32> =
                options.iter().map(|parts| parts.iter().fold(0, |sum, part| sum ^ self.known[part])).collect();
            let value = match (self.learned, self.game.misere) {
                (Learned::Grundy, _) => (0..).find(|value| !values.contains(value))?,
                (Learned::Outcome, misere) => u32::from(values.contains(&0) || misere && values.is_empty()),
            };
            self.known.insert(position, value);
        }
        self.known.get(position).copied()
    }

    fn open(&mut self, position: &[i64], stack: &mut Vec<Open>) -> Option<()> {
        if self.known.contains_key(position) {
            return Some(());
        }
        let game = self.game;
        let mut options: Vec<Parts> = Vec::new();
        for rule in &game.moves {
            let first = options.len();
            self.choose(rule, position.to_vec(), &mut options)?;
            for step in game.steps.iter().filter(|step| step.step == rule.step) {
                let begun: Vec<Parts> = options[first..].to_vec();
                for parts in &begun {
                    options
                        .extend(std::iter::successors(after(step, &parts[0]), |at| after(step, at)).map(|at| vec![at]));
                }
            }
        }
        stack.push(Open { position: position.to_vec(), options, known: 0 });
        Some(())
    }

    /// Chooses numbers for the variables of a rule, one after the other.
    fn choose(&mut self, rule: &Rule, numbers: Vec<i64>, options: &mut Vec<Parts>) -> Option<()> {
        let mut waiting = vec![numbers];
        while let Some(numbers) = waiting.pop() {
            self.steps_left = self.steps_left.checked_sub(1)?;
            if self.steps_left.is_multiple_of(STEPS_BETWEEN) && (self.called_off)() {
                return None;
            }
            if numbers.len() == rule.variables {
                if rule.conditions.iter().all(|condition| holds(condition, &numbers)) {
                    let part = |part: &Vec<usize>| part.iter().map(|variable| numbers[*variable]).collect();
                    options.push(rule.parts.iter().map(part).collect());
                }
                continue;
            }
            let (min, max) = bounds(rule, &numbers)?;
            for number in min..=max {
                waiting.push(numbers.iter().copied().chain([number]).collect());
            }
        }
        Some(())
    }
}

/// Returns the bounds of the next variable, from the conditions that need no later variable.
fn bounds(rule: &Rule, numbers: &[i64]) -> Option<(i64, i64)> {
    let (next, mut min, mut max) = (numbers.len(), 0, None::<i64>);
    for condition in &rule.conditions {
        let own = condition.term.coefficient(next);
        let later = || (next + 1..rule.variables).map(|variable| condition.term.coefficient(variable));
        let rest = condition.term.at(numbers);
        let signs: &[i64] = match condition.relation {
            Relation::AtLeast => &[1],
            Relation::Equal => &[1, -1],
            Relation::Xor => return None,
        };
        // sign * (rest + own * x + later) >= 0, where the later ones can only make it smaller.
        for sign in signs.iter().filter(|sign| own != 0 && later().all(|later| *sign * later <= 0)) {
            if own * sign > 0 {
                min = min
                    .max((-rest * sign).div_euclid(own * sign) + i64::from((rest * sign).rem_euclid(own * sign) != 0));
            } else {
                let bound = (rest * sign).div_euclid(-own * sign);
                max = Some(max.map_or(bound, |max| max.min(bound)));
            }
        }
    }
    max.map(|max| (min, max))
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_proof::linear::translate;
    use grundy_rules::{Instance, read};

    fn values(source: &str, positions: &[&[i64]], learned: Learned) -> Vec<u32> {
        let game = translate(&Instance::new(read(source).unwrap(), vec![]).unwrap()).unwrap();
        let mut search = Search::new(&game, learned, 1_000_000, &|| false);
        positions.iter().map(|position| search.value(position).unwrap()).collect()
    }

    #[test]
    fn kayles_starts_as_published() {
        let source = "game k(n) move knock(t in 1..min(2, n), a in 0..n - t) -> a plus n - t - a";
        let positions: Vec<Vec<i64>> = (0..12).map(|number| vec![number]).collect();
        let positions: Vec<&[i64]> = positions.iter().map(Vec::as_slice).collect();
        assert_eq!(values(source, &positions, Learned::Grundy), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
    }

    #[test]
    fn repeated_steps_and_moves_out_of_a_box_are_followed() {
        let euclid = "game e(a, b) move l(k in 1..a / max(b, 1)) if 0 < b <= a -> (a - k * b, b) \
                      move r(k in 1..b / max(a, 1)) if 0 < a < b -> (a, b - k * a)";
        assert_eq!(values(euclid, &[&[34, 12], &[15, 24], &[7, 7]], Learned::Outcome), [1, 0, 1]);
        let stairs = "game s(a, b) move x(k in 1..a) -> (a - k, b) move y(k in 1..b) -> (a + k, b - k)";
        assert_eq!(values(stairs, &[&[0, 5], &[3, 5]], Learned::Outcome), [0, 1]);
    }
}
