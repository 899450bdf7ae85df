//! Parts that a theory does not decide itself, but whose positions a few moves ahead it does.
//!
//! In: a theory and a single part that stays single. Out: whether the player to move loses it, and the part on which
//! that rests. Idea: Zermelo's argument down to parts that the theory decides, for example if a claim is about one
//! player's turn and turns alternate. Wrong tool if a part has many moves, or what the theory decides is far away: then
//! the result is `None`.

use super::theory::{PartTheory, has_countless_moves};
use crate::limits;
use grundy_message::template;
use grundy_rules::{Compound, FaultClass, Limit, Meter, Part, Position, Side, Standing, Terminal};
use std::collections::HashMap;

/// Maximum number of moves looked ahead.
const DEPTH: Limit = Limit { name: template!("moves looked ahead"), usual: 8 };
/// Maximum number of parts visited in all.
const LOOKS: Limit = Limit { name: template!("positions looked ahead"), usual: 4096 };
/// Maximum number of moves of a visited part, and of steps of the rules to list them.
const MOVES: Limit = Limit { name: template!("moves of a position looked ahead"), usual: 64 };
const STEPS: Limit = Limit { name: template!("steps of a position looked ahead"), usual: 100_000 };

/// Returns whether the player to move loses a part, and a part on which that rests; `None` if unknown.
pub fn loses(theory: &dyn PartTheory, part: &Part, mover: Option<Side>, meter: &Meter) -> Option<(bool, Part)> {
    // Boards are searched by other methods, which need no theorem at the end.
    let are_numbers = part.iter().all(|value| value.as_int().is_some());
    if !are_numbers || !theory.instance().game().leaves_one_part() {
        return None;
    }
    let looks_left = meter.max(LOOKS);
    let mut ahead = Ahead { theory, meter, known: HashMap::new(), decided: None, looks_left, met: None };
    let lost = ahead.settle(part, mover, meter.max(DEPTH).min(limits::MAX_DEPTH_AHEAD));
    // If parts have many moves and the theory decided none that was visited, more of the same would not help.
    if let (None, Some(limit)) = (lost, ahead.met)
        && (limit == DEPTH || ahead.decided.is_some())
    {
        meter.meet(limit);
    }
    Some((lost?, ahead.decided?))
}

struct Ahead<'a> {
    theory: &'a dyn PartTheory,
    meter: &'a Meter<'a>,
    /// Whether a part is lost, or the depth within which that could not be decided.
    known: HashMap<(Part, Option<Side>), Result<bool, u64>>,
    /// The first part that the theory decided.
    decided: Option<Part>,
    looks_left: u64,
    /// The first limit that was met.
    met: Option<Limit>,
}

impl Ahead<'_> {
    /// Decides a part by search, never deeper than [`limits::MAX_DEPTH_AHEAD`], however large the part is.
    fn settle(&mut self, part: &Part, mover: Option<Side>, depth: u64) -> Option<bool> {
        let key = (part.clone(), mover);
        match self.known.get(&key) {
            Some(Ok(lost)) => return Some(*lost),
            Some(Err(tried)) if *tried >= depth => return None,
            _ => {}
        }
        let lost = match self.theory.loses(part, mover, self.meter) {
            Some(lost) => {
                self.decided.get_or_insert_with(|| part.clone());
                Some(lost)
            }
            None => self.look(part, mover, depth),
        };
        self.known.insert(key, lost.ok_or(depth));
        lost
    }

    /// Records which limit ended the search.
    fn give_up(&mut self, limit: Limit) -> Option<bool> {
        self.met.get_or_insert(limit);
        None
    }

    fn look(&mut self, part: &Part, mover: Option<Side>, depth: u64) -> Option<bool> {
        let Some(depth) = depth.checked_sub(1) else { return self.give_up(DEPTH) };
        let Some(looks_left) = self.looks_left.checked_sub(1) else { return self.give_up(LOOKS) };
        self.looks_left = looks_left;
        if !self.meter.goes_on() {
            return None;
        }
        let meter = self.meter.part(MOVES, STEPS);
        let position = Position::alone(mover, part.clone());
        let steps = match self.theory.instance().look(&position, Compound::One, &meter) {
            Ok(Standing::Ended(Terminal::Win)) => return Some(false),
            Ok(Standing::Ended(Terminal::Lose)) => return Some(true),
            Ok(Standing::Ended(_)) => return None,
            Ok(Standing::Open(steps)) => steps,
            Err(fault) if fault.class == FaultClass::Budget && !has_countless_moves(part) => {
                return self.give_up(if meter.moves_left() == 0 { MOVES } else { STEPS });
            }
            Err(_) => return None,
        };
        let mut all_lose = true;
        for step in steps {
            let only = step.to.only()?;
            match self.settle(only, step.to.mover, depth) {
                Some(lost) if lost != step.again => return Some(false),
                Some(_) => {}
                None => all_lose = false,
            }
        }
        all_lose.then_some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorems::claimed::{Claimed, Ground};
    use grundy_rules::{Instance, Value, read};
    use grundy_solve::{Budget, Solver, Winner};
    use std::sync::Arc;

    #[test]
    fn a_claim_about_one_turn_answers_the_others() {
        let rules = "game team(stones, turn in 0..3 = 0) stuck wins loops none \
                     move take(k in 1..min([3, 4, 3, 2][turn], stones)) -> (stones - k, (turn + 1) % 4) \
                     claim lose iff stones == 1 or stones % 8 == 5 or stones % 8 == 6 if turn == 0 and stones > 0";
        let game = Arc::new(Instance::new(read(rules).unwrap(), vec![]).unwrap());
        let theory = Claimed::new(game.clone(), Ground::BuiltIn, 24, |_| true).unwrap();
        let mut solver = Solver::new(game.clone(), Compound::One, Budget::positions(1000)).unwrap();
        for stones in 9..60 {
            for turn in 0..4 {
                let part = game.part(vec![Value::from(stones), Value::from(turn)]).unwrap();
                let position = Position::alone(None, part.clone());
                let lost = solver.solve_one(&position).unwrap().value.winner == Some(Winner::Second);
                let (answer, decided) = loses(&theory, &part, None, &Meter::steps(1 << 20)).unwrap();
                assert_eq!(answer, lost, "{stones},{turn}");
                assert_eq!(decided[1], Value::from(0), "{stones},{turn}");
            }
        }
    }
}
