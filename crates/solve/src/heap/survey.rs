//! A survey: the periods of many heap games at once.
//!
//! In: games, and the maximum number of values of each. Out: for each its period and what proves it, or that none was
//! found that far. Every game is reported as soon as it is done, so that an interrupted survey can be resumed with the
//! remaining games.

use super::period::Period;
use super::run::HeapRun;
use super::{HeapValues, TakeAndBreak};
use crate::budget::{Budget, Stop};
use crate::work::Work;
use grundy_message::template;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Result for one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surveyed {
    /// The game.
    pub game: TakeAndBreak,
    /// Its period, if one was found.
    pub period: Option<Period>,
    /// Number of values found.
    pub known: u64,
    /// The largest of them, and the first heap that has it.
    pub largest: (u32, u64),
}

/// Returns all games of `places` digits after the point, with 0 or 4 before it, except the one without moves: 1023 for
/// three places. Those with fewer digits are among them.
pub fn codes(places: u32) -> Vec<TakeAndBreak> {
    let places = places.min(6);
    let mut games = Vec::new();
    for before in [0, 4] {
        for code in 0..8u32.pow(places) {
            let mut head = vec![before];
            head.extend((0..places).rev().map(|place| (code >> (3 * place) & 7) as u8));
            let game = TakeAndBreak::new(head, Vec::new(), false).expect("octal digits make a game");
            if !game.head().is_empty() {
                games.push(game);
            }
        }
    }
    games
}

/// Follows every game until its period is found or the given number of values is known, on as many threads as the
/// budget allows. Each is reported as soon as it is done, in no fixed order; the returned list is in the order of the
/// games.
///
/// # Errors
/// The budget ended first. The games that were done have been reported.
pub fn survey(
    games: &[TakeAndBreak],
    limit: u64,
    budget: &Budget,
    tell: &(dyn Fn(&Surveyed) + Sync),
) -> Result<Vec<Surveyed>, Stop> {
    let work = Work::start(budget);
    work.begin(template!("values"), None);
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Surveyed)>> = Mutex::new(Vec::new());
    let stopped: Mutex<Option<Stop>> = Mutex::new(None);
    let run = || {
        while let Some((index, game)) = {
            let index = next.fetch_add(1, Ordering::Relaxed);
            games.get(index).map(|game| (index, game))
        } {
            let mut run = HeapRun::new(HeapValues::new(game));
            if let Err(stop) = run.go_on_within(limit, &work) {
                *stopped.lock().unwrap_or_else(PoisonError::into_inner) = Some(stop);
                next.store(games.len(), Ordering::Relaxed);
                return;
            }
            let surveyed = Surveyed {
                game: game.clone(),
                period: run.period(),
                known: run.values().len(),
                largest: run.values().largest(),
            };
            tell(&surveyed);
            done.lock().unwrap_or_else(PoisonError::into_inner).push((index, surveyed));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..budget.threads.max(1).min(games.len()) {
            scope.spawn(run);
        }
        run();
    });
    if let Some(stop) = stopped.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(stop);
    }
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|(index, _)| *index);
    Ok(done.into_iter().map(|(_, surveyed)| surveyed).collect())
}
