//! Finds loops of lowered code that walk along the table at a steady pace, and replaces each by one step.
//!
//! In: a code. Out: the same code, where every loop that only leaves one option per round, whose parts have keys that
//! go up or down by a fixed step, is preceded by a *run*: all of its options at once. `move take(k in 1..n) -> n - k`
//! is a run of keys from n - 1 down, `move split(k in 1..n / 2) -> k plus n - k` a run of pairs, one key up, one down.
//!
//! Idea: in such a loop every register is a + b·i, with b known in advance. Tests of a range hold for all rounds if
//! they hold for the first and the last. An `or` is a sum if one side ends in zeros and the other fits into them, which
//! is tested likewise. If a test fails, or the loop is short, the loop itself runs, so the results of a code never
//! change. A run is written as a `Part` of several words, (how many, the first key of each part), and an `Option` whose
//! number is that of its site; only sinks that know of runs are given such code.

use super::{KeptRows, SweepKind};
use crate::code::{Arithmetic, Code, Instruction, Label, Reg, Test};
use std::collections::HashMap;
use std::ops::Range;

/// Tuning: minimum number of rounds of a run; shorter loops are run as they are. No measurement is recorded.
const MIN_ROUNDS: i64 = 8;
/// Format: maximum number of rounds of a run, so that nothing overflows.
const MAX_ROUNDS: i64 = 1 << 22;
const LONGEST_STEP: i64 = 1 << 39;

/// A loop that was replaced: the increment of the key of each part from one option to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Site {
    pub(crate) steps: Vec<i64>,
}

/// A code with runs.
#[derive(Clone, Debug)]
pub(crate) struct WithRuns {
    pub(crate) code: Code,
    pub(crate) sites: Vec<Site>,
    /// True if every loop of the code has a run.
    pub(crate) every_loop: bool,
}

impl WithRuns {
    /// Returns a code with runs, if a sweep for this kind of value into a table that keeps these rows can use them.
    pub(crate) fn of(code: &Code, kind: SweepKind, kept: Option<KeptRows>) -> WithRuns {
        let with_sets = matches!(kind, SweepKind::Nimbers | SweepKind::WideNimbers | SweepKind::Outcomes);
        if with_sets && kept.is_none() { with_runs(code) } else { WithRuns::none(code) }
    }

    /// Returns the code as it is.
    pub(crate) fn none(code: &Code) -> WithRuns {
        WithRuns { code: code.clone(), sites: Vec::new(), every_loop: false }
    }
}

/// Inserts a run before every loop that is one.
fn with_runs(code: &Code) -> WithRuns {
    let mut loops: HashMap<usize, Steady> = HashMap::new();
    let mut every_loop = true;
    for (end, instruction) in code.instructions.iter().enumerate() {
        let Some(label) = target(instruction) else { continue };
        if label as usize > end {
            continue;
        }
        match Steady::new(code, label as usize, end) {
            Some(steady) => {
                loops.insert(label as usize, steady);
            }
            None => every_loop = false,
        }
    }
    let mut writer =
        Writer { registers: code.registers, instructions: Vec::new(), jumps: Vec::new(), sites: Vec::new() };
    let mut indices = Vec::with_capacity(code.instructions.len() + 1);
    let mut bodies = HashMap::new();
    for (index, instruction) in code.instructions.iter().enumerate() {
        indices.push(writer.instructions.len());
        if let Some(steady) = loops.get(&index) {
            writer.run(code, steady);
            bodies.insert(index, writer.instructions.len());
        }
        match target(instruction) {
            Some(label) if label as usize <= index && loops.contains_key(&(label as usize)) => {
                writer.jump(instruction.clone(), Goal::Body(label as usize));
            }
            Some(label) => writer.jump(instruction.clone(), Goal::Place(label as usize)),
            None => writer.instructions.push(instruction.clone()),
        }
    }
    for (from, goal) in &writer.jumps {
        let to = match goal {
            Goal::Place(index) => indices[*index],
            Goal::Body(index) => bodies[index],
            Goal::Ahead(steps) => from + steps,
        };
        if let Some(label) = target_mut(&mut writer.instructions[*from]) {
            *label = to as Label;
        }
    }
    let code = Code { instructions: writer.instructions, registers: writer.registers };
    WithRuns { code, sites: writer.sites, every_loop }
}

/// A loop whose registers all change at a steady pace.
struct Steady {
    counter: Reg,
    /// Value of the counter in the last round.
    bound: Reg,
    /// Its instructions without the two that count.
    body: Range<usize>,
    /// Increment per round of each register written in it.
    steps: HashMap<Reg, i64>,
    /// (index, register, max): what must hold after the instruction in every round: 0 <= register <= max.
    limits: Vec<(usize, Reg, i64)>,
    parts: Vec<(Reg, i64)>,
}

