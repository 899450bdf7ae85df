//! What was found wrong with a file, and what became of its claims.

use crate::document::{Block, Document, TextStyle, View, Words};
use grundy_message::Message;
use grundy_rules::{Diagnostic, Severity};
use grundy_solve::claims::{ClaimReport, ClaimVerdict};
use serde_json::{Value, json};

/// The report on one file.
#[derive(Clone, Debug)]
pub struct FileReport {
    /// The name of the file.
    pub file: String,
    /// Its text.
    pub source: String,
    /// What is wrong with it, in the order of the file, and what failed when it was tried.
    pub diagnostics: Vec<Diagnostic>,
    /// What became of its claims.
    pub claims: Vec<ClaimReport>,
}

impl FileReport {
    /// Returns whether it is a game that can be played, as far as was tried.
    pub fn is_right(&self) -> bool {
        !self.diagnostics.iter().any(Diagnostic::is_error)
            && !self.claims.iter().any(|claim| matches!(claim.verdict, ClaimVerdict::Faulty(_)))
    }

    /// Returns whether each of its claims could be checked, and none is false.
    pub fn has_true_claims(&self) -> bool {
        let is_true = |claim: &ClaimReport| matches!(status_of(claim).0, "holds" | "proved");
        self.claims.iter().all(is_true)
    }
}

/// Returns a diagnostic about this text, for programs.
pub fn diagnostic_data(source: &str, diagnostic: &Diagnostic) -> Value {
    let (line, column) = diagnostic.index(source);
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let fix = diagnostic.fix.as_ref().map(|fix| {
        let index = Diagnostic::error(Message::default(), fix.span).index(source);
        let end =
            Diagnostic::error(Message::default(), grundy_rules::Span::new(fix.span.end, fix.span.end)).index(source);
        json!({
            "title": fix.title.to_string(), "line": index.0, "column": index.1,
            "end_line": end.0, "end_column": end.1, "text": fix.text,
        })
    });
    json!({
        "severity": severity,
        "message": diagnostic.message.to_string(),
        "line": line,
        "column": column,
        "label": diagnostic.label.to_string(),
        "hints": diagnostic.hints.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "fix": fix,
    })
}

/// Returns a claim's status, its description, and where it fails.
fn status_of(claim: &ClaimReport) -> (&'static str, String, Option<String>) {
    match &claim.verdict {
        ClaimVerdict::Holds { description, .. } => ("holds", description.to_string(), None),
        ClaimVerdict::Proved { by } => ("proved", format!("for every size, by a {by}"), None),
        ClaimVerdict::Fails { counterexample, expected, found, givens } => {
            let with = if givens.0.is_empty() { String::new() } else { format!(" with {}", givens.as_arguments()) };
            (
                "false",
                format!("at {counterexample}{with} it says: {expected}; found: {found}"),
                Some(counterexample.clone()),
            )
        }
        ClaimVerdict::Unknown { why } => ("unknown", why.to_string(), None),
        ClaimVerdict::Faulty(fault) => ("error", fault.sentence().to_string(), fault.position.clone()),
    }
}

impl View for FileReport {
    /// Shows the claims; the diagnostics are not repeated.
    fn document(&self) -> Document {
        let errors = self.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
        let with_status = |status: &str| self.claims.iter().filter(|claim| status_of(claim).0 == status).count();
        let (failed, faulty, unknown) = (with_status("false"), with_status("error"), with_status("unknown"));
        let warnings = self.diagnostics.len() - errors;
        let count = |number: usize, what: &str| format!("{number} {what}{}", if number == 1 { "" } else { "s" });
        let verdict = if errors > 0 {
            Words::of(TextStyle::Bad, count(errors, "error"))
        } else if failed > 0 {
            Words::of(TextStyle::Bad, format!("{} of {} false", failed, count(self.claims.len() - unknown, "claim")))
        } else if faulty > 0 {
            Words::of(TextStyle::Bad, format!("{} cannot be evaluated", count(faulty, "claim")))
        } else if unknown > 0 && unknown == self.claims.len() {
            Words::of(TextStyle::Strong, "nothing could be checked")
        } else if unknown > 0 {
            let of = count(self.claims.len(), "claim");
            Words::of(TextStyle::Strong, format!("{unknown} of {of} could not be checked"))
        } else {
            Words::of(TextStyle::Good, "ok")
        };
        let warned = if warnings > 0 { format!(", {}", count(warnings, "warning")) } else { String::new() };
        let mut head = Words::of(TextStyle::Strong, &self.file).then(TextStyle::Plain, ": ");
        head.0.extend(verdict.0);
        let mut blocks = vec![Block::Line(head.then(TextStyle::Plain, warned))];
        for claim in &self.claims {
            let (status, detail, _) = status_of(claim);
            let tone = match status {
                "holds" => TextStyle::Good,
                "unknown" => TextStyle::Strong,
                _ => TextStyle::Bad,
            };
            let line = Words::plain("  ").then(tone, format!("{status:<9}")).then(TextStyle::Plain, &claim.text);
            blocks.push(Block::Line(line));
            if !detail.is_empty() {
                blocks.push(Block::Line(Words::of(TextStyle::Faint, format!("           {detail}"))));
            }
        }
        Document(blocks)
    }

