//! The sample positions on which statements are checked, with their values.

use super::ClaimVerdict;
use crate::budget::{Budget, Deadline};
use crate::limits;
use crate::solver::Solver;
use grundy_message::Message;
use grundy_rules::text::PrintedGivens;
use grundy_rules::{Fault, Instance, Meter, Part, Position, Side};
use grundy_value::{Evaluation, QuantitySet};
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Number of small positions for a statement about all positions, for each choice of givens.
const POSITIONS: usize = 400;
/// Maximum weight of a sample position; the heaviest one-heap position is a heap of this many stones.
const HEAVIEST: usize = 100;
/// Number of additional positions whose last components are at their defaults.
const AT_DEFAULTS: usize = 100;
/// Number of additional positions reachable from the start.
const REACHABLE: usize = 300;
/// Number of additional positions with numbers near those in the rules, the claims and the givens.
const NEAR_NUMBERS: usize = 120;
/// Number of random games played, and their maximum length.
const PLAYOUTS: usize = 20;
/// Maximum number of steps for a statement about one position.
const STEPS_OF_ONE: u64 = 300_000_000;

/// The sample positions for one choice of givens, solved on first use.
pub(crate) struct Table {
    pub(crate) instance: Arc<Instance>,
    pub(super) many: Result<Solver, Fault>,
    one: Result<Solver, Fault>,
    cancelled: Option<Arc<AtomicBool>>,
    deadline: Deadline,
    /// Once solved: true if small positions were left out.
    pub(super) leaves_out: bool,
    /// Once solved: true if every position of the game is among the samples.
    pub(super) has_all: bool,
    givens: PrintedGivens,
    /// Positions by rising weight, then those near the start, then those met late in play, each with its value.
    solved: Option<Vec<(Position, Result<Evaluation, Fault>)>>,
}

impl Table {
    pub(super) fn new(instance: Instance, budget: &Budget, steps: u64) -> Table {
        let instance = Arc::new(instance);
        let solver = |steps: u64| {
            let budget = Budget { max_steps: Some(steps), ..budget.clone() };
            instance.compound().and_then(|compound| Solver::reference(instance.clone(), compound, budget))
        };
        Table {
            many: solver(steps),
            one: solver(STEPS_OF_ONE),
            cancelled: budget.cancelled.clone(),
            deadline: Deadline::of(budget),
            givens: instance.print_givens(),
            instance,
            leaves_out: false,
            has_all: false,
            solved: None,
        }
    }

