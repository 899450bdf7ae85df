//! Rules that must be found from the rules of a game alone.
//!
//! In: `cases/find/*.game`, games without claims whose comments say what `find` must answer: `# finds CLAIM` checked or
//! proved, `# proves CLAIM` proved. Out: the claims that were not found.

use crate::text_of;
use grundy::pattern::finder::{Status, find};
use grundy::pattern::prover::Effort;
use grundy::proof::linear::Limits;
use grundy_rules::{Instance, read};
use grundy_solve::Budget;
use std::path::Path;
use std::sync::Arc;

/// Checks what is found about a game.
///
/// # Errors
/// Fails with the first claim that is missing, and with what was found instead.
pub fn check(path: &Path) -> Result<(), String> {
    let text = text_of(path);
    let expected = |word: &str| -> Vec<String> {
        text.lines().filter_map(|line| line.strip_prefix(word)).map(|claim| claim.trim().to_owned()).collect()
    };
    let game = read(&text).map_err(|mistakes| format!("not read: {mistakes:?}"))?;
    let givens = vec![None; game.givens.len()];
    let instance = Arc::new(Instance::new(game, givens).map_err(|fault| fault.sentence().to_string())?);
    let effort = Effort { budget: Budget::default(), wants: None, go_on: &|| true };
    let report = find(&instance, &effort, None, &Limits::default()).map_err(|refusal| refusal.to_string())?;
    let found = || report.found.iter().flat_map(|found| &found.findings);
    let rules: Vec<String> = found().map(|finding| format!("{}: {}", finding.status.word(), finding.claim)).collect();
    let is_found = |claim: &str, statuses: &[Status]| {
        found().any(|finding| finding.claim == claim && statuses.contains(&finding.status))
    };
    for claim in expected("# finds ") {
        if !is_found(&claim, &[Status::Checked, Status::Proved, Status::Computed]) {
            return Err(format!("`{claim}` was not found, but {rules:?}"));
        }
    }
    for claim in expected("# proves ") {
        if !is_found(&claim, &[Status::Proved]) {
            return Err(format!("`{claim}` was not proved, but {rules:?}"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{files_of, root};

    #[test]
    fn every_rule_is_found() {
        let cases = root().join("tests/cases/find");
        let folders = [cases.clone(), cases.join("givens"), cases.join("lists")];
        let files: Vec<_> = folders.iter().flat_map(|folder| files_of(folder, ".game")).collect();
        assert!(files.len() >= 69, "the cases are missing");
        let wrong: Vec<String> = files
            .iter()
            .filter_map(|file| check(file).err().map(|wrong| format!("{}: {wrong}", file.display())))
            .collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
