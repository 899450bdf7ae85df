//! Linear programs in integers, solved exactly: maximise c·x where A·x ≤ b and x ≥ 0, with b ≥ 0.
//!
//! In: integers. Out: a maximum with its dual, both exact, and the basis. Small programs are pivoted in integers. Large ones are pivoted in
//! floating point first; the basis that it ends with is then solved exactly, and taken only if both solutions keep every inequality, which
//! proves them. If they do not, the program is pivoted in integers after all.

use crate::lift;
use crate::number::Number;
use crate::tableau::{NARROW_BITS, Rows, Tableau};
use dashu_int::IBig;
use grundy_rules::{Fault, Meter};
use grundy_value::Rational;

/// Largest number of entries for which integers are pivoted at once: below this, floating point is hardly faster.
const SMALL: usize = 1500;
/// Entries of a floating-point tableau below this are taken for 0.
const TINY: f64 = 1e-9;
/// Size of the perturbation that keeps a degenerate program from cycling.
const NUDGE: f64 = 1e-7;

/// A maximum.
pub(crate) struct Optimum {
    /// The value.
    pub value: Rational,
    /// The variables: numerators over one positive denominator.
    pub x: lift::Solved,
    /// The dual variables, one for each row, likewise.
    pub y: lift::Solved,
    /// The basic columns; slacks follow the variables.
    pub basis: Vec<usize>,
}

/// Maximises a program; `None` if there is no maximum.
///
/// # Errors
/// The budget is used up.
pub(crate) fn maximise(rows: &Rows, meter: &Meter) -> Result<Option<Optimum>, Fault> {
    let size = rows.a.len() * (rows.a.len() + rows.c.len());
    if size > SMALL
        && let Some(basis) = floating_basis(rows, meter)?
        && let Some(optimum) = verified(rows, basis, meter)?
    {
        return Ok(Some(optimum));
    }
    match rows.bits() <= NARROW_BITS {
        true => pivoted::<i128>(rows, meter),
        false => pivoted::<IBig>(rows, meter),
    }
}

fn pivoted<N: Number>(rows: &Rows, meter: &Meter) -> Result<Option<Optimum>, Fault> {
    let mut tableau = Tableau::<N>::new(rows);
    if !tableau.maximise(meter)? {
        return Ok(None);
    }
    let count = rows.c.len();
    let denominator = tableau.determinant.to_big();
    let mut x: Vec<IBig> = tableau.values().iter().map(N::to_big).collect();
    x.truncate(count);
    let cost = |row: usize| tableau.reduced_cost(count + row).map_or(IBig::ZERO, N::to_big);
    let y: Vec<IBig> = (0..rows.a.len()).map(cost).collect();
    let solved = |numerators| lift::Solved { numerators, denominator: denominator.clone() };
    let (x, y) = (solved(x), solved(y));
    Ok(Some(Optimum { value: value(rows, &x), x, y, basis: tableau.basis.clone() }))
}

fn value(rows: &Rows, x: &lift::Solved) -> Rational {
    let total: IBig = rows.c.iter().zip(&x.numerators).map(|(cost, x)| cost * x).sum();
    Rational::new(total, x.denominator.clone()).unwrap_or(Rational::ZERO)
}

