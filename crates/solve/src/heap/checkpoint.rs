//! Checkpoints: values written as they are found, so that a long run can be continued later.
//!
//! In: values and a writer. Out: bytes that are only ever appended to: a header with the game, then blocks of values,
//! each with its length and a checksum. A file cut off in the middle of a block keeps all whole blocks. Nothing here
//! opens a file. All numbers are little-endian:
//!
//! ```text
//! header  "grundyhv", version u32, flags u8 (1: heaps differ), length u32 and digits of the head,
//!         the same of the tail, checksum u64
//! block   first heap u64, count u32, bytes a value u8, values, checksum u64
//! ```
//!
//! A checksum covers all bytes of its header or block before it.

use super::HeapValues;
use super::table::Slice;
use grundy_message::{Message, message};
use grundy_rules::heap::TakeAndBreak;
use std::fmt;
use std::io::{self, Read, Write};

const MAGIC: &[u8; 8] = b"grundyhv";
const VERSION: u32 = 1;
/// Format: maximum number of values of one block, which bounds the memory for reading one.
const MAX_IN_BLOCK: usize = 1 << 20;
/// Format: maximum number of digits of a game, as of its code.
const MAX_DIGITS: usize = 1 << 20;

/// Writes the values found since the last write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    written: u64,
}

/// Why a checkpoint could not be read.
#[derive(Debug)]
pub enum CheckpointError {
    /// Reading failed.
    Io(io::Error),
    /// These are not the first bytes of a checkpoint, or they are damaged.
    NotACheckpoint,
    /// It was written by another version.
    Version(u32),
    /// It is of another game.
    OtherGame,
    /// A value is larger than the longest chain of moves from its heap.
    Impossible {
        /// The heap.
        heap: u64,
        /// The value read.
        value: u32,
    },
}

impl CheckpointError {
    /// Returns the error as a message.
    pub fn message(&self) -> Message {
        match self {
            CheckpointError::Io(error) => {
                message!("the checkpoint could not be read: {error}", error = error.to_string())
            }
            CheckpointError::NotACheckpoint => {
                message!("this is no checkpoint of a heap game, or its header is damaged")
            }
            CheckpointError::Version(version) => {
                message!(
                    "the checkpoint has version {version}, only version {known} is known",
                    version,
                    known = VERSION
                )
            }
            CheckpointError::OtherGame => message!("the checkpoint is of another game"),
            CheckpointError::Impossible { heap, value } => message!(
                "the checkpoint says that the heap {heap} has the value {value}, which is too large for that heap",
                heap,
                value
            ),
        }
    }
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for CheckpointError {}

impl From<io::Error> for CheckpointError {
    fn from(error: io::Error) -> CheckpointError {
        CheckpointError::Io(error)
    }
}

/// Result of reading a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// Continues after the whole blocks.
    pub checkpoint: Checkpoint,
    /// Number of bytes of the header and the whole blocks; anything after them must be cut off before more is appended.
    pub whole_bytes: u64,
    /// True if something came after them.
    pub was_cut: bool,
}

impl Checkpoint {
    /// Writes the header.
    ///
    /// # Errors
    /// Writing failed.
    pub fn begin(game: &TakeAndBreak, out: &mut impl Write) -> io::Result<Checkpoint> {
        out.write_all(&header(game))?;
        Ok(Checkpoint { written: 0 })
    }

    /// Appends the values not written yet, and returns their number.
    ///
    /// # Errors
    /// Writing failed; the bytes written last must then be cut off.
    pub fn append(&mut self, values: &HeapValues, out: &mut impl Write) -> io::Result<u64> {
        let before = self.written;
        while self.written < values.len() {
            let count = (values.len() - self.written).min(MAX_IN_BLOCK as u64) as usize;
            out.write_all(&block(values.values(), self.written as usize, count))?;
            self.written += count as u64;
        }
        Ok(self.written - before)
    }

    /// Returns the number of values written.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// Reads the whole blocks into values that hold none yet.
    ///
    /// # Errors
    /// The header is not that of a checkpoint of this game and version, a value is larger than its heap allows, or
    /// reading failed. `values` may then hold some of the values.
    pub fn restore(values: &mut HeapValues, from: &mut impl Read) -> Result<Restored, CheckpointError> {
        let expected = header(values.game());
        let mut found = vec![0; MAGIC.len() + 4];
        let first = read_whole(from, &mut found)?;
        if !first || found[..MAGIC.len()] != MAGIC[..] {
            return Err(CheckpointError::NotACheckpoint);
        }
        let version = number(&found[MAGIC.len()..]) as u32;
        if version != VERSION {
            return Err(CheckpointError::Version(version));
        }
        read_header(from, &mut found)?;
        if found != expected {
            return Err(CheckpointError::OtherGame);
        }
        let mut whole_bytes = expected.len() as u64;
        let was_cut = loop {
            match read_block(from, values)? {
                Next::Whole(bytes) => whole_bytes += bytes,
                Next::End => break false,
                Next::Cut => break true,
            }
        };
        values.look_for_the_largest();
        Ok(Restored { checkpoint: Checkpoint { written: values.len() }, whole_bytes, was_cut })
    }
}

