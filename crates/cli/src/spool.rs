//! An answer that is written whole or not at all.
//!
//! In: bytes, piece by piece. Out: all of them on standard output, once the last one is there. What is longer than a
//! mebibyte waits in an unnamed temporary file, so that it takes no memory; a limit that ends the program meanwhile
//! leaves standard output empty.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, Write};
use std::path::PathBuf;

/// Tuning: maximum length of an answer that waits in memory; a longer one waits in a file. No measurement is
/// recorded.
const MAX_HELD_BYTES: usize = 1 << 20;

/// The bytes written so far.
#[derive(Default)]
pub struct Spool {
    held: Vec<u8>,
    file: Option<File>,
    /// If no file can be created, everything waits in memory, which is watched like all the memory of the program.
    has_no_file: bool,
}

impl Spool {
    /// Copies everything to the output.
    ///
    /// # Errors
    /// Fails if it cannot be read back or written.
    pub fn copy_to(mut self, output: &mut dyn Write) -> io::Result<()> {
        if let Some(mut file) = self.file.take() {
            file.write_all(&self.held)?;
            file.rewind()?;
            self.held = Vec::new();
            io::copy(&mut file, output)?;
        }
        output.write_all(&self.held)?;
        output.flush()
    }

    /// Moves the bytes in memory to the file.
    fn put_away(&mut self) -> io::Result<()> {
        if self.file.is_none() && !self.has_no_file {
            self.file = nameless_file().ok();
            self.has_no_file = self.file.is_none();
        }
        if let Some(file) = &mut self.file {
            file.write_all(&self.held)?;
            self.held.clear();
        }
        Ok(())
    }
}

impl Write for Spool {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.held.len() + bytes.len() > MAX_HELD_BYTES {
            self.put_away()?;
        }
        self.held.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Creates a file without a name, which is gone when it is closed.
fn nameless_file() -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let path: PathBuf = std::env::temp_dir().join(format!(".grundy-{}.answer", std::process::id()));
    // A file that an earlier process with the same id left is stale.
    let file = options.open(&path).or_else(|_| fs::remove_file(&path).and_then(|()| options.open(&path)))?;
    fs::remove_file(&path)?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_comes_out_at_any_length() {
        for length in [0, 1, MAX_HELD_BYTES, MAX_HELD_BYTES + 1, 3 * MAX_HELD_BYTES + 17] {
            let bytes: Vec<u8> = (0..length).map(|index| (index % 251) as u8).collect();
            let mut spool = Spool::default();
            for piece in bytes.chunks(70_001) {
                spool.write_all(piece).unwrap();
            }
            assert!(spool.held.len() <= MAX_HELD_BYTES);
            let mut out = Vec::new();
            spool.copy_to(&mut out).unwrap();
            assert!(out == bytes, "{length}");
        }
    }
}
