//! A game with finitely many digits and moves that leave at most two heaps, as the fast engines read it.

use super::plain::Plain;
use super::table::Table;
use crate::budget::Stop;
use crate::work::Work;
use grundy_message::{Message, message};
use grundy_rules::heap::TakeAndBreak;

/// Numbers of tokens that may be taken, by what is left.
#[derive(Clone)]
pub(super) struct Places {
    pub game: TakeAndBreak,
    /// Numbers that may be taken if two heaps are left.
    pub splits: Vec<usize>,
    /// Numbers that may be taken if one heap is left.
    pub ones: Vec<usize>,
    /// Maximum number that may be taken.
    pub max: usize,
}

impl Places {
    pub fn new(game: &TakeAndBreak, engine: &str) -> Result<Places, Message> {
        let Some(max) = game.last_place() else {
            return Err(message!("the {engine} engine needs digits that end", engine));
        };
        if game.most_parts() > 2 {
            return Err(message!("the {engine} engine takes games whose moves leave at most two heaps", engine));
        }
        let with = |bit: u8| (0..game.head().len()).filter(|taken| game.head()[*taken] & bit != 0).collect();
        Ok(Places { game: game.clone(), splits: with(4), ones: with(2), max: max as usize })
    }

    /// Returns how many values the plain engine must find first, so that later no heap is taken whole and no part is
    /// empty.
    pub fn start(&self) -> usize {
        512.max(4 * self.max + 128)
    }

    /// Finds the first values with the plain engine.
    pub fn begin(&self, values: &mut Table, to: usize, work: &Work) -> Result<(), Stop> {
        Plain::new(&self.game).extend(values, to.min(self.start()), work)
    }

    /// Returns the maximum size of the smaller part of a split of `rest` tokens.
    pub fn most_of_smaller_part(&self, rest: usize) -> usize {
        if self.game.parts_differ() { rest.saturating_sub(1) / 2 } else { rest / 2 }
    }
}
