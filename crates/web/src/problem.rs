//! Errors as problem objects (RFC 9457): what is wrong, in the words of the command line, and what to do about it.

use crate::languages::in_other_languages;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use grundy::{Diagnostic, Fault, FaultClass, Severity};
use serde_json::{Value, json};

/// Why there is no answer.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The status of the response.
    pub status: StatusCode,
    /// What sort of problem it is, for programs.
    pub kind: &'static str,
    /// What is wrong, in lower case and without a full stop.
    pub detail: String,
    /// What to do.
    pub hints: Vec<String>,
    /// Mistakes of the rules, as `diagnose` tells them.
    pub diagnostics: Vec<Value>,
}

impl Problem {
    /// A problem of this sort.
    pub fn new(status: StatusCode, kind: &'static str, detail: impl Into<String>) -> Problem {
        Problem { status, kind, detail: detail.into(), hints: Vec::new(), diagnostics: Vec::new() }
    }

    /// A request that does not say what is asked.
    pub fn request(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, "wrong-request", detail)
    }

    /// Everything is taken.
    pub fn busy() -> Problem {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "too many questions wait for an answer")
            .hint("ask again in a moment")
    }

    /// Says what to do.
    pub fn hint(mut self, hint: impl Into<String>) -> Problem {
        self.hints.push(hint.into());
        self
    }

    /// Rules that are wrong.
    pub fn rules(source: &str, diagnostics: &[Diagnostic]) -> Problem {
        let count = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
        let detail = match diagnostics.iter().find(|diagnostic| diagnostic.is_error()) {
            Some(first) if count == 1 => first.message.clone(),
            Some(first) => format!("{}, and {} more", first.message, count - 1),
            None => "the rules are wrong".to_owned(),
        };
        let told = diagnostics.iter().map(|one| diagnostic(source, one)).collect();
        let problem = Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "wrong-rules", detail);
        Problem { diagnostics: told, ..problem }
    }

    /// What went wrong with a game whose rules are this text.
    pub fn fault(source: &str, fault: &Fault) -> Problem {
        let kind = match fault.class {
            FaultClass::Budget => "budget",
            FaultClass::Refused => "refused",
            _ => "fault",
        };
        let told = fault.diagnostic().filter(|_| fault.class != FaultClass::Budget);
        Problem {
            hints: fault.hints.clone(),
            diagnostics: told.iter().map(|one| diagnostic(source, one)).collect(),
            ..Problem::new(StatusCode::UNPROCESSABLE_ENTITY, kind, fault.sentence())
        }
    }

    /// The object itself.
    pub fn data(&self) -> Value {
        let title = self.kind.replace('-', " ");
        json!({
            "type": format!("urn:grundy:problem:{}", self.kind),
            "title": title,
            "status": self.status.as_u16(),
            "detail": self.detail,
            "hints": self.hints,
            "diagnostics": self.diagnostics,
            "said": in_other_languages(&json!({"title": title, "detail": self.detail, "hints": self.hints})),
        })
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = (self.status, self.data().to_string()).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        // Whoever writes for people needs it once more.
        response.extensions_mut().insert(self);
        response
    }
}

/// A mistake of rules for programs. Places are told twice: line and column for people, both from 1, and `from` and `to` in
/// UTF-16 units, which is how a browser counts.
pub fn diagnostic(source: &str, diagnostic: &Diagnostic) -> Value {
    let (line, column) = diagnostic.place(source);
    let place = |span: grundy::Span| (units(source, span.start), units(source, span.end));
    let (from, to) = place(diagnostic.span);
    let fix = diagnostic.fix.as_ref().map(|fix| {
        let (from, to) = place(fix.span);
        json!({"title": fix.title, "from": from, "to": to, "text": fix.text})
    });
    json!({
        "severity": if diagnostic.severity == Severity::Error { "error" } else { "warning" },
        "message": diagnostic.message,
        "label": diagnostic.label,
        "line": line,
        "column": column,
        "from": from,
        "to": to,
        "hints": diagnostic.hints,
        "fix": fix,
        "said": in_other_languages(&json!({
            "message": diagnostic.message, "label": diagnostic.label, "hints": diagnostic.hints,
            "fix_title": diagnostic.fix.as_ref().map(|fix| &fix.title),
        })),
    })
}

/// How many UTF-16 units stand before this byte.
fn units(source: &str, byte: usize) -> usize {
    let mut byte = byte.min(source.len());
    while !source.is_char_boundary(byte) {
        byte -= 1;
    }
    source[..byte].encode_utf16().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_as_a_browser_counts() {
        let source = "# 𝄞\ngame 石子(n) move t(k in 1..m) -> n - k";
        let (_, diagnostics) = grundy::diagnose(source);
        let unknown = diagnostics.iter().find(|one| one.message.contains("`m`")).unwrap();
        let told = diagnostic(source, unknown);
        let units: Vec<u16> = source.encode_utf16().collect();
        let at = |name: &str| told[name].as_u64().unwrap() as usize;
        assert_eq!(String::from_utf16(&units[at("from")..at("to")]).unwrap(), "m");
    }
}
