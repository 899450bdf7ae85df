//! How many positions of a box are lost, won or drawn, or have a value.
//!
//! In: a [`Region`] and what is [`Wanted`]. Out: an exact number, and what it rests on. Small boxes are counted by a table.
//! Sums are counted by how many parts have each value. Parts of any size are counted by what is proved about them: a
//! period of heaps, or an automaton that reads digits. Nothing is estimated, and nothing rests on an unproved rule.

mod automaton;
mod condition;
mod listing;
mod periodic;
mod region;
mod sums;
#[cfg(test)]
mod tests;

pub use condition::Wanted;
pub use region::{Choice, Group, Interval, Region};

use crate::prover::{Effort, Learned, Proof, Unproved, prove_unless_called_off};
use grundy_checker::Play;
use grundy_message::{Message, message};
use grundy_rules::game::Type;
use grundy_rules::int::TooLarge;
use grundy_rules::shape::why_parts_have_no_grundy;
use grundy_rules::{Compound, Fault, Instance, Int, Meter, Side};
use grundy_solve::{Evaluation, Solver, Stop, Winner};
use grundy_value::Quantity;
use listing::LISTED;
use periodic::Heaps;
use std::collections::BTreeMap;
use std::sync::Arc;
use sums::Counts;

/// Tuning: number of parts from which on a proved period is preferred to a list of their values. No measurement is recorded.
const LONG: u64 = 1 << 16;

/// What is asked.
pub struct Asked<'a> {
    /// The game.
    pub instance: &'a Arc<Instance>,
    /// How sums are played.
    pub compound: Compound,
    /// The player to move, if given.
    pub mover: Option<Side>,
    /// The positions.
    pub region: &'a Region,
    /// What is counted.
    pub wanted: &'a Wanted,
}

/// A count, and what it rests on.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The number of positions that are counted.
    pub count: Int,
    /// The number of positions of the box.
    pub of: Int,
    /// The authority.
    pub by: Message,
    /// The number of positions or parts that were listed.
    pub positions: Int,
}

/// Why there is no count.
#[derive(Clone, Debug)]
pub enum Unanswered {
    /// The rules cannot be carried out somewhere, or this cannot be asked of the game.
    Fault(Box<Fault>),
    /// The budget ended first.
    Stopped(Stop),
    /// The box is too large to be listed, and what else was tried.
    TooLarge(Vec<Message>),
}

impl From<Fault> for Unanswered {
    fn from(fault: Fault) -> Unanswered {
        Unanswered::Fault(Box::new(fault))
    }
}

impl From<TooLarge> for Unanswered {
    fn from(_: TooLarge) -> Unanswered {
        Fault::refused(message!("a number became too large")).into()
    }
}

/// A running count.
#[derive(Clone, Debug, Default)]
struct Tally {
    count: u64,
    of: u64,
}

/// Counts positions.
///
/// ```
/// use grundy_pattern::counting::{Asked, Region, Wanted, count};
/// use grundy_rules::{Compound, Instance, read};
/// use grundy_solve::{Budget, Solver};
/// let nim = read("game nim(n) move take(k in 1..n) -> n - k").unwrap();
/// let instance = std::sync::Arc::new(Instance::new(nim, vec![]).unwrap());
/// let region = Region::parse(&instance, &["0..7", "0..7", "0..7"]).unwrap();
/// let wanted = Wanted::parse(&instance, &["lose"]).unwrap();
/// let mut solver = Solver::new(instance.clone(), Compound::One, Budget::default()).unwrap();
/// let asked = Asked { instance: &instance, compound: Compound::One, mover: None, region: &region, wanted: &wanted };
/// assert_eq!(count(&asked, &mut solver).unwrap().count.to_i64(), Some(64));
/// ```
///
/// # Errors
/// Fails if the rules cannot be carried out, the budget ends first, or the box is too large for every way of counting.
pub fn count(asked: &Asked, solver: &mut Solver) -> Result<Counted, Unanswered> {
    let budget = solver.budget().started();
    let meter = budget.meter();
    solver.end_at(budget.deadline);
    let found = by_any_way(asked, solver, meter.max(LISTED), &meter);
    match (&found, budget.stop()) {
        // Whatever was refused, the reason is that the time was used up.
        (Err(Unanswered::Fault(_) | Unanswered::TooLarge(_)), Some(stop)) => Err(Unanswered::Stopped(stop)),
        (Err(Unanswered::Fault(fault)), _) if fault.class == grundy_rules::FaultClass::Budget => {
            Err(budget.ended(&meter).map_or(Unanswered::Fault(fault.clone()), Unanswered::Stopped))
        }
        _ => found,
    }
}

