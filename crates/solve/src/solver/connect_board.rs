//! Test games for searches: connect k with gravity on bit boards, random trees, and plain recursion to compare with.

use grundy_kernel::{End, Expansion, Head, Key, Machine, Options, Traits};
use grundy_value::Random;
use std::collections::HashMap;

/// Positions have X's cells above the mover bit in the first word, O's cells in the second.
#[derive(Clone, Debug)]
pub(crate) struct Connect {
    rows: u32,
    columns: u32,
    in_a_row: u32,
    all: u64,
    bottom: u64,
    left: u64,
    /// Steps of the four directions, and the cells where a line of that direction may begin.
    lines: [(u32, u64); 4],
}

impl Connect {
    /// Creates a board of that size, of at most 63 cells.
    pub fn new(rows: u32, columns: u32, in_a_row: u32) -> Connect {
        let mut lines = [(1, 0), (columns, 0), (columns + 1, 0), (columns - 1, 0)];
        let (mut bottom, mut left) = (0, 0);
        for row in 0..rows {
            for column in 0..columns {
                let cell = 1u64 << (row * columns + column);
                let (right, down, back) =
                    (column + in_a_row <= columns, row + in_a_row <= rows, column + 1 >= in_a_row);
                for (line, begins) in lines.iter_mut().zip([right, down, right && down, back && down]) {
                    line.1 |= if begins { cell } else { 0 };
                }
                bottom |= if row + 1 == rows { cell } else { 0 };
                left |= if column == 0 { cell } else { 0 };
            }
        }
        Connect { rows, columns, in_a_row, all: (1 << (rows * columns)) - 1, bottom, left, lines }
    }

    fn has_line(&self, cells: u64) -> bool {
        self.lines.iter().any(|&(step, begins)| {
            let mut line = cells & begins;
            for number in 1..self.in_a_row {
                line &= cells >> (number * step);
            }
            line != 0
        })
    }

    fn playable(&self, key: [u64; 2]) -> u64 {
        let filled = (key[0] >> 1) | key[1];
        self.all & !filled & (self.bottom | (filled >> self.columns))
    }

    fn reflected(&self, cells: u64) -> u64 {
        (0..self.columns).fold(0, |seen, column| seen | ((cells >> column) & self.left) << (self.columns - 1 - column))
    }

    /// Returns a position after `moves` random moves that neither player has won and whose mover cannot win at once.
    pub fn random_quiet(&mut self, moves: u32, random: &mut Random) -> [u64; 2] {
        let mut options = Options::default();
        'again: loop {
            let mut key = [0, 0];
            for _ in 0..moves {
                if self.look(key, &mut options) != Expansion::Open {
                    continue 'again;
                }
                key = options.part(random.below(options.words.len() as u64 / 2) as usize);
            }
            if self.look(key, &mut options) == Expansion::Open
                && !options.parts().any(|option: [u64; 2]| self.ended(option).is_some())
            {
                return key;
            }
        }
    }
}

impl Machine<[u64; 2]> for Connect {
    fn traits(&self) -> Traits {
        Traits { plain: true, players: true, bits: 64 + self.rows * self.columns }
    }

    fn look(&mut self, key: [u64; 2], options: &mut Options) -> Expansion {
        options.clear();
        if let Some(look) = self.ended(key) {
            return look;
        }
        let mut playable = self.playable(key);
        if playable == 0 {
            return Expansion::Stuck(End::Draw);
        }
        while playable != 0 {
            let cell = playable & playable.wrapping_neg();
            playable ^= cell;
            let option = if key[0] & 1 == 0 { [(key[0] | cell << 1) ^ 1, key[1]] } else { [key[0] ^ 1, key[1] | cell] };
            options.words.extend_from_slice(&option);
        }
        Expansion::Open
    }

    fn ended(&mut self, key: [u64; 2]) -> Option<Expansion> {
        let end = |mine: bool| if mine { End::Win } else { End::Lose };
        if self.has_line(key[0] >> 1) {
            return Some(Expansion::Ended(0, end(key[0] & 1 == 0)));
        }
        if self.has_line(key[1]) {
            return Some(Expansion::Ended(1, end(key[0] & 1 == 1)));
        }
        None
    }

