//! Numbers that are lowered along lines: one bit a line says whether a lost position lies on it.
//!
//! In: one part of a game whose components are numbers from 0 on, each move subtracting the same number from some of
//! them, any number from 1 to the least of those: Nim's heaps in one part, three heaps from which two are lowered
//! alike. Out: who wins. Idea: in the order of the positions, one is won exactly if a lost one came before on one of
//! its lines; so each costs a test of one bit for each kind of move, however many moves there are. Wrong tool for
//! Grundy values, and for moves that end before the end of a line.

use crate::budget::Stop;
use crate::method::MethodName;
use crate::solution::Authority;
use crate::solver::method::{Method, MethodError, single_parts};
use crate::work::Work;
use grundy_message::{Message, Template, message, template};
use grundy_rules::ast::BinaryOperator;
use grundy_rules::game::{Builtin, Destination, Domain, Expr, Form, MoveRule, Over, Term, Type};
use grundy_rules::{Instance, Int, Part, Position};
use grundy_value::{Evaluation, QuantitySet, Winner};
use std::sync::Arc;

/// Tuning: maximum number of components. More are left to other methods. No measurement is recorded.
const MAX_COMPONENTS: usize = 6;
/// Tuning: maximum number of kinds of moves. More are left to other methods. No measurement is recorded.
const MAX_DIRECTIONS: usize = 32;
/// Number of positions between two checks for cancellation.
const PATIENCE: u64 = 1 << 16;
/// Headroom in percent of a table that replaces an outgrown one.
const ROOM_HUNDREDTHS: u64 = 20;

/// A table of lost positions in a box.
pub(crate) struct LineSieve {
    /// For each kind of move, the numbers it lowers.
    directions: Vec<Vec<usize>>,
    components: usize,
    table: Option<Table>,
}

/// The lost positions in a box of these sides, as far as they are known.
struct Table {
    sides: Vec<u64>,
    lost: Bits,
    /// Number of known positions, in the order of the table.
    known: u64,
}

#[derive(Default)]
struct Bits(Vec<u64>);

impl Bits {
    fn new(count: u64) -> Bits {
        Bits(vec![0; (count / 64 + 1) as usize])
    }

    fn is_set(&self, index: u64) -> bool {
        self.0[(index / 64) as usize] >> (index % 64) & 1 == 1
    }

    fn set(&mut self, index: u64) {
        self.0[(index / 64) as usize] |= 1 << (index % 64);
    }
}

impl LineSieve {
    /// Creates the method for this game, if its moves go along lines. It must be impartial and under normal play, with
    /// no end but having no move.
    pub fn new(instance: &Arc<Instance>) -> Option<LineSieve> {
        let game = instance.game();
        let components = game.components.len();
        let from_zero = |ty: &Type| match ty {
            Type::Int { low: Some(Expr { form: Form::Int(low), .. }), high: None } => *low == Int::ZERO,
            _ => false,
        };
        // For two numbers a sweep is quick.
        if !(3..=MAX_COMPONENTS).contains(&components) || game.moves.len() > MAX_DIRECTIONS {
            return None;
        }
        if !game.components.iter().all(|component| from_zero(&component.ty)) || !game.valid.is_empty() {
            return None;
        }
        let mut directions = game.moves.iter().map(|rule| direction(rule, components)).collect::<Option<Vec<_>>>()?;
        directions.sort();
        directions.dedup();
        Some(LineSieve { directions, components, table: None })
    }

    fn numbers(&self, part: &Part) -> Option<Vec<u64>> {
        let number = |index: usize| part.get(index)?.as_int()?.to_i64().and_then(|number| u64::try_from(number).ok());
        (0..self.components).map(number).collect()
    }

    /// Returns the sides of a box that holds these positions.
    fn box_of(&self, positions: &[Position]) -> Option<Vec<u64>> {
        let mut sides = vec![1; self.components];
        for part in positions.iter().flat_map(Position::in_play) {
            for (side, number) in sides.iter_mut().zip(self.numbers(part)?) {
                *side = (*side).max(number.checked_add(1)?);
            }
        }
        Some(sides)
    }

