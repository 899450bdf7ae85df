//! Rules in tables of values for many givens: terms and conditions in components and givens, the easiest to say first.
//!
//! In: cells, each a position with its givens and its value. Out: claims that hold at all of them. Periods are looked for first,
//! as linear forms of the givens; then terms by size; then pairs of conditions; then classes of cells, each with a rule of its
//! own. What is found fits the cells, and is neither tested further nor proved here.

mod bank;
mod classes;
mod conditions;
mod period;

use super::hypotheses::Work;
use super::polynomial::gcd;
use super::problem::{Claim, Play};
use super::table::Cell;
use super::term::{Condition, Operator, Term};
use bank::Bank;
use conditions::{Cells, MAX_SAMPLE};
use period::{Along, periods};

/// What the numbers of a cell are.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The number of components, which come first.
    pub components: usize,
    /// The number of givens.
    pub givens: usize,
    /// What the values are.
    pub play: Play,
}

/// A rule that fits, and how hard it is to say.
#[derive(Clone, Debug)]
pub struct Found {
    /// The rule.
    pub claim: Claim,
    /// How hard it is to say; less is better.
    pub cost: u32,
}

/// Largest terms and numbers of nested classes, in the order in which they are tried. Tuning: classes before larger terms.
const STAGES: [(usize, usize); 5] = [(3, 0), (3, 1), (5, 0), (5, 1), (3, 2)];
/// Tuning: terms in a bank.
const MAX_TERMS: usize = 30_000;
/// Tuning: rules handed back.
const MAX_RULES: usize = 8;
/// Tuning: a rule that is harder to say is compared with one of classes.
const HARD: u32 = 125;

/// Returns rules that hold at all cells, the easiest to say first; those found so far if the work is cancelled or there is too
/// much of it.
pub fn find(shape: Shape, cells: &[Cell], work: &mut Work) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    for (size, cuts) in STAGES {
        let is_compared = found.first().is_some_and(|found| cuts == 1 && found.cost > HARD);
        if found.is_empty() || is_compared {
            found.extend(match cuts {
                0 => simple(shape, cells, size, work),
                _ => classes::search(shape, cells, size, cuts, work),
            });
            found.sort_by_key(|found| found.cost);
        }
        if is_compared || work.is_over() {
            break;
        }
    }
    found.truncate(MAX_RULES);
    found
}

/// Returns a sample: of lost and won cells, half each if there are so many.
fn sample(shape: Shape, cells: &[Cell]) -> Vec<usize> {
    let spread = |from: Vec<usize>, count: usize| -> Vec<usize> {
        let length = from.len();
        (0..count.min(length)).map(|index| from[index * length / count.min(length)]).collect()
    };
    if shape.play == Play::Grundy {
        return spread((0..cells.len()).collect(), MAX_SAMPLE);
    }
    let (lost, won): (Vec<usize>, Vec<usize>) = (0..cells.len()).partition(|index| cells[*index].value == 0);
    let half = MAX_SAMPLE / 2;
    let from_lost = lost.len().min(half.max(MAX_SAMPLE.saturating_sub(won.len())));
    let mut sample = spread(lost, from_lost);
    sample.extend(spread(won, MAX_SAMPLE - sample.len()));
    // Mixed by a step without a common divisor, so that the first cells tell much.
    let step = (sample.len() * 5 / 8..).find(|step| gcd(*step as i64, sample.len() as i64) == 1).unwrap_or(1);
    (0..sample.len()).map(|index| sample[index * step % sample.len()]).collect()
}

/// Returns rules without classes, of the shortest terms up to a size that have any.
fn simple(shape: Shape, cells: &[Cell], max_size: usize, work: &mut Work) -> Vec<Found> {
    let Some(first) = cells.first() else { return vec![] };
    if cells.iter().all(|cell| cell.value == first.value) {
        let claim = match shape.play {
            Play::Grundy => Claim::Value(Term::Number(first.value)),
            _ => Claim::Lost(Condition::Constant(first.value == 0)),
        };
        return vec![Found { claim, cost: 5 }];
    }
    let sample = sample(shape, cells);
    let mut bank = Bank::new(sample.len(), shape.play == Play::Grundy && shape.components > 1);
    if work.spend(150 * (shape.components * cells.len()) as u64).is_none() {
        return vec![];
    }
    for (term, cost) in leaves(shape, cells) {
        let values: Option<Vec<i32>> = sample
            .iter()
            .map(|index| i32::try_from(term.value(&cells[*index].letters)?).ok().filter(|value| *value >= 0))
            .collect();
        if let Some(values) = values {
            let is_given = term.is_over(&|letter| letter >= shape.components);
            bank.add_leaf(term, values, cost, is_given);
        }
    }
    for size in (1..=max_size).step_by(2) {
        if size > 1 && work.spend(20 * bank.grow(size, MAX_TERMS)).is_none() {
            return vec![];
        }
        if shape.play != Play::Grundy && work.spend(10 * conditions::work(&bank)).is_none() {
            return vec![];
        }
        let mut found = fitting(shape, cells, &sample, &bank);
        found.retain(|found| fits(&found.claim, cells));
        found.truncate(MAX_RULES);
        if !found.is_empty() {
            return found;
        }
    }
    vec![]
}

