//! Iterative deepening: the move to make where a position is too large to be solved.
//!
//! In: a position that is not solved, with its moves. Out: the most promising of them, and how many moves deep all play from it
//! was searched. The idea is Knuth and Moore's alpha-beta (1975) to a fixed depth, one move deeper each time (Slate and Atkin
//! 1977), with the best move of the depth before tried first. Ends of play count as they are and points as they are gained;
//! where the depth ends, nothing is known, or in a game that who cannot move loses, who has more moves is ahead. A forced win
//! or loss that is found is a fact, since all of its play ended. For a given depth the answer is the same on every machine.
//! Wrong tool where the position can be solved: see the ways of the plan.

use super::ordering::{Change, History};
use super::way::Metered;
use super::{Solver, look_at};
use crate::budget::{Budget, Gauge, Halt, Stop, Watch};
use crate::hashing::{QuickHasher, QuickMap};
use crate::solution::{Solution, Winner};
use grundy_kernel::{End, Engine, Head, Kernel, Key, Look, Machine, Options, Wishes};
use grundy_rules::{Ending, Instance, Int, Join, Position, Standing};
use std::cmp::Reverse;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::sync::Arc;

/// A depth that is searched whatever the time, as long as the budget lasts: no win in one move and no forced reply is missed.
const MIN_DEPTH: u32 = 2;
/// What a win is worth; no points and no advantage come near.
const WIN: i64 = 1 << 50;
/// Points are counted up to this.
const MAX_POINTS: i64 = 1 << 40;
/// The table of positions takes at most one in so many of the bytes of the budget, and no more entries than this.
const TABLE_SHARE: u64 = 8;
const MAX_ENTRIES: u64 = 1 << 21;
/// How often wider keys are tried where numbers outgrow them.
const MAX_WIDENINGS: u32 = 2;

/// How far to look ahead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LookaheadLimits {
    /// How many moves deep.
    pub max_depth: u32,
    /// How much work to go on with beyond two moves: moves listed by compiled rules, or steps of rules that cannot be compiled. It is
    /// counted, so that the same move is found on every machine.
    pub max_work: u64,
}

impl Default for LookaheadLimits {
    /// About half a second.
    fn default() -> LookaheadLimits {
        LookaheadLimits { max_depth: 64, max_work: 1_500_000 }
    }
}

/// What a search of limited depth says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lookahead {
    /// The index of the move to make among the moves of the solution.
    pub best: usize,
    /// How many moves deep all play was searched.
    pub depth: u32,
    /// Whether the move is known to be as good as any: it wins by force, all moves lose, or all play was followed to its end.
    pub is_solved: bool,
}

impl Solver {
    /// Returns the move to make in a position that is not solved; `None` where no move is listed, or where ends are not
    /// told by the rules (`compound anti`).
    pub fn look_ahead(&self, solution: &Solution, limits: LookaheadLimits) -> Option<Lookahead> {
        if solution.moves.is_empty() || self.join == Join::Anti {
            return None;
        }
        let deepening = Budget {
            max_packed_moves: self.budget.max_packed_moves.min(limits.max_work),
            max_steps: Some(self.budget.max_steps.map_or(limits.max_work, |most| most.min(limits.max_work))),
            ..self.budget.clone()
        };
        let budgets = [&self.budget, &deepening];
        let is_single = |position: &Position| position.only().is_some();
        if self.join == Join::One
            && is_single(&solution.position)
            && solution.moves.iter().all(|valued| is_single(&valued.step.to))
        {
            for widening in 0..=MAX_WIDENINGS {
                if let Some(found) = self.look_ahead_packed(solution, limits, budgets, widening) {
                    return Some(found);
                }
            }
        }
        let tree = ByRules { instance: &self.instance, join: self.join, watch: Watch::start(&self.budget) };
        let children = solution.moves.iter().map(|valued| Branch::of_step(&valued.step));
        Search::new(tree, self, solution, children.collect()).deepen(limits, budgets)
    }

    /// The same with compiled rules; `None` where they cannot say what happens somewhere.
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
        let gauge = Arc::new(Gauge::new());
        let machine = Metered::new(runner, &gauge);
        let plain = kernel.traits().plain;
        let encode = |position: &Position| kernel.encode::<K>(position.only()?, position.mover);
        let root = encode(&solution.position)?;
        let mut children = Vec::with_capacity(solution.moves.len());
        for valued in &solution.moves {
            let to = encode(&valued.step.to)?;
            let gain = points(&valued.step.gain);
            children.push(Branch { to, gain, again: valued.step.again, change: Change::between(&root, &to) });
        }
        let tree = Packed::<K> { machine, gauge, options: Options::default(), plain, key: PhantomData };
        let mut search = Search::new(tree, self, solution, children);
        let tree = &mut search.tree;
        tree.gauge.set(&Watch::start(budgets[0]));
        search.history.rehearse(&mut tree.machine, root, &mut tree.options);
        search.deepen(limits, budgets)
    }
}

