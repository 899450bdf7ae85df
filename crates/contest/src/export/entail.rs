//! Whether conditions can hold together, by linear bounds.
//!
//! In: conditions split into atoms ([`super::promises`] does that), and the ranges of the numbers in them. Out: whether all of
//! them can hold at once, and how large a number can be where they do. Idea: every assignment of truth values to the atoms that
//! fits the conditions is refuted, by intervals and by sums of two inequalities. A reported contradiction is certain; otherwise
//! nothing is known.

use super::program::{Ex, Form, Range, UNKNOWN};
use grundy_rules::game::Expr;
use grundy_rules::linear::Linear;

/// Tuning: maximum number of atoms whose assignments are enumerated. A condition with more is not known to follow,
/// and is kept in the program. No measurement is recorded.
const MAX_FREE_ATOMS: usize = 12;
/// Tuning: maximum number of rounds of narrowing intervals. What is not known to follow by then is kept in the
/// program. No measurement is recorded.
const MAX_ROUNDS: usize = 8;
/// Format: sums with larger numbers are skipped, to avoid overflow.
const MAX_NUMBER: i128 = 1 << 100;

pub(crate) type Sum = Linear<Ex>;
/// A term and its range.
type Bounded = (Ex, Range);

/// A condition over atoms, given as indices into [`Reasoner::atoms`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Formula {
    Is(bool),
    Atom(usize),
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
}

impl Formula {
    pub fn not(self) -> Formula {
        match self {
            Formula::Is(truth) => Formula::Is(!truth),
            Formula::Not(inner) => *inner,
            other => Formula::Not(Box::new(other)),
        }
    }

    fn atoms(&self, into: &mut Vec<usize>) {
        match self {
            Formula::Is(_) => {}
            Formula::Atom(index) if into.contains(index) => {}
            Formula::Atom(index) => into.push(*index),
            Formula::Not(inner) => inner.atoms(into),
            Formula::And(all) | Formula::Or(all) => all.iter().for_each(|formula| formula.atoms(into)),
        }
    }

    /// Returns its truth for these values of the atoms, or `None` if they do not decide it.
    fn truth(&self, of: &dyn Fn(usize) -> Option<bool>) -> Option<bool> {
        let all = |all: &[Formula], decisive: bool| {
            let truths: Vec<Option<bool>> = all.iter().map(|formula| formula.truth(of)).collect();
            match truths.contains(&Some(decisive)) {
                true => Some(decisive),
                false => truths.iter().all(Option::is_some).then_some(!decisive),
            }
        };
        match self {
            Formula::Is(truth) => Some(*truth),
            Formula::Atom(index) => of(*index),
            Formula::Not(inner) => inner.truth(of).map(|truth| !truth),
            Formula::And(inner) => all(inner, false),
            Formula::Or(inner) => all(inner, true),
        }
    }

    /// Splits it into the parts of an `and`, which must all hold.
    fn split(&self, truth: bool, into: &mut Vec<Formula>) {
        match (self, truth) {
            (Formula::Not(inner), _) => inner.split(!truth, into),
            (Formula::And(all), true) | (Formula::Or(all), false) => {
                all.iter().for_each(|formula| formula.split(truth, into))
            }
            (_, true) => into.push(self.clone()),
            (_, false) => into.push(self.clone().not()),
        }
    }
}

/// A condition that is not split further.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Atom {
    /// A sum is at most 0.
    AtMostZero(Sum),
    /// A sum is 0.
    Zero(Sum),
    /// A sum has this remainder.
    Remainder { of: Sum, by: i128, is: i128 },
    /// A condition holds for each number from 0 to a last one.
    Each { last: Sum, body: Formula },
    /// A boolean value of the program.
    Value(Ex),
    /// A condition that needs loops, with the game it belongs to.
    Unread(usize, Expr),
    /// A condition with numbers past 128 bits.
    Unknown,
}

/// What is known of numbers, and the atoms met so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reasoner {
    atoms: Vec<Atom>,
    ranges: Vec<Bounded>,
}

impl Reasoner {
    /// Returns the formula of an atom; equal atoms have equal formulas.
    pub fn atom(&mut self, atom: Atom) -> Formula {
        if matches!(&atom, Atom::Each { last, .. } if last.is_cut) {
            return self.unknown();
        }
        let known = self.atoms.iter().position(|known| *known == atom);
        Formula::Atom(known.unwrap_or_else(|| {
            self.atoms.push(atom);
            self.atoms.len() - 1
        }))
    }

