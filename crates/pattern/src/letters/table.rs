//! Values of small positions for small givens, by the definition: what rules are found in and tested on.

use super::grid::{Grid, MAX_NUMBER, bounding_givens, move_to};
use super::hypotheses::Work;
use super::problem::{Play, Problem};

/// The values of the positions with components up to a bound, for one choice of the givens.
struct Values {
    /// One more than the greatest number of a component.
    side: i64,
    values: Vec<i64>,
}

const UNKNOWN: i64 = -1;
const ACTIVE: i64 = -2;
/// Outside the domain, in a loop, or with an option that is not in the table.
const NONE: i64 = -3;

/// A position with its givens, and its value: the Grundy value, or 0 if it is lost and 1 if not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The components, then the givens.
    pub letters: Vec<i64>,
    /// The value.
    pub value: i64,
}

/// Returns how far components and givens go in the grid in which rules are looked for, and in the larger one on which they are
/// tested, for so many components and givens. Tuning: some 500 to 3000 cells in the first.
pub fn sizes(components: usize, givens: usize) -> [(i64, i64); 2] {
    match (components, givens) {
        (1, 0..=1) => [(60, 12), (110, 17)],
        (1, 2) => [(44, 7), (80, 10)],
        (1, 3) => [(30, 4), (50, 6)],
        (1, _) => [(20, 3), (30, 4)],
        (2, 0..=1) => [(14, 5), (26, 8)],
        (2, 2) => [(12, 4), (20, 6)],
        (2, _) => [(10, 3), (14, 4)],
        (3, 0..=1) => [(8, 3), (12, 5)],
        _ => [(5, 3), (7, 4)],
    }
}

/// Returns the grid in which rules are looked for.
pub fn usual_grid(problem: &Problem) -> Grid {
    let [(component, given), _] = sizes(problem.components, free_givens(problem));
    Grid::up_to(problem, component, given)
}

/// Returns the larger grid on which they are tested.
pub fn held_out_grid(problem: &Problem) -> Grid {
    let [_, (component, given)] = sizes(problem.components, free_givens(problem));
    Grid::up_to(problem, component, given)
}

fn free_givens(problem: &Problem) -> usize {
    bounding_givens(problem).iter().filter(|is_bound| !**is_bound).count()
}

/// Returns all cells of a grid that are in the domain and have a value; `None` if there is too much work.
pub fn cells(problem: &Problem, grid: &Grid, work: &mut Work) -> Option<Vec<Cell>> {
    let mut cells = Vec::new();
    let (components, givens) = (problem.components, problem.givens);
    let side = grid.component + 1;
    let count = side.checked_pow(components as u32).filter(|count| *count < 1 << 24)?;
    let mut choice = vec![0; givens];
    loop {
        let mut table = Values { side, values: vec![UNKNOWN; count as usize] };
        let mut letters = vec![0; problem.names.len()];
        for (given, at) in choice.iter().enumerate() {
            letters[components + given] = grid.givens[given][*at];
        }
        for index in 0..count {
            (0..components).for_each(|at| letters[at] = table.number(components, index, at));
            if problem.domain.holds(&letters) != Some(true) {
                continue;
            }
            let value = table.solve(problem, index, &mut letters.clone(), work)?;
            if value >= 0 {
                cells.push(Cell { letters: letters[..components + givens].to_vec(), value });
            }
        }
        work.spend(8 * count as u64)?;
        let Some(at) = (0..givens).rev().find(|at| choice[*at] + 1 < grid.givens[*at].len()) else {
            return Some(cells);
        };
        choice[at] += 1;
        choice[at + 1..].fill(0);
    }
}

impl Values {
    /// Returns a component of the position with an index; the last one runs fastest.
    fn number(&self, components: usize, index: i64, at: usize) -> i64 {
        index / self.side.pow((components - 1 - at) as u32) % self.side
    }

    /// Solves a position and those after it, with a stack of its own.
    fn solve(&mut self, problem: &Problem, index: i64, letters: &mut Vec<i64>, work: &mut Work) -> Option<i64> {
        let mut stack = vec![index];
        let mut after = Vec::new();
        while let Some(&index) = stack.last() {
            if self.values[index as usize] >= 0 || self.values[index as usize] == NONE {
                stack.pop();
                continue;
            }
            self.values[index as usize] = ACTIVE;
            (0..problem.components).for_each(|at| letters[at] = self.number(problem.components, index, at));
            let (mut reached, mut has_move, mut is_known) = (0u128, false, true);
            let depth = stack.len();
            let mut steps = 8;
            for made in &problem.moves {
                let (table, stack, after) = (&mut *self, &mut stack, &mut after);
                made.each(letters, MAX_NUMBER, &mut |chosen| {
                    has_move = true;
                    steps += 8;
                    let value = match &made.result {
                        None => i64::from(problem.play == Play::Misere),
                        Some(_) => match table.index_after(problem, made, chosen, after) {
                            None => NONE,
                            Some(next) => match table.values[next as usize] {
                                UNKNOWN => {
                                    stack.push(next);
                                    return true;
                                }
                                ACTIVE => NONE,
                                value => value,
                            },
                        },
                    };
                    is_known &= value != NONE;
                    reached |= if (0..128).contains(&value) { 1 << value } else { 0 };
                    true
                });
            }
            work.spend(steps)?;
            if stack.len() > depth && is_known {
                continue;
            }
            stack.truncate(depth - 1);
            self.values[index as usize] = match (is_known, problem.play) {
                (false, _) => NONE,
                (_, Play::Grundy) => i64::from((!reached).trailing_zeros()),
                (_, Play::Normal) => (reached & 1) as i64,
                (_, Play::Misere) => {
                    if has_move {
                        (reached & 1) as i64
                    } else {
                        1
                    }
                }
            };
        }
        Some(self.values[index as usize])
    }

    fn index_after(
        &self,
        problem: &Problem,
        made: &super::problem::Move,
        chosen: &[i64],
        after: &mut Vec<i64>,
    ) -> Option<i64> {
        if !move_to(made, chosen, after) || problem.domain.holds(after) != Some(true) {
            return None;
        }
        let mut index = 0;
        for number in &after[..problem.components] {
            if !(0..self.side).contains(number) {
                return None;
            }
            index = index * self.side + number;
        }
        Some(index)
    }
}
