//! A picture as plain data: boxes, discs, lines and words, each with its place; as SVG or as a PNG image.
//!
//! In: marks in the order they are drawn. Out: SVG, whose words a browser or a printer sets in its own letters, or a PNG image, whose
//! letters come with the program, so that it looks the same everywhere. Colours are for white paper. Wrong tool for graphs with bent
//! arrows: see [`crate::drawing`].

mod letters;
mod png;
mod svg;

use crate::words::{Language, say_pictured};

/// Red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    /// Paper.
    pub const WHITE: Colour = Colour(255, 255, 255);
    /// Words and borders.
    pub const INK: Colour = Colour(0x1f, 0x29, 0x37);
    /// Words that may be passed over.
    pub const FAINT: Colour = Colour(0x5b, 0x66, 0x75);
    /// Thin lines.
    pub const LINE: Colour = Colour(0x9a, 0xa5, 0xb1);

    /// The colour between this one and another: 0 is this, 1 the other.
    pub fn towards(self, other: Colour, share: f64) -> Colour {
        let share = share.clamp(0.0, 1.0);
        let mix = |from: u8, to: u8| (f64::from(from) + (f64::from(to) - f64::from(from)) * share).round() as u8;
        Colour(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// Ink that is legible on this colour.
    pub fn ink_on(self) -> Colour {
        // How bright the eye finds it (ITU-R BT.601), of 255 000.
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
    /// It has none.
    Solid,
    /// Dashes.
    Dashed,
    /// Dots.
    Dotted,
}

impl StrokeStyle {
    /// How long a dash and the gap behind it are.
    fn dashes(self) -> Option<(f64, f64)> {
        match self {
            StrokeStyle::Solid => None,
            StrokeStyle::Dashed => Some((5.0, 4.0)),
            StrokeStyle::Dotted => Some((1.5, 5.0)),
        }
    }
}

impl Stroke {
    /// A line without gaps.
    pub fn solid(colour: Colour, width: f64) -> Stroke {
        Stroke { colour, width, style: StrokeStyle::Solid }
    }
}

/// What stands at the place of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Their beginning.
    Start,
    /// Their middle.
    Middle,
    /// Their end.
    End,
}

/// How thick letters are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// As usual.
    Regular,
    /// Thicker.
    Bold,
}

/// Something drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// A box from its upper left corner.
    Box {
        /// The corner's place.
        at: (f64, f64),
        /// Its width and height.
        size: (f64, f64),
        /// How round its corners are.
        round: f64,
        /// What fills it.
        fill: Option<Colour>,
        /// Its border.
        stroke: Option<Stroke>,
    },
    /// A disc around its middle.
    Disc {
        /// The middle's place.
        at: (f64, f64),
        /// Its radius.
        radius: f64,
        /// What fills it.
        fill: Option<Colour>,
        /// Its border.
        stroke: Option<Stroke>,
    },
    /// A straight line.
    Line {
        /// Where it begins.
        from: (f64, f64),
        /// Where it ends.
        to: (f64, f64),
        /// How it looks.
        stroke: Stroke,
        /// Whether its end is an arrow's head.
        head: Head,
    },
    /// Words on one line.
    Words {
        /// Their place; its height is the middle of small letters.
        at: (f64, f64),
        /// What of them stands there.
        anchor: Anchor,
        /// How large the letters are.
        size: f64,
        /// How thick they are.
        weight: Weight,
        /// Their colour.
        colour: Colour,
        /// The words.
        text: String,
    },
}

/// How a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Head {
    /// It just ends.
    None,
    /// As an arrow.
    Arrow,
}

/// A picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// What it shows, for who cannot see it.
    pub title: String,
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// What is drawn, one over the other.
    pub marks: Vec<Mark>,
}

/// What is kept free around a picture, and above it for what it is called.
pub(crate) const MARGIN: f64 = 16.0;
pub(crate) const TITLE: f64 = 30.0;
/// How large the letters of that are.
const TITLE_LETTERS: f64 = 15.0;

impl Scene {
    /// A picture with nothing but words above it, and how far these go to the right; what it says, it says in this language.
    pub(crate) fn headed(title: &str, head: &str, language: Language) -> (Scene, f64) {
        let (title, head) = (say_pictured(language, title), say_pictured(language, head));
        let mut scene = Scene { title, width: 0.0, height: 0.0, marks: Vec::new() };
        let right = MARGIN + width_of(&head, TITLE_LETTERS);
        scene.add_words((MARGIN, MARGIN + 9.0), Anchor::Start, TITLE_LETTERS, Colour::INK, head);
        (scene, right)
    }

    /// Adds a sign of a legend in a box of its own, and says where the next one begins.
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

    /// Adds words.
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
            let places: Vec<&mut (f64, f64)> = match mark {
                Mark::Box { at, .. } | Mark::Disc { at, .. } | Mark::Words { at, .. } => vec![at],
                Mark::Line { from, to, .. } => vec![from, to],
            };
            for place in places {
                *place = (place.0 + right, place.1 + down);
            }
        }
    }

    /// The picture as text.
    pub fn svg(&self) -> String {
        svg::write(self)
    }

    /// The picture as an image with so many dots for each unit; `None` where it would have more than [`MOST_DOTS`].
    pub fn png(&self, scale: f64) -> Option<Vec<u8>> {
        png::write(self, scale)
    }
}

/// The most dots an image may have.
pub const MOST_DOTS: f64 = 60e6;

/// Whether the letters that come with the program, which images are made with, can say this.
pub fn can_be_said_in_an_image(text: &str) -> bool {
    letters::can_say(text)
}

/// How wide words are, about: letters differ, and who draws them has letters of its own.
pub fn width_of(text: &str, size: f64) -> f64 {
    // Chinese letters are squares.
    let letter = |letter| if unicode_width::UnicodeWidthChar::width(letter) == Some(2) { 1.03 } else { 0.58 };
    text.chars().map(letter).sum::<f64>() * size
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
            let place = 3 * (2 * y * 120 + 2 * x);
            (dots[place], dots[place + 1], dots[place + 2])
        };
        assert_eq!(at(2, 2), (255, 255, 255));
        assert_eq!(at(11, 11), (200, 0, 0));
        assert_eq!(at(40, 20), (0, 0, 200));
        // The dash begins dark, and its gap is paper.
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
