//! The semantics of a game: the moves of a position and how play ends. The reference for all engines.
//!
//! In: a checked [`Game`] and its givens. Out: the moves of a part, the joint moves of a sum, the end of play. The code is
//! simple on purpose, and does not know who wins.

use crate::limits;
use grundy_message::{Message, message};
mod evaluate;
mod fit;
mod sum;

use crate::fault::{Fault, FaultClass};
use crate::game::{
    Change, Component, CompoundRule, Destination, Domain, Expr, Game, Over, PositionExpr, Term, Verdict,
};
use crate::int::Int;
use crate::meter::Meter;
use crate::shape::{Shape, shape};
use crate::span::Span;
use crate::value::{ALLOCATED, Part, Position, Side, Value};
use evaluate::{Env, Walk};
pub use fit::expected;
use std::collections::HashSet;
use std::sync::Arc;
pub use sum::{Compound, Standing, Step};

/// A game with its givens fixed.
#[derive(Clone, Debug)]
pub struct Instance {
    game: Arc<Game>,
    givens: Vec<Value>,
    shape: Shape,
}

/// One move of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Index into [`Game::moves`].
    pub rule: usize,
    /// A value for each binder of the rule, in order.
    pub choices: Vec<Value>,
    /// The points it earns.
    pub gain: Int,
    /// Whether the same player moves again.
    pub again: bool,
    /// The parts it leaves in place of the one moved in.
    pub to: Vec<Part>,
}

impl Move {
    /// Returns the approximate size in bytes. Memory shared with the part moved in is not counted.
    pub(crate) fn own_bytes(&self) -> usize {
        let choices: usize = self.choices.iter().map(Value::own_bytes).sum();
        let parts = self.to.iter().filter(|part| Arc::strong_count(part) == 1);
        let parts: usize = parts.map(|part| ALLOCATED + part.iter().map(Value::own_bytes).sum::<usize>()).sum();
        size_of::<Move>() + 2 * ALLOCATED + choices + self.to.len() * size_of::<Part>() + parts
    }
}

/// How play ended, for the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Terminal {
    /// The player wins.
    Win,
    /// The player loses.
    Lose,
    /// Neither player wins.
    Draw,
    /// The player gets this many points more.
    Score(Int),
}

impl Instance {
    /// Fixes the givens, in the order of the file; `None` is the default.
    ///
    /// # Errors
    /// A given is missing, of the wrong type or outside its range.
    pub fn new(game: Arc<Game>, given: Vec<Option<Value>>) -> Result<Instance, Fault> {
        let meter = Meter::steps(setting_up(&given));
        Instance::new_within(game, given, &meter)
    }

    /// Like [`Instance::new`], but defaults and ranges are evaluated within the budget of `meter`.
    ///
    /// # Errors
    /// As [`Instance::new`], or the budget is used up.
    pub fn new_within(game: Arc<Game>, given: Vec<Option<Value>>, meter: &Meter) -> Result<Instance, Fault> {
        let shape = shape(&game);
        let givens = settle_givens(&game, given, None, meter)?;
        Ok(Instance { game, givens, shape })
    }

    /// Returns the same game with other givens. A large given that is shared with this instance, and whose type depends on no
    /// other given, is not checked again.
    ///
    /// # Errors
    /// As [`Instance::new`].
    pub fn with_givens(&self, given: Vec<Option<Value>>) -> Result<Instance, Fault> {
        let is_new = |(index, value): (usize, &Option<Value>)| {
            let is_known = value.as_ref().is_some_and(|value| is_known(&self.game, &self.givens, index, value));
            value.clone().filter(|_| !is_known)
        };
        let new: Vec<Option<Value>> = given.iter().enumerate().map(is_new).collect();
        let meter = Meter::steps(setting_up(&new));
        let givens = settle_givens(&self.game, given, Some(&self.givens), &meter)?;
        Ok(Instance { game: self.game.clone(), givens, shape: self.shape })
    }

