//! Moves that are tried before a dense table is made.
//!
//! In: a game whose positions are a few numbers, and positions of it. Out: the order of its numbers in which every move tried
//! leads to a smaller key, and whether few positions can be reached at all. What is tried is no proof: the sweep that
//! follows the order looks at every move it makes, and gives up where one leads ahead.

use super::super::growth::capped;
use super::MOST_COMPONENTS;
use grundy_kernel::encode::{Field, code_of};
use grundy_kernel::{Direction, Engine, Kernel, Look, Machine, Options, Runner, Wishes};
use grundy_rules::game::Type;
use grundy_rules::{Instance, Meter, Part, Position, Side};
use std::collections::HashSet;
use std::sync::Arc;

/// How many moves are tried to find the order in which tables are filled.
const MOVES_TRIED: usize = 4000;
/// Moves are tried from numbers no larger than this.
const LARGEST_SAMPLE: i64 = 1 << 16;
/// How many positions, and how many options of them, tell whether few can be reached.
const FEW_POSITIONS: usize = 20_000;
const OPTIONS_TO_COUNT: usize = 100_000;
/// How many positions are remembered whose moves go no one way.
const MOST_DISORDERS: usize = 64;

/// The order of components in which every move tried leads to a smaller key, and by how much the first of them changed at
/// most in one of these moves; `None` where there is none.
pub(super) fn order_of(instance: &Arc<Instance>, positions: &[Position]) -> Option<(Vec<(usize, Direction)>, u64)> {
    let changes = sample_packed(instance, positions).unwrap_or_else(|| sample(instance, positions));
    let count = instance.game().components.len();
    let order = orders(count).into_iter().find(|order| {
        changes.iter().all(|(before, after)| {
            let first = order.iter().find(|(place, _)| before[*place] != after[*place]);
            first.is_some_and(|(place, direction)| match direction {
                Direction::Up => after[*place] < before[*place],
                Direction::Down => after[*place] > before[*place],
            })
        })
    })?;
    let rows = |(before, after): &(Numbers, Numbers)| before[order[0].0].abs_diff(after[order[0].0]);
    let farthest_row = changes.iter().map(rows).max().unwrap_or(u64::MAX);
    Some((order, farthest_row))
}

/// Moves from the positions asked about and from some that they lead to, by compiled rules; `None` where these cannot
/// say.
fn sample_packed(instance: &Arc<Instance>, positions: &[Position]) -> Option<Vec<(Numbers, Numbers)>> {
    let order = orders(instance.game().components.len()).swap_remove(0);
    let samples = samples(instance, positions);
    let kernel = Kernel::new(instance, &samples, &Wishes { widening: 0, order }).ok()?;
    let mut lister = Lister::new(&kernel)?;
    let mut open: Vec<u64> = keys(instance, &kernel, &samples)?;
    let mut changes = Vec::new();
    let mut seed = 1u64;
    while let Some(key) = open.pop() {
        if changes.len() > MOVES_TRIED {
            break;
        }
        let options = lister.options(key)?;
        let before = numbers(&kernel, key)?;
        for option in options {
            changes.push((before, numbers(&kernel, *option)?));
        }
        // On with a few of them, now large, now small.
        for _ in 0..2 {
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            if !options.is_empty() {
                open.push(options[(seed >> 33) as usize % options.len()]);
            }
        }
    }
    Some(changes)
}

/// Some parts to try moves from. Smaller ones stand for those with very large numbers, which may have very many moves.
fn samples(instance: &Arc<Instance>, positions: &[Position]) -> Vec<Part> {
    let roots = roots(positions, 16);
    roots.into_iter().map(|part| capped(instance, &part, LARGEST_SAMPLE).unwrap_or(part)).collect()
}

/// The keys of these parts, with every mover there can be.
fn keys(instance: &Arc<Instance>, kernel: &Kernel, parts: &[Part]) -> Option<Vec<u64>> {
    let movers = movers(instance);
    parts.iter().flat_map(|part| movers.iter().map(|mover| kernel.encode(part, *mover))).collect()
}

