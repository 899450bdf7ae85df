//! What is known about a game in which all choose at once: its table, and the answers in words with why.
//!
//! In: a table or players who are alike, and the answers of `matrix`. Out: a page and one object, whose keys are always the same.

use crate::document::{Block, Document, TextStyle, View, Words};
use crate::limits::{MAX_MATRIX_LINES, MAX_MATRIX_SIDE};
use grundy_matrix::alike::{Alike, Kind};
use grundy_matrix::dominance::{By, Dominated, Strength};
use grundy_matrix::file::Verdict;
use grundy_matrix::{Answers, Mix, Table};
use grundy_message::{Message, message, plural};
use grundy_value::Rational;
use serde_json::{Value, json};

/// What is known about a matrix game.
pub struct MatrixReport {
    /// Its title or name, or nothing for a bare matrix.
    pub title: Message,
    /// Its name.
    pub name: String,
    /// The table and its answers, if there is one.
    pub table: Option<(Table, Answers)>,
    /// The answers about players who are alike.
    pub alike: Option<Alike>,
    /// The claims of the file as written, with their verdicts.
    pub claims: Vec<(String, Verdict)>,
}

impl MatrixReport {
    /// Returns whether every claim is true.
    pub fn has_true_claims(&self) -> bool {
        self.claims.iter().all(|(_, verdict)| *verdict == Verdict::True)
    }

    /// Returns whether the budget ended before all was found.
    pub fn is_stopped(&self) -> bool {
        self.table.as_ref().is_some_and(|(_, answers)| answers.is_stopped)
    }
}

fn mix_text(choices: &[String], mix: &Mix) -> String {
    let parts: Vec<String> = choices
        .iter()
        .zip(mix)
        .filter(|(_, part)| !part.is_zero())
        .map(|(choice, part)| if *part == Rational::ONE { choice.clone() } else { format!("{part} {choice}") })
        .collect();
    parts.join(" + ")
}

/// Numbers of things in order, with ranges such as `0..10`.
fn ranges(choices: &[usize], names: &[String]) -> String {
    let runs = choices.chunk_by(|one, other| other - one == 1);
    let run = |run: &[usize]| match run {
        [one] => names[*one].clone(),
        [one, other] => format!("{}, {}", names[*one], names[*other]),
        [first, .., last] => format!("{}..{}", names[*first], names[*last]),
        [] => String::new(),
    };
    runs.map(run).collect::<Vec<_>>().join(", ")
}

fn texts(mix: &Mix) -> Vec<String> {
    mix.iter().map(Rational::to_string).collect()
}

/// The facts about a table, in words.
struct Facts<'a> {
    table: &'a Table,
    answers: &'a Answers,
    facts: Vec<(Message, Vec<Words>)>,
}

