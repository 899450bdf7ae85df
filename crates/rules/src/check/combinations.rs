//! Checks of the whole file: clauses that may not be repeated or combined, and names without effect.

use super::{Checker, gives_points};
use crate::ast::{self, ClauseKind};
use crate::diagnostic::{Diagnostic, Missing};
use crate::game::{CompoundRule, Expr, Form, Game, Kind, Verdict};
use crate::int::Int;
use crate::limits::MAX_DEPTH;
use crate::shape::why_parts_have_no_grundy;
use crate::span::Span;
use grundy_message::message;
use std::collections::HashMap;

impl Checker<'_> {
    /// Reports repeated clauses that may occur only once.
    pub(super) fn refuse_second_clauses(&mut self) {
        let mut seen: HashMap<String, Span> = HashMap::new();
        // For each name, the first move that belongs to one player.
        let mut own: HashMap<&str, Span> = HashMap::new();
        for clause in &self.ast.clauses {
            let span = clause.span;
            let what = match &clause.kind {
                ClauseKind::Game { .. } => "game".to_owned(),
                ClauseKind::Players(_) => "players".into(),
                ClauseKind::CompoundRule(_) => "compound".into(),
                ClauseKind::Loops(_) => "loops".into(),
                ClauseKind::Ties(_) => "ties".into(),
                ClauseKind::Start(_) => "start".into(),
                ClauseKind::Source(_) => "source".into(),
                ClauseKind::Stuck { condition: None, .. } => "unconditional stuck".into(),
                ClauseKind::Title { language: Some(language), .. } => format!("title {}", language.text),
                ClauseKind::Title { language: None, .. } => "title".into(),
                ClauseKind::About { language: Some(language), .. } => format!("about {}", language.text),
                ClauseKind::About { language: None, .. } => "about".into(),
                ClauseKind::Move(clause) => {
                    let name = &clause.name.text;
                    match &clause.player {
                        // A move of either player and a player's own of the same name could not be distinguished.
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
                let diagnostic = Diagnostic::error(message!("a second `{what}` clause", what), clause.span)
                    .because(message!("only one can hold"))
                    .also(*first, message!("the first one"));
                self.report(if what.contains("move ") {
                    diagnostic.hint(message!("give each kind of move a name of its own"))
                } else {
                    diagnostic.hint(message!("keep one of them"))
                });
            } else {
                seen.insert(what, clause.span);
            }
        }
    }

    /// Reports a win in a game for points; once, at the first clause that gives a win.
    pub(super) fn refuse_wins_for_points(&mut self, verdict: &Verdict, game: &Game, span: Span) {
        let message = message!("this game is played for points");
        let is_reported = self.messages[0].list.iter().any(|diagnostic| diagnostic.message == message);
        if !game.points || matches!(verdict, Verdict::Score(_)) || is_reported {
            return;
        }
        let mut diagnostic = Diagnostic::error(message, span)
            .because(message!("the winner is decided by the score alone"))
            .hint(message!("write `score EXPR if …` or `stuck scores` here, or take the points out"));
        if let Some(clause) = self.ast.clauses.iter().find(|clause| gives_points(clause)) {
            diagnostic = diagnostic.also(clause.span, message!("this gives points"));
        }
        self.report(diagnostic);
    }

    /// Reports clauses that cannot be combined.
    pub(super) fn refuse_unfit_combinations(&mut self, game: &Game, clauses: &[&ast::Clause]) {
        let compound_span =
            clauses.iter().find(|clause| matches!(clause.kind, ClauseKind::CompoundRule(_))).map(|clause| clause.span);
        let again = game.moves.iter().find(|rule| rule.result.has_again());
        if let (Some(span), Some(rule)) = (compound_span, again)
            && game.compound != CompoundRule::One
        {
            self.report(
                Diagnostic::error(message!("`again` needs `compound one`"), rule.span)
                    .because(message!("otherwise it is not said where the same player would move on"))
                    .also(span, message!("sums are played so")),
            );
        }
        let fixed_stuck = match &game.stuck {
            Verdict::Score(points) => points.form != Form::Int(Int::ZERO),
            _ => false,
        };
        let splits = game.moves.iter().find(|rule| rule.result.most_parts() > 1);
        if let Some(rule) = splits
            && (!game.stuck_if.is_empty() || fixed_stuck)
            && !(game.points && game.compound == CompoundRule::One)
        {
            self.report(
                Diagnostic::error(message!("this move leaves several parts"), rule.span)
                    .because(message!("a conditional `stuck` clause or `stuck scores EXPR` speaks of one part only"))
                    .hint(message!("say the end with `win if`, `lose if` or `score … if`, which end the whole sum")),
            );
        }
        if let Some(span) = compound_span
            && game.compound == CompoundRule::Anti
            && let Some(why) = why_parts_have_no_grundy(game)
        {
            self.report(
                Diagnostic::error(message!("`compound anti` needs Grundy values"), span)
                    .because(message!("there are none: {why}", why))
                    .hint(message!("they exist for impartial games that end only by having no move")),
            );
        }
        if game.moves.is_empty() && !clauses.iter().any(|clause| matches!(clause.kind, ClauseKind::Move(_))) {
            let span = clauses.first().map_or(Span::default(), |clause| clause.span);
            self.report(
                Diagnostic::missing(Missing::Move, message!("this game has no moves"), span)
                    .hint(message!("add one, as in `move take(k in 1..n) -> n - k`")),
            );
        }
    }

    /// Checks `let`s that are never used, so that their mistakes are reported.
    pub(super) fn check_unused_lets(&mut self) {
        let before = self.functions.len();
        for index in 0..self.lets.len() {
            if self.lets[index].used {
                continue;
            }
            let (name, count) =
                (self.lets[index].name.clone(), self.lets[index].parameters.as_ref().map_or(0, Vec::len));
            self.report(Diagnostic::warning(message!("`{name}` is never used", name = name.text), name.span));
            let unknown = Expr { form: Form::Bool(false), kind: Kind::Unknown, span: name.span };
            let scope = self.everything();
            self.apply(index, vec![unknown; count], name.span, &scope);
        }
        self.functions.truncate(before);
        self.instances.retain(|_, (function, _)| *function < before);
    }

    pub(super) fn warn_of_idle_names(&mut self, game: &Game) {
        for index in 0..self.givens.len() {
            if !self.used_givens.contains(&index) {
                let (name, span) = (self.givens[index].name.clone(), self.givens[index].span);
                self.report(
                    Diagnostic::warning(message!("`{name}` is never used", name), span)
                        .because(message!("nothing depends on it")),
                );
            }
        }
        if game.moves.is_empty() {
            return;
        }
        let changed = game.changed_components();
        for index in 0..self.components.len() {
            if !changed.contains(&index) {
                let (name, span) = (self.components[index].name.clone(), self.components[index].span);
                self.report(
                    Diagnostic::warning(message!("no move changes `{name}`", name), span)
                        .because(message!("it stays the same through the whole of play"))
                        .hint(message!("data fixed for one play are written `given {name}: …`", name)),
                );
            }
        }
    }

    /// Reports calls nested so deeply that evaluating them would exhaust the stack.
    pub(super) fn refuse_deep_calls(&mut self, game: &Game) {
        let mut depths: Vec<usize> = Vec::new();
        for (index, function) in game.functions.iter().enumerate() {
            let depth = function.body.depth(&depths);
            depths.push(depth);
            if depth > MAX_DEPTH {
                let span = game.functions[index].body.span;
                self.report(
                    Diagnostic::error(message!("these expressions are nested too deeply"), span)
                        .because(message!(
                            "`{name}` reaches {count} levels through other `let`s",
                            name = function.name,
                            count = depth
                        ))
                        .hint(message!("at most {count} levels are allowed", count = MAX_DEPTH)),
                );
                return;
            }
        }
    }
}
