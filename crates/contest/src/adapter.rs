//! The expressions of a problem file, checked and evaluated by the rule language.
//!
//! In: the expressions of a variant. Out: values. Idea: the fields of the input are the givens of a game without moves, and the
//! results for the position are its components. So the language of problem files is exactly that of rules, with its types and
//! its messages, and there is no second evaluator.

use crate::problem_limits;
use grundy_rules::ast::{self, Clause, Declaration, DeclaredDomain, ExprKind, Name, TypeExpr};
use grundy_rules::file::{Binders, Scope};
use grundy_rules::game::{Expr, Kind, Type};
use grundy_rules::trial::try_rules;
use grundy_rules::{Diagnostic, Fault, Game, Instance, Int, Meter, Part, Span, Value};
use grundy_solve::Budget;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Index of an expression of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ExprId(usize);

/// The expressions of a variant as the file writes them, with the names they may use.
#[derive(Default)]
pub(crate) struct Draft {
    givens: Vec<Declaration>,
    lets: Vec<Clause>,
    symbols: BTreeSet<String>,
    written: Vec<Written>,
    /// Number of expressions.
    count: usize,
}

/// One or more expressions.
enum Written {
    /// An expression of this kind, or of any.
    Value(ast::Expr, Option<Kind>),
    /// A list for each element, of elements of this kind, over binders that they share.
    Lists(Vec<ast::Expr>, Binders, Option<Kind>),
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
    /// The first winning move, if it was asked for and there is one.
    pub winning_move: Option<String>,
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
            winning_move: None,
            by: "the rules, by a search or table".to_owned(),
        }
    }
}

/// Names of the results as expressions use them, in the order of the game's components.
pub(crate) const FOUND: [&str; 8] =
    ["winner", "turn", "grundy", "points", "gained", "winning_move_count", "least", "kernels"];

impl Draft {
    /// Adds a field; its default must be empty if it is computed.
    pub fn given(&mut self, name: Name, ty: TypeExpr, default: Option<ast::Expr>) {
        self.givens.push(Declaration { name, domain: DeclaredDomain::Typed(ty), default });
    }

    /// Adds a `let` of the file.
    pub fn define(&mut self, clause: Clause) {
        self.lets.push(clause);
    }

    /// Adds a symbol that expressions may use.
    pub fn symbol(&mut self, name: &str) {
        self.symbols.insert(name.to_owned());
    }

    /// Adds an expression.
    pub fn expression(&mut self, expr: ast::Expr) -> ExprId {
        self.add(Written::Value(expr, None), 1)
    }

    /// Adds an expression that is not in the file: one of [`FOUND`].
    pub fn name(&mut self, name: &'static str) -> ExprId {
        self.expression(ast::Expr { kind: ExprKind::Name(name.to_owned()), span: Span::default() })
    }

    /// Adds a condition: an expression that must be true or false.
    pub fn condition(&mut self, expr: ast::Expr) -> ExprId {
        self.add(Written::Value(expr, Some(Kind::Bool)), 1)
    }

    /// Adds a list of a condition over binders.
    pub fn conditions(&mut self, condition: ast::Expr, binders: Binders) -> ExprId {
        self.add(Written::Lists(vec![condition], binders, Some(Kind::Bool)), 1)
    }

    /// Adds a list for each of these expressions, over binders that they share.
    pub fn lists(&mut self, elements: Vec<ast::Expr>, binders: Binders) -> Vec<ExprId> {
        let count = elements.len();
        let ExprId(first) = self.add(Written::Lists(elements, binders, None), count);
        (first..first + count).map(ExprId).collect()
    }

    /// Returns the number of expressions, or of their lists, as written.
    pub fn mark(&self) -> usize {
        self.written.len()
    }

    /// Removes what was written since the mark: expressions of a clause that could not be read are not checked.
    pub fn roll_back(&mut self, mark: usize) {
        self.written.truncate(mark);
    }

    fn add(&mut self, written: Written, count: usize) -> ExprId {
        self.written.push(written);
        self.count += count;
        ExprId(self.count - count)
    }

    /// Checks all expressions.
    ///
    /// # Errors
    /// Returns every mistake, with its span in the file.
    pub fn finish(self) -> Result<Adapter, Vec<Diagnostic>> {
        let mut scope = Scope::default();
        let [first, second, draw] = ["first", "second", "draw"].map(|name| scope.symbol(name));
        for name in &self.symbols {
            scope.symbol(name);
        }
        let number = || Type::Int { low: None, high: None };
        let list = |element: Type| Type::List(Box::new(element), None);
        for name in FOUND {
            scope.component(
                name,
                match name {
                    "winner" => Type::Symbols(vec![first, second, draw]),
                    "turn" => Type::Symbols(vec![first, second]),
                    "kernels" => list(list(number())),
                    _ => number(),
                },
            );
        }
        scope.declare(&self.lets, self.givens);
        let mut expressions = Vec::with_capacity(self.count);
        for written in &self.written {
            match written {
                Written::Value(expr, kind) => expressions.push(scope.expression(expr, kind.as_ref())),
                Written::Lists(elements, binders, kind) => {
                    expressions.extend(scope.lists(elements, binders, kind.as_ref()));
                }
            }
        }
        let game = Arc::new(scope.finish()?);
        // Defaults must be in their ranges.
        let wrong: Vec<Diagnostic> = try_rules(&game).into_iter().filter(Diagnostic::is_error).collect();
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let used = expressions.iter().map(|expression| game.depends([expression]).components).collect();
        Ok(Adapter { game, expressions, used })
    }
}

/// The checked expressions of a variant.
#[derive(Debug)]
pub(crate) struct Adapter {
    /// The game of the fields and the results.
    pub game: Arc<Game>,
    expressions: Vec<Expr>,
    /// Results each expression uses, as indices into [`FOUND`].
    used: Vec<Vec<usize>>,
}

/// An input, ready to evaluate expressions on.
pub(crate) struct Env<'a> {
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
    pub fn env(
        &self,
        values: Vec<Option<Value>>,
        before: Option<&Arc<Instance>>,
        budget: Option<Budget>,
    ) -> Result<Env<'_>, Fault> {
        let instance = Arc::new(match before {
            Some(before) => before.with_givens(values)?,
            None => Instance::new(self.game.clone(), values)?,
        });
        let mut env = Env { adapter: self, instance, part: Part::default(), budget };
        env.found(&Found::default());
        Ok(env)
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

impl Env<'_> {
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
        ]);
    }

    /// Evaluates an expression.
    ///
    /// # Errors
    /// Fails if it cannot be evaluated for this input.
    pub fn value(&self, handle: ExprId) -> Result<Value, Fault> {
        let is_cancelled = || self.budget.as_ref().is_some_and(Budget::is_cancelled);
        let meter = Meter::new(problem_limits::MAX_EXPRESSION_STEPS, |steps| {
            steps < problem_limits::MAX_EXPRESSION_STEPS && !is_cancelled()
        });
        // The caller names the input; the position of results would mean nothing to the user.
        self.instance.evaluate(&self.adapter.expressions[handle.0], &self.part, None, &meter).map_err(|fault| Fault {
            position: None,
            span: None,
            ..fault
        })
    }

    /// Returns the fields as an instance of the game of fields and results.
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
