//! Expressions: one loop over the operators by precedence, loosest first.
//!
//! The precedences are those of the language's operator table; the printer uses the same numbers to decide which parentheses
//! are needed.

use super::{EqualsSign, Extent, FatArrow, Parse, Parser, quoted};
use crate::ast::{BinaryOperator, Binder, BinderOver, Comparison, DomainExpr, Expr, ExprKind, Name, RangeExpr};
use crate::diagnostic::Diagnostic;
use crate::int::Int;
use crate::lex::Kind;
use crate::limits::{MAX_CHAINED, MAX_FRAMES, MAX_HEIGHT};
use crate::span::Span;
use grundy_message::{Message, message};

/// Precedences of operators.
pub(crate) mod strength {
    pub const IF: u8 = 1;
    pub const OR: u8 = 2;
    pub const AND: u8 = 3;
    pub const NOT: u8 = 4;
    pub const COMPARE: u8 = 5;
    /// The loosest operator on numbers.
    pub const BIT_OR: u8 = 6;
    pub const XOR: u8 = 7;
    pub const BIT_AND: u8 = 8;
    pub const JOIN: u8 = 9;
    pub const ADD: u8 = 10;
    pub const MULTIPLY: u8 = 11;
    pub const NEGATE: u8 = 12;
    pub const POWER: u8 = 13;
    pub const POSTFIX: u8 = 14;
}

/// What an operator between two values does.
#[derive(Clone, Copy)]
enum Infix {
    Or,
    And,
    Compare(Comparison),
    In,
    Binary(BinaryOperator),
}

impl Infix {
    fn strength(self) -> u8 {
        match self {
            Infix::Or => strength::OR,
            Infix::And => strength::AND,
            Infix::Compare(_) | Infix::In => strength::COMPARE,
            Infix::Binary(operator) => binary_strength(operator),
        }
    }
}

/// Returns the precedence of a binary operator.
pub(crate) fn binary_strength(operator: BinaryOperator) -> u8 {
    match operator {
        BinaryOperator::BitOr => strength::BIT_OR,
        BinaryOperator::Xor => strength::XOR,
        BinaryOperator::BitAnd => strength::BIT_AND,
        BinaryOperator::Compound => strength::JOIN,
        BinaryOperator::Add | BinaryOperator::Subtract => strength::ADD,
        BinaryOperator::Multiply | BinaryOperator::Divide | BinaryOperator::Remainder => strength::MULTIPLY,
        BinaryOperator::Power => strength::POWER,
    }
}

/// Returns the operator for a word that is an operator in other languages.
fn sign_for(word: &str) -> Option<&'static str> {
    match word {
        "mod" | "rem" => Some("%"),
        "div" => Some("/"),
        "xor" => Some("^"),
        _ => None,
    }
}

/// The functions that fold values over binders.
const FOLDS: &[&str] = &["sum", "min", "max", "count", "any", "all", "xor"];

