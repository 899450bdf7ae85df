//! Turns of a board stored as bits: in goes a set of cells, out comes the set turned.
//!
//! A [`CellMap`] moves every bit of a word by tables indexed by six bits at a time: six cells cost one look-up, and all
//! turns of a board of 64 cells fit into the first cache. [`Turns`] is the group that some declared turns generate.
//! Wrong tool for boards of more than 128 cells, and for pieces that change when they are turned.

use grundy_rules::game::Turn;

/// A set of cells of a board of at most 128, one bit each.
pub type Plane = u128;

/// Number of bits that index one table.
const CHUNK: usize = 6;

/// A permutation of cells.
#[derive(Clone, Debug)]
pub struct CellMap {
    /// Sixty-four images for each chunk of the cells, if all indices are below 64.
    narrow: Vec<u64>,
    /// Like `narrow`, if they are not.
    wide: Vec<Plane>,
}

impl CellMap {
    /// Creates the map that moves cell i to `indices[i]`; `None` if an index or a cell is past the last bit.
    pub fn new(indices: &[usize]) -> Option<CellMap> {
        if indices.len() > 128 || indices.iter().any(|index| *index >= 128) {
            return None;
        }
        let mut wide = Vec::with_capacity(indices.len().div_ceil(CHUNK) << CHUNK);
        for chunk in indices.chunks(CHUNK) {
            for cells in 0..1usize << CHUNK {
                let here = chunk.iter().enumerate().filter(|(at, _)| cells >> at & 1 == 1);
                wide.push(here.fold(0, |image: Plane, (_, index)| image | 1 << index));
            }
        }
        if indices.len() <= 64 && indices.iter().all(|index| *index < 64) {
            let narrow = wide.iter().map(|image| *image as u64).collect();
            return Some(CellMap { narrow, wide: Vec::new() });
        }
        Some(CellMap { narrow: Vec::new(), wide })
    }

    /// Returns the image of these cells.
    #[inline]
    pub fn image(&self, cells: Plane) -> Plane {
        if self.wide.is_empty() {
            return Plane::from(self.image_of_word(cells as u64));
        }
        let mut rest = cells;
        let mut image = 0;
        for table in self.wide.chunks_exact(1 << CHUNK) {
            image |= table[(rest & 63) as usize];
            rest >>= CHUNK;
        }
        image
    }

    /// Like [`CellMap::image`], but for a board of at most 64 cells whose indices are below 64; empty for any other.
    #[inline]
    pub fn image_of_word(&self, cells: u64) -> u64 {
        let mut rest = cells;
        let mut image = 0;
        for table in self.narrow.chunks_exact(1 << CHUNK) {
            image |= table[(rest & 63) as usize];
            rest >>= CHUNK;
        }
        image
    }
}

/// All turns of a board that some turns generate, the identity first.
///
/// ```
/// use grundy_kernel::symmetry::turns::Turns;
/// use grundy_rules::game::Turn;
/// // A corner of a square goes to all four corners.
/// let turns = Turns::new(3, 3, &[Turn::Rotate]).unwrap();
/// let images: Vec<u128> = (0..turns.len()).map(|turn| turns.image(turn, 1)).collect();
/// assert_eq!(images, [1, 1 << 2, 1 << 8, 1 << 6]);
/// ```
#[derive(Clone, Debug)]
pub struct Turns {
    permutations: Vec<Vec<usize>>,
    maps: Vec<CellMap>,
}

impl Turns {
    /// Generates the turns of a board, whose cells are numbered row by row; a strip is one row. `None` if a quarter
    /// turn or a transposition is declared for a board that is not square, or the board has more than 128 cells.
    pub fn new(rows: usize, cols: usize, declared: &[Turn]) -> Option<Turns> {
        let cells = rows.checked_mul(cols).filter(|cells| *cells <= 128)?;
        let mut generators = Vec::new();
        for turn in declared {
            if rows != cols && matches!(turn, Turn::Transpose | Turn::Rotate) {
                return None;
            }
            let index = |cell: usize| {
                let (row, col) = (cell / cols, cell % cols);
                match turn {
                    Turn::Reflect => row * cols + (cols - 1 - col),
                    Turn::Flip => (rows - 1 - row) * cols + col,
                    Turn::Transpose => col * cols + row,
                    Turn::Rotate => col * cols + (rows - 1 - row),
                }
            };
            generators.push((0..cells).map(index).collect::<Vec<_>>());
        }
        let mut permutations = vec![(0..cells).collect::<Vec<_>>()];
        let mut done = 0;
        while done < permutations.len() {
            for generator in &generators {
                let product: Vec<usize> = permutations[done].iter().map(|index| generator[*index]).collect();
                if !permutations.contains(&product) {
                    permutations.push(product);
                }
            }
            done += 1;
        }
        let maps = permutations.iter().map(|indices| CellMap::new(indices)).collect::<Option<_>>()?;
        Some(Turns { permutations, maps })
    }

