# Games that are played, and positions that are explained.

## The line of best play and the proof tree
explain-line = Best play:
explain-line-won = Play is over: { $who } has won.
explain-line-drawn = Play is over: a draw.
explain-line-points = Play is over; { $who } has got { $score } more.
explain-line-equal = Play is over; both have got the same.
explain-line-round = Play is back where it was after move { $early }, and goes round.
explain-line-cut = It goes on; the line is cut here, after { $moves } { $moves ->
    [one] move
   *[other] moves
  }.
explain-line-unknown = How it goes on is not known.
explain-tree = The proof to a depth of { $depth }; of each position it says how the player to move stands:
explain-tree-cut = The tree is cut here, after { $rows } rows; fewer moves (--tree) show less of it.
tree-over-won = over, won
tree-over-lost = over, lost
tree-over-drawn = over, drawn
word-over = over
tree-won-in = won in { $moves }
tree-lost-in = lost in { $moves }
tree-value = value { $value }
tree-worth = worth { $score } to who moves
tree-above = as above
tree-round = back where it was
tree-unlisted = too many moves to be listed

## Play in the terminal
play-begin-first = { $title }. You move first; the computer is the other player ({ $level }).
play-begin-second = { $title }. The computer moves first ({ $level }); you are the other player.
play-begin-both = { $title }. You move for both players.
play-begin-name = { $title }. You are { $you }; the computer is { $opponent } ({ $level }).
play-begin-help = Type the number of a move, or `help`.
play-level-random = plays at random
play-level-easy = plays easily
play-level-good = plays well
play-level-best = plays its best
play-turn-you = Move { $number }: you are to move.
play-turn-you-as = Move { $number }: you are to move, as { $who }.
play-turn-again = Move { $number }: you move again.
play-turn-points = Points so far: { $first } { $a }, { $second } { $b }.
play-more-moves = … and { $count } more: `moves` shows them all.
play-unlisted = There are too many moves to be listed; these are some of them. Any other can be typed as it is written here.
play-computer = The computer plays { $move }.
play-computer-again = The computer plays { $move }, and moves again.
play-you = You play { $move }.
play-solved = This position is solved: the computer plays perfectly.
play-not-solved = Not solved: searched { $count } moves deep.
play-not-solved-one = Not solved: searched one move deep.
play-thinking-ended = Thinking was ended; what is known by now is used.
play-over-you = Play is over: you have won.
play-over-computer = Play is over: the computer has won.
play-over-round = The position has come up { $times } times: play goes round.
play-over-points = Points in the end: { $first } { $a }, { $second } { $b }; { $who } is ahead by { $score }.
play-over-equal = Points in the end: { $first } { $a }, { $second } { $b }; nobody is ahead.
play-over-next = Type `back`, `new`, `why` or `quit`.
play-account = How it went:
play-stands-wins-in = { $who } wins in { $moves }
play-stands-ahead = { $who } ahead by { $score }
play-stands-equal = nobody ahead
play-mistake = a mistake: { $move } keeps more
play-mistake-none = Nobody made a mistake that is known of.
play-result-wins-in = wins in { $moves }
play-result-loses-in = loses in { $moves }
play-result-score = worth { $score }
play-gain = gains { $number }
play-hints-on = Hints are on: each move says what it leads to.
play-hints-off = Hints are off.
play-level = The computer { $level } from now on.
play-level-wrong = `{ $said }` is no level: it is one of random, easy, good, best, or 0 to 3.
play-both = You move for both players from now on; `swap` brings the computer back.
play-swap = You have changed sides: you are { $who } now.
play-back-none = There is nothing to take back.
play-back = Taken back.
play-number-wrong = There is no move { $said }: they are numbered from 1 to { $count }.
play-move-wrong = `{ $said }` is no move here. Type a number, a move as it is listed, or the position after it; `help` tells more.
play-move-near = `{ $said }` is no move here. Did you mean { $near }?
play-move-several = `{ $said }` may be several moves: { $moves }.
play-over-already = Play is over. Type `back`, `new`, `why` or `quit`.
play-long-line = That line is too long to be a move.
play-end-of-input = The input has ended, and so has the game.
play-quit = Goodbye.
play-help-number = the move of that number; or type a move as it is listed, in short (take 2), or the position after it
play-help-to = the move to that position, also where it looks like a number
play-help-moves = every move of the position
play-help-hint = what each move leads to, now
play-help-hints = the same at every turn, or no longer
play-help-why = why the position is won, lost or drawn, and how play would go on
play-help-back = take back your last move, and the answer to it
play-help-swap = change sides with the computer
play-help-both = move for both players
play-help-level = how well the computer plays: random, easy, good or best
play-help-board = the position once more
play-help-new = begin again
play-help-quit = leave; so does the end of the input

