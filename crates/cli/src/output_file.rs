//! Files that are written whole or not at all.
//!
//! In: a path and bytes, at once or as a stream. Out: the file with all of them, or the unchanged file. Bytes go to a
//! temporary file beside the target, which replaces it once everything is on the disk. A pipe, a device or
//! `/dev/stdout` cannot be replaced and is written to directly. Files that grow over many runs are appended to: see
//! [`AppendFile`].

use crate::failure::{Failure, reason};
use crate::interrupt;
use crate::io_limits;
use crate::screen::open_output;
use grundy_message::message;
use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

const BUFFER_BYTES: usize = 1 << 20;

/// Temporary files that are being written, removed if the program is ended early.
static TEMPORARIES: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Writes a file, replacing an existing one.
///
/// # Errors
/// Fails if it cannot be written; an existing file is unchanged.
pub fn write_file(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
    let failed = |error| cannot_write(path, &error);
    let mut file = OutputFile::create(path).map_err(failed)?;
    file.write_all(bytes.as_ref()).and_then(|()| file.finish()).map_err(failed)
}

/// An option of the command line that names a file to write.
pub struct Wanted<'a> {
    /// The option.
    pub option: &'static str,
    /// The file it names, if it is given.
    pub path: Option<&'a PathBuf>,
    /// The file name extensions of the output; empty if any will do.
    pub endings: &'a [&'a str],
}

/// Extensions that identify the format of a picture.
const PICTURE_ENDINGS: [&str; 12] =
    ["svg", "png", "dot", "gv", "pdf", "jpg", "jpeg", "gif", "webp", "bmp", "eps", "ps"];

/// Fails if output would be lost or mixed up: two options name one file, an option names standard output, which already
/// has the answer, or the extension of a picture contradicts its format.
pub fn check_outputs(outputs: &[Wanted]) -> Result<(), Failure> {
    let mut known: Vec<(PathBuf, &str)> = Vec::new();
    for Wanted { option, path, endings } in outputs {
        let Some(path) = path else { continue };
        if path.as_os_str() == "-" {
            return Err(Failure::wrong(message!("`{option} -` would write into the answer", option))
                .hint(message!("name a file; standard output has the answer")));
        }
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
        if let Some(own) = endings.first().filter(|_| !endings.contains(&ending.as_str()))
            && PICTURE_ENDINGS.contains(&ending.as_str())
        {
            return Err(Failure::wrong(message!("this picture cannot be written as {ending}", ending)).hint(message!(
                "this picture is written as {own}, as in {option} picture.{own}",
                own,
                option
            )));
        }
        // Anything else loses nothing, or is refused when it is written.
        let Ok(Target::File(file)) = target(path) else { continue };
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let Ok(folder) = fs::canonicalize(folder) else { continue };
        let file = folder.join(file.file_name().unwrap_or_default());
        if let Some((_, other)) = known.iter().find(|(known, _)| *known == file) {
            return Err(Failure::wrong(message!("`{other}` and `{option}` would write the same file", other, option))
                .hint(message!("name a file for each")));
        }
        known.push((file, option));
    }
    Ok(())
}

/// Returns the failure for a file that cannot be written.
pub fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Failure::OutputClosed;
    }
    let failure = Failure::wrong(message!(
        "cannot write `{path}`: {error}",
        path = path.display().to_string(),
        error = reason(error)
    ));
    match path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        _ if path.is_dir() => failure.hint(message!("name a file in it")),
        Some(folder) if !folder.exists() => {
            failure.hint(message!("there is no folder `{folder}`", folder = folder.display().to_string()))
        }
        _ => failure,
    }
}

/// Removes the temporary files of this process.
pub fn remove_temporaries() {
    for path in std::mem::take(&mut *TEMPORARIES.lock().unwrap_or_else(PoisonError::into_inner)) {
        let _ = fs::remove_file(path);
    }
}

