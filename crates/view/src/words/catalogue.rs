//! The messages of a language, and the templates that recognise them in English.
//!
//! In: English text. Out: the message that it is, in the language of the catalogue. Templates are found by their first
//! word, and of several that fit the one with the most literal text is taken, so that the order of the files does not
//! matter.

use super::Language;
use super::template::{Filled, Template};
use crate::limits;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use fluent_syntax::ast::Entry;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The messages of the program: their topic, in English, in Chinese.
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
    ("contest", include_str!("../../messages/contest.en.ftl"), include_str!("../../messages/contest.zh.ftl")),
    ("web", include_str!("../../messages/web.en.ftl"), include_str!("../../messages/web.zh.ftl")),
];

/// One language.
pub struct Catalogue {
    bundle: FluentBundle<FluentResource>,
    /// (key, template), those with the most literal text first; before them those whose keys begin with `outer-`, which
    /// describe a whole sentence, however much is inside.
    templates: Vec<(String, Template)>,
    /// Indices of the templates without placeholders, by their text.
    whole: HashMap<String, usize>,
    /// Indices of the other templates, by their first word.
    by_word: HashMap<String, Vec<usize>>,
    /// Indices of those that begin with a placeholder.
    loose: Vec<usize>,
}

/// The context of a text, which determines what it may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// By itself: it is a message of the program.
    Alone,
    /// In a table or within a message, where a single word may be user text: only messages meant for that context are
    /// translated.
    Among,
    /// In a placeholder for names, where a single word is user text.
    Name,
    /// In a placeholder for players, who are called first and second or the player to move if they have no names.
    Player,
}

/// The placeholders for players.
const PLAYERS: &[&str] = &["first", "opponent", "player", "second", "who", "you"];

