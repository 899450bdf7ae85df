//! Files of matrix games: text -> [`MatrixGame`], whose payoffs are then evaluated.
//!
//! A file is one of `.game` files with clauses of its own (docs/matrix.md): `choice`, `payoff`, `sum`, and `players 43 alike`. Its
//! expressions are those of rules, checked and evaluated by them; what several players do is seen through `total(…)` and
//! `count(… for others)`, which are components of a game without moves, as the fields of a problem file are.

mod aggregate;
mod claims;
mod clauses;
mod payoff;
mod read;

pub use claims::{Claim, ClaimKind, Verdict, Wanted};
pub use payoff::Trouble;
pub use read::{is_matrix, read};

use crate::alike::Alike;
use crate::table::Table;
use grundy_rules::game::Expr;
use grundy_rules::{Game, Span};
use std::sync::Arc;

/// A checked file.
#[derive(Debug)]
pub struct MatrixGame {
    /// The game's name.
    pub name: String,
    /// The text of the file.
    pub source: String,
    /// Its titles, in English and as (language, title).
    pub title: Option<String>,
    /// Titles in other languages.
    pub titles: Vec<(String, String)>,
    /// What it is about.
    pub about: Option<String>,
    /// Descriptions in other languages.
    pub abouts: Vec<(String, String)>,
    /// Where it comes from.
    pub origin: Option<String>,
    /// Its claims.
    pub claims: Vec<Claim>,
    /// Givens and functions; the components are what the players choose.
    pub(crate) scope: Arc<Game>,
    pub(crate) roster: Roster,
    pub(crate) choices: Vec<Choices>,
    pub(crate) payoffs: Payoffs,
    /// What the payoffs of both players add up to.
    pub(crate) sum: Option<Expr>,
    /// What payoffs sum over the players: an expression in a choice, each once.
    pub(crate) summands: Vec<Expr>,
    /// The components after the choices: an index into `summands`, and whether the player itself counts.
    pub(crate) aggregates: Vec<(usize, bool)>,
}

/// Who plays.
#[derive(Debug)]
pub(crate) enum Roster {
    /// These.
    Named(Vec<String>),
    /// So many who are alike.
    Alike(Expr),
}

/// What a player may choose.
#[derive(Clone, Debug)]
pub(crate) enum Choices {
    /// One of these.
    Named(Vec<String>),
    /// A number.
    Range(Expr, Expr, Span),
}

/// How payoffs are given.
#[derive(Debug)]
pub(crate) enum Payoffs {
    /// Lines of a table: the choices that they are for, and the payoffs of each cell.
    Lines(Vec<Line>),
    /// An expression for each player.
    Each(Vec<Expr>),
    /// One expression for every player alike.
    Alike(Expr),
}

/// A line of a table.
#[derive(Debug)]
pub(crate) struct Line {
    pub labels: Vec<(String, Span)>,
    pub cells: Vec<Vec<Expr>>,
    pub span: Span,
}

/// A game with its givens fixed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Played {
    /// Players with a table of payoffs.
    Table(Table),
    /// Players who are alike; of two the table as well.
    Alike(Alike, Option<Table>),
}

impl Played {
    /// Returns the table of payoffs, if there is one.
    pub fn table(&self) -> Option<&Table> {
        match self {
            Played::Table(table) => Some(table),
            Played::Alike(_, table) => table.as_ref(),
        }
    }
}

impl MatrixGame {
    /// Returns the game of the givens, whose values `grundy_rules::text::parse_given` reads.
    pub fn scope(&self) -> &Arc<Game> {
        &self.scope
    }

    /// Returns a few words about its players for lists: their names, or that they are alike.
    pub fn player_names(&self) -> Option<&[String]> {
        match &self.roster {
            Roster::Named(names) => Some(names),
            Roster::Alike(_) => None,
        }
    }
}
