//! Finds every position that can be reached, generation by generation.
//!
//! In: a machine and the keys to begin with. Out: all keys in a table, and whether the game is *graded*: whether every
//! option of a position of one generation belongs to the next one. Then the generations are layers which can be valued
//! backwards, and no move need be stored. Otherwise it counts how many moves lead to each position, for callers that
//! store them. Wide generations are divided among threads: they list options, put each into the basket of its piece,
//! and then empty the baskets piece by piece; the order of positions never depends on the number of threads. Narrow
//! generations are processed one position at a time.

use crate::budget::Stop;
use crate::table::{ABSENT, Full, GROUP, MemoryMeter, PIECES, Piece, Place, Table, index, local_of, piece_of};
use crate::work::{Counter, Work};
use grundy_kernel::{Expansion, Head, Key, Machine, Options};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Generations of fewer positions are processed one position at a time.
pub(crate) const NARROW: usize = 4096;

/// Maximum number of positions of a block, and target number of its options.
const BLOCK_POSITIONS: u64 = 1 << 16;
const BLOCK_OPTIONS: u64 = 1 << 20;

/// Number of positions between two checks of the work.
pub(crate) const PASS_EVERY: u64 = 1 << 11;

/// Bytes for counting the moves into a position.
const COUNT_BYTES: u64 = 4;

/// Why these solvers cannot answer, though another method may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal<K> {
    /// An option leaves no part or several.
    Splits,
    /// A position has too many options to count.
    Wide,
    /// Play ends with a score where there should be none, or with none where there should be, or scores grow too large.
    Scores,
    /// The machine fails at this position.
    Unsupported(K),
}

/// Why discovery ended early.
enum Interrupt<K> {
    Stop(Stop),
    Refused(Refusal<K>),
}

impl<K> From<Stop> for Interrupt<K> {
    fn from(stop: Stop) -> Interrupt<K> {
        Interrupt::Stop(stop)
    }
}

impl<K> From<Refusal<K>> for Interrupt<K> {
    fn from(refusal: Refusal<K>) -> Interrupt<K> {
        Interrupt::Refused(refusal)
    }
}

/// A machine and its buffer, one for each thread.
pub(crate) struct Hand<M> {
    pub machine: M,
    pub options: Options,
}

impl<M: Clone> Hand<M> {
    /// Creates `count` hands.
    pub fn several(machine: &M, count: usize) -> Vec<Hand<M>> {
        (0..count).map(|_| Hand { machine: machine.clone(), options: Options::default() }).collect()
    }
}

impl<M> Hand<M> {
    /// Expands a position: lists its options, or returns what the machine says instead.
    ///
    /// # Errors
    /// Fails if an option is not one part or the machine fails.
    #[inline]
    pub fn look<K: Key>(&mut self, key: K) -> Result<Expansion, Refusal<K>>
    where
        M: Machine<K>,
    {
        let look = self.machine.look(key, &mut self.options);
        if look == Expansion::Unsupported {
            return Err(Refusal::Unsupported(key));
        }
        if look == Expansion::Open {
            let is_single = |(index, head): (usize, &Head)| head.parts_end as usize == index + 1;
            if !self.options.heads.iter().enumerate().all(is_single) {
                return Err(Refusal::Splits);
            }
        }
        Ok(look)
    }

    /// Returns the options listed last.
    #[inline]
    pub fn each_option<K: Key>(&self) -> impl Iterator<Item = (K, Head)> + '_ {
        let heads = &self.options.heads[..];
        let head = move |index: usize| heads.get(index).copied().unwrap_or_default();
        self.options.parts::<K>().enumerate().map(move |(index, key)| (key, head(index)))
    }
}

/// Options sorted by their piece.
pub(crate) struct Baskets<K> {
    pub keys: Vec<Vec<K>>,
    /// Extra data of each option.
    pub notes: Vec<Vec<u32>>,
}

