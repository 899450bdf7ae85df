//! Claims of a file that follow from a theorem which does not state them itself.
//!
//! In: a game, a claim of its file, and a theorem that a checker accepted. Out: a [`Consequence`], or nothing. There
//! are several methods: lines of the certificate that state the claim itself ([`of_lines`]), heaps whose values repeat
//! or grow evenly ([`of_heaps`]), values of one number that repeat as an automaton shows ([`of_period`]), claims with
//! `floor_phi`, `is_fibonacci` or `popcount`, whose words of digits are compared with those of an automaton
//! ([`of_digits`]), claims proved for all values of the givens ([`of_letters`]), and a strategy all claims of which are
//! consequences ([`of_strategy`]). Each compares the claim with the theorem itself, for every position: no search result
//! is trusted.

use crate::limits;
use grundy_message::{Message, message};
mod cases;
mod digits;
mod givens;
mod growth;
mod inline;
mod strategy;
#[cfg(test)]
mod tests;
mod words;

use crate::letters::LettersTheorem;
use crate::linear::{Says, claim_of, claim_of_no_period, claim_of_nothing, claim_of_period, translate};
use crate::{Claim as Proposition, LinearTheorem, Theorem};
use growth::{Fact, Follows, follows, least_position};
use grundy_checker::Play;
use grundy_rules::ast::BinaryOperator;
use grundy_rules::game::{Claim, ClaimKind, Expr, Form};
use grundy_rules::heap::recognise;
use grundy_rules::shape::why_parts_have_no_grundy;
use grundy_rules::{Compound, Game, Instance, Meter, Part, Value};
use grundy_value::Quantity;
use std::sync::Arc;

use givens::varies;
pub use givens::{choices, speaks_of_givens};
pub use strategy::of_strategy;

/// A statement that holds for every position of one game with certain givens, as a theorem shows. Only this module
/// makes one, and only a statement that has one is called proved.
#[derive(Clone, Debug)]
pub struct Consequence {
    game: Arc<Game>,
    givens: Vec<Value>,
    /// The claim that holds; `None` for a strategy, or the theorem itself.
    claim: Option<Box<Claim>>,
    why: Option<Message>,
    speaks: bool,
    /// Whether it holds for all values of the givens.
    for_all_givens: bool,
}

impl Consequence {
    fn new(instance: &Instance, claim: Option<&Claim>, why: Option<Message>, speaks: bool) -> Consequence {
        let (game, givens) = (instance.shared_game(), instance.givens().to_vec());
        Consequence { game, givens, claim: claim.cloned().map(Box::new), why, speaks, for_all_givens: false }
    }

    /// Returns whether the claim holds for all values of the givens, not only for those of the instance.
    pub fn is_for_all_givens(&self) -> bool {
        self.for_all_givens
    }

    /// Returns the claim that holds, if this is about the game with these givens: the same rules, whatever statements
    /// the file has.
    pub fn claim_about(&self, instance: &Instance) -> Option<&Claim> {
        let (one, other) = (&*self.game, instance.game());
        let is_same = one.symbols == other.symbols
            && one.players == other.players
            && one.givens == other.givens
            && one.components == other.components
            && one.functions == other.functions
            && one.valid == other.valid
            && one.moves == other.moves
            && one.ends == other.ends
            && (&one.stuck_if, &one.stuck) == (&other.stuck_if, &other.stuck)
            && (one.points, &one.compound, &one.loops, &one.ties)
                == (other.points, &other.compound, &other.loops, &other.ties);
        self.claim.as_deref().filter(|_| is_same && self.givens == instance.givens())
    }

    /// Returns how it follows, in lower case and without a full stop, or `None` if the theorem states just that.
    pub fn why(&self) -> Option<&Message> {
        self.why.as_ref()
    }

    /// Returns true if the claim is about some position; else it is vacuously true.
    pub fn speaks(&self) -> bool {
        self.speaks
    }
}

/// What a theorem implies about a claim.
#[derive(Clone, Debug)]
pub enum Entailment {
    /// It follows.
    Holds(Consequence),
    /// It fails at the position of this number, and at no smaller one.
    FailsAt(i64),
}

impl Entailment {
    fn new(instance: &Instance, claim: &Claim, follows: Follows, why: impl FnOnce() -> Message) -> Option<Entailment> {
        let holds =
            |speaks: bool| Some(Entailment::Holds(Consequence::new(instance, Some(claim), Some(why()), speaks)));
        match follows {
            Follows::Holds => holds(true),
            Follows::OfNothing => holds(false),
            Follows::Fails(number) => number.map(Entailment::FailsAt),
        }
    }
}

/// Polled for cancellation.
pub type CalledOff<'a> = &'a dyn Fn() -> bool;

