//! Claims as lines of a certificate: what the automaton says where conditions hold.
//!
//! Each line is a case, and the cases of a claim cover all positions. For an automaton that gives values, a line states
//! the least and the greatest one; for a relation, what it says of the position and a number: 0, 1 or 2 if the number
//! is below the value, equal, or above.

use super::expression::{Case, Reader};
use super::form::{Condition, Linear, LinearGame, NEVER, Relation, Rule};
use super::translate::Stopped;
use grundy_message::message;
use grundy_rules::Instance;
use grundy_rules::game::{Claim, ClaimKind, ClaimedOutcome};
use grundy_value::Quantity;

/// What an automaton says, so that claims can be compared with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Says {
    /// Values up to this one.
    Values(u32),
    /// Whether a number is the value.
    Relation,
}

/// Claimed winner.
#[derive(Clone, Copy)]
enum Winner {
    Mover,
    Other,
}

/// Returns the lines that state a claim of the file.
///
/// # Errors
/// The claim is not linear, or not about every position.
pub fn claim_of(instance: &Instance, claim: &Claim, says: Says) -> Result<String, Stopped> {
    lines(instance, claim, says).map_err(|stopped| stopped.quoted(instance.game()))
}

/// Returns the lines that state that a claim with a condition is about no position, or `None` if it has no condition or
/// is not linear.
pub fn claim_of_nothing(instance: &Instance, claim: &Claim, says: Says) -> Option<String> {
    let condition = claim.condition.as_ref()?;
    let components = instance.game().components.len();
    let start = Case { variables: components, conditions: Vec::new() };
    let mut lines = Lines { components, says, text: String::new() };
    for case in Reader::new(instance).cases(condition, true, &[], &start).ok()? {
        lines.never(&case);
    }
    Some(lines.text)
}

/// Returns the line that states that no two positions, from a number on, differ by `period`. `None` as for
/// [`claim_of_period`].
pub fn claim_of_no_period(game: &LinearGame, period: u64, from: u64, says: Says) -> Option<String> {
    let (rule, read) = period_rule(game, period, from, says)?;
    let rule = Rule { parts: Vec::new(), ..rule };
    Some(rule.text("claim", read, NEVER))
}

/// Lines about positions of the given number of components.
struct Lines {
    components: usize,
    says: Says,
    text: String,
}

impl Lines {
    /// Adds a line with these marks for a case. The variables of the case are those of the positions and others.
    fn say(&mut self, case: Case, marks: [u32; 2]) {
        let rule = Rule { variables: case.variables, conditions: case.conditions, parts: Vec::new(), step: 0 };
        let read = self.components + usize::from(self.says == Says::Relation);
        if let Some(rule) = rule.simplified(read) {
            self.text += &rule.text("claim", read, marks);
        }
    }

    /// Returns the case with a variable for the value inserted after the components.
    fn with_value(&self, case: &Case) -> Case {
        let names: Vec<usize> = (0..case.variables).map(|at| at + usize::from(at >= self.components)).collect();
        let moved = |condition: &Condition| Condition { term: condition.term.renamed(&names), ..condition.clone() };
        Case { variables: case.variables + 1, conditions: case.conditions.iter().map(moved).collect() }
    }

    /// States that the case never holds.
    fn never(&mut self, case: &Case) {
        let case = if self.says == Says::Relation { self.with_value(case) } else { case.clone() };
        self.say(case, NEVER);
    }

    /// States that the player to move wins or loses where a case holds.
    fn winner(&mut self, case: &Case, winner: Winner) {
        match (self.says, winner) {
            (Says::Values(greatest), Winner::Mover) => self.say(case.clone(), [1, greatest.max(1)]),
            (Says::Values(_), Winner::Other) => self.say(case.clone(), [0, 0]),
            (Says::Relation, _) => {
                // The relation says of the number 0 whether it is the value or below it.
                let mut case = self.with_value(case);
                case.conditions.push(Condition::equal(Linear::variable(self.components)));
                self.say(case, if matches!(winner, Winner::Mover) { [0, 0] } else { [1, 1] });
            }
        }
    }

