//! What each theorem asks for is asked for to the last value: claims that fail where its range ends, ranges of the length that it
//! says, and hypotheses that are not fulfilled.

#[allow(dead_code, reason = "heaps.rs asks for the others")]
mod heap_values;

use grundy_proof::{Certificate, Checksum, Claim, Evidence, Limits, Refusal, Sparse, Theorem, check, check_unless};
use grundy_rules::heap::TakeAndBreak;
use heap_values::{brute, certificate, game, subtraction};

const PLAIN: Evidence = Evidence::GuySmith { sparse: None };
/// No number of a certificate is larger.
const MOST: u64 = 1_000_000_000_000_000_000;

fn masked(mask: u32, by_size: bool) -> Evidence {
    Evidence::GuySmith { sparse: Some(Sparse { mask, by_size }) }
}

fn window(window: u64, mask: u32, by_size: bool) -> Evidence {
    Evidence::Window { window, sparse: Sparse { mask, by_size } }
}

fn prove(certificate: &Certificate) -> Result<Theorem, Refusal> {
    check(certificate, &Limits::default())
}

/// The values of sheets with sides from the least one up to an end, by trying every cut.
fn sheets(min: usize, end: usize) -> Vec<Vec<u64>> {
    let mut values = vec![vec![0; end]; end];
    for width in min..end {
        for height in min..=width {
            let upright = (min..=width / 2).map(|cut| values[cut][height] ^ values[width - cut][height]);
            let across = (min..=height / 2).map(|cut| values[width][cut] ^ values[width][height - cut]);
            let options: std::collections::BTreeSet<u64> = upright.chain(across).collect();
            let value = (0..).find(|value| !options.contains(value)).unwrap();
            (values[width][height], values[height][width]) = (value, value);
        }
    }
    values
}

/// A certificate about sheets whose checksum is right.
fn cutting(least_side: u64, period: u64, preperiod: u64) -> Certificate {
    let (min, end) = (least_side as usize, (period + preperiod) as usize);
    let values = sheets(min, end);
    let kept = (min..end).flat_map(|width| (min..end).map(move |height| (width, height)));
    let sum = kept.fold(Checksum::new(), |sum, (width, height)| sum.value(values[width][height]));
    let claim = Claim::CuttingPeriod { least_side, period, preperiod };
    Certificate { claim, evidence: Evidence::Cutting, values: sum.number() }
}

/// Accepted with so many bytes, and with one less not.
#[track_caller]
fn takes_bytes(certificate: &Certificate, bytes: u64) {
    let with = |max_bytes| check(certificate, &Limits { max_bytes, ..Limits::default() });
    assert!(with(bytes).is_ok(), "{}\n{certificate}", with(bytes).unwrap_err());
    let refusal = with(bytes - 1).unwrap_err();
    assert_eq!(
        refusal.reason.to_string(),
        format!("checking this takes more than {} bytes", bytes - 1),
        "{certificate}"
    );
}

