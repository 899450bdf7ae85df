# Verdicts, values, moves and arguments.

## Verdicts
the-player-to-move-wins = the player to move wins
the-player-to-move-loses = the player to move loses
verdict-first = (first)
verdict-second = (second wins)
a-draw = a draw
wins = { $player } wins
who-is-to-move-first = , who is to move (first)
is-to-move-second = ; { $player } is to move (second)
not-known-within-the-budget = not known within the budget
word-first = first
word-second = second
word-draw = draw
word-unknown = unknown
grundy = grundy { $number }
score = score { $number }
remoteness = remoteness { $number }

## Labels
label-grundy = Grundy value
label-score = score
label-remoteness = remoteness
winning-moves = winning moves
drawing-moves = drawing moves
label-by = by
which-says = which says
label-stopped = stopped
label-known = known
to-go-on = to go on

## Facts
text-0-play-is-over = 0: play is over
text-1-one-move-to-the-end = 1: one move to the end
moves-to-the-end-when-the-winner = { $count } moves to the end when the winner hurries and the loser delays
text-0-both-get-the-same-from-here = 0: both get the same from here on
gets-points-less-from-here-on = { $number }: { $who } gets { $count } { $count ->
    [one] point
   *[other] points
  } less from here on
gets-points-more-from-here-on = { $number }: { $who } gets { $count } { $count ->
    [one] point
   *[other] points
  } more from here on
the-player-to-move = the player to move
part = part { $number }: { $move }
and-more = and { $count } more
and-perhaps-more = and perhaps more
not-every-move-was-examined = { $stop }; not every move was examined
of-moves = of { $count } moves: { $tally }
nothing-yet = nothing yet
win = { $count } { $count ->
    [one] wins
   *[other] win
  }
draw = { $count } { $count ->
    [one] draws
   *[other] draw
  }
lose = { $count } { $count ->
    [one] loses
   *[other] lose
  }
cut-short = { $authority }, cut short

## Moves
column-move = move
column-gain = gain
word-again = again
column-to = to
column-result = result
word-wins = wins
word-draws = draws
word-loses = loses
column-grundy = grundy
word-best = best
no-moves = no moves
the-moves-were-not-listed = the moves were not listed
only-winning-moves-are-listed-of = only winning moves are listed, of { $count }; { $authority }
only-winning-moves-are-listed-of-an = only winning moves are listed, of an unknown number; { $authority }

## Tables
quantity-outcome = outcome
quantity-wins = who wins (N the player to move, P the other, D nobody)

## Kinds of games
word-impartial = impartial
two-players = two players
word-points = points
word-misere = misère
every-part = every part
every-part-the-first-to-end = every part, the first to end
some-parts = some parts
up-to-k-parts = up to k parts
word-anti = anti-SG
loops-win = loops win

## Plans
label-plan = plan:
label-because = because
not = not { $solver }:
label-note = note:

## Checked files
word-ok = ok
errors = { $count } { $count ->
    [one] error
   *[other] errors
  }
warnings = { $count } { $count ->
    [one] warning
   *[other] warnings
  }
warnings-2 = , { $count } { $count ->
    [one] warning
   *[other] warnings
  }
of-claims-false = { $count } of { $count_all } { $count_all ->
    [one] claim
   *[other] claims
  } false
claims-cannot-be-evaluated = { $count } { $count ->
    [one] claim
   *[other] claims
  } cannot be evaluated
word-holds = holds
word-proved = proved
word-false = false
word-error = error
word-warning = warning
word-help = help
word-note = note
for-every-size-by-a = for every size, by a { $evidence }
at-with-it-says-found = at { $position } with { $givens } it says: { $expected }; found: { $found }
at-it-says-found = at { $position } it says: { $expected }; found: { $found }
a-draw-not = a draw, not { $other }

## Arguments
play-is-over-the-player-to-move = Play is over: the player to move has lost.
play-is-over-the-player-to-move-2 = Play is over: the player to move has won.
play-is-over-and-nobody-has-won = Play is over, and nobody has won.
play-is-over-what-was-gained-stands = Play is over: what was gained stands.
it-is-not-known-who-wins = It is not known who wins: { $stop }.
the-grundy-values-of-the-parts-are = The Grundy values of the parts are { $values }.
their-xor-is-which-is-not-0 = Their xor is { $number }, which is not 0: the player to move can make it 0.
their-xor-is-0-every-move-changes = Their xor is 0: every move changes one part, and so the xor is no longer 0.
play-what-is-left-has-the-value = Play { $move }: what is left has the value 0.
whatever-the-opponent-does-the-value-is = Whatever the opponent does, the value is not 0 any more, and you can make it 0 again; so it is the opponent who runs out of moves.
the-opponent-can-then-make-it-0 = The opponent can then make it 0 again, each time; so it is the player to move who runs out of moves.
the-options-have-the-values-the-least = The options have the values { $values }; the least number that is missing is { $number }, and that is the Grundy value.
the-grundy-value-is = The Grundy value is { $number }.
no-option-has-the-value-0-so = No option has the value 0, so each leaves the opponent a move to 0; the player to move runs out of moves.
ends-the-play-at-once-and-wins = { $move } ends the play at once, and wins.
leads-to-a-position-that-is-lost = { $move } leads to a position that is lost for the opponent: all { $count } replies lose.
each-of-the-moves-leads-to-a = Each of the { $count } moves leads to a position that the opponent wins.
no-move-wins-but-draws = No move wins, but { $move } draws.
other-moves-lose = { $count } other moves lose.
the-best-move-is-which-gains-at = The best move is { $move }, which gains { $number } at once.
with-best-play-the-player-to-move = With best play the player to move gets { $number } more from here on.
it-takes-moves-when-the-winner-hurries = It takes { $count } moves when the winner hurries and the loser delays.
this-rests-on = This rests on: { $authority }.
