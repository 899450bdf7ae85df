//! Compounds decided part by part: theorems that need one number of each part instead of a search of whole sums.
//!
//! In: for each part a number found from the numbers of its options. Out: who wins the sum. Each theorem is used only
//! if [`Rule::of`] finds its conditions in the rules and the parts are found to have no loops. All games here end only
//! by having no move, `stuck loses` or `stuck wins` for either player, without points and without `again`. An option
//! may be any number of parts, `nothing` too. Wrong tool for everything else: see `sums`.
//!
//! Sources: Smith 1966 and Winning Ways, chapter 9 (remoteness, suspense numbers, unions); Jia Zhihao 2009 (Every-SG);
//! Moore 1910. The proofs are written beside the rules because options that are sums are not in the sources.

use crate::solver::compounds::anti;
use crate::solver::graph::Play;
use grundy_rules::game::Verdict;
use grundy_rules::{Compound, Instance};
use grundy_value::Outcome;

/// A theorem about a compound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Theorem {
    /// `every`: the greatest step decides.
    Steps,
    /// `short`: the least remoteness decides.
    Remoteness,
    /// `some`: lost exactly where every part is lost.
    AllLost,
    /// `upto k` on heaps of Nim: digits added modulo k + 1.
    Moore(usize),
    /// `anti`: play ends where all Grundy values are 0, and the player then to move wins.
    Anti,
}

/// A theorem and the play convention it is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rule {
    theorem: Theorem,
    play: Play,
}

/// Numbered parts (in games with players, parts with a mover) whose options have smaller numbers only.
pub(crate) trait PartGraph {
    /// Returns the number of parts.
    fn len(&self) -> usize;

    /// Calls `found` with the parts that each option of a part leaves.
    fn each_option(&self, part: usize, found: &mut dyn FnMut(&[u32]));
}

impl Rule {
    /// Returns the theorem that decides sums of this game under this compound rule, if there is one. The caller must
    /// ensure that play in the parts cannot loop; [`Rule::numbers`] checks that the parts are heaps where they must be.
    pub fn of(instance: &Instance, compound: Compound) -> Option<Rule> {
        let (game, shape) = (instance.game(), instance.shape());
        let play = match game.stuck {
            Verdict::Lose => Play::Normal,
            Verdict::Win => Play::Misere,
            _ => return None,
        };
        if !game.ends.is_empty() || shape.conditional_stuck || shape.points || shape.again {
            return None;
        }
        let theorem = match compound {
            Compound::Every => Theorem::Steps,
            Compound::Short => Theorem::Remoteness,
            Compound::Some => Theorem::AllLost,
            Compound::Upto(max) => Theorem::Moore(max),
            Compound::Anti => Theorem::Anti,
            Compound::One => return None,
        };
        Rule::new(theorem, play).filter(|_| shape.impartial || theorem == Theorem::Remoteness)
    }

    /// Returns a theorem for this play, if it holds there.
    pub fn new(theorem: Theorem, play: Play) -> Option<Rule> {
        // In misère play a finished part is won and yet no part of a union can be won by it: the rule fails at once for a
        // finished part beside a lost one.
        (!matches!(theorem, Theorem::AllLost | Theorem::Anti) || play == Play::Normal).then_some(Rule { theorem, play })
    }

    /// Returns true if it is about `anti`.
    pub fn is_about_anti(self) -> bool {
        self.theorem == Theorem::Anti
    }

    /// Returns a number for each part; `None` if the theorem does not hold for these parts.
    pub fn numbers(self, graph: &dyn PartGraph) -> Option<Vec<u32>> {
        if self.theorem == Theorem::Anti {
            return anti::values(graph);
        }
        let mut numbers: Vec<u32> = Vec::with_capacity(graph.len());
        let mut options: Vec<u32> = Vec::new();
        for part in 0..graph.len() {
            options.clear();
            let mut holds = true;
            graph.each_option(part, &mut |parts| {
                let parts = parts.iter().map(|&part| numbers[part as usize]);
                match self.together(parts) {
                    Some(number) => options.push(number),
                    None => holds = false,
                }
            });
            numbers.push(self.number(&mut options).filter(|_| holds)?);
        }
        Some(numbers)
    }