impl Facts<'_> {
    fn tell(&mut self, label: Message, mut lines: Vec<Message>) {
        let left_out = lines.len().saturating_sub(MAX_MATRIX_LINES);
        if left_out > 0 {
            lines.truncate(MAX_MATRIX_LINES);
            lines.push(message!("and {count} more", count = left_out));
        }
        if !lines.is_empty() {
            self.facts.push((label, lines.into_iter().map(Words::plain).collect()));
        }
    }

    fn names(&self, player: usize) -> (&str, &[String]) {
        let player = &self.table.players()[player];
        (&player.name, &player.choices)
    }

    fn profile(&self, index: usize) -> String {
        let choices = self.table.profile(index);
        let names: Vec<&str> =
            choices.iter().enumerate().map(|(player, at)| self.names(player).1[*at].as_str()).collect();
        let payoffs: Vec<String> =
            (0..choices.len()).map(|player| self.table.payoff(player, index).to_string()).collect();
        format!("{} ({})", names.join(", "), payoffs.join(", "))
    }

    fn dominance(&self, found: &Dominated) -> Message {
        let (player, choices) = self.names(found.player);
        let worse = &choices[found.choice];
        match (&found.by, found.strength, &found.gain) {
            (By::Choice(better), Strength::Strict, (least, Some(most))) if least == most => message!(
                "{player}: whatever the other does, {better} is better than {worse} by {gain}",
                player,
                better = choices[*better],
                worse,
                gain = least
            ),
            (By::Choice(better), Strength::Strict, (least, most)) => message!(
                "{player}: whatever the other does, {better} is better than {worse} by {least} to {most}",
                player,
                better = choices[*better],
                worse,
                least,
                most = most.clone().unwrap_or(Rational::ZERO)
            ),
            (By::Choice(better), Strength::Weak, (_, most)) => message!(
                "{player}: {better} is never worse than {worse}, and better by up to {most}",
                player,
                better = choices[*better],
                worse,
                most = most.clone().unwrap_or(Rational::ZERO)
            ),
            (By::Mixture(mix), Strength::Strict, (least, _)) => message!(
                "{player}: whatever the other does, {mix} is better than {worse} by at least {least}",
                player,
                mix = mix_text(choices, mix),
                worse,
                least
            ),
            (By::Mixture(mix), Strength::Weak, _) => message!(
                "{player}: {mix} is never worse than {worse}, and sometimes better",
                player,
                mix = mix_text(choices, mix),
                worse
            ),
        }
    }

    fn collect(mut self) -> Vec<(Message, Vec<Words>)> {
        let answers = self.answers;
        let pure: Vec<Message> = answers.pure.iter().map(|at| Message::text(self.profile(*at))).collect();
        let pure = if pure.is_empty() && !answers.best.is_empty() { vec![message!("none")] } else { pure };
        self.tell(message!("pure equilibria"), pure);
        if let Some(solved) = &answers.zero_sum {
            let (row, column) = (self.names(0).0.to_owned(), self.names(1).0.to_owned());
            let value = &solved.value;
            self.tell(
                message!("value"),
                vec![message!("{value} to {row}, whatever {column} does", value, row, column)],
            );
            for player in 0..2 {
                let (name, choices) = self.names(player);
                let all = solved.extreme[player].clone().unwrap_or_else(|| vec![solved.optimal[player].clone()]);
                let label = message!("best for {player}", player = name);
                let lines = all.iter().map(|mix| Message::text(mix_text(choices, mix))).collect();
                self.tell(label, lines);
            }
        } else if let Some(found) = &answers.equilibria {
            let lines = found.extreme.iter().map(|pair| {
                let [first, second] = found.pair(*pair);
                let expected = self.table.expected(&[first.clone(), second.clone()]);
                Message::text(format!(
                    "{}  |  {}  ({}, {})",
                    mix_text(self.names(0).1, first),
                    mix_text(self.names(1).1, second),
                    expected[0],
                    expected[1]
                ))
            });
            let lines = lines.collect();
            self.tell(message!("equilibria"), lines);
            if found.is_infinite() {
                let count = found.components.len();
                self.tell(
                    message!("components"),
                    vec![message!(
                        "{count}: the equilibria listed are the corners, and there are infinitely many between them",
                        count
                    )],
                );
            }
        } else if self.table.players().len() == 2 {
            self.tell(message!("equilibria"), vec![message!("too many to list, or not found within the budget")]);
        }
        for (label, wanted) in
            [(message!("strictly dominated"), Strength::Strict), (message!("weakly dominated"), Strength::Weak)]
        {
            let found = answers.dominated.iter().flatten().filter(|found| found.strength == wanted);
            let lines = found.map(|found| self.dominance(found)).collect();
            self.tell(label, lines);
        }
        let eliminations = [
            (message!("left without the strictly dominated"), &answers.strict),
            (message!("left without the weakly dominated"), &answers.weak),
        ];
        for (label, elimination) in eliminations {
            let Some(elimination) = elimination.as_ref().filter(|elimination| elimination.rounds.len() > 1) else {
                continue;
            };
            let mut lines: Vec<Message> = Vec::new();
            for (index, round) in elimination.rounds.iter().enumerate() {
                let gone: Vec<String> = round
                    .iter()
                    .map(|gone| {
                        let (player, choices) = self.names(gone.player);
                        format!("{player} {}", choices[gone.choice])
                    })
                    .collect();
                lines.push(message!("{number}. without {choices}", number = index + 1, choices = gone.join(", ")));
            }
            let left: Vec<String> = (0..elimination.left.len())
                .map(|player| {
                    let (name, choices) = self.names(player);
                    format!("{name}: {}", ranges(&elimination.left[player], choices))
                })
                .collect();
            lines.truncate(MAX_MATRIX_LINES - 1);
            lines.push(Message::text(left.join("; ")));
            self.tell(label, lines);
        }
        if let Some(pareto) = &answers.pareto {
            let lines = pareto.iter().map(|at| Message::text(self.profile(*at))).collect();
            self.tell(message!("Pareto-best"), lines);
        }
        let security = answers.security.iter().enumerate().map(|(player, security)| {
            let (name, choices) = self.names(player);
            let by = ranges(&security.choices, choices);
            message!("{player}: {level}, by {choices}", player = name, level = security.level, choices = by)
        });
        let security = security.collect();
        self.tell(message!("sure without mixing"), security);
        if let Some(risk) = &answers.risk {
            let line = match risk.safer() {
                Some(safer) => message!(
                    "{profile} is the safer equilibrium: {more} against {less}",
                    profile = self.profile(safer),
                    more = risk.losses.iter().max().cloned().unwrap_or(Rational::ZERO),
                    less = risk.losses.iter().min().cloned().unwrap_or(Rational::ZERO)
                ),
                None => message!("both equilibria are equally safe"),
            };
            self.tell(message!("risk"), vec![line]);
        }
        if let Some([best, worst]) = &answers.correlated {
            let line = message!("together from {worst} to {best}", worst = worst.welfare, best = best.welfare);
            self.tell(message!("correlated equilibria"), vec![line]);
        }
        self.facts
    }
}

