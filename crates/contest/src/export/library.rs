//! Functions that programs bring along: algorithms written once, in `library/`, and printed in every language.
//!
//! In: the name of a function and its arguments. Out: a call, with the type and the range of its result; at the end, the functions
//! that a program calls. A language that has one of them of its own prints that instead.

use super::parse::{Holes, parse};
use super::program::{Ex, Form, Function, Program, Range, St, Ty, UNKNOWN};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Parses the functions of a skeleton.
///
/// # Panics
/// Panics if the text is wrong: it is part of the program.
pub(crate) fn skeleton(text: &str, holes: &Holes) -> Vec<Function> {
    parse(text, holes, &|name| result(&LIBRARY, name)).unwrap_or_else(|wrong| panic!("{wrong} in\n{text}"))
}

/// Each may call those above it.
const TEXTS: [&str; 17] = [
    include_str!("../../library/power.fn"),
    include_str!("../../library/gcd.fn"),
    include_str!("../../library/lcm.fn"),
    include_str!("../../library/square_root.fn"),
    include_str!("../../library/factors.fn"),
    include_str!("../../library/digits.fn"),
    include_str!("../../library/floor_phi.fn"),
    include_str!("../../library/is_fibonacci.fn"),
    include_str!("../../library/nim_product.fn"),
    include_str!("../../library/mex.fn"),
    include_str!("../../library/reachable.fn"),
    include_str!("../../library/attached.fn"),
    include_str!("../../library/hackenbush.fn"),
    include_str!("../../library/kernel_count.fn"),
    include_str!("../../library/moore_wins.fn"),
    include_str!("../../library/smallest_part.fn"),
    include_str!("../../library/box_value.fn"),
];

static LIBRARY: LazyLock<Vec<Function>> = LazyLock::new(|| {
    let mut all: Vec<Function> = Vec::new();
    for text in TEXTS {
        let functions = parse(text, &Holes::new(), &|name| result(&all, name));
        all.extend(functions.unwrap_or_else(|wrong| panic!("{wrong} in\n{text}")));
    }
    all
});

fn result(all: &[Function], name: &str) -> Option<Ty> {
    all.iter().find(|function| function.name == name).map(|function| function.result.clone())
}

/// Returns whether a function of the library has this name.
pub(crate) fn contains(name: &str) -> bool {
    LIBRARY.iter().any(|function| function.name == name)
}

impl Ex {
    /// Calls a function of the library.
    pub fn library(name: &str, arguments: Vec<Ex>) -> Ex {
        if let ("power", [Some(base), Some(exponent)]) = (name, [0, 1].map(|at| arguments.get(at).and_then(Ex::as_int)))
            && let Some(known) = u32::try_from(exponent).ok().and_then(|exponent| base.checked_pow(exponent))
        {
            return Ex::int(known);
        }
        // No range depends on more than the first two.
        let ranges = [0, 1].map(|at| arguments.get(at).map_or(UNKNOWN, |argument| argument.range));
        let range = Range::by(ranges, |ranges| range_of(name, ranges));
        Ex::call(name, arguments, result(&LIBRARY, name).unwrap_or(Ty::Nothing)).ranged(range)
    }
}

/// Returns the range of a function's result for arguments in these ranges.
fn range_of(name: &str, [first, second]: [Range; 2]) -> Range {
    let power = |base: i128, exponent: i128| {
        u32::try_from(exponent).ok().and_then(|exponent| base.checked_pow(exponent)).unwrap_or(i128::MAX)
    };
    let greatest = |range: Range| range.low.saturating_abs().max(range.high.saturating_abs());
    match name {
        "gcd" => Range::new(0, greatest(first).max(greatest(second))),
        // A negative base has powers of both signs, and 0 to the power of 0 is 1.
        "power" if first.low < 0 || second.low < 0 => UNKNOWN,
        "power" if first.low == 0 => Range::new(0, power(first.high, second.high).max(1)),
        "power" => Range::new(power(first.low, second.low), power(first.high, second.high)),
        "lcm" => Range::new(0, first.high.max(0).saturating_mul(second.high.max(0))),
        "valuation" | "log2" => Range::new(0, 127),
        "square_root" => Range::new(0, if first.high == i128::MAX { first.high } else { first.high.max(0).isqrt() }),
        "floor_phi" => Range::new(0, first.high.saturating_mul(2)),
        "nim_product" => {
            // The numbers below 2 to a power of two are a field.
            let max = first.high.max(second.high);
            let field = [8, 16, 32, 64].map(|bits| (1i128 << bits) - 1).into_iter().find(|high| max <= *high);
            Range::new(0, field.unwrap_or(i128::MAX))
        }
        "mex" | "hackenbush" | "kernel_count" => Range::new(0, 1 << 40),
        "smallest_part" => Range::new(0, first.high),
        "box_value" => Range::new(0, second.high),
        _ => UNKNOWN,
    }
}

