//! A simplex tableau in integers: rows over columns and a right side, one column basic in each row.
//!
//! All entries are those of the rational tableau times one positive determinant. Degenerate polytopes are made simple by the
//! lexicographic rule: the right side is perturbed by powers of an infinitely small number, one for each row, so that a feasible basis
//! never has two ways to leave it (Charnes 1952; Avis 2000).

use crate::number::Number;
use dashu_int::IBig;
use dashu_int::ops::BitTest;
use grundy_rules::{Fault, Meter};
use std::cmp::Ordering;

/// A simplex tableau.
#[derive(Clone)]
pub(crate) struct Tableau<N> {
    /// Entries by rows; the last of a row is the right side.
    entries: Vec<N>,
    width: usize,
    /// The basic column of each row.
    pub basis: Vec<usize>,
    /// What all entries are multiplied by.
    pub determinant: N,
    /// The columns that were basic at first: the perturbation is read off them.
    order: Vec<usize>,
    /// Bound on the binary digits of every entry.
    bits: u32,
    /// A row that is transformed with the others, and that no column leaves.
    objective: Option<Vec<N>>,
}

/// Rows `a·x + slack = b` with b ≥ 0, in integers; the slacks are the columns after those of `a`.
pub(crate) struct Rows {
    /// The coefficients.
    pub a: Vec<Vec<IBig>>,
    /// The right sides.
    pub b: Vec<IBig>,
    /// The objective, to be maximised; empty if there is none.
    pub c: Vec<IBig>,
}

impl Rows {
    /// Returns a bound on the binary digits of every minor, by Hadamard's inequality over rows.
    pub fn bits(&self) -> u32 {
        let half_bits = |row: &[IBig], side: Option<&IBig>| {
            let squares: IBig = row.iter().chain(side).map(|entry| entry * entry).sum::<IBig>() + IBig::ONE;
            squares.bit_len() as u64
        };
        let rows: u64 = self.a.iter().zip(&self.b).map(|(row, side)| half_bits(row, Some(side))).sum();
        let objective = if self.c.is_empty() { 0 } else { half_bits(&self.c, None) };
        u32::try_from((rows + objective).div_ceil(2) + 1).unwrap_or(u32::MAX)
    }
}

/// The greatest bound for which machine words are used: two digits are kept for the sign and for a divisor that is even.
pub(crate) const NARROW_BITS: u32 = 122;

impl<N: Number> Tableau<N> {
    /// Returns the tableau whose basis are the slacks.
    pub fn new(rows: &Rows) -> Tableau<N> {
        let (height, columns) = (rows.a.len(), rows.a.first().map_or(0, Vec::len));
        let width = columns + height + 1;
        let (zero, one) = (N::of(&IBig::ZERO), N::of(&IBig::ONE));
        let mut entries = Vec::with_capacity(height * width);
        for (index, (row, side)) in rows.a.iter().zip(&rows.b).enumerate() {
            entries.extend(row.iter().map(N::of));
            entries.extend((0..height).map(|slack| if slack == index { one.clone() } else { zero.clone() }));
            entries.push(N::of(side));
        }
        let basis: Vec<usize> = (columns..columns + height).collect();
        let objective = (!rows.c.is_empty()).then(|| {
            let mut row: Vec<N> = rows.c.iter().map(|entry| N::of(entry).negated()).collect();
            row.resize(width, zero);
            row
        });
        Tableau { entries, width, order: basis.clone(), basis, determinant: one, bits: rows.bits(), objective }
    }

    /// Returns the number of columns, the right side not counted.
    pub fn columns(&self) -> usize {
        self.width - 1
    }

    fn row(&self, row: usize) -> &[N] {
        &self.entries[row * self.width..(row + 1) * self.width]
    }

    /// Returns the right side of a row: the basic column's value times the determinant.
    pub fn side(&self, row: usize) -> &N {
        &self.entries[(row + 1) * self.width - 1]
    }

    /// Returns an entry of the objective row.
    pub fn reduced_cost(&self, column: usize) -> Option<&N> {
        self.objective.as_ref().map(|row| &row[column])
    }

    /// Returns an entry.
    pub fn entry(&self, row: usize, column: usize) -> &N {
        &self.entries[row * self.width + column]
    }

    /// Returns the values of the columns times the determinant.
    pub fn values(&self) -> Vec<N> {
        let mut values = vec![N::of(&IBig::ZERO); self.columns()];
        for (row, column) in self.basis.iter().enumerate() {
            values[*column] = self.side(row).clone();
        }
        values
    }

