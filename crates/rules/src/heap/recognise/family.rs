//! A case of a move as a family of splits: take t tokens, t from a range, and leave the rest in any heaps of a kind.
//!
//! In: a [`Case`], and how components are read as heaps. Out: a [`Family`] that has exactly the options of the case, for
//! every heap; `Outcome::Empty` if the case never occurs; `None` if it is not such a family. Idea: the heaps left and the
//! number taken become the variables. Then the facts of the case must say no more than that each heap has at least 0 or at
//! least 1 token, how many tokens are taken, and in which order heaps are listed, which loses no option because the order of
//! heaps is irrelevant.

use super::cases::{COMPONENT, Case};
use super::condition::Fact;
use super::linear::{Linear, Number};
use super::work::Work;
use crate::heap::MAX_PARTS;
use grundy_value::arithmetic::gcd;

/// How a component is read as a heap: `slope * component + offset` tokens.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// 1, or -1 if the component counts up to an end.
    pub slope: i64,
    /// Tokens added.
    pub offset: i64,
    /// The least heap that a component can be.
    pub least_heap: i64,
}

/// All moves that take t tokens and leave the rest in some number of heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// The least number taken.
    pub min: i64,
    /// The greatest number taken; `None` if unbounded.
    pub max: Option<i64>,
    /// The numbers taken leave one of `remainders` when divided by this.
    pub modulus: i64,
    /// Those remainders, ascending.
    pub remainders: Vec<i64>,
    /// The numbers of heaps that may be left, none of them empty: bit j is for j heaps.
    pub digit: u8,
    /// Whether the heaps left must all be different.
    pub parts_differ: bool,
    /// The options are those of the case if no heap up to this one has a move.
    pub dead_to: i64,
}

/// The result of reading a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It never occurs.
    Empty,
    /// It is a family.
    Family(Family),
}

/// A heap that is left; its size is a new variable.
struct Heap {
    size: Linear,
    /// Lower bound of the size: a smaller one counts as this.
    clamp: Option<i64>,
}

/// Returns the family that a case is.
pub fn family(case: &Case, reading: Reading, work: &Work) -> Option<Outcome> {
    let parts = case.parts.iter().map(Number::size).sum::<usize>();
    work.charge(16 + 4 * parts + case.facts.len())?;
    let mut dead_to = 0;
    let mut heaps = Vec::new();
    for part in &case.parts {
        let offset = Number::linear(Linear::constant(reading.offset));
        let heap = heap(&part.times(reading.slope)?.plus(&offset)?)?;
        match heap.size.as_constant() {
            // Empty heaps and heaps without moves leave nothing.
            Some(size) => {
                let size = heap.clamp.map_or(size, |clamp| size.max(clamp));
                if size < reading.least_heap.max(0) {
                    return None;
                }
                dead_to = dead_to.max(size);
            }
            None => heaps.push(heap),
        }
    }
    if heaps.len() > MAX_PARTS as usize {
        return None;
    }
    let facts = change_variables(case, reading, &heaps, work)?;
    let Some(limits) = Limits::read(&facts, heaps.len(), reading, work)? else { return Some(Outcome::Empty) };
    let (min, max) = limits.taken;
    if max.is_some_and(|max| max < min) || limits.remainders.is_empty() {
        return Some(Outcome::Empty);
    }
    if min < 0 {
        return None;
    }
    for (heap, low) in heaps.iter().zip(&limits.lows) {
        match heap.clamp {
            Some(clamp) if *low < clamp => {
                if clamp < reading.least_heap {
                    return None;
                }
                dead_to = dead_to.max(clamp);
            }
            // A part outside its component's range would be a fault.
            _ if *low < reading.least_heap => return None,
            _ => {}
        }
    }
    let (digit, parts_differ) = limits.digit()?;
    let Limits { modulus, remainders, .. } = limits;
    Some(Outcome::Family(Family { min, max, modulus, remainders, digit, parts_differ, dead_to }))
}

