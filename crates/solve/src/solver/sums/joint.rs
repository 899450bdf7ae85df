//! Moves in several parts at once, enumerated like the digits of a number.
//!
//! In: the parts of a sum and the number of options of each. Out: every choice of options that makes a move, once.
//! Digit 0 is no move in that part, digit d is option d - 1. Digits of equal parts do not increase, so that choices
//! that differ only in which of them is moved in come once.

use grundy_rules::Compound;

/// Iterates over all joint moves.
pub(super) struct Odometer {
    /// Number of options of each part.
    counts: Vec<u32>,
    /// Whether a part equals the one before.
    repeats: Vec<bool>,
    digits: Vec<u32>,
    /// Least digit of each part: 1 if it must move.
    min: Vec<u32>,
    /// Maximum number of parts that move.
    max: usize,
    begun: bool,
}

impl Odometer {
    /// Starts before the first move of a sum with these parts, in ascending order.
    pub fn new(compound: Compound, parts: &[u32], counts: Vec<u32>) -> Odometer {
        let max = match compound {
            Compound::One | Compound::Anti => 1,
            Compound::Upto(max) => max,
            Compound::Every | Compound::Short | Compound::Some => parts.len(),
        };
        let must = matches!(compound, Compound::Every | Compound::Short);
        let min: Vec<u32> = counts.iter().map(|&count| u32::from(must && count > 0)).collect();
        let repeats = (0..parts.len()).map(|index| index > 0 && parts[index] == parts[index - 1]).collect();
        Odometer { repeats, digits: min.clone(), min, max, counts, begun: false }
    }

    /// Returns the digits of the current move.
    pub fn digits(&self) -> &[u32] {
        &self.digits
    }

    /// Advances to the next move; returns false if there is none.
    pub fn advance(&mut self) -> bool {
        if !self.begun {
            self.begun = true;
            // If every part must move, the first digits are a move already; otherwise they are none.
            if self.digits.iter().any(|&digit| digit > 0) {
                return true;
            }
        }
        let mut moved = self.digits.iter().filter(|&&digit| digit > 0).count();
        for index in (0..self.digits.len()).rev() {
            let digit = self.digits[index];
            // From here on `moved` counts the parts before this one.
            moved -= usize::from(digit > 0);
            let highest = if self.repeats[index] { self.digits[index - 1] } else { self.counts[index] };
            if digit < highest && (digit > 0 || moved < self.max) {
                self.digits[index] += 1;
                for later in index + 1..self.digits.len() {
                    self.digits[later] = self.min[later];
                }
                return true;
            }
        }
        false
    }
}
