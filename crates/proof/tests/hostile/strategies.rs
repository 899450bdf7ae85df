//! Strategies, and claims that follow from other claims: whoever is asked to prove something hands in what he has, about anything.

use crate::brute::{Draw, FAR, Known, brute, instance, refuted};
use crate::periods::{heaps, regularity};
use crate::{line_certificate, line_claim};
use grundy_checker::Play;
use grundy_proof::LinearTheorem;
use grundy_proof::consequence::{Consequence, Entailment, of_heaps, of_lines, of_period, of_strategy, of_wider};
use grundy_proof::linear::{self, Says, claim_of, claim_of_period, prove, translate};
use grundy_proof::{Certificate, Checksum, Claim as Proposition, Evidence, check};
use grundy_rules::game::{Claim, Over, Strategy, Verdict};
use grundy_rules::heap::recognise;
use grundy_rules::{Instance, Meter, Move, Part, Value};
use std::sync::Arc;

fn rules(draw: &mut Draw) -> String {
    let low = [0, 0, 0, 1, 4][draw.below(5) as usize];
    let max = 1 + draw.below(4);
    let mut text = format!("game g(n in {low}..)\n");
    text += &match draw.below(6) {
        0 => format!("move a(k in 1..min({max}, n - {low})) -> n - k\n"),
        1 => format!("move a(k in [{max}, {}]) if n >= k + {low} -> n - k\n", max + 2),
        2 => format!("move a(k in 1..min({max}, n - {low}), rest = n - k) if n % {} != 1 -> rest\n", max + 1),
        3 => format!("move a(k in 1..min({max}, n - {low}) if n > k) -> with n = n - k\n"),
        4 => format!("move a(k in 1..min({max}, n)) if n - k >= {low} -> if n == k then nothing else n - k\n"),
        _ => format!("move a(k in 1..n) if n - k >= {low} and k <= {max} -> if n > 9 then n - k else n - k\n"),
    };
    if draw.below(3) == 0 {
        text += &format!("move b if n >= {} -> n - {}\n", low + 2, 2);
    }
    if draw.below(5) == 0 {
        text += "stuck wins\n";
    }
    text
}

fn strategy(draw: &mut Draw) -> String {
    let (by, rest) = (1 + draw.below(6), draw.below(5));
    let amount = match draw.below(5) {
        0 => format!("n % {by}"),
        1 => format!("(n + {rest}) % {by}"),
        2 => format!("{by}"),
        3 => format!("min(n, {by})"),
        _ => format!("if n % {by} == {rest} then 1 else n % {by}"),
    };
    let condition = match draw.below(6) {
        0 => String::new(),
        1 => format!(" if n % {by} != {rest}"),
        2 => format!(" if n % {by} > 0"),
        3 => format!(" if n > {rest} and n % {by} != {rest}"),
        4 => format!(" if n % {by} == {rest}"),
        _ => format!(" if n % {by} > {by}"),
    };
    match draw.below(6) {
        0 => format!("strategy b{condition}\n"),
        _ => format!("strategy a(k = {amount}){condition}\n"),
    }
}

/// Statements that are true of positions from somewhere on, by remainders: who loses, and a move that wins. Now and then a number is changed.
fn nearly_true(draw: &mut Draw, instance: &Instance, known: &Known) -> Option<String> {
    let lost = |number: i64| known.get(&vec![number]).map(|(_, wins)| !wins);
    let repeats = |period: &i64| (20..FAR - period).all(|number| lost(number) == lost(number + period));
    let period = (1..9).find(repeats)?;
    let mut late: Vec<i64> =
        (0..period).filter(|rest| lost(period * 5 + 20 / period * period + rest) == Some(true)).collect();
    let amount = |rest: i64| {
        let number = period * 5 + 20 / period * period + rest;
        let part = Arc::new(vec![Value::from(number)]);
        let moves = instance.moves(&part, None, &Meter::steps(100_000)).ok()?;
        let to = |made: &Move| made.to.first()?[0].as_int()?.to_i64();
        let wins = moves.iter().filter(|made| made.rule == 0).find(|made| to(made).and_then(lost) == Some(true))?;
        wins.choices[0].as_int()?.to_i64()
    };
    let mut amounts: Vec<i64> = (0..period).map(|rest| amount(rest).unwrap_or(0)).collect();
    if draw.below(3) == 0 {
        let index = draw.below(period) as usize;
        amounts[index] = draw.below(4);
    }
    let won: Vec<i64> = (0..period).filter(|rest| amounts[*rest as usize] > 0).collect();
    if draw.below(4) == 0 {
        late.push(draw.below(period));
    }
    let from = [0, 0, 4, 9, 30][draw.below(5) as usize];
    let when = if from == 0 { String::new() } else { format!(" and n >= {from}") };
    Some(format!(
        "claim lose iff n % {period} in {late:?}\nclaim lose iff n % {period} in {late:?} if n > {from}\n\
         strategy a(k = {amounts:?}[n % {period}]) if n % {period} in {won:?}{when}\n"
    ))
}

