//! The messages of a language, and the templates that recognise them in English.
//!
//! In: English text. Out: the message that it is, said in the language of the catalogue. Templates are found by their first
//! word, and of several that fit the one with the most words of its own is taken, so that the order of the files does not
//! matter.

use super::Language;
use super::template::{Filled, Template};
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use fluent_syntax::ast::Entry;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The messages of the program: what they are about, in English, in Chinese.
pub const FILES: &[(&str, &str, &str)] = &[
    ("answers", include_str!("../../messages/answers.en.ftl"), include_str!("../../messages/answers.zh.ftl")),
    ("play", include_str!("../../messages/play.en.ftl"), include_str!("../../messages/play.zh.ftl")),
    ("command", include_str!("../../messages/command.en.ftl"), include_str!("../../messages/command.zh.ftl")),
    ("library", include_str!("../../messages/library.en.ftl"), include_str!("../../messages/library.zh.ftl")),
    ("help", include_str!("../../messages/help.en.ftl"), include_str!("../../messages/help.zh.ftl")),
    ("rules", include_str!("../../messages/rules.en.ftl"), include_str!("../../messages/rules.zh.ftl")),
    ("solve", include_str!("../../messages/solve.en.ftl"), include_str!("../../messages/solve.zh.ftl")),
    ("heap", include_str!("../../messages/heap.en.ftl"), include_str!("../../messages/heap.zh.ftl")),
    ("find", include_str!("../../messages/find.en.ftl"), include_str!("../../messages/find.zh.ftl")),
    ("games", include_str!("../../messages/games.en.ftl"), include_str!("../../messages/games.zh.ftl")),
    ("contest", include_str!("../../messages/contest.en.ftl"), include_str!("../../messages/contest.zh.ftl")),
    ("web", include_str!("../../messages/web.en.ftl"), include_str!("../../messages/web.zh.ftl")),
];

/// A longer text is no message: it quotes what somebody wrote, and is shown as it is.
const MOST_BYTES: usize = 8000;
/// How deep messages within messages are looked for.
const MOST_NESTED: usize = 5;

/// One language.
pub struct Catalogue {
    bundle: FluentBundle<FluentResource>,
    /// (key, template), those with the most words of their own first; before them those whose keys begin with `outer-`, which say what
    /// a whole sentence is about, however much is said inside.
    templates: Vec<(String, Template)>,
    /// The places of the templates that have no places, by their text.
    whole: HashMap<String, usize>,
    /// The places of the other templates, by their first word.
    by_word: HashMap<String, Vec<usize>>,
    /// The places of those that begin with anything.
    loose: Vec<usize>,
}

/// Where a text stands, which tells what it may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// By itself: it is a message of the program.
    Alone,
    /// In a table or within a message, where one word may be anybody's: only what is meant to stand there is said.
    Among,
    /// At a place for names, where one word is somebody else's.
    Name,
    /// At a place for players, who are called first and second or the player to move where they have no names.
    Player,
}

/// The places of messages where players stand.
const PLAYERS: &[&str] = &["first", "opponent", "player", "second", "who", "you"];

/// The places of messages where names stand, and moves, and what was typed.
const NAMES: &[&str] = &[
    "address",
    "argument",
    "claim",
    "code",
    "command",
    "commands",
    "component",
    "example",
    "expression",
    "function",
    "game",
    "givens",
    "letter",
    "move",
    "moves",
    "name",
    "names",
    "near",
    "position",
    "text",
    "title",
];

