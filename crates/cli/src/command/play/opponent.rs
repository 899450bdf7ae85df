//! The computer as a player: which move it makes, by how well it is to play.
//!
//! In: a solution and the moves that are known. Out: the place of one of them, and what it rests on. A level is how often the
//! best move is looked for: never, in two of five moves, in four of five, always; otherwise any move is made. Best is what wins
//! soonest or loses latest; where it is not known who wins, what a search of about half a second finds. Chance comes from a seed, so that
//! a game can be played again.

use grundy::argument::best_move;
use grundy::{Lookahead, Solution, Winner};

/// How well the computer plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Any move.
    Random,
    /// The best move now and then.
    Easy,
    /// The best move most of the time.
    Good,
    /// The best move that can be found: a perfect one where the position is solved.
    Best,
}

impl Level {
    /// The level of that name or number.
    pub fn named(text: &str) -> Option<Level> {
        Some(match text.trim().to_ascii_lowercase().as_str() {
            "random" | "0" => Level::Random,
            "easy" | "1" => Level::Easy,
            "good" | "2" => Level::Good,
            "best" | "perfect" | "3" => Level::Best,
            _ => return None,
        })
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Easy => "easy",
            Level::Good => "good",
            Level::Best => "best",
        }
    }

    /// The key of the words for it.
    pub fn key(self) -> &'static str {
        match self {
            Level::Random => "play-level-random",
            Level::Easy => "play-level-easy",
            Level::Good => "play-level-good",
            Level::Best => "play-level-best",
        }
    }

    /// In how many of a hundred moves the best is found.
    fn percent(self) -> u64 {
        match self {
            Level::Random => 0,
            Level::Easy => 40,
            Level::Good => 80,
            Level::Best => 100,
        }
    }
}

/// Numbers that look random, the same for the same seed (Steele, Lea and Flood's SplitMix64, 2014).
pub struct Chance(u64);

impl Chance {
    /// The numbers of this seed.
    pub fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    /// A number below `count`, which is not 0.
    fn below(&mut self, count: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % count.max(1)
    }

    /// One of these; `None` of none.
    fn pick(&mut self, places: &[usize]) -> Option<usize> {
        places.get(usize::try_from(self.below(places.len() as u64)).unwrap_or(0)).copied()
    }
}

/// What a move of the computer rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The position is solved: the move is as good as any.
    Solved,
    /// The position is not solved: play was searched so many moves deep.
    Searched(u32),
    /// Nothing was looked for.
    Chance,
}

/// Returns the place of the move that the computer makes and what it rests on; `None` where there is none. Where the position
/// is not solved, `look_ahead` is asked.
pub fn choose(
    solution: &Solution,
    level: Level,
    chance: &mut Chance,
    look_ahead: impl FnOnce() -> Option<Lookahead>,
) -> Option<(usize, Ground)> {
    let all: Vec<usize> = (0..solution.moves.len()).collect();
    if chance.below(100) >= level.percent() {
        return chance.pick(&all).map(|place| (place, Ground::Chance));
    }
    if let Some(best) = best_move(solution) {
        let place = solution.moves.iter().position(|valued| std::ptr::eq(valued, best));
        return place.map(|place| (place, Ground::Solved));
    }
    if let Some(found) = look_ahead() {
        let ground = if found.is_solved { Ground::Solved } else { Ground::Searched(found.depth) };
        return Some((found.best, ground));
    }
    // Nothing can be searched, so what is known to lose is left out.
    let worth = |place: &usize| solution.moves[*place].worth.winner;
    let open: Vec<usize> = all.iter().copied().filter(|place| worth(place) != Some(Winner::Second)).collect();
    chance.pick(if open.is_empty() { &all } else { &open }).map(|place| (place, Ground::Searched(0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::{Budget, Instance, find, solver};
    use std::sync::Arc;

    fn solved(position: &str) -> Solution {
        let game = find("nim").unwrap().game().unwrap();
        let nim = Arc::new(Instance::new(game, vec![]).unwrap());
        let position = nim.parse_line(position, None).unwrap();
        solver(&nim, nim.join().unwrap(), Budget::default()).unwrap().solve_one(&position).unwrap()
    }

    #[test]
    fn levels_are_known_by_name_and_number() {
        for (place, name) in ["random", "easy", "good", "best"].into_iter().enumerate() {
            assert_eq!(Level::named(name), Level::named(&place.to_string()));
            assert_eq!(Level::named(name).map(Level::name), Some(name));
        }
        assert_eq!(Level::named("4"), None);
        assert_eq!(Level::named("perfect"), Some(Level::Best));
    }

    #[test]
    fn the_better_the_level_the_more_often_it_wins() {
        let solution = solved("3 4 5");
        let wins = |level: Level| {
            let mut chance = Chance::new(7);
            let mut moves = (0..1000).map(|_| choose(&solution, level, &mut chance, || None).unwrap().0);
            moves.by_ref().filter(|place| solution.moves[*place].is_winning).count()
        };
        let counts = [Level::Random, Level::Easy, Level::Good, Level::Best].map(wins);
        assert!(counts[0] < 150 && (350..600).contains(&counts[1]) && (700..900).contains(&counts[2]), "{counts:?}");
        assert_eq!(counts[3], 1000);
    }

    #[test]
    fn nobody_moves_where_there_is_no_move() {
        assert_eq!(choose(&solved("0"), Level::Best, &mut Chance::new(1), || None), None);
        assert_eq!(choose(&solved("0"), Level::Random, &mut Chance::new(1), || None), None);
    }
}
