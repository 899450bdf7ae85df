//! A picture as plain data: boxes, discs, lines and text, each with coordinates; as SVG or as a PNG image.
//!
//! In: marks in the order they are drawn. Out: SVG, whose text a browser or a printer sets in its own fonts, or a PNG
//! image, whose glyphs are built in, so that it looks the same everywhere. Colours are for white paper. Wrong tool for
//! graphs with bent arrows: see [`crate::drawing`].

mod letters;
mod png;
mod svg;

/// Red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    /// Paper.
    pub const WHITE: Colour = Colour(255, 255, 255);
    /// Text and borders.
    pub const INK: Colour = Colour(0x1f, 0x29, 0x37);
    /// Less important text.
    pub const FAINT: Colour = Colour(0x5b, 0x66, 0x75);
    /// Thin lines.
    pub const LINE: Colour = Colour(0x9a, 0xa5, 0xb1);

    /// Mixes this colour with another: 0 is this, 1 the other.
    pub fn towards(self, other: Colour, share: f64) -> Colour {
        let share = share.clamp(0.0, 1.0);
        let mix = |from: u8, to: u8| (f64::from(from) + (f64::from(to) - f64::from(from)) * share).round() as u8;
        Colour(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// Returns an ink that is legible on this colour.
    pub fn ink_on(self) -> Colour {
        // Perceived brightness (ITU-R BT.601), of 255 000.
        let bright = 299 * u32::from(self.0) + 587 * u32::from(self.1) + 114 * u32::from(self.2);
        if bright > 140_000 { Colour::INK } else { Colour::WHITE }
    }
}

impl std::fmt::Display for Colour {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// A border or a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Its colour.
    pub colour: Colour,
    /// Its width.
    pub width: f64,
    /// Whether it has gaps.
    pub style: StrokeStyle,
}

/// Whether a line has gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrokeStyle {
    /// Without gaps.
    Solid,
    /// Dashes.
    Dashed,
    /// Dots.
    Dotted,
}

impl StrokeStyle {
    /// Returns the length of a dash and of the gap after it.
    fn dashes(self) -> Option<(f64, f64)> {
        match self {
            StrokeStyle::Solid => None,
            StrokeStyle::Dashed => Some((5.0, 4.0)),
            StrokeStyle::Dotted => Some((1.5, 5.0)),
        }
    }
}

impl Stroke {
    /// Creates a line without gaps.
    pub fn solid(colour: Colour, width: f64) -> Stroke {
        Stroke { colour, width, style: StrokeStyle::Solid }
    }
}

/// The point of a text that is at its coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its start.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// The weight of glyphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Normal.
    Regular,
    /// Bold.
    Bold,
}

/// A drawn element.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// A box from its upper left corner.
    Box {
        /// Coordinates of the corner.
        at: (f64, f64),
        /// Its width and height.
        size: (f64, f64),
        /// Radius of its corners.
        round: f64,
        /// Its fill colour.
        fill: Option<Colour>,
        /// Its border.
        stroke: Option<Stroke>,
    },
    /// A disc around its centre.
    Disc {
        /// Coordinates of the centre.
        at: (f64, f64),
        /// Its radius.
        radius: f64,
        /// Its fill colour.
        fill: Option<Colour>,
        /// Its border.
        stroke: Option<Stroke>,
    },
    /// A straight line.
    Line {
        /// Its start.
        from: (f64, f64),
        /// Its end.
        to: (f64, f64),
        /// Its stroke.
        stroke: Stroke,
        /// Whether it ends in an arrow head.
        head: Head,
    },
    /// Text on one line.
    Words {
        /// Its coordinates; vertically, the middle of lower-case characters.
        at: (f64, f64),
        /// Which point of the text is there.
        anchor: Anchor,
        /// Its font size.
        size: f64,
        /// Its weight.
        weight: Weight,
        /// Its colour.
        colour: Colour,
        /// The text.
        text: String,
    },
}

/// The end of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Head {
    /// Plain.
    None,
    /// An arrow head.
    Arrow,
}

/// A picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// Its description for screen readers.
    pub title: String,
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// The marks, in drawing order.
    pub marks: Vec<Mark>,
}

/// The margin around a picture, and the height of its title.
pub(crate) const MARGIN: f64 = 16.0;
pub(crate) const TITLE: f64 = 30.0;
/// Font size of the title.
const TITLE_SIZE: f64 = 15.0;

impl Scene {
    /// Creates a picture with only a heading, and returns the right end of the heading.
    pub(crate) fn headed(title: String, head: String) -> (Scene, f64) {
        let mut scene = Scene { title, width: 0.0, height: 0.0, marks: Vec::new() };
        let right = MARGIN + width_of(&head, TITLE_SIZE);
        scene.add_words((MARGIN, MARGIN + 9.0), Anchor::Start, TITLE_SIZE, Colour::INK, head);
        (scene, right)
    }

