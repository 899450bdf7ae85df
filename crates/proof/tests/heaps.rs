//! Certificates of heap games with known periods are accepted, and nothing false is.

mod heap_values;
#[allow(dead_code, reason = "only the numbers are asked for here")]
#[path = "../../../tests/src/random_rules.rs"]
mod random_rules;

use grundy_proof::{Cause, Certificate, Claim, Evidence, Limits, Refusal, Sparse, Theorem, check, check_unless};
use grundy_rules::heap::TakeAndBreak;
use heap_values::{all_but, brute, certificate, checksum, game, subtraction};
use random_rules::Dice;

fn prove(certificate: &Certificate) -> Result<Theorem, Refusal> {
    let read: Certificate = certificate.to_string().parse()?;
    assert_eq!(read, *certificate);
    check(&read, &Limits::default())
}

const PLAIN: Evidence = Evidence::GuySmith { sparse: None };

fn sparse(mask: u32) -> Sparse {
    Sparse { mask, by_size: false }
}

/// Accepted; refused with any number one off; the values are those of brute force well past the period.
#[track_caller]
fn holds(game: &TakeAndBreak, period: u64, preperiod: u64, saltus: u64, evidence: Evidence) {
    let right = certificate(game, period, preperiod, saltus, evidence);
    let theorem = prove(&right).unwrap_or_else(|refusal| panic!("{refusal}\n{right}"));
    for (size, value) in brute(game, 60 + (2 * preperiod + period) as usize).into_iter().enumerate() {
        assert_eq!(theorem.value(size as u64), Some(u128::from(value)), "at {size}");
    }
    let others = [
        (period + 1, preperiod, saltus),
        (period.wrapping_sub(1), preperiod, saltus),
        (2 * period, preperiod, 2 * saltus),
        (period, preperiod + 1, saltus),
        (period, preperiod.wrapping_sub(1), saltus),
        (period, preperiod, saltus + 1),
        (period, preperiod, saltus.wrapping_sub(1)),
    ];
    for (period, preperiod, saltus) in others.into_iter().filter(|(p, e, s)| *p.max(e).max(s) < 1 << 32 && *p > 0) {
        let wrong = certificate(game, period, preperiod, saltus, evidence);
        assert!(prove(&wrong).is_err(), "accepted\n{wrong}");
    }
}

#[test]
fn kayles_and_its_kin_have_the_published_periods() {
    holds(&game(&[0, 7, 7], &[]), 12, 71, 0, PLAIN);
    holds(&game(&[0, 0, 7], &[]), 34, 53, 0, PLAIN);
    holds(&game(&[0, 1, 3, 7], &[]), 34, 52, 0, PLAIN);
    holds(&game(&[4], &[]), 2, 1, 0, PLAIN);
    // Any mask gives the same values.
    for mask in [0, 1, 6, 31, u32::MAX] {
        holds(&game(&[0, 7, 7], &[]), 12, 71, 0, Evidence::GuySmith { sparse: Some(sparse(mask)) });
    }
    let by_size = Evidence::GuySmith { sparse: Some(Sparse { mask: 1, by_size: true }) };
    holds(&game(&[0, 0, 5, 1], &[]), 48, 48, 0, by_size);
    assert!(prove(&certificate(&game(&[0, 7, 7], &[]), 12, 71, 0, by_size)).is_err());
}

#[test]
fn windows_prove_what_guy_and_smith_prove() {
    let games: [(&[u8], u64, u64); 4] =
        [(&[0, 7, 7], 12, 71), (&[0, 1, 3, 7], 34, 52), (&[0, 0, 7], 34, 53), (&[0, 0, 5, 1], 48, 48)];
    let mut accepted = 0;
    for (head, period, preperiod) in games {
        let game = game(head, &[]);
        let values = brute(&game, 300);
        let right = certificate(&game, period, preperiod, 0, PLAIN);
        for (mask, by_size) in (0..16).flat_map(|mask| [(mask, false), (mask, true)]) {
            for window in [1, 2, 5, 16, 31, 64, 127, 200] {
                let evidence = Evidence::Window { window, sparse: Sparse { mask, by_size } };
                let Ok(theorem) = prove(&Certificate { evidence, ..right.clone() }) else { continue };
                accepted += 1;
                (0..300).for_each(|size| assert_eq!(theorem.value(size as u64), Some(values[size].into())));
            }
        }
    }
    assert!(accepted >= 3, "{accepted}");
}

