//! Instances that wrong programs stumble over.
//!
//! In: a random instance. Out: one like it with numbers at which programs go wrong: at the ends of the ranges, beside powers
//! and Fibonacci numbers, equal to one another; a position that is lost; a place where the answer changes. Idea: of random
//! positions hardly any is lost, so a program that says that the first player always wins would pass; the position after a
//! winning move is lost, and what the move changed is changed in the input. Between two numbers with different answers lies
//! one where it changes, found by halving. An instance for which none of this works stays as it was drawn.

use crate::asked::position;
use crate::draw::Random;
use crate::problem::{Input, Problem};
use crate::session::{Detail, Session};
use crate::stress_leaf::{Anatomy, Leaf, with_numbers};
use grundy_rules::{Int, Position, Value};

/// How many winning moves are tried.
const MOST_MOVES: usize = 24;
/// Up to so many numbers, the place where the answer changes is looked for in one of them.
const MOST_LEAVES: usize = 6;
/// From so many numbers on, they are changed all at once and not looked at one by one.
const MANY_LEAVES: usize = 64;
/// No halving takes longer.
const MOST_HALVINGS: usize = 64;

/// Numbers at which programs go wrong, in this range; `others` are the numbers of the same instance, `own` the place of this one.
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
        // As many digits as may be, each number of them equally often.
        _ => {
            let bits = (high.saturating_sub(low) as u64).max(1).ilog2() + 1;
            let span = 1u64.checked_shl(random.within(1, i64::from(bits)) as u32).unwrap_or(u64::MAX);
            let most = i64::try_from(span).unwrap_or(i64::MAX);
            low.saturating_add(random.within(0, most))
        }
    };
    if (low..=high).contains(&drawn) { drawn } else { random.within(low, high) }
}

/// A number that has to do with others: one of them, a part, a multiple, a sum, a difference, or where the golden ratio leads.
/// Quotients that are almost 2, heaps that are equal and sums that pass a limit are where programs divide cases.
fn related(others: &[i64], own: Option<usize>, random: &mut Random) -> i64 {
    let pick = |random: &mut Random| {
        let place = random.within(0, others.len() as i64 - 1) as usize;
        // What a number has to do with itself is of no interest, where there are others.
        others[if Some(place) == own { (place + 1) % others.len() } else { place }]
    };
    let one = pick(random);
    match random.within(0, 9) {
        0 => one / 2,
        1 => one / random.within(3, 9),
        2 => one.saturating_mul(2),
        3 => one.saturating_mul(random.within(3, 9)),
        4 => one.saturating_add(pick(random)),
        5 => one.saturating_sub(pick(random)).saturating_abs(),
        6 => one ^ pick(random),
        7 => i64::try_from(i128::from(one) * 1_618_033_988 / 1_000_000_000).unwrap_or(one),
        _ => one,
    }
}

/// One of the larger powers up to a number.
fn power(base: i64, high: i64, random: &mut Random) -> i64 {
    let powers = std::iter::successors(Some(1i64), |last| last.checked_mul(base));
    larger(&powers.take_while(|power| *power <= high).collect::<Vec<_>>(), random)
}

/// One of the larger Fibonacci numbers up to a number.
fn fibonacci(high: i64, random: &mut Random) -> i64 {
    let pairs = std::iter::successors(Some((1i64, 2i64)), |(last, next)| Some((*next, last.checked_add(*next)?)));
    larger(&pairs.map(|(number, _)| number).take_while(|number| *number <= high).collect::<Vec<_>>(), random)
}

/// One of these, the later ones more often.
fn larger(numbers: &[i64], random: &mut Random) -> i64 {
    let Some(last) = numbers.len().checked_sub(1) else { return 1 };
    let place = random.within(0, last as i64).max(random.within(0, last as i64));
    numbers[place as usize]
}

impl Problem {
    /// The instance with some of its numbers replaced by special ones, none above `low + most`.
    pub(crate) fn salted(&self, input: Input, most: i64, random: &mut Random) -> Input {
        let Some(anatomy) = self.anatomy(&input) else { return input };
        let mut changed = input;
        let often = random.within(1, 4);
        // Of very many numbers some are enough.
        let of_how_many = 4 * (anatomy.leaves.len() as i64 / 1000).max(1);
        let mut values: Vec<i64> = anatomy.leaves.iter().map(|leaf| leaf.value).collect();
        for (place, leaf) in anatomy.leaves.iter().enumerate() {
            if random.within(1, of_how_many) > often {
                continue;
            }
            let high = leaf.high.min(leaf.low.saturating_add(most));
            let number = special(leaf.low, high, &values, Some(place), random);
            let candidate = with_numbers(&changed, [(leaf, number)]);
            // One number after the other, so that one that is not allowed does not spoil the rest.
            if anatomy.leaves.len() > MANY_LEAVES || self.anatomy(&candidate).is_some() {
                changed = candidate;
                values[place] = number;
            }
        }
        self.or_as_it_was(changed, &anatomy)
    }

    /// What was changed, where it is allowed; otherwise with the numbers that it had.
    fn or_as_it_was(&self, changed: Input, anatomy: &Anatomy) -> Input {
        if self.anatomy(&changed).is_some() {
            return changed;
        }
        with_numbers(&changed, anatomy.leaves.iter().map(|leaf| (leaf, leaf.value)))
    }

