//! Misère sums of impartial games: the player who cannot move wins, and Grundy values do not decide.
//!
//! In: parts numbered so that options come first, each option a list of parts. Out: who wins any sum of them. Two ideas:
//!
//! *Tame* parts behave in every sum of tame parts like heaps of Nim (Conway, On Numbers and Games, chapter 12), and such
//! sums are decided at once. Each has a Grundy value and is *fickle* or *firm*, as the heaps 0 and 1 and those above are.
//!
//! Other sums are searched whole, but each part is first replaced by something simpler that is equal to it in every
//! sum: parts with equal options are merged, and an option that can be reversed at once is dropped (Conway's reversible
//! moves, with the proviso for the empty game). Two parts that only lead to the end cancel.
//!
//! Results rest on the theorem for tame parts or on a search of sums: see [`MisereOutcome`]. Wrong tool for games with
//! loops, players, or ends other than having no move.

use crate::budget::Stop;
use crate::hashing::QuickMap;
use crate::work::Work;
use grundy_value::Outcome;
use std::collections::BTreeSet;

/// Number of sums between two checks of the budget.
const PATIENCE: usize = 1 << 12;

/// Parts of a sum by their forms, in ascending order. The empty list is play at its end.
type Sum = Vec<u32>;

/// The form with one option, the end of play: a heap of one.
const ONE: u32 = 0;

/// How a tame part behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tame {
    /// Its Grundy value.
    value: u32,
    /// Whether it is like a heap of two or more, or like several: a sum with such a part is played as in normal play.
    firm: Firmness,
}

/// Whether a sum of tame parts with this one among them is played as in normal play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Firmness {
    /// Alone it is won in misère play exactly where it is lost in normal play.
    Fickle,
    /// Every such sum is played as in normal play.
    Firm,
}

impl Tame {
    /// Finished play.
    const END: Tame = Tame { value: 0, firm: Firmness::Fickle };

    fn plus(self, other: Tame) -> Tame {
        let firm = if self.firm == Firmness::Firm { self.firm } else { other.firm };
        Tame { value: self.value ^ other.value, firm }
    }

    /// Returns the value that decides in misère play.
    fn misere_value(self) -> u32 {
        match self.firm {
            Firmness::Firm => self.value,
            Firmness::Fickle => self.value ^ 1,
        }
    }

    fn outcome(self) -> Outcome {
        if self.misere_value() == 0 { Outcome::Previous } else { Outcome::Next }
    }

    /// Returns the behaviour of a part whose options are all tame; `None` if it is wild.
    ///
    /// Let g be the mex of the options' values and h that of their misère values. It is tame if g = h (firm) or if {g,
    /// h} = {0, 1} (fickle): the claim is that a sum of tame parts is lost exactly if its values add up to 0 if one is
    /// firm, and to 1 if none is. *No move from a lost sum to a lost one.* A part moves to another value, so the sum
    /// stays lost only if the last firm part becomes fickle or a fickle sum gets a firm part; then an option would have
    /// the misère value of its part, which the mex excludes. *From a sum that is not lost there is a move to a lost
    /// one, or it is at its end.* With two firm parts or more, or one that is not moved in, the move of Nim. If the
    /// only firm part n is beside fickle ones of sum e ≠ n: for n > e an option of misère value e; else n = 0, e = 1,
    /// and a fickle part of value 1 moves to value 0. If all are fickle with sum 0: one of value 1 has no option of
    /// misère value 0, so its option of value 0 is fickle, and the sum becomes 1; if all have value 0 and one can move,
    /// it has an option of misère value 0 and none of value 0: that is a fickle 1. Options that are sums are tame by
    /// the same claim.
    fn of(options: &[Option<Tame>]) -> Option<Tame> {
        let options: Vec<Tame> = options.iter().copied().collect::<Option<_>>()?;
        let mex = |values: BTreeSet<u32>| (0..).find(|value| !values.contains(value)).unwrap_or(u32::MAX);
        let normal = mex(options.iter().map(|tame| tame.value).collect());
        let misere = mex(options.iter().map(|tame| tame.misere_value()).collect());
        match (options.is_empty(), normal, misere) {
            (true, ..) => Some(Tame::END),
            (false, 0, 1) | (false, 1, 0) => Some(Tame { value: normal, firm: Firmness::Fickle }),
            (false, a, b) if a == b => Some(Tame { value: a, firm: Firmness::Firm }),
            _ => None,
        }
    }
}

/// The winner of a sum, and the authority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MisereOutcome {
    /// All parts are tame, so the sum is played like Nim.
    Tame(Outcome),
    /// Whole sums were searched.
    Searched(Outcome),
}

