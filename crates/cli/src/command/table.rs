//! `grundy table`: tabulates values over one or two ranges of numbers.

use crate::arguments::position;
use crate::budget::BudgetArguments;
use crate::failure::{Failure, Status};
use crate::options::raise;
use crate::play::PlayArguments;
use crate::screen::Screen;
use crate::work::Work;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use grundy::view::format::csv;
use grundy::view::{Layout, Range, Table as Filled, View, to_go_on};
use grundy::{Quantity, Stop, request};
use grundy_message::{Message, message};

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
    /// Starts the work: returns the question and the positions of the table.
    ///
    /// # Errors
    /// Fails if the input is wrong.
    pub fn begin(&self) -> Result<(request::Table, Layout, Work), Failure> {
        let play = self.play.load()?;
        let request = request::Table { play, ranges: self.ranges.clone(), quantity: self.quantity };
        let work = Work::begin(&self.budget);
        let layout = request.layout(&work.cache)?;
        Ok((request, layout, work))
    }
}

/// Reports unknown cells, and returns the exit status.
pub(super) fn report_missing(table: &Filled, screen: &Screen) -> Status {
    if table.is_known() {
        Status::Fine
    } else {
        screen.report(&unknown(message!("not every cell is known"), table.stop))
    }
}

/// Returns the failure for an unknown answer: the limit that ended the work, and what to do about it.
pub(super) fn unknown(what: Message, stop: Option<Stop>) -> Failure {
    let why = match stop {
        Some(Stop::Cancelled) => message!("it was interrupted"),
        Some(stop) => stop.message(),
        None => message!("the budget was used up"),
    };
    let hint = match stop {
        Some(Stop::Cancelled) => None,
        Some(Stop::Limit { .. }) => Some(message!("ask for fewer at once")),
        Some(stop) => to_go_on(stop).map(|option| message!("raise the limit with {option}", option)),
        None => raise(),
    };
    hint.into_iter().fold(Failure::unanswered(message!("{what}: {why}", what, why)), Failure::hint)
}

/// Returns a parser of `--as`: the name of a quantity.
fn quantities() -> impl TypedValueParser<Value = Quantity> {
    PossibleValuesParser::new(["grundy", "outcome", "remoteness", "score"])
        .map(|name| Quantity::named(&name).expect("each of these names a quantity"))
}

/// Parses a range.
fn range(text: &str) -> Result<Range, Message> {
    let Ok(text) = position(text);
    text.parse()
}

impl Table {
    /// Runs the command and returns its exit status.
    ///
    /// # Errors
    /// Fails if the input is wrong.
    pub fn run(self, screen: &Screen) -> Result<Status, Failure> {
        let (request, layout, mut work) = self.request.begin()?;
        let table = request.fill(layout, &mut work.cache)?;
        drop(work);
        match (self.json, self.csv.then(|| table.sheet()).flatten()) {
            (true, _) => screen.stream(|output| table.write_json(output))?,
            (false, Some(sheet)) => screen.stream(|output| csv::write(output, sheet))?,
            (false, None) => screen.show(&table)?,
        }
        Ok(report_missing(&table, screen))
    }
}
