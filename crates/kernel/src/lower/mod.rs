//! Game -> instructions: the rules with their givens fixed, as straight code with loops and branches.
//!
//! In: an instance of a game and the layout of its positions. Out: a [`Program`]. Functions are inlined, small loops
//! with fixed ends are unrolled, tests of cells of a bit board are merged into tests of masks. Where the reference
//! evaluator would find a fault, the code says unsupported; it may also say so if a number overflows a machine word or
//! its bits in the layout, but never gives a wrong answer.

use grundy_message::{Message, message};
mod builder;
mod condition;
mod expression;
mod list;
mod mirror;
mod pattern;
mod result;

use crate::code::{Arithmetic, Code, Instruction, Program, Test, Verdict as CodeVerdict};
use crate::encode::{Direction, Field, Layout, code_of};
use builder::{Builder, Number};
use grundy_rules::game::{Binder, Domain, Expr, Game, Over, Verdict};
use grundy_rules::{Instance, Side, Value};
use list::{Element, List};
use pattern::Fact;

/// Tuning: maximum number of instructions. Larger rules are not compiled. No measurement is recorded.
const MAX_INSTRUCTIONS: usize = 60_000;
/// Tuning: maximum number of rounds of an unrolled loop. No measurement is recorded.
const MAX_UNROLLED: i64 = 64;
/// Number of instructions from which on no loop is unrolled.
const UNROLLED_INSTRUCTIONS: usize = 20_000;
/// Tuning: maximum number of rounds unrolled in total, including those that emit no instruction. No measurement is
/// recorded.
const MAX_ROUNDS: usize = 400_000;
/// Tuning: maximum number of rounds of loops run for one position. The reference decides a position that needs more.
/// No measurement is recorded.
const MAX_ROUNDS_OF_ONE: i64 = 1 << 22;
/// Tuning: maximum number of expressions lowered, including those that emit no instruction. Larger rules are not
/// compiled. No measurement is recorded.
const MAX_EXPRESSIONS: usize = 4_000_000;
/// Number of cells for lists written in the rules.
const LITERAL_CELLS: usize = 4096;
/// Tuning: maximum number of cells of memory. Rules that need more are not compiled. No measurement is recorded.
const MAX_CELLS: usize = 1 << 24;

/// Which options are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// Every option, one for each move, in the order of the rules.
    EveryMove,
    /// Every distinct option; one that is the same sum as another may be left out.
    Different,
}

/// Lowers a game.
///
/// # Errors
/// Fails with what cannot be lowered, and why.
pub fn lower(instance: &Instance, layout: &Layout, listing: Listing) -> Result<Program, Message> {
    let mut memory = Memory::default();
    let givens: Vec<Operand> =
        instance.givens().iter().map(|given| memory.given(given)).collect::<Result<_, Message>>()?;
    let literals_end = memory.constants.len() + LITERAL_CELLS;
    memory.literals_end = literals_end;
    memory.used = literals_end;
    let game = instance.game();
    let mut lowering = Lowering {
        instance,
        game,
        layout,
        builder: Builder::new(),
        memory,
        givens,
        part: Vec::new(),
        mover: None,
        facts: Vec::new(),
        rounds: 0,
        expressions: 0,
        sees_cells: true,
        listing,
        rounds_left: 0,
    };
    let look = lowering.code(Purpose::Expansion)?;
    let ended = if game.ends.is_empty() { None } else { Some(lowering.code(Purpose::Ended)?) };
    let valid = if lowering.needs_validation() { Some(lowering.code(Purpose::Valid)?) } else { None };
    let plain = game.moves.iter().all(|rule| rule.gain.is_none() && result::is_plain(&rule.result));
    let Memory { constants, used, .. } = lowering.memory;
    Ok(Program { valid, look, ended, words: layout.words as u32, plain, constants, cells: used })
}

/// Purpose of a piece of code.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Expansion,
    Ended,
    Valid,
}

