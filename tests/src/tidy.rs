//! The order of the source tree: ARCHITECTURE.md agrees with the manifests, and files follow the conventions.
//!
//! In: the tracked files. Out: everything that is out of order, at once: a manifest that does not follow the table "who
//! may use whom" of ARCHITECTURE.md, a source file that has grown too long, a grab-bag name, a catalogue file without a
//! claim or a source, a path that exists on one machine only, work left undone, a clock that an answer could depend on,
//! a limit without a home.

use crate::{root, text_of};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Maximum length of a source file without its tests.
const MAX_LINES: usize = 800;
/// Names that do not describe the content of a file.
const GRAB_BAGS: [&str; 8] = ["util", "utils", "common", "misc", "shared", "helper", "helpers", "stuff"];

/// One row of the table "who may use whom".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The crates of the row, by folder.
    pub crates: Vec<String>,
    /// The folders they may use.
    pub may_use: BTreeSet<String>,
}

/// Returns every file of the project: what git tracks, and what it does not ignore.
pub fn tracked() -> Vec<PathBuf> {
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard", "-z"])
        .current_dir(root())
        .output();
    let names: Vec<PathBuf> = match listed {
        Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout)
            .split('\0')
            .filter(|name| !name.is_empty())
            .map(|name| root().join(name))
            .collect(),
        // A copy without its history is searched as it is.
        _ => walk(&root()),
    };
    names.into_iter().filter(|path| path.is_file()).collect()
}

