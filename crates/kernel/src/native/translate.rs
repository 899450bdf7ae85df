//! Instructions -> the intermediate language of Cranelift, inside a function that is being built.
//!
//! In: a [`Code`] and a [`Sink`] that handles its options. Out: blocks of that function. Registers become variables,
//! labels blocks, and rare cases (unsupported positions) go to blocks that the sink provides. The same translation
//! serves the functions that list options and the sweeps that consume them at once.

use crate::code::{Arithmetic, Code, Instruction, Program, Reg, Test, Verdict};
use crate::interpret::registers_of;
use crate::runtime;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::immediates::Offset32;
use cranelift_codegen::ir::{AbiParam, Block, InstBuilder, MemFlagsData, Signature, Type, Value, types};
use cranelift_codegen::isa::CallConv;
use cranelift_frontend::{FunctionBuilder, Variable};
use grundy_message::Message;

/// Tuning: maximum number of instructions; the interpreter runs larger programs, whose compilation takes too long. No
/// measurement is recorded.
const MAX_INSTRUCTIONS: usize = 200_000;
/// Tuning: maximum product of registers and blocks: the compiler keeps four bytes for every register in every block
/// before its last, 64 MiB at most. No measurement is recorded.
const MAX_REGISTERS_IN_BLOCKS: usize = 1 << 24;

/// How play ends, its points already in a value.
#[derive(Clone, Copy)]
pub(super) enum Conclusion {
    Win,
    Lose,
    Draw,
    Score(Value),
}

/// Consumer of the results of a code.
pub(super) trait Sink {
    /// Handles a part of the current option.
    fn part(&mut self, builder: &mut FunctionBuilder, words: &[Value]);

    /// Completes the option.
    fn option(&mut self, builder: &mut FunctionBuilder, rule: u16, again: Option<Value>, gain: Option<Value>);

    /// Handles the end of play by a clause. Ends the block.
    fn ended(&mut self, builder: &mut FunctionBuilder, clause: u32, conclusion: Conclusion);

    /// Handles the end of the options; continues at `none` if there was none. Ends the block.
    fn done(&mut self, builder: &mut FunctionBuilder, none: Block);

    /// Handles that there is no move. Ends the block.
    fn stuck(&mut self, builder: &mut FunctionBuilder, conclusion: Conclusion);

    /// Returns the block for what the machine cannot decide.
    fn trouble(&self) -> Block;
}

/// Environment of the translated code.
pub(super) struct Surroundings<'a> {
    /// Address of the memory.
    pub memory: Value,
    /// Number of its cells.
    pub cells: usize,
    /// Words of the key.
    pub key: &'a [Value],
    /// Calling convention of this host.
    pub convention: CallConv,
    /// A zero that is defined everywhere: equal values of one name need no register of their own in a loop.
    pub zero: Value,
}

/// Returns the number of instructions of a program; fails with the reason if it cannot be translated.
pub(super) fn check(program: &Program) -> Result<usize, Message> {
    let codes = [Some(&program.look), program.ended.as_ref(), program.valid.as_ref()];
    let count: usize = codes.iter().flatten().map(|code| code.instructions.len()).sum();
    if count > MAX_INSTRUCTIONS {
        return Err(Message::text(format!("{count} instructions are too many to compile")));
    }
    if program.cells < program.constants.len() {
        return Err(Message::text("the memory is smaller than its constants"));
    }
    for code in codes.into_iter().flatten() {
        let blocks = code
            .instructions
            .iter()
            .filter(|instruction| label_of(instruction).is_some() || ends_block(instruction))
            .count();
        if blocks.saturating_mul(code.registers as usize) > MAX_REGISTERS_IN_BLOCKS {
            return Err(Message::text(format!(
                "{} registers in {blocks} blocks are too many to compile",
                code.registers
            )));
        }
        for (index, instruction) in code.instructions.iter().enumerate() {
            let sound = match instruction {
                Instruction::Word(_, word) => *word < program.words,
                Instruction::Part(words) => words.len() == program.words as usize,
                Instruction::Call(helper, _, arguments) => arguments.len() == runtime::arity(*helper),
                _ => true,
            };
            let sound = sound
                && label_of(instruction).is_none_or(|label| (label as usize) < code.instructions.len())
                && registers_of(instruction).all(|register| register < code.registers);
            if !sound {
                return Err(Message::text(format!("instruction {index}, {instruction:?}, cannot be carried out")));
            }
        }
        match code.instructions.last() {
            Some(last) if ends_block(last) => {}
            _ => return Err(Message::text("the code runs off its end")),
        }
    }
    Ok(count)
}

