//! What was found wrong with a file, and what became of its claims.

use crate::document::{Block, Document, TextStyle, View, Words};
use grundy_message::{Message, message, plural};
use grundy_rules::{Diagnostic, Severity};
use grundy_solve::claims::{ClaimReport, ClaimVerdict};
use serde_json::{Value, json};

/// Width of the status of a claim.
const STATUS_COLUMNS: usize = 7;

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
    /// What became of the samples of a contest problem.
    pub samples: Vec<SampleReport>,
}

/// What became of a sample of a contest problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SampleReport {
    /// Its output is the right one.
    Right,
    /// Its output is another one, or its input is wrong.
    Wrong(Message),
    /// The right output is not known within the budget.
    Unknown(Message),
}

impl SampleReport {
    fn status(&self) -> &'static str {
        match self {
            SampleReport::Right => "right",
            SampleReport::Wrong(_) => "wrong",
            SampleReport::Unknown(_) => "unknown",
        }
    }

    fn detail(&self) -> Message {
        match self {
            SampleReport::Right => Message::default(),
            SampleReport::Wrong(why) | SampleReport::Unknown(why) => why.clone(),
        }
    }
}

impl FileReport {
    /// Returns whether it is a game that can be played, as far as was tried.
    pub fn is_right(&self) -> bool {
        !self.diagnostics.iter().any(Diagnostic::is_error)
            && !self.claims.iter().any(|claim| matches!(claim.verdict, ClaimVerdict::Faulty(_)))
    }

    fn has_right_samples(&self) -> bool {
        self.samples.iter().all(|sample| *sample == SampleReport::Right)
    }

    /// Returns what each claim is said to be, in the order of the file.
    pub fn details(&self) -> Vec<Message> {
        self.claims.iter().map(|claim| status_of(claim).1).collect()
    }

