//! The lines of the game and of its claim, and what must be shown of them. The text of a line is parsed anew wherever its
//! names mean something else: the claim after a move is the claim in a scope in which components are what the move leaves.

use super::term::{Id, Op, Terms, digits, is_name};
use super::{Checked, Lines, limited, limits, malformed, quoted};
use crate::Play;
use std::collections::HashSet;

/// What names mean.
type Scope = Vec<(String, Id)>;

/// Conditions that must not hold together.
pub struct Obligation {
    pub heading: String,
    pub conditions: Vec<Id>,
    /// The letters that its proof may name.
    pub scope: Scope,
}

/// A line of which the text is kept, to be parsed again where its names mean something else.
type Line<'a, T> = (&'a str, T);

/// A kind of move: the scope with its binders, the guard, and the terms of what it leaves, if that is not nothing.
type Move<'a> = (Scope, Line<'a, Id>, Line<'a, Option<Vec<Id>>>);

/// The number of a move, and terms for its binders.
type Choice = (usize, Vec<Id>);

pub struct Game<'a> {
    pub play: Play,
    /// What follows the claim.
    pub proof: &'a str,
    /// Components, then givens.
    scope: Scope,
    domain: Line<'a, Id>,
    moves: Vec<Move<'a>>,
    claim: Line<'a, Id>,
    weights: Line<'a, Vec<Id>>,
    witnesses: Vec<Choice>,
    any: Vec<Choice>,
    /// The value that is sought, in a scope with the letters that witnesses may name.
    sought: Id,
    named: Scope,
}

