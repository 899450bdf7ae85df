//! What a certificate must show: questions about all numbers at once, answered by walks over finitely many states.
//!
//! A *query* is a clause: are there further numbers such that its conditions hold, and what does the certificate's automaton
//! say of its parts? Its automaton reads the digits of the numbers that all queries share, and guesses those of its own, so
//! that the set of its states covers all guesses at once. A walk reads every word with all queries side by side. The first
//! query guesses nothing: words that it refuses are not followed. Words begin with any number of zeros, as the numbers that
//! are guessed may be longer than those that are read.

use crate::numeration::{ALWAYS, Condition, Relation};
use crate::text::{Clause, NONE, Play, Statement};
use crate::{Allow, Fault, Refusal};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// Checks a clause at every position where its conditions hold: what it leads to is in the domain; a move also lowers the
/// first line of weights that it changes, so that play ends; a claim is true.
pub(crate) fn check_clause(statement: &Statement, clause: &Clause, allow: Allow) -> Result<(), Refusal> {
    let conditions = [&statement.domain[..], &clause.conditions].concat();
    let parts = if clause.is_move { vec![] } else { [&[(0..statement.tracks).collect()], &clause.parts[..]].concat() };
    let asked = Clause { conditions, parts, ..clause.clone() };
    // For each part, that it is in the domain, and for a move each line of weights that may be the first to change.
    let mut queries = vec![asked];
    let lines = if clause.is_move { statement.weights.len() } else { 1 };
    for (part, line) in clause.parts.iter().flat_map(|part| (0..lines).map(move |line| (part, line))) {
        let mut conditions: Vec<Condition> = statement.domain.iter().map(|condition| condition.on(part)).collect();
        for (at, weights) in statement.weights[..=line].iter().enumerate().filter(|_| clause.is_move) {
            let terms = (0..).zip(weights).flat_map(|(at, each)| [(at, *each), (part[at], -each)]).collect();
            let (relation, constant) = if at < line { (Relation::Equal, 0) } else { (Relation::AtLeast, 1) };
            conditions.push(Condition { terms, relation, constant });
        }
        queries.push(Clause { conditions, parts: vec![], ..clause.clone() });
    }
    walk(statement, allow, queries, &|answers| {
        // Claims about who wins ignore the bits of repeated steps.
        let mask = if matches!(statement.play, Play::Normal | Play::Misere) { 1 } else { i64::MAX };
        let said = |part: usize| answers[0].1[part] & mask;
        let keeps = |part: usize| answers[1..].iter().any(|(query, _)| (*query - 1) / lines == part);
        let is_kept = (0..clause.parts.len()).all(keeps);
        let (is_right, fault, differ) = match (clause.is_move, clause.parts.len()) {
            (true, _) => (is_kept, Fault::Moves, None),
            (_, 0) => ((clause.marks[0]..=clause.marks[1]).contains(&said(0)), Fault::Claim, None),
            _ => (is_kept && said(0) == said(1), Fault::Claim, Some([said(0), said(1)])),
        };
        if is_right { Ok(()) } else { Err(Refusal::new(fault, clause.line, differ)) }
    })
}

/// Checks that what the automaton says of each position of the domain is what the rule of play makes of what it says of the
/// options; by induction on the weight it is then true. If play is for the winner, bit 0 says that the position is won, and
/// bit i that step i, made once or more often, reaches a lost position.
///
/// A relation says of a position p and a number u whether u is smaller than the Grundy value, equal or larger: larger if a
/// smaller number is equal to it, else smaller if some option has the value u, else equal. That is the least number which no
/// option has, by induction on the weight of p and then on u.
pub(crate) fn check_automaton(statement: &Statement, allow: Allow) -> Result<(), Refusal> {
    let Statement { play, components, tracks: variables, domain, clauses, .. } = statement;
    let (conditions, parts) = (domain.clone(), vec![(0..*variables).collect()]);
    let mut queries = vec![Clause { variables: *variables, conditions, parts, ..Clause::default() }];
    queries.extend(clauses.iter().filter(|clause| clause.is_move).cloned());
    if *play == Play::Relation {
        // The xor of the parts that a move leaves is the number that is read, whatever the certificate says of them.
        for query in &mut queries[1..] {
            let terms = query.parts.iter().map(|part| (part[*components], 1)).chain([(*components, 1)]).collect();
            query.conditions.push(Condition { terms, relation: Relation::Xor, constant: 0 });
        }
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
                return Err(Refusal::new(Fault::Rule, line, None));
            }
            // The parts of a sum combine by xor; if play is for the winner, there is exactly one.
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
        if said == due { Ok(()) } else { Err(Refusal::new(Fault::Rule, 0, Some([said, due]))) }
    })
}

