//! What a budget cuts off, what is known nevertheless, and faults that stay where they belong.

mod ask;
use grundy_rules::{Fault, FaultClass, Instance, Int, Position};
use grundy_solve::budget::POSITIONS_IN_VAIN;
use grundy_solve::{Authority, Budget, Effort, Evaluation, Quantity, Solver, Stop, Winner};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

const NIM: &str = "game nim(n) move take(k in 1..n) -> n - k";
const MISERE: &str = "game nim(n) stuck wins move take(k in 1..n) -> n - k";
const COUNTDOWN: &str = "game countdown(n) move step if n > 0 -> n - 1";

fn solver(instance: &Arc<Instance>, budget: Budget) -> Solver {
    Solver::reference(instance.clone(), instance.compound().unwrap(), budget).unwrap()
}

#[test]
fn too_few_positions_leave_the_question_open() {
    let instance = ask::instance(MISERE, &[]);
    let root = ask::position(&instance, "5 6 7 8");
    let solution = solver(&instance, Budget::positions(20)).solve_one(&root).unwrap();
    assert_eq!((solution.value.winner, solution.stop), (None, Some(Stop::PositionLimit(20))));
    assert_eq!(solution.by, Authority::Unsettled { positions: 20 });
    assert_eq!(solution.moves.len(), 26);
    assert_eq!(solution.winning_move_count, None);
    let solution = solver(&instance, Budget::positions(0)).solve_one(&root).unwrap();
    assert_eq!((solution.value.winner, solution.stop), (None, Some(Stop::PositionLimit(0))));
}

#[test]
fn what_a_cut_search_does_know_is_told() {
    // Whatever else there is, one move from here wins at once.
    let rules = "game door(n) win if n == 0 move wait -> n + 1 move leave if n == 7 -> 7 * n move shut -> again 0";
    let instance = ask::instance(rules, &[]);
    let root = ask::position(&instance, "3");
    let solution = solver(&instance, Budget::positions(50)).solve_one(&root).unwrap();
    assert_eq!((solution.value.winner, solution.stop), (Some(Winner::First), Some(Stop::PositionLimit(50))));
    assert_eq!(solution.value.remoteness, None);
    let winning: Vec<String> = solution.winning().map(|valued| instance.print_move(&valued.step.moves[0].1)).collect();
    assert_eq!(winning, ["shut"]);
    assert_eq!(solution.moves[0].value.winner, Some(Winner::Second));
}

#[test]
fn no_draw_is_concluded_from_a_part_of_the_graph() {
    let instance = ask::instance("game up(n) move on -> n + 1", &[]);
    let root = ask::position(&instance, "0");
    let solution = solver(&instance, Budget::positions(100)).solve_one(&root).unwrap();
    assert_eq!((solution.value.winner, solution.stop), (None, Some(Stop::PositionLimit(100))));
}

#[test]
fn grundy_values_known_before_the_budget_ends_are_used() {
    let instance = ask::instance(NIM, &[]);
    let roots: Vec<Position> = ["3", "9", "2 3", "50"].iter().map(|n| ask::position(&instance, n)).collect();
    let mut solver = solver(&instance, Budget::positions(10));
    let answers: Vec<_> = solver.solve(&roots).into_iter().map(Result::unwrap).collect();
    let number = |grundy: &Option<Int>| grundy.as_ref().and_then(Int::to_i64);
    let told: Vec<_> = answers.iter().map(|answer| (answer.value.winner, number(&answer.value.grundy))).collect();
    let first = Some(Winner::First);
    // From 50 the empty heap can be seen, and so a win, but not its value.
    assert_eq!(told, [(first, Some(3)), (first, Some(9)), (first, Some(1)), (first, None)]);
    assert_eq!(answers[2].stop, None);
    assert_eq!(answers[3].stop, Some(Stop::PositionLimit(10)));
    // A new call has the whole budget again.
    let again = solver.solve_one(&ask::position(&instance, "8")).unwrap();
    assert_eq!(number(&again.value.grundy), Some(8));
}

