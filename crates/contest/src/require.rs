//! What a problem promises of its inputs, looked at before anything is answered.
//!
//! In: the `require` clauses of a problem and an input. Out: the first promise that the input breaks, with the field and the
//! entry it is about, so that whoever read the input can say where it stands. Idea: a statement's guarantees are what its
//! programs rely on; an input without them has an answer by the rules perhaps, but none that the judge would give. A promise
//! may rely on those that stand before it. Promises that a theorem or a search would have to decide are not for this.

use crate::adapter::{Adapter, Handle, Scene};
use crate::convert::{brief, json_of};
use crate::problem::{Field, PathStep, Variant};
use grundy_rules::game::{Domain, Expr, Form, Over};
use grundy_rules::{Fault, Int, Value};
use std::collections::BTreeSet;

/// Something that the statement promises.
#[derive(Clone, Debug)]
pub(crate) struct Requirement {
    condition: Handle,
    message: String,
    /// The fields it uses.
    fields: BTreeSet<usize>,
    /// The field it is about, where it uses one.
    field: Option<usize>,
    /// Where it is a list of conditions: the entry of the field that the first of them is about, if they are about entries.
    entries: Entries,
}

/// What the expression of a promise is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// One condition.
    Once,
    /// A list of conditions.
    Repeated,
}

/// What the conditions of a promise are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entries {
    /// One condition, about the whole field.
    Whole,
    /// Conditions about entries, the first of them about this one.
    From(usize),
    /// Conditions, but it cannot be told about which entries.
    Some,
}

/// A promise that an input breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unfit {
    /// The place of the field.
    pub field: Option<usize>,
    pub entry: Option<usize>,
    pub message: String,
}

impl Requirement {
    /// A condition of the file, or a list of them, and what is to be said where it does not hold.
    pub fn new(adapter: &Adapter, condition: Handle, extent: Extent, message: String) -> Requirement {
        let expression = adapter.expression(condition);
        let order = givens_of(adapter, expression);
        let (field, entries) = match &expression.form {
            _ if extent == Extent::Once => (order.first().copied(), Entries::Whole),
            Form::Fold { binders, filter: None, .. } if binders.len() == 1 => match &binders[0].over {
                Over::Each(Domain::Of(Expr { form: Form::Given(place), .. })) => (Some(*place), Entries::From(0)),
                Over::Each(Domain::Range(Expr { form: Form::Int(Int::Small(low)), .. }, _)) => {
                    (order.first().copied(), usize::try_from(*low).map_or(Entries::Some, Entries::From))
                }
                _ => (order.first().copied(), Entries::Some),
            },
            _ => (order.first().copied(), Entries::Some),
        };
        Requirement { condition, message, fields: order.into_iter().collect(), field, entries }
    }

    /// The condition, or the list of conditions.
    pub fn condition(&self) -> Handle {
        self.condition
    }

    /// What is said where it does not hold.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The promise broken, if it is.
    fn broken(&self, scene: &Scene, variant: &Variant, values: &[Option<Value>]) -> Result<Option<Unfit>, Fault> {
        let holds = |value: &Value| *value == Value::Bool(true);
        let value = scene.value(self.condition)?;
        let entry = match (self.entries, value.as_elements()) {
            (Entries::Whole, _) if holds(&value) => return Ok(None),
            (Entries::Whole, _) | (_, None) => None,
            (entries, Some(all)) => match (all.iter().position(|one| !holds(one)), entries) {
                (None, _) => return Ok(None),
                (Some(first), Entries::From(low)) => Some(low + first),
                (Some(_), _) => None,
            },
        };
        let mut message = self.message.clone();
        let Some(place) = self.field else { return Ok(Some(Unfit { field: None, entry: None, message })) };
        let field = &variant.fields[place];
        let whole = values.get(place).and_then(Option::as_ref);
        let entry = entry.filter(|entry| whole.and_then(Value::as_elements).is_some_and(|all| *entry < all.len()));
        let found = match entry {
            Some(entry) => whole.and_then(Value::as_elements).map(|all| &all[entry]),
            None => whole,
        };
        message = format!("`{}`: {message}", field.shown(entry));
        if let Some(found) = found {
            message += &format!(", found {}", brief(&json_of(&variant.adapter.game, found, true)));
        }
        Ok(Some(Unfit { field: Some(place), entry, message }))
    }
}

/// The promises that were found kept last, with what they were found for: queries about one graph share it.
#[derive(Default)]
pub(crate) struct Kept(Vec<(usize, usize, Vec<Option<Value>>)>);

impl Variant {
    /// The first promise that an input breaks. Promises that are known to be kept for the same fields are not looked at again.
    ///
    /// # Errors
    /// A promise that cannot be evaluated for this input.
    pub(crate) fn unfit(
        &self,
        scene: &Scene,
        values: &[Option<Value>],
        place: usize,
        kept: &mut Kept,
    ) -> Result<Option<Unfit>, Fault> {
        for (number, requirement) in self.requirements.iter().enumerate() {
            // Where all fields are used, nothing is shared by the inputs that follow.
            let is_shared = requirement.fields.len() < self.fields.len();
            let used: Vec<Option<Value>> = match is_shared {
                true => requirement.fields.iter().map(|field| values.get(*field).cloned().flatten()).collect(),
                false => Vec::new(),
            };
            let known = kept.0.iter_mut().find(|(variant, one, _)| (*variant, *one) == (place, number));
            if is_shared && known.as_ref().is_some_and(|(_, _, before)| *before == used) {
                continue;
            }
            if let Some(unfit) = requirement.broken(scene, self, values)? {
                return Ok(Some(unfit));
            }
            match known {
                Some((_, _, before)) => *before = used,
                None if is_shared => kept.0.push((place, number, used)),
                None => {}
            }
        }
        Ok(None)
    }
}

impl Field {
    /// The field, or an entry of it, as it is found in an input that is JSON: `pieces[2]`, `graphs[0].n`.
    pub(crate) fn shown(&self, mut entry: Option<usize>) -> String {
        let mut shown = String::new();
        for step in &self.path {
            match step {
                PathStep::Name(name) if shown.is_empty() => shown += name,
                PathStep::Name(name) => shown += &format!(".{name}"),
                PathStep::Place(place) => shown += &format!("[{place}]"),
                PathStep::Each => shown += &entry.take().map_or_else(|| "[…]".to_owned(), |entry| format!("[{entry}]")),
                PathStep::Keys => {}
            }
        }
        match entry {
            Some(entry) => format!("{shown}[{entry}]"),
            None => shown,
        }
    }
}

/// The fields that an expression uses, in the order in which it names them; those of the `let`s it calls come where it does.
fn givens_of(adapter: &Adapter, expression: &Expr) -> Vec<usize> {
    // A function calls only functions that stand before it, so each is walked once.
    let mut of_functions: Vec<Vec<usize>> = Vec::new();
    for function in &adapter.game.functions {
        let mut found = Vec::new();
        gather(&function.body, &of_functions, &mut found);
        of_functions.push(found);
    }
    let mut found = Vec::new();
    gather(expression, &of_functions, &mut found);
    found
}

fn gather(expression: &Expr, of_functions: &[Vec<usize>], found: &mut Vec<usize>) {
    let mut add = |place: usize| {
        if !found.contains(&place) {
            found.push(place);
        }
    };
    match &expression.form {
        Form::Given(place) => add(*place),
        Form::Apply(function, _) => of_functions[*function].iter().for_each(|place| add(*place)),
        _ => {}
    }
    expression.each_child(&mut |child| gather(child, of_functions, found));
}
