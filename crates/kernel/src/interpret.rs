//! Runs a program step by step, on any host.
//!
//! In: a [`Program`] and a key. Out: the options listed and the state of the position. The instructions are first put
//! into a compact form, one machine word or two each, with lists of registers in one pool; a run then allocates nothing
//! but memory for options. It serves hosts without native code, and cross-checks the native code. Wrong tool where a
//! position is expanded more than some thousand times and the host has native code: see `native`.

use crate::code::{Arithmetic, Code, Helper, Instruction, Program, Reg, Test, Verdict};
use crate::machine::{End, Expansion, Head, Options};
use crate::runtime;
use std::sync::Arc;

/// Runs the three codes of a program. Each thread has a clone of its own.
#[derive(Clone, Debug)]
pub struct Interpreter {
    program: Arc<Program>,
    codes: Arc<Codes>,
    state: State,
}

/// The codes of a program in compact form.
#[derive(Debug)]
struct Codes {
    look: Compact,
    ended: Option<Compact>,
    valid: Option<Compact>,
}

/// What a run changes.
#[derive(Clone, Debug)]
struct State {
    memory: Vec<i64>,
    registers: Vec<i64>,
}

/// Receives the options that a run lists.
pub(crate) trait Listener {
    /// Receives a part of the current option, as its words.
    fn part(&mut self, words: impl ExactSizeIterator<Item = u64>);

    /// Completes the option; returns whether more are wanted.
    fn option(&mut self, rule: u16, again: bool, gain: i64) -> Wanted;

    /// Returns true if there was any option.
    fn listed(&self) -> bool;
}

/// Whether a run goes on after an option.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Continue with the next option.
    More,
    /// Stop: enough is known.
    Enough,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// All options are listed, or none holds, or the key is valid.
    Done,
    /// The listener had enough.
    Enough,
    /// An end clause holds.
    Ended(u32, End),
    /// There is no move.
    Stuck(End),
    /// The machine cannot decide.
    Unsupported,
}

impl Interpreter {
    /// Creates an interpreter of a program.
    pub fn new(program: Arc<Program>) -> Interpreter {
        let codes = Codes {
            look: Compact::new(&program.look),
            ended: program.ended.as_ref().map(Compact::new),
            valid: program.valid.as_ref().map(Compact::new),
        };
        let all = [Some(&codes.look), codes.ended.as_ref(), codes.valid.as_ref()];
        let registers = all.into_iter().flatten().map(|code| code.registers).max().unwrap_or(0);
        let mut memory = program.constants.clone();
        memory.resize(program.cells.max(program.constants.len()), 0);
        Interpreter { program, codes: Arc::new(codes), state: State { memory, registers: vec![0; registers] } }
    }

    /// Returns the program it runs.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// Lists the options of a position, replacing those in `options`.
    pub fn look(&mut self, key: &[u64], options: &mut Options) -> Expansion {
        options.clear();
        let listener = &mut Lister { options, words: self.program.words as usize, plain: self.program.plain };
        match run(&self.codes.look, &mut self.state, key, listener) {
            Exit::Done | Exit::Enough => Expansion::Open,
            Exit::Ended(clause, end) => Expansion::Ended(clause, end),
            Exit::Stuck(end) => Expansion::Stuck(end),
            Exit::Unsupported => Expansion::Unsupported,
        }
    }

    /// Returns how play ended by an end clause, or that it cannot be decided; `None` if no clause holds.
    pub fn ended(&mut self, key: &[u64]) -> Option<Expansion> {
        match run(self.codes.ended.as_ref()?, &mut self.state, key, &mut Discard) {
            Exit::Done | Exit::Enough => None,
            Exit::Ended(clause, end) => Some(Expansion::Ended(clause, end)),
            Exit::Stuck(end) => Some(Expansion::Stuck(end)),
            Exit::Unsupported => Some(Expansion::Unsupported),
        }
    }

    /// Returns true if the key is a position.
    pub fn valid(&mut self, key: &[u64]) -> bool {
        match &self.codes.valid {
            Some(code) => run(code, &mut self.state, key, &mut Discard) == Exit::Done,
            None => true,
        }
    }

