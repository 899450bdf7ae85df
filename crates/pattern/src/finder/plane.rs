//! Rules about several numbers: functions of one quantity made of them, sums of a value for each, and known shapes.
//!
//! In: a [`Survey`] of two or more numbers. Out: candidates, which need not fit: [`super::gate`] compares them with the
//! table. The quantities that rules are made of: the sum, the difference, the largest, the smallest, the xor, the
//! greatest common divisor, one of the numbers, all of them modulo something.

use super::form::{Form, Members, grouped};
use super::gate::Candidate;
use super::line::{repeated_values, residues, set_forms, value_forms};
use super::survey::{DRAWN, Survey};
use grundy_message::{Message, Separator, list, message};
use grundy_proof::consequence::CalledOff;
use grundy_value::Quantity;
use grundy_value::arithmetic::gcd;
use std::collections::BTreeMap;

/// Returns the start of a claim about values: `grundy = …` or `score = …`.
fn equals(quantity: Quantity) -> &'static str {
    if quantity == Quantity::Score { "score" } else { "grundy" }
}

/// Returns in words that the value is this one.
fn value_is(quantity: Quantity, value: &Message) -> Message {
    match quantity {
        Quantity::Score => message!("the score is {value}", value),
        _ => message!("the Grundy value is {value}", value),
    }
}

/// Returns the candidate of values that are a form of this number.
fn value_candidate(quantity: Quantity, form: &Form, number: (&str, &Message), low: i64) -> Candidate {
    let sentence = value_is(quantity, &form.words_of(number.1));
    candidate(&format!("{} = ", equals(quantity)), sentence, form, number, low)
}

/// Returns the candidate of a set of positions that are a form of this number.
fn set_candidate(members: Members, form: &Form, number: (&str, &Message), low: i64) -> Candidate {
    candidate(members.claim(), form.sentence(members, number.1), form, number, low)
}

fn candidate(claim: &str, sentence: Message, form: &Form, (text, words): (&str, &Message), low: i64) -> Candidate {
    Candidate {
        claim: format!("{claim}{}", form.of(text)),
        words: form.limited(sentence, words, low),
        condition: form.condition(text, low),
    }
}

/// A function of the numbers.
type Made = Box<dyn Fn(&[i64]) -> i64>;

/// A quantity made of the numbers: its text and its function.
struct Thing {
    text: String,
    words: Message,
    of: Made,
}

fn things(names: &[String]) -> Vec<Thing> {
    let count = names.len();
    let all = names.join(", ");
    let mut things = Vec::new();
    let mut add = |text: String, words: Message, of: Made| things.push(Thing { text, words, of });
    add(names.join(" + "), Message::text(names.join(" + ")), Box::new(|numbers| numbers.iter().sum()));
    // Each choice of two or more of them, all of them first.
    for choice in (1..1usize << count).rev().filter(|choice| choice.count_ones() >= 2) {
        let chosen: Vec<&str> = (0..count).filter(|at| choice >> at & 1 == 1).map(|at| names[at].as_str()).collect();
        let xor = move |numbers: &[i64]| {
            (0..numbers.len()).filter(|at| choice >> at & 1 == 1).fold(0, |xor, at| xor ^ numbers[at])
        };
        add(chosen.join(" ^ "), message!("the xor of {numbers}", numbers = chosen.join(", ")), Box::new(xor));
    }
    if count == 2 {
        let (a, b) = (&names[0], &names[1]);
        let text = format!("abs({a} - {b})");
        add(text, message!("the difference"), Box::new(|numbers| (numbers[0] - numbers[1]).abs()));
        add(format!("{a} - {b}"), message!("{a} − {b}", a, b), Box::new(|numbers| numbers[0] - numbers[1]));
        add(
            format!("gcd({all})"),
            message!("the greatest common divisor"),
            Box::new(|numbers| gcd(numbers[0], numbers[1])),
        );
    }
    add(format!("max({all})"), message!("the largest"), Box::new(|numbers| numbers.iter().copied().max().unwrap_or(0)));
    add(
        format!("min({all})"),
        message!("the smallest"),
        Box::new(|numbers| numbers.iter().copied().min().unwrap_or(0)),
    );
    for (at, name) in names.iter().enumerate() {
        add(name.clone(), Message::text(name), Box::new(move |numbers| numbers[at]));
    }
    things
}

