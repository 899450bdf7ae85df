//! From rules to a theorem: an automaton learned from a table, and the certificate that it is right for every position.
//!
//! In: a game whose moves are linear. Out: a certificate that the checker has accepted, or what was tried. An automaton
//! that fits the table is handed to the checker; if it refuses, it names a position whose value does not follow from
//! those of its options, so this position or an option of it is answered wrongly, and the automaton is learned again
//! with that information. Systems are tried in turn, with few states first. Nothing here is trusted.
//!
//! Grundy values are learned as outputs if they are few, else who wins, else as the relation of positions and values.
//! Wrong tool for sets that are not automatic in any of the systems.

use crate::finder::OUT_OF_TIME;
use crate::limits;
mod automaton;
mod learn;
mod search;
mod suggest;
mod system;
mod table;
mod weights;

pub use automaton::{Automaton, State};
pub use system::System;
pub use table::{Learned, Table};

use grundy_checker::{Fault, Play};
use grundy_message::{Message, message, template};
use grundy_proof::consequence::CalledOff;
use grundy_proof::linear::{Limits, LinearGame, LinearTheorem, NoTheorem, Refusal, Stopped, prove_unless, translate};
use grundy_rules::{Instance, Limit, Meter, Part, Value};
use grundy_solve::Budget;
use learn::{Learner, Lesson};
use std::sync::Arc;

/// A proved automaton.
pub struct Proof {
    /// The game as linear conditions.
    pub game: LinearGame,
    /// The play rule.
    pub play: Play,
    /// The numeration system.
    pub system: System,
    /// The automaton.
    pub automaton: Automaton,
    /// Weights that every move lowers.
    pub weights: Vec<Vec<i64>>,
    /// The certificate.
    pub certificate: String,
    /// The theorem that the checker derived from it.
    pub theorem: LinearTheorem,
    /// The values it was learned from.
    pub table: Table,
}

/// Why nothing was proved.
pub enum Unproved {
    /// A clause of the rules is not linear.
    Stopped(Stopped),
    /// No table could be made, or play need not end, and why.
    Useless(Message),
    /// What was tried.
    Tried(Vec<Message>),
}

/// Work limits of the prover.
pub struct Effort<'a> {
    /// Budget of each table.
    pub budget: Budget,
    /// What to prove; by default Grundy values first, if they are bounded.
    pub wants: Option<Learned>,
    /// Polled for whether to continue.
    pub go_on: &'a dyn Fn() -> bool,
}

impl Effort<'_> {
    /// Returns whether the work was cancelled. Cheap to call, unlike `go_on`, which may count its calls.
    pub fn is_called_off(&self) -> bool {
        self.budget.is_cancelled()
    }
}

/// Work limits of the checker.
#[derive(Clone, Copy)]
pub struct Patience<'a> {
    /// Maximum number of steps of the checker.
    pub limits: &'a Limits,
    /// Polled for whether to continue.
    pub go_on: &'a dyn Fn() -> bool,
}

/// One round: states and steps of the checker.
#[derive(Clone, Copy)]
struct Round {
    max_states: usize,
    max_steps: u64,
    positions: u64,
}

/// Maximum number of states of an automaton in the last of the [`ROUNDS`]; a budget above the default has one more
/// round.
pub(crate) const STATES: Limit = Limit { name: template!("states of an automaton"), usual: 400 };

const ROUNDS: [Round; 5] = [
    Round { max_states: 12, max_steps: 200_000, positions: 600 },
    Round { max_states: 20, max_steps: 400_000, positions: 1 << 12 },
    Round { max_states: 60, max_steps: 3_000_000, positions: 1 << 16 },
    Round { max_states: 150, max_steps: 12_000_000, positions: 1 << 18 },
    Round { max_states: STATES.usual as usize, max_steps: 60_000_000, positions: 1 << 20 },
];

/// Returns the rounds of a budget that is `factor` times the default.
fn rounds(factor: u64) -> Vec<Round> {
    let last = ROUNDS[ROUNDS.len() - 1];
    let more = Round {
        max_states: last.max_states.saturating_mul(factor as usize),
        max_steps: last.max_steps.saturating_mul(factor),
        positions: last.positions.saturating_mul(factor.min(limits::MAX_TABLE_FACTOR)),
    };
    ROUNDS.into_iter().chain((factor > 1).then_some(more)).collect()
}