    /// Reports the options of a position to a listener.
    pub(crate) fn tell(&mut self, key: &[u64], listener: &mut impl Listener) -> Exit {
        run(&self.codes.look, &mut self.state, key, listener)
    }
}

/// Stores options.
struct Lister<'a> {
    options: &'a mut Options,
    words: usize,
    plain: bool,
}

impl Listener for Lister<'_> {
    #[inline(always)]
    fn part(&mut self, words: impl ExactSizeIterator<Item = u64>) {
        self.options.words.extend(words);
    }

    #[inline(always)]
    fn option(&mut self, rule: u16, again: bool, gain: i64) -> Wanted {
        if !self.plain {
            let parts_end = (self.options.words.len() / self.words.max(1)) as u32;
            self.options.heads.push(Head { parts_end, rule, again: u16::from(again), gain });
        }
        Wanted::More
    }

    #[inline(always)]
    fn listed(&self) -> bool {
        if self.plain { !self.options.words.is_empty() } else { !self.options.heads.is_empty() }
    }
}

/// Ignores everything: in codes that list no options `Done` ends the run.
struct Discard;

impl Listener for Discard {
    fn part(&mut self, _: impl ExactSizeIterator<Item = u64>) {}

    fn option(&mut self, _: u16, _: bool, _: i64) -> Wanted {
        Wanted::More
    }

    fn listed(&self) -> bool {
        true
    }
}

/// Registers in the pool of a code.
#[derive(Clone, Copy, Debug)]
struct Pooled {
    from: u32,
    count: u32,
}

/// An instruction in compact form.
#[derive(Clone, Copy, Debug)]
enum Step {
    Constant(Reg, i64),
    Copy(Reg, Reg),
    Word(Reg, u32),
    Add(Reg, Reg, Reg),
    Subtract(Reg, Reg, Reg),
    Compute(Arithmetic, Reg, Reg, Reg),
    AddConstant(Reg, Reg, i64),
    AndConstant(Reg, Reg, i64),
    ShiftLeftConstant(Reg, Reg, u32),
    ShiftRightConstant(Reg, Reg, u32),
    ComputeConstant(Arithmetic, Reg, Reg, i64),
    Is(Test, Reg, Reg, Reg),
    /// Four registers from that index of the pool.
    Select(u32),
    CountOnes(Reg, Reg),
    Load(Reg, Reg, i64),
    Store(Reg, i64, Reg),
    Call(Helper, Reg, Pooled),
    Jump(u32),
    BranchLess(Reg, Reg, u32),
    BranchAtMost(Reg, Reg, u32),
    Branch(Test, Reg, Reg, u32),
    /// The number fits into 32 bits.
    BranchNumber(Test, Reg, i32, u32),
    Part(Pooled),
    /// One word.
    PartWord(Reg),
    /// Has nothing but the kind of move.
    PlainOption(u16),
    /// (kind of move, again, gain); [`NONE`] if there is no register.
    Option(u16, Reg, Reg),
    Ended(u32, Verdict),
    Done,
    Stuck(Verdict),
    Unsupported,
}

/// No register.
const NONE: Reg = Reg::MAX;

/// A code ready to run. Invariant: every register is below `registers` and every label below `steps.len()`.
#[derive(Debug)]
struct Compact {
    steps: Vec<Step>,
    pool: Vec<Reg>,
    registers: usize,
}

impl Compact {
    fn new(code: &Code) -> Compact {
        // Steps differ in number from instructions if a number is too wide for its step, so labels move.
        let mut compact = Compact { steps: Vec::new(), pool: Vec::new(), registers: code.registers as usize };
        let mut indices = Vec::with_capacity(code.instructions.len() + 1);
        for instruction in &code.instructions {
            indices.push(compact.steps.len() as u32);
            compact.push(instruction);
        }
        // Code that runs off its end, or jumps outside, is unsupported.
        indices.push(compact.steps.len() as u32);
        compact.steps.push(Step::Unsupported);
        let index = |label: u32| indices.get(label as usize).copied().unwrap_or(indices[indices.len() - 1]);
        for step in &mut compact.steps {
            match step {
                Step::Jump(label)
                | Step::BranchLess(_, _, label)
                | Step::BranchAtMost(_, _, label)
                | Step::Branch(_, _, _, label)
                | Step::BranchNumber(_, _, _, label) => *label = index(*label),
                _ => {}
            }
        }
        compact
    }

