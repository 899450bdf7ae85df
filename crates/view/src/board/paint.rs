//! Boards for print: dark on white, the pieces of the two players distinguished without colour.

use super::{BoardPicture, PartPicture, Shape, ShapeKind};
use crate::limits;
use crate::scene::{Anchor, Colour, Head, MARGIN, Mark, Scene, Stroke, StrokeStyle, TITLE, Weight, width_of};
use crate::words::{Language, render};
use grundy_message::message;

const GAP: f64 = 28.0;
const NOTE: f64 = 22.0;

const STONE: Colour = Colour(0x3b, 0x4a, 0x5a);
const LIGHT: Colour = Colour(0xfb, 0xfa, 0xf6);
const DARK: Colour = Colour(0xe7, 0xe4, 0xdb);
const FULL: Colour = Colour(0x6b, 0x75, 0x80);
const FIRST: Colour = Colour(0x24, 0x3f, 0x8f);
const GREEN: Colour = Colour(0x2e, 0x7d, 0x43);
const RED: Colour = Colour(0xb3, 0x39, 0x2c);

/// Draws the whole position: its parts from left to right, and below each other if they do not fit.
pub(super) fn scene(picture: &BoardPicture, language: Language) -> Scene {
    let title = &picture.title;
    let head = match &picture.mover {
        Some(player) => message!("{title}, {player} to move", title, player),
        None => title.clone(),
    };
    let title = message!("{title}: {content}", title, content = picture.position);
    let (mut scene, head_right) = Scene::headed(render(&title, language), render(&head, language));
    let (mut x, mut y, mut row_height, mut widest) = (MARGIN, MARGIN + TITLE, 0.0, head_right - MARGIN);
    for (index, part) in picture.parts.iter().enumerate() {
        if index > 0 && x + part.width > limits::MAX_BOARD_WIDTH {
            (x, y, row_height) = (MARGIN, y + row_height + GAP / 2.0, 0.0);
        }
        let first = scene.marks.len();
        for shape in &part.shapes {
            draw(&mut scene, shape);
        }
        let note = note_of(part);
        if !note.is_empty() {
            let at = (part.width / 2.0, part.height + NOTE / 2.0);
            scene.add_words(at, Anchor::Middle, 12.0, Colour::FAINT, note.clone());
        }
        // A note may be wider than its part.
        let aside = f64::max(0.0, (width_of(&note, 12.0) - part.width) / 2.0);
        scene.shift(first, x + aside, y);
        let height = part.height + if note.is_empty() { 0.0 } else { NOTE };
        row_height = f64::max(row_height, height);
        x += part.width + 2.0 * aside;
        widest = f64::max(widest, x - MARGIN);
        x += GAP;
    }
    y += row_height;
    if picture.parts.is_empty() {
        scene.add_words(
            (MARGIN, y + 8.0),
            Anchor::Start,
            12.0,
            Colour::FAINT,
            render(&message!("nothing is left"), language),
        );
        y += NOTE;
    }
    if picture.more_parts > 0 {
        let more = message!("and {count} more parts", count = picture.more_parts);
        scene.add_words((MARGIN, y + 16.0), Anchor::Start, 12.0, Colour::FAINT, render(&more, language));
        y += NOTE + 8.0;
    }
    scene.width = widest + 2.0 * MARGIN;
    scene.height = y + MARGIN;
    scene
}

fn note_of(part: &PartPicture) -> String {
    let note =
        |(name, value): &(String, String)| if name.is_empty() { value.clone() } else { format!("{name} = {value}") };
    part.notes.iter().map(note).collect::<Vec<_>>().join(" · ")
}