impl<K: Key> Baskets<K> {
    /// Creates `count` sets, one for each hand.
    pub fn several(count: usize) -> Vec<Baskets<K>> {
        let empty = || Baskets { keys: vec![Vec::new(); PIECES], notes: vec![Vec::new(); PIECES] };
        (0..count).map(|_| empty()).collect()
    }

    /// Empties all baskets.
    pub fn clear(&mut self) {
        self.keys.iter_mut().for_each(Vec::clear);
        self.notes.iter_mut().for_each(Vec::clear);
    }

    /// Returns the number of options.
    pub fn len(&self) -> u64 {
        self.keys.iter().map(|keys| keys.len() as u64).sum()
    }
}

/// Runs all workers in parallel.
pub(crate) fn all_at_once<W: Send>(workers: impl IntoIterator<Item = W>, run: impl Fn(usize, W) + Sync) {
    let mut workers: Vec<W> = workers.into_iter().collect();
    let Some(last) = workers.pop() else { return };
    let index = workers.len();
    let run = &run;
    std::thread::scope(|scope| {
        for (index, worker) in workers.into_iter().enumerate() {
            scope.spawn(move || run(index, worker));
        }
        run(index, last);
    });
}

/// Returns the share of one worker of several; the shares are consecutive.
pub(crate) fn share(total: usize, workers: usize, index: usize) -> Range<usize> {
    total * index / workers..total * (index + 1) / workers
}

/// The generations of a graded game. Wide ones are stored as ranges of each piece, narrow ones as lists.
#[derive(Default)]
pub(crate) struct Layers {
    ends: Vec<LayerEnd>,
    listed: Vec<Place>,
    /// For each wide layer: its range in each piece.
    ranges: Vec<Vec<Range<u32>>>,
}

struct LayerEnd {
    listed: u32,
    ranges: u32,
}

impl Layers {
    /// Returns the number of layers.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Writes the positions of a layer to `indices`.
    pub fn indices(&self, layer: usize, indices: &mut Vec<Place>) {
        let before = layer.checked_sub(1).map(|before| &self.ends[before]);
        let (listed, ranges) = before.map_or((0, 0), |end| (end.listed, end.ranges));
        let end = &self.ends[layer];
        indices.clear();
        indices.extend_from_slice(&self.listed[listed as usize..end.listed as usize]);
        for ranges in &self.ranges[ranges as usize..end.ranges as usize] {
            for (piece, range) in ranges.iter().enumerate() {
                indices.extend(range.clone().map(|local| index(piece, local)));
            }
        }
    }

    /// Adds these positions, which are all that the pieces got since they had the lengths `starts`.
    fn push<K: Key>(&mut self, indices: &[Place], starts: &[u32], table: &Table<K>) {
        if indices.len() < NARROW {
            self.listed.extend_from_slice(indices);
        } else {
            let ranges = starts.iter().zip(table.pieces()).map(|(&start, piece)| start..piece.len());
            self.ranges.push(ranges.collect());
        }
        self.ends.push(LayerEnd { listed: self.listed.len() as u32, ranges: self.ranges.len() as u32 });
    }

    /// Returns the size in bytes.
    pub fn bytes(&self) -> u64 {
        (self.ends.capacity() * 8 + self.listed.capacity() * 4 + self.ranges.len() * PIECES * 8) as u64
    }
}

/// The results besides the table.
#[derive(Default)]
pub(crate) struct Found {
    /// Whether every option of a generation is in the next one, or was known before.
    pub is_graded: bool,
    /// The generations, if the game is graded.
    pub layers: Layers,
    /// Number of moves into each new position, if the game is not graded and they were requested.
    pub moves_into: Vec<Vec<u32>>,
    /// The positions that were not visited because of a stop.
    pub unexamined: Vec<Place>,
    /// Greatest remoteness, as far as it was computed.
    pub longest: u32,
    /// Why it stopped early, if it did.
    pub stop: Option<Stop>,
}

/// Whether moves are counted if the game is not graded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Counting {
    Wanted,
    NotWanted,
}

