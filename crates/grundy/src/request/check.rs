//! Whether the claims of rules hold: what `grundy check --json` prints of them, with their spans.

use super::limits::{MAX_CHECK_SECONDS, MAX_CLAIM_POSITIONS};
use super::{Fields, SolverCache, in_other_languages, stopped};
use crate::rules::Game;
use crate::view::{FileReport, View};
use crate::{Budget, Error, check_claims};
use serde_json::{Value, json};
use std::sync::Arc;

/// Asks whether the claims of rules hold.
pub struct Check {
    /// Name of the game.
    pub name: String,
    /// The rules.
    pub game: Arc<Game>,
}

impl Check {
    pub(super) fn read(fields: &Fields) -> Result<Check, Error> {
        fields.game().map(|(name, game)| Check { name, game })
    }

    /// Checks the claims.
    pub fn answer(&self, cache: &SolverCache) -> Value {
        let given = cache.budget();
        let budget = Budget {
            max_seconds: Some(MAX_CHECK_SECONDS),
            cancelled: given.cancelled.clone(),
            full: given.full.clone(),
            progress: given.progress.clone(),
            max_bytes: given.max_bytes,
            ..Budget::positions(MAX_CLAIM_POSITIONS)
        };
        let budget = budget.started();
        let claims = check_claims(&self.game, &budget);
        let source = self.game.source.0.clone();
        let report =
            FileReport { file: self.name.clone(), source, diagnostics: Vec::new(), claims, samples: Vec::new() };
        let mut claims = report.data()["claims"].take();
        for (claim, detail) in claims.as_array_mut().into_iter().flatten().zip(report.details()) {
            claim["said"] = in_other_languages(|text| json!({"detail": text(&detail)}));
        }
        let (stopped, said) = stopped(&budget);
        json!({"game": self.game.name, "claims": claims, "stopped": stopped, "said": said})
    }
}
