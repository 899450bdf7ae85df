//! A table of values to look for rules in.
//!
//! In: a game whose positions are numbers, or lists of a fixed length. Out: the Grundy values, winners or scores of all
//! positions whose numbers lie below a bound. Components that have defaults may be left at them: the table is then
//! about the positions where play starts, and every claim made from it says so.

use crate::limits;
use grundy_message::{Message, Template, message, template};
use grundy_proof::consequence::CalledOff;
use grundy_rules::game::{Component, Expr, Game, Type};
use grundy_rules::shape::why_parts_have_no_grundy;
use grundy_rules::{Compound, Fault, FaultClass, Instance, Meter, Part, Position, Side, Value};
use grundy_solve::{Budget, Deadline, Evaluation, Solver, Winner};
use grundy_value::Quantity;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The value of a drawn position in a table of outcomes.
pub const DRAWN: i64 = 2;

/// The positions that a table covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// What varies, as written in the language: `n`, or `heaps[0]`.
    pub names: Vec<String>,
    /// Minimum of each number.
    pub low: Vec<i64>,
    /// Maximum of each number, where the rules give one.
    pub max: Vec<Option<i64>>,
    /// Further conditions on every position of the table, in the language of rules.
    pub conditions: Vec<String>,
    /// The player to move, in a game with players.
    pub mover: Option<Side>,
    source: Source,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// The first `n` components.
    Components(usize),
    /// One list of `n` numbers.
    List(usize),
    /// One bag of `n` numbers, in ascending order.
    Bag(usize),
}

/// Why there is no table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoTable {
    /// The rules cannot be executed at one of its positions.
    Fault(Box<Fault>),
    /// Its share of the time was used up, or it was cancelled.
    Late,
    /// It would exceed the memory limit.
    Large,
    /// It would exceed the work limit.
    Long,
}

/// Reason of work that ended because its share of the time was used up, or because it was cancelled.
pub const LATE: &Template = template!("it took longer than its share of the time");

impl NoTable {
    /// Returns the reason as a message.
    pub fn message(&self) -> Message {
        match self {
            NoTable::Fault(fault) => message!("the rules cannot be carried out: {fault}", fault = fault.sentence()),
            NoTable::Late => LATE.into(),
            NoTable::Large => message!("it takes more memory than it may use"),
            NoTable::Long => message!("it takes too much work"),
        }
    }
}

/// The values of a box of positions.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The positions it covers.
    pub plan: Plan,
    /// Maximum of each number.
    pub high: Vec<i64>,
    /// The quantity that the values are.
    pub quantity: Quantity,
    /// Row by row, the last number fastest; `None` if this is no position, or its value is unknown.
    pub values: Vec<Option<i64>>,
    /// Why some positions of the box are unknown, if any are.
    pub missing: Option<NoTable>,
}

