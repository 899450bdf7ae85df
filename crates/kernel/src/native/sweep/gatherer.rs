//! What native code does with the options of a position: each part is looked up, and what is gathered lives in
//! registers.
//!
//! In: the events of the translated code, one call per part, option or run. Out: instructions that gather a value and
//! store it. The interpreter's gatherer in `crate::sweep` does the same in plain Rust.

use super::super::translate::{Conclusion, Sink, call, enter, leave_if};
use super::{
    Frame, Settling, clear_marks, grow_marks, keep_run, load, nimber_run, note_outcome, outcome_run, store, wide_mex,
};
use crate::sweep::{DRAWN, LAST_REMOTENESS, LOST, MAX_NIMBER, Skew, SweepKind, WON};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, Endianness, InstBuilder, MemFlagsData, Value, types};
use cranelift_codegen::isa::CallConv;
use cranelift_frontend::{FunctionBuilder, Variable};
use std::mem::offset_of;

/// Gathers the value of a position from its options.
pub(super) struct Gatherer {
    kind: SweepKind,
    skew: Option<Skew>,
    pub(super) settling: Settling,
    /// Lowest bit of the first field in the key.
    pub(super) row_shift: u32,
    /// A run that waits for its site: how many, and the first keys.
    run: Vec<Value>,
    frame: Value,
    convention: CallConv,
    zero: Value,
    table: Value,
    /// Number of entries of the table.
    entries: Value,
    key: Value,
    /// Continues with the next position.
    pub(super) next: Block,
    pub(super) trouble: Block,
    pub(super) narrow: Block,
    /// Grows the marks for the value it gets and starts the position again; only for wide nimbers.
    grow: Block,
    /// A lost option was found, or maybe one without value; only for outcomes.
    decided: Block,
    /// All nimbers were seen, or one has no value; only for nimbers in bytes.
    full: Block,
    /// Number of parts of the current option so far, their values combined by xor and by or.
    parts: Variable,
    xor: Variable,
    or: Variable,
    /// Bits of nimbers seen; outcomes combined by or; the least lost remoteness; the best score.
    first: Variable,
    /// Whether a value was missing; whether a draw was seen.
    second: Variable,
    /// The greatest won remoteness.
    third: Variable,
    /// Marks for wide nimbers: their address, number, and the stamp of this position.
    marks: Variable,
    size: Variable,
    stamp: Variable,
}

impl Gatherer {
    pub(super) fn new(
        builder: &mut FunctionBuilder,
        kind: SweepKind,
        skew: Option<Skew>,
        frame: Value,
        convention: CallConv,
        zero: Value,
    ) -> Gatherer {
        let table = load(builder, frame, offset_of!(Frame, view.table));
        let entries = load(builder, frame, offset_of!(Frame, view.entries));
        let [next, trouble, narrow, grow, decided, full] = [(); 6].map(|()| builder.create_block());
        for block in [trouble, narrow, grow, full] {
            builder.set_cold_block(block);
        }
        let [parts, xor, or, first, second, third, marks, size, stamp] =
            [(); 9].map(|()| builder.declare_var(types::I64));
        let gatherer = Gatherer {
            kind,
            skew,
            settling: Settling { runs: false, turned: false, lines: false, vectors: false, kept: None },
            row_shift: 0,
            run: Vec::new(),
            frame,
            convention,
            zero,
            table,
            entries,
            key: zero,
            next,
            trouble,
            narrow,
            grow,
            decided,
            full,
            parts,
            xor,
            or,
            first,
            second,
            third,
            marks,
            size,
            stamp,
        };
        if kind == SweepKind::WideNimbers {
            let start = load(builder, frame, offset_of!(Frame, stamp));
            builder.def_var(stamp, start);
            gatherer.load_marks(builder);
        }
        gatherer
    }

    fn load_marks(&self, builder: &mut FunctionBuilder) {
        let marks = load(builder, self.frame, offset_of!(Frame, marks));
        builder.def_var(self.marks, marks);
        let size = load(builder, self.frame, offset_of!(Frame, marks_size));
        builder.def_var(self.size, size);
    }

