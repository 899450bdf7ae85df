//! All equilibria of random games, degenerate ones included, against all systems of linear equations that a vertex can solve.

use grundy_matrix::equilibria::{Product, equilibria};
use grundy_matrix::{Mix, Table};
use grundy_rules::Meter;
use grundy_value::{Random, Rational};
use std::collections::BTreeSet;

fn whole(number: i64) -> Rational {
    Rational::from(number)
}

/// Solves a square system by elimination with fractions; `None` unless it has exactly one solution.
fn solve(mut rows: Vec<Vec<Rational>>) -> Option<Vec<Rational>> {
    let size = rows.len();
    for column in 0..size {
        let pivot = (column..size).find(|row| !rows[*row][column].is_zero())?;
        rows.swap(pivot, column);
        let lead = rows[column][column].clone();
        rows[column].iter_mut().for_each(|entry| *entry = entry.divide(&lead).unwrap());
        for row in (0..size).filter(|row| *row != column) {
            let factor = rows[row][column].clone();
            let lead = rows[column].clone();
            for (entry, other) in rows[row].iter_mut().zip(&lead) {
                *entry = &*entry - &(&factor * other);
            }
        }
    }
    Some(rows.into_iter().map(|row| row[size].clone()).collect())
}

/// Returns the mixes of a player that are vertices: `other[j][i]` is what the other gets from j against i. Every choice of as many
/// conditions as unknowns is tried, a condition being that a choice is not played or that an answer is worth what the best is worth.
fn vertices(other: &[Vec<Rational>]) -> BTreeSet<Mix> {
    let (answers, size) = (other.len(), other[0].len());
    let mut found = BTreeSet::new();
    for chosen in 0u32..1 << (size + answers) {
        if chosen.count_ones() as usize != size {
            continue;
        }
        let mut rows = vec![vec![whole(1); size]];
        rows[0].extend([whole(0), whole(1)]);
        for condition in (0..size + answers).filter(|condition| chosen >> condition & 1 == 1) {
            let mut row = vec![whole(0); size + 2];
            match condition.checked_sub(size) {
                None => row[condition] = whole(1),
                Some(answer) => {
                    row[..size].clone_from_slice(&other[answer]);
                    row[size] = whole(-1);
                }
            }
            rows.push(row);
        }
        let Some(solution) = solve(rows) else { continue };
        let (mix, worth) = (&solution[..size], &solution[size]);
        let is_feasible = mix.iter().all(|part| !part.is_negative())
            && other.iter().all(|row| &row.iter().zip(mix).map(|(one, part)| one * part).sum::<Rational>() <= worth);
        if is_feasible {
            found.insert(mix.to_vec());
        }
    }
    found
}

fn is_equilibrium(table: &Table, mixes: &[Mix]) -> bool {
    (0..2).all(|player| {
        let worth = table.expected_by_choice(player, mixes);
        let most = worth.iter().max().unwrap();
        worth.iter().zip(&mixes[player]).all(|(worth, part)| part.is_zero() || worth == most)
    })
}

#[track_caller]
fn check(first: &[Vec<Rational>], second: &[Vec<Rational>]) {
    let table = Table::of_matrices(first.to_vec(), Some(second.to_vec())).unwrap();
    let found = equilibria(&table, &Meter::steps(u64::MAX)).unwrap();
    let turned: Vec<Vec<Rational>> =
        (0..second[0].len()).map(|column| second.iter().map(|row| row[column].clone()).collect()).collect();
    let mut expected: BTreeSet<(Mix, Mix)> = BTreeSet::new();
    let columns = vertices(first);
    for row in vertices(&turned) {
        for column in &columns {
            if is_equilibrium(&table, &[row.clone(), column.clone()]) {
                expected.insert((row.clone(), column.clone()));
            }
        }
    }
    let listed =
        || found.extreme.iter().map(|pair| found.pair(*pair)).map(|[row, column]| (row.clone(), column.clone()));
    assert_eq!(listed().count(), found.extreme.len());
    assert_eq!(listed().collect::<BTreeSet<_>>(), expected, "{first:?} {second:?}");
    // Every extreme equilibrium is in a product of one component, and products are maximal.
    let extreme: BTreeSet<[usize; 2]> = found.extreme.iter().copied().collect();
    let mut covered = BTreeSet::new();
    for (component, products) in found.components.iter().enumerate() {
        for Product { mixes: [rows, columns] } in products {
            for row in rows {
                covered.extend(columns.iter().map(|column| ([*row, *column], component)));
            }
            let fits_row = |row: usize| columns.iter().all(|column| extreme.contains(&[row, *column]));
            let fits_column = |column: usize| rows.iter().all(|row| extreme.contains(&[*row, column]));
            assert_eq!((0..found.mixes[0].len()).filter(|row| fits_row(*row)).collect::<Vec<_>>(), *rows);
            assert_eq!((0..found.mixes[1].len()).filter(|column| fits_column(*column)).collect::<Vec<_>>(), *columns);
        }
    }
    assert_eq!(covered.iter().map(|(pair, _)| *pair).collect::<BTreeSet<_>>(), extreme);
    // No extreme equilibrium is in two components.
    assert_eq!(covered.len(), extreme.len());
}

#[test]
fn random_games_have_the_equilibria_that_linear_algebra_finds() {
    let mut random = Random(19);
    for game in 0..1000 {
        let (rows, columns) = if game % 20 == 0 {
            (5, 5)
        } else {
            (2 + random.index(if game % 4 == 0 { 3 } else { 2 }), 2 + random.index(3))
        };
        // Few different payoffs make most games degenerate.
        let most = *random.pick(&[1, 2, 4, 99]);
        let mut matrix = || (0..rows).map(|_| (0..columns).map(|_| whole(random.within(0, most))).collect()).collect();
        let (first, second): (Vec<Vec<Rational>>, Vec<Vec<Rational>>) = (matrix(), matrix());
        check(&first, &second);
    }
}

#[test]
fn payoffs_may_be_fractions_and_large() {
    let payoff = |text: &str| text.parse::<Rational>().unwrap();
    let first = vec![vec![payoff("1/3"), payoff("-1e30")], vec![payoff("0"), payoff("7/2")]];
    let second =
        vec![vec![payoff("1e40"), payoff("1/7")], vec![payoff("-2"), payoff("123456789012345678901234567890/7")]];
    check(&first, &second);
    check(&[vec![payoff("5")]], &[vec![payoff("-5")]]);
    check(&[vec![whole(0); 4], vec![whole(0); 4]], &[vec![whole(0); 4], vec![whole(0); 4]]);
    check(&[vec![whole(1), whole(1)]], &[vec![whole(3), whole(3)]]);
}
