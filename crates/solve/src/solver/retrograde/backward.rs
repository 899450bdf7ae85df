//! Solves the positions of a game that may loop, backwards from the ends.
//!
//! In: a table whose first positions are settled, and how many moves lead to each of the others. Out: the ranks of the
//! others. Idea: count each position's unsettled options down to zero (Thompson 1986), the quickest ends first; what is
//! never settled is a draw, or goes to the side that infinite play is given to. The reversed moves are one list of
//! numbers, filled by listing the options once more. All threads propagate a level together: a win is written by the
//! first that reaches it, and all write the same. Wrong tool where the moves do not fit into memory.

use crate::budget::Stop;
use crate::solver::network::INFINITE;
use crate::solver::retrograde::discover::{Baskets, Found, Hand, PASS_EVERY, Refusal, all_at_once, share};
use crate::solver::retrograde::rank::{self, MAX_IN_BYTE, Ranks, Verdict};
use crate::table::{ABSENT, GROUP, PIECES, Place, Table, index, local_of, piece_of};
use crate::work::Work;
use grundy_kernel::{Expansion, Key, Machine};
use grundy_rules::Side;
use grundy_rules::game::Loops;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, Ordering::Relaxed};

/// In a list of parents: the same player moves again. In a list of settled positions: the position is won.
const FLAG: u32 = 1 << 31;

/// In place of a number of options: the position is settled.
const SETTLED: u16 = u16::MAX;

/// In place of a number of options: the position was not visited.
const UNEXAMINED: u16 = u16::MAX - 1;

/// Number of positions listed before their options are sorted in.
const BLOCK: usize = 1 << 16;

/// Levels of fewer positions are propagated by one thread.
const NARROW_LEVEL: usize = 1 << 11;

/// Bytes per position besides the moves: the end of its list, options left, its rank, two entries in a list.
const BYTES_EACH: u64 = 4 + 2 + 1 + 8;

/// Settles all new positions; `ranks` has room for them.
///
/// # Errors
/// Fails if the game is unsuitable for this method.
pub(crate) fn settle<K: Key, M: Machine<K>>(
    table: &Table<K>,
    sealed: &[u32],
    found: &mut Found,
    machine: &M,
    loops: Loops,
    ranks: &mut Ranks,
    work: &Work,
) -> Result<Option<Stop>, Refusal<K>> {
    let moves_into = std::mem::take(&mut found.moves_into);
    let edges: u64 = moves_into.iter().flatten().map(|&count| u64::from(count)).sum();
    let news = table.len() - sealed.iter().map(|&len| u64::from(len)).sum::<u64>();
    if edges >= u64::from(u32::MAX) {
        return Ok(Some(work.memory_limit()));
    }
    if let Err(stop) = work.room(table.ledger().used() + news * BYTES_EACH + edges * 4) {
        return Ok(Some(stop));
    }
    let mut backward = Backward::new(table, sealed, moves_into, edges as usize, ranks);
    for &index in &found.unexamined {
        backward.left[backward.number(index)].store(UNEXAMINED, Relaxed);
    }
    let mut hands = Hand::several(machine, work.threads());
    // After a stop the work is not queried again: what was found is still settled.
    let mut is_called_off = || if found.stop.is_some() { None } else { work.pass(0).err() };
    if let Some(stop) = backward.list_parents(&mut hands, &mut is_called_off)? {
        return Ok(Some(stop));
    }
    // What was settled before a stop is valid; the rest is unknown.
    let stopped = backward.tell(work.threads(), &mut is_called_off);
    if found.stop.is_none() && stopped.is_none() {
        match loops {
            Loops::Draw | Loops::None => backward.draw_the_rest(),
            Loops::Wins(side) => backward.endless(side, &mut hands[0])?,
        }
    }
    let Backward { values, bases, longest, .. } = backward;
    found.longest = longest;
    values.write(&bases, sealed, ranks);
    Ok(stopped)
}

/// The ranks of the new positions while threads work on them.
enum Worths {
    Bytes(Vec<AtomicU8>),
    Words(Vec<AtomicU32>),
}

impl Worths {
    fn at(&self, number: usize) -> u32 {
        match self {
            Worths::Bytes(bytes) => rank::from_byte(bytes[number].load(Relaxed)),
            Worths::Words(words) => words[number].load(Relaxed),
        }
    }

    #[inline]
    fn set(&self, number: usize, rank: u32) {
        match self {
            Worths::Bytes(bytes) => bytes[number].store(rank::to_byte(rank), Relaxed),
            Worths::Words(words) => words[number].store(rank, Relaxed),
        }
    }

