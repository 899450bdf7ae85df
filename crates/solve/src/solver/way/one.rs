//! One position of a large game, without listing all: alpha-beta, or proof-number search where the tree is lopsided.

use super::metered::Metered;
use super::packed::{Kind, OnKernel, Packed, Snag};
use super::{Running, Wants, single_parts, told_bits};
use crate::budget::{Allowance, Stop};
use crate::method::Method;
use crate::solution::{Authority, Judgement, Winner};
use crate::solver::alpha_beta::{Aim, AlphaBeta, GaveUp};
use crate::solver::proof_number::{ProofNumber, is_lopsided};
use crate::solver::winner_by_score;
use grundy_kernel::{End, Kernel, Key, Machine, Options};
use grundy_rules::{Instance, Int, Position};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The tables of a search take no more than this, unless less is allowed.
const TABLE_BYTES: u64 = 1 << 30;
/// How many plays at random tell whether a tree is lopsided.
const PLAYS: u32 = 24;

/// Only who wins, or by how much, of the positions asked about.
pub(crate) struct One {
    search: Choice,
}

/// Which search is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    /// Proof-number search where the tree is lopsided.
    ByTree,
    AlphaBeta,
    ProofNumber,
}

impl One {
    /// The way for single parts of games that end.
    pub fn way(instance: &Arc<Instance>, running: Running) -> Packed<One> {
        Packed::new(instance, running, One { search: Choice::ByTree })
    }

    /// The same by one of its searches alone.
    pub fn by(instance: &Arc<Instance>, running: Running, method: Method) -> Option<Packed<One>> {
        let search = match method {
            Method::AlphaBeta => Choice::AlphaBeta,
            Method::ProofNumber if !instance.game().points => Choice::ProofNumber,
            _ => return None,
        };
        Some(Packed::new(instance, running, One { search }))
    }
}

impl Kind for One {
    fn name(&self) -> &'static str {
        "alpha-beta search"
    }

    fn method(&self) -> Method {
        if self.search == Choice::ProofNumber { Method::ProofNumber } else { Method::AlphaBeta }
    }

    fn takes(&self, positions: &[Position], wants: Wants) -> Result<(), String> {
        if wants == Wants::Remoteness {
            return Err("it does not count the moves to the end".to_owned());
        }
        single_parts(positions)
    }

    fn because(&self, bits: u32) -> String {
        format!("it needs only some of the positions, each in {}", told_bits(bits))
    }

    fn is_selective(&self) -> bool {
        true
    }

    fn make<K: Key>(&self, kernel: Kernel, runner: Metered) -> Box<dyn OnKernel> {
        let (choice, known) = (self.search, BTreeMap::new());
        Box::new(OneOn::<K> { kernel, runner: Some(runner), choice, search: None, known, examined: 0 })
    }
}

struct OneOn<K: Key> {
    kernel: Kernel,
    /// Taken when the search begins.
    runner: Option<Metered>,
    choice: Choice,
    search: Option<Search<K>>,
    known: BTreeMap<K, End>,
    examined: u64,
}

enum Search<K: Key> {
    AlphaBeta(Box<AlphaBeta<K, Metered>>),
    ProofNumber(Box<ProofNumber<K, Metered>>),
}

impl<K: Key> OneOn<K> {
    fn key(&self, position: &Position) -> Option<K> {
        self.kernel.encode(position.only()?, position.mover)
    }

    fn begin(&mut self, root: K, allowance: &Allowance) -> Result<(), Stop> {
        let Some(runner) = self.runner.take() else { return Ok(()) };
        let mut runner = runner.joining(self.kernel.symmetries());
        let points = self.kernel.instance().game().points;
        // A look at the first options also tells whether the machine works here at all.
        Machine::<K>::look(&mut runner, root, &mut Options::default());
        let lopsided = match self.choice {
            Choice::ByTree => !points && is_lopsided::<K, _>(&mut runner, root, PLAYS),
            Choice::AlphaBeta => false,
            Choice::ProofNumber => true,
        };
        // Half of the memory is left for what was tried before.
        let room = allowance.with_bytes(TABLE_BYTES.min(allowance.max_bytes() / 2));
        self.search = Some(if lopsided {
            Search::ProofNumber(Box::new(ProofNumber::new(runner, &room)?))
        } else {
            let aim = if points { Aim::Score } else { Aim::Outcome };
            Search::AlphaBeta(Box::new(AlphaBeta::new(runner, aim, &room)?))
        });
        Ok(())
    }
}

impl<K: Key> OnKernel for OneOn<K> {
    fn reach(&mut self, positions: &[Position], _: Wants, allowance: &Allowance) -> Result<Option<Stop>, Snag> {
        for position in positions {
            let key = self.key(position).ok_or_else(|| Snag::Refused("a position is too wide".to_owned()))?;
            if self.known.contains_key(&key) {
                continue;
            }
            if let Err(stop) = self.begin(key, allowance) {
                return Ok(Some(stop));
            }
            let found = match &mut self.search {
                Some(Search::AlphaBeta(search)) => search.value(key, allowance),
                Some(Search::ProofNumber(search)) => search.outcome(key, allowance),
                None => return Err(Snag::Refused("the search could not begin".to_owned())),
            };
            match found {
                Ok((end, nodes)) => {
                    self.examined += nodes;
                    self.known.insert(key, end);
                }
                Err(GaveUp::Stop(stop)) => {
                    self.examined += allowance.positions();
                    return Ok(Some(stop));
                }
                Err(GaveUp::Loop(_)) => return Err(Snag::Refused("play can go on for ever".to_owned())),
                Err(GaveUp::Beyond(key)) => {
                    let (part, mover) = self.kernel.decode(key);
                    return Err(Snag::Trouble(Position::alone(mover, part)));
                }
            }
        }
        Ok(None)
    }

    fn judgement(&self, position: &Position) -> Judgement {
        let mut judgement = Judgement::default();
        let end = self.key(position).and_then(|key| self.known.get(&key));
        judgement.winner = end.map(|end| match end {
            End::Win => Winner::First,
            End::Lose => Winner::Second,
            End::Draw => Winner::Draw,
            End::Score(score) => {
                let score = Int::Small(*score);
                let winner = winner_by_score(self.kernel.instance().game(), &score, position.mover);
                judgement.score = Some(score);
                winner
            }
        });
        judgement
    }

    fn authority(&mut self, _: &Position) -> Authority {
        let positions = self.examined;
        match &self.search {
            Some(Search::ProofNumber(_)) => Authority::ProofNumber { positions },
            _ => Authority::AlphaBeta { positions },
        }
    }

    fn examined(&self) -> u64 {
        self.examined
    }
}
