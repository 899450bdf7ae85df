//! Tables of one game for many givens, from its solved positions: what rules in the givens are looked for in where the lines of
//! the game with letters cannot be written.
//!
//! In: a game and one of its tables. Out: cells, each the numbers of a position and of the givens, with its value. The positions
//! are solved by the solvers, so that play for points, players, loops and any moves will do.

use super::prover::Prover;
use super::survey::{DRAWN, Plan, Survey};
use super::tables::modest;
use crate::letters::{Cell, sizes};
use grundy_message::{Message, message};
use grundy_rules::game::Type;
use grundy_rules::{Instance, Value};
use grundy_solve::Budget;
use grundy_value::Quantity;
use std::sync::Arc;

/// Tuning: components and givens that a rule is looked for in; with more there are too few values of each.
const MAX_LETTERS: usize = 6;
/// Tuning: how many numbers are tried to find the least value of a given.
const MAX_PROBED: i64 = 8;
/// Tuning: larger values of a single given in the first grid and in the one held out, where rules of small ones may change.
const WIDE: [i64; 2] = [19, 26];
/// Divides the default work of a table to bound each table made here.
const PART_OF_THE_WORK: u64 = 64;

/// The letters of a game, and the tables of many of their values.
pub struct GivenTables<'a> {
    instance: &'a Arc<Instance>,
    plan: &'a Plan,
    /// The indices of the givens that are letters.
    pub givens: Vec<usize>,
    /// The least value of each.
    least: Vec<i64>,
    /// Whether each says how large a component may be.
    is_bound: Vec<bool>,
}

/// Cells of a grid, and how far it goes.
pub struct Cells {
    /// What the values are.
    pub quantity: Quantity,
    /// The cells.
    pub cells: Vec<Cell>,
    /// How far it goes.
    pub reach: Reach,
}

/// How far the tables of many givens go.
#[derive(Clone, Debug)]
pub struct Reach {
    /// The greatest component.
    pub component: i64,
    /// The values of each given.
    pub givens: Vec<Vec<i64>>,
}

impl Reach {
    /// Returns the reach in words; `names` are those of the components, then of the givens.
    pub fn message(&self, names: &[String]) -> Message {
        let (components, givens) = names.split_at(names.len() - self.givens.len());
        let values = |values: &Vec<i64>| {
            // Runs of numbers as ranges.
            let mut runs: Vec<(i64, i64)> = Vec::new();
            for value in values {
                match runs.last_mut() {
                    Some((_, last)) if *last + 1 == *value => *last = *value,
                    _ => runs.push((*value, *value)),
                }
            }
            let text = |(first, last): &(i64, i64)| {
                if first == last { first.to_string() } else { format!("{first}..{last}") }
            };
            runs.iter().map(text).collect::<Vec<_>>().join(", ")
        };
        let each = givens.iter().zip(&self.givens).map(|(name, given)| format!("{name} = {}", values(given)));
        message!(
            "{components} ≤ {component} with {givens}",
            components = components.join(", "),
            component = self.component,
            givens = each.collect::<Vec<_>>().join("; ")
        )
    }
}

