//! Comparisons of terms as sets of cells, and pairs of them that are the lost cells.

use super::super::term::{Condition, Relation, Term};
use super::bank::Bank;
use std::collections::HashMap;

/// Format: maximum number of cells in a sample, which are bits of four words.
pub const MAX_SAMPLE: usize = 256;

/// A set of cells of the sample.
pub type Cells = [u64; 4];

/// Tuning: cells that most comparisons are refused by.
const FIRST_CELLS: usize = 32;
/// Tuning: sets that are combined in pairs, the easiest to say first.
const MAX_PAIRED: usize = 1000;
/// Tuning: terms of this cost are letters, and residues of letters by short forms.
pub const EASY: u32 = 45;
/// Tuning: conditions handed back.
const MAX_FOUND: usize = 24;

#[derive(Clone, Copy, Debug)]
struct Comparison {
    relation: Relation,
    left: u32,
    right: u32,
    cost: u32,
}

impl Comparison {
    /// Returns the comparison with the simpler side on the right.
    fn condition(self, bank: &Bank) -> Condition {
        let (left, right) = (self.left as usize, self.right as usize);
        let is_turned = bank.is_given(left) && !bank.is_given(right)
            || bank.is_given(left) == bank.is_given(right) && bank.cost(left) < bank.cost(right);
        match is_turned {
            true => Condition::compare(bank.term(right), self.relation.turned(), bank.term(left)),
            false => Condition::compare(bank.term(left), self.relation, bank.term(right)),
        }
    }
}

/// Returns conditions that hold exactly at the lost cells of a sample of the given size, with how hard they are to say.
pub fn find(bank: &Bank, lost: &Cells, width: usize) -> Vec<(u32, Condition)> {
    let all = all_cells(width);
    let mut found: Vec<(u32, Condition)> = Vec::new();
    let mut sets: HashMap<Cells, Comparison> = HashMap::new();
    let rights: Vec<usize> = (0..bank.len()).filter(|index| is_right_side(bank, *index)).collect();
    for left in (0..bank.len()).filter(|left| !bank.is_number(*left)) {
        for &right in &rights {
            if left == right || !is_compared(bank, left, right) {
                continue;
            }
            let is_kept = |equal: u64, less: u64| {
                let first = (1 << FIRST_CELLS) - 1;
                let (lost, all) = (lost[0] & first, all[0] & first);
                // A set with none or all of these cells tells nothing.
                let is_near = |set: u64| set != 0 && set != all && (set & !lost == 0 || lost & !set == 0);
                let more = all & !(equal | less);
                [equal, less, more].iter().any(|set| is_near(*set) || is_near(all & !set))
            };
            let is_simple = bank.size(left) == 1 || bank.is_number(right) && bank.is_of_two(left);
            let Some((equal, less)) =
                compare(bank.values(left), bank.values(right), |equal, less| is_simple || is_kept(equal, less))
            else {
                continue;
            };
            let base = bank.cost(left) + bank.cost(right);
            let more = union(&equal, &less).map_with(&all, |set, all| all & !set);
            let relations = [
                (Relation::Equal, equal, 8),
                (Relation::Less, less, 14),
                (Relation::AtMost, union(&equal, &less), 14),
                (Relation::Unequal, equal.map_with(&all, |set, all| all & !set), 12),
                (Relation::More, more, 14),
                (Relation::AtLeast, union(&equal, &more), 14),
            ];
            for (relation, set, cost) in relations {
                let comparison = Comparison { relation, left: left as u32, right: right as u32, cost: base + cost };
                if set == *lost {
                    found.push((comparison.cost, comparison.condition(bank)));
                } else if is_simple || is_within(&set, lost) || is_within(lost, &set) {
                    let known = sets.entry(set).or_insert(comparison);
                    if comparison.cost < known.cost {
                        *known = comparison;
                    }
                }
            }
        }
    }
    found.extend(pairs(bank, &sets, lost, &all));
    found.sort_by_key(|(cost, _)| *cost);
    found.truncate(MAX_FOUND);
    found
}

/// Returns the number of comparisons that are tried.
pub fn work(bank: &Bank) -> u64 {
    let rights: Vec<usize> = (0..bank.len()).filter(|index| is_right_side(bank, *index)).collect();
    (0..bank.len()).map(|left| rights.iter().filter(|right| is_compared(bank, left, **right)).count() as u64).sum()
}

fn is_right_side(bank: &Bank, index: usize) -> bool {
    bank.size(index) == 1 || bank.is_given(index) && bank.size(index) <= 3
}

/// Returns whether two terms are worth comparing: large ones with easy ones only.
fn is_compared(bank: &Bank, left: usize, right: usize) -> bool {
    match bank.size(left) {
        1 => true,
        3 => bank.is_given(right) || bank.cost(right) <= EASY,
        _ => bank.size(right) == 1 && bank.cost(right) <= EASY,
    }
}

fn is_within(inner: &Cells, outer: &Cells) -> bool {
    inner.iter().zip(outer).all(|(inner, outer)| inner & !outer == 0)
}

