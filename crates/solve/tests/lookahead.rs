//! What a search of limited depth says: no win in one move and no forced reply is missed, and what is called solved is.

mod ask;
#[allow(dead_code, reason = "only the numbers are asked for here")]
#[path = "../../../tests/src/random_rules.rs"]
mod random_rules;

use ask::{instance, position, solver};
use grundy_rules::{Instance, Position};
use grundy_solve::{Authority, Lookahead, LookaheadLimits, Solution, Solver};
use random_rules::Dice;

const CONNECT: &str = include_str!("../../../catalogue/grid/connect.game");

fn deep(max_depth: u32) -> LookaheadLimits {
    LookaheadLimits { max_depth, max_work: u64::MAX }
}

/// A position of which nothing is known but its moves.
fn unsolved(solver: &Solver, position: &Position) -> Solution {
    let mut solution = Solution::unknown(position, Authority::Unsettled { positions: 0 });
    solver.list_moves(&mut solution).unwrap();
    solution
}

/// The board of a written position of Connect Four, and who is to move.
fn board(instance: &Instance, position: &Position) -> (char, Vec<Vec<char>>) {
    let written = instance.print_position(position);
    let (mover, rows) = written.split_once(": ").unwrap();
    (mover.chars().next().unwrap(), rows.split('/').map(|row| row.chars().collect()).collect())
}

/// Whether this player has four in a row, counted here and not by the rules.
fn has_four(board: &[Vec<char>], player: char) -> bool {
    let at = |row: i32, column: i32| {
        let row = usize::try_from(row).ok().and_then(|row| board.get(row));
        row.and_then(|row| row.get(usize::try_from(column).ok()?)).copied()
    };
    let begins = |row: i32, column: i32| {
        [(0, 1), (1, 0), (1, 1), (1, -1)]
            .iter()
            .any(|(down, right)| (0..4).all(|step| at(row + step * down, column + step * right) == Some(player)))
    };
    (0..6).any(|row| (0..7).any(|column| begins(row, column)))
}

/// The boards that this player can make.
fn dropped(board: &[Vec<char>], player: char) -> Vec<Vec<Vec<char>>> {
    let drop = |column: usize| {
        let row = (0..6).rev().find(|row| board[*row][column] == '.')?;
        let mut next = board.to_vec();
        next[row][column] = player;
        Some(next)
    };
    (0..7).filter_map(drop).collect()
}

fn can_win(board: &[Vec<char>], player: char) -> bool {
    dropped(board, player).iter().any(|next| has_four(next, player))
}

#[test]
fn connect_four_is_never_lost_by_a_win_or_a_block_that_was_missed() {
    let game = instance(CONNECT, &[("rows", "6"), ("cols", "7"), ("k", "4")]);
    let solver = solver(&game, None);
    let (mut wins, mut blocks) = (0, 0);
    for seed in 1..=32 {
        let mut dice = Dice::new(seed);
        let mut now = game.start().unwrap();
        let mine = seed % 2 == 0;
        for turn in 0.. {
            let solution = unsolved(&solver, &now);
            if solution.moves.is_empty() {
                break;
            }
            let (player, before) = board(&game, &now);
            let other = if player == 'X' { 'O' } else { 'X' };
            let index = if (turn % 2 == 0) == mine {
                solver.look_ahead(&solution, deep(4)).unwrap().best
            } else {
                let boards: Vec<_> = solution.moves.iter().map(|valued| board(&game, &valued.step.to).1).collect();
                // One opponent plays at random, the other wins and blocks where it can.
                let simple = boards
                    .iter()
                    .position(|next| has_four(next, player))
                    .or_else(|| boards.iter().position(|next| can_win(&before, other) && !can_win(next, other)));
                simple.filter(|_| seed > 8).unwrap_or_else(|| dice.below(solution.moves.len() as u64) as usize)
            };
            let after = board(&game, &solution.moves[index].step.to).1;
            if (turn % 2 == 0) == mine {
                if can_win(&before, player) {
                    wins += 1;
                    assert!(has_four(&after, player), "a win in one was missed at {}", game.print_position(&now));
                } else if dropped(&before, player).iter().any(|next| !can_win(next, other)) {
                    blocks += usize::from(can_win(&before, other));
                    assert!(!can_win(&after, other), "a block was missed at {}", game.print_position(&now));
                }
            }
            now = solution.moves[index].step.to.clone();
            // Who plays at random is no match.
            assert!(
                seed > 8 || (turn % 2 == 0) == mine || !has_four(&after, player),
                "lost: {}",
                game.print_position(&now)
            );
        }
    }
    assert!(wins >= 16 && blocks >= 3, "{wins} wins and {blocks} blocks were tried");
}