impl<'a> GivenTables<'a> {
    /// Returns the letters of a game; `None` if no given is a number of which several values are known to be possible.
    pub fn new(instance: &'a Arc<Instance>, plan: &'a Plan) -> Option<GivenTables<'a>> {
        let game = instance.game();
        let is_number = |index: &usize| matches!(game.givens[*index].ty, Type::Int { .. });
        let givens: Vec<usize> = (0..game.givens.len()).filter(is_number).collect();
        if givens.is_empty() || givens.len() + plan.names.len() > MAX_LETTERS {
            return None;
        }
        let mut tables = GivenTables { instance, plan, givens, least: vec![], is_bound: vec![] };
        for at in 0..tables.givens.len() {
            let usual = instance.givens()[tables.givens[at]].as_int()?.to_i64()?;
            // From the least possible value on; where that is far away, from the one that was asked for.
            let possible = (0..=MAX_PROBED).find(|value| tables.with_one(at, *value).is_some());
            tables.least.push(possible.unwrap_or(usual));
            tables.is_bound.push(tables.bounds(at));
        }
        Some(tables)
    }

    /// Returns whether some component can be larger than a small value of a given only if the given is larger too.
    fn bounds(&self, at: usize) -> bool {
        let is_position = |value: i64, component: usize| {
            let mut numbers = self.plan.low.clone();
            numbers[component] = numbers[component].saturating_add(MAX_PROBED);
            self.with_one(at, value).is_some_and(|instance| self.plan.part(&instance, &numbers).is_some())
        };
        (0..self.plan.names.len())
            .any(|component| !is_position(MAX_PROBED / 2, component) && is_position(2 * MAX_PROBED, component))
    }

    fn with_one(&self, at: usize, value: i64) -> Option<Instance> {
        let mut givens: Vec<Option<Value>> = self.instance.givens().iter().cloned().map(Some).collect();
        givens[self.givens[at]] = Some(Value::from(value));
        Instance::new(self.instance.shared_game(), givens).ok()
    }

    /// Returns the names of the letters: of the numbers of the table, then of the givens.
    pub fn names(&self) -> Vec<String> {
        let givens = self.givens.iter().map(|index| self.instance.game().givens[*index].name.clone());
        self.plan.names.iter().cloned().chain(givens).collect()
    }

    /// Returns the cells of the grid in which rules are looked for, or of the larger one that is held out; `None` if they cannot be
    /// solved or do not all have values of one kind.
    pub fn cells(&self, is_held_out: bool, budget: &Budget, prover: &Prover) -> Option<Cells> {
        let at = usize::from(is_held_out);
        let free = self.is_bound.iter().filter(|is_bound| !**is_bound).count();
        let (component, given) = sizes(self.plan.names.len(), free)[at];
        let values: Vec<Vec<i64>> = self
            .least
            .iter()
            .zip(&self.is_bound)
            .map(|(least, is_bound)| {
                // Where a given bounds a component, few large values of it are looked at.
                if *is_bound {
                    return [component - 3, component - 1, component]
                        .into_iter()
                        .filter(|value| value >= least)
                        .collect();
                }
                // Three values at least, however large the least one is.
                let mut values: Vec<i64> = (*least..=given.max(least + 2)).collect();
                if free == 1 || component > 40 {
                    values.push(given.max(least + 2) + WIDE[at] - 12);
                }
                values
            })
            .collect();
        let modest = modest(budget);
        let steps = modest.max_steps.map(|steps| steps / PART_OF_THE_WORK);
        let max_packed_moves = modest.max_packed_moves / PART_OF_THE_WORK;
        let budget = Budget { max_steps: steps, max_packed_moves, ..modest };
        let mut found: Option<Cells> = None;
        let (mut tried, mut solved) = (0, 0);
        let mut choice = vec![0; values.len()];
        loop {
            if prover.is_called_off() {
                return None;
            }
            let chosen: Vec<i64> = choice.iter().zip(&values).map(|(at, values)| values[*at]).collect();
            tried += 1;
            if let Some(survey) = self.survey(&chosen, component, &budget) {
                solved += 1;
                let into = found.get_or_insert_with(|| Cells {
                    quantity: survey.quantity,
                    cells: vec![],
                    reach: Reach { component, givens: values.clone() },
                });
                if into.quantity != survey.quantity || survey.has_draws() {
                    return None;
                }
                let numbers = survey.positions().zip(&survey.values);
                into.cells.extend(numbers.filter_map(|(numbers, value)| {
                    let letters = numbers.into_iter().chain(chosen.iter().copied()).collect();
                    Some(Cell {
                        letters,
                        value: value.filter(|value| *value != DRAWN || survey.quantity != Quantity::Outcome)?,
                    })
                }));
            }
            let Some(at) = (0..values.len()).rev().find(|at| choice[*at] + 1 < values[*at].len()) else { break };
            choice[at] += 1;
            choice[at + 1..].fill(0);
        }
        // A rule of a few of the givens is none for all.
        found.filter(|found| 2 * solved > tried && found.cells.iter().all(|cell| cell.value >= 0))
    }

    /// Returns the table for these givens; `None` if they are not possible or it cannot be solved.
    fn survey(&self, chosen: &[i64], component: i64, budget: &Budget) -> Option<Survey> {
        let mut givens: Vec<Option<Value>> = self.instance.givens().iter().cloned().map(Some).collect();
        for (index, value) in self.givens.iter().zip(chosen) {
            givens[*index] = Some(Value::from(*value));
        }
        let other = Arc::new(Instance::new(self.instance.shared_game(), givens).ok()?);
        let is_same = |candidate: &Plan| {
            candidate.names == self.plan.names
                && candidate.mover == self.plan.mover
                && candidate.conditions == self.plan.conditions
        };
        let plan = Plan::all(&other).ok()?.into_iter().find(is_same)?;
        let high =
            plan.low.iter().zip(&plan.max).map(|(low, max)| max.unwrap_or(i64::MAX).min((*low).max(0) + component));
        Survey::up_to(&other, &plan, high.collect(), budget).ok().filter(Survey::is_complete)
    }
}

#[cfg(test)]
mod tests {
    use super::super::search::find;
    use crate::prover::Effort;
    use grundy_proof::linear::Limits;
    use grundy_rules::{Instance, read};
    use grundy_solve::Budget;
    use std::sync::Arc;

    /// Returns the first claim that is found about a game.
    fn found(rules: &str) -> Option<String> {
        let instance = Arc::new(Instance::new(read(rules).unwrap(), vec![None]).unwrap());
        let effort = Effort { budget: Budget::default(), wants: None, go_on: &|| true };
        let report = find(&instance, &effort, None, &Limits::default()).unwrap();
        report.found.iter().flat_map(|found| &found.findings).map(|finding| finding.claim.clone()).next()
    }

    #[test]
    fn a_given_may_bound_a_component() {
        let rules = "game up(n) given N: int in 0.. = 100 valid if n <= N move step(k in 1..min(9, N - n)) -> n + k";
        assert_eq!(found(rules).as_deref(), Some("grundy = (N - n) % 10"));
    }

    #[test]
    fn moves_need_not_be_linear() {
        let rules = "game double(n) given m: int in 1.. = 3
            move take(e in 0..20) if m * 2 ** e <= n -> n - m * 2 ** e";
        assert_eq!(found(rules).as_deref(), Some("grundy = n / m % 3"));
    }
}
