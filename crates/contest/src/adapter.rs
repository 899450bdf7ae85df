//! The expressions of a problem file, checked and evaluated by the rule language.
//!
//! In: cut-outs of the file. Out: values. Idea: the expressions become one made-up game, whose givens are the fields of the
//! input and whose components are what was found about the position; each expression is a choice of a move of its own. So the
//! language of problem files is exactly that of rules, with its types and its messages, and there is no second evaluator.

use grundy_rules::game::{Expr, MoveRule, Over};
use grundy_rules::{Diagnostic, Fault, Game, Instance, Int, Meter, Part, Span, Value, diagnose};
use grundy_solve::Budget;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How many steps an expression may take.
const MOST_STEPS: u64 = 400_000_000;

/// An expression of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Handle(usize);

/// A text put together from cut-outs of a file, which knows where each came from.
#[derive(Default)]
pub(crate) struct Patchwork {
    text: String,
    /// (place here, place in the file, length), ascending.
    pieces: Vec<(usize, usize, usize)>,
}

impl Patchwork {
    /// Words of our own.
    pub fn say(&mut self, words: &str) {
        self.text += words;
    }

    /// A cut-out of the file.
    pub fn cut(&mut self, source: &str, span: Span) {
        self.pieces.push((self.text.len(), span.start, span.end - span.start));
        self.text += &source[span.range()];
    }

    /// The place in the file of a place here; between cut-outs, the end of the one before or the start of the next.
    fn place(&self, at: usize) -> usize {
        let before = self.pieces.iter().rev().find(|(here, _, _)| *here <= at);
        match before {
            Some((here, there, length)) => there + (at - here).min(*length),
            None => self.pieces.first().map_or(0, |(_, there, _)| *there),
        }
    }

    fn span(&self, span: Span) -> Span {
        let start = self.place(span.start);
        Span::new(start, self.place(span.end).max(start))
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

/// What the made-up game is put together from.
pub(crate) struct Workshop<'a> {
    source: &'a str,
    givens: Vec<Patchwork>,
    lets: Vec<Span>,
    expressions: Vec<Patchwork>,
    symbols: BTreeSet<String>,
}

/// What is known of a position when the answer is put into words.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub winner: &'static str,
    /// Who is to move after the moves that were made already.
    pub turn: &'static str,
    pub grundy: Int,
    pub points: Int,
    /// What who began has gained more than the other by the moves made already.
    pub gained: Int,
    pub count: Int,
    /// The least choice of a winning move, 0 where there is none.
    pub least: Int,
    pub moves_are_known: bool,
    pub all_are_listed: bool,
    pub kernels: Vec<Vec<usize>>,
    /// What the answer rests on.
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
            least: Int::ZERO,
            moves_are_known: true,
            all_are_listed: true,
            kernels: Vec::new(),
            by: "the rules, by a search or table".to_owned(),
        }
    }
}

/// The names of what is found, as expressions use them, in the order of the made-up game's components.
pub(crate) const FOUND: [&str; 8] =
    ["winner", "turn", "grundy", "points", "gained", "winning_move_count", "least", "kernels"];

