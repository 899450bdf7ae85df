//! Take-and-break games: a move takes some tokens from one heap and leaves the rest in a few heaps.
//!
//! What may be left depends only on the number taken, so a row of digits determines the game (Guy & Smith 1956): the bit 2^j
//! of the digit at place t says that after taking t tokens the rest may be left in exactly j heaps, none of them empty. This
//! is the reference for the meaning of a heap code.

use grundy_message::{Message, message};
mod code;
mod recognise;
mod rules;
#[cfg(test)]
mod tests_random;

pub use code::{CodeError, GREATEST_BASE, parse_code, parse_code_in_base};
pub use recognise::{Recognised, recognise};

/// Format: maximum number of heaps that a move may leave: the bits of a digit below 36.
pub const MAX_PARTS: u32 = 5;

/// The rules of a take-and-break game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TakeAndBreak {
    /// The digit at place t: what may be left after taking t tokens.
    head: Vec<u8>,
    /// The digits after those, repeated forever; empty if nothing more may be taken.
    tail: Vec<u8>,
    /// Whether the heaps that a move leaves must all be different (Grundy's game).
    parts_differ: bool,
}

impl TakeAndBreak {
    /// Returns the game of these digits in its shortest form: equal infinite sequences of digits make equal games.
    ///
    /// # Errors
    /// A digit allows more than [`MAX_PARTS`] heaps, or a move that takes nothing and leaves one heap or none.
    pub fn new(head: Vec<u8>, tail: Vec<u8>, parts_differ: bool) -> Result<TakeAndBreak, Message> {
        let mut game = TakeAndBreak { head, tail, parts_differ };
        if let Some(digit) = game.head.iter().chain(&game.tail).find(|digit| **digit >= 1 << (MAX_PARTS + 1)) {
            return Err(message!(
                "the digit {number} allows more than {number_most} heaps",
                number = digit,
                number_most = MAX_PARTS
            ));
        }
        if game.digit(0) & 3 != 0 {
            return Err(message!(
                "a move that takes nothing must leave at least two heaps: the digit at place 0 is a multiple of 4"
            ));
        }
        game.shorten();
        Ok(game)
    }

    /// Normalises the digits so that equal games compare equal.
    fn shorten(&mut self) {
        if self.tail.iter().all(|digit| *digit == 0) {
            self.tail.clear();
        }
        if let Some(length) = (1..self.tail.len()).find(|length| {
            self.tail.len().is_multiple_of(*length) && self.tail[*length..] == self.tail[..self.tail.len() - length]
        }) {
            self.tail.truncate(length);
        }
        if self.tail.is_empty() {
            while self.head.last() == Some(&0) {
                self.head.pop();
            }
        } else {
            while !self.head.is_empty() && self.head.last() == self.tail.last() {
                self.head.pop();
                self.tail.rotate_right(1);
            }
        }
        let most_parts = self.most_parts();
        if most_parts < 2 {
            self.parts_differ = false;
        }
    }

    /// Returns the digit at a place.
    pub fn digit(&self, taken: u64) -> u8 {
        let place = usize::try_from(taken).unwrap_or(usize::MAX);
        match self.head.get(place) {
            Some(digit) => *digit,
            None if self.tail.is_empty() => 0,
            None => self.tail[(place - self.head.len()) % self.tail.len()],
        }
    }

    /// Returns the digits before those that repeat, from place 0 on.
    pub fn head(&self) -> &[u8] {
        &self.head
    }

    /// Returns the digits that repeat forever after the head; empty if there are none.
    pub fn tail(&self) -> &[u8] {
        &self.tail
    }

    /// Returns whether the heaps that a move leaves must all be different.
    pub fn parts_differ(&self) -> bool {
        self.parts_differ
    }

    /// Returns the last place with a digit other than 0; `None` if there is no last one.
    pub fn last_place(&self) -> Option<u64> {
        self.tail.is_empty().then(|| self.head.len().saturating_sub(1) as u64)
    }

    /// Returns the maximum number of heaps that a move may leave.
    pub fn most_parts(&self) -> u32 {
        let all = self.head.iter().chain(&self.tail).fold(0, |all, digit| all | digit);
        all.checked_ilog2().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(head: &[u8], tail: &[u8]) -> TakeAndBreak {
        TakeAndBreak::new(head.to_vec(), tail.to_vec(), false).unwrap()
    }

    #[test]
    fn equal_digits_make_equal_games() {
        assert_eq!(game(&[0, 7, 7, 0], &[]), game(&[0, 7, 7], &[0, 0]));
        assert_eq!(game(&[0, 3], &[1, 3, 1, 3]), game(&[0], &[3, 1]));
        assert_eq!(game(&[4, 3, 3], &[3, 3]), game(&[4], &[3]));
        assert_ne!(game(&[0, 3], &[3, 1]), game(&[0], &[3, 1]));
    }

    #[test]
    fn digits_repeat_forever() {
        let lasker = game(&[4], &[3]);
        assert_eq!((lasker.digit(0), lasker.digit(1), lasker.digit(u64::MAX)), (4, 3, 3));
        assert_eq!((lasker.most_parts(), lasker.last_place()), (2, None));
        let kayles = game(&[0, 7, 7], &[]);
        assert_eq!((kayles.digit(2), kayles.digit(3), kayles.last_place()), (7, 0, Some(2)));
    }

    #[test]
    fn what_takes_nothing_must_break() {
        assert!(TakeAndBreak::new(vec![2], vec![], false).is_err());
        assert!(TakeAndBreak::new(vec![], vec![3], false).is_err());
        assert!(TakeAndBreak::new(vec![0, 64], vec![], false).is_err());
        assert!(TakeAndBreak::new(vec![4], vec![], true).unwrap().parts_differ());
    }
}
