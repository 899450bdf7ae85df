//! Parts of which a theory says nothing by itself, but of what they become within a few moves.
//!
//! In: a theory and a part that stands alone and stays alone. Out: whether the player to move loses it, and the part on which that
//! rests. Idea: Zermelo's argument down to parts that the theory speaks of, as where a claim is about one player's turn and
//! turns come round. Wrong tool where a part has many moves, or what the theory speaks of is far away: then nothing is said.

use super::theory::{Theory, stays_alone};
use grundy_rules::{Ending, Join, Meter, Part, Position, Side, Standing};
use std::collections::HashMap;

/// How many moves ahead are looked at.
const MOST_DEPTH: usize = 8;
/// How many parts are looked at in all.
const MOST_LOOKS: usize = 4096;
/// A part with more moves is left alone.
const MOST_MOVES: u64 = 64;
/// How many steps of the rules a look may take.
const MOST_STEPS: u64 = 100_000;

/// Whether the player to move loses a part, and a part on which that rests; `None` where that is not known.
pub fn loses(theory: &dyn Theory, part: &Part, mover: Option<Side>, meter: &Meter) -> Option<(bool, Part)> {
    // Boards are searched by others, who need no theorem at the end.
    let are_numbers = part.iter().all(|value| value.as_int().is_some());
    if !are_numbers || !stays_alone(theory.instance()) {
        return None;
    }
    let mut ahead = Ahead { theory, meter, known: HashMap::new(), spoken_of: None, looks_left: MOST_LOOKS };
    let lost = ahead.settle(part, mover, MOST_DEPTH)?;
    Some((lost, ahead.spoken_of?))
}

struct Ahead<'a> {
    theory: &'a dyn Theory,
    meter: &'a Meter<'a>,
    known: HashMap<(Part, Option<Side>), bool>,
    /// The first part that the theory spoke of.
    spoken_of: Option<Part>,
    looks_left: usize,
}

impl Ahead<'_> {
    /// It goes no deeper than [`MOST_DEPTH`], however large the part is.
    fn settle(&mut self, part: &Part, mover: Option<Side>, depth: usize) -> Option<bool> {
        let place = (part.clone(), mover);
        if let Some(lost) = self.known.get(&place) {
            return Some(*lost);
        }
        let lost = match self.theory.loses(part, mover, self.meter) {
            Some(lost) => {
                self.spoken_of.get_or_insert_with(|| part.clone());
                lost
            }
            None => self.look(part, mover, depth)?,
        };
        self.known.insert(place, lost);
        Some(lost)
    }

    fn look(&mut self, part: &Part, mover: Option<Side>, depth: usize) -> Option<bool> {
        self.looks_left = self.looks_left.checked_sub(1)?;
        let depth = depth.checked_sub(1)?;
        if !self.meter.goes_on() {
            return None;
        }
        let meter = Meter::new(MOST_MOVES, |steps| steps < MOST_STEPS);
        let position = Position::alone(mover, part.clone());
        let steps = match self.theory.instance().look(&position, Join::One, &meter).ok()? {
            Standing::Ended(Ending::Win) => return Some(false),
            Standing::Ended(Ending::Lose) => return Some(true),
            Standing::Ended(_) => return None,
            Standing::Open(steps) => steps,
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