impl Plan {
    /// Returns the possible tables of a game, smallest first.
    ///
    /// # Errors
    /// Fails with the reason if there is none.
    pub fn all(instance: &Instance) -> Result<Vec<Plan>, Message> {
        let game = instance.game();
        let is_number = |ty: &Type| matches!(ty, Type::Int { .. });
        let components = &game.components;
        let mut plans = Vec::new();
        if let [only] = &components[..] {
            let lists: &[usize] = match &only.ty {
                Type::List(inner, None) if is_number(inner) => &[1, 2, 3],
                Type::Bag(inner) if is_number(inner) => &[1, 2, 3],
                _ => &[],
            };
            for count in lists {
                let names = (0..*count).map(|index| format!("{}[{index}]", only.name)).collect();
                let bag = matches!(only.ty, Type::Bag(_));
                plans.push(Plan {
                    names,
                    low: vec![0; *count],
                    max: vec![None; *count],
                    conditions: vec![format!("len({}) == {count}", only.name)],
                    mover: None,
                    source: if bag { Source::Bag(*count) } else { Source::List(*count) },
                });
            }
        }
        let numbers = components.iter().take_while(|component| is_number(&component.ty)).count();
        for count in 1..=numbers {
            let Some(conditions) = default_conditions(game, count) else { continue };
            let end = |expr: Option<&Expr>| {
                // A bound that depends on other components does not bound the table.
                let expr = expr.filter(|expr| game.depends([*expr]).components.is_empty())?;
                let nothing: Part = Arc::new(Vec::new());
                instance.evaluate(expr, &nothing, None, &Meter::steps(100_000)).ok()?.as_int()?.to_i64()
            };
            let ends = components[..count].iter().map(|component| match &component.ty {
                Type::Int { low, high } => (low.as_ref().map_or(Some(0), |low| end(Some(low))), end(high.as_ref())),
                _ => (None, None),
            });
            let (low, max): (Vec<Option<i64>>, Vec<Option<i64>>) = ends.unzip();
            plans.push(Plan {
                names: components[..count].iter().map(|component| component.name.clone()).collect(),
                low: low.into_iter().map(|low| low.unwrap_or(0)).collect(),
                max,
                conditions,
                mover: None,
                source: Source::Components(count),
            });
        }
        for plan in &mut plans {
            plan.probe(instance);
        }
        if plans.is_empty() {
            let other = components.iter().find(|component| !is_number(&component.ty) && component.default.is_none());
            return Err(match other {
                Some(component) => message!("a table runs over numbers, and `{name}` is none", name = component.name),
                None => message!("there are no numbers to run over"),
            });
        }
        if game.players.is_some() {
            let sides = |plan: Plan| [Side::Left, Side::Right].map(|side| Plan { mover: Some(side), ..plan.clone() });
            plans = plans.into_iter().flat_map(sides).collect();
            for plan in &mut plans {
                let name = plan.mover.and_then(|side| game.side_name(side)).unwrap_or("mover");
                plan.conditions.push(format!("mover == {name}"));
            }
        }
        Ok(plans)
    }

    /// Finds the bounds of components with few numbers, where the rules do not give them: the days of a month.
    fn probe(&mut self, instance: &Instance) {
        let last = self.names.len() - 1;
        for at in 0..self.names.len() {
            // Only the greatest number of a bag can be large alone.
            let index = if matches!(self.source, Source::Bag(_)) { last } else { at };
            let is_position = |number: i64| {
                let mut numbers = self.low.clone();
                numbers[index] = number;
                self.part(instance, &numbers).is_some()
            };
            let end = (self.low[at]..self.low[at] + limits::MAX_PROBED_NUMBERS)
                .take_while(|number| is_position(*number))
                .last();
            if self.max[at].is_none() {
                self.max[at] =
                    end.filter(|end| *end > self.low[at] && *end < self.low[at] + limits::MAX_PROBED_NUMBERS - 1);
            }
        }
    }

    /// Returns whether every position is in some such table.
    pub fn is_whole(&self, instance: &Instance) -> bool {
        self.source == Source::Components(instance.game().components.len()) && self.mover.is_none()
    }

    /// Returns the part with these numbers; `None` if this is no position.
    pub fn part(&self, instance: &Instance, numbers: &[i64]) -> Option<Part> {
        let values: Vec<Value> = numbers.iter().map(|number| Value::from(*number)).collect();
        match self.source {
            Source::Components(_) => instance.part(values).ok(),
            Source::List(_) => instance.part(vec![Value::list(values)]).ok(),
            Source::Bag(_) if numbers.is_sorted() => instance.part(vec![Value::bag(values)]).ok(),
            Source::Bag(_) => None,
        }
    }

    /// Returns the maximum of each number for a box of about `positions` positions.
    pub fn highs(&self, positions: u64) -> Vec<i64> {
        let count = |side: i64| {
            let each = self.low.iter().zip(&self.max).map(|(low, max)| {
                let high = max.map_or(low + side - 1, |max| max.min(low + side - 1));
                u64::try_from(high - low + 1).unwrap_or(0).max(1)
            });
            each.fold(1u64, u64::saturating_mul)
        };
        let mut side = 1;
        while count(side * 2) <= positions && side < 1 << 20 {
            side *= 2;
        }
        let mut step = side;
        while step > 0 {
            if count(side + step) <= positions {
                side += step;
            }
            step /= 2;
        }
        let high = |(low, max): (&i64, &Option<i64>)| max.map_or(low + side - 1, |max| max.min(low + side - 1));
        self.low.iter().zip(&self.max).map(high).collect()
    }
}

impl Survey {
    /// Solves about `positions` positions.
    ///
    /// # Errors
    /// Fails with the reason if no value can be found.
    pub fn new(instance: &Arc<Instance>, plan: &Plan, positions: u64, budget: &Budget) -> Result<Survey, NoTable> {
        Survey::up_to(instance, plan, plan.highs(positions), budget)
    }

