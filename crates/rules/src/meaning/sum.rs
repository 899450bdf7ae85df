//! Sums: how positions of several parts are played, for every `compound`.

use super::{Ending, Instance, Move};
use crate::fault::Fault;
use crate::game::{Form, Verdict};
use crate::int::Int;
use crate::meter::Meter;
use crate::value::Position;

/// How a sum is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Join {
    /// In exactly one part.
    One,
    /// In every part that can still move; who cannot move in any part is stuck.
    Every,
    /// In every part; one that is finished ends all, and the player to move is stuck.
    Short,
    /// In any non-empty choice of parts.
    Some,
    /// In at least one and at most so many parts.
    Upto(usize),
    /// In one part; play ends when every part has Grundy value 0, and the player then to move wins.
    Anti,
}

/// Moves in more parts than this at once cannot be listed: there are more than 2^64 of them.
const MOST_JOINT: usize = 64;

/// What a position of a sum offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Play is over.
    Ended(Ending),
    /// These moves; there is at least one.
    Open(Vec<Step>),
}

/// One move in a sum: a move in one part, or a joint move in several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// (the part's place, the move there), in the order of the parts.
    pub moves: Vec<(usize, Move)>,
    /// The points it earns in all.
    pub gain: Int,
    /// Whether the same player moves once more.
    pub again: bool,
    /// The position after it; what a move leaves stands where the part moved in stood.
    pub to: Position,
}

impl Instance {
    /// Everything about one position of a sum: how it ended, or its moves.
    ///
    /// Of `Join::Anti` only the moves and the end by having none are told here: the rest of its end rule speaks of
    /// Grundy values, which are a solver's business.
    ///
    /// # Errors
    /// A rule that cannot be carried out, a sum that cannot be played so, or the budget.
    pub fn look(&self, position: &Position, join: Join, meter: &Meter) -> Result<Standing, Fault> {
        self.refuse_unfit(position, join)?;
        if let Some(ending) = self.sum_ending(position, meter)? {
            return Ok(Standing::Ended(ending));
        }
        let mut options: Vec<Vec<Move>> = Vec::with_capacity(position.parts.len());
        // A finished part has no moves; where one without moves ends all, those of the others need not be listed.
        let is_cut_short = join == Join::Short && self.is_cut_short(position, meter)?;
        for part in &position.parts {
            options.push(match part {
                Some(part) if !is_cut_short => self.moves(part, position.mover, meter)?,
                _ => Vec::new(),
            });
        }
        let steps = match join {
            Join::One | Join::Anti => self.choices(position, &options, 1, join, meter)?,
            Join::Some => self.choices(position, &options, position.parts.len(), join, meter)?,
            Join::Upto(most) => self.choices(position, &options, most, join, meter)?,
            Join::Every => self.together(position, &options, join, meter)?,
            Join::Short if is_cut_short => Vec::new(),
            Join::Short => self.together(position, &options, join, meter)?,
        };
        if steps.is_empty() {
            let ending = match join {
                // Nobody can move, so every part has value 0: the player to move wins by the rule.
                Join::Anti => Ending::Win,
                _ => self.stuck(position, meter)?,
            };
            return Ok(Standing::Ended(ending));
        }
        Ok(Standing::Open(steps))
    }

    /// Whether some part has no move. Of each no more is looked at than its first move.
    fn is_cut_short(&self, position: &Position, meter: &Meter) -> Result<bool, Fault> {
        for part in &position.parts {
            match part {
                Some(part) if self.has_move(part, position.mover, meter)? => {}
                _ => return Ok(true),
            }
        }
        Ok(false)
    }

    /// How play has ended by an end clause, if it has. Moves are not looked at.
    ///
    /// # Errors
    /// A condition that cannot be carried out here, or the budget.
    pub fn ended(&self, position: &Position, meter: &Meter) -> Result<Option<Ending>, Fault> {
        self.sum_ending(position, meter)
    }

