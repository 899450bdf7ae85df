//! Good moves as terms: found on small positions by the claim alone, without solving anything.

use super::grid::{Grid, MAX_NUMBER};
use super::problem::{Claim, Play, Problem, Witness};
use super::term::{Operator, Term};
use std::collections::HashMap;

/// Tuning: positions from which good moves are sought.
const MAX_INSTANCES: usize = 320;
/// Tuning: sums of more terms are not tried.
const MAX_SUMMANDS: usize = 4;
/// Tuning: moves that a certificate may need.
const MAX_WITNESSES: usize = 8;

/// A position that needs a good move, with those that it has.
struct Instance {
    letters: Vec<i64>,
    /// For each move with one binder, the good choices as bits; for one without, 1 if it is good.
    good: Vec<u128>,
    /// For each move with more binders, the good choices.
    pairs: Vec<Vec<Vec<i64>>>,
}

/// Which of the instances a term is good at.
type Cover = Vec<u64>;

/// Returns lists of good moves that suffice on small positions, the most promising first.
pub fn find(problem: &Problem, claim: &Claim) -> Vec<Vec<Witness>> {
    let instances = instances(problem, claim, &|value, sought| sought < value);
    covers(problem, claim, &instances)
}

/// Returns lists of legal moves of lost positions, for misère play.
pub fn find_any(problem: &Problem, claim: &Claim) -> Option<Vec<Witness>> {
    let instances = instances(problem, claim, &|value, sought| value == 0 && sought == 1);
    covers(problem, claim, &instances).into_iter().next()
}

/// Returns small positions with a value to be reached. For lost positions "reached" stands for having any legal move.
fn instances(problem: &Problem, claim: &Claim, is_needed: &dyn Fn(i64, i64) -> bool) -> Vec<Instance> {
    let mut instances = Vec::new();
    let mut after = Vec::new();
    let grid = Grid::within(problem, 1200);
    grid.each(problem, &mut |letters| {
        let mut letters = letters.to_vec();
        let Some(value) = problem.claimed(claim, &letters) else { return true };
        let tries: Vec<i64> = match (problem.play, is_needed(value, 1) && value == 0) {
            (Play::Grundy, _) => (0..value.min(12)).collect(),
            (_, true) => vec![-1],
            _ => (0..value).collect(),
        };
        for sought in tries {
            letters[problem.sought()] = sought;
            let mut good = vec![0u128; problem.moves.len()];
            let mut pairs = vec![vec![]; problem.moves.len()];
            let mut has_move = false;
            for (index, made) in problem.moves.iter().enumerate() {
                made.each(&mut letters.clone(), MAX_NUMBER, &mut |chosen| {
                    has_move = true;
                    let is_good = sought < 0 || problem.claimed_after(claim, made, chosen, &mut after) == Some(sought);
                    if is_good {
                        let choice: Vec<i64> = made.binders.iter().map(|binder| chosen[*binder]).collect();
                        match choice[..] {
                            [] => good[index] = 1,
                            [choice] if (0..128).contains(&choice) => good[index] |= 1 << choice,
                            [_] => {}
                            _ => pairs[index].push(choice),
                        }
                    }
                    true
                });
            }
            // In misère play a position without a move needs none.
            if has_move || problem.play != Play::Misere || sought < 0 {
                instances.push(Instance { letters: letters.clone(), good, pairs });
            }
        }
        true
    });
    // Evenly spread over the grid; a step that is no multiple of a small number meets all residues.
    if instances.len() > MAX_INSTANCES {
        let step = instances.len() as f64 / MAX_INSTANCES as f64;
        let mut next = 0.0;
        let mut index = -1.0;
        instances.retain(|_| {
            index += 1.0;
            let is_kept = index >= next;
            next += if is_kept { step } else { 0.0 };
            is_kept
        });
    }
    instances
}

