//! Rules about lists, bags, sets, boards and several numbers, in terms of features: length, sum, xor, counts.
//!
//! In: a game whose positions are not read off a table of numbers. Out: rules that hold for small positions, for others
//! held out, and for some with longer lists and larger numbers. Idea: a sample with as many lost as won positions rules
//! out wrong rules early; what fits it is compared with everything else. Nothing is proved here.

mod columns;
mod combine;

use super::claims::{Finding, Status};
use super::gate::{Candidate, Verdict, claim_value, read_all, verdict};
use super::prover::Prover;
use super::scope::Scope;
use super::search::Found;
use super::survey::{DRAWN, NoTable, default_conditions, value_of};
use super::tables::modest;
use crate::limits;
use columns::columns;
use combine::{Fit, Vocabulary};
use grundy_message::{Message, message, plural};
use grundy_rules::game::{Component, Game, Type};
use grundy_rules::shape::why_parts_have_no_grundy;
use grundy_rules::{Compound, FaultClass, Instance, Meter, Part, Position, Side, Standing, Value};
use grundy_solve::{Budget, Deadline, Solver};
use grundy_value::{Quantity, Random};
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

/// Maximum number of steps to compare one claim with all positions.
const STEPS: u64 = 40_000_000;
/// Positions solved at once; what was solved before a limit was met is used.
const BATCH: usize = 256;
/// Tuning: how many choices of the givens a rule is looked for in.
const MAX_CHOICES: usize = 8;
/// Tuning: fewer choices of the givens show nothing.
const MIN_CHOICES: usize = 3;
/// Tuning: the small numbers that are tried for a given.
const MAX_PROBED_GIVEN: i64 = 6;

/// The positions that a sample is drawn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// All positions.
    Everywhere,
    /// Those whose last components have their defaults.
    AtDefaults,
    /// Those that can be reached from the start position.
    FromStart,
}

/// Solved positions to look for rules in.
pub struct Sample {
    drawn: Drawn,
    /// Conditions that hold for all of them, in the language of rules.
    conditions: Vec<String>,
    /// The quantity that the values are.
    pub quantity: Quantity,
    /// The player to move, in a game with players.
    pub mover: Option<Side>,
    /// The game with each of the givens that positions are drawn for.
    pub instances: Vec<Arc<Instance>>,
    /// Small positions with their values, lightest first for each of the givens.
    small: Vec<Solved>,
    /// Larger ones.
    large: Vec<Solved>,
}

/// A position with its value.
#[derive(Clone, Debug)]
struct Solved {
    /// The index of the instance.
    of: usize,
    part: Part,
    value: i64,
}

impl Sample {
    /// Solves small positions and some larger ones.
    ///
    /// # Errors
    /// Fails with the reason if too few can be solved.
    pub fn new(
        instance: &Arc<Instance>,
        drawn: Drawn,
        mover: Option<Side>,
        budget: &Budget,
    ) -> Result<Sample, NoTable> {
        let fault = |fault: grundy_rules::Fault| match fault.class {
            FaultClass::Budget => NoTable::Long,
            _ => NoTable::Fault(Box::new(fault)),
        };
        let compound = instance.compound().map_err(fault)?;
        let game = instance.game();
        let quantity = match (game.points, compound) {
            (true, _) => Quantity::Score,
            (false, Compound::One) if why_parts_have_no_grundy(game).is_none() => Quantity::Grundy,
            _ => Quantity::Outcome,
        };
        let counted = modest(budget);
        let mut solver = crate::solver(instance, compound, counted).map_err(fault)?;
        let (max, heaviest) = (limits::MAX_SAMPLED_POSITIONS, limits::MAX_SAMPLED_WEIGHT);
        let parts = match drawn {
            Drawn::Everywhere => instance.small_parts(max, heaviest),
            Drawn::AtDefaults => instance.small_parts_at_defaults(max, heaviest),
            Drawn::FromStart => from_start(instance, compound, mover, max),
        };
        let mut conditions = Vec::new();
        if drawn == Drawn::AtDefaults {
            let has_default = |component: &Component| component.default.is_some();
            let count =
                game.components.iter().rposition(|component| !has_default(component)).map_or(0, |last| last + 1);
            conditions.extend(default_conditions(game, count).into_iter().flatten());
        }
        if let Some(name) = mover.and_then(|side| game.side_name(side)) {
            conditions.push(format!("mover == {name}"));
        }
        let instances = vec![instance.clone()];
        let mut sample = Sample { drawn, conditions, quantity, mover, instances, small: Vec::new(), large: Vec::new() };
        let mut missing = None;
        sample.small = sample.solve(&mut solver, parts, budget, &mut missing);
        if sample.small.len() < limits::MIN_ROW {
            return Err(missing.unwrap_or(NoTable::Long));
        }
        let parts = if drawn == Drawn::Everywhere { larger(instance, &sample.small) } else { Vec::new() };
        sample.large = sample.solve(&mut solver, parts, budget, &mut missing);
        Ok(sample)
    }

