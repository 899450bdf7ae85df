//! Claims of a file that follow from a theorem which does not say them itself.
//!
//! In: a game, a claim of its file, and a theorem that a checker accepted. Out: a [`Consequence`], or nothing. Three ways lead there: heaps
//! whose values repeat or grow evenly ([`of_heaps`]), values of one number that repeat as an automaton shows ([`of_period`]), and
//! claims with `floor_phi`, `is_fibonacci` or `popcount`, whose words of digits are compared with those of an automaton
//! ([`of_digits`]). Each compares the claim with the theorem itself, for every position: nothing that a search found is believed.
//!
//! Wrong tool for linear claims, which the checker of automata reads itself.

mod cases;
mod digits;
mod growth;
mod inline;
mod strategy;
mod words;

use crate::linear::{Says, claim_of_period, translate};
use crate::{Claim as Proposition, LinearTheorem, Theorem};
use growth::{Fact, Follows, follows, least_position};
use grundy_checker::Play;
use grundy_rules::ast::Quantity;
use grundy_rules::game::{Claim, ClaimKind, Expr};
use grundy_rules::heap::recognise;
use grundy_rules::shape::why_parts_have_no_grundy;
use grundy_rules::{Instance, Join, Meter, Value};
use std::sync::Arc;

pub use strategy::claims_of_strategy;

/// A claim that holds for every position, as a theorem shows. Only this module makes one.
#[derive(Clone, Debug)]
pub struct Consequence {
    why: Option<String>,
    speaks: bool,
}

impl Consequence {
    /// How it follows, in lower case and without a full stop; `None` where the theorem says just that.
    pub fn why(&self) -> Option<&str> {
        self.why.as_deref()
    }

    /// Whether the claim speaks of some position; one that does not is true of nothing.
    pub fn speaks(&self) -> bool {
        self.speaks
    }
}

/// What a theorem says of a claim.
#[derive(Clone, Debug)]
pub enum Told {
    /// It follows.
    Holds(Consequence),
    /// It does not hold at the position of this number, and at no smaller one is it wrong.
    FailsAt(i64),
}

impl Told {
    fn new(follows: Follows, why: impl FnOnce() -> String) -> Option<Told> {
        let holds = |speaks: bool| Some(Told::Holds(Consequence { why: Some(why()), speaks }));
        match follows {
            Follows::Holds => holds(true),
            Follows::OfNothing => holds(false),
            Follows::Fails(number) => number.map(Told::FailsAt),
        }
    }
}

/// Asked now and then whether the work is called off.
pub type CalledOff<'a> = &'a dyn Fn() -> bool;

/// What follows for the positions of a game from a theorem on the heap game that it is.
pub fn of_heaps(instance: &Instance, claim: &Claim, theorem: &Theorem, called_off: CalledOff) -> Option<Told> {
    let Proposition::HeapPeriod { game, period, preperiod, saltus } = theorem.claim() else { return None };
    // Values of heaps say who wins under normal play of single moves alone.
    let is_normal = why_parts_have_no_grundy(instance.game()).is_none() && instance.join().ok() == Some(Join::One);
    let recognised = recognise(instance).filter(|recognised| recognised.slope == 1 && recognised.game == *game)?;
    if instance.game().components.len() != 1 || !is_normal {
        return None;
    }
    let (period, rise) = (i64::try_from(*period).ok()?, i64::try_from(*saltus).ok()?);
    let start = i64::try_from(*preperiod).ok()?.checked_sub(recognised.offset)?.max(0);
    let value = |number: i64| theorem.value(recognised.heap_of(number)?).and_then(|value| i64::try_from(value).ok());
    // Every position is a heap of no less than nothing, but small heaps may be no positions.
    let is_position = |number: i64| instance.part(vec![Value::from(number)]).is_ok();
    let least = least_position(instance)?.max(recognised.offset.checked_neg()?);
    if let ClaimKind::Period { quantity: Quantity::Grundy, period: said, from } = &claim.kind {
        let (said, from) = (number(instance, said)?, number(instance, from)?);
        if rise != 0 || said == 0 || !is_unconditional(instance, claim) {
            return None;
        }
        // Positions are all numbers from the least one on, up to an end, if there is one.
        let from = from.max(least);
        let speaks = is_position(from.checked_add(said)?);
        return match fails_in_period(&value, said, from, (period, start), called_off)? {
            None => Some(Told::Holds(Consequence { why: None, speaks })),
            Some(later) if is_position(later) => Some(Told::FailsAt(later)),
            // The first number that is wrong is beyond the end, and so are all after it.
            Some(_) => Some(Told::Holds(Consequence { why: None, speaks })),
        };
    }
    let fact = Fact { period, start, rise, value: &value };
    Told::new(follows(instance, claim, &fact, called_off)?, || format!("as {}", theorem.claim()))
}

