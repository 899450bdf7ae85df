//! An automaton in words: residues, xor, else its size.
//!
//! In: a proof. Out: a sentence, a `claim` line of the language, and the certificate that states it. The statement is
//! checked again with the automaton, so that the words are proved too.

use crate::limits;
use crate::prover::{Learned, Patience, Proof};
use grundy_checker::Play;
use grundy_message::{Message, message};
use grundy_proof::linear::{LinearTheorem, claim_of_period, claim_of_xor};
use grundy_rules::Instance;

/// A theorem in words.
pub struct Words {
    /// A sentence.
    pub sentence: Message,
    /// The claim in the language of rules, if it can be expressed there.
    pub claim: Option<String>,
    /// The certificate that states it.
    pub certificate: String,
    /// The theorem of that certificate.
    pub theorem: LinearTheorem,
}

/// Returns the best description of what was proved.
pub fn words(instance: &Instance, proof: &Proof, patience: &Patience) -> Words {
    let components = proof.game.components.len();
    let found = if components == 1 { residues(instance, proof, patience) } else { xor(instance, proof, patience) };
    found.unwrap_or_else(|| Words {
        sentence: size(proof),
        claim: None,
        certificate: proof.certificate.clone(),
        theorem: proof.theorem.clone(),
    })
}

/// Describes the automaton by its size only.
pub(super) fn size(proof: &Proof) -> Message {
    let (states, system) = (proof.automaton.states.len(), proof.system.name());
    match learned(proof) {
        Learned::Grundy => {
            message!("the Grundy values are those of an automaton with {states} states in {system}", states, system)
        }
        Learned::Outcome => {
            message!("the lost positions are those of an automaton with {states} states in {system}", states, system)
        }
    }
}

fn learned(proof: &Proof) -> Learned {
    if proof.play == Play::Grundy { Learned::Grundy } else { Learned::Outcome }
}

/// Values of one number that repeat, which the checker has accepted.
pub(super) struct Repeats {
    pub period: usize,
    pub start: usize,
    pub certificate: String,
    pub theorem: LinearTheorem,
    pub values: Vec<Option<u32>>,
}

/// Returns the period of the values of one number, if the checker accepts it.
pub(super) fn repetition(instance: &Instance, proof: &Proof, patience: &Patience) -> Option<Repeats> {
    let values: Vec<Option<u32>> = (0..=proof.table.greatest[0]).map(|number| proof.table.value(&[number])).collect();
    let end = values.len();
    let (period, start) = (1..=limits::MAX_WORD_PERIOD.min(end / 3)).find_map(|period| {
        let broken = (0..end - period).rev().find(|at| values[*at] != values[at + period]);
        let start = broken.map_or(0, |at| at + 1);
        (start <= end / 2 && start <= limits::MAX_WORD_PERIOD && end - start >= 3 * period).then_some((period, start))
    })?;
    // That the values repeat is proved; the first of them are read off the automaton, of which every value is proved.
    let first = |at: usize| proof.theorem.value(&[at as u128]);
    if (0..start + period).any(|at| values[at].is_some() && values[at] != first(at)) {
        return None;
    }
    let claim = claim_of_period(&proof.game, period as u64, start as u64, proof.automaton.says())?;
    let (certificate, theorem) = proof.with_claim(instance, &claim, patience).ok()?;
    Some(Repeats { period, start, certificate, theorem, values })
}

/// Returns from which number on something holds, in words; nothing if it is 0.
fn from_on(start: usize) -> Message {
    if start == 0 { Message::default() } else { message!(" from {from} on", from = start) }
}

/// Describes values that repeat.
fn residues(instance: &Instance, proof: &Proof, patience: &Patience) -> Option<Words> {
    let Repeats { period, start, certificate, theorem, values } = repetition(instance, proof, patience)?;
    let name = &proof.game.components[0];
    let lost = |value: &Option<u32>| *value == Some(0);
    let numbers = |list: &[usize]| list.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    let early: Vec<usize> = (0..start).filter(|at| lost(&values[*at])).collect();
    let late: Vec<usize> = (start..start + period).filter(|at| lost(&values[*at])).map(|at| at % period).collect();
    let outcome = match (late.len(), start) {
        (0, _) if early.is_empty() => Some((message!("no position is lost"), "lose iff false".to_owned())),
        (0, _) => {
            let list = numbers(&early);
            Some((
                message!("lost exactly for {name} = {numbers}", name, numbers = list),
                format!("lose iff {name} in [{list}]"),
            ))
        }
        (count, 0) if count <= limits::MAX_SPELLED_PERIOD => {
            let mut late = late.clone();
            late.sort_unstable();
            let list = numbers(&late);
            let claim = if count == 1 {
                format!("{name} % {period} == {list}")
            } else {
                format!("{name} % {period} in [{list}]")
            };
            let either = late.iter().map(|number| Message::text(number.to_string()));
            let numbers = either.reduce(|one, other| message!("{one} or {other}", one, other)).unwrap_or_default();
            let residues = message!("{u} mod {turn} is {numbers}", u = name, turn = period, numbers);
            Some((message!("lost exactly if {condition}", condition = residues), format!("lose iff {claim}")))
        }
        _ => None,
    };
    let (sentence, claim) = match learned(proof) {
        Learned::Outcome => outcome.unwrap_or_else(|| {
            (message!("who wins repeats with period {period}{start}", period, start = from_on(start)), String::new())
        }),
        Learned::Grundy => {
            let linear = start == 0 && (0..period).all(|at| values[at] == Some(at as u32));
            let claim = match linear {
                true => format!("grundy = {name} % {period}"),
                false => format!("grundy has period {period} from {start}"),
            };
            let sentence = match linear {
                true => {
                    let value = message!("{u} mod {modulus}", u = name, modulus = period);
                    message!("the Grundy value is {value}", value)
                }
                false => {
                    let start = from_on(start);
                    message!("the Grundy values repeat with period {period}{start}", period, start)
                }
            };
            let sentence = match outcome {
                Some((also, _)) => message!("{values}; {also}", values = sentence, also),
                None => sentence,
            };
            (sentence, claim)
        }
    };
    let claim = Some(claim).filter(|claim| !claim.is_empty());
    Some(Words { sentence, claim, certificate, theorem })
}

/// Describes positions that are lost exactly if the xor of some components is 0.
fn xor(instance: &Instance, proof: &Proof, patience: &Patience) -> Option<Words> {
    let components = proof.game.components.len();
    let positions = proof.table.positions();
    let lost = |position: &Vec<i64>| proof.table.value(position).map(|value| value == 0);
    let subset = (1..1usize << components).rev().find(|subset| {
        positions.iter().all(|position| {
            let xor = (0..components).filter(|at| subset >> at & 1 == 1).fold(0, |xor, at| xor ^ position[at]);
            lost(position).is_none_or(|lost| lost == (xor == 0))
        })
    })?;
    let counted: Vec<usize> = (0..components).filter(|at| subset >> at & 1 == 1).collect();
    let (certificate, theorem) =
        proof.with_claim(instance, &claim_of_xor(components, &counted, proof.automaton.says()), patience).ok()?;
    let names: Vec<&str> = counted.iter().map(|at| proof.game.components[*at].as_str()).collect();
    Some(Words {
        sentence: message!("lost exactly if the xor of {numbers} is 0", numbers = names.join(", ")),
        claim: Some(format!("lose iff {} == 0", names.join(" ^ "))),
        certificate,
        theorem,
    })
}
