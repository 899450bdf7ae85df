//! The arguments that select a problem: a built-in one, a file, or one made of rules.

use crate::failure::Failure;
use crate::file::{find_text, read_rules};
use crate::io_limits;
use crate::statement::StatementArguments;
use clap::Args;
use grundy::contest::{Limits, Problem, Session};
use grundy::rules::Game;
use grundy::{Budget, Diagnostic, ProblemEntry, edits, find, find_problem, problems};
use grundy_message::message;
use std::path::Path;
use std::sync::Arc;

/// The arguments that say which problem is meant.
#[derive(Args)]
pub struct ProblemArguments {
    #[command(flatten)]
    source: ProblemSource,
    #[command(flatten)]
    statement: StatementArguments,
}

/// A problem, or the rules that make one.
#[derive(Args)]
#[group(required = true, multiple = false)]
struct ProblemSource {
    /// A built-in problem, as poj2234 (see `grundy list --problems`), or rules: ./my.game, a built-in game
    name: Option<String>,
    /// A problem file of your own
    #[arg(long, value_name = "FILE")]
    problem: Option<String>,
}

impl ProblemArguments {
    /// Reads the problem, or makes it of rules.
    ///
    /// # Errors
    /// Fails if it does not exist, or is wrong.
    pub fn load(&self) -> Result<Arc<Problem>, Failure> {
        let name = self.source.name.as_deref().unwrap_or_default();
        let path = self.source.problem.as_deref();
        if path.is_none() && self.is_of_rules() {
            return self.statement.problem(name);
        }
        if self.statement.is_said() {
            return Err(Failure::wrong(message!(
                "`{name}` is a problem, whose file says its layout, limits and words itself",
                name = path.unwrap_or(name)
            ))
            .hint(message!("--layout, --print, --parts, --read, --given, --range and --words are for rules")));
        }
        match path {
            Some(path) => read_problem(path),
            None => built_in(name),
        }
    }

    /// Returns whether a problem is to be made of rules: a file of rules, or a game that is no problem of the catalogue too, or of
    /// which a layout is said.
    pub fn is_of_rules(&self) -> bool {
        let Some(name) = self.source.name.as_deref().filter(|name| !is_file_name(name)) else { return false };
        let is_path = name.contains(['/', '\\']) || name.ends_with(".game");
        name == "-" || is_path || find(name).is_some() && (self.statement.is_said() || find_problem(name).is_none())
    }

    /// Returns what names the problem on the command line.
    pub fn name(&self) -> &str {
        self.source.problem.as_deref().or(self.source.name.as_deref()).unwrap_or_default()
    }

    /// Returns the command that shows the problem.
    pub fn shown_by(&self) -> String {
        format!("grundy {} {}", if self.is_of_rules() { "problem" } else { "show" }, self.name())
    }

    /// Creates a session for the problem, with this budget for each input.
    ///
    /// # Errors
    /// As [`ProblemArguments::load`].
    pub fn session(&self, budget: Budget) -> Result<Session, Failure> {
        Ok(Session::new(self.load()?, budget, grundy::answering_solver))
    }
}

/// What becomes of inputs beyond the limits of the statement.
#[derive(Args)]
pub struct LimitArguments {
    /// Refuse inputs beyond the limits that the statement names; otherwise they are answered and told of
    #[arg(long)]
    limits: bool,
}

impl LimitArguments {
    /// Returns the requested treatment of inputs beyond the limits.
    pub fn limits(&self) -> Limits {
        if self.limits { Limits::Refused } else { Limits::Noted }
    }
}

/// Reads a problem file.
///
/// # Errors
/// Fails if it does not exist, or is wrong.
pub fn read_problem(path: &str) -> Result<Arc<Problem>, Failure> {
    let source = read_rules(Path::new(path))?;
    read_source(path, &source).map_err(|diagnostics| Failure::InFile { path: path.to_owned(), source, diagnostics })
}

