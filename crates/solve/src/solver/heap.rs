//! Heap games recognised in rules: values by the heap engines, and every larger heap by a proved period.
//!
//! In: heaps, one number each. Out: Grundy values, and the winner. It does not find the moves to the end, so methods
//! that do come first if they take little time. Once the period is proved, a heap of any size is a table lookup; if
//! none is found among as many values as the engine finds in some seconds, larger heaps are refused.

use crate::budget::{MANY_MOVES, Stop};
use crate::heap::{Engine, HeapValues, Period, find_period};
use crate::method::MethodName;
use crate::solution::Authority;
use crate::solver::grundy_search::sum_of_parts;
use crate::solver::method::{Backend, BoxOf, Method, MethodError};
use crate::values::Values;
use crate::work::Work;
use grundy_message::{Message, Template, message, template};
use grundy_rules::heap::{Recognised, recognise};
use grundy_rules::{Instance, Int, Limit, Meter, Part, Position};
use grundy_value::{Evaluation, Grundy, Quantity, QuantitySet};
use std::sync::Arc;

/// Up to this many options, other methods are quick and find more if everything is wanted.
const LITTLE: u128 = 1 << 31;
/// Like [`LITTLE`], but if only values are wanted.
const VERY_LITTLE: u128 = 1 << 16;
/// Maximum number of values searched for a period if all values take about equally long.
const VALUES: Limit = Limit { name: template!("heaps searched for a period"), usual: 1 << 23 };
/// Like [`VALUES`], but if the time for a value grows with the heap.
const SLOW_VALUES: Limit = Limit { name: VALUES.name, usual: 1 << 16 };
/// Number of values found before the first search for a period.
const FIRST_LOOK: u64 = 1 << 10;

/// Values of the heaps of a take-and-break game.
pub(crate) struct Heap {
    recognised: Recognised,
    known: Arc<Known>,
    running: Backend,
}

/// The values found, and the period once it is proved.
struct Known {
    values: HeapValues,
    period: Option<Period>,
}

impl Known {
    fn new(recognised: &Recognised) -> Known {
        Known { values: HeapValues::new(&recognised.game), period: None }
    }

    fn at(&self, heap: &Int) -> Option<Grundy> {
        if let Some(heap) = as_word(heap)
            && heap < self.values.len()
        {
            return Some(Grundy(self.values.value(heap).into()));
        }
        // Every theorem used is about values that do not rise.
        let Period { period, preperiod, .. } = self.period?;
        let (period, preperiod) = (i64::try_from(period).ok()?, i64::try_from(preperiod).ok()?);
        let beyond = heap.subtract(&Int::Small(preperiod)).ok()?.remainder(&Int::Small(period))?;
        Some(Grundy(self.values.value((preperiod + beyond.to_i64()?) as u64).into()))
    }

    /// Returns the maximum number of values to find.
    fn limit(&self) -> Limit {
        match self.values.engine() {
            Engine::Window => VALUES,
            // Blocks are fast where a sparse space was found.
            Engine::Block | Engine::BlockPortable | Engine::Sparse if self.values.sparse().is_some() => VALUES,
            _ => SLOW_VALUES,
        }
    }

    /// Finds values until that of this heap is known; returns why it stopped early, if it did.
    ///
    /// # Errors
    /// Fails if no period was found within the maximum number of values.
    fn reach(&mut self, heap: &Int, work: &Work) -> Result<Option<Stop>, MethodError> {
        let part = work.part();
        // No table covers a heap larger than a word.
        let last = as_word(heap).unwrap_or(u64::MAX);
        while self.at(heap).is_none() {
            let known = self.values.len();
            if known >= work.max(self.limit()) {
                work.meet(self.limit());
                return Err(message!("no period was found among the values of {known} heaps", known).into());
            }
            // The result at the first limit decides whether the second one applies.
            let slow = work.max(SLOW_VALUES);
            let limit = if known < slow { slow } else { work.max(VALUES) };
            let to = last.saturating_add(1).min((known + known / 2).max(FIRST_LOOK)).min(limit);
            if let Err(stop) = self.values.extend_within(to, &part) {
                return Ok(Some(stop));
            }
            self.period = find_period(&self.values).filter(|period| period.ground.proves());
        }
        Ok(None)
    }
}