    /// Adds a sign of a legend in its own box, and returns where the next one begins.
    pub(crate) fn add_key(&mut self, at: (f64, f64), fill: Option<Colour>, sign: &str, words: &str) -> f64 {
        self.add_box(at, (16.0, 16.0), fill, Some(Stroke::solid(Colour::LINE, 0.8)));
        let ink = fill.map_or(Colour::INK, Colour::ink_on);
        self.add_words((at.0 + 8.0, at.1 + 8.0), Anchor::Middle, 10.0, ink, sign);
        self.add_words((at.0 + 22.0, at.1 + 8.0), Anchor::Start, 11.0, Colour::INK, words);
        at.0 + 22.0 + width_of(words, 11.0) + 18.0
    }

    /// Adds a box without round corners.
    pub fn add_box(&mut self, at: (f64, f64), size: (f64, f64), fill: Option<Colour>, stroke: Option<Stroke>) {
        self.marks.push(Mark::Box { at, size, round: 0.0, fill, stroke });
    }

    /// Adds text.
    pub fn add_words(&mut self, at: (f64, f64), anchor: Anchor, size: f64, colour: Colour, text: impl Into<String>) {
        self.marks.push(Mark::Words { at, anchor, size, weight: Weight::Regular, colour, text: text.into() });
    }

    /// Adds a straight line.
    pub fn add_line(&mut self, from: (f64, f64), to: (f64, f64), stroke: Stroke) {
        self.marks.push(Mark::Line { from, to, stroke, head: Head::None });
    }

    /// Moves everything from this mark on.
    pub fn shift(&mut self, first: usize, right: f64, down: f64) {
        for mark in self.marks.iter_mut().skip(first) {
            let indices: Vec<&mut (f64, f64)> = match mark {
                Mark::Box { at, .. } | Mark::Disc { at, .. } | Mark::Words { at, .. } => vec![at],
                Mark::Line { from, to, .. } => vec![from, to],
            };
            for index in indices {
                *index = (index.0 + right, index.1 + down);
            }
        }
    }

    /// Returns the picture as SVG.
    pub fn svg(&self) -> String {
        svg::write(self)
    }

    /// Returns the picture as an image with `scale` pixels per unit; `None` if it would have more than [`MAX_PIXELS`](crate::limits::MAX_PIXELS).
    pub fn png(&self, scale: f64) -> Option<Vec<u8>> {
        png::write(self, scale)
    }
}

/// Returns whether there are built-in glyphs, as images use them, for all of this text.
pub fn can_be_said_in_an_image(text: &str) -> bool {
    letters::can_say(text)
}

/// Estimates the width of text: the actual fonts differ.
pub fn width_of(text: &str, size: f64) -> f64 {
    // Chinese characters are squares.
    let width = |c| if unicode_width::UnicodeWidthChar::width(c) == Some(2) { 1.03 } else { 0.58 };
    text.chars().map(width).sum::<f64>() * size
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene() -> Scene {
        let mut scene = Scene { title: "a < b".into(), width: 60.0, height: 30.0, marks: Vec::new() };
        scene.add_box((10.0, 10.0), (10.0, 10.0), Some(Colour(200, 0, 0)), None);
        let stroke = Stroke { style: StrokeStyle::Dashed, ..Stroke::solid(Colour::INK, 2.0) };
        scene.add_line((30.0, 5.0), (50.0, 5.0), stroke);
        scene.marks.push(Mark::Disc { at: (40.0, 20.0), radius: 5.0, fill: Some(Colour(0, 0, 200)), stroke: None });
        scene.add_words((15.0, 15.0), Anchor::Middle, 12.0, Colour::WHITE, "<&");
        scene
    }

    #[test]
    fn words_are_quoted_and_every_mark_is_written() {
        let svg = scene().svg();
        assert!(svg.contains("<title>a &lt; b</title>") && svg.contains("&lt;&amp;</text>"), "{svg}");
        assert!(svg.contains("stroke-dasharray=\"5 4\"") && svg.contains("fill=\"#0000c8\""), "{svg}");
    }

    #[test]
    fn dots_have_the_colours_of_what_is_there() {
        let bytes = scene().png(2.0).unwrap();
        let mut reader = ::png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
        let mut dots = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut dots).unwrap();
        assert_eq!((info.width, info.height), (120, 60));
        let at = |x: usize, y: usize| {
            let index = 3 * (2 * y * 120 + 2 * x);
            (dots[index], dots[index + 1], dots[index + 2])
        };
        assert_eq!(at(2, 2), (255, 255, 255));
        assert_eq!(at(11, 11), (200, 0, 0));
        assert_eq!(at(40, 20), (0, 0, 200));
        // The dash begins dark, and its gap is white.
        assert_eq!(at(32, 5), (0x1f, 0x29, 0x37));
        assert_eq!(at(37, 5), (255, 255, 255));
    }

    #[test]
    fn an_image_that_is_too_large_is_not_made() {
        let scene = Scene { width: 1e5, height: 1e5, ..Scene::default() };
        assert!(scene.png(1.0).is_none());
        assert!(Scene { width: f64::NAN, ..Scene::default() }.png(1.0).is_none());
    }
}
