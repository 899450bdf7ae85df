//! One name for all parts that are the same but for where they lie and how they are turned.
//!
//! In: the cells of a part. Out: a label; parts with equal labels are the same game. The part is turned in every allowed way
//! and pushed into the corner; the least of the results is the label. What is allowed is checked on the moves and not
//! assumed: a way of turning counts only when, for every shift, each move whose needs land on the board lands on a move of
//! the same side that fills the same cells, and the same holds for turning back. So transposing is allowed for Cram and not
//! for Domineering. Where shifts are not allowed, the board is turned as a whole; without rows and columns every part is its
//! own label.

use super::split::cells_of;
use super::{Cells, Footprint, Placement, bit};
use crate::symmetry::turns::CellMap;
use grundy_rules::Side;
use std::collections::{BTreeMap, BTreeSet};

/// A square board this wide still fits into a set of cells, so that parts of oblong boards can be transposed too.
const WIDEST_SQUARE: usize = 11;

/// A way of turning: (row, col) goes to (a row + b col, c row + d col).
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

/// How many of the ways of turning, the first ones, keep rows rows; and how many are undone by themselves.
const UPRIGHT: usize = 4;
const INVOLUTIONS: usize = 6;

/// Labels the parts of one placement game.
#[derive(Clone, Debug)]
pub struct NormalForm {
    /// The ways of turning, the identity first, and whether each is undone by itself.
    maps: Vec<(CellMap, Undone)>,
    /// Present when parts may be shifted.
    corner: Option<Corner>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Undone {
    ByItself,
    ByAnother,
}

/// Where the corner is that parts are pushed into.
#[derive(Clone, Debug)]
struct Corner {
    /// How far cells below each other are apart.
    stride: usize,
    /// The cells of each column.
    columns: Vec<Cells>,
    /// The same, where all cells are below 64.
    narrow_columns: Vec<u64>,
}

impl Corner {
    fn new(rows: usize, stride: usize) -> Corner {
        let column = |col: usize| (0..rows).fold(0, |cells, row| cells | bit(row * stride + col));
        let columns: Vec<Cells> = (0..stride).map(column).collect();
        let narrow_columns = columns.iter().filter(|_| rows * stride <= 64).map(|column| *column as u64).collect();
        Corner { stride, columns, narrow_columns }
    }

    /// How far a set of cells can be shifted down.
    #[inline]
    fn shift(&self, cells: Cells) -> u32 {
        let row = cells.trailing_zeros() as usize / self.stride;
        let col = self.columns.iter().position(|column| column & cells != 0).unwrap_or(0);
        (row * self.stride + col) as u32
    }

    /// A set of cells pushed into the corner, on a board of at most 64 cells.
    #[inline]
    fn push_narrow(&self, cells: u64) -> u64 {
        let row = cells.trailing_zeros() as usize / self.stride;
        let col = self.narrow_columns.iter().position(|column| column & cells != 0).unwrap_or(0);
        cells >> (row * self.stride + col)
    }
}

impl NormalForm {
    /// What labels the parts of this game. Takes some milliseconds on a large board.
    pub fn new(placement: &Placement) -> NormalForm {
        let identity = |cells: usize| CellMap::new(&(0..cells).collect::<Vec<_>>());
        let plain = || NormalForm {
            maps: identity(placement.cells()).map(|map| (map, Undone::ByItself)).into_iter().collect(),
            corner: None,
        };
        let Some((rows, cols)) = placement.extent.filter(|(rows, cols)| rows * cols == placement.cells() && *cols > 0)
        else {
            return plain();
        };
        let geometry = Geometry::new(placement, rows, cols);
        let shifts = (0..MATRICES.len()).map(|turn| geometry.allows_all_shifts(turn)).collect::<Vec<_>>();
        if !shifts[0] {
            // Only turns of the whole board are left; a square has those that do not keep rows rows as well.
            let ways = if rows == cols { MATRICES.len() } else { UPRIGHT };
            let maps = (0..ways).filter_map(|turn| {
                let places = geometry.places_on_itself(turn);
                geometry
                    .allows(turn, geometry.home(turn))
                    .then(|| CellMap::new(&places).map(|map| (map, undone(turn))))?
            });
            return NormalForm { maps: maps.collect(), corner: None };
        }
        let widest = rows.max(cols);
        let quarters = widest <= WIDEST_SQUARE && (UPRIGHT..MATRICES.len()).any(|turn| shifts[turn]);
        let (stride, height, ways) = if quarters { (widest, widest, MATRICES.len()) } else { (cols, rows, UPRIGHT) };
        let maps = (0..ways).filter(|turn| shifts[*turn]).filter_map(|turn| {
            let places: Vec<usize> = geometry.turned(turn).map(|(row, col)| row * stride + col).collect();
            CellMap::new(&places).map(|map| (map, undone(turn)))
        });
        NormalForm { maps: maps.collect(), corner: Some(Corner::new(height, stride)) }
    }

    /// In how many ways parts may be turned, the identity included.
    pub fn turns(&self) -> usize {
        self.maps.len()
    }

    /// Whether equal parts at different places have equal labels.
    pub fn has_shifts(&self) -> bool {
        self.corner.is_some()
    }

    /// The label of a part that is not empty. Different positions of the same game on the same board may have equal labels
    /// only where they are the same game.
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

    /// Whether the second player can answer every move in this part by its mirror image: the part is its own image in some
    /// way of turning that is undone by itself, and no legal move touches its own image. Such a part of an impartial game
    /// is lost for who moves first.
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
                    // Cells outside the part are filled already or of no use to anybody.
                    let touched = (footprint.need | footprint.remove) & part;
                    (upright.0.image(touched) >> from) & (map.image(touched) >> to) == 0
                })
        })
    }
}

fn undone(turn: usize) -> Undone {
    if turn < INVOLUTIONS { Undone::ByItself } else { Undone::ByAnother }
}

/// The moves by where they lie.
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

    /// The way of turning that undoes this one.
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

    /// The shift that brings the turned board back to the corner.
    fn home(&self, turn: usize) -> (i32, i32) {
        let far = Self::turn(turn, (self.rows - 1, self.cols - 1));
        (-far.0.min(0), -far.1.min(0))
    }

    /// Each cell turned, the board's corner at the corner.
    fn turned(&self, turn: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let (down, right) = self.home(turn);
        (0..self.rows * self.cols).map(move |cell| {
            let (row, col) = Self::turn(turn, (cell / self.cols, cell % self.cols));
            ((row + down) as usize, (col + right) as usize)
        })
    }

    /// Where each cell goes when the board is turned onto itself.
    fn places_on_itself(&self, turn: usize) -> Vec<usize> {
        self.turned(turn).map(|(row, col)| row * self.cols as usize + col).collect()
    }

    /// Whether a way of turning and its return map moves to moves, whatever the shift.
    fn allows_all_shifts(&self, turn: usize) -> bool {
        let (down, right) = self.home(turn);
        // Past this far the turned board and the board have no cell in common.
        let reach = self.rows.max(self.cols);
        [turn, Self::back(turn)].into_iter().all(|turn| {
            let mut shifts =
                (-reach..=reach).flat_map(|row| (-reach..=reach).map(move |col| (down + row, right + col)));
            shifts.all(|shift| self.maps_into(turn, shift))
        })
    }

    /// Whether the board turned and shifted onto itself keeps its moves.
    fn allows(&self, turn: usize, shift: (i32, i32)) -> bool {
        // Onto itself and one to one, so that into is onto, and so is the return.
        self.maps_into(turn, shift)
    }

    /// Whether every move whose needs land on the board lands on a move.
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