/// The body, the binders and the filter of `e for … if c`.
type Gathered = (Box<Expr>, Vec<Binder>, Option<Box<Expr>>);

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Parse<Expr> {
        self.operators(strength::IF)
    }

    /// Parses an expression whose loosest operator has at least precedence `min`.
    fn operators(&mut self, min: u8) -> Parse<Expr> {
        if self.frames >= MAX_FRAMES {
            return Err(self.too_deep());
        }
        self.frames += 1;
        let parsed = self.operators_within(min);
        self.frames -= 1;
        parsed
    }

    fn operators_within(&mut self, min: u8) -> Parse<Expr> {
        let mut left = self.prefixed(min)?;
        let mut chained = 0;
        while let Some(infix) = self.infix() {
            if infix.strength() < min {
                break;
            }
            chained += 1;
            if chained > MAX_CHAINED || self.height > MAX_HEIGHT {
                return Err(self.too_deep());
            }
            left = self.infixed(left, infix)?;
        }
        Ok(left)
    }

    fn infix(&self) -> Option<Infix> {
        let sign = match self.kind() {
            Kind::Fixed(sign) => sign,
            Kind::Name if !self.token().first_on_line => sign_for(self.slice(self.span()))?,
            _ => return None,
        };
        Some(match sign {
            "or" => Infix::Or,
            "and" => Infix::And,
            "==" => Infix::Compare(Comparison::Equal),
            "!=" | "/=" => Infix::Compare(Comparison::Unequal),
            "<" => Infix::Compare(Comparison::Less),
            "<=" => Infix::Compare(Comparison::AtMost),
            ">" => Infix::Compare(Comparison::Greater),
            ">=" => Infix::Compare(Comparison::AtLeast),
            "=" if self.equals == EqualsSign::Slip => Infix::Compare(Comparison::Equal),
            "=>" if self.fat_arrow == FatArrow::Comparison || self.arrow_follows() => {
                Infix::Compare(Comparison::AtLeast)
            }
            "in" => Infix::In,
            "|" => Infix::Binary(BinaryOperator::BitOr),
            "^" => Infix::Binary(BinaryOperator::Xor),
            "&" => Infix::Binary(BinaryOperator::BitAnd),
            "++" => Infix::Binary(BinaryOperator::Compound),
            "+" => Infix::Binary(BinaryOperator::Add),
            "-" => Infix::Binary(BinaryOperator::Subtract),
            "*" => Infix::Binary(BinaryOperator::Multiply),
            "/" => Infix::Binary(BinaryOperator::Divide),
            "%" => Infix::Binary(BinaryOperator::Remainder),
            "**" => Infix::Binary(BinaryOperator::Power),
            _ => return None,
        })
    }

    /// Returns whether a `->` comes before the next clause, within a bounded distance.
    fn arrow_follows(&self) -> bool {
        let clause = self.next_clause[self.at].0.min(self.at + 500);
        self.tokens[self.at..clause].iter().any(|token| token.kind == Kind::Fixed("->"))
    }

    #[inline(never)]
    fn infixed(&mut self, left: Expr, infix: Infix) -> Parse<Expr> {
        match infix {
            Infix::Or => self.chain(left, "or", strength::AND, ExprKind::Or),
            Infix::And => self.chain(left, "and", strength::NOT, ExprKind::And),
            Infix::Compare(_) => self.comparisons(left),
            Infix::In => self.membership(left),
            Infix::Binary(operator) => self.binary(left, operator),
        }
    }

    fn chain(&mut self, first: Expr, word: &'static str, operand: u8, kind: fn(Vec<Expr>) -> ExprKind) -> Parse<Expr> {
        let start = first.span;
        let mut tallest = self.height;
        let mut operands = vec![first];
        while self.eat(word) {
            operands.push(self.operators(operand)?);
            tallest = tallest.max(self.height);
            if operands.len() > MAX_CHAINED {
                return Err(self.too_deep());
            }
        }
        self.height = tallest + 1;
        Ok(Expr { kind: kind(operands), span: self.since(start) })
    }

    fn comparisons(&mut self, first: Expr) -> Parse<Expr> {
        let start = first.span;
        let mut tallest = self.height;
        let mut operands = vec![first];
        let mut signs = Vec::new();
        while let Some(Infix::Compare(sign)) = self.infix() {
            self.report_comparison_slip(sign);
            self.bump();
            operands.push(self.operators(strength::BIT_OR)?);
            signs.push(sign);
            tallest = tallest.max(self.height);
            if signs.len() > MAX_CHAINED {
                return Err(self.too_deep());
            }
        }
        if self.is("in") {
            return Err(self.needs_parentheses_beside_in());
        }
        self.height = tallest + 1;
        Ok(Expr { kind: ExprKind::Compare(operands, signs), span: self.since(start) })
    }

    fn report_comparison_slip(&mut self, sign: Comparison) {
        let span = self.span();
        let written = self.slice(span);
        if written == "=" {
            let message = Diagnostic::error(message!("to compare, write `==`"), span)
                .because(message!("a single `=` gives a name or a component its value"))
                .fix(message!("compare so"), span, "==");
            self.report(message);
        } else if matches!(written, "=>" | "/=") {
            let sign = sign.sign();
            let message = Diagnostic::error(
                message!("write `{meant}` for `{text}`", meant = sign, text = written),
                span,
            )
            .fix(message!("compare so"), span, sign);
            self.report(message);
        }
    }

    fn membership(&mut self, left: Expr) -> Parse<Expr> {
        let start = left.span;
        let height = self.height;
        self.bump();
        let domain = self.domain()?;
        if matches!(self.infix(), Some(Infix::Compare(_) | Infix::In)) {
            return Err(self.needs_parentheses_beside_in());
        }
        self.height = self.height.max(height) + 1;
        Ok(Expr { kind: ExprKind::In(Box::new(left), Box::new(domain)), span: self.since(start) })
    }

    #[cold]
    fn needs_parentheses_beside_in(&mut self) -> super::Failed {
        let span = self.span();
        let written = self.slice(span);
        let message = Diagnostic::error(
            message!("`{text}` does not chain with `in` and other comparisons", text = written),
            span,
        )
        .because(message!("put one of the two comparisons in parentheses"))
        .hint(message!("or join them with `and`"));
        self.fail(message)
    }

    fn binary(&mut self, left: Expr, operator: BinaryOperator) -> Parse<Expr> {
        let start = left.span;
        let height = self.height;
        let sign = self.bump();
        let written = self.slice(sign.span);
        if let Some(meant) = sign_for(written) {
            let message = Diagnostic::error(message!("write `{meant}` for `{text}`", meant, text = written), sign.span)
                .fix(message!("write `{text}`", text = meant), sign.span, meant);
            self.report(message);
        }
        let right = match operator {
            BinaryOperator::Power => self.nested(|parser| parser.operators(strength::NEGATE))?,
            BinaryOperator::Compound if !self.can_start_operand() => {
                // `n++` as in other languages: the sum is certainly meant, so parsing continues with it.
                let message = Diagnostic::error(message!("`++` joins two lists; to add one, write `+ 1`"), sign.span)
                    .fix(message!("add one so"), sign.span, " + 1");
                self.report(message);
                let one = Expr { kind: ExprKind::Int(Int::ONE), span: sign.span };
                self.height = height + 1;
                let kind = ExprKind::Binary(BinaryOperator::Add, Box::new(left), Box::new(one));
                return Ok(Expr { kind, span: self.since(start) });
            }
            _ => self.operators(binary_strength(operator) + 1)?,
        };
        self.height = self.height.max(height) + 1;
        let kind = ExprKind::Binary(operator, Box::new(left), Box::new(right));
        Ok(Expr { kind, span: self.since(start) })
    }

    /// Returns whether the next token can begin an operand of arithmetic.
    pub(super) fn can_start_operand(&self) -> bool {
        match self.kind() {
            Kind::Name => !self.starts_clause(self.at),
            Kind::Number | Kind::Text(_) | Kind::Symbol(_) => true,
            Kind::Fixed(word) => {
                matches!(word, "(" | "[" | "{" | "-" | "true" | "false" | "mover" | "other")
                    || self.misused.contains(&word) && !self.token().first_on_line
            }
            Kind::Wrong | Kind::End => false,
        }
    }

    fn prefixed(&mut self, min: u8) -> Parse<Expr> {
        match self.kind() {
            Kind::Fixed("if") => {
                let choice = self.nested(Self::choice)?;
                self.report_missing_parentheses(&choice, "if", min > strength::IF);
                Ok(choice)
            }
            Kind::Fixed("not") => {
                let negation = self.prefix(strength::NOT, ExprKind::Not)?;
                self.report_missing_parentheses(&negation, "not", min > strength::NOT);
                Ok(negation)
            }
            Kind::Fixed("-") => self.prefix(strength::NEGATE, ExprKind::Negate),
            _ => self.postfixed(),
        }
    }

    fn prefix(&mut self, operand: u8, kind: fn(Box<Expr>) -> ExprKind) -> Parse<Expr> {
        let start = self.bump().span;
        let operand = self.nested(|parser| parser.operators(operand))?;
        self.height += 1;
        Ok(Expr { kind: kind(Box::new(operand)), span: self.since(start) })
    }

    fn report_missing_parentheses(&mut self, expression: &Expr, word: &str, missing: bool) {
        if !missing {
            return;
        }
        let text = format!("({})", self.slice(expression.span));
        let message = Diagnostic::error(message!("put this `{word}` in parentheses", word), expression.span)
            .because(message!("it binds less strongly than the operator before it"))
            .fix(message!("write it so"), expression.span, text);
        self.report(message);
    }

    /// Parses `if c then a else b`.
    fn choice(&mut self) -> Parse<Expr> {
        let start = self.bump().span;
        let (equals, arrow) = (EqualsSign::Slip, FatArrow::Comparison);
        let condition = self.with_signs(equals, arrow, Self::expression)?;
        let mut tallest = self.height;
        self.then()?;
        let chosen = self.with_signs(equals, arrow, Self::expression)?;
        tallest = tallest.max(self.height);
        let rest = match self.otherwise(message!("here it is missing: every choice has both branches"))? {
            Otherwise::Else => self.nested(Self::expression)?,
            Otherwise::ElseIf => self.nested(Self::choice)?,
        };
        self.height = tallest.max(self.height) + 1;
        let kind = ExprKind::If(Box::new(condition), Box::new(chosen), Box::new(rest));
        Ok(Expr { kind, span: self.since(start) })
    }

    /// Parses `then`; if a value follows the condition, it is certainly missing.
    pub(super) fn then(&mut self) -> Parse<()> {
        if self.eat("then") {
            return Ok(());
        }
        if self.can_start_operand() || matches!(self.kind(), Kind::Fixed("with" | "nothing" | "again")) {
            let (span, behind) = (self.span(), self.behind());
            let message = Diagnostic::error(message!("`then` is missing after the condition"), span)
                .because(message!("expected {what} before this", what = quoted("then")))
                .fix(message!("write it so"), behind, " then");
            self.report(message);
            return Ok(());
        }
        Err(self.expected_with_hint(quoted("then"), message!("a choice is written `if CONDITION then A else B`")))
    }

    pub(super) fn otherwise(&mut self, hint: Message) -> Parse<Otherwise> {
        if self.eat("else") {
            return Ok(Otherwise::Else);
        }
        if let Some(written @ ("elif" | "elsif" | "elseif")) = self.word() {
            let span = self.span();
            let message = Diagnostic::error(message!("write `else if` for `{text}`", text = written), span).fix(
                message!("write it so"),
                span,
                "else if",
            );
            self.report(message);
            // The token is not consumed: the branch that follows takes it for its `if`.
            return Ok(Otherwise::ElseIf);
        }
        Err(self.expected_with_hint(quoted("else"), hint))
    }

    fn postfixed(&mut self) -> Parse<Expr> {
        let mut base = self.atom()?;
        let mut chained = 0;
        while self.is("[") {
            chained += 1;
            if chained > MAX_CHAINED || self.height > MAX_HEIGHT {
                return Err(self.too_deep());
            }
            base = self.indexed(base)?;
        }
        Ok(base)
    }

    #[inline(never)]
    fn indexed(&mut self, base: Expr) -> Parse<Expr> {
        let start = base.span;
        let mut tallest = self.height;
        let opening = self.at;
        self.bump();
        let kind = self.bracketed(|parser| {
            let first = parser.expression()?;
            tallest = tallest.max(parser.height);
            if parser.eat("..") {
                let mut high = None;
                if !parser.is("]") {
                    high = Some(Box::new(parser.expression()?));
                    tallest = tallest.max(parser.height);
                }
                return Ok(ExprKind::Slice(Box::new(base), Box::new(first), high));
            }
            let mut indices = vec![first];
            while parser.eat(",") {
                indices.push(parser.expression()?);
                tallest = tallest.max(parser.height);
            }
            Ok(ExprKind::Index(Box::new(base), indices))
        })?;
        self.close(opening, "]")?;
        self.height = tallest + 1;
        Ok(Expr { kind, span: self.since(start) })
    }

    fn atom(&mut self) -> Parse<Expr> {
        let token = self.token();
        self.height = 1;
        let kind = match token.kind {
            Kind::Number => return Ok(self.number()),
            Kind::Text(at) => ExprKind::Text(self.texts[at].clone()),
            Kind::Symbol(at) => ExprKind::Symbol(self.texts[at].clone()),
            Kind::Name if self.ahead(1) == Kind::Fixed("(") => return self.call(),
            Kind::Name => ExprKind::Name(self.slice(token.span).to_string()),
            Kind::Fixed("true") => ExprKind::Bool(true),
            Kind::Fixed("false") => ExprKind::Bool(false),
            Kind::Fixed("mover") => ExprKind::Mover,
            Kind::Fixed("other") => ExprKind::Other,
            Kind::Fixed("(") => return self.parenthesised(),
            Kind::Fixed("[") => return self.list(),
            Kind::Fixed("{") => return self.set(),
            Kind::Fixed(word) if self.misused.contains(&word) && !token.first_on_line => {
                ExprKind::Name(word.to_string())
            }
            _ => return Err(self.no_value()),
        };
        self.bump();
        Ok(Expr { kind, span: token.span })
    }

    #[cold]
    #[inline(never)]
    fn no_value(&mut self) -> super::Failed {
        let mut message = self.expectation(message!("a value"));
        match self.kind() {
            Kind::Fixed(word) if crate::lex::RESERVED.contains(&word) => {
                message = message.hint(message!("`{word}` is a reserved word and cannot be the name of a value", word));
            }
            Kind::Fixed("..") => message = message.hint(message!("a range has a lower end: `0..n`")),
            _ => {}
        }
        self.fail(message)
    }

    /// Parses a number; only called if one is next.
    pub(super) fn number(&mut self) -> Expr {
        let span = self.bump().span;
        let text = self.slice(span);
        // The lexer has reported `1.5` and `1_000`; they are read as 1 and 1000.
        let digits = text.split('.').next().unwrap_or("").replace('_', "");
        let digits: String = digits.chars().map(narrow_digit).collect();
        let value = digits.parse::<Int>().unwrap_or_else(|_| {
            let message = Diagnostic::error(message!("this number is too large"), span)
                .because(message!("{count} digits", count = digits.len()))
                .hint(message!("a number has at most 65536 binary digits, about 19700 decimal ones"));
            self.report(message);
            Int::ZERO
        });
        self.height = 1;
        Expr { kind: ExprKind::Int(value), span }
    }

    #[inline(never)]
    fn parenthesised(&mut self) -> Parse<Expr> {
        let opening = self.at;
        let start = self.bump().span;
        let inside = self.bracketed(Self::expression)?;
        if self.is(",") && self.closing[opening].is_some() {
            let message = Diagnostic::error(message!("a tuple is not a value"), self.span())
                .because(message!("only positions and results are tuples"))
                .also(start, message!("this parenthesis holds one value"))
                .hint(message!("a list of values is written `[a, b]`"));
            return Err(self.fail(message));
        }
        if self.is("..") {
            let message = Diagnostic::error(message!("a range stands without parentheses"), self.span())
                .because(message!("a range is not a value"))
                .hint(message!("write `x in a..b`; a list of numbers is `[i for i in a..b]`"));
            return Err(self.fail(message));
        }
        if !self.eat(")") {
            return Err(if self.closing[opening].is_none() {
                self.unclosed(opening, ")")
            } else {
                self.expected(message!("`)`"))
            });
        }
        Ok(Expr { kind: inside.kind, span: self.since(start) })
    }

    #[inline(never)]
    fn call(&mut self) -> Parse<Expr> {
        let span = self.bump().span;
        let function = Name { text: self.slice(span).to_string(), span };
        let opening = self.at;
        self.bump();
        let kind = if self.is(")") {
            ExprKind::Call(function, Vec::new())
        } else {
            self.bracketed(|parser| {
                let first = parser.expression()?;
                if parser.is("for") {
                    parser.check_fold(&function)?;
                    let (body, binders, filter) = parser.gathered(first)?;
                    return Ok(ExprKind::Fold { function, body, binders, filter });
                }
                Ok(ExprKind::Call(function, parser.more(first)?))
            })?
        };
        self.close(opening, ")")?;
        self.height += 1;
        Ok(Expr { kind, span: self.since(span) })
    }

    fn check_fold(&mut self, function: &Name) -> Parse<()> {
        if FOLDS.contains(&function.text.as_str()) {
            return Ok(());
        }
        let mut message = Diagnostic::error(
            message!("`{name}` does not gather values with `for`", name = function.text),
            function.span,
        )
        .because(message!("not one of these"))
        .hint(message!("`for` stands in {names}, or in a list `[e for …]`", names = FOLDS.join(", ")));
        if let Some(meant) = crate::diagnostic::nearest(&function.text, FOLDS.iter().copied()) {
            message = message.fix(message!("did you mean `{name}`?", name = meant), function.span, meant);
        }
        Err(self.fail(message))
    }

    /// Parses more values after the first, separated by commas.
    fn more(&mut self, first: Expr) -> Parse<Vec<Expr>> {
        let mut tallest = self.height;
        let mut values = vec![first];
        while self.eat(",") {
            values.push(self.expression()?);
            tallest = tallest.max(self.height);
        }
        self.height = tallest;
        Ok(values)
    }

    #[inline(never)]
    fn list(&mut self) -> Parse<Expr> {
        let opening = self.at;
        let start = self.bump().span;
        let kind = if self.is("]") {
            ExprKind::List(Vec::new())
        } else {
            self.bracketed(|parser| {
                let first = parser.expression()?;
                if parser.is("for") {
                    let (body, binders, filter) = parser.gathered(first)?;
                    return Ok(ExprKind::Comprehension { body, binders, filter });
                }
                Ok(ExprKind::List(parser.more(first)?))
            })?
        };
        self.close(opening, "]")?;
        self.height += 1;
        Ok(Expr { kind, span: self.since(start) })
    }

    #[inline(never)]
    fn set(&mut self) -> Parse<Expr> {
        let opening = self.at;
        let start = self.bump().span;
        let mut values = Vec::new();
        if !self.is("}") {
            values = self.bracketed(|parser| {
                let first = parser.expression()?;
                parser.more(first)
            })?;
        }
        self.close(opening, "}")?;
        self.height += 1;
        Ok(Expr { kind: ExprKind::Set(values), span: self.since(start) })
    }

    /// Parses `for binders [if c]` after a body.
    #[inline(never)]
    fn gathered(&mut self, body: Expr) -> Parse<Gathered> {
        let tallest = self.height;
        let (binders, filter) = self.over()?;
        self.height = self.height.max(tallest);
        Ok((Box::new(body), binders, filter.map(Box::new)))
    }

    /// Parses `for binders [if c]`; only called before `for`.
    pub(super) fn over(&mut self) -> Parse<(Vec<Binder>, Option<Expr>)> {
        self.bump();
        let mut binders = self.binders()?;
        let filter = binders.last_mut().and_then(|last| last.condition.take());
        Ok((binders, filter))
    }

    /// Parses binders separated by commas, at least one, each with an optional condition.
    pub(super) fn binders(&mut self) -> Parse<Vec<Binder>> {
        let mut binders = Vec::new();
        let mut tallest = 0;
        loop {
            let mut binder = self.binder()?;
            tallest = tallest.max(self.height);
            binder.condition = self.condition_if()?;
            tallest = tallest.max(self.height);
            binders.push(binder);
            if !self.eat(",") {
                break;
            }
        }
        self.height = tallest;
        Ok(binders)
    }

    fn binder(&mut self) -> Parse<Binder> {
        let name = self.name(message!("the name of a binder"))?;
        if self.eat("in") {
            return Ok(Binder { name, over: BinderOver::Each(self.domain()?), condition: None });
        }
        if self.is("=") || self.is("==") {
            self.expect_equals(message!("the binder's name"))?;
            return Ok(Binder { name, over: BinderOver::Is(self.expression()?), condition: None });
        }
        // In files about players who choose at once, `for others` goes over the other players' choices.
        if self.extent == Extent::Clause && name.text == "others" {
            let others = Expr { kind: ExprKind::Name(name.text.clone()), span: name.span };
            return Ok(Binder { name, over: BinderOver::Each(DomainExpr::Of(others)), condition: None });
        }
        let hint =
            message!("write what `{name}` runs over, `{name} in 1..n`, or what it is, `{name} = …`", name = name.text);
        Err(self.expected_with_hint(message!("`in` or `=`"), hint))
    }

    /// Parses `a..b`, or a list or set.
    pub(super) fn domain(&mut self) -> Parse<DomainExpr> {
        let low = self.operators(strength::BIT_OR)?;
        let tallest = self.height;
        if !self.eat("..") {
            return Ok(DomainExpr::Of(low));
        }
        let high = self.high()?;
        self.height = self.height.max(tallest);
        Ok(DomainExpr::Range(RangeExpr { low, high }))
    }

    fn high(&mut self) -> Parse<Option<Expr>> {
        if self.can_start_operand() { self.operators(strength::BIT_OR).map(Some) } else { Ok(None) }
    }

    /// Parses a range, where a list or set is not allowed.
    pub(super) fn range(&mut self) -> Parse<RangeExpr> {
        let low = self.operators(strength::BIT_OR)?;
        if !self.eat("..") {
            return Err(self.expected_with_hint(
                quoted(".."),
                message!("a range is written `a..b` with both ends, or `a..` without end"),
            ));
        }
        Ok(RangeExpr { low, high: self.high()? })
    }

    /// Parses a condition after `if`; `None` if there is no `if`.
    pub(super) fn condition_if(&mut self) -> Parse<Option<Expr>> {
        if self.eat("if") { self.expression().map(Some) } else { Ok(None) }
    }

    /// Parses digits with an optional minus sign.
    pub(super) fn signed_number(&mut self) -> Parse<Expr> {
        let start: Span = self.span();
        let minus = self.eat("-");
        if self.kind() != Kind::Number {
            return Err(self.expected(message!("a number")));
        }
        let number = self.number();
        if !minus {
            return Ok(number);
        }
        Ok(Expr { kind: ExprKind::Negate(Box::new(number)), span: self.since(start) })
    }
}

/// How the other branch of a choice begins.
pub(super) enum Otherwise {
    /// `else`
    Else,
    /// `elif`, which means `else if` and is still the next token.
    ElseIf,
}

fn narrow_digit(digit: char) -> char {
    match digit {
        '０'..='９' => char::from_digit(digit as u32 - '０' as u32, 10).unwrap_or(digit),
        _ => digit,
    }
}
