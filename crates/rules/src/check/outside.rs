//! Expressions and claims that are not in a game's file: what a problem asks, a rule that was found or that a user typed.
//!
//! In: a game, or names with their types, and one expression or claim after another. Out: each of them checked, or its
//! mistakes, and a game whose functions they call.

use super::Checker;
use super::scope::{Declared, Scope as Sight};
use crate::ast::{self, Ast, ClauseKind};
use crate::diagnostic::Diagnostic;
use crate::game::{Claim, Component, Expr, Fold, Form, Game, Kind, Type};
use crate::lex::Messages;
use crate::parse::cursor::Binders;
use crate::parse::{parse, parse_after, parse_expression, quoted};
use crate::shape::why_no_grundy;
use crate::span::Span;
use crate::value::Symbol;
use grundy_message::message;
use std::collections::HashMap;

/// A file without clauses.
static NOTHING: Ast = Ast { clauses: Vec::new(), comments: Vec::new(), unread: Vec::new() };

/// The names that expressions may use, and the game that has the functions they call.
pub struct Scope {
    checker: Checker<'static>,
    game: Game,
}

impl Game {
    /// Returns the game with these claims after its own, each written without the word `claim`.
    ///
    /// # Errors
    /// All mistakes in them.
    ///
    /// ```
    /// let game = grundy_rules::read("game nim(n) let half = n / 2 move take(k in 1..n) -> n - k").unwrap();
    /// assert_eq!(game.with_claims(["grundy = n", "lose iff half == 0 if n != 1"]).unwrap().claims.len(), 2);
    /// assert!(game.with_claims(["grundy = m"]).is_err());
    /// ```
    pub fn with_claims<'t>(&self, claims: impl IntoIterator<Item = &'t str>) -> Result<Game, Vec<Diagnostic>> {
        let mut scope = Scope::of(self);
        let wrong: Vec<Diagnostic> =
            claims.into_iter().filter_map(|claim| scope.claim(claim).err()).flatten().collect();
        if wrong.is_empty() { scope.finish() } else { Err(wrong) }
    }
}

impl Default for Scope {
    fn default() -> Scope {
        Scope { checker: Checker::new(&NOTHING), game: Game::default() }
    }
}

impl Scope {
    /// Returns the scope of a game's claims.
    pub fn of(game: &Game) -> Scope {
        let mut checker = Checker::new(&NOTHING);
        for symbol in &game.symbols {
            checker.register(symbol);
        }
        checker.players = game.players;
        checker.functions = game.functions.clone();
        let (file, _) = parse(&game.source.0);
        let clauses: Vec<&ast::Clause> = file.clauses.iter().collect();
        checker.gather_symbols(&clauses);
        checker.gather_lets(&clauses);
        let name = |component: &Component| ast::Name { text: component.name.clone(), span: component.span };
        game.components.iter().for_each(|component| checker.declare(&name(component), Declared::Component));
        game.givens.iter().for_each(|given| checker.declare(&name(given), Declared::Given));
        let indices = |all: &[Component]| -> HashMap<String, usize> {
            all.iter().enumerate().rev().map(|(index, component)| (component.name.clone(), index)).collect()
        };
        (checker.component_indices, checker.given_indices) = (indices(&game.components), indices(&game.givens));
        (checker.components, checker.givens) = (game.components.clone(), game.givens.clone());
        checker.lets.iter_mut().for_each(|entry| entry.used = true);
        checker.messages = Default::default();
        Scope { checker, game: game.clone() }
    }

    /// Adds a symbol.
    pub fn symbol(&mut self, name: &str) -> Symbol {
        self.checker.register(name)
    }

    /// Adds a component.
    pub fn component(&mut self, name: &str, ty: Type) {
        self.checker.names.insert(name.to_owned(), (Declared::Component, None));
        self.checker.component_indices.insert(name.to_owned(), self.checker.components.len());
        let component = Component { name: name.to_owned(), ty, default: None, span: Span::default() };
        self.checker.components.push(component);
    }

    /// Adds the `let`s and the givens of a file; they may use one another.
    pub fn declare(&mut self, lets: &[ast::Clause], givens: Vec<ast::Declaration>) {
        let given = ast::Clause { kind: ClauseKind::Given(givens), span: Span::default() };
        self.checker.gather_symbols(&[&given]);
        self.checker.gather_lets(&lets.iter().collect::<Vec<_>>());
        let ClauseKind::Given(givens) = given.kind else { return };
        self.checker.declare_givens(&givens.iter().collect::<Vec<_>>());
    }

    /// Checks an expression, of this kind if one is wanted. Its mistakes are returned by [`Scope::finish`].
    pub fn expression(&mut self, expr: &ast::Expr, kind: Option<&Kind>) -> Expr {
        let mut sight = self.checker.everything();
        match kind {
            Some(kind) => self.checker.expect(expr, kind, &mut sight),
            None => self.checker.expression(expr, &mut sight, None),
        }
    }

    /// Checks expressions over binders that they share, and returns a list for each of them.
    pub fn lists(&mut self, elements: &[ast::Expr], binders: &Binders, kind: Option<&Kind>) -> Vec<Expr> {
        let mut sight = self.checker.everything();
        let (binders, filter, bodies) =
            self.checker.over(&binders.0, binders.1.as_ref(), &mut sight, |checker, sight: &mut Sight| {
                // Only a single expression must use its binders.
                sight.locals.iter_mut().for_each(|local| local.used |= elements.len() > 1);
                let check = |element: &ast::Expr| match kind {
                    Some(kind) => checker.expect(element, kind, sight),
                    None => checker.expression(element, sight, None),
                };
                elements.iter().map(check).collect::<Vec<Expr>>()
            });
        let list = |body: Expr| {
            let (kind, span) = (Kind::List(Box::new(body.kind.clone())), body.span);
            let (binders, filter) = (binders.clone(), filter.clone());
            Expr { form: Form::Fold { fold: Fold::List, body: Box::new(body), binders, filter }, kind, span }
        };
        bodies.into_iter().map(list).collect()
    }

