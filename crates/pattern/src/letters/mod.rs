//! Rules with the givens as letters: found in tables of many givens, and proved for all values of them.
//!
//! In: the lines of a game with letters, as `docs/letters.md` defines them. Out: a claim such as `n % (m + 1) == 0`, and a
//! certificate of it that the checker accepts. [`table`] solves small positions, [`find`] looks for rules in them, and
//! [`prove`] refutes what must be refuted: conditions become polynomials ([`lower`]) and a tree of cases is searched
//! ([`refute`]) whose leaves are sums of products of conditions ([`hypotheses`], [`simplex`], [`leaf`]). Nothing here is
//! trusted, and nothing is shared with the checker.
//!
//! All work is counted, so that answers do not depend on the machine. Wrong tool for lists, and for rules with xor, which
//! are found but not proved.

mod find;
mod grid;
mod hypotheses;
mod leaf;
mod lower;
mod parse;
mod polynomial;
mod problem;
mod prove;
mod reduce;
mod refute;
mod simplex;
mod table;
mod term;
#[cfg(test)]
mod tests;
mod weights;
mod witness;

pub use find::{Found, Shape};
pub use hypotheses::Work;
pub use problem::{Claim, Play, Problem, spelled};
pub use prove::{Unproved, prove};
pub use table::{Cell, sizes};

/// Returns rules that hold in a table of small positions and givens and in a larger one, the easiest to say first.
pub fn rules(problem: &Problem, work: &mut Work) -> Vec<Found> {
    let shape = Shape { components: problem.components, givens: problem.givens, play: problem.play };
    let Some(cells) = table::cells(problem, &table::usual_grid(problem), work) else { return vec![] };
    rules_of_cells(shape, &cells, &mut |work| table::cells(problem, &table::held_out_grid(problem), work), work)
}

/// Returns how far the tables go that rules are tested on: the greatest component, and the values of each given.
pub fn reach(problem: &Problem) -> (i64, Vec<Vec<i64>>) {
    let grid = table::held_out_grid(problem);
    (grid.component, grid.givens)
}

/// Returns rules that hold at some cells and at others that are held out, the easiest to say first. Where those that hold at the
/// first cells all fail at the others, they are looked for among the others too.
pub fn rules_of_cells(
    shape: Shape,
    cells: &[Cell],
    held_out: &mut dyn FnMut(&mut Work) -> Option<Vec<Cell>>,
    work: &mut Work,
) -> Vec<Found> {
    let found = find::find(shape, cells, work);
    if found.is_empty() {
        return vec![];
    }
    let Some(held_out) = held_out(work) else { return vec![] };
    let mut rules = found;
    rules.retain(|rule| find::fits(&rule.claim, &held_out));
    if rules.is_empty() {
        rules = find::find(shape, &held_out, work);
        rules.retain(|rule| find::fits(&rule.claim, cells));
    }
    rules
}
