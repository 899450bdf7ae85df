//! A program made shorter without being changed: what nobody uses goes, and functions that do the same become one.
//!
//! In: a whole [`Program`]. Out: the same program, without variables that are never read, without names for entries that are only
//! counted, and with one function of several that have the same text.

use super::print::reads;
use super::program::{Ex, Form, Function, Op, Program, St};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

impl Program {
    /// Drops what is not used.
    pub fn drop_unused(&mut self) {
        for function in &mut self.functions {
            keep_used(&mut function.body);
        }
        keep_used(&mut self.main);
        self.drop_parameters();
        // What only a parameter needed that is gone is read for its place alone.
        keep_used(&mut self.main);
    }

    /// Parameters that a function does not read go, and with them what it is called with.
    fn drop_parameters(&mut self) {
        let mut kept: BTreeMap<String, Vec<bool>> = BTreeMap::new();
        for function in &mut self.functions {
            let mut used = BTreeSet::new();
            gather_free(&function.body, &mut used);
            let keeps: Vec<bool> = function.parameters.iter().map(|(name, _)| used.contains(name)).collect();
            if keeps.contains(&false) {
                let mut keep = keeps.iter();
                function.parameters.retain(|_| keep.next() != Some(&false));
                kept.insert(function.name.clone(), keeps);
            }
        }
        let bodies = self.functions.iter_mut().map(|function| &mut function.body).chain([&mut self.main]);
        for body in bodies {
            St::change_expressions(body, &mut |one| {
                if let Form::Call(name, arguments) = &mut one.form
                    && let Some(keeps) = kept.get(name)
                {
                    let mut keep = keeps.iter();
                    arguments.retain(|_| keep.next() != Some(&false));
                }
            });
        }
    }

    /// Functions that do the same become one.
    pub fn merge_functions(&mut self, text: &dyn Fn(&Function) -> String) {
        let mut renamed: BTreeMap<String, String> = BTreeMap::new();
        loop {
            let mut first: BTreeMap<String, String> = BTreeMap::new();
            let mut again = None;
            for function in &self.functions {
                // One that calls itself says its own name.
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
            let Some((gone, kept)) = again else { return };
            self.functions.retain(|function| function.name != gone);
            renamed.insert(gone, kept);
            for function in &mut self.functions {
                rename_calls(&mut function.body, &renamed);
            }
            rename_calls(&mut self.main, &renamed);
        }
    }
}

/// The names that statements take from outside: what a loop or a `let` of theirs calls so is another thing.
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
            other => St::each_expression(std::slice::from_ref(other), &mut |one| one.variables(&mut found)),
        }
        into.extend(found.into_iter().filter(|name| !own.contains(name.as_str())));
        if let St::Let(name, _) = statement {
            own.insert(name);
        }
    }
}

fn rename_calls(statements: &mut [St], renamed: &BTreeMap<String, String>) {
    St::change_expressions(statements, &mut |one| {
        if let Form::Call(name, _) = &mut one.form
            && let Some(kept) = renamed.get(name)
        {
            name.clone_from(kept);
        }
    });
}

/// A name is known to the end of its block, so only what follows there can use it: another block may have one like it. What
/// follows is gone through first, and the names that it reads are handed back.
fn keep_used(body: &mut Vec<St>) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    let mut kept = Vec::with_capacity(body.len());
    for mut statement in std::mem::take(body).into_iter().rev() {
        match &mut statement {
            St::Let(name, value) if !used.contains(name) => {
                if is_pure(value) {
                    continue;
                }
                // A number is read for its place in the text alone.
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
        St::each_expression(std::slice::from_ref(&statement), &mut |one| one.variables(&mut used));
        kept.push(statement);
    }
    kept.reverse();
    *body = kept;
    used
}

/// Whether nothing happens while it is reckoned.
fn is_pure(value: &Ex) -> bool {
    let mut pure = match &value.form {
        Form::Call(..) => false,
        Form::Helper(helper, _) => !reads(*helper),
        _ => true,
    };
    value.each_inner(&mut |inner| pure &= is_pure(inner));
    pure
}
