//! A game with givens as letters, what is claimed of it, and the obligations of a proof.

use super::parse::Parser;
use super::term::{Condition, Named, Operator, Relation, Term};

/// How a game is won, and what is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// Who cannot move loses; a claim says which positions are lost.
    Normal,
    /// Who cannot move wins; a claim says which positions are lost.
    Misere,
    /// Who cannot move loses; a claim says the Grundy value.
    Grundy,
}

/// A kind of move.
#[derive(Clone, Debug)]
pub struct Move {
    /// The letters that are chosen.
    pub binders: Vec<usize>,
    /// When it is legal.
    pub guard: Condition,
    /// What it leaves for each component; `None` if nothing.
    pub result: Option<Vec<Term>>,
}

/// A game: its first letters are the components, then the givens, then `?`, then binders.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The play rule.
    pub play: Play,
    /// The names of all letters.
    pub names: Vec<String>,
    /// The number of components.
    pub components: usize,
    /// The number of givens.
    pub givens: usize,
    /// Which positions and givens there are.
    pub domain: Condition,
    /// The moves.
    pub moves: Vec<Move>,
    /// The lines of the game as they were read.
    lines: String,
}

/// What is claimed of a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Claim {
    /// It is lost exactly under this condition.
    Lost(Condition),
    /// This is its Grundy value.
    Value(Term),
}

/// A move by its number, with a term for each binder.
#[derive(Clone, Debug, PartialEq)]
pub struct Witness {
    /// The number of the move.
    pub index: usize,
    /// A term for each binder.
    pub terms: Vec<Term>,
}

/// What a proof needs beside the trees.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The claim.
    pub claim: Claim,
    /// Terms that every move lowers, in lexicographic order.
    pub weights: Vec<Term>,
    /// Good moves.
    pub witnesses: Vec<Witness>,
    /// In misère play, moves that lost positions have.
    pub any: Vec<Witness>,
}

/// Conditions that cannot hold together.
pub struct Obligation {
    /// Its heading in the certificate.
    pub heading: String,
    /// The conditions, in normal form.
    pub conditions: Vec<Condition>,
}

/// Returns a claim as text, in the syntax of the rule language; letters have these names.
pub fn spelled(claim: &Claim, names: &[String]) -> String {
    match claim {
        Claim::Lost(condition) => Named(condition, names).to_string(),
        Claim::Value(term) => Named(term, names).to_string(),
    }
}

impl Problem {
    /// Returns the game that the first lines of a certificate describe, up to the moves; `None` if they are none.
    pub fn parse(text: &str) -> Option<Problem> {
        let mut lines = text.lines();
        (lines.next()? == "grundy letters 1").then_some(())?;
        let play = match lines.next()? {
            "play normal" => Play::Normal,
            "play misere" => Play::Misere,
            "play grundy" => Play::Grundy,
            _ => return None,
        };
        let listed = |line: Option<&str>, word: &str| -> Option<Vec<String>> {
            Some(line?.strip_prefix(word)?.split_whitespace().map(str::to_owned).collect())
        };
        let mut names = listed(lines.next(), "components")?;
        let components = names.len();
        names.extend(listed(lines.next(), "givens")?);
        let givens = names.len() - components;
        names.push("?".into());
        let known = names.len();
        let domain = Parser::condition(lines.next()?.strip_prefix("domain ")?, &mut names)?.normal();
        (names.len() == known && components > 0).then_some(())?;
        let mut moves = Vec::new();
        for line in lines {
            let mut fields = line.strip_prefix("move")?.split(';').map(str::trim);
            let binders = fields.next()?.split(',').map(str::trim).filter(|name| !name.is_empty());
            let mut letters = Vec::new();
            for binder in binders {
                letters.push(names.iter().position(|name| name == binder).unwrap_or_else(|| {
                    names.push(binder.to_owned());
                    names.len() - 1
                }));
            }
            if letters.iter().any(|letter| *letter < known) {
                return None;
            }
            let letters_before = names.len();
            let guard = Parser::condition(fields.next()?, &mut names)?.normal();
            let result = fields.next()?;
            let result = match result {
                "nothing" => None,
                _ => Some(
                    split_terms(result)
                        .into_iter()
                        .map(|text| Some(Parser::term(text, &mut names)?.normal()))
                        .collect::<Option<Vec<_>>>()?,
                ),
            };
            let is_whole = result.as_ref().is_none_or(|terms| terms.len() == components);
            (is_whole && names.len() == letters_before && fields.next().is_none()).then_some(())?;
            moves.push(Move { binders: letters, guard, result });
        }
        Some(Problem { play, names, components, givens, domain, moves, lines: text.trim_end().to_owned() })
    }

