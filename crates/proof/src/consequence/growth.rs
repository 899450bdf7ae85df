//! Expressions of one number that grow evenly: E(n + p) = E(n) + r from some n on, read off their structure.
//!
//! In: an expression made of the number, fixed numbers, `+ - *`, quotients and remainders by fixed numbers,
//! comparisons, `if`, `min`, `max`, fixed lists, and `let`s and folds over fixed lists of these. Out: p, r and the
//! start. Two expressions that grow evenly are equal everywhere if they are equal on one stretch, and so a claim is
//! linked to a proved period of values. Everything else is `None`.

use super::CalledOff;
use super::inline::{Inline, is_fixed};
use grundy_rules::ast::BinaryOperator;
use grundy_rules::game::{Builtin, Claim, ClaimKind, ClaimedOutcome, Domain, Expr, Form, Type};
use grundy_rules::{Instance, Meter, Value};
use std::sync::Arc;

/// A proved period: v(n + period) = v(n) + rise for n from `start` on.
pub struct Fact<'a> {
    /// Length of the period.
    pub period: i64,
    /// The first number of the first period; at least 0.
    pub start: i64,
    /// Increase of the values in each period.
    pub rise: i64,
    /// Returns the value of a number.
    pub value: &'a dyn Fn(i64) -> Option<i64>,
}

/// How an expression grows: by `rise` with every `period`, from `from` on. Conditions and periodic expressions have no
/// rise.
#[derive(Clone, Copy, Debug)]
struct Quasi {
    period: i64,
    from: i64,
    rise: i64,
}

/// Maximum length of a compared stretch.
const MOST: i64 = 1 << 22;
/// Maximum rise: times a period, this does not overflow.
const FASTEST: u64 = 1 << 40;
/// Maximum number of steps for one claim.
const STEPS: u64 = 100_000_000;

/// What a fact implies about a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follows {
    /// The claim holds everywhere.
    Holds,
    /// The claim holds, as it is about no position.
    OfNothing,
    /// It fails at this position, the least one, or at an unknown one.
    Fails(Option<i64>),
}

/// Decides whether a claim about the values of one-number positions follows from a fact. `None`: undecided.
pub fn follows(instance: &Instance, claim: &Claim, fact: &Fact, called_off: CalledOff) -> Option<Follows> {
    if instance.game().components.len() != 1 || fact.period <= 0 {
        return None;
    }
    let reader = Reader { instance, meter: Meter::new(STEPS, |steps| steps < STEPS && !called_off()) };
    let expr = match &claim.kind {
        ClaimKind::Equals(grundy_value::Quantity::Grundy, expr) => expr,
        ClaimKind::Iff(ClaimedOutcome::First | ClaimedOutcome::Second, expr) => expr,
        _ => return None,
    };
    let inline = Inline::new(instance, &reader.meter);
    let mut all = vec![reader.analyse(&inline.expr(expr, &[])?)?];
    if let Some(condition) = &claim.condition {
        all.push(reader.analyse(&inline.expr(condition, &[])?)?);
    }
    let period = all.iter().try_fold(fact.period, |period, quasi| lcm(period, quasi.period))?;
    // Below the least position nothing is known, and nothing need hold.
    let min = least_position(instance)?;
    let from = all.iter().map(|quasi| quasi.from).fold(fact.start.max(min), i64::max);
    let end = from.checked_add(period)?.checked_add(1)?;
    if end.checked_sub(min)? > MOST {
        return None;
    }
    // Values that grow can only be equal to an expression that grows as fast.
    let rise = all[0].rise.checked_mul(period / all[0].period)?;
    let due = fact.rise.checked_mul(period / fact.period)?;
    let is_value = matches!(claim.kind, ClaimKind::Equals(..));
    if is_value && claim.condition.is_none() && rise != due {
        return Some(Follows::Fails(None));
    }
    if claim.condition.is_some() && (is_value && rise != due) {
        return None;
    }
    // Values that grow are finitely often 0, but the period does not bound where.
    if !is_value && fact.rise != 0 {
        let is_won = |number: i64| (fact.value)(number).is_some_and(|value| value > 0);
        let start = fact.start.max(min);
        if fact.rise < 0 || !(start..start.checked_add(fact.period)?).all(is_won) {
            return None;
        }
    }
    let mut spoken_of = false;
    for number in min..end {
        // Positions are all numbers from the least one on, up to an upper bound, if there is one.
        let Ok(part) = instance.part(vec![Value::from(number)]) else { break };
        let evaluate = |expr: &Expr| instance.evaluate(expr, &part, None, &reader.meter).ok();
        if let Some(condition) = &claim.condition {
            match evaluate(condition)? {
                Value::Bool(true) => {}
                Value::Bool(false) => continue,
                _ => return None,
            }
        }
        spoken_of = true;
        let (said, value) = (evaluate(expr)?, (fact.value)(number)?);
        let holds = match &claim.kind {
            ClaimKind::Iff(ClaimedOutcome::Second, _) => said == Value::Bool(value == 0),
            ClaimKind::Iff(..) => said == Value::Bool(value != 0),
            _ => said == Value::from(value),
        };
        if !holds {
            return Some(Follows::Fails(Some(number)));
        }
    }
    Some(if spoken_of { Follows::Holds } else { Follows::OfNothing })
}

