//! The parser of files of matrix games: text -> [`MatrixGame`], with every mistake of the file.

use super::aggregate::{OTHERS, Sums, component_name};
use super::claims::{Claim, ClaimKind, Wanted};
use super::clauses::{Clause, split};
use super::{Choices, Line, MatrixGame, Payoffs, Roster};
use grundy_message::message;
use grundy_rules::ast::{self, Declaration, DeclaredDomain, ExprKind, SymbolName, TypeExpr, TypeExprKind};
use grundy_rules::file::{Cursor, Parse, Peek, Scope, Tokens};
use grundy_rules::game::{Kind, Type};
use grundy_rules::trial::try_rules;
use grundy_rules::{Diagnostic, Span, Value};
use std::sync::Arc;

/// Returns whether a text is the file of a matrix game: one whose lines begin with `payoff`, and none with `move`.
pub fn is_matrix(source: &str) -> bool {
    let starts = |word: &str| {
        source.lines().any(|line| {
            line.strip_prefix(word)
                .is_some_and(|rest| rest.starts_with(|next: char| !next.is_alphanumeric() && next != '_'))
        })
    };
    (starts("payoff") || starts("choice")) && !starts("move")
}

/// Reads a file.
///
/// # Errors
/// Returns every mistake in it.
pub fn read(source: &str) -> Result<Arc<MatrixGame>, Vec<Diagnostic>> {
    let (tokens, mut wrong) = Tokens::read(source);
    let clauses = split(&tokens, &mut wrong);
    let mut draft = Draft::default();
    // Who plays and what they choose may stand after the payoffs.
    let first = ["players", "choice"];
    let (early, late): (Vec<&Clause>, Vec<&Clause>) = clauses.iter().partition(|clause| first.contains(&clause.word));
    for clause in early.into_iter().chain(late) {
        let mut cursor = clause.cursor();
        let mut read = draft.clause(clause, &mut cursor);
        if read.is_ok() && !cursor.at_end() {
            read = Err(cursor.expected(message!("the next clause")));
        }
        draft.is_broken |= read.is_err();
        wrong.extend(cursor.finish());
    }
    let begin = Span::new(0, 0);
    if draft.name.is_empty() {
        wrong.push(Diagnostic::error(message!("the file does not begin with `game NAME`"), begin));
    }
    let game =
        if wrong.iter().any(Diagnostic::is_error) || draft.is_broken { None } else { draft.finish(source, &mut wrong) };
    wrong.sort_by_key(|diagnostic| diagnostic.span.start);
    wrong.dedup();
    match game {
        Some(game) if !wrong.iter().any(Diagnostic::is_error) => Ok(Arc::new(game)),
        _ => Err(wrong),
    }
}

/// Players as written.
enum Players {
    Named(Vec<ast::Name>),
    Alike(ast::Expr),
}

/// Choices as written, for one player or for all.
struct Chosen {
    player: Option<(String, Span)>,
    /// The name of a number that is chosen.
    name: Option<String>,
    kind: ChosenKind,
    span: Span,
}

enum ChosenKind {
    Named(Vec<(String, Span)>),
    Range(ast::Expr, ast::Expr),
}

/// A line of payoffs as written.
struct Written {
    labels: Vec<(String, Span)>,
    cells: Vec<Vec<ast::Expr>>,
    span: Span,
}

/// A claim as written.
pub(super) enum WrittenClaim {
    Profile(Vec<(String, Span)>),
    Mixes(Vec<Vec<ast::Expr>>),
    Condition { exactly: bool, condition: ast::Expr },
    Number(Wanted, ast::Expr),
}

#[derive(Default)]
struct Draft {
    name: String,
    title: Option<String>,
    titles: Vec<(String, String)>,
    about: Option<String>,
    abouts: Vec<(String, String)>,
    origin: Option<String>,
    players: Option<(Players, Span)>,
    givens: Vec<Declaration>,
    lets: Vec<ast::Clause>,
    choices: Vec<Chosen>,
    payoffs: Vec<Written>,
    sum: Option<ast::Expr>,
    claims: Vec<(WrittenClaim, String, Span)>,
    is_broken: bool,
}

