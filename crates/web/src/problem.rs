//! Errors as problem objects (RFC 9457): what is wrong, in the words of the command line, and what to do about it.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use grundy::request::{abbreviated, brief, diagnostic, in_other_languages};
use grundy::{Diagnostic, Error, Fault, FaultClass, WRONG_REQUEST};
use grundy_message::{Message, message};
use serde_json::{Value, json};

/// The content type of a problem object.
const CONTENT_TYPE: &str = "application/problem+json";

/// Why a request has no answer.
#[derive(Clone, Debug)]
pub struct Problem {
    /// HTTP status of the response.
    pub status: StatusCode,
    /// Kind of problem, for programs.
    pub kind: &'static str,
    /// What is wrong, in lower case and without a full stop.
    pub detail: Message,
    /// What the user can do about it.
    pub hints: Vec<Message>,
    /// Diagnostics of the rules, as `diagnose` returns them.
    pub diagnostics: Vec<Value>,
}

impl Problem {
    /// Creates a problem of this kind.
    pub fn new(status: StatusCode, kind: &'static str, detail: impl Into<Message>) -> Problem {
        Problem { status, kind, detail: detail.into(), hints: Vec::new(), diagnostics: Vec::new() }
    }

    /// Creates the problem of a malformed request.
    pub fn request(detail: impl Into<Message>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, "wrong-request", detail)
    }

    /// Creates the problem of a server without capacity.
    pub fn busy() -> Problem {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message!("too many questions wait for an answer"))
            .hint(message!("ask again in a moment"))
    }

    /// Creates the problem of a client with too many connections.
    pub fn crowded() -> Problem {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message!("too many connections are open"))
            .hint(message!("ask again in a moment"))
    }

    /// Creates the problem of a request whose head cannot be read, by the status that says why.
    pub fn unreadable(status: StatusCode) -> Option<Problem> {
        match status {
            StatusCode::BAD_REQUEST => Some(Problem::request(message!("this is no request of HTTP/1.1"))),
            StatusCode::URI_TOO_LONG => Some(Problem::new(status, "too-long", message!("the address is too long"))),
            StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE => {
                Some(Problem::new(status, "too-long", message!("the headers are too long")))
            }
            _ => None,
        }
    }

    /// Returns the whole response for a connection that is closed after it.
    pub fn last_response(&self) -> Vec<u8> {
        let (status, body) = (self.status, self.data().to_string());
        let retry = if status == StatusCode::SERVICE_UNAVAILABLE { "retry-after: 1\r\n" } else { "" };
        let length = body.len();
        let head = format!(
            "HTTP/1.1 {status}\r\ncontent-type: {CONTENT_TYPE}\r\nx-content-type-options: nosniff\r\n{retry}\
             connection: close\r\ncontent-length: {length}\r\n\r\n"
        );
        (head + &body).into_bytes()
    }

    /// Adds a hint.
    pub fn hint(mut self, hint: impl Into<Message>) -> Problem {
        self.hints.push(hint.into());
        self
    }

    /// Adds hints.
    fn hints(self, hints: Vec<impl Into<Message>>) -> Problem {
        hints.into_iter().fold(self, Problem::hint)
    }

    /// Creates the problem of wrong rules.
    fn rules(source: &str, diagnostics: &[Diagnostic]) -> Problem {
        let count = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
        let detail = match diagnostics.iter().find(|diagnostic| diagnostic.is_error()) {
            Some(first) if count == 1 => first.message.clone(),
            Some(first) => message!("{what}, and {count} more", what = first.message, count = count - 1),
            None => message!("the rules are wrong"),
        };
        let converted = diagnostics.iter().map(|item| diagnostic(source, item)).collect();
        let problem = Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "wrong-rules", detail);
        Problem { diagnostics: converted, ..problem }
    }

    /// Creates the problem of a fault in a game with this source text.
    fn fault(source: &str, fault: &Fault) -> Problem {
        let kind = match fault.class {
            FaultClass::Budget => "budget",
            FaultClass::Refused => "refused",
            _ => "fault",
        };
        let mistake = fault.diagnostic().filter(|_| fault.class != FaultClass::Budget);
        Problem {
            hints: fault.hints.clone(),
            diagnostics: mistake.iter().map(|item| diagnostic(source, item)).collect(),
            ..Problem::new(StatusCode::UNPROCESSABLE_ENTITY, kind, fault.sentence())
        }
    }

    /// Returns the problem object.
    pub fn data(&self) -> Value {
        let hints = |text: &dyn Fn(&Message) -> String| {
            self.hints.iter().map(|hint| brief(text(hint))).collect::<Vec<String>>()
        };
        json!({
            "type": format!("urn:grundy:problem:{}", self.kind),
            "title": self.title().to_string(),
            "status": self.status.as_u16(),
            "detail": brief(self.detail.to_string()),
            "hints": hints(&ToString::to_string),
            "diagnostics": self.diagnostics,
            "said": in_other_languages(|text| {
                json!({"title": text(&self.title()), "detail": brief(text(&self.detail)), "hints": hints(text)})
            }),
        })
    }

    /// Returns the kind in words.
    pub fn title(&self) -> Message {
        match self.kind {
            "wrong-request" => message!("wrong request"),
            "wrong-rules" => message!("wrong rules"),
            "wrong-host" => message!("wrong host"),
            "wrong-origin" => message!("wrong origin"),
            "wrong-method" => message!("wrong method"),
            "not-json" => message!("not json"),
            "not-found" => message!("not found"),
            "too-long" => message!("too long"),
            "rules-too-long" => message!("rules too long"),
            "too-slow" => message!("too slow"),
            "unknown-game" => message!("unknown game"),
            "unknown-job" => message!("unknown job"),
            "busy" => message!("busy"),
            "broken" => message!("broken"),
            "budget" => message!("budget"),
            "refused" => message!("refused"),
            "fault" => message!("fault"),
            other => Message::text(other.replace('-', " ")),
        }
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Problem {
        match error {
            Error::UnknownGame { name, similar } => {
                let detail = message!("there is no built-in game `{name}`", name = abbreviated(&name));
                let problem = Problem::new(StatusCode::NOT_FOUND, "unknown-game", detail);
                match similar.first() {
                    Some(near) => problem.hint(message!("did you mean `{near}`?", near)),
                    None => problem.hint(message!("GET /api/games lists them all")),
                }
            }
            Error::Rules { source, mistakes, .. } => Problem::rules(&source, &mistakes),
            Error::Fault { game, fault, .. } => Problem::fault(&game.source.0, &fault),
            Error::Stopped(stop) => Problem::fault("", &stop.into_fault()),
            Error::NoTable(mut reasons) => {
                let hints = reasons.split_off(reasons.len().min(1));
                let why = reasons.pop().unwrap_or_default();
                Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "refused", why).hints(hints)
            }
            Error::Uncounted { why, hints } => {
                Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "refused", why).hints(hints)
            }
            Error::Wrong { kind: WRONG_REQUEST, message, hints } => Problem::request(message).hints(hints),
            Error::Wrong { kind, message, hints } => {
                Problem::new(StatusCode::PAYLOAD_TOO_LARGE, kind, message).hints(hints)
            }
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = (self.status, self.data().to_string()).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(CONTENT_TYPE));
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        // An HTML error page needs it again.
        response.extensions_mut().insert(self);
        response
    }
}