/// What follows from values of one number that repeat from some number on, which the theorem claims beside its automaton.
pub fn of_period(
    instance: &Instance,
    claim: &Claim,
    theorem: &LinearTheorem,
    (period, start): (u64, u64),
    called_off: CalledOff,
) -> Option<Told> {
    let (game, statement) = (translate(instance).ok()?, theorem.statement());
    let claims = theorem.claims_about(&game)?;
    let says = if statement.play == Play::Relation { Says::Relation } else { Says::Values(0) };
    let repeats = claim_of_period(&game, period, start, says)?;
    let is_value = matches!(claim.kind, ClaimKind::Equals(..));
    if !claims.lines().any(|line| line == repeats.trim_end()) || is_value && theorem.play() != Play::Grundy {
        return None;
    }
    let value = |number: i64| theorem.value(&[u128::try_from(number).ok()?]).map(i64::from);
    let (repeats, from) = (i64::try_from(period).ok()?, i64::try_from(start).ok()?);
    let fact = Fact { period: repeats, start: from, rise: 0, value: &value };
    Told::new(follows(instance, claim, &fact, called_off)?, || {
        format!("it follows from the period {period} from {start} on, which is proved")
    })
}

/// Whether a claim about who wins, with the golden ratio or with numbers of ones, says what an automaton says.
pub fn of_digits(
    instance: &Instance,
    claim: &Claim,
    theorem: &LinearTheorem,
    called_off: CalledOff,
) -> Option<Consequence> {
    let (game, statement) = (translate(instance).ok()?, theorem.statement());
    // The theorem is about this game.
    theorem.claims_about(&game)?;
    let why = "a walk over all words of digits shows that the claim says the same as the automaton";
    match Told::new(digits::says_the_same(instance, statement, &game.domain, claim, called_off)?, || why.to_owned())? {
        Told::Holds(consequence) => Some(consequence),
        Told::FailsAt(_) => None,
    }
}

/// How many values of a period are compared at most.
const MOST_COMPARED: i64 = 1 << 24;

/// The first number from `from` on whose value is not that of the number `said` before it, where values are known to repeat; `Some(None)`
/// where there is none. As both repeat, so does their being equal.
fn fails_in_period(
    value: &dyn Fn(i64) -> Option<i64>,
    said: i64,
    from: i64,
    (period, start): (i64, i64),
    called_off: CalledOff,
) -> Option<Option<i64>> {
    let end = from.max(start).checked_add(period)?;
    if end.checked_sub(from)? > MOST_COMPARED {
        return None;
    }
    for number in from..end {
        if number % (1 << 14) == 0 && called_off() {
            return None;
        }
        let later = number.checked_add(said)?;
        if value(number)? != value(later)? {
            return Some(Some(later));
        }
    }
    Some(None)
}

/// Whether a claim has no condition, or one that the givens settle.
pub fn is_unconditional(instance: &Instance, claim: &Claim) -> bool {
    claim.condition.as_ref().is_none_or(|condition| {
        let nothing = Arc::new(Vec::new());
        let fixed = instance.game().components_of([condition]).is_empty();
        fixed && instance.evaluate(condition, &nothing, None, &Meter::steps(100_000)).ok() == Some(Value::Bool(true))
    })
}

/// A number that is not negative and the same everywhere.
pub fn number(instance: &Instance, expr: &Expr) -> Option<i64> {
    if !instance.game().components_of([expr]).is_empty() {
        return None;
    }
    let value = instance.evaluate(expr, &Arc::new(Vec::new()), None, &Meter::steps(100_000)).ok()?;
    value.as_int()?.to_i64().filter(|number| *number >= 0)
}
