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
pub use problem::{Claim, Play, Problem};
pub use prove::{Unproved, prove};

/// Returns rules that hold in a table of small positions and givens and in a larger one, the easiest to say first.
pub fn rules(problem: &Problem, work: &mut Work) -> Vec<Found> {
    let shape = Shape { components: problem.components, givens: problem.givens, play: problem.play };
    let Some(cells) = table::cells(problem, &table::usual_grid(problem), work) else { return vec![] };
    let mut rules = find::find(shape, &cells, work);
    if rules.is_empty() {
        return rules;
    }
    let Some(held_out) = table::cells(problem, &table::held_out_grid(problem), work) else { return vec![] };
    rules.retain(|rule| find::fits(&rule.claim, &held_out));
    rules
}
