//! The library in a few words: a game, a position of it, the answer, and the rules behind a table.
//!
//! In: the name of a built-in game, or rules as text. Out: [`Answer`]s and [`Rules`]. A [`Game`] keeps its solver, so that what one
//! position needed is known for the next. Wrong tool for control over methods, threads and memory of single steps: see
//! [`Solver`](crate::Solver), which this is a front of.

use crate::pattern::finder::{self, Status};
use crate::request::{Limits, Patience, Play, PositionText, SolverCache, find_rules, named};
use crate::view::MadeMove;
use crate::{Authority, Budget, Compound, Deadline, Error, Instance, Int, Remoteness, Solution, Stop, Winner};
use grundy_message::Message;
use std::fmt;
use std::sync::{Arc, Mutex};

/// Returns the built-in game of this name, its givens at their defaults.
///
/// ```
/// let nim = grundy::game("nim")?;
/// let answer = nim.position("3 4 5")?.solve()?;
/// assert_eq!(answer.winner(), Some(grundy::Winner::First));
/// assert_eq!(answer.winning_moves().map(|m| m.to_string()).collect::<Vec<_>>(), ["part 1: take(k=2) → 1 4 5"]);
/// # Ok::<(), grundy::Error>(())
/// ```
///
/// # Errors
/// Fails if there is no game of this name, or it has givens without a default; those are fixed by [`Game::builder`].
pub fn game(name: &str) -> Result<Game, Error> {
    Game::builder(name)?.build()
}

/// A game with its givens fixed, and a solver that remembers what it found.
pub struct Game {
    play: Play,
    budget: Budget,
    cache: Mutex<SolverCache>,
}

impl Game {
    /// Reads rules, and fixes the givens at their defaults.
    ///
    /// ```
    /// let bash = grundy::Game::from_text("game bash(n)\ngiven m: int in 1.. = 3\nmove take(k in 1..min(m, n)) -> n - k")?;
    /// assert_eq!(bash.position("8")?.solve()?.winner(), Some(grundy::Winner::Second));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    /// Fails with every mistake of the text, or if a given has no default.
    pub fn from_text(rules: &str) -> Result<Game, Error> {
        GameBuilder::from_text(rules)?.build()
    }

    /// Starts to set up a built-in game: its givens, how sums are played, and the budget.
    ///
    /// ```
    /// let bash = grundy::Game::builder("bash")?.given("m", "4")?.build()?;
    /// assert_eq!(bash.position("10")?.solve()?.winner(), Some(grundy::Winner::Second));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    /// Fails if there is no game of this name.
    pub fn builder(name: &str) -> Result<GameBuilder, Error> {
        Ok(GameBuilder::new(name, named(name)?))
    }

    /// Reads a position: its parts, separated by spaces. An empty text is the start.
    ///
    /// # Errors
    /// Fails if the text is no position of this game.
    pub fn position(&self, text: &str) -> Result<Position<'_>, Error> {
        let text = if text.trim().is_empty() { PositionText::Start } else { PositionText::Line(text) };
        Ok(Position { game: self, position: self.play.position(&text)? })
    }

    /// Looks for the rule behind the values, and proves it where that can be done, for 60 seconds unless the budget says
    /// how long.
    ///
    /// ```
    /// let rules = grundy::game("bash")?.find()?;
    /// let best = rules.iter().next().expect("a rule is found");
    /// assert!(best.is_proved());
    /// assert_eq!(best.claim(), Some("grundy = n % (m + 1)"));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    /// Fails if no table can be made: why is in the error.
    pub fn find(&self) -> Result<Rules, Error> {
        let max_positions = self.budget.max_positions.min(FIND_POSITIONS);
        let max_seconds = self.budget.max_seconds.or(Some(FIND_SECONDS));
        let budget = Budget { max_positions, max_seconds, ..self.budget.clone() }.started();
        let report = find_rules(&self.play, None, budget)?;
        let rules = report.found.into_iter().flat_map(|found| found.findings).map(Rule).collect();
        Ok(Rules { rules, tried: report.tried })
    }

    /// Returns the game with its givens, for the functions of the other modules.
    pub fn instance(&self) -> &Arc<Instance> {
        &self.play.instance
    }
}

