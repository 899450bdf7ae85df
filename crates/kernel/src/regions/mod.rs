//! Boards whose moves are local, and the regions they fall into.
//!
//! In: rules and a board ([`Local::recognise`]). Out: all moves that are ever possible, each as the required contents
//! of some cells and the contents of some afterwards; and for every position its independent regions
//! ([`Structure::split`]). The possible contents of each cell are found with nothing ever taken away, which is no less
//! than what play can bring about; a move whose needs cannot all come about is gone for good, and a cell with only one
//! possible content joins nothing. Cells that are joined by no remaining move are independent. Clobber, Konane and
//! every game of filling cells are of this kind. Wrong tool where a move looks at cells far away, as then all is one
//! region.

mod recognise;
#[cfg(test)]
mod tests;

use grundy_rules::{Part, Value};
use std::sync::Arc;

/// Tuning: maximum number of cells of a board. A larger one is left to other methods. No measurement is recorded.
pub const MAX_CELLS: usize = 1 << 12;

/// Format: maximum number of possible contents of a cell: the bits of a word.
pub const MAX_SYMBOLS: usize = 32;

/// A cell and its contents, as an index into the possible contents.
pub type Literal = (u16, u8);

/// One move: required contents of cells, and their contents afterwards.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocalMove {
    /// Ascending by cells, each once.
    pub needs: Vec<Literal>,
    /// Ascending by cells, each once.
    pub writes: Vec<Literal>,
}

impl LocalMove {
    fn cells(&self) -> impl Iterator<Item = usize> + '_ {
        self.needs.iter().chain(&self.writes).map(|(cell, _)| usize::from(*cell))
    }
}

/// A game of local moves on one board.
#[derive(Clone, Debug)]
pub struct Local {
    part: Part,
    board: usize,
    values: Vec<Value>,
    structure: Structure,
}

impl Local {
    /// Returns the contents of each cell of a part; `None` if the part is of another board.
    pub fn contents(&self, part: &Part) -> Option<Vec<u8>> {
        let alike = part.len() == self.part.len()
            && part.iter().zip(self.part.iter()).enumerate().all(|(index, (a, b))| index == self.board || a == b);
        let mut contents = Vec::with_capacity(self.structure.shape.cells);
        (alike && self.read(&part[self.board], &self.part[self.board], &mut contents)).then_some(contents)
    }

    /// Collects the contents of cells; false if the lists have other lengths than `model`.
    fn read(&self, value: &Value, model: &Value, contents: &mut Vec<u8>) -> bool {
        match (value, model) {
            (Value::List(list), Value::List(model)) => {
                let mut both = list.iter().zip(model.iter());
                list.len() == model.len() && both.all(|(value, model)| self.read(value, model, contents))
            }
            (Value::List(_), _) | (_, Value::List(_)) => false,
            _ => {
                let symbol = self.values.iter().position(|symbol| symbol == value);
                contents.extend(symbol.map(|symbol| symbol as u8));
                symbol.is_some()
            }
        }
    }

    /// Returns the whole board with all its moves.
    pub fn structure(&self) -> &Structure {
        &self.structure
    }
}

/// Cells and the moves among them, wherever on the board they lie.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    cells: usize,
    /// Number of possible contents of a cell.
    symbols: usize,
    moves: Vec<LocalMove>,
}

/// A shape prepared for splitting: it knows which moves need what.
#[derive(Clone, Debug)]
pub struct Structure {
    shape: Arc<Shape>,
    /// For each literal the index into `needing` of the first move that needs it; one more at the end.
    starts: Vec<u32>,
    needing: Vec<u32>,
}

/// A region: its cells with the moves among them, and the contents of the cells.
pub type Region = (Shape, Vec<u8>);

/// A move would change nothing, so that play need not end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Idle;

impl Structure {
    /// Prepares this shape for splitting.
    pub fn new(shape: Arc<Shape>) -> Structure {
        let Shape { cells, symbols, moves } = &*shape;
        let literal = |(cell, symbol): Literal| usize::from(cell) * symbols + usize::from(symbol);
        let mut starts = vec![0u32; cells * symbols + 1];
        let needs = || moves.iter().enumerate().flat_map(|(at, mv)| mv.needs.iter().map(move |need| (at, *need)));
        needs().for_each(|(_, need)| starts[literal(need) + 1] += 1);
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        let mut free = starts.clone();
        let mut needing = vec![0; starts[starts.len() - 1] as usize];
        for (at, need) in needs() {
            let index = &mut free[literal(need)];
            needing[*index as usize] = at as u32;
            *index += 1;
        }
        Structure { shape, starts, needing }
    }

    /// Returns about how many bytes it takes.
    pub fn bytes(&self) -> usize {
        let literals = self.shape.moves.iter().map(|mv| mv.needs.len() + mv.writes.len()).sum::<usize>();
        4 * (self.starts.len() + self.needing.len() + literals) + size_of::<LocalMove>() * self.shape.moves.len()
    }

