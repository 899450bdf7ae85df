//! Sweeps give the values that the definitions give, by both machines.

use super::random::Writer;
use super::*;
use crate::interpret::Interpreter;
use crate::machine::{End, Expansion, Options};
use crate::sweep::{DRAWN, LOST, Sweep, SweepField, SweepKind, SweepStop, SweepTable, WON};
use grundy_message::Message;
use grundy_value::Random;

/// Computes the value of every position by its definition, from the options that the interpreter lists.
fn by_definition(program: &Arc<Program>, keys: &[u64], kind: SweepKind) -> Vec<Option<i64>> {
    let mut machine = Interpreter::new(program.clone());
    let mut options = Options::default();
    let mut values = vec![None; *keys.last().unwrap() as usize + 1];
    for &key in keys {
        if !machine.valid(&[key]) {
            continue;
        }
        let look = machine.look(&[key], &mut options);
        let code = |end| match end {
            End::Win => i64::from(WON),
            End::Lose => i64::from(LOST),
            End::Draw => i64::from(DRAWN),
            End::Score(score) => score,
        };
        let nimbers = matches!(kind, SweepKind::Nimbers | SweepKind::WideNimbers);
        values[key as usize] = Some(match look {
            Expansion::Stuck(End::Lose) if nimbers => 0,
            Expansion::Stuck(end) | Expansion::Ended(_, end) => code(end),
            Expansion::Unsupported => panic!("trouble at {key}"),
            Expansion::Open => {
                let value = |part: u64| values[part as usize].unwrap();
                let all: Vec<i64> = options.words.iter().map(|part| value(*part)).collect();
                match kind {
                    SweepKind::Nimbers | SweepKind::WideNimbers => {
                        let mut from = 0;
                        let heads = options.heads.iter().map(|head| head.parts_end as usize);
                        let ends: Vec<usize> = if program.plain { (1..=all.len()).collect() } else { heads.collect() };
                        let mut seen = vec![false; ends.len() + 1];
                        for end in ends {
                            let xor = all[from..end].iter().fold(0, |xor, value| xor ^ value) as usize;
                            from = end;
                            if let Some(seen) = seen.get_mut(xor) {
                                *seen = true;
                            }
                        }
                        seen.iter().position(|seen| !seen).unwrap() as i64
                    }
                    SweepKind::Outcomes if all.contains(&i64::from(LOST)) => i64::from(WON),
                    SweepKind::Outcomes if all.contains(&i64::from(DRAWN)) => i64::from(DRAWN),
                    SweepKind::Outcomes => i64::from(LOST),
                    SweepKind::Remoteness => {
                        let of =
                            |code: u8| all.iter().filter(move |value| **value & 3 == i64::from(code)).map(|v| v >> 2);
                        match of(LOST).min() {
                            Some(moves) => (moves + 1) << 2 | i64::from(WON),
                            None if of(DRAWN).count() > 0 => i64::from(DRAWN),
                            None => (of(WON).max().unwrap() + 1) << 2 | i64::from(LOST),
                        }
                    }
                    SweepKind::Scores => {
                        let scores =
                            options.heads.iter().zip(&all).map(|(head, score)| {
                                if head.again == 1 { head.gain + score } else { head.gain - score }
                            });
                        scores.max().unwrap()
                    }
                }
            }
        });
    }
    values
}

/// Checks that both sweeps, run whole and in pieces, give what the definition gives.
#[track_caller]
fn check(program: Program, fields: &[SweepField], kind: SweepKind) -> Vec<Option<i64>> {
    let program = shared(program);
    let mut keys = vec![0];
    for field in fields {
        keys = keys.iter().flat_map(|key| (0..field.count).map(move |number| key | number << field.shift)).collect();
    }
    let expected = by_definition(&program, &keys, kind);
    let whole: Vec<_> = fields.iter().map(|field| 0..field.count).collect();
    let sweeps = [Sweep::compile(program.clone(), fields, kind), Sweep::interpreted(program.clone(), fields, kind)];
    for (way, sweep) in sweeps.into_iter().enumerate() {
        let mut sweep = sweep.unwrap();
        let table = sweep.table();
        assert_eq!(table.len(), expected.len());
        sweep.run(&table, &whole).unwrap();
        for (key, value) in expected.iter().enumerate() {
            assert_eq!(table.value(key as u64), *value, "way {way}, {kind:?} of {key}");
        }
        // Slices of the slowest field, by a clone whose marks are already in use, and an empty one.
        let (table, mut sweep) = (sweep.table(), sweep.clone());
        let mut ranges = whole.clone();
        for from in (0..fields[0].count).step_by(7) {
            ranges[0] = from..(from + 7).min(fields[0].count);
            sweep.run(&table, &ranges).unwrap();
        }
        ranges[0] = 3..3;
        sweep.run(&table, &ranges).unwrap();
        assert!(expected.iter().enumerate().all(|(key, value)| table.value(key as u64) == *value), "way {way}");
    }
    expected
}

