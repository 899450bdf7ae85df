//! Counting by a table: every position is listed and looked up.
//!
//! In: a box. Out: how many positions there are, and how many of them are counted. Compiled rules fill a table of
//! numbers if there is one; otherwise positions are evaluated in blocks. Wrong tool for large boxes.

use super::region::{Choice, Group, Region, bag_value, bags, first_bag, next_bag};
use super::{Asked, Tally, Unanswered};
use grundy_message::template;
use grundy_rules::{Fault, FaultClass, Instance, Int, Limit, Meter, Part, Position, Value};
use grundy_solve::{Evaluation, Solver, Values, Winner};
use grundy_value::{Quantity, QuantitySet};
use std::collections::BTreeMap;

/// Maximum number of positions that are listed.
pub(super) const LISTED: Limit = Limit { name: template!("positions counted one by one"), usual: 1 << 24 };
/// Tuning: number of positions evaluated together. No measurement is recorded.
const BLOCK: usize = 1 << 14;

impl Group {
    /// Returns the number of choices, those that are no positions included.
    pub(super) fn size(&self) -> Option<Int> {
        let size = |choice: &Choice| match choice {
            Choice::Number(range) => Some(range.len()),
            Choice::Bag(count, range) => bags(&range.len(), *count),
        };
        let one = self.components.iter().try_fold(Int::ONE, |all, choice| all.multiply(&size(choice)?).ok())?;
        match self.times {
            Some(times) => bags(&one, times),
            None => Some(one),
        }
    }

    /// Calls `visit` with every part of a single box that the rules allow.
    pub(super) fn each_part<E: From<Fault>>(
        &self,
        instance: &Instance,
        meter: &Meter,
        visit: &mut dyn FnMut(Part) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut bags: Vec<Vec<Int>> = Vec::with_capacity(self.components.len());
        for choice in &self.components {
            bags.push(match choice {
                Choice::Number(range) => vec![range.low.clone()],
                Choice::Bag(count, range) => first_bag(*count, range),
            });
        }
        loop {
            let value = |(choice, bag): (&Choice, &Vec<Int>)| match choice {
                Choice::Number(_) => Value::Int(bag[0].clone()),
                Choice::Bag(..) => bag_value(bag),
            };
            let values = self.components.iter().zip(&bags).map(value).collect();
            match instance.part_within(values, meter) {
                Ok(part) => visit(part)?,
                Err(fault) if matches!(fault.class, FaultClass::Refused | FaultClass::Range) => {}
                Err(fault) => return Err(fault.into()),
            }
            let advance = |index: &usize| match &self.components[*index] {
                Choice::Number(range) | Choice::Bag(_, range) => next_bag(&mut bags[*index], range),
            };
            let Some(changed) = (0..self.components.len()).rev().find(advance) else { return Ok(()) };
            for (choice, bag) in self.components.iter().zip(&mut bags).skip(changed + 1) {
                match choice {
                    Choice::Number(range) | Choice::Bag(_, range) => bag.fill(range.low.clone()),
                }
            }
        }
    }
}

/// Returns whether a box has at most this many positions, those that are none included.
pub(super) fn is_listed(region: &Region, max: u64) -> bool {
    let size = region.groups.iter().try_fold(Int::ONE, |all, group| all.multiply(&group.size()?).ok());
    size.is_some_and(|size| size <= Int::from(u128::from(max)))
}

/// Counts the positions of a box one by one.
///
/// # Errors
/// The rules cannot be carried out somewhere, or the budget ends first.
pub(super) fn count(asked: &Asked, solver: &mut Solver, meter: &Meter) -> Result<Tally, Unanswered> {
    let mover = asked.instance.first_mover(asked.mover);
    let wants = asked.wanted.quantities();
    let table = match (asked.region.groups.as_slice(), asked.wanted.is_about_numbers_alone()) {
        // A table of scores does not say who wins a tie.
        ([only], false) if only.times.is_none() && !asked.instance.game().points => tabulated(only, wants, solver),
        _ => None,
    };
    let mut count = Counter { asked, meter, tally: Tally::default(), table, wants, block: Vec::new() };
    match asked.region.groups.as_slice() {
        [only] if only.times.is_none() => {
            only.each_part(asked.instance, meter, &mut |part| count.add(Position::alone(mover, part), solver))?
        }
        groups => {
            let mut lists = Vec::new();
            for group in groups {
                let mut parts: Vec<Part> = Vec::new();
                group.each_part::<Unanswered>(asked.instance, meter, &mut |part| {
                    parts.push(part);
                    Ok(())
                })?;
                lists.push((parts, group.times.unwrap_or(1)));
            }
            each_sum(&lists, &mut Vec::new(), &mut |parts| {
                meter.step()?;
                count.add(Position { mover, parts: parts.iter().cloned().map(Some).collect() }, solver)
            })?;
        }
    }
    count.flush(solver)?;
    Ok(count.tally)
}

