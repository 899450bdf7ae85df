//! Connect Four on 6 rows and 7 columns: the usual board of two words, and alpha-beta with a table.
//!
//! The bits of a column are adjacent, with one above them that stays empty (Tromp). It is used to choose positions and
//! to check answers; public solvers are much faster.

use std::collections::HashMap;

/// Number of columns.
pub const COLUMNS: usize = 7;
/// Number of rows.
pub const ROWS: usize = 6;
const CELLS: u32 = 42;
/// The order in which columns are tried: the middle ones are in more lines.
const ORDER: [usize; COLUMNS] = [3, 2, 4, 1, 5, 0, 6];

/// A position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Board {
    /// The stones of the player to move.
    mine: u64,
    /// All stones.
    all: u64,
}

impl Board {
    /// Returns true if a stone can be put into this column.
    pub fn is_open(&self, column: usize) -> bool {
        self.all & (1 << (column * (ROWS + 1) + ROWS - 1)) == 0
    }

    /// Returns true if a stone of the player to move in this column, which is open, makes four.
    pub fn wins(&self, column: usize) -> bool {
        let stone = (self.all + (1 << (column * (ROWS + 1)))) & column_mask(column);
        has_four(self.mine | stone)
    }

    /// Returns the position after a stone in this column, which is open.
    pub fn play(&self, column: usize) -> Board {
        Board { mine: self.mine ^ self.all, all: self.all | (self.all + (1 << (column * (ROWS + 1)))) }
    }

    /// Returns the number of stones.
    pub fn moves(&self) -> u32 {
        self.all.count_ones()
    }

    /// Returns the rows from the top, joined by slashes, preceded by the player to move: X began.
    pub fn text(&self) -> String {
        let (mover, other) = if self.moves().is_multiple_of(2) { ('X', 'O') } else { ('O', 'X') };
        let cell = |row: usize, column: usize| {
            let bit = 1 << (column * (ROWS + 1) + row);
            match (self.all & bit != 0, self.mine & bit != 0) {
                (false, _) => '.',
                (true, true) => mover,
                (true, false) => other,
            }
        };
        let rows: Vec<String> =
            (0..ROWS).rev().map(|row| (0..COLUMNS).map(|column| cell(row, column)).collect()).collect();
        format!("{mover}: {}", rows.join("/"))
    }

    /// Returns 1 if the player to move wins, 0 in a draw, -1 if the other wins; the game must not be won yet.
    pub fn solve(&self) -> i8 {
        let mut table = HashMap::new();
        // Two searches with a yes-or-no answer cut more than one with a full window.
        match self.search(0, 1, &mut table) {
            1 => 1,
            _ => self.search(-1, 0, &mut table),
        }
    }

    fn search(&self, alpha: i8, beta: i8, table: &mut HashMap<(u64, i8), i8>) -> i8 {
        if self.moves() == CELLS {
            return 0;
        }
        let open = || ORDER.into_iter().filter(|&column| self.is_open(column));
        if open().any(|column| self.wins(column)) {
            return 1;
        }
        // The stones of the mover added to all stones with one above each column identify the position.
        let key = (self.mine + self.all + BOTTOM, alpha);
        if let Some(&known) = table.get(&key) {
            return known;
        }
        // A threat of the opponent must be answered; two threats cannot be.
        let opponent = Board { mine: self.mine ^ self.all, all: self.all };
        let threats: Vec<usize> = open().filter(|&column| opponent.wins(column)).collect();
        let value = match threats.as_slice() {
            [] => {
                let mut best = -1;
                for column in open() {
                    best = best.max(-self.play(column).search(-beta, -alpha, table));
                    if best >= beta {
                        break;
                    }
                }
                best
            }
            [only] => -self.play(*only).search(-beta, -alpha, table),
            _ => -1,
        };
        table.insert(key, value);
        value
    }
}

/// The lowest cell of every column.
const BOTTOM: u64 = 1 | 1 << 7 | 1 << 14 | 1 << 21 | 1 << 28 | 1 << 35 | 1 << 42;

fn column_mask(column: usize) -> u64 {
    ((1 << ROWS) - 1) << (column * (ROWS + 1))
}

fn has_four(stones: u64) -> bool {
    [1, ROWS + 1, ROWS, ROWS + 2].iter().any(|&step| {
        let pairs = stones & (stones >> step);
        pairs & (pairs >> (2 * step)) != 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::below;
    use grundy::Random;

    fn played(columns: &[usize]) -> Board {
        columns.iter().fold(Board::default(), |board, &column| board.play(column))
    }

    #[test]
    fn four_in_a_line_wins_in_every_direction() {
        assert!(played(&[0, 0, 1, 1, 2, 2]).wins(3));
        assert!(played(&[0, 1, 0, 1, 0, 1]).wins(0));
        assert!(played(&[0, 1, 1, 2, 2, 3, 2, 3, 3, 5]).wins(3));
        assert!(!played(&[0, 1, 0, 1, 0]).wins(0));
        assert_eq!(played(&[3, 3, 4]).text(), "O: ......./......./......./......./...O.../...XX..");
    }

    #[test]
    fn late_positions_agree_with_plain_search() {
        fn plain(board: Board) -> i8 {
            if board.moves() == CELLS {
                return 0;
            }
            let open = || (0..COLUMNS).filter(|&column| board.is_open(column));
            if open().any(|column| board.wins(column)) {
                return 1;
            }
            open().map(|column| -plain(board.play(column))).max().expect("a board that is not full has a column")
        }
        let mut random = Random(7);
        let mut tried = 0;
        while tried < 30 {
            let mut board = Board::default();
            let mut over = false;
            while board.moves() < 34 && !over {
                let column = below(&mut random, 7) as usize;
                if board.is_open(column) {
                    over = board.wins(column);
                    board = board.play(column);
                }
            }
            if !over {
                assert_eq!(board.solve(), plain(board), "{}", board.text());
                tried += 1;
            }
        }
    }
}
