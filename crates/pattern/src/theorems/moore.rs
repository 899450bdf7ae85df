//! Moore's Nim: stones are taken from at least one and at most k heaps.
//!
//! **Theorem** (Moore 1910). The player to move loses exactly if in each place of the binary numbers of the heaps the count of ones is
//! divisible by k + 1.
//!
//! Proof idea: a move changes at most k heaps, so that some count changes by less than k + 1; and the places are put right from the highest on, a
//! heap whose digit goes from 1 to 0 being free in all lower places, with never more than k free.
//!
//! All winning moves are counted by the same walk over the places: what matters is which heaps are free. Where that is too much, one winning
//! move is given and they are not counted.

use super::theory::Asked;
use grundy_rules::{Instance, Int, Limit, Meter, Move, Position, Step, Value};
use grundy_solve::{Told, Winner};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The rules of one heap, without and with the number of heaps as a given.
pub const RULES: [&str; 2] =
    ["game nim(n) move take(k in 1..n) -> n - k", "game moore(n) given k: int in 1.. move take(t in 1..n) -> n - t"];

/// How many choices are gone through for a count.
const WORK: Limit = Limit { name: "choices of heaps", usual: 1 << 24 };
/// No more moves are listed; all are counted.
const MOST_LISTED: usize = 1000;

/// What Moore's theorem says of heaps of which at most `most` are taken from; `None` where a heap is no number.
pub fn tell(instance: &Instance, position: &Position, most: usize, asked: Asked, meter: &Meter) -> Option<Told> {
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
    let wins = (0..bits).any(|bit| !is_even(&heaps, bit, most));
    let mut told = Told {
        winner: if wins { Winner::First } else { Winner::Second },
        grundy: None,
        winning: Vec::new(),
        winning_count: Some(Int::ZERO),
        name: "Moore's rule, built in".to_owned(),
        sentence: match most.checked_add(1) {
            Some(modulus) => {
                format!("lost exactly if each binary place has a number of ones divisible by {modulus}")
            }
            None => "lost exactly if no heap is left".to_owned(),
        },
    };
    if wins && asked == Asked::Outcome {
        told.winning_count = None;
    } else if wins {
        let search = Search { heaps: &heaps, most, bits };
        let found = search.all(meter);
        let answers = match found {
            Some((count, answers)) => {
                told.winning_count = Some(count);
                answers
            }
            None => {
                told.winning_count = None;
                vec![search.one()]
            }
        };
        for answer in answers {
            told.winning.push(step(instance, position, &heaps, &answer, meter)?);
        }
    }
    Some(told)
}

fn is_even(heaps: &[Int], bit: usize, most: usize) -> bool {
    let ones = heaps.iter().filter(|heap| heap.bit(bit)).count();
    most.checked_add(1).map_or(ones == 0, |modulus| ones % modulus == 0)
}

/// (heap, what is left of it), in the order of the heaps.
type Answer = Vec<(usize, Int)>;

struct Search<'a> {
    heaps: &'a [Int],
    most: usize,
    bits: usize,
}

impl Search<'_> {
    /// One winning move, as in the proof.
    fn one(&self) -> Answer {
        let mut free: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for bit in (0..self.bits).rev() {
            let ones: Vec<usize> =
                (0..self.heaps.len()).filter(|heap| !free.contains_key(heap) && self.heaps[*heap].bit(bit)).collect();
            let over = self.most.checked_add(1).map_or(ones.len(), |modulus| ones.len() % modulus);
            if over == 0 {
                continue;
            }
            let missing = self.most - over.min(self.most) + 1;
            if free.len() >= missing {
                free.values_mut().take(missing).for_each(|digits| digits.push(bit));
            } else {
                free.extend(ones.into_iter().take(over).map(|heap| (heap, self.kept_above(heap, bit))));
            }
        }
        free.into_iter().map(|(heap, digits)| (heap, number(&digits))).collect()
    }

    /// The places of a heap's ones above some place.
    fn kept_above(&self, heap: usize, bit: usize) -> Vec<usize> {
        (bit + 1..self.bits).filter(|place| self.heaps[heap].bit(*place)).collect()
    }

    /// How many winning moves there are, and some of them; `None` where that is too much work.
    fn all(&self, meter: &Meter) -> Option<(Int, Vec<Answer>)> {
        let all: Vec<usize> = (0..self.heaps.len()).collect();
        let (mut sets, mut choose) = (0usize, 1usize);
        for chosen in 0..=self.most.min(all.len()) {
            sets = sets.checked_add(choose)?;
            choose = choose.checked_mul(all.len() - chosen)? / (chosen + 1);
        }
        if !meter.allows(WORK, sets.checked_mul(sets)?.checked_mul(self.bits)? as u64) {
            return None;
        }
        // For each place and each set of heaps that are free above it: in how many ways the places from it down can be put right.
        let mut ways: Vec<BTreeMap<Vec<usize>, Int>> = Vec::with_capacity(self.bits + 1);
        let ends = |set: Vec<usize>| {
            // Nobody may pass.
            let moved = Int::from(usize::from(!set.is_empty()));
            (set, moved)
        };
        ways.push(subsets(&all, self.most).into_iter().map(ends).collect());
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
        let most = (MOST_LISTED * 16 / self.heaps.len().max(1)).clamp(8, MOST_LISTED);
        let mut answers: Vec<Answer> = Vec::new();
        // (the next place and one, the free heaps with the places of their ones so far)
        let mut open: Vec<(usize, BTreeMap<usize, Vec<usize>>)> = vec![(self.bits, BTreeMap::new())];
        while let Some((bits, digits)) = open.pop() {
            if answers.len() >= most {
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

    /// What can be done in one place with these heaps free: heaps that become free, and which of the free ones get a one.
    fn turns(&self, bit: usize, free: &[usize]) -> Vec<Turn> {
        let ones: Vec<usize> =
            (0..self.heaps.len()).filter(|heap| !free.contains(heap) && self.heaps[*heap].bit(bit)).collect();
        let mut turns = Vec::new();
        for chosen in subsets(&ones, self.most - free.len()) {
            let left = ones.len() - chosen.len();
            // Fewer than k + 1 heaps are free, so that there is at most one number of them.
            let up = match self.most.checked_add(1) {
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

/// One way to put a place right.
struct Turn {
    /// The heaps whose digit goes from 1 to 0.
    chosen: Vec<usize>,
    /// All heaps that are free then.
    after: Vec<usize>,
    /// The choices of heaps, free before, that get a one.
    raised: Vec<Vec<usize>>,
}

/// All subsets of at most so many elements.
fn subsets(elements: &[usize], most: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for element in elements {
        let with: Vec<Vec<usize>> = all
            .iter()
            .filter(|subset| subset.len() < most)
            .map(|subset| subset.iter().chain([element]).copied().collect())
            .collect();
        all.extend(with);
    }
    all
}

/// The number with ones in these places.
fn number(places: &[usize]) -> Int {
    places.iter().fold(Int::ZERO, |sum, place| {
        let power = Int::Small(2).power(&Int::from(*place)).unwrap_or(Int::ZERO);
        sum.xor(&power)
    })
}

/// A move in several heaps at once.
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
