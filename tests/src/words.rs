//! The languages: every message of the program exists in each of them, and none is there that nothing says.
//!
//! In: the sources, the tables of translations, the catalogue. Out: templates without a translation, translations without
//! a template, and arguments that differ.

use crate::{files_of, root};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Returns every source of the program, without tests.
///
/// # Panics
/// Panics if the tree cannot be read.
pub fn sources() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = std::fs::read_dir(root().join("crates"))
        .expect("the crates are there")
        .map(|entry| entry.expect("a folder that was opened can be read").path().join("src"))
        .filter(|folder| folder.is_dir())
        .collect();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        files.extend(files_of(&folder, ".rs").into_iter().filter(|file| !is_test(file)));
        let inner = std::fs::read_dir(&folder).expect("a folder can be read");
        folders.extend(inner.flatten().map(|entry| entry.path()).filter(|path| path.is_dir() && !is_test(path)));
    }
    files.sort();
    files
}

fn is_test(path: &Path) -> bool {
    path.file_stem().is_some_and(|name| name.to_string_lossy().contains("tests"))
}

/// A string literal of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The code before it, without white space.
    pub before: String,
    /// Its text.
    pub text: String,
}

/// Returns the string literals of a source, up to its tests.
pub fn pieces(source: &str) -> Vec<Piece> {
    let source = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or(source);
    let mut pieces: Vec<Piece> = Vec::new();
    let mut code = String::new();
    let mut chars = source.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '/' && chars.peek() == Some(&'/') {
            chars.by_ref().take_while(|next| *next != '\n').for_each(drop);
            continue;
        } else if c == '\'' {
            // A char literal, or the name of a lifetime.
            let mut ahead = chars.clone();
            let closes = match ahead.next() {
                Some('\\') => Some(ahead.skip(1).take_while(|next| *next != '\'').count() + 3),
                Some(_) => (ahead.next() == Some('\'')).then_some(2),
                None => None,
            };
            for _ in 0..closes.unwrap_or(0) {
                chars.next();
            }
        } else if c == '"' {
            let mut text = String::new();
            while let Some(inside) = chars.next() {
                match inside {
                    '"' => break,
                    '\\' => match chars.next() {
                        Some('\n') => while chars.next_if(|next| next.is_whitespace()).is_some() {},
                        Some('n') => text.push('\n'),
                        Some('0') => text.push('\0'),
                        Some(plain) => text.push(plain),
                        None => {}
                    },
                    inside => text.push(inside),
                }
            }
            let from = code.char_indices().rev().nth(59).map_or(0, |(at, _)| at);
            pieces.push(Piece { before: code[from..].to_owned(), text });
            code.push('"');
        }
        if !c.is_whitespace() && c != '"' {
            code.push(c);
        }
    }
    pieces
}

/// The template of a `message!` or `template!` of the sources, and the arguments that are plurals, which only English has.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Made {
    /// The template, without white space around it.
    pub template: String,
    /// The names of its plurals.
    pub plurals: BTreeSet<String>,
}

/// Returns what a source makes by `message!` and `template!`, without its tests.
pub fn made(source: &str) -> Vec<Made> {
    let is_template =
        |piece: &Piece| ["message!(", "message!(id\",", "template!("].iter().any(|maker| piece.before.ends_with(maker));
    let made = pieces(source).into_iter().filter(is_template).map(|piece| {
        // A plural is written `name = plural(&count, …)`.
        let names = names(&piece.text);
        let plurals = names.into_iter().filter(|name| source.contains(&format!("{name} = plural(")));
        Made { plurals: plurals.collect(), template: piece.text.trim().to_owned() }
    });
    made.collect()
}

impl Made {
    /// Returns true if it has words, plurals, or punctuation between arguments, which need a translation.
    pub fn has_words(&self) -> bool {
        let is_translated = |text: &str| {
            text.contains(char::is_alphabetic) || [": ", "; ", ", "].iter().any(|mark| text.contains(mark))
        };
        grundy_message::pieces(&self.template).any(|piece| match piece {
            grundy_message::Piece::Literal(text) => is_translated(text),
            grundy_message::Piece::Argument(name) => self.plurals.contains(name),
        })
    }
}

