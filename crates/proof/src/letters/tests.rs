//! Compares the lines with the meaning of the rules, and accepts what is proved about a game and nothing else.

use super::*;
use grundy_rules::{Instance, Meter, Part, Value, read};
use plain::{Plain, each_continuation};
use std::collections::BTreeSet;

#[path = "../../../checker/tests/plain/mod.rs"]
mod plain;

const LOST: &str = include_str!("../../../checker/tests/take_up_to_m.letters");
const GRUNDY: &str = include_str!("../../../checker/tests/take_up_to_m_grundy.letters");
const MISERE: &str = include_str!("../../../checker/tests/take_up_to_m_misere.letters");
const BETWEEN: &str = include_str!("../../../checker/tests/take_from_l_to_r.letters");

/// Compares the lines of a file's claim with the rules, at all small positions with all small givens.
#[track_caller]
fn means_the_same(source: &str) {
    let game = read(source).unwrap_or_else(|errors| panic!("{source}: {}", errors[0].message));
    let claim = &game.claims[0];
    let text = statement(&game, claim).unwrap_or_else(|stopped| panic!("{source}: {stopped}"));
    let (plain, meter) = (Plain::read(&text), Meter::steps(100_000_000));
    let components = game.components.len();
    let (ClaimKind::Iff(_, claimed) | ClaimKind::Equals(_, claimed)) = &claim.kind else { panic!("{source}") };
    let (mut positions, mut faults) = (0, 0);
    each_continuation(&[], plain.names, -1, 6, &mut |numbers| {
        let values = |numbers: &[i64]| numbers.iter().map(|number| Value::from(*number)).collect::<Vec<Value>>();
        let givens = values(&numbers[components..]).into_iter().map(Some).collect();
        let instance = Instance::new(game.clone(), givens).ok();
        let part = instance.as_ref().and_then(|instance| instance.part(values(&numbers[..components])).ok());
        let within = |instance: &Instance, part: &Part| {
            let holds = |condition| instance.evaluate(condition, part, None, &meter) == Ok(Value::Bool(true));
            claim.condition.as_ref().is_none_or(holds)
        };
        let position = instance.zip(part).filter(|(instance, part)| within(instance, part));
        assert_eq!((plain.domain)(numbers) == Some(1), position.is_some(), "{numbers:?}\n{text}");
        let Some((instance, part)) = position else { return };
        positions += 1;
        let said = instance.evaluate(claimed, &part, None, &meter).ok().map(|value| match value {
            Value::Int(int) => int.to_i64().unwrap(),
            value => i64::from(value == Value::Bool(!text.contains("claim not "))),
        });
        assert_eq!((plain.claim)(numbers), said, "{numbers:?}\n{text}");
        let meant = instance.moves(&part, None, &meter).ok().map(|moves| {
            let left = moves.iter().map(|made| {
                let part = made.to.first()?;
                let numbers_left = part.iter().map(|value| value.as_int().unwrap().to_i64().unwrap());
                Some(numbers_left.chain(numbers[components..].iter().copied()).collect::<Vec<i64>>())
            });
            left.collect::<BTreeSet<Option<Vec<i64>>>>()
        });
        let options = plain.options(numbers);
        // A result outside its range is a fault of the rules, and found by the checker.
        let leaves =
            |options: &BTreeSet<Option<Vec<i64>>>| options.iter().flatten().any(|left| (plain.domain)(left) != Some(1));
        match meant {
            Some(meant) if claim.condition.is_none() => assert_eq!(options, Some(meant), "{numbers:?}\n{text}"),
            Some(meant) => assert!(options == Some(meant), "{numbers:?}\n{text}"),
            None => {
                faults += 1;
                assert!(options.as_ref().is_none_or(leaves), "{numbers:?} is a fault\n{text}");
            }
        }
    });
    assert!(positions > 5 && faults < positions, "{positions} {faults}\n{text}");
}