fn label_of(instruction: &Instruction) -> Option<u32> {
    match instruction {
        Instruction::Jump(label) | Instruction::Branch(.., label) | Instruction::BranchConstant(.., label) => {
            Some(*label)
        }
        _ => None,
    }
}

/// Returns true if control never reaches the next instruction. `Done` counts if it is last.
fn ends_block(instruction: &Instruction) -> bool {
    matches!(
        instruction,
        Instruction::Jump(_)
            | Instruction::Ended(..)
            | Instruction::Done
            | Instruction::Stuck(_)
            | Instruction::Unsupported
    )
}

/// Translates a code at the builder's position. Every exit goes through the sink.
pub(super) fn translate(builder: &mut FunctionBuilder, code: &Code, around: &Surroundings, sink: &mut impl Sink) {
    // The block of each label, and the last instruction that leads there.
    let mut blocks: Vec<Option<(Block, usize)>> = vec![None; code.instructions.len()];
    for (index, instruction) in code.instructions.iter().enumerate() {
        if let Some(label) = label_of(instruction) {
            blocks[label as usize].get_or_insert_with(|| (builder.create_block(), 0)).1 = index;
        }
    }
    let registers = (0..code.registers)
        .map(|_| {
            let variable = builder.declare_var(types::I64);
            // Costs nothing for a variable that is never read before it is written; nothing flows in from a previous
            // run.
            builder.def_var(variable, around.zero);
            variable
        })
        .collect();
    let mut translator = Translator { registers, around };
    let mut open = true;
    for (index, instruction) in code.instructions.iter().enumerate() {
        if let Some((block, last)) = blocks[index] {
            if open {
                builder.ins().jump(block, &[]);
            }
            builder.switch_to_block(block);
            if last < index {
                builder.seal_block(block);
            }
            open = true;
        }
        let target = label_of(instruction).and_then(|label| blocks[label as usize].map(|found| (label, found)));
        if open {
            translator.instruction(builder, instruction, target.map(|(_, (block, _))| block), sink);
        }
        if let Some((label, (block, last))) = target
            && last == index
            && label as usize <= index
        {
            builder.seal_block(block);
        }
        if !open {
            continue;
        }
        open = match instruction {
            Instruction::Done if index + 1 == code.instructions.len() => {
                builder.ins().jump(sink.trouble(), &[]);
                false
            }
            Instruction::Done => true,
            _ => !ends_block(instruction),
        };
    }
}

struct Translator<'a> {
    registers: Vec<Variable>,
    around: &'a Surroundings<'a>,
}

