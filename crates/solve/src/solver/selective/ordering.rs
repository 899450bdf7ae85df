//! Move ordering, learned from random play and from the search itself.
//!
//! In: pairs of keys, before and after a move, and whether the move settled a position. Out: a score for any move. A
//! move is identified by what it changes, the exclusive or of the two keys, so the same stone on the same cell is the
//! same move whatever the rest of the board is (the history heuristic: Schaeffer 1983; lowered for moves that failed,
//! as in Tromp's Fhourstones; and kept a second time as an answer to the previous move). Before anything was searched,
//! random plays show which moves winners made ("all moves as first": Brügmann 1993). Wrong tool for games whose keys
//! are bare numbers: there the score is noise, which costs time and never an answer.

use grundy_kernel::{End, Expansion, Key, Machine, Options};
use grundy_value::Random;

const HISTORY_BITS: u32 = 12;
const ANSWER_BITS: u32 = 16;

/// Scores are clamped to this, so that no sum of them overflows.
const GREATEST: i32 = 1 << 24;

/// Tuning: maximum number of random plays before a search. No measurement is recorded.
const MAX_PLAYS: u32 = 256;
/// Tuning: maximum number of positions that these plays visit in total. No measurement is recorded.
const MAX_LOOKS: u32 = 1 << 12;

/// What a move changes, hashed to an index into the table of scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Change(u16);

impl Change {
    /// Returns the change from one key to the other.
    #[inline]
    pub fn between<K: Key>(before: &K, after: &K) -> Change {
        let mut hash = before.words()[0] & 1;
        for (&old, &new) in before.words().iter().zip(after.words()) {
            hash = (hash.rotate_left(23) ^ old ^ new).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        Change((hash >> (64 - HISTORY_BITS)) as u16)
    }

    /// Returns the change with this hash, if there are no keys to compare.
    pub fn of_hash(hash: u64) -> Change {
        Change((hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - HISTORY_BITS)) as u16)
    }

    /// Returns the index of this change as an answer to the last.
    #[inline]
    fn after(self, last: Change) -> usize {
        let pair = u32::from(last.0) << HISTORY_BITS | u32::from(self.0);
        (pair.wrapping_mul(0x9e37_79b1) >> (32 - ANSWER_BITS)) as usize
    }
}

/// The score of every move.
pub(crate) struct History {
    moves: Vec<i32>,
    answers: Vec<i32>,
}

impl History {
    /// Creates a history in which all moves are equal.
    pub fn new() -> History {
        History { moves: vec![0; 1 << HISTORY_BITS], answers: vec![0; 1 << ANSWER_BITS] }
    }

    /// Returns how good a move has been, in general and as an answer to the last.
    #[inline]
    pub fn standing(&self, last: Change, change: Change) -> i32 {
        self.moves[usize::from(change.0)] + self.answers[change.after(last)]
    }

    /// Records that a move settled a position after the moves `vain` failed.
    pub fn learn(&mut self, last: Change, settler: Change, vain: impl ExactSizeIterator<Item = Change>) {
        let tried = i32::try_from(vain.len()).unwrap_or(i32::MAX);
        for change in vain {
            lower(&mut self.moves[usize::from(change.0)], 1);
            lower(&mut self.answers[change.after(last)], 1);
        }
        raise(&mut self.moves[usize::from(settler.0)], tried);
        raise(&mut self.answers[settler.after(last)], tried);
    }

    /// Plays from a position at random, the same plays each time, and raises the winners' moves. Returns the average
    /// result of the player to move.
    pub fn rehearse<K: Key, M: Machine<K>>(&mut self, machine: &mut M, key: K, options: &mut Options) -> f64 {
        let (mut plays, mut looks, mut sum) = (0.0, 0, 0.0);
        let mut random = Random(0);
        let mut path: Vec<(Change, f64)> = Vec::new();
        for _ in 0..MAX_PLAYS {
            path.clear();
            // The side is 1 while the root's player is to move, else -1.
            let (mut position, mut side, mut total) = (key, 1.0, 0.0);
            loop {
                looks += 1;
                let look = machine.look(position, options);
                let end = match look {
                    Expansion::Open if looks < MAX_LOOKS => None,
                    Expansion::Ended(_, end) | Expansion::Stuck(end) => Some(end),
                    _ => return if plays > 0.0 { sum / plays } else { 0.0 },
                };
                if let Some(end) = end {
                    total += side * value(end);
                    break;
                }
                let count = options.words.len() / K::WORDS;
                if count == 0 || (!options.heads.is_empty() && options.heads.len() != count) {
                    // Some option is no part or several: the wrong game for this search, which will find that out
                    // itself.
                    return 0.0;
                }
                let index = random.index(count);
                let option = options.part::<K>(index);
                path.push((Change::between(&position, &option), side));
                let head = options.heads.get(index).copied().unwrap_or_default();
                total += side * head.gain as f64;
                side = if head.again == 0 { -side } else { side };
                position = option;
            }
            plays += 1.0;
            sum += total;
            // Compare with the average: with points, winning alone says little.
            let usual = if total.abs() > 1.0 { sum / plays } else { 0.0 };
            for &(change, side) in &path {
                let good = side * (total - usual);
                let standing = &mut self.moves[usize::from(change.0)];
                if good > 0.0 {
                    raise(standing, 1);
                } else if good < 0.0 {
                    lower(standing, 1);
                }
            }
        }
        sum / plays
    }
}

fn raise(standing: &mut i32, by: i32) {
    *standing = standing.saturating_add(by).min(GREATEST);
}

fn lower(standing: &mut i32, by: i32) {
    *standing = standing.saturating_sub(by).max(-GREATEST);
}

fn value(end: End) -> f64 {
    match end {
        End::Win => 1.0,
        End::Draw => 0.0,
        End::Lose => -1.0,
        End::Score(score) => score as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::connect_board::Connect;

    #[test]
    fn the_same_stone_is_the_same_move_on_any_board() {
        let (empty, other) = ([0u64, 0], [0b1010_0000u64, 0b11]);
        let put = |key: [u64; 2]| [(key[0] | 1 << 9) ^ 1, key[1]];
        assert_eq!(Change::between(&empty, &put(empty)), Change::between(&other, &put(other)));
    }

    #[test]
    fn random_play_finds_the_middle() {
        let (mut history, mut board) = (History::new(), Connect::new(6, 7, 4));
        let mean = history.rehearse(&mut board, [0, 0], &mut Options::default());
        assert!(mean > -0.5 && mean < 0.5, "{mean}");
        let standing = |column: u32| {
            let change = Change::between(&[0, 0], &[1 << (35 + column + 1) ^ 1, 0]);
            history.standing(Change::default(), change)
        };
        assert!(standing(3) > standing(0) && standing(3) > standing(6));
    }

    #[test]
    fn what_settles_rises_above_what_was_tried_in_vain() {
        let mut history = History::new();
        let (last, good, bad) = (Change(1), Change(2), Change(3));
        history.learn(last, good, [bad].into_iter());
        assert!(history.standing(last, good) > history.standing(Change(5), good));
        assert!(history.standing(Change(5), good) > history.standing(Change(5), bad));
    }
}