/// Parses `"…"` or `zh "…"`.
fn in_language(cursor: &mut Cursor, english: &mut Option<String>, others: &mut Vec<(String, String)>) -> Parse<()> {
    let language = match cursor.peek() {
        Peek::Word(language) => Some(language.to_owned()),
        _ => None,
    };
    if language.is_some() {
        cursor.bump();
    }
    let text = cursor.text(message!("a text in quotes"))?;
    match language {
        Some(language) => others.push((language, text)),
        None => *english = Some(text),
    }
    Ok(())
}

/// Parses the name of a choice: a word, a symbol in quotes, or a number.
fn label(cursor: &mut Cursor) -> Parse<(String, Span)> {
    let start = cursor.span();
    let sign = if cursor.eat("-") { "-" } else { "" };
    let text = match cursor.peek() {
        Peek::Word(text) | Peek::Symbol(text) if sign.is_empty() => text.to_owned(),
        Peek::Number(text) => format!("{sign}{text}"),
        _ => return Err(cursor.expected(message!("the name of a choice"))),
    };
    let span = start.to(cursor.span());
    cursor.bump();
    Ok((text, span))
}

fn labels(cursor: &mut Cursor) -> Parse<Vec<(String, Span)>> {
    let mut all = vec![label(cursor)?];
    while cursor.eat(",") {
        all.push(label(cursor)?);
    }
    Ok(all)
}

impl Draft {
    fn is_alike(&self) -> bool {
        matches!(self.players, Some((Players::Alike(_), _)))
    }

    fn clause(&mut self, clause: &Clause, cursor: &mut Cursor) -> Parse<()> {
        match clause.word {
            "game" => self.name = cursor.word(message!("the game's name"))?.0,
            "title" => in_language(cursor, &mut self.title, &mut self.titles)?,
            "about" => in_language(cursor, &mut self.about, &mut self.abouts)?,
            "source" => self.origin = Some(cursor.text(message!("a text in quotes"))?),
            "players" => {
                let players = if clause.ends_with("alike") {
                    let count = cursor.expression(message!("how many players there are"))?;
                    cursor.expect_word("alike")?;
                    Players::Alike(count)
                } else {
                    let mut names = vec![cursor.name(message!("the name of a player"))?];
                    while cursor.eat(",") {
                        names.push(cursor.name(message!("the name of a player"))?);
                    }
                    Players::Named(names)
                };
                self.players = Some((players, clause.span));
            }
            "given" => loop {
                let name = cursor.name(message!("a given"))?;
                cursor.expect(":")?;
                let ty = cursor.ty()?;
                cursor.expect("=")?;
                let default = Some(cursor.expression(message!("a default"))?);
                self.givens.push(Declaration { name, domain: DeclaredDomain::Typed(ty), default });
                if !cursor.eat(",") {
                    break;
                }
            },
            "let" => self.lets.push(cursor.definition()?),
            "choice" => self.choice(clause, cursor)?,
            "payoff" => self.payoff(clause, cursor)?,
            "sum" => self.sum = Some(cursor.expression(message!("what the payoffs add up to"))?),
            _ => self.claim(clause, cursor)?,
        }
        Ok(())
    }

    /// Parses `choice confess, deny`, `choice Row: up, down`, `choice fee in 0..250`.
    fn choice(&mut self, clause: &Clause, cursor: &mut Cursor) -> Parse<()> {
        let player = match (cursor.peek(), cursor.peek_after()) {
            (Peek::Word(_), Peek::Sign(":")) => {
                let player = cursor.word(message!("the name of a player"))?;
                cursor.expect(":")?;
                Some(player)
            }
            _ => None,
        };
        let (mut name, span) = (None, clause.span);
        let kind = if cursor.peek_after() == Peek::Word("in") || cursor.is_word("in") {
            if !cursor.is_word("in") {
                name = Some(cursor.name(message!("the name of what is chosen"))?.text);
            }
            cursor.expect_word("in")?;
            let low = cursor.expression(message!("the least choice"))?;
            cursor.expect("..")?;
            ChosenKind::Range(low, cursor.expression(message!("the greatest choice"))?)
        } else {
            ChosenKind::Named(labels(cursor)?)
        };
        self.choices.push(Chosen { player, name, kind, span });
        Ok(())
    }

