//! Dense tables: positions made of a few numbers, valued in the order of their keys.

mod trials;

use super::growth::{extremes, grown};
use super::parts::sum_of_parts;
use super::{BoxOf, Running, Unable, Wants, Way};
use crate::budget::{Stop, Watch};
use crate::method::Method;
use crate::plan::Road;
use crate::solution::{Authority, Judgement, Winner};
use crate::solver::sweep::{self, Ambition, Outcome, Task};
use crate::solver::winner_by_score;
use crate::values::Values;
use grundy_kernel::encode::Field;
use grundy_kernel::sweep::{DRAWN, LOST, SweepField, SweepKind, SweepTable, WON};
use grundy_kernel::{Direction, Kernel, Wishes};
use grundy_rules::game::Type;
use grundy_rules::{Instance, Int, Part, Position, Side};
use grundy_value::{Grundy, Remoteness};
use std::sync::Arc;
use trials::{Counted, Disorders, order_of};

/// Smaller tables are left to others, which tell how many positions matter.
const LEAST_CELLS: u64 = 4096;
/// A table has no more cells: beyond, most of them could not be reached, or it takes too long to fill them all.
const MOST_CELLS: u64 = 1 << 27;
/// A table of one number with no more cells is filled even if few of them can be reached.
const CHEAP_CELLS: u64 = 1 << 20;
/// A table that is filled for one position, and of which a few rows are kept, may have more.
const MOST_CELLS_BY_ROWS: u64 = 1 << 36;
/// One with no more cells is kept as a whole, as more may be asked of it.
const LEAST_CELLS_BY_ROWS: u64 = 1 << 22;
/// Moves that change the first number by less leave it to a few rows.
const FEW_ROWS: u64 = 4;
/// How many components a position may have.
const MOST_COMPONENTS: usize = 4;

/// A table for each kind of value that is wanted.
pub(crate) struct Dense {
    instance: Arc<Instance>,
    road: Road,
    running: Running,
    /// Components in the order in which tables are filled, once it is known.
    order: Option<Vec<(usize, Direction)>>,
    /// Where there was none.
    disorders: Disorders,
    /// By how much the first of them changed at most in the moves tried.
    farthest_row: u64,
    filled: Option<Filled>,
    examined: u64,
    /// What was counted of the positions that can be reached.
    counted: Counted,
}

/// How many parts the positions have that are asked about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parts {
    One,
    Several,
}

/// What is to be kept of a table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keep {
    /// All of it.
    Whole,
    /// The value of the positions asked about.
    WhatIsAsked,
}

struct Filled {
    kernel: Kernel,
    fields: Vec<SweepField>,
    cells: u64,
    tables: Vec<Arc<SweepTable>>,
    /// Whether every cell has its value; otherwise those that have one have the right one.
    is_complete: bool,
}

/// A table that is to be made.
struct Attempt<'a> {
    /// What must have a cell in it.
    positions: &'a [Position],
    wants: Wants,
    parts: Parts,
    keep: Keep,
    ambition: Ambition,
    widening: u32,
}

/// What was tried before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tried {
    Nothing,
    /// A table of which all is kept, as narrow as the positions.
    WholeTable,
}

/// What became of an attempt.
enum Made {
    /// The tables are filled.
    Filled,
    /// The budget ended; what is known by then is kept.
    Stopped(Stop),
    /// It would be the same table as one tried before, or too large.
    NotTried,
    /// The wrong tool, and why.
    Unfit(String),
}

impl Dense {
    /// The way for games whose positions are a few numbers; `None` where they are something else.
    pub fn new(instance: &Arc<Instance>, road: Road, running: Running) -> Option<Dense> {
        let game = instance.game();
        let numbers = game.components.iter().all(|component| matches!(component.ty, Type::Int { .. }));
        let few = (1..=MOST_COMPONENTS).contains(&game.components.len());
        let suits = numbers && few && road != Road::Anti;
        suits.then(|| Dense {
            instance: instance.clone(),
            road,
            running,
            order: None,
            disorders: Disorders::default(),
            farthest_row: u64::MAX,
            filled: None,
            examined: 0,
            counted: Counted::default(),
        })
    }

