//! All vertices of a polytope that is given by a tableau at a feasible basis.
//!
//! The bases of the perturbed polytope are the nodes of a connected graph in which each has one neighbour for each column that is not
//! basic. It is walked depth first, pivoting forth and back; a basis is remembered as a set of columns, so that no pivot is made to look
//! whether a neighbour is known. Several bases of a degenerate vertex give the same vertex, which is listed once.

use crate::limits::MAX_CHOICES_ENUMERATED;
use crate::number::Number;
use crate::tableau::Tableau;
use grundy_rules::{Fault, Meter};
use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

/// A vertex.
pub(crate) struct Vertex<N> {
    /// The columns that are 0, as a set.
    pub zero: u128,
    /// The values of the columns times a positive number.
    pub values: Vec<N>,
}

/// An edge that the walk has taken: where it left off at its start.
struct Taken {
    row: usize,
    /// The column that left.
    left: usize,
    /// The column that entered.
    entered: usize,
}

/// Returns all vertices of a bounded polytope, in the order of the walk.
///
/// # Errors
/// The budget is used up.
pub(crate) fn vertices<N: Number>(mut tableau: Tableau<N>, meter: &Meter) -> Result<Vec<Vertex<N>>, Fault> {
    let columns = tableau.columns();
    debug_assert!(columns <= MAX_CHOICES_ENUMERATED, "larger polytopes are refused before");
    let mut basis: u128 = tableau.basis.iter().map(|column| 1u128 << column).sum();
    let mut known: HashSet<u128> = HashSet::from([basis]);
    let mut found: HashMap<u128, usize> = HashMap::new();
    let mut list = Vec::new();
    let mut path: Vec<Taken> = Vec::new();
    let mut next = 0;
    add(&tableau, columns, &mut found, &mut list, meter)?;
    loop {
        let step = (next..columns).filter(|column| basis >> column & 1 == 0).find_map(|column| {
            let row = tableau.leaving(column)?;
            let neighbour = basis ^ (1u128 << tableau.basis[row]) ^ (1u128 << column);
            known.insert(neighbour).then_some((row, column, neighbour))
        });
        meter.charge(columns * tableau.basis.len() / 8 + 1)?;
        match step {
            Some((row, column, neighbour)) => {
                meter.hold(size_of::<(u128, Taken)>() * 2)?;
                path.push(Taken { row, left: tableau.basis[row], entered: column });
                tableau.pivot(row, column, meter)?;
                (basis, next) = (neighbour, 0);
                add(&tableau, columns, &mut found, &mut list, meter)?;
            }
            None => {
                let Some(Taken { row, left, entered }) = path.pop() else { return Ok(list) };
                tableau.pivot(row, left, meter)?;
                basis ^= (1u128 << left) ^ (1u128 << entered);
                next = entered + 1;
            }
        }
    }
}

fn add<N: Number>(
    tableau: &Tableau<N>,
    columns: usize,
    found: &mut HashMap<u128, usize>,
    list: &mut Vec<Vertex<N>>,
    meter: &Meter,
) -> Result<(), Fault> {
    let all = if columns == MAX_CHOICES_ENUMERATED { u128::MAX } else { (1 << columns) - 1 };
    let positive = (0..tableau.basis.len())
        .filter(|row| tableau.side(*row).against_zero() == Ordering::Greater)
        .map(|row| 1u128 << tableau.basis[row])
        .sum::<u128>();
    let zero = all & !positive;
    if let std::collections::hash_map::Entry::Vacant(entry) = found.entry(zero) {
        entry.insert(list.len());
        meter.hold(size_of::<Vertex<N>>() + columns * size_of::<N>())?;
        list.push(Vertex { zero, values: tableau.values() });
    }
    Ok(())
}