    /// Parses `payoff EXPR`, `payoff Row: EXPR`, `payoff confess: -8, -8; 0, -10`.
    fn payoff(&mut self, clause: &Clause, cursor: &mut Cursor) -> Parse<()> {
        let mut of = Vec::new();
        if clause.has_sign(":") {
            of = labels(cursor)?;
            cursor.expect(":")?;
        }
        let mut cells = vec![Vec::new()];
        loop {
            let payoff = cursor.expression(message!("a payoff"))?;
            cells.last_mut().expect("there is a cell").push(payoff);
            if cursor.eat(";") {
                cells.push(Vec::new());
            } else if !cursor.eat(",") {
                break;
            }
        }
        self.payoffs.push(Written { labels: of, cells, span: clause.span });
        Ok(())
    }

    fn claim(&mut self, clause: &Clause, cursor: &mut Cursor) -> Parse<()> {
        let start = cursor.span().start;
        let numbers = [
            ("equilibria", Wanted::Equilibria),
            ("components", Wanted::Components),
            ("value", Wanted::Value),
            ("pure", Wanted::Pure),
            ("profiles", Wanted::Profiles),
            ("left", Wanted::Left),
        ];
        let is_equilibrium = cursor.eat_word("equilibrium");
        let written = if is_equilibrium {
            if cursor.peek() == Peek::Sign("[") {
                self.mixes(cursor)?
            } else if cursor.eat_word("iff") {
                WrittenClaim::Condition { exactly: true, condition: cursor.expression(message!("a condition"))? }
            } else if self.is_alike() && !matches!(cursor.peek_after(), Peek::Sign(",") | Peek::End) {
                WrittenClaim::Condition { exactly: false, condition: cursor.expression(message!("a condition"))? }
            } else {
                WrittenClaim::Profile(labels(cursor)?)
            }
        } else {
            let wanted = *cursor.one_of(message!("a claim"), &numbers)?;
            WrittenClaim::Number(wanted, cursor.expression(message!("a number"))?)
        };
        let text = cursor.text_from(start).trim().to_owned();
        self.claims.push((written, text, clause.span));
        Ok(())
    }

    fn mixes(&mut self, cursor: &mut Cursor) -> Parse<WrittenClaim> {
        let mut mixes = Vec::new();
        loop {
            cursor.expect("[")?;
            let mut parts = vec![cursor.expression(message!("a probability"))?];
            while cursor.eat(",") {
                parts.push(cursor.expression(message!("a probability"))?);
            }
            cursor.expect("]")?;
            mixes.push(parts);
            if !cursor.eat(",") {
                return Ok(WrittenClaim::Mixes(mixes));
            }
        }
    }