/// Counts in the first way that takes the box; at most `listed` positions are listed.
fn by_any_way(asked: &Asked, solver: &mut Solver, listed: u64, meter: &Meter) -> Result<Counted, Unanswered> {
    // A bag of no parts is no part, whatever its range.
    let groups = asked.region.groups.iter().filter(|group| group.times != Some(0));
    let region = &Region { groups: groups.cloned().collect() };
    let asked = &Asked { region, ..*asked };
    let Asked { instance, wanted, .. } = asked;
    let of_sums = region.parts() != 1;
    if of_sums && wanted.is_about_numbers() {
        return Err(Fault::refused(message!(
            "a condition on the numbers of a position is about one part, and this box has several"
        ))
        .hint(message!("of sums, count those that are lost or won, or that have a value"))
        .into());
    }
    for quantity in [Quantity::Grundy, Quantity::Score, Quantity::Remoteness] {
        if wanted.quantities().contains(quantity) {
            grundy_solve::check_quantity(quantity, instance.game(), asked.compound)
                .map_err(|fault| Fault { hints: vec![], ..fault })?;
        }
    }
    let mut tried = Vec::new();
    let has_values = asked.compound == Compound::One && why_parts_have_no_grundy(instance.game()).is_none();
    let is_decided_by_values = has_values && !wanted.quantities().contains(Quantity::Remoteness);
    if of_sums && is_decided_by_values {
        match by_values(asked, solver, listed, meter, &mut tried)? {
            Some(counted) => return Ok(counted),
            None if meter.is_stopped() => return Err(Fault::budget().into()),
            None => {}
        }
    }
    if listing::is_listed(region, listed) {
        let Tally { count, of } = listing::count(asked, solver, meter)?;
        let [count, of] = [count, of].map(|number| Int::from(u128::from(number)));
        let by = match wanted.is_about_numbers_alone() {
            true => message!("every position was looked at"),
            false => message!("every position was solved"),
        };
        return Ok(Counted { count, positions: of.clone(), of, by });
    }
    meter.meet(LISTED);
    tried.push(message!("it has more positions than are listed one by one"));
    if !of_sums
        && !wanted.is_about_numbers()
        && is_decided_by_values
        && let Some(counted) = by_values(asked, solver, listed, meter, &mut tried)?
    {
        return Ok(counted);
    }
    if !of_sums
        && !wanted.is_about_numbers()
        && let Some(counted) = by_automaton(asked, solver, meter, &mut tried)?
    {
        return Ok(counted);
    }
    if wanted.is_about_numbers() {
        tried.push(message!("conditions on the numbers are tried position by position"));
    }
    Err(Unanswered::TooLarge(tried))
}

/// Returns a game's box cut to the ranges of the components, if these are fixed; `None` if nothing is left of it.
fn clipped(instance: &Instance, region: &Region, meter: &Meter) -> Result<Option<Region>, Message> {
    let game = instance.game();
    if !game.valid.is_empty() {
        return Err(message!("which positions are valid is tested position by position"));
    }
    let mut groups = region.groups.clone();
    for group in &mut groups {
        if group.components.len() != game.components.len() {
            return Err(message!("components that take their defaults are tried position by position"));
        }
        for (choice, component) in group.components.iter_mut().zip(&game.components) {
            let (Choice::Number(range), Type::Int { low, high }) = (choice, &component.ty) else {
                return Err(message!("bags are tried one by one"));
            };
            let ends = [low.as_ref(), high.as_ref()];
            if !game.depends(ends.into_iter().flatten()).components.is_empty() {
                let name = &component.name;
                return Err(message!("the range of `{name}` depends on other components", name));
            }
            let nothing = Arc::new(Vec::new());
            let end = |expr: Option<&grundy_rules::game::Expr>| match expr {
                None => Ok(None),
                Some(expr) => match instance.evaluate(expr, &nothing, None, meter) {
                    Ok(value) => Ok(value.as_int().cloned()),
                    Err(fault) => Err(fault.message),
                },
            };
            if let Some(low) = end(ends[0])? {
                range.low = range.low.clone().max(low);
            }
            if let Some(high) = end(ends[1])? {
                range.high = range.high.clone().min(high);
            }
            if range.high < range.low {
                return Ok(None);
            }
        }
    }
    Ok(Some(Region { groups }))
}

