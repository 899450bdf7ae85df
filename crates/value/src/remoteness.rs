//! The length of a decided game (Steinhaus 1925; Smith 1966).

use grundy_message::{Arg, ToArg};
use std::fmt;

/// The number of moves to the end when the winner hurries and the loser delays. A draw has none.
///
/// ```
/// use grundy_value::Remoteness;
/// // The winner takes the shortest winning move, the loser the longest move of all.
/// let options = [Remoteness(2), Remoteness(4)];
/// assert_eq!(Remoteness::of_win(options), Some(Remoteness(3)));
/// assert_eq!(Remoteness::of_loss(options), Remoteness(5));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Remoteness(pub u64);

impl Remoteness {
    /// The remoteness of a position where play is over.
    pub const ZERO: Remoteness = Remoteness(0);

    /// Returns one move more.
    pub fn after_move(self) -> Remoteness {
        Remoteness(self.0 + 1)
    }

    /// Returns the remoteness of a won position whose winning moves lead to these; `None` if there are none.
    pub fn of_win(winning_options: impl IntoIterator<Item = Remoteness>) -> Option<Remoteness> {
        winning_options.into_iter().min().map(Remoteness::after_move)
    }

    /// Returns the remoteness of a lost position whose moves lead to these; 0 if there are none.
    pub fn of_loss(options: impl IntoIterator<Item = Remoteness>) -> Remoteness {
        options.into_iter().max().map_or(Remoteness::ZERO, Remoteness::after_move)
    }
}

impl ToArg for Remoteness {
    fn to_arg(&self) -> Arg {
        self.0.to_arg()
    }
}

impl fmt::Display for Remoteness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
