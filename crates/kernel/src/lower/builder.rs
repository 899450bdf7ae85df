//! Emits instructions: registers, labels, and numbers whose range is known.
//!
//! Whatever is known at compile time is computed then: a number with one possible value needs no register, a test that
//! always holds is no test, and unreachable code is not emitted.

use crate::code::{Arithmetic, Code, Helper, Instruction, Label, Reg, Test, Verdict};

/// A number: a register and the range it is known to lie in. With one possible value there is no register.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    reg: Option<Reg>,
    /// Minimum.
    pub low: i64,
    /// Maximum.
    pub high: i64,
    /// The number is this register, which is set once where it is used, plus the given offset.
    base: Option<(Reg, i64)>,
    /// The number is at most this register plus the given offset.
    max: Option<(Reg, i64)>,
}

impl Number {
    /// Returns a constant.
    pub fn constant(value: i64) -> Number {
        Number { reg: None, low: value, high: value, base: None, max: None }
    }

    /// Returns the same number, known to be no greater than another one.
    pub fn no_more_than(self, other: Number) -> Number {
        Number { max: other.base.or(other.max), ..self }
    }

    /// Returns its value, if it is known.
    pub fn known(self) -> Option<i64> {
        (self.low == self.high).then_some(self.low)
    }

    /// Returns the same number, known to lie in a smaller range.
    pub fn within(self, low: i64, high: i64) -> Number {
        let (low, high) = (self.low.max(low), self.high.min(high));
        // A contradiction means that this code is never reached; the old range stays right.
        if low > high { self } else { Number { low, high, ..self } }
    }
}

/// Code being emitted.
pub struct Builder {
    instructions: Vec<Instruction>,
    registers: u32,
    /// Index of each label, once it is placed; and whether anything jumps there.
    labels: Vec<(Option<Label>, bool)>,
    /// True if what is emitted now cannot be reached.
    dead: bool,
}

/// A state of the builder to return to.
pub struct Mark {
    instructions: usize,
    registers: u32,
    labels: usize,
    dead: bool,
}

impl Builder {
    /// Creates an empty builder.
    pub fn new() -> Builder {
        Builder { instructions: Vec::new(), registers: 0, labels: Vec::new(), dead: false }
    }

    /// Returns the number of instructions.
    pub fn len(&self) -> usize {
        self.instructions.len()
    }

    /// Returns true if what is emitted now cannot be reached.
    pub fn is_dead(&self) -> bool {
        self.dead
    }

    /// Returns the current state.
    pub fn mark(&self) -> Mark {
        Mark {
            instructions: self.instructions.len(),
            registers: self.registers,
            labels: self.labels.len(),
            dead: self.dead,
        }
    }

    /// Returns true if nothing was emitted since.
    pub fn is_unchanged(&self, mark: &Mark) -> bool {
        self.instructions.len() == mark.instructions && self.dead == mark.dead
    }

    /// Returns true if the last instruction jumps to that label.
    pub fn ends_in_jump_to(&self, label: Label) -> bool {
        self.instructions.last() == Some(&Instruction::Jump(label))
    }

    /// Removes what was emitted since. Labels made before must not have been placed since.
    pub fn back_to(&mut self, mark: &Mark) {
        self.instructions.truncate(mark.instructions);
        self.registers = mark.registers;
        self.labels.truncate(mark.labels);
        self.dead = mark.dead;
    }

    /// Returns the finished code: labels become indices.
    pub fn finish(self) -> Code {
        let index = |label: Label| self.labels[label as usize].0.expect("every label that is used has been placed");
        let instructions = self
            .instructions
            .into_iter()
            .map(|instruction| match instruction {
                Instruction::Jump(label) => Instruction::Jump(index(label)),
                Instruction::Branch(test, a, b, label) => Instruction::Branch(test, a, b, index(label)),
                Instruction::BranchConstant(test, a, b, label) => Instruction::BranchConstant(test, a, b, index(label)),
                other => other,
            })
            .collect();
        Code { instructions, registers: self.registers }
    }

