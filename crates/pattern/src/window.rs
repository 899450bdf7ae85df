//! How large the window of a window certificate must be.
//!
//! In: a finite octal game, its sparse space, the values of the preperiod and one period. Out: a power of two that is
//! as large as every rare heap, and as the parts that are needed to reach all that must be reached from the heaps of
//! one period; `None` if the values or the window would be too large. Assumes that the values repeat.

use grundy_proof::Sparse;
use grundy_rules::heap::TakeAndBreak;

/// Tuning: maximum window: if none is found the certificate is Guy and Smith's, which takes longer to check and
/// proves the same. No measurement is recorded.
const MAX_WINDOW: usize = 1 << 20;

/// Returns the least power of two that suffices.
pub(crate) fn choose<V: Copy + Into<u32>>(
    game: &TakeAndBreak,
    sparse: &Sparse,
    values: &[V],
    preperiod: usize,
    last_place: usize,
) -> Option<u64> {
    // A table without a whole period, or with nothing before it, shows no window.
    if values.len() < 2 || preperiod >= values.len() {
        return None;
    }
    let value = |size: usize| values[size].into();
    let indices =
        |bit: u8| -> Vec<usize> { (0..game.head().len()).filter(|index| game.head()[*index] & bit != 0).collect() };
    let (one, two) = (indices(2), indices(4));
    let parity = two.first()? % 2;
    let is_rare = |size: &usize| {
        let turned = usize::from(sparse.by_size) * (size + parity);
        ((value(*size) & sparse.mask).count_ones() as usize + turned).is_multiple_of(2)
    };
    let last_rare = (1..values.len()).rev().find(is_rare).unwrap_or(1);
    if last_rare > MAX_WINDOW || values.iter().any(|value| (*value).into() > 127) {
        return None;
    }
    // The small parts, and the heaps of some periods after the preperiod, as far as they are believed to repeat.
    let period = values.len() - preperiod;
    let at =
        |size: usize| if size < values.len() { value(size) } else { value(preperiod + (size - preperiod) % period) };
    let reach = MAX_WINDOW.min((4 * preperiod).next_power_of_two()).max(last_rare) + last_place;
    let first = preperiod.max(1);
    let small: Vec<u8> = (0..=reach).map(|size| at(size) as u8).collect();
    let long: Vec<u8> = (first..first + reach + 1 + period).map(|size| at(size) as u8).collect();
    let rares: Vec<usize> = (1..=last_rare).filter(is_rare).collect();
    let mut window = last_rare;
    for index in reach + 1..long.len() {
        let wanted = (1_u128 << long[index]) - 1;
        let mut seen = one.iter().fold(0_u128, |seen, taken| seen | 1 << long[index - taken]);
        for taken in &two {
            seen |= rares.iter().fold(0, |seen, rare| seen | 1 << (small[*rare] ^ long[index - taken - rare]));
        }
        let mut part = 1;
        while wanted & !seen != 0 {
            if part + last_place > reach {
                return None;
            }
            for taken in &two {
                seen |= 1 << (small[part] ^ long[index - taken - part]);
            }
            part += 1;
        }
        window = window.max(part - 1);
    }
    Some(window.next_power_of_two() as u64)
}
