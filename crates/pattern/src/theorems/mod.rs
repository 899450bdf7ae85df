//! Theorems that answer positions of any size.
//!
//! In: a game with its givens. Out: an [`Oracle`] that tells who wins its positions, how many moves win, and the first
//! of them, without a search. A theorem is used only if it is known to be true of the rules: a claim of a built-in game
//! with the same rules, which the tests compare with a search on every small position; a claim that the checker of
//! proofs accepted; or one of the theorems of this module, one per file, each about games of the catalogue.

mod ahead;
mod automatic;
mod claimed;
mod digits;
mod dynamic_nim;
mod hackenbush;
mod light_switching;
mod line;
mod moore;
mod moves;
mod northcott;
mod pushed_coins;
mod round_table;
mod stone_boxes;
mod symbolic;
mod theory;

pub use automatic::proved_claims;

use claimed::{Claimed, Ground};
use dynamic_nim::DynamicNim;
use grundy_message::{Template, template};
use grundy_rules::game::CompoundRule;
use grundy_rules::shape::is_nim;
use grundy_rules::{Compound, Game, Instance, Limit, Meter, Position};
use grundy_solve::{Effort, Oracle, OracleAnswer, Size};
use hackenbush::Hackenbush;
use light_switching::LightSwitching;
use northcott::Northcott;
use pushed_coins::PushedCoins;
use round_table::RoundTable;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use stone_boxes::StoneBoxes;
use theory::{PartTheory, Query, apply};

/// Rules that a theorem of this module is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Dynamic(dynamic_nim::Rules),
    Hackenbush { root: usize },
    PushedCoins(pushed_coins::Rules),
    StoneBoxes,
    LightSwitching,
    Northcott,
    RoundTable,
}

/// The built-in games that the theorems are about. Their rules are in the catalogue alone.
const KNOWN: [(&str, Known); 10] = [
    ("dynamic_nim", Known::Dynamic(dynamic_nim::Rules::Given)),
    ("fibonacci_nim", Known::Dynamic(dynamic_nim::Rules::Twice)),
    ("hackenbush", Known::Hackenbush { root: 0 }),
    ("christmas_trees", Known::Hackenbush { root: 1 }),
    ("georgia_and_bob", Known::PushedCoins(pushed_coins::Rules::GeorgiaAndBob)),
    ("silver_coins", Known::PushedCoins(pushed_coins::Rules::SilverCoins)),
    ("stone_boxes", Known::StoneBoxes),
    ("light_switching", Known::LightSwitching),
    ("northcott", Known::Northcott),
    ("team_nim", Known::RoundTable),
];

/// Returns the names of the built-in games that theorems of this module are about.
pub fn known_games() -> impl Iterator<Item = &'static str> {
    KNOWN.iter().map(|(name, _)| *name)
}

/// Returns the theorem of this module that a game is about.
fn recognise(game: &Game, built_in: BuiltIn) -> Option<Known> {
    // The compound rule is checked elsewhere.
    let known = built_in(&Game { compound: CompoundRule::One, ..game.clone() })?;
    KNOWN.iter().find(|(name, _)| *name == known.name).map(|(_, known)| *known)
}

/// Finds the built-in game with the same rules, whose claims are trusted.
pub type BuiltIn = fn(&Game) -> Option<Arc<Game>>;

/// Whether the grounds of trusting a claim matter: if only the winner is requested they are not reported, and small
/// positions do not justify a proof.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Grounds {
    Reported,
    Unreported,
}

/// Everything that is known about one game, computed when first needed.
pub struct Knowledge {
    instance: Arc<Instance>,
    compound: Compound,
    built_in: BuiltIn,
    grounds: Grounds,
    effort: Effort,
    long: i64,
    known: OnceLock<Option<Known>>,
    own: OnceLock<Vec<Box<dyn PartTheory>>>,
    claims: Sought,
    /// The claims, without deciding which of them are proved.
    trusted: OnceLock<Vec<Box<dyn PartTheory>>>,
    proved: Sought,
}

