//! The parser of problem files: text -> [`Problem`], with every mistake of the file.
//!
//! In: the text of a `.problem` file and the games that it may name. Out: the problem, or a message for each mistake. A clause
//! begins with its keyword at the start of a line. Clauses before the first `variant` belong to all variants.

use crate::adapter::{Draft, ExprId};
use crate::clauses::{Clause, refuse_repeated, second, split};
use crate::draw::{Spec, read_spec};
use crate::layout::{Item, answers, check_layout, read_layout};
use crate::limits::as_drawn;
use crate::misfits::misfits;
use crate::problem::{Field, Is, MovesBy, PartRule, PlayRule, Problem, Sample, Test, Variant, Wording, read_path};
use crate::require::{Extent, Requirement};
use crate::told::NO_MOVE;
use grundy_message::{Message, message};
use grundy_rules::ast::{Expr, ExprKind};
use grundy_rules::diagnostic::Missing;
use grundy_rules::file::{Binders, Cursor, Failed, Parse, Peek, Tokens};
use grundy_rules::game::Kind;
use grundy_rules::{Compound, Diagnostic, Game, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The compounds, by their word in a `compound` clause.
const JOINS: [(&str, Compound); 5] = [
    ("one", Compound::One),
    ("every", Compound::Every),
    ("short", Compound::Short),
    ("some", Compound::Some),
    ("anti", Compound::Anti),
];

/// Finds a game that a problem names.
pub type Games<'a> = &'a dyn Fn(&str) -> Option<Arc<Game>>;

impl Problem {
    /// Parses a problem file.
    ///
    /// # Errors
    /// Returns every mistake in it.
    pub fn read(source: &str, games: Games) -> Result<Problem, Vec<Diagnostic>> {
        let (tokens, mut wrong) = Tokens::read(source);
        let clauses = split(&tokens, &mut wrong);
        let mut problem = Problem {
            name: String::new(),
            title: None,
            titles: Vec::new(),
            about: None,
            abouts: Vec::new(),
            origin: None,
            variants: Vec::new(),
            text: None,
            samples: Vec::new(),
        };
        let starts: Vec<usize> = (0..clauses.len()).filter(|index| clauses[*index].word == "variant").collect();
        let shared = &clauses[..starts.first().copied().unwrap_or(clauses.len())];
        for clause in &clauses {
            // A mistake in a clause has been reported; the others are parsed anyway.
            let mut cursor = clause.cursor();
            let _ = head(&mut problem, clause.word, &mut cursor);
            wrong.extend(cursor.finish());
        }
        refuse_repeated(&clauses, &mut wrong);
        if problem.name.is_empty() {
            wrong.push(Diagnostic::error(message!("the file does not begin with `problem NAME`"), Span::new(0, 0)));
        }
        if starts.is_empty() {
            let all: Vec<&Clause> = clauses.iter().collect();
            problem.variants.extend(variant(source, &all, games, &mut wrong));
        }
        for (index, start) in starts.iter().enumerate() {
            let end = starts.get(index + 1).copied().unwrap_or(clauses.len());
            // The shared layout is about variants, not their fields.
            let inherited = shared.iter().filter(|clause| clause.word != "text");
            let all: Vec<&Clause> = inherited.chain(&clauses[*start..end]).collect();
            problem.variants.extend(variant(source, &all, games, &mut wrong));
        }
        if !starts.is_empty()
            && let Some(clause) = shared.iter().find(|clause| clause.word == "text")
        {
            let mut cursor = clause.cursor();
            problem.text = read_layout(&mut cursor).ok();
            wrong.extend(cursor.finish());
        }
        wrong.sort_by_key(|diagnostic| diagnostic.span.start);
        wrong.dedup_by(|one, other| one.message == other.message && one.span.start == other.span.start);
        if wrong.is_empty() { Ok(problem) } else { Err(wrong) }
    }
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

/// Parses the clauses about the whole problem.
fn head(problem: &mut Problem, word: &str, cursor: &mut Cursor) -> Parse<()> {
    match word {
        "problem" => problem.name = cursor.word(message!("the problem's name"))?.0,
        "title" => in_language(cursor, &mut problem.title, &mut problem.titles)?,
        "about" => in_language(cursor, &mut problem.about, &mut problem.abouts)?,
        "source" => problem.origin = Some(cursor.text(message!("a text in quotes"))?),
        "sample" => {
            let input = cursor.text(message!("the sample's input in quotes"))?;
            cursor.expect_word("gives")?;
            let output = cursor.text(message!("the sample's output in quotes"))?;
            // A text may start on a line of its own for legibility.
            let lines = |text: String| text.strip_prefix('\n').map_or(text.clone(), str::to_owned);
            problem.samples.push(Sample { input: lines(input), output: lines(output) });
        }
        _ => return Ok(()),
    }
    if cursor.at_end() { Ok(()) } else { Err(cursor.expected(message!("the next clause"))) }
}

/// A declared field.
struct Declared {
    name: String,
    path: Option<String>,
    written: String,
    default: Option<String>,
    totals_of: Option<String>,
    span: Span,
}

/// A field and a rule for its values.
struct FieldRule {
    name: String,
    spec: Spec,
    span: Span,
    /// The rule as the file writes it.
    written: String,
}

/// A variant before its expressions are checked.
struct Reader<'a, 'c> {
    source: &'a str,
    games: Games<'c>,
    draft: Draft,
    fields: Vec<Declared>,
    own_games: Vec<Arc<Game>>,
    /// Whether one of the file's own games has mistakes, so that its name is unknown.
    has_broken_rules: bool,
    /// Whether a clause could not be read, so that its expressions are missing.
    has_broken_clauses: bool,
    /// Whether one of those declares names.
    lacks_names: bool,
    tests: Vec<Test>,
    chosen: Vec<(Arc<Game>, Option<ExprId>)>,
    kernels: Option<ExprId>,
    givens: Vec<(String, ExprId, Span)>,
    parts: Option<Vec<PartRule>>,
    /// The number of components each of them names, and the span.
    named_components: Vec<(usize, Span)>,
    mover: Option<(ExprId, Span)>,
    compound: Option<Compound>,
    play: Option<(PlayRule, Span)>,
    answer: Option<ExprId>,
    tells_move: bool,
    words: Vec<(String, Wording)>,
    /// The answers that `words` names, with their spans.
    answered: Vec<(String, Span)>,
    /// The number of those before the variant, which it may name again.
    inherited: usize,
    tells: Vec<(String, ExprId)>,
    moves: Option<MovesBy>,
    text: Option<Vec<Item>>,
    draws: Vec<FieldRule>,
    /// The limits of the statement; `None` if they are those of `draw`.
    limits: Option<Vec<FieldRule>>,
    draw_if: Option<ExprId>,
    /// A condition or a list of them, and the message.
    requirements: Vec<(ExprId, Extent, Message)>,
}

fn variant(source: &str, clauses: &[&Clause], games: Games, wrong: &mut Vec<Diagnostic>) -> Option<Variant> {
    let mut reader = Reader {
        source,
        games,
        draft: Draft::default(),
        fields: Vec::new(),
        own_games: Vec::new(),
        has_broken_rules: false,
        has_broken_clauses: false,
        lacks_names: false,
        tests: Vec::new(),
        chosen: Vec::new(),
        kernels: None,
        givens: Vec::new(),
        parts: None,
        named_components: Vec::new(),
        mover: None,
        compound: None,
        play: None,
        answer: None,
        tells_move: false,
        words: Vec::new(),
        answered: Vec::new(),
        inherited: 0,
        tells: Vec::new(),
        moves: None,
        text: None,
        draws: Vec::new(),
        limits: None,
        draw_if: None,
        requirements: Vec::new(),
    };
    let before = wrong.len();
    // The file's own rules may come after the clause that names them.
    for clause in clauses.iter().filter(|clause| clause.word == "rules") {
        let mut cursor = clause.cursor();
        let _ = reader.rules(&mut cursor);
        wrong.extend(cursor.finish());
    }
    for clause in clauses {
        let mut cursor = clause.cursor();
        for name in cursor.symbols() {
            reader.draft.symbol(name);
        }
        let mark = reader.draft.mark();
        let mut read = reader.clause(clause, &mut cursor);
        if read.is_ok() && !cursor.at_end() {
            read = Err(cursor.expected(message!("the next clause")));
        }
        if read.is_err() {
            reader.draft.roll_back(mark);
            reader.has_broken_clauses = true;
            reader.lacks_names |= ["input", "totals", "let"].contains(&clause.word);
        }
        wrong.extend(cursor.finish());
    }
    let named = clauses.first().map_or(Span::new(0, 0), |clause| clause.span);
    reader.finish(named, wrong, before)
}

impl Reader<'_, '_> {
    fn expression(&mut self, cursor: &mut Cursor, what: Message) -> Parse<ExprId> {
        Ok(self.draft.expression(cursor.expression(what)?))
    }

    /// Returns a part of the file on one line.
    fn written(&self, span: Span) -> String {
        self.source[span.range()].split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// `rules { … }`: a game of the file's own. Its spans are those of the file.
    fn rules(&mut self, cursor: &mut Cursor) -> Parse<()> {
        cursor.expect("{")?;
        let span = block(cursor)?;
        cursor.expect("}")?;
        // The text before it is blanked out, so that messages have the right lines.
        let blank = |ch: char| if ch == '\n' { "\n".to_owned() } else { " ".repeat(ch.len_utf8()) };
        let text: String =
            self.source[..span.start].chars().map(blank).collect::<String>() + &self.source[span.range()];
        match grundy_rules::read(&text) {
            Ok(game) => self.own_games.push(game),
            Err(diagnostics) => {
                self.has_broken_rules = true;
                for found in diagnostics.into_iter().filter(Diagnostic::is_error) {
                    cursor.report(found);
                }
            }
        }
        Ok(())
    }

    fn clause(&mut self, clause: &Clause, cursor: &mut Cursor) -> Parse<()> {
        match clause.word {
            "variant" => {
                self.inherited = self.answered.len();
                self.tests(cursor)
            }
            "input" => self.input(cursor),
            "totals" => {
                let name = cursor.name(message!("a name"))?;
                cursor.expect(":")?;
                let ty = cursor.ty()?;
                cursor.expect("=")?;
                let (of, _) = cursor.word(message!("a field"))?;
                self.fields.push(Declared {
                    name: name.text.clone(),
                    path: None,
                    written: self.source[ty.span.range()].to_owned(),
                    default: Some(of.clone()),
                    totals_of: Some(of),
                    span: name.span,
                });
                let nothing = Expr { kind: ExprKind::List(Vec::new()), span: ty.span };
                self.draft.given(name, ty, Some(nothing));
                Ok(())
            }
            "let" => {
                self.draft.define(cursor.definition()?);
                Ok(())
            }
            "game" => self.game(cursor),
            "kernels" => {
                self.kernels = Some(self.expression(cursor, message!("a graph"))?);
                Ok(())
            }
            "given" => loop {
                let (name, span) = cursor.word(message!("the name of a given"))?;
                cursor.expect("=")?;
                let value = self.expression(cursor, message!("an expression"))?;
                self.givens.push((name, value, span));
                if !cursor.eat(",") {
                    return Ok(());
                }
            },
            "part" => self.part(cursor),
            "mover" => {
                let at = cursor.span();
                self.mover = Some((self.expression(cursor, message!("who is to move"))?, at));
                Ok(())
            }
            "compound" => {
                self.compound = Some(*cursor.one_of(message!("how a sum is played"), &JOINS)?);
                Ok(())
            }
            "play" => self.play(cursor, clause.span),
            "answer" if cursor.is_word("winning") && cursor.peek_after() == Peek::Word("move") => {
                cursor.bump();
                cursor.bump();
                self.tells_move = true;
                Ok(())
            }
            "answer" => {
                self.answer = Some(self.expression(cursor, message!("what is answered"))?);
                Ok(())
            }
            "words" => loop {
                let at = cursor.span();
                let from = match cursor.peek() {
                    Peek::Word(word) | Peek::Symbol(word) | Peek::Text(word) | Peek::Number(word) => word.to_owned(),
                    _ => return Err(cursor.expected(message!("an answer"))),
                };
                cursor.bump();
                let to = match cursor.peek() {
                    Peek::Text(text) => {
                        cursor.bump();
                        Wording::Text(text.to_owned())
                    }
                    _ => Wording::Value(self.expression(cursor, message!("the judge's word in quotes"))?),
                };
                let mut named = self.answered[self.inherited..].iter();
                if let Some((_, first)) = named.find(|(known, _)| *known == from) {
                    cursor.report(second(message!("a second word for `{name}`", name = from), at, *first));
                }
                self.answered.push((from.clone(), at));
                self.words.retain(|(known, _)| *known != from);
                self.words.push((from, to));
                if !cursor.eat(",") {
                    return Ok(());
                }
            },
            "tell" => loop {
                let (name, _) = cursor.word(message!("a name"))?;
                cursor.expect("=")?;
                let value = self.expression(cursor, message!("an expression"))?;
                self.tells.push((name, value));
                if !cursor.eat(",") {
                    return Ok(());
                }
            },
            "moves" => {
                const MOVES_BY: [(&str, Option<MovesBy>); 3] =
                    [("choice", None), ("position", Some(MovesBy::Position)), ("part", Some(MovesBy::Part))];
                self.moves = Some(match cursor.one_of(message!("how moves are told"), &MOVES_BY)? {
                    Some(by) => by.clone(),
                    None => MovesBy::Choice(cursor.word(message!("the name of a choice"))?.0),
                });
                Ok(())
            }
            "text" => {
                self.text = Some(read_layout(cursor)?);
                Ok(())
            }
            "draw" => self.draw(cursor),
            "require" => self.require(cursor),
            "limits" => self.limits(cursor),
            // Parsed elsewhere.
            _ => {
                while !cursor.at_end() {
                    cursor.bump();
                }
                Ok(())
            }
        }
    }

    /// Parses `variant when "misere" is true, "board" is there`.
    fn tests(&mut self, cursor: &mut Cursor) -> Parse<()> {
        if cursor.at_end() {
            return Ok(());
        }
        cursor.expect_word("when")?;
        loop {
            let path = read_path(&cursor.text(message!("the path of a field in quotes"))?);
            cursor.expect_word("is")?;
            let is = match cursor.peek() {
                Peek::Word("missing") => Is::Missing,
                Peek::Word("there") => Is::There,
                Peek::Word(word) | Peek::Number(word) | Peek::Text(word) => Is::Text(word.to_owned()),
                _ => return Err(cursor.expected(message!("a text, a number, `true`, `false`, `there` or `missing`"))),
            };
            cursor.bump();
            self.tests.push(Test { path, is });
            if !cursor.eat(",") {
                return Ok(());
            }
        }
    }

    /// Parses `input heaps: [int in 1..], k from "f.k": int = 1`.
    fn input(&mut self, cursor: &mut Cursor) -> Parse<()> {
        loop {
            let name = cursor.name(message!("the name of a field"))?;
            let path = if cursor.eat_word("from") { Some(cursor.text(message!("a path in quotes"))?) } else { None };
            cursor.expect(":")?;
            let ty = cursor.ty()?;
            let default = if cursor.eat("=") { Some(cursor.expression(message!("a default"))?) } else { None };
            let written = (self.written(ty.span), default.as_ref().map(|default| self.written(default.span)));
            let (text, span) = (name.text.clone(), name.span);
            self.fields.push(Declared {
                name: text,
                path,
                written: written.0,
                default: written.1,
                totals_of: None,
                span,
            });
            self.draft.given(name, ty, default);
            if !cursor.eat(",") {
                return Ok(());
            }
        }
    }

    /// Parses `game nim`, `game "./my.game"`, `game cutting if COND`.
    fn game(&mut self, cursor: &mut Cursor) -> Parse<()> {
        let span = cursor.span();
        let name = match cursor.peek() {
            Peek::Word(word) | Peek::Text(word) => word.to_owned(),
            _ => return Err(cursor.expected(message!("a game"))),
        };
        cursor.bump();
        let own = self.own_games.iter().find(|game| game.name == name).cloned();
        let Some(game) = own.or_else(|| (self.games)(&name)) else {
            // It may be the one whose mistakes were reported.
            if !self.has_broken_rules {
                cursor.report(Diagnostic::error(message!("there is no game `{name}`", name), span).hint(message!(
                    "name a game of the catalogue (`grundy list`), a file in quotes, or write its `rules {{ … }}`"
                )));
            }
            return Err(Failed);
        };
        let condition =
            if cursor.eat_word("if") { Some(self.expression(cursor, message!("a condition"))?) } else { None };
        self.chosen.push((game, condition));
        Ok(())
    }

    /// Parses `part a, b` or `part x, y for [x, y] in …`.
    fn part(&mut self, cursor: &mut Cursor) -> Parse<()> {
        let parts = self.parts.get_or_insert_default();
        if cursor.is_word("nothing") {
            cursor.bump();
            return Ok(());
        }
        parts.push(PartRule { components: Vec::new(), repeated: false });
        let (elements, binders) = elements(cursor)?;
        if let (Some(first), Some(last)) = (elements.first(), elements.last()) {
            self.named_components.push((elements.len(), first.span.to(last.span)));
        }
        let repeated = binders.is_some();
        let components = match binders {
            Some(binders) => self.draft.lists(elements, binders),
            None => elements.into_iter().map(|element| self.draft.expression(element)).collect(),
        };
        if let Some(last) = self.parts.as_mut().and_then(|parts| parts.last_mut()) {
            *last = PartRule { components, repeated };
        }
        Ok(())
    }

    /// Parses `play compound(e = EXPR) for m in moves`.
    fn play(&mut self, cursor: &mut Cursor, at: Span) -> Parse<()> {
        let (mv, _) = cursor.word(message!("a move"))?;
        cursor.expect("(")?;
        let mut choices = Vec::new();
        loop {
            let (name, _) = cursor.word(message!("the name of a choice"))?;
            cursor.expect("=")?;
            choices.push((name, cursor.expression(message!("an expression"))?));
            if !cursor.eat(",") {
                break;
            }
        }
        cursor.expect(")")?;
        let binders = cursor.binders()?;
        let list = |(name, choice)| (name, self.draft.lists(vec![choice], binders.clone())[0]);
        let choices = choices.into_iter().map(list).collect();
        self.play = Some((PlayRule { mv, choices }, at));
        Ok(())
    }

    /// Parses `draw heaps: 1..5 of 0..9, k: 1..3 if COND`.
    fn draw(&mut self, cursor: &mut Cursor) -> Parse<()> {
        let rules = self.field_rules(cursor)?;
        self.draws.extend(rules);
        if cursor.eat_word("if") {
            self.draw_if = Some(self.expression(cursor, message!("a condition"))?);
        }
        Ok(())
    }

    /// Parses `limits heaps: 1..20 of 0..100`, or `limits drawn` for the rules of `draw`.
    fn limits(&mut self, cursor: &mut Cursor) -> Parse<()> {
        self.limits = Some(if cursor.eat_word("drawn") { Vec::new() } else { self.field_rules(cursor)? });
        Ok(())
    }

    /// Parses fields with a rule each.
    fn field_rules(&mut self, cursor: &mut Cursor) -> Parse<Vec<FieldRule>> {
        let mut rules = Vec::new();
        loop {
            let (name, span) = cursor.word(message!("a field"))?;
            cursor.expect(":")?;
            let from = cursor.span().start;
            let spec = read_spec(cursor, &mut |list| self.draft.expression(list))?;
            let written = cursor.text_from(from).split_whitespace().collect::<Vec<_>>().join(" ");
            rules.push(FieldRule { name, spec, span, written });
            if !cursor.eat(",") {
                return Ok(rules);
            }
        }
    }

    /// Parses `require COND "message" zh "…"`, `require COND for x in FIELD "message"`.
    fn require(&mut self, cursor: &mut Cursor) -> Parse<()> {
        let condition = cursor.expression(message!("a condition"))?;
        let (handle, extent) = if cursor.is_word("for") {
            (self.draft.conditions(condition, cursor.binders()?), Extent::Repeated)
        } else {
            (self.draft.condition(condition), Extent::Once)
        };
        let english = cursor.text(message!("what is to be said where it does not hold, in quotes"))?;
        let mut others = Vec::new();
        while let Peek::Word(language) = cursor.peek() {
            cursor.bump();
            others.push((language.to_owned(), cursor.text(message!("a text in quotes"))?));
        }
        self.requirements.push((handle, extent, Message::translated(english, &others)));
        Ok(())
    }

    fn finish(mut self, named: Span, wrong: &mut Vec<Diagnostic>, before: usize) -> Option<Variant> {
        if self.lacks_names {
            // That names are unknown is no news.
            let mistakes = self.draft.finish().err().unwrap_or_default();
            wrong.extend(mistakes.into_iter().filter(|found| found.missing != Some(Missing::Declaration)));
            return None;
        }
        if self.chosen.is_empty() && self.kernels.is_none() && wrong.len() == before {
            wrong.push(
                Diagnostic::error(message!("the problem names no game"), named).hint(message!("write `game NAME`")),
            );
        }
        let mut indices: BTreeMap<String, usize> = BTreeMap::new();
        for (index, field) in self.fields.iter().enumerate() {
            indices.entry(field.name.clone()).or_insert(index);
        }
        let index = |name: &str| indices.get(name).copied();
        if let Some(text) = &self.text {
            let names = indices.keys().map(String::as_str).collect();
            check_layout(text, &names, wrong);
            if !answers(text) && !text.contains(&Item::Variant) {
                wrong.push(
                    Diagnostic::error(message!("this `text` never prints an answer"), named)
                        .hint(message!("put `answer` into it")),
                );
            }
        }
        for (game, _) in &self.chosen {
            wrong.extend(misfits(game, &self.givens, &self.named_components, self.play.as_ref()));
        }
        let mut draws = Vec::new();
        let mut drawn: BTreeSet<String> = BTreeSet::new();
        let mut written: Vec<(String, String)> = Vec::new();
        let drawn_rules = std::mem::take(&mut self.draws);
        for FieldRule { name, spec, span, written: rule } in drawn_rules {
            if let Some(unknown) = spec.unknown_name(&|name| drawn.contains(name)) {
                wrong.push(
                    Diagnostic::error(
                        message!("the rule for `{name}` uses `{unknown}`, which is not drawn yet", name, unknown),
                        span,
                    )
                    .hint(message!("rules are carried out in their order")),
                );
            }
            drawn.insert(name.clone());
            written.push((name.clone(), rule));
            match index(&name) {
                Some(field) => draws.push((field, spec)),
                None => wrong.push(Diagnostic::error(message!("there is no field `{name}`", name), span)),
            }
        }
        let limits = std::mem::take(&mut self.limits);
        for rule in limits.iter().flatten() {
            if index(&rule.name).is_none() {
                wrong.push(Diagnostic::error(message!("there is no field `{name}`", name = rule.name), rule.span));
            }
        }
        for declared in &self.fields {
            if let Some(of) = &declared.totals_of
                && index(of).is_none()
            {
                wrong.push(Diagnostic::error(message!("there is no field `{name}`", name = of), declared.span));
            }
        }
        let answer = self.answer.unwrap_or_else(|| self.draft.name("winner"));
        let adapter = match self.draft.finish() {
            Ok(adapter) => adapter,
            Err(mistakes) => {
                wrong.extend(mistakes);
                return None;
            }
        };
        if self.has_broken_clauses {
            return None;
        }
        if let Some((mover, span)) = self.mover
            && !matches!(adapter.expression(mover).kind, Kind::Symbol(_) | Kind::Unknown)
        {
            wrong.push(
                Diagnostic::error(message!("who is to move is no symbol"), span)
                    .hint(message!("write a player in quotes, as 'X'")),
            );
        }
        if let Kind::Symbol(symbols) = &adapter.expression(answer).kind {
            let known: Vec<&str> = match self.tells_move {
                true => vec![NO_MOVE],
                false => symbols.iter().map(|symbol| adapter.game.symbol_name(*symbol)).collect(),
            };
            for (word, span) in self.answered.iter().filter(|(word, _)| !known.contains(&word.as_str())) {
                let diagnostic = Diagnostic::error(message!("`{word}` is no answer of this problem", word), *span);
                wrong.push(diagnostic.hint(message!("its answers are: {names}", names = known.join(", "))));
            }
        }
        if wrong.len() > before {
            return None;
        }
        let fields: Vec<Field> = self
            .fields
            .iter()
            .enumerate()
            .map(|(at, declared)| Field {
                name: declared.name.clone(),
                path: read_path(declared.path.as_deref().unwrap_or(&declared.name)),
                ty: adapter.game.givens[at].ty.clone(),
                written: declared.written.clone(),
                optional: declared.default.is_some(),
                default: declared.default.clone(),
                totals_of: declared.totals_of.as_deref().and_then(index),
            })
            .collect();
        let requirements = std::mem::take(&mut self.requirements)
            .into_iter()
            .map(|(condition, extent, message)| Requirement::new(&adapter, condition, extent, message))
            .collect();
        let totals = (0..fields.len()).filter(|at| fields[*at].totals_of.is_some()).collect();
        let mut variant = Variant {
            tests: self.tests,
            fields,
            totals,
            adapter,
            requirements,
            limits: Vec::new(),
            limits_written: Vec::new(),
            games: self.chosen,
            kernels: self.kernels,
            givens: self.givens.into_iter().map(|(name, value, _)| (name, value)).collect(),
            parts: self.parts,
            mover: self.mover.map(|(mover, _)| mover),
            compound: self.compound,
            play: self.play.map(|(play, _)| play),
            answer,
            tells_move: self.tells_move,
            words: self.words,
            tells: self.tells,
            moves: self.moves,
            text: self.text,
            draws,
            draw_if: self.draw_if,
        };
        match limits {
            None => {}
            Some(rules) if rules.is_empty() => {
                variant.limits = as_drawn(&variant);
                variant.limits_written = written;
            }
            Some(rules) => {
                variant.limits_written = rules.iter().map(|rule| (rule.name.clone(), rule.written.clone())).collect();
                variant.limits = rules.into_iter().filter_map(|rule| Some((index(&rule.name)?, rule.spec))).collect();
            }
        }
        Some(variant)
    }
}

/// Parses expressions separated by commas, and the `for …` after them.
fn elements(cursor: &mut Cursor) -> Parse<(Vec<Expr>, Option<Binders>)> {
    let mut elements = Vec::new();
    loop {
        elements.push(cursor.expression(message!("an expression"))?);
        if !cursor.eat(",") {
            break;
        }
    }
    let binders = if cursor.is_word("for") { Some(cursor.binders()?) } else { None };
    Ok((elements, binders))
}

/// Skips up to the bracket that closes what is open here, and returns the span.
fn block(cursor: &mut Cursor) -> Parse<Span> {
    let start = cursor.span();
    let (mut last, mut depth) = (None, 0usize);
    loop {
        match cursor.peek() {
            Peek::End => break,
            Peek::Sign("(" | "[" | "{") => depth += 1,
            Peek::Sign(")" | "]" | "}") if depth == 0 => break,
            Peek::Sign(")" | "]" | "}") => depth -= 1,
            _ => {}
        }
        last = Some(cursor.span());
        cursor.bump();
    }
    last.map(|last| start.to(last)).ok_or_else(|| cursor.expected(message!("the rules of a game")))
}
