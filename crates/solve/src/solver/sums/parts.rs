//! The parts of sums, numbered; each is expanded once for each mover.
//!
//! In: keys and a machine. Out: numbers, and for each number how play ended in it or its options as lists of numbers.
//! Keys are stored with the mover bit cleared, as both players share a part.

use crate::hashing::QuickMap;
use grundy_kernel::{End, Expansion, Key, Machine, Options};
use std::ops::Range;

/// The number of a part.
pub(super) type PartId = u32;

/// A finished part that still counts: it has no moves and ends nothing by a clause.
pub(super) const FINISHED: PartId = u32::MAX - 1;

/// Expansion of a finished part.
const FINISHED_LOOK: u32 = 0;

/// The part was not expanded.
const UNSEEN: u32 = u32::MAX;

/// The machine failed.
const TROUBLE: u32 = u32::MAX - 1;

/// The expansion of a part for one mover.
struct Seen {
    ended: Option<(u32, End)>,
    stuck: Option<End>,
    options: Range<u32>,
}

/// One option of a part.
struct Choice {
    again: bool,
    gain: i64,
    results: Range<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Life {
    NotAsked,
    Alive,
    Dead,
}

/// The parts found.
pub(super) struct Parts<K: Key, M> {
    machine: M,
    buffer: Options,
    players: bool,
    plain: bool,
    ids: QuickMap<K, PartId>,
    keys: Vec<K>,
    /// Expansion of each part for each mover.
    looks: Vec<[u32; 2]>,
    lives: Vec<Life>,
    seen: Vec<Seen>,
    choices: Vec<Choice>,
    results: Vec<PartId>,
}

impl<K: Key, M: Machine<K>> Parts<K, M> {
    pub fn new(machine: M) -> Parts<K, M> {
        let traits = machine.traits();
        Parts {
            machine,
            buffer: Options::default(),
            players: traits.players,
            plain: traits.plain,
            ids: QuickMap::default(),
            keys: Vec::new(),
            looks: Vec::new(),
            lives: Vec::new(),
            seen: vec![Seen { ended: None, stuck: None, options: 0..0 }],
            choices: Vec::new(),
            results: Vec::new(),
        }
    }

    /// Returns the number of a part, adding it if it is new.
    pub fn enter(&mut self, key: K) -> PartId {
        let key = self.representative(key);
        let new = self.keys.len() as PartId;
        let id = *self.ids.entry(key).or_insert(new);
        if id == new {
            self.keys.push(key);
            self.looks.push([UNSEEN; 2]);
            self.lives.push(Life::NotAsked);
        }
        id
    }

    /// Returns the number of a part that was found before.
    pub fn find(&mut self, key: K) -> Option<PartId> {
        let key = self.representative(key);
        self.ids.get(&key).copied()
    }

    /// Returns the key of a part with this mover; `None` for a finished part.
    pub fn key(&self, part: PartId, mover: u32) -> Option<K> {
        (part != FINISHED).then(|| self.with_mover(self.keys[part as usize], mover))
    }

    /// Returns the player who moves after this one.
    pub fn other(&self, mover: u32) -> u32 {
        mover ^ u32::from(self.players)
    }

    /// Returns the expansion of a part for this mover; `None` if the machine fails.
    pub fn look(&mut self, part: PartId, mover: u32) -> Option<u32> {
        if part == FINISHED {
            return Some(FINISHED_LOOK);
        }
        let known = self.looks[part as usize][mover as usize];
        let look = if known == UNSEEN { self.look_anew(part, mover) } else { known };
        (look != TROUBLE).then_some(look)
    }

    /// Returns the end clause that holds, and its result for the mover.
    pub fn ended(&self, look: u32) -> Option<(u32, End)> {
        self.seen[look as usize].ended
    }

    /// Returns the result of having no move if the part is alone.
    pub fn stuck(&self, look: u32) -> Option<End> {
        self.seen[look as usize].stuck
    }