fn grid(table: &Table, best: &[Vec<bool>]) -> Option<Block> {
    let [rows, columns] = table.players() else { return None };
    if rows.choices.len() > MAX_MATRIX_SIDE || columns.choices.len() > MAX_MATRIX_SIDE {
        return None;
    }
    let size = columns.choices.len();
    // A star stands after a payoff that is the best for its player there.
    let cell = |index: usize| {
        let part = |player: usize| {
            let star = if best.get(player).is_some_and(|of| of[index]) { "*" } else { "" };
            format!("{}{star}", table.payoff(player, index))
        };
        format!("{}, {}", part(0), part(1))
    };
    Some(Block::Grid {
        corner: String::new(),
        columns: columns.choices.clone(),
        rows: rows
            .choices
            .iter()
            .enumerate()
            .map(|(row, name)| (Message::text(name), (0..size).map(|column| cell(row * size + column)).collect()))
            .collect(),
    })
}

fn alike_facts(alike: &Alike) -> Vec<(Message, Vec<Words>)> {
    let line = |kind: &Kind| {
        let profiles = kind.profiles.to_string();
        let count = plural(&u64::try_from(&kind.profiles).unwrap_or(2), "profile", "profiles");
        let choices = ranges(&kind.choices, &alike.choices);
        match (kind.total, &kind.counts) {
            (Some(total), _) if alike.summand.as_ref().is_some_and(|of| of.iter().any(|one| *one != 0)) => {
                message!("total {total}, everybody at {choices}: {profiles} {count}", total, choices, profiles, count)
            }
            (_, Some(counts)) => {
                let parts: Vec<String> =
                    kind.choices.iter().map(|at| format!("{} × {}", counts[*at], alike.choices[*at])).collect();
                message!("{who}: {profiles} {count}", who = parts.join(", "), profiles, count)
            }
            _ => message!("everybody at {choices}: {profiles} {count}", choices, profiles, count),
        }
    };
    let mut lines: Vec<Words> = alike.kinds.iter().take(MAX_MATRIX_LINES).map(line).map(Words::plain).collect();
    if alike.kinds.len() > MAX_MATRIX_LINES {
        lines.push(Words::plain(message!("and {count} more", count = alike.kinds.len() - MAX_MATRIX_LINES)));
    }
    if lines.is_empty() {
        lines.push(Words::plain(message!("none")));
    }
    let mut facts = vec![(message!("pure equilibria"), lines)];
    if let Some((most, totals)) = &alike.welfare {
        let shown: Vec<String> = totals.iter().take(MAX_MATRIX_LINES).map(i64::to_string).collect();
        let line = message!("{most} for all together, at total {totals}", most, totals = shown.join(", "));
        facts.push((message!("greatest welfare"), vec![Words::plain(line)]));
    }
    facts
}

impl View for MatrixReport {
    fn document(&self) -> Document {
        let mut blocks = Vec::new();
        let players = match (&self.table, &self.alike) {
            (Some((table, _)), _) => {
                let names: Vec<&str> = table.players().iter().map(|player| player.name.as_str()).collect();
                Message::text(names.join(", "))
            }
            (None, Some(alike)) => message!("{count} players who are alike", count = alike.players),
            (None, None) => Message::default(),
        };
        blocks.push(Block::head(&self.title, Words::plain(players)));
        let mut facts = Vec::new();
        if let Some((table, answers)) = &self.table {
            if let Some(grid) = grid(table, &answers.best) {
                blocks.extend([grid, Block::Gap]);
            }
            facts.extend(Facts { table, answers, facts: Vec::new() }.collect());
        }
        if let Some(alike) = self.alike.as_ref().filter(|_| self.table.is_none()) {
            facts.extend(alike_facts(alike));
        }
        if !self.claims.is_empty() {
            let lines = self.claims.iter().map(|(text, verdict)| match verdict {
                Verdict::True => Words::of(TextStyle::Good, message!("true: {claim}", claim = text.clone())),
                Verdict::False(why) => {
                    Words::of(TextStyle::Bad, message!("false: {claim}: {why}", claim = text.clone(), why = why))
                }
            });
            facts.push((message!("claims"), lines.collect()));
        }
        blocks.push(Block::Facts(facts));
        Document(blocks)
    }