    /// Returns whether each of its claims and samples could be checked, and none is false.
    pub fn has_true_claims(&self) -> bool {
        let is_true = |claim: &ClaimReport| matches!(status_of(claim).0, "holds" | "proved");
        self.claims.iter().all(is_true) && self.samples.iter().all(|sample| *sample == SampleReport::Right)
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

/// Returns a claim's status for programs, its description, and where it fails.
fn status_of(claim: &ClaimReport) -> (&'static str, Message, Option<String>) {
    match &claim.verdict {
        ClaimVerdict::Holds { description, .. } => ("holds", description.clone(), None),
        ClaimVerdict::Proved { by } => ("proved", message!("for every size, by a {evidence}", evidence = by), None),
        ClaimVerdict::Fails { counterexample, expected, found, givens } => {
            let position = counterexample;
            let detail = match givens.0.is_empty() {
                true => message!("at {position} it says: {expected}; found: {found}", position, expected, found),
                false => message!(
                    "at {position} with {givens} it says: {expected}; found: {found}",
                    position,
                    givens = givens.as_arguments(),
                    expected,
                    found
                ),
            };
            ("false", detail, Some(counterexample.clone()))
        }
        ClaimVerdict::Unknown { why } => ("unknown", why.clone(), None),
        ClaimVerdict::Faulty(fault) => ("error", fault.sentence(), fault.position.clone()),
    }
}

impl View for FileReport {
    /// Shows the claims; the diagnostics are not repeated.
    fn document(&self) -> Document {
        let errors = self.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
        let with_status = |status: &str| self.claims.iter().filter(|claim| status_of(claim).0 == status).count();
        let (failed, faulty, unknown) = (with_status("false"), with_status("error"), with_status("unknown"));
        let warnings = self.diagnostics.len() - errors;
        let (claims, examined) = (self.claims.len(), self.claims.len() - unknown);
        let verdict = if errors > 0 {
            let words = message!("{count} {errors}", count = errors, errors = plural(&errors, "error", "errors"));
            Words::of(TextStyle::Bad, words)
        } else if failed > 0 {
            let words = message!(
                "{count} of {all} {claims} false",
                count = failed,
                all = examined,
                claims = plural(&examined, "claim", "claims")
            );
            Words::of(TextStyle::Bad, words)
        } else if faulty > 0 {
            let claims = plural(&faulty, "claim", "claims");
            Words::of(TextStyle::Bad, message!("{count} {claims} cannot be evaluated", count = faulty, claims))
        } else if !self.has_right_samples() {
            let wrong = self.samples.iter().filter(|sample| **sample != SampleReport::Right).count();
            let all = self.samples.len();
            let samples = plural(&all, "sample", "samples");
            Words::of(TextStyle::Bad, message!("{count} of {all} {samples} not right", count = wrong, all, samples))
        } else if unknown > 0 && examined == 0 {
            Words::of(TextStyle::Strong, message!("nothing could be checked"))
        } else if unknown > 0 {
            let words = message!(
                "{count} of {all} {claims} could not be checked",
                count = unknown,
                all = claims,
                claims = plural(&claims, "claim", "claims")
            );
            Words::of(TextStyle::Strong, words)
        } else {
            Words::of(TextStyle::Good, message!("ok"))
        };
        let mut head =
            Words::of(TextStyle::Strong, Message::text(&self.file)).then(TextStyle::Plain, Message::text(": "));
        head.0.extend(verdict.0);
        if warnings > 0 {
            let words =
                message!(", {count} {warnings}", count = warnings, warnings = plural(&warnings, "warning", "warnings"));
            head = head.then(TextStyle::Plain, words);
        }
        let mut blocks = vec![Block::Line(head)];
        for claim in &self.claims {
            let (status, detail, _) = status_of(claim);
            let (style, status) = match status {
                "holds" => (TextStyle::Good, message!("holds")),
                "unknown" => (TextStyle::Strong, message!("unknown")),
                "proved" => (TextStyle::Bad, message!("proved")),
                "false" => (TextStyle::Bad, message!("false")),
                _ => (TextStyle::Bad, message!("error")),
            };
            let mut lines = vec![Words::name(&claim.text)];
            if !detail.is_empty() {
                lines.push(Words::of(TextStyle::Faint, detail));
            }
            blocks.push(Block::Labelled { label: Words::of(style, status), width: STATUS_COLUMNS, lines });
        }
        for (index, sample) in self.samples.iter().enumerate() {
            let (style, status) = match sample {
                SampleReport::Right => (TextStyle::Good, message!("right")),
                SampleReport::Wrong(_) => (TextStyle::Bad, message!("wrong")),
                SampleReport::Unknown(_) => (TextStyle::Strong, message!("unknown")),
            };
            let mut lines = vec![Words::plain(message!("sample {number}", number = index + 1))];
            let detail = sample.detail();
            if !detail.is_empty() {
                lines.push(Words::of(TextStyle::Faint, detail));
            }
            blocks.push(Block::Labelled { label: Words::of(style, status), width: STATUS_COLUMNS, lines });
        }
        Document(blocks)
    }

    fn data(&self) -> Value {
        let claims: Vec<Value> = self
            .claims
            .iter()
            .map(|claim| {
                let (status, detail, counterexample) = status_of(claim);
                let (line, column) = Diagnostic::error(Message::default(), claim.span).index(&self.source);
                json!({
                    "claim": claim.text, "status": status, "detail": detail.to_string(), "counterexample": counterexample,
                    "line": line, "column": column,
                })
            })
            .collect();
        let mut data = json!({
            "file": self.file,
            "ok": self.is_right() && self.has_true_claims(),
            "diagnostics": self.diagnostics.iter().map(|diagnostic| diagnostic_data(&self.source, diagnostic)).collect::<Vec<_>>(),
            "claims": claims,
        });
        if !self.samples.is_empty() {
            let sample =
                |sample: &SampleReport| json!({"status": sample.status(), "detail": sample.detail().to_string()});
            data["samples"] = self.samples.iter().map(sample).collect();
        }
        data
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::text::{self, Page};
    use crate::words::Language;
    use grundy_rules::text::PrintedGivens;
    use grundy_rules::{Colour, Span};

    fn report(verdicts: Vec<ClaimVerdict>) -> FileReport {
        let claim = |verdict| ClaimReport { text: "claim grundy = n".into(), span: Span::default(), verdict };
        FileReport {
            file: "a.game".into(),
            source: "game a(n)\nmove\n".into(),
            diagnostics: vec![Diagnostic::warning(Message::text("odd"), Span::new(10, 14))],
            claims: verdicts.into_iter().map(claim).collect(),
            samples: Vec::new(),
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
            let text =
                text::write(&report.document(), Page { width: 80, colour: Colour::Never, language: Language::English });
            text.lines().next().unwrap_or_default().to_owned()
        };
        let nothing = report(vec![unknown(), unknown()]);
        assert_eq!(head(&nothing), "a.game: nothing could be checked, 1 warning");
        assert!(!nothing.has_true_claims() && nothing.data()["ok"] == false);
        assert_eq!(head(&report(vec![holds(), unknown()])), "a.game: 1 of 2 claims could not be checked, 1 warning");
    }

    #[track_caller]
    fn check(report: &FileReport, text: &str, data: &str) {
        assert_eq!(
            text::write(&report.document(), Page { width: 80, colour: Colour::Never, language: Language::English }),
            text
        );
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
