//! The built page, which lies inside the program.

use crate::problem::Problem;
use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "page"]
struct Page;

/// The screens, each of which has its own address; the page itself tells them apart.
const SCREENS: [&str; 7] = ["", "games", "play", "solve", "table", "graph", "write"];

/// The file of this address, or the page where the address is that of a screen.
pub async fn page(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    let is_screen = SCREENS.contains(&path.split('/').next().unwrap_or_default());
    let name = if is_screen { "index.html" } else { path };
    let Some(file) = Page::get(name) else {
        return Problem::new(StatusCode::NOT_FOUND, "not-found", format!("there is nothing at `{}`", uri.path()))
            .into_response();
    };
    // The names of built files carry a digest of what is inside.
    let kept = if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut response = Body::from(file.data.into_owned()).into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(name)));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(kept));
    response
}

/// The path of the page's own style.
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
