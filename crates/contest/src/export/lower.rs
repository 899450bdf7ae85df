//! Expressions of the rule language -> expressions and statements of the small program.
//!
//! In: a checked expression and what its names stand for. Out: an expression, with statements in front of it where it gathers
//! over binders. What is asked only as far as needed stays so: a loop behind an `and` becomes a loop inside of an `if`.
//! A `let` with arguments becomes a function, one without becomes a variable.

use super::program::{Ex, Function, Helper, Op, Range, St, Ty, UNKNOWN};
use super::{Answer, refused};
use grundy_rules::Symbol;
use grundy_rules::ast::{BinaryOperator, Comparison};
use grundy_rules::game::{Binder, Builtin, Domain, Expr, Form, Game, Kind, Over, Type};
use std::collections::{BTreeMap, BTreeSet};

/// Words that mean something in one of the languages, or that helpers are called by.
const RESERVED: &[&str] = &[
    "and",
    "as",
    "assert",
    "async",
    "at",
    "auto",
    "await",
    "bool",
    "boolean",
    "box",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "crate",
    "def",
    "default",
    "del",
    "delete",
    "do",
    "double",
    "dyn",
    "else",
    "end",
    "enum",
    "except",
    "extern",
    "False",
    "false",
    "final",
    "finally",
    "float",
    "fn",
    "for",
    "from",
    "game",
    "global",
    "goto",
    "if",
    "impl",
    "import",
    "in",
    "input",
    "int",
    "interface",
    "is",
    "key",
    "known",
    "lambda",
    "len",
    "let",
    "list",
    "long",
    "loop",
    "main",
    "map",
    "match",
    "max",
    "min",
    "mod",
    "move",
    "mut",
    "namespace",
    "new",
    "next",
    "None",
    "nonlocal",
    "not",
    "null",
    "operator",
    "or",
    "out",
    "package",
    "pass",
    "pow",
    "print",
    "private",
    "pub",
    "public",
    "raise",
    "range",
    "ref",
    "return",
    "run",
    "self",
    "set",
    "short",
    "signed",
    "sizeof",
    "solve",
    "sort",
    "sorted",
    "static",
    "std",
    "str",
    "string",
    "struct",
    "sum",
    "super",
    "switch",
    "template",
    "text",
    "this",
    "throw",
    "trait",
    "True",
    "true",
    "try",
    "tuple",
    "type",
    "typedef",
    "typename",
    "unsafe",
    "unsigned",
    "use",
    "using",
    "vector",
    "virtual",
    "void",
    "volatile",
    "where",
    "while",
    "with",
    "yield",
    "abs",
    "y0",
    "y1",
    "j0",
    "j1",
    "gcd",
    "left",
    "right",
    "time",
    "index",
    "count",
    "swap",
    "size",
    "distance",
    "advance",
    "result",
];

/// What the whole program shares.
#[derive(Default)]
pub(crate) struct Shared {
    pub functions: Vec<Function>,
    /// Names of functions and of variables of the whole program.
    pub taken: BTreeSet<String>,
    /// The functions made of `let`s: a description of what they are made for, and the function.
    lets: BTreeMap<String, (String, Ty, Range)>,
    /// How long the lists of a field can be, by the name of its variable: the outermost first.
    pub lengths: BTreeMap<String, Vec<Range>>,
    /// Whether symbols of one letter and of several are mixed, so that all of them are texts.
    pub mixed: bool,
}

/// What the names of one game stand for.
#[derive(Clone)]
pub(crate) struct Scene<'g> {
    pub game: &'g Game,
    pub components: Vec<Ex>,
    pub givens: Vec<Ex>,
    /// 0 or 1.
    pub mover: Option<Ex>,
}

/// The place where statements are put: one function.
pub(crate) struct Lower<'s, 'g> {
    pub shared: &'s mut Shared,
    pub scene: Scene<'g>,
    pub locals: Vec<Ex>,
    blocks: Vec<Vec<St>>,
    cached: Vec<BTreeMap<(usize, usize), Ex>>,
    names: BTreeSet<String>,
}

