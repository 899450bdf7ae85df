//! `grundy play`: plays a game in the terminal, against the computer or with both sides moved by hand.
//!
//! In: lines, one after the other, so that they can be typed or piped. Out: the board, the moves and the replies, as
//! text or as events in JSON, one per line. A line that is not understood changes nothing; the end of the input ends
//! the game. Ctrl-C ends the thinking while the computer thinks, and the game while it waits.

use crate::io_limits;
mod entry;
mod opponent;
mod session;

use crate::arguments::position;
use crate::budget::BudgetArguments;
use crate::failure::{Failure, Status, reason};
use crate::interrupt::Interrupt;
use crate::limits;
use crate::number::whole;
use crate::play::{PlayArguments, read_position};
use crate::progress::Progress;
use crate::screen::Screen;
use clap::{Args, ValueEnum};
use entry::{Command, Entry};
use grundy::Random;
use grundy::request::{Explain, Line, SolverCache};
use grundy::rules::Position;
use grundy::view::board_text;
use grundy::view::described::title;
use grundy::view::format::text::visible;
use grundy::view::play::{Account, Help, Showing, Turn};
use grundy::view::{Block, Document, MadeMove, View, Words, sentence};
use grundy::{Budget, LookaheadLimits, Step};
use grundy_message::{Message, Separator, list, message, plural};
use opponent::{Ground, Level, choose};
use serde_json::{Value, json};
use session::{Outlook, Seat, Session};
use std::io::{self, BufRead, IsTerminal, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Number of moves of best play that `why` prints.
const LINE: usize = 20;

/// Play a game in the terminal, against the computer or for both sides
///
/// Moves are typed by number, as they are listed, in short (`take 2`), or as the position after them; `help` tells what else
/// can be typed. The end of the input ends the game.
#[derive(Args)]
#[command(mut_arg("max_seconds", |argument| argument.help("How many seconds may be spent on solving each position of the game")))]
#[command(mut_arg("max_positions", |argument| argument.help("How many positions may be examined to solve each position of the game")))]
#[command(after_help = "Examples:
  grundy play nim                             you move first; the computer plays its best
  grundy play nim 3 4 5 --as second --hints
  grundy play tic_tac_toe --level easy --seed 7
  grundy play dots_and_boxes --as both
  printf '2\\nwhy\\nquit\\n' | grundy play nim 3 4 5 --json")]
pub struct PlayGame {
    #[command(flatten)]
    play: PlayArguments,
    /// The parts of the position to begin with, as `3` or `4,7` or `X.O/.X./..O`; none is where the rules say
    #[arg(value_parser = position)]
    position: Vec<String>,
    /// Which player you are
    #[arg(long = "as", value_name = "WHO", value_enum, default_value = "first")]
    who: Who,
    /// How well the computer plays: random, easy, good, best, or 0 to 3
    #[arg(long, value_name = "LEVEL", value_parser = level, default_value = "best")]
    level: Level,
    /// What the computer's chances come from: the same number, the same game
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// Say of every move what it leads to
    #[arg(long)]
    hints: bool,
    #[command(flatten)]
    budget: BudgetArguments,
    /// One JSON object an event, on one line
    #[arg(long)]
    json: bool,
}

/// Which player is whose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Who {
    /// You move first.
    First,
    /// The computer moves first.
    Second,
    /// You move for both.
    Both,
}

fn level(text: &str) -> Result<Level, Message> {
    Level::named(text).ok_or_else(|| message!("random, easy, good, best or a number from 0 to 3 is expected"))
}