#[test]
fn lines_mean_what_the_rules_mean() {
    for source in [
        "game g(n) given m in 1.. move take(k in 1..min(m, n)) -> n - k claim lose iff n % (m + 1) == 0",
        "game g(n) given m in 1.. stuck wins move take(k in 1..min(m, n)) -> n - k claim win iff n % (m + 1) != 1",
        "game g(n) given L in 1.., R in L.. move take(k in L..R) if k <= n -> n - k claim grundy = n % (L + R) / L",
        "game g(n) given K in 1.. move take(k in [1, 2, K]) if k <= n -> n - k claim lose iff n % 3 == 0 if K % 3 != 0",
        "game g(n) given K in 1.. move take(k in {1, K + 1}) if k <= n -> n - k claim lose iff n in {0, 2, K}",
        "game g(a, b in 0..a + 2) given m move l(k in max(1, a - 3)..a) if b <= a - k + 2 -> (a - k, b) \
         move r if b > m or (a == b and not b in 1..2) and b >= 1 -> with b = b - 1 claim lose iff (a == b) == (m > 2)",
        "game g(n) let r(x) = x % 3 let s = if n > 2 then r(n) else abs(n - 4) move x(k in 1..n, t = r(k), _ in 1..2) \
         if t != 0 -> if k % 2 == 0 then n - k else (if n > k then n - k - 1 else nothing) claim grundy = max(s, 1, n) - s",
        "game g(a, b) move x(t = a > b, k in 1..a) if t != (k > 2) -> (a - k, -(-b)) claim lose iff 1 <= a < b <= 5",
        "game g(n: int in 1..) move div(k in 2..9) if n >= 2 -> (n + k - 1) / k claim grundy = n * 2 - (n - 1) - (2 - n)",
        "game g(n) given d in 1.. move x(k in 1..n / d, t = n / d) if k > 1 or t == 2 -> n - k * d claim grundy = n / d",
        "game g(n) given m in 1.. move x(k in 1..n if k % m != 1, j in 0..k - 1) if j != 2 -> n - k + j claim grundy = n",
        // Divisors that may be 0: a fault of the rules is one of the lines.
        "game g(n) given d move x(k in 1..n / d) -> n - k claim lose iff n == 0",
        "game g(n) given d move x(k in 1..n, t = n % d) if k > 1 or t == 2 -> n - k claim lose iff n == 0",
        "game g(n) given d move x(k in 1..n) if d > 0 and n % d == 0 -> n - k claim lose iff d > 0 and n % d == 0",
        "game g(n) given d move x(k in 1..n) if d == 0 or n % d == k -> n - k claim lose iff n == 0 if d != 1",
    ] {
        means_the_same(source);
    }
}

#[test]
fn what_cannot_be_written_is_named() {
    for (source, message) in [
        (
            "game g(n) move x(k in 1..n) -> k plus n - k",
            "`move x(k in 1..n) -> k plus n - k`: a move that leaves several parts cannot be written with letters",
        ),
        ("game g(n) given S: set int in 1.. move x(k in S) if k <= n -> n - k", "`S`: only numbers can be letters"),
        ("game g(n) move x(k in 1..isqrt(n)) -> n - k", "`isqrt(n)`: this cannot be written with letters"),
        ("game g(n) move x(k in 1..n) if n ^ k > 0 -> n - k", "`n ^ k`: this cannot be written with letters"),
        (
            "game g(n) given d in 1.. let f(x) = if n > 3 then 1 else x move x(k in 1..n) if f(n / d) == 1 -> n - k",
            "`n / d`: here a divisor must be a number of at least 1",
        ),
        (
            "game g(n) given d in 1.. move x(k in 1..n) if n in 1..n / d -> n - k",
            "`n / d`: here a divisor must be a number of at least 1",
        ),
        ("game g(n) move x(k in 1..n) -> n - k win if n == 3", "`n == 3`: play ends otherwise than by having no move"),
        ("game g(n) compound every move x(k in 1..n) -> n - k", "a move in a sum is not a move in one part"),
        ("game g(n) stuck draws move x(k in 1..n) -> n - k", "a player who cannot move neither wins nor loses"),
        ("game g(n) players A, B move x(k in 1..n) -> n - k", "the game has players with moves of their own"),
        (
            "game g(n) move x(k in 1..n) -> again if k == 1: n - k",
            "`k == 1`: moving again cannot be written with letters",
        ),
        ("game g(n, s: [int]) move x(k in 1..n) -> with n = n - k", "`s`: only numbers can be letters"),
    ] {
        let game = read(&format!("{source} claim lose iff n == 0"))
            .unwrap_or_else(|errors| panic!("{source}: {}", errors[0].message));
        assert_eq!(statement(&game, &game.claims[0]).unwrap_err().to_string(), message, "{source}");
    }
}

