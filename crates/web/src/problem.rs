//! Errors as problem objects (RFC 9457): what is wrong, in the words of the command line, and what to do about it.

use crate::languages::in_other_languages;
use crate::limits;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use grundy::{Diagnostic, Fault, FaultClass, Severity};
use serde_json::{Value, json};

/// Why a request has no answer.
#[derive(Clone, Debug)]
pub struct Problem {
    /// HTTP status of the response.
    pub status: StatusCode,
    /// Kind of problem, for programs.
    pub kind: &'static str,
    /// What is wrong, in lower case and without a full stop.
    pub detail: String,
    /// What the user can do about it.
    pub hints: Vec<String>,
    /// Diagnostics of the rules, as `diagnose` returns them.
    pub diagnostics: Vec<Value>,
}

impl Problem {
    /// Creates a problem of this kind.
    pub fn new(status: StatusCode, kind: &'static str, detail: impl Into<String>) -> Problem {
        Problem { status, kind, detail: brief(detail.into()), hints: Vec::new(), diagnostics: Vec::new() }
    }

    /// Creates the problem of a malformed request.
    pub fn request(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, "wrong-request", detail)
    }

    /// Creates the problem of a server without capacity.
    pub fn busy() -> Problem {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "too many questions wait for an answer")
            .hint("ask again in a moment")
    }

    /// Adds a hint.
    pub fn hint(mut self, hint: impl Into<String>) -> Problem {
        self.hints.push(brief(hint.into()));
        self
    }

    /// Creates the problem of wrong rules.
    pub fn rules(source: &str, diagnostics: &[Diagnostic]) -> Problem {
        let count = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
        let detail = match diagnostics.iter().find(|diagnostic| diagnostic.is_error()) {
            Some(first) if count == 1 => first.message.clone(),
            Some(first) => format!("{}, and {} more", first.message, count - 1),
            None => "the rules are wrong".to_owned(),
        };
        let converted = diagnostics.iter().map(|item| diagnostic(source, item)).collect();
        let problem = Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "wrong-rules", detail);
        Problem { diagnostics: converted, ..problem }
    }

    /// Creates the problem of a fault in a game with this source text.
    pub fn fault(source: &str, fault: &Fault) -> Problem {
        let kind = match fault.class {
            FaultClass::Budget => "budget",
            FaultClass::Refused => "refused",
            _ => "fault",
        };
        let mistake = fault.diagnostic().filter(|_| fault.class != FaultClass::Budget);
        Problem {
            hints: fault.hints.iter().cloned().map(brief).collect(),
            diagnostics: mistake.iter().map(|item| diagnostic(source, item)).collect(),
            ..Problem::new(StatusCode::UNPROCESSABLE_ENTITY, kind, fault.sentence())
        }
    }

    /// Returns the problem object.
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
        // An HTML error page needs it again.
        response.extensions_mut().insert(self);
        response
    }
}

/// Truncates a name given by the user to a length that fits a message.
pub fn abbreviated(name: &str) -> String {
    match name.char_indices().nth(limits::MAX_NAME_CHARS) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

/// Truncates a text to a length that people read.
fn brief(text: String) -> String {
    match text.char_indices().nth(limits::MAX_TEXT_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Converts a diagnostic to JSON. Positions are given twice: line and column for people, both from 1, and `from` and
/// `to` in UTF-16 units, which is how a browser counts.
pub fn diagnostic(source: &str, diagnostic: &Diagnostic) -> Value {
    let (line, column) = diagnostic.index(source);
    let message = brief(diagnostic.message.clone());
    let label = brief(diagnostic.label.clone());
    let hints: Vec<String> = diagnostic.hints.iter().cloned().map(brief).collect();
    let index = |span: grundy::Span| (units(source, span.start), units(source, span.end));
    let (from, to) = index(diagnostic.span);
    let fix = diagnostic.fix.as_ref().map(|fix| {
        let (from, to) = index(fix.span);
        json!({"title": fix.title, "from": from, "to": to, "text": fix.text})
    });
    json!({
        "severity": if diagnostic.severity == Severity::Error { "error" } else { "warning" },
        "message": message,
        "label": label,
        "line": line,
        "column": column,
        "from": from,
        "to": to,
        "hints": hints,
        "fix": fix,
        "said": in_other_languages(&json!({
            "message": message, "label": label, "hints": hints,
            "fix_title": diagnostic.fix.as_ref().map(|fix| &fix.title),
        })),
    })
}

/// Returns the number of UTF-16 units before this byte.
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
    fn positions_are_counted_as_a_browser_counts() {
        let source = "# 𝄞\ngame 石子(n) move t(k in 1..m) -> n - k";
        let (_, diagnostics) = grundy::diagnose(source);
        let unknown = diagnostics.iter().find(|item| item.message.contains("`m`")).unwrap();
        let data = diagnostic(source, unknown);
        let units: Vec<u16> = source.encode_utf16().collect();
        let at = |name: &str| data[name].as_u64().unwrap() as usize;
        assert_eq!(String::from_utf16(&units[at("from")..at("to")]).unwrap(), "m");
    }
}