    /// Returns from the sweep.
    pub(super) fn leave(&self, builder: &mut FunctionBuilder, status: u64) {
        if self.kind == SweepKind::WideNimbers {
            let stamp = builder.use_var(self.stamp);
            store(builder, self.frame, offset_of!(Frame, stamp), stamp);
        }
        let status = builder.ins().iconst(types::I64, status as i64);
        builder.ins().return_(&[status]);
    }

    /// Starts a position, of which nothing is known yet.
    pub(super) fn begin(&mut self, builder: &mut FunctionBuilder, key: Value) {
        self.key = key;
        for variable in [self.parts, self.xor, self.or, self.first, self.second, self.third] {
            builder.def_var(variable, self.zero);
        }
        match self.kind {
            SweepKind::WideNimbers => {
                // Stamps go from 1 to 255, then all marks are cleared.
                let stamp = builder.use_var(self.stamp);
                let [clear, begun] = [(); 2].map(|()| builder.create_block());
                builder.set_cold_block(clear);
                builder.append_block_param(begun, types::I64);
                let last = builder.ins().icmp_imm_s(IntCC::UnsignedGreaterThanOrEqual, stamp, 255);
                let more = builder.ins().iadd_imm_s(stamp, 1);
                builder.ins().brif(last, clear, &[], begun, &[BlockArg::Value(more)]);
                enter(builder, clear);
                call(builder, self.convention, clear_marks as *const () as usize, &[self.frame], None);
                let one = builder.ins().iconst(types::I64, 1);
                builder.ins().jump(begun, &[BlockArg::Value(one)]);
                enter(builder, begun);
                let stamp = builder.block_params(begun)[0];
                builder.def_var(self.stamp, stamp);
            }
            SweepKind::Remoteness => {
                let max = builder.ins().iconst(types::I64, i64::from(u32::MAX));
                builder.def_var(self.first, max);
            }
            SweepKind::Scores => {
                let min = builder.ins().iconst(types::I64, i64::MIN);
                builder.def_var(self.first, min);
            }
            SweepKind::Nimbers | SweepKind::Outcomes => {}
        }
    }

    /// Returns the address of an entry.
    fn entry(&self, builder: &mut FunctionBuilder, key: Value) -> Value {
        let key = match self.skew {
            Some(skew) => {
                let row = builder.ins().ushr_imm_s(key, i64::from(skew.row_shift));
                let more = builder.ins().ishl_imm_s(row, i64::from(skew.pad_shift));
                builder.ins().iadd(key, more)
            }
            None => key,
        };
        let key = match self.settling.kept {
            Some(kept) => builder.ins().band_imm_s(key, ((kept.count << kept.row_shift) - 1) as i64),
            None => key,
        };
        let bytes = match self.kind {
            SweepKind::Nimbers | SweepKind::Outcomes => key,
            SweepKind::WideNimbers | SweepKind::Remoteness => builder.ins().ishl_imm_s(key, 2),
            SweepKind::Scores => builder.ins().ishl_imm_s(key, 3),
        };
        builder.ins().iadd(self.table, bytes)
    }

