use super::*;
use crate::Budget;
use grundy_rules::{Compound, Standing, read};
use std::sync::Arc;

fn solver(rules: &str, compound: Option<Compound>) -> Solver {
    let instance = Arc::new(Instance::new(read(rules).unwrap(), vec![]).unwrap());
    let compound = compound.unwrap_or_else(|| instance.compound().unwrap());
    Solver::new(instance, compound, Budget::positions(200_000)).unwrap()
}

fn evidence(rules: &str, position: &str, max_moves: usize) -> Evidence {
    let mut solver = solver(rules, None);
    let position = solver.instance().parse_line(position, None).unwrap();
    Evidence::gather(&mut solver, &position, max_moves).unwrap()
}

const NIM: &str = "game nim(n) move take(k in 1..n) -> n - k";
const MISERE: &str = "game nim(n) stuck wins move take(k in 1..n) -> n - k";
const LIST: &str = "game heaps(h: bag int in 0..) stuck wins \
                    move take(i in 0..len(h) - 1, k in 1..h[i]) -> with h[i] = h[i] - k";

#[test]
fn lengths_of_sums_are_those_of_a_search_of_whole_sums() {
    // The same game with its heaps as one list is searched as a whole.
    let list = "game heaps(h: bag int in 0..) move take(i in 0..len(h) - 1, k in 1..h[i]) -> with h[i] = h[i] - k";
    let (mut sums, mut whole) = (solver(NIM, None), solver(list, None));
    for (a, b, c) in (0..5).flat_map(|a| (a..5).flat_map(move |b| (b..5).map(move |c| (a, b, c)))) {
        let sum = sums.instance().parse_line(&format!("{a} {b} {c}"), None).unwrap();
        let heaps = whole.instance().parse_line(&format!("[{a},{b},{c}]"), None).unwrap();
        let solved = sums.solve_one(&sum).unwrap();
        let counted = with_lengths(&sums, solved);
        let expected = whole.solve_one(&heaps).unwrap();
        let (counted, expected) = (counted.value, expected.value);
        assert_eq!((counted.winner, counted.remoteness), (expected.winner, expected.remoteness), "{a} {b} {c}");
    }
}

#[test]
fn a_line_lasts_as_long_as_was_counted_and_ends_where_play_ends() {
    for (rules, position) in [(NIM, "3 4 5"), (NIM, "1 2 3"), (MISERE, "2 3"), (LIST, "[1,2,4]"), (NIM, "0")] {
        let found = evidence(rules, position, 1000);
        assert_eq!(found.end, LineEnd::Over, "{position}");
        assert_eq!(found.line.len(), found.moves.len() + 1);
        assert_eq!(found.line[0].value.remoteness.map(|moves| moves.0), Some(found.moves.len() as u64), "{position}");
    }
    assert_eq!(evidence(NIM, "3 4 5", 2).end, LineEnd::Cut);
    let round = "game r(n in 0..3) loops draw move go(m in 0..3) if m != n and n > 0 -> m";
    let found = evidence(round, "2", 100);
    assert_eq!((found.solution.value.winner, found.end), (Some(Winner::First), LineEnd::Over));
    let endless = "game r(n in 0..3) move go -> 3 - n";
    assert_eq!(evidence(endless, "1", 100).end, LineEnd::Repeats(0));
}

#[test]
fn the_limit_that_ends_the_count_of_moves_is_returned() {
    let name = |position: &str| match evidence(NIM, position, 2).line[0].uncounted {
        Some(crate::Stop::Limit { name, seconds: Some(_), .. }) => Some(name.text),
        _ => None,
    };
    assert_eq!(name("3 4 5"), None);
    assert_eq!(name("30 31 32"), Some("moves on the way to the end"));
    assert!(name("3 3 3 4 4 4 4 4 4 5 5 5 5 5").is_some());
}

#[test]
fn of_points_the_most_are_taken_even_where_all_loses() {
    let coins = "game coins(n) move take(k in 1..min(2, n)) gain (if k == 2 then 0 else -k) -> n - k";
    let found = evidence(coins, "3", 100);
    let best = best_move(&found.solution).unwrap();
    assert_eq!(best.value.score, found.solution.value.score);
}

/// Every class, by the rules of Nim in both forms, against a search by the meaning of the rules.
#[test]
fn classes_of_misere_nim_are_won_and_lost_as_the_theorem_says() {
    let mut seen = Vec::new();
    for (rules, compound, is_list) in [(MISERE, None, false), (LIST, None, true), (NIM, Some(Compound::Anti), false)] {
        let solver = solver(rules, compound);
        let instance = Arc::new(solver.instance().clone());
        let mut plain = Solver::reference(instance.clone(), solver.compound(), Budget::positions(200_000)).unwrap();
        for (a, b, c) in (0..6).flat_map(|a| (a..6).flat_map(move |b| (b..6).map(move |c| (a, b, c)))) {
            let text = if is_list { format!("[{a},{b},{c}]") } else { format!("{a} {b} {c}") };
            let position = instance.parse_line(&text, None).unwrap();
            let nim = MisereNim::of(&instance, solver.compound(), &position).unwrap();
            let loses = matches!(nim.class, NimClass::S0 | NimClass::T2);
            let expected = if loses { Winner::Second } else { Winner::First };
            assert_eq!(
                plain.solve_one(&position).unwrap().value.winner,
                Some(expected),
                "{text}: {}",
                nim.class.name()
            );
            seen.push(nim.class);
        }
    }
    assert!(NimClass::ALL.iter().all(|class| seen.contains(class)));
}