/// The next item of a checkpoint.
enum Next {
    /// A block of this number of bytes.
    Whole(u64),
    End,
    /// Something that is not a whole block.
    Cut,
}

/// Returns the bytes of a header.
fn header(game: &TakeAndBreak) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.push(u8::from(game.parts_differ()));
    for digits in [game.head(), game.tail()] {
        bytes.extend((digits.len() as u32).to_le_bytes());
        bytes.extend(digits);
    }
    let sum = checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// Reads the rest of a header, and checks its checksum.
fn read_header(from: &mut impl Read, found: &mut Vec<u8>) -> Result<(), CheckpointError> {
    let mut more = |found: &mut Vec<u8>, count: usize| -> Result<(), CheckpointError> {
        let start = found.len();
        found.resize(start + count, 0);
        if read_whole(from, &mut found[start..])? { Ok(()) } else { Err(CheckpointError::NotACheckpoint) }
    };
    more(found, 1)?;
    for _ in 0..2 {
        more(found, 4)?;
        let length = number(&found[found.len() - 4..]) as usize;
        if length > MAX_DIGITS {
            return Err(CheckpointError::NotACheckpoint);
        }
        more(found, length)?;
    }
    let sum = checksum(found);
    more(found, 8)?;
    if number(&found[found.len() - 8..]) == sum { Ok(()) } else { Err(CheckpointError::NotACheckpoint) }
}

/// Returns the bytes of a block.
fn block(values: Slice, first: usize, count: usize) -> Vec<u8> {
    let mut bytes = (first as u64).to_le_bytes().to_vec();
    bytes.extend((count as u32).to_le_bytes());
    let range = first..first + count;
    match values {
        Slice::Bytes(values) => {
            bytes.push(1);
            bytes.extend(&values[range]);
        }
        Slice::Halves(values) => {
            bytes.push(2);
            bytes.extend(values[range].iter().flat_map(|value| value.to_le_bytes()));
        }
        Slice::Words(values) => {
            bytes.push(4);
            bytes.extend(values[range].iter().flat_map(|value| value.to_le_bytes()));
        }
    }
    let sum = checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// Reads one block and appends its values.
fn read_block(from: &mut impl Read, values: &mut HeapValues) -> Result<Next, CheckpointError> {
    let mut bytes = vec![0; 13];
    if !read_whole(from, &mut bytes[..1])? {
        return Ok(Next::End);
    }
    if !read_whole(from, &mut bytes[1..])? {
        return Ok(Next::Cut);
    }
    let (first, count, width) = (number(&bytes[..8]), number(&bytes[8..12]) as usize, usize::from(bytes[12]));
    if first != values.len() || count == 0 || count > MAX_IN_BLOCK || !matches!(width, 1 | 2 | 4) {
        return Ok(Next::Cut);
    }
    let payload = count * width;
    bytes.resize(13 + payload + 8, 0);
    if !read_whole(from, &mut bytes[13..])? {
        return Ok(Next::Cut);
    }
    let (content, sum) = bytes.split_at(13 + payload);
    if checksum(content) != number(sum) {
        return Ok(Next::Cut);
    }
    // A value is at most the length of the longest chain of moves: n if each takes a token, and below 2n if moves that
    // take nothing break up heaps as well. Tables are as long as values are large.
    let most_a_token = if values.game().digit(0) == 0 { 1 } else { 2 };
    for (heap, value) in (first..).zip(content[13..].chunks_exact(width)) {
        let value = number(value) as u32;
        if u64::from(value) > heap.saturating_mul(most_a_token) {
            return Err(CheckpointError::Impossible { heap, value });
        }
    }
    for value in content[13..].chunks_exact(width) {
        values.table.push(number(value) as u32);
    }
    Ok(Next::Whole(bytes.len() as u64))
}

/// Reads a little-endian number.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// Fills the buffer; returns false if the end came first.
fn read_whole(from: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match from.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

/// Returns a checksum that any change of a byte changes, eight bytes at a time.
fn checksum(bytes: &[u8]) -> u64 {
    let mix = |sum: u64, word: u64| {
        let sum = (sum ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        sum ^ sum >> 29
    };
    let chunks = bytes.chunks_exact(8);
    let rest = chunks.remainder().iter().fold(bytes.len() as u64, |word, byte| word << 8 | u64::from(*byte));
    let sum = chunks.fold(0x6772_756E_6479, |sum, chunk| mix(sum, number(chunk)));
    mix(sum, rest)
}
