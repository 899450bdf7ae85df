//! Recorded outputs of the program: every game and problem of the catalogue, and every documented command.
//!
//! In: `golden/outputs/`, a file for each game, problem and page: commands behind `$`, each with its output. Out: every
//! file that differs, with its first different line. An intended change is recorded by `GRUNDY_RECORD=1 cargo test
//! --release -p grundy-tests --lib outputs`, and its diff is read before it is committed.
//!
//! Games and problems are recorded in English, in Chinese and as JSON; documented commands only in Chinese, as `docs`
//! compares their English output. Commands whose answer depends on their time limit are left out.

use crate::catalogue::entries;
use crate::docs::{blocks, our_command, pages, run_command, runs};
use crate::{files_of, root, text_of};
use std::path::{Path, PathBuf};

/// The commands for every game, by language; a `{}` is the name.
const ABOUT_A_GAME: [(&str, &str); 14] = [
    ("en", "grundy show {}"),
    ("en", "grundy show {} --json"),
    ("en", "grundy solve {}"),
    ("zh", "grundy solve {}"),
    ("en", "grundy solve {} --json"),
    ("en", "grundy solve --explain-plan {}"),
    ("zh", "grundy solve --explain-plan {}"),
    ("en", "grundy moves {}"),
    ("zh", "grundy moves {}"),
    ("en", "grundy moves {} --json"),
    ("en", "grundy explain {}"),
    ("zh", "grundy explain {}"),
    ("en", "grundy explain {} --json"),
    ("en", "grundy draw board {}"),
];

/// The commands for every contest problem.
const ABOUT_A_PROBLEM: [(&str, &str); 3] =
    [("en", "grundy show {}"), ("zh", "grundy show {}"), ("en", "grundy show {} --json")];

/// Commands whose answers depend on their time limit, or that do not end by themselves.
const TIMED: [&str; 5] = ["grundy find", "grundy prove", "grundy serve", "grundy stress", "--max-seconds"];

/// A file of recorded outputs, and the commands that make it.
pub struct Recording {
    /// Its name below `golden/outputs`.
    pub file: String,
    /// Languages and commands.
    pub commands: Vec<(&'static str, String)>,
    /// Files that the commands read: names and texts.
    pub inputs: Vec<(String, String)>,
}

/// Returns every recording there should be.
pub fn recordings() -> Vec<Recording> {
    let named = |folder: &str, name: &str, commands: &[(&'static str, &str)]| Recording {
        file: format!("{folder}/{name}.txt"),
        commands: commands.iter().map(|(language, command)| (*language, command.replace("{}", name))).collect(),
        inputs: Vec::new(),
    };
    let mut all: Vec<Recording> = entries().iter().map(|entry| named("games", &entry.name, &ABOUT_A_GAME)).collect();
    for problem in files_of(&root().join("catalogue/problems"), ".problem") {
        let name = problem.file_stem().expect("a problem has a name").to_string_lossy().into_owned();
        all.push(named("problems", &name, &ABOUT_A_PROBLEM));
    }
    // A page in Chinese runs its own commands in Chinese.
    let in_english = |page: &PathBuf| !page.to_string_lossy().ends_with(".zh.md") || page.ends_with("README.zh.md");
    for page in pages().into_iter().filter(in_english) {
        let name = page.file_stem().expect("a page has a name").to_string_lossy().into_owned();
        let blocks = blocks(&text_of(&page));
        let inputs = blocks
            .iter()
            .filter_map(|block| {
                let file = block.mark.strip_prefix("game ")?.split_whitespace().last()?;
                file.ends_with(".game").then(|| (file.to_owned(), block.text.clone()))
            })
            .collect();
        let commands: Vec<(&str, String)> = blocks
            .iter()
            .filter(|block| block.mark == "console")
            .flat_map(runs)
            .filter_map(|run| our_command(&run.command))
            .filter(|command| !TIMED.iter().any(|timed| command.contains(timed)))
            .map(|command| ("zh", command))
            .collect();
        if !commands.is_empty() {
            all.push(Recording { file: format!("pages/{name}.txt"), commands, inputs });
        }
    }
    all
}

/// Returns what the commands of a recording print now, run in this empty folder.
pub fn record(recording: &Recording, program: &Path, folder: &Path) -> String {
    for (name, text) in &recording.inputs {
        std::fs::write(folder.join(name), text).expect("a folder of our own can be written to");
    }
    let mut text = String::new();
    for (language, command) in &recording.commands {
        text += &format!("$ GRUNDY_LANG={language} {command}\n{}", run_command(command, language, program, folder));
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text.push('\n');
    }
    text
}

/// Returns the first line in which two texts differ, with the command above it.
pub fn first_difference(recorded: &str, now: &str) -> Option<String> {
    let mut command = "";
    let (mut recorded_lines, mut now_lines) = (recorded.lines(), now.lines());
    loop {
        match (recorded_lines.next(), now_lines.next()) {
            (None, None) => return None,
            (a, b) if a == b => command = a.filter(|line| line.starts_with("$ ")).unwrap_or(command),
            (a, b) => {
                let line = |line: Option<&str>| line.unwrap_or("(nothing)").to_owned();
                return Some(format!("{command}\n  kept: {}\n  now:  {}", line(a), line(b)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::docs::program;
    use crate::on_all_processors;

    /// Returns the folder of the recordings.
    fn folder() -> PathBuf {
        root().join("tests/golden/outputs")
    }

    #[test]
    fn what_the_program_prints_is_what_was_recorded() {
        let program = program();
        let recordings = recordings();
        let indexed: Vec<(usize, &Recording)> = recordings.iter().enumerate().collect();
        let printed = on_all_processors(&indexed, |(index, recording)| {
            let folder = std::env::temp_dir().join(format!("grundy-outputs-{}-{index}", std::process::id()));
            std::fs::create_dir_all(&folder).unwrap();
            #[cfg(unix)]
            std::os::unix::fs::symlink(root().join("catalogue"), folder.join("catalogue")).unwrap();
            let text = record(recording, &program, &folder);
            std::fs::remove_dir_all(&folder).unwrap();
            text
        });
        let is_recorded = std::env::var_os("GRUNDY_RECORD").is_some();
        let mut wrong = Vec::new();
        for (recording, now) in recordings.iter().zip(printed) {
            let path = folder().join(&recording.file);
            if is_recorded {
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::fs::write(path, now).unwrap();
            } else if let Some(difference) = first_difference(&text_of(&path), &now) {
                wrong.push(format!("{}: {difference}", recording.file));
            }
        }
        let recorded = ["games", "problems", "pages"].iter().flat_map(|kind| files_of(&folder().join(kind), ".txt"));
        for path in recorded {
            if !recordings.iter().any(|recording| path.ends_with(&recording.file)) {
                wrong.push(format!("{}: nothing makes this file any more", path.display()));
            }
        }
        assert!(wrong.is_empty(), "{}\n(GRUNDY_RECORD=1 records them anew)", wrong.join("\n"));
    }

    #[test]
    fn a_difference_is_shown_with_its_command() {
        assert_eq!(first_difference("$ a\nb\n", "$ a\nb\n"), None);
        let shown = first_difference("$ a\nb\n$ c\nd\n", "$ a\nb\n$ c\n").unwrap();
        assert_eq!(shown, "$ c\n  kept: d\n  now:  (nothing)");
    }
}
