//! Simplification of a program: removes what is unused and merges equal functions.
//!
//! In: a whole [`Program`]. Out: an equivalent program, without variables that are never read, without names for entries that are
//! only counted, and with one function in place of several with the same text.

use super::library;
use super::print::reads;
use super::program::{Ex, Form, Function, Op, Program, St};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

impl Program {
    /// Removes what is not used.
    pub fn drop_unused(&mut self) {
        for function in &mut self.functions {
            keep_used(&mut function.body);
        }
        keep_used(&mut self.main);
        self.drop_parameters();
        // What only a removed parameter needed is read just to advance the input.
        keep_used(&mut self.main);
    }

    /// Removes parameters that a function does not read, and their arguments.
    fn drop_parameters(&mut self) {
        let mut remaining: BTreeMap<String, Vec<bool>> = BTreeMap::new();
        for function in &mut self.functions {
            let mut used = BTreeSet::new();
            gather_free(&function.body, &mut used);
            let keeps: Vec<bool> = function.parameters.iter().map(|(name, _)| used.contains(name)).collect();
            if keeps.contains(&false) {
                let mut keep = keeps.iter();
                function.parameters.retain(|_| keep.next() != Some(&false));
                remaining.insert(function.name.clone(), keeps);
            }
        }
        let bodies = self.functions.iter_mut().map(|function| &mut function.body).chain([&mut self.main]);
        for body in bodies {
            St::change_expressions(body, &mut |value| {
                if let Form::Call(name, arguments) = &mut value.form
                    && let Some(keeps) = remaining.get(name)
                {
                    let mut keep = keeps.iter();
                    arguments.retain(|_| keep.next() != Some(&false));
                }
            });
        }
    }

    /// Merges functions that do the same.
    pub fn merge_functions(&mut self, text: &dyn Fn(&Function) -> String) {
        let mut renamed: BTreeMap<String, String> = BTreeMap::new();
        loop {
            let mut first: BTreeMap<String, String> = BTreeMap::new();
            let mut again = None;
            for function in &self.functions {
                // A recursive function contains its own name.
                match first.entry(text(function)) {
                    Entry::Occupied(known) => {
                        again = Some((function.name.clone(), known.get().clone()));
                        break;
                    }
                    Entry::Vacant(free) => {
                        free.insert(function.name.clone());
                    }
                }
            }
            let Some((gone, first_name)) = again else { return };
            self.functions.retain(|function| function.name != gone);
            renamed.insert(gone, first_name);
            for function in &mut self.functions {
                rename_calls(&mut function.body, &renamed);
            }
            rename_calls(&mut self.main, &renamed);
        }
    }
}

/// Collects the free names of statements; names bound by their loops and `let`s are excluded.
fn gather_free(statements: &[St], into: &mut BTreeSet<String>) {
    let mut own: BTreeSet<&str> = BTreeSet::new();
    for statement in statements {
        let mut found = BTreeSet::new();
        match statement {
            St::If(condition, yes, no) => {
                condition.variables(&mut found);
                gather_free(yes, &mut found);
                gather_free(no, &mut found);
            }
            St::While(condition, inner) => {
                condition.variables(&mut found);
                gather_free(inner, &mut found);
            }
            St::Range(name, low, high, inner) => {
                gather_free(inner, &mut found);
                found.remove(name);
                low.variables(&mut found);
                high.variables(&mut found);
            }
            St::Each(name, list, inner) => {
                gather_free(inner, &mut found);
                found.remove(name);
                list.variables(&mut found);
            }
            other => St::each_expression(std::slice::from_ref(other), &mut |value| value.variables(&mut found)),
        }
        into.extend(found.into_iter().filter(|name| !own.contains(name.as_str())));
        if let St::Let(name, _) = statement {
            own.insert(name);
        }
    }
}

fn rename_calls(statements: &mut [St], renamed: &BTreeMap<String, String>) {
    St::change_expressions(statements, &mut |value| {
        if let Form::Call(name, _) = &mut value.form
            && let Some(first_name) = renamed.get(name)
        {
            name.clone_from(first_name);
        }
    });
}

/// Removes unused names and returns those that the block reads. A name is in scope to the end of its block, so only later
/// statements there can use it: another block may have an equal name. Later statements are processed first.
fn keep_used(body: &mut Vec<St>) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    let mut remaining = Vec::with_capacity(body.len());
    for mut statement in std::mem::take(body).into_iter().rev() {
        match &mut statement {
            St::Let(name, value) if !used.contains(name) => {
                if is_pure(value) {
                    continue;
                }
                // A number is read just to advance the input.
                statement = St::Do(value.clone());
            }
            St::If(_, yes, no) => drop((keep_used(yes), keep_used(no))),
            St::While(_, inner) | St::Range(_, _, _, inner) => drop(keep_used(inner)),
            St::Each(name, list, inner) => {
                let is_read = keep_used(inner).contains(name);
                let last = list.clone().len().op(Op::Subtract, Ex::int(1));
                if !is_read {
                    statement = St::Range(name.clone(), Ex::int(0), last, std::mem::take(inner));
                }
            }
            _ => {}
        }
        St::each_expression(std::slice::from_ref(&statement), &mut |value| value.variables(&mut used));
        remaining.push(statement);
    }
    remaining.reverse();
    *body = remaining;
    used
}

/// Returns whether evaluating it has no effects.
fn is_pure(value: &Ex) -> bool {
    let mut pure = match &value.form {
        Form::Call(name, _) => library::contains(name),
        Form::Helper(helper, _) => !reads(*helper),
        _ => true,
    };
    value.each_inner(&mut |inner| pure &= is_pure(inner));
    pure
}
