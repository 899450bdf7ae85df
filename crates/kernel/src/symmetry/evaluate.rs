//! Expressions as terms: the other half of `unroll`.
//!
//! In: a checked expression and the values of its locals. Out: a term, or a list of terms whose length is fixed; `None`
//! if the expression uses what is not supported.

use super::term::{Operator, TermId};
use super::unroll::{Locals, Symbolic, Unrolling};
use grundy_rules::Int;
use grundy_rules::ast::{BinaryOperator, Comparison};
use grundy_rules::game::{Builtin, Domain, Expr, Fold, Form};
use std::rc::Rc;

/// Tuning: maximum depth of an expression that is searched for symmetries. No measurement is recorded.
const MAX_DEPTH: usize = 64;

impl Unrolling<'_> {
    /// Evaluates a number, a truth value or a symbol.
    pub fn scalar(&mut self, expr: &Expr, locals: &mut Locals) -> Option<TermId> {
        match self.evaluate(expr, locals)? {
            Symbolic::Scalar(term) => Some(term),
            Symbolic::List(_) => None,
        }
    }

    /// Evaluates any expression.
    pub fn evaluate(&mut self, expr: &Expr, locals: &mut Locals) -> Option<Symbolic> {
        self.step()?;
        self.depth += 1;
        let found = if self.depth > MAX_DEPTH { None } else { self.form(expr, locals) };
        self.depth -= 1;
        found
    }

    fn form(&mut self, expr: &Expr, locals: &mut Locals) -> Option<Symbolic> {
        let scalar = match &expr.form {
            Form::Int(Int::Small(number)) => self.terms.constant(*number)?,
            Form::Int(_) => return None,
            Form::Bool(truth) => self.terms.constant(i64::from(*truth))?,
            Form::Symbol(symbol) => self.terms.constant(i64::from(symbol.0))?,
            Form::Component(slot) => return self.part.get(*slot).cloned(),
            Form::Given(slot) => return self.givens.get(*slot).cloned(),
            Form::Local(slot) => return locals.get(*slot).cloned(),
            Form::Mover | Form::Other => {
                let side = if expr.form == Form::Mover { self.mover? } else { self.mover?.other() };
                let symbol = self.instance.game().players?[side.index()];
                self.terms.constant(i64::from(symbol.0))?
            }
            Form::If(condition, yes, no) => {
                let condition = self.scalar(condition, locals)?;
                match self.terms.known(condition) {
                    Some(0) => return self.evaluate(no, locals),
                    Some(_) => return self.evaluate(yes, locals),
                    None => {
                        let (yes, no) = (self.scalar(yes, locals)?, self.scalar(no, locals)?);
                        self.terms.join(Operator::If, vec![condition, yes, no])?
                    }
                }
            }
            Form::And(all) => self.truths(all, Operator::And, 0, locals)?,
            Form::Or(any) => self.truths(any, Operator::Or, 1, locals)?,
            Form::Not(inner) => {
                let inner = self.scalar(inner, locals)?;
                self.terms.join(Operator::Not, vec![inner])?
            }
            Form::Compare(exprs, comparisons) => {
                let values = exprs.iter().map(|expr| self.evaluate(expr, locals)).collect::<Option<Vec<_>>>()?;
                let mut all = Vec::new();
                for (pair, comparison) in values.windows(2).zip(comparisons) {
                    all.push(self.compare(&pair[0], *comparison, &pair[1])?);
                }
                self.terms.join(Operator::And, all)?
            }
            Form::In(what, domain) => self.member(what, domain, locals)?,
            Form::Binary(operator, a, b) => {
                let (a, b) = (self.scalar(a, locals)?, self.scalar(b, locals)?);
                match operator {
                    BinaryOperator::Add => self.terms.linear(0, &[(a, 1), (b, 1)])?,
                    BinaryOperator::Subtract => self.terms.linear(0, &[(a, 1), (b, -1)])?,
                    BinaryOperator::Multiply => match (self.terms.known(a), self.terms.known(b)) {
                        (Some(a), _) => self.terms.linear(0, &[(b, a)])?,
                        (_, Some(b)) => self.terms.linear(0, &[(a, b)])?,
                        _ => self.terms.join(Operator::Times, vec![a, b])?,
                    },
                    BinaryOperator::Divide | BinaryOperator::Remainder => {
                        let (a, b) = (self.terms.known(a)?, self.terms.known(b).filter(|b| *b > 0)?);
                        let value = if *operator == BinaryOperator::Divide { a.div_euclid(b) } else { a.rem_euclid(b) };
                        self.terms.constant(value)?
                    }
                    // The reference evaluator refuses negative numbers here, and terms know no signs.
                    BinaryOperator::BitOr
                    | BinaryOperator::Xor
                    | BinaryOperator::BitAnd
                    | BinaryOperator::Compound
                    | BinaryOperator::Power => return None,
                }
            }
            Form::Negate(inner) => {
                let inner = self.scalar(inner, locals)?;
                self.terms.linear(0, &[(inner, -1)])?
            }
            Form::Index(list, index) => {
                let Symbolic::List(elements) = self.evaluate(list, locals)? else { return None };
                let index = self.scalar(index, locals)?;
                return elements.get(usize::try_from(self.terms.known(index)?).ok()?).cloned();
            }
            Form::Builtin(builtin, arguments) => self.builtin(*builtin, arguments, locals)?,
            Form::Apply(function, arguments) => {
                let mut frame =
                    arguments.iter().map(|argument| self.evaluate(argument, locals)).collect::<Option<Vec<_>>>()?;
                let instance = self.instance;
                return self.evaluate(&instance.game().functions.get(*function)?.body, &mut frame);
            }
            Form::Fold { fold, body, binders, filter } => {
                let mut gathered = Vec::new();
                self.each(binders, filter.as_deref(), locals, &mut |unrolling, counts, locals| {
                    // The body of a round that does not count is not evaluated.
                    if unrolling.terms.known(counts) != Some(0) {
                        gathered.push((counts, unrolling.evaluate(body, locals)?));
                    }
                    Some(())
                })?;
                return self.gather(*fold, gathered);
            }
            Form::List(exprs) => {
                let elements = exprs.iter().map(|expr| self.evaluate(expr, locals)).collect::<Option<_>>()?;
                return Some(Symbolic::List(Rc::new(elements)));
            }
            Form::Slice(..) | Form::Set(_) => return None,
        };
        Some(Symbolic::Scalar(scalar))
    }

    fn truths(&mut self, exprs: &[Expr], operator: Operator, deciding: i64, locals: &mut Locals) -> Option<TermId> {
        let mut all = Vec::new();
        for expr in exprs {
            let truth = self.scalar(expr, locals)?;
            all.push(truth);
            // What follows is not evaluated, and might not even have a meaning.
            if self.terms.known(truth) == Some(deciding) {
                break;
            }
        }
        self.terms.join(operator, all)
    }

    fn compare(&mut self, a: &Symbolic, comparison: Comparison, b: &Symbolic) -> Option<TermId> {
        let (a, b) = match (a, b) {
            (Symbolic::Scalar(a), Symbolic::Scalar(b)) => (*a, *b),
            (Symbolic::List(a), Symbolic::List(b)) if a.len() == b.len() && comparison == Comparison::Equal => {
                let all = a.iter().zip(b.iter()).map(|(a, b)| self.compare(a, comparison, b));
                let all = all.collect::<Option<Vec<_>>>()?;
                return self.terms.join(Operator::And, all);
            }
            _ => return None,
        };
        let (operator, first, second, denied) = match comparison {
            Comparison::Equal => (Operator::Equal, a, b, false),
            Comparison::Unequal => (Operator::Equal, a, b, true),
            Comparison::Less => (Operator::Less, a, b, false),
            Comparison::AtMost => (Operator::Less, b, a, true),
            Comparison::Greater => (Operator::Less, b, a, false),
            Comparison::AtLeast => (Operator::Less, a, b, true),
        };
        let truth = self.terms.join(operator, vec![first, second])?;
        if denied { self.terms.join(Operator::Not, vec![truth]) } else { Some(truth) }
    }

    fn member(&mut self, what: &Expr, domain: &Domain, locals: &mut Locals) -> Option<TermId> {
        let what = self.evaluate(what, locals)?;
        match domain {
            Domain::Range(low, high) => {
                let low = self.evaluate(low, locals)?;
                let mut all = vec![self.compare(&low, Comparison::AtMost, &what)?];
                if let Some(high) = high {
                    let high = self.evaluate(high, locals)?;
                    all.push(self.compare(&what, Comparison::AtMost, &high)?);
                }
                self.terms.join(Operator::And, all)
            }
            Domain::Of(of) => {
                let elements = match (&of.form, self.literal_set(of, locals)) {
                    (_, Some(elements)) => elements,
                    (Form::Set(_), None) => return None,
                    _ => match self.evaluate(of, locals)? {
                        Symbolic::List(elements) => elements.to_vec(),
                        Symbolic::Scalar(_) => return None,
                    },
                };
                let any = elements.iter().map(|element| self.compare(&what, Comparison::Equal, element));
                let any = any.collect::<Option<Vec<_>>>()?;
                self.terms.join(Operator::Or, any)
            }
        }
    }

    /// Evaluates the elements of a set literal: a membership test depends neither on order nor on duplicates.
    fn literal_set(&mut self, of: &Expr, locals: &mut Locals) -> Option<Vec<Symbolic>> {
        let Form::Set(elements) = &of.form else { return None };
        elements.iter().map(|element| self.evaluate(element, locals)).collect()
    }

    fn builtin(&mut self, builtin: Builtin, arguments: &[Expr], locals: &mut Locals) -> Option<TermId> {
        match builtin {
            Builtin::Min | Builtin::Max => {
                let all = arguments.iter().map(|argument| self.scalar(argument, locals)).collect::<Option<Vec<_>>>()?;
                if all.is_empty() {
                    return None;
                }
                self.terms.join(if builtin == Builtin::Min { Operator::Least } else { Operator::Greatest }, all)
            }
            Builtin::Len => match self.evaluate(arguments.first()?, locals)? {
                Symbolic::List(elements) => self.terms.constant(elements.len() as i64),
                Symbolic::Scalar(_) => None,
            },
            Builtin::Abs => {
                let inner = self.scalar(arguments.first()?, locals)?;
                let negative = self.terms.linear(0, &[(inner, -1)])?;
                self.terms.join(Operator::Greatest, vec![inner, negative])
            }
            Builtin::FoldList(fold) => {
                let Symbolic::List(elements) = self.evaluate(arguments.first()?, locals)? else { return None };
                let counts = self.terms.constant(1)?;
                let gathered = elements.iter().map(|element| (counts, element.clone())).collect();
                match self.gather(fold, gathered)? {
                    Symbolic::Scalar(term) => Some(term),
                    Symbolic::List(_) => None,
                }
            }
            _ => None,
        }
    }

    fn gather(&mut self, fold: Fold, gathered: Vec<(TermId, Symbolic)>) -> Option<Symbolic> {
        if fold == Fold::List {
            if gathered.iter().any(|(counts, _)| self.terms.known(*counts).is_none()) {
                return None;
            }
            let elements = gathered.into_iter().map(|(_, element)| element).collect();
            return Some(Symbolic::List(Rc::new(elements)));
        }
        let mut all = Vec::with_capacity(gathered.len());
        for (counts, element) in gathered {
            let Symbolic::Scalar(term) = element else { return None };
            all.push(match fold {
                Fold::Any | Fold::Count => self.terms.join(Operator::And, vec![counts, term])?,
                Fold::All => {
                    let denied = self.terms.join(Operator::Not, vec![counts])?;
                    self.terms.join(Operator::Or, vec![denied, term])?
                }
                Fold::Sum => {
                    let nothing = self.terms.constant(0)?;
                    self.terms.join(Operator::If, vec![counts, term, nothing])?
                }
                // A filter may leave nothing, which has no minimum.
                Fold::Min | Fold::Max if self.terms.known(counts).is_some() => term,
                Fold::Min | Fold::Max | Fold::Xor | Fold::List => return None,
            });
        }
        let term = match fold {
            Fold::Any => self.terms.join(Operator::Or, all)?,
            Fold::All => self.terms.join(Operator::And, all)?,
            Fold::Min if !all.is_empty() => self.terms.join(Operator::Least, all)?,
            Fold::Max if !all.is_empty() => self.terms.join(Operator::Greatest, all)?,
            Fold::Sum | Fold::Count => {
                let all: Vec<(TermId, i64)> = all.into_iter().map(|term| (term, 1)).collect();
                self.terms.linear(0, &all)?
            }
            Fold::Min | Fold::Max | Fold::Xor | Fold::List => return None,
        };
        Some(Symbolic::Scalar(term))
    }
}
