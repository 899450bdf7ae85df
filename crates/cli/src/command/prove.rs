//! `grundy prove`: proves claims for every position, or finds and proves a rule.

use crate::budget::{default_bytes, memory};
use crate::failure::{Failure, Status};
use crate::interrupt::Interrupt;
use crate::language::language;
use crate::limits;
use crate::output_file::{Wanted, check_outputs, write_file};
use crate::play::PlayArguments;
use crate::progress::Progress;
use crate::screen::Screen;
use clap::Args;
use grundy::Budget;
use grundy::pattern::finder::{self, Finding, LATE, OUT_OF_TIME, Prover};
use grundy::pattern::prover::{Effort, Proof};
use grundy::pattern::statements::{Asked, untried, verdicts};
use grundy::proof::linear::Limits;
use grundy::proof::linear::checker;
use grundy::request::Play;
use grundy::view::described::title;
use grundy::view::{AutomatonPicture, FoundReport, FoundTable, View};
use grundy_message::{Message, ToArg, message};
use std::path::PathBuf;
use std::time::Instant;

/// Prove claims for every position
///
/// Proves what the file claims of every position, or, where it claims nothing that can be proved, finds a rule and proves it. A rule
/// is an automaton that reads the numbers of a position digit by digit, or a period of heaps; a checker that shares no code with
/// the search shows that every value follows from those of the options. What cannot be proved is checked on small
/// positions, and a false claim is shown with a counterexample. Statements about certain positions are computed. Claims speak of
/// all givens, unless --given says which are meant.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy prove kayles
  grundy prove wythoff --certificate wythoff.certificate --svg wythoff.svg
  grundy prove ./my.game --given m=4 --json

Exit codes: 0 every statement is proved or computed; 1 one is refuted, or only checked, as the strategies of wythoff; 2 the input is wrong.")]
pub struct Prove {
    #[command(flatten)]
    search: SearchArguments,
    /// Write the automaton for Graphviz to this file
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,
    /// Write a picture of the automaton to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the automaton as a short program (Python) to this file
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
}

/// What a search for rules or proofs is told, here and in `grundy find`.
#[derive(Args)]
pub struct SearchArguments {
    /// The game and its givens
    #[command(flatten)]
    pub play: PlayArguments,
    /// How many seconds to search; what is known then is told
    #[arg(long, value_name = "S", default_value_t = 20.0, value_parser = seconds)]
    pub max_seconds: f64,
    /// How much memory tables may take, as 512MiB or 4GiB [default: half of what is free, at most 8GiB]
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true, value_parser = memory)]
    memory: Option<u64>,
    /// Write the certificate of the first thing that is proved to this file
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// One JSON object, on one line
    #[arg(long)]
    json: bool,
}

/// Fraction of the time that is used for searching.
const PART_FOR_SEARCHING: f64 = 0.9;

impl SearchArguments {
    /// Returns the budget for tables, with progress reports.
    pub fn budget(&self, interrupt: &Interrupt, progress: &Progress, positions: u64) -> Budget {
        limits::within(Budget {
            cancelled: Some(interrupt.flag()),
            // The rest is for reporting what is known by then.
            max_seconds: Some(self.max_seconds * PART_FOR_SEARCHING),
            max_bytes: self.memory.unwrap_or_else(default_bytes),
            progress: progress.listener(),
            max_packed_moves: u64::MAX,
            ..Budget::positions(positions)
        })
    }

    /// Shows a report.
    ///
    /// # Errors
    /// Fails if it cannot be written.
    pub fn show(&self, report: &FoundReport, screen: &Screen) -> Result<(), Failure> {
        match self.json {
            true => screen.print_json(&report.data()),
            false => screen.show(report),
        }
    }

    /// Fails if the requested files, these and the certificate, cannot all be written.
    pub fn check_files<'a>(&'a self, mut wanted: Vec<Wanted<'a>>) -> Result<(), Failure> {
        wanted.push(Wanted { option: "--certificate", path: self.certificate.as_ref(), endings: &[] });
        check_outputs(&wanted)
    }

    /// Writes the requested certificate.
    ///
    /// # Errors
    /// Fails if nothing was proved, or the file cannot be written.
    pub fn write_certificate<'a>(&self, mut found: impl Iterator<Item = &'a Finding>) -> Result<(), Failure> {
        let Some(path) = &self.certificate else { return Ok(()) };
        let certificate = found.find_map(|finding| finding.certificate.as_ref());
        write_file(
            path,
            certificate
                .ok_or_else(|| Failure::unanswered(message!("nothing was proved, so there is no certificate")))?,
        )
    }
}