    /// Fills the table in the order of the positions, the last number counting fastest, as far as the budget allows.
    fn fill(&self, sides: &[u64], work: &Work) -> (Table, Option<Stop>) {
        let mut strides = vec![1u64; sides.len()];
        for index in (0..sides.len() - 1).rev() {
            strides[index] = strides[index + 1] * sides[index + 1];
        }
        let count = sides.iter().product::<u64>();
        let step = |direction: &Vec<usize>| direction.iter().map(|index| strides[*index]).sum::<u64>();
        let steps: Vec<u64> = self.directions.iter().map(step).collect();
        let mut met: Vec<Bits> = self.directions.iter().map(|_| Bits::new(count)).collect();
        let mut lost = Bits::new(count);
        let mut numbers = vec![0u64; sides.len()];
        // The start of a direction's line: as far down as the least of its numbers allows.
        let start = |numbers: &[u64], index: u64, direction: usize| {
            let min = self.directions[direction].iter().map(|at| numbers[*at]).min().unwrap_or_default();
            index - min * steps[direction]
        };
        for index in 0..count {
            if index.is_multiple_of(PATIENCE)
                && let Err(stop) = work.pass(PATIENCE.min(count - index))
            {
                return (Table { sides: sides.to_vec(), lost, known: index }, Some(stop));
            }
            let is_won = (0..steps.len()).any(|direction| met[direction].is_set(start(&numbers, index, direction)));
            if !is_won {
                lost.set(index);
                for (direction, met) in met.iter_mut().enumerate() {
                    met.set(start(&numbers, index, direction));
                }
            }
            for (number, side) in numbers.iter_mut().zip(sides).rev() {
                *number += 1;
                if *number < *side {
                    break;
                }
                *number = 0;
            }
        }
        (Table { sides: sides.to_vec(), lost, known: count }, None)
    }
}

impl Table {
    fn holds(&self, sides: &[u64]) -> bool {
        self.known == self.sides.iter().product() && self.sides.iter().zip(sides).all(|(own, wanted)| wanted <= own)
    }

    /// Returns true if a position is lost; `None` if that is not known.
    fn is_lost(&self, numbers: &[u64]) -> Option<bool> {
        let inside = numbers.iter().zip(&self.sides).all(|(number, side)| number < side);
        let index = numbers.iter().zip(&self.sides).fold(0, |index, (number, side)| index * side + number);
        (inside && index < self.known).then(|| self.lost.is_set(index))
    }
}

/// Returns the numbers a move lowers, if it lowers them all by one choice that runs from 1 to the least of them.
fn direction(rule: &MoveRule, components: usize) -> Option<Vec<usize>> {
    if rule.side.is_some() || rule.guard.is_some() || rule.gain.is_some() {
        return None;
    }
    let [binder] = rule.binders.as_slice() else { return None };
    let Over::Each(Domain::Range(low, Some(high))) = &binder.over else { return None };
    if low.form != Form::Int(Int::Small(1)) {
        return None;
    }
    let component = |expression: &Expr| match &expression.form {
        Form::Component(index) => Some(*index),
        _ => None,
    };
    let mut bounds = match &high.form {
        Form::Builtin(Builtin::Min, all) => all.iter().map(component).collect::<Option<Vec<usize>>>()?,
        _ => vec![component(high)?],
    };
    bounds.sort_unstable();
    bounds.dedup();
    // Whether a number is lowered by the choice.
    let is_lowered = |index: usize, value: &Expr| match &value.form {
        Form::Component(same) if *same == index => Some(false),
        Form::Binary(BinaryOperator::Subtract, number, choice) => {
            (component(number) == Some(index) && choice.form == Form::Local(0)).then_some(true)
        }
        _ => None,
    };
    let Destination::Terms { again: None, terms } = &rule.result else { return None };
    let mut lowered = Vec::new();
    match terms.as_slice() {
        [Term::Tuple(values, _)] if values.len() == components => {
            for (index, value) in values.iter().enumerate() {
                if is_lowered(index, value)? {
                    lowered.push(index);
                }
            }
        }
        [Term::With(changes, _)] => {
            for change in changes {
                let is_plain = change.indices.is_empty() && change.binders.is_empty() && change.filter.is_none();
                if !is_plain {
                    return None;
                }
                if is_lowered(change.component, &change.value)? {
                    lowered.push(change.component);
                }
            }
            lowered.sort_unstable();
        }
        _ => return None,
    }
    (lowered == bounds).then_some(lowered)
}

