//! What `find` says is so: every rule that it tells of the catalogue and of random games is refuted where that can be done.
//!
//! In: games. Out: nothing, or the rules that are false. A rule is read back as a claim of the file and compared with the reference,
//! which lists all moves by the meaning of the rules, at small positions, at positions beyond the table, and with other
//! givens. The sentence is to name every condition that the claim has.

#[path = "../../../tests/src/random_rules.rs"]
#[allow(dead_code, reason = "of a random game only the rules are asked for here")]
mod random_rules;

use grundy::pattern::finder::{Finding, Refusal, Status, find};
use grundy::pattern::prover::Effort;
use grundy::proof::linear::Limits;
use grundy::rules::game::{Claim, ClaimKind, ClaimedOutcome};
use grundy::rules::small::spread_givens;
use grundy::rules::{Game, Position};
use grundy::view::Language;
use grundy::view::words::render;
use grundy::{Budget, Evaluation, FaultClass, Instance, Int, Meter, Part, QuantitySet, Side, Solver, Value, Winner};
use grundy_message::Message;
use random_rules::{Dice, random_game};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How many positions a rule is tried at, for each choice of givens, and how heavy they are.
const POSITIONS: usize = 160;
const HEAVIEST: usize = 90;
/// How many givens are tried beside small ones.
const SMALL_GIVENS: usize = 5;

/// How many choices of the givens are tried.
const MAX_GIVENS: usize = 14;

/// What `find` may cost here. What is cut short by the time says less, and nothing that is false.
fn modest() -> Budget {
    Budget {
        max_seconds: Some(2.0),
        max_steps: Some(1_000_000),
        max_packed_moves: 2_000_000,
        max_packed_positions: 60_000,
        max_bytes: 256 << 20,
        ..Budget::positions(40_000)
    }
}

/// What `find` may say instead of rules: what stands after the table that it speaks of. Anything else is a mistake.
const REFUSALS: [&str; 6] = [
    "a table runs over numbers, and `",
    "there are no numbers to run over",
    "it takes too much work",
    "the time was used up",
    "it took longer than its share of the time",
    "it takes more memory than it may use",
];

/// Whether `find` may refuse a game so.
fn is_expected(refusal: &Refusal) -> bool {
    match refusal {
        // Those of the tables come first, then why nothing can be proved either.
        Refusal::Why(reasons) => {
            reasons.first().is_some_and(|why| REFUSALS.iter().any(|expected| why.to_string().contains(expected)))
        }
        // Rules made at random may lead out of their range, or divide by nothing.
        Refusal::Fault(fault) => {
            matches!(fault.class, FaultClass::Range | FaultClass::Arithmetic | FaultClass::Index | FaultClass::Loop)
        }
    }
}

/// What came of one game: how many rules were told, and how long finding and refuting them took.
#[derive(Default)]
struct Tried {
    rules: usize,
    refusals: usize,
    /// How many answers of the reference a rule was compared with.
    compared: usize,
    finding: Duration,
    refuting: Duration,
}