    /// Emits an instruction.
    pub fn push(&mut self, instruction: Instruction) {
        if self.dead {
            return;
        }
        let ends = matches!(
            instruction,
            Instruction::Jump(_) | Instruction::Ended(..) | Instruction::Stuck(_) | Instruction::Unsupported
        );
        match instruction {
            Instruction::Jump(label)
            | Instruction::Branch(_, _, _, label)
            | Instruction::BranchConstant(_, _, _, label) => {
                self.labels[label as usize].1 = true;
            }
            _ => {}
        }
        self.instructions.push(instruction);
        self.dead = ends;
    }

    /// Allocates a register.
    pub fn register(&mut self) -> Reg {
        self.registers += 1;
        self.registers - 1
    }

    /// Creates a label, to be placed once.
    pub fn label(&mut self) -> Label {
        self.labels.push((None, false));
        (self.labels.len() - 1) as Label
    }

    /// Places the label here.
    pub fn index(&mut self, label: Label) {
        self.labels[label as usize] = (Some(self.instructions.len() as Label), self.labels[label as usize].1);
        self.dead = self.dead && !self.labels[label as usize].1;
    }

    /// Places the label of a loop here: jumps to it come later.
    pub fn place_loop(&mut self, label: Label) {
        self.labels[label as usize] = (Some(self.instructions.len() as Label), true);
    }

    /// Returns a number in a register that is only known to lie in a range.
    pub fn number(&self, reg: Reg, low: i64, high: i64) -> Number {
        Number { reg: Some(reg), low, high, base: None, max: None }
    }

    /// Like [`Builder::number`], but for a register that is set once, or counts a loop and is used inside it only:
    /// numbers may be compared by it.
    pub fn fixed(&self, reg: Reg, low: i64, high: i64) -> Number {
        Number { reg: Some(reg), low, high, base: Some((reg, 0)), max: None }
    }

    /// Returns the register that holds a number.
    pub fn reg(&mut self, number: Number) -> Reg {
        match number {
            Number { reg: Some(reg), .. } => reg,
            Number { low, .. } => {
                let reg = self.register();
                self.push(Instruction::Constant(reg, low));
                reg
            }
        }
    }

    /// Returns a register of its own for a number, to be changed later.
    pub fn variable(&mut self, number: Number) -> Reg {
        let to = self.register();
        match number {
            Number { reg: Some(reg), low, high, .. } if low != high => self.push(Instruction::Copy(to, reg)),
            Number { low, .. } => self.push(Instruction::Constant(to, low)),
        }
        to
    }

    /// Assigns a number to a variable.
    pub fn assign(&mut self, to: Reg, number: Number) {
        match number.known() {
            Some(value) => self.push(Instruction::Constant(to, value)),
            None => {
                let from = self.reg(number);
                self.push(Instruction::Copy(to, from));
            }
        }
    }

    /// Emits that the machine cannot decide.
    pub fn trouble(&mut self) -> Number {
        self.push(Instruction::Unsupported);
        Number::constant(0)
    }

    /// Emits that the machine cannot decide if the test holds.
    pub fn trouble_if(&mut self, test: Test, a: Number, b: Number) {
        let fine = self.label();
        self.branch(opposite(test), order(test, a, b).0, order(test, a, b).1, fine);
        self.trouble();
        self.index(fine);
    }

