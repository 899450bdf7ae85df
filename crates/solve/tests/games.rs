//! Known answers of known games, from rules to solutions.

mod ask;
use ask::check;
use grundy_rules::{Compound, Position, Standing};
use grundy_solve::{Authority, Winner};
use std::collections::{BTreeMap, HashSet};

const NIM: &str = "game nim(n) move take(k in 1..n) -> n - k";
const MISERE: &str = "game nim(n) stuck wins move take(k in 1..n) -> n - k";
const KAYLES: &str = "game kayles(n) move knock(t in 1..min(2, n), a in 0..n - t) -> a plus n - t - a";
const DIGRAPH: &str = "game digraph(v) given next: [[int]] move go(u in next[v]) -> u";
const STONES: &str = "game stones(i = 0, j: int = len(piles) - 1) given piles: [int]
    move left  if i <= j gain piles[i] -> (i + 1, j)
    move right if i <= j gain piles[j] -> (i, j - 1)
    stuck scores";
const CAT_AND_MOUSE: &str = "game cat_and_mouse(m = 1, c = 2) given graph: [[int]]
    players mouse, cat
    mouse wins if m == 0
    cat   wins if m == c
    mouse move go(t in graph[m])           -> with m = t
    cat   move go(t in graph[c]) if t != 0 -> with c = t";
const TIC_TAC_TOE: &str = r#"game tic_tac_toe(board: [{'.', 'X', 'O'}; 3, 3] = "... / ... / ...")
    players X, O
    let line(p) =
      any(all(board[i, j] == p for j in 0..2) for i in 0..2) or
      any(all(board[i, j] == p for i in 0..2) for j in 0..2) or
      all(board[i, i] == p for i in 0..2) or all(board[i, 2 - i] == p for i in 0..2)
    X wins if line('X')
    O wins if line('O')
    move place(i in 0..2, j in 0..2) if board[i, j] == '.' -> with board[i, j] = mover
    stuck draws"#;

#[test]
fn nim_is_decided_by_grundy_values() {
    check(NIM, &[], "3 4 5", "first, grundy 2: 0 take(k=2)");
    check(NIM, &[], "1 4 5", "second, grundy 0");
    check(NIM, &[], "7", "first, grundy 7, remoteness 1: 0 take(k=7)");
    check(NIM, &[], "0 0", "second, grundy 0, remoteness 0");
    check(NIM, &[], "0 7", "first, grundy 7, remoteness 1: 1 take(k=7)");
    check(NIM, &[], "nothing", "second, grundy 0, remoteness 0");
    check(NIM, &[], "4 4 4", "first, grundy 4: 0 take(k=4); 1 take(k=4); 2 take(k=4)");
}

#[test]
fn misere_nim_is_searched_as_a_whole() {
    check(MISERE, &[], "1", "second, remoteness 1");
    check(MISERE, &[], "2", "first, remoteness 2: 0 take(k=1)");
    check(MISERE, &[], "1 1", "first, remoteness 2: 0 take(k=1); 1 take(k=1)");
    check(MISERE, &[], "2 2", "second, remoteness 3");
    check(MISERE, &[], "0", "first, remoteness 0");
    // Parts in another order are the same position: 21, 11, 10, 20, 00.
    let instance = ask::instance(MISERE, &[]);
    let solution = ask::solver(&instance, None).solve_one(&ask::position(&instance, "2 1")).unwrap();
    assert_eq!(solution.by.to_string(), "search of 5 positions");
}

#[test]
fn kayles_starts_as_published() {
    let instance = ask::instance(KAYLES, &[]);
    let heaps: Vec<Position> = (0..12).map(|n| ask::position(&instance, &n.to_string())).collect();
    let values = ask::solver(&instance, None).evaluate(&heaps, grundy_solve::QuantitySet::ALL);
    let values: Vec<u64> =
        values.into_iter().map(|value| value.unwrap().grundy.unwrap().to_usize().unwrap() as u64).collect();
    assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
}

#[test]
fn remoteness_of_one_part_is_told_unless_play_splits() {
    // From 2 the winner takes both pins at once, but play can split there: no remoteness is promised.
    check(KAYLES, &[], "0", "second, grundy 0, remoteness 0");
    check(KAYLES, &[], "2", "first, grundy 2: 0 knock(t=2, a=0)");
    let subtraction = "game s(n) move take(k in 1..min(2, n)) -> n - k";
    check(subtraction, &[], "3", "second, grundy 0, remoteness 2");
    check(subtraction, &[], "6", "second, grundy 0, remoteness 4");
    check(subtraction, &[], "8", "first, grundy 2, remoteness 5: 0 take(k=2)");
    // 5 is lost whichever way, but one of the two ways splits and lasts longer.
    let mixed = "game m(n) move take if 0 < n < 3 -> n - 1 move drop if n == 5 -> 1 move split if n == 5 -> 1 plus 2";
    check(mixed, &[], "5", "second, grundy 0");
    let vanishing = "game v(n) move take if n == 1 -> nothing move one if n > 1 -> n - 1";
    check(vanishing, &[], "3", "first, grundy 1, remoteness 3: 0 one");
}