/// Where a strategy is wrong: its condition or its move means nothing, the move is not there, or it leaves a position that is won. Also
/// whether it speaks of a position.
fn mistaken(instance: &Instance, strategy: &Strategy, known: &Known) -> (Option<i64>, bool) {
    let mut speaks = false;
    for number in known.keys().map(|numbers| numbers[0]).filter(|number| *number <= FAR) {
        let part = Arc::new(vec![Value::from(number)]);
        let meter = Meter::steps(1_000_000);
        let evaluate = |expr| instance.evaluate(expr, &part, None, &meter).ok();
        match strategy.condition.as_ref().map(evaluate) {
            None | Some(Some(Value::Bool(true))) => speaks = true,
            Some(Some(_)) => continue,
            Some(None) => return (Some(number), true),
        }
        let said = |name: &str| evaluate(&strategy.arguments.iter().find(|(argument, _)| argument == name)?.1);
        let moves = instance.moves(&part, None, &meter).unwrap();
        // What is not chosen follows from what is.
        let is_named = |rule: usize, choices: &[Value]| {
            let binders = instance.game().moves[rule].binders.iter().zip(choices);
            let mut chosen = binders.filter(|(binder, _)| matches!(binder.over, Over::Each(_)));
            strategy.moves.contains(&rule) && chosen.all(|(binder, choice)| said(&binder.name).as_ref() == Some(choice))
        };
        let made = moves.iter().find(|made| is_named(made.rule, &made.choices));
        let value = |part: &Part| known[&vec![part[0].as_int().unwrap().to_i64().unwrap()]];
        let is_lost = |made: &Move| match (&instance.game().stuck, &made.to[..]) {
            (Verdict::Win, [part]) => !value(part).1,
            (Verdict::Win, _) => false,
            (_, parts) => parts.iter().fold(0, |xor, part| xor ^ value(part).0) == 0,
        };
        if !made.is_some_and(is_lost) {
            return (Some(number), true);
        }
    }
    (None, speaks)
}

/// A theorem that says the values of a game, or who wins, which repeat from somewhere on.
fn theorem(instance: &Instance, known: &Known, claims: &str) -> Option<(LinearTheorem, (u64, u64), u32)> {
    let game = translate(instance).ok()?;
    let play = if game.misere { Play::Misere } else { Play::Grundy };
    let value = |number: i64| {
        known.get(&vec![number]).map(|(value, wins)| if game.misere { i64::from(*wins) } else { *value as i64 })
    };
    let (start, period) =
        (0..12).flat_map(|start| (1..12).map(move |period| (start, period))).find(|(start, period)| {
            (*start..FAR - period).all(|number| value(number).is_none_or(|one| value(number + period) == Some(one)))
        })?;
    let values: Vec<i64> = (0..start + period)
        .map(|number| (number..FAR).step_by(period as usize).find_map(&value).unwrap_or(0))
        .collect();
    let greatest = values.iter().max().map_or(0, |value| *value as u32);
    let line = claim_of_period(&game, period as u64, start as u64, Says::Values(greatest))?;
    let certificate = line_certificate(&game.text(play), &(line + claims), 2, start, &values);
    let theorem = prove(instance, &certificate, &linear::Limits::default()).ok()?;
    Some((theorem, (period as u64, start as u64), greatest))
}