    /// Emits a word operation: no overflow is possible or it is meant to wrap.
    pub fn words(&mut self, operation: Arithmetic, a: Number, b: Number) -> Number {
        if let (Arithmetic::ShiftLeft | Arithmetic::ShiftRight, Some(shift)) = (operation, b.known())
            && !(0..64).contains(&shift)
        {
            // Only an index outside its board leads here, and that was found to be unsupported before.
            return self.trouble();
        }
        let known = match (a.known(), b.known()) {
            (Some(a), Some(b)) => match operation {
                Arithmetic::And => Some(a & b),
                Arithmetic::Or => Some(a | b),
                Arithmetic::Xor => Some(a ^ b),
                Arithmetic::ShiftLeft => Some(a.wrapping_shl(b as u32)),
                Arithmetic::ShiftRight => Some((a as u64).wrapping_shr(b as u32) as i64),
                _ => None,
            },
            _ => None,
        };
        if let Some(known) = known {
            return Number::constant(known);
        }
        if let (Arithmetic::Subtract, Some(low), Some(high)) =
            (operation, a.low.checked_sub(b.high), a.high.checked_sub(b.low))
        {
            return match b.known() {
                _ if low == high => Number::constant(low),
                Some(0) => a,
                _ => self.emit(operation, a, b, low, high),
            };
        }
        // Operations without effect are left out.
        match (operation, a.known(), b.known()) {
            (Arithmetic::Or | Arithmetic::Xor | Arithmetic::ShiftLeft | Arithmetic::ShiftRight, _, Some(0))
            | (Arithmetic::And, _, Some(-1)) => return a,
            (Arithmetic::Or | Arithmetic::Xor, Some(0), _) | (Arithmetic::And, Some(-1), _) => return b,
            (Arithmetic::And, _, Some(0)) | (Arithmetic::And, Some(0), _) => return Number::constant(0),
            _ => {}
        }
        let (low, high) = match operation {
            Arithmetic::And if a.low >= 0 && b.low >= 0 => (0, a.high.min(b.high)),
            Arithmetic::And if b.low >= 0 => (0, b.high),
            Arithmetic::And if a.low >= 0 => (0, a.high),
            Arithmetic::Or | Arithmetic::Xor if a.low >= 0 && b.low >= 0 => (0, ones_up_to(a.high.max(b.high))),
            Arithmetic::ShiftRight => match b.known() {
                Some(shift) if a.low >= 0 => (a.low >> shift, a.high >> shift),
                Some(shift) if shift > 0 => (0, (u64::MAX >> shift) as i64),
                _ => (i64::MIN, i64::MAX),
            },
            _ => (i64::MIN, i64::MAX),
        };
        self.emit(operation, a, b, low, high)
    }