#[test]
fn loops_of_an_impartial_game_are_draws() {
    let next = [("next", "[[1],[0,2],[3],[],[4]]")];
    // 3 is the end; 2 wins by going there; 1 rather goes round with 0 than to 2.
    check(DIGRAPH, &next, "3", "second, grundy 0, remoteness 0");
    check(DIGRAPH, &next, "2", "first, grundy 1, remoteness 1: 0 go(u=3)");
    check(DIGRAPH, &next, "1", "draw: 0 go(u=0)");
    check(DIGRAPH, &next, "0", "draw: 0 go(u=1)");
    check(DIGRAPH, &next, "4", "draw: 0 go(u=4)");
    // A sum with a part that loops is searched as a whole.
    check(DIGRAPH, &next, "3 4", "draw: 1 go(u=4)");
    check(DIGRAPH, &next, "2 2", "second, grundy 0");
}

#[test]
fn a_loop_can_be_won_nevertheless() {
    let next = [("next", "[[1],[0,2],[]]")];
    // Going back to 0 keeps the win too, if not forever: that is what remoteness is for.
    check(DIGRAPH, &next, "1", "first, remoteness 1: 0 go(u=0); 0 go(u=2)");
    check(DIGRAPH, &next, "0", "second, remoteness 2");
    let instance = ask::instance(DIGRAPH, &next);
    let solution = ask::solver(&instance, None).solve_one(&ask::position(&instance, "0")).unwrap();
    assert_eq!(solution.by, Authority::Retrograde { positions: 3 });
    assert_eq!(solution.by.to_string(), "retrograde analysis of 3 positions");
}

#[test]
fn cat_and_mouse_as_in_leetcode_913() {
    let first = ask::ask(CAT_AND_MOUSE, &[("graph", "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]")], "1,2");
    assert!(first.starts_with("draw"), "{first}");
    let second = ask::ask(CAT_AND_MOUSE, &[("graph", "[[1,3],[0],[3],[0,2]]")], "1,2");
    assert_eq!(second, "first, remoteness 1: 0 go(t=0)");
}

#[test]
fn loops_that_one_side_wins() {
    // A walker goes round 0 and 1; at 1 the right player may step to 2, where play ends.
    let walk = |last: &str, loops: &str| {
        format!(
            "game walk(v in 0..2) players left, right {loops} {last}
             left  move go   if v == 0 -> 1
             right move back if v == 1 -> 0
             right move stop if v == 1 -> 2"
        )
    };
    let draw = "draw if v == 2";
    check(&walk(draw, ""), &[], "left: 0", "draw: 0 go");
    check(&walk(draw, "loops left wins"), &[], "left: 0", "draw: 0 go");
    check(&walk(draw, "loops right wins"), &[], "left: 0", "second");
    check(&walk(draw, "loops right wins"), &[], "right: 1", "first: 0 back");
    let lost = "left wins if v == 2";
    check(&walk(lost, "loops left wins"), &[], "left: 0", "first: 0 go");
    check(&walk(lost, ""), &[], "right: 1", "draw: 0 back");
    let won = "right wins if v == 2";
    check(&walk(won, "loops left wins"), &[], "left: 0", "second, remoteness 2");
}

#[test]
fn a_loop_where_the_rules_say_none_is_shown() {
    let rules = format!("{DIGRAPH} loops none");
    let next = [("next", "[[1],[2],[1],[]]")];
    let told = ask::ask(&rules, &next, "0");
    assert_eq!(told, "Loop: play can go on for ever, but the rules say `loops none`: 1 -> 2 -> 1");
    check(&rules, &next, "3", "second, grundy 0, remoteness 0");
    let misere = ask::ask(&format!("{rules} stuck wins"), &next, "0");
    assert_eq!(misere, told);
}

#[test]
fn points_are_scored_and_the_best_moves_told() {
    check(STONES, &[("piles", "[5,3,4,5]")], "0,3", "first, score 1: 0 left; 0 right");
    check(STONES, &[("piles", "[3,7,2,3]")], "0,3", "first, score 5: 0 right");
    check(STONES, &[("piles", "[1,5,2]")], "0,2", "second, score -2");
    check(STONES, &[("piles", "[1,1]")], "0,1", "draw, score 0: 0 left; 0 right");
    check(STONES, &[("piles", "[1,1]")], "1,0", "draw, score 0");
    check(&format!("{STONES} ties first"), &[("piles", "[1,1]")], "0,1", "first, score 0: 0 left; 0 right");
    // Only the best of two winning scores is kept.
    let heap = "game h(n) move take(k in 1..min(3, n)) gain k -> n - k";
    check(heap, &[], "3", "first, score 3: 0 take(k=3)");
    // Two rows at once: gains add up.
    check(STONES, &[("piles", "[4,1]")], "0,0 0,0", "draw, score 0: 0 left; 0 right; 1 left; 1 right");
}

