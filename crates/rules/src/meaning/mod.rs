//! What a game means: the moves of a position and how play ends. The definition all engines are measured against.
//!
//! In: a checked [`Game`] and its givens. Out: the moves of a part, the joint moves of a sum, the end of play.
//! Nothing here is clever; nothing here knows who wins.

mod evaluate;
mod fit;
mod sum;

use crate::fault::{Fault, FaultClass};
use crate::game::{Change, Component, Compound, Destination, Domain, Expr, Game, Over, PositionExpr, Term, Verdict};
use crate::int::Int;
use crate::meter::Meter;
use crate::shape::{Shape, shape};
use crate::span::Span;
use crate::value::{Part, Position, Side, Value};
use evaluate::{Scene, Walk};
pub use fit::expected;
use std::collections::HashSet;
use std::sync::Arc;
pub use sum::{Join, Standing, Step};

/// How many steps the evaluation of givens, defaults and positions may take.
const SETTING_UP: u64 = 10_000_000;

/// A game with its givens fixed: what can be played.
#[derive(Clone, Debug)]
pub struct Instance {
    game: Arc<Game>,
    givens: Vec<Value>,
    shape: Shape,
}

/// One move of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The kind of move: its place in [`Game::moves`].
    pub rule: usize,
    /// A value for each binder of it, in order.
    pub choices: Vec<Value>,
    /// The points it earns.
    pub gain: Int,
    /// Whether the same player moves once more.
    pub again: bool,
    /// The parts it leaves in place of the one moved in.
    pub to: Vec<Part>,
}

/// How play ended, about the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// He wins.
    Win,
    /// He loses.
    Lose,
    /// Nobody wins.
    Draw,
    /// He gets so many points more.
    Score(Int),
}

impl Instance {
    /// Fixes the givens, in the order of the file; `None` stands for the default.
    ///
    /// # Errors
    /// A given that is missing, of the wrong type or outside its range.
    pub fn new(game: Arc<Game>, given: Vec<Option<Value>>) -> Result<Instance, Fault> {
        let shape = shape(&game);
        let givens = settle_givens(&game, given, None)?;
        Ok(Instance { game, givens, shape })
    }

    /// The same game with other givens. A large given that is the very one of this instance, and whose type speaks of no other
    /// given, is not looked at again.
    ///
    /// # Errors
    /// As [`Instance::new`].
    pub fn with_givens(&self, given: Vec<Option<Value>>) -> Result<Instance, Fault> {
        let givens = settle_givens(&self.game, given, Some(&self.givens))?;
        Ok(Instance { game: self.game.clone(), givens, shape: self.shape })
    }

    /// The rules.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The rules, to be kept.
    pub fn shared_game(&self) -> Arc<Game> {
        self.game.clone()
    }

    /// The facts about the rules.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The givens, in the order of the file.
    pub fn givens(&self) -> &[Value] {
        &self.givens
    }

    fn scene<'a>(&'a self, part: &'a [Value], mover: Option<Side>, meter: &'a Meter<'a>) -> Scene<'a> {
        Scene { game: &self.game, givens: &self.givens, part, mover, meter }
    }

    /// An expression of the file at a part.
    ///
    /// # Errors
    /// What goes wrong in it, or the budget.
    pub fn evaluate(&self, expr: &Expr, part: &Part, mover: Option<Side>, meter: &Meter) -> Result<Value, Fault> {
        self.scene(part, mover, meter).value(expr, &mut Vec::new()).map_err(|fault| self.at_part(fault, part, mover))
    }

    /// A number of the file that may use the components before some place; `None` when it cannot be evaluated.
    pub(crate) fn evaluate_before(&self, expr: &Expr, before: &[Value], meter: &Meter) -> Option<Int> {
        self.scene(before, None, meter).int(expr, &mut Vec::new()).ok()
    }

    /// A part with these components; those left out at the end are at their defaults.
    ///
    /// # Errors
    /// A component that is missing or outside its range.
    pub fn part(&self, said: Vec<Value>) -> Result<Part, Fault> {
        let meter = Meter::steps(SETTING_UP);
        let mut part: Vec<Value> = Vec::new();
        let mut said = said.into_iter();
        for declared in &self.game.components {
            let scene = self.scene(&part, None, &meter);
            let value = settle(&scene, declared, said.next(), "component")?.ok_or_else(|| {
                Fault::refused(format!("the position does not say what `{}` is", declared.name))
                    .hint(format!("it has no default; a position looks like {}", self.example()))
            })?;
            part.push(value);
        }
        if said.next().is_some() {
            let names: Vec<&str> = self.game.components.iter().map(|component| component.name.as_str()).collect();
            return Err(Fault::refused(format!("too many components: a position is {}", names.join(",")))
                .hint(format!("for example {}", self.example())));
        }
        Ok(Arc::new(part))
    }

