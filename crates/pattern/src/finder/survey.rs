//! A table of values to look for rules in.
//!
//! In: a game whose positions are numbers, or lists of so many numbers. Out: the Grundy values, winners or scores of all positions
//! whose numbers lie below a bound. Components that have defaults may be left at them: the table is then about the positions
//! where play starts, and every claim made from it says so.

use grundy_proof::consequence::CalledOff;
use grundy_rules::game::{Expr, Type};
use grundy_rules::shape::why_parts_have_no_grundy;
use grundy_rules::{Fault, FaultClass, Instance, Join, Meter, Part, Position, Side, Value};
use grundy_solve::{Budget, Deadline, Judgement, Solver, Wants, Winner};
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// What a table tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// Grundy values.
    Grundy,
    /// 0 where the player to move loses, 1 where he wins, 2 where nobody does.
    Outcome,
    /// The best difference for the player to move.
    Score,
}

impl Told {
    /// The word for it in claims.
    pub fn word(self) -> &'static str {
        match self {
            Told::Grundy => "grundy",
            Told::Outcome => "outcome",
            Told::Score => "score",
        }
    }
}

/// The value of a drawn position in a table of outcomes.
pub const DRAWN: i64 = 2;

/// Over what a table runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// What runs, as the language says it: `n`, or `heaps[0]`.
    pub names: Vec<String>,
    /// The least number of each.
    pub low: Vec<i64>,
    /// The greatest number, where the rules say one.
    pub most: Vec<Option<i64>>,
    /// What holds of every position of the table beside that, as conditions of the language.
    pub conditions: Vec<String>,
    /// Who is to move, in a game with players.
    pub mover: Option<Side>,
    source: Source,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// The first so many components.
    Components(usize),
    /// One list of so many numbers.
    List(usize),
    /// One bag of so many numbers, the least first.
    Bag(usize),
}

/// Why there is no table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoTable {
    /// The rules cannot be carried out at one of its positions.
    Fault(Box<Fault>),
    /// The time was used up, or somebody said stop.
    Late,
    /// It would take more memory than may be used.
    Large,
    /// It takes more work than may be done.
    Long,
}

impl fmt::Display for NoTable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoTable::Fault(fault) => write!(formatter, "the rules cannot be carried out: {}", fault.sentence()),
            NoTable::Late => formatter.write_str("the time was used up"),
            NoTable::Large => formatter.write_str("it takes more memory than it may use"),
            NoTable::Long => formatter.write_str("it takes too much work"),
        }
    }
}

/// The values of a box of positions.
#[derive(Clone, Debug)]
pub struct Survey {
    /// Over what it runs.
    pub plan: Plan,
    /// The greatest number of each.
    pub high: Vec<i64>,
    /// What is told.
    pub told: Told,
    /// Row by row, the last number fastest; `None` is no position, or not known.
    pub values: Vec<Option<i64>>,
    /// Why not every position of the box is known, where that is so.
    pub missing: Option<NoTable>,
}

