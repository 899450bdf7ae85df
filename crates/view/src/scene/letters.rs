//! The letters of images, which come with the program: the same on every machine, whatever fonts it has.
//!
//! In: a letter, a size and a weight. Out: how much of each dot it covers, as rows of numbers from 0 to 255. Latin letters are those of
//! Noto Sans Mono in two sizes; Chinese ones, twice as wide, stand on a sheet that is unpacked when the first is asked for: the
//! commonest of GB 2312 and every other one of the messages, drawn from Noto Sans CJK (`letters/draw.mjs` makes the sheet).
//! Wrong tool for text of other scripts: who draws asks first whether there are letters for it.

use super::Weight;
use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster, get_raster_width};
use std::collections::HashMap;
use std::sync::OnceLock;

/// A letter as dots.
pub(super) struct Letter {
    /// How much of each dot is covered, from 0 to 255, row by row.
    rows: Rows,
    /// The height of a line that the dots are made for, in dots: rows above and below the letter are counted.
    pub line: f64,
    /// How far the letter's first row lies below the top of its line, in dots.
    pub below: f64,
    /// How many dots further the next letter begins.
    pub step: f64,
}

enum Rows {
    Latin(noto_sans_mono_bitmap::RasterizedChar),
    Chinese { first_row: usize, first_column: usize },
}

/// The side of a square of the sheet, and how many squares are in a row of it.
const SIDE: usize = 24;
const ACROSS: usize = 64;
struct Sheet {
    places: HashMap<char, usize>,
    width: usize,
    /// Two dots a byte, the left one in the upper half.
    dots: Vec<u8>,
}

fn sheet() -> Option<&'static Sheet> {
    static SHEET: OnceLock<Option<Sheet>> = OnceLock::new();
    SHEET.get_or_init(unpack).as_ref()
}

fn unpack() -> Option<Sheet> {
    let names = include_str!("../../letters/han.txt").chars().filter(|letter| *letter != '\n');
    let places = names.enumerate().map(|(place, letter)| (letter, place)).collect();
    let image: &[u8] = include_bytes!("../../letters/han.png");
    let mut reader = ::png::Decoder::new(std::io::Cursor::new(image)).read_info().ok()?;
    let mut dots = vec![0; reader.output_buffer_size()?];
    let width = reader.next_frame(&mut dots).ok()?.width as usize;
    Some(Sheet { places, width, dots })
}

impl Sheet {
    fn shade(&self, column: usize, row: usize) -> u8 {
        let byte = self.dots.get((row * self.width + column) / 2).copied().unwrap_or(0);
        17 * (if column.is_multiple_of(2) { byte >> 4 } else { byte & 15 })
    }
}

impl Letter {
    /// This letter for text of about this size in dots; `None` where there is none.
    pub fn of(letter: char, size: f64, weight: Weight) -> Option<Letter> {
        let raster = if size > 22.0 { RasterHeight::Size32 } else { RasterHeight::Size16 };
        let weight = if weight == Weight::Bold { FontWeight::Bold } else { FontWeight::Regular };
        let latin = get_raster(letter, weight, raster).map(|drawn| Letter {
            rows: Rows::Latin(drawn),
            line: raster.val() as f64,
            below: 0.0,
            step: get_raster_width(weight, raster) as f64,
        });
        latin.or_else(|| Letter::chinese(letter))
    }

    fn chinese(letter: char) -> Option<Letter> {
        let place = *sheet()?.places.get(&letter)?;
        let rows = Rows::Chinese { first_row: place / ACROSS * SIDE, first_column: place % ACROSS * SIDE };
        // A square is as wide as two Latin letters, and a line is so much higher as it is for these.
        let latin = get_raster_width(FontWeight::Regular, RasterHeight::Size32) as f64;
        let line = SIDE as f64 / 2.0 * RasterHeight::Size32.val() as f64 / latin;
        Some(Letter { rows, line, below: (line - SIDE as f64) / 2.0, step: SIDE as f64 })
    }

    /// How much of a dot is covered, from 0 to 1; outside of the letter nothing.
    pub fn covered(&self, column: i64, row: i64) -> f64 {
        let (Ok(column), Ok(row)) = (usize::try_from(column), usize::try_from(row)) else { return 0.0 };
        let shade = match &self.rows {
            Rows::Latin(drawn) => drawn.raster().get(row).and_then(|row| row.get(column)).copied(),
            Rows::Chinese { first_row, first_column } if column < SIDE && row < SIDE => {
                sheet().map(|sheet| sheet.shade(first_column + column, first_row + row))
            }
            Rows::Chinese { .. } => None,
        };
        shade.map_or(0.0, |shade| f64::from(shade) / 255.0)
    }
}

/// Whether there are letters for all of this.
pub(super) fn can_say(text: &str) -> bool {
    text.chars().all(|letter| Letter::of(letter, 16.0, Weight::Regular).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_of_the_messages_can_be_drawn() {
        let mut missing = std::collections::BTreeSet::new();
        for (_, _, chinese) in crate::words::FILES {
            missing.extend(chinese.chars().filter(|letter| !can_say(&letter.to_string()) && *letter != '\n'));
        }
        assert!(missing.is_empty(), "not on the sheet: {missing:?}; run `node crates/view/letters/draw.mjs`");
    }

    #[test]
    fn letters_are_drawn_as_they_look() {
        let letter = Letter::of('一', 30.0, Weight::Regular).unwrap();
        // One stroke in the middle, from the left to the right, and nothing above or below it.
        let row = |row: i64| (0..SIDE as i64).map(|column| letter.covered(column, row)).sum::<f64>();
        let inked: Vec<i64> = (0..SIDE as i64).filter(|at| row(*at) > 4.0).collect();
        assert!(!inked.is_empty() && inked.iter().all(|at| (8..16).contains(at)), "{inked:?}");
        assert!(row(inked[0]) > 15.0 && row(1) == 0.0 && row(22) == 0.0);
        assert!(!can_say("שלום"));
        assert!(can_say("尼姆游戏: 3 4"));
    }
}
