//! Scopes: the names visible at each point of the file, and that no name shadows another.

use super::Checker;
use crate::ast;
use crate::diagnostic::Diagnostic;
use crate::game::Kind;
use crate::lex::RESERVED;
use crate::span::Span;
use grundy_message::{Message, message};

/// What a name of a file denotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declared {
    /// A player.
    Player,
    /// A symbol.
    Symbol,
    /// A component.
    Component,
    /// A given.
    Given,
    /// A `let`.
    Let,
    /// A function.
    Function,
}

impl Declared {
    /// Describes it.
    pub fn message(self) -> Message {
        match self {
            Declared::Player => message!("a player"),
            Declared::Symbol => message!("a symbol"),
            Declared::Component => message!("a component"),
            Declared::Given => message!("a given"),
            Declared::Let => message!("a `let`"),
            Declared::Function => message!("a function"),
        }
    }
}

/// Names of built-in functions, which cannot be names of anything else.
pub const FUNCTIONS: [&str; 30] = [
    "min",
    "max",
    "abs",
    "gcd",
    "lcm",
    "len",
    "sort",
    "reverse",
    "size",
    "isqrt",
    "floor_phi",
    "is_fibonacci",
    "bit",
    "popcount",
    "nim_product",
    "is_prime",
    "prime_factors",
    "divisors",
    "valuation",
    "is_square",
    "log2",
    "digits",
    "floor_sqrt",
    "reachable",
    "attached",
    "sum",
    "count",
    "any",
    "all",
    "xor",
];

/// The names visible at some point.
#[derive(Clone, Debug)]
pub struct Scope {
    /// Binders and arguments, innermost last; the index is also that in the frame.
    pub locals: Vec<Local>,
    /// Number of visible components, from the first.
    pub components: usize,
    /// Number of visible givens, from the first.
    pub givens: usize,
    /// Whether there is a player to move.
    pub mover: bool,
}

/// A binder or an argument.
#[derive(Clone, Debug)]
pub struct Local {
    /// The name.
    pub name: String,
    /// The kind of its value.
    pub kind: Kind,
    /// Whether it was used.
    pub used: bool,
    /// Location where it is bound.
    pub span: Span,
}

impl Scope {
    /// Returns the innermost local with this name.
    pub fn local(&mut self, name: &str) -> Option<(usize, &mut Local)> {
        self.locals.iter_mut().enumerate().rev().find(|(_, local)| local.name == name)
    }
}

impl Checker<'_> {
    /// Returns the scope with all components and givens, and the mover if there is one.
    pub fn everything(&self) -> Scope {
        Scope {
            locals: Vec::new(),
            components: self.components.len(),
            givens: self.givens.len(),
            mover: self.players.is_some(),
        }
    }

    /// Returns the scope with only the givens.
    pub fn givens_only(&self) -> Scope {
        Scope { locals: Vec::new(), components: 0, givens: self.givens.len(), mover: false }
    }

    /// Binds a name for what follows. `_` binds without a name.
    pub fn bind(&mut self, name: &ast::Name, kind: Kind, scope: &mut Scope) {
        // A name that was refused is not reported as unused too.
        let used = name.text != "_" && self.hides(name, scope);
        scope.locals.push(Local { name: name.text.clone(), kind, used, span: name.span });
    }

    /// Reports a name that shadows another, and returns whether it was refused.
    fn hides(&mut self, name: &ast::Name, scope: &mut Scope) -> bool {
        let text = &name.text;
        if RESERVED.contains(&text.as_str()) {
            return true; // Reported by the parser.
        }
        if let Some((_, local)) = scope.local(text) {
            let earlier = local.span;
            local.used = true;
            self.report(
                Diagnostic::error(message!("`{name}` is bound twice", name = text), name.span)
                    .because(message!("this would hide the one before"))
                    .also(earlier, message!("first bound here"))
                    .hint(message!("give it another name")),
            );
            return true;
        }
        if let Some((what, earlier)) = self.declared(text) {
            let mut diagnostic = Diagnostic::error(
                message!("`{name}` is already the name of {what}", name = text, what = what.message()),
                name.span,
            )
            .because(message!("this would hide it"))
            .hint(message!("give it another name"));
            if let Some(earlier) = earlier {
                diagnostic = diagnostic.also(earlier, message!("declared here"));
            }
            self.report(diagnostic);
            return true;
        }
        false
    }

    /// Returns what a name denotes in the whole file, if anything: a description, and where it is declared.
    pub fn declared(&self, name: &str) -> Option<(Declared, Option<Span>)> {
        if FUNCTIONS.contains(&name) {
            return Some((Declared::Function, None));
        }
        self.names.get(name).copied()
    }

    /// Declares a name for the whole file, unless it is taken.
    pub fn declare(&mut self, name: &ast::Name, what: Declared) {
        if RESERVED.contains(&name.text.as_str()) {
            return; // Reported by the parser.
        }
        if name.text == "_" {
            self.report(
                Diagnostic::error(message!("`_` cannot be the name of {what}", what = what.message()), name.span)
                    .hint(message!("`_` is a binder that need not be used; write a name")),
            );
            return;
        }
        if let Some((before, earlier)) = self.declared(&name.text) {
            let mut diagnostic = Diagnostic::error(
                message!("`{name}` is already the name of {what}", name = name.text, what = before.message()),
                name.span,
            )
            .because(message!("used again for {what}", what = what.message()))
            .hint(message!("give one of them another name"));
            if let Some(earlier) = earlier {
                diagnostic = diagnostic.also(earlier, message!("declared here"));
            }
            self.report(diagnostic);
            return;
        }
        self.names.insert(name.text.clone(), (what, Some(name.span)));
    }

    /// Returns all visible names, for suggestions.
    pub fn names_in_sight<'s>(&'s self, scope: &'s Scope) -> Vec<&'s str> {
        let mut names: Vec<&str> = scope.locals.iter().map(|local| local.name.as_str()).collect();
        names.extend(self.components.iter().take(scope.components).map(|component| component.name.as_str()));
        names.extend(self.givens.iter().take(scope.givens).map(|given| given.name.as_str()));
        names.extend(self.lets.iter().map(|entry| entry.name.text.as_str()));
        names.extend(self.symbols.iter().filter(|symbol| symbol.chars().count() > 1).map(String::as_str));
        if scope.mover {
            names.extend(["mover", "other"]);
        }
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Reports binders from `from` on that were never used, and removes them from the scope.
    pub fn unbind(&mut self, scope: &mut Scope, from: usize) {
        for local in scope.locals.split_off(from) {
            if !local.used && local.name != "_" && local.kind != Kind::Unknown {
                self.report(
                    Diagnostic::error(message!("`{name}` is bound but never used", name = local.name), local.span)
                        .because(message!("nothing depends on it"))
                        .hint(message!("use it, leave it out, or write `_` if only the number of choices matters")),
                );
            }
        }
    }
}
