//! Placement games: cells are filled and never freed, and a move needs only that certain cells be free.
//!
//! In: rules and a board ([`Placement::recognise`]). Out: all moves that are ever possible, as sets of cells; a
//! position is the set of its free cells, a move is legal if the cells it needs are among them, and takes away the
//! cells it fills. No move ever appears, so a board falls apart into independent games by itself ([`Split`]), and equal
//! parts at different locations can be seen to be equal ([`NormalForm`]). Cram, Domineering, Node Kayles are of this
//! kind; Chomp and Clobber are not.

mod normal_form;
mod recognise;
mod split;
#[cfg(test)]
mod tests;

pub use normal_form::{Images, NormalForm};
pub use split::Split;

use grundy_rules::{Part, Side, Value};
use std::collections::HashMap;
use std::sync::Arc;

/// A set of cells, one bit each.
pub type Cells = u128;

/// Format: maximum number of cells of a board: the bits of a set.
pub const MAX_CELLS: usize = 128;

/// Returns the set of one cell.
#[inline]
pub fn bit(cell: usize) -> Cells {
    1 << cell
}

/// One move, on any position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacementMove {
    /// The player who has it; `None` in an impartial game.
    pub side: Option<Side>,
    /// Cells that must be free for it to be legal.
    pub need: Cells,
    /// Cells that are not free afterwards.
    pub remove: Cells,
    /// Kind of move: index into the game's moves.
    pub rule: usize,
    /// A value for each of its binders.
    pub choices: Vec<Value>,
}

/// What matters of a move to play: two moves with equal footprints are the same option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Footprint {
    /// Cells that must be free for it to be legal.
    pub need: Cells,
    /// Cells that are not free afterwards.
    pub remove: Cells,
}

/// The distinct moves of one side, grouped by cell.
#[derive(Clone, Debug, Default)]
pub struct Footprints {
    /// Ascending by the lowest cell they need.
    all: Vec<Footprint>,
    /// Index of the first that begins at a cell; one more at the end.
    starts: Vec<u32>,
}

impl Footprints {
    fn new(mut all: Vec<Footprint>) -> Footprints {
        all.sort_by_key(|footprint| (footprint.need.trailing_zeros(), *footprint));
        all.dedup();
        let begin_before = |cell: u32| all.partition_point(|footprint| footprint.need.trailing_zeros() < cell) as u32;
        let starts = (0..=MAX_CELLS as u32).map(begin_before).collect();
        Footprints { all, starts }
    }

    /// Returns all of them.
    pub fn all(&self) -> &[Footprint] {
        &self.all
    }

    /// Returns those that are legal at a position, in a fixed order.
    #[inline]
    pub fn legal(&self, free: Cells) -> impl Iterator<Item = Footprint> + '_ {
        let mut rest = free;
        let mut here: std::slice::Iter<Footprint> = [].iter();
        std::iter::from_fn(move || {
            loop {
                for footprint in here.by_ref() {
                    if footprint.need & !free == 0 {
                        return Some(*footprint);
                    }
                }
                if rest == 0 {
                    return None;
                }
                let cell = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                here = self.all[self.starts[cell] as usize..self.starts[cell + 1] as usize].iter();
            }
        })
    }
}

/// A game of filling cells, on one board.
#[derive(Clone, Debug)]
pub struct Placement {
    /// The part it was recognised at: whatever is not a cell of the board is the same in every position.
    part: Part,
    board: usize,
    cells: usize,
    /// Number of rows and columns of the board, if it is a strip or a grid.
    extent: Option<(usize, usize)>,
    free: Value,
    filled: Value,
    players: bool,
    moves: Vec<PlacementMove>,
    /// Left's and Right's; in an impartial game both are the same.
    footprints: [Footprints; 2],
}

impl Placement {
    fn new(
        part: &Part,
        board: usize,
        cells: HashMap<Vec<usize>, usize>,
        free: Value,
        filled: Value,
        moves: Vec<PlacementMove>,
        players: bool,
    ) -> Placement {
        let of = |side: Side| {
            let his = moves.iter().filter(|mv| mv.side.is_none_or(|whose| whose == side));
            Footprints::new(his.map(|mv| Footprint { need: mv.need, remove: mv.remove }).collect())
        };
        let footprints = [of(Side::Left), of(Side::Right)];
        let extent = extent(&part[board]);
        Placement { part: part.clone(), board, cells: cells.len(), extent, free, filled, players, moves, footprints }
    }

    /// Returns the number of cells of the board.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// Returns true if both players have the same moves.
    pub fn is_impartial(&self) -> bool {
        !self.players
    }

    /// Returns every move that is ever possible, Left's before Right's, each side's in the order of the file.
    pub fn moves(&self) -> &[PlacementMove] {
        &self.moves
    }

    /// Returns the distinct moves of a side; in an impartial game both sides have the same.
    pub fn footprints(&self, side: Side) -> &Footprints {
        &self.footprints[side.index()]
    }

    /// Returns the free cells of a part; `None` if the part is of another board.
    pub fn free_cells(&self, part: &Part) -> Option<Cells> {
        let alike = part.len() == self.part.len()
            && part.iter().zip(self.part.iter()).enumerate().all(|(index, (a, b))| index == self.board || a == b);
        if !alike {
            return None;
        }
        let mut free = 0;
        let mut cell = 0;
        self.read_cells(&part[self.board], &self.part[self.board], &mut cell, &mut free).then_some(free)
    }

    /// Collects the free cells; false if the lists have other lengths than `model`.
    fn read_cells(&self, value: &Value, model: &Value, cell: &mut usize, free: &mut Cells) -> bool {
        match (value, model) {
            (Value::List(list), Value::List(model)) => {
                let mut both = list.iter().zip(model.iter());
                list.len() == model.len() && both.all(|(value, model)| self.read_cells(value, model, cell, free))
            }
            (Value::List(_), _) | (_, Value::List(_)) => false,
            _ => {
                if *value == self.free {
                    *free |= bit(*cell);
                }
                *cell += 1;
                true
            }
        }
    }

    /// Returns a part with these free cells. The contents of the others make no difference to play: the first possible
    /// value is used.
    pub fn part(&self, free: Cells) -> Part {
        let mut part = self.part.to_vec();
        part[self.board] = self.written_cells(&self.part[self.board], &mut 0, free);
        Arc::new(part)
    }

    fn written_cells(&self, model: &Value, cell: &mut usize, free: Cells) -> Value {
        match model {
            Value::List(list) => Value::list(list.iter().map(|model| self.written_cells(model, cell, free)).collect()),
            _ => {
                let value = if free & bit(*cell) != 0 { &self.free } else { &self.filled };
                *cell += 1;
                value.clone()
            }
        }
    }
}

/// Returns the rows and columns of a list (one row) or of a list of lists of one length.
fn extent(board: &Value) -> Option<(usize, usize)> {
    let rows = board.as_elements()?;
    let Some(first) = rows.first().and_then(Value::as_elements) else { return Some((1, rows.len())) };
    let is_grid = rows.iter().all(|row| {
        row.as_elements()
            .is_some_and(|row| row.len() == first.len() && row.iter().all(|cell| cell.as_elements().is_none()))
    });
    is_grid.then_some((rows.len(), first.len()))
}
