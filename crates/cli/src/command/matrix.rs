//! `grundy matrix`: solves a game in which all players choose at once.

use crate::budget::BudgetArguments;
use crate::failure::{Failure, Status};
use crate::file::{STANDARD_INPUT, read_rules, read_standard_input};
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use crate::screen::Screen;
use clap::Args;
use grundy::contest::read_json;
use grundy::matrix::file::{MatrixGame, Played, Trouble, is_matrix, read};
use grundy::matrix::{Answers, Table, matrices};
use grundy::view::{MatrixReport, View};
use grundy::{Budget, Meter, edits, find_matrix, matrices as built_in, parse_given};
use grundy_message::{Message, message};
use std::path::Path;
use std::sync::Arc;

/// Solve a game in which all players choose at once
///
/// Best responses are marked with a star; equilibria, values and probabilities are exact fractions. FILE holds rules with `choice` and
/// `payoff`, or JSON with the matrices "A" and "B" (without B, the second player gets the opposite), or comma-separated payoffs in a
/// file that ends in .csv.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy matrix prisoners_dilemma
  grundy matrix public_pot --json
  grundy matrix public_goods --given n=20
  grundy matrix ./my.game
  grundy matrix table.csv
  echo '{\"A\":[[2,-3],[-3,4]]}' | grundy matrix -

Exit codes: 0 all is found; 1 a claim of the file is false, or the budget ended first; 2 wrong input.")]
pub struct Matrix {
    /// A built-in matrix game, a file, or - for standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// What is given: NAME=VALUE; claims are then not looked at
    #[arg(long = "given", value_name = "NAME=VALUE")]
    givens: Vec<String>,
    #[command(flatten)]
    budget: BudgetArguments,
    /// One JSON object, on one line
    #[arg(long)]
    json: bool,
}

/// What a file holds.
enum Input {
    Rules(Arc<MatrixGame>),
    Table(Table),
}

impl Matrix {
    /// Runs the command and returns its exit status.
    ///
    /// # Errors
    /// Fails if the input is wrong, or the budget ended before the table was known.
    pub fn run(self, screen: &Screen) -> Result<Status, Failure> {
        let progress = Progress::new();
        let interrupt = Interrupt::listen();
        let budget = Budget { cancelled: Some(interrupt.flag()), ..self.budget.budget(Budget::default(), &progress) };
        let (path, source) = self.text()?;
        let input = self.input(&path, &source)?;
        let budget = budget.started();
        let meter = budget.meter().within_bytes(budget.max_bytes);
        let in_file = |trouble| failure(&path, &source, trouble, &budget, &meter);
        let mut report = MatrixReport {
            title: Message::default(),
            name: String::new(),
            table: None,
            alike: None,
            claims: Vec::new(),
        };
        let table = match &input {
            Input::Table(table) => {
                report.title = message!("matrix game");
                Some(table.clone())
            }
            Input::Rules(game) => {
                report.name.clone_from(&game.name);
                report.title =
                    Message::translated(game.title.clone().unwrap_or_else(|| game.name.clone()), &game.titles);
                let played = game.play(self.givens(game)?, &meter).map_err(in_file)?;
                if self.givens.is_empty() && !game.claims.is_empty() {
                    let verdicts = game.check(&meter).map_err(in_file)?;
                    report.claims = game.claims.iter().map(|claim| claim.text.clone()).zip(verdicts).collect();
                }
                match played {
                    Played::Table(table) => Some(table),
                    Played::Alike(alike, table) => {
                        report.alike = Some(alike);
                        table
                    }
                }
            }
        };
        report.table = table.map(|table| {
            let answers = Answers::find(&table, &meter);
            (table, answers)
        });
        progress.clear();
        if self.json {
            screen.print_json(&report.data())?
        } else {
            screen.show(&report)?
        }
        if report.is_stopped() {
            let stop = budget.ended(&meter).unwrap_or(grundy::Stop::MemoryLimit(budget.max_bytes));
            return Ok(screen.report(&Failure::cut(message!("not all was found"), stop)));
        }
        Ok(if report.has_true_claims() { Status::Fine } else { Status::No })
    }

    /// Returns the text with its name in messages.
    fn text(&self) -> Result<(String, String), Failure> {
        if self.file == "-" {
            return Ok((STANDARD_INPUT.to_owned(), read_standard_input()?));
        }
        if let Some(entry) = find_matrix(&self.file) {
            return Ok((entry.path(), entry.source.to_owned()));
        }
        if self.file.contains(['/', '\\', '.']) || Path::new(&self.file).exists() {
            return Ok((self.file.clone(), read_rules(Path::new(&self.file))?));
        }
        let name = &self.file;
        let failure = Failure::wrong(message!("there is no matrix game called `{name}`", name));
        let near = built_in().iter().map(|entry| entry.name).min_by_key(|known| edits(name, known));
        let failure = match near.filter(|near| edits(name, near) <= 1 + name.chars().count() / 3) {
            Some(near) => failure.hint(message!("did you mean {join}?", join = near)),
            None => failure,
        };
        let names: Vec<&str> = built_in().iter().map(|entry| entry.name).collect();
        Err(failure.hint(message!("the built-in ones are: {names}", names = names.join(", "))))
    }

    fn input(&self, path: &str, source: &str) -> Result<Input, Failure> {
        let wrong = |why: Message| Failure::wrong(message!("{path}: {why}", path, why));
        let table = |table: Result<Table, Message>| {
            if !self.givens.is_empty() {
                return Err(Failure::wrong(message!("a table of payoffs has no givens")));
            }
            table.map(Input::Table).map_err(wrong)
        };
        if path.ends_with(".csv") {
            return table(matrices::of_csv(source));
        }
        if source.trim_start().starts_with(['{', '[']) {
            return table(read_json(source).and_then(|json| matrices::of_json(&json)));
        }
        if !is_matrix(source) {
            let failure =
                Failure::wrong(message!("{path} is no matrix game: it has no line that begins with `payoff`", path));
            return Err(failure.hint(message!(
                "`grundy solve` takes games with moves; docs/matrix.md says what a matrix game looks like"
            )));
        }
        read(source).map(Input::Rules).map_err(|diagnostics| in_file(path, source, diagnostics))
    }

    fn givens(&self, game: &MatrixGame) -> Result<Vec<Option<grundy::Value>>, Failure> {
        let mut givens = vec![None; game.scope().givens.len()];
        for given in &self.givens {
            let Some((name, text)) = given.split_once('=') else {
                return Err(Failure::wrong(message!("`{given}` is not NAME=VALUE", given)));
            };
            let (index, value) = parse_given(game.scope(), name.trim(), text.trim())
                .map_err(|fault| fault.hints.iter().fold(Failure::wrong(fault.message.clone()), Failure::hint))?;
            givens[index] = Some(value);
        }
        Ok(givens)
    }
}

fn in_file(path: &str, source: &str, diagnostics: Vec<grundy::Diagnostic>) -> Failure {
    Failure::InFile { path: path.to_owned(), source: source.to_owned(), diagnostics }
}

fn failure(path: &str, source: &str, trouble: Trouble, budget: &Budget, meter: &Meter) -> Failure {
    match trouble {
        Trouble::Wrong(diagnostics) => in_file(path, source, diagnostics),
        Trouble::Fault(fault) => match budget.ended(meter) {
            Some(stop) => Failure::stopped(stop),
            None => fault.hints.iter().fold(Failure::wrong(fault.message.clone()), Failure::hint),
        },
    }
}