    /// Stores the value of the position and continues with the next.
    fn settle(&self, builder: &mut FunctionBuilder, value: Value) {
        let address = self.entry(builder, self.key);
        let flags = MemFlagsData::trusted();
        match self.kind {
            SweepKind::Nimbers | SweepKind::Outcomes => builder.ins().istore8(flags, value, address, 0),
            SweepKind::WideNimbers | SweepKind::Remoteness => builder.ins().istore32(flags, value, address, 0),
            SweepKind::Scores => builder.ins().store(flags, value, address, 0),
        };
        if self.settling.turned {
            let turned = load(builder, self.frame, offset_of!(Frame, view.turned));
            let write = builder.create_block();
            builder.ins().brif(turned, write, &[], self.next, &[]);
            enter(builder, write);
            let stride = load(builder, self.frame, offset_of!(Frame, view.turned_stride));
            let low = builder.ins().band_imm_s(self.key, (1 << self.row_shift) - 1);
            let before = builder.ins().imul(low, stride);
            let along = builder.ins().ushr_imm_s(self.key, i64::from(self.row_shift));
            let index = builder.ins().iadd(before, along);
            let address = builder.ins().iadd(turned, index);
            builder.ins().istore8(flags, value, address, 0);
        }
        if self.settling.lines {
            let won = builder.ins().icmp_imm_s(IntCC::Equal, value, i64::from(WON));
            leave_if(builder, won, self.next);
            let note = note_outcome as *const () as usize;
            call(builder, self.convention, note, &[self.frame, self.key, value], None);
        }
        builder.ins().jump(self.next, &[]);
    }

    /// Gathers a run of options by one call.
    fn gather_run(&mut self, builder: &mut FunctionBuilder, site: u16, words: &[Value]) {
        let site = builder.ins().iconst(types::I64, i64::from(site));
        let second = words.get(2).copied().unwrap_or(self.zero);
        let vectors = self.settling.vectors;
        let pick = |with: *const (), without: *const ()| if vectors { with as usize } else { without as usize };
        let answer = "a run answers with a number";
        match self.kind {
            SweepKind::Nimbers => {
                let look = pick(nimber_run::<true> as *const (), nimber_run::<false> as *const ());
                let values = [self.frame, site, words[0], words[1], second];
                let mask = call(builder, self.convention, look, &values, Some(types::I64)).expect(answer);
                self.join(builder, self.first, mask);
            }
            SweepKind::Outcomes => {
                let look = pick(outcome_run::<true> as *const (), outcome_run::<false> as *const ());
                let values = [self.frame, site, words[0], words[1], self.key];
                let value = call(builder, self.convention, look, &values, Some(types::I64)).expect(answer);
                self.weigh_outcome(builder, value);
            }
            _ => {
                let keep = keep_run as *const () as usize;
                call(builder, self.convention, keep, &[self.frame, site, words[0], words[1], second], None);
            }
        }
    }

    /// Gathers one or several options with this outcome: a lost one decides.
    fn weigh_outcome(&self, builder: &mut FunctionBuilder, value: Value) {
        let settled = builder.ins().icmp_imm_s(IntCC::UnsignedLessThanOrEqual, value, i64::from(LOST));
        let on = builder.create_block();
        builder.ins().brif(settled, self.decided, &[BlockArg::Value(value)], on, &[]);
        enter(builder, on);
        self.join(builder, self.first, value);
    }

    fn settle_as(&self, builder: &mut FunctionBuilder, value: u8) {
        let value = builder.ins().iconst(types::I64, i64::from(value));
        self.settle(builder, value);
    }

    fn join(&self, builder: &mut FunctionBuilder, variable: Variable, value: Value) {
        let before = builder.use_var(variable);
        let joined = builder.ins().bor(before, value);
        builder.def_var(variable, joined);
    }

    fn conclude(&self, builder: &mut FunctionBuilder, conclusion: Conclusion) {
        match conclusion {
            Conclusion::Lose if matches!(self.kind, SweepKind::Nimbers | SweepKind::WideNimbers) => {
                self.settle_as(builder, 0);
            }
            Conclusion::Win => self.settle_as(builder, WON),
            Conclusion::Lose => self.settle_as(builder, LOST),
            Conclusion::Draw => self.settle_as(builder, DRAWN),
            Conclusion::Score(score) => {
                let unset = builder.ins().icmp_imm_s(IntCC::Equal, score, i64::MIN);
                leave_if(builder, unset, self.trouble);
                self.settle(builder, score);
            }
        }
    }

