//! Periods of heaps and of sheets.

use crate::brute::{Draw, brute, compare, instance};
use crate::line_claim;
use grundy_proof::consequence::of_heaps;
use grundy_proof::{Certificate, Checksum, Claim as Proposition, Evidence, Sparse, check};
use grundy_rules::heap::{TakeAndBreak, recognise};

#[test]
fn what_follows_from_periods_of_heaps_is_so() {
    let mut draw = Draw::new(23);
    let (mut accepted, mut held) = (0, 0);
    for _ in 0..1_500 {
        let low = [0, 0, 0, 2, 5][draw.below(5) as usize];
        let high = if draw.below(4) == 0 { (low + draw.below(30)).to_string() } else { String::new() };
        let positions = if low == 0 && high.is_empty() { "n".into() } else { format!("n in {low}..{high}") };
        let (one, two) = (1 + draw.below(3), 2 + draw.below(4));
        let moves = match draw.below(5) {
            0 => format!("move t(k in [{one}, {}]) if n >= k + {low} -> n - k\n", one + two),
            1 => format!("move t(k in 1..min({two}, n - {low})) -> n - k\n"),
            2 => format!("move t(k in {one}..n - {low}) -> n - k\n"),
            3 => format!("move t(k in 1..min({one}, n), a in 0..n - k) -> a plus n - k - a\n"),
            _ => "move t(k in 1..n) -> n - k\nmove s(a in 1..n - 1) -> a plus n - a\n".into(),
        };
        let written: String = (0..6).map(|_| format!("claim {}\n", line_claim(&mut draw))).collect();
        let Some(instance) = instance(&format!("game g({positions})\n{moves}{written}")) else { continue };
        let (Some(known), Some(recognised)) =
            (brute(&instance), recognise(&instance, &grundy_rules::Meter::steps(u64::MAX)))
        else {
            continue;
        };
        let game: TakeAndBreak = recognised.game.clone();
        let heaps = heaps(&game, 200);
        let drawn = (1 + draw.below(8) as u64, draw.below(12) as u64, [0, 0, 0, 1, 2, 4][draw.below(6) as usize]);
        let (period, preperiod, saltus) = match draw.below(4) {
            0 => drawn,
            _ => regularity(&heaps).unwrap_or(drawn),
        };
        let mask = Sparse { mask: draw.below(16) as u32, by_size: draw.below(4) == 0 };
        let window = draw.below(12) as u64;
        let evidence = [
            Evidence::SubtractionWindow,
            Evidence::GuySmith { sparse: None },
            Evidence::GuySmith { sparse: Some(mask) },
            Evidence::Window { window, sparse: mask },
            Evidence::Arithmetic { window },
            Evidence::Hexadecimal,
        ];
        // The checksum is always right, so that nothing is refused for it alone.
        let sum = heaps[..(preperiod + period) as usize].iter().fold(Checksum::new(), |sum, value| sum.value(*value));
        let claim = Proposition::HeapPeriod { game, period, preperiod, saltus };
        for evidence in evidence {
            let certificate = Certificate { claim: claim.clone(), evidence, values: sum.number() };
            let Ok(theorem) = check(&certificate, &grundy_proof::Limits::default()) else { continue };
            accepted += 1;
            for (size, value) in heaps.iter().enumerate() {
                assert_eq!(theorem.value(size as u64), Some(u128::from(*value)), "{certificate}\n{size}");
            }
            for claim in &instance.game().claims {
                held += usize::from(compare(&instance, claim, of_heaps(&instance, claim, &theorem, &|| false), &known));
            }
        }
    }
    assert!(accepted > 100 && held > 60, "{accepted} {held}");
}

/// The least period, preperiod and saltus that values look as if they had.
pub fn regularity(values: &[u64]) -> Option<(u64, u64, u64)> {
    (1..40).find_map(|period| {
        let rise = |at: usize| values[at + period].checked_sub(values[at]);
        let saltus = rise(values.len() - period - 1)?;
        let broken = (0..values.len() - period).rev().find(|at| rise(*at) != Some(saltus));
        let start = broken.map_or(0, |at| at + 1);
        (start < 100).then_some((period as u64, start as u64, saltus))
    })
}

