//! Finds every position that can be reached, generation by generation.
//!
//! In: a machine and the keys to begin with. Out: all keys in a table, and whether the game is *graded*: whether every
//! option of a position of one generation belongs to the next one. Then the generations are layers which can be valued
//! backwards, and no move need be remembered. Otherwise it counts how many moves lead to each position, for those who
//! want to remember them. Wide generations are divided among threads: they list options, put each into the basket of
//! the piece that is in charge of it, and then empty the baskets piece by piece; which position comes first never
//! depends on how many threads there are. Narrow generations are walked through one by one.

use crate::budget::{Allowance, Stop};
use crate::table::{ABSENT, Full, GROUP, Ledger, PIECES, Piece, Place, Table, local_of, piece_of, place};
use crate::tally::Tally;
use grundy_kernel::{Head, Key, Look, Machine, Options};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Generations of fewer positions are walked through one by one.
pub(crate) const NARROW: usize = 4096;

/// How many positions one block has at most, and how many options it should have at most.
const BLOCK_POSITIONS: u64 = 1 << 16;
const BLOCK_OPTIONS: u64 = 1 << 20;

/// How many positions pass between two looks at the allowance.
pub(crate) const PASS_EVERY: u64 = 1 << 11;

/// What it costs to count the moves into a position.
const COUNT_BYTES: u64 = 4;

/// Why these solvers cannot answer, though another way may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal<K> {
    /// An option leaves no part or several.
    Splits,
    /// A position has too many options to count.
    Wide,
    /// Play ends with a score where there should be none, or with none where there should be, or scores grow too large.
    Scores,
    /// The machine cannot say what happens here.
    Trouble(K),
}

/// Why discovery ended too soon.
enum Halt<K> {
    Stop(Stop),
    Refused(Refusal<K>),
}

impl<K> From<Stop> for Halt<K> {
    fn from(stop: Stop) -> Halt<K> {
        Halt::Stop(stop)
    }
}

impl<K> From<Refusal<K>> for Halt<K> {
    fn from(refusal: Refusal<K>) -> Halt<K> {
        Halt::Refused(refusal)
    }
}

/// A machine and where it writes, one for each thread.
pub(crate) struct Hand<M> {
    pub machine: M,
    pub options: Options,
}

impl<M: Clone> Hand<M> {
    /// So many hands.
    pub fn several(machine: &M, count: usize) -> Vec<Hand<M>> {
        (0..count).map(|_| Hand { machine: machine.clone(), options: Options::default() }).collect()
    }
}

impl<M> Hand<M> {
    /// Lists the options of a position; `None` where it is open, otherwise what the machine says instead.
    ///
    /// # Errors
    /// An option is not one part, or the machine cannot say.
    #[inline]
    pub fn look<K: Key>(&mut self, key: K) -> Result<Look, Refusal<K>>
    where
        M: Machine<K>,
    {
        let look = self.machine.look(key, &mut self.options);
        if look == Look::Trouble {
            return Err(Refusal::Trouble(key));
        }
        if look == Look::Open {
            let is_single = |(place, head): (usize, &Head)| head.parts_end as usize == place + 1;
            if !self.options.heads.iter().enumerate().all(is_single) {
                return Err(Refusal::Splits);
            }
        }
        Ok(look)
    }

    /// The options listed last.
    #[inline]
    pub fn each_option<K: Key>(&self) -> impl Iterator<Item = (K, Head)> + '_ {
        let heads = &self.options.heads[..];
        let head = move |place: usize| heads.get(place).copied().unwrap_or_default();
        self.options.parts::<K>().enumerate().map(move |(place, key)| (key, head(place)))
    }
}

/// Options sorted by the piece that is in charge of them.
pub(crate) struct Baskets<K> {
    pub keys: Vec<Vec<K>>,
    /// What else is to be known of each option.
    pub notes: Vec<Vec<u32>>,
}

impl<K: Key> Baskets<K> {
    /// One set for each hand.
    pub fn several(count: usize) -> Vec<Baskets<K>> {
        let empty = || Baskets { keys: vec![Vec::new(); PIECES], notes: vec![Vec::new(); PIECES] };
        (0..count).map(|_| empty()).collect()
    }

    /// Empties all.
    pub fn clear(&mut self) {
        self.keys.iter_mut().for_each(Vec::clear);
        self.notes.iter_mut().for_each(Vec::clear);
    }