    /// Returns the letter of the value that a good move must reach.
    pub fn sought(&self) -> usize {
        self.components + self.givens
    }

    /// Returns whether a letter is a given.
    pub fn is_given(&self, letter: usize) -> bool {
        (self.components..self.components + self.givens).contains(&letter)
    }

    /// Returns a claim read from text.
    pub fn claim(&self, text: &str) -> Option<Claim> {
        let mut names = self.names.clone();
        let claim = match self.play {
            Play::Grundy => Claim::Value(Parser::term(text, &mut names)?),
            _ => Claim::Lost(Parser::condition(text, &mut names)?),
        };
        (names.len() == self.names.len()).then_some(claim)
    }

    /// Returns the lines of a certificate up to the obligations.
    pub fn statement(&self, plan: &Plan) -> String {
        let claim = self.spelled(&plan.claim);
        let mut text = format!("{}\nclaim {claim}\nweights {}\n", self.lines, self.terms(&plan.weights));
        for (word, witnesses) in [("witness", &plan.witnesses), ("any", &plan.any)] {
            for witness in witnesses {
                let terms =
                    if witness.terms.is_empty() { String::new() } else { format!("; {}", self.terms(&witness.terms)) };
                text += &format!("{word} {}{terms}\n", witness.index);
            }
        }
        text
    }

    /// Returns a claim as text, in the syntax of the rule language.
    pub fn spelled(&self, claim: &Claim) -> String {
        spelled(claim, &self.names)
    }

    fn terms(&self, terms: &[Term]) -> String {
        let named: Vec<String> = terms.iter().map(|term| Named(term, &self.names).to_string()).collect();
        named.join(", ")
    }

    /// Returns a term after a move: components are replaced by what it leaves.
    fn after(&self, result: &[Term], term: &Term) -> Term {
        term.substitute(&|letter| result.get(letter).cloned())
    }

    fn condition_after(&self, result: &[Term], condition: &Condition) -> Condition {
        condition.substitute(&|letter| result.get(letter).cloned())
    }

    /// Returns the guard and the result of a witness.
    fn witnessed(&self, witness: &Witness) -> (Condition, Option<Vec<Term>>) {
        let made = &self.moves[witness.index];
        let replace = |letter: usize| {
            made.binders.iter().position(|binder| *binder == letter).map(|at| witness.terms[at].clone())
        };
        let result = made.result.as_ref().map(|terms| terms.iter().map(|term| term.substitute(&replace)).collect());
        (made.guard.substitute(&replace), result)
    }

    /// Returns that the weights after a move come before those now.
    fn before(&self, result: &[Term], weights: &[Term]) -> Condition {
        let mut before: Option<Condition> = None;
        for weight in weights.iter().rev() {
            let after = self.after(result, weight);
            let less = Condition::compare(after.clone(), Relation::Less, weight.clone());
            before = Some(match before {
                None => less,
                Some(rest) => {
                    let same = Condition::compare(after, Relation::Equal, weight.clone());
                    Condition::Or(vec![less, Condition::And(vec![same, rest])])
                }
            });
        }
        before.unwrap_or(Condition::Constant(false))
    }

    fn lost_after(&self, lost: &Condition, result: Option<&Vec<Term>>) -> Condition {
        match result {
            Some(result) => self.condition_after(result, lost),
            None => Condition::Constant(self.play == Play::Normal),
        }
    }

