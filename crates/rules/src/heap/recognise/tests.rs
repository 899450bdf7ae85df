use super::*;
use crate::heap::parse_code;
use crate::heap::tests_random::{options, random_game};
use crate::meter::Meter;
use crate::read;
use crate::value::Value;
use grundy_value::Random;
use std::collections::BTreeSet;

fn instance(rules: &str) -> Instance {
    let game = read(rules).unwrap_or_else(|wrong| panic!("{rules}\n{}", wrong[0].message));
    Instance::new(game, vec![]).unwrap()
}

fn heap_game(instance: &Instance) -> Option<Recognised> {
    recognise(instance, &Meter::steps(u64::MAX))
}

#[track_caller]
fn check(rules: &str, code: &str, offset: i64) {
    let instance = instance(rules);
    let found = heap_game(&instance).unwrap_or_else(|| panic!("{rules}: not recognised"));
    assert_eq!((found.game.code(), found.offset), (parse_code(code).unwrap().code(), offset), "{rules}");
    agree(&instance, &found, 30);
}

#[track_caller]
fn refuse(rules: &str) {
    assert_eq!(heap_game(&instance(rules)), None, "{rules}");
}

/// Compares options by the meaning with those of the digits, ignoring heaps that have no moves.
#[track_caller]
fn agree(instance: &Instance, found: &Recognised, max: u64) {
    let dead = (0..).take_while(|heap| *heap < 64 && options(&found.game, *heap).is_empty()).count() as u64;
    let living = |heaps: Vec<u64>| {
        let mut heaps: Vec<u64> = heaps.into_iter().filter(|heap| *heap >= dead).collect();
        heaps.sort_unstable();
        heaps
    };
    for heap in 0..=max {
        let component = (heap as i64 - found.offset) * found.slope;
        let Ok(part) = instance.part(vec![Value::Int(component.into())]) else { continue };
        assert_eq!(found.heap_of(component), Some(heap));
        let moves = instance.moves(&part, None, &Meter::steps(1 << 24)).unwrap_or_else(|fault| {
            panic!("{}\n{} at {heap}: {}", instance.game().source.0, found.game, fault.message)
        });
        let heap_of = |part: &crate::Part| found.heap_of(part[0].as_int().unwrap().to_i64().unwrap()).unwrap();
        let by_meaning: BTreeSet<Vec<u64>> =
            moves.iter().map(|made| living(made.to.iter().map(heap_of).collect())).collect();
        let by_digits: BTreeSet<Vec<u64>> = options(&found.game, heap).into_iter().map(living).collect();
        assert_eq!(by_meaning, by_digits, "{}\n{} at {heap}", instance.game().source.0, found.game);
    }
}