/// Reads a number as a heap: a sum, or the maximum of a sum and numbers.
fn heap(number: &Number) -> Option<Heap> {
    let Number::Greatest(of) = number else {
        return Some(Heap { size: number.as_linear()?.clone(), clamp: None });
    };
    let (numbers, sums): (Vec<&Number>, Vec<&Number>) = of.iter().partition(|number| number.as_constant().is_some());
    let clamp = numbers.iter().filter_map(|number| number.as_constant()).max();
    match sums.as_slice() {
        [sum] => Some(Heap { size: sum.as_linear()?.clone(), clamp }),
        _ => None,
    }
}

/// Index of the variable for the number taken; the heaps follow it.
const TAKEN: usize = 0;

/// Rewrites the facts of a case in terms of the number taken and the heaps left. The new variables are equivalent to the old:
/// every choice of the case's variables is one choice of these, and vice versa.
fn change_variables(case: &Case, reading: Reading, heaps: &[Heap], work: &Work) -> Option<Vec<Fact>> {
    // The new variables follow the old ones until those are eliminated.
    let taken = case.variables + TAKEN;
    let mut facts = case.facts.clone();
    let mut solved = vec![false; case.variables];
    let mut rows: Vec<(usize, Linear)> =
        heaps.iter().enumerate().map(|(index, heap)| (taken + 1 + index, heap.size.clone())).collect();
    let mut rest = Linear::variable(COMPONENT).times(reading.slope)?.plus_number(reading.offset)?;
    for heap in heaps {
        rest = rest.plus(&heap.size, -1)?;
    }
    rows.push((taken, rest));
    for row in 0..rows.len() {
        work.charge((4 + 2 * facts.len()) * (1 + case.variables / 8))?;
        let (new, sum) = rows[row].clone();
        let old: Vec<(usize, i64)> = sum.terms().filter(|(variable, _)| *variable < case.variables).collect();
        if old.is_empty() {
            // The number taken may be fixed; a heap that depends on other heaps is not a free choice.
            let value = sum.as_constant().filter(|_| new == taken)?;
            for (sign, constant) in [(1, value.checked_neg()?), (-1, value)] {
                facts.push(Fact::NotNegative(Linear::variable(taken).times(sign)?.plus_number(constant)?));
            }
            continue;
        }
        // new = factor * old + others.
        let (variable, factor) = match old.iter().rev().find(|(_, factor)| factor.abs() == 1) {
            Some(unit) => *unit,
            None => match old.as_slice() {
                [only] if new == taken => *only,
                _ => return None,
            },
        };
        let others = sum.without(variable);
        let difference = Linear::variable(new).plus(&others, -1)?;
        if factor.abs() > 1 {
            // Only numbers of one residue class can be taken.
            let others = others.as_constant()?;
            let modulus = factor.checked_abs()?;
            let of = Linear::variable(taken);
            facts.push(Fact::Remainder { of, modulus, remainder: others.rem_euclid(modulus) });
        }
        let replace = |fact: &Linear| -> Option<Linear> {
            let count = fact.factor(variable);
            // factor * fact contains the variable only as factor * variable; if the factor is a unit, this is the fact itself.
            let scaled = fact.without(variable).times(factor.checked_abs()?)?;
            scaled.plus(&difference, count.checked_mul(factor.signum())?)
        };
        for fact in &mut facts {
            match fact {
                Fact::NotNegative(sum) => *sum = replace(sum)?,
                Fact::Remainder { of, .. } if of.factor(variable) == 0 => {}
                Fact::Remainder { of, .. } if factor.abs() == 1 => *of = replace(of)?,
                Fact::Remainder { .. } => return None,
            }
        }
        let inverse = difference.times(factor.signum())?;
        for (_, sum) in &mut rows[row + 1..] {
            if factor.abs() > 1 {
                return None;
            }
            *sum = sum.with(variable, &inverse)?;
        }
        solved[variable] = true;
    }
    for (variable, solved) in solved.iter().enumerate() {
        if !solved {
            facts = forget(facts, variable, work)?;
        }
    }
    let shifted = |sum: &Linear| {
        sum.terms().try_fold(Linear::constant(sum.constant), |made, (variable, factor)| {
            made.plus(&Linear::variable(variable - taken), factor)
        })
    };
    facts
        .iter()
        .map(|fact| {
            Some(match fact {
                Fact::NotNegative(sum) => Fact::NotNegative(shifted(sum)?),
                Fact::Remainder { of, modulus, remainder } => {
                    Fact::Remainder { of: shifted(of)?, modulus: *modulus, remainder: *remainder }
                }
            })
        })
        .collect()
}

