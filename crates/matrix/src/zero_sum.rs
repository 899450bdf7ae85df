//! Games of two players whose payoffs always add up to the same: the value, and all optimal strategies.
//!
//! In: a table of two players. Out: what the first player can be sure of, and the extreme optimal mixes of both; every optimal mix is a
//! mean of them. Idea: the value is that of a linear program (von Neumann 1928; Dantzig 1951), and the optimal mixes are a face of its
//! polytope, whose vertices are listed alone.

use crate::equilibria::normalised;
use crate::limits::MAX_CHOICES_ENUMERATED;
use crate::number::Number;
use crate::program::{Optimum, maximise};
use crate::table::{Mix, Table};
use crate::tableau::{NARROW_BITS, Rows, Tableau};
use crate::vertices::vertices;
use dashu_int::IBig;
use grundy_rules::{Fault, Meter};
use grundy_value::Rational;

/// The solution of a game of constant sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZeroSum {
    /// What the first player can be sure to expect, and what the second can keep it to.
    pub value: Rational,
    /// An optimal mix of each player.
    pub optimal: [Mix; 2],
    /// All extreme optimal mixes of each player, if they were listed.
    pub extreme: [Option<Vec<Mix>>; 2],
}

/// What is wanted of the optimal strategies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// One for each player.
    One,
    /// All of them.
    All,
}

/// Solves a game of two players whose payoffs add up to the same in every cell.
///
/// # Errors
/// The budget is used up.
pub fn solve(table: &Table, wanted: Wanted, meter: &Meter) -> Result<ZeroSum, Fault> {
    let (matrix, scale) = table.own_matrix(0);
    let (value, optimum) = value_of(&matrix, meter)?;
    let columns = normalised(&optimum.x.numerators);
    let rows = normalised(&optimum.y.numerators);
    let value = value.divide(&Rational::from(scale)).unwrap_or(Rational::ZERO);
    let mut extreme = [None, None];
    if wanted == Wanted::All {
        let program = program_of(&matrix);
        extreme[1] = face(&program, &optimum, &columns, meter)?;
        // The same program from the first player's side: it minimises what the second gains.
        let turned: Vec<Vec<IBig>> =
            (0..matrix[0].len()).map(|column| matrix.iter().map(|row| -&row[column]).collect()).collect();
        let (_, optimum) = value_of(&turned, meter)?;
        extreme[0] = face(&program_of(&turned), &optimum, &normalised(&optimum.x.numerators), meter)?;
    }
    Ok(ZeroSum { value, optimal: [rows, columns], extreme })
}

/// Returns the program over the mixes of the player who chooses columns and pays the entries, which are shifted above 0.
fn program_of(matrix: &[Vec<IBig>]) -> Rows {
    let shift = shift(matrix);
    let a: Vec<Vec<IBig>> = matrix.iter().map(|row| row.iter().map(|entry| entry + &shift).collect()).collect();
    Rows { b: vec![IBig::ONE; a.len()], c: vec![IBig::ONE; matrix[0].len()], a }
}

/// Returns what makes every entry at least 1.
fn shift(matrix: &[Vec<IBig>]) -> IBig {
    IBig::ONE - matrix.iter().flatten().min().cloned().unwrap_or_default()
}

/// Returns the value of an integer matrix to the player who chooses rows, with the program's solution.
pub(crate) fn value_of(matrix: &[Vec<IBig>], meter: &Meter) -> Result<(Rational, Optimum), Fault> {
    let optimum = maximise(&program_of(matrix), meter)?.expect("positive rows bound the program");
    let value = Rational::ONE.divide(&optimum.value).unwrap_or(Rational::ZERO);
    Ok((&value - &Rational::from(shift(matrix)), optimum))
}

/// Returns the vertices of the optimal mixes, or `None` if they are too many columns to list.
fn face(rows: &Rows, optimum: &Optimum, mix: &Mix, meter: &Meter) -> Result<Option<Vec<Mix>>, Fault> {
    let count = rows.c.len();
    let slack = |row: usize| {
        let sum: IBig = rows.a[row].iter().zip(&optimum.x.numerators).map(|(entry, x)| entry * x).sum();
        &rows.b[row] * &optimum.x.denominator - sum
    };
    let is_basic = |column: usize| optimum.basis.contains(&column);
    // If every column that is not basic costs something, the maximum is at this vertex only.
    let cost = |column: usize| -> IBig {
        let sum: IBig = rows.a.iter().zip(&optimum.y.numerators).map(|(row, y)| &row[column] * y).sum();
        sum - &rows.c[column] * &optimum.y.denominator
    };
    let costs_all = (0..count).filter(|column| !is_basic(*column)).all(|column| cost(column) > IBig::ZERO)
        && (0..rows.a.len()).filter(|row| !is_basic(count + row)).all(|row| optimum.y.numerators[row] > IBig::ZERO);
    if costs_all {
        return Ok(Some(vec![mix.clone()]));
    }
    debug_assert!((0..rows.a.len()).all(|row| slack(row) >= IBig::ZERO));
    match rows.bits() <= NARROW_BITS {
        true => face_vertices::<i128>(rows, &optimum.basis, meter),
        false => face_vertices::<IBig>(rows, &optimum.basis, meter),
    }
}

fn face_vertices<N: Number>(rows: &Rows, basis: &[usize], meter: &Meter) -> Result<Option<Vec<Mix>>, Fault> {
    let count = rows.c.len();
    let mut tableau = Tableau::<N>::new(rows);
    if !tableau.move_to(basis, meter)? {
        return Ok(None);
    }
    let (face, kept) = tableau.optimal_face();
    if kept.len() > MAX_CHOICES_ENUMERATED {
        return Ok(None);
    }
    let mut mixes: Vec<Mix> = Vec::new();
    for vertex in vertices(face, meter)? {
        let mut weights = vec![IBig::ZERO; count];
        for (column, value) in kept.iter().zip(&vertex.values) {
            if *column < count {
                weights[*column] = value.to_big();
            }
        }
        mixes.push(normalised(&weights));
    }
    mixes.sort_by(|one, other| other.cmp(one));
    Ok(Some(mixes))
}