/// The values of heaps, by the digits.
pub fn heaps(game: &TakeAndBreak, count: usize) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for size in 0..count {
        let mut options = std::collections::BTreeSet::new();
        for taken in 0..=size {
            let (digit, left) = (game.digit(taken as u64), size - taken);
            if digit & 1 != 0 && left == 0 {
                options.insert(0);
            }
            if digit & 2 != 0 && left > 0 {
                options.insert(values[left]);
            }
            if digit & 4 != 0 {
                options.extend((1..left).map(|part| values[part] ^ values[left - part]));
            }
        }
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    values
}

/// The values of sheets with sides below a bound, by trying every cut.
fn sheets(min: usize, end: usize) -> Vec<Vec<u64>> {
    let mut values = vec![vec![0_u64; end]; end];
    for width in min..end {
        for height in min..end {
            let upright =
                (min..=width.saturating_sub(min)).map(|cut| values[cut][height] ^ values[width - cut][height]);
            let across = (min..=height.saturating_sub(min)).map(|cut| values[width][cut] ^ values[width][height - cut]);
            let options: std::collections::BTreeSet<u64> = upright.chain(across).collect();
            values[width][height] = (0..).find(|value| !options.contains(value)).unwrap();
        }
    }
    values
}

/// Values of sheets by width and height, and the least period with its start, if there is one.
type Sheets = (Vec<Vec<u64>>, Option<(usize, usize)>);

#[test]
fn what_is_said_of_sheets_is_so() {
    const END: usize = 72;
    let mut draw = Draw::new(61);
    let mut accepted = std::collections::BTreeMap::new();
    // Of each least side the values, the least period that is seen, and its least start.
    let seen: Vec<Sheets> = (1..=6)
        .map(|min| {
            let values = sheets(min, END);
            let same = |period: usize, width: usize| {
                (min..END).all(|height| values[width][height] == values[width + period][height])
            };
            let repeats = |period: usize, start: &usize| (*start..END - period).all(|width| same(period, width));
            let period = (1..30).find_map(|period| Some((period, (min..40).find(|start| repeats(period, start))?)));
            (values, period)
        })
        .collect();
    for min in 1..=5 {
        for at in 0..120 {
            let (mut period, mut start) = seen[min - 1].1.filter(|_| at % 4 > 0).unwrap_or((0, 0));
            match draw.below(if period == 0 { 1 } else { 6 }) {
                0 => (period, start) = (draw.below(12) as usize, draw.below(20) as usize),
                1 => period *= 1 + draw.below(3) as usize,
                2 => start += draw.below(4) as usize,
                3 => start -= start.min(draw.below(3) as usize),
                _ => {}
            }
            if period + start > END / 2 {
                continue;
            }
            let side = if draw.below(9) == 0 { draw.below(7) as usize } else { min };
            // The checksum is always right, so that nothing is refused for it alone.
            let sides = side.max(1)..(period + start).max(side);
            let own = sheets(side.max(1), (period + start).max(side) + 1);
            let sum = sides.clone().flat_map(|width| sides.clone().map(move |height| (width, height)));
            let sum = sum.fold(Checksum::new(), |sum, (width, height)| sum.value(own[width][height]));
            let claim =
                Proposition::CuttingPeriod { least_side: side as u64, period: period as u64, preperiod: start as u64 };
            let evidence = match draw.below(8) {
                0 => Evidence::Hexadecimal,
                1 => Evidence::Arithmetic { window: 2 },
                _ => Evidence::Cutting,
            };
            let certificate = Certificate { claim, evidence, values: sum.number() };
            let Ok(theorem) = check(&certificate, &grundy_proof::Limits::default()) else { continue };
            *accepted.entry(side).or_insert(0) += 1;
            let (values, min) = &seen[side - 1];
            for (width, row) in values.iter().enumerate().take(END) {
                for (height, value) in row.iter().enumerate().take(END) {
                    let due = (width.min(height) >= side).then_some(*value);
                    assert_eq!(theorem.sheet(width as u64, height as u64), due, "{width} by {height}\n{certificate}");
                }
            }
            assert_eq!(Some((period, start)), *min, "neither number can be smaller\n{certificate}");
        }
    }
    assert!(accepted.values().sum::<usize>() > 25, "{accepted:?}");
}
