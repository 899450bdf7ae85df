//! The file as a whole: clauses that may not stand twice or together, and names that do nothing.

use super::{Checker, MOST_DEPTH, gives_points};
use crate::ast::{self, ClauseKind};
use crate::diagnostic::{Diagnostic, Missing};
use crate::game::{Compound, Expr, Form, Game, Kind, Verdict};
use crate::int::Int;
use crate::shape::why_parts_have_no_grundy;
use crate::span::Span;
use std::collections::HashMap;

impl Checker<'_> {
    /// Clauses that may stand only once.
    pub(super) fn refuse_second_clauses(&mut self) {
        let mut seen: HashMap<String, Span> = HashMap::new();
        // The first move of each name that a player has for itself.
        let mut own: HashMap<&str, Span> = HashMap::new();
        for clause in &self.ast.clauses {
            let span = clause.span;
            let what = match &clause.kind {
                ClauseKind::Game { .. } => "game".to_owned(),
                ClauseKind::Players(_) => "players".into(),
                ClauseKind::Compound(_) => "compound".into(),
                ClauseKind::Loops(_) => "loops".into(),
                ClauseKind::Ties(_) => "ties".into(),
                ClauseKind::Start(_) => "start".into(),
                ClauseKind::About(_) => "about".into(),
                ClauseKind::Source(_) => "source".into(),
                ClauseKind::Stuck { condition: None, .. } => "unconditional stuck".into(),
                ClauseKind::Title { language, .. } => {
                    format!("title{}", language.as_ref().map_or(String::new(), |name| format!(" {}", name.text)))
                }
                ClauseKind::Move(clause) => {
                    let name = &clause.name.text;
                    match &clause.player {
                        // Anybody's move and a player's own of one name would be told apart by nothing.
                        Some(player) if seen.contains_key(&format!("move {name}")) => {
                            seen.insert(format!("{} move {name}", player.text), clause.name.span);
                            format!("move {name}")
                        }
                        Some(player) => {
                            own.entry(name).or_insert(span);
                            format!("{} move {name}", player.text)
                        }
                        None => {
                            if let Some(first) = own.get(name.as_str()) {
                                seen.insert(format!("move {name}"), *first);
                            }
                            format!("move {name}")
                        }
                    }
                }
                _ => continue,
            };
            if let Some(first) = seen.get(&what) {
                let diagnostic = Diagnostic::error(format!("a second `{what}` clause"), clause.span)
                    .because("only one can hold")
                    .also(*first, "the first one");
                self.report(if what.contains("move ") {
                    diagnostic.hint("give each kind of move a name of its own")
                } else {
                    diagnostic.hint("keep one of them")
                });
            } else {
                seen.insert(what, clause.span);
            }
        }
    }

    /// Points and wins do not mix; said once, at the first clause that gives a win.
    pub(super) fn refuse_wins_for_points(&mut self, verdict: &Verdict, game: &Game, span: Span) {
        const MESSAGE: &str = "this game is played for points";
        let said = self.messages[0].list.iter().any(|diagnostic| diagnostic.message == MESSAGE);
        if !game.points || matches!(verdict, Verdict::Score(_)) || said {
            return;
        }
        let mut diagnostic = Diagnostic::error(MESSAGE, span)
            .because("the winner is decided by the score alone")
            .hint("write `score EXPR if …` or `stuck scores` here, or take the points out");
        if let Some(clause) = self.ast.clauses.iter().find(|clause| gives_points(clause)) {
            diagnostic = diagnostic.also(clause.span, "this gives points");
        }
        self.report(diagnostic);
    }

    /// Clauses that cannot stand together.
    pub(super) fn refuse_unfit_combinations(&mut self, game: &Game, clauses: &[&ast::Clause]) {
        let compound_span =
            clauses.iter().find(|clause| matches!(clause.kind, ClauseKind::Compound(_))).map(|clause| clause.span);
        let again = game.moves.iter().find(|rule| rule.result.has_again());
        if let (Some(span), Some(rule)) = (compound_span, again)
            && game.compound != Compound::One
        {
            self.report(
                Diagnostic::error("`again` needs `compound one`", rule.span)
                    .because("otherwise it is not said where the same player would move on")
                    .also(span, "sums are played so"),
            );
        }
        let fixed_stuck = match &game.stuck {
            Verdict::Score(points) => points.form != Form::Int(Int::ZERO),
            _ => false,
        };
        let splits = game.moves.iter().find(|rule| rule.result.most_parts() > 1);
        if let Some(rule) = splits
            && (!game.stuck_if.is_empty() || fixed_stuck)
        {
            self.report(
                Diagnostic::error("this move leaves several parts", rule.span)
                    .because("a conditional `stuck` clause or `stuck scores EXPR` speaks of one part only")
                    .hint("say the end with `win if`, `lose if` or `score … if`, which end the whole sum"),
            );
        }
        if let Some(span) = compound_span
            && game.compound == Compound::Anti
            && let Some(why) = why_parts_have_no_grundy(game)
        {
            self.report(
                Diagnostic::error("`compound anti` needs Grundy values", span)
                    .because(format!("there are none: {why}"))
                    .hint("they exist for impartial games that end only by having no move"),
            );
        }
        if game.moves.is_empty() && !clauses.iter().any(|clause| matches!(clause.kind, ClauseKind::Move(_))) {
            let span = clauses.first().map_or(Span::default(), |clause| clause.span);
            self.report(
                Diagnostic::missing(Missing::Move, "this game has no moves", span)
                    .hint("add one, as in `move take(k in 1..n) -> n - k`"),
            );
        }
    }

    /// A `let` that is never used is still read, so that its mistakes are told.
    pub(super) fn check_unused_lets(&mut self) {
        let kept = self.functions.len();
        for place in 0..self.lets.len() {
            if self.lets[place].used {
                continue;
            }
            let (name, count) =
                (self.lets[place].name.clone(), self.lets[place].parameters.as_ref().map_or(0, Vec::len));
            self.report(Diagnostic::warning(format!("`{}` is never used", name.text), name.span));
            let unknown = Expr { form: Form::Bool(false), kind: Kind::Unknown, span: name.span };
            let scope = self.everything();
            self.apply(place, vec![unknown; count], name.span, &scope);
        }
        self.functions.truncate(kept);
        self.instances.retain(|_, (function, _)| *function < kept);
    }

    pub(super) fn warn_of_idle_names(&mut self, game: &Game) {
        for place in 0..self.givens.len() {
            if !self.used_givens.contains(&place) {
                let (name, span) = (self.givens[place].name.clone(), self.givens[place].span);
                self.report(
                    Diagnostic::warning(format!("`{name}` is never used"), span).because("nothing depends on it"),
                );
            }
        }
        if game.moves.is_empty() {
            return;
        }
        let changed = game.changed_components();
        for place in 0..self.components.len() {
            if !changed.contains(&place) {
                let (name, span) = (self.components[place].name.clone(), self.components[place].span);
                self.report(
                    Diagnostic::warning(format!("no move changes `{name}`"), span)
                        .because("it stays the same through the whole of play")
                        .hint(format!("data fixed for one play are written `given {name}: …`")),
                );
            }
        }
    }

    /// Calls of calls of calls would run out of stack where they are carried out.
    pub(super) fn refuse_deep_calls(&mut self, game: &Game) {
        let mut depths: Vec<usize> = Vec::new();
        for (place, function) in game.functions.iter().enumerate() {
            let depth = function.body.depth(&depths);
            depths.push(depth);
            if depth > MOST_DEPTH {
                let span = game.functions[place].body.span;
                self.report(
                    Diagnostic::error("these expressions are nested too deeply", span)
                        .because(format!("`{}` reaches {depth} levels through other `let`s", function.name))
                        .hint(format!("at most {MOST_DEPTH} levels are allowed")),
                );
                return;
            }
        }
    }
}
