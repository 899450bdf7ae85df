//! Moves and their results.

use super::Checker;
use super::kind::describe;
use super::scope::Scope;
use crate::ast;
use crate::diagnostic::Diagnostic;
use crate::game::{Change, Destination, Expr, Form, Kind, MoveRule, Term};
use crate::span::Span;
use grundy_message::message;
use std::collections::HashMap;

impl Checker<'_> {
    /// Checks one kind of move.
    pub fn mv(&mut self, clause: &ast::MoveClause, span: Span) -> Option<MoveRule> {
        let side = match &clause.player {
            Some(name) => Some(self.side(name)?),
            None => None,
        };
        let mut scope = self.everything();
        // A condition after the last binder is the first of those after them all.
        let mut binders = clause.binders.clone();
        let last = binders.last_mut().and_then(|last| last.condition.take());
        let guard = match (last, clause.guard.clone()) {
            (Some(last), Some(guard)) => {
                let span = last.span.to(guard.span);
                Some(ast::Expr { kind: ast::ExprKind::And(vec![last, guard]), span })
            }
            (last, guard) => last.or(guard),
        };
        let binders = self.binders(&binders, &mut scope);
        let guard = guard.map(|guard| self.expect(&guard, &Kind::Bool, &mut scope));
        let gain = clause.gain.as_ref().map(|gain| self.expect(gain, &Kind::Int, &mut scope));
        let result = self.destination(&clause.result, &mut scope);
        // An unused named value is as much a mistake as an unused choice.
        self.unbind(&mut scope, 0);
        Some(MoveRule { name: clause.name.text.clone(), side, binders, guard, gain, result, span })
    }

    fn destination(&mut self, result: &ast::ResultExpr, scope: &mut Scope) -> Destination {
        match &result.kind {
            ast::ResultKind::If(condition, yes, no) => {
                let condition = self.expect(condition, &Kind::Bool, scope);
                let yes = self.destination(yes, scope);
                let no = self.destination(no, scope);
                Destination::If(condition, Box::new(yes), Box::new(no))
            }
            // A whole result in parentheses is that result.
            ast::ResultKind::Terms { again: ast::Again::Never, terms }
                if matches!(terms.as_slice(), [ast::Term { kind: ast::TermKind::Group(_), .. }]) =>
            {
                let [ast::Term { kind: ast::TermKind::Group(inner), .. }] = terms.as_slice() else {
                    unreachable!("it was just seen to be one group");
                };
                self.destination(inner, scope)
            }
            ast::ResultKind::Terms { again, terms } => {
                let again = match again {
                    ast::Again::Never => None,
                    ast::Again::Always => Some(Expr { form: Form::Bool(true), kind: Kind::Bool, span: result.span }),
                    ast::Again::If(condition) => Some(self.expect(condition, &Kind::Bool, scope)),
                };
                Destination::Terms { again, terms: terms.iter().map(|term| self.term(term, scope)).collect() }
            }
        }
    }

    fn term(&mut self, term: &ast::Term, scope: &mut Scope) -> Term {
        match &term.kind {
            ast::TermKind::Nothing => Term::Nothing,
            ast::TermKind::Each { term, binders, filter } => {
                let (binders, filter, term) =
                    self.over(binders, filter.as_ref(), scope, |checker, scope| checker.term(term, scope));
                Term::Each { term: Box::new(term), binders, filter: filter.map(|filter| *filter) }
            }
            ast::TermKind::Group(inner) => {
                let made = self.destination(inner, scope);
                if made.has_again() {
                    self.report(
                        Diagnostic::error(message!("`again` inside a part of a result"), term.span)
                            .because(message!("it speaks of the whole move"))
                            .hint(message!("write it in front of all the terms")),
                    );
                }
                Term::Group(Box::new(made))
            }
            ast::TermKind::Bare(expr) => {
                if self.components.len() != 1 {
                    let names = self.component_names();
                    self.expression(expr, scope, None);
                    self.report(
                        Diagnostic::error(
                            message!(
                                "this result has one component, the game has {count}",
                                count = self.components.len()
                            ),
                            expr.span,
                        )
                        .because(message!("a position is ({names})", names))
                        .hint(message!(
                            "write all of them, as in `({names})`, or only the changes: `with … = …`",
                            names
                        )),
                    );
                    return Term::Nothing;
                }
                let kind = self.components[0].ty.kind();
                Term::Tuple(vec![self.expect(expr, &kind, scope)], term.span)
            }
            ast::TermKind::Tuple(exprs) => {
                if exprs.len() != self.components.len() {
                    for expr in exprs {
                        self.expression(expr, scope, None);
                    }
                    let names = self.component_names();
                    self.report(
                        Diagnostic::error(
                            message!(
                                "this result has {count} components, the game has {count_all}",
                                count = exprs.len(),
                                count_all = self.components.len()
                            ),
                            term.span,
                        )
                        .because(message!("a position is ({names})", names))
                        .hint(message!("write a value for each component in order, or only the changes: `with … = …`")),
                    );
                    return Term::Nothing;
                }
                let mut made = Vec::new();
                for (index, expr) in exprs.iter().enumerate() {
                    let kind = self.components[index].ty.kind();
                    made.push(self.expect(expr, &kind, scope));
                }
                Term::Tuple(made, term.span)
            }
            ast::TermKind::With(changes) => {
                let mut made = Vec::new();
                let mut whole: HashMap<usize, Span> = HashMap::new();
                for change in changes {
                    let Some(checked) = self.change(change, scope) else { continue };
                    if checked.indices.is_empty() && checked.binders.is_empty() {
                        if let Some(first) = whole.get(&checked.component).copied() {
                            self.report(
                                Diagnostic::error(
                                    message!("`{name}` is changed twice", name = change.component.text),
                                    change.span,
                                )
                                .because(message!("which of the two holds?"))
                                .also(first, message!("the first change")),
                            );
                        }
                        whole.entry(checked.component).or_insert(change.span);
                    }
                    made.push(checked);
                }
                Term::With(made, term.span)
            }
        }
    }

    pub(super) fn component_names(&self) -> String {
        super::listed(self.components.iter().map(|component| component.name.as_str()))
    }

    fn change(&mut self, change: &ast::Change, scope: &mut Scope) -> Option<Change> {
        let component = self.component(&change.component);
        let mut kind = component.map_or(Kind::Unknown, |slot| self.components[slot].ty.kind());
        let (binders, filter, (indices, value)) =
            self.over(&change.binders, change.filter.as_ref(), scope, |checker, scope| {
                let mut indices = Vec::new();
                for index in &change.indices {
                    kind = match &kind {
                        Kind::List(element) | Kind::Bag(element) => (**element).clone(),
                        Kind::Unknown => Kind::Unknown,
                        other => {
                            checker.report(
                                Diagnostic::error(
                                    message!("`{name}` has no cell to change here", name = change.component.text),
                                    index.span,
                                )
                                .because(message!("only a list can be indexed, and this is {kind}", kind = describe(other))),
                            );
                            Kind::Unknown
                        }
                    };
                    if matches!(&index.kind, ast::ExprKind::Negate(inner) if matches!(inner.kind, ast::ExprKind::Int(_)))
                    {
                        checker.report(
                            Diagnostic::error(message!("a negative index"), index.span)
                                .because(message!("indices begin at 0"))
                                .hint(message!("the last element of a list s is `s[len(s) - 1]`")),
                        );
                    }
                    indices.push(checker.expect(index, &Kind::Int, scope));
                }
                (indices, checker.expect(&change.value, &kind, scope))
            });
        Some(Change {
            component: component?,
            indices,
            value,
            binders,
            filter: filter.map(|filter| *filter),
            span: change.span,
        })
    }
}
