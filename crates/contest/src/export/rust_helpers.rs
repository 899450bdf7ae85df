//! The helper functions of programs in Rust; those that read are methods.

use super::program::Helper;

/// Returns a helper's source.
pub(crate) fn helper_text(helper: Helper) -> &'static str {
    match helper {
        Helper::Key => {
            r"
// What a position is made of.
trait Part {
    fn add_to(&self, key: &mut String);
}

impl Part for Int {
    fn add_to(&self, key: &mut String) {
        key.push_str(&self.to_string());
        key.push(' ');
    }
}

impl Part for bool {
    fn add_to(&self, key: &mut String) {
        key.push(if *self { '1' } else { '0' });
    }
}

impl Part for char {
    fn add_to(&self, key: &mut String) {
        key.push(*self);
    }
}

impl Part for String {
    fn add_to(&self, key: &mut String) {
        (self.len() as Int).add_to(key);
        key.push_str(self);
    }
}

impl<P: Part> Part for [P] {
    fn add_to(&self, key: &mut String) {
        (self.len() as Int).add_to(key);
        for part in self {
            part.add_to(key);
        }
    }
}

impl<P: Part> Part for Vec<P> {
    fn add_to(&self, key: &mut String) {
        self.as_slice().add_to(key);
    }
}

impl<P: Part + ?Sized> Part for &P {
    fn add_to(&self, key: &mut String) {
        (**self).add_to(key);
    }
}

// A position as one text, each list behind its length: positions have equal ones only where they are equal.
fn key_of(parts: &[&dyn Part]) -> String {
    let mut key = String::new();
    for part in parts {
        part.add_to(&mut key);
    }
    key
}
"
        }
        Helper::Sorted => {
            "fn sorted<T: Clone + Ord>(list: &[T]) -> Vec<T> {\n    let mut list = list.to_vec();\n    list.sort();\n    list\n}"
        }
        Helper::Distinct => {
            "// Sorted, each once.\nfn distinct<T: Clone + Ord>(list: &[T]) -> Vec<T> {\n    let mut list = list.to_vec();\n    list.sort();\n    list.dedup();\n    list\n}"
        }
        Helper::Reversed => {
            "fn reversed<T: Clone>(list: &[T]) -> Vec<T> {\n    list.iter().rev().cloned().collect()\n}"
        }
        Helper::Slice => {
            "// The entries from one place to another, both included.\nfn slice<T: Clone>(list: &[T], from: Int, to: Int) -> Vec<T> {\n    if to < from { Vec::new() } else { list[from as usize..=to as usize].to_vec() }\n}"
        }
        Helper::Joined => "fn joined<T: Clone>(left: &[T], right: &[T]) -> Vec<T> {\n    [left, right].concat()\n}",
        Helper::ReadWord => {
            r"
fn read_word(&mut self) -> String {
    self.at_end();
    let rest = &self.text[self.at..];
    let word = &rest[..rest.find(char::is_whitespace).unwrap_or(rest.len())];
    self.at += word.len();
    word.to_string()
}
"
        }
        Helper::AtEnd => {
            r"
// Skips white space; true where nothing else is left.
fn at_end(&mut self) -> bool {
    let rest = &self.text[self.at..];
    self.at += rest.len() - rest.trim_start().len();
    self.at == self.text.len()
}
"
        }
        Helper::EndMark => {
            r"
// Whether these numbers come next; they are taken then.
fn end_mark(&mut self, marks: &[Int]) -> bool {
    let before = self.at;
    for mark in marks {
        if self.read_word() != mark.to_string() {
            self.at = before;
            return false;
        }
    }
    true
}
"
        }
        Helper::ReadNumbersJson => {
            r"
// The numbers of a line such as [5,3,4].
fn read_numbers(&mut self) -> Vec<Int> {
    let line = self.read_line();
    line.split(|c: char| !c.is_ascii_digit() && c != '-').filter_map(|word| word.parse().ok()).collect()
}
"
        }
        Helper::ReadRowsJson => {
            r#"
// A line such as [[1,2],[],[0]].
fn read_rows(&mut self) -> Vec<Vec<Int>> {
    let line = self.read_line().replace(' ', "");
    let inner = &line[1..line.len() - 1];
    let numbers = |row: &str| row.split(|c: char| !c.is_ascii_digit() && c != '-').filter_map(|word| word.parse().ok()).collect();
    inner.split_terminator(']').map(numbers).collect()
}
"#
        }
        Helper::ReadLettersJson => {
            "// A line such as \"++--\" in quotes.\nfn read_letters(&mut self) -> Vec<char> {\n    self.read_line().trim_matches('\"').chars().collect()\n}"
        }
        Helper::ReadGridJson => {
            "// A line such as [\"#.\",\"M.\"].\nfn read_grid(&mut self) -> Vec<Vec<char>> {\n    self.read_line().split('\"').skip(1).step_by(2).map(|row| row.chars().collect()).collect()\n}"
        }
        _ => "",
    }
}

/// Source used by the helpers that read lines.
pub(crate) const READ_LINE: &str = r"
// What is left of this line, or the next one where nothing is.
fn read_line(&mut self) -> String {
    let mut line = String::new();
    for _ in 0..2 {
        let rest = &self.text[self.at..];
        let end = rest.find('\n').unwrap_or(rest.len());
        line = rest[..end].trim().to_string();
        self.at = (self.at + end + 1).min(self.text.len());
        if !line.is_empty() {
            break;
        }
    }
    line
}
";
