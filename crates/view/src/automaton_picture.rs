//! An automaton as a picture: DOT for Graphviz, an SVG of its own, and a short program that runs it.
//!
//! In: states with their values, and for each state the next state for every column of digits. Out: text. The layout
//! puts states into columns by how many digits lead to them, which shows where reading begins; it is meant for automata
//! of at most a few dozen states.

use crate::limits;
use crate::scene::width_of;
use crate::words::{Language, render};
use grundy_message::{Message, message};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A state: its value, and the next state for each column of digits, if there is one.
pub type PicturedState = (Option<u32>, Vec<Option<u32>>);

/// An automaton to be drawn.
#[derive(Clone, Debug)]
pub struct AutomatonPicture {
    /// The title above it.
    pub title: Message,
    /// The names of the numbers that are read.
    pub names: Vec<String>,
    /// The recurrence of the numeration system: one number is a base.
    pub recurrence: Vec<i64>,
    /// Number of digits.
    pub digits: usize,
    /// Whether values are Grundy values; else 0 is lost and 1 is won.
    pub has_grundy_values: bool,
    /// The states; the first is the initial one.
    pub states: Vec<PicturedState>,
}

const STEP: f64 = 150.0;
const RADIUS: f64 = 22.0;

impl AutomatonPicture {
    /// Returns the digits of a column, as `01` or `(1,12)`.
    fn label(&self, column: usize) -> String {
        let mut rest = column;
        let mut digits = vec![0; self.names.len()];
        for digit in digits.iter_mut().rev() {
            *digit = rest % self.digits;
            rest /= self.digits;
        }
        let digits: Vec<String> = digits.iter().map(usize::to_string).collect();
        if self.digits <= 10 { digits.concat() } else { format!("({})", digits.join(",")) }
    }

    /// Returns the arrows with their labels, in order.
    fn arrows(&self) -> BTreeMap<(usize, usize), Vec<String>> {
        let mut arrows: BTreeMap<(usize, usize), Vec<String>> = BTreeMap::new();
        for (from, (_, next)) in self.states.iter().enumerate() {
            for (column, to) in next.iter().enumerate() {
                if let Some(to) = to {
                    arrows.entry((from, *to as usize)).or_default().push(self.label(column));
                }
            }
        }
        arrows
    }

    fn labels(labels: &[String]) -> String {
        match labels.len() > limits::MAX_ARROW_LABELS {
            true => format!("{}, … ({})", labels[..limits::MAX_ARROW_LABELS - 1].join(", "), labels.len()),
            false => labels.join(", "),
        }
    }

    fn value(&self, value: Option<u32>, language: Language) -> String {
        match (value, self.has_grundy_values) {
            (None, _) => "–".to_owned(),
            (Some(value), true) => value.to_string(),
            (Some(0), false) => render(&message!("lost"), language),
            (Some(_), false) => render(&message!("won"), language),
        }
    }

    /// Returns the DOT source for Graphviz, with text in this language.
    pub fn dot(&self, language: Language) -> String {
        let mut dot = format!(
            "digraph automaton {{\n  label=\"{}\";\n  rankdir=LR;\n  node [shape=circle];\n  start [shape=point];\n  start -> 0;\n",
            quoted(&render(&self.title, language))
        );
        for (index, (value, _)) in self.states.iter().enumerate() {
            let shape = if *value == Some(0) { ", shape=doublecircle" } else { "" };
            let _ = writeln!(dot, "  {index} [label=\"{}\"{shape}];", quoted(&self.value(*value, language)));
        }
        for ((from, to), labels) in self.arrows() {
            let _ = writeln!(dot, "  {from} -> {to} [label=\"{}\"];", quoted(&Self::labels(&labels)));
        }
        dot + "}\n"
    }

