//! Claims as lines of a certificate: cases that cover all positions, each with what is said there.

use super::expression::{Case, Reader};
use super::form::{Condition, Linear, Relation, Rule};
use super::translate::Stopped;
use grundy_rules::Instance;
use grundy_rules::ast::Quantity;
use grundy_rules::game::{Claim, ClaimKind, ClaimedOutcome};

/// The lines that say a claim of the file. Grundy values above `greatest` are not looked for; where that is the greatest number, the
/// certificate is a relation, whose values have no bound.
///
/// # Errors
/// The claim is not linear, or not about every position.
pub fn claim_of(instance: &Instance, claim: &Claim, greatest: u32) -> Result<String, Stopped> {
    lines(instance, claim, greatest).map_err(|stopped| stopped.quoted(instance))
}

/// The word for a claim that says what the value is.
const IS: &str = "is";

fn lines(instance: &Instance, claim: &Claim, greatest: u32) -> Result<String, Stopped> {
    let reader = Reader { instance };
    let components = instance.game().components.len();
    let start = Case { variables: components, conditions: Vec::new() };
    let mut text = String::new();
    let mut say = |said: &str, case: Case| {
        let rule = Rule { variables: case.variables, conditions: case.conditions, parts: Vec::new(), step: 0 };
        // The value itself is a variable, which stays in its place.
        let (head, kept) =
            if said == IS { (IS.to_owned(), components + 1) } else { (format!("claim {said}"), components) };
        if let Some(rule) = rule.simplified(kept) {
            text += &rule.text(&head, components);
        }
    };
    let within = match &claim.condition {
        Some(condition) => {
            for case in reader.cases(condition, false, &[], &start)? {
                say("any", case);
            }
            reader.cases(condition, true, &[], &start)?
        }
        None => vec![start],
    };
    for case in within {
        match &claim.kind {
            ClaimKind::Iff(outcome, condition) => {
                let (yes, no) = match outcome {
                    ClaimedOutcome::First => ("win", "lose"),
                    ClaimedOutcome::Second => ("lose", "win"),
                    _ => return Err(Stopped::new(claim.span, "nobody draws, and there are no sides")),
                };
                for case in reader.cases(condition, true, &[], &case)? {
                    say(yes, case);
                }
                for case in reader.cases(condition, false, &[], &case)? {
                    say(no, case);
                }
            }
            ClaimKind::Equals(Quantity::Grundy, expr) if greatest == u32::MAX => {
                // A condition of the claim may have variables of its own; the value takes the place of the first, and they move up.
                let mut names: Vec<usize> = (0..components).collect();
                names.extend(components + 1..=case.variables);
                let moved =
                    |condition: &Condition| Condition { term: condition.term.renamed(&names), ..condition.clone() };
                let case =
                    Case { variables: case.variables + 1, conditions: case.conditions.iter().map(moved).collect() };
                for (mut case, term) in reader.term(expr, &[], &case)? {
                    let equation = Linear::variable(components).plus(-1, &term);
                    case.conditions.push(Condition::equal(equation.ok_or_else(|| Stopped::large(claim.span))?));
                    say(IS, case);
                }
            }
            ClaimKind::Equals(Quantity::Grundy, expr) => {
                for (case, term) in reader.term(expr, &[], &case)? {
                    for value in 0..=greatest {
                        let Some(equation) = term.plus(-1, &Linear::constant(i64::from(value))) else { continue };
                        let mut case = case.clone();
                        case.conditions.push(Condition::equal(equation));
                        say(&value.to_string(), case);
                    }
                }
            }
            _ => return Err(Stopped::new(claim.span, "this claim is not about every position")),
        }
    }
    Ok(text)
}

/// The line that says: the first values of a one-number position, and from there on a repeated stretch of values.
pub fn claim_of_table(first: &[String], repeated: &[String]) -> String {
    format!("repeat {} {}\n", repeated.len(), [first, repeated].concat().join(" "))
}

/// The lines that say: a position is lost exactly where the xor of these components is 0.
pub fn claim_of_xor(components: usize, counted: &[usize]) -> String {
    let mut term = Linear::default();
    for component in counted.iter().copied().chain([components]) {
        term = term.plus(1, &Linear::variable(component)).unwrap_or_default();
    }
    let rule = |extra: Condition| Rule {
        variables: components + 1,
        conditions: vec![Condition { term: term.clone(), relation: Relation::Xor }, extra],
        parts: Vec::new(),
        step: 0,
    };
    let xor = Linear::variable(components);
    let positive = xor.plus(-1, &Linear::constant(1)).unwrap_or_default();
    rule(Condition::equal(xor)).text("claim lose", components)
        + &rule(Condition::at_least(positive)).text("claim win", components)
}