    fn data(&self) -> Value {
        let claims: Vec<Value> = self
            .claims
            .iter()
            .map(|claim| {
                let (status, detail, counterexample) = status_of(claim);
                let (line, column) = Diagnostic::error("", claim.span).index(&self.source);
                json!({
                    "claim": claim.text, "status": status, "detail": detail, "counterexample": counterexample,
                    "line": line, "column": column,
                })
            })
            .collect();
        json!({
            "file": self.file,
            "ok": self.is_right() && self.has_true_claims(),
            "diagnostics": self.diagnostics.iter().map(|diagnostic| diagnostic_data(&self.source, diagnostic)).collect::<Vec<_>>(),
            "claims": claims,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::text::{self, Page};
    use grundy_message::Message;
    use grundy_rules::text::PrintedGivens;
    use grundy_rules::{Colour, Span};

    fn report(verdicts: Vec<ClaimVerdict>) -> FileReport {
        let claim = |verdict| ClaimReport { text: "claim grundy = n".into(), span: Span::default(), verdict };
        FileReport {
            file: "a.game".into(),
            source: "game a(n)\nmove\n".into(),
            diagnostics: vec![Diagnostic::warning("odd", Span::new(10, 14))],
            claims: verdicts.into_iter().map(claim).collect(),
        }
    }

    fn holds() -> ClaimVerdict {
        let description = Message::text("checked for 9 positions");
        ClaimVerdict::Holds { positions: 9, description, givens: Vec::new(), is_everything: false }
    }

    #[test]
    fn claims_that_were_not_tried_are_not_counted_as_right() {
        let unknown = || ClaimVerdict::Unknown { why: Message::text("it takes too long") };
        let head = |report: &FileReport| {
            let text = text::write(&report.document(), Page { width: 80, colour: Colour::Never });
            text.lines().next().unwrap_or_default().to_owned()
        };
        let nothing = report(vec![unknown(), unknown()]);
        assert_eq!(head(&nothing), "a.game: nothing could be checked, 1 warning");
        assert!(!nothing.has_true_claims() && nothing.data()["ok"] == false);
        assert_eq!(head(&report(vec![holds(), unknown()])), "a.game: 1 of 2 claims could not be checked, 1 warning");
    }

    #[track_caller]
    fn check(report: &FileReport, text: &str, data: &str) {
        assert_eq!(text::write(&report.document(), Page { width: 80, colour: Colour::Never }), text);
        assert_eq!(report.data().to_string(), data);
    }

    #[test]
    fn a_false_claim_shows_its_counterexample() {
        let fails = ClaimVerdict::Fails {
            counterexample: "4".into(),
            expected: Message::text("4"),
            found: Message::text("0"),
            givens: PrintedGivens(vec![("m".into(), "3".into())]),
        };
        check(
            &report(vec![fails]),
            "a.game: 1 of 1 claim false, 1 warning\n  false    claim grundy = n\n           \
             at 4 with m=3 it says: 4; found: 0\n",
            r#"{"file":"a.game","ok":false,"diagnostics":[{"severity":"warning","message":"odd","line":2,"column":1,"label":"","hints":[],"fix":null}],"claims":[{"claim":"claim grundy = n","status":"false","detail":"at 4 with m=3 it says: 4; found: 0","counterexample":"4","line":1,"column":1}]}"#,
        );
    }

    #[test]
    fn claims_that_hold_say_how_far_they_were_checked() {
        let report = report(vec![holds()]);
        assert!(report.is_right() && report.has_true_claims());
        check(
            &report,
            "a.game: ok, 1 warning\n  holds    claim grundy = n\n           checked for 9 positions\n",
            r#"{"file":"a.game","ok":true,"diagnostics":[{"severity":"warning","message":"odd","line":2,"column":1,"label":"","hints":[],"fix":null}],"claims":[{"claim":"claim grundy = n","status":"holds","detail":"checked for 9 positions","counterexample":null,"line":1,"column":1}]}"#,
        );
    }
}
