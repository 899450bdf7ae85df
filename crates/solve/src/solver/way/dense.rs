//! Dense tables: positions made of a few numbers, valued in the order of their keys.

use super::parts::sum_of_parts;
use super::{BoxOf, Running, Unable, Wants, Way};
use crate::budget::{Stop, Watch};
use crate::plan::Road;
use crate::solution::{Authority, Judgement, Winner};
use crate::solver::sweep::{self, Outcome, Task};
use crate::solver::winner_by_score;
use crate::values::Values;
use grundy_kernel::encode::{Field, code_of};
use grundy_kernel::sweep::{DRAWN, LOST, SweepField, SweepKind, SweepTable, WON};
use grundy_kernel::{Direction, Kernel, Wishes};
use grundy_rules::game::Type;
use grundy_rules::{Instance, Int, Meter, Part, Position, Side};
use grundy_value::{Grundy, Remoteness};
use std::collections::HashSet;
use std::sync::Arc;

/// Smaller tables are left to others, which tell how many positions matter.
const LEAST_CELLS: u64 = 4096;
/// A table has no more cells: beyond, most of them could not be reached, or it takes too long to fill them all.
const MOST_CELLS: u64 = 1 << 27;
/// How many moves are tried to find the order in which tables are filled.
const MOVES_TRIED: usize = 4000;
/// How many positions, and how many steps of the rules, tell whether few can be reached.
const FEW_POSITIONS: usize = 20_000;
const STEPS_TO_COUNT: u64 = 600_000;
/// After so many times they are not counted again.
const COUNTS_ENOUGH: u32 = 2;
/// A table of one number with no more cells is filled even if few of them can be reached.
const CHEAP_CELLS: u64 = 1 << 20;
/// How many components a position may have.
const MOST_COMPONENTS: usize = 4;

/// A table for each kind of value that is wanted.
pub(crate) struct Dense {
    instance: Arc<Instance>,
    road: Road,
    running: Running,
    /// Components in the order in which tables are filled, once it is known.
    order: Option<Vec<(usize, Direction)>>,
    filled: Option<Filled>,
    examined: u64,
    /// How often the positions that can be reached were counted, and how many there were, if they were few.
    counts: u32,
    few: Option<usize>,
}

/// How many parts the positions have that are asked about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parts {
    One,
    Several,
}

