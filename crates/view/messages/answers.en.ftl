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
a-grundy-that-repeats = a grundy that repeats
no-grundy-here = no grundy here
a-score-that-repeats = a score that repeats
no-score-here = no score here
a-remoteness-that-repeats = a remoteness that repeats
no-remoteness-here = no remoteness here
grundy-as-at = grundy { $number } as at { $position }
score-as-at = score { $number } as at { $position }
remoteness-as-at = remoteness { $number } as at { $position }
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
to-count-it = to count it
label-theorems = theorems
to-ask-them-on = to ask them on

## Facts
text-0-play-is-over = 0: play is over
text-1-one-move-to-the-end = 1: one move to the end
not-counted = not counted: { $why }
given-up = given up: { $why }
not-found = not found: { $why }
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
of-moves = of { $count } { $count ->
    [one] move
   *[other] moves
  }: { $tally }
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
label-methods = methods:

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
nothing-could-be-checked = nothing could be checked
of-claims-could-not-be-checked = { $count } of { $count_all } { $count_all ->
    [one] claim
   *[other] claims
  } could not be checked
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
