//! Files that are written whole or not at all.
//!
//! In: a path and bytes, at once or as a stream. Out: the file with all of them, or the file as it was. Bytes go to a temporary
//! file beside the target, which takes its place once everything is on the disk. A pipe, a device or `/dev/stdout` cannot be
//! replaced and is written to directly. Files that grow over many runs are appended to: see [`AppendFile`].

use crate::failure::Failure;
use crate::interrupt;
use crate::screen::open_output;
use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// More links than this on the way to a file are a circle.
const MAX_LINKS: usize = 40;
/// More temporary files of this process than this, left by an earlier one of the same number, are not passed over.
const MAX_TEMPORARIES: u32 = 1000;
const BUFFER_BYTES: usize = 1 << 20;

/// Temporary files that are being written, to be removed when the program is ended early.
static TEMPORARIES: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Writes a file, in place of one that may be there.
///
/// # Errors
/// It cannot be written; what was there is as it was.
pub fn write_file(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
    let failed = |error| cannot_write(path, &error);
    let mut file = OutputFile::create(path).map_err(failed)?;
    file.write_all(bytes.as_ref()).and_then(|()| file.finish()).map_err(failed)
}

/// The message about a file that cannot be written.
pub fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Failure::NobodyReads;
    }
    let failure = Failure::wrong(format!("cannot write `{}`: {error}", path.display()));
    match path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        _ if path.is_dir() => failure.hint("name a file in it"),
        Some(folder) if !folder.exists() => failure.hint(format!("there is no folder `{}`", folder.display())),
        _ => failure,
    }
}

/// Removes the temporary files of this process.
pub fn remove_temporaries() {
    for path in std::mem::take(&mut *TEMPORARIES.lock().unwrap_or_else(PoisonError::into_inner)) {
        let _ = fs::remove_file(path);
    }
}

/// A file being written; dropped before [`OutputFile::finish`], it leaves the target as it was.
pub struct OutputFile {
    out: BufWriter<File>,
    /// `None` where the target is written to directly.
    replacement: Option<Replacement>,
}

/// A temporary file, removed when dropped.
struct Replacement {
    temporary: PathBuf,
    target: PathBuf,
}

impl Drop for Replacement {
    fn drop(&mut self) {
        // After a rename there is nothing to remove.
        let _ = fs::remove_file(&self.temporary);
        TEMPORARIES.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.temporary);
    }
}