/// Returns rules of the terms of a bank that hold at the sample.
fn fitting(shape: Shape, cells: &[Cell], sample: &[usize], bank: &Bank) -> Vec<Found> {
    if shape.play == Play::Grundy {
        let values: Vec<i32> = sample.iter().map(|index| cells[*index].value as i32).collect();
        let found = bank.find(&values).into_iter();
        return found.map(|index| Found { claim: Claim::Value(bank.term(index)), cost: bank.cost(index) }).collect();
    }
    let mut lost: Cells = [0; 4];
    for (bit, index) in sample.iter().enumerate() {
        lost[bit / 64] |= u64::from(cells[*index].value == 0) << (bit % 64);
    }
    let conditions = conditions::find(bank, &lost, sample.len());
    conditions.into_iter().map(|(cost, condition)| Found { claim: Claim::Lost(condition), cost }).collect()
}

/// Returns whether a claim holds at all cells.
pub fn fits(claim: &Claim, cells: &[Cell]) -> bool {
    cells.iter().all(|cell| match claim {
        Claim::Value(term) => term.value(&cell.letters) == Some(cell.value),
        Claim::Lost(condition) => condition.holds(&cell.letters) == Some(cell.value == 0),
    })
}

/// Returns the terms that count as letters, with how hard they are to say.
fn leaves(shape: Shape, cells: &[Cell]) -> Vec<(Term, u32)> {
    let mut leaves: Vec<(Term, u32)> = Vec::new();
    for letter in 0..shape.components + shape.givens {
        leaves.push((Term::Letter(letter), 10));
    }
    leaves.extend([0, 1, 2, 3].map(|number| (Term::Number(number), if number == 0 { 4 } else { 8 })));
    let quotients = |leaves: &mut Vec<(Term, u32)>, dividend: Term, cost: u32, by: &period::Form| {
        let divisor = by.term(shape.components);
        if divisor == Term::Number(1) {
            return;
        }
        leaves.push((Term::binary(Operator::Mod, dividend.clone(), divisor.clone()), cost + by.cost() + 11));
        leaves.push((Term::binary(Operator::Div, dividend, divisor), cost + by.cost() + 22));
    };
    let single = |index: usize| Term::Letter(index);
    for component in 0..shape.components {
        let seen = periods(cells, shape.components, Along::Component(component));
        for by in &seen.periods {
            quotients(&mut leaves, single(component), 10, by);
            for start in &seen.starts {
                let start_term = start.term(shape.components);
                let shifted = match start_term {
                    Term::Number(0) => continue,
                    Term::Number(number) if number < 0 => {
                        Term::binary(Operator::Add, single(component), Term::Number(-number))
                    }
                    start => Term::binary(Operator::Sub, single(component), start),
                };
                quotients(&mut leaves, shifted, 22 + start.cost(), by);
            }
            // A row that begins late, or ends at a given, may be shifted by it or by 1.
            let mut shifts = vec![
                (Term::binary(Operator::Add, single(component), Term::Number(1)), 33),
                (Term::binary(Operator::Sub, single(component), Term::Number(1)), 33),
            ];
            for given in shape.components..shape.components + shape.givens {
                let given = Term::Letter(given);
                shifts.push((Term::binary(Operator::Add, single(component), given.clone()), 40));
                shifts.push((Term::binary(Operator::Sub, single(component), given.clone()), 40));
                shifts.push((Term::binary(Operator::Sub, given, single(component)), 40));
            }
            for (shifted, cost) in shifts {
                // What goes below 0 is harder to understand.
                let is_negative = cells.iter().any(|cell| shifted.value(&cell.letters).is_none_or(|value| value < 0));
                let cost = cost + by.cost() + if is_negative { 8 } else { 0 };
                leaves.push((Term::binary(Operator::Mod, shifted, by.term(shape.components)), cost));
            }
        }
        for given in shape.components..shape.components + shape.givens {
            leaves.push((Term::binary(Operator::Mod, single(component), Term::Letter(given)), 31));
            leaves.push((Term::binary(Operator::Div, single(component), Term::Letter(given)), 42));
        }
        for start in &seen.starts {
            leaves.push((start.term(shape.components), start.cost()));
        }
    }
    if shape.components == 2 {
        let (first, second) = (single(0), single(1));
        let diagonal = periods(cells, shape.components, Along::Diagonal).periods;
        let rows = periods(cells, shape.components, Along::Component(0)).periods;
        for operator in [Operator::Min, Operator::Max] {
            let term = Term::binary(operator, first.clone(), second.clone());
            diagonal.iter().for_each(|by| quotients(&mut leaves, term.clone(), 36, by));
            leaves.push((term, 36));
        }
        let sum = Term::binary(Operator::Add, first.clone(), second.clone());
        leaves.push((Term::binary(Operator::Mod, sum.clone(), Term::Number(2)), 47));
        let differences = [(&first, &second), (&second, &first)]
            .map(|(left, right)| Term::binary(Operator::Sub, left.clone(), right.clone()));
        for term in differences.into_iter().chain([sum]) {
            if cells.iter().all(|cell| term.value(&cell.letters).is_some_and(|value| value >= 0)) {
                rows.iter().for_each(|by| quotients(&mut leaves, term.clone(), 30, by));
                leaves.push((term, 30));
            }
        }
    }
    leaves
}
