//! The computer as a player: chooses its move, depending on the level.
//!
//! In: a solution and the known moves. Out: the index of one of them, and the ground of the choice. The level
//! determines how often the best move is looked for: never, in two of five moves, in four of five, always; otherwise
//! any move is made. Best is what wins soonest or loses latest; if the winner is unknown, what a search of about half a
//! second finds. Randomness comes from a seed, so that a game can be repeated.

use grundy::Random;
use grundy::argument::best_move;
use grundy::{Lookahead, Solution, Winner};
use grundy_message::{Message, message};

/// How well the computer plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Plays any move.
    Random,
    /// Plays the best move now and then.
    Easy,
    /// Plays the best move most of the time.
    Good,
    /// Plays the best move that can be found: a perfect one if the position is solved.
    Best,
}

impl Level {
    /// Parses the name or the number of a level.
    pub fn named(text: &str) -> Option<Level> {
        Some(match text.trim().to_ascii_lowercase().as_str() {
            "random" | "0" => Level::Random,
            "easy" | "1" => Level::Easy,
            "good" | "2" => Level::Good,
            "best" | "perfect" | "3" => Level::Best,
            _ => return None,
        })
    }

    /// Returns the name of the level.
    pub fn name(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Easy => "easy",
            Level::Good => "good",
            Level::Best => "best",
        }
    }

    /// Returns how the computer plays, in words.
    pub fn words(self) -> Message {
        match self {
            Level::Random => message!("plays at random"),
            Level::Easy => message!("plays easily"),
            Level::Good => message!("plays well"),
            Level::Best => message!("plays its best"),
        }
    }

    /// Returns how many moves in a hundred are the best.
    fn percent(self) -> u64 {
        match self {
            Level::Random => 0,
            Level::Easy => 40,
            Level::Good => 80,
            Level::Best => 100,
        }
    }
}

/// The ground for a move of the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The position is solved: no move is better.
    Solved,
    /// The position is not solved: play was searched to this depth, in moves.
    Searched(u32),
    /// The move is random.
    Chance,
}

/// Returns the index of the move that the computer makes and its ground; `None` if there is no move. Calls `look_ahead`
/// if the position is not solved.
pub fn choose(
    solution: &Solution,
    level: Level,
    chance: &mut Random,
    look_ahead: impl FnOnce() -> Option<Lookahead>,
) -> Option<(usize, Ground)> {
    let all: Vec<usize> = (0..solution.moves.len()).collect();
    if all.is_empty() {
        return None;
    }
    if chance.below(100) >= level.percent() {
        return Some((*chance.pick(&all), Ground::Chance));
    }
    if let Some(best) = best_move(solution) {
        let index = solution.moves.iter().position(|valued| std::ptr::eq(valued, best));
        return index.map(|index| (index, Ground::Solved));
    }
    if let Some(found) = look_ahead() {
        let ground = if found.is_solved { Ground::Solved } else { Ground::Searched(found.depth) };
        return Some((found.best, ground));
    }
    // Nothing can be searched, so only moves known to lose are left out.
    let winner = |index: &usize| solution.moves[*index].value.winner;
    let open: Vec<usize> = all.iter().copied().filter(|index| winner(index) != Some(Winner::Second)).collect();
    Some((*chance.pick(if open.is_empty() { &all } else { &open }), Ground::Searched(0)))
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
        solver(&nim, nim.compound().unwrap(), Budget::default()).unwrap().solve_one(&position).unwrap()
    }

    #[test]
    fn levels_are_known_by_name_and_number() {
        for (index, name) in ["random", "easy", "good", "best"].into_iter().enumerate() {
            assert_eq!(Level::named(name), Level::named(&index.to_string()));
            assert_eq!(Level::named(name).map(Level::name), Some(name));
        }
        assert_eq!(Level::named("4"), None);
        assert_eq!(Level::named("perfect"), Some(Level::Best));
    }

    #[test]
    fn the_better_the_level_the_more_often_it_wins() {
        let solution = solved("3 4 5");
        let wins = |level: Level| {
            let mut chance = Random(7);
            let mut moves = (0..1000).map(|_| choose(&solution, level, &mut chance, || None).unwrap().0);
            moves.by_ref().filter(|index| solution.moves[*index].is_winning).count()
        };
        let counts = [Level::Random, Level::Easy, Level::Good, Level::Best].map(wins);
        assert!(counts[0] < 150 && (350..600).contains(&counts[1]) && (700..900).contains(&counts[2]), "{counts:?}");
        assert_eq!(counts[3], 1000);
    }

    #[test]
    fn nobody_moves_where_there_is_no_move() {
        assert_eq!(choose(&solved("0"), Level::Best, &mut Random(1), || None), None);
        assert_eq!(choose(&solved("0"), Level::Random, &mut Random(1), || None), None);
    }
}