fn movers(instance: &Instance) -> &'static [Option<Side>] {
    if instance.game().players.is_some() { &[Some(Side::Left), Some(Side::Right)] } else { &[None] }
}

/// Moves by the meaning of the rules: (numbers before, numbers after).
fn sample(instance: &Arc<Instance>, positions: &[Position]) -> Vec<(Numbers, Numbers)> {
    let mut changes = Vec::new();
    let mut open: Vec<Part> = samples(instance, positions);
    let mut seed = 1u64;
    let meter = Meter::steps(4_000_000);
    let movers = movers(instance);
    while let Some(part) = open.pop() {
        if changes.len() > MOVES_TRIED {
            break;
        }
        let Some(before) = codes(&part) else { continue };
        let mut results: Vec<Part> = Vec::new();
        for mover in movers {
            if let Ok(moves) = instance.moves(&part, *mover, &meter) {
                results.extend(moves.into_iter().flat_map(|movement| movement.to));
            }
        }
        changes.extend(results.iter().filter_map(|result| Some((before, codes(result)?))));
        // On with a few of them, now large, now small.
        for _ in 0..2 {
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            if !results.is_empty() {
                open.push(results[(seed >> 33) as usize % results.len()].clone());
            }
        }
    }
    changes
}

/// Positions from which few can be reached, and all that these are: what was counted before is not counted again.
#[derive(Default)]
pub(super) struct Counted(HashSet<(Numbers, bool)>);

impl Counted {
    /// How many positions can be reached, if they are few.
    pub fn few_reachable(
        &mut self,
        instance: &Arc<Instance>,
        kernel: &Kernel,
        positions: &[Position],
    ) -> Option<usize> {
        let mut lister = Lister::new(kernel)?;
        if positions.len() > FEW_POSITIONS {
            return None;
        }
        // Where even a smaller one has very many options, there is no need to list those of a large one.
        for sample in samples(instance, positions) {
            for key in keys(instance, kernel, &[sample]).unwrap_or_default() {
                if lister.options(key)?.len() > FEW_POSITIONS {
                    return None;
                }
            }
        }
        if self.0.len() > FEW_POSITIONS {
            self.0.clear();
        }
        // Where there are players, the lowest bit of a key says who moves.
        let players = kernel.layout().players;
        let place = |key: u64| Some((numbers(kernel, key)?, players && key & 1 == 1));
        let mut fresh: HashSet<(Numbers, bool)> = HashSet::new();
        let mut open = Vec::new();
        for key in keys(instance, kernel, &roots(positions, usize::MAX))? {
            let at = place(key)?;
            if !self.0.contains(&at) && fresh.insert(at) {
                open.push(key);
            }
        }
        let mut listed = 0;
        while let Some(key) = open.pop() {
            if fresh.len() > FEW_POSITIONS || listed > OPTIONS_TO_COUNT {
                return None;
            }
            let options = lister.options(key)?;
            listed += options.len();
            for option in options {
                let at = place(*option)?;
                if !self.0.contains(&at) && fresh.insert(at) {
                    open.push(*option);
                }
            }
        }
        if fresh.len() > FEW_POSITIONS {
            return None;
        }
        self.0.extend(fresh);
        Some(self.0.len())
    }
}

/// Positions whose moves were tried, and go no one way: as the greatest number of each component.
#[derive(Default)]
pub(super) struct Disorders(Vec<Numbers>);

impl Disorders {
    /// Returns true if a table for these positions has cells for some that were tried in vain: then it cannot be filled in any order.
    pub fn cover(&self, instance: &Instance, positions: &[Position]) -> bool {
        let Some(top) = greatest(instance, positions) else { return false };
        self.0.iter().any(|known| known.iter().zip(top).all(|(known, top)| *known <= top))
    }