    fn value_after(&self, value: &Term, result: Option<&Vec<Term>>) -> Term {
        result.map_or(Term::Number(0), |result| self.after(result, value))
    }

    /// Returns what must be refuted, in the order of the certificate.
    pub fn obligations(&self, plan: &Plan) -> Vec<Obligation> {
        let mut obligations = self.defined(plan);
        let mut add = |heading: String, conditions: Vec<Condition>| {
            let conditions = conditions.iter().map(Condition::normal).collect();
            obligations.push(Obligation { heading, conditions });
        };
        let not = |condition: Condition| Condition::Not(Box::new(condition));
        let domain = || self.domain.clone();
        for (index, weight) in plan.weights.iter().enumerate() {
            add(
                format!("weight {index}"),
                vec![domain(), Condition::compare(weight.clone(), Relation::Less, Term::Number(0))],
            );
        }
        if let Claim::Value(value) = &plan.claim {
            add("natural".into(), vec![domain(), Condition::compare(value.clone(), Relation::Less, Term::Number(0))]);
        }
        for (index, made) in self.moves.iter().enumerate() {
            let stays = match &made.result {
                Some(result) => self.condition_after(result, &self.domain),
                None => Condition::Constant(true),
            };
            add(format!("stays {index}"), vec![domain(), made.guard.clone(), not(stays)]);
        }
        for (index, made) in self.moves.iter().enumerate() {
            let falls = match &made.result {
                Some(result) => self.before(result, &plan.weights),
                None => Condition::Constant(true),
            };
            add(format!("falls {index}"), vec![domain(), made.guard.clone(), not(falls)]);
        }
        let witnessed: Vec<_> = plan.witnesses.iter().map(|witness| self.witnessed(witness)).collect();
        match &plan.claim {
            Claim::Value(value) => {
                for (index, made) in self.moves.iter().enumerate() {
                    let same = Condition::compare(
                        value.clone(),
                        Relation::Equal,
                        self.value_after(value, made.result.as_ref()),
                    );
                    add(format!("never {index}"), vec![domain(), made.guard.clone(), same]);
                }
                let sought = Term::Letter(self.sought());
                let mut conditions = vec![
                    domain(),
                    Condition::compare(Term::Number(0), Relation::AtMost, sought.clone()),
                    Condition::compare(sought.clone(), Relation::Less, value.clone()),
                ];
                for (guard, result) in &witnessed {
                    let reached =
                        Condition::compare(self.value_after(value, result.as_ref()), Relation::Equal, sought.clone());
                    conditions.push(not(Condition::And(vec![guard.clone(), reached])));
                }
                add("some".into(), conditions);
            }
            Claim::Lost(lost) => {
                for (index, made) in self.moves.iter().enumerate() {
                    let after = self.lost_after(lost, made.result.as_ref());
                    add(format!("never {index}"), vec![domain(), made.guard.clone(), lost.clone(), after]);
                }
                let fails: Vec<Condition> = witnessed
                    .iter()
                    .map(|(guard, result)| {
                        not(Condition::And(vec![guard.clone(), self.lost_after(lost, result.as_ref())]))
                    })
                    .collect();
                if self.play == Play::Misere {
                    for (index, made) in self.moves.iter().enumerate() {
                        let mut conditions = vec![domain(), made.guard.clone(), not(lost.clone())];
                        conditions.extend(fails.iter().cloned());
                        add(format!("some {index}"), conditions);
                    }
                    let mut conditions = vec![domain(), lost.clone()];
                    conditions.extend(plan.any.iter().map(|witness| not(self.witnessed(witness).0)));
                    add("moves".into(), conditions);
                } else {
                    let mut conditions = vec![domain(), not(lost.clone())];
                    conditions.extend(fails);
                    add("some".into(), conditions);
                }
            }
        }
        obligations
    }