    /// Emits the blocks that positions of some kinds go to.
    pub(super) fn finish(&self, builder: &mut FunctionBuilder, body: Block) {
        let or = builder.append_block_param(self.grow, types::I64);
        builder.switch_to_block(self.grow);
        // Every value is below the greatest, so only an entry without value is not.
        let unset = builder.ins().icmp_imm_s(IntCC::UnsignedGreaterThanOrEqual, or, i64::from(MAX_NIMBER));
        leave_if(builder, unset, self.trouble);
        call(builder, self.convention, grow_marks as *const () as usize, &[self.frame, or], None);
        self.load_marks(builder);
        builder.ins().jump(body, &[]);

        let value = builder.append_block_param(self.decided, types::I64);
        builder.switch_to_block(self.decided);
        let unset = builder.ins().icmp_imm_s(IntCC::Equal, value, 0);
        leave_if(builder, unset, self.trouble);
        self.settle_as(builder, WON);

        builder.switch_to_block(self.full);
        let missing = load(builder, self.frame, offset_of!(Frame, missing));
        builder.ins().brif(missing, self.trouble, &[], self.narrow, &[]);
    }

    /// Returns the least nimber in neither marks nor runs.
    fn mex_with_runs(&self, builder: &mut FunctionBuilder) -> Value {
        let with = wide_mex::<true> as *const () as usize;
        let without = wide_mex::<false> as *const () as usize;
        let look = if self.settling.vectors { with } else { without };
        let stamp = builder.use_var(self.stamp);
        let mex = call(builder, self.convention, look, &[self.frame, stamp], Some(types::I64));
        let mex = mex.expect("a mex is a number");
        self.load_marks(builder);
        let missing = builder.ins().icmp_imm_s(IntCC::Equal, mex, -1);
        leave_if(builder, missing, self.trouble);
        mex
    }

    /// Returns the least nimber not marked: eight marks at a time.
    fn marked_mex(&self, builder: &mut FunctionBuilder) -> Value {
        let stamp = builder.use_var(self.stamp);
        let everywhere = builder.ins().imul_imm_s(stamp, 0x0101_0101_0101_0101);
        let marks = builder.use_var(self.marks);
        let [eight, found] = [(); 2].map(|()| builder.create_block());
        let at = builder.append_block_param(eight, types::I64);
        builder.ins().jump(eight, &[BlockArg::Value(self.zero)]);
        builder.switch_to_block(eight);
        let address = builder.ins().iadd(marks, at);
        let flags = MemFlagsData::trusted().with_endianness(Endianness::Little);
        let word = builder.ins().load(types::I64, flags, address, 0);
        let other = builder.ins().bxor(word, everywhere);
        let more = builder.ins().iadd_imm_s(at, 8);
        builder.ins().brif(other, found, &[], eight, &[BlockArg::Value(more)]);
        enter(builder, found);
        let bits = builder.ins().ctz(other);
        let bytes = builder.ins().ushr_imm_s(bits, 3);
        builder.ins().iadd(at, bytes)
    }
}

