//! One message as a pattern: literals, and placeholders for anything.
//!
//! In: the English side of a Fluent message. Out: templates, one for each choice of its variants, and, for a text that
//! fits, the text of each placeholder. A placeholder takes one character or more; one whose name begins with `number`
//! or `count` takes a number, one whose name begins with `player` a name without spaces, and one between backticks no
//! backtick. Of several fits the first is taken: each placeholder as short as possible.

use crate::limits;
use fluent_syntax::ast::{Expression, InlineExpression, Pattern, PatternElement, VariantKey};

/// A message with one choice of its variants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Template {
    /// Literals and placeholders, in turn.
    pieces: Vec<Piece>,
    /// The values that select these variants: (name, value).
    chosen: Vec<(String, String)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Literal(String),
    Place(String),
}

/// The text of a placeholder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Filled<'a> {
    /// The name of the placeholder.
    pub name: &'a str,
    /// Its text.
    pub text: &'a str,
    /// Whether it is between backticks or quotes, which make it a name.
    pub is_quoted: bool,
}

impl Template {
    /// Returns every template of a message.
    pub fn all(pattern: &Pattern<&str>) -> Vec<Template> {
        let mut templates = vec![Template { pieces: Vec::new(), chosen: Vec::new() }];
        for element in &pattern.elements {
            match element {
                PatternElement::TextElement { value } => {
                    templates.iter_mut().for_each(|template| template.push(Piece::Literal((*value).to_owned())));
                }
                PatternElement::Placeable { expression: Expression::Inline(inline) } => {
                    let Some(piece) = piece(inline) else { continue };
                    templates.iter_mut().for_each(|template| template.push(piece.clone()));
                }
                PatternElement::Placeable { expression: Expression::Select { selector, variants } } => {
                    let name = match selector {
                        InlineExpression::VariableReference { id } => id.name,
                        _ => continue,
                    };
                    let choices = variants.iter().flat_map(|variant| {
                        let key = match &variant.key {
                            VariantKey::Identifier { name: "one" } => "1",
                            VariantKey::Identifier { name } => name,
                            VariantKey::NumberLiteral { value } => value,
                        };
                        let all = Template::all(&variant.value);
                        all.into_iter().map(move |template| (name, key, template))
                    });
                    let choices: Vec<(&str, &str, Template)> = choices.collect();
                    templates = templates
                        .iter()
                        .flat_map(|template| {
                            choices.iter().map(|(name, key, choice)| {
                                let mut joined = template.clone();
                                choice.pieces.iter().for_each(|piece| joined.push(piece.clone()));
                                joined.chosen.push(((*name).to_owned(), (*key).to_owned()));
                                joined
                            })
                        })
                        .collect();
                }
            }
        }
        templates
    }

    fn push(&mut self, piece: Piece) {
        match (self.pieces.last_mut(), piece) {
            (Some(Piece::Literal(before)), Piece::Literal(after)) => before.push_str(&after),
            (_, piece) => self.pieces.push(piece),
        }
    }

    /// Returns the number of literal bytes: templates with more are more specific.
    pub fn weight(&self) -> usize {
        self.literals().map(str::len).sum()
    }

