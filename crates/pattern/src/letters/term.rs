//! Terms and conditions over letters: what the rules, the claim and the witnesses of a certificate are written in.

use std::fmt;

/// An operation on two whole numbers. Quotient and remainder round down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Operator {
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// The product.
    Mul,
    /// The quotient.
    Div,
    /// The remainder.
    Mod,
    /// The lesser.
    Min,
    /// The greater.
    Max,
    /// The exclusive or of the binary digits.
    Xor,
}

/// A relation of two whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Relation {
    /// `==`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
}

/// A whole number, as a term in letters. A letter is an index into the names of the problem.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Term {
    /// A constant.
    Number(i64),
    /// A letter.
    Letter(usize),
    /// An operation on two terms.
    Binary(Operator, Box<Term>, Box<Term>),
    /// One of two terms.
    If(Box<Condition>, Box<Term>, Box<Term>),
}

/// A condition on letters.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Condition {
    /// True or false.
    Constant(bool),
    /// A comparison.
    Compare(Relation, Term, Term),
    /// All of these.
    And(Vec<Condition>),
    /// One of these.
    Or(Vec<Condition>),
    /// The opposite.
    Not(Box<Condition>),
    /// One of two conditions.
    If(Box<Condition>, Box<Condition>, Box<Condition>),
}

/// Returns the value of an operation; `None` on overflow, division by a number below 1, or exclusive or of a negative number.
pub fn apply(operator: Operator, left: i64, right: i64) -> Option<i64> {
    match operator {
        Operator::Add => left.checked_add(right),
        Operator::Sub => left.checked_sub(right),
        Operator::Mul => left.checked_mul(right),
        Operator::Div => (right > 0).then(|| left.div_euclid(right)),
        Operator::Mod => (right > 0).then(|| left.rem_euclid(right)),
        Operator::Min => Some(left.min(right)),
        Operator::Max => Some(left.max(right)),
        Operator::Xor => (left >= 0 && right >= 0).then_some(left ^ right),
    }
}

impl Relation {
    /// Returns whether two numbers have this relation.
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Relation::Equal => left == right,
            Relation::Unequal => left != right,
            Relation::Less => left < right,
            Relation::AtMost => left <= right,
            Relation::More => left > right,
            Relation::AtLeast => left >= right,
        }
    }

    /// Returns the relation that holds exactly where this one does not.
    pub fn opposite(self) -> Relation {
        match self {
            Relation::Equal => Relation::Unequal,
            Relation::Unequal => Relation::Equal,
            Relation::Less => Relation::AtLeast,
            Relation::AtMost => Relation::More,
            Relation::More => Relation::AtMost,
            Relation::AtLeast => Relation::Less,
        }
    }

    /// Returns the relation of the same numbers in the other order.
    pub fn turned(self) -> Relation {
        match self {
            Relation::Less => Relation::More,
            Relation::AtMost => Relation::AtLeast,
            Relation::More => Relation::Less,
            Relation::AtLeast => Relation::AtMost,
            same => same,
        }
    }

    fn sign(self) -> &'static str {
        match self {
            Relation::Equal => "==",
            Relation::Unequal => "!=",
            Relation::Less => "<",
            Relation::AtMost => "<=",
            Relation::More => ">",
            Relation::AtLeast => ">=",
        }
    }
}

impl Term {
    /// Returns an operation on two terms.
    pub fn binary(operator: Operator, left: Term, right: Term) -> Term {
        Term::Binary(operator, Box::new(left), Box::new(right))
    }

    /// Returns the value; `None` if an operation has none.
    pub fn value(&self, letters: &[i64]) -> Option<i64> {
        match self {
            Term::Number(number) => Some(*number),
            Term::Letter(index) => letters.get(*index).copied(),
            Term::Binary(operator, left, right) => apply(*operator, left.value(letters)?, right.value(letters)?),
            Term::If(condition, yes, no) => match condition.holds(letters)? {
                true => yes.value(letters),
                false => no.value(letters),
            },
        }
    }

