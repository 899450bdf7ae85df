//! Every way of counting against a search of every position, on random boxes.

use super::*;
use grundy_rules::{Position, Value, read};
use grundy_solve::Budget;
use grundy_value::Random;

const NIM: &str = "game nim(n) move take(k in 1..n) -> n - k";
const KAYLES: &str = "game k(n) move knock(t in 1..min(2, n), a in 0..n - t) -> a plus n - t - a";
const LASKER: &str = "game lasker(n) move take(k in 1..n) -> n - k move split(k in 1..n - 1) -> k plus n - k";
const SUBTRACTION: &str = "game s(n in 2..) move take(k in {2, 5}) if k <= n - 2 -> n - k";
const BASH: &str = "game bash(n) given m: int in 1.. = 3 move take(k in 1..min(m, n)) -> n - k";
const WYTHOFF: &str = "game wythoff(a, b) move left(k in 1..a) -> (a - k, b) move right(k in 1..b) -> (a, b - k)
    move both(k in 1..min(a, b)) -> (a - k, b - k)";
const PAIRS: &str =
    "game pairs(a, b in 1..) move left(k in 1..a) -> (a - k, b) move right(k in 1..b - 1) -> (a, b - k)";
const MISERE: &str =
    "game m(a, b) stuck wins move left(k in 1..min(a, 2)) -> (a - k, b) move right(k in 1..min(b, 3)) -> (a, b - k)";
const HEAPS: &str =
    "game h(heaps: bag int) move take(i in 0..len(heaps) - 1, k in 1..heaps[i]) -> with heaps[i] = heaps[i] - k";
const VALID: &str = "game v(a, b in 0..20) valid if a <= b move up(k in 1..b - a) -> (a + k, b)";
const LOOPS: &str = "game l(v) move go(u in [(v + 1) % 7, v / 2]) if v > 0 and v % 3 != 1 -> u";
const LEFT: &str =
    "game p(n) players L, R L move one(k in 1..min(n, 2)) -> n - k R move two(k in 2..min(n, 3)) -> n - k";
const POINTS: &str = "game coins(n) move take(k in 1..min(n, 3)) gain k * (n % 4) -> n - k";

fn instance(rules: &str) -> Arc<Instance> {
    Arc::new(Instance::new(read(rules).unwrap_or_else(|wrong| panic!("{rules}: {wrong:?}")), vec![]).unwrap())
}

/// Lists the positions of a box by trying everything.
fn all(instance: &Instance, region: &Region) -> Vec<Vec<grundy_rules::Part>> {
    let numbers = |range: &Interval| range.low.to_i64().unwrap()..=range.high.to_i64().unwrap();
    let mut sums: Vec<Vec<grundy_rules::Part>> = vec![vec![]];
    for group in &region.groups {
        let mut parts: Vec<Vec<Value>> = vec![vec![]];
        for choice in &group.components {
            let values: Vec<Value> = match choice {
                Choice::Number(range) => numbers(range).map(Value::from).collect(),
                Choice::Bag(count, range) => {
                    let mut bags: Vec<Vec<i64>> = vec![vec![]];
                    for _ in 0..*count {
                        bags = bags
                            .iter()
                            .flat_map(|bag| numbers(range).map(move |n| [&bag[..], &[n]].concat()))
                            .collect();
                    }
                    bags.retain(|bag| bag.is_sorted());
                    bags.into_iter().map(|bag| Value::bag(bag.into_iter().map(Value::from).collect())).collect()
                }
            };
            parts = parts
                .iter()
                .flat_map(|part| values.iter().map(move |v| [&part[..], std::slice::from_ref(v)].concat()))
                .collect();
        }
        let parts: Vec<_> = parts.into_iter().filter_map(|values| instance.part(values).ok()).collect();
        let mut chosen: Vec<Vec<usize>> = vec![vec![]];
        for _ in 0..group.times.unwrap_or(1) {
            chosen = chosen
                .iter()
                .flat_map(|one| (0..parts.len()).map(move |index| [&one[..], &[index]].concat()))
                .collect();
        }
        chosen.retain(|one| one.is_sorted());
        sums = sums
            .iter()
            .flat_map(|sum| {
                chosen
                    .iter()
                    .map(|one| [&sum[..], &one.iter().map(|i| parts[*i].clone()).collect::<Vec<_>>()].concat())
                    .collect::<Vec<_>>()
            })
            .collect();
    }
    sums
}