    /// Returns a new formula of which nothing is known.
    fn unknown(&mut self) -> Formula {
        self.atoms.push(Atom::Unknown);
        Formula::Atom(self.atoms.len() - 1)
    }

    /// Records that a term is always within a range.
    pub fn note(&mut self, term: &Ex, range: Range) {
        match self.ranges.iter_mut().find(|(known, _)| known == term) {
            Some((_, known)) => *known = intersection(*known, range),
            None => self.ranges.push((term.clone(), range)),
        }
    }

    /// Returns `sum <= 0`, decided if the ranges decide it.
    pub fn at_most_zero(&mut self, sum: Sum) -> Formula {
        if sum.is_cut {
            return self.unknown();
        }
        if !is_moderate(&sum) {
            return self.atom(Atom::AtMostZero(sorted(sum)));
        }
        let negated = Linear::number(0).with(&sum, -1);
        if min(&negated, &self.ranges).is_some_and(|min| min >= 0) {
            return Formula::Is(true);
        }
        if min(&sum, &self.ranges).is_some_and(|min| min > 0) {
            return Formula::Is(false);
        }
        self.atom(Atom::AtMostZero(sorted(sum)))
    }

    /// Returns `sum == 0`, decided if the ranges decide it.
    pub fn zero(&mut self, sum: Sum) -> Formula {
        if sum.is_cut {
            return self.unknown();
        }
        if sum.terms.is_empty() {
            return Formula::Is(sum.constant == 0);
        }
        if let Some((of, by, is)) = remainder(&sum) {
            return self.remains(of, by, is);
        }
        let negated = Linear::number(0).with(&sum, -1);
        let is_positive = |sum: &Sum| is_moderate(sum) && min(sum, &self.ranges).is_some_and(|min| min > 0);
        if is_positive(&sum) || is_positive(&negated) {
            return Formula::Is(false);
        }
        self.atom(Atom::Zero(sorted(sum)))
    }

    /// Returns that a sum of terms has a remainder; its constant is moved to the other side.
    fn remains(&mut self, of: Sum, by: i128, is: i128) -> Formula {
        if of.is_cut {
            return self.unknown();
        }
        if !(0..by).contains(&is) {
            return Formula::Is(false);
        }
        if !is_moderate(&of) || by >= MAX_NUMBER {
            return self.atom(Atom::Remainder { of: sorted(of), by, is });
        }
        let is = (is - of.constant).rem_euclid(by);
        let terms = of.terms.iter().map(|(term, factor)| (term.clone(), factor.rem_euclid(by)));
        let terms: Vec<(Ex, i128)> = terms.filter(|(_, factor)| *factor != 0).collect();
        match terms.is_empty() {
            true => Formula::Is(is == 0),
            false => self.atom(Atom::Remainder { of: sorted(Linear { terms, ..Linear::number(0) }), by, is }),
        }
    }

    /// Returns the ranges of these sums if all the conditions hold; `None` if they contradict each other.
    pub fn possible(&self, conditions: &[Formula], sums: &[Sum]) -> Option<Vec<Range>> {
        let mut all = Vec::new();
        conditions.iter().for_each(|formula| formula.split(true, &mut all));
        // Conditions that decide an atom by themselves come first: they leave fewer assignments.
        let mut truths: Vec<Option<bool>> = vec![None; self.atoms.len()];
        let mut open: Vec<&Formula> = Vec::new();
        for formula in &all {
            let (index, truth) = match formula {
                Formula::Is(true) => continue,
                Formula::Is(false) => return None,
                Formula::Atom(index) => (*index, true),
                Formula::Not(inner) => match &**inner {
                    Formula::Atom(index) => (*index, false),
                    _ => {
                        open.push(formula);
                        continue;
                    }
                },
                _ => {
                    open.push(formula);
                    continue;
                }
            };
            if truths[index] == Some(!truth) {
                return None;
            }
            truths[index] = Some(truth);
        }
        // Conditions with too many atoms are ignored, which only weakens the result.
        let mut free = Vec::new();
        open.retain(|formula| {
            let mut with = free.clone();
            formula.atoms(&mut with);
            with.retain(|index| truths[*index].is_none());
            let fits = with.len() <= MAX_FREE_ATOMS;
            if fits {
                free = with;
            }
            fits
        });
        let mut found: Option<Vec<Range>> = None;
        self.each_assignment(&mut truths, &free, &open, &mut |ranges| {
            let here: Vec<Range> = sums.iter().map(|sum| range_of(sum, ranges)).collect();
            found = Some(match found.take() {
                Some(known) => known.into_iter().zip(here).map(|(one, other)| one.union(other)).collect(),
                None => here,
            });
        });
        found
    }

