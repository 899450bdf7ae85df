//! A survey: the periods of many heap games at once.
//!
//! In: games, and how many values of each may be found. Out: of each its period and what proves it, or that none was
//! found that far. Every game that is done is told at once, so that a survey that was stopped goes on with the games
//! that are left.

use super::period::Period;
use super::run::HeapRun;
use super::{HeapValues, TakeAndBreak};
use crate::budget::{Budget, Stop, Watch};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What is known of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surveyed {
    /// The game.
    pub game: TakeAndBreak,
    /// Its period, if one was found.
    pub period: Option<Period>,
    /// How many values were found.
    pub known: u64,
    /// The largest of them, and the first heap that has it.
    pub largest: (u32, u64),
}

/// All games of so many digits after the point, with 0 or 4 before it, but the one without moves: 1023 for three
/// places. Those with fewer digits are among them.
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

/// Follows every game until its period is found or so many values are known, with as many threads as the budget has.
/// Each is told as soon as it is done, in no fixed order; the list returned is in the order of the games.
///
/// # Errors
/// The budget ended first. The games that were done have been told.
pub fn survey(
    games: &[TakeAndBreak],
    limit: u64,
    budget: &Budget,
    tell: &(dyn Fn(&Surveyed) + Sync),
) -> Result<Vec<Surveyed>, Stop> {
    let watch = Watch::start(budget);
    let allowance = watch.allowance();
    allowance.begin("values", None);
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Surveyed)>> = Mutex::new(Vec::new());
    let stopped: Mutex<Option<Stop>> = Mutex::new(None);
    let work = || {
        while let Some((place, game)) = {
            let place = next.fetch_add(1, Ordering::Relaxed);
            games.get(place).map(|game| (place, game))
        } {
            let mut run = HeapRun::new(HeapValues::new(game));
            if let Err(stop) = run.go_on_within(limit, &allowance) {
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
            done.lock().unwrap_or_else(PoisonError::into_inner).push((place, surveyed));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..budget.threads.max(1).min(games.len()) {
            scope.spawn(work);
        }
        work();
    });
    if let Some(stop) = stopped.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(stop);
    }
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|(place, _)| *place);
    Ok(done.into_iter().map(|(_, surveyed)| surveyed).collect())
}