#[test]
fn subtraction_games_are_recognised() {
    check("game g(n) move take(k in 1..n) -> n - k", ".(3)", 0);
    check("game g(n) move take(k in 1..min(3, n)) -> n - k", "{1..3}", 0);
    check("game g(n) move take(k in {1, 3, 4}) if k <= n -> n - k", "{1,3,4}", 0);
    check("game g(n) given S: set int in 1.. = {2, 5} move take(k in S) if k <= n -> n - k", "{2,5}", 0);
    check("game g(n) given s: [int] = [5, 2, 5] move take(k in s) if n >= k -> with n = n - k", "{2,5}", 0);
    check("game g(n) given m: int in 1.. = 3 move take(k in 1..min(m, n)) -> n - k", "{1..3}", 0);
    check("game g(n) move take(k in 1..n) if not (k in {2, 5}) -> n - k", "!{2,5}", 0);
    check("game g(n) move take(k in 1..n) if k != 2 and k < 6 -> n - k", "{1,3..5}", 0);
    check("game g(n) move take(k in 1..n) if k % 2 == 1 -> n - k", ".(30)", 0);
    check("game g(n) move take(k in 1..n) if k % 3 != 0 -> n - k", ".(330)", 0);
    check("game g(n) move take(k in 1..n / 2) -> n - 2 * k", ".(03)", 0);
    check("game g(n) move take(k in 1..3) if k * k <= n -> n - k * k", "{1,4,9}", 0);
    check("game g(n) move one if n >= 1 -> n - 1 move two if n > 1 -> n - 2", ".33", 0);
    check("game g(n) move all if n > 0 -> 0", ".(1)", 0);
    check("game g(n) move all if n in {2, 4} -> nothing move one if n > 1 -> n - 1", ".2101", 0);
    check("game g(n) move take(k in 1..n - 1) -> n - k", ".(2)", 0);
    check("game g(n) move to(m in 0..n - 1) -> m", ".(3)", 0);
    check("game g(n) move to(m in max(0, n - 3)..n - 1) -> m", ".333", 0);
    check("game g(n) let most = min(n, 4) move take(k in 1..most) if k != 3 -> n - k", "{1,2,4}", 0);
    check("game g(n) move m(a in 0..n, b in a..n) if b > a -> a", ".(3)", 0);
    check("game g(n in 1..) move m(a in 1..n - 1) -> n - a", ".(2)", 0);
    check("game g(n in 2..) move take(k in 1..n - 3) -> n - k", ".(2)", -2);
}

#[test]
fn numbers_that_count_up_are_recognised() {
    let rules = "game g(said in 0..target = 0) given target: int in 1.. = 100 \
        move add(k in 1..min(10, target - said)) -> said + k";
    check(rules, "{1..10}", 100);
    assert_eq!(heap_game(&instance(rules)).unwrap().slope, -1);
}

#[test]
fn games_that_break_heaps_are_recognised() {
    check("game g(n) move knock(t in 1..min(2, n), a in 0..n - t) -> a plus n - t - a", ".77", 0);
    check("game g(n) move knock(a in 0..n - 2) -> a plus n - 2 - a", ".07", 0);
    check("game g(n) move knock(a in 1..n - 3) -> a plus n - 2 - a", ".04", 0);
    check("game g(n) move advance(i in 0..n - 1) -> max(i - 1, 0) plus max(n - i - 2, 0)", ".07", 1);
    check("game g(n) move mark(i in 0..n - 1) -> max(i - 2, 0) plus max(n - i - 3, 0)", ".007", 2);
    check("game g(n) move take(k in 1..n) -> n - k move split(k in 1..n - 1) -> k plus n - k", "4.(3)", 0);
    check("game g(n) move split(k in 1..n / 2) -> k plus n - k", "4.0", 0);
    check("game g(n) move split(a in 1..n, b in a..n) if a + b == n -> a plus b", "4.0", 0);
    check("game g(n) move split(k in 1..(n - 1) / 2) -> k plus n - k", "4!.0", 0);
    check("game g(n) move split(a in 1..n - 1) if a != n - a -> a plus n - a", "4!.0", 0);
    check("game g(n in 1..) move split(a in 1..n - 1) if 2 * a < n -> a plus n - a", "4!.0", 0);
    check("game g(n in 2..) move cut(i in 2..n - 2) -> i plus n - i", ".4", -1);
    check("game g(n) move m(a in 0..n - 1, b in 0..n - 1 - a) -> a plus b plus n - 1 - a - b", ".f", 0);
    check("game g(n) move m(a in 1..n, b in a..(n - a) / 2) -> a plus b plus n - a - b", "8.0", 0);
    check("game g(n) move m(a in 1..n, b in a + 1..n) if a + 2 * b < n -> a plus b plus n - a - b", "8!.0", 0);
    check("game g(n) move m(a in 0..n, b in 0..n - a) if a + b < n -> a plus b", ".(7)", 0);
    check("game g(n) move m(a in 1..n, b in 1..n) if a + b < n and a != b -> a plus b", ".(4!)", 0);
    check("game g(n) move m(a in 0..n - 1) if a != n - a - 1 -> a plus n - 1 - a", ".6!", 0);
    check("game g(n) move m(a in 0..n - 1) -> if a == 0 then n - 1 else a plus n - 1 - a", ".7", 0);
}

