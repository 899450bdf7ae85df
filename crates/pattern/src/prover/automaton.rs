//! Automata with output, as they are learned and written down.

use std::fmt::Write;

/// A state: the value of the words that lead to it, and where each column leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The value; `None` outside the domain.
    pub value: Option<u32>,
    /// The next state for each column; `None` where no number is written like that.
    pub next: Vec<Option<u32>>,
}

/// An automaton; the first state is where it starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// The states.
    pub states: Vec<State>,
}

impl Automaton {
    /// The value of a word.
    pub fn value(&self, word: &[u16]) -> Option<u32> {
        let mut state = 0;
        for column in word {
            state = self.states[state].next[usize::from(*column)]? as usize;
        }
        self.states[state].value
    }

    /// The greatest value.
    pub fn greatest(&self) -> u32 {
        self.states.iter().filter_map(|state| state.value).max().unwrap_or(0)
    }

    /// The lines of a certificate.
    pub fn text(&self) -> String {
        let or_none = |number: Option<u32>| number.map_or("-".to_owned(), |number| number.to_string());
        let mut text = String::new();
        for state in &self.states {
            let _ = write!(text, "state {}", or_none(state.value));
            for next in &state.next {
                let _ = write!(text, " {}", or_none(*next));
            }
            text.push('\n');
        }
        text
    }
}
