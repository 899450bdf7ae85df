//! Runs the documentation: reads its games, checks its claims, executes its commands.
//!
//! In: the pages `README.md`, `README.zh.md` and `docs/*.md`. A block marked `game` is a whole file of rules whose
//! claims hold; one marked `game wrong` must be refused or have a claim that is false; with a name behind, as in `game
//! nim.game`, the file is available to the commands of the page. In a block marked `console`, a line that starts with
//! `$ grundy` (or the equivalent `$ cargo run --release -- `) is run in a shell and must print the text below it; white
//! space at the ends of lines is ignored, and a line `...` matches any number of lines. Other commands are for the
//! reader. A picture must exist, and if its title is a command, as in `![Nim](nim.svg "grundy draw board nim 3")`, it
//! must be what that command draws. Commands of a page `….zh.md` run in Chinese. Out: every difference, with the page and the line.

use crate::catalogue::false_claims;
use crate::{files_of, root};
use grundy_rules::{Colour, diagnose};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A fenced block of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The text after the fence.
    pub mark: String,
    /// Line number of the fence, from 1.
    pub line: usize,
    /// The text inside.
    pub text: String,
}

/// A command of a page and its expected output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Line number of the command, from 1.
    pub line: usize,
    /// The text after the `$`.
    pub command: String,
    /// The lines below it.
    pub output: Vec<String>,
}

/// Returns the pages of the documentation.
pub fn pages() -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> =
        ["README.md", "README.zh.md"].iter().map(|page| root().join(page)).filter(|page| page.is_file()).collect();
    if root().join("docs").is_dir() {
        pages.extend(files_of(&root().join("docs"), ".md"));
    }
    pages
}

/// Returns the language in which the commands of a page run, by its name.
pub fn language_of(name: &str) -> &'static str {
    if name.ends_with(".zh.md") { "zh" } else { "en" }
}

/// Returns the fenced blocks of a page.
pub fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = page.lines().enumerate();
    while let Some((index, line)) = lines.next() {
        let Some(mark) = line.trim_start().strip_prefix("```") else { continue };
        let indent = line.len() - line.trim_start().len();
        let mut text = String::new();
        for (_, inside) in lines.by_ref() {
            if inside.trim() == "```" {
                break;
            }
            text += inside.get(indent..).unwrap_or(inside.trim_start());
            text.push('\n');
        }
        blocks.push(Block { mark: mark.trim().to_owned(), line: index + 1, text });
    }
    blocks
}

/// Returns the commands of a console block. A command that ends in a backslash continues in the next line.
pub fn runs(block: &Block) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut lines = block.text.lines().enumerate();
    while let Some((index, line)) = lines.next() {
        if let Some(command) = line.strip_prefix("$ ") {
            let mut command = command.trim_end().to_owned();
            while command.ends_with('\\') {
                command.pop();
                command += lines.next().map_or("", |(_, more)| more.trim_start().trim_start_matches("> "));
            }
            runs.push(Run { line: block.line + index + 1, command, output: Vec::new() });
        } else if let Some(run) = runs.last_mut() {
            run.output.push(line.trim_end().to_owned());
        }
    }
    for run in &mut runs {
        while run.output.last().is_some_and(String::is_empty) {
            run.output.pop();
        }
    }
    runs
}

/// Returns true if the lines match those of a page; a line `...` of the page matches any number of lines.
pub fn matches(expected: &[String], printed: &[&str]) -> bool {
    match expected.split_first() {
        None => printed.is_empty(),
        Some((any, rest)) if any.trim() == "..." => (0..=printed.len()).any(|from| matches(rest, &printed[from..])),
        Some((line, rest)) => printed
            .split_first()
            .is_some_and(|(first, others)| first.trim_end() == line.trim_end() && matches(rest, others)),
    }
}

/// Returns what is wrong with the games of a page.
pub fn check_games(name: &str, page: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for block in blocks(page) {
        let words: Vec<&str> = block.mark.split_whitespace().collect();
        if words.first() != Some(&"game") {
            continue;
        }
        let (game, diagnostics) = diagnose(&block.text);
        let mut mistakes: Vec<String> =
            diagnostics.iter().map(|diagnostic| diagnostic.render(name, &block.text, Colour::Never)).collect();
        mistakes.extend(game.iter().flat_map(false_claims));
        if words.contains(&"wrong") == mistakes.is_empty() {
            let problem =
                if mistakes.is_empty() { "nothing is wrong with this game".into() } else { mistakes.join("\n") };
            wrong.push(format!("{name}:{}: {problem}", block.line));
        }
    }
    wrong
}

