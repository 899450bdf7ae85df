//! Resolves names and types: Ast -> Game, or all mistakes in the file at once.
//!
//! In: the parser's tree, even if the file has mistakes. Out: a `Game` in which every name is resolved, or the diagnostics.
//! What only playing can show (a move that leaves a range) is left to `trial`.

use crate::limits;
use grundy_message::{Message, message};
use scope::Declared;
mod claims;
mod combinations;
mod declarations;
mod expression;
mod functions;
mod kind;
mod moves;
pub(crate) mod outside;
mod scope;

use crate::ast::{self, Ast, ClauseKind};
use crate::diagnostic::{Diagnostic, Missing, nearest};
use crate::game::{
    Component, CompoundRule, DeclaredSymmetry, Expr, Form, Function, Game, Kind, Loops, SourceText, Symmetry, Ties,
    Turn, Type, Verdict,
};
use crate::int::Int;
use crate::lex::Messages;
use crate::print::print_symmetry;
use crate::shape::why_no_grundy;
use crate::span::Span;
use crate::value::{Side, Symbol};
pub use kind::describe;
pub use scope::FUNCTIONS;
use scope::Scope;
use std::collections::{HashMap, HashSet};

/// Checks a file. Returns a game unless there is an error among the diagnostics.
pub fn check(ast: &Ast, source: &str) -> (Option<Game>, Vec<Diagnostic>) {
    let mut checker = Checker::new(ast);
    let game = checker.game(source);
    let failed = checker.messages.iter().any(|messages| messages.list.iter().any(Diagnostic::is_error));
    let [errors, warnings] = checker.messages;
    (game.filter(|_| !failed), [errors, warnings].into_iter().flat_map(Messages::into_list).collect())
}

/// The state of checking one file.
pub(crate) struct Checker<'a> {
    ast: &'a Ast,
    /// Errors and warnings, each up to the maximum number.
    messages: [Messages; 2],
    /// Location and text of what was reported.
    reported: HashSet<(usize, usize, Message)>,
    /// Names of the whole file: what each is, and where it is declared.
    names: HashMap<String, (Declared, Option<Span>)>,
    symbols: Vec<String>,
    /// For each name of a symbol, given, component or `let`, its first index.
    symbol_indices: HashMap<String, usize>,
    given_indices: HashMap<String, usize>,
    component_indices: HashMap<String, usize>,
    let_indices: HashMap<String, usize>,
    /// The moves of each name, once all are checked.
    moves_by_name: HashMap<String, Vec<usize>>,
    players: Option<[Symbol; 2]>,
    givens: Vec<Component>,
    used_givens: HashSet<usize>,
    components: Vec<Component>,
    lets: Vec<Let>,
    functions: Vec<Function>,
    /// The function made for a `let`, given the kinds of its arguments and what is in scope.
    instances: HashMap<Use, (usize, Kind)>,
    in_progress: Vec<usize>,
}

/// A use of a `let`: its index, the kinds of its arguments, and what is in scope where it is used (the number of components,
/// the number of givens, whether there is a mover).
type Use = (usize, Vec<Kind>, usize, usize, bool);

/// A `let` as it was written.
#[derive(Clone)]
struct Let {
    name: ast::Name,
    parameters: Option<Vec<ast::Name>>,
    body: ast::Expr,
    used: bool,
}