    fn widen(&mut self) {
        if let Worths::Bytes(bytes) = self {
            let word = |byte: AtomicU8| AtomicU32::new(rank::from_byte(byte.into_inner()));
            *self = Worths::Words(std::mem::take(bytes).into_iter().map(word).collect());
        }
    }

    /// Writes all ranks to the table.
    fn write(self, bases: &[u32], sealed: &[u32], ranks: &mut Ranks) {
        if let (Worths::Words(_), Ranks::Bytes(_)) = (&self, &ranks) {
            ranks.widen();
        }
        for (piece, base) in bases.windows(2).enumerate() {
            let numbers = base[0] as usize..base[1] as usize;
            let first = sealed[piece] as usize;
            match (&self, &mut *ranks) {
                (Worths::Bytes(from), Ranks::Bytes(to)) => {
                    let to = &mut to[piece][first..];
                    from[numbers].iter().zip(to).for_each(|(from, to)| *to = from.load(Relaxed));
                }
                (_, Ranks::Words(to)) => {
                    let to = &mut to[piece][first..];
                    numbers.zip(to).for_each(|(from, to)| *to = self.at(from));
                }
                (Worths::Words(_), Ranks::Bytes(_)) => unreachable!("the ranks were widened above"),
            }
        }
    }
}

/// A move to a sealed position that is won or lost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct News {
    /// Number of moves to the end.
    moves: u32,
    /// The position that has the move, with [`FLAG`] if it wins.
    of: u32,
}

impl News {
    /// Returns the news of a move of that parent to a position of that rank. A win by infinite play is settled later.
    fn of(parent: u32, rank: u32) -> Option<News> {
        let (moves, won) = match rank::verdict(rank) {
            Verdict::Win(moves) => (moves, true),
            Verdict::Lose(moves) => (moves, false),
            _ => return None,
        };
        let wins = won == (parent & FLAG != 0);
        (moves != INFINITE).then_some(News { moves, of: parent & !FLAG | if wins { FLAG } else { 0 } })
    }
}

struct Backward<'a, K> {
    table: &'a Table<K>,
    sealed: &'a [u32],
    ranks: &'a Ranks,
    /// First number of each piece (new positions are numbered piece by piece), then the end of all.
    bases: Vec<u32>,
    /// For each position: the end of its list of parents.
    ends: Vec<u32>,
    parents: Vec<u32>,
    /// Start of the lists of each piece, then the end of all.
    stretches: Vec<u32>,
    /// For each position: the number of unsettled options.
    left: Vec<AtomicU16>,
    values: Worths,
    /// The positions where play is over.
    over: Vec<u32>,
    news: Vec<News>,
    /// Greatest remoteness found.
    longest: u32,
}