/// Returns the least number of a position, or `None` if the rules do not give it as a fixed number.
pub fn least_position(instance: &Instance) -> Option<i64> {
    let Type::Int { low: Some(low), .. } = &instance.game().components.first()?.ty else { return None };
    if !instance.game().depends([low]).components.is_empty() {
        return None;
    }
    instance.evaluate(low, &Arc::new(Vec::new()), None, &Meter::steps(100_000)).ok()?.as_int()?.to_i64()
}

struct Reader<'a> {
    instance: &'a Instance,
    meter: Meter<'a>,
}

impl Reader<'_> {
    fn at(&self, expr: &Expr, number: i64) -> Option<i64> {
        let part = Arc::new(vec![Value::from(number)]);
        self.instance.evaluate(expr, &part, None, &self.meter).ok()?.as_int()?.to_i64()
    }

    /// Returns a fixed value.
    fn fixed(&self, expr: &Expr) -> Option<Value> {
        if !is_fixed(expr) {
            return None;
        }
        self.instance.evaluate(expr, &Arc::new(Vec::new()), None, &self.meter).ok()
    }

    fn number(&self, expr: &Expr) -> Option<i64> {
        self.fixed(expr)?.as_int()?.to_i64()
    }

    fn analyse(&self, expr: &Expr) -> Option<Quasi> {
        if self.fixed(expr).is_some() {
            return Some(Quasi { period: 1, from: 0, rise: 0 });
        }
        let found = match &expr.form {
            Form::Component(0) => Quasi { period: 1, from: 0, rise: 1 },
            Form::Negate(inner) => {
                let inner = self.analyse(inner)?;
                Quasi { rise: inner.rise.checked_neg()?, ..inner }
            }
            Form::Not(inner) => self.analyse(inner)?,
            Form::Binary(operator, left, right) => self.binary(*operator, left, right)?,
            Form::And(list) | Form::Or(list) => self.together(list)?,
            Form::Compare(list, _) => {
                let mut all = self.together(list)?;
                for pair in list.windows(2) {
                    all.from = all.from.max(self.settled(&pair[0], &pair[1])?);
                }
                Quasi { rise: 0, ..all }
            }
            Form::Builtin(Builtin::Min | Builtin::Max, list) => {
                let [left, right] = &list[..] else { return None };
                let (one, other, period) = self.both(left, right)?;
                let from = self.settled(left, right)?;
                let rise = if matches!(&expr.form, Form::Builtin(Builtin::Min, _)) {
                    one.rise.min(other.rise)
                } else {
                    one.rise.max(other.rise)
                };
                Quasi { period, from: from.max(one.from).max(other.from), rise }
            }
            Form::If(condition, yes, no) => {
                let (one, other, period) = self.both(yes, no)?;
                let when = self.analyse(condition)?;
                let period = lcm(period, when.period)?;
                let from = one.from.max(other.from).max(when.from);
                let lifted = |quasi: Quasi| quasi.rise.checked_mul(period / quasi.period);
                let rises = (lifted(one)?, lifted(other)?);
                let rise = if rises.0 == rises.1 {
                    rises.0
                } else {
                    // The rises may differ only if the same branch is taken from `from` on.
                    let holds = |number: i64| {
                        let part = Arc::new(vec![Value::from(number)]);
                        self.instance.evaluate(condition, &part, None, &self.meter).ok()
                    };
                    let first = holds(from)?;
                    if period > MOST || !(from..from + period).all(|number| holds(number).as_ref() == Some(&first)) {
                        return None;
                    }
                    if first == Value::Bool(true) { rises.0 } else { rises.1 }
                };
                Quasi { period, from, rise }
            }
            Form::Index(list, index) => {
                self.fixed(list)?;
                self.analyse(index).filter(|index| index.rise == 0)?
            }
            Form::In(inner, domain) => {
                let Domain::Of(list) = &**domain else { return None };
                let list = self.fixed(list)?;
                let numbers: Vec<i64> =
                    list.as_elements()?.iter().map(|value| value.as_int()?.to_i64()).collect::<Option<_>>()?;
                let grows = self.analyse(inner)?;
                let mut from = grows.from;
                if grows.rise != 0 {
                    let sizes: Option<Vec<i64>> = numbers.iter().map(|number| number.checked_abs()).collect();
                    let bound = sizes?.into_iter().max().unwrap_or(0);
                    from = self.beyond(&grows, |number| self.at(inner, number), bound)?;
                }
                Quasi { rise: 0, from, ..grows }
            }
            _ => return None,
        };
        let is_slow = found.rise.unsigned_abs() <= FASTEST;
        (is_slow && found.period <= MOST && found.from <= MOST).then_some(found)
    }

    fn binary(&self, operator: BinaryOperator, left: &Expr, right: &Expr) -> Option<Quasi> {
        let (one, other, period) = self.both(left, right)?;
        let from = one.from.max(other.from);
        match operator {
            BinaryOperator::Add => Some(Quasi { period, from, rise: one.rise.checked_add(other.rise)? }),
            BinaryOperator::Subtract => Some(Quasi { period, from, rise: one.rise.checked_sub(other.rise)? }),
            BinaryOperator::Multiply => match (self.number(left), self.number(right)) {
                (Some(factor), _) => Some(Quasi { period, from, rise: other.rise.checked_mul(factor)? }),
                (_, Some(factor)) => Some(Quasi { period, from, rise: one.rise.checked_mul(factor)? }),
                _ if one.rise == 0 && other.rise == 0 => Some(Quasi { period, from, rise: 0 }),
                _ => None,
            },
            BinaryOperator::Divide | BinaryOperator::Remainder => {
                let divisor = self.number(right).filter(|divisor| (1..=MOST).contains(divisor))?;
                let turns = divisor / gcd(divisor, one.rise);
                let rise = one.rise.checked_mul(turns)?;
                let period = one.period.checked_mul(turns)?;
                let rise = if operator == BinaryOperator::Divide { rise / divisor } else { 0 };
                Some(Quasi { period, from: one.from, rise })
            }
            _ => None,
        }
    }

    /// Returns both, with their rises for a common period.
    fn both(&self, left: &Expr, right: &Expr) -> Option<(Quasi, Quasi, i64)> {
        let (one, other) = (self.analyse(left)?, self.analyse(right)?);
        let period = lcm(one.period, other.period)?;
        let lift = |quasi: Quasi| {
            Some(Quasi { period, from: quasi.from, rise: quasi.rise.checked_mul(period / quasi.period)? })
        };
        Some((lift(one)?, lift(other)?, period))
    }

    fn together(&self, list: &[Expr]) -> Option<Quasi> {
        let mut all = Quasi { period: 1, from: 0, rise: 0 };
        for inner in list {
            let inner = self.analyse(inner)?;
            all = Quasi { period: lcm(all.period, inner.period)?, from: all.from.max(inner.from), rise: 0 };
        }
        Some(all)
    }

    /// Returns from where on the order of two numbers repeats.
    fn settled(&self, left: &Expr, right: &Expr) -> Option<i64> {
        let (one, other, period) = self.both(left, right)?;
        let from = one.from.max(other.from);
        let difference = Quasi { period, from, rise: one.rise.checked_sub(other.rise)? };
        if difference.rise == 0 {
            return Some(from);
        }
        self.beyond(&difference, |number| self.at(left, number)?.checked_sub(self.at(right, number)?), 0)
    }

    /// Returns from where on a growing expression is beyond a bound, in the direction of its growth.
    fn beyond(&self, grows: &Quasi, at: impl Fn(i64) -> Option<i64>, bound: i64) -> Option<i64> {
        if grows.period > MOST {
            return None;
        }
        let mut turns = 0;
        for number in grows.from..grows.from.checked_add(grows.period)? {
            let missing =
                if grows.rise > 0 { bound.checked_sub(at(number)?)? } else { bound.checked_add(at(number)?)? };
            turns = turns.max((missing.max(0) / grows.rise.checked_abs()?).checked_add(1)?);
        }
        // Later starts are not supported.
        grows.from.checked_add(turns.checked_mul(grows.period)?).filter(|from| *from <= MOST)
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs().max(1) } else { gcd(b, a % b) }
}