/// Eliminates a variable: the facts returned say that it has a value. Exact for integers if its factors are 1 and -1 (Fourier
/// and Motzkin).
fn forget(facts: Vec<Fact>, variable: usize, work: &Work) -> Option<Vec<Fact>> {
    // Every two facts are compared, each as long as there are variables.
    work.charge((4 + facts.len() * (4 + facts.len() / 4)) * (1 + variable / 8))?;
    // A sum that is both at least 0 and at most 0 determines the variable.
    let sums = || facts.iter().filter_map(|fact| if let Fact::NotNegative(sum) = fact { Some(sum) } else { None });
    let fixed = sums().filter(|sum| sum.factor(variable) == 1).find(|sum| {
        let negative = sum.times(-1);
        sums().any(|other| Some(other) == negative.as_ref())
    });
    if let Some(fixed) = fixed {
        let value = fixed.without(variable).times(-1)?;
        let replaced = facts.iter().map(|fact| {
            Some(match fact {
                Fact::NotNegative(sum) => Fact::NotNegative(sum.with(variable, &value)?),
                Fact::Remainder { of, modulus, remainder } => {
                    Fact::Remainder { of: of.with(variable, &value)?, modulus: *modulus, remainder: *remainder }
                }
            })
        });
        return replaced.collect();
    }
    let (mut rest, mut lower, mut upper) = (Vec::new(), Vec::new(), Vec::new());
    for fact in facts {
        match &fact {
            Fact::NotNegative(sum) => match sum.factor(variable) {
                0 => rest.push(fact),
                1 => lower.push(sum.without(variable)),
                -1 => upper.push(sum.without(variable)),
                _ => return None,
            },
            Fact::Remainder { of, .. } if of.factor(variable) == 0 => rest.push(fact),
            Fact::Remainder { .. } => return None,
        }
    }
    work.charge(lower.len() * upper.len() * (1 + variable / 8))?;
    for low in &lower {
        for high in &upper {
            rest.push(Fact::NotNegative(low.plus(high, 1)?));
        }
    }
    (rest.len() <= 1 << 8).then_some(rest)
}

/// What the facts say about the number taken and the heaps.
struct Limits {
    /// The least and the greatest number taken.
    taken: (i64, Option<i64>),
    modulus: i64,
    remainders: Vec<i64>,
    /// The least size of each heap, 0 or 1 except for what the order adds.
    lows: Vec<i64>,
    /// `gaps[i][j]`: heap i is larger than heap j by at least this; `None` if unknown.
    gaps: Vec<Vec<Option<i64>>>,
}