/// Finds what can be reached from the roots and is not in the table yet; `sealed` are the lengths before.
///
/// # Errors
/// Fails if the game is unsuitable for this method. The table then contains invalid keys and must be truncated.
pub(crate) fn discover<K: Key, M: Machine<K>>(
    table: &mut Table<K>,
    sealed: &[u32],
    machine: &M,
    roots: &[K],
    counting: Counting,
    work: &Work,
) -> Result<Found, Refusal<K>> {
    let threads = work.threads();
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
        counter: Counter::default(),
    };
    discovery.run(roots, work)?;
    Ok(discovery.found)
}

struct Discovery<'a, K, M> {
    hands: Vec<Hand<M>>,
    baskets: Vec<Baskets<K>>,
    table: &'a mut Table<K>,
    sealed: &'a [u32],
    /// Number of positions of each piece at the start of the current generation.
    starts: Vec<u32>,
    found: Found,
    /// Whether `moves_into` is maintained.
    is_counted: bool,
    counting: Counting,
    examined: u64,
    options: u64,
    counter: Counter,
}

impl<K: Key, M: Machine<K>> Discovery<'_, K, M> {
    fn run(&mut self, roots: &[K], work: &Work) -> Result<(), Refusal<K>> {
        match self.all_generations(roots, work) {
            Ok(()) => Ok(()),
            Err(Interrupt::Refused(refusal)) => Err(refusal),
            Err(Interrupt::Stop(stop)) => {
                self.found.stop = Some(stop);
                // A stop can interrupt a count, so it is started anew; there was memory for it.
                if !self.found.is_graded && self.counting == Counting::Wanted {
                    self.count_the_examined()?;
                }
                Ok(())
            }
        }
    }

    fn all_generations(&mut self, roots: &[K], work: &Work) -> Result<(), Interrupt<K>> {
        let mut frontier = self.enter_roots(roots, work)?;
        while !frontier.is_empty() {
            if self.found.is_graded {
                self.found.layers.push(&frontier, &self.starts, self.table);
            }
            frontier = if frontier.len() < NARROW {
                // Only these pieces have grown since the start of the last generation.
                for &index in &frontier {
                    self.starts[piece_of(index)] = self.table.pieces()[piece_of(index)].len();
                }
                self.narrow(&frontier, work)?
            } else {
                self.starts = self.table.lengths();
                self.wide(&frontier, work)?
            };
        }
        self.counter.flush(work)?;
        Ok(())
    }

    /// Enters the roots; returns those that are new.
    fn enter_roots(&mut self, roots: &[K], work: &Work) -> Result<Vec<Place>, Interrupt<K>> {
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
            return Err(self.full(work));
        }
        Ok(new)
    }

    /// Returns the indices added since the pieces had these lengths.
    fn grown_since(&self, before: &[u32]) -> Vec<Place> {
        let ranges = before.iter().zip(self.table.pieces()).enumerate();
        ranges.flat_map(|(at, (&start, piece))| (start..piece.len()).map(move |local| index(at, local))).collect()
    }

    /// Returns the stop of a full table: by the work, or because the position numbers are used up.
    fn full(&self, work: &Work) -> Interrupt<K> {
        Interrupt::Stop(work.memory_limit())
    }

    /// Visits a narrow generation; returns the next one.
    fn narrow(&mut self, frontier: &[Place], work: &Work) -> Result<Vec<Place>, Interrupt<K>> {
        let mut next = Vec::new();
        for (at, &from) in frontier.iter().enumerate() {
            if let Err(halt) = self.examine(from, &mut next, work) {
                // A position not listed completely counts as not visited.
                self.found.unexamined = frontier[at..].to_vec();
                self.found.unexamined.append(&mut next);
                return Err(halt);
            }
        }
        self.examined += frontier.len() as u64;
        self.catch_up(frontier, work)?;
        Ok(next)
    }

    /// Visits one position.
    fn examine(&mut self, from: Place, next: &mut Vec<Place>, work: &Work) -> Result<(), Interrupt<K>> {
        self.counter.count(work)?;
        if self.counter.counted().is_multiple_of(PASS_EVERY) {
            work.room(self.table.ledger().used() + self.found.layers.bytes())?;
        }
        if self.hands[0].look(self.table.key(from))? != Expansion::Open {
            return Ok(());
        }
        for key in self.hands[0].options.parts::<K>() {
            self.options += 1;
            let Ok((to, is_new)) = self.table.enter(key) else { return Err(self.full(work)) };
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

    /// Visits a wide generation; returns the next one.
    fn wide(&mut self, frontier: &[Place], work: &Work) -> Result<Vec<Place>, Interrupt<K>> {
        let before = self.table.lengths();
        let mut done = 0;
        while done < frontier.len() {
            let block = done..(done + self.block_size()).min(frontier.len());
            if let Err(halt) = self.examine_block(&frontier[block.clone()], work) {
                self.found.unexamined = frontier[done..].to_vec();
                self.found.unexamined.append(&mut self.grown_since(&before));
                return Err(halt);
            }
            done = block.end;
            self.catch_up(&frontier[..done], work)?;
        }
        Ok(self.grown_since(&before))
    }

    /// Visits some positions with all threads; enters nothing if something fails.
    fn examine_block(&mut self, block: &[Place], work: &Work) -> Result<(), Interrupt<K>> {
        self.counter.count_many(block.len() as u64, work)?;
        self.fill_baskets(block)?;
        let options: u64 = self.baskets.iter().map(Baskets::len).sum();
        let baskets_bytes = options * size_of::<K>() as u64;
        work.room(self.table.ledger().used() + self.found.layers.bytes() + baskets_bytes)?;
        let lengths = self.table.lengths();
        if self.empty_baskets().is_err() {
            // Which positions fitted depends on the threads, so the whole block is dropped.
            self.table.truncate(&lengths);
            return Err(self.full(work));
        }
        self.examined += block.len() as u64;
        self.options += options;
        Ok(())
    }

    /// Returns how many positions to visit before the baskets are emptied, so that they fit into the cache.
    fn block_size(&self) -> usize {
        let options_each = self.options.div_ceil(self.examined.max(1)).max(1);
        let max = if self.examined == 0 { NARROW as u64 } else { BLOCK_POSITIONS };
        (BLOCK_OPTIONS / options_each).clamp(1024, max) as usize
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
            for &index in &block[share(block.len(), count, worker)] {
                match hand.look(table.key(index)) {
                    Ok(Expansion::Open) => {
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
        // The first in the order of positions, whichever thread finished first.
        let first = refusals.into_inner().ok().and_then(|refusals| refusals.into_iter().flatten().next());
        first.map_or(Ok(()), Err)
    }

    /// Enters the contents of the baskets.
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

    /// Starts counting moves, once they are known to be needed: earlier moves are listed again.
    fn catch_up(&mut self, examined: &[Place], work: &Work) -> Result<(), Interrupt<K>> {
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
            return Err(self.full(work));
        }
        let mut indices = Vec::new();
        for layer in 0..layers.len() - 1 {
            layers.indices(layer, &mut indices);
            self.count_again(&indices)?;
        }
        Ok(self.count_again(examined)?)
    }

    fn count_from_nothing(&mut self) {
        let lengths = self.table.lengths().into_iter().zip(self.sealed);
        self.found.moves_into = lengths.map(|(len, sealed)| vec![0; (len - sealed) as usize]).collect();
    }

    /// Counts the moves from all new positions that were visited.
    fn count_the_examined(&mut self) -> Result<(), Refusal<K>> {
        self.count_from_nothing();
        let mut examined = self.grown_since(self.sealed);
        self.found.unexamined.sort_unstable();
        examined.retain(|index| self.found.unexamined.binary_search(index).is_err());
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

/// Enters keys into a piece, in order; returns whether `entered` accepted all their numbers.
fn enter_all<'a, K: Key>(
    piece: &mut Piece<K>,
    ledger: &MemoryMeter,
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

/// Counts one more move to this position, unless it is sealed.
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
