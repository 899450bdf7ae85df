//! Instances on which wrong programs fail.
//!
//! In: a random instance. Out: one like it with numbers on which programs fail: at the ends of the ranges, next to powers and
//! Fibonacci numbers, equal to one another; a lost position; a point where the answer changes. Idea: hardly any random position
//! is lost, so a program that claims that the first player always wins would pass; the position after a winning move is lost, and
//! the change of the move is applied to the input. Between two numbers with different answers lies one where it changes, found by
//! halving. An instance for which none of this works stays as it was drawn.

use crate::asked::position;
use crate::problem::{Input, Problem};
use crate::session::{Detail, Session};
use crate::stress_leaf::{Anatomy, Leaf, with_numbers};
use grundy_rules::{Int, Position, Value};
use grundy_solve::{Ask, AskMoves, Grounds};
use grundy_value::Random;

/// Tuning: maximum number of winning moves tried. No measurement is recorded.
const MAX_MOVES: usize = 24;
/// Tuning: up to this many numbers, a change of the answer is searched for in one of them. No measurement is
/// recorded.
const MAX_LEAVES: usize = 6;
/// From this many numbers on, they are changed all at once, not one by one.
const MANY_LEAVES: usize = 64;
/// Format: maximum number of halvings: the bits of a number.
const MAX_HALVINGS: usize = 64;

/// Draws a number in this range on which programs fail; `others` are the numbers of the same instance, `own` the index of this
/// one.
fn special(low: i64, high: i64, others: &[i64], own: Option<usize>, random: &mut Random) -> i64 {
    if high <= low {
        return low;
    }
    let beside = random.within(-1, 1);
    let drawn = match random.within(0, 9) {
        0 => low.saturating_add(random.within(0, 3)),
        1 | 2 => high.saturating_sub(random.within(0, 3)),
        3 => power(2, high, random).saturating_add(beside),
        4 => power(10, high, random).saturating_add(beside),
        5 | 6 => fibonacci(high, random).saturating_add(beside),
        7 | 8 if !others.is_empty() => related(others, own, random).saturating_add(beside),
        // Any number of digits, each equally often.
        _ => {
            let bits = (high.saturating_sub(low) as u64).max(1).ilog2() + 1;
            let span = 1u64.checked_shl(random.within(1, i64::from(bits)) as u32).unwrap_or(u64::MAX);
            let max = i64::try_from(span).unwrap_or(i64::MAX);
            low.saturating_add(random.within(0, max))
        }
    };
    if (low..=high).contains(&drawn) { drawn } else { random.within(low, high) }
}

/// Draws a number related to others: one of them, a part, a multiple, a sum, a difference, or one given by the golden ratio.
/// Quotients close to 2, equal heaps and sums that pass a limit are where programs distinguish cases.
fn related(others: &[i64], own: Option<usize>, random: &mut Random) -> i64 {
    let pick = |random: &mut Random| {
        let index = random.within(0, others.len() as i64 - 1) as usize;
        // A number's relation to itself is of no interest if there are others.
        others[if Some(index) == own { (index + 1) % others.len() } else { index }]
    };
    let number = pick(random);
    match random.within(0, 9) {
        0 => number / 2,
        1 => number / random.within(3, 9),
        2 => number.saturating_mul(2),
        3 => number.saturating_mul(random.within(3, 9)),
        4 => number.saturating_add(pick(random)),
        5 => number.saturating_sub(pick(random)).saturating_abs(),
        6 => number ^ pick(random),
        7 => i64::try_from(i128::from(number) * 1_618_033_988 / 1_000_000_000).unwrap_or(number),
        _ => number,
    }
}

/// Draws one of the larger powers up to a number.
fn power(base: i64, high: i64, random: &mut Random) -> i64 {
    let powers = std::iter::successors(Some(1i64), |last| last.checked_mul(base));
    larger(&powers.take_while(|power| *power <= high).collect::<Vec<_>>(), random)
}

/// Draws one of the larger Fibonacci numbers up to a number.
fn fibonacci(high: i64, random: &mut Random) -> i64 {
    let pairs = std::iter::successors(Some((1i64, 2i64)), |(last, next)| Some((*next, last.checked_add(*next)?)));
    larger(&pairs.map(|(number, _)| number).take_while(|number| *number <= high).collect::<Vec<_>>(), random)
}

/// Draws one of these, later ones more often.
fn larger(numbers: &[i64], random: &mut Random) -> i64 {
    let Some(last) = numbers.len().checked_sub(1) else { return 1 };
    let index = random.within(0, last as i64).max(random.within(0, last as i64));
    numbers[index as usize]
}

