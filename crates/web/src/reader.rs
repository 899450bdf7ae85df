//! The reader of an answer: a program, or a person with a browser.
//!
//! In: `Accept` and `Accept-Language` of a request. Out: a problem as a page in the reader's language, if a page is
//! preferred to JSON; every other response unchanged.

use crate::page::stylesheet;
use crate::problem::Problem;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::Response;
use grundy::request::brief;
use grundy::view::Language;
use grundy::view::words::render;
use grundy_message::{Message, message};
use std::fmt::Write;

/// What the headers of a request say about its reader.
pub struct Reader {
    prefers_pages: bool,
    language: Language,
}

impl Reader {
    /// Returns the reader of the answer to a request with these headers.
    pub fn of(headers: &HeaderMap) -> Reader {
        let all = |name: HeaderName| {
            let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
            values.collect::<Vec<&str>>().join(",")
        };
        let (accept, languages) = (all(header::ACCEPT), all(header::ACCEPT_LANGUAGE));
        let programs = ["application/json", "application/problem+json"].map(|kind| quality(&accept, kind));
        let page = quality(&accept, "text/html");
        Reader {
            // Of two with equal quality, the one named more exactly wins.
            prefers_pages: page.0 > 0 && programs.iter().all(|data| page > *data),
            language: preferred(&languages),
        }
    }

    /// Converts the response for this reader.
    pub fn shown(&self, response: Response) -> Response {
        if !self.prefers_pages {
            return response;
        }
        let Some(problem) = response.extensions().get::<Problem>() else { return response };
        let page = page(problem, self.language);
        let mut shown = response.map(|_| page.into());
        shown.headers_mut().remove(header::CONTENT_LENGTH);
        shown.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
        shown.headers_mut().insert(header::VARY, HeaderValue::from_static("Accept, Accept-Language"));
        shown
    }
}

/// Returns the quality of a content type in thousandths, by the most specific range that matches it; and how specific
/// that is.
fn quality(accept: &str, kind: &str) -> (u32, u32) {
    let family = kind.split('/').next().unwrap_or_default();
    let exactness = |range: &str| match range {
        _ if range.eq_ignore_ascii_case(kind) => 3,
        "*/*" => 1,
        _ => match range.split_once('/') {
            Some((of, "*")) if of.eq_ignore_ascii_case(family) => 2,
            _ => 0,
        },
    };
    let matching = weighted(accept).map(|(range, weight)| (exactness(range), weight)).filter(|(exact, _)| *exact > 0);
    matching.max_by_key(|(exact, _)| *exact).map_or((0, 0), |(exact, weight)| (weight, exact))
}

/// Returns the supported language with the highest quality; English if there is none.
fn preferred(languages: &str) -> Language {
    let mut best = (Language::English, 0);
    for (tag, weight) in weighted(languages) {
        let code = tag.split('-').next().unwrap_or_default();
        let known = Language::ALL.into_iter().find(|language| language.code().eq_ignore_ascii_case(code));
        if let Some(language) = known.filter(|_| weight > best.1) {
            best = (language, weight);
        }
    }
    best.0
}

/// Returns the items of such a header, each with its weight in thousandths.
fn weighted(header: &str) -> impl Iterator<Item = (&str, u32)> {
    header.split(',').map(|item| {
        let mut pieces = item.split(';').map(str::trim);
        let name = pieces.next().unwrap_or_default();
        let weight = pieces.find_map(|piece| piece.strip_prefix("q=").or_else(|| piece.strip_prefix("Q=")));
        let weight = weight.map_or(1.0, |weight| weight.parse::<f64>().unwrap_or(0.0).clamp(0.0, 1.0));
        (name, (weight * 1000.0) as u32)
    })
}

fn page(problem: &Problem, language: Language) -> String {
    let translated = |text: &Message| escaped(&brief(render(text, language)));
    let title = translated(&problem.title());
    let style = stylesheet().map(|path| format!("<link rel=\"stylesheet\" href=\"/{path}\">")).unwrap_or_default();
    let mut page = format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\"><title>{title}: grundy</title>{style}</head>\n<body><main>\n\
         <h1>{title}</h1>\n<p>{}</p>\n",
        language.code(),
        translated(&problem.detail),
    );
    for hint in &problem.hints {
        let _ = writeln!(page, "<p>{}</p>", translated(hint));
    }
    page + &format!("<p><a href=\"/\">{}</a></p>\n</main></body>\n</html>\n", translated(&message!("to the games")))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_are_distinguished_from_programs() {
        for (accept, prefers_pages) in [
            ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", true),
            ("text/html", true),
            ("TEXT/HTML;q=0.5", true),
            ("text/*, */*;q=0.1", true),
            ("text/html,*/*", true),
            ("*/*, text/html", true),
            ("text/*, */*", true),
            ("text/html, application/json", false),
            ("application/*, */*", false),
            ("text/html;q=0, */*;q=0", false),
            ("*/*", false),
            ("", false),
            ("application/json, text/html;q=0.9", false),
            ("text/html;q=0.3, application/*;q=0.4", false),
            ("application/problem+json, text/html;q=0.9", false),
            ("text/html;q=abc", false),
            (";;;,,,q=1", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT, HeaderValue::from_str(accept).unwrap());
            assert_eq!(Reader::of(&headers).prefers_pages, prefers_pages, "{accept}");
        }
        assert!(!Reader::of(&HeaderMap::new()).prefers_pages);
    }

    #[test]
    fn the_language_is_the_one_wanted_most() {
        for (languages, expect) in [
            ("zh-CN,zh;q=0.9,en;q=0.8", Language::Chinese),
            ("en-GB,en;q=0.9,zh;q=0.8", Language::English),
            ("fr, zh;q=0.5", Language::Chinese),
            ("zh;q=0, en;q=0.1", Language::English),
            ("fr", Language::English),
            ("", Language::English),
        ] {
            assert_eq!(preferred(languages), expect, "{languages}");
        }
    }

    #[test]
    fn request_text_is_escaped_on_the_page() {
        let problem = Problem::new(
            axum::http::StatusCode::NOT_FOUND,
            "not-found",
            Message::text("there is nothing at `/<script>&\"`"),
        );
        let page = page(&problem, Language::Chinese);
        assert!(page.contains("/&lt;script&gt;&amp;&quot;") && !page.contains("<script"), "{page}");
        assert!(page.contains("lang=\"zh\""), "{page}");
    }
}
