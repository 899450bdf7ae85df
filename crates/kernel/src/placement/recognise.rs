//! Recognises a placement game from checked rules, or says why they are none.
//!
//! In: an instance and a part of it, whose lists give the size of the board. Out: every move that is ever possible on
//! that board, as the cells it needs free and the cells it fills.
//!
//! Idea: carry out each rule for each choice of its binders while the contents of the board are left open. A condition
//! then becomes a constant, "these cells are free" or "one of these cells is filled"; anything else is refused. The
//! rest is evaluated by the reference evaluator itself, with binders replaced by their values, so no second evaluator
//! has to agree with it. A fault that evaluation could meet at some position is a refusal too: where `and` stops at a
//! cell that may or may not be free, what follows is examined as if it were reached.

use super::{Cells, MAX_CELLS, Placement, PlacementMove, bit};
use crate::open_board::{Bound, Frame, OpenBoard, Walk};
use grundy_message::{Message, message};
use grundy_rules::game::{Change, Destination, Expr, Fold, Form, MoveRule, Term};
use grundy_rules::{Instance, Part, Side, Value};
use std::collections::BTreeSet;

/// Tuning: maximum number of moves of an empty board. A board with more is left to other methods. No measurement is
/// recorded.
const MAX_MOVES: usize = 1 << 14;

/// A condition while the contents of the board are open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Condition {
    /// Does not depend on the position.
    Always(bool),
    /// Holds if all these cells are free.
    Free(Cells),
    /// Holds if one of these cells is not free.
    Filled(Cells),
}

impl Condition {
    fn not(self) -> Condition {
        match self {
            Condition::Always(holds) => Condition::Always(!holds),
            Condition::Free(cells) => Condition::Filled(cells),
            Condition::Filled(cells) => Condition::Free(cells),
        }
    }

    fn and(self, other: Condition) -> Result<Condition, Message> {
        match (self, other) {
            (Condition::Always(false), _) | (_, Condition::Always(false)) => Ok(Condition::Always(false)),
            (Condition::Always(true), rest) | (rest, Condition::Always(true)) => Ok(rest),
            (Condition::Free(a), Condition::Free(b)) => Ok(Condition::Free(a | b)),
            _ => Err(message!("a condition asks for more than free cells")),
        }
    }

    fn or(self, other: Condition) -> Result<Condition, Message> {
        Ok(self.not().and(other.not())?.not())
    }
}

impl Placement {
    /// Recognises the placement game that the rules are on a board of this part's size.
    ///
    /// The result has exactly the moves of the reference evaluator, in the same order, at every part that
    /// [`Placement::free_cells`] accepts. How a sum of several parts is played is not checked: the caller knows.
    ///
    /// # Errors
    /// Fails with the reason if the rules are no placement game, or none that could be recognised.
    pub fn recognise(instance: &Instance, part: &Part) -> Result<Placement, Message> {
        let open = OpenBoard::new(instance, part, MAX_CELLS)?;
        let values = open.values.clone();
        let mut reader = Reader { open, free: values[0].clone() };
        let mut why = None;
        // Written values are not free, so the moves determine the free value; at most one fits if there is a move.
        for free in &values {
            reader.free = free.clone();
            match reader.all_moves() {
                Ok(moves) => {
                    let filled = values.iter().find(|value| *value != free).cloned().unwrap_or_else(|| free.clone());
                    let OpenBoard { board, cells, .. } = reader.open;
                    let players = !instance.game().is_impartial();
                    return Ok(Placement::new(part, board, cells, free.clone(), filled, moves, players));
                }
                Err(reason) => why = why.or(Some(reason)),
            }
        }
        Err(why.unwrap_or_else(|| message!("nothing can stand in a cell")))
    }
}

/// One reading of all rules, for one value that is assumed to be the free one.
struct Reader<'a> {
    open: OpenBoard<'a>,
    free: Value,
}

