//! Declarations of a file: players, symbols, `let`s, givens and components with their types.

use super::scope::Declared;
use super::scope::Scope;
use super::{Checker, Let, listed, literal};
use crate::ast::{self, ClauseKind};
use crate::diagnostic::{Diagnostic, Missing};
use crate::game::{Component, Expr, Form, Kind, Type};
use crate::int::Int;
use crate::lex::RESERVED;
use crate::limits;
use crate::span::Span;
use crate::value::Symbol;
use grundy_message::message;
use std::collections::HashSet;

impl Checker<'_> {
    /// Collects players and the symbols of all types. A symbol written without quotes reserves its name.
    pub(super) fn gather_symbols(&mut self, clauses: &[&ast::Clause]) {
        for clause in clauses {
            if let ClauseKind::Players(names) = &clause.kind {
                for name in names {
                    self.declare(name, Declared::Player);
                    self.register(&name.text);
                }
                match names.as_slice() {
                    [left, right] if left.text != right.text => {
                        let left = self.register(&left.text);
                        let right = self.register(&right.text);
                        self.players = Some([left, right]);
                    }
                    [left, right] if left.text == right.text => {}
                    _ => self.report(
                        Diagnostic::error(
                            message!("a game has two players, not {count}", count = names.len()),
                            clause.span,
                        )
                        .hint(message!("write `players A, B`; without this clause both sides have the same moves")),
                    ),
                }
            }
        }
        for clause in clauses {
            let declarations = match &clause.kind {
                ClauseKind::Game { components, .. } => components,
                ClauseKind::Given(givens) => givens,
                _ => continue,
            };
            for declaration in declarations {
                if let ast::DeclaredDomain::Typed(ty) = &declaration.domain {
                    self.gather_type_symbols(ty);
                }
            }
        }
    }

    fn gather_type_symbols(&mut self, ty: &ast::TypeExpr) {
        match &ty.kind {
            ast::TypeExprKind::Symbols(symbols) => {
                let mut seen = HashSet::new();
                for symbol in symbols {
                    if !seen.insert(&symbol.text) {
                        self.report(
                            Diagnostic::error(message!("the symbol `{name}` twice", name = symbol.text), symbol.span)
                                .hint(message!("write each symbol once")),
                        );
                    }
                    let claimed = self.names.get(&symbol.text).map(|(what, _)| *what);
                    if !symbol.quoted && !matches!(claimed, Some(Declared::Symbol | Declared::Player)) {
                        let name = ast::Name { text: symbol.text.clone(), span: symbol.span };
                        self.declare(&name, Declared::Symbol);
                    }
                    self.register(&symbol.text);
                }
            }
            ast::TypeExprKind::List(inner, _) | ast::TypeExprKind::Bag(inner) | ast::TypeExprKind::Set(inner) => {
                self.gather_type_symbols(inner);
            }
            ast::TypeExprKind::Int(_) | ast::TypeExprKind::Bool => {}
        }
    }

    pub(super) fn register(&mut self, name: &str) -> Symbol {
        let next = self.symbols.len();
        let index = *self.symbol_indices.entry(name.to_owned()).or_insert(next);
        if index == next {
            self.symbols.push(name.to_owned());
        }
        Symbol(index as u32)
    }

    /// Resolves a symbol that some type or the players' clause names.
    pub(super) fn symbol(&mut self, name: &str, span: Span) -> Option<Symbol> {
        if let Some(index) = self.symbol_indices.get(name) {
            return Some(Symbol(*index as u32));
        }
        let mut diagnostic = Diagnostic::missing(Missing::Declaration, message!("unknown symbol '{name}'", name), span);
        if self.symbols.is_empty() {
            diagnostic =
                diagnostic.hint(message!("no type of this game has symbols; a type such as {{'.', 'X'}} names them"));
        } else {
            let known: Vec<String> =
                self.symbols.iter().take(limits::MAX_NAMES_LISTED + 1).map(|symbol| format!("'{symbol}'")).collect();
            let known = listed(known.iter().map(String::as_str));
            diagnostic = diagnostic.hint(message!("the symbols of this game are {names}", names = known));
            if let Some(near) =
                self.nearest(name, self.symbols.iter().map(String::as_str)).filter(|near| near.len() > 1)
            {
                diagnostic = diagnostic.because(message!("did you mean '{name}'?", name = near));
            }
        }
        self.report(diagnostic);
        None
    }

    pub(super) fn gather_lets(&mut self, clauses: &[&ast::Clause]) {
        for clause in clauses {
            if let ClauseKind::Let { name, parameters, body } = &clause.kind {
                let refused =
                    RESERVED.contains(&name.text.as_str()) || name.text == "_" || self.declared(&name.text).is_some();
                self.declare(name, Declared::Let);
                self.let_indices.entry(name.text.clone()).or_insert(self.lets.len());
                self.lets.push(Let {
                    name: name.clone(),
                    parameters: parameters.clone(),
                    body: body.clone(),
                    // A name that was refused is not reported as unused too.
                    used: refused,
                });
            }
        }
    }

    pub(super) fn declare_givens(&mut self, givens: &[&ast::Declaration]) {
        givens.iter().for_each(|given| self.declare(&given.name, Declared::Given));
        for given in givens {
            let scope = self.givens_only();
            let made = self.declaration(given, scope);
            self.given_indices.entry(made.name.clone()).or_insert(self.givens.len());
            self.givens.push(made);
        }
    }

    pub(super) fn declaration(&mut self, declaration: &ast::Declaration, mut scope: Scope) -> Component {
        let span = declaration.name.span;
        let zero = Expr { form: Form::Int(Int::ZERO), kind: Kind::Int, span };
        let ty = match &declaration.domain {
            ast::DeclaredDomain::Unsaid => Type::Int { low: Some(zero), high: None },
            ast::DeclaredDomain::In(range) => self.int_type(Some(range), &mut scope),
            ast::DeclaredDomain::Typed(ty) => self.ty(ty, &mut scope),
        };
        let default = declaration.default.as_ref().map(|default| self.expect(default, &ty.kind(), &mut scope));
        Component { name: declaration.name.text.clone(), ty, default, span }
    }

    fn int_type(&mut self, range: Option<&ast::RangeExpr>, scope: &mut Scope) -> Type {
        let low = range.map(|range| self.expect(&range.low, &Kind::Int, scope));
        let high = range.and_then(|range| range.high.as_ref()).map(|high| self.expect(high, &Kind::Int, scope));
        if let (Some(range), Some(low), Some(high)) = (range, &low, &high)
            && let (Some(low), Some(high)) = (literal(low), literal(high))
            && high < low
        {
            self.report(
                Diagnostic::error(message!("this range is empty"), range.span())
                    .because(message!("{high} is below {low}", high = high, low = low))
                    .hint(message!("write the least value first")),
            );
        }
        Type::Int { low, high }
    }

    fn ty(&mut self, ty: &ast::TypeExpr, scope: &mut Scope) -> Type {
        match &ty.kind {
            ast::TypeExprKind::Int(range) => self.int_type(range.as_deref(), scope),
            ast::TypeExprKind::Bool => Type::Bool,
            ast::TypeExprKind::Symbols(symbols) => {
                if symbols.is_empty() {
                    self.report(
                        Diagnostic::error(message!("a type without symbols has no values"), ty.span)
                            .hint(message!("name them, as in {{'.', 'X', 'O'}}")),
                    );
                }
                Type::Symbols(symbols.iter().map(|symbol| self.register(&symbol.text)).collect())
            }
            ast::TypeExprKind::List(element, sizes) => {
                let sizes: Vec<Expr> = sizes.iter().map(|size| self.expect(size, &Kind::Int, scope)).collect();
                for size in &sizes {
                    if literal(size).is_some_and(|size| size.is_negative()) {
                        self.report(Diagnostic::error(message!("a size cannot be negative"), size.span));
                    }
                }
                let mut made = self.ty(element, scope);
                if sizes.is_empty() {
                    return Type::List(Box::new(made), None);
                }
                for size in sizes.into_iter().rev() {
                    made = Type::List(Box::new(made), Some(size));
                }
                made
            }
            ast::TypeExprKind::Bag(element) => Type::Bag(Box::new(self.ty(element, scope))),
            ast::TypeExprKind::Set(element) => Type::Set(Box::new(self.ty(element, scope))),
        }
    }
}
