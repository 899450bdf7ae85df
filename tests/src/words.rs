//! The languages: every message exists in each of them, none is unused, and every message of the program is among them.
//!
//! In: the catalogue of messages, the sources, and the cases of wrong rules. Out: keys that are missing, unused or
//! ambiguous, and messages that would be shown in English only. A message is found in the sources by its words: a key
//! whose words occur nowhere can never be printed.

use crate::{files_of, root};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Parses a file of messages: the keys, each with the names of its placeholders; or what is wrong with it.
///
/// # Errors
/// Fails if it cannot be parsed, or a key occurs twice.
pub fn keys(name: &str, text: &str) -> Result<BTreeMap<String, BTreeSet<String>>, String> {
    let resource =
        fluent_syntax::parser::parse(text).map_err(|(_, errors)| format!("{name} cannot be parsed: {errors:?}"))?;
    let mut keys = BTreeMap::new();
    for entry in &resource.body {
        let Entry::Message(message) = entry else { continue };
        let mut indices = BTreeSet::new();
        if let Some(pattern) = &message.value {
            collect_places(pattern, &mut indices);
        }
        if keys.insert(message.id.name.to_owned(), indices).is_some() {
            return Err(format!("{name} has the key {} twice", message.id.name));
        }
    }
    Ok(keys)
}

fn collect_places(pattern: &Pattern<&str>, indices: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        match element {
            PatternElement::Placeable {
                expression: Expression::Inline(InlineExpression::VariableReference { id }),
            } => {
                indices.insert(id.name.to_owned());
            }
            PatternElement::Placeable { expression: Expression::Select { selector, variants } } => {
                if let InlineExpression::VariableReference { id } = selector {
                    indices.insert(id.name.to_owned());
                }
                variants.iter().for_each(|variant| collect_places(&variant.value, indices));
            }
            _ => {}
        }
    }
}

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

/// A piece of a source: a string literal with the code before it, or the words of a comment for users.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The code before it, without white space.
    pub before: String,
    /// Its text.
    pub text: String,
}

/// Returns the texts of a source, up to its tests.
pub fn pieces(source: &str) -> Vec<Piece> {
    let source = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or(source);
    let mut pieces: Vec<Piece> = Vec::new();
    let mut comment = String::new();
    let mut code = String::new();
    let mut chars = source.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '/' && chars.peek() == Some(&'/') {
            let line: String = std::iter::once(c).chain(chars.by_ref().take_while(|next| *next != '\n')).collect();
            if let Some(words) = line.strip_prefix("///") {
                comment = format!("{comment} {}", words.trim());
                continue;
            }
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
        if !c.is_whitespace() {
            if !comment.is_empty() {
                pieces.push(Piece { before: "///".to_owned(), text: std::mem::take(&mut comment) });
            }
            if c != '"' {
                code.push(c);
            }
        }
    }
    pieces
}

/// The code that precedes a message.
const MAKERS: [&str; 19] = [
    "Err(",
    ".wrong(",
    "wrong(",
    "error_here(",
    "Diagnostic::error(",
    "Diagnostic::warning(",
    ".because(",
    ".hint(",
    ".fix(",
    "Fault::refused(",
    "Failure::wrong(",
    "unanswered(",
    "too_large(",
    "Problem::request(",
    "note(",
    "refused(",
    "screen.say(",
    "Words::plain(",
    "message:",
];