#[test]
fn other_rules_are_not_taken_for_misere_nim() {
    for (rules, position) in [
        (NIM, "1 2"),
        ("game g(n) stuck wins move take(k in 1..min(3, n)) -> n - k", "1 2"),
        ("game g(n) stuck wins move take(k in 2..n) -> n - k", "1 2"),
        ("game g(n in 1..) stuck wins move take(k in 1..n - 1) -> n - k", "1 2"),
        ("game g(n) stuck wins move take(k in 1..n) -> k", "1 2"),
        ("game g(n) stuck wins win if n == 1 move take(k in 1..n) -> n - k", "1 2"),
        ("game g(n) stuck wins move take(k in 1..n) if k != 2 -> n - k", "1 2"),
        ("game g(n) stuck wins move take(k in 1..n) -> n - k move split(k in 1..n - 1) -> k plus n - k", "1 2"),
        ("game g(n) stuck wins compound every move take(k in 1..n) -> n - k", "1 2"),
    ] {
        let solver = solver(rules, None);
        let position = solver.instance().parse_line(position, None).unwrap();
        assert_eq!(MisereNim::of(solver.instance(), solver.compound(), &position), None, "{rules}");
    }
}

/// Checks that leaves are ends, and that every move is below a lost position and a winning one below a won position.
fn verify(rules: &str, position: &str, depth: usize) -> ProofTree {
    let mut solver = solver(rules, None);
    let position = solver.instance().parse_line(position, None).unwrap();
    let tree = ProofTree::unfold(&mut solver, &position, depth, 100_000).unwrap();
    assert!(!tree.is_cut);
    let mut below = vec![Vec::new(); tree.rows.len()];
    for (index, row) in tree.rows.iter().enumerate() {
        if let Some(parent) = row.parent {
            assert_eq!(tree.rows[parent].depth + 1, row.depth);
            below[parent].push(index);
        }
        let meter = Meter::steps(1_000_000);
        let standing = solver.instance().look(&row.position, solver.compound(), &meter).unwrap();
        let winner = solver.solve_one(&row.position).unwrap().value.winner;
        let is_left_to_the_move =
            row.node == TreeNode::Aside && row.by.as_ref().is_some_and(|by| by.value.score.is_some());
        let shown = if is_left_to_the_move { winner } else { row.value.winner };
        assert_eq!(shown, winner, "{}", solver.instance().print_position(&row.position));
        match row.node {
            TreeNode::Over => assert!(matches!(standing, Standing::Ended(_))),
            TreeNode::Deep => assert_eq!(row.depth, depth),
            TreeNode::Above(index) | TreeNode::Repeats(index) => assert_eq!(tree.rows[index].position, row.position),
            _ => {}
        }
    }
    for (index, row) in tree.rows.iter().enumerate() {
        let options: Vec<&Position> = below[index].iter().map(|below| &tree.rows[*below].position).collect();
        let meter = Meter::steps(1_000_000);
        let Standing::Open(steps) = solver.instance().look(&row.position, solver.compound(), &meter).unwrap() else {
            assert!(options.is_empty());
            continue;
        };
        match row.node {
            TreeNode::Won => {
                assert_eq!(options.len(), 1);
                assert_eq!(tree.rows[below[index][0]].value.winner, Some(Winner::Second));
            }
            TreeNode::Lost | TreeNode::Drawn | TreeNode::Points => {
                let all: Vec<&Position> = steps.iter().map(|step| &step.to).collect();
                assert_eq!(options, all);
            }
            _ => assert!(options.is_empty()),
        }
    }
    tree
}

#[test]
fn trees_prove_what_they_say() {
    let whole = |tree: &ProofTree| tree.rows.iter().all(|row| !matches!(row.node, TreeNode::Deep | TreeNode::Unknown));
    assert!(whole(&verify(NIM, "1 2 3", 100)));
    assert!(whole(&verify(MISERE, "2 2", 100)));
    assert!(whole(&verify(LIST, "[1,2]", 100)));
    assert!(!whole(&verify(NIM, "3 4 5", 2)));
    assert_eq!(verify(NIM, "3 4 5", 0).rows.len(), 1);
    let round = verify("game r(n in 0..3) move go -> 3 - n", "1", 10);
    assert_eq!(round.rows.last().unwrap().node, TreeNode::Repeats(0));
    verify("game coins(n) move take(k in 1..min(2, n)) gain k -> n - k", "5", 10);
    verify("game race(n) players A, B A move one if n > 0 -> n - 1 B move two if n > 1 -> n - 2", "A: 7", 10);
}

#[test]
fn small_moves_of_huge_positions_are_legal() {
    let huge = solver(NIM, None).instance().parse_line("1000000000000000000 5", None).unwrap();
    let steps = crate::solver::listing::small_moves(solver(NIM, None).instance(), &huge);
    let to: Vec<String> = steps.iter().map(|step| solver(NIM, None).instance().print_position(&step.to)).collect();
    assert_eq!(to[0], "999999999999999999 5");
    assert_eq!(to.len(), 6);
}