    /// Returns a sample for several choices of the givens that are numbers, which are letters of the rules; `None` if there are
    /// no such givens or too few choices can be solved.
    pub fn of_many_givens(
        instance: &Arc<Instance>,
        drawn: Drawn,
        mover: Option<Side>,
        prover: &Prover,
    ) -> Option<Sample> {
        let others = spread_numbers(instance);
        if others.len() < MIN_CHOICES {
            return None;
        }
        let mut pooled: Option<Sample> = None;
        for other in &others {
            if prover.is_called_off() {
                return None;
            }
            let Ok(sample) = Sample::new(other, drawn, mover, &prover.share(2.0 * others.len() as f64)) else {
                continue;
            };
            let Some(all) = &mut pooled else {
                pooled = Some(sample);
                continue;
            };
            if all.quantity != sample.quantity {
                return None;
            }
            let of = all.instances.len();
            all.instances.extend(sample.instances);
            all.small.extend(sample.small.into_iter().map(|solved| Solved { of, ..solved }));
            all.large.extend(sample.large.into_iter().map(|solved| Solved { of, ..solved }));
        }
        pooled.filter(|sample| sample.instances.len() >= MIN_CHOICES)
    }

    /// Adds what is given to the conditions. Returns false if the language cannot say it.
    fn restrict_to_givens(&mut self, instance: &Instance, keeps_numbers: bool) -> bool {
        let scope = if keeps_numbers { Scope::new(instance, None) } else { Scope::for_all_numbers(instance, None) };
        self.conditions.extend(scope.conditions);
        scope.is_said
    }

    fn solve(
        &mut self,
        solver: &mut Solver,
        parts: Vec<Part>,
        budget: &Budget,
        missing: &mut Option<NoTable>,
    ) -> Vec<Solved> {
        let wants = if self.quantity == Quantity::Grundy { Quantity::Grundy } else { Quantity::Outcome };
        let deadline = Deadline::of(budget);
        let mut solved = Vec::new();
        for some in parts.chunks(BATCH) {
            if budget.is_cancelled() || deadline.is_over() {
                missing.get_or_insert(NoTable::Late);
                break;
            }
            let positions: Vec<Position> = some.iter().map(|part| Position::alone(self.mover, part.clone())).collect();
            for (part, found) in some.iter().zip(solver.evaluate(&positions, wants)) {
                match found {
                    Ok(evaluation) => {
                        // Where play can go on forever there is no Grundy value, but a player may win.
                        if self.quantity == Quantity::Grundy
                            && evaluation.grundy.is_none()
                            && evaluation.winner.is_some()
                        {
                            self.quantity = Quantity::Outcome;
                            let to_outcome = |solved: Solved| Solved { value: i64::from(solved.value != 0), ..solved };
                            solved = solved.into_iter().map(to_outcome).collect();
                            self.small = std::mem::take(&mut self.small).into_iter().map(to_outcome).collect();
                        }
                        match value_of(self.quantity, &evaluation) {
                            Some(value) => solved.push(Solved { of: 0, part: part.clone(), value }),
                            None => drop(missing.get_or_insert(NoTable::Long)),
                        }
                    }
                    Err(fault) if fault.class == FaultClass::Budget => drop(missing.get_or_insert(NoTable::Long)),
                    Err(fault) => drop(missing.get_or_insert(NoTable::Fault(Box::new(fault)))),
                }
            }
            if missing.is_some() {
                break;
            }
        }
        solved
    }

    /// Returns every position with its value, lightest first.
    fn all(&self) -> impl Iterator<Item = &Solved> {
        self.small.iter().chain(&self.large)
    }

