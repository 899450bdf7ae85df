//! Moves that are tried before a dense table is built.
//!
//! In: a game whose positions are a few numbers, and positions of it. Out: the order of its numbers in which every move
//! tried leads to a smaller key, and whether few positions can be reached at all. Trying proves nothing: the sweep that
//! follows the order checks every move it makes, and gives up if one leads ahead.

use super::MAX_COMPONENTS;
use crate::solver::method::growth::capped;
use grundy_kernel::encode::{Field, code_of};
use grundy_kernel::{Direction, Engine, Expansion, Kernel, Machine, Options, Runner, Wishes};
use grundy_rules::game::Type;
use grundy_rules::{Instance, Meter, Part, Position, Side};
use std::collections::HashSet;
use std::sync::Arc;

/// Number of moves tried to find the order in which tables are filled.
const MOVES_TRIED: usize = 4000;
/// Largest number that moves are tried from.
const LARGEST_SAMPLE: i64 = 1 << 16;
/// Maximum numbers of positions, and of their options, that count as few.
const FEW_POSITIONS: usize = 20_000;
const OPTIONS_TO_COUNT: usize = 100_000;
/// Tuning: maximum number of stored positions whose moves fit no order. No measurement is recorded.
const MAX_DISORDERS: usize = 64;

/// Returns the order of components in which every move tried leads to a smaller key, and the greatest change of the
/// first of them in these moves; `None` if there is none.
pub(super) fn order_of(instance: &Arc<Instance>, positions: &[Position]) -> Option<(Vec<(usize, Direction)>, u64)> {
    let changes = sample_packed(instance, positions).unwrap_or_else(|| sample(instance, positions));
    let count = instance.game().components.len();
    let order = orders(count).into_iter().find(|order| {
        changes.iter().all(|(before, after)| {
            let first = order.iter().find(|(index, _)| before[*index] != after[*index]);
            first.is_some_and(|(index, direction)| match direction {
                Direction::Up => after[*index] < before[*index],
                Direction::Down => after[*index] > before[*index],
            })
        })
    })?;
    let rows = |(before, after): &(Numbers, Numbers)| before[order[0].0].abs_diff(after[order[0].0]);
    let farthest_row = changes.iter().map(rows).max().unwrap_or(u64::MAX);
    Some((order, farthest_row))
}

/// Returns moves from the queried positions and from some that they lead to, by compiled rules; `None` if these fail.
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
        // Continue from a few of them, alternating large and small.
        for _ in 0..2 {
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            if !options.is_empty() {
                open.push(options[(seed >> 33) as usize % options.len()]);
            }
        }
    }
    Some(changes)
}

/// Returns some parts to try moves from. Parts with very large numbers, which may have very many moves, are replaced by
/// smaller ones.
fn samples(instance: &Arc<Instance>, positions: &[Position]) -> Vec<Part> {
    let roots = roots(positions, 16);
    roots.into_iter().map(|part| capped(instance, &part, LARGEST_SAMPLE).unwrap_or(part)).collect()
}

/// Returns the keys of these parts, with every possible mover.
fn keys(instance: &Arc<Instance>, kernel: &Kernel, parts: &[Part]) -> Option<Vec<u64>> {
    let movers = movers(instance);
    parts.iter().flat_map(|part| movers.iter().map(|mover| kernel.encode(part, *mover))).collect()
}

fn movers(instance: &Instance) -> &'static [Option<Side>] {
    if instance.game().players.is_some() { &[Some(Side::Left), Some(Side::Right)] } else { &[None] }
}

/// Maximum bytes of the moves that are tried: those of the largest sample of one heap and half as many again.
const SAMPLE_BYTES: u64 = 32 << 20;

/// Returns moves by interpreting the rules: (numbers before, numbers after).
fn sample(instance: &Arc<Instance>, positions: &[Position]) -> Vec<(Numbers, Numbers)> {
    let mut changes = Vec::new();
    let mut open: Vec<Part> = samples(instance, positions);
    let mut seed = 1u64;
    let meter = Meter::steps(4_000_000).within_bytes(SAMPLE_BYTES);
    let movers = movers(instance);
    while let Some(part) = open.pop() {
        if changes.len() > MOVES_TRIED {
            break;
        }
        let Some(before) = codes(&part) else { continue };
        let mut results: Vec<Part> = Vec::new();
        for mover in movers {
            if let Ok(moves) = instance.moves(&part, *mover, &meter) {
                results.extend(moves.into_iter().flat_map(|mv| mv.to));
            }
        }
        changes.extend(results.iter().filter_map(|result| Some((before, codes(result)?))));
        // Continue from a few of them, alternating large and small.
        for _ in 0..2 {
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            if !results.is_empty() {
                open.push(results[(seed >> 33) as usize % results.len()].clone());
            }
        }
    }
    changes
}

