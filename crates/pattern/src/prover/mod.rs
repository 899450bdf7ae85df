//! From rules to a theorem: an automaton learned from a table, and the certificate that it is right for every position.
//!
//! In: a game whose moves are linear. Out: a certificate that the checker has accepted, or what was tried. An automaton that fits the
//! table is handed to the checker; where it refuses, it names a position whose value does not follow from those of its
//! options, so that this position or an option of it is answered wrongly, and the automaton is learned anew with what that
//! tells. Systems are tried in turn, with few states first. Nothing here is trusted.
//!
//! Wrong tool where values grow without bound and nothing but them will do, and for sets that are not automatic in any of the systems.

mod automaton;
mod learn;
mod system;
mod table;
mod weights;

pub use automaton::{Automaton, State};
pub use system::System;
pub use table::{Learned, Table};

use grundy_checker::{Fault, Limits, Play, Refusal};
use grundy_proof::linear::{LinearGame, LinearTheorem, NoTheorem, Stopped, prove as prove_certificate, translate};
use grundy_rules::{Instance, Meter, Part, Value};
use grundy_solve::Budget;
use learn::Learner;
use std::sync::Arc;

/// A proved automaton.
pub struct Proof {
    /// The game as linear conditions.
    pub game: LinearGame,
    /// How it is played.
    pub play: Play,
    /// The numeration system.
    pub system: System,
    /// The automaton.
    pub automaton: Automaton,
    /// What every move lowers.
    pub weights: Vec<i64>,
    /// The certificate.
    pub certificate: String,
    /// What the checker made of it.
    pub theorem: LinearTheorem,
    /// The values it was learned from.
    pub table: Table,
}

/// Why nothing was proved.
pub enum Unproved {
    /// A clause of the rules is not linear.
    Stopped(Stopped),
    /// No table could be made, or play need not end, and why.
    Useless(String),
    /// What was tried.
    Tried(Vec<String>),
}

/// How much work may be done.
pub struct Effort<'a> {
    /// For each table.
    pub budget: Budget,
    /// What is to be proved where there is a choice; else Grundy values first, where they are bounded.
    pub wants: Option<Learned>,
    /// Asked now and then whether to go on.
    pub go_on: &'a dyn Fn() -> bool,
}

/// One round: states and steps of the checker.
struct Round {
    max_states: usize,
    max_steps: u64,
    positions: u64,
}

const ROUNDS: [Round; 5] = [
    Round { max_states: 12, max_steps: 200_000, positions: 600 },
    Round { max_states: 20, max_steps: 400_000, positions: 1 << 12 },
    Round { max_states: 60, max_steps: 3_000_000, positions: 1 << 16 },
    Round { max_states: 150, max_steps: 12_000_000, positions: 1 << 18 },
    Round { max_states: 400, max_steps: 60_000_000, positions: 1 << 20 },
];
/// More columns than this are not worth a table.
const MOST_COLUMNS: usize = 1 << 12;

impl Proof {
    /// The same certificate with more said, where the checker accepts that too.
    ///
    /// # Errors
    /// The checker refuses it.
    pub fn with_claim(
        &self,
        instance: &Instance,
        claim: &str,
        limits: &Limits,
    ) -> Result<(String, LinearTheorem), NoTheorem> {
        let text = certificate(&self.game, self.play, claim, &self.weights, &self.system, &self.automaton);
        let theorem = prove_certificate(instance, &text, limits)?;
        Ok((text, theorem))
    }
}

fn certificate(
    game: &LinearGame,
    play: Play,
    claim: &str,
    weights: &[i64],
    system: &System,
    automaton: &Automaton,
) -> String {
    let list = |numbers: &[i64]| numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(" ");
    let (weights, system) = (list(weights), list(&system.coefficients));
    format!("{}{claim}weights {weights}\nsystem {system}\n{}", game.text(play), automaton.text())
}

