//! Pictures as SVG.

use super::{Anchor, Head, Mark, Scene, Stroke, Weight};
use std::fmt::Write;

fn escaped(text: &str) -> String {
    // XML does not allow control characters at all.
    let text: String = text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Formats a number with at most two decimals, without trailing zeros.
fn number(number: f64) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn border(stroke: &Stroke) -> String {
    let mut text = format!(" stroke=\"{}\" stroke-width=\"{}\"", stroke.colour, number(stroke.width));
    if let Some((dash, gap)) = stroke.style.dashes() {
        let _ = write!(text, " stroke-dasharray=\"{} {}\"", number(dash), number(gap));
    }
    text
}

pub(super) fn write(scene: &Scene) -> String {
    let (width, height) = (number(scene.width.ceil()), number(scene.height.ceil()));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\">\n<title>{}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        escaped(&scene.title)
    );
    if scene.marks.iter().any(|mark| matches!(mark, Mark::Line { head: Head::Arrow, .. })) {
        svg += "<defs><marker id=\"head\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerUnits=\"userSpaceOnUse\" \
                markerWidth=\"9\" markerHeight=\"9\" orient=\"auto\"><path d=\"M0 0L10 5L0 10z\" fill=\"#5b6675\"/>\
                </marker></defs>\n";
    }
    for mark in &scene.marks {
        svg += &element(mark);
        svg.push('\n');
    }
    svg + "</svg>\n"
}

fn element(mark: &Mark) -> String {
    match mark {
        Mark::Box { at, size, round, fill, stroke } => {
            let fill = fill.map_or("none".to_owned(), |fill| fill.to_string());
            let round = if *round > 0.0 { format!(" rx=\"{}\"", number(*round)) } else { String::new() };
            format!(
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{round} fill=\"{fill}\"{}/>",
                number(at.0),
                number(at.1),
                number(size.0),
                number(size.1),
                stroke.as_ref().map(border).unwrap_or_default()
            )
        }
        Mark::Disc { at, radius, fill, stroke } => {
            let fill = fill.map_or("none".to_owned(), |fill| fill.to_string());
            format!(
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{fill}\"{}/>",
                number(at.0),
                number(at.1),
                number(*radius),
                stroke.as_ref().map(border).unwrap_or_default()
            )
        }
        Mark::Line { from, to, stroke, head } => {
            let head = if *head == Head::Arrow { " marker-end=\"url(#head)\"" } else { "" };
            format!(
                "<path d=\"M{} {}L{} {}\" fill=\"none\" stroke-linecap=\"round\"{}{head}/>",
                number(from.0),
                number(from.1),
                number(to.0),
                number(to.1),
                border(stroke)
            )
        }
        Mark::Words { at, anchor, size, weight, colour, text } => {
            let anchor = match anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            let weight = if *weight == Weight::Bold { " font-weight=\"bold\"" } else { "" };
            // Not every program that reads SVG supports other baselines than the default one.
            format!(
                "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{anchor}{weight} fill=\"{colour}\">{}</text>",
                number(at.0),
                number(at.1 + size * 0.35),
                number(*size),
                escaped(text)
            )
        }
    }
}
