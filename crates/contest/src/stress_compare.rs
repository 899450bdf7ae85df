//! What a program printed, beside what is right.
//!
//! In: two texts and how strict to be. Out: the first difference, in words. Answers are compared as judges do, word by word;
//! strictly, byte by byte. A word that the judge never prints, and too few or too many words, are told from wrong answers.

use crate::layout::{Item, Piece};
use crate::problem::{Problem, Wording};
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
    /// Another answer.
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
    /// How many words before it are right.
    pub right_words: usize,
    /// In words.
    pub message: String,
}

/// Compares what was printed with what is right. `known` are the words that the judge may print, where they are few.
///
/// ```
/// use grundy_contest::{Flaw, Strictness, compare};
/// let found = compare("Yes\nNo\n", "Yes\nYes\n", Strictness::Words, None).unwrap();
/// assert_eq!((found.flaw, found.line), (Flaw::Answer, 2));
/// assert_eq!(found.message, "line 2: `Yes` where `No` is right");
/// assert!(compare("Yes\n", "  Yes", Strictness::Words, None).is_none());
/// ```
pub fn compare(
    right: &str,
    printed: &str,
    strictness: Strictness,
    known: Option<&BTreeSet<String>>,
) -> Option<Difference> {
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
                let what = format!("line {line}: `{}` where `{}` is right", brief(other), brief(word));
                if word.eq_ignore_ascii_case(other) {
                    (Flaw::Format, line, format!("{what}: capital letters matter"))
                } else if known.is_some_and(|known| !known.contains(other)) || is_no_number(word, other) {
                    (Flaw::Format, line, format!("{what}, and the judge never prints such a word here"))
                } else {
                    (Flaw::Answer, line, what)
                }
            }
            (Some((line, _)), None) if printed.trim().is_empty() => {
                (Flaw::Format, line, "nothing was printed".to_owned())
            }
            (Some((line, word)), None) => {
                let message = format!("line {line}: too little was printed: it ends where `{}` is right", brief(word));
                (Flaw::Format, line, message)
            }
            (None, Some((line, other))) => {
                let message = format!("line {line}: too much was printed: `{}` after the last answer", brief(other));
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
        None => "the end".to_owned(),
        Some(byte) => format!("{:?}", char::from(*byte)),
    };
    let message =
        format!("line {line}: the words are right, but there is {} where {} is expected", shown(printed), shown(right));
    Some(Difference { flaw: Flaw::Format, line, right_words, message })
}

/// The words of a text with their lines.
pub(crate) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().flat_map(|(at, line)| line.split_whitespace().map(move |word| (at + 1, word)))
}

/// Whether a number is right and this is none.
fn is_no_number(right: &str, printed: &str) -> bool {
    let is_number = |word: &str| {
        let digits = word.strip_prefix('-').unwrap_or(word);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    is_number(right) && !is_number(printed)
}

fn brief(word: &str) -> String {
    let mut short: String = word.chars().take(40).collect();
    if short.len() < word.len() {
        short.push('…');
    }
    short
}

impl Problem {
    /// The words that the judge may print, where every answer has its word and nothing else is printed but words of the file.
    pub(crate) fn printed_words(&self) -> Option<BTreeSet<String>> {
        let mut known = BTreeSet::new();
        for variant in &self.variants {
            let layout = self.text.as_ref().or(variant.text.as_ref());
            if layout.is_none_or(|items| !prints_plain_answers(items)) {
                return None;
            }
            for (_, wording) in &variant.words {
                match wording {
                    Wording::Text(text) => known.extend(text.split_whitespace().map(ToOwned::to_owned)),
                    Wording::Value(_) => return None,
                }
            }
            if variant.words.len() < 2 {
                return None;
            }
        }
        Some(known)
    }
}

/// Whether nothing is printed but answers with white space behind each. Layouts are nested a few times at most.
fn prints_plain_answers(items: &[Item]) -> bool {
    items.iter().all(|item| match item {
        Item::Print(pieces) => match pieces.as_slice() {
            [Piece::Answer, Piece::Text(text)] => !text.is_empty() && text.trim().is_empty(),
            _ => false,
        },
        Item::Loop(_, inner) => prints_plain_answers(inner),
        // What the variants print, each by its own layout, is looked at there.
        Item::Variant => false,
        _ => true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(right: &str, printed: &str, strictness: Strictness, expect: &str) {
        let known: BTreeSet<String> = ["Yes", "No"].map(ToOwned::to_owned).into();
        let told = match compare(right, printed, strictness, Some(&known)) {
            None => String::new(),
            Some(difference) => format!("{:?}: {}", difference.flaw, difference.message),
        };
        assert_eq!(told, expect);
    }

    #[test]
    fn each_kind_of_difference_is_told_apart() {
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
