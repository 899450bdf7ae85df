//! Linear terms, conditions and moves, and their text.

use grundy_checker::Play;
use std::fmt::Write;

/// A constant and a coefficient for each variable; zeros at the end are left out, so that equal terms compare equal.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Linear {
    pub(crate) coefficients: Vec<i64>,
    pub(crate) constant: i64,
}

/// Maximum number in a linear game.
const GREATEST: i64 = 1_000_000_000;

impl Linear {
    /// Makes a constant term.
    pub fn constant(constant: i64) -> Linear {
        Linear { coefficients: Vec::new(), constant }
    }

    /// Makes a term that is a single variable.
    pub fn variable(variable: usize) -> Linear {
        let mut coefficients = vec![0; variable + 1];
        coefficients[variable] = 1;
        Linear { coefficients, constant: 0 }
    }

    /// Returns the constant, if there is no variable in it.
    pub fn as_constant(&self) -> Option<i64> {
        self.coefficients.is_empty().then_some(self.constant)
    }

    /// Returns the variable, if it is nothing else.
    pub fn as_variable(&self) -> Option<usize> {
        let variable = self.coefficients.len().checked_sub(1)?;
        (*self == Linear::variable(variable)).then_some(variable)
    }

    /// Returns the coefficient of a variable.
    pub fn coefficient(&self, variable: usize) -> i64 {
        self.coefficients.get(variable).copied().unwrap_or(0)
    }

    /// Returns the value for these values of the variables, none of them above 10^9.
    pub fn at(&self, numbers: &[i64]) -> i64 {
        self.constant + self.coefficients.iter().zip(numbers).map(|(factor, number)| factor * number).sum::<i64>()
    }

    /// Adds a multiple of another term; `None` if numbers grow too large.
    pub fn plus(&self, factor: i64, other: &Linear) -> Option<Linear> {
        let small = |number: i64| (-GREATEST..=GREATEST).contains(&number).then_some(number);
        let factor = small(factor)?;
        let count = self.coefficients.len().max(other.coefficients.len());
        let sum = |index: usize| small(self.coefficient(index) + factor * other.coefficient(index));
        let mut coefficients: Vec<i64> = (0..count).map(sum).collect::<Option<_>>()?;
        while coefficients.last() == Some(&0) {
            coefficients.pop();
        }
        Some(Linear { coefficients, constant: small(self.constant + factor * other.constant)? })
    }

    /// Returns true if the coefficients show that the term is at least 0 for all nonnegative numbers.
    pub fn is_surely_natural(&self) -> bool {
        self.constant >= 0 && self.coefficients.iter().all(|coefficient| *coefficient >= 0)
    }

    /// Renames the variables; `names` must have an entry for every variable in it.
    pub(crate) fn renamed(&self, names: &[usize]) -> Linear {
        let count = self.coefficients.iter().enumerate().filter(|(_, c)| **c != 0).map(|(at, _)| names[at] + 1).max();
        let mut coefficients = vec![0; count.unwrap_or(0)];
        for (index, coefficient) in self.coefficients.iter().enumerate().filter(|(_, coefficient)| **coefficient != 0) {
            coefficients[names[index]] += coefficient;
        }
        Linear { coefficients, constant: self.constant }
    }
}

/// How a condition compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relation {
    /// The term is at least 0.
    AtLeast,
    /// The term is 0.
    Equal,
    /// The xor of the variables in the term is 0.
    Xor,
}

/// A linear condition.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Condition {
    /// The term that is compared with zero.
    pub term: Linear,
    /// How `term` compares with zero.
    pub relation: Relation,
}

impl Condition {
    /// Makes the condition that the term is at least 0.
    pub fn at_least(term: Linear) -> Condition {
        Condition { term, relation: Relation::AtLeast }
    }

    /// Makes the condition that the term is 0.
    pub fn equal(term: Linear) -> Condition {
        Condition { term, relation: Relation::Equal }
    }

    fn truth(&self) -> Option<bool> {
        let constant = self.term.as_constant()?;
        Some(match self.relation {
            Relation::AtLeast => constant >= 0,
            Relation::Equal | Relation::Xor => constant == 0,
        })
    }

