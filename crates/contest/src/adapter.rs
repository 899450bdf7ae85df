//! The expressions of a problem file, checked and evaluated by the rule language.
//!
//! In: spans of the file. Out: values. Idea: the expressions become one made-up game, whose givens are the fields of the input
//! and whose components are the results for the position; each expression is a choice of a move of its own. So the language of
//! problem files is exactly that of rules, with its types and its messages, and there is no second evaluator.

use crate::problem_limits;
use grundy_rules::game::{Expr, MoveRule, Over};
use grundy_rules::{Diagnostic, Fault, Game, Instance, Int, Meter, Part, Span, Value, diagnose};
use grundy_solve::Budget;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Index of an expression of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ExprId(usize);

/// A text assembled from spans of a file, with the origin of each.
#[derive(Default)]
pub(crate) struct Patchwork {
    text: String,
    /// (offset here, offset in the file, length), ascending.
    pieces: Vec<(usize, usize, usize)>,
}

impl Patchwork {
    /// Appends text that is not in the file.
    pub fn push(&mut self, words: &str) {
        self.text += words;
    }

    /// Appends a span of the file.
    pub fn cut(&mut self, source: &str, span: Span) {
        self.pieces.push((self.text.len(), span.start, span.end - span.start));
        self.text += &source[span.range()];
    }

    /// Maps an offset here to an offset in the file; between spans, to the end of the previous one or the start of the next.
    fn index(&self, at: usize) -> usize {
        let before = self.pieces.iter().rev().find(|(here, _, _)| *here <= at);
        match before {
            Some((here, there, length)) => there + (at - here).min(*length),
            None => self.pieces.first().map_or(0, |(_, there, _)| *there),
        }
    }

    fn span(&self, span: Span) -> Span {
        let start = self.index(span.start);
        Span::new(start, self.index(span.end).max(start))
    }

    fn moved(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        diagnostic.span = self.span(diagnostic.span);
        for (span, _) in &mut diagnostic.others {
            *span = self.span(*span);
        }
        if let Some(fix) = &mut diagnostic.fix {
            fix.span = self.span(fix.span);
        }
        diagnostic
    }
}

/// Builder of the made-up game.
pub(crate) struct Workshop<'a> {
    source: &'a str,
    givens: Vec<Patchwork>,
    lets: Vec<Span>,
    expressions: Vec<Patchwork>,
    symbols: BTreeSet<String>,
}

/// Results for a position that expressions of the answer may use.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub winner: &'static str,
    /// Player to move after the moves already made.
    pub turn: &'static str,
    pub grundy: Int,
    pub points: Int,
    /// Gain of the first player over the other from the moves already made.
    pub gained: Int,
    pub count: Int,
    /// The least choice of a winning move, or 0 if there is none.
    pub min: Int,
    pub moves_are_known: bool,
    pub all_are_listed: bool,
    pub kernels: Vec<Vec<usize>>,
    /// Justification of the answer.
    pub by: String,
}

impl Default for Found {
    fn default() -> Found {
        Found {
            winner: "draw",
            turn: "first",
            grundy: Int::ZERO,
            points: Int::ZERO,
            gained: Int::ZERO,
            count: Int::ZERO,
            min: Int::ZERO,
            moves_are_known: true,
            all_are_listed: true,
            kernels: Vec::new(),
            by: "the rules, by a search or table".to_owned(),
        }
    }
}

/// Names of the results as expressions use them, in the order of the made-up game's components.
pub(crate) const FOUND: [&str; 8] =
    ["winner", "turn", "grundy", "points", "gained", "winning_move_count", "least", "kernels"];