#[test]
fn what_is_known_within_any_budget_is_right() {
    let kayles = "game k(n) move knock(t in 1..min(2, n), a in 0..n - t) -> a plus n - t - a";
    let digraph = "game d(v) given next: [[int]] = [[],[0,2],[1,3],[0,0,4],[4,3],[2,3]] move go(u in next[v]) -> u";
    for rules in [kayles, digraph] {
        for stuck in ["", " stuck wins"] {
            let instance = ask::instance(&format!("{rules}{stuck}"), &[]);
            for written in ["5", "5 3", "4 4", "2 5 1"] {
                let root = ask::position(&instance, written);
                let truth = solver(&instance, Budget::default()).solve_one(&root).unwrap();
                for max in 0..60 {
                    let known = solver(&instance, Budget::positions(max)).solve_one(&root).unwrap();
                    let what = format!("{written} of {rules}{stuck} with {max} positions");
                    let (value, right) = (&known.value, &truth.value);
                    assert!(value.winner.is_none() || value.winner == right.winner, "{what}");
                    assert!(value.grundy.is_none() || value.grundy == right.grundy, "{what}");
                    assert!(value.remoteness.is_none() || value.remoteness == right.remoteness, "{what}");
                    assert!(known.stop.is_some() || value.winner.is_some(), "{what}");
                    for (known, truth) in known.moves.iter().zip(&truth.moves) {
                        assert!(known.value.winner.is_none() || known.value.winner == truth.value.winner, "{what}");
                        assert!(!known.is_winning || truth.is_winning, "{what}");
                    }
                }
            }
        }
    }
}

#[test]
fn too_many_moves_are_not_listed() {
    let instance = ask::instance(NIM, &[]);
    let root = ask::position(&instance, "1000000000000");
    let budget = Budget { max_moves: 1000, ..Budget::default() };
    let solution = solver(&instance, budget).solve_one(&root).unwrap();
    assert_eq!((solution.value.winner, solution.stop), (None, Some(Stop::MoveLimit(1000))));
    assert!(solution.moves.is_empty());
    // The limit is for all moves together, not for those of one position.
    let instance = ask::instance(COUNTDOWN, &[]);
    let budget = Budget { max_moves: 50, ..Budget::default() };
    let solution = solver(&instance, budget).solve_one(&ask::position(&instance, "1000")).unwrap();
    assert_eq!((solution.value.winner, solution.stop), (None, Some(Stop::MoveLimit(50))));
}

#[test]
fn a_question_that_was_cut_off_leaves_nothing_behind() {
    for rules in [NIM, MISERE] {
        let instance = ask::instance(rules, &[]);
        let mut small = solver(&instance, Budget::positions(12));
        let mut answered = 0;
        for written in ["2 1", "9 9", "3 3", "9 9 9", "1 1 1", "3 2 1", "2 2", "30", "1 2 2", "3 1", "4 4 4", "2 3"] {
            let root = ask::position(&instance, written);
            let known = small.solve_one(&root).unwrap();
            if known.stop.is_none() {
                let truth = solver(&instance, Budget::default()).solve_one(&root).unwrap();
                assert_eq!(ask::describe(&instance, &known), ask::describe(&instance, &truth), "{written} of {rules}");
                answered += 1;
            }
        }
        assert!((6..12).contains(&answered), "{answered} of {rules}");
    }
}

#[test]
fn time_and_cancelling_stop_the_work() {
    let instance = ask::instance(COUNTDOWN, &[]);
    let root = ask::position(&instance, "1000000000");
    let late = Budget { max_seconds: Some(0.05), ..Budget::positions(u64::MAX) };
    assert_eq!(solver(&instance, late).solve_one(&root).unwrap().stop, Some(Stop::TimeLimit(0.05)));
    let flag = Arc::new(AtomicBool::new(false));
    let seen = Arc::new(AtomicU64::new(0));
    let (set, count) = (flag.clone(), seen.clone());
    let budget = Budget {
        cancelled: Some(flag),
        progress: Some(Arc::new(move |report| {
            count.store(report.done, Ordering::Relaxed);
            set.store(report.done >= 8192, Ordering::Relaxed);
        })),
        ..Budget::positions(u64::MAX)
    };
    assert_eq!(solver(&instance, budget).solve_one(&root).unwrap().stop, Some(Stop::Cancelled));
    assert_eq!(seen.load(Ordering::Relaxed), 8192);
}

#[test]
fn a_fault_spoils_only_the_positions_that_reach_it() {
    // Taking 3 from 50 divides by nothing; a smaller heap would be found when the rules are read.
    let rules = "game f(n) move take(k in 1..min(3, n)) if k != 3 or n == 0 or 1 / (n % 50) >= 0 -> n - k";
    for stuck in ["", " stuck wins"] {
        let instance = ask::instance(&format!("{rules}{stuck}"), &[]);
        let roots: Vec<Position> =
            ["49", "52", "48", "50", "49 2"].iter().map(|n| ask::position(&instance, n)).collect();
        let answers = solver(&instance, Budget::default()).solve(&roots);
        let right: Vec<bool> = answers.iter().map(Result::is_ok).collect();
        assert_eq!(right, [true, false, true, false, true]);
        let fault = answers[1].as_ref().err().unwrap();
        assert_eq!((fault.class, fault.position.as_deref()), (FaultClass::Arithmetic, Some("50")));
    }
}