fn heap(count: u64) -> Vec<SweepField> {
    vec![SweepField { shift: 0, count }]
}

fn two(count: u64, bits: u32) -> Vec<SweepField> {
    vec![SweepField { shift: bits, count }, SweepField { shift: 0, count }]
}

#[test]
fn grundy_values_are_those_of_the_definition() {
    let values = check(kayles(), &heap(200), SweepKind::Nimbers);
    let start: Vec<i64> = values[..12].iter().map(|value| value.unwrap()).collect();
    assert_eq!(start, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
    check(kayles(), &heap(700), SweepKind::WideNimbers);
    check(lasker(), &heap(60), SweepKind::Nimbers);
    check(lasker(), &heap(1500), SweepKind::WideNimbers);
    check(subtraction(), &heap(300), SweepKind::Nimbers);
    check(nim(), &heap(64), SweepKind::Nimbers);
    // Past the first capacity for marks.
    check(nim(), &heap(2500), SweepKind::WideNimbers);
    check(cutting(6), &two(40, 6), SweepKind::Nimbers);
    check(cutting(6), &two(40, 6), SweepKind::WideNimbers);
    check(wythoff(5), &two(20, 5), SweepKind::WideNimbers);
    // Rows so far apart that they are skewed.
    check(wythoff(10), &two(20, 10), SweepKind::WideNimbers);
    check(cutting(12), &two(20, 12), SweepKind::Nimbers);
}

#[test]
fn outcomes_remoteness_and_scores_are_those_of_the_definition() {
    for kind in [SweepKind::Outcomes, SweepKind::Remoteness] {
        check(wythoff(6), &two(50, 6), kind);
        check(ending(), &heap(500), kind);
        check(nim(), &heap(50), kind);
        check(subtraction(), &heap(100), kind);
    }
    check(scoring(), &heap(500), SweepKind::Scores);
}

#[test]
fn three_fields_with_gaps_between_them_are_swept_in_order() {
    let mut code = Assembly::default();
    let word = code.word(0);
    for (shift, bits) in [(9, 3), (4, 4), (1, 2)] {
        let number = code.field(word, shift, bits);
        code.each(1, number, |code, k| {
            let taken = code.with(Arithmetic::ShiftLeft, k, i64::from(shift));
            let left = code.compute(Arithmetic::Subtract, word, taken);
            code.option(&[left]);
        });
    }
    let fields = [(9, 6), (4, 11), (1, 3)].map(|(shift, count)| SweepField { shift, count });
    let values = check(program(code.stuck(Verdict::Lose), Shape::Plain), &fields, SweepKind::Nimbers);
    assert_eq!(values[5 << 9 | 9 << 4 | 2 << 1], Some(5 ^ 9 ^ 2));
}

/// Returns Wythoff's game with the smaller heap first: other keys are not positions.
fn sorted_wythoff() -> Program {
    let mut program = wythoff(6);
    let mut instructions = Vec::new();
    let mut moved = Vec::new();
    for instruction in &program.look.instructions {
        moved.push(instructions.len() as u32);
        // Each option's key is a << 6 | b: sorted by exchanging its fields where needed.
        if let Instruction::Part(words) = instruction {
            let key = words[0];
            let [a, b, low, high] = [0, 1, 2, 3].map(|spare| program.look.registers + spare);
            instructions.extend([
                Instruction::ComputeConstant(Arithmetic::ShiftRight, a, key, 6),
                Instruction::ComputeConstant(Arithmetic::And, b, key, 63),
                Instruction::Compute(Arithmetic::Least, low, a, b),
                Instruction::Compute(Arithmetic::Greatest, high, a, b),
                Instruction::ComputeConstant(Arithmetic::Multiply, low, low, 64),
                Instruction::Compute(Arithmetic::Add, key, low, high),
            ]);
        }
        instructions.push(instruction.clone());
    }
    for instruction in &mut instructions {
        if let Instruction::Branch(.., label) = instruction {
            *label = moved[*label as usize];
        }
    }
    program.look = Code { instructions, registers: program.look.registers + 4 };
    let mut valid = Assembly::default();
    let word = valid.word(0);
    let (a, b) = (valid.field(word, 6, 6), valid.field(word, 0, 6));
    let wrong = valid.label();
    valid.push(Instruction::Branch(Test::Less, b, a, wrong));
    valid.push(Instruction::Done);
    valid.index(wrong);
    valid.push(Instruction::Unsupported);
    program.valid = Some(valid.finish());
    program
}

#[test]
fn keys_that_are_no_positions_stay_without_value() {
    let values = check(sorted_wythoff(), &two(40, 6), SweepKind::Outcomes);
    assert_eq!(values[1 << 6 | 2], Some(i64::from(LOST)));
    assert_eq!(values[2 << 6 | 1], None);
}

#[test]
fn a_sweep_stops_where_a_value_does_not_fit_or_is_missing() {
    type Compile = fn(Arc<Program>, &[SweepField], SweepKind) -> Result<Sweep, Message>;
    let compilers: [Compile; 2] = [Sweep::compile, Sweep::interpreted];
    let all = std::slice::from_ref(&(0..100));
    for compile in compilers {
        let mut sweep = compile(shared(nim()), &heap(100), SweepKind::Nimbers).unwrap();
        let table = sweep.table();
        assert_eq!(sweep.run(&table, all), Err(SweepStop::Narrow { at: 64 }));
        assert_eq!((table.value(63), table.value(64)), (Some(63), None));
        // The wide kind goes on from there.
        let table = table.widened().unwrap();
        let mut sweep = compile(shared(nim()), &heap(100), SweepKind::WideNimbers).unwrap();
        sweep.run(&table, std::slice::from_ref(&(64..100))).unwrap();
        assert_eq!((table.value(63), table.value(99)), (Some(63), Some(99)));
        // Ranges and tables that are not the sweep's.
        assert_eq!(sweep.run(&table, &[]), Err(SweepStop::Misfit));
        assert_eq!(sweep.run(&table, std::slice::from_ref(&(0..101))), Err(SweepStop::Misfit));
        assert_eq!(sweep.run(&SweepTable::new(SweepKind::Nimbers, &heap(100)), all), Err(SweepStop::Misfit));
        assert_eq!(sweep.run(&SweepTable::new(SweepKind::WideNimbers, &heap(101)), all), Err(SweepStop::Misfit));
        // From 10 on an option goes up, once and in two equal parts, or far outside.
        for parts in [1, 2] {
            for up in [1, 1 << 40, -1000] {
                let kinds: &[SweepKind] = match parts {
                    1 => &[SweepKind::Nimbers, SweepKind::WideNimbers, SweepKind::Outcomes, SweepKind::Remoteness],
                    _ => &[SweepKind::Nimbers, SweepKind::WideNimbers],
                };
                for &kind in kinds {
                    let mut code = Assembly::default();
                    let n = code.word(0);
                    let past = code.label();
                    code.push(Instruction::BranchConstant(Test::Less, n, 10, past));
                    let other = code.with(Arithmetic::Add, n, up);
                    code.option(&vec![other; parts]);
                    code.index(past);
                    let shape = if parts == 1 { Shape::Plain } else { Shape::WithHeads };
                    let program = shared(program(code.stuck(Verdict::Lose), shape));
                    let mut sweep = compile(program, &heap(100), kind).unwrap();
                    let table = sweep.table();
                    assert_eq!(sweep.run(&table, all), Err(SweepStop::Unsupported { at: 10 }), "{kind:?} {parts} {up}");
                    assert_eq!((table.value(9).is_some(), table.value(10)), (true, None));
                }
            }
        }
        assert!(compile(shared(ending()), &heap(9), SweepKind::Nimbers).is_err());
        assert!(compile(shared(scoring()), &heap(9), SweepKind::WideNimbers).is_err());
        assert!(compile(shared(kayles()), &heap(9), SweepKind::Outcomes).is_err());
        assert!(compile(shared(nim()), &heap(9), SweepKind::Scores).is_err());
        assert!(compile(shared(nim()), &[], SweepKind::Nimbers).is_err());
        let overlapping = [SweepField { shift: 3, count: 5 }, SweepField { shift: 0, count: 9 }];
        assert!(compile(shared(nim()), &overlapping, SweepKind::Nimbers).is_err());
    }
}

#[test]
fn threads_fill_disjoint_boxes_of_one_table() {
    let fields = two(60, 6);
    let program = shared(cutting(6));
    let sweep = Sweep::compile(program.clone(), &fields, SweepKind::Nimbers).unwrap();
    let table = sweep.table();
    // Both fields below 30 first; then the two boxes beside it do not read each other; then the rest.
    for boxes in [vec![[0..30, 0..30]], vec![[30..60, 0..30], [0..30, 30..60]], vec![[30..60, 30..60]]] {
        std::thread::scope(|scope| {
            for ranges in boxes {
                let (mut sweep, table) = (sweep.clone(), &table);
                scope.spawn(move || sweep.run(table, &ranges).unwrap());
            }
        });
    }
    let alone = sweep.table();
    sweep.clone().run(&alone, &[0..60, 0..60]).unwrap();
    assert!((0..alone.len() as u64).all(|key| table.value(key) == alone.value(key)));
}

#[test]
fn random_programs_are_swept_alike_by_both_machines() {
    let mut random = Random(5);
    let kinds =
        [SweepKind::Nimbers, SweepKind::WideNimbers, SweepKind::Outcomes, SweepKind::Remoteness, SweepKind::Scores];
    let (mut fine, mut stopped) = (0, 0);
    for round in 0..500 {
        let kind = kinds[round % 5];
        let nimbers = matches!(kind, SweepKind::Nimbers | SweepKind::WideNimbers);
        let scores = kind == SweepKind::Scores;
        let plain = if nimbers { round % 2 == 0 } else { !scores };
        let ends: &[Verdict] = match kind {
            _ if nimbers => &[],
            SweepKind::Scores => &[Verdict::Score(2)],
            _ => &[Verdict::Win, Verdict::Lose, Verdict::Draw],
        };
        let stuck = if nimbers { Verdict::Lose } else { *random.pick(ends) };
        let writer = Writer {
            random: &mut random,
            code: Assembly::default(),
            words: 1,
            plain,
            ends,
            falling: true,
            parts: if scores { vec![1] } else { vec![0, 1, 2, 3] },
            heads: scores,
        };
        let mut program = program(writer.code(Some(stuck)), if plain { Shape::Plain } else { Shape::WithHeads });
        (program.constants, program.cells) = (vec![2, 3, -1, 7, 12, 1 << 40, 0, 9], 32);
        let program = shared(program);
        let fields = heap(200);
        let mut native = Sweep::compile(program.clone(), &fields, kind).unwrap();
        let mut interpreted = Sweep::interpreted(program.clone(), &fields, kind).unwrap();
        let (table, other) = (native.table(), native.table());
        for key in 0..200 {
            let range = key..key + 1;
            let range = std::slice::from_ref(&range);
            let (a, b) = (native.run(&table, range), interpreted.run(&other, range));
            assert_eq!(a, b, "round {round}, key {key}: {program:#?}");
            assert_eq!(table.value(key), other.value(key), "round {round}, key {key}: {kind:?} {program:#?}");
            if a.is_ok() {
                fine += 1;
            } else {
                stopped += 1;
                // A value by hand, so that the following ones can be computed.
                let value = (key % 3 + 1) as i64;
                table.set(key, value);
                other.set(key, value);
            }
        }
    }
    assert!(fine > 10_000 && stopped > 1000, "{fine} positions were fine, {stopped} stopped");
}