    /// Makes a column basic in a row; their entry must not be 0.
    ///
    /// # Errors
    /// The budget is used up.
    pub fn pivot(&mut self, row: usize, column: usize, meter: &Meter) -> Result<(), Fault> {
        let large = if self.bits > NARROW_BITS { self.bits as usize / 32 } else { 1 };
        meter.charge(self.entries.len() / 8 * large + 1)?;
        let width = self.width;
        if self.entry(row, column).against_zero() == Ordering::Less {
            self.entries[row * width..(row + 1) * width].iter_mut().for_each(|entry| *entry = entry.negated());
        }
        let pivot_row: Vec<N> = self.row(row).to_vec();
        let pivot = pivot_row[column].clone();
        let divisor = self.determinant.divisor(self.bits);
        let transform = |entries: &mut [N]| {
            let factor = entries[column].clone();
            for (entry, other) in entries.iter_mut().zip(&pivot_row) {
                *entry = N::cross(&pivot, entry, &factor, other, &divisor);
            }
        };
        for (index, entries) in self.entries.chunks_exact_mut(width).enumerate() {
            if index != row {
                transform(entries);
            }
        }
        self.objective.as_deref_mut().into_iter().for_each(transform);
        self.determinant = pivot;
        self.basis[row] = column;
        Ok(())
    }

    /// Returns the row whose basic column leaves where this one enters; `None` if the polytope is unbounded in that direction.
    pub fn leaving(&self, column: usize) -> Option<usize> {
        let mut best: Option<usize> = None;
        for row in 0..self.basis.len() {
            if self.entry(row, column).against_zero() != Ordering::Greater {
                continue;
            }
            best = match best {
                Some(least) if self.ratio_order(least, row, column) != Ordering::Greater => Some(least),
                _ => Some(row),
            };
        }
        best
    }

    /// Compares the perturbed ratios of two rows at an entering column.
    fn ratio_order(&self, one: usize, other: usize, column: usize) -> Ordering {
        let (first, second) = (self.row(one), self.row(other));
        let compare =
            |index: usize| N::compare_products(&first[index], &second[column], &second[index], &first[column]);
        let mut order = compare(self.width - 1);
        let mut columns = self.order.iter();
        while order == Ordering::Equal {
            let Some(index) = columns.next() else { break };
            order = compare(*index);
        }
        order
    }

    /// Maximises the objective from this feasible basis; returns whether there is a maximum.
    ///
    /// # Errors
    /// The budget is used up.
    pub fn maximise(&mut self, meter: &Meter) -> Result<bool, Fault> {
        loop {
            let objective = self.objective.as_deref().unwrap_or_default();
            let costs = objective.iter().take(self.width - 1).enumerate();
            let entering =
                costs.min_by(|one, other| one.1.cmp(other.1)).filter(|(_, cost)| cost.against_zero() == Ordering::Less);
            let Some((column, _)) = entering else { return Ok(true) };
            let Some(row) = self.leaving(column) else { return Ok(false) };
            self.pivot(row, column, meter)?;
        }
    }

    /// Makes these columns basic, if they are a basis.
    ///
    /// # Errors
    /// The budget is used up.
    pub fn move_to(&mut self, basis: &[usize], meter: &Meter) -> Result<bool, Fault> {
        for column in basis {
            if self.basis.contains(column) {
                continue;
            }
            let row = (0..self.basis.len()).find(|row| {
                !basis.contains(&self.basis[*row]) && self.entry(*row, *column).against_zero() != Ordering::Equal
            });
            let Some(row) = row else { return Ok(false) };
            self.pivot(row, *column, meter)?;
        }
        Ok(true)
    }

    /// Returns the face on which the objective keeps its maximum, seen from this optimal basis: columns with a reduced cost are left out,
    /// as they are 0 on all of it. Also returns the column of the whole tableau that each of its columns is.
    pub fn optimal_face(&self) -> (Tableau<N>, Vec<usize>) {
        let is_zero =
            |column: &usize| self.reduced_cost(*column).is_none_or(|cost| cost.against_zero() == Ordering::Equal);
        let kept: Vec<usize> = (0..self.columns()).filter(is_zero).collect();
        let mut entries = Vec::with_capacity(self.basis.len() * (kept.len() + 1));
        for row in 0..self.basis.len() {
            entries.extend(kept.iter().map(|column| self.entry(row, *column).clone()));
            entries.push(self.side(row).clone());
        }
        let place = |column: &usize| kept.binary_search(column).expect("a basic column has no reduced cost");
        let basis: Vec<usize> = self.basis.iter().map(place).collect();
        let face = Tableau {
            entries,
            width: kept.len() + 1,
            order: basis.clone(),
            basis,
            determinant: self.determinant.clone(),
            bits: self.bits,
            objective: None,
        };
        (face, kept)
    }
}
