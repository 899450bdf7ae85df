//! What a certificate must show: questions about all numbers at once, answered by walks over finitely many states.
//!
//! A *query* is a clause: are there further numbers such that its conditions hold, and what does the certificate's automaton say of
//! its parts? Its automaton reads the digits of the numbers that all queries are about, and guesses those of its own, so that the
//! set of its states is what can be said of all guesses at once. A walk reads every word with all queries side by side. The first
//! query guesses nothing: words that it refuses are not followed. Words begin with any number of zeros, as the numbers that are
//! guessed may be longer than those that are read.

use crate::numeration::{ALWAYS, Condition, Relation};
use crate::text::{Clause, NONE, Play, Statement};
use crate::{Allow, Fault, Refusal};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// Where the conditions of a clause hold of a position: a move leads into the domain and lowers the weight, so that play ends;
/// what must never hold does not; what is claimed is so.
pub(crate) fn check_clause(statement: &Statement, clause: &Clause, allow: Allow) -> Result<(), Refusal> {
    let own: Vec<usize> = (0..statement.tracks).collect();
    let conditions = [&statement.domain[..], &clause.conditions].concat();
    let parts = if clause.is_move { vec![] } else { [&[own], &clause.parts[..]].concat() };
    let asked = Clause { conditions, parts, ..clause.clone() };
    let mut kept = Clause { conditions: vec![], parts: vec![], ..clause.clone() };
    for part in clause.parts.iter().filter(|_| clause.is_move) {
        kept.conditions.extend(statement.domain.iter().map(|condition| condition.on(part)));
        let weights = || statement.weights.iter().copied();
        let gained = part.iter().copied().zip(weights().map(|weight| -weight));
        let terms = (0..).zip(weights()).chain(gained).collect();
        kept.conditions.push(Condition { terms, relation: Relation::AtLeast, constant: 1 });
    }
    walk(statement, allow, vec![asked, kept], &|answers| {
        // Beside who wins, what repeated steps reach is not spoken of.
        let said = |part: usize| match (statement.play, answers[0].1[part]) {
            (Play::Normal | Play::Misere, said @ 0..) => said & 1,
            (_, said) => said,
        };
        let (is_right, fault, reason) = match (clause.is_move, clause.parts.len()) {
            (true, _) => (answers.len() == 2, Fault::Moves, "a move leaves the domain or does not lower the weight"),
            (_, 0) => ((clause.marks[0]..=clause.marks[1]).contains(&said(0)), Fault::Claim, "this is not so"),
            _ => (said(0) == said(1), Fault::Claim, "this is not the same"),
        };
        if is_right { Ok(()) } else { Err(Refusal::new(fault, clause.line, reason)) }
    })
}

