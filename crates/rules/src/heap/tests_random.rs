//! Random take-and-break games, and their options by the definition, for tests.

use super::{MAX_PARTS, TakeAndBreak};
use grundy_value::Random;
use std::collections::BTreeSet;

/// Returns a game with few small digits, or many, or any.
pub fn random_game(random: &mut Random) -> TakeAndBreak {
    let base = *random.pick(&[2, 4, 4, 8, 8, 16, 36]);
    let digits = |max: usize, random: &mut Random| -> Vec<u8> {
        let length = random.index(max + 1);
        let zero = *random.pick(&[0, 2]);
        let digit = |random: &mut Random| if random.index(4) < zero { 0 } else { random.index(base) as u8 };
        (0..length).map(|_| if base == 4 && zero == 0 { 3 * random.index(2) as u8 } else { digit(random) }).collect()
    };
    let mut head = vec![4 * random.index(base.div_ceil(8)) as u8];
    head.extend(digits(8, random));
    let tail = if random.index(3) == 0 { digits(4, random) } else { Vec::new() };
    let parts_differ = random.index(5) == 0;
    TakeAndBreak::new(head, tail, parts_differ).unwrap()
}

/// Returns the options of a heap by the definition, each ascending.
pub fn options(game: &TakeAndBreak, heap: u64) -> BTreeSet<Vec<u64>> {
    let mut found = BTreeSet::new();
    for taken in 0..=heap {
        for parts in 0..=MAX_PARTS {
            if game.digit(taken) >> parts & 1 == 1 {
                split(heap - taken, parts, &mut Vec::new(), game.parts_differ(), &mut found);
            }
        }
    }
    found
}

fn split(rest: u64, parts: u32, begun: &mut Vec<u64>, differ: bool, found: &mut BTreeSet<Vec<u64>>) {
    if parts == 0 {
        if rest == 0 {
            found.insert(begun.clone());
        }
        return;
    }
    let low = begun.last().map_or(1, |last| last + u64::from(differ));
    for heap in low..=rest / u64::from(parts) {
        begun.push(heap);
        split(rest - heap, parts - 1, begun, differ, found);
        begun.pop();
    }
}

#[test]
fn the_definition_lists_known_options() {
    let kayles = TakeAndBreak::new(vec![0, 7, 7], vec![], false).unwrap();
    let expect: BTreeSet<Vec<u64>> = [vec![1, 1], vec![2], vec![1]].into();
    assert_eq!(options(&kayles, 3), expect);
    let grundy = TakeAndBreak::new(vec![4], vec![], true).unwrap();
    assert_eq!(options(&grundy, 6), [vec![1, 5], vec![2, 4]].into());
}