    /// Remembers positions that were tried in vain.
    pub fn add(&mut self, instance: &Instance, positions: &[Position]) {
        let Some(top) = greatest(instance, positions) else { return };
        self.0.retain(|known| known.iter().zip(top).any(|(known, top)| *known < top));
        // How many are remembered changes no answer.
        if self.0.len() < MOST_DISORDERS {
            self.0.push(top);
        }
    }
}

/// The greatest number of each component; `None` where a table need not begin at the least number that the rules allow.
fn greatest(instance: &Instance, positions: &[Position]) -> Option<Numbers> {
    let is_bounded = |ty: &Type| matches!(ty, Type::Int { low: Some(_), .. });
    if !instance.game().components.iter().all(|component| is_bounded(&component.ty)) {
        return None;
    }
    let parts = positions.iter().flat_map(Position::in_play);
    parts.map(codes).try_fold([0; MOST_COMPONENTS], |mut top, numbers| {
        for (top, number) in top.iter_mut().zip(numbers?) {
            *top = number.max(*top);
        }
        Some(top)
    })
}

/// The numbers of a part; those it does not have are 0.
type Numbers = [i64; MOST_COMPONENTS];

fn codes(part: &Part) -> Option<Numbers> {
    let mut numbers = [0; MOST_COMPONENTS];
    for (number, value) in numbers.iter_mut().zip(part.iter()) {
        *number = code_of(value)?;
    }
    Some(numbers)
}

/// The numbers of a packed part; `None` where it is made of something else.
fn numbers(kernel: &Kernel, key: u64) -> Option<Numbers> {
    let mut numbers = [0; MOST_COMPONENTS];
    for (number, field) in numbers.iter_mut().zip(&kernel.layout().fields) {
        let Field::Number { at, low, high, direction } = field else { return None };
        if at.width > 62 {
            return None;
        }
        let bits = ((key >> at.shift) & ((1 << at.width) - 1)) as i64;
        *number = match direction {
            Direction::Up => low.checked_add(bits)?,
            Direction::Down => high.checked_sub(bits)?,
        };
    }
    Some(numbers)
}

/// All parts of the first so many positions, each once, in order, and no more parts than that.
fn roots(positions: &[Position], most: usize) -> Vec<Part> {
    let mut roots: Vec<Part> =
        positions.iter().take(most).flat_map(|position| position.in_play().cloned()).take(most).collect();
    roots.sort();
    roots.dedup();
    roots
}

/// Lists options of keys of one word, by the interpreter: for a few thousand, compiling takes longer.
struct Lister {
    runner: Runner,
    options: Options,
}

impl Lister {
    fn new(kernel: &Kernel) -> Option<Lister> {
        let one_word = kernel.layout().words == 1;
        let runner = kernel.runner(Engine::Interpreter).ok().filter(|_| one_word)?;
        Some(Lister { runner, options: Options::default() })
    }

    /// The parts of all options; `None` where the rules cannot be carried out.
    fn options(&mut self, key: u64) -> Option<&[u64]> {
        match Machine::<u64>::look(&mut self.runner, key, &mut self.options) {
            Look::Trouble => None,
            Look::Open => Some(&self.options.words),
            Look::Ended(..) | Look::Stuck(_) => Some(&[]),
        }
    }
}

/// Every order of so many components, each counted up or down; as the file has them, counted up, first.
fn orders(count: usize) -> Vec<Vec<(usize, Direction)>> {
    let mut all: Vec<Vec<(usize, Direction)>> = vec![Vec::new()];
    for _ in 0..count {
        let mut longer = Vec::new();
        for begun in &all {
            for place in (0..count).filter(|place| begun.iter().all(|(used, _)| used != place)) {
                for direction in [Direction::Up, Direction::Down] {
                    let mut next = begun.clone();
                    next.push((place, direction));
                    longer.push(next);
                }
            }
        }
        all = longer;
    }
    all
}