/// Returns all candidates for a table of several numbers.
pub fn candidates(survey: &Survey, called_off: CalledOff) -> Vec<Candidate> {
    let names = &survey.plan.names;
    let mut found = Vec::new();
    for thing in things(names) {
        depending(survey, &thing, &mut found, called_off);
    }
    if survey.quantity != Quantity::Outcome {
        by_each(survey, &mut found, called_off);
    }
    found.extend(shapes(survey));
    found.extend(by_residues(survey, called_off));
    found
}

/// Finds rules about one quantity that determines the values.
fn depending(survey: &Survey, thing: &Thing, found: &mut Vec<Candidate>, called_off: CalledOff) {
    let mut marks: BTreeMap<i64, i64> = BTreeMap::new();
    let mut values: BTreeMap<i64, i64> = BTreeMap::new();
    let (mut same_marks, mut same_values) = (true, survey.quantity != Quantity::Outcome);
    let mut known = 0usize;
    for (numbers, value) in survey.cells(called_off) {
        let Some(value) = value else { continue };
        known += 1;
        let at = (thing.of)(&numbers);
        let mark = if survey.quantity == Quantity::Score {
            1
        } else {
            i64::from(*value != 0) + i64::from(*value == 2 && survey.quantity == Quantity::Outcome)
        };
        same_marks = same_marks && *marks.entry(at).or_insert(mark) == mark;
        same_values = same_values && *values.entry(at).or_insert(*value) == *value;
        if !same_marks && !same_values {
            return;
        }
    }
    // A quantity that is different everywhere explains nothing.
    if known < 2 * marks.len().max(1) {
        return;
    }
    let row = |map: &BTreeMap<i64, i64>| -> Option<(i64, Vec<i64>)> {
        let low = *map.keys().next()?;
        let values: Vec<i64> = (low..).map_while(|at| map.get(&at).copied()).collect();
        (values.len() * 10 >= map.len() * 9).then_some((low, values))
    };
    let number = (thing.text.as_str(), &thing.words);
    if same_values && let Some((low, values)) = row(&values) {
        let forms = value_forms(low, &values, called_off);
        found.extend(forms.iter().take(3).map(|form| value_candidate(survey.quantity, form, number, low)));
    }
    if same_marks
        && survey.quantity != Quantity::Score
        && let Some((low, marks)) = row(&marks)
    {
        let lost = set_forms(low, &marks, called_off);
        found.extend(lost.iter().take(3).map(|form| set_candidate(Members::Lost, form, number, low)));
        if marks.contains(&2) {
            let drawn: Vec<i64> = marks.iter().map(|mark| i64::from(*mark != 2)).collect();
            let drawn = set_forms(low, &drawn, called_off);
            found.extend(drawn.iter().take(3).map(|form| set_candidate(Members::Drawn, form, number, low)));
        }
    }
}

/// Finds rules that join a value for each number by xor or by addition.
fn by_each(survey: &Survey, found: &mut Vec<Candidate>, called_off: CalledOff) {
    let names = &survey.plan.names;
    let low = &survey.plan.low;
    let Some(base) = survey.value(low) else { return };
    let rows: Option<Vec<Vec<i64>>> = (0..names.len())
        .map(|at| {
            let mut numbers = low.clone();
            (low[at]..=survey.high[at])
                .map(|number| {
                    numbers[at] = number;
                    survey.value(&numbers)
                })
                .collect()
        })
        .collect();
    let Some(rows) = rows else { return };
    type Compound = fn(i64, i64) -> i64;
    let joins: [(&str, Compound, Compound); 2] = [
        (" ^ ", |one, other| one ^ other, |one, other| one ^ other),
        (" + ", |one, other| one + other, |one, other| one - other),
    ];
    for (sign, compound, part) in joins {
        let fits = survey.cells(called_off).all(|(numbers, value)| {
            let each = numbers.iter().enumerate().map(|(at, number)| part(rows[at][(number - low[at]) as usize], base));
            value.is_none_or(|value| value == each.fold(base, compound))
        });
        if !fits || base != 0 {
            continue;
        }
        let forms: Option<Vec<Form>> = rows
            .iter()
            .zip(low)
            .map(|(row, low)| value_forms(*low, row, called_off).into_iter().find(|form| form.from <= *low))
            .collect();
        let Some(forms) = forms else { continue };
        let terms: Vec<String> = forms.iter().zip(names).map(|(form, name)| grouped(&form.of(name))).collect();
        let words = forms.iter().zip(names).map(|(form, name)| form.words_of(&Message::text(name)));
        let numbers = list(Separator::Comma, words);
        let value = match sign {
            " ^ " => message!("the xor of {numbers}", numbers),
            _ => message!("the sum of {numbers}", numbers),
        };
        found.push(Candidate::new(
            format!("{} = {}", equals(survey.quantity), terms.join(sign)),
            value_is(survey.quantity, &value),
        ));
    }
}

