//! Compares unproved claims with what is proved: at the numbers they name, near those, and far away.
//!
//! In: a claim, and the values that theorems give. Out: a position where the claim says something else. No answer may
//! hold two statements that contradict each other, so every claim goes through this before it is reported as merely
//! checked.

use super::gate::{ClaimValue, claim_value};
use crate::limits;
use crate::prover::{Automaton, Proof, System};
use grundy_proof::consequence::number;
use grundy_rules::game::{Claim, ClaimKind, ClaimedOutcome, Expr, Form};
use grundy_rules::{Instance, Meter, Part, Value};
use grundy_value::Quantity;
use std::collections::BTreeSet;

/// Returns what theorems prove about the position with these numbers: whether it is lost, and its Grundy value.
pub type Oracle<'a> = &'a dyn Fn(&[i64]) -> Option<(bool, Option<i64>)>;

/// Minimum and maximum length of the run tried from each of them, so that all remainders by small numbers occur.
const RUN: i64 = 13;
/// How many columns longer than the fixed number the other numbers may be.
const LONGER: usize = 3;
/// Maximum number of steps of the claim, at one position and at all of them.
const STEPS: u64 = 400_000;
const STEPS_OF_ALL: u64 = 4_000_000;

/// Returns the numbers of a position where theorems contradict the claim.
pub fn refuted_at(
    instance: &Instance,
    claim: &Claim,
    knows: Oracle,
    proofs: &[&Proof],
    called_off: &dyn Fn() -> bool,
) -> Option<Vec<i64>> {
    let mut steps = 0;
    for (at, numbers) in points(instance, claim, proofs).iter().take(limits::MAX_REFUTING_POSITIONS).enumerate() {
        if steps > STEPS_OF_ALL || at % 256 == 0 && called_off() {
            return None;
        }
        let Some((is_lost, value)) = knows(numbers) else { continue };
        let values = numbers.iter().map(|number| Value::from(*number)).collect();
        let Ok(part) = instance.part(values) else { continue };
        let meter = Meter::steps(STEPS);
        let is_false = match (claim_value(instance, claim, &part, None, &meter), &claim.kind) {
            (ClaimValue::Value(claimed), ClaimKind::Equals(Quantity::Grundy, _)) => {
                value.is_some_and(|value| claimed != Value::from(value)) || is_lost != (claimed == Value::from(0))
            }
            (ClaimValue::Outcome(ClaimedOutcome::Second, so), _) => so != is_lost,
            (ClaimValue::Outcome(ClaimedOutcome::First, so), _) => so == is_lost,
            (_, ClaimKind::Period { quantity: Quantity::Grundy, period, from }) => {
                let (period, from) = (number(instance, period)?, number(instance, from)?);
                let before = numbers[0].checked_sub(period).filter(|before| *before >= from);
                let before = before.filter(|before| instance.part(vec![Value::from(*before)]).is_ok());
                let before = before.and_then(|before| knows(&[before]));
                let speaks = grundy_proof::consequence::is_unconditional(instance, claim);
                speaks && before.is_some_and(|(was_lost, had)| was_lost != is_lost || had != value)
            }
            _ => false,
        };
        steps += meter.steps_taken();
        if is_false {
            return Some(numbers.clone());
        }
    }
    None
}

/// Returns a position that satisfies the condition of a claim.
pub fn witness(instance: &Instance, claim: &Claim) -> Option<Part> {
    // Theorems are about games without players.
    let condition = claim.condition.as_ref().filter(|_| instance.game().players.is_none())?;
    let parts = points(instance, claim, &[])
        .into_iter()
        .take(limits::MAX_REFUTING_POSITIONS)
        .filter_map(|numbers| instance.part(numbers.into_iter().map(Value::from).collect()).ok());
    let speaks = |part: &Part| instance.evaluate(condition, part, None, &Meter::steps(STEPS)) == Ok(Value::Bool(true));
    parts.into_iter().find(speaks)
}

/// Returns a position that a claim is about, with or without a condition.
pub fn position_of(instance: &Instance, claim: &Claim) -> Option<Part> {
    if claim.condition.is_some() {
        return witness(instance, claim);
    }
    let parts = points(instance, claim, &[]).into_iter().take(limits::MAX_REFUTING_POSITIONS);
    parts.into_iter().find_map(|numbers| instance.part(numbers.into_iter().map(Value::from).collect()).ok())
}

/// Returns the numbers of positions where a claim may be false though no table shows it.
fn points(instance: &Instance, claim: &Claim, proofs: &[&Proof]) -> Vec<Vec<i64>> {
    let (count, named) = (instance.game().components.len(), named(instance, claim));
    match count {
        1 => run(&named).map(|number| vec![number]).collect(),
        _ => named
            .iter()
            .flat_map(|number| tuples(*number, count, proofs))
            .take(limits::MAX_REFUTING_POSITIONS)
            .collect(),
    }
}