    /// Solves all positions up to these numbers.
    ///
    /// # Errors
    /// Fails with the reason if no value can be found.
    pub fn up_to(instance: &Arc<Instance>, plan: &Plan, high: Vec<i64>, budget: &Budget) -> Result<Survey, NoTable> {
        let game = instance.game();
        let fault = |fault: Fault| match fault.class {
            FaultClass::Budget => NoTable::Long,
            _ => NoTable::Fault(Box::new(fault)),
        };
        let compound = instance.compound().map_err(fault)?;
        let quantity = match (game.points, compound) {
            (true, _) => Quantity::Score,
            (false, Compound::One) if why_parts_have_no_grundy(game).is_none() => Quantity::Grundy,
            _ => Quantity::Outcome,
        };
        let mut survey = Survey { plan: plan.clone(), high, quantity, values: Vec::new(), missing: None };
        if survey.cells_of_box() > most_cells(budget) {
            return Err(NoTable::Large);
        }
        let deadline = Deadline::of(budget);
        let is_late = || budget.is_cancelled() || deadline.is_over();
        let mut solver = crate::solver(instance, compound, budget.clone()).map_err(fault)?;
        if is_late() {
            return Err(NoTable::Late);
        }
        let wants = if quantity == Quantity::Grundy { Quantity::Grundy } else { Quantity::Outcome };
        let whole = plan.source == Source::Components(game.components.len());
        let ranges: Vec<RangeInclusive<i64>> =
            plan.low.iter().zip(&survey.high).map(|(low, high)| *low..=*high).collect();
        // A whole box is swept at once if its moves do not leave it.
        if whole
            && let Ok(Some(values)) = solver.tabulate(&ranges, wants)
            && !is_late()
        {
            let value = |numbers: &[i64]| match quantity {
                Quantity::Outcome => values.winner(numbers, plan.mover).map(outcome),
                _ => values.value(numbers, plan.mover),
            };
            let mut is_complete = true;
            let mut cells = Vec::new();
            for (index, numbers) in survey.positions().enumerate() {
                if index % CHECK_INTERVAL == 0 && is_late() {
                    return Err(NoTable::Late);
                }
                let is_position = plan.part(instance, &numbers).is_some();
                cells.push(if is_position { value(&numbers) } else { None });
                is_complete &= !is_position || cells[index].is_some();
            }
            survey.values = cells;
            if is_complete && survey.agrees(instance, &mut solver, wants) {
                return Ok(survey);
            }
        }
        survey.query(instance, &mut solver, wants, &is_late)
    }

    /// Queries each position of the box, a few at a time: partial results survive, and a long table does not fill the
    /// memory.
    fn query(
        mut self,
        instance: &Instance,
        solver: &mut Solver,
        wants: Quantity,
        is_late: &dyn Fn() -> bool,
    ) -> Result<Survey, NoTable> {
        let mut evaluations: Vec<Option<Evaluation>> = Vec::new();
        let numbers: Vec<Vec<i64>> = self.positions().collect();
        for some in numbers.chunks(BATCH) {
            if is_late() {
                self.missing = Some(NoTable::Late);
                break;
            }
            let parts: Vec<Option<Part>> = some.iter().map(|numbers| self.plan.part(instance, numbers)).collect();
            let position = |part: &Part| Position::alone(self.plan.mover, part.clone());
            let queried: Vec<Position> = parts.iter().flatten().map(position).collect();
            let mut found = solver.evaluate(&queried, wants).into_iter();
            for part in parts {
                let evaluation = part.and_then(|_| found.next()).map(|evaluation| match evaluation {
                    Ok(evaluation) => evaluation,
                    Err(fault) => {
                        let is_budget = fault.class == FaultClass::Budget;
                        let why = if is_budget { NoTable::Long } else { NoTable::Fault(Box::new(fault)) };
                        self.missing.get_or_insert(why);
                        Evaluation::default()
                    }
                });
                evaluations.push(evaluation);
            }
            let is_unknown =
                |evaluation: &Evaluation| evaluation.winner.is_none() && value_of(self.quantity, evaluation).is_none();
            if self.missing.is_none() && evaluations.iter().flatten().any(is_unknown) {
                self.missing = Some(if is_late() { NoTable::Late } else { NoTable::Long });
            }
            // The table ends at the first missing value.
            if self.missing.is_some() {
                break;
            }
        }
        // Where play can go on forever there is no Grundy value, but a player may win.
        let has_no_value = |evaluation: &Evaluation| evaluation.winner.is_some() && evaluation.grundy.is_none();
        if self.quantity == Quantity::Grundy && evaluations.iter().flatten().any(has_no_value) {
            self.quantity = Quantity::Outcome;
        }
        if self.missing.is_none()
            && evaluations.iter().flatten().any(|evaluation| value_of(self.quantity, evaluation).is_none())
        {
            self.missing = Some(NoTable::Long);
        }
        evaluations.resize(numbers.len(), None);
        self.values = evaluations.iter().map(|evaluation| value_of(self.quantity, evaluation.as_ref()?)).collect();
        if self.values.iter().any(Option::is_some) { Ok(self) } else { Err(self.missing.unwrap_or(NoTable::Long)) }
    }

