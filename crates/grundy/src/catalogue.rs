//! The built-in games and problems: every file of the catalogue, read when it is first asked for.

use grundy_contest::Problem;
use grundy_rules::{Diagnostic, Game};
use std::sync::{Arc, OnceLock};

/// One file of the catalogue.
pub struct Entry {
    /// The name it is asked for by: its file's name without the ending.
    pub name: &'static str,
    /// The kind of board it is filed under: `heap`, `strip`, `grid`, `graph`.
    pub board: &'static str,
    /// The text of the file.
    pub source: &'static str,
    game: OnceLock<Result<Arc<Game>, Vec<Diagnostic>>>,
}

impl Entry {
    const fn new(name: &'static str, board: &'static str, source: &'static str) -> Entry {
        Entry { name, board, source, game: OnceLock::new() }
    }

    /// Where the file is, seen from the root of the project.
    pub fn path(&self) -> String {
        format!("catalogue/{}/{}.game", self.board, self.name)
    }

    /// The checked rules.
    ///
    /// # Errors
    /// Every mistake in the file. The tests of the project see to it that there are none.
    pub fn game(&self) -> Result<Arc<Game>, &[Diagnostic]> {
        match self.game.get_or_init(|| grundy_rules::read(self.source)) {
            Ok(game) => Ok(game.clone()),
            Err(diagnostics) => Err(diagnostics),
        }
    }
}

/// One problem of the catalogue.
pub struct ProblemEntry {
    /// The name it is asked for by: its file's name without the ending.
    pub name: &'static str,
    /// The text of the file.
    pub source: &'static str,
    problem: OnceLock<Result<Arc<Problem>, Vec<Diagnostic>>>,
}

impl ProblemEntry {
    const fn new(name: &'static str, source: &'static str) -> ProblemEntry {
        ProblemEntry { name, source, problem: OnceLock::new() }
    }

    /// Where the file is, seen from the root of the project.
    pub fn path(&self) -> String {
        format!("catalogue/problems/{}.problem", self.name)
    }

    /// The checked problem.
    ///
    /// # Errors
    /// Every mistake in the file. The tests of the project see to it that there are none.
    pub fn problem(&self) -> Result<Arc<Problem>, &[Diagnostic]> {
        let read = || Problem::read(self.source, &|name| find(name)?.game().ok()).map(Arc::new);
        match self.problem.get_or_init(read) {
            Ok(problem) => Ok(problem.clone()),
            Err(diagnostics) => Err(diagnostics),
        }
    }
}

// `static ENTRIES: [Entry; …]` and `static PROBLEMS: [ProblemEntry; …]`, one for each file; written by build.rs.
include!(concat!(env!("OUT_DIR"), "/catalogue.rs"));

/// Every built-in game, in the order of their names.
///
/// ```
/// assert!(grundy::catalogue().iter().any(|entry| entry.name == "kayles"));
/// ```
pub fn catalogue() -> &'static [Entry] {
    &ENTRIES
}

/// The built-in game of that name.
///
/// ```
/// let nim = grundy::find("nim").expect("nim is built in");
/// assert_eq!(nim.game().unwrap().name, "nim");
/// ```
pub fn find(name: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.name == name)
}

/// The built-in game with the same rules, whatever things are called in it; first among games of that name.
///
/// ```
/// let mine = grundy::read("game heap(stones) move take(t in 1..stones) -> stones - t").unwrap();
/// assert_eq!(grundy::with_rules_of(&mine).unwrap().name, "nim");
/// ```
pub fn with_rules_of(game: &Game) -> Option<Arc<Game>> {
    let same =
        |entry: &'static Entry| entry.game().ok().filter(|known| grundy_pattern::theorems::same_rules(game, known));
    find(&game.name).and_then(same).or_else(|| ENTRIES.iter().find_map(same))
}

/// Every built-in problem, in the order of their names.
pub fn problems() -> &'static [ProblemEntry] {
    &PROBLEMS
}

/// The built-in problem of that name.
///
/// ```
/// let problem = grundy::find_problem("poj2234").expect("it is built in");
/// assert_eq!(problem.problem().unwrap().title.as_deref(), Some("Matches Game"));
/// ```
pub fn find_problem(name: &str) -> Option<&'static ProblemEntry> {
    PROBLEMS.iter().find(|entry| entry.name == name)
}
