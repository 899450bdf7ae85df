//! Inputs as the judge's text: the layout in the other direction.

use crate::convert::json_of;
use crate::judge::is_written_as_word;
use crate::layout::{Item, Place, Repeat, is_over_cases};
use crate::problem::{Input, Is, Problem, Variant};
use grundy_message::{Message, message};
use grundy_rules::Value;
use grundy_rules::game::Type;

impl Problem {
    /// Writes inputs as one text that the judge might give. A layout with queries inside cases gets one query per case.
    ///
    /// # Errors
    /// Fails if the problem has no text layout, or an input lacks what the layout needs.
    pub fn write(&self, inputs: &[Input]) -> Result<String, Message> {
        let no_text = || message!("the problem {name} says nothing about a judge's text", name = self.name);
        let items = match (&self.text, inputs.first()) {
            (Some(items), _) => items,
            (None, Some(input)) => self.variants[input.variant].text.as_ref().ok_or_else(no_text)?,
            (None, None) => self.variants.iter().find_map(|variant| variant.text.as_ref()).ok_or_else(no_text)?,
        };
        let mut page = Page { problem: self, lines: String::new(), line: String::new(), counters: Vec::new() };
        page.all(items, inputs)?;
        page.end_line();
        Ok(page.lines)
    }
}

struct Page<'a> {
    problem: &'a Problem,
    lines: String,
    line: String,
    counters: Vec<(String, usize)>,
}

