//! Iterative deepening: the move to make if a position is too large to be solved.
//!
//! In: a position that is not solved, with its moves. Out: the most promising of them, and how many moves deep all play
//! from it was searched. The idea is Knuth and Moore's alpha-beta (1975) to a fixed depth, one move deeper each time
//! (Slate and Atkin 1977), with the best move of the previous depth tried first. Ends of play and points gained count
//! in full; where the depth ends, the value is unknown, or in a game lost by the player who cannot move, the side with
//! more moves is ahead. A forced win or loss that is found is exact, since all of its play ended. For a given depth the
//! answer is the same on every machine. Wrong tool where the position can be solved: see the methods of the plan.

use super::method::Metered;
use super::selective::alpha_beta::MAX_POINTS;
use super::selective::ordering::{Change, History};
use super::{Solver, look_at};
use crate::budget::{Budget, Interrupt, Stop};
use crate::hashing::{QuickHasher, QuickMap};
use crate::solution::Solution;
use crate::work::{MoveCounter, Work};
use grundy_kernel::{End, Engine, Expansion, Head, Kernel, Key, Machine, Options, Wishes};
use grundy_rules::{Compound, Instance, Int, Position, Standing, Terminal};
use grundy_value::Winner;
use std::cmp::Reverse;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::sync::Arc;

/// Tuning: depth that is searched whatever the time, as long as the budget lasts: no win in one move and no forced
/// reply is missed. No measurement is recorded.
const MIN_DEPTH: u32 = 2;
/// Value of a win; above all points and advantages.
const WIN: i64 = 1 << 50;
/// The table of positions takes at most 1/`TABLE_SHARE` of the bytes of the budget, and at most `MAX_ENTRIES` entries.
const TABLE_SHARE: u64 = 8;
/// Tuning: maximum number of entries of the table of positions. No measurement is recorded.
const MAX_ENTRIES: u64 = 1 << 21;
/// Tuning: number of times wider keys are tried after numbers outgrew them. No measurement is recorded.
const MAX_WIDENINGS: u32 = 2;

/// Limits of a lookahead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LookaheadLimits {
    /// Maximum depth in moves.
    pub max_depth: u32,
    /// Maximum work beyond two moves: moves listed by compiled rules, or steps of rules that cannot be compiled. It is
    /// counted, not timed, so that the same move is found on every machine.
    pub max_work: u64,
}

impl Default for LookaheadLimits {
    /// Returns limits of about half a second.
    fn default() -> LookaheadLimits {
        LookaheadLimits { max_depth: 64, max_work: 1_500_000 }
    }
}

/// Result of a search of limited depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lookahead {
    /// Index of the best move in [`Solution::moves`].
    pub best: usize,
    /// Number of moves to which all play was searched.
    pub depth: u32,
    /// Whether the move is known to be best: it wins by force, all moves lose, or all play was followed to its end.
    pub is_solved: bool,
}

impl Solver {
    /// Returns the move to make in a position that is not solved; `None` if no move is listed, or if the rules do not
    /// define the ends (`compound anti`).
    pub fn look_ahead(&self, solution: &Solution, limits: LookaheadLimits) -> Option<Lookahead> {
        if solution.moves.is_empty() || self.compound == Compound::Anti {
            return None;
        }
        let deepening = Budget {
            max_packed_moves: self.budget.max_packed_moves.min(limits.max_work),
            max_steps: Some(self.budget.max_steps.map_or(limits.max_work, |max| max.min(limits.max_work))),
            ..self.budget.clone()
        };
        let budgets = [&self.budget, &deepening];
        let is_single = |position: &Position| position.only().is_some();
        if self.compound == Compound::One
            && is_single(&solution.position)
            && solution.moves.iter().all(|valued| is_single(&valued.step.to))
        {
            for widening in 0..=MAX_WIDENINGS {
                if let Some(found) = self.look_ahead_packed(solution, limits, budgets, widening) {
                    return Some(found);
                }
            }
        }
        let tree = ByRules { instance: &self.instance, compound: self.compound, work: Work::start(&self.budget) };
        let children = solution.moves.iter().map(|valued| Branch::of_step(&valued.step));
        Search::new(tree, self, solution, children.collect()).deepen(limits, budgets)
    }

