//! All positions that can be reached from the queried ones, listed and settled: cyclic or not, for wins or for points.

mod analysis;
mod backward;
pub(crate) mod cycle;
pub(crate) mod discover;
mod layers;
mod rank;

use crate::budget::Stop;
use crate::method::MethodName;
use crate::solution::Authority;
use crate::solver::loop_fault;
use crate::solver::method::Metered;
use crate::solver::method::compiled::{Compiled, KernelError, KernelSolver, Kind};
use crate::solver::method::{Backend, BoxOf, format_bits, single_parts};
use crate::solver::network::INFINITE;
use crate::solver::network::Terms;
use crate::solver::retrograde::analysis::Analysis;
use crate::solver::retrograde::discover::{Refusal, all_at_once, share};
use crate::solver::retrograde::rank::Verdict;
use crate::solver::winner_by_score;
use crate::values::{Values, key_of};
use crate::work::Work;
use grundy_kernel::sweep::{DRAWN, LOST, WON};
use grundy_kernel::{Kernel, Key};
use grundy_message::{Message, Template, message, template};
use grundy_rules::game::Loops;
use grundy_rules::{Instance, Int, Position, Side};
use grundy_value::{Evaluation, QuantitySet, Remoteness, Winner};
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

/// Tuning: maximum number of positions for which loops are searched only to name the authority. No measurement is
/// recorded.
const MAX_TO_NAME: u64 = 2_000_000;

/// Lists every position, and values them backwards from the ends of play.
pub(crate) struct Retrograde;

impl Retrograde {
    /// Creates the method for single parts.
    pub fn method(instance: &Arc<Instance>, running: Backend) -> Compiled<Retrograde> {
        Compiled::new(instance, running, Retrograde)
    }
}

impl Kind for Retrograde {
    fn name(&self) -> &'static Template {
        template!("retrograde analysis")
    }

    fn method(&self) -> MethodName {
        MethodName::Retrograde
    }

    fn takes(&self, positions: &[Position], _: QuantitySet) -> Result<(), Message> {
        single_parts(positions)
    }

    fn because(&self, bits: u32) -> Message {
        message!("a position packs into {bits}, and all that can be reached are to be listed", bits = format_bits(bits))
    }

    fn lists_all(&self) -> bool {
        true
    }

    fn make<K: Key>(&self, kernel: Kernel, runner: Metered) -> Box<dyn KernelSolver> {
        let game = kernel.instance().game();
        let terms = Terms { points: game.points, loops: game.loops };
        let retrograde = Analysis::<K>::new(terms, kernel.traits());
        Box::new(RetrogradeOn { kernel, runner, retrograde, is_complete: true, loopy: None })
    }
}

struct RetrogradeOn<K> {
    kernel: Kernel,
    runner: Metered,
    retrograde: Analysis<K>,
    is_complete: bool,
    /// Whether play from the first position of the last query can loop, if that was checked.
    loopy: Option<bool>,
}

impl<K: Key> RetrogradeOn<K> {
    fn snag(&self, refusal: Refusal<K>) -> KernelError {
        match refusal {
            Refusal::Unsupported(key) => KernelError::Unsupported(self.position(key)),
            Refusal::Splits => KernelError::Refused(message!("a move leaves several parts or none")),
            Refusal::Wide => KernelError::Refused(message!("a position has too many options")),
            Refusal::Scores => KernelError::Refused(message!("scores outgrow a machine word")),
        }
    }

    fn position(&self, key: K) -> Position {
        let (part, mover) = self.kernel.decode(key);
        Position::alone(mover, part)
    }

    fn key(&self, position: &Position) -> Option<K> {
        self.kernel.encode(position.only()?, position.mover)
    }
}

impl<K: Key> KernelSolver for RetrogradeOn<K> {
    fn reach(&mut self, positions: &[Position], wants: QuantitySet, work: &Work) -> Result<Option<Stop>, KernelError> {
        let keys: Option<Vec<K>> = positions.iter().map(|position| self.key(position)).collect();
        let keys = keys.ok_or_else(|| KernelError::Refused(message!("a position is too wide")))?;
        // If one position was queried, the first leads to the others. Found from it alone they come a move later than
        // it, and the positions may be graded, which takes less memory.
        let alone = keys.len().min(1);
        let found = self.retrograde.reach(&self.runner, &keys[..alone], work);
        let mut stop = found.map_err(|refusal| self.snag(refusal))?;
        // The others in growing batches: what is settled when the budget ends stays known.
        let mut rest = &keys[alone..];
        let mut count = if wants == QuantitySet::ALL { rest.len() } else { 1 };
        while stop.is_none() && !rest.is_empty() {
            let (now, later) = rest.split_at(count.min(rest.len()));
            let found = self.retrograde.reach(&self.runner, now, work);
            stop = found.map_err(|refusal| self.snag(refusal))?;
            (rest, count) = (later, count * 2);
        }
        self.is_complete = stop.is_none();
        let game = self.kernel.instance().game();
        let must_end = game.points || game.loops == Loops::None;
        self.loopy = None;
        let to_name = wants == QuantitySet::ALL && self.retrograde.visited() <= MAX_TO_NAME;
        if must_end || to_name {
            // If only one position was queried, everything reached from the first includes the others.
            let queried = if must_end && wants != QuantitySet::ALL { &keys[..] } else { &keys[..1.min(keys.len())] };
            for key in queried {
                let loops = self.retrograde.loops(&self.runner, *key, work).map_err(|refusal| self.snag(refusal))?;
                if must_end && loops == Some(true) {
                    let why = if game.points {
                        message!("a game for points must end")
                    } else {
                        message!("the rules say `loops none`")
                    };
                    let cycle = self.retrograde.loop_from(&self.runner, *key);
                    let cycle: Vec<Position> = cycle.into_iter().map(|key| self.position(key)).collect();
                    return Err(KernelError::Fault(loop_fault(self.kernel.instance(), &cycle, why)));
                }
                self.loopy = self.loopy.or(loops);
            }
        }
        Ok(stop)
    }