impl PlayGame {
    /// Runs the command and returns its exit status.
    ///
    /// # Errors
    /// Fails if the input is wrong before play begins, or the rules cannot be evaluated.
    pub fn run(self, screen: &Screen) -> Result<Status, Failure> {
        if self.play.reads_standard_input() {
            return Err(Failure::wrong(message!("the rules and the moves cannot both come from standard input"))
                .hint(message!("put the rules into a file")));
        }
        let play = self.play.load()?;
        let start = read_position(&play, &self.position)?;
        let thinks = Arc::new(AtomicBool::new(true));
        let progress = Progress::new();
        let interrupt = Interrupt::listen_and(end_if_idle(thinks.clone()));
        let mut budget = self.budget.budget(Budget::default(), &progress);
        if budget.max_seconds.is_none() && budget.max_packed_positions == u64::MAX {
            budget.max_packed_positions = io_limits::DEFAULT_PLAY_POSITIONS;
            budget.max_packed_moves = io_limits::DEFAULT_PLAY_MOVES;
            budget.max_positions = io_limits::DEFAULT_PLAY_LISTED_POSITIONS;
            budget.max_steps = Some(io_limits::DEFAULT_PLAY_STEPS);
        }
        budget.cancelled = Some(interrupt.flag());
        // The limits apply to each position; the tables kept between positions take no more memory either.
        budget.full = Some(limits::watch_memory(budget.max_bytes));
        let session = Session::new(play, SolverCache::new(budget), start.clone())?;
        let human = match self.who {
            Who::First => Human::Seat(Seat::First),
            Who::Second => Human::Seat(Seat::Second),
            Who::Both => Human::Both,
        };
        let hints = self.hints;
        let mut table = Table {
            session,
            start,
            human,
            level: self.level,
            chance: Random(self.seed),
            hints,
            announced_solved: false,
            screen,
            json: self.json,
            progress,
            interrupt,
            thinks,
        };
        table.begin()?;
        table.run(io::stdin().lock())
    }
}

/// Returns what Ctrl-C does: while the computer thinks, the flag that stops the work is enough; while it waits for the
/// next line, possibly forever, the program ends here.
fn end_if_idle(thinks: Arc<AtomicBool>) -> impl Fn() + Send + 'static {
    move || {
        if !thinks.load(Ordering::SeqCst) {
            std::process::exit(Status::Fine as i32);
        }
    }
}

/// Sides that the human moves for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Human {
    Seat(Seat),
    Both,
}

/// What the loop does next.
enum Next {
    /// Shows the turn and reads the next line.
    Turn,
    /// Reads the next line.
    Line,
    /// Ends the game.
    Quit,
}

/// A game with its output and settings.
struct Table<'a> {
    session: Session,
    start: Position,
    human: Human,
    level: Level,
    chance: Random,
    hints: bool,
    /// Whether it was already printed that the computer plays perfectly.
    announced_solved: bool,
    screen: &'a Screen,
    json: bool,
    progress: Progress,
    interrupt: Interrupt,
    /// Whether the computer is thinking; otherwise it waits for a line.
    thinks: Arc<AtomicBool>,
}