/// Value of an expression while code is emitted.
#[derive(Clone, Debug)]
pub(crate) enum Operand {
    /// A number, a truth value (0 or 1) or a symbol (its code).
    Number(Number),
    /// A bit board in registers.
    Board(Board),
    /// A row of a bit board.
    Row(Board, Number),
    /// A list in memory.
    List(List),
}

/// A bit board in registers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Board {
    /// The plane of each code, including the first; bits past the last cell are 0.
    planes: Vec<Number>,
    codes: Vec<i64>,
    /// Rows and columns of a grid.
    grid: Option<(i64, i64)>,
    /// Number of cells.
    length: Number,
    /// Maximum number of cells.
    capacity: i64,
}

/// The memory that code will run with.
#[derive(Default)]
struct Memory {
    constants: Vec<i64>,
    literals_end: usize,
    used: usize,
}

impl Memory {
    /// Converts a given to an operand, its lists laid out.
    fn given(&mut self, value: &Value) -> Result<Operand, Message> {
        match value {
            Value::List(elements) | Value::Set(elements) => {
                let (address, element) = self.list(elements)?;
                let length = Number::constant(elements.len() as i64);
                Ok(Operand::List(List { address: Number::constant(address as i64), length, element }))
            }
            scalar => match code_of(scalar) {
                Some(code) => Ok(Operand::Number(Number::constant(code))),
                None => Err(message!("a given is larger than a machine word")),
            },
        }
    }

    fn list(&mut self, elements: &[Value]) -> Result<(usize, Element), Message> {
        if self.constants.len() + elements.len() * 2 > MAX_CELLS {
            return Err(message!("the givens are too large to be compiled"));
        }
        let nested = elements.iter().any(|element| element.as_elements().is_some());
        if !nested {
            let codes: Vec<i64> = elements
                .iter()
                .map(|element| code_of(element).ok_or_else(|| message!("a given is larger than a machine word")))
                .collect::<Result<_, _>>()?;
            let address = self.constants.len();
            let (low, high) = (codes.iter().min().copied().unwrap_or(0), codes.iter().max().copied().unwrap_or(0));
            self.constants.extend(codes);
            return Ok((address, Element::Cell { low, high }));
        }
        let address = self.constants.len();
        self.constants.resize(address + 2 * elements.len(), 0);
        let mut common: Option<Element> = None;
        for (index, element) in elements.iter().enumerate() {
            let inner =
                element.as_elements().ok_or_else(|| Message::text("a given list has lists and others in it"))?;
            let (at, element) = self.list(inner)?;
            self.constants[address + 2 * index] = at as i64;
            self.constants[address + 2 * index + 1] = inner.len() as i64;
            common = Some(match common {
                Some(common) if inner.is_empty() => common,
                Some(common) => common
                    .join(&element)
                    .ok_or_else(|| Message::text("a given list has lists of different depth in it"))?,
                None => element,
            });
        }
        let inner = common.unwrap_or(Element::Cell { low: 0, high: 0 });
        Ok((address, Element::Pair(Box::new(inner))))
    }
}

/// A game being lowered.
pub(crate) struct Lowering<'a> {
    instance: &'a Instance,
    game: &'a Game,
    layout: &'a Layout,
    builder: Builder,
    memory: Memory,
    givens: Vec<Operand>,
    /// The components that expressions see.
    part: Vec<Operand>,
    mover: Option<Side>,
    /// What the guard of the current move has shown of cells.
    facts: Vec<Fact>,
    rounds: usize,
    expressions: usize,
    /// Whether conditions are searched for tests of cells.
    sees_cells: bool,
    listing: Listing,
    /// The register that counts the remaining rounds of loops.
    rounds_left: u32,
}

type Locals = Vec<Operand>;

