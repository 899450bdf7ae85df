//! What somebody typed: a command, or a move by its number, its words or the position after it.
//!
//! In: a line and the moves that can be made. Out: an [`Entry`]. A move may be written as it is listed, `part 1: take(k=2)`, or
//! in short: `1: take 2`, `take 2`, and where a move has several choices these alone, `0 1`. A number alone is the number of a
//! move; `to 3` is the move to that position.

use grundy::argument::move_in_part;
use grundy::rules::game::Over;
use grundy::view::MadeMove;
use grundy::{Instance, Int, Meter, Part, Position, Solution, Step, Value, nearest};

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// The move of this place.
    Move(usize),
    /// This move, which is not among those that are listed.
    Other(Box<Step>),
    /// A command and the rest of the line.
    Command(Command, String),
    /// A number that no move has.
    NoSuchNumber(String),
    /// It may be any of these.
    Several(Vec<usize>),
    /// Nothing that is known, and what is nearest to it.
    Unknown(Option<String>),
    /// Nothing was typed.
    Nothing,
}

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// What can be typed.
    Help,
    /// Every move.
    Moves,
    /// What each move leads to, once.
    Hint,
    /// The same at every turn, or no longer.
    Hints,
    /// The argument.
    Why,
    /// One move back.
    Back,
    /// The other side.
    Swap,
    /// Both sides.
    Both,
    /// How well the computer plays.
    Level,
    /// The position once more.
    Board,
    /// From the beginning.
    New,
    /// The end.
    Quit,
}

const COMMANDS: [(&str, Command); 21] = [
    ("help", Command::Help),
    ("?", Command::Help),
    ("h", Command::Help),
    ("moves", Command::Moves),
    ("m", Command::Moves),
    ("hint", Command::Hint),
    ("hints", Command::Hints),
    ("why", Command::Why),
    ("back", Command::Back),
    ("b", Command::Back),
    ("undo", Command::Back),
    ("swap", Command::Swap),
    ("both", Command::Both),
    ("level", Command::Level),
    ("board", Command::Board),
    ("new", Command::New),
    ("restart", Command::New),
    ("quit", Command::Quit),
    ("q", Command::Quit),
    ("exit", Command::Quit),
    ("bye", Command::Quit),
];

/// How many steps of the rules a typed move may cost.
const MOST_STEPS: u64 = 10_000_000;

/// What this line says in this position.
pub fn read(line: &str, instance: &Instance, solution: &Solution, made: &[MadeMove], listed: bool) -> Entry {
    let text = line.trim();
    if text.is_empty() {
        return Entry::Nothing;
    }
    // The moves come first: a rule may be called like a command.
    let typed = tokens(text);
    let by_words = |place: &usize| spellings(&made[*place]).contains(&typed);
    let places: Vec<usize> = (0..made.len()).collect();
    let is_number = text.chars().all(|letter| letter.is_ascii_digit());
    if !is_number {
        let found: Vec<usize> = places.iter().copied().filter(by_words).collect();
        match found.as_slice() {
            [] => {}
            [one] => return Entry::Move(*one),
            several => return Entry::Several(several.to_vec()),
        }
    }
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let lower = word.to_lowercase();
    if let Some((_, command)) = COMMANDS.iter().find(|(name, _)| *name == lower)
        && (rest.is_empty() || *command == Command::Level)
    {
        return Entry::Command(*command, rest.trim().to_owned());
    }
    if is_number {
        return match text.parse::<usize>() {
            Ok(number) if (1..=made.len()).contains(&number) => Entry::Move(number - 1),
            _ => Entry::NoSuchNumber(text.to_owned()),
        };
    }
    let wanted = match lower.as_str() {
        "to" | "->" | "→" if !rest.is_empty() => rest,
        _ => text,
    };
    if let Some(entry) = by_position(wanted, instance, solution) {
        return entry;
    }
    if !listed {
        let typed = unlisted(text, instance, &solution.position);
        if let Some(step) = typed.or_else(|| unlisted_to(wanted, instance, &solution.position)) {
            return Entry::Other(Box::new(step));
        }
    }
    let names = COMMANDS.iter().map(|(name, _)| *name).filter(|name| name.len() > 1);
    let moves: Vec<String> = made.iter().map(MadeMove::words).collect();
    let near = nearest(&lower, names).map(ToOwned::to_owned);
    Entry::Unknown(near.or_else(|| nearest(text, moves.iter().map(String::as_str)).map(ToOwned::to_owned)))
}

