//! Terms in a normal form: two that are the same number are the same term, wherever that is easy to see.
//!
//! In: operations on terms. Out: numbers of terms, each kept once; `and`, `or`, sums, the least and the greatest forget the
//! order of what they join. Equal numbers mean equal values at every position; different ones may still be equal, so what is
//! concluded from equality is right, and what is not concluded may be so nevertheless. A truth is 1 or 0.

use std::collections::HashMap;

/// A term, by its number.
pub type TermId = u32;

/// No more terms are kept: rules so large are not looked into.
const MOST_TERMS: usize = 1 << 19;

/// One term. What it is made of has lower numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Node {
    Constant(i64),
    /// A number of the position.
    Variable(u32),
    /// What a move leaves to choose.
    Choice(u32),
    /// A constant and multiples of other terms, which stand in order.
    Linear(i64, Vec<(TermId, i64)>),
    Join(Operator, Vec<TermId>),
}

/// What joins terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// All are true; order is forgotten.
    And,
    /// One is true; order is forgotten.
    Or,
    /// It is false: only of the three that follow, and of numbers that are truths.
    Not,
    /// They are equal; order is forgotten.
    Equal,
    /// The first is less than the second.
    Less,
    /// The second where the first is true, else the third.
    If,
    /// Their product; order is forgotten.
    Times,
    /// The least; order is forgotten.
    Least,
    /// The greatest; order is forgotten.
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
        if self.nodes.len() >= MOST_TERMS {
            return None;
        }
        let number = self.nodes.len() as TermId;
        self.nodes.push(node.clone());
        self.numbers.insert(node, number);
        Some(number)
    }

    /// A number.
    pub fn constant(&mut self, value: i64) -> Option<TermId> {
        self.keep(Node::Constant(value))
    }

    /// A number of the position.
    pub fn variable(&mut self, place: u32) -> Option<TermId> {
        self.keep(Node::Variable(place))
    }

    /// What a move leaves to choose.
    pub fn choice(&mut self, place: u32) -> Option<TermId> {
        self.keep(Node::Choice(place))
    }

    /// The number that a term is at every position.
    pub fn known(&self, term: TermId) -> Option<i64> {
        match self.nodes[term as usize] {
            Node::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// A constant and multiples of terms.
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

    /// What the operator makes of these terms.
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
                None => self.keep(Node::Join(Operator::If, terms)),
            },
            Operator::Times => self.gather(operator, terms, |a, b| a.checked_mul(b)),
            Operator::Least => self.gather(operator, terms, |a, b| Some(a.min(b))),
            Operator::Greatest => self.gather(operator, terms, |a, b| Some(a.max(b))),
        }
    }

    /// `and` and `or`: one deciding truth decides, the other truth says nothing.
    fn truths(&mut self, operator: Operator, deciding: i64, terms: Vec<TermId>) -> Option<TermId> {
        let mut all = Vec::with_capacity(terms.len());
        for term in terms {
            match &self.nodes[term as usize] {
                Node::Constant(value) if *value == deciding => return self.constant(deciding),
                Node::Constant(_) => {}
                Node::Join(inner, terms) if *inner == operator => all.extend(terms.iter().copied()),
                _ => all.push(term),
            }
        }
        all.sort_unstable();
        all.dedup();
        match all[..] {
            [] => self.constant(1 - deciding),
            [only] => Some(only),
            _ => self.keep(Node::Join(operator, all)),
        }
    }

    fn not(&mut self, term: TermId) -> Option<TermId> {
        match self.nodes[term as usize].clone() {
            Node::Constant(value) => self.constant(i64::from(value == 0)),
            Node::Join(Operator::Not, inner) => Some(inner[0]),
            Node::Join(outer @ (Operator::And | Operator::Or), inner) => {
                let denied = inner.into_iter().map(|term| self.not(term)).collect::<Option<Vec<_>>>()?;
                self.join(if outer == Operator::And { Operator::Or } else { Operator::And }, denied)
            }
            _ => self.keep(Node::Join(Operator::Not, vec![term])),
        }
    }

    fn equal(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if let (Some(a), Some(b)) = (self.known(a), self.known(b)) {
            return self.constant(i64::from(a == b));
        }
        if a == b {
            return self.constant(1);
        }
        self.keep(Node::Join(Operator::Equal, vec![a.min(b), a.max(b)]))
    }

    fn less(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if let (Some(a), Some(b)) = (self.known(a), self.known(b)) {
            return self.constant(i64::from(a < b));
        }
        if a == b {
            return self.constant(0);
        }
        self.keep(Node::Join(Operator::Less, vec![a, b]))
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
                Node::Join(inner, terms) if *inner == operator => all.extend(terms.iter().copied()),
                _ => all.push(term),
            }
        }
        if let Some(known) = known {
            all.push(self.constant(known)?);
        }
        all.sort_unstable();
        match all[..] {
            [only] => Some(only),
            _ => self.keep(Node::Join(operator, all)),
        }
    }

    /// What all terms become when the numbers of the position change places: the new number of each.
    pub fn renamed(&mut self, places: &[u32]) -> Option<Vec<TermId>> {
        let mut renamed: Vec<TermId> = Vec::with_capacity(self.nodes.len());
        for number in 0..self.nodes.len() {
            let image = match self.nodes[number].clone() {
                Node::Constant(_) | Node::Choice(_) => number as TermId,
                Node::Variable(place) => self.variable(places[place as usize])?,
                Node::Linear(constant, terms) => {
                    let terms: Vec<_> = terms.iter().map(|(term, factor)| (renamed[*term as usize], *factor)).collect();
                    self.linear(constant, &terms)?
                }
                Node::Join(operator, terms) => {
                    let terms = terms.iter().map(|term| renamed[*term as usize]).collect();
                    self.join(operator, terms)?
                }
            };
            renamed.push(image);
        }
        Some(renamed)
    }
}
