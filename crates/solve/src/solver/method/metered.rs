//! A machine that counts moves, so that positions with very many of them cannot exceed the budget.

use crate::work::MoveCounter;
use grundy_kernel::symmetry::Symmetries;
use grundy_kernel::{Expansion, Key, Machine, Options, Runner, Traits};
use std::sync::Arc;

/// Number of moves between two checks of the counter.
const MOVES_BETWEEN: u64 = 1 << 16;

/// Number of positions between two checks: each may take long.
const LOOKS_BETWEEN: u32 = 256;

/// A runner that fails when the budget for moves or time has ended.
#[derive(Clone)]
pub(crate) struct Metered {
    runner: Runner,
    move_counter: Arc<MoveCounter>,
    moves: u64,
    looks: u32,
    is_over: bool,
}

impl Metered {
    pub fn new(runner: Runner, move_counter: &Arc<MoveCounter>) -> Metered {
        Metered { runner, move_counter: move_counter.clone(), moves: 0, looks: 0, is_over: false }
    }

    /// Joins positions that are equal by symmetry.
    pub fn joining(self, symmetries: Symmetries) -> Metered {
        Metered { runner: self.runner.joining(symmetries), ..self }
    }
}

impl<K: Key> Machine<K> for Metered {
    fn traits(&self) -> Traits {
        Machine::<K>::traits(&self.runner)
    }

    fn look(&mut self, key: K, options: &mut Options) -> Expansion {
        if self.is_over && self.move_counter.stop().is_some() {
            return Expansion::Unsupported;
        }
        let look = self.runner.look(key, options);
        self.moves += 1 + options.words.len() as u64;
        self.looks += 1;
        if self.moves >= MOVES_BETWEEN || self.looks >= LOOKS_BETWEEN {
            self.looks = 0;
            self.is_over = !self.move_counter.spend(std::mem::take(&mut self.moves) / K::WORDS as u64);
        }
        look
    }

    fn ended(&mut self, key: K) -> Option<Expansion> {
        self.runner.ended(key)
    }

    fn canonical(&mut self, key: K) -> K {
        self.runner.canonical(key)
    }
}
