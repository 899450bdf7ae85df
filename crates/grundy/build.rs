//! Builds the catalogue in: every `catalogue/<board>/<name>.game` becomes one entry, in the order of the names, and every
//! `catalogue/problems/<name>.problem` a problem, every `catalogue/matrix/<name>.game` a matrix game.
//!
//! Adding a game or a problem is adding a file. Nothing here looks inside one: a file that is wrong is found by the tests.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let home = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    // In the tree a link to `catalogue/` at the root (where links are not checked out, a file that names it); in a package the
    // files themselves.
    let mut catalogue = home.join("catalogue");
    if catalogue.is_file() {
        catalogue = home.join(fs::read_to_string(&catalogue)?.trim());
    }
    let catalogue = catalogue.canonicalize()?;
    println!("cargo:rerun-if-changed={}", catalogue.display());
    let mut files = Vec::new();
    for board in folder(&catalogue)?.into_iter().filter(|path| path.is_dir() && !path.ends_with("matrix")) {
        println!("cargo:rerun-if-changed={}", board.display());
        files.extend(folder(&board)?.into_iter().filter(|path| path.extension().is_some_and(|end| end == "game")));
    }
    files.sort_by_key(|path| path.file_stem().map(ToOwned::to_owned));
    let mut code = format!("static ENTRIES: [Entry; {}] = [\n", files.len());
    for file in &files {
        println!("cargo:rerun-if-changed={}", file.display());
        let (name, board) = (word(file.file_stem()), word(file.parent().and_then(Path::file_name)));
        let path = file.display().to_string();
        writeln!(code, "    Entry::new({name:?}, {board:?}, include_str!({path:?})),").map_err(io::Error::other)?;
    }
    code += "];\n";
    let mut matrices = folder(&catalogue.join("matrix"))?;
    matrices.sort_by_key(|path| path.file_stem().map(ToOwned::to_owned));
    writeln!(code, "static MATRICES: [MatrixEntry; {}] = [", matrices.len()).map_err(io::Error::other)?;
    for file in &matrices {
        println!("cargo:rerun-if-changed={}", file.display());
        let (name, path) = (word(file.file_stem()), file.display().to_string());
        writeln!(code, "    MatrixEntry {{ name: {name:?}, source: include_str!({path:?}) }},")
            .map_err(io::Error::other)?;
    }
    code += "];\n";
    let mut problems = folder(&catalogue.join("problems"))?;
    problems.retain(|path| path.extension().is_some_and(|end| end == "problem"));
    problems.sort_by_key(|path| path.file_stem().map(ToOwned::to_owned));
    writeln!(code, "static PROBLEMS: [ProblemEntry; {}] = [", problems.len()).map_err(io::Error::other)?;
    for file in &problems {
        println!("cargo:rerun-if-changed={}", file.display());
        let (name, path) = (word(file.file_stem()), file.display().to_string());
        writeln!(code, "    ProblemEntry::new({name:?}, include_str!({path:?})),").map_err(io::Error::other)?;
    }
    code += "];\n";
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    fs::write(out.join("catalogue.rs"), code)
}

fn folder(path: &Path) -> io::Result<Vec<PathBuf>> {
    fs::read_dir(path)?.map(|entry| entry.map(|entry| entry.path())).collect()
}

fn word(part: Option<&std::ffi::OsStr>) -> String {
    part.map(|part| part.to_string_lossy().into_owned()).unwrap_or_default()
}
