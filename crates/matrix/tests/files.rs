//! Files of matrix games: what they mean, and what is said of their mistakes.

use grundy_matrix::file::{MatrixGame, Played, Trouble, Verdict, is_matrix, read};
use grundy_rules::{Colour, Meter};
use std::sync::Arc;

const POT: &str = "game public_pot
players 43 alike
choice fee in 0..250
payoff (if total(fee) > 250 then 10 else 0) - fee
claim equilibrium total(fee) == 0
claim equilibrium iff total(fee) == 0 or total(fee) == 251 and fee <= 10
";

const DILEMMA: &str = "game prisoners_dilemma
players Ann, Ben
choice confess, deny
payoff confess: -8, -8; 0, -10
payoff deny: -10, 0; -2, -2
claim equilibrium confess, confess
";

fn meter() -> Meter<'static> {
    Meter::steps(u64::MAX)
}

#[track_caller]
fn game(source: &str) -> Arc<MatrixGame> {
    read(source).unwrap_or_else(|wrong| {
        panic!("{}", wrong.iter().map(|one| one.render("test", source, Colour::Never)).collect::<String>())
    })
}

#[track_caller]
fn play(source: &str) -> Played {
    let game = game(source);
    game.play(vec![None; game.scope().givens.len()], &meter()).unwrap()
}

#[track_caller]
fn check_claims(source: &str) {
    for (verdict, claim) in game(source).check(&meter()).unwrap().iter().zip(&game(source).claims) {
        assert_eq!(*verdict, Verdict::True, "{}", claim.text);
    }
}

#[test]
fn the_dilemma_takes_six_lines() {
    assert!(is_matrix(DILEMMA) && !is_matrix("game nim(n)\nmove take(k in 1..n) -> n - k\n"));
    let played = play(DILEMMA);
    let table = played.table().unwrap();
    assert_eq!(table.players()[1].name, "Ben");
    assert_eq!((table.payoff(0, 1).to_string(), table.payoff(1, 1).to_string()), ("0".into(), "-10".into()));
    check_claims(DILEMMA);
}

#[test]
fn the_pot_is_solved_without_listing_profiles() {
    let Played::Alike(pot, None) = play(POT) else { panic!("they are alike") };
    assert_eq!(pot.kinds.len(), 2);
    assert_eq!((pot.kinds[0].total, pot.kinds[0].profiles.to_string()), (Some(0), "1".into()));
    assert_eq!(pot.kinds[1].total, Some(251));
    assert_eq!(pot.kinds[1].choices, (0..=10).collect::<Vec<_>>());
    // The coefficient of x^251 in (1 + x + … + x^10)^43, by adding players one by one.
    let mut ways = vec![dashu_int::IBig::ONE];
    for _ in 0..43 {
        let mut more = vec![dashu_int::IBig::ZERO; ways.len() + 10];
        for (total, count) in ways.iter().enumerate() {
            (0..=10).for_each(|fee| more[total + fee] += count);
        }
        ways = more;
    }
    assert_eq!(pot.kinds[1].profiles, ways[251]);
    assert_eq!(pot.welfare.unwrap(), (179.into(), vec![251]));
    check_claims(POT);
}

/// Counts pure equilibria by listing all profiles.
fn listed(players: u32, fees: i64, payoff: impl Fn(i64, &[i64]) -> i64) -> usize {
    let size = fees + 1;
    (0..size.pow(players))
        .filter(|code| {
            let profile: Vec<i64> = (0..players).map(|player| code / size.pow(player) % size).collect();
            (0..profile.len()).all(|player| {
                let others: Vec<i64> =
                    (0..profile.len()).filter(|other| *other != player).map(|other| profile[other]).collect();
                (0..size).all(|fee| payoff(fee, &others) <= payoff(profile[player], &others))
            })
        })
        .count()
}

