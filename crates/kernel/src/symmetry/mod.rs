//! The canonical position: of all positions equal by symmetry, the one with the least key.
//!
//! In: the `symmetry` lines of a file and a layout. Out: the least of a key's images. A file may state a symmetry that
//! does not hold, so each is proved from the rules first (`unroll`): all moves and ends, with their choices made, must
//! be the same after the numbers of a position are permuted. What cannot be proved is not used, which is correct though
//! slower. Turns of boards that are laid out as bit boards, and exchanges of components laid out alike, are used.

mod evaluate;
mod term;
pub mod turns;
mod unroll;

use crate::encode::{Bits, BoardField, Field, Layout, Shape};
use crate::key::Key;
use grundy_rules::Instance;
use grundy_rules::game::{Symmetry, Turn};
use turns::Turns;
use unroll::{Extent, Unrolled};

/// Tuning: maximum number of permutations of components that are tried as symmetries. No measurement is recorded.
const MAX_EXCHANGES: usize = 24;

/// The symmetries of a game as maps of keys.
#[derive(Clone, Default)]
pub struct Symmetries {
    /// One group for each board; maps of different groups commute.
    boards: Vec<(BoardField, Turns)>,
    /// For each group of exchangeable components their bits.
    swaps: Vec<Vec<Vec<Bits>>>,
}

impl Symmetries {
    /// Finds the symmetries that a game declares, as far as they are proved and can be used.
    pub fn new(instance: &Instance, layout: &Layout) -> Symmetries {
        let mut symmetries = Symmetries::default();
        let declared = &instance.game().symmetries;
        let Some(extents) = layout.fields.iter().map(extent).collect::<Option<Vec<_>>>() else { return symmetries };
        // An image of a position need not be one where there is a `valid if`.
        if declared.is_empty() || !instance.game().valid.is_empty() {
            return symmetries;
        }
        let Some(mut rules) = Unrolled::new(instance, &extents) else { return symmetries };
        let mut used = vec![false; layout.fields.len()];
        for declared in declared {
            match &declared.symmetry {
                Symmetry::Board(index, turns) if !used[*index] => {
                    let Field::Board(board) = &layout.fields[*index] else { continue };
                    let (rows, columns) = rows_and_columns(board.shape);
                    let holds = |turn: &Turn| {
                        let turns = Turns::new(rows, columns, &[*turn])?;
                        // The second of the group is the turn itself; a turn that moves nothing holds.
                        let indices = if turns.len() > 1 { turns.permutation(1) } else { turns.permutation(0) };
                        rules.admits(&move_cells(&extents, *index, indices)).then_some(*turn)
                    };
                    let proved: Vec<Turn> = turns.iter().filter_map(holds).collect();
                    if let Some(turns) = Turns::new(rows, columns, &proved)
                        && turns.len() > 1
                    {
                        used[*index] = true;
                        symmetries.boards.push((board.clone(), turns));
                    }
                }
                Symmetry::Swap(indices) if (2..=4).contains(&indices.len()) => {
                    let bits: Vec<Vec<Bits>> =
                        indices.iter().filter_map(|index| exchangeable_bits(&layout.fields[*index])).collect();
                    let alike = bits.len() == indices.len()
                        && indices
                            .windows(2)
                            .all(|pair| laid_out_alike(&layout.fields[pair[0]], &layout.fields[pair[1]]));
                    let free = indices.iter().all(|index| !used[*index]);
                    // Exchanges of neighbours generate all others.
                    if alike
                        && free
                        && indices.windows(2).all(|pair| rules.admits(&exchange(&extents, pair[0], pair[1])))
                    {
                        indices.iter().for_each(|index| used[*index] = true);
                        symmetries.swaps.push(bits);
                    }
                }
                Symmetry::Board(..) | Symmetry::Swap(_) => {}
            }
        }
        symmetries
    }

    /// Returns true if every position is equal only to itself.
    pub fn is_trivial(&self) -> bool {
        self.boards.is_empty() && self.swaps.is_empty()
    }

    /// Returns the least of a key's images.
    pub fn canonical<K: Key>(&self, key: K) -> K {
        let mut min = key;
        self.each_image(key, &mut |image| min = min.min(image));
        min
    }

    /// Returns all images of a key, itself among them.
    pub fn images<K: Key>(&self, key: K) -> Vec<K> {
        let mut images = Vec::new();
        self.each_image(key, &mut |image| images.push(image));
        images.sort_unstable();
        images.dedup();
        images
    }