impl<'a> Checker<'a> {
    fn new(ast: &'a Ast) -> Checker<'a> {
        Checker {
            ast,
            messages: Default::default(),
            reported: HashSet::new(),
            names: HashMap::new(),
            symbols: Vec::new(),
            symbol_indices: HashMap::new(),
            given_indices: HashMap::new(),
            component_indices: HashMap::new(),
            let_indices: HashMap::new(),
            moves_by_name: HashMap::new(),
            players: None,
            givens: Vec::new(),
            used_givens: HashSet::new(),
            components: Vec::new(),
            lets: Vec::new(),
            functions: Vec::new(),
            instances: HashMap::new(),
            in_progress: Vec::new(),
        }
    }

    /// Reports a mistake once: a `let` used several times would repeat its own.
    fn report(&mut self, diagnostic: Diagnostic) {
        let index = (diagnostic.span.start, diagnostic.span.end, diagnostic.message.clone());
        if self.reported.insert(index) {
            let [errors, warnings] = &mut self.messages;
            if diagnostic.is_error() { errors.push(diagnostic) } else { warnings.push(diagnostic) }
        }
    }

    /// Returns the known name that was probably meant; not searched once further errors are only counted.
    fn nearest<'n>(&self, written: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
        if self.messages[0].is_full() {
            None
        } else {
            nearest(written, known.into_iter().take(limits::MAX_COMPARED_NAMES))
        }
    }

    fn game(&mut self, source: &str) -> Option<Game> {
        if self.ast.clauses.is_empty() {
            self.report(
                Diagnostic::missing(Missing::Declaration, message!("there is no game in this file"), Span::new(0, 0))
                    .hint(message!("a game begins with `game NAME(component, …)`, for example `game nim(n)`")),
            );
            return None;
        }
        self.refuse_second_clauses();
        let clauses: Vec<&ast::Clause> = self.ast.clauses.iter().collect();
        let Some((name, declared, game_span)) = clauses.iter().find_map(|clause| match &clause.kind {
            ClauseKind::Game { name, components } => Some((name, components, clause.span)),
            _ => None,
        }) else {
            self.report(
                Diagnostic::missing(
                    Missing::Declaration,
                    message!("there is no `game` clause in this file"),
                    clauses[0].span,
                )
                .because(message!("what a position is made of is not said"))
                .hint(message!("begin with `game NAME(component, …)`, for example `game nim(n)`")),
            );
            return None;
        };
        self.gather_symbols(&clauses);
        self.gather_lets(&clauses);
        let declared_givens: Vec<&ast::Declaration> = clauses
            .iter()
            .filter_map(|clause| match &clause.kind {
                ClauseKind::Given(list) => Some(list),
                _ => None,
            })
            .flatten()
            .collect();
        for declaration in declared {
            self.declare(&declaration.name, Declared::Component);
        }
        self.declare_givens(&declared_givens);
        for declaration in declared {
            let scope = Scope {
                locals: Vec::new(),
                components: self.components.len(),
                givens: self.givens.len(),
                mover: false,
            };
            let made = self.declaration(declaration, scope);
            self.component_indices.entry(made.name.clone()).or_insert(self.components.len());
            self.components.push(made);
        }
        if declared.is_empty() {
            self.report(
                Diagnostic::error(message!("a position of this game is made of nothing"), game_span)
                    .hint(message!("name its components, as in `game nim(n)`")),
            );
        }
        let mut game = Game {
            name: name.text.clone(),
            source: SourceText(source.to_owned()),
            symbols: self.symbols.clone(),
            players: self.players,
            ..Game::default()
        };
        game.points = clauses.iter().any(|clause| gives_points(clause));
        if game.points {
            game.stuck = Verdict::Score(Expr { form: Form::Int(Int::ZERO), kind: Kind::Int, span: game_span });
        }
        for clause in &clauses {
            self.clause(clause, &mut game);
        }
        for (index, rule) in game.moves.iter().enumerate() {
            self.moves_by_name.entry(rule.name.clone()).or_default().push(index);
        }
        let why_no_grundy = why_no_grundy(&game);
        // Claims and strategies refer to the finished game.
        for clause in &clauses {
            match &clause.kind {
                ClauseKind::Claim(claim) => {
                    if let Some(claim) = self.claim(claim, clause.span, &game, why_no_grundy.as_ref()) {
                        game.claims.push(claim);
                    }
                }
                ClauseKind::Strategy(strategy) => {
                    if let Some(strategy) = self.strategy(strategy, clause.span, &game) {
                        game.strategies.push(strategy);
                    }
                }
                _ => {}
            }
        }
        self.refuse_unfit_combinations(&game, &clauses);
        self.check_unused_lets();
        // In a file with errors, an unused name may be used in what could not be checked.
        if self.messages[0].list.is_empty() {
            self.warn_of_idle_names(&game);
        }
        game.functions = std::mem::take(&mut self.functions);
        self.refuse_deep_calls(&game);
        game.givens = std::mem::take(&mut self.givens);
        game.components = std::mem::take(&mut self.components);
        Some(game)
    }