/// A file being written; dropped before [`OutputFile::finish`], it leaves the target unchanged.
pub struct OutputFile {
    out: BufWriter<File>,
    /// `None` if the target is written to directly.
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
    /// Starts a file that replaces the one at this path.
    ///
    /// # Errors
    /// Fails if the path cannot be written.
    pub fn create(path: &Path) -> io::Result<OutputFile> {
        let (file, replacement) = match target(path)? {
            Target::Stream(file) => (file, None),
            // Bytes are appended to those that are there already.
            Target::Device => (OpenOptions::new().append(true).open(path)?, None),
            Target::File(target) => {
                let (file, replacement) = Replacement::begin(target)?;
                (file, Some(replacement))
            }
        };
        Ok(OutputFile { out: BufWriter::with_capacity(BUFFER_BYTES, file), replacement })
    }

    /// Replaces the target with the file.
    ///
    /// # Errors
    /// Fails if not everything could be written; the target is unchanged.
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
                return Err(io::Error::new(io::ErrorKind::PermissionDenied, message!("it may not be changed")));
            }
            // The directory may be writable for users who may not change this file.
            drop(OpenOptions::new().write(true).open(&target)?);
        }
        interrupt::clean_up_when_ended();
        let (file, replacement) = Replacement::create(target, old.is_some())?;
        if let Some(old) = old {
            #[cfg(unix)]
            let permissions = {
                use std::fs::Permissions;
                use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
                // Only root may change the owner, and other users only to groups of theirs.
                let has_group = fchown(&file, None, Some(old.gid())).is_ok();
                let has_owner = fchown(&file, Some(old.uid()), None).is_ok();
                Permissions::from_mode(inherited_mode(old.mode(), has_owner, has_group))
            };
            #[cfg(not(unix))]
            let permissions = old.permissions();
            file.set_permissions(permissions)?;
        }
        Ok((file, replacement))
    }

    /// Creates a new file beside the target; `is_private` if no other user may open it before its permissions are set.
    fn create(target: PathBuf, is_private: bool) -> io::Result<(File, Replacement)> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        if is_private {
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        }
        remove_forgotten(target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")));
        let mut number = 0;
        loop {
            let temporary = target.with_file_name(format!(".grundy-{}-{number}.tmp", std::process::id()));
            TEMPORARIES.lock().unwrap_or_else(PoisonError::into_inner).insert(temporary.clone());
            let created = options.open(&temporary);
            match created {
                Ok(file) => {
                    // Held while the file is written. If files cannot be locked, no other process removes it either.
                    let _ = file.try_lock();
                    return Ok((file, Replacement { temporary, target }));
                }
                Err(error) => {
                    // The file belongs to another process.
                    TEMPORARIES.lock().unwrap_or_else(PoisonError::into_inner).remove(&temporary);
                    if error.kind() != io::ErrorKind::AlreadyExists || number >= io_limits::MAX_TEMPORARIES {
                        return Err(error);
                    }
                    number += 1;
                }
            }
        }
    }
}

/// Removes the temporary files of this program in a folder whose processes were killed while writing.
fn remove_forgotten(folder: &Path) {
    let own = std::process::id();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some(process) = name.to_str().and_then(process_of_temporary) else { continue };
        let path = entry.path();
        let temporaries = TEMPORARIES.lock().unwrap_or_else(PoisonError::into_inner);
        let is_ours = temporaries.iter().any(|ours| ours.file_name() == Some(&*name));
        drop(temporaries);
        // Anything but a file is not ours, and to open a pipe would wait for its other end.
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if !is_file || is_ours || process != own && is_running(process) {
            continue;
        }
        // The id of a process in another container means nothing here, but that process holds the lock.
        if File::open(&path).is_ok_and(|file| file.try_lock().is_ok()) {
            let _ = fs::remove_file(path);
        }
    }
}

/// Returns the process whose temporary file has this name.
fn process_of_temporary(name: &str) -> Option<u32> {
    let (process, number) = name.strip_prefix(".grundy-")?.strip_suffix(".tmp")?.split_once('-')?;
    number.parse::<u32>().ok()?;
    process.parse().ok()
}

