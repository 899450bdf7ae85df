//! The built-in games and problems: every file of the catalogue, read on first use.

use grundy_contest::Problem;
use grundy_rules::diagnostic::edits;
use grundy_rules::{Diagnostic, Game};
use std::sync::{Arc, OnceLock};

/// A file of the catalogue.
pub struct Entry {
    /// Name of the game: the file name without its extension.
    pub name: &'static str,
    /// The kind of board it is filed under: `heap`, `strip`, `grid`, `graph`.
    pub board: &'static str,
    /// Text of the file.
    pub source: &'static str,
    game: OnceLock<Result<Arc<Game>, Vec<Diagnostic>>>,
    /// The rules alone, to be compared.
    stripped: OnceLock<Game>,
}

impl Entry {
    const fn new(name: &'static str, board: &'static str, source: &'static str) -> Entry {
        Entry { name, board, source, game: OnceLock::new(), stripped: OnceLock::new() }
    }

    /// Returns the path of the file, relative to the root of the project.
    pub fn path(&self) -> String {
        format!("catalogue/{}/{}.game", self.board, self.name)
    }

    /// Returns the checked rules.
    ///
    /// # Errors
    /// Returns every mistake in the file. The tests of the project ensure that there are none.
    pub fn game(&self) -> Result<Arc<Game>, &[Diagnostic]> {
        match self.game.get_or_init(|| grundy_rules::read(self.source)) {
            Ok(game) => Ok(game.clone()),
            Err(diagnostics) => Err(diagnostics),
        }
    }
}

/// A problem of the catalogue.
pub struct ProblemEntry {
    /// Name of the problem: the file name without its extension.
    pub name: &'static str,
    /// Text of the file.
    pub source: &'static str,
    problem: OnceLock<Result<Arc<Problem>, Vec<Diagnostic>>>,
}

impl ProblemEntry {
    const fn new(name: &'static str, source: &'static str) -> ProblemEntry {
        ProblemEntry { name, source, problem: OnceLock::new() }
    }

    /// Returns the path of the file, relative to the root of the project.
    pub fn path(&self) -> String {
        format!("catalogue/problems/{}.problem", self.name)
    }

    /// Returns the checked problem.
    ///
    /// # Errors
    /// Returns every mistake in the file. The tests of the project ensure that there are none.
    pub fn problem(&self) -> Result<Arc<Problem>, &[Diagnostic]> {
        let read = || Problem::read(self.source, &|name| find(name)?.game().ok()).map(Arc::new);
        match self.problem.get_or_init(read) {
            Ok(problem) => Ok(problem.clone()),
            Err(diagnostics) => Err(diagnostics),
        }
    }
}

// `static ENTRIES: [Entry; …]` and `static PROBLEMS: [ProblemEntry; …]`, one entry per file; written by build.rs.
include!(concat!(env!("OUT_DIR"), "/catalogue.rs"));

/// Returns every built-in game, sorted by name.
///
/// ```
/// assert!(grundy::catalogue().iter().any(|entry| entry.name == "kayles"));
/// ```
pub fn catalogue() -> &'static [Entry] {
    &ENTRIES
}

/// Returns the built-in game of that name.
///
/// ```
/// let nim = grundy::find("nim").expect("nim is built in");
/// assert_eq!(nim.game().unwrap().name, "nim");
/// ```
pub fn find(name: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.name == name)
}

/// Returns the built-in games that may be meant by a name, the most similar first.
///
/// ```
/// assert_eq!(grundy::similar("nym").first(), Some(&"nim"));
/// ```
pub fn similar(name: &str) -> Vec<&'static str> {
    // Longer ones are not misspellings.
    if name.len() > 1000 {
        return Vec::new();
    }
    let distance = |entry: &'static Entry| {
        let contained = name.len() > 2 && (entry.name.contains(name) || name.contains(entry.name));
        let edits = edits(&name.to_lowercase(), entry.name);
        (if contained { 1 } else { edits }, edits, entry.name)
    };
    let mut near: Vec<(usize, usize, &str)> =
        ENTRIES.iter().map(distance).filter(|(distance, ..)| *distance <= 1 + name.chars().count() / 3).collect();
    near.sort_unstable();
    near.into_iter().take(4).map(|(.., name)| name).collect()
}

/// Returns the built-in game with the same rules, up to renaming; a game of the same name is preferred.
///
/// ```
/// let mine = grundy::read("game heap(stones) move take(t in 1..stones) -> stones - t").unwrap();
/// assert_eq!(grundy::with_rules_of(&mine).unwrap().name, "nim");
/// ```
pub fn with_rules_of(game: &Game) -> Option<Arc<Game>> {
    let rules = game.stripped();
    // Stripping a game takes far longer than counting its moves and components.
    let shape = |game: &Game| (game.components.len(), game.moves.len());
    let same = |entry: &'static Entry| {
        let known = entry.game().ok().filter(|known| shape(known) == shape(game))?;
        (*entry.stripped.get_or_init(|| known.stripped()) == rules).then_some(known)
    };
    find(&game.name).and_then(same).or_else(|| ENTRIES.iter().find_map(same))
}

/// Returns every built-in problem, sorted by name.
pub fn problems() -> &'static [ProblemEntry] {
    &PROBLEMS
}

/// A matrix game of the catalogue.
pub struct MatrixEntry {
    /// Name of the game: the file name without its extension.
    pub name: &'static str,
    /// Text of the file.
    pub source: &'static str,
}

impl MatrixEntry {
    /// Returns the path of the file, relative to the root of the project.
    pub fn path(&self) -> String {
        format!("catalogue/matrix/{}.game", self.name)
    }
}

/// Returns every built-in matrix game, sorted by name.
pub fn matrices() -> &'static [MatrixEntry] {
    &MATRICES
}

/// Returns the built-in matrix game of that name.
///
/// ```
/// let dilemma = grundy::find_matrix("prisoners_dilemma").expect("it is built in");
/// assert!(grundy::matrix::file::read(dilemma.source).is_ok());
/// ```
pub fn find_matrix(name: &str) -> Option<&'static MatrixEntry> {
    MATRICES.iter().find(|entry| entry.name == name)
}

/// Returns the built-in problem of that name.
///
/// ```
/// let problem = grundy::find_problem("poj2234").expect("it is built in");
/// assert_eq!(problem.problem().unwrap().title.as_deref(), Some("Matches Game"));
/// ```
pub fn find_problem(name: &str) -> Option<&'static ProblemEntry> {
    PROBLEMS.iter().find(|entry| entry.name == name)
}
