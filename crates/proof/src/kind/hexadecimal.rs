//! Finite codes that may leave three heaps: values that grow by a saltus in every period.
//!
//! Let the saltus s be a power of two and e' = max(e, 1). A heap x ≥ e' is written e' + pA + i, and f(x) = s(A + Cᵢ) +
//! cᵢ, where g(e' + i) = sCᵢ + cᵢ with cᵢ < s. If g = f up to some N, no option of a heap n ≥ N has the value f(n), and
//! every value below it is that of an option, then g = f forever. Both conditions are reduced to comparisons of
//! remainders:
//!
//! * the higher digits of an option's heaps have a xor that is their sum less an even number that is not negative, and that sum
//!   differs from the higher digit of f(n) by a number D that depends on remainders alone: a hit needs D ≥ 0, D even;
//! * a value sV + c is reached by three heaps with the higher digits V, Y and Y, if there are remainders with the right c and the
//!   right parity.
//!
//! The proof is in docs/heap_certificates.md, part 7. Theorems of this kind were found by Austin (1976) and by Howse
//! and Nowakowski (2004); this one is weaker in what it covers and simpler to check.

use crate::check::Statement;
use crate::claim::Field;
use crate::limits::{Meter, Objection};
use crate::recompute::plain;
use crate::values::Values;
use grundy_message::message;
use std::collections::BTreeSet;

pub(crate) fn prove(statement: &Statement<'_>, meter: &mut Meter<'_>) -> Result<Values, Objection> {
    let last_place = statement.last_place()?;
    if statement.game.most_parts() != 3 {
        return Err(Objection::new(
            Field::Head,
            message!("this kind of theorem is about games that leave up to three heaps"),
        ));
    }
    if !statement.saltus.is_power_of_two() {
        return Err(Objection::new(Field::Saltus, message!("the saltus must be a power of two")));
    }
    let first = statement.preperiod.max(1);
    // The residues must be known before the required length of the table can be computed.
    let known = meter.values(first.checked_add(statement.period), 4)?;
    let (first, period) = (first as usize, statement.period as usize);
    let early = plain::values(statement.game, known, meter)?;
    let forms = Forms::new(&early, first, period, statement.saltus);
    // From this multiple of the period on, all heaps are so large that the fixed parts do not matter.
    let highest = forms.residues.iter().map(|form| form.high).max().unwrap_or(0);
    let least_multiple = 4 * (highest + 2) + (4 * first as i64 + last_place as i64) / period as i64 + 8;
    let table = (least_multiple as u64 + 1).checked_mul(statement.period);
    let count = meter.values(table.and_then(|table| table.checked_add(first as u64 + statement.period)), 4)?;
    let values = plain::values(statement.game, count, meter)?;
    statement.check_repetition(&values, count - period)?;
    let forms = Forms { least_multiple, highest, ..forms };
    forms.check_no_hit(statement, meter)?;
    forms.check_all_reached(statement, meter)?;
    Ok(values)
}

/// A heap below e', or all heaps from e' on with one remainder: its size or the least of its sizes, and the digits of
/// its value.
struct Form {
    size: i64,
    high: i64,
    low: u64,
}

/// All heaps, by their form.
struct Forms {
    /// The heaps from 1 to e' - 1.
    fixed: Vec<Form>,
    /// The heaps from e' on, by their remainder.
    residues: Vec<Form>,
    first: i64,
    period: i64,
    saltus: u64,
    /// The greatest higher digit of the residues.
    highest: i64,
    /// N is e' plus this number of periods.
    least_multiple: i64,
}

impl Forms {
    fn new(values: &Values, first: usize, period: usize, saltus: u64) -> Forms {
        let form = |size: usize| Form {
            size: size as i64,
            high: (values.at(size) / saltus) as i64,
            low: values.at(size) % saltus,
        };
        Forms {
            fixed: (1..first).map(form).collect(),
            residues: (first..first + period).map(form).collect(),
            first: first as i64,
            period: period as i64,
            saltus,
            highest: 0,
            least_multiple: 0,
        }
    }

