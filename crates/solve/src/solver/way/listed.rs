//! All positions that can be reached from what is asked, listed and settled: cyclic or not, for wins or for points.

use super::metered::Metered;
use super::packed::{Kind, OnKernel, Packed, Snag};
use super::{BoxOf, Running, Wants, single_parts, told_bits};
use crate::budget::{Allowance, Stop};
use crate::method::Method;
use crate::solution::{Authority, Judgement, Winner};
use crate::solver::discover::{Refusal, all_at_once, share};
use crate::solver::loop_fault;
use crate::solver::rank::Verdict;
use crate::solver::reference::search::Terms;
use crate::solver::reference::worth::ENDLESS;
use crate::solver::retrograde::Retrograde;
use crate::solver::winner_by_score;
use crate::values::{Values, key_of};
use grundy_kernel::sweep::{DRAWN, LOST, WON};
use grundy_kernel::{Kernel, Key};
use grundy_rules::game::Loops;
use grundy_rules::{Instance, Int, Position, Side};
use grundy_value::Remoteness;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

/// Beyond so many positions it is not asked whether play can loop, only to name the authority.
const MOST_TO_NAME: u64 = 2_000_000;

/// Every position is listed, and valued backwards from the ends of play.
pub(crate) struct Listed;

impl Listed {
    /// The way for single parts.
    pub fn way(instance: &Arc<Instance>, running: Running) -> Packed<Listed> {
        Packed::new(instance, running, Listed)
    }
}

impl Kind for Listed {
    fn name(&self) -> &'static str {
        "retrograde analysis"
    }

    fn method(&self) -> Method {
        Method::Retrograde
    }

    fn takes(&self, positions: &[Position], _: Wants) -> Result<(), String> {
        single_parts(positions)
    }

    fn because(&self, bits: u32) -> String {
        format!("a position packs into {}, and all that can be reached are to be listed", told_bits(bits))
    }

    fn lists_all(&self) -> bool {
        true
    }

    fn make<K: Key>(&self, kernel: Kernel, runner: Metered) -> Box<dyn OnKernel> {
        let game = kernel.instance().game();
        let terms = Terms { points: game.points, loops: game.loops };
        let retrograde = Retrograde::<K>::new(terms, kernel.traits());
        Box::new(ListedOn { kernel, runner, retrograde, is_complete: true, loopy: None })
    }
}

struct ListedOn<K> {
    kernel: Kernel,
    runner: Metered,
    retrograde: Retrograde<K>,
    is_complete: bool,
    /// Whether play from the first position asked last can loop, where that was asked.
    loopy: Option<bool>,
}