fn walk(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() && name != "target" && name != ".git" {
            files.extend(walk(&path));
        } else if path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Parses the table with the columns `crate | may use | must never | because`; returns nothing if there is no such
/// table.
///
/// `-` in the second column is nothing, `all above` every crate of the rows before it.
pub fn who_may_use_whom(markdown: &str) -> Vec<Row> {
    let cells = |line: &str| -> Vec<String> {
        line.trim().trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let is_heading = |line: &&str| {
        let cells = cells(line);
        cells.len() >= 2 && cells[0] == "crate" && cells[1] == "may use"
    };
    let mut lines = markdown.lines().skip_while(|line| !is_heading(line)).skip(2);
    let mut rows: Vec<Row> = Vec::new();
    for line in lines.by_ref().take_while(|line| line.trim_start().starts_with('|')) {
        let cells = cells(line);
        let above = || rows.iter().flat_map(|row| row.crates.iter().cloned());
        let may_use = if cells[1].contains("all above") { above().collect() } else { quoted(&cells[1]) };
        rows.push(Row { crates: quoted(&cells[0]).into_iter().collect(), may_use });
    }
    rows
}

/// Returns the words in backquotes.
fn quoted(cell: &str) -> BTreeSet<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Returns the crates of the project that each manifest uses, by folder, apart from what only its tests use.
pub fn who_uses_whom() -> BTreeMap<String, BTreeSet<String>> {
    let mut uses = BTreeMap::new();
    let folders = std::fs::read_dir(root().join("crates")).expect("the project has a folder of crates");
    for folder in folders.flatten().map(|entry| entry.path()).filter(|path| path.join("Cargo.toml").is_file()) {
        let manifest: toml::Table =
            text_of(&folder.join("Cargo.toml")).parse().expect("cargo has read this manifest too");
        let dependencies = manifest.get("dependencies").and_then(toml::Value::as_table);
        let used = dependencies.into_iter().flatten().filter_map(|(name, _)| match name.as_str() {
            "grundy" => Some("grundy".to_owned()),
            other => other.strip_prefix("grundy-").map(str::to_owned),
        });
        let name = folder.file_name().expect("a folder has a name").to_string_lossy().into_owned();
        uses.insert(name, used.collect());
    }
    uses
}

/// Returns the differences between the table and the manifests: a crate that is not in the table, or one that uses what
/// it may not.
pub fn against_the_table(rows: &[Row], uses: &BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    let mut wrong = Vec::new();
    for (name, used) in uses {
        let Some(row) = rows.iter().find(|row| row.crates.contains(name)) else {
            wrong.push(format!("ARCHITECTURE.md does not say whom `{name}` may use"));
            continue;
        };
        for other in used.difference(&row.may_use) {
            wrong.push(format!(
                "crates/{name}/Cargo.toml: `{name}` uses `{other}`, which ARCHITECTURE.md does not allow"
            ));
        }
    }
    for missing in rows.iter().flat_map(|row| &row.crates).filter(|name| !uses.contains_key(*name)) {
        wrong.push(format!("ARCHITECTURE.md speaks of a crate `{missing}` that is not there"));
    }
    wrong
}

/// Returns what is wrong with one file.
pub fn against_order(path: &Path, text: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    let grab_bag = |name: &str| GRAB_BAGS.contains(&name.to_lowercase().as_str());
    for part in path.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()) {
        if grab_bag(&part) {
            wrong.push(format!("`{part}` does not say what is inside"));
        }
    }
    let code = path.extension().is_some_and(|extension| extension == "rs");
    if code {
        let length = lines_without_tests(text).count();
        if length > MAX_LINES {
            wrong.push(format!("{length} lines without its tests; {MAX_LINES} is the most"));
        }
    }
    let lines: Vec<&str> = text.lines().collect();
    for (index, line) in lines.iter().enumerate() {
        let mut tell = |what: String| wrong.push(format!("line {}: {what}", index + 1));
        if code {
            let words: Vec<&str> = line.split_whitespace().collect();
            let declared = words.iter().position(|word| *word == "mod").and_then(|at| words.get(at + 1));
            if let Some(name) = declared.map(|name| name.trim_end_matches([';', '{'])).filter(|name| grab_bag(name)) {
                tell(format!("the module `{name}` does not say what is inside"));
            }
            for clock in CLOCKS.iter().filter(|clock| line.contains(&clock.concat()) && !may_ask_the_time(path)) {
                tell(format!("`{}`: only the budget and the doors ask the time, and others ask them", clock.concat()));
            }
            if let Some(name) = limit_without_home(path, &lines, index) {
                tell(format!(
                    "`{name}` has no home: what decides whether something is found is a `Limit`, which a meter records; \
                     what people see or a door takes in stands in the `limits.rs` of its crate and in docs/limits.md; \
                     what only changes speed has a doc that begins with `Tuning:` and names the measurement, and what a \
                     format fixes one that begins with `Format:`"
                ));
            }
            for left in UNDONE.iter().filter(|left| line.contains(&left.concat())) {
                tell(format!("`{}` is work left undone", left.concat()));
            }
        }
        for elsewhere in ELSEWHERE.iter().filter(|elsewhere| line.contains(&elsewhere.concat())) {
            tell(format!("`{}` exists on one machine only", elsewhere.concat()));
        }
    }
    wrong
}

/// Returns the name of the constant of this line if it is a limit that stands in none of the places for limits.
fn limit_without_home<'a>(path: &Path, lines: &[&'a str], index: usize) -> Option<&'a str> {
    let name = path.to_string_lossy();
    let is_source = path.starts_with("crates") && name.contains("/src/") && !name.contains("tests");
    // The default budget stands with the budget.
    if !is_source || name.ends_with("limits.rs") || path == Path::new("crates/solve/src/budget.rs") {
        return None;
    }
    let declared = lines[index].trim_start();
    let declared =
        declared.split_once("const ").filter(|(before, _)| before.is_empty() || before.starts_with("pub"))?.1;
    let (name, kind) = declared.split_once(": ")?;
    let is_limit = ["MAX_", "MIN_", "DEFAULT_"].iter().any(|start| name.starts_with(start));
    let docs = lines[..index].iter().rev().take_while(|line| line.trim_start().starts_with("///"));
    let first = docs.last().map_or("", |line| line.trim_start().trim_start_matches("/// "));
    let has_home = kind.starts_with("Limit ") || first.starts_with("Tuning: ") || first.starts_with("Format: ");
    let is_tested = lines[..index].windows(2).any(|pair| pair[0] == "#[cfg(test)]" && pair[1].ends_with('{'));
    (is_limit && !has_home && !is_tested).then_some(name)
}

/// Returns true for files whose answers may depend on the clock: `--max-seconds` is enforced in one file, and in `cli`
/// and `web`.
fn may_ask_the_time(path: &Path) -> bool {
    let door = ["crates/cli", "crates/web", "bench", "tests"].iter().any(|door| path.starts_with(door));
    let is_shipped = path.starts_with("crates") && path.iter().any(|part| part == "src");
    door || !is_shipped || path == Path::new("crates/solve/src/budget.rs")
}

/// In two halves, so that this file passes its own check.
const CLOCKS: [[&str; 2]; 2] = [["Instant", "::now"], ["System", "Time::now"]];
const UNDONE: [[&str; 2]; 3] = [["to", "do!("], ["unimple", "mented!("], ["#[ig", "nore"]];
const ELSEWHERE: [[&str; 2]; 7] =
    [["../sha", "red"], ["/wo", "rk/"], ["/ho", "me/"], ["/ro", "ot/"], ["/Us", "ers/"], ["/tm", "p/"], ["C:", "\\"]];

