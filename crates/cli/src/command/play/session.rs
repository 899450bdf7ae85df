//! A game in progress: the position, the moves that led to it, and who was winning after each.
//!
//! In: moves, and moves taken back. Out: the position with all that is known about it, the end, and the account of the
//! game. The seats are first and second: first moves first in the start position of this game.

use crate::failure::Failure;
use crate::io_limits;
use grundy::argument::{best_move, is_over, with_lengths};
use grundy::request::{Patience, Play, SolverCache};
use grundy::rules::Position;
use grundy::rules::game::{Loops, Ties};
use grundy::view::MadeMove;
use grundy::view::play::{AccountRow, Choice};
use grundy::{
    Authority, Evaluation, Int, Listed, Lookahead, LookaheadLimits, Side, Solution, Step, ValuedMove, Winner,
};
use grundy_message::{Message, message};

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// The player who moves first.
    First,
    /// The other player.
    Second,
}

impl Seat {
    /// Returns the opponent.
    pub fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }

    /// Returns the index of the player in a pair.
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
    /// Neither player.
    Draw,
    /// Not known.
    Unknown,
}

/// The game at one point.
struct Moment {
    position: Position,
    seat: Seat,
    gains: [Int; 2],
    known: Evaluation,
    over: bool,
    /// The move that led here, the player who made it, and what would have been better.
    made: Option<(Seat, MadeMove)>,
    better: Option<Message>,
}

/// The end of a game.
#[derive(Clone, Debug)]
pub struct End {
    /// Who won.
    pub outlook: Outlook,
    /// Points by which first is ahead, in a game for points.
    pub lead: Option<Int>,
    /// Final points of first and second: what was gained, and the bonus that the end of play gives to the player it
    /// favours.
    pub totals: [Int; 2],
    /// Number of repetitions of the position, if that ended the game.
    pub times: Option<usize>,
}

/// A game in progress.
pub struct Session {
    play: Play,
    cache: SolverCache,
    moments: Vec<Moment>,
    /// What is known of the current position, with all moves that can be listed.
    now: Solution,
    listed: bool,
    end: Option<End>,
}

impl Session {
    /// Starts a game at this position.
    ///
    /// # Errors
    /// Fails if the rules cannot be evaluated.
    pub fn new(play: Play, cache: SolverCache, start: Position) -> Result<Session, Failure> {
        let now = Solution::unknown(&start, Authority::Unsettled { positions: 0 });
        let mut session = Session { play, cache, moments: Vec::new(), now, listed: true, end: None };
        session.enter(start, Seat::First, [Int::ZERO, Int::ZERO], None)?;
        Ok(session)
    }

    /// Returns the game that is played.
    pub fn play(&self) -> &Play {
        &self.play
    }

    /// Returns the solvers of the game.
    pub fn cache(&mut self) -> &mut SolverCache {
        &mut self.cache
    }

    /// Returns what is known of the current position.
    pub fn now(&self) -> &Solution {
        &self.now
    }

    /// Returns true if all moves are listed.
    pub fn listed(&self) -> bool {
        self.listed
    }

    /// Returns how the game ended, if it has.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// Returns the player to move.
    pub fn seat(&self) -> Seat {
        self.moment().seat
    }

    /// Returns what each player has gained.
    pub fn gains(&self) -> &[Int; 2] {
        &self.moment().gains
    }

    /// Returns the number of moves made.
    pub fn move_count(&self) -> usize {
        self.moments.len() - 1
    }

    /// Returns true if the player to move also made the last move.
    pub fn is_again(&self) -> bool {
        self.moment().made.as_ref().is_some_and(|(who, _)| *who == self.seat())
    }

    fn moment(&self) -> &Moment {
        self.moments.last().expect("a game begins with a position")
    }

    /// Returns the name of a player.
    pub fn name(&self, seat: Seat) -> Message {
        let first = self.moments[0].position.mover;
        let side = first.map(|side: Side| if seat == Seat::First { side } else { side.other() });
        match side.and_then(|side| self.play.instance.game().side_name(side)) {
            Some(name) => Message::text(name),
            None if seat == Seat::First => message!("first"),
            None => message!("second"),
        }
    }

    /// Returns true if the players have names of their own.
    pub fn has_names(&self) -> bool {
        self.moments[0].position.mover.is_some()
    }

    /// Returns the moves as text.
    pub fn made(&self) -> Vec<MadeMove> {
        self.now.moves.iter().map(|valued| self.written(&valued.step)).collect()
    }

    /// Returns a move of the current position as text.
    pub fn written(&self, step: &Step) -> MadeMove {
        MadeMove::new(&self.play.instance, self.play.compound, self.now.position.parts.len(), step)
    }

    /// Returns the legal moves.
    pub fn choices(&self) -> Vec<Choice> {
        let choice = |valued: &ValuedMove| Choice {
            made: self.written(&valued.step),
            gain: valued.step.gain.clone(),
            again: valued.step.again,
            value: valued.value.clone(),
            winning: valued.is_winning,
        };
        self.now.moves.iter().map(choice).collect()
    }

    /// Searches the current position, which is not solved, a few moves deep.
    pub fn look_ahead(&self, limits: LookaheadLimits) -> Option<Lookahead> {
        self.cache.latest()?.look_ahead(&self.now, limits)
    }