/// Steps of the checker for a system that the data suggest.
const SUGGESTED_STEPS: u64 = 10_000_000;
const SUGGESTED_STATES: usize = 40;
/// Maximum number of columns of digits an automaton may read, within the type of a column.
const COLUMNS: Limit = Limit { name: template!("columns of digits of an automaton"), usual: 1 << 12 };

impl Proof {
    /// Returns the certificate with a claim added, if the checker accepts that too before the time is used up.
    ///
    /// # Errors
    /// Fails if the checker refuses it.
    pub fn with_claim(
        &self,
        instance: &Instance,
        claim: &str,
        patience: &Patience,
    ) -> Result<(String, LinearTheorem), NoTheorem> {
        let text = certificate(&self.game, self.play, claim, &self.weights, &self.system, &self.automaton);
        let theorem = prove_unless(instance, &text, patience.limits, &|| !(patience.go_on)())?;
        Ok((text, theorem))
    }
}

fn certificate(
    game: &LinearGame,
    play: Play,
    claim: &str,
    weights: &[Vec<i64>],
    system: &System,
    automaton: &Automaton,
) -> String {
    let play = if automaton.relation { Play::Relation } else { play };
    let list = |numbers: &[i64]| numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(" ");
    let weights: String = weights.iter().map(|line| format!("weights {}\n", list(line))).collect();
    let system = list(&system.coefficients);
    format!("{}{claim}{weights}system {system}\n{}", game.text(play), automaton.text())
}

/// Finds an automaton for the values of a game and proves it.
///
/// # Errors
/// Fails with what stopped it, or what was tried.
pub fn prove(instance: &Arc<Instance>, effort: &Effort) -> Result<Proof, Unproved> {
    prove_unless_called_off(instance, effort, &|| effort.is_called_off())
}

/// Like [`prove`], but with a separate cancellation check, which is polled often.
///
/// # Errors
/// Fails with what stopped it, or what was tried.
pub(crate) fn prove_unless_called_off(
    instance: &Arc<Instance>,
    effort: &Effort,
    called_off: CalledOff,
) -> Result<Proof, Unproved> {
    let game = translate(instance).map_err(Unproved::Stopped)?;
    let weights = weights::find(instance, &game, effort.budget.factor(), called_off).map_err(Unproved::Useless)?;
    let mut tried = Vec::new();
    let mut lessons = lessons(&game, effort.wants);
    for (number, round) in rounds(effort.budget.factor()).iter().enumerate() {
        let mut known: Option<(Learned, Table)> = None;
        for lesson in lessons.clone() {
            if !(effort.go_on)() || called_off() {
                tried.push(OUT_OF_TIME.into());
                return Err(Unproved::Tried(tried));
            }
            let learned = if lesson == Lesson::Outcome { Learned::Outcome } else { Learned::Grundy };
            let max = if game.splits() || lesson == Lesson::Relation { 1 << 14 } else { u64::MAX };
            let reused = known.take().filter(|(kind, _)| *kind == learned).map(|(_, table)| table);
            let made = || Table::new(instance, &game, learned, round.positions.min(max), &effort.budget);
            let Some(table) = reused.or_else(made) else {
                if number == 0 && lessons.len() == 1 && (effort.go_on)() && !called_off() {
                    return Err(Unproved::Useless(message!("no table of values could be made")));
                }
                continue;
            };
            let (all, half) = (table.greatest_value(1, 1), table.greatest_value(1, 2));
            let grow = all > 4 + half || all as usize > round.max_states;
            if lesson == Lesson::Values && all > 100 && all > half + half / 2 {
                // They grow with the numbers: no larger table is needed to see that.
                lessons.retain(|lesson| *lesson != Lesson::Values);
            }
            if lesson == Lesson::Values && grow {
                let positions = table.positions().len();
                tried.push(message!(
                    "Grundy values grow to {all} among the first {positions} positions",
                    all,
                    positions
                ));
            }
            if lesson != Lesson::Outcome && grow == (lesson == Lesson::Values) {
                known = Some((learned, table));
                continue;
            }
            let positions = ordered(&table);
            let mut systems = suggest::systems(&game, &table);
            let suggested = systems.len();
            systems.extend(System::usual());
            if number > 0 && lesson != Lesson::Relation {
                systems.extend(System::unusual());
            }
            for (at, system) in systems.iter().enumerate() {
                if systems[..at].contains(system) {
                    continue;
                }
                if !(effort.go_on)() || called_off() {
                    tried.push(OUT_OF_TIME.into());
                    return Err(Unproved::Tried(tried));
                }
                let mut round = *round;
                if at < suggested {
                    round.max_steps = round.max_steps.max(SUGGESTED_STEPS);
                    round.max_states = round.max_states.max(SUGGESTED_STATES);
                }
                let attempt =
                    Attempt { instance, game: &game, table: &table, system, weights: &weights, lesson, called_off };
                match attempt.run(&round, &positions, effort) {
                    Ok((automaton, certificate, theorem)) => {
                        let (play, system) = (theorem.play(), system.clone());
                        return Ok(Proof { game, play, system, automaton, weights, certificate, theorem, table });
                    }
                    Err(Failure::Useless(why)) => return Err(Unproved::Useless(why)),
                    Err(Failure::Why(why)) => {
                        let (system, states) = (system.name(), round.max_states);
                        tried.push(match lesson {
                            Lesson::Relation => message!(
                                "{system}, Grundy values without bound, {states} states: {why}",
                                system,
                                states,
                                why
                            ),
                            _ => message!("{system}, {states} states: {why}", system, states, why),
                        });
                    }
                }
            }
            known = Some((learned, table));
        }
    }
    Err(Unproved::Tried(tried))
}

