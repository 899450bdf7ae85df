//! What can be proved about one game, computed when first needed: the period of its heaps, and automata.
//!
//! In: claims. Out: each proved, with the certificate that was accepted, or refuted, or `None`. Only `grundy_proof` and
//! its checker decide what is proved: this module decides what to give them, and for how long.

use super::claims::{Finding, Status};
use super::gate::{Candidate, with_claims};
use super::letters::{self, by_letters, in_the_givens};
use super::refute::{refuted_at, witness};
use super::scope::Scope;
use super::survey::Plan;
use super::words::{self, words};
use crate::prover::{Effort, Learned, Patience, Proof, Unproved, prove_unless_called_off};
use crate::run::{certificate_of, usual_heaps};
use grundy_checker::{Fault, Play};
use grundy_message::{Message, message, template};
use grundy_proof::consequence::{
    CalledOff, Entailment, is_unconditional, number, of_automaton, of_digits, of_heaps, of_lines, of_period, of_wider,
};
use grundy_proof::linear::{Limits, NoTheorem, claim_of, claim_of_no_period, claim_of_nothing, claim_of_period};
use grundy_proof::{Theorem, check_unless};
use grundy_rules::game::{Claim, ClaimKind};
use grundy_rules::heap::{Recognised, recognise};
use grundy_rules::shape::why_parts_have_no_grundy;
use grundy_rules::{Compound, Instance, Limit, Position, Value};
use grundy_solve::heap::solve_heap;
use grundy_solve::{Budget, Deadline};
use grundy_value::Quantity;
use std::cell::{Cell, OnceCell};
use std::sync::Arc;

/// The proved period of a game's heaps.
struct Period {
    theorem: Theorem,
    certificate: String,
    recognised: Recognised,
}

/// Proofs about a game, computed when first needed.
pub struct Prover<'a> {
    instance: &'a Arc<Instance>,
    effort: &'a Effort<'a>,
    limits: &'a Limits,
    /// Deadline of all proofs together.
    end: Deadline,
    /// Returns whether the step limit is used up.
    is_spent: &'a dyn Fn() -> bool,
    period: OnceCell<Option<Period>>,
    values: OnceCell<Result<Proof, Vec<Message>>>,
    winners: OnceCell<Result<Proof, Vec<Message>>>,
}

/// How often the search for an automaton of Grundy values polls for cancellation.
const TRIALS: Limit = Limit { name: template!("trials of automata of Grundy values"), usual: 500 };