/// Compares a count with the reference; `listed` is the number of positions that may be listed. Returns false if no way takes the
/// box.
#[track_caller]
fn check(rules: &str, texts: &[&str], wanted: &[&str], listed: u64) -> bool {
    let instance = instance(rules);
    let region = Region::parse(&instance, texts).unwrap();
    let wanted = Wanted::parse(&instance, wanted).unwrap();
    let compound = instance.compound().unwrap();
    let budget = Budget::positions(200_000);
    let mut reference = Solver::reference(instance.clone(), compound, budget.clone()).unwrap();
    let mover = instance.first_mover(None);
    let meter = Meter::steps(u64::MAX);
    let (mut count, mut of) = (0usize, 0usize);
    for parts in all(&instance, &region) {
        let position = Position { mover, parts: parts.into_iter().map(Some).collect() };
        let found = reference.solve_one(&position).unwrap().value;
        of += 1;
        count += usize::from(wanted.holds(position.only(), mover, &found, &meter).unwrap());
    }
    let mut solver = Solver::new(instance.clone(), compound, budget.clone()).unwrap();
    let asked = Asked { instance: &instance, compound, mover: None, region: &region, wanted: &wanted };
    match by_any_way(&asked, &mut solver, listed, &budget.meter()) {
        Ok(found) => {
            let expected = [Int::from(count), Int::from(of)];
            assert_eq!([found.count, found.of], expected, "{rules} {region} {:?} by {}", wanted.texts(), found.by);
            true
        }
        Err(Unanswered::TooLarge(_)) if listed == 0 => false,
        Err(why) => panic!("{rules} {region}: {why:?}"),
    }
}

fn range(random: &mut Random, most: i64) -> String {
    let low = random.within(0, most);
    format!("{low}..{}", random.within(low, most))
}

#[test]
fn positions_listed_agree_with_a_search() {
    let mut random = Random(11);
    for (rules, sizes, wanted) in [
        (NIM, 1, "lose"),
        (WYTHOFF, 2, "lose"),
        (WYTHOFF, 2, "grundy == a"),
        (PAIRS, 2, "value=2"),
        (MISERE, 2, "win"),
        (VALID, 2, "lose"),
        (VALID, 2, "a + b < 12"),
        (LOOPS, 1, "draw"),
        (LOOPS, 1, "remoteness >= 2"),
        (LEFT, 1, "win"),
        (POINTS, 1, "value=3"),
        (POINTS, 1, "points > 2"),
        (SUBTRACTION, 1, "win"),
    ] {
        for _ in 0..4 {
            let texts: Vec<String> = (0..sizes).map(|_| range(&mut random, 9)).collect();
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            assert!(check(rules, &texts, &[wanted], 1 << 20));
        }
    }
    assert!(check(WYTHOFF, &["0..9,0..9"], &["win", "a < b"], 1 << 20));
    assert!(check(HEAPS, &["bag 3 of 0..4"], &["lose"], 1 << 20));
}

#[test]
fn sums_agree_with_a_search() {
    let mut random = Random(12);
    for (rules, most) in [(NIM, 6), (KAYLES, 6), (LASKER, 5), (SUBTRACTION, 9), (BASH, 7), (LEFT, 4), (POINTS, 4)] {
        for _ in 0..4 {
            let texts =
                [range(&mut random, most), format!("bag {} of {}", random.within(0, 3), range(&mut random, most))];
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            for wanted in ["lose", "win"] {
                assert!(check(rules, &texts, &[wanted], 1 << 20));
            }
        }
    }
    assert!(check(KAYLES, &["1..5", "0..4", "2..6"], &["value=3"], 1 << 20));
    assert!(check(KAYLES, &["1..5", "0..4", "2..6"], &["grundy % 2 == 1"], 1 << 20));
    assert!(check(WYTHOFF, &["0..3,0..3", "1..2,0..3"], &["lose"], 1 << 20));
}