/// Positions that one table of [`Game::find`] may take, as `grundy find` has it.
const FIND_POSITIONS: u64 = 4_000_000;
/// Time limit of [`Game::find`] unless the budget has one.
const FIND_SECONDS: f64 = 60.0;

/// A game that is being set up.
pub struct GameBuilder {
    name: String,
    game: Arc<crate::rules::Game>,
    givens: Vec<Option<crate::Value>>,
    compound: Option<Compound>,
    budget: Budget,
}

impl GameBuilder {
    fn new(name: &str, game: Arc<crate::rules::Game>) -> GameBuilder {
        let givens = vec![None; game.givens.len()];
        GameBuilder { name: name.to_owned(), game, givens, compound: None, budget: Budget::default() }
    }

    /// Reads rules.
    ///
    /// # Errors
    /// Fails with every mistake of the text.
    pub fn from_text(rules: &str) -> Result<GameBuilder, Error> {
        match crate::read(rules) {
            Ok(game) => Ok(GameBuilder::new("rules", game)),
            Err(mistakes) => Err(Error::Rules { name: "rules".to_owned(), source: rules.to_owned(), mistakes }),
        }
    }

    /// Fixes a given, its value as text.
    ///
    /// # Errors
    /// Fails if there is no such given, or the text is no value of its type.
    pub fn given(mut self, name: &str, value: &str) -> Result<GameBuilder, Error> {
        let (index, value) =
            crate::parse_given(&self.game, name, value).map_err(|fault| Error::fault(&self.name, &self.game, fault))?;
        self.givens[index] = Some(value);
        Ok(self)
    }

    /// Plays sums like this instead of as the rules say.
    #[must_use]
    pub fn compound(mut self, compound: Compound) -> GameBuilder {
        self.compound = Some(compound);
        self
    }

    /// Limits the work of each question; every question has all of it. A deadline counts as the seconds that are left
    /// until it now, and work goes on once the flag that cancelled it is cleared.
    ///
    /// ```
    /// use std::sync::{Arc, atomic::{AtomicBool, Ordering}};
    /// let cancelled = Arc::new(AtomicBool::new(true));
    /// let budget = grundy::Budget { cancelled: Some(cancelled.clone()), ..grundy::Budget::default() };
    /// let kayles = grundy::Game::builder("kayles")?.budget(budget).build()?;
    /// assert_eq!(kayles.position("40 41")?.solve()?.winner(), None);
    /// cancelled.store(false, Ordering::Relaxed);
    /// assert_eq!(kayles.position("40 41")?.solve()?.winner(), Some(grundy::Winner::First));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    #[must_use]
    pub fn budget(mut self, budget: Budget) -> GameBuilder {
        let max_seconds = match budget.deadline {
            Some(_) => Deadline::of(&budget).seconds_left(),
            None => budget.max_seconds,
        };
        self.budget = Budget { max_seconds, deadline: None, ..budget };
        self
    }

    /// Sets the game up.
    ///
    /// # Errors
    /// Fails if a given without a default is missing, or a value lies outside its range.
    pub fn build(self) -> Result<Game, Error> {
        let play = Play::new(&self.name, self.game, self.givens, self.compound, None, Limits::NONE)?;
        let cache = Mutex::new(SolverCache::new(self.budget.clone()));
        Ok(Game { play, budget: self.budget, cache })
    }
}

/// A position of a game.
pub struct Position<'g> {
    game: &'g Game,
    position: crate::rules::Position,
}

impl Position<'_> {
    /// Returns who wins, the value and every move, as far as the budget reaches.
    ///
    /// # Errors
    /// Fails if the rules cannot be carried out here; a limit that is met is no error, see [`Answer::stop`].
    pub fn solve(&self) -> Result<Answer, Error> {
        let play = &self.game.play;
        let mut cache = self.game.cache.lock().unwrap_or_else(|poisoned| {
            // A question that panicked may have left half of its work in the solver.
            let mut cache = poisoned.into_inner();
            cache.clear();
            self.game.cache.clear_poison();
            cache
        });
        let solution = cache.solver(play, Patience::Whole)?.solve_one(&self.position);
        let solution = solution.map_err(|fault| play.error(fault))?;
        Ok(Answer { instance: play.instance.clone(), solution })
    }
}

impl fmt::Display for Position<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.game.play.instance.print_position(&self.position))
    }
}