/// Positions from which few can be reached, with all of those: they are not counted again.
#[derive(Default)]
pub(super) struct Counted(HashSet<(Numbers, bool)>);

impl Counted {
    /// Returns how many positions can be reached, if they are few.
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
        // If even a smaller one has very many options, those of a large one need not be listed.
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
        // With players, the lowest bit of a key is the mover.
        let players = kernel.layout().players;
        let index = |key: u64| Some((numbers(kernel, key)?, players && key & 1 == 1));
        let mut fresh: HashSet<(Numbers, bool)> = HashSet::new();
        let mut open = Vec::new();
        for key in keys(instance, kernel, &roots(positions, usize::MAX))? {
            let at = index(key)?;
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
                let at = index(*option)?;
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

/// Positions whose moves fit no order, as the greatest number of each component.
#[derive(Default)]
pub(super) struct Disorders(Vec<Numbers>);

impl Disorders {
    /// Returns true if a table for these positions has cells for some that fit no order: then it cannot be filled in
    /// any.
    pub fn cover(&self, instance: &Instance, positions: &[Position]) -> bool {
        let Some(top) = greatest(instance, positions) else { return false };
        self.0.iter().any(|known| known.iter().zip(top).all(|(known, top)| *known <= top))
    }

    /// Stores positions for which no order was found.
    pub fn add(&mut self, instance: &Instance, positions: &[Position]) {
        let Some(top) = greatest(instance, positions) else { return };
        self.0.retain(|known| known.iter().zip(top).any(|(known, top)| *known < top));
        // The number stored changes no answer.
        if self.0.len() < MAX_DISORDERS {
            self.0.push(top);
        }
    }
}

/// Returns the greatest number of each component; `None` if a table need not begin at the least number that the rules
/// allow.
fn greatest(instance: &Instance, positions: &[Position]) -> Option<Numbers> {
    let is_bounded = |ty: &Type| matches!(ty, Type::Int { low: Some(_), .. });
    if !instance.game().components.iter().all(|component| is_bounded(&component.ty)) {
        return None;
    }
    let parts = positions.iter().flat_map(Position::in_play);
    parts.map(codes).try_fold([0; MAX_COMPONENTS], |mut top, numbers| {
        for (top, number) in top.iter_mut().zip(numbers?) {
            *top = number.max(*top);
        }
        Some(top)
    })
}

/// The numbers of a part; missing ones are 0.
type Numbers = [i64; MAX_COMPONENTS];

fn codes(part: &Part) -> Option<Numbers> {
    let mut numbers = [0; MAX_COMPONENTS];
    for (number, value) in numbers.iter_mut().zip(part.iter()) {
        *number = code_of(value)?;
    }
    Some(numbers)
}

/// Returns the numbers of a packed part; `None` if it has other components.
fn numbers(kernel: &Kernel, key: u64) -> Option<Numbers> {
    let mut numbers = [0; MAX_COMPONENTS];
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

/// Returns all parts of the first `max` positions, each once, in order, and at most `max` parts.
fn roots(positions: &[Position], max: usize) -> Vec<Part> {
    let mut roots: Vec<Part> =
        positions.iter().take(max).flat_map(|position| position.in_play().cloned()).take(max).collect();
    roots.sort();
    roots.dedup();
    roots
}

/// Lists options of keys of one word, interpreted: for a few thousand, compiling takes longer.
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

    /// Returns the parts of all options; `None` if the rules cannot be carried out.
    fn options(&mut self, key: u64) -> Option<&[u64]> {
        match Machine::<u64>::look(&mut self.runner, key, &mut self.options) {
            Expansion::Unsupported => None,
            Expansion::Open => Some(&self.options.words),
            Expansion::Ended(..) | Expansion::Stuck(_) => Some(&[]),
        }
    }
}

/// Returns every order of `count` components, each counted up or down; the order of the file, counted up, comes first.
fn orders(count: usize) -> Vec<Vec<(usize, Direction)>> {
    let mut all: Vec<Vec<(usize, Direction)>> = vec![Vec::new()];
    for _ in 0..count {
        let mut longer = Vec::new();
        for begun in &all {
            for index in (0..count).filter(|index| begun.iter().all(|(used, _)| used != index)) {
                for direction in [Direction::Up, Direction::Down] {
                    let mut next = begun.clone();
                    next.push((index, direction));
                    longer.push(next);
                }
            }
        }
        all = longer;
    }
    all
}