impl Table<'_> {
    fn say(&self, sentence: &Message) -> Result<(), Failure> {
        self.say_all(std::slice::from_ref(sentence))
    }

    fn say_all(&self, sentences: &[Message]) -> Result<(), Failure> {
        for sentence in sentences {
            if self.json {
                let mut data = sentence::data(sentence);
                data["event"] = json!("said");
                self.screen.print_json(&data)?;
            } else {
                let line = Block::Line(Words::plain(sentence));
                self.screen.show_document(&Document(vec![line]))?;
            }
        }
        Ok(())
    }

    fn show(&self, view: &dyn View) -> Result<(), Failure> {
        if self.json { self.screen.print_json(&view.data()) } else { self.screen.show(view) }
    }

    /// Prints the game and the players.
    fn begin(&self) -> Result<(), Failure> {
        let game = self.session.play().instance.game();
        let (title, level) = (title(game), self.level.words());
        let message = match self.human {
            Human::Both => message!(id "play-begin-both", "{title}. You move for both players.", title, level),
            Human::Seat(seat) if self.session.has_names() => message!(
                id "play-begin-name",
                "{title}. You are {you}; the computer is {opponent} ({level}).",
                you = self.session.name(seat),
                opponent = self.session.name(seat.other()),
                title,
                level
            ),
            Human::Seat(Seat::First) => message!(
                id "play-begin-first",
                "{title}. You move first; the computer is the other player ({level}).",
                title,
                level
            ),
            Human::Seat(Seat::Second) => message!(
                id "play-begin-second",
                "{title}. The computer moves first ({level}); you are the other player.",
                title,
                level
            ),
        };
        if self.json {
            let human = match self.human {
                Human::Both => "both",
                Human::Seat(Seat::First) => "first",
                Human::Seat(Seat::Second) => "second",
            };
            let position = self.session.play().instance.print_position(&self.start);
            let players = [Seat::First, Seat::Second].map(|seat| self.session.name(seat).to_string());
            return self.screen.print_json(&json!({
                "event": "begin", "game": game.name, "position": position, "you": human, "level": self.level.name(),
                "players": players,
                "text": message.to_string(),
            }));
        }
        self.say_all(&[message, message!(id "play-begin-help", "Type the number of a move, or `help`.")])
    }

    /// Plays until the user leaves.
    fn run(&mut self, mut lines: impl BufRead) -> Result<Status, Failure> {
        let typed = io::stdin().is_terminal();
        let mut next = Next::Turn;
        let mut bytes = Vec::new();
        loop {
            match next {
                Next::Quit => return Ok(Status::Fine),
                Next::Turn => {
                    self.computer_moves()?;
                    self.show_turn(Showing { all: false, hints: self.hints })?;
                }
                Next::Line => {}
            }
            self.note_interrupt()?;
            if typed && !self.json {
                self.screen.print("> ")?;
            }
            bytes.clear();
            self.thinks.store(false, Ordering::SeqCst);
            let length = (&mut lines).take(io_limits::MAX_TYPED_LINE_BYTES).read_until(b'\n', &mut bytes);
            self.thinks.store(true, Ordering::SeqCst);
            match length {
                Ok(0) => {
                    self.leave(&message!(id "play-end-of-input", "The input has ended, and so has the game."))?;
                    return Ok(Status::Fine);
                }
                Ok(_) => {}
                Err(error) => {
                    return Err(Failure::wrong(message!("cannot read the next line: {error}", error = reason(&error))));
                }
            }
            if bytes.len() as u64 == io_limits::MAX_TYPED_LINE_BYTES && !bytes.ends_with(b"\n") {
                skip_line(&mut lines)?;
                self.say(&message!(id "play-long-line", "That line is too long to be a move."))?;
                next = Next::Line;
                continue;
            }
            let line = String::from_utf8_lossy(&bytes).trim().to_owned();
            if !typed && !self.json {
                // Piped input is echoed, so that the game can be read afterwards.
                let shown = format!("> {}", visible(&line));
                self.screen.print(&(shown.trim_end().to_owned() + "\n"))?;
            }
            next = self.execute(&line)?;
        }
    }

    /// Reports that thinking was interrupted, if it was, and listens again.
    fn note_interrupt(&mut self) -> Result<(), Failure> {
        if self.interrupt.came() {
            self.interrupt.forget();
            self.say(&message!(id "play-thinking-ended", "Thinking was ended; what is known by now is used."))?;
        }
        Ok(())
    }

    /// Leaves before play is over, and prints what is known of the game.
    fn leave(&self, farewell: &Message) -> Result<(), Failure> {
        if self.session.end().is_none() && self.session.move_count() > 0 {
            self.show(&Account { said: Vec::new(), winner: None, points: None, rows: self.session.account() })?;
        }
        self.say(farewell)
    }

    fn is_humans_turn(&self) -> bool {
        match self.human {
            Human::Both => true,
            Human::Seat(seat) => seat == self.session.seat(),
        }
    }

    /// Makes moves for the computer as long as it is its turn.
    fn computer_moves(&mut self) -> Result<(), Failure> {
        while self.session.end().is_none() && !self.is_humans_turn() {
            self.note_interrupt()?;
            let session = &mut self.session;
            let look_ahead = || session.look_ahead(LookaheadLimits::default());
            let Some((index, ground)) = choose(session.now(), self.level, &mut self.chance, look_ahead) else {
                return Err(Failure::wrong(message!(
                    "the computer finds no move in a position with too many to be listed"
                ))
                .hint(message!("begin with a smaller position")));
            };
            let step = self.session.now().moves[index].step.clone();
            self.make(&step, "computer", Some(ground))?;
        }
        Ok(())
    }

    /// Prints how good a move of the computer is: each time while the position is not solved, once when it is.
    fn say_ground(&mut self, ground: Ground) -> Result<(), Failure> {
        let is_solved = ground == Ground::Solved;
        let message = match ground {
            Ground::Solved if self.announced_solved || self.level != Level::Best => return Ok(()),
            Ground::Solved => message!(id "play-solved", "This position is solved: the computer plays perfectly."),
            Ground::Searched(1) => message!(id "play-not-solved-one", "Not solved: searched one move deep."),
            Ground::Searched(depth) => {
                message!(id "play-not-solved", "Not solved: searched {count} {moves} deep.", count = depth, moves = plural(&depth, "move", "moves"))
            }
            Ground::Chance => return Ok(()),
        };
        self.announced_solved = is_solved;
        self.say(&message)
    }

    /// Makes a move; `ground` is given for moves of the computer.
    fn make(&mut self, step: &Step, by: &str, ground: Option<Ground>) -> Result<(), Failure> {
        let made = self.session.written(step);
        let who = self.session.name(self.session.seat());
        let is_human = by == "you";
        self.session.make(step)?;
        self.progress.clear();
        if self.json {
            let mut data = json!({
                "event": "move", "by": by, "player": who.to_string(), "part": made.part(), "move": made.mv(), "to": made.to,
                "gain": grundy::view::format::json::int(&step.gain), "again": step.again,
            });
            if let Some(ground) = ground {
                data["solved"] = json!(match ground {
                    Ground::Solved => Some(true),
                    Ground::Searched(_) => Some(false),
                    Ground::Chance => None,
                });
                data["depth"] = json!(match ground {
                    Ground::Searched(depth) => Some(depth),
                    _ => None,
                });
            }
            self.screen.print_json(&data)?;
            return ground.map_or(Ok(()), |ground| self.say_ground(ground));
        }
        let words = made.words();
        self.say(&match (is_human, step.again) {
            (true, _) => message!(id "play-you", "You play {move}.", move = words),
            (false, true) => {
                message!(id "play-computer-again", "The computer plays {move}, and moves again.", move = words)
            }
            (false, false) => message!(id "play-computer", "The computer plays {move}.", move = words),
        })?;
        ground.map_or(Ok(()), |ground| self.say_ground(ground))
    }

    /// Shows whose turn it is, or how the game ended.
    fn show_turn(&self, showing: Showing) -> Result<(), Failure> {
        if self.session.end().is_some() {
            return self.show_end();
        }
        let session = &self.session;
        let number = session.move_count() + 1;
        let name = session.name(session.seat());
        let turn = match (session.is_again(), session.has_names() || self.human == Human::Both) {
            (true, false) => message!(id "play-turn-again", "Move {number}: you move again.", number),
            (_, true) => {
                message!(id "play-turn-you-as", "Move {number}: you are to move, as {who}.", who = name, number)
            }
            (false, false) => message!(id "play-turn-you", "Move {number}: you are to move.", number),
        };
        let mut messages = vec![turn];
        messages.extend(self.points_gained());
        self.show(&Turn {
            said: messages,
            mover: name.to_string(),
            position: session.play().instance.print_position(&session.now().position),
            board: board_text::lines(&session.play().instance, &session.now().position),
            choices: session.choices(),
            listed: session.listed(),
            showing,
        })
    }

    /// Returns what each player has gained, in a game for points.
    fn points_gained(&self) -> Option<Message> {
        let session = &self.session;
        let [a, b] = session.gains();
        let points = message!(
            id "play-turn-points",
            "Points so far: {first} {a}, {second} {b}.",
            first = session.name(Seat::First),
            a,
            second = session.name(Seat::Second),
            b
        );
        session.play().instance.game().points.then_some(points)
    }

    /// Like [`Table::points_gained`], with the lead that best play ends with.
    fn current_points(&self) -> Vec<Message> {
        let lead = self.session.lead_now().map(|lead| {
            let ahead = if lead.is_negative() { Seat::Second } else { Seat::First };
            let (who, score) = (self.session.name(ahead), lead.abs());
            match lead.is_zero() {
                true => message!(
                    id "play-stands-now-equal",
                    "In the end nobody is ahead, with the points so far.",
                    who,
                    score
                ),
                false => message!(
                    id "play-stands-now",
                    "In the end {who} is ahead by {score}, with the points so far.",
                    who,
                    score
                ),
            }
        });
        self.points_gained().into_iter().chain(lead).collect()
    }

    /// Shows who has won, and the account of the game.
    fn show_end(&self) -> Result<(), Failure> {
        let session = &self.session;
        let Some(end) = session.end() else { return Ok(()) };
        let mut messages = Vec::new();
        messages.extend(end.times.map(
            |times| message!(id "play-over-round", "The position has come up {times} times: play goes round.", times),
        ));
        let mut winner = Some("draw".to_owned());
        messages.push(match (&end.outlook, self.human) {
            (Outlook::Wins(seat), human) => {
                winner = Some(session.name(*seat).to_string());
                match human {
                    Human::Seat(own) if own == *seat => message!(id "play-over-you", "Play is over: you have won."),
                    Human::Seat(_) => message!(id "play-over-computer", "Play is over: the computer has won."),
                    Human::Both => {
                        message!(id "play-over-side", "Play is over: {who} has won.", who = session.name(*seat))
                    }
                }
            }
            _ => message!(id "play-over-draw", "Play is over: a draw."),
        });
        if let Some(lead) = &end.lead {
            let [a, b] = &end.totals;
            let ahead = session.name(if lead.is_negative() { Seat::Second } else { Seat::First });
            let [first, second] = [Seat::First, Seat::Second].map(|seat| session.name(seat));
            messages.push(match lead.is_zero() {
                true => message!("Points in the end: {first} {a}, {second} {b}; nobody is ahead.", first, a, second, b),
                false => message!(
                    "Points in the end: {first} {a}, {second} {b}; {who} is ahead by {score}.",
                    first,
                    a,
                    second,
                    b,
                    who = ahead,
                    score = lead.abs()
                ),
            });
        }
        let points = end.lead.is_some().then(|| end.totals.clone());
        self.show(&Account { said: messages, winner, points, rows: session.account() })?;
        self.say(&message!(id "play-over-next", "Type `back`, `new`, `why` or `quit`."))
    }

    /// Executes a line.
    fn execute(&mut self, line: &str) -> Result<Next, Failure> {
        let made = self.session.made();
        let entry = entry::read(line, &self.session.play().instance, self.session.now(), &made, self.session.listed());
        let is_move = !matches!(entry, Entry::Command(..) | Entry::Nothing);
        if is_move && self.session.end().is_some() {
            self.say(&message!(id "play-over-already", "Play is over. Type `back`, `new`, `why` or `quit`."))?;
            return Ok(Next::Line);
        }
        let step = match entry {
            Entry::Command(command, rest) => return self.obey(command, &rest),
            Entry::Nothing => return Ok(Next::Line),
            Entry::Move(index) => self.session.now().moves[index].step.clone(),
            Entry::Other(step) => *step,
            other => {
                self.say(&misunderstood(line, &other, &made))?;
                return Ok(Next::Line);
            }
        };
        self.make(&step, "you", None)?;
        Ok(Next::Turn)
    }

    fn obey(&mut self, command: Command, rest: &str) -> Result<Next, Failure> {
        let plain = Showing { all: false, hints: self.hints };
        match command {
            Command::Help => self.show(&Help)?,
            Command::Moves => self.show_turn(Showing { all: true, ..plain })?,
            Command::Hint => self.show_turn(Showing { hints: true, ..plain })?,
            Command::Board => self.show_turn(plain)?,
            Command::Why => self.explain()?,
            Command::Hints => {
                self.hints = !self.hints;
                self.say(&match self.hints {
                    true => message!(id "play-hints-on", "Hints are on: each move says what it leads to."),
                    false => message!(id "play-hints-off", "Hints are off."),
                })?;
                if self.hints && self.session.end().is_none() {
                    return Ok(Next::Turn);
                }
            }
            Command::Level => match Level::named(rest) {
                Some(level) => {
                    self.level = level;
                    self.say(&message!(id "play-level", "The computer {level} from now on.", level = level.words()))?;
                }
                None => self.say(&message!(id "play-level-wrong", "`{said}` is no level: it is one of random, easy, good, best, or 0 to 3.", said = rest))?,
            },
            Command::Back => return self.take_back(),
            Command::Both => {
                self.human = Human::Both;
                self.say(&message!(id "play-both", "You move for both players from now on; `swap` brings the computer back."))?;
            }
            Command::Swap => {
                let seat = match self.human {
                    Human::Seat(seat) => seat.other(),
                    // The computer takes the side that is to move.
                    Human::Both => self.session.seat().other(),
                };
                self.human = Human::Seat(seat);
                self.say(&message!(id "play-swap", "You have changed sides: you are {who} now.", who = self.session.name(seat)))?;
                return Ok(Next::Turn);
            }
            Command::New => {
                self.session.restart()?;
                self.announced_solved = false;
                self.begin()?;
                return Ok(Next::Turn);
            }
            Command::Quit => {
                self.leave(&message!(id "play-quit", "Goodbye."))?;
                return Ok(Next::Quit);
            }
        }
        Ok(Next::Line)
    }

    /// Takes moves back until it is the human's turn.
    fn take_back(&mut self) -> Result<Next, Failure> {
        if self.human != Human::Both && self.session.move_count() > 0 && !self.human_has_moved() {
            // Only the computer has moved, and it would move again.
            self.say(&message!(id "play-back-none", "There is nothing to take back."))?;
            return Ok(Next::Line);
        }
        if !self.session.back()? {
            self.say(&message!(id "play-back-none", "There is nothing to take back."))?;
            return Ok(Next::Line);
        }
        while !self.is_humans_turn() && self.session.back()? {}
        self.say(&message!(id "play-back", "Taken back."))?;
        Ok(Next::Turn)
    }

    fn human_has_moved(&self) -> bool {
        match self.human {
            Human::Both => true,
            Human::Seat(seat) => self.session.account().iter().any(|row| row.who == Some(self.session.name(seat))),
        }
    }

    /// Explains why the position is won, lost or drawn.
    fn explain(&mut self) -> Result<(), Failure> {
        let position = self.session.now().position.clone();
        let request = Explain { play: self.session.play().clone(), position, line: Line::Default(LINE), tree: None };
        let explained = request.answer(self.session.cache());
        self.progress.clear();
        let (explained, _) = explained?;
        let seat = self.session.seat();
        let (outlook, more) = (self.session.outlook_now(), self.current_points());
        let names = [self.session.name(seat), self.session.name(seat.other())];
        let explained = explained.calling(names, outlook, more);
        if self.json {
            let mut data: Value = explained.data();
            data["event"] = json!("why");
            return self.screen.print_json(&data);
        }
        self.screen.show(&explained)
    }
}