/// Returns what is wrong with the commands of a page, run with this program in a folder of the page's own.
pub fn check_commands(name: &str, page: &str, program: &Path, folder: &Path) -> Vec<String> {
    let mut wrong = Vec::new();
    for block in blocks(page) {
        let words: Vec<&str> = block.mark.split_whitespace().collect();
        if let Some(file) = words.last().filter(|file| words[0] == "game" && file.ends_with(".game")) {
            std::fs::write(folder.join(file), &block.text).expect("a folder of our own can be written to");
        }
        if block.mark != "console" {
            continue;
        }
        for run in runs(&block) {
            let Some(command) = our_command(&run.command) else { continue };
            let printed = run_command(&command, language_of(name), program, folder);
            let lines: Vec<&str> = printed.trim_end().lines().collect();
            if !matches(&run.output, &lines) {
                wrong.push(format!("{name}:{}: `{}` prints\n{printed}", run.line, run.command));
            }
        }
    }
    wrong
}

/// Returns the pictures of a page: the line, from 1, the file as the page names it, and the title.
pub fn pictures(page: &str) -> Vec<(usize, String, Option<String>)> {
    let mut pictures = Vec::new();
    for (index, line) in page.lines().enumerate() {
        for after in line.split("![").skip(1) {
            let Some((_, target)) = after.split_once("](") else { continue };
            let (file, rest) = target.split_at(target.find([' ', ')']).unwrap_or(target.len()));
            let title =
                rest.strip_prefix(" \"").and_then(|title| title.split_once("\")")).map(|(title, _)| title.into());
            pictures.push((index + 1, file.to_owned(), title));
        }
    }
    pictures
}

/// Returns what is wrong with the pictures of a page in this folder.
pub fn check_pictures(name: &str, page: &str, program: &Path, folder: &Path) -> Vec<String> {
    let mut wrong = Vec::new();
    for (line, file, title) in pictures(page) {
        let Ok(drawn) = std::fs::read(folder.join(&file)) else {
            wrong.push(format!("{name}:{line}: there is no picture {file}"));
            continue;
        };
        let Some(command) = title.as_deref().and_then(our_command) else { continue };
        if run_command(&command, "en", program, folder).as_bytes() != drawn {
            wrong.push(format!("{name}:{line}: {file} is not what is drawn now by {command}"));
        }
    }
    wrong
}

/// Returns the command as a call of `grundy`, if it is one.
pub fn our_command(command: &str) -> Option<String> {
    for before in ["cargo run --release -- ", "cargo run --release --quiet -- ", "cargo run -q --release -- "] {
        if let Some(arguments) = command.strip_prefix(before) {
            return Some(format!("grundy {arguments}"));
        }
    }
    command.starts_with("grundy ").then(|| command.to_owned())
}