    /// Returns the term with each letter replaced.
    pub fn substitute(&self, replace: &dyn Fn(usize) -> Option<Term>) -> Term {
        match self {
            Term::Number(_) => self.clone(),
            Term::Letter(index) => replace(*index).unwrap_or_else(|| self.clone()),
            Term::Binary(operator, left, right) => {
                Term::binary(*operator, left.substitute(replace), right.substitute(replace))
            }
            Term::If(condition, yes, no) => Term::If(
                Box::new(condition.substitute(replace)),
                Box::new(yes.substitute(replace)),
                Box::new(no.substitute(replace)),
            ),
        }
    }

    /// Returns the term with the conditions in it as [`Condition::normal`] writes them.
    pub fn normal(&self) -> Term {
        match self {
            Term::Number(_) | Term::Letter(_) => self.clone(),
            Term::Binary(operator, left, right) => Term::binary(*operator, left.normal(), right.normal()),
            Term::If(condition, yes, no) => {
                Term::If(Box::new(condition.normal()), Box::new(yes.normal()), Box::new(no.normal()))
            }
        }
    }

    /// Calls `visit` with this term and all terms inside it, the inner ones first.
    pub fn visit<'a>(&'a self, visit: &mut dyn FnMut(&'a Term)) {
        match self {
            Term::Number(_) | Term::Letter(_) => {}
            Term::Binary(_, left, right) => {
                left.visit(visit);
                right.visit(visit);
            }
            Term::If(condition, yes, no) => {
                condition.visit(visit);
                yes.visit(visit);
                no.visit(visit);
            }
        }
        visit(self);
    }

    /// Returns whether all letters of the term are accepted.
    pub fn is_over(&self, accept: &dyn Fn(usize) -> bool) -> bool {
        let mut is_over = true;
        self.visit(&mut |term| {
            if let Term::Letter(index) = term {
                is_over &= accept(*index);
            }
        });
        is_over
    }

    /// Returns the number of letters, constants and operations.
    pub fn size(&self) -> usize {
        let mut size = 0;
        self.visit(&mut |_| size += 1);
        size
    }
}

impl Condition {
    /// Returns a comparison of two terms.
    pub fn compare(left: Term, relation: Relation, right: Term) -> Condition {
        Condition::Compare(relation, left, right)
    }

    /// Returns the opposite condition.
    pub fn negated(&self) -> Condition {
        match self {
            Condition::Constant(value) => Condition::Constant(!value),
            Condition::Compare(relation, left, right) => {
                Condition::Compare(relation.opposite(), left.clone(), right.clone())
            }
            Condition::And(parts) => Condition::Or(parts.iter().map(Condition::negated).collect()),
            Condition::Or(parts) => Condition::And(parts.iter().map(Condition::negated).collect()),
            Condition::Not(inner) => (**inner).clone(),
            Condition::If(condition, yes, no) => {
                Condition::If(condition.clone(), Box::new(yes.negated()), Box::new(no.negated()))
            }
        }
    }

    /// Returns whether the condition holds; `None` if a term that it needs has no value.
    pub fn holds(&self, letters: &[i64]) -> Option<bool> {
        match self {
            Condition::Constant(value) => Some(*value),
            Condition::Compare(relation, left, right) => {
                Some(relation.holds(left.value(letters)?, right.value(letters)?))
            }
            Condition::And(parts) => {
                for part in parts {
                    if !part.holds(letters)? {
                        return Some(false);
                    }
                }
                Some(true)
            }
            Condition::Or(parts) => {
                for part in parts {
                    if part.holds(letters)? {
                        return Some(true);
                    }
                }
                Some(false)
            }
            Condition::Not(inner) => inner.holds(letters).map(|value| !value),
            Condition::If(condition, yes, no) => match condition.holds(letters)? {
                true => yes.holds(letters),
                false => no.holds(letters),
            },
        }
    }