/// Reads the text of a problem file.
///
/// # Errors
/// Returns what is wrong with it.
pub fn read_source(path: &str, source: &str) -> Result<Arc<Problem>, Vec<Diagnostic>> {
    let near = Path::new(path).parent().unwrap_or(Path::new("")).to_owned();
    Problem::read(source, &|name| game_beside(&near, name)).map(Arc::new)
}

/// Returns the built-in problem of this name.
///
/// # Errors
/// Fails if there is none.
pub fn built_in(name: &str) -> Result<Arc<Problem>, Failure> {
    let Some(entry) = find_problem(name) else { return Err(unknown(name)) };
    entry.problem().map_err(|diagnostics| Failure::InFile {
        path: entry.path(),
        source: entry.source.to_owned(),
        diagnostics: diagnostics.to_vec(),
    })
}

/// Returns true if the name is that of a problem file.
pub fn is_file_name(name: &str) -> bool {
    name.ends_with(".problem")
}

/// Returns a built-in game, or reads a file of rules relative to the folder of the problem file.
fn game_beside(folder: &Path, name: &str) -> Option<Arc<Game>> {
    if let Some(entry) = find(name) {
        return entry.game().ok();
    }
    let path = folder.join(name);
    let text = find_text(path.to_str().filter(|_| path.is_file())?).ok()?;
    grundy::read(&text.source).ok()
}

/// Returns the failure for a name that no built-in problem has.
pub fn unknown(name: &str) -> Failure {
    if is_file_name(name) {
        return Failure::wrong(message!("there is no built-in problem called `{name}`", name))
            .hint(message!("a file of your own is named with --problem {name}", name));
    }
    let failure = match near(name).as_slice() {
        [] => Failure::wrong(message!("there is no problem called `{name}`", name)),
        [one] => Failure::wrong(message!("there is no problem called `{name}`", name))
            .hint(message!("did you mean {one}?", one)),
        [one, other, ..] => Failure::wrong(message!("there is no problem called `{name}`", name)).hint(message!(
            "did you mean {one} or {other}?",
            one,
            other
        )),
    };
    failure
        .hint(message!("`grundy list --problems` shows them all, `grundy show NAME` one of them"))
        .hint(message!("rules of your own are named by their path, as in ./my.game"))
}

/// Returns the problems that may be meant by a name: those with similar names, then those that mention it.
fn near(name: &str) -> Vec<&'static str> {
    let wanted = name.to_lowercase();
    let mut alike: Vec<(usize, &'static str)> =
        problems().iter().map(|entry| (edits(&wanted, entry.name), entry.name)).collect();
    alike.retain(|(distance, known)| {
        let is_a_part = wanted.chars().count() >= 3 && known.contains(&wanted);
        *distance <= 1 + wanted.chars().count() / 4 || is_a_part
    });
    alike.sort_unstable();
    let mut names: Vec<&'static str> = alike.into_iter().map(|(_, name)| name).collect();
    if names.len() < io_limits::MAX_NAMES_SUGGESTED && wanted.chars().count() >= 3 {
        let about = problems().iter().filter(|entry| mentions(entry, &wanted)).map(|entry| entry.name);
        names.extend(about.filter(|name| !names.contains(name)).collect::<Vec<_>>());
    }
    names.truncate(io_limits::MAX_NAMES_SUGGESTED);
    names
}

/// Returns true if a problem's name, title, source or description, or the title of its game in any language, contains
/// this word.
pub fn mentions(entry: &ProblemEntry, word: &str) -> bool {
    let word = word.to_lowercase();
    let Ok(problem) = entry.problem() else { return entry.name.contains(&word) };
    let texts = [Some(&problem.name), problem.title.as_ref(), problem.about.as_ref(), problem.origin.as_ref()];
    let titles = problem.titles.iter().map(|(_, title)| title.clone());
    let of_games = problem.forms().into_iter().flat_map(|form| form.games).flat_map(|game| {
        let titles = game.titles.iter().map(|(_, title)| title.clone());
        titles.chain([game.name.clone()]).chain(game.title.clone()).collect::<Vec<String>>()
    });
    texts.into_iter().flatten().cloned().chain(titles).chain(of_games).any(|text| text.to_lowercase().contains(&word))
}
