//! The block engine: a sparse space, 32 heaps at a time.
//!
//! In: a game with finitely many digits and at most two heaps left. Out: its values. The idea of `sparse`, in four
//! steps for 32 neighbouring heaps:
//!
//! 1. every rare part marks the common options it makes with the values before the block (`grundy_kernel::heap::mark`);
//! 2. lane by lane, the least unmarked common number is the candidate, and it is carried to the lanes behind it
//!    through the few small rare parts;
//! 3. the first splits mark rare options until all that are smaller than the candidates are marked;
//! 4. those still missing are searched for among all splits; if one is not found, the heap is rare, and the block ends
//!    with it.
//!
//! The marks of a window of sixteen packed values are made at a time, the lowest first, so that games of small values
//! need one window. Games without a sparse space are left to `scan`, as long as that is cheaper.

use super::field::{Field, Left, Width};
use super::places::Places;
use super::plain::Plain;
use super::scan::{Scan, TooLarge};
use super::space::{Histogram, MAX_VALUE, Space};
use super::table::Table;
use crate::budget::Stop;
use crate::work::Work;
use grundy_kernel::heap::Path;

pub(super) struct Block {
    places: Places,
    path: Path,
    stage: Stage,
    histogram: Histogram,
    /// Number of values in the histogram.
    counted: usize,
    /// Length at which the choice of stage is reviewed.
    review_at: usize,
}

enum Stage {
    /// Few values are known.
    Beginning,
    Sparse(Box<Field>),
    Scan(Box<Scan>),
    /// Some value is too large for the other stages.
    Plain(Box<Plain>),
}

impl Block {
    pub fn new(places: &Places, path: Path) -> Block {
        Block {
            places: places.clone(),
            path,
            stage: Stage::Beginning,
            histogram: Histogram::new(),
            counted: 0,
            review_at: 0,
        }
    }

    pub fn space(&self) -> Option<(Space, &[usize])> {
        match &self.stage {
            Stage::Sparse(field) => Some(field.space()),
            _ => None,
        }
    }

    pub fn bytes(&self) -> u64 {
        match &self.stage {
            Stage::Beginning => 0,
            Stage::Sparse(field) => field.bytes(),
            Stage::Scan(scan) => scan.bytes(),
            Stage::Plain(plain) => plain.bytes(),
        }
    }

    pub fn extend(&mut self, values: &mut Table, to: usize, work: &Work) -> Result<(), Stop> {
        self.places.begin(values, to, work)?;
        while values.len() < to {
            if values.len() >= self.review_at {
                self.review(values, Width::Enough);
            }
            let until = to.min(self.review_at);
            match &mut self.stage {
                Stage::Sparse(field) => match field.extend(values, until, work)? {
                    Left::Nothing => {}
                    Left::ManyRare => self.review(values, Width::Enough),
                    Left::TooNarrow if field.is_wide() => self.give_up(),
                    Left::TooNarrow => self.review(values, Width::Wide),
                },
                Stage::Scan(scan) => {
                    if let Err(TooLarge) = scan.extend(values, until, work)? {
                        self.give_up();
                    }
                }
                Stage::Plain(plain) => plain.extend(values, to, work)?,
                Stage::Beginning => self.review_at = 0,
            }
        }
        Ok(())
    }

    /// Chooses the mask, and whether to use it.
    fn review(&mut self, values: &Table, width: Width) {
        let known = values.len();
        self.review_at = known + known / 2;
        if let Stage::Sparse(field) = &mut self.stage
            && field.is_settled()
            && width == Width::Enough
        {
            return field.list_witnesses(values);
        }
        for n in self.counted..known {
            if values.at(n) as usize > MAX_VALUE {
                return self.give_up();
            }
            self.histogram.add(n, values.at(n) as u16);
        }
        self.counted = known;
        let (space, rare) = self.histogram.best(&self.places.game);
        if let Stage::Sparse(field) = &mut self.stage
            && field.space().0 == space
            && width == Width::Enough
            && field.rare_since(known - known / 4) < known / 64
        {
            return field.renew();
        }
        // The old tables are freed before the new ones are made.
        if matches!(self.stage, Stage::Sparse(_)) {
            self.stage = Stage::Beginning;
        }
        let Some(field) = Field::new(&self.places, self.path, space, width, values) else {
            return self.give_up();
        };
        // Both costs are in steps of 32 lanes per heap. A block ends at a rare heap, so the recent ones count most.
        let recent = field.rare_since(known - known / 4) as f64;
        let lanes = (known as f64 / 4.0 / (recent + 1.0)).clamp(1.0, 32.0);
        let splits = self.places.splits.len() as f64;
        let sparse = (rare as f64 * splits + 256.0) * field.windows() as f64 / lanes;
        let scan = splits * (known as f64 / 2.0 / 32.0 + 64.0) + 64.0;
        if sparse < scan {
            self.stage = Stage::Sparse(Box::new(field));
        } else if !matches!(self.stage, Stage::Scan(_)) {
            self.stage = Stage::Scan(Box::new(Scan::new(&self.places, self.path)));
        }
    }

    /// Leaves the rest to the plain engine.
    fn give_up(&mut self) {
        self.stage = Stage::Plain(Box::new(Plain::new(&self.places.game)));
        self.review_at = usize::MAX;
    }
}
