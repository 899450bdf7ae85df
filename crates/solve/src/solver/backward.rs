//! The positions of a game that may loop, settled backwards from the ends.
//!
//! In: a table whose first positions are settled, and how many moves lead to each of the others. Out: the ranks of the
//! others. Idea: count each position's unsettled options down to zero (Thompson 1986), the quickest ends first; what is
//! never settled is a draw, or goes to the side that infinite play is given to. The moves backwards are one list of
//! numbers, filled by listing the options once more. A level is told by all threads at once: a win is written by whoever
//! comes first, and all write the same. Wrong tool where the moves do not fit into memory.

use crate::budget::{Allowance, Stop};
use crate::solver::discover::{Baskets, Found, Hand, PASS_EVERY, Refusal, all_at_once, share};
use crate::solver::rank::{self, MOST_IN_BYTE, Ranks, Verdict};
use crate::solver::reference::worth::ENDLESS;
use crate::table::{ABSENT, GROUP, PIECES, Place, Table, local_of, piece_of, place};
use grundy_kernel::{Key, Look, Machine};
use grundy_rules::Side;
use grundy_rules::game::Loops;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, Ordering::Relaxed};

/// In a list of parents: the same player moves again. In a list of settled positions: it is won.
const FLAG: u32 = 1 << 31;

/// Instead of a number of options: the position is settled.
const SETTLED: u16 = u16::MAX;

/// Instead of a number of options: nobody has looked there.
const UNEXAMINED: u16 = u16::MAX - 1;

/// How many positions are listed before their options are sorted in.
const BLOCK: usize = 1 << 16;

/// Levels of fewer positions are told by one thread.
const NARROW_LEVEL: usize = 1 << 11;

/// What a position costs here besides the moves: the end of its list, options left, its rank, twice a place in a list.
const BYTES_EACH: u64 = 4 + 2 + 1 + 8;

/// Settles all new positions; `ranks` has room for them.
///
/// # Errors
/// The game is not for this way of solving.
pub(crate) fn settle<K: Key, M: Machine<K>>(
    table: &Table<K>,
    sealed: &[u32],
    found: &mut Found,
    machine: &M,
    loops: Loops,
    ranks: &mut Ranks,
    allowance: &Allowance,
) -> Result<Option<Stop>, Refusal<K>> {
    let moves_into = std::mem::take(&mut found.moves_into);
    let edges: u64 = moves_into.iter().flatten().map(|&count| u64::from(count)).sum();
    let news = table.len() - sealed.iter().map(|&len| u64::from(len)).sum::<u64>();
    if edges >= u64::from(u32::MAX) {
        return Ok(Some(allowance.memory_limit()));
    }
    if let Err(stop) = allowance.room(table.ledger().used() + news * BYTES_EACH + edges * 4) {
        return Ok(Some(stop));
    }
    let mut backward = Backward::new(table, sealed, moves_into, edges as usize, ranks);
    for &place in &found.unexamined {
        backward.left[backward.number(place)].store(UNEXAMINED, Relaxed);
    }
    let mut hands = Hand::several(machine, allowance.threads());
    // After a stop there is no more to be asked: what has been found is still settled.
    let mut is_called_off = || if found.stop.is_some() { None } else { allowance.pass(0).err() };
    if let Some(stop) = backward.list_parents(&mut hands, &mut is_called_off)? {
        return Ok(Some(stop));
    }
    // What was settled before a stop is settled; of the rest nothing is known.
    let stopped = backward.tell(allowance.threads(), &mut is_called_off);
    if found.stop.is_none() && stopped.is_none() {
        match loops {
            Loops::Draw | Loops::None => backward.draw_the_rest(),
            Loops::Wins(side) => backward.endless(side, &mut hands[0])?,
        }
    }
    let Backward { worths, bases, longest, .. } = backward;
    found.longest = longest;
    worths.write(&bases, sealed, ranks);
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

    /// Writes all to the ranks of the table.
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
    /// After how many moves.
    moves: u32,
    /// Whose move, with [`FLAG`] if it wins.
    of: u32,
}