/// Pivots in floating point; `None` if it does not come to an end.
fn floating_basis(rows: &Rows, meter: &Meter) -> Result<Option<Vec<usize>>, Fault> {
    let (height, count) = (rows.a.len(), rows.c.len());
    let float = |entry: &IBig| entry.to_f64().value();
    let scale = rows.a.iter().flatten().map(|entry| float(entry).abs()).fold(1.0, f64::max);
    // Columns of slacks stay implicit: an entry of a column that leaves takes the place of the one that enters.
    let width = count + 1;
    let mut table: Vec<f64> = Vec::with_capacity((height + 1) * width);
    for (index, (row, side)) in rows.a.iter().zip(&rows.b).enumerate() {
        table.extend(row.iter().map(|entry| float(entry) / scale));
        // Sides are nudged apart, by amounts in no simple proportion.
        let nudge = NUDGE * (1.0 + (index as f64 * 0.618_033_988_749_895).fract());
        table.push(float(side) + nudge);
    }
    let most = rows.c.iter().map(|entry| float(entry).abs()).fold(1.0, f64::max);
    table.extend(rows.c.iter().map(|entry| -float(entry) / most));
    table.push(0.0);
    let mut basic: Vec<usize> = (count..count + height).collect();
    let mut free: Vec<usize> = (0..count).collect();
    for _ in 0..20 * (height + count) {
        meter.charge(table.len() / 8)?;
        let costs = &table[height * width..height * width + count];
        let entering = (0..count).min_by(|one, other| costs[*one].total_cmp(&costs[*other]));
        let Some(column) = entering.filter(|column| costs[*column] < -TINY) else { return Ok(Some(basic)) };
        let ratio = |row: &usize| table[row * width + count] / table[row * width + column];
        let leaving = (0..height)
            .filter(|row| table[row * width + column] > TINY)
            .min_by(|one, other| ratio(one).total_cmp(&ratio(other)));
        let Some(row) = leaving else { return Ok(None) };
        let pivot = table[row * width + column];
        let mut pivot_row: Vec<f64> = table[row * width..(row + 1) * width].iter().map(|entry| entry / pivot).collect();
        pivot_row[column] = 1.0 / pivot;
        for (index, entries) in table.chunks_exact_mut(width).enumerate() {
            let factor = entries[column];
            if index != row && factor != 0.0 {
                entries[column] = 0.0;
                for (entry, other) in entries.iter_mut().zip(&pivot_row) {
                    *entry -= factor * other;
                }
            }
        }
        table[row * width..(row + 1) * width].copy_from_slice(&pivot_row);
        std::mem::swap(&mut basic[row], &mut free[column]);
    }
    Ok(None)
}

/// Solves a basis exactly, and returns the solution if it is proved to be a maximum.
fn verified(rows: &Rows, basis: Vec<usize>, meter: &Meter) -> Result<Option<Optimum>, Fault> {
    let (height, count) = (rows.a.len(), rows.c.len());
    let columns: Vec<usize> = (0..count).filter(|column| basis.contains(column)).collect();
    let tight: Vec<usize> = (0..height).filter(|row| !basis.contains(&(count + row))).collect();
    let matrix: Vec<Vec<IBig>> =
        tight.iter().map(|row| columns.iter().map(|column| rows.a[*row][*column].clone()).collect()).collect();
    let side: Vec<IBig> = tight.iter().map(|row| rows.b[*row].clone()).collect();
    let costs: Vec<IBig> = columns.iter().map(|column| rows.c[*column].clone()).collect();
    let transposed: Vec<Vec<IBig>> =
        (0..columns.len()).map(|column| matrix.iter().map(|row| row[column].clone()).collect()).collect();
    let Some(x) = lift::solve(&matrix, &side, meter)? else { return Ok(None) };
    let Some(y) = lift::solve(&transposed, &costs, meter)? else { return Ok(None) };
    let spread = |solved: lift::Solved, places: &[usize], length: usize| {
        let mut numerators = vec![IBig::ZERO; length];
        for (place, number) in places.iter().zip(solved.numerators) {
            numerators[*place] = number;
        }
        lift::Solved { numerators, denominator: solved.denominator }
    };
    let (x, y) = (spread(x, &columns, count), spread(y, &tight, height));
    if x.numerators.iter().chain(&y.numerators).any(|number| *number < IBig::ZERO) {
        return Ok(None);
    }
    for (row, side) in rows.a.iter().zip(&rows.b) {
        meter.charge(columns.len())?;
        let sum: IBig = columns.iter().map(|column| &row[*column] * &x.numerators[*column]).sum();
        if sum > side * &x.denominator {
            return Ok(None);
        }
    }
    for column in 0..count {
        meter.charge(tight.len())?;
        let sum: IBig = tight.iter().map(|row| &rows.a[*row][column] * &y.numerators[*row]).sum();
        if sum < &rows.c[column] * &y.denominator {
            return Ok(None);
        }
    }
    // Weak duality: equal values of feasible solutions are the maximum.
    let dual: IBig = tight.iter().map(|row| &rows.b[*row] * &y.numerators[*row]).sum();
    let value = value(rows, &x);
    let is_optimal = Rational::new(dual, y.denominator.clone()).is_some_and(|dual| dual == value);
    Ok(is_optimal.then_some(Optimum { value, x, y, basis }))
}