impl<'a> Game<'a> {
    pub fn read(lines: &mut Lines<'a>, terms: &mut Terms) -> Checked<Game<'a>> {
        lines.expect_all("grundy letters 1")?;
        let play = match lines.expect("play")? {
            " normal" => Play::Normal,
            " misere" => Play::Misere,
            " grundy" => Play::Grundy,
            _ => return malformed("`normal`, `misere` or `grundy` is expected"),
        };
        let scope = add_letters(&[], lines.expect("components")?.split(' ').skip(1), terms)?;
        let components = scope.len();
        let scope = add_letters(&scope, lines.expect("givens")?.split(' ').skip(1), terms)?;
        let domain = lines.expect("domain")?;
        let domain = (domain, terms.one(domain, &scope, true)?);
        let mut moves = vec![];
        while let Some((binders, text)) = lines.after("move").map(|text| text.split_once(';').unwrap_or((text, ""))) {
            let Some((guard, result)) = text.split_once(';') else {
                return malformed("a move has a guard and a result");
            };
            let names = binders.split(',').map(str::trim).filter(|_| !binders.is_empty());
            let inner = add_letters(&scope, names, terms)?;
            let guard = (guard, terms.one(guard, &inner, true)?);
            let left =
                if result.trim_matches(' ') == "nothing" { None } else { Some(terms.list(result, &inner, false)?) };
            if left.as_ref().is_some_and(|left| left.len() != components) {
                return malformed("a move leaves a number for each component");
            }
            moves.push((inner, guard, (result, left)));
            limited(moves.len() <= limits::MAX_MOVES)?;
        }
        let claim = lines.expect("claim")?;
        let claim = (claim, terms.one(claim, &scope, play != Play::Grundy)?);
        let (proof, weights) = (lines.rest, lines.expect("weights")?);
        let weights = (weights, terms.list(weights, &scope, false)?);
        let sought = terms.make(Op::Letter(scope.len()), &[])?;
        let (mut named, witnesses, any) = (scope.clone(), vec![], vec![]);
        named.extend((play == Play::Grundy).then(|| ("?".to_owned(), sought)));
        let mut game = Game { play, proof, scope, domain, moves, claim, weights, witnesses, any, sought, named };
        while let Some(text) = lines.after("witness") {
            game.witnesses.push(game.choice(text, terms)?);
        }
        while let Some(text) = lines.after("any") {
            game.any.push(game.choice(text, terms)?);
        }
        limited(game.witnesses.len().max(game.any.len()) <= limits::MAX_MOVES)?;
        if play == Play::Misere || game.any.is_empty() {
            Ok(game)
        } else {
            malformed("`any` stands in misère play alone")
        }
    }

    fn choice(&self, text: &str, terms: &mut Terms) -> Checked<Choice> {
        let (number, list) = text.split_once(';').unwrap_or((text, ""));
        let number = digits(number.trim()).unwrap_or(usize::MAX);
        let list = if list.is_empty() { vec![] } else { terms.list(list, &self.named, false)? };
        let fits = self.moves.get(number).is_some_and(|(inner, ..)| inner.len() == self.scope.len() + list.len());
        if fits { Ok((number, list)) } else { malformed("no move has this number and these binders") }
    }

    /// Returns what holds of a move if these are its binders: G, that it is legal; E, that what it leaves is in the
    /// domain; F, that the weights fall; Q, the claim about what it leaves.
    fn made(&self, (number, binders): &Choice, terms: &mut Terms) -> Checked<Vec<(&'static str, Id)>> {
        let (inner, guard, result) = &self.moves[*number];
        let inner = rebound(inner, self.scope.len(), binders);
        let guard = ("G", terms.one(guard.0, &inner, true)?);
        if result.1.is_none() {
            let claim = match self.play {
                Play::Normal => Op::Sign("true"),
                Play::Misere => Op::Sign("false"),
                Play::Grundy | Play::Relation => Op::Number(0),
            };
            let yes = terms.make(Op::Sign("true"), &[])?;
            return Ok(vec![guard, ("E", yes), ("F", yes), ("Q", terms.make(claim, &[])?)]);
        }
        let after = rebound(&self.scope, 0, &terms.list(result.0, &inner, false)?);
        let pairs = self.weights.1.iter().zip(terms.list(self.weights.0, &after, false)?);
        let mut falls = terms.make(Op::Sign("false"), &[])?;
        for (at, (weight, left)) in pairs.enumerate().rev() {
            let text = if at + 1 < self.weights.1.len() { "V < W or V == W and F" } else { "V < W" };
            falls = terms.one(text, &[("W", *weight), ("V", left), ("F", falls)], true)?;
        }
        let inside = terms.one(self.domain.0, &after, true)?;
        let claim = terms.one(self.claim.0, &after, self.play != Play::Grundy)?;
        Ok(vec![guard, ("E", inside), ("F", falls), ("Q", claim)])
    }

    /// Returns everything that must be shown, in order.
    pub fn obligations(&self, terms: &mut Terms) -> Checked<Vec<Obligation>> {
        let (scope, is_grundy) = (&self.scope, self.play == Play::Grundy);
        let fixed = [("D", self.domain.1), ("P", self.claim.1), ("?", self.sought)];
        let mut moves = vec![];
        for (number, (inner, ..)) in self.moves.iter().enumerate() {
            let binders = inner[scope.len()..].iter().map(|(_, letter)| *letter).collect();
            let names = [&fixed[..], &self.made(&(number, binders), terms)?].concat();
            moves.push((format!(" {number}"), inner, names));
        }
        let mut all = self.defined(terms)?;
        let mut show = |heading: &str, number: &str, scope: &Scope, conditions: Vec<Id>| {
            all.push(Obligation { heading: format!("{heading}{number}"), conditions, scope: scope.clone() });
        };
        for (number, weight) in self.weights.1.iter().enumerate() {
            let conditions = terms.list("D, W < 0", &[fixed[0], ("W", *weight)], true)?;
            show("weight", &format!(" {number}"), scope, conditions);
        }
        if is_grundy {
            show("natural", "", scope, terms.list("D, P < 0", &fixed, true)?);
        }
        let never = if is_grundy { "D, G, P == Q" } else { "D, G, P, Q" };
        for (heading, conditions) in [("stays", "D, G, not E"), ("falls", "D, G, not F"), ("never", never)] {
            for (number, inner, names) in &moves {
                show(heading, number, inner, terms.list(conditions, names, true)?);
            }
        }
        let mut fail = vec![];
        for choice in &self.witnesses {
            let names = [&fixed[..], &self.made(choice, terms)?].concat();
            fail.push(terms.one(if is_grundy { "not (G and Q == ?)" } else { "not (G and Q)" }, &names, true)?);
        }
        if self.play != Play::Misere {
            let start = if is_grundy { "D, 0 <= ?, ? < P" } else { "D, not P" };
            show("some", "", &self.named, [terms.list(start, &fixed, true)?, fail].concat());
            return Ok(all);
        }
        for (number, inner, names) in &moves {
            show("some", number, inner, [terms.list("D, G, not P", names, true)?, fail.clone()].concat());
        }
        let mut conditions = terms.list("D, P", &fixed, true)?;
        for choice in &self.any {
            let names = self.made(choice, terms)?;
            conditions.push(terms.one("not G", &names, true)?);
        }
        show("moves", "", scope, conditions);
        Ok(all)
    }

    /// Returns an obligation for each divisor of the domain, of the moves and of the claim.
    fn defined(&self, terms: &mut Terms) -> Checked<Vec<Obligation>> {
        let domain = self.domain.1;
        let mut places = vec![(domain, vec![], &self.scope)];
        for (inner, (_, guard), (_, left)) in &self.moves {
            places.push((*guard, vec![domain], inner));
            places.extend(left.iter().flatten().map(|term| (*term, vec![domain, *guard], inner)));
        }
        places.push((self.claim.1, vec![domain], &self.scope));
        let (mut all, mut seen) = (vec![], HashSet::new());
        for (id, mut path, scope) in places {
            let mut found = vec![];
            divisors(id, &mut path, terms, &mut found)?;
            limited(found.len() + all.len() <= limits::MAX_DIVISORS)?;
            for conditions in found.into_iter().filter(|conditions| seen.insert(conditions.clone())) {
                all.push(Obligation { heading: format!("defined {}", all.len()), conditions, scope: scope.clone() });
            }
        }
        Ok(all)
    }
}

/// Returns a scope with names for the next letters.
fn add_letters<'a>(scope: &[(String, Id)], names: impl Iterator<Item = &'a str>, terms: &mut Terms) -> Checked<Scope> {
    let mut scope = scope.to_vec();
    for name in names {
        if !is_name(name) || scope.iter().any(|(other, _)| other == name) {
            return malformed(&format!("{} cannot be a name here", quoted(name)));
        }
        scope.push((name.to_owned(), terms.make(Op::Letter(scope.len()), &[])?));
        limited(scope.len() < limits::MAX_NAMES)?;
    }
    Ok(scope)
}