#[test]
fn heaps_of_a_proved_period_agree_with_a_search() {
    let mut random = Random(13);
    for (rules, most) in [(NIM, 9), (LASKER, 8), (KAYLES, 8), (SUBTRACTION, 14), (BASH, 9)] {
        for _ in 0..6 {
            let texts =
                [range(&mut random, most), format!("bag {} of {}", random.within(0, 3), range(&mut random, most))];
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let value = format!("value={}", random.within(0, 9));
            for wanted in ["lose", "win", &value] {
                assert!(check(rules, &texts, &[wanted], 0), "{rules} {texts:?}");
                assert!(check(rules, &texts[..1], &[wanted], 0), "{rules} {texts:?}");
            }
        }
    }
}

#[test]
fn automata_agree_with_a_search() {
    let mut random = Random(14);
    for (rules, most, wanted) in [
        (WYTHOFF, 21, "lose"),
        (WYTHOFF, 13, "win"),
        (PAIRS, 12, "lose"),
        (PAIRS, 12, "value=3"),
        (PAIRS, 9, "win"),
        (MISERE, 12, "lose"),
    ] {
        for _ in 0..4 {
            let texts = [range(&mut random, most), range(&mut random, most)];
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            // Nothing is left of the range of a component from 1 on.
            assert!(check(rules, &texts, &[wanted], 0), "{rules} {texts:?} {wanted}");
        }
    }
}

#[test]
fn boxes_beyond_any_table_have_exact_counts() {
    let count = |rules: &str, texts: &[&str], wanted: &str| {
        let instance = instance(rules);
        let region = Region::parse(&instance, texts).unwrap();
        let wanted = Wanted::parse(&instance, &[wanted]).unwrap();
        let mut solver = Solver::new(instance.clone(), Compound::One, Budget::default()).unwrap();
        let asked =
            Asked { instance: &instance, compound: Compound::One, mover: None, region: &region, wanted: &wanted };
        super::count(&asked, &mut solver).unwrap().count.to_string()
    };
    // Two heaps are lost if they are equal; three of 0..2^k - 1 if the third is the xor of two.
    assert_eq!(count(NIM, &["1..10**18", "1..10**18"], "lose"), "1000000000000000000");
    assert_eq!(
        count(NIM, &["0..2**60-1".replace("2**60-1", "1152921504606846975").as_str(); 3], "lose"),
        format!("{}", 1u128 << 120)
    );
    assert_eq!(count(BASH, &["0..10**18"], "lose"), "250000000000000001");
    // In every 12 heaps of Kayles from 71 on, 3 have the value 1.
    let per_period = |text: &str| count(KAYLES, &[text], "value=1").parse::<u64>().unwrap();
    assert_eq!(per_period("71..1200000000000070"), 100_000_000_000_000 * per_period("71..82"));
    // (a, b) with a < b <= n: one for each b above 0 that is the larger number of a pair, and both orders.
    let wythoff = count(WYTHOFF, &["0..10**12", "0..10**12"], "lose");
    // floor(n / phi^2) pairs with both numbers at most n, in both orders, and (0, 0).
    assert_eq!(wythoff, (2 * 381_966_011_250u64 + 1).to_string());
}

#[test]
fn wrong_boxes_are_refused_with_reasons() {
    let wythoff = instance(WYTHOFF);
    let long = "9".repeat(400);
    for wrong in [
        "",
        "1",
        "1..",
        "..3",
        "1..2,",
        "a..b,1..2",
        "3..1,1..2",
        "1..2,1..2,1..2",
        "bag",
        "bag 3 of 1..2",
        "bag x of 1..2",
        "1..2 1..2 1..2",
        "[1,2],3",
        "1...2,1..2",
        "2**2**2..9,1..2",
        "9**999..9,1..2",
        "1..2,1..2 1..2,1..2,3",
        "--,1..2",
        &format!("1..{long},0..2"),
    ] {
        let fault = Region::parse(&wythoff, &[wrong]).expect_err(wrong);
        assert!(!fault.hints.is_empty(), "{wrong}: {}", fault.message);
    }
    for wrong in [
        "",
        "lost",
        "value=",
        "value=x",
        "a <",
        "a + b",
        "c == 1",
        "lose or win",
        "value == 3",
        "a < b extra",
        "points > 1 b",
    ] {
        let fault = Wanted::parse(&wythoff, &[wrong]).err().unwrap_or_else(|| panic!("{wrong} is taken"));
        assert!(!fault.hints.is_empty(), "{wrong}: {}", fault.message);
    }
    assert!(Wanted::parse(&wythoff, &[]).is_err());
}