#[test]
fn no_window_proves_a_period_that_comes_to_an_end() {
    // Every period that a table shows for a while, under every mask and window that are small: what is accepted is true.
    let mut dice = Dice::new(1);
    let mut tried = 0;
    for _ in 0..60 {
        let head: Vec<u8> = [0].into_iter().chain((0..3).map(|_| dice.below(8) as u8)).collect();
        let game = game(&head, &[]);
        let values = brute(&game, 260);
        for (period, preperiod) in (1..9).flat_map(|period| (0..30).map(move |preperiod| (period, preperiod))) {
            let (p, e) = (period as usize, preperiod as usize);
            if (e..e + 4).any(|size| values[size] != values[size + p]) {
                continue;
            }
            let claim = Claim::HeapPeriod { game: game.clone(), period, preperiod, saltus: 0 };
            let windows = (1..8).map(|window| Evidence::Window { window, sparse: sparse(dice.below(8) as u32) });
            for evidence in windows.chain([PLAIN, Evidence::SubtractionWindow]) {
                tried += 1;
                let checksum = checksum(&values[..p + e]);
                if prove(&Certificate { claim: claim.clone(), evidence, values: checksum }).is_ok() {
                    assert!((e..260 - p).all(|size| values[size] == values[size + p]), "{game:?} {period} {preperiod}");
                }
            }
        }
    }
    assert!(tried > 1000, "{tried}");
}

#[test]
fn subtraction_sets_are_finite_machines() {
    holds(&subtraction(&[1, 3, 4]), 7, 0, 0, Evidence::SubtractionWindow);
    holds(&subtraction(&[1, 2, 3]), 4, 0, 0, Evidence::SubtractionWindow);
    holds(&subtraction(&[2, 4, 7]), 3, 8, 0, Evidence::SubtractionWindow);
    // Whole heaps of one, or leaving something: digits 1 and 2.
    holds(&game(&[0, 1, 2], &[]), 4, 1, 0, Evidence::SubtractionWindow);
    let fibonacci = [1, 2, 3, 5, 8, 13, 21, 34, 55];
    let values = brute(&subtraction(&fibonacci), 1200);
    let (period, preperiod) = repetition(&values);
    holds(&subtraction(&fibonacci), period, preperiod, 0, Evidence::SubtractionWindow);
}

#[test]
fn codes_with_three_heaps_grow_or_repeat() {
    // Take one token and leave three heaps; split in three; the values are n / 3 and n / 2, rounded.
    holds(&game(&[0, 8], &[]), 3, 1, 1, Evidence::Hexadecimal);
    holds(&game(&[8], &[]), 2, 1, 1, Evidence::Hexadecimal);
    holds(&game(&[0, 8, 9], &[]), 4, 3, 2, Evidence::Hexadecimal);
    holds(&game(&[0, 8, 11], &[]), 7, 7, 4, Evidence::Hexadecimal);
    holds(&game(&[0, 9, 12], &[]), 36, 28, 16, Evidence::Hexadecimal);
    let (mut proved, mut repeating) = (Vec::new(), Vec::new());
    for code in 0..256_u32 {
        let head = [0, (code / 16) as u8, (code % 16) as u8];
        if head[1].max(head[2]) < 8 {
            continue;
        }
        let game = game(&head, &[]);
        let values = brute(&game, 120);
        let Some((period, preperiod, saltus)) = growth(&values) else { continue };
        let evidence = if saltus == 0 { PLAIN } else { Evidence::Hexadecimal };
        let verdict = prove(&certificate(&game, period, preperiod, saltus, evidence));
        let Ok(theorem) = verdict else { continue };
        (0..120).for_each(|size| assert_eq!(theorem.value(size as u64), Some(values[size].into()), "{head:?} {size}"));
        if saltus == 0 { &mut repeating } else { &mut proved }.push((code, period, preperiod, saltus));
    }
    assert!(proved.len() >= 64 && repeating.len() >= 22, "{} {}", proved.len(), repeating.len());
}

