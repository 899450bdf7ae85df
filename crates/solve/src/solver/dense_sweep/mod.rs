//! Dense tables: positions made of a few numbers, valued in the order of their keys.

mod sweep;
mod trials;

use crate::budget::Stop;
use crate::method::MethodName;
use crate::plan::Theory;
use crate::solution::Authority;
use crate::solver::grundy_search::sum_of_parts;
use crate::solver::method::growth::{extremes, grown};
use crate::solver::method::{Backend, BoxOf, Method, MethodError};
use crate::solver::winner_by_score;
use crate::values::Values;
use crate::work::Work;
use grundy_kernel::encode::Field;
use grundy_kernel::sweep::{DRAWN, LOST, SweepField, SweepKind, SweepTable, WON};
use grundy_kernel::{Direction, Kernel, Wishes};
use grundy_message::{Message, Template, message, template};
use grundy_rules::game::Type;
use grundy_rules::{Instance, Int, Part, Position, Side};
use grundy_value::{Evaluation, Grundy, Quantity, QuantitySet, Remoteness, Winner};
use std::sync::Arc;
use sweep::{Ambition, Outcome, Task};
use trials::{Counted, Disorders, order_of};

/// Tuning: a table of at most this many cells is filled before a search that visits less is tried. 80 000 cells of a game for
/// points of 20 000 moves take 0.1 s; alpha-beta search did not end within 20 s.
const SMALL_TABLE: u64 = 1 << 20;
/// Tuning: smaller tables are left to methods that count how many positions matter. No measurement is recorded.
const MIN_CELLS: u64 = 4096;
/// Tuning: maximum number of cells of a table: beyond, most could not be reached, or filling them takes too long. No
/// measurement is recorded.
const MAX_CELLS: u64 = 1 << 27;
/// A table of one number with at most this many cells is filled even if few of them can be reached.
const CHEAP_CELLS: u64 = 1 << 20;
/// Tuning: maximum number of cells of a table filled for one position, of which only a few rows are kept. No
/// measurement is recorded.
const MAX_CELLS_BY_ROWS: u64 = 1 << 36;
/// Tuning: a table with at most this many cells is kept whole, for later questions. No measurement is recorded.
const MIN_CELLS_BY_ROWS: u64 = 1 << 22;
/// Only a few rows are kept if all moves tried change the first number by less than this.
const FEW_ROWS: u64 = 4;
/// Tuning: maximum number of components of a position. More are left to other methods. No measurement is recorded.
const MAX_COMPONENTS: usize = 4;

/// Dense tables, one for each kind of value that is wanted.
pub(crate) struct DenseSweep {
    instance: Arc<Instance>,
    theory: Theory,
    running: Backend,
    /// Components in the order in which tables are filled, once known.
    order: Option<Vec<(usize, Direction)>>,
    /// Positions for which there is no such order.
    disorders: Disorders,
    /// Greatest change of the first of these components in the moves tried.
    farthest_row: u64,
    filled: Option<Filled>,
    examined: u64,
    /// Counts of reachable positions.
    counted: Counted,
}

/// Number of parts of the queried positions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parts {
    One,
    Several,
}

/// How much of a table is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keep {
    /// All of it.
    Whole,
    /// The values of the queried positions.
    WhatIsAsked,
}

struct Filled {
    kernel: Kernel,
    fields: Vec<SweepField>,
    cells: u64,
    tables: Vec<Arc<SweepTable>>,
    /// Whether every cell has a value; in an incomplete table, the values present are correct.
    is_complete: bool,
}

/// A table to be built.
struct Attempt<'a> {
    /// Positions that must have a cell in it.
    positions: &'a [Position],
    wants: QuantitySet,
    parts: Parts,
    keep: Keep,
    ambition: Ambition,
    widening: u32,
}

/// What was tried before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tried {
    Nothing,
    /// A table kept whole, as small as the positions allow.
    WholeTable,
}

/// Result of an attempt.
enum Made {
    /// The tables are filled.
    Filled,
    /// The budget ended; what was found is kept.
    Stopped(Stop),
    /// The table is too large or was tried before.
    NotTried,
    /// The wrong tool, and why.
    Refused(Message),
}