    /// Returns the rules.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the rules, shared.
    pub fn shared_game(&self) -> Arc<Game> {
        self.game.clone()
    }

    /// Returns the facts about the rules.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the givens, in the order of the file.
    pub fn givens(&self) -> &[Value] {
        &self.givens
    }

    fn env<'a>(&'a self, part: &'a [Value], mover: Option<Side>, meter: &'a Meter<'a>) -> Env<'a> {
        Env { game: &self.game, givens: &self.givens, part, mover, meter }
    }

    /// Evaluates an expression of the file at a part.
    ///
    /// # Errors
    /// The evaluation fails, or the budget is used up.
    pub fn evaluate(&self, expr: &Expr, part: &Part, mover: Option<Side>, meter: &Meter) -> Result<Value, Fault> {
        self.env(part, mover, meter).value(expr, &mut Vec::new()).map_err(|fault| self.at_part(fault, part, mover))
    }

    /// Evaluates a number that may use the components in `before`; `None` if that fails.
    pub(crate) fn evaluate_before(&self, expr: &Expr, before: &[Value], meter: &Meter) -> Option<Int> {
        self.env(before, None, meter).int(expr, &mut Vec::new()).ok()
    }

    /// Returns the part with these components; trailing ones left out take their defaults.
    ///
    /// # Errors
    /// A component is missing or outside its range.
    pub fn part(&self, values: Vec<Value>) -> Result<Part, Fault> {
        self.part_within(values, &Meter::steps(limits::MAX_SETUP_STEPS))
    }

    /// Like [`Instance::part`], but many parts share one budget for steps and memory.
    ///
    /// # Errors
    /// As [`Instance::part`], or the budget is used up.
    pub fn part_within(&self, values: Vec<Value>, meter: &Meter) -> Result<Part, Fault> {
        let mut part: Vec<Value> = Vec::new();
        let mut values = values.into_iter();
        for declared in &self.game.components {
            let env = self.env(&part, None, meter);
            let value = settle(&env, declared, values.next(), message!("component"))?.ok_or_else(|| {
                Fault::refused(message!("the position does not say what `{name}` is", name = declared.name))
                    .hint(message!("it has no default; a position looks like {example}", example = self.example()))
            })?;
            part.push(value);
        }
        if values.next().is_some() {
            let names: Vec<&str> = self.game.components.iter().map(|component| component.name.as_str()).collect();
            return Err(Fault::refused(message!(
                "too many components: a position is {names}",
                names = names.join(",")
            ))
            .hint(message!("for example {example}", example = self.example())));
        }
        if let Some(condition) = self.env(&part, None, meter).broken_condition()? {
            return Err(Fault::refused(message!(
                "this is no position: `valid if {condition}` does not hold",
                condition = self.game.words_of(condition)
            )));
        }
        meter.hold(ALLOCATED + part.iter().map(Value::own_bytes).sum::<usize>())?;
        Ok(Arc::new(part))
    }

    /// Evaluates a position written in the file.
    ///
    /// # Errors
    /// A component is missing or outside its range.
    pub fn position_of(&self, written: &PositionExpr) -> Result<Position, Fault> {
        self.position_of_within(written, &Meter::steps(limits::MAX_SETUP_STEPS))
    }

    fn position_of_within(&self, written: &PositionExpr, meter: &Meter) -> Result<Position, Fault> {
        let mut parts = Vec::new();
        for exprs in &written.parts {
            let Some(exprs) = exprs else {
                parts.push(None);
                continue;
            };
            let env = self.env(&[], None, meter);
            let values: Vec<Value> =
                exprs.iter().map(|expr| env.value(expr, &mut Vec::new())).collect::<Result<_, _>>()?;
            parts.push(Some(self.part_within(values, meter).map_err(|mut fault| {
                fault.span = fault.span.or(Some(written.span));
                fault
            })?));
        }
        Ok(Position { mover: self.first_mover(written.mover), parts })
    }

    /// Returns who moves first: the given side, else the default one.
    pub fn first_mover(&self, given: Option<Side>) -> Option<Side> {
        self.game.players.map(|_| given.unwrap_or(Side::Left))
    }