    fn each_image<K: Key>(&self, key: K, found: &mut dyn FnMut(K)) {
        let mut words = [0u64; crate::encode::MAX_WORDS];
        words[..K::WORDS].copy_from_slice(key.words());
        self.turn(0, &mut words, &mut |words| found(K::from_words(&words[..K::WORDS])));
    }

    fn turn(&self, board: usize, words: &mut [u64; 4], found: &mut dyn FnMut(&[u64; 4])) {
        let Some((field, turns)) = self.boards.get(board) else { return self.swap(0, words, found) };
        for turn in 0..turns.len() {
            let mut turned = *words;
            for plane in &field.planes {
                let image = turns.image_of_word(turn, plane.read(words));
                replace(&mut turned, *plane, image);
            }
            self.turn(board + 1, &mut turned, found);
        }
    }

    fn swap(&self, group: usize, words: &mut [u64; 4], found: &mut dyn FnMut(&[u64; 4])) {
        let Some(components) = self.swaps.get(group) else { return found(words) };
        for order in orders(components.len()) {
            let mut exchanged = *words;
            for (to, from) in order.iter().enumerate() {
                for (to, from) in components[to].iter().zip(&components[*from]) {
                    replace(&mut exchanged, *to, from.read(words));
                }
            }
            self.swap(group + 1, &mut exchanged, found);
        }
    }
}

/// Returns how many numbers a component consists of, if that never changes.
fn extent(field: &Field) -> Option<Extent> {
    let shape = match field {
        Field::Number { .. } => return Some(Extent::Number),
        Field::Board(board) => board.shape,
        Field::Cells(cells) => cells.shape,
    };
    if !shape.is_fixed || shape.is_bag {
        return None;
    }
    Some(match shape.rows {
        Some(rows) => Extent::Grid(rows, shape.columns),
        None => Extent::List(shape.capacity),
    })
}

fn rows_and_columns(shape: Shape) -> (usize, usize) {
    match shape.rows {
        Some(rows) => (rows, shape.columns),
        None => (1, shape.capacity),
    }
}

/// Returns the new index of each number of a position when the cells of one component are permuted.
fn move_cells(extents: &[Extent], component: usize, indices: &[usize]) -> Vec<u32> {
    let before: usize = extents[..component].iter().map(|extent| extent.size()).sum();
    let all: usize = extents.iter().map(|extent| extent.size()).sum();
    (0..all)
        .map(|number| match number.checked_sub(before).and_then(|cell| indices.get(cell)) {
            Some(index) => (before + index) as u32,
            None => number as u32,
        })
        .collect()
}

/// Returns the new index of each number of a position when two components of one size are exchanged.
fn exchange(extents: &[Extent], a: usize, b: usize) -> Vec<u32> {
    let start = |component: usize| extents[..component].iter().map(|extent| extent.size()).sum::<usize>();
    let all = start(extents.len());
    let mut indices: Vec<u32> = (0..all as u32).collect();
    for cell in 0..extents[a].size().min(extents[b].size()) {
        indices.swap(start(a) + cell, start(b) + cell);
    }
    indices
}

fn replace(words: &mut [u64; 4], at: Bits, value: u64) {
    let word = &mut words[at.word as usize];
    *word = (*word & !(at.mask() << at.shift)) | (value << at.shift);
}

/// Returns all permutations of `count` things, the identity first.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..count {
        all = all
            .into_iter()
            .flat_map(|begun: Vec<usize>| {
                let left: Vec<usize> = (0..count).filter(|next| !begun.contains(next)).collect();
                left.into_iter().map(move |next| [begun.clone(), vec![next]].concat())
            })
            .collect();
    }
    all.truncate(MAX_EXCHANGES);
    all
}

/// Returns the bits of a component that may be exchanged with another laid out alike.
fn exchangeable_bits(field: &Field) -> Option<Vec<Bits>> {
    match field {
        Field::Number { at, .. } => Some(vec![*at]),
        Field::Board(board) => Some(board.planes.iter().copied().chain(board.length).collect()),
        Field::Cells(cells) => Some(cells.cells.iter().copied().chain(cells.length).collect()),
    }
}

fn laid_out_alike(a: &Field, b: &Field) -> bool {
    match (a, b) {
        (
            Field::Number { at: a, low, high, direction },
            Field::Number { at: b, low: low_b, high: high_b, direction: direction_b },
        ) => a.width == b.width && (low, high, direction) == (low_b, high_b, direction_b),
        (Field::Board(a), Field::Board(b)) => a.shape == b.shape && a.codes == b.codes,
        (Field::Cells(a), Field::Cells(b)) => a.shape == b.shape && a.element == b.element,
        _ => false,
    }
}

#[cfg(test)]
mod tests;
