//! The kinds of value that a position can be queried for.

use std::fmt;

/// A kind of value. Parsers, tables, claims and JSON name it by [`Quantity::name`].
///
/// ```
/// use grundy_value::Quantity;
/// assert_eq!(Quantity::named("remoteness"), Some(Quantity::Remoteness));
/// assert_eq!(Quantity::Score.to_string(), "score");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// Who wins.
    Outcome,
    /// The Grundy value.
    Grundy,
    /// The number of moves to the end.
    Remoteness,
    /// The best difference for the player to move.
    Score,
}

impl Quantity {
    /// Every kind, in order.
    pub const ALL: [Quantity; 4] = [Quantity::Outcome, Quantity::Grundy, Quantity::Remoteness, Quantity::Score];

    /// Returns the name: `outcome`, `grundy`, `remoteness` or `score`.
    pub fn name(self) -> &'static str {
        match self {
            Quantity::Outcome => "outcome",
            Quantity::Grundy => "grundy",
            Quantity::Remoteness => "remoteness",
            Quantity::Score => "score",
        }
    }

    /// Returns the kind of this name, if there is one.
    pub fn named(name: &str) -> Option<Quantity> {
        Quantity::ALL.into_iter().find(|quantity| quantity.name() == name)
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
