//! Which sparse space makes most heaps common.
//!
//! In: values. Out: the mask, with or without the parity of the size, under which the fewest heaps of the later half
//! are rare; `None` if none makes rare heaps few. The idea is Berlekamp's (Winning Ways, chapter 4), the rule by size
//! Flammenkamp's.

use grundy_proof::Sparse;
use grundy_rules::heap::TakeAndBreak;

/// Only this many values are examined: the choice needs no more.
const SAMPLE: usize = 1 << 20;
/// Exclusive upper bound of the masks tried.
const MASKS: usize = 512;

/// Returns the sparse space that makes the fewest heaps rare, if those are less than an eighth.
pub fn choose<V: Copy + Into<u32>>(game: &TakeAndBreak, values: &[V]) -> Option<Sparse> {
    let sample = &values[..values.len().min(SAMPLE)];
    let mut counts = [vec![0_u64; MASKS], vec![0_u64; MASKS]];
    for (size, value) in sample.iter().enumerate().skip(sample.len() / 2) {
        *counts[size % 2].get_mut((*value).into() as usize)? += 1;
    }
    let mut splits = (0..game.head().len()).filter(|index| game.head()[*index] & 4 != 0);
    let parity = splits.next()? % 2;
    let one_parity = splits.all(|index| index % 2 == parity);
    let rules = (1..MASKS as u32).flat_map(|mask| [false, true].map(|by_size| Sparse { mask, by_size }));
    let rare = |sparse: &Sparse| -> u64 {
        let of_parity = |odd: usize| -> u64 {
            let turned = usize::from(sparse.by_size) * (odd + parity);
            let is_rare =
                |value: &usize| ((value & sparse.mask as usize).count_ones() as usize + turned).is_multiple_of(2);
            (0..MASKS).filter(is_rare).map(|value| counts[odd][value]).sum()
        };
        of_parity(0) + of_parity(1)
    };
    let (fewest, best) = rules
        .filter(|sparse| one_parity || !sparse.by_size)
        .map(|sparse| (rare(&sparse), sparse))
        .min_by_key(|(rare, sparse)| (*rare, sparse.by_size, sparse.mask))?;
    (fewest * 8 < (sample.len() - sample.len() / 2) as u64).then_some(best)
}
