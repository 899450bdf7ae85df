//! Periods of rows as linear forms of the givens.

use super::super::table::Cell;
use super::super::term::{Operator, Term};
use std::collections::{BTreeMap, BTreeSet};

/// A linear form of the givens: a constant and a coefficient for each.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Form {
    /// The constant.
    pub constant: i64,
    /// The coefficients of the givens.
    pub factors: Vec<i64>,
    /// The coefficient of the product of the first two givens.
    pub product: i64,
}

impl Form {
    /// Returns the value for given values.
    pub fn value(&self, givens: &[i64]) -> i64 {
        let product = if self.product == 0 { 0 } else { self.product * givens[0] * givens[1] };
        self.factors.iter().zip(givens).fold(self.constant + product, |sum, (factor, given)| sum + factor * given)
    }

    /// Returns how large the numbers in the form are.
    fn weight(&self) -> i64 {
        self.constant.abs() + 6 * self.product + self.factors.iter().map(|factor| 2 * factor.abs()).sum::<i64>()
    }

    /// Returns the form as a term; the letter of the first given is `first`.
    pub fn term(&self, first: usize) -> Term {
        let times = |factor: i64, term: Term| {
            if factor == 1 { term } else { Term::binary(Operator::Mul, Term::Number(factor), term) }
        };
        let product = Term::binary(Operator::Mul, Term::Letter(first), Term::Letter(first + 1));
        let mut sum: Option<Term> = (self.product > 0).then(|| times(self.product, product));
        for (index, factor) in self.factors.iter().enumerate().filter(|(_, factor)| **factor > 0) {
            let part = times(*factor, Term::Letter(first + index));
            sum = Some(sum.map_or(part.clone(), |sum| Term::binary(Operator::Add, sum, part)));
        }
        match (sum, self.constant) {
            (None, constant) => Term::Number(constant),
            (Some(sum), 0) => sum,
            (Some(sum), constant) if constant < 0 => Term::binary(Operator::Sub, sum, Term::Number(-constant)),
            (Some(sum), constant) => Term::binary(Operator::Add, sum, Term::Number(constant)),
        }
    }

    /// Returns how hard the form is to say, in the unit of terms.
    pub fn cost(&self) -> u32 {
        let parts = self.factors.iter().filter(|factor| **factor > 0);
        let cost: u32 = parts.map(|factor| if *factor == 1 { 10 } else { 25 }).sum();
        cost + if self.constant == 0 { 0 } else { 12 } + if self.product == 0 { 0 } else { 30 }
    }
}

/// Which cells make a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Along {
    /// One component changes.
    Component(usize),
    /// All components change together.
    Diagonal,
}

/// One row: the givens, and values of consecutive numbers.
struct Row {
    givens: Vec<i64>,
    start: i64,
    values: Vec<i64>,
}

/// What is seen in the rows of one direction.
pub struct Periods {
    /// Periods, the best first.
    pub periods: Vec<Form>,
    /// Numbers from which rows follow their period, if they do not from the start.
    pub starts: Vec<Form>,
}

/// Tuning: shorter rows show nothing.
const MIN_ROW: usize = 6;
/// Tuning: how many forms are kept.
const MAX_FORMS: usize = 3;

fn rows(cells: &[Cell], components: usize, along: Along) -> Vec<Row> {
    let mut found: BTreeMap<Vec<i64>, BTreeMap<i64, i64>> = BTreeMap::new();
    for cell in cells {
        let mut key = cell.letters.clone();
        let at = match along {
            Along::Component(component) => {
                let at = key[component];
                key[component] = 0;
                at
            }
            Along::Diagonal => {
                let least = key[..components].iter().copied().min().unwrap_or(0);
                key[..components].iter_mut().for_each(|number| *number -= least);
                least
            }
        };
        found.entry(key).or_default().insert(at, cell.value);
    }
    let mut rows = Vec::new();
    for (key, values) in found {
        let Some((&start, _)) = values.first_key_value() else { continue };
        let run: Vec<i64> = values
            .iter()
            .zip(start..)
            .take_while(|((at, _), next)| *at == next)
            .map(|((_, value), _)| *value)
            .collect();
        if run.len() >= MIN_ROW {
            rows.push(Row { givens: key[components..].to_vec(), start, values: run });
        }
    }
    rows
}

