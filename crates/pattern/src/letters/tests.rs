//! Games with letters, with the whole rule that is expected; what is proved is checked and compared with brute force.

use super::find::fits;
use super::grid::Grid;
use super::table::cells;
use super::{Claim, Problem, Unproved, Work, prove, rules};
use grundy_checker::letters::check;
use grundy_value::random::Random;

/// Tuning: a few seconds.
const MAX_STEPS: u64 = 1 << 28;

/// Games by name, each with its rule.
fn games() -> Vec<(&'static str, Problem, &'static str)> {
    let blocks = include_str!("games.txt").split("\n\n");
    let read = |block: &'static str| {
        let (name, rest) = block.trim().split_once('\n').unwrap();
        let (lines, rule) = rest.rsplit_once("\nrule ").unwrap();
        let problem = Problem::parse(&format!("grundy letters 1\n{lines}"));
        (&name[2..], problem.unwrap_or_else(|| panic!("{name} cannot be read")), rule)
    };
    blocks.map(read).collect()
}

#[track_caller]
fn check_proof(problem: &Problem, claim: &Claim) {
    let certificate = prove(problem, claim, &mut Work::new(MAX_STEPS, &|| false));
    let certificate = certificate.unwrap_or_else(|why| panic!("{} is not proved: {why:?}", problem.spelled(claim)));
    check(&certificate).unwrap_or_else(|refusal| panic!("refused: {refusal:?}\n{certificate}"));
}

#[test]
fn rules_in_the_givens_are_found_and_proved() {
    let mut unproved = Vec::new();
    for (name, problem, rule) in games() {
        let expected = problem.claim(rule).unwrap_or_else(|| panic!("the rule of {name} cannot be read"));
        let far = Grid::up_to(&problem, if problem.components == 1 { 100 } else { 18 }, 7);
        let far = cells(&problem, &far, &mut Work::new(u64::MAX, &|| false)).unwrap();
        assert!(fits(&expected, &far), "the rule of {name} is wrong");
        let mut work = Work::new(MAX_STEPS, &|| false);
        let found = rules(&problem, &mut work);
        assert!(found.iter().any(|found| fits(&found.claim, &far)), "no rule of {name} was found");
        let proved = found.iter().take(3).any(|found| {
            let Ok(certificate) = prove(&problem, &found.claim, &mut Work::new(MAX_STEPS, &|| false)) else {
                return false;
            };
            check(&certificate).unwrap_or_else(|refusal| panic!("{name}: {refusal:?}\n{certificate}"));
            assert!(fits(&found.claim, &far), "a false rule of {name} was proved");
            true
        });
        if !proved {
            unproved.push(name);
        }
    }
    assert_eq!(unproved, ["any number but m", "two heaps, values"]);
}

#[test]
fn a_rule_of_three_classes_of_moves_is_proved() {
    let game = "grundy letters 1\nplay normal\ncomponents n\ngivens K\ndomain K >= 3 and n >= 0\n\
                move; n >= 1; n - 1\nmove; n >= 2; n - 2\nmove; n >= K; n - K";
    let problem = Problem::parse(game).unwrap();
    let rule = "if K % 3 == 0 then n % (K + 1) != K and n % (K + 1) % 3 == 0 else n % 3 == 0";
    check_proof(&problem, &problem.claim(rule).unwrap());
}

#[test]
fn a_false_claim_is_refuted_with_a_position() {
    let game = "grundy letters 1\nplay normal\ncomponents n\ngivens m\ndomain m >= 1 and n >= 0\n\
                move k; 1 <= k and k <= m and k <= n; n - k";
    let problem = Problem::parse(game).unwrap();
    let claim = problem.claim("n % (m + 2) == 0").unwrap();
    let why = prove(&problem, &claim, &mut Work::new(MAX_STEPS, &|| false));
    assert!(matches!(why, Err(Unproved::False(_))), "{why:?}");
}

#[test]
fn too_much_work_ends_the_search() {
    let (_, problem, rule) = games().swap_remove(0);
    let claim = problem.claim(rule).unwrap();
    assert_eq!(prove(&problem, &claim, &mut Work::new(100, &|| false)), Err(Unproved::Work));
    assert!(rules(&problem, &mut Work::new(100, &|| false)).is_empty());
}

/// Returns a random game of one heap and one given.
fn random_game(random: &mut Random) -> Option<Problem> {
    const AMOUNTS: [&str; 6] = ["1", "2", "m", "m + 1", "2 * m", "2 * m + 1"];
    let mut text = String::new();
    for _ in 0..=random.below(2) {
        let amount = random.pick(&AMOUNTS);
        text += &match random.below(4) {
            0 => format!("\nmove; n >= {amount}; n - ({amount})"),
            1 => format!("\nmove k; 1 <= k and k <= {amount} and k <= n; n - k"),
            2 => format!("\nmove k; m <= k and k <= {amount} and k <= n; n - k"),
            _ => format!("\nmove k; 1 <= k and k <= {amount} and 2 * k <= n; n - 2 * k"),
        };
    }
    let play = ["normal", "misere", "grundy"][random.index(3)];
    Problem::parse(&format!("grundy letters 1\nplay {play}\ncomponents n\ngivens m\ndomain m >= 1 and n >= 0{text}"))
}

#[test]
fn nothing_false_is_proved_of_random_games() {
    let mut random = Random(1);
    let mut proved = 0;
    for _ in 0..40 {
        let problem = random_game(&mut random).unwrap();
        let found = rules(&problem, &mut Work::new(MAX_STEPS >> 4, &|| false));
        for rule in found.iter().take(2) {
            let Ok(certificate) = prove(&problem, &rule.claim, &mut Work::new(MAX_STEPS >> 4, &|| false)) else {
                continue;
            };
            check(&certificate).unwrap_or_else(|refusal| panic!("{refusal:?}\n{certificate}"));
            let far = cells(&problem, &Grid::up_to(&problem, 118, 20), &mut Work::new(u64::MAX, &|| false)).unwrap();
            assert!(fits(&rule.claim, &far), "{} was proved:\n{certificate}", problem.spelled(&rule.claim));
            proved += 1;
            break;
        }
    }
    assert!(proved >= 20, "only {proved} games were proved");
}
