//! How long a decided game lasts (Steinhaus 1925; Smith 1966).

use std::fmt;

/// The number of moves to the end when the winner hurries and the loser delays. A draw has none.
///
/// ```
/// use grundy_value::Remoteness;
/// // The winner takes the shortest of his winning moves, the loser the longest of all moves.
/// let options = [Remoteness(2), Remoteness(4)];
/// assert_eq!(Remoteness::of_win(options), Some(Remoteness(3)));
/// assert_eq!(Remoteness::of_loss(options), Remoteness(5));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Remoteness(pub u64);

impl Remoteness {
    /// Play is over.
    pub const ZERO: Remoteness = Remoteness(0);

    /// One move more.
    pub fn after_move(self) -> Remoteness {
        Remoteness(self.0 + 1)
    }

    /// Of a won position whose winning moves lead to these; `None` where there is no winning move.
    pub fn of_win(winning_options: impl IntoIterator<Item = Remoteness>) -> Option<Remoteness> {
        winning_options.into_iter().min().map(Remoteness::after_move)
    }

    /// Of a lost position whose moves lead to these; without moves play is over.
    pub fn of_loss(options: impl IntoIterator<Item = Remoteness>) -> Remoteness {
        options.into_iter().max().map_or(Remoteness::ZERO, Remoteness::after_move)
    }
}

impl fmt::Display for Remoteness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
