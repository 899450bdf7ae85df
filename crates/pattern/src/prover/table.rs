//! Values of all small positions, to learn from and to compare with.

use super::search::Search;
use grundy_message::template;
use grundy_proof::linear::{Condition, LinearGame, Relation, Rule};
use grundy_rules::{Instance, Limit, Value};
use grundy_solve::{Budget, Evaluation, Quantity, Solver, Winner};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// What is learned: who wins, or the Grundy values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Learned {
    /// 0 if the player to move loses, 1 if that player wins.
    Outcome,
    /// The Grundy value.
    Grundy,
}

/// Tuning: maximum size of boxes that are searched, which is faster than compiling the rules and gives the same
/// values. No measurement is recorded.
const MAX_SEARCHED: usize = 5000;
/// Maximum number of choices tried for a table.
const CHOICES: Limit = Limit { name: template!("choices tried for a table"), usual: 3_000_000 };
/// Maximum number of moves of a table filled by compiled rules: about one second of work.
const MOVES: Limit = Limit { name: template!("moves listed for a table"), usual: 300_000_000 };

/// The values of the positions in a box.
pub struct Table {
    /// Maximum of each component.
    pub greatest: Vec<i64>,
    values: Vec<Option<u32>>,
    /// The values with what repeated steps reach.
    marked: Vec<Option<u32>>,
}

impl Table {
    /// Computes the values of about the given number of positions; `None` if they cannot be found.
    pub fn new(
        instance: &Arc<Instance>,
        game: &LinearGame,
        learned: Learned,
        positions: u64,
        budget: &Budget,
    ) -> Option<Table> {
        let components = game.components.len();
        let limits: Vec<Option<i64>> = (0..components).map(|component| greatest(game, component)).collect();
        let fixed: i64 = limits.iter().flatten().map(|limit| limit + 1).product();
        let free = limits.iter().filter(|limit| limit.is_none()).count() as u32;
        let each = |side: i64| side.checked_pow(free).and_then(|count| count.checked_mul(fixed));
        let side = (1..=positions as i64).take_while(|side| each(*side).is_some_and(|all| all <= positions as i64));
        let side = side.last()?;
        let greatest: Vec<i64> = limits.iter().map(|limit| limit.unwrap_or(side - 1)).collect();
        let mut table = Table { greatest, values: Vec::new(), marked: Vec::new() };
        table.fill(instance, game, learned, budget)?;
        table.mark(game);
        Some(table)
    }

    /// Computes values by trying all moves; `None` if that is too much work.
    fn search(&mut self, game: &LinearGame, learned: Learned, positions: &[Vec<i64>], budget: &Budget) -> Option<()> {
        let called_off = || budget.is_cancelled();
        let max = CHOICES.times(budget.factor());
        let mut search = Search::new(game, learned, max, &called_off);
        let mut values = vec![None; positions.len()];
        for (value, position) in values.iter_mut().zip(positions).filter(|(_, position)| is_inside(game, position)) {
            *value = Some(search.value(position)?);
        }
        self.values = values;
        Some(())
    }

    /// Sets bit i if step i, made once or more often, reaches a lost position.
    fn mark(&mut self, game: &LinearGame) {
        self.marked = self.values.clone();
        if game.steps.is_empty() {
            return;
        }
        for (index, position) in self.positions().iter().enumerate() {
            let Some(value) = self.values[index] else { continue };
            let reaches = |step: &&Rule| {
                std::iter::successors(after(step, position), |position| after(step, position))
                    .any(|position| self.value(&position) == Some(0))
            };
            let marks = game.steps.iter().filter(reaches).fold(value, |marks, step| marks | 1 << step.step);
            self.marked[index] = Some(marks);
        }
    }

    /// Returns the value of a position with what repeated steps reach.
    pub fn marked(&self, position: &[i64]) -> Option<u32> {
        self.marked.get(self.index(position)).copied().flatten()
    }

