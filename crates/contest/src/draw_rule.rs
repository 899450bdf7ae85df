//! The rules by which values are drawn, and their parser.
//!
//! In: the tokens of a `draw` clause. Out: a [`Spec`] for each field, whose bounds may use what was drawn before. A type's own
//! default is a rule too. `docs/contest.md` lists the rules.

use crate::adapter::ExprId;
use crate::problem_limits::MAX_DRAWN_ENTRIES;
use grundy_message::message;
use grundy_rules::ast;
use grundy_rules::file::{Cursor, Parse, Peek};
use grundy_rules::game::{Form, Type};
use grundy_rules::{Int, Value};
use std::collections::BTreeMap;

/// A number in a drawing rule: a sum of terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bound(pub Vec<(i64, Term)>);

/// A term of a bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Term {
    One,
    Name(String),
    Length(String),
    /// The entry of a field at a named index.
    Entry(String, String),
}

/// How a value is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Spec {
    /// A number between two others.
    Number(Bound, Bound),
    /// One of these words: symbols, `true` or `false`.
    One(Vec<String>),
    /// An entry of the list that an expression evaluates to.
    OneOf(ExprId),
    /// The neighbours of each node of a graph: the number of nodes, and about how many neighbours each.
    Graph { edges: Edges, nodes: (Bound, Bound), degree: (Bound, Bound) },
    /// The edges of a tree of the given number of nodes with polygons hanging on it; its root is 1.
    Polygons(Bound),
    /// A list with a rule for each of its entries.
    Row(Vec<Spec>),
    /// A list.
    List {
        /// Minimum and maximum length.
        length: (Bound, Bound),
        /// The length is the minimum plus a multiple of this.
        step: i64,
        /// Lengths of the lists in it.
        shape: Shape,
        /// A name for the index of an entry, which its rule may use.
        index: Option<String>,
        /// Whether all entries differ.
        distinct: bool,
        /// Order of the entries.
        order: Order,
        /// Words that occur once each somewhere in a grid.
        placed: Vec<String>,
        /// How an entry is drawn.
        entry: Box<Spec>,
    },
}

/// Direction of the edges of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edges {
    /// Both ways, never from a node to itself, and no node is isolated.
    Symmetric,
    /// Anywhere, no two from one node to the same one.
    Directed,
}

/// Lengths of the lists in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Each as its own rule says.
    Free,
    /// All equal.
    Grid,
    /// Equal to the number of lists.
    Square,
}

/// The order of the entries of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// As they are drawn.
    Free,
    /// Ascending.
    Rising,
    /// Descending, equal ones allowed.
    Falling,
}

impl Spec {
    /// Returns a name that the rule uses and that was not drawn before.
    pub fn unknown_name(&self, is_known: &dyn Fn(&str) -> bool) -> Option<String> {
        let in_bounds =
            |low: &Bound, high: &Bound| low.names().chain(high.names()).find(|name| !is_known(name)).map(str::to_owned);
        match self {
            Spec::Number(low, high) => in_bounds(low, high),
            Spec::One(_) | Spec::OneOf(_) => None,
            Spec::Graph { nodes, degree, .. } => {
                in_bounds(&nodes.0, &nodes.1).or_else(|| in_bounds(&degree.0, &degree.1))
            }
            Spec::Polygons(nodes) => in_bounds(nodes, nodes),
            Spec::Row(entries) => entries.iter().find_map(|entry| entry.unknown_name(is_known)),
            Spec::List { length: (low, high), index, entry, .. } => in_bounds(low, high)
                .or_else(|| entry.unknown_name(&|name| index.as_deref() == Some(name) || is_known(name))),
        }
    }
}

/// Registers an expression of the file.
type Expressions<'e> = &'e mut dyn FnMut(ast::Expr) -> ExprId;