    /// How many options there are.
    pub fn len(&self) -> u64 {
        self.keys.iter().map(|keys| keys.len() as u64).sum()
    }
}

/// Gives each worker its turn, all at the same time.
pub(crate) fn all_at_once<W: Send>(workers: impl IntoIterator<Item = W>, work: impl Fn(usize, W) + Sync) {
    let mut workers: Vec<W> = workers.into_iter().collect();
    let Some(last) = workers.pop() else { return };
    let place = workers.len();
    let work = &work;
    std::thread::scope(|scope| {
        for (place, worker) in workers.into_iter().enumerate() {
            scope.spawn(move || work(place, worker));
        }
        work(place, last);
    });
}

/// The share of one worker of several; the shares follow each other.
pub(crate) fn share(total: usize, workers: usize, place: usize) -> Range<usize> {
    total * place / workers..total * (place + 1) / workers
}

/// The generations of a graded game. Wide ones are kept as the ranges that they take of each piece, narrow ones as lists.
#[derive(Default)]
pub(crate) struct Layers {
    ends: Vec<LayerEnd>,
    listed: Vec<Place>,
    /// For each wide layer: where it begins and ends in each piece.
    ranges: Vec<Vec<Range<u32>>>,
}

struct LayerEnd {
    listed: u32,
    ranges: u32,
}

impl Layers {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The positions of a layer.
    pub fn places(&self, layer: usize, places: &mut Vec<Place>) {
        let before = layer.checked_sub(1).map(|before| &self.ends[before]);
        let (listed, ranges) = before.map_or((0, 0), |end| (end.listed, end.ranges));
        let end = &self.ends[layer];
        places.clear();
        places.extend_from_slice(&self.listed[listed as usize..end.listed as usize]);
        for ranges in &self.ranges[ranges as usize..end.ranges as usize] {
            for (piece, range) in ranges.iter().enumerate() {
                places.extend(range.clone().map(|local| place(piece, local)));
            }
        }
    }

    /// Adds these positions, which are all that the pieces got since they had these lengths.
    fn push<K: Key>(&mut self, places: &[Place], starts: &[u32], table: &Table<K>) {
        if places.len() < NARROW {
            self.listed.extend_from_slice(places);
        } else {
            let ranges = starts.iter().zip(table.pieces()).map(|(&start, piece)| start..piece.len());
            self.ranges.push(ranges.collect());
        }
        self.ends.push(LayerEnd { listed: self.listed.len() as u32, ranges: self.ranges.len() as u32 });
    }

    /// How many bytes they take.
    pub fn bytes(&self) -> u64 {
        (self.ends.capacity() * 8 + self.listed.capacity() * 4 + self.ranges.len() * PIECES * 8) as u64
    }
}

/// What was found besides the table.
#[derive(Default)]
pub(crate) struct Found {
    /// Whether every option of a generation is in the next one, or was there before all.
    pub is_graded: bool,
    /// The generations, if so.
    pub layers: Layers,
    /// How many moves lead to each new position, if the game is not graded and they were asked for.
    pub moves_into: Vec<Vec<u32>>,
    /// The positions that nobody has looked at, because of a stop.
    pub unexamined: Vec<Place>,
    /// The greatest remoteness, as far as somebody has found out.
    pub longest: u32,
    /// Why it stopped, if it stopped too soon.
    pub stop: Option<Stop>,
}

/// Whether moves are to be counted where the game is not graded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Counting {
    Wanted,
    NotWanted,
}

/// Finds what can be reached from the roots and is not in the table yet; `sealed` are the lengths of what is there.
///
/// # Errors
/// The game is not for this way of solving. The table then holds keys that mean nothing: it is to be cut back.
pub(crate) fn discover<K: Key, M: Machine<K>>(
    table: &mut Table<K>,
    sealed: &[u32],
    machine: &M,
    roots: &[K],
    counting: Counting,
    allowance: &Allowance,
) -> Result<Found, Refusal<K>> {
    let threads = allowance.threads();
    let mut discovery = Discovery {
        hands: Hand::several(machine, threads),
        baskets: Baskets::several(threads),
        table,
        sealed,
        starts: sealed.to_vec(),
        found: Found { is_graded: true, ..Found::default() },
        is_counted: false,
        counting,
        examined: 0,
        options: 0,
        tally: Tally::default(),
    };
    discovery.run(roots, allowance)?;
    Ok(discovery.found)
}

