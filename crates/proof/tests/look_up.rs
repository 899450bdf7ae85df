//! What theorems of automata say of positions of any size, and that they say nothing of what is no position.

use grundy_proof::LinearTheorem;
use grundy_proof::linear::{Limits, verify};

fn theorem(text: &str) -> LinearTheorem {
    verify(text, &Limits::default(), &|| false).unwrap_or_else(|refusal| panic!("{refusal:?}\n{text}"))
}

/// No move, so that every position of the domain is lost.
fn still(components: &str, domain: &str) -> LinearTheorem {
    let count = components.split(' ').count();
    let (weights, columns) = (vec!["1"; count].join(" "), vec!["0"; 1 << count].join(" "));
    theorem(&format!(
        "grundy automaton 2\nplay normal\ncomponents {components}\ndomain 0; {domain}\nweights {weights}\nsystem 2\n0 {columns}\n"
    ))
}

#[test]
fn nothing_is_said_outside_the_domain() {
    let at_least = still("a b", "1 -2 >= 3");
    assert_eq!([[3, 0], [5, 1], [2, 0], [4, 1]].map(|at| at_least.value(&at)), [Some(0), Some(0), None, None]);
    let equal = still("a b", "1 -2 = 3");
    assert_eq!([[3, 0], [5, 1], [4, 0], [2, 0]].map(|at| equal.value(&at)), [Some(0), Some(0), None, None]);
    let xor = still("a b c", "1 0 1 ^ 0");
    assert_eq!([[5, 9, 5], [0, 7, 0], [5, 9, 4], [5, 5, 9]].map(|at| xor.value(&at)), [Some(0), Some(0), None, None]);
    let both = still("a b", "1 0 >= 2; 0 1 >= 3");
    assert_eq!([[2, 3], [1, 3], [2, 2]].map(|at| both.value(&at)), [Some(0), None, None]);
    // Of no more and no fewer numbers, and of none that are too large.
    assert_eq!((both.value(&[2]), both.value(&[2, 3, 4]), both.value(&[])), (None, None, None));
    let max = (1 << 112) - 1;
    assert_eq!((both.value(&[max, max]), both.value(&[max + 1, max])), (Some(0), None));
    assert_eq!((both.value(&[max, max + 1]), both.value(&[max + 2, 5])), (None, None));
}

#[test]
fn digits_of_fibonacci_are_read() {
    let wythoff = theorem(include_str!("../../checker/tests/wythoff.certificate"));
    let mut lost = vec![];
    for a in 0..60 {
        for b in 0..60 {
            let is_lost = !lost.iter().any(|&(x, y): &(u128, u128)| {
                (x, y) != (a, b) && (x == a && y < b || y == b && x < a || x < a && a - x == b.wrapping_sub(y))
            });
            assert_eq!(wythoff.value(&[a, b]), Some(u32::from(!is_lost)), "{a} {b}");
            if is_lost {
                lost.push((a, b));
            }
        }
    }
    // ⌊kφ⌋ and ⌊kφ²⌋ for k = 10^18.
    let k = 1_000_000_000_000_000_000u128;
    let small = (k + (5 * k * k).isqrt()) / 2;
    assert_eq!(wythoff.value(&[small, small + k]), Some(0));
    assert_eq!(wythoff.value(&[small, small + k + 1]), Some(1));
}

#[test]
fn values_without_a_bound_are_found() {
    let lasker = theorem(include_str!("../../checker/tests/lasker.certificate"));
    for n in (0..200).chain((1 << 100)..(1 << 100) + 9) {
        let due = match n % 4 {
            0 if n > 0 => n - 1,
            3 => n + 1,
            _ => n,
        };
        assert_eq!(lasker.number(&[n]), Some(due), "{n}");
        assert_eq!(lasker.value(&[n]), u32::try_from(due).ok(), "{n}");
    }
}
