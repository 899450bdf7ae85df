//! What is counted: positions that are won, lost or drawn, that have a value, or that meet a condition.
//!
//! In: texts as `lose`, `value=3`, `a < b and grundy > 2`. Out: a [`Wanted`] whose conditions all hold for a position
//! that is counted. A condition is an expression of the rule language over the components and the givens; besides,
//! `grundy`, `points` (the score) and `remoteness` are the values of the position. It fails where the position has no such value.

use grundy_message::message;
use grundy_rules::file::Scope;
use grundy_rules::game::{Expr, Kind, Type};
use grundy_rules::{Diagnostic, Fault, FaultClass, Instance, Int, Meter, Part, Side, Value};
use grundy_solve::{Evaluation, Winner};
use grundy_value::{Quantity, QuantitySet};
use std::sync::Arc;

/// Values and their names in a condition; `score` is a reserved word.
const VALUES: [(Quantity, &str); 3] =
    [(Quantity::Grundy, "grundy"), (Quantity::Score, "points"), (Quantity::Remoteness, "remoteness")];

/// A condition on the position.
struct Condition {
    /// The game in which the values are components after its own.
    instance: Instance,
    expr: Expr,
    /// The number of components of its own.
    own: usize,
    /// The values that stand after them, and those of them that are used.
    added: Vec<Quantity>,
    values: Vec<Quantity>,
    /// Whether it looks at the numbers of the position.
    is_about_numbers: bool,
}

/// What a counted position has.
pub struct Wanted {
    texts: Vec<String>,
    winners: Vec<Winner>,
    values: Vec<Int>,
    /// Grundy values, or scores of games for points.
    value: Quantity,
    conditions: Vec<Condition>,
}

impl Wanted {
    /// Parses what is wanted of positions of this game: every text must hold.
    ///
    /// # Errors
    /// Fails with what was expected.
    pub fn parse(instance: &Instance, texts: &[&str]) -> Result<Wanted, Fault> {
        let value = if instance.game().points { Quantity::Score } else { Quantity::Grundy };
        let mut wanted = Wanted { texts: vec![], winners: vec![], values: vec![], value, conditions: vec![] };
        let what = || message!("it is lose, win, draw, value=V, or a condition in the rule language, as \"a < b\"");
        for text in texts {
            let text = text.trim();
            let number = text.strip_prefix("value").and_then(|rest| rest.trim_start().strip_prefix('='));
            // `value == 3` is a condition, in which there is no such name.
            let number = number.filter(|number| !number.starts_with('='));
            match (text, number) {
                ("", _) => return Err(Fault::refused(message!("nothing is said about what to count")).hint(what())),
                ("lose", _) => wanted.winners.push(Winner::Second),
                ("win", _) => wanted.winners.push(Winner::First),
                ("draw", _) => wanted.winners.push(Winner::Draw),
                (_, Some(number)) => {
                    let number = number.trim().parse().map_err(|_| {
                        let fault = Fault::refused(message!("`{text}` names no whole number", text = shortened(text)));
                        fault.hint(message!("for example value=3"))
                    })?;
                    wanted.values.push(number);
                }
                _ => wanted.conditions.push(Condition::parse(instance, text).map_err(|fault| fault.hint(what()))?),
            }
            wanted.texts.push(text.to_owned());
        }
        match wanted.texts.is_empty() {
            true => Err(Fault::refused(message!("nothing is said about what to count")).hint(what())),
            false => Ok(wanted),
        }
    }

    /// Returns what is wanted, as it was written.
    pub fn texts(&self) -> &[String] {
        &self.texts
    }

    /// Returns the values that a position must be solved for.
    pub fn quantities(&self) -> QuantitySet {
        let values = (!self.values.is_empty()).then_some(self.value);
        let winner = (!self.winners.is_empty()).then_some(Quantity::Outcome);
        let named = self.conditions.iter().flat_map(|condition| condition.values.iter().copied());
        values.into_iter().chain(winner).chain(named).collect()
    }

    /// Returns whether positions need not be solved.
    pub(super) fn is_about_numbers_alone(&self) -> bool {
        self.values.is_empty() && self.winners.is_empty() && self.conditions.iter().all(|one| one.values.is_empty())
    }

