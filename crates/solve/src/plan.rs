//! Picks the methods for a game from its shape, and says why.

pub(crate) mod choice;

pub use choice::Size;

use crate::method::MethodName;
use crate::solver::compounds::Compounds;
use crate::solver::dense_sweep::DenseSweep;
use crate::solver::grundy_search::GrundySearch;
use crate::solver::heap::Heap;
use crate::solver::line_sieve::LineSieve;
use crate::solver::method::{Backend, GraphSweep, Method, Sums};
use crate::solver::nimbers::Nimbers;
use crate::solver::regions::Regions;
use crate::solver::retrograde::Retrograde;
use crate::solver::selective::Selective;
use grundy_message::{Message, message};
use grundy_rules::game::{Loops, Ties};
use grundy_rules::shape::why_parts_have_no_grundy;
use grundy_rules::{Compound, Fault, Game, Instance, Meter};
use std::sync::Arc;

/// The theory by which a game is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theory {
    /// Grundy values of single parts, added up.
    Grundy,
    /// Whole sums, won, lost or drawn.
    Retrograde,
    /// Whole sums, for points.
    Score,
    /// Whole sums that end where every part has Grundy value 0.
    Anti,
}

/// A theory and the reason for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The theory.
    pub theory: Theory,
    /// The reason, in a few words.
    pub because: Message,
}

impl Plan {
    /// Chooses the theory for this game under this compound rule.
    ///
    /// # Errors
    /// The game has no answer under this compound rule.
    pub fn choose(game: &Game, compound: Compound) -> Result<Plan, Fault> {
        if game.players.is_none() && (matches!(game.loops, Loops::Wins(_)) || matches!(game.ties, Ties::Side(_))) {
            return Err(Fault::refused(message!(
                "a side can be given infinite play or ties only in a game with players"
            )));
        }
        if matches!(compound, Compound::Anti) {
            return match why_parts_have_no_grundy(game) {
                None => Ok(Plan {
                    theory: Theory::Anti,
                    because: message!("the sum ends where every part has Grundy value 0"),
                }),
                Some(why) => Err(Fault::refused(message!("`compound anti` needs Grundy values, but {why}", why))
                    .hint(message!("play the sum with `compound one`, or with `stuck wins` for misère play"))),
            };
        }
        if game.points {
            return Ok(Plan { theory: Theory::Score, because: message!("it is played for points") });
        }
        if !matches!(compound, Compound::One) {
            return Ok(Plan { theory: Theory::Retrograde, because: message!("a move may be made in several parts") });
        }
        Ok(match why_parts_have_no_grundy(game) {
            None => Plan { theory: Theory::Grundy, because: message!("it is impartial and under normal play") },
            Some(why) => Plan { theory: Theory::Retrograde, because: why },
        })
    }

    /// Returns the methods to try for this game under this compound rule, in order; each still refuses positions that
    /// it cannot take. The most informative come first, the least demanding last. A limit that rules out a method is
    /// recorded in `limits`.
    pub(crate) fn methods(
        &self,
        instance: &Arc<Instance>,
        compound: Compound,
        running: Backend,
        limits: &Meter,
    ) -> Vec<Box<dyn Method>> {
        let mut methods: Vec<Box<dyn Method>> = Vec::new();
        if compound == Compound::One {
            methods.extend(GraphSweep::new(instance).map(|method| Box::new(method) as Box<dyn Method>));
        }
        match self.theory {
            Theory::Anti => methods.extend(
                Compounds::method(instance, compound, running).map(|method| Box::new(method) as Box<dyn Method>),
            ),
            Theory::Grundy => {
                methods.extend(Heap::new(instance, running, limits).map(|method| Box::new(method) as Box<dyn Method>));
                methods.extend(LineSieve::new(instance).map(|method| Box::new(method) as Box<dyn Method>));
                methods.push(Box::new(Nimbers::new(instance, running)));
                methods.push(Box::new(Regions::new(instance, running)));
                methods.extend(
                    DenseSweep::new(instance, self.theory, running).map(|method| Box::new(method) as Box<dyn Method>),
                );
                methods.push(Box::new(GrundySearch::method(instance, running)));
                // Where play can go on forever, single parts are still won, lost or drawn.
                methods.push(Box::new(Retrograde::method(instance, running)));
                methods.extend(
                    Sums::method(instance, compound, running).map(|method| Box::new(method) as Box<dyn Method>),
                );
            }
            Theory::Retrograde | Theory::Score => {
                // Where a move may leave several parts or none, even one part is played as a sum.
                if compound == Compound::One && instance.game().leaves_one_part() {
                    methods.extend(
                        DenseSweep::new(instance, self.theory, running)
                            .map(|method| Box::new(method) as Box<dyn Method>),
                    );
                    methods.push(Box::new(Nimbers::new(instance, running)));
                    methods.push(Box::new(Retrograde::method(instance, running)));
                    methods.push(Box::new(Selective::method(instance, running)));
                }
                methods.extend(
                    Sums::method(instance, compound, running).map(|method| Box::new(method) as Box<dyn Method>),
                );
                methods.extend(
                    Compounds::method(instance, compound, running).map(|method| Box::new(method) as Box<dyn Method>),
                );
            }
        }
        methods
    }

    /// Returns the method with this name, if it takes games of this kind.
    pub(crate) fn method_named(
        &self,
        method: MethodName,
        instance: &Arc<Instance>,
        compound: Compound,
        running: Backend,
        limits: &Meter,
    ) -> Option<Box<dyn Method>> {
        let mut methods = self.methods(instance, compound, running, limits).into_iter();
        match method {
            // The selective method covers both searches and picks one of them.
            MethodName::AlphaBeta | MethodName::ProofNumber => {
                methods.find(|candidate| candidate.method() == MethodName::AlphaBeta)?;
                Selective::by(instance, running, method).map(|method| Box::new(method) as Box<dyn Method>)
            }
            _ => methods.find(|candidate| candidate.method() == method),
        }
    }
}

/// The method chosen for one position, and why not the others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explanation {
    /// The method chosen.
    pub chosen: Message,
    /// Why it applies and is chosen.
    pub because: Message,
    /// (a method not chosen, why not).
    pub refused: Vec<(Message, Message)>,
    /// Further remarks.
    pub notes: Vec<Message>,
    /// The methods that can be requested by name.
    pub methods: Vec<MethodName>,
}
