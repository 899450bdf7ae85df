//! Terms and conditions, and how they are read.

use super::{Checked, limited, limits, malformed};
use std::rc::Rc;

/// What is at the top of a tree. A letter is the place of its name in a list of names; signs are those of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    Number(i64),
    Letter(usize),
    Sign(&'static str),
}

/// A term or a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    pub op: Op,
    pub of: Rc<[Tree]>,
    pub depth: usize,
}

impl Tree {
    pub fn new(op: Op, of: &[Tree]) -> Tree {
        Tree { op, of: of.into(), depth: 1 + of.iter().map(|part| part.depth).max().unwrap_or(0) }
    }

    pub fn sign(sign: &'static str, of: &[&Tree]) -> Tree {
        Tree::new(Op::Sign(sign), &of.iter().map(|part| (*part).clone()).collect::<Vec<Tree>>())
    }

    pub fn not(&self) -> Tree {
        Tree::sign("not", &[self])
    }

    pub fn is_condition(&self) -> bool {
        match self.op {
            Op::Sign("if") => self.of[1].is_condition(),
            Op::Sign(sign) => ["true", "false", "not", "and", "or", "<", "<=", "=="].contains(&sign),
            _ => false,
        }
    }

    /// Returns the tree with the letters from number `from` on replaced by these terms.
    pub fn replaced(&self, from: usize, terms: &[Tree]) -> Tree {
        match self.op {
            Op::Letter(letter) if letter >= from && letter - from < terms.len() => terms[letter - from].clone(),
            op => Tree::new(op, &self.of.iter().map(|part| part.replaced(from, terms)).collect::<Vec<Tree>>()),
        }
    }
}

/// Reads a list with commas between its terms, or conditions if `are_conditions`.
pub fn list(text: &str, names: &[String], are_conditions: bool) -> Checked<Vec<Tree>> {
    let mut reader = Reader { names, rest: text.trim_matches(' '), depth: 0 };
    let mut list = vec![reader.expression(0)?];
    while reader.eat(",") {
        list.push(reader.expression(0)?);
    }
    match reader.word() {
        "" if list.iter().all(|tree| tree.is_condition() == are_conditions) => Ok(list),
        "" => malformed(KINDS),
        word => malformed(&format!("`{word}` cannot stand here")),
    }
}

/// Reads one term or condition.
pub fn one(text: &str, names: &[String], is_condition: bool) -> Checked<Tree> {
    let mut list = list(text, names, is_condition)?;
    if list.len() == 1 { Ok(list.remove(0)) } else { malformed("one is expected, not several") }
}

/// Returns a number that is written as digits alone.
pub fn digits<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns whether this can be the name of a letter.
pub fn is_name(word: &str) -> bool {
    const WORDS: [&str; 11] = ["or", "and", "if", "then", "else", "not", "min", "max", "true", "false", "nothing"];
    let is_letter = |sign: char| sign == '_' || sign.is_alphabetic();
    word.starts_with(is_letter)
        && word.chars().all(|sign| is_letter(sign) || sign.is_numeric())
        && !WORDS.contains(&word)
}

const KINDS: &str = "a term stands for a condition, or a condition for a term";

/// The signs between two operands, by how tightly they bind. `not` binds its operand at 3, and a sign at 7.
const INFIX: [&[&str]; 7] =
    [&[], &["or"], &["and"], &[], &["<", "<=", ">", ">=", "==", "!="], &["+", "-"], &["*", "/", "%"]];

struct Reader<'a> {
    names: &'a [String],
    rest: &'a str,
    depth: usize,
}

impl<'a> Reader<'a> {
    /// Returns the next word or sign; `""` at the end.
    fn word(&self) -> &'a str {
        let in_word = |sign: char| "_#".contains(sign) || sign.is_alphanumeric();
        let word = self.rest.find(|sign| !in_word(sign)).unwrap_or(self.rest.len());
        let is_two = ["<=", ">=", "==", "!="].iter().any(|sign| self.rest.starts_with(sign));
        let sign = if is_two { 2 } else { self.rest.chars().next().map_or(0, char::len_utf8) };
        &self.rest[..if word > 0 { word } else { sign }]
    }

    fn eat(&mut self, word: &str) -> bool {
        let is_next = self.word() == word;
        self.rest = if is_next { self.rest[word.len()..].trim_start_matches(' ') } else { self.rest };
        is_next
    }

    /// Reads what binds at least as tightly as `level`.
    fn expression(&mut self, level: usize) -> Checked<Tree> {
        self.depth += 1;
        limited(self.depth <= limits::MAX_DEPTH)?;
        let mut left = self.first(level)?;
        while let Some(binds) = (level..INFIX.len()).find(|binds| INFIX[*binds].contains(&self.word())) {
            let sign = INFIX[binds].iter().find(|sign| self.eat(sign)).copied().unwrap_or_default();
            let right = self.expression(binds + 1)?;
            left = match sign {
                ">" => tree("<", &[right, left])?,
                ">=" => tree("<=", &[right, left])?,
                "!=" => tree("==", &[left, right])?.not(),
                sign => tree(sign, &[left, right])?,
            };
        }
        self.depth -= 1;
        Ok(left)
    }

    fn first(&mut self, level: usize) -> Checked<Tree> {
        let word = self.word();
        self.eat(word);
        match word {
            "(" => Ok(self.parts(&[(0, ")")])?.remove(0)),
            "if" if level == 0 => tree("if", &self.parts(&[(0, "then"), (0, "else"), (0, "")])?),
            "min" | "max" if !self.eat("(") => malformed("`(` is missing"),
            "min" => tree("min", &self.parts(&[(0, ","), (0, ")")])?),
            "max" => tree("max", &self.parts(&[(0, ","), (0, ")")])?),
            "not" => tree("not", &self.parts(&[(3, "")])?),
            "-" => tree("-", &[Tree::new(Op::Number(0), &[]), self.parts(&[(7, "")])?.remove(0)]),
            "true" => tree("true", &[]),
            "false" => tree("false", &[]),
            word => match (digits(word), self.names.iter().position(|name| name == word)) {
                (Some(number), _) => Ok(Tree::new(Op::Number(number), &[])),
                (_, Some(letter)) => Ok(Tree::new(Op::Letter(letter), &[])),
                _ => malformed(&format!("`{word}` is not known here")),
            },
        }
    }

    /// Reads operands that bind at least so tightly, and the word after each.
    fn parts(&mut self, parts: &[(usize, &str)]) -> Checked<Vec<Tree>> {
        let mut read = |(level, end): &(usize, &str)| {
            let part = self.expression(*level)?;
            if end.is_empty() || self.eat(end) { Ok(part) } else { malformed(&format!("`{end}` is missing")) }
        };
        parts.iter().map(&mut read).collect()
    }
}

/// Returns a tree; fails if its parts are of the wrong kind.
fn tree(sign: &'static str, of: &[Tree]) -> Checked<Tree> {
    let are = |conditions: bool, parts: &[Tree]| parts.iter().all(|part| part.is_condition() == conditions);
    let fits = match sign {
        "if" => are(true, &of[..1]) && are(of[1].is_condition(), &of[2..]),
        "not" | "and" | "or" => are(true, of),
        _ => are(false, of),
    };
    let tree = Tree::new(Op::Sign(sign), of);
    limited(tree.depth <= limits::MAX_DEPTH)?;
    if fits { Ok(tree) } else { malformed(KINDS) }
}