    fn pooled(&mut self, registers: &[Reg]) -> Pooled {
        let from = self.pool.len() as u32;
        self.pool.extend(registers);
        Pooled { from, count: registers.len() as u32 }
    }

    fn push(&mut self, instruction: &Instruction) {
        let largest = registers_of(instruction).max().map_or(0, |register| register as usize + 1);
        self.registers = self.registers.max(largest);
        let step = match *instruction {
            Instruction::Constant(to, number) => Step::Constant(to, number),
            Instruction::Copy(to, from) => Step::Copy(to, from),
            Instruction::Word(to, word) => Step::Word(to, word),
            Instruction::Compute(Arithmetic::Add, to, a, b) => Step::Add(to, a, b),
            Instruction::Compute(Arithmetic::Subtract, to, a, b) => Step::Subtract(to, a, b),
            Instruction::Compute(operation, to, a, b) => Step::Compute(operation, to, a, b),
            Instruction::ComputeConstant(operation, to, a, number) => match operation {
                Arithmetic::Add => Step::AddConstant(to, a, number),
                Arithmetic::Subtract => Step::AddConstant(to, a, number.wrapping_neg()),
                Arithmetic::And => Step::AndConstant(to, a, number),
                Arithmetic::ShiftLeft => Step::ShiftLeftConstant(to, a, number as u32),
                Arithmetic::ShiftRight => Step::ShiftRightConstant(to, a, number as u32),
                _ => Step::ComputeConstant(operation, to, a, number),
            },
            Instruction::Is(test, to, a, b) => Step::Is(test, to, a, b),
            Instruction::Select(to, condition, yes, no) => Step::Select(self.pooled(&[to, condition, yes, no]).from),
            Instruction::CountOnes(to, from) => Step::CountOnes(to, from),
            Instruction::Load(to, address, offset) => Step::Load(to, address, offset),
            Instruction::Store(address, offset, from) => Step::Store(address, offset, from),
            Instruction::Call(helper, to, ref arguments) => Step::Call(helper, to, self.pooled(arguments)),
            Instruction::Jump(label) => Step::Jump(label),
            Instruction::Branch(Test::Less, a, b, label) => Step::BranchLess(a, b, label),
            Instruction::Branch(Test::AtMost, a, b, label) => Step::BranchAtMost(a, b, label),
            Instruction::Branch(test, a, b, label) => Step::Branch(test, a, b, label),
            Instruction::BranchConstant(test, a, number, label) => match i32::try_from(number) {
                Ok(number) => Step::BranchNumber(test, a, number, label),
                Err(_) => {
                    let spare = self.registers as Reg;
                    self.registers += 1;
                    self.steps.push(Step::Constant(spare, number));
                    Step::Branch(test, a, spare, label)
                }
            },
            Instruction::Part(ref words) => match words[..] {
                [word] => Step::PartWord(word),
                _ => Step::Part(self.pooled(words)),
            },
            Instruction::Option(rule, None, None) => Step::PlainOption(rule),
            Instruction::Option(rule, again, gain) => Step::Option(rule, again.unwrap_or(NONE), gain.unwrap_or(NONE)),
            Instruction::Ended(clause, verdict) => Step::Ended(clause, verdict),
            Instruction::Done => Step::Done,
            Instruction::Stuck(verdict) => Step::Stuck(verdict),
            Instruction::Unsupported => Step::Unsupported,
        };
        self.steps.push(step);
    }
}