/// A name that no language minds.
pub(crate) fn tame(name: &str) -> String {
    let tame = name.trim_matches('_').to_owned();
    let tame = if tame.is_empty() || !tame.is_ascii() { "item".to_owned() } else { tame };
    if RESERVED.contains(&tame.as_str()) { format!("{tame}_") } else { tame }
}

impl Shared {
    /// A name for a function or a variable of the whole program.
    pub fn name(&mut self, wanted: &str) -> String {
        let name = free_name(wanted, |name| self.taken.contains(name));
        self.taken.insert(name.clone());
        name
    }

    /// The type of values of this kind.
    pub fn ty(&self, game: &Game, kind: &Kind) -> Ty {
        match kind {
            Kind::Int | Kind::Unknown => Ty::Int,
            Kind::Bool => Ty::Bool,
            Kind::Symbol(symbols) => {
                match symbols.iter().all(|symbol| is_letter(game.symbol_name(*symbol))) && !self.mixed {
                    true => Ty::Char,
                    false => Ty::Text,
                }
            }
            Kind::List(inner) | Kind::Bag(inner) | Kind::Set(inner) => Ty::list(self.ty(game, inner)),
        }
    }

    /// Notes whether symbols of a type are of both sorts.
    pub fn note_mixed(&mut self, game: &Game, ty: &Type) {
        match ty {
            Type::Symbols(symbols) => {
                let letters = symbols.iter().filter(|symbol| is_letter(game.symbol_name(**symbol))).count();
                self.mixed |= letters != 0 && letters != symbols.len();
            }
            Type::List(inner, _) | Type::Bag(inner) | Type::Set(inner) => self.note_mixed(game, inner),
            Type::Int { .. } | Type::Bool => {}
        }
    }

    pub fn symbol(&self, game: &Game, symbol: Symbol) -> Ex {
        let name = game.symbol_name(symbol);
        match name.chars().next() {
            Some(letter) if is_letter(name) && !self.mixed => Ex::char(letter),
            _ => Ex::text(name),
        }
    }
}

fn is_letter(name: &str) -> bool {
    name.len() == 1
}

fn free_name(wanted: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let tame = tame(wanted);
    if !is_taken(&tame) {
        return tame;
    }
    let mut number = 2;
    loop {
        let name = format!("{}{number}", tame.trim_end_matches('_'));
        if !is_taken(&name) {
            return name;
        }
        number += 1;
    }
}

/// The range that a function is made for: somewhat wider than what it is called with.
fn class(range: Range) -> Range {
    let steps = [7, 15, 31, 40, 62];
    let up = |number: i128| steps.iter().map(|step| 1i128 << step).find(|most| number <= *most).unwrap_or(i128::MAX);
    let low = if range.low >= 1 {
        1
    } else if range.low >= 0 {
        0
    } else {
        up(range.low.saturating_neg()).saturating_neg()
    };
    Range::new(if low == -i128::MAX { i128::MIN } else { low }, up(range.high))
}

