//! Terms in a normal form: two that are the same number are the same term, wherever that is easy to see.
//!
//! In: operations on terms. Out: ids of terms, each stored once; `and`, `or`, sums, minimum and maximum ignore the
//! order of their operands. Equal ids mean equal values at every position; different ones may still be equal, so what
//! is concluded from equality is right, and what is not concluded may hold nevertheless. A truth value is 1 or 0.

use std::collections::HashMap;

/// Id of a term.
pub type TermId = u32;

/// Tuning: maximum number of terms: larger rules are not searched for symmetries. No measurement is recorded.
const MAX_TERMS: usize = 1 << 19;

/// One term. Its operands have lower ids.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Node {
    Constant(i64),
    /// A number of the position.
    Variable(u32),
    /// A choice of a move.
    Choice(u32),
    /// A constant and multiples of other terms, in order of their ids.
    Linear(i64, Vec<(TermId, i64)>),
    Compound(Operator, Vec<TermId>),
}

/// An operator on terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// All are true; ignores order.
    And,
    /// One is true; ignores order.
    Or,
    /// It is false: only of the three that follow, and of numbers that are truth values.
    Not,
    /// They are equal; ignores order.
    Equal,
    /// The first is less than the second.
    Less,
    /// The second if the first is true, else the third.
    If,
    /// Their product; ignores order.
    Times,
    /// The minimum; ignores order.
    Least,
    /// The maximum; ignores order.
    Greatest,
}

/// The terms of one game.
#[derive(Default)]
pub struct Terms {
    nodes: Vec<Node>,
    numbers: HashMap<Node, TermId>,
}

impl Terms {
    fn keep(&mut self, node: Node) -> Option<TermId> {
        if let Some(known) = self.numbers.get(&node) {
            return Some(*known);
        }
        if self.nodes.len() >= MAX_TERMS {
            return None;
        }
        let number = self.nodes.len() as TermId;
        self.nodes.push(node.clone());
        self.numbers.insert(node, number);
        Some(number)
    }

    /// Returns the term of a constant.
    pub fn constant(&mut self, value: i64) -> Option<TermId> {
        self.keep(Node::Constant(value))
    }

    /// Returns the term of a number of the position.
    pub fn variable(&mut self, index: u32) -> Option<TermId> {
        self.keep(Node::Variable(index))
    }

    /// Returns the term of a choice of a move.
    pub fn choice(&mut self, index: u32) -> Option<TermId> {
        self.keep(Node::Choice(index))
    }

