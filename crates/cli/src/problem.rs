//! Which problem is meant: a built-in one, or a file.

use crate::failure::Failure;
use crate::file::{find_text, read_rules};
use clap::Args;
use grundy::contest::{Problem, Session};
use grundy::{Budget, Game, edits, find, find_problem, problems};
use std::path::Path;
use std::sync::Arc;

/// The arguments that say which problem is meant.
#[derive(Args)]
#[group(required = true, multiple = false)]
pub struct ProblemArguments {
    /// A built-in problem, as poj2234
    name: Option<String>,
    /// A problem file of your own
    #[arg(long, value_name = "FILE")]
    problem: Option<String>,
}

impl ProblemArguments {
    /// Reads the problem.
    ///
    /// # Errors
    /// It is not there, or wrong.
    pub fn load(&self) -> Result<Arc<Problem>, Failure> {
        if let Some(path) = &self.problem {
            let source = read_rules(Path::new(path))?;
            let near = Path::new(path).parent().unwrap_or(Path::new("")).to_owned();
            let read = Problem::read(&source, &|name| game_beside(&near, name));
            return read.map(Arc::new).map_err(|diagnostics| Failure::InFile {
                path: path.clone(),
                source,
                diagnostics,
            });
        }
        let name = self.name.as_deref().unwrap_or_default();
        let Some(entry) = find_problem(name) else { return Err(unknown(name)) };
        entry.problem().map_err(|diagnostics| Failure::InFile {
            path: entry.path(),
            source: entry.source.to_owned(),
            diagnostics: diagnostics.to_vec(),
        })
    }

    /// A session about the problem, with this budget for each input.
    ///
    /// # Errors
    /// As [`ProblemArguments::load`].
    pub fn session(&self, budget: Budget) -> Result<Session, Failure> {
        Ok(Session::new(self.load()?, budget, grundy::answering_solver).knowing(grundy::scholar))
    }
}

/// A built-in game, or a file of rules that is named from where the problem file is.
fn game_beside(folder: &Path, name: &str) -> Option<Arc<Game>> {
    if let Some(entry) = find(name) {
        return entry.game().ok();
    }
    let path = folder.join(name);
    let text = find_text(path.to_str().filter(|_| path.is_file())?).ok()?;
    grundy::read(&text.source).ok()
}

fn unknown(name: &str) -> Failure {
    let mut near: Vec<(usize, &str)> =
        problems().iter().map(|entry| (edits(&name.to_lowercase(), entry.name), entry.name)).collect();
    near.retain(|(distance, _)| *distance <= 1 + name.chars().count() / 3);
    near.sort_unstable();
    let failure = Failure::wrong(format!("there is no problem called `{name}`"));
    match near.first() {
        Some((_, near)) => failure.hint(format!("did you mean {near}?")),
        None => {
            let names: Vec<&str> = problems().iter().map(|entry| entry.name).collect();
            failure.hint(format!("the built-in problems are {}", names.join(", ")))
        }
    }
}