/// What is false among the rules that are found of a game, and how many were tried.
///
/// # Errors
/// The rules that are false, with where.
fn refute(game: &Arc<Game>) -> Result<Tried, String> {
    let told = |what: String| format!("{}\n{what}", game.source.0);
    let instance = Instance::new(game.clone(), vec![None; game.givens.len()])
        .map_err(|fault| told(fault.sentence().to_string()))?;
    let instance = Arc::new(instance);
    let effort = Effort { budget: modest(), wants: None, go_on: &|| true };
    let limits = Limits { max_steps: 1_000_000 };
    let start = Instant::now();
    let report = match find(&instance, &effort, None, &limits) {
        Ok(report) => report,
        Err(refusal) if is_expected(&refusal) => {
            return Ok(Tried { refusals: 1, finding: start.elapsed(), ..Tried::default() });
        }
        Err(refusal) => return Err(told(format!("nothing is found: {refusal}"))),
    };
    let finding = start.elapsed();
    let start = Instant::now();
    let findings: Vec<&Finding> = report.found.iter().flat_map(|found| &found.findings).collect();
    for one in &findings {
        names_its_conditions(one)
            .map_err(|missing| told(format!("{} | {}: the words do not say {missing}", one.claim, one.words)))?;
    }
    let said = findings.iter().flat_map(|one| {
        let more = [&one.extent, &one.counterexample, &one.system, &one.link].into_iter().flatten();
        std::iter::once(&one.words).chain(more)
    });
    for message in said.chain(&report.tried) {
        if let Some(word) = left_in_english(message) {
            let chinese = render(message, Language::Chinese);
            return Err(told(format!("{message}: `{word}` is left in {chinese}")));
        }
    }
    let holds = |one: &&&Finding| one.status == Status::Proved || one.status == Status::Checked;
    let claims: Vec<&&Finding> = findings.iter().filter(holds).filter(|one| !one.claim.is_empty()).collect();
    let compared = are_so(game, &claims).map_err(told)?;
    Ok(Tried { rules: findings.len(), refusals: 0, compared, finding, refuting: start.elapsed() })
}

/// A word of English that is left where a message is said in Chinese: neither a name nor code, nor part of a formula.
fn left_in_english(message: &Message) -> Option<String> {
    const NAMES: [&str; 8] = ["SG", "mod", "Fibonacci", "Tribonacci", "Pell", "Lucas", "Guy", "Smith"];
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|letter: char| !letter.is_ascii_alphabetic()).filter(|word| word.len() > 1);
        words.map(ToOwned::to_owned).collect()
    };
    let mut given = Vec::new();
    message.clone().each_text(&mut |text| given.extend(words(text)));
    let left = words(&render(message, Language::Chinese));
    left.into_iter().find(|word| !given.contains(word) && !NAMES.contains(&word.as_str()))
}

/// Whether the sentence names what the claim is restricted to.
fn names_its_conditions(finding: &Finding) -> Result<(), String> {
    let Some((_, conditions)) = finding.claim.split_once(" if ") else { return Ok(()) };
    if conditions.contains(" then ") {
        return Ok(());
    }
    for condition in conditions.split(" and ") {
        let Some((name, value)) = condition.split_once(" == ") else { continue };
        let is_said = finding.words.to_string().contains(&format!("{name} = ")) && !value.is_empty();
        if !is_said {
            return Err(condition.to_owned());
        }
    }
    Ok(())
}

/// Compares claims with the reference, with several givens; each position is solved once for all of them. Returns how many answers were
/// compared with.
fn are_so(game: &Arc<Game>, findings: &[&&Finding]) -> Result<usize, String> {
    let mut compared = 0;
    if findings.is_empty() {
        return Ok(compared);
    }
    let mut source = game.source.0.clone();
    for finding in findings {
        source += &format!("\nclaim {}", finding.claim);
    }
    let extended =
        grundy::read(&(source + "\n")).map_err(|wrong| format!("it cannot be read: {}", wrong[0].message))?;
    let claims = &extended.claims[game.claims.len()..];
    let told = |at: usize| format!("{} | {}\n{:?}", findings[at].claim, findings[at].words, findings[at].extent);
    for instance in spread_givens(&extended, SMALL_GIVENS).into_iter().take(MAX_GIVENS) {
        let instance = Arc::new(instance);
        let Ok(compound) = instance.compound() else { continue };
        let budget = Budget { max_steps: Some(1_500_000), ..Budget::positions(20_000) };
        let Ok(mut solver) = Solver::reference(instance.clone(), compound, budget) else { continue };
        let movers: &[Option<Side>] =
            if game.players.is_some() { &[Some(Side::Left), Some(Side::Right)] } else { &[None] };
        let mut parts = instance.small_parts(POSITIONS, HEAVIEST);
        parts.extend(beyond(&instance));
        for (at, claim) in claims.iter().enumerate() {
            if let ClaimKind::Period { period, from, .. } = &claim.kind
                && speaks_of(&instance, claim)
            {
                let number = |expr| instance.evaluate(expr, &Arc::new(Vec::new()), None, &Meter::steps(1000)).ok();
                repeats(&instance, &mut solver, number(period), number(from))
                    .map_err(|why| format!("{}: {why}", told(at)))?;
            }
        }
        for mover in movers {
            let asked: Vec<Position> = parts.iter().map(|part| Position::alone(*mover, part.clone())).collect();
            let judged = solver.evaluate(&asked, QuantitySet::ALL);
            for ((position, part), judgement) in asked.iter().zip(&parts).zip(judged) {
                let Ok(judgement) = judgement else { continue };
                compared += usize::from(judgement.winner.is_some()) * claims.len();
                for (at, claim) in claims.iter().enumerate() {
                    compare(&instance, claim, part, *mover, &judgement).map_err(|why| {
                        let position = instance.print_position(position);
                        format!("{}: at {position} with {:?}: {why}", told(at), instance.givens())
                    })?;
                }
            }
        }
    }
    Ok(compared)
}

