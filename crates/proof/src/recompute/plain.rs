//! Values of any take-and-break game, by the meaning of its digits.
//!
//! In: a game whose parts may be equal. Out: the values of the heaps from 0 on, by the definition: the least that is
//! not an option. The values of a number of tokens in exactly j heaps are stored as a set for every j, so that a game
//! that leaves five heaps costs little more than one that leaves three. Quadratic at best: the wrong tool for long
//! octal tables.

use crate::claim::Field;
use crate::limits::{MAX_SPLIT_HEAPS, Meter, Objection};
use crate::values::Values;
use grundy_message::message;
use grundy_rules::heap::TakeAndBreak;

/// Returns the values of the heaps below a size.
pub(crate) fn values(game: &TakeAndBreak, count: usize, meter: &mut Meter<'_>) -> Result<Values, Objection> {
    meter.values(Some(count as u64), 4)?;
    let most_parts = game.most_parts() as usize;
    if most_parts > 1 && count > MAX_SPLIT_HEAPS {
        return Err(Objection::new(
            Field::Preperiod,
            message!("this needs more than {count} values", count = MAX_SPLIT_HEAPS),
        ));
    }
    let mut table = Table { values: Vec::with_capacity(count.min(1 << 20)), worth: Vec::new() };
    // worth[j - 2][n]: the values of n tokens in exactly j heaps.
    table.worth = vec![Vec::new(); most_parts.saturating_sub(1)];
    let mut seen: Vec<usize> = Vec::new();
    for size in 0..count {
        // A mark is the size plus one at which it was made, so that marks need not be cleared.
        let mark = size + 1;
        let mut note = |value: usize| {
            if value >= seen.len() {
                seen.resize(value + 1, 0);
            }
            seen[value] = mark;
        };
        for taken in 0..=size.min(game.last_place().map_or(size, |last| last as usize)) {
            let (digit, left) = (game.digit(taken as u64), size - taken);
            meter.steps(1)?;
            if digit & 1 != 0 && left == 0 {
                note(0);
            }
            if digit & 2 != 0 && left > 0 {
                note(table.values[left] as usize);
            }
            for parts in (2..=most_parts).filter(|parts| digit >> parts & 1 != 0) {
                if taken == 0 {
                    // Without taking, the parts are heaps that are known already.
                    table.settle(left, most_parts, meter)?;
                }
                let worth = &table.worth[parts - 2][left];
                meter.steps(worth.words.len() as u64)?;
                worth.each(&mut note);
            }
        }
        table.settle(size, most_parts, meter)?;
        let value = (0..).find(|value| seen.get(*value) != Some(&mark)).expect("no set of marks holds every number");
        let value =
            u32::try_from(value).map_err(|_| Objection::new(Field::Head, message!("the values are too large")))?;
        table.values.push(value);
    }
    Ok(Values::Wide(table.values))
}

struct Table {
    values: Vec<u32>,
    worth: Vec<Vec<Worth>>,
}

impl Table {
    /// Finds the values of `tokens` tokens in two heaps and more; the values of all smaller heaps must be known.
    fn settle(&mut self, tokens: usize, most_parts: usize, meter: &mut Meter<'_>) -> Result<(), Objection> {
        for parts in 2..=most_parts {
            if self.worth[parts - 2].len() > tokens {
                continue;
            }
            let mut worth = Worth::default();
            for first in 1..tokens {
                let value = self.values[first] as usize;
                meter.steps(1)?;
                if parts == 2 {
                    worth.insert(value ^ self.values[tokens - first] as usize);
                } else {
                    let rest = &self.worth[parts - 3][tokens - first];
                    meter.steps(rest.words.len() as u64)?;
                    rest.each(&mut |other| worth.insert(value ^ other));
                }
            }
            self.worth[parts - 2].push(worth);
        }
        Ok(())
    }
}

/// A set of values.
#[derive(Clone, Debug, Default)]
struct Worth {
    words: Vec<u64>,
}

impl Worth {
    fn insert(&mut self, value: usize) {
        if value / 64 >= self.words.len() {
            self.words.resize(value / 64 + 1, 0);
        }
        self.words[value / 64] |= 1 << (value % 64);
    }

    fn each(&self, note: &mut impl FnMut(usize)) {
        for (place, word) in self.words.iter().enumerate() {
            let mut rest = *word;
            while rest != 0 {
                note(64 * place + rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
    }
}