    /// Returns the start position when none is given: `start`, else all components at their defaults.
    ///
    /// # Errors
    /// There is neither.
    pub fn start(&self) -> Result<Position, Fault> {
        self.start_within(&Meter::steps(limits::MAX_SETUP_STEPS))
    }

    /// Like [`Instance::start`], but within the budget of `meter`.
    ///
    /// # Errors
    /// As [`Instance::start`], or the budget is used up.
    pub fn start_within(&self, meter: &Meter) -> Result<Position, Fault> {
        if let Some(start) = &self.game.start {
            return self.position_of_within(start, meter);
        }
        if let Some(missing) = self.game.components.iter().find(|component| component.default.is_none()) {
            return Err(Fault::refused(message!(
                "no position was given, and this game has neither a `start` nor a default for `{name}`",
                name = missing.name
            ))
            .hint(message!("give a position, for example {example}", example = self.example())));
        }
        Ok(Position::alone(self.first_mover(None), self.part_within(Vec::new(), meter)?))
    }

    /// Returns all moves of one part for this mover, in the order of the file.
    ///
    /// # Errors
    /// A rule cannot be evaluated here, or the budget is used up.
    pub fn moves(&self, part: &Part, mover: Option<Side>, meter: &Meter) -> Result<Vec<Move>, Fault> {
        let mut moves = Vec::new();
        for index in 0..self.game.moves.len() {
            moves.extend(self.moves_by(index, part, mover, meter)?);
        }
        Ok(moves)
    }

    /// Returns the moves by one rule, none if it is not this mover's.
    ///
    /// # Errors
    /// The rule cannot be evaluated here, or the budget is used up.
    pub fn moves_by(&self, index: usize, part: &Part, mover: Option<Side>, meter: &Meter) -> Result<Vec<Move>, Fault> {
        let rule = &self.game.moves[index];
        let mut moves = Vec::new();
        if rule.side.is_some() && rule.side != mover {
            return Ok(moves);
        }
        let env = self.env(part, mover, meter);
        let walked = env.each(&rule.binders, rule.guard.as_ref(), &mut Vec::new(), &mut |locals| {
            meter.list_move()?;
            let choices = locals.clone();
            let mut made = || {
                let gain = match &rule.gain {
                    Some(gain) => env.int(gain, locals)?,
                    None => Int::ZERO,
                };
                let mut to = Vec::new();
                let again = self.destination(&env, &rule.result, locals, &mut to)?;
                Ok(Move { rule: index, choices: Vec::new(), gain, again, to })
            };
            let made = made().map_err(|fault: Fault| fault.by(|| self.move_text(index, &choices)))?;
            let made = Move { choices, ..made };
            meter.hold(made.own_bytes())?;
            moves.push(made);
            Ok(Walk::On)
        });
        walked.map_err(|fault| self.at_part(fault, part, mover))?;
        Ok(moves)
    }

    /// Returns whether this mover has a move in a part.
    ///
    /// # Errors
    /// A condition cannot be evaluated here, or the budget is used up.
    pub(crate) fn has_move(&self, part: &Part, mover: Option<Side>, meter: &Meter) -> Result<bool, Fault> {
        let env = self.env(part, mover, meter);
        let mut found = false;
        for rule in &self.game.moves {
            if rule.side.is_some() && rule.side != mover {
                continue;
            }
            let walked = env.each(&rule.binders, rule.guard.as_ref(), &mut Vec::new(), &mut |_| {
                found = true;
                Ok(Walk::Enough)
            });
            walked.map_err(|fault| self.at_part(fault, part, mover))?;
            if found {
                break;
            }
        }
        Ok(found)
    }