/// What is known of a register in all rounds.
#[derive(Clone, Copy)]
struct Form {
    step: i64,
    /// Minimum number of trailing zeros.
    zeros: u32,
}

impl Steady {
    fn new(code: &Code, start: usize, end: usize) -> Option<Steady> {
        let instructions = &code.instructions;
        let Instruction::Branch(Test::AtMost, counter, bound, _) = instructions[end] else { return None };
        let counts = Instruction::ComputeConstant(Arithmetic::Add, counter, counter, 1);
        if end <= start || instructions[end - 1] != counts {
            return None;
        }
        let body = start..end - 1;
        let mut steady = Steady { counter, bound, body, steps: HashMap::new(), limits: Vec::new(), parts: Vec::new() };
        let written: Vec<Reg> = instructions[start..end].iter().filter_map(written_by).collect();
        if written.contains(&bound) {
            return None;
        }
        for (index, instruction) in instructions.iter().enumerate() {
            let outside = !(start..=end).contains(&index);
            // What the loop writes is not used after it, and nothing jumps into its middle.
            let mut reads = Vec::new();
            read_by(instruction, &mut reads)?;
            if outside && reads.iter().any(|register| written.contains(register)) {
                return None;
            }
            if let Some(label) = target(instruction) {
                let inside = (start..=end).contains(&(label as usize));
                if index != end && inside && (outside || label as usize == start) {
                    return None;
                }
            }
        }
        steady.follow(instructions, &written)?;
        (!steady.parts.is_empty() && steady.parts.len() <= 2).then_some(steady)
    }

    /// Traces one round.
    fn follow(&mut self, instructions: &[Instruction], written: &[Reg]) -> Option<()> {
        let mut forms: HashMap<Reg, Form> = HashMap::from([(self.counter, Form { step: 1, zeros: 0 })]);
        let mut complete = false;
        let mut index = self.body.start;
        while index < self.body.end {
            if complete {
                return None;
            }
            let instruction = &instructions[index];
            let form = |register: Reg| match forms.get(&register) {
                Some(form) => Some(*form),
                // Written later in the round: it would be the value of the previous round.
                None if written.contains(&register) => None,
                None => Some(Form { step: 0, zeros: 0 }),
            };
            let trailing = |number: i64| number.trailing_zeros().min(63);
            let made = match *instruction {
                Instruction::Constant(to, number) => (to, Form { step: 0, zeros: trailing(number) }),
                Instruction::Copy(to, from) => (to, form(from)?),
                Instruction::Compute(operation, to, a, b) => {
                    let (one, other) = (form(a)?, form(b)?);
                    let zeros = one.zeros.min(other.zeros);
                    let step = match operation {
                        Arithmetic::Add => one.step.checked_add(other.step)?,
                        Arithmetic::Subtract => one.step.checked_sub(other.step)?,
                        Arithmetic::Or if (one.step, other.step) != (0, 0) => {
                            let (high, low) = if one.zeros > 0 { (one, b) } else { (other, a) };
                            if high.zeros == 0 || high.zeros > 39 {
                                return None;
                            }
                            self.limits.push((index, low, (1 << high.zeros) - 1));
                            one.step.checked_add(other.step)?
                        }
                        Arithmetic::CheckedAdd | Arithmetic::CheckedSubtract | Arithmetic::CheckedMultiply => {
                            return None;
                        }
                        _ if (one.step, other.step) == (0, 0) => 0,
                        _ => return None,
                    };
                    let keeps_zeros = matches!(operation, Arithmetic::Add | Arithmetic::Subtract | Arithmetic::Or);
                    (to, Form { step, zeros: if keeps_zeros { zeros } else { 0 } })
                }
                Instruction::ComputeConstant(operation, to, a, number) => {
                    let from = form(a)?;
                    let form = match operation {
                        Arithmetic::Add | Arithmetic::Subtract => {
                            Form { step: from.step, zeros: from.zeros.min(trailing(number)) }
                        }
                        Arithmetic::ShiftLeft if (0..40).contains(&number) => Form {
                            step: from.step.checked_mul(1 << number)?,
                            zeros: (from.zeros + number as u32).min(63),
                        },
                        Arithmetic::Multiply => Form { step: from.step.checked_mul(number)?, zeros: 0 },
                        Arithmetic::CheckedAdd | Arithmetic::CheckedSubtract | Arithmetic::CheckedMultiply => {
                            return None;
                        }
                        _ if from.step == 0 => Form { step: 0, zeros: 0 },
                        _ => return None,
                    };
                    (to, form)
                }
                Instruction::BranchConstant(Test::NotAbove, register, max, label) => {
                    let skips = label as usize == index + 2 && index + 2 <= self.body.end;
                    if !skips || instructions[index + 1] != Instruction::Unsupported || !(0..1 << 40).contains(&max) {
                        return None;
                    }
                    form(register)?;
                    self.limits.push((index, register, max));
                    index += 2;
                    continue;
                }
                Instruction::Part(ref words) => {
                    let [word] = words[..] else { return None };
                    self.parts.push((word, form(word)?.step));
                    index += 1;
                    continue;
                }
                Instruction::Option(_, None, None) => {
                    complete = true;
                    index += 1;
                    continue;
                }
                _ => return None,
            };
            let (to, form) = made;
            // A register written twice, or the counter, is not analysed.
            if form.step.abs() > LONGEST_STEP || forms.insert(to, form).is_some() {
                return None;
            }
            self.steps.insert(to, form.step);
            index += 1;
        }
        let moves = self.parts.iter().any(|(_, step)| *step != 0);
        (complete && moves).then_some(())
    }
}

