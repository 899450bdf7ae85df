//! The rules of a game as terms over the numbers of a position, every choice with fixed ends made: the basis of proofs
//! of symmetry.
//!
//! In: a game with its givens, and how many cells each component has. Out: all moves and ends of each player as terms,
//! or `None` if the rules use what is not supported (lists whose length changes, an index that depends on the position,
//! division). The tests of a guard may be evaluated in another order: that changes no result, since only rules are
//! supported of which no step can fault, except for numbers that leave their range, which are the same at an image.

use super::term::{Operator, TermId, Terms};
use grundy_rules::game::{Binder, Destination, Domain, Expr, Form, MoveRule, Over, Term, Type, Verdict};
use grundy_rules::{Instance, Int, Side, Value};
use std::rc::Rc;

/// Tuning: maximum number of steps of unrolling: larger rules are not searched for symmetries. No measurement is
/// recorded.
const MAX_STEPS: usize = 1 << 21;

/// A component's cells: none for a number, else rows (of a grid) and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    Number,
    List(usize),
    Grid(usize, usize),
}

impl Extent {
    /// Returns how many numbers it consists of.
    pub fn size(self) -> usize {
        match self {
            Extent::Number => 1,
            Extent::List(length) => length,
            Extent::Grid(rows, columns) => rows * columns,
        }
    }
}

/// A move with its choices.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Transition {
    /// The ends of every choice whose ends depend on the position.
    pub choices: Vec<(TermId, TermId)>,
    /// Condition under which it may be made.
    pub guard: TermId,
    /// Whether the same player moves again, and the points it earns.
    pub again: TermId,
    pub gain: TermId,
    /// All numbers of each part that it leaves.
    pub parts: Vec<Vec<TermId>>,
}

/// The rules for one player to move.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    pub transitions: Vec<Transition>,
    /// (when, how, by how many points), those for a player who cannot move last.
    pub ends: Vec<(TermId, u8, TermId)>,
}

/// The rules as terms.
pub struct Unrolled {
    pub terms: Terms,
    /// For each player to move, or once if there are no players.
    pub rules: Vec<Rules>,
    /// Minimum and maximum of every number of a position, if there are any.
    pub ranges: Vec<(Option<TermId>, Option<TermId>)>,
}

/// Value of an expression.
#[derive(Clone, Debug)]
pub(super) enum Symbolic {
    Scalar(TermId),
    List(Rc<Vec<Symbolic>>),
}

/// Rules being unrolled, for one player to move.
pub(super) struct Unrolling<'a> {
    pub instance: &'a Instance,
    pub terms: Terms,
    pub part: Vec<Symbolic>,
    pub givens: Vec<Symbolic>,
    pub mover: Option<Side>,
    pub steps: usize,
    pub depth: usize,
}

pub(super) type Locals = Vec<Symbolic>;

impl Unrolled {
    /// Unrolls the rules.
    pub fn new(instance: &Instance, extents: &[Extent]) -> Option<Unrolled> {
        let mut unrolling = Unrolling {
            instance,
            terms: Terms::default(),
            part: Vec::new(),
            givens: Vec::new(),
            mover: None,
            steps: 0,
            depth: 0,
        };
        unrolling.givens = instance.givens().iter().map(|given| unrolling.value(given)).collect::<Option<_>>()?;
        let mut index = 0;
        for extent in extents {
            let component = unrolling.component(*extent, index)?;
            unrolling.part.push(component);
            index += extent.size() as u32;
        }
        let mut ranges = Vec::new();
        for (component, extent) in instance.game().components.iter().zip(extents) {
            let range = unrolling.range(&component.ty)?;
            ranges.extend(std::iter::repeat_n(range, extent.size()));
        }
        let movers =
            if instance.game().is_impartial() { vec![None] } else { vec![Some(Side::Left), Some(Side::Right)] };
        let rules = movers.into_iter().map(|mover| unrolling.rules(mover)).collect::<Option<_>>()?;
        Some(Unrolled { terms: unrolling.terms, rules, ranges })
    }

    /// Returns true if the rules stay the same when the numbers of a position are permuted: then a position and its
    /// image have the same value.
    pub fn admits(&mut self, indices: &[u32]) -> bool {
        self.try_indices(indices).unwrap_or(false)
    }