impl Problem {
    /// Replaces some numbers of the instance by special ones, none above `low + max`.
    pub(crate) fn salted(&self, input: Input, max: i64, random: &mut Random) -> Input {
        let Some(anatomy) = self.anatomy(&input) else { return input };
        let mut changed = input;
        let often = random.within(1, 4);
        // Of very many numbers, changing some is enough.
        let of_how_many = 4 * (anatomy.leaves.len() as i64 / 1000).max(1);
        let mut values: Vec<i64> = anatomy.leaves.iter().map(|leaf| leaf.value).collect();
        for (index, leaf) in anatomy.leaves.iter().enumerate() {
            if random.within(1, of_how_many) > often {
                continue;
            }
            let high = leaf.high.min(leaf.low.saturating_add(max));
            let number = special(leaf.low, high, &values, Some(index), random);
            let candidate = with_numbers(&changed, [(leaf, number)]);
            // One number at a time, so that a disallowed one does not spoil the rest.
            if anatomy.leaves.len() > MANY_LEAVES || self.anatomy(&candidate).is_some() {
                changed = candidate;
                values[index] = number;
            }
        }
        self.or_as_it_was(changed, &anatomy)
    }

    /// Returns the changed input if it is allowed, otherwise the original one.
    fn or_as_it_was(&self, changed: Input, anatomy: &Anatomy) -> Input {
        if self.anatomy(&changed).is_some() {
            return changed;
        }
        with_numbers(&changed, anatomy.leaves.iter().map(|leaf| (leaf, leaf.value)))
    }

    /// Moves the numbers of the instance to the ends of their ranges or next to them, mostly the upper ones, none above `low +
    /// max`.
    pub(crate) fn cornered(&self, input: Input, max: i64, random: &mut Random) -> Input {
        let Some(anatomy) = self.anatomy(&input) else { return input };
        let mut changed = input;
        for leaf in &anatomy.leaves {
            let high = leaf.high.min(leaf.low.saturating_add(max));
            let beside = random.within(0, 3) / 2;
            let corner = match random.within(0, 3) {
                0 => leaf.low.saturating_add(beside).min(high),
                _ => high.saturating_sub(beside).max(leaf.low),
            };
            let candidate = with_numbers(&changed, [(leaf, corner)]);
            if anatomy.leaves.len() > MANY_LEAVES || self.anatomy(&candidate).is_some() {
                changed = candidate;
            }
        }
        self.or_as_it_was(changed, &anatomy)
    }

    /// Changes one number by one, or one of its binary digits, if that is allowed.
    pub(crate) fn beside(&self, input: Input, random: &mut Random) -> Input {
        let leaves = self.anatomy(&input).map(|anatomy| anatomy.leaves).unwrap_or_default();
        let Some(last) = leaves.len().checked_sub(1) else { return input };
        let leaf = &leaves[random.within(0, last as i64) as usize];
        let number = match random.within(0, 3) {
            0 => leaf.value.saturating_add(1),
            1 => leaf.value.saturating_sub(1),
            // A program that reads too few digits does not see differences in the others.
            _ => leaf.value ^ power(2, leaf.high, random),
        };
        let candidate = with_numbers(&input, [(leaf, number)]);
        if self.anatomy(&candidate).is_some() { candidate } else { input }
    }

    /// Returns the instance after a winning move, if the move's change to the input can be determined. Failures of the session
    /// are counted in `failures`.
    pub(crate) fn after_a_winning_move(
        &self,
        session: &mut Session,
        input: &Input,
        random: &mut Random,
        failures: &mut u32,
    ) -> Option<Input> {
        let Some(before) = answer(session, input) else {
            *failures += 1;
            return None;
        };
        if before != "first" {
            return None;
        }
        // A move is applied to the input by its numbers; without numbers, solving is of no use.
        let anatomy = self.anatomy(input).filter(|anatomy| !anatomy.leaves.is_empty())?;
        let variant = &self.variants[input.variant];
        // If moves were already made, the input lists them and not the position.
        if variant.kernels.is_some() || variant.play.is_some() {
            return None;
        }
        let env = variant.env(input).ok()?;
        let cached = session.cached(variant, &env).ok()?;
        let queried = position(variant, &env, &cached.instance).ok()?;
        // Theorems give winning moves at once; analysing the rules for a search takes far longer.
        let ask = Ask { moves: AskMoves::Count, grounds: Grounds::Any, ..Ask::winner() };
        let solution = cached.solver.answer(&queried, &ask).ok()?;
        let reached: Vec<Position> = solution.winning().take(MAX_MOVES).map(|valued| valued.step.to.clone()).collect();
        if reached.is_empty() {
            return None;
        }
        let numbers = numbers_of(&queried);
        let first = random.within(0, reached.len() as i64 - 1) as usize;
        for turn in 0..reached.len() {
            let after = numbers_of(&reached[(first + turn) % reached.len()]);
            let Some(changes) = changes(&anatomy.leaves, &numbers, &after) else { continue };
            let candidate = with_numbers(input, changes);
            if self.anatomy(&candidate).is_some() && answer(session, &candidate).is_some_and(|after| after != before) {
                return Some(candidate);
            }
        }
        None
    }