/// Target of a jump of the new code.
enum Goal {
    /// An index of the old code, including the run before it.
    Place(usize),
    /// To the loop itself, after its run.
    Body(usize),
    /// This many instructions ahead.
    Ahead(usize),
}

struct Writer {
    registers: u32,
    instructions: Vec<Instruction>,
    jumps: Vec<(usize, Goal)>,
    sites: Vec<Site>,
}

impl Writer {
    fn register(&mut self) -> Reg {
        self.registers += 1;
        self.registers - 1
    }

    fn jump(&mut self, instruction: Instruction, goal: Goal) {
        self.jumps.push((self.instructions.len(), goal));
        self.instructions.push(instruction);
    }

    /// Jumps to the loop itself unless 0 <= register <= max.
    fn limit(&mut self, register: Reg, max: i64, start: usize) {
        self.jump(Instruction::BranchConstant(Test::NotAbove, register, max, 0), Goal::Ahead(2));
        self.jump(Instruction::Jump(0), Goal::Body(start));
    }

    fn run(&mut self, code: &Code, steady: &Steady) {
        let start = steady.body.start;
        let [more, spare, count] = [(); 3].map(|()| self.register());
        self.instructions.push(Instruction::Compute(Arithmetic::Subtract, more, steady.bound, steady.counter));
        self.instructions.push(Instruction::ComputeConstant(Arithmetic::Subtract, spare, more, MIN_ROUNDS - 1));
        self.limit(spare, MAX_ROUNDS - MIN_ROUNDS, start);
        self.instructions.push(Instruction::ComputeConstant(Arithmetic::Add, count, more, 1));
        let mut words = vec![count];
        for (round, counter) in [steady.counter, steady.bound].into_iter().enumerate() {
            let mut names: HashMap<Reg, Reg> = HashMap::from([(steady.counter, counter)]);
            for index in steady.body.clone() {
                let renamed = |register: Reg| names.get(&register).copied().unwrap_or(register);
                for (_, register, max) in steady.limits.iter().filter(|(at, _, _)| *at == index) {
                    // What stays the same was tested in the first round.
                    let same = *register != steady.counter && steady.steps.get(register).is_none_or(|step| *step == 0);
                    if round == 0 || !same {
                        self.limit(renamed(*register), *max, start);
                    }
                }
                let mut copied = code.instructions[index].clone();
                match &mut copied {
                    Instruction::Constant(..) => {}
                    Instruction::Copy(_, from) => *from = renamed(*from),
                    Instruction::Compute(_, _, a, b) => (*a, *b) = (renamed(*a), renamed(*b)),
                    Instruction::ComputeConstant(_, _, a, _) => *a = renamed(*a),
                    Instruction::Part(parts) => {
                        if round == 0 {
                            words.push(renamed(parts[0]));
                        }
                        continue;
                    }
                    _ => continue,
                }
                let Some(old) = written_by(&copied) else { continue };
                let new = self.register();
                names.insert(old, new);
                match &mut copied {
                    Instruction::Constant(to, _)
                    | Instruction::Copy(to, _)
                    | Instruction::Compute(_, to, _, _)
                    | Instruction::ComputeConstant(_, to, _, _) => *to = new,
                    _ => {}
                }
                self.instructions.push(copied);
            }
        }
        self.instructions.push(Instruction::Part(words));
        self.instructions.push(Instruction::Option(self.sites.len() as u16, None, None));
        self.sites.push(Site { steps: steady.parts.iter().map(|(_, step)| *step).collect() });
        // After the loop: two instructions of counting follow its body.
        self.jump(Instruction::Jump(0), Goal::Place(steady.body.end + 2));
    }
}