/// Returns what a command prints on both streams, as in a terminal, in this language.
pub fn run_command(command: &str, language: &str, program: &Path, folder: &Path) -> String {
    let shadow = program.parent().expect("the program is in a folder");
    let path = format!("{}:{}", shadow.display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("bash")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(folder)
        .env("PATH", path)
        .env("NO_COLOR", "1")
        .env("GRUNDY_LANG", language)
        .output()
        .expect("there is a shell");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Builds the program and returns its path, as cargo reports it.
///
/// # Panics
/// Panics if it cannot be built.
pub fn program() -> PathBuf {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["build", "--release", "--package", "grundy-cli", "--bin", "grundy", "--message-format", "json"])
        .current_dir(root())
        .output()
        .expect("cargo runs, for it runs this test");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    lines
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .filter_map(|message| message["executable"].as_str().map(PathBuf::from))
        .next_back()
        .expect("cargo names the program it has built")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text_of;

    const SAMPLE: &str = "# Page\n\n```game nim.game\ngame nim(n)\nmove take(k in 1..n) -> n - k\n```\n\n\
        ```console\n$ grundy a \\\n    b\none  \n...\nlast\n\n$ grundy c\n$ ls\nfile\n```\n\n\
        ```game wrong\ngame nim(n)\nmove take(k in 1..m) -> n - k\n```\n";

    #[test]
    fn every_game_of_the_documentation_is_read() {
        let wrong: Vec<String> =
            pages().iter().flat_map(|page| check_games(&page.display().to_string(), &text_of(page))).collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn every_command_of_the_documentation_prints_what_it_says() {
        let pages: Vec<PathBuf> = pages()
            .into_iter()
            .filter(|page| blocks(&text_of(page)).iter().any(|block| block.mark == "console"))
            .collect();
        if pages.is_empty() {
            return;
        }
        let program = program();
        let mut wrong = Vec::new();
        for (index, page) in pages.iter().enumerate() {
            let folder = std::env::temp_dir().join(format!("grundy-docs-{}-{index}", std::process::id()));
            std::fs::create_dir_all(&folder).unwrap();
            // Pages may name the files of the catalogue relative to the root of the project.
            #[cfg(unix)]
            std::os::unix::fs::symlink(root().join("catalogue"), folder.join("catalogue")).unwrap();
            let name = page.strip_prefix(root()).unwrap_or(page).display().to_string();
            wrong.extend(check_commands(&name, &text_of(page), &program, &folder));
            std::fs::remove_dir_all(&folder).unwrap();
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn every_picture_of_the_documentation_is_what_its_command_draws() {
        let program = program();
        let mut wrong = Vec::new();
        for page in pages() {
            let name = page.strip_prefix(root()).unwrap_or(&page).display().to_string();
            let folder = page.parent().unwrap();
            wrong.extend(check_pictures(&name, &text_of(&page), &program, folder));
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn a_page_is_taken_apart() {
        let found = blocks(SAMPLE);
        assert_eq!(
            found.iter().map(|block| block.mark.as_str()).collect::<Vec<_>>(),
            ["game nim.game", "console", "game wrong"]
        );
        let runs = runs(&found[1]);
        assert_eq!(runs.iter().map(|run| run.command.as_str()).collect::<Vec<_>>(), ["grundy a b", "grundy c", "ls"]);
        assert_eq!((runs[0].line, runs[0].output.join("|")), (9, "one|...|last".to_owned()));
        assert_eq!(check_games("page", SAMPLE), Vec::<String>::new());
        assert_eq!(check_games("page", &SAMPLE.replace("game wrong", "game")).len(), 1);
        assert_eq!(check_games("page", &SAMPLE.replace("1..m", "1..n")).len(), 1);
    }

    #[test]
    fn three_dots_stand_for_any_lines() {
        let expected = ["a".to_owned(), "...".to_owned(), "z".to_owned()];
        assert!(matches(&expected, &["a", "b", "c", "z"]) && matches(&expected, &["a", "z "]));
        assert!(!matches(&expected, &["a", "b"]) && !matches(&expected, &["z"]) && matches(&[], &[]));
    }

    #[test]
    fn what_a_command_prints_is_compared() {
        let folder = std::env::temp_dir().join(format!("grundy-sample-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        // A mock program that prints its arguments.
        let program = folder.join("grundy");
        std::fs::write(&program, "#!/bin/sh\necho \"asked $*\"\n").unwrap();
        let made = Command::new("chmod").arg("+x").arg(&program).status().unwrap();
        assert!(made.success());
        let right =
            "```console\n$ grundy solve 'a b'\nasked solve a b\n\n$ cargo run --release -- list\nasked list\n```\n";
        assert_eq!(check_commands("page", right, &program, &folder), Vec::<String>::new());
        assert_eq!(check_commands("page", &right.replace("asked list", "asked"), &program, &folder).len(), 1);
        std::fs::write(folder.join("a.svg"), "asked draw 'b c'\n".replace('\'', "")).unwrap();
        let picture = "A ![picture](a.svg \"grundy draw 'b c'\") and ![more](a.svg).\n";
        assert_eq!(pictures(picture)[1], (1, "a.svg".to_owned(), None));
        assert_eq!(check_pictures("page", picture, &program, &folder), Vec::<String>::new());
        assert_eq!(check_pictures("page", &picture.replace("draw", "solve"), &program, &folder).len(), 1);
        assert_eq!(check_pictures("page", &picture.replace("a.svg", "none.svg"), &program, &folder).len(), 2);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