/// The placeholders for names, moves, and what was typed.
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
    /// Returns the catalogue of a language; `None` for English, in which all text is already.
    pub fn of(language: Language) -> Option<&'static Catalogue> {
        static CHINESE: OnceLock<Catalogue> = OnceLock::new();
        match language {
            Language::English => None,
            Language::Chinese => Some(CHINESE.get_or_init(Catalogue::chinese)),
        }
    }

    fn chinese() -> Catalogue {
        let mut bundle = FluentBundle::new_concurrent(vec!["zh".parse().unwrap_or_default()]);
        // Directional isolates are for bidirectional text; a terminal would show them.
        bundle.set_use_isolating(false);
        let mut templates = Vec::new();
        for (_, english, chinese) in FILES {
            // What cannot be parsed is left out of a resource; the tests ensure that there is nothing of that kind.
            let (Ok(chinese) | Err((chinese, _))) = FluentResource::try_new((*chinese).to_owned());
            bundle.add_resource_overriding(chinese);
            let (Ok(english) | Err((english, _))) = fluent_syntax::parser::parse(*english);
            for entry in english.body {
                let Entry::Message(message) = entry else { continue };
                let Some(pattern) = message.value else { continue };
                templates
                    .extend(Template::all(&pattern).into_iter().map(|template| (message.id.name.to_owned(), template)));
            }
        }
        let rank = |(key, template): &(String, Template)| (!key.starts_with("outer-"), Reverse(template.weight()));
        templates.sort_by(|a, b| rank(a).cmp(&rank(b)).then_with(|| a.0.cmp(&b.0)));
        let mut catalogue =
            Catalogue { bundle, templates, whole: HashMap::new(), by_word: HashMap::new(), loose: Vec::new() };
        for (index, (_, template)) in catalogue.templates.iter().enumerate() {
            if let Some(text) = template.whole() {
                catalogue.whole.entry(text.to_owned()).or_insert(index);
            } else if let Some(word) = template.first_word() {
                catalogue.by_word.entry(word.to_owned()).or_default().push(index);
            } else {
                catalogue.loose.push(index);
            }
        }
        catalogue
    }

    /// Translates a message, keeping white space around it; `None` if it is not recognised.
    pub fn say(&self, text: &str) -> Option<String> {
        self.say_standing(text, Standing::Alone)
    }

    pub(super) fn say_standing(&self, text: &str, standing: Standing) -> Option<String> {
        let core = text.trim();
        let translated = self.translate(core, standing, limits::MAX_NESTED_MESSAGES)?;
        let start = text.len() - text.trim_start().len();
        let (before, after) = (&text[..start], &text[start + core.len()..]);
        // Between Chinese characters no space is written, and none before or after their punctuation.
        let before = if before == " " && translated.starts_with(is_wide) { "" } else { before };
        let after = if after == " " && translated.ends_with(is_wide) { "" } else { after };
        Some(format!("{before}{translated}{after}"))
    }

    fn translate(&self, text: &str, standing: Standing, depth: usize) -> Option<String> {
        if text.is_empty() || text.len() > limits::MAX_TRANSLATED_BYTES || depth == 0 {
            return None;
        }
        let allowed = |key: &str| match standing {
            Standing::Alone => true,
            Standing::Among => text.contains(' ') || key.starts_with("word-"),
            Standing::Name => text.contains(' '),
            Standing::Player => matches!(key, "word-first" | "word-second" | "the-player-to-move"),
        };
        if let Some(index) = self.whole.get(text) {
            let key = &self.templates[*index].0;
            return allowed(key).then(|| self.format(key, &[], depth)).flatten();
        }
        let word = text.split_once(' ').map_or(text, |(word, _)| word);
        let known = self.by_word.get(word).map_or(&[][..], Vec::as_slice);
        // Both are in order, so that the better ones come first in their union too.
        let (mut known, mut loose) = (known.iter().peekable(), self.loose.iter().peekable());
        while let Some(index) = match (known.peek(), loose.peek()) {
            (Some(a), Some(b)) if a < b => known.next(),
            (Some(_), None) => known.next(),
            _ => loose.next(),
        } {
            let (key, template) = &self.templates[*index];
            let Some(filled) = template.fit(text).filter(|_| allowed(key)) else { continue };
            // A move may be made in several parts; a message about a move has more literal text than this, and comes
            // first.
            if key == "part" {
                return self.say_move(text);
            }
            if let Some(translated) = self.format(key, &filled, depth) {
                return Some(translated);
            }
        }
        self.list(text, ("; ", "；"), standing, depth).or_else(|| self.list(text, (", ", "、"), standing, depth))
    }

    /// Formats the message of this key. A key that begins with `compound-` joins messages, and matches only if all of
    /// them do.
    fn format(&self, key: &str, filled: &[Filled], depth: usize) -> Option<String> {
        let pattern = self.bundle.get_message(key)?.value()?;
        let mut arguments = FluentArgs::new();
        for placeholder in filled {
            let standing = match placeholder.name {
                name if PLAYERS.contains(&name) => Standing::Player,
                name if NAMES.contains(&name) => Standing::Name,
                _ => Standing::Among,
            };
            let translated = match placeholder.name {
                _ if placeholder.is_quoted => None,
                "moves" => self.say_numbered(placeholder.text),
                _ => self.translate(placeholder.text.trim(), standing, depth - 1),
            };
            if translated.is_none() && key.starts_with("join-") && !placeholder.is_quoted && !is_bare(placeholder.text)
            {
                return None;
            }
            let translated = translated.unwrap_or_else(|| placeholder.text.to_owned());
            // A variant is selected by the argument itself, without the marks around it.
            let translated = if chooses(pattern) || placeholder.is_quoted {
                translated
            } else {
                format!("{OPENS}{translated}{CLOSES}")
            };
            arguments.set(placeholder.name.to_owned(), translated);
        }
        let mut errors = Vec::new();
        Some(spaced(&self.bundle.format_pattern(pattern, Some(&arguments), &mut errors)))
    }

    /// Translates a move that names the parts of a sum it is made in; `None` if it does not.
    pub(super) fn say_move(&self, text: &str) -> Option<String> {
        let pattern = self.bundle.get_message("part")?.value()?;
        let parts = text.strip_prefix("part ")?.split(", part ");
        let translated: Option<Vec<String>> = parts
            .map(|part| {
                let (number, made) = part.split_once(": ")?;
                number.parse::<usize>().ok()?;
                let arguments = FluentArgs::from_iter([("number", number), ("move", made)]);
                Some(self.bundle.format_pattern(pattern, Some(&arguments), &mut Vec::new()).into_owned())
            })
            .collect();
        Some(translated?.join("，"))
    }

    /// Translates moves with the numbers they are chosen by: `1 part 1: take(k=1); 4 part 2: take(k=1)`.
    fn say_numbered(&self, text: &str) -> Option<String> {
        let translated: Option<Vec<String>> = text
            .split("; ")
            .map(|numbered| {
                let (number, made) = numbered.split_once(' ').filter(|(number, _)| number.parse::<usize>().is_ok())?;
                Some(format!("{number} {}", self.say_move(made).unwrap_or_else(|| made.to_owned())))
            })
            .collect();
        Some(translated?.join("；"))
    }

    /// Translates several messages or names in a row, if all of them are known or mere names.
    fn list(&self, text: &str, (english, other): (&str, &str), standing: Standing, depth: usize) -> Option<String> {
        let parts: Vec<&str> = text.split(english).collect();
        if parts.len() < 2 {
            return None;
        }
        let mut known = false;
        let translated: Option<Vec<String>> = parts
            .into_iter()
            .map(|part| {
                let among = if standing == Standing::Alone { Standing::Among } else { standing };
                let translated = self.translate(part, among, depth - 1);
                known |= translated.is_some();
                translated.or_else(|| is_bare(part).then(|| part.to_owned()))
            })
            .collect();
        translated.filter(|_| known).map(|translated| translated.join(other))
    }

    /// Returns the key of the message that a text is; `None` if it is none, or is composed of several.
    pub fn key(&self, text: &str) -> Option<&str> {
        let fits = |(_, template): &&(String, Template)| template.whole() == Some(text) || template.fit(text).is_some();
        self.templates.iter().find(fits).map(|(key, _)| key.as_str())
    }

    /// Returns every key with the literals of a text that it fits, once for each choice of variants.
    pub fn literals(&self) -> impl Iterator<Item = (&str, Vec<&str>)> {
        self.templates.iter().map(|(key, template)| (key.as_str(), template.literals().collect()))
    }

    /// Returns the keys of templates with two adjacent placeholders.
    pub fn ambiguous(&self) -> impl Iterator<Item = &str> {
        self.templates.iter().filter(|(_, template)| template.is_ambiguous()).map(|(key, _)| key.as_str())
    }
}

