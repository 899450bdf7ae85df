//! The workloads on heap games solved by the program: its engines, its search for periods, and its checker.

use super::Found;
use crate::measure::{Timed, once};
use grundy::heap::{HeapRun, HeapValues, Period, Slice, solve_heap};
use grundy::pattern::heap::certify;
use grundy::proof::{Limits, Sparse, Theorem, check};
use grundy::rules::heap::{TakeAndBreak, parse_code};
use grundy::{Budget, Stop};
use std::io::Write;

/// A period that was found, and the result of the checker.
pub struct Proved {
    /// The values computed on the way, and the period.
    pub run: HeapRun,
    /// The theorem of the checker.
    pub theorem: Theorem,
    /// Processor time of finding it.
    pub found_seconds: f64,
    /// Time of making the certificate and checking it.
    pub checked_seconds: f64,
}

/// Returns the game of a code.
pub fn game(code: &str) -> Found<TakeAndBreak> {
    parse_code(code).map_err(|error| error.to_string())
}

/// Returns the values of the heaps below a number.
pub fn values(budget: &Budget, code: &str, below: u64) -> Found<HeapValues> {
    let mut values = HeapValues::new(&game(code)?);
    values.extend(below, budget).map_err(stopped)?;
    Ok(values)
}

/// Returns the values of the heaps below `to`; only those from `from` on are timed.
pub fn stretch(budget: &Budget, code: &str, from: u64, to: u64) -> Timed<Found<HeapValues>> {
    match values(budget, code, from) {
        Err(why) => Timed { result: Err(why), seconds: 0.0, cpu_seconds: 0.0 },
        Ok(mut values) => {
            let Timed { result, seconds, cpu_seconds } = once(|| values.extend(to, budget));
            Timed { result: result.map(|()| values).map_err(stopped), seconds, cpu_seconds }
        }
    }
}

/// Returns the values as numbers of one width.
pub fn widened(values: &HeapValues) -> Vec<u32> {
    match values.values() {
        Slice::Bytes(values) => values.iter().map(|value| u32::from(*value)).collect(),
        Slice::Halves(values) => values.iter().map(|value| u32::from(*value)).collect(),
        Slice::Words(values) => values.to_vec(),
    }
}

/// Returns the values of heaps from 0 to `max` as text, one per line; the period is looked for first.
pub fn text(budget: &Budget, code: &str, max: u64) -> Found<Vec<u8>> {
    let (mut run, stop) = solve_heap(&game(code)?, max + 1, budget);
    stop.map_or(Ok(()), |stop| Err(stopped(stop)))?;
    run.fill(max + 1, budget).map_err(stopped)?;
    let mut text = Vec::new();
    for value in widened(run.values()).iter().take(max as usize + 1) {
        writeln!(text, "{value}").map_err(|error| error.to_string())?;
    }
    Ok(text)
}

/// Passes the values of the heaps below a number to `take`, piece by piece: they come from the period.
pub fn pieces(budget: &Budget, code: &str, below: u64, piece: &mut [u8], mut take: impl FnMut(&[u8])) -> Found<()> {
    let (run, stop) = solve_heap(&game(code)?, below, budget);
    stop.map_or(Ok(()), |stop| Err(stopped(stop)))?;
    let mut from = 0;
    while from < below {
        let count = (below - from).min(piece.len() as u64);
        let filled = &mut piece[..count as usize];
        if !run.copy_bytes(from, filled) {
            return Err("values of this game are not known by a period".to_owned());
        }
        take(filled);
        from += count;
    }
    Ok(())
}

/// Finds the period of a game and checks it.
pub fn prove(budget: &Budget, game: &TakeAndBreak, limit: u64) -> Found<Proved> {
    let found = once(|| solve_heap(game, limit, budget));
    let (run, stop) = found.result;
    stop.map_or(Ok(()), |stop| Err(stopped(stop)))?;
    let checked = once(|| check_period(budget, &run));
    let theorem = checked.result?;
    Ok(Proved { run, theorem, found_seconds: found.cpu_seconds, checked_seconds: checked.cpu_seconds })
}

/// Makes a certificate of the period of a run and checks it.
fn check_period(budget: &Budget, run: &HeapRun) -> Found<Theorem> {
    let Period { period, preperiod, saltus, .. } = run.period().ok_or("no period was found")?;
    let found = grundy::pattern::heap::Found { period, preperiod, saltus };
    let values = run.values();
    let sparse = values.sparse().map(|space| Sparse { mask: space.mask.into(), by_size: space.alternates });
    let game = values.game();
    let certificate = match values.values() {
        Slice::Bytes(values) => certify(game, &found, sparse, values),
        Slice::Halves(values) => certify(game, &found, sparse, values),
        Slice::Words(values) => certify(game, &found, sparse, values),
    };
    let certificate = certificate.ok_or("no theorem of the checker is about this game")?;
    let limits = Limits { max_bytes: budget.max_bytes, max_steps: u64::MAX };
    check(&certificate, &limits).map_err(|refusal| refusal.to_string())
}

fn stopped(stop: Stop) -> String {
    format!("stopped: {stop:?}")
}