    /// Resolves a player.
    fn side(&mut self, name: &ast::Name) -> Option<Side> {
        let Some(players) = self.players else {
            self.report(
                Diagnostic::missing(
                    Missing::Declaration,
                    message!("`{name}` is not a player of this game", name = name.text),
                    name.span,
                )
                .because(message!("there is no `players` clause"))
                .hint(message!(
                    "add a clause such as `players {left}, {right}`",
                    left = name.text,
                    right = if name.text == "B" { "A" } else { "B" }
                )),
            );
            return None;
        };
        let names: Vec<String> = players.iter().map(|player| self.symbols[player.0 as usize].clone()).collect();
        if let Some(index) = names.iter().position(|player| *player == name.text) {
            return Some(if index == 0 { Side::Left } else { Side::Right });
        }
        let mut diagnostic = Diagnostic::missing(
            Missing::Declaration,
            message!("`{name}` is not a player of this game", name = name.text),
            name.span,
        );
        diagnostic = match nearest(&name.text, names.iter().map(String::as_str)) {
            Some(near) => diagnostic.because(message!("did you mean `{name}`?", name = near)).fix(
                message!("write the nearest player"),
                name.span,
                near.to_owned(),
            ),
            None => {
                diagnostic.because(message!("the players are {left} and {right}", left = names[0], right = names[1]))
            }
        };
        self.report(diagnostic);
        None
    }

    fn verdict(&mut self, verdict: &ast::Verdict, scope: &mut Scope, span: Span) -> Option<Verdict> {
        Some(match verdict {
            ast::Verdict::Win => Verdict::Win,
            ast::Verdict::Lose => Verdict::Lose,
            ast::Verdict::Draw => Verdict::Draw,
            ast::Verdict::Wins(name) => Verdict::Wins(self.side(name)?),
            ast::Verdict::Score(Some(points)) => Verdict::Score(self.expect(points, &Kind::Int, scope)),
            ast::Verdict::Score(None) => Verdict::Score(Expr { form: Form::Int(Int::ZERO), kind: Kind::Int, span }),
        })
    }

