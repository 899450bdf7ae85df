//! The helper functions of programs in Python.

use super::program::Helper;

/// Returns a helper's source.
pub(crate) fn helper_text(helper: Helper) -> &'static str {
    match helper {
        Helper::ReadWord => {
            r"
def read_word():
    global at
    at += 1
    return words[at - 1]
"
        }
        Helper::AtEnd => {
            r"
def at_end():
    return at == len(words)
"
        }
        Helper::EndMark => {
            r"
# Whether these numbers come next; they are taken then.
def end_mark(marks):
    global at
    before = at
    for mark in marks:
        if read_word() != str(mark):
            at = before
            return False
    return True
"
        }
        _ => "",
    }
}

/// Source used by the helpers that read lines.
pub(crate) const READ_LINE: &str = r#"
# What is left of this line, or the next one where nothing is.
def read_line():
    global at
    line = ""
    for _ in range(2):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        line = text[at:end].strip()
        at = min(end + 1, len(text))
        if line:
            break
    return line
"#;

/// Reads a word of a text that is also read by lines, and tests whether anything is left.
pub(crate) const READ_WORD_OF_TEXT: &str = r"
def read_word():
    global at
    while at < len(text) and text[at].isspace():
        at += 1
    start = at
    while at < len(text) and not text[at].isspace():
        at += 1
    return text[start:at]
";

/// Tests whether only white space is left of a text that is also read by lines.
pub(crate) const AT_END_OF_TEXT: &str = r"
def at_end():
    global at
    while at < len(text) and text[at].isspace():
        at += 1
    return at == len(text)
";
