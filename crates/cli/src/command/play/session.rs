//! A game that is being played: where it stands, what led there, and who was winning all along.
//!
//! In: moves, and moves taken back. Out: the position with all that is known about it, the end, and the account of the game. The
//! seats are first and second: first is who moves first in the position that play begins with.

use crate::failure::Failure;
use crate::play::Play;
use grundy::argument::{Listed, best_move, is_over, list_moves, with_lengths};
use grundy::rules::game::{Loops, Ties};
use grundy::view::play::{AccountRow, Choice};
use grundy::view::{MadeMove, Sentence};
use grundy::{
    Authority, Int, Judgement, Lookahead, LookaheadLimits, Position, Side, Solution, Solver, Step, ValuedMove, Winner,
};

/// A position that comes up so often ends the game.
const MOST_TIMES: usize = 3;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// Who moves first.
    First,
    /// The other.
    Second,
}

impl Seat {
    /// The opponent.
    pub fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }

    /// His place in a pair.
    pub fn index(self) -> usize {
        match self {
            Seat::First => 0,
            Seat::Second => 1,
        }
    }
}

/// Who is winning, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// This player.
    Wins(Seat),
    /// Nobody.
    Draw,
    /// Nobody knows.
    Unknown,
}

/// The game at one point.
struct Moment {
    position: Position,
    seat: Seat,
    gains: [Int; 2],
    known: Judgement,
    over: bool,
    /// The move that led here, who made it, and what would have been better.
    made: Option<(Seat, MadeMove)>,
    better: Option<String>,
}

/// How a game ended.
#[derive(Clone, Debug)]
pub struct End {
    /// Who won.
    pub outlook: Outlook,
    /// By how many points first is ahead, in a game for points.
    pub lead: Option<Int>,
    /// The points of first and second in the end: what was gained, and what the end of play itself gives whom it favours.
    pub totals: [Int; 2],
    /// How often the position came up, where that ended it.
    pub times: Option<usize>,
}

/// A game that is being played.
pub struct Session {
    play: Play,
    solver: Solver,
    moments: Vec<Moment>,
    /// What is known of the present position, with all moves that can be listed.
    now: Solution,
    listed: bool,
    end: Option<End>,
}

impl Session {
    /// Begins at this position.
    ///
    /// # Errors
    /// The rules could not be carried out.
    pub fn new(play: Play, solver: Solver, start: Position) -> Result<Session, Failure> {
        let now = Solution::unknown(&start, Authority::Unsettled { positions: 0 });
        let mut session = Session { play, solver, moments: Vec::new(), now, listed: true, end: None };
        session.enter(start, Seat::First, [Int::ZERO, Int::ZERO], None)?;
        Ok(session)
    }

    /// The game that is played.
    pub fn play(&self) -> &Play {
        &self.play
    }

    /// Who answers questions about it.
    pub fn solver(&mut self) -> &mut Solver {
        &mut self.solver
    }

    /// What is known of the present position.
    pub fn now(&self) -> &Solution {
        &self.now
    }

    /// Whether all moves are listed.
    pub fn listed(&self) -> bool {
        self.listed
    }

    /// How it ended, if it has.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// Who is to move.
    pub fn seat(&self) -> Seat {
        self.moment().seat
    }

    /// What each player has gained.
    pub fn gains(&self) -> &[Int; 2] {
        &self.moment().gains
    }

    /// How many moves were made.
    pub fn move_count(&self) -> usize {
        self.moments.len() - 1
    }

    /// Whether the player to move made the last move, too.
    pub fn is_again(&self) -> bool {
        self.moment().made.as_ref().is_some_and(|(who, _)| *who == self.seat())
    }

    fn moment(&self) -> &Moment {
        self.moments.last().expect("a game begins with a position")
    }

    /// What a player is called.
    pub fn name(&self, seat: Seat) -> String {
        let first = self.moments[0].position.mover;
        let side = first.map(|side: Side| if seat == Seat::First { side } else { side.other() });
        match side.and_then(|side| self.play.instance.game().side_name(side)) {
            Some(name) => name.to_owned(),
            None => Sentence::new(if seat == Seat::First { "play-first" } else { "play-second" }).english(),
        }
    }

    /// Whether the players have names of their own.
    pub fn has_names(&self) -> bool {
        self.moments[0].position.mover.is_some()
    }