    fn data(&self) -> Value {
        let claims: Vec<Value> = self
            .claims
            .iter()
            .map(|(text, verdict)| match verdict {
                Verdict::True => json!({"claim": text, "holds": true, "found": null}),
                Verdict::False(why) => json!({"claim": text, "holds": false, "found": why.to_string()}),
            })
            .collect();
        let mut data = json!({"game": self.name});
        if let Some((table, answers)) = &self.table {
            add_table(&mut data, table, answers);
        }
        data["alike"] = self.alike.as_ref().map_or(Value::Null, alike_data);
        data["claims"] = json!(claims);
        data
    }
}

fn alike_data(alike: &Alike) -> Value {
    let kind = |kind: &Kind| {
        let choices: Vec<&String> = kind.choices.iter().map(|at| &alike.choices[*at]).collect();
        json!({"total": kind.total, "counts": kind.counts, "choices": choices, "profiles": kind.profiles.to_string()})
    };
    json!({
        "players": alike.players,
        "equilibria": alike.kinds.iter().map(kind).collect::<Vec<_>>(),
        "profiles": alike.profiles().to_string(),
        "max_welfare": alike.welfare.as_ref().map(|(most, _)| most.to_string()),
        "max_welfare_totals": alike.welfare.as_ref().map(|(_, totals)| totals),
    })
}

fn add_table(data: &mut Value, table: &Table, answers: &Answers) {
    let profiles = |all: &[usize]| all.iter().map(|at| table.profile(*at)).collect::<Vec<_>>();
    let dominated = |found: &Dominated| {
        let by = match &found.by {
            By::Choice(choice) => json!(choice),
            By::Mixture(mix) => json!(texts(mix)),
        };
        json!({
            "player": found.player, "choice": found.choice, "by": by,
            "strict": found.strength == Strength::Strict, "gain": found.gain.0.to_string(),
        })
    };
    let players: Vec<Value> =
        table.players().iter().map(|player| json!({"name": player.name, "choices": player.choices})).collect();
    let equilibria = answers.equilibria.as_ref();
    data["players"] = json!(players);
    data["pure"] = json!(profiles(&answers.pure));
    data["extreme_equilibria"] = json!(
        equilibria.map(|found| { found.extreme.iter().map(|pair| found.pair(*pair).map(texts)).collect::<Vec<_>>() })
    );
    data["components"] = json!(equilibria.map(|found| {
        let mixes = |player: usize, all: &[usize]| -> Vec<Vec<String>> {
            all.iter().map(|at| texts(&found.mixes[player][*at])).collect()
        };
        let component = |products: &Vec<grundy_matrix::equilibria::Product>| -> Vec<[Vec<Vec<String>>; 2]> {
            products.iter().map(|product| [mixes(0, &product.mixes[0]), mixes(1, &product.mixes[1])]).collect()
        };
        found.components.iter().map(component).collect::<Vec<_>>()
    }));
    data["dominated"] = json!(answers.dominated.as_ref().map(|all| all.iter().map(dominated).collect::<Vec<_>>()));
    data["dominant"] = json!(answers.dominant);
    for (name, elimination) in [("strict", &answers.strict), ("weak", &answers.weak)] {
        data["eliminated"][name] = json!(elimination.as_ref().map(|all| {
            let rounds: Vec<Vec<Value>> =
                all.rounds.iter().map(|round| round.iter().map(dominated).collect()).collect();
            json!({"rounds": rounds, "left": all.left})
        }));
    }
    let solved = answers.zero_sum.as_ref();
    data["value"] = json!(solved.map(|solved| solved.value.to_string()));
    data["optimal"] = json!(solved.map(|solved| solved.optimal.clone().map(|mix| texts(&mix))));
    data["pareto"] = json!(answers.pareto.as_ref().map(|all| profiles(all)));
    data["security"] = json!(
        answers
            .security
            .iter()
            .map(|security| json!({"level": security.level.to_string(), "choices": security.choices}))
            .collect::<Vec<_>>()
    );
    data["risk_dominant"] = json!(answers.risk.as_ref().and_then(|risk| risk.safer()).map(|at| table.profile(at)));
    data["correlated"] = json!(answers.correlated.as_ref().map(|[best, worst]| {
        let device = |device: &grundy_matrix::correlated::Device| {
            json!({"welfare": device.welfare.to_string(), "chances": texts(&device.chances)})
        };
        json!({"best": device(best), "worst": device(worst)})
    }));
    data["finished"] = json!(!answers.is_stopped);
}