#[test]
fn as_many_values_are_computed_as_a_theorem_asks_for() {
    // 2 e' + p + k are compared, and a period follows them.
    takes_bytes(&certificate(&game(&[0, 7, 7], &[]), 12, 71, 0, PLAIN), 2 * 71 + 12 + 2 + 12);
    takes_bytes(&certificate(&game(&[0, 7], &[]), 2, 0, 0, PLAIN), 2 + 2 + 1 + 2);
    // 3 e' + 2 p + k, in four bytes each.
    takes_bytes(&certificate(&game(&[0, 15, 3], &[]), 4, 0, 0, PLAIN), 4 * (3 + 2 * 4 + 2 + 4));
    takes_bytes(&certificate(&game(&[0, 15, 1], &[]), 2, 3, 0, PLAIN), 4 * (3 * 3 + 2 * 2 + 2 + 2));
    // e' + k.
    takes_bytes(&certificate(&subtraction(&[1, 3, 4]), 7, 0, 0, Evidence::SubtractionWindow), 1 + 4 + 7);
    takes_bytes(&certificate(&subtraction(&[2, 4, 7]), 3, 8, 0, Evidence::SubtractionWindow), 8 + 7 + 3);
    // e' + W + k.
    takes_bytes(&certificate(&game(&[0, 7, 7], &[]), 12, 71, 0, window(70, 15, false)), 71 + 70 + 2 + 12);
    takes_bytes(&certificate(&game(&[0, 0, 5, 1], &[]), 48, 48, 0, window(37, 7, true)), 48 + 37 + 3 + 48);
    takes_bytes(&certificate(&game(&[0, 7], &[]), 2, 0, 0, window(1, 1, true)), 1 + 1 + 1 + 2);
    // e + h + q + W + max(p, q), in four bytes each.
    let arithmetic = |window| Evidence::Arithmetic { window };
    takes_bytes(&certificate(&game(&[4], &[3]), 4, 1, 4, arithmetic(2)), 4 * (1 + 1 + 1 + 2 + 4 + 4));
    takes_bytes(&certificate(&game(&[0], &[3]), 1, 0, 1, arithmetic(0)), 4 * (1 + 1 + 1 + 1));
    takes_bytes(&certificate(&game(&[0], &[3]), 1, 0, 1, arithmetic(9)), 4 * (1 + 1 + 9 + 1 + 1));
    // Values from 64 on are kept in a byte still, those from 256 on in four.
    takes_bytes(&certificate(&wide(64), 66, 0, 0, PLAIN), 2 + 66 + 64 + 66);
    takes_bytes(&certificate(&wide(256), 258, 0, 0, PLAIN), 4 * (2 + 258 + 256 + 258));
    // Sides up to 2 e + 2 p.
    takes_bytes(&cutting(1, 2, 1), 6 * 6);
    takes_bytes(&cutting(2, 34, 55), 178 * 178);
}

/// Digits and those that repeat, period, preperiod and saltus, the theorem, and where the claim fails first.
type Fails = (&'static [u8], &'static [u8], u64, u64, u64, Evidence, u64);

#[test]
fn a_regularity_that_fails_at_the_last_value_compared_is_refused() {
    // e' + k values of heaps that are never split.
    let taking = Evidence::SubtractionWindow;
    let growing = Evidence::Arithmetic { window: 0 };
    let cases: [Fails; 12] = [
        (&[0, 0, 3, 2, 2, 1, 1], &[], 7, 0, 0, taking, 6),
        (&[0, 0, 3, 2, 2, 1, 1], &[], 7, 1, 0, taking, 6),
        (&[0, 0, 0, 0, 2], &[], 1, 0, 0, taking, 4),
        (&[0, 0, 0, 0, 2], &[], 1, 5, 0, taking, 8),
        (&[0, 0, 0, 0, 2], &[], 7, 14, 0, taking, 17),
        // e + h + q + max(p, q) values that grow.
        (&[0, 2, 3, 2, 1], &[2], 1, 6, 1, growing, 12),
        (&[0, 2, 3, 2, 1], &[2], 1, 22, 1, growing, 28),
        (&[0, 1, 3], &[3, 1, 1], 2, 8, 1, growing, 16),
        (&[0, 0, 2], &[3, 0, 1], 2, 10, 1, growing, 18),
        (&[0, 0, 1, 2, 1], &[1, 3], 3, 17, 1, growing, 26),
        (&[0, 2, 2, 3, 2], &[0, 3], 1, 18, 1, growing, 26),
        (&[0, 2, 2, 3, 2], &[0, 3], 2, 7, 2, growing, 15),
    ];
    for (head, tail, period, preperiod, saltus, evidence, index) in cases {
        let game = game(head, tail);
        let values = brute(&game, (index + period + 1) as usize);
        let holds = |at: u64| values[(at + period) as usize] == values[at as usize] + saltus;
        assert!((preperiod..index).all(holds) && !holds(index), "{head:?} {tail:?}");
        let refusal = prove(&certificate(&game, period, preperiod, saltus, evidence)).unwrap_err();
        let said = format!("g({}) is {} ", index + period, values[(index + period) as usize]);
        assert!(refusal.reason.to_string().starts_with(&said), "{refusal}, not {said}");
    }
}

