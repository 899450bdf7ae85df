//! Splits a position into independent parts.
//!
//! Two legal moves are joined if they share a cell; each connected set is one part. Cells that no legal move needs are
//! in no part. The cells of a part determine its moves: those whose needs are among them. As no move ever appears,
//! moves of different parts never come to share a cell.

use super::{Cells, Footprint, Placement, bit};
use grundy_rules::Side;

/// Splits the positions of one placement game.
#[derive(Clone, Debug)]
pub struct Split {
    /// For each cell the other cells of moves that need it and one more, and fill nothing else.
    pairs: Vec<Cells>,
    /// Cells that are the only need of some move.
    singles: Cells,
    /// For each cell the cells that some move joins with it.
    neighbours: Vec<Cells>,
    /// The moves of both sides, if some move is of neither kind and the tables above are not enough.
    others: Option<[super::Footprints; 2]>,
}

impl Split {
    /// Prepares to split the positions of this game.
    pub fn new(placement: &Placement) -> Split {
        let mut split = Split {
            pairs: vec![0; placement.cells()],
            singles: 0,
            neighbours: vec![0; placement.cells()],
            others: None,
        };
        for footprint in all_footprints(placement) {
            let Footprint { need, remove } = footprint;
            let low = need.trailing_zeros() as usize;
            match need.count_ones() {
                1 => {
                    split.singles |= need;
                    for cell in cells_of(remove & !need) {
                        split.neighbours[low] |= bit(cell);
                        split.neighbours[cell] |= need;
                    }
                }
                2 if remove & !need == 0 => {
                    for cell in cells_of(need) {
                        split.pairs[cell] |= need & !bit(cell);
                        split.neighbours[cell] |= need & !bit(cell);
                    }
                }
                _ => {
                    let both = [Side::Left, Side::Right].map(|side| placement.footprints(side).clone());
                    split.others = Some(both);
                    break;
                }
            }
        }
        split
    }

    /// Returns the cells that some legal move needs.
    #[inline]
    pub fn live(&self, free: Cells) -> Cells {
        if let Some(both) = &self.others {
            return both.iter().flat_map(|his| his.legal(free)).fold(0, |live, footprint| live | footprint.need);
        }
        if self.pairs.len() <= 64 {
            let mut live = (free & self.singles) as u64;
            let mut rest = free as u64 & !live;
            while rest != 0 {
                let cell = rest.trailing_zeros();
                rest &= rest - 1;
                let joined = self.pairs[cell as usize] as u64 & free as u64 != 0;
                live |= u64::from(joined) << cell;
            }
            return Cells::from(live);
        }
        let mut live = free & self.singles;
        let mut rest = free & !live;
        while rest != 0 {
            let cell = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            if self.pairs[cell] & free != 0 {
                live |= bit(cell);
            }
        }
        live
    }

    /// Computes the parts of a position, ascending by their lowest cell, replacing those in `parts`.
    pub fn parts(&self, free: Cells, parts: &mut Vec<Cells>) {
        parts.clear();
        let mut rest = self.live(free);
        if let Some(both) = &self.others {
            let live = rest;
            for footprint in both.iter().flat_map(|his| his.legal(free)) {
                let mut joined = footprint.need | footprint.remove & live;
                parts.retain(|part| {
                    let apart = part & joined == 0;
                    if !apart {
                        joined |= part;
                    }
                    apart
                });
                parts.push(joined);
            }
            // A part that was joined to a later one was compared before that grew, but parts are disjoint among
            // themselves, so that one pass finds all that a new move touches.
            parts.sort_unstable_by_key(|part| part.trailing_zeros());
            return;
        }
        if self.neighbours.len() <= 64 {
            // One word is half the work.
            let mut rest = rest as u64;
            while rest != 0 {
                let mut part = rest & rest.wrapping_neg();
                let mut open = part;
                rest &= !part;
                while open != 0 {
                    let found = self.neighbours[open.trailing_zeros() as usize] as u64 & rest;
                    rest &= !found;
                    part |= found;
                    open = open & (open - 1) | found;
                }
                parts.push(Cells::from(part));
            }
            return;
        }
        while rest != 0 {
            let mut part = rest & rest.wrapping_neg();
            let mut open = part;
            rest &= !part;
            while open != 0 {
                let cell = open.trailing_zeros() as usize;
                let found = self.neighbours[cell] & rest;
                rest &= !found;
                part |= found;
                open = open & (open - 1) | found;
            }
            parts.push(part);
        }
    }
}

/// What is left of a part when cells of it are filled.
impl Split {
    /// Computes the parts that a part falls into when these cells of it are filled, replacing those in `parts`. Equal
    /// to [`Split::parts`] of the rest, in any order: as the part was connected, all is one part again as soon as the
    /// cells beside those that are gone are seen to be connected.
    pub fn parts_after(&self, part: Cells, filled: Cells, parts: &mut Vec<Cells>) {
        if self.others.is_some() || self.neighbours.len() > 64 {
            return self.parts(part & !filled, parts);
        }
        parts.clear();
        let (part, filled) = (part as u64, (filled & part) as u64);
        let mut rest = part & !filled;
        // Only cells beside the filled ones can have lost all their moves.
        let singles = self.singles as u64;
        let mut doubtful = self.beside(filled) & rest & !singles;
        let free = rest;
        while doubtful != 0 {
            let cell = doubtful.trailing_zeros();
            doubtful &= doubtful - 1;
            let dies = self.pairs[cell as usize] as u64 & free == 0;
            rest &= !(u64::from(dies) << cell);
        }
        let mut border = self.beside(part & !rest) & rest;
        while border != 0 {
            let mut found = border & border.wrapping_neg();
            let mut open = found;
            let mut left = rest & !found;
            while open != 0 && border & left != 0 {
                let more = self.neighbours[open.trailing_zeros() as usize] as u64 & left;
                left &= !more;
                found |= more;
                open = open & (open - 1) | more;
            }
            if border & left == 0 {
                break;
            }
            parts.push(Cells::from(found));
            rest = left;
            border &= left;
        }
        if rest != 0 {
            parts.push(Cells::from(rest));
        }
    }

    /// Returns the cells that some move joins with one of these.
    #[inline]
    fn beside(&self, cells: u64) -> u64 {
        let mut rest = cells;
        let mut beside = 0;
        while rest != 0 {
            beside |= self.neighbours[rest.trailing_zeros() as usize] as u64;
            rest &= rest - 1;
        }
        beside
    }
}

fn all_footprints(placement: &Placement) -> impl Iterator<Item = Footprint> + '_ {
    let both = [Side::Left, Side::Right].into_iter();
    both.flat_map(|side| placement.footprints(side).all().iter().copied())
}

/// Returns the cells of a set, the lowest first.
pub(super) fn cells_of(set: Cells) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let cell = (rest != 0).then_some(rest.trailing_zeros() as usize)?;
        rest &= rest - 1;
        Some(cell)
    })
}
