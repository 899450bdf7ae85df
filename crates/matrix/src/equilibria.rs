//! All equilibria of a game of two players: the extreme ones and the components that they span.
//!
//! In: a table of two players. Out: pairs of mixes, and sets of pairs. Idea: the mixes against which certain choices are best form the
//! faces of a polytope for each player; an equilibrium is a pair of points whose faces together name every choice (Mangasarian 1964;
//! von Stengel 2002), and it is a mean of pairs of vertices that are equilibria. A maximal set of equilibria that is a product is a
//! maximal biclique of the graph of those pairs (Winkels 1979; Avis, Rosenberg, Savani and von Stengel 2010). Wrong tool from some
//! 16 choices each, as the polytopes have too many vertices.

use crate::limits::{MAX_CHOICES_ENUMERATED, MAX_PRODUCTS};
use crate::number::Number;
use crate::table::{Mix, Table};
use crate::tableau::{NARROW_BITS, Rows, Tableau};
use crate::vertices::{Vertex, vertices};
use crate::zero_sum::ZeroSum;
use dashu_int::IBig;
use grundy_rules::{Fault, Meter};
use grundy_value::Rational;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The equilibria of a game of two players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Equilibria {
    /// The mixes of each player that are in an extreme equilibrium.
    pub mixes: [Vec<Mix>; 2],
    /// The extreme equilibria: indices into `mixes`, in ascending order.
    pub extreme: Vec<[usize; 2]>,
    /// The sets of equilibria that hang together, each as the products that make it up.
    pub components: Vec<Vec<Product>>,
    /// Whether a component has more products than are listed.
    pub is_cut: bool,
}

/// A maximal set of equilibria of the form: any mean of these mixes with any mean of those.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Product {
    /// Indices of mixes, by player.
    pub mixes: [Vec<usize>; 2],
}

impl Equilibria {
    /// Returns both mixes of an extreme equilibrium.
    pub fn pair(&self, [first, second]: [usize; 2]) -> [&Mix; 2] {
        [&self.mixes[0][first], &self.mixes[1][second]]
    }

    /// Returns the equilibria of a game of constant sum: every optimal mix of one player with every one of the other.
    pub fn of_optimal(solved: &ZeroSum) -> Option<Equilibria> {
        let [Some(first), Some(second)] = &solved.extreme else { return None };
        let all = |mixes: &[Mix]| (0..mixes.len()).collect::<Vec<usize>>();
        let extreme = all(first).into_iter().flat_map(|row| all(second).into_iter().map(move |column| [row, column]));
        Some(Equilibria {
            extreme: extreme.collect(),
            components: vec![vec![Product { mixes: [all(first), all(second)] }]],
            mixes: [first.clone(), second.clone()],
            is_cut: false,
        })
    }

    /// Returns whether there are infinitely many equilibria.
    pub fn is_infinite(&self) -> bool {
        self.components.len() < self.extreme.len()
    }
}

/// Returns whether a game of two is small enough for [`equilibria`].
pub fn is_enumerable(table: &Table) -> bool {
    table.players().len() == 2 && table.sizes().iter().sum::<usize>() <= MAX_CHOICES_ENUMERATED
}

/// Returns all equilibria of a game of two players that [`is_enumerable`].
///
/// # Errors
/// The budget is used up.
pub fn equilibria(table: &Table, meter: &Meter) -> Result<Equilibria, Fault> {
    let (rows, columns) = (table.sizes()[0], table.sizes()[1]);
    let all = if rows + columns == 128 { u128::MAX } else { (1u128 << (rows + columns)) - 1 };
    // The mixes of the second player, whose faces are choices of the first: slacks are the first's choices, and the other way round.
    let second = best_responses(table, 0);
    let first = best_responses(table, 1);
    let swap = |labels: u128| (labels >> columns) | (labels & ((1u128 << columns) - 1)) << rows;
    let (first, second) = (faces(&first, rows, |labels| labels, meter)?, faces(&second, columns, swap, meter)?);
    let pairs = complementary(&first, &second, all, columns, meter)?;
    // Mixes in ascending order of their text would be arbitrary; the most weight on the first choices comes first.
    let order = |points: &[Point], used: BTreeSet<usize>| -> (Vec<Mix>, HashMap<usize, usize>) {
        let mut mixes: Vec<(Mix, usize)> = used.into_iter().map(|index| (points[index].mix(), index)).collect();
        mixes.sort_by(|one, other| other.0.cmp(&one.0));
        let places = mixes.iter().enumerate().map(|(place, (_, index))| (*index, place)).collect();
        (mixes.into_iter().map(|(mix, _)| mix).collect(), places)
    };
    let (mixes_1, places_1) = order(&first, pairs.iter().map(|pair| pair.0).collect());
    let (mixes_2, places_2) = order(&second, pairs.iter().map(|pair| pair.1).collect());
    let mut extreme: Vec<[usize; 2]> = pairs.iter().map(|pair| [places_1[&pair.0], places_2[&pair.1]]).collect();
    extreme.sort_unstable();
    let (components, is_cut) = components(&extreme, meter)?;
    Ok(Equilibria { mixes: [mixes_1, mixes_2], extreme, components, is_cut })
}

