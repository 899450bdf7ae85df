//! Random instances of a problem, the small ones first.
//!
//! In: the `draw` clause and a seed. Out: an input. What is drawn depends on the seed and the size alone. A rule may use the
//! fields drawn before it; bounds grow with the size up to what the file says, so that the smallest instances come first.

use crate::cursor::{Cursor, Parse};
use crate::lex::Kind;
use crate::problem::{Input, Problem, Variant};
use grundy_rules::game::{Form, Type};
use grundy_rules::{Int, Value};
use std::collections::BTreeMap;

/// A number in a rule for drawing: a sum of terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bound(pub Vec<(i64, Term)>);

/// A term of a bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Term {
    One,
    Name(String),
    Length(String),
}

/// How a value is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Spec {
    /// A number between two others.
    Number(Bound, Bound),
    /// One of these words: symbols, `true` or `false`.
    One(Vec<String>),
    /// A list with a rule for each of its entries.
    Row(Vec<Spec>),
    /// A list.
    List {
        /// The least and the greatest length.
        length: (Bound, Bound),
        /// A name for the place of an entry, which its rule may use.
        place: Option<String>,
        /// Whether all entries differ.
        distinct: bool,
        /// How an entry is drawn.
        entry: Box<Spec>,
    },
}

impl Spec {
    /// A name that it uses and that nobody has drawn before.
    pub fn unknown_name(&self, known: &[&str]) -> Option<String> {
        let in_bounds = |low: &Bound, high: &Bound| {
            low.names().chain(high.names()).find(|name| !known.contains(name)).map(str::to_owned)
        };
        match self {
            Spec::Number(low, high) => in_bounds(low, high),
            Spec::One(_) => None,
            Spec::Row(entries) => entries.iter().find_map(|entry| entry.unknown_name(known)),
            Spec::List { length: (low, high), place, entry, .. } => in_bounds(low, high).or_else(|| {
                let inner: Vec<&str> = known.iter().copied().chain(place.as_deref()).collect();
                entry.unknown_name(&inner)
            }),
        }
    }
}

/// Reads a rule: `1..9`, `3 of 1..9`, `1..5 as v of 0..2 distinct 0..v - 1`, `one '.' '#'`, `[1..12, 1..31]`.
pub(crate) fn read_spec(cursor: &mut Cursor) -> Parse<Spec> {
    if cursor.eat_word("one") {
        let mut words = Vec::new();
        while let Kind::Symbol(word) | Kind::Word(word) = cursor.kind() {
            if cursor.is_word("if") {
                break;
            }
            words.push(word.clone());
            cursor.bump();
        }
        return if words.is_empty() { Err(cursor.expected("symbols in quotes")) } else { Ok(Spec::One(words)) };
    }
    if cursor.eat("[") {
        let mut entries = vec![read_spec(cursor)?];
        while cursor.eat(",") {
            entries.push(read_spec(cursor)?);
        }
        cursor.expect("]")?;
        return Ok(Spec::Row(entries));
    }
    let low = bound(cursor)?;
    let high = if cursor.eat("..") { bound(cursor)? } else { low.clone() };
    let place = if cursor.eat_word("as") { Some(cursor.word("a name for the place")?.0) } else { None };
    let distinct = cursor.is_word("distinct");
    if cursor.eat_word("of") || cursor.eat_word("distinct") {
        let entry = Box::new(read_spec(cursor)?);
        return Ok(Spec::List { length: (low, high), place, distinct, entry });
    }
    if place.is_some() { Err(cursor.expected("`of` or `distinct`")) } else { Ok(Spec::Number(low, high)) }
}