    /// Returns the condition with each letter replaced.
    pub fn substitute(&self, replace: &dyn Fn(usize) -> Option<Term>) -> Condition {
        let all = |parts: &[Condition]| parts.iter().map(|part| part.substitute(replace)).collect();
        match self {
            Condition::Constant(_) => self.clone(),
            Condition::Compare(relation, left, right) => {
                Condition::Compare(*relation, left.substitute(replace), right.substitute(replace))
            }
            Condition::And(parts) => Condition::And(all(parts)),
            Condition::Or(parts) => Condition::Or(all(parts)),
            Condition::Not(inner) => Condition::Not(Box::new(inner.substitute(replace))),
            Condition::If(condition, yes, no) => Condition::If(
                Box::new(condition.substitute(replace)),
                Box::new(yes.substitute(replace)),
                Box::new(no.substitute(replace)),
            ),
        }
    }

    /// Returns the condition with `==`, `<`, `<=` as its only relations, as a checker reads it.
    pub fn normal(&self) -> Condition {
        let all = |parts: &[Condition]| parts.iter().map(Condition::normal).collect();
        match self {
            Condition::Constant(_) => self.clone(),
            Condition::Compare(relation, left, right) => {
                let (left, right) = (left.normal(), right.normal());
                match relation {
                    Relation::More => Condition::Compare(Relation::Less, right, left),
                    Relation::AtLeast => Condition::Compare(Relation::AtMost, right, left),
                    Relation::Unequal => Condition::Not(Box::new(Condition::Compare(Relation::Equal, left, right))),
                    _ => Condition::Compare(*relation, left, right),
                }
            }
            Condition::And(parts) => Condition::And(all(parts)),
            Condition::Or(parts) => Condition::Or(all(parts)),
            Condition::Not(inner) => Condition::Not(Box::new(inner.normal())),
            Condition::If(condition, yes, no) => {
                Condition::If(Box::new(condition.normal()), Box::new(yes.normal()), Box::new(no.normal()))
            }
        }
    }

    /// Calls `visit` with all terms of the condition, the inner ones first.
    pub fn visit<'a>(&'a self, visit: &mut dyn FnMut(&'a Term)) {
        match self {
            Condition::Constant(_) => {}
            Condition::Compare(_, left, right) => {
                left.visit(visit);
                right.visit(visit);
            }
            Condition::And(parts) | Condition::Or(parts) => parts.iter().for_each(|part| part.visit(visit)),
            Condition::Not(inner) => inner.visit(visit),
            Condition::If(condition, yes, no) => {
                condition.visit(visit);
                yes.visit(visit);
                no.visit(visit);
            }
        }
    }

    /// Returns whether all letters of the condition are accepted.
    pub fn is_over(&self, accept: &dyn Fn(usize) -> bool) -> bool {
        let mut is_over = true;
        self.visit(&mut |term| {
            if let Term::Letter(index) = term {
                is_over &= accept(*index);
            }
        });
        is_over
    }

    /// Returns the number of letters, constants and operations.
    pub fn size(&self) -> usize {
        match self {
            Condition::Constant(_) => 1,
            Condition::Compare(_, left, right) => 1 + left.size() + right.size(),
            Condition::And(parts) | Condition::Or(parts) => parts.iter().map(|part| 1 + part.size()).sum(),
            Condition::Not(inner) => 1 + inner.size(),
            Condition::If(condition, yes, no) => 1 + condition.size() + yes.size() + no.size(),
        }
    }
}

/// A term or condition with the names of its letters, to be written in the syntax of the rule language.
pub struct Named<'a, T>(pub &'a T, pub &'a [String]);

