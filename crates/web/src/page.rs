//! The built page, embedded in the program.

use crate::problem::Problem;
use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use grundy::request::abbreviated;
use grundy_message::message;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "page"]
struct Page;

/// Screens with addresses of their own; the page itself dispatches on them.
const SCREENS: [&str; 7] = ["", "games", "play", "solve", "table", "graph", "write"];

/// Returns the file at this address, or the page if the address is that of a screen.
pub async fn page(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    let is_screen = SCREENS.contains(&path.split('/').next().unwrap_or_default());
    let name = if is_screen { "index.html" } else { path };
    let Some(file) = Page::get(name) else {
        let detail = message!("there is nothing at `{address}`", address = abbreviated(uri.path()));
        return Problem::new(StatusCode::NOT_FOUND, "not-found", detail).into_response();
    };
    // The names of built files contain a digest of their contents.
    let caching = if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut response = Body::from(file.data.into_owned()).into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(name)));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    response
}

/// Returns the path of the page's stylesheet.
pub fn stylesheet() -> Option<String> {
    Page::iter().find(|name| name.starts_with("assets/index-") && name.ends_with(".css")).map(Into::into)
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}
