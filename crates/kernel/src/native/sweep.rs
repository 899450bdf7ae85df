//! The sweep as one native function: loops over the fields, the moves, and the value of each position.
//!
//! The program's code is translated in the middle of the loops, with a sink that looks up every part in the table and
//! gathers. What is gathered lives in registers. All loops are tested at the bottom, which makes the inner ones about
//! twice as fast as when tested at the top. Loops that only walk along the table are turned into runs, each one call of
//! a function that reads many entries together. See `crate::sweep` for what is computed.

use grundy_message::Message;
mod gatherer;
#[cfg(test)]
mod tests;

use self::gatherer::Gatherer;
use super::assemble::{Assembled, Assembler};
use super::translate::{self, Conclusion, Sink, Surroundings, leave_if, translate};
use crate::code::{Code, Program};
use crate::sweep::runs::WithRuns;
use crate::sweep::scan;
use crate::sweep::walker::{Run, View, Walker};
use crate::sweep::{KeptRows, Marks, Skew, SweepField, SweepKind, SweepStop, SweepTable};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData, Value, types};
use cranelift_codegen::isa::CallConv;
use cranelift_frontend::FunctionBuilder;
use std::mem::offset_of;
use std::ops::Range;
use std::sync::Arc;

/// A compiled sweep with the state of its runs.
#[derive(Clone)]
pub(crate) struct NativeSweep {
    run: Entry,
    /// Owns the code.
    _code: Arc<Assembled>,
    memory: Vec<i64>,
    marks: Marks,
    loops: Vec<Loop>,
    walker: Walker,
    /// True if every loop is a run whose options need not be read while the table is filled in order.
    quick_in_order: bool,
}

type Entry = unsafe extern "C" fn(*mut Frame) -> u64;

/// One of the nested loops; all numbers are already shifted to their bits of the key.
#[derive(Clone, Copy)]
#[repr(C)]
struct Loop {
    low: u64,
    end: u64,
    at: u64,
}

/// Data shared by the sweep and its caller.
#[repr(C)]
struct Frame {
    view: View,
    memory: *mut i64,
    loops: *mut Loop,
    /// The last key of the innermost loop, plus its step.
    inner_end: u64,
    /// The marks with their size and stamp, and their owner.
    marks: *mut u8,
    marks_size: u64,
    stamp: u64,
    owner: *mut Marks,
    /// Reads runs.
    walker: *mut Walker,
    /// Not 0 if a run met an entry without value.
    missing: u64,
    /// The key at which it stopped.
    at: u64,
}

const FINISHED: u64 = 0;
const TROUBLE: u64 = 1;
const NARROW: u64 = 2;

/// Grows the marks for a value.
extern "C" fn grow_marks(frame: *mut Frame, value: u64) {
    // SAFETY: native code passes the frame of its run, whose owner is the marks borrowed by that run. It buys that a
    // sweep need not know in advance how large values get.
    let (frame, marks, walker) = unsafe { (&mut *frame, &mut *(*frame).owner, &mut *(*frame).walker) };
    // The position is started again.
    walker.clear_strips();
    marks.grow(value as u32);
    frame.marks = marks.marks.as_mut_ptr();
    frame.marks_size = marks.size() as u64;
}

/// Clears the marks, so that stamps can start again.
extern "C" fn clear_marks(frame: *mut Frame) {
    // SAFETY: as above. It buys marks of one byte, which stay in the nearest cache.
    let marks = unsafe { &mut *(*frame).owner };
    marks.clear();
}

/// Returns the frame of a run, its walker and its marks.
///
/// # Safety
/// The frame is that of a sweep that is running in this thread and has called here.
unsafe fn parts_of<'a>(frame: *mut Frame) -> (&'a mut Frame, &'a mut Walker, &'a mut Marks) {
    // SAFETY: a running sweep's frame has pointers to its walker and its marks, which are borrowed by the run alone,
    // and native code holds no reference. It buys that runs keep their state from one position to the next.
    unsafe { (&mut *frame, &mut *(*frame).walker, &mut *(*frame).owner) }
}

/// Returns the nimbers of a run in bytes, one bit each; all bits, and a flag in the frame, if an entry has no value.
extern "C" fn nimber_run<const VECTORS: bool>(
    frame: *mut Frame,
    site: u64,
    count: u64,
    first: u64,
    second: u64,
) -> u64 {
    // SAFETY: called by native code with the frame of its run.
    let (frame, walker, _) = unsafe { parts_of(frame) };
    walker.nimbers::<VECTORS>(&frame.view, Run { site, count, first, second }).unwrap_or_else(|| {
        frame.missing = 1;
        u64::MAX
    })
}

/// Returns the result of a run of outcomes: see [`Walker::outcome`].
extern "C" fn outcome_run<const VECTORS: bool>(frame: *mut Frame, site: u64, count: u64, first: u64, key: u64) -> u64 {
    // SAFETY: called by native code with the frame of its run.
    let (frame, walker, _) = unsafe { parts_of(frame) };
    u64::from(walker.outcome::<VECTORS>(&frame.view, Run { site, count, first, second: 0 }, key))
}

