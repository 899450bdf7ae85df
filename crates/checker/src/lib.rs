//! Checks theorems about games whose moves are linear: text in, [`Theorem`] or [`Refusal`] out.
//!
//! A certificate holds the moves of a game as linear (in)equalities, a numeration system, and an automaton that reads a
//! position as columns of digits, the most significant first, and gives its value, or reads a position and a number and says
//! whether that is its value. Linear conditions are automata too, built here from the recurrence of the system, so that "the
//! value of every position follows from the values of its options" is a question about finitely many states. The checker
//! decides it for the given automaton, and does not depend on how that was found.
//!
//! In: any text. Out: a theorem, or the reason why it proves nothing, with the position where it fails. An accepted statement
//! holds for positions of every size: the moves stay inside the domain and lower a weight, so that play ends, and the
//! automaton's value is that of the rule of play, by induction on the weight. Wrong tool for moves that are not linear.
//!
//! ```
//! // Take one or two: a heap is lost exactly if three divides it, as the values repeat.
//! let text = "grundy automaton 2\nplay normal\ncomponents n\nmove 1; 1 -1 >= 1; -1 1 >= -2; to 1\n\
//!             claim 1; -1 1 = 3; to 1\nweights 1\nsystem 2\n0 0 1\n1 2 0\n1 1 2\n";
//! assert!(grundy_checker::check(text, &mut |_, _| true).is_ok());
//! assert!(grundy_checker::check(&text.replace("1 2 0", "0 2 0"), &mut |_, _| true).is_err());
//! ```

pub mod letters;
mod limits;
mod numeration;
mod text;
mod walk;

pub use numeration::Numeration;
pub use text::{NONE, Play, Statement};

/// What is wrong with a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A line is missing, cannot be read or does not fit.
    Text,
    /// It takes more work than is allowed.
    Limit,
    /// A move leaves the domain, or play need not end, or what must never happen does.
    Moves,
    /// The value of a position does not follow from those of its options.
    Rule,
    /// The values differ from what is claimed about them.
    Claim,
}

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The kind of fault.
    pub fault: Fault,
    /// The line at fault, counted from 1; 0 if there is no single one.
    pub line: usize,
    /// The two numbers that differ, if there are some: what the automaton says and what it must say by the rule of play, or what
    /// it says of two positions that the line claims to have the same value.
    pub differ: Option<[i64; 2]>,
    /// The counterexample, if there is one: columns of digits, the least significant first, of the numbers of a position, in
    /// a relation the value, then the variables of the line.
    pub word: Vec<Vec<i64>>,
}

impl Refusal {
    pub(crate) fn new(fault: Fault, line: usize, differ: Option<[i64; 2]>) -> Refusal {
        Refusal { fault, line, differ, word: vec![] }
    }
}

/// A checked statement about every position of a game. Only [`check`] makes one.
#[derive(Clone, Debug)]
pub struct Theorem(Statement);

impl Theorem {
    /// Returns what is proved.
    pub fn statement(&self) -> &Statement {
        &self.0
    }
}

/// Returns whether the given number of steps, each of which takes bounded time, may be made, and the given number of numbers stored.
pub type Allow<'a> = &'a mut dyn FnMut(u64, usize) -> bool;

/// Checks a certificate.
///
/// # Errors
/// The reason why it proves nothing.
pub fn check(text: &str, allow: Allow) -> Result<Theorem, Refusal> {
    let wrong = |line| Refusal::new(Fault::Text, line, None);
    let statement = Statement::read(text).map_err(wrong)?;
    // The check that most wrong certificates fail comes first.
    walk::check_automaton(&statement, allow)?;
    statement.clauses.iter().try_for_each(|clause| walk::check_clause(&statement, clause, allow))?;
    Ok(Theorem(statement))
}
