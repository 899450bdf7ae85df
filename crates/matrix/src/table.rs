//! A game in which all choose at once: a payoff of every player for every profile of choices.

use crate::limits::MAX_CELLS;
use dashu_int::IBig;
use dashu_int::ops::Gcd;
use grundy_message::{Message, message};
use grundy_value::Rational;

/// A player and what it may choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// Its name.
    pub name: String,
    /// The names of its choices.
    pub choices: Vec<String>,
}

/// A game of at least two players with at least one choice each.
///
/// Profiles are counted with the last player's choice changing fastest, so those of two players are the cells of a matrix, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    players: Vec<Player>,
    /// The payoffs of each player by profile.
    payoffs: Vec<Vec<Rational>>,
}

/// A probability for each choice of a player.
pub type Mix = Vec<Rational>;

impl Table {
    /// Returns a game, its payoffs given by player and profile.
    ///
    /// # Errors
    /// Fails if a player is missing or has no choice, or the number of payoffs is not that of the profiles.
    pub fn new(players: Vec<Player>, payoffs: Vec<Vec<Rational>>) -> Result<Table, Message> {
        if players.len() < 2 {
            return Err(message!("a matrix game has at least two players"));
        }
        if let Some(player) = players.iter().find(|player| player.choices.is_empty()) {
            return Err(message!("{player} has no choice", player = player.name));
        }
        let count = profile_count(players.iter().map(|player| player.choices.len()))?;
        if payoffs.len() != players.len() || payoffs.iter().any(|of| of.len() != count) {
            return Err(message!("every player needs a payoff for each of the {count} profiles", count));
        }
        Ok(Table { players, payoffs })
    }

    /// Returns a game of two players, who are called Row and Column and whose choices are numbered, from their matrices.
    ///
    /// # Errors
    /// Fails if the matrices are empty, ragged or of different sizes, or too large.
    pub fn of_matrices(first: Vec<Vec<Rational>>, second: Option<Vec<Vec<Rational>>>) -> Result<Table, Message> {
        let (rows, columns) = (first.len(), first.first().map_or(0, Vec::len));
        if rows == 0 || columns == 0 {
            return Err(message!("the matrix is empty"));
        }
        for (name, matrix) in [("A", Some(&first)), ("B", second.as_ref())] {
            let Some(matrix) = matrix else { continue };
            if matrix.len() != rows {
                let (found, wanted) = (matrix.len(), rows);
                return Err(message!("{name} has {found} rows, and A has {wanted}", name, found, wanted));
            }
            if let Some(index) = matrix.iter().position(|row| row.len() != columns) {
                let (row, found) = (index + 1, matrix[index].len());
                return Err(message!(
                    "row {row} of {name} has {found} payoffs, and the first row of A has {wanted}",
                    row,
                    name,
                    found,
                    wanted = columns
                ));
            }
        }
        let numbered = |name: &str, count: usize| Player {
            name: name.to_owned(),
            choices: (1..=count).map(|index| index.to_string()).collect(),
        };
        let first: Vec<Rational> = first.into_iter().flatten().collect();
        let second = match second {
            Some(second) => second.into_iter().flatten().collect(),
            None => first.iter().map(|payoff| -payoff).collect(),
        };
        Table::new(vec![numbered("Row", rows), numbered("Column", columns)], vec![first, second])
    }

    /// Returns the players.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// Returns the number of choices of each player.
    pub fn sizes(&self) -> Vec<usize> {
        self.players.iter().map(|player| player.choices.len()).collect()
    }

    /// Returns the number of profiles.
    pub fn profiles(&self) -> usize {
        self.payoffs[0].len()
    }

    /// Returns the choices of a profile.
    pub fn profile(&self, index: usize) -> Vec<usize> {
        let mut choices = vec![0; self.players.len()];
        let mut rest = index;
        for (choice, player) in choices.iter_mut().zip(&self.players).rev() {
            (*choice, rest) = (rest % player.choices.len(), rest / player.choices.len());
        }
        choices
    }

    /// Returns the index of a profile.
    pub fn index(&self, choices: &[usize]) -> usize {
        choices.iter().zip(&self.players).fold(0, |index, (choice, player)| index * player.choices.len() + choice)
    }