/// Returns the message about a line that is not a move.
fn misunderstood(line: &str, entry: &Entry, made: &[MadeMove]) -> Message {
    let mut quoted: String = line.chars().take(io_limits::MAX_TYPED_CHARS_SHOWN).collect();
    if quoted.len() < line.len() {
        quoted.push('…');
    }
    match entry {
        Entry::NoSuchNumber(number) => {
            let shown: String = number.chars().take(io_limits::MAX_TYPED_CHARS_SHOWN).collect();
            message!(id "play-number-wrong", "There is no move {said}: they are numbered from 1 to {count}.", said = shown, count = made.len())
        }
        Entry::Several(indices) => {
            let numbered = |index: &usize| message!("{number} {move}", number = index + 1, move = made[*index].words());
            let several = list(Separator::Semicolon, indices.iter().take(6).map(numbered));
            message!(id "play-move-several", "`{said}` may be several moves: {moves}.", said = quoted, moves = several)
        }
        Entry::Unknown(Some(near)) => {
            message!(id "play-move-near", "`{said}` is no move here. Did you mean {near}?", said = quoted, near)
        }
        _ => {
            message!(id "play-move-wrong", "`{said}` is no move here. Type a number, a move as it is listed, or the position after it; \
             `help` tells more.", said = quoted)
        }
    }
}

/// Skips to the end of a line that is too long, without storing it.
fn skip_line(lines: &mut impl BufRead) -> Result<(), Failure> {
    loop {
        let buffer = lines
            .fill_buf()
            .map_err(|error| Failure::wrong(message!("cannot read the next line: {error}", error = reason(&error))))?;
        if buffer.is_empty() {
            return Ok(());
        }
        let (length, ended) = match buffer.iter().position(|byte| *byte == b'\n') {
            Some(index) => (index + 1, true),
            None => (buffer.len(), false),
        };
        lines.consume(length);
        if ended {
            return Ok(());
        }
    }
}