/// Theories that take long to find: those that were found, or how far the search for them came.
#[derive(Default)]
struct Sought {
    found: OnceLock<Vec<Box<dyn PartTheory>>>,
    cut: Mutex<Option<Cut>>,
}

/// A search that was cut short: the budget it had, and the number of steps it made.
#[derive(Clone, Copy)]
struct Cut {
    factor: u64,
    /// `None` if it was not cut short by a time limit.
    seconds: Option<f64>,
    steps: u64,
}

impl Cut {
    /// Returns whether `meter` allows enough more to justify a new search.
    fn is_less_than(&self, meter: &Meter) -> bool {
        let has_more_time = self.seconds.is_none_or(|had| meter.seconds().is_none_or(|seconds| seconds >= 2.0 * had));
        meter.factor() > self.factor || self.seconds.is_some() && has_more_time
    }
}

impl Sought {
    /// Returns what was found before or is found now. `None` if the search for it was cut short, now or with no less
    /// than is allowed now: then it is not repeated for every position. `find` also returns how many steps it made, and
    /// whether its own limit cut it.
    fn get(
        &self,
        meter: &Meter,
        find: impl FnOnce() -> (Vec<Box<dyn PartTheory>>, u64, bool),
    ) -> Option<&Vec<Box<dyn PartTheory>>> {
        if let Some(found) = self.found.get() {
            return Some(found);
        }
        let mut cut = self.cut.lock().unwrap_or_else(PoisonError::into_inner);
        let report = |steps: u64| {
            if steps > 0 {
                meter.meet(Limit { name: PROOF_STEPS, usual: steps / meter.factor() });
            }
        };
        if let Some(cut) = *cut
            && !cut.is_less_than(meter)
        {
            report(cut.steps);
            return None;
        }
        let (found, steps, is_cut) = find();
        if meter.goes_on() && !is_cut {
            return Some(self.found.get_or_init(|| found));
        }
        // A cancelled search does not count as tried; one that ran out of time does.
        if is_cut || meter.is_late() {
            let seconds = if is_cut { None } else { meter.seconds() };
            *cut = Some(Cut { factor: meter.factor(), seconds, steps });
            report(steps);
        }
        None
    }
}

/// Name of the limit [`Effort::proof_steps`].
const PROOF_STEPS: &Template = template!("steps of a proof");

impl Knowledge {
    /// Creates the knowledge about this game under this compound rule.
    pub fn new(instance: Arc<Instance>, compound: Compound, built_in: BuiltIn) -> Knowledge {
        Knowledge {
            instance,
            compound,
            built_in,
            grounds: Grounds::Reported,
            effort: Effort::default(),
            long: moves::LONG,
            known: OnceLock::new(),
            own: OnceLock::new(),
            claims: Sought::default(),
            trusted: OnceLock::new(),
            proved: Sought::default(),
        }
    }

    /// Skips proving which claims of a built-in game hold for these givens, for callers that never report the grounds
    /// of an answer; proving takes longer than any answer.
    pub fn without_grounds(self) -> Knowledge {
        Knowledge { grounds: Grounds::Unreported, ..self }
    }

    /// Sets the effort within which proofs are looked for.
    pub fn within(self, effort: Effort) -> Knowledge {
        Knowledge { effort, ..self }
    }

    /// Handles ranges longer than `long` as a whole, instead of enumerating short ones: for tests of that code.
    pub fn cutting_from(self, long: i64) -> Knowledge {
        Knowledge { long, ..self }
    }

    fn known(&self) -> Option<Known> {
        *self.known.get_or_init(|| recognise(self.instance.game(), self.built_in))
    }

