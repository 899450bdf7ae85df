//! The SJ theorem for `compound anti`, where moves may split a part.
//!
//! In: parts numbered after their options. Out: their Grundy values, if these decide every sum of the parts; nothing if
//! they may not. Idea: play ends where all values are 0, and the player then to move wins; Jia Zhihao (2009) shows that
//! a sum is won if the xor is not 0 and a value is above 1, and if the xor is 0 and none is. His proof is about moves
//! that leave one part. It goes through for options that are sums if three conditions hold, which are checked for each
//! part. Call an option *large* if one of its parts has a value above 1, else *small*.
//!
//! - A: a part of value 1 has a small option of value 0.
//! - B: a part of value g of at most 1 has no large option of value 1 - g.
//! - C: a part of value 2 or more has, for e = 0 and for e = 1, a small option of value 1 - e or a large one of value e.
//!
//! No value above 1, and the xor is 0: play has ended, which is won; or there are two ones, and by A one of them becomes
//! small parts of xor 0, so that the xor is 1 and no value is above 1: lost. No value above 1, and the xor is 1: a move from a part of
//! value g leads to an option of another value h. If it is small, h = 1 - g, and the xor becomes 0: won. If it is large, h is
//! not 1 - g by B, so that the xor is not 0, and a value is above 1: won. One value above 1: let the xor of the others be e. By
//! C it is brought to 1 without a value above 1, or to 0 with one: lost. Several above 1, and the xor is not 0: it is brought to 0 as
//! in Nim, and one above 1 is left: lost. Several, and it is 0: no move leaves it so, and one above 1 is left: won.
//!
//! Wrong tool for anything else: there whole sums must be searched.

use super::rules::PartGraph;

/// The small and the large options of a part, as far as the conditions need them.
#[derive(Default)]
struct Options {
    values: Vec<u32>,
    /// Whether there is a small option of value 0, of value 1; and a large one.
    small: [bool; 2],
    large: [bool; 2],
}

impl Options {
    fn clear(&mut self) {
        self.values.clear();
        (self.small, self.large) = ([false; 2], [false; 2]);
    }

    fn add(&mut self, parts: impl Iterator<Item = u32>) {
        let (mut xor, mut is_large) = (0, false);
        for value in parts {
            xor ^= value;
            is_large |= value > 1;
        }
        self.values.push(xor);
        let kind = if is_large { &mut self.large } else { &mut self.small };
        if let Some(has) = kind.get_mut(xor as usize) {
            *has = true;
        }
    }

    /// Returns the least value that no option has.
    fn mex(&mut self) -> u32 {
        self.values.sort_unstable();
        self.values.iter().fold(0, |min, &value| min + u32::from(value == min))
    }

    /// Returns true if the conditions hold for a part of this value.
    fn suit(&self, value: u32) -> bool {
        match value {
            0 => !self.large[1],
            1 => self.small[0] && !self.large[0],
            _ => (0..2).all(|e| self.small[1 - e] || self.large[e]),
        }
    }
}

/// Returns the Grundy value of each part; `None` if the theorem may not hold for one of them.
pub(super) fn values(graph: &dyn PartGraph) -> Option<Vec<u32>> {
    let mut values: Vec<u32> = Vec::with_capacity(graph.len());
    let mut options = Options::default();
    for part in 0..graph.len() {
        options.clear();
        graph.each_option(part, &mut |parts| options.add(parts.iter().map(|&part| values[part as usize])));
        let value = options.mex();
        if !options.suit(value) {
            return None;
        }
        values.push(value);
    }
    Some(values)
}

/// Returns true if the player to move wins a sum of parts with these values.
pub(super) fn wins(values: &[u32]) -> bool {
    let xor = values.iter().fold(0, |xor, value| xor ^ value);
    (xor != 0) == values.iter().any(|&value| value > 1)
}
