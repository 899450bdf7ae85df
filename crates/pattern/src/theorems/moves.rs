//! Finds the moves of a part with a wanted destination, without enumerating all moves.
//!
//! In: a part and a condition on the parts that a move leaves. Out: how many moves lead to parts that satisfy it, and
//! the first of them in the order of the rules. A choice that runs over a long range is represented as a progression,
//! which is cut until the condition has one answer on every piece; all other choices are enumerated.

use super::digits::{Digits, first_indices, number_of};
use super::line::{Progression, Unsupported};
use super::symbolic::{Env, Symbolic};
use grundy_message::template;
use grundy_rules::game::{Binder, Change, Destination, Domain, MoveRule, Over, Term, Type};
use grundy_rules::{Instance, Int, Limit, Meter, Move, Part, Side, Value};
use std::collections::HashSet;

/// Moves with some property: how many there are, and the first of them in the order of the rules.
#[derive(Clone, Debug)]
pub struct Found {
    /// Number of moves; `None` if unknown.
    pub count: Option<Int>,
    /// The first of the moves.
    pub first: Vec<Move>,
}

impl Found {
    /// Adds `more` to the count; `None` on overflow.
    pub fn counted(&mut self, more: &Int) -> Option<()> {
        let count = self.count.as_ref()?.add(more).ok()?;
        self.count = Some(count);
        Some(())
    }

    /// Creates an empty result.
    pub fn none() -> Found {
        Found { count: Some(Int::ZERO), first: Vec::new() }
    }
}

/// Returns whether the parts that a move leaves are wanted, everywhere on the progression.
pub type Wanted<'a> = dyn Fn(&[Vec<Symbolic>], &Progression) -> Result<Symbolic, Unsupported> + 'a;

/// Default length above which ranges are not enumerated: the result is the same, only sooner.
pub const LONG: i64 = 24;
/// Maximum number of elements of a range enumerated if a formula for the whole range does not help.
const TRIED: Limit = Limit { name: template!("numbers of a range tried one by one"), usual: 1 << 14 };
/// Maximum length of a piece that is cut down to single elements if no formula holds on it.
const SHORT: Limit = Limit { name: template!("numbers of a piece of a range"), usual: 64 };
/// Maximum number of pieces of one range.
const PIECES: Limit = Limit { name: template!("pieces of a range"), usual: 1 << 14 };

/// Collects the pieces for one choice on a progression.
type Ask<'a> = dyn FnMut(Symbolic, &Progression, &mut Vec<Piece>) -> Result<(), Unsupported> + 'a;

/// A search for moves of one part.
pub struct Search<'a> {
    /// The rules with their givens.
    pub instance: &'a Instance,
    /// The part.
    pub part: &'a Part,
    /// The player to move.
    pub mover: Option<Side>,
    /// Counts the work.
    pub meter: &'a Meter<'a>,
    /// Maximum number of moves collected.
    pub max: usize,
    /// Length above which ranges are not enumerated.
    pub long: i64,
}

/// Choices that satisfy the condition, all on one progression.
struct Piece {
    choices: Vec<Symbolic>,
    on: Progression,
    digits: Option<Digits>,
}