fn draw(scene: &mut Scene, shape: &Shape) {
    let (at, size) = (shape.at, shape.size);
    let end = (at.0 + size.0, at.1 + size.1);
    let thin = Stroke::solid(Colour::LINE, 1.0);
    let dashed = Stroke { style: StrokeStyle::Dashed, ..Stroke::solid(Colour::LINE, 1.2) };
    let frame = |at, size, round, fill, stroke| Mark::Box { at, size, round, fill, stroke: Some(stroke) };
    let mut ink = Colour::INK;
    let mut font_size = 15.0;
    let mut middle = at;
    match shape.kind {
        ShapeKind::Stone => {
            let stroke = Some(Stroke::solid(Colour::INK, 1.0));
            scene.marks.push(Mark::Disc { at, radius: shape.radius, fill: Some(STONE), stroke });
        }
        ShapeKind::Square => {
            let corner = (at.0 - shape.radius, at.1 - shape.radius);
            let side = (shape.radius * 2.0, shape.radius * 2.0);
            scene.marks.push(frame(corner, side, 4.0, Some(STONE), Stroke::solid(Colour::INK, 1.0)));
        }
        ShapeKind::Cell | ShapeKind::Box => {
            middle = ((at.0 + end.0) / 2.0, (at.1 + end.1) / 2.0);
            let (round, fill, stroke) = match shape.look.as_ref() {
                "dark" => (0.0, Some(DARK), thin),
                "full" => (0.0, Some(FULL), thin),
                "tile" | "digit" => (6.0, Some(Colour::WHITE), Stroke::solid(Colour::INK, 1.2)),
                "off" => (6.0, None, dashed),
                "empty" => (3.0, None, dashed),
                "number" => (6.0, Some(LIGHT), Stroke::solid(Colour::INK, 1.2)),
                _ => (0.0, Some(LIGHT), thin),
            };
            scene.marks.push(frame(at, size, round, fill, stroke));
            font_size = if shape.look == "digit" { 26.0 } else { 15.0 };
            ink = if shape.look == "off" { Colour::LINE } else { Colour::INK };
        }
        ShapeKind::Disc => {
            // The first player's pieces are full, the second's are rings.
            let is_second = shape.look == "second";
            let fill = Some(if is_second { Colour::WHITE } else { FIRST });
            let stroke = Some(Stroke::solid(if is_second { Colour::INK } else { FIRST }, 2.0));
            scene.marks.push(Mark::Disc { at, radius: shape.radius - 1.0, fill, stroke });
            ink = if is_second { Colour::INK } else { Colour::WHITE };
            font_size = f64::min(15.0, shape.radius * 1.2);
        }
        ShapeKind::Node if shape.look == "dot" => {
            scene.marks.push(Mark::Disc { at, radius: shape.radius, fill: Some(Colour::INK), stroke: None });
        }
        ShapeKind::Node | ShapeKind::Pit => {
            let stroke = Some(Stroke::solid(Colour::INK, 1.4));
            let fill = Some(if shape.look == "theirs" { DARK } else { Colour::WHITE });
            scene.marks.push(Mark::Disc { at, radius: shape.radius, fill, stroke });
        }
        ShapeKind::Text => font_size = 12.0,
        ShapeKind::Line if shape.look == "ground" => scene.add_line(at, end, Stroke::solid(Colour::INK, 3.5)),
        ShapeKind::Line => {
            let head = if shape.look == "arrow" { Head::Arrow } else { Head::None };
            let stroke = Stroke::solid(Colour::FAINT, 1.4);
            scene.marks.push(Mark::Line { from: at, to: end, stroke, head });
        }
        ShapeKind::Cut => scene.add_line(at, end, dashed),
        ShapeKind::Edge => edge(scene, shape, at, end),
    }
    if shape.kind == ShapeKind::Text && shape.look == "faint" {
        ink = Colour::FAINT;
    }
    if !shape.text.is_empty() {
        let weight = if shape.kind == ShapeKind::Disc { Weight::Bold } else { Weight::Regular };
        let text = shape.text.clone();
        let words = Mark::Words { at: middle, anchor: Anchor::Middle, size: font_size, weight, colour: ink, text };
        scene.marks.push(words);
    }
}

/// Draws an edge; of two colours, one is dashed, so that they are distinguished without colour.
fn edge(scene: &mut Scene, shape: &Shape, from: (f64, f64), to: (f64, f64)) {
    let solid = |colour| Stroke::solid(colour, 4.0);
    let stroke = match shape.look.as_ref() {
        "gone" => return,
        "faint" => Stroke { style: StrokeStyle::Dotted, ..Stroke::solid(Colour::LINE, 2.5) },
        "colour-blue" | "colour-B" => solid(FIRST),
        "colour-red" | "colour-R" => Stroke { style: StrokeStyle::Dashed, ..solid(RED) },
        "colour-green" | "colour-G" => Stroke { style: StrokeStyle::Dotted, ..solid(GREEN) },
        _ => solid(STONE),
    };
    scene.add_line(from, to, stroke);
    if let Some(letter) = shape.look.strip_prefix("colour-").and_then(|name| name.chars().next()) {
        let at = ((from.0 + to.0) / 2.0 + 10.0, (from.1 + to.1) / 2.0);
        scene.add_words(at, Anchor::Middle, 11.0, Colour::INK, letter.to_uppercase().to_string());
    }
}
