//! Any other list: its elements side by side, and their number.

use super::board::fits;
use super::{Bits, Shape, Tray, collect_codes, width};
use grundy_message::Message;
use grundy_rules::Value;
use grundy_rules::game::Type;

/// A list or a grid of numbers or symbols.
#[derive(Clone, Debug, PartialEq)]
pub struct CellsField {
    /// Its shape.
    pub shape: Shape,
    /// Range of an element.
    pub element: Element,
    /// Bits of each element; those past the length are zero.
    pub cells: Vec<Bits>,
    /// Number of elements, if that may change.
    pub length: Option<Bits>,
}

/// Minimum and maximum code of an element.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Element {
    /// Minimum code.
    pub low: i64,
    /// Maximum code.
    pub high: i64,
}

impl CellsField {
    pub(super) fn new(shape: Shape, low: i64, high: i64, tray: &mut Tray) -> Result<CellsField, Message> {
        let length = if shape.is_fixed { None } else { Some(tray.take(width(0, shape.capacity as i64))?) };
        // The first element is the most significant, as in the order of lists.
        let mut cells: Vec<Bits> =
            (0..shape.capacity).map(|_| tray.take(width(low, high))).collect::<Result<_, _>>()?;
        cells.reverse();
        Ok(CellsField { shape, element: Element { low, high }, cells, length })
    }

    pub(super) fn write(&self, words: &mut [u64], value: &Value) -> Option<()> {
        let mut codes = Vec::new();
        collect_codes(value, &mut codes);
        fits(&self.shape, value, codes.len())?;
        if self.shape.is_bag {
            codes.sort_unstable();
        }
        let Element { low, high } = self.element;
        for (at, code) in self.cells.iter().zip(&codes) {
            if *code < low || *code > high {
                return None;
            }
            at.write(words, code.wrapping_sub(low) as u64);
        }
        if let Some(length) = self.length {
            length.write(words, codes.len() as u64);
        }
        Some(())
    }

    pub(super) fn read(&self, words: &[u64], ty: &Type) -> Value {
        let count = self.length.map_or(self.shape.capacity, |length| length.read(words) as usize);
        let codes: Vec<i64> = self.cells[..count.min(self.cells.len())]
            .iter()
            .map(|at| self.element.low.wrapping_add(at.read(words) as i64))
            .collect();
        self.shape.value(&codes, ty)
    }
}
