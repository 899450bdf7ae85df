//! A table with the pattern that was found in it coloured in: a strip for one number, a grid for two.
//!
//! In: a [`FoundTable`] and the rule that was found. Out: an SVG. Lost positions are dark red, others are the paler the
//! larger their value; a position where a rule fails has a thick frame.

use crate::found::FoundTable;
use crate::limits;
use std::fmt::Write;

const CELL: i64 = 16;
const LEFT: i64 = 50;
const TOP: i64 = 64;

/// Returns the picture of a table of one or two numbers; `None` for more.
pub fn svg(table: &FoundTable, title: &str, rule: &str, failure: Option<&[i64]>) -> Option<String> {
    let (rows, columns, numbers) = cells(table)?;
    let (width, height) = (LEFT + columns * CELL + 20, TOP + rows * CELL + 20);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"8\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n\
         <text x=\"10\" y=\"20\" font-size=\"15\">{}</text>\n<text x=\"10\" y=\"38\" font-size=\"12\">{}</text>\n",
        escaped(title),
        escaped(rule)
    );
    let largest = table.values.iter().flatten().copied().max().unwrap_or(1).max(1);
    for row in 0..rows {
        let first = &numbers[(row * columns) as usize];
        let label = first.first().copied().unwrap_or(0);
        let y = TOP + row * CELL;
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{label}</text>", LEFT - 4, y + 11);
        for column in 0..columns {
            let Some(at) = numbers.get((row * columns + column) as usize) else { continue };
            let x = LEFT + column * CELL;
            if row == 0 {
                let above = if at.len() == 2 { at[1] } else { column };
                let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{above}</text>", x + 8, TOP - 4);
            }
            let Some(value) = table.value(at) else { continue };
            let frame = if failure == Some(&at[..]) { " stroke=\"black\" stroke-width=\"2.5\"" } else { "" };
            let (text, ink) = match (value, table.quantity) {
                (0, "outcome") => (String::new(), "white"),
                (_, "outcome") => (String::new(), "black"),
                (0, _) => ("0".to_owned(), "white"),
                (value, _) => (value.to_string(), "black"),
            };
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" fill=\"{}\"{frame}/>\
                 <text x=\"{}\" y=\"{}\" text-anchor=\"middle\" fill=\"{ink}\">{text}</text>",
                CELL - 1,
                CELL - 1,
                colour(value, largest, table.quantity),
                x + 7,
                y + 11
            );
        }
    }
    Some(svg + "</svg>\n")
}

/// Returns the number of rows and columns drawn, and the numbers of each cell.
fn cells(table: &FoundTable) -> Option<(i64, i64, Vec<Vec<i64>>)> {
    match table.names.len() {
        1 => {
            let count = (table.high[0] - table.low[0] + 1).min(limits::MAX_FOUND_PICTURE_ROW);
            let columns = count.min(32);
            let numbers = (0..count).map(|index| vec![table.low[0] + index]).collect();
            Some(((count + columns - 1) / columns, columns, numbers))
        }
        2 => {
            let side = |at: usize| (table.high[at] - table.low[at] + 1).min(limits::MAX_FOUND_PICTURE_SIDE);
            let (rows, columns) = (side(0), side(1));
            let numbers = (0..rows * columns)
                .map(|index| vec![table.low[0] + index / columns, table.low[1] + index % columns])
                .collect();
            Some((rows, columns, numbers))
        }
        _ => None,
    }
}

fn colour(value: i64, largest: i64, quantity: &str) -> String {
    match (value, quantity) {
        (0, _) => "#b3261e".to_owned(),
        (1, "outcome") => "#dbe7f3".to_owned(),
        (_, "outcome") => "#f3e3a3".to_owned(),
        (value, _) => {
            // From blue for small values to nearly white for large ones.
            let part = (value.clamp(0, largest) * 100 / largest) as u32;
            format!("rgb({},{},{})", 150 + part * 95 / 100, 190 + part * 60 / 100, 235 + part * 15 / 100)
        }
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_message::Message;

    #[test]
    fn every_position_is_a_cell_and_a_failure_is_framed() {
        let mut table = FoundTable {
            names: vec!["a".into(), "b".into()],
            low: vec![0, 0],
            high: vec![3, 4],
            quantity: "outcome",
            extent: Message::default(),
            values: (0..20).map(|index| (index != 7).then_some(i64::from(index % 6 != 0))).collect(),
        };
        let svg = svg(&table, "t", "a < b", Some(&[1, 1])).unwrap();
        assert_eq!(svg.matches("<rect x=").count(), 19);
        assert_eq!(svg.matches("#b3261e").count(), 4);
        assert!(svg.contains("stroke-width=\"2.5\"") && svg.contains("a &lt; b"));
        table.names.push("c".into());
        assert!(super::svg(&table, "", "", None).is_none());
    }
}
