//! One label for all parts that differ only in where they lie and how they are turned.
//!
//! In: the cells of a part. Out: a label; parts with equal labels are the same game. The part is transformed by every
//! allowed symmetry and pushed into the corner; the least of the results is the label. What is allowed is checked on
//! the moves and not assumed: a symmetry counts only if, for every shift, each move whose needs land on the board lands
//! on a move of the same side that fills the same cells, and the same holds for its inverse. So transposing is allowed
//! for Cram and not for Domineering. Where shifts are not allowed, the board is turned as a whole; without rows and
//! columns every part is its own label.

use super::split::cells_of;
use super::{Cells, Footprint, Placement, bit};
use crate::symmetry::turns::CellMap;
use grundy_rules::Side;
use std::collections::{BTreeMap, BTreeSet};

/// Width of the largest square board that fits into a set of cells, so that parts of oblong boards can be transposed
/// too.
const WIDEST_SQUARE: usize = 11;

/// A symmetry: (row, col) goes to (a row + b col, c row + d col).
type Matrix = [[i32; 2]; 2];

const MATRICES: [Matrix; 8] = [
    [[1, 0], [0, 1]],
    [[1, 0], [0, -1]],
    [[-1, 0], [0, 1]],
    [[-1, 0], [0, -1]],
    [[0, 1], [1, 0]],
    [[0, -1], [-1, 0]],
    [[0, 1], [-1, 0]],
    [[0, -1], [1, 0]],
];

/// How many of the symmetries, the first ones, map rows to rows; and how many are their own inverses.
const UPRIGHT: usize = 4;
const INVOLUTIONS: usize = 6;

/// Labels the parts of one placement game.
#[derive(Clone, Debug)]
pub struct NormalForm {
    /// The symmetries, the identity first, and whether each is its own inverse.
    maps: Vec<(CellMap, Undone)>,
    /// Present if parts may be shifted.
    corner: Option<Corner>,
    /// For each cell its images under all symmetries, if parts may be shifted and a word holds the board.
    cell_images: Vec<Images>,
}

/// Images of a part under each symmetry, before it is pushed into the corner.
#[derive(Clone, Copy, Debug)]
pub struct Images([u64; MATRICES.len()]);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Undone {
    ByItself,
    ByAnother,
}

/// The corner that parts are pushed into.
#[derive(Clone, Debug)]
struct Corner {
    /// Distance of cells below each other.
    stride: usize,
    /// The cells of each column.
    columns: Vec<Cells>,
    /// Like `columns`, if all cells are below 64.
    narrow_columns: Vec<u64>,
    /// For each of these cells the distance of its row from the first.
    row_starts: Vec<u8>,
}

impl Corner {
    fn new(rows: usize, stride: usize) -> Corner {
        let column = |col: usize| (0..rows).fold(0, |cells, row| cells | bit(row * stride + col));
        let columns: Vec<Cells> = (0..stride).map(column).collect();
        let narrow_columns = columns.iter().filter(|_| rows * stride <= 64).map(|column| *column as u64).collect();
        let row_starts = (0..64_u8).map(|cell| cell - cell % stride.min(64) as u8).collect();
        Corner { stride, columns, narrow_columns, row_starts }
    }

    /// Returns how far a set of cells can be shifted down.
    #[inline]
    fn shift(&self, cells: Cells) -> u32 {
        let row = cells.trailing_zeros() as usize / self.stride;
        let col = self.columns.iter().position(|column| column & cells != 0).unwrap_or(0);
        (row * self.stride + col) as u32
    }

    /// Pushes a set of cells into the corner, on a board of at most 64 cells.
    #[inline]
    fn push_narrow(&self, cells: u64) -> u64 {
        let row_start = self.row_starts[(cells.trailing_zeros() & 63) as usize];
        let col = self.narrow_columns.iter().position(|column| column & cells != 0).unwrap_or(0);
        cells >> (row_start as usize + col)
    }
}