#[test]
fn answers_do_not_depend_on_what_was_asked_before() {
    let next = [("next", "[[1],[0,2],[3],[],[4],[3,4,1],[2,2,3]]")];
    for stuck in ["", " stuck wins"] {
        let rules = format!("game digraph(v) given next: [[int]] move go(u in next[v]) -> u{stuck}");
        let instance = ask::instance(&rules, &next);
        let written = ["3", "6", "6 2", "0", "5", "5 3", "2 2", "4", "1 6 6", "6 6 2"];
        let roots: Vec<Position> = written.iter().map(|text| ask::position(&instance, text)).collect();
        let together = solver(&instance, Budget::default()).solve(&roots);
        let mut backwards = solver(&instance, Budget::default());
        for (root, together) in roots.iter().zip(together).rev() {
            let alone = solver(&instance, Budget::default()).solve_one(root).unwrap();
            let after = backwards.solve_one(root).unwrap();
            let expected = ask::describe(&instance, &alone);
            assert_eq!(ask::describe(&instance, &together.unwrap()), expected);
            assert_eq!(ask::describe(&instance, &after), expected);
        }
    }
}

#[test]
fn long_play_needs_no_deep_stack() {
    let instance = ask::instance(COUNTDOWN, &[]);
    let solution = solver(&instance, Budget::default()).solve_one(&ask::position(&instance, "100001")).unwrap();
    assert_eq!(ask::describe(&instance, &solution), "first, grundy 1, remoteness 100001: 0 step");
    let instance = ask::instance(&format!("{COUNTDOWN} stuck wins"), &[]);
    let solution = solver(&instance, Budget::default()).solve_one(&ask::position(&instance, "100001")).unwrap();
    assert_eq!(ask::describe(&instance, &solution), "second, remoteness 100001");
}

/// How many of these positions are known when work is called off at the first report of so much done; all that is known must be
/// what is known without a limit.
#[track_caller]
fn known_when_called_off(rules: &str, written: &[String], wants: Quantity, done: u64) -> usize {
    let instance = ask::instance(rules, &[]);
    let positions: Vec<Position> = written.iter().map(|written| ask::position(&instance, written)).collect();
    let flag = Arc::new(AtomicBool::new(false));
    let raised = flag.clone();
    let progress: grundy_solve::Progress = Arc::new(move |report| {
        if report.done >= done {
            raised.store(true, Ordering::Relaxed);
        }
    });
    let compound = instance.compound().unwrap();
    let budget = Budget { cancelled: Some(flag.clone()), progress: Some(progress), ..Budget::default() };
    let cut = Solver::new(instance.clone(), compound, budget).unwrap().evaluate(&positions, wants);
    assert!(flag.load(Ordering::Relaxed), "it was over before");
    let whole = Solver::new(instance, compound, Budget::default()).unwrap().evaluate(&positions, wants);
    let mut known = 0;
    for (cut, whole) in cut.into_iter().zip(whole) {
        let (cut, whole) = (cut.unwrap(), whole.unwrap());
        if cut.winner.is_some() {
            assert_eq!((cut.winner, cut.grundy), (whole.winner, whole.grundy));
            known += 1;
        }
    }
    known
}

#[test]
fn rows_of_a_table_that_was_called_off_are_known() {
    let rules = "game wythoff(a, b) move first(k in 1..a) -> (a - k, b) move second(k in 1..b) -> (a, b - k) \
                 move both(k in 1..min(a, b)) -> (a - k, b - k)";
    let cells: Vec<String> = (0..200).flat_map(|a| (0..200).map(move |b| format!("{a},{b}"))).collect();
    for wants in [Quantity::Outcome, Quantity::Grundy] {
        let known = known_when_called_off(rules, &cells, wants, 8192);
        assert!((8192..40_000).contains(&known), "{known}");
    }
}

#[test]
fn cells_settled_before_the_rest_was_called_off_are_known() {
    // From 10 m + 3 one may go up and down again forever, so that all positions are listed.
    let rules = "game g(n) stuck wins move down(k in 1..2) if k <= n -> n - k move up if n % 10 == 3 -> n + 1";
    let cells: Vec<String> = (0..60_000).map(|n| n.to_string()).collect();
    let known = known_when_called_off(rules, &cells, Quantity::Outcome, 20_000);
    assert!((8_000..60_000).contains(&known), "{known}");
}