    /// Visits every assignment of the free atoms that is not refuted.
    fn each_assignment(
        &self,
        truths: &mut Vec<Option<bool>>,
        free: &[usize],
        open: &[&Formula],
        visit: &mut dyn FnMut(&[Bounded]),
    ) {
        if open.iter().any(|formula| formula.truth(&|index| truths[index]) == Some(false)) {
            return;
        }
        let Some((first, rest)) = free.split_first() else {
            if let Some(ranges) = self.ranges_where(truths) {
                visit(&ranges);
            }
            return;
        };
        for truth in [true, false] {
            truths[*first] = Some(truth);
            self.each_assignment(truths, rest, open, visit);
        }
        truths[*first] = None;
    }

    /// Returns the ranges of terms under these truth values; `None` if they are contradictory.
    fn ranges_where(&self, truths: &[Option<bool>]) -> Option<Vec<Bounded>> {
        let mut bounds: Vec<Sum> = Vec::new();
        let mut unequal: Vec<&Sum> = Vec::new();
        let negated = |sum: &Sum, constant| Linear::number(constant).with(sum, -1);
        for (atom, truth) in self.atoms.iter().zip(truths) {
            match (atom, truth) {
                (Atom::AtMostZero(sum), Some(true)) => bounds.push(sum.clone()),
                (Atom::AtMostZero(sum), Some(false)) => bounds.push(negated(sum, 1)),
                (Atom::Zero(sum), Some(true)) => bounds.extend([sum.clone(), negated(sum, 0)]),
                (Atom::Zero(sum), Some(false)) => unequal.push(sum),
                (Atom::Remainder { of, by, .. }, Some(_)) if self.no_remainder_is_left(of, *by, truths) => return None,
                _ => {}
            }
        }
        bounds.retain(is_moderate);
        let mut ranges = self.ranges.clone();
        for _ in 0..MAX_ROUNDS {
            let before = ranges.clone();
            let mut all = bounds.clone();
            // What is at least 0 and not 0 is at least 1.
            for sum in unequal.iter().filter(|sum| is_moderate(sum)) {
                for side in [(*sum).clone(), negated(sum, 0)] {
                    if min(&side, &ranges) == Some(0) {
                        all.push(negated(&side, 1));
                    }
                }
            }
            for sum in &all {
                narrow(sum, &mut ranges)?;
            }
            let is_refuted = |sum: &Sum| min(sum, &ranges).is_some_and(|min| min > 0);
            let pairs =
                || all.iter().enumerate().flat_map(|(at, one)| all[at + 1..].iter().map(move |other| (one, other)));
            if all.iter().any(is_refuted) || pairs().any(|(one, other)| is_refuted(&one.clone().with(other, 1))) {
                return None;
            }
            if ranges == before {
                break;
            }
        }
        Some(ranges)
    }

    /// Returns whether a sum would have two remainders, or none of the possible ones.
    fn no_remainder_is_left(&self, sum: &Sum, divisor: i128, truths: &[Option<bool>]) -> bool {
        let (mut left, mut denied) = (Vec::new(), 0);
        for (atom, truth) in self.atoms.iter().zip(truths) {
            match atom {
                Atom::Remainder { of, by, is } if of == sum && *by == divisor => match truth {
                    Some(true) => left.push(*is),
                    Some(false) => denied += 1,
                    None => {}
                },
                _ => {}
            }
        }
        left.len() > 1 || denied == divisor
    }
}

/// Returns `x % m - r` as the remainder `r` of `x`, with numbers `m` and `r`.
fn remainder(sum: &Sum) -> Option<(Sum, i128, i128)> {
    use super::program::{Helper, Op};
    let [(term, factor)] = sum.terms.as_slice() else { return None };
    let (of, by) = match &term.form {
        Form::Binary(Op::Remainder, of, by) => (&**of, by.as_int()?),
        Form::Helper(Helper::FloorRemainder, both) => (&both[0], both[1].as_int()?),
        _ => return None,
    };
    let is = match factor {
        1 => sum.constant.checked_neg()?,
        -1 => sum.constant,
        _ => return None,
    };
    (by > 0).then(|| (sum_of(of), by, is))
}

