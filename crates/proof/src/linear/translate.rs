//! Rules -> linear game, clause by clause.

use super::expression::{Case, Reader, bounded};
use super::form::{Condition, Linear, LinearGame, Rule};
use super::repeated;
use crate::limits;
use grundy_message::{Message, message};
use grundy_rules::game::{
    Binder, Builtin, CompoundRule, Destination, Domain, Expr, Form, MoveRule, Over, Term, Type, Verdict,
};
use grundy_rules::{Game, Instance, Span, Value};
use std::fmt;

/// The clause of the rules that is not linear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// Location in the file.
    pub span: Span,
    /// Why it is not linear, in lower case and without a full stop.
    pub why: Message,
    /// The text of the clause, on one line, if it is known.
    pub clause: String,
}

impl Stopped {
    pub(crate) fn new(span: Span, why: impl Into<Message>) -> Stopped {
        Stopped { span, why: why.into(), clause: String::new() }
    }

    pub(crate) fn large(span: Span) -> Stopped {
        Stopped::new(span, message!("its numbers are too large"))
    }

    /// Returns the clause and what stopped there.
    pub fn message(&self) -> Message {
        match self.clause.is_empty() {
            true => self.why.clone(),
            false => message!("`{clause}`: {why}", clause = self.clause, why = self.why),
        }
    }

    /// Adds the text of the clause from the file.
    pub(crate) fn quoted(mut self, game: &Game) -> Stopped {
        let words = game.source.0.get(self.span.range()).unwrap_or_default();
        self.clause = words.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(120).collect();
        self
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(formatter)
    }
}

/// Translates the game into linear conditions.
///
/// # Errors
/// Returns the clause that is not linear.
pub fn translate(instance: &Instance) -> Result<LinearGame, Stopped> {
    let read = |ranges| Translation::of(instance, ranges).map_err(|stopped| stopped.quoted(instance.game()));
    // A choice that divides or multiplies is linear only as a fixed number.
    read(Ranges::AsVariables).or_else(|stopped| read(Ranges::OneByOne).map_err(|_| stopped))
}

/// How a choice from a fixed range is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ranges {
    /// As a variable.
    AsVariables,
    /// As a kind of move for each number, if they are few.
    OneByOne,
}

/// Returns the terms of the only case of an end of a range of positions. A domain is about components alone: a quotient or a xor is
/// a variable with conditions of its own, which a domain cannot have.
fn plain(cases: &[Bound], components: usize, span: Span) -> Result<&[Linear], Stopped> {
    match cases {
        [(case, terms)] if case.variables == components && case.conditions.is_empty() => Ok(terms),
        [_] => Err(Stopped::new(span, message!("this is not a linear term"))),
        _ => Err(Stopped::new(span, message!("a range with several cases is not read"))),
    }
}

pub(super) struct Translation<'a> {
    ranges: Ranges,
    pub(super) reader: Reader<'a>,
    pub(super) components: usize,
    pub(super) moves: Vec<Rule>,
    pub(super) steps: Vec<Rule>,
    pub(super) never: Vec<Rule>,
}

/// A partly read case of a move: the conditions and the terms of the binders.
type Bound = (Case, Vec<Linear>);
/// A case of a result: the conditions and the components of each part.
type Left = (Case, Vec<Vec<Linear>>);

