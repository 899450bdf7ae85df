//! What follows from a theorem on heaps, and what does not as the positions are no such heaps or are not played so.

#[allow(dead_code, reason = "heaps.rs asks for the others")]
mod heap_values;

use grundy_proof::consequence::{Entailment, is_unconditional, number, of_heaps, of_wider};
use grundy_proof::{Evidence, Limits, Theorem, check};
use grundy_rules::{Instance, Value};
use heap_values::{certificate, game, subtraction};

fn instance(rules: &str) -> Instance {
    let game = grundy_rules::read(rules).unwrap_or_else(|mistakes| panic!("{rules}{mistakes:?}"));
    Instance::new(game, vec![]).unwrap()
}

/// Take one, two or three.
fn bash() -> Theorem {
    let right = certificate(&subtraction(&[1, 2, 3]), 4, 0, 0, Evidence::SubtractionWindow);
    check(&right, &Limits::default()).unwrap()
}

fn nim() -> Theorem {
    let right = certificate(&game(&[0], &[3]), 1, 0, 1, Evidence::Arithmetic { window: 0 });
    check(&right, &Limits::default()).unwrap()
}

/// What is said of the first claim: that it holds and how, of nothing, where it fails; `-` where nothing can be said.
fn told(rules: &str, theorem: &Theorem) -> String {
    let instance = instance(rules);
    match of_heaps(&instance, &instance.game().claims[0], theorem, &|| false) {
        None => "-".into(),
        Some(Entailment::FailsAt(number)) => format!("fails at {number}"),
        Some(Entailment::Holds(how)) => {
            format!(
                "{}{}",
                how.why().map_or("so it is said".to_owned(), ToString::to_string),
                if how.speaks() { "" } else { ", of nothing" }
            )
        }
    }
}

const AS: &str = "as the values of the heap game .333 have period 4 from 0";

#[test]
fn values_of_heaps_say_who_wins_single_moves_of_normal_play() {
    let taking = "game g(n)\nmove take(k in 1..min(3, n)) -> n - k\n";
    let with = |more: &str| told(&format!("{taking}{more}\n"), &bash());
    assert_eq!(with("claim lose iff n % 4 == 0"), AS);
    assert_eq!(with("claim grundy = n % 4"), AS);
    assert_eq!(with("claim grundy = n % 4 if n < 0"), format!("{AS}, of nothing"));
    assert_eq!(with("claim lose iff n % 4 == 1"), "fails at 0");
    assert_eq!(with("claim lose iff n % 4 == 0 or n == 37"), "fails at 37");
    for other in [
        "stuck wins",
        "stuck draws",
        "compound every",
        "compound some",
        "compound short",
        "compound anti",
        "win if n == 9",
    ] {
        assert_eq!(with(&format!("{other}\nclaim lose iff n % 4 == 0")), "-", "{other}");
    }
    // Other games, and positions of two numbers.
    assert_eq!(told(&format!("{taking}claim lose iff n % 4 == 0\n"), &nim()), "-");
    assert_eq!(told("game g(n)\nmove take(k in 1..min(4, n)) -> n - k\nclaim lose iff n % 4 == 0\n", &bash()), "-");
    assert_eq!(
        told("game g(n, m)\nmove take(k in 1..min(3, n)) -> (n - k, m)\nclaim lose iff n % 4 == 0\n", &bash()),
        "-"
    );
}

#[test]
fn a_period_is_one_of_those_that_are_proved() {
    let of = |positions: &str, claim: &str| {
        told(
            &format!("game g({positions})\nmove take(k in 1..min(3, n)) -> n - k\nclaim grundy has {claim}\n"),
            &bash(),
        )
    };
    assert_eq!(of("n", "period 4 from 0"), "so it is said");
    assert_eq!(of("n", "period 8 from 3"), "so it is said");
    assert_eq!(of("n", "period 3 from 0"), "fails at 3");
    assert_eq!(of("n", "period 2 from 5"), "fails at 7");
    assert_eq!(of("n in 0..6", "period 4 from 0"), "so it is said");
    // Beyond the end nothing is wrong.
    assert_eq!(of("n in 0..6", "period 5 from 2"), "so it is said, of nothing");
    assert_eq!(of("n in 0..6", "period 5 from 1"), "fails at 6");
    assert_eq!(of("n in 0..3", "period 4 from 0"), "so it is said, of nothing");
    assert_eq!(of("n in 0..4", "period 4 from 0"), "so it is said");
    // Values that grow have no period.
    let grows = "game g(n)\nmove take(k in 1..n) -> n - k\nclaim grundy has period 1 from 0\n";
    assert_eq!(told(grows, &nim()), "-");
    assert_eq!(
        told(&grows.replace("has period 1 from 0", "= n"), &nim()),
        "as the values of the heap game .(3) have period 1 from 0 with saltus 1"
    );
}

