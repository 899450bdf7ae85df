//! The page `docs/limits.md` names every limit with its default.
//!
//! In: the sources, where a limit is a `Limit { name, usual }`, a constant of a file `…limits.rs` or a field of the
//! server's `Limits`; the default `Effort`; the help of the program, where an option has a `[default: …]`. Out: the
//! lines that the page lacks, and its lines that are no longer true. A line begins with what is limited and the
//! default; more columns are the author's.

use crate::docs::run_command;
use crate::{root, text_of};
use grundy_solve::{Budget, Effort};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Options with a number that is no limit.
const NO_LIMITS: [&str; 6] = ["--seed", "--port", "--address", "--from", "--scale", "--to"];

/// Returns the sources of the crates, without files of tests.
pub fn sources() -> Vec<PathBuf> {
    let is_source = |path: &PathBuf| {
        let name = path.strip_prefix(root()).unwrap_or(path).to_string_lossy().into_owned();
        name.starts_with("crates/") && name.contains("/src/") && name.ends_with(".rs") && !name.contains("tests")
    };
    crate::tidy::tracked().into_iter().filter(is_source).collect()
}

/// A declaration `const NAME: TYPE = VALUE;` or `name: VALUE,` with its documentation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// Its name.
    pub name: String,
    /// The first sentence of its documentation.
    pub what: String,
    /// Its value, as it is written.
    pub value: String,
}

/// Returns the constants of a source, apart from those of its test modules.
pub fn constants(text: &str) -> Vec<Declared> {
    let (mut found, mut doc) = (Vec::new(), String::new());
    let mut lines = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text).lines().map(str::trim);
    while let Some(line) = lines.next() {
        if let Some(more) = line.strip_prefix("///") {
            doc = format!("{doc} {}", more.trim());
            continue;
        }
        let declared = line.split_once("const ").filter(|(before, _)| before.is_empty() || before.starts_with("pub"));
        if let Some((_, declared)) = declared {
            let mut whole = declared.to_owned();
            while !whole.ends_with(';') {
                let Some(more) = lines.next() else { break };
                whole = format!("{whole} {more}");
            }
            if let Some(((name, _), value)) =
                whole.split_once(" = ").and_then(|(head, value)| Some((head.split_once(':')?, value)))
            {
                let value = value.trim_end_matches(';').to_owned();
                found.push(Declared { name: name.to_owned(), what: first_sentence(&doc), value });
            }
        }
        doc.clear();
    }
    found
}

/// Returns the fields of the server's limits, with their defaults.
fn server_limits(text: &str) -> Vec<Declared> {
    let mut docs: BTreeMap<String, String> = BTreeMap::new();
    let (mut doc, mut found) = (String::new(), Vec::new());
    for line in text.lines().map(str::trim) {
        if let Some(more) = line.strip_prefix("///") {
            doc = format!("{doc} {}", more.trim());
            continue;
        }
        let field = line.strip_suffix(',').and_then(|field| field.split_once(": "));
        match field {
            Some((name, _)) if name.starts_with("pub ") => {
                docs.insert(name["pub ".len()..].to_owned(), first_sentence(&doc));
            }
            Some((name, value)) if value != "None" => {
                let what = docs.get(name).cloned().unwrap_or_default();
                found.push(Declared { name: name.to_owned(), what, value: value.to_owned() });
            }
            _ => {}
        }
        doc.clear();
    }
    found
}

fn first_sentence(doc: &str) -> String {
    let doc = doc.trim();
    doc.split_once(". ").map_or(doc, |(first, _)| first).trim_end_matches('.').replace('|', "\\|")
}

/// Returns the value of an expression of a constant; `names` are the constants it may use.
pub fn evaluate(value: &str, names: &BTreeMap<String, String>) -> Option<f64> {
    let value = value.trim();
    if let Some((left, right)) = value.split_once(" << ") {
        return Some(evaluate(left, names)? * evaluate(right, names)?.exp2());
    }
    if let Some((inner, _)) = value.split_once(" as ") {
        return evaluate(inner, names);
    }
    let inner = value.strip_prefix("Duration::from_secs(").and_then(|value| value.strip_suffix(')'));
    let plain = inner.unwrap_or(value).trim_matches('"').replace('_', "");
    plain.parse().ok().or_else(|| evaluate(names.get(value.rsplit("::").next()?)?, names))
}

