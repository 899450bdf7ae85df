//! Lists: in memory, as bit boards, as rows of them.

use super::builder::Number;
use super::{Board, Lowering, Operand};
use crate::code::{Arithmetic, Helper, Test};
use grundy_message::Message;
use grundy_rules::game::Builtin;

/// A list in memory.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct List {
    /// Address of its first element.
    pub address: Number,
    /// Number of elements.
    pub length: Number,
    /// Layout of an element.
    pub element: Element,
}

/// Layout of the elements of a list in memory.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Element {
    /// One cell with a code in this range.
    Cell {
        /// Minimum code.
        low: i64,
        /// Maximum code.
        high: i64,
    },
    /// A fixed number of elements, stored inline.
    Row {
        /// Number of elements.
        length: i64,
        /// Layout of each of them.
        element: Box<Element>,
    },
    /// Two cells: the address of the elements, and their number.
    Pair(Box<Element>),
}

impl Element {
    /// Returns how many cells it takes.
    pub fn stride(&self) -> i64 {
        match self {
            Element::Cell { .. } => 1,
            Element::Row { length, element } => length * element.stride(),
            Element::Pair(_) => 2,
        }
    }

    /// Returns a layout that covers both.
    pub fn join(&self, other: &Element) -> Option<Element> {
        match (self, other) {
            (Element::Cell { low: a, high: b }, Element::Cell { low: c, high: d }) => {
                Some(Element::Cell { low: *a.min(c), high: *b.max(d) })
            }
            (Element::Pair(a), Element::Pair(b)) => Some(Element::Pair(Box::new(a.join(b)?))),
            (Element::Row { length: m, element: a }, Element::Row { length: n, element: b }) if m == n => {
                Some(Element::Row { length: *m, element: Box::new(a.join(b)?) })
            }
            _ => None,
        }
    }

    /// Returns true if it consists of inline numbers, without addresses.
    pub fn is_flat(&self) -> bool {
        match self {
            Element::Cell { .. } => true,
            Element::Row { element, .. } => element.is_flat(),
            Element::Pair(_) => false,
        }
    }

    /// Returns the same layout with cells of any code.
    pub fn any_code(&self) -> Element {
        match self {
            Element::Cell { .. } => Element::Cell { low: i64::MIN, high: i64::MAX },
            Element::Row { length, element } => Element::Row { length: *length, element: Box::new(element.any_code()) },
            Element::Pair(element) => Element::Pair(Box::new(element.any_code())),
        }
    }
}

