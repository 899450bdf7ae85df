//! A claim that is known to be true answers positions of any size.
//!
//! In: a game and those of its claims that may be trusted: `grundy = E`, `lose iff E`, `win iff E`, each with its
//! condition. Out: the value of a part, who loses it, and the moves that lead to a wanted value or to a lost part.

use super::line::{Progression, Unsupported};
use super::moves::{Found, Search};
use super::symbolic::{Env, Symbolic};
use super::theory::{Goal, PartTheory, known_rule, proved_theorem};
use grundy_message::{Message, message};
use grundy_rules::game::{Claim, ClaimKind, ClaimedOutcome, Expr};
use grundy_rules::{Instance, Int, Meter, Part, Side, Value};
use grundy_value::Quantity;
use std::sync::Arc;

/// Why claims are trusted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Ground {
    /// The checker accepted a certificate.
    Proved,
    /// A game of the catalogue claims it, and the tests compare it with a search.
    BuiltIn,
    /// Like that, and the proof was given up after this number of trials.
    GivenUp(u64),
}

/// The trusted claims of a game.
pub struct Claimed {
    instance: Arc<Instance>,
    ground: Ground,
    /// Indices of the claims that give a Grundy value.
    values: Vec<usize>,
    /// Indices of the claims that decide who loses.
    outcomes: Vec<usize>,
    /// Length above which ranges are not enumerated.
    long: i64,
}

impl Claimed {
    /// Selects the claims of this game that `is_trusted`; `None` if none of them is about every position.
    pub fn new(
        instance: Arc<Instance>,
        ground: Ground,
        long: i64,
        is_trusted: impl Fn(&Claim) -> bool,
    ) -> Option<Claimed> {
        let game = instance.game();
        if game.points || game.players.is_some() {
            return None;
        }
        let indices = |speaks: fn(&ClaimKind) -> bool| -> Vec<usize> {
            let all = game.claims.iter().enumerate();
            all.filter(|(_, claim)| speaks(&claim.kind) && is_trusted(claim)).map(|(index, _)| index).collect()
        };
        let values = indices(|kind| matches!(kind, ClaimKind::Equals(Quantity::Grundy, _)));
        let outcomes =
            indices(|kind| matches!(kind, ClaimKind::Iff(ClaimedOutcome::First | ClaimedOutcome::Second, _)));
        if values.is_empty() && outcomes.is_empty() {
            return None;
        }
        Some(Claimed { instance, ground, values, outcomes, long })
    }

    fn claim(&self, index: usize) -> &Claim {
        &self.instance.game().claims[index]
    }

    /// Returns the first of these claims that applies to a part.
    fn first_applicable<'a>(&'a self, indices: &'a [usize], part: &Part, meter: &Meter) -> Option<&'a Claim> {
        indices.iter().map(|index| self.claim(*index)).find(|claim| match &claim.condition {
            None => true,
            Some(condition) => {
                matches!(self.instance.evaluate(condition, part, None, meter), Ok(Value::Bool(true)))
            }
        })
    }