/// A move as the search sees it.
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
        for (part, movement) in &step.moves {
            (part, movement.rule, &movement.choices).hash(&mut hasher);
        }
        let change = Change::of_hash(hasher.finish());
        Branch { to: step.to.clone(), gain: points(&step.gain), again: step.again, change }
    }
}

impl<N> Branch<N> {
    /// What the move is worth where the position after it is worth so much to its mover.
    fn worth(&self, value: i64) -> i64 {
        let value = if self.again { value } else { -value };
        if is_decided(value) { value } else { value + self.gain }
    }

    /// The bounds that matter there, of those that matter for the move.
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
    let most = if gain.is_negative() { -MAX_POINTS } else { MAX_POINTS };
    gain.to_i64().map_or(most, |gain| gain.clamp(-MAX_POINTS, MAX_POINTS))
}

/// Why a position was not looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gap {
    /// The budget ended.
    Stop,
    /// Compiled rules cannot say what happens there.
    Beyond,
}

/// Where play can go.
trait Tree<'a> {
    type Node: Clone + Eq + Hash;

    /// About how many bytes a position takes.
    const NODE_BYTES: u64;

    /// Takes another budget from now on.
    fn limit(&mut self, watch: Watch<'a>);

    /// Lists the moves of a position, or returns what its end is worth to the player to move. Where neither can be told, no
    /// move is listed.
    ///
    /// # Errors
    /// The budget ended, or this tree is the wrong one.
    fn look(&mut self, node: &Self::Node, branches: &mut Vec<Branch<Self::Node>>) -> Result<Option<i64>, Gap>;

    /// Returns the same position with the other player to move.
    fn passed(node: &Self::Node) -> Self::Node;
}

/// Positions as the rules have them.
struct ByRules<'a> {
    instance: &'a Instance,
    join: Join,
    watch: Watch<'a>,
}