    /// A position that stands in the file.
    ///
    /// # Errors
    /// A component that is missing or outside its range.
    pub fn position_of(&self, written: &PositionExpr) -> Result<Position, Fault> {
        let meter = Meter::steps(SETTING_UP);
        let mut parts = Vec::new();
        for exprs in &written.parts {
            let Some(exprs) = exprs else {
                parts.push(None);
                continue;
            };
            let scene = self.scene(&[], None, &meter);
            let values: Vec<Value> =
                exprs.iter().map(|expr| scene.value(expr, &mut Vec::new())).collect::<Result<_, _>>()?;
            parts.push(Some(self.part(values).map_err(|mut fault| {
                fault.span = fault.span.or(Some(written.span));
                fault
            })?));
        }
        Ok(Position { mover: self.first_mover(written.mover), parts })
    }

    /// Who moves when nothing else is said.
    pub fn first_mover(&self, said: Option<Side>) -> Option<Side> {
        self.game.players.map(|_| said.unwrap_or(Side::Left))
    }

    /// Where play starts when no position is given: `start`, else all components at their defaults.
    ///
    /// # Errors
    /// There is neither.
    pub fn start(&self) -> Result<Position, Fault> {
        if let Some(start) = &self.game.start {
            return self.position_of(start);
        }
        if let Some(missing) = self.game.components.iter().find(|component| component.default.is_none()) {
            return Err(Fault::refused(format!(
                "no position was given, and this game has neither a `start` nor a default for `{}`",
                missing.name
            ))
            .hint(format!("give a position, for example {}", self.example())));
        }
        Ok(Position::alone(self.first_mover(None), self.part(Vec::new())?))
    }

    /// All moves of one part for this mover, in the order of the file.
    ///
    /// # Errors
    /// A rule that cannot be carried out here, or the budget.
    pub fn moves(&self, part: &Part, mover: Option<Side>, meter: &Meter) -> Result<Vec<Move>, Fault> {
        let mut moves = Vec::new();
        for place in 0..self.game.moves.len() {
            moves.extend(self.moves_by(place, part, mover, meter)?);
        }
        Ok(moves)
    }

    /// The moves of one kind, none if it is not this mover's.
    ///
    /// # Errors
    /// A rule that cannot be carried out here, or the budget.
    pub fn moves_by(&self, place: usize, part: &Part, mover: Option<Side>, meter: &Meter) -> Result<Vec<Move>, Fault> {
        let rule = &self.game.moves[place];
        let mut moves = Vec::new();
        if rule.side.is_some() && rule.side != mover {
            return Ok(moves);
        }
        let scene = self.scene(part, mover, meter);
        let walked = scene.each(&rule.binders, rule.guard.as_ref(), &mut Vec::new(), &mut |locals| {
            meter.list_move()?;
            let choices = locals.clone();
            let mut made = || {
                let gain = match &rule.gain {
                    Some(gain) => scene.int(gain, locals)?,
                    None => Int::ZERO,
                };
                let mut to = Vec::new();
                let again = self.destination(&scene, &rule.result, locals, &mut to)?;
                Ok(Move { rule: place, choices: Vec::new(), gain, again, to })
            };
            let made = made().map_err(|fault: Fault| fault.by(|| self.move_text(place, &choices)))?;
            moves.push(Move { choices, ..made });
            Ok(Walk::On)
        });
        walked.map_err(|fault| self.at_part(fault, part, mover))?;
        Ok(moves)
    }

