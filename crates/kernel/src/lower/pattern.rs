//! Merges tests of fixed cells of a bit board into tests of masks.
//!
//! `all(board[i, j + t] == p for t in 0..3)` is one comparison of a plane with a mask; `any` of the same pattern at
//! many places is a few shifts: the places where a pattern occurs are the plane, and-ed with itself shifted by the
//! pattern's other cells.

use super::builder::Number;
use super::{Board, Locals, Lowering, Operand, Wanted};
use crate::code::{Arithmetic, Label, Test};
use grundy_message::Message;
use grundy_rules::ast::Comparison;
use grundy_rules::game::{Expr, Fold, Form};

/// Tuning: maximum number of alternatives of a condition. A condition with more is evaluated as it is written. No
/// measurement is recorded.
const MAX_ALTERNATIVES: usize = 2000;

/// What a mask of cells must be in a plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Fact {
    pub plane: Number,
    pub mask: u64,
    pub cells: CellsAre,
}

/// How many cells of a mask are in a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellsAre {
    AllIn,
    NoneIn,
}

/// Facts that must hold together.
type Together = Vec<Fact>;

/// Alternatives, one of which must hold.
type Patterns = Vec<Together>;

impl Lowering<'_> {
    /// Converts a condition to alternatives of tests of fixed cells; `None` if it is something else.
    pub(super) fn patterns(&mut self, condition: &Expr, locals: &mut Locals) -> Result<Option<Patterns>, Message> {
        if self.builder.is_dead()
            || !self.sees_cells
            || !self.part.iter().any(|operand| matches!(operand, Operand::Board(_)))
        {
            return Ok(None);
        }
        let mark = self.builder.mark();
        let used = self.memory.used;
        let rounds = self.rounds;
        let found = self.alternatives(condition, locals)?;
        // Everything visited must have been known without any code.
        let pure = self.builder.is_unchanged(&mark);
        self.builder.back_to(&mark);
        self.memory.used = used;
        self.rounds = rounds;
        // Constants alone are not handled here.
        let plain = found.as_ref().is_some_and(|found| found.iter().all(Vec::is_empty));
        Ok(found.filter(|_| pure && !plain))
    }

    fn alternatives(&mut self, condition: &Expr, locals: &mut Locals) -> Result<Option<Patterns>, Message> {
        Ok(match &condition.form {
            Form::And(terms) => {
                let mut joined: Patterns = vec![Vec::new()];
                for term in terms {
                    let Some(more) = self.alternatives(term, locals)? else { return Ok(None) };
                    let Some(next) = both(&joined, &more) else { return Ok(None) };
                    joined = next;
                }
                Some(joined)
            }
            Form::Or(terms) => {
                let mut found = Vec::new();
                for term in terms {
                    let Some(more) = self.alternatives(term, locals)? else { return Ok(None) };
                    found.extend(more);
                }
                (found.len() <= MAX_ALTERNATIVES).then_some(found)
            }
            Form::Not(inner) => self.alternatives(inner, locals)?.and_then(|found| negated(&found)),
            Form::Compare(operands, signs) => match (&operands[..], &signs[..]) {
                ([cell, code] | [code, cell], [sign @ (Comparison::Equal | Comparison::Unequal)])
                    if matches!(cell.form, Form::Index(..)) =>
                {
                    match self.fixed_cell(cell, locals)? {
                        Some((board, at)) => {
                            let code = self.known(code, locals)?;
                            code.map(|code| cell_fact(&board, at, code, *sign == Comparison::Equal))
                        }
                        None => self.constant_condition(condition, locals)?,
                    }
                }
                _ => self.constant_condition(condition, locals)?,
            },
            Form::Index(..) => match self.fixed_cell(condition, locals)? {
                Some((board, at)) => Some(cell_fact(&board, at, 1, true)),
                None => self.constant_condition(condition, locals)?,
            },
            Form::Fold { fold: fold @ (Fold::Any | Fold::All), body, binders, filter } => {
                let mut gathered: Option<Patterns> =
                    Some(if *fold == Fold::Any { Vec::new() } else { vec![Vec::new()] });
                let rounds = self.fixed_rounds(binders, filter.as_deref(), locals, &mut |lowering, locals| {
                    let Some(partial) = gathered.take() else { return Ok(()) };
                    let Some(more) = lowering.alternatives(body, locals)? else { return Ok(()) };
                    gathered = match fold {
                        Fold::Any => {
                            let mut partial = partial;
                            partial.extend(more);
                            (partial.len() <= MAX_ALTERNATIVES).then_some(partial)
                        }
                        _ => both(&partial, &more),
                    };
                    Ok(())
                })?;
                if rounds { gathered } else { None }
            }
            Form::Apply(function, arguments) => {
                let mut frame = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    match self.operand(argument, locals)? {
                        Operand::Number(number) if number.known().is_some() => frame.push(Operand::Number(number)),
                        _ => return Ok(None),
                    }
                }
                let game = self.game;
                self.alternatives(&game.functions[*function].body, &mut frame)?
            }
            Form::Bool(truth) => Some(if *truth { vec![Vec::new()] } else { Vec::new() }),
            Form::In(inner, _) if !matches!(inner.form, Form::Index(..)) => {
                self.constant_condition(condition, locals)?
            }
            Form::Given(_) | Form::Local(_) => self.constant_condition(condition, locals)?,
            _ => None,
        })
    }

    /// Decides a condition now.
    fn constant_condition(&mut self, condition: &Expr, locals: &mut Locals) -> Result<Option<Patterns>, Message> {
        // Only what reads no component can be decided; trying more would walk the same trees again and again.
        if !self.game.depends([condition]).components.is_empty() {
            return Ok(None);
        }
        let decided = match &condition.form {
            Form::Given(_) | Form::Local(_) => self.known(condition, locals)?.map(|truth| truth != 0),
            _ => {
                // A condition without components has no cells in it.
                let seeing = std::mem::replace(&mut self.sees_cells, false);
                let decided = self.decided(condition, locals);
                self.sees_cells = seeing;
                decided?
            }
        };
        Ok(decided.map(|truth| if truth { vec![Vec::new()] } else { Vec::new() }))
    }

    /// Returns a number that is known now.
    fn known(&mut self, expr: &Expr, locals: &mut Locals) -> Result<Option<i64>, Message> {
        Ok(match self.operand(expr, locals)? {
            Operand::Number(number) => number.known(),
            _ => None,
        })
    }

    /// Returns a cell of a board that is a component, if its index is known and on the board.
    fn fixed_cell(&mut self, expr: &Expr, locals: &mut Locals) -> Result<Option<(Board, i64)>, Message> {
        let Form::Index(list, index) = &expr.form else { return Ok(None) };
        let (base, row) = match &list.form {
            Form::Index(base, row) => (base, Some(row)),
            _ => (list, None),
        };
        let Form::Component(slot) = &base.form else { return Ok(None) };
        let Some(Operand::Board(board)) = self.part.get(*slot).cloned() else { return Ok(None) };
        let Some(column) = self.known(index, locals)? else { return Ok(None) };
        let at = match (row, board.grid) {
            (Some(row), Some((rows, columns))) => match self.known(row, locals)? {
                Some(row) if (0..rows).contains(&row) && (0..columns).contains(&column) => row * columns + column,
                _ => return Ok(None),
            },
            (None, None) if column >= 0 && column < board.length.low => column,
            _ => return Ok(None),
        };
        Ok(Some((board, at)))
    }

    /// Jumps to the label if one of the alternatives holds (or none does).
    pub(super) fn branch_patterns(&mut self, patterns: &Patterns, wanted: Wanted, label: Label) {
        if let [together] = &patterns[..]
            && wanted == Wanted::False
        {
            for fact in together {
                self.branch_fact(fact, Wanted::False, label);
            }
            return;
        }
        let holds = if wanted == Wanted::True { label } else { self.builder.label() };
        let (translates, others) = group(patterns);
        for (plane, shape, starts) in translates {
            let mut indices = plane;
            for cell in 1..64 {
                if shape >> cell & 1 == 1 {
                    let shifted = self.builder.words(Arithmetic::ShiftRight, plane, Number::constant(cell));
                    indices = self.builder.words(Arithmetic::And, indices, shifted);
                }
            }
            let found = self.builder.words(Arithmetic::And, indices, Number::constant(starts as i64));
            self.builder.branch(Test::Unequal, found, Number::constant(0), holds);
        }
        for together in others {
            let next = self.builder.label();
            for fact in together {
                self.branch_fact(fact, Wanted::False, next);
            }
            self.builder.push(crate::code::Instruction::Jump(holds));
            self.builder.index(next);
        }
        if wanted == Wanted::False {
            self.builder.push(crate::code::Instruction::Jump(label));
            self.builder.index(holds);
        }
    }

    fn branch_fact(&mut self, fact: &Fact, wanted: Wanted, label: Label) {
        let mask = Number::constant(fact.mask as i64);
        let found = self.builder.words(Arithmetic::And, fact.plane, mask);
        let full = if fact.cells == CellsAre::AllIn { mask } else { Number::constant(0) };
        let test = if wanted == Wanted::True { Test::Equal } else { Test::Unequal };
        self.builder.branch(test, found, full, label);
    }
}