/// Whether the condition of a claim, which speaks of givens alone, is true.
fn speaks_of(instance: &Instance, claim: &Claim) -> bool {
    let nothing = Arc::new(Vec::new());
    let holds = |condition| instance.evaluate(condition, &nothing, None, &Meter::steps(1000));
    claim.condition.as_ref().is_none_or(|condition| holds(condition) == Ok(Value::Bool(true)))
}

/// Parts with a large number, which few tables reach.
fn beyond(instance: &Instance) -> Vec<Part> {
    let count = instance.game().components.len();
    let mut parts = Vec::new();
    for number in [97_i64, 101, 128, 150, 211, 256, 301, 400, 640, 1000, 1024, 2000, 4001, 4096, 6724, 10_000] {
        for index in 0..count {
            for other in [0_i64, 1, 2, 7] {
                let numbers = (0..count).map(|at| Value::from(if at == index { number } else { other })).collect();
                parts.extend(instance.part(numbers).ok());
            }
        }
    }
    parts
}

/// Whether the values repeat as far as the reference reaches.
fn repeats(
    instance: &Arc<Instance>,
    solver: &mut Solver,
    period: Option<Value>,
    from: Option<Value>,
) -> Result<(), String> {
    let small = |value: Option<Value>| value.and_then(|value| value.as_int().and_then(Int::to_i64));
    let (Some(period), Some(from)) = (small(period), small(from)) else { return Ok(()) };
    let mut value = |number: i64| {
        let part = instance.part(vec![Value::from(number)]).ok()?;
        let asked = [Position::alone(None, part)];
        solver.evaluate(&asked, QuantitySet::ALL).pop()?.ok().map(|judgement| (judgement.grundy, judgement.score))
    };
    for number in from..from + 3 * period.min(60) {
        let (Some(one), Some(other)) = (value(number), value(number + period)) else { return Ok(()) };
        let is_known = (one.0.is_some() && other.0.is_some()) || (one.1.is_some() && other.1.is_some());
        if is_known && one != other {
            return Err(format!("{number} and {} differ", number + period));
        }
    }
    Ok(())
}

