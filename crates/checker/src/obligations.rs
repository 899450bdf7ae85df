//! What a certificate must show, each as a walk.

use crate::numeration::{Atom, Relation};
use crate::text::{Clause, Kind, Play, Statement};
use crate::walk::{Answer, Objection, Walk};
use crate::{Fault, Refusal};
use std::collections::BTreeSet;

type Spend<'a> = &'a mut dyn FnMut(u64) -> Result<(), Refusal>;

pub(crate) fn check(statement: &Statement, spend: Spend) -> Result<(), Refusal> {
    // What most wrong certificates fail in is asked first.
    if statement.relation {
        check_relation(statement, spend)?;
    } else {
        check_values(statement, spend)?;
    }
    let is_claim = |clause: &&Clause| matches!(clause.kind, Kind::Claim | Kind::Is);
    statement
        .clauses
        .iter()
        .filter(|clause| !is_claim(clause))
        .try_for_each(|clause| check_moves(statement, clause, spend))
}

fn tracks(range: std::ops::Range<usize>) -> Vec<usize> {
    range.collect()
}

/// The first track is at least so much more than the second.
fn exceeds(first: usize, second: usize, least: i64) -> Atom {
    Atom { coefficients: vec![1, -1], relation: Relation::AtLeast, constant: least }.on(&[first, second])
}

fn object(fault: Fault, line: usize, reason: impl Into<String>) -> Result<(), Objection> {
    Err((fault, line, reason.into()))
}

/// Every move from the domain leads into the domain and lowers the weight, so that play ends; what must never hold does not.
fn check_moves(statement: &Statement, clause: &Clause, spend: Spend) -> Result<(), Refusal> {
    let mut walk = Walk::new(statement, clause.variables, spend);
    let conditions = clause.atoms.iter().chain(&statement.domain).cloned().collect();
    walk.ask(clause.variables, conditions, vec![])?;
    let mut kept = Vec::new();
    for part in &clause.parts {
        kept.extend(statement.domain.iter().map(|atom| atom.on(part)));
        let coefficients = statement.weights.iter().copied().chain(statement.weights.iter().map(|weight| -weight));
        let falls = Atom { coefficients: coefficients.collect(), relation: Relation::AtLeast, constant: 1 };
        kept.push(falls.on(&[&tracks(0..statement.components), &part[..]].concat()));
    }
    walk.ask(clause.variables, kept, vec![])?;
    walk.run(|answers| match (clause.kind, answers.len()) {
        (Kind::Never, _) => object(Fault::Moves, clause.line, "this happens"),
        (_, 2) => Ok(()),
        _ => object(Fault::Moves, clause.line, "a move leaves the domain or does not lower the weight"),
    })
}

/// The automaton gives each position of the domain the value that the rule of play makes of those of its options; by induction on
/// the weight it is the true one. Where play is not for Grundy values, bit 0 of a value says that the position is won, and bit i
/// that by step i, made once or more often, a lost position is reached.
fn check_values(statement: &Statement, spend: Spend) -> Result<(), Refusal> {
    let own = tracks(0..statement.components);
    let clauses: Vec<&Clause> = statement.clauses.iter().filter(|clause| clause.kind != Kind::Never).collect();
    let mut walk = Walk::new(statement, own.len(), spend);
    walk.ask(own.len(), statement.domain.clone(), vec![own])?;
    for clause in &clauses {
        walk.ask(clause.variables, clause.atoms.clone(), clause.parts.clone())?;
    }
    walk.run(|answers| {
        let (mut options, mut steps, mut said) = (BTreeSet::new(), 0, statement.claim.is_empty());
        let value = answers[0].1[0];
        for (query, values) in &answers[1..] {
            let clause = clauses[query - 1];
            if clause.kind == Kind::Claim {
                let shown = if statement.play == Play::Grundy { value } else { value.map(|value| value & 1) };
                said |= shown.is_some_and(|value| clause.said.0 <= value && value <= clause.said.1);
                continue;
            }
            // The parts of a sum combine by xor; where play is not for Grundy values, there is exactly one.
            let Some(option) = values.iter().try_fold(0, |sum, value| Some(sum ^ (*value)?)) else {
                return object(Fault::Rule, clause.line, "an option has no value");
            };
            let lost = option & 1 == 0 || clause.step > 0 && option >> clause.step & 1 == 1;
            match clause.kind {
                Kind::Step => steps |= u32::from(lost) << clause.step,
                _ if statement.play == Play::Grundy => drop(options.insert(option)),
                _ => drop(options.insert(u32::from(!lost))),
            }
        }
        let due = match statement.play {
            Play::Normal => u32::from(options.contains(&0)) | steps,
            Play::Misere => u32::from(options.is_empty() || options.contains(&0)) | steps,
            Play::Grundy => (0..).find(|value| !options.contains(value)).unwrap_or(u32::MAX),
        };
        if value != Some(due) {
            let has = value.map_or("none".to_owned(), |value| value.to_string());
            return object(Fault::Rule, 0, format!("the value must be {due} and is {has}"));
        }
        if said { Ok(()) } else { object(Fault::Claim, 0, format!("the value is {due}, which is not what is claimed")) }
    })
}

