//! Moves in several parts at once, counted through like the digits of a number.
//!
//! In: the parts of a sum and how many options each has. Out: every choice of options that makes a move, once. Digit 0 is no
//! move in that part, digit d is option d - 1. Equal parts have digits that do not rise, so that what differs only in
//! which of them is moved in comes once.

use grundy_rules::Join;

/// All joint moves, one after the other.
pub(super) struct Odometer {
    /// The last options of the parts.
    counts: Vec<u32>,
    /// Whether a part is the same as the one before.
    repeats: Vec<bool>,
    digits: Vec<u32>,
    /// What a part's digit starts from: 1 where it must move.
    least: Vec<u32>,
    /// How many parts may move.
    most: usize,
    begun: bool,
}

impl Odometer {
    /// Before the first move of a sum with these parts, in ascending order.
    pub fn new(join: Join, parts: &[u32], counts: Vec<u32>) -> Odometer {
        let most = match join {
            Join::One | Join::Anti => 1,
            Join::Upto(most) => most,
            Join::Every | Join::Short | Join::Some => parts.len(),
        };
        let must = matches!(join, Join::Every | Join::Short);
        let least: Vec<u32> = counts.iter().map(|&count| u32::from(must && count > 0)).collect();
        let repeats = (0..parts.len()).map(|place| place > 0 && parts[place] == parts[place - 1]).collect();
        Odometer { repeats, digits: least.clone(), least, most, counts, begun: false }
    }

    /// The digits of the present move.
    pub fn digits(&self) -> &[u32] {
        &self.digits
    }

    /// Goes to the next move; false when there is none.
    pub fn advance(&mut self) -> bool {
        if !self.begun {
            self.begun = true;
            // Where every part must move the first digits are a move already; elsewhere they are no move at all.
            if self.digits.iter().any(|&digit| digit > 0) {
                return true;
            }
        }
        let mut moved = self.digits.iter().filter(|&&digit| digit > 0).count();
        for place in (0..self.digits.len()).rev() {
            let digit = self.digits[place];
            // From here on `moved` counts the parts before this one.
            moved -= usize::from(digit > 0);
            let highest = if self.repeats[place] { self.digits[place - 1] } else { self.counts[place] };
            if digit < highest && (digit > 0 || moved < self.most) {
                self.digits[place] += 1;
                for later in place + 1..self.digits.len() {
                    self.digits[later] = self.least[later];
                }
                return true;
            }
        }
        false
    }
}