impl MisereOutcome {
    /// Returns the winner.
    pub fn outcome(self) -> Outcome {
        match self {
            MisereOutcome::Tame(outcome) | MisereOutcome::Searched(outcome) => outcome,
        }
    }
}

/// A part that is not known to equal a simpler one.
struct Form {
    /// The sums its options are equal to, sorted, without duplicates.
    options: Vec<Sum>,
    tame: Option<Tame>,
}

/// The parts of a game as sums of forms, and what is known of sums.
pub(crate) struct MisereSums {
    forms: Vec<Form>,
    form_ids: QuickMap<Vec<Sum>, u32>,
    /// What each part is equal to.
    parts: Vec<Sum>,
    /// Sums that were searched: whether the player to move wins.
    known: QuickMap<Sum, bool>,
    known_bytes: u64,
}

impl Default for MisereSums {
    fn default() -> MisereSums {
        let mut sums = MisereSums {
            forms: Vec::new(),
            form_ids: QuickMap::default(),
            parts: Vec::new(),
            known: QuickMap::default(),
            known_bytes: 0,
        };
        let one = sums.form(vec![Sum::new()]);
        assert_eq!(one, ONE, "the first form is the heap of one");
        sums
    }
}

impl MisereSums {
    /// Returns the number of parts.
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    #[cfg(test)]
    /// Returns the number of forms the parts were reduced to.
    pub fn forms(&self) -> usize {
        self.forms.len()
    }

    /// Returns the number of sums searched.
    pub fn searched(&self) -> usize {
        self.known.len()
    }

