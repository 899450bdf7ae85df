//! From a claim to a certificate: each obligation refuted, and the trees written.

use super::grid::Grid;
use super::hypotheses::Work;
use super::leaf::NONE;
use super::lower::{decide, lower, next_split};
use super::polynomial::{Monomial, Polynomial};
use super::problem::{Claim, Obligation, Plan, Play, Problem};
use super::refute::{Tree, refute};
use super::term::{Condition, Named};
use std::collections::HashMap;

/// Tuning: maximum number of nested splits, each of which doubles the work; rules that people say have few.
const MAX_SPLITS: usize = 12;

/// Why nothing was proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unproved {
    /// The claim is false for these components and givens, or for options of this position.
    False(Vec<i64>),
    /// No weights were found that every move lowers.
    Weights,
    /// No list of moves was found that suffices on small positions.
    Witnesses,
    /// No refutation was found of the obligation with this heading.
    Obligation(String),
    /// The work was cancelled, or there was too much of it.
    Work,
}

/// Tuning: positions that a claim is tried on before it is proved.
const TRIED_CELLS: usize = 1500;

/// Returns a certificate of a claim for all values of the givens.
///
/// # Errors
/// Fails with the reason if none is found.
pub fn prove(problem: &Problem, claim: &Claim, work: &mut Work) -> Result<String, Unproved> {
    if let Some(failure) = problem.first_failure(claim, &Grid::within(problem, TRIED_CELLS)) {
        return Err(Unproved::False(failure));
    }
    let weights = super::weights::find(problem).ok_or(Unproved::Weights)?;
    let any = match problem.play {
        Play::Misere => super::witness::find_any(problem, claim).ok_or(Unproved::Witnesses)?,
        _ => vec![],
    };
    let mut plan = Plan { claim: claim.clone(), weights, witnesses: vec![], any };
    let mut trees: HashMap<String, Tree> = HashMap::new();
    let is_some = |obligation: &Obligation| obligation.heading.starts_with("some");
    prove_all(problem, problem.obligations(&plan).iter().filter(|obligation| !is_some(obligation)), &mut trees, work)?;
    let mut failed = Unproved::Witnesses;
    for witnesses in super::witness::find(problem, claim) {
        plan.witnesses = witnesses;
        let obligations = problem.obligations(&plan);
        failed = match prove_all(problem, obligations.iter().filter(|obligation| is_some(obligation)), &mut trees, work)
        {
            Ok(()) => return Ok(written(problem, &plan, &obligations, &trees)),
            Err(Unproved::Work) => return Err(Unproved::Work),
            Err(failed) => failed,
        };
    }
    Err(failed)
}

fn unproved(work: &Work, heading: &str) -> Unproved {
    if work.is_over() { Unproved::Work } else { Unproved::Obligation(heading.to_owned()) }
}

fn prove_all<'a>(
    problem: &Problem,
    obligations: impl Iterator<Item = &'a Obligation>,
    trees: &mut HashMap<String, Tree>,
    work: &mut Work,
) -> Result<(), Unproved> {
    for obligation in obligations {
        let tree = prove_obligation(problem, obligation, work);
        trees.insert(obligation.heading.clone(), tree.ok_or_else(|| unproved(work, &obligation.heading))?);
    }
    Ok(())
}

fn written(problem: &Problem, plan: &Plan, obligations: &[Obligation], trees: &HashMap<String, Tree>) -> String {
    let mut text = problem.statement(plan);
    for obligation in obligations {
        text += &format!("obligation {}\n", obligation.heading);
        write_tree(&trees[&obligation.heading], &problem.names, &mut text);
    }
    text
}

/// Returns a refutation of the conditions of an obligation; `None` if none is found.
pub fn prove_obligation(problem: &Problem, obligation: &Obligation, work: &mut Work) -> Option<Tree> {
    refute_split(problem, obligation.conditions.clone(), 0, work)
}

fn refute_split(problem: &Problem, conditions: Vec<Condition>, depth: usize, work: &mut Work) -> Option<Tree> {
    let Some(test) = next_split(&conditions, &|letter| problem.is_given(letter)) else {
        let lowered = lower(&conditions, problem.names.len())?;
        let givens = problem.components..problem.components + problem.givens;
        return refute(&lowered, problem.names.len(), givens, work);
    };
    if depth == MAX_SPLITS {
        return None;
    }
    let mut sides = Vec::new();
    for holds in [true, false] {
        let mut decided: Vec<Condition> = conditions.iter().map(|condition| decide(condition, &test, holds)).collect();
        decided.push(if holds { test.clone() } else { Condition::Not(Box::new(test.clone())) });
        sides.push(Box::new(refute_split(problem, decided, depth + 1, work)?));
    }
    let second = sides.pop()?;
    Some(Tree::Split(test, sides.pop()?, second))
}

fn write_tree(tree: &Tree, names: &[String], text: &mut String) {
    match tree {
        Tree::Split(test, first, second) => {
            *text += &format!("split {}\n", Named(test, names));
            write_tree(first, names, text);
            write_tree(second, names, text);
        }
        Tree::Cut(polynomial, first, second) => {
            *text += &format!("cut {}\n", spelled(polynomial, names));
            write_tree(first, names, text);
            write_tree(second, names, text);
        }
        Tree::Case(number, members) => {
            *text += &format!("case {number}\n");
            members.iter().for_each(|member| write_tree(member, names, text));
        }
        Tree::Leaf(leaf) => {
            *text += "leaf";
            for (factor, first, second) in &leaf.parts {
                *text += &format!(" {factor}:{first}");
                if *second != NONE {
                    *text += &format!("*{second}");
                }
            }
            *text += "\n";
        }
    }
}

/// Returns a polynomial as a term.
fn spelled(polynomial: &Polynomial, names: &[String]) -> String {
    let mut text = String::new();
    for (monomial, factor) in polynomial.parts().iter().rev() {
        let sign = match (text.is_empty(), *factor < 0) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        text += sign;
        let mut factors: Vec<String> = monomial
            .variables()
            .map(|variable| match variable.checked_sub(names.len()) {
                Some(quotient) => format!("#{quotient}"),
                None => names[variable].clone(),
            })
            .collect();
        if factor.abs() != 1 || *monomial == Monomial::ONE {
            factors.insert(0, factor.unsigned_abs().to_string());
        }
        text += &factors.join(" * ");
    }
    if text.is_empty() { "0".into() } else { text }
}
