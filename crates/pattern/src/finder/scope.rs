//! The positions and givens that a rule is about: as conditions of the language, and in words before the rule.

use super::survey::Plan;
use grundy_message::{Message, message};
use grundy_rules::{Game, Instance, Value};

/// What a rule is restricted to.
pub struct Scope {
    /// The conditions in the language of rules.
    pub conditions: Vec<String>,
    /// Whether the conditions are complete: some givens cannot be written in the language.
    pub is_said: bool,
    /// The givens, in words.
    givens: String,
    /// The conditions of the table, in words.
    indices: String,
}

impl Scope {
    /// Returns the positions of a table, with the givens of the game.
    pub fn new(instance: &Instance, plan: Option<&Plan>) -> Scope {
        Scope::without(instance, plan, |_| false)
    }

    /// Like [`Scope::new`], but for every value of one of the givens.
    pub fn leaving(instance: &Instance, plan: Option<&Plan>, left: usize) -> Scope {
        Scope::without(instance, plan, |index| index == left)
    }

    /// Like [`Scope::new`], but for every value of all givens that are numbers.
    pub fn for_all_numbers(instance: &Instance, plan: Option<&Plan>) -> Scope {
        Scope::without(instance, plan, |index| instance.game().givens[index].ty.is_int())
    }

    fn without(instance: &Instance, plan: Option<&Plan>, is_left: impl Fn(usize) -> bool) -> Scope {
        let game = instance.game();
        let mut conditions: Vec<String> = plan.map_or_else(Vec::new, |plan| plan.conditions.clone());
        let indices =
            conditions.iter().map(|condition| condition.replace(" == ", " = ")).collect::<Vec<_>>().join(", ");
        let (mut givens, mut is_said) = (Vec::new(), true);
        for (index, (given, value)) in game.givens.iter().zip(instance.givens()).enumerate() {
            if is_left(index) {
                continue;
            }
            let shown = grundy_rules::text::print_value(game, &given.ty, value);
            givens.push(format!("{} = {shown}", given.name));
            match text_of(game, value) {
                Some(text) => conditions.push(format!("{} == {text}", given.name)),
                None => is_said = false,
            }
        }
        Scope { conditions, is_said, givens: givens.join(", "), indices }
    }

    /// Returns a rule in words, with its restrictions.
    pub fn sentence(&self, rule: &Message) -> Message {
        let Scope { givens, indices, .. } = self;
        match (givens.is_empty(), indices.is_empty()) {
            (true, true) => rule.clone(),
            (true, false) => message!("when {indices}: {rule}", indices, rule),
            (false, true) => message!("for {givens}: {rule}", givens, rule),
            (false, false) => message!("for {givens}, when {indices}: {rule}", givens, indices, rule),
        }
    }

    /// Returns a claim if the language can express all of its restrictions; else an empty text.
    pub fn claim(&self, text: String) -> String {
        if self.is_said { text } else { String::new() }
    }
}

/// Returns a value as the language writes it.
fn text_of(game: &Game, value: &Value) -> Option<String> {
    let all = |values: &[Value]| {
        values.iter().map(|value| text_of(game, value)).collect::<Option<Vec<_>>>().map(|all| all.join(", "))
    };
    match value {
        Value::Int(int) => Some(int.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        Value::Symbol(symbol) => Some(game.symbol_name(*symbol).to_owned()),
        Value::List(list) if !list.is_empty() => Some(format!("[{}]", all(list)?)),
        Value::Set(list) if !list.is_empty() => Some(format!("{{{}}}", all(list)?)),
        _ => None,
    }
}
