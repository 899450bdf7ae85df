//! Which game is meant, with what givens, who moves and how a sum is played.

use crate::arguments::position;
use crate::budget::BudgetArguments;
use crate::failure::Failure;
use crate::file::{MOST_GIVENS_BYTES, Text, find_text, read_bytes, refuse_problem};
use crate::screen::Screen;
use crate::work::Work;
use clap::Args;
use grundy::contest::repeated_field;
use grundy::view::View;
use grundy::{Fault, Game, Instance, Join, Position, Side, Solver, parse_given, solver};
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;

/// The arguments that say what is played.
#[derive(Args)]
pub struct PlayArguments {
    /// A built-in game (see `grundy list`), a file of rules, or - for standard input
    game: String,
    /// What is given: NAME=VALUE, lists as 2,5 or JSON; or @FILE.json for all of them
    #[arg(long = "given", value_name = "NAME=VALUE")]
    givens: Vec<String>,
    /// Who is to move, in a game with players
    #[arg(long, value_name = "PLAYER")]
    mover: Option<String>,
    /// How a sum is played: one, every, short, some, anti, upto=K
    #[arg(long, value_name = "HOW", value_parser = join)]
    compound: Option<Join>,
}

/// The arguments of a question about one position.
#[derive(Args)]
pub struct PositionArguments {
    #[command(flatten)]
    play: PlayArguments,
    /// The parts of the position, as `3` or `4,7` or `X.O/.X./..O`
    #[arg(value_parser = position)]
    position: Vec<String>,
    #[command(flatten)]
    budget: BudgetArguments,
    /// One JSON object, on one line
    #[arg(long)]
    json: bool,
}

impl PositionArguments {
    /// Reads the game and the position, and begins to work on them with a solver.
    ///
    /// # Errors
    /// The input is wrong.
    pub fn begin(&self) -> Result<(Play, Position, Solver, Work), Failure> {
        let play = self.play.load()?;
        let position = play.position(&self.position)?;
        let work = Work::begin(&self.budget);
        let solver = solver(&play.instance, play.join, work.budget.clone()).map_err(|fault| play.failure(&fault))?;
        Ok((play, position, solver, work))
    }

    /// Shows the answer as it was asked for.
    ///
    /// # Errors
    /// Nobody reads it.
    pub fn show(&self, screen: &Screen, answer: &dyn View) -> Result<(), Failure> {
        if self.json { screen.print_json(&answer.data()) } else { screen.show(answer) }
    }
}

/// What is played.
pub struct Play {
    /// What the file of rules is called.
    pub path: String,
    /// The game with its givens.
    pub instance: Arc<Instance>,
    /// How a sum is played.
    pub join: Join,
    /// Who was said to be to move.
    pub mover: Option<Side>,
}

impl PlayArguments {
    /// Reads the game and fixes its givens.
    ///
    /// # Errors
    /// A game, a given or a player that is not there, or wrong rules.
    pub fn load(&self) -> Result<Play, Failure> {
        let (path, game) = load_game(&self.game)?;
        let failure = |fault: &Fault| Failure::fault(&path, &game, fault);
        let givens = self.read_givens(&game).map_err(|problem| match problem {
            Problem::Fault(fault) => failure(&fault),
            Problem::Failure(failure) => failure,
        })?;
        let instance = Instance::new(game.clone(), givens).map_err(|fault| failure(&fault))?;
        let mover = self.mover.as_deref().map(|name| instance.parse_mover(name)).transpose();
        let mover = mover.map_err(|fault| failure(&fault))?;
        let join = self.compound.map_or_else(|| instance.join(), Ok).map_err(|fault| failure(&fault))?;
        Ok(Play { path, instance: Arc::new(instance), join, mover })
    }

    /// Reads the game for statements about it, which speak of play as its file says it.
    ///
    /// # Errors
    /// The same, and another way to play sums than that of the file.
    pub fn load_as_written(&self) -> Result<Play, Failure> {
        let play = self.load()?;
        if play.instance.join().is_ok_and(|written| written != play.join) {
            return Err(Failure::wrong(
                "`--compound` says another way of play than the file, whose rules are looked at",
            )
            .hint("write `compound …` in the file of rules instead"));
        }
        Ok(play)
    }

    /// Whether it is said what is given.
    pub fn says_givens(&self) -> bool {
        !self.givens.is_empty()
    }