#[test]
fn what_is_not_linear_is_refused() {
    for moves in [
        "move take(k in 1..n) if is_fibonacci(k) -> n - k",
        "move take(r in 1..isqrt(n)) -> n - r * r",
        "move take(k in 1..n / 2) -> n - k",
        "move take(k in 1..(n + 1) / 2) -> n - k",
        "move halve if n > 1 -> n / 2",
        "move take(k in 1..n) if n % k == 0 -> n - k",
        "move take(k in 1..min(3, n)) if n < 10 -> n - k",
        "move take(k in 1..min(3, n)) if n % 2 == 0 -> n - k",
        "move split(a in 1..n - 1) if a % 2 == 1 -> a plus n - a",
        "move split if n > 1 and n % 2 == 0 -> n / 2 plus n / 2",
        "move split(a in 1..n / 2) if n == 2 * a -> a plus a",
        "move split(a in 2..n - 2) -> a plus n - a",
        "move split(a in 1..n - 2) if a != n - a - 1 -> a plus n - 1 - a move cut(a in 1..n - 1) -> a plus n - a",
        "move m(a in 1..n, b in 1..n - a) if a != b and a + b < n -> a plus b plus n - a - b",
        "move take(k in 1..n) if k <= n - 2 -> n - k",
        "move double(k in 1..n - 1) -> k plus k",
        "move m(a in 1..min(2, n - 1)) -> a plus n - a",
        "stuck wins move take(k in 1..n) -> n - k",
        "win if n == 3 move take(k in 1..n) -> n - k",
        "compound some move take(k in 1..n) -> n - k",
        "move take(k in 1..n) -> again if k == 2: n - k",
        "move take(k in {1000000000000}) if k <= n -> n - k",
    ] {
        refuse(&format!("game g(n) {moves}"));
    }
    refuse("game g(n, m = 0) move take(k in 1..n) -> (n - k, m)");
    refuse("game g(n: int) move take(k in 1..n) -> n - k");
    refuse("game g(n) players a, b move take(k in 1..n) -> n - k");
}

#[test]
fn rules_made_of_digits_are_those_digits() {
    let mut random = Random(11);
    for _ in 0..300 {
        let game = random_game(&mut random);
        let rules = game.rules("g");
        let instance = instance(&rules);
        let exact = Recognised { game: game.clone(), offset: 0, slope: 1 };
        let max = if game.most_parts() > 3 { 14 } else { 20 };
        // The rules mean what the digits mean; here heaps without moves are not ignored.
        for heap in 0..=max {
            let part = instance.part(vec![Value::Int((heap as i64).into())]).unwrap();
            let moves = instance.moves(&part, None, &Meter::steps(1 << 24)).unwrap();
            let size = |part: &crate::Part| part[0].as_int().unwrap().to_i64().unwrap() as u64;
            let listed: Vec<Vec<u64>> = moves.iter().map(|made| made.to.iter().map(size).collect()).collect();
            let by_meaning: BTreeSet<Vec<u64>> = listed.iter().cloned().collect();
            assert_eq!(by_meaning.len(), listed.len(), "{rules} lists an option twice at {heap}");
            assert_eq!(by_meaning, options(&game, heap), "{rules} at {heap}");
        }
        assert_eq!(heap_game(&instance), Some(exact), "{rules}");
    }
}