/// Returns a size if it fits into a word.
fn as_word(heap: &Int) -> Option<u64> {
    heap.to_usize().map(|heap| heap as u64)
}

impl Heap {
    /// Creates the method for this game, if it is a heap game whose digits end.
    pub fn new(instance: &Arc<Instance>, running: Backend, limits: &Meter) -> Option<Heap> {
        let recognised = recognise(instance, limits)?;
        // For infinitely many digits no period is proved here, and the engines are no faster than compiled rules.
        recognised.game.last_place()?;
        let known = Arc::new(Known::new(&recognised));
        Some(Heap { recognised, known, running })
    }

    fn heap_of(&self, part: &Part) -> Option<Int> {
        let [number] = part.as_slice() else { return None };
        let number = number.as_int()?;
        match number.to_i64() {
            Some(number) => self.recognised.heap_of(number).map(|heap| Int::from(u128::from(heap))),
            // For a heap larger than a word only the period can answer.
            None if self.recognised.slope == 1 && !number.is_negative() => {
                number.add(&Int::Small(self.recognised.offset)).ok()
            }
            None => None,
        }
    }

    /// Returns the largest heap of these positions.
    fn largest(&self, positions: &[Position]) -> Result<Int, Message> {
        let parts = positions.iter().flat_map(Position::in_play);
        let heaps: Option<Vec<Int>> = parts.map(|part| self.heap_of(part)).collect();
        heaps.map(|heaps| heaps.into_iter().max().unwrap_or(Int::ZERO)).ok_or_else(|| message!("a part is no heap"))
    }

    /// Returns about how many options all heaps up to this one have.
    fn options(&self, heap: u64) -> u128 {
        let game = &self.recognised.game;
        let indices = game.last_place().unwrap_or(heap).min(heap);
        let splits = if game.most_parts() > 1 { heap } else { 1 };
        u128::from(heap) * u128::from(indices.max(splits))
    }

    /// Finds values up to a heap; values shared with a returned table are recomputed.
    fn find(&mut self, heap: &Int, work: &Work) -> Result<Option<Stop>, MethodError> {
        if self.known.at(heap).is_some() {
            return Ok(None);
        }
        if Arc::get_mut(&mut self.known).is_none() {
            self.known = Arc::new(Known::new(&self.recognised));
        }
        Arc::get_mut(&mut self.known).map_or(Ok(None), |known| known.reach(heap, work))
    }
}

