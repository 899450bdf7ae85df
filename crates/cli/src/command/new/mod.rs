//! `grundy new`: asks three questions, and writes a file of rules with a table beside it.

mod starts;

use crate::budget::BudgetArguments;
use crate::failure::{Failure, Status, reason};
use crate::io_limits;
use crate::language::write;
use crate::limits;
use crate::output_file::write_file;
use crate::progress::Progress;
use crate::screen::Screen;
use clap::{Args, ValueEnum};
use grundy::Budget;
use grundy_message::{Message, message};
use serde_json::json;
use starts::{Place, STARTS, Shown, Start, Win};
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};

/// Write a file of rules to begin with
///
/// Three questions are asked: what a position is, what a move does, and who wins; options answer them beforehand. NAME.game holds
/// the rules, NAME.txt who wins in small positions and the Grundy values. A file that exists is never overwritten.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy new my_game
  grundy new my_game --position heaps --moves set --wins misere
  grundy new rooks --position board --moves token --wins last --dir games

What --moves may be: heaps any, few, set, split; pair both, multiple; row mark, flip; board token, cut, dominoes; graph token, nodes.")]
pub struct New {
    /// The name of the game
    name: String,
    /// What a position is
    #[arg(long, value_name = "POSITION")]
    position: Option<Place>,
    /// What a move does
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// Who wins
    #[arg(long, value_name = "WINS")]
    wins: Option<Win>,
    /// The folder of the files
    #[arg(long, value_name = "DIR", default_value = ".")]
    dir: PathBuf,
    #[command(flatten)]
    budget: BudgetArguments,
    /// One JSON object, on one line; nothing is asked
    #[arg(long)]
    json: bool,
}

impl New {
    /// Runs the command and returns its exit status.
    ///
    /// # Errors
    /// Fails if a question is not answered, a file exists, or output fails.
    pub fn run(self, screen: &Screen) -> Result<Status, Failure> {
        let [rules, table] = ["game", "txt"].map(|ending| self.dir.join(format!("{}.{ending}", self.name)));
        if !self.dir.is_dir() {
            let failure =
                Failure::wrong(message!("there is no folder `{name}`", name = self.dir.display().to_string()));
            return Err(failure.hint(message!("make it first")));
        }
        // Before anything is asked.
        refuse_existing(&[&rules, &table])?;
        self.read_name()?;
        let (start, win) = self.answers(screen)?;
        let text = self.text(start, win);
        let game = grundy::Game::from_text(&text).map_err(|_| bad_name(&self.name))?;
        let progress = Progress::new();
        let budget = self.budget.budget(Budget::default(), &progress);
        let listed = listing(&self.name, game, start, &budget);
        drop(progress);
        if let Some(stop) = limits::stop() {
            return Err(Failure::stopped(stop));
        }
        let listed = listed?;
        write_file(&rules, &text)?;
        write_file(&table, &listed)?;
        let names = [&rules, &table].map(|path| path.display().to_string());
        if self.json {
            screen.print_json(&json!({"game": self.name, "rules": names[0], "table": names[1], "text": text}))?;
            return Ok(Status::Fine);
        }
        let [rules, table] = names;
        screen.print(&format!("{text}\n{listed}\n"))?;
        let said = message!(
            "written: {rules} and {table}; go on with `grundy table {rules} …`, `grundy find {rules}`, `grundy export {rules} --to cpp`",
            rules,
            table
        );
        screen.print(&format!("{}\n", write(&said)))?;
        Ok(Status::Fine)
    }

    /// Refuses what cannot be the name of a game.
    fn read_name(&self) -> Result<(), Failure> {
        let is_word = self.name.chars().all(|ch| ch.is_alphanumeric() || ch == '_');
        let begins = self.name.chars().next().is_some_and(|ch| ch.is_alphabetic() || ch == '_');
        let is_name =
            is_word && begins && grundy::read(&format!("game {}(n) move take(k in 1..n) -> n - k", self.name)).is_ok();
        if is_name { Ok(()) } else { Err(bad_name(&self.name)) }
    }