impl<'a> Workshop<'a> {
    /// An empty one for this file.
    pub fn new(source: &'a str) -> Workshop<'a> {
        let symbols = ["first", "second", "draw"].map(str::to_owned).into();
        Workshop { source, givens: Vec::new(), lets: Vec::new(), expressions: Vec::new(), symbols }
    }

    /// A field: `name: TYPE = DEFAULT`, cut out of the file.
    pub fn given(&mut self, name: Span, ty: Span, default: Option<Span>) {
        let mut given = Patchwork::default();
        given.cut(self.source, name);
        given.say(": ");
        given.cut(self.source, ty);
        if let Some(default) = default {
            given.say(" = ");
            given.cut(self.source, default);
        }
        self.givens.push(given);
    }

    /// A field that is reckoned.
    pub fn totals(&mut self, name: Span, ty: Span) {
        let mut given = Patchwork::default();
        given.cut(self.source, name);
        given.say(": ");
        given.cut(self.source, ty);
        given.say(" = []");
        self.givens.push(given);
    }

    /// A `let` of the file, the word included.
    pub fn define(&mut self, span: Span) {
        self.lets.push(span);
    }

    /// A symbol that expressions may use.
    pub fn symbol(&mut self, name: &str) {
        self.symbols.insert(name.to_owned());
    }

    /// An expression.
    pub fn expression(&mut self, span: Span) -> Handle {
        let mut text = Patchwork::default();
        text.cut(self.source, span);
        self.add(text)
    }

    /// The list of an expression over binders: `EXPR` and `for …`. That one of several lists does not use a binder is no
    /// mistake, so each is made to.
    pub fn list(&mut self, element: Span, binders: Span, names: &[String]) -> Handle {
        let mut text = Patchwork::default();
        let same: Vec<String> = names.iter().map(|name| format!("{name} == {name}")).collect();
        text.say("[");
        if !same.is_empty() {
            text.say(&format!("if not ({}) then ", same.join(" and ")));
            text.cut(self.source, element);
            text.say(" else ");
        }
        text.cut(self.source, element);
        text.say(" ");
        text.cut(self.source, binders);
        text.say("]");
        self.add(text)
    }

    /// A condition: an expression that must be true or false.
    pub fn condition(&mut self, span: Span) -> Handle {
        let mut text = Patchwork::default();
        text.say("not not (");
        text.cut(self.source, span);
        text.say(")");
        self.add(text)
    }

    /// The list of a condition over binders.
    pub fn conditions(&mut self, condition: Span, binders: Span) -> Handle {
        let mut text = Patchwork::default();
        text.say("[not not (");
        text.cut(self.source, condition);
        text.say(") ");
        text.cut(self.source, binders);
        text.say("]");
        self.add(text)
    }

    /// An expression that is not in the file: one of the names of what is found.
    pub fn name(&mut self, name: &'static str) -> Handle {
        let mut text = Patchwork::default();
        text.say(name);
        self.add(text)
    }

    fn add(&mut self, text: Patchwork) -> Handle {
        self.expressions.push(text);
        Handle(self.expressions.len() - 1)
    }

    /// Checks everything.
    ///
    /// # Errors
    /// Every mistake, with its place in the file.
    pub fn finish(self) -> Result<Adapter, Vec<Diagnostic>> {
        let mut all = Patchwork::default();
        let join = |all: &mut Patchwork, piece: Patchwork| {
            let offset = all.text.len();
            all.pieces.extend(piece.pieces.into_iter().map(|(here, there, length)| (here + offset, there, length)));
            all.text += &piece.text;
        };
        let symbols: Vec<String> =
            self.symbols.iter().map(|name| format!("'{}'", name.replace('\\', "\\\\").replace('\'', "\\'"))).collect();
        all.say(
            "game input_(winner: {'first', 'second', 'draw'}, turn: {'first', 'second'}, grundy: int, points: int, ",
        );
        all.say("gained: int, winning_move_count: int, least: int, kernels: [[int]], symbol_: {");
        all.say(&symbols.join(", "));
        all.say("})\n");
        for (place, given) in self.givens.into_iter().enumerate() {
            all.say(if place == 0 { "given " } else { ", " });
            join(&mut all, given);
        }
        all.say("\n");
        for span in self.lets {
            all.cut(self.source, span);
            all.say("\n");
        }
        let expressions = self.expressions.len();
        for (place, expression) in self.expressions.into_iter().enumerate() {
            all.say(&format!("move move{place}_(value_ = "));
            join(&mut all, expression);
            all.say(") if value_ == value_ -> nothing\n");
        }
        let (game, diagnostics) = diagnose(&all.text);
        let mistakes = || -> Vec<Diagnostic> {
            diagnostics.iter().filter(|found| found.is_error()).map(|found| all.moved(found.clone())).collect()
        };
        let Some(game) = game else { return Err(mistakes()) };
        let rules: BTreeMap<&str, &MoveRule> = game.moves.iter().rev().map(|rule| (rule.name.as_str(), rule)).collect();
        let expression_of = |place: usize| -> Option<Expr> {
            let rule = rules.get(format!("move{place}_").as_str())?;
            match &rule.binders.first()?.over {
                Over::Is(expression) => Some(expression.clone()),
                Over::Each(_) => None,
            }
        };
        let expressions: Option<Vec<Expr>> = (0..expressions).map(expression_of).collect();
        match expressions {
            Some(expressions) => {
                let used = expressions.iter().map(|expression| game.components_of([expression])).collect();
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
    /// What each expression uses of what is found, by its place in [`FOUND`].
    used: Vec<BTreeSet<usize>>,
}

/// An input, ready for expressions.
pub(crate) struct Scene<'a> {
    adapter: &'a Adapter,
    instance: Arc<Instance>,
    part: Part,
    /// Whose limits end the evaluation, beside its own count of steps.
    budget: Option<Budget>,
}

impl Adapter {
    /// Takes an input in: a value for each field, or its default. Fields that it shares with the input before it were looked at
    /// already.
    ///
    /// # Errors
    /// A value outside its range, or missing.
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

    /// An expression as it was checked.
    pub fn expression(&self, handle: Handle) -> &Expr {
        &self.expressions[handle.0]
    }

    /// Whether an expression uses what is found under this name.
    pub fn uses(&self, handle: Handle, name: &str) -> bool {
        let Some(component) = FOUND.iter().position(|found| *found == name) else { return false };
        self.used[handle.0].contains(&component)
    }
}

impl Scene<'_> {
    /// Takes in what was found.
    pub fn found(&mut self, found: &Found) {
        let game = &self.adapter.game;
        let symbol = |name: &str| {
            let place = game.symbols.iter().position(|symbol| symbol == name).unwrap_or_default();
            Value::Symbol(grundy_rules::Symbol(u32::try_from(place).unwrap_or_default()))
        };
        let kernel = |nodes: &Vec<usize>| Value::list(nodes.iter().map(|node| Value::Int(Int::from(*node))).collect());
        self.part = Arc::new(vec![
            symbol(found.winner),
            symbol(found.turn),
            Value::Int(found.grundy.clone()),
            Value::Int(found.points.clone()),
            Value::Int(found.gained.clone()),
            Value::Int(found.count.clone()),
            Value::Int(found.least.clone()),
            Value::list(found.kernels.iter().map(kernel).collect()),
            symbol("first"),
        ]);
    }

    /// What an expression is worth.
    ///
    /// # Errors
    /// It cannot be evaluated for this input.
    pub fn value(&self, handle: Handle) -> Result<Value, Fault> {
        let is_called_off = || self.budget.as_ref().is_some_and(Budget::is_cancelled);
        let meter = Meter::new(MOST_STEPS, |steps| steps < MOST_STEPS && !is_called_off());
        // The input is named by who asks; what was found is no position that anybody knows.
        self.instance.evaluate(&self.adapter.expressions[handle.0], &self.part, None, &meter).map_err(|fault| Fault {
            position: None,
            span: None,
            ..fault
        })
    }

    /// The fields as they were taken in.
    pub fn instance(&self) -> &Arc<Instance> {
        &self.instance
    }

    /// A symbol's name.
    pub fn symbol_name(&self, value: &Value) -> Option<&str> {
        match value {
            Value::Symbol(symbol) => Some(self.adapter.game.symbol_name(*symbol)),
            _ => None,
        }
    }
}
