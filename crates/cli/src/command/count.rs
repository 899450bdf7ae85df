//! `grundy count`: counts the positions of a box that are lost or won, or have a value.

use crate::arguments::position;
use crate::budget::BudgetArguments;
use crate::failure::{Failure, Status};
use crate::play::PlayArguments;
use crate::screen::Screen;
use crate::work::Work;
use clap::Args;
use grundy::request;
use grundy::view::View;

/// Count positions that are lost or won, or have a value
///
/// A box is a range for each component, joined by commas or as arguments of their own. In a game of one component several
/// ranges are the parts of a sum, and "bag 3 of 1..100" means three parts from that range whatever their order; of a
/// component that is a bag it means bags of three. Positions that are not valid are not counted. The number is exact: by a
/// table, by the values of parts, by a proved period of heaps, or by a proved automaton, so that ranges may go to 10**18.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy count nim 1..100 1..100 1..100 --where lose
  grundy count kayles \"bag 5 of 1..10**18\" --where lose --mod 998244353
  grundy count wythoff 0..10**18,0..10**18 --where lose
  grundy count wythoff 0..50,0..50 --where win --where \"a < b\"
  grundy count kayles 0..10**18 --where value=3 --json

Exit codes: 0 counted; 1 the budget ended first, or the box is too large for every way; 2 the input is wrong.")]
pub struct Count {
    #[command(flatten)]
    play: PlayArguments,
    /// The box, as 0..9,0..9 or "bag 3 of 1..100"
    #[arg(value_name = "BOX", value_parser = position, required = true)]
    region: Vec<String>,
    /// What is counted: lose, win, draw, value=V, or a condition as "a < b and grundy > 2"; given several times, all hold
    #[arg(long = "where", value_name = "WHAT", required = true, allow_hyphen_values = true)]
    wanted: Vec<String>,
    /// Print the remainder of the number by this
    #[arg(long = "mod", value_name = "M", allow_hyphen_values = true)]
    modulus: Option<String>,
    #[command(flatten)]
    budget: BudgetArguments,
    /// One JSON object, on one line
    #[arg(long)]
    json: bool,
}

impl Count {
    /// Runs the command and returns its exit status.
    ///
    /// # Errors
    /// Fails if the input is wrong or there is no count.
    pub fn run(self, screen: &Screen) -> Result<Status, Failure> {
        let region: Vec<&str> = self.region.iter().map(String::as_str).collect();
        let wanted: Vec<&str> = self.wanted.iter().map(String::as_str).collect();
        let request = request::Count::new(self.play.load()?, &region, &wanted, self.modulus.as_deref())?;
        let mut work = Work::begin(&self.budget);
        let report = request.answer(&mut work.cache)?;
        drop(work);
        if self.json {
            screen.print_json(&report.data())?
        } else {
            screen.show(&report)?
        }
        Ok(Status::Fine)
    }
}