    /// Like [`Solver::look_ahead`], but with compiled rules; `None` if they fail somewhere.
    fn look_ahead_packed(
        &self,
        solution: &Solution,
        limits: LookaheadLimits,
        budgets: [&Budget; 2],
        widening: u32,
    ) -> Option<Lookahead> {
        let positions =
            || std::iter::once(&solution.position).chain(solution.moves.iter().map(|valued| &valued.step.to));
        let roots: Vec<_> = positions().filter_map(|position| position.only().cloned()).collect();
        let kernel = Kernel::new(&self.instance, &roots, &Wishes { widening, ..Wishes::default() }).ok()?;
        match kernel.layout().words {
            1 => self.look_ahead_keyed::<u64>(&kernel, solution, limits, budgets),
            2 => self.look_ahead_keyed::<[u64; 2]>(&kernel, solution, limits, budgets),
            _ => self.look_ahead_keyed::<[u64; 4]>(&kernel, solution, limits, budgets),
        }
    }

    fn look_ahead_keyed<K: Key>(
        &self,
        kernel: &Kernel,
        solution: &Solution,
        limits: LookaheadLimits,
        budgets: [&Budget; 2],
    ) -> Option<Lookahead> {
        let runner = kernel.runner(Engine::Native).or_else(|_| kernel.runner(Engine::Interpreter)).ok()?;
        let move_counter = Arc::new(MoveCounter::new());
        let machine = Metered::new(runner, &move_counter);
        let plain = kernel.traits().plain;
        let encode = |position: &Position| kernel.encode::<K>(position.only()?, position.mover);
        let root = encode(&solution.position)?;
        let mut children = Vec::with_capacity(solution.moves.len());
        for valued in &solution.moves {
            let to = encode(&valued.step.to)?;
            let gain = points(&valued.step.gain);
            children.push(Branch { to, gain, again: valued.step.again, change: Change::between(&root, &to) });
        }
        let tree = Packed::<K> { machine, move_counter, options: Options::default(), plain, key: PhantomData };
        let mut search = Search::new(tree, self, solution, children);
        let tree = &mut search.tree;
        tree.move_counter.set(&Work::start(budgets[0]));
        search.history.rehearse(&mut tree.machine, root, &mut tree.options);
        search.deepen(limits, budgets)
    }
}

/// A move in the search tree.
#[derive(Clone, Copy, Debug)]
struct Branch<N> {
    to: N,
    gain: i64,
    again: bool,
    change: Change,
}

impl Branch<Position> {
    fn of_step(step: &grundy_rules::Step) -> Branch<Position> {
        let mut hasher = QuickHasher::default();
        for (part, mv) in &step.moves {
            (part, mv.rule, &mv.choices).hash(&mut hasher);
        }
        let change = Change::of_hash(hasher.finish());
        Branch { to: step.to.clone(), gain: points(&step.gain), again: step.again, change }
    }
}

impl<N> Branch<N> {
    /// Returns the value of the move, given the value of the position after it for its mover.
    fn score(&self, value: i64) -> i64 {
        let value = if self.again { value } else { -value };
        if is_decided(value) { value } else { value + self.gain }
    }

    /// Returns the search window of the position after the move.
    fn window(&self, alpha: i64, beta: i64) -> (i64, i64) {
        let less = |bound: i64| if is_decided(bound) { bound } else { bound - self.gain };
        let (alpha, beta) = (less(alpha), less(beta));
        if self.again { (alpha, beta) } else { (-beta, -alpha) }
    }
}

fn is_decided(value: i64) -> bool {
    value.abs() >= WIN
}

fn points(gain: &Int) -> i64 {
    let max = if gain.is_negative() { -MAX_POINTS } else { MAX_POINTS };
    gain.to_i64().map_or(max, |gain| gain.clamp(-MAX_POINTS, MAX_POINTS))
}