/// The automaton accepts a position p together with its Grundy value alone. Asked of every p and number u: some v is accepted
/// with p; if u < v, an option of p has the value u; if u = v, none has. By induction on the weight the options have
/// one value each, the true one, and so has p: a second value v' > v would need an option with value v.
fn check_relation(statement: &Statement, spend: Spend) -> Result<(), Refusal> {
    let components = statement.components;
    let (own, u, v) = (tracks(0..components), components, components + 1);
    let with = |part: &[usize], value: usize| [part, &[value]].concat();
    let mut walk = Walk::new(statement, components + 1, spend);
    walk.ask(components + 1, statement.domain.clone(), vec![])?;
    walk.ask(components + 2, vec![exceeds(v, u, 1)], vec![with(&own, v)])?;
    walk.ask(components + 1, vec![], vec![with(&own, u)])?;
    walk.ask(components + 2, vec![exceeds(u, v, 1)], vec![with(&own, v)])?;
    let clauses: Vec<&Clause> = statement.clauses.iter().filter(|clause| clause.kind != Kind::Never).collect();
    for clause in &clauses {
        // The track of each variable: u is a variable of the clause only where the claim is about it.
        let place = |variable: usize| variable + usize::from(variable >= components && clause.kind != Kind::Is);
        let names: Vec<usize> = (0..clause.variables).map(place).collect();
        let mut count = (components + 1).max(names.last().map_or(0, |last| last + 1));
        let mut atoms: Vec<Atom> = clause.atoms.iter().map(|atom| atom.on(&names)).collect();
        let mut parts = Vec::new();
        if clause.kind == Kind::Claim {
            let least = Atom { coefficients: vec![1], relation: Relation::AtLeast, constant: clause.said.0.into() };
            let most = Atom { coefficients: vec![-1], constant: -i64::from(clause.said.1), ..least.clone() };
            atoms.push(least.on(&[u]));
            // What is said up to the greatest number has no end.
            atoms.extend(Some(most.on(&[u])).filter(|_| clause.said.1 < u32::MAX));
        }
        let values: Vec<usize> =
            if clause.parts.len() == 1 { vec![u] } else { tracks(count..count + clause.parts.len()) };
        for (part, value) in clause.parts.iter().zip(&values) {
            parts.push(with(&part.iter().map(|variable| place(*variable)).collect::<Vec<_>>(), *value));
        }
        if clause.kind == Kind::Move && values != [u] {
            let coefficients = vec![1; values.len() + 1];
            atoms.push(Atom { coefficients, relation: Relation::Xor, constant: 0 }.on(&with(&values, u)));
            count += values.len();
        }
        walk.ask(count, atoms, parts)?;
    }
    walk.run(|answers: &[Answer]| {
        let holds = |query: usize| answers.iter().any(|(other, _)| *other == query);
        let any = |kinds: &[Kind]| (0..clauses.len()).find(|at| kinds.contains(&clauses[*at].kind) && holds(at + 4));
        let (above, equal, below) = (holds(1), holds(2), holds(3));
        match any(&[Kind::Move]) {
            _ if !(above || equal || below) => object(Fault::Rule, 0, "the position has no value"),
            None if above => object(Fault::Rule, 0, "no option has a value that is smaller than its own"),
            Some(option) if equal => object(Fault::Rule, clauses[option].line, "an option has the same value"),
            _ if equal && !statement.claim.is_empty() && any(&[Kind::Claim, Kind::Is]).is_none() => {
                object(Fault::Claim, 0, "the value is not what is claimed")
            }
            _ => Ok(()),
        }
    })
}