    /// Emits an exact operation on numbers: unsupported if the result is not a machine word. Divisors must be positive.
    pub fn compute(&mut self, operation: Arithmetic, a: Number, b: Number) -> Number {
        let wide = |number: Number| (i128::from(number.low), i128::from(number.high));
        let ((al, ah), (bl, bh)) = (wide(a), wide(b));
        let (low, high) = match operation {
            Arithmetic::Add => (al + bl, ah + bh),
            Arithmetic::Subtract => (al - bh, ah - bl),
            Arithmetic::Multiply => {
                let all = [al * bl, al * bh, ah * bl, ah * bh];
                (all.into_iter().min().unwrap_or(0), all.into_iter().max().unwrap_or(0))
            }
            Arithmetic::Divide => {
                let (bl, bh) = (bl.max(1), bh.max(1));
                let all = [al.div_euclid(bl), al.div_euclid(bh), ah.div_euclid(bl), ah.div_euclid(bh)];
                (all.into_iter().min().unwrap_or(0), all.into_iter().max().unwrap_or(0))
            }
            Arithmetic::Remainder if al >= 0 && ah < bl => return a,
            Arithmetic::Remainder => match (a.known(), b.known()) {
                (Some(a), Some(b)) => (i128::from(a.rem_euclid(b)), i128::from(a.rem_euclid(b))),
                _ => (0, (bh - 1).max(0)),
            },
            Arithmetic::Least => (al.min(bl), ah.min(bh)),
            Arithmetic::Greatest => (al.max(bl), ah.max(bh)),
            _ => unreachable!("only exact operations are computed here"),
        };
        match operation {
            Arithmetic::Least if ah <= bl => return a,
            Arithmetic::Least if bh <= al => return b,
            Arithmetic::Greatest if al >= bh => return a,
            Arithmetic::Greatest if bl >= ah => return b,
            Arithmetic::Add if bl == 0 && bh == 0 => return a,
            Arithmetic::Add if al == 0 && ah == 0 => return b,
            Arithmetic::Subtract if bl == 0 && bh == 0 => return a,
            Arithmetic::Multiply | Arithmetic::Divide if bl == 1 && bh == 1 => return a,
            _ => {}
        }
        // A number minus one that is no greater than it is not negative.
        let low = match (operation, a.base, b.base.or(b.max)) {
            (Arithmetic::Subtract, Some((reg, above)), Some((other, more))) if reg == other => {
                low.max(i128::from(above) - i128::from(more))
            }
            _ => low,
        };
        let min = i128::from(i64::MIN);
        let greatest = i128::from(i64::MAX);
        if low > greatest || high < min {
            return self.trouble();
        }
        let exact = low >= min && high <= greatest;
        let (low, high) = (low.max(min) as i64, high.min(greatest) as i64);
        if exact && low == high {
            return Number::constant(low);
        }
        let operation = match operation {
            Arithmetic::Add if !exact => Arithmetic::CheckedAdd,
            Arithmetic::Subtract if !exact => Arithmetic::CheckedSubtract,
            Arithmetic::Multiply if !exact => Arithmetic::CheckedMultiply,
            other => other,
        };
        let result = self.emit(operation, a, b, low, high);
        let shifted = |base: Option<(Reg, i64)>, by: Option<i64>| {
            let (reg, above) = base?;
            Some((reg, above.checked_add(by?)?))
        };
        match operation {
            Arithmetic::Add => {
                let (base, by) = if b.known().is_some() { (a, b.known()) } else { (b, a.known()) };
                Number { base: shifted(base.base, by).or(result.base), max: shifted(base.max, by), ..result }
            }
            Arithmetic::Subtract => {
                let by = b.known().and_then(i64::checked_neg);
                Number { base: shifted(a.base, by).or(result.base), max: shifted(a.max, by), ..result }
            }
            // Rounded down, and by 1 at least: no more than the dividend, unless that is negative.
            Arithmetic::Divide if al >= 0 => Number { max: a.base.or(a.max), ..result },
            Arithmetic::Least => Number { max: a.base.or(a.max).or(b.base).or(b.max), ..result },
            _ => result,
        }
    }

    fn emit(&mut self, operation: Arithmetic, a: Number, b: Number, low: i64, high: i64) -> Number {
        let a = self.reg(a);
        let instruction = |to: Reg, builder: &mut Builder| match b.known() {
            Some(value) => Instruction::ComputeConstant(operation, to, a, value),
            None => Instruction::Compute(operation, to, a, builder.reg(b)),
        };
        let to = self.register();
        let instruction = instruction(to, self);
        self.push(instruction);
        self.fixed(to, low, high)
    }

    /// Returns 1 if the test holds, else 0.
    pub fn is(&mut self, test: Test, a: Number, b: Number) -> Number {
        if let Some(known) = decide(test, a, b) {
            return Number::constant(i64::from(known));
        }
        let (a, b) = (self.reg(a), self.reg(b));
        let to = self.register();
        self.push(Instruction::Is(test, to, a, b));
        self.number(to, 0, 1)
    }

    /// Returns a if the condition is 1, b if it is 0.
    pub fn select(&mut self, condition: Number, a: Number, b: Number) -> Number {
        match condition.known() {
            Some(0) => b,
            Some(_) => a,
            None if a == b => a,
            None => {
                let (low, high) = (a.low.min(b.low), a.high.max(b.high));
                if low == high {
                    return a;
                }
                let (condition, a, b) = (self.reg(condition), self.reg(a), self.reg(b));
                let to = self.register();
                self.push(Instruction::Select(to, condition, a, b));
                self.number(to, low, high)
            }
        }
    }

