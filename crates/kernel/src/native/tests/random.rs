//! Random programs: the interpreter and native code must agree.

use super::*;
use crate::code::Helper;
use crate::interpret::Interpreter;
use crate::machine::{Expansion, Options};
use crate::native::compile;
use grundy_value::Random;

const NUMBERS: u32 = 8;
const CONSTANTS: i64 = 8;
const SCRATCH: i64 = 24;
const TESTS: [Test; 6] = [Test::Equal, Test::Unequal, Test::Less, Test::AtMost, Test::Below, Test::NotAbove];
const OPERATIONS: [Arithmetic; 15] = [
    Arithmetic::Add,
    Arithmetic::Subtract,
    Arithmetic::Multiply,
    Arithmetic::CheckedAdd,
    Arithmetic::CheckedSubtract,
    Arithmetic::CheckedMultiply,
    Arithmetic::Divide,
    Arithmetic::Remainder,
    Arithmetic::And,
    Arithmetic::Or,
    Arithmetic::Xor,
    Arithmetic::ShiftLeft,
    Arithmetic::ShiftRight,
    Arithmetic::Least,
    Arithmetic::Greatest,
];
const HELPERS: [Helper; 23] = [
    Helper::Lcm,
    Helper::IsPrime,
    Helper::PrimeFactors,
    Helper::Divisors,
    Helper::Valuation,
    Helper::Log2,
    Helper::Digits,
    Helper::FloorSqrt,
    Helper::Gcd,
    Helper::Isqrt,
    Helper::FloorPhi,
    Helper::IsFibonacci,
    Helper::Popcount,
    Helper::NimProduct,
    Helper::Power,
    Helper::Sort,
    Helper::SortDistinct,
    Helper::Copy,
    Helper::Fill,
    Helper::Equal,
    Helper::Compare,
    Helper::Reachable,
    Helper::Attached,
];

/// Writes random code. Registers 0 to 7 hold the numbers; all others are written right before they are read.
pub(super) struct Writer<'a> {
    pub random: &'a mut Random,
    pub code: Assembly,
    pub words: u32,
    pub plain: bool,
    /// Verdicts that may end play; empty if there must be no end clause.
    pub ends: &'a [Verdict],
    /// Whether parts are the key less a little, as a sweep needs them.
    pub falling: bool,
    pub parts: Vec<usize>,
    pub heads: bool,
}