    fn text(&self, variables: usize) -> String {
        let coefficients: Vec<String> =
            (0..variables).map(|variable| self.term.coefficient(variable).to_string()).collect();
        let sign = match self.relation {
            Relation::AtLeast => ">=",
            Relation::Equal => "=",
            Relation::Xor => "^",
        };
        format!("{} {sign} {}", coefficients.join(" "), -self.term.constant)
    }
}

/// A kind of move, or conditions that must not hold together: natural numbers besides the components, with conditions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rule {
    /// Number of variables; the components come first.
    pub variables: usize,
    /// Conditions on the variables.
    pub conditions: Vec<Condition>,
    /// The variables of each part that is left.
    pub parts: Vec<Vec<usize>>,
    /// Number of the step that this is, or that may follow any number of times; 0 if there is none.
    pub step: usize,
}

impl Rule {
    /// Removes as many variables as equations allow; `None` if the conditions cannot hold.
    pub(crate) fn simplified(mut self, components: usize) -> Option<Rule> {
        while let Some(simpler) = self.superfluous(components).and_then(|found| self.without(found)) {
            self = simpler;
        }
        // Two bounds whose sum would make a negative number nonnegative cannot both hold.
        let bounds = || self.conditions.iter().filter(|condition| condition.relation == Relation::AtLeast);
        let sum = |one: &Condition, other: &Condition| one.term.plus(1, &other.term)?.as_constant();
        let contrary = |one: &Condition| bounds().any(|other| sum(one, other).is_some_and(|sum| sum < 0));
        if self.conditions.iter().any(|condition| condition.truth() == Some(false)) || bounds().any(contrary) {
            return None;
        }
        self.conditions.retain(|condition| {
            condition.truth().is_none()
                && (condition.relation != Relation::AtLeast || !condition.term.is_surely_natural())
        });
        let used = |variable: &usize| {
            *variable < components
                || self.parts.iter().flatten().any(|part| part == variable)
                || self.conditions.iter().any(|condition| condition.term.coefficient(*variable) != 0)
        };
        let kept: Vec<usize> = (0..self.variables).filter(used).collect();
        let names: Vec<usize> =
            (0..self.variables).map(|variable| kept.iter().position(|other| *other == variable).unwrap_or(0)).collect();
        for condition in &mut self.conditions {
            condition.term = condition.term.renamed(&names);
        }
        self.parts.iter_mut().flatten().for_each(|variable| *variable = names[*variable]);
        self.variables = kept.len();
        self.conditions.sort();
        self.conditions.dedup();
        // Of two bounds of the same sum the stricter one is enough.
        let all = self.conditions.clone();
        self.conditions.retain(|one| {
            let stricter = |other: &Condition| {
                let same = other.relation == one.relation && other.term.coefficients == one.term.coefficients;
                same && one.relation == Relation::AtLeast && other.term.constant < one.term.constant
            };
            !all.iter().any(stricter)
        });
        Some(self)
    }

    /// Removes a variable whose value an equation gives; `None` if numbers grow too large.
    fn without(&self, (index, variable, sign): (usize, usize, i64)) -> Option<Rule> {
        let mut rule = self.clone();
        let equation = rule.conditions.remove(index).term;
        let value = Linear::default().plus(-sign, &equation.plus(-sign, &Linear::variable(variable))?)?;
        for condition in &mut rule.conditions {
            let factor = condition.term.coefficient(variable);
            let without = condition.term.plus(-factor, &Linear::variable(variable))?;
            condition.term = without.plus(factor, &value)?;
        }
        // The variable was a natural number.
        if !value.is_surely_natural() {
            rule.conditions.push(Condition::at_least(value));
        }
        Some(rule)
    }

    /// Returns an equation that gives a variable which no part needs and no xor contains.
    fn superfluous(&self, components: usize) -> Option<(usize, usize, i64)> {
        let free = |variable: &usize| {
            let in_xor = |condition: &Condition| {
                condition.relation == Relation::Xor && condition.term.coefficient(*variable) != 0
            };
            !self.parts.iter().flatten().any(|part| part == variable) && !self.conditions.iter().any(in_xor)
        };
        self.conditions.iter().enumerate().filter(|(_, condition)| condition.relation == Relation::Equal).find_map(
            |(index, condition)| {
                let unit = |variable: &usize| condition.term.coefficient(*variable).abs() == 1 && free(variable);
                let variable = (components..self.variables).find(unit)?;
                Some((index, variable, condition.term.coefficient(variable)))
            },
        )
    }