/// Returns what one comparison of a cell with a code says.
fn cell_fact(board: &Board, at: i64, code: i64, equal: bool) -> Patterns {
    match board.codes.iter().position(|known| *known == code) {
        Some(index) => {
            let cells = if equal { CellsAre::AllIn } else { CellsAre::NoneIn };
            vec![vec![Fact { plane: board.planes[index], mask: 1 << at, cells }]]
        }
        // A code that no cell can have.
        None if equal => Vec::new(),
        None => vec![Vec::new()],
    }
}

/// Returns the alternatives for two conditions at once.
fn both(a: &Patterns, b: &Patterns) -> Option<Patterns> {
    if a.len().checked_mul(b.len())? > MAX_ALTERNATIVES {
        return None;
    }
    let join = |first: &Together, second: &Together| {
        let mut all = first.clone();
        for fact in second {
            match all.iter_mut().find(|known| known.plane == fact.plane && known.cells == fact.cells) {
                Some(known) => known.mask |= fact.mask,
                None => all.push(*fact),
            }
        }
        all
    };
    Some(a.iter().flat_map(|first| b.iter().map(move |second| join(first, second))).collect())
}

/// Returns what holds if none of the alternatives does; only of a single fact or a constant.
fn negated(patterns: &Patterns) -> Option<Patterns> {
    match &patterns[..] {
        [] => Some(vec![Vec::new()]),
        [together] => match &together[..] {
            [] => Some(Vec::new()),
            [fact] if fact.mask.is_power_of_two() => {
                let cells = if fact.cells == CellsAre::AllIn { CellsAre::NoneIn } else { CellsAre::AllIn };
                Some(vec![vec![Fact { cells, ..*fact }]])
            }
            _ => None,
        },
        _ => None,
    }
}

/// Groups alternatives that are the same pattern of one plane at several places: (plane, pattern from bit 0, its
/// places); and all others.
fn group(patterns: &Patterns) -> (Vec<(Number, u64, u64)>, Vec<&Together>) {
    let mut translates: Vec<(Number, u64, u64)> = Vec::new();
    let mut others = Vec::new();
    for together in patterns {
        match &together[..] {
            [Fact { plane, mask, cells: CellsAre::AllIn }] if *mask != 0 => {
                let start = mask.trailing_zeros();
                let shape = mask >> start;
                match translates.iter_mut().find(|(known, pattern, _)| known == plane && *pattern == shape) {
                    Some((_, _, starts)) => *starts |= 1 << start,
                    None => translates.push((*plane, shape, 1 << start)),
                }
            }
            _ => others.push(together),
        }
    }
    (translates, others)
}