impl Writer<'_> {
    fn number(&mut self) -> Reg {
        self.random.below(u64::from(NUMBERS)) as Reg
    }

    fn constant(&mut self) -> i64 {
        match self.random.below(10) {
            0 => i64::MIN,
            1 => i64::MAX,
            2 => self.random.next() as i64,
            3 => -(self.random.below(20) as i64),
            4 => 1 << self.random.below(63),
            _ => self.random.below(20) as i64,
        }
    }

    /// Returns an address of a scratch cell, or of any cell.
    fn address(&mut self, lowest: i64, span: i64) -> Reg {
        let number = self.number();
        let masked = self.code.with(Arithmetic::And, number, span - 1);
        self.code.with(Arithmetic::Add, masked, lowest)
    }

    fn begin(&mut self) {
        for _ in 0..NUMBERS {
            self.code.register();
        }
        for register in 0..NUMBERS {
            let number = self.constant();
            self.code.push(match self.random.below(3) {
                0 => Instruction::Word(register, self.random.below(u64::from(self.words)) as u32),
                _ => Instruction::Constant(register, number),
            });
        }
        let arguments = [CONSTANTS, SCRATCH, 3].map(|number| self.code.constant(number));
        let to = self.code.register();
        self.code.push(Instruction::Call(Helper::Fill, to, arguments.to_vec()));
    }

    fn option(&mut self) {
        let count = if self.plain { 1 } else { *self.random.pick(&self.parts.clone()) };
        for _ in 0..count {
            let words = (0..self.words)
                .map(|_| {
                    let number = self.number();
                    if !self.falling {
                        return number;
                    }
                    let little = self.code.with(Arithmetic::And, number, 3);
                    let key = self.code.word(0);
                    let less = self.code.compute(Arithmetic::Subtract, key, little);
                    let below = i64::from(self.random.below(60) != 0);
                    self.code.with(Arithmetic::Subtract, less, below)
                })
                .collect();
            self.code.push(Instruction::Part(words));
        }
        let (mut again, mut gain) = (None, None);
        if !self.plain && self.heads {
            let (a, b) = (self.number(), self.number());
            if self.random.below(2) == 0 {
                let bit = self.code.register();
                self.code.push(Instruction::Is(*self.random.pick(&TESTS), bit, a, b));
                again = Some(bit);
            }
            if self.random.below(2) == 0 {
                gain = Some(if self.falling { self.code.with(Arithmetic::And, a, 15) } else { a });
            }
        }
        let rule = self.random.below(9) as u16;
        self.code.push(Instruction::Option(rule, again, gain));
    }

    fn call(&mut self) {
        let helper = *self.random.pick(&HELPERS);
        let to = self.number();
        let mut arguments: Vec<Reg> = (0..crate::runtime::arity(helper)).map(|_| self.number()).collect();
        // Written addresses are scratch, mostly inside; counts are small.
        let roles: &[(usize, bool)] = match helper {
            Helper::Sort | Helper::SortDistinct | Helper::Fill => &[(0, true), (1, false)],
            Helper::Copy => &[(1, true), (0, false), (2, false)],
            Helper::PrimeFactors => &[(1, true)],
            Helper::Divisors => &[(1, true), (2, false)],
            Helper::Digits => &[(2, true)],
            Helper::Reachable => &[(3, true), (0, false), (1, false), (2, false)],
            Helper::Attached => &[(4, true), (0, false), (1, false), (2, false)],
            Helper::Equal => &[(0, false), (1, false), (2, false)],
            Helper::Compare => &[(0, false), (1, false), (2, false), (3, false)],
            _ => &[],
        };
        for &(index, scratch) in roles {
            arguments[index] = if scratch {
                self.address(CONSTANTS, 16)
            } else if self.random.below(12) == 0 {
                self.number()
            } else {
                self.address(0, 8)
            };
        }
        self.code.push(Instruction::Call(helper, to, arguments));
    }

    pub fn block(&mut self, depth: u32) {
        for _ in 0..1 + self.random.below(6) {
            let (to, a, b) = (self.number(), self.number(), self.number());
            match self.random.below(17) {
                0 => {
                    let number = self.constant();
                    self.code.push(Instruction::Constant(to, number));
                }
                1 => self.code.push(Instruction::Copy(to, a)),
                2 => {
                    let word = self.random.below(u64::from(self.words)) as u32;
                    self.code.push(Instruction::Word(to, word));
                }
                3 | 4 => {
                    let operation = *self.random.pick(&OPERATIONS);
                    self.code.push(Instruction::Compute(operation, to, a, b));
                }
                5 | 6 => {
                    let (operation, number) = (*self.random.pick(&OPERATIONS), self.constant());
                    self.code.push(Instruction::ComputeConstant(operation, to, a, number));
                }
                7 => {
                    let test = *self.random.pick(&TESTS);
                    self.code.push(Instruction::Is(test, to, a, b));
                }
                8 => {
                    let no = self.number();
                    self.code.push(Instruction::Select(to, a, b, no));
                }
                9 => self.code.push(Instruction::CountOnes(to, a)),
                10 => {
                    let address = self.address(4, 16);
                    let offset = self.random.below(8) as i64 - 4;
                    self.code.push(Instruction::Load(to, address, offset));
                }
                11 => {
                    let address = self.address(CONSTANTS, 16);
                    let offset = self.random.below(8) as i64;
                    self.code.push(Instruction::Store(address, offset, a));
                }
                12 => self.call(),
                13 if depth < 3 => {
                    // Skipped or not, or one of two.
                    let (other, past) = (self.code.label(), self.code.label());
                    let test = *self.random.pick(&TESTS);
                    let number = self.constant();
                    self.code.push(match self.random.below(2) {
                        0 => Instruction::Branch(test, a, b, other),
                        _ => Instruction::BranchConstant(test, a, number, other),
                    });
                    self.block(depth + 1);
                    self.code.push(Instruction::Jump(past));
                    self.code.index(other);
                    self.block(depth + 1);
                    self.code.index(past);
                }
                14 if depth < 3 => {
                    let max = self.random.below(6) as i64;
                    let counter = self.code.constant(0);
                    let top = self.code.label();
                    self.code.index(top);
                    self.block(depth + 1);
                    self.code.push(Instruction::ComputeConstant(Arithmetic::Add, counter, counter, 1));
                    self.code.push(Instruction::BranchConstant(Test::Less, counter, max, top));
                }
                15 if self.random.below(2) == 0 => {
                    let past = self.code.label();
                    let test = *self.random.pick(&[Test::Unequal, Test::Unequal, Test::Less]);
                    self.code.push(Instruction::BranchConstant(test, a, 3, past));
                    let clause = self.random.below(1 << 32) as u32;
                    self.code.push(match self.ends {
                        [] => Instruction::Unsupported,
                        ends => Instruction::Ended(clause, *self.random.pick(ends)),
                    });
                    self.code.index(past);
                }
                _ => self.option(),
            }
        }
    }

    pub fn code(mut self, stuck: Option<Verdict>) -> Code {
        self.begin();
        for _ in 0..1 + self.random.below(4) {
            self.block(0);
        }
        match stuck {
            Some(verdict) => self.code.stuck(verdict),
            None => {
                self.code.push(Instruction::Done);
                self.code.finish()
            }
        }
    }
}

