//! Reads files, and finds a game by its name.

use crate::failure::{Failure, reason};
use crate::io_limits;
use crate::limits;
use grundy::{Entry, find, find_problem, similar};
use grundy_message::{Message, message};
use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;

/// Number of bytes read between two checks of the limits of the command.
const READ_BYTES: u64 = 1 << 20;

/// Name of the file `-` in messages.
pub const STANDARD_INPUT: &str = "standard input";

/// Reads line `number` into `line`, with its end; returns false after the last one.
///
/// # Errors
/// Fails if it cannot be read, or is longer than `max_bytes`.
pub fn read_line(lines: impl BufRead, line: &mut Vec<u8>, number: u64, max_bytes: u64) -> Result<bool, Failure> {
    line.clear();
    let length = lines.take(max_bytes).read_until(b'\n', line).map_err(|error| {
        Failure::wrong(message!("cannot read line {number}: {error}", number, error = reason(&error)))
    })?;
    match length as u64 == max_bytes && !line.ends_with(b"\n") {
        true => {
            Err(Failure::wrong(message!("line {number} is longer than {count} MiB", number, count = max_bytes >> 20)))
        }
        false => Ok(length > 0),
    }
}

/// The text of a game and its name.
pub struct Text {
    /// Name of the file in messages.
    pub path: String,
    /// Contents of the file.
    pub source: String,
    /// The entry of the catalogue, if it is one.
    pub entry: Option<&'static Entry>,
}

/// Finds the file or the built-in game of that name; `-` is standard input.
///
/// # Errors
/// Fails if there is none, or it cannot be read.
pub fn find_text(name: &str) -> Result<Text, Failure> {
    if name == "-" {
        return Ok(Text { path: STANDARD_INPUT.into(), source: read_standard_input()?, entry: None });
    }
    let is_path = name.contains(['/', '\\']) || name.ends_with(".game");
    if !is_path && let Some(entry) = find(name) {
        return Ok(Text { path: entry.path(), source: entry.source.to_owned(), entry: Some(entry) });
    }
    let path = Path::new(name);
    if is_path || path.is_file() {
        let built_in = path.file_stem().and_then(|stem| stem.to_str()).filter(|stem| find(stem).is_some());
        let source = read_rules(path).map_err(|failure| match built_in {
            Some(stem) if !path.exists() => failure.hint(message!("the built-in game is called `{stem}`", stem)),
            _ => failure,
        })?;
        return Ok(Text { path: name.to_owned(), source, entry: None });
    }
    Err(unknown(name))
}

fn unknown(name: &str) -> Failure {
    let near = similar(name);
    let mut failure = Failure::wrong(message!("there is no game called `{name}`", name));
    if !near.is_empty() {
        failure = failure.hint(message!("did you mean {join}?", join = near.join(", ")));
    }
    if find_problem(name).is_some() {
        failure =
            failure.hint(message!("`{name}` is a contest problem: `grundy ask`, `judge` and `show` take it", name));
    }
    if Path::new(name).is_dir() {
        failure = failure.hint(message!("`{name}` is a directory: name a file in it", name));
    }
    failure.hint(message!(
        "`grundy list` shows all built-in games; a file of your own is named by its path, as in ./my.game"
    ))
}

/// Fails if the name is that of a problem file, and not of the rules of a game.
pub fn refuse_problem(name: &str) -> Result<(), Failure> {
    match name.ends_with(".problem") {
        true => Err(Failure::wrong(message!("`{name}` is a contest problem, not the rules of a game", name))
            .hint(message!("`grundy ask`, `judge`, `stress` and `export` take it as --problem {name}", name))),
        false => Ok(()),
    }
}

/// Reads a file of rules.
///
/// # Errors
/// Fails if it cannot be read, is too large, empty, or not UTF-8.
pub fn read_rules(path: &Path) -> Result<String, Failure> {
    let bytes = read_bytes(path, io_limits::MAX_RULES_BYTES)?;
    decode(bytes, &path.display().to_string())
}

