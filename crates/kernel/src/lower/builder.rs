//! Instructions being written: registers, labels, and numbers whose range is known.
//!
//! What is known at this time is computed at this time: a number with one possible value needs no register, a test that
//! always holds is no test, and code that cannot be reached is not written.

use crate::code::{Arithmetic, Code, Helper, Instruction, Label, Reg, Test, Verdict};

/// A number: a register and the range it is known to lie in. With one possible value there is no register.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    reg: Option<Reg>,
    /// It is at least this.
    pub low: i64,
    /// It is at most this.
    pub high: i64,
    /// It is this register, which is set once where it is used, plus so much.
    base: Option<(Reg, i64)>,
    /// It is at most this register plus so much.
    most: Option<(Reg, i64)>,
}

impl Number {
    /// This number.
    pub fn constant(value: i64) -> Number {
        Number { reg: None, low: value, high: value, base: None, most: None }
    }

    /// The same number, known to be no greater than another one.
    pub fn no_more_than(self, other: Number) -> Number {
        Number { most: other.base.or(other.most), ..self }
    }

    /// Its value, if it is known.
    pub fn known(self) -> Option<i64> {
        (self.low == self.high).then_some(self.low)
    }

    /// The same number, known to lie in a smaller range.
    pub fn within(self, low: i64, high: i64) -> Number {
        let (low, high) = (self.low.max(low), self.high.min(high));
        // A contradiction means that this place is never reached; the old range stays right.
        if low > high { self } else { Number { low, high, ..self } }
    }
}

/// Code being written.
pub struct Builder {
    instructions: Vec<Instruction>,
    registers: u32,
    /// Where each label stands, once it does; and whether anything jumps there.
    labels: Vec<(Option<Label>, bool)>,
    /// What is written now cannot be reached.
    dead: bool,
}

/// A place to come back to.
pub struct Mark {
    instructions: usize,
    registers: u32,
    labels: usize,
    dead: bool,
}

impl Builder {
    /// Nothing yet.
    pub fn new() -> Builder {
        Builder { instructions: Vec::new(), registers: 0, labels: Vec::new(), dead: false }
    }

    /// How many instructions there are.
    pub fn len(&self) -> usize {
        self.instructions.len()
    }

    /// Whether what is written now can be reached.
    pub fn is_dead(&self) -> bool {
        self.dead
    }

    /// This place.
    pub fn mark(&self) -> Mark {
        Mark {
            instructions: self.instructions.len(),
            registers: self.registers,
            labels: self.labels.len(),
            dead: self.dead,
        }
    }

    /// Whether nothing was written since.
    pub fn is_unchanged(&self, mark: &Mark) -> bool {
        self.instructions.len() == mark.instructions && self.dead == mark.dead
    }

    /// Whether the last instruction goes on at that label.
    pub fn ends_in_jump_to(&self, label: Label) -> bool {
        self.instructions.last() == Some(&Instruction::Jump(label))
    }

    /// Forgets what was written since. Labels made before must not have been placed since.
    pub fn back_to(&mut self, mark: &Mark) {
        self.instructions.truncate(mark.instructions);
        self.registers = mark.registers;
        self.labels.truncate(mark.labels);
        self.dead = mark.dead;
    }

    /// The finished code: labels become places.
    pub fn finish(self) -> Code {
        let place = |label: Label| self.labels[label as usize].0.expect("every label that is used has been placed");
        let instructions = self
            .instructions
            .into_iter()
            .map(|instruction| match instruction {
                Instruction::Jump(label) => Instruction::Jump(place(label)),
                Instruction::Branch(test, a, b, label) => Instruction::Branch(test, a, b, place(label)),
                Instruction::BranchConstant(test, a, b, label) => Instruction::BranchConstant(test, a, b, place(label)),
                other => other,
            })
            .collect();
        Code { instructions, registers: self.registers }
    }

