//! Whether linear conditions on monomials contradict each other: the simplex method, started from the last solution.
//!
//! Each condition is a row that must be at least 0, and the monomials are free. A row is added to a solved tableau, and pivots
//! mend it; if none can, that row and those it is made of add up to a negative number. The arithmetic is floating: what is
//! found is only which conditions to add up, and [`super::leaf`] finds the exact multiples.

use super::polynomial::Row;

/// Tuning: a number this close to 0 is 0. Coefficients are small whole numbers, and pivots a few dozen.
const EPSILON: f64 = 1e-9;
/// Tuning: a row is broken if it misses its bound by more.
const SLACK: f64 = 1e-7;
/// Tuning: pivots after which the least index is taken, which cannot cycle.
const FREE_PIVOTS: u32 = 120;
/// Tuning: pivots after which the rows count as not contradictory.
const MAX_PIVOTS: u32 = 600;

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Variable {
    /// The index of the row, or `NONE` for a monomial.
    row: u32,
    /// The monomial, or `NONE` for a row.
    monomial: u32,
    lower: f64,
    value: f64,
}

/// A solved set of rows.
#[derive(Clone)]
pub struct Tableau {
    variables: Vec<Variable>,
    /// The variable of each monomial.
    of_monomial: Vec<u32>,
    columns: Vec<u32>,
    basics: Vec<u32>,
    /// Basic variables in terms of the columns.
    cells: Vec<f64>,
    stride: usize,
    loaded: Vec<bool>,
    scratch: Vec<f64>,
}

/// Rows that contradict each other: their indices, and multiples that are nearly right.
pub type Conflict = Vec<(u32, f64)>;

impl Default for Tableau {
    fn default() -> Tableau {
        Tableau {
            variables: vec![],
            of_monomial: vec![],
            columns: vec![],
            basics: vec![],
            cells: vec![],
            stride: 16,
            loaded: vec![],
            scratch: vec![],
        }
    }
}

impl Tableau {
    /// Returns whether a row was added.
    pub fn is_loaded(&self, row: usize) -> bool {
        self.loaded.get(row).copied().unwrap_or(false)
    }

    /// Forgets rows from the given index on, which must not have been added.
    pub fn forget(&mut self, rows: usize) {
        self.loaded.truncate(rows);
    }

    /// Returns the number of cells, as a measure of the work of a pivot.
    pub fn size(&self) -> usize {
        self.basics.len() * self.columns.len()
    }

    fn column_of(&mut self, monomial: u32) -> Result<usize, usize> {
        let index = monomial as usize;
        if self.of_monomial.len() <= index {
            self.of_monomial.resize(index + 1, NONE);
        }
        if self.of_monomial[index] == NONE {
            self.of_monomial[index] = self.variables.len() as u32;
            self.columns.push(self.variables.len() as u32);
            self.variables.push(Variable { row: NONE, monomial, lower: f64::NEG_INFINITY, value: 0.0 });
            if self.columns.len() > self.stride {
                self.widen();
            }
        }
        let variable = self.of_monomial[index];
        // A monomial that is basic is found by its row; there are few rows, and this is done once for each new part.
        match self.columns.iter().position(|column| *column == variable) {
            Some(column) => Ok(column),
            None => Err(self.basics.iter().position(|basic| *basic == variable).expect("it is basic if no column")),
        }
    }

    fn widen(&mut self) {
        let stride = self.stride * 2;
        let mut cells = vec![0.0; stride * self.basics.len()];
        for row in 0..self.basics.len() {
            cells[row * stride..row * stride + self.stride]
                .copy_from_slice(&self.cells[row * self.stride..(row + 1) * self.stride]);
        }
        (self.cells, self.stride) = (cells, stride);
    }