impl<'a> Tree<'a> for ByRules<'a> {
    type Node = Position;

    const NODE_BYTES: u64 = 512;

    fn limit(&mut self, watch: Watch<'a>) {
        self.watch = watch;
    }

    fn look(&mut self, node: &Position, branches: &mut Vec<Branch<Position>>) -> Result<Option<i64>, Gap> {
        branches.clear();
        let (instance, join) = (self.instance, self.join);
        match self.watch.spend(|meter| look_at(instance, node, join, meter)) {
            Ok(Standing::Open(steps)) => branches.extend(steps.iter().map(Branch::of_step)),
            Ok(Standing::Ended(ending)) => {
                return Ok(Some(match ending {
                    Ending::Win => WIN,
                    Ending::Lose => -WIN,
                    Ending::Draw => 0,
                    Ending::Score(score) => points(&score),
                }));
            }
            // Of one position that is too large, or where the rules fail, nothing is known.
            Err(Halt::Stop(Stop::TooManyMoves) | Halt::Fault(_)) => {}
            Err(Halt::Stop(_)) => return Err(Gap::Stop),
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
    gauge: Arc<Gauge>,
    options: Options,
    plain: bool,
    key: PhantomData<K>,
}

impl<'a, K: Key> Tree<'a> for Packed<K> {
    type Node = K;

    const NODE_BYTES: u64 = size_of::<K>() as u64;

    fn limit(&mut self, watch: Watch<'a>) {
        self.gauge.set(&watch);
    }

    fn look(&mut self, node: &K, branches: &mut Vec<Branch<K>>) -> Result<Option<i64>, Gap> {
        branches.clear();
        match self.machine.look(*node, &mut self.options) {
            Look::Open => {}
            Look::Ended(_, end) | Look::Stuck(end) => {
                return Ok(Some(match end {
                    End::Win => WIN,
                    End::Lose => -WIN,
                    End::Draw => 0,
                    End::Score(score) => score.clamp(-MAX_POINTS, MAX_POINTS),
                }));
            }
            Look::Trouble if self.gauge.stop().is_some() => return Err(Gap::Stop),
            Look::Trouble => return Err(Gap::Beyond),
        }
        let count = self.options.words.len() / K::WORDS;
        if !self.plain && self.options.heads.len() != count {
            return Err(Gap::Beyond);
        }
        for place in 0..count {
            let to = self.options.part::<K>(place);
            let head = if self.plain { Head::default() } else { self.options.heads[place] };
            if !self.plain && head.parts_end as usize != place + 1 {
                return Err(Gap::Beyond);
            }
            let gain = head.gain.clamp(-MAX_POINTS, MAX_POINTS);
            branches.push(Branch { to, gain, again: head.again != 0, change: Change::between(node, &to) });
        }
        Ok(None)
    }

    fn passed(node: &K) -> K {
        // The lowest bit says who is to move.
        let words: Vec<u64> = node.words().iter().enumerate().map(|(at, word)| word ^ u64::from(at == 0)).collect();
        K::from_words(&words)
    }
}

/// What is kept of a position that was searched.
#[derive(Clone, Copy, Debug)]
struct Entry {
    value: i64,
    bound: Bound,
    depth: u32,
    /// Whether the value rests on positions where the depth ended.
    is_cut: bool,
    /// The move that was best.
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
    /// The moves of the position that was asked about, as the solution lists them, and the order in which they are tried.
    children: Vec<Branch<T::Node>>,
    order: Vec<usize>,
    table: QuickMap<T::Node, Entry>,
    max_entries: u64,
    history: History,
    /// Whether who has more moves is ahead.
    counts_moves: bool,
    /// Whether the depth ended somewhere in the play that is being searched.
    is_cut: bool,
    /// Lists of moves that are not in use.
    spare: Vec<Vec<Branch<T::Node>>>,
}

impl<'a, T: Tree<'a>> Search<'a, T> {
    fn new(tree: T, solver: &Solver, solution: &Solution, children: Vec<Branch<T::Node>>) -> Search<'a, T> {
        // What is known to lose is tried only where nothing else is left. For points, losing by less is better than losing by more.
        let points = solver.instance.game().points;
        let loses = |place: &usize| !points && solution.moves[*place].worth.winner == Some(Winner::Second);
        let mut order: Vec<usize> = (0..children.len()).filter(|place| !loses(place)).collect();
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
            // Tables of hashes have room for twice as many entries as they hold.
            max_entries: (solver.budget.max_bytes / TABLE_SHARE / entry_bytes / 2).min(MAX_ENTRIES),
            history: History::new(),
            counts_moves: game.players.is_some() && solver.instance.shape().normal_play,
            is_cut: false,
            spare: Vec::new(),
        }
    }

    /// Searches deeper and deeper.
    fn deepen(mut self, limits: LookaheadLimits, [whole, deepening]: [&'a Budget; 2]) -> Option<Lookahead> {
        let mut later = Some(Watch::start(deepening));
        self.tree.limit(Watch::start(whole));
        let standing = |place: &usize| self.history.standing(Change::default(), self.children[*place].change);
        self.order.sort_by_key(|place| Reverse(standing(place)));
        let mut found = Lookahead { best: *self.order.first()?, depth: 0, is_solved: false };
        for depth in 1..=limits.max_depth {
            if depth > MIN_DEPTH
                && let Some(watch) = later.take()
            {
                self.tree.limit(watch);
            }
            if self.table.len() as u64 >= self.max_entries {
                self.table.clear();
            }
            self.is_cut = false;
            let mut best: Option<(i64, usize)> = None;
            let mut tried = 0;
            while tried < self.order.len() && best.is_none_or(|(most, _)| most < WIN) {
                let branch = self.children[self.order[tried]].clone();
                let (alpha, beta) = branch.window(best.map_or(-WIN, |(most, _)| most), WIN);
                let worth = match self.value(&branch.to, depth - 1, (alpha, beta), branch.change) {
                    Ok(value) => branch.worth(value),
                    Err(Gap::Stop) => break,
                    Err(Gap::Beyond) => return None,
                };
                if best.is_none_or(|(most, _)| worth > most) {
                    best = Some((worth, tried));
                }
                tried += 1;
            }
            let is_whole = tried == self.order.len() || best.is_some_and(|(most, _)| most >= WIN);
            match best {
                // All lose: what was best a move before holds out longest.
                Some((most, _)) if most <= -WIN && is_whole => {
                    return Some(Lookahead { depth, is_solved: true, ..found });
                }
                Some((most, _)) if most <= -WIN => found.best = self.order[tried],
                Some((_, place)) => {
                    found.best = self.order[place];
                    self.order[..=place].rotate_right(1);
                }
                None => {}
            }
            if !is_whole {
                return Some(found);
            }
            found.depth = depth;
            found.is_solved = !self.is_cut || best.is_some_and(|(most, _)| is_decided(most));
            if found.is_solved {
                return Some(found);
            }
        }
        Some(found)
    }

    /// Returns what a position is worth to the player to move, as far as so many more moves tell; of what is not within the
    /// bounds only on which side of them it is.
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

    /// Returns the worth of the best of these moves, and keeps it.
    fn best(
        &mut self,
        node: &T::Node,
        depth: u32,
        (alpha, beta): (i64, i64),
        last: Change,
        branches: &[Branch<T::Node>],
    ) -> Result<i64, Gap> {
        let (mut most, mut best) = (i64::MIN, Change::default());
        for (place, branch) in branches.iter().enumerate() {
            let value = self.value(&branch.to, depth - 1, branch.window(alpha.max(most), beta), branch.change)?;
            let worth = branch.worth(value);
            if worth > most {
                (most, best) = (worth, branch.change);
            }
            if most >= beta {
                self.history.learn(last, branch.change, branches[..place].iter().map(|vain| vain.change));
                break;
            }
        }
        let bound = match most {
            most if most >= beta => Bound::Lower,
            most if most <= alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        // A forced win or loss rests on ends of play alone.
        let is_fact = most >= WIN && bound != Bound::Upper || most <= -WIN && bound != Bound::Lower;
        self.is_cut &= !is_fact;
        if (self.table.len() as u64) < self.max_entries || self.table.contains_key(node) {
            self.table.insert(node.clone(), Entry { value: most, bound, depth, is_cut: self.is_cut, best });
        }
        Ok(most)
    }

    /// Returns by how much the player to move is ahead where the depth ends, the moves being listed.
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