/// What is known of a position.
#[derive(Clone, Debug)]
pub struct Answer {
    instance: Arc<Instance>,
    solution: Solution,
}

impl Answer {
    /// Returns who wins; `None` is not known within the budget.
    pub fn winner(&self) -> Option<Winner> {
        self.solution.value.winner
    }

    /// Returns the Grundy value, if the position has one that is known.
    pub fn grundy(&self) -> Option<&Int> {
        self.solution.value.grundy.as_ref()
    }

    /// Returns the number of moves to the end, if it is known.
    pub fn remoteness(&self) -> Option<Remoteness> {
        self.solution.value.remoteness
    }

    /// Returns the best difference for the player to move, in a game for points.
    pub fn score(&self) -> Option<&Int> {
        self.solution.value.score.as_ref()
    }

    /// Returns the moves that keep the best result, in the order of the rules.
    pub fn winning_moves(&self) -> impl Iterator<Item = AnsweredMove<'_>> {
        self.moves().filter(|answered| answered.is_winning())
    }

    /// Returns every move that was listed, in the order of the rules.
    pub fn moves(&self) -> impl Iterator<Item = AnsweredMove<'_>> {
        let parts = self.solution.position.parts.len();
        self.solution.moves.iter().map(move |valued| AnsweredMove { instance: &self.instance, valued, parts })
    }

    /// Returns on what authority the answer is given.
    pub fn by(&self) -> &Authority {
        &self.solution.by
    }

    /// Returns the limit that ended the work early, if one did. What is known is right nevertheless.
    pub fn stop(&self) -> Option<&Stop> {
        self.solution.stop.as_ref()
    }

    /// Returns the solution itself.
    pub fn solution(&self) -> &Solution {
        &self.solution
    }
}

/// A move with what is known of it.
#[derive(Clone, Copy, Debug)]
pub struct AnsweredMove<'a> {
    instance: &'a Instance,
    valued: &'a crate::ValuedMove,
    /// Number of parts of the position.
    parts: usize,
}

impl AnsweredMove<'_> {
    /// Returns true if the move keeps the best result; no move does in a lost position.
    pub fn is_winning(&self) -> bool {
        self.valued.is_winning
    }

    /// Returns the position that the move leads to, as text.
    pub fn to(&self) -> String {
        self.instance.print_position(&self.valued.step.to)
    }

    /// Returns the move and its evaluation.
    pub fn valued(&self) -> &crate::ValuedMove {
        self.valued
    }
}

impl fmt::Display for AnsweredMove<'_> {
    /// `part 1: take(k=2) → 1 4 5`, as the program writes it; `take(k=2) → 3` where there is only one part.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let made = MadeMove::new(self.instance, Compound::One, self.parts, &self.valued.step);
        write!(f, "{} → {}", made.words(), made.to)
    }
}

/// The rules that were found, the best first.
#[derive(Clone, Debug)]
pub struct Rules {
    rules: Vec<Rule>,
    tried: Vec<Message>,
}

impl Rules {
    /// Returns the rules, the best of each table first.
    pub fn iter(&self) -> impl Iterator<Item = &Rule> {
        self.rules.iter()
    }

    /// Returns what was tried without success, a sentence each.
    pub fn tried(&self) -> &[Message] {
        &self.tried
    }
}

/// A rule that was found.
#[derive(Clone, Debug)]
pub struct Rule(finder::Finding);

impl Rule {
    /// Returns the rule as a `claim` of the language, without that word; `None` if the language cannot express it.
    pub fn claim(&self) -> Option<&str> {
        Some(self.0.claim.as_str()).filter(|claim| !claim.is_empty())
    }

    /// Returns true if the independent checker accepted a proof for every size.
    pub fn is_proved(&self) -> bool {
        self.0.status == Status::Proved
    }

    /// Returns what became of the rule: proved, checked, refuted.
    pub fn status(&self) -> Status {
        self.0.status
    }

    /// Returns how far the rule was compared, in words, if it is not proved.
    pub fn extent(&self) -> Option<&Message> {
        self.0.extent.as_ref()
    }

    /// Returns the certificate, for [`proof`](crate::proof).
    pub fn certificate(&self) -> Option<&str> {
        self.0.certificate.as_deref()
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.words.fmt(f)
    }
}
