//! Clauses: which one begins here, its content, and where to continue after a mistake.

use super::quoted;
use super::{EqualsSign, FatArrow, Parse, Parser};
use crate::ast::{
    Clause, ClauseKind, CompoundClause, Declaration, DeclaredDomain, Expr, ExprKind, LoopsClause, MoveClause, Name,
    StrategyClause, SymbolName, SymmetryClause, Text, TiesClause, TypeExpr, TypeExprKind, Verdict,
};
use crate::diagnostic::{Diagnostic, nearest};
use crate::lex::{CLAUSE_WORDS, Kind};
use crate::limits;
use crate::span::Span;
use grundy_message::{Message, message};

impl Parser<'_> {
    /// Parses all clauses, and returns the spans that could not be parsed too.
    pub(super) fn clauses(&mut self) -> (Vec<Clause>, Vec<Span>) {
        let mut clauses = Vec::new();
        let mut unread = Vec::new();
        while self.kind() != Kind::End {
            let start = self.at;
            (self.depth, self.frames) = (0, 0);
            (self.equals, self.fat_arrow) = (EqualsSign::Slip, FatArrow::Comparison);
            match self.clause() {
                Ok(kind) => clauses.push(Clause { kind, span: self.since(self.tokens[start].span) }),
                Err(_) => {
                    self.recover(start);
                    unread.push(Span::new(self.tokens[start].span.start, self.tokens[self.at].span.start));
                }
            }
        }
        (clauses, unread)
    }

    /// Skips to the next clause after a mistake in the one that began at token `start`.
    ///
    /// A clause word in the middle of a line may be a part of the mistake or a new clause, so the start of a line is
    /// preferred, except after a clause that itself began in the middle of a line.
    fn recover(&mut self, start: usize) {
        let from = self.at.max(start + 1).min(self.tokens.len() - 1);
        let (on_line, anywhere) = self.next_clause[from];
        let end = self.tokens.len() - 1;
        self.at = if on_line == end || !self.tokens[start].first_on_line { anywhere } else { on_line };
    }

    fn clause(&mut self) -> Parse<ClauseKind> {
        match self.kind() {
            Kind::Fixed(word) if CLAUSE_WORDS.contains(&word) => {
                self.bump();
                self.clause_of(word)
            }
            Kind::Fixed(written @ ("wins" | "loses" | "draws" | "scores")) if self.token().first_on_line => {
                let meant = written.trim_end_matches('s').trim_end_matches("se");
                let meant = if meant == "lo" { "lose" } else { meant };
                let span = self.span();
                let message = Diagnostic::error(message!("write `{meant}` for `{text}`", meant, text = written), span)
                    .because(message!("about the player to move"))
                    .fix(message!("write it so"), span, meant);
                self.report(message);
                self.bump();
                self.clause_of(meant)
            }
            Kind::Name if self.ahead(1) == Kind::Fixed("wins") && !self.looks_like_stuck() => {
                let player = self.name(message!("a player"))?;
                self.bump();
                let condition = self.end_condition()?;
                Ok(ClauseKind::End { verdict: Verdict::Wins(player), condition })
            }
            Kind::Name if self.ahead(1) == Kind::Fixed("move") => {
                let player = self.name(message!("a player"))?;
                self.bump();
                self.move_clause(Some(player))
            }
            Kind::Name => self.misspelt(),
            _ => Err(self.expected_with_hint(message!("a clause"), clause_words())),
        }
    }

    /// Returns whether this is a misspelt `stuck`: `stuk wins` is not a clause about a player called `stuk`.
    fn looks_like_stuck(&self) -> bool {
        let word = self.word().unwrap_or("");
        self.ahead(2) != Kind::Fixed("if") && !self.players.contains(&word) && nearest(word, ["stuck"]).is_some()
    }

    /// Handles a word that begins no clause, where one must begin.
    fn misspelt(&mut self) -> Parse<ClauseKind> {
        let span = self.span();
        let written = self.slice(span);
        // An operator such as `=` after it shows that it was not meant as a clause word, which is followed by a word.
        let follows = matches!(
            self.ahead(1),
            Kind::Name
                | Kind::Text(_)
                | Kind::Number
                | Kind::Fixed("if" | "(" | "draw" | "win" | "lose" | "wins" | "loses" | "draws" | "score" | "scores")
        );
        let meant = nearest(written, CLAUSE_WORDS.iter().copied()).filter(|_| follows);
        let Some(meant) = meant else {
            let mut message = self.expectation(message!("a clause"));
            message = message.hint(clause_words());
            if self.at > 0 && !self.token().first_on_line {
                message =
                    message.hint(message!("what stands before it is complete; an operator or a comma may be missing"));
            }
            return Err(self.fail(message));
        };
        let message = Diagnostic::error(message!("no clause begins with `{text}`", text = written), span)
            .because(message!("did you mean `{name}`?", name = meant))
            .fix(message!("write `{text}`", text = meant), span, meant);
        self.report(message);
        // The rest is parsed as that clause, without reporting further mistakes in it.
        let before = (self.messages.list.len(), self.messages.unlisted);
        self.bump();
        let clause = self.clause_of(meant);
        if clause.is_err() && before.0 < limits::MAX_MESSAGES {
            self.messages.list.truncate(before.0);
            self.messages.unlisted = before.1;
        }
        clause
    }

    /// Parses the rest of a clause after its first word.
    fn clause_of(&mut self, word: &str) -> Parse<ClauseKind> {
        match word {
            "game" => self.game(),
            "given" => {
                let mut givens = vec![self.declaration(message!("a given"))?];
                while self.eat(",") {
                    givens.push(self.declaration(message!("a given"))?);
                }
                Ok(ClauseKind::Given(givens))
            }
            "let" => self.let_clause(),
            "players" => Ok(ClauseKind::Players(self.names(message!("the name of a player"))?)),
            "move" => self.move_clause(None),
            "win" => Ok(ClauseKind::End { verdict: Verdict::Win, condition: self.end_condition()? }),
            "lose" => Ok(ClauseKind::End { verdict: Verdict::Lose, condition: self.end_condition()? }),
            "draw" => Ok(ClauseKind::End { verdict: Verdict::Draw, condition: self.end_condition()? }),
            "score" => {
                let points = self.expression()?;
                Ok(ClauseKind::End { verdict: Verdict::Score(Some(points)), condition: self.end_condition()? })
            }
            "stuck" => self.stuck(),
            "compound" => self.compound(),
            "loops" => self.loops(),
            "ties" => self.ties(),
            "symmetry" => self.symmetry(),
            "valid" => match self.guard()? {
                Some(condition) => Ok(ClauseKind::Valid(condition)),
                None => Err(self.expected_with_hint(
                    message!("`if` and when a position is one"),
                    message!("write `valid if CONDITION`"),
                )),
            },
            "start" => Ok(ClauseKind::Start(self.position()?)),
            "claim" => Ok(ClauseKind::Claim(self.claim()?)),
            "strategy" => self.strategy(),
            "source" => Ok(ClauseKind::Source(self.text()?)),
            prose => {
                let language = if self.kind() == Kind::Name { Some(self.name(message!("a language"))?) } else { None };
                let text = self.text()?;
                Ok(match prose {
                    "about" => ClauseKind::About { language, text },
                    _ => ClauseKind::Title { language, text },
                })
            }
        }
    }

    fn text(&mut self) -> Parse<Text> {
        let Kind::Text(at) = self.kind() else {
            return Err(self.expected_with_hint(message!("a text in quotes"), message!("a text is written \"…\"")));
        };
        let span = self.bump().span;
        Ok(Text { text: self.texts[at].clone(), span })
    }

    fn game(&mut self) -> Parse<ClauseKind> {
        let name = self.name(message!("the name of the game"))?;
        let opening = self.at;
        if !self.eat("(") {
            return Err(
                self.expected_with_hint(quoted("("), message!("write what a position is made of: `game nim(n)`"))
            );
        }
        let mut components = Vec::new();
        if !self.is(")") {
            self.nested(|parser| {
                components.push(parser.declaration(message!("a component"))?);
                while parser.eat(",") {
                    components.push(parser.declaration(message!("a component"))?);
                }
                Ok(())
            })?;
        }
        self.close(opening, ")")?;
        Ok(ClauseKind::Game { name, components })
    }

    /// Parses `name`, `name in RANGE`, `name: TYPE`, each with an optional default.
    fn declaration(&mut self, what: Message) -> Parse<Declaration> {
        let name = self.name(message!("the name of {what}", what = what))?;
        let domain = self.with_signs(EqualsSign::Ends, FatArrow::Comparison, |parser| {
            if parser.eat("in") {
                Ok(DeclaredDomain::In(parser.range()?))
            } else if parser.eat(":") {
                Ok(DeclaredDomain::Typed(parser.type_()?))
            } else {
                Ok(DeclaredDomain::Unsaid)
            }
        })?;
        let mut default = None;
        if self.is("=") || self.is("==") {
            self.expect_equals(message!("the type"))?;
            default = Some(self.expression()?);
        }
        Ok(Declaration { name, domain, default })
    }

    pub(super) fn type_(&mut self) -> Parse<TypeExpr> {
        let start = self.span();
        let kind = match self.kind() {
            Kind::Name => match self.slice(start) {
                "int" => {
                    self.bump();
                    let range = if self.eat("in") { Some(Box::new(self.range()?)) } else { None };
                    TypeExprKind::Int(range)
                }
                "bool" => {
                    self.bump();
                    TypeExprKind::Bool
                }
                "bag" => {
                    self.bump();
                    TypeExprKind::Bag(Box::new(self.nested(Self::type_)?))
                }
                "set" => {
                    self.bump();
                    TypeExprKind::Set(Box::new(self.nested(Self::type_)?))
                }
                _ => return Err(self.unknown_type()),
            },
            Kind::Fixed("[") => self.list_type()?,
            Kind::Fixed("{") => self.symbols_type()?,
            _ => return Err(self.unknown_type()),
        };
        Ok(TypeExpr { kind, span: self.since(start) })
    }

    fn unknown_type(&mut self) -> super::Failed {
        let hint = message!(
            "a type is `int`, `int in a..b`, `bool`, `{{'.', 'X'}}`, `[T]`, `[T; n]`, `[T; r, c]`, `bag T` or `set T`"
        );
        let mut message = self.expectation(message!("a type")).hint(hint);
        let meant = self.word().and_then(|word| match word {
            "integer" | "number" | "nat" | "i32" | "i64" => Some("int"),
            "boolean" => Some("bool"),
            "multiset" => Some("bag"),
            _ => nearest(word, ["int", "bool", "bag", "set"]),
        });
        if let Some(meant) = meant {
            message = message.fix(message!("did you mean `{name}`?", name = meant), self.span(), meant);
        }
        self.fail(message)
    }

    fn list_type(&mut self) -> Parse<TypeExprKind> {
        let opening = self.at;
        self.bump();
        let kind =
            self.nested(|parser| {
                let element = parser.type_()?;
                let mut sizes = Vec::new();
                if parser.is(",") {
                    let span = parser.span();
                    let message = Diagnostic::error(message!("the size of a list stands behind a semicolon"), span)
                        .fix(message!("write it so"), span, ";");
                    parser.report(message);
                }
                if parser.eat(";") || parser.eat(",") {
                    sizes.push(parser.expression()?);
                    if parser.eat(",") {
                        sizes.push(parser.expression()?);
                    }
                }
                if parser.is(",") {
                    let message =
                        Diagnostic::error(message!("a list has at most two sizes, rows and columns"), parser.span())
                            .hint(message!("a list of grids is written `[[T; r, c]; n]`"));
                    return Err(parser.fail(message));
                }
                Ok(TypeExprKind::List(Box::new(element), sizes))
            })?;
        self.close(opening, "]")?;
        Ok(kind)
    }

    fn symbols_type(&mut self) -> Parse<TypeExprKind> {
        let opening = self.at;
        self.bump();
        let mut symbols = Vec::new();
        if self.eat("}") {
            return Ok(TypeExprKind::Symbols(symbols));
        }
        loop {
            let span = self.span();
            let (text, quoted) = match self.kind() {
                Kind::Symbol(at) => (self.texts[at].clone(), true),
                Kind::Name => (self.slice(span).to_string(), false),
                Kind::Number | Kind::Text(_) | Kind::Fixed("mover" | "other" | "true" | "false" | "draw" | "win") => {
                    let bare = self.slice(span).trim_matches('"').to_string();
                    let message = Diagnostic::error(message!("a symbol is a name, or stands in single quotes"), span)
                        .fix(message!("quote it so"), span, format!("'{bare}'"));
                    self.report(message);
                    (bare, true)
                }
                _ => return Err(self.expected(message!("a symbol"))),
            };
            self.bump();
            symbols.push(SymbolName { text, quoted, span });
            if !self.eat(",") {
                break;
            }
        }
        self.close(opening, "}")?;
        Ok(TypeExprKind::Symbols(symbols))
    }

    pub(super) fn let_clause(&mut self) -> Parse<ClauseKind> {
        let name = self.name(message!("a name"))?;
        let opening = self.at;
        let mut parameters = None;
        if self.eat("(") {
            let names = if self.is(")") { Vec::new() } else { self.names(message!("the name of an argument"))? };
            self.close(opening, ")")?;
            parameters = Some(names);
        }
        self.expect_equals(message!("what `let` names"))?;
        Ok(ClauseKind::Let { name, parameters, body: self.expression()? })
    }

    fn move_clause(&mut self, player: Option<Name>) -> Parse<ClauseKind> {
        let name = self.name(message!("the name of the move"))?;
        let opening = self.at;
        let mut binders = Vec::new();
        if self.eat("(") {
            if !self.is(")") {
                binders = self.bracketed(Self::binders)?;
            }
            self.close(opening, ")")?;
        }
        let (mut guard, mut gain) = (None, None);
        self.with_signs(EqualsSign::Slip, FatArrow::MayBeArrow, |parser| {
            guard = parser.guard()?;
            if parser.eat("gain") {
                gain = Some(parser.expression()?);
            }
            if parser.is("if") && gain.is_some() && guard.is_none() {
                let message = Diagnostic::error(message!("the `if` of a move stands before its `gain`"), parser.span());
                parser.report(message.hint(message!("write `move NAME if CONDITION gain POINTS -> RESULT`")));
                guard = parser.condition_if()?;
            }
            Ok(())
        })?;
        self.arrow()?;
        let result = self.result()?;
        if self.is("if") {
            let message = Diagnostic::error(message!("the condition of a move stands before its `->`"), self.span())
                .because(message!("too late here"))
                .hint(message!("write `move NAME if CONDITION -> RESULT`"));
            self.report(message);
            guard = guard.or(self.condition_if()?);
        }
        Ok(ClauseKind::Move(MoveClause { player, name, binders, guard, gain, result }))
    }

    /// Parses `->`, or a common substitute for it.
    fn arrow(&mut self) -> Parse<()> {
        if self.eat("->") {
            return Ok(());
        }
        let span = self.span();
        if let Kind::Fixed(written @ ("=>" | "=" | ":")) = self.kind() {
            let message = Diagnostic::error(message!("write `->` for `{text}`", text = written), span)
                .because(message!("where the move leads stands behind an arrow"))
                .fix(message!("write it so"), span, "->");
            self.report(message);
            self.bump();
            return Ok(());
        }
        let result_follows = matches!(self.kind(), Kind::Fixed("with" | "nothing" | "again"));
        if result_follows || self.can_start_operand() {
            let behind = self.behind();
            let message = Diagnostic::error(message!("`->` is missing before where the move leads"), span)
                .because(message!("expected {what} before this", what = quoted("->")))
                .fix(message!("write it so"), behind, " ->");
            self.report(message);
            return Ok(());
        }
        Err(self.expected_with_hint(
            message!("`->` and where the move leads"),
            message!("write `move NAME(k in 1..n) -> RESULT`"),
        ))
    }

    /// Parses `if COND`, or a common substitute for it.
    fn guard(&mut self) -> Parse<Option<Expr>> {
        if self.is_word("when") || self.is_word("iff") {
            let span = self.span();
            let message = Diagnostic::error(message!("write `if` for `{text}`", text = self.slice(span)), span);
            self.report(message.fix(message!("write it so"), span, "if"));
            self.bump();
            return self.expression().map(Some);
        }
        self.condition_if()
    }

    /// Parses `if COND`, which an end clause must have.
    fn end_condition(&mut self) -> Parse<Expr> {
        match self.guard()? {
            Some(condition) => Ok(condition),
            None => Err(self.expected_with_hint(
                message!("`if` and when play ends so"),
                message!("for a player who cannot move, write `stuck …`"),
            )),
        }
    }

    fn stuck(&mut self) -> Parse<ClauseKind> {
        let hint = message!(
            "write `stuck loses`, `wins`, `draws`, `scores` or `A wins`, each with an optional `if CONDITION`"
        );
        let verdict = match self.kind() {
            Kind::Fixed("lose" | "loses") => Verdict::Lose,
            Kind::Fixed("win" | "wins") => Verdict::Win,
            Kind::Fixed("draw" | "draws") => Verdict::Draw,
            Kind::Fixed("score" | "scores") => {
                self.bump();
                return self.stuck_scores();
            }
            Kind::Name if self.ahead(1) == Kind::Fixed("wins") => Verdict::Wins(self.name(message!("a player"))?),
            _ => return Err(self.expected_with_hint(message!("what happens to a player who cannot move"), hint)),
        };
        self.bump();
        Ok(ClauseKind::Stuck { verdict, condition: self.condition_if()? })
    }

    /// Parses `stuck scores [EXPR] [if COND]`, where an `if` with a `then` belongs to EXPR.
    fn stuck_scores(&mut self) -> Parse<ClauseKind> {
        let mut points = None;
        if self.is("if") {
            let start = self.bump().span;
            let condition = self.expression()?;
            if !self.is("then") {
                return Ok(ClauseKind::Stuck { verdict: Verdict::Score(None), condition: Some(condition) });
            }
            self.bump();
            let chosen = self.expression()?;
            self.expect("else")?;
            let rest = self.expression()?;
            let kind = ExprKind::If(Box::new(condition), Box::new(chosen), Box::new(rest));
            points = Some(Expr { kind, span: self.since(start) });
        } else if self.can_start_operand() || self.is("not") {
            points = Some(self.expression()?);
        }
        Ok(ClauseKind::Stuck { verdict: Verdict::Score(points), condition: self.condition_if()? })
    }

    fn compound(&mut self) -> Parse<ClauseKind> {
        let clause = match self.word() {
            Some("one") => CompoundClause::One,
            Some("every") => CompoundClause::Every,
            Some("short") => CompoundClause::Short,
            Some("some") => CompoundClause::Some,
            Some("anti") => CompoundClause::Anti,
            Some("upto") => {
                self.bump();
                return Ok(ClauseKind::CompoundRule(CompoundClause::Upto(self.expression()?)));
            }
            _ => {
                return Err(self.expected_one_of(
                    message!("how a sum is played"),
                    &["one", "every", "short", "some", "upto", "anti"],
                ));
            }
        };
        self.bump();
        Ok(ClauseKind::CompoundRule(clause))
    }

    /// Reports that one of a few words was expected.
    pub(super) fn expected_one_of(&mut self, what: Message, words: &[&'static str]) -> super::Failed {
        let listed: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
        let mut message = self.expectation(what).hint(message!("write {what}", what = listed.join(", ")));
        if let Some(meant) = self.word().and_then(|word| nearest(word, words.iter().copied())) {
            message = message.fix(message!("did you mean `{name}`?", name = meant), self.span(), meant);
        }
        self.fail(message)
    }

    fn loops(&mut self) -> Parse<ClauseKind> {
        if self.eat("draw") || self.eat("draws") {
            return Ok(ClauseKind::Loops(LoopsClause::Draw));
        }
        if self.ahead(1) == Kind::Fixed("wins") && self.kind() == Kind::Name {
            let player = self.name(message!("a player"))?;
            self.bump();
            return Ok(ClauseKind::Loops(LoopsClause::Wins(player)));
        }
        if self.eat_word("none") {
            return Ok(ClauseKind::Loops(LoopsClause::None));
        }
        Err(self.expected_one_of(message!("what infinite play is"), &["draw", "none", "A wins"]))
    }

    fn ties(&mut self) -> Parse<ClauseKind> {
        if self.eat("draw") || self.eat("draws") {
            return Ok(ClauseKind::Ties(TiesClause::Draw));
        }
        if self.eat_word("first") {
            return Ok(ClauseKind::Ties(TiesClause::First));
        }
        if self.kind() == Kind::Name {
            return Ok(ClauseKind::Ties(TiesClause::Player(self.name(message!("a player"))?)));
        }
        Err(self.expected_with_hint(
            message!("who wins at equal scores"),
            message!("write `draw`, `first` or a player's name"),
        ))
    }

    fn symmetry(&mut self) -> Parse<ClauseKind> {
        if self.is_word("swap") {
            self.bump();
            return Ok(ClauseKind::Symmetry(SymmetryClause::Swap(self.names(message!("the name of a component"))?)));
        }
        let board = self.name(message!("`swap` or the name of a board"))?;
        if self.kind() != Kind::Name {
            let hint =
                message!("write `symmetry swap a, b`, or a board with `rotate`, `reflect`, `flip` or `transpose`");
            return Err(self.expected_with_hint(message!("how the board may be turned"), hint));
        }
        let words = self.names(message!("how the board may be turned"))?;
        Ok(ClauseKind::Symmetry(SymmetryClause::Board(board, words)))
    }

    fn strategy(&mut self) -> Parse<ClauseKind> {
        let name = self.name(message!("the name of a move"))?;
        let opening = self.at;
        let mut arguments = Vec::new();
        if self.eat("(") {
            if !self.is(")") {
                self.bracketed(|parser| {
                    loop {
                        let name = parser.name(message!("the name of a binder"))?;
                        parser.expect_equals(message!("the binder's name"))?;
                        arguments.push((name, parser.expression()?));
                        if !parser.eat(",") {
                            return Ok(());
                        }
                    }
                })?;
            }
            self.close(opening, ")")?;
        }
        Ok(ClauseKind::Strategy(StrategyClause { name, arguments, condition: self.condition_if()? }))
    }
}

fn clause_words() -> Message {
    message!("a clause begins with {words}; or `A wins if`, `A move`", words = CLAUSE_WORDS.join(", "))
}
