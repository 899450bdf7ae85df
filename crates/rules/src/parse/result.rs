//! The result of a move: terms joined by `plus`, changes of the current position, and choices between results.

use super::expression::Otherwise;
use super::quoted;
use super::{EqualsSign, FatArrow, Parse, Parser};
use crate::ast::{Again, BinaryOperator, Change, Expr, ExprKind, ResultExpr, ResultKind, Term, TermKind};
use crate::diagnostic::Diagnostic;
use crate::lex::Kind;
use grundy_message::message;

/// What an opening parenthesis begins, decided by the tokens up to its closing one.
pub(super) enum Parenthesis {
    /// A part of a longer expression, or an expression in needless parentheses.
    Expression,
    /// Values separated by commas.
    Tuple,
    /// A result.
    Group,
}

impl Parser<'_> {
    pub(super) fn result(&mut self) -> Parse<ResultExpr> {
        let start = self.span();
        let kind = if self.is("if") { self.nested(Self::result_choice)? } else { self.terms()? };
        Ok(ResultExpr { kind, span: self.since(start) })
    }

    /// Parses `if c then A else B`; the next token is its `if`.
    fn result_choice(&mut self) -> Parse<ResultKind> {
        self.bump();
        let condition = self.expression()?;
        self.then()?;
        let chosen = self.result()?;
        let hint = message!(
            "a move that may not be made has its condition before the arrow: `move NAME if CONDITION -> RESULT`"
        );
        let rest = match self.otherwise(hint)? {
            Otherwise::Else => self.result()?,
            Otherwise::ElseIf => {
                let start = self.span();
                let kind = self.nested(Self::result_choice)?;
                ResultExpr { kind, span: self.since(start) }
            }
        };
        Ok(ResultKind::If(Box::new(condition), Box::new(chosen), Box::new(rest)))
    }

    fn terms(&mut self) -> Parse<ResultKind> {
        let again = self.again()?;
        let mut terms = vec![self.term()?];
        while self.eat("plus") {
            if self.is("(") && self.gathers() {
                let span = self.span();
                let message = Diagnostic::error(message!("`plus(… for …)` is a term of its own"), span)
                    .because(message!("here it is joined to the one before, which takes another `plus`"))
                    .fix(message!("write it so"), crate::span::Span::new(span.start, span.start), "plus");
                return Err(self.fail(message));
            }
            terms.push(self.term()?);
        }
        Ok(ResultKind::Terms { again, terms })
    }

    /// Returns whether the parenthesis that begins here holds a `for` that is not in another one.
    fn gathers(&self) -> bool {
        let Some(closing) = self.closing[self.at] else { return false };
        let mut at = self.at + 1;
        while at < closing {
            match self.tokens[at].kind {
                Kind::Fixed("for") => return true,
                Kind::Fixed("(" | "[" | "{") => at = self.closing[at].unwrap_or(at),
                _ => {}
            }
            at += 1;
        }
        false
    }

    /// Parses `plus(TERM for …)`; the next token is its `plus`.
    fn each(&mut self) -> Parse<TermKind> {
        self.bump();
        let opening = self.at;
        if !self.is("(") {
            return Err(self.expected_with_hint(
                quoted("("),
                message!("as many parts as there are choices are written `plus(TERM for i in a..b)`"),
            ));
        }
        self.bump();
        let each = self.bracketed(|parser| {
            let term = parser.nested(Self::term)?;
            if !parser.is("for") {
                let hint = message!("as many parts as there are choices are written `plus(TERM for i in a..b)`");
                return Err(parser.expected_with_hint(quoted("for"), hint));
            }
            let (binders, filter) = parser.over()?;
            Ok(TermKind::Each { term: Box::new(term), binders, filter })
        })?;
        self.close(opening, ")")?;
        Ok(each)
    }

    fn again(&mut self) -> Parse<Again> {
        if !self.eat("again") {
            return Ok(Again::Never);
        }
        if !self.is("if") {
            self.eat(":");
            return Ok(Again::Always);
        }
        self.bump();
        let condition = self.expression()?;
        if self.is("then") {
            let message = Diagnostic::error(message!("`again if` has no `then`"), self.span())
                .because(message!("a colon stands here, or `with` or `nothing` follows"))
                .hint(message!("to choose between results, write `if CONDITION then again A else B`"));
            return Err(self.fail(message));
        }
        if !self.eat(":") && !self.is("with") && !self.is("nothing") {
            if !self.can_start_operand() {
                return Err(self.expected(message!("`:`, `with` or `nothing` after the condition of `again`")));
            }
            let (span, behind) = (self.span(), self.behind());
            let message = Diagnostic::error(message!("a colon is missing after the condition of `again`"), span)
                .because(message!("expected {what} before this", what = quoted(":")))
                .fix(message!("write it so"), behind, ":");
            self.report(message);
        }
        Ok(Again::If(Box::new(condition)))
    }

    fn term(&mut self) -> Parse<Term> {
        let start = self.span();
        let kind = match self.kind() {
            Kind::Fixed("with") => {
                self.bump();
                TermKind::With(self.changes()?)
            }
            Kind::Fixed("nothing") => {
                self.bump();
                TermKind::Nothing
            }
            Kind::Fixed("plus") => self.each()?,
            Kind::Fixed("if") => {
                let result = self.result()?;
                let message = Diagnostic::error(message!("put this `if` in parentheses"), result.span)
                    .because(message!("a choice stands alone, or in parentheses beside `plus` and `again`"))
                    .fix(message!("write it so"), result.span, format!("({})", self.slice(result.span)));
                self.report(message);
                TermKind::Group(Box::new(result))
            }
            Kind::Fixed("(") => match self.parenthesis() {
                Parenthesis::Expression => self.bare()?,
                Parenthesis::Tuple => TermKind::Tuple(self.tuple()?),
                Parenthesis::Group => {
                    let opening = self.at;
                    self.bump();
                    let result = self.bracketed(Self::result)?;
                    self.close(opening, ")")?;
                    TermKind::Group(Box::new(result))
                }
            },
            _ => self.bare()?,
        };
        Ok(Term { kind, span: self.since(start) })
    }

    fn bare(&mut self) -> Parse<TermKind> {
        let value = self.with_signs(EqualsSign::Ends, FatArrow::Comparison, Self::expression)?;
        if self.is("=") {
            let behind = crate::span::Span::new(value.span.start, value.span.start);
            let message =
                Diagnostic::error(message!("`with` is missing before this change"), value.span.to(self.span()))
                    .because(message!("a component gets its new value behind `with`"))
                    .fix(message!("write it so"), behind, "with ");
            return Err(self.fail(message));
        }
        if self.is(",") {
            let message = Diagnostic::error(message!("a tuple stands in parentheses"), self.span())
                .because(message!("more than one component"))
                .hint(message!("write `-> (a, b)`"));
            return Err(self.fail(message));
        }
        Ok(TermKind::Bare(value))
    }

    /// Parses `(e1, …, en)`.
    pub(super) fn tuple(&mut self) -> Parse<Vec<Expr>> {
        let opening = self.at;
        self.bump();
        let values = self.bracketed(|parser| {
            let mut values = vec![parser.expression()?];
            while parser.eat(",") {
                values.push(parser.expression()?);
            }
            Ok(values)
        })?;
        self.close(opening, ")")?;
        Ok(values)
    }

    /// Looks ahead, once over the tokens inside, at what the current parenthesis begins.
    ///
    /// Only a group contains further results, and each level of groups visits its tokens once, so with bounded nesting the
    /// work stays linear.
    pub(super) fn parenthesis(&self) -> Parenthesis {
        let Some(closing) = self.closing[self.at] else {
            // Unclosed: a tuple's message points at the opening one.
            return Parenthesis::Tuple;
        };
        if let Kind::Fixed(
            "or" | "and" | "==" | "!=" | "/=" | "<" | "<=" | ">" | ">=" | "in" | "|" | "^" | "&" | "++" | "+" | "-"
            | "*" | "/" | "%" | "**" | "[",
        ) = self.tokens[closing + 1].kind
        {
            return Parenthesis::Expression;
        }
        let inside = self.at + 1..closing;
        let mut comma = false;
        let mut at = inside.start;
        let mut skip_until = 0;
        while at < inside.end {
            match self.tokens[at].kind {
                Kind::Fixed("with" | "nothing" | "plus" | "again") => return Parenthesis::Group,
                Kind::Fixed(",") if at >= skip_until => comma = true,
                Kind::Fixed("(" | "[" | "{") if at >= skip_until => skip_until = self.closing[at].unwrap_or(at) + 1,
                _ => {}
            }
            at += 1;
        }
        if comma {
            Parenthesis::Tuple
        } else if self.tokens[inside.start].kind == Kind::Fixed("if") {
            Parenthesis::Group
        } else {
            Parenthesis::Expression
        }
    }

    /// Parses `x = e, b[i, j] = e`.
    fn changes(&mut self) -> Parse<Vec<Change>> {
        let mut changes = vec![self.change()?];
        while self.eat(",") {
            changes.push(self.change()?);
        }
        Ok(changes)
    }

    fn change(&mut self) -> Parse<Change> {
        let opening = self.at;
        if !self.is("(") {
            return self.plain_change();
        }
        let start = self.bump().span;
        let mut change = self.bracketed(|parser| {
            let mut change = parser.plain_change()?;
            if !parser.is("for") {
                let hint = message!("several changes at once are written `(b[r, c] = e for r in …, c in …)`; a single one has no parentheses");
                return Err(parser.expected_with_hint(quoted("for"), hint));
            }
            (change.binders, change.filter) = parser.over()?;
            Ok(change)
        })?;
        self.close(opening, ")")?;
        change.span = self.since(start);
        Ok(change)
    }

    fn plain_change(&mut self) -> Parse<Change> {
        let component = self.name(message!("the name of a component"))?;
        let start = component.span;
        let mut indices = Vec::new();
        while self.is("[") {
            let opening = self.at;
            self.bump();
            self.bracketed(|parser| {
                indices.push(parser.expression()?);
                while parser.eat(",") {
                    indices.push(parser.expression()?);
                }
                Ok(())
            })?;
            if self.is("..") {
                let message = Diagnostic::error(message!("a slice cannot be changed"), self.span())
                    .hint(message!("change its cells: `with (s[i] = e for i in a..b)`"));
                return Err(self.fail(message));
            }
            self.close(opening, "]")?;
        }
        if let Kind::Fixed(sign @ ("+=" | "-=" | "*=" | "/=")) = self.kind() {
            return self.updated(component, indices, sign);
        }
        self.expect_equals(message!("the component"))?;
        let value = self.expression()?;
        Ok(Change { component, indices, value, binders: Vec::new(), filter: None, span: self.since(start) })
    }

    /// Parses `x -= e` as in other languages, whose meaning is certain.
    fn updated(&mut self, component: crate::ast::Name, indices: Vec<Expr>, sign: &str) -> Parse<Change> {
        let start = component.span;
        let target_span = self.since(start);
        let sign_span = self.bump().span;
        let operator = match sign {
            "+=" => BinaryOperator::Add,
            "-=" => BinaryOperator::Subtract,
            "*=" => BinaryOperator::Multiply,
            _ => BinaryOperator::Divide,
        };
        let target = self.slice(target_span);
        let message = Diagnostic::error(message!("`{sign}` is written out", sign), sign_span).fix(
            message!("write it so"),
            sign_span,
            format!("= {target} {}", operator.sign()),
        );
        self.report(message);
        let change = self.expression()?;
        let name = Expr { kind: ExprKind::Name(component.text.clone()), span: start };
        let old = match indices.is_empty() {
            true => name,
            false => Expr { kind: ExprKind::Index(Box::new(name), indices.clone()), span: target_span },
        };
        let span = self.since(start);
        let value = Expr { kind: ExprKind::Binary(operator, Box::new(old), Box::new(change)), span };
        Ok(Change { component, indices, value, binders: Vec::new(), filter: None, span })
    }
}