impl DenseSweep {
    /// Creates the method for games whose positions are a few numbers; `None` for other games.
    pub fn new(instance: &Arc<Instance>, theory: Theory, running: Backend) -> Option<DenseSweep> {
        let game = instance.game();
        let numbers = game.components.iter().all(|component| matches!(component.ty, Type::Int { .. }));
        let few = (1..=MAX_COMPONENTS).contains(&game.components.len());
        let suits = numbers && few && theory != Theory::Anti;
        suits.then(|| DenseSweep {
            instance: instance.clone(),
            theory,
            running,
            order: None,
            disorders: Disorders::default(),
            farthest_row: u64::MAX,
            filled: None,
            examined: 0,
            counted: Counted::default(),
        })
    }

    /// Returns the order of components in which every move tried leads to a smaller key.
    fn order(&mut self, positions: &[Position]) -> Result<Vec<(usize, Direction)>, Message> {
        if let Some(order) = &self.order {
            return Ok(order.clone());
        }
        let is_known = self.disorders.cover(&self.instance, positions);
        let found = (!is_known).then(|| order_of(&self.instance, positions)).flatten();
        let Some((order, farthest_row)) = found else {
            self.disorders.add(&self.instance, positions);
            return Err(message!("its numbers do not go one way with every move"));
        };
        self.farthest_row = farthest_row;
        self.order = Some(order.clone());
        Ok(order)
    }

    /// Returns a kernel for these positions and the fields of its keys, most significant first.
    fn layout(&mut self, positions: &[Position], widening: u32) -> Result<(Kernel, Vec<SweepField>, u64), Message> {
        let order = self.order(positions)?;
        let kernel =
            Kernel::new(&self.instance, &extremes(parts_of(positions)), &Wishes { widening, order: order.clone() })?;
        if kernel.layout().words != 1 {
            return Err(message!("a key has more than one word"));
        }
        let mut fields = Vec::new();
        for (index, _) in &order {
            let Field::Number { at, low, high, .. } = &kernel.layout().fields[*index] else {
                return Err(message!("a component is no number"));
            };
            if at.width > 0 {
                fields.push(SweepField { shift: at.shift, count: high.wrapping_sub(*low) as u64 + 1 });
            }
        }
        if kernel.layout().players {
            fields.push(SweepField { shift: 0, count: 2 });
        }
        let last: u64 = fields.iter().map(|field| (field.count - 1) << field.shift).sum();
        let cells = last.saturating_add(1);
        if fields.is_empty() || cells > self.most_cells(positions) {
            return Err(message!("the table would be too large"));
        }
        Ok((kernel, fields, cells))
    }

    /// Returns the maximum table size: larger for one position if moves lead to near rows, as only a few rows are kept.
    fn most_cells(&self, positions: &[Position]) -> u64 {
        if self.few_rows(positions).is_some() { MAX_CELLS_BY_ROWS } else { MAX_CELLS }
    }

    /// Returns how many rows suffice to value the one queried position, judging by the moves tried. The sweep verifies
    /// it.
    fn few_rows(&self, positions: &[Position]) -> Option<u64> {
        let [position] = positions else { return None };
        let several = self.instance.game().components.len() > 1;
        (several && position.only().is_some() && self.farthest_row < FEW_ROWS).then(|| self.farthest_row + 1)
    }

    /// Returns how many rows to keep and the last row wanted if the table is filled for one position; `None` to keep it
    /// whole.
    fn kept_rows(
        &self,
        kernel: &Kernel,
        fields: &[SweepField],
        cells: u64,
        positions: &[Position],
    ) -> Option<(u64, u64)> {
        let rows = self.few_rows(positions).filter(|_| cells > MIN_CELLS_BY_ROWS && fields.len() > 1)?;
        let key: u64 = kernel.encode(positions.first()?.only()?, positions.first()?.mover)?;
        // The first component must be the first field; one that never changes has none.
        let whole = fields.len() >= self.instance.game().components.len();
        whole.then_some((rows, key >> fields[0].shift))
    }