impl Program {
    /// Returns the program with the functions of the library that it calls, but for those that the language has of its own.
    pub fn linked(&self, own: &[&str]) -> Program {
        let mut used: BTreeSet<usize> = BTreeSet::new();
        let mut open: Vec<&[St]> = self.functions.iter().map(|function| function.body.as_slice()).collect();
        open.push(&self.main);
        while let Some(body) = open.pop() {
            St::each_expression(body, &mut |value| {
                if let Form::Call(name, _) = &value.form
                    && let Some(index) = LIBRARY.iter().position(|function| function.name == *name)
                    && !own.contains(&name.as_str())
                    && used.insert(index)
                {
                    open.push(&LIBRARY[index].body);
                }
            });
        }
        let mut program = self.clone();
        program.functions.splice(0..0, used.into_iter().map(|index| LIBRARY[index].clone()));
        program
    }
}

#[cfg(test)]
mod tests {
    use super::super::program::Op;
    use super::*;
    use crate::export::interpret;
    use grundy_value::Random;

    /// Runs a function on literal arguments.
    fn run(name: &str, arguments: Vec<Ex>) -> String {
        printed(Ex::library(name, arguments))
    }

    fn printed(result: Ex) -> String {
        let result = if result.ty == Ty::Bool { Ex::choose(result, Ex::int(1), Ex::int(0)) } else { result };
        let program = Program { main: vec![St::Print(vec![result])], ..Program::default() };
        interpret::run(&program.linked(&[]), "", 1 << 22, 100).expect("it ends")
    }

    fn numbers(all: &[i128]) -> Ex {
        Ex::list(Ty::Int, all.iter().map(|number| Ex::int(*number)).collect())
    }

    #[test]
    fn ranges_hold_every_result() {
        for (low, high) in [(-3, 2), (0, 0), (0, 3), (1, 3), (-10, 0)] {
            for (second_low, second_high) in [(0, 0), (0, 3), (2, 2), (1, 3)] {
                let ranges = [Range::new(low, high), Range::new(second_low, second_high)];
                for name in ["gcd", "power"] {
                    let range = range_of(name, ranges);
                    for (a, b) in (low..=high).flat_map(|a| (second_low..=second_high).map(move |b| (a, b))) {
                        let found: i128 = run(name, vec![Ex::int(a), Ex::int(b)]).parse().expect("a number is printed");
                        assert!((range.low..=range.high).contains(&found), "{name}({a}, {b}) = {found}");
                    }
                }
            }
        }
    }

    #[test]
    fn functions_of_the_library_compute_what_they_say() {
        let two = |name: &str, a: i128, b: i128| run(name, vec![Ex::int(a), Ex::int(b)]);
        let one = |name: &str, a: i128| run(name, vec![Ex::int(a)]);
        assert_eq!([two("gcd", -12, 18), two("gcd", 0, 0), two("gcd", 7, 0)], ["6", "0", "7"]);
        assert_eq!(two("power", 3, 4), "81");
        for n in (0..200).chain([i128::from(i64::MAX), 1 << 62, 10i128.pow(18), 10i128.pow(18) - 1]) {
            assert_eq!(one("square_root", n), n.isqrt().to_string());
        }
        for n in (0..200).chain([10i128.pow(9), 10i128.pow(18), 4 * 10i128.pow(18)]) {
            assert_eq!(one("floor_phi", n), ((n + (5 * n * n).isqrt()) / 2).to_string(), "{n}");
        }
        assert_eq!([two("lcm", 4, 6), two("lcm", 0, 6), two("lcm", 7, 1)], ["12", "0", "7"]);
        assert_eq!(
            [run("gcd_of_list", vec![numbers(&[12, 18, 8])]), run("lcm_of_list", vec![numbers(&[4, 6, 10])])],
            ["2", "60"]
        );
        for n in 1..200u64 {
            let number = i128::from(n);
            assert_eq!(one("is_prime", number) == "1", grundy_value::factors::is_prime(n), "{n}");
            let listed = |name: &str, second: Option<i128>| {
                let list = Ex::library(name, [Some(number), second].into_iter().flatten().map(Ex::int).collect());
                let last = list.clone().index(list.clone().len().op(Op::Subtract, Ex::int(1)));
                (printed(list.len()), printed(last))
            };
            let divisors = grundy_value::factors::divisors(n);
            let (length, last) = listed("divisors", None);
            assert_eq!((length, last), (divisors.len().to_string(), n.to_string()));
            if n > 1 {
                let primes = grundy_value::factors::prime_factors(n);
                let (length, last) = listed("prime_factors", None);
                assert_eq!((length, last), (primes.len().to_string(), primes[primes.len() - 1].to_string()));
            }
            assert_eq!(one("log2", number), n.ilog2().to_string());
            assert_eq!(two("valuation", number, 2), n.trailing_zeros().to_string());
            let (length, last) = listed("digits", Some(2));
            assert_eq!((length, last), ((n.ilog2() + 1).to_string(), "1".to_owned()));
        }
        assert_eq!([one("is_fibonacci", 144), one("is_fibonacci", 4), one("is_fibonacci", 0)], ["1", "0", "1"]);
        // 4 has the square 6, and 16 the square 24; 2 times 3 is 1.
        assert_eq!([two("nim_product", 4, 4), two("nim_product", 16, 16), two("nim_product", 2, 3)], ["6", "24", "1"]);
        assert_eq!(run("mex", vec![numbers(&[0, 5, 1, 1, 3])]), "2");
    }