    fn finish(mut self, source: &str, wrong: &mut Vec<Diagnostic>) -> Option<MatrixGame> {
        let begin = Span::new(0, 0);
        let Some((players, players_span)) = self.players.take() else {
            wrong.push(
                Diagnostic::error(message!("the file does not say who plays"), begin)
                    .hint(message!("write `players A, B`, or `players 43 alike`")),
            );
            return None;
        };
        let names: Vec<String> = match &players {
            Players::Named(names) => names.iter().map(|name| name.text.clone()).collect(),
            Players::Alike(_) => Vec::new(),
        };
        if let Players::Named(all) = &players {
            if all.len() < 2 {
                wrong.push(Diagnostic::error(message!("a matrix game has at least two players"), players_span));
            }
            for (index, name) in all.iter().enumerate() {
                if all[..index].iter().any(|other| other.text == name.text) {
                    wrong.push(Diagnostic::error(
                        message!("the player `{name}` is named twice", name = name.text),
                        name.span,
                    ));
                }
            }
        }
        let chosen = self.chosen(&names, players_span, wrong)?;
        let own = match (&players, chosen.first().and_then(|chosen| chosen.name.clone())) {
            (Players::Alike(_), Some(name)) => name,
            _ => "own".to_owned(),
        };
        // Sums over players become components.
        let mut sums = Sums::default();
        if names.is_empty() {
            let bodies = self.lets.iter_mut().filter_map(|clause| match &mut clause.kind {
                ast::ClauseKind::Let { body, .. } => Some(body),
                _ => None,
            });
            let conditions = self.claims.iter_mut().filter_map(|(claim, ..)| match claim {
                WrittenClaim::Condition { condition, .. } => Some(condition),
                _ => None,
            });
            let payoffs = self.payoffs.iter_mut().flat_map(|line| line.cells.iter_mut().flatten());
            bodies.chain(payoffs).chain(conditions).for_each(|expr| sums.replace(expr, &own));
        }
        let mut scope = Scope::default();
        let mut reserved: Vec<SymbolName> = Vec::new();
        let mut types = Vec::new();
        for chosen in &chosen {
            types.push(match &chosen.kind {
                ChosenKind::Range(..) => Type::Int { low: None, high: None },
                ChosenKind::Named(all) => {
                    for (text, span) in all {
                        if !reserved.iter().any(|known| known.text == *text) {
                            reserved.push(SymbolName { text: text.clone(), quoted: false, span: *span });
                        }
                    }
                    Type::Symbols(all.iter().map(|(text, _)| scope.symbol(text)).collect())
                }
            });
        }
        let component_names = if names.is_empty() { vec![own.clone()] } else { names.clone() };
        for (name, ty) in component_names.iter().zip(types.iter().cycle()) {
            scope.component(name, ty.clone());
        }
        if names.is_empty() {
            for index in 0..sums.components.len() {
                scope.component(&component_name(index), Type::Int { low: None, high: None });
            }
            scope.component(OTHERS, Type::List(Box::new(types[0].clone()), None));
        }
        let mut givens = std::mem::take(&mut self.givens);
        if let Some(first) = reserved.first() {
            // Named choices are symbols, which a type declares.
            let (default, span) = (first.text.clone(), first.span);
            let ty = TypeExpr { kind: TypeExprKind::Symbols(reserved), span };
            givens.push(Declaration {
                name: ast::Name { text: "a choice".to_owned(), span },
                domain: DeclaredDomain::Typed(ty),
                default: Some(ast::Expr { kind: ExprKind::Symbol(default), span }),
            });
        }
        scope.declare(&self.lets, givens);
        let roster = match players {
            Players::Named(_) => Roster::Named(names.clone()),
            Players::Alike(count) => Roster::Alike(scope.expression(&count, Some(&Kind::Int))),
        };
        let choices = chosen
            .into_iter()
            .map(|chosen| match chosen.kind {
                ChosenKind::Named(all) => Choices::Named(all.into_iter().map(|(text, _)| text).collect()),
                ChosenKind::Range(low, high) => Choices::Range(
                    scope.expression(&low, Some(&Kind::Int)),
                    scope.expression(&high, Some(&Kind::Int)),
                    chosen.span,
                ),
            })
            .collect();
        let sum = self.sum.take().map(|sum| scope.expression(&sum, Some(&Kind::Int)));
        let payoffs = self.payoffs(&names, sum.is_some(), &mut scope, wrong);
        let summands = sums
            .summands
            .iter()
            .map(|(summand, is_condition)| {
                scope.expression(summand, Some(if *is_condition { &Kind::Bool } else { &Kind::Int }))
            })
            .collect();
        let claims = std::mem::take(&mut self.claims)
            .into_iter()
            .map(|(written, text, span)| {
                let mut number = |expr: &ast::Expr| scope.expression(expr, Some(&Kind::Int));
                let kind = match written {
                    WrittenClaim::Profile(labels) => ClaimKind::Profile(labels),
                    WrittenClaim::Mixes(mixes) => {
                        ClaimKind::Mixes(mixes.iter().map(|mix| mix.iter().map(&mut number).collect()).collect())
                    }
                    WrittenClaim::Number(wanted, expr) => ClaimKind::Number(wanted, number(&expr)),
                    WrittenClaim::Condition { exactly, condition } => {
                        ClaimKind::Condition { exactly, condition: scope.expression(&condition, Some(&Kind::Bool)) }
                    }
                };
                Claim { kind, text, span }
            })
            .collect();
        let game = match scope.finish() {
            Ok(game) => Arc::new(grundy_rules::Game { name: self.name.clone(), ..game }),
            Err(mistakes) => {
                wrong.extend(mistakes);
                return None;
            }
        };
        wrong.extend(try_rules(&game).into_iter().filter(Diagnostic::is_error));
        Some(MatrixGame {
            name: self.name,
            source: source.to_owned(),
            title: self.title,
            titles: self.titles,
            about: self.about,
            abouts: self.abouts,
            origin: self.origin,
            claims,
            scope: game,
            roster,
            choices,
            payoffs: payoffs?,
            sum,
            summands,
            aggregates: sums.components,
        })
    }