impl Method for Heap {
    fn name(&self) -> &'static Template {
        template!("heap")
    }

    fn method(&self) -> MethodName {
        MethodName::Heap
    }

    fn accepts(&mut self, positions: &[Position], wants: QuantitySet) -> Result<Message, Message> {
        let heap = as_word(&self.largest(positions)?).unwrap_or(u64::MAX);
        if wants.requires(Quantity::Remoteness) {
            return Err(message!("it does not count moves"));
        }
        let little = if wants == QuantitySet::ALL { LITTLE } else { VERY_LITTLE };
        if self.options(heap) < little && self.running == Backend::AsItPays {
            return Err(message!("the heaps are small, and other ways tell more"));
        }
        Ok(message!("it is the heap game {code}", code = self.recognised.game.code()))
    }

    fn reach(&mut self, positions: &[Position], wants: QuantitySet, work: &Work) -> Result<Option<Stop>, MethodError> {
        self.accepts(positions, wants)?;
        let heap = self.largest(positions)?;
        self.find(&heap, work)
    }

    fn evaluation(&self, position: &Position) -> Evaluation {
        sum_of_parts(position, |part| Some((self.known.at(&self.heap_of(part)?)?, None)))
    }

    fn authority(&mut self, position: &Position) -> Authority {
        let positions = self.visited();
        let past_the_table =
            |part: &Part| self.heap_of(part).is_some_and(|heap| heap >= Int::from(u128::from(positions)));
        match position.in_play().any(past_the_table) {
            true => Authority::Theorem { name: template!("the period of its heaps"), positions },
            false => Authority::Grundy { positions },
        }
    }

    fn moves_are_too_many(&self, position: &Position) -> bool {
        // A move that leaves several heaps can choose all but one of them freely.
        let choices = self.recognised.game.most_parts().saturating_sub(1);
        let too_many = |heap: Int| {
            let heap = u128::from(as_word(&heap).unwrap_or(u64::MAX));
            heap.saturating_pow(choices) > u128::from(MANY_MOVES)
        };
        position.in_play().any(|part| self.heap_of(part).is_some_and(too_many))
    }

    fn visited(&self) -> u64 {
        self.known.values.len()
    }

    fn clear(&mut self) {
        self.known = Arc::new(Known::new(&self.recognised));
    }

    fn tabulate(&mut self, box_of: &BoxOf, wants: QuantitySet, work: &Work) -> Result<Option<Values>, MethodError> {
        if wants != Quantity::Grundy || self.reach(&box_of.corners, wants, work)?.is_some() {
            return Ok(None);
        }
        let (known, recognised) = (self.known.clone(), self.recognised.clone());
        let lookup = move |numbers: &[i64], _| match numbers {
            [number] => i64::try_from(known.at(&Int::from(u128::from(recognised.heap_of(*number)?)))?.0).ok(),
            _ => None,
        };
        Ok(Some(Values::other(Arc::new(lookup), self.visited())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use grundy_rules::{Value, read};

    fn instance(rules: &str) -> Arc<Instance> {
        Arc::new(Instance::new(read(rules).unwrap(), vec![]).unwrap())
    }

    fn position(heaps: &[i64]) -> Position {
        Position { mover: None, parts: heaps.iter().map(|heap| Some(Arc::new(vec![Value::from(*heap)]))).collect() }
    }

    const KAYLES: &str = "game k(n) move knock(t in 1..min(2, n), a in 0..n - t) -> a plus n - t - a";
    const CHESS: &str = "game d(n) move go(i in 0..n - 1) -> max(i - 1, 0) plus max(n - i - 2, 0)";

    #[test]
    fn values_are_those_of_the_rules() {
        let budget = Budget::default();
        for rules in [KAYLES, CHESS, "game s(n) move take(k in {2, 5}) if k <= n -> n - k"] {
            let instance = instance(rules);
            let mut reference =
                crate::Solver::reference(instance.clone(), grundy_rules::Compound::One, budget.clone()).unwrap();
            let mut method = Heap::new(&instance, Backend::AsItPays, &Meter::steps(u64::MAX)).unwrap();
            method.find(&Int::Small(64), &Work::start(&budget)).unwrap();
            for n in 0..=60 {
                let expected = reference.solve_one(&position(&[n])).unwrap();
                let found = method.evaluation(&position(&[n]));
                assert_eq!(
                    (found.grundy, found.winner),
                    (expected.value.grundy, expected.value.winner),
                    "{rules} at {n}"
                );
            }
        }
    }

    #[test]
    fn a_heap_of_any_size_follows_from_the_period() {
        let budget = Budget::default();
        let mut method = Heap::new(&instance(KAYLES), Backend::AsItPays, &Meter::steps(u64::MAX)).unwrap();
        let huge = position(&[1_000_000_000_000_000_000, 1_000_000_000_000_000_001]);
        assert!(method.reach(std::slice::from_ref(&huge), QuantitySet::ALL, &Work::start(&budget)).unwrap().is_none());
        // 10^18 is 4 modulo 12, and from 71 on heaps of 4 and 5 modulo 12 have the values 1 and 4.
        assert_eq!(method.evaluation(&huge).grundy, Some(Int::Small(1 ^ 4)));
        assert!(matches!(method.authority(&huge), Authority::Theorem { .. }));
        assert!(method.visited() < 10_000);
        // 10^40 is 4 modulo 12 as well.
        let ten = Int::Small(10).power(&Int::Small(40)).unwrap();
        let larger = Position::alone(None, Arc::new(vec![Value::Int(ten)]));
        assert!(
            method.reach(std::slice::from_ref(&larger), QuantitySet::ALL, &Work::start(&budget)).unwrap().is_none()
        );
        assert_eq!(method.evaluation(&larger).grundy, Some(Int::ONE));
    }

    #[test]
    fn without_a_period_large_heaps_are_refused() {
        // Neither a period nor a sparse space of this game is known.
        let rules = "game three(n) move put(a in 0..n - 3) -> a plus n - 3 - a";
        let mut method = Heap::new(&instance(rules), Backend::AsItPays, &Meter::steps(u64::MAX)).unwrap();
        let mut reach = |heap: i64, budget: &Budget| {
            let work = Work::start(budget);
            let outcome = method.reach(&[position(&[heap])], Quantity::Grundy.into(), &work);
            // A refusal names the limit.
            assert_eq!(work.met().map(|met| met.name), outcome.is_err().then_some(SLOW_VALUES.name));
            (outcome, method.visited())
        };
        let short = Budget { max_seconds: Some(0.02), ..Budget::default() };
        let (outcome, _) = reach(1 << 40, &short);
        assert!(matches!(outcome, Ok(Some(Stop::TimeLimit(_)))), "{outcome:?}");
        let (outcome, examined) = reach(SLOW_VALUES.usual as i64 - 1, &Budget::default());
        assert!(matches!(outcome, Ok(None)) && examined == SLOW_VALUES.usual, "{outcome:?}, {examined}");
        for heap in [SLOW_VALUES.usual as i64, 1 << 40] {
            let (outcome, examined) = reach(heap, &Budget::default());
            assert!(matches!(outcome, Err(MethodError::Refused(_))) && examined == SLOW_VALUES.usual, "{outcome:?}");
        }
    }

    #[test]
    fn small_heaps_are_left_to_ways_that_tell_more() {
        let mut method = Heap::new(&instance(KAYLES), Backend::AsItPays, &Meter::steps(u64::MAX)).unwrap();
        assert!(method.accepts(&[position(&[100])], QuantitySet::ALL).is_err());
        assert!(method.accepts(&[position(&[1 << 20])], QuantitySet::ALL).is_ok());
        assert!(method.accepts(&[position(&[1 << 20])], Quantity::Remoteness.into()).is_err());
        assert!(method.moves_are_too_many(&position(&[3, 1 << 30])) && !method.moves_are_too_many(&position(&[1000])));
    }

    #[test]
    fn a_heap_with_more_moves_than_anybody_lists_is_still_won() {
        let compound = grundy_rules::Compound::One;
        let mut solver = crate::Solver::new(instance(KAYLES), compound, Budget::default()).unwrap();
        let solution = solver.solve_one(&position(&[1_000_000_000])).unwrap();
        assert_eq!((solution.value.winner, solution.value.grundy), (Some(crate::Winner::First), Some(Int::ONE)));
        assert!(solution.moves.is_empty() && solution.stop.is_some());
        // A move that takes one or two leaves few choices, whatever the heap.
        let rules = "game s(n) move take(k in {2, 5}) if k <= n -> n - k";
        let mut solver = crate::Solver::new(instance(rules), compound, Budget::default()).unwrap();
        let solution = solver.solve_one(&position(&[1_000_000_000_000])).unwrap();
        assert_eq!((solution.moves.len(), solution.stop), (2, None));
    }

    #[test]
    fn a_table_that_was_handed_out_stays_as_it_is() {
        let budget = Budget::default();
        let mut method = Heap::new(&instance(KAYLES), Backend::AsItPays, &Meter::steps(u64::MAX)).unwrap();
        let ranges = [0..=5000];
        let box_of = BoxOf { ranges: &ranges, corners: vec![position(&[0]), position(&[5000])] };
        let values = method.tabulate(&box_of, Quantity::Grundy.into(), &Work::start(&budget)).unwrap().unwrap();
        method.find(&Int::Small(6000), &Work::start(&budget)).unwrap();
        assert_eq!((values.value(&[9], None), values.value(&[4999], None)), (Some(4), Some(2)));
    }
}