#[test]
fn strategies_follow_from_what_is_proved_alone() {
    let mut draw = Draw::new(77);
    // What was proved so far, about all kinds of games.
    let mut pool: Vec<Consequence> = Vec::new();
    let (mut proved, mut wider) = (0, 0);
    for _ in 0..300 {
        let rules = rules(&mut draw);
        let Some(bare) = instance(&rules) else { continue };
        let Some(known) = brute(&bare) else { continue };
        let mut written: String = (0..3).map(|_| format!("claim {}\n", line_claim(&mut draw))).collect();
        written += &nearly_true(&mut draw, &bare, &known).unwrap_or_default();
        written += &(0..3).map(|_| strategy(&mut draw)).collect::<String>();
        let Some(instance) = instance(&format!("{rules}{written}")) else { continue };
        let count = instance.game().claims.len() as i64;
        let Some((theorem, period, greatest)) = theorem(&instance, &known, "") else { continue };
        let honest = |claim: &Claim| match of_period(&instance, claim, &theorem, period, &|| false) {
            Some(Entailment::Holds(consequence)) => Some(consequence),
            _ => None,
        };
        let mut own: Vec<Consequence> = instance.game().claims.iter().filter_map(honest).collect();
        // The lines of another claim are not those of this one.
        for claim in &instance.game().claims {
            let other = &instance.game().claims[draw.below(count) as usize];
            let says = Says::Values(greatest);
            let Some(lines) = claim_of(&instance, other, says).ok() else { continue };
            let Some((theorem, ..)) = self::theorem(&instance, &known, &lines) else { continue };
            if let Some(consequence) = of_lines(&instance, claim, &theorem, says) {
                assert_eq!(refuted(&instance, claim, &known), None, "{}{}", instance.game().source.0, claim.text);
                own.push(consequence);
            }
        }
        pool.extend(own.iter().filter(|_| draw.below(4) == 0).cloned().collect::<Vec<_>>());
        // What says less than a claim that is proved.
        for claim in &instance.game().claims {
            let witness = Arc::new(vec![Value::from(draw.below(30) - 2)]);
            for one in own.iter().chain(pool.iter().rev().take(8)) {
                if of_wider(&instance, claim, one, &witness).is_some() {
                    assert_eq!(refuted(&instance, claim, &known), None, "{}{}", instance.game().source.0, claim.text);
                    wider += 1;
                }
            }
        }
        let about: Vec<Option<&Consequence>> =
            std::iter::once(None).chain(own.iter().map(Some)).chain(pool.iter().rev().take(8).map(Some)).collect();
        for strategy in &instance.game().strategies {
            for lost in &about {
                let is_liar = draw.below(2) == 0;
                let index = draw.below(1 + pool.len() as i64) as usize;
                let mut prove = |claim: &Claim| match is_liar {
                    true => pool.get(index).or(own.last()).cloned(),
                    false => honest(claim),
                };
                if of_strategy(&instance, strategy, *lost, &mut prove).is_some() {
                    let said = format!("{}\n{}", instance.game().source.0, strategy.text);
                    assert_eq!(mistaken(&instance, strategy, &known), (None, true), "{said}");
                    proved += 1;
                }
            }
        }
    }
    assert!(proved > 30 && wider > 10 && pool.len() > 50, "{proved} {wider} {}", pool.len());
}