    /// Returns the choices of each player in their order; one entry if all have the same.
    fn chosen(&mut self, names: &[String], players: Span, wrong: &mut Vec<Diagnostic>) -> Option<Vec<Chosen>> {
        let before = wrong.len();
        for chosen in &self.choices {
            let ChosenKind::Named(all) = &chosen.kind else { continue };
            for (index, (text, span)) in all.iter().enumerate() {
                if let Some((_, first)) = all[..index].iter().find(|(other, _)| other == text) {
                    let twice = Diagnostic::error(message!("the choice `{name}` is named twice", name = text), *span);
                    wrong.push(twice.also(*first, message!("the first one")).hint(message!("keep one of them")));
                }
            }
        }
        let all = std::mem::take(&mut self.choices);
        let count = all.len();
        let (shared, own): (Vec<Chosen>, Vec<Chosen>) = all.into_iter().partition(|chosen| chosen.player.is_none());
        let missing =
            |what| Diagnostic::error(what, players).hint(message!("write `choice left, right` or `choice x in 1..9`"));
        if count == 0 {
            wrong.push(missing(message!("the file does not say what there is to choose")));
            return None;
        }
        if let [_, second, ..] = shared.as_slice() {
            wrong.push(
                Diagnostic::error(message!("a second `{what}` clause", what = "choice"), second.span)
                    .hint(message!("write for whom it is: `choice PLAYER: …`")),
            );
        } else if let (Some(shared), Some(own)) = (shared.first(), own.first()) {
            wrong.push(
                Diagnostic::error(message!("all players have these choices already"), own.span)
                    .also(shared.span, message!("said here"))
                    .hint(message!("write for whom it is: `choice PLAYER: …`")),
            );
        }
        let mut ordered: Vec<Option<Chosen>> = names.iter().map(|_| None).collect();
        for chosen in own {
            let Some((player, span)) = &chosen.player else { continue };
            match names.iter().position(|name| name == player) {
                Some(index) if ordered[index].is_none() => ordered[index] = Some(chosen),
                Some(_) => {
                    wrong.push(Diagnostic::error(message!("the choices of `{player}` are said twice", player), *span))
                }
                None => wrong.push(
                    Diagnostic::error(message!("there is no player `{player}`", player), *span)
                        .hint(message!("the players are: {names}", names = names.join(", "))),
                ),
            }
        }
        if wrong.len() > before {
            return None;
        }
        if !shared.is_empty() {
            return Some(shared);
        }
        if let Some(index) = ordered.iter().position(Option::is_none) {
            wrong.push(missing(message!(
                "the file does not say what {player} may choose",
                player = names[index].clone()
            )));
            return None;
        }
        Some(ordered.into_iter().flatten().collect())
    }