    /// The order of components in which every move tried leads to a smaller key.
    fn order(&mut self, positions: &[Position]) -> Result<Vec<(usize, Direction)>, String> {
        if let Some(order) = &self.order {
            return Ok(order.clone());
        }
        let is_known = self.disorders.cover(&self.instance, positions);
        let found = (!is_known).then(|| order_of(&self.instance, positions)).flatten();
        let Some((order, farthest_row)) = found else {
            self.disorders.add(&self.instance, positions);
            return Err("its numbers do not go one way with every move".to_owned());
        };
        self.farthest_row = farthest_row;
        self.order = Some(order.clone());
        Ok(order)
    }

    /// A kernel and the fields of its keys, most significant first, for these positions.
    fn layout(&mut self, positions: &[Position], widening: u32) -> Result<(Kernel, Vec<SweepField>, u64), String> {
        let order = self.order(positions)?;
        let kernel =
            Kernel::new(&self.instance, &extremes(parts_of(positions)), &Wishes { widening, order: order.clone() })?;
        if kernel.layout().words != 1 {
            return Err("a key has more than one word".to_owned());
        }
        let mut fields = Vec::new();
        for (place, _) in &order {
            let Field::Number { at, low, high, .. } = &kernel.layout().fields[*place] else {
                return Err("a component is no number".to_owned());
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
            return Err("the table would be too large".to_owned());
        }
        Ok((kernel, fields, cells))
    }

    /// A table for one position needs but a few rows at a time where moves lead to near rows.
    fn most_cells(&self, positions: &[Position]) -> u64 {
        if self.few_rows(positions).is_some() { MOST_CELLS_BY_ROWS } else { MOST_CELLS }
    }

    /// How many rows are enough to find the value of the one position asked about, by the moves tried. Whether they are is
    /// seen while the table is filled.
    fn few_rows(&self, positions: &[Position]) -> Option<u64> {
        let [position] = positions else { return None };
        let several = self.instance.game().components.len() > 1;
        (several && position.only().is_some() && self.farthest_row < FEW_ROWS).then(|| self.farthest_row + 1)
    }

    /// How the table is to be filled for one position, if not as a whole: how many rows are kept, and the last one wanted.
    fn kept(&self, kernel: &Kernel, fields: &[SweepField], cells: u64, positions: &[Position]) -> Option<(u64, u64)> {
        let rows = self.few_rows(positions).filter(|_| cells > LEAST_CELLS_BY_ROWS && fields.len() > 1)?;
        let key: u64 = kernel.encode(positions.first()?.only()?, positions.first()?.mover)?;
        // The first component must be the first field; one that never changes has none.
        let whole = fields.len() >= self.instance.game().components.len();
        whole.then_some((rows, key >> fields[0].shift))
    }

    /// Fills what the positions need, unless it is there.
    fn fill(
        &mut self,
        positions: &[Position],
        wants: Wants,
        keep: Keep,
        watch: &mut Watch,
    ) -> Result<Option<Stop>, Unable> {
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
            ([_, _, ..], Wants::Winner | Wants::Grundy | Wants::Remoteness) => Ambition::AsFarAsItGoes,
            _ => Ambition::AllOrNothing,
        };
        let roomy = self.with_room_to_grow(positions);
        self.forget();
        let attempt = Attempt { positions, wants, parts, keep, ambition, widening: 0 };
        if let Some(roomy) = roomy {
            // Beyond what is asked the rules may have no meaning, and the budget may end: that is nobody's question.
            let attempt = Attempt { positions: &roomy, keep: Keep::Whole, ambition: Ambition::AllOrNothing, ..attempt };
            match self.attempt(&attempt, &mut Tried::Nothing, watch) {
                Ok(Made::Filled) => return Ok(None),
                Ok(Made::Stopped(stop @ (Stop::TimeLimit(_) | Stop::Cancelled))) => {
                    let known = self.filled.as_ref().is_some_and(|filled| covers(filled, positions));
                    return Ok(if known { None } else { Some(stop) });
                }
                Ok(_) | Err(_) => self.forget(),
            }
        }
        // What may grow needs room to grow: a first table that is too small shows it.
        let (mut why, mut is_unfit) = ("the table would be too large".to_owned(), false);
        let mut tried = Tried::Nothing;
        // Where a few rows turn out not to be enough, all are kept.
        for (widening, keep) in [(0, keep), (0, Keep::Whole), (1, Keep::Whole)] {
            let attempt = Attempt { widening, keep, ..attempt };
            match self.attempt(&attempt, &mut tried, watch)? {
                Made::Filled => return Ok(None),
                Made::Stopped(stop) => return Ok(Some(stop)),
                Made::NotTried => {}
                Made::Unfit(reason) => (why, is_unfit) = (reason, true),
            }
        }
        // An order that was found for other positions may be the wrong one for these.
        let earlier = self.order.take_if(|_| is_unfit);
        if earlier.is_some() && self.order(positions).ok() != earlier {
            return self.fill(positions, wants, keep, watch);
        }
        Err(why.into())
    }

