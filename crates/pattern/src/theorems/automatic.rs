//! The user's own games: what the prover proves about them in a few seconds answers positions of any size.
//!
//! In: a game that is not built in. Out: its claims, as far as the checker accepts a certificate for them; else a rule
//! that was found and proved, as a claim; else the values of a proved automaton. Nothing here is answered without a
//! certificate that was accepted.

use super::claimed::{Claimed, Ground};
use super::digits::{Digits, Question, Reader, digits_of};
use super::line::{Line, Unsupported};
use super::moves::{Found, Search};
use super::symbolic::Symbolic;
use super::theory::{Goal, PartTheory, proved_theorem};
use crate::finder::{Prover, Status, findings, with_claims};
use crate::limits;
use crate::prover::{Effort, Proof, STATES, Unproved, prove_unless_called_off};
use grundy_checker::Play;
use grundy_message::{Message, message, template};
use grundy_proof::linear::Limits;
use grundy_rules::game::{Claim, ClaimKind, ClaimedOutcome, Type};
use grundy_rules::{Instance, Int, Limit, Meter, Part, Side};
use grundy_solve::Budget;
use grundy_value::Quantity;
use std::cell::Cell;
use std::cmp::Ordering;
use std::rc::Rc;
use std::sync::Arc;

/// How many steps one poll by the checker counts as, which polls once per many of its own.
const STEPS_OF_A_QUESTION: u64 = 64;
/// Maximum number of positions and moves of each of several tables of values.
const POSITIONS: Limit = Limit { name: template!("positions of a table of values"), usual: 1 << 18 };
const MOVES: Limit = Limit { name: template!("moves of a table of values"), usual: 50_000_000 };

/// How often a proof of a built-in claim may poll for cancellation. Counted, not timed: whether a claim is reported as
/// proved must not depend on the machine. An unproved claim still answers, as a known rule.
const QUESTIONS: Limit = Limit { name: template!("trials of the proof of a known rule"), usual: 500 };
/// Maximum number of automata steps of one check.
const FEW_STEPS: u64 = 2_000_000;

/// Returns the claims of a game that can be proved with little work, as they are written.
pub fn proved_claims(instance: &Arc<Instance>) -> Vec<String> {
    proved_claims_while(instance, &Meter::new(u64::MAX, |_| true)).0
}

/// Like [`proved_claims`], but within the time of `meter`, and with as much more work as it allows. Also returns the
/// maximum number of trials if it ended the work.
pub fn proved_claims_while(instance: &Arc<Instance>, meter: &Meter) -> (Vec<String>, Option<u64>) {
    let game = instance.game();
    // Games of more numbers take longer than a user waits for an answer.
    let are_numbers = game.components.iter().all(|component| matches!(component.ty, Type::Int { .. }));
    if game.points
        || game.players.is_some()
        || !are_numbers
        || game.components.len() > limits::MAX_NUMBERS_PROVED && meter.factor() == 1
    {
        return (Vec::new(), None);
    }
    let left = Cell::new(meter.max(QUESTIONS));
    let go_on = || {
        left.set(left.get().saturating_sub(1));
        left.get() > 0 && meter.goes_on()
    };
    let effort = grundy_solve::Effort { times: meter.factor(), ..Default::default() };
    let effort = Effort { budget: Budget { effort, ..Budget::positions(1 << 16) }, wants: None, go_on: &go_on };
    let limits = Limits { max_steps: FEW_STEPS.saturating_mul(meter.factor()) };
    let mut prover = Prover::new(instance, &effort, &limits);
    let mut is_proved = |claim: &&Claim| {
        let speaks = matches!(claim.kind, ClaimKind::Equals(Quantity::Grundy, _) | ClaimKind::Iff(..));
        speaks && prover.prove(instance, claim).is_some_and(|finding| finding.status == Status::Proved)
    };
    let proved = game.claims.iter().filter(|claim| is_proved(claim)).map(|claim| claim.text.clone()).collect();
    (proved, (left.get() == 0).then(|| meter.max(QUESTIONS)))
}

/// Returns the theories that are proved about a game within `max_steps` steps and the time of `meter`, and how many of
/// the steps are left. They are counted, not timed: what is proved must not depend on the machine.
pub fn theories(instance: &Arc<Instance>, long: i64, max_steps: u64, meter: &Meter) -> (Vec<Box<dyn PartTheory>>, u64) {
    let game = instance.game();
    let mut theories: Vec<Box<dyn PartTheory>> = Vec::new();
    if game.points || game.players.is_some() {
        return (theories, max_steps);
    }
    let left = Cell::new(max_steps);
    let spend = |steps: u64| {
        left.set(left.get().saturating_sub(steps));
        left.get() > 0 && meter.goes_on()
    };
    let go_on = || spend(STEPS_OF_A_QUESTION);
    let budget = Budget {
        max_packed_moves: meter.max(MOVES),
        effort: grundy_solve::Effort { times: meter.factor(), ..Default::default() },
        ..Budget::positions(meter.max(POSITIONS))
    };
    let effort = Effort { budget, wants: None, go_on: &go_on };
    let proof = match prove_unless_called_off(instance, &effort, &|| !spend(1)) {
        Ok(proof) => proof,
        Err(why) => {
            if matches!(why, Unproved::Tried(_)) {
                meter.meet(STATES);
            }
            return (theories, left.get());
        }
    };
    let (found, _) = findings(instance, &effort, &Limits::default());
    let proved: Vec<String> = found
        .into_iter()
        .filter(|finding| finding.status == Status::Proved && !finding.claim.is_empty())
        .map(|finding| finding.claim)
        .collect();
    let speaks = |claim: &Claim| {
        matches!(
            claim.kind,
            ClaimKind::Equals(Quantity::Grundy, _) | ClaimKind::Iff(ClaimedOutcome::First | ClaimedOutcome::Second, _)
        )
    };
    // A rule that was found is not in the file.
    let is_listed = |text: &String| game.claims.iter().any(|claim| claim.text == *text);
    let added: Vec<String> = proved.iter().filter(|text| !is_listed(text)).cloned().collect();
    let with_found = with_claims(instance, &added);
    let trusted = |claim: &Claim| speaks(claim) && proved.contains(&claim.text);
    let claimed = with_found.and_then(|instance| Claimed::new(instance, Ground::Proved, long, trusted));
    theories.extend(claimed.map(|claimed| Box::new(claimed) as Box<dyn PartTheory>));
    theories.push(Box::new(Automatic { instance: instance.clone(), proof, long }));
    (theories, left.get())
}