#[test]
fn digits_that_repeat_give_values_that_grow() {
    let arithmetic = |window| Evidence::Arithmetic { window };
    holds(&game(&[0], &[3]), 1, 0, 1, arithmetic(0));
    holds(&game(&[4], &[3]), 4, 1, 4, arithmetic(2));
    holds(&game(&[0], &[7]), 1, 0, 1, arithmetic(1));
    for set in [&[1][..], &[2], &[1, 2], &[2, 5], &[1, 4, 6]] {
        let game = all_but(set);
        let values = brute(&game, 120);
        let (period, preperiod, saltus) = growth(&values).unwrap();
        holds(&game, period, preperiod, saltus, arithmetic(0));
    }
}

/// The least period and preperiod that a table shows.
fn repetition(values: &[u64]) -> (u64, u64) {
    let (period, preperiod, _) = growth(values).expect("the table is long enough");
    (period, preperiod)
}

fn growth(values: &[u64]) -> Option<(u64, u64, u64)> {
    let end = values.len();
    (1..end / 3).find_map(|period| {
        let saltus = values[end - 1].checked_sub(values[end - 1 - period])?;
        let broken = (0..end - period).rev().find(|size| values[size + period] != values[*size] + saltus);
        let preperiod = broken.map_or(0, |size| size + 1);
        (preperiod < end / 2).then_some((period as u64, preperiod as u64, saltus))
    })
}

fn samples() -> Vec<Certificate> {
    let window = Evidence::Window { window: 37, sparse: Sparse { mask: 7, by_size: true } };
    let samples = vec![
        certificate(&game(&[0, 7, 7], &[]), 12, 71, 0, PLAIN),
        certificate(&game(&[0, 0, 5, 1], &[]), 48, 48, 0, window),
        certificate(&subtraction(&[1, 3, 4]), 7, 0, 0, Evidence::SubtractionWindow),
        certificate(&game(&[4], &[3]), 4, 1, 4, Evidence::Arithmetic { window: 2 }),
    ];
    // A change of what is refused anyway shows nothing.
    samples.iter().for_each(|sample| assert!(prove(sample).is_ok(), "{sample}"));
    samples
}

#[test]
fn no_mutant_of_a_text_is_read_as_another_statement() {
    let mut dice = Dice::new(7);
    for certificate in samples() {
        let text = certificate.to_string();
        for length in 0..text.len() {
            assert!(text[..length].parse::<Certificate>().is_err(), "cut at {length}");
        }
        for _ in 0..4000 {
            let mut bytes = text.clone().into_bytes();
            let index = dice.below(bytes.len() as u64) as usize;
            match dice.below(5) {
                0 => bytes[index] = dice.below(128) as u8,
                1 => bytes[index] = b'0' + dice.below(10) as u8,
                2 => drop(bytes.remove(index)),
                3 => bytes.insert(index, b"0123456789 \n"[dice.below(12) as usize]),
                _ => {
                    let mut lines: Vec<&str> = text.lines().collect();
                    let (one, other) =
                        (dice.below(lines.len() as u64) as usize, dice.below(lines.len() as u64) as usize);
                    match dice.below(3) {
                        0 => drop(lines.remove(one)),
                        1 => lines.swap(one, other),
                        _ => lines.insert(one, lines[other]),
                    }
                    bytes = (lines.join("\n") + "\n").into_bytes();
                }
            }
            let mutant = String::from_utf8(bytes).unwrap();
            if mutant != text {
                assert!(mutant.parse::<Certificate>().is_err(), "read\n{mutant}");
            }
        }
    }
}

#[test]
fn no_mutant_with_a_new_seal_proves_what_is_false() {
    let mut dice = Dice::new(11);
    let mut read = 0;
    for certificate in samples() {
        let text = certificate.to_string();
        let lines = text.rsplit_once("seal").unwrap().0;
        for _ in 0..2500 {
            let mut bytes = lines.as_bytes().to_vec();
            let digits: Vec<usize> = (lines.find("head").unwrap()..lines.find("values").unwrap())
                .filter(|index| bytes[*index].is_ascii_digit())
                .collect();
            for _ in 0..1 + dice.below(2) {
                let index = digits[dice.below(digits.len() as u64) as usize];
                bytes[index] = b'0' + dice.below(10) as u8;
            }
            let Ok(mutant) = grundy_proof::seal(&String::from_utf8(bytes).unwrap()).parse::<Certificate>() else {
                continue;
            };
            read += 1;
            let limits = Limits { max_bytes: 1 << 16, max_steps: 10_000_000 };
            let Ok(theorem) = check(&mutant, &limits) else { continue };
            // What is accepted all the same is true, and has the values of the checksum.
            let Claim::HeapPeriod { game, period, preperiod, saltus } = theorem.claim() else { panic!("another game") };
            let values = brute(game, (preperiod + 3 * period) as usize);
            assert_eq!(checksum(&values[..(preperiod + period) as usize]), certificate.values);
            let (period, preperiod) = (*period as usize, *preperiod as usize);
            assert!((preperiod..preperiod + 2 * period).all(|size| values[size + period] == values[size] + saltus));
        }
    }
    assert!(read > 3000, "{read}");
}