    /// The moves as they are written.
    pub fn made(&self) -> Vec<MadeMove> {
        self.now.moves.iter().map(|valued| self.written(&valued.step)).collect()
    }

    /// A move of the present position as it is written.
    pub fn written(&self, step: &Step) -> MadeMove {
        MadeMove::new(&self.play.instance, self.play.join, self.now.position.parts.len(), step)
    }

    /// The moves that can be made.
    pub fn choices(&self) -> Vec<Choice> {
        let choice = |valued: &ValuedMove| Choice {
            made: self.written(&valued.step),
            gain: valued.step.gain.clone(),
            again: valued.step.again,
            worth: valued.worth.clone(),
            winning: valued.is_winning,
        };
        self.now.moves.iter().map(choice).collect()
    }

    /// Searches the present position, which is not solved, a few moves deep.
    pub fn look_ahead(&self, limits: LookaheadLimits) -> Option<Lookahead> {
        self.solver.look_ahead(&self.now, limits)
    }

    /// Makes a move.
    ///
    /// # Errors
    /// The rules could not be carried out.
    pub fn make(&mut self, step: &Step) -> Result<(), Failure> {
        let seat = self.seat();
        let made = self.written(step);
        let mut gains = self.gains().clone();
        let too_large = |_| Failure::wrong("the points grow too large");
        gains[seat.index()] = gains[seat.index()].add(&step.gain).map_err(too_large)?;
        let better =
            best_move(&self.now).filter(|best| best.step != *step).map(|best| self.written(&best.step).words());
        let before = (self.outlook(self.moment()), self.lead(self.moment()));
        let next = if step.again { seat } else { seat.other() };
        self.enter(step.to.clone(), next, gains, Some((seat, made)))?;
        let after = (self.outlook(self.moment()), self.lead(self.moment()));
        let is_worse = match (&before, &after) {
            ((_, Some(before)), (_, Some(after))) if seat == Seat::First => after < before,
            ((_, Some(before)), (_, Some(after))) => after > before,
            ((before, _), (after, _)) => match (rank(before, seat), rank(after, seat)) {
                (Some(before), Some(after)) => after < before,
                _ => false,
            },
        };
        if let Some(moment) = self.moments.last_mut().filter(|_| is_worse) {
            moment.better = better;
        }
        Ok(())
    }

    /// Takes one move back; false where there is none.
    ///
    /// # Errors
    /// The rules could not be carried out.
    pub fn back(&mut self) -> Result<bool, Failure> {
        if self.moments.len() < 2 {
            return Ok(false);
        }
        self.moments.pop();
        let Some(last) = self.moments.pop() else { return Ok(false) };
        let (made, better) = (last.made, last.better);
        self.enter(last.position, last.seat, last.gains, made)?;
        if let Some(moment) = self.moments.last_mut() {
            moment.better = better;
        }
        Ok(true)
    }

    /// Begins again.
    ///
    /// # Errors
    /// The rules could not be carried out.
    pub fn restart(&mut self) -> Result<(), Failure> {
        let start = self.moments[0].position.clone();
        self.moments.clear();
        self.enter(start, Seat::First, [Int::ZERO, Int::ZERO], None)
    }

    /// Finds out about a position and goes there.
    fn enter(
        &mut self,
        position: Position,
        seat: Seat,
        gains: [Int; 2],
        made: Option<(Seat, MadeMove)>,
    ) -> Result<(), Failure> {
        let solution = self.solver.solve_one(&position).map_err(|fault| self.play.failure(&fault))?;
        let mut solution = with_lengths(&self.solver, solution);
        let listed = list_moves(&self.solver, &mut solution).map_err(|fault| self.play.failure(&fault))?;
        self.listed = listed == Listed::All;
        let over = is_over(&solution);
        let known = solution.judgement();
        self.moments.push(Moment { position, seat, gains, known, over, made, better: None });
        self.now = solution;
        self.end = self.find_end();
        Ok(())
    }

    fn find_end(&self) -> Option<End> {
        let moment = self.moment();
        if moment.over {
            let (outlook, lead, totals) = (self.outlook(moment), self.lead(moment), totals(moment));
            return Some(End { outlook, lead, totals, times: None });
        }
        let times = self.moments.iter().filter(|earlier| earlier.position == moment.position).count();
        if times < MOST_TIMES {
            return None;
        }
        let outlook = match self.play.instance.game().loops {
            Loops::Wins(side) if self.moments[0].position.mover == Some(side) => Outlook::Wins(Seat::First),
            Loops::Wins(_) => Outlook::Wins(Seat::Second),
            Loops::Draw | Loops::None => Outlook::Draw,
        };
        Some(End { outlook, lead: None, totals: moment.gains.clone(), times: Some(times) })
    }

