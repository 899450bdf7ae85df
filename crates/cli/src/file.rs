//! Reading and replacing files, and finding the game somebody names.

use crate::failure::Failure;
use grundy::{Entry, catalogue, edits, find};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// No file of rules is larger.
const MOST_RULES_BYTES: u64 = 4 << 20;
/// No file of givens is larger.
pub const MOST_GIVENS_BYTES: u64 = 64 << 20;

/// The text of a game and what it is called.
pub struct Text {
    /// What the file is called in messages.
    pub path: String,
    /// What the file holds.
    pub source: String,
    /// The catalogue's entry, where it is one.
    pub entry: Option<&'static Entry>,
}

/// The file or the built-in game of that name; `-` is standard input.
///
/// # Errors
/// There is none, or it cannot be read.
pub fn find_text(name: &str) -> Result<Text, Failure> {
    if name == "-" {
        return Ok(Text { path: "standard input".into(), source: read_standard_input()?, entry: None });
    }
    let is_path = name.contains(['/', '\\']) || name.ends_with(".game");
    if !is_path && let Some(entry) = find(name) {
        return Ok(Text { path: entry.path(), source: entry.source.to_owned(), entry: Some(entry) });
    }
    let path = Path::new(name);
    if is_path || path.is_file() {
        let built_in = path.file_stem().and_then(|stem| stem.to_str()).filter(|stem| find(stem).is_some());
        let source = read_rules(path).map_err(|failure| match built_in {
            Some(stem) if !path.exists() => failure.hint(format!("the built-in game is called `{stem}`")),
            _ => failure,
        })?;
        return Ok(Text { path: name.to_owned(), source, entry: None });
    }
    Err(unknown(name))
}

fn unknown(name: &str) -> Failure {
    let mut near: Vec<(usize, &str)> = catalogue()
        .iter()
        .map(|entry| {
            let contained = name.len() > 2 && (entry.name.contains(name) || name.contains(entry.name));
            (if contained { 1 } else { edits(&name.to_lowercase(), entry.name) }, entry.name)
        })
        .filter(|(distance, _)| *distance <= 1 + name.chars().count() / 3)
        .collect();
    near.sort_unstable();
    let near: Vec<&str> = near.into_iter().take(4).map(|(_, name)| name).collect();
    let mut failure = Failure::wrong(format!("there is no game called `{name}`"));
    if !near.is_empty() {
        failure = failure.hint(format!("did you mean {}?", near.join(", ")));
    }
    if Path::new(name).is_dir() {
        failure = failure.hint(format!("`{name}` is a directory: name a file in it"));
    }
    failure.hint("`grundy list` shows all built-in games; a file of your own is named by its path, as in ./my.game")
}

/// The text of a file of rules.
///
/// # Errors
/// It cannot be read, is too large, empty, or not UTF-8.
pub fn read_rules(path: &Path) -> Result<String, Failure> {
    let bytes = read_bytes(path, MOST_RULES_BYTES)?;
    decode(bytes, &path.display().to_string())
}

/// All of standard input, as rules.
///
/// # Errors
/// It cannot be read, is too large, empty, or not UTF-8.
pub fn read_standard_input() -> Result<String, Failure> {
    let bytes = read_limited(io::stdin().lock(), "standard input", MOST_RULES_BYTES)?;
    decode(bytes, "standard input")
}

/// The bytes of a file of at most this size.
///
/// # Errors
/// It cannot be read or is too large.
pub fn read_bytes(path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    let shown = path.display().to_string();
    if path.is_dir() {
        return Err(Failure::wrong(format!("`{shown}` is a directory")).hint("name a file in it"));
    }
    let file = open(path)?;
    read_limited(file, &shown, most)
}

/// The bytes of standard input, at most so many.
///
/// # Errors
/// It cannot be read or is too large.
pub fn read_input_bytes(most: u64) -> Result<Vec<u8>, Failure> {
    read_limited(io::stdin().lock(), "standard input", most)
}

/// Writes a file, in place of one that may be there.
///
/// # Errors
/// It cannot be written.
pub fn write_new(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(|error| Failure::wrong(format!("cannot write `{}`: {error}", path.display())))
}

/// Writes a file of bytes, in place of one that may be there.
///
/// # Errors
/// It cannot be written.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    fs::write(path, bytes).map_err(|error| Failure::wrong(format!("cannot write `{}`: {error}", path.display())))
}

/// A file to read.
///
/// # Errors
/// It cannot be opened.
pub fn open(path: &Path) -> Result<File, Failure> {
    let shown = path.display();
    File::open(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => Failure::wrong(format!("there is no file `{shown}`")).hint("look at the path"),
        _ => Failure::wrong(format!("cannot read `{shown}`: {error}")),
    })
}

fn read_limited(source: impl Read, shown: &str, most: u64) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    source
        .take(most + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::wrong(format!("cannot read `{shown}`: {error}")))?;
    if bytes.len() as u64 > most {
        return Err(Failure::wrong(format!("`{shown}` is larger than {} MiB", most >> 20))
            .hint("that is no file of this kind; look at the path"));
    }
    Ok(bytes)
}

fn decode(bytes: Vec<u8>, shown: &str) -> Result<String, Failure> {
    let text = String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        let line = bytes[..good].iter().filter(|byte| **byte == b'\n').count() + 1;
        let byte = bytes.get(good).copied().unwrap_or_default();
        Failure::wrong(format!("`{shown}` is not UTF-8: line {line} holds the byte 0x{byte:02x}"))
            .hint("save it as UTF-8")
    })?;
    // Some editors begin a file with a mark that is no part of its text.
    let text = text.strip_prefix('\u{feff}').map(ToOwned::to_owned).unwrap_or(text);
    if text.trim().is_empty() {
        return Err(Failure::wrong(format!("`{shown}` is empty"))
            .hint("the smallest game is: game nim(n) move take(k in 1..n) -> n - k"));
    }
    Ok(text)
}

/// Replaces a file by this text, wholly or not at all.
///
/// # Errors
/// The new file cannot be written; the old one is as it was.
pub fn replace(path: &Path, text: &str) -> Result<(), Failure> {
    let failure = |error: io::Error| Failure::wrong(format!("cannot write `{}`: {error}", path.display()));
    // What is replaced is the file itself and not a link to it.
    let target = path.canonicalize().map_err(failure)?;
    let beside = beside(&target);
    let written = write_beside(&target, &beside, text).and_then(|()| fs::rename(&beside, &target));
    written.map_err(|error| {
        // What is left over is of no use; that it cannot be removed either is no news.
        let _ = fs::remove_file(&beside);
        failure(error)
    })
}

fn beside(target: &Path) -> PathBuf {
    let name = target.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    target.with_file_name(format!(".{name}.{}.tmp", std::process::id()))
}

fn write_beside(target: &Path, beside: &Path, text: &str) -> io::Result<()> {
    let permissions = fs::metadata(target)?.permissions();
    if permissions.readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it may not be changed"));
    }
    let mut file = File::create_new(beside)?;
    file.write_all(text.as_bytes())?;
    file.set_permissions(permissions)?;
    file.sync_all()
}