    /// Returns the indices of the options.
    pub fn options(&self, look: u32) -> Range<u32> {
        self.seen[look as usize].options.clone()
    }

    /// Returns whether the same player moves once more, the points earned, and the parts left.
    pub fn option(&self, option: u32) -> (bool, i64, &[PartId]) {
        let Choice { again, gain, results } = &self.choices[option as usize];
        (*again, *gain, &self.results[results.start as usize..results.end as usize])
    }

    /// Returns true if neither player can ever move in a part and no clause ends play in it.
    pub fn is_dead(&mut self, part: PartId) -> bool {
        if part == FINISHED {
            return true;
        }
        if self.lives[part as usize] == Life::NotAsked {
            let movers = 0..=u32::from(self.players);
            // If the machine fails, the part is kept; a move in it will report the failure.
            let mut is_still = |mover: u32| self.look(part, mover).is_some_and(|look| self.stuck(look).is_some());
            let dead = movers.into_iter().all(&mut is_still);
            self.lives[part as usize] = if dead { Life::Dead } else { Life::Alive };
        }
        self.lives[part as usize] == Life::Dead
    }

    pub fn bytes(&self) -> u64 {
        let per_part = size_of::<K>() * 3 + 24;
        let all = self.keys.len() * per_part
            + self.seen.capacity() * size_of::<Seen>()
            + self.choices.capacity() * size_of::<Choice>()
            + self.results.capacity() * 4;
        all as u64
    }

    fn look_anew(&mut self, part: PartId, mover: u32) -> u32 {
        let key = self.with_mover(self.keys[part as usize], mover);
        let mut buffer = std::mem::take(&mut self.buffer);
        let first = self.choices.len() as u32;
        let (ended, stuck) = match self.machine.look(key, &mut buffer) {
            Expansion::Unsupported => {
                self.buffer = buffer;
                self.looks[part as usize][mover as usize] = TROUBLE;
                return TROUBLE;
            }
            Expansion::Ended(clause, end) => (Some((clause, end)), None),
            Expansion::Stuck(end) => (None, Some(end)),
            Expansion::Open => {
                self.keep_options(&buffer, first);
                (None, None)
            }
        };
        self.buffer = buffer;
        let look = self.seen.len() as u32;
        self.seen.push(Seen { ended, stuck, options: first..self.choices.len() as u32 });
        self.looks[part as usize][mover as usize] = look;
        look
    }

    /// Stores each different option once.
    fn keep_options(&mut self, buffer: &Options, first: u32) {
        let mut options: Vec<(Vec<PartId>, bool, i64)> = Vec::new();
        if self.plain {
            options.extend(buffer.parts::<K>().map(|key| (vec![self.enter(key)], false, 0)));
        } else {
            let mut start = 0;
            for head in &buffer.heads {
                let parts = start..head.parts_end as usize;
                start = parts.end;
                let mut results: Vec<PartId> = parts.map(|index| self.enter(buffer.part::<K>(index))).collect();
                results.sort_unstable();
                options.push((results, head.again != 0, head.gain));
            }
        }
        options.sort_unstable();
        options.dedup();
        debug_assert_eq!(first as usize, self.choices.len());
        for (results, again, gain) in options {
            let start = self.results.len() as u32;
            self.results.extend(results);
            self.choices.push(Choice { again, gain, results: start..self.results.len() as u32 });
        }
    }

    /// Returns the key that represents a part and all parts equal to it, with the mover cleared.
    fn representative(&mut self, key: K) -> K {
        let cleared = self.with_mover(key, 0);
        let canonical = self.machine.canonical(cleared);
        self.with_mover(canonical, 0)
    }

    fn with_mover(&self, key: K, mover: u32) -> K {
        if !self.players {
            return key;
        }
        let mut words = [0u64; 8];
        words[..K::WORDS].copy_from_slice(key.words());
        words[0] = words[0] & !1 | u64::from(mover);
        K::from_words(&words[..K::WORDS])
    }
}