    /// Makes the tables for some positions, unless the same were tried before.
    fn attempt(&mut self, attempt: &Attempt, tried: &mut Tried, watch: &mut Watch) -> Result<Made, Unable> {
        let Attempt { positions, wants, parts, keep, ambition, widening } = *attempt;
        let (kernel, fields, cells) = self.layout(positions, widening)?;
        let kept = match keep {
            Keep::WhatIsAsked => self.kept(&kernel, &fields, cells, positions),
            Keep::Whole => None,
        };
        if kept.is_none() && (cells > MOST_CELLS || widening == 0 && *tried == Tried::WholeTable) {
            return Ok(Made::NotTried);
        }
        if kept.is_none() {
            *tried = Tried::WholeTable;
        }
        let cells = kept.map_or(cells, |(_, last)| cells.min((last + 1) << fields[0].shift));
        let program = kernel.sweep_program()?;
        let mut probe = sweep::Probe::new(&kernel, watch)?;
        let mut tables = Vec::new();
        let (mut stopped, mut refused) = (None, None);
        for kind in self.kinds(wants, kernel.traits().plain, parts) {
            let allowance = watch.allowance();
            let (fields, running, allowance) = (&fields[..], self.running, &allowance);
            let task = Task { program: &program, fields, kind, cells, running, kept, ambition, allowance };
            match task.fill(&mut probe) {
                Ok(Outcome::Filled(table)) => tables.push(Arc::new(table)),
                Ok(Outcome::Stopped(stop, partial)) => {
                    tables.extend(partial.map(Arc::new));
                    stopped = Some(stop);
                    break;
                }
                Ok(Outcome::Unfit(why)) | Err(why) => refused = Some(why),
            }
        }
        if let (None, Some(why)) = (stopped, refused) {
            return Ok(Made::Unfit(why));
        }
        self.examined = cells;
        self.filled = Some(Filled { kernel, fields, cells, tables, is_complete: stopped.is_none() });
        Ok(stopped.map_or(Made::Filled, Made::Stopped))
    }

    /// What is asked and a larger position, where a table was outgrown: who asks for one position after the other, each
    /// larger than the one before, would have a table made for each of them.
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

