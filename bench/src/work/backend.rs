//! What native code buys beyond the interpreter: the same lowered rules, run by both.
//!
//! Tables are swept, with the time of compiling; and the options of every position of a game are listed.

use super::{Found, Setting, Work, compare};
use crate::measure::{Timed, min};
use crate::ours::{game, number};
use crate::report::Line;
use grundy::{Instance, Value};
use grundy_kernel::encode::Field;
use grundy_kernel::sweep::{Sweep, SweepField, SweepKind, SweepTable};
use grundy_kernel::{Direction, Engine, Kernel, Machine, Options, Wishes};
use std::collections::HashSet;
use std::sync::Arc;

/// All workloads on backends.
pub const WORKS: [Work; 1] = [Work {
    name: "backends",
    about: "native code beside the interpreter: tables and listed moves",
    run: run_backends,
}];

const INTERPRETER: &str = "interpreter";

fn run_backends(setting: &Setting) -> Vec<Line> {
    let (heap, sheet, pair) = setting.pick((20_000, 800, 2_999), (2_000, 100, 299));
    let (far, (rows, columns)) = setting.pick((10_000_000, (4, 5)), (100_000, (4, 4)));
    vec![
        sweep("lasker", &[heap], SweepKind::WideNimbers),
        sweep("cutting", &[sheet, sheet], SweepKind::Nimbers),
        sweep("wythoff", &[pair, pair], SweepKind::Outcomes),
        sweep("subtraction", &[far], SweepKind::Nimbers),
        listing("connect", rows, columns),
    ]
}

/// Fills the table of a game of the catalogue to `max`, by native code and by the interpreter.
fn sweep(name: &'static str, max: &[i64], kind: SweepKind) -> Line {
    let fill = |native: bool| -> Found<SweepTable> {
        let instance = game(name, &[])?;
        let (kernel, fields) = packed(&instance, max)?;
        let make = if native { Sweep::compile } else { Sweep::interpreted };
        let mut sweep = make(kernel.sweep_program().map_err(|why| why.to_string())?, &fields, kind)
            .map_err(|why| why.to_string())?;
        let table = sweep.table();
        let all: Vec<_> = fields.iter().map(|field| 0..field.count).collect();
        sweep.run(&table, &all).map_err(|stop| format!("{stop:?}"))?;
        Ok(table)
    };
    let values = |table: SweepTable| -> Vec<u64> {
        (0..table.len() as u64).map(|key| table.value(key).map_or(u64::MAX, |value| value as u64)).collect()
    };
    let [native, interpreted] = [true, false].map(|native| {
        let Timed { result, seconds, cpu_seconds } = min(|| fill(native));
        Timed { result: result.map(values), seconds, cpu_seconds }
    });
    beside(name, native, interpreted)
}

fn packed(instance: &Arc<Instance>, max: &[i64]) -> Found<(Kernel, Vec<SweepField>)> {
    let root: Vec<Value> = max.iter().map(|number| Value::from(*number)).collect();
    let order = (0..max.len()).map(|index| (index, Direction::Up)).collect();
    let kernel =
        Kernel::new(instance, &[root.into()], &Wishes { widening: 0, order }).map_err(|why| why.to_string())?;
    let field = |field: &Field| match field {
        Field::Number { at, low, high, .. } => Ok(SweepField { shift: at.shift, count: (high - low) as u64 + 1 }),
        _ => Err("a component is not a number".to_owned()),
    };
    let fields = kernel.layout().fields.iter().map(field).collect::<Found<_>>()?;
    Ok((kernel, fields))
}

/// Lists the options of every position that can be reached, which are found before.
fn listing(name: &'static str, rows: usize, columns: usize) -> Line {
    let reached = || -> Found<(Kernel, Vec<u64>)> {
        let instance = game(name, &[("rows", number(rows)), ("cols", number(columns)), ("k", number(4))])?;
        let start = instance.start().map_err(|fault| fault.sentence().to_string())?;
        let part = start.only().ok_or("a board is one part")?;
        let kernel =
            Kernel::new(&instance, std::slice::from_ref(part), &Wishes::default()).map_err(|why| why.to_string())?;
        let mut runner = kernel.runner(Engine::Native).map_err(|why| why.to_string())?;
        let root = kernel.encode::<u64>(part, start.mover).ok_or("a board fits into a word")?;
        let (mut options, mut keys, mut known) = (Options::default(), vec![root], HashSet::from([root]));
        let mut done = 0;
        while let Some(&key) = keys.get(done) {
            done += 1;
            runner.look(key, &mut options);
            keys.extend(options.parts::<u64>().filter(|key| known.insert(*key)));
        }
        Ok((kernel, keys))
    };
    let found = reached();
    let list = |engine: Engine| -> Found<Vec<u64>> {
        let (kernel, keys) = found.as_ref().map_err(String::clone)?;
        let mut runner = kernel.runner(engine).map_err(|why| why.to_string())?;
        let mut options = Options::default();
        let sum = |options: &Options| options.words.iter().fold(0, |sum: u64, word| sum.wrapping_mul(31) ^ word);
        let each = keys.iter().map(|&key| {
            runner.look(key, &mut options);
            sum(&options)
        });
        Ok(each.collect())
    };
    beside("listed moves", min(|| list(Engine::Native)), min(|| list(Engine::Interpreter)))
}

fn beside(part: &'static str, native: Timed<Found<Vec<u64>>>, interpreted: Timed<Found<Vec<u64>>>) -> Line {
    let Timed { result, seconds, cpu_seconds } = interpreted;
    let other = Timed { result: result.unwrap_or_default(), seconds, cpu_seconds };
    Line { part: Some(part), ..compare("backends", INTERPRETER, &native, &other) }
}
