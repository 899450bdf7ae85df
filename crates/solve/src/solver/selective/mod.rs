//! One position of a large game, without listing all: alpha-beta, or proof-number search where the tree is lopsided.

pub(crate) mod alpha_beta;
pub(crate) mod ordering;
mod proof_number;
mod transposition;

use crate::budget::Stop;
use crate::method::MethodName;
use crate::solution::Authority;
use crate::solver::method::Metered;
use crate::solver::method::compiled::{Compiled, KernelError, KernelSolver, Kind};
use crate::solver::method::{Backend, format_bits, single_parts};
use crate::solver::selective::alpha_beta::{Aim, AlphaBeta, GaveUp};
use crate::solver::selective::proof_number::{ProofNumber, is_lopsided};
use crate::solver::winner_by_score;
use crate::work::Work;
use grundy_kernel::{End, Kernel, Key, Machine, Options};
use grundy_message::{Message, Template, message, template};
use grundy_rules::{Instance, Int, Position};
use grundy_value::{Evaluation, Quantity, QuantitySet, Winner};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Maximum size of the tables of a search, unless less is allowed.
const TABLE_BYTES: u64 = 1 << 30;
/// Number of random plays that decide whether a tree is lopsided.
const PLAYS: u32 = 24;

/// Finds only the winner, or the score, of the queried positions.
pub(crate) struct Selective {
    search: Choice,
}

/// Which search is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    /// Proof-number search if the tree is lopsided, otherwise alpha-beta.
    ByTree,
    AlphaBeta,
    ProofNumber,
}

impl Selective {
    /// Creates the method for single parts of games that end.
    pub fn method(instance: &Arc<Instance>, running: Backend) -> Compiled<Selective> {
        Compiled::new(instance, running, Selective { search: Choice::ByTree })
    }

    /// Like [`Self::method`], but uses only one of its searches.
    pub fn by(instance: &Arc<Instance>, running: Backend, method: MethodName) -> Option<Compiled<Selective>> {
        let search = match method {
            MethodName::AlphaBeta => Choice::AlphaBeta,
            MethodName::ProofNumber if !instance.game().points => Choice::ProofNumber,
            _ => return None,
        };
        Some(Compiled::new(instance, running, Selective { search }))
    }
}

impl Kind for Selective {
    fn name(&self) -> &'static Template {
        template!("alpha-beta search")
    }

    fn method(&self) -> MethodName {
        if self.search == Choice::ProofNumber { MethodName::ProofNumber } else { MethodName::AlphaBeta }
    }

    fn takes(&self, positions: &[Position], wants: QuantitySet) -> Result<(), Message> {
        if wants.requires(Quantity::Remoteness) {
            return Err(message!("it does not count the moves to the end"));
        }
        single_parts(positions)
    }

    fn because(&self, bits: u32) -> Message {
        message!("it needs only some of the positions, each in {bits}", bits = format_bits(bits))
    }

    fn is_selective(&self) -> bool {
        true
    }

    fn make<K: Key>(&self, kernel: Kernel, runner: Metered) -> Box<dyn KernelSolver> {
        let (choice, known) = (self.search, BTreeMap::new());
        Box::new(SelectiveOn::<K> { kernel, runner: Some(runner), choice, search: None, known, examined: 0 })
    }
}

struct SelectiveOn<K: Key> {
    kernel: Kernel,
    /// Moved into the search when it begins.
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

impl<K: Key> SelectiveOn<K> {
    fn key(&self, position: &Position) -> Option<K> {
        self.kernel.encode(position.only()?, position.mover)
    }

    fn begin(&mut self, root: K, work: &Work) -> Result<(), Stop> {
        let Some(runner) = self.runner.take() else { return Ok(()) };
        let mut runner = runner.joining(self.kernel.symmetries());
        let points = self.kernel.instance().game().points;
        // Expanding the root also shows whether the machine works here at all.
        Machine::<K>::look(&mut runner, root, &mut Options::default());
        let lopsided = match self.choice {
            Choice::ByTree => !points && is_lopsided::<K, _>(&mut runner, root, PLAYS),
            Choice::AlphaBeta => false,
            Choice::ProofNumber => true,
        };
        // Half of the memory is left for earlier attempts.
        let room = work.with_bytes(TABLE_BYTES.min(work.max_bytes() / 2));
        self.search = Some(if lopsided {
            Search::ProofNumber(Box::new(ProofNumber::new(runner, &room)?))
        } else {
            let aim = if points { Aim::Score } else { Aim::Outcome };
            Search::AlphaBeta(Box::new(AlphaBeta::new(runner, aim, &room)?))
        });
        Ok(())
    }
}

impl<K: Key> KernelSolver for SelectiveOn<K> {
    fn reach(&mut self, positions: &[Position], _: QuantitySet, work: &Work) -> Result<Option<Stop>, KernelError> {
        for position in positions {
            let key = self.key(position).ok_or_else(|| KernelError::Refused(message!("a position is too wide")))?;
            if self.known.contains_key(&key) {
                continue;
            }
            if let Err(stop) = self.begin(key, work) {
                return Ok(Some(stop));
            }
            let found = match &mut self.search {
                Some(Search::AlphaBeta(search)) => search.value(key, work),
                Some(Search::ProofNumber(search)) => search.outcome(key, work),
                None => return Err(KernelError::Refused(message!("the search could not begin"))),
            };
            match found {
                Ok((end, nodes)) => {
                    self.examined += nodes;
                    self.known.insert(key, end);
                }
                Err(GaveUp::Stop(stop)) => {
                    self.examined += work.positions();
                    return Ok(Some(stop));
                }
                Err(GaveUp::Loop(_)) => return Err(KernelError::Refused(message!("play can go on for ever"))),
                Err(GaveUp::Beyond(key)) => {
                    let (part, mover) = self.kernel.decode(key);
                    return Err(KernelError::Unsupported(Position::alone(mover, part)));
                }
            }
        }
        Ok(None)
    }

    fn evaluation(&self, position: &Position) -> Evaluation {
        let mut evaluation = Evaluation::default();
        let end = self.key(position).and_then(|key| self.known.get(&key));
        evaluation.winner = end.map(|end| match end {
            End::Win => Winner::First,
            End::Lose => Winner::Second,
            End::Draw => Winner::Draw,
            End::Score(score) => {
                let score = Int::Small(*score);
                let winner = winner_by_score(self.kernel.instance().game(), &score, position.mover);
                evaluation.score = Some(score);
                winner
            }
        });
        evaluation
    }

    fn authority(&mut self, _: &Position) -> Authority {
        let positions = self.examined;
        match &self.search {
            Some(Search::ProofNumber(_)) => Authority::ProofNumber { positions },
            _ => Authority::AlphaBeta { positions },
        }
    }

    fn visited(&self) -> u64 {
        self.examined
    }
}