    /// Returns the constant value of a term, if it has one.
    pub fn known(&self, term: TermId) -> Option<i64> {
        match self.nodes[term as usize] {
            Node::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// Returns a constant plus multiples of terms.
    pub fn linear(&mut self, constant: i64, multiples: &[(TermId, i64)]) -> Option<TermId> {
        let mut constant = constant;
        let mut sum: Vec<(TermId, i64)> = Vec::new();
        for (term, factor) in multiples {
            match &self.nodes[*term as usize] {
                Node::Constant(value) => constant = constant.checked_add(value.checked_mul(*factor)?)?,
                Node::Linear(inner, terms) => {
                    constant = constant.checked_add(inner.checked_mul(*factor)?)?;
                    for (term, times) in terms {
                        sum.push((*term, times.checked_mul(*factor)?));
                    }
                }
                _ => sum.push((*term, *factor)),
            }
        }
        sum.sort_unstable();
        let mut joined: Vec<(TermId, i64)> = Vec::new();
        for (term, factor) in sum {
            match joined.last_mut() {
                Some(last) if last.0 == term => last.1 = last.1.checked_add(factor)?,
                _ => joined.push((term, factor)),
            }
        }
        joined.retain(|(_, factor)| *factor != 0);
        match joined[..] {
            [] => self.constant(constant),
            [(term, 1)] if constant == 0 => Some(term),
            _ => self.keep(Node::Linear(constant, joined)),
        }
    }

    /// Applies an operator to these terms.
    pub fn join(&mut self, operator: Operator, terms: Vec<TermId>) -> Option<TermId> {
        match operator {
            Operator::And => self.truths(Operator::And, 0, terms),
            Operator::Or => self.truths(Operator::Or, 1, terms),
            Operator::Not => self.not(terms[0]),
            Operator::Equal => self.equal(terms[0], terms[1]),
            Operator::Less => self.less(terms[0], terms[1]),
            Operator::If => match self.known(terms[0]) {
                Some(truth) => Some(terms[if truth == 0 { 2 } else { 1 }]),
                None if terms[1] == terms[2] => Some(terms[1]),
                None => self.keep(Node::Compound(Operator::If, terms)),
            },
            Operator::Times => self.gather(operator, terms, |a, b| a.checked_mul(b)),
            Operator::Least => self.gather(operator, terms, |a, b| Some(a.min(b))),
            Operator::Greatest => self.gather(operator, terms, |a, b| Some(a.max(b))),
        }
    }

    /// Applies `and` or `or`: one deciding truth value decides, the other is dropped.
    fn truths(&mut self, operator: Operator, deciding: i64, terms: Vec<TermId>) -> Option<TermId> {
        let mut all = Vec::with_capacity(terms.len());
        for term in terms {
            match &self.nodes[term as usize] {
                Node::Constant(value) if *value == deciding => return self.constant(deciding),
                Node::Constant(_) => {}
                Node::Compound(inner, terms) if *inner == operator => all.extend(terms.iter().copied()),
                _ => all.push(term),
            }
        }
        all.sort_unstable();
        all.dedup();
        match all[..] {
            [] => self.constant(1 - deciding),
            [only] => Some(only),
            _ => self.keep(Node::Compound(operator, all)),
        }
    }

    fn not(&mut self, term: TermId) -> Option<TermId> {
        match self.nodes[term as usize].clone() {
            Node::Constant(value) => self.constant(i64::from(value == 0)),
            Node::Compound(Operator::Not, inner) => Some(inner[0]),
            Node::Compound(outer @ (Operator::And | Operator::Or), inner) => {
                let denied = inner.into_iter().map(|term| self.not(term)).collect::<Option<Vec<_>>>()?;
                self.join(if outer == Operator::And { Operator::Or } else { Operator::And }, denied)
            }
            _ => self.keep(Node::Compound(Operator::Not, vec![term])),
        }
    }

    fn equal(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if let (Some(a), Some(b)) = (self.known(a), self.known(b)) {
            return self.constant(i64::from(a == b));
        }
        if a == b {
            return self.constant(1);
        }
        self.keep(Node::Compound(Operator::Equal, vec![a.min(b), a.max(b)]))
    }

    fn less(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if let (Some(a), Some(b)) = (self.known(a), self.known(b)) {
            return self.constant(i64::from(a < b));
        }
        if a == b {
            return self.constant(0);
        }
        self.keep(Node::Compound(Operator::Less, vec![a, b]))
    }

    fn gather(&mut self, operator: Operator, terms: Vec<TermId>, fold: fn(i64, i64) -> Option<i64>) -> Option<TermId> {
        let mut known: Option<i64> = None;
        let mut all = Vec::with_capacity(terms.len());
        for term in terms {
            match &self.nodes[term as usize] {
                Node::Constant(value) => {
                    known = Some(match known {
                        Some(before) => fold(before, *value)?,
                        None => *value,
                    });
                }
                Node::Compound(inner, terms) if *inner == operator => all.extend(terms.iter().copied()),
                _ => all.push(term),
            }
        }
        if let Some(known) = known {
            all.push(self.constant(known)?);
        }
        all.sort_unstable();
        match all[..] {
            [only] => Some(only),
            _ => self.keep(Node::Compound(operator, all)),
        }
    }

    /// Returns the new id of every term when the numbers of the position are permuted.
    pub fn renamed(&mut self, indices: &[u32]) -> Option<Vec<TermId>> {
        let mut renamed: Vec<TermId> = Vec::with_capacity(self.nodes.len());
        for number in 0..self.nodes.len() {
            let image = match self.nodes[number].clone() {
                Node::Constant(_) | Node::Choice(_) => number as TermId,
                Node::Variable(index) => self.variable(indices[index as usize])?,
                Node::Linear(constant, terms) => {
                    let terms: Vec<_> = terms.iter().map(|(term, factor)| (renamed[*term as usize], *factor)).collect();
                    self.linear(constant, &terms)?
                }
                Node::Compound(operator, terms) => {
                    let terms = terms.iter().map(|term| renamed[*term as usize]).collect();
                    self.join(operator, terms)?
                }
            };
            renamed.push(image);
        }
        Some(renamed)
    }
}
