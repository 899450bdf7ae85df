//! Switching the corners of boxes: a product of three coin-turning games, by nim products (POJ 3533).
//!
//! **Theorem** (Tartan; Winning Ways, chapter 14). A light at (x, y, z) has the value x ⊗ y ⊗ z, a nim product.
//!
//! Proof idea: in one dimension a light at x is a heap of x stones, and the product of coin-turning games has the nim
//! product of their values. A move that changes the coordinates in a set D to smaller ones u leaves, by the
//! distributive law, the old value ⊕ the product of x ⊕ u over D and of x over the rest. So the last coordinate of a
//! winning move follows from the others by a nim division, and a box is counted with two loops instead of three.
//! Coordinates below 2^16 form a field, which logarithms make fast.

use super::moves::Found;
use super::theory::{Goal, PartTheory, known_rule};
use grundy_message::{Message, message};
use grundy_rules::arithmetic::nim_product;
use grundy_rules::{Instance, Int, Meter, Part, Side, Value};
use std::sync::{Arc, OnceLock};

/// The coordinates that each move changes.
const CHANGED: [&[usize]; 8] = [&[], &[0], &[1], &[2], &[0, 1], &[0, 2], &[1, 2], &[0, 1, 2]];

/// The theorem.
pub struct LightSwitching {
    instance: Arc<Instance>,
}

impl LightSwitching {
    /// Creates the theorem for a game with the rules of `light_switching`.
    pub fn new(instance: Arc<Instance>) -> LightSwitching {
        LightSwitching { instance }
    }
}

/// The nimbers below 2^16, by logarithms.
struct Field {
    power: Vec<u32>,
    logarithm: Vec<u32>,
}

/// Number of nonzero nimbers below 2^16: the order of a generator.
const ORDER: usize = 65_535;

impl Field {
    fn new() -> Option<Field> {
        'generators: for generator in 2..ORDER as i64 {
            let mut power = vec![1u32];
            let mut logarithm = vec![0u32; ORDER + 1];
            let generator = Int::Small(generator);
            for exponent in 1..ORDER {
                let next = nim_product(&Int::Small(power[exponent - 1].into()), &generator).ok()?.to_usize()?;
                if next <= 1 || next > ORDER {
                    continue 'generators;
                }
                logarithm[next] = exponent as u32;
                power.push(next as u32);
            }
            return Some(Field { power, logarithm });
        }
        None
    }

    fn get() -> Option<&'static Field> {
        static FIELD: OnceLock<Option<Field>> = OnceLock::new();
        FIELD.get_or_init(Field::new).as_ref()
    }

    fn multiply(&self, a: u32, b: u32) -> u32 {
        if a == 0 || b == 0 {
            return 0;
        }
        let sum = (self.logarithm[a as usize] + self.logarithm[b as usize]) as usize;
        self.power[if sum >= ORDER { sum - ORDER } else { sum }]
    }

    /// Divides `a` by `b`, which is not 0.
    fn divide(&self, a: u32, b: u32) -> u32 {
        if a == 0 {
            return 0;
        }
        let (a, b) = (self.logarithm[a as usize] as usize, self.logarithm[b as usize] as usize);
        self.power[if a >= b { a - b } else { a + ORDER - b }]
    }
}

/// Returns the coordinates, if they are all in the small field.
fn coordinates(part: &Part) -> Option<[u32; 3]> {
    let [Value::Int(x), Value::Int(y), Value::Int(z)] = part.as_slice() else { return None };
    let small =
        |number: &Int| number.to_usize().filter(|number| (1..=ORDER).contains(number)).map(|number| number as u32);
    Some([small(x)?, small(y)?, small(z)?])
}

impl PartTheory for LightSwitching {
    fn name(&self, _: &Part, _: Goal, _: &Meter) -> Message {
        known_rule(self.instance.game(), "grundy")
    }

    fn sentence(&self, _: &Part, _: Goal, _: &Meter) -> Message {
        message!("a light is worth the nim product of its coordinates")
    }

    fn grundy(&self, part: &Part, _: &Meter) -> Option<Int> {
        let [Value::Int(x), Value::Int(y), Value::Int(z)] = part.as_slice() else { return None };
        nim_product(&nim_product(x, y).ok()?, z).ok()
    }

    fn moves(&self, part: &Part, mover: Option<Side>, goal: &Goal, max: usize, meter: &Meter) -> Option<Found> {
        let field = Field::get()?;
        let at = coordinates(part)?;
        let wanted = match goal {
            Goal::Value(value) => value.to_usize()?,
            Goal::Lost => 0,
        };
        let mut found = Found::none();
        if wanted > ORDER {
            // No product of such coordinates is as large.
            return Some(found);
        }
        let value = field.multiply(field.multiply(at[0], at[1]), at[2]);
        let product = value ^ wanted as u32;
        let mut count = Some(0u64);
        for (rule, changed) in CHANGED.iter().enumerate() {
            let rest = (0..3).filter(|index| !changed.contains(index));
            let quotient = rest.fold(product, |product, index| field.divide(product, at[index]));
            let mut choices: Vec<Vec<u32>> = Vec::new();
            let Some((last, loops)) = changed.split_last() else {
                // Nothing is left: the light is switched off.
                if wanted == 0 {
                    count = count.map(|count| count + 1);
                    found.first.push(self.instance.move_with(rule, &[], part, mover, meter).ok()??);
                }
                continue;
            };
            let all = loops.iter().fold(1usize, |all, index| all.saturating_mul(at[*index] as usize));
            if meter.charge(all).is_err() {
                count = None;
                continue;
            }
            let mut here = 0u64;
            let mut visit = |before: &[u32]| {
                let product = loops
                    .iter()
                    .zip(before)
                    .fold(quotient, |product, (index, choice)| field.divide(product, at[*index] ^ choice));
                let choice = at[*last] ^ product;
                if (1..at[*last]).contains(&choice) {
                    here += 1;
                    if choices.len() < max {
                        choices.push(before.iter().copied().chain([choice]).collect());
                    }
                }
            };
            match loops {
                [] => visit(&[]),
                [one] => (1..at[*one]).for_each(|u| visit(&[u])),
                [one, two, ..] => {
                    for u in 1..at[*one] {
                        (1..at[*two]).for_each(|v| visit(&[u, v]));
                    }
                }
            }
            count = count.and_then(|count| count.checked_add(here));
            for choice in choices.into_iter().take(max.saturating_sub(found.first.len())) {
                let choice: Vec<Value> = choice.into_iter().map(|number| Value::from(i64::from(number))).collect();
                found.first.push(self.instance.move_with(rule, &choice, part, mover, meter).ok()??);
            }
        }
        found.count = count.map(|count| Int::from(u128::from(count)));
        Some(found)
    }

    fn instance(&self) -> &Arc<Instance> {
        &self.instance
    }
}
