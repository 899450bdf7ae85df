//! Runs, lines, transposed copies and kept rows change nothing: a sweep that uses none of them agrees with both backends.

use crate::code::Program;
use crate::encode::{Direction, Field, Wishes};
use crate::kernel::Kernel;
use crate::sweep::{Sweep, SweepField, SweepKind, SweepStop, SweepTable};
use grundy_rules::{Instance, Value};
use std::ops::Range;
use std::sync::Arc;

const KINDS: [SweepKind; 4] = [SweepKind::Nimbers, SweepKind::WideNimbers, SweepKind::Outcomes, SweepKind::Remoteness];

/// Lowers a game and returns what its sweeps need, for positions up to `max`.
fn lowered(rules: &str, max: &[i64]) -> (Arc<Program>, Vec<SweepField>) {
    let game = grundy_rules::read(rules).unwrap();
    let instance = Arc::new(Instance::new(game, vec![]).unwrap());
    let root: Vec<Value> = max.iter().map(|number| Value::from(*number)).collect();
    let order = (0..max.len()).map(|index| (index, Direction::Up)).collect();
    let kernel = Kernel::new(&instance, &[root.into()], &Wishes { widening: 0, order }).unwrap();
    let field = |field: &Field| match field {
        Field::Number { at, low, high, .. } => SweepField { shift: at.shift, count: (high - low) as u64 + 1 },
        _ => panic!("{rules} is not of numbers"),
    };
    (kernel.sweep_program().unwrap(), kernel.layout().fields.iter().map(field).collect())
}

fn same(one: &SweepTable, other: &SweepTable, what: &str) {
    for key in 0..one.len() as u64 {
        assert_eq!(one.value(key), other.value(key), "{what}: {key}");
    }
}

fn whole(fields: &[SweepField]) -> Vec<Range<u64>> {
    fields.iter().map(|field| 0..field.count).collect()
}

#[track_caller]
fn check(rules: &str, max: &[i64]) {
    let (program, fields) = lowered(rules, max);
    for kind in KINDS {
        let what = format!("{rules} {kind:?}");
        let Ok(mut slow) = Sweep::without_runs(program.clone(), &fields, kind) else { continue };
        let expected = slow.table();
        let ended = slow.run(&expected, &whole(&fields));
        for mut quick in [Sweep::compile, Sweep::interpreted].map(|make| make(program.clone(), &fields, kind).unwrap())
        {
            compare(&mut quick, &fields, (&expected, ended), &what);
        }
    }
}

/// Checks that a sweep gives the expected table, run whole and in pieces.
#[track_caller]
fn compare(
    quick: &mut Sweep,
    fields: &[SweepField],
    (expected, ended): (&SweepTable, Result<(), SweepStop>),
    what: &str,
) {
    let table = quick.table();
    assert_eq!(quick.run(&table, &whole(fields)), ended, "{what}");
    same(expected, &table, what);
    if ended.is_err() {
        return;
    }
    // Row by row, each in two pieces; then the same out of order, where nothing is followed.
    let first = fields[0].count;
    let cut = fields.last().unwrap().count / 3 + 1;
    for columns_first in [false, true] {
        let table = quick.table();
        let pieces = [0..cut, cut..fields.last().unwrap().count];
        if fields.len() == 1 {
            for piece in pieces {
                quick.run(&table, &[piece]).unwrap();
            }
        } else if columns_first {
            for piece in pieces {
                let mut ranges = whole(fields);
                ranges[fields.len() - 1] = piece;
                // Some games go down in the first field with more of the last.
                match quick.run(&table, &ranges) {
                    Ok(()) => {}
                    Err(SweepStop::Unsupported { .. }) => break,
                    Err(stop) => panic!("{what}: {stop:?}"),
                }
            }
        } else {
            for row in 0..first {
                for piece in pieces.clone() {
                    let mut ranges = whole(fields);
                    ranges[0] = row..row + 1;
                    if fields.len() == 2 {
                        ranges[1] = piece;
                    } else if piece.start > 0 {
                        continue;
                    }
                    quick.run(&table, &ranges).unwrap();
                }
            }
        }
        for key in 0..table.len() as u64 {
            let found = table.value(key);
            assert!(found == expected.value(key) || columns_first && found.is_none(), "{what}: {key}");
        }
    }
}

