//! Whether a value fits its component: ranges, sizes, symbols. Bags are sorted in passing.

use super::evaluate::Env;
use crate::fault::{Fault, brief};
use crate::game::{Expr, Form, Game, Type};
use crate::value::{Symbol, Value};
use grundy_message::{Message, message, plural};

/// Why a value does not fit, worded to follow the value: `is below 0`.
pub struct Misfit(pub Message);

impl Env<'_> {
    /// Returns the value in the normal form of its type (bags sorted, sets without duplicates), or why it does not fit.
    ///
    /// # Errors
    /// A range or a size cannot be evaluated.
    pub fn fit(&self, ty: &Type, value: Value) -> Result<Result<Value, Misfit>, Fault> {
        Ok(match self.misfit(ty, &value)? {
            Some(misfit) => Err(misfit),
            None => Ok(normalised(ty, value)),
        })
    }

    /// Returns the first `valid if` that does not hold of the part.
    ///
    /// # Errors
    /// A condition cannot be evaluated.
    pub fn broken_condition(&self) -> Result<Option<&Expr>, Fault> {
        for condition in &self.game.valid {
            if !self.holds(condition, &mut Vec::new())? {
                return Ok(Some(condition));
            }
        }
        Ok(None)
    }

    /// Returns why a value does not fit a type, if it does not.
    fn misfit(&self, ty: &Type, value: &Value) -> Result<Option<Misfit>, Fault> {
        let mut locals = Vec::new();
        let problem = match (ty, value) {
            (Type::Int { low, high }, Value::Int(int)) => {
                let low = low.as_ref().map(|low| self.int(low, &mut locals)).transpose()?;
                let high = high.as_ref().map(|high| self.int(high, &mut locals)).transpose()?;
                match (low, high) {
                    (Some(low), _) if *int < low => {
                        message!("{high} is below {low}", high = brief(int.to_string()), low = low)
                    }
                    (_, Some(high)) if *int > high => {
                        message!("{value} is above {high}", value = brief(int.to_string()), high = high)
                    }
                    _ => return Ok(None),
                }
            }
            (Type::Bool, Value::Bool(_)) => return Ok(None),
            (Type::Symbols(allowed), Value::Symbol(symbol)) => {
                if allowed.contains(symbol) {
                    return Ok(None);
                }
                let name = |symbol: &Symbol| format!("'{}'", self.game.symbol_name(*symbol));
                let known: Vec<String> = allowed.iter().map(name).collect();
                message!("{value} is not one of {values}", value = name(symbol), values = known.join(", "))
            }
            (Type::List(element, size), Value::List(list)) => {
                if let Some(size) = size {
                    let size = self.int(size, &mut locals)?;
                    if size.to_usize() != Some(list.len()) {
                        let grid = matches!(**element, Type::List(..));
                        let count = list.len();
                        return Ok(Some(Misfit(if grid {
                            let rows = plural(&count, "row", "rows");
                            message!("it has {count} {rows}, not {size}", count, rows, size)
                        } else {
                            let elements = plural(&count, "element", "elements");
                            message!("it has {count} {elements}, not {size}", count, elements, size)
                        })));
                    }
                }
                return self.first_misfit(element, list);
            }
            (Type::Bag(element), Value::List(list)) | (Type::Set(element), Value::Set(list) | Value::List(list)) => {
                return self.first_misfit(element, list);
            }
            (ty, _) => message!("it is not {kind}", kind = expected(self.game, ty)),
        };
        Ok(Some(Misfit(problem)))
    }

    fn first_misfit(&self, ty: &Type, values: &[Value]) -> Result<Option<Misfit>, Fault> {
        for value in values {
            if let Some(misfit) = self.misfit(ty, value)? {
                return Ok(Some(misfit));
            }
        }
        Ok(None)
    }
}

/// Returns a value that fits in normal form: bags in ascending order, sets with each element once.
fn normalised(ty: &Type, value: Value) -> Value {
    match (ty, value) {
        (Type::List(element, _), Value::List(list)) if element.has_order() => {
            Value::list(list.iter().map(|value| normalised(element, value.clone())).collect())
        }
        (Type::Bag(element), Value::List(list)) => {
            Value::bag(list.iter().map(|value| normalised(element, value.clone())).collect())
        }
        (Type::Set(element), Value::Set(list) | Value::List(list)) => {
            Value::set(list.iter().map(|value| normalised(element, value.clone())).collect())
        }
        (_, value) => value,
    }
}

impl Type {
    /// Returns whether bounds or sizes are more than literal numbers, so that they may change with the givens.
    pub(crate) fn speaks_of_others(&self) -> bool {
        let is_more = |bound: &Option<Expr>| bound.as_ref().is_some_and(|bound| !matches!(bound.form, Form::Int(_)));
        match self {
            Type::Int { low, high } => is_more(low) || is_more(high),
            Type::List(element, size) => is_more(size) || element.speaks_of_others(),
            Type::Bag(element) | Type::Set(element) => element.speaks_of_others(),
            Type::Bool | Type::Symbols(_) => false,
        }
    }

    /// Returns whether values of this type contain bags or sets, which have a normal form.
    fn has_order(&self) -> bool {
        match self {
            Type::Bag(_) | Type::Set(_) => true,
            Type::List(element, _) => element.has_order(),
            Type::Int { .. } | Type::Bool | Type::Symbols(_) => false,
        }
    }
}

/// Describes the values of a type.
pub fn expected(game: &Game, ty: &Type) -> Message {
    match ty {
        Type::Int { .. } => message!("a whole number"),
        Type::Bool => message!("true or false"),
        Type::Symbols(symbols) => {
            let names: Vec<&str> = symbols.iter().map(|symbol| game.symbol_name(*symbol)).collect();
            message!("one of {names}", names = names.join(", "))
        }
        Type::List(row, Some(_)) if matches!(**row, Type::List(_, Some(_))) => message!("a grid"),
        Type::List(row, _) if matches!(**row, Type::List(..)) => message!("a list of lists"),
        Type::List(..) => message!("a list"),
        Type::Bag(_) => message!("a bag (a list whose order does not matter)"),
        Type::Set(_) => message!("a set"),
    }
}