impl News {
    /// The move of that parent to a position of that rank. An endless win is settled later.
    fn of(parent: u32, rank: u32) -> Option<News> {
        let (moves, won) = match rank::verdict(rank) {
            Verdict::Win(moves) => (moves, true),
            Verdict::Lose(moves) => (moves, false),
            _ => return None,
        };
        let wins = won == (parent & FLAG != 0);
        (moves != ENDLESS).then_some(News { moves, of: parent & !FLAG | if wins { FLAG } else { 0 } })
    }
}

struct Backward<'a, K> {
    table: &'a Table<K>,
    sealed: &'a [u32],
    ranks: &'a Ranks,
    /// New positions are numbered piece by piece; of each piece the first number, and one number past all.
    bases: Vec<u32>,
    /// Of each position: where its list of parents ends.
    ends: Vec<u32>,
    parents: Vec<u32>,
    /// Where the lists of each piece begin, and one place past all.
    stretches: Vec<u32>,
    /// Of each position: how many options are not settled.
    left: Vec<AtomicU16>,
    worths: Worths,
    /// Those where play is over.
    over: Vec<u32>,
    news: Vec<News>,
    /// The greatest remoteness found.
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
        let worths = Worths::Bytes((0..size).map(|_| AtomicU8::new(unknown)).collect());
        let parents = vec![0; edges];
        let (over, news) = (Vec::new(), Vec::new());
        Backward { table, sealed, ranks, bases, ends, parents, stretches, left, worths, over, news, longest: 0 }
    }

    /// The number of a new place.
    fn number(&self, place: Place) -> usize {
        let piece = piece_of(place);
        (self.bases[piece] + local_of(place) - self.sealed[piece]) as usize
    }

    /// Lists the moves backwards.
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

    /// Lists the options of some positions into baskets; answers with those that are decided because play is over.
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
                Look::Ended(_, end) | Look::Stuck(end) => {
                    let rank = rank::of_end(end).ok_or(Refusal::Scores)?;
                    self.worths.set(number, rank);
                    self.left[number].store(SETTLED, Relaxed);
                    match rank::verdict(rank) {
                        Verdict::Win(_) => over.push(number as u32 | FLAG),
                        Verdict::Lose(_) => over.push(number as u32),
                        _ => {}
                    }
                }
                Look::Open | Look::Trouble => {
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
        // The lists of one piece follow each other, so each piece has a stretch of its own to fill. While they fill, what
        // will be the end of a list is the place of its next entry.
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
                                news.extend(News::of(of, ranks.at(place(at, local))));
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

    /// Tells parents of settled positions, level by level, until nothing is settled any more.
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
            if moves > MOST_IN_BYTE {
                self.worths.widen();
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

    /// Tells the parents of these positions, which are settled after so many moves. `hear` says whether that settles the
    /// parent.
    #[inline]
    fn tell_level(&self, level: &[u32], moves: u32, next: &mut Vec<u32>, hear: impl Fn(&Self, u32, bool) -> bool) {
        let mut len = next.len();
        for entries in level.chunks(GROUP) {
            // All lists of parents are asked before the first is used, so that the memory works on them together.
            let mut lists = [&[][..]; GROUP];
            for (list, entry) in lists.iter_mut().zip(entries) {
                *list = self.parents_of((entry & !FLAG) as usize);
            }
            std::hint::black_box(lists.iter().fold(0, |all, list| all ^ list.first().copied().unwrap_or(0)));
            for (&entry, parents) in entries.iter().zip(lists) {
                let (number, won) = ((entry & !FLAG) as usize, entry & FLAG != 0);
                self.worths.set(number, if won { rank::win(moves) } else { rank::lose(moves) });
                if next.len() < len + parents.len() {
                    next.resize((len + parents.len()) * 2, 0);
                }
                for &parent in parents {
                    // A lost position is won by who moves there; after `again` he is still the one to move.
                    let (parent, wins) = (parent & !FLAG, won == (parent & FLAG != 0));
                    // Nobody can foretell which parents are settled, so all are written, and the next over those that are not.
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

    /// A position hears that one of its moves wins or loses, and no other thread speaks to it.
    #[inline]
    fn hear_alone(&self, number: u32, wins: bool) -> bool {
        let left = &self.left[number as usize];
        let options = left.load(Relaxed);
        let settles = options != SETTLED && (wins || options == 1);
        let after = if settles || options == SETTLED { SETTLED } else { options.wrapping_sub(1) };
        left.store(after, Relaxed);
        settles
    }

    /// The same while other threads may speak to it too. One that wins is never counted down to nothing, since its
    /// winning move does not count down; so who is first does not matter.
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

    /// Infinite play is a draw: so is everything that was not settled.
    fn draw_the_rest(&self) {
        for number in 0..self.left.len() {
            if self.left[number].load(Relaxed) != SETTLED {
                self.worths.set(number, rank::DRAW);
            }
        }
    }

    /// Infinite play is a win for one side, the *patient* one: it wins unless its opponent can force an end that is not a
    /// loss; where he cannot force a win but can force an end, it is a draw. Those are the positions from which he can
    /// force a final draw or a position that he has won.
    fn endless<M: Machine<K>>(&self, patient: Side, hand: &mut Hand<M>) -> Result<(), Refusal<K>> {
        let is_patient = |key: K| key.words()[0] & 1 == patient.index() as u64;
        let mut drawn = Vec::new();
        let mut newly_drawn = Vec::new();
        self.each_new(|number, key| {
            match self.worths.at(number as usize) {
                rank::DRAW => drawn.push(number),
                rank::UNKNOWN => {
                    hand.look(key)?;
                    // How many options are not known to be safe for the opponent, and whether one is a draw from before.
                    let (mut unsafe_options, mut has_draw) = (0, false);
                    for (option, _) in hand.each_option::<K>() {
                        let Some(place) = self.table.find(option) else { continue };
                        let is_old = self.is_sealed(place);
                        let rank = if is_old { self.ranks.at(place) } else { self.worths.at(self.number(place)) };
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
        newly_drawn.iter().for_each(|&number| self.worths.set(number as usize, rank::DRAW));
        drawn.append(&mut newly_drawn);
        while let Some(number) = drawn.pop() {
            for &parent in self.parents_of(number as usize) {
                let parent = parent & !FLAG;
                if self.worths.at(parent as usize) != rank::UNKNOWN {
                    continue;
                }
                if is_patient(self.key(parent)) {
                    let left = self.left[parent as usize].load(Relaxed) - 1;
                    self.left[parent as usize].store(left, Relaxed);
                    if left > 0 {
                        continue;
                    }
                }
                self.worths.set(parent as usize, rank::DRAW);
                drawn.push(parent);
            }
        }
        self.each_new(|number, key| {
            if self.worths.at(number as usize) == rank::UNKNOWN {
                let rank = if is_patient(key) { rank::WIN_ENDLESS } else { rank::LOSE_ENDLESS };
                self.worths.set(number as usize, rank);
            }
            Ok(())
        })
    }

    /// Every new position: its number and its key.
    fn each_new(&self, mut call: impl FnMut(u32, K) -> Result<(), Refusal<K>>) -> Result<(), Refusal<K>> {
        for (at, piece) in self.table.pieces().iter().enumerate() {
            for (number, &key) in (self.bases[at]..).zip(&piece.keys()[self.sealed[at] as usize..]) {
                call(number, key)?;
            }
        }
        Ok(())
    }

    /// The key of a number.
    fn key(&self, number: u32) -> K {
        let piece = self.bases.partition_point(|&base| base <= number) - 1;
        self.table.pieces()[piece].keys()[(self.sealed[piece] + number - self.bases[piece]) as usize]
    }

    fn is_sealed(&self, place: Place) -> bool {
        local_of(place) < self.sealed[piece_of(place)]
    }
}