    /// Returns the winner of a sum of parts with these numbers, seen from the player to move.
    pub fn outcome(self, parts: &[u32]) -> Outcome {
        let won = match self.theorem {
            Theorem::Moore(max) => moore_wins(parts, max, self.play),
            Theorem::Anti => anti::wins(parts),
            _ => self.together(parts.iter().copied()).is_some_and(|number| self.is_won(number)),
        };
        if won { Outcome::Next } else { Outcome::Previous }
    }

    #[cfg(test)]
    /// Returns the moves to the end of a sum, if the theorem gives them: for `short`, as the winner can neither end a
    /// part sooner than its remoteness nor the loser later.
    pub fn remoteness(self, parts: &[u32]) -> Option<u32> {
        if self.theorem == Theorem::Remoteness { self.together(parts.iter().copied()) } else { None }
    }

    /// Returns true if a number, the length of a play, has the parity of a win.
    fn is_won(self, number: u32) -> bool {
        number.is_multiple_of(2) == (self.play == Play::Misere)
    }

    /// Returns the number of parts together; `None` if they are no heap of Nim but should be.
    fn together(self, mut parts: impl Iterator<Item = u32>) -> Option<u32> {
        match self.theorem {
            // A sum without parts is finished play.
            Theorem::Steps => Some(parts.max().unwrap_or(0)),
            // A finished part ends all, and `nothing` is one.
            Theorem::Remoteness => Some(parts.min().unwrap_or(0)),
            // 0 lost, 1 won.
            Theorem::AllLost => Some(u32::from(parts.any(|won| won == 1))),
            // Grundy values are added without carrying.
            Theorem::Anti => Some(parts.fold(0, |xor, value| xor ^ value)),
            // Empty heaps are no heaps; two that are not empty are no heap.
            Theorem::Moore(_) => parts.try_fold(0, |size, more| (size == 0 || more == 0).then_some(size + more)),
        }
    }

    /// Returns the number of a part from those of its options.
    fn number(self, options: &mut [u32]) -> Option<u32> {
        let lost = || options.iter().copied().filter(|&option| !self.is_won(option));
        let after = |number: Option<u32>| Some(number.map_or(0, |number| number + 1));
        match self.theorem {
            // Let s be the step: a won part goes on as long as it can through lost options, a lost one ends as soon as it
            // can. Let M be the greatest step of a sum, of the parity of a win. The mover goes from each won part to the lost
            // option s - 1 and from each lost part (s < M) to the won option s - 1: all steps fall by one, and M - 1 is of the
            // parity of a loss. Let M be of the parity of a loss. A part with M is lost, and all its options are won
            // with at least M - 1; lost options come from won parts only and have at most M - 2. So the greatest
            // is of the parity of a win. An option that is a sum has the greatest step of its parts, so that the greatest of
            // all is the same. With players a part may rest for one of them while the other can move: there it fails.
            Theorem::Steps => after(lost().max().or_else(|| options.iter().copied().min())),
            // Let r be the remoteness and m the least of a sum. If m is of the parity of a win, the mover goes from each won part
            // to the lost option r - 1 and from each lost part to its slowest option r - 1; the least is m - 1. If m is of the
            // parity of a loss, a part with m has only won options of at most m - 1, and lost options, which come from won
            // parts, have at least m. Nowhere is it used that both players have the same moves: with players, r is that of
            // the part and the mover.
            Theorem::Remoteness => after(lost().min().or_else(|| options.iter().copied().max())),
            // If all parts are lost, each part moved in becomes won. Else the mover moves to lost options in all won
            // parts and in no other. With players the mover could not leave alone a part lost for one and won for the
            // other.
            Theorem::AllLost => Some(u32::from(options.contains(&0))),
            // The values of `anti` are found together with the conditions of its theorem.
            Theorem::Anti => None,
            // A heap of n has exactly the heaps 0..n - 1 for options.
            Theorem::Moore(_) => {
                options.sort_unstable();
                let mut size = 0;
                for &option in options.iter() {
                    match option {
                        option if option == size => size += 1,
                        option if option > size => return None,
                        _ => {}
                    }
                }
                Some(size)
            }
        }
    }
}

