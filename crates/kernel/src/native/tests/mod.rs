//! Hand-assembled and random programs, run by both machines.

mod games;
mod random;
mod sweeps;

use crate::code::{Arithmetic, Code, Instruction, Label, Program, Reg, Test, Verdict};
use std::sync::Arc;

/// Builds a code: labels may be used before they are placed.
#[derive(Default)]
pub(super) struct Assembly {
    pub instructions: Vec<Instruction>,
    registers: u32,
    indices: Vec<u32>,
}

impl Assembly {
    pub fn register(&mut self) -> Reg {
        self.registers += 1;
        self.registers - 1
    }

    pub fn label(&mut self) -> Label {
        self.indices.push(u32::MAX);
        self.indices.len() as u32 - 1
    }

    pub fn index(&mut self, label: Label) {
        self.indices[label as usize] = self.instructions.len() as u32;
    }

    pub fn push(&mut self, instruction: Instruction) {
        self.instructions.push(instruction);
    }

    pub fn constant(&mut self, number: i64) -> Reg {
        let to = self.register();
        self.push(Instruction::Constant(to, number));
        to
    }

    pub fn word(&mut self, word: u32) -> Reg {
        let to = self.register();
        self.push(Instruction::Word(to, word));
        to
    }

    pub fn compute(&mut self, operation: Arithmetic, a: Reg, b: Reg) -> Reg {
        let to = self.register();
        self.push(Instruction::Compute(operation, to, a, b));
        to
    }

    pub fn with(&mut self, operation: Arithmetic, a: Reg, number: i64) -> Reg {
        let to = self.register();
        self.push(Instruction::ComputeConstant(operation, to, a, number));
        to
    }

    /// Extracts a field of the key.
    pub fn field(&mut self, word: Reg, shift: u32, bits: u32) -> Reg {
        let shifted = self.with(Arithmetic::ShiftRight, word, i64::from(shift));
        self.with(Arithmetic::And, shifted, (1 << bits) - 1)
    }

    /// Makes a key of two fields.
    pub fn pair(&mut self, high: Reg, low: Reg, shift: u32) -> Reg {
        let high = self.with(Arithmetic::ShiftLeft, high, i64::from(shift));
        self.compute(Arithmetic::Or, high, low)
    }

    /// Emits an option of some parts.
    pub fn option(&mut self, parts: &[Reg]) {
        for part in parts {
            self.push(Instruction::Part(vec![*part]));
        }
        self.push(Instruction::Option(0, None, None));
    }

    /// Emits `for at in from..=to { body }`, tested at the bottom.
    pub fn each(&mut self, from: i64, to: Reg, body: impl FnOnce(&mut Assembly, Reg)) {
        let (top, past) = (self.label(), self.label());
        let at = self.constant(from);
        self.push(Instruction::Branch(Test::Less, to, at, past));
        self.index(top);
        body(self, at);
        self.push(Instruction::ComputeConstant(Arithmetic::Add, at, at, 1));
        self.push(Instruction::Branch(Test::AtMost, at, to, top));
        self.index(past);
    }

    pub fn finish(mut self) -> Code {
        for instruction in &mut self.instructions {
            if let Instruction::Jump(label) | Instruction::Branch(.., label) | Instruction::BranchConstant(.., label) =
                instruction
            {
                *label = self.indices[*label as usize];
            }
        }
        Code { instructions: self.instructions, registers: self.registers }
    }

    /// Completes the moves, with the verdict of being stuck.
    pub fn stuck(mut self, verdict: Verdict) -> Code {
        self.push(Instruction::Done);
        self.push(Instruction::Stuck(verdict));
        self.finish()
    }
}

/// Returns a program of keys of one word without end clauses.
pub(super) fn program(look: Code, shape: Shape) -> Program {
    let plain = shape == Shape::Plain;
    Program { valid: None, look, ended: None, words: 1, plain, constants: Vec::new(), cells: 0 }
}

#[derive(PartialEq, Eq)]
pub(super) enum Shape {
    Plain,
    WithHeads,
}

/// Take any number from a heap: `nim`; or split it in two as well: `lasker`.
pub(super) fn nim() -> Program {
    let mut code = Assembly::default();
    let n = code.word(0);
    code.each(1, n, |code, k| {
        let left = code.compute(Arithmetic::Subtract, n, k);
        code.option(&[left]);
    });
    program(code.stuck(Verdict::Lose), Shape::Plain)
}

pub(super) fn lasker() -> Program {
    let mut code = Assembly::default();
    let n = code.word(0);
    code.each(1, n, |code, k| {
        let left = code.compute(Arithmetic::Subtract, n, k);
        code.option(&[left]);
    });
    let max = code.with(Arithmetic::Subtract, n, 1);
    code.each(1, max, |code, k| {
        let left = code.compute(Arithmetic::Subtract, n, k);
        code.option(&[k, left]);
    });
    program(code.stuck(Verdict::Lose), Shape::WithHeads)
}