impl Method for LineSieve {
    fn name(&self) -> &'static Template {
        template!("lines")
    }

    fn method(&self) -> MethodName {
        MethodName::Lines
    }

    fn accepts(&mut self, positions: &[Position], wants: QuantitySet) -> Result<Message, Message> {
        if !wants.is_outcome() {
            return Err(message!("it tells who wins and nothing more"));
        }
        single_parts(positions)?;
        match self.box_of(positions) {
            Some(_) => Ok(message!("every move lowers numbers along a line, as far as it goes")),
            None => Err(message!("the numbers are too large")),
        }
    }

    fn reach(&mut self, positions: &[Position], wants: QuantitySet, work: &Work) -> Result<Option<Stop>, MethodError> {
        self.accepts(positions, wants)?;
        let mut sides = self.box_of(positions).ok_or_else(|| message!("the numbers are too large"))?;
        if let Some(table) = &self.table {
            if table.holds(&sides) {
                return Ok(None);
            }
            // Queries of growing size should not rebuild the table each time.
            for (side, had) in sides.iter_mut().zip(&table.sides) {
                *side = if *side > *had { side.saturating_add(*side / 100 * ROOM_HUNDREDTHS) } else { *had };
            }
        }
        let part = work.part();
        let fits = |sides: &[u64]| {
            let count = sides.iter().try_fold(1u64, |product, side| product.checked_mul(*side));
            count.filter(|count| !work.is_over(*count) && self.bytes(*count) <= part.max_bytes()).is_some()
        };
        if !fits(&sides) {
            sides = self.box_of(positions).ok_or_else(|| message!("the numbers are too large"))?;
        }
        if !fits(&sides) {
            return Err(message!("the table would be larger than the budget allows").into());
        }
        self.table = None;
        let (table, stop) = self.fill(&sides, &part);
        self.table = Some(table);
        Ok(stop)
    }

    fn evaluation(&self, position: &Position) -> Evaluation {
        let Some(part) = position.only() else { return Evaluation::default() };
        let numbers = self.numbers(part);
        let is_lost = numbers.and_then(|numbers| self.table.as_ref().and_then(|table| table.is_lost(&numbers)));
        let winner = is_lost.map(|is_lost| if is_lost { Winner::Second } else { Winner::First });
        Evaluation { winner, ..Evaluation::default() }
    }

    fn authority(&mut self, _: &Position) -> Authority {
        Authority::Search { positions: self.visited() }
    }

    fn visited(&self) -> u64 {
        self.table.as_ref().map_or(0, |table| table.known)
    }

    fn clear(&mut self) {
        self.table = None;
    }
}