/// How strongly the outermost operation of a term binds; the rule language has the same order.
fn strength(term: &Term) -> u8 {
    match term {
        Term::If(..) => 0,
        Term::Number(number) if *number < 0 => 7,
        Term::Number(_) | Term::Letter(_) | Term::Binary(Operator::Min | Operator::Max, ..) => 9,
        Term::Binary(Operator::Xor, ..) => 4,
        Term::Binary(Operator::Add | Operator::Sub, ..) => 5,
        Term::Binary(Operator::Mul | Operator::Div | Operator::Mod, ..) => 6,
    }
}

fn write_term(out: &mut fmt::Formatter, term: &Term, names: &[String], least: u8) -> fmt::Result {
    if strength(term) < least {
        write!(out, "(")?;
        write_term(out, term, names, 0)?;
        return write!(out, ")");
    }
    match term {
        Term::Number(number) => write!(out, "{number}"),
        Term::Letter(index) => write!(out, "{}", names[*index]),
        Term::Binary(operator @ (Operator::Min | Operator::Max), left, right) => {
            write!(out, "{}(", if *operator == Operator::Min { "min" } else { "max" })?;
            write_term(out, left, names, 1)?;
            write!(out, ", ")?;
            write_term(out, right, names, 1)?;
            write!(out, ")")
        }
        Term::Binary(operator, left, right) => {
            let sign = match operator {
                Operator::Add => "+",
                Operator::Sub => "-",
                Operator::Mul => "*",
                Operator::Div => "/",
                Operator::Mod => "%",
                _ => "^",
            };
            write_term(out, left, names, strength(term))?;
            write!(out, " {sign} ")?;
            write_term(out, right, names, strength(term) + 1)
        }
        Term::If(condition, yes, no) => {
            write!(out, "if ")?;
            write_condition(out, condition, names, 1)?;
            write!(out, " then ")?;
            write_term(out, yes, names, 1)?;
            write!(out, " else ")?;
            write_term(out, no, names, 0)
        }
    }
}

fn write_condition(out: &mut fmt::Formatter, condition: &Condition, names: &[String], least: u8) -> fmt::Result {
    let strength = match condition {
        Condition::If(..) => 0,
        Condition::Or(parts) if parts.len() > 1 => 1,
        Condition::And(parts) if parts.len() > 1 => 2,
        Condition::Not(_) => 3,
        Condition::Compare(..) => 4,
        _ => 9,
    };
    if strength < least {
        write!(out, "(")?;
        write_condition(out, condition, names, 0)?;
        return write!(out, ")");
    }
    match condition {
        Condition::Constant(value) => write!(out, "{value}"),
        Condition::Compare(relation, left, right) => {
            write_term(out, left, names, 4)?;
            write!(out, " {} ", relation.sign())?;
            write_term(out, right, names, 4)
        }
        Condition::And(parts) if parts.is_empty() => write!(out, "true"),
        Condition::Or(parts) if parts.is_empty() => write!(out, "false"),
        Condition::And(parts) | Condition::Or(parts) => {
            let (word, inner) = match condition {
                _ if parts.len() == 1 => ("", least),
                Condition::And(_) => (" and ", 3),
                _ => (" or ", 2),
            };
            for (index, part) in parts.iter().enumerate() {
                write!(out, "{}", if index > 0 { word } else { "" })?;
                write_condition(out, part, names, inner)?;
            }
            Ok(())
        }
        Condition::Not(inner) => {
            write!(out, "not ")?;
            write_condition(out, inner, names, 4)
        }
        Condition::If(condition, yes, no) => {
            write!(out, "if ")?;
            write_condition(out, condition, names, 1)?;
            write!(out, " then ")?;
            write_condition(out, yes, names, 1)?;
            write!(out, " else ")?;
            write_condition(out, no, names, 0)
        }
    }
}

impl fmt::Display for Named<'_, Term> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write_term(out, self.0, self.1, 0)
    }
}

impl fmt::Display for Named<'_, Condition> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write_condition(out, self.0, self.1, 0)
    }
}