/// Counts by the values of parts.
fn by_values(
    asked: &Asked,
    solver: &mut Solver,
    listed: u64,
    meter: &Meter,
    tried: &mut Vec<Message>,
) -> Result<Option<Counted>, Unanswered> {
    let Asked { instance, region, wanted, .. } = asked;
    let mut heaps: Option<Option<Heaps>> = None;
    let mut groups: Vec<Counts> = Vec::new();
    let mut positions = Int::ZERO;
    let mut is_by_period = false;
    let mut known: Vec<(&Group, Counts)> = Vec::new();
    let whole = clipped(instance, region, meter);
    for (index, group) in region.groups.iter().enumerate() {
        // Groups that run over the same box have the same values.
        if let Some((_, counts)) = known.iter().find(|(other, ..)| other.components == group.components) {
            groups.push(Counts { times: group.times, ..counts.clone() });
            continue;
        }
        let single = Region { groups: vec![Group { times: None, ..group.clone() }] };
        // A long range is listed only if no period of it is proved.
        let is_long = !listing::is_listed(&single, listed.min(LONG));
        let by_period = match (&whole, is_long) {
            (Ok(_), true) => heaps.get_or_insert_with(|| Heaps::new(instance, solver.budget())).as_ref(),
            _ => None,
        };
        let counts = match (by_period, &whole) {
            (Some(_), Ok(None)) => return Ok(Some(nothing())),
            (Some(found), Ok(Some(clipped))) if found.saltus > 0 => {
                return by_rising_period(asked, found, clipped, meter, tried);
            }
            (Some(found), Ok(Some(clipped))) => {
                is_by_period = true;
                let Some(counts) = found.counts(&clipped.groups[index]) else {
                    tried.push(message!("the heaps do not fit into a word"));
                    return Ok(None);
                };
                counts
            }
            _ if listing::is_listed(&single, listed) => {
                let Some(counts) = listed_values(asked, &single, group, solver, meter)? else {
                    tried.push(message!("a part has no Grundy value"));
                    return Ok(None);
                };
                positions = counts.by_value.values().try_fold(positions, |sum, count| sum.add(count))?;
                counts
            }
            (_, Err(why)) => {
                tried.push(why.clone());
                return Ok(None);
            }
            _ => {
                tried.push(message!("no period of its parts is proved"));
                return Ok(None);
            }
        };
        known.push((group, counts.clone()));
        groups.push(counts);
    }
    let Some(by_value) = sums::convolve(&groups, meter)? else {
        tried.push(message!("its parts have too many values, or its bags too many parts"));
        return Ok(None);
    };
    let (count, of) = tally(wanted, by_value, meter)?;
    let by = match heaps.flatten().filter(|_| is_by_period) {
        Some(Heaps { period, .. }) => message!(
            "theorem {game}.period, proved: the values of its heaps have period {period}",
            game = instance.game().name,
            period
        ),
        None => message!("values of all parts, and exclusive or"),
    };
    Ok(Some(Counted { count, of, by, positions }))
}

fn nothing() -> Counted {
    Counted { count: Int::ZERO, of: Int::ZERO, by: message!("no position of the box is one"), positions: Int::ZERO }
}

/// Sums what is wanted of positions known by their values.
fn tally(wanted: &Wanted, by_value: BTreeMap<u64, Int>, meter: &Meter) -> Result<(Int, Int), Unanswered> {
    let (mut count, mut of) = (Int::ZERO, Int::ZERO);
    for (value, ways) in by_value {
        let winner = if value == 0 { Winner::Second } else { Winner::First };
        let grundy = Some(Int::from(u128::from(value)));
        let found = Evaluation { winner: Some(winner), grundy, ..Evaluation::default() };
        of = of.add(&ways)?;
        if wanted.holds(None, None, &found, meter)? {
            count = count.add(&ways)?;
        }
    }
    Ok((count, of))
}

/// Returns how many parts of a group have each value; `None` if one has none.
fn listed_values(
    asked: &Asked,
    single: &Region,
    group: &Group,
    solver: &mut Solver,
    meter: &Meter,
) -> Result<Option<Counts>, Unanswered> {
    let asked = Asked { region: single, mover: None, ..*asked };
    let by_value = listing::values(&asked, solver, meter)?;
    Ok(by_value.map(|by_value| Counts { by_value, times: group.times }))
}