/// Take one up to so many; with one leave two heaps as well. The values repeat after the next even number.
fn wide(max: usize) -> TakeAndBreak {
    let mut head = vec![3; max + 1];
    (head[0], head[1]) = (0, 7);
    game(&head, &[])
}

#[test]
fn values_of_any_width_are_those_of_the_definition() {
    // Values are kept in a byte and in four, sets of them in one word, four and sixty-four.
    for max in [60, 62, 64, 254, 256] {
        let values = brute(&wide(max), 4 * max + 40);
        let period = max as u64 + 2;
        for evidence in
            [PLAIN, masked(0, false), masked(1, false), masked(6, false), masked(1, true), masked(u32::MAX, false)]
        {
            let theorem = prove(&certificate(&wide(max), period, 0, 0, evidence));
            let theorem = theorem.unwrap_or_else(|refusal| panic!("{refusal}: {max} {evidence:?}"));
            for (size, value) in values.iter().enumerate() {
                assert_eq!(theorem.value(size as u64), Some(u128::from(*value)));
            }
        }
    }
    for max in [255, 256, 300] {
        let taking: Vec<usize> = (1..=max).collect();
        let right = certificate(&subtraction(&taking), max as u64 + 1, 0, 0, Evidence::SubtractionWindow);
        takes_bytes(&right, (2 * max as u64 + 2) * if max < 256 { 1 } else { 4 });
    }
}

#[test]
fn sheets_of_side_two_have_the_period_of_dawson() {
    let theorem = prove(&cutting(2, 34, 55)).unwrap_or_else(|refusal| panic!("{refusal}"));
    let values = sheets(2, 200);
    for (width, row) in values.iter().enumerate() {
        for (height, value) in row.iter().enumerate() {
            let due = (width.min(height) >= 2).then_some(*value);
            assert_eq!(theorem.sheet(width as u64, height as u64), due, "{width} by {height}");
        }
    }
    for (width, height) in [(MOST, 100), (100, MOST), (MOST, MOST + 1)] {
        let reduced = |side: u64| 55 + (side - 55) % 34;
        let due = values[reduced(width) as usize][reduced(height) as usize];
        assert_eq!(theorem.sheet(width, height), Some(due));
    }
    for (period, preperiod, reason) in [
        (34, 56, "the values repeat from 55 on already"),
        (68, 55, "34 is a period already"),
        (102, 55, "34 is a period already"),
        (34, 54, "g(2, 88) is "),
        (17, 55, "g("),
        (33, 55, "g("),
        (35, 55, "g("),
    ] {
        let refusal = prove(&cutting(2, period, preperiod)).unwrap_err();
        assert!(refusal.reason.to_string().starts_with(reason), "{period} from {preperiod}: {refusal}");
    }
    // With other sides the same numbers are wrong.
    assert!(prove(&cutting(3, 34, 55)).is_err() && prove(&cutting(1, 34, 55)).is_err());
}

#[test]
fn values_that_grow_by_splits_in_three_are_known_far_enough() {
    for (head, period, preperiod, saltus) in [
        (&[0, 8][..], 3, 1, 1),
        (&[8], 2, 1, 1),
        (&[0, 8, 9], 4, 3, 2),
        (&[0, 8, 11], 7, 7, 4),
        (&[0, 9, 12], 36, 28, 16),
    ] {
        let game = game(head, &[]);
        let first = u64::max(preperiod, 1);
        let values = brute(&game, (first + period) as usize);
        let highest = values[first as usize..].iter().map(|value| value / saltus).max().unwrap();
        // N is e' and this many periods, and a period more is compared.
        let multiple = 4 * (highest + 2) + (4 * first + head.len() as u64 - 1) / period + 8;
        let table = 4 * ((multiple + 1) * period + first + period);
        let right = certificate(&game, period, preperiod, saltus, Evidence::Hexadecimal);
        takes_bytes(&right, table.max(32 * period * (highest + 1) * saltus));
    }
}

