//! Expressions: every name resolved, every operand of the right kind.

use super::Checker;
use super::functions::arguments;
use super::kind::{comparable, describe, element, join};
use super::scope::Declared;
use super::scope::{FUNCTIONS, Scope};
use crate::ast::{self, BinaryOperator, Comparison, ExprKind};
use crate::diagnostic::{Diagnostic, Missing};
use crate::game::{Binder, Domain, Expr, Fold, Form, Kind, Over};
use crate::int::Int;
use crate::span::Span;
use grundy_message::message;

impl Checker<'_> {
    /// Checks an expression of a certain kind; anything else is reported and becomes unknown.
    pub fn expect(&mut self, expr: &ast::Expr, wanted: &Kind, scope: &mut Scope) -> Expr {
        let checked = self.expression(expr, scope, Some(wanted));
        self.fitted(checked, expr.span, wanted)
    }

    /// Reports a checked expression that is not of the kind wanted.
    fn fitted(&mut self, checked: Expr, span: Span, wanted: &Kind) -> Expr {
        if super::kind::fits(&checked.kind, wanted) {
            return checked;
        }
        if let (Kind::Symbol(found), Kind::Symbol(known)) = (&checked.kind, wanted) {
            let found: Vec<String> =
                found.iter().map(|symbol| format!("'{}'", self.symbols[symbol.0 as usize])).collect();
            let known: Vec<String> =
                known.iter().map(|symbol| format!("'{}'", self.symbols[symbol.0 as usize])).collect();
            self.report(
                Diagnostic::error(message!("{what} cannot stand here", what = found.join(" or ")), span)
                    .because(message!("one of {names} is needed", names = known.join(", ")))
                    .hint(message!("add the symbol to the type, or write one that is in it")),
            );
        } else {
            self.report(
                Diagnostic::error(
                    message!(
                        "this is {kind}, but {other} is needed",
                        kind = describe(&checked.kind),
                        other = describe(wanted)
                    ),
                    span,
                )
                .because(message!("{kind} is needed here", kind = describe(wanted))),
            );
        }
        Expr { kind: Kind::Unknown, ..checked }
    }

    /// Checks an expression. `wanted` helps to interpret texts and empty lists; the result may have another kind.
    pub fn expression(&mut self, expr: &ast::Expr, scope: &mut Scope, wanted: Option<&Kind>) -> Expr {
        let span = expr.span;
        let made = |form: Form, kind: Kind| Expr { form, kind, span };
        match &expr.kind {
            ExprKind::Int(int) => made(Form::Int(int.clone()), Kind::Int),
            ExprKind::Bool(bool) => made(Form::Bool(*bool), Kind::Bool),
            ExprKind::Symbol(name) => match self.symbol(name, span) {
                Some(symbol) => made(Form::Symbol(symbol), Kind::Symbol([symbol].into())),
                None => made(Form::Bool(false), Kind::Unknown),
            },
            ExprKind::Text(text) => self.text(text, span, wanted),
            ExprKind::Name(name) => self.name(name, span, scope),
            ExprKind::Mover | ExprKind::Other => {
                let form = if expr.kind == ExprKind::Mover { Form::Mover } else { Form::Other };
                let Some(players) = self.players else {
                    self.report(
                        Diagnostic::missing(
                            Missing::Declaration,
                            message!("this game has no players to tell apart"),
                            span,
                        )
                        .because(message!("without a `players` clause both sides have the same moves"))
                        .hint(message!("add a clause such as `players A, B`")),
                    );
                    return made(form, Kind::Unknown);
                };
                if !scope.mover {
                    self.report(
                        Diagnostic::error(message!("nobody is to move here"), span)
                            .because(message!("ranges, defaults and givens are fixed before play begins")),
                    );
                    return made(form, Kind::Unknown);
                }
                made(form, Kind::Symbol(players.into()))
            }
            ExprKind::If(condition, yes, no) => {
                let condition = self.expect(condition, &Kind::Bool, scope);
                let yes = self.expression(yes, scope, wanted);
                let hint = wanted.cloned().unwrap_or_else(|| yes.kind.clone());
                let no = self.expression(no, scope, Some(&hint));
                let kind = join(&yes.kind, &no.kind).unwrap_or_else(|| {
                    self.report(Diagnostic::error(message!("the two branches are of different kinds"), span).because(
                        message!("{numbers} or {number}", numbers = describe(&yes.kind), number = describe(&no.kind)),
                    ));
                    Kind::Unknown
                });
                made(Form::If(Box::new(condition), Box::new(yes), Box::new(no)), kind)
            }
            ExprKind::Or(terms) => {
                made(Form::Or(terms.iter().map(|term| self.expect(term, &Kind::Bool, scope)).collect()), Kind::Bool)
            }
            ExprKind::And(terms) => {
                made(Form::And(terms.iter().map(|term| self.expect(term, &Kind::Bool, scope)).collect()), Kind::Bool)
            }
            ExprKind::Not(inner) => made(Form::Not(Box::new(self.expect(inner, &Kind::Bool, scope))), Kind::Bool),
            ExprKind::Compare(operands, signs) => self.comparison(operands, signs, span, scope),
            ExprKind::In(inner, domain) => {
                let (domain, kind) = self.domain(domain, scope);
                let inner = self.expression(inner, scope, Some(&kind));
                if !comparable(&inner.kind, &kind) {
                    self.report(Diagnostic::error(message!("this can never be in there"), span).because(message!(
                        "{kind} among values of another kind ({other})",
                        kind = describe(&inner.kind),
                        other = describe(&kind)
                    )));
                }
                made(Form::In(Box::new(inner), Box::new(domain)), Kind::Bool)
            }
            ExprKind::Binary(operator, left, right) => self.binary(*operator, left, right, span, scope, wanted),
            ExprKind::Negate(inner) => made(Form::Negate(Box::new(self.expect(inner, &Kind::Int, scope))), Kind::Int),
            ExprKind::Index(base, indices) => {
                let mut checked = self.expression(base, scope, None);
                for index in indices {
                    checked = self.index(checked, index, scope);
                }
                checked
            }
            ExprKind::Slice(base, from, to) => {
                let base = self.expression(base, scope, None);
                let from = self.expect(from, &Kind::Int, scope);
                let to = to.as_ref().map(|to| Box::new(self.expect(to, &Kind::Int, scope)));
                let kind = match &base.kind {
                    Kind::List(element) | Kind::Bag(element) => Kind::List(element.clone()),
                    Kind::Unknown => Kind::Unknown,
                    other => {
                        self.report(
                            Diagnostic::error(message!("only a list can be cut"), base.span)
                                .because(message!("this is {kind}", kind = describe(other))),
                        );
                        Kind::Unknown
                    }
                };
                made(Form::Slice(Box::new(base), Box::new(from), to), kind)
            }
            ExprKind::Call(name, arguments) => self.call(name, arguments, span, scope),
            ExprKind::Fold { function, body, binders, filter } => {
                self.fold(function, body, binders, filter.as_deref(), span, scope)
            }
            ExprKind::Comprehension { body, binders, filter } => {
                let wanted = wanted.and_then(element);
                let (binders, filter, body) = self.over(binders, filter.as_deref(), scope, |checker, scope| {
                    checker.expression(body, scope, wanted.as_ref())
                });
                let kind = Kind::List(Box::new(body.kind.clone()));
                made(Form::Fold { fold: Fold::List, body: Box::new(body), binders, filter }, kind)
            }
            ExprKind::List(elements) => {
                let (elements, kind) = self.elements(elements, wanted, span, scope);
                made(Form::List(elements), Kind::List(Box::new(kind)))
            }
            ExprKind::Set(elements) => {
                let (elements, kind) = self.elements(elements, wanted, span, scope);
                made(Form::Set(elements), Kind::Set(Box::new(kind)))
            }
        }
    }

    fn elements(
        &mut self,
        elements: &[ast::Expr],
        wanted: Option<&Kind>,
        span: Span,
        scope: &mut Scope,
    ) -> (Vec<Expr>, Kind) {
        let wanted = wanted.and_then(element);
        let mut kind = Kind::Unknown;
        let mut checked = Vec::new();
        for expr in elements {
            let hint = wanted.clone().unwrap_or_else(|| kind.clone());
            let item = self.expression(expr, scope, Some(&hint));
            match join(&kind, &item.kind) {
                Some(both) => kind = both,
                None => self.report(
                    Diagnostic::error(message!("all elements must be of one kind"), item.span)
                        .because(message!("this is {kind}", kind = describe(&item.kind)))
                        .also(span, message!("begins with {kind}", kind = describe(&kind))),
                ),
            }
            checked.push(item);
        }
        (checked, kind)
    }

    /// Reads a text: a list of one-character symbols, or a grid with `/` between its rows.
    fn text(&mut self, text: &str, span: Span, wanted: Option<&Kind>) -> Expr {
        let grid = match wanted {
            Some(Kind::List(row)) if matches!(**row, Kind::List(_)) => true,
            Some(Kind::List(_) | Kind::Bag(_)) => false,
            _ => text.contains('/'),
        };
        let rows: Vec<&str> = if grid && text.trim().is_empty() {
            Vec::new()
        } else if grid {
            text.split('/').collect()
        } else {
            vec![text]
        };
        let mut kinds = std::collections::BTreeSet::new();
        let mut made = Vec::new();
        for row in rows {
            let mut cells = Vec::new();
            for char in row.chars().filter(|char| !char.is_whitespace()) {
                let Some(symbol) = self.symbol(&char.to_string(), span) else {
                    return Expr { form: Form::Bool(false), kind: Kind::Unknown, span };
                };
                kinds.insert(symbol);
                cells.push(Expr { form: Form::Symbol(symbol), kind: Kind::Symbol([symbol].into()), span });
            }
            made.push(cells);
        }
        let cell = if kinds.is_empty() { Kind::Unknown } else { Kind::Symbol(kinds) };
        let row_kind = Kind::List(Box::new(cell));
        if grid {
            let rows = made.into_iter().map(|cells| Expr { form: Form::List(cells), kind: row_kind.clone(), span });
            Expr { form: Form::List(rows.collect()), kind: Kind::List(Box::new(row_kind.clone())), span }
        } else {
            Expr { form: Form::List(made.pop().unwrap_or_default()), kind: row_kind, span }
        }
    }

    fn name(&mut self, name: &str, span: Span, scope: &mut Scope) -> Expr {
        let made = |form: Form, kind: Kind| Expr { form, kind, span };
        if name == "_" {
            self.report(
                Diagnostic::error(message!("`_` has no value"), span)
                    .because(message!("it stands for a choice that is not used"))
                    .hint(message!("give the binder a name")),
            );
            return made(Form::Bool(false), Kind::Unknown);
        }
        if let Some((index, local)) = scope.local(name) {
            local.used = true;
            return made(Form::Local(index), local.kind.clone());
        }
        if let Some(index) = self.component_indices.get(name).copied() {
            if index < scope.components {
                return made(Form::Component(index), self.components[index].ty.kind());
            }
            return self.too_early(name, Declared::Component, span);
        }
        if let Some(index) = self.given_indices.get(name).copied() {
            if index < scope.givens {
                self.used_givens.insert(index);
                return made(Form::Given(index), self.givens[index].ty.kind());
            }
            return self.too_early(name, Declared::Given, span);
        }
        if let Some(index) = self.let_indices.get(name).copied() {
            if let Some(parameters) = &self.lets[index].parameters {
                let count = parameters.len();
                self.report(
                    Diagnostic::error(message!("`{name}` takes {arguments}", name, arguments = arguments(count)), span)
                        .hint(message!("write `{name}(…)`", name)),
                );
                return made(Form::Bool(false), Kind::Unknown);
            }
            return self.apply(index, Vec::new(), span, scope);
        }
        if let Some(symbol) = self.symbol_indices.get(name) {
            let symbol = crate::value::Symbol(*symbol as u32);
            return made(Form::Symbol(symbol), Kind::Symbol([symbol].into()));
        }
        if self.names.get(name).is_some_and(|(what, _)| *what == Declared::Component || *what == Declared::Given) {
            return self.too_early(name, self.names[name].0, span);
        }
        self.unknown_name(name, span, scope);
        made(Form::Bool(false), Kind::Unknown)
    }

    fn too_early(&mut self, name: &str, what: Declared, span: Span) -> Expr {
        self.report(
            Diagnostic::error(message!("`{name}` is not known yet here", name), span)
                .because(message!("{what} that has no value at this place", what = what.message()))
                .hint(message!(
                    "ranges and defaults may use givens and what stands before them; `start` and `upto` only givens"
                )),
        );
        Expr { form: Form::Bool(false), kind: Kind::Unknown, span }
    }

    fn unknown_name(&mut self, name: &str, span: Span, scope: &Scope) {
        let mut diagnostic = Diagnostic::missing(Missing::Declaration, message!("unknown name `{name}`", name), span);
        if self.messages[0].is_full() {
            return self.report(diagnostic);
        }
        let near = self.nearest(name, self.names_in_sight(scope)).map(str::to_owned);
        diagnostic = match near {
            Some(near) => diagnostic.because(message!("did you mean `{name}`?", name = near)).fix(
                message!("write the nearest known name"),
                span,
                near,
            ),
            None if FUNCTIONS.contains(&name) => {
                diagnostic.because(message!("a function")).hint(message!("write its arguments: `{name}(…)`", name))
            }
            None => {
                let known = self.names_in_sight(scope);
                // Names that end with an underscore are generated ones and not shown.
                let known: Vec<&str> = known.into_iter().filter(|known| !known.ends_with('_')).take(12).collect();
                if known.is_empty() {
                    diagnostic.hint(message!("nothing has a name here"))
                } else {
                    diagnostic.hint(message!("known here: {names}", names = known.join(", ")))
                }
            }
        };
        self.report(diagnostic);
    }

    fn comparison(&mut self, operands: &[ast::Expr], signs: &[Comparison], span: Span, scope: &mut Scope) -> Expr {
        // A text or an empty list is read by the kind of what it is compared with, on either side: so it is checked last.
        let plain = |expr: &ast::Expr| matches!(expr.kind, ExprKind::Text(_) | ExprKind::List(_) | ExprKind::Set(_));
        let mut slots: Vec<Option<Expr>> =
            operands.iter().map(|operand| (!plain(operand)).then(|| self.expression(operand, scope, None))).collect();
        let hint = slots.iter().flatten().map(|operand| operand.kind.clone()).next();
        for (slot, operand) in slots.iter_mut().zip(operands) {
            if slot.is_none() {
                *slot = Some(self.expression(operand, scope, hint.as_ref()));
            }
        }
        let checked: Vec<Expr> = slots.into_iter().flatten().collect();
        self.doubt_chain(operands, signs);
        for (pair, sign) in checked.windows(2).zip(signs) {
            let (left, right) = (&pair[0], &pair[1]);
            let both = left.span.to(right.span);
            if matches!(sign, Comparison::Equal | Comparison::Unequal) {
                if !comparable(&left.kind, &right.kind) {
                    let why = match (&left.kind, &right.kind) {
                        (Kind::Symbol(a), Kind::Symbol(b)) => {
                            message!("{kind} against {other}", kind = self.symbol_list(a), other = self.symbol_list(b))
                        }
                        _ => message!(
                            "{kind} against {other}",
                            kind = describe(&left.kind),
                            other = describe(&right.kind)
                        ),
                    };
                    self.report(Diagnostic::error(message!("these two can never be equal"), both).because(why));
                }
            } else {
                for side in [left, right] {
                    if !matches!(side.kind, Kind::Int | Kind::Unknown) {
                        self.report(
                            Diagnostic::error(message!("`{sign}` compares numbers", sign = sign.sign()), side.span)
                                .because(message!("this is {kind}", kind = describe(&side.kind))),
                        );
                    }
                }
            }
        }
        Expr { form: Form::Compare(checked, signs.to_vec()), kind: Kind::Bool, span }
    }

    /// Warns about `i == 1 & j == 2`, which compares i, `1 & j` and 2. A range such as `0 < n & 7 < 4` is taken as meant.
    fn doubt_chain(&mut self, operands: &[ast::Expr], signs: &[Comparison]) {
        for (operand, around) in operands.iter().skip(1).zip(signs.windows(2)) {
            let ExprKind::Binary(operator, left, _) = &operand.kind else { continue };
            let Some(word) = word_for(*operator) else { continue };
            let is_range = around.iter().all(|sign| matches!(sign, Comparison::Less | Comparison::AtMost));
            if is_range && !matches!(left.kind, ExprKind::Int(_)) {
                continue;
            }
            self.report(
                Diagnostic::warning(
                    message!("this is compared on both sides with `{sign}` of two numbers", sign = operator.sign()),
                    operand.span,
                )
                .because(message!("`{sign}` binds more tightly than a comparison", sign = operator.sign()))
                .hint(message!("conditions are joined with `{word}`", word)),
            );
        }
    }

    fn symbol_list(&self, symbols: &std::collections::BTreeSet<crate::value::Symbol>) -> String {
        let names: Vec<String> =
            symbols.iter().map(|symbol| format!("'{}'", self.symbols[symbol.0 as usize])).collect();
        names.join(", ")
    }

    fn binary(
        &mut self,
        operator: BinaryOperator,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
        scope: &mut Scope,
        wanted: Option<&Kind>,
    ) -> Expr {
        if operator == BinaryOperator::Compound {
            let left = self.expression(left, scope, wanted);
            let hint = wanted.cloned().unwrap_or_else(|| left.kind.clone());
            let right = self.expression(right, scope, Some(&hint));
            let mut kind = Kind::Unknown;
            for side in [&left, &right] {
                let this = match &side.kind {
                    Kind::List(element) | Kind::Bag(element) => Kind::List(element.clone()),
                    Kind::Unknown => Kind::Unknown,
                    other => {
                        self.report(
                            Diagnostic::error(message!("`++` joins lists"), side.span)
                                .because(message!("this is {kind}", kind = describe(other)))
                                .hint(message!("a single element is joined as `[e]`")),
                        );
                        Kind::Unknown
                    }
                };
                kind = join(&kind, &this).unwrap_or_else(|| {
                    self.report(
                        Diagnostic::error(message!("lists of different kinds cannot be joined"), span).because(
                            message!("{kind} and {other}", kind = describe(&left.kind), other = describe(&right.kind)),
                        ),
                    );
                    Kind::Unknown
                });
            }
            return Expr { form: Form::Binary(operator, Box::new(left), Box::new(right)), kind, span };
        }
        let between = Span::new(left.span.end, right.span.start);
        let left_checked = self.expression(left, scope, Some(&Kind::Int));
        let right_checked = self.expression(right, scope, Some(&Kind::Int));
        if let Some(word) = word_for(operator)
            && (left_checked.kind == Kind::Bool || right_checked.kind == Kind::Bool)
        {
            self.report(
                Diagnostic::error(
                    message!("`{sign}` joins the binary digits of numbers", sign = operator.sign()),
                    span,
                )
                .because(message!("conditions are joined with `{word}`", word))
                .fix(message!("write `{text}`", text = word), between, format!(" {word} ")),
            );
            return Expr { form: Form::Bool(false), kind: Kind::Unknown, span };
        }
        let left = self.fitted(left_checked, left.span, &Kind::Int);
        let right = self.fitted(right_checked, right.span, &Kind::Int);
        if matches!(operator, BinaryOperator::Divide | BinaryOperator::Remainder) && right.form == Form::Int(Int::ZERO)
        {
            self.report(
                Diagnostic::error(message!("division by zero"), span)
                    .because(message!("this can never be carried out")),
            );
        }
        Expr { form: Form::Binary(operator, Box::new(left), Box::new(right)), kind: Kind::Int, span }
    }

    fn index(&mut self, base: Expr, index: &ast::Expr, scope: &mut Scope) -> Expr {
        let span = base.span.to(index.span);
        let kind = match &base.kind {
            Kind::List(element) | Kind::Bag(element) => (**element).clone(),
            Kind::Unknown => Kind::Unknown,
            Kind::Set(_) => {
                self.report(
                    Diagnostic::error(message!("a set has no first or last element"), base.span)
                        .because(message!("sets cannot be indexed"))
                        .hint(message!("ask `x in S`, or run over it with `for x in S`")),
                );
                Kind::Unknown
            }
            other => {
                self.report(
                    Diagnostic::error(message!("only a list can be indexed"), base.span)
                        .because(message!("this is {kind}", kind = describe(other))),
                );
                Kind::Unknown
            }
        };
        if let ExprKind::Negate(inner) = &index.kind
            && let ExprKind::Int(int) = &inner.kind
            && !int.is_zero()
        {
            self.report(
                Diagnostic::error(message!("a negative index"), index.span)
                    .because(message!("indices begin at 0"))
                    .hint(message!("the last element of a list s is `s[len(s) - 1]`")),
            );
        }
        let index = self.expect(index, &Kind::Int, scope);
        Expr { form: Form::Index(Box::new(base), Box::new(index)), kind, span }
    }

    /// Checks the expression after `in`, and returns the kind of its elements too.
    pub fn domain(&mut self, domain: &ast::DomainExpr, scope: &mut Scope) -> (Domain, Kind) {
        match domain {
            ast::DomainExpr::Range(range) => {
                let low = self.expect(&range.low, &Kind::Int, scope);
                let high = range.high.as_ref().map(|high| self.expect(high, &Kind::Int, scope));
                (Domain::Range(low, high), Kind::Int)
            }
            ast::DomainExpr::Of(expr) => {
                let list = self.expression(expr, scope, None);
                let kind = element(&list.kind).unwrap_or_else(|| {
                    let mut diagnostic = Diagnostic::error(message!("`in` needs a range, a list or a set"), expr.span)
                        .because(message!("this is {kind}", kind = describe(&list.kind)));
                    if list.kind == Kind::Int {
                        diagnostic = diagnostic.hint(message!("a range is written `1..n`; both ends belong to it"));
                    }
                    self.report(diagnostic);
                    Kind::Unknown
                });
                (Domain::Of(list), kind)
            }
        }
    }

    /// Checks binders in order; each is visible to those after it.
    pub fn binders(&mut self, binders: &[ast::Binder], scope: &mut Scope) -> Vec<Binder> {
        let mut made = Vec::new();
        for binder in binders {
            let (over, kind) = match &binder.over {
                ast::BinderOver::Is(expr) => {
                    let expr = self.expression(expr, scope, None);
                    let kind = expr.kind.clone();
                    (Over::Is(expr), kind)
                }
                ast::BinderOver::Each(domain) => {
                    let (checked, kind) = self.domain(domain, scope);
                    if let (ast::DomainExpr::Range(range), Domain::Range(_, None)) = (domain, &checked) {
                        self.report(
                            Diagnostic::error(
                                message!("`{name}` would run over infinitely many values", name = binder.name.text),
                                range.span(),
                            )
                            .because(message!("this range has no upper end"))
                            .hint(message!("write the greatest value after `..`")),
                        );
                    }
                    (Over::Each(checked), kind)
                }
            };
            self.bind(&binder.name, kind, scope);
            made.push(Binder { name: binder.name.text.clone(), over });
            if let Some(condition) = &binder.condition {
                let checked = self.expect(condition, &Kind::Bool, scope);
                let nameless = ast::Name { text: "_".to_owned(), span: condition.span };
                self.bind(&nameless, Kind::Bool, scope);
                made.push(Binder { name: nameless.text, over: Over::If(checked) });
            }
        }
        made
    }

    /// Checks something over binders with a filter; the binders go out of scope afterwards.
    pub fn over<T>(
        &mut self,
        binders: &[ast::Binder],
        filter: Option<&ast::Expr>,
        scope: &mut Scope,
        body: impl FnOnce(&mut Self, &mut Scope) -> T,
    ) -> (Vec<Binder>, Option<Box<Expr>>, T) {
        let before = scope.locals.len();
        let binders = self.binders(binders, scope);
        let filter = filter.map(|filter| Box::new(self.expect(filter, &Kind::Bool, scope)));
        let body = body(self, scope);
        self.unbind(scope, before);
        (binders, filter, body)
    }
}

/// Returns the word that joins conditions as this operator joins binary digits.
fn word_for(operator: BinaryOperator) -> Option<&'static str> {
    match operator {
        BinaryOperator::BitAnd => Some("and"),
        BinaryOperator::BitOr => Some("or"),
        _ => None,
    }
}