    /// The first end clause that holds in any part. Where it gives points, those of all such parts are added up, so
    /// that the order of the parts does not matter.
    fn sum_ending(&self, position: &Position, meter: &Meter) -> Result<Option<Ending>, Fault> {
        for clause in 0..self.game().ends.len() {
            let mut found: Option<Ending> = None;
            for part in position.in_play() {
                let here = self.ending_by(clause, part, position.mover, meter)?;
                found = match (found, here) {
                    (Some(Ending::Score(a)), Some(Ending::Score(b))) => {
                        Some(Ending::Score(a.add(&b).map_err(|_| Fault::refused("the scores grow too large"))?))
                    }
                    (found, here) => found.or(here),
                };
            }
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    fn refuse_unfit(&self, position: &Position, join: Join) -> Result<(), Fault> {
        let game = self.game();
        let facts = self.shape();
        if join != Join::One && facts.again {
            return Err(Fault::refused("`again` needs `compound one`")
                .hint("otherwise it is not said where the same player would move on"));
        }
        let parts = if join == Join::Short { position.parts.len() } else { position.in_play().count() };
        if parts > 1 {
            let fixed = matches!(&game.stuck, Verdict::Score(points) if points.form != Form::Int(Int::ZERO));
            if facts.conditional_stuck || fixed {
                return Err(Fault::refused("a sum of several parts of this game cannot be played").hint(
                    "its conditional `stuck` clauses or its `stuck scores EXPR` speak of one part only; ask about one part",
                ));
            }
        }
        if join == Join::Anti && !(facts.impartial && facts.normal_play) {
            return Err(Fault::refused("`compound anti` needs Grundy values")
                .hint("they exist for impartial games that end only by having no move"));
        }
        Ok(())
    }

    /// Moves in at least one and at most `most` parts.
    fn choices(
        &self,
        position: &Position,
        options: &[Vec<Move>],
        most: usize,
        join: Join,
        meter: &Meter,
    ) -> Result<Vec<Step>, Fault> {
        let movable: Vec<usize> = (0..options.len()).filter(|place| !options[*place].is_empty()).collect();
        if most.min(movable.len()) > MOST_JOINT {
            return Err(Fault::budget());
        }
        let mut steps = Vec::new();
        let mut sink = Sink { instance: self, position, options, join, meter, steps: &mut steps };
        sink.choose(&movable, most, &mut Vec::new())?;
        Ok(steps)
    }

    /// Moves in every part that can move, counted through like the digits of a number.
    fn together(
        &self,
        position: &Position,
        options: &[Vec<Move>],
        join: Join,
        meter: &Meter,
    ) -> Result<Vec<Step>, Fault> {
        let mut steps = Vec::new();
        let mut sink = Sink { instance: self, position, options, join, meter, steps: &mut steps };
        let mut digits: Vec<(usize, usize)> =
            (0..options.len()).filter(|place| !options[*place].is_empty()).map(|place| (place, 0)).collect();
        if digits.is_empty() {
            return Ok(steps);
        }
        loop {
            sink.list(&digits)?;
            let Some(turning) = digits.iter().rposition(|(place, which)| which + 1 < options[*place].len()) else {
                return Ok(steps);
            };
            digits[turning].1 += 1;
            for (_, which) in &mut digits[turning + 1..] {
                *which = 0;
            }
        }
    }

    fn step(
        &self,
        position: &Position,
        options: &[Vec<Move>],
        chosen: &[(usize, usize)],
        join: Join,
    ) -> Result<Step, Fault> {
        let mut moves = Vec::with_capacity(chosen.len());
        let mut gain = Int::ZERO;
        let mut again = false;
        let mut parts = Vec::with_capacity(position.parts.len());
        let mut next = chosen.iter().peekable();
        for (place, part) in position.parts.iter().enumerate() {
            match next.next_if(|(moved, _)| *moved == place) {
                Some((_, which)) => {
                    let movement = options[place][*which].clone();
                    gain = gain.add(&movement.gain).map_err(|_| Fault::refused("the gains grow too large"))?;
                    again |= movement.again;
                    parts.extend(movement.to.iter().cloned().map(Some));
                    if join == Join::Short && movement.to.is_empty() {
                        // What is finished ends all, so it must be seen to be there.
                        parts.push(None);
                    }
                    moves.push((place, movement));
                }
                None => parts.push(part.clone()),
            }
        }
        let mover = if again { position.mover } else { position.mover.map(|side| side.other()) };
        Ok(Step { moves, gain, again, to: Position { mover, parts } })
    }
}

/// Where joint moves are listed.
struct Sink<'a> {
    instance: &'a Instance,
    position: &'a Position,
    options: &'a [Vec<Move>],
    join: Join,
    meter: &'a Meter<'a>,
    steps: &'a mut Vec<Step>,
}

impl Sink<'_> {
    /// Lists one joint move. Its cost grows with the sum it leads to.
    fn list(&mut self, chosen: &[(usize, usize)]) -> Result<(), Fault> {
        for _ in 0..chosen.len() + self.position.parts.len() / 16 {
            self.meter.list_move()?;
        }
        self.meter.charge(self.position.parts.len())?;
        self.steps.push(self.instance.step(self.position, self.options, chosen, self.join)?);
        Ok(())
    }

    /// Lists the moves chosen so far joined by up to `most` more in the parts of `places`.
    fn choose(&mut self, places: &[usize], most: usize, chosen: &mut Vec<(usize, usize)>) -> Result<(), Fault> {
        if most == 0 {
            return Ok(());
        }
        for (index, place) in places.iter().enumerate() {
            for which in 0..self.options[*place].len() {
                chosen.push((*place, which));
                self.list(chosen)?;
                self.choose(&places[index + 1..], most - 1, chosen)?;
                chosen.pop();
            }
        }
        Ok(())
    }
}