/// Rules of every kind, and positions of them that can be solved.
const KINDS: &[(&str, &str)] = &[
    ("game nim(n) move take(k in 1..n) -> n - k", "1 2 4"),
    ("game nim(n) move take(k in 1..n) -> n - k", "6"),
    ("game kayles(n) move knock(t in 1..min(2, n), a in 0..n - t) -> a plus n - t - a", "7"),
    ("game misere(n) stuck wins move take(k in 1..min(3, n)) -> n - k", "9"),
    ("game every(n) compound every move take(k in 1..min(2, n)) -> n - k", "3 5"),
    ("game coins(n) move take(k in 1..min(3, n)) gain k * k - 2 -> n - k", "7"),
    ("game turns(n) move take(k in 1..min(3, n)) gain k % 2 -> again if k == 1: n - k", "7"),
    ("game ends(n) score 3 - n if n <= 1 move take(k in 1..2) if n > k gain k -> n - k", "8"),
    ("game race(n) win if n == 0 stuck draws move one if n % 5 > 0 -> n - 1 move two if n > 3 -> n - 2", "8"),
    ("game cold(n) players A, B A move a if n > 0 -> n - 1 B move b if n > 1 -> n - 2", "A: 5 4"),
    (
        "game round(n in 0..9) win if n == 9 move on if n < 8 -> n + 1 move back if n > 0 -> n - 1 move jump if n == 6 -> 9",
        "3",
    ),
];

#[test]
fn what_is_called_solved_is_what_the_solver_says() {
    let mut solved = 0;
    for (rules, written) in KINDS {
        let game = instance(rules, &[]);
        let mut solver = solver(&game, None);
        let mut dice = Dice::new(7);
        let mut now = position(&game, written);
        loop {
            let blind = unsolved(&solver, &now);
            let truth = solver.solve_one(&now).unwrap();
            let found = solver.look_ahead(&blind, deep(12));
            if truth.moves.is_empty() {
                assert_eq!(found, None, "{rules}");
                break;
            }
            let Lookahead { best, is_solved, .. } = found.unwrap();
            let chosen = truth.moves.iter().find(|valued| valued.step == blind.moves[best].step).unwrap();
            if is_solved {
                solved += 1;
                let max = truth.moves.iter().map(|valued| (valued.value.score.clone(), valued.value.winner)).max();
                assert_eq!(Some((chosen.value.score.clone(), chosen.value.winner)), max, "{rules} {now:?}");
            }
            if truth.moves.len() == 1 && game.print_position(&now) == *written {
                break;
            }
            now = truth.moves[dice.below(truth.moves.len() as u64) as usize].step.to.clone();
            // Play that goes round is left at some time.
            if dice.once_in(12) {
                break;
            }
        }
    }
    assert!(solved >= 15, "{solved}");
}

#[test]
fn the_depth_alone_decides_and_time_only_ends_it() {
    let game = instance(CONNECT, &[("rows", "6"), ("cols", "7"), ("k", "4")]);
    let solver = solver(&game, None);
    let start = unsolved(&solver, &game.start().unwrap());
    let first = solver.look_ahead(&start, deep(5)).unwrap();
    assert_eq!(first, solver.look_ahead(&start, deep(5)).unwrap());
    assert_eq!((first.depth, first.is_solved), (5, false));
    // Two moves are looked ahead whatever the time, and not many more: the clock is looked at now and then.
    let hurried = LookaheadLimits { max_depth: 64, max_work: 0 };
    assert!((2..8).contains(&solver.look_ahead(&start, hurried).unwrap().depth));
}

#[test]
fn where_moves_run_out_who_has_more_of_them_is_ahead() {
    let domineering = include_str!("../../../catalogue/grid/domineering.game");
    let game = instance(domineering, &[]);
    let mut solver = solver(&game, None);
    let start = game.start().unwrap();
    let truth = solver.solve_one(&start).unwrap();
    let found = solver.look_ahead(&unsolved(&solver, &start), deep(30)).unwrap();
    assert!(found.is_solved);
    assert_eq!(
        truth.moves[found.best].value.winner,
        truth.moves.iter().map(|valued| valued.value.winner).max().unwrap()
    );
}
