//! Compiles a program to native code with Cranelift.
//!
//! In: a [`Program`]. Out: a machine with the same results as the interpreter, some twenty times faster. Each of the
//! three codes becomes one function; options are written straight into the caller's buffers, and a full buffer makes
//! the caller grow it and run again. Wrong tool for hosts that Cranelift does not support and for programs of very many
//! instructions: [`compile`] then fails, and the interpreter takes over.

use grundy_message::Message;
mod assemble;
pub(crate) mod sweep;
mod translate;

#[cfg(test)]
mod tests;

use crate::code::{Code, Program};
use crate::machine::{End, Expansion, Head, Options};
use assemble::{Assembled, Assembler};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData, Value, types};
use cranelift_frontend::{FunctionBuilder, Variable};
use std::mem::offset_of;
use std::sync::Arc;
use translate::{Conclusion, Sink, Surroundings, leave_if, translate};

/// A compiled program. Each thread has a clone of its own; the code is shared, and freed with the last.
#[derive(Clone)]
pub struct Native {
    shared: Arc<Shared>,
    memory: Vec<i64>,
}

/// The code and its entry points.
struct Shared {
    program: Arc<Program>,
    look: Run,
    ended: Option<Run>,
    valid: Option<Run>,
    /// Owns the code that the functions above point to.
    _code: Assembled,
}

/// A compiled code: (memory, key, frame) -> status.
type Run = unsafe extern "C" fn(*mut i64, *const u64, *mut Frame) -> u64;

/// Data shared by native code and its caller.
#[repr(C)]
struct Frame {
    /// Pointer to the next words; the code leaves the end of what it wrote here.
    words: *mut u64,
    /// End of the buffer for words.
    words_limit: *mut u64,
    /// Pointer to the next head.
    heads: *mut Head,
    /// End of the buffer for heads.
    heads_limit: *mut Head,
    /// The points of a conclusion.
    score: i64,
}

/// Status of a run, in its lowest byte; conclusions add their [`Conclusion`] and clause above.
mod status {
    pub const OPEN: u64 = 0;
    pub const ENDED: u64 = 1;
    pub const STUCK: u64 = 2;
    pub const TROUBLE: u64 = 3;
    pub const FULL: u64 = 4;
    pub const WIN: u64 = 0 << 8;
    pub const LOSE: u64 = 1 << 8;
    pub const DRAW: u64 = 2 << 8;
    pub const SCORE: u64 = 3 << 8;
    pub const CLAUSE_SHIFT: u32 = 32;
}

/// Compiles a program.
///
/// # Errors
/// Fails with a sentence if it cannot be compiled here.
pub fn compile(program: Arc<Program>) -> Result<Native, Message> {
    let instructions = translate::check(&program)?;
    let mut assembler = Assembler::new(instructions)?;
    let look = define(&mut assembler, &program, &program.look, Listing::Options)?;
    let mut ask = |code: &Option<Code>| {
        code.as_ref().map(|code| define(&mut assembler, &program, code, Listing::Nothing)).transpose()
    };
    let (ended, valid) = (ask(&program.ended)?, ask(&program.valid)?);
    let code = assembler.finish()?;
    // SAFETY: the functions were defined with the parameters and the result that `Run` has, and the code lives as long
    // as what holds them. It buys native code.
    let run = |function| unsafe { std::mem::transmute::<*const u8, Run>(code.address(function)) };
    let (look, ended, valid) = (run(look), ended.map(run), valid.map(run));
    let mut memory = program.constants.clone();
    memory.resize(program.cells, 0);
    Ok(Native { shared: Arc::new(Shared { program, look, ended, valid, _code: code }), memory })
}

/// Purpose of running a code.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Listing {
    /// To list options.
    Options,
    /// To decide about the position; `Done` ends it.
    Nothing,
}

fn define(
    assembler: &mut Assembler,
    program: &Program,
    code: &Code,
    listing: Listing,
) -> Result<assemble::Function, Message> {
    let convention = assembler.convention();
    assembler.function(&[types::I64; 3], types::I64, |builder, parameters| {
        let [memory, key, frame] = *parameters else { unreachable!("three parameters were asked for") };
        let zero = builder.ins().iconst(types::I64, 0);
        let key: Vec<Value> = (0..program.words)
            .map(|word| builder.ins().load(types::I64, MemFlagsData::trusted(), key, 8 * word as i32))
            .collect();
        let mut sink = Lister::new(builder, frame, program.plain, listing, zero);
        let around = Surroundings { memory, cells: program.cells, key: &key, convention, zero };
        translate(builder, code, &around, &mut sink);
        sink.finish(builder);
    })
}

