//! The arguments that make a contest problem of rules: how positions are laid out, and what is printed.

use crate::failure::Failure;
use crate::play::{load_game, read_givens};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use grundy::contest::{Layout, Parts, Print, Problem, Rules, Statement, Unstated};
use grundy::rules::Game;
use grundy_message::{Message, message};
use std::sync::Arc;

/// How rules are stated as a problem; a problem file says all of this itself.
#[derive(Args)]
#[command(next_help_heading = "Options for rules")]
pub struct StatementArguments {
    /// How positions follow one another [default: lines]
    #[arg(long, value_name = "LAYOUT")]
    layout: Option<LayoutChoice>,
    /// What is printed for a position [default: winner]
    #[arg(long, value_name = "WHAT")]
    print: Option<PrintChoice>,
    /// Positions are sums: of N parts each, or `counted`: their number stands in front
    #[arg(long, value_name = "N", value_parser = parts)]
    parts: Option<Parts>,
    /// Read these components too, though they have defaults; `mover` is who is to move
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    read: Vec<String>,
    /// Fix a given, as m=4, in place of reading it
    #[arg(long, value_name = "NAME=VALUE")]
    given: Vec<String>,
    /// The limits of what is read, as n=1..1000 or "heaps=1..20 of 0..100"
    #[arg(long, value_name = "NAME=RULE")]
    range: Vec<String>,
    /// The word for an answer, as first=Alice
    #[arg(long, value_name = "ANSWER=WORD", value_delimiter = ',')]
    words: Vec<String>,
}

#[derive(Clone, Copy)]
struct LayoutChoice(Layout);

impl ValueEnum for LayoutChoice {
    fn value_variants<'a>() -> &'a [LayoutChoice] {
        const ALL: [LayoutChoice; Layout::ALL.len()] = {
            let mut all = [LayoutChoice(Layout::Lines); Layout::ALL.len()];
            let mut index = 0;
            while index < all.len() {
                all[index] = LayoutChoice(Layout::ALL[index].0);
                index += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (_, name) = Layout::ALL.iter().find(|(layout, _)| *layout == self.0)?;
        Some(PossibleValue::new(*name).help(match self.0 {
            Layout::Lines => "positions until the input ends",
            Layout::Counted => "their number, then the positions",
            Layout::Shared => "their number and the givens, then positions for these givens",
            Layout::Zero => "positions until a 0 stands where one would begin",
            Layout::Zeros => "positions until a 0 stands for each number of its first line",
            Layout::One => "one position",
        }))
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum PrintChoice {
    /// Who wins: first, second or draw
    Winner,
    /// The Grundy value, or the score of a game for points
    Value,
    /// The first winning move in the order of the rules, or none
    Move,
}

fn parts(text: &str) -> Result<Parts, Message> {
    match text.parse::<usize>() {
        Ok(count) => Ok(Parts::Exactly(count)),
        Err(_) if text == "counted" => Ok(Parts::Counted),
        Err(_) => Err(message!("a number of parts is expected, or `counted`")),
    }
}

impl StatementArguments {
    /// Returns whether anything is said that rules need and a problem file does not take.
    pub fn is_said(&self) -> bool {
        let lists = [&self.read, &self.given, &self.range, &self.words];
        self.layout.is_some()
            || self.print.is_some()
            || self.parts.is_some()
            || lists.iter().any(|list| !list.is_empty())
    }

    /// Makes the problem of a game.
    ///
    /// # Errors
    /// Fails if the game does not exist, its rules are wrong, or no such problem can be made of them.
    pub fn problem(&self, name: &str) -> Result<Arc<Problem>, Failure> {
        let (path, game) = load_game(name)?;
        let text = self.text(name, &path, &game, &Rules::Named(game.name.clone()))?;
        self.read_text(name, text, &game).map(|(problem, _)| problem)
    }

    /// Returns the text of the problem file.
    ///
    /// # Errors
    /// Fails if no such problem can be made of the rules.
    pub fn text(&self, name: &str, path: &str, game: &Arc<Game>, rules: &Rules) -> Result<String, Failure> {
        let unstated = |Unstated { message, hints }: Unstated| {
            let failure = Failure::wrong(message!("`{name}` makes no problem of this form: {message}", name, message));
            hints.into_iter().fold(failure, Failure::hint)
        };
        self.statement(path, game)?.of(game, rules).map_err(unstated)
    }

    /// Reads the text of a problem made of rules.
    ///
    /// # Errors
    /// Fails if what was said of ranges or types is wrong there.
    pub fn read_text(&self, name: &str, text: String, game: &Arc<Game>) -> Result<(Arc<Problem>, String), Failure> {
        match Problem::read(&text, &|_| Some(game.clone())) {
            Ok(problem) => Ok((Arc::new(problem), text)),
            Err(diagnostics) => Err(Failure::InFile { path: format!("{name} --layout"), source: text, diagnostics }),
        }
    }

    fn statement(&self, path: &str, game: &Arc<Game>) -> Result<Statement, Failure> {
        let mut values = vec![None; game.givens.len()];
        let form = message!("write NAME=VALUE, as in --given m=4");
        read_givens(path, game, self.given.iter(), &form, &mut values)?;
        let givens = game.givens.iter().zip(values);
        Ok(Statement {
            layout: self.layout.map(|choice| choice.0).unwrap_or_default(),
            parts: self.parts.unwrap_or_default(),
            print: match self.print {
                None | Some(PrintChoice::Winner) => Print::Winner,
                Some(PrintChoice::Value) => Print::Value,
                Some(PrintChoice::Move) => Print::Move,
            },
            read: self.read.iter().map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect(),
            givens: givens.filter_map(|(given, value)| Some((given.name.clone(), value?))).collect(),
            words: pairs("--words", &self.words)?,
            ranges: pairs("--range", &self.range)?,
        })
    }
}

/// Splits `NAME=TEXT`, each name once.
fn pairs(option: &'static str, written: &[String]) -> Result<Vec<(String, String)>, Failure> {
    let mut pairs: Vec<(String, String)> = Vec::new();
    for text in written {
        let Some((name, value)) = text.split_once('=').map(|(name, value)| (name.trim(), value.trim())) else {
            return Err(Failure::wrong(message!("`{option} {text}` has no `=`", option, text)));
        };
        if name.is_empty() || value.is_empty() {
            return Err(Failure::wrong(message!(
                "`{option} {text}` says nothing on one side of the `=`",
                option,
                text
            )));
        }
        if pairs.iter().any(|(known, _)| known == name) {
            return Err(Failure::wrong(message!("`{name}` is given twice", name)));
        }
        pairs.push((name.to_owned(), value.to_owned()));
    }
    Ok(pairs)
}
