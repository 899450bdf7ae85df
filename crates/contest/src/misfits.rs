//! What a problem file says of a game that the game does not have.
//!
//! In: a game, and the givens, components and moves that the file names. Out: a mistake for each that the game lacks.

use crate::adapter::ExprId;
use crate::problem::PlayRule;
use grundy_message::message;
use grundy_rules::diagnostic::nearest;
use grundy_rules::{Diagnostic, Game, Span};

/// Returns the mistakes in the names that a problem file uses for this game. `components` are the numbers of components that its
/// parts name.
pub(crate) fn misfits(
    game: &Game,
    givens: &[(String, ExprId, Span)],
    components: &[(usize, Span)],
    play: Option<&(PlayRule, Span)>,
) -> Vec<Diagnostic> {
    let mut wrong = Vec::new();
    for (name, _, span) in givens {
        if game.givens.iter().all(|given| given.name != *name) {
            let known: Vec<&str> = game.givens.iter().map(|given| given.name.as_str()).collect();
            let diagnostic = Diagnostic::error(message!("{game} has no given `{name}`", game = game.name, name), *span);
            wrong.push(match nearest(name, known.iter().copied()) {
                Some(near) => diagnostic.hint(message!("did you mean `{name}`?", name = near)),
                None if known.is_empty() => diagnostic.hint(message!("it has no givens")),
                None => diagnostic.hint(message!("its givens are: {names}", names = known.join(", "))),
            });
        }
    }
    let own = game.components.len();
    for (count, span) in components.iter().filter(|(count, _)| *count > own) {
        let names: Vec<&str> = game.components.iter().map(|component| component.name.as_str()).collect();
        let game = &game.name;
        let message = message!("this part has {count} components, but {game} has {own}", count, game, own);
        let hint = message!("its components are: {names}", names = names.join(", "));
        wrong.push(Diagnostic::error(message, *span).hint(hint));
    }
    if let Some((play, span)) = play
        && game.moves.iter().all(|rule| rule.name != play.mv)
    {
        let message = message!("{game} has no move `{name}`", game = game.name, name = play.mv);
        wrong.push(Diagnostic::error(message, *span));
    }
    wrong
}