    /// Writes an instruction.
    pub fn push(&mut self, instruction: Instruction) {
        if self.dead {
            return;
        }
        let ends = matches!(
            instruction,
            Instruction::Jump(_) | Instruction::Ended(..) | Instruction::Stuck(_) | Instruction::Trouble
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

    /// A new register.
    pub fn register(&mut self) -> Reg {
        self.registers += 1;
        self.registers - 1
    }

    /// A new label, to be placed once.
    pub fn label(&mut self) -> Label {
        self.labels.push((None, false));
        (self.labels.len() - 1) as Label
    }

    /// The label stands here.
    pub fn place(&mut self, label: Label) {
        self.labels[label as usize] = (Some(self.instructions.len() as Label), self.labels[label as usize].1);
        self.dead = self.dead && !self.labels[label as usize].1;
    }

    /// The label of a loop stands here: what jumps there comes later.
    pub fn place_loop(&mut self, label: Label) {
        self.labels[label as usize] = (Some(self.instructions.len() as Label), true);
    }

    /// A number in a register that is only known to lie in a range.
    pub fn number(&self, reg: Reg, low: i64, high: i64) -> Number {
        Number { reg: Some(reg), low, high, base: None, most: None }
    }

    /// The same of a register that is set once, or counts a loop and is used inside it only: numbers may be compared by it.
    pub fn fixed(&self, reg: Reg, low: i64, high: i64) -> Number {
        Number { reg: Some(reg), low, high, base: Some((reg, 0)), most: None }
    }

    /// The register that holds a number.
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

    /// A register of its own for a number, to be changed later.
    pub fn variable(&mut self, number: Number) -> Reg {
        let to = self.register();
        match number {
            Number { reg: Some(reg), low, high, .. } if low != high => self.push(Instruction::Copy(to, reg)),
            Number { low, .. } => self.push(Instruction::Constant(to, low)),
        }
        to
    }

    /// Puts a number into a variable.
    pub fn assign(&mut self, to: Reg, number: Number) {
        match number.known() {
            Some(value) => self.push(Instruction::Constant(to, value)),
            None => {
                let from = self.reg(number);
                self.push(Instruction::Copy(to, from));
            }
        }
    }

    /// The machine cannot say what comes here.
    pub fn trouble(&mut self) -> Number {
        self.push(Instruction::Trouble);
        Number::constant(0)
    }

    /// Trouble if the test holds.
    pub fn trouble_if(&mut self, test: Test, a: Number, b: Number) {
        let fine = self.label();
        self.branch(opposite(test), order(test, a, b).0, order(test, a, b).1, fine);
        self.trouble();
        self.place(fine);
    }

    /// An operation that is plain on words: no overflow is possible or it is meant to wrap.
    pub fn words(&mut self, operation: Arithmetic, a: Number, b: Number) -> Number {
        if let (Arithmetic::ShiftLeft | Arithmetic::ShiftRight, Some(shift)) = (operation, b.known())
            && !(0..64).contains(&shift)
        {
            // Only an index that is not on its board leads here, and that was found to be trouble before.
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
        // What does nothing is left out.
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

    /// An exact operation on numbers: trouble where the result is not a machine word. Divisors must be positive.
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
        // What is taken from a number and is no greater than it leaves nothing negative.
        let low = match (operation, a.base, b.base.or(b.most)) {
            (Arithmetic::Subtract, Some((reg, above)), Some((other, more))) if reg == other => {
                low.max(i128::from(above) - i128::from(more))
            }
            _ => low,
        };
        let least = i128::from(i64::MIN);
        let greatest = i128::from(i64::MAX);
        if low > greatest || high < least {
            return self.trouble();
        }
        let exact = low >= least && high <= greatest;
        let (low, high) = (low.max(least) as i64, high.min(greatest) as i64);
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
                Number { base: shifted(base.base, by).or(result.base), most: shifted(base.most, by), ..result }
            }
            Arithmetic::Subtract => {
                let by = b.known().and_then(i64::checked_neg);
                Number { base: shifted(a.base, by).or(result.base), most: shifted(a.most, by), ..result }
            }
            // Rounded down, and by 1 at least: no more than what was divided, unless that is negative.
            Arithmetic::Divide if al >= 0 => Number { most: a.base.or(a.most), ..result },
            Arithmetic::Least => Number { most: a.base.or(a.most).or(b.base).or(b.most), ..result },
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

    /// 1 if the test holds, else 0.
    pub fn is(&mut self, test: Test, a: Number, b: Number) -> Number {
        if let Some(known) = decide(test, a, b) {
            return Number::constant(i64::from(known));
        }
        let (a, b) = (self.reg(a), self.reg(b));
        let to = self.register();
        self.push(Instruction::Is(test, to, a, b));
        self.number(to, 0, 1)
    }

    /// a where the condition is 1, b where it is 0.
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

    /// Goes on at the label if the test holds.
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

    /// The cell at an address.
    pub fn load(&mut self, address: Number, low: i64, high: i64) -> Number {
        let (base, offset) = self.split(address);
        let to = self.register();
        self.push(Instruction::Load(to, base, offset));
        self.number(to, low, high)
    }

    /// Puts a number into the cell at an address.
    pub fn store(&mut self, address: Number, value: Number) {
        let value = self.reg(value);
        let (base, offset) = self.split(address);
        self.push(Instruction::Store(base, offset, value));
    }

    /// An address as a register and an offset.
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

    /// What a helper answers.
    pub fn call(&mut self, helper: Helper, arguments: &[Number], low: i64, high: i64) -> Number {
        let arguments = arguments.iter().map(|argument| self.reg(*argument)).collect();
        let to = self.register();
        self.push(Instruction::Call(helper, to, arguments));
        self.number(to, low, high)
    }

    /// Play ended.
    pub fn verdict(&mut self, verdict: Verdict, clause: Option<u32>) {
        self.push(match clause {
            Some(clause) => Instruction::Ended(clause, verdict),
            None => Instruction::Stuck(verdict),
        });
    }
}

/// Whether a test holds, as far as ranges tell.
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

/// The test that holds exactly where this one does not; of the operands in the order that [`order`] gives.
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

/// The operands in the order for the opposite test: not a < b is b <= a.
pub fn order(test: Test, a: Number, b: Number) -> (Number, Number) {
    match test {
        Test::Equal | Test::Unequal => (a, b),
        Test::Less | Test::AtMost | Test::Below | Test::NotAbove => (b, a),
    }
}

/// The least number of the form 2^k - 1 that is not smaller.
fn ones_up_to(value: i64) -> i64 {
    if value <= 0 { 0 } else { (u64::MAX >> value.leading_zeros()) as i64 }
}