    /// Returns the theorems of this module about these rules.
    fn own(&self) -> Vec<Box<dyn PartTheory>> {
        let mut theories: Vec<Box<dyn PartTheory>> = Vec::new();
        let mut add = |theory: Option<Box<dyn PartTheory>>| theories.extend(theory);
        let instance = || self.instance.clone();
        match self.known() {
            Some(Known::Dynamic(rules)) => add(DynamicNim::new(instance(), rules).map(|theory| Box::new(theory) as _)),
            Some(Known::Hackenbush { root }) => {
                add(Hackenbush::new(instance(), root).map(|theory| Box::new(theory) as _))
            }
            Some(Known::PushedCoins(rules)) => add(Some(Box::new(PushedCoins::new(instance(), rules)))),
            Some(Known::StoneBoxes) => add(Some(Box::new(StoneBoxes::new(instance())))),
            Some(Known::LightSwitching) => add(Some(Box::new(LightSwitching::new(instance())))),
            Some(Known::Northcott) => add(Some(Box::new(Northcott::new(instance())))),
            Some(Known::RoundTable) => add(RoundTable::new(instance()).map(|theory| Box::new(theory) as _)),
            None => {}
        }
        theories
    }

    /// Returns the claims of the built-in game with these rules: first those proved for these givens, then the others.
    fn claims(&self, grounds: Grounds, meter: &Meter) -> Vec<Box<dyn PartTheory>> {
        let Some(game) = (self.built_in)(self.instance.game()) else { return Vec::new() };
        // Positions name symbols by their number.
        if game.symbols != self.instance.game().symbols {
            return Vec::new();
        }
        let givens = self.instance.givens().iter().cloned().map(Some).collect();
        let Ok(known) = Instance::new(game, givens) else { return Vec::new() };
        let known = Arc::new(known);
        let (proved, ground) = match grounds {
            Grounds::Reported => match automatic::proved_claims_while(&known, meter) {
                (proved, None) => (proved, Ground::BuiltIn),
                (proved, Some(trials)) => (proved, Ground::GivenUp(trials)),
            },
            Grounds::Unreported => (Vec::new(), Ground::BuiltIn),
        };
        let are = |ground, are_proved: bool| {
            Claimed::new(known.clone(), ground, self.long, |claim| proved.contains(&claim.text) == are_proved)
        };
        let claims = [are(Ground::Proved, true), are(ground, false)].into_iter().flatten();
        claims.map(|claimed| Box::new(claimed) as Box<dyn PartTheory>).collect()
    }
}

impl Oracle for Knowledge {
    fn tell(&self, position: &Position, meter: &Meter) -> Option<OracleAnswer> {
        self.answer_request(position, Query::Moves, meter)
    }

    fn evaluate(&self, position: &Position, meter: &Meter) -> Option<OracleAnswer> {
        self.answer_request(position, Query::Outcome, meter)
    }
}

impl Knowledge {
    fn answer_request(&self, position: &Position, request: Query, meter: &Meter) -> Option<OracleAnswer> {
        if let Compound::Upto(max) = self.compound
            && is_nim(self.instance.game())
        {
            return moore::apply(&self.instance, position, max, request, meter);
        }
        let by = |theory: &dyn PartTheory| apply(theory, position, self.compound, request, meter);
        let first = |theories: &[Box<dyn PartTheory>]| theories.iter().map(AsRef::as_ref).find_map(by);
        if let Some(answer) = first(self.own.get_or_init(|| self.own())) {
            return Some(answer);
        }
        let is_huge = Size::of(&self.instance, position).is_huge();
        let trusted = || self.trusted.get_or_init(|| self.claims(Grounds::Unreported, meter));
        let answer = match request {
            Query::Moves if is_huge && self.grounds == Grounds::Reported => {
                let whole = self.claims.get(meter, || (self.claims(Grounds::Reported, meter), 0, false));
                first(whole.unwrap_or_else(trusted))
            }
            Query::Moves | Query::Outcome => first(trusted()),
        };
        // A proof takes a few seconds, which a search is given too.
        answer.or_else(|| match is_huge {
            true => {
                let max = self.effort.proof_steps.saturating_mul(meter.factor());
                let find = || {
                    let (found, left) = automatic::theories(&self.instance, self.long, max, meter);
                    let is_cut = left == 0 && found.is_empty();
                    (found, max - left, is_cut)
                };
                first(self.proved.get(meter, find)?)
            }
            false => None,
        })
    }
}