    /// Fills the tables for the positions, unless they are filled already.
    fn fill(
        &mut self,
        positions: &[Position],
        wants: QuantitySet,
        keep: Keep,
        work: &Work,
    ) -> Result<Option<Stop>, MethodError> {
        self.accepts(positions, wants)?;
        let plain = |kernel: &Kernel| kernel.traits().plain;
        let sums = positions.iter().any(|position| position.only().is_none());
        let parts = if sums { Parts::Several } else { Parts::One };
        let ready = self.filled.as_ref().is_some_and(|filled| {
            let kinds = self.kinds(wants, plain(&filled.kernel), parts);
            let has = |kind: &SweepKind| {
                filled.tables.iter().any(|table| {
                    table.kind() == *kind || *kind == SweepKind::Nimbers && table.kind() == SweepKind::WideNimbers
                })
            };
            let whole = filled.is_complete && filled.tables.iter().all(|table| !table.keeps_last_rows());
            (whole || keep == Keep::WhatIsAsked) && covers(filled, positions) && kinds.iter().all(has)
        });
        if ready {
            return Ok(None);
        }
        let ambition = match (positions, wants) {
            ([_, _, ..], wants) if wants != QuantitySet::ALL => Ambition::AsFarAsItGoes,
            _ => Ambition::AllOrNothing,
        };
        let roomy = self.with_room_to_grow(positions);
        self.clear();
        let attempt = Attempt { positions, wants, parts, keep, ambition, widening: 0 };
        if let Some(roomy) = roomy {
            // Beyond the queried positions the rules may be undefined and the budget may end: neither is an error.
            let attempt = Attempt { positions: &roomy, keep: Keep::Whole, ambition: Ambition::AllOrNothing, ..attempt };
            match self.attempt(&attempt, &mut Tried::Nothing, work) {
                Ok(Made::Filled) => return Ok(None),
                Ok(Made::Stopped(stop @ (Stop::TimeLimit(_) | Stop::Cancelled))) => {
                    let known = self.filled.as_ref().is_some_and(|filled| covers(filled, positions));
                    return Ok(if known { None } else { Some(stop) });
                }
                Ok(_) | Err(_) => self.clear(),
            }
        }
        // Growing numbers need wider fields: a first table that is too small shows it.
        let (mut why, mut is_unfit) = (message!("the table would be too large"), false);
        let mut tried = Tried::Nothing;
        // If a few rows turn out not to suffice, all are kept.
        for (widening, keep) in [(0, keep), (0, Keep::Whole), (1, Keep::Whole)] {
            let attempt = Attempt { widening, keep, ..attempt };
            match self.attempt(&attempt, &mut tried, work)? {
                Made::Filled => return Ok(None),
                Made::Stopped(stop) => return Ok(Some(stop)),
                Made::NotTried => {}
                Made::Refused(reason) => (why, is_unfit) = (reason, true),
            }
        }
        // An order found for other positions may be wrong for these.
        let earlier = self.order.take_if(|_| is_unfit);
        if earlier.is_some() && self.order(positions).ok() != earlier {
            return self.fill(positions, wants, keep, work);
        }
        Err(why.into())
    }

    /// Builds the tables for some positions, unless the same were tried before.
    fn attempt(&mut self, attempt: &Attempt, tried: &mut Tried, work: &Work) -> Result<Made, MethodError> {
        let Attempt { positions, wants, parts, keep, ambition, widening } = *attempt;
        let (kernel, fields, cells) = self.layout(positions, widening)?;
        let kept_rows = match keep {
            Keep::WhatIsAsked => self.kept_rows(&kernel, &fields, cells, positions),
            Keep::Whole => None,
        };
        if kept_rows.is_none() && (cells > MAX_CELLS || widening == 0 && *tried == Tried::WholeTable) {
            return Ok(Made::NotTried);
        }
        if kept_rows.is_none() {
            *tried = Tried::WholeTable;
        }
        let cells = kept_rows.map_or(cells, |(_, last)| cells.min((last + 1) << fields[0].shift));
        let program = kernel.sweep_program()?;
        let mut probe = sweep::Probe::new(&kernel, work)?;
        let mut tables = Vec::new();
        let (mut stopped, mut refused) = (None, None);
        for kind in self.kinds(wants, kernel.traits().plain, parts) {
            let part = work.part();
            let (fields, running, part) = (&fields[..], self.running, &part);
            let task = Task { program: &program, fields, kind, cells, running, kept_rows, ambition, work: part };
            match task.fill(&mut probe) {
                Ok(Outcome::Filled(table)) => tables.push(Arc::new(table)),
                Ok(Outcome::Stopped(stop, partial)) => {
                    tables.extend(partial.map(Arc::new));
                    stopped = Some(stop);
                    break;
                }
                Ok(Outcome::Refused(why)) | Err(why) => refused = Some(why),
            }
        }
        if let (None, Some(why)) = (stopped, refused) {
            return Ok(Made::Refused(why));
        }
        self.examined = cells;
        self.filled = Some(Filled { kernel, fields, cells, tables, is_complete: stopped.is_none() });
        Ok(stopped.map_or(Made::Filled, Made::Stopped))
    }