    /// Returns the obligations that no divisor is below 1 where it is evaluated.
    fn defined(&self, plan: &Plan) -> Vec<Obligation> {
        let mut found = Divisors::new();
        // What was found before, with the binders of each move by their number.
        let mut known: Divisors = Vec::new();
        let mut keep = |line: Divisors, binders: &[usize]| {
            for (path, divisor) in line {
                let number = |letter: usize| {
                    let at = binders.iter().position(|binder| *binder == letter)?;
                    Some(Term::Letter(self.names.len() + at))
                };
                let path_key = path.iter().map(|condition| condition.substitute(&number)).collect();
                let key = (path_key, divisor.substitute(&number));
                if !known.contains(&key) {
                    known.push(key);
                    found.push((path, divisor));
                }
            }
        };
        let mut line = Divisors::new();
        divisors_of_condition(&self.domain, &mut vec![], &mut line);
        keep(std::mem::take(&mut line), &[]);
        for made in &self.moves {
            let mut path = vec![self.domain.clone()];
            divisors_of_condition(&made.guard, &mut path, &mut line);
            path.push(made.guard.clone());
            made.result.iter().flatten().for_each(|term| divisors_of_term(term, &mut path, &mut line));
            keep(std::mem::take(&mut line), &made.binders);
        }
        let mut path = vec![self.domain.clone()];
        match &plan.claim {
            Claim::Lost(condition) => divisors_of_condition(&condition.normal(), &mut path, &mut line),
            Claim::Value(term) => divisors_of_term(&term.normal(), &mut path, &mut line),
        }
        keep(line, &[]);
        let mut obligations = Vec::new();
        for (index, (mut conditions, divisor)) in found.into_iter().enumerate() {
            conditions.push(Condition::compare(divisor, Relation::AtMost, Term::Number(0)));
            obligations.push(Obligation { heading: format!("defined {index}"), conditions });
        }
        obligations
    }
}

/// Splits at the commas outside parentheses.
fn split_terms(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, character) in text.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts
}

type Divisors = Vec<(Vec<Condition>, Term)>;

fn divisors_of_term(term: &Term, path: &mut Vec<Condition>, found: &mut Divisors) {
    match term {
        Term::Number(_) | Term::Letter(_) => {}
        Term::Binary(operator, left, right) => {
            divisors_of_term(left, path, found);
            divisors_of_term(right, path, found);
            let is_sure = matches!(**right, Term::Number(number) if number >= 1);
            if matches!(operator, Operator::Div | Operator::Mod) && !is_sure {
                found.push((path.clone(), (**right).clone()));
            }
        }
        Term::If(condition, yes, no) => {
            divisors_of_condition(condition, path, found);
            path.push((**condition).clone());
            divisors_of_term(yes, path, found);
            path.pop();
            path.push(Condition::Not(condition.clone()));
            divisors_of_term(no, path, found);
            path.pop();
        }
    }
}

fn divisors_of_condition(condition: &Condition, path: &mut Vec<Condition>, found: &mut Divisors) {
    match condition {
        Condition::Constant(_) => {}
        Condition::Compare(_, left, right) => {
            divisors_of_term(left, path, found);
            divisors_of_term(right, path, found);
        }
        Condition::Not(inner) => divisors_of_condition(inner, path, found),
        Condition::And(parts) | Condition::Or(parts) => {
            let is_and = matches!(condition, Condition::And(_));
            for (index, part) in parts.iter().enumerate() {
                if index == 0 {
                    divisors_of_condition(part, path, found);
                    continue;
                }
                let before = match (index, is_and) {
                    (1, _) => parts[0].clone(),
                    (_, true) => Condition::And(parts[..index].to_vec()),
                    (_, false) => Condition::Or(parts[..index].to_vec()),
                };
                path.push(if is_and { before } else { Condition::Not(Box::new(before)) });
                divisors_of_condition(part, path, found);
                path.pop();
            }
        }
        Condition::If(test, yes, no) => {
            divisors_of_condition(test, path, found);
            path.push((**test).clone());
            divisors_of_condition(yes, path, found);
            path.pop();
            path.push(Condition::Not(test.clone()));
            divisors_of_condition(no, path, found);
            path.pop();
        }
    }
}
