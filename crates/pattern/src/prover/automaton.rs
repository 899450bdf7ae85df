//! Automata with output, as they are learned and written down.

use grundy_proof::linear::Says;
use std::fmt::Write;

/// A state: the value of the words that lead to it, and its successors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The value; `None` outside the domain. If a game has repeated steps, bit 0 says that the position is won, and bit
    /// i that step i, made once or more often, reaches a lost one. A relation has 0, 1 or 2 if the value that is read
    /// is too small, right or too large.
    pub value: Option<u32>,
    /// The next state for each column; `None` if no number is written like that.
    pub next: Vec<Option<u32>>,
}

/// An automaton; the first state is the initial one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// The states.
    pub states: Vec<State>,
    /// Whether it reads a value after the numbers of the position and compares it with the right one.
    pub relation: bool,
}

impl Automaton {
    /// Returns the value of a word.
    pub fn value(&self, word: &[u16]) -> Option<u32> {
        let mut state = 0;
        for column in word {
            state = self.states[state].next[usize::from(*column)]? as usize;
        }
        self.states[state].value
    }

    /// Returns the kind of its outputs, as claims are compared with it.
    pub fn says(&self) -> Says {
        match self.relation {
            true => Says::Relation,
            false => Says::Values(self.states.iter().filter_map(|state| state.value).max().unwrap_or(0)),
        }
    }

    /// Returns the automaton without the states from which no value is reached, which `None` expresses as well.
    pub fn trimmed(&self) -> Automaton {
        let count = self.states.len();
        let mut alive: Vec<bool> = self.states.iter().map(|state| state.value.is_some()).collect();
        alive[0] = true;
        let leads = |state: &State, alive: &[bool]| state.next.iter().flatten().any(|next| alive[*next as usize]);
        while let Some(more) = (0..count).find(|at| !alive[*at] && leads(&self.states[*at], &alive)) {
            alive[more] = true;
        }
        // The first state loops to itself on a column of zeros, so its index does not change.
        let index = |at: u32| {
            alive[at as usize].then(|| alive[..at as usize].iter().filter(|is_alive| **is_alive).count() as u32)
        };
        let is_alive = |at: &usize| alive[*at];
        let changed = |at: usize| State {
            value: self.states[at].value,
            next: self.states[at].next.iter().map(|next| next.and_then(index)).collect(),
        };
        Automaton { states: (0..count).filter(is_alive).map(changed).collect(), relation: self.relation }
    }

    /// Returns the lines of a certificate.
    pub fn text(&self) -> String {
        let or_none = |number: Option<u32>| number.map_or("-".to_owned(), |number| number.to_string());
        let mut text = String::new();
        for state in &self.states {
            text += &or_none(state.value);
            for next in &state.next {
                let _ = write!(text, " {}", or_none(*next));
            }
            text.push('\n');
        }
        text
    }
}
