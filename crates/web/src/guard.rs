//! Access control, and the security headers of answers.
//!
//! A page of another site can make a browser send requests here. It is recognized by what it cannot forge: `Host`,
//! which carries the name its address was looked up by (so that a name that suddenly resolves to this machine is
//! refused), and `Origin` or `Sec-Fetch-Site`, which say where the request comes from.

use crate::authority::{self, Host};
use crate::connections::{Answering, Connection};
use crate::options::Options;
use crate::problem::Problem;
use crate::reader::Reader;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use grundy::request::abbreviated;
use grundy_message::{Message, message};
use std::sync::Arc;

/// Allows only what this server serves, and no framing.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
     connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Accepts or refuses a request, and adds the headers of every answer.
pub async fn guard(State(options): State<Arc<Options>>, request: Request, next: Next) -> Response {
    let reader = Reader::of(request.headers());
    let connection = request.extensions().get::<Arc<Connection>>().cloned();
    let response = match admit(&options, &request) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    let mut response = reader.shown(response);
    let security: [(HeaderName, &str); 6] = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in security {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    // Refusals too are sent completely before the connection may be dropped for another.
    match connection {
        Some(connection) => Answering::begin(&connection).until_the_end_of(response),
        None => response,
    }
}

fn admit(options: &Options, request: &Request) -> Result<(), Problem> {
    let headers = request.headers();
    let refused = |kind, detail: Message| Problem::new(StatusCode::FORBIDDEN, kind, detail);
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = match (hosts.next().and_then(|host| host.to_str().ok()), hosts.next()) {
        (Some(host), None) => host,
        _ => return Err(refused("wrong-host", message!("a request needs one `Host`"))),
    };
    if !is_ours(options, host) {
        return Err(refused("wrong-host", message!("this server is not called `{name}`", name = abbreviated(host)))
            .hint(message!("ask for it as localhost with its own port, or start it with --name")));
    }
    // A request may also carry a whole address in its first line; it must be the same one.
    if request.uri().authority().is_some_and(|name| !is_ours(options, name.as_str())) {
        return Err(refused("wrong-host", message!("the address of the request names another server")));
    }
    let from_elsewhere = match word(headers, header::ORIGIN) {
        Some(origin) => origin != format!("http://{host}") && origin != format!("https://{host}"),
        None => headers.contains_key(header::ORIGIN),
    };
    let site = word(headers, HeaderName::from_static("sec-fetch-site"));
    let is_page = request.method() == Method::GET && !request.uri().path().starts_with("/api/");
    let across = matches!(site, Some("cross-site" | "same-site")) && !is_page;
    if from_elsewhere || across {
        return Err(refused("wrong-origin", message!("pages from elsewhere may not ask")));
    }
    // A request whose declared length is too large is refused before its body arrives.
    let length = word(headers, header::CONTENT_LENGTH).and_then(|length| length.parse::<u64>().ok());
    if length.is_some_and(|length| length > options.limits.body_bytes as u64) {
        return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-long", message!("the request is too long")));
    }
    if request.method() == Method::POST {
        let kind = word(headers, header::CONTENT_TYPE).unwrap_or_default();
        if kind.split(';').next().map(str::trim) != Some("application/json") {
            return Err(Problem::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "not-json",
                message!("the body is not said to be JSON"),
            )
            .hint(message!("send `Content-Type: application/json`")));
        }
    }
    Ok(())
}

fn word(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Returns true if the server has this name. An IP address cannot be made to mean another machine, so any is accepted
/// except the unspecified one; a port, if given, must be the one listened on.
fn is_ours(options: &Options, authority: &str) -> bool {
    let Some((host, port)) = authority::parse(authority) else { return false };
    let name = match &host {
        Host::Address(address) => address.to_canonical().to_string(),
        Host::Name(name) => name.clone(),
    };
    // A configured name is accepted with any port.
    if options.names.iter().any(|known| known.trim_end_matches('.').eq_ignore_ascii_case(&name)) {
        return true;
    }
    let is_machine = match host {
        Host::Address(address) => !address.to_canonical().is_unspecified(),
        Host::Name(name) => name == "localhost",
    };
    is_machine && port.is_none_or(|port| port == options.address.port())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    #[track_caller]
    fn check(method: &str, path: &str, headers: &[(&str, &str)], expect: Option<&str>) {
        let options = Options { names: vec!["den.home".to_owned()], ..Options::default() };
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let refused = admit(&options, &request.body(Body::empty()).unwrap()).err().map(|problem| problem.kind);
        assert_eq!(refused, expect);
    }

    #[test]
    fn names_of_this_machine_are_admitted() {
        for host in
            ["localhost:7878", "127.0.0.1:7878", "[::1]:7878", "127.0.0.1", "LOCALHOST", "den.home:80", "den.home"]
        {
            check("GET", "/", &[("host", host)], None);
        }
        for host in [
            "evil.example",
            "evil.example:7878",
            "localhost.evil.example",
            "127.0.0.1.nip.io:7878",
            "",
            "[::1]evil.example",
            "[127.0.0.1].evil.example",
            "[127.0.0.1]",
            "user@localhost",
            "localhost..",
            "localhost:99999",
            "localhost:9",
            "127.0.0.1:80",
            "[::1]:7879",
            "0.0.0.0",
            "0.0.0.0:7878",
            "[::]:7878",
            "[::ffff:0.0.0.0]:7878",
        ] {
            check("GET", "/", &[("host", host)], Some("wrong-host"));
        }
        check("GET", "/", &[], Some("wrong-host"));
        check("GET", "/", &[("host", "localhost"), ("host", "evil.example")], Some("wrong-host"));
        check("GET", "http://evil.example/", &[("host", "localhost")], Some("wrong-host"));
    }

    #[test]
    fn pages_from_elsewhere_are_refused() {
        let json = ("content-type", "application/json");
        let host = ("host", "127.0.0.1:7878");
        check("POST", "/api/solve", &[host, json], None);
        check("POST", "/api/solve", &[host, json, ("origin", "http://127.0.0.1:7878")], None);
        for origin in ["http://evil.example", "http://127.0.0.1:9999", "null", "http://localhost:7878"] {
            check("POST", "/api/solve", &[host, json, ("origin", origin)], Some("wrong-origin"));
        }
        check("POST", "/api/solve", &[host, json, ("sec-fetch-site", "cross-site")], Some("wrong-origin"));
        check("GET", "/api/games", &[host, ("sec-fetch-site", "cross-site")], Some("wrong-origin"));
        // A link to the page from another site is fine.
        check("GET", "/play/nim", &[host, ("sec-fetch-site", "cross-site")], None);
        check("POST", "/api/solve", &[host, ("content-type", "text/plain")], Some("not-json"));
    }
}
