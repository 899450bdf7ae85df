//! What is found in tables becomes certificates that the checker accepts.

use grundy_pattern::{choose_sparse, cutting, heap};
use grundy_proof::{Certificate, Evidence, Limits, Theorem, check, seal};
use grundy_rules::heap::TakeAndBreak;
use grundy_rules::read;

/// The values, by marking every option.
fn table(game: &TakeAndBreak, count: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for size in 0..count {
        let mut seen = vec![false; 2 * count + 2];
        for taken in 0..=size {
            let (digit, left) = (game.digit(taken as u64), size - taken);
            if digit & 1 != 0 && left == 0 {
                seen[0] = true;
            }
            if digit & 2 != 0 && left > 0 {
                seen[values[left] as usize] = true;
            }
            if digit & 4 != 0 {
                (1..left).for_each(|part| seen[(values[part] ^ values[left - part]) as usize] = true);
            }
        }
        values.push(seen.iter().position(|seen| !seen).unwrap() as u32);
    }
    values
}

fn game(head: &[u8], tail: &[u8]) -> TakeAndBreak {
    TakeAndBreak::new(head.to_vec(), tail.to_vec(), false).unwrap()
}

#[track_caller]
fn proved(game: &TakeAndBreak, count: usize) -> (Certificate, Theorem) {
    let values = table(game, count);
    let found = heap::find(&values).expect("the table is long enough");
    let certificate = heap::certify(game, &found, None, &values).expect("a theorem applies");
    let read: Certificate = certificate.to_string().parse().unwrap();
    let theorem = check(&read, &Limits::default()).unwrap_or_else(|refusal| panic!("{refusal}\n{certificate}"));
    for (size, value) in values.iter().enumerate() {
        assert_eq!(theorem.value(size as u64), Some(u128::from(*value)));
    }
    (certificate, theorem)
}

#[test]
fn octal_games_are_certified_by_a_window_where_it_saves() {
    let (kayles, theorem) = proved(&game(&[0, 7, 7], &[]), 600);
    assert_eq!(theorem.claim().period(), (12, 71));
    assert!(matches!(kayles.evidence, Evidence::Window { .. } | Evidence::GuySmith { .. }), "{kayles}");
    let (dawson, _) = proved(&game(&[0, 1, 3, 7], &[]), 600);
    assert_eq!(dawson.claim.period(), (34, 52));
    let (long, _) = proved(&game(&[0, 1, 5, 6], &[]), 8000);
    assert_eq!(long.claim.period(), (349, 3479));
    assert!(matches!(long.evidence, Evidence::Window { .. }), "{long}");
}

#[test]
fn all_codes_of_two_digits_with_a_period_in_reach_are_proved() {
    let mut proved_games = 0;
    for code in 1..64_u8 {
        let game = game(&[0, code / 8, code % 8], &[]);
        let values = table(&game, 700);
        let Some(found) = heap::find(&values) else { continue };
        let certificate = heap::certify(&game, &found, None, &values).unwrap();
        match check(&certificate, &Limits::default()) {
            Ok(theorem) => {
                proved_games += 1;
                (0..700).for_each(|size| assert_eq!(theorem.value(size as u64), Some(values[size].into())));
            }
            Err(refusal) => panic!("{refusal}\n{certificate}"),
        }
    }
    assert!(proved_games >= 44, "{proved_games}");
}

#[test]
fn games_that_take_any_number_grow_by_a_saltus() {
    let saltus = |game: &TakeAndBreak| proved(game, 400).0;
    assert_eq!(
        saltus(&game(&[0], &[3])).claim.to_string(),
        "the values of the heap game .(3) have period 1 from 0 with saltus 1"
    );
    assert_eq!(
        saltus(&game(&[4], &[3])).claim.to_string(),
        "the values of the heap game 4.(3) have period 4 from 1 with saltus 4"
    );
    assert_eq!(saltus(&game(&[0], &[7])).claim.period(), (1, 0));
    // All numbers but 2 and 5 may be taken.
    assert_eq!(saltus(&game(&[0, 3, 0, 3, 3, 0], &[3])).evidence, Evidence::Arithmetic { window: 0 });
}