/// Finds rules that depend on all numbers modulo something.
fn by_residues(survey: &Survey, called_off: CalledOff) -> Vec<Candidate> {
    let names = &survey.plan.names;
    let max = match names.len() {
        2 => 12,
        3 => 4,
        _ => return Vec::new(),
    };
    let shortest = survey.shortest();
    let is_set = survey.quantity == Quantity::Outcome;
    for modulus in 2..=max.min(shortest / 3) {
        let mut classes: BTreeMap<Vec<i64>, i64> = BTreeMap::new();
        let fits = survey.cells(called_off).all(|(numbers, value)| {
            let residues = numbers.iter().map(|number| number.rem_euclid(modulus)).collect();
            value.is_none_or(|value| *classes.entry(residues).or_insert(value) == value)
        });
        let whole = classes.len() == (modulus as usize).pow(names.len() as u32);
        if !fits || !whole || survey.has_draws() {
            continue;
        }
        let lost: Vec<&Vec<i64>> =
            classes.iter().filter(|(_, value)| **value == 0).map(|(residues, _)| residues).collect();
        if is_set && lost.len() <= 8 {
            let each = |residues: &&Vec<i64>| {
                let both = names.iter().zip(residues.iter());
                both.map(|(name, residue)| format!("{name} % {modulus} == {residue}")).collect::<Vec<_>>().join(" and ")
            };
            let claim = lost.iter().map(each).collect::<Vec<_>>().join(" or ");
            let tuple = |residues: &&Vec<i64>| format!("({})", super::form::list(residues));
            let residues = lost.iter().map(tuple).collect::<Vec<_>>().join(", ");
            let all = names.join(", ");
            let words = match lost.len() {
                0 | 1 => {
                    message!("lost exactly if ({all}) modulo {modulus} is {residues}", all, modulus, residues)
                }
                _ => message!("lost exactly if ({all}) modulo {modulus} is one of {residues}", all, modulus, residues),
            };
            return vec![Candidate::new(format!("lose iff {claim}"), words)];
        }
        // Nested lists, the first number outermost; a map of lists is in that order.
        let mut texts: Vec<String> =
            classes.values().map(|value| if is_set { (*value == 0).to_string() } else { value.to_string() }).collect();
        for _ in names {
            texts = texts.chunks(modulus as usize).map(|row| format!("[{}]", row.join(", "))).collect();
        }
        let indices: Vec<String> = names.iter().map(|name| format!("[{name} % {modulus}]")).collect();
        let (claim, words) = match is_set {
            true => {
                ("lose iff ".to_owned(), message!("who wins depends on the numbers modulo {modulus} alone", modulus))
            }
            false => (
                format!("{} = ", equals(survey.quantity)),
                message!("the value depends on the numbers modulo {modulus} alone", modulus),
            ),
        };
        return vec![Candidate::new(format!("{claim}{}{}", texts[0], indices.join("")), words)];
    }
    Vec::new()
}

/// Returns known shapes of lost positions.
fn shapes(survey: &Survey) -> Vec<Candidate> {
    if survey.quantity == Quantity::Score {
        return Vec::new();
    }
    let names = &survey.plan.names;
    let all = names.join(", ");
    let mut shapes: Vec<(String, Message)> = Vec::new();
    let mut add = |condition: String, words: Message| shapes.push((condition, words));
    let joined = |sign: &str, each: &dyn Fn(&String) -> String| names.iter().map(each).collect::<Vec<_>>().join(sign);
    // A modulus must be seen three times.
    let shortest = survey.shortest();
    for modulus in 2..=12.min(shortest / 3) {
        let each = joined(" and ", &|name| format!("{name} % {modulus} == 0"));
        add(each, message!("all of {all} are divisible by {modulus}", all, modulus));
        let rests = joined(" ^ ", &|name| format!("{name} % {modulus}"));
        add(
            format!("{rests} == 0"),
            message!("the xor of the remainders of {all} modulo {modulus} is 0", all, modulus),
        );
        let parts = joined(" ^ ", &|name| format!("{name} / {modulus}"));
        add(format!("{parts} == 0"), message!("the xor of ⌊heap/{modulus}⌋ over {all} is 0", modulus, all));
    }
    if names.len() > 2 {
        let equal: Vec<String> = names.windows(2).map(|pair| format!("{} == {}", pair[0], pair[1])).collect();
        add(equal.join(" and "), message!("{all} are equal", all));
    }
    let xor = names.join(" ^ ");
    add(
        format!("if max({all}) <= 1 then ({}) % 2 == 1 else {xor} == 0", names.join(" + ")),
        message!("the xor of {all} is 0, or, where none is above 1, an odd number of them is 1", all),
    );
    for max in 3..=6 {
        let bits = joined(" + ", &|name| format!("bit({name}, i)"));
        add(
            format!("all(({bits}) % {max} == 0 for i in 0..max({all}))"),
            message!("in base 2, every digit is 1 in a number of heaps divisible by {max}", max),
        );
    }
    if let [a, b] = &names[..] {
        pairs(a, b, 12.min(shortest / 3), &mut add);
    }
    shapes
        .into_iter()
        .map(|(condition, words)| {
            Candidate::new(format!("lose iff {condition}"), message!("lost exactly if {condition}", condition = words))
        })
        .collect()
}