    /// Returns indices of small positions, as many lost as won where possible, spread over all weights.
    fn balanced(&self) -> Vec<usize> {
        let (lost, won): (Vec<usize>, Vec<usize>) =
            (0..self.small.len()).partition(|index| self.small[*index].value == 0);
        let spread = |indices: &[usize], count: usize| -> Vec<usize> {
            let count = count.min(indices.len());
            (0..count).map(|index| indices[index * indices.len() / count]).collect()
        };
        let half = limits::MAX_SEARCHED_POSITIONS / 2;
        let lost_count = half.max(limits::MAX_SEARCHED_POSITIONS.saturating_sub(won.len()));
        let chosen_lost = spread(&lost, lost_count);
        let chosen_won = spread(&won, limits::MAX_SEARCHED_POSITIONS - chosen_lost.len());
        let mut chosen = [chosen_lost, chosen_won].concat();
        chosen.sort_unstable();
        chosen
    }

    /// Returns a rule in words, with what it is restricted to.
    fn sentence(&self, words: &Message) -> Message {
        let restricted = self.conditions.iter().map(|condition| condition.replace(" == ", " = "));
        let restricted = restricted.collect::<Vec<_>>().join(", ");
        match (self.drawn, restricted.is_empty()) {
            (Drawn::FromStart, true) => message!("in reach of the start position: {rule}", rule = words),
            (Drawn::FromStart, false) => {
                message!("in reach of the start position, when {indices}: {rule}", indices = restricted, rule = words)
            }
            (_, true) => words.clone(),
            (_, false) => message!("when {indices}: {rule}", indices = restricted, rule = words),
        }
    }

    /// Returns the number of its positions.
    pub fn count(&self) -> u64 {
        (self.small.len() + self.large.len()) as u64
    }
}

/// Returns the game with small values of each given that is a number, the others unchanged; those asked for come first.
fn spread_numbers(instance: &Arc<Instance>) -> Vec<Arc<Instance>> {
    let game = instance.shared_game();
    let is_number = |index: &usize| matches!(game.givens[*index].ty, Type::Int { .. });
    let mut all = vec![instance.clone()];
    for index in (0..game.givens.len()).filter(is_number) {
        let known = all.clone();
        for value in 0..MAX_PROBED_GIVEN {
            if all.len() > MAX_CHOICES {
                break;
            }
            for other in &known {
                let mut givens: Vec<Option<Value>> = other.givens().iter().cloned().map(Some).collect();
                givens[index] = Some(Value::from(value));
                if let Ok(changed) = Instance::new(game.clone(), givens)
                    && all.len() <= MAX_CHOICES
                    && all.iter().all(|known| known.givens() != changed.givens())
                {
                    all.push(Arc::new(changed));
                }
            }
        }
    }
    all
}

/// Returns the values of the givens that are numbers: `m = 3`.
fn numbers_given(instance: &Instance) -> String {
    let givens = instance.game().givens.iter().zip(instance.givens());
    let numbers = givens.filter(|(given, _)| given.ty.is_int());
    let texts = numbers.map(|(given, value)| {
        format!("{} = {}", given.name, grundy_rules::text::print_value(instance.game(), &given.ty, value))
    });
    texts.collect::<Vec<_>>().join(", ")
}

/// Returns whether rules in terms of features come before tables: where a component is no number.
pub fn come_first(game: &Game) -> bool {
    !game.components.iter().all(|component| matches!(component.ty, Type::Int { .. }))
}

/// Looks for rules of a game in samples of its positions: of all of them, else of those at defaults, else of those in
/// reach of the start position.
///
/// # Errors
/// Fails with the reason if no sample can be solved.
pub fn find_all(instance: &Arc<Instance>, prover: &mut Prover) -> Result<Vec<Found>, NoTable> {
    let game = instance.game();
    let movers = match game.players {
        Some(_) => vec![Some(Side::Left), Some(Side::Right)],
        None => vec![None],
    };
    let mut all = Vec::new();
    for mover in movers {
        let mut found: Option<Found> = None;
        let mut why = None;
        for drawn in [Drawn::Everywhere, Drawn::AtDefaults, Drawn::FromStart] {
            let is_possible = match drawn {
                Drawn::Everywhere => true,
                Drawn::AtDefaults => game.components.last().is_some_and(|last| last.default.is_some()),
                Drawn::FromStart => game.start.is_some(),
            };
            let holds = |finding: &Finding| finding.status != Status::Refuted;
            if !is_possible || found.as_ref().is_some_and(|found| found.findings.iter().any(holds)) {
                continue;
            }
            // Rules for all givens first, then one for those that were asked for.
            let mut pooled = Sample::of_many_givens(instance, drawn, mover, prover);
            if let Some(sample) = pooled.as_mut().filter(|sample| sample.small.len() >= limits::MIN_ROW)
                && sample.restrict_to_givens(instance, false)
            {
                let findings = find(sample, prover);
                if findings.iter().any(holds) {
                    found = Some(Found { survey: None, quantity: sample.quantity, findings });
                    continue;
                }
            }
            match Sample::new(instance, drawn, mover, &prover.share(4.0)) {
                Ok(mut sample) => {
                    if !sample.restrict_to_givens(instance, true) {
                        continue;
                    }
                    let findings = find(&sample, prover);
                    if found.is_none() || findings.iter().any(holds) {
                        found = Some(Found { survey: None, quantity: sample.quantity, findings });
                    }
                }
                Err(reason) => why = Some(reason),
            }
        }
        match (found, why) {
            (Some(found), _) => all.push(found),
            (None, why) => return Err(why.unwrap_or(NoTable::Long)),
        }
    }
    Ok(all)
}