#[test]
fn a_sparse_space_by_size_is_found() {
    let game = game(&[0, 1, 0, 4], &[]);
    let sparse = choose_sparse(&game, &table(&game, 3000)).unwrap();
    assert!(sparse.by_size);
}

fn sheet(min: u64) -> impl Fn(u64, u64) -> u64 {
    let end = 184;
    let mut values = vec![vec![0_u64; end]; end];
    for width in min as usize..end {
        for height in min as usize..end {
            let mut seen = [false; 256];
            for cut in min as usize..=width.saturating_sub(min as usize) {
                seen[(values[cut][height] ^ values[width - cut][height]) as usize] = true;
            }
            for cut in min as usize..=height.saturating_sub(min as usize) {
                seen[(values[width][cut] ^ values[width][height - cut]) as usize] = true;
            }
            values[width][height] = seen.iter().position(|seen| !seen).unwrap() as u64;
        }
    }
    move |width, height| values[width as usize][height as usize]
}

#[test]
fn the_cutting_game_is_a_look_up_for_any_size() {
    let value = sheet(2);
    let found = cutting::find(2, 184, &value).unwrap();
    assert_eq!(found, (34, 55));
    let certificate = cutting::certify(2, found, &value);
    let theorem = check(&certificate.to_string().parse().unwrap(), &Limits::default()).unwrap();
    assert_eq!(theorem.sheet(6, 2), Some(2));
    assert_eq!(theorem.sheet(1, 5), None);
    (2..184).for_each(|width| {
        (2..184).for_each(|height| assert_eq!(theorem.sheet(width, height), Some(value(width, height))))
    });
    let huge = 1_000_000_000_000_000_000;
    assert_eq!(theorem.sheet(huge, huge + 1), theorem.sheet(55 + (huge - 55) % 34, 55 + (huge - 54) % 34));
    // A text that was changed is refused, and so is one with a new seal that says something else.
    let text = certificate.to_string();
    for index in 0..text.len() {
        for byte in b'0'..=b'9' {
            let mut mutant = text.clone().into_bytes();
            mutant[index] = byte;
            let mutant = String::from_utf8(mutant).unwrap();
            assert!(mutant == text || mutant.parse::<Certificate>().is_err());
            let lines = mutant.split_inclusive('\n').take(6).collect::<String>();
            if let Ok(read) = seal(&lines).parse::<Certificate>()
                && read != certificate
            {
                assert!(check(&read, &Limits { max_bytes: 1 << 20, max_steps: 1 << 28 }).is_err(), "accepted\n{read}");
            }
        }
    }
    for (period, preperiod) in [(33, 55), (35, 55), (68, 55), (17, 55), (34, 54), (34, 56), (34, 1)] {
        let wrong = cutting::certify(2, (period, preperiod), |width, height| value(width % 184, height % 184));
        assert!(check(&wrong, &Limits::default()).is_err());
    }
}

#[test]
fn only_the_cutting_game_is_recognised() {
    let rules = |across: &str, rest: &str| {
        format!(
            "game g(a in 2.., b in 2..) move x({across}) -> (i, b) plus (a - i, b) move y(j in 2..b - 2) -> (a, j) plus (a, b - j) {rest}"
        )
    };
    let recognised = |text: String| cutting::recognise(&read(&text).unwrap());
    let of_the_catalogue = include_str!("../../../catalogue/heap/cutting.game");
    assert_eq!(recognised(of_the_catalogue.to_owned()), Some(2));
    let to_one = include_str!("../../../catalogue/heap/cutting_to_one.game");
    assert_eq!(recognised(to_one.to_owned()), None);
    assert_eq!(recognised(rules("i in 2..a - 2", "start (3, 4)")), Some(2));
    // Any least side is, but for none.
    let of_side = |side: &str| rules("i in 2..a - 2", "").replace('2', side);
    assert_eq!([recognised(of_side("20")), recognised(of_side("0"))], [Some(20), None]);
    assert_eq!(recognised(rules("i in 2..a - 2", "stuck wins")), None);
    assert_eq!(recognised(rules("i in 2..a - 3", "")), None);
    assert_eq!(recognised(rules("i in 2..a - 2", "lose if a == 7")), None);
}
