//! Bit boards: a list or a grid of few symbols as one plane of bits per symbol except the first.

use super::{Bits, Shape, Tray, code_of, collect_codes, width};
use grundy_message::Message;
use grundy_rules::Value;
use grundy_rules::game::Type;

/// A list or a grid of at most four kinds of cells, at most 62 of them.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardField {
    /// Its shape.
    pub shape: Shape,
    /// The codes of the symbols; a cell that is in no plane has the first.
    pub codes: Vec<i64>,
    /// One plane for each code but the first; bit i is cell i, row by row.
    pub planes: Vec<Bits>,
    /// Number of cells, if that may change.
    pub length: Option<Bits>,
}

impl BoardField {
    pub(super) fn new(shape: Shape, codes: Vec<i64>, tray: &mut Tray) -> Result<BoardField, Message> {
        let length = if shape.is_fixed { None } else { Some(tray.take(width(0, shape.capacity as i64))?) };
        let planes = (1..codes.len()).map(|_| tray.take(shape.capacity as u32)).collect::<Result<_, _>>()?;
        Ok(BoardField { shape, codes, planes, length })
    }

    pub(super) fn write(&self, words: &mut [u64], value: &Value) -> Option<()> {
        let mut codes = Vec::new();
        collect_codes(value, &mut codes);
        fits(&self.shape, value, codes.len())?;
        let mut planes = vec![0u64; self.planes.len()];
        for (cell, code) in codes.iter().enumerate() {
            let symbol = self.codes.iter().position(|known| known == code)?;
            if symbol > 0 {
                planes[symbol - 1] |= 1 << cell;
            }
        }
        for (at, plane) in self.planes.iter().zip(planes) {
            at.write(words, plane);
        }
        if let Some(length) = self.length {
            length.write(words, codes.len() as u64);
        }
        Some(())
    }

    pub(super) fn read(&self, words: &[u64], ty: &Type) -> Value {
        let count = self.length.map_or(self.shape.capacity, |length| length.read(words) as usize);
        let planes: Vec<u64> = self.planes.iter().map(|at| at.read(words)).collect();
        let code = |cell: usize| {
            let symbol = planes.iter().position(|plane| plane >> cell & 1 == 1).map_or(0, |plane| plane + 1);
            self.codes[symbol]
        };
        let codes: Vec<i64> = (0..count).map(code).collect();
        self.shape.value(&codes, ty)
    }
}

/// Returns `Some` if a list of `cells` cells fits the shape.
pub(super) fn fits(shape: &Shape, value: &Value, cells: usize) -> Option<()> {
    let right = match shape.rows {
        _ if cells > shape.capacity => false,
        _ if shape.is_fixed && cells != shape.capacity => false,
        Some(rows) => value.as_elements().is_some_and(|elements| {
            elements.len() == rows
                && elements.iter().all(|row| row.as_elements().is_some_and(|row| row.len() == shape.columns))
        }),
        None => value.as_elements().is_some_and(|elements| elements.iter().all(|cell| code_of(cell).is_some())),
    };
    right.then_some(())
}
