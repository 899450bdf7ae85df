//! The rule language of grundy: text -> [`ast::Ast`] -> [`Game`], and what a game means.
//!
//! This crate is the reference for everything else. It is slow, simple and complete, and does not depend on any solver.
//!
//! ```
//! use grundy_rules::{Instance, Meter, read};
//! let game = read("game nim(n) move take(k in 1..n) -> n - k").unwrap();
//! let nim = Instance::new(game, vec![]).unwrap();
//! let heap = nim.parse_part("3").unwrap();
//! assert_eq!(nim.moves(&heap, None, &Meter::steps(1000)).unwrap().len(), 3);
//! ```

pub mod ast;
pub mod check;
pub mod diagnostic;
pub mod fault;
pub mod file;
pub mod game;
pub mod graph_text;
pub mod heap;
pub mod lex;
pub mod limits;
pub mod linear;
pub mod meaning;
pub mod measure;
pub mod meter;
pub mod parse;
pub mod print;
pub mod shape;
pub mod small;
pub mod span;
mod stripped;
pub mod text;
pub mod trial;
pub mod value;
mod walk;

pub use diagnostic::{Colour, Diagnostic, Severity};
pub use fault::{Fault, FaultClass};
pub use game::Game;
pub use grundy_value::{Int, arithmetic, factors, int};
pub use meaning::{Compound, Instance, Move, Standing, Step, Terminal};
pub use meter::{Limit, Met, Meter};
pub use span::Span;
pub use value::{Part, Position, Side, Symbol, Value};
pub use walk::Uses;

use diagnostic::Missing;
use std::sync::Arc;

/// Reads a file: text -> Ast -> Game. Drops warnings; [`diagnose`] returns them.
///
/// # Errors
/// All mistakes in the file.
pub fn read(source: &str) -> Result<Arc<Game>, Vec<Diagnostic>> {
    let (game, diagnostics) = diagnose(source);
    game.ok_or(diagnostics)
}

/// Reads a file and returns all diagnostics about it, in the order of the file.
pub fn diagnose(source: &str) -> (Option<Arc<Game>>, Vec<Diagnostic>) {
    let (ast, mut diagnostics) = parse::parse(source);
    let broken = diagnostics.iter().any(Diagnostic::is_error);
    let (game, more) = check::check(&ast, source);
    // What the parser could not read is missing from the tree; that names are then unused or unknown is not reported.
    let unread =
        |words: &[&str]| ast.unread.iter().any(|span| words.iter().any(|word| source[span.range()].starts_with(word)));
    let (declarations, moves) = (unread(&["game", "given", "let", "players"]), unread(&["move", "score", "stuck"]));
    let no_news = |diagnostic: &Diagnostic| match diagnostic.missing {
        Some(Missing::Declaration) => declarations,
        Some(Missing::Move) => moves,
        None => !diagnostic.is_error(),
    };
    // Operands of an operator that is read as another need not fit that one.
    let doubtful: Vec<Span> =
        diagnostics.iter().map(|found| found.span).filter(|span| lex::is_doubtful(&source[span.range()])).collect();
    let is_beside = |span: Span| {
        doubtful.iter().any(|sign| {
            let (from, to) = if span.start < sign.start { (span.end, sign.start) } else { (sign.end, span.start) };
            source.get(from..to).is_some_and(|between| between.chars().all(|char| " ()".contains(char)))
        })
    };
    let is_news = |diagnostic: &Diagnostic| !broken || !no_news(diagnostic) && !is_beside(diagnostic.span);
    diagnostics.extend(more.into_iter().filter(is_news));
    let game = game.filter(|_| !broken).map(Arc::new);
    let mut failed = false;
    if let Some(game) = &game {
        let tried = trial::try_rules(game);
        failed = tried.iter().any(Diagnostic::is_error);
        diagnostics.extend(tried);
    }
    diagnostics.sort_by_key(|diagnostic| (diagnostic.span.start, diagnostic.severity));
    (game.filter(|_| !failed), diagnostics)
}