impl Reader<'_> {
    fn all_moves(&mut self) -> Result<Vec<PlacementMove>, Message> {
        let sides = if self.open.instance.game().is_impartial() {
            vec![None]
        } else {
            vec![Some(Side::Left), Some(Side::Right)]
        };
        let mut moves = Vec::new();
        for side in sides {
            self.open.mover = side;
            for (index, rule) in self.open.instance.game().moves.iter().enumerate() {
                if rule.side.is_none() || rule.side == side {
                    self.moves_of(index, rule, &mut moves)?;
                }
            }
        }
        Ok(moves)
    }

    fn moves_of(&self, index: usize, rule: &MoveRule, moves: &mut Vec<PlacementMove>) -> Result<(), Message> {
        self.open.each(&rule.binders, &mut Vec::new(), &mut |frame| {
            let guard = match &rule.guard {
                Some(guard) => self.condition(guard, frame)?,
                None => Condition::Always(true),
            };
            let need = match guard {
                Condition::Always(false) => return Ok(Walk::On),
                Condition::Always(true) => 0,
                Condition::Free(need) => need,
                Condition::Filled(_) => return Err(message!("`{name}` asks that a cell be filled", name = rule.name)),
            };
            let remove = self.filled_by(&rule.result, frame)?;
            if need & remove == 0 {
                return Err(message!(
                    "`{name}` need not fill a free cell, so that play might not end",
                    name = rule.name
                ));
            }
            if moves.len() == MAX_MOVES {
                return Err(message!("there are more than {count} moves", count = MAX_MOVES));
            }
            let choice = |bound: &Bound| match bound {
                Bound::Is(value) => Ok(value.clone()),
                Bound::Cell(_) => Err(message!("a choice of `{name}` is read from the board", name = rule.name)),
            };
            let choices = frame.iter().map(choice).collect::<Result<_, _>>()?;
            moves.push(PlacementMove { side: self.open.mover, need, remove, rule: index, choices });
            Ok(Walk::On)
        })?;
        Ok(())
    }

    /// Returns the cells that a result fills.
    fn filled_by(&self, result: &Destination, frame: &mut Frame) -> Result<Cells, Message> {
        match result {
            Destination::If(condition, yes, no) => match self.condition(condition, frame)? {
                Condition::Always(holds) => self.filled_by(if holds { yes } else { no }, frame),
                _ => Err(message!("where a move leads depends on the board")),
            },
            Destination::Terms { again: None, terms } => match &terms[..] {
                [Term::Group(inner)] => self.filled_by(inner, frame),
                [Term::With(changes, _)] => {
                    let mut filled = 0;
                    for change in changes {
                        self.apply_change(change, frame, &mut filled)?;
                    }
                    Ok(filled)
                }
                _ => Err(message!("a move leaves something else than the board with cells filled")),
            },
            Destination::Terms { .. } => Err(message!("the same player may have to move again")),
        }
    }

    fn apply_change(&self, change: &Change, frame: &mut Frame, filled: &mut Cells) -> Result<(), Message> {
        if change.component != self.open.board || change.indices.len() != self.open.depth {
            return Err(message!("a move changes something else than a cell of the board"));
        }
        self.open.each(&change.binders, frame, &mut |frame| {
            let filter = match &change.filter {
                Some(filter) => self.condition(filter, frame)?,
                None => Condition::Always(true),
            };
            if filter == Condition::Always(false) {
                return Ok(Walk::On);
            }
            let cell = self.open.cell_at(change.indices.iter(), frame)?;
            // Filling a cell if it is free is the same as filling it, as far as free cells go.
            if filter != Condition::Always(true) && filter != Condition::Free(bit(cell)) {
                return Err(message!("whether a cell is filled depends on others"));
            }
            let value = self.open.constant(&change.value, frame)?;
            if value == self.free {
                return Err(message!("a move frees a cell"));
            }
            if !self.open.values.contains(&value) {
                return Err(message!("a move writes what may not stand in a cell"));
            }
            if *filled & bit(cell) != 0 {
                return Err(message!("a move changes a cell twice"));
            }
            *filled |= bit(cell);
            Ok(Walk::On)
        })?;
        Ok(())
    }

    /// Evaluates a condition with the contents of the board left open.
    fn condition(&self, expr: &Expr, frame: &mut Frame) -> Result<Condition, Message> {
        self.open.step()?;
        match &expr.form {
            Form::And(terms) => {
                let mut all = Condition::Always(true);
                for term in terms {
                    all = all.and(self.condition(term, frame)?)?;
                    if all == Condition::Always(false) {
                        break;
                    }
                }
                Ok(all)
            }
            Form::Or(terms) => {
                let mut any = Condition::Always(false);
                for term in terms {
                    any = any.or(self.condition(term, frame)?)?;
                    if any == Condition::Always(true) {
                        break;
                    }
                }
                Ok(any)
            }
            Form::Not(inner) => Ok(self.condition(inner, frame)?.not()),
            Form::If(condition, yes, no) => match self.condition(condition, frame)? {
                Condition::Always(holds) => self.condition(if holds { yes } else { no }, frame),
                _ => self.atom(expr, frame),
            },
            Form::Fold { fold: fold @ (Fold::All | Fold::Any), body, binders, filter } => {
                let mut gathered = Condition::Always(*fold == Fold::All);
                self.open.each(binders, frame, &mut |frame| {
                    let counts = match filter {
                        Some(filter) => self.condition(filter, frame)?,
                        None => Condition::Always(true),
                    };
                    match counts {
                        Condition::Always(false) => return Ok(Walk::On),
                        Condition::Always(true) => {}
                        _ => return Err(message!("which cells are asked for depends on the board")),
                    }
                    let next = self.condition(body, frame)?;
                    gathered = if *fold == Fold::All { gathered.and(next)? } else { gathered.or(next)? };
                    let settled = gathered == Condition::Always(*fold == Fold::Any);
                    Ok(if settled { Walk::Enough } else { Walk::On })
                })?;
                Ok(gathered)
            }
            Form::Apply(function, arguments) => {
                let mut inner = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    inner.push(self.open.argument(argument, frame)?);
                }
                self.condition(&self.open.instance.game().functions[*function].body, &mut inner)
            }
            _ => self.atom(expr, frame),
        }
    }

    /// Evaluates a condition as a whole: it may depend on one cell, and is evaluated for all its possible contents.
    fn atom(&self, expr: &Expr, frame: &Frame) -> Result<Condition, Message> {
        let mut read = BTreeSet::new();
        let when_free = self.open.holds(&self.open.closed(expr, frame, &|_| self.free.clone(), &mut read)?);
        let mut read = read.into_iter();
        let Some(cell) = read.next() else { return when_free.map(Condition::Always) };
        if read.next().is_some() {
            return Err(message!("a condition compares cells with each other"));
        }
        let when_free = when_free?;
        let mut when_filled = None;
        for value in self.open.values.iter().filter(|value| **value != self.free) {
            let holds = self.open.holds(&self.open.closed(expr, frame, &|_| value.clone(), &mut BTreeSet::new())?)?;
            if when_filled.is_some_and(|before| before != holds) {
                return Err(message!("a condition tells filled cells apart"));
            }
            when_filled = Some(holds);
        }
        Ok(match (when_free, when_filled) {
            (true, Some(false)) => Condition::Free(bit(cell)),
            (false, Some(true)) => Condition::Filled(bit(cell)),
            (same, _) => Condition::Always(same),
        })
    }
}