/// Returns the numbers of a claim (largest first), their pairwise combinations, those of the rules, and some far away.
fn named(instance: &Instance, claim: &Claim) -> Vec<i64> {
    let mut written: BTreeSet<i128> = BTreeSet::new();
    let exprs = match &claim.kind {
        ClaimKind::Iff(_, expr) | ClaimKind::Equals(_, expr) => vec![expr],
        ClaimKind::Period { period, from, .. } => vec![period, from],
        _ => return Vec::new(),
    };
    exprs.into_iter().chain(&claim.condition).for_each(|expr| numbers_of(expr, &mut written));
    // The largest are those that no table has reached.
    let written: Vec<i128> = written.into_iter().rev().take(limits::MAX_NAMED_NUMBERS).collect();
    let mut all = written.clone();
    all.extend(written.iter().flat_map(|number| [number.isqrt(), number / 2]));
    for number in &written {
        for other in &written {
            all.extend([number + other, number - other, number / (*other).max(1)]);
            all.extend(number.checked_mul(*other));
        }
    }
    all.extend(instance.game().numbers_of_rules().into_iter().map(i128::from));
    all.push(0);
    all.extend((1..=18).map(|power| 10_i128.pow(power)));
    all.extend((4..=60).step_by(4).map(|power| 1_i128 << power));
    let mut seen = BTreeSet::new();
    let fits = |number: i128| i64::try_from(number).ok().filter(|number| number.checked_add(limits::MAX_RUN).is_some());
    all.into_iter().filter_map(fits).filter(|number| seen.insert(*number)).collect()
}

/// Adds the numbers that are written in an expression.
fn numbers_of(expr: &Expr, found: &mut BTreeSet<i128>) {
    expr.each(&mut |inner| {
        if let Form::Int(number) = &inner.form {
            // Squares are tried by their roots, so that squares larger than any position count too.
            found.extend(number.to_string().parse::<i128>().ok().filter(|number| (0..1 << 120).contains(number)));
        }
    });
}

/// Returns the numbers near each of these, in runs long enough to meet each remainder by a small one of them.
fn run(named: &[i64]) -> impl Iterator<Item = i64> {
    let longest = named.iter().copied().filter(|number| *number <= limits::MAX_RUN - RUN).max().unwrap_or(0).max(0);
    named.iter().flat_map(move |number| number.saturating_sub(2)..number.saturating_add(longest + RUN))
}

/// Returns positions with a number near this one that the automata treat as differently as possible.
fn tuples(number: i64, count: usize, proofs: &[&Proof]) -> Vec<Vec<i64>> {
    let mut found = Vec::new();
    for near in number.saturating_sub(1)..=number.saturating_add(1) {
        for index in 0..count {
            for other in [near, near.saturating_sub(1), 0, 1, 2, near / 2] {
                found.push((0..count).map(|at| if at == index { near } else { other }).collect());
            }
            let outputs = proofs.iter().filter(|proof| !proof.automaton.relation);
            found.extend(outputs.flat_map(|proof| with_number(&proof.automaton, &proof.system, near, index, count)));
        }
    }
    found
}

/// Returns a position with this number at `index` for each state that an automaton can end in.
fn with_number(automaton: &Automaton, system: &System, number: i64, index: usize, count: usize) -> Vec<Vec<i64>> {
    let base = system.base();
    if !(0..system.numbers(usize::MAX)).contains(&number) {
        return Vec::new();
    }
    let digits = system.word(&[number]);
    let longer = LONGER.min(system.length_within(i64::MAX).saturating_sub(digits.len()));
    let scale = base.pow((count - 1 - index) as u32);
    let columns = base.pow(count as u32);
    // For each state, one word that leads to it.
    let mut words: Vec<Option<Vec<u16>>> = vec![None; automaton.states.len()];
    words[0] = Some(Vec::new());
    for digit in std::iter::repeat_n(0, longer).chain(digits.iter().map(|digit| usize::from(*digit))) {
        let mut longer: Vec<Option<Vec<u16>>> = vec![None; words.len()];
        for (state, word) in words.iter().enumerate() {
            let Some(word) = word else { continue };
            for column in (0..columns).filter(|column| column / scale % base == digit) {
                let Some(next) = automaton.states[state].next[column] else { continue };
                let next = &mut longer[next as usize];
                if next.is_none() {
                    *next = Some([&word[..], &[column as u16]].concat());
                }
            }
        }
        words = longer;
    }
    words.into_iter().flatten().filter_map(|word| system.position(&word, count)).collect()
}