#[test]
fn nothing_runs_away() {
    let claim = |period, preperiod| Claim::HeapPeriod { game: game(&[0, 0, 0, 7], &[]), period, preperiod, saltus: 0 };
    let limits = Limits { max_bytes: 1 << 20, max_steps: 1 << 20 };
    let grown = Claim::HeapPeriod { game: game(&[0], &[3]), period: 1, preperiod: 0, saltus: u64::MAX };
    let evidence = Evidence::Arithmetic { window: 0 };
    assert!(check(&Certificate { claim: grown, evidence, values: 0 }, &limits).is_err());
    for (period, preperiod) in [(1, u64::MAX), (u64::MAX, 1), (u64::MAX, u64::MAX), (1, 400_000), (0, 3)] {
        for evidence in [
            PLAIN,
            Evidence::SubtractionWindow,
            Evidence::Window { window: u64::MAX, sparse: sparse(1) },
            Evidence::Window { window: 5, sparse: sparse(1) },
            Evidence::Arithmetic { window: u64::MAX },
            Evidence::Hexadecimal,
        ] {
            assert!(check(&Certificate { claim: claim(period, preperiod), evidence, values: 0 }, &limits).is_err());
        }
        let sheets = Claim::CuttingPeriod { least_side: 2, period, preperiod };
        assert!(check(&Certificate { claim: sheets, evidence: Evidence::Cutting, values: 0 }, &limits).is_err());
    }
}

#[test]
fn checking_can_be_called_off() {
    let claim = Claim::HeapPeriod { game: game(&[0, 0, 0, 7], &[]), period: 1, preperiod: 1 << 28, saltus: 0 };
    let endless = Certificate { claim, evidence: PLAIN, values: 0 };
    let asked = std::cell::Cell::new(0);
    let refusal = check_unless(&endless, &Limits::default(), &|| asked.replace(asked.get() + 1) == 20).unwrap_err();
    assert_eq!((refusal.cause, asked.get()), (Cause::CalledOff, 21));
    let kayles = certificate(&game(&[0, 7, 7], &[]), 12, 71, 0, PLAIN);
    assert!(check_unless(&kayles, &Limits::default(), &|| false).is_ok());
    let other = check(&Certificate { values: 1, ..kayles }, &Limits::default()).unwrap_err();
    assert_eq!(other.cause, Cause::OtherValues);
}

#[test]
fn a_certificate_may_have_as_many_digits_as_a_code() {
    let mut head = vec![0; 1 << 20];
    (head[1], head[(1 << 20) - 1]) = (3, 3);
    let claim = Claim::HeapPeriod { game: game(&head, &[]), period: 2, preperiod: 0, saltus: 0 };
    let long = Certificate { claim, evidence: Evidence::SubtractionWindow, values: checksum(&[0, 1]) };
    assert!(prove(&long).is_ok());
}

#[test]
fn refusals_name_the_line() {
    let text = certificate(&game(&[0, 7, 7], &[]), 12, 71, 0, PLAIN).to_string();
    let refused = |from: &str, to: &str| text.replacen(from, to, 1).parse::<Certificate>().unwrap_err();
    assert_eq!(refused("grundy", "grumpy").line, 1);
    assert_eq!(refused("guy_smith", "guy_smyth").line, 2);
    assert_eq!(refused("head 0 7 7", "head 0 7 x").line, 3);
    assert_eq!(refused("period 12", "period 012").line, 6);
    assert_eq!(refused("preperiod 71", "preperiod 17").line, 11);
    assert_eq!(refused("saltus 0\n", "").line, 8);
    let wrong = certificate(&game(&[0, 7, 7], &[]), 12, 70, 0, PLAIN);
    let refusal = prove(&wrong).unwrap_err();
    assert_eq!(refusal.to_string(), "line 6: g(82) is 2 and not 6");
}
