//! Claims, and the positions in claims and in `start`.

use super::quoted;
use super::result::Parenthesis;
use super::{EqualsSign, FatArrow, Parse, Parser};
use crate::ast::{ClaimClause, ClaimKind, ClaimedOutcome, PositionExpr, PositionKind};
use crate::diagnostic::Diagnostic;
use crate::lex::Kind;
use grundy_message::message;
use grundy_value::Quantity;

impl Parser<'_> {
    /// Parses the rest of a claim after `claim`.
    pub(super) fn claim(&mut self) -> Parse<ClaimClause> {
        let kind = match self.quantity() {
            Some(quantity) => {
                self.bump();
                self.claim_of(quantity)?
            }
            None => self.claim_outcome()?,
        };
        Ok(ClaimClause { kind, condition: self.condition_if()? })
    }

    fn quantity(&self) -> Option<Quantity> {
        if self.is("score") {
            return Some(Quantity::Score);
        }
        if self.ahead(1) == Kind::Fixed("wins") {
            return None;
        }
        match self.word()? {
            "grundy" => Some(Quantity::Grundy),
            "remoteness" => Some(Quantity::Remoteness),
            _ => None,
        }
    }

    fn claim_of(&mut self, quantity: Quantity) -> Parse<ClaimKind> {
        if self.is("=") || self.is("==") {
            self.expect_equals(message!("the quantity"))?;
            return Ok(ClaimKind::Equals(quantity, self.expression()?));
        }
        if self.eat_word("has") {
            if !self.eat_word("period") {
                return Err(
                    self.expected_with_hint(quoted("period"), message!("write `claim grundy has period 12 from 71`"))
                );
            }
            let period = self.expression()?;
            if !self.eat_word("from") {
                return Err(
                    self.expected_with_hint(quoted("from"), message!("write `claim grundy has period 12 from 71`"))
                );
            }
            return Ok(ClaimKind::Period { quantity, period, from: self.expression()? });
        }
        if self.eat_word("of") {
            let range = self.with_signs(EqualsSign::Ends, FatArrow::Comparison, Self::range)?;
            self.expect_equals(message!("the range"))?;
            let mut values = vec![self.signed_number()?];
            while self.is(",") || self.is("-") || self.kind() == Kind::Number {
                self.eat(",");
                values.push(self.signed_number()?);
            }
            return Ok(ClaimKind::Values { quantity, range, values });
        }
        if self.eat_word("at") {
            let position = self.position_or_start()?;
            self.expect_equals(message!("the position"))?;
            return Ok(ClaimKind::At { quantity, position, value: self.expression()? });
        }
        let word = quantity.name();
        let hint = message!(
            "write `{word} = …`, `{word} has period … from …`, `{word} of a..b = …` or `{word} at POSITION = …`",
            word = word
        );
        Err(self.expected_with_hint(message!("what is claimed of `{word}`", word), hint))
    }

    fn claim_outcome(&mut self) -> Parse<ClaimKind> {
        let outcome = match self.kind() {
            Kind::Fixed("win") => ClaimedOutcome::First,
            Kind::Fixed("lose") => ClaimedOutcome::Second,
            Kind::Fixed("draw") => ClaimedOutcome::Draw,
            Kind::Name if self.ahead(1) == Kind::Fixed("wins") => {
                let player = self.name(message!("a player"))?;
                match player.text.as_str() {
                    "first" => ClaimedOutcome::First,
                    "second" => ClaimedOutcome::Second,
                    _ => ClaimedOutcome::Player(player),
                }
            }
            _ => return Err(self.unknown_claim()),
        };
        self.bump();
        if self.eat_word("at") {
            return Ok(ClaimKind::Outcome(outcome, self.position_or_start()?));
        }
        if self.is("if") {
            let span = self.span();
            let message = Diagnostic::error(message!("write `iff` here"), span)
                .because(message!("a claim says exactly where it holds: there and nowhere else"))
                .hint(message!("a restriction stands at the end: `claim lose iff A if B`"))
                .fix(message!("write it so"), span, "iff");
            self.report(message);
            self.bump();
        } else if !self.eat_word("iff") {
            return Err(self.expected_with_hint(
                message!("`iff` or `at`"),
                message!("write `claim lose iff CONDITION` or `claim draw at POSITION`"),
            ));
        }
        Ok(ClaimKind::Iff(outcome, self.expression()?))
    }

    fn unknown_claim(&mut self) -> super::Failed {
        let words = ["grundy", "score", "remoteness", "win", "lose", "draw", "first wins", "second wins"];
        self.expected_one_of(message!("a claim"), &words)
    }

    fn position_or_start(&mut self) -> Parse<PositionExpr> {
        if self.is("start") {
            let span = self.bump().span;
            return Ok(PositionExpr { kind: PositionKind::Start, span });
        }
        self.position()
    }

    /// Parses `B: 3 plus (4, 5)`.
    pub(super) fn position(&mut self) -> Parse<PositionExpr> {
        let start = self.span();
        let mut mover = None;
        if self.kind() == Kind::Name && self.ahead(1) == Kind::Fixed(":") {
            mover = Some(self.name(message!("a player"))?);
            self.bump();
        }
        let mut parts = Vec::new();
        loop {
            if self.is("(") && matches!(self.parenthesis(), Parenthesis::Tuple | Parenthesis::Group) {
                parts.push(Some(self.tuple()?));
            } else if self.eat("nothing") {
                parts.push(None);
            } else {
                let value = self.with_signs(EqualsSign::Ends, FatArrow::Comparison, Self::expression)?;
                parts.push(Some(vec![value]));
            }
            if !self.eat("plus") {
                break;
            }
        }
        if matches!(parts[..], [None]) {
            parts.clear();
        }
        if self.is(",") {
            let message =
                Diagnostic::error(message!("a position of several components stands in parentheses"), self.span())
                    .because(message!("in a file a tuple has its parentheses"))
                    .hint(message!("write `(a, b)`, and join the parts of a sum with `plus`"));
            return Err(self.fail(message));
        }
        Ok(PositionExpr { kind: PositionKind::Parts { mover, parts }, span: self.since(start) })
    }
}
