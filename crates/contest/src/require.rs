//! The guarantees of a problem about its inputs, checked before anything is answered.
//!
//! In: the `require` clauses of a problem and an input. Out: the first guarantee that the input breaks, with the field and the
//! entry it is about, so that the caller can report the location. Idea: programs rely on the guarantees of a statement; an input
//! without them may have an answer by the rules, but none that the judge would give. A guarantee may rely on those before it.
//! Wrong tool for guarantees that need a theorem or a search.

use crate::adapter::{Adapter, Env, ExprId};
use crate::convert::{brief, json_of};
use crate::problem::{Field, PathStep, Variant};
use grundy_message::{Message, message};
use grundy_rules::game::{Domain, Expr, Form, Over};
use grundy_rules::{Fault, Int, Value};
use std::collections::BTreeSet;

/// A guarantee of the statement.
#[derive(Clone, Debug)]
pub(crate) struct Requirement {
    condition: ExprId,
    message: Message,
    /// The fields it uses.
    fields: BTreeSet<usize>,
    /// The field it is about, where it uses one.
    field: Option<usize>,
    /// For a list of conditions: the entry of the field that the first of them is about, if they are about entries.
    entries: Entries,
}

/// Whether a guarantee is one condition or a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// One condition.
    Once,
    /// A list of conditions.
    Repeated,
}

/// What the conditions of a guarantee are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entries {
    /// One condition, about the whole field.
    Whole,
    /// Conditions about entries, the first of them about this one.
    From(usize),
    /// Conditions about unknown entries.
    Some,
}

/// A guarantee that an input breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InputError {
    /// Index of the field.
    pub field: Option<usize>,
    pub entry: Option<usize>,
    pub message: Message,
}

impl Requirement {
    /// Creates a guarantee from a condition of the file, or a list of them, and the message if it does not hold.
    pub fn new(adapter: &Adapter, condition: ExprId, extent: Extent, message: Message) -> Requirement {
        let expression = adapter.expression(condition);
        let order = adapter.game.depends([expression]).givens;
        let (field, entries) = match &expression.form {
            _ if extent == Extent::Once => (order.first().copied(), Entries::Whole),
            Form::Fold { binders, filter: None, .. } if binders.len() == 1 => match &binders[0].over {
                Over::Each(Domain::Of(Expr { form: Form::Given(index), .. })) => (Some(*index), Entries::From(0)),
                Over::Each(Domain::Range(Expr { form: Form::Int(Int::Small(low)), .. }, _)) => {
                    (order.first().copied(), usize::try_from(*low).map_or(Entries::Some, Entries::From))
                }
                _ => (order.first().copied(), Entries::Some),
            },
            _ => (order.first().copied(), Entries::Some),
        };
        Requirement { condition, message, fields: order.into_iter().collect(), field, entries }
    }

    /// Returns the condition, or the list of conditions.
    pub fn condition(&self) -> ExprId {
        self.condition
    }

    /// Returns the message if it does not hold.
    pub fn message(&self) -> &Message {
        &self.message
    }

    /// Returns the broken guarantee, if it is broken.
    fn broken(&self, env: &Env, variant: &Variant, values: &[Option<Value>]) -> Result<Option<InputError>, Fault> {
        let holds = |value: &Value| *value == Value::Bool(true);
        let value = env.value(self.condition)?;
        let entry = match (self.entries, value.as_elements()) {
            (Entries::Whole, _) if holds(&value) => return Ok(None),
            (Entries::Whole, _) | (_, None) => None,
            (entries, Some(all)) => match (all.iter().position(|condition| !holds(condition)), entries) {
                (None, _) => return Ok(None),
                (Some(first), Entries::From(low)) => Some(low + first),
                (Some(_), _) => None,
            },
        };
        let message = self.message.clone();
        let Some(index) = self.field else { return Ok(Some(InputError { field: None, entry: None, message })) };
        let field = &variant.fields[index];
        let whole = values.get(index).and_then(Option::as_ref);
        let entry = entry.filter(|entry| whole.and_then(Value::as_elements).is_some_and(|all| *entry < all.len()));
        let found = match entry {
            Some(entry) => whole.and_then(Value::as_elements).map(|all| &all[entry]),
            None => whole,
        };
        let name = field.shown(entry);
        let message = match found {
            Some(found) => {
                let found = brief(&json_of(&variant.adapter.game, found, true));
                message!("`{name}`: {message}, found {found}", name, message, found)
            }
            None => message!("`{name}`: {message}", name, message),
        };
        Ok(Some(InputError { field: Some(index), entry, message }))
    }
}

/// The guarantees checked last that hold, with the fields they were checked for: queries about one graph share it.
#[derive(Default)]
pub(crate) struct GuaranteeCache(Vec<(usize, usize, Vec<Option<Value>>)>);

impl Variant {
    /// Returns whether an input breaks a guarantee that is about these fields alone.
    pub(crate) fn breaks_promise_on(&self, env: &Env, fields: &BTreeSet<usize>) -> bool {
        let about = self.requirements.iter().filter(|requirement| requirement.fields.is_subset(fields));
        about.into_iter().any(|requirement| matches!(requirement.broken(env, self, &[]), Ok(Some(_))))
    }

    /// Returns the first guarantee that an input breaks. Guarantees known to hold for the same fields are not checked again.
    ///
    /// # Errors
    /// Fails if a guarantee cannot be evaluated for this input.
    pub(crate) fn unfit(
        &self,
        env: &Env,
        values: &[Option<Value>],
        index: usize,
        cache: &mut GuaranteeCache,
    ) -> Result<Option<InputError>, Fault> {
        for (number, requirement) in self.requirements.iter().enumerate() {
            // If all fields are used, following inputs share nothing.
            let is_shared = requirement.fields.len() < self.fields.len();
            let used: Vec<Option<Value>> = match is_shared {
                true => requirement.fields.iter().map(|field| values.get(*field).cloned().flatten()).collect(),
                false => Vec::new(),
            };
            let known = cache.0.iter_mut().find(|(variant, one, _)| (*variant, *one) == (index, number));
            if is_shared && known.as_ref().is_some_and(|(_, _, before)| *before == used) {
                continue;
            }
            if let Some(unfit) = requirement.broken(env, self, values)? {
                return Ok(Some(unfit));
            }
            match known {
                Some((_, _, before)) => *before = used,
                None if is_shared => cache.0.push((index, number, used)),
                None => {}
            }
        }
        Ok(None)
    }
}

impl Field {
    /// Renders the path of the field, or of an entry of it, in a JSON input: `pieces[2]`, `graphs[0].n`.
    pub(crate) fn shown(&self, mut entry: Option<usize>) -> String {
        let mut shown = String::new();
        for step in &self.path {
            match step {
                PathStep::Name(name) if shown.is_empty() => shown += name,
                PathStep::Name(name) => shown += &format!(".{name}"),
                PathStep::Place(index) => shown += &format!("[{index}]"),
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

/// Returns whether an expression uses no fields but these.
pub(crate) fn uses_only(adapter: &Adapter, handle: ExprId, fields: &BTreeSet<usize>) -> bool {
    adapter.game.depends([adapter.expression(handle)]).givens.iter().all(|index| fields.contains(index))
}
