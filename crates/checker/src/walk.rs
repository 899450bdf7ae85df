//! Questions about all numbers at once, answered by a walk over finitely many states.
//!
//! A *query* asks whether there are further numbers such that conditions hold and the certificate's automaton gives values. Its
//! automaton reads the digits of the numbers that all queries are about, and guesses those of its own, so that the set of
//! its states is what can be said of all guesses at once. A walk reads every word with all queries side by side. The first
//! query guesses nothing: words that it refuses are not followed. Words begin with any number of zeros, as the numbers that are
//! guessed may be longer than those that are read.

use crate::numeration::{Atom, Machine, NEVER, canonical_step, digit_count, terms};
use crate::text::Statement;
use crate::{Fault, Refusal};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// Why a judge is not content: what fails, in which line, and how.
pub(crate) type Objection = (Fault, usize, String);
/// A query that holds of the numbers read, and the values of its parts.
pub(crate) type Answer = (usize, Rc<[Option<u32>]>);

struct Query {
    tracks: usize,
    machines: Vec<Machine>,
    /// The tracks that the certificate's automaton reads.
    parts: Vec<Vec<usize>>,
}

struct Item {
    query: usize,
    state: Rc<[u32]>,
    answer: Option<Rc<[Option<u32>]>>,
}

pub(crate) struct Walk<'a> {
    statement: &'a Statement,
    spend: &'a mut dyn FnMut(u64) -> Result<(), Refusal>,
    base: usize,
    read: usize,
    queries: Vec<Query>,
    items: Vec<Item>,
    index: HashMap<(usize, Rc<[u32]>), u32>,
    next: HashMap<(u32, usize), Rc<[u32]>>,
}

/// More columns than this are not tried in a state.
const MOST_COLUMNS: usize = 1 << 22;