/// Returns an expression as a sum of terms, splitting only plus, minus and factors.
pub(crate) fn sum_of(value: &Ex) -> Sum {
    use super::program::Op;
    let both = |a: &Ex, b: &Ex, factor| sum_of(a).with(&sum_of(b), factor);
    match &value.form {
        Form::Int(number) => Linear::number(*number),
        Form::Negate(inner) => Linear::number(0).with(&sum_of(inner), -1),
        Form::Binary(Op::Add, a, b) => both(a, b, 1),
        Form::Binary(Op::Subtract, a, b) => both(a, b, -1),
        Form::Binary(Op::Multiply, a, b) => match (a.as_int(), b.as_int()) {
            (Some(factor), _) => Linear::number(0).with(&sum_of(b), factor),
            (_, Some(factor)) => Linear::number(0).with(&sum_of(a), factor),
            _ => Linear::term(value.clone()),
        },
        _ => Linear::term(value.clone()),
    }
}

/// Returns the sum with its terms in canonical order.
pub(crate) fn sorted(mut sum: Sum) -> Sum {
    sum.terms.sort_by_cached_key(|(term, _)| format!("{term:?}"));
    sum
}

fn is_moderate(sum: &Sum) -> bool {
    let is_small = |number: i128| number.checked_abs().is_some_and(|size| size < MAX_NUMBER);
    !sum.is_cut && is_small(sum.constant) && sum.terms.iter().all(|(_, factor)| is_small(*factor))
}

fn intersection(one: Range, other: Range) -> Range {
    one.within(other)
}

fn range_of_term(term: &Ex, ranges: &[Bounded]) -> Range {
    ranges.iter().find(|(known, _)| known == term).map_or(UNKNOWN, |(_, range)| *range)
}

/// Returns the minimum of a sum, if there is one. Bounds that are too large count as none.
fn min(sum: &Sum, ranges: &[Bounded]) -> Option<i128> {
    let total = sum.terms.iter().try_fold(sum.constant, |total, (term, factor)| {
        let range = range_of_term(term, ranges);
        let end = if *factor > 0 { range.low } else { range.high };
        let is_known = -MAX_NUMBER < end && end < MAX_NUMBER;
        total.checked_add(is_known.then_some(end)?.checked_mul(*factor)?)
    });
    total.filter(|total| !sum.is_cut && *total > i128::MIN)
}

fn range_of(sum: &Sum, ranges: &[Bounded]) -> Range {
    let negated = Linear::number(0).with(sum, -1);
    let low = min(sum, ranges).unwrap_or(i128::MIN);
    Range::new(low, min(&negated, ranges).map_or(i128::MAX, |min| -min))
}

