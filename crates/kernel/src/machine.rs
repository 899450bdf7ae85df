//! The interface of a compiled game to a solver: a machine that lists the options of a packed position.

use crate::key::Key;

/// How play ended, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The player to move wins.
    Win,
    /// The player to move loses.
    Lose,
    /// Neither player wins.
    Draw,
    /// The player to move gets this many points more.
    Score(i64),
}

/// Result of looking at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expansion {
    /// The options were listed; there is at least one.
    Open,
    /// Play is over by the end clause of that number.
    Ended(u32, End),
    /// There is no move; what that means for the player to move if this is the only part.
    Stuck(End),
    /// Not decided by the machine: a rule cannot be carried out here, or a number overflows. The reference
    /// evaluator decides which.
    Unsupported,
}

/// What an option has besides the parts it leaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Head {
    /// End of its parts among all parts listed; they begin where those of the previous option end.
    pub parts_end: u32,
    /// Kind of move: index into the game's moves.
    pub rule: u16,
    /// 1 if the same player moves again.
    pub again: u16,
    /// The points it earns.
    pub gain: i64,
}

/// The options of a position. Made once per thread and reused.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The words of all parts, one part after the other.
    pub words: Vec<u64>,
    /// One for each option; empty if the machine is [`Traits::plain`], where every option is just one part.
    pub heads: Vec<Head>,
}

impl Options {
    /// Returns all parts listed.
    pub fn parts<K: Key>(&self) -> impl ExactSizeIterator<Item = K> + '_ {
        self.words.chunks_exact(K::WORDS).map(K::from_words)
    }

    /// Returns the part at an index.
    pub fn part<K: Key>(&self, index: usize) -> K {
        K::from_words(&self.words[index * K::WORDS..])
    }

    /// Removes all options.
    pub fn clear(&mut self) {
        self.words.clear();
        self.heads.clear();
    }
}

/// What is known of all options of a game in advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traits {
    /// Every option is exactly one part, earns nothing, and the other player moves next: heads are not listed.
    pub plain: bool,
    /// The game has players: the lowest bit of a key says who moves.
    pub players: bool,
    /// Number of bits of a key, counted from its lowest; a table of 2^bits can be indexed by the key itself.
    pub bits: u32,
}

/// Lists options. Each thread has a clone of its own.
pub trait Machine<K: Key>: Clone + Send {
    /// Returns what is known in advance.
    fn traits(&self) -> Traits;

    /// Lists the options of a position, replacing those in `options`. The parts of options have the mover of the
    /// position after the move in their lowest bit.
    fn look(&mut self, key: K, options: &mut Options) -> Expansion;

    /// Returns how play ended by an end clause, without listing moves; `None` if no clause holds.
    fn ended(&mut self, key: K) -> Option<Expansion>;

    /// Returns the representative of all positions equal to this one by symmetry; the key itself if there is no
    /// symmetry.
    fn canonical(&mut self, key: K) -> K {
        key
    }
}