/// Looks at an expression and all inside of it, through the functions it uses.
pub(crate) fn walk(game: &Game, expr: &Expr, look: &mut dyn FnMut(&Expr)) {
    look(expr);
    let binder = |binder: &Binder, look: &mut dyn FnMut(&Expr)| match &binder.over {
        Over::Is(expr) | Over::Each(Domain::Of(expr)) => walk(game, expr, look),
        Over::Each(Domain::Range(low, high)) => {
            walk(game, low, look);
            high.iter().for_each(|high| walk(game, high, look));
        }
    };
    match &expr.form {
        Form::Int(_)
        | Form::Bool(_)
        | Form::Symbol(_)
        | Form::Component(_)
        | Form::Given(_)
        | Form::Local(_)
        | Form::Mover
        | Form::Other => {}
        Form::If(a, b, c) => [a, b, c].into_iter().for_each(|one| walk(game, one, look)),
        Form::Or(all)
        | Form::And(all)
        | Form::Compare(all, _)
        | Form::Builtin(_, all)
        | Form::List(all)
        | Form::Set(all) => {
            all.iter().for_each(|one| walk(game, one, look));
        }
        Form::Not(a) | Form::Negate(a) => walk(game, a, look),
        Form::In(a, domain) => {
            walk(game, a, look);
            match &**domain {
                Domain::Of(of) => walk(game, of, look),
                Domain::Range(low, high) => {
                    walk(game, low, look);
                    high.iter().for_each(|high| walk(game, high, look));
                }
            }
        }
        Form::Binary(_, a, b) | Form::Index(a, b) => {
            walk(game, a, look);
            walk(game, b, look);
        }
        Form::Slice(a, b, c) => {
            walk(game, a, look);
            walk(game, b, look);
            c.iter().for_each(|c| walk(game, c, look));
        }
        Form::Apply(function, all) => {
            all.iter().for_each(|one| walk(game, one, look));
            walk(game, &game.functions[*function].body, look);
        }
        Form::Fold { body, binders, filter, .. } => {
            binders.iter().for_each(|one| binder(one, look));
            filter.iter().for_each(|one| walk(game, one, look));
            walk(game, body, look);
        }
    }
}

impl<'s, 'g> Lower<'s, 'g> {
    /// An empty function in which these names are taken.
    pub fn new(shared: &'s mut Shared, scene: Scene<'g>, names: &[String]) -> Lower<'s, 'g> {
        Lower {
            shared,
            scene,
            locals: Vec::new(),
            blocks: vec![Vec::new()],
            cached: vec![BTreeMap::new()],
            names: names.iter().cloned().collect(),
        }
    }

    /// What has been put down.
    pub fn finish(mut self) -> Vec<St> {
        self.blocks.pop().unwrap_or_default()
    }

    pub fn fresh(&mut self, wanted: &str) -> String {
        let name = free_name(wanted, |name| self.names.contains(name) || self.shared.taken.contains(name));
        self.names.insert(name.clone());
        name
    }

    pub fn put(&mut self, statement: St) {
        if let Some(block) = self.blocks.last_mut() {
            block.push(statement);
        }
    }

    pub fn open(&mut self) {
        self.blocks.push(Vec::new());
        self.cached.push(BTreeMap::new());
    }

    pub fn close(&mut self) -> Vec<St> {
        self.cached.pop();
        self.blocks.pop().unwrap_or_default()
    }

    /// Works for a while with other meanings of the names.
    pub fn with_scene<T>(&mut self, scene: Scene<'g>, work: impl FnOnce(&mut Self) -> Answer<T>) -> Answer<T> {
        let outer = std::mem::replace(&mut self.scene, scene);
        let empty = vec![BTreeMap::new(); self.cached.len()];
        let cached = std::mem::replace(&mut self.cached, empty);
        let locals = std::mem::take(&mut self.locals);
        let done = work(self);
        self.scene = outer;
        self.cached = cached;
        self.locals = locals;
        done
    }

    /// A variable for a value, unless it is one already.
    pub fn name_it(&mut self, wanted: &str, value: Ex) -> Ex {
        if value.is_simple() {
            return value;
        }
        let name = self.fresh(wanted);
        let variable = Ex::var(&name, value.ty.clone()).ranged(value.range);
        self.put(St::Let(name, value));
        variable
    }

    pub fn side_name(&self, side: Ex) -> Answer<Ex> {
        let Some([first, second]) = self.scene.game.players else { return Err(refused("nobody's turn is asked for")) };
        let game = self.scene.game;
        let (first, second) = (self.shared.symbol(game, first), self.shared.symbol(game, second));
        Ok(Ex::choose(side.op(Op::Equal, Ex::int(0)), first, second))
    }