impl<'a> Translation<'a> {
    fn of(instance: &'a Instance, ranges: Ranges) -> Result<LinearGame, Stopped> {
        let game = instance.game();
        let stop = |span: Span, why: Message| Err(Stopped::new(span, why));
        let nowhere = Span::default();
        if !game.is_impartial() {
            return stop(nowhere, message!("the game has players with moves of their own"));
        }
        if game.points {
            return stop(nowhere, message!("it is played for points"));
        }
        if let Some((condition, _)) = game.ends.first().or(game.stuck_if.first()) {
            return stop(condition.span, message!("play ends otherwise than by having no move"));
        }
        if let Some(condition) = game.valid.first() {
            return stop(condition.span, message!("which positions are valid is not read"));
        }
        let misere = match game.stuck {
            Verdict::Lose => false,
            Verdict::Win => true,
            _ => return stop(nowhere, message!("a player who cannot move neither wins nor loses")),
        };
        if game.compound != CompoundRule::One {
            return stop(nowhere, message!("a move in a sum is not a move in one part"));
        }
        let mut translation = Translation {
            ranges,
            reader: Reader::new(instance),
            components: game.components.len(),
            moves: Vec::new(),
            steps: Vec::new(),
            never: Vec::new(),
        };
        let domain = translation.domain()?;
        for rule in &game.moves {
            translation.rule(rule)?;
        }
        let Translation { mut moves, steps, mut never, .. } = translation;
        for rules in [&mut moves, &mut never] {
            rules.sort();
            rules.dedup();
        }
        if misere && moves.iter().any(|rule| rule.parts.len() != 1) {
            return stop(nowhere, message!("misère sums are not decided by values of their parts"));
        }
        let components = game.components.iter().map(|component| component.name.clone()).collect();
        Ok(LinearGame { components, domain, moves, steps, never, misere })
    }

    fn domain(&self) -> Result<Vec<Condition>, Stopped> {
        let mut domain = Vec::new();
        let empty = Case { variables: self.components, conditions: Vec::new() };
        for (index, component) in self.reader.instance.game().components.iter().enumerate() {
            let Type::Int { low, high } = &component.ty else {
                return Err(Stopped::new(component.span, message!("only components that are numbers are linear")));
            };
            let Some(low) = low else {
                return Err(Stopped::new(component.span, message!("a component that may be negative is not read")));
            };
            let natural = |term: &Linear| term.is_surely_natural();
            let lows = self.bounds(low, Builtin::Max, &[], &empty)?;
            let lows = plain(&lows, self.components, low.span)?;
            if !lows.iter().any(natural) {
                return Err(Stopped::new(low.span, message!("a component that may be negative is not read")));
            }
            let own = Linear::variable(index);
            let large = || Stopped::large(component.span);
            for low in lows {
                domain.push(Condition::at_least(own.plus(-1, low).ok_or_else(large)?));
            }
            if let Some(high) = high {
                let highs = self.bounds(high, Builtin::Min, &[], &empty)?;
                for high in plain(&highs, self.components, high.span)? {
                    domain.push(Condition::at_least(high.plus(-1, &own).ok_or_else(large)?));
                }
            }
        }
        // A condition that holds for all natural numbers is redundant.
        domain.retain(|condition| !condition.term.is_surely_natural());
        Ok(domain)
    }

    /// Reads one end of a range: below a `min` is below each of its terms, above a `max` is above each.
    fn bounds(
        &self,
        expr: &Expr,
        all_of: Builtin,
        locals: &[Linear],
        case: &Case,
    ) -> Result<Vec<(Case, Vec<Linear>)>, Stopped> {
        let Form::Builtin(function, inner) = &expr.form else {
            let terms = self.reader.term(expr, locals, case)?;
            return Ok(terms.into_iter().map(|(case, term)| (case, vec![term])).collect());
        };
        if *function != all_of || inner.is_empty() {
            let terms = self.reader.term(expr, locals, case)?;
            return Ok(terms.into_iter().map(|(case, term)| (case, vec![term])).collect());
        }
        let mut lists = vec![(case.clone(), Vec::new())];
        for inner in inner {
            let mut longer = Vec::new();
            for (case, list) in &lists {
                for (case, more) in self.bounds(inner, all_of, locals, case)? {
                    longer.push((case, list.iter().cloned().chain(more).collect()));
                }
            }
            lists = bounded(expr, longer)?;
        }
        Ok(lists)
    }

    fn rule(&mut self, rule: &MoveRule) -> Result<(), Stopped> {
        if rule.gain.is_some() || rule.side.is_some() {
            return Err(Stopped::new(rule.span, message!("points and players are not linear")));
        }
        if let Some((index, factor, divides)) = repeated::form(rule) {
            return self.repeated(rule, index, factor, divides);
        }
        let start = Case { variables: self.components, conditions: Vec::new() };
        let mut bound = vec![(start, Vec::new())];
        for binder in &rule.binders {
            let mut longer = Vec::new();
            for (case, locals) in &bound {
                longer.extend(self.bind(binder, case, locals, rule.span)?);
            }
            if longer.len() > 512 {
                return Err(Stopped::new(rule.span, message!("this makes too many cases")));
            }
            bound = longer;
        }
        for (case, locals) in bound {
            let cases = match &rule.guard {
                Some(guard) => self.reader.cases(guard, true, &locals, &case)?,
                None => vec![case],
            };
            for case in cases {
                for (case, parts) in self.destination(&rule.result, &locals, &case, rule.span)? {
                    self.result(case, parts, rule.span)?;
                }
            }
        }
        Ok(())
    }

