//! The cases that every engine is tested on, and the checks of the source tree.
//!
//! Tests are data (`cases/`); each module has the one function that runs a kind of data against the project, and the
//! test that applies it to all of them.

pub mod adapt;
pub mod agreement;
pub mod catalogue;
pub mod diagnostics;
pub mod docs;
pub mod find;
pub mod kernels;
pub mod licences;
pub mod limits;
pub mod mapping;
pub mod methods;
pub mod outputs;
pub mod problems;
pub mod tidy;
pub mod values;
pub mod words;

mod random_boards;
mod random_rules;
mod tiny_solver;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Returns the root of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("this package is a folder of the project").to_owned()
}

/// Returns the text of a file; a test that cannot read its data has failed.
///
/// # Panics
/// Panics if the file cannot be read or is not UTF-8.
pub fn text_of(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()))
}

/// Returns the files of a folder with this ending, sorted by name.
///
/// # Panics
/// Panics if the folder cannot be read.
pub fn files_of(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("cannot read {}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a folder that was opened can be read").path())
        .filter(|path| path.is_file() && path.to_string_lossy().ends_with(ending))
        .collect();
    files.sort();
    files
}

/// Prints text even if the test passes: counts and names must be seen.
pub fn announce(text: &str) {
    // Not `eprintln!`, which the test harness captures. A closed stream is not a failure.
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Does work on each item, on as many threads as there are processors; returns the results in the order of the items.
///
/// # Panics
/// Panics if the work on some item does.
pub fn on_all_processors<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    let result = work(item);
                    done.lock().expect("nobody panics while he holds this").push((index, result));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("the threads have ended well");
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}