/// Returns how many parts of a single box have each Grundy value; `None` if one has none.
///
/// # Errors
/// The rules cannot be carried out somewhere, or the budget ends first.
pub(super) fn values(
    asked: &Asked,
    solver: &mut Solver,
    meter: &Meter,
) -> Result<Option<BTreeMap<u64, Int>>, Unanswered> {
    let [only] = asked.region.groups.as_slice() else { return Ok(None) };
    let table = tabulated(only, Quantity::Grundy.into(), solver);
    let mut by_value: BTreeMap<u64, u64> = BTreeMap::new();
    let mut has_values = true;
    let mut block = Vec::new();
    let mut note = |found: &Evaluation| match found.grundy.as_ref().and_then(Int::to_u64) {
        Some(value) => *by_value.entry(value).or_default() += 1,
        None => has_values = false,
    };
    let flush = |block: &mut Vec<Position>, solver: &mut Solver, note: &mut dyn FnMut(&Evaluation)| {
        let found = solver.evaluate(block, Quantity::Grundy);
        block.clear();
        if let Some(stop) = solver.unevaluated() {
            return Err(Unanswered::Stopped(stop));
        }
        found.into_iter().try_for_each(|found| {
            note(&found?);
            Ok(())
        })
    };
    only.each_part::<Unanswered>(asked.instance, meter, &mut |part| {
        let position = Position::alone(None, part);
        match table.as_ref().and_then(|table| looked_up(table, &position)) {
            Some(found) => note(&found),
            None => block.push(position),
        }
        if block.len() >= BLOCK { flush(&mut block, solver, &mut note) } else { Ok(()) }
    })?;
    if !block.is_empty() {
        flush(&mut block, solver, &mut note)?;
    }
    let counts = by_value.into_iter().map(|(value, count)| (value, Int::from(u128::from(count))));
    Ok(has_values.then(|| counts.collect()))
}

/// Calls `visit` with the parts of every sum: so many parts of each list, whatever their order.
fn each_sum(
    lists: &[(Vec<Part>, usize)],
    parts: &mut Vec<Part>,
    visit: &mut dyn FnMut(&[Part]) -> Result<(), Unanswered>,
) -> Result<(), Unanswered> {
    let Some(((list, times), rest)) = lists.split_first() else { return visit(parts) };
    if *times > 0 && list.is_empty() {
        return Ok(());
    }
    let mut chosen = vec![0; *times];
    loop {
        let before = parts.len();
        parts.extend(chosen.iter().map(|index: &usize| list[*index].clone()));
        each_sum(rest, parts, visit)?;
        parts.truncate(before);
        let Some(index) = (0..chosen.len()).rev().find(|index| chosen[*index] + 1 < list.len()) else { return Ok(()) };
        let next = chosen[index] + 1;
        chosen[index..].fill(next);
    }
}

/// Returns a table of the values of a box of numbers, if compiled rules have one of what is wanted.
fn tabulated(group: &Group, wants: QuantitySet, solver: &mut Solver) -> Option<(Values, Quantity)> {
    let quantity = [Quantity::Outcome, Quantity::Grundy].into_iter().find(|quantity| wants == *quantity)?;
    let ranges: Vec<_> = group.ranges()?.into_iter().map(|range| range.words()).collect::<Option<_>>()?;
    Some((solver.tabulate(&ranges, quantity).ok()??, quantity))
}

/// Returns what a table says of a position.
fn looked_up((values, quantity): &(Values, Quantity), position: &Position) -> Option<Evaluation> {
    let numbers: Vec<i64> = position.only()?.iter().map(|value| value.as_int()?.to_i64()).collect::<Option<_>>()?;
    match quantity {
        Quantity::Grundy => {
            let value = values.value(&numbers, position.mover)?;
            let winner = if value == 0 { Winner::Second } else { Winner::First };
            Some(Evaluation { winner: Some(winner), grundy: Some(Int::from(value)), ..Evaluation::default() })
        }
        _ => Some(Evaluation { winner: Some(values.winner(&numbers, position.mover)?), ..Evaluation::default() }),
    }
}

/// Positions that wait for their values.
struct Counter<'a> {
    asked: &'a Asked<'a>,
    meter: &'a Meter<'a>,
    tally: Tally,
    table: Option<(Values, Quantity)>,
    wants: QuantitySet,
    block: Vec<Position>,
}

impl Counter<'_> {
    fn add(&mut self, position: Position, solver: &mut Solver) -> Result<(), Unanswered> {
        let known = match &self.table {
            _ if self.asked.wanted.is_about_numbers_alone() => Some(Evaluation::default()),
            Some(table) => looked_up(table, &position),
            None => None,
        };
        if let Some(known) = known {
            return self.judge(&position, &known);
        }
        self.block.push(position);
        if self.block.len() >= BLOCK { self.flush(solver) } else { Ok(()) }
    }

    fn flush(&mut self, solver: &mut Solver) -> Result<(), Unanswered> {
        let block = std::mem::take(&mut self.block);
        if block.is_empty() {
            return Ok(());
        }
        let found = solver.evaluate(&block, self.wants);
        if let Some(stop) = solver.unevaluated() {
            return Err(Unanswered::Stopped(stop));
        }
        for (position, found) in block.iter().zip(found) {
            self.judge(position, &found?)?;
        }
        Ok(())
    }

    fn judge(&mut self, position: &Position, found: &Evaluation) -> Result<(), Unanswered> {
        let holds = self.asked.wanted.holds(position.only(), position.mover, found, self.meter)?;
        self.tally.of += 1;
        self.tally.count += u64::from(holds);
        Ok(())
    }
}
