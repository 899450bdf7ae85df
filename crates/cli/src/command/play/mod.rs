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
use crate::failure::{Failure, Status};
use crate::interrupt::Interrupt;
use crate::language::language;
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
use grundy::view::format::text::visible;
use grundy::view::play::{Account, Help, Showing, Turn};
use grundy::view::{Block, Document, MadeMove, Sentence, View, Words};
use grundy::{Budget, LookaheadLimits, Step};
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

fn level(text: &str) -> Result<Level, String> {
    Level::named(text).ok_or_else(|| "random, easy, good, best or a number from 0 to 3 is expected".to_owned())
}

impl PlayGame {
    /// Runs the command and returns its exit status.
    ///
    /// # Errors
    /// Fails if the input is wrong before play begins, or the rules cannot be evaluated.
    pub fn run(self, screen: &Screen) -> Result<Status, Failure> {
        if self.play.reads_standard_input() {
            return Err(Failure::wrong("the rules and the moves cannot both come from standard input")
                .hint("put the rules into a file"));
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
    fn say(&self, sentence: &Sentence) -> Result<(), Failure> {
        self.say_all(std::slice::from_ref(sentence))
    }

    fn say_all(&self, sentences: &[Sentence]) -> Result<(), Failure> {
        for sentence in sentences {
            if self.json {
                let mut data = sentence.data();
                data["event"] = json!("said");
                self.screen.print_json(&data)?;
            } else {
                let line = Block::Line(Words::plain(sentence.english()));
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
        let own = game.titles.iter().find(|(code, _)| !self.json && code == language().code()).map(|(_, title)| title);
        let title = own.or(game.title.as_ref()).unwrap_or(&game.name).clone();
        let level = Sentence::new(self.level.key()).english();
        let message = match self.human {
            Human::Both => Sentence::new("play-begin-both"),
            Human::Seat(seat) if self.session.has_names() => Sentence::new("play-begin-name")
                .with("you", self.session.name(seat))
                .with("opponent", self.session.name(seat.other())),
            Human::Seat(Seat::First) => Sentence::new("play-begin-first"),
            Human::Seat(Seat::Second) => Sentence::new("play-begin-second"),
        };
        let message = message.with("title", title).with("level", level);
        if self.json {
            let human = match self.human {
                Human::Both => "both",
                Human::Seat(Seat::First) => "first",
                Human::Seat(Seat::Second) => "second",
            };
            let position = self.session.play().instance.print_position(&self.start);
            let players = [Seat::First, Seat::Second].map(|seat| self.session.name(seat));
            return self.screen.print_json(&json!({
                "event": "begin", "game": game.name, "position": position, "you": human, "level": self.level.name(),
                "players": players,
                "text": message.english(),
            }));
        }
        self.say_all(&[message, Sentence::new("play-begin-help")])
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
                    self.leave("play-end-of-input")?;
                    return Ok(Status::Fine);
                }
                Ok(_) => {}
                Err(error) => return Err(Failure::wrong(format!("cannot read the next line: {error}"))),
            }
            if bytes.len() as u64 == io_limits::MAX_TYPED_LINE_BYTES && !bytes.ends_with(b"\n") {
                skip_line(&mut lines)?;
                self.say(&Sentence::new("play-long-line"))?;
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
            self.say(&Sentence::new("play-thinking-ended"))?;
        }
        Ok(())
    }

    /// Leaves before play is over, and prints what is known of the game.
    fn leave(&self, key: &'static str) -> Result<(), Failure> {
        if self.session.end().is_none() && self.session.move_count() > 0 {
            self.show(&Account { said: Vec::new(), winner: None, points: None, rows: self.session.account() })?;
        }
        self.say(&Sentence::new(key))
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
                return Err(Failure::wrong("the computer finds no move in a position with too many to be listed")
                    .hint("begin with a smaller position"));
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
            Ground::Solved => Sentence::new("play-solved"),
            Ground::Searched(1) => Sentence::new("play-not-solved-one"),
            Ground::Searched(depth) => Sentence::new("play-not-solved").with("count", depth),
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
                "event": "move", "by": by, "player": who, "part": made.part(), "move": made.mv(), "to": made.to,
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
        let key = match (is_human, step.again) {
            (true, _) => "play-you",
            (false, true) => "play-computer-again",
            (false, false) => "play-computer",
        };
        self.say(&Sentence::new(key).with("move", made.words()))?;
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
            (true, false) => Sentence::new("play-turn-again"),
            (_, true) => Sentence::new("play-turn-you-as").with("who", &name),
            (false, false) => Sentence::new("play-turn-you"),
        };
        let mut messages = vec![turn.with("number", number)];
        messages.extend(self.points_gained());
        self.show(&Turn {
            said: messages,
            mover: name,
            position: session.play().instance.print_position(&session.now().position),
            board: board_text::lines(&session.play().instance, &session.now().position),
            choices: session.choices(),
            listed: session.listed(),
            showing,
        })
    }

    /// Returns what each player has gained, in a game for points.
    fn points_gained(&self) -> Option<Sentence> {
        let session = &self.session;
        let [a, b] = session.gains();
        let points = Sentence::new("play-turn-points").with("first", session.name(Seat::First)).with("a", a);
        let points = points.with("second", session.name(Seat::Second)).with("b", b);
        session.play().instance.game().points.then_some(points)
    }

    /// Like [`Table::points_gained`], with the lead that best play ends with.
    fn current_points(&self) -> Vec<Sentence> {
        let lead = self.session.lead_now().map(|lead| {
            let ahead = if lead.is_negative() { Seat::Second } else { Seat::First };
            let key = if lead.is_zero() { "play-stands-now-equal" } else { "play-stands-now" };
            Sentence::new(key).with("who", self.session.name(ahead)).with("score", lead.abs())
        });
        self.points_gained().into_iter().chain(lead).collect()
    }

    /// Shows who has won, and the account of the game.
    fn show_end(&self) -> Result<(), Failure> {
        let session = &self.session;
        let Some(end) = session.end() else { return Ok(()) };
        let mut messages = Vec::new();
        messages.extend(end.times.map(|times| Sentence::new("play-over-round").with("times", times)));
        let mut winner = Some("draw".to_owned());
        messages.push(match (&end.outlook, self.human) {
            (Outlook::Wins(seat), human) => {
                winner = Some(session.name(*seat));
                match human {
                    Human::Seat(own) if own == *seat => Sentence::new("play-over-you"),
                    Human::Seat(_) => Sentence::new("play-over-computer"),
                    Human::Both => Sentence::new("play-over-side").with("who", session.name(*seat)),
                }
            }
            _ => Sentence::new("play-over-draw"),
        });
        if let Some(lead) = &end.lead {
            let [a, b] = &end.totals;
            let key = if lead.is_zero() { "play-over-equal" } else { "play-over-points" };
            let ahead = if lead.is_negative() { Seat::Second } else { Seat::First };
            let points = Sentence::new(key).with("first", session.name(Seat::First)).with("a", a);
            let points = points.with("second", session.name(Seat::Second)).with("b", b);
            messages.push(points.with("who", session.name(ahead)).with("score", lead.abs()));
        }
        let points = end.lead.is_some().then(|| end.totals.clone());
        self.show(&Account { said: messages, winner, points, rows: session.account() })?;
        self.say(&Sentence::new("play-over-next"))
    }

    /// Executes a line.
    fn execute(&mut self, line: &str) -> Result<Next, Failure> {
        let made = self.session.made();
        let entry = entry::read(line, &self.session.play().instance, self.session.now(), &made, self.session.listed());
        let is_move = !matches!(entry, Entry::Command(..) | Entry::Nothing);
        if is_move && self.session.end().is_some() {
            self.say(&Sentence::new("play-over-already"))?;
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
                self.say(&Sentence::new(if self.hints { "play-hints-on" } else { "play-hints-off" }))?;
                if self.hints && self.session.end().is_none() {
                    return Ok(Next::Turn);
                }
            }
            Command::Level => match Level::named(rest) {
                Some(level) => {
                    self.level = level;
                    self.say(&Sentence::new("play-level").with("level", Sentence::new(level.key()).english()))?;
                }
                None => self.say(&Sentence::new("play-level-wrong").with("said", rest))?,
            },
            Command::Back => return self.take_back(),
            Command::Both => {
                self.human = Human::Both;
                self.say(&Sentence::new("play-both"))?;
            }
            Command::Swap => {
                let seat = match self.human {
                    Human::Seat(seat) => seat.other(),
                    // The computer takes the side that is to move.
                    Human::Both => self.session.seat().other(),
                };
                self.human = Human::Seat(seat);
                self.say(&Sentence::new("play-swap").with("who", self.session.name(seat)))?;
                return Ok(Next::Turn);
            }
            Command::New => {
                self.session.restart()?;
                self.announced_solved = false;
                self.begin()?;
                return Ok(Next::Turn);
            }
            Command::Quit => {
                self.leave("play-quit")?;
                return Ok(Next::Quit);
            }
        }
        Ok(Next::Line)
    }