/// Returns a formula, which is the same in every language.
fn formula(text: String) -> Message {
    Message::text(text)
}

fn pairs(a: &str, b: &str, most_modulus: i64, add: &mut dyn FnMut(String, Message)) {
    let phi = |number: &str| format!("floor_phi({number})");
    let (min, max, difference) = (format!("min({a}, {b})"), format!("max({a}, {b})"), format!("abs({a} - {b})"));
    add(format!("{min} == {}", phi(&difference)), message!("the smaller is ⌊φ·difference⌋"));
    add(
        format!("{a} != {b} and {max} <= {}", phi(&min)),
        message!("{a} and {b} differ and the larger is less than φ times the smaller", a, b),
    );
    add(
        format!("{min} == 0 or {a} != {b} and {max} <= {}", phi(&min)),
        message!("one of {a} and {b} is 0, or they differ and the larger is less than φ times the smaller", a, b),
    );
    add(format!("{max} <= {}", phi(&min)), message!("the larger is less than φ times the smaller"));
    add(
        format!("{difference} % 2 == 0 and {min} == isqrt({difference} * {difference} / 2)"),
        message!("the difference is an even number 2k and the smaller is ⌊√2·k⌋"),
    );
    for step in 3..=6i64 {
        let (root, shift) = (step * step + 4, step - 2);
        let times = format!("({difference} / {step})");
        add(
            format!(
                "{difference} % {step} == 0 and {min} == (isqrt({root} * {times} * {times}) - {shift} * {times}) / 2"
            ),
            message!(
                "the difference is a multiple {step}k of {step} and the smaller is ⌊k(√{root} − {shift})/2⌋",
                step,
                root,
                shift
            ),
        );
    }
    for (one, other) in [(a, b), (b, a)] {
        add(format!("{other} <= {}", phi(one)), formula(format!("{other} < φ·{one}")));
        add(format!("{other} > {}", phi(one)), formula(format!("{other} > φ·{one}")));
        for shift in 1..=3 {
            add(format!("{one} == {other} + {shift}"), formula(format!("{one} = {other} + {shift}")));
        }
        for factor in 2..=4 {
            for shift in -2..=2i64 {
                let sum = match shift {
                    0 => format!("{factor} * {other}"),
                    1.. => format!("{factor} * {other} + {shift}"),
                    _ => format!("{factor} * {other} - {}", -shift),
                };
                add(format!("{one} == {sum}"), formula(format!("{one} = {}", sum.replace(" * ", "·"))));
                add(format!("{one} <= {sum}"), formula(format!("{one} ≤ {}", sum.replace(" * ", "·"))));
                add(format!("{one} >= {sum}"), formula(format!("{one} ≥ {}", sum.replace(" * ", "·"))));
            }
        }
        for modulus in 2..=most_modulus {
            for other_modulus in (2..=most_modulus).filter(|other| *other != modulus) {
                add(
                    format!("{one} % {modulus} == 0 and {other} % {other_modulus} == 0"),
                    message!(
                        "{modulus} divides {one} and {other_modulus} divides {other}",
                        modulus,
                        one,
                        other_modulus,
                        other
                    ),
                );
            }
        }
    }
    for modulus in 2..=most_modulus {
        add(
            format!("{a} % {modulus} == {b} % {modulus}"),
            message!("{a} and {b} leave the same remainder modulo {modulus}", a, b, modulus),
        );
        add(format!("{a} / {modulus} == {b} / {modulus}"), formula(format!("⌊{a}/{modulus}⌋ = ⌊{b}/{modulus}⌋")));
    }
}

