//! Cram: put a domino on two empty cells, in either direction.

use std::collections::HashMap;

/// Returns the Grundy value of an empty board of at most 64 cells: boards fall into pieces that do not touch, each of
/// which is evaluated once.
pub fn grundy(rows: u32, columns: u32) -> u32 {
    let cells = rows * columns;
    let board =
        Board { columns, last_column: (0..rows).fold(0, |mask, row| mask | 1 << (row * columns + columns - 1)) };
    let full = if cells == 64 { u64::MAX } else { (1 << cells) - 1 };
    board.value(full, &mut HashMap::new())
}

struct Board {
    columns: u32,
    /// The cells that have no neighbour to the right.
    last_column: u64,
}

impl Board {
    /// Returns the value of the empty cells, piece by piece.
    fn value(&self, mut empty: u64, memo: &mut HashMap<u64, u32>) -> u32 {
        let mut value = 0;
        while empty != 0 {
            let piece = self.piece(empty);
            empty &= !piece;
            value ^= self.value_of_piece(self.cropped(piece), memo);
        }
        value
    }

    fn value_of_piece(&self, piece: u64, memo: &mut HashMap<u64, u32>) -> u32 {
        if piece.count_ones() < 2 {
            return 0;
        }
        if let Some(&value) = memo.get(&piece) {
            return value;
        }
        let mut seen = 0u64;
        let lying = piece & (piece >> 1) & !self.last_column;
        let upright = piece & (piece >> self.columns);
        for (mut indices, other) in [(lying, 1), (upright, self.columns)] {
            while indices != 0 {
                let cell = indices & indices.wrapping_neg();
                indices &= indices - 1;
                seen |= 1 << self.value(piece & !(cell | cell << other), memo);
            }
        }
        let value = seen.trailing_ones();
        memo.insert(piece, value);
        value
    }

    /// Returns the cells connected with the lowest one.
    fn piece(&self, empty: u64) -> u64 {
        let mut piece = empty & empty.wrapping_neg();
        loop {
            let right = (piece & !self.last_column) << 1;
            let left = (piece >> 1) & !self.last_column;
            let grown = (piece | right | left | piece << self.columns | piece >> self.columns) & empty;
            if grown == piece {
                return piece;
            }
            piece = grown;
        }
    }

    /// Moves a piece to the upper left corner.
    fn cropped(&self, piece: u64) -> u64 {
        let rows = piece.trailing_zeros() / self.columns;
        let mut piece = piece >> (rows * self.columns);
        let first_column = self.last_column << 1 | 1;
        while piece != 0 && piece & first_column == 0 {
            piece >>= 1;
        }
        piece
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_boards_have_the_published_values() {
        let row: Vec<u32> = (1..=9).map(|columns| grundy(1, columns)).collect();
        assert_eq!(row, [0, 1, 1, 2, 0, 3, 1, 1, 0]);
        assert_eq!((grundy(2, 2), grundy(2, 6), grundy(3, 4), grundy(4, 3), grundy(4, 4)), (0, 0, 1, 1, 0));
    }
}