    /// Returns the coordinates of each state: its column by the fewest digits that lead to it, its row in order.
    fn indices(&self) -> Vec<(f64, f64)> {
        let mut depths: Vec<Option<usize>> = vec![None; self.states.len()];
        let mut reached = vec![0];
        if let Some(first) = depths.first_mut() {
            *first = Some(0);
        }
        let mut at = 0;
        while let Some(state) = reached.get(at).copied() {
            for to in self.states[state].1.iter().flatten() {
                let to = *to as usize;
                if depths[to].is_none() {
                    depths[to] = depths[state].map(|depth| depth + 1);
                    reached.push(to);
                }
            }
            at += 1;
        }
        let mut rows: BTreeMap<usize, usize> = BTreeMap::new();
        let tallest = {
            let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
            depths.iter().for_each(|depth| *counts.entry(depth.unwrap_or(0)).or_default() += 1);
            counts.values().copied().max().unwrap_or(1)
        };
        let counts = depths.iter().fold(BTreeMap::<usize, usize>::new(), |mut counts, depth| {
            *counts.entry(depth.unwrap_or(0)).or_default() += 1;
            counts
        });
        depths
            .iter()
            .map(|depth| {
                let column = depth.unwrap_or(0);
                let row = rows.entry(column).or_default();
                let above = (tallest - counts[&column]) as f64 / 2.0;
                let index = (80.0 + STEP * column as f64, 90.0 + STEP * 0.8 * (*row as f64 + above));
                *row += 1;
                index
            })
            .collect()
    }

    /// Returns a picture that needs no other program, with text in this language.
    pub fn svg(&self, language: Language) -> String {
        let indices = self.indices();
        let title = render(&self.title, language);
        let width = indices.iter().map(|index| index.0).fold(200.0, f64::max) + 100.0;
        let width = width.max(40.0 + width_of(&title, 15.0)).ceil();
        let height = indices.iter().map(|index| index.1).fold(100.0, f64::max) + 80.0;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
             <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" \
             orient=\"auto\"><path d=\"M0 0L8 4L0 8z\"/></marker></defs>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n\
             <text x=\"20\" y=\"24\" font-size=\"15\">{}</text>\n",
            escaped(&title)
        );
        for ((from, to), labels) in self.arrows() {
            arrow(&mut svg, indices[from], indices[to], &Self::labels(&labels), from == to);
        }
        if let Some((x, y)) = indices.first() {
            let _ = writeln!(
                svg,
                "<path d=\"M{} {y}H{}\" stroke=\"black\" marker-end=\"url(#tip)\"/>",
                x - RADIUS - 30.0,
                x - RADIUS
            );
        }
        for ((x, y), (value, _)) in indices.iter().zip(&self.states) {
            let fill = if *value == Some(0) { "#f4c7b8" } else { "#d6e4f5" };
            let _ = writeln!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\" fill=\"{fill}\" stroke=\"black\"/>\
                 <text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                y + 4.0,
                escaped(&self.value(*value, language))
            );
        }
        svg + "</svg>\n"
    }

    /// Returns a program of a few lines that computes the value of a position of any size.
    pub fn program(&self) -> String {
        let none = |number: Option<u32>| number.map_or("None".to_owned(), |number| number.to_string());
        let mut program = format!("# {}\n", self.title.to_string().replace('\n', " "));
        let _ = writeln!(
            program,
            "RECURRENCE = {:?}  # the terms of the numeration system follow it; one number is a base",
            self.recurrence
        );
        program += "STATES = [  # (value, next state for each column of digits)\n";
        for (value, next) in &self.states {
            let next: Vec<String> = next.iter().map(|next| none(*next)).collect();
            let _ = writeln!(program, "    ({}, [{}]),", none(*value), next.join(", "));
        }
        let names = self.names.join(", ");
        let what = if self.has_grundy_values { "the Grundy value" } else { "0 where the player to move loses, else 1" };
        let _ = write!(
            program,
            "]\n\n\ndef value(*position):\n    \"\"\"{what}, of ({names}).\"\"\"\n    terms = [1]\n    \
             while terms[-1] <= max(position):\n        \
             more = sum(c * t for c, t in zip(RECURRENCE, reversed(terms)))\n        \
             terms.append(more + (len(terms) < len(RECURRENCE)))\n    \
             rests, state = list(position), 0\n    \
             for term in reversed(terms):\n        column = 0\n        \
             for i, rest in enumerate(rests):\n            \
             column = column * {} + rest // term\n            rests[i] = rest % term\n        \
             state = STATES[state][1][column]\n    return STATES[state][0]\n",
            self.digits
        );
        program
    }
}

