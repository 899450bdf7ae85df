//! Wythoff's game: take from one of two heaps, or equally from both.

/// Returns whether the player to move wins, for heaps from 0 to `max`, row by row: every lost position marks all
/// positions that lead to it.
pub fn sieve(max: usize) -> Vec<u8> {
    let side = max + 1;
    let mut won = vec![0u8; side * side];
    for a in 0..side {
        for b in 0..side {
            if won[a * side + b] == 1 {
                continue;
            }
            won[a * side + b + 1..(a + 1) * side].fill(1);
            for larger in a + 1..side {
                won[larger * side + b] = 1;
            }
            for more in 1..side - a.max(b) {
                won[(a + more) * side + b + more] = 1;
            }
        }
    }
    won
}

/// Like [`sieve`], but looks at the options of each position until one is lost. The heaps are interchangeable: half of
/// the table is computed, and a column is read as a row.
pub fn plain(max: usize) -> Vec<u8> {
    let side = max + 1;
    let mut won = vec![0u8; side * side];
    for a in 0..side {
        for b in 0..=a {
            let from_one = won[a * side..a * side + b].contains(&0);
            let from_other = || won[b * side..b * side + a].contains(&0);
            let from_both = || (1..=b).any(|taken| won[(a - taken) * side + b - taken] == 0);
            let wins = u8::from(from_one || from_other() || from_both());
            won[a * side + b] = wins;
            won[b * side + a] = wins;
        }
    }
    won
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lost_positions_are_as_published() {
        let won = plain(50);
        assert_eq!(won, sieve(50));
        let lost: Vec<(usize, usize)> =
            (0..51).flat_map(|a| (a..51).map(move |b| (a, b))).filter(|(a, b)| won[a * 51 + b] == 0).take(6).collect();
        assert_eq!(lost, [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13)]);
    }
}