struct Filled {
    kernel: Kernel,
    fields: Vec<SweepField>,
    cells: u64,
    tables: Vec<Arc<SweepTable>>,
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
            filled: None,
            examined: 0,
            counts: 0,
            few: None,
        })
    }

    /// The order of components in which every move tried leads to a smaller key.
    fn order(&mut self, positions: &[Position]) -> Result<Vec<(usize, Direction)>, String> {
        if let Some(order) = &self.order {
            return Ok(order.clone());
        }
        let changes = self.sample(positions);
        let count = self.instance.game().components.len();
        let order = orders(count).into_iter().find(|order| {
            changes.iter().all(|(before, after)| {
                let first = order.iter().find(|(place, _)| before[*place] != after[*place]);
                first.is_some_and(|(place, direction)| match direction {
                    Direction::Up => after[*place] < before[*place],
                    Direction::Down => after[*place] > before[*place],
                })
            })
        });
        let order = order.ok_or("its numbers do not go one way with every move")?;
        self.order = Some(order.clone());
        Ok(order)
    }

    /// Moves from the positions asked about and from some that they lead to: (numbers before, numbers after).
    fn sample(&self, positions: &[Position]) -> Vec<(Vec<i64>, Vec<i64>)> {
        let mut changes = Vec::new();
        let mut open: Vec<Part> = positions.iter().take(16).flat_map(|position| position.parts.clone()).collect();
        open.truncate(16);
        let mut seed = 1u64;
        let meter = Meter::steps(4_000_000);
        let movers: &[Option<Side>] =
            if self.instance.game().players.is_some() { &[Some(Side::Left), Some(Side::Right)] } else { &[None] };
        while let Some(part) = open.pop() {
            if changes.len() > MOVES_TRIED {
                break;
            }
            let Some(before) = codes(&part) else { continue };
            let mut results: Vec<Part> = Vec::new();
            for mover in movers {
                if let Ok(moves) = self.instance.moves(&part, *mover, &meter) {
                    results.extend(moves.into_iter().flat_map(|movement| movement.to));
                }
            }
            changes.extend(results.iter().filter_map(|result| Some((before.clone(), codes(result)?))));
            // On with a few of them, now large, now small.
            for _ in 0..2 {
                seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                if !results.is_empty() {
                    open.push(results[(seed >> 33) as usize % results.len()].clone());
                }
            }
        }
        changes
    }

    /// How many parts can be reached, if they are few.
    fn few_reachable(&self, positions: &[Position]) -> Option<usize> {
        let meter = Meter::steps(STEPS_TO_COUNT);
        let movers: &[Option<Side>] =
            if self.instance.game().players.is_some() { &[Some(Side::Left), Some(Side::Right)] } else { &[None] };
        let mut known: HashSet<Part> = positions.iter().flat_map(|position| position.parts.iter().cloned()).collect();
        let mut open: Vec<Part> = known.iter().cloned().collect();
        while let Some(part) = open.pop() {
            if known.len() > FEW_POSITIONS {
                return None;
            }
            for mover in movers {
                let moves = self.instance.moves(&part, *mover, &meter).ok()?;
                open.extend(moves.into_iter().flat_map(|movement| movement.to).filter(|to| known.insert(to.clone())));
            }
        }
        (known.len() <= FEW_POSITIONS).then_some(known.len())
    }

    /// A kernel and the fields of its keys, most significant first, for these positions.
    fn layout(&mut self, positions: &[Position], widening: u32) -> Result<(Kernel, Vec<SweepField>, u64), String> {
        let order = self.order(positions)?;
        let mut roots: Vec<Part> = positions.iter().flat_map(|position| position.parts.iter().cloned()).collect();
        roots.sort();
        roots.dedup();
        let kernel = Kernel::new(&self.instance, &roots, &Wishes { widening, order: order.clone() })?;
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
        if fields.is_empty() || cells > MOST_CELLS {
            return Err("the table would be too large".to_owned());
        }
        Ok((kernel, fields, cells))
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

    fn accepts(&mut self, positions: &[Position], wants: Wants) -> Result<String, String> {
        if self.road != Road::Grundy && positions.iter().any(|position| position.parts.len() != 1) {
            return Err("it takes one part, not a sum, where Grundy values do not decide".to_owned());
        }
        if self.filled.as_ref().is_some_and(|filled| covers(filled, positions)) {
            return Ok("the table is there already".to_owned());
        }
        let (_, _, cells) = self.layout(positions, 0)?;
        if cells < LEAST_CELLS && self.running == Running::AsItPays && wants == Wants::All {
            return Err(format!("a table of {cells} cells is not worth its while"));
        }
        let several = self.instance.game().components.len() > 1;
        if (several || cells > CHEAP_CELLS) && self.running == Running::AsItPays {
            if self.counts < COUNTS_ENOUGH {
                self.counts += 1;
                self.few = self.few_reachable(positions);
            }
            if let Some(few) = self.few {
                return Err(format!("only some {few} positions can be reached, of {cells} cells"));
            }
        }
        let names: Vec<&str> =
            self.instance.game().components.iter().map(|component| component.name.as_str()).collect();
        Ok(format!("{} only ever goes one way, and a table has {cells} cells", names.join(", ")))
    }

    fn reach(&mut self, positions: &[Position], wants: Wants, watch: &mut Watch) -> Result<Option<Stop>, Unable> {
        self.accepts(positions, wants)?;
        let plain = |kernel: &Kernel| kernel.traits().plain;
        let sums = positions.iter().any(|position| position.parts.len() != 1);
        let parts = if sums { Parts::Several } else { Parts::One };
        let ready = self.filled.as_ref().is_some_and(|filled| {
            let kinds = self.kinds(wants, plain(&filled.kernel), parts);
            let has = |kind: &SweepKind| {
                filled.tables.iter().any(|table| {
                    table.kind() == *kind || *kind == SweepKind::Nimbers && table.kind() == SweepKind::WideNimbers
                })
            };
            covers(filled, positions) && kinds.iter().all(has)
        });
        if ready {
            return Ok(None);
        }
        self.forget();
        // What may grow needs room to grow: a first table that is too small shows it.
        let mut why = String::new();
        for widening in 0..2 {
            let (kernel, fields, cells) = self.layout(positions, widening)?;
            let program = kernel.sweep_program()?;
            let mut probe = sweep::Probe::new(&kernel, watch)?;
            let mut tables = Vec::new();
            let mut refused = None;
            for kind in self.kinds(wants, plain(&kernel), parts) {
                let allowance = watch.allowance();
                let (fields, running, allowance) = (&fields[..], self.running, &allowance);
                let task = Task { program: &program, fields, kind, cells, running, allowance };
                match task.fill(&mut probe) {
                    Ok(Outcome::Filled(table)) => tables.push(Arc::new(table)),
                    Ok(Outcome::Stopped(stop)) => return Ok(Some(stop)),
                    Ok(Outcome::Unfit(why)) => refused = Some(why),
                    Err(why) => refused = Some(why),
                }
            }
            match refused {
                None => {
                    self.examined = cells;
                    self.filled = Some(Filled { kernel, fields, cells, tables });
                    return Ok(None);
                }
                Some(reason) => why = reason,
            }
        }
        Err(why.into())
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
        let [part] = &position.parts[..] else { return Judgement::default() };
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
        if self.reach(&box_of.corners, wants, watch)?.is_some() {
            return Ok(None);
        }
        let filled = self.filled.as_ref();
        Ok(filled.and_then(|filled| {
            let table = filled.tables.first()?;
            Some(Values::dense(filled.kernel.clone(), table.clone(), self.examined))
        }))
    }
}

/// Whether all these positions have a cell in the tables.
fn covers(filled: &Filled, positions: &[Position]) -> bool {
    let mut parts = positions.iter().flat_map(|position| &position.parts);
    debug_assert!(filled.cells > 0 && !filled.fields.is_empty(), "a filled table has cells");
    parts.all(|part| filled.kernel.layout().encode(part, None).is_some())
}

/// The numbers of a part.
fn codes(part: &Part) -> Option<Vec<i64>> {
    part.iter().map(code_of).collect()
}

/// Every order of so many components, each counted up or down; as the file has them, counted up, first.
fn orders(count: usize) -> Vec<Vec<(usize, Direction)>> {
    let mut all: Vec<Vec<(usize, Direction)>> = vec![Vec::new()];
    for _ in 0..count {
        let mut longer = Vec::new();
        for begun in &all {
            for place in (0..count).filter(|place| begun.iter().all(|(used, _)| used != place)) {
                for direction in [Direction::Up, Direction::Down] {
                    let mut next = begun.clone();
                    next.push((place, direction));
                    longer.push(next);
                }
            }
        }
        all = longer;
    }
    all
}