/// Looks for rules that fit a sample. Returns those that hold at all of its positions, and one that fitted long and
/// failed, with its counterexample.
fn find(sample: &Sample, prover: &mut Prover) -> Vec<Finding> {
    let goes_on: &dyn Fn() -> bool = &|| !prover.is_called_off();
    let chosen = sample.balanced();
    let positions: Vec<(usize, Part)> =
        chosen.iter().map(|index| (sample.small[*index].of, sample.small[*index].part.clone())).collect();
    let values: Vec<i64> = chosen.iter().map(|index| sample.small[*index].value).collect();
    let vocabulary = Vocabulary::new(columns(&sample.instances, &positions, sample.mover, goes_on), goes_on);
    let mut findings = Vec::new();
    let word = match sample.quantity {
        Quantity::Score => "score",
        _ => "grundy",
    };
    if sample.quantity != Quantity::Outcome {
        let fits = vocabulary.terms_for(&values, goes_on);
        let candidates = fits.into_iter().map(|Fit { text, .. }| {
            let words = match sample.quantity {
                Quantity::Score => message!("the score is {value}", value = text),
                _ => message!("the Grundy value is {value}", value = text),
            };
            Candidate::new(format!("{word} = {text}"), words)
        });
        findings.extend(tested(sample, candidates.collect(), goes_on));
    }
    if sample.quantity != Quantity::Score {
        let lost: Vec<bool> = values.iter().map(|value| *value == 0).collect();
        if lost.contains(&true) && lost.contains(&false) {
            let fits = vocabulary.conditions_for(&lost, goes_on);
            let candidates = fits.into_iter().map(|Fit { text, .. }| {
                Candidate::new(format!("lose iff {text}"), message!("lost exactly if {condition}", condition = text))
            });
            findings.extend(tested(sample, candidates.collect(), goes_on));
        }
        let drawn: Vec<bool> = values.iter().map(|value| *value == DRAWN).collect();
        if sample.quantity == Quantity::Outcome && drawn.contains(&true) {
            let fits = vocabulary.conditions_for(&drawn, goes_on);
            let candidates = fits.into_iter().map(|Fit { text, .. }| {
                Candidate::new(format!("draw iff {text}"), message!("drawn exactly if {condition}", condition = text))
            });
            findings.extend(tested(sample, candidates.collect(), goes_on));
        }
    }
    findings
}