impl Catalogue {
    /// The catalogue of a language; `None` for English, in which everything is said already.
    pub fn of(language: Language) -> Option<&'static Catalogue> {
        static CHINESE: OnceLock<Catalogue> = OnceLock::new();
        match language {
            Language::English => None,
            Language::Chinese => Some(CHINESE.get_or_init(Catalogue::chinese)),
        }
    }

    fn chinese() -> Catalogue {
        let mut bundle = FluentBundle::new_concurrent(vec!["zh".parse().unwrap_or_default()]);
        // Marks of direction are for mixtures of scripts that run both ways; a terminal would show them.
        bundle.set_use_isolating(false);
        let mut templates = Vec::new();
        for (_, english, chinese) in FILES {
            // What cannot be parsed is left out of a resource; the tests see to it that there is nothing of that kind.
            let (Ok(chinese) | Err((chinese, _))) = FluentResource::try_new((*chinese).to_owned());
            bundle.add_resource_overriding(chinese);
            let (Ok(english) | Err((english, _))) = fluent_syntax::parser::parse(*english);
            for entry in english.body {
                let Entry::Message(message) = entry else { continue };
                let Some(pattern) = message.value else { continue };
                templates.extend(Template::all(&pattern).into_iter().map(|one| (message.id.name.to_owned(), one)));
            }
        }
        let rank = |(key, template): &(String, Template)| (!key.starts_with("outer-"), Reverse(template.weight()));
        templates.sort_by(|a, b| rank(a).cmp(&rank(b)).then_with(|| a.0.cmp(&b.0)));
        let mut catalogue =
            Catalogue { bundle, templates, whole: HashMap::new(), by_word: HashMap::new(), loose: Vec::new() };
        for (place, (_, template)) in catalogue.templates.iter().enumerate() {
            if let Some(text) = template.whole() {
                catalogue.whole.entry(text.to_owned()).or_insert(place);
            } else if let Some(word) = template.first_word() {
                catalogue.by_word.entry(word.to_owned()).or_default().push(place);
            } else {
                catalogue.loose.push(place);
            }
        }
        catalogue
    }

    /// A message in the language of the catalogue, white space around it kept; `None` where it is not recognised.
    pub fn say(&self, text: &str) -> Option<String> {
        self.say_standing(text, Standing::Alone)
    }

    pub(super) fn say_standing(&self, text: &str, standing: Standing) -> Option<String> {
        let core = text.trim();
        let said = self.said(core, standing, MOST_NESTED)?;
        let start = text.len() - text.trim_start().len();
        let (before, after) = (&text[..start], &text[start + core.len()..]);
        // Between Chinese letters no space is written, and none before or after their punctuation.
        let before = if before == " " && said.starts_with(is_wide) { "" } else { before };
        let after = if after == " " && said.ends_with(is_wide) { "" } else { after };
        Some(format!("{before}{said}{after}"))
    }

    fn said(&self, text: &str, standing: Standing, depth: usize) -> Option<String> {
        if text.is_empty() || text.len() > MOST_BYTES || depth == 0 {
            return None;
        }
        let allowed = |key: &str| match standing {
            Standing::Alone => true,
            Standing::Among => text.contains(' ') || key.starts_with("word-"),
            Standing::Name => text.contains(' '),
            Standing::Player => matches!(key, "word-first" | "word-second" | "the-player-to-move"),
        };
        if let Some(place) = self.whole.get(text) {
            let key = &self.templates[*place].0;
            return allowed(key).then(|| self.format(key, &[], depth)).flatten();
        }
        let word = text.split_once(' ').map_or(text, |(word, _)| word);
        let known = self.by_word.get(word).map_or(&[][..], Vec::as_slice);
        // Both are in order, so that the better ones come first in their union too.
        let (mut known, mut loose) = (known.iter().peekable(), self.loose.iter().peekable());
        while let Some(place) = match (known.peek(), loose.peek()) {
            (Some(a), Some(b)) if a < b => known.next(),
            (Some(_), None) => known.next(),
            _ => loose.next(),
        } {
            let (key, template) = &self.templates[*place];
            let Some(filled) = template.fit(text).filter(|_| allowed(key)) else { continue };
            // A move may be made in several parts; what is said about a move has more words than this, and comes first.
            if key == "part" {
                return self.say_move(text);
            }
            if let Some(said) = self.format(key, &filled, depth) {
                return Some(said);
            }
        }
        self.list(text, ("; ", "；"), standing, depth).or_else(|| self.list(text, (", ", "、"), standing, depth))
    }

    /// The message of this key. A key that begins with `join-` joins messages, and is one only where all of them are.
    fn format(&self, key: &str, filled: &[Filled], depth: usize) -> Option<String> {
        let pattern = self.bundle.get_message(key)?.value()?;
        let mut arguments = FluentArgs::new();
        for place in filled {
            let standing = match place.name {
                name if PLAYERS.contains(&name) => Standing::Player,
                name if NAMES.contains(&name) => Standing::Name,
                _ => Standing::Among,
            };
            let said = match place.name {
                _ if place.is_quoted => None,
                "moves" => self.say_numbered(place.text),
                _ => self.said(place.text.trim(), standing, depth - 1),
            };
            if said.is_none() && key.starts_with("join-") && !place.is_quoted && !is_bare(place.text) {
                return None;
            }
            let said = said.unwrap_or_else(|| place.text.to_owned());
            // A variant is chosen by what stands there, and not by the marks around it.
            let said = if chooses(pattern) || place.is_quoted { said } else { format!("{OPENS}{said}{CLOSES}") };
            arguments.set(place.name.to_owned(), said);
        }
        let mut errors = Vec::new();
        Some(spaced(&self.bundle.format_pattern(pattern, Some(&arguments), &mut errors)))
    }

    /// A move as it is written, where it tells the parts of a sum that it is made in; `None` where it does not.
    pub(super) fn say_move(&self, text: &str) -> Option<String> {
        let pattern = self.bundle.get_message("part")?.value()?;
        let parts = text.strip_prefix("part ")?.split(", part ");
        let said: Option<Vec<String>> = parts
            .map(|part| {
                let (number, made) = part.split_once(": ")?;
                number.parse::<usize>().ok()?;
                let arguments = FluentArgs::from_iter([("number", number), ("move", made)]);
                Some(self.bundle.format_pattern(pattern, Some(&arguments), &mut Vec::new()).into_owned())
            })
            .collect();
        Some(said?.join("，"))
    }

    /// Moves with the numbers they are chosen by: `1 part 1: take(k=1); 4 part 2: take(k=1)`.
    fn say_numbered(&self, text: &str) -> Option<String> {
        let said: Option<Vec<String>> = text
            .split("; ")
            .map(|numbered| {
                let (number, made) = numbered.split_once(' ').filter(|(number, _)| number.parse::<usize>().is_ok())?;
                Some(format!("{number} {}", self.say_move(made).unwrap_or_else(|| made.to_owned())))
            })
            .collect();
        Some(said?.join("；"))
    }

    /// Several messages or names in a row: one where all of them are known or mere names.
    fn list(&self, text: &str, (english, other): (&str, &str), standing: Standing, depth: usize) -> Option<String> {
        let parts: Vec<&str> = text.split(english).collect();
        if parts.len() < 2 {
            return None;
        }
        let mut known = false;
        let said: Option<Vec<String>> = parts
            .into_iter()
            .map(|part| {
                let among = if standing == Standing::Alone { Standing::Among } else { standing };
                let said = self.said(part, among, depth - 1);
                known |= said.is_some();
                said.or_else(|| is_bare(part).then(|| part.to_owned()))
            })
            .collect();
        said.filter(|_| known).map(|said| said.join(other))
    }

    /// The key of the message that a text is; `None` where it is none, or is put together of several.
    pub fn key(&self, text: &str) -> Option<&str> {
        let fits = |(_, template): &&(String, Template)| template.whole() == Some(text) || template.fit(text).is_some();
        self.templates.iter().find(fits).map(|(key, _)| key.as_str())
    }

    /// Every key with what must stand in a text that it fits, once for each choice of variants.
    pub fn literals(&self) -> impl Iterator<Item = (&str, Vec<&str>)> {
        self.templates.iter().map(|(key, template)| (key.as_str(), template.literals().collect()))
    }

    /// The keys of templates in which two places stand side by side.
    pub fn ambiguous(&self) -> impl Iterator<Item = &str> {
        self.templates.iter().filter(|(_, template)| template.is_ambiguous()).map(|(key, _)| key.as_str())
    }
}

