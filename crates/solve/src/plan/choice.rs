//! Chooses between theorems and searches, and the order of the methods that search.
//!
//! In: what is asked of a position, and its [`Size`]. Out: whether theorems are asked before a search, after it or never;
//! whether the answer of a theorem suffices; the order in which methods are tried.

use crate::ask::{Ask, AskMoves, Grounds};
use crate::budget::Budget;
use crate::limits;
use crate::method::MethodName;
use crate::solver::method::{Method, OracleAnswer};
use grundy_rules::{Instance, Int, Position, Value};
use grundy_value::{Quantity, QuantitySet, Winner};

/// Positions of fewer bits, about the logarithm of the positions and moves below them, are left to other methods.
const SMALL_BITS: f64 = 28.0;
/// Like [`SMALL_BITS`], but if the theorem gives less than other methods would.
const SMALL_BITS_OF_OUTCOMES: f64 = 33.0;

/// From this many bits on a proof is searched for too, which takes some seconds: a heap of 2^22, or two numbers of
/// 2^15.
const HUGE_BITS: f64 = 46.0;

/// Number of bits of a position that a budget twice as large may add when the search goes on after a theorem.
const BITS_OF_A_DOUBLING: f64 = 4.0;

/// Estimated cost of searching a position, from its numbers: the logarithm of about how many positions and moves are
/// below it. This is the one measure of size: it chooses between theorems and searches, and decides whether a proof is
/// searched for.
pub struct Size(f64);

impl Size {
    /// Estimates a position; givens count if they are numbers, as they may bound the length of play.
    pub fn of(instance: &Instance, position: &Position) -> Size {
        let given: f64 = instance.givens().iter().filter(|value| value.as_int().is_some()).map(bits).sum();
        Size(given + Size::of_parts(position).0)
    }

    /// Like [`Size::of`], but for the largest part alone, without the givens.
    pub fn of_parts(position: &Position) -> Size {
        let part = |part: &grundy_rules::Part| {
            part.iter().map(bits).sum::<f64>() + part.iter().map(widest).fold(0.0, f64::max)
        };
        Size(position.in_play().map(part).fold(0.0, f64::max))
    }

    /// Returns true if a proof is to be searched for.
    pub fn is_huge(&self) -> bool {
        self.0 >= HUGE_BITS
    }

    /// Returns true if a search within this budget may find what a theorem leaves open.
    pub(crate) fn can_be_searched_further(&self, budget: &Budget) -> bool {
        let doublings = (budget.factor() as f64).log2();
        self.0 < limits::MAX_BITS_BEYOND_WINNER + BITS_OF_A_DOUBLING * doublings
    }

    /// Returns true if other methods are tried first; they also find what a theorem of this kind does not.
    pub fn is_small(&self, has_grundy: bool) -> bool {
        self.0 < if has_grundy { SMALL_BITS } else { SMALL_BITS_OF_OUTCOMES }
    }
}

/// Returns the logarithm of how many values there are about as large as this one.
fn bits(value: &Value) -> f64 {
    match value {
        Value::Int(int) => int.bits() as f64,
        Value::Bool(_) => 1.0,
        // Boards fall apart, or many orders of filling them lead to the same position.
        Value::Symbol(_) => 0.7,
        Value::List(elements) | Value::Set(elements) => elements.iter().map(bits).sum(),
    }
}

/// Returns the logarithm of the largest number in a value.
fn widest(value: &Value) -> f64 {
    match value {
        Value::Int(int) => int.bits() as f64,
        Value::Bool(_) | Value::Symbol(_) => 1.0,
        Value::List(elements) | Value::Set(elements) => elements.iter().map(widest).fold(0.0, f64::max),
    }
}

/// When theorems are asked.
pub(crate) struct Turns {
    /// Before a search.
    pub first: bool,
    /// After a search that did not finish, unless they were asked before it.
    pub later: bool,
}

impl Turns {
    /// Not at all.
    pub const NEVER: Turns = Turns { first: false, later: false };

    /// Chooses for a position of this size: large positions are not searched before theorems were asked, and no position
    /// is if any grounds will do. `only` is the one method that may answer; where play has ended, no theorem is needed.
    pub fn of_theorems(only: Option<MethodName>, ask: &Ask, size: &Size, is_ended: bool) -> Turns {
        match only {
            Some(method) => Turns { first: method == MethodName::Theorem, later: false },
            None if is_ended => Turns::NEVER,
            None => Turns { first: ask.grounds == Grounds::Any || !size.is_small(true), later: true },
        }
    }
}

/// Returns true if no search is needed beside a theorem's answer.
pub(crate) fn is_enough(answer: &OracleAnswer, ask: &Ask, size: &Size, only: Option<MethodName>) -> bool {
    let tells = |quantity| match quantity {
        Quantity::Outcome => true,
        Quantity::Grundy => answer.grundy.is_some(),
        Quantity::Remoteness | Quantity::Score => false,
    };
    let tells_all = Quantity::ALL.into_iter().all(|quantity| !ask.quantities.contains(quantity) || tells(quantity));
    let counts = match ask.moves {
        AskMoves::None => true,
        AskMoves::Count => answer.winning_count.is_some(),
        _ => answer.winning_count == Some(Int::from(answer.winning.len())),
    };
    match (ask.moves, ask.grounds) {
        (AskMoves::None, _) => tells_all,
        (AskMoves::Winning, _) => tells_all && (!answer.winning.is_empty() || answer.winner == Winner::Second),
        _ if only.is_some() => true,
        (_, Grounds::Any) if tells_all && counts => true,
        _ => !size.is_small(answer.grundy.is_some()),
    }
}

/// Returns the order in which methods are tried: if only the winner is wanted, small tables and then those that visit
/// only what they need come first; otherwise those with fuller answers, within a limit if there is an alternative.
pub(crate) fn order(
    methods: &mut [Box<dyn Method>],
    positions: &[Position],
    wants: QuantitySet,
    budget: &Budget,
) -> Vec<usize> {
    let mut order: Vec<usize> = (0..methods.len()).collect();
    let root = &positions[..1];
    let takes =
        |method: &mut Box<dyn Method>| method.is_selective() && method.accepts(root, Quantity::Outcome.into()).is_ok();
    if methods.iter_mut().any(takes) {
        // A limit on positions set by the user takes precedence.
        let max = match budget.max_packed_positions {
            u64::MAX => budget.effort.listed_positions,
            limit => limit,
        };
        methods.iter_mut().for_each(|method| method.list_at_most(max));
        if wants.is_outcome() {
            // A small table comes before all: long play makes a search visit its positions many times.
            order.sort_by_cached_key(|index| {
                let method = &mut methods[*index];
                let is_small = !method.is_selective() && method.fills_small_table(root, wants);
                (!is_small, !method.is_selective())
            });
        }
    }
    order
}