impl Prove {
    /// Runs the command and returns its exit status.
    ///
    /// # Errors
    /// Fails if the input is wrong, or a file cannot be written.
    pub fn run(self, screen: &Screen) -> Result<Status, Failure> {
        self.search.check_files(vec![
            Wanted { option: "--dot", path: self.dot.as_ref(), endings: &["dot", "gv"] },
            Wanted { option: "--svg", path: self.svg.as_ref(), endings: &["svg"] },
            Wanted { option: "--program", path: self.program.as_ref(), endings: &[] },
        ])?;
        let play = self.search.play.load_as_written()?;
        let (interrupt, start) = (Interrupt::listen(), Instant::now());
        let go_on = || !interrupt.came() && limits::stop().is_none();
        let progress = Progress::new();
        let budget = self.search.budget(&interrupt, &progress, 1_000_000);
        let effort = Effort { budget, wants: None, go_on: &go_on };
        let checking = Limits::default();
        let mut prover = Prover::new(&play.instance, &effort, &checking);
        let scope = if self.search.play.says_givens() { Asked::TheseGivens } else { Asked::AllGivens };
        let untried = untried(play.instance.game());
        limits::set_last_answer(Some(Box::new(report(
            &play,
            vec![(None, untried)],
            Vec::new(),
            self.search.max_seconds,
        ))));
        let (found, tried) = verdicts(&play.instance, scope, &effort, &mut prover);
        limits::set_last_answer(None);
        progress.clear();
        let tried = why_it_ended(tried, &interrupt);
        let report = report(&play, vec![(None, found.clone())], tried, start.elapsed().as_secs_f64());
        self.search.show(&report, screen)?;
        // After the report, so that it is printed even if there is nothing to write.
        self.search.write_certificate(found.iter())?;
        if self.dot.is_some() || self.svg.is_some() || self.program.is_some() {
            let nothing = || Failure::unanswered(message!("no automaton was proved, so there is none to draw"));
            let proof = prover.proof().ok_or_else(nothing)?;
            if proof.automaton.relation && self.program.is_some() {
                return Err(Failure::wrong(message!(
                    "the automaton tells whether a value is right, so it is no program that finds it"
                )));
            }
            let picture = automaton_picture(&title(play.instance.game()), proof);
            let files = [
                (&self.dot, picture.dot(language())),
                (&self.svg, picture.svg(language())),
                (&self.program, picture.program()),
            ];
            for (path, text) in files {
                path.as_ref().map_or(Ok(()), |path| write_file(path, &text))?;
            }
        }
        let is_settled =
            |finding: &Finding| matches!(finding.status, finder::Status::Proved | finder::Status::Computed);
        Ok(if found.iter().all(is_settled) && !found.is_empty() { Status::Fine } else { Status::No })
    }
}

/// Returns the failed attempts, naming Ctrl-C as the reason if it ended the search, which only knows that it had to
/// stop.
pub fn why_it_ended(tried: Vec<Message>, interrupt: &Interrupt) -> Vec<Message> {
    match interrupt.came() {
        true => tried.into_iter().map(cancelled).collect(),
        false => tried,
    }
}

/// Returns what was tried, ended by the user and not by the clock.
fn cancelled(mut what: Message) -> Message {
    let cancelled = message!("it was cancelled");
    for late in [OUT_OF_TIME, LATE] {
        if what == Message::from(late) {
            return cancelled;
        }
        what.replace(&late.to_arg(), &cancelled.to_arg());
    }
    what
}

/// Returns the results as they are shown.
pub fn report(
    play: &Play,
    tables: Vec<(Option<FoundTable>, Vec<Finding>)>,
    tried: Vec<Message>,
    seconds: f64,
) -> FoundReport {
    let game = play.instance.game();
    FoundReport {
        game: game.name.clone(),
        title: title(game),
        givens: play.instance.print_givens().as_arguments(),
        tables,
        sequences: Vec::new(),
        tried,
        seconds,
    }
}

/// Returns a proved automaton as it is drawn.
fn automaton_picture(game: &Message, proof: &Proof) -> AutomatonPicture {
    let has_grundy_values = proof.play == checker::Play::Grundy;
    let what = match (proof.automaton.relation, has_grundy_values) {
        (true, _) => message!("how a value compares with the Grundy value (0 below, 1 equal, 2 above)"),
        (false, true) => message!("Grundy values"),
        (false, false) => message!("who wins"),
    };
    let mut names = proof.game.components.clone();
    if proof.automaton.relation {
        names.push("value".to_owned());
    }
    // Besides the winner, a state may hold the value that repeated steps reach.
    let shown = |value: Option<u32>| if has_grundy_values { value } else { value.map(|value| value & 1) };
    AutomatonPicture {
        title: message!(
            "{game}: {what}, digits of {numbers} in {system}",
            game,
            what,
            numbers = proof.game.components.join(", "),
            system = proof.system.name()
        ),
        names,
        recurrence: proof.system.coefficients.clone(),
        digits: proof.system.base(),
        has_grundy_values,
        states: proof.automaton.states.iter().map(|state| (shown(state.value), state.next.clone())).collect(),
    }
}

/// Parses the value of `--max-seconds`.
pub fn seconds(text: &str) -> Result<f64, Message> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds.is_finite() && seconds >= 0.0 => Ok(seconds),
        _ => Err(message!("a number of seconds is expected, for example 10 or 0.5")),
    }
}
