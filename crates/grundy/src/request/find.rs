//! Rules found in the table of a game, each proved, checked or refuted; and what each says about the cells of a table.

use super::limits::{MAX_FIND_SECONDS, MAX_RULE_CELLS};
use super::table::layout;
use super::{Fields, Play, SolverCache, in_other_languages, stopped};
use crate::pattern::finder::{self, Found, Refusal};
use crate::pattern::prover::Effort;
use crate::proof::linear;
use crate::view::{Overlay, Range};
use crate::{Budget, Error};
use grundy_message::message;
use serde_json::{Value, json};

/// Asks for rules of a game.
pub struct Find {
    /// The game.
    pub play: Play,
    /// The table that the rules are compared with, if there is one.
    pub ranges: Option<Vec<Range>>,
    /// Claims to draw over that table, instead of searching for rules: those found for other givens.
    pub claims: Option<Vec<String>>,
}

impl Find {
    pub(super) fn read(fields: &Fields) -> Result<Find, Error> {
        let (play, ranges) = (fields.play()?, fields.ranges()?);
        let claims: Option<Vec<String>> =
            fields.texts("claims")?.map(|claims| claims.into_iter().map(str::to_owned).collect());
        if claims.is_some() && ranges.is_none() {
            return Err(Error::wrong(message!("`claims` are drawn over a table, and `ranges` says which")));
        }
        Ok(Find { play, ranges, claims })
    }

    /// Searches for rules.
    ///
    /// # Errors
    /// Fails if no table can be made.
    pub fn answer(&self, cache: &SolverCache) -> Result<Value, Error> {
        let play = &self.play;
        let layout = self.ranges.as_deref().map(|ranges| layout(play, ranges, cache)).transpose()?;
        let layout = layout.filter(|layout| layout.cell_count() <= MAX_RULE_CELLS);
        let overlay = |claim: &str| {
            let layout = layout.as_ref()?;
            Some(Overlay::new(&play.instance, claim, layout).ok()??.data(layout))
        };
        if let Some(claims) = &self.claims {
            let rules: Vec<Value> =
                claims.iter().map(|claim| json!({"claim": claim, "overlay": overlay(claim)})).collect();
            return Ok(json!({"game": play.instance.game().name, "rules": rules, "stopped": null, "said": null}));
        }
        let budget = Budget { max_seconds: Some(MAX_FIND_SECONDS), ..cache.budget().clone() }.started();
        let report = find_rules(play, None, budget.clone())?;
        let rules = report.found.iter().flat_map(|Found { quantity, findings, .. }| {
            findings.iter().map(|finding| {
                json!({
                    "of": quantity.name(),
                    "status": finding.status.word(),
                    "claim": finding.claim,
                    "words": finding.words.to_string(),
                    "extent": finding.extent.as_ref().map(ToString::to_string),
                    "counterexample": finding.counterexample.as_ref().map(ToString::to_string),
                    "said": in_other_languages(|text| {
                        json!({"words": text(&finding.words), "extent": finding.extent.as_ref().map(text)})
                    }),
                    "overlay": overlay(&finding.claim),
                })
            })
        });
        let rules: Vec<Value> = rules.collect();
        let (stopped, said) = stopped(&budget);
        Ok(json!({"game": play.instance.game().name, "rules": rules, "stopped": stopped, "said": said}))
    }
}

/// Searches for rules in a table up to `to`, until the budget says to stop.
///
/// # Errors
/// Fails if no table can be made.
pub fn find_rules(play: &Play, to: Option<i64>, budget: Budget) -> Result<finder::Report, Error> {
    let limits = budget.clone();
    let effort = Effort { budget, wants: None, go_on: &|| !limits.is_cancelled() };
    finder::find(&play.instance, &effort, to, &linear::Limits::default()).map_err(|refusal| match refusal {
        Refusal::Fault(fault) => play.error(*fault),
        Refusal::Why(reasons) => Error::NoTable(reasons),
    })
}