    fn clause(&mut self, clause: &ast::Clause, game: &mut Game) {
        let mut scope = self.everything();
        match &clause.kind {
            ClauseKind::Move(rule) => {
                if let Some(rule) = self.mv(rule, clause.span) {
                    game.moves.push(rule);
                }
            }
            ClauseKind::End { verdict, condition } => {
                let condition = self.expect(condition, &Kind::Bool, &mut scope);
                if let Some(verdict) = self.verdict(verdict, &mut scope, clause.span) {
                    self.refuse_wins_for_points(&verdict, game, clause.span);
                    game.ends.push((condition, verdict));
                }
            }
            ClauseKind::Stuck { verdict, condition } => {
                let condition = condition.as_ref().map(|condition| self.expect(condition, &Kind::Bool, &mut scope));
                if let Some(verdict) = self.verdict(verdict, &mut scope, clause.span) {
                    self.refuse_wins_for_points(&verdict, game, clause.span);
                    match condition {
                        Some(condition) => game.stuck_if.push((condition, verdict)),
                        None => game.stuck = verdict,
                    }
                }
            }
            ClauseKind::CompoundRule(compound) => {
                game.compound = match compound {
                    ast::CompoundClause::One => CompoundRule::One,
                    ast::CompoundClause::Every => CompoundRule::Every,
                    ast::CompoundClause::Short => CompoundRule::Short,
                    ast::CompoundClause::Some => CompoundRule::Some,
                    ast::CompoundClause::Anti => CompoundRule::Anti,
                    ast::CompoundClause::Upto(max) => {
                        let mut scope = self.givens_only();
                        let max = self.expect(max, &Kind::Int, &mut scope);
                        if literal(&max).is_some_and(|max| max < Int::ONE) {
                            self.report(
                                Diagnostic::error(message!("this allows no move at all"), max.span)
                                    .because(message!("a move is made in at least one part"))
                                    .hint(message!("write 1 or more")),
                            );
                        }
                        CompoundRule::Upto(max)
                    }
                }
            }
            ClauseKind::Loops(loops) => {
                game.loops_span = clause.span;
                match loops {
                    ast::LoopsClause::Draw => game.loops = Loops::Draw,
                    ast::LoopsClause::None => game.loops = Loops::None,
                    ast::LoopsClause::Wins(name) => {
                        if let Some(side) = self.side(name) {
                            game.loops = Loops::Wins(side);
                        }
                    }
                }
            }
            ClauseKind::Ties(ties) => {
                match ties {
                    ast::TiesClause::Draw => game.ties = Ties::Draw,
                    ast::TiesClause::First => game.ties = Ties::First,
                    ast::TiesClause::Player(name) => {
                        if let Some(side) = self.side(name) {
                            game.ties = Ties::Side(side);
                        }
                    }
                }
                if !game.points {
                    self.report(
                        Diagnostic::missing(Missing::Move, message!("this game is not played for points"), clause.span)
                            .because(message!("`ties` says who wins at equal scores"))
                            .hint(message!("leave it out, or give the moves a `gain`")),
                    );
                }
            }
            ClauseKind::Symmetry(written) => {
                if let Some(symmetry) = self.symmetry(written, clause.span) {
                    let text = print_symmetry(written);
                    game.symmetries.push(DeclaredSymmetry { symmetry, text, span: clause.span });
                }
            }
            ClauseKind::Valid(condition) => {
                let mut scope = Scope { mover: false, ..self.everything() };
                game.valid.push(self.expect(condition, &Kind::Bool, &mut scope));
            }
            ClauseKind::Start(position) => game.start = self.position(position),
            ClauseKind::About { language: None, text } => game.about = Some(text.text.clone()),
            ClauseKind::About { language: Some(language), text } => {
                game.abouts.push((language.text.clone(), text.text.clone()));
            }
            ClauseKind::Source(text) => game.origin = Some(text.text.clone()),
            ClauseKind::Title { language: None, text } => game.title = Some(text.text.clone()),
            ClauseKind::Title { language: Some(language), text } => {
                game.titles.push((language.text.clone(), text.text.clone()));
            }
            ClauseKind::Game { .. }
            | ClauseKind::Given(_)
            | ClauseKind::Let { .. }
            | ClauseKind::Players(_)
            | ClauseKind::Claim(_)
            | ClauseKind::Strategy(_) => {}
        }
    }

