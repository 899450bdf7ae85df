//! Values of a whole box of positions, without an object for each, for tables and benchmarks.
//!
//! In: a range for each component of a game whose positions are numbers. Out: a value for each position, by its
//! numbers.

use grundy_kernel::sweep::{DRAWN, LOST, SweepKind, SweepTable, WON};
use grundy_kernel::{Kernel, encode::Field};
use grundy_rules::Side;
use grundy_value::Winner;
use std::sync::Arc;

/// The values of a box of positions.
#[derive(Clone)]
pub struct Values {
    kind: Kind,
    /// Number of positions visited.
    pub positions: u64,
}

/// Looks up the value of a position by its numbers and the side to move.
type Lookup = dyn Fn(&[i64], Option<Side>) -> Option<i64> + Send + Sync;

#[derive(Clone)]
enum Kind {
    DenseSweep { kernel: Kernel, table: Arc<SweepTable> },
    Other(Arc<Lookup>),
}

impl Values {
    /// Wraps a filled table.
    pub(crate) fn dense(kernel: Kernel, table: Arc<SweepTable>, positions: u64) -> Values {
        Values { kind: Kind::DenseSweep { kernel, table }, positions }
    }

    /// Wraps a lookup function that returns Grundy values, or 1, 2, 3 for lost, won, drawn.
    pub(crate) fn other(lookup: Arc<Lookup>, positions: u64) -> Values {
        Values { kind: Kind::Other(lookup), positions }
    }

    /// Returns the Grundy value or the score of the position with these numbers, or `None` if it has none.
    pub fn value(&self, numbers: &[i64], mover: Option<Side>) -> Option<i64> {
        match &self.kind {
            Kind::DenseSweep { kernel, table } => table.value(key_of(kernel, numbers, mover)?),
            Kind::Other(lookup) => lookup(numbers, mover),
        }
    }

    /// Returns who wins the position with these numbers.
    pub fn winner(&self, numbers: &[i64], mover: Option<Side>) -> Option<Winner> {
        let value = self.value(numbers, mover)?;
        if let Kind::DenseSweep { table, .. } = &self.kind
            && matches!(table.kind(), SweepKind::Nimbers | SweepKind::WideNimbers)
        {
            return Some(if value == 0 { Winner::Second } else { Winner::First });
        }
        match u8::try_from(value & 3) {
            Ok(LOST) => Some(Winner::Second),
            Ok(WON) => Some(Winner::First),
            Ok(DRAWN) => Some(Winner::Draw),
            _ => None,
        }
    }
}

/// Returns the key of a position made of numbers, or `None` if it does not fit or has other components.
pub(crate) fn key_of(kernel: &Kernel, numbers: &[i64], mover: Option<Side>) -> Option<u64> {
    let layout = kernel.layout();
    let mut words = [u64::from(mover == Some(Side::Right)); 1];
    if layout.words != 1 || numbers.len() != layout.fields.len() {
        return None;
    }
    for (field, number) in layout.fields.iter().zip(numbers) {
        let Field::Number { at, low, high, direction } = field else { return None };
        if number < low || number > high {
            return None;
        }
        let count = match direction {
            grundy_kernel::Direction::Up => number.wrapping_sub(*low),
            grundy_kernel::Direction::Down => high.wrapping_sub(*number),
        };
        at.write(&mut words, count as u64);
    }
    Some(words[0])
}