/// Parses a rule: `1..9`, `3 of 1..9`, `1..5 as v of 0..2 distinct 0..v - 1`, `1..5 rising 0..9`, `2..8 by 2 of 1..9`, `1..5 rows
/// of 1..5 of one '.' '#' placing 'X'`, `1..9 square of 0..1`, `one '.' '#'`, `one of LIST`, `[1..12, 1..31]`, `symmetric 3..50
/// of 1..4`, `directed 1..9 of 0..3`, `polygons n`.
pub(crate) fn read_spec(cursor: &mut Cursor, expressions: Expressions) -> Parse<Spec> {
    let is_symmetric = cursor.eat_word("symmetric");
    if is_symmetric || cursor.eat_word("directed") {
        let edges = if is_symmetric { Edges::Symmetric } else { Edges::Directed };
        let nodes = range(cursor)?;
        if !cursor.eat_word("of") {
            return Err(cursor.expected(message!("`of` and how many neighbours a node has")));
        }
        return Ok(Spec::Graph { edges, nodes, degree: range(cursor)? });
    }
    if cursor.eat_word("polygons") {
        return Ok(Spec::Polygons(bound(cursor)?));
    }
    if cursor.eat_word("one") {
        if cursor.eat_word("of") {
            return Ok(Spec::OneOf(expressions(cursor.expression(message!("a list"))?)));
        }
        let mut words = Vec::new();
        while let Peek::Symbol(word) | Peek::Word(word) = cursor.peek() {
            if cursor.is_word("if") || cursor.is_word("placing") {
                break;
            }
            words.push(word.to_owned());
            cursor.bump();
        }
        return if words.is_empty() {
            Err(cursor.expected(message!("symbols in quotes")))
        } else {
            Ok(Spec::One(words))
        };
    }
    if cursor.eat("[") {
        let mut entries = vec![read_spec(cursor, expressions)?];
        while cursor.eat(",") {
            entries.push(read_spec(cursor, expressions)?);
        }
        cursor.expect("]")?;
        return Ok(Spec::Row(entries));
    }
    let length = count(cursor)?;
    let step = match cursor.eat_word("by") {
        true => step(cursor)?,
        false => 1,
    };
    let shape = if cursor.eat_word("rows") {
        Shape::Grid
    } else if cursor.eat_word("square") {
        Shape::Square
    } else {
        Shape::Free
    };
    let index = if cursor.eat_word("as") { Some(cursor.word(message!("a name for the place"))?.0) } else { None };
    let distinct = cursor.is_word("distinct") || cursor.is_word("rising");
    let order = match cursor.peek() {
        Peek::Word("rising") => Order::Rising,
        Peek::Word("falling") => Order::Falling,
        _ => Order::Free,
    };
    if ["of", "distinct", "rising", "falling"].iter().any(|word| cursor.eat_word(word)) {
        let mut entry = Box::new(read_spec(cursor, expressions)?);
        if shape == Shape::Square {
            // A row is as long as there are rows.
            entry = Box::new(list(length.clone(), *entry));
        }
        if shape != Shape::Free && !matches!(*entry, Spec::List { .. }) {
            return Err(cursor.expected(message!("a rule for rows, as `1..5 of 0..1`")));
        }
        let mut placed = Vec::new();
        if shape != Shape::Free && cursor.eat_word("placing") {
            while let Peek::Symbol(word) = cursor.peek() {
                placed.push(word.to_owned());
                cursor.bump();
            }
            if placed.is_empty() {
                return Err(cursor.expected(message!("symbols in quotes")));
            }
        }
        return Ok(Spec::List { length, step, shape, index, distinct, order, placed, entry });
    }
    let is_list = index.is_some() || shape != Shape::Free || step != 1;
    if is_list { Err(cursor.expected(message!("`of` or `distinct`"))) } else { Ok(Spec::Number(length.0, length.1)) }
}

/// Returns the rule of a list whose entries are drawn by one rule, with no other options.
fn list(length: (Bound, Bound), entry: Spec) -> Spec {
    Spec::List {
        length,
        step: 1,
        shape: Shape::Free,
        index: None,
        distinct: false,
        order: Order::Free,
        placed: Vec::new(),
        entry: Box::new(entry),
    }
}

fn range(cursor: &mut Cursor) -> Parse<(Bound, Bound)> {
    let start = cursor.span();
    let low = bound(cursor)?;
    let high = if cursor.eat("..") { bound(cursor)? } else { low.clone() };
    if let (Some(min), Some(max)) = (low.constant(), high.constant())
        && min > max
    {
        let message = message!("there is no number from {from} to {to}", from = min, to = max);
        return Err(cursor.refuse(message, start, message!("the first number of a range is the lesser one")));
    }
    Ok((low, high))
}

/// Parses a count; refuses one that always exceeds what can be drawn.
fn count(cursor: &mut Cursor) -> Parse<(Bound, Bound)> {
    let start = cursor.span();
    let range = range(cursor)?;
    let is_read_as_a_list = ["of", "distinct", "rising", "falling", "by", "rows", "square", "as"];
    let min = range.0.constant().unwrap_or_default();
    if min > MAX_DRAWN_ENTRIES as i64 && is_read_as_a_list.iter().any(|word| cursor.is_word(word)) {
        let message = message!("a list of {count} entries cannot be drawn", count = min);
        return Err(cursor.refuse(
            message,
            start,
            message!("the lists of an instance have {max} entries at most", max = MAX_DRAWN_ENTRIES),
        ));
    }
    Ok(range)
}

