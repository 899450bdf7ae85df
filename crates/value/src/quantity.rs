//! The kinds of value that a position can be queried for.

use grundy_message::{Template, template};
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

    /// Returns the name as a message for people.
    pub fn word(self) -> &'static Template {
        match self {
            Quantity::Outcome => template!("outcome"),
            Quantity::Grundy => template!("grundy"),
            Quantity::Remoteness => template!("remoteness"),
            Quantity::Score => template!("score"),
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

/// A set of kinds of value: what is asked of a position.
///
/// ```
/// use grundy_value::{Quantity, QuantitySet};
/// let asked: QuantitySet = [Quantity::Outcome, Quantity::Grundy].into_iter().collect();
/// assert!(asked.contains(Quantity::Grundy) && !asked.contains(Quantity::Remoteness));
/// assert!(QuantitySet::from(Quantity::Score).is_outcome());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuantitySet(u8);

impl QuantitySet {
    /// Every kind that a position has.
    pub const ALL: QuantitySet = QuantitySet((1 << Quantity::ALL.len()) - 1);

    /// Returns true if this kind is in the set.
    pub fn contains(self, quantity: Quantity) -> bool {
        self.0 >> quantity as u8 & 1 == 1
    }

    /// Returns true if this kind is asked for by name: of all kinds, a method may leave out those that it cannot find.
    pub fn requires(self, quantity: Quantity) -> bool {
        self != QuantitySet::ALL && self.contains(quantity)
    }

    /// Returns true if only the winner is asked for: a score decides the winner, and is found with it.
    pub fn is_outcome(self) -> bool {
        !self.contains(Quantity::Grundy) && !self.contains(Quantity::Remoteness)
    }
}

impl From<Quantity> for QuantitySet {
    fn from(quantity: Quantity) -> QuantitySet {
        QuantitySet(1 << quantity as u8)
    }
}

impl FromIterator<Quantity> for QuantitySet {
    fn from_iter<I: IntoIterator<Item = Quantity>>(quantities: I) -> QuantitySet {
        QuantitySet(quantities.into_iter().fold(0, |set, quantity| set | 1 << quantity as u8))
    }
}

impl PartialEq<Quantity> for QuantitySet {
    fn eq(&self, quantity: &Quantity) -> bool {
        *self == QuantitySet::from(*quantity)
    }
}