/// Finds an automaton for the values of a game and proves it.
///
/// # Errors
/// What stopped it, or what was tried.
pub fn prove(instance: &Arc<Instance>, effort: &Effort) -> Result<Proof, Unproved> {
    let game = translate(instance).map_err(Unproved::Stopped)?;
    let weights = weights::find(instance, &game).map_err(Unproved::Useless)?;
    let mut tried = Vec::new();
    let mut kinds = vec![Learned::Grundy, Learned::Outcome];
    if game.misere {
        kinds.remove(0);
    } else if game.splits() {
        kinds.pop();
    }
    kinds.retain(|learned| effort.wants.is_none_or(|wanted| wanted == *learned));
    for (number, round) in ROUNDS.iter().enumerate() {
        for learned in kinds.clone() {
            let positions = if game.splits() { round.positions.min(1 << 14) } else { round.positions };
            let Some(table) = Table::new(instance, &game, learned, positions, &effort.budget) else {
                if number == 0 {
                    return Err(Unproved::Useless("no table of values could be made".into()));
                }
                continue;
            };
            let (all, half) = (table.greatest_value(1, 1), table.greatest_value(1, 2));
            if learned == Learned::Grundy && all > 100 && all > half + half / 2 {
                // They grow with the numbers: no larger table is needed to see that.
                kinds.retain(|kind| *kind != Learned::Grundy);
            }
            if learned == Learned::Grundy && (all > 4 + half || all as usize > round.max_states) {
                tried.push(format!("Grundy values grow to {all} among the first {positions} positions"));
                continue;
            }
            let positions = ordered(&table);
            let mut table = Some(table);
            for system in System::usual() {
                if !(effort.go_on)() {
                    tried.push("the time was used up".into());
                    return Err(Unproved::Tried(tried));
                }
                let Some(values) = &table else { break };
                let attempt =
                    Attempt { instance, game: &game, table: values, system: &system, weights: &weights, learned };
                match attempt.run(round, &positions, effort) {
                    Ok((automaton, certificate, theorem)) => {
                        let play = theorem.play();
                        let Some(table) = table.take() else { break };
                        return Ok(Proof { game, play, system, automaton, weights, certificate, theorem, table });
                    }
                    Err(Failure::Useless(why)) => return Err(Unproved::Useless(why)),
                    Err(Failure::Why(why)) => tried.push(format!("{system}, {} states: {why}", round.max_states)),
                }
            }
        }
    }
    Err(Unproved::Tried(tried))
}

/// The positions of a table, small ones first.
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
    weights: &'a [i64],
    learned: Learned,
}

enum Failure {
    /// No system will help.
    Useless(String),
    Why(String),
}

fn why(text: &str) -> Failure {
    Failure::Why(text.into())
}

impl Attempt<'_> {
    fn run(
        &self,
        round: &Round,
        positions: &[Vec<i64>],
        effort: &Effort,
    ) -> Result<(Automaton, String, LinearTheorem), Failure> {
        let components = self.game.components.len() as u32;
        if self.system.base().checked_pow(components).is_none_or(|columns| columns > MOST_COLUMNS) {
            return Err(why("too many columns"));
        }
        let play = match (self.game.misere, self.learned) {
            (true, _) => Play::Misere,
            (false, Learned::Grundy) => Play::Grundy,
            (false, Learned::Outcome) => Play::Normal,
        };
        let limits = Limits { max_steps: round.max_steps };
        let mut learner = Learner::new(self.game, self.system, self.table);
        loop {
            if !(effort.go_on)() {
                return Err(why("the time was used up"));
            }
            let (automaton, access) = learner.hypothesis(round.max_states).ok_or_else(|| why("too many states"))?;
            let wrong = match learner.mistake(&automaton, positions) {
                Some(position) => position,
                None => {
                    let text = certificate(self.game, play, "", self.weights, self.system, &automaton);
                    match prove_certificate(self.instance, &text, &limits) {
                        Ok(theorem) => return Ok((automaton, text, theorem)),
                        Err(NoTheorem::Refused(refusal)) => self.wrong_position(&automaton, refusal)?,
                        Err(other) => return Err(Failure::Useless(other.to_string())),
                    }
                }
            };
            if !learner.correct(&automaton, &access, &self.system.word(&wrong)) {
                return Err(why("the table is too short to learn more"));
            }
        }
    }

    /// The position that an automaton answers wrongly, where the checker says that it fails.
    fn wrong_position(&self, automaton: &Automaton, refusal: Refusal) -> Result<Vec<i64>, Failure> {
        match refusal.fault {
            Fault::Moves => return Err(Failure::Useless(refusal.to_string())),
            Fault::Limit => return Err(why("the proof takes too much work")),
            _ => {}
        }
        let numbers = refusal.position.as_ref().map(|numbers| numbers.iter().map(|n| i64::try_from(*n).ok()).collect());
        let Some(Some(position)) = numbers else { return Err(why("it fails beyond the table")) };
        let is_wrong =
            |at: &Vec<i64>| self.table.holds(at) && automaton.value(&self.system.word(at)) != self.table.value(at);
        if is_wrong(&position) {
            return Ok(position);
        }
        let too_large = || why("it fails beyond the table");
        let part = part(self.instance, &position).ok_or_else(too_large)?;
        let moves = self.instance.moves(&part, None, &Meter::steps(10_000_000)).map_err(|_| too_large())?;
        let options = moves.iter().flat_map(|made| &made.to).filter_map(numbers_of);
        options.into_iter().find(is_wrong).ok_or_else(too_large)
    }
}

/// The part with these numbers.
fn part(instance: &Instance, position: &[i64]) -> Option<Part> {
    instance.part(position.iter().map(|number| Value::from(*number)).collect()).ok()
}

/// The numbers of a part.
fn numbers_of(part: &Part) -> Option<Vec<i64>> {
    part.iter().map(|value| value.as_int()?.to_i64()).collect()
}