## Why
why-over-loses = Play is over: the player to move has lost.
why-over-wins = Play is over: the player to move has won.
why-over-draws = Play is over, and nobody has won.
why-over-points = Play is over: what was gained stands.
why-unknown = It is not known who wins: { $stop }.
why-known = Of { $count } { $count ->
    [one] move
   *[other] moves
  } it is known that { $win } win, { $draw } draw and { $lose } lose.
why-join-every = A move is made in every part that can still move.
why-join-short = A move is made in every part, and the first part to end ends all.
why-join-some = A move is made in one part or in several at once.
why-join-upto = A move is made in at most { $most } parts at once.
why-join-anti = Play ends where every part has Grundy value 0, and the player then to move wins.
why-misere = Who cannot move wins: under misère play Grundy values do not decide.
why-parts = The Grundy values of the parts are { $values }.
why-sum-nonzero = Their xor is { $value }, which is not 0: the player to move can make it 0.
why-sum-zero = Their xor is 0: every move changes one part, and so the xor is no longer 0.
why-sum-move = Play { $move }: what is left has the value 0.
why-sum-again = Whatever the opponent does, the value is not 0 any more, and you can make it 0 again; so it is the opponent who runs out of moves.
why-sum-answer = The opponent can then make it 0 again, each time; so it is the player to move who runs out of moves.
why-one-options = The options have the values { $values }; the least number that is missing is { $value }, and that is the Grundy value.
why-one-none = The Grundy value is { $value }.
why-one-zero = No option has the value 0, so each leaves the opponent a move to 0; the player to move runs out of moves.
why-theorem-says = The theorem says: { $says }.
why-known-rule-says = The known rule says: { $says }.
why-theorem-move = { $move } leads to a position that is lost by the same theorem.
why-theorem-lost = So the position is lost: every move leads to one that the opponent wins.
why-nim = This is Nim where the last stone loses. Its classes: T if the xor of the heaps is 0, S if it is not; then the number of heaps of more than one stone: 0, 1, or 2 for two and more.
why-nim-t0 = Class T0: only ones are left, { $ones } of them, an even number; the opponent takes the last.
why-nim-empty = Class T0: no stone is left, so the opponent has taken the last.
why-nim-s0 = Class S0: only ones are left, { $ones } of them, an odd number; the player to move takes the last.
why-nim-s1 = Class S1: one heap holds more than one stone, beside { $ones } ones; taken whole or down to 1, it leaves an odd number of ones, which is S0.
why-nim-s2 = Class S2: { $large } heaps hold more than one stone, and the xor is { $xor }; Nim's own move makes it 0, which is T2.
why-nim-t2 = Class T2: { $large } heaps hold more than one stone, and the xor is 0; every move leads to S1 or S2, and from both the opponent comes back to S0 or T2.
why-nim-theorem = Bouton's theorem (1902): under misère play S0 and T2 are lost for the player to move, T0, S1 and S2 are won.
why-move-wins = { $move } leads to a position that is lost for the opponent: all replies ({ $replies }) lose.
why-move-last = { $move } ends the play at once, and wins.
why-all-lose = Each of the moves ({ $count }) leads to a position that the opponent wins.
why-draw = No move wins, but { $move } draws.
why-draw-others = Other moves ({ $count }) lose.
why-draw-round = Move { $late } of best play leads back to where play was after move { $early }: it can go round for ever, which is a draw, and neither player can leave the round and win.
why-draw-ends = With best play it ends in a draw after { $moves } { $moves ->
    [one] move
   *[other] moves
  }.
why-points-best = The best move is { $move }, which gains { $gain } at once.
why-points-more = With best play the player to move gets { $score } more from here on.
why-points-less = With best play the player to move gets { $score } less from here on.
why-points-same = With best play both players get the same from here on.
why-remoteness = It takes { $moves } moves when the winner hurries and the loser delays.
why-remoteness-one = It takes one move.
why-by = This rests on: { $authority }.

## Failures
random-easy-good-best-or-a-number = random, easy, good, best or a number from 0 to 3 is expected
the-rules-and-the-moves-cannot-both = the rules and the moves cannot both come from standard input
put-the-rules-into-a-file = put the rules into a file
cannot-read-the-next-line = cannot read the next line: { $error }
the-computer-finds-no-move-in-a = the computer finds no move in a position with too many to be listed
begin-with-a-smaller-position = begin with a smaller position
a-number-of-moves-from-0-to = a number of moves from 0 to { $number } is expected, for example { $example }
the-points-grow-too-large = the points grow too large
play-stands-now = In the end { $who } is ahead by { $score }, with the points so far.
play-stands-now-equal = In the end nobody is ahead, with the points so far.