/// Returns the names of the arguments of a template.
pub fn names(template: &str) -> BTreeSet<String> {
    let names = grundy_message::pieces(template).filter_map(|piece| match piece {
        grundy_message::Piece::Argument(name) => Some(name.to_owned()),
        grundy_message::Piece::Literal(_) => None,
    });
    names.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text_of;
    use grundy::view::Language;
    use grundy::view::words::{LOOKED_UP, TABLES, entries, render};
    use grundy_message::{Message, message};
    use std::collections::BTreeMap;

    #[test]
    fn every_message_has_a_translation_and_every_translation_a_message() {
        let mut known: BTreeMap<String, String> = BTreeMap::new();
        for (topic, table) in TABLES.iter().filter(|(topic, _)| !LOOKED_UP.contains(topic)) {
            let lines = table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).count();
            let all: Vec<(String, String)> = entries(table).collect();
            assert_eq!(all.len() * 2, lines, "{topic}.zh: after {:?} an entry is not two lines", all.last());
            for (template, chinese) in all {
                let twice = known.insert(template, chinese).is_some();
                assert!(!twice, "{topic}.zh has a template twice");
            }
        }
        let mut wrong = Vec::new();
        let mut used = BTreeSet::new();
        for file in sources() {
            let path = file.strip_prefix(root()).unwrap().to_string_lossy().into_owned();
            for made in made(&text_of(&file)) {
                let has_words = made.has_words();
                let Made { template, plurals } = made;
                match known.get(&template) {
                    None if !has_words => {}
                    None => wrong.push(format!("{path}: not in Chinese: {template}")),
                    Some(chinese) => {
                        let (english, chinese) = (names(&template), names(chinese));
                        let lost = english.difference(&chinese).any(|name| !plurals.contains(name));
                        if lost || !chinese.is_subset(&english) {
                            wrong.push(format!("{path}: the arguments differ: {template}"));
                        }
                    }
                }
                used.insert(template);
            }
        }
        wrong.extend(known.keys().filter(|key| !used.contains(*key)).map(|key| format!("nothing says: {key}")));
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn every_file_of_messages_is_used() {
        for file in files_of(&root().join("crates/view/messages"), ".zh") {
            let topic = file.file_stem().unwrap().to_string_lossy().into_owned();
            assert!(TABLES.iter().any(|(known, _)| *known == topic), "{topic}.zh is not read");
        }
    }

    #[test]
    fn titles_and_descriptions_are_in_both_languages() {
        let has = |texts: &[(String, String)]| texts.iter().any(|(language, _)| language == "zh");
        for entry in grundy::catalogue() {
            let game = entry.game().unwrap();
            assert!(has(&game.titles) && has(&game.abouts), "{} is not in Chinese", entry.name);
        }
        for entry in grundy::problems() {
            let problem = entry.problem().unwrap();
            let has_about = problem.about.is_none() || has(&problem.abouts);
            assert!(has(&problem.titles) && has_about, "{} is not in Chinese", entry.name);
        }
    }

    #[test]
    fn names_and_moves_are_never_translated() {
        let chinese = |message: Message| render(&message, Language::Chinese);
        assert_eq!(chinese(message!("wins")), "胜");
        assert_eq!(chinese(Message::text("wins")), "wins");
        let part = |number: usize, name: &str| message!("part {number}: {move}", number, move = name);
        assert_eq!(chinese(part(1, "open(k=2)")), "第 1 部分：open(k=2)");
        assert_eq!(chinese(message!("You play {move}.", move = part(2, "moves"))), "你走第 2 部分：moves。");
        assert_eq!(chinese(message!("Play is over: {who} has won.", who = "first")), "对局结束：first 胜。");
        let first = message!("first");
        assert_eq!(chinese(message!("Play is over: {who} has won.", who = first)), "对局结束：先手胜。");
    }

    /// Returns the promises about their inputs in the statements of the built-in problems.
    fn promises() -> Vec<grundy_message::Message> {
        let problems = grundy::problems().iter().map(|entry| entry.problem().expect("a built-in problem is right"));
        problems.flat_map(|problem| problem.forms()).flat_map(|form| form.promises).collect()
    }

    #[test]
    fn promises_of_problems_are_translated() {
        let promises = promises();
        assert!(promises.len() > 70, "only {} promises were found", promises.len());
        for promise in promises {
            assert_ne!(render(&promise, Language::Chinese), promise.to_string(), "not in Chinese");
        }
    }

    #[test]
    fn sources_are_taken_apart() {
        let source = "/// \"Says\"\nfn f<'a>() { let c = '\"'; message!(\"a `{x}` \\\n    b\", x); }\n#[cfg(test)]\nmod tests { \"no\" }";
        assert_eq!(pieces(source).len(), 1);
        assert_eq!(made(source)[0].template, "a `{x}` b");
        let plural = made("message!(id \"key\", \"{n} {words}\", n, words = plural(&n, \"a\", \"b\"))");
        assert_eq!((plural.len(), plural[0].has_words()), (1, true));
    }
}