fn step(cursor: &mut Cursor) -> Parse<i64> {
    let step = match cursor.peek() {
        Peek::Number(digits) => digits.parse().ok().filter(|step| (1..=1_000_000).contains(step)),
        _ => None,
    };
    match step {
        Some(step) => {
            cursor.bump();
            Ok(step)
        }
        None => Err(cursor.expected(message!("a number from 1 to 1000000"))),
    }
}

fn bound(cursor: &mut Cursor) -> Parse<Bound> {
    let mut terms = Vec::new();
    let mut sign: i64 = if cursor.eat("-") { -1 } else { 1 };
    loop {
        let mut factor = sign;
        if let Peek::Number(digits) = cursor.peek() {
            let number: i64 = digits.parse().map_err(|_| cursor.expected(message!("a smaller number")))?;
            factor = sign.checked_mul(number).ok_or_else(|| cursor.expected(message!("a smaller number")))?;
            cursor.bump();
            if !cursor.eat("*") {
                terms.push((factor, Term::One));
                match next_sign(cursor) {
                    Some(next) => sign = next,
                    None => return Ok(Bound(terms)),
                }
                continue;
            }
        }
        let (name, _) = cursor.word(message!("a number, a field or `len(…)`"))?;
        if name == "len" && cursor.eat("(") {
            terms.push((factor, Term::Length(cursor.word(message!("a field"))?.0)));
            cursor.expect(")")?;
        } else if cursor.eat("[") {
            terms.push((factor, Term::Entry(name, cursor.word(message!("the name of a place"))?.0)));
            cursor.expect("]")?;
        } else {
            terms.push((factor, Term::Name(name)));
        }
        match next_sign(cursor) {
            Some(next) => sign = next,
            None => return Ok(Bound(terms)),
        }
    }
}

fn next_sign(cursor: &mut Cursor) -> Option<i64> {
    if cursor.eat("-") {
        return Some(-1);
    }
    cursor.eat("+").then_some(1)
}

/// Returns the default rule for a type, or `None` if it needs an explicit one.
pub(crate) fn default_spec(ty: &Type) -> Option<Spec> {
    let number = |expr: &Option<grundy_rules::game::Expr>| match expr.as_ref().map(|expr| &expr.form) {
        Some(Form::Int(Int::Small(number))) => Some(Bound(vec![(*number, Term::One)])),
        _ => None,
    };
    match ty {
        Type::Int { low, high } => Some(Spec::Number(number(low)?, number(high)?)),
        Type::Bool => Some(Spec::One(vec!["true".to_owned(), "false".to_owned()])),
        Type::List(entry, length) => {
            let length = number(length)?;
            Some(list((length.clone(), length), default_spec(entry)?))
        }
        _ => None,
    }
}

impl Bound {
    /// Returns the constant value, if the bound uses nothing that is drawn.
    fn constant(&self) -> Option<i64> {
        self.0.iter().all(|(_, term)| *term == Term::One).then(|| self.value(&BTreeMap::new()))
    }

    /// Returns a constant bound.
    pub(crate) fn of(number: i64) -> Bound {
        Bound(vec![(number, Term::One)])
    }

    pub(crate) fn value(&self, names: &BTreeMap<String, Value>) -> i64 {
        let term = |term: &Term| match term {
            Term::One => 1,
            Term::Name(name) => names.get(name).and_then(Value::as_int).and_then(Int::to_i64).unwrap_or_default(),
            Term::Length(name) => {
                names.get(name).and_then(Value::as_elements).map_or(0, |entries| entries.len() as i64)
            }
            Term::Entry(name, index) => {
                let at = names.get(index).and_then(Value::as_int).and_then(Int::to_usize);
                let entries = names.get(name).and_then(Value::as_elements);
                let entry = entries.zip(at).and_then(|(entries, at)| entries.get(at));
                entry.and_then(Value::as_int).and_then(Int::to_i64).unwrap_or_default()
            }
        };
        self.0.iter().fold(0i64, |sum, (factor, item)| sum.saturating_add(factor.saturating_mul(term(item))))
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.0
            .iter()
            .flat_map(|(_, term)| match term {
                Term::One => [None, None],
                Term::Name(name) | Term::Length(name) => [Some(name.as_str()), None],
                Term::Entry(name, index) => [Some(name.as_str()), Some(index.as_str())],
            })
            .flatten()
    }
}