    fn applicable_everywhere<'a>(&'a self, indices: &[usize], env: &Env) -> Result<&'a Claim, Unsupported> {
        for index in indices {
            let claim = self.claim(*index);
            match &claim.condition {
                None => return Ok(claim),
                Some(condition) if env.holds(condition, &mut Vec::new())? => return Ok(claim),
                Some(_) => {}
            }
        }
        Err(Unsupported::Hard)
    }

    fn env<'a>(&'a self, part: &'a [Symbolic], on: &'a Progression, meter: &'a Meter<'a>) -> Env<'a> {
        Env { game: self.instance.game(), givens: self.instance.givens(), part, mover: None, on, meter }
    }

    /// Returns the Grundy value of a part on a progression.
    fn value_on(&self, part: &[Symbolic], on: &Progression, meter: &Meter) -> Result<Symbolic, Unsupported> {
        let env = self.env(part, on, meter);
        match &self.applicable_everywhere(&self.values, &env)?.kind {
            ClaimKind::Equals(_, value) => env.value(value, &mut Vec::new()),
            _ => Err(Unsupported::Hard),
        }
    }

    /// Returns whether a part is lost on a progression.
    fn lost_on(&self, part: &[Symbolic], on: &Progression, meter: &Meter) -> Result<Symbolic, Unsupported> {
        let env = self.env(part, on, meter);
        let applicable = match self.applicable_everywhere(&self.outcomes, &env) {
            Ok(claim) => match &claim.kind {
                ClaimKind::Iff(outcome, condition) => Ok((*outcome, condition)),
                _ => Err(Unsupported::Hard),
            },
            Err(trouble) => Err(trouble),
        };
        match applicable {
            Ok((outcome, condition)) => match (outcome, env.value(condition, &mut Vec::new())?) {
                (ClaimedOutcome::Second, truth) => Ok(truth),
                (_, Symbolic::Known(Value::Bool(truth))) => Ok(Symbolic::Known(Value::Bool(!truth))),
                _ => Err(Unsupported::Hard),
            },
            Err(Unsupported::Hard) if !self.values.is_empty() => {
                let value = self.value_on(part, on, meter)?;
                env.equal(&value, &Symbolic::Known(Value::from(0)))
            }
            Err(trouble) => Err(trouble),
        }
    }

    fn integer(&self, expr: &Expr, part: &Part, meter: &Meter) -> Option<Int> {
        match self.instance.evaluate(expr, part, None, meter) {
            Ok(Value::Int(int)) if !int.is_negative() => Some(int),
            _ => None,
        }
    }
}

impl PartTheory for Claimed {
    fn name(&self, part: &Part, goal: Goal, meter: &Meter) -> Message {
        let game = self.instance.game();
        let lost = matches!(goal, Goal::Lost) && self.first_applicable(&self.outcomes, part, meter).is_some();
        let what = if lost { "lose" } else { "grundy" };
        match self.ground {
            Ground::Proved => proved_theorem(game, what),
            Ground::BuiltIn => known_rule(game, what),
            Ground::GivenUp(count) => {
                let rule = known_rule(game, what);
                message!("{rule}; its proof was given up after {count} trials", rule, count)
            }
        }
    }

    fn is_proved(&self) -> bool {
        self.ground == Ground::Proved
    }

    fn sentence(&self, part: &Part, goal: Goal, meter: &Meter) -> Message {
        let lost = matches!(goal, Goal::Lost).then(|| self.first_applicable(&self.outcomes, part, meter)).flatten();
        let claim = lost.or_else(|| self.first_applicable(&self.values, part, meter));
        claim.map_or_else(Message::default, |claim| Message::text(&claim.text))
    }

    fn grundy(&self, part: &Part, meter: &Meter) -> Option<Int> {
        match &self.first_applicable(&self.values, part, meter)?.kind {
            ClaimKind::Equals(_, value) => self.integer(value, part, meter),
            _ => None,
        }
    }

    fn loses(&self, part: &Part, _: Option<Side>, meter: &Meter) -> Option<bool> {
        let Some(claim) = self.first_applicable(&self.outcomes, part, meter) else {
            return self.grundy(part, meter).map(|value| value.is_zero());
        };
        let ClaimKind::Iff(outcome, condition) = &claim.kind else { return None };
        match self.instance.evaluate(condition, part, None, meter) {
            Ok(Value::Bool(truth)) => Some(truth == (*outcome == ClaimedOutcome::Second)),
            _ => None,
        }
    }

    fn moves(&self, part: &Part, _: Option<Side>, goal: &Goal, max: usize, meter: &Meter) -> Option<Found> {
        let search = Search { instance: &self.instance, part, mover: None, meter, max, long: self.long };
        search.find(&|left, on| {
            if let (Goal::Lost, [only]) = (goal, left)
                && !self.outcomes.is_empty()
            {
                return self.lost_on(only, on, meter);
            }
            let wanted = match goal {
                Goal::Value(value) => value.clone(),
                Goal::Lost => Int::ZERO,
            };
            if self.values.is_empty() {
                return Err(Unsupported::Hard);
            }
            let mut sum = Symbolic::Known(Value::from(0));
            let nothing: [Symbolic; 0] = [];
            let env = self.env(&nothing, on, meter);
            for part in left {
                sum = env.xor(&sum, &self.value_on(part, on, meter)?)?;
            }
            env.equal(&sum, &Symbolic::Known(Value::Int(wanted)))
        })
    }

    fn instance(&self) -> &Arc<Instance> {
        &self.instance
    }
}
