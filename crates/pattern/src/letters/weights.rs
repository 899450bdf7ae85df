//! Weights that every move lowers, tried on small positions.

use super::grid::{Grid, MAX_NUMBER, move_to};
use super::problem::Problem;
use super::term::{Operator, Term};

/// Tuning: positions tried; the proof decides.
const CELLS: usize = 300;

/// Returns terms that every move from a small position lowers in lexicographic order; `None` if none of those tried do.
pub fn find(problem: &Problem) -> Option<Vec<Term>> {
    let mut candidates = candidates(problem);
    let grid = Grid::within(problem, CELLS);
    // A row for each different move: how much each candidate falls.
    let mut falls: Vec<Vec<i64>> = Vec::new();
    let mut after = Vec::new();
    let mut is_natural = vec![true; candidates.len()];
    grid.each(problem, &mut |letters| {
        let mut letters = letters.to_vec();
        let before: Vec<Option<i64>> = candidates.iter().map(|term| term.value(&letters)).collect();
        for (natural, value) in is_natural.iter_mut().zip(&before) {
            *natural &= value.is_some_and(|value| value >= 0);
        }
        for made in &problem.moves {
            made.each(&mut letters, MAX_NUMBER, &mut |chosen| {
                if move_to(made, chosen, &mut after) {
                    let fall =
                        candidates.iter().zip(&before).map(|(term, before)| match (before, term.value(&after)) {
                            (Some(before), Some(after)) => (before - after).signum(),
                            _ => i64::MIN,
                        });
                    let fall = fall.collect();
                    if !falls.contains(&fall) {
                        falls.push(fall);
                    }
                }
                true
            });
        }
        true
    });
    let mut weights = Vec::new();
    while !falls.is_empty() || weights.is_empty() {
        // The first that never rises and falls for the most kinds of moves.
        let usable =
            (0..candidates.len()).filter(|index| is_natural[*index] && falls.iter().all(|fall| fall[*index] >= 0));
        let count = |index: &usize| falls.iter().filter(|fall| fall[*index] > 0).count();
        let best = usable.rev().max_by_key(count)?;
        if count(&best) == 0 && !falls.is_empty() {
            return None;
        }
        falls.retain(|fall| fall[best] == 0);
        weights.push(std::mem::replace(&mut candidates[best], Term::Number(0)));
    }
    Some(weights)
}

fn candidates(problem: &Problem) -> Vec<Term> {
    let add = |left: Term, right: Term| Term::binary(Operator::Add, left, right);
    let components: Vec<Term> = (0..problem.components).map(Term::Letter).collect();
    let mut candidates = components.clone();
    if components.len() > 1 {
        candidates.extend(components.iter().cloned().reduce(add));
    }
    for given in (problem.components..problem.components + problem.givens).map(Term::Letter) {
        candidates.extend(components.iter().map(|term| Term::binary(Operator::Sub, given.clone(), term.clone())));
    }
    for (left, first) in components.iter().enumerate() {
        for (right, second) in components.iter().enumerate() {
            if left < right && components.len() > 2 {
                candidates.push(add(first.clone(), second.clone()));
            }
            if left != right {
                candidates.push(Term::binary(Operator::Sub, first.clone(), second.clone()));
                let double = Term::binary(Operator::Mul, Term::Number(2), first.clone());
                candidates.push(add(double, second.clone()));
            }
        }
    }
    candidates
}