    /// Adds the next part; the parts that its options leave were added before.
    ///
    /// # Errors
    /// Fails if the budget ended.
    pub fn add<'a>(&mut self, options: impl IntoIterator<Item = &'a [u32]>, work: &Work) -> Result<u32, Stop> {
        let mut sums: Vec<Sum> = options.into_iter().map(|parts| self.simplified(parts)).collect();
        sums.sort_unstable();
        sums.dedup();
        let equal = self.reduce(sums, work)?;
        self.parts.push(equal);
        Ok(self.parts.len() as u32 - 1)
    }

    /// Returns the winner of a sum of parts.
    ///
    /// # Errors
    /// Fails if the budget ended.
    pub fn outcome(&mut self, parts: &[u32], work: &Work) -> Result<MisereOutcome, Stop> {
        let sum = self.simplified(parts);
        if let Some(tame) = self.tame(&sum) {
            return Ok(MisereOutcome::Tame(tame.outcome()));
        }
        let wins = self.wins(sum, work)?;
        Ok(MisereOutcome::Searched(if wins { Outcome::Next } else { Outcome::Previous }))
    }

    /// Returns the forms that a sum of parts is equal to.
    fn simplified(&self, parts: &[u32]) -> Sum {
        let mut sum: Sum = parts.iter().flat_map(|&part| &self.parts[part as usize]).copied().collect();
        tidy(&mut sum);
        sum
    }

    /// Returns a sum that is equal to the part with these options.
    ///
    /// Let G have some of the options of H, and let every other option of H have an option equal to G. Then H = G in every sum,
    /// provided that H is won alone if G is at its end: a move to another option is answered by going to G, and every move of G
    /// is there in H; at the end of everything else it is the proviso that makes H as good as G.
    fn reduce(&mut self, options: Vec<Sum>, work: &Work) -> Result<Sum, Stop> {
        if options.is_empty() {
            return Ok(Sum::new());
        }
        let mut tried: BTreeSet<Sum> = BTreeSet::new();
        // G is an option of every option that it leaves out. If the first option is left out, G is among its options; if it
        // is kept, G is among those of a later one that is left out.
        for option in &options {
            for candidate in self.options_of(option) {
                if !tried.insert(candidate.clone()) {
                    continue;
                }
                if tried.len().is_multiple_of(PATIENCE) {
                    work.pass(0)?;
                }
                let retained = self.options_of(&candidate);
                let all_retained = retained.iter().all(|sum| options.binary_search(sum).is_ok());
                let reverses =
                    |sum: &Sum| retained.binary_search(sum).is_ok() || self.options_of(sum).contains(&candidate);
                if all_retained && options.iter().all(reverses) {
                    let at_end = candidate.is_empty();
                    if !at_end || self.has_lost(&options, work)? {
                        return Ok(candidate);
                    }
                }
            }
        }
        Ok(vec![self.form(options)])
    }

    /// Returns true if one of these sums is lost.
    fn has_lost(&mut self, sums: &[Sum], work: &Work) -> Result<bool, Stop> {
        for sum in sums {
            let wins = match self.tame(sum) {
                Some(tame) => tame.outcome() == Outcome::Next,
                None => self.wins(sum.clone(), work)?,
            };
            if !wins {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the form with these options, which are sorted and without duplicates.
    fn form(&mut self, options: Vec<Sum>) -> u32 {
        let new = self.forms.len() as u32;
        let form = *self.form_ids.entry(options.clone()).or_insert(new);
        if form == new {
            let behaviour: Vec<Option<Tame>> = options.iter().map(|sum| self.tame(sum)).collect();
            self.forms.push(Form { options, tame: Tame::of(&behaviour) });
        }
        form
    }

    fn tame(&self, sum: &[u32]) -> Option<Tame> {
        sum.iter().try_fold(Tame::END, |all, &form| Some(all.plus(self.forms[form as usize].tame?)))
    }

    /// Returns the options of a sum, sorted, without duplicates.
    fn options_of(&self, sum: &[u32]) -> Vec<Sum> {
        let mut options = Vec::new();
        for (index, &form) in sum.iter().enumerate() {
            if index > 0 && sum[index - 1] == form {
                continue;
            }
            for option in &self.forms[form as usize].options {
                let mut next = Sum::with_capacity(sum.len() + option.len());
                next.extend_from_slice(&sum[..index]);
                next.extend_from_slice(&sum[index + 1..]);
                next.extend_from_slice(option);
                tidy(&mut next);
                options.push(next);
            }
        }
        options.sort_unstable();
        options.dedup();
        options
    }

    /// Searches a sum that is not tame, with a stack of its own; returns whether the player to move wins.
    fn wins(&mut self, sum: Sum, work: &Work) -> Result<bool, Stop> {
        struct Frame {
            sum: Sum,
            options: std::vec::IntoIter<Sum>,
        }
        if let Some(&wins) = self.known.get(&sum) {
            return Ok(wins);
        }
        let mut counted = 0;
        let mut stack: Vec<Frame> = vec![Frame { options: self.options_of(&sum).into_iter(), sum }];
        let mut answer = false;
        // Whether the option left last is won by its player to move.
        let mut last: Option<bool> = None;
        while let Some(frame) = stack.last_mut() {
            let mut wins = last.take() == Some(false);
            let mut deeper = None;
            while !wins {
                let Some(option) = frame.options.next() else { break };
                match self.tame_or_known(&option) {
                    Some(option_wins) => wins = !option_wins,
                    None => {
                        deeper = Some(option);
                        break;
                    }
                }
            }
            if let Some(sum) = deeper {
                let options = self.options_of(&sum).into_iter();
                stack.push(Frame { sum, options });
                continue;
            }
            // A sum that is not tame has an option, so having none left means that all are won.
            if let Some(frame) = stack.pop() {
                counted += 1;
                self.known_bytes += 48 + 4 * frame.sum.len() as u64;
                self.known.insert(frame.sum, wins);
                if counted % PATIENCE == 0 {
                    work.pass(PATIENCE as u64)?;
                    work.room(self.known_bytes)?;
                }
            }
            last = Some(wins);
            answer = wins;
        }
        work.pass((counted % PATIENCE) as u64)?;
        Ok(answer)
    }

    fn tame_or_known(&self, sum: &Sum) -> Option<bool> {
        match self.tame(sum) {
            Some(tame) => Some(tame.outcome() == Outcome::Next),
            None => self.known.get(sum).copied(),
        }
    }
}

/// Sorts a sum and cancels heaps of one: two of them are equal to the end of play, as a move in one is answered in the
/// other, and together they are won as the end of play is.
fn tidy(sum: &mut Sum) {
    sum.sort_unstable();
    let ones = sum.iter().take_while(|&&form| form == ONE).count();
    sum.drain(..ones - ones % 2);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::work::Work;
    use grundy_value::Random;
    use std::collections::HashMap;

    /// For each part the parts its options leave.
    type Lists = Vec<Vec<Vec<u32>>>;

    /// Returns whether the player to move wins, by the definition on whole sums.
    fn by_definition(lists: &Lists, mut sum: Vec<u32>, known: &mut HashMap<Vec<u32>, bool>) -> bool {
        sum.sort_unstable();
        if let Some(&wins) = known.get(&sum) {
            return wins;
        }
        let mut moved = false;
        let mut wins = false;
        for index in 0..sum.len() {
            for option in &lists[sum[index] as usize] {
                moved = true;
                let mut next = sum.clone();
                next.remove(index);
                next.extend(option);
                wins |= !by_definition(lists, next, known);
            }
        }
        known.insert(sum, wins || !moved);
        wins || !moved
    }

    fn with_work<T>(run: impl FnOnce(&Work) -> T) -> T {
        let budget = Budget::default();
        run(&Work::start(&budget))
    }

    fn read(lists: &Lists) -> MisereSums {
        let mut sums = MisereSums::default();
        for list in lists {
            with_work(|work| sums.add(list.iter().map(|option| &option[..]), work)).unwrap();
        }
        sums
    }

    fn solve(sums: &mut MisereSums, parts: &[u32]) -> MisereOutcome {
        with_work(|work| sums.outcome(parts, work)).unwrap()
    }

    /// Heaps in which `moves` lists what each move leaves: one heap or two.
    fn heaps(max: u32, moves: impl Fn(u32) -> Vec<Vec<u32>>) -> Lists {
        (0..=max).map(moves).collect()
    }

    fn kayles(n: u32) -> Vec<Vec<u32>> {
        let cut = |taken: u32| (0..=n - taken).map(move |a| vec![a, n - taken - a]);
        (1..=2.min(n)).flat_map(cut).collect()
    }

    /// Dawson's Kayles: two adjacent ones.
    fn dawson(n: u32) -> Vec<Vec<u32>> {
        if n < 2 { Vec::new() } else { (0..=n - 2).map(|a| vec![a, n - 2 - a]).collect() }
    }

    fn nim(n: u32) -> Vec<Vec<u32>> {
        (0..n).map(|to| vec![to]).collect()
    }

    #[test]
    fn random_sums_are_won_as_defined() {
        let mut random = Random(9);
        let (mut searched, mut tame) = (0, 0);
        for _ in 0..2000 {
            let size = 2 + random.index(9);
            let lists: Lists = (0..size)
                .map(|part| {
                    let mut option = || -> Vec<u32> {
                        let parts = [0, 1, 1, 1, 1, 1, 2, 2][random.index(8)];
                        (0..parts).map(|_| random.index(part.max(1)) as u32).collect()
                    };
                    let options: Vec<Vec<u32>> = (0..4).map(|_| option()).collect();
                    if part == 0 { Vec::new() } else { options[..random.index(5)].to_vec() }
                })
                .collect();
            let mut sums = read(&lists);
            let mut known = HashMap::new();
            for _ in 0..8 {
                let sum: Vec<u32> = (0..random.index(4)).map(|_| random.index(size) as u32).collect();
                let expected =
                    if by_definition(&lists, sum.clone(), &mut known) { Outcome::Next } else { Outcome::Previous };
                let found = solve(&mut sums, &sum);
                assert_eq!(found.outcome(), expected, "{sum:?} of {lists:?}");
                match found {
                    MisereOutcome::Tame(_) => tame += 1,
                    MisereOutcome::Searched(_) => searched += 1,
                }
            }
        }
        assert!(tame > 3000 && searched > 200, "{tame} {searched}");
    }

    #[test]
    fn misere_nim_is_tame_and_bouton_right() {
        let lists = heaps(6, nim);
        let mut sums = read(&lists);
        let mut known = HashMap::new();
        for a in 0..=6 {
            for b in a..=6 {
                for c in b..=6 {
                    let found = solve(&mut sums, &[a, b, c]);
                    assert!(matches!(found, MisereOutcome::Tame(_)));
                    let wins = by_definition(&lists, vec![a, b, c], &mut known);
                    assert_eq!(found.outcome() == Outcome::Next, wins);
                }
            }
        }
        assert_eq!(sums.searched(), 0);
    }

    #[test]
    fn octal_games_are_won_as_defined() {
        for game in [kayles, dawson] {
            let lists = heaps(14, game);
            let mut sums = read(&lists);
            let mut known = HashMap::new();
            for a in 0..=14u32 {
                for b in a..=14 {
                    for c in [0, 1, 5, 9] {
                        let wins = by_definition(&lists, vec![a, b, c], &mut known);
                        assert_eq!(solve(&mut sums, &[a, b, c]).outcome() == Outcome::Next, wins, "{a} {b} {c}");
                    }
                }
            }
            assert!(sums.forms() < 15, "{}", sums.forms());
        }
    }

    /// The heaps of misère Kayles that are lost alone are 1, 4, 9, 12, 20 and no other (Sibert and Conway 1992).
    #[test]
    fn single_heaps_of_misere_kayles_are_as_published() {
        let lists = heaps(24, kayles);
        let mut sums = read(&lists);
        let lost: Vec<u32> = (0..=24).filter(|&n| solve(&mut sums, &[n]).outcome() == Outcome::Previous).collect();
        assert_eq!(lost, [1, 4, 9, 12, 20]);
    }

    #[test]
    fn a_budget_stops_it() {
        let lists = heaps(24, kayles);
        let mut sums = read(&lists);
        let budget = Budget::positions(10);
        let stopped = sums.outcome(&[24, 23, 22], &Work::start(&budget));
        assert!(stopped.is_err());
        assert_eq!(solve(&mut sums, &[4]).outcome(), Outcome::Previous);
    }
}
