//! Checks theorems about all values of a game's givens, which stand in the certificate as letters: text in, [`LettersTheorem`]
//! or [`Refusal`] out. The page `docs/letters.md` defines every line.
//!
//! The claim holds if certain lists of conditions never hold together. The checker makes these lists from the lines of the
//! game, turns them into polynomials that are at least 0, and follows the refutations of the certificate, whose leaves are
//! sums of products that are a negative constant. It searches nothing. Wrong tool for xor, powers and lists.
//!
//! ```
//! // Take all: an empty heap is lost, and no other.
//! let text = "grundy letters 1\nplay normal\ncomponents n\ngivens\ndomain n >= 0\nmove; n >= 1; nothing\nclaim n == 0\n\
//!             weights n\nwitness 0\nobligation weight 0\nleaf 1:0 1:1\nobligation stays 0\nleaf 1:2\n\
//!             obligation falls 0\nleaf 1:2\nobligation never 0\nleaf 1:1 1:3\n\
//!             obligation some\ncase 0\ncase 1\nleaf 1:1 1:2\nleaf 1:2\nleaf 1:0 1:1\n";
//! assert!(grundy_checker::letters::check(text).is_ok());
//! assert!(grundy_checker::letters::check(&text.replace("n == 0", "n == 1")).is_err());
//! ```

mod limits;
mod obligation;
mod polynomial;
mod refute;
mod term;

use crate::{Fault, Play};

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The kind of fault.
    pub fault: Fault,
    /// The line at fault, counted from 1; 0 if there is no single one.
    pub line: usize,
    /// The reason, in lower case and without a full stop.
    pub reason: String,
}

impl Refusal {
    fn new(fault: Fault, line: usize, reason: &str) -> Refusal {
        Refusal { fault, line, reason: reason.into() }
    }
}

/// A result of a step of the check. Where the refusal names no line, it is the last one that was read.
type Checked<T> = Result<T, Refusal>;

fn malformed<T>(reason: &str) -> Checked<T> {
    Err(Refusal::new(Fault::Text, 0, reason))
}

/// Returns a word of the text as it is quoted: its beginning, if it is long.
fn quoted(word: &str) -> String {
    match word.char_indices().nth(limits::MAX_QUOTED_CHARS) {
        Some((end, _)) => format!("`{}…`", &word[..end]),
        None => format!("`{word}`"),
    }
}

fn limited(fits: bool) -> Checked<()> {
    fits.then_some(()).ok_or_else(|| Refusal::new(Fault::Limit, 0, "it exceeds a limit of the checker"))
}

/// A checked statement about every position of a game, for all values of its givens. Only [`check`] makes one.
#[derive(Clone, Debug)]
pub struct LettersTheorem {
    play: Play,
    statement: String,
}

impl LettersTheorem {
    /// Returns how the game is played, and so whether the claim says who loses or what the Grundy value is.
    pub fn play(&self) -> Play {
        self.play
    }

    /// Returns the lines of the game and of the claim.
    pub fn statement(&self) -> &str {
        &self.statement
    }
}

/// The lines of a certificate that are not yet read.
struct Lines<'a> {
    rest: &'a str,
    /// The number of lines read.
    read: usize,
}

impl<'a> Lines<'a> {
    /// Reads the next line if it begins with this word, and returns what follows the word.
    fn after(&mut self, word: &str) -> Option<&'a str> {
        let (line, rest) = self.rest.split_once('\n')?;
        let after = line.strip_prefix(word)?;
        let is_word = after.is_empty() || after.starts_with(' ') || word == "move" && after.starts_with(';');
        if !is_word {
            return None;
        }
        (self.rest, self.read) = (rest, self.read + 1);
        Some(after)
    }

    /// Reads the next line, which must begin with this word, and returns what follows the word.
    fn expect(&mut self, word: &str) -> Checked<&'a str> {
        let refusal = Refusal::new(Fault::Text, self.read + 1, &format!("here a line `{word}` is expected"));
        self.after(word).ok_or(refusal)
    }

    /// Reads the next line, which must be this one.
    fn expect_all(&mut self, line: &str) -> Checked<()> {
        if self.expect(line)?.is_empty() { Ok(()) } else { malformed("this line goes on, and should not") }
    }
}

/// Checks a certificate.
///
/// # Errors
/// The reason why it proves nothing, and the line.
pub fn check(text: &str) -> Result<LettersTheorem, Refusal> {
    let mut lines = Lines { rest: text, read: 0 };
    let checked = check_lines(text, &mut lines);
    checked.map_err(|refusal| Refusal { line: if refusal.line > 0 { refusal.line } else { lines.read }, ..refusal })
}

fn check_lines(text: &str, lines: &mut Lines) -> Checked<LettersTheorem> {
    limited(text.len() <= limits::MAX_BYTES)?;
    let mut terms = term::Terms::default();
    let game = obligation::Game::read(lines, &mut terms)?;
    for obligation in game.obligations(&mut terms)? {
        lines.expect_all(&format!("obligation {}", obligation.heading))?;
        refute::refute(&obligation, &mut terms, lines)?;
    }
    match lines.rest {
        "" => Ok(LettersTheorem { play: game.play, statement: text[..text.len() - game.proof.len()].to_owned() }),
        _ => malformed("the proof ends here, and the text goes on"),
    }
}