    /// Takes moves back until it is the human's turn.
    fn take_back(&mut self) -> Result<Next, Failure> {
        if self.human != Human::Both && self.session.move_count() > 0 && !self.human_has_moved() {
            // Only the computer has moved, and it would move again.
            self.say(&Sentence::new("play-back-none"))?;
            return Ok(Next::Line);
        }
        if !self.session.back()? {
            self.say(&Sentence::new("play-back-none"))?;
            return Ok(Next::Line);
        }
        while !self.is_humans_turn() && self.session.back()? {}
        self.say(&Sentence::new("play-back"))?;
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
        let explained = explained.calling(names.each_ref().map(String::as_str), outlook, more);
        if self.json {
            let mut data: Value = explained.data();
            data["event"] = json!("why");
            return self.screen.print_json(&data);
        }
        self.screen.show(&explained)
    }
}

/// Returns the message about a line that is not a move.
fn misunderstood(line: &str, entry: &Entry, made: &[MadeMove]) -> Sentence {
    let mut quoted: String = line.chars().take(io_limits::MAX_TYPED_CHARS_SHOWN).collect();
    if quoted.len() < line.len() {
        quoted.push('…');
    }
    match entry {
        Entry::NoSuchNumber(number) => {
            let shown: String = number.chars().take(io_limits::MAX_TYPED_CHARS_SHOWN).collect();
            Sentence::new("play-number-wrong").with("said", shown).with("count", made.len())
        }
        Entry::Several(indices) => {
            let several: Vec<String> =
                indices.iter().take(6).map(|index| format!("{} {}", index + 1, made[*index].words())).collect();
            Sentence::new("play-move-several").with("said", quoted).with("moves", several.join("; "))
        }
        Entry::Unknown(Some(near)) => Sentence::new("play-move-near").with("said", quoted).with("near", near),
        _ => Sentence::new("play-move-wrong").with("said", quoted),
    }
}

/// Skips to the end of a line that is too long, without storing it.
fn skip_line(lines: &mut impl BufRead) -> Result<(), Failure> {
    loop {
        let buffer = lines.fill_buf().map_err(|error| Failure::wrong(format!("cannot read the next line: {error}")))?;
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
