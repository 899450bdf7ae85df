//! Values over a line or a rectangle.

use super::{Fields, Patience, Play, SolverCache};
use crate::view::{Layout, Range, Table as Filled};
use crate::{Error, Evaluation, Quantity, Stop, check_quantity, default_quantity};
use grundy_message::message;

/// Asks for a table of values.
pub struct Table {
    /// The game.
    pub play: Play,
    /// One or two ranges.
    pub ranges: Vec<Range>,
    /// The quantity in the cells; chosen by the game if it is not given.
    pub quantity: Option<Quantity>,
}

impl Table {
    pub(super) fn read(fields: &Fields) -> Result<Table, Error> {
        let play = fields.play()?;
        let quantity = fields.text("as")?.map(|name| {
            Quantity::named(name).ok_or_else(|| Error::wrong(message!("`as` is grundy, outcome, remoteness or score")))
        });
        let quantity = quantity.transpose()?;
        let ranges = fields.ranges()?;
        let ranges =
            ranges.ok_or_else(|| Error::wrong(message!("`ranges` is a list of one or two ranges, as [\"0..20\"]")))?;
        Ok(Table { play, ranges, quantity })
    }

    /// Returns the positions of the table, before they are solved.
    ///
    /// # Errors
    /// Fails if there is no such table of this game.
    pub fn layout(&self, cache: &SolverCache) -> Result<Layout, Error> {
        let play = &self.play;
        check_quantity(self.first_quantity(), play.instance.game(), play.compound)
            .map_err(|fault| play.error(fault))?;
        layout(play, &self.ranges, cache)
    }

    /// Fills the table.
    ///
    /// # Errors
    /// Fails if the rules cannot be carried out.
    pub fn fill(&self, layout: Layout, cache: &mut SolverCache) -> Result<Filled, Error> {
        let (play, quantity) = (&self.play, self.first_quantity());
        let solver = cache.solver(play, Patience::Whole)?;
        let found: Result<Vec<Evaluation>, _> =
            solver.evaluate_by_halves(layout.positions(), quantity).into_iter().collect();
        let (found, stop) = (found.map_err(|fault| play.error(fault))?, solver.unevaluated());
        // If play can go on forever there are no Grundy values; unless they were requested, the table shows who wins.
        let without = self.quantity.is_none() && found.iter().all(|evaluation| evaluation.grundy.is_none());
        let quantity = if quantity == Quantity::Grundy && without { Quantity::Outcome } else { quantity };
        let mut table = layout.fill(quantity, &found);
        table.stop = cache.budget().stop().filter(|stop| matches!(stop, Stop::Cancelled)).or(stop);
        Ok(table)
    }

    /// Lists the positions of the table and fills it.
    ///
    /// # Errors
    /// Fails if there is no such table of this game, or the rules cannot be carried out.
    pub fn answer(&self, cache: &mut SolverCache) -> Result<Filled, Error> {
        let layout = self.layout(cache)?;
        self.fill(layout, cache)
    }

    fn first_quantity(&self) -> Quantity {
        self.quantity.unwrap_or_else(|| default_quantity(self.play.instance.game(), self.play.compound))
    }
}

/// Lists the positions of a table over these ranges, within the budget.
pub(super) fn layout(play: &Play, ranges: &[Range], cache: &SolverCache) -> Result<Layout, Error> {
    let max_bytes = cache.budget().max_bytes;
    cache.budget().room(Layout::needed_bytes(ranges)).map_err(Error::Stopped)?;
    Layout::within(&play.instance, ranges, play.mover, max_bytes).map_err(|fault| play.setup_error(fault))
}