impl<'a> Prover<'a> {
    /// Creates a prover that has proved nothing yet.
    pub fn new(instance: &'a Arc<Instance>, effort: &'a Effort<'a>, limits: &'a Limits) -> Prover<'a> {
        Prover {
            instance,
            effort,
            limits,
            end: Deadline::of(&effort.budget),
            is_spent: &|| false,
            period: OnceCell::new(),
            values: OnceCell::new(),
            winners: OnceCell::new(),
        }
    }

    /// Returns a prover for the same game with other givens, which has the remaining time of this one.
    pub fn with_givens<'b>(&self, instance: &'b Arc<Instance>) -> Prover<'b>
    where
        'a: 'b,
    {
        Prover { end: self.end, is_spent: self.is_spent, ..Prover::new(instance, self.effort, self.limits) }
    }

    /// Cancels the prover as soon as `is_spent` returns true; it may count its calls.
    pub fn until(self, is_spent: &'a dyn Fn() -> bool) -> Prover<'a> {
        Prover { is_spent, ..self }
    }

    /// Returns the budget with `1 / parts` of the remaining time.
    pub fn share(&self, parts: f64) -> Budget {
        Budget { max_seconds: self.end.share(parts).seconds_left(), ..self.effort.budget.clone() }
    }

    /// Returns the period of a heap game, with a certificate that the checker accepts.
    fn period(&self) -> Option<&Period> {
        let find = || {
            let game = self.instance.game();
            // Values of heaps determine the winner only under normal play of single moves.
            let is_normal =
                why_parts_have_no_grundy(game).is_none() && self.instance.compound().ok() == Some(Compound::One);
            if game.components.len() != 1 || !is_normal || !(self.effort.go_on)() {
                return None;
            }
            let recognised =
                recognise(self.instance, &self.effort.budget.meter()).filter(|recognised| recognised.slope == 1)?;
            let (run, _) = solve_heap(&recognised.game, usual_heaps(&recognised.game), &self.share(4.0));
            let certificate = certificate_of(&run)?;
            let called_off = || self.is_called_off();
            let theorem = check_unless(&certificate, &grundy_proof::Limits::default(), &called_off).ok()?;
            Some(Period { theorem, certificate: certificate.to_string(), recognised })
        };
        self.period.get_or_init(find).as_ref()
    }

    /// Returns the automaton of the Grundy values, or one that decides at least who wins.
    fn automaton_of(&self, learned: Learned) -> Option<&Proof> {
        if learned == Learned::Outcome
            && let Some(Ok(proof)) = self.values.get()
        {
            return Some(proof);
        }
        let cell = if learned == Learned::Grundy { &self.values } else { &self.winners };
        let find = || {
            // Grundy values that are not automatic must not take the time of proofs about winners, nor automata that of
            // tables.
            let end = self.end.share(if learned == Learned::Grundy { 2.5 } else { 1.6 });
            let called_off = || self.is_called_off() || end.is_over();
            // In proportion to the whole budget, whatever time is left.
            let times = (self.effort.budget.factor() / 4).max(1);
            let limits = grundy_solve::Effort { times, ..self.effort.budget.effort };
            let budget = Budget { effort: limits, ..self.share(4.0) };
            let left = Cell::new(TRIALS.times(budget.factor()));
            let go_on = || {
                left.set(left.get() - u64::from(learned == Learned::Grundy).min(left.get()));
                left.get() > 0 && (self.effort.go_on)() && !called_off()
            };
            let wants = (learned == Learned::Grundy).then_some(learned);
            let effort = Effort { wants, budget, go_on: &go_on };
            match prove_unless_called_off(self.instance, &effort, &called_off) {
                Ok(proof) => Ok(proof),
                Err(Unproved::Stopped(stopped)) => {
                    Err(vec![message!("the rules are not linear: {why}", why = stopped.message())])
                }
                Err(Unproved::Useless(why)) => Err(vec![why]),
                Err(Unproved::Tried(mut tried)) => {
                    if left.get() == 0 {
                        tried.pop();
                        tried.push(message!("the limit of trials was reached: --max-seconds raises it"));
                    }
                    Err(tried)
                }
            }
        };
        cell.get_or_init(find).as_ref().ok()
    }

    /// Returns whether there is time left.
    pub fn goes_on(&self) -> bool {
        (self.effort.go_on)()
    }

    /// Returns whether the work was cancelled or the time is used up; cheap to call.
    pub fn is_called_off(&self) -> bool {
        self.effort.is_called_off() || self.end.is_over() || (self.is_spent)()
    }

    /// Returns what the proofs found so far decide about the position with these numbers: whether it is lost, and its
    /// Grundy value. The numbers must be those of a position of the game.
    pub fn knows(&self, numbers: &[i64]) -> Option<(bool, Option<i64>)> {
        if let (Some(Some(period)), [number]) = (self.period.get(), numbers)
            && let Some(value) = period.recognised.heap_of(*number).and_then(|heap| period.theorem.value(heap))
        {
            return Some((value == 0, i64::try_from(value).ok()));
        }
        let large: Vec<u128> = numbers.iter().map(|number| u128::try_from(*number).ok()).collect::<Option<_>>()?;
        let proofs = [&self.values, &self.winners].into_iter().filter_map(|cell| cell.get()?.as_ref().ok());
        proofs.into_iter().find_map(|proof| {
            let value = proof.theorem.value(&large)?;
            Some((value == 0, (proof.play == Play::Grundy).then_some(i64::from(value))))
        })
    }

    /// Describes the failed attempts.
    pub fn tried(&self) -> Vec<Message> {
        let mut tried: Vec<Message> = Vec::new();
        if [&self.values, &self.winners].iter().any(|cell| matches!(cell.get(), Some(Ok(_)))) {
            return tried;
        }
        for cell in [&self.values, &self.winners] {
            if let Some(Err(why)) = cell.get() {
                tried.extend(why.iter().filter(|line| !tried.contains(line)).cloned().collect::<Vec<_>>());
            }
        }
        tried
    }

    /// Returns the automaton itself, stated as a claim if the checker accepts that.
    pub fn automaton(&self) -> Option<Finding> {
        let proof = self.automaton_of(Learned::Outcome)?;
        let patience = Patience { limits: self.limits, go_on: self.effort.go_on };
        let words = words(self.instance, proof, &patience);
        let scope = Scope::new(self.instance, None);
        let claim = words.claim.map(|claim| Candidate::new(claim, Message::default()).text(&scope.conditions));
        let settled = claim.as_ref().and_then(|claim| {
            let extended = with_claims(self.instance, std::slice::from_ref(claim))?;
            let claim = extended.shared_game().claims.last()?.clone();
            prove_claim(&extended, proof, &claim, &patience).filter(|finding| finding.status == Status::Proved)
        });
        let sentence = scope.sentence(&words.sentence);
        Some(match (claim, settled) {
            (Some(claim), Some(finding)) => {
                Finding { claim: scope.claim(claim), words: sentence, link: None, ..finding }
            }
            (Some(_), None) => Finding { words: scope.sentence(&words::size(proof)), ..plain(proof) }
                .proved(of_automaton(self.instance, &proof.theorem)?),
            (None, _) => Finding { words: sentence, certificate: Some(words.certificate), ..about(proof) }
                .proved(of_automaton(self.instance, &words.theorem)?),
        })
    }

    /// Returns the automaton that was proved, if any.
    pub fn proof(&self) -> Option<&Proof> {
        let known = [&self.values, &self.winners].into_iter().find_map(|cell| cell.get()?.as_ref().ok());
        known.or_else(|| self.automaton_of(Learned::Outcome))
    }

    /// Proves or refutes a claim of the game, or of the game with more claims; `None` if neither is possible.
    pub fn prove(&mut self, instance: &Instance, claim: &Claim) -> Option<Finding> {
        self.prove_within(instance, claim, u64::MAX, 1)
    }

    /// Like [`Prover::prove`], but within `max_steps` of the checker and `1 / parts` of the remaining time. An
    /// undecided claim is compared with what is proved.
    pub fn prove_within(
        &mut self,
        instance: &Instance,
        claim: &Claim,
        max_steps: u64,
        parts: usize,
    ) -> Option<Finding> {
        if !self.goes_on() || self.is_called_off() {
            return None;
        }
        let end = self.end.share(parts as f64);
        let is_over = || self.is_called_off() || end.is_over();
        let by_letters = |claim: &Claim| by_letters(instance, claim, &self.patience(&is_over));
        let by_period = |claim: &Claim| self.by_period(instance, claim, &is_over);
        let by_automaton = |claim: &Claim| self.by_automaton(instance, claim, max_steps, parts);
        // What holds for all givens says most; a period decides soon; automata may take all of the time.
        by_letters(claim)
            .or_else(|| by_period(claim))
            .or_else(|| by_wider(instance, claim, &by_period))
            .or_else(|| self.refuted(instance, claim))
            .or_else(|| by_automaton(claim))
            .or_else(|| by_wider(instance, claim, &by_automaton))
            .or_else(|| self.refuted(instance, claim))
    }

    fn patience<'b>(&self, is_over: &'b dyn Fn() -> bool) -> letters::Patience<'b> {
        letters::Patience { factor: self.effort.budget.factor(), is_over }
    }

    /// Returns rules in which the givens are letters.
    pub fn in_the_givens(&self, plan: &Plan) -> Vec<Finding> {
        in_the_givens(self.instance, plan, self, &self.patience(&|| self.is_called_off()))
    }

    /// Refutes a claim that contradicts what is proved.
    pub fn refuted(&self, instance: &Instance, claim: &Claim) -> Option<Finding> {
        let proofs = [&self.values, &self.winners].into_iter().filter_map(|cell| cell.get()?.as_ref().ok());
        let proofs: Vec<&Proof> = proofs.collect();
        if proofs.is_empty() && !matches!(self.period.get(), Some(Some(_))) {
            return None;
        }
        // This is cheap, and done even when the time is over: no answer may contradict itself.
        let (knows, called_off) = (|numbers: &[i64]| self.knows(numbers), || self.effort.is_called_off());
        let numbers = refuted_at(instance, claim, &knows, &proofs, &called_off)?;
        let part = instance.part(numbers.into_iter().map(Value::from).collect()).ok()?;
        let position = instance.print_position(&Position::alone(None, part));
        let (claim, words) = (claim.text.clone(), Message::text(&claim.text));
        let counterexample = Some(Message::text(position));
        Some(Finding { claim, words, status: Status::Refuted, counterexample, ..Finding::default() })
    }

    /// Proves or refutes a claim by an automaton.
    fn by_automaton(&self, instance: &Instance, claim: &Claim, max_steps: u64, parts: usize) -> Option<Finding> {
        let about_values = matches!(claim.kind, ClaimKind::Equals(Quantity::Grundy, _) | ClaimKind::Period { .. });
        let about_winners = matches!(claim.kind, ClaimKind::Iff(..));
        if !about_values && !about_winners {
            return None;
        }
        let wanted = if about_values { Learned::Grundy } else { Learned::Outcome };
        let proof = self.automaton_of(wanted)?;
        // Finding the automaton takes time that all claims share.
        let end = self.end.share(parts as f64);
        let is_over = || self.is_called_off() || end.is_over();
        let go_on = || (self.effort.go_on)() && !is_over();
        let limits = Limits { max_steps: self.limits.max_steps.min(max_steps) };
        let patience = Patience { limits: &limits, go_on: &go_on };
        let settled = prove_claim(instance, proof, claim, &patience);
        // Values that cannot be compared with a claim about winners may be in a numeration system that the winners are
        // not in.
        match (settled, self.winners.get()) {
            (None, Some(Ok(winners))) if about_winners => prove_claim(instance, winners, claim, &patience),
            (settled, _) => settled,
        }
    }

    /// Proves or refutes a claim by a proved period of heaps.
    fn by_period(&self, instance: &Instance, claim: &Claim, called_off: CalledOff) -> Option<Finding> {
        let known = self.period()?;
        let finding = Finding {
            claim: claim.text.clone(),
            words: Message::text(&claim.text),
            certificate: Some(known.certificate.clone()),
            ..Finding::default()
        };
        with_entailment(instance, finding, of_heaps(instance, claim, &known.theorem, called_off)?)
    }
}

