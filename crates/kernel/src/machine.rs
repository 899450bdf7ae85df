//! What a compiled game is to a solver: a machine that lists the options of a packed position.

use crate::key::Key;

/// How play ended, about the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// He wins.
    Win,
    /// He loses.
    Lose,
    /// Nobody wins.
    Draw,
    /// He gets so many points more.
    Score(i64),
}

/// What a position offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// The options that were listed; there is at least one.
    Open,
    /// Play is over by the end clause of that number.
    Ended(u32, End),
    /// There is no move, and that is what it means for the player to move when the part stands alone.
    Stuck(End),
    /// The machine cannot say: a rule cannot be carried out here, or a number grew too wide for it. The meaning of the
    /// rules, asked about the same position, knows which.
    Trouble,
}

/// What is to be known of an option besides the parts it leaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Head {
    /// Where its parts end among all parts listed; they begin where those of the option before end.
    pub parts_end: u32,
    /// The kind of move: its place among the game's moves.
    pub rule: u16,
    /// 1 if the same player moves once more.
    pub again: u16,
    /// The points it earns.
    pub gain: i64,
}

/// The options of a position. One is made per thread and used again and again.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The words of all parts, one part after the other.
    pub words: Vec<u64>,
    /// One for each option; empty when the machine is [`Traits::plain`], where every option is one part and no more.
    pub heads: Vec<Head>,
}

impl Options {
    /// All parts listed.
    pub fn parts<K: Key>(&self) -> impl ExactSizeIterator<Item = K> + '_ {
        self.words.chunks_exact(K::WORDS).map(K::from_words)
    }

    /// The part of that place.
    pub fn part<K: Key>(&self, place: usize) -> K {
        K::from_words(&self.words[place * K::WORDS..])
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.words.clear();
        self.heads.clear();
    }
}

/// What is known of all options of a game beforehand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traits {
    /// Every option is exactly one part, earns nothing, and the other player moves next: heads are not listed.
    pub plain: bool,
    /// The game has players: the lowest bit of a key says who moves.
    pub players: bool,
    /// How many bits a key has, counted from its lowest; a table of 2^bits can be addressed by the key itself.
    pub bits: u32,
}

/// Lists options. Each thread has a clone of its own.
pub trait Machine<K: Key>: Clone + Send {
    /// What is known beforehand.
    fn traits(&self) -> Traits;

    /// Lists the options of a position; what was in `options` is forgotten. The parts of options have the mover of the
    /// position after the move in their lowest bit.
    fn look(&mut self, key: K, options: &mut Options) -> Look;

    /// How play ended by an end clause, without listing moves; `None` where no clause holds.
    fn ended(&mut self, key: K) -> Option<Look>;

    /// The key that stands for all positions equal to this one by symmetry; the same key where there is none.
    fn canonical(&mut self, key: K) -> K {
        key
    }
}
