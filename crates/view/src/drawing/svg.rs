//! Drawings as SVG.

use super::layers::{Layout, NODE_HEIGHT, NOTE_HEIGHT};
use super::{Drawing, Node, NodeKind, Places};
use crate::words::render;
use unicode_width::UnicodeWidthStr;

/// Height of the legend below the picture.
const LEGEND_HEIGHT: f64 = 34.0;

pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Returns the layout, without a title above it.
pub(super) fn indices(drawing: &Drawing, layout: &Layout) -> Places {
    let boxed = |((node, (x, y)), width): ((&Node, &(f64, f64)), &f64)| {
        let height = height_of(&node.note);
        [x - width / 2.0, y - height / 2.0, *width, height]
    };
    Places {
        size: (layout.width, layout.height),
        nodes: drawing.nodes.iter().zip(&layout.indices).zip(&layout.widths).map(boxed).collect(),
        arrows: (0..drawing.arrows.len()).map(|number| arrow_path(drawing, layout, number).0).collect(),
    }
}

pub(super) fn write(drawing: &Drawing, layout: &Layout) -> String {
    let legend = legend(drawing, layout.height);
    let below = if legend.0.is_empty() { 0.0 } else { LEGEND_HEIGHT };
    let (width, height) = (layout.width.max(legend.1), layout.height + below);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         height=\"{height:.0}\" font-family=\"sans-serif\">\n<title>{title}</title>\n\
         <defs><marker id=\"head\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerUnits=\"userSpaceOnUse\" markerWidth=\"9\" markerHeight=\"9\" \
         orient=\"auto-start-reverse\"><path d=\"M0 0 L10 5 L0 10 z\" fill=\"#56657a\"/></marker></defs>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
         <text x=\"24\" y=\"34\" font-size=\"16\" fill=\"#1f2937\">{title}</text>\n",
        title = escaped(&drawing.title),
    );
    // Labels are drawn above nodes, so that none is hidden.
    let mut labels = String::new();
    for (number, arrow) in drawing.arrows.iter().enumerate() {
        let stroke = if arrow.is_strong { 2.4 } else { 1.2 };
        let (path, (x, y)) = arrow_path(drawing, layout, number);
        svg += &format!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"#56657a\" stroke-width=\"{stroke}\" marker-end=\"url(#head)\"/>\n"
        );
        if !arrow.label.is_empty() {
            labels += &format!(
                "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"12\" text-anchor=\"middle\" fill=\"#1f2937\" stroke=\"#ffffff\" \
                 stroke-width=\"3\" paint-order=\"stroke\">{}</text>\n",
                escaped(&arrow.label)
            );
        }
    }
    for (node, (&(x, y), &width)) in drawing.nodes.iter().zip(layout.indices.iter().zip(&layout.widths)) {
        let height = height_of(&node.note);
        let (inside, border) = node.kind.colours();
        let dashes = node.kind.dashes();
        svg += &format!("<g><title>{}</title>", escaped(&render(&node.kind.words(), drawing.language)));
        let mut frame = |grow: f64, fill: &str| {
            svg += &format!(
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"9\" fill=\"{fill}\" \
                 stroke=\"{border}\" stroke-width=\"1.6\"{dashes}/>",
                x - width / 2.0 - grow,
                y - height / 2.0 - grow,
                width + 2.0 * grow,
                height + 2.0 * grow,
            );
        };
        if node.is_marked {
            frame(3.5, "#ffffff");
        }
        frame(0.0, inside);
        let label_at = if node.note.is_empty() { y + 5.0 } else { y - 2.0 };
        svg += &format!(
            "<text x=\"{x:.1}\" y=\"{label_at:.1}\" font-size=\"14\" text-anchor=\"middle\" fill=\"#1f2937\">{}</text>",
            escaped(&node.label)
        );
        if !node.note.is_empty() {
            svg += &format!(
                "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"11\" text-anchor=\"middle\" fill=\"#4b5563\">{}</text>",
                y + 13.0,
                escaped(&node.note)
            );
        }
        svg += "</g>\n";
    }
    svg + &labels + &legend.0 + "</svg>\n"
}