/// Returns true if the text is passed on as a message.
pub fn is_message(piece: &Piece) -> bool {
    let before = piece.before.trim_end_matches("format!(").trim_end_matches('&');
    // In a refusal, the message comes after the kind of the problem, which is a string too.
    let is_problem = before.ends_with("\",") && (before.contains("Problem::new(") || before.contains("refused("));
    is_problem || MAKERS.iter().any(|maker| before.ends_with(maker))
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

/// Returns texts that a format string may produce: with numbers, names and words at its placeholders.
pub fn samples(format: &str) -> Vec<String> {
    let fill = |fill: &dyn Fn(usize, &str) -> String| {
        let mut text = String::new();
        let mut chars = format.chars().peekable();
        let mut index = 0;
        while let Some(c) = chars.next() {
            match c {
                '{' | '}' if chars.peek() == Some(&c) => {
                    chars.next();
                    text.push(c);
                }
                '{' => {
                    let name: String = chars.by_ref().take_while(|inside| *inside != '}').collect();
                    text += &fill(index, &name);
                    index += 1;
                }
                c => text.push(c),
            }
        }
        text
    };
    // With few placeholders every combination of a number and a name is tried.
    let mixtures = (0..64_usize).map(|mixture| {
        fill(&|index, name| {
            let is_number = mixture >> index & 1 == 1;
            let sample = match name {
                "plural" => "s",
                "shown" if !is_number => "standard input",
                "near" => " (did you mean `some_name`?)",
                "lines" if is_number => "lines were",
                "lines" => "lines have",
                _ if is_number => "17",
                _ => "some_name",
            };
            sample.to_owned()
        })
    });
    // A text that is not a format string is its own sample.
    mixtures.chain([format.to_owned()]).collect()
}

/// Returns the words of a text, separated by single spaces and cut at placeholders.
pub fn plain_words(text: &str) -> String {
    let mut words = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '{' && chars.next_if_eq(&'{').is_none() {
            chars.by_ref().take_while(|inside| *inside != '}').for_each(drop);
            words.push_str(" \n ");
        } else if c.is_alphanumeric() {
            words.push(c);
        } else if !words.ends_with(' ') {
            words.push(' ');
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text_of;
    use grundy::view::Language;
    use grundy::view::words::{Catalogue, FILES, LOOKED_UP, TABLES, entries, render};
    use grundy_message::{Message, message};

    fn catalogue() -> &'static Catalogue {
        Catalogue::of(Language::Chinese).expect("Chinese has a catalogue")
    }

    #[test]
    fn no_key_is_missing_in_any_language_and_none_is_there_twice() {
        let mut all = BTreeSet::new();
        for (name, english, chinese) in FILES {
            let english = keys(&format!("{name}.en.ftl"), english).unwrap_or_else(|wrong| panic!("{wrong}"));
            let chinese = keys(&format!("{name}.zh.ftl"), chinese).unwrap_or_else(|wrong| panic!("{wrong}"));
            let only = |a: &BTreeMap<String, BTreeSet<String>>, b: &BTreeMap<String, BTreeSet<String>>| {
                a.keys().filter(|key| !b.contains_key(*key)).cloned().collect::<Vec<_>>()
            };
            assert_eq!(only(&english, &chinese), Vec::<String>::new(), "{name}: not in Chinese");
            assert_eq!(only(&chinese, &english), Vec::<String>::new(), "{name}: not in English");
            for (key, indices) in &english {
                assert!(all.insert(key.clone()), "{key} is in two files");
                let unknown: Vec<&String> = chinese[key].difference(indices).collect();
                assert!(unknown.is_empty(), "{key}: the English side has no {unknown:?}");
                let lost: Vec<&String> = indices.difference(&chinese[key]).collect();
                assert!(lost.is_empty(), "{key}: the Chinese side says nothing of {lost:?}");
            }
        }
        assert!(all.len() > 1000, "only {} keys were found", all.len());
    }

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
        let folder = root().join("crates/view/messages");
        let known: BTreeSet<String> =
            FILES.iter().flat_map(|(name, ..)| [format!("{name}.en.ftl"), format!("{name}.zh.ftl")]).collect();
        for file in files_of(&folder, ".ftl") {
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            assert!(name.starts_with("page.") || known.contains(&name), "{name} is read by nobody");
        }
    }

    #[test]
    fn it_is_always_clear_where_a_place_ends() {
        let ambiguous: Vec<&str> = catalogue().ambiguous().collect();
        assert!(ambiguous.is_empty(), "{ambiguous:?}");
    }

    #[test]
    fn no_key_is_unused() {
        let corpus: String = sources()
            .iter()
            .flat_map(|file| pieces(&text_of(file)))
            .map(|piece| format!(" {} \n", plain_words(&piece.text)))
            .chain(promises().iter().map(|promise| format!(" {} \n", plain_words(&promise.to_string()))))
            .collect();
        // Messages of libraries are in no source of ours.
        let of = |file: &str| keys(file, FILES.iter().find(|(name, ..)| *name == file).unwrap().1).unwrap();
        let elsewhere: BTreeSet<String> = ["library"].into_iter().flat_map(|file| of(file).into_keys()).collect();
        // Words may be combined from a few pieces of the sources, but not from arbitrarily many.
        let is_found = |literal: &str| {
            let literal = plain_words(literal);
            let words: Vec<&str> = literal.split_whitespace().collect();
            let (mut from, mut parts) = (0, 0);
            while from < words.len() {
                // The plural of a word may be derived from it.
                let occurs = |words: &str| {
                    corpus.contains(&format!(" {words} "))
                        || corpus.contains(&format!(" {} ", words.trim_end_matches('s')))
                };
                let reach = (from + 1..=words.len()).rev().find(|to| occurs(&words[from..*to].join(" ")));
                let Some(to) = reach else { return false };
                (from, parts) = (to, parts + 1);
            }
            parts <= 3
        };
        let mut unused: Vec<&str> = Vec::new();
        for (key, literals) in catalogue().literals() {
            if !elsewhere.contains(key) && !literals.iter().all(|literal| is_found(literal)) {
                unused.push(key);
            }
        }
        assert!(unused.is_empty(), "no source says:\n{}", unused.join("\n"));
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

    #[test]
    fn messages_of_the_sources_are_translated() {
        let mut silent = BTreeSet::new();
        let mut count = 0;
        for file in sources() {
            let path = file.strip_prefix(root()).unwrap().to_string_lossy().into_owned();
            for piece in pieces(&text_of(&file)) {
                let chars = piece.text.split(|c: char| !c.is_ascii_alphabetic());
                let words = chars.filter(|word| word.len() > 1).count();
                // The kind of a problem, as `wrong-host`, is for programs.
                if !is_message(&piece) || words < 2 || !piece.text.contains(' ') {
                    continue;
                }
                // The reasons why rules are not compiled are not for users.
                if path.starts_with("crates/kernel/") && piece.before.trim_end_matches("format!(").ends_with("Err(") {
                    continue;
                }
                count += 1;
                if samples(&piece.text).iter().all(|sample| catalogue().say(sample).is_none()) {
                    silent.insert(format!("{path}: {}", piece.text));
                }
            }
        }
        assert!(
            silent.is_empty(),
            "{} of {count} are not in the messages:\n{}",
            silent.len(),
            silent.into_iter().collect::<Vec<_>>().join("\n")
        );
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
        let source = "/// Says it\n/// all.\nfn f<'a>() { let c = '\"'; note(&format!(\"a `{x}` \\\n    b\")); }\n#[cfg(test)]\nmod tests { \"no\" }";
        let found = pieces(source);
        assert_eq!(found[0], Piece { before: "///".into(), text: " Says it all.".into() });
        assert_eq!(found[1].text, "a `{x}` b");
        assert!(is_message(&found[1]), "{found:?}");
        assert_eq!(found.len(), 2);
        assert!(samples("{a} {{ {}").contains(&"17 { some_name".to_owned()));
    }
}
