//! Numbers that are lowered along lines: one bit a line says whether a lost position lies on it.
//!
//! In: one part of a game whose components are numbers from 0 on, each move taking the same number away from some of them, any
//! number from 1 to the least of those: Nim's heaps in one part, three heaps from which two are lowered alike.
//! Out: who wins. Idea: in the order of the positions, one is won exactly if a lost one was met before on one of its
//! lines; so each costs a look at a bit for each kind of move, however many moves there are. Wrong tool for Grundy values,
//! and for moves that stop short of the end of a line.

use super::{Unable, Wants, Way, single_parts};
use crate::budget::{Allowance, Stop, Watch};
use crate::method::Method;
use crate::solution::{Authority, Judgement, Winner};
use grundy_rules::ast::BinaryOperator;
use grundy_rules::game::{Builtin, Destination, Domain, Expr, Form, MoveRule, Over, Term, Type};
use grundy_rules::{Instance, Int, Part, Position};
use std::sync::Arc;

/// No more numbers, and no more kinds of moves.
const MOST_COMPONENTS: usize = 6;
const MOST_DIRECTIONS: usize = 32;
/// Every so many positions somebody is asked whether to go on.
const PATIENCE: u64 = 1 << 16;
/// By how many hundredths a table is larger than what was asked, where one was outgrown.
const ROOM_HUNDREDTHS: u64 = 20;

/// A table of lost positions in a box.
pub(crate) struct Lines {
    /// For each kind of move, which numbers it lowers.
    directions: Vec<Vec<usize>>,
    components: usize,
    table: Option<Table>,
}

/// The lost positions whose numbers are below these, as far as they are known.
struct Table {
    sides: Vec<u64>,
    lost: Bits,
    /// How many positions are known, in the order of the table.
    known: u64,
}

#[derive(Default)]
struct Bits(Vec<u64>);

impl Bits {
    fn new(count: u64) -> Bits {
        Bits(vec![0; (count / 64 + 1) as usize])
    }

    fn is_set(&self, place: u64) -> bool {
        self.0[(place / 64) as usize] >> (place % 64) & 1 == 1
    }

    fn set(&mut self, place: u64) {
        self.0[(place / 64) as usize] |= 1 << (place % 64);
    }
}

impl Lines {
    /// The way for this game, if its moves go along lines. It must be impartial and under normal play, with no end but having
    /// no move.
    pub fn new(instance: &Arc<Instance>) -> Option<Lines> {
        let game = instance.game();
        let components = game.components.len();
        let from_zero = |ty: &Type| match ty {
            Type::Int { low: Some(Expr { form: Form::Int(low), .. }), high: None } => *low == Int::ZERO,
            _ => false,
        };
        // Of two numbers a sweep is quick.
        if !(3..=MOST_COMPONENTS).contains(&components) || game.moves.len() > MOST_DIRECTIONS {
            return None;
        }
        if !game.components.iter().all(|component| from_zero(&component.ty)) {
            return None;
        }
        let mut directions = game.moves.iter().map(|rule| direction(rule, components)).collect::<Option<Vec<_>>>()?;
        directions.sort();
        directions.dedup();
        Some(Lines { directions, components, table: None })
    }

    fn numbers(&self, part: &Part) -> Option<Vec<u64>> {
        let number = |place: usize| part.get(place)?.as_int()?.to_i64().and_then(|number| u64::try_from(number).ok());
        (0..self.components).map(number).collect()
    }

    /// The sides of a box that holds these positions.
    fn box_of(&self, positions: &[Position]) -> Option<Vec<u64>> {
        let mut sides = vec![1; self.components];
        for part in positions.iter().flat_map(Position::in_play) {
            for (side, number) in sides.iter_mut().zip(self.numbers(part)?) {
                *side = (*side).max(number.checked_add(1)?);
            }
        }
        Some(sides)
    }