/// Returns the terms that sums are made of: without and with products.
fn leaves(problem: &Problem, claim: &Claim) -> (Vec<Term>, Vec<Term>) {
    let mut simple: Vec<Term> = Vec::new();
    let mut products: Vec<Term> = Vec::new();
    let mut divisors: Vec<Term> = Vec::new();
    let mut add = |term: &Term| {
        if !simple.contains(term) {
            simple.push(term.clone());
        }
    };
    let count = problem.components + problem.givens;
    (0..count).for_each(|letter| add(&Term::Letter(letter)));
    let mut visit = |term: &Term| match term {
        Term::Binary(Operator::Div | Operator::Mod, _, right) => {
            add(term);
            if !matches!(**right, Term::Number(_)) && !divisors.contains(right) {
                divisors.push((**right).clone());
            }
        }
        Term::Binary(Operator::Min | Operator::Max, ..) => add(term),
        _ => {}
    };
    match claim {
        Claim::Lost(condition) => condition.visit(&mut visit),
        Claim::Value(term) => term.visit(&mut visit),
    }
    // Where a move takes a multiple of what is chosen, a good choice is a quotient.
    let mut factors: Vec<Term> = Vec::new();
    for made in &problem.moves {
        made.result.iter().flatten().for_each(|term| {
            term.visit(&mut |term| {
                if let Term::Binary(Operator::Mul, left, right) = term {
                    for (factor, other) in [(left, right), (right, left)] {
                        let is_choice = matches!(**other, Term::Letter(letter) if made.binders.contains(&letter));
                        let is_fixed = factor.is_over(&|letter| problem.is_given(letter));
                        if is_choice && is_fixed && !factors.contains(factor) {
                            factors.push((**factor).clone());
                        }
                    }
                }
            });
        });
    }
    for factor in factors {
        for term in simple.clone().iter().filter(|term| !term.is_over(&|letter| problem.is_given(letter))) {
            simple.push(Term::binary(Operator::Div, term.clone(), factor.clone()));
        }
    }
    let mut add = |term: &Term| {
        if !simple.contains(term) {
            simple.push(term.clone());
        }
    };
    if let Claim::Value(value) = claim {
        let sought = Term::Letter(problem.sought());
        add(&sought);
        if value.size() > 1 {
            add(value);
        }
        divisors.extend(
            (problem.components..count).map(Term::Letter).filter(|given| !divisors.contains(given)).collect::<Vec<_>>(),
        );
        for divisor in divisors.iter().filter(|divisor| divisor.is_over(&|letter| problem.is_given(letter))) {
            for factor in [&sought, value] {
                products.push(Term::binary(Operator::Mul, factor.clone(), divisor.clone()));
            }
        }
    }
    add(&Term::Number(1));
    add(&Term::Number(2));
    (simple, products)
}

/// A sum of leaves, each added or subtracted.
#[derive(Clone)]
struct Sum {
    parts: Vec<(usize, bool)>,
}

impl Sum {
    fn term(&self, leaves: &[Term]) -> Term {
        let mut parts = self.parts.clone();
        parts.sort_by_key(|(_, is_added)| !is_added);
        let mut sum: Option<Term> = None;
        for (leaf, is_added) in parts {
            let leaf = leaves[leaf].clone();
            sum = Some(match (sum, is_added) {
                (None, true) => leaf,
                (None, false) => Term::binary(Operator::Sub, Term::Number(0), leaf),
                (Some(sum), true) => Term::binary(Operator::Add, sum, leaf),
                (Some(sum), false) => Term::binary(Operator::Sub, sum, leaf),
            });
        }
        sum.expect("a sum has a part")
    }
}

struct Candidate {
    witness: Witness,
    cover: Cover,
    cost: usize,
}

fn covers(problem: &Problem, claim: &Claim, instances: &[Instance]) -> Vec<Vec<Witness>> {
    if instances.is_empty() {
        return vec![vec![]];
    }
    let (simple, products) = leaves(problem, claim);
    let mut found: Vec<Vec<Witness>> = Vec::new();
    let both: Vec<Term> = simple.iter().chain(&products).cloned().collect();
    let choices = if products.is_empty() { vec![simple] } else { vec![simple, both] };
    for leaves in choices {
        for summands in 1..=MAX_SUMMANDS {
            // Four of many leaves are too many; three of them reach nearly everything.
            if summands == MAX_SUMMANDS && leaves.len() > 12 {
                break;
            }
            let candidates = candidates(problem, instances, &leaves, summands);
            if let Some(cover) = greedy(&candidates, instances.len()) {
                if !found.contains(&cover) {
                    found.push(cover);
                }
                // One more summand may do with fewer moves.
                if found.last().is_some_and(|cover| cover.len() <= 2) || summands >= 3 {
                    break;
                }
            }
        }
    }
    found.sort_by_key(Vec::len);
    found
}