/// A query that holds for the numbers read, and what the automaton says of its parts.
type Answer = (usize, Vec<i64>);
type Judge<'a> = &'a dyn Fn(&[&Answer]) -> Result<(), Refusal>;

/// For each column the numbers of an item's successors, once computed.
type Row = Vec<Option<Rc<[u32]>>>;

struct Walk<'a> {
    statement: &'a Statement,
    allow: Allow<'a>,
    /// The first query reads all its variables, the others the first of theirs.
    queries: Vec<Clause>,
    /// A query after some digits: its number, the states of its conditions and those of the automaton for each part; what it
    /// says if no digit follows; and for each column the numbers of its successors.
    items: Vec<(Rc<[i64]>, Option<Answer>, Row)>,
    numbers: HashMap<Rc<[i64]>, u32>,
}

/// Calls `judge` with the queries that hold, for each tuple of numbers that the first query allows.
fn walk(statement: &Statement, allow: Allow, mut queries: Vec<Clause>, judge: Judge) -> Result<(), Refusal> {
    let read = queries[0].variables;
    for (at, query) in queries.iter_mut().enumerate() {
        // The first query ensures that the words that are read are canonical, and each other query those that it guesses.
        let canonical = |track| Condition { terms: vec![(track, 1)], relation: Relation::Canonical, constant: 0 };
        query.conditions.extend((if at == 0 { 0 } else { read }..query.variables).map(canonical));
    }
    let size = |query: &Clause| query.conditions.len() * statement.system.recurrence.len() + query.parts.len();
    let starts: Vec<Vec<i64>> = (0..).zip(&queries).map(|(at, one)| [vec![at], vec![0; size(one)]].concat()).collect();
    let mut walk = Walk { statement, allow, queries, items: vec![], numbers: HashMap::new() };
    let mut waiting = starts.into_iter().map(|item| walk.number(item)).collect::<Result<Vec<u32>, Refusal>>()?;
    let first = waiting.remove(0);
    let mut others: BTreeSet<u32> = waiting.iter().copied().collect();
    while let Some(item) = waiting.pop() {
        waiting.extend(walk.successors(item, 0)?.iter().filter(|next| others.insert(**next)));
    }
    let start: Rc<[u32]> = std::iter::once(first).chain(others).collect();
    let (mut seen, mut nodes, mut place) = (HashSet::from([start.clone()]), vec![(start, 0, 0)], 0);
    while let Some((node, ..)) = nodes.get(place).cloned() {
        let answers: Vec<&Answer> = node.iter().filter_map(|item| walk.items[*item as usize].1.as_ref()).collect();
        if answers.first().is_some_and(|(query, _)| *query == 0) {
            judge(&answers).map_err(|refusal| {
                let before = |place: &usize| Some(nodes[*place].1);
                let places = std::iter::successors(Some(place), before).take_while(|place| *place > 0);
                Refusal { word: places.map(|place| walk.digits(nodes[place].2, read)).collect(), ..refusal }
            })?;
        }
        for column in 0..statement.system.columns(read) {
            let Some(first) = walk.successors(node[0], column)?.first().copied() else { continue };
            let rows: Result<Vec<_>, _> = node[1..].iter().map(|item| walk.successors(*item, column)).collect();
            let mut after = rows?.concat();
            after.sort_unstable();
            after.dedup();
            after.insert(0, first);
            if !seen.contains(&after[..]) {
                limited((walk.allow)(0, 2 * after.len()))?;
                nodes.push((after.into(), place, column));
                seen.insert(nodes[nodes.len() - 1].0.clone());
            }
        }
        place += 1;
    }
    Ok(())
}

