//! The functions of a file, its `let`s with arguments: functions of the program.
//!
//! In: a call with its arguments. Out: a call of a function that is emitted once for all calls with numbers of similar size. A
//! `let` without arguments becomes a variable.

use super::Answer;
use super::lower::Lower;
use super::names::free_name;
use super::program::{Ex, Function, Range, St};
use grundy_rules::game::Expr;

/// Returns the range that a function is emitted for: somewhat wider than that of its arguments.
fn class(range: Range) -> Range {
    Range::by([range], |[range]| rounded(range))
}

fn rounded(range: Range) -> Range {
    let steps = [31, 40, 62];
    let up = |number: i128| steps.iter().map(|step| 1i128 << step).find(|max| number <= *max).unwrap_or(i128::MAX);
    let low = if range.low >= 1 {
        1
    } else if range.low >= 0 {
        0
    } else {
        up(range.low.saturating_neg()).saturating_neg()
    };
    Range::new(if low == -i128::MAX { i128::MIN } else { low }, up(range.high))
}

impl Lower<'_, '_> {
    pub fn apply(&mut self, function: usize, arguments: &[Expr]) -> Answer<Ex> {
        let game = self.scene.game;
        let rule = &game.functions[function];
        if rule.parameters == 0 {
            let index = (std::ptr::from_ref(game) as usize, function);
            if let Some(known) = self.cached.iter().rev().find_map(|block| block.get(&index)) {
                return Ok(known.clone());
            }
            let locals = std::mem::take(&mut self.locals);
            let value = self.expr(&rule.body)?;
            self.locals = locals;
            let value = self.name_it(&rule.name, value);
            if let Some(block) = self.cached.last_mut() {
                block.insert(index, value.clone());
            }
            return Ok(value);
        }
        let values: Answer<Vec<Ex>> = arguments.iter().map(|argument| self.expr(argument)).collect();
        let mut values = values?;
        let mut uses = game.depends([&rule.body]);
        uses.components.sort_unstable();
        uses.givens.sort_unstable();
        // Inside, everything has a name of its own; constants are used as they are.
        let mut names: Vec<String> = Vec::new();
        let mut parameters = Vec::new();
        let mut inner = self.scene.clone();
        let mut locals = Vec::new();
        let names_in_order = ["x", "y", "z", "u", "v", "w"];
        for (index, value) in values.iter().enumerate() {
            let name = names_in_order.get(index).map_or_else(|| format!("x{index}"), |name| (*name).to_owned());
            locals.push(Ex::var(&name, value.ty.clone()).ranged(class(value.range)));
            parameters.push((name.clone(), value.ty.clone()));
            names.push(name);
        }
        let mut extra = |scene: &mut Ex, wanted: &str, values: &mut Vec<Ex>| {
            if scene.is_simple() && !matches!(scene.form, super::program::Form::Var(_) | super::program::Form::Len(_)) {
                return;
            }
            if let super::program::Form::List(none) = &scene.form
                && none.is_empty()
            {
                return;
            }
            let name = free_name(wanted, |name| names.iter().any(|known| known == name));
            names.push(name.clone());
            parameters.push((name.clone(), scene.ty.clone()));
            values.push(scene.clone());
            *scene = Ex::var(name, scene.ty.clone()).ranged(class(scene.range));
        };
        for index in uses.components {
            if let Some(scene) = inner.components.get_mut(index) {
                extra(scene, &game.components[index].name, &mut values);
            }
        }
        for index in uses.givens {
            if let Some(scene) = inner.givens.get_mut(index) {
                extra(scene, &game.givens[index].name, &mut values);
            }
        }
        if let Some(mover) = inner.mover.as_mut().filter(|_| uses.mover) {
            extra(mover, "mover", &mut values);
        }
        let key =
            format!("{} {function} {locals:?} {parameters:?} {:?} {:?}", game.name, inner.components, inner.givens);
        let (name, ty, range) = match self.shared.lets.get(&key) {
            Some(known) => known.clone(),
            None => {
                let name = self.shared.name(&rule.name);
                let mut lower = Lower::new(self.shared, inner, &names);
                lower.locals = locals;
                let value = lower.expr(&rule.body)?;
                let made = (name.clone(), value.ty.clone(), value.range);
                lower.put(St::Return(value));
                let body = lower.finish();
                self.shared.functions.push(Function {
                    comments: Vec::new(),
                    name,
                    parameters,
                    result: made.1.clone(),
                    body,
                });
                self.shared.lets.insert(key, made.clone());
                made
            }
        };
        Ok(Ex::call(name, values, ty).ranged(range))
    }
}