#[test]
fn a_condition_does_not_make_a_claim_speak_that_speaks_of_nothing() {
    let with_condition = |last: i64| {
        let rules = format!(
            "game g(n in 0..{last})\ngiven m = 3\nmove take(k in 1..min(3, n)) -> n - k\nclaim grundy has period 4 from 0\n\
             claim grundy has period 4 from 0 if m == 3\n"
        );
        let instance = Instance::new(grundy_rules::read(&rules).unwrap(), vec![None]).unwrap();
        let claims = &instance.game().claims;
        let Some(Entailment::Holds(wider)) = of_heaps(&instance, &claims[0], &bash(), &|| false) else {
            panic!("the period is proved")
        };
        of_wider(&instance, &claims[1], &wider, &instance.part(vec![Value::from(2)]).unwrap()).unwrap().speaks()
    };
    assert!(with_condition(4) && !with_condition(3));
}

#[test]
fn numbers_and_conditions_that_positions_do_not_change() {
    let rules = "game g(n)\ngiven m = 3, z: int = -1\nmove take(k in 1..min(3, n)) -> n - k\nclaim lose iff n % 4 == m if CONDITION\n";
    let of = |condition: &str| {
        let game = grundy_rules::read(&rules.replace("CONDITION", condition)).unwrap();
        let instance = Instance::new(game, vec![None, None]).unwrap();
        is_unconditional(&instance, &instance.game().claims[0])
    };
    assert!(of("m == 3") && !of("m == 4") && !of("n >= 0") && !of("n == n") && of("z < 0"));
    let game = grundy_rules::read(
        &rules.replace("if CONDITION", "").replace("lose iff n % 4 == m", "grundy has period m from 0"),
    )
    .unwrap();
    let instance = Instance::new(game, vec![None, None]).unwrap();
    let grundy_rules::game::ClaimKind::Period { period, .. } = &instance.game().claims[0].kind else {
        panic!("a period")
    };
    assert_eq!(number(&instance, period), Some(3));
}

#[test]
fn what_grows_otherwise_than_the_values_is_not_taken_for_periodic() {
    let with =
        |claim: &str| told(&format!("game g(n)\nmove take(k in 1..min(3, n)) -> n - k\nclaim {claim}\n"), &bash());
    // Right for the first hundreds of numbers, or thirty, and wrong then: a product of what grows has no period.
    for claim in [
        "lose iff n % 4 == 0 and n * n < 100000",
        "lose iff n % 4 == 0 and (1 - n % 2) * n < 1000",
        "lose iff n % 4 == 0 and n * (1 - n % 2) < 1000",
        "grundy = if n ** 2 < 900 then n % 4 else 0",
    ] {
        assert_eq!(with(claim), "-", "{claim}");
    }
    assert_eq!(with("grundy = n % 2 + 2 * (n % 4 / 2) * (1 + n % 2 - n % 2)"), AS);
    assert_eq!(with("grundy = (n % 2) * (n % 2) + 2 * (n % 4 / 2)"), AS);
    assert_eq!(with("grundy = -(0 - n % 4)"), AS);
    let with = |claim: &str| told(&format!("game g(n)\nmove take(k in 1..n) -> n - k\nclaim {claim}\n"), &nim());
    // Right at 0, 1 and 2: of two that grow otherwise one must be taken for ever.
    assert_eq!(with("grundy = if n % 2 == 0 then n else 2 * n - 1"), "-");
    assert_eq!(with("grundy = if n % 2 == 0 then n else 3 * n - 2"), "-");
    assert_eq!(with("grundy = 2 * n"), "-");
    assert_eq!(
        with("grundy = if n < 5 then n else n"),
        "as the values of the heap game .(3) have period 1 from 0 with saltus 1"
    );
    // Where the zeros of what grows end is not said by a period that begins with one.
    assert_eq!(with("lose iff n == 0"), "-");
}

#[test]
fn work_can_be_called_off() {
    let instance =
        instance("game g(n)\nmove take(k in 1..min(3, n)) -> n - k\nclaim lose iff n % 4 == 0 or n == 99999\n");
    let told = |called_off: bool| of_heaps(&instance, &instance.game().claims[0], &bash(), &|| called_off);
    assert!(matches!(told(false), Some(Entailment::FailsAt(99999))));
    assert!(told(true).is_none());
}