/// Returns a candidate that is wrong only in a small corner, with the corner written out; `None` if wrong elsewhere.
pub fn with_corner(survey: &Survey, candidate: &Candidate, wrong: &[usize]) -> Option<Candidate> {
    let condition = candidate.claim.strip_prefix("lose iff ")?;
    let names = &survey.plan.names;
    if candidate.condition.is_some() || names.len() < 2 || survey.plan.low.iter().any(|low| *low != 0) {
        return None;
    }
    let corner = wrong.iter().flat_map(|index| survey.numbers(*index)).max()?;
    if corner > 3 || survey.shortest() <= 4 * (corner + 1) {
        return None;
    }
    let lost: Vec<Vec<i64>> = survey
        .positions()
        .zip(&survey.values)
        .filter(|(numbers, value)| **value == Some(0) && numbers.iter().all(|number| *number <= corner))
        .map(|(numbers, _)| numbers)
        .collect();
    let listed = |numbers: &Vec<i64>| {
        let each: Vec<String> = names.iter().zip(numbers).map(|(name, number)| format!("{name} == {number}")).collect();
        each.join(" and ")
    };
    let corner_text = match lost.is_empty() {
        true => "false".to_owned(),
        false => lost.iter().map(listed).collect::<Vec<_>>().join(" or "),
    };
    let corners: Vec<String> = lost
        .iter()
        .map(|numbers| format!("({})", numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")))
        .collect();
    let (all, rule) = (names.join(", "), &candidate.words);
    Some(Candidate::new(
        format!("lose iff if max({all}) <= {corner} then {corner_text} else {condition}"),
        match corners.is_empty() {
            true => message!("{rule}, but nowhere where no number is above {corner}", rule, corner),
            false => message!(
                "{rule}, but where no number is above {corner} only at {positions}",
                rule,
                corner,
                positions = corners.join(" ")
            ),
        },
    ))
}

/// Maximum length of the row that forms are fitted to, as each is evaluated at all of it; repetitions use the whole
/// row.
const FORMED: usize = 4096;

/// Finds the rules of a table of one number.
pub fn line_candidates(survey: &Survey, called_off: CalledOff) -> Vec<Candidate> {
    let name = &survey.plan.names[0];
    let low = survey.plan.low[0];
    let Some(values) = survey.values.iter().copied().collect::<Option<Vec<i64>>>() else { return Vec::new() };
    let mut found = Vec::new();
    let words = Message::text(name);
    let number = (name.as_str(), &words);
    let beginning = &values[..values.len().min(FORMED)];
    if survey.quantity != Quantity::Outcome {
        let forms = value_forms(low, beginning, called_off);
        let more = if values.len() > FORMED { repeated_values(low, &values) } else { Vec::new() };
        let forms = forms.iter().take(4).chain(&more);
        found.extend(forms.map(|form| value_candidate(survey.quantity, form, number, low)));
    }
    let mut sets = |members: Members, is_member: &dyn Fn(i64) -> bool| {
        let marks: Vec<i64> = values.iter().map(|value| i64::from(!is_member(*value))).collect();
        let forms = set_forms(low, &marks[..beginning.len()], called_off);
        let mut more = if values.len() > FORMED { residues(low, &marks) } else { Vec::new() };
        // A condition that is constant except for the first numbers is no rule.
        more.retain(|form| form.from <= low || !["true", "false"].contains(&form.text.as_str()));
        let forms = forms.iter().take(4).chain(&more);
        found.extend(forms.map(|form| set_candidate(members, form, number, low)));
    };
    if survey.quantity != Quantity::Score {
        sets(Members::Lost, &|value| value == 0);
    }
    if survey.has_draws() {
        sets(Members::Drawn, &|value| value == DRAWN);
    }
    if survey.quantity != Quantity::Outcome
        && low >= 0
        && let Some(found_period) = super::line::repetition(&values).filter(|found| found.rise == 0)
    {
        let (period, from) = (found_period.period, low + found_period.start as i64);
        let start = if found_period.start == 0 { Message::default() } else { message!(" from {from} on", from) };
        found.push(Candidate::new(
            format!("{} has period {period} from {from}", equals(survey.quantity)),
            match survey.quantity {
                Quantity::Grundy => message!("the Grundy values repeat with period {period}{start}", period, start),
                _ => message!("the scores repeat with period {period}{start}", period, start),
            },
        ));
    }
    found
}