impl NormalForm {
    /// Finds the symmetries of this game. Takes some milliseconds on a large board.
    pub fn new(placement: &Placement) -> NormalForm {
        let identity = |cells: usize| CellMap::new(&(0..cells).collect::<Vec<_>>());
        let plain = || NormalForm {
            maps: identity(placement.cells()).map(|map| (map, Undone::ByItself)).into_iter().collect(),
            corner: None,
            cell_images: Vec::new(),
        };
        let Some((rows, cols)) = placement.extent.filter(|(rows, cols)| rows * cols == placement.cells() && *cols > 0)
        else {
            return plain();
        };
        let geometry = Geometry::new(placement, rows, cols);
        let shifts = (0..MATRICES.len()).map(|turn| geometry.allows_all_shifts(turn)).collect::<Vec<_>>();
        if !shifts[0] {
            // Only turns of the whole board are left; a square also has those that do not map rows to rows.
            let count = if rows == cols { MATRICES.len() } else { UPRIGHT };
            let maps = (0..count).filter_map(|turn| {
                let indices = geometry.indices_on_itself(turn);
                geometry
                    .allows(turn, geometry.home(turn))
                    .then(|| CellMap::new(&indices).map(|map| (map, undone(turn))))?
            });
            return NormalForm { maps: maps.collect(), corner: None, cell_images: Vec::new() };
        }
        let widest = rows.max(cols);
        let quarters = widest <= WIDEST_SQUARE && (UPRIGHT..MATRICES.len()).any(|turn| shifts[turn]);
        let (stride, height, count) = if quarters { (widest, widest, MATRICES.len()) } else { (cols, rows, UPRIGHT) };
        let maps = (0..count).filter(|turn| shifts[*turn]).filter_map(|turn| {
            let indices: Vec<usize> = geometry.turned(turn).map(|(row, col)| row * stride + col).collect();
            CellMap::new(&indices).map(|map| (map, undone(turn)))
        });
        let (maps, corner): (Vec<_>, _) = (maps.collect(), Corner::new(height, stride));
        let cell_images = match corner.narrow_columns.is_empty() {
            true => Vec::new(),
            false => (0..placement.cells()).map(|cell| images(&maps, bit(cell))).collect(),
        };
        NormalForm { maps, corner: Some(corner), cell_images }
    }

    /// Returns the images of a part, for [`NormalForm::label_of_rest`]; `None` if they are not available.
    #[inline]
    pub fn images(&self, part: Cells) -> Option<Images> {
        (!self.cell_images.is_empty()).then(|| images(&self.maps, part))
    }

    /// Returns the label of what remains of a part with these images without the cells `gone`: like
    /// [`NormalForm::label`] of it, but faster if they are few.
    #[inline]
    pub fn label_of_rest(&self, images: &Images, gone: Cells) -> Option<Cells> {
        let corner = self.corner.as_ref()?;
        let mut left = images.0;
        for cell in cells_of(gone) {
            for (left, image) in left.iter_mut().zip(&self.cell_images.get(cell)?.0) {
                *left &= !image;
            }
        }
        left.iter().map(|image| corner.push_narrow(*image)).min().map(Cells::from)
    }

    /// Returns the number of symmetries, including the identity.
    pub fn turns(&self) -> usize {
        self.maps.len()
    }

    /// Returns true if equal parts at different locations have equal labels.
    pub fn has_shifts(&self) -> bool {
        self.corner.is_some()
    }

    /// Returns the label of a part that is not empty. Positions on the same board have equal labels only if they are
    /// the same game.
    #[inline]
    pub fn label(&self, part: Cells) -> Cells {
        // One word is half the work.
        if let Some(corner) = &self.corner
            && !corner.narrow_columns.is_empty()
        {
            let images = self.maps.iter().map(|(map, _)| corner.push_narrow(map.image_of_word(part as u64)));
            return images.min().map_or(part, Cells::from);
        }
        let images = self.maps.iter().map(|(map, _)| map.image(part));
        match &self.corner {
            Some(corner) => images.map(|image| image >> corner.shift(image)).min(),
            None => images.min(),
        }
        .unwrap_or(part)
    }

    /// Returns true if the second player can answer every move in this part by its mirror image: the part is its own
    /// image under a symmetry that is its own inverse, and no legal move touches its own image. Such a part of an
    /// impartial game is lost for the player to move.
    pub fn is_mirrored(&self, part: Cells, legal: impl Fn(&mut dyn FnMut(Footprint) -> bool) -> bool) -> bool {
        let shift = |image: Cells| self.corner.as_ref().map_or(0, |corner| corner.shift(image));
        let Some((upright, turned)) = self.maps.split_first() else { return false };
        let here = upright.0.image(part);
        let from = shift(here);
        turned.iter().filter(|(_, undone)| *undone == Undone::ByItself).any(|(map, _)| {
            let image = map.image(part);
            let to = shift(image);
            image >> to == here >> from
                && legal(&mut |footprint| {
                    // Cells outside the part are filled already or of no use to either player.
                    let touched = (footprint.need | footprint.remove) & part;
                    (upright.0.image(touched) >> from) & (map.image(touched) >> to) == 0
                })
        })
    }
}