impl Lowering<'_> {
    /// Lowers `gcd` or `lcm` of a natural number and another.
    pub(super) fn common(&mut self, builtin: Builtin, partial: Number, next: Number) -> Number {
        let next = self.natural(next);
        match builtin {
            Builtin::Gcd => self.builder.call(Helper::Gcd, &[partial, next], 0, partial.high.max(next.high)),
            _ => self.builder.call(Helper::Lcm, &[partial, next], 0, i64::MAX),
        }
    }

    pub(super) fn common_of_list(&mut self, builtin: Builtin, list: &Operand) -> Result<Operand, Message> {
        let length = self.length(list)?;
        let last = self.builder.compute(Arithmetic::Subtract, length, Number::constant(1));
        let result = self.builder.variable(Number::constant(i64::from(builtin == Builtin::Lcm)));
        self.counted(Number::constant(0), last, &mut |lowering, at| {
            let Operand::Number(value) = lowering.element(list, at)? else {
                return Err(Message::text("a fold of lists"));
            };
            let partial = lowering.builder.number(result, 0, i64::MAX);
            let next = lowering.common(builtin, partial, value);
            lowering.builder.assign(result, next);
            Ok(())
        })?;
        Ok(Operand::Number(self.builder.number(result, 0, i64::MAX)))
    }

    /// Returns the length of a list.
    pub(super) fn length(&mut self, list: &Operand) -> Result<Number, Message> {
        match list {
            Operand::Board(Board { grid: Some((rows, _)), .. }) => Ok(Number::constant(*rows)),
            Operand::Board(board) => Ok(board.length),
            Operand::Row(Board { grid: Some((_, columns)), .. }, _) => Ok(Number::constant(*columns)),
            Operand::List(list) => Ok(list.length),
            Operand::Row(..) | Operand::Number(_) => Err(Message::text("the length of what is no list")),
        }
    }

    /// Returns an element whose index is known to be within the list.
    pub(super) fn element(&mut self, list: &Operand, at: Number) -> Result<Operand, Message> {
        match list {
            Operand::Board(board) if board.grid.is_some() => Ok(Operand::Row(board.clone(), at)),
            Operand::Board(board) => Ok(Operand::Number(self.cell(board, at))),
            Operand::Row(board, row) => {
                let cell = self.cell_of_row(board, *row, at)?;
                Ok(Operand::Number(self.cell(board, cell)))
            }
            Operand::List(list) => self.list_element(list, at),
            Operand::Number(_) => Err(Message::text("an element of what is no list")),
        }
    }

    /// Returns the number of a cell of a grid.
    pub(super) fn cell_of_row(&mut self, board: &Board, row: Number, column: Number) -> Result<Number, Message> {
        let (_, columns) = board.grid.ok_or_else(|| Message::text("a row of what is no grid"))?;
        let start = self.builder.compute(Arithmetic::Multiply, row, Number::constant(columns));
        Ok(self.builder.compute(Arithmetic::Add, start, column))
    }

    fn list_element(&mut self, list: &List, at: Number) -> Result<Operand, Message> {
        let offset = self.builder.compute(Arithmetic::Multiply, at, Number::constant(list.element.stride()));
        let address = self.builder.compute(Arithmetic::Add, list.address, offset);
        Ok(match &list.element {
            Element::Cell { low, high } => Operand::Number(self.read(address, *low, *high)),
            Element::Row { length, element } => {
                Operand::List(List { address, length: Number::constant(*length), element: (**element).clone() })
            }
            Element::Pair(element) => {
                let next = self.builder.compute(Arithmetic::Add, address, Number::constant(1));
                let max = super::MAX_CELLS as i64;
                let address = self.read(address, 0, max);
                let length = self.read(next, 0, max);
                Operand::List(List { address, length, element: (**element).clone() })
            }
        })
    }

    /// Reads a cell of memory; constants are read now.
    fn read(&mut self, address: Number, low: i64, high: i64) -> Number {
        if let Some(constant) = address.known().and_then(|at| self.memory.constants.get(usize::try_from(at).ok()?)) {
            return Number::constant(*constant);
        }
        self.builder.load(address, low, high)
    }

    /// Returns the code of a cell of a bit board.
    pub(super) fn cell(&mut self, board: &Board, cell: Number) -> Number {
        let mut code = Number::constant(board.codes[0]);
        for index in 1..board.codes.len() {
            let bit = self.cell_is(board, cell, index);
            code = self.builder.select(bit, Number::constant(board.codes[index]), code);
        }
        code
    }

    /// Returns 1 if a cell of a bit board has the code at that index.
    pub(super) fn cell_is(&mut self, board: &Board, cell: Number, index: usize) -> Number {
        let shifted = self.builder.words(Arithmetic::ShiftRight, board.planes[index], cell);
        self.builder.words(Arithmetic::And, shifted, Number::constant(1))
    }

    /// Emits that the machine cannot decide unless 0 <= at < length.
    pub(super) fn check_index(&mut self, at: Number, length: Number) -> Number {
        self.builder.trouble_if(Test::NotAbove, length, at);
        at.within(0, length.high.saturating_sub(1))
    }

    /// Returns a list as it lies in memory; boards are written out.
    pub(super) fn in_memory(&mut self, list: &Operand) -> Result<List, Message> {
        match list {
            Operand::List(list) => Ok(list.clone()),
            Operand::Board(board) => {
                let address = self.allocate(board.capacity)?;
                for cell in 0..board.capacity {
                    let code = self.cell(board, Number::constant(cell));
                    let at = self.builder.compute(Arithmetic::Add, address, Number::constant(cell));
                    self.builder.store(at, code);
                }
                let (low, high) = code_range(&board.codes);
                let cell = Element::Cell { low, high };
                Ok(match board.grid {
                    Some((rows, columns)) => List {
                        address,
                        length: Number::constant(rows),
                        element: Element::Row { length: columns, element: Box::new(cell) },
                    },
                    None => List { address, length: board.length, element: cell },
                })
            }
            Operand::Row(board, row) => {
                let (_, columns) = board.grid.ok_or_else(|| Message::text("a row of what is no grid"))?;
                let address = self.allocate(columns)?;
                for column in 0..columns {
                    let cell = self.cell_of_row(board, *row, Number::constant(column))?;
                    let code = self.cell(board, cell);
                    let at = self.builder.compute(Arithmetic::Add, address, Number::constant(column));
                    self.builder.store(at, code);
                }
                let (low, high) = code_range(&board.codes);
                Ok(List { address, length: Number::constant(columns), element: Element::Cell { low, high } })
            }
            Operand::Number(_) => Err(Message::text("a number where a list is needed")),
        }
    }

    /// Copies a list into newly allocated memory for at least `room` elements.
    pub(super) fn copied(&mut self, list: &List, room: i64) -> Result<List, Message> {
        let stride = list.element.stride();
        let address = self.allocate(room.max(list.length.high).saturating_mul(stride))?;
        let count = self.builder.compute(Arithmetic::Multiply, list.length, Number::constant(stride));
        self.builder.call(Helper::Copy, &[list.address, address, count], 0, 0);
        Ok(List { address, ..list.clone() })
    }

    /// Returns how many cells a list of numbers takes.
    pub(super) fn cell_count(&mut self, list: &List) -> Result<Number, Message> {
        if !list.element.is_flat() {
            return Err(Message::text("lists of lists of different lengths are not compared in compiled rules"));
        }
        Ok(self.builder.compute(Arithmetic::Multiply, list.length, Number::constant(list.element.stride())))
    }
}

/// Returns the minimum and maximum of some codes.
pub(super) fn code_range(codes: &[i64]) -> (i64, i64) {
    (codes.iter().min().copied().unwrap_or(0), codes.iter().max().copied().unwrap_or(0))
}
