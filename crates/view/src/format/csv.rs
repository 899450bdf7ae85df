//! Sheets as comma-separated values (RFC 4180), lines ended by a line feed.

use crate::document::Sheet;
use std::io;

/// Writes a sheet row by row.
///
/// ```
/// use grundy_view::{Sheet, format::csv};
/// let rows = Box::new(std::iter::once(vec!["0".into(), "\"".into()]));
/// let mut written = Vec::new();
/// csv::write(&mut written, Sheet { titles: vec!["n".into(), "a,b".into()], rows }).unwrap();
/// assert_eq!(written, b"n,\"a,b\"\n0,\"\"\"\"\n");
/// ```
///
/// # Errors
/// Fails if writing fails.
pub fn write(output: &mut dyn io::Write, sheet: Sheet<'_>) -> io::Result<()> {
    for row in std::iter::once(sheet.titles).chain(sheet.rows) {
        for (index, cell) in row.iter().enumerate() {
            if index > 0 {
                output.write_all(b",")?;
            }
            if cell.contains([',', '"', '\n', '\r']) {
                write!(output, "\"{}\"", cell.replace('"', "\"\""))?;
            } else {
                output.write_all(cell.as_bytes())?;
            }
        }
        output.write_all(b"\n")?;
    }
    Ok(())
}

/// Formats a sheet.
pub fn text(sheet: Sheet<'_>) -> String {
    let mut written = Vec::new();
    write(&mut written, sheet).expect("a list takes all that is written to it");
    String::from_utf8(written).expect("what was written is text")
}