    /// Moves one number of the instance to where the answer changes.
    pub(crate) fn at_a_border(
        &self,
        session: &mut Session,
        input: &Input,
        max: i64,
        random: &mut Random,
    ) -> Option<Input> {
        let anatomy = self.anatomy(input)?;
        if anatomy.leaves.is_empty() || anatomy.leaves.len() > MAX_LEAVES {
            return None;
        }
        let leaf = &anatomy.leaves[random.within(0, anatomy.leaves.len() as i64 - 1) as usize];
        let high = leaf.high.min(leaf.low.saturating_add(max));
        let mut near = leaf.value;
        let here = answer(session, input)?;
        let mut far = special(leaf.low, high, &[], None, random);
        for _ in 0..4 {
            if self.answer_with(session, input, leaf, far).is_some_and(|answer| answer != here) {
                break;
            }
            far = special(leaf.low, high, &[], None, random);
        }
        if self.answer_with(session, input, leaf, far)? == here {
            return None;
        }
        for _ in 0..MAX_HALVINGS {
            if near.abs_diff(far) <= 1 {
                break;
            }
            let middle = near.midpoint(far);
            if self.answer_with(session, input, leaf, middle)? == here { near = middle } else { far = middle }
        }
        let found = with_numbers(input, [(leaf, if random.within(0, 1) == 0 { near } else { far })]);
        self.anatomy(&found).map(|_| found)
    }

    fn answer_with(&self, session: &mut Session, input: &Input, leaf: &Leaf, number: i64) -> Option<String> {
        let changed = with_numbers(input, [(leaf, number)]);
        self.anatomy(&changed)?;
        answer(session, &changed)
    }
}

/// Returns the answer as a word.
fn answer(session: &mut Session, input: &Input) -> Option<String> {
    let reply = session.answer(input, Detail::Answer).ok()?;
    Some(reply.answer.as_str().map_or_else(|| reply.answer.to_string(), ToOwned::to_owned))
}

/// Returns the numbers of a position, in order, including those inside lists.
fn numbers_of(position: &Position) -> Vec<Option<i64>> {
    let mut open: Vec<&Value> = position.parts.iter().rev().flatten().flat_map(|part| part.iter().rev()).collect();
    let mut numbers = Vec::new();
    while let Some(value) = open.pop() {
        match value {
            Value::List(list) | Value::Set(list) => open.extend(list.iter().rev()),
            other => numbers.push(other.as_int().and_then(Int::to_i64)),
        }
    }
    numbers
}

/// Returns the numbers of the input that a move changes: a changed number of the position is matched to the input, the third 5 of
/// one being the third 5 of the other.
fn changes<'a>(leaves: &'a [Leaf], before: &[Option<i64>], after: &[Option<i64>]) -> Option<Vec<(&'a Leaf, i64)>> {
    if before.len() != after.len() {
        return None;
    }
    let mut found = Vec::new();
    for (index, (old, new)) in before.iter().zip(after).enumerate() {
        let (Some(old), Some(new)) = (old, new) else { continue };
        if old == new {
            continue;
        }
        let earlier = before[..index].iter().filter(|number| **number == Some(*old)).count();
        if let Some(leaf) = leaves.iter().filter(|leaf| leaf.value == *old).nth(earlier) {
            found.push((leaf, *new));
        }
    }
    if found.is_empty() { None } else { Some(found) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_numbers_stay_in_their_range() {
        let mut random = Random(1);
        for (low, high) in [(0, 0), (-5, 5), (1, 1_000_000_000), (i64::MIN, i64::MAX), (7, 6), (1900, 2001)] {
            for _ in 0..500 {
                let drawn = special(low, high, &[3, 1000], Some(1), &mut random);
                assert!(drawn == low || (low..=high).contains(&drawn), "{drawn} in {low}..{high}");
            }
        }
    }

    #[test]
    fn numbers_beside_fibonacci_numbers_and_powers_are_drawn() {
        let mut random = Random(7);
        let drawn: Vec<i64> = (0..20_000).map(|_| special(0, 1_000_000_000, &[], None, &mut random)).collect();
        for wanted in [433_494_436, 433_494_437, 701_408_733, 1_000_000_000, 999_999_999, 536_870_911, 100_000_001, 1] {
            assert!(drawn.contains(&wanted), "{wanted}");
        }
    }
    #[test]
    fn numbers_that_have_to_do_with_others_are_drawn() {
        let mut random = Random(3);
        let drawn: Vec<i64> =
            (0..20_000).map(|_| special(0, 1_000_000_000, &[7, 1_000_003], Some(0), &mut random)).collect();
        for wanted in [1_000_003, 1_000_004, 2_000_006, 2_000_007, 3_000_009, 9_000_028, 500_001, 1_618_038] {
            assert!(drawn.contains(&wanted), "{wanted}");
        }
    }
}