    /// Lowers an expression.
    pub fn expr(&mut self, expr: &Expr) -> Answer<Ex> {
        let game = self.scene.game;
        Ok(match &expr.form {
            Form::Int(number) => {
                Ex::int(number.to_string().parse().map_err(|_| refused("a number of the rules is too large"))?)
            }
            Form::Bool(truth) => Ex::bool(*truth),
            Form::Symbol(symbol) => self.shared.symbol(game, *symbol),
            Form::Component(place) => {
                self.scene.components.get(*place).cloned().ok_or_else(|| refused("a component is missing"))?
            }
            Form::Given(place) => {
                self.scene.givens.get(*place).cloned().ok_or_else(|| refused("a given is missing"))?
            }
            Form::Local(place) => self.locals.get(*place).cloned().ok_or_else(|| refused("a name is missing"))?,
            Form::Mover | Form::Other => {
                let mover = self.scene.mover.clone().ok_or_else(|| refused("who is to move is not known"))?;
                let side = if expr.form == Form::Mover { mover } else { Ex::int(1).op(Op::Subtract, mover) };
                self.side_name(side)?
            }
            Form::If(condition, yes, no) => {
                let condition = self.expr(condition)?;
                if condition.is_true() {
                    return self.expr(yes);
                }
                if condition.is_false() {
                    return self.expr(no);
                }
                self.open();
                let yes = self.expr(yes)?;
                let before_yes = self.close();
                self.open();
                let no = self.expr(no)?;
                let before_no = self.close();
                self.branches(condition, (before_yes, yes), (before_no, no))
            }
            Form::Or(all) => self.chain(all, Op::Or)?,
            Form::And(all) => self.chain(all, Op::And)?,
            Form::Not(inner) => self.expr(inner)?.not(),
            Form::Compare(all, signs) => {
                let mut holds = Ex::bool(true);
                let mut left = self.expr(&all[0])?;
                for (place, sign) in signs.iter().enumerate() {
                    // The middle of a chain is used twice.
                    let right = self.expr(&all[place + 1])?;
                    let right = if place + 1 < signs.len() { self.name_it("middle", right) } else { right };
                    holds = holds.and(compare(left, sign, right.clone()));
                    left = right;
                }
                holds
            }
            Form::In(one, domain) => {
                let one = self.expr(one)?;
                match &**domain {
                    Domain::Range(low, high) => {
                        let one = self.name_it("value", one);
                        let low = self.expr(low)?;
                        let mut holds = low.op(Op::AtMost, one.clone());
                        if let Some(high) = high {
                            let high = self.expr(high)?;
                            holds = holds.and(one.op(Op::AtMost, high));
                        }
                        holds
                    }
                    Domain::Of(list) => {
                        let list = self.expr(list)?;
                        match &list.form {
                            super::program::Form::List(entries) if entries.len() <= 6 => {
                                let one = self.name_it("value", one);
                                let same = entries.iter().map(|entry| one.clone().op(Op::Equal, entry.clone()));
                                same.reduce(Ex::or).unwrap_or_else(|| Ex::bool(false))
                            }
                            _ => Ex::helper(Helper::Contains, vec![list, one]),
                        }
                    }
                }
            }
            Form::Binary(operator, left, right) => {
                let (left, right) = (self.expr(left)?, self.expr(right)?);
                match operator {
                    BinaryOperator::Xor => left.op(Op::Xor, right),
                    BinaryOperator::Join => match (&left.form, &right.form) {
                        (super::program::Form::List(none), _) if none.is_empty() => right,
                        (_, super::program::Form::List(none)) if none.is_empty() => left,
                        _ => Ex::helper(Helper::Joined, vec![left, right]),
                    },
                    BinaryOperator::Add => left.op(Op::Add, right),
                    BinaryOperator::Subtract => left.op(Op::Subtract, right),
                    BinaryOperator::Multiply => left.op(Op::Multiply, right),
                    BinaryOperator::Divide => left.op(Op::Divide, right),
                    BinaryOperator::Remainder => left.op(Op::Remainder, right),
                    BinaryOperator::Power => Ex::helper(Helper::Power, vec![left, right]),
                }
            }
            Form::Negate(inner) => self.expr(inner)?.negate(),
            Form::Index(list, at) => {
                let (list, at) = (self.expr(list)?, self.expr(at)?);
                let list = if list.is_simple() || matches!(list.form, super::program::Form::Index(..)) {
                    list
                } else {
                    self.name_it("row", list)
                };
                list.index(at)
            }
            Form::Slice(list, from, to) => {
                let list = self.expr(list)?;
                let list = self.name_it("row", list);
                let from = self.expr(from)?;
                let to = match to {
                    Some(to) => self.expr(to)?,
                    None => list.clone().len().op(Op::Subtract, Ex::int(1)),
                };
                Ex::helper(Helper::Slice, vec![list, from, to])
            }
            Form::Builtin(builtin, arguments) => self.builtin(*builtin, arguments)?,
            Form::Apply(function, arguments) => self.apply(*function, arguments)?,
            Form::Fold { fold, body, binders, filter } => {
                self.fold(*fold, body, binders, filter.as_deref(), &expr.kind)?
            }
            Form::List(all) | Form::Set(all) => {
                let element = match &expr.kind {
                    Kind::List(inner) | Kind::Set(inner) | Kind::Bag(inner) => self.shared.ty(game, inner),
                    _ => Ty::Int,
                };
                let entries: Answer<Vec<Ex>> = all.iter().map(|one| self.expr(one)).collect();
                Ex::list(element, entries?)
            }
        })
    }

