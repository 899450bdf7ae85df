//! Heap games, their values by trying everything, and certificates with the checksum of those.

use grundy_proof::{Certificate, Checksum, Claim, Evidence};
use grundy_rules::heap::TakeAndBreak;
use std::collections::BTreeSet;

/// The values as the digits mean them, by listing every option.
pub fn brute(game: &TakeAndBreak, count: usize) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for size in 0..count {
        let mut options = BTreeSet::new();
        for taken in 0..=size {
            let digit = game.digit(taken as u64);
            for parts in (0..=5).filter(|parts| digit >> parts & 1 != 0) {
                leave(&values, size - taken, parts, 0, &mut options);
            }
        }
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    values
}

fn leave(values: &[u64], tokens: usize, parts: usize, sum: u64, options: &mut BTreeSet<u64>) {
    match parts {
        0 if tokens == 0 => drop(options.insert(sum)),
        0 => {}
        1 if tokens > 0 => drop(options.insert(sum ^ values[tokens])),
        _ => (1..tokens).for_each(|part| leave(values, tokens - part, parts - 1, sum ^ values[part], options)),
    }
}

pub fn game(head: &[u8], tail: &[u8]) -> TakeAndBreak {
    TakeAndBreak::new(head.to_vec(), tail.to_vec(), false).unwrap()
}

pub fn subtraction(set: &[usize]) -> TakeAndBreak {
    let mut head = vec![0; set.iter().max().unwrap() + 1];
    set.iter().for_each(|taken| head[*taken] = 3);
    game(&head, &[])
}

/// All numbers may be taken but these.
pub fn all_but(set: &[usize]) -> TakeAndBreak {
    let mut head = vec![3; set.iter().max().unwrap() + 1];
    head[0] = 0;
    set.iter().for_each(|taken| head[*taken] = 0);
    game(&head, &[3])
}

pub fn checksum(values: &[u64]) -> u64 {
    values.iter().fold(Checksum::new(), |sum, value| sum.value(*value)).number()
}

pub fn certificate(game: &TakeAndBreak, period: u64, preperiod: u64, saltus: u64, evidence: Evidence) -> Certificate {
    let values = brute(game, (period + preperiod) as usize);
    let claim = Claim::HeapPeriod { game: game.clone(), period, preperiod, saltus };
    Certificate { claim, evidence, values: checksum(&values) }
}