/// Counts by a proved period in which values rise.
fn by_rising_period(
    asked: &Asked,
    heaps: &Heaps,
    clipped: &Region,
    meter: &Meter,
    tried: &mut Vec<Message>,
) -> Result<Option<Counted>, Unanswered> {
    let Some((value, is_it)) = asked.wanted.single() else {
        tried.push(message!("values that rise forever are counted one at a time: lose, win or value=V alone"));
        return Ok(None);
    };
    let of =
        clipped.groups.iter().try_fold(Int::ONE, |all, group| all.multiply(&group.size()?).ok()).ok_or(TooLarge)?;
    let of_value = match value.is_negative() {
        true => Some(Int::ZERO),
        false => heaps.sums_of_value(clipped, &value, meter)?,
    };
    let Some(of_value) = of_value else {
        tried.push(message!("too many combinations of digits are possible"));
        return Ok(None);
    };
    let count = if is_it { of_value } else { of.subtract(&of_value)? };
    let by = message!(
        "theorem {game}.period, proved: the values of its heaps rise by {saltus} in each period of {period}",
        game = asked.instance.game().name,
        saltus = heaps.saltus,
        period = heaps.period
    );
    Ok(Some(Counted { count, of, by, positions: Int::ZERO }))
}

/// Counts by a proved automaton.
fn by_automaton(
    asked: &Asked,
    solver: &Solver,
    meter: &Meter,
    tried: &mut Vec<Message>,
) -> Result<Option<Counted>, Unanswered> {
    let Asked { instance, region, wanted, .. } = asked;
    if asked.compound != Compound::One {
        tried.push(message!("automata are about play by the rule of the file"));
        return Ok(None);
    }
    let whole = match clipped(instance, region, meter) {
        Ok(Some(whole)) => whole,
        Ok(None) => return Ok(Some(nothing())),
        Err(why) => {
            tried.push(why);
            return Ok(None);
        }
    };
    let Some(ranges) = whole.groups[0].ranges() else { return Ok(None) };
    let proof = match prove(instance, solver, wanted, meter) {
        Ok(proof) => proof,
        Err(why) => {
            tried.extend(why);
            return Ok(None);
        }
    };
    let of = whole.groups[0].size().ok_or(TooLarge)?;
    let has_values = matches!(proof.theorem.statement().play, Play::Grundy | Play::Relation);
    if !has_values && !wanted.is_about_winners() {
        tried.push(message!("only who wins is proved, and not the values"));
        return Ok(None);
    }
    let is_relation = proof.theorem.statement().play == Play::Relation;
    let single = wanted.single().filter(|_| is_relation);
    let by_value = match &single {
        None if is_relation => {
            tried.push(message!("values that rise forever are counted one at a time: lose, win or value=V alone"));
            return Ok(None);
        }
        Some((value, _)) if value.is_negative() => Some(BTreeMap::new()),
        single => automaton::count(&proof, &ranges, single.as_ref().map(|(value, _)| value), meter)?,
    };
    let Some(by_value) = by_value else {
        tried.push(message!("too many combinations of digits are possible"));
        return Ok(None);
    };
    let count = match &single {
        Some((_, is_it)) => {
            let of_value = by_value.get(&1).cloned().unwrap_or(Int::ZERO);
            if *is_it { of_value } else { of.subtract(&of_value)? }
        }
        None => tally(wanted, by_value, meter)?.0,
    };
    let by = message!(
        "theorem {game}.{what}, proved: an automaton of {states} states reads it off the digits, {system}",
        game = instance.game().name,
        what = if has_values { "grundy" } else { "lose" },
        states = proof.automaton.states.len(),
        system = proof.system.name()
    );
    Ok(Some(Counted { count, of, by, positions: Int::ZERO }))
}

/// Returns an automaton of who wins, or of values if they are wanted.
fn prove(instance: &Arc<Instance>, solver: &Solver, wanted: &Wanted, meter: &Meter) -> Result<Proof, Vec<Message>> {
    let go_on = || meter.goes_on();
    let wants = (!wanted.is_about_winners()).then_some(Learned::Grundy);
    let effort = Effort { budget: solver.budget().clone(), wants, go_on: &go_on };
    prove_unless_called_off(instance, &effort, &|| !meter.goes_on()).map_err(|unproved| match unproved {
        Unproved::Stopped(stopped) => vec![message!("the rules are not linear: {why}", why = stopped.message())],
        Unproved::Useless(why) => vec![why],
        Unproved::Tried(_) => vec![message!("no automaton is proved for it")],
    })
}
