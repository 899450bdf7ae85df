//! Sheets as comma-separated values (RFC 4180), lines ended by a line feed.

use crate::document::Sheet;

/// A sheet as characters.
///
/// ```
/// use grundy_view::{Sheet, format::csv};
/// let sheet = Sheet { titles: vec!["n".into(), "a,b".into()], rows: vec![vec!["0".into(), "\"".into()]] };
/// assert_eq!(csv::write(&sheet), "n,\"a,b\"\n0,\"\"\"\"\n");
/// ```
pub fn write(sheet: &Sheet) -> String {
    let mut text = String::new();
    for row in std::iter::once(&sheet.titles).chain(&sheet.rows) {
        for (place, cell) in row.iter().enumerate() {
            if place > 0 {
                text.push(',');
            }
            if cell.contains([',', '"', '\n', '\r']) {
                text.push('"');
                text += &cell.replace('"', "\"\"");
                text.push('"');
            } else {
                text += cell;
            }
        }
        text.push('\n');
    }
    text
}