    /// Returns the move by one rule with these choices, a value for each binder in order; `None` if the rules do not allow it.
    ///
    /// The choices are tested against the binders' ranges and lists without enumerating them, so that one move of 10^18 costs
    /// no more than one of ten.
    ///
    /// # Errors
    /// The rule cannot be evaluated here, or the budget is used up.
    pub fn move_with(
        &self,
        index: usize,
        choices: &[Value],
        part: &Part,
        mover: Option<Side>,
        meter: &Meter,
    ) -> Result<Option<Move>, Fault> {
        let rule = &self.game.moves[index];
        if rule.side.is_some() && rule.side != mover || rule.binders.len() != choices.len() {
            return Ok(None);
        }
        let env = self.env(part, mover, meter);
        let made = || {
            let mut locals = Vec::with_capacity(choices.len());
            for (binder, choice) in rule.binders.iter().zip(choices) {
                let allowed = match &binder.over {
                    Over::Is(expr) => env.value(expr, &mut locals)? == *choice,
                    Over::If(condition) => env.holds(condition, &mut locals)? && *choice == Value::Bool(true),
                    Over::Each(Domain::Of(list)) => {
                        env.value(list, &mut locals)?.as_elements().is_some_and(|all| all.contains(choice))
                    }
                    Over::Each(Domain::Range(low, high)) => {
                        let low = env.value(low, &mut locals)?;
                        let high = high.as_ref().map(|high| env.value(high, &mut locals)).transpose()?;
                        *choice >= low && high.is_none_or(|high| *choice <= high)
                    }
                };
                if !allowed {
                    return Ok(None);
                }
                locals.push(choice.clone());
            }
            if let Some(guard) = &rule.guard
                && !env.holds(guard, &mut locals)?
            {
                return Ok(None);
            }
            let gain = match &rule.gain {
                Some(gain) => env.int(gain, &mut locals)?,
                None => Int::ZERO,
            };
            let mut to = Vec::new();
            let again = self.destination(&env, &rule.result, &mut locals, &mut to)?;
            Ok(Some(Move { rule: index, choices: choices.to_vec(), gain, again, to }))
        };
        made().map_err(|fault: Fault| self.at_part(fault.by(|| self.move_text(index, choices)), part, mover))
    }

    /// Pushes the parts a result leaves to `to`, and returns whether the same player moves again.
    fn destination(
        &self,
        env: &Env,
        result: &Destination,
        locals: &mut Vec<Value>,
        to: &mut Vec<Part>,
    ) -> Result<bool, Fault> {
        match result {
            Destination::If(condition, yes, no) => {
                let taken = if env.holds(condition, locals)? { yes } else { no };
                self.destination(env, taken, locals, to)
            }
            Destination::Terms { again, terms } => {
                for term in terms {
                    self.leave(env, term, locals, to)?;
                }
                match again {
                    Some(condition) => env.holds(condition, locals),
                    None => Ok(false),
                }
            }
        }
    }

    /// Pushes the parts a term leaves to `to`.
    fn leave(&self, env: &Env, term: &Term, locals: &mut Vec<Value>, to: &mut Vec<Part>) -> Result<(), Fault> {
        match term {
            Term::Nothing => {}
            Term::Group(inner) => {
                self.destination(env, inner, locals, to)?;
            }
            Term::Each { term, binders, filter } => {
                env.each(binders, filter.as_ref(), locals, &mut |locals| {
                    self.leave(env, term, locals, to)?;
                    if to.len() > limits::MAX_PARTS_LEFT {
                        let count = limits::MAX_PARTS_LEFT;
                        return Err(Fault::new(
                            FaultClass::Range,
                            message!("this move leaves more than {count} parts", count),
                            None,
                        ));
                    }
                    Ok(Walk::On)
                })?;
            }
            Term::Tuple(exprs, span) => {
                let mut values = Vec::with_capacity(exprs.len());
                for expr in exprs {
                    values.push(env.value(expr, locals)?);
                }
                to.push(self.settle_result(env, values, *span, exprs)?);
            }
            Term::With(changes, span) => {
                let values = self.changed(env, changes, locals)?;
                to.push(self.settle_result(env, values, *span, &[])?);
            }
        }
        Ok(())
    }

