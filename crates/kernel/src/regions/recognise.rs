//! Recognises a game of local moves from checked rules, or says why they are none.
//!
//! In: an instance and a part of it. Out: every move that is ever possible on a board of its size. Each rule is carried
//! out for each choice of its binders with nothing known of the board; where the reference evaluator would read a cell
//! that is not known yet, there is a branch for each of its possible contents. `and`, `or`, `if` and their like stop
//! where the reference evaluator stops, so that no more cells are read than it reads. A fault on any branch is a
//! refusal.

use super::{Literal, Local, LocalMove, MAX_CELLS, MAX_SYMBOLS, Shape, Structure};
use crate::open_board::{Frame, OpenBoard, Walk};
use grundy_message::{Message, message};
use grundy_rules::game::{Binder, Change, Destination, Expr, Fold, Form, MoveRule, Term};
use grundy_rules::{Instance, Part, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Tuning: maximum number of branches of a reading of the rules. A board with more is left to other methods. No
/// measurement is recorded.
const MAX_BRANCHES: usize = 1 << 16;
/// Tuning: maximum number of cells known in one branch. A board with more is left to other methods. No measurement is
/// recorded.
const MAX_KNOWN: usize = 24;

/// Contents of the cells that were read, as indices into the values.
type Known = BTreeMap<usize, u8>;

/// Cells, and what a move writes there.
type Written = Vec<(usize, Value)>;

/// A result, or the cell that has to be known first.
enum Lookup<T> {
    Is(T),
    Needs(usize),
}

/// What a cell holds after a move.
enum Element {
    /// What it held before.
    Same,
    /// This value.
    Value(Value),
}

/// Unwraps a result; returns early with a missing cell.
macro_rules! known {
    ($result:expr) => {
        match $result {
            Lookup::Is(value) => value,
            Lookup::Needs(cell) => return Ok(Lookup::Needs(cell)),
        }
    };
}

impl Local {
    /// Recognises the game of local moves that impartial rules are on a board of this part's size.
    ///
    /// The result has exactly the options of the reference evaluator at every part that [`Local::contents`] accepts.
    ///
    /// # Errors
    /// Fails with the reason if the rules are no such game, or none that could be recognised.
    pub fn recognise(instance: &Instance, part: &Part) -> Result<Local, Message> {
        if !instance.game().is_impartial() {
            return Err(Message::text("the players have different moves"));
        }
        let open = OpenBoard::new(instance, part, MAX_CELLS)?;
        if open.values.len() > MAX_SYMBOLS {
            return Err(message!("more than {count} things may stand in a cell", count = MAX_SYMBOLS));
        }
        let mut moves = BTreeSet::new();
        let mut branches = 0;
        let reader = Reader { open };
        for rule in &instance.game().moves {
            reader.moves_of(rule, &mut moves, &mut branches)?;
        }
        let Reader { open } = reader;
        let shape = Shape { cells: open.cells.len(), symbols: open.values.len(), moves: moves.into_iter().collect() };
        let structure = Structure::new(Arc::new(shape));
        Ok(Local { part: part.clone(), board: open.board, values: open.values, structure })
    }
}

struct Reader<'a> {
    open: OpenBoard<'a>,
}