impl Lowering<'_> {
    fn code(&mut self, purpose: Purpose) -> Result<Code, Message> {
        self.builder = Builder::new();
        let words: Vec<Number> = (0..self.layout.words as u32)
            .map(|word| {
                let reg = self.builder.register();
                self.builder.push(Instruction::Word(reg, word));
                self.builder.number(reg, i64::MIN, i64::MAX)
            })
            .collect();
        self.rounds_left = self.builder.variable(Number::constant(MAX_ROUNDS_OF_ONE));
        self.part = self.decode(&words);
        if self.layout.players && purpose != Purpose::Valid {
            let right = self.builder.label();
            let bit = self.builder.words(Arithmetic::And, words[0], Number::constant(1));
            self.builder.branch(Test::Equal, bit, Number::constant(1), right);
            self.body(purpose, Some(Side::Left))?;
            self.builder.index(right);
            self.body(purpose, Some(Side::Right))?;
        } else {
            self.body(purpose, None)?;
        }
        Ok(std::mem::replace(&mut self.builder, Builder::new()).finish())
    }

    fn body(&mut self, purpose: Purpose, mover: Option<Side>) -> Result<(), Message> {
        self.mover = mover;
        if purpose == Purpose::Valid {
            self.validation()?;
            self.builder.push(Instruction::Done);
            self.builder.trouble();
            return Ok(());
        }
        let game = self.game;
        for (clause, (condition, verdict)) in game.ends.iter().enumerate() {
            self.clause(condition, verdict, Some(clause as u32))?;
        }
        if purpose == Purpose::Ended {
            self.builder.push(Instruction::Done);
            self.builder.trouble();
            return Ok(());
        }
        for (index, rule) in game.moves.iter().enumerate() {
            if rule.side.is_none() || rule.side == mover {
                self.rule(index, rule)?;
            }
        }
        self.builder.push(Instruction::Done);
        for (condition, verdict) in &game.stuck_if {
            self.clause(condition, verdict, None)?;
        }
        self.verdict(&game.stuck, None)
    }

    fn clause(&mut self, condition: &Expr, verdict: &Verdict, clause: Option<u32>) -> Result<(), Message> {
        let next = self.builder.label();
        self.branch(condition, Wanted::False, next, &mut Vec::new())?;
        self.verdict(verdict, clause)?;
        self.builder.index(next);
        Ok(())
    }

    fn verdict(&mut self, verdict: &Verdict, clause: Option<u32>) -> Result<(), Message> {
        let verdict = match verdict {
            Verdict::Win => CodeVerdict::Win,
            Verdict::Lose => CodeVerdict::Lose,
            Verdict::Draw => CodeVerdict::Draw,
            Verdict::Wins(side) if self.mover == Some(*side) => CodeVerdict::Win,
            Verdict::Wins(_) => CodeVerdict::Lose,
            Verdict::Score(points) => {
                let points = self.number(points, &mut Vec::new())?;
                CodeVerdict::Score(self.builder.reg(points))
            }
        };
        self.builder.verdict(verdict, clause);
        Ok(())
    }

    /// Decodes the components of the position from the words of its key.
    fn decode(&mut self, words: &[Number]) -> Vec<Operand> {
        let layout = self.layout;
        layout.fields.iter().map(|field| self.decode_field(field, words)).collect()
    }

    fn decode_field(&mut self, field: &Field, words: &[Number]) -> Operand {
        match field {
            Field::Number { at, low, high, direction } => {
                let count = self.bits(*at, words).within(0, high.wrapping_sub(*low));
                Operand::Number(match direction {
                    Direction::Up => self.builder.compute(Arithmetic::Add, count, Number::constant(*low)),
                    Direction::Down => self.builder.compute(Arithmetic::Subtract, Number::constant(*high), count),
                })
            }
            Field::Board(board) => {
                let capacity = board.shape.capacity as i64;
                let length = match board.length {
                    Some(at) => self.bits(at, words).within(0, capacity),
                    None => Number::constant(capacity),
                };
                let planes: Vec<Number> = board.planes.iter().map(|at| self.bits(*at, words)).collect();
                let grid = board.shape.rows.map(|rows| (rows as i64, board.shape.columns as i64));
                Operand::Board(self.board_of(planes, board.codes.clone(), grid, length, capacity))
            }
            Field::Cells(cells) => {
                let capacity = cells.cells.len();
                let address = Number::constant(self.memory.used as i64);
                self.memory.used += capacity;
                let element = cells.element;
                for (index, at) in cells.cells.iter().enumerate() {
                    let count = self.bits(*at, words);
                    // Elements past the length are zero bits, which are within the range as well.
                    let count = count.within(0, element.high.wrapping_sub(element.low));
                    let code = self.builder.compute(Arithmetic::Add, count, Number::constant(element.low));
                    let cell = self.builder.compute(Arithmetic::Add, address, Number::constant(index as i64));
                    self.builder.store(cell, code);
                }
                let cell = Element::Cell { low: element.low, high: element.high };
                let (length, element) = match (cells.shape.rows, cells.length) {
                    (Some(rows), _) => (
                        Number::constant(rows as i64),
                        Element::Row { length: cells.shape.columns as i64, element: Box::new(cell) },
                    ),
                    (None, Some(at)) => (self.bits(at, words).within(0, capacity as i64), cell),
                    (None, None) => (Number::constant(capacity as i64), cell),
                };
                Operand::List(List { address, length, element })
            }
        }
    }

    /// Returns a board with the plane of its first code computed: the cells in no other plane.
    fn board_of(
        &mut self,
        mut planes: Vec<Number>,
        codes: Vec<i64>,
        grid: Option<(i64, i64)>,
        length: Number,
        capacity: i64,
    ) -> Board {
        let cells = match length.known() {
            Some(length) => Number::constant((1i64 << length) - 1),
            None => {
                let above = self.builder.words(Arithmetic::ShiftLeft, Number::constant(1), length);
                let above = above.within(1, 1 << capacity);
                self.builder.compute(Arithmetic::Subtract, above, Number::constant(1))
            }
        };
        let mut taken = Number::constant(0);
        for plane in &planes {
            taken = self.builder.words(Arithmetic::Or, taken, *plane);
        }
        let free = self.builder.words(Arithmetic::Xor, taken, cells);
        planes.insert(0, free.within(0, (1i64 << capacity) - 1));
        Board { planes, codes, grid, length, capacity }
    }

    fn bits(&mut self, at: crate::encode::Bits, words: &[Number]) -> Number {
        if at.width == 0 {
            return Number::constant(0);
        }
        let word = words[at.word as usize];
        let shifted = self.builder.words(Arithmetic::ShiftRight, word, Number::constant(i64::from(at.shift)));
        if at.width + at.shift == 64 {
            return shifted;
        }
        self.builder.words(Arithmetic::And, shifted, Number::constant(at.mask() as i64))
    }

    /// Visits all choices of the binders, first binder slowest; small loops with fixed ends are unrolled.
    fn each(
        &mut self,
        binders: &[Binder],
        locals: &mut Locals,
        visit: &mut dyn FnMut(&mut Self, &mut Locals) -> Result<(), Message>,
    ) -> Result<(), Message> {
        if self.builder.len() > MAX_INSTRUCTIONS {
            return Err(message!("the compiled rules would be too long"));
        }
        let Some((first, rest)) = binders.split_first() else { return visit(self, locals) };
        match &first.over {
            Over::Is(expr) => {
                let value = self.operand(expr, locals)?;
                self.with_local(value, rest, locals, visit)
            }
            Over::If(condition) => {
                let next = self.builder.label();
                self.branch(condition, Wanted::False, next, locals)?;
                self.with_local(Operand::Number(Number::constant(1)), rest, locals, visit)?;
                self.builder.index(next);
                Ok(())
            }
            Over::Each(Domain::Range(low, high)) => {
                let low = self.number(low, locals)?;
                let high = high.as_ref().ok_or_else(|| Message::text("a binder without an upper end"))?;
                let high = self.number(high, locals)?;
                self.counted(low, high, &mut |lowering, at| {
                    lowering.with_local(Operand::Number(at), rest, locals, visit)
                })
            }
            Over::Each(Domain::Of(list)) => {
                let list = self.operand(list, locals)?;
                let length = self.length(&list)?;
                let last = self.builder.compute(Arithmetic::Subtract, length, Number::constant(1));
                self.counted(Number::constant(0), last, &mut |lowering, at| {
                    let value = lowering.element(&list, at)?;
                    lowering.with_local(value, rest, locals, visit)
                })
            }
        }
    }

    fn with_local(
        &mut self,
        value: Operand,
        rest: &[Binder],
        locals: &mut Locals,
        visit: &mut dyn FnMut(&mut Self, &mut Locals) -> Result<(), Message>,
    ) -> Result<(), Message> {
        locals.push(value);
        let walked = self.each(rest, locals, visit);
        locals.pop();
        walked
    }

    /// Emits a loop from `low` to `high`, both included, tested at its bottom.
    fn counted(
        &mut self,
        low: Number,
        high: Number,
        round: &mut dyn FnMut(&mut Self, Number) -> Result<(), Message>,
    ) -> Result<(), Message> {
        if high.high < low.low || self.builder.is_dead() {
            return Ok(());
        }
        if let (Some(low), Some(high)) = (low.known(), high.known())
            && self.may_unroll(low, high)
        {
            for at in low..=high {
                self.rounds += 1;
                round(self, Number::constant(at))?;
            }
            return Ok(());
        }
        let end = self.builder.label();
        if high.high == i64::MAX {
            self.builder.trouble_if(Test::Equal, high, Number::constant(i64::MAX));
        }
        self.builder.branch(Test::Less, high, low, end);
        // Native code cannot be interrupted, so loops that would take too long are left to the reference evaluator and
        // its budget.
        let rounds = self.builder.compute(Arithmetic::Subtract, high, low).within(0, i64::MAX);
        let left = self.builder.number(self.rounds_left, 0, MAX_ROUNDS_OF_ONE);
        self.builder.trouble_if(Test::Less, left, rounds);
        let left = self.builder.words(Arithmetic::Subtract, left, rounds).within(0, MAX_ROUNDS_OF_ONE);
        self.builder.assign(self.rounds_left, left);
        let counter = self.builder.variable(low);
        let high_reg = self.builder.reg(high);
        let top = self.builder.label();
        self.builder.place_loop(top);
        let at = self.builder.fixed(counter, low.low, high.high.max(low.low)).no_more_than(high);
        // With one possible value the register would be dropped, yet the loop counts in it.
        round(self, at)?;
        self.builder.push(Instruction::ComputeConstant(Arithmetic::Add, counter, counter, 1));
        self.builder.push(Instruction::Branch(Test::AtMost, counter, high_reg, top));
        self.builder.index(end);
        Ok(())
    }

    fn may_unroll(&self, low: i64, high: i64) -> bool {
        high.checked_sub(low).is_some_and(|rounds| rounds < MAX_UNROLLED)
            && self.rounds < MAX_ROUNDS
            && self.builder.len() < UNROLLED_INSTRUCTIONS
    }

    /// Allocates the given number of cells and returns their address.
    fn allocate(&mut self, cells: i64) -> Result<Number, Message> {
        let address = self.memory.used;
        if cells < 0 || cells as usize > MAX_CELLS / 16 || address + cells as usize > MAX_CELLS {
            return Err(message!("a list of the rules has no bound that is small enough"));
        }
        self.memory.used += cells as usize;
        Ok(Number::constant(address as i64))
    }
}

/// Which outcome of a condition jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// It holds.
    True,
    /// It does not hold.
    False,
}

impl Wanted {
    fn other(self) -> Wanted {
        match self {
            Wanted::True => Wanted::False,
            Wanted::False => Wanted::True,
        }
    }
}