/// Returns the smallest automaton of Grundy values or winners that is learned from about `positions` small positions
/// and fits them all, with their table. Nothing is proved about it. `None` if the rules are not linear, or the table is
/// too short to learn from.
pub fn fitting(
    instance: &Arc<Instance>,
    system: &System,
    learned: Learned,
    positions: u64,
    budget: &Budget,
) -> Option<(Automaton, Table)> {
    let game = translate(instance).ok()?;
    let table = Table::new(instance, &game, learned, positions, budget)?;
    let automaton = {
        let lesson = if learned == Learned::Grundy { Lesson::Values } else { Lesson::Outcome };
        let mut learner = Learner::new(&game, system, &table, lesson);
        let positions = ordered(&table);
        loop {
            let (automaton, access) = learner.hypothesis(ROUNDS[ROUNDS.len() - 1].max_states, &|| false)?;
            let Some(wrong) = learner.mistake(&automaton, &positions, &|| false) else { break automaton.trimmed() };
            if !learner.correct(&automaton, &access, &system.word(&wrong)) {
                return None;
            }
        }
    };
    Some((automaton, table))
}

/// Returns what can be learned about a game, in the order in which it is tried.
fn lessons(game: &LinearGame, wants: Option<Learned>) -> Vec<Lesson> {
    let mut lessons = vec![Lesson::Values, Lesson::Outcome, Lesson::Relation];
    lessons.retain(|lesson| match lesson {
        // Sums need Grundy values; misère play and repeated steps need who wins.
        Lesson::Outcome => !game.splits() && wants != Some(Learned::Grundy),
        _ => !game.misere && game.steps.is_empty() && wants != Some(Learned::Outcome),
    });
    lessons
}

/// Returns the positions of a table, small ones first.
fn ordered(table: &Table) -> Vec<Vec<i64>> {
    let mut positions = table.positions();
    positions.sort_by_key(|position| position.iter().sum::<i64>());
    positions
}

struct Attempt<'a> {
    instance: &'a Arc<Instance>,
    game: &'a LinearGame,
    table: &'a Table,
    system: &'a System,
    weights: &'a [Vec<i64>],
    lesson: Lesson,
    called_off: CalledOff<'a>,
}

enum Failure {
    /// No system can help.
    Useless(Message),
    Why(Message),
}

