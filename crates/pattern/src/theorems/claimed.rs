//! A claim that is known to be true answers positions of any size.
//!
//! In: a game and those of its claims that may be trusted: `grundy = E`, `lose iff E`, `win iff E`, each with its condition. Out: the
//! value of a part, who loses it, and the moves that lead to a wanted value or to a lost part.

use super::line::{Progression, Trouble};
use super::moves::{Found, Search};
use super::symbolic::{Scene, Symbolic};
use super::theory::{Goal, Theory};
use grundy_rules::ast::Quantity;
use grundy_rules::game::{Claim, ClaimKind, ClaimedOutcome, Expr};
use grundy_rules::{Instance, Int, Meter, Part, Side, Value};
use std::sync::Arc;

/// Why claims are trusted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Ground {
    /// The checker accepted a certificate.
    Proved,
    /// A game of the catalogue claims it, and the tests compare it with a search.
    BuiltIn,
}

/// The trusted claims of a game.
pub struct Claimed {
    instance: Arc<Instance>,
    ground: Ground,
    /// Which of the claims say a Grundy value.
    values: Vec<usize>,
    /// Which of them say who loses.
    outcomes: Vec<usize>,
    /// Ranges of more numbers than this are not gone through one by one.
    long: i64,
}

impl Claimed {
    /// The claims of this game that `is_trusted`; `None` where none of them speaks of every position.
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
        let places = |speaks: fn(&ClaimKind) -> bool| -> Vec<usize> {
            let all = game.claims.iter().enumerate();
            all.filter(|(_, claim)| speaks(&claim.kind) && is_trusted(claim)).map(|(place, _)| place).collect()
        };
        let values = places(|kind| matches!(kind, ClaimKind::Equals(Quantity::Grundy, _)));
        let outcomes = places(|kind| matches!(kind, ClaimKind::Iff(ClaimedOutcome::First | ClaimedOutcome::Second, _)));
        if values.is_empty() && outcomes.is_empty() {
            return None;
        }
        Some(Claimed { instance, ground, values, outcomes, long })
    }

    fn claim(&self, place: usize) -> &Claim {
        &self.instance.game().claims[place]
    }

    /// The first of these claims that speaks of a part.
    fn speaking<'a>(&'a self, places: &'a [usize], part: &Part, meter: &Meter) -> Option<&'a Claim> {
        places.iter().map(|place| self.claim(*place)).find(|claim| match &claim.condition {
            None => true,
            Some(condition) => {
                matches!(self.instance.evaluate(condition, part, None, meter), Ok(Value::Bool(true)))
            }
        })
    }

    fn speaking_everywhere<'a>(&'a self, places: &[usize], scene: &Scene) -> Result<&'a Claim, Trouble> {
        for place in places {
            let claim = self.claim(*place);
            match &claim.condition {
                None => return Ok(claim),
                Some(condition) if scene.holds(condition, &mut Vec::new())? => return Ok(claim),
                Some(_) => {}
            }
        }
        Err(Trouble::Hard)
    }

    fn scene<'a>(&'a self, part: &'a [Symbolic], on: &'a Progression, meter: &'a Meter<'a>) -> Scene<'a> {
        Scene { game: self.instance.game(), givens: self.instance.givens(), part, mover: None, on, meter }
    }

    /// The Grundy value of a part on a progression.
    fn value_on(&self, part: &[Symbolic], on: &Progression, meter: &Meter) -> Result<Symbolic, Trouble> {
        let scene = self.scene(part, on, meter);
        match &self.speaking_everywhere(&self.values, &scene)?.kind {
            ClaimKind::Equals(_, value) => scene.value(value, &mut Vec::new()),
            _ => Err(Trouble::Hard),
        }
    }

    /// Whether a part is lost on a progression.
    fn lost_on(&self, part: &[Symbolic], on: &Progression, meter: &Meter) -> Result<Symbolic, Trouble> {
        let scene = self.scene(part, on, meter);
        let said = match self.speaking_everywhere(&self.outcomes, &scene) {
            Ok(claim) => match &claim.kind {
                ClaimKind::Iff(outcome, condition) => Ok((*outcome, condition)),
                _ => Err(Trouble::Hard),
            },
            Err(trouble) => Err(trouble),
        };
        match said {
            Ok((outcome, condition)) => match (outcome, scene.value(condition, &mut Vec::new())?) {
                (ClaimedOutcome::Second, truth) => Ok(truth),
                (_, Symbolic::Known(Value::Bool(truth))) => Ok(Symbolic::Known(Value::Bool(!truth))),
                _ => Err(Trouble::Hard),
            },
            Err(Trouble::Hard) if !self.values.is_empty() => {
                let value = self.value_on(part, on, meter)?;
                scene.equal(&value, &Symbolic::Known(Value::from(0)))
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

impl Theory for Claimed {
    fn name(&self, part: &Part, goal: Goal, meter: &Meter) -> String {
        let game = &self.instance.game().name;
        let lost = matches!(goal, Goal::Lost) && self.speaking(&self.outcomes, part, meter).is_some();
        let what = if lost { "lose" } else { "grundy" };
        match self.ground {
            Ground::Proved => format!("theorem {game}.{what}, proved"),
            // What no checker accepted is not called a theorem.
            Ground::BuiltIn => format!("known rule {game}.{what}, built in"),
        }
    }

    fn sentence(&self, part: &Part, goal: Goal, meter: &Meter) -> String {
        let lost = matches!(goal, Goal::Lost).then(|| self.speaking(&self.outcomes, part, meter)).flatten();
        let claim = lost.or_else(|| self.speaking(&self.values, part, meter));
        claim.map_or(String::new(), |claim| claim.text.clone())
    }

    fn grundy(&self, part: &Part, meter: &Meter) -> Option<Int> {
        match &self.speaking(&self.values, part, meter)?.kind {
            ClaimKind::Equals(_, value) => self.integer(value, part, meter),
            _ => None,
        }
    }

    fn loses(&self, part: &Part, _: Option<Side>, meter: &Meter) -> Option<bool> {
        let Some(claim) = self.speaking(&self.outcomes, part, meter) else {
            return self.grundy(part, meter).map(|value| value.is_zero());
        };
        let ClaimKind::Iff(outcome, condition) = &claim.kind else { return None };
        match self.instance.evaluate(condition, part, None, meter) {
            Ok(Value::Bool(truth)) => Some(truth == (*outcome == ClaimedOutcome::Second)),
            _ => None,
        }
    }

    fn moves(&self, part: &Part, _: Option<Side>, goal: &Goal, most: usize, meter: &Meter) -> Option<Found> {
        let search = Search { instance: &self.instance, part, mover: None, meter, most, long: self.long };
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
                return Err(Trouble::Hard);
            }
            let mut sum = Symbolic::Known(Value::from(0));
            let nothing: [Symbolic; 0] = [];
            let scene = self.scene(&nothing, on, meter);
            for part in left {
                sum = scene.xor(&sum, &self.value_on(part, on, meter)?)?;
            }
            scene.equal(&sum, &Symbolic::Known(Value::Int(wanted)))
        })
    }

    fn instance(&self) -> &Arc<Instance> {
        &self.instance
    }
}