    /// Jumps to the label if the test holds.
    pub fn branch(&mut self, test: Test, a: Number, b: Number, label: Label) {
        match decide(test, a, b) {
            Some(true) => self.push(Instruction::Jump(label)),
            Some(false) => {}
            None => {
                let a = self.reg(a);
                match b.known() {
                    Some(value) => self.push(Instruction::BranchConstant(test, a, value, label)),
                    None => {
                        let b = self.reg(b);
                        self.push(Instruction::Branch(test, a, b, label));
                    }
                }
            }
        }
    }

    /// Loads the cell at an address.
    pub fn load(&mut self, address: Number, low: i64, high: i64) -> Number {
        let (base, offset) = self.split(address);
        let to = self.register();
        self.push(Instruction::Load(to, base, offset));
        self.number(to, low, high)
    }

    /// Stores a number into the cell at an address.
    pub fn store(&mut self, address: Number, value: Number) {
        let value = self.reg(value);
        let (base, offset) = self.split(address);
        self.push(Instruction::Store(base, offset, value));
    }

    /// Splits an address into a register and an offset.
    fn split(&mut self, address: Number) -> (Reg, i64) {
        match address.known() {
            Some(at) => {
                let zero = self.register();
                self.push(Instruction::Constant(zero, 0));
                (zero, at)
            }
            None => (self.reg(address), 0),
        }
    }

    /// Calls a helper.
    pub fn call(&mut self, helper: Helper, arguments: &[Number], low: i64, high: i64) -> Number {
        let arguments = arguments.iter().map(|argument| self.reg(*argument)).collect();
        let to = self.register();
        self.push(Instruction::Call(helper, to, arguments));
        self.number(to, low, high)
    }

    /// Emits that play ended.
    pub fn verdict(&mut self, verdict: Verdict, clause: Option<u32>) {
        self.push(match clause {
            Some(clause) => Instruction::Ended(clause, verdict),
            None => Instruction::Stuck(verdict),
        });
    }
}

/// Decides a test, if the ranges allow it.
fn decide(test: Test, a: Number, b: Number) -> Option<bool> {
    match test {
        Test::Equal if a.high < b.low || b.high < a.low => Some(false),
        Test::Equal => Some(a.known()? == b.known()?),
        Test::Unequal => decide(Test::Equal, a, b).map(|equal| !equal),
        Test::Less if a.high < b.low => Some(true),
        Test::Less if a.low >= b.high => Some(false),
        Test::AtMost if a.high <= b.low => Some(true),
        Test::AtMost if a.low > b.high => Some(false),
        Test::Less | Test::AtMost => None,
        Test::Below if a.low >= 0 && b.low >= 0 => decide(Test::Less, a, b),
        Test::NotAbove if a.low >= 0 && b.low >= 0 => decide(Test::AtMost, a, b),
        Test::Below => Some((a.known()? as u64) < b.known()? as u64),
        Test::NotAbove => Some((a.known()? as u64) <= b.known()? as u64),
    }
}

/// Returns the test that holds exactly if this one does not; of the operands in the order that [`order`] returns.
pub fn opposite(test: Test) -> Test {
    match test {
        Test::Equal => Test::Unequal,
        Test::Unequal => Test::Equal,
        Test::Less => Test::AtMost,
        Test::AtMost => Test::Less,
        Test::Below => Test::NotAbove,
        Test::NotAbove => Test::Below,
    }
}

/// Returns the operands in the order for the opposite test: not a < b is b <= a.
pub fn order(test: Test, a: Number, b: Number) -> (Number, Number) {
    match test {
        Test::Equal | Test::Unequal => (a, b),
        Test::Less | Test::AtMost | Test::Below | Test::NotAbove => (b, a),
    }
}

/// Returns the least number of the form 2^k - 1 that is not smaller.
fn ones_up_to(value: i64) -> i64 {
    if value <= 0 { 0 } else { (u64::MAX >> value.leading_zeros()) as i64 }
}