/// The rows that bound the other player's mixes by this player's payoffs, which are shifted above 0 so that the polytope is bounded.
fn best_responses(table: &Table, player: usize) -> Rows {
    let (matrix, _) = table.own_matrix(player);
    let least = matrix.iter().flatten().min().cloned().unwrap_or_default() - IBig::ONE;
    let a: Vec<Vec<IBig>> = matrix.iter().map(|row| row.iter().map(|entry| entry - &least).collect()).collect();
    Rows { b: vec![IBig::ONE; a.len()], a, c: Vec::new() }
}

/// A vertex of a polytope of mixes: its labels, and its mix times a positive number.
struct Point {
    labels: u128,
    weights: Vec<IBig>,
}

impl Point {
    fn mix(&self) -> Mix {
        normalised(&self.weights)
    }
}

/// Returns weights divided by their sum, which is positive.
pub(crate) fn normalised(weights: &[IBig]) -> Mix {
    let total: IBig = weights.iter().sum();
    weights.iter().map(|weight| Rational::new(weight.clone(), total.clone()).unwrap_or(Rational::ZERO)).collect()
}

/// Returns the vertices but the origin, which is no mix.
fn faces(rows: &Rows, choices: usize, labels: impl Fn(u128) -> u128, meter: &Meter) -> Result<Vec<Point>, Fault> {
    match rows.bits() <= NARROW_BITS {
        true => points(vertices(Tableau::<i128>::new(rows), meter)?, choices, labels),
        false => points(vertices(Tableau::<IBig>::new(rows), meter)?, choices, labels),
    }
}

fn points<N: Number>(
    vertices: Vec<Vertex<N>>,
    choices: usize,
    labels: impl Fn(u128) -> u128,
) -> Result<Vec<Point>, Fault> {
    let origin = (1u128 << choices) - 1;
    let others = vertices.into_iter().filter(|vertex| vertex.zero & origin != origin);
    let point = |vertex: Vertex<N>| Point {
        labels: labels(vertex.zero),
        weights: vertex.values[..choices].iter().map(N::to_big).collect(),
    };
    Ok(others.map(point).collect())
}

/// Returns the pairs of points that together have all labels.
fn complementary(
    first: &[Point],
    second: &[Point],
    all: u128,
    dimension: usize,
    meter: &Meter,
) -> Result<Vec<(usize, usize)>, Fault> {
    let mut simple: HashMap<u128, usize> = HashMap::new();
    let mut degenerate: Vec<usize> = Vec::new();
    for (index, point) in second.iter().enumerate() {
        if point.labels.count_ones() as usize == dimension {
            simple.insert(point.labels, index);
        } else {
            degenerate.push(index);
        }
    }
    let mut pairs = Vec::new();
    for (index, point) in first.iter().enumerate() {
        let wanted = all & !point.labels;
        let mut add = |other: usize| -> Result<(), Fault> {
            meter.hold(size_of::<(usize, usize)>())?;
            pairs.push((index, other));
            Ok(())
        };
        if wanted.count_ones() as usize == dimension {
            meter.charge(degenerate.len() / 4 + 1)?;
            simple.get(&wanted).copied().map_or(Ok(()), &mut add)?;
            for other in degenerate.iter().filter(|other| second[**other].labels & wanted == wanted) {
                add(*other)?;
            }
        } else {
            meter.charge(second.len() / 4 + 1)?;
            for other in (0..second.len()).filter(|other| second[*other].labels & wanted == wanted) {
                add(other)?;
            }
        }
    }
    Ok(pairs)
}

/// Splits the graph of extreme equilibria into connected components, and each into its maximal bicliques.
fn components(extreme: &[[usize; 2]], meter: &Meter) -> Result<(Vec<Vec<Product>>, bool), Fault> {
    let mut neighbours: [BTreeMap<usize, BTreeSet<usize>>; 2] = Default::default();
    for [first, second] in extreme {
        neighbours[0].entry(*first).or_default().insert(*second);
        neighbours[1].entry(*second).or_default().insert(*first);
    }
    let mut left: BTreeSet<usize> = neighbours[0].keys().copied().collect();
    let (mut components, mut is_cut) = (Vec::new(), false);
    while let Some(start) = left.first().copied() {
        let mut reached = BTreeSet::from([start]);
        let mut queue = vec![start];
        while let Some(first) = queue.pop() {
            for next in neighbours[0][&first].iter().flat_map(|second| &neighbours[1][second]) {
                meter.step()?;
                if reached.insert(*next) {
                    queue.push(*next);
                }
            }
        }
        left.retain(|first| !reached.contains(first));
        // The sets of the second's mixes in bicliques are the intersections of neighbourhoods.
        let own: BTreeSet<BTreeSet<usize>> = reached.iter().map(|first| neighbours[0][first].clone()).collect();
        let mut closed = own.clone();
        let mut queue: Vec<BTreeSet<usize>> = own.iter().cloned().collect();
        while let Some(set) = queue.pop() {
            for other in &own {
                meter.charge(set.len() + 1)?;
                let both: BTreeSet<usize> = set.intersection(other).copied().collect();
                if both.is_empty() || closed.contains(&both) {
                    continue;
                }
                if closed.len() >= MAX_PRODUCTS {
                    is_cut = true;
                    continue;
                }
                closed.insert(both.clone());
                queue.push(both);
            }
        }
        let product = |second: BTreeSet<usize>| {
            let first = reached.iter().copied().filter(|first| second.is_subset(&neighbours[0][first])).collect();
            Product { mixes: [first, second.into_iter().collect()] }
        };
        let mut products: Vec<Product> = closed.into_iter().map(product).collect();
        products.sort();
        components.push(products);
    }
    Ok((components, is_cut))
}
