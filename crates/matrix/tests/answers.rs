//! Dominance, correlated equilibria, risk and given profiles, on games whose answers are known and on random ones.

use grundy_matrix::correlated::correlated;
use grundy_matrix::dominance::{By, Strength, dominant, dominated, eliminate};
use grundy_matrix::equilibria::equilibria;
use grundy_matrix::profile::{risk_dominance, stands};
use grundy_matrix::responses::{best_responses, pareto_best, pure_equilibria, security};
use grundy_matrix::{Player, Table};
use grundy_rules::Meter;
use grundy_value::{Random, Rational};

fn meter() -> Meter<'static> {
    Meter::steps(u64::MAX)
}

/// A game of two from rows of pairs.
fn game(rows: &[&[(i64, i64)]]) -> Table {
    let matrix = |pick: fn(&(i64, i64)) -> i64| {
        rows.iter().map(|row| row.iter().map(|cell| Rational::from(pick(cell))).collect()).collect()
    };
    Table::of_matrices(matrix(|cell| cell.0), Some(matrix(|cell| cell.1))).unwrap()
}

fn random_game(random: &mut Random, sizes: &[usize], most: i64) -> Table {
    let players = sizes
        .iter()
        .enumerate()
        .map(|(index, size)| Player {
            name: index.to_string(),
            choices: (0..*size).map(|choice| choice.to_string()).collect(),
        })
        .collect();
    let count = sizes.iter().product();
    let mut payoffs = || (0..count).map(|_| Rational::from(random.within(0, most))).collect();
    let payoffs: Vec<Vec<Rational>> = sizes.iter().map(|_| payoffs()).collect();
    Table::new(players, payoffs).unwrap()
}

fn rational(text: &str) -> Rational {
    text.parse().unwrap()
}

#[test]
fn the_dilemma_is_decided_by_dominance() {
    let dilemma = game(&[&[(-8, -8), (0, -10)], &[(-10, 0), (-2, -2)]]);
    let found = dominated(&dilemma, &meter()).unwrap();
    assert_eq!(found.len(), 2);
    assert!(found.iter().all(|one| one.choice == 1 && one.by == By::Choice(0) && one.strength == Strength::Strict));
    assert_eq!(found[0].gain, (rational("2"), Some(rational("2"))));
    assert_eq!(dominant(&dilemma, 1, &meter()).unwrap(), Some(0));
    assert_eq!(eliminate(&dilemma, Strength::Strict, &meter()).unwrap().left, [[0], [0]]);
    assert_eq!(pure_equilibria(&best_responses(&dilemma, &meter()).unwrap()), [0]);
    assert_eq!(pareto_best(&dilemma, &meter()).unwrap().unwrap(), [1, 2, 3]);
    assert_eq!(security(&dilemma, &meter()).unwrap()[0].level, rational("-8"));
}

#[test]
fn a_mixture_may_dominate_where_no_choice_does() {
    let mixed = game(&[&[(3, 0), (0, 0)], &[(0, 0), (3, 0)], &[(1, 0), (1, 0)]]);
    let found = dominated(&mixed, &meter()).unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].player, found[0].choice, found[0].strength), (0, 2, Strength::Strict));
    assert_eq!(found[0].by, By::Mixture(vec![rational("1/2"), rational("1/2"), rational("0")]));
    assert_eq!(found[0].gain.0, rational("1/2"));
    // A mixture that gains in one place only.
    let weak = game(&[&[(4, 0), (0, 0), (1, 0)], &[(0, 0), (4, 0), (1, 0)], &[(2, 0), (1, 0), (1, 0)]]);
    let found = dominated(&weak, &meter()).unwrap();
    assert_eq!((found.len(), found[0].choice, found[0].strength), (1, 2, Strength::Weak));
}

/// Whether a fine grid of mixtures has one that is better by this definition.
fn grid_dominates(table: &Table, choice: usize, strength: Strength) -> bool {
    let others: Vec<usize> = (0..3).filter(|other| *other != choice).collect();
    let columns = table.sizes()[1];
    (0..=60).any(|part| {
        let part = Rational::new(part, 60).unwrap();
        let rest = &Rational::ONE - &part;
        let gains: Vec<Rational> = (0..columns)
            .map(|column| {
                let of = |row: usize| table.payoff(0, row * columns + column);
                &(&(of(others[0]) * &part) + &(of(others[1]) * &rest)) - of(choice)
            })
            .collect();
        match strength {
            Strength::Strict => gains.iter().all(Rational::is_positive),
            Strength::Weak => gains.iter().all(|gain| !gain.is_negative()) && gains.iter().any(Rational::is_positive),
        }
    })
}

#[test]
fn dominated_choices_are_those_of_the_definition() {
    let mut random = Random(4);
    for _ in 0..500 {
        // With payoffs up to 3 and two choices to mix, a grid of sixtieths decides.
        let table = random_game(&mut random, &[3, 3], 3);
        let found = dominated(&table, &meter()).unwrap();
        for choice in 0..3 {
            let one = found.iter().find(|one| one.player == 0 && one.choice == choice);
            let strength = one.map(|one| one.strength);
            let expected = [Strength::Strict, Strength::Weak]
                .into_iter()
                .find(|strength| grid_dominates(&table, choice, *strength));
            assert_eq!(strength, expected, "{choice} {table:?}");
        }
        // No equilibrium uses what strict elimination takes away.
        let left = eliminate(&table, Strength::Strict, &meter()).unwrap().left;
        let all = equilibria(&table, &meter()).unwrap();
        for (player, mixes) in all.mixes.iter().enumerate() {
            for mix in mixes {
                assert!((0..3).all(|choice| mix[choice].is_zero() || left[player].contains(&choice)));
            }
        }
    }
}

