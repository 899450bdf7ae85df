//! Values and optimal strategies of games of constant sum.

use grundy_matrix::equilibria::equilibria;
use grundy_matrix::zero_sum::{Wanted, solve};
use grundy_matrix::{Mix, Table};
use grundy_rules::Meter;
use grundy_value::{Random, Rational};
use std::collections::BTreeSet;

fn random_matrix(random: &mut Random, rows: usize, columns: usize, most: i64) -> Vec<Vec<Rational>> {
    (0..rows).map(|_| (0..columns).map(|_| Rational::from(random.within(-most, most))).collect()).collect()
}

/// Checks that each mix guarantees the value, which proves it.
fn check_guarantees(matrix: &[Vec<Rational>], value: &Rational, rows: &Mix, columns: &Mix) {
    assert!(rows.iter().chain(columns).all(|part| !part.is_negative()));
    assert_eq!(rows.iter().cloned().sum::<Rational>(), Rational::ONE);
    assert_eq!(columns.iter().cloned().sum::<Rational>(), Rational::ONE);
    for column in 0..columns.len() {
        assert!(&matrix.iter().zip(rows).map(|(row, part)| &row[column] * part).sum::<Rational>() >= value);
    }
    for row in matrix {
        assert!(&row.iter().zip(columns).map(|(entry, part)| entry * part).sum::<Rational>() <= value);
    }
}

#[test]
fn values_are_guaranteed_and_all_optimal_strategies_are_listed() {
    let mut random = Random(3);
    for _ in 0..400 {
        let (rows, columns, most) = (1 + random.index(5), 1 + random.index(5), *random.pick(&[1, 2, 9]));
        let matrix = random_matrix(&mut random, rows, columns, most);
        let table = Table::of_matrices(matrix.clone(), None).unwrap();
        let meter = Meter::steps(u64::MAX);
        let solved = solve(&table, Wanted::All, &meter).unwrap();
        let [rows, columns] = solved.extreme.map(|mixes| mixes.unwrap());
        for row in &rows {
            columns.iter().for_each(|column| check_guarantees(&matrix, &solved.value, row, column));
        }
        // The extreme equilibria are all pairs of extreme optimal strategies.
        let found = equilibria(&table, &meter).unwrap();
        let set = |mixes: &[Mix]| mixes.iter().cloned().collect::<BTreeSet<Mix>>();
        assert_eq!([set(&rows), set(&columns)], [set(&found.mixes[0]), set(&found.mixes[1])], "{matrix:?}");
        assert_eq!(found.extreme.len(), rows.len() * columns.len());
        assert_eq!(found.components.len(), 1);
    }
}

#[test]
fn large_games_are_solved_exactly() {
    let mut random = Random(8);
    for (rows, columns, most) in [(40, 40, 99), (30, 60, 1), (60, 25, 9), (50, 50, 1)] {
        let matrix = random_matrix(&mut random, rows, columns, most);
        let table = Table::of_matrices(matrix.clone(), None).unwrap();
        let solved = solve(&table, Wanted::One, &Meter::steps(u64::MAX)).unwrap();
        check_guarantees(&matrix, &solved.value, &solved.optimal[0], &solved.optimal[1]);
    }
}