    /// Returns the results of the legal moves, in a fixed order.
    pub fn options(&self, contents: &[u8]) -> impl Iterator<Item = Vec<u8>> {
        let is_legal = |mv: &&LocalMove| mv.needs.iter().all(|(cell, symbol)| contents[usize::from(*cell)] == *symbol);
        self.shape.moves.iter().filter(is_legal).map(|mv| {
            let mut after = contents.to_vec();
            mv.writes.iter().for_each(|(cell, symbol)| after[usize::from(*cell)] = *symbol);
            after
        })
    }

    /// Returns the regions of a position, by their lowest cells; cells and needs that cannot change any more are in
    /// none.
    ///
    /// # Errors
    /// Fails if a move that may become possible would change nothing.
    pub fn split(&self, contents: &[u8]) -> Result<Vec<Region>, Idle> {
        let (reachable, possible) = self.reachable(contents);
        let can_change = |cell: usize| !reachable[cell].is_power_of_two();
        let mut roots: Vec<u16> = (0..self.shape.cells as u16).collect();
        for &at in &possible {
            let mut changing = self.shape.moves[at as usize].cells().filter(|cell| can_change(*cell));
            let first = changing.next().ok_or(Idle)?;
            for cell in changing {
                join(&mut roots, first, cell);
            }
        }
        // The regions in the order of their lowest cells, which are their roots.
        let mut members: Vec<(u16, u32)> = Vec::with_capacity(possible.len());
        for &at in &possible {
            let cell = self.shape.moves[at as usize].cells().find(|cell| can_change(*cell)).ok_or(Idle)?;
            members.push((root_of(&mut roots, cell), at));
        }
        members.sort_unstable();
        let mut numbers = vec![u16::MAX; self.shape.cells];
        members
            .chunk_by(|a, b| a.0 == b.0)
            .map(|region| self.region(region, contents, &can_change, &mut numbers))
            .collect()
    }

    /// Returns one region: its cells numbered anew, in the same order, so that equal regions at different locations are
    /// equal.
    fn region(
        &self,
        moves: &[(u16, u32)],
        contents: &[u8],
        can_change: &impl Fn(usize) -> bool,
        numbers: &mut [u16],
    ) -> Result<Region, Idle> {
        let moves = || moves.iter().map(|(_, at)| &self.shape.moves[*at as usize]);
        let mut cells: Vec<u16> =
            moves().flat_map(|mv| mv.cells()).filter(|cell| can_change(*cell)).map(|cell| cell as u16).collect();
        cells.sort_unstable();
        cells.dedup();
        for (number, cell) in cells.iter().enumerate() {
            numbers[usize::from(*cell)] = number as u16;
        }
        let renumber = |literals: &[Literal]| -> Vec<Literal> {
            let changing = literals.iter().filter(|(cell, _)| can_change(usize::from(*cell)));
            changing.map(|(cell, symbol)| (numbers[usize::from(*cell)], *symbol)).collect()
        };
        let renumbered = |mv: &LocalMove| LocalMove { needs: renumber(&mv.needs), writes: renumber(&mv.writes) };
        let mut inner: Vec<LocalMove> = moves().map(renumbered).collect();
        if inner.iter().any(|mv| mv.writes.is_empty()) {
            return Err(Idle);
        }
        inner.sort_unstable();
        inner.dedup();
        let contents = cells.iter().map(|cell| contents[usize::from(*cell)]).collect();
        let (cells, symbols) = (cells.len(), self.shape.symbols);
        Ok((Shape { cells, symbols, moves: inner }, contents))
    }

    /// Returns the possible contents of each cell, as bits, if nothing is ever taken away; and the moves that can then
    /// be made.
    fn reachable(&self, contents: &[u8]) -> (Vec<u32>, Vec<u32>) {
        let mut reachable = vec![0u32; self.shape.cells];
        let mut missing: Vec<u32> = self.shape.moves.iter().map(|mv| mv.needs.len() as u32).collect();
        let mut possible: Vec<u32> =
            (0..self.shape.moves.len() as u32).filter(|at| missing[*at as usize] == 0).collect();
        let mut found: Vec<Literal> =
            contents.iter().enumerate().map(|(cell, symbol)| (cell as u16, *symbol)).collect();
        let mut followed = 0;
        loop {
            while let Some((cell, symbol)) = found.pop() {
                let here = &mut reachable[usize::from(cell)];
                if *here >> symbol & 1 == 1 {
                    continue;
                }
                *here |= 1 << symbol;
                let index = usize::from(cell) * self.shape.symbols + usize::from(symbol);
                for &at in &self.needing[self.starts[index] as usize..self.starts[index + 1] as usize] {
                    missing[at as usize] -= 1;
                    if missing[at as usize] == 0 {
                        possible.push(at);
                    }
                }
            }
            let Some(&at) = possible.get(followed) else { return (reachable, possible) };
            followed += 1;
            found.extend_from_slice(&self.shape.moves[at as usize].writes);
        }
    }
}

fn root_of(roots: &mut [u16], mut cell: usize) -> u16 {
    while usize::from(roots[cell]) != cell {
        roots[cell] = roots[usize::from(roots[cell])];
        cell = usize::from(roots[cell]);
    }
    cell as u16
}

/// Joins the sets of two cells; the lower root stays.
fn join(roots: &mut [u16], a: usize, b: usize) {
    let (a, b) = (root_of(roots, a), root_of(roots, b));
    roots[usize::from(a.max(b))] = a.min(b);
}
