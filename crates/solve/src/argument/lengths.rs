//! The moves to the end of small sums, for which Grundy values give the winner but not the length of play.
//!
//! In: a position of a game that always ends. Out: for each reachable position the number of moves when the winner
//! hurries and the loser delays. Idea: every position by interpreting the rules, options first (Smith's remoteness,
//! from the definition). Wrong tool for more than a few thousand positions: then nothing is counted, and the limit is
//! returned.

use crate::budget::{Budget, Stop};
use crate::solver::Solver;
use grundy_message::template;
use grundy_rules::{Limit, Meter, Position, Standing, Terminal};
use grundy_value::Remoteness;
use std::collections::HashMap;

/// Limits on positions, listed moves and rule steps; a larger budget raises them. The winner is known without this.
const MAX_POSITIONS: Limit = Limit { name: template!("positions with their moves to the end"), usual: 4000 };
const MAX_MOVES: Limit = Limit { name: template!("moves on the way to the end"), usual: 60_000 };
const MAX_STEPS: Limit = Limit { name: template!("steps on the way to the end"), usual: 6_000_000 };

/// Lengths of play by position.
#[derive(Clone, Debug, Default)]
pub struct Lengths {
    /// By position with its parts in ascending order. Empty if they were not counted.
    known: HashMap<Position, Length>,
    /// The limit that ended the count.
    pub stop: Option<Stop>,
}

/// Who wins, and after how many moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Length {
    Win(u64),
    Lose(u64),
}

/// A position whose options are being evaluated.
struct Pending {
    position: Position,
    options: Vec<Position>,
    next: usize,
}

impl Lengths {
    /// Counts the lengths of all positions reachable from this one.
    pub fn of(solver: &Solver, position: &Position) -> Lengths {
        let cancelled = || solver.budget().is_cancelled();
        let factor = solver.budget().factor();
        let (max_moves, max_steps) = (MAX_MOVES.times(factor), MAX_STEPS.times(factor));
        let meter = Meter::new(max_moves, |steps| steps < max_steps && !cancelled()).times(factor);
        let mut known: HashMap<Position, Length> = HashMap::new();
        if count(solver, position, &meter, &mut known).is_some() {
            return Lengths { known, stop: None };
        }
        if meter.moves_left() == 0 {
            meter.meet(MAX_MOVES);
        } else if meter.steps_taken() >= max_steps {
            meter.meet(MAX_STEPS);
        }
        Lengths { known: HashMap::new(), stop: solver.budget().stop().or(meter.met().map(Budget::met)) }
    }

    /// Returns the moves to the end of this position.
    pub fn get(&self, position: &Position) -> Option<Remoteness> {
        self.known.get(&ordered(position)).map(|length| match length {
            Length::Win(moves) | Length::Lose(moves) => Remoteness(*moves),
        })
    }
}

/// Sorts the parts, whose order does not matter to how a sum is won.
fn ordered(position: &Position) -> Position {
    let mut position = position.clone();
    position.parts.sort();
    position
}

fn count(solver: &Solver, start: &Position, meter: &Meter, known: &mut HashMap<Position, Length>) -> Option<()> {
    let mut path: Vec<Pending> = Vec::new();
    let mut entered = Some(ordered(start));
    loop {
        if let Some(position) = entered.take() {
            if (path.len() + known.len()) as u64 > meter.max(MAX_POSITIONS) {
                meter.meet(MAX_POSITIONS);
                return None;
            }
            match solver.instance().look(&position, solver.compound(), meter).ok()? {
                Standing::Ended(Terminal::Lose) => {
                    known.insert(position, Length::Lose(0));
                }
                Standing::Ended(_) => return None,
                Standing::Open(steps) => {
                    // Moves after which the same player moves again are not supported.
                    if steps.iter().any(|step| step.again) {
                        return None;
                    }
                    let options = steps.iter().map(|step| ordered(&step.to)).collect();
                    path.push(Pending { position, options, next: 0 });
                }
            }
        }
        let Some(top) = path.last_mut() else { return Some(()) };
        while top.next < top.options.len() && known.contains_key(&top.options[top.next]) {
            top.next += 1;
        }
        match top.options.get(top.next) {
            Some(option) => {
                let option = option.clone();
                // A cycle has no length; searching the path is fast, as there are few positions.
                if path.iter().any(|pending| pending.position == option) {
                    return None;
                }
                entered = Some(option);
            }
            None => {
                let Some(done) = path.pop() else { return Some(()) };
                let lengths = done.options.iter().filter_map(|option| known.get(option));
                let soonest = lengths.clone().filter_map(|length| match length {
                    Length::Lose(moves) => Some(moves + 1),
                    Length::Win(_) => None,
                });
                let latest = lengths.map(|length| match length {
                    Length::Win(moves) | Length::Lose(moves) => moves + 1,
                });
                let length = soonest.min().map(Length::Win).or_else(|| latest.max().map(Length::Lose))?;
                known.insert(done.position, length);
            }
        }
    }
}
