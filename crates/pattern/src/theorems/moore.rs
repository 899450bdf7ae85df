//! Moore's Nim: stones are taken from at least one and at most k heaps.
//!
//! **Theorem** (Moore 1910). The player to move loses exactly if for each bit of the binary numbers of the heaps the
//! count of ones is divisible by k + 1.
//!
//! Proof idea: a move changes at most k heaps, so some count changes by less than k + 1; and the bits are balanced from
//! the highest on, a heap whose bit goes from 1 to 0 being free in all lower bits, with never more than k free.
//!
//! All winning moves are counted by the same walk over the bits: what matters is which heaps are free. If that is too
//! much, one winning move is given and they are not counted.

use super::theory::Query;
use crate::limits::MAX_WINNING_MOVES;
use grundy_message::{message, template};
use grundy_rules::{Instance, Int, Limit, Meter, Move, Position, Step, Value};
use grundy_solve::{OracleAnswer, Winner};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Maximum number of choices enumerated for a count.
const WORK: Limit = Limit { name: template!("choices of heaps"), usual: 1 << 24 };

/// Applies Moore's theorem to heaps of which at most `max` are taken from; `None` if a heap is no number.
pub fn apply(
    instance: &Instance,
    position: &Position,
    max: usize,
    request: Query,
    meter: &Meter,
) -> Option<OracleAnswer> {
    let heaps: Vec<Int> = position
        .parts
        .iter()
        .map(|part| match part.as_ref().map(|part| part.as_slice()) {
            None => Some(Int::ZERO),
            Some([Value::Int(heap)]) if !heap.is_negative() => Some(heap.clone()),
            Some(_) => None,
        })
        .collect::<Option<_>>()?;
    let bits = heaps.iter().map(Int::bits).max()?;
    let wins = (0..bits).any(|bit| !is_even(&heaps, bit, max));
    let mut result = OracleAnswer {
        winner: if wins { Winner::First } else { Winner::Second },
        grundy: None,
        winning: Vec::new(),
        winning_count: Some(Int::ZERO),
        name: message!("Moore's rule, built in"),
        is_proved: false,
        sentence: match max.checked_add(1) {
            Some(modulus) => {
                message!("lost exactly if each binary place has a number of ones divisible by {modulus}", modulus)
            }
            None => message!("lost exactly if no heap is left"),
        },
    };
    if wins && request == Query::Outcome {
        result.winning_count = None;
    } else if wins {
        let search = Search { heaps: &heaps, max, bits };
        let found = search.all(meter);
        let answers = match found {
            Some((count, answers)) => {
                result.winning_count = Some(count);
                answers
            }
            None => {
                result.winning_count = None;
                vec![search.one_move()]
            }
        };
        for answer in answers {
            result.winning.push(step(instance, position, &heaps, &answer, meter)?);
        }
    }
    Some(result)
}

fn is_even(heaps: &[Int], bit: usize, max: usize) -> bool {
    let ones = heaps.iter().filter(|heap| heap.bit(bit)).count();
    max.checked_add(1).map_or(ones == 0, |modulus| ones % modulus == 0)
}

/// (heap, its remaining stones), in the order of the heaps.
type Answer = Vec<(usize, Int)>;

struct Search<'a> {
    heaps: &'a [Int],
    max: usize,
    bits: usize,
}