#[test]
fn a_table_of_more_cells_than_may_be_examined_is_filled_as_far_as_that() {
    let rules = "game wythoff(a, b) move first(k in 1..a) -> (a - k, b) move second(k in 1..b) -> (a, b - k) \
                 move both(k in 1..min(a, b)) -> (a - k, b - k)";
    let instance = ask::instance(rules, &[]);
    let cells = (0..150).flat_map(|a| (0..150).map(move |b| format!("{a},{b}")));
    let positions: Vec<Position> = cells.map(|written| ask::position(&instance, &written)).collect();
    let known = |threads: usize| -> Vec<Option<Winner>> {
        let compound = instance.compound().unwrap();
        let budget = Budget { max_packed_positions: 5_000, threads, ..Budget::default() };
        let mut solver = Solver::new(instance.clone(), compound, budget).unwrap();
        solver.evaluate(&positions, Quantity::Outcome).into_iter().map(|judged| judged.unwrap().winner).collect()
    };
    let one = known(1);
    assert!(one[..5_000].iter().all(Option::is_some), "the first rows");
    assert_eq!(one, known(2));
}

/// Three in a row on 3 × 5 cells with gravity: alpha-beta tells who wins without listing all positions.
const ROWS: &str = "game c(board: [{'.', 'X', 'O'}; 3, 5]) players X, O \
    let line(p) = any(all(board[i, j + t] == p for t in 0..2) for i in 0..2, j in 0..2) \
    X wins if line('X') O wins if line('O') \
    move place(i in 0..2, j in 0..4) if board[i, j] == '.' and (i == 2 or board[i + 1, j] != '.') -> \
      with board[i, j] = mover \
    stuck draws start [['.' for _ in 1..5] for _ in 1..3]";

#[test]
fn moves_that_are_not_counted_are_told_with_the_limit_that_counts_them() {
    let instance = ask::instance(ROWS, &[]);
    let start = instance.start().unwrap();
    let solve = |budget: Budget| {
        let mut solver = Solver::new(instance.clone(), instance.compound().unwrap(), budget).unwrap();
        solver.solve_one(&start).unwrap()
    };
    let few = Effort { listed_positions: 100, ..Effort::default() };
    let (whole, cut) = (solve(Budget::default()), solve(Budget { effort: few, ..Budget::default() }));
    assert_eq!((whole.value.winner, whole.uncounted), (Some(Winner::First), None));
    assert_eq!((cut.value.winner, cut.stop), (Some(Winner::First), None));
    assert!(whole.value.remoteness.is_some());
    assert_eq!((cut.value.remoteness, cut.uncounted), (None, Some(Stop::PositionLimit(100))));
    // Who says how many positions may be examined means it.
    let said = solve(Budget { effort: few, ..Budget::positions(10_000_000) });
    assert_eq!((said.value.remoteness, said.uncounted), (whole.value.remoteness, None));
}

#[test]
fn cells_that_come_to_nothing_do_not_hide_those_after_them() {
    let instance = ask::instance("game down(n: int) move step if n != 0 -> n - 1", &[]);
    let parse = |number: i64| instance.parse_line(&number.to_string(), None).unwrap();
    let positions: Vec<Position> = (-40..=5).map(parse).collect();
    let budget = Budget { max_packed_positions: u64::MAX, max_bytes: 1 << 20, ..Budget::positions(500) };
    let compound = instance.compound().unwrap();
    let mut solver = Solver::new(instance.clone(), compound, budget.clone()).unwrap();
    let known = |found: Vec<Result<Evaluation, Fault>>| -> Vec<bool> {
        found.into_iter().map(|found| found.unwrap().winner.is_some()).collect()
    };
    let found = known(solver.evaluate(&positions, Quantity::Outcome));
    assert_eq!(found, (-40..=5).map(|number| number >= 0).collect::<Vec<_>>());
    assert!(solver.unevaluated().is_some(), "why the others are not known");
    // Where too much was done in vain, that limit is named.
    let effort = Effort { positions_in_vain: 1, ..Effort::default() };
    let mut solver = Solver::new(instance.clone(), compound, Budget { effort, ..budget }).unwrap();
    let found = known(solver.evaluate(&positions, Quantity::Outcome));
    assert!(!found[40], "the first that could be known");
    assert_eq!(solver.unevaluated(), Some(Stop::Limit { name: POSITIONS_IN_VAIN, value: 1, seconds: None }));
}

#[test]
fn cells_of_a_table_share_the_limit_on_positions() {
    // No position of one cell is one of another.
    let instance = ask::instance("game apart(row, n) stuck wins move step if n > 0 -> (row, n - 1)", &[]);
    let positions: Vec<Position> = (0..50).map(|row| ask::position(&instance, &format!("{row},5"))).collect();
    let mut solver = Solver::new(instance.clone(), instance.compound().unwrap(), Budget::positions(30)).unwrap();
    let found = solver.evaluate(&positions, Quantity::Outcome);
    let known = found.iter().filter(|found| found.as_ref().unwrap().winner.is_some()).count();
    assert!((1..20).contains(&known), "{known} cells of 6 positions each");
    assert_eq!(solver.unevaluated(), Some(Stop::PositionLimit(30)));
}
