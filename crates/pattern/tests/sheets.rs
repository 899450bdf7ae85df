//! Theorems on sheets that are looked for when they are first needed.

use grundy_pattern::solver;
use grundy_rules::{Instance, read};
use grundy_solve::{Budget, Winner};
use std::sync::Arc;
use std::time::{Duration, Instant};

fn sheets(side: &str) -> Arc<Instance> {
    let rules = format!(
        "game cutting(w in {side}.., h in {side}..)\n\
         move across(i in {side}..w - {side}) -> (i, h) plus (w - i, h)\n\
         move down(j in {side}..h - {side}) -> (w, j) plus (w, h - j)\n"
    );
    Arc::new(Instance::new(read(&rules).unwrap(), vec![]).unwrap())
}

#[test]
fn a_question_has_its_own_deadline_whatever_was_asked_before() {
    let sheets = sheets("1");
    let mut solver = solver(&sheets, sheets.compound().unwrap(), Budget::default()).unwrap();
    let small = sheets.parse_position(&["5,5"], None).unwrap();
    let huge = sheets.parse_position(&["1000000000000000000,1000000000000000000"], None).unwrap();
    solver.solve_one(&small).unwrap();
    let now = Instant::now();
    solver.end_at(now.checked_sub(Duration::from_secs(1)).or(Some(now)));
    assert_eq!(solver.solve_one(&huge).unwrap().value.winner, None, "the time is over");
    solver.end_at(now.checked_add(Duration::from_secs(600)));
    assert_eq!(solver.solve_one(&huge).unwrap().value.winner, Some(Winner::First));
}

#[test]
fn sheets_whose_least_side_is_huge_have_no_table() {
    let side = i64::MAX;
    let sheets = sheets(&side.to_string());
    let twice = u128::from(side.unsigned_abs()) * 2;
    let position = sheets.parse_position(&[&format!("{twice},{side}")], None).unwrap();
    let mut solver = solver(&sheets, sheets.compound().unwrap(), Budget::default()).unwrap();
    assert_eq!(solver.solve_one(&position).unwrap().value.winner, Some(Winner::First));
}