fn lcm(a: i64, b: i64) -> Option<i64> {
    (a / gcd(a, b)).checked_mul(b).filter(|period| *period <= MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(text: &str) -> (Instance, Claim) {
        let game = grundy_rules::read(&format!("game g(n) move take(k in 1..n) -> n - k\nclaim {text}\n")).unwrap();
        let claim = game.claims[0].clone();
        (Instance::new(game, vec![]).unwrap(), claim)
    }

    #[track_caller]
    fn check(text: &str, fact: &Fact, expected: Option<Follows>) {
        let (instance, claim) = claim(text);
        assert_eq!(follows(&instance, &claim, fact, &|| false), expected, "{text}");
    }

    #[test]
    fn claims_follow_from_periods() {
        let value = |n: i64| Some(n % 4);
        let fact = Fact { period: 4, start: 0, rise: 0, value: &value };
        check("grundy = n % 4", &fact, Some(Follows::Holds));
        check("grundy = [0, 1, 2, 3][n % 4]", &fact, Some(Follows::Holds));
        check("grundy = n - n / 4 * 4", &fact, Some(Follows::Holds));
        check("grundy = if n < 1000 then n % 4 else (n + 1) % 4", &fact, Some(Follows::Fails(Some(1000))));
        check("grundy = min(n % 4, 7)", &fact, Some(Follows::Holds));
        check("lose iff n % 4 == 0", &fact, Some(Follows::Holds));
        check("lose iff n % 4 == 0 or n == 99999", &fact, Some(Follows::Fails(Some(99999))));
        check("win iff not (n % 8 in [0, 4])", &fact, Some(Follows::Holds));
        check("lose iff is_fibonacci(n)", &fact, None);
        check("grundy = sum(e for e in [1, 2, 3] if n % 4 == e)", &fact, Some(Follows::Holds));
        check("lose iff all(n % 4 != e for e in [1, 2, 3])", &fact, Some(Follows::Holds));
        check("lose iff not any(n % 4 == e[0] for e in [[1], [2]])", &fact, Some(Follows::Fails(Some(3))));
        check("grundy = count(n % 4 > e for e in [0, 1, 2])", &fact, Some(Follows::Holds));
        check("grundy = max(e for e in [0, n % 4])", &fact, None);
        check("lose iff n in [0, 4]", &fact, Some(Follows::Fails(Some(8))));
        check("lose iff n == 3 if n < 0", &fact, Some(Follows::OfNothing));
        // Numbers at the limits of `i64` must not cause failures.
        for text in [
            "lose iff n % 4 == 0 if n > 9223372036854775807",
            "grundy = max(n, 9223372036854775807)",
            "grundy = n * 4611686018427387904",
            "grundy = -(n * (-9223372036854775807 - 1))",
            "lose iff n in [0 - 9223372036854775807 - 1, 3]",
            "lose iff (n * (0 - 9223372036854775807 - 1)) % 3 == 0",
        ] {
            check(text, &fact, None);
        }
        check("grundy = 7 if n % 4 == 0 and n % 2 == 1", &fact, Some(Follows::OfNothing));
    }

    #[test]
    fn positions_below_0_are_asked_too() {
        let rules = "game g(n in -5..) move take(k in 1..min(3, n + 5)) -> n - k";
        let value = |n: i64| Some((n + 5) % 4);
        let fact = Fact { period: 4, start: 0, rise: 0, value: &value };
        for (text, expected) in [
            ("grundy = (n + 5) % 4", true),
            ("lose iff n % 4 == 3", true),
            ("lose iff n % 4 == 3 if n > -5", true),
            ("grundy = if n < -5 then 9 else (n + 5) % 4", true),
            ("grundy = if n < 0 then 9 else (n + 5) % 4", false),
            ("lose iff n % 4 == 3 and n >= 0", false),
            ("lose iff n % 4 == 3 or n == -4", false),
        ] {
            let game = grundy_rules::read(&format!("{rules}\nclaim {text}\n")).unwrap();
            let claim = game.claims[0].clone();
            let instance = Instance::new(game, vec![]).unwrap();
            let found = follows(&instance, &claim, &fact, &|| false).unwrap();
            assert_eq!(found == Follows::Holds, expected, "{text}: {found:?}");
        }
    }

    #[test]
    fn positions_that_begin_late_are_spoken_of() {
        let fact = Fact { period: 1, start: 0, rise: 0, value: &|_| Some(0) };
        for (positions, text, expected) in [
            ("n in 9..9", "lose iff true", Follows::Holds),
            ("n in 9..", "grundy = 0 if n % 2 == 0", Follows::Holds),
            ("n in 9..9", "grundy = 0 if n % 2 == 0", Follows::OfNothing),
            ("n in 0..5", "grundy = 0 if n > 7", Follows::OfNothing),
            ("n in 0..8", "grundy = 0 if n > 7", Follows::Holds),
        ] {
            let game =
                grundy_rules::read(&format!("game g({positions}) move stay if false -> n\nclaim {text}\n")).unwrap();
            let claim = game.claims[0].clone();
            let instance = Instance::new(game, vec![]).unwrap();
            assert_eq!(follows(&instance, &claim, &fact, &|| false), Some(expected), "{positions} {text}");
        }
    }

    #[test]
    fn claims_follow_from_even_growth() {
        let lasker = |n: i64| {
            Some(if n == 0 {
                0
            } else if n % 4 == 0 {
                n - 1
            } else {
                n + i64::from(n % 4 == 3)
            })
        };
        let fact = Fact { period: 4, start: 1, rise: 4, value: &lasker };
        check(
            "grundy = if n == 0 then 0 else if n % 4 == 0 then n - 1 else if n % 4 == 3 then n + 1 else n",
            &fact,
            Some(Follows::Holds),
        );
        check("grundy = n + [-1, 0, 0, 1][n % 4] if n >= 1", &fact, Some(Follows::Holds));
        check("grundy = n", &fact, Some(Follows::Fails(Some(3))));
        check("grundy = n if n % 4 in [1, 2]", &fact, Some(Follows::Holds));
        check("lose iff n == 0", &fact, Some(Follows::Holds));
        check("lose iff n == 4", &fact, Some(Follows::Fails(Some(0))));
        check("grundy = 2 * n", &fact, Some(Follows::Fails(None)));
    }
}
