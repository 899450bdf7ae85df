//! The list of third-party crates is complete: `THIRD_PARTY.md` against `Cargo.lock`.
//!
//! In: the packages that the program depends on, by the lock file, and the rows of the page. Out: every difference.

use std::collections::{BTreeMap, BTreeSet};

/// A crate: its name and version.
type Crate = (String, String);

/// Returns the crates of others that the program depends on, directly or not, on any system.
///
/// # Panics
/// The text is no lock file.
pub fn locked(lock: &str) -> BTreeSet<Crate> {
    let lock: toml::Table = lock.parse().expect("Cargo.lock is TOML");
    let packages = lock["package"].as_array().expect("it lists packages");
    let text = |package: &toml::Value, key: &str| package[key].as_str().unwrap_or_default().to_owned();
    let mut by_name: BTreeMap<String, Vec<&toml::Value>> = BTreeMap::new();
    for package in packages {
        by_name.entry(text(package, "name")).or_default().push(package);
    }
    let (mut found, mut todo) = (BTreeSet::new(), vec!["grundy-cli".to_owned()]);
    while let Some(dependency) = todo.pop() {
        let (name, version) = dependency.split_once(' ').unwrap_or((&dependency, ""));
        for package in by_name[name].iter().filter(|package| version.is_empty() || text(package, "version") == version)
        {
            if found.insert((name.to_owned(), text(package, "version"))) {
                let dependencies = package.get("dependencies").and_then(toml::Value::as_array);
                todo.extend(dependencies.into_iter().flatten().filter_map(|one| one.as_str()).map(str::to_owned));
            }
        }
    }
    found.retain(|(name, _)| name != "grundy" && !name.starts_with("grundy-"));
    found
}

/// Returns the crates that the page lists; each row names a licence.
pub fn listed(page: &str) -> BTreeSet<Crate> {
    let crates = page.split("\n## ").find(|section| section.starts_with("Crates")).unwrap_or_default();
    crates
        .lines()
        .filter_map(|line| {
            let cells: Vec<&str> = line.strip_prefix("| ")?.strip_suffix(" |")?.split(" | ").collect();
            match cells.as_slice() {
                [name, version, licence] if *name != "crate" && !licence.is_empty() => {
                    Some(((*name).to_owned(), (*version).to_owned()))
                }
                _ => None,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{root, text_of};

    #[test]
    fn every_crate_is_listed_with_its_licence() {
        let locked = locked(&text_of(&root().join("Cargo.lock")));
        let listed = listed(&text_of(&root().join("THIRD_PARTY.md")));
        let missing: Vec<&Crate> = locked.difference(&listed).collect();
        let gone: Vec<&Crate> = listed.difference(&locked).collect();
        assert!(missing.is_empty() && gone.is_empty(), "not listed: {missing:?}; listed, but not used: {gone:?}");
        assert!(locked.len() > 50);
    }

    #[test]
    fn a_row_without_a_licence_does_not_count() {
        assert_eq!(
            listed("# T\n\n## Crates\n\n| crate | version | licence |\n|---|---|---|\n| a | 1 | MIT |\n| b | 2 |  |\n")
                .len(),
            1
        );
    }
}