    /// One of two values, each with what must be done before.
    pub fn branches(&mut self, condition: Ex, yes: (Vec<St>, Ex), no: (Vec<St>, Ex)) -> Ex {
        if yes.0.is_empty() && no.0.is_empty() && !yes.1.ty.is_list() {
            return Ex::choose(condition, yes.1, no.1);
        }
        let name = self.fresh("chosen");
        let variable = Ex::var(&name, yes.1.ty.clone()).ranged(yes.1.range.union(no.1.range));
        self.put(St::Let(name, default_of(&yes.1.ty)));
        let (mut before_yes, mut before_no) = (yes.0, no.0);
        before_yes.push(St::Set(variable.clone(), yes.1));
        before_no.push(St::Set(variable.clone(), no.1));
        self.put(St::If(condition, before_yes, before_no));
        variable
    }

    /// `and` and `or`: what follows is asked only where it is needed.
    fn chain(&mut self, all: &[Expr], op: Op) -> Answer<Ex> {
        let mut holds = Ex::bool(op == Op::And);
        for one in all {
            if holds.form == super::program::Form::Bool(op == Op::Or) {
                return Ok(holds);
            }
            self.open();
            let next = self.expr(one)?;
            let mut before = self.close();
            if before.is_empty() {
                holds = holds.op(op, next);
                continue;
            }
            if holds.form == super::program::Form::Bool(op == Op::And) {
                before.into_iter().for_each(|statement| self.put(statement));
                holds = next;
                continue;
            }
            let name = self.fresh("holds");
            let variable = Ex::var(&name, Ty::Bool);
            self.put(St::Let(name, holds));
            before.push(St::Set(variable.clone(), next));
            let asked = if op == Op::And { variable.clone() } else { variable.clone().not() };
            self.put(St::If(asked, before, Vec::new()));
            holds = variable;
        }
        Ok(holds)
    }