/// Narrows the ranges of the terms of a sum that is at most 0; `None` if a range becomes empty.
fn narrow(sum: &Sum, ranges: &mut Vec<Bounded>) -> Option<()> {
    for (at, (term, factor)) in sum.terms.iter().enumerate() {
        let mut rest = sum.clone();
        rest.terms.remove(at);
        let Some(min) = min(&rest, ranges) else { continue };
        let known = range_of_term(term, ranges);
        // factor * term <= -least
        let (low, high) = match *factor > 0 {
            true => (known.low, known.high.min((-min).div_euclid(*factor))),
            false => (known.low.max(-(-min).div_euclid(-factor)), known.high),
        };
        if low > high {
            return None;
        }
        let now = Range::new(low, high);
        match ranges.iter_mut().find(|(known, _)| known == term) {
            Some((_, range)) => *range = now,
            None => ranges.push((term.clone(), now)),
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::super::program::{Op, Ty};
    use super::*;
    use grundy_value::Random;

    type Holds = Box<dyn Fn(i128, i128) -> bool>;

    /// Draws a condition on `a` and `b`, as a formula and as a function of the two.
    fn condition(reasoner: &mut Reasoner, random: &mut Random, depth: u32) -> (Formula, Holds) {
        let mut number = |low: i64, high: i64| i128::from(random.within(low, high));
        match if depth == 0 { number(0, 2) } else { number(0, 5) } {
            kind @ 0..=2 => {
                let (x, y, c) = (number(-3, 3), number(-2, 2), number(-12, 12));
                let sum = Linear::number(c).with(&Linear::term(variable("a")), x).with(&Linear::term(variable("b")), y);
                let value = move |a: i128, b: i128| c + x * a + y * b;
                match kind {
                    0 => (reasoner.at_most_zero(sum), Box::new(move |a, b| value(a, b) <= 0)),
                    1 => (reasoner.zero(sum), Box::new(move |a, b| value(a, b) == 0)),
                    _ => {
                        let (by, is) = (number(2, 4), number(0, 3));
                        (reasoner.remains(sum, by, is), Box::new(move |a, b| value(a, b).rem_euclid(by) == is))
                    }
                }
            }
            3 => {
                let (formula, holds) = condition(reasoner, random, depth - 1);
                (formula.not(), Box::new(move |a, b| !holds(a, b)))
            }
            kind => {
                let (one, holds) = condition(reasoner, random, depth - 1);
                let (other, also) = condition(reasoner, random, depth - 1);
                match kind {
                    4 => (Formula::And(vec![one, other]), Box::new(move |a, b| holds(a, b) && also(a, b))),
                    _ => (Formula::Or(vec![one, other]), Box::new(move |a, b| holds(a, b) || also(a, b))),
                }
            }
        }
    }

    fn variable(name: &str) -> Ex {
        Ex::var(name, Ty::Int)
    }

    #[test]
    fn what_is_impossible_never_happens_and_ranges_hold_all_that_does() {
        let (mut impossible, mut random) = (0, Random(7));
        for _ in 0..4000 {
            let mut reasoner = Reasoner::default();
            reasoner.note(&variable("a"), Range::new(0, 9));
            reasoner.note(&variable("b"), Range::new(-4, 5));
            let (formulas, tests): (Vec<_>, Vec<_>) = (0..3).map(|_| condition(&mut reasoner, &mut random, 2)).unzip();
            let points: Vec<(i128, i128)> = (0..=9)
                .flat_map(|a| (-4..=5).map(move |b| (a, b)))
                .filter(|(a, b)| tests.iter().all(|holds| holds(*a, *b)))
                .collect();
            let found = reasoner.possible(&formulas, &[Linear::term(variable("a")), Linear::term(variable("b"))]);
            impossible += usize::from(found.is_none());
            for (a, b) in points {
                let ranges = found.as_ref().expect("what happens is possible");
                assert!(ranges[0].low <= a && a <= ranges[0].high && ranges[1].low <= b && b <= ranges[1].high);
            }
        }
        assert!(impossible > 100, "{impossible}");
    }

    #[test]
    fn sums_that_were_cut_at_128_bits_entail_nothing() {
        let mut reasoner = Reasoner::default();
        reasoner.note(&variable("n"), Range::new(0, 9));
        let times = |factors: &[i128]| {
            factors.iter().fold(Linear::number(0), |sum, factor| sum.with(&Linear::term(variable("n")), *factor))
        };
        // Twice the largest number minus itself is that number again, and not 0.
        let cut = times(&[i128::MAX, i128::MAX, -i128::MAX]);
        let constant =
            Linear::number(i128::MAX).with(&Linear::number(i128::MAX), 1).with(&Linear::number(i128::MAX), -1);
        for sum in [cut, constant] {
            assert!(sum.is_cut);
            let formulas = [
                reasoner.zero(sum.clone()),
                reasoner.at_most_zero(sum.clone()),
                reasoner.remains(sum.clone(), 7, 0),
                reasoner.zero(sum),
            ];
            for (at, formula) in formulas.iter().enumerate() {
                assert!(matches!(formula, Formula::Atom(_)), "{formula:?}");
                // Two sums cut off alike need not be equal.
                assert!(formulas[..at].iter().all(|other| other != formula));
                assert!(reasoner.possible(std::slice::from_ref(formula), &[]).is_some());
                assert!(reasoner.possible(&[formula.clone().not()], &[]).is_some());
            }
        }
        // A large but exact condition equals itself everywhere.
        let large = || times(&[1 << 120]).with(&Linear::number(1), i128::MIN + 1);
        assert_eq!(reasoner.remains(large(), 7, 3), reasoner.remains(large(), 7, 3));
    }

    #[test]
    fn one_less_than_an_even_number_is_odd() {
        let mut reasoner = Reasoner::default();
        let rest =
            |value: Ex| sum_of(&Ex::new(Form::Binary(Op::Remainder, Box::new(value), Box::new(Ex::int(2))), Ty::Int));
        let even = reasoner.zero(rest(variable("n")));
        let before = variable("n").plain(Op::Subtract, Ex::int(1));
        let odd = reasoner.zero(rest(before).with(&Linear::number(1), -1));
        assert_eq!(even, odd);
    }
}
