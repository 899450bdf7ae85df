//! The glyphs of images, which are built in: the same on every machine, whatever fonts it has.
//!
//! In: a character, a size and a weight. Out: the coverage of each pixel, as rows of numbers from 0 to 255. Latin
//! glyphs are those of Noto Sans Mono in two sizes; Chinese ones, twice as wide, are on a sheet that is unpacked when
//! the first is needed: the commonest of GB 2312 and every other one of the messages, drawn from Noto Sans CJK
//! (`letters/draw.mjs` makes the sheet). Wrong tool for text of other scripts: the caller checks first whether there
//! are glyphs for it.

use super::Weight;
use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster, get_raster_width};
use std::collections::HashMap;
use std::sync::OnceLock;

/// A glyph as pixels.
pub(super) struct Glyph {
    /// Coverage of each pixel, from 0 to 255, row by row.
    rows: Rows,
    /// The height of a line that the pixels are made for, in pixels: rows above and below the glyph are counted.
    pub line: f64,
    /// Distance of the glyph's first row from the top of its line, in pixels.
    pub below: f64,
    /// Distance to the next glyph, in pixels.
    pub step: f64,
}

enum Rows {
    Latin(noto_sans_mono_bitmap::RasterizedChar),
    Chinese { first_row: usize, first_column: usize },
}

/// The side of a square of the sheet, and the number of squares in a row of it.
const SIDE: usize = 24;
const ACROSS: usize = 64;
struct Sheet {
    indices: HashMap<char, usize>,
    width: usize,
    /// Two pixels per byte, the left one in the upper half.
    dots: Vec<u8>,
}

fn sheet() -> Option<&'static Sheet> {
    static SHEET: OnceLock<Option<Sheet>> = OnceLock::new();
    SHEET.get_or_init(unpack).as_ref()
}

fn unpack() -> Option<Sheet> {
    let names = include_str!("../../letters/han.txt").chars().filter(|c| *c != '\n');
    let indices = names.enumerate().map(|(index, c)| (c, index)).collect();
    let image: &[u8] = include_bytes!("../../letters/han.png");
    let mut reader = ::png::Decoder::new(std::io::Cursor::new(image)).read_info().ok()?;
    let mut dots = vec![0; reader.output_buffer_size()?];
    let width = reader.next_frame(&mut dots).ok()?.width as usize;
    Some(Sheet { indices, width, dots })
}

impl Sheet {
    fn shade(&self, column: usize, row: usize) -> u8 {
        let byte = self.dots.get((row * self.width + column) / 2).copied().unwrap_or(0);
        17 * (if column.is_multiple_of(2) { byte >> 4 } else { byte & 15 })
    }
}

impl Glyph {
    /// Returns the glyph of a character for text of about this size in pixels; `None` if there is none.
    pub fn of(c: char, size: f64, weight: Weight) -> Option<Glyph> {
        let raster = if size > 22.0 { RasterHeight::Size32 } else { RasterHeight::Size16 };
        let weight = if weight == Weight::Bold { FontWeight::Bold } else { FontWeight::Regular };
        let latin = get_raster(c, weight, raster).map(|drawn| Glyph {
            rows: Rows::Latin(drawn),
            line: raster.val() as f64,
            below: 0.0,
            step: get_raster_width(weight, raster) as f64,
        });
        latin.or_else(|| Glyph::chinese(c))
    }

    fn chinese(c: char) -> Option<Glyph> {
        let index = *sheet()?.indices.get(&c)?;
        let rows = Rows::Chinese { first_row: index / ACROSS * SIDE, first_column: index % ACROSS * SIDE };
        // A square is as wide as two Latin glyphs, and its line is higher than theirs by the same factor.
        let latin = get_raster_width(FontWeight::Regular, RasterHeight::Size32) as f64;
        let line = SIDE as f64 / 2.0 * RasterHeight::Size32.val() as f64 / latin;
        Some(Glyph { rows, line, below: (line - SIDE as f64) / 2.0, step: SIDE as f64 })
    }

    /// Returns the coverage of a pixel, from 0 to 1; 0 outside the glyph.
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

/// Returns whether there are glyphs for all of this text.
pub(super) fn can_say(text: &str) -> bool {
    text.chars().all(|c| Glyph::of(c, 16.0, Weight::Regular).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_of_the_messages_can_be_drawn() {
        let mut missing = std::collections::BTreeSet::new();
        for (_, table) in crate::words::TABLES {
            let chinese = crate::words::entries(table).map(|(_, chinese)| chinese);
            missing.extend(
                chinese
                    .flat_map(|text| text.chars().collect::<Vec<_>>())
                    .filter(|c| !can_say(&c.to_string()) && *c != '\n'),
            );
        }
        assert!(missing.is_empty(), "not on the sheet: {missing:?}; run `node crates/view/letters/draw.mjs`");
    }

    #[test]
    fn glyphs_are_drawn_as_they_look() {
        let glyph = Glyph::of('一', 30.0, Weight::Regular).unwrap();
        // One stroke in the middle, from the left to the right, and nothing above or below it.
        let row = |row: i64| (0..SIDE as i64).map(|column| glyph.covered(column, row)).sum::<f64>();
        let inked: Vec<i64> = (0..SIDE as i64).filter(|at| row(*at) > 4.0).collect();
        assert!(!inked.is_empty() && inked.iter().all(|at| (8..16).contains(at)), "{inked:?}");
        assert!(row(inked[0]) > 15.0 && row(1) == 0.0 && row(22) == 0.0);
        assert!(!can_say("שלום"));
        assert!(can_say("尼姆游戏: 3 4"));
    }
}