    fn builtin(&mut self, builtin: Builtin, arguments: &[Expr]) -> Answer<Ex> {
        if let Builtin::FoldList(fold) = builtin {
            let list = self.expr(&arguments[0])?;
            let kind = arguments[0].kind.clone();
            let element = match kind {
                Kind::List(inner) | Kind::Bag(inner) | Kind::Set(inner) => *inner,
                _ => Kind::Int,
            };
            return self.fold_list(fold, list, &element);
        }
        let values: Answer<Vec<Ex>> = arguments.iter().map(|one| self.expr(one)).collect();
        let values = values?;
        let one = |values: Vec<Ex>| values.into_iter().next().unwrap_or_else(|| Ex::int(0));
        Ok(match builtin {
            Builtin::Min | Builtin::Max => {
                let helper = if builtin == Builtin::Min { Helper::Min } else { Helper::Max };
                let together = values.into_iter().reduce(|a, b| Ex::helper(helper, vec![a, b]));
                together.unwrap_or_else(|| Ex::int(0))
            }
            Builtin::Abs => Ex::helper(Helper::Abs, values),
            Builtin::Gcd => Ex::helper(Helper::Gcd, values),
            Builtin::Len | Builtin::Size => self.len(one(values)),
            Builtin::Sort => {
                let list = one(values);
                match &list.form {
                    super::program::Form::List(none) if none.is_empty() => list,
                    _ => Ex::helper(Helper::Sorted, vec![list]),
                }
            }
            Builtin::Reverse => Ex::helper(Helper::Reversed, values),
            Builtin::Isqrt => Ex::helper(Helper::Isqrt, values),
            Builtin::FloorPhi => Ex::helper(Helper::FloorPhi, values),
            Builtin::IsFibonacci => Ex::helper(Helper::IsFibonacci, values),
            Builtin::Bit => {
                let power = Ex::helper(Helper::Power, vec![Ex::int(2), values[1].clone()]);
                one(values).op(Op::Divide, power).op(Op::Remainder, Ex::int(2))
            }
            Builtin::Popcount => Ex::helper(Helper::Popcount, values),
            Builtin::NimProduct => Ex::helper(Helper::NimProduct, values),
            Builtin::Reachable => Ex::helper(Helper::Reachable, values),
            Builtin::Attached => Ex::helper(Helper::Attached, values),
            Builtin::FoldList(_) => return Err(refused("a fold in the wrong place")),
        })
    }

    /// The length of a list, with what is known of it. A sample may be shorter than what is drawn, so 0 is always possible.
    fn len(&self, list: Ex) -> Ex {
        fn root(list: &Ex) -> Option<(&str, usize)> {
            match &list.form {
                super::program::Form::Var(name) => Some((name, 0)),
                super::program::Form::Index(of, _) => root(of).map(|(name, depth)| (name, depth + 1)),
                _ => None,
            }
        }
        let known = root(&list).and_then(|(name, depth)| self.shared.lengths.get(name)?.get(depth).copied());
        let length = list.len();
        match known {
            Some(known) => length.ranged(Range::new(0, known.high)),
            None => length,
        }
    }