impl<'a, K: Key> Backward<'a, K> {
    fn new(
        table: &'a Table<K>,
        sealed: &'a [u32],
        moves_into: Vec<Vec<u32>>,
        edges: usize,
        ranks: &'a Ranks,
    ) -> Backward<'a, K> {
        let mut bases = vec![0];
        let mut size = 0;
        for (len, sealed) in table.lengths().into_iter().zip(sealed) {
            size += len - sealed;
            bases.push(size);
        }
        let mut ends = Vec::with_capacity(size as usize);
        let mut start = 0;
        let mut stretches = vec![0];
        for (at, counts) in moves_into.into_iter().enumerate() {
            for count in counts {
                ends.push(start);
                start += count;
            }
            ends.resize(bases[at + 1] as usize, start);
            stretches.push(start);
        }
        let left = (0..size).map(|_| AtomicU16::new(0)).collect();
        let unknown = rank::to_byte(rank::UNKNOWN);
        let values = Worths::Bytes((0..size).map(|_| AtomicU8::new(unknown)).collect());
        let parents = vec![0; edges];
        let (over, news) = (Vec::new(), Vec::new());
        Backward { table, sealed, ranks, bases, ends, parents, stretches, left, values, over, news, longest: 0 }
    }

    /// Returns the number of a new position.
    fn number(&self, index: Place) -> usize {
        let piece = piece_of(index);
        (self.bases[piece] + local_of(index) - self.sealed[piece]) as usize
    }

    /// Lists the reversed moves.
    fn list_parents<M: Machine<K>>(
        &mut self,
        hands: &mut [Hand<M>],
        is_called_off: &mut impl FnMut() -> Option<Stop>,
    ) -> Result<Option<Stop>, Refusal<K>> {
        let mut baskets = Baskets::several(hands.len());
        let size = self.ends.len();
        for start in (0..size).step_by(BLOCK) {
            if let Some(stop) = is_called_off() {
                return Ok(Some(stop));
            }
            self.fill_baskets(start..(start + BLOCK).min(size), hands, &mut baskets)?;
            self.empty_baskets(&baskets);
        }
        self.news.sort_unstable();
        Ok(None)
    }

    /// Lists the options of a block of positions.
    fn fill_baskets<M: Machine<K>>(
        &mut self,
        block: Range<usize>,
        hands: &mut [Hand<M>],
        baskets: &mut [Baskets<K>],
    ) -> Result<(), Refusal<K>> {
        let count = hands.len();
        let refusals = Mutex::new(vec![None; count]);
        let over = Mutex::new(Vec::new());
        let this = &*self;
        all_at_once(hands.iter_mut().zip(baskets), |worker, (hand, baskets)| {
            baskets.clear();
            let mine = share(block.len(), count, worker);
            match this.list_options(block.start + mine.start..block.start + mine.end, hand, baskets) {
                Ok(mut mine) => {
                    if let Ok(mut over) = over.lock() {
                        over.append(&mut mine);
                    }
                }
                Err(refusal) => {
                    if let Ok(mut refusals) = refusals.lock() {
                        refusals[worker] = Some(refusal);
                    }
                }
            }
        });
        let first = refusals.into_inner().ok().and_then(|refusals| refusals.into_iter().flatten().next());
        self.over.append(&mut over.into_inner().unwrap_or_default());
        first.map_or(Ok(()), Err)
    }

    /// Lists the options of some positions into baskets; returns those that are decided because play is over.
    fn list_options<M: Machine<K>>(
        &self,
        numbers: Range<usize>,
        hand: &mut Hand<M>,
        baskets: &mut Baskets<K>,
    ) -> Result<Vec<u32>, Refusal<K>> {
        let division = self.table.division();
        let mut over = Vec::new();
        let mut piece = self.bases.partition_point(|&base| base as usize <= numbers.start) - 1;
        for number in numbers {
            while self.bases[piece + 1] as usize <= number {
                piece += 1;
            }
            if self.left[number].load(Relaxed) == UNEXAMINED {
                continue;
            }
            let local = self.sealed[piece] as usize + number - self.bases[piece] as usize;
            match hand.look(self.table.pieces()[piece].keys()[local])? {
                Expansion::Ended(_, end) | Expansion::Stuck(end) => {
                    let rank = rank::of_end(end).ok_or(Refusal::Scores)?;
                    self.values.set(number, rank);
                    self.left[number].store(SETTLED, Relaxed);
                    match rank::verdict(rank) {
                        Verdict::Win(_) => over.push(number as u32 | FLAG),
                        Verdict::Lose(_) => over.push(number as u32),
                        _ => {}
                    }
                }
                Expansion::Open | Expansion::Unsupported => {
                    let mut options = 0usize;
                    for (key, head) in hand.each_option::<K>() {
                        let piece = division.piece(key);
                        baskets.keys[piece].push(key);
                        baskets.notes[piece].push(number as u32 | if head.again != 0 { FLAG } else { 0 });
                        options += 1;
                    }
                    if options >= usize::from(UNEXAMINED) {
                        return Err(Refusal::Wide);
                    }
                    self.left[number].store(options as u16, Relaxed);
                }
            }
        }
        Ok(over)
    }

    /// Sorts the options in the baskets into the lists of parents.
    fn empty_baskets(&mut self, baskets: &[Baskets<K>]) {
        let (table, sealed, ranks) = (self.table, self.sealed, self.ranks);
        let mut ends = &mut self.ends[..];
        let mut parents = &mut self.parents[..];
        let mut jobs = Vec::new();
        // The lists of one piece are adjacent, so each piece has a range of its own to fill. While they fill, the end
        // of a list is the index of its next entry.
        for at in 0..PIECES {
            let (mine, rest) = ends.split_at_mut((self.bases[at + 1] - self.bases[at]) as usize);
            let (list, others) = parents.split_at_mut((self.stretches[at + 1] - self.stretches[at]) as usize);
            jobs.push((at, mine, list, self.stretches[at]));
            (ends, parents) = (rest, others);
        }
        let queue = Mutex::new(jobs.into_iter());
        let all_news = Mutex::new(&mut self.news);
        all_at_once(0..baskets.len(), |_, _| {
            let mut news = Vec::new();
            while let Some((at, ends, list, start)) = queue.lock().ok().and_then(|mut queue| queue.next()) {
                let piece = &table.pieces()[at];
                for basket in baskets {
                    let groups = basket.keys[at].chunks(GROUP).zip(basket.notes[at].chunks(GROUP));
                    for (keys, notes) in groups {
                        for (&local, &of) in piece.find_group(keys).iter().zip(notes) {
                            if local == ABSENT {
                                continue;
                            }
                            if let Some(new) = local.checked_sub(sealed[at]) {
                                let end = &mut ends[new as usize];
                                list[(*end - start) as usize] = of;
                                *end += 1;
                            } else {
                                news.extend(News::of(of, ranks.at(index(at, local))));
                            }
                        }
                    }
                }
            }
            if let Ok(mut all_news) = all_news.lock() {
                all_news.append(&mut news);
            }
        });
    }

    /// Propagates settled positions to their parents, level by level, until nothing changes.
    fn tell(&mut self, threads: usize, is_called_off: &mut impl FnMut() -> Option<Stop>) -> Option<Stop> {
        let mut level = std::mem::take(&mut self.over);
        let mut news = std::mem::take(&mut self.news).into_iter().peekable();
        let mut moves = 0;
        let mut pending = 0;
        while !level.is_empty() || news.peek().is_some() {
            if level.is_empty() {
                moves = news.peek().map_or(moves, |news| news.moves);
            }
            pending += level.len() as u64 + 1;
            if pending >= PASS_EVERY {
                pending = 0;
                if let Some(stop) = is_called_off() {
                    return Some(stop);
                }
            }
            if moves > MAX_IN_BYTE {
                self.values.widen();
            }
            self.longest = moves;
            let mut next = Vec::new();
            while let Some(news) = news.next_if(|news| news.moves == moves) {
                if self.hear_alone(news.of & !FLAG, news.of & FLAG != 0) {
                    next.push(news.of);
                }
            }
            if threads == 1 || level.len() < NARROW_LEVEL {
                self.tell_level(&level, moves, &mut next, Backward::hear_alone);
            } else {
                let this = &*self;
                let mut heard = vec![Vec::new(); threads];
                all_at_once(heard.iter_mut(), |worker, next| {
                    let mine = &level[share(level.len(), threads, worker)];
                    this.tell_level(mine, moves, next, Backward::hear_together);
                });
                heard.iter_mut().for_each(|heard| next.append(heard));
            }
            level = next;
            moves += 1;
        }
        None
    }

    /// Propagates positions that are settled after `moves` moves to their parents. `hear` returns whether that settles
    /// the parent.
    #[inline]
    fn tell_level(&self, level: &[u32], moves: u32, next: &mut Vec<u32>, hear: impl Fn(&Self, u32, bool) -> bool) {
        let mut len = next.len();
        for entries in level.chunks(GROUP) {
            // All lists of parents are located before the first is used, so that memory accesses overlap.
            let mut lists = [&[][..]; GROUP];
            for (list, entry) in lists.iter_mut().zip(entries) {
                *list = self.parents_of((entry & !FLAG) as usize);
            }
            std::hint::black_box(lists.iter().fold(0, |all, list| all ^ list.first().copied().unwrap_or(0)));
            for (&entry, parents) in entries.iter().zip(lists) {
                let (number, won) = ((entry & !FLAG) as usize, entry & FLAG != 0);
                self.values.set(number, if won { rank::win(moves) } else { rank::lose(moves) });
                if next.len() < len + parents.len() {
                    next.resize((len + parents.len()) * 2, 0);
                }
                for &parent in parents {
                    // A lost position is won by the player who moves there; after `again` that player is still to move.
                    let (parent, wins) = (parent & !FLAG, won == (parent & FLAG != 0));
                    // Which parents are settled is unpredictable, so all are written, and unsettled ones are
                    // overwritten by the next.
                    next[len] = parent | if wins { FLAG } else { 0 };
                    len += usize::from(hear(self, parent, wins));
                }
            }
        }
        next.truncate(len);
    }

    fn parents_of(&self, number: usize) -> &[u32] {
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.parents[start as usize..self.ends[number] as usize]
    }

    /// Notes that a move of a position wins or loses, with no other thread at work.
    #[inline]
    fn hear_alone(&self, number: u32, wins: bool) -> bool {
        let left = &self.left[number as usize];
        let options = left.load(Relaxed);
        let settles = options != SETTLED && (wins || options == 1);
        let after = if settles || options == SETTLED { SETTLED } else { options.wrapping_sub(1) };
        left.store(after, Relaxed);
        settles
    }

    /// Like [`Self::hear_alone`], but for several threads. A won position is never counted down to zero, since its
    /// winning move does not count down; so the order of threads does not matter.
    #[inline]
    fn hear_together(&self, number: u32, wins: bool) -> bool {
        let left = &self.left[number as usize];
        if left.load(Relaxed) == SETTLED {
            return false;
        }
        let after = |options: u16| match options {
            SETTLED => None,
            _ if wins || options == 1 => Some(SETTLED),
            _ => Some(options - 1),
        };
        left.fetch_update(Relaxed, Relaxed, after).is_ok_and(|options| wins || options == 1)
    }

    /// Marks everything that was not settled as a draw.
    fn draw_the_rest(&self) {
        for number in 0..self.left.len() {
            if self.left[number].load(Relaxed) != SETTLED {
                self.values.set(number, rank::DRAW);
            }
        }
    }

    /// Settles infinite play as a win for one side, the *patient* one: it wins unless its opponent can force an end
    /// that is not a loss; if the opponent cannot force a win but can force an end, it is a draw. Those are the
    /// positions from which the opponent can force a final draw or a position already won.
    fn endless<M: Machine<K>>(&self, patient: Side, hand: &mut Hand<M>) -> Result<(), Refusal<K>> {
        let is_patient = |key: K| key.words()[0] & 1 == patient.index() as u64;
        let mut drawn = Vec::new();
        let mut newly_drawn = Vec::new();
        self.each_new(|number, key| {
            match self.values.at(number as usize) {
                rank::DRAW => drawn.push(number),
                rank::UNKNOWN => {
                    hand.look(key)?;
                    // The number of options not known to be safe for the opponent, and whether one is an earlier draw.
                    let (mut unsafe_options, mut has_draw) = (0, false);
                    for (option, _) in hand.each_option::<K>() {
                        let Some(index) = self.table.find(option) else { continue };
                        let is_old = self.is_sealed(index);
                        let rank = if is_old { self.ranks.at(index) } else { self.values.at(self.number(index)) };
                        let is_drawn = is_old && rank == rank::DRAW;
                        let is_lost_by_patient = match rank::verdict(rank) {
                            Verdict::Win(_) => !is_patient(option),
                            Verdict::Lose(_) => is_patient(option),
                            _ => false,
                        };
                        has_draw |= is_drawn;
                        unsafe_options += u16::from(!is_drawn && !is_lost_by_patient);
                    }
                    self.left[number as usize].store(unsafe_options, Relaxed);
                    if if is_patient(key) { unsafe_options == 0 } else { has_draw } {
                        newly_drawn.push(number);
                    }
                }
                _ => {}
            }
            Ok(())
        })?;
        newly_drawn.iter().for_each(|&number| self.values.set(number as usize, rank::DRAW));
        drawn.append(&mut newly_drawn);
        while let Some(number) = drawn.pop() {
            for &parent in self.parents_of(number as usize) {
                let parent = parent & !FLAG;
                if self.values.at(parent as usize) != rank::UNKNOWN {
                    continue;
                }
                if is_patient(self.key(parent)) {
                    let left = self.left[parent as usize].load(Relaxed) - 1;
                    self.left[parent as usize].store(left, Relaxed);
                    if left > 0 {
                        continue;
                    }
                }
                self.values.set(parent as usize, rank::DRAW);
                drawn.push(parent);
            }
        }
        self.each_new(|number, key| {
            if self.values.at(number as usize) == rank::UNKNOWN {
                let rank = if is_patient(key) { rank::WIN_INFINITE } else { rank::LOSE_INFINITE };
                self.values.set(number as usize, rank);
            }
            Ok(())
        })
    }

    /// Calls `call` for every new position with its number and its key.
    fn each_new(&self, mut call: impl FnMut(u32, K) -> Result<(), Refusal<K>>) -> Result<(), Refusal<K>> {
        for (at, piece) in self.table.pieces().iter().enumerate() {
            for (number, &key) in (self.bases[at]..).zip(&piece.keys()[self.sealed[at] as usize..]) {
                call(number, key)?;
            }
        }
        Ok(())
    }

    /// Returns the key of a number.
    fn key(&self, number: u32) -> K {
        let piece = self.bases.partition_point(|&base| base <= number) - 1;
        self.table.pieces()[piece].keys()[(self.sealed[piece] + number - self.bases[piece]) as usize]
    }

    fn is_sealed(&self, index: Place) -> bool {
        local_of(index) < self.sealed[piece_of(index)]
    }
}
