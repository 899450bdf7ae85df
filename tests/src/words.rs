//! The languages: every message is there in each of them, none for nothing, and what the program says is among them.
//!
//! In: the catalogue of messages, the sources, and the cases of wrong rules. Out: keys that are missing, unused or ambiguous,
//! and messages that would be shown in English only. A message is found in the sources by its words: a key whose words stand
//! nowhere can never be said.

use crate::{files_of, root};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The keys of a file of messages, each with the names of its places; or what is wrong with it.
///
/// # Errors
/// It cannot be parsed, or a key is there twice.
pub fn keys(name: &str, text: &str) -> Result<BTreeMap<String, BTreeSet<String>>, String> {
    let resource =
        fluent_syntax::parser::parse(text).map_err(|(_, errors)| format!("{name} cannot be parsed: {errors:?}"))?;
    let mut keys = BTreeMap::new();
    for entry in &resource.body {
        let Entry::Message(message) = entry else { continue };
        let mut places = BTreeSet::new();
        if let Some(pattern) = &message.value {
            collect_places(pattern, &mut places);
        }
        if keys.insert(message.id.name.to_owned(), places).is_some() {
            return Err(format!("{name} has the key {} twice", message.id.name));
        }
    }
    Ok(keys)
}

fn collect_places(pattern: &Pattern<&str>, places: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        match element {
            PatternElement::Placeable {
                expression: Expression::Inline(InlineExpression::VariableReference { id }),
            } => {
                places.insert(id.name.to_owned());
            }
            PatternElement::Placeable { expression: Expression::Select { selector, variants } } => {
                if let InlineExpression::VariableReference { id } = selector {
                    places.insert(id.name.to_owned());
                }
                variants.iter().for_each(|variant| collect_places(&variant.value, places));
            }
            _ => {}
        }
    }
}

/// Every source of the program, without tests.
///
/// # Panics
/// The tree cannot be read.
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

/// A piece of a source: a text in quotes with the code before it, or the words of a comment for users.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The code before it, without white space.
    pub before: String,
    /// What it says.
    pub text: String,
}