/// Derives a claim about the positions of a game from a theorem about its heap game.
pub fn of_heaps(instance: &Instance, claim: &Claim, theorem: &Theorem, called_off: CalledOff) -> Option<Entailment> {
    let Proposition::HeapPeriod { game, period, preperiod, saltus } = theorem.claim() else { return None };
    // Values of heaps determine the winner only under normal play of single moves.
    let is_normal =
        why_parts_have_no_grundy(instance.game()).is_none() && instance.compound().ok() == Some(Compound::One);
    // The game was recognised within limits when the theorem was found.
    let unlimited = Meter::new(u64::MAX, |_| !called_off()).times(u64::MAX);
    let recognised = recognise(instance, &unlimited);
    let recognised = recognised.filter(|recognised| recognised.slope == 1 && recognised.game == *game)?;
    if instance.game().components.len() != 1 || !is_normal {
        return None;
    }
    let (period, rise) = (i64::try_from(*period).ok()?, i64::try_from(*saltus).ok()?);
    let start = i64::try_from(*preperiod).ok()?.checked_sub(recognised.offset)?.max(0);
    let value = |number: i64| theorem.value(recognised.heap_of(number)?).and_then(|value| i64::try_from(value).ok());
    // Every position is a heap of 0 or more, but small heaps may not be positions.
    let is_position = |number: i64| instance.part(vec![Value::from(number)]).is_ok();
    let min = least_position(instance)?.max(recognised.offset.checked_neg()?);
    if let ClaimKind::Period { quantity: Quantity::Grundy, period: said, from } = &claim.kind {
        let (said, from) = (number(instance, said)?, number(instance, from)?);
        if rise != 0 || said == 0 || !is_unconditional(instance, claim) {
            return None;
        }
        // Positions are all numbers from the least one on, up to an upper bound, if there is one.
        let from = from.max(min);
        let speaks = is_position(from.checked_add(said)?);
        return match fails_in_period(&value, said, from, (period, start), called_off)? {
            Some(later) if is_position(later) => Some(Entailment::FailsAt(later)),
            // The first number that is wrong is beyond the upper bound, and so are all after it.
            _ => Some(Entailment::Holds(Consequence::new(instance, Some(claim), None, speaks))),
        };
    }
    let fact = Fact { period, start, rise, value: &value };
    Entailment::new(instance, claim, follows(instance, claim, &fact, called_off)?, || {
        message!("as {claim}", claim = theorem.claim().message())
    })
}

/// Returns the theorem itself, if it is about this game: that an automaton gives the values, and what the lines of its
/// certificate state.
pub fn of_automaton(instance: &Instance, theorem: &LinearTheorem) -> Option<Consequence> {
    theorem.claims_about(&translate(instance).ok()?)?;
    Some(Consequence::new(instance, None, None, true))
}

/// Derives a linear claim that the theorem states besides its automaton, in lines about what the automaton says.
pub fn of_lines(instance: &Instance, claim: &Claim, theorem: &LinearTheorem, says: Says) -> Option<Consequence> {
    let (game, statement) = (translate(instance).ok()?, theorem.statement());
    let claimed = theorem.claims_about(&game)?;
    let is_value = !matches!(claim.kind, ClaimKind::Iff(..));
    let is_relation = says == Says::Relation;
    if is_relation != (statement.play == Play::Relation) || is_value && theorem.play() != Play::Grundy {
        return None;
    }
    let (lines, nothing) = match &claim.kind {
        ClaimKind::Period { quantity: Quantity::Grundy, period, from } => {
            let (period, from) = (number(instance, period)? as u64, number(instance, from)? as u64);
            if !is_unconditional(instance, claim) || period == 0 {
                return None;
            }
            (claim_of_period(&game, period, from, says)?, claim_of_no_period(&game, period, from, says))
        }
        _ => (claim_of(instance, claim, says).ok()?, claim_of_nothing(instance, claim, says)),
    };
    let is_said = |lines: &str| lines.lines().all(|line| claimed.lines().any(|said| said == line));
    let speaks = !nothing.is_some_and(|nothing| is_said(&nothing));
    is_said(&lines).then(|| Consequence::new(instance, Some(claim), None, speaks))
}

/// Derives a claim from values of one number that repeat from some number on, as the theorem claims besides its
/// automaton.
pub fn of_period(
    instance: &Instance,
    claim: &Claim,
    theorem: &LinearTheorem,
    (period, start): (u64, u64),
    called_off: CalledOff,
) -> Option<Entailment> {
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
    Entailment::new(instance, claim, follows(instance, claim, &fact, called_off)?, || {
        message!(
            "it follows from the period {number} from {number_from} on, which is proved",
            number = period,
            number_from = start
        )
    })
}