/// Returns all registers that an instruction names.
pub(crate) fn registers_of(instruction: &Instruction) -> impl Iterator<Item = Reg> + '_ {
    let (few, many): ([Option<Reg>; 4], &[Reg]) = match *instruction {
        Instruction::Constant(a, _) | Instruction::Word(a, _) | Instruction::BranchConstant(_, a, _, _) => {
            ([Some(a), None, None, None], &[])
        }
        Instruction::Copy(a, b)
        | Instruction::ComputeConstant(_, a, b, _)
        | Instruction::CountOnes(a, b)
        | Instruction::Load(a, b, _)
        | Instruction::Store(a, _, b)
        | Instruction::Branch(_, a, b, _) => ([Some(a), Some(b), None, None], &[]),
        Instruction::Compute(_, a, b, c) | Instruction::Is(_, a, b, c) => ([Some(a), Some(b), Some(c), None], &[]),
        Instruction::Select(a, b, c, d) => ([Some(a), Some(b), Some(c), Some(d)], &[]),
        Instruction::Call(_, to, ref many) => ([Some(to), None, None, None], many),
        Instruction::Part(ref many) => ([None; 4], many),
        Instruction::Option(_, again, gain) => ([again, gain, None, None], &[]),
        Instruction::Ended(_, Verdict::Score(a)) | Instruction::Stuck(Verdict::Score(a)) => {
            ([Some(a), None, None, None], &[])
        }
        Instruction::Jump(_)
        | Instruction::Ended(..)
        | Instruction::Stuck(_)
        | Instruction::Done
        | Instruction::Unsupported => ([None; 4], &[]),
    };
    few.into_iter().flatten().chain(many.iter().copied())
}

/// Runs a code to its end.
fn run<L: Listener>(code: &Compact, state: &mut State, key: &[u64], listener: &mut L) -> Exit {
    let registers = &mut state.registers[..];
    let memory = &mut state.memory[..];
    let mut next = 0usize;
    macro_rules! at {
        ($register:expr) => {
            registers[$register as usize]
        };
    }
    loop {
        let step = code.steps[next];
        next += 1;
        match step {
            Step::Constant(to, number) => at!(to) = number,
            Step::Copy(to, from) => at!(to) = at!(from),
            Step::Word(to, word) => match key.get(word as usize) {
                Some(word) => at!(to) = *word as i64,
                None => return Exit::Unsupported,
            },
            Step::Add(to, a, b) => at!(to) = at!(a).wrapping_add(at!(b)),
            Step::Subtract(to, a, b) => at!(to) = at!(a).wrapping_sub(at!(b)),
            Step::AddConstant(to, a, number) => at!(to) = at!(a).wrapping_add(number),
            Step::AndConstant(to, a, number) => at!(to) = at!(a) & number,
            Step::ShiftLeftConstant(to, a, count) => at!(to) = at!(a).wrapping_shl(count),
            Step::ShiftRightConstant(to, a, count) => at!(to) = (at!(a) as u64).wrapping_shr(count) as i64,
            Step::Compute(operation, to, a, b) => match compute(operation, at!(a), at!(b)) {
                Some(number) => at!(to) = number,
                None => return Exit::Unsupported,
            },
            Step::ComputeConstant(operation, to, a, number) => match compute(operation, at!(a), number) {
                Some(number) => at!(to) = number,
                None => return Exit::Unsupported,
            },
            Step::Is(test, to, a, b) => at!(to) = i64::from(holds(test, at!(a), at!(b))),
            Step::Select(from) => {
                let from = from as usize;
                let [to, condition, yes, no] = [0, 1, 2, 3].map(|index| code.pool[from + index]);
                at!(to) = if at!(condition) != 0 { at!(yes) } else { at!(no) };
            }
            Step::CountOnes(to, from) => at!(to) = i64::from(at!(from).count_ones()),
            Step::Load(to, address, offset) => match memory.get(at!(address).wrapping_add(offset) as usize) {
                Some(cell) => at!(to) = *cell,
                None => return Exit::Unsupported,
            },
            Step::Store(address, offset, from) => match memory.get_mut(at!(address).wrapping_add(offset) as usize) {
                Some(cell) => *cell = at!(from),
                None => return Exit::Unsupported,
            },
            Step::Call(helper, to, arguments) => {
                let mut numbers = [0; 5];
                let from = arguments.from as usize;
                for (number, register) in numbers.iter_mut().zip(&code.pool[from..from + arguments.count as usize]) {
                    *number = at!(*register);
                }
                let answer = runtime::call(helper, memory, numbers);
                if runtime::is_trouble(helper, answer) {
                    return Exit::Unsupported;
                }
                at!(to) = answer;
            }
            Step::Jump(label) => next = label as usize,
            Step::BranchLess(a, b, label) => {
                if at!(a) < at!(b) {
                    next = label as usize;
                }
            }
            Step::BranchAtMost(a, b, label) => {
                if at!(a) <= at!(b) {
                    next = label as usize;
                }
            }
            Step::Branch(test, a, b, label) => {
                if holds(test, at!(a), at!(b)) {
                    next = label as usize;
                }
            }
            Step::BranchNumber(test, a, number, label) => {
                if holds(test, at!(a), i64::from(number)) {
                    next = label as usize;
                }
            }
            Step::PartWord(word) => listener.part(std::iter::once(at!(word) as u64)),
            Step::Part(words) => {
                let from = words.from as usize;
                let words = &code.pool[from..from + words.count as usize];
                listener.part(words.iter().map(|word| at!(*word) as u64));
            }
            Step::PlainOption(rule) => {
                if listener.option(rule, false, 0) == Wanted::Enough {
                    return Exit::Enough;
                }
            }
            Step::Option(rule, again, gain) => {
                let again = again != NONE && at!(again) != 0;
                let gain = if gain == NONE { 0 } else { at!(gain) };
                if listener.option(rule, again, gain) == Wanted::Enough {
                    return Exit::Enough;
                }
            }
            Step::Ended(clause, verdict) => return Exit::Ended(clause, end(verdict, registers)),
            Step::Done => {
                if listener.listed() {
                    return Exit::Done;
                }
            }
            Step::Stuck(verdict) => return Exit::Stuck(end(verdict, registers)),
            Step::Unsupported => return Exit::Unsupported,
        }
    }
}