/// Writes options into the buffers of the frame.
struct Lister {
    frame: Value,
    plain: bool,
    listing: Listing,
    /// Pointers to the next words and the next head.
    words: Variable,
    heads: Variable,
    /// Number of parts; counted only if heads are listed.
    parts: Variable,
    trouble: Block,
    full: Block,
}

impl Lister {
    fn new(builder: &mut FunctionBuilder, frame: Value, plain: bool, listing: Listing, zero: Value) -> Lister {
        let [words, heads, parts] = [(); 3].map(|()| builder.declare_var(types::I64));
        let flags = MemFlagsData::trusted();
        let start = builder.ins().load(types::I64, flags, frame, offset_of!(Frame, words) as i32);
        builder.def_var(words, start);
        let start = builder.ins().load(types::I64, flags, frame, offset_of!(Frame, heads) as i32);
        builder.def_var(heads, start);
        builder.def_var(parts, zero);
        let [trouble, full] = [(); 2].map(|()| builder.create_block());
        builder.set_cold_block(trouble);
        builder.set_cold_block(full);
        Lister { frame, plain, listing, words, heads, parts, trouble, full }
    }

    /// Emits the blocks for rare cases.
    fn finish(&self, builder: &mut FunctionBuilder) {
        for (block, status) in [(self.trouble, status::TROUBLE), (self.full, status::FULL)] {
            builder.switch_to_block(block);
            answer(builder, status);
        }
    }

    fn load(&self, builder: &mut FunctionBuilder, offset: usize) -> Value {
        builder.ins().load(types::I64, MemFlagsData::trusted(), self.frame, offset as i32)
    }

    fn store(&self, builder: &mut FunctionBuilder, offset: usize, value: Value) {
        builder.ins().store(MemFlagsData::trusted(), value, self.frame, offset as i32);
    }

    /// Advances a pointer by some bytes, unless it would pass the limit.
    fn advance(&self, builder: &mut FunctionBuilder, index: Variable, bytes: usize, limit: usize) -> Value {
        let at = builder.use_var(index);
        let next = builder.ins().iadd_imm_s(at, bytes as i64);
        let limit = self.load(builder, limit);
        let over = builder.ins().icmp(IntCC::UnsignedGreaterThan, next, limit);
        leave_if(builder, over, self.full);
        builder.def_var(index, next);
        at
    }

    fn conclude(&self, builder: &mut FunctionBuilder, status: u64, conclusion: Conclusion) {
        let status = status
            | match conclusion {
                Conclusion::Win => status::WIN,
                Conclusion::Lose => status::LOSE,
                Conclusion::Draw => status::DRAW,
                Conclusion::Score(score) => {
                    self.store(builder, offset_of!(Frame, score), score);
                    status::SCORE
                }
            };
        answer(builder, status);
    }
}

fn answer(builder: &mut FunctionBuilder, status: u64) {
    let status = builder.ins().iconst(types::I64, status as i64);
    builder.ins().return_(&[status]);
}

impl Sink for Lister {
    fn part(&mut self, builder: &mut FunctionBuilder, words: &[Value]) {
        let at = self.advance(builder, self.words, 8 * words.len(), offset_of!(Frame, words_limit));
        for (index, word) in words.iter().enumerate() {
            builder.ins().store(MemFlagsData::trusted(), *word, at, 8 * index as i32);
        }
        if !self.plain {
            let parts = builder.use_var(self.parts);
            let parts = builder.ins().iadd_imm_s(parts, 1);
            builder.def_var(self.parts, parts);
        }
    }

    fn option(&mut self, builder: &mut FunctionBuilder, rule: u16, again: Option<Value>, gain: Option<Value>) {
        if self.plain {
            return;
        }
        let at = self.advance(builder, self.heads, size_of::<Head>(), offset_of!(Frame, heads_limit));
        let flags = MemFlagsData::trusted();
        let parts = builder.use_var(self.parts);
        builder.ins().istore32(flags, parts, at, offset_of!(Head, parts_end) as i32);
        let rule = builder.ins().iconst(types::I64, i64::from(rule));
        builder.ins().istore16(flags, rule, at, offset_of!(Head, rule) as i32);
        let again = match again {
            Some(again) => {
                let bit = builder.ins().icmp_imm_s(IntCC::NotEqual, again, 0);
                builder.ins().uextend(types::I64, bit)
            }
            None => builder.ins().iconst(types::I64, 0),
        };
        builder.ins().istore16(flags, again, at, offset_of!(Head, again) as i32);
        let gain = gain.unwrap_or_else(|| builder.ins().iconst(types::I64, 0));
        builder.ins().store(flags, gain, at, offset_of!(Head, gain) as i32);
    }

    fn ended(&mut self, builder: &mut FunctionBuilder, clause: u32, conclusion: Conclusion) {
        self.conclude(builder, status::ENDED | u64::from(clause) << status::CLAUSE_SHIFT, conclusion);
    }

