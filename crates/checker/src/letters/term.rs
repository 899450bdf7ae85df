//! Terms and conditions: each is stored once, so that equal trees have equal numbers.

use super::{Checked, limited, limits, malformed, quoted};
use std::collections::HashMap;

pub type Id = usize;

/// What is at the top of a tree. Signs are those of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    Number(i64),
    Letter(usize),
    Sign(&'static str),
}

/// The signs between two operands, by how tightly they bind.
const INFIX: [&[&str]; 7] =
    [&[], &["or"], &["and"], &[], &["<", "<=", ">", ">=", "==", "!="], &["+", "-"], &["*", "/", "%"]];
const WORDS: [&str; 11] = ["or", "and", "if", "then", "else", "not", "min", "max", "true", "false", "nothing"];

struct Node {
    op: Op,
    of: Vec<Id>,
    depth: usize,
    is_condition: bool,
}

/// All terms and conditions of a certificate.
#[derive(Default)]
pub struct Terms {
    nodes: Vec<Node>,
    known: HashMap<(Op, Vec<Id>), Id>,
    work: usize,
}

impl Terms {
    pub fn node(&self, id: Id) -> (Op, &[Id]) {
        (self.nodes[id].op, &self.nodes[id].of)
    }

    /// Counts steps, each of which takes bounded time.
    pub fn spend(&mut self, steps: usize) -> Checked<()> {
        self.work = self.work.saturating_add(steps);
        limited(self.work <= limits::MAX_STEPS)
    }

    /// Returns the number of a tree; fails if its parts are of the wrong kind.
    pub fn make(&mut self, op: Op, of: &[Id]) -> Checked<Id> {
        self.spend(1)?;
        if let Some(id) = self.known.get(&(op, of.to_vec())) {
            return Ok(*id);
        }
        let is = |at: usize| self.nodes[of[at]].is_condition;
        let (fits, is_condition) = match op {
            Op::Sign("if") => (is(0) && is(1) == is(2), is(1)),
            Op::Sign("not" | "and" | "or") => ((0..of.len()).all(is), true),
            op => (!(0..of.len()).any(is), matches!(op, Op::Sign("true" | "false" | "<" | "<=" | "=="))),
        };
        if !fits {
            return malformed("a term stands for a condition, or a condition for a term");
        }
        let depth = 1 + of.iter().map(|part| self.nodes[*part].depth).max().unwrap_or(0);
        limited(depth <= limits::MAX_DEPTH && self.nodes.len() < limits::MAX_TERMS)?;
        self.known.insert((op, of.to_vec()), self.nodes.len());
        self.nodes.push(Node { op, of: of.to_vec(), depth, is_condition });
        Ok(self.nodes.len() - 1)
    }

    /// Returns a tree in which every `if`, `min` and `max` that depends on `condition` is replaced by what it is if the
    /// condition holds, or does not hold. Results are kept in `done`.
    pub fn decide(&mut self, id: Id, condition: Id, holds: bool, done: &mut HashMap<Id, Id>) -> Checked<Id> {
        if let Some(decided) = done.get(&id) {
            return Ok(*decided);
        }
        let (op, of) = (self.nodes[id].op, self.nodes[id].of.clone());
        let of = of.into_iter().map(|part| self.decide(part, condition, holds, done)).collect::<Checked<Vec<Id>>>()?;
        let (question, yes, no) = match op {
            Op::Sign("if") => (of[0], 1, 2),
            Op::Sign("min") => (self.make(Op::Sign("<="), &of)?, 0, 1),
            Op::Sign("max") => (self.make(Op::Sign("<="), &of)?, 1, 0),
            _ => (Id::MAX, 0, 0),
        };
        let decided = if question == condition { of[if holds { yes } else { no }] } else { self.make(op, &of)? };
        done.insert(id, decided);
        Ok(decided)
    }

    /// Parses a list with commas between its terms, or conditions if `are_conditions`; `scope` says what names mean.
    pub fn list<S: AsRef<str>>(&mut self, text: &str, scope: &[(S, Id)], are_conditions: bool) -> Checked<Vec<Id>> {
        let known = |word: &str| scope.iter().find(|(name, _)| name.as_ref() == word).map(|(_, id)| *id);
        let mut parser = Parser { terms: self, known: &known, rest: text.trim_matches(' '), depth: 0 };
        let mut list = vec![parser.expression(0)?];
        while parser.eat(",") {
            list.push(parser.expression(0)?);
        }
        if !parser.rest.is_empty() {
            return malformed(&format!("{} cannot stand here", quoted(parser.word())));
        }
        let fits = list.iter().all(|id| self.nodes[*id].is_condition == are_conditions);
        if fits { Ok(list) } else { malformed("a term stands for a condition, or a condition for a term") }
    }

