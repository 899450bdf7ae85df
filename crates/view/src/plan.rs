//! The method chosen for a position, why, and why none of the others.

use crate::document::{Block, Document, TextStyle, View, Words};
use grundy_message::{Message, message};
use grundy_rules::{Instance, Position};
use grundy_solve::{Explanation, MethodName};
use serde_json::{Value, json};

/// An explanation as plain data.
#[derive(Clone, Debug)]
pub struct PlanReport {
    /// The game's name.
    pub game: String,
    /// The position.
    pub position: String,
    /// The player to move, in a game with players.
    pub mover: Option<String>,
    /// The method and the reasons.
    pub explanation: Explanation,
}

impl PlanReport {
    /// Creates the report on the method chosen for this position of this game.
    pub fn new(instance: &Instance, position: &Position, explanation: Explanation) -> PlanReport {
        let game = instance.game();
        PlanReport {
            game: game.name.clone(),
            position: instance.print_position(position),
            mover: position.mover.and_then(|side| game.side_name(side)).map(ToOwned::to_owned),
            explanation,
        }
    }
}

impl View for PlanReport {
    fn document(&self) -> Document {
        let Explanation { chosen, because, refused, notes, methods } = &self.explanation;
        let chosen = Words::of(TextStyle::Faint, message!("plan: ")).then(TextStyle::Strong, chosen);
        let mut blocks = vec![Block::Line(chosen)];
        let mut say = |label: Message, what: Message| {
            let line = Words::name("  ").then(TextStyle::Faint, label).then(TextStyle::Plain, what);
            blocks.push(Block::Line(line));
        };
        if !because.is_empty() {
            say(message!("because "), because.clone());
        }
        for (solver, why) in refused {
            say(message!("not {solver}: ", solver), why.clone());
        }
        for note in notes {
            say(message!("note: "), note.clone());
        }
        if !methods.is_empty() {
            say(message!("methods: "), Message::text(names(methods).join(", ")));
        }
        Document(blocks)
    }

    fn data(&self) -> Value {
        let Explanation { chosen, because, refused, notes, methods } = &self.explanation;
        let refused: Vec<Value> = refused
            .iter()
            .map(|(solver, why)| json!({"solver": solver.to_string(), "because": why.to_string()}))
            .collect();
        json!({
            "game": self.game,
            "position": self.position,
            "mover": self.mover,
            "plan": chosen.to_string(),
            "because": because.to_string(),
            "refused": refused,
            "notes": notes.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "methods": names(methods),
        })
    }
}

/// Returns the names of methods, as `--method` takes them.
fn names(methods: &[MethodName]) -> Vec<&'static str> {
    methods.iter().map(|method| method.name()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::text::{self, Page};
    use crate::words::Language;
    use grundy_rules::{Colour, read};

    fn report() -> PlanReport {
        let instance = Instance::new(read("game nim(n) move take(k in 1..n) -> n - k").unwrap(), vec![]).unwrap();
        let explanation = Explanation {
            chosen: Message::text("sweep of a dense table"),
            because: Message::text("n falls with every move"),
            refused: vec![(Message::text("alpha-beta"), Message::text("the game is impartial"))],
            notes: vec![Message::text("one byte a value")],
            methods: vec![MethodName::Sweep, MethodName::GrundySearch],
        };
        PlanReport::new(&instance, &instance.parse_line("3", None).unwrap(), explanation)
    }

    #[test]
    fn people_read_one_reason_a_line() {
        assert_eq!(
            text::write(&report().document(), Page { width: 80, colour: Colour::Never, language: Language::English }),
            "plan: sweep of a dense table\n  because n falls with every move\n  \
             not alpha-beta: the game is impartial\n  note: one byte a value\n  methods: sweep, grundy-search\n",
        );
    }

    #[test]
    fn programs_read_every_key_in_order() {
        assert_eq!(
            report().data().to_string(),
            r#"{"game":"nim","position":"3","mover":null,"plan":"sweep of a dense table","because":"n falls with every move","refused":[{"solver":"alpha-beta","because":"the game is impartial"}],"notes":["one byte a value"],"methods":["sweep","grundy-search"]}"#,
        );
    }
}
