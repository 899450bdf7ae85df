//! Wrong rules and problem files: every mistake of a file is reported at its line, and nothing else is.
//!
//! In: `cases/diagnostics/*.game` and `*.problem`, with `#~ error: words` or `#~ warning: words` on the line of each mistake (one after
//! the other if there are several). Out: the expected messages that are missing, and the unexpected ones. The words
//! need only be a part of the message, so that a better wording of the rest does not break a case.

use crate::{catalogue, files_of, root};
use grundy_contest::Problem;
use grundy_rules::{Colour, Diagnostic, Severity, diagnose};
use std::path::PathBuf;

/// A message that a file expects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// Line number, from 1.
    pub line: usize,
    /// Error or warning.
    pub severity: Severity,
    /// A part of the message.
    pub words: String,
}

/// Returns every file of wrong rules, and every wrong problem file.
pub fn files() -> Vec<PathBuf> {
    [".game", ".problem"].map(|ending| files_of(&root().join("tests/cases/diagnostics"), ending)).concat()
}

/// Parses the messages that a text expects.
///
/// # Errors
/// Fails at a mark that is neither an error nor a warning.
pub fn expected(source: &str) -> Result<Vec<Expected>, String> {
    let mut list = Vec::new();
    for (index, line) in source.lines().enumerate() {
        for mark in line.split("#~").skip(1) {
            let (severity, words) = match mark.trim().split_once(':') {
                Some(("error", words)) => (Severity::Error, words),
                Some(("warning", words)) => (Severity::Warning, words),
                _ => return Err(format!("line {}: a mark is `error: …` or `warning: …`", index + 1)),
            };
            if words.trim().is_empty() {
                return Err(format!("line {}: a mark without words asks for nothing", index + 1));
            }
            list.push(Expected { line: index + 1, severity, words: words.trim().to_owned() });
        }
    }
    Ok(list)
}

/// Reads a text and compares the diagnostics with the expected ones; the only function that uses the checker.
pub fn check(name: &str, source: &str) -> Vec<String> {
    let mut wanted = match expected(source) {
        Ok(wanted) => wanted,
        Err(wrong) => return vec![format!("{name}: {wrong}")],
    };
    let (is_read, diagnostics) = match name.ends_with(".problem") {
        false => {
            let (game, diagnostics) = diagnose(source);
            (game.is_some(), diagnostics)
        }
        true => match Problem::read(source, &|name| catalogue::game(name).ok()) {
            Ok(_) => (true, Vec::new()),
            Err(diagnostics) => (false, diagnostics),
        },
    };
    let mut failures = Vec::new();
    let wrong = diagnostics.iter().any(Diagnostic::is_error);
    if is_read == wrong {
        failures.push(format!("{name}: there must be a game exactly where there is no error"));
    }
    for diagnostic in &diagnostics {
        let (line, _) = diagnostic.index(source);
        let message = diagnostic.message.to_string();
        let index = wanted.iter().position(|expected| {
            expected.line == line && expected.severity == diagnostic.severity && message.contains(&expected.words)
        });
        match index {
            Some(index) => {
                wanted.remove(index);
            }
            None => failures.push(format!("said unasked:\n{}", diagnostic.render(name, source, Colour::Never))),
        }
        if message.ends_with('.') || message.starts_with(char::is_uppercase) {
            failures.push(format!("{name}:{line}: not in the style of messages: {message}"));
        }
    }
    failures.extend(
        wanted
            .iter()
            .map(|expected| format!("{name}:{}: not said: {:?}: {}", expected.line, expected.severity, expected.words)),
    );
    failures
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text_of;

    /// Minimum number of mistakes; fewer mean that some cases were lost.
    const MIN_MISTAKES: usize = 180;

    #[test]
    fn every_mistake_is_reported_and_nothing_else() {
        let mut failures = Vec::new();
        let mut mistakes = 0;
        for path in files() {
            let source = text_of(&path);
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            mistakes += expected(&source).map_or(0, |list| list.len());
            failures.extend(check(&name, &source));
        }
        assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n\n"));
        assert!(mistakes >= MIN_MISTAKES, "only {mistakes} mistakes are left");
    }

    #[test]
    fn a_message_at_the_wrong_line_is_noticed() {
        let right = "game g(n)\nmove take(k in 1..m) -> n - k #~ error: unknown name `m`\n";
        assert_eq!(check("right", right), Vec::<String>::new());
        let late = "game g(n)\nmove take(k in 1..m) -> n - k\n#~ error: unknown name `m`\n";
        assert_eq!(check("late", late).len(), 2);
        assert_eq!(check("unasked", "game g(n)\nmove take(k in 1..m) -> n - k").len(), 1);
    }
}