    fn bind(&mut self, binder: &Binder, case: &Case, locals: &[Linear], span: Span) -> Result<Vec<Bound>, Stopped> {
        let with = |term: Linear| locals.iter().cloned().chain([term]).collect::<Vec<_>>();
        let large = || Stopped::large(span);
        match &binder.over {
            Over::Is(expr) => {
                let terms = self.reader.term(expr, locals, case)?;
                Ok(terms.into_iter().map(|(case, term)| (case, with(term))).collect())
            }
            Over::If(condition) => {
                let cases = self.reader.cases(condition, true, locals, case)?;
                Ok(cases.into_iter().map(|case| (case, with(Linear::constant(1)))).collect())
            }
            Over::Each(Domain::Of(list)) => {
                let numbers = self.reader.closed(list);
                let number = |value: &Value| value.as_int()?.to_i64().filter(|int| int.abs() <= 1_000_000_000);
                let numbers: Option<Vec<i64>> =
                    numbers.as_ref().and_then(Value::as_elements).and_then(|list| list.iter().map(number).collect());
                let numbers = numbers
                    .ok_or_else(|| Stopped::new(list.span, message!("only a fixed list of numbers is linear")))?;
                Ok(numbers.into_iter().map(|number| (case.clone(), with(Linear::constant(number)))).collect())
            }
            Over::Each(Domain::Range(low, high)) => {
                let high = high.as_ref().ok_or_else(|| Stopped::new(low.span, message!("a range without an end")))?;
                let fixed = |expr: &Expr| self.reader.closed(expr)?.as_int()?.to_i64();
                if let (Ranges::OneByOne, Some(low), Some(high)) = (self.ranges, fixed(low), fixed(high))
                    && high.saturating_sub(low) < limits::MAX_VALUES_READ
                    && low.abs() <= 1_000_000
                {
                    return Ok((low..=high).map(|number| (case.clone(), with(Linear::constant(number)))).collect());
                }
                let mut all = Vec::new();
                for (case, lows) in self.bounds(low, Builtin::Max, locals, case)? {
                    for (case, highs) in self.bounds(high, Builtin::Min, locals, &case)? {
                        let signs: &[i64] = if lows.iter().any(Linear::is_surely_natural) { &[1] } else { &[1, -1] };
                        for sign in signs {
                            // The choices below 0 are the negatives of natural numbers from 1 up.
                            let mut case = case.clone();
                            let fresh = case.fresh();
                            let choice = Linear::default().plus(*sign, &fresh).ok_or_else(large)?;
                            if *sign < 0 {
                                let from_one = fresh.plus(-1, &Linear::constant(1)).ok_or_else(large)?;
                                case.conditions.push(Condition::at_least(from_one));
                            }
                            for low in &lows {
                                case.conditions.push(Condition::at_least(choice.plus(-1, low).ok_or_else(large)?));
                            }
                            for high in &highs {
                                case.conditions.push(Condition::at_least(high.plus(-1, &choice).ok_or_else(large)?));
                            }
                            all.push((case, with(choice)));
                        }
                    }
                }
                Ok(all)
            }
        }
    }

