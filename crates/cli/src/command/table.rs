//! `grundy table`: values over one or two ranges of numbers.

use crate::arguments::position;
use crate::budget::BudgetArguments;
use crate::failure::{Failure, Status};
use crate::limits;
use crate::play::{Play, PlayArguments};
use crate::screen::Screen;
use crate::work::Work;
use clap::{Args, ValueEnum};
use grundy::view::format::csv;
use grundy::view::{Layout, Quantity, Range, Table as Filled, View, to_go_on};
use grundy::{Judgement, Stop, solver};

/// Tabulate values over one or two ranges
///
/// The ranges are those of the first one or two components, both ends included; other components are at their
/// defaults. In a game of one component, two ranges make the sums of two parts. Outcomes are N (the player to move
/// wins), P (the other wins) and D (draw); ? is not known within the budget, - has no such value, and what is no
/// position is blank.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy table kayles 0..40
  grundy table wythoff 0..9 0..9 --as outcome
  grundy table bash 0..20 --given m=4 --csv
  grundy table lasker 0..8 0..8               sums of two heaps")]
pub struct Table {
    #[command(flatten)]
    asked: TableArguments,
    /// As comma-separated values
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// As one JSON object, on one line
    #[arg(long)]
    json: bool,
}

/// The arguments of a table.
#[derive(Args)]
pub(super) struct TableArguments {
    #[command(flatten)]
    play: PlayArguments,
    /// The numbers to run over, as 0..20
    #[arg(value_name = "RANGE", value_parser = range, required = true, num_args = 1..=2)]
    ranges: Vec<Range>,
    /// What to tell of each position [default: grundy, else score, else outcome]
    #[arg(long = "as", value_name = "WHAT")]
    quantity: Option<Told>,
    #[command(flatten)]
    budget: BudgetArguments,
}

impl TableArguments {
    /// What the table is about: the game, what runs over which numbers, and what is told.
    ///
    /// # Errors
    /// The input is wrong.
    pub fn read(&self) -> Result<(Play, Layout, Quantity), Failure> {
        let play = self.play.load()?;
        let failure = |fault| play.failure(&fault);
        let game = play.instance.game();
        let quantity = self.quantity.map_or_else(|| Quantity::usual(game, play.join), Quantity::from);
        quantity.fits(game, play.join).map_err(failure)?;
        limits::room(Layout::needed_bytes(&self.ranges)).map_err(Failure::stopped)?;
        let layout = Layout::new(&play.instance, &self.ranges, play.mover).map_err(failure)?;
        Ok((play, layout, quantity))
    }

    /// The table, and why some of its cells are not known if they are not.
    ///
    /// # Errors
    /// The rules could not be carried out.
    pub fn fill(&self, play: &Play, layout: Layout, quantity: Quantity) -> Result<(Filled, Option<Missing>), Failure> {
        let failure = |fault| play.failure(&fault);
        let work = Work::begin(&self.budget);
        let mut solver = solver(&play.instance, play.join, work.budget.clone()).map_err(failure)?;
        let found: Result<Vec<Judgement>, _> =
            solver.judge_apart(layout.positions(), quantity.wants()).into_iter().collect();
        let found = found.map_err(failure)?;
        let is_interrupted = work.end();
        // Where play can go on for ever there is no Grundy value; who did not ask for one is told who wins.
        let without = self.quantity.is_none() && found.iter().all(|judgement| judgement.grundy.is_none());
        let quantity = if quantity == Quantity::Grundy && without { Quantity::Outcome } else { quantity };
        let table = layout.fill(quantity, &found);
        let stop = if is_interrupted { Some(Stop::Cancelled) } else { solver.unjudged() };
        let missing = (!table.is_known()).then_some(Missing { stop });
        Ok((table, missing))
    }
}

/// Cells of a table that are not known, and the limit that ended the work, as far as one limit did.
pub(super) struct Missing {
    stop: Option<Stop>,
}

impl Missing {
    /// As it is reported.
    pub fn failure(&self) -> Failure {
        unknown("not every cell is known", self.stop)
    }
}

/// That something is not known, which limit ended the work, and what to do about it.
pub(super) fn unknown(what: &str, stop: Option<Stop>) -> Failure {
    let why = match stop {
        Some(Stop::Cancelled) => "it was interrupted".to_owned(),
        Some(stop) => stop.to_string(),
        None => "the budget was used up".to_owned(),
    };
    let hint = match stop {
        Some(Stop::Cancelled) => None,
        Some(Stop::Limit { .. }) => {
            Some("ask for fewer at once, or let each cost less, with --max-positions 100000".to_owned())
        }
        Some(stop) => to_go_on(stop).map(|option| format!("raise the limit with {option}")),
        None => Some("raise the limit with --max-positions, --max-seconds or --memory".to_owned()),
    };
    let hints = hint.into_iter().collect();
    Failure::Said { status: Status::No, message: [what, &why].join(": "), hints }
}

/// What `--as` takes.
#[derive(Clone, Copy, ValueEnum)]
enum Told {
    Grundy,
    Outcome,
    Remoteness,
    Score,
}

impl From<Told> for Quantity {
    fn from(told: Told) -> Quantity {
        match told {
            Told::Grundy => Quantity::Grundy,
            Told::Outcome => Quantity::Outcome,
            Told::Remoteness => Quantity::Remoteness,
            Told::Score => Quantity::Score,
        }
    }
}

/// The range that somebody wrote.
fn range(text: &str) -> Result<Range, String> {
    let Ok(text) = position(text);
    text.parse()
}

impl Table {
    /// Tabulates.
    ///
    /// # Errors
    /// The input is wrong.
    pub fn run(self, screen: &Screen) -> Result<Status, Failure> {
        let (play, layout, quantity) = self.asked.read()?;
        let (table, missing) = self.asked.fill(&play, layout, quantity)?;
        match (self.json, self.csv.then(|| table.sheet()).flatten()) {
            (true, _) => screen.stream(|output| table.write_json(output))?,
            (false, Some(sheet)) => screen.stream(|output| csv::write(output, sheet))?,
            (false, None) => screen.show(&table)?,
        }
        Ok(missing.map_or(Status::Fine, |missing| screen.report(&missing.failure())))
    }
}