/// The move to this position, if the text is one.
fn by_position(text: &str, instance: &Instance, solution: &Solution) -> Option<Entry> {
    let wanted = instance.parse_line(text, None).ok()?;
    let leads_there = |place: &usize| solution.moves[*place].step.to.parts == wanted.parts;
    let found: Vec<usize> = (0..solution.moves.len()).filter(leads_there).collect();
    let worth = |place: &usize| {
        let step = &solution.moves[*place].step;
        (step.gain.clone(), step.again)
    };
    match found.as_slice() {
        [] => None,
        // Moves that lead to the same position and earn the same are the same to whoever plays.
        [first, rest @ ..] if rest.iter().all(|place| worth(place) == worth(first)) => Some(Entry::Move(*first)),
        several => Some(Entry::Several(several.to_vec())),
    }
}

/// Words and numbers, without what stands between them; `part` says nothing.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut token = String::new();
    for letter in text.chars() {
        if letter.is_alphanumeric() || letter == '_' {
            token.extend(letter.to_lowercase());
            continue;
        }
        if !token.is_empty() {
            tokens.push(std::mem::take(&mut token));
        }
        if letter == '-' {
            token.push(letter);
        }
    }
    tokens.push(token);
    tokens.retain(|token| !token.is_empty() && token != "-" && token != "part");
    tokens
}

/// Every way to write a move, as tokens.
fn spellings(made: &MadeMove) -> Vec<Vec<String>> {
    let of = |keep_names: bool, keep_places: bool| -> Vec<String> {
        let mut all = Vec::new();
        for (place, movement) in &made.moves {
            if keep_places {
                all.push((place + 1).to_string());
            }
            let (name, choices) = movement.split_once('(').unwrap_or((movement, ""));
            all.extend(tokens(name));
            if keep_names {
                all.extend(tokens(choices));
            } else {
                all.extend(
                    choices.split(", ").flat_map(|choice| tokens(choice.split_once('=').map_or(choice, |it| it.1))),
                );
            }
        }
        all
    };
    let mut spelled = vec![of(true, false), of(false, false)];
    if made.in_sum || made.moves.len() > 1 {
        spelled.extend([of(true, true), of(false, true)]);
    }
    if let [(_, movement)] = made.moves.as_slice() {
        let name = movement.split_once('(').map_or(movement.as_str(), |(name, _)| name);
        // The choices alone, where there are several and so they are no number of a move.
        let choices: Vec<String> = of(false, false).split_off(tokens(name).len());
        if choices.len() > 1 && !made.in_sum {
            spelled.push(choices);
        }
    }
    spelled
}

/// A move that was typed in full in a position whose moves are too many to be listed: numbers for all its choices.
fn unlisted(text: &str, instance: &Instance, position: &Position) -> Option<Step> {
    let mut typed = tokens(text);
    let mut place = 0;
    if position.parts.len() > 1 {
        place = typed.first()?.parse::<usize>().ok()?.checked_sub(1)?;
        typed.remove(0);
    }
    let meter = Meter::steps(MOST_STEPS);
    for (rule, described) in instance.game().moves.iter().enumerate() {
        if typed.first() != tokens(&described.name).first() {
            continue;
        }
        let names: Vec<&str> = described.binders.iter().map(|binder| binder.name.as_str()).collect();
        let said: Vec<&String> = typed[1..].iter().filter(|token| !names.contains(&token.as_str())).collect();
        let is_plain = described.binders.iter().all(|binder| matches!(binder.over, Over::Each(_)));
        if !is_plain || said.len() != names.len() {
            continue;
        }
        let choices: Option<Vec<Value>> = said.iter().map(|token| token.parse().ok().map(Value::Int)).collect();
        let step = choices.and_then(|choices| move_in_part(instance, position, (place, rule), &choices, &meter));
        if step.is_some() {
            return step;
        }
    }
    None
}