fn target(instruction: &Instruction) -> Option<Label> {
    match instruction {
        Instruction::Jump(label) | Instruction::Branch(.., label) | Instruction::BranchConstant(.., label) => {
            Some(*label)
        }
        _ => None,
    }
}

fn target_mut(instruction: &mut Instruction) -> Option<&mut Label> {
    match instruction {
        Instruction::Jump(label) | Instruction::Branch(.., label) | Instruction::BranchConstant(.., label) => {
            Some(label)
        }
        _ => None,
    }
}

fn written_by(instruction: &Instruction) -> Option<Reg> {
    match *instruction {
        Instruction::Constant(to, _)
        | Instruction::Copy(to, _)
        | Instruction::Word(to, _)
        | Instruction::Compute(_, to, _, _)
        | Instruction::ComputeConstant(_, to, _, _)
        | Instruction::Is(_, to, _, _)
        | Instruction::Select(to, ..)
        | Instruction::CountOnes(to, _)
        | Instruction::Load(to, _, _)
        | Instruction::Call(_, to, _) => Some(to),
        _ => None,
    }
}

/// Collects the registers that an instruction reads; `None` if it ends play with points, which excludes runs.
fn read_by(instruction: &Instruction, reads: &mut Vec<Reg>) -> Option<()> {
    use crate::code::Verdict;
    match instruction {
        Instruction::Constant(..) | Instruction::Word(..) | Instruction::Jump(_) => {}
        Instruction::Done | Instruction::Unsupported => {}
        Instruction::Ended(_, verdict) | Instruction::Stuck(verdict) => {
            if matches!(verdict, Verdict::Score(_)) {
                return None;
            }
        }
        Instruction::Copy(_, from) | Instruction::CountOnes(_, from) => reads.push(*from),
        Instruction::Compute(_, _, a, b) | Instruction::Is(_, _, a, b) | Instruction::Branch(_, a, b, _) => {
            reads.extend([*a, *b]);
        }
        Instruction::ComputeConstant(_, _, a, _) | Instruction::BranchConstant(_, a, _, _) => reads.push(*a),
        Instruction::Select(_, condition, a, b) => reads.extend([*condition, *a, *b]),
        Instruction::Load(_, address, _) => reads.push(*address),
        Instruction::Store(address, _, from) => reads.extend([*address, *from]),
        Instruction::Call(_, _, arguments) => reads.extend(arguments),
        Instruction::Part(words) => reads.extend(words),
        Instruction::Option(_, again, gain) => reads.extend(again.iter().chain(gain)),
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// for counter in 1..=word: part(word - counter), an option.
    fn take() -> Code {
        let instructions = vec![
            Instruction::Word(0, 0),
            Instruction::BranchConstant(Test::Less, 0, 1, 9),
            Instruction::Constant(1, 1),
            Instruction::Compute(Arithmetic::Subtract, 2, 0, 1),
            Instruction::BranchConstant(Test::NotAbove, 2, 100, 6),
            Instruction::Unsupported,
            Instruction::Part(vec![2]),
            Instruction::Option(0, None, None),
            Instruction::ComputeConstant(Arithmetic::Add, 1, 1, 1),
            Instruction::Done,
            Instruction::Stuck(crate::code::Verdict::Lose),
        ];
        let mut code = Code { instructions, registers: 3 };
        code.instructions.insert(9, Instruction::Branch(Test::AtMost, 1, 0, 3));
        code.instructions[1] = Instruction::BranchConstant(Test::Less, 0, 1, 10);
        code
    }

    #[test]
    fn a_loop_of_takes_is_a_run_down() {
        let found = with_runs(&take());
        assert_eq!(found.sites, [Site { steps: vec![-1] }]);
        assert!(found.every_loop);
        let runs = found
            .code
            .instructions
            .iter()
            .filter(|instruction| matches!(instruction, Instruction::Part(words) if words.len() == 2));
        assert_eq!(runs.count(), 1);
        // The loop itself is still there.
        assert!(found.code.instructions.contains(&Instruction::Part(vec![2])));
    }

    #[test]
    fn loops_that_do_something_else_are_left_alone() {
        let mut squares = take();
        squares.instructions[3] = Instruction::Compute(Arithmetic::Multiply, 2, 1, 1);
        let mut used_later = take();
        used_later.instructions[10] = Instruction::Part(vec![2]);
        let mut entered_inside = take();
        entered_inside.instructions[1] = Instruction::BranchConstant(Test::Less, 0, 1, 6);
        for code in [squares, used_later, entered_inside] {
            let found = with_runs(&code);
            assert_eq!((found.sites.len(), found.every_loop), (0, false));
            assert_eq!(found.code, code);
        }
    }
}