    #[test]
    fn boxes_and_parts_have_the_values_of_their_games() {
        // Boxes by their moves.
        let mut values = std::collections::BTreeMap::new();
        for capacity in 0..40i128 {
            for held in (0..=capacity).rev() {
                let options: Vec<i128> =
                    (1..=(held * held).min(capacity - held)).map(|t| values[&(held + t, capacity)]).collect();
                let value = (0..).find(|value| !options.contains(value)).unwrap();
                values.insert((held, capacity), value);
                if capacity > 0 {
                    assert_eq!(run("box_value", vec![Ex::int(held), Ex::int(capacity)]), value.to_string());
                }
            }
        }
        // Dynamic Nim by its moves: the most that may be taken without a win is one less than the smallest part.
        for (times, add) in [(1, 0), (2, 0), (3, -1), (1, 2), (4, 1)] {
            let mut least: Vec<i128> = vec![0];
            for n in 1..60i128 {
                let wins = |take: &i128| times * take + add < least[(n - take) as usize] || *take == n;
                least.push((1..=n).find(wins).unwrap());
                let found = run("smallest_part", vec![Ex::int(n), Ex::int(times), Ex::int(add)]);
                assert_eq!(found, least[n as usize].to_string(), "{n} {times} {add}");
            }
        }
    }

    /// Returns the edges that are alive and joined to node 0.
    fn standing(edges: &[[usize; 2]], alive: u32) -> u32 {
        let mut reached = 1u32;
        for _ in edges {
            for (index, [u, v]) in edges.iter().enumerate() {
                if alive >> index & 1 == 1 && (reached >> u | reached >> v) & 1 == 1 {
                    reached |= 1 << u | 1 << v;
                }
            }
        }
        let stands = |index: usize| alive >> index & 1 == 1 && reached >> edges[index][0] & 1 == 1;
        (0..edges.len()).filter(|index| stands(*index)).map(|index| 1 << index).sum()
    }

    #[test]
    fn graphs_have_the_values_of_their_cuts_and_the_kernels_of_their_sets() {
        let mut random = Random(1);
        for _ in 0..60 {
            let mut below = |end: u64| (random.next() % end) as usize;
            let edges: Vec<[usize; 2]> = (0..below(8)).map(|_| [below(5), below(5)]).collect();
            let mut values: Vec<u32> = Vec::new();
            for alive in 0..1u32 << edges.len() {
                let cuts = (0..edges.len()).filter(|index| standing(&edges, alive) >> index & 1 == 1);
                let after: Vec<u32> = cuts.map(|index| values[(alive & !(1 << index)) as usize]).collect();
                values.push((0..).find(|value| !after.contains(value)).unwrap());
            }
            let all = (1u32 << edges.len()) - 1;
            let rows =
                |rows: Vec<Vec<i128>>| Ex::list(Ty::list(Ty::Int), rows.iter().map(|row| numbers(row)).collect());
            let given = rows(edges.iter().map(|edge| edge.map(|node| node as i128).to_vec()).collect());
            let alive = Ex::list(Ty::Bool, vec![Ex::bool(true); edges.len()]);
            let stands = Ex::library("attached", vec![given.clone(), alive.clone(), Ex::int(0)]);
            for value in [alive, stands] {
                let found = run("hackenbush", vec![given.clone(), value, Ex::int(0)]);
                assert_eq!(found, values[all as usize].to_string(), "{edges:?}");
            }
            let following: Vec<Vec<i128>> = (0..5)
                .map(|node| edges.iter().filter(|edge| edge[0] == node).map(|edge| edge[1] as i128).collect())
                .collect();
            let is_kernel = |set: u32| {
                following
                    .iter()
                    .enumerate()
                    .all(|(node, to)| to.iter().any(|to| set >> to & 1 == 1) != (set >> node & 1 == 1))
            };
            let kernels = (0..32).filter(|set| is_kernel(*set)).count();
            assert_eq!(run("kernel_count", vec![rows(following)]), kernels.to_string(), "{edges:?}");
        }
    }

    #[test]
    fn moore_counts_the_heaps_of_each_digit() {
        let wins = |heaps: &[i128], most: i128| run("moore_wins", vec![numbers(heaps), Ex::int(most)]) == "1";
        assert!(wins(&[1, 2, 3], 2) && !wins(&[1, 2, 3], 1) && !wins(&[5, 5, 5], 2) && !wins(&[], 2));
    }
}