/// The texts of a source, up to its tests.
pub fn pieces(source: &str) -> Vec<Piece> {
    let source = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or(source);
    let mut pieces: Vec<Piece> = Vec::new();
    let mut comment = String::new();
    let mut code = String::new();
    let mut letters = source.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter == '/' && letters.peek() == Some(&'/') {
            let line: String =
                std::iter::once(letter).chain(letters.by_ref().take_while(|next| *next != '\n')).collect();
            if let Some(words) = line.strip_prefix("///") {
                comment = format!("{comment} {}", words.trim());
                continue;
            }
        } else if letter == '\'' {
            // A letter in quotes, or the name of a lifetime.
            let mut ahead = letters.clone();
            let closes = match ahead.next() {
                Some('\\') => Some(ahead.skip(1).take_while(|next| *next != '\'').count() + 3),
                Some(_) => (ahead.next() == Some('\'')).then_some(2),
                None => None,
            };
            for _ in 0..closes.unwrap_or(0) {
                letters.next();
            }
        } else if letter == '"' {
            let mut text = String::new();
            while let Some(inside) = letters.next() {
                match inside {
                    '"' => break,
                    '\\' => match letters.next() {
                        Some('\n') => while letters.next_if(|next| next.is_whitespace()).is_some() {},
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
        if !letter.is_whitespace() {
            if !comment.is_empty() {
                pieces.push(Piece { before: "///".to_owned(), text: std::mem::take(&mut comment) });
            }
            if letter != '"' {
                code.push(letter);
            }
        }
    }
    pieces
}

/// What a message in the making begins with.
const MAKERS: [&str; 13] = [
    "Diagnostic::error(",
    "Diagnostic::warning(",
    ".because(",
    ".hint(",
    ".fix(",
    "Fault::refused(",
    "Failure::wrong(",
    "Problem::request(",
    "note(",
    "refused(",
    "screen.say(",
    "Words::plain(",
    "message:",
];

/// Whether this is handed over as a message.
pub fn is_message(piece: &Piece) -> bool {
    let before = piece.before.trim_end_matches("format!(").trim_end_matches('&');
    // What is refused is told after what sort of problem it is, which is a text too.
    let is_problem = before.ends_with("\",") && (before.contains("Problem::new(") || before.contains("refused("));
    is_problem || MAKERS.iter().any(|maker| before.ends_with(maker))
}

/// What a format string may come out as: numbers, names and words at its places.
pub fn samples(format: &str) -> Vec<String> {
    let fill = |fill: &dyn Fn(usize, &str) -> String| {
        let mut text = String::new();
        let mut letters = format.chars().peekable();
        let mut place = 0;
        while let Some(letter) = letters.next() {
            match letter {
                '{' | '}' if letters.peek() == Some(&letter) => {
                    letters.next();
                    text.push(letter);
                }
                '{' => {
                    let name: String = letters.by_ref().take_while(|inside| *inside != '}').collect();
                    text += &fill(place, &name);
                    place += 1;
                }
                letter => text.push(letter),
            }
        }
        text
    };
    // With few places every mixture of a number and a name is tried.
    let mixtures = (0..64_usize).map(|mixture| {
        fill(&|place, name| {
            let is_number = mixture >> place & 1 == 1;
            let sample = match name {
                "plural" => "s",
                "lines" if is_number => "lines were",
                "lines" => "lines have",
                _ if is_number => "17",
                _ => "some_name",
            };
            sample.to_owned()
        })
    });
    // What is no format string stands for itself.
    mixtures.chain([format.to_owned()]).collect()
}

/// The words of a text, set apart by single spaces; where something is to be filled in, they are cut.
pub fn said_words(text: &str) -> String {
    let mut words = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter == '{' && letters.next_if_eq(&'{').is_none() {
            letters.by_ref().take_while(|inside| *inside != '}').for_each(drop);
            words.push_str(" \n ");
        } else if letter.is_alphanumeric() {
            words.push(letter);
        } else if !words.ends_with(' ') {
            words.push(' ');
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{diagnostics, text_of};
    use grundy::view::Language;
    use grundy::view::words::{Catalogue, FILES};

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
            for (key, places) in &english {
                assert!(all.insert(key.clone()), "{key} is in two files");
                let unknown: Vec<&String> = chinese[key].difference(places).collect();
                assert!(unknown.is_empty(), "{key}: the English side has no {unknown:?}");
                let lost: Vec<&String> = places.difference(&chinese[key]).collect();
                assert!(lost.is_empty(), "{key}: the Chinese side says nothing of {lost:?}");
            }
        }
        assert!(all.len() > 1000, "only {} keys were found", all.len());
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
            .map(|piece| format!(" {} \n", said_words(&piece.text)))
            .collect();
        // What libraries say is in no source of ours, and what games are about is in the catalogue.
        let of = |file: &str| keys(file, FILES.iter().find(|(name, ..)| *name == file).unwrap().1).unwrap();
        let elsewhere: BTreeSet<String> =
            ["library", "games"].into_iter().flat_map(|file| of(file).into_keys()).collect();
        // Words may be put together from a few pieces of the sources, but not from any that stand anywhere.
        let is_said = |literal: &str| {
            let literal = said_words(literal);
            let words: Vec<&str> = literal.split_whitespace().collect();
            let (mut from, mut parts) = (0, 0);
            while from < words.len() {
                // The plural of a word may be made of it.
                let stands = |words: &str| {
                    corpus.contains(&format!(" {words} "))
                        || corpus.contains(&format!(" {} ", words.trim_end_matches('s')))
                };
                let reach = (from + 1..=words.len()).rev().find(|to| stands(&words[from..*to].join(" ")));
                let Some(to) = reach else { return false };
                (from, parts) = (to, parts + 1);
            }
            parts <= 3
        };
        let mut unused: Vec<&str> = Vec::new();
        for (key, literals) in catalogue().literals() {
            if !elsewhere.contains(key) && !literals.iter().all(|literal| is_said(literal)) {
                unused.push(key);
            }
        }
        assert!(unused.is_empty(), "no source says:\n{}", unused.join("\n"));
    }

    #[test]
    fn what_games_are_about_is_said_in_every_language() {
        let said = FILES.iter().find(|(name, ..)| *name == "games").unwrap().1;
        let mut keys: BTreeSet<String> = keys("games", said).unwrap().into_keys().collect();
        for entry in grundy::catalogue() {
            let game = entry.game().unwrap();
            let about = game.about.as_deref().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
            let key = catalogue().key(&about).unwrap_or_else(|| panic!("{}: {about}", entry.name));
            assert!(keys.remove(key), "{}: {key}", entry.name);
            assert!(game.titles.iter().any(|(language, _)| language == "zh"), "{} has no title in Chinese", entry.name);
        }
        assert!(keys.is_empty(), "about no game: {keys:?}");
    }

    #[test]
    fn names_and_moves_are_never_translated() {
        use grundy::view::words::translate;
        use grundy::view::{Block, Document, Words};
        let cells = |text: &str| {
            let rows = vec![vec![Words::name(text), Words::plain(text)]];
            let Document(blocks) =
                translate(Document(vec![Block::Columns { titles: vec![], rows }]), Language::Chinese);
            let [Block::Columns { rows, .. }] = blocks.as_slice() else { panic!("a table stays a table") };
            rows[0].iter().map(|words| words.0[0].1.clone()).collect::<Vec<String>>()
        };
        assert_eq!(cells("wins"), ["wins", "胜"]);
        assert_eq!(cells("moves")[0], "moves");
        assert_eq!(cells("part 1: open(k=2), part 2: help")[0], "第 1 部分：open(k=2)，第 2 部分：help");
        let said = |text: &str| catalogue().say(text).unwrap();
        assert_eq!(said("You play input."), "你走 input。");
        assert_eq!(said("You play part 2: moves."), "你走第 2 部分：moves。");
        assert_eq!(
            said("part 1: a, part 2: b ends the play at once, and wins."),
            "第 1 部分：a，第 2 部分：b 立即结束对局并获胜。"
        );
        assert_eq!(said("Play is over: help has won."), "对局结束：help 胜。");
        assert_eq!(said("Play is over: first has won."), "对局结束：先手胜。");
    }

    #[test]
    fn mistakes_of_rules_are_said_in_every_language() {
        let mut silent = BTreeSet::new();
        let mut count = 0;
        for file in diagnostics::files() {
            for said in grundy_rules::diagnose(&text_of(&file)).1 {
                let labels = said.others.iter().map(|(_, label)| label);
                let fix = said.fix.iter().map(|fix| &fix.title);
                for text in [&said.message, &said.label].into_iter().chain(labels).chain(&said.hints).chain(fix) {
                    count += 1;
                    if !text.is_empty() && catalogue().say(text).is_none() {
                        silent.insert(text.clone());
                    }
                }
            }
        }
        assert!(count > 100);
        assert!(silent.is_empty(), "not in the messages:\n{}", silent.into_iter().collect::<Vec<_>>().join("\n"));
    }

    #[test]
    fn messages_of_the_sources_are_said_in_every_language() {
        let mut silent = BTreeSet::new();
        let mut count = 0;
        for file in sources() {
            let path = file.strip_prefix(root()).unwrap().to_string_lossy().into_owned();
            for piece in pieces(&text_of(&file)) {
                let letters = piece.text.split(|letter: char| !letter.is_ascii_alphabetic());
                let words = letters.filter(|word| word.len() > 1).count();
                // What sort of problem it is, as `wrong-host`, is for programs.
                if !is_message(&piece) || words < 2 || !piece.text.contains(' ') {
                    continue;
                }
                count += 1;
                if samples(&piece.text).iter().all(|sample| catalogue().say(sample).is_none()) {
                    silent.insert(format!("{path}: {}", piece.text));
                }
            }
        }
        assert!(count > 300, "only {count} messages were found");
        assert!(
            silent.is_empty(),
            "{} of {count} are not in the messages:\n{}",
            silent.len(),
            silent.into_iter().collect::<Vec<_>>().join("\n")
        );
    }

    #[test]
    fn every_sentence_is_said_in_every_language() {
        let tables = [grundy::view::why::TEXTS, grundy::view::explain::TEXTS, grundy::view::play::TEXTS];
        let mut silent = Vec::new();
        for (key, text) in tables.into_iter().flatten().filter(|(_, text)| text.contains(char::is_alphabetic)) {
            // What is filled in may be a number or a name; a sentence of one word is one of those that stand alone.
            let format = text.replace("{ $", "{").replace(" }", "}");
            if samples(&format).iter().all(|sample| catalogue().say(sample).is_none()) {
                silent.push(format!("{key} = {text}"));
            }
        }
        assert!(silent.is_empty(), "not in the messages:\n{}", silent.join("\n"));
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
