//! Grundy values: every impartial game under normal play is a heap of Nim (Sprague 1935, Grundy 1939).

use crate::int::Int;
use crate::outcome::Outcome;
use grundy_message::{Arg, ToArg};
use std::fmt;

/// The size of the Nim heap that an impartial position equals.
///
/// ```
/// use grundy_value::Grundy;
/// // Heaps of 1 and 2 played together equal one heap of 3.
/// assert_eq!(Grundy(1).nim_sum(Grundy(2)), Grundy(3));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grundy(pub u64);

impl Grundy {
    /// The value of a position whose player to move has lost.
    pub const ZERO: Grundy = Grundy(0);

    /// Returns the value of two positions played together: binary addition without carry (Bouton 1901).
    pub fn nim_sum(self, other: Grundy) -> Grundy {
        Grundy(self.0 ^ other.0)
    }

    /// Returns the least value that is not among `options`: the value of a position with these options.
    ///
    /// ```
    /// use grundy_value::Grundy;
    /// assert_eq!(Grundy::mex([Grundy(0), Grundy(1), Grundy(3), Grundy(1)]), Grundy(2));
    /// assert_eq!(Grundy::mex([]), Grundy(0));
    /// ```
    pub fn mex(options: impl IntoIterator<Item = Grundy>) -> Grundy {
        // n options miss one of 0..=n, so larger values need no mark.
        let options: Vec<Grundy> = options.into_iter().collect();
        let mut seen = vec![false; options.len()];
        for option in &options {
            if let Some(mark) = usize::try_from(option.0).ok().and_then(|index| seen.get_mut(index)) {
                *mark = true;
            }
        }
        Grundy(seen.iter().position(|mark| !mark).unwrap_or(seen.len()) as u64)
    }

    /// Returns who wins a position of this value.
    ///
    /// ```
    /// use grundy_value::{Grundy, Outcome};
    /// assert_eq!(Grundy(0).outcome(), Outcome::Previous);
    /// assert_eq!(Grundy(2).outcome(), Outcome::Next);
    /// ```
    pub fn outcome(self) -> Outcome {
        if self == Grundy::ZERO { Outcome::Previous } else { Outcome::Next }
    }
}

impl From<Grundy> for Int {
    fn from(grundy: Grundy) -> Int {
        i64::try_from(grundy.0).map_or_else(|_| Int::from(u128::from(grundy.0)), Int::Small)
    }
}

impl std::iter::Sum for Grundy {
    /// Returns the value of all `parts` played together.
    ///
    /// ```
    /// use grundy_value::Grundy;
    /// assert_eq!([3, 4, 5].map(Grundy).into_iter().sum::<Grundy>(), Grundy(2));
    /// ```
    fn sum<I: Iterator<Item = Grundy>>(parts: I) -> Grundy {
        parts.fold(Grundy::ZERO, Grundy::nim_sum)
    }
}

impl ToArg for Grundy {
    fn to_arg(&self) -> Arg {
        self.0.to_arg()
    }
}

impl fmt::Display for Grundy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