    /// Returns the current part with changes: all right-hand sides see the old values, and no cell is changed twice.
    fn changed(&self, env: &Env, changes: &[Change], locals: &mut Vec<Value>) -> Result<Vec<Value>, Fault> {
        let mut values = env.part.to_vec();
        let mut touched: HashSet<(usize, Vec<usize>)> = HashSet::new();
        // The lists that contain a changed cell.
        let mut above: HashSet<(usize, Vec<usize>)> = HashSet::new();
        for change in changes {
            env.each(&change.binders, change.filter.as_ref(), locals, &mut |locals| {
                let mut path = Vec::with_capacity(change.indices.len());
                let mut cell = &mut values[change.component];
                for index in &change.indices {
                    let at = env.int(index, locals)?;
                    let Value::List(list) = cell else {
                        unreachable!("the change was checked to go into a list");
                    };
                    let length = list.len();
                    let Some(at) = at.to_usize().filter(|at| *at < length) else {
                        return Err(Fault::new(
                            FaultClass::Index,
                            message!(
                                "the cell to change, {number}, is outside a list of length {number_length}",
                                number = at,
                                number_length = length
                            ),
                            Some(change.span),
                        )
                        .hint(message!("indices run from 0 to len - 1")));
                    };
                    path.push(at);
                    cell = &mut Arc::make_mut(list)[at];
                }
                let value = env.value(&change.value, locals)?;
                // A cell and a list that contains it cannot both be changed either.
                let name = &self.game.components[change.component].name;
                let prefix = |depth: usize| (change.component, path[..depth].to_vec());
                let clash = (0..=path.len()).any(|depth| touched.contains(&prefix(depth)))
                    || above.contains(&prefix(path.len()));
                if clash {
                    let slot: Vec<String> = path.iter().map(usize::to_string).collect();
                    let slot = if slot.is_empty() { String::new() } else { format!("[{}]", slot.join(", ")) };
                    return Err(Fault::new(
                        FaultClass::Twice,
                        message!("`{name}{slot}` is changed twice in one move", name, slot),
                        Some(change.span),
                    ));
                }
                above.extend((0..path.len()).map(prefix));
                touched.insert((change.component, path));
                *cell = value;
                Ok(Walk::On)
            })?;
        }
        Ok(values)
    }

    /// Returns a result in normal form, or the fault of a result outside its components' ranges.
    fn settle_result(&self, env: &Env, values: Vec<Value>, span: Span, exprs: &[Expr]) -> Result<Part, Fault> {
        let mut part: Vec<Value> = Vec::with_capacity(values.len());
        for (index, value) in values.into_iter().enumerate() {
            let declared = &self.game.components[index];
            let within = Env { part: &part, mover: None, ..*env };
            match within.fit(&declared.ty, value)? {
                Ok(value) => part.push(value),
                Err(misfit) => {
                    let at = exprs.get(index).map_or(span, |expr| expr.span);
                    return Err(Fault::new(
                        FaultClass::Range,
                        message!(
                            "this move leaves `{name}` outside its range: {why}",
                            name = declared.name,
                            why = misfit.0
                        ),
                        Some(at),
                    )
                    .hint(message!(
                        "restrict the move with `if`, its binders' ranges, or widen the component's range"
                    )));
                }
            }
        }
        if let Some(condition) = (Env { part: &part, mover: None, ..*env }).broken_condition()? {
            return Err(Fault::new(
                FaultClass::Range,
                message!(
                    "this move leaves what is no position: `valid if {condition}` does not hold",
                    condition = self.game.words_of(condition)
                ),
                Some(span),
            )
            .hint(message!("restrict the move with `if` or its binders' ranges")));
        }
        Ok(Arc::new(part))
    }

    /// Returns whether values in the components' ranges are a position: whether every `valid if` holds.
    pub(crate) fn is_valid(&self, part: &[Value], meter: &Meter) -> bool {
        matches!(self.env(part, None, meter).broken_condition(), Ok(None))
    }