impl Limits {
    /// Reads facts as limits: `None` if they say more than limits can; `Some(None)` if they contradict each other.
    fn read(facts: &[Fact], heaps: usize, reading: Reading, work: &Work) -> Option<Option<Limits>> {
        work.charge(4 * (facts.len() + heaps * heaps))?;
        // If everything is taken, the number taken is the heap.
        let mut min = (heaps == 0).then_some(reading.least_heap);
        let mut max: Option<i64> = None;
        let mut lows: Vec<Option<i64>> = vec![None; heaps];
        let mut highs: Vec<Option<i64>> = vec![None; heaps];
        let mut gaps: Vec<Vec<Option<i64>>> = vec![vec![None; heaps]; heaps];
        let mut others = Vec::new();
        let (mut modulus, mut remainders) = (1, vec![0]);
        for fact in facts {
            match fact {
                Fact::NotNegative(sum) => {
                    let sum = sum.clone().tightened();
                    let terms: Vec<(usize, i64)> = sum.terms().collect();
                    match terms.as_slice() {
                        [] if sum.constant < 0 => return Some(None),
                        [] => {}
                        [(TAKEN, 1)] => min = min.max(Some(sum.constant.checked_neg()?)),
                        [(TAKEN, -1)] => max = Some(max.map_or(sum.constant, |max| max.min(sum.constant))),
                        [(heap, 1)] => lows[heap - 1] = lows[heap - 1].max(Some(sum.constant.checked_neg()?)),
                        [(heap, -1)] => {
                            let high = &mut highs[heap - 1];
                            *high = Some(high.map_or(sum.constant, |high| high.min(sum.constant)));
                        }
                        [(a, 1), (b, -1)] if *a != TAKEN => note_gap(&mut gaps, a - 1, b - 1, sum.constant)?,
                        [(a, -1), (b, 1)] if *a != TAKEN => note_gap(&mut gaps, b - 1, a - 1, sum.constant)?,
                        _ => others.push(sum),
                    }
                }
                Fact::Remainder { of, modulus: by, remainder } => {
                    (modulus, remainders) = meet((modulus, &remainders), of, *by, *remainder, work)?;
                }
            }
        }
        close(&mut gaps);
        if (0..heaps).any(|heap| gaps[heap][heap].is_some_and(|gap| gap > 0)) {
            return Some(None);
        }
        // A lower bound of one heap applies to each larger one.
        let known: Vec<i64> = (0..heaps)
            .map(|heap| {
                let through = (0..heaps).filter_map(|other| lows[other]?.checked_add(gaps[heap][other]?));
                through.chain(lows[heap]).max()
            })
            .collect::<Option<_>>()?;
        // A heap with a greatest size is not a free choice, unless it can have no size at all.
        if known.iter().zip(&highs).any(|(low, high)| high.is_some_and(|high| high < *low)) {
            return Some(None);
        }
        if highs.iter().any(Option::is_some) {
            return None;
        }
        let limits = Limits { taken: (min?, max), modulus, remainders, lows: known, gaps };
        // An empty range is empty whatever the other facts are.
        if max.is_some_and(|max| max < limits.taken.0) {
            return Some(None);
        }
        others.iter().all(|sum| limits.imply(sum, reading)).then_some(Some(limits))
    }

    /// Returns whether a sum is never negative within these limits, for heaps that can occur.
    fn imply(&self, sum: &Linear, reading: Reading) -> bool {
        let never_negative = |sum: &Linear| {
            let rest = self.without_gaps(sum);
            rest.and_then(|rest| self.least_value(&rest)).is_some_and(|min| min >= 0)
        };
        if never_negative(sum) {
            return true;
        }
        // The heap moved in, which is the number taken plus the heaps left, is at least the least heap.
        let mut heap = Linear::constant(reading.least_heap.saturating_neg());
        for variable in 0..=self.lows.len() {
            let Some(more) = heap.plus(&Linear::variable(variable), 1) else { return false };
            heap = more;
        }
        sum.plus(&heap, -1).is_some_and(|rest| never_negative(&rest))
    }

    /// Returns a sum that is no larger: heaps that are subtracted cancel against larger ones that are added.
    fn without_gaps(&self, sum: &Linear) -> Option<Linear> {
        let mut rest = sum.clone();
        for small in 0..self.lows.len() {
            for large in 0..self.lows.len() {
                let Some(gap) = self.gaps[large][small] else { continue };
                let count = rest.factor(small + 1).checked_neg()?.min(rest.factor(large + 1));
                if count > 0 {
                    let apart = Linear::variable(large + 1).plus(&Linear::variable(small + 1), -1)?;
                    rest = rest.plus(&apart.plus_number(gap.checked_neg()?)?, count.checked_neg()?)?;
                }
            }
        }
        Some(rest)
    }

