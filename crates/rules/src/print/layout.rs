//! Line breaking: a document with possible breaks -> text of bounded width.
//!
//! The algorithm is Wadler's ("A prettier printer", 2003) in the form of Oppen and Lindig: a group is laid out on one line if
//! it fits there together with what must follow it, else its own breaks are taken and its inner groups are decided
//! separately.

/// A piece of text that may be broken over lines.
#[derive(Clone, Debug)]
pub(super) enum Document {
    /// Characters that stay together.
    Text(String),
    /// A space, or a line break.
    Line,
    /// Pieces one after another.
    Sequence(Vec<Document>),
    /// Line breaks inside are indented by two more.
    Indented(Box<Document>),
    /// Laid out on one line if it fits.
    Group(Box<Document>),
}

pub(super) fn text(characters: impl Into<String>) -> Document {
    Document::Text(characters.into())
}

pub(super) fn sequence(pieces: impl IntoIterator<Item = Document>) -> Document {
    Document::Sequence(pieces.into_iter().collect())
}

pub(super) fn group(inner: Document) -> Document {
    Document::Group(Box::new(inner))
}

pub(super) fn indented(inner: Document) -> Document {
    Document::Indented(Box::new(inner))
}

/// Joins pieces by commas; each goes to a new line only if it does not fit on the current one.
pub(super) fn commas(pieces: impl IntoIterator<Item = Document>) -> Document {
    let mut all = Vec::new();
    for piece in pieces {
        if all.is_empty() {
            all.push(group(piece));
        } else {
            all.push(text(","));
            all.push(group(sequence([Document::Line, group(piece)])));
        }
    }
    Document::Sequence(all)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Flat,
    Broken,
}

/// Returns the document as lines of at most `width` columns if possible.
pub(super) fn lay_out(document: &Document, width: usize) -> String {
    let mut out = String::new();
    let mut column = 0;
    let mut stack = vec![(0, Mode::Broken, document)];
    while let Some((indent, mode, piece)) = stack.pop() {
        match piece {
            Document::Text(characters) => {
                out.push_str(characters);
                column = match characters.rsplit_once('\n') {
                    Some((_, last)) => columns(last),
                    None => column + columns(characters),
                };
            }
            Document::Line if mode == Mode::Broken => {
                out.truncate(out.trim_end_matches(' ').len());
                out.push('\n');
                out.push_str(&" ".repeat(indent));
                column = indent;
            }
            Document::Line => {
                out.push(' ');
                column += 1;
            }
            Document::Sequence(pieces) => stack.extend(pieces.iter().rev().map(|piece| (indent, mode, piece))),
            Document::Indented(inner) => stack.push((indent + 2, mode, inner)),
            Document::Group(inner) => {
                let fits = mode == Mode::Flat || fits(inner, &stack, width.saturating_sub(column));
                stack.push((indent, if fits { Mode::Flat } else { Mode::Broken }, inner));
            }
        }
    }
    out
}

/// Returns whether the piece on one line, with what follows up to the next possible break, takes at most `room` columns.
fn fits(piece: &Document, rest: &[(usize, Mode, &Document)], room: usize) -> bool {
    let mut room = room;
    let mut rest = rest.iter().rev();
    let mut stack = vec![(Mode::Flat, piece)];
    loop {
        let Some((mode, piece)) = stack.pop() else {
            match rest.next() {
                Some((_, mode, piece)) => stack.push((*mode, piece)),
                None => return true,
            }
            continue;
        };
        match piece {
            Document::Text(characters) => {
                let first = characters.split('\n').next().unwrap_or("");
                let Some(left) = room.checked_sub(columns(first)) else { return false };
                if first.len() < characters.len() {
                    return true;
                }
                room = left;
            }
            Document::Line if mode == Mode::Broken => return true,
            Document::Line => match room.checked_sub(1) {
                Some(left) => room = left,
                None => return false,
            },
            Document::Sequence(pieces) => stack.extend(pieces.iter().rev().map(|piece| (mode, piece))),
            Document::Indented(inner) | Document::Group(inner) => stack.push((mode, inner)),
        }
    }
}

/// Returns the number of columns of a text; East Asian characters take two.
pub(super) fn columns(text: &str) -> usize {
    text.chars().map(|c| if matches!(c as u32, 0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xfe30..=0xfe6f | 0xff00..=0xff60 | 0xffe0..=0xffe6 | 0x20000..=0x3fffd) { 2 } else { 1 }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(document: &Document, width: usize, expect: &str) {
        assert_eq!(lay_out(document, width), expect);
    }

    #[test]
    fn a_group_breaks_only_when_it_does_not_fit() {
        let list = sequence([text("f("), indented(commas(["one", "two", "three"].map(text))), text(")")]);
        check(&list, 20, "f(one, two, three)");
        check(&list, 12, "f(one, two,\n  three)");
        let chain = group(indented(sequence([text("a or"), Document::Line, text("b or"), Document::Line, text("c")])));
        check(&chain, 8, "a or\n  b or\n  c");
    }
}