    /// By how many points first will be ahead with best play, in a game for points.
    fn lead(&self, moment: &Moment) -> Option<Int> {
        let score = moment.known.score.clone()?;
        let so_far = moment.gains[0].subtract(&moment.gains[1]).ok()?;
        let to_come = if moment.seat == Seat::First { score } else { score.negate() };
        so_far.add(&to_come).ok()
    }

    /// Who wins with best play from this moment on.
    fn outlook(&self, moment: &Moment) -> Outlook {
        let game = self.play.instance.game();
        if game.points {
            let Some(lead) = self.lead(moment) else { return Outlook::Unknown };
            let first_side = self.moments.first().and_then(|first| first.position.mover).or(moment.position.mover);
            return match (lead.is_zero(), lead.is_negative(), game.ties) {
                (false, false, _) | (true, _, Ties::First) => Outlook::Wins(Seat::First),
                (false, true, _) => Outlook::Wins(Seat::Second),
                (true, _, Ties::Draw) => Outlook::Draw,
                (true, _, Ties::Side(side)) if first_side == Some(side) => Outlook::Wins(Seat::First),
                (true, _, Ties::Side(_)) => Outlook::Wins(Seat::Second),
            };
        }
        match moment.known.winner {
            Some(Winner::First) => Outlook::Wins(moment.seat),
            Some(Winner::Second) => Outlook::Wins(moment.seat.other()),
            Some(Winner::Draw) => Outlook::Draw,
            None => Outlook::Unknown,
        }
    }

    /// The account of the game so far.
    pub fn account(&self) -> Vec<AccountRow> {
        let row = |moment: &Moment| AccountRow {
            who: moment.made.as_ref().map(|(seat, _)| self.name(*seat)),
            made: moment.made.as_ref().map(|(_, made)| made.clone()),
            position: self.play.instance.print_position(&moment.position),
            stands: self.stands(moment),
            better: moment.better.clone(),
        };
        self.moments.iter().map(row).collect()
    }

    /// By how many points first will be ahead in the end, in a game for points.
    pub fn lead_now(&self) -> Option<Int> {
        self.lead(self.moment())
    }

    /// Who is winning now, in words.
    pub fn stands_now(&self) -> Sentence {
        self.stands(self.moment())
    }

    /// Who is winning at a moment, in words.
    fn stands(&self, moment: &Moment) -> Sentence {
        if let Some(lead) = self.lead(moment) {
            if lead.is_zero() {
                return Sentence::new("play-stands-equal");
            }
            let ahead = if lead.is_negative() { Seat::Second } else { Seat::First };
            return Sentence::new("play-stands-ahead").with("who", self.name(ahead)).with("score", lead.abs());
        }
        let moves = moment.known.remoteness.filter(|remoteness| remoteness.0 > 0);
        match (self.outlook(moment), moves) {
            (Outlook::Wins(seat), Some(moves)) => {
                Sentence::new("play-stands-wins-in").with("who", self.name(seat)).with("moves", moves)
            }
            (Outlook::Wins(seat), None) => Sentence::new("play-stands-wins").with("who", self.name(seat)),
            (Outlook::Draw, _) => Sentence::new("play-stands-draw"),
            (Outlook::Unknown, _) => Sentence::new("play-stands-unknown"),
        }
    }
}

/// The points of both players where play is over.
fn totals(moment: &Moment) -> [Int; 2] {
    let mut totals = moment.gains.clone();
    let Some(score) = &moment.known.score else { return totals };
    let favoured = if score.is_negative() { moment.seat.other() } else { moment.seat };
    let total = &mut totals[favoured.index()];
    // Points too large to be added up are told as they were gained.
    *total = total.add(&score.abs()).unwrap_or_else(|_| total.clone());
    totals
}

/// How good an outlook is for a player.
fn rank(outlook: &Outlook, seat: Seat) -> Option<u8> {
    match outlook {
        Outlook::Wins(winner) if *winner == seat => Some(2),
        Outlook::Draw => Some(1),
        Outlook::Wins(_) => Some(0),
        Outlook::Unknown => None,
    }
}
