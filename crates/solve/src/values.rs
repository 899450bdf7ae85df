//! Values of a whole box of positions, without an object for each: what tables and benchmarks read.
//!
//! In: a range for each component of a game whose positions are numbers. Out: a value for each position, by its numbers.

use crate::solution::Winner;
use grundy_kernel::sweep::{DRAWN, LOST, SweepKind, SweepTable, WON};
use grundy_kernel::{Kernel, encode::Field};
use grundy_rules::Side;
use std::sync::Arc;

/// The values of a box of positions.
#[derive(Clone)]
pub struct Values {
    kind: Kind,
    /// How many positions were examined.
    pub positions: u64,
}

/// Asks for what is known of a position, by its numbers and who is to move.
type Lookup = dyn Fn(&[i64], Option<Side>) -> Option<i64> + Send + Sync;

#[derive(Clone)]
enum Kind {
    Dense { kernel: Kernel, table: Arc<SweepTable> },
    Other(Arc<Lookup>),
}

impl Values {
    /// The values of a table that was filled.
    pub(crate) fn dense(kernel: Kernel, table: Arc<SweepTable>, positions: u64) -> Values {
        Values { kind: Kind::Dense { kernel, table }, positions }
    }

    /// Values kept otherwise: Grundy values, or 1, 2, 3 for lost, won, drawn.
    pub(crate) fn other(lookup: Arc<Lookup>, positions: u64) -> Values {
        Values { kind: Kind::Other(lookup), positions }
    }

    /// The Grundy value or the score of the position with these numbers; `None` where it has none.
    pub fn value(&self, numbers: &[i64], mover: Option<Side>) -> Option<i64> {
        match &self.kind {
            Kind::Dense { kernel, table } => table.value(key_of(kernel, numbers, mover)?),
            Kind::Other(lookup) => lookup(numbers, mover),
        }
    }

    /// Who wins the position with these numbers.
    pub fn winner(&self, numbers: &[i64], mover: Option<Side>) -> Option<Winner> {
        let value = self.value(numbers, mover)?;
        if let Kind::Dense { table, .. } = &self.kind
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

/// The key of a position made of numbers; `None` where it does not fit or is made of something else.
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
