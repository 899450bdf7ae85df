//! Pictures as PNG images.
//!
//! Every mark covers each pixel by a fraction, from the distance of the pixel's centre to the mark's border; the mark's
//! colour is blended over what is there by that fraction. Glyphs come as such coverage masks (see `letters`), scaled to
//! the requested size.

use super::letters::Glyph;
use super::{Anchor, Colour, Head, Mark, Scene, Stroke, Weight};
use crate::limits;

struct Image {
    width: usize,
    height: usize,
    scale: f64,
    dots: Vec<u8>,
}

pub(super) fn write(scene: &Scene, scale: f64) -> Option<Vec<u8>> {
    let (width, height) = ((scene.width * scale).ceil(), (scene.height * scale).ceil());
    // Also rejects NaN.
    if !(width >= 1.0 && height >= 1.0 && width * height <= limits::MAX_PIXELS) {
        return None;
    }
    let (width, height) = (width as usize, height as usize);
    let mut image = Image { width, height, scale, dots: vec![255; width * height * 3] };
    for mark in &scene.marks {
        image.draw(mark);
    }
    let mut bytes = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut bytes, u32::try_from(width).ok()?, u32::try_from(height).ok()?);
    encoder.set_color(::png::ColorType::Rgb);
    encoder.set_depth(::png::BitDepth::Eight);
    encoder.set_compression(::png::Compression::Balanced);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&image.dots).ok()?;
    writer.finish().ok()?;
    Some(bytes)
}

impl Image {
    /// Blends a colour over every pixel of a rectangle (in pixels, from and to), by its coverage there.
    fn cover(&mut self, from: (f64, f64), to: (f64, f64), colour: Colour, covered: impl Fn(f64, f64) -> f64) {
        let index = |at: f64, max: usize| (at.max(0.0) as usize).min(max);
        let (left, right) = (index(from.0.floor(), self.width), index(to.0.ceil(), self.width));
        let (top, bottom) = (index(from.1.floor(), self.height), index(to.1.ceil(), self.height));
        for y in top..bottom {
            for x in left..right {
                let share = covered(x as f64 + 0.5, y as f64 + 0.5);
                if share <= 0.0 {
                    continue;
                }
                let at = 3 * (y * self.width + x);
                let there = Colour(self.dots[at], self.dots[at + 1], self.dots[at + 2]);
                let Colour(red, green, blue) = there.towards(colour, share);
                self.dots[at..at + 3].copy_from_slice(&[red, green, blue]);
            }
        }
    }

    fn draw(&mut self, mark: &Mark) {
        let scale = self.scale;
        let scaled = |(x, y): (f64, f64)| (x * scale, y * scale);
        match mark {
            Mark::Box { at, size, round, fill, stroke } => {
                let (half_width, half_height) = (size.0 * scale / 2.0, size.1 * scale / 2.0);
                let middle = (at.0 * scale + half_width, at.1 * scale + half_height);
                let round = (round * scale).min(half_width).min(half_height);
                // The distance from the border, below 0 inside.
                let distance = move |x: f64, y: f64| {
                    let dx = (x - middle.0).abs() - half_width + round;
                    let dy = (y - middle.1).abs() - half_height + round;
                    dx.max(0.0).hypot(dy.max(0.0)) + dx.max(dy).min(0.0) - round
                };
                // The position of a pixel along the border, for dashes: by the side that is nearest.
                let along = move |x: f64, y: f64| {
                    let across = (x - middle.0).abs() - half_width > (y - middle.1).abs() - half_height;
                    if across { y - middle.1 + half_height } else { x - middle.0 + half_width }
                };
                self.outline(middle, (half_width, half_height), *fill, *stroke, distance, along);
            }
            Mark::Disc { at, radius, fill, stroke } => {
                let (middle, radius) = (scaled(*at), radius * scale);
                let distance = move |x: f64, y: f64| (x - middle.0).hypot(y - middle.1) - radius;
                let along = move |x: f64, y: f64| ((y - middle.1).atan2(x - middle.0) + 4.0) * radius;
                self.outline(middle, (radius, radius), *fill, *stroke, distance, along);
            }
            Mark::Line { from, to, stroke, head } => self.line(scaled(*from), scaled(*to), *stroke, *head),
            Mark::Words { at, anchor, size, weight, colour, text } => {
                self.words(scaled(*at), *anchor, size * scale, *weight, *colour, text);
            }
        }
    }

