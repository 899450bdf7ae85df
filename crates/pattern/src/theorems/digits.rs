//! Indices at which the digits of several lines satisfy a condition: counted and listed digit by digit.
//!
//! In: lines `base + slope·j`, none negative for 0 ≤ j < count, and a condition: their exclusive or is a given number,
//! or an automaton that reads them accepts. Out: for how many j it holds, and the first of them. Idea: digits of j are
//! chosen from the lowest on; what matters about those already chosen is the carry of each line, whether they lie below
//! those of the bound, and, for an automaton that reads the highest digit first, from which of its states the chosen
//! digits are accepted. So there are few cases at each digit, however large the numbers are. Wrong tool for large
//! slopes: carries are as large as the slopes.

use super::line::Line;
use grundy_message::template;
use grundy_rules::{Int, Limit, Meter};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A condition on the digits of lines.
#[derive(Clone, Debug)]
pub struct Digits {
    /// The condition.
    pub question: Question,
    /// The lines, none negative.
    pub lines: Vec<Line>,
    /// The wanted answer.
    pub holds: bool,
}

/// A condition on the digits of lines.
#[derive(Clone, Debug)]
pub enum Question {
    /// Their exclusive or is this number.
    Xor(Int),
    /// The automaton accepts them.
    Reads(Rc<Reader>),
}

/// An automaton that reads a column of digits of some base at a time, the highest first.
#[derive(Debug)]
pub struct Reader {
    /// The base.
    pub base: i64,
    /// For each state and column the next state; the first line's digit is the most significant in a column. The first
    /// state is the initial one.
    pub next: Vec<Vec<Option<u32>>>,
    /// Whether each state accepts.
    pub accepts: Vec<bool>,
}

/// Maximum slope of a line: there are as many carries.
const SLOPE: Limit = Limit { name: template!("carries of a digit"), usual: 1 << 10 };
/// Maximum number of states at one digit.
const STATES: Limit = Limit { name: template!("states of a digit"), usual: 1 << 12 };

/// The carry of each line, whether the digits chosen so far exceed those of the bound, and from which states of an
/// automaton they are accepted.
type State = (Vec<i64>, bool, Rc<Vec<bool>>);

/// Returns for how many indices below `count` the condition holds; `None` if that is too much work.
pub fn number_of(digits: &Digits, count: &Int, meter: &Meter) -> Option<Int> {
    let yes = number_below(&digits.question, &digits.lines, count, meter)?;
    if digits.holds { Some(yes) } else { count.subtract(&yes).ok() }
}

/// Returns the first indices below `count` at which the condition holds, at most `max`, in ascending order.
pub fn first_indices(digits: &Digits, count: &Int, max: usize, meter: &Meter) -> Option<Vec<Int>> {
    let below = |bound: &Int| number_of(digits, bound, meter);
    let mut found = Vec::new();
    let mut low = Int::ZERO;
    let (mut passed, all) = (Int::ZERO, below(count)?);
    // The index that has `passed` solutions before it is found by bisection, one after the other.
    while found.len() < max && passed < all {
        let (mut from, mut to) = (low.clone(), count.clone());
        while from.add(&Int::ONE).ok()? < to {
            let middle = from.add(&to).ok()?.divide(&Int::Small(2))?;
            if below(&middle)? > passed { to = middle } else { from = middle }
        }
        passed = passed.add(&Int::ONE).ok()?;
        low = to;
        found.push(from);
    }
    Some(found)
}