fn end(verdict: Verdict, registers: &[i64]) -> End {
    match verdict {
        Verdict::Win => End::Win,
        Verdict::Lose => End::Lose,
        Verdict::Draw => End::Draw,
        Verdict::Score(register) => End::Score(registers[register as usize]),
    }
}

/// Returns true if a test holds.
#[inline(always)]
pub(crate) fn holds(test: Test, a: i64, b: i64) -> bool {
    match test {
        Test::Equal => a == b,
        Test::Unequal => a != b,
        Test::Less => a < b,
        Test::AtMost => a <= b,
        Test::Below => (a as u64) < b as u64,
        Test::NotAbove => a as u64 <= b as u64,
    }
}

/// Computes an operation; `None` if it overflows. A divisor below 1, which the lowering never makes, counts as 1.
#[inline(always)]
pub(crate) fn compute(operation: Arithmetic, a: i64, b: i64) -> Option<i64> {
    Some(match operation {
        Arithmetic::Add => a.wrapping_add(b),
        Arithmetic::Subtract => a.wrapping_sub(b),
        Arithmetic::Multiply => a.wrapping_mul(b),
        Arithmetic::CheckedAdd => a.checked_add(b)?,
        Arithmetic::CheckedSubtract => a.checked_sub(b)?,
        Arithmetic::CheckedMultiply => a.checked_mul(b)?,
        Arithmetic::Divide => a.div_euclid(b.max(1)),
        Arithmetic::Remainder => a.rem_euclid(b.max(1)),
        Arithmetic::And => a & b,
        Arithmetic::Or => a | b,
        Arithmetic::Xor => a ^ b,
        Arithmetic::ShiftLeft => a.wrapping_shl(b as u32),
        Arithmetic::ShiftRight => (a as u64).wrapping_shr(b as u32) as i64,
        Arithmetic::Least => a.min(b),
        Arithmetic::Greatest => a.max(b),
    })
}