/// Proves a claim by proving it without its condition.
fn by_wider(instance: &Instance, claim: &Claim, prove: &dyn Fn(&Claim) -> Option<Finding>) -> Option<Finding> {
    let witness = witness(instance, claim)?;
    let found = prove(&Claim { condition: None, ..claim.clone() })?;
    let consequence = of_wider(instance, claim, found.proof.as_ref()?, &witness)?;
    Some(found.proved(consequence))
}

fn about(proof: &Proof) -> Finding {
    Finding { system: Some(proof.system.name()), states: Some(proof.automaton.states.len()), ..Finding::default() }
}

/// States the automaton by its size only.
fn plain(proof: &Proof) -> Finding {
    Finding { words: words::size(proof), certificate: Some(proof.certificate.clone()), ..about(proof) }
}

/// Converts what a theorem of one number decides about a claim.
fn with_entailment(instance: &Instance, finding: Finding, entailment: Entailment) -> Option<Finding> {
    match entailment {
        Entailment::Holds(consequence) => Some(finding.proved(consequence)),
        Entailment::FailsAt(number) => {
            let part = instance.part(vec![Value::from(number)]).ok()?;
            let position = instance.print_position(&Position::alone(None, part));
            Some(Finding {
                status: Status::Refuted,
                counterexample: Some(Message::text(position)),
                certificate: None,
                ..finding
            })
        }
    }
}

