//! Lowers conditions to branches.

use super::builder::{Number, opposite, order};
use super::{Locals, Lowering, Operand, Wanted};
use crate::code::{Helper, Instruction, Label, Test};
use grundy_message::Message;
use grundy_rules::ast::Comparison;
use grundy_rules::game::{Domain, Expr, Fold, Form};

impl Lowering<'_> {
    /// Decides a condition, if that is possible now without any code.
    pub(super) fn decided(&mut self, condition: &Expr, locals: &mut Locals) -> Result<Option<bool>, Message> {
        if self.builder.is_dead() {
            return Ok(None);
        }
        let mark = self.builder.mark();
        let used = self.memory.used;
        let label = self.builder.label();
        let before = self.builder.len();
        self.branch(condition, Wanted::True, label, locals)?;
        let decided = match (self.builder.len() - before, self.builder.is_dead()) {
            (0, false) => Some(false),
            (1, true) if self.builder.ends_in_jump_to(label) => Some(true),
            _ => None,
        };
        self.builder.back_to(&mark);
        self.memory.used = used;
        Ok(decided)
    }

    /// Returns 1 if a condition holds, else 0.
    pub(super) fn truth(&mut self, condition: &Expr, locals: &mut Locals) -> Result<Number, Message> {
        if let Some(decided) = self.decided(condition, locals)? {
            return Ok(Number::constant(i64::from(decided)));
        }
        let end = self.builder.label();
        let result = self.builder.variable(Number::constant(0));
        self.branch(condition, Wanted::False, end, locals)?;
        self.builder.push(Instruction::Constant(result, 1));
        self.builder.index(end);
        Ok(self.builder.number(result, 0, 1))
    }

    /// Jumps to the label if the condition is as wanted.
    pub(super) fn branch(
        &mut self,
        condition: &Expr,
        wanted: Wanted,
        label: Label,
        locals: &mut Locals,
    ) -> Result<(), Message> {
        if let Some(patterns) = self.patterns(condition, locals)? {
            self.branch_patterns(&patterns, wanted, label);
            return Ok(());
        }
        match &condition.form {
            Form::Not(inner) => self.branch(inner, wanted.other(), label, locals),
            Form::And(terms) => self.all_of(terms.iter().map(Ok), wanted, label, locals),
            // Any of these holds exactly if not all of them fail.
            Form::Or(terms) => self.all_of(terms.iter().map(Err), wanted.other(), label, locals),
            Form::Compare(operands, signs) => self.compare(operands, signs, wanted, label, locals),
            Form::In(inner, domain) => self.membership(inner, domain, wanted, label, locals),
            Form::Fold { fold: fold @ (Fold::Any | Fold::All), body, binders, filter } => {
                // In both cases one round can decide: a true one of `any`, a false one of `all`.
                let settles = if *fold == Fold::Any { Wanted::True } else { Wanted::False };
                let settled = if wanted == settles { label } else { self.builder.label() };
                self.filtered(binders, filter.as_deref(), locals, &mut |lowering, locals| {
                    lowering.branch(body, settles, settled, locals)
                })?;
                if wanted != settles {
                    self.builder.push(Instruction::Jump(label));
                    self.builder.index(settled);
                }
                Ok(())
            }
            Form::Apply(function, arguments) => {
                let mut frame = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    frame.push(self.operand(argument, locals)?);
                }
                let game = self.game;
                self.branch(&game.functions[*function].body, wanted, label, &mut frame)
            }
            Form::If(condition, yes, no) => {
                let (otherwise, end) = (self.builder.label(), self.builder.label());
                self.branch(condition, Wanted::False, otherwise, locals)?;
                self.branch(yes, wanted, label, locals)?;
                self.builder.push(Instruction::Jump(end));
                self.builder.index(otherwise);
                self.branch(no, wanted, label, locals)?;
                self.builder.index(end);
                Ok(())
            }
            _ => {
                let value = self.number(condition, locals)?;
                let value = value.within(0, 1);
                let goal = Number::constant(i64::from(wanted == Wanted::True));
                self.builder.branch(Test::Equal, value, goal, label);
                Ok(())
            }
        }
    }

    /// Jumps to the label if all terms hold (or not all); those given as errors must fail instead of hold.
    fn all_of<'e>(
        &mut self,
        terms: impl Iterator<Item = Result<&'e Expr, &'e Expr>>,
        wanted: Wanted,
        label: Label,
        locals: &mut Locals,
    ) -> Result<(), Message> {
        let failed = if wanted == Wanted::False { label } else { self.builder.label() };
        for term in terms {
            match term {
                Ok(holds) => self.branch(holds, Wanted::False, failed, locals)?,
                Err(fails) => self.branch(fails, Wanted::True, failed, locals)?,
            }
        }
        if wanted == Wanted::True {
            self.builder.push(Instruction::Jump(label));
            self.builder.index(failed);
        }
        Ok(())
    }

    fn compare(
        &mut self,
        operands: &[Expr],
        signs: &[Comparison],
        wanted: Wanted,
        label: Label,
        locals: &mut Locals,
    ) -> Result<(), Message> {
        let failed = if wanted == Wanted::False { label } else { self.builder.label() };
        let mut left = self.operand(&operands[0], locals)?;
        for (index, sign) in signs.iter().enumerate() {
            let right = self.operand(&operands[index + 1], locals)?;
            let last = index + 1 == signs.len();
            let (a, b, test) = self.comparison(&left, &right, *sign)?;
            if last && wanted == Wanted::True {
                self.builder.branch(test, a, b, label);
            } else {
                let (first, second) = order(test, a, b);
                self.builder.branch(opposite(test), first, second, failed);
            }
            left = right;
        }
        if wanted == Wanted::True {
            self.builder.index(failed);
        }
        Ok(())
    }

    /// Returns two numbers and the test that holds of them exactly if the comparison holds.
    fn comparison(
        &mut self,
        left: &Operand,
        right: &Operand,
        sign: Comparison,
    ) -> Result<(Number, Number, Test), Message> {
        let (a, b) = match (left, right) {
            (Operand::Number(a), Operand::Number(b)) => (*a, *b),
            (left, right) => {
                let (left, right) = (self.in_memory(left)?, self.in_memory(right)?);
                let (m, n) = (self.cell_count(&left)?, self.cell_count(&right)?);
                // Rows of equal length compare like their cells one after the other.
                let result = self.builder.call(Helper::Compare, &[left.address, m, right.address, n], -1, 1);
                (result, Number::constant(0))
            }
        };
        Ok(match sign {
            Comparison::Equal => (a, b, Test::Equal),
            Comparison::Unequal => (a, b, Test::Unequal),
            Comparison::Less => (a, b, Test::Less),
            Comparison::AtMost => (a, b, Test::AtMost),
            Comparison::Greater => (b, a, Test::Less),
            Comparison::AtLeast => (b, a, Test::AtMost),
        })
    }

    fn membership(
        &mut self,
        inner: &Expr,
        domain: &Domain,
        wanted: Wanted,
        label: Label,
        locals: &mut Locals,
    ) -> Result<(), Message> {
        let value = self.number(inner, locals)?;
        let (yes, no, end) = match wanted {
            Wanted::True => {
                let end = self.builder.label();
                (label, end, end)
            }
            Wanted::False => {
                let end = self.builder.label();
                (end, label, end)
            }
        };
        match domain {
            Domain::Range(low, high) => {
                let low = self.number(low, locals)?;
                let high = high.as_ref().map(|high| self.number(high, locals)).transpose()?;
                self.builder.branch(Test::Less, value, low, no);
                if let Some(high) = high {
                    self.builder.branch(Test::Less, high, value, no);
                }
                self.builder.push(Instruction::Jump(yes));
            }
            Domain::Of(list) => {
                let list = self.operand(list, locals)?;
                let length = self.length(&list)?;
                let last = self.builder.compute(crate::code::Arithmetic::Subtract, length, Number::constant(1));
                self.counted(Number::constant(0), last, &mut |lowering, at| {
                    let Operand::Number(element) = lowering.element(&list, at)? else {
                        return Err(Message::text("membership among lists"));
                    };
                    lowering.builder.branch(Test::Equal, value, element, yes);
                    Ok(())
                })?;
                self.builder.push(Instruction::Jump(no));
            }
        }
        self.builder.index(end);
        Ok(())
    }
}