/// Whether a claim says of a position what is so.
fn compare(
    instance: &Instance,
    claim: &Claim,
    part: &Part,
    mover: Option<Side>,
    judgement: &Evaluation,
) -> Result<(), String> {
    let meter = Meter::steps(1_000_000);
    let evaluate = |expr| match instance.evaluate(expr, part, mover, &meter) {
        Ok(value) => Ok(Some(value)),
        Err(fault) if fault.class == FaultClass::Budget => Ok(None),
        Err(fault) => Err(format!("it means nothing: {}", fault.sentence())),
    };
    if let Some(condition) = &claim.condition
        && evaluate(condition)? != Some(Value::Bool(true))
    {
        return Ok(());
    }
    match &claim.kind {
        ClaimKind::Equals(quantity, expr) => {
            let so = judgement.number(*quantity);
            match (so, evaluate(expr)?) {
                (Some(so), Some(said)) if Value::Int(so.clone()) != said => Err(format!("it is {so}, not {said:?}")),
                _ => Ok(()),
            }
        }
        ClaimKind::Iff(outcome, expr) => {
            let claimed = match outcome {
                ClaimedOutcome::First => Winner::First,
                ClaimedOutcome::Second => Winner::Second,
                ClaimedOutcome::Draw => Winner::Draw,
                ClaimedOutcome::Side(side) if mover == Some(*side) => Winner::First,
                ClaimedOutcome::Side(_) => Winner::Second,
            };
            match (judgement.winner, evaluate(expr)?) {
                (Some(winner), Some(said)) if Value::Bool(winner == claimed) != said => Err(format!("{winner:?} wins")),
                _ => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

/// How many random games are tried; `GRUNDY_FIND_GAMES=500` tries more.
fn games() -> u64 {
    std::env::var("GRUNDY_FIND_GAMES").ok().and_then(|count| count.parse().ok()).unwrap_or(36)
}

/// A game with givens, which most of its moves depend on.
fn with_givens(seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let (m, more) = (dice.within(2, 30), dice.within(1, 4));
    let mut text = format!("game g(n)\ngiven m: int in 1.. = {m}\n");
    let moves: [&str; 7] = [
        "move a(k in 1..min(m, n)) -> n - k\n",
        "move b if n >= m -> n - m\n",
        "move c if n % (m + 1) == 1 -> n - 1\n",
        "move d(k in 2..5) if n < m -> n * k + 1\n",
        "move e if n > m -> n / 2\n",
        "move f(k in [1, m]) if k <= n -> n - k\n",
        "move h if n >= 1 and n != m -> n - 1\n",
    ];
    for name in 0..more {
        let chosen = dice.one_of(&moves);
        text += &format!("{}{name}{}", &chosen[..6], &chosen[6..]);
    }
    text + dice.one_of(&["", "", "stuck wins\n", "lose if n >= 2 * m\n"])
}

/// Refutes what is found of each game.
fn check(texts: Vec<String>) {
    // Rules made at random may be none, but seldom.
    let games: Vec<Arc<Game>> = texts.iter().filter_map(|text| grundy::read(text).ok()).collect();
    assert!(10 * games.len() >= 9 * texts.len(), "{} of {} can be read", games.len(), texts.len());
    let (mut sum, mut wrong) = (Tried::default(), Vec::new());
    for game in &games {
        match refute(game) {
            Ok(tried) => {
                sum.rules += tried.rules;
                sum.refusals += tried.refusals;
                sum.compared += tried.compared;
                sum.finding += tried.finding;
                sum.refuting += tried.refuting;
            }
            Err(why) => wrong.push(why),
        }
    }
    eprintln!(
        "{} games: {} rules, {} refused; finding {:?}, refuting {:?}",
        games.len(),
        sum.rules,
        sum.refusals,
        sum.finding,
        sum.refuting
    );
    assert!(wrong.is_empty(), "{} are false:\n{}", wrong.len(), wrong.join("\n\n"));
    assert!(sum.rules > 4, "{}", sum.rules);
    // A game that is refused has nothing to refute: there are to be few of them.
    assert!(3 * sum.refusals <= games.len(), "{} of {} were refused", sum.refusals, games.len());
    assert!(sum.compared > 100 * games.len(), "only {} answers were compared", sum.compared);
}

#[test]
fn what_is_said_of_the_catalogue_is_so() {
    let names = ["bash", "nim", "kayles", "multiplication", "subtraction", "wythoff", "euclid", "take_power", "lasker"];
    let listed = grundy::catalogue().iter().filter(|entry| games() > 36 || names.contains(&entry.name));
    check(listed.map(|entry| entry.source.to_owned()).collect());
}

#[test]
fn what_is_said_of_random_games_is_so() {
    check((0..games() * 2 / 3).map(|seed| random_game(seed).text).collect());
}

#[test]
fn what_is_said_of_random_games_with_givens_is_so() {
    check((0..games() / 3).map(with_givens).collect());
}