    /// Returns a meter of `steps` steps that also stops on cancellation and at the deadline.
    pub(super) fn meter(&self, steps: u64) -> Meter<'static> {
        let (cancelled, deadline) = (self.cancelled.clone(), self.deadline);
        let is_cancelled = move || cancelled.as_ref().is_some_and(|cancelled| cancelled.load(Ordering::Relaxed));
        Meter::new(steps, move |taken| taken < steps && !is_cancelled() && !deadline.is_over())
    }

    /// Evaluates many positions together, within the budget for all of them.
    pub(crate) fn evaluate(&mut self, positions: &[Position]) -> Vec<Result<Evaluation, Fault>> {
        match &mut self.many {
            Ok(solver) => solver.evaluate(positions, QuantitySet::ALL),
            Err(fault) => positions.iter().map(|_| Err(fault.clone())).collect(),
        }
    }

    /// Evaluates positions that a statement names.
    pub(super) fn evaluate_named(&mut self, positions: &[Position]) -> Vec<Result<Evaluation, Fault>> {
        match &mut self.one {
            Ok(solver) => solver.evaluate(positions, QuantitySet::ALL),
            Err(fault) => positions.iter().map(|_| Err(fault.clone())).collect(),
        }
    }

    /// Returns all sample positions with their values.
    pub(crate) fn solved(&mut self) -> &[(Position, Result<Evaluation, Fault>)] {
        if self.solved.is_none() {
            let (small, leaves_out) = self.small();
            let movers = self.movers().len();
            let all = self.instance.all_parts(limits::MAX_CHECKED_POSITIONS / movers);
            self.has_all = all.is_some();
            self.leaves_out = leaves_out && all.is_none();
            let mut known: HashSet<Part> = small.iter().cloned().collect();
            let mut others = |parts: Vec<Part>| -> Vec<Part> {
                parts.into_iter().filter(|part| known.insert(part.clone())).collect()
            };
            let late = others(self.played());
            let near = others(self.instance.parts_near(&self.numbers(), NEAR_NUMBERS / movers));
            let rest = others(all.unwrap_or_default());
            // On a large board only positions met late in play can be solved; those added to the small positions have a
            // budget of their own.
            let mut solved = Vec::new();
            for parts in [small, late, near, rest] {
                let positions = self.with_movers(parts);
                let evaluations = self.evaluate(&positions);
                solved.extend(positions.into_iter().zip(evaluations));
            }
            self.solved = Some(solved);
        }
        self.solved.as_deref().unwrap_or(&[])
    }

    /// Returns numbers at which behaviour may change: those of the rules and the givens, and twice each given.
    fn numbers(&self) -> BTreeSet<i64> {
        let mut numbers = self.instance.game().numbers_of_rules();
        let givens = self.instance.givens().iter().filter_map(|given| given.as_int()?.to_i64());
        numbers.extend(givens.flat_map(|given| [given, given.saturating_mul(2)]));
        numbers
    }

    fn movers(&self) -> Vec<Option<Side>> {
        match self.instance.game().players {
            Some(_) => vec![Some(Side::Left), Some(Side::Right)],
            None => vec![None],
        }
    }

    /// Returns small parts and those near the start, without duplicates, and whether small ones were left out.
    fn small(&self) -> (Vec<Part>, bool) {
        let movers = self.movers().len();
        let small = self.instance.every_small_part(POSITIONS / movers, HEAVIEST);
        let mut parts = small.parts;
        parts.extend(self.instance.small_parts_at_defaults(AT_DEFAULTS / movers, HEAVIEST));
        parts.extend(self.reachable());
        let mut seen: HashSet<Part> = HashSet::new();
        parts.retain(|part| seen.insert(part.clone()));
        (parts, small.leaves_out)
    }

    /// Returns each part with each player to move.
    fn with_movers(&self, parts: Vec<Part>) -> Vec<Position> {
        let movers = self.movers();
        parts
            .into_iter()
            .flat_map(|part| movers.iter().map(move |mover| Position::alone(*mover, part.clone())))
            .collect()
    }

    /// Returns parts reachable from the start.
    fn reachable(&self) -> Vec<Part> {
        let meter = self.meter(2_000_000);
        let Ok(start) = self.instance.start() else { return Vec::new() };
        let mut found: Vec<Part> = Vec::new();
        let mut seen: HashSet<Part> = HashSet::new();
        let mut open: std::collections::VecDeque<(Part, Option<Side>)> =
            start.in_play().map(|part| (part.clone(), start.mover)).collect();
        while let Some((part, mover)) = open.pop_front() {
            if !seen.insert(part.clone()) {
                continue;
            }
            found.push(part.clone());
            if found.len() >= REACHABLE {
                break;
            }
            for side in [mover, mover.map(Side::other)].into_iter().take(1 + usize::from(mover.is_some())) {
                let Ok(moves) = self.instance.moves(&part, side, &meter) else { continue };
                open.extend(moves.into_iter().flat_map(|mv| mv.to).map(|part| (part, mover)));
            }
        }
        found
    }

    /// Returns parts met in a few random games from the start, those met late in play first.
    fn played(&self) -> Vec<Part> {
        let meter = self.meter(2_000_000);
        let Ok(start) = self.instance.start() else { return Vec::new() };
        let mut seed: u64 = 1;
        let mut found: Vec<(usize, Part)> = Vec::new();
        for _ in 0..PLAYOUTS {
            let Some(mut part) = start.in_play().next().cloned() else { break };
            let mut mover = start.mover;
            for depth in 0..limits::MAX_PLAYOUT_MOVES {
                let Ok(moves) = self.instance.moves(&part, mover, &meter) else { break };
                // A linear congruential generator is random enough, and the same everywhere.
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let Some(mv) = moves.get((seed >> 33) as usize % moves.len().max(1)) else { break };
                let Some(next) = mv.to.first() else { break };
                part = next.clone();
                mover = if mv.again { mover } else { mover.map(Side::other) };
                found.push((depth, part.clone()));
            }
        }
        found.sort_by(|a, b| b.cmp(a));
        found.dedup_by(|a, b| a.1 == b.1);
        found.into_iter().map(|(_, part)| part).collect()
    }

    /// Returns the givens that this table is for.
    pub(super) fn givens(&self) -> &PrintedGivens {
        &self.givens
    }

    /// Returns the verdict that a statement about positions it names holds.
    pub(super) fn holds(&self, positions: u64, description: Message) -> ClaimVerdict {
        ClaimVerdict::Holds { positions, description, givens: vec![self.givens.clone()], is_everything: true }
    }

    pub(crate) fn fails(&self, position: &Position, expected: Message, found: Message) -> ClaimVerdict {
        ClaimVerdict::Fails {
            counterexample: self.instance.print_position(position),
            expected,
            found,
            givens: self.givens.clone(),
        }
    }
}