/// Knock down one pin or two neighbours.
pub(super) fn kayles() -> Program {
    let mut code = Assembly::default();
    let n = code.word(0);
    for taken in 1..=2 {
        let rest = code.with(Arithmetic::Subtract, n, taken);
        code.each(0, rest, |code, a| {
            let b = code.compute(Arithmetic::Subtract, rest, a);
            code.option(&[a, b]);
        });
    }
    program(code.stuck(Verdict::Lose), Shape::WithHeads)
}

/// Take 1, 3 or 4, written out with a test each.
pub(super) fn subtraction() -> Program {
    let mut code = Assembly::default();
    let n = code.word(0);
    for taken in [1, 3, 4] {
        let past = code.label();
        code.push(Instruction::BranchConstant(Test::Less, n, taken, past));
        let left = code.with(Arithmetic::Subtract, n, taken);
        code.option(&[left]);
        code.index(past);
    }
    program(code.stuck(Verdict::Lose), Shape::Plain)
}

/// A sheet of w by h is cut across or down, no piece narrower than 2. Fields of `bits` bits.
pub(super) fn cutting(bits: u32) -> Program {
    let mut code = Assembly::default();
    let word = code.word(0);
    let (w, h) = (code.field(word, bits, bits), code.field(word, 0, bits));
    let max = code.with(Arithmetic::Subtract, w, 2);
    code.each(2, max, |code, i| {
        let a = code.pair(i, h, bits);
        let rest = code.compute(Arithmetic::Subtract, w, i);
        let b = code.pair(rest, h, bits);
        code.option(&[a, b]);
    });
    let max = code.with(Arithmetic::Subtract, h, 2);
    code.each(2, max, |code, i| {
        let a = code.pair(w, i, bits);
        let rest = code.compute(Arithmetic::Subtract, h, i);
        let b = code.pair(w, rest, bits);
        code.option(&[a, b]);
    });
    program(code.stuck(Verdict::Lose), Shape::WithHeads)
}

/// Take from one heap or the same from both. Fields of `bits` bits.
pub(super) fn wythoff(bits: u32) -> Program {
    let mut code = Assembly::default();
    let word = code.word(0);
    let (a, b) = (code.field(word, bits, bits), code.field(word, 0, bits));
    let both = code.compute(Arithmetic::Least, a, b);
    for (take_a, take_b, max) in [(1, 0, a), (0, 1, b), (1, 1, both)] {
        code.each(1, max, |code, k| {
            let left = code.compute(Arithmetic::Subtract, a, k);
            let a = if take_a == 1 { left } else { a };
            let left = code.compute(Arithmetic::Subtract, b, k);
            let b = if take_b == 1 { left } else { b };
            let key = code.pair(a, b, bits);
            code.option(&[key]);
        });
    }
    program(code.stuck(Verdict::Lose), Shape::Plain)
}

/// Take 1 to 3 of n, earn what is left modulo 5, move again after taking 2. A player who cannot move gets n points,
/// which is 0.
pub(super) fn scoring() -> Program {
    let mut code = Assembly::default();
    let n = code.word(0);
    let three = code.constant(3);
    let max = code.compute(Arithmetic::Least, n, three);
    let two = code.constant(2);
    code.each(1, max, |code, k| {
        let left = code.compute(Arithmetic::Subtract, n, k);
        let gain = code.with(Arithmetic::Remainder, left, 5);
        let again = code.register();
        code.push(Instruction::Is(Test::Equal, again, k, two));
        code.push(Instruction::Part(vec![left]));
        code.push(Instruction::Option(3, Some(again), Some(gain)));
    });
    program(code.stuck(Verdict::Score(n)), Shape::WithHeads)
}

/// Take 1 to 3; some heaps end the game with each of the three verdicts, and a player who has none left wins.
pub(super) fn ending() -> Program {
    let mut code = Assembly::default();
    let n = code.word(0);
    for (clause, modulus, rest, verdict) in
        [(0, 7, 3, Verdict::Draw), (1, 11, 5, Verdict::Win), (2, 13, 6, Verdict::Lose)]
    {
        let past = code.label();
        let left = code.with(Arithmetic::Remainder, n, modulus);
        code.push(Instruction::BranchConstant(Test::Unequal, left, rest, past));
        code.push(Instruction::Ended(clause, verdict));
        code.index(past);
    }
    let mut alone =
        Assembly { instructions: code.instructions.clone(), registers: code.registers, indices: code.indices.clone() };
    alone.push(Instruction::Done);
    let three = code.constant(3);
    let max = code.compute(Arithmetic::Least, n, three);
    code.each(1, max, |code, k| {
        let left = code.compute(Arithmetic::Subtract, n, k);
        code.option(&[left]);
    });
    let mut program = program(code.stuck(Verdict::Win), Shape::Plain);
    program.ended = Some(alone.finish());
    program
}

pub(super) fn shared(program: Program) -> Arc<Program> {
    Arc::new(program)
}
