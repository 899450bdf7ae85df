//! Placement games: cells are filled and never freed, and a move asks only that certain cells be free.
//!
//! In: rules and a board ([`Placement::recognise`]). Out: all moves there can ever be, as sets of cells; a position is the set
//! of its free cells, a move is legal when the cells it needs are among them, and takes away the cells it fills. No move
//! ever appears, so a board falls apart into independent games by itself ([`Split`]), and equal parts at different places
//! can be seen to be equal ([`NormalForm`]). Cram, Domineering, Node Kayles are of this kind; Chomp and Clobber are not.

mod normal_form;
mod recognise;
mod split;
#[cfg(test)]
mod tests;

pub use normal_form::NormalForm;
pub use split::Split;

use grundy_rules::{Part, Side, Value};
use std::collections::HashMap;
use std::sync::Arc;

/// A set of cells, bit by bit.
pub type Cells = u128;

/// No board may have more cells than a set has bits.
pub const MOST_CELLS: usize = 128;

/// The set of one cell.
#[inline]
pub fn bit(cell: usize) -> Cells {
    1 << cell
}

/// One move, on whatever position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacementMove {
    /// Whose it is; `None` in an impartial game.
    pub side: Option<Side>,
    /// It is legal where all these are free.
    pub need: Cells,
    /// These are not free afterwards.
    pub remove: Cells,
    /// The kind of move: its place among the game's moves.
    pub rule: usize,
    /// A value for each binder of it.
    pub choices: Vec<Value>,
}

/// What matters of a move to who plays it: two moves that agree in it are the same option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Footprint {
    /// It is legal where all these are free.
    pub need: Cells,
    /// These are not free afterwards.
    pub remove: Cells,
}

/// The different moves of one side, those of one cell together.
#[derive(Clone, Debug, Default)]
pub struct Footprints {
    /// Ascending by the lowest cell they need.
    all: Vec<Footprint>,
    /// Where those that begin at a cell begin; one more at the end.
    starts: Vec<u32>,
}

impl Footprints {
    fn new(mut all: Vec<Footprint>) -> Footprints {
        all.sort_by_key(|footprint| (footprint.need.trailing_zeros(), *footprint));
        all.dedup();
        let begin_before = |cell: u32| all.partition_point(|footprint| footprint.need.trailing_zeros() < cell) as u32;
        let starts = (0..=MOST_CELLS as u32).map(begin_before).collect();
        Footprints { all, starts }
    }

    /// All of them.
    pub fn all(&self) -> &[Footprint] {
        &self.all
    }

    /// Those that are legal at a position, in a fixed order.
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
    /// How many rows and columns the board has, where it is a strip or a grid.
    extent: Option<(usize, usize)>,
    free: Value,
    filled: Value,
    players: bool,
    moves: Vec<PlacementMove>,
    /// Left's and Right's; in an impartial game both are everybody's.
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
            let his = moves.iter().filter(|movement| movement.side.is_none_or(|whose| whose == side));
            Footprints::new(his.map(|movement| Footprint { need: movement.need, remove: movement.remove }).collect())
        };
        let footprints = [of(Side::Left), of(Side::Right)];
        let extent = extent(&part[board]);
        Placement { part: part.clone(), board, cells: cells.len(), extent, free, filled, players, moves, footprints }
    }

    /// How many cells the board has.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// Whether both players have the same moves.
    pub fn is_impartial(&self) -> bool {
        !self.players
    }

    /// Every move there can ever be, Left's before Right's, each side's in the order of the file.
    pub fn moves(&self) -> &[PlacementMove] {
        &self.moves
    }

    /// The different moves of a side; in an impartial game both sides have the same.
    pub fn footprints(&self, side: Side) -> &Footprints {
        &self.footprints[side.index()]
    }

    /// The free cells of a part; `None` when the part is of another board.
    pub fn free_cells(&self, part: &Part) -> Option<Cells> {
        let alike = part.len() == self.part.len()
            && part.iter().zip(self.part.iter()).enumerate().all(|(place, (a, b))| place == self.board || a == b);
        if !alike {
            return None;
        }
        let mut free = 0;
        let mut cell = 0;
        self.read_cells(&part[self.board], &self.part[self.board], &mut cell, &mut free).then_some(free)
    }

    /// Gathers the free cells; false where the lists are not as long as they should be.
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

    /// A part with these free cells. What stands in the others makes no difference to play: where several things may, it is
    /// the first of them.
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

/// Rows and columns of a list (one row) or of a list of lists of one length.
fn extent(board: &Value) -> Option<(usize, usize)> {
    let rows = board.as_elements()?;
    let Some(first) = rows.first().and_then(Value::as_elements) else { return Some((1, rows.len())) };
    let is_grid = rows.iter().all(|row| {
        row.as_elements()
            .is_some_and(|row| row.len() == first.len() && row.iter().all(|cell| cell.as_elements().is_none()))
    });
    is_grid.then_some((rows.len(), first.len()))
}
