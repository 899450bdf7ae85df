//! Boards that fall apart into regions: Grundy values region by region.

mod search;

use crate::budget::Stop;
use crate::method::MethodName;
use crate::solution::Authority;
use crate::solver::method::{Backend, Method, MethodError};
use crate::solver::regions::search::{Failure, RegionSearch};
use crate::work::Work;
use grundy_kernel::regions::Local;
use grundy_message::{Message, Template, message, template};
use grundy_rules::{Instance, Position};
use grundy_value::{Evaluation, Grundy, Quantity, QuantitySet};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Boards with at most this many cells are listed completely, which finds more.
const FEW_CELLS: usize = 16;

/// Number of random plays that decide whether a board falls apart.
const PLAYS: u64 = 8;

/// Minimum percentage of the moves in those plays that must be in regions of at most half of the cells.
const ENOUGH_PERCENT: usize = 50;

/// Values every region once, wherever it lies.
pub(crate) struct Regions {
    instance: Arc<Instance>,
    running: Backend,
    local: Option<Local>,
    search: RegionSearch,
    known: BTreeMap<Vec<u8>, Grundy>,
}

impl Regions {
    /// Creates the method for impartial games whose moves are local.
    pub fn new(instance: &Arc<Instance>, running: Backend) -> Regions {
        let (instance, known) = (instance.clone(), BTreeMap::new());
        Regions { instance, running, local: None, search: RegionSearch::default(), known }
    }

    fn prepare(&mut self, positions: &[Position]) -> Result<&Local, Message> {
        if self.local.is_none() {
            let part = positions
                .first()
                .and_then(|position| position.in_play().next())
                .ok_or_else(|| message!("there is no board"))?;
            self.local = Some(Local::recognise(&self.instance, part)?);
        }
        self.local.as_ref().ok_or_else(|| message!("there is no board"))
    }

    fn contents(&self, position: &Position) -> Option<Vec<Vec<u8>>> {
        let local = self.local.as_ref()?;
        position.in_play().map(|part| local.contents(part)).collect()
    }
}

impl Method for Regions {
    fn name(&self) -> &'static Template {
        template!("search of regions")
    }

    fn method(&self) -> MethodName {
        MethodName::Regions
    }

    fn accepts(&mut self, positions: &[Position], wants: QuantitySet) -> Result<Message, Message> {
        if wants.requires(Quantity::Remoteness) {
            return Err(message!("it does not count the moves to the end"));
        }
        let as_it_pays = self.running == Backend::AsItPays;
        let local = self.prepare(positions)?;
        let boards: Option<Vec<Vec<u8>>> =
            positions.iter().flat_map(Position::in_play).map(|part| local.contents(part)).collect();
        let Some(boards) = boards else { return Err(message!("the boards are of different sizes")) };
        let max = boards.iter().map(Vec::len).max().unwrap_or(0);
        if as_it_pays {
            if max <= FEW_CELLS && wants == QuantitySet::ALL {
                return Err(message!("with {max} cells all positions can be listed", max));
            }
            if !boards.first().is_some_and(|board| falls_apart(local, board)) {
                return Err(message!("its boards stay in one piece"));
            }
        }
        Ok(message!("its moves are local, so that its {max} cells fall into independent regions", max))
    }

    fn reach(&mut self, positions: &[Position], wants: QuantitySet, work: &Work) -> Result<Option<Stop>, MethodError> {
        self.accepts(positions, wants)?;
        let part = work.part();
        for position in positions {
            let Some(boards) = self.contents(position) else {
                return Err(message!("a board is of another size").into());
            };
            for board in boards {
                let Some(local) = self.local.as_ref().filter(|_| !self.known.contains_key(&board)) else { continue };
                match self.search.value(local, &board, &part) {
                    Ok(value) => self.known.insert(board, Grundy(value)),
                    Err(Failure::Stop(stop)) => return Ok(Some(stop)),
                    Err(Failure::Loopy) => return Err(message!("play can go on for ever").into()),
                };
            }
        }
        Ok(None)
    }

    fn evaluation(&self, position: &Position) -> Evaluation {
        let boards = self.contents(position);
        let grundy: Option<Grundy> =
            boards.and_then(|boards| boards.iter().map(|board| self.known.get(board).copied()).sum());
        grundy.map(Evaluation::from).unwrap_or_default()
    }

    fn authority(&mut self, _: &Position) -> Authority {
        Authority::Grundy { positions: self.visited() }
    }

    fn is_selective(&self) -> bool {
        true
    }

    fn clear(&mut self) {
        self.local = None;
        self.search = RegionSearch::default();
        self.known.clear();
    }

    fn visited(&self) -> u64 {
        self.search.visited()
    }
}

/// Returns true if, in random plays, most moves are made in regions that are small compared with the board.
fn falls_apart(local: &Local, board: &[u8]) -> bool {
    let (mut small, mut all) = (0, 0);
    for play in 1..=PLAYS {
        let mut board = board.to_vec();
        // The same plays every time: a multiplicative generator (Lehmer 1951).
        let mut state = play * 2 + 1;
        // Play that does not end does not fall apart.
        for _ in 0..2 * board.len() {
            let Ok(regions) = local.structure().split(&board) else { return false };
            for (_, cells) in &regions {
                all += cells.len();
                small += if 2 * cells.len() <= board.len() { cells.len() } else { 0 };
            }
            let options: Vec<Vec<u8>> = local.structure().options(&board).collect();
            if options.is_empty() {
                break;
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005);
            board.clone_from(&options[(state >> 33) as usize % options.len()]);
        }
    }
    100 * small >= ENOUGH_PERCENT * all
}