    /// Returns the positions with a larger one added if they have outgrown a table: queries of growing size would
    /// otherwise build a table each.
    fn with_room_to_grow(&self, positions: &[Position]) -> Option<Vec<Position>> {
        let filled = self.filled.as_ref().filter(|filled| filled.is_complete)?;
        if filled.tables.iter().any(|table| table.keeps_last_rows()) {
            return None;
        }
        let spans: Option<Vec<(i64, i64)>> = filled
            .kernel
            .layout()
            .fields
            .iter()
            .map(|field| match field {
                Field::Number { low, high, .. } => Some((*low, *high)),
                Field::Board(_) | Field::Cells(_) => None,
            })
            .collect();
        let part = grown(&self.instance, &extremes(parts_of(positions)), &spans?)?;
        let mut roomy = positions.to_vec();
        roomy.push(Position::alone(positions.first()?.mover, part));
        Some(roomy)
    }

    /// Returns the kinds of tables needed for what is wanted.
    fn kinds(&self, wants: QuantitySet, plain: bool, parts: Parts) -> Vec<SweepKind> {
        // Without Grundy values, play must be plain and the winner of a part that of the whole.
        let needs_grundy = wants.contains(Quantity::Grundy) || !plain || parts == Parts::Several;
        let counts = wants.contains(Quantity::Remoteness) && plain;
        match self.theory {
            Theory::Score => vec![SweepKind::Scores],
            Theory::Grundy => match (needs_grundy, counts) {
                (true, true) if wants.contains(Quantity::Grundy) => vec![SweepKind::Nimbers, SweepKind::Remoteness],
                (true, _) => vec![SweepKind::Nimbers],
                (false, true) => vec![SweepKind::Remoteness],
                (false, false) => vec![SweepKind::Outcomes],
            },
            _ if wants.is_outcome() => vec![SweepKind::Outcomes],
            _ => vec![SweepKind::Remoteness],
        }
    }

    fn value(&self, part: &Part, mover: Option<Side>, kinds: &[SweepKind]) -> Option<(SweepKind, i64)> {
        let filled = self.filled.as_ref()?;
        let key: u64 = filled.kernel.encode(part, mover)?;
        let table = filled.tables.iter().find(|table| kinds.contains(&table.kind()))?;
        Some((table.kind(), table.value(key)?))
    }
}