fn bound(cursor: &mut Cursor) -> Parse<Bound> {
    let mut terms = Vec::new();
    let mut sign: i64 = if cursor.eat("-") { -1 } else { 1 };
    loop {
        let mut factor = sign;
        if let Kind::Number(digits) = cursor.kind() {
            let number: i64 = digits.parse().map_err(|_| cursor.expected("a smaller number"))?;
            factor = sign.checked_mul(number).ok_or_else(|| cursor.expected("a smaller number"))?;
            cursor.bump();
            let times = matches!(cursor.kind(), Kind::Other) && cursor.source[cursor.span().range()] == *"*";
            if !times {
                terms.push((factor, Term::One));
                match next_sign(cursor) {
                    Some(next) => sign = next,
                    None => return Ok(Bound(terms)),
                }
                continue;
            }
            cursor.bump();
        }
        let (name, _) = cursor.word("a number, a field or `len(…)`")?;
        if name == "len" && cursor.eat("(") {
            terms.push((factor, Term::Length(cursor.word("a field")?.0)));
            cursor.expect(")")?;
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
    let plus = matches!(cursor.kind(), Kind::Other) && cursor.source[cursor.span().range()] == *"+";
    plus.then(|| {
        cursor.bump();
        1
    })
}

/// A source of numbers that look random: the same seed gives the same numbers (Steele, Lea and Flood 2014).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers of this seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next one.
    pub fn next_number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// One of the numbers from `low` to `high`; `low` where there is none.
    pub(crate) fn within(&mut self, low: i64, high: i64) -> i64 {
        let span = (i128::from(high) - i128::from(low)).max(0) as u128 + 1;
        let drawn = (u128::from(self.next_number()) * span) >> 64;
        (i128::from(low) + drawn as i128) as i64
    }
}

/// How often an instance that the file rejects is drawn anew.
const MOST_TRIES: usize = 1000;

impl Problem {
    /// Draws an instance. Sizes begin at 0; the bounds of the file are reached at about 60.
    ///
    /// # Errors
    /// The file does not say how, or rejects all that is drawn.
    pub fn draw(&self, size: u32, random: &mut Random) -> Result<Input, String> {
        let able: Vec<usize> =
            (0..self.variants.len()).filter(|place| self.variants[*place].can_draw().is_ok()).collect();
        let Some(last) = able.len().checked_sub(1) else {
            let why = self.variants.iter().find_map(|variant| variant.can_draw().err()).unwrap_or_default();
            return Err(format!("the problem does not say how `{why}` is drawn"));
        };
        for _ in 0..MOST_TRIES {
            let place = able[random.within(0, last as i64) as usize];
            let variant = &self.variants[place];
            let input = Input { variant: place, values: variant.draw(size, random) };
            let Some(condition) = variant.draw_if else { return Ok(input) };
            let holds = variant.adapter.scene(input.values.clone()).and_then(|scene| scene.value(condition));
            if holds == Ok(Value::Bool(true)) {
                return Ok(input);
            }
        }
        Err(format!("none of {MOST_TRIES} instances of size {size} is what the file wants"))
    }
}

impl Variant {
    /// The field that nothing says how to draw, if there is one.
    fn can_draw(&self) -> Result<(), String> {
        for (place, field) in self.fields.iter().enumerate() {
            let ruled = self.draws.iter().any(|(drawn, _)| *drawn == place);
            if !ruled && !field.optional && field.totals_of.is_none() && usual(&field.ty).is_none() {
                return Err(field.name.clone());
            }
        }
        Ok(())
    }

    fn draw(&self, size: u32, random: &mut Random) -> Vec<Option<Value>> {
        let mut values: Vec<Option<Value>> = vec![None; self.fields.len()];
        let mut names: BTreeMap<String, Value> = BTreeMap::new();
        // Rules in their order, so that one may use what another has drawn; then what needs no rule.
        let ruled = self.draws.iter().map(|(place, spec)| (*place, spec.clone()));
        let others = self.fields.iter().enumerate().filter(|(place, field)| {
            !field.optional && field.totals_of.is_none() && self.draws.iter().all(|(drawn, _)| drawn != place)
        });
        let others: Vec<(usize, Spec)> = others.filter_map(|(place, field)| Some((place, usual(&field.ty)?))).collect();
        for (place, spec) in ruled.chain(others) {
            let field = &self.fields[place];
            let Some(value) = self.value(&spec, &field.ty, size, random, &mut names) else { continue };
            names.insert(field.name.clone(), value.clone());
            values[place] = Some(value);
        }
        values
    }

    /// A value by a rule; nothing where there is no number between the bounds.
    fn value(
        &self,
        spec: &Spec,
        ty: &Type,
        size: u32,
        random: &mut Random,
        names: &mut BTreeMap<String, Value>,
    ) -> Option<Value> {
        Some(match spec {
            Spec::Number(low, high) => {
                let (low, high) = (low.value(names), high.value(names));
                if high < low {
                    return None;
                }
                let most = if size < 12 { i64::from(size) + 1 } else { 1i64 << (size - 8).min(62) };
                Value::from(random.within(low, high.min(low.saturating_add(most))))
            }
            Spec::One(words) => {
                let word = &words[random.within(0, words.len() as i64 - 1) as usize];
                match word.as_str() {
                    "true" => Value::Bool(true),
                    "false" => Value::Bool(false),
                    name => {
                        let place = self.adapter.game.symbols.iter().position(|symbol| symbol == name);
                        Value::Symbol(grundy_rules::Symbol(place.unwrap_or_default() as u32))
                    }
                }
            }
            Spec::Row(entries) => {
                let inner = match ty {
                    Type::List(inner, _) | Type::Bag(inner) | Type::Set(inner) => inner,
                    other => other,
                };
                let drawn = entries.iter().map(|entry| self.value(entry, inner, size, random, names));
                Value::list(drawn.collect::<Option<Vec<Value>>>()?)
            }
            Spec::List { length, place, distinct, entry } => {
                let inner = match ty {
                    Type::List(inner, _) | Type::Bag(inner) | Type::Set(inner) => inner,
                    other => other,
                };
                let (low, high) = (length.0.value(names).max(0), length.1.value(names));
                let length = random.within(low, high.min(low.saturating_add(i64::from(size) + 1)));
                let mut entries: Vec<Value> = Vec::new();
                for at in 0..length {
                    if let Some(name) = place {
                        names.insert(name.clone(), Value::from(at));
                    }
                    // Where nothing new is found after some tries, all there is has been drawn.
                    for _ in 0..50 {
                        let Some(value) = self.value(entry, inner, size, random, names) else { break };
                        if !distinct || !entries.contains(&value) {
                            entries.push(value);
                            break;
                        }
                    }
                }
                if matches!(ty, Type::Set(_)) { Value::set(entries) } else { Value::list(entries) }
            }
        })
    }
}

/// How a value of this type is drawn where nothing is said; `None` where something must be said.
pub(crate) fn usual(ty: &Type) -> Option<Spec> {
    let number = |expr: &Option<grundy_rules::game::Expr>| match expr.as_ref().map(|expr| &expr.form) {
        Some(Form::Int(Int::Small(number))) => Some(Bound(vec![(*number, Term::One)])),
        _ => None,
    };
    match ty {
        Type::Int { low, high } => Some(Spec::Number(number(low)?, number(high)?)),
        Type::Bool => Some(Spec::One(vec!["true".to_owned(), "false".to_owned()])),
        Type::List(entry, length) => {
            let length = number(length)?;
            Some(Spec::List {
                length: (length.clone(), length),
                place: None,
                distinct: false,
                entry: Box::new(usual(entry)?),
            })
        }
        _ => None,
    }
}

impl Bound {
    pub(crate) fn value(&self, names: &BTreeMap<String, Value>) -> i64 {
        let term = |term: &Term| match term {
            Term::One => 1,
            Term::Name(name) => names.get(name).and_then(Value::as_int).and_then(Int::to_i64).unwrap_or_default(),
            Term::Length(name) => {
                names.get(name).and_then(Value::as_elements).map_or(0, |entries| entries.len() as i64)
            }
        };
        self.0.iter().fold(0i64, |sum, (factor, one)| sum.saturating_add(factor.saturating_mul(term(one))))
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|(_, term)| match term {
            Term::One => None,
            Term::Name(name) | Term::Length(name) => Some(name.as_str()),
        })
    }
}