impl Translator<'_> {
    fn read(&self, builder: &mut FunctionBuilder, register: Reg) -> Value {
        builder.use_var(self.registers[register as usize])
    }

    fn write(&self, builder: &mut FunctionBuilder, register: Reg, value: Value) {
        builder.def_var(self.registers[register as usize], value);
    }

    fn conclusion(&self, builder: &mut FunctionBuilder, verdict: Verdict) -> Conclusion {
        match verdict {
            Verdict::Win => Conclusion::Win,
            Verdict::Lose => Conclusion::Lose,
            Verdict::Draw => Conclusion::Draw,
            Verdict::Score(register) => Conclusion::Score(self.read(builder, register)),
        }
    }

    fn instruction(
        &mut self,
        builder: &mut FunctionBuilder,
        instruction: &Instruction,
        target: Option<Block>,
        sink: &mut impl Sink,
    ) {
        match *instruction {
            Instruction::Constant(to, number) => {
                let value = if number == 0 { self.around.zero } else { builder.ins().iconst(types::I64, number) };
                self.write(builder, to, value);
            }
            Instruction::Copy(to, from) => {
                let value = self.read(builder, from);
                self.write(builder, to, value);
            }
            Instruction::Word(to, word) => self.write(builder, to, self.around.key[word as usize]),
            Instruction::Compute(operation, to, a, b) => {
                let (a, b) = (self.read(builder, a), self.read(builder, b));
                let value = compute(builder, operation, a, b, sink.trouble());
                self.write(builder, to, value);
            }
            Instruction::ComputeConstant(operation, to, a, number) => {
                let a = self.read(builder, a);
                let value = compute_constant(builder, operation, a, number, sink.trouble());
                self.write(builder, to, value);
            }
            Instruction::Is(test, to, a, b) => {
                let (a, b) = (self.read(builder, a), self.read(builder, b));
                let bit = builder.ins().icmp(condition(test), a, b);
                let value = builder.ins().uextend(types::I64, bit);
                self.write(builder, to, value);
            }
            Instruction::Select(to, condition, yes, no) => {
                let condition = self.read(builder, condition);
                let (yes, no) = (self.read(builder, yes), self.read(builder, no));
                let value = builder.ins().select(condition, yes, no);
                self.write(builder, to, value);
            }
            Instruction::CountOnes(to, from) => {
                let from = self.read(builder, from);
                let value = builder.ins().popcnt(from);
                self.write(builder, to, value);
            }
            Instruction::Load(to, address, offset) => {
                let (address, offset) = self.cell(builder, address, offset);
                let value = builder.ins().load(types::I64, MemFlagsData::trusted(), address, offset);
                self.write(builder, to, value);
            }
            Instruction::Store(address, offset, from) => {
                let from = self.read(builder, from);
                let (address, offset) = self.cell(builder, address, offset);
                builder.ins().store(MemFlagsData::trusted(), from, address, offset);
            }
            Instruction::Call(helper, to, ref arguments) => {
                let cells = builder.ins().iconst(types::I64, self.around.cells as i64);
                let mut values = vec![self.around.memory, cells];
                for argument in arguments {
                    values.push(self.read(builder, *argument));
                }
                let answer = call(builder, self.around.convention, runtime::address(helper), &values, Some(types::I64));
                let answer = answer.expect("a helper answers with a number");
                if let Some(min) = runtime::least_sound(helper) {
                    let wrong = builder.ins().icmp_imm_s(IntCC::SignedLessThan, answer, min);
                    leave_if(builder, wrong, sink.trouble());
                }
                self.write(builder, to, answer);
            }
            Instruction::Jump(_) => {
                builder.ins().jump(target.expect("a jump has a label"), &[]);
            }
            Instruction::Branch(test, a, b, _) => {
                let (a, b) = (self.read(builder, a), self.read(builder, b));
                let holds = builder.ins().icmp(condition(test), a, b);
                leave_if(builder, holds, target.expect("a branch has a label"));
            }
            Instruction::BranchConstant(test, a, number, _) => {
                let a = self.read(builder, a);
                let holds = builder.ins().icmp_imm_s(condition(test), a, number);
                leave_if(builder, holds, target.expect("a branch has a label"));
            }
            Instruction::Part(ref words) => {
                let words: Vec<Value> = words.iter().map(|word| self.read(builder, *word)).collect();
                sink.part(builder, &words);
            }
            Instruction::Option(rule, again, gain) => {
                let again = again.map(|register| self.read(builder, register));
                let gain = gain.map(|register| self.read(builder, register));
                sink.option(builder, rule, again, gain);
            }
            Instruction::Ended(clause, verdict) => {
                let conclusion = self.conclusion(builder, verdict);
                sink.ended(builder, clause, conclusion);
            }
            Instruction::Done => {
                let none = builder.create_block();
                sink.done(builder, none);
                enter(builder, none);
            }
            Instruction::Stuck(verdict) => {
                let conclusion = self.conclusion(builder, verdict);
                sink.stuck(builder, conclusion);
            }
            Instruction::Unsupported => {
                builder.ins().jump(sink.trouble(), &[]);
            }
        }
    }

    /// Returns the address of a cell, and the offset to be added to it.
    fn cell(&self, builder: &mut FunctionBuilder, address: Reg, offset: i64) -> (Value, Offset32) {
        let address = self.read(builder, address);
        let bytes = builder.ins().ishl_imm_s(address, 3);
        let address = builder.ins().iadd(self.around.memory, bytes);
        match offset.checked_mul(8).and_then(|offset| i32::try_from(offset).ok()) {
            Some(offset) => (address, Offset32::new(offset)),
            None => (builder.ins().iadd_imm_s(address, offset.wrapping_mul(8)), Offset32::new(0)),
        }
    }
}

/// Jumps to a block if a condition holds, else continues in a new one.
pub(super) fn leave_if(builder: &mut FunctionBuilder, condition: Value, target: Block) {
    let next = builder.create_block();
    builder.ins().brif(condition, target, &[], next, &[]);
    enter(builder, next);
}

/// Continues in a block that gets no more predecessors. Sealing it at once keeps the search for the value of a variable
/// short.
pub(super) fn enter(builder: &mut FunctionBuilder, block: Block) {
    builder.seal_block(block);
    builder.switch_to_block(block);
}