    fn done(&mut self, builder: &mut FunctionBuilder, none: Block) {
        if self.listing == Listing::Nothing {
            answer(builder, status::OPEN);
            return;
        }
        // The frame still holds where writing began.
        let (index, offset) = match self.plain {
            true => (self.words, offset_of!(Frame, words)),
            false => (self.heads, offset_of!(Frame, heads)),
        };
        let (start, at) = (self.load(builder, offset), builder.use_var(index));
        let empty = builder.ins().icmp(IntCC::Equal, start, at);
        leave_if(builder, empty, none);
        let words = builder.use_var(self.words);
        self.store(builder, offset_of!(Frame, words), words);
        if !self.plain {
            let heads = builder.use_var(self.heads);
            self.store(builder, offset_of!(Frame, heads), heads);
        }
        answer(builder, status::OPEN);
    }

    fn stuck(&mut self, builder: &mut FunctionBuilder, conclusion: Conclusion) {
        self.conclude(builder, status::STUCK, conclusion);
    }

    fn trouble(&self) -> Block {
        self.trouble
    }
}

impl Native {
    /// Returns the program it runs.
    pub fn program(&self) -> &Arc<Program> {
        &self.shared.program
    }

    /// Lists the options of a position, replacing those in `options`.
    #[inline]
    pub fn look(&mut self, key: &[u64], options: &mut Options) -> Expansion {
        if key.len() < self.shared.program.words as usize {
            return Expansion::Unsupported;
        }
        options.clear();
        loop {
            let words = options.words.as_mut_ptr();
            let heads = options.heads.as_mut_ptr();
            let mut frame = Frame {
                words,
                // The capacity is in whole elements of the vectors, so the limits are within or just past their
                // buffers.
                words_limit: words.wrapping_add(options.words.capacity()),
                heads,
                heads_limit: heads.wrapping_add(options.heads.capacity()),
                score: 0,
            };
            // SAFETY: the memory has `cells` cells and the key its words; the code writes below the limits only, and
            // loads and stores cells that the lowering has shown to exist. It buys options without a bounds check each.
            let status = unsafe { (self.shared.look)(self.memory.as_mut_ptr(), key.as_ptr(), &raw mut frame) };
            match status & 0xff {
                status::OPEN => {
                    // SAFETY: the code wrote everything from the start of each buffer to the pointer it left in the
                    // frame, which is at most the limit. It buys filling without zeroing.
                    unsafe {
                        options.words.set_len(frame.words.offset_from(words) as usize);
                        options.heads.set_len(frame.heads.offset_from(heads) as usize);
                    }
                    return Expansion::Open;
                }
                status::FULL => grow(options),
                _ => return conclusion(status, frame.score),
            }
        }
    }

    /// Returns how play ended by an end clause, or that it cannot be decided; `None` if no clause holds.
    #[inline]
    pub fn ended(&mut self, key: &[u64]) -> Option<Expansion> {
        let run = self.shared.ended?;
        let (status, score) = self.ask(run, key);
        match status & 0xff {
            status::OPEN => None,
            _ => Some(conclusion(status, score)),
        }
    }

    /// Returns true if the key is a position.
    #[inline]
    pub fn valid(&mut self, key: &[u64]) -> bool {
        match self.shared.valid {
            Some(run) => self.ask(run, key).0 & 0xff == status::OPEN,
            None => true,
        }
    }

    /// Runs a code that lists nothing.
    fn ask(&mut self, run: Run, key: &[u64]) -> (u64, i64) {
        if key.len() < self.shared.program.words as usize {
            return (status::TROUBLE, 0);
        }
        let (words, heads) = (std::ptr::null_mut(), std::ptr::null_mut());
        let mut frame = Frame { words, words_limit: words, heads, heads_limit: heads, score: 0 };
        // SAFETY: as in `look`; the buffers for options are empty, so none is written.
        let status = unsafe { run(self.memory.as_mut_ptr(), key.as_ptr(), &raw mut frame) };
        (status, frame.score)
    }
}

/// Grows the buffers for options. Their first size is enough for most games.
#[cold]
fn grow(options: &mut Options) {
    let (words, heads) = (options.words.capacity(), options.heads.capacity());
    options.words.reserve((2 * words).max(256));
    options.heads.reserve((2 * heads).max(64));
}

/// Converts a status other than open or full.
fn conclusion(status: u64, score: i64) -> Expansion {
    let end = match status & 0xff00 {
        status::WIN => End::Win,
        status::LOSE => End::Lose,
        status::DRAW => End::Draw,
        _ => End::Score(score),
    };
    match status & 0xff {
        status::ENDED => Expansion::Ended((status >> status::CLAUSE_SHIFT) as u32, end),
        status::STUCK => Expansion::Stuck(end),
        _ => Expansion::Unsupported,
    }
}