/// Why a position was not expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gap {
    /// The budget ended.
    Stop,
    /// Compiled rules fail there.
    Beyond,
}

/// A game tree.
trait Tree<'a> {
    type Node: Clone + Eq + Hash;

    /// Approximate size of a position in bytes.
    const NODE_BYTES: u64;

    /// Replaces the budget.
    fn limit(&mut self, work: Work<'a>);

    /// Lists the moves of a position, or returns the value of its end for the player to move. If neither is known,
    /// lists no move.
    ///
    /// # Errors
    /// Fails if the budget ended or this tree is the wrong one.
    fn look(&mut self, node: &Self::Node, branches: &mut Vec<Branch<Self::Node>>) -> Result<Option<i64>, Gap>;

    /// Returns the same position with the other player to move.
    fn passed(node: &Self::Node) -> Self::Node;
}

/// Positions as the rules define them.
struct ByRules<'a> {
    instance: &'a Instance,
    compound: Compound,
    work: Work<'a>,
}

impl<'a> Tree<'a> for ByRules<'a> {
    type Node = Position;

    const NODE_BYTES: u64 = 512;

    fn limit(&mut self, work: Work<'a>) {
        self.work = work;
    }

    fn look(&mut self, node: &Position, branches: &mut Vec<Branch<Position>>) -> Result<Option<i64>, Gap> {
        branches.clear();
        let (instance, compound) = (self.instance, self.compound);
        match self.work.spend(|meter| look_at(instance, node, compound, meter)) {
            Ok(Standing::Open(steps)) => branches.extend(steps.iter().map(Branch::of_step)),
            Ok(Standing::Ended(ending)) => {
                return Ok(Some(match ending {
                    Terminal::Win => WIN,
                    Terminal::Lose => -WIN,
                    Terminal::Draw => 0,
                    Terminal::Score(score) => points(&score),
                }));
            }
            // A position that is too large, or where the rules fail, is unknown.
            Err(Interrupt::Stop(Stop::TooManyMoves) | Interrupt::Fault(_)) => {}
            Err(Interrupt::Stop(_)) => return Err(Gap::Stop),
        }
        Ok(None)
    }

    fn passed(node: &Position) -> Position {
        Position { mover: node.mover.map(|side| side.other()), parts: node.parts.clone() }
    }
}

/// Packed positions of one part each.
struct Packed<K> {
    machine: Metered,
    move_counter: Arc<MoveCounter>,
    options: Options,
    plain: bool,
    key: PhantomData<K>,
}

impl<'a, K: Key> Tree<'a> for Packed<K> {
    type Node = K;

    const NODE_BYTES: u64 = size_of::<K>() as u64;

    fn limit(&mut self, work: Work<'a>) {
        self.move_counter.set(&work);
    }

    fn look(&mut self, node: &K, branches: &mut Vec<Branch<K>>) -> Result<Option<i64>, Gap> {
        branches.clear();
        match self.machine.look(*node, &mut self.options) {
            Expansion::Open => {}
            Expansion::Ended(_, end) | Expansion::Stuck(end) => {
                return Ok(Some(match end {
                    End::Win => WIN,
                    End::Lose => -WIN,
                    End::Draw => 0,
                    End::Score(score) => score.clamp(-MAX_POINTS, MAX_POINTS),
                }));
            }
            Expansion::Unsupported if self.move_counter.stop().is_some() => return Err(Gap::Stop),
            Expansion::Unsupported => return Err(Gap::Beyond),
        }
        let count = self.options.words.len() / K::WORDS;
        if !self.plain && self.options.heads.len() != count {
            return Err(Gap::Beyond);
        }
        for index in 0..count {
            let to = self.options.part::<K>(index);
            let head = if self.plain { Head::default() } else { self.options.heads[index] };
            if !self.plain && head.parts_end as usize != index + 1 {
                return Err(Gap::Beyond);
            }
            let gain = head.gain.clamp(-MAX_POINTS, MAX_POINTS);
            branches.push(Branch { to, gain, again: head.again != 0, change: Change::between(node, &to) });
        }
        Ok(None)
    }