/// Compares candidates with all positions. Returns the first that holds everywhere, or else the one that held longest.
fn tested(sample: &Sample, candidates: Vec<Candidate>, goes_on: &dyn Fn() -> bool) -> Option<Finding> {
    let mut refuted: Option<(u64, Finding)> = None;
    let others: Vec<Vec<_>> =
        sample.instances.iter().map(|other| read_all(other, &sample.conditions, &candidates)).collect();
    for (index, (candidate, ..)) in others[0].iter().enumerate() {
        let meter = Meter::new(STEPS, |steps| steps < STEPS && goes_on());
        let (mut held, mut fails) = (0, None);
        for solved in sample.all() {
            let Some((_, extended, claim)) = others[solved.of].get(index) else { continue };
            let claimed = claim_value(extended, claim, &solved.part, sample.mover, &meter);
            match verdict(&claimed, claim, sample.quantity, solved.value, sample.mover) {
                Verdict::Silent => {}
                Verdict::Holds => held += 1,
                Verdict::Fails => {
                    fails = Some(solved);
                    break;
                }
                Verdict::TooLong => return refuted.map(|(_, finding)| finding),
            }
        }
        // The language cannot say which positions can be reached.
        let claim_text = match sample.drawn {
            Drawn::FromStart => String::new(),
            _ => candidate.text(&sample.conditions),
        };
        let finding = Finding { claim: claim_text, words: sample.sentence(&candidate.words), ..Finding::default() };
        match fails {
            None => {
                let count = sample.count();
                let positions = plural(&count, "position", "positions");
                return Some(Finding {
                    status: Status::Checked,
                    bound: Some(count),
                    extent: Some(match &sample.instances[..] {
                        [_] => message!("{count} {positions}", count, positions),
                        many => message!(
                            "{count} {positions} with {givens}",
                            count,
                            positions,
                            givens = many.iter().map(|one| numbers_given(one)).collect::<Vec<_>>().join("; ")
                        ),
                    }),
                    ..finding
                });
            }
            Some(solved) if refuted.as_ref().is_none_or(|(most, _)| held > *most) => {
                let position = Position::alone(sample.mover, solved.part.clone());
                let position = Message::text(sample.instances[solved.of].print_position(&position));
                let counterexample = Some(match sample.instances.len() {
                    1 => position,
                    _ => {
                        message!("{givens}: {position}", givens = numbers_given(&sample.instances[solved.of]), position)
                    }
                });
                refuted = Some((held, Finding { status: Status::Refuted, counterexample, ..finding }));
            }
            Some(_) => {}
        }
    }
    refuted.map(|(_, finding)| finding)
}

/// Returns parts that can be reached from the start position, nearest first.
fn from_start(instance: &Instance, compound: Compound, mover: Option<Side>, max: usize) -> Vec<Part> {
    let meter = Meter::new(u64::MAX, |steps| steps < STEPS);
    let Ok(start) = instance.start_within(&meter) else { return Vec::new() };
    let (mut known, mut parts) = (BTreeSet::from([start.clone()]), Vec::new());
    let mut next = VecDeque::from([start]);
    while let Some(position) = next.pop_front() {
        if position.mover == mover {
            for part in position.in_play() {
                if !parts.contains(part) {
                    parts.push(part.clone());
                }
            }
        }
        let Ok(Standing::Open(steps)) = instance.look(&position, compound, &meter) else { continue };
        for step in steps {
            if parts.len() + next.len() < max && known.insert(step.to.clone()) {
                next.push_back(step.to);
            }
        }
    }
    parts
}

/// Returns positions with longer lists and larger numbers than these: two of the heaviest joined, component by
/// component.
fn larger(instance: &Instance, small: &[Solved]) -> Vec<Part> {
    let mut random = Random(1);
    let heavy = &small[small.len() / 2..];
    let mut found = Vec::new();
    for _ in 0..4 * limits::MAX_LARGE_POSITIONS {
        let [one, other] = [0; 2].map(|_| &heavy[random.below(heavy.len() as u64) as usize].part);
        let lengthen = random.below(2) == 0;
        let types = instance.game().components.iter().map(|component| &component.ty);
        let pairs = one.iter().zip(other.iter()).zip(types);
        let joined = pairs.map(|((one, other), ty)| match (ty, join(one, other, lengthen)) {
            (Type::Bag(_), Value::List(elements)) => Value::bag(elements.to_vec()),
            (_, joined) => joined,
        });
        let joined = joined.collect();
        if let Ok(part) = instance.part(joined)
            && !found.contains(&part)
        {
            found.push(part);
        }
        if found.len() >= limits::MAX_LARGE_POSITIONS {
            break;
        }
    }
    found
}

/// Joins two values: numbers are added; lists are put together if `lengthen`, otherwise added element by element.
fn join(one: &Value, other: &Value, lengthen: bool) -> Value {
    let lists = |one: &[Value], other: &[Value]| -> Vec<Value> {
        match lengthen {
            true => one.iter().chain(other).cloned().collect(),
            false => {
                let shorter = other.iter().map(Some).chain(std::iter::repeat(None));
                one.iter()
                    .zip(shorter)
                    .map(|(one, other)| other.map_or_else(|| one.clone(), |other| join(one, other, false)))
                    .collect()
            }
        }
    };
    match (one, other) {
        (Value::Int(one), Value::Int(other)) => one.add(other).map_or_else(|_| Value::Int(one.clone()), Value::Int),
        (Value::List(one), Value::List(other)) => Value::list(lists(one, other)),
        _ => one.clone(),
    }
}