impl<K: Key> ListedOn<K> {
    fn snag(&self, refusal: Refusal<K>) -> Snag {
        match refusal {
            Refusal::Trouble(key) => Snag::Trouble(self.position(key)),
            Refusal::Splits => Snag::Refused("a move leaves several parts or none".to_owned()),
            Refusal::Wide => Snag::Refused("a position has too many options".to_owned()),
            Refusal::Scores => Snag::Refused("scores outgrow a machine word".to_owned()),
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

impl<K: Key> OnKernel for ListedOn<K> {
    fn reach(&mut self, positions: &[Position], wants: Wants, allowance: &Allowance) -> Result<Option<Stop>, Snag> {
        let keys: Option<Vec<K>> = positions.iter().map(|position| self.key(position)).collect();
        let keys = keys.ok_or_else(|| Snag::Refused("a position is too wide".to_owned()))?;
        // The first position leads to the others where only one was asked about. Found from it alone they come a move later
        // than it, and the positions may fall into generations, which takes less memory.
        let alone = keys.len().min(1);
        let found = self.retrograde.reach(&self.runner, &keys[..alone], allowance);
        let mut stop = found.map_err(|refusal| self.snag(refusal))?;
        // The others a few at first, then more and more: what is settled when the budget ends stays known.
        let mut rest = &keys[alone..];
        let mut count = if wants == Wants::All { rest.len() } else { 1 };
        while stop.is_none() && !rest.is_empty() {
            let (now, later) = rest.split_at(count.min(rest.len()));
            let found = self.retrograde.reach(&self.runner, now, allowance);
            stop = found.map_err(|refusal| self.snag(refusal))?;
            (rest, count) = (later, count * 2);
        }
        self.is_complete = stop.is_none();
        let game = self.kernel.instance().game();
        let must_end = game.points || game.loops == Loops::None;
        self.loopy = None;
        let to_name = wants == Wants::All && self.retrograde.examined() <= MOST_TO_NAME;
        if must_end || to_name {
            // What a first position leads to holds the others where only one position was asked about.
            let asked = if must_end && wants != Wants::All { &keys[..] } else { &keys[..1.min(keys.len())] };
            for key in asked {
                let loops =
                    self.retrograde.loops(&self.runner, *key, allowance).map_err(|refusal| self.snag(refusal))?;
                if must_end && loops == Some(true) {
                    let why = if game.points { "a game for points must end" } else { "the rules say `loops none`" };
                    let cycle = self.retrograde.loop_from(&self.runner, *key);
                    let cycle: Vec<Position> = cycle.into_iter().map(|key| self.position(key)).collect();
                    return Err(Snag::Fault(loop_fault(self.kernel.instance(), &cycle, why)));
                }
                self.loopy = self.loopy.or(loops);
            }
        }
        Ok(stop)
    }

    fn judgement(&self, position: &Position) -> Judgement {
        let Some(key) = self.key(position) else { return Judgement::default() };
        let mut judgement = Judgement::default();
        let moves = |moves: u32| (moves != ENDLESS).then_some(Remoteness(u64::from(moves)));
        (judgement.winner, judgement.remoteness) = match self.retrograde.verdict(key) {
            Verdict::Unknown => (None, None),
            Verdict::Win(length) => (Some(Winner::First), moves(length)),
            Verdict::Lose(length) => (Some(Winner::Second), moves(length)),
            Verdict::Draw => (Some(Winner::Draw), None),
            Verdict::Score(score) => {
                let score = Int::Small(score);
                let winner = winner_by_score(self.kernel.instance().game(), &score, position.mover);
                judgement.score = Some(score);
                (Some(winner), None)
            }
        };
        if !self.is_complete && !self.retrograde.is_sealed(key) {
            // In a graph that is not complete a quicker win may lie outside.
            judgement.remoteness = None;
        }
        judgement
    }

    fn authority(&mut self, _: &Position) -> Authority {
        let positions = self.examined();
        match self.loopy {
            Some(false) => Authority::Search { positions },
            _ => Authority::Retrograde { positions },
        }
    }

    fn examined(&self) -> u64 {
        self.retrograde.examined()
    }

    fn tabulate(&mut self, box_of: &BoxOf, allowance: &Allowance) -> Option<Values> {
        let game = self.kernel.instance().game();
        if game.points || game.loops == Loops::None {
            return None;
        }
        let movers: &[Option<Side>] =
            if game.players.is_some() { &[Some(Side::Left), Some(Side::Right)] } else { &[None] };
        let keys: Vec<K> = keys_of_box(&self.kernel, box_of.ranges, movers, allowance.threads())?;
        if self.retrograde.reach(&self.runner, &keys, allowance).ok()?.is_some() {
            return None;
        }
        drop(keys);
        let retrograde = std::mem::replace(
            &mut self.retrograde,
            Retrograde::new(Terms { points: game.points, loops: game.loops }, self.kernel.traits()),
        );
        let (kernel, positions) = (self.kernel.clone(), retrograde.examined());
        let lookup = move |numbers: &[i64], mover| {
            let key = K::from_words(&[key_of(&kernel, numbers, mover)?]);
            let packed = |moves: u32, code: i64| if moves == ENDLESS { code } else { i64::from(moves) << 2 | code };
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

/// The keys of all positions whose numbers lie in these ranges, for each mover, the last number changing most quickly; `None`
/// where one has none. All threads share the work.
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

/// Those of the positions with these places.
fn keys_between<K: Key>(
    kernel: &Kernel,
    ranges: &[RangeInclusive<i64>],
    movers: &[Option<Side>],
    places: Range<usize>,
) -> Option<Vec<K>> {
    let mut keys = Vec::with_capacity(places.len() * movers.len());
    // The first place in digits, one for each range.
    let mut numbers: Vec<i64> = ranges.iter().map(|range| *range.start()).collect();
    let mut rest = places.start as u64;
    for (number, range) in numbers.iter_mut().zip(ranges).rev() {
        let length = range.end().wrapping_sub(*range.start()) as u64 + 1;
        *number += (rest % length) as i64;
        rest /= length;
    }
    for _ in places {
        for mover in movers {
            keys.push(K::from_words(&[key_of(kernel, &numbers, *mover)?]));
        }
        // Counted through like the digits of a number.
        let Some(turning) = numbers.iter().zip(ranges).rposition(|(number, range)| number < range.end()) else { break };
        numbers[turning] += 1;
        for (number, range) in numbers.iter_mut().zip(ranges).skip(turning + 1) {
            *number = *range.start();
        }
    }
    Some(keys)
}