    fn outline(
        &mut self,
        middle: (f64, f64),
        half: (f64, f64),
        fill: Option<Colour>,
        stroke: Option<Stroke>,
        distance: impl Fn(f64, f64) -> f64,
        along: impl Fn(f64, f64) -> f64,
    ) {
        let grow = stroke.map_or(0.0, |stroke| stroke.width * self.scale / 2.0) + 1.0;
        let from = (middle.0 - half.0 - grow, middle.1 - half.1 - grow);
        let to = (middle.0 + half.0 + grow, middle.1 + half.1 + grow);
        if let Some(fill) = fill {
            self.cover(from, to, fill, |x, y| (0.5 - distance(x, y)).clamp(0.0, 1.0));
        }
        if let Some(stroke) = stroke {
            let (half_width, scale) = (stroke.width * self.scale / 2.0, self.scale);
            self.cover(from, to, stroke.colour, |x, y| {
                let on = (half_width + 0.5 - distance(x, y).abs()).clamp(0.0, 1.0);
                if on > 0.0 && is_gap(stroke, along(x, y) / scale) { 0.0 } else { on }
            });
        }
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64), stroke: Stroke, head: Head) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy);
        let (ux, uy) = if length > 0.0 { (dx / length, dy / length) } else { (1.0, 0.0) };
        let (half, scale) = (stroke.width * self.scale / 2.0, self.scale);
        let grow = half + 10.0 * scale;
        let corners =
            ((from.0.min(to.0) - grow, from.1.min(to.1) - grow), (from.0.max(to.0) + grow, from.1.max(to.1) + grow));
        self.cover(corners.0, corners.1, stroke.colour, |x, y| {
            let (px, py) = (x - from.0, y - from.1);
            let (along, aside) = (px * ux + py * uy, (py * ux - px * uy).abs());
            let beyond = (along - along.clamp(0.0, length)).hypot(aside);
            let on = (half + 0.5 - beyond).clamp(0.0, 1.0);
            let body = if on > 0.0 && is_gap(stroke, along / scale) { 0.0 } else { on };
            // A head is as wide as it is long, and narrows to the end of the line.
            let back = (length - along) / scale;
            let inside = back / 2.0 - aside / scale;
            let tip = if head == Head::Arrow && back <= 9.0 { (inside * scale + 0.5).clamp(0.0, 1.0) } else { 0.0 };
            body.max(tip)
        });
    }

    fn words(&mut self, at: (f64, f64), anchor: Anchor, size: f64, weight: Weight, colour: Colour, text: &str) {
        // The glyphs fill about two thirds of the height of a line.
        let height = size * 1.18;
        let drawn = |c: char| Glyph::of(c, size, weight).or_else(|| Glyph::of('?', size, weight));
        let glyphs: Vec<Glyph> = text.chars().filter_map(drawn).collect();
        let length: f64 = glyphs.iter().map(|glyph| glyph.step * height / glyph.line).sum();
        let mut left = match anchor {
            Anchor::Start => at.0,
            Anchor::Middle => at.0 - length / 2.0,
            Anchor::End => at.0 - length,
        };
        for glyph in glyphs {
            let grow = height / glyph.line;
            let (step, top) = (glyph.step * grow, at.1 - height * 0.5 + glyph.below * grow);
            // Interpolates between the nearest pixels of the glyph.
            self.cover((left, top), (left + step, top + height), colour, |x, y| {
                let (u, v) = ((x - left) / grow - 0.5, (y - top) / grow - 0.5);
                let (column, row) = (u.floor(), v.floor());
                let (s, t) = (u - column, v - row);
                let (column, row) = (column as i64, row as i64);
                let value = |column: i64, row: i64| glyph.covered(column, row);
                let upper = value(column, row) * (1.0 - s) + value(column + 1, row) * s;
                let lower = value(column, row + 1) * (1.0 - s) + value(column + 1, row + 1) * s;
                upper * (1.0 - t) + lower * t
            });
            left += step;
        }
    }
}

/// Returns whether a point along a line is in a gap.
fn is_gap(stroke: Stroke, along: f64) -> bool {
    stroke.style.dashes().is_some_and(|(dash, gap)| along.rem_euclid(dash + gap) > dash)
}