/// Returns true if the mover wins Moore's Nim: a sum is lost exactly if each binary digit is found in a multiple of k +
/// 1 heaps. In misère play likewise while a heap has more than one, and else if their number is 1 modulo k + 1.
fn moore_wins(heaps: &[u32], max: usize, play: Play) -> bool {
    let among = |count: usize| max.checked_add(1).map_or(count, |modulus| count % modulus);
    if play == Play::Misere && heaps.iter().all(|&heap| heap <= 1) {
        return among(heaps.iter().filter(|&&heap| heap == 1).count()) != 1;
    }
    (0..u32::BITS).any(|digit| among(heaps.iter().filter(|&&heap| heap >> digit & 1 == 1).count()) != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_value::Random;
    use std::collections::HashMap;

    /// For each part the parts its options leave.
    struct Lists(Vec<Vec<Vec<u32>>>);

    impl PartGraph for Lists {
        fn len(&self) -> usize {
            self.0.len()
        }

        fn each_option(&self, part: usize, found: &mut dyn FnMut(&[u32])) {
            self.0[part].iter().for_each(|option| found(option));
        }
    }

    /// A part that is finished and still counts.
    const FINISHED: u32 = u32::MAX;

    /// Whole sums by the definitions: (whether the player to move wins, the moves to the end).
    struct Definition<'a> {
        lists: &'a Lists,
        compound: Compound,
        play: Play,
        known: HashMap<Vec<u32>, (bool, u32)>,
    }

    impl Definition<'_> {
        fn of(&mut self, mut sum: Vec<u32>) -> (bool, u32) {
            sum.sort_unstable();
            if let Some(&known) = self.known.get(&sum) {
                return known;
            }
            let lists = self.lists;
            let options = |part: u32| if part == FINISHED { &[][..] } else { &lists.0[part as usize][..] };
            let movable = sum.iter().filter(|&&part| !options(part).is_empty()).count();
            let (min, max) = match self.compound {
                Compound::Every => (movable, movable),
                Compound::Short => (sum.len(), sum.len()),
                Compound::Some => (1, sum.len()),
                Compound::Upto(max) => (1, max),
                Compound::One | Compound::Anti => (1, 1),
            };
            // (parts, how many were moved in)
            let mut made: Vec<(Vec<u32>, usize)> = vec![(Vec::new(), 0)];
            for &part in &sum {
                let mut next = Vec::new();
                for (parts, moved) in made {
                    let mut still = parts.clone();
                    still.push(part);
                    next.push((still, moved));
                    for option in options(part) {
                        let mut after = parts.clone();
                        after.extend(option);
                        if option.is_empty() && self.compound == Compound::Short {
                            after.push(FINISHED);
                        }
                        next.push((after, moved + 1));
                    }
                }
                made = next;
            }
            made.retain(|(_, moved)| *moved > 0 && (min..=max).contains(moved));
            if self.compound == Compound::Anti && sum.iter().all(|&part| self.grundy(part) == 0) {
                self.known.insert(sum, (true, 0));
                return (true, 0);
            }
            let values: Vec<(bool, u32)> = made.into_iter().map(|(parts, _)| self.of(parts)).collect();
            let lost = values.iter().filter(|value| !value.0).map(|value| value.1).min();
            let value = match (lost, values.iter().map(|value| value.1).max()) {
                (Some(quickest), _) => (true, quickest + 1),
                (None, Some(slowest)) => (false, slowest + 1),
                (None, None) => (self.play == Play::Misere, 0),
            };
            self.known.insert(sum, value);
            value
        }
    }

    impl Definition<'_> {
        /// Returns the Grundy value of one part.
        fn grundy(&self, part: u32) -> u32 {
            let option = |parts: &Vec<u32>| parts.iter().fold(0, |xor, &part| xor ^ self.grundy(part));
            let options: Vec<u32> = self.lists.0[part as usize].iter().map(option).collect();
            (0..).find(|value| !options.contains(value)).unwrap()
        }
    }

    fn random_lists(random: &mut Random, size: usize) -> Lists {
        let mut option = |part: usize| -> Vec<u32> {
            let parts = [0, 1, 1, 1, 2][random.index(5)];
            (0..parts).filter(|_| part > 0).map(|_| random.index(part) as u32).collect()
        };
        let mut lists: Vec<Vec<Vec<u32>>> = (0..size).map(|part| (0..3).map(|_| option(part)).collect()).collect();
        for (part, list) in lists.iter_mut().enumerate() {
            list.truncate([0, 1, 2, 3][(part + random.index(4)) % 4]);
        }
        Lists(lists)
    }

    fn check(lists: &Lists, compound: Compound, theorem: Theorem, play: Play, sums: &[Vec<u32>]) -> usize {
        let Some(rule) = Rule::new(theorem, play) else { return 0 };
        let Some(numbers) = rule.numbers(lists) else { return 0 };
        let mut definition = Definition { lists, compound, play, known: HashMap::new() };
        for sum in sums {
            let (wins, moves) = definition.of(sum.clone());
            let parts: Vec<u32> = sum.iter().map(|&part| numbers[part as usize]).collect();
            let expected = if wins { Outcome::Next } else { Outcome::Previous };
            assert_eq!(rule.outcome(&parts), expected, "{compound:?} {play:?} {sum:?} of {:?}", lists.0);
            if let Some(remoteness) = rule.remoteness(&parts) {
                assert_eq!(remoteness, moves, "{compound:?} {play:?} {sum:?} of {:?}", lists.0);
            }
        }
        sums.len()
    }

    #[test]
    fn theorems_agree_with_whole_sums() {
        let mut random = Random(3);
        let (mut compared, mut anti) = (0, 0);
        for _ in 0..1500 {
            let size = 2 + random.index(5);
            let lists = random_lists(&mut random, size);
            let sums: Vec<Vec<u32>> =
                (0..4).map(|_| (0..random.index(4)).map(|_| random.index(size) as u32).collect()).collect();
            for play in [Play::Normal, Play::Misere] {
                compared += check(&lists, Compound::Every, Theorem::Steps, play, &sums);
                compared += check(&lists, Compound::Short, Theorem::Remoteness, play, &sums);
                compared += check(&lists, Compound::Some, Theorem::AllLost, play, &sums);
            }
            anti += check(&lists, Compound::Anti, Theorem::Anti, Play::Normal, &sums);
        }
        assert!(compared > 20_000 && anti > 4_000, "{compared} {anti}");
    }

    #[test]
    fn anti_takes_moves_that_split_where_its_conditions_hold() {
        let rule = Rule::new(Theorem::Anti, Play::Normal).unwrap();
        // Lasker's Nim: take any number, or split a heap.
        let heap = |n: u32| -> Vec<Vec<u32>> {
            (0..n).map(|to| vec![to]).chain((1..=n / 2).map(|part| vec![part, n - part])).collect()
        };
        let lists = Lists((0..7).map(heap).collect());
        let sums: Vec<Vec<u32>> =
            (0..7).flat_map(|a| (0..=a).flat_map(move |b| [vec![a, b], vec![a, b, b.min(3)]])).collect();
        assert_eq!(check(&lists, Compound::Anti, Theorem::Anti, Play::Normal, &sums), sums.len());
        // Part 3 has value 1, and may become two parts of value 2 each: then it alone is won, and not lost.
        let lists = Lists(vec![vec![], vec![vec![0]], vec![vec![0], vec![1]], vec![vec![0], vec![2, 2]]]);
        assert_eq!(rule.numbers(&lists), None);
        let mut definition =
            Definition { lists: &lists, compound: Compound::Anti, play: Play::Normal, known: HashMap::new() };
        assert_eq!((definition.grundy(3), definition.of(vec![3]).0), (1, true));
    }

    #[test]
    fn the_greatest_step_decides_where_the_shortest_play_would_not() {
        // From 3 play lasts one move or three; the winner goes on.
        let lists = Lists(vec![vec![], vec![vec![0]], vec![vec![1]], vec![vec![0], vec![2]]]);
        let rule = Rule::new(Theorem::Steps, Play::Normal).unwrap();
        assert_eq!(rule.numbers(&lists), Some(vec![0, 1, 2, 3]));
        assert_eq!(rule.outcome(&[3, 2]), Outcome::Next);
        assert_eq!(rule.outcome(&[1, 2]), Outcome::Previous);
        assert_eq!(rule.outcome(&[]), Outcome::Previous);
    }

    #[test]
    fn moore_agrees_with_whole_sums_of_heaps() {
        // Part n is a heap of n; an empty heap is part 0 or nothing.
        let heap =
            |n: u32| (0..n).map(|to| if to == 0 && n.is_multiple_of(2) { vec![] } else { vec![to, 0] }).collect();
        let lists = Lists((0..5).map(heap).collect());
        let mut sums = vec![vec![]];
        for _ in 0..4 {
            let longer: Vec<Vec<u32>> =
                sums.iter().flat_map(|sum| (0..5).map(move |heap| [&sum[..], &[heap]].concat())).collect();
            sums.extend(longer);
        }
        sums.sort();
        sums.dedup();
        sums.retain(|sum| sum.is_sorted());
        for max in 1..4 {
            for play in [Play::Normal, Play::Misere] {
                assert_eq!(check(&lists, Compound::Upto(max), Theorem::Moore(max), play, &sums), sums.len());
            }
        }
    }

    #[test]
    fn what_is_no_heap_is_refused() {
        let rule = Rule::new(Theorem::Moore(2), Play::Normal).unwrap();
        assert_eq!(rule.numbers(&Lists(vec![vec![], vec![vec![0]], vec![vec![1]]])), None);
        assert_eq!(rule.numbers(&Lists(vec![vec![], vec![vec![0]], vec![vec![0], vec![1], vec![1, 1]]])), None);
        assert_eq!(rule.numbers(&Lists(vec![vec![], vec![vec![0], vec![]]])), Some(vec![0, 1]));
    }

    /// With players the least remoteness still decides: parts with a mover, 2 * part + mover.
    #[test]
    fn the_least_remoteness_decides_with_players() {
        let mut random = Random(17);
        for _ in 0..500 {
            let size = 2 + random.index(4);
            let lists = Lists(
                (0..2 * size)
                    .map(|node| {
                        let (part, mover) = (node / 2, node as u32 % 2);
                        let mut option = || {
                            let parts = [0, 1, 1, 2][random.index(4)];
                            let to = |random: &mut Random| 2 * random.index(part.max(1)) as u32 + 1 - mover;
                            (0..parts).map(|_| to(&mut random)).collect::<Vec<u32>>()
                        };
                        let options: Vec<Vec<u32>> = (0..2).map(|_| option()).collect();
                        if part == 0 { Vec::new() } else { options[..random.index(3)].to_vec() }
                    })
                    .collect(),
            );
            for play in [Play::Normal, Play::Misere] {
                let rule = Rule::new(Theorem::Remoteness, play).unwrap();
                let numbers = rule.numbers(&lists).unwrap();
                for _ in 0..6 {
                    let mover = random.index(2) as u32;
                    let sum: Vec<u32> =
                        (0..1 + random.index(3)).map(|_| 2 * random.index(size) as u32 + mover).collect();
                    // The definition moves in every part at once, so that all parts always have the same mover.
                    let mut definition =
                        Definition { lists: &lists, compound: Compound::Short, play, known: HashMap::new() };
                    let parts: Vec<u32> = sum.iter().map(|&part| numbers[part as usize]).collect();
                    let (wins, moves) = definition.of(sum);
                    assert_eq!((rule.outcome(&parts) == Outcome::Next, rule.remoteness(&parts)), (wins, Some(moves)));
                }
            }
        }
    }
}
