//! Text -> terms and conditions: the part of the rule language that certificates are written in.

use super::term::{Condition, Operator, Relation, Term};

/// Format: maximum nesting, as each level is a nested call; more than any term that is proved.
const MAX_NESTING: usize = 64;

/// Reads terms and conditions; letters are found, or added, in a list of names.
pub struct Parser<'a> {
    tokens: Vec<&'a str>,
    next: usize,
    nesting: usize,
    names: &'a mut Vec<String>,
}

enum Parsed {
    Term(Term),
    Condition(Condition),
}

fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if first.is_alphanumeric() || first == '_' {
            rest.find(|at: char| !(at.is_alphanumeric() || at == '_')).unwrap_or(rest.len())
        } else if ["==", "!=", "<=", ">="].iter().any(|sign| rest.starts_with(sign)) {
            2
        } else {
            first.len_utf8()
        };
        tokens.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    tokens
}

impl<'a> Parser<'a> {
    /// Returns the term that a text is; `None` if it is none.
    pub fn term(text: &'a str, names: &'a mut Vec<String>) -> Option<Term> {
        let mut parser = Parser { tokens: tokens(text), next: 0, nesting: 0, names };
        let term = parser.any()?.term()?;
        (parser.next == parser.tokens.len()).then_some(term)
    }

    /// Returns the condition that a text is; `None` if it is none.
    pub fn condition(text: &'a str, names: &'a mut Vec<String>) -> Option<Condition> {
        let mut parser = Parser { tokens: tokens(text), next: 0, nesting: 0, names };
        let condition = parser.any()?.condition()?;
        (parser.next == parser.tokens.len()).then_some(condition)
    }

    fn peek(&self) -> &'a str {
        self.tokens.get(self.next).copied().unwrap_or("")
    }

    fn take(&mut self, token: &str) -> bool {
        let is_next = self.peek() == token;
        self.next += usize::from(is_next);
        is_next
    }

    fn any(&mut self) -> Option<Parsed> {
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            return None;
        }
        let parsed = if self.take("if") {
            let condition = Box::new(self.any()?.condition()?);
            self.take("then").then_some(())?;
            let yes = self.any()?;
            self.take("else").then_some(())?;
            match (yes, self.any()?) {
                (Parsed::Term(yes), Parsed::Term(no)) => {
                    Some(Parsed::Term(Term::If(condition, Box::new(yes), Box::new(no))))
                }
                (yes, no) => Some(Parsed::Condition(Condition::If(
                    condition,
                    Box::new(yes.condition()?),
                    Box::new(no.condition()?),
                ))),
            }
        } else {
            self.or()
        };
        self.nesting -= 1;
        parsed
    }

    fn or(&mut self) -> Option<Parsed> {
        let first = self.and()?;
        if self.peek() != "or" {
            return Some(first);
        }
        // What stands in parentheses on the left is the same tree as without them.
        let mut parts = match first.condition()? {
            Condition::Or(parts) => parts,
            first => vec![first],
        };
        while self.take("or") {
            parts.push(self.and()?.condition()?);
        }
        Some(Parsed::Condition(Condition::Or(parts)))
    }

    fn and(&mut self) -> Option<Parsed> {
        let first = self.not()?;
        if self.peek() != "and" {
            return Some(first);
        }
        let mut parts = match first.condition()? {
            Condition::And(parts) => parts,
            first => vec![first],
        };
        while self.take("and") {
            parts.push(self.not()?.condition()?);
        }
        Some(Parsed::Condition(Condition::And(parts)))
    }

    fn not(&mut self) -> Option<Parsed> {
        if self.take("not") {
            return Some(Parsed::Condition(Condition::Not(Box::new(self.not()?.condition()?))));
        }
        self.comparison()
    }

    fn relation(&mut self) -> Option<Relation> {
        let relation = match self.peek() {
            "==" => Relation::Equal,
            "!=" => Relation::Unequal,
            "<" => Relation::Less,
            "<=" => Relation::AtMost,
            ">" => Relation::More,
            ">=" => Relation::AtLeast,
            _ => return None,
        };
        self.next += 1;
        Some(relation)
    }

    fn comparison(&mut self) -> Option<Parsed> {
        let first = self.binary(0)?;
        let Some(relation) = self.relation() else { return Some(first) };
        let mut left = first.term()?;
        let mut right = self.binary(0)?.term()?;
        let mut parts = vec![Condition::compare(left, relation, right.clone())];
        while let Some(relation) = self.relation() {
            left = right;
            right = self.binary(0)?.term()?;
            parts.push(Condition::compare(left, relation, right.clone()));
        }
        Some(Parsed::Condition(if parts.len() == 1 { parts.remove(0) } else { Condition::And(parts) }))
    }

    fn binary(&mut self, level: usize) -> Option<Parsed> {
        const LEVELS: [&[(&str, Operator)]; 3] = [
            &[("^", Operator::Xor)],
            &[("+", Operator::Add), ("-", Operator::Sub)],
            &[("*", Operator::Mul), ("/", Operator::Div), ("%", Operator::Mod)],
        ];
        let Some(signs) = LEVELS.get(level) else { return self.atom() };
        let mut left = self.binary(level + 1)?;
        while let Some((_, operator)) = signs.iter().find(|(sign, _)| *sign == self.peek()) {
            self.next += 1;
            let right = self.binary(level + 1)?.term()?;
            left = Parsed::Term(Term::binary(*operator, left.term()?, right));
        }
        Some(left)
    }

    fn atom(&mut self) -> Option<Parsed> {
        let token = self.peek();
        self.next += 1;
        match token {
            "" => None,
            "-" => Some(Parsed::Term(match self.atom()?.term()? {
                Term::Number(number) => Term::Number(-number),
                term => Term::binary(Operator::Sub, Term::Number(0), term),
            })),
            "(" => {
                let inner = self.any()?;
                self.take(")").then_some(inner)
            }
            "true" => Some(Parsed::Condition(Condition::Constant(true))),
            "false" => Some(Parsed::Condition(Condition::Constant(false))),
            "min" | "max" => {
                let operator = if token == "min" { Operator::Min } else { Operator::Max };
                self.take("(").then_some(())?;
                let mut term = self.any()?.term()?;
                while self.take(",") {
                    term = Term::binary(operator, term, self.any()?.term()?);
                }
                self.take(")").then_some(Parsed::Term(term))
            }
            _ if token.starts_with(|first: char| first.is_ascii_digit()) => {
                Some(Parsed::Term(Term::Number(token.parse().ok()?)))
            }
            _ if token.starts_with(|first: char| first.is_alphabetic() || first == '_' || first == '?') => {
                let index = self.names.iter().position(|name| name == token).unwrap_or_else(|| {
                    self.names.push(token.to_owned());
                    self.names.len() - 1
                });
                Some(Parsed::Term(Term::Letter(index)))
            }
            _ => None,
        }
    }
}

impl Parsed {
    fn term(self) -> Option<Term> {
        match self {
            Parsed::Term(term) => Some(term),
            Parsed::Condition(_) => None,
        }
    }

    fn condition(self) -> Option<Condition> {
        match self {
            Parsed::Condition(condition) => Some(condition),
            Parsed::Term(_) => None,
        }
    }
}