/// Each hypothesis of each theorem is the reason of a refusal somewhere, and each theorem accepts something.
#[test]
fn verdicts_are_these() {
    for line in include_str!("heap_verdicts.txt").lines().filter(|line| !line.starts_with('#')) {
        let (lines, due) = line.split_once(" -> ").unwrap();
        let lines = format!("grundy certificate 1\n{}\n", lines.replace("; ", "\n"));
        let sealed =
            |values: u64| grundy_proof::seal(&format!("{lines}values {values:016x}\n")).parse::<Certificate>().unwrap();
        let Claim::HeapPeriod { game, period, preperiod, saltus } = sealed(0).claim else { panic!("{line}") };
        let right = certificate(&game, period, preperiod, saltus, sealed(0).evidence);
        let said = prove(&sealed(right.values)).map_err(|refusal| format!("{}: {}", refusal.line, refusal.reason));
        assert_eq!(said.map_or_else(|said| said, |_| "ok".into()), due, "{line}");
    }
}

/// Why a certificate with any checksum is refused.
fn refused(claim: Claim, evidence: Evidence, limits: &Limits) -> String {
    check(&Certificate { claim, evidence, values: 0 }, limits).unwrap_err().reason.to_string()
}

#[test]
fn numbers_have_a_greatest_size() {
    let claim = |period, preperiod, saltus| Claim::HeapPeriod { game: game(&[0], &[3]), period, preperiod, saltus };
    let evidence = Evidence::Arithmetic { window: 0 };
    let too_large = format!("no number may be larger than {MOST}");
    for (period, preperiod, saltus) in [(MOST + 1, 0, 1), (1, MOST + 1, 1), (1, 0, MOST + 1), (MOST + 2, 0, 1)] {
        assert_eq!(refused(claim(period, preperiod, saltus), evidence, &Limits::default()), too_large);
    }
    for (period, preperiod, saltus) in [(MOST, 0, 1), (1, MOST, 1), (1, 0, MOST)] {
        assert_ne!(refused(claim(period, preperiod, saltus), evidence, &Limits::default()), too_large);
    }
    // Splits of more heaps than this are not listed, however much may be done.
    let limits = Limits { max_steps: 1000, ..Limits::default() };
    let splits = |preperiod| Claim::HeapPeriod { game: game(&[4], &[3]), period: 1, preperiod, saltus: 1 };
    assert_eq!(refused(splits(20_000 - 4), evidence, &limits), "checking this takes more than 1000 steps");
    assert_eq!(refused(splits(20_000 - 3), evidence, &limits), "this needs more than 20000 values");
    assert_eq!(refused(splits(20_000 + 9), evidence, &limits), "this needs more than 20000 values");
    assert_eq!(refused(claim(1, 20_000, 1), evidence, &limits), "checking this takes more than 1000 steps");
    // Values from 4096 on have no place.
    let large = Claim::HeapPeriod { game: wide(4096), period: 4098, preperiod: 0, saltus: 0 };
    assert_eq!(refused(large, PLAIN, &Limits::default()), "the values are larger than this kind of theorem allows for");
}

#[test]
fn steps_are_counted_to_the_last() {
    // Twelve values, each of three moves.
    let right = certificate(&subtraction(&[1, 3, 4]), 7, 0, 0, Evidence::SubtractionWindow);
    let with = |max_steps| {
        check(&right, &Limits { max_steps, ..Limits::default() })
            .map(|_| ())
            .map_err(|refusal| refusal.reason.to_string())
    };
    assert_eq!(with(12 * (3 + 1)), Ok(()));
    assert_eq!(with(12 * (3 + 1) - 1), Err("checking this takes more than 47 steps".into()));
    // Whether it is called off is asked at first, and then only after thousands of steps.
    let asked = std::cell::Cell::new(0);
    let ask = || {
        asked.set(asked.get() + 1);
        false
    };
    assert!(check_unless(&right, &Limits::default(), &ask).is_ok());
    assert_eq!(asked.get(), 1);
}