impl<'a> Workshop<'a> {
    /// Creates an empty builder for this file.
    pub fn new(source: &'a str) -> Workshop<'a> {
        let symbols = ["first", "second", "draw"].map(str::to_owned).into();
        Workshop { source, givens: Vec::new(), lets: Vec::new(), expressions: Vec::new(), symbols }
    }

    /// Adds a field: spans of `name: TYPE = DEFAULT`.
    pub fn given(&mut self, name: Span, ty: Span, default: Option<Span>) {
        let mut given = Patchwork::default();
        given.cut(self.source, name);
        given.push(": ");
        given.cut(self.source, ty);
        if let Some(default) = default {
            given.push(" = ");
            given.cut(self.source, default);
        }
        self.givens.push(given);
    }

    /// Adds a computed field.
    pub fn totals(&mut self, name: Span, ty: Span) {
        let mut given = Patchwork::default();
        given.cut(self.source, name);
        given.push(": ");
        given.cut(self.source, ty);
        given.push(" = []");
        self.givens.push(given);
    }

    /// Adds a `let` of the file, keyword included.
    pub fn define(&mut self, span: Span) {
        self.lets.push(span);
    }

    /// Adds a symbol that expressions may use.
    pub fn symbol(&mut self, name: &str) {
        self.symbols.insert(name.to_owned());
    }

    /// Adds an expression.
    pub fn expression(&mut self, span: Span) -> ExprId {
        let mut text = Patchwork::default();
        text.cut(self.source, span);
        self.add(text)
    }

    /// Adds a list of an expression over binders: `EXPR` and `for …`. A list among several may leave a binder unused, so each is
    /// made to use it.
    pub fn list(&mut self, element: Span, binders: Span, names: &[String]) -> ExprId {
        let mut text = Patchwork::default();
        let same: Vec<String> = names.iter().map(|name| format!("{name} == {name}")).collect();
        text.push("[");
        if !same.is_empty() {
            text.push(&format!("if not ({}) then ", same.join(" and ")));
            text.cut(self.source, element);
            text.push(" else ");
        }
        text.cut(self.source, element);
        text.push(" ");
        text.cut(self.source, binders);
        text.push("]");
        self.add(text)
    }

    /// Adds a condition: an expression that must be true or false.
    pub fn condition(&mut self, span: Span) -> ExprId {
        let mut text = Patchwork::default();
        text.push("not not (");
        text.cut(self.source, span);
        text.push(")");
        self.add(text)
    }

    /// Adds a list of a condition over binders.
    pub fn conditions(&mut self, condition: Span, binders: Span) -> ExprId {
        let mut text = Patchwork::default();
        text.push("[not not (");
        text.cut(self.source, condition);
        text.push(") ");
        text.cut(self.source, binders);
        text.push("]");
        self.add(text)
    }

    /// Adds an expression that is not in the file: one of [`FOUND`].
    pub fn name(&mut self, name: &'static str) -> ExprId {
        let mut text = Patchwork::default();
        text.push(name);
        self.add(text)
    }

    fn add(&mut self, text: Patchwork) -> ExprId {
        self.expressions.push(text);
        ExprId(self.expressions.len() - 1)
    }

    /// Checks all expressions.
    ///
    /// # Errors
    /// Returns every mistake, with its span in the file.
    pub fn finish(self) -> Result<Adapter, Vec<Diagnostic>> {
        let mut all = Patchwork::default();
        let join = |all: &mut Patchwork, piece: Patchwork| {
            let offset = all.text.len();
            all.pieces.extend(piece.pieces.into_iter().map(|(here, there, length)| (here + offset, there, length)));
            all.text += &piece.text;
        };
        let symbols: Vec<String> =
            self.symbols.iter().map(|name| format!("'{}'", name.replace('\\', "\\\\").replace('\'', "\\'"))).collect();
        all.push(
            "game input_(winner: {'first', 'second', 'draw'}, turn: {'first', 'second'}, grundy: int, points: int, ",
        );
        all.push("gained: int, winning_move_count: int, least: int, kernels: [[int]], symbol_: {");
        all.push(&symbols.join(", "));
        all.push("})\n");
        for (index, given) in self.givens.into_iter().enumerate() {
            all.push(if index == 0 { "given " } else { ", " });
            join(&mut all, given);
        }
        all.push("\n");
        for span in self.lets {
            all.cut(self.source, span);
            all.push("\n");
        }
        let expressions = self.expressions.len();
        for (index, expression) in self.expressions.into_iter().enumerate() {
            all.push(&format!("move move{index}_(value_ = "));
            join(&mut all, expression);
            all.push(") if value_ == value_ -> nothing\n");
        }
        let (game, diagnostics) = diagnose(&all.text);
        let mistakes = || -> Vec<Diagnostic> {
            diagnostics.iter().filter(|found| found.is_error()).map(|found| all.moved(found.clone())).collect()
        };
        let Some(game) = game else { return Err(mistakes()) };
        let rules: BTreeMap<&str, &MoveRule> = game.moves.iter().rev().map(|rule| (rule.name.as_str(), rule)).collect();
        let expression_of = |index: usize| -> Option<Expr> {
            let rule = rules.get(format!("move{index}_").as_str())?;
            match &rule.binders.first()?.over {
                Over::Is(expression) => Some(expression.clone()),
                Over::Each(_) => None,
            }
        };
        let expressions: Option<Vec<Expr>> = (0..expressions).map(expression_of).collect();
        match expressions {
            Some(expressions) => {
                let used = expressions.iter().map(|expression| game.depends([expression]).components).collect();
                Ok(Adapter { game, expressions, used })
            }
            None => Err(mistakes()),
        }
    }
}

/// The checked expressions of a variant.
#[derive(Debug)]
pub(crate) struct Adapter {
    /// The made-up game.
    pub game: Arc<Game>,
    expressions: Vec<Expr>,
    /// Results each expression uses, as indices into [`FOUND`].
    used: Vec<Vec<usize>>,
}

/// An input, ready to evaluate expressions on.
pub(crate) struct Scene<'a> {
    adapter: &'a Adapter,
    instance: Arc<Instance>,
    part: Part,
    /// Limits of the evaluation, besides its own step count.
    budget: Option<Budget>,
}