/// Whether nothing of it is a word of any language: a number, a name in backticks, a position.
fn is_bare(text: &str) -> bool {
    let quoted = text.len() > 1 && text.starts_with('`') && text.ends_with('`');
    quoted || !text.contains(char::is_alphabetic)
}

/// What stands around an argument until the spaces beside it are right: letters that nobody writes.
const OPENS: char = '\u{f0000}';
const CLOSES: char = '\u{f0001}';

/// Whether a message has variants.
fn chooses(pattern: &fluent_syntax::ast::Pattern<&str>) -> bool {
    use fluent_syntax::ast::{Expression, PatternElement};
    let is_choice = |element: &PatternElement<&str>| {
        matches!(element, PatternElement::Placeable { expression: Expression::Select { .. } })
    };
    pattern.elements.iter().any(is_choice)
}

/// The text without the marks around its arguments, where a space stands between Chinese and other letters, and none between
/// Chinese ones: who wrote the message could not know what would be put in.
fn spaced(text: &str) -> String {
    let mut said = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    let is_mark = |letter: char| matches!(letter, OPENS | CLOSES);
    while let Some(letter) = letters.next() {
        if !is_mark(letter) {
            said.push(letter);
            continue;
        }
        while letters.next_if(|next| is_mark(*next)).is_some() {}
        let bare = said.trim_end_matches(' ').chars().next_back();
        let mut ahead = letters.clone().skip_while(|next| *next == ' ' || is_mark(*next));
        let (Some(before), Some(after)) = (bare, ahead.next()) else { continue };
        if is_wide(before) && is_wide(after) {
            said.truncate(said.trim_end_matches(' ').len());
            while letters.next_if(|next| *next == ' ' || is_mark(*next)).is_some() {}
        } else if meet(before, after) && !said.ends_with(' ') && letters.peek() != Some(&' ') {
            said.push(' ');
        }
    }
    said
}

/// Whether a Chinese letter and one of another script stand side by side; marks of punctuation have their own room.
fn meet(before: char, after: char) -> bool {
    let is_letter = |letter: char| is_wide(letter) && letter.is_alphanumeric();
    let is_other = |letter: char| !is_wide(letter) && (letter.is_alphanumeric() || letter == '`');
    is_letter(before) && is_other(after) || is_other(before) && is_letter(after)
}

/// Whether a letter is as wide as a Chinese one.
fn is_wide(letter: char) -> bool {
    unicode_width::UnicodeWidthChar::width(letter) == Some(2)
}