    fn evaluation(&self, position: &Position) -> Evaluation {
        let Some(key) = self.key(position) else { return Evaluation::default() };
        let mut evaluation = Evaluation::default();
        let moves = |moves: u32| (moves != INFINITE).then_some(Remoteness(u64::from(moves)));
        (evaluation.winner, evaluation.remoteness) = match self.retrograde.verdict(key) {
            Verdict::Unknown => (None, None),
            Verdict::Win(length) => (Some(Winner::First), moves(length)),
            Verdict::Lose(length) => (Some(Winner::Second), moves(length)),
            Verdict::Draw => (Some(Winner::Draw), None),
            Verdict::Score(score) => {
                let score = Int::Small(score);
                let winner = winner_by_score(self.kernel.instance().game(), &score, position.mover);
                evaluation.score = Some(score);
                (Some(winner), None)
            }
        };
        if !self.is_complete && !self.retrograde.is_sealed(key) {
            // In an incomplete graph a quicker win may lie outside.
            evaluation.remoteness = None;
        }
        evaluation
    }

    fn authority(&mut self, _: &Position) -> Authority {
        let positions = self.visited();
        match self.loopy {
            Some(false) => Authority::Search { positions },
            _ => Authority::Retrograde { positions },
        }
    }

    fn visited(&self) -> u64 {
        self.retrograde.visited()
    }

    fn tabulate(&mut self, box_of: &BoxOf, work: &Work) -> Option<Values> {
        let game = self.kernel.instance().game();
        if game.points || game.loops == Loops::None {
            return None;
        }
        let movers: &[Option<Side>] =
            if game.players.is_some() { &[Some(Side::Left), Some(Side::Right)] } else { &[None] };
        let keys: Vec<K> = keys_of_box(&self.kernel, box_of.ranges, movers, work.threads())?;
        if self.retrograde.reach(&self.runner, &keys, work).ok()?.is_some() {
            return None;
        }
        drop(keys);
        let retrograde = std::mem::replace(
            &mut self.retrograde,
            Analysis::new(Terms { points: game.points, loops: game.loops }, self.kernel.traits()),
        );
        let (kernel, positions) = (self.kernel.clone(), retrograde.visited());
        let lookup = move |numbers: &[i64], mover| {
            let key = K::from_words(&[key_of(&kernel, numbers, mover)?]);
            let packed = |moves: u32, code: i64| if moves == INFINITE { code } else { i64::from(moves) << 2 | code };
            match retrograde.verdict(key) {
                Verdict::Lose(moves) => Some(packed(moves, i64::from(LOST))),
                Verdict::Win(moves) => Some(packed(moves, i64::from(WON))),
                Verdict::Draw => Some(i64::from(DRAWN)),
                Verdict::Unknown | Verdict::Score(_) => None,
            }
        };
        Some(Values::other(Arc::new(lookup), positions))
    }
}

/// Returns the keys of all positions with numbers in these ranges, for each mover, the last number changing fastest;
/// `None` where a position has no key. All threads share the work.
fn keys_of_box<K: Key>(
    kernel: &Kernel,
    ranges: &[RangeInclusive<i64>],
    movers: &[Option<Side>],
    threads: usize,
) -> Option<Vec<K>> {
    let length =
        |range: &RangeInclusive<i64>| usize::try_from(range.end().checked_sub(*range.start())?).ok()?.checked_add(1);
    let count = ranges.iter().try_fold(1usize, |count, range| count.checked_mul(length(range)?))?;
    let mut shares: Vec<Option<Vec<K>>> = vec![None; threads.max(1)];
    let workers = shares.len();
    all_at_once(shares.iter_mut(), |at, keys| {
        let mine = share(count, workers, at);
        *keys = keys_between(kernel, ranges, movers, mine);
    });
    let mut all = Vec::with_capacity(count.checked_mul(movers.len())?);
    for mut keys in shares {
        all.append(keys.as_mut()?);
    }
    Some(all)
}

/// Like [`keys_of_box`], but for the positions with these indices.
fn keys_between<K: Key>(
    kernel: &Kernel,
    ranges: &[RangeInclusive<i64>],
    movers: &[Option<Side>],
    indices: Range<usize>,
) -> Option<Vec<K>> {
    let mut keys = Vec::with_capacity(indices.len() * movers.len());
    // The first index as digits, one for each range.
    let mut numbers: Vec<i64> = ranges.iter().map(|range| *range.start()).collect();
    let mut rest = indices.start as u64;
    for (number, range) in numbers.iter_mut().zip(ranges).rev() {
        let length = range.end().wrapping_sub(*range.start()) as u64 + 1;
        *number += (rest % length) as i64;
        rest /= length;
    }
    for _ in indices {
        for mover in movers {
            keys.push(K::from_words(&[key_of(kernel, &numbers, *mover)?]));
        }
        // Counts up like the digits of a number.
        let Some(turning) = numbers.iter().zip(ranges).rposition(|(number, range)| number < range.end()) else { break };
        numbers[turning] += 1;
        for (number, range) in numbers.iter_mut().zip(ranges).skip(turning + 1) {
            *number = *range.start();
        }
    }
    Some(keys)
}