#[test]
fn random_programs_give_the_same_on_both_machines() {
    let mut random = Random(1);
    let mut seen = [0; 4];
    for round in 0..600 {
        let words = 1 + random.below(3) as u32;
        let plain = round % 2 == 0;
        let ends = [Verdict::Win, Verdict::Lose, Verdict::Draw, Verdict::Score(2)];
        let mut write = |stuck: Option<Verdict>, listing: bool| {
            let writer = Writer {
                random: &mut random,
                code: Assembly::default(),
                words,
                plain,
                ends: &ends,
                falling: false,
                parts: vec![0, 1, 2, 3],
                heads: true,
            };
            let mut code = writer.code(stuck);
            if !listing {
                // Codes that list nothing have `Done` without options.
                for instruction in &mut code.instructions {
                    if matches!(instruction, Instruction::Part(_) | Instruction::Option(..)) {
                        *instruction = Instruction::Constant(0, 5);
                    }
                }
            }
            code
        };
        let look = write(Some(ends[round % 4]), true);
        let (ended, valid) = (write(None, false), write(None, false));
        let program = Arc::new(Program {
            valid: Some(valid),
            look,
            ended: Some(ended),
            words,
            plain,
            constants: (0..CONSTANTS).map(|cell| [2, 3, -1, 7, 12, 1 << 40, 0, 9][cell as usize]).collect(),
            cells: (CONSTANTS + SCRATCH) as usize,
        });
        let mut interpreter = Interpreter::new(program.clone());
        let mut native = compile(program.clone()).unwrap();
        let (mut options, mut others) = (Options::default(), Options::default());
        for try_ in 0..40 {
            let key: Vec<u64> =
                (0..words).map(|_| if try_ % 2 == 0 { random.below(12) } else { random.next() << 6 }).collect();
            let (look, other) = (interpreter.look(&key, &mut options), native.look(&key, &mut others));
            assert_eq!(look, other, "round {round}, key {key:?}: {program:#?}");
            if look == Expansion::Open {
                assert_eq!(options.words, others.words, "round {round}, key {key:?}: {program:#?}");
                assert_eq!(options.heads, others.heads, "round {round}, key {key:?}: {program:#?}");
            }
            assert_eq!(interpreter.ended(&key), native.ended(&key), "round {round}, key {key:?}");
            assert_eq!(interpreter.valid(&key), native.valid(&key), "round {round}, key {key:?}");
            seen[match look {
                Expansion::Open => 0,
                Expansion::Ended(..) => 1,
                Expansion::Stuck(_) => 2,
                Expansion::Unsupported => 3,
            }] += 1;
        }
    }
    assert!(seen.iter().all(|count| *count > 100), "the programs do not cover all answers: {seen:?}");
}