/// Heaps that may be left as two.
fn splitting(draw: &mut Draw) -> (String, String) {
    let max = [1, 2, 2, 3, 3][draw.below(5) as usize];
    let least = draw.below(3) / 2;
    let few = match draw.below(8) {
        0..3 => "2 - n % 2",
        3 | 4 => "(if n % 2 == 0 then 2 else 1)",
        5 => "1 + n % 2",
        6 => draw.of(&["1", "2"]),
        _ => draw.of(&["min(n, 2)", "n % 3"]),
    };
    let more = draw.of(&["", "", "", "", "", "", " + 1", " - 1"]);
    let condition = match draw.below(6) {
        0 => String::new(),
        1 => format!(" if n % {} == {}", 2 + draw.below(2), draw.below(3)),
        2 => format!(" if n > {} and not n % 2 == {}", draw.below(4), draw.below(2)),
        3 => format!(" if n >= {}", draw.below(3)),
        _ => format!(" if n > {}", draw.below(3)),
    };
    let half = format!("k = {few}, j = (n - ({few})) / 2{more}");
    let (moves, named) = match draw.below(8) {
        0 | 6 => (format!("move a(k in 1..min({max}, n), j in {least}..n - k - {least}) -> j plus n - k - j\n"), half),
        1 => (
            format!(
                "move a(k in 1..min({max}, n), j in 0..n - k, l = n - k - j) if j >= {least} -> with n = j plus (l)\n"
            ),
            half,
        ),
        2 => (
            "move a(j in 1..n - 1) -> j plus nothing plus n - j\nmove b(k in 1..min(2, n)) -> n - k\n".into(),
            format!("j = n / 2{more}"),
        ),
        3 => (
            format!(
                "move a(k in 1..min({max}, n), j in 0..n - k) -> if j == n - k - j then j plus j else j plus n - k - j\n"
            ),
            half,
        ),
        4 => (
            format!(
                "move a(k in [{max}, 2]) if n == k -> nothing\nmove b(k in 1..min(2, n), j in 0..n - k) -> j plus n - k - j\n"
            ),
            format!("k = {few}"),
        ),
        _ => (
            format!("move a(k in 1..min({max}, n), j in 0..n - k) -> if j == 0 then n - k else j plus n - k - j\n"),
            half,
        ),
    };
    (moves, format!("strategy a({named}){condition}\n"))
}

#[test]
fn two_equal_parts_are_lost_and_others_may_not_be() {
    let mut draw = Draw::new(91);
    let (mut recognised, mut proved, mut refused) = (0, 0, 0);
    for _ in 0..600 {
        let (moves, written) = splitting(&mut draw);
        let more = draw.of(&["", "", "", "", "", "", "", "compound every\n", "stuck wins\n"]);
        let Some(instance) = instance(&format!("game g(n)\n{moves}{more}claim lose iff n == 0\n{written}")) else {
            continue;
        };
        let Some(known) = brute(&instance) else { continue };
        let Some(game) = recognise(&instance, &Meter::steps(u64::MAX)).map(|found| found.game.clone()) else {
            continue;
        };
        let heaps = heaps(&game, 200);
        let Some((period, preperiod, saltus)) = regularity(&heaps) else { continue };
        let sum = heaps[..(preperiod + period) as usize].iter().fold(Checksum::new(), |sum, value| sum.value(*value));
        let claim = Proposition::HeapPeriod { game, period, preperiod, saltus };
        let certificate = Certificate { claim, evidence: Evidence::GuySmith { sparse: None }, values: sum.number() };
        let Ok(theorem) = check(&certificate, &grundy_proof::Limits::default()) else { continue };
        recognised += 1;
        let is_liar = draw.below(4) == 0;
        let mut prove = |claim: &Claim| match of_heaps(&instance, claim, &theorem, &|| false) {
            Some(Entailment::Holds(consequence)) => Some(consequence),
            _ => None,
        };
        let lies: Vec<Consequence> = instance.game().claims.iter().filter_map(&mut prove).collect();
        let mut lie = |_: &Claim| lies.first().cloned();
        let prove: &mut dyn FnMut(&Claim) -> Option<Consequence> = if is_liar { &mut lie } else { &mut prove };
        let strategy = &instance.game().strategies[0];
        let lost = lies.first().filter(|_| draw.below(4) > 0);
        let told = of_strategy(&instance, strategy, lost, prove).is_some();
        let wrong = mistaken(&instance, strategy, &known);
        if told {
            assert_eq!(wrong, (None, true), "{}", instance.game().source.0);
            proved += 1;
        } else if wrong == (None, true) && !is_liar && more.is_empty() {
            refused += 1;
        }
    }
    // What is right is proved, but for moves of which it cannot be read.
    assert!(recognised > 150 && proved > 15 && refused < proved, "{recognised} {proved} {refused}");
}