/// The move to a position that was typed, where the moves are too many to be listed: the choices are guessed from the numbers that
/// change, and the rules are asked about each guess.
fn unlisted_to(text: &str, instance: &Instance, position: &Position) -> Option<Step> {
    /// More choices of one move, and more guesses of one choice, are not tried.
    const MOST_CHOICES: u32 = 2;
    const MOST_GUESSES: usize = 40;
    let wanted = instance.parse_line(text, None).ok()?.parts;
    let from = &position.parts;
    let place = from.iter().zip(&wanted).take_while(|(one, other)| one == other).count();
    let after = from.len().checked_sub(place + 1)?;
    let left = wanted.get(place..wanted.len().checked_sub(after)?)?;
    if from[place + 1..] != wanted[wanted.len() - after..] {
        return None;
    }
    let numbers = |part: &Option<Part>| -> Vec<Int> {
        part.iter().flat_map(|part| part.iter()).filter_map(|value| value.as_int().cloned()).collect()
    };
    let (old, new) = (numbers(&from[place]), left.iter().flat_map(numbers).collect::<Vec<Int>>());
    let mut guesses: Vec<Int> = new.clone();
    for one in &old {
        guesses.extend(new.iter().filter_map(|other| one.subtract(other).ok()).map(|change| change.abs()));
    }
    guesses.sort();
    guesses.dedup();
    guesses.truncate(MOST_GUESSES);
    let meter = Meter::steps(MOST_STEPS);
    for (rule, described) in instance.game().moves.iter().enumerate() {
        let choices = u32::try_from(described.binders.len()).ok()?;
        let is_plain = described.binders.iter().all(|binder| matches!(binder.over, Over::Each(_)));
        if choices > MOST_CHOICES || !is_plain {
            continue;
        }
        for guess in 0..guesses.len().pow(choices) {
            let digit = |at: u32| Value::Int(guesses[guess / guesses.len().pow(at) % guesses.len()].clone());
            let chosen: Vec<Value> = (0..choices).map(digit).collect();
            let step = move_in_part(instance, position, (place, rule), &chosen, &meter);
            if let Some(step) = step.filter(|step| step.to.parts == wanted) {
                return Some(step);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::{Budget, find, solver};
    use std::sync::Arc;

    #[track_caller]
    fn check(game: &str, position: &str, cases: &[(&str, &str)]) {
        let game = find(game).unwrap().game().unwrap();
        let instance = Arc::new(Instance::new(game, vec![]).unwrap());
        let position = instance.parse_line(position, None).unwrap();
        let join = instance.join().unwrap();
        let solution = solver(&instance, join, Budget::default()).unwrap().solve_one(&position).unwrap();
        let parts = position.parts.len();
        let made: Vec<MadeMove> =
            solution.moves.iter().map(|valued| MadeMove::new(&instance, join, parts, &valued.step)).collect();
        for (typed, expect) in cases {
            let told = match read(typed, &instance, &solution, &made, true) {
                Entry::Move(place) => made[place].words(),
                Entry::Several(places) => format!("{} moves", places.len()),
                other => format!("{other:?}"),
            };
            assert_eq!(told, *expect, "{typed}");
        }
    }

    #[test]
    fn moves_are_known_by_number_words_and_position() {
        check(
            "nim",
            "3 4 5",
            &[
                ("2", "part 1: take(k=2)"),
                ("part 1: take(k=2)", "part 1: take(k=2)"),
                ("1: take 2", "part 1: take(k=2)"),
                ("1 take 2", "part 1: take(k=2)"),
                ("1 4 5", "part 1: take(k=2)"),
                ("to 3 4 0", "part 3: take(k=5)"),
                ("take 5", "part 3: take(k=5)"),
                ("take(k=4)", "2 moves"),
                ("13", "NoSuchNumber(\"13\")"),
                ("0", "NoSuchNumber(\"0\")"),
                ("99999999999999999999999", "NoSuchNumber(\"99999999999999999999999\")"),
                ("", "Nothing"),
                ("hnit", "Unknown(Some(\"hint\"))"),
                ("3 4 6", "Unknown(None)"),
                ("UNDO", "Command(Back, \"\")"),
                ("level good", "Command(Level, \"good\")"),
            ],
        );
        check(
            "tic_tac_toe",
            "X: .../.../...",
            &[("1 1", "place(i=1, j=1)"), ("place 0 2", "place(i=0, j=2)"), (".../.../X..", "place(i=2, j=0)")],
        );
        check("bash", "7", &[("to 5", "take(k=2)"), ("take 2", "take(k=2)"), ("3", "take(k=3)")]);
    }

    #[test]
    fn a_move_of_a_huge_heap_can_be_typed() {
        let game = find("nim").unwrap().game().unwrap();
        let nim = Instance::new(game, vec![]).unwrap();
        let huge = nim.parse_line("1000000000000000000 5", None).unwrap();
        let step = unlisted("part 1: take(k=999999999999999995)", &nim, &huge).unwrap();
        assert_eq!(nim.print_position(&step.to), "5 5");
        assert_eq!(unlisted("1: take 1000000000000000001", &nim, &huge), None);
        assert_eq!(unlisted("3: take 1", &nim, &huge), None);
        assert_eq!(unlisted("take", &nim, &huge), None);
        let to = |text: &str| unlisted_to(text, &nim, &huge).map(|step| nim.print_position(&step.to));
        assert_eq!(to("999999999999999999 5").as_deref(), Some("999999999999999999 5"));
        assert_eq!(to("1000000000000000000 2").as_deref(), Some("1000000000000000000 2"));
        for wrong in ["1000000000000000001 5", "4 4", "1000000000000000000 5", "7", "1 2 3"] {
            assert_eq!(to(wrong), None, "{wrong}");
        }
    }
}