fn limited(fits: bool) -> Result<(), Refusal> {
    fits.then_some(()).ok_or_else(|| Refusal::new(Fault::Limit, 0, None))
}

impl Walk<'_> {
    fn number(&mut self, item: Vec<i64>) -> Result<u32, Refusal> {
        if let Some(number) = self.numbers.get(&item[..]) {
            return Ok(*number);
        }
        let row = self.statement.system.columns(self.queries[0].variables);
        // Computations with larger numbers would not be exact.
        limited(item.iter().all(|at| at.abs() < 1 << 56 || *at == ALWAYS) && (self.allow)(0, 2 * (item.len() + row)))?;
        let (number, item): (u32, Rc<[i64]>) = (self.items.len() as u32, item.into());
        self.items.push((item.clone(), self.answer(&item), vec![None; row]));
        self.numbers.insert(item, number);
        Ok(number)
    }

    /// Returns what a query says if no digit follows.
    fn answer(&self, item: &[i64]) -> Option<Answer> {
        let (system, conditions) = (&self.statement.system, &self.queries[item[0] as usize].conditions);
        let (states, parts) = item[1..].split_at(conditions.len() * system.recurrence.len());
        let mut pairs = conditions.iter().zip(states.chunks(system.recurrence.len()));
        let said = |at: &i64| usize::try_from(*at).map_or(NONE, |at| self.statement.states[at][0]);
        let holds = pairs.all(|(condition, state)| condition.holds(system, state));
        holds.then(|| (item[0] as usize, parts.iter().map(said).collect()))
    }

    /// Returns the digits of a column.
    fn digits(&self, column: usize, tracks: usize) -> Vec<i64> {
        let base = self.statement.system.columns(1);
        (1..=tracks as u32).rev().map(|place| (column / base.pow(place - 1) % base) as i64).collect()
    }

    /// Returns what a query may become after a column of the numbers read, for all digits of the others.
    fn successors(&mut self, item: u32, column: usize) -> Result<Rc<[u32]>, Refusal> {
        limited((self.allow)(1, 0))?;
        if let Some(next) = &self.items[item as usize].2[column] {
            return Ok(next.clone());
        }
        let (now, mut found) = (self.items[item as usize].0.clone(), BTreeSet::new());
        let tracks = self.queries[now[0] as usize].variables;
        let guesses = self.statement.system.columns(tracks - self.queries[0].variables);
        for code in column * guesses..(column + 1) * guesses {
            limited((self.allow)(1, 0))?;
            if let Some(next) = self.advance(&now, &self.digits(code, tracks)) {
                found.insert(self.number(next)?);
            }
        }
        limited((self.allow)(0, found.len()))?;
        self.items[item as usize].2[column] = Some(found.into_iter().collect());
        self.successors(item, column)
    }

    /// Returns a query after a column; `None` if it cannot hold any more.
    fn advance(&self, item: &[i64], digits: &[i64]) -> Option<Vec<i64>> {
        let (system, query) = (&self.statement.system, &self.queries[item[0] as usize]);
        let (states, parts) = item[1..].split_at(query.conditions.len() * system.recurrence.len());
        let mut after = vec![item[0]];
        for (condition, state) in query.conditions.iter().zip(states.chunks(system.recurrence.len())) {
            after.extend(condition.step(system, state, digits)?);
        }
        let next = |(part, state): (&Vec<usize>, &i64)| {
            let column = part.iter().fold(0, |column, track| column * system.columns(1) + digits[*track] as usize);
            usize::try_from(*state).map_or(NONE, |at| self.statement.states[at][column + 1])
        };
        after.extend(query.parts.iter().zip(parts).map(next));
        Some(after)
    }
}