impl Plan {
    /// The tables that a game can be seen in, the smallest first.
    ///
    /// # Errors
    /// Why there is none.
    pub fn all(instance: &Instance) -> Result<Vec<Plan>, String> {
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
                let names = (0..*count).map(|place| format!("{}[{place}]", only.name)).collect();
                let bag = matches!(only.ty, Type::Bag(_));
                plans.push(Plan {
                    names,
                    low: vec![0; *count],
                    most: vec![None; *count],
                    conditions: vec![format!("len({}) == {count}", only.name)],
                    mover: None,
                    source: if bag { Source::Bag(*count) } else { Source::List(*count) },
                });
            }
        }
        let numbers = components.iter().take_while(|component| is_number(&component.ty)).count();
        for count in 1..=numbers {
            let rest = &components[count..];
            if rest.iter().any(|component| component.default.is_none()) {
                continue;
            }
            let text = |expr: &Expr| game.source.0.get(expr.span.range()).map(str::to_owned);
            let conditions: Option<Vec<String>> = rest
                .iter()
                .map(|component| Some(format!("{} == {}", component.name, text(component.default.as_ref()?)?)))
                .collect();
            let end = |expr: Option<&Expr>| {
                // An end that depends on other components is no end of the table.
                let expr = expr.filter(|expr| game.components_of([*expr]).is_empty())?;
                let nothing: Part = Arc::new(Vec::new());
                instance.evaluate(expr, &nothing, None, &Meter::steps(100_000)).ok()?.as_int()?.to_i64()
            };
            let ends = components[..count].iter().map(|component| match &component.ty {
                Type::Int { low, high } => (low.as_ref().map_or(Some(0), |low| end(Some(low))), end(high.as_ref())),
                _ => (None, None),
            });
            let (low, most): (Vec<Option<i64>>, Vec<Option<i64>>) = ends.unzip();
            let Some(conditions) = conditions else { continue };
            plans.push(Plan {
                names: components[..count].iter().map(|component| component.name.clone()).collect(),
                low: low.into_iter().map(|low| low.unwrap_or(0)).collect(),
                most,
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
                Some(component) => format!("a table runs over numbers, and `{}` is none", component.name),
                None => "there are no numbers to run over".to_owned(),
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

    /// Finds the ends of components that have few numbers, where the rules do not say them: the days of a month.
    fn probe(&mut self, instance: &Instance) {
        let last = self.names.len() - 1;
        for at in 0..self.names.len() {
            // Of a bag only the greatest number can be large alone.
            let place = if matches!(self.source, Source::Bag(_)) { last } else { at };
            let is_position = |number: i64| {
                let mut numbers = self.low.clone();
                numbers[place] = number;
                self.part(instance, &numbers).is_some()
            };
            let end = (self.low[at]..self.low[at] + MOST_PROBED).take_while(|number| is_position(*number)).last();
            if self.most[at].is_none() {
                self.most[at] = end.filter(|end| *end > self.low[at] && *end < self.low[at] + MOST_PROBED - 1);
            }
        }
    }

    /// Whether every position is in some such table.
    pub fn is_whole(&self, instance: &Instance) -> bool {
        self.source == Source::Components(instance.game().components.len()) && self.mover.is_none()
    }

    /// The part with these numbers; `None` where it is no position.
    pub fn part(&self, instance: &Instance, numbers: &[i64]) -> Option<Part> {
        let values: Vec<Value> = numbers.iter().map(|number| Value::from(*number)).collect();
        match self.source {
            Source::Components(_) => instance.part(values).ok(),
            Source::List(_) => instance.part(vec![Value::list(values)]).ok(),
            Source::Bag(_) if numbers.is_sorted() => instance.part(vec![Value::bag(values)]).ok(),
            Source::Bag(_) => None,
        }
    }

    /// The greatest numbers of a box of about so many positions.
    pub fn highs(&self, positions: u64) -> Vec<i64> {
        let count = |side: i64| {
            let each = self.low.iter().zip(&self.most).map(|(low, most)| {
                let high = most.map_or(low + side - 1, |most| most.min(low + side - 1));
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
        let high = |(low, most): (&i64, &Option<i64>)| most.map_or(low + side - 1, |most| most.min(low + side - 1));
        self.low.iter().zip(&self.most).map(high).collect()
    }
}

impl Survey {
    /// The values of about so many positions.
    ///
    /// # Errors
    /// None can be found, and why.
    pub fn new(instance: &Arc<Instance>, plan: &Plan, positions: u64, budget: &Budget) -> Result<Survey, NoTable> {
        Survey::up_to(instance, plan, plan.highs(positions), budget)
    }

    /// The values of all positions up to these numbers.
    ///
    /// # Errors
    /// None can be found, and why.
    pub fn up_to(instance: &Arc<Instance>, plan: &Plan, high: Vec<i64>, budget: &Budget) -> Result<Survey, NoTable> {
        let game = instance.game();
        let fault = |fault: Fault| match fault.class {
            FaultClass::Budget => NoTable::Long,
            _ => NoTable::Fault(Box::new(fault)),
        };
        let join = instance.join().map_err(fault)?;
        let told = match (game.points, join) {
            (true, _) => Told::Score,
            (false, Join::One) if why_parts_have_no_grundy(game).is_none() => Told::Grundy,
            _ => Told::Outcome,
        };
        let mut survey = Survey { plan: plan.clone(), high, told, values: Vec::new(), missing: None };
        if survey.cells_of_box() > most_cells(budget) {
            return Err(NoTable::Large);
        }
        let deadline = Deadline::of(budget);
        let is_late = || budget.is_cancelled() || deadline.is_over();
        let mut solver = crate::solver(instance, join, budget.clone()).map_err(fault)?;
        if is_late() {
            return Err(NoTable::Late);
        }
        let wants = if told == Told::Grundy { Wants::Grundy } else { Wants::Winner };
        let whole = plan.source == Source::Components(game.components.len());
        let ranges: Vec<RangeInclusive<i64>> =
            plan.low.iter().zip(&survey.high).map(|(low, high)| *low..=*high).collect();
        // A whole box is swept at once, where its moves do not leave it.
        if whole
            && let Ok(Some(values)) = solver.tabulate(&ranges, wants)
            && !is_late()
        {
            let value = |numbers: &[i64]| match told {
                Told::Outcome => values.winner(numbers, plan.mover).map(outcome),
                _ => values.value(numbers, plan.mover),
            };
            let mut is_complete = true;
            let mut told = Vec::new();
            for (place, numbers) in survey.positions().enumerate() {
                if place % CELLS_AT_ONCE == 0 && is_late() {
                    return Err(NoTable::Late);
                }
                let is_position = plan.part(instance, &numbers).is_some();
                told.push(if is_position { value(&numbers) } else { None });
                is_complete &= !is_position || told[place].is_some();
            }
            survey.values = told;
            if is_complete && survey.agrees(instance, &mut solver, wants) {
                return Ok(survey);
            }
        }
        survey.ask(instance, &mut solver, wants, &is_late)
    }

    /// Asks about each position of the box, a few at a time: what is found is kept, and a long table does not fill the memory.
    fn ask(
        mut self,
        instance: &Instance,
        solver: &mut Solver,
        wants: Wants,
        is_late: &dyn Fn() -> bool,
    ) -> Result<Survey, NoTable> {
        let mut judged: Vec<Option<Judgement>> = Vec::new();
        let numbers: Vec<Vec<i64>> = self.positions().collect();
        for some in numbers.chunks(ASKED_AT_ONCE) {
            if is_late() {
                self.missing = Some(NoTable::Late);
                break;
            }
            let parts: Vec<Option<Part>> = some.iter().map(|numbers| self.plan.part(instance, numbers)).collect();
            let position = |part: &Part| Position::alone(self.plan.mover, part.clone());
            let asked: Vec<Position> = parts.iter().flatten().map(position).collect();
            let mut found = solver.judge(&asked, wants).into_iter();
            for part in parts {
                let judgement = part.and_then(|_| found.next()).map(|judgement| match judgement {
                    Ok(judgement) => judgement,
                    Err(fault) => {
                        let is_budget = fault.class == FaultClass::Budget;
                        let why = if is_budget { NoTable::Long } else { NoTable::Fault(Box::new(fault)) };
                        self.missing.get_or_insert(why);
                        Judgement::default()
                    }
                });
                judged.push(judgement);
            }
            let is_unknown =
                |judgement: &Judgement| judgement.winner.is_none() && told_of(self.told, judgement).is_none();
            if self.missing.is_none() && judged.iter().flatten().any(is_unknown) {
                self.missing = Some(if is_late() { NoTable::Late } else { NoTable::Long });
            }
            // Beyond what is missing nothing is made of a table.
            if self.missing.is_some() {
                break;
            }
        }
        // Where play can go on for ever there is no Grundy value, but somebody may win.
        let has_no_value = |judgement: &Judgement| judgement.winner.is_some() && judgement.grundy.is_none();
        if self.told == Told::Grundy && judged.iter().flatten().any(has_no_value) {
            self.told = Told::Outcome;
        }
        if self.missing.is_none() && judged.iter().flatten().any(|judgement| told_of(self.told, judgement).is_none()) {
            self.missing = Some(NoTable::Long);
        }
        judged.resize(numbers.len(), None);
        self.values = judged.iter().map(|judgement| told_of(self.told, judgement.as_ref()?)).collect();
        if self.values.iter().any(Option::is_some) { Ok(self) } else { Err(self.missing.unwrap_or(NoTable::Long)) }
    }

    /// How many places the box has.
    fn cells_of_box(&self) -> u64 {
        let side = |(low, high): (&i64, &i64)| u64::try_from(high - low + 1).unwrap_or(0);
        self.plan.low.iter().zip(&self.high).map(side).fold(1, u64::saturating_mul)
    }

    /// The beginning of a row of numbers, up to the first that is not known.
    pub fn beginning(mut self) -> Option<Survey> {
        let known = self.values.iter().take_while(|value| value.is_some()).count();
        (self.plan.names.len() == 1 && known >= SHORTEST_ROW).then(|| {
            self.high = vec![self.plan.low[0] + known as i64 - 1];
            self.values.truncate(known);
            self
        })
    }

    /// Whether every position of the box is known.
    pub fn is_complete(&self) -> bool {
        self.missing.is_none()
    }

    /// Whether the first values are those that single positions have. A sweep may keep more than was asked for, in a form of its own.
    fn agrees(&self, instance: &Instance, solver: &mut Solver, wants: Wants) -> bool {
        // The order need not be that of all places.
        let mut places: Vec<(i64, usize)> = self
            .positions()
            .zip(&self.values)
            .enumerate()
            .filter(|(_, (_, value))| value.is_some())
            .map(|(place, (numbers, _))| (numbers.iter().sum(), place))
            .collect();
        if places.len() > SAMPLES {
            places.select_nth_unstable(SAMPLES);
            places.truncate(SAMPLES);
        }
        let places: Vec<usize> = places.into_iter().map(|(_, place)| place).collect();
        let position =
            |place: &usize| Some(Position::alone(self.plan.mover, self.plan.part(instance, &self.numbers(*place))?));
        let Some(asked) = places.iter().map(position).collect::<Option<Vec<Position>>>() else { return false };
        solver.judge(&asked, wants).into_iter().zip(places).all(|(judgement, place)| {
            judgement.is_ok_and(|judgement| told_of(self.told, &judgement) == self.values[place])
        })
    }

    /// The numbers of all places of the box, in their order.
    pub fn positions(&self) -> impl Iterator<Item = Vec<i64>> + '_ {
        let sides: Vec<i64> = self.plan.low.iter().zip(&self.high).map(|(low, high)| (high - low + 1).max(0)).collect();
        let count: i64 = sides.iter().product();
        (0..count).map(move |place| {
            let mut rest = place;
            let mut numbers = self.plan.low.clone();
            for (number, side) in numbers.iter_mut().zip(&sides).rev() {
                *number += rest % side;
                rest /= side;
            }
            numbers
        })
    }

    /// The numbers and the value of each place, until the work is called off.
    pub fn cells<'a>(&'a self, called_off: CalledOff<'a>) -> impl Iterator<Item = (Vec<i64>, &'a Option<i64>)> {
        let places = self.positions().zip(&self.values).enumerate();
        places.take_while(move |(place, _)| place % CELLS_AT_ONCE != 0 || !called_off()).map(|(_, cell)| cell)
    }

    /// The places of known positions, small positions first.
    pub fn order(&self) -> Vec<usize> {
        let sums: Vec<i64> = self.positions().map(|numbers| numbers.iter().sum()).collect();
        let mut order: Vec<usize> = (0..self.values.len()).filter(|place| self.values[*place].is_some()).collect();
        order.sort_by_key(|place| (sums[*place], *place));
        order
    }

    /// The part at a place.
    pub fn part(&self, instance: &Instance, place: usize) -> Option<Part> {
        self.plan.part(instance, &self.numbers(place))
    }

    /// The numbers at a place.
    pub fn numbers(&self, place: usize) -> Vec<i64> {
        let mut rest = place as i64;
        let mut numbers = self.plan.low.clone();
        for (at, number) in numbers.iter_mut().enumerate().rev() {
            let side = self.high[at] - self.plan.low[at] + 1;
            *number += rest % side;
            rest /= side;
        }
        numbers
    }

    /// The place of these numbers; `None` outside the box.
    pub fn place(&self, numbers: &[i64]) -> Option<usize> {
        let mut place = 0;
        for (at, number) in numbers.iter().enumerate() {
            if *number < self.plan.low[at] || *number > self.high[at] {
                return None;
            }
            place = place * (self.high[at] - self.plan.low[at] + 1) + number - self.plan.low[at];
        }
        Some(place as usize)
    }

    /// The value of the position with these numbers.
    pub fn value(&self, numbers: &[i64]) -> Option<i64> {
        self.values[self.place(numbers)?]
    }

    /// How many positions are known.
    pub fn known(&self) -> u64 {
        self.values.iter().flatten().count() as u64
    }

    /// Whether some position is drawn.
    pub fn has_draws(&self) -> bool {
        self.told == Told::Outcome && self.values.contains(&Some(DRAWN))
    }

    /// The greatest numbers of positions that are known, which may end before the box does.
    pub fn greatest(&self) -> Vec<i64> {
        let mut greatest = self.plan.low.clone();
        for (numbers, _) in self.positions().zip(&self.values).filter(|(_, value)| value.is_some()) {
            for (most, number) in greatest.iter_mut().zip(numbers) {
                *most = number.max(*most);
            }
        }
        greatest
    }

    /// How many numbers the shortest side has along which positions are known.
    pub fn shortest(&self) -> i64 {
        self.plan.low.iter().zip(self.greatest()).map(|(low, most)| most - low + 1).min().unwrap_or(0)
    }

    /// `n ≤ 100`, or `a, b ≤ 20`: up to where positions are known.
    pub fn extent(&self) -> String {
        let greatest = self.greatest();
        if greatest.windows(2).all(|pair| pair[0] == pair[1]) {
            return format!("{} ≤ {}", self.plan.names.join(", "), greatest[0]);
        }
        let each = self.plan.names.iter().zip(&greatest).map(|(name, most)| format!("{name} ≤ {most}"));
        each.collect::<Vec<_>>().join(", ")
    }
}

/// How many cells a table may have within this budget, with everything that is made of it.
pub fn most_cells(budget: &Budget) -> u64 {
    (budget.max_bytes / BYTES_OF_A_CELL).clamp(1 << 10, 1 << 20)
}

/// How many places are looked at before it is asked again whether the work is called off.
const CELLS_AT_ONCE: usize = 1 << 10;
/// How many positions are asked about at once.
const ASKED_AT_ONCE: usize = 1 << 14;
/// What a cell takes at the most: its value, its position while it is asked about, and its place in what is printed.
const BYTES_OF_A_CELL: u64 = 256;
/// Shorter rows show nothing.
const SHORTEST_ROW: usize = 12;
/// How many numbers of a component are tried to find its end.
const MOST_PROBED: i64 = 64;
/// How many single positions a sweep is compared with.
const SAMPLES: usize = 24;

fn told_of(told: Told, judgement: &Judgement) -> Option<i64> {
    match told {
        Told::Grundy => judgement.grundy.and_then(|grundy| i64::try_from(grundy.0).ok()),
        Told::Outcome => judgement.winner.map(outcome),
        Told::Score => judgement.score.as_ref().and_then(|score| score.to_i64()),
    }
}

fn outcome(winner: Winner) -> i64 {
    match winner {
        Winner::Second => 0,
        Winner::First => 1,
        Winner::Draw => DRAWN,
    }
}