/// Returns `and`, `or` and "one but not both" of two sets.
fn pairs(bank: &Bank, sets: &HashMap<Cells, Comparison>, lost: &Cells, all: &Cells) -> Vec<(u32, Condition)> {
    let mut sorted: Vec<(&Cells, &Comparison)> =
        sets.iter().filter(|(set, _)| *set != all && **set != [0; 4]).collect();
    sorted.sort_by_key(|(set, comparison)| (comparison.cost, **set));
    let over: Vec<_> = sorted.iter().filter(|(set, _)| is_within(lost, set)).take(MAX_PAIRED).collect();
    let under: Vec<_> = sorted.iter().filter(|(set, _)| is_within(set, lost)).take(MAX_PAIRED).collect();
    let mut found = Vec::new();
    let mut best = u32::MAX;
    let mut keep = |cost: u32, make: &dyn Fn() -> Condition| {
        // Those much harder to say than the best are not kept.
        if cost <= best.saturating_add(12) {
            best = best.min(cost);
            found.push((cost, make()));
        }
    };
    for (index, (first, left)) in over.iter().enumerate() {
        for (second, right) in &over[..index] {
            if (0..4).all(|word| first[word] & second[word] == lost[word]) {
                keep(left.cost + right.cost + 8, &|| Condition::And(vec![right.condition(bank), left.condition(bank)]));
            }
        }
    }
    for (index, (first, left)) in under.iter().enumerate() {
        for (second, right) in &under[..index] {
            if (0..4).all(|word| first[word] | second[word] == lost[word]) {
                keep(left.cost + right.cost + 8, &|| Condition::Or(vec![right.condition(bank), left.condition(bank)]));
            }
        }
    }
    for (set, left) in sorted.iter().take(4 * MAX_PAIRED) {
        let other = set.map_with(lost, |set, lost| set ^ lost);
        if let Some(right) = sets.get(&other).filter(|right| left.cost <= right.cost) {
            keep(left.cost + right.cost + 60, &|| {
                let (first, second) = (left.condition(bank), right.condition(bank));
                Condition::Or(vec![
                    Condition::And(vec![first.clone(), second.negated()]),
                    Condition::And(vec![second, first.negated()]),
                ])
            });
        }
    }
    found
}

/// Returns the set of a whole sample.
pub fn all_cells(width: usize) -> Cells {
    let mut cells = [0; 4];
    (0..width).for_each(|index| cells[index / 64] |= 1 << (index % 64));
    cells
}

/// Returns where two lists are equal and where the first is less; `None` if the first cells are refused.
fn compare(left: &[i32], right: &[i32], accept: impl Fn(u64, u64) -> bool) -> Option<(Cells, Cells)> {
    let (mut equal, mut less) = ([0u64; 4], [0u64; 4]);
    let (mut same, mut below) = (0u64, 0u64);
    for (bit, (left, right)) in left.iter().zip(right).enumerate().take(FIRST_CELLS) {
        same |= u64::from(left == right) << bit;
        below |= u64::from(left < right) << bit;
    }
    if !accept(same, below) {
        return None;
    }
    for (word, (left, right)) in left.chunks(64).zip(right.chunks(64)).enumerate() {
        let (mut same, mut below) = (0u64, 0u64);
        for (bit, (left, right)) in left.iter().zip(right).enumerate() {
            same |= u64::from(left == right) << bit;
            below |= u64::from(left < right) << bit;
        }
        (equal[word], less[word]) = (same, below);
    }
    Some((equal, less))
}

fn union(left: &Cells, right: &Cells) -> Cells {
    left.map_with(right, |left, right| left | right)
}

trait MapWith {
    fn map_with(&self, other: &Self, combine: impl Fn(u64, u64) -> u64) -> Self;
}

impl MapWith for Cells {
    fn map_with(&self, other: &Cells, combine: impl Fn(u64, u64) -> u64) -> Cells {
        std::array::from_fn(|word| combine(self[word], other[word]))
    }
}

/// Returns a condition that is one of two, without an `if` where one of them is constant.
pub fn join(test: &Condition, yes: &Condition, no: &Condition) -> Condition {
    match (yes, no) {
        (Condition::Constant(yes), Condition::Constant(no)) if yes == no => Condition::Constant(*yes),
        (Condition::Constant(true), Condition::Constant(_)) => test.clone(),
        (Condition::Constant(_), Condition::Constant(_)) => test.negated(),
        (Condition::Constant(true), no) => Condition::Or(vec![test.clone(), no.clone()]),
        (Condition::Constant(false), no) => Condition::And(vec![test.negated(), no.clone()]),
        (yes, Condition::Constant(true)) => Condition::Or(vec![test.negated(), yes.clone()]),
        (yes, Condition::Constant(false)) => Condition::And(vec![test.clone(), yes.clone()]),
        (yes, no) if yes == no => yes.clone(),
        (yes, no) => Condition::If(Box::new(test.clone()), Box::new(yes.clone()), Box::new(no.clone())),
    }
}

/// Returns the same of two terms.
pub fn join_terms(test: &Condition, yes: &Term, no: &Term) -> Term {
    if yes == no { yes.clone() } else { Term::If(Box::new(test.clone()), Box::new(yes.clone()), Box::new(no.clone())) }
}