struct Discovery<'a, K, M> {
    hands: Vec<Hand<M>>,
    baskets: Vec<Baskets<K>>,
    table: &'a mut Table<K>,
    sealed: &'a [u32],
    /// How many positions each piece had when the generation began that is being found.
    starts: Vec<u32>,
    found: Found,
    /// Whether `moves_into` is kept up.
    is_counted: bool,
    counting: Counting,
    examined: u64,
    options: u64,
    tally: Tally,
}

impl<K: Key, M: Machine<K>> Discovery<'_, K, M> {
    fn run(&mut self, roots: &[K], allowance: &Allowance) -> Result<(), Refusal<K>> {
        match self.all_generations(roots, allowance) {
            Ok(()) => Ok(()),
            Err(Halt::Refused(refusal)) => Err(refusal),
            Err(Halt::Stop(stop)) => {
                self.found.stop = Some(stop);
                // A stop can come in the middle of a count, so it is begun anew; it has room, or had.
                if !self.found.is_graded && self.counting == Counting::Wanted {
                    self.count_the_examined()?;
                }
                Ok(())
            }
        }
    }

    fn all_generations(&mut self, roots: &[K], allowance: &Allowance) -> Result<(), Halt<K>> {
        let mut frontier = self.enter_roots(roots, allowance)?;
        while !frontier.is_empty() {
            if self.found.is_graded {
                self.found.layers.push(&frontier, &self.starts, self.table);
            }
            frontier = if frontier.len() < NARROW {
                // Only these pieces have grown since the last generation began.
                for &place in &frontier {
                    self.starts[piece_of(place)] = self.table.pieces()[piece_of(place)].len();
                }
                self.narrow(&frontier, allowance)?
            } else {
                self.starts = self.table.lengths();
                self.wide(&frontier, allowance)?
            };
        }
        self.tally.tell(allowance)?;
        Ok(())
    }

    /// Enters the roots; answers with those that are new.
    fn enter_roots(&mut self, roots: &[K], allowance: &Allowance) -> Result<Vec<Place>, Halt<K>> {
        let mut is_full = false;
        if roots.len() < NARROW {
            is_full = roots.iter().any(|&root| self.table.enter(root).is_err());
        } else {
            for block in roots.chunks(BLOCK_POSITIONS as usize) {
                let division = self.table.division();
                let count = self.baskets.len();
                all_at_once(self.baskets.iter_mut(), |worker, baskets| {
                    baskets.clear();
                    for &key in &block[share(block.len(), count, worker)] {
                        baskets.keys[division.piece(key)].push(key);
                    }
                });
                let lengths = self.table.lengths();
                is_full = self.empty_baskets().is_err();
                if is_full {
                    self.table.truncate(&lengths);
                    break;
                }
            }
        }
        let new = self.grown_since(self.sealed);
        if is_full {
            self.found.unexamined = new;
            return Err(self.full(allowance));
        }
        Ok(new)
    }

    /// The places that came since the pieces had these lengths.
    fn grown_since(&self, before: &[u32]) -> Vec<Place> {
        let ranges = before.iter().zip(self.table.pieces()).enumerate();
        ranges.flat_map(|(at, (&start, piece))| (start..piece.len()).map(move |local| place(at, local))).collect()
    }

    /// The table cannot grow: by the allowance, or because there are more positions than numbers for them.
    fn full(&self, allowance: &Allowance) -> Halt<K> {
        Halt::Stop(allowance.memory_limit())
    }

    /// Examines a narrow generation; answers with the next one.
    fn narrow(&mut self, frontier: &[Place], allowance: &Allowance) -> Result<Vec<Place>, Halt<K>> {
        let mut next = Vec::new();
        for (at, &from) in frontier.iter().enumerate() {
            if let Err(halt) = self.examine(from, &mut next, allowance) {
                // What was not listed completely counts as not examined.
                self.found.unexamined = frontier[at..].to_vec();
                self.found.unexamined.append(&mut next);
                return Err(halt);
            }
        }
        self.examined += frontier.len() as u64;
        self.catch_up(frontier, allowance)?;
        Ok(next)
    }

    /// Examines one position.
    fn examine(&mut self, from: Place, next: &mut Vec<Place>, allowance: &Allowance) -> Result<(), Halt<K>> {
        self.tally.count(allowance)?;
        if self.tally.counted().is_multiple_of(PASS_EVERY) {
            allowance.room(self.table.ledger().used() + self.found.layers.bytes())?;
        }
        if self.hands[0].look(self.table.key(from))? != Look::Open {
            return Ok(());
        }
        for key in self.hands[0].options.parts::<K>() {
            self.options += 1;
            let Ok((to, is_new)) = self.table.enter(key) else { return Err(self.full(allowance)) };
            let (piece, local) = (piece_of(to), local_of(to));
            if is_new {
                next.push(to);
            } else if local < self.starts[piece] && local >= self.sealed[piece] {
                self.found.is_graded = false;
            }
            if self.is_counted {
                count(&mut self.found.moves_into[piece], local, self.sealed[piece]);
            }
        }
        Ok(())
    }

    /// Examines a wide generation; answers with the next one.
    fn wide(&mut self, frontier: &[Place], allowance: &Allowance) -> Result<Vec<Place>, Halt<K>> {
        let before = self.table.lengths();
        let mut done = 0;
        while done < frontier.len() {
            let block = done..(done + self.block_size()).min(frontier.len());
            if let Err(halt) = self.examine_block(&frontier[block.clone()], allowance) {
                self.found.unexamined = frontier[done..].to_vec();
                self.found.unexamined.append(&mut self.grown_since(&before));
                return Err(halt);
            }
            done = block.end;
            self.catch_up(&frontier[..done], allowance)?;
        }
        Ok(self.grown_since(&before))
    }

    /// Examines some positions, by all threads; nothing is entered if something goes wrong.
    fn examine_block(&mut self, block: &[Place], allowance: &Allowance) -> Result<(), Halt<K>> {
        self.tally.count_many(block.len() as u64, allowance)?;
        self.fill_baskets(block)?;
        let options: u64 = self.baskets.iter().map(Baskets::len).sum();
        let baskets_bytes = options * size_of::<K>() as u64;
        allowance.room(self.table.ledger().used() + self.found.layers.bytes() + baskets_bytes)?;
        let lengths = self.table.lengths();
        if self.empty_baskets().is_err() {
            // Which positions found room depends on the threads: so none of this block did.
            self.table.truncate(&lengths);
            return Err(self.full(allowance));
        }
        self.examined += block.len() as u64;
        self.options += options;
        Ok(())
    }

    /// How many positions to examine before the baskets are emptied: so many that they fit into the cache.
    fn block_size(&self) -> usize {
        let options_each = self.options.div_ceil(self.examined.max(1)).max(1);
        let most = if self.examined == 0 { NARROW as u64 } else { BLOCK_POSITIONS };
        (BLOCK_OPTIONS / options_each).clamp(1024, most) as usize
    }

    /// Lists the options of a block of positions.
    fn fill_baskets(&mut self, block: &[Place]) -> Result<(), Refusal<K>> {
        let table = &*self.table;
        let division = table.division();
        let count = self.hands.len();
        let refusals = Mutex::new(vec![None; count]);
        let workers = self.hands.iter_mut().zip(&mut self.baskets);
        all_at_once(workers, |worker, (hand, baskets)| {
            baskets.clear();
            for &place in &block[share(block.len(), count, worker)] {
                match hand.look(table.key(place)) {
                    Ok(Look::Open) => {
                        let parts = hand.options.parts::<K>();
                        parts.for_each(|key| baskets.keys[division.piece(key)].push(key));
                    }
                    Ok(_) => {}
                    Err(refusal) => {
                        if let Ok(mut refusals) = refusals.lock() {
                            refusals[worker] = Some(refusal);
                        }
                        return;
                    }
                }
            }
        });
        // The first in the order of positions, whichever thread was first.
        let first = refusals.into_inner().ok().and_then(|refusals| refusals.into_iter().flatten().next());
        first.map_or(Ok(()), Err)
    }

    /// Enters what is in the baskets.
    fn empty_baskets(&mut self) -> Result<(), Full> {
        let (pieces, ledger) = self.table.parts();
        let (baskets, starts, sealed) = (&self.baskets, &self.starts, self.sealed);
        let mut counts: Vec<Option<&mut Vec<u32>>> = self.found.moves_into.iter_mut().map(Some).collect();
        counts.resize_with(PIECES, || None);
        let queue = Mutex::new(pieces.iter_mut().zip(counts).enumerate());
        let (is_graded, is_full) = (AtomicBool::new(true), AtomicBool::new(false));
        all_at_once(0..baskets.len(), |_, _| {
            while let Some((at, (piece, mut counts))) = queue.lock().ok().and_then(|mut queue| queue.next()) {
                let entered = enter_all(piece, ledger, baskets.iter().map(|baskets| &baskets.keys[at][..]), |local| {
                    if let Some(counts) = &mut counts {
                        count(counts, local, sealed[at]);
                    }
                    local >= starts[at] || local < sealed[at]
                });
                let Ok(graded) = entered else {
                    is_full.store(true, Ordering::Relaxed);
                    continue;
                };
                if !graded {
                    is_graded.store(false, Ordering::Relaxed);
                }
            }
        });
        if is_full.into_inner() {
            return Err(Full);
        }
        self.found.is_graded &= is_graded.into_inner();
        Ok(())
    }

    /// Begins to count moves, once it is clear that they are needed: those found before are found again.
    fn catch_up(&mut self, examined: &[Place], allowance: &Allowance) -> Result<(), Halt<K>> {
        if self.found.is_graded || self.is_counted {
            return Ok(());
        }
        let layers = std::mem::take(&mut self.found.layers);
        if self.counting == Counting::NotWanted {
            return Ok(());
        }
        self.is_counted = true;
        self.count_from_nothing();
        if self.table.charge(COUNT_BYTES).is_err() {
            self.found.unexamined = self.grown_since(self.sealed);
            return Err(self.full(allowance));
        }
        let mut places = Vec::new();
        for layer in 0..layers.len() - 1 {
            layers.places(layer, &mut places);
            self.count_again(&places)?;
        }
        Ok(self.count_again(examined)?)
    }

    fn count_from_nothing(&mut self) {
        let lengths = self.table.lengths().into_iter().zip(self.sealed);
        self.found.moves_into = lengths.map(|(len, sealed)| vec![0; (len - sealed) as usize]).collect();
    }

    /// Counts the moves from all new positions that were examined.
    fn count_the_examined(&mut self) -> Result<(), Refusal<K>> {
        self.count_from_nothing();
        let mut examined = self.grown_since(self.sealed);
        self.found.unexamined.sort_unstable();
        examined.retain(|place| self.found.unexamined.binary_search(place).is_err());
        self.count_again(&examined)
    }

    fn count_again(&mut self, examined: &[Place]) -> Result<(), Refusal<K>> {
        for block in examined.chunks(self.block_size()) {
            self.fill_baskets(block)?;
            for (at, (piece, counts)) in self.table.pieces().iter().zip(&mut self.found.moves_into).enumerate() {
                for &key in self.baskets.iter().flat_map(|baskets| &baskets.keys[at]) {
                    if let Some(local) = piece.find(key) {
                        count(counts, local, self.sealed[at]);
                    }
                }
            }
        }
        Ok(())
    }
}

/// Enters keys into a piece, in their order; whether `entered` agreed with all their numbers.
fn enter_all<'a, K: Key>(
    piece: &mut Piece<K>,
    ledger: &Ledger,
    lists: impl Iterator<Item = &'a [K]>,
    mut entered: impl FnMut(u32) -> bool,
) -> Result<bool, Full> {
    let mut all = true;
    for keys in lists.flat_map(|keys| keys.chunks(GROUP)) {
        let numbers = piece.find_group(keys);
        for (&key, &number) in keys.iter().zip(&numbers) {
            let local = if number == ABSENT { piece.enter(key, ledger)?.0 } else { number };
            all &= entered(local);
        }
    }
    Ok(all)
}

/// One more move to this position, unless it is sealed.
#[inline]
fn count(counts: &mut Vec<u32>, local: u32, sealed: u32) {
    let Some(at) = local.checked_sub(sealed) else { return };
    match counts.get_mut(at as usize) {
        Some(count) => *count += 1,
        None => {
            counts.resize(at as usize, 0);
            counts.push(1);
        }
    }
}