impl Attempt<'_> {
    fn run(
        &self,
        round: &Round,
        positions: &[Vec<i64>],
        effort: &Effort,
    ) -> Result<(Automaton, String, LinearTheorem), Failure> {
        let tracks = self.game.components.len() as u32 + u32::from(self.lesson == Lesson::Relation);
        let max = (COLUMNS.times(effort.budget.factor()) as usize).min(usize::from(u16::MAX));
        if self.system.base().checked_pow(tracks).is_none_or(|columns| columns > max) {
            return Err(Failure::Why(message!("too many columns")));
        }
        // The checker adds values by xor digit by digit.
        let base = self.system.base();
        if self.lesson == Lesson::Relation
            && self.game.splits()
            && !(self.system.coefficients == [base as i64] && base.is_power_of_two())
        {
            return Err(Failure::Why(message!("sums are added in bases that are powers of two")));
        }
        let play = match (self.game.misere, self.lesson) {
            (true, _) => Play::Misere,
            (false, Lesson::Outcome) => Play::Normal,
            (false, _) => Play::Grundy,
        };
        let limits = Limits { max_steps: round.max_steps };
        let mut learner = Learner::new(self.game, self.system, self.table, self.lesson);
        loop {
            if !(effort.go_on)() || (self.called_off)() {
                return Err(Failure::Why(OUT_OF_TIME.into()));
            }
            let (automaton, access) = learner
                .hypothesis(round.max_states, self.called_off)
                .ok_or_else(|| Failure::Why(message!("too many states")))?;
            let wrong = match learner.mistake(&automaton, positions, self.called_off) {
                Some(position) => position,
                None => {
                    let trimmed = automaton.trimmed();
                    let text = certificate(self.game, play, "", self.weights, self.system, &trimmed);
                    let called_off = || !(effort.go_on)() || (self.called_off)();
                    match prove_unless(self.instance, &text, &limits, &called_off) {
                        Ok(theorem) => return Ok((trimmed, text, theorem)),
                        Err(NoTheorem::Refused(refusal)) => self.wrong_numbers(&learner, &automaton, refusal)?,
                        Err(other) => return Err(Failure::Useless(other.message())),
                    }
                }
            };
            if !learner.correct(&automaton, &access, &self.system.word(&wrong)) {
                return Err(Failure::Why(message!("the table is too short to learn more")));
            }
        }
    }

    /// Returns numbers that an automaton answers wrongly, given a refusal of the checker.
    fn wrong_numbers(&self, learner: &Learner, automaton: &Automaton, refusal: Refusal) -> Result<Vec<i64>, Failure> {
        match refusal.fault {
            // So far the only claim is that the rules can be executed.
            Fault::Moves | Fault::Claim => return Err(Failure::Useless(refusal.message())),
            Fault::Limit => return Err(Failure::Why(refusal.reason)),
            _ => {}
        }
        let small = |number: &u128| i64::try_from(*number).ok().filter(|number| *number < 1 << 40);
        let too_large = || Failure::Why(message!("it fails beyond the table"));
        let numbers: Option<Vec<i64>> =
            refusal.numbers.as_ref().and_then(|numbers| numbers.iter().map(small).collect());
        let numbers = numbers.ok_or_else(too_large)?;
        let (position, value) = numbers.split_at(self.game.components.len().min(numbers.len()));
        let (position, read_value) = (position.to_vec(), value.first().copied());
        // Of a relation, the refused value or the true one is answered wrongly, or another one that is not named: of
        // the position itself, or of a part of a sum.
        let wrong = |at: &Vec<i64>, others: i64| -> Option<Vec<i64>> {
            if self.lesson != Lesson::Relation {
                return learner.is_wrong(automaton, at).then(|| at.clone());
            }
            let value = i64::from(self.table.value(at)?);
            let named = read_value.into_iter().chain([value]);
            let values = named.chain(0..others.min(2 * value + 4));
            let with = |value: i64| at.iter().copied().chain([value]).collect::<Vec<i64>>();
            values.map(with).find(|numbers| learner.is_wrong(automaton, numbers))
        };
        if !self.table.holds(&position) {
            return Err(too_large());
        }
        if let Some(numbers) = wrong(&position, i64::MAX) {
            return Ok(numbers);
        }
        let part = part(self.instance, &position).ok_or_else(too_large)?;
        let meter =
            Meter::new(limits::MAX_OPTION_STEPS, |steps| steps < limits::MAX_OPTION_STEPS && !(self.called_off)());
        let moves = self.instance.moves(&part, None, &meter).map_err(|_| too_large())?;
        let options = moves.iter().flat_map(|made| &made.to).filter_map(numbers_of);
        let others = if self.game.splits() { limits::MAX_OTHER_VALUES } else { 0 };
        options
            .into_iter()
            .filter(|option| self.table.holds(option))
            .find_map(|option| wrong(&option, others))
            .ok_or_else(too_large)
    }
}

/// Returns the part with these numbers.
fn part(instance: &Instance, position: &[i64]) -> Option<Part> {
    instance.part(position.iter().map(|number| Value::from(*number)).collect()).ok()
}

/// Returns the numbers of a part.
fn numbers_of(part: &Part) -> Option<Vec<i64>> {
    part.iter().map(|value| value.as_int()?.to_i64()).collect()
}
