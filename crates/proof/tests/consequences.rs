//! What follows from a theorem on heaps, and what does not as the positions are no such heaps or are not played so.

#[allow(dead_code, reason = "heaps.rs asks for the others")]
mod heap_values;

use grundy_checker::Play;
use grundy_proof::consequence::{
    Consequence, Entailment, choices, is_unconditional, number, of_automaton, of_heaps, of_lines, of_wider,
    speaks_of_givens,
};
use grundy_proof::linear::{Says, claim_of, claim_of_no_period, claim_of_nothing, claim_of_period, prove, translate};
use grundy_proof::{Evidence, Limits, LinearTheorem, Theorem, check};
use grundy_rules::game::{CompoundRule, Game, Loops, Ties, Verdict};
use grundy_rules::{Instance, Value};
use heap_values::{certificate, game, subtraction};
use std::sync::Arc;

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
    // Right at 0, 1 and 2: of two that grow otherwise one must be taken forever.
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

/// What is proved of the first claim by the period of heaps.
fn proved(rules: &str) -> Consequence {
    let instance = instance(rules);
    match of_heaps(&instance, &instance.game().claims[0], &bash(), &|| false) {
        Some(Entailment::Holds(consequence)) => consequence,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_consequence_is_about_the_same_rules_alone() {
    let rules = "game g(n)\nlet two(x) = 2 * x\nmove take(k in 1..min(3, n)) -> n - k\nclaim lose iff n % 4 == 0\n";
    let consequence = proved(rules);
    let base = instance(rules).game().clone();
    let about = |change: &dyn Fn(&mut Game)| {
        let mut game = base.clone();
        change(&mut game);
        consequence.claim_about(&Instance::new(Arc::new(game), vec![]).unwrap()).is_some()
    };
    assert!(about(&|_| {}) && about(&|game| game.claims.clear()) && about(&|game| game.name = "other".into()));
    let other = |rules: &str| instance(rules).game().clone();
    let ended = other("game g(n)\nwin if n == 9\nstuck win if n == 2\nmove take(k in 1..min(3, n)) -> n - k\n");
    let called = other("game g(n)\nlet two(x) = 2 * x\nmove take(k in 1..two(n)) if k <= n -> n - k\n");
    let bounded = other("game g(n in 0..9)\nmove take if n > 0 -> n - 1\n");
    let sided = other("game g(n)\nplayers L, R\nmove take if n > 0 -> n - 1\n");
    let changes: [&dyn Fn(&mut Game); 13] = [
        &|game| game.symbols = sided.symbols.clone(),
        &|game| game.players = sided.players,
        &|game| game.components = bounded.components.clone(),
        &|game| game.functions = called.functions.clone(),
        &|game| game.moves = bounded.moves.clone(),
        &|game| game.moves = vec![],
        &|game| game.ends = ended.ends.clone(),
        &|game| game.stuck_if = ended.stuck_if.clone(),
        &|game| game.stuck = Verdict::Win,
        &|game| game.points = true,
        &|game| game.compound = CompoundRule::Some,
        &|game| game.loops = if game.loops == Loops::None { Loops::Draw } else { Loops::None },
        &|game| game.ties = Ties::First,
    ];
    for (index, change) in changes.iter().enumerate() {
        assert!(!about(change), "change {index}");
    }
    // Other givens, by name and by value.
    let with_given = "game g(n)\ngiven m = 3\nmove take(k in 1..min(3, n)) -> n - k\nclaim lose iff n % 4 == 0\n";
    let (renamed, game) = (with_given.replace("given m", "given l"), grundy_rules::read(with_given).unwrap());
    let usual = Instance::new(game.clone(), vec![None]).unwrap();
    let Some(Entailment::Holds(one)) = of_heaps(&usual, &usual.game().claims[0], &bash(), &|| false) else {
        panic!("a period is proved")
    };
    assert!(one.claim_about(&usual).is_some());
    assert!(one.claim_about(&Instance::new(game, vec![Some(Value::from(4))]).unwrap()).is_none());
    assert!(one.claim_about(&Instance::new(grundy_rules::read(&renamed).unwrap(), vec![None]).unwrap()).is_none());
}

#[test]
fn from_a_condition_without_a_value_nothing_follows() {
    let wider = |condition: &str, witness: i64| {
        let rules = format!(
            "game g(n)\nmove take(k in 1..min(3, n)) -> n - k\nclaim lose iff n % 4 == 0\nclaim lose iff n % 4 == 0 if {condition}\n"
        );
        let (instance, known) = (instance(&rules), proved(&rules));
        let witness = Arc::new(vec![Value::from(witness)]);
        of_wider(&instance, &instance.game().claims[1], &known, &witness).is_some()
    };
    for condition in [
        "n + 1 > 2",
        "n - 1 > 2",
        "2 * n > 2",
        "n / 2 > 1",
        "n % 5 > 1",
        "-n < -2",
        "not n < 3",
        "n > 2 and n < 9",
        "n > 2 or n < 1",
        "if n > 2 then true else false",
    ] {
        assert!(wider(condition, 4), "{condition}");
        // Of what is no position, or where it does not hold, nothing is learnt.
        assert!(!wider(condition, -4), "{condition}");
    }
    assert!(!wider("n > 2", 1) && !wider("n < 2", -1));
    for condition in ["n / (n - 1) > 0", "n % (n - 9) > 0", "isqrt(n - 1) > 0", "1 + n / n > 1", "2 ** n > 3"] {
        assert!(!wider(condition, 4), "{condition}");
    }
}

/// A theorem about taking up to three with these claims; its values are those of an automaton in base 2.
fn with_claims(instance: &Instance, play: Play, claims: &str) -> Option<LinearTheorem> {
    let game = translate(instance).unwrap();
    let says = |number: usize| if play == Play::Grundy { number } else { number.min(1) };
    let states: String =
        (0..4).map(|state| format!("{} {} {}\n", says(state), 2 * state % 4, (2 * state + 1) % 4)).collect();
    let text = format!("{}{claims}weights 1\nsystem 2\n{states}", game.text(play));
    prove(instance, &text, &grundy_proof::linear::Limits::default()).ok()
}

#[test]
fn lines_of_a_certificate_state_one_claim() {
    let rules = "game g(n)\ngiven m = 3\nmove take(k in 1..min(3, n)) -> n - k\nclaim grundy = n % 4\nclaim lose iff n % 4 == 0\n\
                 claim win iff n % 4 > 0 if n > 3\nclaim lose iff n % 4 == 0 if n < 0\nclaim grundy has period 4 from 0\n\
                 claim grundy has period 4 from 1 if m == 3\nclaim grundy has period 4 from 0 if m == 4\n\
                 claim grundy has period m - 3 from 2\nclaim win iff n > 0\n";
    let instance = Instance::new(grundy_rules::read(rules).unwrap(), vec![None]).unwrap();
    let claims = &instance.game().claims;
    let (game, values) = (translate(&instance).unwrap(), Says::Values(3));
    let lines: Vec<String> = claims
        .iter()
        .enumerate()
        .map(|(index, claim)| match index {
            4 | 6 => claim_of_period(&game, 4, 0, values).unwrap(),
            5 => claim_of_period(&game, 4, 1, values).unwrap(),
            7 => claim_of_period(&game, 0, 2, values).unwrap(),
            _ => claim_of(&instance, claim, values).unwrap(),
        })
        .collect();
    // Every claim but the last is so; those on a condition that is false, or about a period 0, are not derived.
    for (index, claim) in claims.iter().enumerate() {
        let theorem = with_claims(&instance, Play::Grundy, &lines[index]);
        let derived = theorem.as_ref().and_then(|theorem| of_lines(&instance, claim, theorem, values));
        assert_eq!(theorem.is_some(), index < 8, "{}", claim.text);
        assert_eq!(derived.is_some(), index < 6, "{}", claim.text);
        assert!(derived.is_none_or(|derived| derived.speaks() && derived.claim_about(&instance) == Some(claim)));
        // Without its lines it is not stated, nor by half of them, nor of a relation.
        let bare = with_claims(&instance, Play::Grundy, "").unwrap();
        assert!(of_lines(&instance, claim, &bare, values).is_none(), "{}", claim.text);
        if let Some(theorem) = theorem {
            assert!(of_lines(&instance, claim, &theorem, Says::Relation).is_none(), "{}", claim.text);
        }
        let half: Vec<&str> = lines[index].lines().skip(1).collect();
        if !half.is_empty() {
            let theorem = with_claims(&instance, Play::Grundy, &(half.join("\n") + "\n"));
            assert!(theorem.is_none_or(|theorem| of_lines(&instance, claim, &theorem, values).is_none()));
        }
    }
    // A claim that speaks of nothing is said to if the theorem states that too.
    let nothing = claim_of_nothing(&instance, &claims[3], values).unwrap();
    let none = with_claims(&instance, Play::Grundy, &format!("{}{nothing}", lines[3])).unwrap();
    assert!(!of_lines(&instance, &claims[3], &none, values).unwrap().speaks());
    // An automaton of who wins says nothing of values.
    let winners = Says::Values(1);
    let of_winner = |index: usize| {
        let lines = match index {
            4 => claim_of_period(&game, 4, 0, winners).unwrap(),
            _ => claim_of(&instance, &claims[index], winners).unwrap(),
        };
        let theorem = with_claims(&instance, Play::Normal, &lines)?;
        of_lines(&instance, &claims[index], &theorem, winners)
    };
    assert!(of_winner(1).is_some() && of_winner(2).is_some() && of_winner(0).is_none() && of_winner(4).is_none());
    // The theorem itself is about its game, and about no other.
    let theorem = with_claims(&instance, Play::Grundy, "").unwrap();
    let itself = of_automaton(&instance, &theorem).unwrap();
    assert!(itself.speaks() && itself.why().is_none() && itself.claim_about(&instance).is_none());
    assert_eq!((theorem.states(), theorem.text()), (4, game.text(Play::Grundy).as_str()));
    let fewer = self::instance("game g(n)\nmove take(k in 1..min(2, n)) -> n - k\n");
    assert!(of_automaton(&fewer, &theorem).is_none());
    // A period of which no two positions are speaks of nothing.
    let short = self::instance("game g(n in 0..3)\nmove take(k in 1..n) -> n - k\nclaim grundy has period 4 from 0\n");
    let game = translate(&short).unwrap();
    let (line, none) =
        (claim_of_period(&game, 4, 0, values).unwrap(), claim_of_no_period(&game, 4, 0, values).unwrap());
    let speaks = |lines: &str| {
        of_lines(&short, &short.game().claims[0], &with_claims(&short, Play::Grundy, lines).unwrap(), values)
            .map(|derived| derived.speaks())
    };
    assert_eq!([speaks(&line), speaks(&format!("{line}{none}")), speaks(&none)], [Some(true), Some(false), None]);
}

#[test]
fn a_statement_is_about_these_givens() {
    let written = |value: &Value| match value {
        Value::Bool(truth) => truth.to_string(),
        other => other.as_int().unwrap().to_string(),
    };
    let of = |givens: &str, condition: &str, max: usize| {
        let game = grundy_rules::read(&format!(
            "game g(n)\ngiven {givens}\nmove take if n > 0 -> n - 1\nclaim win iff true if {condition}\n"
        ))
        .unwrap_or_else(|mistakes| panic!("{givens} {condition} {mistakes:?}"));
        let condition = game.claims[0].condition.as_ref();
        choices(&game, condition, max).map(|all| {
            all.iter()
                .map(|instance| instance.givens().iter().map(written).collect::<Vec<_>>().join(" "))
                .collect::<Vec<_>>()
                .join(", ")
        })
    };
    let two = "a: int = 1, b: bool = false";
    for (givens, condition, due) in [
        (two, "a == 3 and b", Some("3 true")),
        (two, "3 == a and not b", Some("3 false")),
        (two, "b and (n > 2 and a == 2 + 2)", Some("4 true")),
        (two, "a == 3", Some("3 false, 3 true")),
        // Nothing is fixed by other comparisons, by what is not constant, or on one side of `or`.
        (two, "a < 3 and b", None),
        (two, "a == n and b", None),
        (two, "a == 3 or b", None),
        (two, "a != 3 and b", None),
        (two, "1 <= a == 3 and b", None),
        ("a: int = 1, b: int = 2", "a == b and b == 2", None),
        ("a in 1..3 = 1", "n > 0", Some("1, 2, 3")),
        ("a in 1..3 = 1", "a == 2", Some("2")),
        ("a in 1..3 = 1", "not (a == 2)", Some("1, 2, 3")),
    ] {
        assert_eq!(of(givens, condition, 8).as_deref(), due, "{givens}; {condition}");
    }
    assert_eq!((of("a in 1..3 = 1", "n > 0", 3).is_some(), of("a in 1..3 = 1", "n > 0", 2)), (true, None));
    let rules = "game g(n)\ngiven a: int = 1\nmove take if n > 0 -> n - 1\nclaim win iff true if a == 1\n\
                 claim win iff true if a == 2\nclaim win iff true if n < 0\nclaim win iff true\nclaim win iff true if 1 / (a - 1) == 1\n";
    let instance = Instance::new(grundy_rules::read(rules).unwrap(), vec![None]).unwrap();
    let speaks: Vec<bool> = instance.game().claims.iter().map(|claim| speaks_of_givens(&instance, claim)).collect();
    assert_eq!(speaks, [true, false, true, true, true]);
}