    /// The kinds of tables for what is wanted.
    fn kinds(&self, wants: Wants, plain: bool, parts: Parts) -> Vec<SweepKind> {
        match (self.road, wants) {
            (Road::Score, _) => vec![SweepKind::Scores],
            (Road::Grundy, Wants::Grundy) => vec![SweepKind::Nimbers],
            (Road::Grundy, Wants::All) if plain => vec![SweepKind::Nimbers, SweepKind::Remoteness],
            (Road::Grundy, Wants::Winner) if plain && parts == Parts::One => vec![SweepKind::Outcomes],
            (Road::Grundy, Wants::Remoteness) if plain && parts == Parts::One => vec![SweepKind::Remoteness],
            (Road::Grundy, _) => vec![SweepKind::Nimbers],
            (_, Wants::Winner) => vec![SweepKind::Outcomes],
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

impl Way for Dense {
    fn name(&self) -> &'static str {
        "sweep of a dense table"
    }

    fn method(&self) -> Method {
        Method::Sweep
    }

    fn accepts(&mut self, positions: &[Position], wants: Wants) -> Result<String, String> {
        if self.road != Road::Grundy && positions.iter().any(|position| position.only().is_none()) {
            return Err("it takes one part, not a sum, where Grundy values do not decide".to_owned());
        }
        if self.filled.as_ref().is_some_and(|filled| covers(filled, positions)) {
            return Ok("the table is there already".to_owned());
        }
        let (kernel, _, cells) = self.layout(positions, 0)?;
        if cells < LEAST_CELLS && self.running == Running::AsItPays && wants == Wants::All {
            return Err(format!("a table of {cells} cells is not worth its while"));
        }
        let several = self.instance.game().components.len() > 1;
        if (several || cells > CHEAP_CELLS)
            && self.running == Running::AsItPays
            && let Some(few) = self.counted.few_reachable(&self.instance, &kernel, positions)
        {
            return Err(format!("only some {few} positions can be reached, of {cells} cells"));
        }
        let names: Vec<&str> =
            self.instance.game().components.iter().map(|component| component.name.as_str()).collect();
        let going = match &names[..] {
            [name] => format!("{name} only goes one way"),
            [first @ .., last] => format!("{} and {last} each only go one way", first.join(", ")),
            [] => "there are no numbers".to_owned(),
        };
        Ok(format!("as far as was tried {going}, and a table has {cells} cells"))
    }

    fn reach(&mut self, positions: &[Position], wants: Wants, watch: &mut Watch) -> Result<Option<Stop>, Unable> {
        self.fill(positions, wants, Keep::WhatIsAsked, watch)
    }

    fn judgement(&self, position: &Position) -> Judgement {
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
        if self.road == Road::Grundy && has_nimbers {
            return sum_of_parts(position, |part| {
                let (_, value) = self.value(part, None, &nimbers)?;
                let remoteness = self.value(part, None, &[SweepKind::Remoteness]).map(|(_, packed)| moves(packed));
                Some((Grundy(value as u64), remoteness))
            });
        }
        let Some(part) = position.only() else { return Judgement::default() };
        let kinds = [SweepKind::Remoteness, SweepKind::Outcomes, SweepKind::Scores];
        match self.value(part, position.mover, &kinds) {
            Some((SweepKind::Scores, score)) => {
                let score = Int::Small(score);
                let winner = winner_by_score(self.instance.game(), &score, position.mover);
                Judgement { winner: Some(winner), score: Some(score), ..Judgement::default() }
            }
            Some((SweepKind::Remoteness, packed)) => {
                let winner = winner(packed);
                let remoteness = (winner != Some(Winner::Draw)).then(|| moves(packed));
                Judgement { winner, remoteness, ..Judgement::default() }
            }
            Some((_, code)) => Judgement { winner: winner(code), ..Judgement::default() },
            None => Judgement::default(),
        }
    }

    fn authority(&mut self, _: &Position) -> Authority {
        let positions = self.examined;
        if self.road == Road::Grundy { Authority::Grundy { positions } } else { Authority::Search { positions } }
    }

    fn examined(&self) -> u64 {
        self.examined
    }

    fn forget(&mut self) {
        self.filled = None;
    }

    fn tabulate(&mut self, box_of: &BoxOf, wants: Wants, watch: &mut Watch) -> Result<Option<Values>, Unable> {
        if self.fill(&box_of.corners, wants, Keep::Whole, watch)?.is_some() {
            return Ok(None);
        }
        let filled = self.filled.as_ref();
        Ok(filled.and_then(|filled| {
            let table = filled.tables.first()?;
            Some(Values::dense(filled.kernel.clone(), table.clone(), self.examined))
        }))
    }
}

/// Whether all these positions have a value in the tables.
fn covers(filled: &Filled, positions: &[Position]) -> bool {
    debug_assert!(filled.cells > 0 && !filled.fields.is_empty(), "a filled table has cells");
    let is_there = |part: &Part, mover| {
        let key: Option<u64> = filled.kernel.encode(part, mover);
        // Of a table by rows most entries are gone, and one that was cut short has not all of them.
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
