//! Learns an automaton with output from a table of values.
//!
//! In: the values of all words up to some length. Out: the smallest automaton that the queries so far cannot
//! distinguish from the table. States are words that some suffix distinguishes (Angluin 1987); a word with a wrong
//! output gives one more suffix (Rivest & Schapire 1993). Words longer than the table have no value, and nothing is
//! concluded from them. Whether the automaton is right for all words is not decided here.

use super::automaton::{Automaton, State};
use super::system::{System, Word};
use super::table::{Table, is_inside};
use grundy_proof::consequence::CalledOff;
use grundy_proof::linear::LinearGame;
use std::cmp::Ordering;

/// What is known about a word: its value; the inner `None` if it is no position.
type Answer = Option<Option<u32>>;

/// Positions visited between two polls for cancellation.
const CHECK_INTERVAL: usize = 1 << 6;

/// What is learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lesson {
    /// Grundy values, of which there are few.
    Values,
    /// Who wins.
    Outcome,
    /// How a number compares with the Grundy value.
    Relation,
}

/// Words and suffixes that distinguish them.
pub struct Learner<'a> {
    game: &'a LinearGame,
    system: &'a System,
    table: &'a Table,
    lesson: Lesson,
    suffixes: Vec<Word>,
}

impl<'a> Learner<'a> {
    /// Creates a learner that has learned nothing yet.
    pub fn new(game: &'a LinearGame, system: &'a System, table: &'a Table, lesson: Lesson) -> Learner<'a> {
        Learner { game, system, table, lesson, suffixes: vec![Vec::new()] }
    }

    /// Returns how many numbers a word encodes.
    fn tracks(&self) -> usize {
        self.game.components.len() + usize::from(self.lesson == Lesson::Relation)
    }

    fn answer(&self, word: &[u16]) -> Answer {
        let Some(numbers) = self.system.position(word, self.tracks()) else { return Some(None) };
        self.truth(&numbers)
    }

    /// Returns what the table says about these numbers.
    pub fn truth(&self, numbers: &[i64]) -> Answer {
        let (position, value) = numbers.split_at(self.game.components.len());
        if self.table.holds(position) {
            let known = self.table.marked(position);
            Some(match value {
                [value] => known.map(|known| match value.cmp(&i64::from(known)) {
                    Ordering::Less => 0,
                    Ordering::Equal => 1,
                    Ordering::Greater => 2,
                }),
                _ => known,
            })
        } else if is_inside(self.game, position) {
            None
        } else {
            Some(None)
        }
    }

    /// Returns whether the automaton is wrong about these numbers.
    pub fn is_wrong(&self, automaton: &Automaton, numbers: &[i64]) -> bool {
        self.truth(numbers).is_some_and(|truth| truth != automaton.value(&self.system.word(numbers)))
    }

    fn row(&self, word: &[u16]) -> Vec<Answer> {
        self.suffixes.iter().map(|suffix| self.answer(&[word, suffix].concat())).collect()
    }

    /// Returns the automaton of what is known, and a word that leads to each state; `None` if it has too many states,
    /// the table is too short, or the work is cancelled.
    pub fn hypothesis(&self, max_states: usize, called_off: CalledOff) -> Option<(Automaton, Vec<Word>)> {
        let columns = self.system.base().pow(self.tracks() as u32) as u16;
        let mut access: Vec<Word> = vec![Vec::new()];
        let mut rows = vec![self.row(&[])];
        let mut states: Vec<State> = Vec::new();
        while states.len() < access.len() {
            let at = states.len();
            let mut next = Vec::with_capacity(usize::from(columns));
            for column in 0..columns {
                if called_off() {
                    return None;
                }
                let word = [&access[at][..], &[column]].concat();
                if self.system.position(&word, self.tracks()).is_none() {
                    next.push(None);
                    continue;
                }
                let row = self.row(&word);
                let fits = |other: &Vec<Answer>| {
                    row.iter().zip(other).all(|(one, other)| one.is_none() || other.is_none() || one == other)
                };
                let state = match rows.iter().position(fits) {
                    Some(state) => state,
                    // A state whose own value is unknown cannot be distinguished from others.
                    None if rows.len() >= max_states || row[0].is_none() => return None,
                    None => {
                        access.push(word);
                        rows.push(row);
                        access.len() - 1
                    }
                };
                next.push(Some(state as u32));
            }
            states.push(State { value: rows[at][0].flatten(), next });
        }
        Some((Automaton { states, relation: self.lesson == Lesson::Relation }, access))
    }

    /// Learns from a word that the automaton answers wrongly; `false` if the table is too short to learn from it.
    pub fn correct(&mut self, automaton: &Automaton, access: &[Word], word: &[u16]) -> bool {
        let mut state = 0;
        let mut reached = vec![0];
        for column in word {
            match automaton.states[state].next[usize::from(*column)] {
                Some(next) => state = next as usize,
                None => break,
            }
            reached.push(state);
        }
        let answers: Vec<Answer> = reached
            .iter()
            .enumerate()
            .map(|(at, state)| self.answer(&[&access[*state], &word[at..]].concat()))
            .collect();
        let change = (1..answers.len()).rev().find(|at| match (answers[at - 1], answers[*at]) {
            (Some(before), Some(after)) => before != after,
            _ => false,
        });
        let Some(at) = change else { return false };
        let suffix = word[at..].to_vec();
        if self.suffixes.contains(&suffix) {
            return false;
        }
        self.suffixes.push(suffix);
        true
    }

    /// Returns numbers of the table that the automaton answers wrongly, as far as they are visited before the work is
    /// cancelled.
    pub fn mistake(&self, automaton: &Automaton, positions: &[Vec<i64>], called_off: CalledOff) -> Option<Vec<i64>> {
        let mut positions = positions.chunks(CHECK_INTERVAL).take_while(|_| !called_off()).flatten();
        let wrong = |numbers: &Vec<i64>| self.is_wrong(automaton, numbers);
        if self.lesson != Lesson::Relation {
            return positions.find(|position| wrong(position)).cloned();
        }
        let with = |position: &Vec<i64>, value: i64| position.iter().copied().chain([value]).collect::<Vec<i64>>();
        positions.find_map(|position| {
            let value = i64::from(self.table.value(position)?);
            let near = [value, value + 1, value - 1, value ^ 2, value ^ 4, 0, 1, 2, 3];
            near.into_iter().filter(|value| *value >= 0).map(|value| with(position, value)).find(wrong)
        })
    }
}