/// Returns a number as the page writes it: bytes in units, other numbers in groups of three digits.
pub fn written(name: &str, value: f64) -> String {
    let name = name.to_lowercase();
    if name.ends_with("bytes") || name.ends_with("memory") || name.ends_with("line_bytes") {
        let units = [("GiB", 30), ("MiB", 20), ("KiB", 10)];
        let unit = units.iter().find(|(_, bits)| value % 2_f64.powi(*bits) == 0.0 && value > 0.0);
        return unit
            .map_or_else(|| format!("{value} bytes"), |(unit, bits)| format!("{} {unit}", value / 2_f64.powi(*bits)));
    }
    if value.fract() != 0.0 {
        return value.to_string();
    }
    let digits = format!("{value:.0}");
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(' ');
        }
        grouped.push(digit);
    }
    grouped
}

/// Returns the lines that the page must have for the limits of the sources, by the file that declares them.
///
/// # Panics
/// Panics if a limit is written in a way that is not understood here.
pub fn lines_of_sources() -> BTreeMap<String, BTreeSet<String>> {
    let files: Vec<(String, Vec<Declared>, String)> = sources()
        .iter()
        .map(|path| {
            let text = text_of(path);
            let name = path.strip_prefix(root()).unwrap_or(path).to_string_lossy().into_owned();
            (name, constants(&text), text)
        })
        .collect();
    let names: BTreeMap<String, String> = files
        .iter()
        .flat_map(|(_, declared, _)| declared)
        .map(|declared| (declared.name.clone(), declared.value.clone()))
        .collect();
    let mut lines: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (file, declared, text) in &files {
        for Declared { name, what, value } in declared {
            let limit = value.strip_prefix("Limit { name: ").and_then(|limit| limit.split_once(", usual: "));
            let (home, what, value) = match limit {
                Some((limited, usual)) => {
                    let limited = match limited.strip_suffix(".name") {
                        Some(other) => names.get(other).map_or("", |other| other.split('"').nth(1).unwrap_or("")),
                        None => limited.split('"').nth(1).unwrap_or(limited),
                    };
                    ("Limit", limited.to_owned(), usual.trim_end_matches(" }"))
                }
                None if file.ends_with("limits.rs") && is_limit(name) => (file.as_str(), what.clone(), value.as_str()),
                None => continue,
            };
            assert!(!what.is_empty(), "{file}: {name} is not documented");
            let number = evaluate(value, &names);
            let number = number.unwrap_or_else(|| panic!("{file}: the value of {name} is not understood: {value}"));
            lines.entry(home.to_owned()).or_default().insert(format!("| {what} | {} |", written(name, number)));
        }
        if file == "crates/web/src/limits.rs" {
            for Declared { name, what, value } in server_limits(text) {
                let default = match evaluate(&value, &names) {
                    Some(number) => written(&name, number),
                    None => format!("`{value}`"),
                };
                lines.entry(file.clone()).or_default().insert(format!("| {what} | {default} |"));
            }
        }
    }
    lines
}

fn is_limit(name: &str) -> bool {
    ["MAX_", "MIN_", "DEFAULT_"].iter().any(|start| name.starts_with(start))
}

/// Returns the lines that the page must have for the defaults of a budget.
pub fn lines_of_budget() -> BTreeSet<String> {
    let Effort { theorem_steps, proof_steps, listed_positions, positions_in_vain, times: _ } = Effort::default();
    let rows = [
        ("positions stored, by interpreting the rules", Budget::default().max_positions),
        ("steps of theorems", theorem_steps),
        ("steps of a proof", proof_steps),
        ("positions listed to count the moves to the end", listed_positions),
        ("positions examined in vain", positions_in_vain),
    ];
    rows.iter().map(|(what, number)| format!("| {what} | {} |", written("", *number as f64))).collect()
}

