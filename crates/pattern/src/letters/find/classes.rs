//! Classes of cells, each with a rule of its own: by residues and order of the givens, and by a component with few values.

use super::super::hypotheses::Work;
use super::super::problem::{Claim, Play};
use super::super::table::Cell;
use super::super::term::{Condition, Operator, Relation, Term};
use super::conditions::{join, join_terms};
use super::period::{Along, periods};
use super::{Found, MAX_RULES, Shape, fits, simple};

/// Tuning: a component with at most this many values is cut by value: flags, and passes left.
const MAX_FEW: usize = 3;
/// Tuning: fewer cells show nothing.
const MIN_CLASS: usize = 8;
/// Cost of a class in a sentence.
const CLASS_COST: u32 = 30;

/// Returns rules of two classes; each may be cut again. Short terms are tried for all classes first.
pub fn search(shape: Shape, cells: &[Cell], size: usize, cuts: usize, work: &mut Work) -> Vec<Found> {
    let tests = tests(shape, cells);
    let mut rules: Vec<Found> = Vec::new();
    for size in (1..=size).step_by(2) {
        for (test, cost) in &tests {
            rules.extend(of_classes(shape, cells, test, *cost, size, cuts, work));
            if work.is_over() {
                break;
            }
        }
        rules.extend(by_value(shape, cells, size, work));
        if !rules.is_empty() {
            break;
        }
    }
    rules.sort_by_key(|found| found.cost);
    rules.truncate(MAX_RULES);
    rules
}

/// Returns a rule of two given classes.
fn of_classes(
    shape: Shape,
    cells: &[Cell],
    test: &Condition,
    cost: u32,
    size: usize,
    cuts: usize,
    work: &mut Work,
) -> Option<Found> {
    let (yes, no): (Vec<Cell>, Vec<Cell>) =
        cells.iter().cloned().partition(|cell| test.holds(&cell.letters) == Some(true));
    if yes.len() < MIN_CLASS || no.len() < MIN_CLASS {
        return None;
    }
    let first = best(shape, &yes, size, cuts - 1, work)?;
    let second = best(shape, &no, size, cuts - 1, work)?;
    let claim = match (&first.claim, &second.claim) {
        (Claim::Lost(yes), Claim::Lost(no)) => Claim::Lost(join(test, yes, no)),
        (Claim::Value(yes), Claim::Value(no)) => Claim::Value(join_terms(test, yes, no)),
        _ => return None,
    };
    Some(Found { claim, cost: first.cost + second.cost + cost + CLASS_COST }).filter(|found| fits(&found.claim, cells))
}

/// Returns rules that say where the greatest Grundy value, or the least one, is, and what the others are.
fn by_value(shape: Shape, cells: &[Cell], size: usize, work: &mut Work) -> Vec<Found> {
    let mut values: Vec<i64> = cells.iter().map(|cell| cell.value).collect();
    values.sort_unstable();
    values.dedup();
    let mut rules = Vec::new();
    if shape.play != Play::Grundy || values.len() < 3 {
        return rules;
    }
    for value in [values[values.len() - 1], values[0]] {
        let marked: Vec<Cell> =
            cells.iter().map(|cell| Cell { value: i64::from(cell.value != value), ..cell.clone() }).collect();
        let where_shape = Shape { play: Play::Normal, ..shape };
        let Some(place) = best(where_shape, &marked, size, 0, work) else { continue };
        let rest: Vec<Cell> = cells.iter().filter(|cell| cell.value != value).cloned().collect();
        let Some(other) = best(shape, &rest, size, 0, work) else { continue };
        if let (Claim::Lost(test), Claim::Value(no)) = (&place.claim, &other.claim) {
            let claim = Claim::Value(join_terms(test, &Term::Number(value), no));
            rules.push(Found { claim, cost: place.cost + other.cost + CLASS_COST });
        }
    }
    rules.retain(|found| fits(&found.claim, cells));
    rules
}

/// Returns the easiest rule of a class, with as few classes inside it as will do.
fn best(shape: Shape, cells: &[Cell], size: usize, cuts: usize, work: &mut Work) -> Option<Found> {
    let whole = simple(shape, cells, size, work).into_iter().next();
    whole.or_else(|| if cuts > 0 { search(shape, cells, size, cuts, work).into_iter().next() } else { None })
}

/// Returns conditions that cells may be cut by, with how hard they are to say.
fn tests(shape: Shape, cells: &[Cell]) -> Vec<(Condition, u32)> {
    let letter = Term::Letter;
    let mut tests = Vec::new();
    for component in 0..shape.components {
        let mut values: Vec<i64> = cells.iter().map(|cell| cell.letters[component]).collect();
        values.sort_unstable();
        values.dedup();
        if (2..=MAX_FEW).contains(&values.len()) {
            tests.push((Condition::compare(letter(component), Relation::Equal, Term::Number(values[0])), 18));
        }
    }
    for component in 0..shape.components {
        for start in periods(cells, shape.components, Along::Component(component)).starts {
            let start_term = start.term(shape.components);
            tests.push((Condition::compare(letter(component), Relation::Less, start_term), 20 + start.cost()));
        }
    }
    // A turn that is complete.
    let mut complete = |term: &Term, cost: u32, along: Along| {
        for period in periods(cells, shape.components, along).periods.iter().take(1) {
            let residue = Term::binary(Operator::Mod, term.clone(), period.term(shape.components));
            tests.push((Condition::compare(residue, Relation::Equal, Term::Number(0)), cost + period.cost()));
        }
    };
    if shape.components == 2 {
        for operator in [Operator::Min, Operator::Max] {
            complete(&Term::binary(operator, letter(0), letter(1)), 40, Along::Diagonal);
        }
    }
    let givens = shape.components..shape.components + shape.givens;
    for given in givens.clone() {
        for modulus in [2, 3] {
            let residue = Term::binary(Operator::Mod, letter(given), Term::Number(modulus));
            tests.push((Condition::compare(residue, Relation::Equal, Term::Number(0)), 30));
        }
        for other in givens.clone().filter(|other| *other != given) {
            for more in [0, 1] {
                let modulus = match more {
                    0 => letter(other),
                    more => Term::binary(Operator::Add, letter(other), Term::Number(more)),
                };
                let residue = Term::binary(Operator::Mod, letter(given), modulus);
                tests.push((Condition::compare(residue, Relation::Equal, Term::Number(0)), 40));
            }
        }
        for other in givens.clone().filter(|other| *other > given) {
            for relation in [Relation::Less, Relation::AtMost, Relation::Equal] {
                tests.push((Condition::compare(letter(given), relation, letter(other)), 28));
            }
        }
    }
    for component in 0..shape.components {
        let residue = Term::binary(Operator::Mod, letter(component), Term::Number(2));
        tests.push((Condition::compare(residue, Relation::Equal, Term::Number(0)), 32));
        for given in givens.clone() {
            tests.push((Condition::compare(letter(component), Relation::Less, letter(given)), 28));
            tests.push((Condition::compare(letter(component), Relation::AtMost, letter(given)), 28));
        }
    }
    tests
}