    /// Returns the heap that is left whole: the residue of e' + σ, and the number of periods in σ.
    fn whole(&self, sum: i64) -> (usize, i64) {
        (sum.rem_euclid(self.period) as usize, sum.div_euclid(self.period))
    }

    /// Checks that no option of a heap n ≥ N has the value f(n). N is larger than all fixed parts together and what can
    /// be taken, so that at least one part is from e' on.
    fn check_no_hit(&self, statement: &Statement<'_>, meter: &mut Meter<'_>) -> Result<(), Objection> {
        let all: Vec<&Form> = self.residues.iter().chain(&self.fixed).collect();
        let variable = self.residues.len();
        for (taken, digit) in statement.game.head().iter().enumerate() {
            let check = |parts: &[usize]| -> Result<(), Objection> {
                let sizes: i64 = parts.iter().map(|part| all[*part].size).sum();
                let highs: i64 = parts.iter().map(|part| all[*part].high).sum();
                let low = parts.iter().fold(0, |low, part| low ^ all[*part].low);
                let (remainder, periods) = self.whole(taken as i64 + sizes - self.first);
                let whole = &self.residues[remainder];
                let excess = highs - whole.high - periods;
                if low == whole.low && excess >= 0 && excess % 2 == 0 {
                    return Err(Objection::new(
                        Field::Saltus,
                        message!(
                            "an option may have the value of its heap: taking {taken}, remainder {remainder}",
                            taken,
                            remainder
                        ),
                    ));
                }
                Ok(())
            };
            // The first part is from e' on; the others, in any order, are arbitrary.
            for one in 0..variable {
                meter.steps(1)?;
                if digit & 2 != 0 {
                    check(&[one])?;
                }
                if digit & 12 == 0 {
                    continue;
                }
                for two in 0..all.len() {
                    meter.steps(1)?;
                    if digit & 4 != 0 {
                        check(&[one, two])?;
                    }
                    if digit & 8 != 0 {
                        meter.steps((all.len() - two) as u64)?;
                        (two..all.len()).try_for_each(|three| check(&[one, two, three]))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Checks that every value below f(n) is that of an option of n, for every n ≥ N.
    ///
    /// The value sV + c of a heap n = e' + pM + l is reached in one of three ways. If V is below all higher digits of
    /// the residues, by a heap with the higher digit V and two with equal ones. If it is far below the higher digit of
    /// f(n), likewise, with the first heap from e' on. If it is just below it, by a heap from e' on and small ones
    /// whose higher digits cancel.
    fn check_all_reached(&self, statement: &Statement<'_>, meter: &mut Meter<'_>) -> Result<(), Objection> {
        let low_count = self.saltus as usize;
        let remainders = self.residues.len();
        meter.values((remainders as u64 * (self.highest as u64 + 1)).checked_mul(self.saltus), 32)?;
        let near = self.near(statement, meter)?;
        // The least distance from the higher digit of f(n) that is reached, and with it all larger ones of its parity.
        let mut far = vec![[None::<i64>; 2]; remainders * low_count];
        // Which parities of M are reached, for each of the smallest higher digits.
        let mut small = vec![vec![[false; 2]; remainders * low_count]; self.highest as usize];
        let places = (0_i64..).zip(statement.game.head()).filter(|(_, digit)| **digit & 8 != 0).map(|(place, _)| place);
        for taken in places {
            for (one, two) in self.residues.iter().flat_map(|one| self.residues.iter().map(move |two| (one, two))) {
                let largest = one.high.max(two.high);
                meter.steps((remainders as i64 * (self.highest + 2)) as u64 + self.fixed.len() as u64)?;
                for three in &self.residues {
                    let low = (one.low ^ two.low ^ three.low) as usize;
                    let sizes = taken + one.size + two.size + three.size - self.first;
                    let (remainder, periods) = self.whole(sizes);
                    let excess = one.high + two.high + three.high - self.residues[remainder].high - periods;
                    // The distance and the excess add up to twice the common higher digit of the two equal heaps.
                    let from = (2 * largest - excess).max(excess.rem_euclid(2));
                    let known = &mut far[remainder * low_count + low][excess.rem_euclid(2) as usize];
                    *known = Some(known.map_or(from, |known| known.min(from)));
                    // The same heap some periods later has the higher digits that follow.
                    for high in three.high..self.highest {
                        let sizes = sizes + (high - three.high) * self.period;
                        self.note_small(&mut small, (one, two), high, low, sizes);
                    }
                }
                for three in self.fixed.iter().filter(|three| three.high < self.highest) {
                    let low = (one.low ^ two.low ^ three.low) as usize;
                    let sizes = taken + one.size + two.size + three.size - self.first;
                    self.note_small(&mut small, (one, two), three.high, low, sizes);
                }
            }
        }
        let missing =
            || Objection::new(Field::Saltus, message!("some values below that of a large heap may not be reached"));
        if !small.iter().flatten().all(|parities| *parities == [true, true]) {
            return Err(missing());
        }
        for (place, (parity, from)) in (0..remainders * low_count).flat_map(|place| {
            let far = &far;
            (0..2_i64).map(move |parity| (place, (parity, far[place][parity as usize])))
        }) {
            let (remainder, low) = (place / low_count, place % low_count);
            let from = from.ok_or_else(missing)?;
            // The value itself and those above it need not be reached.
            let min = i64::from(low as u64 >= self.residues[remainder].low);
            meter.steps(from.max(0) as u64)?;
            let wanted = (min..from).filter(|distance| distance.rem_euclid(2) == parity);
            if wanted.into_iter().any(|distance| !near.contains(&(remainder, low, distance))) {
                return Err(missing());
            }
        }
        Ok(())
    }

    /// Returns what a large heap and small ones reach whose higher digits cancel: remainder, lower digit, distance from
    /// the higher digit.
    fn near(
        &self,
        statement: &Statement<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<BTreeSet<(usize, usize, i64)>, Objection> {
        let small: Vec<Form> = (1..self.first + 2 * self.period).map(|size| self.form(size)).collect();
        let mut near = BTreeSet::new();
        for (taken, digit) in (0_i64..).zip(statement.game.head()) {
            for (remainder, large) in (0_i64..).zip(&self.residues) {
                meter.steps(1 + (small.len() * small.len()) as u64)?;
                let mut note = |sizes: i64, low: u64| {
                    let (whole, periods) = self.whole(taken + sizes + remainder);
                    let distance = self.residues[whole].high - large.high + periods;
                    near.insert((whole, (low ^ large.low) as usize, distance));
                };
                if digit & 2 != 0 {
                    note(0, 0);
                }
                if digit & 4 != 0 {
                    small.iter().filter(|one| one.high == 0).for_each(|one| note(one.size, one.low));
                }
                if digit & 8 != 0 {
                    for one in &small {
                        let equal = small.iter().filter(|two| two.high == one.high && two.size >= one.size);
                        equal.for_each(|two| note(one.size + two.size, one.low ^ two.low));
                    }
                }
            }
        }
        Ok(near)
    }

    /// Returns the form of one heap.
    fn form(&self, size: i64) -> Form {
        if size < self.first {
            let fixed = &self.fixed[size as usize - 1];
            return Form { size, ..*fixed };
        }
        let residue = &self.residues[((size - self.first) % self.period) as usize];
        Form { size, high: residue.high + (size - self.first) / self.period, low: residue.low }
    }

    /// Records that a heap with this higher digit, and two heaps of equal higher digits, reach a value.
    fn note_small(&self, small: &mut [Vec<[bool; 2]>], (one, two): (&Form, &Form), high: i64, low: usize, sizes: i64) {
        let (remainder, periods) = self.whole(sizes);
        // M is twice the common higher digit plus this.
        let shift = periods - one.high - two.high;
        // The least M from N on with the parity that fits gives the least common digit.
        let min = self.least_multiple + (self.least_multiple + shift).rem_euclid(2);
        if (min - shift).div_euclid(2) >= one.high.max(two.high) {
            small[high as usize][remainder * self.saltus as usize + low][shift.rem_euclid(2) as usize] = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use grundy_rules::heap::TakeAndBreak;
    use grundy_value::Random;

    /// Forms as no game need have them, and the code of a game.
    fn draw_forms(draw: &mut dyn FnMut(u64) -> u64) -> (Forms, TakeAndBreak) {
        let (first, period, saltus) = (1 + draw(4) as i64, 1 + draw(3) as i64, 1 << draw(3).min(draw(3)));
        let high = 1 + draw(3);
        let mut form = |size: i64| Form { size, high: draw(high) as i64, low: draw(saltus) };
        let fixed: Vec<Form> = (1..first).map(&mut form).collect();
        let residues: Vec<Form> = (first..first + period).map(&mut form).collect();
        let highest = residues.iter().map(|form| form.high).max().unwrap();
        let least_multiple = draw(12) as i64;
        let head: Vec<u8> = (0..2 + draw(3)).map(|_| [0, 1, 2, 4, 8, 8, 8, 10, 12, 15][draw(10) as usize]).collect();
        let head = if head.iter().all(|digit| *digit < 8) { vec![0, 8] } else { head };
        // Nothing taken must leave two heaps at least.
        let head: Vec<u8> =
            head.iter().enumerate().map(|(taken, digit)| digit & if taken == 0 { 12 } else { 15 }).collect();
        let game = TakeAndBreak::new(head, Vec::new(), false).unwrap();
        (Forms { fixed, residues, first, period, saltus, highest, least_multiple }, game)
    }

    /// The remainder and the periods of a heap of e' + `sum` tokens.
    fn whole(forms: &Forms, sum: i64) -> (i64, i64) {
        let periods = (-99..).find(|periods| sum < (periods + 1) * forms.period).unwrap();
        (sum - periods * forms.period, periods)
    }

    /// The higher and the lower digit of a heap.
    fn digits(forms: &Forms, size: i64) -> (i64, u64) {
        let form = match size < forms.first {
            true => &forms.fixed[size as usize - 1],
            false => &forms.residues[whole(forms, size - forms.first).0 as usize],
        };
        (form.high + (size - form.size) / forms.period, form.low)
    }

    /// Returns the places of a code whose digits have a bit.
    fn places(game: &TakeAndBreak, bit: u8) -> impl Iterator<Item = i64> + Clone {
        (0..).zip(game.head()).filter(move |(_, digit)| **digit & bit != 0).map(|(place, _)| place)
    }

    /// Returns whether some option may have the value of its heap, by the heaps that are left: all of them up to three periods.
    fn may_hit(forms: &Forms, game: &TakeAndBreak) -> bool {
        let sizes: Vec<i64> = (1..forms.first + forms.period).collect();
        let is_hit = |taken: i64, parts: &[i64]| {
            let least = parts.iter().fold((0, 0, 0), |(size, high, low), part| {
                let digits = digits(forms, *part);
                (size + part, high + digits.0, low ^ digits.1)
            });
            let (remainder, periods) = whole(forms, taken + least.0 - forms.first);
            let whole = &forms.residues[remainder as usize];
            // The sum of the higher digits is that of the heap and an even number.
            least.2 == whole.low && (0..99).any(|half| whole.high + periods + 2 * half == least.1)
        };
        let is_large = |parts: &[i64]| parts.iter().any(|part| *part >= forms.first);
        let pairs = || sizes.iter().flat_map(|one| sizes.iter().map(|two| [*one, *two]));
        let one = places(game, 2).any(|taken| sizes.iter().any(|one| is_large(&[*one]) && is_hit(taken, &[*one])));
        let two = places(game, 4).any(|taken| pairs().any(|parts| is_large(&parts) && is_hit(taken, &parts)));
        let three = places(game, 8).any(|taken| {
            pairs().any(|[one, two]| {
                sizes.iter().any(|three| is_large(&[one, two, *three]) && is_hit(taken, &[one, two, *three]))
            })
        });
        one || two || three
    }

    /// Returns whether every value below that of a large heap is reached, as part 7 of docs/heap_certificates.md says it:
    /// value by value.
    fn reaches_all(forms: &Forms, game: &TakeAndBreak) -> bool {
        let residues = || (0..).zip(&forms.residues);
        let (first, period) = (forms.first, forms.period);
        let far = |remainder: i64, low: u64, distance: i64| {
            places(game, 8).any(|taken| {
                residues().any(|(i, one)| {
                    residues().any(|(j, two)| {
                        residues().any(|(k, three)| {
                            let (same, periods) = whole(forms, taken + 2 * first + i + j + k);
                            let excess =
                                one.high + two.high + three.high - forms.residues[same as usize].high - periods;
                            let twice = distance + excess;
                            same == remainder
                                && low == one.low ^ two.low ^ three.low
                                && twice % 2 == 0
                                && twice >= 2 * two.high.max(three.high)
                        })
                    })
                })
            })
        };
        // Sizes and lower digits of none, one and two small heaps whose higher digits cancel, and the bit of their number.
        let small: Vec<(i64, i64, u64)> = (1..first + 2 * period)
            .map(|size| {
                let (high, low) = digits(forms, size);
                (size, high, low)
            })
            .collect();
        let mut added: Vec<(u8, i64, u64)> = vec![(2, 0, 0)];
        for (size, high, low) in &small {
            added.extend((*high == 0).then_some((4, *size, *low)));
            added.extend(small.iter().filter(|two| two.1 == *high).map(|two| (8, size + two.0, low ^ two.2)));
        }
        let near = |remainder: i64, low: u64, distance: i64| {
            added.iter().any(|(bit, sizes, lows)| {
                places(game, *bit).any(|taken| {
                    residues().any(|(i, large)| {
                        let (same, periods) = whole(forms, taken + i + sizes);
                        let reached = forms.residues[same as usize].high - large.high + periods;
                        same == remainder && low == lows ^ large.low && distance == reached
                    })
                })
            })
        };
        let lowest = |high: i64, remainder: i64, low: u64, multiple: i64| {
            places(game, 8).any(|taken| {
                (1..first + (high + 1) * period).filter(|size| digits(forms, *size).0 == high).any(|size| {
                    residues().any(|(j, one)| {
                        residues().any(|(k, two)| {
                            let (same, periods) = whole(forms, taken + size + first + j + k);
                            let twice = multiple + one.high + two.high - periods;
                            same == remainder
                                && low == digits(forms, size).1 ^ one.low ^ two.low
                                && twice % 2 == 0
                                && twice >= 2 * one.high.max(two.high)
                        })
                    })
                })
            })
        };
        (0..period).all(|remainder| {
            (0..forms.saltus).all(|low| {
                let min = i64::from(low >= forms.residues[remainder as usize].low);
                (min..60).all(|distance| far(remainder, low, distance) || near(remainder, low, distance))
                    && (0..forms.highest)
                        .all(|high| (0..2).all(|more| lowest(high, remainder, low, forms.least_multiple + more)))
            })
        })
    }

    #[test]
    fn forms_are_judged_as_the_theorem_says() {
        let mut random = Random(5);
        let mut draw = |max: u64| random.below(max);
        let mut verdicts = [[0; 2]; 2];
        for _ in 0..3000 {
            let (forms, game) = draw_forms(&mut draw);
            let statement = Statement { game: &game, period: forms.period as u64, preperiod: 0, saltus: forms.saltus };
            let meter = &mut Meter::new(&Limits::default(), &|| false);
            let judged =
                [forms.check_no_hit(&statement, meter).is_ok(), forms.check_all_reached(&statement, meter).is_ok()];
            let case = || {
                let judged = |form: &Form| (form.size, form.high, form.low);
                let forms: Vec<_> = forms.fixed.iter().chain(&forms.residues).map(judged).collect();
                format!("{} {forms:?}", game.code())
            };
            assert_eq!(judged[0], !may_hit(&forms, &game), "{}", case());
            assert_eq!(judged[1], reaches_all(&forms, &game), "{} from {}", case(), forms.least_multiple);
            (0..2).for_each(|which| verdicts[which][usize::from(judged[which])] += 1);
        }
        assert!(verdicts.iter().flatten().all(|count| *count > 50), "{verdicts:?}");
    }
}