    /// Makes a move.
    ///
    /// # Errors
    /// Fails if the rules cannot be evaluated.
    pub fn make(&mut self, step: &Step) -> Result<(), Failure> {
        let seat = self.seat();
        let made = self.written(step);
        let mut gains = self.gains().clone();
        let too_large = |_| Failure::wrong(message!("the points grow too large"));
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

    /// Takes one move back; returns false if there is none.
    ///
    /// # Errors
    /// Fails if the rules cannot be evaluated.
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

    /// Starts again.
    ///
    /// # Errors
    /// Fails if the rules cannot be evaluated.
    pub fn restart(&mut self) -> Result<(), Failure> {
        let start = self.moments[0].position.clone();
        self.moments.clear();
        self.enter(start, Seat::First, [Int::ZERO, Int::ZERO], None)
    }

    /// Solves a position and makes it the current one.
    fn enter(
        &mut self,
        position: Position,
        seat: Seat,
        gains: [Int; 2],
        made: Option<(Seat, MadeMove)>,
    ) -> Result<(), Failure> {
        self.cache.make_room();
        let found = self.cache.solver(&self.play, Patience::Whole)?.within_one_limit(|solver| {
            let solution = solver.solve_one(&position)?;
            let mut solution = with_lengths(solver, solution);
            solver.list_moves(&mut solution)?;
            Ok(solution)
        });
        let solution = found.map_err(|fault| self.play.error(fault))?;
        self.listed = solution.listed == Listed::All;
        let over = is_over(&solution);
        let known = solution.value.clone();
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
        if times < io_limits::MAX_REPETITIONS {
            return None;
        }
        let outlook = match self.play.instance.game().loops {
            Loops::Wins(side) if self.moments[0].position.mover == Some(side) => Outlook::Wins(Seat::First),
            Loops::Wins(_) => Outlook::Wins(Seat::Second),
            Loops::Draw | Loops::None => Outlook::Draw,
        };
        Some(End { outlook, lead: None, totals: moment.gains.clone(), times: Some(times) })
    }

    /// Returns the points by which first will be ahead with best play, in a game for points.
    fn lead(&self, moment: &Moment) -> Option<Int> {
        let score = moment.known.score.clone()?;
        let gained = moment.gains[0].subtract(&moment.gains[1]).ok()?;
        let to_come = if moment.seat == Seat::First { score } else { score.negate() };
        gained.add(&to_come).ok()
    }

    /// Returns who wins with best play from this moment on.
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

    /// Returns the account of the game, move by move.
    pub fn account(&self) -> Vec<AccountRow> {
        let row = |moment: &Moment| AccountRow {
            who: moment.made.as_ref().map(|(seat, _)| self.name(*seat)),
            made: moment.made.as_ref().map(|(_, made)| made.clone()),
            position: self.play.instance.print_position(&moment.position),
            stands: self.outlook_message(moment),
            better: moment.better.clone(),
        };
        self.moments.iter().map(row).collect()
    }

    /// Returns the points by which first will be ahead at the end, in a game for points.
    pub fn lead_now(&self) -> Option<Int> {
        self.lead(self.moment())
    }

    /// Returns a message on who is winning now.
    pub fn outlook_now(&self) -> Message {
        self.outlook_message(self.moment())
    }

    /// Returns a message on who is winning at a moment.
    fn outlook_message(&self, moment: &Moment) -> Message {
        if let Some(lead) = self.lead(moment) {
            if lead.is_zero() {
                return message!(id "play-stands-equal", "nobody ahead");
            }
            let ahead = if lead.is_negative() { Seat::Second } else { Seat::First };
            return message!(id "play-stands-ahead", "{who} ahead by {score}", who = self.name(ahead), score = lead.abs());
        }
        let moves = moment.known.remoteness.filter(|remoteness| remoteness.0 > 0);
        match (self.outlook(moment), moves) {
            (Outlook::Wins(seat), Some(moves)) => {
                message!(id "play-stands-wins-in", "{who} wins in {moves}", who = self.name(seat), moves)
            }
            (Outlook::Wins(seat), None) => message!(id "play-stands-wins", "{who} wins", who = self.name(seat)),
            (Outlook::Draw, _) => message!(id "play-stands-draw", "a draw"),
            (Outlook::Unknown, _) => message!(id "play-stands-unknown", "not known"),
        }
    }
}

/// Returns the points of both players after the end of play.
fn totals(moment: &Moment) -> [Int; 2] {
    let mut totals = moment.gains.clone();
    let Some(score) = &moment.known.score else { return totals };
    let favoured = if score.is_negative() { moment.seat.other() } else { moment.seat };
    let total = &mut totals[favoured.index()];
    // If the sum would overflow, the points are shown as they were gained.
    *total = total.add(&score.abs()).unwrap_or_else(|_| total.clone());
    totals
}

/// Returns how good an outlook is for a player.
fn rank(outlook: &Outlook, seat: Seat) -> Option<u8> {
    match outlook {
        Outlook::Wins(winner) if *winner == seat => Some(2),
        Outlook::Draw => Some(1),
        Outlook::Wins(_) => Some(0),
        Outlook::Unknown => None,
    }
}