    fn payoffs(
        &mut self,
        names: &[String],
        has_sum: bool,
        scope: &mut Scope,
        wrong: &mut Vec<Diagnostic>,
    ) -> Option<Payoffs> {
        let written = std::mem::take(&mut self.payoffs);
        let number = Some(&Kind::Int);
        let Some(first) = written.first() else {
            wrong.push(
                Diagnostic::error(message!("the file has no payoffs"), Span::new(0, 0))
                    .hint(message!("write `payoff EXPRESSION`, or `payoff CHOICE: 1, 2; 3, 4` for each choice")),
            );
            return None;
        };
        let single = |line: &Written| line.cells.len() == 1 && line.cells[0].len() == 1;
        if first.labels.is_empty() {
            if let [_, second, ..] = written.as_slice() {
                wrong.push(
                    Diagnostic::error(message!("a second `{what}` clause", what = "payoff"), second.span)
                        .hint(message!("write for whom it is: `payoff PLAYER: …`")),
                );
                return None;
            }
            if !single(first) {
                wrong.push(
                    Diagnostic::error(message!("a payoff is one expression"), first.span)
                        .hint(message!("write `payoff CHOICE: 1, 2; 3, 4` for a line of a table")),
                );
                return None;
            }
            let payoff = scope.expression(&first.cells[0][0], number);
            if names.is_empty() {
                return Some(Payoffs::Alike(payoff));
            }
            if names.len() == 2 && has_sum {
                return Some(Payoffs::Each(vec![payoff]));
            }
            wrong.push(Diagnostic::error(message!("this payoff does not say whose it is"), first.span).hint(message!(
                "write `payoff PLAYER: …` for each player; of two, `sum 0` makes the second's the opposite"
            )));
            return None;
        }
        if names.is_empty() {
            wrong.push(
                Diagnostic::error(message!("players who are alike have one payoff, an expression"), first.span)
                    .hint(message!("write `payoff …` without a name")),
            );
            return None;
        }
        if written.iter().all(|line| line.labels.len() == 1 && names.contains(&line.labels[0].0)) {
            let mut each: Vec<Option<ast::Expr>> = names.iter().map(|_| None).collect();
            for line in written {
                let index = names.iter().position(|name| *name == line.labels[0].0)?;
                if !single(&line) {
                    wrong.push(Diagnostic::error(message!("a payoff is one expression"), line.span));
                } else if each[index].is_some() {
                    let player = names[index].clone();
                    wrong
                        .push(Diagnostic::error(message!("the payoff of `{player}` is said twice", player), line.span));
                } else {
                    each[index] = line.cells.into_iter().next()?.pop();
                }
            }
            if has_sum && names.len() == 2 && each[1].is_none() {
                each.truncate(1);
            }
            if let Some(index) = each.iter().position(Option::is_none) {
                let player = names[index].clone();
                wrong.push(Diagnostic::error(message!("the payoff of `{player}` is missing", player), Span::new(0, 0)));
                return None;
            }
            return Some(Payoffs::Each(
                each.into_iter().flatten().map(|expr| scope.expression(&expr, number)).collect(),
            ));
        }
        let mut lines = Vec::new();
        for line in written {
            let cells = line.cells.iter().map(|cell| cell.iter().map(|expr| scope.expression(expr, number)).collect());
            lines.push(Line { cells: cells.collect(), labels: line.labels, span: line.span });
        }
        Some(Payoffs::Lines(lines))
    }
}

/// Returns the value of a choice in expressions.
pub(super) fn choice_value(game: &MatrixGame, name: &str) -> Value {
    let index = game.scope.symbols.iter().position(|symbol| symbol == name).unwrap_or_default();
    Value::Symbol(grundy_rules::Symbol(u32::try_from(index).unwrap_or_default()))
}