    fn apply(&mut self, function: usize, arguments: &[Expr]) -> Answer<Ex> {
        let game = self.scene.game;
        let rule = &game.functions[function];
        if rule.parameters == 0 {
            let place = (std::ptr::from_ref(game) as usize, function);
            if let Some(known) = self.cached.iter().rev().find_map(|block| block.get(&place)) {
                return Ok(known.clone());
            }
            let locals = std::mem::take(&mut self.locals);
            let value = self.expr(&rule.body)?;
            self.locals = locals;
            let value = self.name_it(&rule.name, value);
            if let Some(block) = self.cached.last_mut() {
                block.insert(place, value.clone());
            }
            return Ok(value);
        }
        let values: Answer<Vec<Ex>> = arguments.iter().map(|one| self.expr(one)).collect();
        let mut values = values?;
        let mut components = BTreeSet::new();
        let mut givens = BTreeSet::new();
        let mut asks_mover = false;
        walk(game, &rule.body, &mut |one| match one.form {
            Form::Component(place) => drop(components.insert(place)),
            Form::Given(place) => drop(givens.insert(place)),
            Form::Mover | Form::Other => asks_mover = true,
            _ => {}
        });
        // Inside, everything has a name of its own; what is the same everywhere is used as it is.
        let mut names: Vec<String> = Vec::new();
        let mut parameters = Vec::new();
        let mut inner = self.scene.clone();
        let mut locals = Vec::new();
        let letters = ["x", "y", "z", "u", "v", "w"];
        for (place, value) in values.iter().enumerate() {
            let name = letters.get(place).map_or_else(|| format!("x{place}"), |letter| (*letter).to_owned());
            locals.push(Ex::var(&name, value.ty.clone()).ranged(class(value.range)));
            parameters.push((name.clone(), value.ty.clone()));
            names.push(name);
        }
        let mut extra = |scene: &mut Ex, wanted: &str, values: &mut Vec<Ex>| {
            if scene.is_simple() && !matches!(scene.form, super::program::Form::Var(_) | super::program::Form::Len(_)) {
                return;
            }
            if let super::program::Form::List(none) = &scene.form
                && none.is_empty()
            {
                return;
            }
            let name = free_name(wanted, |name| names.iter().any(|known| known == name));
            names.push(name.clone());
            parameters.push((name.clone(), scene.ty.clone()));
            values.push(scene.clone());
            *scene = Ex::var(name, scene.ty.clone()).ranged(class(scene.range));
        };
        for place in components {
            if let Some(scene) = inner.components.get_mut(place) {
                extra(scene, &game.components[place].name, &mut values);
            }
        }
        for place in givens {
            if let Some(scene) = inner.givens.get_mut(place) {
                extra(scene, &game.givens[place].name, &mut values);
            }
        }
        if let Some(mover) = inner.mover.as_mut().filter(|_| asks_mover) {
            extra(mover, "mover", &mut values);
        }
        let key =
            format!("{} {function} {locals:?} {parameters:?} {:?} {:?}", game.name, inner.components, inner.givens);
        let (name, ty, range) = match self.shared.lets.get(&key) {
            Some(known) => known.clone(),
            None => {
                let name = self.shared.name(&rule.name);
                let mut lower = Lower::new(self.shared, inner, &names);
                lower.locals = locals;
                let value = lower.expr(&rule.body)?;
                let made = (name.clone(), value.ty.clone(), value.range);
                lower.put(St::Return(value));
                let body = lower.finish();
                self.shared.functions.push(Function {
                    comments: Vec::new(),
                    name,
                    parameters,
                    result: made.1.clone(),
                    body,
                });
                self.shared.lets.insert(key, made.clone());
                made
            }
        };
        Ok(Ex::call(name, values, ty).ranged(range))
    }
}

/// More than any number that is looked at.
pub(crate) const MOST: i128 = 4_000_000_000_000_000_000;

impl Ex {
    /// `self op other` as it stands.
    pub fn plain(self, op: Op, other: Ex) -> Ex {
        let range = match op {
            Op::Xor => {
                let most = self.range.high.max(other.range.high);
                if most >= 1 << 100 {
                    UNKNOWN
                } else {
                    Range::new(0, (most.max(0) as u128 + 1).next_power_of_two() as i128 - 1)
                }
            }
            _ => UNKNOWN,
        };
        Ex { form: super::program::Form::Binary(op, Box::new(self), Box::new(other)), ty: Ty::Int, range }
    }
}

fn compare(left: Ex, sign: &Comparison, right: Ex) -> Ex {
    let op = match sign {
        Comparison::Equal => Op::Equal,
        Comparison::Unequal => Op::Unequal,
        Comparison::Less => Op::Less,
        Comparison::AtMost => Op::AtMost,
        Comparison::Greater => Op::Greater,
        Comparison::AtLeast => Op::AtLeast,
    };
    left.op(op, right)
}

/// What a variable of this type begins with.
pub(crate) fn default_of(ty: &Ty) -> Ex {
    match ty {
        Ty::Int | Ty::Nothing => Ex::int(0),
        Ty::Bool => Ex::bool(false),
        Ty::Char => Ex::char(' '),
        Ty::Text => Ex::text(""),
        Ty::List(inner) => Ex::list((**inner).clone(), Vec::new()),
        Ty::Memo(..) => Ex { form: super::program::Form::EmptyMemo, ty: ty.clone(), range: UNKNOWN },
    }
}
