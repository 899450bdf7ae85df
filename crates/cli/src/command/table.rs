//! `grundy table`: tabulates values over one or two ranges of numbers.

use crate::arguments::position;
use crate::budget::BudgetArguments;
use crate::failure::{Failure, Status};
use crate::limits;
use crate::options::raise;
use crate::play::{Play, PlayArguments};
use crate::screen::Screen;
use crate::work::Work;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use grundy::Quantity;
use grundy::view::format::csv;
use grundy::view::{Layout, Range, Table as Filled, View, to_go_on};
use grundy::{Evaluation, Stop, solver};

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
    request: TableArguments,
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
    #[arg(long = "as", value_name = "WHAT", value_parser = quantities())]
    quantity: Option<Quantity>,
    #[command(flatten)]
    budget: BudgetArguments,
}

impl TableArguments {
    /// Returns the game, the ranges of the table, and the quantity in its cells.
    ///
    /// # Errors
    /// Fails if the input is wrong.
    pub fn read(&self) -> Result<(Play, Layout, Quantity), Failure> {
        let play = self.play.load()?;
        let failure = |fault| play.failure(&fault);
        let game = play.instance.game();
        let quantity = self.quantity.unwrap_or_else(|| grundy::default_quantity(game, play.compound));
        grundy::check_quantity(quantity, game, play.compound).map_err(failure)?;
        limits::room(Layout::needed_bytes(&self.ranges)).map_err(Failure::stopped)?;
        let layout = Layout::new(&play.instance, &self.ranges, play.mover).map_err(failure)?;
        Ok((play, layout, quantity))
    }

    /// Returns the table, and the reason if some of its cells are unknown.
    ///
    /// # Errors
    /// Fails if the rules cannot be evaluated.
    pub fn fill(&self, play: &Play, layout: Layout, quantity: Quantity) -> Result<(Filled, Option<Missing>), Failure> {
        let failure = |fault| play.failure(&fault);
        let work = Work::begin(&self.budget);
        let mut solver = solver(&play.instance, play.compound, work.budget.clone()).map_err(failure)?;
        let found: Result<Vec<Evaluation>, _> =
            solver.evaluate_by_halves(layout.positions(), quantity.into()).into_iter().collect();
        let found = found.map_err(failure)?;
        let is_interrupted = work.end();
        // If play can go on forever there is no Grundy value; unless one was requested, the outcome is shown.
        let without = self.quantity.is_none() && found.iter().all(|evaluation| evaluation.grundy.is_none());
        let quantity = if quantity == Quantity::Grundy && without { Quantity::Outcome } else { quantity };
        let table = layout.fill(quantity, &found);
        let stop = if is_interrupted { Some(Stop::Cancelled) } else { solver.unevaluated() };
        let missing = (!table.is_known()).then_some(Missing { stop });
        Ok((table, missing))
    }
}

/// Unknown cells of a table, and the limit that ended the work if a single limit did.
pub(super) struct Missing {
    stop: Option<Stop>,
}

impl Missing {
    /// Returns the failure to report.
    pub fn failure(&self) -> Failure {
        unknown("not every cell is known", self.stop)
    }
}

/// Returns the failure for an unknown answer: the limit that ended the work, and what to do about it.
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
        None => raise(),
    };
    let hints = hint.into_iter().collect();
    Failure::Message { status: Status::No, message: [what, &why].join(": "), hints }
}

/// Returns a parser of `--as`: the name of a quantity.
fn quantities() -> impl TypedValueParser<Value = Quantity> {
    PossibleValuesParser::new(["grundy", "outcome", "remoteness", "score"])
        .map(|name| Quantity::named(&name).expect("each of these names a quantity"))
}

/// Parses a range.
fn range(text: &str) -> Result<Range, String> {
    let Ok(text) = position(text);
    text.parse()
}

impl Table {
    /// Runs the command and returns its exit status.
    ///
    /// # Errors
    /// Fails if the input is wrong.
    pub fn run(self, screen: &Screen) -> Result<Status, Failure> {
        let (play, layout, quantity) = self.request.read()?;
        let (table, missing) = self.request.fill(&play, layout, quantity)?;
        match (self.json, self.csv.then(|| table.sheet()).flatten()) {
            (true, _) => screen.stream(|output| table.write_json(output))?,
            (false, Some(sheet)) => screen.stream(|output| csv::write(output, sheet))?,
            (false, None) => screen.show(&table)?,
        }
        Ok(missing.map_or(Status::Fine, |missing| screen.report(&missing.failure())))
    }
}