    fn symmetry(&mut self, symmetry: &ast::SymmetryClause, span: Span) -> Option<Symmetry> {
        match symmetry {
            ast::SymmetryClause::Swap(names) => {
                let indices: Vec<usize> = names.iter().filter_map(|name| self.component(name)).collect();
                if indices.len() < names.len() {
                    return None;
                }
                if indices.len() < 2 {
                    self.report(
                        Diagnostic::error(message!("one component has nothing to be exchanged with"), span)
                            .hint(message!("name two or more, as in `symmetry swap a, b`")),
                    );
                    return None;
                }
                let kind = self.components[indices[0]].ty.kind();
                for (index, name) in indices.iter().zip(names) {
                    if self.components[*index].ty.kind() != kind {
                        self.report(
                            Diagnostic::error(message!("components of different kinds cannot be exchanged"), name.span)
                                .because(message!(
                                    "this is {kind}",
                                    kind = describe(&self.components[*index].ty.kind())
                                )),
                        );
                        return None;
                    }
                }
                Some(Symmetry::Swap(indices))
            }
            ast::SymmetryClause::Board(name, words) => {
                let index = self.component(name)?;
                let (grid, list) = match &self.components[index].ty {
                    Type::List(row, height) => match &**row {
                        Type::List(_, width) => (height.is_some() && width.is_some(), false),
                        _ => (false, true),
                    },
                    _ => (false, false),
                };
                let mut turns = Vec::new();
                for word in words {
                    let turn = match word.text.as_str() {
                        "reflect" => Turn::Reflect,
                        "flip" => Turn::Flip,
                        "transpose" => Turn::Transpose,
                        "rotate" => Turn::Rotate,
                        other => {
                            let near = nearest(other, ["reflect", "flip", "transpose", "rotate"]);
                            let mut diagnostic = Diagnostic::error(
                                message!("`{word}` is not a way to turn a board", word = other),
                                word.span,
                            )
                            .hint(message!("reflect, flip, transpose and rotate are"));
                            if let Some(near) = near {
                                diagnostic = diagnostic.because(message!("did you mean `{name}`?", name = near));
                            }
                            self.report(diagnostic);
                            return None;
                        }
                    };
                    if !(grid || list && turn == Turn::Reflect) {
                        self.report(
                            Diagnostic::error(message!("`{name}` cannot be turned so", name = name.text), word.span)
                                .because(message!("a grid of given size can be; a list can only be reflected")),
                        );
                        return None;
                    }
                    if matches!(turn, Turn::Transpose | Turn::Rotate)
                        && let Type::List(row, Some(height)) = &self.components[index].ty
                        && let Type::List(_, Some(width)) = &**row
                        && let (Some(height), Some(width)) = (literal(height), literal(width))
                        && height != width
                    {
                        self.report(
                            Diagnostic::error(message!("`{name}` is not square", name = name.text), word.span)
                                .because(message!(
                                    "{count} rows of {count_columns} cannot be turned so",
                                    count = height,
                                    count_columns = width
                                ))
                                .hint(message!("`reflect` and `flip` work on any grid")),
                        );
                        return None;
                    }
                    turns.push(turn);
                }
                Some(Symmetry::Board(index, turns))
            }
        }
    }

    /// Resolves a component.
    fn component(&mut self, name: &ast::Name) -> Option<usize> {
        if let Some(index) = self.component_indices.get(&name.text) {
            return Some(*index);
        }
        let mut diagnostic = Diagnostic::missing(
            Missing::Declaration,
            message!("`{name}` is not a component", name = name.text),
            name.span,
        );
        let near = self.nearest(&name.text, self.components.iter().map(|component| component.name.as_str()));
        diagnostic = match (self.declared(&name.text), near) {
            (Some((Declared::Given, _)), _) => diagnostic.because(message!("a given is fixed for one play")),
            (_, Some(near)) => diagnostic.because(message!("did you mean `{name}`?", name = near)).fix(
                message!("write the nearest component"),
                name.span,
                near.to_owned(),
            ),
            _ => diagnostic.hint(message!("the components are {names}", names = self.component_names())),
        };
        self.report(diagnostic);
        None
    }
}

/// Returns whether a clause makes a game one for points.
fn gives_points(clause: &ast::Clause) -> bool {
    match &clause.kind {
        ClauseKind::Move(clause) => clause.gain.is_some(),
        ClauseKind::End { verdict, .. } | ClauseKind::Stuck { verdict, .. } => {
            matches!(verdict, ast::Verdict::Score(_))
        }
        _ => false,
    }
}

/// Returns names for a message, only the first of them if there are many.
fn listed<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let mut names = names.into_iter();
    let mut shown: Vec<&str> = names.by_ref().take(limits::MAX_NAMES_LISTED).collect();
    if names.next().is_some() {
        shown.push("…");
    }
    shown.join(", ")
}

/// Returns the number if an expression is a literal.
fn literal(expr: &Expr) -> Option<Int> {
    match &expr.form {
        Form::Int(int) => Some(int.clone()),
        Form::Negate(inner) => literal(inner).map(|int| int.negate()),
        _ => None,
    }
}