/// Returns the lines of a source file apart from its test modules.
fn lines_without_tests(text: &str) -> impl Iterator<Item = &str> {
    let mut lines = text.lines().peekable();
    std::iter::from_fn(move || {
        let mut line = lines.next()?;
        while line.starts_with("#[cfg(test)]") && lines.peek().is_some_and(|next| next.ends_with('{')) {
            // A module at the margin ends with a brace at the margin.
            while lines.next().is_some_and(|line| line != "}") {}
            line = lines.next()?;
        }
        Some(line)
    })
}

/// Returns the number of lines of code of a source file: without test modules, comments and blank lines.
pub fn lines_of_code(text: &str) -> usize {
    lines_without_tests(text).filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with("//")).count()
}

/// Returns the part of ARCHITECTURE.md that says where things are.
pub fn code_map(text: &str) -> &str {
    let after = text.split_once("## Code map").map_or("", |(_, after)| after);
    after.split_once("\n## ").map_or(after, |(map, _)| map)
}

/// Compares the map of the code with the folders of sources: every folder is named, and every `name/` is a folder.
pub fn against_the_map(map: &str, folders: &BTreeSet<String>) -> Vec<String> {
    let words: BTreeSet<&str> = map.split(|c: char| !c.is_alphanumeric() && !"_-".contains(c)).collect();
    let last = |folder: &str| folder.rsplit('/').next().unwrap_or_default().to_owned();
    let unnamed = folders.iter().filter(|folder| !words.contains(last(folder).as_str()));
    let mut wrong: Vec<String> = unnamed.map(|folder| format!("ARCHITECTURE.md does not name `{folder}/`")).collect();
    let tokens = map.split(|c: char| c.is_whitespace() || "():;,".contains(c));
    let named = tokens.filter_map(|token| token.strip_suffix('/'));
    let is_folder = |name: &str| folders.iter().any(|folder| folder == name || folder.ends_with(&format!("/{name}")));
    wrong.extend(
        named
            .filter(|name| !is_folder(name))
            .map(|name| format!("ARCHITECTURE.md names `{name}/`, which is no folder")),
    );
    wrong
}