    /// Returns the least value of a sum by the limits of its variables.
    fn least_value(&self, sum: &Linear) -> Option<i64> {
        sum.terms().try_fold(sum.constant, |value, (variable, factor)| {
            let limit = match (variable, factor > 0) {
                (TAKEN, true) => self.taken.0,
                (TAKEN, false) => self.taken.1?,
                (heap, true) => self.lows[heap - 1],
                (_, false) => return None,
            };
            value.checked_add(limit.checked_mul(factor)?)
        })
    }

    /// Returns the numbers of heaps that may be left, and whether they must differ.
    fn digit(&self) -> Option<(u8, bool)> {
        let heaps = self.lows.len();
        let all = |min: usize| ((1u16 << (heaps + 1)) - (1 << min)) as u8;
        let strict = self.gaps.iter().flatten().flatten().any(|gap| *gap > 0);
        if !strict {
            let equal = |a: usize, b: usize| a != b && self.gaps[a][b].is_some() && self.gaps[b][a].is_some();
            if (0..heaps).any(|a| (0..heaps).any(|b| equal(a, b))) || self.lows.iter().any(|low| !matches!(low, 0 | 1))
            {
                return None;
            }
            // Any heaps can be listed in any order, so an order loses nothing. Any heaps whose minimum is not 1 may be empty,
            // smallest first.
            let full = self.lows.iter().filter(|low| **low == 1).count();
            return Some((all(full), false));
        }
        // Strict orders lose only equal heaps if they decide for any two heaps which is larger.
        let ordered = |a: usize, b: usize| self.gaps[a][b].is_some_and(|gap| gap > 0);
        if (0..heaps).any(|a| (0..a).any(|b| !ordered(a, b) && !ordered(b, a))) {
            return None;
        }
        let smallest = (0..heaps).find(|a| (0..heaps).all(|b| *a == b || ordered(b, *a)))?;
        let low = self.lows[smallest];
        // Only the order may lift a heap above the smallest, and by no more than one per step.
        let as_ordered = |heap: usize| {
            let below = (0..heaps).filter(|other| ordered(heap, *other)).count() as i64;
            let gap = if heap == smallest { Some(0) } else { self.gaps[heap][smallest] };
            gap == Some(below) && self.lows[heap] == low + below
        };
        if !matches!(low, 0 | 1) || !(0..heaps).all(as_ordered) {
            return None;
        }
        Some((all(heaps - usize::from(low == 0)), true))
    }
}

/// Records that heap `a` is at least heap `b` plus 0 or 1; fails for other differences.
fn note_gap(gaps: &mut [Vec<Option<i64>>], a: usize, b: usize, constant: i64) -> Option<()> {
    let gap = constant.checked_neg().filter(|gap| matches!(gap, 0 | 1))?;
    gaps[a][b] = gaps[a][b].max(Some(gap));
    Some(())
}

/// Computes the transitive closure of gaps: the longest paths through them.
fn close(gaps: &mut [Vec<Option<i64>>]) {
    for through in 0..gaps.len() {
        for a in 0..gaps.len() {
            for b in 0..gaps.len() {
                if let (Some(first), Some(second)) = (gaps[a][through], gaps[through][b]) {
                    gaps[a][b] = gaps[a][b].max(Some(first.saturating_add(second)));
                }
            }
        }
    }
}

/// Combines the known remainders of the number taken, which ascend, with one more fact.
fn meet(
    (modulus, remainders): (i64, &[i64]),
    of: &Linear,
    by: i64,
    remainder: i64,
    work: &Work,
) -> Option<(i64, Vec<i64>)> {
    if of.terms().any(|(variable, factor)| variable != TAKEN && factor % by != 0) {
        return None;
    }
    let common = gcd(by, modulus);
    let joint = modulus.checked_mul(by / common)?;
    work.charge(joint as usize)?;
    let holds = |taken: i64| {
        let value = i128::from(of.factor(TAKEN)) * i128::from(taken) + i128::from(of.constant);
        value.rem_euclid(i128::from(by)) == i128::from(remainder)
    };
    let meets = |taken: &i64| remainders.binary_search(&taken.rem_euclid(modulus)).is_ok() && holds(*taken);
    Some((joint, (0..joint).filter(meets).collect()))
}