    /// Returns how play ends in this part by one end clause for the player to move, if it does.
    fn ending_by(
        &self,
        clause: usize,
        part: &Part,
        mover: Option<Side>,
        meter: &Meter,
    ) -> Result<Option<Terminal>, Fault> {
        self.first_that_holds(&self.game.ends[clause..=clause], part, mover, meter)
    }

    /// Returns whether play has ended in this part by an end clause.
    pub(crate) fn is_over(&self, part: &Part, mover: Option<Side>, meter: &Meter) -> Result<bool, Fault> {
        Ok(self.first_that_holds(&self.game.ends, part, mover, meter)?.is_some())
    }

    /// Returns how play ends for a player to move who cannot. In a game for points every part scores, for that player.
    ///
    /// # Errors
    /// A condition cannot be evaluated here, or the budget is used up.
    pub fn stuck(&self, position: &Position, meter: &Meter) -> Result<Terminal, Fault> {
        if self.shape.points && position.in_play().count() > 1 {
            let mut total = Int::ZERO;
            for part in position.in_play() {
                if let Terminal::Score(points) = self.stuck(&Position::alone(position.mover, part.clone()), meter)? {
                    total = total.add(&points).map_err(|_| Fault::refused(message!("the scores grow too large")))?;
                }
            }
            return Ok(Terminal::Score(total));
        }
        // Conditional clauses are about one part. If there is none, only those that do not refer to a part are tested.
        let nothing = Arc::new(Vec::new());
        let found = position.in_play().next();
        let part = found.unwrap_or(&nothing);
        let can_test =
            |exprs: &[&Expr]| found.is_some() || self.game.depends(exprs.iter().copied()).components.is_empty();
        if position.in_play().count() <= 1 {
            for clause in &self.game.stuck_if {
                let applies = match &clause.1 {
                    Verdict::Score(points) => can_test(&[&clause.0, points]),
                    _ => can_test(&[&clause.0]),
                };
                if applies
                    && let Some(ending) =
                        self.first_that_holds(std::slice::from_ref(clause), part, position.mover, meter)?
                {
                    return Ok(ending);
                }
            }
        }
        match &self.game.stuck {
            Verdict::Score(points) if !can_test(&[points]) => Ok(Terminal::Score(Int::ZERO)),
            verdict => self.verdict(verdict, part, position.mover, meter),
        }
    }

    fn first_that_holds(
        &self,
        clauses: &[(Expr, Verdict)],
        part: &Part,
        mover: Option<Side>,
        meter: &Meter,
    ) -> Result<Option<Terminal>, Fault> {
        let env = self.env(part, mover, meter);
        for (condition, verdict) in clauses {
            let holds = env.holds(condition, &mut Vec::new()).map_err(|fault| self.at_part(fault, part, mover))?;
            if holds {
                return self.verdict(verdict, part, mover, meter).map(Some);
            }
        }
        Ok(None)
    }

    fn verdict(&self, verdict: &Verdict, part: &Part, mover: Option<Side>, meter: &Meter) -> Result<Terminal, Fault> {
        Ok(match verdict {
            Verdict::Win => Terminal::Win,
            Verdict::Lose => Terminal::Lose,
            Verdict::Draw => Terminal::Draw,
            Verdict::Wins(side) if mover == Some(*side) => Terminal::Win,
            Verdict::Wins(_) => Terminal::Lose,
            Verdict::Score(points) => {
                let points = self
                    .env(part, mover, meter)
                    .int(points, &mut Vec::new())
                    .map_err(|fault| self.at_part(fault, part, mover))?;
                Terminal::Score(points)
            }
        })
    }

    fn at_part(&self, fault: Fault, part: &Part, mover: Option<Side>) -> Fault {
        fault.at(|| self.print_position(&Position::alone(mover, part.clone())))
    }