#[test]
fn correlated_equilibria_of_chicken() {
    // Aumann's example: the best device makes 21/2 for both together, outside of all mixed equilibria.
    let chicken = game(&[&[(6, 6), (2, 7)], &[(7, 2), (0, 0)]]);
    let [best, worst] = correlated(&chicken, &meter()).unwrap().unwrap();
    assert_eq!(best.welfare, rational("21/2"));
    assert_eq!(best.chances, ["1/2", "1/4", "1/4", "0"].map(rational));
    assert_eq!(worst.welfare, rational("36/5"));
}

#[test]
fn no_equilibrium_is_better_than_the_best_correlated_one() {
    let mut random = Random(11);
    for _ in 0..150 {
        let sizes = [1 + random.index(4), 1 + random.index(4)];
        let table = random_game(&mut random, &sizes, 9);
        let [best, worst] = correlated(&table, &meter()).unwrap().unwrap();
        for device in [&best, &worst] {
            assert_eq!(device.chances.iter().cloned().sum::<Rational>(), Rational::ONE);
            for (player, size) in sizes.into_iter().enumerate() {
                let stride = table.stride(player);
                for told in 0..size {
                    for other in 0..size {
                        let gain =
                            (0..table.profiles()).filter(|profile| profile / stride % size == told).map(|profile| {
                                let moved = profile + other * stride - told * stride;
                                &device.chances[profile]
                                    * &(table.payoff(player, moved) - table.payoff(player, profile))
                            });
                        assert!(!gain.sum::<Rational>().is_positive());
                    }
                }
            }
        }
        let all = equilibria(&table, &meter()).unwrap();
        for pair in &all.extreme {
            let [first, second] = all.pair(*pair);
            let welfare: Rational = table.expected(&[first.clone(), second.clone()]).into_iter().sum();
            assert!(worst.welfare <= welfare && welfare <= best.welfare);
        }
    }
}

#[test]
fn larger_correlated_equilibria_are_found_too() {
    let table = random_game(&mut Random(2), &[8, 8], 99);
    let [best, worst] = correlated(&table, &meter()).unwrap().unwrap();
    assert!(worst.welfare <= best.welfare);
    let three = random_game(&mut Random(2), &[3, 3, 3], 9);
    assert!(correlated(&three, &meter()).unwrap().is_some());
}

#[test]
fn the_hare_is_safer_than_the_stag() {
    let hunt = game(&[&[(9, 9), (0, 8)], &[(8, 0), (7, 7)]]);
    let risk = risk_dominance(&hunt).unwrap();
    assert_eq!((risk.equilibria, risk.losses.clone(), risk.safer()), ([0, 3], ["1", "49"].map(rational), Some(3)));
    assert!(risk_dominance(&game(&[&[(1, -1), (-1, 1)], &[(-1, 1), (1, -1)]])).is_none());
}

#[test]
fn a_given_profile_is_judged_or_refused() {
    let pennies = game(&[&[(1, -1), (-1, 1)], &[(-1, 1), (1, -1)]]);
    let mix = |first: &str, second: &str| vec![rational(first), rational(second)];
    let even = stands(&pennies, &[mix("1/2", "0.5"), mix("1/2", "1/2")]).unwrap();
    assert!(even.iter().all(|stand| stand.is_best() && stand.best == [0, 1]));
    let odd = stands(&pennies, &[mix("1/2", "1/2"), mix("1/3", "2/3")]).unwrap();
    assert!(!odd[0].is_best() && odd[1].is_best());
    assert_eq!(odd[0].most, rational("1/3"));
    for wrong in [
        vec![mix("1/2", "1/3"), mix("1/2", "1/2")],
        vec![mix("3/2", "-1/2"), mix("1/2", "1/2")],
        vec![mix("1/2", "1/2")],
        vec![vec![rational("1")], mix("1/2", "1/2")],
    ] {
        assert!(stands(&pennies, &wrong).is_err());
    }
}

#[test]
fn pure_answers_of_three_players_are_those_of_the_definition() {
    let mut random = Random(6);
    for _ in 0..100 {
        let sizes = [2, 1 + random.index(3), 3];
        let table = random_game(&mut random, &sizes, 2);
        let best = best_responses(&table, &meter()).unwrap();
        let pure = pure_equilibria(&best);
        let pareto = pareto_best(&table, &meter()).unwrap().unwrap();
        for profile in 0..table.profiles() {
            let choices = table.profile(profile);
            assert_eq!(table.index(&choices), profile);
            let deviates = |player: usize| {
                (0..sizes[player]).any(|choice| {
                    let mut other = choices.clone();
                    other[player] = choice;
                    table.payoff(player, table.index(&other)) > table.payoff(player, profile)
                })
            };
            assert_eq!(pure.contains(&profile), !(0..3).any(deviates));
            let gains = |other: usize| (0..3).map(move |player| (other, player));
            let beats = |other: usize| {
                gains(other).all(|(other, player)| table.payoff(player, other) >= table.payoff(player, profile))
                    && gains(other).any(|(other, player)| table.payoff(player, other) > table.payoff(player, profile))
            };
            assert_eq!(pareto.contains(&profile), !(0..table.profiles()).any(beats));
        }
    }
}