/// Calls a function of the run-time by its address.
pub(super) fn call(
    builder: &mut FunctionBuilder,
    convention: CallConv,
    address: usize,
    values: &[Value],
    answer: Option<Type>,
) -> Option<Value> {
    let mut signature = Signature::new(convention);
    signature.params.extend(values.iter().map(|_| AbiParam::new(types::I64)));
    signature.returns.extend(answer.map(AbiParam::new));
    let signature = builder.import_signature(signature);
    let callee = builder.ins().iconst(types::I64, address as i64);
    let made = builder.ins().call_indirect(signature, callee, values);
    builder.inst_results(made).first().copied()
}

fn condition(test: Test) -> IntCC {
    match test {
        Test::Equal => IntCC::Equal,
        Test::Unequal => IntCC::NotEqual,
        Test::Less => IntCC::SignedLessThan,
        Test::AtMost => IntCC::SignedLessThanOrEqual,
        Test::Below => IntCC::UnsignedLessThan,
        Test::NotAbove => IntCC::UnsignedLessThanOrEqual,
    }
}

fn compute(builder: &mut FunctionBuilder, operation: Arithmetic, a: Value, b: Value, trouble: Block) -> Value {
    match operation {
        Arithmetic::Add => builder.ins().iadd(a, b),
        Arithmetic::Subtract => builder.ins().isub(a, b),
        Arithmetic::Multiply => builder.ins().imul(a, b),
        Arithmetic::CheckedAdd | Arithmetic::CheckedSubtract | Arithmetic::CheckedMultiply => {
            let (value, overflow) = match operation {
                Arithmetic::CheckedAdd => builder.ins().sadd_overflow(a, b),
                Arithmetic::CheckedSubtract => builder.ins().ssub_overflow(a, b),
                _ => builder.ins().smul_overflow(a, b),
            };
            leave_if(builder, overflow, trouble);
            value
        }
        Arithmetic::Divide | Arithmetic::Remainder => {
            // A divisor below 1, which the lowering never makes, counts as 1, so that no division can stop the process.
            let one = builder.ins().iconst(types::I64, 1);
            let divisor = builder.ins().smax(b, one);
            divide(builder, operation, a, divisor)
        }
        Arithmetic::And => builder.ins().band(a, b),
        Arithmetic::Or => builder.ins().bor(a, b),
        Arithmetic::Xor => builder.ins().bxor(a, b),
        Arithmetic::ShiftLeft => builder.ins().ishl(a, b),
        Arithmetic::ShiftRight => builder.ins().ushr(a, b),
        Arithmetic::Least => builder.ins().smin(a, b),
        Arithmetic::Greatest => builder.ins().smax(a, b),
    }
}

/// Emits division rounded down, or its remainder, by a positive number: the machine rounds towards zero.
fn divide(builder: &mut FunctionBuilder, operation: Arithmetic, a: Value, divisor: Value) -> Value {
    let quotient = builder.ins().sdiv(a, divisor);
    let product = builder.ins().imul(quotient, divisor);
    let rest = builder.ins().isub(a, product);
    // All ones if the remainder is negative: then the quotient is one less, and the divisor is added.
    let below = builder.ins().sshr_imm_s(rest, 63);
    if operation == Arithmetic::Divide {
        builder.ins().iadd(quotient, below)
    } else {
        let more = builder.ins().band(below, divisor);
        builder.ins().iadd(rest, more)
    }
}

fn compute_constant(
    builder: &mut FunctionBuilder,
    operation: Arithmetic,
    a: Value,
    number: i64,
    trouble: Block,
) -> Value {
    let power_of_two = number > 0 && number & (number - 1) == 0;
    match operation {
        Arithmetic::Divide if number <= 1 => a,
        Arithmetic::Divide if power_of_two => builder.ins().sshr_imm_s(a, i64::from(number.trailing_zeros())),
        Arithmetic::Remainder if number <= 1 => builder.ins().iconst(types::I64, 0),
        Arithmetic::Remainder if power_of_two => builder.ins().band_imm_s(a, number - 1),
        Arithmetic::Divide | Arithmetic::Remainder => {
            let divisor = builder.ins().iconst(types::I64, number);
            divide(builder, operation, a, divisor)
        }
        _ => {
            let number = builder.ins().iconst(types::I64, number);
            compute(builder, operation, a, number, trouble)
        }
    }
}
