//! Sums: how positions of several parts are played, for every `compound`.

use super::{Instance, Move, Terminal};
use crate::fault::Fault;
use crate::game::{Form, Verdict};
use crate::int::Int;
use crate::limits;
use crate::meter::Meter;
use crate::value::{ALLOCATED, Part, Position};
use grundy_message::message;

/// How a sum is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compound {
    /// In exactly one part.
    One,
    /// In every part that can still move; a player who cannot move in any part is stuck.
    Every,
    /// In every part; one that is finished ends all, and the player to move is stuck.
    Short,
    /// In any non-empty choice of parts.
    Some,
    /// In at least one and at most this many parts.
    Upto(usize),
    /// In one part; play ends when every part has Grundy value 0, and the player then to move wins.
    Anti,
}

/// The state of a position of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Play is over.
    Ended(Terminal),
    /// These moves; there is at least one.
    Open(Vec<Step>),
}

/// One move in a sum: a move in one part, or a joint move in several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// (index of the part, move there), in the order of the parts.
    pub moves: Vec<(usize, Move)>,
    /// The points it earns in total.
    pub gain: Int,
    /// Whether the same player moves again.
    pub again: bool,
    /// The position after it; the parts that a move leaves replace the part moved in.
    pub to: Position,
}

impl Step {
    /// Returns the approximate size in bytes, without the parts it leads to: those are counted with its moves.
    fn own_bytes(&self) -> usize {
        let moves: usize = self.moves.iter().map(|(_, mv)| size_of::<usize>() + mv.own_bytes()).sum();
        size_of::<Step>() + 2 * ALLOCATED + moves + self.to.parts.len() * size_of::<Option<Part>>()
    }
}

impl Instance {
    /// Returns how a position of a sum ended, or its moves.
    ///
    /// For `Compound::Anti` this covers only the moves and the end by having none: the rest of its end rule needs Grundy
    /// values, which only a solver knows.
    ///
    /// # Errors
    /// A rule cannot be evaluated, the sum cannot be played by this rule, or the budget is used up.
    pub fn look(&self, position: &Position, compound: Compound, meter: &Meter) -> Result<Standing, Fault> {
        self.refuse_unfit(position, compound)?;
        if let Some(ending) = self.sum_ending(position, meter)? {
            return Ok(Standing::Ended(ending));
        }
        let mut options: Vec<Vec<Move>> = Vec::with_capacity(position.parts.len());
        // A finished part has no moves; if one without moves ends all, those of the others need not be listed.
        let is_cut_short = compound == Compound::Short && self.is_cut_short(position, meter)?;
        for part in &position.parts {
            options.push(match part {
                Some(part) if !is_cut_short => self.moves(part, position.mover, meter)?,
                _ => Vec::new(),
            });
        }
        let steps = match compound {
            Compound::One | Compound::Anti => self.choices(position, &options, 1, compound, meter)?,
            Compound::Some => self.choices(position, &options, position.parts.len(), compound, meter)?,
            Compound::Upto(max) => self.choices(position, &options, max, compound, meter)?,
            Compound::Every | Compound::Short => self.together(position, &options, compound, meter)?,
        };
        if steps.is_empty() {
            let ending = match compound {
                // There is no move, so every part has value 0: the player to move wins by the rule.
                Compound::Anti => Terminal::Win,
                _ => self.stuck(position, meter)?,
            };
            return Ok(Standing::Ended(ending));
        }
        Ok(Standing::Open(steps))
    }

    /// Returns whether some part has no move. Evaluates each part only up to its first move.
    fn is_cut_short(&self, position: &Position, meter: &Meter) -> Result<bool, Fault> {
        for part in &position.parts {
            match part {
                Some(part) if self.has_move(part, position.mover, meter)? => {}
                _ => return Ok(true),
            }
        }
        Ok(false)
    }

    /// Returns how play has ended by an end clause, if it has. Moves are not evaluated.
    ///
    /// # Errors
    /// A condition cannot be evaluated here, or the budget is used up.
    pub fn ended(&self, position: &Position, meter: &Meter) -> Result<Option<Terminal>, Fault> {
        self.sum_ending(position, meter)
    }

