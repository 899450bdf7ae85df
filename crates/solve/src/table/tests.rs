use super::{ABSENT, Full, Table, index};
use grundy_kernel::Key;
use grundy_value::Random;
use std::collections::BTreeMap;

/// Compares a table with a map of the standard library, through truncation and reinsertion.
fn check<K: Key>(bits: u32, different: u64, make: impl Fn(u64) -> K) {
    let mut table = Table::<K>::new(bits, 0);
    table.ledger().allow(u64::MAX);
    let mut expected = BTreeMap::new();
    let mut random = Random(u64::from(bits));
    for _ in 0..3 {
        let before = expected.clone();
        let lengths = table.lengths();
        for _ in 0..20_000 {
            let key = make(random.below(different));
            let (index, is_new) = table.enter(key).unwrap();
            assert_eq!(is_new, !expected.contains_key(&key));
            assert_eq!(*expected.entry(key).or_insert(index), index);
        }
        assert_eq!(table.len(), expected.len() as u64);
        table.truncate(&lengths);
        for (&key, &index) in &expected {
            assert_eq!(table.find(key), before.get(&key).copied(), "forgotten, and nothing else");
            assert_eq!(table.enter(key).unwrap().1, !before.contains_key(&key));
            let _ = index;
        }
        expected = expected.keys().map(|&key| (key, table.find(key).unwrap())).collect();
        let keys: Vec<K> = (0..200).map(|_| make(random.below(different))).collect();
        for keys in keys.chunks(7) {
            for &key in keys {
                let division = table.division().piece(key);
                let numbers = table.pieces()[division].find_group(keys);
                let at = keys.iter().position(|&other| other == key).unwrap();
                let number = (numbers[at] != ABSENT).then(|| index(division, numbers[at]));
                assert_eq!(number, expected.get(&key).copied());
            }
        }
        assert!(expected.iter().all(|(&key, &index)| table.key(index) == key));
    }
}

#[test]
fn tables_keep_what_they_are_given() {
    check::<u64>(64, 1 << 40, |number| number.wrapping_mul(0x1_0000_0001));
    check::<u64>(26, 1 << 26, |number| number);
    check::<u64>(26, 1 << 12, |number| number << 14);
    check::<u64>(16, 1 << 16, |number| number);
    check::<u64>(5, 1 << 5, |number| number);
    check::<[u64; 2]>(128, 1 << 15, |number| [number, number << 50]);
    check::<[u64; 4]>(256, 1 << 15, |number| [0, 0, 0, number]);
}

#[test]
fn a_table_grows_no_further_than_allowed() {
    let mut table = Table::<u64>::new(64, 1);
    table.ledger().allow(100_000);
    let mut count = 0u64;
    while table.enter(count).is_ok() {
        count += 1;
    }
    assert!((3_000..8_000).contains(&count), "{count}");
    assert!(table.ledger().used() <= 100_000);
    assert_eq!(table.enter(count), Err(Full));
    assert!(table.enter(0).is_ok_and(|(_, is_new)| !is_new));
}