impl Search<'_> {
    /// Returns all moves with a wanted destination; `None` if that cannot be decided.
    pub fn find(&self, wanted: &Wanted) -> Option<Found> {
        let mut found = Found::none();
        for index in 0..self.instance.game().moves.len() {
            let here = self.find_by(index, wanted)?;
            found.counted(here.count.as_ref()?)?;
            found.first.extend(here.first);
        }
        found.first.truncate(self.max);
        Some(found)
    }

    fn find_by(&self, index: usize, wanted: &Wanted) -> Option<Found> {
        let rule = &self.instance.game().moves[index];
        let mut found = Found::none();
        if rule.side.is_some() && rule.side != self.mover {
            return Some(found);
        }
        let part: Vec<Symbolic> = self.part.iter().cloned().map(Symbolic::Known).collect();
        let single = Progression { first: Int::ZERO, step: Int::ONE, count: Int::ONE };
        let mut pieces = Vec::new();
        self.walk(rule, &rule.binders, &part, &mut Vec::new(), None, &single, wanted, &mut pieces).ok()?;
        let mut choices: Vec<Vec<Value>> = Vec::new();
        for piece in &pieces {
            let indices = match &piece.digits {
                None => {
                    let shown = piece.on.count.to_usize().unwrap_or(self.max).min(self.max);
                    found.counted(&piece.on.count)?;
                    (0..shown).map(Int::from).collect()
                }
                Some(digits) => {
                    found.counted(&number_of(digits, &piece.on.count, self.meter)?)?;
                    first_indices(digits, &piece.on.count, self.max, self.meter)?
                }
            };
            for at in indices {
                choices.push(piece.choices.iter().map(|choice| choice.at(&at)).collect::<Option<_>>()?);
            }
        }
        // Ranges are enumerated in ascending order, so values compare like the choices; lists keep their own order.
        if rule.binders.iter().all(|binder| !matches!(binder.over, Over::Each(Domain::Of(_)))) {
            choices.sort();
        }
        choices.truncate(self.max);
        for chosen in choices {
            let made = self.instance.move_with(index, &chosen, self.part, self.mover, self.meter).ok()??;
            found.first.push(made);
        }
        Some(found)
    }

    /// Enumerates the remaining binders. `long` tells whether one of the choices already runs over a progression.
    #[allow(clippy::too_many_arguments)]
    fn walk(
        &self,
        rule: &MoveRule,
        binders: &[Binder],
        part: &[Symbolic],
        choices: &mut Vec<Symbolic>,
        long: Option<usize>,
        on: &Progression,
        wanted: &Wanted,
        pieces: &mut Vec<Piece>,
    ) -> Result<(), Unsupported> {
        let game = self.instance.game();
        let env = Env { game, givens: self.instance.givens(), part, mover: self.mover, on, meter: self.meter };
        let Some((first, rest)) = binders.split_first() else {
            if let Some(guard) = &rule.guard
                && !env.holds(guard, choices)?
            {
                return Ok(());
            }
            let mut left = Vec::new();
            if self.destination(&env, &rule.result, choices, &mut left)? {
                return Err(Unsupported::Hard);
            }
            match wanted(&left, on)? {
                Symbolic::Known(Value::Bool(false)) => {}
                Symbolic::Known(_) => {
                    pieces.push(Piece { choices: choices.clone(), on: on.clone(), digits: None });
                }
                Symbolic::Digits(digits) => {
                    pieces.push(Piece { choices: choices.clone(), on: on.clone(), digits: Some(digits) });
                }
                _ => return Err(Unsupported::Hard),
            }
            return Ok(());
        };
        let visit = |choice: Symbolic, choices: &mut Vec<Symbolic>, long, on: &Progression, pieces: &mut Vec<Piece>| {
            self.meter.step().map_err(|_| Unsupported::Hard)?;
            choices.push(choice);
            let walked = self.walk(rule, rest, part, choices, long, on, wanted, pieces);
            choices.pop();
            walked
        };
        match &first.over {
            Over::Is(expr) => {
                let value = env.value(expr, choices)?;
                visit(value, choices, long, on, pieces)
            }
            Over::If(condition) if env.holds(condition, choices)? => {
                visit(Symbolic::Known(Value::Bool(true)), choices, long, on, pieces)
            }
            Over::If(_) => Ok(()),
            Over::Each(Domain::Of(list)) => {
                let Symbolic::Known(list) = env.value(list, choices)? else { return Err(Unsupported::Hard) };
                for value in list.as_elements().ok_or(Unsupported::Hard)? {
                    visit(Symbolic::Known(value.clone()), choices, long, on, pieces)?;
                }
                Ok(())
            }
            Over::Each(Domain::Range(low, high)) => {
                let low = env.int(low, choices)?;
                let high = env.int(high.as_ref().ok_or(Unsupported::Hard)?, choices)?;
                let Some(range) = Progression::range(&low, &high)? else { return Ok(()) };
                let known = pieces.len();
                if long.is_none() && range.count > Int::Small(self.long) {
                    match self.cut(&range, &mut |choice, on, here| {
                        visit(choice, choices, Some(rule.binders.len() - binders.len()), on, here)
                    }) {
                        Ok(mut found) => {
                            pieces.append(&mut found);
                            return Ok(());
                        }
                        // For example an index: it is enumerated, and another choice may run over a progression.
                        Err(_) if self.meter.allows_int(TRIED, &range.count) => pieces.truncate(known),
                        Err(trouble) => return Err(trouble),
                    }
                }
                let mut at = low;
                while at <= high {
                    visit(Symbolic::Known(Value::Int(at.clone())), choices, long, on, pieces)?;
                    at = at.add(&Int::ONE)?;
                }
                Ok(())
            }
        }
    }

    /// Collects the pieces of a range, which is cut until there is one answer on every piece.
    fn cut(&self, range: &Progression, ask: &mut Ask) -> Result<Vec<Piece>, Unsupported> {
        let mut pieces = Vec::new();
        let mut open = vec![range.clone()];
        let mut looked_at = 0;
        while let Some(range) = open.pop() {
            looked_at += 1;
            if !self.meter.allows(PIECES, looked_at) {
                return Err(Unsupported::Hard);
            }
            let choice = match range.count == Int::ONE {
                true => Symbolic::Known(Value::Int(range.first.clone())),
                false => Symbolic::Line(range.line()),
            };
            let mut here = Vec::new();
            match ask(choice, &range, &mut here) {
                Ok(()) => pieces.append(&mut here),
                Err(Unsupported::Cut(index)) if index > Int::ZERO && index < range.count => {
                    open.extend(range.cut(&index)?);
                }
                Err(Unsupported::Residues(modulus)) if range.count > Int::ONE => open.extend(range.residues(&modulus)?),
                // A short piece is split down to single elements in the end.
                Err(Unsupported::Hard) if range.count > Int::ONE && self.meter.allows_int(SHORT, &range.count) => {
                    let half = range.count.divide(&Int::Small(2)).ok_or(Unsupported::Hard)?;
                    open.extend(range.cut(&half)?);
                }
                Err(_) => return Err(Unsupported::Hard),
            }
        }
        Ok(pieces)
    }

    /// Pushes the parts that a result leaves to `left`, and returns whether the same player moves again.
    fn destination(
        &self,
        env: &Env,
        result: &Destination,
        choices: &mut Vec<Symbolic>,
        left: &mut Vec<Vec<Symbolic>>,
    ) -> Result<bool, Unsupported> {
        match result {
            Destination::If(condition, yes, no) => {
                let taken = if env.holds(condition, choices)? { yes } else { no };
                self.destination(env, taken, choices, left)
            }
            Destination::Terms { again, terms } => {
                for term in terms {
                    match term {
                        Term::Nothing => {}
                        Term::Each { .. } => return Err(Unsupported::Hard),
                        Term::Group(inner) => {
                            self.destination(env, inner, choices, left)?;
                        }
                        Term::Tuple(exprs, _) => {
                            let mut values = Vec::with_capacity(exprs.len());
                            for expr in exprs {
                                values.push(env.value(expr, choices)?);
                            }
                            left.push(self.normalised(values));
                        }
                        Term::With(changes, _) => {
                            let values = self.changed(env, changes, choices)?;
                            left.push(self.normalised(values));
                        }
                    }
                }
                match again {
                    Some(condition) => env.holds(condition, choices),
                    None => Ok(false),
                }
            }
        }
    }

    /// Returns values in the normal form of a part: bags have no order.
    fn normalised(&self, values: Vec<Symbolic>) -> Vec<Symbolic> {
        let components = &self.instance.game().components;
        let keep = |(value, component): (Symbolic, &grundy_rules::game::Component)| match component.ty {
            Type::Bag(_) => value.bag(),
            _ => value,
        };
        values.into_iter().zip(components).map(keep).collect()
    }

    /// Returns the present part with changes. Only whole components and single cells of lists are changed here.
    fn changed(
        &self,
        env: &Env,
        changes: &[Change],
        choices: &mut Vec<Symbolic>,
    ) -> Result<Vec<Symbolic>, Unsupported> {
        let mut values = env.part.to_vec();
        let mut touched: HashSet<(usize, usize)> = HashSet::new();
        for change in changes {
            if !change.binders.is_empty() {
                return Err(Unsupported::Hard);
            }
            let value = env.value(&change.value, choices)?;
            match change.indices.as_slice() {
                [] => values[change.component] = value,
                [index] => {
                    let at = env.int(index, choices)?.to_usize().ok_or(Unsupported::Hard)?;
                    let Symbolic::Known(list) = &env.part[change.component] else { return Err(Unsupported::Hard) };
                    let length = list.as_elements().ok_or(Unsupported::Hard)?.len();
                    if at >= length || !touched.insert((change.component, at)) {
                        return Err(Unsupported::Hard);
                    }
                    let mut cells = match &values[change.component] {
                        Symbolic::List(cells) => cells.as_ref().clone(),
                        _ => list.as_elements().unwrap_or(&[]).iter().cloned().map(Symbolic::Known).collect(),
                    };
                    cells[at] = value;
                    values[change.component] = Symbolic::list(cells);
                }
                _ => return Err(Unsupported::Hard),
            }
        }
        Ok(values)
    }
}