impl Page<'_> {
    fn word(&mut self, word: &str) {
        if !self.line.is_empty() {
            self.line.push(' ');
        }
        self.line += word;
    }

    fn end_line(&mut self) {
        if !self.line.is_empty() {
            self.lines += &self.line;
            self.lines.push('\n');
            self.line.clear();
        }
    }

    /// Writes the outermost layout: its first loop takes all inputs.
    fn all(&mut self, items: &[Item], inputs: &[Input]) -> Result<(), Message> {
        let looped = items.iter().position(|item| matches!(item, Item::Loop(repeat, _) if is_over_cases(repeat)));
        for (index, item) in items.iter().enumerate() {
            match item {
                Item::Count if Some(index) < looped => self.word(&inputs.len().to_string()),
                Item::Loop(repeat, inner) if Some(index) == looped => self.cases(repeat, inner, inputs)?,
                other => {
                    if let Some(input) = inputs.first() {
                        self.items(std::slice::from_ref(other), input)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn cases(&mut self, repeat: &Repeat, inner: &[Item], inputs: &[Input]) -> Result<(), Message> {
        for input in inputs {
            self.items(inner, input)?;
            self.end_line();
        }
        if let Repeat::Until(marks) = repeat {
            for mark in marks {
                self.word(&mark.to_string());
            }
            self.end_line();
        }
        Ok(())
    }

    fn items(&mut self, items: &[Item], input: &Input) -> Result<(), Message> {
        let variant = &self.problem.variants[input.variant];
        for item in items {
            match item {
                Item::Break => self.end_line(),
                Item::Fixed(number) => self.word(&number.to_string()),
                Item::Count => self.word("1"),
                Item::Print(_) => {}
                Item::Value(index) => {
                    let (value, ty) = self.value(variant, input, index)?;
                    self.put(variant, &value, ty);
                }
                Item::Length(index, times) => {
                    let (value, _) = self.value(variant, input, index)?;
                    self.word(&(value.as_elements().map_or(0, <[Value]>::len) / times.max(&1)).to_string());
                }
                Item::Side(index) => {
                    let (value, _) = self.value(variant, input, index)?;
                    self.word(&value.as_elements().map_or(0, <[Value]>::len).to_string());
                }
                Item::Width(index) => {
                    let (value, _) = self.value(variant, input, index)?;
                    let first = value.as_elements().and_then(<[Value]>::first).and_then(Value::as_elements);
                    self.word(&first.map_or(0, <[Value]>::len).to_string());
                }
                Item::Json(index) => {
                    let (value, _) = self.value(variant, input, index)?;
                    self.end_line();
                    self.word(&json_of(&variant.adapter.game, &value, true).to_string());
                    self.end_line();
                }
                Item::Line(index) => {
                    let (value, ty) = self.value(variant, input, index)?;
                    self.end_line();
                    self.put(variant, &value, ty);
                    self.lines += &self.line;
                    self.lines.push('\n');
                    self.line.clear();
                }
                Item::Variant => {
                    let tag = variant.tests.iter().find_map(|test| match &test.is {
                        Is::Text(text) => Some(text.clone()),
                        _ => None,
                    });
                    self.word(&tag.unwrap_or_default());
                    self.end_line();
                    if let Some(items) = &variant.text {
                        self.items(items, input)?;
                    }
                }
                Item::Loop(Repeat::Each(name, index), inner) => {
                    let (value, _) = self.value(variant, input, index)?;
                    for at in 0..value.as_elements().map_or(0, <[Value]>::len) {
                        self.counters.push((name.clone(), at));
                        let done = self.items(inner, input);
                        self.counters.pop();
                        done?;
                    }
                }
                Item::Loop(Repeat::Times(times), inner) => {
                    for _ in 0..*times {
                        self.items(inner, input)?;
                    }
                }
                Item::Loop(repeat, inner) => self.cases(repeat, inner, std::slice::from_ref(input))?,
            }
        }
        Ok(())
    }

    /// Returns the value that a place names, and its type.
    fn value<'t>(&self, variant: &'t Variant, input: &Input, index: &Place) -> Result<(Value, &'t Type), Message> {
        let missing = || message!("the input has no field `{name}`", name = index.field);
        let at = variant.fields.iter().position(|field| field.name == index.field).ok_or_else(missing)?;
        let value = input.values[at].clone().ok_or_else(missing)?;
        let ty = &variant.fields[at].ty;
        let Some(counter) = &index.entry else { return Ok((value, ty)) };
        let entry = self.counters.iter().rev().find(|(name, _)| name == counter).map_or(0, |(_, at)| *at);
        let inner = value.as_elements().and_then(|entries| entries.get(entry)).cloned().ok_or_else(missing)?;
        match ty {
            Type::List(ty, _) | Type::Bag(ty) | Type::Set(ty) => Ok((inner, ty)),
            other => Ok((inner, other)),
        }
    }

    fn put(&mut self, variant: &Variant, value: &Value, ty: &Type) {
        let game = &variant.adapter.game;
        match (value, ty) {
            (Value::List(list) | Value::Set(list), Type::List(entry, _) | Type::Bag(entry) | Type::Set(entry)) => {
                let known = self.problem.says_length(variant, ty);
                if is_written_as_word(ty, entry, known) {
                    let word: String = list
                        .iter()
                        .map(|item| match item {
                            Value::Symbol(symbol) => game.symbol_name(*symbol).to_owned(),
                            other => json_of(game, other, true).to_string(),
                        })
                        .collect();
                    return self.word(&word);
                }
                let rows = matches!(**entry, Type::List(..) | Type::Bag(_) | Type::Set(_));
                if rows {
                    self.end_line();
                }
                for item in list.iter() {
                    self.put(variant, item, entry);
                    if rows {
                        self.end_line();
                    }
                }
            }
            (Value::Symbol(symbol), _) => self.word(game.symbol_name(*symbol)),
            (Value::Bool(truth), _) => self.word(if *truth { "1" } else { "0" }),
            (other, _) => self.word(&json_of(game, other, true).to_string()),
        }
    }
}

impl Problem {
    /// Returns `Some(0)` if some layout states the length of a field of this type; a list of digits is one word only if none
    /// does.
    fn says_length(&self, variant: &Variant, ty: &Type) -> Option<usize> {
        fn says(items: &[Item], field: &str) -> bool {
            items.iter().any(|item| match item {
                Item::Length(index, _) | Item::Side(index) => index.field == field,
                Item::Loop(_, inner) => says(inner, field),
                _ => false,
            })
        }
        let field = variant.fields.iter().find(|field| field.ty == *ty)?;
        let stated = |items: &Option<Vec<Item>>| items.as_ref().is_some_and(|items| says(items, &field.name));
        (stated(&variant.text) || stated(&self.text)).then_some(0)
    }
}
