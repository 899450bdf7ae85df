//! Learning an automaton with output from a table of values.
//!
//! In: the values of all words up to some length. Out: the smallest automaton that the questions asked so far cannot tell from the
//! table. States are words that some suffix tells apart (Angluin 1987); a word that is answered wrongly gives one more suffix
//! (Rivest & Schapire 1993). Words longer than the table have no value, and nothing is concluded from them. Whether the
//! automaton is right for all words is not asked here.

use super::automaton::{Automaton, State};
use super::system::{System, Word};
use super::table::{Table, is_inside};
use grundy_proof::linear::LinearGame;

/// What is known of a word: its value, which words that are no positions do not have.
type Answer = Option<Option<u32>>;

/// Words and suffixes that tell them apart.
pub struct Learner<'a> {
    game: &'a LinearGame,
    system: &'a System,
    table: &'a Table,
    suffixes: Vec<Word>,
}

impl<'a> Learner<'a> {
    /// Nothing learned yet.
    pub fn new(game: &'a LinearGame, system: &'a System, table: &'a Table) -> Learner<'a> {
        Learner { game, system, table, suffixes: vec![Vec::new()] }
    }

    fn components(&self) -> usize {
        self.game.components.len()
    }

    fn answer(&self, word: &[u16]) -> Answer {
        let Some(position) = self.system.position(word, self.components()) else { return Some(None) };
        if self.table.holds(&position) {
            Some(self.table.value(&position))
        } else if is_inside(self.game, &position) {
            None
        } else {
            Some(None)
        }
    }

    fn row(&self, word: &[u16]) -> Vec<Answer> {
        self.suffixes.iter().map(|suffix| self.answer(&[word, suffix].concat())).collect()
    }

    /// The automaton of what is known, and a word that leads to each state; `None` where it has too many states or the table is
    /// too short.
    pub fn hypothesis(&self, max_states: usize) -> Option<(Automaton, Vec<Word>)> {
        let columns = self.system.base().pow(self.components() as u32) as u16;
        let mut access: Vec<Word> = vec![Vec::new()];
        let mut rows = vec![self.row(&[])];
        let mut states: Vec<State> = Vec::new();
        while states.len() < access.len() {
            let at = states.len();
            let mut next = Vec::with_capacity(usize::from(columns));
            for column in 0..columns {
                let word = [&access[at][..], &[column]].concat();
                if self.system.position(&word, self.components()).is_none() {
                    next.push(None);
                    continue;
                }
                let row = self.row(&word);
                let fits = |other: &Vec<Answer>| {
                    row.iter().zip(other).all(|(one, other)| one.is_none() || other.is_none() || one == other)
                };
                let state = match rows.iter().position(fits) {
                    Some(state) => state,
                    // A state whose own value is not known cannot be told from anything.
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
        Some((Automaton { states }, access))
    }

    /// Learns from a word that the automaton answers wrongly; `false` where the table is too short to learn from it.
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

    /// A position of the table that the automaton answers wrongly.
    pub fn mistake(&self, automaton: &Automaton, positions: &[Vec<i64>]) -> Option<Vec<i64>> {
        positions
            .iter()
            .find(|position| automaton.value(&self.system.word(position)) != self.table.value(position))
            .cloned()
    }
}