impl Adapter {
    /// Takes a value for each field, or its default. Fields shared with the input `before` are not checked again.
    ///
    /// # Errors
    /// Fails if a value is outside its range or missing.
    pub fn scene(
        &self,
        values: Vec<Option<Value>>,
        before: Option<&Arc<Instance>>,
        budget: Option<Budget>,
    ) -> Result<Scene<'_>, Fault> {
        let instance = Arc::new(match before {
            Some(before) => before.with_givens(values)?,
            None => Instance::new(self.game.clone(), values)?,
        });
        let mut scene = Scene { adapter: self, instance, part: Part::default(), budget };
        scene.found(&Found::default());
        Ok(scene)
    }

    /// Returns an expression in its checked form.
    pub fn expression(&self, handle: ExprId) -> &Expr {
        &self.expressions[handle.0]
    }

    /// Returns whether an expression uses the result of this name.
    pub fn uses(&self, handle: ExprId, name: &str) -> bool {
        let Some(component) = FOUND.iter().position(|found| *found == name) else { return false };
        self.used[handle.0].contains(&component)
    }
}

impl Scene<'_> {
    /// Sets the results.
    pub fn found(&mut self, found: &Found) {
        let game = &self.adapter.game;
        let symbol = |name: &str| {
            let index = game.symbols.iter().position(|symbol| symbol == name).unwrap_or_default();
            Value::Symbol(grundy_rules::Symbol(u32::try_from(index).unwrap_or_default()))
        };
        let kernel = |nodes: &Vec<usize>| Value::list(nodes.iter().map(|node| Value::Int(Int::from(*node))).collect());
        self.part = Arc::new(vec![
            symbol(found.winner),
            symbol(found.turn),
            Value::Int(found.grundy.clone()),
            Value::Int(found.points.clone()),
            Value::Int(found.gained.clone()),
            Value::Int(found.count.clone()),
            Value::Int(found.min.clone()),
            Value::list(found.kernels.iter().map(kernel).collect()),
            symbol("first"),
        ]);
    }

    /// Evaluates an expression.
    ///
    /// # Errors
    /// Fails if it cannot be evaluated for this input.
    pub fn value(&self, handle: ExprId) -> Result<Value, Fault> {
        let is_called_off = || self.budget.as_ref().is_some_and(Budget::is_cancelled);
        let meter = Meter::new(problem_limits::MAX_EXPRESSION_STEPS, |steps| {
            steps < problem_limits::MAX_EXPRESSION_STEPS && !is_called_off()
        });
        // The caller names the input; the made-up position would mean nothing to the user.
        self.instance.evaluate(&self.adapter.expressions[handle.0], &self.part, None, &meter).map_err(|fault| Fault {
            position: None,
            span: None,
            ..fault
        })
    }

    /// Returns the fields as an instance of the made-up game.
    pub fn instance(&self) -> &Arc<Instance> {
        &self.instance
    }

    /// Returns a symbol's name.
    pub fn symbol_name(&self, value: &Value) -> Option<&str> {
        match value {
            Value::Symbol(symbol) => Some(self.adapter.game.symbol_name(*symbol)),
            _ => None,
        }
    }
}
