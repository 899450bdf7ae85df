//! The parts of a template.

/// A part of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Text.
    Literal(&'a str),
    /// The place of the argument of this name.
    Argument(&'a str),
}

/// Returns the parts of a template, in order. A brace that is not closed is text.
///
/// ```
/// use grundy_message::{Piece, pieces};
/// let parts: Vec<Piece> = pieces("a `{name}`{{").collect();
/// assert_eq!(parts, [Piece::Literal("a `"), Piece::Argument("name"), Piece::Literal("`"), Piece::Literal("{")]);
/// ```
pub fn pieces(template: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = template;
    std::iter::from_fn(move || {
        let at = rest.find(['{', '}']).unwrap_or(rest.len());
        if rest.is_empty() {
            return None;
        }
        if at > 0 {
            let (text, after) = rest.split_at(at);
            rest = after;
            return Some(Piece::Literal(text));
        }
        if rest.starts_with("{{") || rest.starts_with("}}") {
            let brace = &rest[..1];
            rest = &rest[2..];
            return Some(Piece::Literal(brace));
        }
        match rest.strip_prefix('{').and_then(|inner| inner.split_once('}')) {
            Some((name, after)) => {
                rest = after;
                Some(Piece::Argument(name))
            }
            None => Some(Piece::Literal(std::mem::take(&mut rest))),
        }
    })
}