    /// Returns whether the position itself matters, not only its value.
    pub(super) fn is_about_numbers(&self) -> bool {
        self.conditions.iter().any(|condition| condition.is_about_numbers)
    }

    /// Returns whether only who wins matters.
    pub(super) fn is_about_winners(&self) -> bool {
        self.values.is_empty() && self.conditions.is_empty()
    }

    /// Returns the single value that is wanted, and whether all others are instead; `None` if it is not so simple.
    pub(super) fn single(&self) -> Option<(Int, bool)> {
        match (self.winners.as_slice(), self.values.as_slice(), self.conditions.as_slice()) {
            ([Winner::Second], [], []) => Some((Int::ZERO, true)),
            ([Winner::First], [], []) => Some((Int::ZERO, false)),
            ([], [value], []) => Some((value.clone(), true)),
            _ => None,
        }
    }

    /// Returns whether a position is counted.
    ///
    /// # Errors
    /// A condition cannot be evaluated.
    pub(super) fn holds(
        &self,
        part: Option<&Part>,
        mover: Option<Side>,
        found: &Evaluation,
        meter: &Meter,
    ) -> Result<bool, Fault> {
        if !self.winners.iter().all(|winner| found.winner == Some(*winner)) {
            return Ok(false);
        }
        if !self.values.iter().all(|value| found.number(self.value).as_ref() == Some(value)) {
            return Ok(false);
        }
        for condition in &self.conditions {
            if !condition.holds(part, mover, found, meter)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(crate::limits::MAX_SHOWN_CHARS).collect()
}

impl Condition {
    fn parse(instance: &Instance, text: &str) -> Result<Condition, Fault> {
        let game = instance.game();
        let mut scope = Scope::of(game);
        let is_free = |(_, value): &(Quantity, &str)| {
            let mut names = game.components.iter().chain(&game.givens).map(|one| &one.name);
            !names.any(|name| name == value)
        };
        let (values, names): (Vec<Quantity>, Vec<&str>) = VALUES.into_iter().filter(is_free).unzip();
        for name in names {
            scope.component(name, Type::Int { low: None, high: None });
        }
        let refused = |mistakes: &[Diagnostic]| {
            let mistake = mistakes.iter().find(|mistake| mistake.is_error()).or(mistakes.first());
            let why = mistake.map(|mistake| mistake.message.clone()).unwrap_or_default();
            let fault =
                Fault::refused(message!("cannot read the condition `{text}`: {why}", text = shortened(text), why));
            mistake.map_or(fault.clone(), |mistake| mistake.hints.iter().cloned().fold(fault, Fault::hint))
        };
        let expr = scope.read(text, Some(&Kind::Bool)).map_err(|mistakes| refused(&mistakes))?;
        let extended = scope.finish().map_err(|mistakes| refused(&mistakes))?;
        let uses = extended.depends([&expr]);
        let own = game.components.len();
        let is_used = |index: &usize| uses.components.contains(&(own + index));
        let used: Vec<Quantity> = (0..values.len()).filter(is_used).map(|index| values[index]).collect();
        let is_about_numbers = uses.components.iter().any(|index| *index < own) || uses.mover;
        let givens = instance.givens().iter().cloned().map(Some).collect();
        let instance = Instance::new(Arc::new(extended), givens)?;
        Ok(Condition { instance, expr, own, added: values, values: used, is_about_numbers })
    }

    fn holds(
        &self,
        part: Option<&Part>,
        mover: Option<Side>,
        found: &Evaluation,
        meter: &Meter,
    ) -> Result<bool, Fault> {
        if self.values.iter().any(|quantity| found.number(*quantity).is_none()) {
            return Ok(false);
        }
        let mut values: Vec<Value> = part.map_or_else(Vec::new, |part| part.to_vec());
        // A sum has no numbers of its own, and no condition looks at them.
        values.resize(self.own, Value::from(0));
        values.extend(self.added.iter().map(|quantity| Value::Int(found.number(*quantity).unwrap_or(Int::ZERO))));
        match self.instance.evaluate(&self.expr, &Arc::new(values), mover, meter) {
            Ok(value) => Ok(value == Value::Bool(true)),
            Err(fault) if fault.class == FaultClass::Budget => Err(fault),
            Err(fault) => Err(Fault::refused(message!("the condition fails: {why}", why = fault.message))),
        }
    }
}