    /// Whether the rules come from standard input.
    pub fn reads_standard_input(&self) -> bool {
        self.game == "-"
    }

    /// Files first, so that what is said on the command line stands.
    fn read_givens(&self, game: &Game) -> Result<Vec<Option<grundy::Value>>, Problem> {
        let mut givens = vec![None; game.givens.len()];
        for file in self.givens.iter().filter_map(|given| given.strip_prefix('@')) {
            for (name, text) in read_given_file(file)? {
                let (place, value) = parse_given(game, &name, &text)?;
                givens[place] = Some(value);
            }
        }
        let mut said = vec![false; game.givens.len()];
        for given in self.givens.iter().filter(|given| !given.starts_with('@')) {
            let Some((name, text)) = given.split_once('=') else {
                return Err(Failure::wrong(format!("`--given {given}` has no `=`"))
                    .hint("write NAME=VALUE, as in --given m=4, or @FILE.json")
                    .into());
            };
            let (place, value) = parse_given(game, name.trim(), text)?;
            if std::mem::replace(&mut said[place], true) {
                return Err(Failure::wrong(format!("`{}` is given twice", name.trim())).into());
            }
            givens[place] = Some(value);
        }
        Ok(givens)
    }
}

/// What can be wrong with a given.
enum Problem {
    Fault(Fault),
    Failure(Failure),
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Problem {
        Problem::Fault(fault)
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Problem {
        Problem::Failure(failure)
    }
}

impl Play {
    /// The position these arguments say: one a part; none is the start.
    ///
    /// # Errors
    /// They say no position of this game.
    pub fn position(&self, arguments: &[String]) -> Result<Position, Failure> {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let position = if arguments.is_empty() {
            self.instance.start().map(|start| Position { mover: self.mover.or(start.mover), ..start })
        } else {
            self.instance.parse_position(&arguments, self.mover)
        };
        position.map_err(|fault| self.failure(&fault))
    }

    /// What went wrong with this game.
    pub fn failure(&self, fault: &Fault) -> Failure {
        Failure::fault(&self.path, self.instance.game(), fault)
    }
}

/// The game of that name and what its file is called.
///
/// # Errors
/// It is not there, or its rules are wrong.
pub fn load_game(name: &str) -> Result<(String, Arc<Game>), Failure> {
    refuse_problem(name)?;
    let Text { path, source, entry } = find_text(name)?;
    let read = match entry {
        Some(entry) => entry.game().map_err(<[_]>::to_vec),
        None => grundy::read(&source),
    };
    match read {
        Ok(game) => Ok((path, game)),
        Err(diagnostics) => Err(Failure::InFile { path, source, diagnostics }),
    }
}

/// The givens of a JSON file, each as the text it would be on the command line.
fn read_given_file(path: &str) -> Result<Vec<(String, String)>, Failure> {
    let bytes = read_bytes(Path::new(path), MOST_GIVENS_BYTES)?;
    let example = "it holds one object with a value for each given, as in {\"m\": 4, \"S\": [2, 5]}";
    let value: Value = serde_json::from_slice(&bytes)
        .map_err(|error| Failure::wrong(format!("`{path}` is not JSON: {error}")).hint(example))?;
    let Value::Object(object) = value else {
        return Err(Failure::wrong(format!("`{path}` is JSON, but not an object")).hint(example));
    };
    if let Some(twice) = std::str::from_utf8(&bytes).ok().and_then(repeated_field) {
        return Err(Failure::wrong(format!("`{path}`: {twice}")));
    }
    let text = |value: Value| match value {
        Value::String(text) => text,
        other => other.to_string(),
    };
    Ok(object.into_iter().map(|(name, value)| (name, text(value))).collect())
}

fn join(text: &str) -> Result<Join, String> {
    let expected = "one, every, short, some, anti or upto=K is expected, as in --compound upto=2";
    match text {
        "one" => Ok(Join::One),
        "every" => Ok(Join::Every),
        "short" => Ok(Join::Short),
        "some" => Ok(Join::Some),
        "anti" => Ok(Join::Anti),
        _ => match text.strip_prefix("upto=").map(str::parse::<usize>) {
            Some(Ok(0)) => Err("upto=0 allows no move at all; K is 1 or more".to_owned()),
            Some(Ok(most)) => Ok(Join::Upto(most)),
            _ => Err(expected.to_owned()),
        },
    }
}
