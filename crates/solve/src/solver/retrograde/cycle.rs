//! Loops: whether play from a position can go on forever, and a shortest loop.
//!
//! In: a machine, and a table of positions. Out: for each queried position, whether a loop can be reached from it.
//! Idea: a depth-first walk that meets a position it has not left yet has found a loop, and everything on the stack
//! reaches it. Marks are kept, so all queries together cost one walk. Wrong tool for graded games: they have no loops.

use crate::budget::Stop;
use crate::hashing::QuickMap;
use crate::solver::retrograde::discover::{Hand, PASS_EVERY, Refusal};
use crate::table::{PIECES, Place, Table, local_of, piece_of};
use crate::work::Work;
use grundy_kernel::{Expansion, Key, Machine};
use std::collections::VecDeque;

/// What is known of the play from a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Mark {
    /// Not known.
    #[default]
    Unseen,
    /// The position is on the stack of the walk.
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

/// Flag of a stack entry: the position is left rather than entered.
const LEAVE: u32 = 1 << 31;

/// Tuning: a loop is shortened only while at most this many positions are seen in the search for a shorter one. The
/// loop that is shown is then longer. No measurement is recorded.
const MAX_SEEN: usize = 1 << 22;

impl Marks {
    /// Returns the mark of an index.
    pub fn at(&self, index: Place) -> Mark {
        self.0[piece_of(index)].get(local_of(index) as usize).copied().unwrap_or_default()
    }

    fn set(&mut self, index: Place, mark: Mark) {
        let marks = &mut self.0[piece_of(index)];
        let local = local_of(index) as usize;
        if local >= marks.len() {
            marks.resize(local + 1, Mark::Unseen);
        }
        marks[local] = mark;
    }

    /// Drops all but the first `lengths` marks of each piece.
    pub fn truncate(&mut self, lengths: &[u32]) {
        self.0.iter_mut().zip(lengths).for_each(|(marks, &len)| marks.truncate(len as usize));
    }

    /// Walks from an index through everything that has no mark yet, and marks it; `left` is called for each position
    /// from which all play ends, after all its options. Options that are not in the table are skipped.
    ///
    /// # Errors
    /// Fails if the budget ended or the machine failed; marks made before that are kept.
    pub fn walk<K: Key, M: Machine<K>>(
        &mut self,
        root: Place,
        table: &Table<K>,
        hand: &mut Hand<M>,
        work: &Work,
        mut left: impl FnMut(Place, &mut Hand<M>) -> Result<(), Refusal<K>>,
    ) -> Result<Option<Stop>, Refusal<K>> {
        let mut stack = vec![root];
        let mut pending = 0;
        let ended = loop {
            let Some(entry) = stack.pop() else { return Ok(None) };
            let index = entry & !LEAVE;
            if entry != index {
                self.set(index, Mark::Ends);
                if let Err(refusal) = left(index, hand) {
                    break Err(refusal);
                }
                continue;
            }
            match self.at(index) {
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
                if let Err(stop) = work.pass(0).and_then(|()| work.room(bytes)) {
                    break Ok(Some(stop));
                }
            }
            let open = match hand.look(table.key(index)) {
                Ok(look) => look == Expansion::Open,
                Err(refusal) => break Err(refusal),
            };
            self.set(index, Mark::Open);
            stack.push(index | LEAVE);
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

/// Returns a loop that can be reached from `root`, which must be loopy: each key once, in the order of play. `ends`
/// returns true for positions known to end; the walk takes the first option for which it does not.
pub(crate) fn shortest_loop<K: Key, M: Machine<K>>(root: K, hand: &mut Hand<M>, ends: impl Fn(K) -> bool) -> Vec<K> {
    let mut seen: QuickMap<K, ()> = QuickMap::default();
    let mut path = vec![root];
    let mut at = root;
    while seen.insert(at, ()).is_none() {
        hand.machine.look(at, &mut hand.options);
        let Some(next) = hand.options.parts::<K>().find(|&option| !ends(option)) else { return Vec::new() };
        at = next;
        path.push(at);
    }
    // The walk may have taken a detour: the shortest path from the position back to itself is easier to read.
    let goal = at;
    let mut came_from: QuickMap<K, K> = QuickMap::default();
    let mut queue = VecDeque::from([goal]);
    while let Some(at) = queue.pop_front() {
        if came_from.len() > MAX_SEEN {
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
    // There may be a shorter loop, but finding it costs too much.
    let first = path.iter().position(|&key| key == goal).unwrap_or(0);
    path.truncate(path.len() - 1);
    path.split_off(first)
}