/// The values of a proved automaton.
struct Automatic {
    instance: Arc<Instance>,
    proof: Proof,
    /// Length above which ranges are not enumerated.
    long: i64,
}

impl Automatic {
    /// Returns the value in the output of a state, which may hold more than who wins.
    fn value_of(&self, value: u32) -> u32 {
        if self.proof.play == Play::Grundy { value } else { value & 1 }
    }

    /// Returns the base, if the automaton reads only the digits of the components in one.
    fn base(&self) -> Option<i64> {
        let [base] = self.proof.system.coefficients.as_slice() else { return None };
        let components = u32::try_from(self.instance.game().components.len()).ok()?;
        let columns = usize::try_from(*base).ok()?.checked_pow(components)?;
        let automaton = &self.proof.automaton;
        let reads_them = !automaton.relation && automaton.states.iter().all(|state| state.next.len() == columns);
        reads_them.then_some(*base)
    }

    fn value(&self, part: &Part) -> Option<u128> {
        let numbers: Vec<&Int> = part.iter().map(|value| value.as_int()).collect::<Option<_>>()?;
        let small = |number: &&Int| u128::try_from(number.to_big()).ok();
        if let Some(small) = numbers.iter().map(small).collect::<Option<Vec<u128>>>()
            && let Some(value) = self.proof.theorem.number(&small)
        {
            return Some(value);
        }
        // The checker's own reading is bounded; the automaton, which it accepted, is not.
        let base = self.base()?;
        if numbers.iter().any(|number| number.is_negative()) {
            return None;
        }
        let length = numbers.iter().map(|number| number.bits()).max()? + 1;
        let digits: Vec<Vec<i64>> =
            numbers.iter().map(|number| digits_of(number, base, length)).collect::<Option<_>>()?;
        let column =
            |index: usize| digits.iter().fold(0, |column, digits| column * base as usize + digits[index] as usize);
        let states = &self.proof.automaton.states;
        let read = |state: usize, index: usize| states[state].next.get(column(index)).copied().flatten();
        let end = (0..length).rev().try_fold(0, |state, index| read(state, index).map(|state| state as usize))?;
        Some(self.value_of(states[end].value?).into())
    }
}

impl PartTheory for Automatic {
    fn name(&self, _: &Part, _: Goal, _: &Meter) -> Message {
        let what = if self.proof.play == Play::Grundy { "grundy" } else { "lose" };
        proved_theorem(self.instance.game(), what)
    }

    fn is_proved(&self) -> bool {
        true
    }

    fn sentence(&self, _: &Part, _: Goal, _: &Meter) -> Message {
        message!(
            "an automaton of {states} states reads it off the digits, {system}",
            states = self.proof.automaton.states.len(),
            system = self.proof.system.name()
        )
    }

    fn grundy(&self, part: &Part, _: &Meter) -> Option<Int> {
        let value = (self.proof.play == Play::Grundy).then(|| self.value(part)).flatten()?;
        Some(Int::from(value))
    }

    fn loses(&self, part: &Part, _: Option<Side>, _: &Meter) -> Option<bool> {
        self.value(part).map(|value| value == 0)
    }

    fn moves(&self, part: &Part, _: Option<Side>, goal: &Goal, max: usize, meter: &Meter) -> Option<Found> {
        let base = self.base()?;
        let wanted = match goal {
            Goal::Value(value) => value.to_usize().and_then(|value| u32::try_from(value).ok()),
            Goal::Lost => Some(0),
        };
        let states = &self.proof.automaton.states;
        let reader = Rc::new(Reader {
            base,
            next: states.iter().map(|state| state.next.clone()).collect(),
            accepts: states
                .iter()
                .map(|state| wanted.is_some() && state.value.map(|value| self.value_of(value)) == wanted)
                .collect(),
        });
        let search = Search { instance: &self.instance, part, mover: None, meter, max, long: self.long };
        search.find(&|left, on| {
            let [only] = left else { return Err(Unsupported::Hard) };
            let lines = only.iter().map(Symbolic::as_line).collect::<Option<Vec<Line>>>().ok_or(Unsupported::Hard)?;
            for line in &lines {
                if line.sign(on)? == Ordering::Less {
                    return Err(Unsupported::Hard);
                }
            }
            Ok(Symbolic::Digits(Digits { question: Question::Reads(reader.clone()), lines, holds: true }))
        })
    }

    fn instance(&self) -> &Arc<Instance> {
        &self.instance
    }
}