/// Notes a position that is not won.
extern "C" fn note_outcome(frame: *mut Frame, key: u64, value: u64) {
    // SAFETY: called by native code with the frame of its run.
    let (_, walker, _) = unsafe { parts_of(frame) };
    walker.note(key, value as u8);
}

/// Stores a run of wide nimbers until the position has listed all.
extern "C" fn keep_run(frame: *mut Frame, site: u64, count: u64, first: u64, second: u64) {
    // SAFETY: called by native code with the frame of its run.
    let (frame, walker, _) = unsafe { parts_of(frame) };
    if !walker.keep(&frame.view, Run { site, count, first, second }) {
        frame.missing = 1;
    }
}

/// Returns the least nimber that is neither marked with this stamp nor in the stored runs; all bits if an entry has no
/// value.
extern "C" fn wide_mex<const VECTORS: bool>(frame: *mut Frame, stamp: u64) -> u64 {
    // SAFETY: called by native code with the frame of its run.
    let (frame, walker, marks) = unsafe { parts_of(frame) };
    let found = walker.mex::<VECTORS>(&frame.view, marks, stamp as u8).filter(|_| frame.missing == 0);
    frame.marks = marks.marks.as_mut_ptr();
    frame.marks_size = marks.size() as u64;
    found.map_or(u64::MAX, u64::from)
}

impl NativeSweep {
    pub(crate) fn compile(
        program: Arc<Program>,
        fields: &[SweepField],
        kind: SweepKind,
        kept: Option<KeptRows>,
    ) -> Result<NativeSweep, Message> {
        let instructions = translate::check(&program)?;
        let mut assembler = Assembler::new(instructions)?;
        let convention = assembler.convention();
        let look = WithRuns::of(&program.look, kind, kept);
        let walker = Walker::new(&look.sites, fields, kind, program.valid.is_none());
        let (follows, follows_all) = walker.follows();
        let settling = Settling {
            runs: !look.sites.is_empty(),
            turned: kind == SweepKind::Nimbers && walker.turns(),
            lines: follows,
            vectors: scan::has_vectors(),
            kept,
        };
        let function = assembler.function(&[types::I64], types::I64, |builder, parameters| {
            define(builder, parameters[0], (&program, &look.code), fields, kind, convention, settling);
        })?;
        let code = assembler.finish()?;
        // SAFETY: the function was defined with the parameter and the result of `Entry`, and the code lives as long as
        // this.
        let run = unsafe { std::mem::transmute::<*const u8, Entry>(code.address(function)) };
        let mut memory = program.constants.clone();
        memory.resize(program.cells, 0);
        let loops = vec![Loop { low: 0, end: 0, at: 0 }; fields.len()];
        let quick_in_order = look.every_loop && follows_all;
        Ok(NativeSweep { run, _code: Arc::new(code), memory, marks: Marks::new(), loops, walker, quick_in_order })
    }

    /// Returns true if tables are to have a transposed copy.
    pub(crate) fn turns(&self) -> bool {
        self.walker.turns()
    }

    /// Returns true if a position costs no more than a few look-ups as long as cells are filled in order.
    pub(crate) fn quick_in_order(&self) -> bool {
        self.quick_in_order
    }

    /// Fills a box. The caller has made sure that no range is empty, that the table is one of the sweep's kind and
    /// fields, and that the box lies in the fields.
    pub(crate) fn run(
        &mut self,
        table: &SweepTable,
        fields: &[SweepField],
        ranges: &[Range<u64>],
    ) -> Result<(), SweepStop> {
        for ((numbers, field), range) in self.loops.iter_mut().zip(fields).zip(ranges) {
            let low = range.start << field.shift;
            *numbers = Loop { low, end: range.end << field.shift, at: low };
        }
        self.walker.begin(table, fields, ranges);
        let mut frame = Frame {
            view: View::of(table),
            memory: self.memory.as_mut_ptr(),
            loops: self.loops.as_mut_ptr(),
            inner_end: 0,
            marks: self.marks.marks.as_mut_ptr(),
            marks_size: self.marks.size() as u64,
            stamp: u64::from(self.marks.stamp),
            owner: &raw mut self.marks,
            walker: &raw mut self.walker,
            missing: 0,
            at: 0,
        };
        // SAFETY: all pointers of the frame outlive the call and have the sizes written there; the table is written
        // only at keys of the box, read only below its number of entries, and both as its atomics are. It buys the
        // whole sweep without a call or an allocation for each position.
        let status = unsafe { (self.run)(&raw mut frame) };
        self.marks.stamp = frame.stamp as u8;
        if status != FINISHED {
            self.walker.fail();
        }
        match status {
            FINISHED => Ok(()),
            NARROW => Err(SweepStop::Narrow { at: frame.at }),
            _ => Err(SweepStop::Unsupported { at: frame.at }),
        }
    }
}

fn load(builder: &mut FunctionBuilder, address: Value, offset: usize) -> Value {
    builder.ins().load(types::I64, MemFlagsData::trusted(), address, offset as i32)
}