/// Derives a claim about who wins, with the golden ratio or with numbers of ones, that agrees with an automaton.
pub fn of_digits(
    instance: &Instance,
    claim: &Claim,
    theorem: &LinearTheorem,
    called_off: CalledOff,
) -> Option<Consequence> {
    let (game, statement) = (translate(instance).ok()?, theorem.statement());
    // The theorem is about this game.
    theorem.claims_about(&game)?;
    let why = message!("a walk over all words of digits shows that the claim says the same as the automaton");
    let follows = digits::says_the_same(instance, statement, &game.domain, claim, called_off)?;
    match Entailment::new(instance, claim, follows, || why)? {
        Entailment::Holds(consequence) => Some(consequence),
        Entailment::FailsAt(_) => None,
    }
}

/// Derives a claim with a condition from the same claim without it. The condition holds of the position `witness`, among
/// others.
pub fn of_wider(instance: &Instance, claim: &Claim, wider: &Consequence, witness: &Part) -> Option<Consequence> {
    let (known, condition) = (wider.claim_about(instance)?, claim.condition.as_ref()?);
    if known.kind != claim.kind || known.condition.is_some() || !is_total(condition) {
        return None;
    }
    let is_position = instance.part(witness.to_vec()).is_ok();
    let holds = instance.evaluate(condition, witness, None, &Meter::steps(100_000)).ok() == Some(Value::Bool(true));
    // What the wider claim is not about, this one is not about either.
    (is_position && holds).then(|| Consequence::new(instance, Some(claim), wider.why.clone(), wider.speaks))
}

/// Derives a claim for the givens of an instance from a theorem that states it for all values of them. The claim is about the
/// position `witness`, among others.
pub fn of_letters(instance: &Instance, claim: &Claim, theorem: &LettersTheorem, witness: &Part) -> Option<Consequence> {
    let is_position = instance.part(witness.to_vec()).is_ok();
    let evaluate = |condition| instance.evaluate(condition, witness, None, &Meter::steps(100_000)).ok();
    let holds = claim.condition.as_ref().is_none_or(|condition| evaluate(condition) == Some(Value::Bool(true)));
    let why = match theorem.range_of_givens() {
        range if range.is_empty() => message!("proved for all values of the givens"),
        range => message!("proved for all values of the givens with {code}", code = range),
    };
    (theorem.proves(instance.game(), claim) && is_position && holds)
        .then(|| Consequence { for_all_givens: true, ..Consequence::new(instance, Some(claim), Some(why), true) })
}

/// Returns true if an expression is defined at every position: from a condition that is not, nothing follows.
fn is_total(expr: &Expr) -> bool {
    let mut total = match &expr.form {
        Form::Int(_) | Form::Bool(_) | Form::Component(_) | Form::Given(_) => true,
        Form::Negate(_) | Form::Not(_) | Form::And(_) | Form::Or(_) | Form::Compare(..) | Form::If(..) => true,
        Form::Binary(operator, _, right) => match operator {
            BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Multiply => true,
            BinaryOperator::Divide | BinaryOperator::Remainder => {
                matches!(&right.form, Form::Int(number) if number.to_i64().is_some_and(|number| number > 0))
            }
            _ => false,
        },
        _ => false,
    };
    expr.each_child(&mut |child| total &= is_total(child));
    total
}

/// Returns the first number from `from` on whose value is not that of the number `said` before it, where values are
/// known to repeat; `Some(None)` if there is none. As both repeat, so does their equality.
fn fails_in_period(
    value: &dyn Fn(i64) -> Option<i64>,
    said: i64,
    from: i64,
    (period, start): (i64, i64),
    called_off: CalledOff,
) -> Option<Option<i64>> {
    let end = from.max(start).checked_add(period)?;
    if end.checked_sub(from)? > limits::MAX_COMPARED_VALUES {
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

/// Returns true if a claim has no condition, or one that the givens settle.
pub fn is_unconditional(instance: &Instance, claim: &Claim) -> bool {
    claim.condition.as_ref().is_none_or(|condition| {
        let nothing = Arc::new(Vec::new());
        !varies(instance, condition)
            && instance.evaluate(condition, &nothing, None, &Meter::steps(100_000)).ok() == Some(Value::Bool(true))
    })
}

/// Returns the value of a constant that is not negative.
pub fn number(instance: &Instance, expr: &Expr) -> Option<i64> {
    if varies(instance, expr) {
        return None;
    }
    let value = instance.evaluate(expr, &Arc::new(Vec::new()), None, &Meter::steps(100_000)).ok()?;
    value.as_int()?.to_i64().filter(|number| *number >= 0)
}