impl Method for DenseSweep {
    fn name(&self) -> &'static Template {
        template!("sweep of a dense table")
    }

    fn method(&self) -> MethodName {
        MethodName::Sweep
    }

    fn accepts(&mut self, positions: &[Position], wants: QuantitySet) -> Result<Message, Message> {
        if self.theory != Theory::Grundy && positions.iter().any(|position| position.only().is_none()) {
            return Err(message!("it takes one part, not a sum, where Grundy values do not decide"));
        }
        if self.filled.as_ref().is_some_and(|filled| covers(filled, positions)) {
            return Ok(message!("the table is there already"));
        }
        let (kernel, _, cells) = self.layout(positions, 0)?;
        if cells < MIN_CELLS && self.running == Backend::AsItPays && wants == QuantitySet::ALL {
            return Err(message!("a table of {cells} cells is not worth its while", cells));
        }
        let several = self.instance.game().components.len() > 1;
        if (several || cells > CHEAP_CELLS)
            && self.running == Backend::AsItPays
            && let Some(few) = self.counted.few_reachable(&self.instance, &kernel, positions)
        {
            return Err(message!("only some {few} positions can be reached, of {cells} cells", few, cells));
        }
        let names: Vec<&str> =
            self.instance.game().components.iter().map(|component| component.name.as_str()).collect();
        let going = match &names[..] {
            [name] => message!("{name} only goes one way", name),
            [first @ .., last] => message!("{names} and {last} each only go one way", names = first.join(", "), last),
            [] => message!("there are no numbers"),
        };
        Ok(message!("as far as was tried {going}, and a table has {cells} cells", going, cells))
    }

    fn fills_small_table(&mut self, positions: &[Position], wants: QuantitySet) -> bool {
        self.accepts(positions, wants).is_ok()
            && self.layout(positions, 0).is_ok_and(|(_, _, cells)| cells <= SMALL_TABLE)
    }

    fn reach(&mut self, positions: &[Position], wants: QuantitySet, work: &Work) -> Result<Option<Stop>, MethodError> {
        self.fill(positions, wants, Keep::WhatIsAsked, work)
    }

    fn evaluation(&self, position: &Position) -> Evaluation {
        let moves = |packed: i64| Remoteness((packed >> 2) as u64);
        let winner = |code: i64| match u8::try_from(code & 3) {
            Ok(LOST) => Some(Winner::Second),
            Ok(WON) => Some(Winner::First),
            Ok(DRAWN) => Some(Winner::Draw),
            _ => None,
        };
        let nimbers = [SweepKind::Nimbers, SweepKind::WideNimbers];
        let has_nimbers = self
            .filled
            .as_ref()
            .is_some_and(|filled| filled.tables.iter().any(|table| nimbers.contains(&table.kind())));
        if self.theory == Theory::Grundy && has_nimbers {
            return sum_of_parts(position, |part| {
                let (_, value) = self.value(part, None, &nimbers)?;
                let remoteness = self.value(part, None, &[SweepKind::Remoteness]).map(|(_, packed)| moves(packed));
                Some((Grundy(value as u64), remoteness))
            });
        }
        let Some(part) = position.only() else { return Evaluation::default() };
        let kinds = [SweepKind::Remoteness, SweepKind::Outcomes, SweepKind::Scores];
        match self.value(part, position.mover, &kinds) {
            Some((SweepKind::Scores, score)) => {
                let score = Int::Small(score);
                let winner = winner_by_score(self.instance.game(), &score, position.mover);
                Evaluation { winner: Some(winner), score: Some(score), ..Evaluation::default() }
            }
            Some((SweepKind::Remoteness, packed)) => {
                let winner = winner(packed);
                let remoteness = (winner != Some(Winner::Draw)).then(|| moves(packed));
                Evaluation { winner, remoteness, ..Evaluation::default() }
            }
            Some((_, code)) => Evaluation { winner: winner(code), ..Evaluation::default() },
            None => Evaluation::default(),
        }
    }

    fn authority(&mut self, _: &Position) -> Authority {
        let positions = self.examined;
        if self.theory == Theory::Grundy { Authority::Grundy { positions } } else { Authority::Search { positions } }
    }

    fn visited(&self) -> u64 {
        self.examined
    }

    fn clear(&mut self) {
        self.filled = None;
    }

    fn tabulate(&mut self, box_of: &BoxOf, wants: QuantitySet, work: &Work) -> Result<Option<Values>, MethodError> {
        if self.fill(&box_of.corners, wants, Keep::Whole, work)?.is_some() {
            return Ok(None);
        }
        let filled = self.filled.as_ref();
        Ok(filled.and_then(|filled| {
            let table = filled.tables.first()?;
            Some(Values::dense(filled.kernel.clone(), table.clone(), self.examined))
        }))
    }
}

/// Returns true if all these positions have a value in the tables.
fn covers(filled: &Filled, positions: &[Position]) -> bool {
    debug_assert!(filled.cells > 0 && !filled.fields.is_empty(), "a filled table has cells");
    let is_there = |part: &Part, mover| {
        let key: Option<u64> = filled.kernel.encode(part, mover);
        // A table by rows has discarded most entries, and an interrupted one lacks some.
        let has =
            |table: &Arc<SweepTable>, key| filled.is_complete && !table.keeps_last_rows() || table.value(key).is_some();
        key.is_some_and(|key| filled.tables.iter().all(|table| has(table, key)))
    };
    !filled.tables.is_empty()
        && positions.iter().all(|position| position.in_play().all(|part| is_there(part, position.mover)))
}

fn parts_of(positions: &[Position]) -> impl Iterator<Item = &Part> {
    positions.iter().flat_map(Position::in_play)
}

#[cfg(test)]
mod tests;