    /// Adds the value of what is read after the components, and in each part its own value after its components, as a
    /// relation has them: if one part is left, its value is the one that is read; those of several combine by xor.
    pub(crate) fn with_values(&self, components: usize) -> Rule {
        let names: Vec<usize> = (0..self.variables).map(|at| at + usize::from(at >= components)).collect();
        let renamed = |condition: &Condition| Condition { term: condition.term.renamed(&names), ..condition.clone() };
        let part = |part: &Vec<usize>| part.iter().map(|variable| names[*variable]).collect();
        let mut rule = Rule {
            variables: self.variables + 1,
            conditions: self.conditions.iter().map(renamed).collect(),
            parts: self.parts.iter().map(part).collect(),
            step: self.step,
        };
        if let [only] = &mut rule.parts[..] {
            only.push(components);
            return rule;
        }
        let mut coefficients = vec![0; components + 1];
        coefficients[components] = 1;
        for part in &mut rule.parts {
            part.push(rule.variables);
            coefficients.resize(rule.variables, 0);
            coefficients.push(1);
            rule.variables += 1;
        }
        let relation = if rule.parts.is_empty() { Relation::Equal } else { Relation::Xor };
        rule.conditions.push(Condition { term: Linear { coefficients, constant: 0 }, relation });
        rule
    }

    /// Returns the line of a certificate: a word, the number of variables besides those read, two marks if they are not
    /// 0, conditions and parts.
    pub(crate) fn text(&self, word: &str, read: usize, marks: [u32; 2]) -> String {
        let mut text = format!("{word} {}", self.variables - read);
        if marks != [0, 0] {
            let _ = write!(text, " {} {}", marks[0], marks[1]);
        }
        for condition in &self.conditions {
            let _ = write!(text, "; {}", condition.text(self.variables));
        }
        for part in &self.parts {
            let part: Vec<String> = part.iter().map(usize::to_string).collect();
            let _ = write!(text, "; to {}", part.join(" "));
        }
        text + "\n"
    }
}

/// A game whose moves are linear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearGame {
    /// Names of the components, which are the first variables.
    pub components: Vec<String>,
    /// Conditions that every position satisfies.
    pub domain: Vec<Condition>,
    /// The kinds of moves.
    pub moves: Vec<Rule>,
    /// The steps that may be repeated after a move; step i is at index i - 1.
    pub steps: Vec<Rule>,
    /// Conditions that must never hold, as the rules could not be evaluated.
    pub never: Vec<Rule>,
    /// True if a player who cannot move wins.
    pub misere: bool,
}

impl LinearGame {
    /// Returns true if some move leaves a number of parts other than one.
    pub fn splits(&self) -> bool {
        self.moves.iter().any(|rule| rule.parts.len() != 1)
    }

    /// Returns the first lines of a certificate about this game.
    pub fn text(&self, play: Play) -> String {
        let name = match play {
            Play::Normal => "normal",
            Play::Misere => "misere",
            Play::Grundy => "grundy",
            Play::Relation => "relation",
        };
        let components = self.components.len();
        let mut text = format!("grundy automaton 2\nplay {name}\ncomponents {}\n", self.components.join(" "));
        if !self.domain.is_empty() {
            let domain = Rule { variables: components, conditions: self.domain.clone(), parts: Vec::new(), step: 0 };
            text += &domain.text("domain", components, [0, 0]);
        }
        let mut say = |rule: &Rule, word: &str, marks: [u32; 2]| {
            text += &match play {
                Play::Relation => rule.with_values(components).text(word, components + 1, marks),
                _ => rule.text(word, components, marks),
            };
        };
        self.moves.iter().for_each(|rule| say(rule, "move", [0, rule.step as u32]));
        self.steps.iter().for_each(|rule| say(rule, "move", [rule.step as u32; 2]));
        // No number is from 1 to 0, so this states that it never happens.
        self.never.iter().for_each(|rule| say(rule, "claim", NEVER));
        text
    }
}

/// The marks of a claim that its case never happens.
pub(crate) const NEVER: [u32; 2] = [1, 0];