    /// States that the value is a term where a case holds; `None` if numbers grow too large.
    fn value(&mut self, case: &Case, term: &Linear) -> Option<()> {
        // A value is not negative.
        self.never(&case.with(Condition::at_least(Linear::constant(-1).plus(-1, term)?)));
        match self.says {
            Says::Values(greatest) => {
                let above = term.plus(-1, &Linear::constant(i64::from(greatest) + 1))?;
                self.never(&case.with(Condition::at_least(above)));
                for value in 0..=greatest {
                    let equation = term.plus(-1, &Linear::constant(i64::from(value)))?;
                    self.say(case.with(Condition::equal(equation)), [value; 2]);
                }
            }
            Says::Relation => {
                let names: Vec<usize> = (0..case.variables).map(|at| at + usize::from(at >= self.components)).collect();
                let mut case = self.with_value(case);
                let equation = Linear::variable(self.components).plus(-1, &term.renamed(&names))?;
                case.conditions.push(Condition::equal(equation));
                self.say(case, [1, 1]);
            }
        }
        Some(())
    }
}

fn lines(instance: &Instance, claim: &Claim, says: Says) -> Result<String, Stopped> {
    let reader = Reader::new(instance);
    let components = instance.game().components.len();
    let start = Case { variables: components, conditions: Vec::new() };
    let mut lines = Lines { components, says, text: String::new() };
    let within = match &claim.condition {
        Some(condition) => reader.cases(condition, true, &[], &start)?,
        None => vec![start],
    };
    for case in within {
        match &claim.kind {
            ClaimKind::Iff(outcome, condition) => {
                let (yes, no) = match outcome {
                    ClaimedOutcome::First => (Winner::Mover, Winner::Other),
                    ClaimedOutcome::Second => (Winner::Other, Winner::Mover),
                    _ => return Err(Stopped::new(claim.span, message!("nobody draws, and there are no sides"))),
                };
                for (wanted, winner) in [(true, yes), (false, no)] {
                    for case in reader.cases(condition, wanted, &[], &case)? {
                        lines.winner(&case, winner);
                    }
                }
            }
            ClaimKind::Equals(Quantity::Grundy, expr) => {
                for (case, term) in reader.term(expr, &[], &case)? {
                    lines.value(&case, &term).ok_or_else(|| Stopped::large(claim.span))?;
                }
            }
            _ => return Err(Stopped::new(claim.span, message!("this claim is not about every position"))),
        }
    }
    Ok(lines.text)
}

/// Returns the line that states that the values of a game of one component repeat from a number on, or `None` if
/// numbers grow too large or there are other components.
pub fn claim_of_period(game: &LinearGame, period: u64, from: u64, says: Says) -> Option<String> {
    let (rule, read) = period_rule(game, period, from, says)?;
    Some(rule.text("claim", read, [0, 0]))
}

/// Returns two positions, the later one after a period, as a rule, and how many numbers of it are read.
fn period_rule(game: &LinearGame, period: u64, from: u64, says: Says) -> Option<(Rule, usize)> {
    let (period, from) = (i64::try_from(period).ok()?, i64::try_from(from).ok()?);
    // The later number comes after what is read, which is the number and in a relation its value.
    let later = 1 + usize::from(says == Says::Relation);
    if game.components.len() != 1 {
        return None;
    }
    let shifted = Linear::variable(later).plus(-1, &Linear::variable(0))?.plus(-1, &Linear::constant(period))?;
    let begun = Linear::variable(0).plus(-1, &Linear::constant(from))?;
    let mut conditions = vec![Condition::at_least(begun), Condition::equal(shifted)];
    // The later number is a position too.
    conditions.extend(game.domain.iter().map(|one| Condition { term: one.term.renamed(&[later]), ..one.clone() }));
    conditions.retain(|condition| condition.relation != Relation::AtLeast || !condition.term.is_surely_natural());
    let part = if says == Says::Relation { vec![later, 1] } else { vec![later] };
    Some((Rule { variables: later + 1, conditions, parts: vec![part], step: 0 }, later))
}

/// Returns the lines that state that a position is lost exactly if the xor of these components is 0.
pub fn claim_of_xor(components: usize, counted: &[usize], says: Says) -> String {
    let mut coefficients = vec![0; components];
    counted.iter().for_each(|component| coefficients[*component] = 1);
    let xor = |coefficients: &[i64]| {
        let mut coefficients = coefficients.to_vec();
        while coefficients.last() == Some(&0) {
            coefficients.pop();
        }
        Condition { term: Linear { coefficients, constant: 0 }, relation: Relation::Xor }
    };
    let mut lines = Lines { components, says, text: String::new() };
    let lost = Case { variables: components, conditions: vec![xor(&coefficients)] };
    lines.winner(&lost, Winner::Other);
    // The xor is one more variable, from 1 on.
    coefficients.push(1);
    let positive = Linear { constant: -1, ..Linear::variable(components) };
    let won = Case { variables: components + 1, conditions: vec![xor(&coefficients), Condition::at_least(positive)] };
    lines.winner(&won, Winner::Mover);
    lines.text
}