impl LineSieve {
    /// Returns the bytes of a table of `count` positions while it is filled.
    fn bytes(&self, count: u64) -> u64 {
        (self.directions.len() as u64 + 1).saturating_mul(count / 8 + 8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::solver::Solver;
    use grundy_value::Quantity;

    const BEANS: &str = "game beans(a, b, c)
move from_a(k in 1..a) -> (a - k, b, c)
move from_b(k in 1..b) -> with b = b - k
move from_c(k in 1..c) -> (a, b, c - k)
move from_ab(k in 1..min(a, b)) -> (a - k, b - k, c)
move from_ac(k in 1..min(a, c)) -> (a - k, b, c - k)
move from_bc(k in 1..min(b, c)) -> with c = c - k, b = b - k";

    fn instance(rules: &str) -> Arc<Instance> {
        Arc::new(Instance::new(grundy_rules::read(rules).unwrap(), vec![]).unwrap())
    }

    #[test]
    fn who_wins_along_lines_is_what_the_reference_says() {
        let more = ["game all(a, b, c) move three(k in 1..min(a, b, c)) -> (a - k, b - k, c - k) move one(k in 1..a) -> (a - k, b, c)
move two(k in 1..b) -> (a, b - k, c) move last(k in 1..c) -> (a, b, c - k)"];
        for rules in [BEANS].into_iter().chain(more) {
            let instance = instance(rules);
            assert!(LineSieve::new(&instance).is_some(), "{rules}");
            let compound = instance.compound().unwrap();
            let mut fast = Solver::new(instance.clone(), compound, Budget::default()).unwrap();
            fast.take_only(MethodName::Lines, crate::Backend::AsItPays);
            let mut slow = Solver::reference(instance.clone(), compound, Budget::default()).unwrap();
            let count = instance.game().components.len() as u32;
            for number in 0..6i64.pow(count) {
                let numbers = (0..count).map(|index| grundy_rules::Value::from(number / 6i64.pow(index) % 6));
                let part = instance.part(numbers.collect()).unwrap();
                let position = Position::alone(None, part);
                let one = |solver: &mut Solver| {
                    solver.evaluate(std::slice::from_ref(&position), Quantity::Outcome).pop().unwrap().unwrap().winner
                };
                assert_eq!(one(&mut fast), one(&mut slow), "{position:?}");
            }
        }
    }

    #[test]
    fn moves_that_stop_short_are_refused() {
        for rules in [
            "game g(a, b, c) move a(k in 1..min(a, 3)) -> (a - k, b, c) move b(k in 1..b) -> (a, b - k, c)",
            "game g(a, b, c) move a(k in 1..a) -> (a - k, b - k + k, c) move b(k in 1..b) -> (a, b - k, c)",
            "game g(a, b, c) move a(k in 1..a) if k != 2 -> (a - k, b, c) move b(k in 1..b) -> (a, b - k, c)",
            "game g(a, b, c) move a(k in 1..b) if b <= a -> (a - k, b, c) move b(k in 1..b) -> (a, b - k, c)",
            "game g(a, b in 0..9, c) move a(k in 1..a) -> (a - k, b, c) move b(k in 1..b) -> (a, b - k, c)",
            "game g(a, b) move a(k in 1..a) -> (a - k, b) move b(k in 1..b) -> (a, b - k)",
        ] {
            assert!(LineSieve::new(&instance(rules)).is_none(), "{rules}");
        }
    }

    #[test]
    fn what_is_known_when_the_budget_ends_is_kept() {
        let instance = instance(BEANS);
        let part = |numbers: [i64; 3]| instance.part(numbers.map(grundy_rules::Value::from).to_vec()).unwrap();
        let position = |numbers| Position::alone(None, part(numbers));
        let mut lines = LineSieve::new(&instance).unwrap();
        // Cancelled as soon as the first positions are filled in.
        let budget = Budget::positions(PATIENCE);
        let sides = [8, 200, 200];
        let work = Work::start(&budget);
        let (table, stop) = lines.fill(&sides, &work.part());
        assert!(stop.is_some() && table.known == PATIENCE && !table.holds(&sides));
        lines.table = Some(table);
        assert_eq!(lines.evaluation(&position([1, 1, 1])).winner, Some(Winner::Second));
        assert_eq!(lines.evaluation(&position([0, 0, 199])).winner, Some(Winner::First));
        assert_eq!(lines.evaluation(&position([7, 199, 199])).winner, None);
    }

    #[test]
    fn a_larger_position_is_answered_after_a_smaller_one() {
        let instance = instance(BEANS);
        let mut solver = Solver::new(instance.clone(), instance.compound().unwrap(), Budget::default()).unwrap();
        let mut winner = |numbers: [i64; 3]| {
            let part = instance.part(numbers.map(grundy_rules::Value::from).to_vec()).unwrap();
            let position = Position::alone(None, part);
            solver.evaluate(std::slice::from_ref(&position), Quantity::Outcome).pop().unwrap().unwrap().winner
        };
        assert_eq!(winner([1, 1, 1]), Some(Winner::Second));
        assert_eq!(winner([2, 3, 6]), Some(Winner::Second));
        assert_eq!(winner([6, 2, 3]), Some(Winner::Second));
        assert_eq!(winner([1, 0, 0]), Some(Winner::First));
    }
}
