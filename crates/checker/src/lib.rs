//! The checker of theorems about games whose moves are linear: text in, [`Theorem`] or [`Refusal`] out.
//!
//! A certificate holds the moves of a game as linear (in)equalities, a numeration system, and an automaton that reads a
//! position as columns of digits, the most significant first, and gives its value. Linear conditions are automata too, built
//! here from the recurrence of the system, so that "the value of every position follows from the values of its options" is a
//! question about finitely many states. The checker asks it of the automaton as it stands; it knows nothing of how it was found.
//!
//! In: any text. Out: a theorem, or the reason why it proves nothing, with the position where it fails. What it accepts holds for
//! positions of every size: the moves stay inside the domain and lower a weight, so that play ends, and the automaton's value is
//! that of the rule of play, by induction on the weight. Wrong tool for moves that are not linear.
//!
//! ```
//! // Take one or two: a heap is lost exactly if three divides it.
//! let text = "grundy automaton 1\nplay normal\ncomponents n\nmove 1\nwhen 1 -1 >= 1\nwhen -1 1 >= -2\npart 1\n\
//!             weights 1\nsystem 2\nstate 0 0 1\nstate 1 2 0\nstate 1 1 2\n";
//! let theorem = grundy_checker::check(text, &grundy_checker::Limits::default()).unwrap();
//! assert_eq!(theorem.value(&[3_000_000_000_000_000_000]), Some(0));
//! assert!(grundy_checker::check(&text.replace("state 1 1", "state 0 1"), &Default::default()).is_err());
//! ```

mod atom;
mod explore;
mod text;

use std::fmt;
pub use text::Play;
use text::{State, Statement};

/// What checking may cost.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How many steps of automata may be made; each takes a bounded time and a bounded memory.
    pub max_steps: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { max_steps: 30_000_000 }
    }
}

/// What a certificate fails in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is not written as it must be.
    Text,
    /// It takes more work than the limits allow.
    Limit,
    /// A move leaves the domain, or play need not end.
    Moves,
    /// The value of a position does not follow from those of its options.
    Rule,
    /// The values are not what is claimed of them.
    Claim,
}

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What it fails in.
    pub fault: Fault,
    /// The line that is at fault, counted from 1; 0 where no single line is.
    pub line: usize,
    /// What is wrong, in lower case and without a full stop.
    pub reason: String,
    /// The position where it fails, where there is one and its numbers are not too large.
    pub position: Option<Vec<u128>>,
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(formatter, "line {}: ", self.line)?;
        }
        formatter.write_str(&self.reason)?;
        match &self.position {
            Some(position) => write!(formatter, " at {position:?}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Refusal {}

/// A checked statement about every position of a game. Only [`check`] makes one.
#[derive(Clone, Debug)]
pub struct Theorem {
    play: Play,
    system: Vec<i64>,
    components: usize,
    states: Vec<State>,
    game: String,
    claim: String,
}

/// Checks a certificate.
///
/// # Errors
/// Why it proves nothing.
pub fn check(text: &str, limits: &Limits) -> Result<Theorem, Refusal> {
    let statement = text::read(text)?;
    explore::check(&statement, limits)?;
    let Statement { play, system, components, states, game, claim, .. } = statement;
    Ok(Theorem { play, system, components, states, game, claim })
}

impl Theorem {
    /// How the game is played, and so what a value is.
    pub fn play(&self) -> Play {
        self.play
    }

    /// The lines of the certificate that say the game.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The lines of the certificate that say what is claimed beside the automaton; empty where nothing is.
    pub fn claim(&self) -> &str {
        &self.claim
    }

    /// How many states the automaton has.
    pub fn states(&self) -> usize {
        self.states.len()
    }

    /// The value of a position of the domain: its Grundy value, or 0 where the player to move loses and 1 where he wins. `None` where
    /// there is none, or a number is 2^112 or more. Outside the domain it means nothing.
    pub fn value(&self, position: &[u128]) -> Option<u32> {
        if position.len() != self.components || position.iter().any(|number| *number >> 112 != 0) {
            return None;
        }
        let words: Vec<Vec<u8>> = position.iter().map(|number| atom::digits(&self.system, *number)).collect();
        let length = words.iter().map(Vec::len).max().unwrap_or(0);
        let digit = |word: &Vec<u8>, place: usize| word.get((place + word.len()).wrapping_sub(length)).copied();
        let base = atom::digit_count(&self.system);
        let mut state = 0;
        for place in 0..length {
            let column =
                words.iter().fold(0, |column, word| column * base + usize::from(digit(word, place).unwrap_or(0)));
            state = self.states[state].next[column]? as usize;
        }
        self.states[state].value
    }
}