    /// Returns the number of cells of the box.
    fn cells_of_box(&self) -> u64 {
        let side = |(low, high): (&i64, &i64)| u64::try_from(high - low + 1).unwrap_or(0);
        self.plan.low.iter().zip(&self.high).map(side).fold(1, u64::saturating_mul)
    }

    /// Truncates a row of numbers at the first unknown value.
    pub fn beginning(mut self) -> Option<Survey> {
        let known = self.values.iter().take_while(|value| value.is_some()).count();
        (self.plan.names.len() == 1 && known >= limits::MIN_ROW).then(|| {
            self.high = vec![self.plan.low[0] + known as i64 - 1];
            self.values.truncate(known);
            self
        })
    }

    /// Returns whether every position of the box is known.
    pub fn is_complete(&self) -> bool {
        self.missing.is_none()
    }

    /// Returns whether the first values agree with those of single positions. A sweep may store more than was
    /// requested, in a form of its own.
    fn agrees(&self, instance: &Instance, solver: &mut Solver, wants: Quantity) -> bool {
        // The order need not be that of the cells.
        let mut indices: Vec<(i64, usize)> = self
            .positions()
            .zip(&self.values)
            .enumerate()
            .filter(|(_, (_, value))| value.is_some())
            .map(|(index, (numbers, _))| (numbers.iter().sum(), index))
            .collect();
        if indices.len() > SAMPLES {
            indices.select_nth_unstable(SAMPLES);
            indices.truncate(SAMPLES);
        }
        let indices: Vec<usize> = indices.into_iter().map(|(_, index)| index).collect();
        let position =
            |index: &usize| Some(Position::alone(self.plan.mover, self.plan.part(instance, &self.numbers(*index))?));
        let Some(queried) = indices.iter().map(position).collect::<Option<Vec<Position>>>() else { return false };
        solver.evaluate(&queried, wants).into_iter().zip(indices).all(|(evaluation, index)| {
            evaluation.is_ok_and(|evaluation| value_of(self.quantity, &evaluation) == self.values[index])
        })
    }