/// Returns the lines of code of each crate, without files of tests.
pub fn lines_by_crate() -> BTreeMap<String, usize> {
    let mut lines = BTreeMap::new();
    for path in tracked() {
        let name = path.strip_prefix(root()).unwrap_or(&path).to_owned();
        let parts: Vec<String> = name.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        let is_test = parts.iter().any(|part| part.contains("tests"));
        if let [crates, owner, src, ..] = parts.as_slice()
            && (crates.as_str(), src.as_str(), is_test) == ("crates", "src", false)
            && name.extension().is_some_and(|end| end == "rs")
        {
            *lines.entry(owner.clone()).or_default() += lines_of_code(&text_of(&path));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{announce, catalogue};

    #[test]
    fn lines_of_code_are_counted_by_crate() {
        let lines = lines_by_crate();
        let rows: Vec<String> = lines.iter().map(|(name, count)| format!("{name} {count}")).collect();
        announce(&format!("lines of code: {} ({})", lines.values().sum::<usize>(), rows.join(", ")));
        assert!(lines["rules"] > lines["value"] && lines["checker"] < 1200, "{rows:?}");
        assert_eq!(
            lines_of_code(
                "//! A file.\n\nfn f() {} // two\n    // three\n#[cfg(test)]\nmod tests {\n    fn g() {}\n}\n"
            ),
            1
        );
    }

    #[test]
    fn the_tree_is_in_order() {
        let mut wrong = Vec::new();
        for path in tracked() {
            let Ok(bytes) = std::fs::read(&path) else { continue };
            let text = String::from_utf8_lossy(&bytes);
            let name = path.strip_prefix(root()).unwrap_or(&path);
            wrong.extend(against_order(name, &text).into_iter().map(|what| format!("{}: {what}", name.display())));
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn the_map_and_the_manifests_agree() {
        let map = root().join("ARCHITECTURE.md");
        assert!(map.is_file(), "ARCHITECTURE.md is missing");
        let rows = who_may_use_whom(&text_of(&map));
        assert!(!rows.is_empty(), "ARCHITECTURE.md has no table `| crate | may use | must never | because |`");
        let wrong = against_the_table(&rows, &who_uses_whom());
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn the_map_names_every_folder_of_sources_and_no_other() {
        let parts_of = |path: &Path| -> Vec<String> {
            let name = path.strip_prefix(root()).unwrap_or(path);
            name.iter().map(|part| part.to_string_lossy().into_owned()).collect()
        };
        // Folders of sources are named; other folders may be.
        let (mut sources, mut folders) = (BTreeSet::new(), BTreeSet::new());
        for path in tracked() {
            let parts = parts_of(&path);
            for end in 1..parts.len() {
                let folder = parts[..end].join("/");
                let is_source = parts[0] == "crates" && parts.get(2).is_some_and(|part| part == "src") && end > 3;
                if (is_source || parts[0] == "crates" && end == 2) && parts[end - 1] != "tests" {
                    sources.insert(folder.clone());
                }
                folders.insert(folder);
            }
        }
        let text = text_of(&root().join("ARCHITECTURE.md"));
        let map = code_map(&text);
        assert!(sources.len() > 40 && map.len() > 1000, "{} folders, {} bytes", sources.len(), map.len());
        let unnamed = against_the_map(map, &sources).into_iter().filter(|what| what.contains("does not name"));
        let missing = against_the_map(map, &folders).into_iter().filter(|what| what.contains("is no folder"));
        let wrong: Vec<String> = unnamed.chain(missing).collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        let folders = BTreeSet::from(["crates/a".to_owned(), "crates/a/src/b".to_owned()]);
        assert_eq!(against_the_map("crates/a/  b c: things", &folders), Vec::<String>::new());
        assert_eq!(against_the_map("crates/a/  c/: things", &folders).len(), 2);
    }

    #[test]
    fn every_catalogue_file_has_a_claim_and_a_source() {
        let lacks = |text: &str, word: &str| !text.lines().any(|line| line.trim_start().starts_with(word));
        for entry in catalogue::entries() {
            for word in ["claim ", "source "] {
                assert!(!lacks(&entry.source, word), "catalogue/{} has no `{word}`", entry.path);
            }
        }
    }

    #[test]
    fn the_table_is_read_with_its_shorthand() {
        let rows = who_may_use_whom(
            "# Map\n\n| crate | may use | must never | because |\n|---|---|---|---|\n| `rules` | - | a | b |\n\
             | `solve` | `rules` | a | b |\n| `cli`, `web` | all above | a | b |\n\nmore `text` | here\n",
        );
        assert_eq!(rows.len(), 3);
        assert!(rows[0].may_use.is_empty());
        assert_eq!(rows[2].crates, ["cli", "web"]);
        assert_eq!(rows[2].may_use, BTreeSet::from(["rules".to_owned(), "solve".to_owned()]));
        let uses = BTreeMap::from([
            ("rules".to_owned(), BTreeSet::from(["solve".to_owned()])),
            ("view".to_owned(), BTreeSet::new()),
        ]);
        // rules uses solve; view is not in the table; solve, cli and web are not in the tree.
        assert_eq!(against_the_table(&rows, &uses).len(), 5);
    }

    #[test]
    fn disorder_is_noticed() {
        let wrong = |name: &str, text: &str| against_order(Path::new(name), text).len();
        assert_eq!(wrong("crates/a/src/kayles.rs", "//! Fine.\nfn f() {}\n"), 0);
        assert_eq!(wrong("crates/a/src/utils.rs", ""), 1);
        assert_eq!(wrong("crates/a/src/lib.rs", "pub mod common;\n"), 1);
        assert_eq!(wrong("crates/a/src/lib.rs", &UNDONE.map(|halves| halves.concat()).join("\n")), 3);
        assert_eq!(wrong("docs/a.md", &ELSEWHERE.map(|halves| halves.concat()).join("\n")), ELSEWHERE.len());
        let clocks = CLOCKS.map(|halves| halves.concat()).join("\n");
        assert_eq!(wrong("crates/pattern/src/finder/search.rs", &clocks), CLOCKS.len());
        assert_eq!(wrong("crates/solve/src/budget.rs", &clocks), 0);
        assert_eq!(wrong("crates/cli/src/main.rs", &clocks), 0);
        let limit = |doc: &str, kind: &str| format!("/// {doc}\nconst MAX_LINES: {kind} = 1;\n");
        assert_eq!(wrong("crates/a/src/kayles.rs", &limit("Maximum number of lines.", "u64")), 1);
        assert_eq!(wrong("crates/a/src/kayles.rs", &limit("Tuning: lines read at once; see bench.", "u64")), 0);
        assert_eq!(wrong("crates/a/src/kayles.rs", &limit("Format: bits of a key.", "u64")), 0);
        assert_eq!(wrong("crates/a/src/kayles.rs", &limit("Maximum number of lines.", "Limit ")), 0);
        assert_eq!(wrong("crates/a/src/limits.rs", &limit("Maximum number of lines.", "u64")), 0);
        assert_eq!(wrong("crates/a/src/long.rs", &"fn f() {}\n".repeat(801)), 1);
        let tested = format!("{}#[cfg(test)]\nmod tests {{\n{}}}\n", "a\n".repeat(10), "    b\n".repeat(900));
        assert_eq!(lines_without_tests(&tested).count(), 10);
    }
}