    /// Returns how the file plays sums.
    ///
    /// # Errors
    /// `upto EXPR` is not a positive number for these givens.
    pub fn compound(&self) -> Result<Compound, Fault> {
        Ok(match &self.game.compound {
            CompoundRule::One => Compound::One,
            CompoundRule::Every => Compound::Every,
            CompoundRule::Short => Compound::Short,
            CompoundRule::Some => Compound::Some,
            CompoundRule::Anti => Compound::Anti,
            CompoundRule::Upto(max) => {
                let meter = Meter::steps(limits::MAX_SETUP_STEPS);
                let value = self.env(&[], None, &meter).int(max, &mut Vec::new())?;
                if value < Int::ONE {
                    return Err(Fault::new(
                        FaultClass::Arithmetic,
                        message!("`compound upto {number}` allows no move at all", number = value),
                        Some(max.span),
                    ));
                }
                Compound::Upto(value.to_usize().unwrap_or(usize::MAX))
            }
        })
    }
}

/// Returns the number of simple values in a value.
fn numbers_in(value: &Value) -> usize {
    1 + value.as_elements().map_or(0, |elements| elements.iter().map(numbers_in).sum())
}

/// Returns the maximum number of steps for evaluating givens: each number of a large one costs a few.
fn setting_up(given: &[Option<Value>]) -> u64 {
    limits::MAX_SETUP_STEPS + 8 * given.iter().flatten().map(numbers_in).sum::<usize>() as u64
}

/// Returns whether a value is the same shared list that another instance has at this index, so that it need not be checked.
fn is_known(game: &Game, known: &[Value], index: usize, value: &Value) -> bool {
    match (known.get(index), value) {
        (Some(Value::List(before)), Value::List(now)) => {
            Arc::ptr_eq(before, now) && !game.givens[index].ty.speaks_of_others()
        }
        _ => false,
    }
}

/// Returns the givens of a game in normal form, in the order of the file; `known` are those of another instance of it.
fn settle_givens(
    game: &Game,
    given: Vec<Option<Value>>,
    known: Option<&[Value]>,
    meter: &Meter,
) -> Result<Vec<Value>, Fault> {
    let mut givens: Vec<Value> = Vec::new();
    for (index, declared) in game.givens.iter().enumerate() {
        let value = given.get(index).cloned().flatten();
        let known = known.unwrap_or_default();
        if let Some(value) = value.as_ref().filter(|value| is_known(game, known, index, value)) {
            givens.push(value.clone());
            continue;
        }
        let env = Env { game, givens: &givens, part: &[], mover: None, meter };
        let value = settle(&env, declared, value, message!("given"))?.ok_or_else(|| {
            Fault::refused(message!("`{name}` is not given", name = declared.name)).hint(message!(
                "say what it is: `--given {name}=…` ({kind})",
                name = declared.name,
                kind = expected(game, &declared.ty)
            ))
        })?;
        givens.push(value);
    }
    Ok(givens)
}

/// Returns the given value of a component or a given, or its default, checked against its type; `None` if there is neither.
fn settle(env: &Env, declared: &Component, given: Option<Value>, what: Message) -> Result<Option<Value>, Fault> {
    let defaulted = given.is_none();
    let value = match (given, &declared.default) {
        (Some(value), _) => value,
        (None, Some(default)) => env.value(default, &mut Vec::new())?,
        (None, None) => return Ok(None),
    };
    let name = &declared.name;
    match env.fit(&declared.ty, value)? {
        Ok(value) => Ok(Some(value)),
        Err(misfit) if defaulted => Err(Fault::new(
            FaultClass::Range,
            message!("the default of `{name}` is outside its range: {why}", name, why = misfit.0),
            Some(declared.default.as_ref().map_or(declared.span, |default| default.span)),
        )
        .hint(message!("say what the {what} `{name}` is", what, name))),
        Err(misfit) if declared.ty.is_int() => {
            Err(Fault::refused(message!("the {what} `{name}` is outside its range: {why}", what, name, why = misfit.0)))
        }
        Err(misfit) => {
            Err(Fault::refused(message!("the {what} `{name}` does not fit: {why}", what, name, why = misfit.0)))
        }
    }
}