impl Search<'_> {
    /// Returns one winning move, as in the proof.
    fn one_move(&self) -> Answer {
        let mut free: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for bit in (0..self.bits).rev() {
            let ones: Vec<usize> =
                (0..self.heaps.len()).filter(|heap| !free.contains_key(heap) && self.heaps[*heap].bit(bit)).collect();
            let over = self.max.checked_add(1).map_or(ones.len(), |modulus| ones.len() % modulus);
            if over == 0 {
                continue;
            }
            let missing = self.max - over.min(self.max) + 1;
            if free.len() >= missing {
                free.values_mut().take(missing).for_each(|digits| digits.push(bit));
            } else {
                free.extend(ones.into_iter().take(over).map(|heap| (heap, self.kept_above(heap, bit))));
            }
        }
        free.into_iter().map(|(heap, digits)| (heap, number(&digits))).collect()
    }

    /// Returns the one bits of a heap above `bit`.
    fn kept_above(&self, heap: usize, bit: usize) -> Vec<usize> {
        (bit + 1..self.bits).filter(|index| self.heaps[heap].bit(*index)).collect()
    }

    /// Returns the number of winning moves, and some of them; `None` if that is too much work.
    fn all(&self, meter: &Meter) -> Option<(Int, Vec<Answer>)> {
        let all: Vec<usize> = (0..self.heaps.len()).collect();
        let (mut sets, mut choose) = (0usize, 1usize);
        for chosen in 0..=self.max.min(all.len()) {
            sets = sets.checked_add(choose)?;
            choose = choose.checked_mul(all.len() - chosen)? / (chosen + 1);
        }
        if !meter.allows(WORK, sets.checked_mul(sets)?.checked_mul(self.bits)? as u64) {
            return None;
        }
        // For each bit and each set of heaps that are free above it: in how many ways the bits from it down can be
        // balanced.
        let mut ways: Vec<BTreeMap<Vec<usize>, Int>> = Vec::with_capacity(self.bits + 1);
        let ends = |set: Vec<usize>| {
            // Passing is not allowed.
            let moved = Int::from(usize::from(!set.is_empty()));
            (set, moved)
        };
        ways.push(subsets(&all, self.max).into_iter().map(ends).collect());
        for bit in 0..self.bits {
            let mut here: BTreeMap<Vec<usize>, Int> = BTreeMap::new();
            for free in ways[bit].keys() {
                if !meter.goes_on() {
                    return None;
                }
                let mut sum = Int::ZERO;
                for Turn { after, raised, .. } in self.turns(bit, free) {
                    let below = ways[bit].get(&after)?;
                    sum = sum.add(&below.multiply(&Int::from(raised.len())).ok()?).ok()?;
                }
                here.insert(free.clone(), sum);
            }
            ways.push(here);
        }
        let count = ways[self.bits].get(&Vec::new())?.clone();
        let max = (MAX_WINNING_MOVES * 16 / self.heaps.len().max(1)).clamp(8, MAX_WINNING_MOVES);
        let mut answers: Vec<Answer> = Vec::new();
        // (the next bit plus one, the free heaps with their one bits so far)
        let mut open: Vec<(usize, BTreeMap<usize, Vec<usize>>)> = vec![(self.bits, BTreeMap::new())];
        while let Some((bits, digits)) = open.pop() {
            if answers.len() >= max {
                break;
            }
            if bits == 0 {
                answers.push(digits.into_iter().map(|(heap, digits)| (heap, number(&digits))).collect());
                continue;
            }
            let free: Vec<usize> = digits.keys().copied().collect();
            for Turn { chosen, after, raised } in self.turns(bits - 1, &free) {
                if ways[bits - 1].get(&after)?.is_zero() {
                    continue;
                }
                for raised in raised {
                    let mut digits = digits.clone();
                    for heap in raised {
                        digits.entry(heap).or_default().push(bits - 1);
                    }
                    for heap in &chosen {
                        digits.insert(*heap, self.kept_above(*heap, bits - 1));
                    }
                    open.push((bits - 1, digits));
                }
            }
        }
        answers.sort();
        Some((count, answers))
    }

    /// Returns the choices for one bit with these heaps free: heaps that become free, and which of the free ones get a
    /// one.
    fn turns(&self, bit: usize, free: &[usize]) -> Vec<Turn> {
        let ones: Vec<usize> =
            (0..self.heaps.len()).filter(|heap| !free.contains(heap) && self.heaps[*heap].bit(bit)).collect();
        let mut turns = Vec::new();
        for chosen in subsets(&ones, self.max - free.len()) {
            let left = ones.len() - chosen.len();
            // Fewer than k + 1 heaps are free, so there is at most one number of them.
            let up = match self.max.checked_add(1) {
                Some(modulus) => (modulus - left % modulus) % modulus,
                None if left == 0 => 0,
                None => continue,
            };
            if up > free.len() {
                continue;
            }
            let raised = subsets(free, up).into_iter().filter(|raised| raised.len() == up).collect();
            let mut after: Vec<usize> = free.iter().chain(&chosen).copied().collect();
            after.sort_unstable();
            turns.push(Turn { chosen, after, raised });
        }
        turns
    }
}

/// One choice that balances a bit.
struct Turn {
    /// The heaps whose bit goes from 1 to 0.
    chosen: Vec<usize>,
    /// All heaps that are free then.
    after: Vec<usize>,
    /// The choices of heaps, free before, that get a one.
    raised: Vec<Vec<usize>>,
}

/// Returns all subsets of at most `max` elements.
fn subsets(elements: &[usize], max: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for element in elements {
        let with: Vec<Vec<usize>> = all
            .iter()
            .filter(|subset| subset.len() < max)
            .map(|subset| subset.iter().chain([element]).copied().collect())
            .collect();
        all.extend(with);
    }
    all
}

/// Returns the number with ones at these bits.
fn number(indices: &[usize]) -> Int {
    indices.iter().fold(Int::ZERO, |sum, index| {
        let power = Int::Small(2).power(&Int::from(*index)).unwrap_or(Int::ZERO);
        sum.xor(&power)
    })
}

/// Returns a move in several heaps at once.
fn step(instance: &Instance, position: &Position, heaps: &[Int], answer: &Answer, meter: &Meter) -> Option<Step> {
    let mut moves: Vec<(usize, Move)> = Vec::new();
    let mut parts = position.parts.clone();
    for (heap, left) in answer {
        let taken = heaps[*heap].subtract(left).ok()?;
        let made = instance.move_with(0, &[Value::Int(taken)], position.parts[*heap].as_ref()?, None, meter).ok()??;
        parts[*heap] = Some(Arc::clone(made.to.first()?));
        moves.push((*heap, made));
    }
    Some(Step { moves, gain: Int::ZERO, again: false, to: Position { mover: None, parts } })
}
