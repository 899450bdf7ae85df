//! Parts of which a theory says nothing by itself, but of what they become within a few moves.
//!
//! In: a theory and a part that stands alone and stays alone. Out: whether the player to move loses it, and the part on which that
//! rests. Idea: Zermelo's argument down to parts that the theory speaks of, as where a claim is about one player's turn and
//! turns come round. Wrong tool where a part has many moves, or what the theory speaks of is far away: then nothing is said.

use super::theory::{Theory, has_countless_moves, stays_alone};
use grundy_rules::{Ending, FaultClass, Join, Limit, Meter, Part, Position, Side, Standing};
use std::collections::HashMap;

/// How many moves ahead are looked at.
const DEPTH: Limit = Limit { name: "moves looked ahead", usual: 8 };
/// And never more, as each is a call within the last.
const MOST_DEPTH: u64 = 80;
/// How many parts are looked at in all.
const LOOKS: Limit = Limit { name: "positions looked ahead", usual: 4096 };
/// How many moves a part may have that is looked at, and how many steps of the rules that may take.
const MOVES: Limit = Limit { name: "moves of a position looked ahead", usual: 64 };
const STEPS: Limit = Limit { name: "steps of a position looked ahead", usual: 100_000 };

/// Whether the player to move loses a part, and a part on which that rests; `None` where that is not known.
pub fn loses(theory: &dyn Theory, part: &Part, mover: Option<Side>, meter: &Meter) -> Option<(bool, Part)> {
    // Boards are searched by others, who need no theorem at the end.
    let are_numbers = part.iter().all(|value| value.as_int().is_some());
    if !are_numbers || !stays_alone(theory.instance()) {
        return None;
    }
    let looks_left = meter.most(LOOKS);
    let mut ahead = Ahead { theory, meter, known: HashMap::new(), spoken_of: None, looks_left, met: None };
    let lost = ahead.settle(part, mover, meter.most(DEPTH).min(MOST_DEPTH));
    // Where parts have many moves and the theory spoke of none that was looked at, more of the same would not help.
    if let (None, Some(limit)) = (lost, ahead.met)
        && (limit == DEPTH || ahead.spoken_of.is_some())
    {
        meter.meet(limit);
    }
    Some((lost?, ahead.spoken_of?))
}

struct Ahead<'a> {
    theory: &'a dyn Theory,
    meter: &'a Meter<'a>,
    /// Whether a part is lost, or within how many moves that could not be told.
    known: HashMap<(Part, Option<Side>), Result<bool, u64>>,
    /// The first part that the theory spoke of.
    spoken_of: Option<Part>,
    looks_left: u64,
    /// The first limit that was met.
    met: Option<Limit>,
}

impl Ahead<'_> {
    /// It goes no deeper than [`MOST_DEPTH`], however large the part is.
    fn settle(&mut self, part: &Part, mover: Option<Side>, depth: u64) -> Option<bool> {
        let place = (part.clone(), mover);
        match self.known.get(&place) {
            Some(Ok(lost)) => return Some(*lost),
            Some(Err(tried)) if *tried >= depth => return None,
            _ => {}
        }
        let lost = match self.theory.loses(part, mover, self.meter) {
            Some(lost) => {
                self.spoken_of.get_or_insert_with(|| part.clone());
                Some(lost)
            }
            None => self.look(part, mover, depth),
        };
        self.known.insert(place, lost.ok_or(depth));
        lost
    }

    /// Remembers which limit ended the look.
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
        let steps = match self.theory.instance().look(&position, Join::One, &meter) {
            Ok(Standing::Ended(Ending::Win)) => return Some(false),
            Ok(Standing::Ended(Ending::Lose)) => return Some(true),
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
        let mut solver = Solver::new(game.clone(), Join::One, Budget::positions(1000)).unwrap();
        for stones in 9..60 {
            for turn in 0..4 {
                let part = game.part(vec![Value::from(stones), Value::from(turn)]).unwrap();
                let position = Position::alone(None, part.clone());
                let lost = solver.solve_one(&position).unwrap().winner == Some(Winner::Second);
                let (said, spoken_of) = loses(&theory, &part, None, &Meter::steps(1 << 20)).unwrap();
                assert_eq!(said, lost, "{stones},{turn}");
                assert_eq!(spoken_of[1], Value::from(0), "{stones},{turn}");
            }
        }
    }
}