    fn passed(node: &K) -> K {
        // The lowest bit is the mover.
        let words: Vec<u64> = node.words().iter().enumerate().map(|(at, word)| word ^ u64::from(at == 0)).collect();
        K::from_words(&words)
    }
}

/// The stored result of a searched position.
#[derive(Clone, Copy, Debug)]
struct Entry {
    value: i64,
    bound: Bound,
    depth: u32,
    /// Whether the value depends on positions where the depth ended.
    is_cut: bool,
    /// The best move.
    best: Change,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    Exact,
    Lower,
    Upper,
}

struct Search<'a, T: Tree<'a>> {
    tree: T,
    /// The moves of the root in the order of the solution, and the order in which they are tried.
    children: Vec<Branch<T::Node>>,
    order: Vec<usize>,
    table: QuickMap<T::Node, Entry>,
    max_entries: u64,
    history: History,
    /// Whether the side with more moves is ahead.
    counts_moves: bool,
    /// Whether the depth ended somewhere in the play being searched.
    is_cut: bool,
    /// Unused lists of moves, for reuse.
    spare: Vec<Vec<Branch<T::Node>>>,
}

impl<'a, T: Tree<'a>> Search<'a, T> {
    fn new(tree: T, solver: &Solver, solution: &Solution, children: Vec<Branch<T::Node>>) -> Search<'a, T> {
        // Moves known to lose are tried only if nothing else is left. For points, losing by less is better than losing
        // by more.
        let points = solver.instance.game().points;
        let loses = |index: &usize| !points && solution.moves[*index].value.winner == Some(Winner::Second);
        let mut order: Vec<usize> = (0..children.len()).filter(|index| !loses(index)).collect();
        if order.is_empty() {
            order = (0..children.len()).collect();
        }
        let entry_bytes = T::NODE_BYTES + size_of::<Entry>() as u64 + 8;
        let game = solver.instance.game();
        Search {
            tree,
            children,
            order,
            table: QuickMap::default(),
            // Hash tables reserve twice as many entries as they hold.
            max_entries: (solver.budget.max_bytes / TABLE_SHARE / entry_bytes / 2).min(MAX_ENTRIES),
            history: History::new(),
            counts_moves: game.players.is_some() && solver.instance.shape().normal_play,
            is_cut: false,
            spare: Vec::new(),
        }
    }

    /// Searches deeper and deeper until a limit is met.
    fn deepen(mut self, limits: LookaheadLimits, [whole, deepening]: [&'a Budget; 2]) -> Option<Lookahead> {
        let mut later = Some(Work::start(deepening));
        self.tree.limit(Work::start(whole));
        let standing = |index: &usize| self.history.standing(Change::default(), self.children[*index].change);
        self.order.sort_by_key(|index| Reverse(standing(index)));
        let mut found = Lookahead { best: *self.order.first()?, depth: 0, is_solved: false };
        for depth in 1..=limits.max_depth {
            if depth > MIN_DEPTH
                && let Some(work) = later.take()
            {
                self.tree.limit(work);
            }
            if self.table.len() as u64 >= self.max_entries {
                self.table.clear();
            }
            self.is_cut = false;
            let mut best: Option<(i64, usize)> = None;
            let mut tried = 0;
            while tried < self.order.len() && best.is_none_or(|(max, _)| max < WIN) {
                let branch = self.children[self.order[tried]].clone();
                let (alpha, beta) = branch.window(best.map_or(-WIN, |(max, _)| max), WIN);
                let score = match self.value(&branch.to, depth - 1, (alpha, beta), branch.change) {
                    Ok(value) => branch.score(value),
                    Err(Gap::Stop) => break,
                    Err(Gap::Beyond) => return None,
                };
                if best.is_none_or(|(max, _)| score > max) {
                    best = Some((score, tried));
                }
                tried += 1;
            }
            let is_whole = tried == self.order.len() || best.is_some_and(|(max, _)| max >= WIN);
            match best {
                // All moves lose: the best move of the previous depth holds out longest.
                Some((max, _)) if max <= -WIN && is_whole => {
                    return Some(Lookahead { depth, is_solved: true, ..found });
                }
                Some((max, _)) if max <= -WIN => found.best = self.order[tried],
                Some((_, index)) => {
                    found.best = self.order[index];
                    self.order[..=index].rotate_right(1);
                }
                None => {}
            }
            if !is_whole {
                return Some(found);
            }
            found.depth = depth;
            found.is_solved = !self.is_cut || best.is_some_and(|(max, _)| is_decided(max));
            if found.is_solved {
                return Some(found);
            }
        }
        Some(found)
    }

    /// Returns the value of a position for the player to move, searched to `depth`; outside `bounds` it is only a
    /// bound.
    fn value(&mut self, node: &T::Node, depth: u32, bounds: (i64, i64), last: Change) -> Result<i64, Gap> {
        let (alpha, beta) = bounds;
        let known = self.table.get(node).copied();
        if let Some(entry) = known
            && (entry.depth >= depth || !entry.is_cut)
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.value >= beta,
                Bound::Upper => entry.value <= alpha,
            }
        {
            self.is_cut |= entry.is_cut;
            return Ok(entry.value);
        }
        let cut_before = std::mem::replace(&mut self.is_cut, false);
        let mut branches = self.spare.pop().unwrap_or_default();
        let found = match self.tree.look(node, &mut branches) {
            Ok(Some(end)) => Ok(end),
            Ok(None) if depth == 0 || branches.is_empty() => {
                self.is_cut = true;
                self.advantage(node, &mut branches)
            }
            Ok(None) => {
                let first = known.map(|entry| entry.best);
                branches.sort_by_key(|branch| {
                    let standing = self.history.standing(last, branch.change);
                    Reverse(if first == Some(branch.change) { i32::MAX } else { standing })
                });
                self.best(node, depth, bounds, last, &branches)
            }
            Err(gap) => Err(gap),
        };
        self.spare.push(branches);
        self.is_cut |= cut_before;
        found
    }

    /// Returns the value of the best of these moves, and stores it.
    fn best(
        &mut self,
        node: &T::Node,
        depth: u32,
        (alpha, beta): (i64, i64),
        last: Change,
        branches: &[Branch<T::Node>],
    ) -> Result<i64, Gap> {
        let (mut max, mut best) = (i64::MIN, Change::default());
        for (index, branch) in branches.iter().enumerate() {
            let value = self.value(&branch.to, depth - 1, branch.window(alpha.max(max), beta), branch.change)?;
            let score = branch.score(value);
            if score > max {
                (max, best) = (score, branch.change);
            }
            if max >= beta {
                self.history.learn(last, branch.change, branches[..index].iter().map(|vain| vain.change));
                break;
            }
        }
        let bound = match max {
            max if max >= beta => Bound::Lower,
            max if max <= alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        // A forced win or loss depends only on ends of play.
        let is_fact = max >= WIN && bound != Bound::Upper || max <= -WIN && bound != Bound::Lower;
        self.is_cut &= !is_fact;
        if (self.table.len() as u64) < self.max_entries || self.table.contains_key(node) {
            self.table.insert(node.clone(), Entry { value: max, bound, depth, is_cut: self.is_cut, best });
        }
        Ok(max)
    }

    /// Returns the lead of the player to move where the depth ends, with its moves listed.
    fn advantage(&mut self, node: &T::Node, branches: &mut Vec<Branch<T::Node>>) -> Result<i64, Gap> {
        if !self.counts_moves || branches.is_empty() {
            return Ok(0);
        }
        let own = branches.len() as i64;
        Ok(match self.tree.look(&T::passed(node), branches)? {
            None => own - branches.len() as i64,
            Some(_) => own,
        })
    }
}