/// Returns true if there is, or may be, a process with this id.
#[cfg(unix)]
fn is_running(process: u32) -> bool {
    use nix::errno::Errno;
    let Ok(process) = i32::try_from(process) else { return true };
    process <= 0 || nix::sys::signal::kill(nix::unistd::Pid::from_raw(process), None) != Err(Errno::ESRCH)
}

#[cfg(not(unix))]
fn is_running(_process: u32) -> bool {
    true
}

/// Returns the permissions of a file that replaces one with the mode `old`. If the owner or the group could not be
/// preserved, users without access to the old file get none to the new one, and the set-user-id and set-group-id bits
/// are dropped.
#[cfg(unix)]
fn inherited_mode(old: u32, has_owner: bool, has_group: bool) -> u32 {
    let mut mode = old & 0o7777;
    if !has_owner {
        // The old owner is now in the group or among the others, whose permissions are unchanged.
        mode &= !0o4000;
    }
    if !has_group {
        // The new group was among the others.
        let others = mode & 0o007;
        mode &= !0o2070 | others << 3;
    }
    mode
}

/// What a path leads to.
enum Target {
    /// An output of this process: others may hold it too, so it stays the same file and is written at the shared
    /// offset.
    Stream(File),
    /// Something that cannot be replaced.
    Device,
    /// A regular file, existing or not, with all links resolved.
    File(PathBuf),
}

fn target(path: &Path) -> io::Result<Target> {
    let metadata = fs::metadata(path);
    if metadata.as_ref().is_ok_and(fs::Metadata::is_dir) {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let mut path = path.to_owned();
    for _ in 0..io_limits::MAX_LINKS {
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
    Err(io::Error::other(message!("too many links lead there")))
}

/// Returns standard output or standard error, if the path names it.
#[cfg(unix)]
fn own_stream(path: &Path) -> io::Result<Option<File>> {
    use std::os::fd::AsFd;
    let number = match path.to_str() {
        Some("-" | "/dev/stdout") => "1",
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

/// A file that grows by whole pieces over many runs: a piece that cannot be written is rolled back.
pub struct AppendFile {
    file: File,
    path: PathBuf,
    /// Number of complete bytes.
    length: u64,
    is_new: bool,
}

impl AppendFile {
    /// Opens a file, or creates an empty one.
    ///
    /// # Errors
    /// Fails if it cannot be opened, is not a regular file, or another process appends to it.
    pub fn open(path: &Path) -> io::Result<AppendFile> {
        let is_new = !path.exists();
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message!("it is no regular file")));
        }
        // If files cannot be locked, no process is kept out.
        if let Err(fs::TryLockError::WouldBlock) = file.try_lock() {
            return Err(io::Error::new(io::ErrorKind::ResourceBusy, message!("another run is writing to it")));
        }
        Ok(AppendFile { file, path: path.to_owned(), length: metadata.len(), is_new })
    }

    /// Returns the open file, for reading from its beginning.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Returns the number of complete bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Keeps only the first `length` bytes.
    ///
    /// # Errors
    /// Fails if the file cannot be changed.
    pub fn truncate(&mut self, length: u64) -> io::Result<()> {
        self.file.set_len(length)?;
        self.file.seek(SeekFrom::Start(length))?;
        self.length = length;
        Ok(())
    }

    /// Appends what `write` writes, all of it or nothing.
    ///
    /// # Errors
    /// Fails if it could not be written; the file is as it was before.
    pub fn append<T>(&mut self, write: impl FnOnce(&mut File) -> io::Result<T>) -> io::Result<T> {
        let written = write(&mut self.file).and_then(|value| Ok((value, self.file.stream_position()?)));
        match written {
            Ok((value, length)) => {
                self.length = length;
                Ok(value)
            }
            Err(error) => {
                // If the rollback fails too, the next reader finds a truncated piece.
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
            let found = inherited_mode(old, has_owner, has_group);
            assert_eq!(found, expect, "{old:o} {has_owner} {has_group}: {found:o}");
        }
    }
}