fn store(builder: &mut FunctionBuilder, address: Value, offset: usize, value: Value) {
    builder.ins().store(MemFlagsData::trusted(), value, address, offset as i32);
}

/// What is done with a value besides writing its entry, and how runs are read.
#[derive(Clone, Copy)]
struct Settling {
    /// True if there are runs.
    runs: bool,
    /// True if values are written to the transposed copy.
    turned: bool,
    /// True if lines are followed.
    lines: bool,
    /// True if vector instructions can be used.
    vectors: bool,
    /// Set if the table keeps only the last rows.
    kept: Option<KeptRows>,
}

fn define(
    builder: &mut FunctionBuilder,
    frame: Value,
    (program, look): (&Program, &Code),
    fields: &[SweepField],
    kind: SweepKind,
    convention: CallConv,
    settling: Settling,
) {
    let zero = builder.ins().iconst(types::I64, 0);
    let memory = load(builder, frame, offset_of!(Frame, memory));
    let loops = load(builder, frame, offset_of!(Frame, loops));
    let key = builder.declare_var(types::I64);
    let skew = Skew::new(kind, fields).filter(|_| settling.kept.is_none());
    let mut gatherer = Gatherer::new(builder, kind, skew, frame, convention, zero);
    gatherer.settling = settling;
    gatherer.row_shift = fields[0].shift;
    let [restart, body] = [(); 2].map(|()| builder.create_block());
    let inner = fields.len() - 1;
    let index = |field: usize, offset: usize| field * size_of::<Loop>() + offset;
    builder.ins().jump(restart, &[]);

    // The innermost loop starts again under the current values of the loops around it.
    builder.switch_to_block(restart);
    let mut base = zero;
    for field in 0..inner {
        let at = load(builder, loops, index(field, offset_of!(Loop, at)));
        base = builder.ins().iadd(base, at);
    }
    let low = load(builder, loops, index(inner, offset_of!(Loop, low)));
    let low = builder.ins().iadd(base, low);
    builder.def_var(key, low);
    let end = load(builder, loops, index(inner, offset_of!(Loop, end)));
    let end = builder.ins().iadd(base, end);
    store(builder, frame, offset_of!(Frame, inner_end), end);
    builder.ins().jump(body, &[]);

    // One position.
    builder.switch_to_block(body);
    let word = builder.use_var(key);
    let around = Surroundings { memory, cells: program.cells, key: &[word], convention, zero };
    if let Some(valid) = &program.valid {
        let moves = builder.create_block();
        translate(builder, valid, &around, &mut Validity { valid: moves, invalid: gatherer.next });
        builder.switch_to_block(moves);
    }
    gatherer.begin(builder, word);
    translate(builder, look, &around, &mut gatherer);
    gatherer.finish(builder, body);

    // The next key, and at the end of the innermost loop the next of the loops around it.
    builder.switch_to_block(gatherer.next);
    let word = builder.use_var(key);
    let word = builder.ins().iadd_imm_s(word, 1 << fields[inner].shift);
    builder.def_var(key, word);
    let end = load(builder, frame, offset_of!(Frame, inner_end));
    let on = builder.ins().icmp(IntCC::NotEqual, word, end);
    leave_if(builder, on, body);
    for field in (0..inner).rev() {
        let at = load(builder, loops, index(field, offset_of!(Loop, at)));
        let at = builder.ins().iadd_imm_s(at, 1 << fields[field].shift);
        store(builder, loops, index(field, offset_of!(Loop, at)), at);
        let end = load(builder, loops, index(field, offset_of!(Loop, end)));
        let on = builder.ins().icmp(IntCC::NotEqual, at, end);
        leave_if(builder, on, restart);
        let low = load(builder, loops, index(field, offset_of!(Loop, low)));
        store(builder, loops, index(field, offset_of!(Loop, at)), low);
    }
    gatherer.leave(builder, FINISHED);

    for (block, status) in [(gatherer.trouble, TROUBLE), (gatherer.narrow, NARROW)] {
        builder.switch_to_block(block);
        let word = builder.use_var(key);
        store(builder, frame, offset_of!(Frame, at), word);
        gatherer.leave(builder, status);
    }
}

/// Decides whether a key is a position.
struct Validity {
    valid: Block,
    invalid: Block,
}

impl Sink for Validity {
    fn part(&mut self, _: &mut FunctionBuilder, _: &[Value]) {}

    fn option(&mut self, _: &mut FunctionBuilder, _: u16, _: Option<Value>, _: Option<Value>) {}

    fn ended(&mut self, builder: &mut FunctionBuilder, _: u32, _: Conclusion) {
        builder.ins().jump(self.invalid, &[]);
    }

    fn done(&mut self, builder: &mut FunctionBuilder, _: Block) {
        builder.ins().jump(self.valid, &[]);
    }

    fn stuck(&mut self, builder: &mut FunctionBuilder, _: Conclusion) {
        builder.ins().jump(self.invalid, &[]);
    }

    fn trouble(&self) -> Block {
        self.invalid
    }
}