    fn canonical(&mut self, key: [u64; 2]) -> [u64; 2] {
        let other = [self.reflected(key[0] >> 1) << 1 | key[0] & 1, self.reflected(key[1])];
        key.min(other)
    }
}

/// A random acyclic game: options of a key are greater keys, all derived from a hash of the key, so that the tree is
/// reproducible. Players move once more or earn points if requested.
#[derive(Clone, Debug)]
pub(crate) struct RandomTree {
    /// The seed.
    pub seed: u64,
    /// Maximum distance of an option, and maximum number of options.
    pub reach: u64,
    /// Play is over from this key on.
    pub last: u64,
    /// Whether the game is played for points.
    pub points: bool,
}

impl RandomTree {
    fn hash(&self, number: u64, purpose: u64) -> u64 {
        let mut random = Random(self.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ purpose << 56);
        random.next();
        random.next()
    }

    fn end(&self, number: u64) -> End {
        match (self.points, self.hash(number, 2) % 5) {
            (true, hash) => End::Score(hash as i64 - 2),
            (false, 0 | 1) => End::Win,
            (false, 2 | 3) => End::Lose,
            (false, _) => End::Draw,
        }
    }
}

impl Machine<u64> for RandomTree {
    fn traits(&self) -> Traits {
        Traits { plain: false, players: true, bits: 40 }
    }

    fn look(&mut self, key: u64, options: &mut Options) -> Expansion {
        options.clear();
        if let Some(look) = self.ended(key) {
            return look;
        }
        let number = key >> 1;
        if number >= self.last || self.hash(number, 1).is_multiple_of(13) {
            return Expansion::Stuck(self.end(number));
        }
        let count = 1 + self.hash(number, 3) % self.reach;
        for index in 0..count {
            let hash = self.hash(number, 4 + index);
            let next = number + 1 + hash % self.reach;
            let again = u16::from((hash >> 32).is_multiple_of(4));
            let gain = if self.points { (hash >> 40) as i64 % 4 } else { 0 };
            options.words.push(next << 1 | (key & 1) ^ u64::from(again == 0));
            options.heads.push(Head { parts_end: index as u32 + 1, rule: 0, again, gain });
        }
        Expansion::Open
    }

    fn ended(&mut self, key: u64) -> Option<Expansion> {
        let number = key >> 1;
        (self.hash(number, 5).is_multiple_of(9)).then(|| Expansion::Ended(0, self.end(number + (key & 1))))
    }
}

/// Returns small boards, each with positions to query: the empty one and some after a few random moves.
pub(crate) fn small_boards() -> impl Iterator<Item = (Connect, Vec<[u64; 2]>)> {
    let sizes = [(4, 4, 4), (3, 4, 3), (4, 3, 3), (3, 5, 3), (5, 3, 3), (2, 6, 3)];
    sizes.into_iter().map(|(rows, columns, in_a_row)| {
        let machine = Connect::new(rows, columns, in_a_row);
        let mut random = Random(7);
        let mut keys = vec![[0, 0]];
        for moves in [2, 4, 5] {
            keys.extend((0..20).map(|_| machine.clone().random_quiet(moves, &mut random)));
        }
        (machine, keys)
    })
}

/// Returns the value of a position by the definition: a win is 1, a loss -1.
pub(crate) fn plainly<K: Key, M: Machine<K>>(key: K, machine: &mut M, known: &mut HashMap<K, i64>) -> i64 {
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let mut options = Options::default();
    let value = match machine.look(key, &mut options) {
        Expansion::Ended(_, end) | Expansion::Stuck(end) => number(end),
        Expansion::Unsupported => panic!("trouble"),
        Expansion::Open => (0..options.words.len() / K::WORDS)
            .map(|index| {
                let head = options.heads.get(index).copied().unwrap_or_default();
                let value = plainly(options.part(index), machine, known);
                if head.again == 1 { head.gain + value } else { head.gain - value }
            })
            .max()
            .unwrap(),
    };
    known.insert(key, value);
    value
}

/// Returns an end as a number.
pub(crate) fn number(end: End) -> i64 {
    match end {
        End::Win => 1,
        End::Draw => 0,
        End::Lose => -1,
        End::Score(score) => score,
    }
}