/// Draws an arrow between two states, bent to one side so that opposite arrows are distinct.
fn arrow(svg: &mut String, from: (f64, f64), to: (f64, f64), label: &str, is_loop: bool) {
    let stroke = "fill=\"none\" stroke=\"#555\" marker-end=\"url(#tip)\"";
    if is_loop {
        let (x, y) = from;
        let (left, right, top) = (x - 14.0, x + 14.0, y - RADIUS + 4.0);
        let _ = writeln!(
            svg,
            "<path d=\"M{left} {top}C{} {} {} {} {right} {top}\" {stroke}/>\
             <text x=\"{x}\" y=\"{}\" text-anchor=\"middle\" fill=\"#333\">{}</text>",
            left - 12.0,
            y - 62.0,
            right + 12.0,
            y - 62.0,
            y - 54.0,
            escaped(label)
        );
        return;
    }
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = (dx * dx + dy * dy).sqrt().max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    let bend = 18.0 + length / 12.0;
    let (mx, my) = ((from.0 + to.0) / 2.0 - uy * bend, (from.1 + to.1) / 2.0 + ux * bend);
    let toward = |point: (f64, f64)| {
        let (x, y) = (mx - point.0, my - point.1);
        let length = (x * x + y * y).sqrt().max(1.0);
        (point.0 + x / length * RADIUS, point.1 + y / length * RADIUS)
    };
    let (start, end) = (toward(from), toward(to));
    let _ = writeln!(
        svg,
        "<path d=\"M{:.1} {:.1}Q{mx:.1} {my:.1} {:.1} {:.1}\" {stroke}/>\
         <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#333\">{}</text>",
        start.0,
        start.1,
        end.0,
        end.1,
        (mx + (from.0 + to.0) / 2.0) / 2.0,
        (my + (from.1 + to.1) / 2.0) / 2.0 + 4.0,
        escaped(label)
    );
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parity() -> AutomatonPicture {
        AutomatonPicture {
            title: Message::text("n % 2 < 1 & \"more\""),
            names: vec!["n".into()],
            recurrence: vec![2],
            digits: 2,
            has_grundy_values: true,
            states: vec![(Some(0), vec![Some(0), Some(1)]), (Some(1), vec![Some(0), Some(1)])],
        }
    }

    #[test]
    fn every_state_and_arrow_is_drawn() {
        let dot = parity().dot(Language::English);
        assert!(dot.contains("0 -> 1 [label=\"1\"]") && dot.contains("1 -> 1 [label=\"1\"]"), "{dot}");
        assert!(dot.contains("\\\"more\\\""));
        let svg = parity().svg(Language::English);
        assert_eq!((svg.matches("<circle").count(), svg.matches("url(#tip)").count()), (2, 5), "{svg}");
        assert!(svg.contains("&lt; 1 &amp;"));
    }

    #[test]
    fn many_labels_on_one_arrow_are_cut() {
        let next = vec![Some(0); 16];
        let nim = AutomatonPicture { names: vec!["a".into(); 4], states: vec![(Some(0), next)], ..parity() };
        assert!(
            nim.dot(Language::English).contains("0000, 0001, 0010, 0011, 0100, … (16)"),
            "{}",
            nim.dot(Language::English)
        );
        assert!(nim.program().contains("column = column * 2 + rest // term"));
    }
}
