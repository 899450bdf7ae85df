//! Rules about one number, as text of the language in which `{u}` is the number.
//!
//! A form may be about a component, or about something made of several, such as `a + b`. Whether it fits is decided by
//! evaluating it, in a game that has nothing but this number.

use grundy_message::{Message, ToArg, message};
use grundy_proof::consequence::CalledOff;
use grundy_rules::file::Scope;
use grundy_rules::game::{Expr, Kind, Type};
use grundy_rules::{Instance, Meter, Value};
use std::sync::Arc;

/// The number that a form is about, until [`Form::words_of`] says which it is.
pub const U: &str = "{u}";

/// A rule about one number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// A number or a condition, with `{u}` for the number it is about.
    pub text: String,
    /// The form in words, with the argument [`U`].
    pub words: Message,
    /// Minimum number it is right for.
    pub from: i64,
    /// Maximum number it is right for, if it does not apply to larger ones.
    pub to: Option<i64>,
}

/// A set of positions that a claim is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Members {
    /// Those that the player to move loses.
    Lost,
    /// The drawn ones.
    Drawn,
}

impl Members {
    /// Returns the start of a claim about them.
    pub fn claim(self) -> &'static str {
        match self {
            Members::Lost => "lose iff ",
            Members::Drawn => "draw iff ",
        }
    }
}

/// The type of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A number.
    Value,
    /// A condition.
    Set,
}

impl Form {
    /// Creates a form that is right everywhere.
    pub fn new(text: impl Into<String>, words: Message) -> Form {
        Form { text: text.into(), words, from: i64::MIN, to: None }
    }

    /// Returns the form about this number.
    pub fn of(&self, number: &str) -> String {
        self.text.replace("{u}", &grouped(number))
    }

    /// Returns a sentence about a set of positions: `lost exactly if …`.
    pub fn sentence(&self, members: Members, number: &Message) -> Message {
        match (self.text.as_str(), members) {
            ("false", Members::Lost) => message!("no position is lost"),
            ("false", Members::Drawn) => message!("no position is drawn"),
            ("true", Members::Lost) => message!("every position is lost"),
            ("true", Members::Drawn) => message!("every position is drawn"),
            (_, Members::Lost) => message!("lost exactly if {condition}", condition = self.words_of(number)),
            (_, Members::Drawn) => message!("drawn exactly if {condition}", condition = self.words_of(number)),
        }
    }

    /// Returns the words about this number.
    pub fn words_of(&self, number: &Message) -> Message {
        let mut words = self.words.clone();
        words.replace(&U.to_arg(), &number.to_arg());
        words
    }

    /// Returns a sentence with the numbers that the form is right for, if these are not all from `low` on.
    pub fn limited(&self, sentence: Message, number: &Message, low: i64) -> Message {
        let (rule, from) = (sentence, self.from);
        match (from > low, self.to) {
            (false, None) => rule,
            (true, None) => message!("{rule}, where {number} ≥ {from}", rule, number, from),
            (false, Some(to)) => message!("{rule}, where {number} ≤ {to}", rule, number, to),
            (true, Some(to)) => message!("{rule}, where {from} ≤ {number} ≤ {to}", rule, from, number, to),
        }
    }

    /// Returns the condition on the number for the form to be right, if the table begins at `low`.
    pub fn condition(&self, number: &str, low: i64) -> Option<String> {
        let from = (self.from > low).then(|| format!("{} >= {}", grouped(number), self.from));
        let to = self.to.map(|to| format!("{} <= {to}", grouped(number)));
        match (from, to) {
            (Some(from), Some(to)) => Some(format!("{from} and {to}")),
            (from, to) => from.or(to),
        }
    }
}

/// Returns the expression in parentheses, unless it is one word or one call.
pub fn grouped(text: &str) -> String {
    let is_word = text.chars().all(|c| c.is_alphanumeric() || c == '_');
    let opens = text.find('(').unwrap_or(0);
    let is_call = text[..opens].chars().all(|c| c.is_alphanumeric() || c == '_') && opens > 0 && closes_at_end(text);
    let is_element = text.ends_with(']') && text.find('[').is_some_and(|at| at > 0) && !text.contains(' ');
    if is_word || is_call || is_element { text.to_owned() } else { format!("({text})") }
}

/// Returns whether the first parenthesis is closed by the last character.
fn closes_at_end(text: &str) -> bool {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if depth == 0 && c == ')' {
            return at + 1 == text.len();
        }
    }
    false
}

/// Maximum number of steps of one form.
const STEPS: u64 = 20_000_000;
/// How many of the least numbers a form may be wrong for; these are then excluded.
const LEFT_OUT: i64 = 2;

/// Returns the forms that fit all of a row of values that begins at `low`, each with the number from which on it does.
/// Forms not compared before the work was cancelled are omitted.
pub fn fitting(forms: Vec<Form>, sort: Sort, low: i64, values: &[i64], called_off: CalledOff) -> Vec<Form> {
    let expected: Vec<Value> = values
        .iter()
        .map(|value| match sort {
            Sort::Value => Value::from(*value),
            Sort::Set => Value::Bool(*value == 0),
        })
        .collect();
    let kind = match sort {
        Sort::Value => Kind::Int,
        Sort::Set => Kind::Bool,
    };
    // Nothing but the number is in scope.
    let mut scope = Scope::default();
    scope.component("u", Type::Int { low: None, high: None });
    let read = |form: Form| scope.read(&form.of("u"), Some(&kind)).ok().map(|expr| (form, expr));
    let read: Vec<(Form, Expr)> = forms.into_iter().filter_map(read).collect();
    let instance = scope.finish().ok().and_then(|game| Instance::new(Arc::new(game), Vec::new()).ok());
    let Some(instance) = instance else { return Vec::new() };
    let fits = |form: &mut Form, expr: &Expr| {
        let meter = Meter::new(STEPS, |steps| steps < STEPS && !called_off());
        if called_off() {
            return false;
        }
        for (index, value) in expected.iter().enumerate().rev() {
            let number = low + index as i64;
            if number < form.from || form.to.is_some_and(|to| number > to) {
                continue;
            }
            let part = Arc::new(vec![Value::from(number)]);
            if instance.evaluate(expr, &part, None, &meter).ok().as_ref() != Some(value) {
                form.from = number + 1;
                return !called_off() && index < LEFT_OUT as usize && values.len() > 4 * LEFT_OUT as usize;
            }
        }
        true
    };
    read.into_iter().filter_map(|(mut form, expr)| fits(&mut form, &expr).then_some(form)).collect()
}

/// Formats numbers as a list of the language.
pub fn list(numbers: &[i64]) -> String {
    numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}

/// Returns a condition that `{u}` is one of these numbers.
pub fn one_of(numbers: &[i64]) -> String {
    match numbers {
        [] => "false".to_owned(),
        [only] => format!("{{u}} == {only}"),
        [first, .., last] if numbers.len() >= 4 && last - first + 1 == numbers.len() as i64 => {
            format!("{{u}} in {first}..{last}")
        }
        _ => format!("{{u}} in [{}]", list(numbers)),
    }
}

/// Formats numbers in words: `1, 2 or 3`.
pub fn in_words(numbers: &[i64]) -> Message {
    match numbers {
        [first, .., last] if numbers.len() >= 4 && last - first + 1 == numbers.len() as i64 => {
            message!("from {first} to {last}", first, last)
        }
        [] => message!("nothing"),
        [only] => Message::text(only.to_string()),
        [first @ .., last] => message!("{numbers} or {last}", numbers = list(first), last),
    }
}