#[test]
fn equilibria_of_players_who_are_alike_are_those_that_a_list_of_profiles_has() {
    for players in 1..=5 {
        for (expression, payoff) in [
            (
                "(if total(x) >= 5 then 7 else total(x)) - 2 * x",
                (|x, others| {
                    let total = x + others.iter().sum::<i64>();
                    (if total >= 5 { 7 } else { total }) - 2 * x
                }) as fn(i64, &[i64]) -> i64,
            ),
            ("x * (6 - total(x))", |x, others| x * (6 - x - others.iter().sum::<i64>())),
            ("abs(x - sum(x * x for others) % 3)", |x, others| {
                (x - others.iter().map(|other| other * other).sum::<i64>() % 3).abs()
            }),
            ("count(x > 1 for others) * x - x * total(x)", |x, others| {
                others.iter().filter(|other| **other > 1).count() as i64 * x - x * (x + others.iter().sum::<i64>())
            }),
            ("if all(x <= 2 for others) then x else 3 - x", |x, others| {
                if others.iter().all(|other| *other <= 2) { x } else { 3 - x }
            }),
            ("if any(o == x for o in others) then 0 else x", |x, others| if others.contains(&x) { 0 } else { x }),
        ] {
            let source = format!("game g\nplayers {players} alike\nchoice x in 0..3\npayoff {expression}\n");
            let Played::Alike(alike, _) = play(&source) else { panic!("they are alike") };
            assert_eq!(alike.profiles().to_string(), listed(players, 3, payoff).to_string(), "{players} {expression}");
        }
    }
}

#[test]
fn payoffs_may_be_expressions_and_fractions() {
    let pennies = "game pennies\nplayers Even, Odd\nchoice head, tail\nsum 0\npayoff if Even == Odd then 1 else -1\n\
                   claim value 0\nclaim equilibrium [1/2, 1/2], [1/2, 1/2]\nclaim pure 0\nclaim equilibria 1\n";
    check_claims(pennies);
    let halves = "game halves\nplayers A, B\ngiven n: int in 1..9 = 3\nchoice A: in 1..n\nchoice B: x, y\n\
                  payoff A: A / 2 + (if B == x then 1 else 1/3)\npayoff B: -A / n\n";
    let played = play(halves);
    let table = played.table().unwrap();
    assert_eq!(table.sizes(), [3, 2]);
    assert_eq!((table.payoff(0, 0).to_string(), table.payoff(0, 5).to_string()), ("3/2".into(), "11/6".into()));
    assert_eq!(table.payoff(1, 2).to_string(), "-2/3");
    let three = "game three\nplayers A, B, C\nchoice 0, 1\npayoff 0, 0, 0: 1, 1, 1\npayoff 0, 0, 1: 0, 0, 0\n\
                 payoff 0, 1, 0: 0, 0, 0\npayoff 0, 1, 1: 0, 0, 0\npayoff 1, 0, 0: 0, 0, 0\npayoff 1, 0, 1: 0, 0, 0\n\
                 payoff 1, 1, 0: 0, 0, 0\npayoff 1, 1, 1: 2, 2, 2\nclaim equilibrium 1, 1, 1\nclaim pure 5\n";
    let found = game(three).check(&meter()).unwrap();
    assert_eq!(found[0], Verdict::True);
}

#[test]
fn claims_may_be_false() {
    for claim in [
        "equilibrium deny, deny",
        "equilibrium confess, flee",
        "equilibrium [1/2, 1/2], [1, 0]",
        "equilibrium [1/2, 1/3], [1, 0]",
        "equilibria 2",
        "value 0",
        "left 4",
        "profiles 1",
    ] {
        let source = DILEMMA.replace("equilibrium confess, confess", claim);
        assert!(matches!(game(&source).check(&meter()).unwrap()[0], Verdict::False(_)), "{claim}");
    }
    for claim in ["equilibrium total(fee) == 251", "equilibrium iff total(fee) == 0", "profiles 2"] {
        let source = POT.replace("equilibrium total(fee) == 0", claim);
        assert!(matches!(game(&source).check(&meter()).unwrap()[0], Verdict::False(_)), "{claim}");
    }
}