impl Reader<'_> {
    fn moves_of(&self, rule: &MoveRule, moves: &mut BTreeSet<LocalMove>, branches: &mut usize) -> Result<(), Message> {
        self.open.each(&rule.binders, &mut Vec::new(), &mut |frame| {
            let mut waiting: Vec<Known> = vec![Known::new()];
            while let Some(known) = waiting.pop() {
                *branches += 1;
                if *branches > MAX_BRANCHES {
                    return Err(message!("moves look at too many cells"));
                }
                match self.carry_out(rule, frame, &known)? {
                    Lookup::Needs(_) if known.len() == MAX_KNOWN => {
                        return Err(Message::text(format!("`{}` looks at too many cells", rule.name)));
                    }
                    Lookup::Needs(cell) => waiting.extend((0..self.open.values.len() as u8).map(|symbol| {
                        let mut more = known.clone();
                        more.insert(cell, symbol);
                        more
                    })),
                    Lookup::Is(None) => {}
                    Lookup::Is(Some(written)) => moves.extend(self.local_move(rule, &known, written)?),
                }
            }
            Ok(Walk::On)
        })?;
        Ok(())
    }

    /// Returns a move with the cells it read and those it writes.
    fn local_move(&self, rule: &MoveRule, known: &Known, written: Written) -> Result<Option<LocalMove>, Message> {
        let mut writes: BTreeMap<usize, u8> = BTreeMap::new();
        for (cell, value) in written {
            let symbol = self.open.values.iter().position(|symbol| *symbol == value);
            let symbol = symbol.ok_or_else(|| message!("a move writes what may not stand in a cell"))? as u8;
            if writes.insert(cell, symbol).is_some() {
                return Err(message!("a move changes a cell twice"));
            }
        }
        writes.retain(|cell, symbol| known.get(cell) != Some(symbol));
        if writes.is_empty() {
            return Err(Message::text(format!("`{}` may change nothing, so that play might not end", rule.name)));
        }
        let literals = |of: &BTreeMap<usize, u8>| {
            of.iter().map(|(cell, symbol)| (*cell as u16, *symbol)).collect::<Vec<Literal>>()
        };
        Ok(Some(LocalMove { needs: literals(known), writes: literals(&writes) }))
    }

    /// Returns what a move writes, if it can be made.
    fn carry_out(&self, rule: &MoveRule, frame: &mut Frame, known: &Known) -> Result<Lookup<Option<Written>>, Message> {
        if let Some(guard) = &rule.guard
            && !known!(self.condition(guard, frame, known)?)
        {
            return Ok(Lookup::Is(None));
        }
        let mut written = Vec::new();
        known!(self.result(&rule.result, frame, known, &mut written)?);
        Ok(Lookup::Is(Some(written)))
    }

    fn result(
        &self,
        result: &Destination,
        frame: &mut Frame,
        known: &Known,
        written: &mut Written,
    ) -> Result<Lookup<()>, Message> {
        let mut result = result;
        loop {
            result = match result {
                Destination::If(condition, yes, no) => {
                    if known!(self.condition(condition, frame, known)?) {
                        yes
                    } else {
                        no
                    }
                }
                Destination::Terms { again: None, terms } => match &terms[..] {
                    [Term::Group(inner)] => inner,
                    [Term::With(changes, _)] => {
                        for change in changes {
                            known!(self.change(change, frame, known, written)?);
                        }
                        return Ok(Lookup::Is(()));
                    }
                    [Term::Tuple(values, _)] => {
                        let is_kept = |(index, value): (usize, &Expr)| {
                            index == self.open.board || value.form == Form::Component(index)
                        };
                        if !values.iter().enumerate().all(is_kept) {
                            return Err(Message::text("a move changes something else than the board"));
                        }
                        return self.list(&values[self.open.board], &mut Vec::new(), frame, known, written);
                    }
                    _ => return Err(message!("a move leaves something else than one board")),
                },
                Destination::Terms { .. } => return Err(message!("the same player may have to move again")),
            };
        }
    }

    fn change(
        &self,
        change: &Change,
        frame: &mut Frame,
        known: &Known,
        written: &mut Written,
    ) -> Result<Lookup<()>, Message> {
        if change.component != self.open.board || change.indices.len() != self.open.depth {
            return Err(message!("a move changes something else than a cell of the board"));
        }
        self.each(&change.binders, frame, &mut |frame| {
            if let Some(filter) = &change.filter
                && !known!(self.condition(filter, frame, known)?)
            {
                return Ok(Lookup::Is(Walk::On));
            }
            let cell = self.open.cell_at(change.indices.iter(), frame)?;
            if let Element::Value(value) = known!(self.element(&change.value, cell, frame, known)?) {
                written.push((cell, value));
            }
            Ok(Lookup::Is(Walk::On))
        })
    }

    /// Evaluates a list written out in full, or by a rule for its elements, one for each cell.
    fn list(
        &self,
        list: &Expr,
        path: &mut Vec<usize>,
        frame: &mut Frame,
        known: &Known,
        written: &mut Written,
    ) -> Result<Lookup<()>, Message> {
        self.open.step()?;
        let length = self.open.length_at(path).ok_or_else(|| message!("a move writes another board"))?;
        let visit_element = |element: &Expr, path: &mut Vec<usize>, frame: &mut Frame, written: &mut Written| {
            if path.len() < self.open.depth {
                return self.list(element, path, frame, known, written);
            }
            let cell = *self.open.cells.get(path).ok_or_else(|| message!("a move writes another board"))?;
            if let Element::Value(value) = known!(self.element(element, cell, frame, known)?) {
                written.push((cell, value));
            }
            Ok(Lookup::Is(()))
        };
        match &list.form {
            Form::List(elements) if elements.len() == length => {
                for (index, element) in elements.iter().enumerate() {
                    path.push(index);
                    let result = visit_element(element, path, frame, written);
                    path.pop();
                    known!(result?);
                }
                Ok(Lookup::Is(()))
            }
            Form::Fold { fold: Fold::List, body, binders, filter: None } => {
                let mut index = 0;
                let result = self.each(binders, frame, &mut |frame| {
                    path.push(index);
                    let result = visit_element(body, path, frame, written);
                    path.pop();
                    index += 1;
                    Ok(match result? {
                        Lookup::Is(()) => Lookup::Is(Walk::On),
                        Lookup::Needs(cell) => Lookup::Needs(cell),
                    })
                })?;
                known!(result);
                if index == length {
                    Ok(Lookup::Is(()))
                } else {
                    Err(message!("a move leaves a board of another size"))
                }
            }
            _ => Err(message!("a move leaves a board that is not written cell by cell")),
        }
    }

    /// Returns what a cell holds after a move: what it held before, unless the rule says more.
    fn element(&self, expr: &Expr, cell: usize, frame: &mut Frame, known: &Known) -> Result<Lookup<Element>, Message> {
        if self.open.cell_of(expr, frame)? == Some(cell) {
            return Ok(Lookup::Is(Element::Same));
        }
        match &expr.form {
            Form::If(condition, yes, no) => {
                let branch = if known!(self.condition(condition, frame, known)?) { yes } else { no };
                self.element(branch, cell, frame, known)
            }
            // The cell itself may be one of the terms: it decides alone if the others do not.
            Form::Or(terms) | Form::And(terms) => {
                let settling = matches!(expr.form, Form::Or(_));
                let mut own = false;
                for term in terms {
                    if self.open.cell_of(term, frame)? == Some(cell) {
                        own = true;
                    } else if known!(self.condition(term, frame, known)?) == settling {
                        return Ok(Lookup::Is(Element::Value(Value::Bool(settling))));
                    }
                }
                Ok(Lookup::Is(if own { Element::Same } else { Element::Value(Value::Bool(!settling)) }))
            }
            Form::Not(_) | Form::Fold { fold: Fold::Any | Fold::All, .. } => {
                Ok(Lookup::Is(Element::Value(Value::Bool(known!(self.condition(expr, frame, known)?)))))
            }
            _ => {
                let closed = known!(self.closed(expr, frame, known)?);
                Ok(Lookup::Is(Element::Value(self.open.evaluate(&closed)?)))
            }
        }
    }

    /// Returns true if a condition holds.
    fn condition(&self, expr: &Expr, frame: &mut Frame, known: &Known) -> Result<Lookup<bool>, Message> {
        self.open.step()?;
        match &expr.form {
            Form::And(terms) | Form::Or(terms) => {
                let settling = matches!(expr.form, Form::Or(_));
                for term in terms {
                    if known!(self.condition(term, frame, known)?) == settling {
                        return Ok(Lookup::Is(settling));
                    }
                }
                Ok(Lookup::Is(!settling))
            }
            Form::Not(inner) => Ok(Lookup::Is(!known!(self.condition(inner, frame, known)?))),
            Form::If(condition, yes, no) => {
                let branch = if known!(self.condition(condition, frame, known)?) { yes } else { no };
                self.condition(branch, frame, known)
            }
            Form::Fold { fold: fold @ (Fold::All | Fold::Any), body, binders, filter } => {
                let settling = *fold == Fold::Any;
                let mut holds = !settling;
                known!(self.each(binders, frame, &mut |frame| {
                    if let Some(filter) = filter
                        && !known!(self.condition(filter, frame, known)?)
                    {
                        return Ok(Lookup::Is(Walk::On));
                    }
                    if known!(self.condition(body, frame, known)?) == settling {
                        holds = settling;
                        return Ok(Lookup::Is(Walk::Enough));
                    }
                    Ok(Lookup::Is(Walk::On))
                })?);
                Ok(Lookup::Is(holds))
            }
            Form::Apply(function, arguments) => {
                let arguments = arguments.iter().map(|argument| self.open.argument(argument, frame));
                let mut inner = arguments.collect::<Result<Frame, _>>()?;
                self.condition(&self.open.instance.game().functions[*function].body, &mut inner, known)
            }
            _ => {
                let closed = known!(self.closed(expr, frame, known)?);
                self.open.holds(&closed).map(Lookup::Is)
            }
        }
    }

    /// Closes an expression with the known contents of its cells; returns the first cell that is not known.
    fn closed(&self, expr: &Expr, frame: &Frame, known: &Known) -> Result<Lookup<Expr>, Message> {
        let mut read = BTreeSet::new();
        let value = |cell: usize| self.open.values[known.get(&cell).map_or(0, |symbol| usize::from(*symbol))].clone();
        let closed = self.open.closed(expr, frame, &value, &mut read)?;
        let missing = read.into_iter().find(|cell| !known.contains_key(cell));
        Ok(missing.map_or(Lookup::Is(closed), Lookup::Needs))
    }

    /// Visits all choices of binders until a cell has to be known.
    fn each(
        &self,
        binders: &[Binder],
        frame: &mut Frame,
        visit: &mut dyn FnMut(&mut Frame) -> Result<Lookup<Walk>, Message>,
    ) -> Result<Lookup<()>, Message> {
        let mut missing = None;
        self.open.each(binders, frame, &mut |frame| {
            Ok(match visit(frame)? {
                Lookup::Is(walk) => walk,
                Lookup::Needs(cell) => {
                    missing = Some(cell);
                    Walk::Enough
                }
            })
        })?;
        Ok(missing.map_or(Lookup::Is(()), Lookup::Needs))
    }
}