/// Draws the legend for the frames and colours in use, and returns its width.
fn legend(drawing: &Drawing, top: f64) -> (String, f64) {
    let mut svg = String::new();
    let mut x = 24.0;
    for kind in [NodeKind::Wins, NodeKind::Loses, NodeKind::Draws] {
        let Some(node) = drawing.nodes.iter().find(|node| node.kind == kind) else { continue };
        let ((inside, border), dashes) = (kind.colours(), kind.dashes());
        let word = render(&kind.words(), drawing.language);
        let mut frame = |grow: f64, fill: &str| {
            svg += &format!(
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"4\" fill=\"{fill}\" \
                 stroke=\"{border}\" stroke-width=\"1.4\"{dashes}/>",
                x - grow,
                top - grow,
                20.0 + 2.0 * grow,
                14.0 + 2.0 * grow
            );
        };
        if node.is_marked {
            frame(3.0, "#ffffff");
        }
        frame(0.0, inside);
        svg += &format!(
            "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"12\" fill=\"#1f2937\">{word}</text>\n",
            x + 28.0,
            top + 11.0
        );
        x += 28.0 + word.width() as f64 * 6.4 + 22.0;
    }
    (svg, x)
}

fn height_of(note: &str) -> f64 {
    if note.is_empty() { NODE_HEIGHT } else { NODE_HEIGHT + NOTE_HEIGHT }
}

/// Returns an arrow's path, and the coordinates of its label.
fn arrow_path(drawing: &Drawing, layout: &Layout, number: usize) -> (String, (f64, f64)) {
    let arrow = &drawing.arrows[number];
    let (from, to) = (layout.indices[arrow.from], layout.indices[arrow.to]);
    let frame = |node: usize| {
        let grow = if drawing.nodes[node].is_marked { 3.5 } else { 0.0 };
        (layout.widths[node] / 2.0 + grow, height_of(&drawing.nodes[node].note) / 2.0 + grow)
    };
    if arrow.from == arrow.to {
        let (half_width, half_height) = frame(arrow.from);
        let right = from.0 + half_width;
        let path = format!(
            "M{right:.1} {:.1} C{:.1} {:.1} {:.1} {:.1} {right:.1} {:.1}",
            from.1 - half_height / 2.0,
            right + 30.0,
            from.1 - half_height - 8.0,
            right + 30.0,
            from.1 + half_height + 8.0,
            from.1 + half_height / 2.0,
        );
        return (path, (right + 26.0, from.1 + 4.0));
    }
    let mut points = vec![from];
    points.extend(&layout.joints[number]);
    points.push(to);
    // Two opposite arrows between the same nodes bend apart.
    let has_twin = drawing.arrows.iter().any(|other| other.from == arrow.to && other.to == arrow.from);
    if has_twin && points.len() == 2 {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy).max(1.0);
        points.insert(1, ((from.0 + to.0) / 2.0 - dy / length * 14.0, (from.1 + to.1) / 2.0 + dx / length * 14.0));
    }
    let last = points.len() - 1;
    points[0] = border(from, frame(arrow.from), points[1]);
    points[last] = border(to, frame(arrow.to), points[last - 1]);
    let mut path = format!("M{:.1} {:.1}", points[0].0, points[0].1);
    if points.len() == 2 {
        path += &format!(" L{:.1} {:.1}", points[1].0, points[1].1);
    } else {
        for index in 1..points.len() {
            let (before, here) = (points[index - 1], points[index]);
            let middle = (before.1 + here.1) / 2.0;
            let (one, two) = if index == 1 {
                (before, (here.0, middle))
            } else if index == last {
                ((before.0, middle), here)
            } else {
                ((before.0, middle), (here.0, middle))
            };
            path += &format!(" C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}", one.0, one.1, two.0, two.1, here.0, here.1);
        }
    }
    // Space is reserved for the label at the joint in the middle.
    let label = match layout.joints[number].len() {
        0 if points.len() == 3 => points[1],
        0 => ((points[0].0 + points[1].0) / 2.0, (points[0].1 + points[1].1) / 2.0),
        joints => points[1 + joints / 2],
    };
    (path, label)
}

/// Returns the point where the line from a node's centre to a point leaves its frame.
fn border(middle: (f64, f64), half: (f64, f64), towards: (f64, f64)) -> (f64, f64) {
    let (dx, dy) = (towards.0 - middle.0, towards.1 - middle.1);
    let steps = [half.0 / dx.abs().max(1e-9), half.1 / dy.abs().max(1e-9), 1.0];
    let part = steps.into_iter().fold(f64::INFINITY, f64::min);
    (middle.0 + dx * part, middle.1 + dy * part)
}