impl Sink for Gatherer {
    fn part(&mut self, builder: &mut FunctionBuilder, words: &[Value]) {
        if words.len() > 1 {
            self.run = words.to_vec();
            return;
        }
        let outside = builder.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, words[0], self.entries);
        leave_if(builder, outside, self.trouble);
        if let Some(kept) = self.settling.kept {
            let shift = i64::from(kept.row_shift);
            let [row, its_row] = [self.key, words[0]].map(|key| builder.ins().ushr_imm_s(key, shift));
            let before = builder.ins().isub(row, its_row);
            let gone = builder.ins().icmp_imm_s(IntCC::UnsignedGreaterThanOrEqual, before, kept.count as i64);
            leave_if(builder, gone, self.trouble);
        }
        let address = self.entry(builder, words[0]);
        let flags = MemFlagsData::trusted();
        let value = match self.kind {
            SweepKind::Nimbers | SweepKind::Outcomes => builder.ins().uload8(types::I64, flags, address, 0),
            SweepKind::WideNimbers | SweepKind::Remoteness => builder.ins().uload32(flags, address, 0),
            SweepKind::Scores => builder.ins().load(types::I64, flags, address, 0),
        };
        match self.kind {
            SweepKind::Nimbers => self.join(builder, self.second, value),
            SweepKind::WideNimbers => self.join(builder, self.or, value),
            SweepKind::Scores => {
                let unset = builder.ins().icmp_imm_s(IntCC::Equal, value, i64::MIN);
                leave_if(builder, unset, self.trouble);
            }
            SweepKind::Outcomes | SweepKind::Remoteness => {}
        }
        let before = builder.use_var(self.xor);
        let xor = builder.ins().bxor(before, value);
        builder.def_var(self.xor, xor);
        let parts = builder.use_var(self.parts);
        let parts = builder.ins().iadd_imm_s(parts, 1);
        builder.def_var(self.parts, parts);
    }

    fn option(&mut self, builder: &mut FunctionBuilder, rule: u16, again: Option<Value>, gain: Option<Value>) {
        if !self.run.is_empty() {
            let words = std::mem::take(&mut self.run);
            self.gather_run(builder, rule, &words);
            return;
        }
        let value = builder.use_var(self.xor);
        let parts = builder.use_var(self.parts);
        let or = builder.use_var(self.or);
        for variable in [self.xor, self.parts, self.or] {
            builder.def_var(variable, self.zero);
        }
        if !matches!(self.kind, SweepKind::Nimbers | SweepKind::WideNimbers) {
            // If an option is one part by the shape of the code, this test folds away.
            let other = builder.ins().icmp_imm_s(IntCC::NotEqual, parts, 1);
            leave_if(builder, other, self.trouble);
        }
        match self.kind {
            SweepKind::Nimbers => {
                let one = builder.ins().iconst(types::I64, 1);
                let bit = builder.ins().ishl(one, value);
                self.join(builder, self.first, bit);
            }
            SweepKind::WideNimbers => {
                // The size is a power of two, so if all values are below it their xor is.
                let size = builder.use_var(self.size);
                let over = builder.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, or, size);
                let inside = builder.create_block();
                builder.ins().brif(over, self.grow, &[BlockArg::Value(or)], inside, &[]);
                enter(builder, inside);
                let marks = builder.use_var(self.marks);
                let address = builder.ins().iadd(marks, value);
                let stamp = builder.use_var(self.stamp);
                builder.ins().istore8(MemFlagsData::trusted(), stamp, address, 0);
            }
            SweepKind::Outcomes => self.weigh_outcome(builder, value),
            SweepKind::Remoteness => {
                let outcome = builder.ins().band_imm_s(value, 3);
                let unset = builder.ins().icmp_imm_s(IntCC::Equal, outcome, 0);
                leave_if(builder, unset, self.trouble);
                let is = |builder: &mut FunctionBuilder, code| {
                    builder.ins().icmp_imm_s(IntCC::Equal, outcome, i64::from(code))
                };
                // The winner hurries to the nearest lost option, the loser to the farthest won one.
                let (lost, min) = (is(builder, LOST), builder.use_var(self.first));
                let lesser = builder.ins().umin(min, value);
                let min = builder.ins().select(lost, lesser, min);
                builder.def_var(self.first, min);
                let (won, greatest) = (is(builder, WON), builder.use_var(self.third));
                let greater = builder.ins().umax(greatest, value);
                let greatest = builder.ins().select(won, greater, greatest);
                builder.def_var(self.third, greatest);
                let drawn = is(builder, DRAWN);
                let drawn = builder.ins().uextend(types::I64, drawn);
                self.join(builder, self.second, drawn);
            }
            SweepKind::Scores => {
                let gain = gain.unwrap_or(self.zero);
                let (less, less_overflow) = builder.ins().ssub_overflow(gain, value);
                let (score, overflow) = match again {
                    None => (less, less_overflow),
                    Some(again) => {
                        let (more, more_overflow) = builder.ins().sadd_overflow(gain, value);
                        let score = builder.ins().select(again, more, less);
                        (score, builder.ins().select(again, more_overflow, less_overflow))
                    }
                };
                leave_if(builder, overflow, self.trouble);
                let unset = builder.ins().icmp_imm_s(IntCC::Equal, score, i64::MIN);
                leave_if(builder, unset, self.trouble);
                let best = builder.use_var(self.first);
                let best = builder.ins().smax(best, score);
                builder.def_var(self.first, best);
            }
        }
    }

    fn ended(&mut self, builder: &mut FunctionBuilder, _: u32, conclusion: Conclusion) {
        self.conclude(builder, conclusion);
    }

    fn done(&mut self, builder: &mut FunctionBuilder, none: Block) {
        let first = builder.use_var(self.first);
        match self.kind {
            // No option and a mex of 0 are the same: being stuck is being lost.
            SweepKind::Nimbers => {
                let missing = builder.use_var(self.second);
                let missing = builder.ins().band_imm_s(missing, 0x80);
                leave_if(builder, missing, self.trouble);
                let full = builder.ins().icmp_imm_s(IntCC::Equal, first, -1);
                leave_if(builder, full, self.full);
                let unseen = builder.ins().bnot(first);
                let mex = builder.ins().ctz(unseen);
                self.settle(builder, mex);
            }
            SweepKind::WideNimbers => {
                let mex = if self.settling.runs { self.mex_with_runs(builder) } else { self.marked_mex(builder) };
                let wide = builder.ins().icmp_imm_s(IntCC::UnsignedGreaterThanOrEqual, mex, i64::from(MAX_NIMBER));
                leave_if(builder, wide, self.narrow);
                self.settle(builder, mex);
            }
            SweepKind::Outcomes => {
                let listed = builder.create_block();
                builder.ins().brif(first, listed, &[], none, &[]);
                enter(builder, listed);
                // All options are won (2) or drawn (3): with a draw among them the or of all is 3, else 2.
                let drawn = builder.ins().icmp_imm_s(IntCC::Equal, first, i64::from(DRAWN));
                let [draw, lose] = [DRAWN, LOST].map(|code| builder.ins().iconst(types::I64, i64::from(code)));
                let value = builder.ins().select(drawn, draw, lose);
                self.settle(builder, value);
            }
            SweepKind::Remoteness => {
                let [won, not_won, not_drawn, lost] = [(); 4].map(|()| builder.create_block());
                let none_lost = builder.ins().icmp_imm_s(IntCC::Equal, first, i64::from(u32::MAX));
                builder.ins().brif(none_lost, not_won, &[], won, &[]);
                let one_more = |builder: &mut FunctionBuilder, option: Value, change: i64| {
                    let over = builder.ins().icmp_imm_s(IntCC::UnsignedGreaterThan, option, i64::from(LAST_REMOTENESS));
                    leave_if(builder, over, self.narrow);
                    builder.ins().iadd_imm_s(option, 4 + change)
                };
                enter(builder, won);
                let value = one_more(builder, first, 1);
                self.settle(builder, value);
                enter(builder, not_won);
                let drawn = builder.use_var(self.second);
                let draw = builder.create_block();
                builder.ins().brif(drawn, draw, &[], not_drawn, &[]);
                enter(builder, draw);
                self.settle_as(builder, DRAWN);
                enter(builder, not_drawn);
                let greatest = builder.use_var(self.third);
                builder.ins().brif(greatest, lost, &[], none, &[]);
                enter(builder, lost);
                let value = one_more(builder, greatest, -1);
                self.settle(builder, value);
            }
            SweepKind::Scores => {
                let empty = builder.ins().icmp_imm_s(IntCC::Equal, first, i64::MIN);
                leave_if(builder, empty, none);
                self.settle(builder, first);
            }
        }
    }

    fn stuck(&mut self, builder: &mut FunctionBuilder, conclusion: Conclusion) {
        self.conclude(builder, conclusion);
    }

    fn trouble(&self) -> Block {
        self.trouble
    }
}