/// Returns whether it has no word of any language: a number, a name in backticks, a position.
fn is_bare(text: &str) -> bool {
    let quoted = text.len() > 1 && text.starts_with('`') && text.ends_with('`');
    quoted || !text.contains(char::is_alphabetic)
}

/// Marks around an argument until the spaces beside it are right: private-use characters.
const OPENS: char = '\u{f0000}';
const CLOSES: char = '\u{f0001}';

/// Returns whether a message has variants.
fn chooses(pattern: &fluent_syntax::ast::Pattern<&str>) -> bool {
    use fluent_syntax::ast::{Expression, PatternElement};
    let is_choice = |element: &PatternElement<&str>| {
        matches!(element, PatternElement::Placeable { expression: Expression::Select { .. } })
    };
    pattern.elements.iter().any(is_choice)
}

/// Removes the marks around arguments and puts a space between Chinese and other characters, and none between Chinese
/// ones: the message is written without knowing its arguments.
fn spaced(text: &str) -> String {
    let mut spaced_text = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    let is_mark = |c: char| matches!(c, OPENS | CLOSES);
    while let Some(c) = chars.next() {
        if !is_mark(c) {
            spaced_text.push(c);
            continue;
        }
        while chars.next_if(|next| is_mark(*next)).is_some() {}
        let bare = spaced_text.trim_end_matches(' ').chars().next_back();
        let mut ahead = chars.clone().skip_while(|next| *next == ' ' || is_mark(*next));
        let (Some(before), Some(after)) = (bare, ahead.next()) else { continue };
        if is_wide(before) && is_wide(after) {
            spaced_text.truncate(spaced_text.trim_end_matches(' ').len());
            while chars.next_if(|next| *next == ' ' || is_mark(*next)).is_some() {}
        } else if meet(before, after) && !spaced_text.ends_with(' ') && chars.peek() != Some(&' ') {
            spaced_text.push(' ');
        }
    }
    spaced_text
}

/// Returns whether a Chinese character is next to one of another script; punctuation has its own spacing.
pub(super) fn meet(before: char, after: char) -> bool {
    let is_letter = |c: char| is_wide(c) && c.is_alphanumeric();
    let is_other = |c: char| !is_wide(c) && (c.is_alphanumeric() || c == '`');
    is_letter(before) && is_other(after) || is_other(before) && is_letter(after)
}

/// Returns whether a character is as wide as a Chinese one.
pub(super) fn is_wide(c: char) -> bool {
    unicode_width::UnicodeWidthChar::width(c) == Some(2)
}