    fn fill(&mut self, instance: &Arc<Instance>, game: &LinearGame, learned: Learned, budget: &Budget) -> Option<()> {
        let positions = self.positions();
        if positions.len() <= MAX_SEARCHED && self.search(game, learned, &positions, budget).is_some() {
            return Some(());
        }
        let wants = if learned == Learned::Grundy { Quantity::Grundy } else { Quantity::Outcome };
        // A table is filled row by row, so its moves are cheap: its positions are counted.
        let max = MOVES.times(budget.factor());
        let ample = Budget { max_packed_moves: budget.max_packed_moves.max(max), ..budget.clone() };
        let mut solver = Solver::new(instance.clone(), instance.compound().ok()?, ample).ok()?;
        let min = |component: usize| {
            let own = |term: &grundy_proof::linear::Linear| term.coefficient(component) == 1;
            (0..).find(|number| {
                let mut position = vec![0; game.components.len()];
                position[component] = *number;
                game.domain.iter().filter(|condition| own(&condition.term)).all(|condition| {
                    let alone = (0..position.len()).all(|at| at == component || condition.term.coefficient(at) == 0);
                    !alone || holds(condition, &position)
                })
            })
        };
        let ranges: Vec<RangeInclusive<i64>> = (0..self.greatest.len())
            .map(|component| min(component).unwrap_or(0).min(self.greatest[component])..=self.greatest[component])
            .collect();
        if let Ok(Some(values)) = solver.tabulate(&ranges, wants) {
            let value = |position: &Vec<i64>| match learned {
                Learned::Grundy => values.value(position, None).and_then(|value| u32::try_from(value).ok()),
                Learned::Outcome => values.winner(position, None).and_then(outcome),
            };
            let inside = |position: &Vec<i64>| is_inside(game, position);
            self.values = positions.iter().map(|at| inside(at).then(|| value(at)).flatten()).collect();
            let complete = positions.iter().zip(&self.values).all(|(at, value)| value.is_some() || !inside(at));
            if complete {
                return Some(());
            }
        }
        if self.search(game, learned, &positions, budget).is_some() {
            return Some(());
        }
        // Sums of two positions are expensive to search, and no case is known that a table does not decide.
        if game.splits() {
            return None;
        }
        let inside: Vec<usize> = (0..positions.len()).filter(|at| is_inside(game, &positions[*at])).collect();
        let queried: Option<Vec<grundy_rules::Position>> = inside
            .iter()
            .map(|at| {
                if budget.is_cancelled() {
                    return None;
                }
                let numbers = positions[*at].iter().map(|number| Value::from(*number)).collect();
                Some(grundy_rules::Position::alone(None, instance.part(numbers).ok()?))
            })
            .collect();
        let queried = queried?;
        // If the farthest position is unknown, most others are, and each of them would cost as much.
        let farthest = solver.evaluate(queried.last().map_or(&[], std::slice::from_ref), wants);
        let is_known =
            |found: &Evaluation| found.winner.is_some() && (learned != Learned::Grundy || found.grundy.is_some());
        if !farthest.iter().all(|found| found.as_ref().is_ok_and(is_known)) {
            return None;
        }
        self.values = vec![None; positions.len()];
        for (at, found) in inside.iter().zip(solver.evaluate(&queried, wants)) {
            let Evaluation { winner, grundy, .. } = found.ok()?;
            self.values[*at] = Some(match learned {
                Learned::Grundy => u32::try_from(grundy?.to_i64()?).ok()?,
                Learned::Outcome => outcome(winner?)?,
            });
        }
        Some(())
    }

    /// Returns all positions of the box, in index order.
    pub fn positions(&self) -> Vec<Vec<i64>> {
        let count: i64 = self.greatest.iter().map(|greatest| greatest + 1).product();
        (0..count)
            .map(|index| {
                let mut rest = index;
                let mut position = vec![0; self.greatest.len()];
                for (number, greatest) in position.iter_mut().zip(&self.greatest).rev() {
                    *number = rest % (greatest + 1);
                    rest /= greatest + 1;
                }
                position
            })
            .collect()
    }

    /// Returns whether a position is in the box.
    pub fn holds(&self, position: &[i64]) -> bool {
        position.iter().zip(&self.greatest).all(|(number, greatest)| number <= greatest)
    }

    /// Returns the value of a position of the box; `None` outside the domain.
    pub fn value(&self, position: &[i64]) -> Option<u32> {
        self.values.get(self.index(position)).copied().flatten()
    }

    fn index(&self, position: &[i64]) -> usize {
        position.iter().zip(&self.greatest).fold(0, |index, (number, max)| index * (max + 1) + number) as usize
    }

    /// Returns the greatest value in the part of the box whose numbers are at most this fraction of its own.
    pub fn greatest_value(&self, numerator: i64, denominator: i64) -> u32 {
        let inside = |position: &Vec<i64>| {
            let within = |(number, max): (&i64, &i64)| *max < 16 || number * denominator <= max * numerator;
            position.iter().zip(&self.greatest).all(within)
        };
        self.positions().iter().filter(|at| inside(at)).filter_map(|at| self.value(at)).max().unwrap_or(0)
    }
}

/// Returns the position after a step whose variables are all determined by equations.
pub fn after(step: &Rule, position: &[i64]) -> Option<Vec<i64>> {
    let mut numbers = position.to_vec();
    for variable in position.len()..step.variables {
        let says = |condition: &&Condition| {
            condition.relation == Relation::Equal && condition.term.coefficient(variable).abs() == 1
        };
        let term = &step.conditions.iter().find(says)?.term;
        numbers.push(0);
        numbers[variable] = -term.coefficient(variable) * term.at(&numbers);
    }
    let possible = numbers.iter().all(|number| *number >= 0);
    let part = || step.parts[0].iter().map(|variable| numbers[*variable]).collect();
    (possible && step.conditions.iter().all(|condition| holds(condition, &numbers))).then(part)
}

fn outcome(winner: Winner) -> Option<u32> {
    match winner {
        Winner::First => Some(1),
        Winner::Second => Some(0),
        _ => None,
    }
}

/// Returns whether a position is in the domain.
pub fn is_inside(game: &LinearGame, position: &[i64]) -> bool {
    game.domain.iter().all(|condition| holds(condition, position))
}

pub fn holds(condition: &Condition, position: &[i64]) -> bool {
    let value = condition.term.at(position);
    match condition.relation {
        Relation::AtLeast => value >= 0,
        Relation::Equal => value == 0,
        Relation::Xor => false,
    }
}

/// Returns the maximum that the domain allows a component, if it is a small constant.
fn greatest(game: &LinearGame, component: usize) -> Option<i64> {
    let limit = |condition: &Condition| {
        let alone = (0..game.components.len()).all(|at| at == component || condition.term.coefficient(at) == 0);
        let bounds = alone && condition.relation == Relation::AtLeast && condition.term.coefficient(component) == -1;
        bounds.then(|| condition.term.at(&vec![0; game.components.len()]))
    };
    game.domain.iter().filter_map(limit).min().filter(|limit| (0..64).contains(limit))
}