    /// Returns how far apart the indices of profiles are that differ by one in this player's choice.
    pub fn stride(&self, player: usize) -> usize {
        self.players[player + 1..].iter().map(|player| player.choices.len()).product()
    }

    /// Returns a player's payoff.
    pub fn payoff(&self, player: usize, profile: usize) -> &Rational {
        &self.payoffs[player][profile]
    }

    /// Returns what the payoffs of both players add up to, if that is the same in every cell of a game of two.
    pub fn constant_sum(&self) -> Option<Rational> {
        let [first, second] = self.payoffs.as_slice() else { return None };
        let sum = &first[0] + &second[0];
        first.iter().zip(second).all(|(one, other)| (one + other) == sum).then_some(sum)
    }

    /// Returns the payoffs of a player as integers by rows, its own choices being the rows, in a game of two: integers and what they
    /// were multiplied by.
    pub(crate) fn own_matrix(&self, player: usize) -> (Vec<Vec<IBig>>, IBig) {
        let (rows, columns) = (self.players[0].choices.len(), self.players[1].choices.len());
        let (own, other) = if player == 0 { (rows, columns) } else { (columns, rows) };
        let cell = |choice: usize, answer: usize| match player {
            0 => &self.payoffs[0][choice * columns + answer],
            _ => &self.payoffs[1][answer * columns + choice],
        };
        let scale = common_denominator(self.payoffs[player].iter());
        let whole = |payoff: &Rational| payoff.numerator() * (&scale / payoff.denominator());
        ((0..own).map(|choice| (0..other).map(|answer| whole(cell(choice, answer))).collect()).collect(), scale)
    }

    /// Returns what each player expects if every player mixes its choices so.
    pub fn expected(&self, mixes: &[Mix]) -> Vec<Rational> {
        let mut totals = vec![Rational::ZERO; self.players.len()];
        for profile in 0..self.profiles() {
            let chance = self.chance(profile, mixes, None);
            if !chance.is_zero() {
                for (total, payoffs) in totals.iter_mut().zip(&self.payoffs) {
                    *total = &*total + &(&chance * &payoffs[profile]);
                }
            }
        }
        totals
    }

    /// Returns what a player expects from each of its choices if the others mix theirs so.
    pub fn expected_by_choice(&self, player: usize, mixes: &[Mix]) -> Vec<Rational> {
        let size = self.players[player].choices.len();
        let stride = self.stride(player);
        let mut totals = vec![Rational::ZERO; size];
        for profile in 0..self.profiles() {
            let chance = self.chance(profile, mixes, Some(player));
            if !chance.is_zero() {
                let total = &mut totals[profile / stride % size];
                *total = &*total + &(&chance * &self.payoffs[player][profile]);
            }
        }
        totals
    }

    /// Returns the probability of a profile, of all players but one if one is left out.
    fn chance(&self, profile: usize, mixes: &[Mix], without: Option<usize>) -> Rational {
        let mut chance = Rational::ONE;
        for (player, choice) in self.profile(profile).into_iter().enumerate() {
            if Some(player) != without {
                chance = &chance * &mixes[player][choice];
            }
            if chance.is_zero() {
                break;
            }
        }
        chance
    }
}

/// Returns the number of profiles.
///
/// # Errors
/// Fails if there are more than can be listed.
pub fn profile_count(sizes: impl Iterator<Item = usize>) -> Result<usize, Message> {
    let mut count = 1usize;
    for size in sizes {
        count = match count.checked_mul(size) {
            Some(count) if count <= MAX_CELLS => count,
            _ => return Err(message!("the table has more than {max} cells, too many to list", max = MAX_CELLS)),
        };
    }
    Ok(count)
}

/// Returns the least common multiple of the denominators.
pub(crate) fn common_denominator<'a>(numbers: impl Iterator<Item = &'a Rational>) -> IBig {
    numbers.fold(IBig::ONE, |common, number| {
        if number.is_integer() {
            return common;
        }
        let shared = IBig::from((&common).gcd(number.denominator()));
        common * (number.denominator() / shared)
    })
}