#[test]
fn ties_can_go_to_a_side() {
    let rules = "game t(n) players a, b move take(k in 1..n) gain k -> n - k ties a";
    check(rules, &[], "a: 0", "first, score 0");
    check(rules, &[], "b: 0", "second, score 0");
    let even = "game t(n) players a, b move take if n > 0 gain 1 -> n - 1 ties b";
    check(even, &[], "a: 2", "second, score 0");
    check(even, &[], "b: 2", "first, score 0: 0 take");
    check(even, &[], "a: 3", "first, score 1: 0 take");
}

#[test]
fn a_loop_in_a_game_for_points_is_shown() {
    let rules = "game p(v in 0..1) move go gain 1 -> 1 - v";
    check(rules, &[], "0", "Loop: play can go on for ever, but a game for points must end: 0 -> 1 -> 0");
}

#[test]
fn who_moves_again_has_not_passed_the_turn() {
    // Taking from 3 leaves the turn with the same player.
    let rules = "game a(n) move take(k in 1..min(2, n)) -> again if n == 3: n - k";
    check(rules, &[], "1", "first, remoteness 1: 0 take(k=1)");
    check(rules, &[], "3", "first, remoteness 2: 0 take(k=1); 0 take(k=2)");
    check(rules, &[], "4", "second, remoteness 3");
    check(rules, &[], "5", "first, remoteness 4: 0 take(k=1)");
    let points = "game a(n) move take(k in 1..min(2, n)) gain k -> again if n == 3: n - k";
    check(points, &[], "3", "first, score 3: 0 take(k=1); 0 take(k=2)");
    check(points, &[], "4", "draw, score 0: 0 take(k=2)");
}

#[test]
fn every_move_is_valued() {
    let instance = ask::instance(NIM, &[]);
    let solution = ask::solver(&instance, None).solve_one(&ask::position(&instance, "2 1")).unwrap();
    let told: Vec<String> = solution
        .moves
        .iter()
        .map(|valued| {
            let to = instance.print_position(&valued.step.to);
            format!("{to}: {} {}", valued.value.winner.unwrap(), valued.value.grundy.as_ref().unwrap())
        })
        .collect();
    assert_eq!(told, ["1 1: first 0", "0 1: second 1", "2 0: second 2"]);
    assert_eq!(solution.by.to_string(), "Grundy values of 3 positions");
}

#[test]
fn tic_tac_toe_has_as_many_positions_of_each_kind_as_published() {
    let instance = ask::instance(TIC_TAC_TOE, &[]);
    let start = instance.start().unwrap();
    let mut found = HashSet::from([start.clone()]);
    let mut all = vec![start.clone()];
    let mut next = 0;
    while next < all.len() {
        let meter = grundy_rules::Meter::steps(u64::MAX);
        if let Standing::Open(steps) = instance.look(&all[next], Compound::One, &meter).unwrap() {
            for step in steps {
                if found.insert(step.to.clone()) {
                    all.push(step.to);
                }
            }
        }
        next += 1;
    }
    let mut solver = ask::solver(&instance, None);
    let solution = solver.solve_one(&start).unwrap();
    assert_eq!((solution.value.winner, solution.winning_move_count), (Some(Winner::Draw), Some(9_i64.into())));
    assert_eq!(solution.by.to_string(), "search of 5478 positions");
    let mut counts: BTreeMap<(String, Option<u64>), usize> = BTreeMap::new();
    for judgement in solver.evaluate(&all, grundy_solve::QuantitySet::ALL) {
        let judgement = judgement.unwrap();
        let winner = judgement.winner.unwrap().to_string();
        *counts.entry((winner, judgement.remoteness.map(|moves| moves.0))).or_default() += 1;
    }
    let expected = [
        ("draw", None, 16 + 80 + 200 + 200 + 264 + 136 + 138 + 24 + 9 + 1),
        ("first", Some(1), 2358),
        ("first", Some(3), 356),
        ("first", Some(5), 122),
        ("second", Some(0), 942),
        ("second", Some(2), 508),
        ("second", Some(4), 124),
    ];
    let expected: BTreeMap<_, _> =
        expected.into_iter().map(|(winner, moves, count)| ((winner.to_string(), moves), count)).collect();
    assert_eq!(counts, expected);
}

#[test]
fn games_that_cannot_be_asked_are_refused() {
    let refused = |rules: &str| {
        let instance = ask::instance(rules, &[]);
        grundy_solve::Solver::new(instance, Compound::Anti, Default::default())
            .err()
            .expect("refused")
            .message
            .to_string()
    };
    let misere = refused(MISERE);
    assert!(misere.starts_with("`compound anti` needs Grundy values, but a player who cannot move"), "{misere}");
    assert!(refused(TIC_TAC_TOE).contains("moves of their own"));
}
