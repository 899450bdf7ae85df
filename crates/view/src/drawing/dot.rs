//! Drawings in the DOT language.

use super::{Drawing, NodeKind};

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

pub(super) fn write(drawing: &Drawing) -> String {
    let mut text = format!("digraph {{\n  label={}; labelloc=t;\n", quoted(&drawing.title));
    text += "  node [shape=box, style=\"rounded,filled\", fontname=\"sans-serif\"];\n";
    for (number, node) in drawing.nodes.iter().enumerate() {
        let (inside, border) = node.kind.colours();
        let label = if node.note.is_empty() { node.label.clone() } else { format!("{}\n{}", node.label, node.note) };
        let border_count = if node.is_marked { ", peripheries=2" } else { "" };
        let dashes = if node.kind == NodeKind::Draws { ", style=\"rounded,filled,dashed\"" } else { "" };
        text += &format!(
            "  n{number} [label={}, fillcolor=\"{inside}\", color=\"{border}\"{border_count}{dashes}];\n",
            quoted(&label)
        );
    }
    for arrow in &drawing.arrows {
        let mut marks = Vec::new();
        if !arrow.label.is_empty() {
            marks.push(format!("label={}", quoted(&arrow.label)));
        }
        if arrow.is_strong {
            marks.push("penwidth=2.2".to_owned());
        }
        let marks = if marks.is_empty() { String::new() } else { format!(" [{}]", marks.join(", ")) };
        text += &format!("  n{} -> n{}{marks};\n", arrow.from, arrow.to);
    }
    text + "}\n"
}
