//! The arguments that select a game, its givens, the player to move and the compound rule.

use crate::arguments::position;
use crate::budget::BudgetArguments;
use crate::failure::Failure;
use crate::file::{Text, find_text, read_bytes, refuse_problem};
use crate::io_limits;
use crate::screen::Screen;
use crate::work::Work;
use clap::Args;
use grundy::contest::{field_place, json_error, repeated_field};
use grundy::request::{Limits, Play, PositionText, parse_compound};
use grundy::rules::{Game, Position};
use grundy::view::View;
use grundy::{Compound, Error, parse_given};
use grundy_message::{Message, message};
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
    #[arg(long, value_name = "HOW", value_parser = parse_compound)]
    compound: Option<Compound>,
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
    /// Reads the game and the position, and starts the work.
    ///
    /// # Errors
    /// Fails if the input is wrong.
    pub fn begin(&self) -> Result<(Play, Position, Work), Failure> {
        let play = self.play.load()?;
        let position = read_position(&play, &self.position)?;
        Ok((play, position, Work::begin(&self.budget)))
    }

    /// Shows the answer in the requested form.
    ///
    /// # Errors
    /// Fails if it cannot be written.
    pub fn show(&self, screen: &Screen, answer: &dyn View) -> Result<(), Failure> {
        if self.json { screen.print_json(&answer.data()) } else { screen.show(answer) }
    }
}

impl PlayArguments {
    /// Reads the game and fixes its givens.
    ///
    /// # Errors
    /// Fails if the game, a given or a player does not exist, or the rules are wrong.
    pub fn load(&self) -> Result<Play, Failure> {
        let (path, game) = load_game(&self.game)?;
        let givens = self.read_givens(&path, &game)?;
        Ok(Play::new(&path, game, givens, self.compound, self.mover.as_deref(), Limits::NONE)?)
    }

    /// Like [`PlayArguments::load`], but for statements about the game, which hold for play as the file defines it.
    ///
    /// # Errors
    /// Fails as [`PlayArguments::load`] does, and if sums are to be played in another way than that of the file.
    pub fn load_as_written(&self) -> Result<Play, Failure> {
        let play = self.load()?;
        if play.instance.compound().is_ok_and(|written| written != play.compound) {
            return Err(Failure::wrong(message!(
                "`--compound` says another way of play than the file, whose rules are looked at"
            ))
            .hint(message!("write `compound …` in the file of rules instead")));
        }
        Ok(play)
    }

    /// Returns true if givens are given on the command line.
    pub fn says_givens(&self) -> bool {
        !self.givens.is_empty()
    }

    /// Returns true if the rules come from standard input.
    pub fn reads_standard_input(&self) -> bool {
        self.game == "-"
    }

    /// Reads the givens: files first, so that the command line overrides them.
    fn read_givens(&self, path: &str, game: &Arc<Game>) -> Result<Vec<Option<grundy::Value>>, Failure> {
        let mut givens = vec![None; game.givens.len()];
        for file in self.givens.iter().filter_map(|given| given.strip_prefix('@')) {
            for (name, text, at) in read_given_file(file)? {
                let (index, value) = parse_given(game, &name, &text).map_err(|fault| {
                    let failure =
                        Failure::wrong(message!("`{file}`: {at}{message}", file, at, message = fault.message));
                    fault.hints.iter().fold(failure, Failure::hint)
                })?;
                givens[index] = Some(value);
            }
        }
        let written = self.givens.iter().filter(|given| !given.starts_with('@'));
        read_givens(path, game, written, &message!("write NAME=VALUE, as in --given m=4, or @FILE.json"), &mut givens)?;
        Ok(givens)
    }
}

/// Reads givens of the command line, each at most once, into the values of a game; `form` says how one is written.
///
/// # Errors
/// Fails if one of them is wrong or given twice.
pub fn read_givens<'a>(
    path: &str,
    game: &Arc<Game>,
    givens: impl Iterator<Item = &'a String>,
    form: &Message,
    values: &mut [Option<grundy::Value>],
) -> Result<(), Failure> {
    let mut seen = vec![false; values.len()];
    for given in givens {
        let (name, text) = split_given(given).map_err(|failure| failure.hint(form))?;
        let (index, value) = parse_given(game, name, text).map_err(|fault| Error::fault(path, game, fault))?;
        if std::mem::replace(&mut seen[index], true) {
            return Err(Failure::wrong(message!("`{name}` is given twice", name)));
        }
        values[index] = Some(value);
    }
    Ok(())
}

/// Splits a given of the command line into its name and its value.
///
/// # Errors
/// Fails if one of them is missing.
fn split_given(given: &str) -> Result<(&str, &str), Failure> {
    match given.split_once('=').map(|(name, text)| (name.trim(), text)) {
        Some(("", _)) => Err(Failure::wrong(message!("`--given {given}` has no name before the `=`", given))),
        Some(split) => Ok(split),
        None if given.trim().is_empty() => Err(Failure::wrong(message!("`--given` says nothing"))),
        None => Err(Failure::wrong(message!("`--given {given}` has no `=`", given))),
    }
}

/// Parses a position, one argument per part; no argument is the start position.
///
/// # Errors
/// Fails if they are not a position of this game.
pub fn read_position(play: &Play, arguments: &[String]) -> Result<Position, Failure> {
    let parts: Vec<&str> = arguments.iter().map(String::as_str).collect();
    Ok(play.position(&if parts.is_empty() { PositionText::Start } else { PositionText::Parts(parts) })?)
}

/// Returns the game of that name and the path of its file.
///
/// # Errors
/// Fails if it does not exist, or its rules are wrong.
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

/// Reads the givens of a JSON file: each name, the value as text for the command line, and the location as the
/// beginning of a message.
fn read_given_file(path: &str) -> Result<Vec<(String, String, Message)>, Failure> {
    let bytes = read_bytes(Path::new(path), io_limits::MAX_GIVENS_BYTES)?;
    // Some editors write a byte order mark, which is not part of the text.
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").map(<[u8]>::to_vec).unwrap_or(bytes);
    let example = message!(
        "it holds one object with a value for each given, as in {example}",
        example = "{\"m\": 4, \"S\": [2, 5]}"
    );
    let value: Value = serde_json::from_slice(&bytes).map_err(|error| {
        Failure::wrong(message!("`{path}` is not JSON: {error}", path, error = json_error(&error))).hint(&example)
    })?;
    let Value::Object(object) = value else {
        return Err(Failure::wrong(message!("`{path}` is JSON, but not an object", path)).hint(example));
    };
    let written = std::str::from_utf8(&bytes).unwrap_or_default();
    if let Some(twice) = repeated_field(written) {
        return Err(Failure::wrong(message!("`{path}`: {twice}", path, twice)));
    }
    let text = |value: Value| match value {
        Value::String(text) => text,
        other => other.to_string(),
    };
    let at = |name: &str| field_place(written, name).map(|index| message!("{index}: ", index)).unwrap_or_default();
    Ok(object.into_iter().map(|(name, value)| (name.clone(), text(value), at(&name))).collect())
}
