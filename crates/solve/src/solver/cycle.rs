//! Loops: whether play from a position can go on for ever, and the shortest way round.
//!
//! In: a machine, and a table of positions. Out: for each position asked, whether a loop can be reached from it. Idea: a
//! walk in depth that comes to a position which it has not left yet has found a loop, and everything on the way there
//! reaches it. Marks are kept, so all questions together cost one walk. Wrong tool for graded games: they have no loops.

use crate::budget::{Allowance, Stop};
use crate::hashing::QuickMap;
use crate::solver::discover::{Hand, PASS_EVERY, Refusal};
use crate::table::{PIECES, Place, Table, local_of, piece_of};
use grundy_kernel::{Key, Look, Machine};
use std::collections::VecDeque;

/// What is known of the play from a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Mark {
    /// Nothing.
    #[default]
    Unseen,
    /// The walk is between this position and its options.
    Open,
    /// All play from it ends.
    Ends,
    /// A loop can be reached.
    Loops,
}

/// The marks of all positions of a table.
#[derive(Debug)]
pub(crate) struct Marks(Vec<Vec<Mark>>);

impl Default for Marks {
    fn default() -> Marks {
        Marks(vec![Vec::new(); PIECES])
    }
}

/// Set in an entry of the stack when the position is left rather than entered.
const LEAVE: u32 = 1 << 31;

/// A way round is made shorter only as long as so few positions are seen on the search for one.
const MOST_SEEN: usize = 1 << 22;

impl Marks {
    /// The mark of a place.
    pub fn at(&self, place: Place) -> Mark {
        self.0[piece_of(place)].get(local_of(place) as usize).copied().unwrap_or_default()
    }

    fn set(&mut self, place: Place, mark: Mark) {
        let marks = &mut self.0[piece_of(place)];
        let local = local_of(place) as usize;
        if local >= marks.len() {
            marks.resize(local + 1, Mark::Unseen);
        }
        marks[local] = mark;
    }

    /// Forgets all but the first of each piece.
    pub fn truncate(&mut self, lengths: &[u32]) {
        self.0.iter_mut().zip(lengths).for_each(|(marks, &len)| marks.truncate(len as usize));
    }

    /// Walks from a place through everything that has no mark yet, and marks it; `left` is called for each position from
    /// which all play ends, after all its options. Options that are not in the table are passed by.
    ///
    /// # Errors
    /// The budget ended, or the machine failed; what was not marked yet is not.
    pub fn walk<K: Key, M: Machine<K>>(
        &mut self,
        root: Place,
        table: &Table<K>,
        hand: &mut Hand<M>,
        allowance: &Allowance,
        mut left: impl FnMut(Place, &mut Hand<M>) -> Result<(), Refusal<K>>,
    ) -> Result<Option<Stop>, Refusal<K>> {
        let mut stack = vec![root];
        let mut pending = 0;
        let ended = loop {
            let Some(entry) = stack.pop() else { return Ok(None) };
            let place = entry & !LEAVE;
            if entry != place {
                self.set(place, Mark::Ends);
                if let Err(refusal) = left(place, hand) {
                    break Err(refusal);
                }
                continue;
            }
            match self.at(place) {
                Mark::Ends => continue,
                Mark::Loops | Mark::Open => {
                    self.unwind(&stack, Mark::Loops);
                    return Ok(None);
                }
                Mark::Unseen => {}
            }
            pending += 1;
            if pending % PASS_EVERY == 0 {
                let bytes = table.ledger().used() + table.len() + 4 * stack.capacity() as u64;
                if let Err(stop) = allowance.pass(0).and_then(|()| allowance.room(bytes)) {
                    break Ok(Some(stop));
                }
            }
            let open = match hand.look(table.key(place)) {
                Ok(look) => look == Look::Open,
                Err(refusal) => break Err(refusal),
            };
            self.set(place, Mark::Open);
            stack.push(place | LEAVE);
            if open {
                let first = stack.len();
                stack.extend(hand.options.parts::<K>().filter_map(|key| table.find(key)));
                // The first option is walked first.
                stack[first..].reverse();
            }
        };
        self.unwind(&stack, Mark::Unseen);
        ended
    }

    /// Marks what the walk has entered and not left.
    fn unwind(&mut self, stack: &[u32], mark: Mark) {
        for &entry in stack {
            if entry & LEAVE != 0 {
                self.set(entry & !LEAVE, mark);
            }
        }
    }
}

/// A loop that can be reached from `root`, from which one can: each key once, in the order of play. `ends` says of
/// which positions it is known that all play from them ends; a position on the way has the loop behind the first option
/// of which it is not.
pub(crate) fn shortest_loop<K: Key, M: Machine<K>>(root: K, hand: &mut Hand<M>, ends: impl Fn(K) -> bool) -> Vec<K> {
    let mut seen: QuickMap<K, ()> = QuickMap::default();
    let mut way = vec![root];
    let mut at = root;
    while seen.insert(at, ()).is_none() {
        hand.machine.look(at, &mut hand.options);
        let Some(next) = hand.options.parts::<K>().find(|&option| !ends(option)) else { return Vec::new() };
        at = next;
        way.push(at);
    }
    // The walk may have gone a long way round: the shortest way from there back to there is easier to read.
    let goal = at;
    let mut came_from: QuickMap<K, K> = QuickMap::default();
    let mut queue = VecDeque::from([goal]);
    while let Some(at) = queue.pop_front() {
        if came_from.len() > MOST_SEEN {
            break;
        }
        hand.machine.look(at, &mut hand.options);
        if hand.options.parts::<K>().any(|option| option == goal) {
            let mut cycle = vec![at];
            while let Some(&before) = cycle.last().and_then(|last| came_from.get(last)) {
                cycle.push(before);
            }
            cycle.reverse();
            return cycle;
        }
        for option in hand.options.parts::<K>() {
            if option != goal && !ends(option) && !came_from.contains_key(&option) {
                came_from.insert(option, at);
                queue.push_back(option);
            }
        }
    }
    // There is a way that is shorter or as short, but it is not worth finding.
    let first = way.iter().position(|&key| key == goal).unwrap_or(0);
    way.truncate(way.len() - 1);
    way.split_off(first)
}
