//! What the mathematics says in every case, each of which a changed line would get wrong.

use grundy_value::Outcome::{Draw, Next, Previous};
use grundy_value::{Grundy, Outcome, Remoteness};

#[test]
fn what_is_won_for_one_is_lost_for_the_other() {
    for (outcome, after, word) in
        [(Previous, Next, "previous"), (Draw, Draw, "draw"), (Next, Previous, "next")] as [(Outcome, Outcome, &str); 3]
    {
        assert_eq!(outcome.after_move(), after);
        assert_eq!(outcome.to_string(), word);
    }
}

#[test]
fn play_without_a_move_is_over() {
    assert_eq!(Remoteness::of_win([]), None);
    assert_eq!(Remoteness::of_loss([]), Remoteness(0));
    assert_eq!(Remoteness::of_win([Remoteness(6), Remoteness(2)]), Some(Remoteness(3)));
    assert_eq!(Remoteness::of_loss([Remoteness(1), Remoteness(5)]), Remoteness(6));
    assert_eq!((Remoteness(7).to_string(), Grundy(9).to_string()), ("7".to_owned(), "9".to_owned()));
}

#[test]
fn the_least_value_left_out_is_found_whatever_else_is_there() {
    assert_eq!(Grundy::mex([Grundy(u64::MAX), Grundy(0)]), Grundy(1));
    assert_eq!(Grundy::mex([Grundy(2), Grundy(1), Grundy(0)]), Grundy(3));
    assert_eq!(Grundy::mex([Grundy(1)]), Grundy(0));
    assert_eq!([5, 5].map(Grundy).into_iter().sum::<Grundy>().outcome(), Previous);
    assert_eq!([6, 5].map(Grundy).into_iter().sum::<Grundy>(), Grundy(3));
}