/// Returns rules in the usual styles of heap games, most of them slightly wrong.
fn random_rules(random: &mut Random) -> String {
    let header = *random.pick(&["n", "n", "n", "n in 1..", "n in 2..", "n in 0..60"]);
    let mut text = format!("game g({header})");
    for rule in 0..1 + random.index(2) {
        let names = ["t", "a", "b"];
        let mut binders: Vec<String> = Vec::new();
        let mut known = vec!["n".to_string()];
        for name in names.iter().take(1 + random.index(3)) {
            let low = *random.pick(&["0", "1", "1", "1", "2", "max(0, n - 3)", "LAST", "LAST + 1"]);
            let high = *random.pick(&[
                "n",
                "n - 1",
                "n - 2",
                "n / 2",
                "(n - 1) / 2",
                "min(2, n)",
                "min(3, n - 1)",
                "3",
                "n - LAST",
                "n - LAST - 1",
                "(n - LAST) / 2",
                "(n - LAST - 1) / 2",
                "n - t - a",
                "(n - t - a) / 2",
            ]);
            let last = known.last().unwrap().clone();
            let known_names = |text: &str| {
                let text = text.replace("LAST", if last == "n" { "1" } else { &last });
                let unknown = |name: &&&str| !known.contains(&name.to_string());
                names.iter().filter(unknown).fold(text, |text, name| text.replace(&format!(" {name}"), " 1"))
            };
            let domain = if random.index(8) == 0 {
                random.pick(&["{1, 3}", "{2}", "{1, 2, 4}"]).to_string()
            } else {
                format!("{}..{}", known_names(low), known_names(high))
            };
            binders.push(format!("{name} in {domain}"));
            known.push(name.to_string());
        }
        let operand = |random: &mut Random| random.pick(&known).clone();
        let mut guards = Vec::new();
        for _ in 0..random.index(3) {
            guards.push(match random.index(7) {
                0 => format!("{} != {}", operand(random), operand(random)),
                1 => format!("{} <= n - {}", operand(random), operand(random)),
                2 => format!("{} < {}", operand(random), operand(random)),
                3 => format!("{} != n - {}", operand(random), operand(random)),
                4 => format!("{} % 2 == {}", operand(random), random.index(2)),
                5 => format!("{} > {}", operand(random), random.index(3)),
                _ => "n >= 1".to_string(),
            });
        }
        let chosen: Vec<&str> = known[1..].iter().map(String::as_str).collect();
        let rest = format!("n - {}", chosen.join(" - "));
        let result = match random.index(6) {
            0 => rest,
            1 => chosen.join(" plus "),
            2 => format!("{} plus {rest}", chosen[chosen.len() - 1]),
            3 => format!("{} plus {rest}", chosen[1.min(chosen.len() - 1)..].join(" plus ")),
            4 => format!("max({} - 1, 0) plus max({rest} - 1, 0)", chosen.join(" - ")),
            _ => format!("{} plus n - {}", chosen[0], chosen[0]),
        };
        let guard = if guards.is_empty() { String::new() } else { format!(" if {}", guards.join(" and ")) };
        text.push_str(&format!(" move m{rule}({}){guard} -> {result}", binders.join(", ")));
    }
    text
}

#[test]
fn whatever_is_recognised_has_the_options_of_its_digits() {
    let mut random = Random(5);
    let (mut read_well, mut recognised, mut codes) = (0, 0, BTreeSet::new());
    for _ in 0..2_000 {
        let rules = random_rules(&mut random);
        let Ok(game) = read(&rules) else { continue };
        let Ok(instance) = Instance::new(game, vec![]) else { continue };
        read_well += 1;
        if let Some(found) = heap_game(&instance) {
            recognised += 1;
            codes.insert(found.game.code());
            agree(&instance, &found, 40);
        }
    }
    assert!(read_well > 400 && recognised > 60 && codes.len() > 20, "{read_well} {recognised} {codes:?}");
}