impl<'a> Walk<'a> {
    /// A walk over all words of so many numbers.
    pub fn new(
        statement: &'a Statement,
        read: usize,
        spend: &'a mut dyn FnMut(u64) -> Result<(), Refusal>,
    ) -> Walk<'a> {
        let base = digit_count(&statement.system);
        Walk {
            statement,
            spend,
            base,
            read,
            queries: vec![],
            items: vec![],
            index: HashMap::new(),
            next: HashMap::new(),
        }
    }

    /// Asks one more thing, about tracks of which the first are those that are read.
    pub fn ask(&mut self, tracks: usize, atoms: Vec<Atom>, parts: Vec<Vec<usize>>) -> Result<(), Refusal> {
        if self.base.checked_pow(tracks as u32).is_none_or(|columns| columns > MOST_COLUMNS) {
            return Err(Refusal::new(Fault::Limit, "there are too many variables for this system"));
        }
        let machines = atoms.into_iter().map(|atom| Machine::new(atom, &self.statement.system)).collect();
        self.queries.push(Query { tracks, machines, parts });
        Ok(())
    }

    /// Shows a judge what holds of each tuple of numbers that the first query allows.
    pub fn run(mut self, judge: impl Fn(&[Answer]) -> Result<(), Objection>) -> Result<(), Refusal> {
        let starts: Vec<u32> = (0..self.queries.len()).map(|query| self.start(query)).collect();
        let mut waiting = starts[1..].to_vec();
        let mut zeros: BTreeSet<u32> = waiting.iter().copied().collect();
        while let Some(item) = waiting.pop() {
            waiting.extend(self.successors(item, 0)?.iter().filter(|next| zeros.insert(**next)));
        }
        let start: Rc<[u32]> = std::iter::once(starts[0]).chain(zeros).collect();
        let mut nodes = vec![(start.clone(), 0, 0)];
        let mut seen = HashSet::from([start]);
        let mut place = 0;
        while let Some((items, ..)) = nodes.get(place).cloned() {
            let answer = |item: &u32| {
                let Item { query, answer, .. } = &self.items[*item as usize];
                Some((*query, answer.clone()?))
            };
            let answers: Vec<Answer> = items.iter().filter_map(answer).collect();
            if answers.first().is_some_and(|(query, _)| *query == 0) {
                judge(&answers).map_err(|(fault, line, reason)| {
                    let numbers = self.numbers(&nodes, place);
                    let value = numbers.as_ref().and_then(|numbers| numbers.get(self.statement.components).copied());
                    let position = numbers.map(|numbers| numbers[..self.statement.components].to_vec());
                    Refusal { fault, line, reason, position, value }
                })?;
            }
            for column in 0..self.base.pow(self.read as u32) {
                let Some(first) = self.successors(items[0], column)?.first().copied() else { continue };
                let mut after = Vec::new();
                for item in &items[1..] {
                    after.extend_from_slice(&self.successors(*item, column)?);
                }
                after.sort_unstable();
                after.dedup();
                after.insert(0, first);
                (self.spend)(after.len() as u64)?;
                let after: Rc<[u32]> = after.into();
                if seen.insert(after.clone()) {
                    nodes.push((after, place, column));
                }
            }
            place += 1;
        }
        Ok(())
    }

    fn start(&mut self, query: usize) -> u32 {
        let Query { machines, parts, .. } = &self.queries[query];
        let length = self.canonical(query).len() + machines.len() + parts.len();
        self.item(query, vec![0; length].into())
    }

    /// The tracks whose words a query itself keeps canonical: the first one does so for those that are read.
    fn canonical(&self, query: usize) -> std::ops::Range<usize> {
        (if query == 0 { 0 } else { self.read })..self.queries[query].tracks
    }

    fn item(&mut self, query: usize, state: Rc<[u32]>) -> u32 {
        if let Some(item) = self.index.get(&(query, state.clone())) {
            return *item;
        }
        let machines = &self.queries[query].machines;
        let (conditions, values) = state[self.canonical(query).len()..].split_at(machines.len());
        let value = |at: &u32| self.statement.states.get(*at as usize).and_then(|state| state[0]);
        let values: Rc<[Option<u32>]> = values.iter().map(value).collect();
        let holds = machines.iter().zip(conditions).all(|(machine, state)| machine.holds(*state))
            && (!self.statement.relation || values.iter().all(|value| *value == Some(1)));
        self.items.push(Item { query, state: state.clone(), answer: holds.then_some(values) });
        self.index.insert((query, state), self.items.len() as u32 - 1);
        self.items.len() as u32 - 1
    }

    /// The states after a column of the numbers read, for all digits of the others.
    fn successors(&mut self, item: u32, column: usize) -> Result<Rc<[u32]>, Refusal> {
        if let Some(next) = self.next.get(&(item, column)) {
            return Ok(next.clone());
        }
        let Item { query, state, .. } = &self.items[item as usize];
        let (query, state) = (*query, state.clone());
        let tracks = self.queries[query].tracks;
        let guesses = self.base.pow((tracks - self.read) as u32);
        let mut found = BTreeSet::new();
        for code in column * guesses..(column + 1) * guesses {
            let digit = |track: usize| (code / self.base.pow((tracks - 1 - track) as u32) % self.base) as u8;
            let digits: Vec<u8> = (0..tracks).map(digit).collect();
            (self.spend)(1)?;
            if let Some(next) = self.advance(query, &state, &digits)? {
                found.insert(self.item(query, next.into()));
            }
        }
        let found: Rc<[u32]> = found.into_iter().collect();
        self.next.insert((item, column), found.clone());
        Ok(found)
    }

    /// The state of a query after a column; `None` where it cannot hold any more.
    fn advance(&mut self, query: usize, state: &[u32], digits: &[u8]) -> Result<Option<Vec<u32>>, Refusal> {
        let mut next = Vec::with_capacity(state.len());
        for track in self.canonical(query) {
            match canonical_step(&self.statement.system, state[next.len()], digits[track]) {
                Some(agreed) => next.push(agreed),
                None => return Ok(None),
            }
        }
        let Query { machines, parts, .. } = &mut self.queries[query];
        for machine in machines {
            match machine.step(state[next.len()], digits) {
                None => return Err(Refusal::new(Fault::Limit, "a condition has too many states")),
                Some(NEVER) => return Ok(None),
                Some(after) => next.push(after),
            }
        }
        for part in parts {
            let column = part.iter().fold(0, |column, track| column * self.base + usize::from(digits[*track]));
            let after = self.statement.states.get(state[next.len()] as usize).and_then(|state| state[column + 1]);
            match after {
                // No value is given to what is written like that, so that the relation does not hold.
                None if self.statement.relation => return Ok(None),
                _ => next.push(after.unwrap_or(NEVER)),
            }
        }
        Ok(Some(next))
    }

    /// The numbers that a node was reached by, where they are not too large.
    fn numbers(&self, nodes: &[(Rc<[u32]>, usize, usize)], mut place: usize) -> Option<Vec<u128>> {
        let mut columns = Vec::new();
        while place > 0 {
            columns.push(nodes[place].2);
            place = nodes[place].1;
        }
        let terms = if columns.len() < 24 { terms(&self.statement.system, columns.len()) } else { return None };
        let digit = |column: &usize, track: usize| column / self.base.pow((self.read - 1 - track) as u32) % self.base;
        let number =
            |track: usize| columns.iter().zip(&terms).map(|(at, term)| digit(at, track) as u128 * *term as u128).sum();
        Some((0..self.read).map(number).collect())
    }
}