    /// Whether this mover has a move in a part.
    ///
    /// # Errors
    /// A condition that cannot be carried out here, or the budget.
    pub(crate) fn has_move(&self, part: &Part, mover: Option<Side>, meter: &Meter) -> Result<bool, Fault> {
        let scene = self.scene(part, mover, meter);
        let mut found = false;
        for rule in &self.game.moves {
            if rule.side.is_some() && rule.side != mover {
                continue;
            }
            let walked = scene.each(&rule.binders, rule.guard.as_ref(), &mut Vec::new(), &mut |_| {
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

    /// The move of one kind with these choices, a value for each binder in order; `None` where the rules do not allow it.
    ///
    /// Only the ranges and lists of the binders are looked at, never gone through, so that one move of 10^18 costs no more
    /// than one of ten.
    ///
    /// # Errors
    /// A rule that cannot be carried out here, or the budget.
    pub fn move_with(
        &self,
        place: usize,
        choices: &[Value],
        part: &Part,
        mover: Option<Side>,
        meter: &Meter,
    ) -> Result<Option<Move>, Fault> {
        let rule = &self.game.moves[place];
        if rule.side.is_some() && rule.side != mover || rule.binders.len() != choices.len() {
            return Ok(None);
        }
        let scene = self.scene(part, mover, meter);
        let made = || {
            let mut locals = Vec::with_capacity(choices.len());
            for (binder, choice) in rule.binders.iter().zip(choices) {
                let allowed = match &binder.over {
                    Over::Is(expr) => scene.value(expr, &mut locals)? == *choice,
                    Over::Each(Domain::Of(list)) => {
                        scene.value(list, &mut locals)?.as_elements().is_some_and(|all| all.contains(choice))
                    }
                    Over::Each(Domain::Range(low, high)) => {
                        let low = scene.value(low, &mut locals)?;
                        let high = high.as_ref().map(|high| scene.value(high, &mut locals)).transpose()?;
                        *choice >= low && high.is_none_or(|high| *choice <= high)
                    }
                };
                if !allowed {
                    return Ok(None);
                }
                locals.push(choice.clone());
            }
            if let Some(guard) = &rule.guard
                && !scene.holds(guard, &mut locals)?
            {
                return Ok(None);
            }
            let gain = match &rule.gain {
                Some(gain) => scene.int(gain, &mut locals)?,
                None => Int::ZERO,
            };
            let mut to = Vec::new();
            let again = self.destination(&scene, &rule.result, &mut locals, &mut to)?;
            Ok(Some(Move { rule: place, choices: choices.to_vec(), gain, again, to }))
        };
        made().map_err(|fault: Fault| self.at_part(fault.by(|| self.move_text(place, choices)), part, mover))
    }

    /// Puts the parts a result leaves into `to`, and says whether the same player moves once more.
    fn destination(
        &self,
        scene: &Scene,
        result: &Destination,
        locals: &mut Vec<Value>,
        to: &mut Vec<Part>,
    ) -> Result<bool, Fault> {
        match result {
            Destination::If(condition, yes, no) => {
                let taken = if scene.holds(condition, locals)? { yes } else { no };
                self.destination(scene, taken, locals, to)
            }
            Destination::Terms { again, terms } => {
                for term in terms {
                    match term {
                        Term::Nothing => {}
                        Term::Group(inner) => {
                            self.destination(scene, inner, locals, to)?;
                        }
                        Term::Tuple(exprs, span) => {
                            let mut values = Vec::with_capacity(exprs.len());
                            for expr in exprs {
                                values.push(scene.value(expr, locals)?);
                            }
                            to.push(self.settle_result(scene, values, *span, exprs)?);
                        }
                        Term::With(changes, span) => {
                            let values = self.changed(scene, changes, locals)?;
                            to.push(self.settle_result(scene, values, *span, &[])?);
                        }
                    }
                }
                match again {
                    Some(condition) => scene.holds(condition, locals),
                    None => Ok(false),
                }
            }
        }
    }

    /// The present part with changes: all right-hand sides see the old values, and no cell is changed twice.
    fn changed(&self, scene: &Scene, changes: &[Change], locals: &mut Vec<Value>) -> Result<Vec<Value>, Fault> {
        let mut values = scene.part.to_vec();
        let mut touched: HashSet<(usize, Vec<usize>)> = HashSet::new();
        for change in changes {
            scene.each(&change.binders, change.filter.as_ref(), locals, &mut |locals| {
                let mut path = Vec::with_capacity(change.indices.len());
                let mut cell = &mut values[change.component];
                for index in &change.indices {
                    let at = scene.int(index, locals)?;
                    let Value::List(list) = cell else {
                        unreachable!("the change was checked to go into a list");
                    };
                    let length = list.len();
                    let Some(at) = at.to_usize().filter(|at| *at < length) else {
                        return Err(Fault::new(
                            FaultClass::Index,
                            format!("the cell to change, {at}, is outside a list of length {length}"),
                            Some(change.span),
                        )
                        .hint("indices run from 0 to len - 1"));
                    };
                    path.push(at);
                    cell = &mut Arc::make_mut(list)[at];
                }
                let value = scene.value(&change.value, locals)?;
                // A cell and the whole that holds it cannot both be changed either.
                let name = &self.game.components[change.component].name;
                let clash = (0..=path.len()).any(|depth| touched.contains(&(change.component, path[..depth].to_vec())))
                    || touched
                        .iter()
                        .any(|(component, other)| *component == change.component && other.starts_with(&path));
                if clash {
                    let place: Vec<String> = path.iter().map(usize::to_string).collect();
                    let place = if place.is_empty() { String::new() } else { format!("[{}]", place.join(", ")) };
                    return Err(Fault::new(
                        FaultClass::Twice,
                        format!("`{name}{place}` is changed twice in one move"),
                        Some(change.span),
                    ));
                }
                touched.insert((change.component, path));
                *cell = value;
                Ok(Walk::On)
            })?;
        }
        Ok(values)
    }

    /// A result as it is kept, or the fault of a result outside its components' ranges.
    fn settle_result(&self, scene: &Scene, values: Vec<Value>, span: Span, exprs: &[Expr]) -> Result<Part, Fault> {
        let mut part: Vec<Value> = Vec::with_capacity(values.len());
        for (place, value) in values.into_iter().enumerate() {
            let declared = &self.game.components[place];
            let within = Scene { part: &part, mover: None, ..*scene };
            match within.fit(&declared.ty, value)? {
                Ok(value) => part.push(value),
                Err(misfit) => {
                    let at = exprs.get(place).map_or(span, |expr| expr.span);
                    return Err(Fault::new(
                        FaultClass::Range,
                        format!("this move leaves `{}` outside its range: {}", declared.name, misfit.0),
                        Some(at),
                    )
                    .hint("restrict the move with `if`, its binders' ranges, or widen the component's range"));
                }
            }
        }
        Ok(Arc::new(part))
    }

    /// How play ends in this part by one end clause, as the player to move sees it, if it does.
    fn ending_by(
        &self,
        clause: usize,
        part: &Part,
        mover: Option<Side>,
        meter: &Meter,
    ) -> Result<Option<Ending>, Fault> {
        self.first_that_holds(&self.game.ends[clause..=clause], part, mover, meter)
    }

    /// Whether play has ended in this part by an end clause.
    pub(crate) fn is_over(&self, part: &Part, mover: Option<Side>, meter: &Meter) -> Result<bool, Fault> {
        Ok(self.first_that_holds(&self.game.ends, part, mover, meter)?.is_some())
    }

    /// What happens to a player to move who cannot.
    ///
    /// # Errors
    /// A condition that cannot be carried out here, or the budget.
    pub fn stuck(&self, position: &Position, meter: &Meter) -> Result<Ending, Fault> {
        // Conditional clauses speak of one part. Where there is none, those are asked that do not ask for one.
        let nothing = Arc::new(Vec::new());
        let found = position.in_play().next();
        let part = found.unwrap_or(&nothing);
        let can_ask = |exprs: &[&Expr]| found.is_some() || self.game.components_of(exprs.iter().copied()).is_empty();
        if position.in_play().count() <= 1 {
            for clause in &self.game.stuck_if {
                let asked = match &clause.1 {
                    Verdict::Score(points) => can_ask(&[&clause.0, points]),
                    _ => can_ask(&[&clause.0]),
                };
                if asked
                    && let Some(ending) =
                        self.first_that_holds(std::slice::from_ref(clause), part, position.mover, meter)?
                {
                    return Ok(ending);
                }
            }
        }
        match &self.game.stuck {
            Verdict::Score(points) if !can_ask(&[points]) => Ok(Ending::Score(Int::ZERO)),
            verdict => self.verdict(verdict, part, position.mover, meter),
        }
    }

    fn first_that_holds(
        &self,
        clauses: &[(Expr, Verdict)],
        part: &Part,
        mover: Option<Side>,
        meter: &Meter,
    ) -> Result<Option<Ending>, Fault> {
        let scene = self.scene(part, mover, meter);
        for (condition, verdict) in clauses {
            let holds = scene.holds(condition, &mut Vec::new()).map_err(|fault| self.at_part(fault, part, mover))?;
            if holds {
                return self.verdict(verdict, part, mover, meter).map(Some);
            }
        }
        Ok(None)
    }

    fn verdict(&self, verdict: &Verdict, part: &Part, mover: Option<Side>, meter: &Meter) -> Result<Ending, Fault> {
        Ok(match verdict {
            Verdict::Win => Ending::Win,
            Verdict::Lose => Ending::Lose,
            Verdict::Draw => Ending::Draw,
            Verdict::Wins(side) if mover == Some(*side) => Ending::Win,
            Verdict::Wins(_) => Ending::Lose,
            Verdict::Score(points) => {
                let points = self
                    .scene(part, mover, meter)
                    .int(points, &mut Vec::new())
                    .map_err(|fault| self.at_part(fault, part, mover))?;
                Ending::Score(points)
            }
        })
    }

    fn at_part(&self, fault: Fault, part: &Part, mover: Option<Side>) -> Fault {
        fault.at(|| self.print_position(&Position::alone(mover, part.clone())))
    }

    /// The file's own way of playing a sum.
    ///
    /// # Errors
    /// `upto EXPR` that is not a positive number for these givens.
    pub fn join(&self) -> Result<Join, Fault> {
        Ok(match &self.game.compound {
            Compound::One => Join::One,
            Compound::Every => Join::Every,
            Compound::Short => Join::Short,
            Compound::Some => Join::Some,
            Compound::Anti => Join::Anti,
            Compound::Upto(most) => {
                let meter = Meter::steps(SETTING_UP);
                let value = self.scene(&[], None, &meter).int(most, &mut Vec::new())?;
                if value < Int::ONE {
                    return Err(Fault::new(
                        FaultClass::Arithmetic,
                        format!("`compound upto {value}` allows no move at all"),
                        Some(most.span),
                    ));
                }
                Join::Upto(value.to_usize().unwrap_or(usize::MAX))
            }
        })
    }
}

/// How many values there are in a value.
fn numbers_in(value: &Value) -> usize {
    1 + value.as_elements().map_or(0, |elements| elements.iter().map(numbers_in).sum())
}

/// The givens of a game as they are kept, in the order of the file; `known` are those of another instance of it.
fn settle_givens(game: &Game, given: Vec<Option<Value>>, known: Option<&[Value]>) -> Result<Vec<Value>, Fault> {
    let is_known = |place: usize, value: &Value| match (known.and_then(|known| known.get(place)), value) {
        (Some(Value::List(before)), Value::List(now)) => {
            Arc::ptr_eq(before, now) && !game.givens[place].ty.speaks_of_others()
        }
        _ => false,
    };
    // Each number of a large given costs a few steps.
    let new =
        given.iter().enumerate().filter_map(|(place, value)| value.as_ref().filter(|value| !is_known(place, value)));
    let said: usize = new.map(numbers_in).sum();
    let meter = Meter::steps(SETTING_UP + 8 * said as u64);
    let mut givens: Vec<Value> = Vec::new();
    for (place, declared) in game.givens.iter().enumerate() {
        let said = given.get(place).cloned().flatten();
        if let Some(value) = said.as_ref().filter(|value| is_known(place, value)) {
            givens.push(value.clone());
            continue;
        }
        let scene = Scene { game, givens: &givens, part: &[], mover: None, meter: &meter };
        let value = settle(&scene, declared, said, "given")?.ok_or_else(|| {
            Fault::refused(format!("`{}` is not given", declared.name)).hint(format!(
                "say what it is: `--given {}=…` ({})",
                declared.name,
                expected(game, &declared.ty)
            ))
        })?;
        givens.push(value);
    }
    Ok(givens)
}

/// The value said for a component or a given, or its default, checked against its type; `None` when there is neither.
fn settle(scene: &Scene, declared: &Component, said: Option<Value>, what: &str) -> Result<Option<Value>, Fault> {
    let defaulted = said.is_none();
    let value = match (said, &declared.default) {
        (Some(value), _) => value,
        (None, Some(default)) => scene.value(default, &mut Vec::new())?,
        (None, None) => return Ok(None),
    };
    let name = &declared.name;
    match scene.fit(&declared.ty, value)? {
        Ok(value) => Ok(Some(value)),
        Err(misfit) if defaulted => Err(Fault::new(
            FaultClass::Range,
            format!("the default of `{name}` is outside its range: {}", misfit.0),
            Some(declared.default.as_ref().map_or(declared.span, |default| default.span)),
        )
        .hint(format!("say what the {what} `{name}` is"))),
        Err(misfit) if declared.ty.is_int() => {
            Err(Fault::refused(format!("the {what} `{name}` is outside its range: {}", misfit.0)))
        }
        Err(misfit) => Err(Fault::refused(format!("the {what} `{name}` does not fit: {}", misfit.0))),
    }
}
