//! The values of a heap game as a picture: a dot for every heap, rare ones in another colour.
//!
//! In: values, one after the other. Out: an SVG of a fixed size, however many values there are: dots with the same
//! coordinates are one, and neighbours in a row are one stroke. Written by hand, as it is a few lines of paths and
//! labels.

use std::fmt::Write;

/// The size of the field of dots.
const WIDTH: usize = 1200;
const HEIGHT: usize = 600;
/// The margins for labels at the left and below; there are none at the other sides.
const LEFT: usize = 60;
const BELOW: usize = 40;
const MARGIN: usize = 20;
const TITLE: usize = 30;

/// Whether the sparse space calls the value of a heap rare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rarity {
    /// Common, or there is no sparse space.
    Common,
    /// Rare.
    Rare,
}

/// A picture under construction.
pub struct HeapPlot {
    title: String,
    from: u64,
    heaps: u64,
    largest: u64,
    common: Vec<bool>,
    rare: Vec<bool>,
}

impl HeapPlot {
    /// Creates a picture of `heaps` heaps from `from` on, whose values are at most `largest`.
    pub fn new(title: &str, from: u64, heaps: u64, largest: u64) -> HeapPlot {
        let dots = vec![false; WIDTH * HEIGHT];
        HeapPlot { title: title.to_owned(), from, heaps: heaps.max(1), largest, common: dots.clone(), rare: dots }
    }

    /// Adds a heap; ignored if outside the picture.
    pub fn add(&mut self, n: u64, value: u64, rarity: Rarity) {
        let Some(index) = n.checked_sub(self.from).filter(|index| *index < self.heaps && value <= self.largest) else {
            return;
        };
        let column = scale(index, self.heaps, WIDTH);
        let row = HEIGHT - 1 - scale(value, self.largest + 1, HEIGHT);
        let dots = if rarity == Rarity::Rare { &mut self.rare } else { &mut self.common };
        dots[row * WIDTH + column] = true;
    }

    /// Returns the picture.
    pub fn svg(&self) -> String {
        let (width, height) = (LEFT + WIDTH + MARGIN, TITLE + HEIGHT + BELOW);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
             font-size=\"12\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n\
             <text x=\"{LEFT}\" y=\"20\" font-size=\"16\">{}</text>\n",
            escaped(&self.title)
        );
        let bottom = TITLE + HEIGHT;
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-style=\"italic\">n</text>\n\
             <text x=\"{}\" y=\"20\" text-anchor=\"end\" font-style=\"italic\">g(n)</text>",
            LEFT + WIDTH / 2,
            bottom + 34,
            LEFT - 6
        );
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {TITLE}V{bottom}h{WIDTH}\" fill=\"none\" stroke=\"black\" transform=\"translate(-0.5 0.5)\"/>"
        );
        for step in 0..=4u64 {
            let n = self.from.saturating_add(part(self.heaps - 1, step));
            let x = LEFT + scale(n - self.from, self.heaps, WIDTH);
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{n}</text>", bottom + 18);
            let value = part(self.largest, step);
            let y = bottom - 1 - scale(value, self.largest + 1, HEIGHT);
            // A small range has fewer values than marks.
            if step == 0 || value != part(self.largest, step - 1) {
                let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{value}</text>", LEFT - 6, y + 4);
            }
        }
        for (dots, colour, name) in [(&self.common, "#2563a8", "common"), (&self.rare, "#d1351b", "rare")] {
            // Few dots are drawn large enough to be seen.
            let common = (WIDTH as u64 / self.heaps).clamp(1, 5) as usize;
            let stroke = if name == "rare" { common.max(3) } else { common };
            let path = strokes(dots, stroke);
            if !path.is_empty() {
                let _ = writeln!(
                    svg,
                    "<path class=\"{name}\" d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{stroke}\" \
                     transform=\"translate({LEFT} {TITLE}.5)\"/>"
                );
            }
        }
        svg.push_str("</svg>\n");
        svg
    }
}

/// Scales a number of a range to a number of cells, without overflow.
fn scale(number: u64, range: u64, indices: usize) -> usize {
    (u128::from(number) * indices as u128 / u128::from(range.max(1))) as usize
}

/// Returns the given number of quarters of a number.
fn part(number: u64, quarters: u64) -> u64 {
    (u128::from(number) * u128::from(quarters) / 4) as u64
}

/// Returns rows of dots as horizontal strokes, each at least `shortest` long to be visible.
fn strokes(dots: &[bool], shortest: usize) -> String {
    let mut path = String::new();
    for (y, row) in dots.chunks(WIDTH).enumerate() {
        let mut x = 0;
        while x < WIDTH {
            if !row[x] {
                x += 1;
                continue;
            }
            let run = row[x..].iter().take_while(|dot| **dot).count();
            let _ = write!(path, "M{x} {y}h{}", run.max(shortest));
            x += run;
        }
    }
    path
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_a_dot_and_neighbours_are_one_stroke() {
        let mut plot = HeapPlot::new(".7 & <x>", 0, WIDTH as u64, 1);
        for n in 0..WIDTH as u64 {
            plot.add(n, u64::from(n >= 600), if n == 700 { Rarity::Rare } else { Rarity::Common });
        }
        let svg = plot.svg();
        assert!(svg.contains("M0 599h600") && svg.contains("M600 299h100M701 299h499"), "{svg}");
        assert!(svg.contains("class=\"rare\" d=\"M700 299h3\""), "{svg}");
        assert!(svg.contains(".7 &amp; &lt;x&gt;"));
    }

    #[test]
    fn pictures_stay_small_and_nothing_overflows() {
        let mut plot = HeapPlot::new("large", u64::MAX - 10, u64::MAX, u64::MAX - 1);
        for n in 0..=10 {
            plot.add(u64::MAX - n, u64::MAX - 1 - n, Rarity::Common);
        }
        plot.add(0, 0, Rarity::Common);
        assert!(plot.svg().len() < 4000);
        let empty = HeapPlot::new("empty", 0, 0, 0);
        assert!(empty.svg().ends_with("</svg>\n"));
    }
}