    /// Adds a row under an index.
    pub fn add(&mut self, index: usize, row: &Row) {
        if self.loaded.len() <= index {
            self.loaded.resize(index + 1, false);
        }
        self.loaded[index] = true;
        let places: Vec<(Result<usize, usize>, f64)> =
            row.parts.iter().map(|(monomial, factor)| (self.column_of(*monomial), *factor)).collect();
        let start = self.cells.len();
        self.cells.resize(start + self.stride, 0.0);
        let mut value = 0.0;
        for (place, factor) in places {
            match place {
                Ok(column) => {
                    self.cells[start + column] += factor;
                    value += factor * self.variables[self.columns[column] as usize].value;
                }
                Err(basic) => {
                    let (before, added) = self.cells.split_at_mut(start);
                    let from = &before[basic * self.stride..(basic + 1) * self.stride];
                    added.iter_mut().zip(from).for_each(|(cell, part)| *cell += factor * part);
                    value += factor * self.variables[self.basics[basic] as usize].value;
                }
            }
        }
        self.cells[start..].iter_mut().for_each(|cell| *cell = if cell.abs() < EPSILON { 0.0 } else { *cell });
        self.basics.push(self.variables.len() as u32);
        self.variables.push(Variable { row: index as u32, monomial: NONE, lower: -row.constant, value });
    }

    /// Mends all rows.
    ///
    /// # Errors
    /// Fails with the rows that contradict each other.
    pub fn solve(&mut self, work: &mut u64) -> Result<(), Conflict> {
        for pivots in 0..MAX_PIVOTS {
            let is_bland = pivots > FREE_PIVOTS;
            let mut worst: Option<(usize, f64)> = None;
            for (row, basic) in self.basics.iter().enumerate() {
                let variable = &self.variables[*basic as usize];
                let missing = variable.lower - variable.value;
                let is_broken = missing > SLACK * (1.0 + variable.lower.abs().min(1e6));
                let is_better = worst.is_none_or(|(best, most)| match is_bland {
                    true => *basic < self.basics[best],
                    false => missing > most,
                });
                if variable.row != NONE && is_broken && is_better {
                    worst = Some((row, missing));
                }
            }
            let Some((row, missing)) = worst else { return Ok(()) };
            *work += self.size() as u64 + 16;
            let cells = &self.cells[row * self.stride..row * self.stride + self.columns.len()];
            let mut entering: Option<(usize, (bool, f64))> = None;
            for (column, cell) in cells.iter().enumerate() {
                let is_free = self.variables[self.columns[column] as usize].row == NONE;
                if if is_free { cell.abs() <= EPSILON } else { *cell <= EPSILON } {
                    continue;
                }
                let worth = (is_free, cell.abs());
                let is_better = entering.is_none_or(|(best, most)| match is_bland {
                    true => self.columns[column] < self.columns[best],
                    false => worth > most,
                });
                if is_better {
                    entering = Some((column, worth));
                }
            }
            let Some((column, _)) = entering else {
                let mut conflict = vec![(self.variables[self.basics[row] as usize].row, 1.0)];
                for (column, cell) in cells.iter().enumerate() {
                    let of = self.variables[self.columns[column] as usize].row;
                    if *cell < -EPSILON && of != NONE {
                        conflict.push((of, -cell));
                    }
                }
                return Err(conflict);
            };
            self.pivot(row, column, missing);
        }
        Ok(())
    }

    /// Exchanges a basic variable, which rises by `rise`, for a column.
    fn pivot(&mut self, row: usize, column: usize, rise: f64) {
        let (stride, width) = (self.stride, self.columns.len());
        let at = self.cells[row * stride + column];
        let step = rise / at;
        self.variables[self.basics[row] as usize].value += rise;
        self.variables[self.columns[column] as usize].value += step;
        let inverse = 1.0 / at;
        self.scratch.clear();
        for index in 0..width {
            let cell = self.cells[row * stride + index];
            self.scratch.push(if index == column { inverse } else { -cell * inverse });
        }
        self.cells[row * stride..row * stride + width].copy_from_slice(&self.scratch);
        for other in 0..self.basics.len() {
            let cells = &mut self.cells[other * stride..other * stride + width];
            let factor = cells[column];
            if other == row || factor == 0.0 {
                continue;
            }
            self.variables[self.basics[other] as usize].value += factor * step;
            cells[column] = 0.0;
            for (cell, part) in cells.iter_mut().zip(&self.scratch) {
                *cell += factor * part;
                if cell.abs() < EPSILON {
                    *cell = 0.0;
                }
            }
        }
        std::mem::swap(&mut self.basics[row], &mut self.columns[column]);
    }

    /// Writes the value of each monomial.
    pub fn point(&self, point: &mut Vec<f64>) {
        point.clear();
        point.resize(self.of_monomial.len(), 0.0);
        for variable in self.variables.iter().filter(|variable| variable.row == NONE) {
            point[variable.monomial as usize] = variable.value;
        }
    }
}
