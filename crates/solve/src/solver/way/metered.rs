//! A machine whose moves are counted, so that positions with very many of them cannot outlast the budget.

use crate::budget::Gauge;
use grundy_kernel::symmetry::Symmetries;
use grundy_kernel::{Key, Look, Machine, Options, Runner, Traits};
use std::sync::Arc;

/// How many moves pass between two looks at the gauge.
const MOVES_BETWEEN: u64 = 1 << 16;

/// How many positions pass between two looks at it: each may take long.
const LOOKS_BETWEEN: u32 = 256;

/// A runner that says trouble when the budget for moves or time has ended.
#[derive(Clone)]
pub(crate) struct Metered {
    runner: Runner,
    gauge: Arc<Gauge>,
    moves: u64,
    looks: u32,
    is_over: bool,
}

impl Metered {
    pub fn new(runner: Runner, gauge: &Arc<Gauge>) -> Metered {
        Metered { runner, gauge: gauge.clone(), moves: 0, looks: 0, is_over: false }
    }

    /// The same with positions equal by symmetry joined.
    pub fn joining(self, symmetries: Symmetries) -> Metered {
        Metered { runner: self.runner.joining(symmetries), ..self }
    }
}

impl<K: Key> Machine<K> for Metered {
    fn traits(&self) -> Traits {
        Machine::<K>::traits(&self.runner)
    }

    fn look(&mut self, key: K, options: &mut Options) -> Look {
        if self.is_over && self.gauge.stop().is_some() {
            return Look::Trouble;
        }
        let look = self.runner.look(key, options);
        self.moves += 1 + options.words.len() as u64;
        self.looks += 1;
        if self.moves >= MOVES_BETWEEN || self.looks >= LOOKS_BETWEEN {
            self.looks = 0;
            self.is_over = !self.gauge.spend(std::mem::take(&mut self.moves) / K::WORDS as u64);
        }
        look
    }

    fn ended(&mut self, key: K) -> Option<Look> {
        self.runner.ended(key)
    }

    fn canonical(&mut self, key: K) -> K {
        self.runner.canonical(key)
    }
}