    fn try_indices(&mut self, indices: &[u32]) -> Option<bool> {
        let renamed = self.terms.renamed(indices)?;
        let image = |term: &TermId| renamed[*term as usize];
        for (index, (low, high)) in self.ranges.iter().enumerate() {
            let there = &self.ranges[indices[index] as usize];
            if (low.as_ref().map(image), high.as_ref().map(image)) != *there {
                return Some(false);
            }
        }
        for rules in &self.rules {
            let same = |(when, how, points): &(TermId, u8, TermId)| {
                (image(when), *how, image(points)) == (*when, *how, *points)
            };
            if !rules.ends.iter().all(same) {
                return Some(false);
            }
            let mut before = rules.transitions.clone();
            let mut after: Vec<Transition> =
                before.iter().map(|transition| turned(transition, indices, &renamed)).collect();
            for transition in before.iter_mut().chain(&mut after) {
                transition.parts.sort_unstable();
            }
            before.sort_unstable();
            after.sort_unstable();
            if before != after {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// Returns the image of a move when the numbers of a position are permuted.
fn turned(transition: &Transition, indices: &[u32], renamed: &[TermId]) -> Transition {
    let image = |term: TermId| renamed[term as usize];
    let turn = |part: &Vec<TermId>| {
        let mut turned = part.clone();
        for (index, term) in part.iter().enumerate() {
            turned[indices[index] as usize] = image(*term);
        }
        turned
    };
    Transition {
        choices: transition.choices.iter().map(|(low, high)| (image(*low), image(*high))).collect(),
        guard: image(transition.guard),
        again: image(transition.again),
        gain: image(transition.gain),
        parts: transition.parts.iter().map(turn).collect(),
    }
}

impl Unrolling<'_> {
    pub fn step(&mut self) -> Option<()> {
        self.steps += 1;
        (self.steps <= MAX_STEPS).then_some(())
    }

    fn value(&mut self, value: &Value) -> Option<Symbolic> {
        self.step()?;
        Some(match value {
            Value::Int(Int::Small(number)) => Symbolic::Scalar(self.terms.constant(*number)?),
            Value::Int(_) => return None,
            Value::Bool(truth) => Symbolic::Scalar(self.terms.constant(i64::from(*truth))?),
            Value::Symbol(symbol) => Symbolic::Scalar(self.terms.constant(i64::from(symbol.0))?),
            Value::List(elements) | Value::Set(elements) => {
                let elements = elements.iter().map(|element| self.value(element)).collect::<Option<_>>()?;
                Symbolic::List(Rc::new(elements))
            }
        })
    }

    fn component(&mut self, extent: Extent, index: u32) -> Option<Symbolic> {
        Some(match extent {
            Extent::Number => Symbolic::Scalar(self.terms.variable(index)?),
            Extent::List(length) => {
                let cells = (0..length as u32).map(|cell| self.component(Extent::Number, index + cell));
                Symbolic::List(Rc::new(cells.collect::<Option<_>>()?))
            }
            Extent::Grid(rows, columns) => {
                let rows = (0..rows as u32)
                    .map(|row| self.component(Extent::List(columns), index + row * columns as u32))
                    .collect::<Option<_>>()?;
                Symbolic::List(Rc::new(rows))
            }
        })
    }

    /// Returns the minimum and maximum of an element.
    fn range(&mut self, ty: &Type) -> Option<(Option<TermId>, Option<TermId>)> {
        match ty {
            Type::Int { low, high } => {
                let mut end = |end: &Option<Expr>| match end {
                    Some(end) => self.scalar(end, &mut Vec::new()).map(Some),
                    None => Some(None),
                };
                Some((end(low)?, end(high)?))
            }
            Type::Bool | Type::Symbols(_) => Some((None, None)),
            Type::List(element, _) => self.range(element),
            Type::Bag(_) | Type::Set(_) => None,
        }
    }

    fn rules(&mut self, mover: Option<Side>) -> Option<Rules> {
        self.mover = mover;
        let game = self.instance.game();
        let mut rules = Rules::default();
        for (condition, verdict) in game.ends.iter().chain(&game.stuck_if) {
            let when = self.scalar(condition, &mut Vec::new())?;
            let (how, points) = self.verdict(verdict)?;
            rules.ends.push((when, how, points));
        }
        let (how, points) = self.verdict(&game.stuck)?;
        rules.ends.push((self.terms.constant(1)?, how, points));
        for rule in &game.moves {
            if rule.side.is_none() || rule.side == mover {
                self.choose(rule, 0, &mut Vec::new(), &mut Vec::new(), &mut rules.transitions)?;
            }
        }
        Some(rules)
    }

    fn verdict(&mut self, verdict: &Verdict) -> Option<(u8, TermId)> {
        let nothing = self.terms.constant(0)?;
        Some(match verdict {
            Verdict::Win => (0, nothing),
            Verdict::Lose => (1, nothing),
            Verdict::Draw => (2, nothing),
            Verdict::Wins(side) => (if self.mover == Some(*side) { 0 } else { 1 }, nothing),
            Verdict::Score(points) => (3, self.scalar(points, &mut Vec::new())?),
        })
    }

    /// Makes the choices of a move from one binder on.
    fn choose(
        &mut self,
        rule: &MoveRule,
        binder: usize,
        locals: &mut Locals,
        choices: &mut Vec<(TermId, TermId)>,
        found: &mut Vec<Transition>,
    ) -> Option<()> {
        self.step()?;
        let Some(Binder { over, .. }) = rule.binders.get(binder) else {
            let guard = match &rule.guard {
                Some(guard) => self.scalar(guard, locals)?,
                None => self.terms.constant(1)?,
            };
            let gain = match &rule.gain {
                Some(gain) => self.scalar(gain, locals)?,
                None => self.terms.constant(0)?,
            };
            return self.arrive(&rule.result, guard, gain, locals, choices, found);
        };
        let values = match over {
            Over::Is(value) => vec![self.evaluate(value, locals)?],
            Over::If(condition) => self.if_known(condition, locals)?,
            Over::Each(domain) => match self.elements(domain, locals)? {
                Ok(values) => values,
                Err(ends) => {
                    let choice = self.terms.choice(choices.len() as u32)?;
                    choices.push(ends);
                    locals.push(Symbolic::Scalar(choice));
                    self.choose(rule, binder + 1, locals, choices, found)?;
                    locals.pop();
                    choices.pop();
                    return Some(());
                }
            },
        };
        for value in values {
            locals.push(value);
            self.choose(rule, binder + 1, locals, choices, found)?;
            locals.pop();
        }
        Some(())
    }

    /// Returns the elements of a domain; the ends of a range that depends on the position.
    pub fn elements(
        &mut self,
        domain: &Domain,
        locals: &mut Locals,
    ) -> Option<Result<Vec<Symbolic>, (TermId, TermId)>> {
        match domain {
            Domain::Range(low, Some(high)) => {
                let (low, high) = (self.scalar(low, locals)?, self.scalar(high, locals)?);
                let (Some(from), Some(to)) = (self.terms.known(low), self.terms.known(high)) else {
                    return Some(Err((low, high)));
                };
                let mut values = Vec::new();
                for value in from..=to {
                    self.step()?;
                    values.push(Symbolic::Scalar(self.terms.constant(value)?));
                }
                Some(Ok(values))
            }
            Domain::Range(_, None) => None,
            // The elements of a set may come in another order, or be the same, where they depend on the position.
            Domain::Of(of) if matches!(of.kind, grundy_rules::game::Kind::Set(_)) && !is_given(of) => None,
            Domain::Of(of) => match self.evaluate(of, locals)? {
                Symbolic::List(elements) => Some(Ok(elements.to_vec())),
                Symbolic::Scalar(_) => None,
            },
        }
    }

    fn arrive(
        &mut self,
        result: &Destination,
        guard: TermId,
        gain: TermId,
        locals: &mut Locals,
        choices: &[(TermId, TermId)],
        found: &mut Vec<Transition>,
    ) -> Option<()> {
        self.step()?;
        if self.terms.known(guard) == Some(0) {
            return Some(());
        }
        match result {
            Destination::If(condition, yes, no) => {
                let condition = self.scalar(condition, locals)?;
                let denied = self.terms.join(Operator::Not, vec![condition])?;
                let there = self.terms.join(Operator::And, vec![guard, condition])?;
                self.arrive(yes, there, gain, locals, choices, found)?;
                let here = self.terms.join(Operator::And, vec![guard, denied])?;
                self.arrive(no, here, gain, locals, choices, found)
            }
            Destination::Terms { again, terms } => {
                let again = match again {
                    Some(again) => self.scalar(again, locals)?,
                    None => self.terms.constant(0)?,
                };
                let mut parts = Vec::new();
                for term in terms {
                    match term {
                        Term::Nothing => {}
                        // Parentheses hold a condition, which is not supported, nor is a number of parts that varies.
                        Term::Group(_) | Term::Each { .. } => return None,
                        Term::Tuple(exprs, _) => {
                            let mut numbers = Vec::new();
                            for (index, expr) in exprs.iter().enumerate() {
                                let value = self.evaluate(expr, locals)?;
                                let shape = self.part.get(index)?.clone();
                                flatten(&value, &shape, &mut numbers)?;
                            }
                            parts.push(numbers);
                        }
                        Term::With(changes, _) => {
                            let mut part = self.part.clone();
                            let mut changed = Vec::new();
                            for change in changes {
                                self.change(change, &mut part, &mut changed, locals)?;
                            }
                            let mut numbers = Vec::new();
                            for (value, shape) in part.iter().zip(&self.part) {
                                flatten(value, shape, &mut numbers)?;
                            }
                            parts.push(numbers);
                        }
                    }
                }
                found.push(Transition { choices: choices.to_vec(), guard, again, gain, parts });
                Some(())
            }
        }
    }

    fn change(
        &mut self,
        change: &grundy_rules::game::Change,
        part: &mut [Symbolic],
        changed: &mut Vec<(usize, Vec<i64>)>,
        locals: &mut Locals,
    ) -> Option<()> {
        let mut rounds = Vec::new();
        self.each(&change.binders, change.filter.as_ref(), locals, &mut |unrolling, counts, locals| {
            // Which cells change must be fixed, or two positions could not be compared cell by cell.
            match unrolling.terms.known(counts)? {
                0 => return Some(()),
                _ => {
                    let mut indices = Vec::new();
                    for index in &change.indices {
                        let index = unrolling.scalar(index, locals)?;
                        indices.push(unrolling.terms.known(index)?);
                    }
                    rounds.push((indices, unrolling.evaluate(&change.value, locals)?));
                }
            }
            Some(())
        })?;
        for (indices, value) in rounds {
            let cell = (change.component, indices);
            let touches = |known: &(usize, Vec<i64>)| {
                known.0 == cell.0 && (known.1.starts_with(&cell.1) || cell.1.starts_with(&known.1))
            };
            if changed.iter().any(touches) {
                return None;
            }
            replace(part.get_mut(cell.0)?, &cell.1, value)?;
            changed.push(cell);
        }
        Some(())
    }

    /// Returns the one value of a condition that holds, none of one that does not; `None` if that depends on the position.
    fn if_known(&mut self, condition: &Expr, locals: &mut Locals) -> Option<Vec<Symbolic>> {
        let condition = self.scalar(condition, locals)?;
        let is_true = self.terms.known(condition)? != 0;
        Some(if is_true { vec![Symbolic::Scalar(condition)] } else { Vec::new() })
    }

    /// Calls a function for each choice of the binders, with the truth value of the filter there.
    pub fn each(
        &mut self,
        binders: &[Binder],
        filter: Option<&Expr>,
        locals: &mut Locals,
        found: &mut dyn FnMut(&mut Self, TermId, &mut Locals) -> Option<()>,
    ) -> Option<()> {
        self.step()?;
        let Some((first, rest)) = binders.split_first() else {
            let counts = match filter {
                Some(filter) => self.scalar(filter, locals)?,
                None => self.terms.constant(1)?,
            };
            return found(self, counts, locals);
        };
        let values = match &first.over {
            Over::Is(value) => vec![self.evaluate(value, locals)?],
            Over::If(condition) => self.if_known(condition, locals)?,
            Over::Each(domain) => self.elements(domain, locals)?.ok()?,
        };
        for value in values {
            locals.push(value);
            self.each(rest, filter, locals, found)?;
            locals.pop();
        }
        Some(())
    }
}

/// Returns true if a list is the same at every position.
fn is_given(expr: &Expr) -> bool {
    matches!(expr.form, Form::Given(_))
}

/// Collects the numbers of a value, which must have this shape.
fn flatten(value: &Symbolic, shape: &Symbolic, numbers: &mut Vec<TermId>) -> Option<()> {
    match (value, shape) {
        (Symbolic::Scalar(term), Symbolic::Scalar(_)) => {
            numbers.push(*term);
            Some(())
        }
        (Symbolic::List(elements), Symbolic::List(shapes)) if elements.len() == shapes.len() => {
            elements.iter().zip(shapes.iter()).try_for_each(|(element, shape)| flatten(element, shape, numbers))
        }
        _ => None,
    }
}

fn replace(within: &mut Symbolic, indices: &[i64], value: Symbolic) -> Option<()> {
    match indices.split_first() {
        None => {
            *within = value;
            Some(())
        }
        Some((first, rest)) => {
            let Symbolic::List(elements) = within else { return None };
            replace(Rc::make_mut(elements).get_mut(usize::try_from(*first).ok()?)?, rest, value)
        }
    }
}