    /// Parses one term or condition.
    pub fn one<S: AsRef<str>>(&mut self, text: &str, scope: &[(S, Id)], is_condition: bool) -> Checked<Id> {
        let list = self.list(text, scope, is_condition)?;
        if list.len() == 1 { Ok(list[0]) } else { malformed("one is expected, not several") }
    }
}

/// Returns whether this can be the name of a letter.
pub fn is_name(word: &str) -> bool {
    let is_letter = |sign: char| sign == '_' || sign.is_alphabetic();
    !WORDS.contains(&word)
        && word.starts_with(is_letter)
        && word.chars().all(|sign| is_letter(sign) || sign.is_numeric())
}

/// Returns a number that is written as digits alone.
pub fn digits<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

struct Parser<'a> {
    terms: &'a mut Terms,
    known: &'a dyn Fn(&str) -> Option<Id>,
    rest: &'a str,
    depth: usize,
}

impl<'a> Parser<'a> {
    /// Returns the next word or sign; `""` at the end.
    fn word(&self) -> &'a str {
        let two = self.rest.get(..2).filter(|two| ["<=", ">=", "==", "!="].contains(two));
        let one = self.rest.chars().next().map_or(0, char::len_utf8);
        match self.rest.find(|sign: char| !"_#".contains(sign) && !sign.is_alphanumeric()).unwrap_or(self.rest.len()) {
            0 => &self.rest[..two.map_or(one, str::len)],
            end => &self.rest[..end],
        }
    }

    fn eat(&mut self, word: &str) -> bool {
        let is_next = self.word() == word;
        self.rest = if is_next { self.rest[word.len()..].trim_start_matches(' ') } else { self.rest };
        is_next
    }

    fn expect(&mut self, word: &str) -> Checked<()> {
        if word.is_empty() || self.eat(word) { Ok(()) } else { malformed(&format!("`{word}` is missing")) }
    }

    /// Parses what binds at least as tightly as `level`.
    fn expression(&mut self, level: usize) -> Checked<Id> {
        self.depth += 1;
        limited(self.depth <= limits::MAX_DEPTH)?;
        let mut left = self.prefix(level)?;
        let signs =
            || (0..).zip(INFIX).skip(level).flat_map(|(binds, signs)| signs.iter().map(move |sign| (*sign, binds)));
        while let Some((word, binds)) = signs().find(|(sign, _)| *sign == self.word()) {
            self.eat(word);
            let right = self.expression(binds + 1)?;
            left = match word {
                ">" => self.terms.make(Op::Sign("<"), &[right, left])?,
                ">=" => self.terms.make(Op::Sign("<="), &[right, left])?,
                "!=" => {
                    let equal = self.terms.make(Op::Sign("=="), &[left, right])?;
                    self.terms.make(Op::Sign("not"), &[equal])?
                }
                word => self.terms.make(Op::Sign(word), &[left, right])?,
            };
        }
        self.depth -= 1;
        Ok(left)
    }

    fn prefix(&mut self, level: usize) -> Checked<Id> {
        let word = self.word();
        self.eat(word);
        // The sign, what opens its operands and how tightly they bind, and what follows each.
        let (op, open, binds, ends): (&'static str, &str, usize, &[&str]) = match word {
            "(" => ("", "", 0, &[")"]),
            "if" if level == 0 => ("if", "", 0, &["then", "else", ""]),
            "min" => ("min", "(", 0, &[",", ")"]),
            "max" => ("max", "(", 0, &[",", ")"]),
            "not" => ("not", "", 3, &[""]),
            "-" => ("-", "", 7, &[""]),
            "true" => ("true", "", 0, &[]),
            "false" => ("false", "", 0, &[]),
            word => match (digits(word), (self.known)(word)) {
                (Some(number), _) => return self.terms.make(Op::Number(number), &[]),
                (_, Some(known)) => return Ok(known),
                _ => return malformed(&format!("{} is not known here", quoted(word))),
            },
        };
        let mut of = if op == "-" { vec![self.terms.make(Op::Number(0), &[])?] } else { vec![] };
        self.expect(open)?;
        for end in ends {
            of.push(self.expression(binds)?);
            self.expect(end)?;
        }
        if op.is_empty() { Ok(of[0]) } else { self.terms.make(Op::Sign(op), &of) }
    }
}
