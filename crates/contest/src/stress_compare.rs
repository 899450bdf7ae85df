//! Comparison of a program's output with the right one.
//!
//! In: two texts and how strict to be. Out: the first difference, in words. Answers are compared as judges do, word by word;
//! strictly, byte by byte. A wrong answer is one that the judge prints for another input; anything else has a wrong format: a word
//! that the judge never prints for an answer, another word where it always prints the same, too few or too many words.

use crate::layout::{Item, Piece};
use crate::problem::{Problem, Wording};
use grundy_message::{Message, message};
use grundy_rules::game::Kind;
use std::collections::BTreeSet;

/// How outputs are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// Word by word; white space does not matter.
    Words,
    /// Byte by byte.
    Bytes,
}

/// What is wrong with an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// A wrong answer.
    Answer,
    /// No answer at all, too few or too many, or words that the judge never prints.
    Format,
}

/// The first difference between two outputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What is wrong.
    pub flaw: Flaw,
    /// The line of the right output, from 1.
    pub line: usize,
    /// Number of right words before it.
    pub right_words: usize,
    /// Description of the difference.
    pub message: Message,
}

/// What the judge may print for answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vocabulary {
    /// The words of all answers; empty if unknown.
    words: BTreeSet<String>,
    /// Whether answers may be numbers too.
    has_numbers: bool,
    /// Whether the answers of one line are not separated: then each is one character.
    is_glued: bool,
}

impl Vocabulary {
    /// Returns whether a word is the right one for some other input.
    fn may_stand_for(&self, right: &str, printed: &str) -> bool {
        let is_answer = |ch: char| self.words.contains(ch.encode_utf8(&mut [0; 4]) as &str);
        if self.words.contains(right) || self.has_numbers && is_number(right) {
            self.words.contains(printed) || self.has_numbers && is_number(printed)
        } else if self.is_glued && right.chars().all(is_answer) {
            printed.chars().count() == right.chars().count() && printed.chars().all(is_answer)
        } else if self.words.is_empty() && !self.has_numbers {
            is_number(right) == is_number(printed)
        } else {
            // A word that is no answer is the same for every input, or the number of the case.
            false
        }
    }
}

/// Compares an output with the right one.
///
/// ```
/// use grundy_contest::{Flaw, Strictness, Vocabulary, compare};
/// let found = compare("Yes\nNo\n", "Yes\nYes\n", Strictness::Words, &Vocabulary::default()).unwrap();
/// assert_eq!((found.flaw, found.line), (Flaw::Answer, 2));
/// assert_eq!(found.message.to_string(), "line 2: `Yes` where `No` is right");
/// assert!(compare("Yes\n", "  Yes", Strictness::Words, &Vocabulary::default()).is_none());
/// ```
pub fn compare(right: &str, printed: &str, strictness: Strictness, vocabulary: &Vocabulary) -> Option<Difference> {
    let mut wanted = words(right);
    let mut found = words(printed);
    let mut last = 1;
    let mut right_words = 0;
    loop {
        let (flaw, line, message) = match (wanted.next(), found.next()) {
            (None, None) => break,
            (Some((line, word)), Some((_, other))) if word == other => {
                last = line;
                right_words += 1;
                continue;
            }
            (Some((line, word)), Some((_, other))) => {
                let what = message!(
                    "line {line}: `{text}` where `{right}` is right",
                    line,
                    text = brief(other),
                    right = brief(word)
                );
                if word.eq_ignore_ascii_case(other) {
                    (Flaw::Format, line, message!("{what}: capital letters matter", what))
                } else if !vocabulary.may_stand_for(word, other) {
                    (Flaw::Format, line, message!("{what}, and the judge never prints such a word here", what))
                } else {
                    (Flaw::Answer, line, what)
                }
            }
            (Some((line, _)), None) if printed.trim().is_empty() => {
                (Flaw::Format, line, message!("nothing was printed"))
            }
            (Some((line, word)), None) => {
                let message = message!(
                    "line {line}: too little was printed: it ends where `{right}` is right",
                    line,
                    right = brief(word)
                );
                (Flaw::Format, line, message)
            }
            (None, Some((line, other))) => {
                let message = message!(
                    "line {line}: too much was printed: `{text}` after the last answer",
                    line,
                    text = brief(other)
                );
                (Flaw::Format, last, message)
            }
        };
        return Some(Difference { flaw, line, right_words, message });
    }
    if strictness == Strictness::Words || right == printed {
        return None;
    }
    let same = right.bytes().zip(printed.bytes()).take_while(|(one, other)| one == other).count();
    let line = right.as_bytes()[..same].iter().filter(|byte| **byte == b'\n').count() + 1;
    let shown = |text: &str| match text.as_bytes().get(same) {
        None => message!("the end"),
        Some(byte) => Message::text(format!("{:?}", char::from(*byte))),
    };
    let message = message!(
        "line {line}: the words are right, but there is {found} where {wanted} is expected",
        line,
        found = shown(printed),
        wanted = shown(right)
    );
    Some(Difference { flaw: Flaw::Format, line, right_words, message })
}