/// The automaton says of each position of the domain what the rule of play makes of what it says of the options; by induction on
/// the weight that is the truth. Where play is for the winner, bit 0 says that the position is won, and bit i that by step i, made
/// once or more often, a lost position is reached.
///
/// A relation says of a position p and a number u whether u is smaller than the Grundy value, equal or larger: larger if a smaller
/// number is equal to it, else smaller if some option has the value u, else equal. That is the least number which no
/// option has, by induction on the weight of p and then on u.
pub(crate) fn check_automaton(statement: &Statement, allow: Allow) -> Result<(), Refusal> {
    let Statement { play, components, tracks: variables, domain, clauses, .. } = statement;
    let (conditions, parts) = (domain.clone(), vec![(0..*variables).collect()]);
    let mut queries = vec![Clause { variables: *variables, conditions, parts, ..Clause::default() }];
    queries.extend(clauses.iter().filter(|clause| clause.is_move).cloned());
    if *play == Play::Relation {
        let terms = vec![(*components, 1), (*variables, -1)];
        let conditions = vec![Condition { terms, relation: Relation::AtLeast, constant: 1 }];
        let parts = vec![(0..*components).chain([*variables]).collect()];
        queries.push(Clause { variables: variables + 1, marks: [1, 0], conditions, parts, ..Clause::default() });
    }
    walk(statement, allow, queries.clone(), &|answers| {
        let (mut options, mut bits, mut moves) = (BTreeSet::new(), 0, false);
        for (query, said) in &answers[1..] {
            let Clause { marks: [bit, step], line, .. } = queries[*query];
            if said.contains(&NONE) {
                return Err(Refusal::new(Fault::Rule, line, "the automaton says nothing of an option"));
            }
            // The parts of a sum combine by xor; where play is for the winner, there is exactly one.
            let option = said.iter().fold(0, |sum, value| sum ^ value);
            let counts = match play {
                Play::Relation => said.iter().all(|said| *said == 1),
                _ => option & 1 == 0 || step > 0 && option >> step & 1 == 1,
            };
            bits |= i64::from(counts) << bit;
            moves |= bit == 0;
            options.insert(option);
        }
        let due = match play {
            Play::Normal => bits,
            Play::Misere => bits | i64::from(!moves),
            Play::Grundy => (0..).zip(&options).take_while(|(least, option)| least == *option).count() as i64,
            Play::Relation => [1, 0, 2, 2][bits as usize],
        };
        let said = answers[0].1[0];
        let reason = format!("the automaton says {said} and must say {due}");
        if said == due { Ok(()) } else { Err(Refusal::new(Fault::Rule, 0, &reason)) }
    })
}

/// A query that holds of the numbers read, and what the automaton says of its parts.
type Answer = (usize, Vec<i64>);
type Judge<'a> = &'a dyn Fn(&[Answer]) -> Result<(), Refusal>;

/// A query after some digits: the states of its conditions, and those of the automaton for each part.
#[derive(PartialEq, Eq, Hash)]
struct Item {
    query: usize,
    conditions: Vec<Vec<i64>>,
    parts: Vec<i64>,
}

struct Walk<'a> {
    statement: &'a Statement,
    allow: Allow<'a>,
    /// The first query reads all its numbers, and the others the first of theirs.
    queries: Vec<Clause>,
    items: Vec<Rc<Item>>,
    numbers: HashMap<Rc<Item>, u32>,
    next: HashMap<(u32, usize), Rc<[u32]>>,
}

/// Shows a judge what holds of each tuple of numbers that the first query allows.
fn walk(statement: &Statement, allow: Allow, mut queries: Vec<Clause>, judge: Judge) -> Result<(), Refusal> {
    let read = queries[0].variables;
    for (at, query) in queries.iter_mut().enumerate() {
        // The first query sees to it that words are canonical which are read, and each to those which it guesses.
        let canonical = |track| Condition { terms: vec![(track, 1)], relation: Relation::Canonical, constant: 0 };
        query.conditions.extend((if at == 0 { 0 } else { read }..query.variables).map(canonical));
    }
    let (items, numbers, next) = (vec![], HashMap::new(), HashMap::new());
    let mut walk = Walk { statement, allow, queries, items, numbers, next };
    let first = walk.start(0);
    let mut waiting: Vec<u32> = (1..walk.queries.len()).map(|query| walk.start(query)).collect();
    let mut others: BTreeSet<u32> = waiting.iter().copied().collect();
    while let Some(item) = waiting.pop() {
        waiting.extend(walk.successors(item, 0)?.iter().filter(|next| others.insert(**next)));
    }
    let start: Rc<[u32]> = std::iter::once(first).chain(others).collect();
    let mut seen = HashSet::from([start.clone()]);
    let mut nodes = vec![(start, 0, 0)];
    let mut place = 0;
    while let Some((node, ..)) = nodes.get(place).cloned() {
        let answers: Vec<Answer> = node.iter().filter_map(|item| walk.answer(*item)).collect();
        if answers.first().is_some_and(|(query, _)| *query == 0) {
            judge(&answers).map_err(|refusal| {
                let before = |place: &usize| Some(nodes[*place].1);
                let places = std::iter::successors(Some(place), before).take_while(|place| *place > 0);
                Refusal { word: places.map(|place| walk.digits(nodes[place].2, read)).collect(), ..refusal }
            })?;
        }
        for column in 0..statement.system.columns(read) {
            let Some(first) = walk.successors(node[0], column)?.first().copied() else { continue };
            let mut others = BTreeSet::new();
            for item in &node[1..] {
                others.extend(walk.successors(*item, column)?.iter());
            }
            let after: Rc<[u32]> = std::iter::once(first).chain(others).collect();
            if seen.insert(after.clone()) {
                nodes.push((after, place, column));
            }
        }
        place += 1;
    }
    Ok(())
}