impl OutputFile {
    /// Begins a file that takes the place of what is at this path.
    ///
    /// # Errors
    /// Nothing can be written there.
    pub fn create(path: &Path) -> io::Result<OutputFile> {
        let (file, replacement) = match target(path)? {
            Target::Stream(file) => (file, None),
            // Bytes come after those that are there already.
            Target::Device => (OpenOptions::new().append(true).open(path)?, None),
            Target::File(target) => {
                let (file, replacement) = Replacement::begin(target)?;
                (file, Some(replacement))
            }
        };
        Ok(OutputFile { out: BufWriter::with_capacity(BUFFER_BYTES, file), replacement })
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// Not everything could be written; the target is as it was.
    pub fn finish(mut self) -> io::Result<()> {
        self.out.flush()?;
        if let Some(replacement) = self.replacement.take() {
            self.out.get_ref().sync_all()?;
            fs::rename(&replacement.temporary, &replacement.target)?;
        }
        Ok(())
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Replacement {
    fn begin(target: PathBuf) -> io::Result<(File, Replacement)> {
        let old = match fs::metadata(&target) {
            Ok(metadata) => Some(metadata),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        if let Some(old) = &old {
            if old.permissions().readonly() {
                return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it may not be changed"));
            }
            // A directory may be open to those who may not change this file.
            drop(OpenOptions::new().write(true).open(&target)?);
        }
        interrupt::clean_up_when_ended();
        let (file, replacement) = Replacement::create(target, old.is_some())?;
        if let Some(old) = old {
            #[cfg(unix)]
            let permissions = {
                use std::fs::Permissions;
                use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
                // Only root may hand files over, and others only to groups of theirs.
                let has_group = fchown(&file, None, Some(old.gid())).is_ok();
                let has_owner = fchown(&file, Some(old.uid()), None).is_ok();
                Permissions::from_mode(kept_mode(old.mode(), has_owner, has_group))
            };
            #[cfg(not(unix))]
            let permissions = old.permissions();
            file.set_permissions(permissions)?;
        }
        Ok((file, replacement))
    }

    /// A new file beside the target; `is_private` where nobody else may open it before its permissions are set.
    fn create(target: PathBuf, is_private: bool) -> io::Result<(File, Replacement)> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        if is_private {
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        }
        let mut number = 0;
        loop {
            let temporary = target.with_file_name(format!(".grundy-{}-{number}.tmp", std::process::id()));
            TEMPORARIES.lock().unwrap_or_else(PoisonError::into_inner).insert(temporary.clone());
            let created = options.open(&temporary);
            match created {
                Ok(file) => return Ok((file, Replacement { temporary, target })),
                Err(error) => {
                    // It is somebody else's.
                    TEMPORARIES.lock().unwrap_or_else(PoisonError::into_inner).remove(&temporary);
                    if error.kind() != io::ErrorKind::AlreadyExists || number >= MAX_TEMPORARIES {
                        return Err(error);
                    }
                    number += 1;
                }
            }
        }
    }
}

/// The permissions of a file that takes the place of one with these. Where its owner or its group could not be kept, those who had no
/// right to the old file get none to the new one, and it runs on nobody's behalf.
#[cfg(unix)]
fn kept_mode(old: u32, has_owner: bool, has_group: bool) -> u32 {
    let mut mode = old & 0o7777;
    if !has_owner {
        // The old owner is one of its group or of the others now; what these may do is as it was.
        mode &= !0o4000;
    }
    if !has_group {
        // Another group stands in its place, which was among the others.
        let others = mode & 0o007;
        mode &= !0o2070 | others << 3;
    }
    mode
}

/// What a path leads to.
enum Target {
    /// An output of this process: others may hold it too, so it stays the same file and is written where they go on.
    Stream(File),
    /// Something that cannot be replaced.
    Device,
    /// A regular file, there already or not, behind all links.
    File(PathBuf),
}

fn target(path: &Path) -> io::Result<Target> {
    let metadata = fs::metadata(path);
    if metadata.as_ref().is_ok_and(fs::Metadata::is_dir) {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        if let Some(stream) = own_stream(&path)? {
            return Ok(Target::Stream(stream));
        }
        if metadata.as_ref().is_ok_and(|metadata| !metadata.is_file())
            || path.starts_with("/proc")
            || path.starts_with("/dev/fd")
        {
            return Ok(Target::Device);
        }
        match fs::read_link(&path) {
            Ok(next) => path = path.parent().map(|folder| folder.join(&next)).unwrap_or(next),
            Err(_) if path.file_name().is_some() => return Ok(Target::File(path)),
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("too many links lead there"))
}

/// Standard output or standard error, where that is what a path names.
#[cfg(unix)]
fn own_stream(path: &Path) -> io::Result<Option<File>> {
    use std::os::fd::AsFd;
    let number = match path.to_str() {
        Some("/dev/stdout") => "1",
        Some("/dev/stderr") => "2",
        Some(path) => path.strip_prefix("/dev/fd/").or_else(|| path.strip_prefix("/proc/self/fd/")).unwrap_or_default(),
        None => "",
    };
    match number {
        "1" => open_output()?.as_fd().try_clone_to_owned().map(|stream| Some(stream.into())),
        "2" => io::stderr().as_fd().try_clone_to_owned().map(|stream| Some(stream.into())),
        _ => Ok(None),
    }
}

#[cfg(not(unix))]
fn own_stream(_path: &Path) -> io::Result<Option<File>> {
    Ok(None)
}

/// A file that grows by whole pieces over many runs: a piece that cannot be written is taken back.
pub struct AppendFile {
    file: File,
    path: PathBuf,
    /// The bytes that are whole.
    length: u64,
    is_new: bool,
}

impl AppendFile {
    /// Opens a file, or makes one that is empty.
    ///
    /// # Errors
    /// It cannot be opened, is no regular file, or another process appends to it.
    pub fn open(path: &Path) -> io::Result<AppendFile> {
        let is_new = !path.exists();
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no regular file"));
        }
        // Where files cannot be locked, nobody is kept out.
        if let Err(fs::TryLockError::WouldBlock) = file.try_lock() {
            return Err(io::Error::new(io::ErrorKind::ResourceBusy, "another run is writing to it"));
        }
        Ok(AppendFile { file, path: path.to_owned(), length: metadata.len(), is_new })
    }

    /// The open file, to be read from its beginning.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// How many bytes of it are whole.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Keeps the first `length` bytes only.
    ///
    /// # Errors
    /// The file cannot be changed.
    pub fn truncate(&mut self, length: u64) -> io::Result<()> {
        self.file.set_len(length)?;
        self.file.seek(SeekFrom::Start(length))?;
        self.length = length;
        Ok(())
    }

    /// Appends what `write` writes, all of it or nothing.
    ///
    /// # Errors
    /// It could not be written, and the file is as it was before.
    pub fn append<T>(&mut self, write: impl FnOnce(&mut File) -> io::Result<T>) -> io::Result<T> {
        let written = write(&mut self.file).and_then(|value| Ok((value, self.file.stream_position()?)));
        match written {
            Ok((value, length)) => {
                self.length = length;
                Ok(value)
            }
            Err(error) => {
                // What cannot even be taken back is found to be cut by whoever reads it next.
                let _ = self.truncate(self.length);
                if self.is_new && self.length == 0 {
                    let _ = fs::remove_file(&self.path);
                }
                Err(error)
            }
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn nobody_gets_more_rights_where_owner_or_group_are_lost() {
        for (old, has_owner, has_group, expect) in [
            (0o640, true, true, 0o640),
            (0o6755, true, true, 0o6755),
            (0o640, false, true, 0o640),
            (0o4750, false, true, 0o750),
            (0o660, true, false, 0o600),
            (0o664, true, false, 0o644),
            (0o2775, false, false, 0o755),
            (0o6770, false, false, 0o700),
            (0o666, false, false, 0o666),
        ] {
            let found = kept_mode(old, has_owner, has_group);
            assert_eq!(found, expect, "{old:o} {has_owner} {has_group}: {found:o}");
        }
    }
}