    /// Returns the numbers of all cells of the box, in order.
    pub fn positions(&self) -> impl Iterator<Item = Vec<i64>> + '_ {
        let sides: Vec<i64> = self.plan.low.iter().zip(&self.high).map(|(low, high)| (high - low + 1).max(0)).collect();
        let count: i64 = sides.iter().product();
        (0..count).map(move |index| {
            let mut rest = index;
            let mut numbers = self.plan.low.clone();
            for (number, side) in numbers.iter_mut().zip(&sides).rev() {
                *number += rest % side;
                rest /= side;
            }
            numbers
        })
    }

    /// Returns the numbers and the value of each cell, until the work is cancelled.
    pub fn cells<'a>(&'a self, called_off: CalledOff<'a>) -> impl Iterator<Item = (Vec<i64>, &'a Option<i64>)> {
        let indices = self.positions().zip(&self.values).enumerate();
        indices.take_while(move |(index, _)| index % CHECK_INTERVAL != 0 || !called_off()).map(|(_, cell)| cell)
    }

    /// Returns the indices of known positions, small positions first.
    pub fn order(&self) -> Vec<usize> {
        let sums: Vec<i64> = self.positions().map(|numbers| numbers.iter().sum()).collect();
        let mut order: Vec<usize> = (0..self.values.len()).filter(|index| self.values[*index].is_some()).collect();
        order.sort_by_key(|index| (sums[*index], *index));
        order
    }

    /// Returns the part at an index.
    pub fn part(&self, instance: &Instance, index: usize) -> Option<Part> {
        self.plan.part(instance, &self.numbers(index))
    }

    /// Returns the numbers at an index.
    pub fn numbers(&self, index: usize) -> Vec<i64> {
        let mut rest = index as i64;
        let mut numbers = self.plan.low.clone();
        for (at, number) in numbers.iter_mut().enumerate().rev() {
            let side = self.high[at] - self.plan.low[at] + 1;
            *number += rest % side;
            rest /= side;
        }
        numbers
    }

    /// Returns the index of these numbers; `None` outside the box.
    pub fn index(&self, numbers: &[i64]) -> Option<usize> {
        let mut index = 0;
        for (at, number) in numbers.iter().enumerate() {
            if *number < self.plan.low[at] || *number > self.high[at] {
                return None;
            }
            index = index * (self.high[at] - self.plan.low[at] + 1) + number - self.plan.low[at];
        }
        Some(index as usize)
    }

    /// Returns the value of the position with these numbers.
    pub fn value(&self, numbers: &[i64]) -> Option<i64> {
        self.values[self.index(numbers)?]
    }

    /// Returns the number of known positions.
    pub fn known(&self) -> u64 {
        self.values.iter().flatten().count() as u64
    }

    /// Returns whether some position is drawn.
    pub fn has_draws(&self) -> bool {
        self.quantity == Quantity::Outcome && self.values.contains(&Some(DRAWN))
    }

    /// Returns the maximum of each number over the known positions, which may end before the box does.
    pub fn greatest(&self) -> Vec<i64> {
        let mut greatest = self.plan.low.clone();
        for (numbers, _) in self.positions().zip(&self.values).filter(|(_, value)| value.is_some()) {
            for (max, number) in greatest.iter_mut().zip(numbers) {
                *max = number.max(*max);
            }
        }
        greatest
    }

    /// Returns the length of the shortest side along which positions are known.
    pub fn shortest(&self) -> i64 {
        self.plan.low.iter().zip(self.greatest()).map(|(low, max)| max - low + 1).min().unwrap_or(0)
    }

    /// Returns how far positions are known: `n ≤ 100`, or `a, b ≤ 20`.
    pub fn extent(&self) -> String {
        let greatest = self.greatest();
        if greatest.windows(2).all(|pair| pair[0] == pair[1]) {
            return format!("{} ≤ {}", self.plan.names.join(", "), greatest[0]);
        }
        let each = self.plan.names.iter().zip(&greatest).map(|(name, max)| format!("{name} ≤ {max}"));
        each.collect::<Vec<_>>().join(", ")
    }
}

/// Returns conditions that the components from this one on have their defaults; `None` if one has none.
pub fn default_conditions(game: &Game, count: usize) -> Option<Vec<String>> {
    let text = |expr: &Expr| game.source.0.get(expr.span.range());
    let condition =
        |component: &Component| Some(format!("{} == {}", component.name, text(component.default.as_ref()?)?));
    game.components[count..].iter().map(condition).collect()
}

/// Returns the maximum number of cells of a table within this budget, including everything derived from it.
pub fn most_cells(budget: &Budget) -> u64 {
    (budget.max_bytes / BYTES_OF_A_CELL).clamp(1 << 10, 1 << 20)
}

/// Cells visited between two polls for cancellation.
const CHECK_INTERVAL: usize = 1 << 10;
/// Positions queried at once.
const BATCH: usize = 1 << 14;
/// Maximum size of a cell: its value, its position while it is queried, and its share of the output.
const BYTES_OF_A_CELL: u64 = 256;
/// How many single positions a sweep is compared with.
const SAMPLES: usize = 24;

pub fn value_of(quantity: Quantity, evaluation: &Evaluation) -> Option<i64> {
    match quantity {
        Quantity::Outcome => evaluation.winner.map(outcome),
        number => evaluation.number(number).and_then(|number| number.to_i64()),
    }
}

fn outcome(winner: Winner) -> i64 {
    match winner {
        Winner::Second => 0,
        Winner::First => 1,
        Winner::Draw => DRAWN,
    }
}