    /// Returns the literals, in order.
    pub fn literals(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Literal(text) => Some(text.as_str()),
            Piece::Place(_) => None,
        })
    }

    /// Returns the text, if there are no placeholders.
    pub fn whole(&self) -> Option<&str> {
        match self.pieces.as_slice() {
            [Piece::Literal(text)] => Some(text),
            _ => None,
        }
    }

    /// Returns the first word, if it is fixed.
    pub fn first_word(&self) -> Option<&str> {
        match self.pieces.first()? {
            Piece::Literal(text) => text.split_once(' ').map(|(word, _)| word),
            Piece::Place(_) => None,
        }
    }

    /// Returns whether two placeholders are adjacent, so that the end of the first is undetermined.
    pub fn is_ambiguous(&self) -> bool {
        self.pieces.windows(2).any(|pair| matches!(pair, [Piece::Place(_), Piece::Place(_)]))
    }

    /// Returns the text of each placeholder, if the text fits.
    pub fn fit<'a>(&'a self, text: &'a str) -> Option<Vec<Filled<'a>>> {
        let mut filled = Vec::new();
        let mut tries = limits::MAX_TEMPLATE_TRIES;
        if !self.fit_from(0, text, &mut filled, &mut tries) {
            return None;
        }
        for (name, text) in &self.chosen {
            if filled.iter().all(|index| index.name != name) {
                filled.push(Filled { name, text, is_quoted: true });
            }
        }
        Some(filled)
    }

    /// Matches the pieces from `from` on; the recursion is as deep as the template has pieces.
    fn fit_from<'a>(&'a self, from: usize, text: &'a str, filled: &mut Vec<Filled<'a>>, tries: &mut usize) -> bool {
        let quote = |literal: Option<&str>, at_end: bool| {
            let quote = literal.and_then(|text| if at_end { text.chars().last() } else { text.chars().next() });
            quote.filter(|quote| matches!(quote, '`' | '\''))
        };
        match &self.pieces[from..] {
            [] => text.is_empty(),
            [Piece::Literal(literal), ..] => {
                text.strip_prefix(literal.as_str()).is_some_and(|rest| self.fit_from(from + 1, rest, filled, tries))
            }
            [Piece::Place(name), rest @ ..] => {
                let before = match from.checked_sub(1).map(|before| &self.pieces[before]) {
                    Some(Piece::Literal(text)) => Some(text.as_str()),
                    _ => None,
                };
                let after = match rest.first() {
                    Some(Piece::Literal(text)) => Some(text.as_str()),
                    _ => None,
                };
                let opened = quote(before, true);
                let is_quoted = opened.is_some() && opened == quote(after, false);
                let mut ends: Box<dyn Iterator<Item = usize>> = match after {
                    None => Box::new(std::iter::once(text.len())),
                    Some(literal) if rest.len() == 1 => Box::new(text.strip_suffix(literal).map(str::len).into_iter()),
                    Some(literal) => Box::new(text.match_indices(literal).map(|(at, _)| at)),
                };
                ends.any(|end| {
                    if *tries == 0 {
                        return false;
                    }
                    *tries -= 1;
                    let value = &text[..end];
                    let same = filled.iter().find(|index| index.name == name).is_none_or(|index| index.text == value);
                    let fits = same && !value.is_empty() && takes(name, value) && !(is_quoted && value.contains('`'));
                    if !fits {
                        return false;
                    }
                    filled.push(Filled { name, text: value, is_quoted });
                    let whole = self.fit_from(from + 1, &text[end..], filled, tries);
                    if !whole {
                        filled.pop();
                    }
                    whole
                })
            }
        }
    }
}

fn piece(inline: &InlineExpression<&str>) -> Option<Piece> {
    match inline {
        InlineExpression::VariableReference { id } => Some(Piece::Place(id.name.to_owned())),
        InlineExpression::StringLiteral { value } => Some(Piece::Literal((*value).to_owned())),
        InlineExpression::NumberLiteral { value } => Some(Piece::Literal((*value).to_owned())),
        _ => None,
    }
}

/// Returns whether a placeholder of this name takes this text.
fn takes(name: &str, value: &str) -> bool {
    if name.starts_with("number") || name.starts_with("count") {
        // Long numbers are written in groups, with spaces or commas.
        let grouped = |c: char| c.is_ascii_digit() || matches!(c, ',' | '.' | '+' | '-' | '^' | ' ');
        return value.chars().all(grouped) && value.trim() == value;
    }
    !(name.starts_with("player") && value.contains(' '))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fluent_syntax::ast::Entry;

    fn templates(message: &str) -> Vec<Template> {
        let resource = fluent_syntax::parser::parse(message).unwrap();
        let Some(Entry::Message(message)) = resource.body.first() else { panic!("no message") };
        Template::all(message.value.as_ref().unwrap())
    }

    #[track_caller]
    fn check(message: &str, text: &str, expect: Option<&str>) {
        let templates = templates(message);
        let shown = templates.iter().find_map(|template| template.fit(text)).map(|filled| {
            filled.iter().map(|index| format!("{}={}", index.name, index.text)).collect::<Vec<_>>().join(" ")
        });
        assert_eq!(shown.as_deref(), expect);
    }

    #[test]
    fn placeholders_take_the_text_between_literals() {
        check("k = no `{ $name }` in { $where }", "no `a` in the file", Some("name=a where=the file"));
        check("k = no `{ $name }` in { $where }", "no `` in the file", None);
        check("k = { $a } of { $b } x", "1 of 2 of 3 x", Some("a=1 b=2 of 3"));
        check("k = same { $a } and { $a }", "same x and y and x and y", Some("a=x and y a=x and y"));
    }

    #[test]
    fn numbers_are_not_words() {
        check("k = { $count } moves", "12 moves", Some("count=12"));
        check("k = { $count } moves", "no moves", None);
    }

    #[test]
    fn every_variant_is_tried() {
        let message = "k = { $count } { $count ->\n    [one] move\n   *[other] moves\n  } left";
        check(message, "1 move left", Some("count=1"));
        check(message, "7 moves left", Some("count=7"));
    }

    #[test]
    fn long_texts_are_rejected_at_once() {
        let long = "a, ".repeat(100_000);
        check("k = { $a }, { $b }, { $c }, { $d }: end", &long, None);
    }
}