    /// Fills the table in the order of the positions, the last number counting fastest; as far as the budget goes.
    fn fill(&self, sides: &[u64], allowance: &Allowance) -> (Table, Option<Stop>) {
        let mut strides = vec![1u64; sides.len()];
        for place in (0..sides.len() - 1).rev() {
            strides[place] = strides[place + 1] * sides[place + 1];
        }
        let count = sides.iter().product::<u64>();
        let step = |direction: &Vec<usize>| direction.iter().map(|place| strides[*place]).sum::<u64>();
        let steps: Vec<u64> = self.directions.iter().map(step).collect();
        let mut met: Vec<Bits> = self.directions.iter().map(|_| Bits::new(count)).collect();
        let mut lost = Bits::new(count);
        let mut numbers = vec![0u64; sides.len()];
        // Where the line of a direction begins: as far down as the least of its numbers reaches.
        let start = |numbers: &[u64], place: u64, direction: usize| {
            let least = self.directions[direction].iter().map(|at| numbers[*at]).min().unwrap_or_default();
            place - least * steps[direction]
        };
        for place in 0..count {
            if place.is_multiple_of(PATIENCE)
                && let Err(stop) = allowance.pass(PATIENCE.min(count - place))
            {
                return (Table { sides: sides.to_vec(), lost, known: place }, Some(stop));
            }
            let is_won = (0..steps.len()).any(|direction| met[direction].is_set(start(&numbers, place, direction)));
            if !is_won {
                lost.set(place);
                for (direction, met) in met.iter_mut().enumerate() {
                    met.set(start(&numbers, place, direction));
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
        self.known == self.sides.iter().product() && self.sides.iter().zip(sides).all(|(own, asked)| asked <= own)
    }

    /// Whether a position is lost; `None` where that is not known.
    fn is_lost(&self, numbers: &[u64]) -> Option<bool> {
        let inside = numbers.iter().zip(&self.sides).all(|(number, side)| number < side);
        let place = numbers.iter().zip(&self.sides).fold(0, |place, (number, side)| place * side + number);
        (inside && place < self.known).then(|| self.lost.is_set(place))
    }
}

/// Which numbers a move lowers, where it lowers them all by one choice that runs from 1 to the least of them.
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
        Form::Component(place) => Some(*place),
        _ => None,
    };
    let mut bounds = match &high.form {
        Form::Builtin(Builtin::Min, all) => all.iter().map(component).collect::<Option<Vec<usize>>>()?,
        _ => vec![component(high)?],
    };
    bounds.sort_unstable();
    bounds.dedup();
    // What becomes of a number: whether it is lowered by the choice.
    let is_lowered = |place: usize, value: &Expr| match &value.form {
        Form::Component(same) if *same == place => Some(false),
        Form::Binary(BinaryOperator::Subtract, number, choice) => {
            (component(number) == Some(place) && choice.form == Form::Local(0)).then_some(true)
        }
        _ => None,
    };
    let Destination::Terms { again: None, terms } = &rule.result else { return None };
    let mut lowered = Vec::new();
    match terms.as_slice() {
        [Term::Tuple(values, _)] if values.len() == components => {
            for (place, value) in values.iter().enumerate() {
                if is_lowered(place, value)? {
                    lowered.push(place);
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

impl Way for Lines {
    fn name(&self) -> &'static str {
        "lines"
    }

    fn method(&self) -> Method {
        Method::Lines
    }

    fn accepts(&mut self, positions: &[Position], wants: Wants) -> Result<String, String> {
        if wants != Wants::Winner {
            return Err("it tells who wins and nothing more".to_owned());
        }
        single_parts(positions)?;
        match self.box_of(positions) {
            Some(_) => Ok("every move lowers numbers along a line, as far as it goes".to_owned()),
            None => Err("the numbers are too large".to_owned()),
        }
    }

    fn reach(&mut self, positions: &[Position], wants: Wants, watch: &mut Watch) -> Result<Option<Stop>, Unable> {
        self.accepts(positions, wants)?;
        let mut sides = self.box_of(positions).ok_or("the numbers are too large")?;
        if let Some(table) = &self.table {
            if table.holds(&sides) {
                return Ok(None);
            }
            // Who asks for more and more shall not have a table made anew each time.
            for (side, had) in sides.iter_mut().zip(&table.sides) {
                *side = if *side > *had { side.saturating_add(*side / 100 * ROOM_HUNDREDTHS) } else { *had };
            }
        }
        let allowance = watch.allowance();
        let fits = |sides: &[u64]| {
            let count = sides.iter().try_fold(1u64, |product, side| product.checked_mul(*side));
            count.filter(|count| !watch.is_over(*count) && self.bytes(*count) <= allowance.max_bytes()).is_some()
        };
        if !fits(&sides) {
            sides = self.box_of(positions).ok_or("the numbers are too large")?;
        }
        if !fits(&sides) {
            return Err("the table would be larger than the budget allows".into());
        }
        self.table = None;
        let (table, stop) = self.fill(&sides, &allowance);
        self.table = Some(table);
        Ok(stop)
    }

    fn judgement(&self, position: &Position) -> Judgement {
        let Some(part) = position.only() else { return Judgement::default() };
        let numbers = self.numbers(part);
        let is_lost = numbers.and_then(|numbers| self.table.as_ref().and_then(|table| table.is_lost(&numbers)));
        let winner = is_lost.map(|is_lost| if is_lost { Winner::Second } else { Winner::First });
        Judgement { winner, ..Judgement::default() }
    }

    fn authority(&mut self, _: &Position) -> Authority {
        Authority::Search { positions: self.examined() }
    }

    fn examined(&self) -> u64 {
        self.table.as_ref().map_or(0, |table| table.known)
    }

    fn forget(&mut self) {
        self.table = None;
    }
}

impl Lines {
    /// What a table of so many positions takes while it is filled.
    fn bytes(&self, count: u64) -> u64 {
        (self.directions.len() as u64 + 1).saturating_mul(count / 8 + 8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::solver::Solver;

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
            assert!(Lines::new(&instance).is_some(), "{rules}");
            let join = instance.join().unwrap();
            let mut fast = Solver::new(instance.clone(), join, Budget::default()).unwrap();
            fast.take_only(Method::Lines, crate::Running::AsItPays);
            let mut slow = Solver::reference(instance.clone(), join, Budget::default()).unwrap();
            let count = instance.game().components.len() as u32;
            for number in 0..6i64.pow(count) {
                let numbers = (0..count).map(|place| grundy_rules::Value::from(number / 6i64.pow(place) % 6));
                let part = instance.part(numbers.collect()).unwrap();
                let position = Position::alone(None, part);
                let one = |solver: &mut Solver| {
                    solver.judge(std::slice::from_ref(&position), Wants::Winner).pop().unwrap().unwrap().winner
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
            assert!(Lines::new(&instance(rules)).is_none(), "{rules}");
        }
    }

    #[test]
    fn what_is_known_when_the_budget_ends_is_kept() {
        let instance = instance(BEANS);
        let part = |numbers: [i64; 3]| instance.part(numbers.map(grundy_rules::Value::from).to_vec()).unwrap();
        let position = |numbers| Position::alone(None, part(numbers));
        let mut lines = Lines::new(&instance).unwrap();
        // Somebody says stop as soon as the first positions are filled in.
        let budget = Budget::positions(PATIENCE);
        let sides = [8, 200, 200];
        let watch = Watch::start(&budget);
        let (table, stop) = lines.fill(&sides, &watch.allowance());
        assert!(stop.is_some() && table.known == PATIENCE && !table.holds(&sides));
        lines.table = Some(table);
        assert_eq!(lines.judgement(&position([1, 1, 1])).winner, Some(Winner::Second));
        assert_eq!(lines.judgement(&position([0, 0, 199])).winner, Some(Winner::First));
        assert_eq!(lines.judgement(&position([7, 199, 199])).winner, None);
    }

    #[test]
    fn a_larger_position_is_answered_after_a_smaller_one() {
        let instance = instance(BEANS);
        let mut solver = Solver::new(instance.clone(), instance.join().unwrap(), Budget::default()).unwrap();
        let mut winner = |numbers: [i64; 3]| {
            let part = instance.part(numbers.map(grundy_rules::Value::from).to_vec()).unwrap();
            let position = Position::alone(None, part);
            solver.judge(std::slice::from_ref(&position), Wants::Winner).pop().unwrap().unwrap().winner
        };
        assert_eq!(winner([1, 1, 1]), Some(Winner::Second));
        assert_eq!(winner([2, 3, 6]), Some(Winner::Second));
        assert_eq!(winner([6, 2, 3]), Some(Winner::Second));
        assert_eq!(winner([1, 0, 0]), Some(Winner::First));
    }
}