    fn destination(
        &self,
        result: &Destination,
        locals: &[Linear],
        case: &Case,
        span: Span,
    ) -> Result<Vec<Left>, Stopped> {
        let (again, terms) = match result {
            Destination::If(condition, yes, no) => {
                let mut all = Vec::new();
                for (wanted, inner) in [(true, yes), (false, no)] {
                    for case in self.reader.cases(condition, wanted, locals, case)? {
                        all.extend(self.destination(inner, locals, &case, span)?);
                    }
                }
                return Ok(all);
            }
            Destination::Terms { again, terms } => (again, terms),
        };
        if let Some(again) = again {
            return Err(Stopped::new(again.span, message!("moving again is not linear")));
        }
        let mut all: Vec<Left> = vec![(case.clone(), Vec::new())];
        for term in terms {
            let mut longer = Vec::new();
            for (case, parts) in &all {
                let more: Vec<Left> = match term {
                    Term::Nothing => vec![(case.clone(), Vec::new())],
                    Term::Group(inner) => self.destination(inner, locals, case, span)?,
                    Term::Each { .. } => {
                        return Err(Stopped::new(span, message!("an expression says how many parts a move leaves")));
                    }
                    Term::Tuple(exprs, _) => self.part(&exprs.iter().collect::<Vec<_>>(), locals, case)?,
                    Term::With(changes, span) => {
                        let mut values: Vec<Option<&Expr>> = vec![None; self.components];
                        for change in changes {
                            let plain = change.indices.is_empty() && change.binders.is_empty();
                            if !plain || change.filter.is_some() || values[change.component].is_some() {
                                return Err(Stopped::new(*span, message!("only changes of whole numbers are linear")));
                            }
                            values[change.component] = Some(&change.value);
                        }
                        self.changed(&values, locals, case)?
                    }
                };
                for (case, more) in more {
                    longer.push((case, parts.iter().cloned().chain(more).collect()));
                }
            }
            if longer.len() > 512 {
                return Err(Stopped::new(span, message!("this makes too many cases")));
            }
            all = longer;
        }
        Ok(all)
    }

    fn part(&self, exprs: &[&Expr], locals: &[Linear], case: &Case) -> Result<Vec<Left>, Stopped> {
        self.changed(&exprs.iter().map(|expr| Some(*expr)).collect::<Vec<_>>(), locals, case)
    }

    /// Reads one part; a component that is not mentioned stays as it is.
    fn changed(&self, values: &[Option<&Expr>], locals: &[Linear], case: &Case) -> Result<Vec<Left>, Stopped> {
        let mut all: Vec<(Case, Vec<Linear>)> = vec![(case.clone(), Vec::new())];
        for (index, value) in values.iter().enumerate() {
            let mut longer = Vec::new();
            for (case, part) in &all {
                let terms = match value {
                    Some(expr) => self.reader.term(expr, locals, case)?,
                    None => vec![(case.clone(), Linear::variable(index))],
                };
                for (case, term) in terms {
                    longer.push((case, part.iter().cloned().chain([term]).collect()));
                }
            }
            if longer.len() > 512 {
                let span = value.map_or(Span::default(), |value| value.span);
                return Err(Stopped::new(span, message!("this makes too many cases")));
            }
            all = longer;
        }
        Ok(all.into_iter().map(|(case, part)| (case, vec![part])).collect())
    }

    /// Adds a kind of move: each component of each part is a variable, and none is ever negative.
    fn result(&mut self, mut case: Case, parts: Vec<Vec<Linear>>, span: Span) -> Result<(), Stopped> {
        let large = || Stopped::large(span);
        // Simplifying a rule compares its conditions with each other.
        self.reader.spend(span, 10 + case.conditions.len().saturating_pow(2))?;
        for term in parts.iter().flatten().filter(|term| !term.is_surely_natural()) {
            let mut conditions = case.conditions.clone();
            let below = Linear::constant(-1).plus(-1, term).ok_or_else(large)?;
            conditions.push(Condition::at_least(below));
            let rule = Rule { variables: case.variables, conditions, parts: Vec::new(), step: 0 };
            self.never.extend(rule.simplified(self.components));
        }
        let mut variables: Vec<Vec<usize>> = Vec::new();
        for part in &parts {
            let mut indices = Vec::new();
            for term in part {
                let index = match term.as_variable() {
                    Some(variable) => variable,
                    None => {
                        let fresh = case.fresh();
                        case.conditions.push(Condition::equal(fresh.plus(-1, term).ok_or_else(large)?));
                        case.variables - 1
                    }
                };
                indices.push(index);
            }
            variables.push(indices);
        }
        let rule = Rule { variables: case.variables, conditions: case.conditions, parts: variables, step: 0 };
        self.moves.extend(rule.simplified(self.components));
        Ok(())
    }
}