impl Walk<'_> {
    fn start(&mut self, query: usize) -> u32 {
        let Clause { conditions, parts, .. } = &self.queries[query];
        let conditions = vec![vec![0; self.statement.system.recurrence.len()]; conditions.len()];
        self.number(Item { query, conditions, parts: vec![0; parts.len()] })
    }

    fn number(&mut self, item: Item) -> u32 {
        *self.numbers.entry(item.into()).or_insert_with_key(|item| {
            self.items.push(item.clone());
            self.items.len() as u32 - 1
        })
    }

    /// What a query says if no digit follows.
    fn answer(&self, item: u32) -> Option<Answer> {
        let Item { query, conditions, parts } = &*self.items[item as usize];
        let mut pairs = self.queries[*query].conditions.iter().zip(conditions);
        let said = |at: &i64| usize::try_from(*at).map_or(NONE, |at| self.statement.states[at][0]);
        let holds = pairs.all(|(condition, state)| condition.holds(&self.statement.system, state));
        holds.then(|| (*query, parts.iter().map(said).collect()))
    }

    /// The digits of a column.
    fn digits(&self, column: usize, tracks: usize) -> Vec<i64> {
        let below = |track: usize| self.statement.system.columns(tracks - 1 - track);
        (0..tracks).map(|track| (column / below(track) % self.statement.system.columns(1)) as i64).collect()
    }

    /// What a query may be after a column of the numbers read, for all digits of the others.
    fn successors(&mut self, item: u32, column: usize) -> Result<Rc<[u32]>, Refusal> {
        let limit =
            |fits: bool| fits.then_some(()).ok_or_else(|| Refusal::new(Fault::Limit, 0, "it takes too much work"));
        limit((self.allow)(1))?;
        if let Some(next) = self.next.get(&(item, column)) {
            return Ok(next.clone());
        }
        let (item_now, read) = (self.items[item as usize].clone(), self.queries[0].variables);
        let tracks = self.queries[item_now.query].variables;
        let guesses = self.statement.system.columns(tracks - read);
        let mut found = BTreeSet::new();
        for code in column * guesses..(column + 1) * guesses {
            limit((self.allow)(1))?;
            if let Some(next) = self.advance(&item_now, &self.digits(code, tracks)) {
                limit(next.conditions.iter().flatten().all(|number| number.abs() <= ALWAYS))?;
                found.insert(self.number(next));
            }
        }
        let found: Rc<[u32]> = found.into_iter().collect();
        self.next.insert((item, column), found.clone());
        Ok(found)
    }

    /// A query after a column; `None` where it cannot hold any more.
    fn advance(&self, item: &Item, digits: &[i64]) -> Option<Item> {
        let (system, query) = (&self.statement.system, &self.queries[item.query]);
        let pairs = query.conditions.iter().zip(&item.conditions);
        let conditions =
            pairs.map(|(condition, state)| condition.step(system, state, digits)).collect::<Option<_>>()?;
        let next = |(part, state): (&Vec<usize>, &i64)| {
            let column = part.iter().fold(0, |column, track| column * system.columns(1) + digits[*track] as usize);
            usize::try_from(*state).map_or(NONE, |at| self.statement.states[at][column + 1])
        };
        Some(Item { query: item.query, conditions, parts: query.parts.iter().zip(&item.parts).map(next).collect() })
    }
}