fn number_below(question: &Question, lines: &[Line], count: &Int, meter: &Meter) -> Option<Int> {
    if *count <= Int::ZERO {
        return Some(Int::ZERO);
    }
    let is_steep = |line: &Line| !meter.allows_int(SLOPE, &line.slope.abs());
    if lines.iter().any(is_steep) {
        return None;
    }
    // Carries are below the slopes, which are added to them digit by digit.
    let slopes: Vec<i64> =
        lines.iter().map(|line| line.slope.to_i64().filter(|slope| slope.abs() < 1 << 48)).collect::<Option<_>>()?;
    let carried = lines.iter().map(|line| line.slope.bits()).max().unwrap_or(0);
    let last = count.subtract(&Int::ONE).ok()?;
    let (base, known, accepts) = match question {
        Question::Xor(known) => (2, known.clone(), Vec::new()),
        Question::Reads(reader) => (reader.base, Int::ZERO, reader.accepts.clone()),
    };
    let widest = lines.iter().map(|line| line.base.bits()).chain([known.bits(), last.bits()]).max().unwrap_or(0);
    // Above these digits all numbers are 0, carries included.
    let length = widest + carried + 6;
    let bases: Vec<Vec<i64>> = lines.iter().map(|line| digits_of(&line.base, base, length)).collect::<Option<_>>()?;
    let (known, last) = (digits_of(&known, base, length)?, digits_of(&last, base, length)?);
    let mut states: BTreeMap<State, Int> =
        BTreeMap::from([((vec![0; lines.len()], false, Rc::new(accepts)), Int::ONE)]);
    for index in 0..length {
        let mut next: BTreeMap<State, Int> = BTreeMap::new();
        for ((carries, above, accepted), ways) in &states {
            for digit in 0..base {
                let (mut xor, mut column) = (known[index], 0);
                let mut after = Vec::with_capacity(carries.len());
                for ((carry, slope), digits) in carries.iter().zip(&slopes).zip(&bases) {
                    let sum = carry + slope * digit + digits[index];
                    let written = sum.rem_euclid(base);
                    xor ^= written;
                    column = column * base + written;
                    after.push(sum.div_euclid(base));
                }
                let accepted = match question {
                    Question::Xor(_) if xor != 0 => continue,
                    Question::Xor(_) => accepted.clone(),
                    Question::Reads(reader) => {
                        let before = |turns: &Vec<Option<u32>>| {
                            turns.get(column as usize).copied().flatten().is_some_and(|to| accepted[to as usize])
                        };
                        let before: Vec<bool> = reader.next.iter().map(before).collect();
                        if before.iter().all(|accepts| !accepts) {
                            continue;
                        }
                        Rc::new(before)
                    }
                };
                let above = if digit == last[index] { *above } else { digit > last[index] };
                let entry = next.entry((after, above, accepted)).or_insert(Int::ZERO);
                *entry = entry.add(ways).ok()?;
            }
        }
        if !meter.allows(STATES, next.len() as u64) || !meter.goes_on() {
            return None;
        }
        states = next;
    }
    let mut all = Int::ZERO;
    for ((carries, above, accepted), ways) in &states {
        if !above && carries.iter().all(|carry| *carry == 0) && accepted.first().is_none_or(|accepts| *accepts) {
            all = all.add(ways).ok()?;
        }
    }
    Some(all)
}

/// Returns the lowest `length` digits of a number that is not negative, the lowest first.
pub fn digits_of(number: &Int, base: i64, length: usize) -> Option<Vec<i64>> {
    if base == 2 {
        return Some((0..length).map(|index| i64::from(number.bit(index))).collect());
    }
    let divisor = Int::Small(base);
    let mut rest = number.clone();
    let mut digits = Vec::with_capacity(length);
    for _ in 0..length {
        digits.push(rest.remainder(&divisor)?.to_i64()?);
        rest = rest.divide(&divisor)?;
    }
    Some(digits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_value::Random;

    #[test]
    fn indices_agree_with_brute_force() {
        let (mut generator, meter) = (Random(7), Meter::steps(1));
        let mut random = |below: i64| generator.within(0, below - 1);
        for _ in 0..300 {
            let count = 1 + random(70);
            let mut lines = Vec::new();
            for _ in 0..1 + random(3) {
                let slope = random(9) - 4;
                let min = if slope < 0 { -slope * (count - 1) } else { 0 };
                lines.push(Line { base: Int::Small(min + random(20)), slope: Int::Small(slope) });
            }
            let known = Int::Small(random(40));
            let digits = Digits { question: Question::Xor(known.clone()), lines, holds: random(4) > 0 };
            let holds = |index: &i64| {
                let xor = digits
                    .lines
                    .iter()
                    .fold(known.clone(), |xor, line| xor.xor(&line.at(&Int::Small(*index)).unwrap()));
                xor.is_zero() == digits.holds
            };
            let expected: Vec<Int> = (0..count).filter(holds).map(Int::Small).collect();
            assert_eq!(number_of(&digits, &Int::Small(count), &meter), Some(Int::from(expected.len())), "{digits:?}");
            assert_eq!(first_indices(&digits, &Int::Small(count), 100, &meter).unwrap(), expected, "{digits:?}");
        }
    }

    #[test]
    fn an_automaton_is_queried_for_all_indices_at_once() {
        // Base 3: the parity of the sum of two numbers is the parity of all their digits together.
        let column = |odd: u32, column: u32| Some((odd + column / 3 + column % 3) % 2);
        let next = (0..2).map(|odd| (0..9).map(|digits| column(odd, digits)).collect()).collect();
        let reader = Rc::new(Reader { base: 3, next, accepts: vec![true, false] });
        for (slopes, bases) in [([1, 2], [0, 5]), ([-1, 3], [40, 0]), ([-2, -1], [90, 50])] {
            let line = |at: usize| Line { base: Int::Small(bases[at]), slope: Int::Small(slopes[at]) };
            let digits =
                Digits { question: Question::Reads(reader.clone()), lines: vec![line(0), line(1)], holds: true };
            let holds = |index: &i64| (bases[0] + bases[1] + (slopes[0] + slopes[1]) * index) % 2 == 0;
            let expected: Vec<Int> = (0..37).filter(holds).map(Int::Small).collect();
            assert_eq!(first_indices(&digits, &Int::Small(37), 100, &Meter::steps(1)).unwrap(), expected);
        }
    }
}