    /// Returns the result of the first end clause that holds in any part. If it gives points, those of all such parts are
    /// added up, so that the order of the parts does not matter.
    fn sum_ending(&self, position: &Position, meter: &Meter) -> Result<Option<Terminal>, Fault> {
        for clause in 0..self.game().ends.len() {
            let mut found: Option<Terminal> = None;
            for part in position.in_play() {
                let here = self.ending_by(clause, part, position.mover, meter)?;
                found = match (found, here) {
                    (Some(Terminal::Score(a)), Some(Terminal::Score(b))) => Some(Terminal::Score(
                        a.add(&b).map_err(|_| Fault::refused(message!("the scores grow too large")))?,
                    )),
                    (found, here) => found.or(here),
                };
            }
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    fn refuse_unfit(&self, position: &Position, compound: Compound) -> Result<(), Fault> {
        let game = self.game();
        let facts = self.shape();
        if compound != Compound::One && facts.again {
            return Err(Fault::refused(message!("`again` needs `compound one`"))
                .hint(message!("otherwise it is not said where the same player would move on")));
        }
        let parts = if compound == Compound::Short { position.parts.len() } else { position.in_play().count() };
        if parts > 1 {
            let fixed = matches!(&game.stuck, Verdict::Score(points) if points.form != Form::Int(Int::ZERO));
            // Points of several parts add up; anything else speaks of one part only.
            let adds_up = facts.points && compound == Compound::One;
            if (facts.conditional_stuck || fixed) && !adds_up {
                return Err(Fault::refused(message!("a sum of several parts of this game cannot be played")).hint(
                    message!("its conditional `stuck` clauses or its `stuck scores EXPR` speak of one part only; ask about one part"),
                ));
            }
        }
        if compound == Compound::Anti && !(facts.impartial && facts.normal_play) {
            return Err(Fault::refused(message!("`compound anti` needs Grundy values"))
                .hint(message!("they exist for impartial games that end only by having no move")));
        }
        Ok(())
    }

    /// Lists moves in at least one and at most `max` parts.
    fn choices(
        &self,
        position: &Position,
        options: &[Vec<Move>],
        max: usize,
        compound: Compound,
        meter: &Meter,
    ) -> Result<Vec<Step>, Fault> {
        let movable: Vec<usize> = (0..options.len()).filter(|index| !options[*index].is_empty()).collect();
        if max.min(movable.len()) > limits::MAX_JOINT_PARTS {
            return Err(Fault::budget());
        }
        let mut steps = Vec::new();
        let mut sink = Sink { instance: self, position, options, compound, meter, steps: &mut steps };
        sink.choose(&movable, max, &mut Vec::new())?;
        Ok(steps)
    }

    /// Lists moves in every part that can move, enumerated like the digits of a number.
    fn together(
        &self,
        position: &Position,
        options: &[Vec<Move>],
        compound: Compound,
        meter: &Meter,
    ) -> Result<Vec<Step>, Fault> {
        let mut steps = Vec::new();
        let mut sink = Sink { instance: self, position, options, compound, meter, steps: &mut steps };
        let mut digits: Vec<(usize, usize)> =
            (0..options.len()).filter(|index| !options[*index].is_empty()).map(|index| (index, 0)).collect();
        if digits.is_empty() {
            return Ok(steps);
        }
        loop {
            sink.list(&digits)?;
            let Some(turning) = digits.iter().rposition(|(index, which)| which + 1 < options[*index].len()) else {
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
        compound: Compound,
    ) -> Result<Step, Fault> {
        let mut moves = Vec::with_capacity(chosen.len());
        let mut gain = Int::ZERO;
        let mut again = false;
        let mut parts = Vec::with_capacity(position.parts.len());
        let mut next = chosen.iter().peekable();
        for (index, part) in position.parts.iter().enumerate() {
            match next.next_if(|(moved, _)| *moved == index) {
                Some((_, which)) => {
                    let mv = options[index][*which].clone();
                    gain = gain.add(&mv.gain).map_err(|_| Fault::refused(message!("the gains grow too large")))?;
                    again |= mv.again;
                    parts.extend(mv.to.iter().cloned().map(Some));
                    if compound == Compound::Short && mv.to.is_empty() {
                        // A finished part ends all, so it must stay visible.
                        parts.push(None);
                    }
                    moves.push((index, mv));
                }
                None => parts.push(part.clone()),
            }
        }
        let mover = if again { position.mover } else { position.mover.map(|side| side.other()) };
        Ok(Step { moves, gain, again, to: Position { mover, parts } })
    }
}

/// Collects joint moves.
struct Sink<'a> {
    instance: &'a Instance,
    position: &'a Position,
    options: &'a [Vec<Move>],
    compound: Compound,
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
        let step = self.instance.step(self.position, self.options, chosen, self.compound)?;
        self.meter.hold(step.own_bytes())?;
        self.steps.push(step);
        Ok(())
    }

    /// Lists the moves chosen before, joined by up to `max` more in the parts of `indices`.
    fn choose(&mut self, indices: &[usize], max: usize, chosen: &mut Vec<(usize, usize)>) -> Result<(), Fault> {
        if max == 0 {
            return Ok(());
        }
        for (index, slot) in indices.iter().enumerate() {
            for which in 0..self.options[*slot].len() {
                chosen.push((*slot, which));
                self.list(chosen)?;
                self.choose(&indices[index + 1..], max - 1, chosen)?;
                chosen.pop();
            }
        }
        Ok(())
    }
}