#[test]
fn what_is_too_large_is_not_written() {
    // In a debug build reading deep calls takes a large stack.
    let large = || {
        for (count, more) in [(300, "1".to_owned()), (40, "f".to_owned())] {
            let before = |at: usize| if more == "f" { format!("f{}", at - 1) } else { more.clone() };
            let functions = (1..count).map(|at| format!("let f{at} = f{} + {} ", at - 1, before(at)));
            let functions: String = functions.collect();
            let source =
                format!("game g(n) let f0 = n {functions} move x if n > f{} -> 0 claim lose iff n == 0", count - 1);
            let game = read(&source).unwrap();
            let stopped = statement(&game, &game.claims[0]).unwrap_err();
            assert!(stopped.to_string().ends_with("it is too large to be written with letters"), "{stopped}");
        }
    };
    std::thread::Builder::new().stack_size(1 << 26).spawn(large).unwrap().join().unwrap();
}

#[test]
fn a_theorem_is_about_this_game_and_this_claim() {
    let up_to = "game g(n) given m in 1.. move take(k in 1..min(m, n)) -> n - k";
    let between = "game g(n) given L in 1.., R in L.. move take(k in L..min(R, n)) -> n - k";
    for (source, certificate) in [
        (format!("{up_to} claim lose iff n % (m + 1) == 0"), LOST),
        (format!("{up_to} claim grundy = n % (m + 1)"), GRUNDY),
        (format!("{up_to} stuck wins claim lose iff n % (m + 1) == 1"), MISERE),
        (format!("{between} claim lose iff n % (L + R) < L"), BETWEEN),
    ] {
        let game = read(&source).unwrap();
        let proved = prove(&game, &game.claims[0], certificate);
        assert!(proved.is_ok(), "{source}: {}\n{}", proved.unwrap_err(), statement(&game, &game.claims[0]).unwrap());
        // Another game, another claim, other ways to write them, and a certificate that proves nothing.
        for (from, to) in [
            ("% (", "% (1 + "),
            ("in 1..", "in 2.."),
            ("k in 1..", "k in 2.."),
            ("n - k", "n - k - 0"),
            ("(n)", "(n in 1..)"),
        ] {
            if let Some(other) = Some(source.replacen(from, to, 1)).filter(|other| *other != source)
                && let Ok(game) = read(&other)
            {
                assert!(matches!(prove(&game, &game.claims[0], certificate), Err(NoTheorem::OtherGame)), "{other}");
            }
        }
        let refused = prove(&game, &game.claims[0], &certificate.replacen("leaf 1:0", "leaf 2:0", 1));
        assert!(matches!(refused, Err(NoTheorem::Refused(_))));
    }
    let game = read(&format!("{up_to} claim lose iff n % (m + 1) == 0 claim grundy of 0..2 = 0 1 2")).unwrap();
    assert!(
        verify(LOST).unwrap().proves(&game, &game.claims[0]) && !verify(GRUNDY).unwrap().proves(&game, &game.claims[0])
    );
    let refusal = verify(&LOST.replacen("leaf 1:0 1:2", "leaf 1:0", 1)).unwrap_err();
    assert_eq!(refusal.to_string(), "line 11: the sum of this leaf is not a negative constant");
    assert_eq!(
        verify(&LOST.replacen("claim n", "claim q", 1)).unwrap_err().to_string(),
        "line 7: `q` is not known here"
    );
}
