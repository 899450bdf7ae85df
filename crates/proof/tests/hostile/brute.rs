//! What is drawn, and what is so: values from the meaning of the rules, and claims compared with them.

use crate::random_rules::Dice;
use grundy_checker::Play;
use grundy_proof::LinearTheorem;
use grundy_proof::consequence::Entailment;
use grundy_rules::game::{Claim, ClaimKind, ClaimedOutcome, Verdict};
use grundy_rules::{Instance, Meter, Part, Value, read};
use grundy_value::Quantity;
use std::collections::BTreeMap;

/// Positions up to this number are compared.
pub const FAR: i64 = 90;

/// The same where positions have so many numbers.
pub fn far(components: usize) -> i64 {
    [FAR, 16, 6][components - 1]
}

/// The Grundy value of a position, and whether the player to move wins.
pub type Known = BTreeMap<Vec<i64>, (u64, bool)>;

pub struct Draw(Dice);

impl Draw {
    pub fn new(seed: u64) -> Draw {
        Draw(Dice::new(seed))
    }

    pub fn below(&mut self, max: i64) -> i64 {
        self.0.below(max as u64) as i64
    }

    pub fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        self.0.one_of(list)
    }
}

pub fn instance(rules: &str) -> Option<Instance> {
    Instance::new(read(rules).ok()?, vec![]).ok()
}

/// The values of every position whose numbers are not too large; `None` where play does not end or goes wrong.
pub fn brute(instance: &Instance) -> Option<Known> {
    let components = instance.game().components.len();
    let side = far(components) + 1;
    let (mut known, mut values) = (Known::new(), Known::new());
    for index in 0..side.pow(components as u32) {
        let numbers: Vec<i64> = (0..components as u32).rev().map(|at| index / side.pow(at) % side).collect();
        if let Ok(part) = instance.part(numbers.iter().map(|number| Value::from(*number)).collect()) {
            known.insert(numbers, worth(instance, &part, &mut values, 400)?);
        }
    }
    Some(known)
}

fn worth(instance: &Instance, part: &Part, values: &mut Known, depth: usize) -> Option<(u64, bool)> {
    let numbers = part.iter().map(|value| value.as_int()?.to_i64()).collect::<Option<Vec<i64>>>()?;
    if let Some(known) = values.get(&numbers) {
        return Some(*known);
    }
    let misere = instance.game().stuck == Verdict::Win;
    let moves = instance.moves(part, None, &Meter::steps(1_000_000)).ok()?;
    let (mut options, mut wins) = (Vec::new(), misere && moves.is_empty());
    for made in &moves {
        let below = depth.checked_sub(1)?;
        let parts: Vec<(u64, bool)> =
            made.to.iter().map(|part| worth(instance, part, values, below)).collect::<Option<_>>()?;
        options.push(parts.iter().fold(0, |sum, (value, _)| sum ^ value));
        wins |= match (&parts[..], misere) {
            ([(_, wins)], true) => !wins,
            (_, true) => return None,
            _ => options[options.len() - 1] == 0,
        };
    }
    let value = (0..).find(|value| !options.contains(value))?;
    values.insert(numbers, (value, wins));
    Some((value, wins))
}

/// Where a claim fails first, by the meaning of its expressions; `Some(None)` where it holds as far as is known. A claim that means
/// nothing somewhere fails there.
pub fn refuted(instance: &Instance, claim: &Claim, known: &Known) -> Option<Vec<i64>> {
    let mut order: Vec<&Vec<i64>> = known.keys().collect();
    order.sort_by_key(|numbers| numbers.iter().sum::<i64>());
    order.into_iter().find(|numbers| !holds_at(instance, claim, known, numbers)).cloned()
}

fn holds_at(instance: &Instance, claim: &Claim, known: &Known, numbers: &[i64]) -> bool {
    let part: Part = std::sync::Arc::new(numbers.iter().map(|n| Value::from(*n)).collect());
    let meter = Meter::steps(1_000_000);
    let evaluate = |expr| instance.evaluate(expr, &part, None, &meter).ok();
    match claim.condition.as_ref().map(evaluate) {
        None | Some(Some(Value::Bool(true))) => {}
        Some(Some(_)) => return true,
        Some(None) => return false,
    }
    let (value, wins) = known[numbers];
    match &claim.kind {
        ClaimKind::Equals(Quantity::Grundy, expr) => evaluate(expr) == Some(Value::from(value as i64)),
        ClaimKind::Iff(ClaimedOutcome::First, expr) => evaluate(expr) == Some(Value::Bool(wins)),
        ClaimKind::Iff(ClaimedOutcome::Second, expr) => evaluate(expr) == Some(Value::Bool(!wins)),
        ClaimKind::Period { period, from, .. } => {
            let number = |expr| evaluate(expr)?.as_int()?.to_i64();
            let (Some(period), Some(from)) = (number(period), number(from)) else { return false };
            let before = vec![numbers[0] - period];
            before[0] < from || known.get(&before).is_none_or(|(before, _)| *before == value)
        }
        other => panic!("no such claim is drawn: {other:?}"),
    }
}

pub fn speaks(instance: &Instance, claim: &Claim, known: &Known) -> bool {
    if let ClaimKind::Period { period, from, .. } = &claim.kind {
        let number = |expr| grundy_proof::consequence::number(instance, expr).unwrap();
        return known.keys().any(|n| n[0] >= number(from) && known.contains_key(&vec![n[0] + number(period)]));
    }
    known.keys().any(|numbers| {
        let part: Part = std::sync::Arc::new(numbers.iter().map(|n| Value::from(*n)).collect());
        let holds = |expr| instance.evaluate(expr, &part, None, &Meter::steps(1_000_000)) == Ok(Value::Bool(true));
        claim.condition.as_ref().is_none_or(holds)
    })
}

/// What is told must be so. Returns whether something was said to hold.
#[track_caller]
pub fn compare(instance: &Instance, claim: &Claim, told: Option<Entailment>, known: &Known) -> bool {
    let wrong = refuted(instance, claim, known);
    let about = || format!("{}\n{}", instance.game().source.0, claim.text);
    match told {
        Some(Entailment::Holds(consequence)) => {
            assert_eq!(wrong, None, "said to hold: {}", about());
            assert!(consequence.speaks() || !speaks(instance, claim, known), "said to speak of nothing: {}", about());
            true
        }
        Some(Entailment::FailsAt(number)) if number <= FAR => {
            assert_eq!(wrong, Some(vec![number]), "said to fail there first: {}", about());
            false
        }
        Some(Entailment::FailsAt(_)) => {
            assert_eq!(wrong, None, "it fails before: {}", about());
            false
        }
        None => false,
    }
}

#[track_caller]
pub fn values_are_right(theorem: &LinearTheorem, known: &Known) {
    let components = known.keys().next().map_or(1, Vec::len);
    let far = far(components);
    for index in 0..(far + 1).pow(components as u32) {
        let numbers: Vec<i64> = (0..components as u32).rev().map(|at| index / (far + 1).pow(at) % (far + 1)).collect();
        let asked: Vec<u128> = numbers.iter().map(|number| *number as u128).collect();
        let due = known.get(&numbers).map(|(value, wins)| match theorem.play() {
            Play::Grundy | Play::Relation => *value as u32,
            Play::Normal | Play::Misere => u32::from(*wins),
        });
        assert_eq!(theorem.value(&asked), due, "{numbers:?}\n{}", theorem.text());
    }
}
