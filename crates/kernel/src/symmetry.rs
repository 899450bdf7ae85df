//! The canonical position: of all positions equal by the declared symmetries, the one with the least key.
//!
//! In: the `symmetry` lines of a file and a layout. Out: the least of a key's images. Turns of boards that are laid out as
//! bit boards, and exchanges of components laid out alike, are used; others are left alone, which is right though slower.
//! A file may state a symmetry that does not hold, so a solver tries it out first: see [`Symmetries::images`].

use crate::encode::{Bits, BoardField, Field, Layout};
use crate::key::Key;
use crate::turns::Turns;
use grundy_rules::Game;
use grundy_rules::game::Symmetry;

/// No more ways of exchanging components are tried.
const MOST_EXCHANGES: usize = 24;

/// The symmetries of a game as maps of keys.
#[derive(Clone, Default)]
pub struct Symmetries {
    /// One group for each board; maps of different groups commute.
    boards: Vec<(BoardField, Turns)>,
    /// Of each group of exchangeable components: where their bits lie.
    swaps: Vec<Vec<Vec<Bits>>>,
}

impl Symmetries {
    /// The symmetries that a game declares, as far as they can be used.
    pub fn new(game: &Game, layout: &Layout) -> Symmetries {
        let mut symmetries = Symmetries::default();
        let mut used = vec![false; layout.fields.len()];
        for declared in &game.symmetries {
            match &declared.symmetry {
                Symmetry::Board(place, turns) => {
                    let Field::Board(board) = &layout.fields[*place] else { continue };
                    let (rows, columns) = match board.shape.rows {
                        Some(rows) => (rows, board.shape.columns),
                        None => (1, board.shape.capacity),
                    };
                    // A strip of changing length turns about a changing middle.
                    if !board.shape.is_fixed || board.shape.capacity == 0 || used[*place] {
                        continue;
                    }
                    if let Some(turns) = Turns::new(rows, columns, turns) {
                        used[*place] = true;
                        symmetries.boards.push((board.clone(), turns));
                    }
                }
                Symmetry::Swap(places) => {
                    let bits: Vec<Vec<Bits>> =
                        places.iter().filter_map(|place| exchangeable_bits(&layout.fields[*place])).collect();
                    let alike = bits.len() == places.len()
                        && places
                            .windows(2)
                            .all(|pair| laid_out_alike(&layout.fields[pair[0]], &layout.fields[pair[1]]));
                    let free = places.iter().all(|place| !used[*place]);
                    if alike && free && (2..=4).contains(&places.len()) {
                        places.iter().for_each(|place| used[*place] = true);
                        symmetries.swaps.push(bits);
                    }
                }
            }
        }
        symmetries
    }

    /// Whether every position is equal to itself alone.
    pub fn is_trivial(&self) -> bool {
        self.boards.is_empty() && self.swaps.is_empty()
    }

    /// The least of a key's images.
    pub fn canonical<K: Key>(&self, key: K) -> K {
        let mut least = key;
        self.each_image(key, &mut |image| least = least.min(image));
        least
    }

    /// All images of a key, itself among them, for who wants to see whether they are equal.
    pub fn images<K: Key>(&self, key: K) -> Vec<K> {
        let mut images = Vec::new();
        self.each_image(key, &mut |image| images.push(image));
        images.sort_unstable();
        images.dedup();
        images
    }

    fn each_image<K: Key>(&self, key: K, found: &mut dyn FnMut(K)) {
        let mut words = [0u64; crate::encode::MOST_WORDS];
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

fn replace(words: &mut [u64; 4], at: Bits, value: u64) {
    let word = &mut words[at.word as usize];
    *word = (*word & !(at.mask() << at.shift)) | (value << at.shift);
}

/// All orders of so many things, the given one first.
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
    all.truncate(MOST_EXCHANGES);
    all
}

/// Where the bits of a component lie that may be exchanged with another laid out alike.
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