#[test]
fn mistakes_are_named() {
    let begin = "game g\nplayers A, B\nchoice up, down\n";
    for (source, message) in [
        (format!("{begin}payoff up: 1, 2; 3\npayoff down: 1, 2; 3, 4\n"), "this cell has 1 payoffs"),
        (format!("{begin}payoff up: 1, 2\npayoff down: 1, 2; 3, 4\n"), "this line has 1 cells, and 2 are needed"),
        (format!("{begin}payoff up: 1, 2; 3, 4\n"), "the payoffs of down, up are missing"),
        (format!("{begin}payoff up: 1, 2; 3, 1/0\npayoff down: 1, 2; 3, 4\n"), "division by zero"),
        (format!("{begin}payoff up: 1, 2; 3, nan\npayoff down: 1, 2; 3, 4\n"), "nan"),
        (format!("{begin}payoff up: 1, 2; 3, 4\npayoff up: 1, 2; 3, 4\n"), "the payoffs of up, up are said twice"),
        (format!("{begin}payoff left: 1, 2; 3, 4\n"), "A has no choice `left`"),
        (format!("{begin}payoff 1\n"), "does not say whose it is"),
        (format!("{begin}payoff A: 1\n"), "the payoff of `B` is missing"),
        (format!("{begin}payoff A: 1\npayoff B: 2\npayoff A: 3\n"), "the payoff of `A` is said twice"),
        (begin.to_owned(), "the file has no payoffs"),
        ("game g\nplayers A, B\nchoice up, up\npayoff A: 1\npayoff B: 1\n".into(), "the choice `up` is named twice"),
        ("game g\nplayers A, A\nchoice up\npayoff A: 1\n".into(), "the player `A` is named twice"),
        ("game g\nchoice up\npayoff 1\n".into(), "does not say who plays"),
        ("game g\nplayers A, B\npayoff A: 1\npayoff B: 2\n".into(), "what there is to choose"),
        ("game g\nplayers A, B\nchoice A: up\npayoff A: 1\npayoff B: 2\n".into(), "what B may choose"),
        ("game g\nplayers A, B\nchoice C: up\npayoff A: 1\npayoff B: 2\n".into(), "there is no player `C`"),
        ("game g\nplayers 0 alike\nchoice x in 0..1\npayoff x\n".into(), "players who are alike are 1 to"),
        ("game g\nplayers 3 alike\nchoice x in 4..1\npayoff x\n".into(), "nothing to choose from 4 to 1"),
        ("game g\nplayers 3 alike\nchoice x in 0..9\npayoff x + y\n".into(), "`y`"),
        ("game g\nplayers 3 alike\nchoice x in 0..99999999999\npayoff x\n".into(), "too many to list"),
        ("game g\nplayers A, B\nchoice x in 0..9999\npayoff A: A\npayoff B: B\n".into(), "too many to list"),
        ("game g\nplayers A, B\nchoise up\npayoff A: 1\npayoff B: 2\n".into(), "`choise` is not a clause"),
        ("game g\nplayers A\nchoice up\npayoff A: 1\n".into(), "at least two players"),
        (format!("{begin}payoff A: 1\npayoff B: 2\nclaim equilibriums 2\n"), "expected a claim"),
        (format!("{begin}payoff A:\npayoff B: 2\n"), "expected a payoff"),
        (format!("{begin}payoff A: true\npayoff B: 2\n"), "number"),
    ] {
        let wrong = match read(&source) {
            Err(wrong) => wrong,
            Ok(game) => match game.play(vec![None; game.scope().givens.len()], &meter()) {
                Err(Trouble::Wrong(wrong)) => wrong,
                Err(Trouble::Fault(fault)) => panic!("{fault:?}"),
                Ok(_) => panic!("{source}\nis right"),
            },
        };
        let said: String = wrong.iter().map(|one| one.render("test", &source, Colour::Never)).collect();
        assert!(said.contains(message), "{source}\n{said}\nlacks {message}");
    }
}

#[test]
fn the_claims_of_the_catalogue_hold() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../catalogue/matrix");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let source = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        assert!(is_matrix(&source) && !game(&source).claims.is_empty() && game(&source).origin.is_some());
        check_claims(&source);
        count += 1;
    }
    assert!(count >= 13);
}
