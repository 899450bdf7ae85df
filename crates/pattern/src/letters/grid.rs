//! Small positions of a game with letters, and its moves there, for everything that is tried before it is proved.

use super::problem::{Claim, Move, Play, Problem};
use super::term::{Condition, Relation, Term};

/// Which positions and givens are looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The greatest number of a component.
    pub component: i64,
    /// The values of each given.
    pub givens: Vec<Vec<i64>>,
}

impl Grid {
    /// Returns a grid of at most this many positions.
    pub fn within(problem: &Problem, max_cells: usize) -> Grid {
        let bounds = bounding_givens(problem);
        let (mut component, mut given) = (2, 2);
        loop {
            // One number is looked at six times as far as the givens, several twice as far.
            let factor = if problem.components == 1 { 6 } else { 2 };
            let is_given_next = problem.givens > 0 && component >= factor * given;
            let wider = if is_given_next { (component, given + 1) } else { (component + 1, given) };
            let grid = Grid::with_bounds(&bounds, wider.0, wider.1);
            if grid.count(problem.components) > max_cells as f64 || wider.0 > MAX_NUMBER {
                return Grid::with_bounds(&bounds, component, given);
            }
            (component, given) = wider;
        }
    }

    /// Returns the grid of numbers up to these. A given that bounds a component is large, and few of its values are looked at.
    pub fn up_to(problem: &Problem, component: i64, given: i64) -> Grid {
        Grid::with_bounds(&bounding_givens(problem), component, given)
    }

    fn with_bounds(bounds: &[bool], component: i64, given: i64) -> Grid {
        let values = |is_bound: &bool| match is_bound {
            true => [component - 3, component - 1, component].into_iter().filter(|value| *value > 0).collect(),
            false => (0..=given).collect(),
        };
        Grid { component, givens: bounds.iter().map(values).collect() }
    }

    fn count(&self, components: usize) -> f64 {
        let choices: f64 = self.givens.iter().map(|values| values.len() as f64).product();
        choices * (self.component as f64 + 1.0).powi(components as i32)
    }

    /// Calls `visit` with the letters of each position of the domain, until it returns false.
    pub fn each(&self, problem: &Problem, visit: &mut dyn FnMut(&[i64]) -> bool) {
        let mut letters = vec![0; problem.names.len()];
        let mut choice = vec![0; problem.givens];
        loop {
            for (given, at) in choice.iter().enumerate() {
                letters[problem.components + given] = self.givens[given][*at];
            }
            letters[..problem.components].fill(0);
            loop {
                if problem.domain.holds(&letters) == Some(true) && !visit(&letters) {
                    return;
                }
                let Some(at) = (0..problem.components).rev().find(|at| letters[*at] < self.component) else { break };
                letters[at] += 1;
                letters[at + 1..problem.components].fill(0);
            }
            let Some(at) = (0..problem.givens).rev().find(|at| choice[*at] + 1 < self.givens[*at].len()) else {
                return;
            };
            choice[at] += 1;
            choice[at + 1..].fill(0);
        }
    }
}

/// Returns for each given whether the domain says that a component is at most this.
pub fn bounding_givens(problem: &Problem) -> Vec<bool> {
    let parts = match &problem.domain {
        Condition::And(parts) => &parts[..],
        one => std::slice::from_ref(one),
    };
    let is_bound = |given: usize| {
        parts.iter().any(|part| match part {
            Condition::Compare(Relation::Less | Relation::AtMost, Term::Letter(low), high) => {
                *low < problem.components && *high == Term::Letter(given)
            }
            _ => false,
        })
    };
    (problem.components..problem.components + problem.givens).map(is_bound).collect()
}

/// Format: the greatest number of a component or binder on a grid, as a set of choices is one word of 128 bits.
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

    /// Returns the components and givens at which a claim does not follow from the rule of play; `None` if it does on the grid.
    pub fn first_failure(&self, claim: &Claim, grid: &Grid) -> Option<Vec<i64>> {
        let mut failure = None;
        let mut after = Vec::new();
        grid.each(self, &mut |letters| {
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
                Play::Misere => {
                    if has_move {
                        (reached & 1) as i64
                    } else {
                        1
                    }
                }
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