#[test]
fn the_heap_games_of_the_catalogue_are_recognised() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../catalogue/heap");
    let mut found = Vec::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let game = read(&std::fs::read_to_string(file.unwrap().path()).unwrap()).unwrap();
        let name = game.name.clone();
        let Ok(instance) = Instance::new(game, vec![]) else { continue };
        if let Some(recognised) = heap_game(&instance) {
            agree(&instance, &recognised, 30);
            found.push(format!("{name} {} {}", recognised.game, recognised.offset));
        }
    }
    found.sort();
    let expect = [
        "bash .333 0",
        "counting {1..10} 100",
        "dawson_chess .07 1",
        "dawson_kayles .07 0",
        "grundys_game 4!.0 0",
        "kayles .77 0",
        "lasker 4.(3) 0",
        "nim .(3) 0",
        "nim_game .333 0",
        "one_two_k .3303 0",
        "subtraction .3033 0",
        "treblecross_row .007 2",
    ];
    assert_eq!(found, expect);
}

#[test]
fn work_is_limited_whatever_the_rules() {
    // Each `let` calls the one before seven times: the last would be expanded 7^15 times.
    let mut rules = "game deep(n) let f0(x) = x + 0".to_owned();
    for index in 1..16 {
        let call = format!("f{}(x)", index - 1);
        rules += &format!("\nlet f{index}(x) = {0} + {0} + {0} + {0} - {0} - {0} - {0}", call);
    }
    refuse(&format!("{rules}\nmove take(t in 1..min(2, n)) if f15(t) >= 0 -> n - t"));
    refuse(&format!("{rules}\nmove take(t in 1..min(f15(2), n)) -> n - t"));
    // Some such calls are still expanded.
    check(&format!("{rules}\nmove take(t in 1..min(f3(2), n)) -> n - t"), "{1..2}", 0);
    // Sixty thousand choices, each with its own condition, are too many; a thousand are not.
    refuse("game many(n) move take(a in 1..250, b in 1..250) if a * b <= n -> n - a * b");
    assert!(heap_game(&instance("game few(n) move take(a in 1..30, b in 1..30) if a * b <= n -> n - a * b")).is_some());
    // Each condition is the one before, twice: the last would have 2^15 facts.
    let mut rules = "game long(n) let c0(t, m) = t <= m".to_owned();
    for index in 1..16 {
        rules += &format!("\nlet c{index}(t, m) = c{0}(t, m) and c{0}(t, m)", index - 1);
    }
    refuse(&format!("{rules}\nmove take(t in 1..3) if c15(t, n) -> n - t"));
    check(&format!("{rules}\nmove take(t in 1..3) if c5(t, n) -> n - t"), "{1..3}", 0);
}

#[test]
fn a_limit_that_is_met_is_remembered_and_raised() {
    let met = |rules: &str, factor: u64| {
        let meter = Meter::steps(u64::MAX).times(factor);
        (recognise(&instance(rules), &meter).is_some(), meter.met().map(|met| (met.name.text, met.needed)))
    };
    let long = "game long(n) move take(k in 1..2000000) if k <= n -> n - k";
    assert_eq!(met(long, 1), (false, Some(("places of a heap code", Some(2)))));
    assert_eq!(met(long, 20), (true, None));
    let wide = "game wide(n) move take(k in 1..n) if k % 1000003 == 5 -> n - k";
    assert_eq!(met(wide, 1), (false, Some(("steps of recognising heaps", Some(10)))));
    assert_eq!(met(wide, 100), (true, None));
    // A limit that no budget raises is recorded as such.
    let calls: String = (1..40).map(|index| format!("let f{index}(x) = f{}(x) + 0\n", index - 1)).collect();
    let deep = format!("game deep(n) let f0(x) = x\n{calls}move take(k in 1..3) if f39(k) <= n -> n - k");
    assert_eq!(met(&deep, 100).1, Some(("calls of functions within each other", None)));
    // Games that are no heap games meet no limit.
    assert_eq!(met("game half(n) move halve if n > 1 -> n / 2", 1), (false, None));
}

#[test]
fn ranges_that_begin_far_from_nothing_are_counted_from_there() {
    check("game far(n in 100..) move take(k in 1..min(3, n - 100)) -> n - k", "{1..3}", -100);
    check("game low(n in -50..) move take(k in 1..min(2, n + 50)) -> n - k", "{1..2}", 50);
}