    /// Returns the answers to the three questions: those of the options, and those that are typed.
    fn answers(&self, screen: &Screen) -> Result<(&'static Start, Win), Failure> {
        let ask = |question: Message, choices: &[(String, Message)], option: &'static str| -> Result<usize, Failure> {
            let unanswered = || {
                let names: Vec<&str> = choices.iter().map(|(name, _)| name.as_str()).collect();
                Failure::wrong(message!("nobody says {question}", question)).hint(message!(
                    "answer with {option}: {names}",
                    option,
                    names = names.join(", ")
                ))
            };
            if self.json {
                return Err(unanswered());
            }
            let mut text = format!("{}\n", write(&message!("{question}?", question)));
            for (number, (name, says)) in choices.iter().enumerate() {
                text += &format!("  {} {name:<9} {}\n", number + 1, write(says));
            }
            screen.print(&text)?;
            loop {
                let line = typed_line()?.ok_or_else(unanswered)?;
                let typed = line.trim();
                let number = typed.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
                let named = choices.iter().position(|(name, _)| name == typed);
                match named.or(number.filter(|number| *number < choices.len())) {
                    Some(index) => return Ok(index),
                    None if typed.is_empty() => {}
                    None => {
                        let shown: String = typed.chars().take(io_limits::MAX_TYPED_CHARS_SHOWN).collect();
                        let said = message!("`{word}` is none of these: type a number or a word", word = shown);
                        screen.print(&format!("{}\n", write(&said)))?;
                    }
                }
            }
        };
        let name_of = |value: &dyn Fn() -> Option<clap::builder::PossibleValue>| {
            value().map(|value| value.get_name().to_owned()).unwrap_or_default()
        };
        let place = match self.position {
            Some(place) => place,
            None => {
                let all = Place::value_variants();
                let choices: Vec<(String, Message)> =
                    all.iter().map(|place| (name_of(&|| place.to_possible_value()), place.says())).collect();
                all[ask(message!("what a position is"), &choices, "--position")?]
            }
        };
        let starts: Vec<&'static Start> = STARTS.iter().filter(|start| start.place == place).collect();
        let choices: Vec<(String, Message)> =
            starts.iter().map(|start| (start.word.to_owned(), start.says())).collect();
        let start = match &self.moves {
            Some(word) => starts.iter().copied().find(|start| start.word == word).ok_or_else(|| {
                let names: Vec<&str> = starts.iter().map(|start| start.word).collect();
                Failure::wrong(message!("`--moves {word}` does not go with {place}", word, place = place.says()))
                    .hint(message!("its moves are: {names}", names = names.join(", ")))
            })?,
            None => starts[ask(message!("what a move does"), &choices, "--moves")?],
        };
        let wins: Vec<Win> =
            Win::value_variants().iter().copied().filter(|win| *win != Win::Points || start.gain.is_some()).collect();
        let choices: Vec<(String, Message)> =
            wins.iter().map(|win| (name_of(&|| win.to_possible_value()), win.says())).collect();
        let win = match self.wins {
            Some(win) if wins.contains(&win) => win,
            Some(_) => {
                return Err(Failure::wrong(message!("nothing is gained where a move is: {what}", what = start.says()))
                    .hint(message!("write `gain …` into the rules by hand")));
            }
            None => wins[ask(message!("who wins"), &choices, "--wins")?],
        };
        Ok((start, win))
    }

    /// Returns the file of rules.
    fn text(&self, start: &Start, win: Win) -> String {
        let comment = message!(
            "{position}: {moves}; {wins}.",
            position = start.place.says(),
            moves = start.says(),
            wins = win.says()
        );
        let mut text = format!("# {}\ngame {}({})\n", write(&comment), self.name, start.components);
        if let Some(given) = start.given {
            text += &format!("{given}\n");
        }
        let gain = start.gain.filter(|_| win == Win::Points).map_or(String::new(), |gain| format!(" gain {gain}"));
        for (binders, result) in start.moves {
            text += &format!("{binders}{gain} -> {result}\n");
        }
        match win {
            Win::Last => {}
            Win::Misere => text += "stuck wins\n",
            Win::Points => text += "stuck scores\n",
        }
        grundy::format(&text).unwrap_or(text)
    }
}

/// Returns who wins in small positions, a line each.
fn listing(name: &str, game: grundy::Game, start: &Start, budget: &Budget) -> Result<String, Failure> {
    let positions: Vec<String> = match start.shown {
        Shown::Numbers(last) => (0..=last).map(|number| number.to_string()).collect(),
        Shown::Pairs(first, last) => {
            (first..=last).flat_map(|one| (first..=one).map(move |other| format!("{one},{other}"))).collect()
        }
        Shown::Texts(texts) => texts.iter().map(|text| (*text).to_owned()).collect(),
    };
    let width = positions.iter().map(String::len).max().unwrap_or(0).max(8);
    let head = [message!("position"), message!("winner"), message!("value")].map(|word| write(&word));
    let mut text = format!("# {name}\n# {:<width$}  {:<7}  {}\n", head[0], head[1], head[2]);
    for position in positions {
        if budget.stop().is_some() {
            break;
        }
        let answer = game.position(&position)?.solve()?;
        let winner = match answer.winner() {
            Some(grundy::Winner::First) => "first",
            Some(grundy::Winner::Second) => "second",
            Some(grundy::Winner::Draw) => "draw",
            None => "?",
        };
        let solution = answer.solution();
        let value = match (&solution.value.grundy, &solution.value.score) {
            (Some(grundy), _) => grundy.to_string(),
            (None, Some(score)) => score.to_string(),
            (None, None) => "-".to_owned(),
        };
        text += &format!("  {position:<width$}  {winner:<7}  {value}\n");
    }
    Ok(text)
}

/// Refuses to write where something is already.
fn refuse_existing(paths: &[&Path]) -> Result<(), Failure> {
    for path in paths {
        if path.symlink_metadata().is_ok() {
            let name = path.display().to_string();
            return Err(Failure::wrong(message!("`{name}` exists, and is not overwritten", name))
                .hint(message!("take another name, or another folder with --dir")));
        }
    }
    Ok(())
}

fn bad_name(name: &str) -> Failure {
    Failure::wrong(message!("`{name}` cannot be the name of a game", name))
        .hint(message!("a letter, then letters, digits and `_`, and no word of the language"))
}

/// Reads a typed line; `None` at the end of the input.
fn typed_line() -> Result<Option<String>, Failure> {
    let mut line = Vec::new();
    let length = io::stdin().lock().take(1 << 12).read_until(b'\n', &mut line);
    let length = length.map_err(|error| {
        Failure::wrong(message!(
            "cannot read {shown}: {error}",
            shown = message!("standard input"),
            error = reason(&error)
        ))
    })?;
    Ok((length > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
}