/// Returns the images of a part of at most 64 cells; with fewer symmetries the last images are the part itself.
fn images(maps: &[(CellMap, Undone)], part: Cells) -> Images {
    let image = |turn: usize| maps.get(turn).or(maps.first()).map_or(0, |(map, _)| map.image_of_word(part as u64));
    Images(std::array::from_fn(image))
}

fn undone(turn: usize) -> Undone {
    if turn < INVOLUTIONS { Undone::ByItself } else { Undone::ByAnother }
}

/// The moves by location.
struct Geometry {
    rows: i32,
    cols: i32,
    /// For each side and need, what is filled.
    moves: BTreeMap<(usize, Cells), BTreeSet<Cells>>,
}

impl Geometry {
    fn new(placement: &Placement, rows: usize, cols: usize) -> Geometry {
        let mut moves: BTreeMap<(usize, Cells), BTreeSet<Cells>> = BTreeMap::new();
        let sides = if placement.is_impartial() { &[Side::Left][..] } else { &[Side::Left, Side::Right] };
        for side in sides {
            for footprint in placement.footprints(*side).all() {
                moves.entry((side.index(), footprint.need)).or_default().insert(footprint.remove);
            }
        }
        Geometry { rows: rows as i32, cols: cols as i32, moves }
    }

    fn turn(turn: usize, (row, col): (i32, i32)) -> (i32, i32) {
        let [[a, b], [c, d]] = MATRICES[turn];
        (a * row + b * col, c * row + d * col)
    }

    /// Returns the inverse of this symmetry.
    fn back(turn: usize) -> usize {
        match turn {
            6 => 7,
            7 => 6,
            other => other,
        }
    }

    fn on_board(&self, (row, col): (i32, i32)) -> Option<usize> {
        ((0..self.rows).contains(&row) && (0..self.cols).contains(&col)).then_some((row * self.cols + col) as usize)
    }

    /// Returns the shift that brings the turned board back to the corner.
    fn home(&self, turn: usize) -> (i32, i32) {
        let far = Self::turn(turn, (self.rows - 1, self.cols - 1));
        (-far.0.min(0), -far.1.min(0))
    }

    /// Returns each cell turned, with the board's corner at the corner.
    fn turned(&self, turn: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let (down, right) = self.home(turn);
        (0..self.rows * self.cols).map(move |cell| {
            let (row, col) = Self::turn(turn, (cell / self.cols, cell % self.cols));
            ((row + down) as usize, (col + right) as usize)
        })
    }

    /// Returns the image of each cell when the board is turned onto itself.
    fn indices_on_itself(&self, turn: usize) -> Vec<usize> {
        self.turned(turn).map(|(row, col)| row * self.cols as usize + col).collect()
    }

    /// Returns true if a symmetry and its inverse map moves to moves under every shift.
    fn allows_all_shifts(&self, turn: usize) -> bool {
        let (down, right) = self.home(turn);
        // Farther shifts leave the turned board and the board no cell in common.
        let reach = self.rows.max(self.cols);
        [turn, Self::back(turn)].into_iter().all(|turn| {
            let mut shifts =
                (-reach..=reach).flat_map(|row| (-reach..=reach).map(move |col| (down + row, right + col)));
            shifts.all(|shift| self.maps_into(turn, shift))
        })
    }

    /// Returns true if the board turned and shifted onto itself keeps its moves.
    fn allows(&self, turn: usize, shift: (i32, i32)) -> bool {
        // The map is a bijection of the board, so into implies onto, and the same for its inverse.
        self.maps_into(turn, shift)
    }

    /// Returns true if every move whose needs land on the board lands on a move.
    fn maps_into(&self, turn: usize, shift: (i32, i32)) -> bool {
        let image: Vec<Option<usize>> = (0..self.rows * self.cols)
            .map(|cell| {
                let (row, col) = Self::turn(turn, (cell / self.cols, cell % self.cols));
                self.on_board((row + shift.0, col + shift.1))
            })
            .collect();
        let common = image.iter().flatten().fold(0, |cells, cell| cells | bit(*cell));
        let clipped =
            |set: Cells| cells_of(set).filter_map(|cell| image[cell]).fold(0, |cells, cell| cells | bit(cell));
        self.moves.iter().all(|((side, need), removes)| {
            let landed = clipped(*need);
            if landed.count_ones() != need.count_ones() {
                return true;
            }
            let Some(others) = self.moves.get(&(*side, landed)) else { return false };
            let turned: BTreeSet<Cells> = removes.iter().map(|remove| clipped(*remove)).collect();
            let there: BTreeSet<Cells> = others.iter().map(|remove| remove & common).collect();
            turned == there
        })
    }
}