/// Proves or refutes a claim by the automaton; `None` if neither is possible.
fn prove_claim(instance: &Instance, proof: &Proof, claim: &Claim, patience: &Patience) -> Option<Finding> {
    let values = matches!(claim.kind, ClaimKind::Equals(Quantity::Grundy, _) | ClaimKind::Period { .. });
    if values && proof.play != Play::Grundy {
        return None;
    }
    let says = proof.automaton.says();
    // The statement of the claim, and the statement that it applies to no position.
    let (lines, nothing) = match &claim.kind {
        ClaimKind::Period { quantity: Quantity::Grundy, period, from } => {
            let (period, from) = (number(instance, period)? as u64, number(instance, from)? as u64);
            if !is_unconditional(instance, claim) || period == 0 {
                return None;
            }
            let repeats = claim_of_period(&proof.game, period, from, says);
            (repeats, claim_of_no_period(&proof.game, period, from, says))
        }
        _ => (claim_of(instance, claim, says).ok(), claim_of_nothing(instance, claim, says)),
    };
    let finding = Finding { claim: claim.text.clone(), words: Message::text(&claim.text), ..about(proof) };
    let Some(lines) = lines else { return linked(instance, proof, claim, patience, finding) };
    match proof.with_claim(instance, &lines, patience) {
        Ok(proved) => {
            let both = nothing.and_then(|nothing| proof.with_claim(instance, &(lines + &nothing), patience).ok());
            let (certificate, theorem) = both.unwrap_or(proved);
            let consequence = of_lines(instance, claim, &theorem, says)?;
            Some(Finding { certificate: Some(certificate), ..finding }.proved(consequence))
        }
        Err(NoTheorem::Refused(refusal)) if refusal.fault == Fault::Claim => {
            // Of two numbers that should have the same value, the later one is where a period ends.
            let later = usize::from(matches!(claim.kind, ClaimKind::Period { .. }));
            let numbers = refusal.numbers?;
            let index = later * numbers.len().saturating_sub(1);
            let numbers = numbers.into_iter().skip(index).take(proof.game.components.len());
            let numbers = numbers.map(|number| Some(Value::from(i64::try_from(number).ok()?)));
            let part = instance.part(numbers.collect::<Option<_>>()?).ok()?;
            let position = instance.print_position(&Position::alone(None, part));
            Some(Finding { status: Status::Refuted, counterexample: Some(Message::text(position)), ..finding })
        }
        Err(_) => linked(instance, proof, claim, patience, finding),
    }
}

/// Proves a claim that the checker cannot read, as a consequence of what it accepted.
fn linked(instance: &Instance, proof: &Proof, claim: &Claim, patience: &Patience, finding: Finding) -> Option<Finding> {
    let called_off = || !(patience.go_on)();
    if proof.game.components.len() == 1
        && let Some(repeats) = words::repetition(instance, proof, patience)
    {
        let period = (repeats.period as u64, repeats.start as u64);
        if let Some(entailment) = of_period(instance, claim, &repeats.theorem, period, &called_off) {
            return with_entailment(
                instance,
                Finding { certificate: Some(repeats.certificate), ..finding },
                entailment,
            );
        }
    }
    let consequence = of_digits(instance, claim, &proof.theorem, &called_off)?;
    Some(Finding { certificate: Some(proof.certificate.clone()), ..finding }.proved(consequence))
}
