//! Splits a position into parts that have nothing to do with each other.
//!
//! Two legal moves are joined when they share a cell; what hangs together is one part. Cells that no legal move needs are
//! in no part. The cells of a part determine its moves: those whose needs are among them. As no move ever appears, moves of
//! different parts never come to share a cell.

use super::{Cells, Footprint, Placement, bit};
use grundy_rules::Side;

/// Splits the positions of one placement game.
#[derive(Clone, Debug)]
pub struct Split {
    /// The other cells of moves that need a cell and one more, and fill nothing else.
    pairs: Vec<Cells>,
    /// Cells that are all that some move needs.
    singles: Cells,
    /// For each cell the cells that some move joins with it.
    neighbours: Vec<Cells>,
    /// The moves of both sides, where some move is of neither kind and the tables above do not do.
    others: Option<[super::Footprints; 2]>,
}

impl Split {
    /// What splits the positions of this game.
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

    /// The cells that some legal move needs.
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

    /// The parts of a position, ascending by their lowest cell; what was in `parts` is forgotten.
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

fn all_footprints(placement: &Placement) -> impl Iterator<Item = Footprint> + '_ {
    let both = [Side::Left, Side::Right].into_iter();
    both.flat_map(|side| placement.footprints(side).all().iter().copied())
}

/// The cells of a set, the lowest first.
pub(super) fn cells_of(set: Cells) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let cell = (rest != 0).then_some(rest.trailing_zeros() as usize)?;
        rest &= rest - 1;
        Some(cell)
    })
}