/// Returns the lines that the page must have for the options of the program that have a number as their default.
pub fn lines_of_options(program: &Path) -> BTreeSet<String> {
    let mut lines = BTreeSet::new();
    let mut commands = vec![String::new()];
    while let Some(command) = commands.pop() {
        let help = run_command(&format!("grundy {command} --help"), "en", program, &root());
        let below = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
        let names = below.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        let named = names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
        commands.extend(named.map(|name| format!("{command} {name}").trim().to_owned()));
        let mut option = String::new();
        let mut text = String::new();
        for line in help.lines().chain(["  --end"]) {
            let found = line
                .split_whitespace()
                .find(|word| word.starts_with("--"))
                .filter(|_| line.starts_with("  ") && line.trim_start().starts_with('-'));
            let Some(found) = found else {
                text = format!("{text} {}", line.trim());
                continue;
            };
            if let Some(default) = text.split("[default: ").nth(1).and_then(|rest| rest.split(']').next())
                && default.contains(|c: char| c.is_ascii_digit())
                && !NO_LIMITS.contains(&option.as_str())
            {
                // What all commands share has one line.
                let of = if option == "--memory" { "" } else { command.as_str() };
                let name = format!("{of} {option}");
                lines.insert(format!("| `{}` | {default} |", name.trim()));
            }
            (option, text) = (found.to_owned(), line.to_owned());
        }
    }
    lines
}

/// Returns what is wrong with the page: lines that it lacks, and lines that are not among `expected`.
pub fn differences(page: &str, expected: &BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    let mut wrong = Vec::new();
    for (home, lines) in expected {
        let lacks = |line: &&String| !page.lines().any(|written| written.starts_with(line.as_str()));
        let missing: Vec<&str> = lines.iter().filter(lacks).map(String::as_str).collect();
        if !missing.is_empty() {
            wrong.push(format!("docs/limits.md lacks, of {home}:\n{}", missing.join("\n")));
        }
    }
    let is_row =
        |line: &&str| line.starts_with("| ") && !line.starts_with("| limit ") && !line.starts_with("| option ");
    for line in page.lines().filter(is_row) {
        if !expected.values().flatten().any(|row| line.starts_with(row.as_str())) {
            wrong.push(format!("docs/limits.md has a line of which the sources know nothing:\n{line}"));
        }
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_of_limits_names_every_limit_with_its_default() {
        let mut expected = lines_of_sources();
        expected.insert("Budget and Effort".to_owned(), lines_of_budget());
        expected.insert("the options".to_owned(), lines_of_options(&crate::docs::program()));
        let wrong = differences(&text_of(&root().join("docs/limits.md")), &expected);
        assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    }

    #[test]
    fn a_limit_is_read_from_the_sources() {
        let text = "/// Maximum number of lines. More are cut.\npub const MAX_LINES: usize =\n    1 << 10;\n";
        let declared = constants(text);
        assert_eq!(declared.len(), 1);
        assert_eq!((declared[0].what.as_str(), declared[0].value.as_str()), ("Maximum number of lines", "1 << 10"));
        let names = BTreeMap::from([("MAX_LINES".to_owned(), "1 << 10".to_owned())]);
        assert_eq!(evaluate("MAX_LINES as u64", &names), Some(1024.0));
        assert_eq!(evaluate("Duration::from_secs(10)", &names), Some(10.0));
        assert_eq!(evaluate("cores", &names), None);
        assert_eq!((written("A", 1_234_567.0), written("A_BYTES", 4096.0)), ("1 234 567".into(), "4 KiB".into()));
    }

    #[test]
    fn a_page_that_differs_is_noticed() {
        let expected = BTreeMap::from([("Limit".to_owned(), BTreeSet::from(["| pieces | 10 |".to_owned()]))]);
        assert!(differences("| limit | default |\n|---|---|\n| pieces | 10 | more |\n", &expected).is_empty());
        assert_eq!(differences("| pieces | 11 |\n", &expected).len(), 2);
    }
}
