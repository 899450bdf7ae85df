//! Small positions of a game with letters, and its moves there, for everything that is tried before it is proved.

use super::problem::{Claim, Move, Play, Problem};
use super::term::{Condition, Relation, Term};

/// Numbers from 0 to these, for each component and given.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// For components.
    pub component: i64,
    /// For givens.
    pub given: i64,
}

impl Bounds {
    /// Returns bounds within which there are at most this many positions.
    pub fn for_cells(problem: &Problem, max_cells: usize) -> Bounds {
        let mut bounds = Bounds { component: 2, given: 2 };
        loop {
            let wider = match (problem.givens, problem.components) {
                // One number is looked at six times as far as the givens, several as far as twice that.
                (1.., 1) if bounds.component >= 6 * bounds.given => Bounds { given: bounds.given + 1, ..bounds },
                (1.., 2..) if bounds.component >= 2 * bounds.given => Bounds { given: bounds.given + 1, ..bounds },
                _ => Bounds { component: bounds.component + 1, ..bounds },
            };
            if wider.cells(problem) > max_cells as f64 || wider.component > MAX_NUMBER {
                return bounds;
            }
            bounds = wider;
        }
    }

    fn cells(self, problem: &Problem) -> f64 {
        (self.component as f64 + 1.0).powi(problem.components as i32)
            * (self.given as f64 + 1.0).powi(problem.givens as i32)
    }

    /// Calls `visit` with the components and givens of each position of the domain, until it returns false.
    pub fn each(self, problem: &Problem, visit: &mut dyn FnMut(&[i64]) -> bool) {
        let count = problem.components + problem.givens;
        let mut letters = vec![0; problem.names.len()];
        loop {
            if problem.domain.holds(&letters) == Some(true) && !visit(&letters) {
                return;
            }
            // The components run fastest, the last of them first.
            let order = (0..problem.components).rev().chain((problem.components..count).rev());
            let mut is_done = true;
            for letter in order {
                let most = if letter < problem.components { self.component } else { self.given };
                letters[letter] += 1;
                if letters[letter] <= most {
                    is_done = false;
                    break;
                }
                letters[letter] = 0;
            }
            if is_done {
                return;
            }
        }
    }
}

/// The greatest number of a component or binder on a grid. Format: a set of choices is one word of 128 bits.
pub const MAX_NUMBER: i64 = 120;

impl Move {
    /// Calls `visit` with the letters at each choice of the binders for which the move is legal, until it returns false; returns
    /// whether it never did. Binders run over `0..=most`, or less if the guard says so.
    pub fn each(&self, letters: &mut Vec<i64>, most: i64, visit: &mut dyn FnMut(&[i64]) -> bool) -> bool {
        self.each_from(0, letters, most, visit)
    }

    fn each_from(&self, at: usize, letters: &mut Vec<i64>, most: i64, visit: &mut dyn FnMut(&[i64]) -> bool) -> bool {
        let Some(binder) = self.binders.get(at) else {
            return self.guard.holds(letters) != Some(true) || visit(letters);
        };
        let (mut low, mut high) = (0, most);
        let later = &self.binders[at..];
        each_bound(&self.guard, *binder, later, &mut |is_lower, term, extra| {
            if let Some(value) = term.value(letters) {
                match is_lower {
                    true => low = low.max(value + extra),
                    false => high = high.min(value - extra),
                }
            }
        });
        for value in low..=high {
            letters[*binder] = value;
            if !self.each_from(at + 1, letters, most, visit) {
                return false;
            }
        }
        true
    }
}

/// Calls `visit` with the terms that a guard says a binder is at least (or at most) plus (or minus) a number; they do not contain
/// the binder or later ones.
fn each_bound(guard: &Condition, binder: usize, later: &[usize], visit: &mut dyn FnMut(bool, &Term, i64)) {
    match guard {
        Condition::And(parts) => parts.iter().for_each(|part| each_bound(part, binder, later, visit)),
        Condition::Compare(relation, left, right) => {
            let is_free = |term: &Term| term.is_over(&|letter| !later.contains(&letter));
            let extra = i64::from(*relation == Relation::Less);
            if *left == Term::Letter(binder) && is_free(right) {
                match relation {
                    Relation::Less | Relation::AtMost => visit(false, right, extra),
                    Relation::Equal => {
                        visit(false, right, 0);
                        visit(true, right, 0);
                    }
                    _ => {}
                }
            } else if *right == Term::Letter(binder) && is_free(left) && *relation != Relation::Unequal {
                visit(true, left, extra);
                if *relation == Relation::Equal {
                    visit(false, left, 0);
                }
            }
        }
        _ => {}
    }
}

/// Writes the letters after a move; returns false if it leaves nothing or a term has no value.
pub fn move_to(made: &Move, before: &[i64], after: &mut Vec<i64>) -> bool {
    after.clear();
    after.extend_from_slice(before);
    let Some(result) = &made.result else { return false };
    result.iter().enumerate().all(|(component, term)| match term.value(before) {
        Some(value) => {
            after[component] = value;
            true
        }
        None => false,
    })
}

impl Problem {
    /// Returns the claimed value at a position: the Grundy value, or 0 if it is lost and 1 if not.
    pub fn claimed(&self, claim: &Claim, letters: &[i64]) -> Option<i64> {
        match claim {
            Claim::Value(term) => term.value(letters),
            Claim::Lost(condition) => condition.holds(letters).map(|is_lost| i64::from(!is_lost)),
        }
    }

    /// Returns the claimed value after a move.
    pub fn claimed_after(&self, claim: &Claim, made: &Move, before: &[i64], after: &mut Vec<i64>) -> Option<i64> {
        if made.result.is_none() {
            return Some(i64::from(self.play == Play::Misere));
        }
        move_to(made, before, after).then(|| self.claimed(claim, after)).flatten()
    }

    /// Returns whether a claim follows the rule of play at each small position; `None` if the letters at one where it does not.
    pub fn first_failure(&self, claim: &Claim, bounds: Bounds) -> Option<Vec<i64>> {
        let mut failure = None;
        let mut after = Vec::new();
        bounds.each(self, &mut |letters| {
            let mut reached: u128 = 0;
            let mut has_move = false;
            let mut letters = letters.to_vec();
            let here = self.claimed(claim, &letters);
            for made in &self.moves {
                made.each(&mut letters, MAX_NUMBER, &mut |chosen| {
                    has_move = true;
                    let value = self.claimed_after(claim, made, chosen, &mut after);
                    reached |= value.filter(|value| (0..128).contains(value)).map_or(0, |value| 1 << value);
                    true
                });
            }
            let expected = match self.play {
                Play::Grundy => i64::from((!reached).trailing_zeros()),
                Play::Normal => (reached & 1) as i64,
                Play::Misere => if has_move { (reached & 1) as i64 } else { 1 },
            };
            let is_right = here == Some(expected);
            if !is_right {
                failure = Some(letters[..self.components + self.givens].to_vec());
            }
            is_right
        });
        failure
    }
}
