//! A game with digits that end and moves that leave at most two heaps, as the fast engines read it.

use super::plain::Plain;
use super::table::Table;
use crate::budget::{Allowance, Stop};
use grundy_rules::heap::TakeAndBreak;

/// What may be taken, by what is left.
#[derive(Clone)]
pub(super) struct Places {
    pub game: TakeAndBreak,
    /// How many may be taken so that two heaps are left.
    pub splits: Vec<usize>,
    /// How many may be taken so that one heap is left.
    pub ones: Vec<usize>,
    /// The most that may be taken.
    pub most: usize,
}

impl Places {
    pub fn new(game: &TakeAndBreak, engine: &str) -> Result<Places, String> {
        let Some(most) = game.last_place() else {
            return Err(format!("the {engine} engine needs digits that end"));
        };
        if game.most_parts() > 2 {
            return Err(format!("the {engine} engine takes games whose moves leave at most two heaps"));
        }
        let with = |bit: u8| (0..game.head().len()).filter(|taken| game.head()[*taken] & bit != 0).collect();
        Ok(Places { game: game.clone(), splits: with(4), ones: with(2), most: most as usize })
    }

    /// How many values the plain engine is to find first, so that no heap is taken whole later and parts are not empty.
    pub fn start(&self) -> usize {
        512.max(4 * self.most + 128)
    }

    /// Lets the plain engine find the first values.
    pub fn begin(&self, values: &mut Table, to: usize, allowance: &Allowance) -> Result<(), Stop> {
        Plain::new(&self.game).extend(values, to.min(self.start()), allowance)
    }

    /// The largest smaller part of a split of so many tokens.
    pub fn most_of_smaller_part(&self, rest: usize) -> usize {
        if self.game.parts_differ() { rest.saturating_sub(1) / 2 } else { rest / 2 }
    }
}