/// Reads all of standard input as rules.
///
/// # Errors
/// Fails if it cannot be read, is too large, empty, or not UTF-8.
pub fn read_standard_input() -> Result<String, Failure> {
    let bytes = read_limited(io::stdin().lock(), STANDARD_INPUT, io_limits::MAX_RULES_BYTES)?;
    decode(bytes, STANDARD_INPUT)
}

/// Reads a file of at most `max` bytes.
///
/// # Errors
/// Fails if it cannot be read or is too large.
pub fn read_bytes(path: &Path, max: u64) -> Result<Vec<u8>, Failure> {
    read_limited(open(path)?, &path.display().to_string(), max)
}

/// Reads at most `max` bytes of standard input.
///
/// # Errors
/// Fails if it cannot be read or is too large.
pub fn read_input_bytes(max: u64) -> Result<Vec<u8>, Failure> {
    read_limited(io::stdin().lock(), STANDARD_INPUT, max)
}

/// Opens a file for reading.
///
/// # Errors
/// Fails if it cannot be opened.
pub fn open(path: &Path) -> Result<File, Failure> {
    let shown = path.display().to_string();
    if path.is_dir() {
        return Err(Failure::wrong(message!("`{shown}` is a directory", shown)).hint(message!("name a file in it")));
    }
    File::open(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            Failure::wrong(message!("there is no file `{shown}`", shown)).hint(message!("look at the path"))
        }
        _ => Failure::wrong(message!("cannot read `{shown}`: {error}", shown, error = reason(&error))),
    })
}

/// Returns the name of an input for messages: a file in backquotes, standard input without them.
pub fn quoted(shown: &str) -> Message {
    if shown == STANDARD_INPUT { message!("standard input") } else { Message::text(format!("`{shown}`")) }
}

fn read_limited(source: impl Read, shown: &str, max: u64) -> Result<Vec<u8>, Failure> {
    let shown = quoted(shown);
    let mut bytes = Vec::new();
    let mut source = source.take(max + 1);
    loop {
        let length = (&mut source).take(READ_BYTES).read_to_end(&mut bytes);
        let length = length
            .map_err(|error| Failure::wrong(message!("cannot read {shown}: {error}", shown, error = reason(&error))))?;
        if length == 0 {
            break;
        }
        // Their capacity may be twice their number.
        limits::room(bytes.capacity() as u64).map_err(Failure::stopped)?;
    }
    if bytes.len() as u64 > max {
        return Err(Failure::wrong(message!("{shown} is larger than {max} MiB", shown, max = max >> 20))
            .hint(message!("that is no file of this kind; look at the path")));
    }
    Ok(bytes)
}

/// Decodes the bytes of a file.
///
/// # Errors
/// Fails if they are not UTF-8.
pub fn utf8(bytes: Vec<u8>, shown: &str) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        let line = bytes[..good].iter().filter(|byte| **byte == b'\n').count() + 1;
        let byte = bytes.get(good).copied().unwrap_or_default();
        let shown = quoted(shown);
        Failure::wrong(message!(
            "{shown} is not UTF-8: line {line} holds the byte {byte}",
            shown,
            line,
            byte = format!("0x{byte:02x}")
        ))
    })
}

fn decode(bytes: Vec<u8>, shown: &str) -> Result<String, Failure> {
    let text = utf8(bytes, shown).map_err(|failure| failure.hint(message!("save it as UTF-8")))?;
    // Some editors write a byte order mark, which is not part of the text.
    let text = text.strip_prefix('\u{feff}').map(ToOwned::to_owned).unwrap_or(text);
    if text.trim().is_empty() {
        let is_problem = shown.ends_with(".problem");
        let shown = quoted(shown);
        let failure = Failure::wrong(message!("{shown} is empty", shown));
        return Err(match is_problem {
            true => failure.hint(message!(
                "`grundy show poj2234` shows a problem to begin with; `grundy list --problems` shows them all"
            )),
            false => failure.hint(message!("the smallest game is: game nim(n) move take(k in 1..n) -> n - k")),
        });
    }
    Ok(text)
}
