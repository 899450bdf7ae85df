//! Boards on which cells are only ever filled, for the tests of the searches that split them.

use grundy_kernel::placement::{Cells, Placement};
use grundy_rules::{Instance, Part, read, text};
use grundy_value::Random;

/// Returns the board of these rules and givens, in the position written; in the start position if `written` is empty.
pub(crate) fn board(rules: &str, givens: &[(&str, &str)], written: &str) -> (Placement, Part) {
    let game = read(rules).unwrap();
    let mut values = vec![None; game.givens.len()];
    for (name, text) in givens {
        let (index, value) = text::parse_given(&game, name, text).unwrap();
        values[index] = Some(value);
    }
    let instance = Instance::new(game, values).unwrap();
    let position = if written.is_empty() { instance.start() } else { instance.parse_line(written, None) };
    let part = position.unwrap().only().unwrap().clone();
    (Placement::recognise(&instance, &part).unwrap(), part)
}

/// Returns free cells of a 9 x 9 board: three blocks of two rows and three columns at random.
pub(crate) fn sparse() -> impl Iterator<Item = Cells> {
    let mut random = Random(9);
    (0..60)
        .map(move |_| (0..3).fold(0, |free, _| free | (0b111 | 0b111 << 9) << (random.index(8) * 9 + random.index(7))))
}