/// Returns a scope in which the names from number `from` on mean these terms.
fn rebound(scope: &Scope, from: usize, terms: &[Id]) -> Scope {
    let mut scope = scope.clone();
    scope.iter_mut().skip(from).zip(terms).for_each(|(entry, term)| entry.1 = *term);
    scope
}

/// Finds the divisors of a tree that are not numbers of at least 1: what holds where each is evaluated, and that it is at
/// most 0.
fn divisors(id: Id, path: &mut Vec<Id>, terms: &mut Terms, found: &mut Vec<Vec<Id>>) -> Checked<()> {
    let (op, of) = (terms.node(id).0, terms.node(id).1.to_vec());
    for (number, part) in of.iter().enumerate() {
        let length = path.len();
        match (op, number) {
            (Op::Sign("and" | "if"), 1) => path.push(of[0]),
            (Op::Sign("or"), 1) | (Op::Sign("if"), 2) => path.push(terms.make(Op::Sign("not"), &of[..1])?),
            _ => {}
        }
        divisors(*part, path, terms, found)?;
        path.truncate(length);
    }
    if matches!(op, Op::Sign("/" | "%")) && !matches!(terms.node(of[1]).0, Op::Number(1..)) {
        found.push([&path[..], &[terms.one("B <= 0", &[("B", of[1])], true)?]].concat());
    }
    Ok(())
}