#[test]
fn heaps_are_valued_alike() {
    check("game g(n) move take(k in 1..n) -> n - k move split(k in 1..n - 1) -> k plus n - k", &[400]);
    check("game g(n) move knock(t in 1..min(2, n), a in 0..n - t) -> a plus n - t - a", &[300]);
    check("game g(n) move knock(t in 1..min(5, n), a in 0..n - t) -> a plus n - t - a", &[300]);
    check("game g(n) move to(m in 0..n - 1) -> m", &[300]);
    check("game g(n) move to(m in n / 2..n - 1) -> m", &[500]);
    check("game g(n) move to(m in n / 3..n - 2) -> m", &[500]);
    check("game g(n) move two(m in 0..n - 20) -> m plus m + 5", &[300]);
    check("game g(n) move double(m in 0..n / 2 - 1) -> 2 * m", &[300]);
    check("game g(n) move three(m in 0..n / 3 - 1) -> 3 * m plus n - 1 - m", &[300]);
    check("game g(n) move take(k in 1..min(20, n)) -> n - k move halve if n > 40 -> n / 2 plus n / 3", &[900]);
}

#[test]
fn pairs_of_heaps_are_valued_alike() {
    let all = "move left(k in 1..a) -> (a - k, b) move right(k in 1..b) -> (a, b - k)";
    check(&format!("game g(a, b) {all}"), &[70, 70]);
    check(&format!("game g(a, b) {all} move both(k in 1..min(a, b)) -> (a - k, b - k)"), &[75, 60]);
    check(&format!("game g(a, b) {all} move knight(k in 1..min(a, b / 2)) -> (a - k, b - 2 * k)"), &[50, 90]);
    check(&format!("game g(a, b) {all} draw if a == 13 and b == 30"), &[50, 60]);
    check(&format!("game g(a, b) {all} win if (a + b) % 17 == 3"), &[50, 60]);
    check("game g(a, b in 0..60) move shift(k in 1..min(a, 60 - b)) -> (a - k, b + k)", &[80, 60]);
    check(
        "game g(w in 2.., h in 2..) move across(i in 2..w - 2) -> (i, h) plus (w - i, h) \
         move down(j in 2..h - 2) -> (w, j) plus (w, h - j)",
        &[90, 80],
    );
    check("game g(a, b) move left(k in 1..a) -> (a - k, b) move right(k in 1..min(b, 30)) -> (a, b - k)", &[60, 90]);
    check(
        "game g(a, b, c) move a(k in 1..a) -> (a - k, b, c) move c(k in 1..c) -> (a, b, c - k) \
           move b(k in 1..b) -> (a, b - k, c)",
        &[12, 14, 20],
    );
}

/// Rows that are kept are as they would be in the whole table; if more rows are needed, that is detected.
#[test]
fn a_few_rows_are_enough_where_moves_are_short() {
    let near = "game g(a, b) move left(k in 1..min(a, 3)) -> (a - k, b) move right(k in 1..b) -> (a, b - k)";
    for kind in KINDS {
        let (program, fields) = lowered(near, &[60, 50]);
        let mut slow = Sweep::without_runs(program.clone(), &fields, kind).unwrap();
        let expected = slow.table();
        slow.run(&expected, &whole(&fields)).unwrap();
        for rows in 1..=5 {
            let native = Sweep::compile_keeping(program.clone(), &fields, kind, rows).unwrap();
            let interpreted = Sweep::interpreted_keeping(program.clone(), &fields, kind, rows).unwrap();
            for mut sweep in [native, interpreted] {
                let table = sweep.table();
                let ended = sweep.run(&table, &whole(&fields));
                if rows < 3 {
                    assert!(matches!(ended, Err(SweepStop::Unsupported { .. })), "{kind:?} {rows}");
                    continue;
                }
                ended.unwrap();
                let kept = rows.next_power_of_two();
                for key in 0..table.len() as u64 {
                    let there = (key >> fields[0].shift) + kept >= fields[0].count;
                    assert_eq!(table.value(key), expected.value(key).filter(|_| there), "{kind:?} {rows} {key}");
                }
            }
        }
    }
}

/// Neither what a table held before nor what is not filled yet is taken for a value.
#[test]
fn tables_are_not_mixed_up() {
    let (program, fields) =
        lowered("game g(a, b) move left(k in 1..a) -> (a - k, b) move right(k in 1..b) -> (a, b - k)", &[40, 40]);
    for make in [Sweep::compile, Sweep::interpreted] {
        let mut sweep = make(program.clone(), &fields, SweepKind::Outcomes).unwrap();
        let first = sweep.table();
        sweep.run(&first, &[0..20, 0..41]).unwrap();
        let second = sweep.table();
        let stop = sweep.run(&second, &[20..41, 0..41]);
        assert_eq!(stop, Err(SweepStop::Unsupported { at: 20 << fields[0].shift }));
        assert_eq!(sweep.run(&first, &[20..41, 0..41]), Ok(()));
    }
}
