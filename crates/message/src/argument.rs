//! Arguments of messages.

use crate::{Message, Template};
use std::borrow::Cow;
use std::fmt;

/// An argument of a message.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Arg {
    /// A name, a move, a position, a number, the text of a user: the same in every language.
    Text(String),
    /// A text that its author wrote in several languages, as the title of a game: in English, and in others by their
    /// codes.
    Translated(String, Vec<(String, String)>),
    /// The English form of a word for a number; other languages have none.
    Plural(&'static str),
    /// A message within the message.
    Message(Message),
    /// Several messages.
    List(Separator, Vec<Message>),
}

/// The text between the messages of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Separator {
    /// `, `
    Comma,
    /// `, ` between clauses, which other languages separate in another way than words.
    Clause,
    /// `; `
    Semicolon,
    /// ` `
    Space,
}

impl Separator {
    /// Returns the English separator.
    pub fn english(self) -> &'static str {
        match self {
            Separator::Comma | Separator::Clause => ", ",
            Separator::Semicolon => "; ",
            Separator::Space => " ",
        }
    }
}

/// Returns the English form of a word for a number: `one` if the number is 1, else `other`.
pub fn plural(number: &impl ToArg, one: &'static str, other: &'static str) -> Arg {
    let is_one = matches!(number.to_arg(), Arg::Text(text) if text == "1");
    Arg::Plural(if is_one { one } else { other })
}

/// Returns several messages as one argument.
pub fn list(separator: Separator, messages: impl IntoIterator<Item = Message>) -> Arg {
    Arg::List(separator, messages.into_iter().collect())
}

impl fmt::Display for Arg {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Arg::Text(text) | Arg::Translated(text, _) => f.write_str(text),
            Arg::Plural(word) => f.write_str(word),
            Arg::Message(message) => message.fmt(f),
            Arg::List(separator, messages) => {
                for (index, message) in messages.iter().enumerate() {
                    if index > 0 {
                        f.write_str(separator.english())?;
                    }
                    message.fmt(f)?;
                }
                Ok(())
            }
        }
    }
}

/// What can be an argument of a message.
pub trait ToArg {
    /// Returns it as an argument.
    fn to_arg(&self) -> Arg;
}

impl ToArg for Arg {
    fn to_arg(&self) -> Arg {
        self.clone()
    }
}

impl ToArg for Message {
    fn to_arg(&self) -> Arg {
        Arg::Message(self.clone())
    }
}

impl ToArg for &'static Template {
    fn to_arg(&self) -> Arg {
        Arg::Message(Message::from(*self))
    }
}

impl<T: ToArg + ?Sized> ToArg for &T {
    fn to_arg(&self) -> Arg {
        (**self).to_arg()
    }
}

macro_rules! texts {
    ($($ty:ty),*) => { $(impl ToArg for $ty {
        fn to_arg(&self) -> Arg {
            Arg::Text(self.to_string())
        }
    })* };
}

texts!(str, String, Cow<'_, str>, char, u8, u16, u32, u64, u128, usize, i32, i64, i128, isize, f64);