/// Returns the words of a text with their lines.
pub(crate) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().flat_map(|(at, line)| line.split_whitespace().map(move |word| (at + 1, word)))
}

fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn brief(word: &str) -> String {
    let mut short: String = word.chars().take(40).collect();
    if short.len() < word.len() {
        short.push('…');
    }
    short
}

impl Problem {
    /// Returns what the judge may print for answers.
    pub(crate) fn vocabulary(&self) -> Vocabulary {
        let mut found = Vocabulary::default();
        for variant in &self.variants {
            found.is_glued |=
                self.text.as_ref().or(variant.text.as_ref()).is_some_and(|items| has_glued_answers(items));
            if variant.tells_move {
                // Any move may be printed.
                return Vocabulary::default();
            }
            for (_, wording) in &variant.words {
                match wording {
                    Wording::Text(text) => found.words.extend(text.split_whitespace().map(ToOwned::to_owned)),
                    Wording::Value(_) => found.has_numbers = true,
                }
            }
            if variant.words.is_empty() {
                match &variant.adapter.expression(variant.answer).kind {
                    Kind::Symbol(symbols) => {
                        let names = symbols.iter().map(|symbol| variant.adapter.game.symbol_name(*symbol).to_owned());
                        found.words.extend(names);
                    }
                    _ => found.has_numbers = true,
                }
            }
        }
        found
    }
}

/// Returns whether answers are printed without space between them. Layouts are nested a few times at most.
fn has_glued_answers(items: &[Item]) -> bool {
    items.iter().any(|item| match item {
        Item::Print(pieces) => *pieces == [Piece::Answer],
        Item::Loop(_, inner) => has_glued_answers(inner),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(right: &str, printed: &str, strictness: Strictness, expect: &str) {
        let words = ["Yes", "No"].map(ToOwned::to_owned).into();
        let known = Vocabulary { words, ..Vocabulary::default() };
        let actual = match compare(right, printed, strictness, &known) {
            None => String::new(),
            Some(difference) => format!("{:?}: {}", difference.flaw, difference.message),
        };
        assert_eq!(actual, expect);
    }

    #[test]
    fn each_kind_of_difference_is_distinguished() {
        check("Yes\nNo\n", "Yes No", Strictness::Words, "");
        check("Yes\nNo\n", "Yes\nNo\n", Strictness::Bytes, "");
        check("Yes\n", "No\n", Strictness::Words, "Answer: line 1: `No` where `Yes` is right");
        check(
            "Yes\n",
            "yes\n",
            Strictness::Words,
            "Format: line 1: `yes` where `Yes` is right: capital letters matter",
        );
        check(
            "Yes\n",
            "Win\n",
            Strictness::Words,
            "Format: line 1: `Win` where `Yes` is right, and the judge never prints such a word here",
        );
        check("Yes\n", " \n", Strictness::Words, "Format: nothing was printed");
        check(
            "Yes\nNo\n",
            "Yes",
            Strictness::Words,
            "Format: line 2: too little was printed: it ends where `No` is right",
        );
        check(
            "Yes\n",
            "Yes\nNo",
            Strictness::Words,
            "Format: line 2: too much was printed: `No` after the last answer",
        );
        check(
            "Yes\n",
            "Yes \n",
            Strictness::Bytes,
            "Format: line 1: the words are right, but there is ' ' where '\\n' is expected",
        );
        check(
            "Yes\n",
            "Yes",
            Strictness::Bytes,
            "Format: line 1: the words are right, but there is the end where '\\n' is expected",
        );
    }
}