    /// Returns the number of turns, including the identity.
    pub fn len(&self) -> usize {
        self.maps.len()
    }

    /// Returns false: the identity is always one of them.
    pub fn is_empty(&self) -> bool {
        self.maps.is_empty()
    }

    /// Returns the new index of each cell under one of the turns.
    pub fn permutation(&self, turn: usize) -> &[usize] {
        &self.permutations[turn]
    }

    /// Returns the image of a set of cells under one of the turns.
    #[inline]
    pub fn image(&self, turn: usize, cells: Plane) -> Plane {
        self.maps[turn].image(cells)
    }

    /// Like [`Turns::image`], but for a board of at most 64 cells.
    #[inline]
    pub fn image_of_word(&self, turn: usize, cells: u64) -> u64 {
        self.maps[turn].image_of_word(cells)
    }

    /// Returns the image of a set of cells under each of the turns, the set itself first.
    pub fn images(&self, cells: Plane) -> impl ExactSizeIterator<Item = Plane> + '_ {
        self.maps.iter().map(move |map| map.image(cells))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_value::Random;

    #[test]
    fn images_are_what_the_permutation_says_cell_by_cell() {
        let mut random = Random(1);
        let all = [Turn::Reflect, Turn::Flip, Turn::Transpose, Turn::Rotate];
        for (rows, cols) in [(1, 1), (1, 7), (1, 128), (3, 5), (8, 8), (5, 5), (11, 11), (9, 14)] {
            let declared = if rows == cols { &all[..] } else { &all[..2] };
            let turns = Turns::new(rows, cols, declared).unwrap();
            for turn in 0..turns.len() {
                let full = if rows * cols == 128 { Plane::MAX } else { (1 << (rows * cols)) - 1 };
                for _ in 0..20 {
                    let cells = (Plane::from(random.next()) << 64 | Plane::from(random.next())) & full;
                    let indices = turns.permutation(turn).iter().enumerate();
                    let slow =
                        indices.filter(|(cell, _)| cells >> cell & 1 == 1).fold(0, |image, (_, to)| image | 1 << to);
                    assert_eq!(turns.image(turn, cells), slow);
                    if rows * cols <= 64 {
                        assert_eq!(Plane::from(turns.image_of_word(turn, cells as u64)), slow);
                    }
                }
            }
        }
    }

    #[test]
    fn groups_have_their_sizes() {
        let size = |rows, cols, declared: &[Turn]| Turns::new(rows, cols, declared).map(|turns| turns.len());
        assert_eq!(size(4, 6, &[]), Some(1));
        assert_eq!(size(4, 6, &[Turn::Reflect]), Some(2));
        assert_eq!(size(4, 6, &[Turn::Reflect, Turn::Flip]), Some(4));
        assert_eq!(size(6, 6, &[Turn::Rotate]), Some(4));
        assert_eq!(size(6, 6, &[Turn::Rotate, Turn::Reflect]), Some(8));
        assert_eq!(size(6, 6, &[Turn::Transpose]), Some(2));
        assert_eq!(size(1, 9, &[Turn::Reflect]), Some(2));
        assert_eq!(size(0, 9, &[Turn::Reflect]), Some(1));
    }

    #[test]
    fn quarter_turns_are_of_squares_only() {
        assert!(Turns::new(4, 6, &[Turn::Rotate]).is_none());
        assert!(Turns::new(4, 6, &[Turn::Transpose]).is_none());
        assert!(Turns::new(12, 12, &[Turn::Rotate]).is_none());
    }
}