    /// The instance with its numbers at the ends of their ranges or beside them, most at the upper ones, none above `low + most`.
    pub(crate) fn cornered(&self, input: Input, most: i64, random: &mut Random) -> Input {
        let Some(anatomy) = self.anatomy(&input) else { return input };
        let mut changed = input;
        for leaf in &anatomy.leaves {
            let high = leaf.high.min(leaf.low.saturating_add(most));
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

    /// The instance with one number more or less by one, or with one of its binary digits changed, where that is allowed.
    pub(crate) fn beside(&self, input: Input, random: &mut Random) -> Input {
        let leaves = self.anatomy(&input).map(|anatomy| anatomy.leaves).unwrap_or_default();
        let Some(last) = leaves.len().checked_sub(1) else { return input };
        let leaf = &leaves[random.within(0, last as i64) as usize];
        let number = match random.within(0, 3) {
            0 => leaf.value.saturating_add(1),
            1 => leaf.value.saturating_sub(1),
            // Who looks at too few digits takes what differs in the others for the same.
            _ => leaf.value ^ power(2, leaf.high, random),
        };
        let candidate = with_numbers(&input, [(leaf, number)]);
        if self.anatomy(&candidate).is_some() { candidate } else { input }
    }

    /// The instance after a winning move, where it can be told what the move changes in it. What the session cannot answer is
    /// counted in `failures`.
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
        // A move is put back into the input by its numbers; where there is none, nothing is to be gained from solving.
        let anatomy = self.anatomy(input).filter(|anatomy| !anatomy.leaves.is_empty())?;
        let variant = &self.variants[input.variant];
        // Where moves were made already, the input lists them and not the position.
        if variant.kernels.is_some() || variant.play.is_some() {
            return None;
        }
        let scene = variant.scene(input).ok()?;
        let kept = session.kept(variant, &scene).ok()?;
        let asked = position(variant, &scene, &kept.instance).ok()?;
        // Theorems know winning moves at once; looking over the rules for a solver takes far longer.
        let reached: Vec<Position> = match kept.told(&asked).filter(|told| !told.winning.is_empty()) {
            Some(told) => told.winning.into_iter().take(MOST_MOVES).map(|step| step.to).collect(),
            None => {
                let solution = kept.solver().ok()?.solve_one(&asked).ok()?;
                solution.winning().take(MOST_MOVES).map(|valued| valued.step.to.clone()).collect()
            }
        };
        if reached.is_empty() {
            return None;
        }
        let numbers = numbers_of(&asked);
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

    /// The instance with one number moved to where the answer changes.
    pub(crate) fn at_a_border(
        &self,
        session: &mut Session,
        input: &Input,
        most: i64,
        random: &mut Random,
    ) -> Option<Input> {
        let anatomy = self.anatomy(input)?;
        if anatomy.leaves.is_empty() || anatomy.leaves.len() > MOST_LEAVES {
            return None;
        }
        let leaf = &anatomy.leaves[random.within(0, anatomy.leaves.len() as i64 - 1) as usize];
        let high = leaf.high.min(leaf.low.saturating_add(most));
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
        for _ in 0..MOST_HALVINGS {
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

/// The answer as a word.
fn answer(session: &mut Session, input: &Input) -> Option<String> {
    let reply = session.answer(input, Detail::Answer).ok()?;
    Some(reply.answer.as_str().map_or_else(|| reply.answer.to_string(), ToOwned::to_owned))
}

/// The numbers of a position, in order; those inside of lists too.
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

/// Which numbers of the input are others after a move: a number of the position that changes is looked for in the input, the
/// third 5 of the one being the third 5 of the other.
fn changes<'a>(leaves: &'a [Leaf], before: &[Option<i64>], after: &[Option<i64>]) -> Option<Vec<(&'a Leaf, i64)>> {
    if before.len() != after.len() {
        return None;
    }
    let mut found = Vec::new();
    for (place, (old, new)) in before.iter().zip(after).enumerate() {
        let (Some(old), Some(new)) = (old, new) else { continue };
        if old == new {
            continue;
        }
        let earlier = before[..place].iter().filter(|number| **number == Some(*old)).count();
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
        let mut random = Random::new(1);
        for (low, high) in [(0, 0), (-5, 5), (1, 1_000_000_000), (i64::MIN, i64::MAX), (7, 6), (1900, 2001)] {
            for _ in 0..500 {
                let drawn = special(low, high, &[3, 1000], Some(1), &mut random);
                assert!(drawn == low || (low..=high).contains(&drawn), "{drawn} in {low}..{high}");
            }
        }
    }

    #[test]
    fn numbers_beside_fibonacci_numbers_and_powers_are_drawn() {
        let mut random = Random::new(7);
        let drawn: Vec<i64> = (0..20_000).map(|_| special(0, 1_000_000_000, &[], None, &mut random)).collect();
        for wanted in [433_494_436, 433_494_437, 701_408_733, 1_000_000_000, 999_999_999, 536_870_911, 100_000_001, 1] {
            assert!(drawn.contains(&wanted), "{wanted}");
        }
    }
    #[test]
    fn numbers_that_have_to_do_with_others_are_drawn() {
        let mut random = Random::new(3);
        let drawn: Vec<i64> =
            (0..20_000).map(|_| special(0, 1_000_000_000, &[7, 1_000_003], Some(0), &mut random)).collect();
        for wanted in [1_000_003, 1_000_004, 2_000_006, 2_000_007, 3_000_009, 9_000_028, 500_001, 1_618_038] {
            assert!(drawn.contains(&wanted), "{wanted}");
        }
    }
}
