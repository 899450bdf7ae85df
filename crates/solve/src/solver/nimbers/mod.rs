//! Boards that fill up and fall apart: Grundy values by nimber search, winners by a search of the parts.

mod label_table;
mod nimber;
mod partizan;

use crate::budget::Stop;
use crate::method::MethodName;
use crate::solution::Authority;
use crate::solver::method::{Backend, Method, MethodError};
use crate::solver::nimbers::nimber::NimberSearch;
use crate::solver::nimbers::partizan::OutcomeSearch;
use crate::work::Work;
use grundy_kernel::placement::{Cells, Placement};
use grundy_message::{Message, Template, message, template};
use grundy_rules::{Instance, Position, Side};
use grundy_value::{Evaluation, Grundy, Quantity, QuantitySet, Winner};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

/// Boards with at most this many free cells are listed completely, which finds more.
const FEW_CELLS: u32 = 16;

/// Finds the independent parts of a board, values them, and adds the values.
pub(crate) struct Nimbers {
    instance: Arc<Instance>,
    running: Backend,
    placement: Option<Arc<Placement>>,
    search: Option<Search>,
    grundy: BTreeMap<Cells, Grundy>,
    winners: BTreeMap<(Cells, Option<Side>), Winner>,
    /// Sums of which only the winner was wanted: whether their value is 0.
    nothing: BTreeMap<Vec<Cells>, bool>,
}

enum Search {
    Nimbers(Box<NimberSearch>),
    Outcomes(Box<OutcomeSearch>),
}

impl Nimbers {
    /// Creates the method for games of filling cells.
    pub fn new(instance: &Arc<Instance>, running: Backend) -> Nimbers {
        let instance = instance.clone();
        let (grundy, winners, nothing) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Nimbers { instance, running, placement: None, search: None, grundy, winners, nothing }
    }

    fn prepare(&mut self, positions: &[Position]) -> Result<(), Message> {
        if self.placement.is_some() {
            return Ok(());
        }
        let part = positions
            .first()
            .and_then(|position| position.in_play().next())
            .ok_or_else(|| message!("there is no board"))?;
        let placement = Arc::new(Placement::recognise(&self.instance, part)?);
        self.search = Some(if placement.is_impartial() {
            Search::Nimbers(Box::new(NimberSearch::new(&placement)))
        } else {
            Search::Outcomes(Box::new(OutcomeSearch::new(&placement)))
        });
        self.placement = Some(placement);
        Ok(())
    }

    fn cells(&self, position: &Position) -> Option<Vec<Cells>> {
        let placement = self.placement.as_ref()?;
        position.in_play().map(|part| placement.free_cells(part)).collect()
    }
}

impl Method for Nimbers {
    fn name(&self) -> &'static Template {
        template!("search of independent parts")
    }

    fn method(&self) -> MethodName {
        if self.instance.game().players.is_some() { MethodName::Partizan } else { MethodName::Nimbers }
    }

    fn accepts(&mut self, positions: &[Position], wants: QuantitySet) -> Result<Message, Message> {
        self.prepare(positions)?;
        if wants.requires(Quantity::Remoteness) {
            return Err(message!("it does not count the moves to the end"));
        }
        let Some(cells) = positions.iter().map(|position| self.cells(position)).collect::<Option<Vec<_>>>() else {
            return Err(message!("the boards are of different sizes"));
        };
        let max = cells.iter().flatten().map(|cells| cells.count_ones()).max().unwrap_or(0);
        if max <= FEW_CELLS && wants == QuantitySet::ALL && self.running == Backend::AsItPays {
            return Err(message!("with {max} free cells all positions can be listed", max));
        }
        if matches!(self.search, Some(Search::Outcomes(_))) && cells.iter().any(|parts| parts.len() != 1) {
            return Err(message!("with two players it takes one board"));
        }
        Ok(message!("cells are only ever filled, so its {max} free cells fall into independent parts", max))
    }

    fn reach(&mut self, positions: &[Position], wants: QuantitySet, work: &Work) -> Result<Option<Stop>, MethodError> {
        self.accepts(positions, wants)?;
        let part = work.part();
        // The value of a position comes first, then which of its moves win, and the values of the moves last.
        if let (Some(Search::Nimbers(_)), [position, options @ ..]) = (&self.search, positions)
            && wants == QuantitySet::ALL
            && !options.is_empty()
        {
            let first = [(std::slice::from_ref(position), Quantity::Grundy), (options, Quantity::Outcome)];
            for (positions, wants) in first {
                if let Some(stop) = self.reach(positions, wants.into(), work)? {
                    return Ok(Some(stop));
                }
            }
        }
        for position in positions {
            let Some(cells) = self.cells(position) else { return Err(message!("a board is of another size").into()) };
            if let (true, Some(Search::Nimbers(search))) = (wants.is_outcome(), &mut self.search) {
                if cells.iter().all(|free| self.grundy.contains_key(free)) || self.nothing.contains_key(&cells) {
                    continue;
                }
                match search.is_nothing(&cells, &part) {
                    Ok(is_nothing) => self.nothing.insert(cells, is_nothing),
                    Err(stop) => return Ok(Some(stop)),
                };
                continue;
            }
            for free in cells {
                match &mut self.search {
                    Some(Search::Nimbers(search)) => {
                        if let Entry::Vacant(unknown) = self.grundy.entry(free) {
                            match search.value(free, &part) {
                                Ok(value) => unknown.insert(Grundy(value)),
                                Err(stop) => return Ok(Some(stop)),
                            };
                        }
                    }
                    Some(Search::Outcomes(search)) => {
                        let mover = position.mover.unwrap_or(Side::Left);
                        if let Entry::Vacant(unknown) = self.winners.entry((free, position.mover)) {
                            match search.wins(free, mover, &part) {
                                Ok(wins) => {
                                    let winner = if wins { Winner::First } else { Winner::Second };
                                    unknown.insert(winner)
                                }
                                Err(stop) => return Ok(Some(stop)),
                            };
                        }
                    }
                    None => return Err(message!("there is no board").into()),
                }
            }
        }
        Ok(None)
    }

    fn evaluation(&self, position: &Position) -> Evaluation {
        let Some(cells) = self.cells(position) else { return Evaluation::default() };
        match &self.search {
            Some(Search::Nimbers(_)) => {
                let grundy: Option<Grundy> = cells.iter().map(|free| self.grundy.get(free).copied()).sum();
                let winner = |is_nothing: &bool| if *is_nothing { Winner::Second } else { Winner::First };
                match grundy {
                    Some(grundy) => grundy.into(),
                    None => Evaluation { winner: self.nothing.get(&cells).map(winner), ..Evaluation::default() },
                }
            }
            _ => {
                let winner = cells.first().and_then(|free| self.winners.get(&(*free, position.mover)).copied());
                Evaluation { winner, ..Evaluation::default() }
            }
        }
    }

    fn authority(&mut self, _: &Position) -> Authority {
        let positions = self.visited();
        match &self.search {
            Some(Search::Nimbers(_)) => Authority::Nimbers { positions },
            _ => Authority::AlphaBeta { positions },
        }
    }

    fn is_selective(&self) -> bool {
        true
    }

    fn clear(&mut self) {
        self.search = None;
        self.placement = None;
        self.grundy.clear();
        self.winners.clear();
        self.nothing.clear();
    }

    fn visited(&self) -> u64 {
        match &self.search {
            Some(Search::Nimbers(search)) => search.visited(),
            Some(Search::Outcomes(search)) => search.visited(),
            None => 0,
        }
    }
}