fn candidates(problem: &Problem, instances: &[Instance], leaves: &[Term], summands: usize) -> Vec<Candidate> {
    let words = instances.len().div_ceil(64);
    let values: Vec<Vec<i64>> = leaves
        .iter()
        .map(|leaf| instances.iter().map(|instance| leaf.value(&instance.letters).unwrap_or(-(1 << 40))).collect())
        .collect();
    let mut best: HashMap<(usize, Cover), (usize, Vec<Sum>)> = HashMap::new();
    let mut keep = |index: usize, cover: Cover, cost: usize, sums: Vec<Sum>| {
        if cover.iter().any(|word| *word != 0) {
            let entry = best.entry((index, cover)).or_insert((usize::MAX, vec![]));
            if cost < entry.0 {
                *entry = (cost, sums);
            }
        }
    };
    let bit = |cover: &mut Cover, index: usize| cover[index / 64] |= 1 << (index % 64);
    let cost_of = |sum: &Sum| sum.parts.iter().map(|(leaf, _)| leaves[*leaf].size() + 1).sum::<usize>();
    for (index, made) in problem.moves.iter().enumerate() {
        match made.binders.len() {
            0 => {
                let mut cover = vec![0; words];
                (0..instances.len()).filter(|at| instances[*at].good[index] != 0).for_each(|at| bit(&mut cover, at));
                keep(index, cover, 0, vec![]);
            }
            1 => {
                each_sum(&values, summands, &mut |sum, total| {
                    let mut cover = vec![0; words];
                    for (at, (instance, value)) in instances.iter().zip(total).enumerate() {
                        if (0..128).contains(value) && instance.good[index] >> value & 1 == 1 {
                            bit(&mut cover, at);
                        }
                    }
                    keep(index, cover, cost_of(sum), vec![sum.clone()]);
                });
            }
            count => {
                // Every binder gets a short sum; the first binder's sums that are never good are dropped at once.
                let mut sums: Vec<(Sum, Vec<i64>)> = Vec::new();
                each_sum(&values, summands.min(2), &mut |sum, total| sums.push((sum.clone(), total.to_vec())));
                if count > 2 || sums.len() > 400 {
                    continue;
                }
                for (first, first_values) in &sums {
                    let mut is_possible = vec![vec![]; instances.len()];
                    let mut any = 0;
                    for (at, instance) in instances.iter().enumerate() {
                        let seconds: Vec<i64> = instance.pairs[index]
                            .iter()
                            .filter(|pair| pair[0] == first_values[at])
                            .map(|pair| pair[1])
                            .collect();
                        any += usize::from(!seconds.is_empty());
                        is_possible[at] = seconds;
                    }
                    if any == 0 {
                        continue;
                    }
                    for (second, second_values) in &sums {
                        let mut cover = vec![0; words];
                        for at in 0..instances.len() {
                            if is_possible[at].contains(&second_values[at]) {
                                bit(&mut cover, at);
                            }
                        }
                        keep(index, cover, cost_of(first) + cost_of(second), vec![first.clone(), second.clone()]);
                    }
                }
            }
        }
    }
    let mut candidates: Vec<Candidate> = best
        .into_iter()
        .map(|((index, cover), (cost, sums))| {
            let terms = sums.iter().map(|sum| sum.term(leaves)).collect();
            Candidate { witness: Witness { index, terms }, cover, cost }
        })
        .collect();
    candidates.sort_by(|left, right| {
        (left.cost, &left.witness.index, &left.cover).cmp(&(right.cost, &right.witness.index, &right.cover))
    });
    candidates
}

/// Calls `visit` with all sums of up to this many leaves, and their values at the instances.
fn each_sum(values: &[Vec<i64>], summands: usize, visit: &mut dyn FnMut(&Sum, &[i64])) {
    let zero = vec![0; values.first().map_or(0, Vec::len)];
    let mut sum = Sum { parts: vec![] };
    extend_sum(values, summands, 0, &mut sum, &zero, visit);
}

fn extend_sum(
    values: &[Vec<i64>],
    left: usize,
    from: usize,
    sum: &mut Sum,
    total: &[i64],
    visit: &mut dyn FnMut(&Sum, &[i64]),
) {
    if left == 0 {
        return;
    }
    let mut next = vec![0; total.len()];
    for leaf in from..values.len() {
        for is_added in [true, false] {
            // A leaf is not taken back.
            if sum.parts.contains(&(leaf, !is_added)) {
                continue;
            }
            for ((next, so_far), value) in next.iter_mut().zip(total).zip(&values[leaf]) {
                *next = if is_added { so_far + value } else { so_far - value };
            }
            sum.parts.push((leaf, is_added));
            visit(sum, &next);
            extend_sum(values, left - 1, leaf, sum, &next, visit);
            sum.parts.pop();
        }
    }
}

/// Returns few moves that are good at every instance.
fn greedy(candidates: &[Candidate], instances: usize) -> Option<Vec<Witness>> {
    let mut left: Cover = vec![u64::MAX; instances.div_ceil(64)];
    if !instances.is_multiple_of(64) {
        *left.last_mut()? = (1 << (instances % 64)) - 1;
    }
    let gain = |cover: &Cover, left: &Cover| {
        cover.iter().zip(left).map(|(cover, left)| (cover & left).count_ones()).sum::<u32>()
    };
    let mut chosen: Vec<&Candidate> = Vec::new();
    while left.iter().any(|word| *word != 0) {
        if chosen.len() == MAX_WITNESSES {
            return None;
        }
        let best = candidates.iter().rev().max_by_key(|candidate| gain(&candidate.cover, &left))?;
        if gain(&best.cover, &left) == 0 {
            return None;
        }
        left.iter_mut().zip(&best.cover).for_each(|(left, cover)| *left &= !cover);
        chosen.push(best);
    }
    // What the others cover is not needed.
    for index in (0..chosen.len()).rev() {
        let is_needed = (0..instances).any(|at| {
            let covers = |candidate: &Candidate| candidate.cover[at / 64] >> (at % 64) & 1 == 1;
            covers(chosen[index])
                && !chosen.iter().enumerate().any(|(other, candidate)| other != index && covers(candidate))
        });
        if !is_needed {
            chosen.remove(index);
        }
    }
    Some(chosen.into_iter().map(|candidate| candidate.witness.clone()).collect())
}