/// Returns the start and the length of the period of a row, of which two turns must be in sight; values may rise by the same
/// number with each turn.
fn period(values: &[i64]) -> Option<(usize, usize)> {
    let mut best: Option<(usize, usize)> = None;
    for period in 1..=values.len() / 2 {
        let rise = values[values.len() - 1] - values[values.len() - 1 - period];
        let fits = |index: &usize| values[index + period] - values[*index] == rise;
        let start = (0..values.len() - period).rev().take_while(fits).last()?;
        if start + 2 * period <= values.len() && best.is_none_or(|(from, length)| start + period < from + length) {
            best = Some((start, period));
        }
    }
    best
}

/// Returns linear forms that the periods of rows divide, and those of the numbers where they start.
pub fn periods(cells: &[Cell], components: usize, along: Along) -> Periods {
    let rows = rows(cells, components, along);
    let seen: Vec<(&Row, usize, usize)> =
        rows.iter().filter_map(|row| period(&row.values).map(|(start, period)| (row, start, period))).collect();
    let givens = cells.first().map_or(0, |cell| cell.letters.len() - components);
    // Rows that are constant say nothing.
    let telling: Vec<&(&Row, usize, usize)> = seen.iter().filter(|(_, _, period)| *period > 1).collect();
    let mut scored: Vec<(usize, bool, i64, Form)> = Vec::new();
    let mut tried = forms(givens, -1..=3, [4, 4, 3, 2][givens.min(3)]);
    if givens == 2 {
        let linear = forms(givens, -1..=1, 2);
        tried.extend((1..=2).flat_map(|product| linear.iter().map(move |form| Form { product, ..form.clone() })));
    }
    // A period that no given changes.
    let seen_periods: BTreeSet<usize> =
        telling.iter().map(|(.., period)| *period).filter(|period| *period > 3).collect();
    let constant = |period: usize| Form { constant: period as i64, factors: vec![0; givens], product: 0 };
    tried.extend(seen_periods.into_iter().map(constant));
    for form in tried {
        let is_hit = |(row, start, period): &&&(&Row, usize, usize)| {
            let value = form.value(&row.givens);
            value > 0 && (value % *period as i64 == 0 || value as usize + start > row.values.len())
        };
        let hits = telling.iter().filter(is_hit).count();
        if 10 * hits >= 7 * telling.len() && hits > 0 {
            // A form that is longer than every row is seen in none.
            let is_unseen = telling.iter().all(|(row, start, _)| {
                usize::try_from(form.value(&row.givens)).is_ok_and(|value| value + start > row.values.len())
            });
            scored.push((telling.len() - hits, is_unseen, form.weight(), form));
        }
    }
    scored.sort();
    // A form that is a multiple of a better one adds nothing.
    let mut periods: Vec<Form> = Vec::new();
    for (.., form) in scored {
        let is_multiple = periods.iter().any(|known| {
            telling.iter().all(|(row, ..)| {
                let known = known.value(&row.givens);
                known > 0 && form.value(&row.givens) % known == 0
            })
        });
        if !is_multiple && periods.len() < MAX_FORMS {
            periods.push(form);
        }
    }
    let late: Vec<(&Row, i64)> = seen
        .iter()
        .filter(|(_, start, _)| *start > 0)
        .map(|(row, start, _)| (*row, row.start + *start as i64))
        .collect();
    let mut starts = Vec::new();
    if 4 * late.len() >= seen.len() && !late.is_empty() {
        for form in forms(givens, -2..=3, if givens > 2 { 1 } else { 2 }) {
            // A little later is as good.
            let hits = late.iter().filter(|(row, start)| form.value(&row.givens) == *start).count();
            if 10 * hits >= 7 * late.len() {
                starts.push((late.len() - hits, form.weight(), form));
            }
        }
        starts.sort();
    }
    Periods { periods, starts: starts.into_iter().take(2).map(|(_, _, form)| form).collect() }
}

/// Returns all forms with these constants and coefficients up to a maximum.
fn forms(givens: usize, constants: std::ops::RangeInclusive<i64>, most: i64) -> Vec<Form> {
    let mut forms = Vec::new();
    let mut factors = vec![0; givens];
    loop {
        forms.extend(constants.clone().map(|constant| Form { constant, factors: factors.clone(), product: 0 }));
        let Some(at) = (0..givens).rev().find(|at| factors[*at] < most) else { return forms };
        factors[at] += 1;
        factors[at + 1..].fill(0);
    }
}