    /// Reads an expression.
    ///
    /// # Errors
    /// All mistakes in it.
    pub fn read(&mut self, text: &str, kind: Option<&Kind>) -> Result<Expr, Vec<Diagnostic>> {
        let (expr, wrong) = parse_expression(text);
        self.attempt(wrong, |scope| expr.map(|expr| scope.expression(&expr, kind)))
    }

    /// Reads a claim, written without the word `claim`, and adds it to the game.
    ///
    /// # Errors
    /// All mistakes in it; the game is then unchanged.
    pub fn claim(&mut self, text: &str) -> Result<&Claim, Vec<Diagnostic>> {
        let from = self.game.source.0.len();
        self.game.source.0 += &format!("\nclaim {text}\n");
        let players = self.game.players.map_or_else(Vec::new, |players| {
            players.iter().map(|player| self.game.symbol_name(*player).to_owned()).collect()
        });
        let (clauses, wrong) = parse_after(&self.game.source.0, from, &players);
        let claim = self.attempt(wrong, |scope| match clauses.as_slice() {
            [ast::Clause { kind: ClauseKind::Claim(claim), span }] => {
                let why_no_grundy = why_no_grundy(&scope.game);
                scope.checker.claim(claim, *span, &scope.game, why_no_grundy.as_ref())
            }
            [.., last] => {
                let found = scope.game.source.0[last.span.range()].split_whitespace().next().unwrap_or("");
                scope.checker.report(Diagnostic::error(
                    message!("expected {what}, found {found}", what = message!("a claim"), found = quoted(found)),
                    last.span,
                ));
                None
            }
            [] => None,
        });
        match claim {
            Ok(claim) => {
                self.game.claims.push(claim);
                Ok(&self.game.claims[self.game.claims.len() - 1])
            }
            Err(wrong) => {
                self.game.source.0.truncate(from);
                Err(wrong)
            }
        }
    }

    /// Returns what was read if no mistake was found, and forgets the functions it added if one was.
    fn attempt<T>(
        &mut self,
        mut wrong: Vec<Diagnostic>,
        read: impl FnOnce(&mut Scope) -> Option<T>,
    ) -> Result<T, Vec<Diagnostic>> {
        let functions = self.checker.functions.len();
        let made = read(self);
        wrong.extend(self.mistakes());
        wrong.retain(Diagnostic::is_error);
        wrong.sort_by_key(|diagnostic| diagnostic.span.start);
        match made.filter(|_| wrong.is_empty()) {
            Some(made) => Ok(made),
            None => {
                self.checker.functions.truncate(functions);
                self.checker.instances.retain(|_, (function, _)| *function < functions);
                Err(wrong)
            }
        }
    }

    fn mistakes(&mut self) -> Vec<Diagnostic> {
        self.checker.reported.clear();
        std::mem::take(&mut self.checker.messages).into_iter().flat_map(Messages::into_list).collect()
    }

    /// Returns the game with what was added to it.
    ///
    /// # Errors
    /// All mistakes in what was declared and checked.
    pub fn finish(mut self) -> Result<Game, Vec<Diagnostic>> {
        self.checker.check_unused_lets();
        let mut game = self.game.clone();
        game.functions = std::mem::take(&mut self.checker.functions);
        self.checker.refuse_deep_calls(&game);
        let wrong: Vec<Diagnostic> = self.mistakes().into_iter().filter(Diagnostic::is_error).collect();
        game.symbols = self.checker.symbols;
        game.givens = self.checker.givens;
        game.components = self.checker.components;
        if wrong.is_empty() { Ok(game) } else { Err(wrong) }
    }
}

#[cfg(test)]
mod tests {
    use super::Scope;
    use crate::game::{Kind, Type};
    use crate::read;

    #[test]
    fn a_claim_that_cannot_be_read_leaves_the_game_as_it_was() {
        let game = read("game nim(n) let rest(k) = n % k move take(k in 1..n) -> n - k").unwrap();
        let mut scope = Scope::of(&game);
        assert_eq!(scope.claim("lose iff rest(4) == 0").unwrap().text, "lose iff rest(4) == 0");
        for wrong in ["lose iff rest(4)", "lose iff m == 0", "lose", "", "lose iff n == 0\nmove more -> n"] {
            assert!(!scope.claim(wrong).unwrap_err().is_empty(), "{wrong}");
        }
        let made = scope.finish().unwrap();
        assert_eq!((made.claims.len(), made.functions.len(), made.moves.len()), (1, 1, 1));
        assert_eq!(made, *read(&made.source.0).unwrap());
    }

    #[test]
    fn expressions_see_what_is_in_scope() {
        let mut scope = Scope::default();
        scope.component("u", Type::Int { low: None, high: None });
        assert!(scope.read("u % 2 == 0", Some(&Kind::Bool)).is_ok());
        assert!(scope.read("u % 2", Some(&Kind::Bool)).is_err());
        assert!(scope.read("v", None).is_err() && scope.read("u +", None).is_err());
        assert_eq!(scope.finish().unwrap().components.len(), 1);
    }
}
