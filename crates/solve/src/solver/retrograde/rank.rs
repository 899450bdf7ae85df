//! The value of a position as one number: the greater, the better for the player to move.
//!
//! A quick win is better than a slow one, any win better than a draw, a slow loss better than a quick one; so the rank
//! of a position is the greatest rank of its options seen from the other side, one move later. That the loser delays
//! and the winner hurries follows. Ranks are stored in one byte each as long as no play is long.

use crate::solver::network::INFINITE;
use crate::table::{PIECES, Place, local_of, piece_of};
use grundy_kernel::{End, Head};

/// A rank is turned to the other side by subtracting it from this.
const TURN: u32 = u32::MAX - 1;
/// Neither player wins.
pub(crate) const DRAW: u32 = TURN / 2;
/// Not known. Among options it ranks above a draw and below a win: it may be a win, so nothing below it is certain.
pub(crate) const UNKNOWN: u32 = DRAW + 1;
/// A win by infinite play.
pub(crate) const WIN_INFINITE: u32 = DRAW + 2;
/// A loss by infinite play.
pub(crate) const LOSE_INFINITE: u32 = DRAW - 2;
/// Below all ranks.
pub(crate) const WORST: u32 = 0;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Not known.
    Unknown,
    /// The player to move wins after this many moves, or [`INFINITE`].
    Win(u32),
    /// The player to move loses after this many moves, or [`INFINITE`].
    Lose(u32),
    /// Neither player wins.
    Draw,
    /// Score for the player to move.
    Score(i64),
}

/// Returns the rank of a loss after `moves` moves.
pub(crate) fn lose(moves: u32) -> u32 {
    1 + moves
}

/// Returns the rank of a win after `moves` moves.
pub(crate) fn win(moves: u32) -> u32 {
    TURN - 1 - moves
}

/// Returns the rank of a position where play is over; a score has none.
pub(crate) fn of_end(end: End) -> Option<u32> {
    match end {
        End::Win => Some(win(0)),
        End::Lose => Some(lose(0)),
        End::Draw => Some(DRAW),
        End::Score(_) => None,
    }
}

/// Returns the rank of an option for the player who moves to it.
#[inline]
pub(crate) fn of_option(rank: u32, head: Head) -> u32 {
    if head.again != 0 || rank == UNKNOWN { rank } else { TURN - rank }
}

/// Returns the rank of a position whose best option has this rank.
#[inline]
pub(crate) fn one_move_later(rank: u32) -> u32 {
    if rank < LOSE_INFINITE {
        rank + 1
    } else if rank > WIN_INFINITE {
        rank - 1
    } else {
        rank
    }
}

/// Converts a rank to a verdict.
pub(crate) fn verdict(rank: u32) -> Verdict {
    match rank {
        DRAW => Verdict::Draw,
        UNKNOWN => Verdict::Unknown,
        WIN_INFINITE => Verdict::Win(INFINITE),
        LOSE_INFINITE => Verdict::Lose(INFINITE),
        rank if rank < DRAW => Verdict::Lose(rank - 1),
        rank => Verdict::Win(TURN - 1 - rank),
    }
}

/// Format: greatest remoteness that fits into a byte.
pub(crate) const MAX_IN_BYTE: u32 = 121;

/// Packs a rank into a byte: the middle and both ends of the range are joined.
#[inline]
pub(crate) fn to_byte(rank: u32) -> u8 {
    if rank < LOSE_INFINITE {
        rank as u8
    } else if rank <= WIN_INFINITE {
        (rank - LOSE_INFINITE + 124) as u8
    } else {
        (252 - (TURN - rank)) as u8
    }
}

/// Unpacks a rank from a byte.
#[inline]
pub(crate) fn from_byte(byte: u8) -> u32 {
    let byte = u32::from(byte);
    if byte < 124 {
        byte
    } else if byte <= 128 {
        byte - 124 + LOSE_INFINITE
    } else {
        TURN - (252 - byte)
    }
}

/// The ranks of all positions of a table.
#[derive(Debug)]
pub(crate) enum Ranks {
    /// One byte each.
    Bytes(Vec<Vec<u8>>),
    /// For plays of more than [`MAX_IN_BYTE`] moves.
    Words(Vec<Vec<u32>>),
}

impl Default for Ranks {
    fn default() -> Ranks {
        Ranks::Bytes(vec![Vec::new(); PIECES])
    }
}

impl Ranks {
    /// Returns the rank at an index; unknown if there is none yet.
    #[inline]
    pub fn at(&self, index: Place) -> u32 {
        let (piece, local) = (piece_of(index), local_of(index) as usize);
        match self {
            Ranks::Bytes(bytes) => bytes[piece].get(local).map_or(UNKNOWN, |&byte| from_byte(byte)),
            Ranks::Words(words) => words[piece].get(local).copied().unwrap_or(UNKNOWN),
        }
    }

    /// Sets the rank at an index, which must exist; the rank must fit into the current width.
    #[inline]
    pub fn set(&mut self, index: Place, rank: u32) {
        let (piece, local) = (piece_of(index), local_of(index) as usize);
        match self {
            Ranks::Bytes(bytes) => bytes[piece][local] = to_byte(rank),
            Ranks::Words(words) => words[piece][local] = rank,
        }
    }

    /// Resizes to the given numbers of positions; new ranks are unknown.
    pub fn resize(&mut self, lengths: &[u32]) {
        for (piece, &len) in lengths.iter().enumerate() {
            let len = len as usize;
            match self {
                Ranks::Bytes(bytes) => fit(&mut bytes[piece], len, to_byte(UNKNOWN)),
                Ranks::Words(words) => fit(&mut words[piece], len, UNKNOWN),
            }
        }
    }

    /// Widens the ranks for long plays.
    pub fn widen(&mut self) {
        if let Ranks::Bytes(bytes) = self {
            let words = bytes.iter_mut().map(|bytes| std::mem::take(bytes).into_iter().map(from_byte).collect());
            *self = Ranks::Words(words.collect());
        }
    }

    /// Returns the number of bytes of a rank.
    pub fn width(&self) -> u64 {
        match self {
            Ranks::Bytes(_) => 1,
            Ranks::Words(_) => 4,
        }
    }
}

/// Resizes without reserving twice what is needed.
fn fit<T: Copy>(list: &mut Vec<T>, len: usize, fill: T) {
    list.reserve_exact(len.saturating_sub(list.len()));
    list.resize(len, fill);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_fit_into_bytes_and_come_back() {
        let short = (0..=MAX_IN_BYTE).flat_map(|moves| [win(moves), lose(moves)]);
        for rank in short.chain([DRAW, UNKNOWN, WIN_INFINITE, LOSE_INFINITE]) {
            assert_eq!(from_byte(to_byte(rank)), rank, "{:?}", verdict(rank));
        }
    }

    #[test]
    fn what_is_better_has_the_greater_rank() {
        let order = [
            lose(0),
            lose(7),
            lose(1_000_000),
            LOSE_INFINITE,
            DRAW,
            UNKNOWN,
            WIN_INFINITE,
            win(1_000_000),
            win(7),
            win(0),
        ];
        assert!(order.is_sorted());
        let turned = |rank| of_option(rank, Head::default());
        assert_eq!([lose(3), DRAW, UNKNOWN, WIN_INFINITE].map(turned), [win(3), DRAW, UNKNOWN, LOSE_INFINITE]);
        assert_eq!([win(3), lose(3), DRAW].map(one_move_later), [win(4), lose(4), DRAW]);
    }
}
