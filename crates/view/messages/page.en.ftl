# The words of the page in English. Keys are the same in every language; a test sees to it.

## Everywhere
skip = Skip to the content
nav = Screens
nav-game = About this game
screen-games = Games
screen-play = Play
screen-solve = Solve
screen-table = Table
screen-graph = Graph
screen-write = Write
rules = Rules
switch-language = Switch to Chinese
dark = Dark
light = Light
loading = One moment …
gone = The program does not answer. Start it again with “grundy serve”; nothing you saved is lost.
own-game = Your game
choose-game = Choose a game first:
cancel = Cancel
share = Share
copied = Link copied
and-more = and { $count } more
part = Part { $number }
heap = Heap { $number }
position = Position
givens = What is given
zoom = Zoom

## Games
hero-title = Who wins, how, and why
hero-text = Pick a game, play it against the computer, and see why the winner wins. Or write the rules of your own game in a few lines.
play-nim = Play Nim
write-rules = Write your own rules
search = Search games
kind = Kind
kind-heap = heaps
kind-strip = strips
kind-grid = boards
kind-graph = graphs
kind-impartial = same moves for both
kind-players = two players
kind-loops = loops
kind-points = points
kind-misere = last move loses
games-found = { $count ->
    [one] 1 game
   *[other] { $count } games
}

## Play
you = You
computer = Computer
player-1 = Player 1
player-2 = Player 2
your-turn = Your turn
thinking = The computer moves …
turn-of = { $who } to move
you-play = You play
side-first = First
side-second = Second
side-both = Both
level = Computer
level-random = Random
level-easy = Easy
level-good = Good
level-best = Best
swap = Swap sides
take-back = Take back
hints-on = Hints are on
hints-off = Show hints
restart = Start over
again = Play again
moves = Moves
too-many-moves = There are too many moves to list; choose a smaller position.
some-moves = There are too many moves to list; these are some of them.
no-moves = No moves are left.
last-move = Last move: { $move }
solved-move = Solved: the computer plays perfectly.
not-solved = { $moves ->
    [one] Not solved: searched one move deep.
   *[other] Not solved: searched { $moves } moves deep.
}
how-to-move = Click on the board to move, or choose from the list.
which-move = Which move?
nothing-left = Nothing is left.
set-up = Another position …
set = Set up
why = Why?
history = Who was winning
end-won = You won!
end-lost = You lost.
end-draw = A draw.
end-wins = { $who } wins!
verdict = { $who } can win
verdict-in = { $who } can win in { $moves }
verdict-draw = A draw with best play
verdict-unknown = Not known
move-first = wins
move-second = loses
move-draw = draws

## Solve
solve-first = The player to move wins
solve-second = The player to move loses
solve-draw = A draw
solve-unknown = Not known within the limits
wrong-link = This link is damaged: its rules cannot be read.
solve-cancelled = Cancelled before it was known
stop-cancelled = it was cancelled
stop-limit = the limit of { $count } { $of } was reached
stop-s = s
stop-positions = positions
stop-moves = moves
stop-steps = steps
solve-named-wins = { $who } is to move and wins
solve-named-loses = { $who } is to move and loses
grundy = Grundy value
outcome = Outcome
remoteness = Moves to the end
score = Score
points-so-far = Points so far: { $own } for the player to move, { $other } for the opponent. With best play the difference in the end is { $lead }.
winning-moves = Winning moves
drawing-moves = Drawing moves
best-line = Best play
play-from-here = Play from here
proof-tree = The proof, move by move
proof-tree-text = Unfold it: where the winner moves, one move is enough; where the loser moves, every move has its answer.
tree-win = The player to move wins, by:
tree-lose = { $count ->
    [one] The only move loses:
   *[other] All { $count } moves lose:
}
tree-draw = Nobody can win; the best moves:
tree-end-win = Play is over: the player to move has won.
tree-end-lose = Play is over: the player to move has lost.
tree-end-draw = Play is over: a draw.
tree-end-score = Play is over: the points are counted.
working = Working …
progress = { $done } { $done ->
    [one] position
   *[other] positions
  }
progress-of = { $done } of { $total } positions

why-over-loses = Play is over: the player to move has lost.
why-over-wins = Play is over: the player to move has won.
why-over-draws = Play is over, and nobody has won.
why-over-points = Play is over: what was gained stands.
why-unknown = It is not known who wins: { $stop }.
why-parts = The Grundy values of the parts are { $values }.
why-sum-nonzero = Their xor is { $value }, which is not 0: the player to move can make it 0.
why-sum-zero = Their xor is 0: every move changes one part, and so the xor is no longer 0.
why-sum-move = Play { $move }: what is left has the value 0.
why-sum-again = Whatever the opponent does, the value is not 0 any more, and you can make it 0 again; so it is the opponent who runs out of moves.
why-sum-answer = The opponent can then make it 0 again, each time; so it is the player to move who runs out of moves.
why-one-options = The options have the values { $values }; the least number that is missing is { $value }, and that is the Grundy value.
why-one-none = The Grundy value is { $value }.
why-one-zero = No option has the value 0, so each leaves the opponent a move to 0; the player to move runs out of moves.
why-move-wins = { $move } leads to a position that is lost for the opponent: all replies ({ $replies }) lose.
why-move-last = { $move } ends the play at once, and wins.
why-all-lose = Each of the moves ({ $count }) leads to a position that the opponent wins.
why-draw = No move wins, but { $move } draws.
why-draw-others = Other moves ({ $count }) lose.
why-points-best = The best move is { $move }, which gains { $gain } at once.
why-points-more = With best play the player to move gets { $score } more from here on.
why-points-less = With best play the player to move gets { $score } less from here on.
why-points-same = With best play both players get the same from here on.
why-remoteness = It takes { $moves } moves when the winner hurries and the loser delays.
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
why-theorem-says = The theorem says: { $says }.
why-known-rule-says = The known rule says: { $says }.
why-theorem-move = { $move } leads to a position that is lost by the same theorem.
why-theorem-lost = So the position is lost: every move leads to one that the opponent wins.
why-nim = This is Nim where the last stone loses. Its classes: T if the xor of the heaps is 0, S if it is not; then the number of heaps of more than one stone: 0, 1, or 2 for two and more.
why-nim-empty = Class T0: no stone is left, so the opponent has taken the last.
why-nim-t0 = Class T0: only ones are left, { $ones } of them, an even number; the opponent takes the last.
why-nim-s0 = Class S0: only ones are left, { $ones } of them, an odd number; the player to move takes the last.
why-nim-s1 = Class S1: one heap holds more than one stone, beside { $ones } ones; taken whole or down to 1, it leaves an odd number of ones, which is S0.
why-nim-s2 = Class S2: { $large } heaps hold more than one stone, and the xor is { $xor }; Nim's own move makes it 0, which is T2.
why-nim-t2 = Class T2: { $large } heaps hold more than one stone, and the xor is 0; every move leads to S1 or S2, and from both the opponent comes back to S0 or T2.
why-nim-theorem = Bouton's theorem (1902): under misère play S0 and T2 are lost for the player to move, T0, S1 and S2 are won.
why-draw-round = Move { $late } of best play leads back to where play was after move { $early }: it can go round for ever, which is a draw, and neither player can leave the round and win.
why-draw-ends = With best play it ends in a draw after { $moves } { $moves ->
    [one] move
   *[other] moves
  }.
why-remoteness-one = It takes one move.
why-uncounted = The moves to the end were not counted: { $stop }.
why-by = This rests on: { $authority }.
why-by-grundy = This rests on the Grundy values of { $positions ->
    [one] 1 position
   *[other] { $positions } positions
}.
why-by-search = This rests on a search of { $positions ->
    [one] 1 position
   *[other] { $positions } positions
}.
why-by-retrograde = This rests on a retrograde analysis of { $positions } positions: backwards from the ends of play.
why-by-alpha-beta = This rests on an alpha-beta search of { $positions } positions.
why-by-proof-number = This rests on a proof-number search of { $positions } positions.
why-by-nimbers = This rests on a search for the Grundy values of { $positions } independent parts.
why-by-theorem = This rests on a theorem ({ $name }), and { $positions } parts looked at.

## Table
show = Show
hover = Point at a cell
table-none = Positions of this game are not numbers, so there is no table of them.
table-waits = The table appears when the rules are right.
find-pattern = Find the pattern
finding = Looking for rules in the table …
no-pattern = No rule was found.
status-proved = proved
status-checked = checked
status-refuted = refuted
status-unknown = open
fails-at = It fails at { $position }.
rule-draw = Draw over the table
rule-hide = Take away
overlay-lost = Rings are where the rule says that the player to move loses; a cross is where the table says otherwise.
overlay-value = Dots are where the rule gives the value of the table; a cross is where the table says otherwise.
overlay-period = A bar is where the period begins anew; what is pale comes before it.
overlay-none = This rule says nothing about the table with these givens.
outcome-N = the player to move wins
outcome-P = the player to move loses
outcome-D = a draw

## Graph
depth = Moves deep
draw-it = Draw
to-begin = To the beginning
to-end = To the end
step-back = Back
step-on = Step
step-of = Step { $step } of { $all }
step-ends = only the ends of play are known
step-text = a position is won if some move leads to a lost one, and lost if all lead to won ones
legend-win = the player to move wins
legend-lose = the player to move loses
legend-draw = draw
legend-open = not settled yet
graph-cut = { $count } { $count ->
    [one] position is
   *[other] positions are
  } shown, not all
from-here = Graph from here

## Write
example = Examples …
save-file = Save to a file
load-file = Load a file
format = Tidy up
play-it = Play it
editor = Rules of the game
rules-fine = The rules are fine.
claims-checking = Checking the claims …
claims-hold = { $count ->
    [one] The claim holds as far as it was checked.
   *[other] The claims hold as far as they were checked.
}
claims-false = { $count ->
    [one] The rules can be played, but a claim is false.
   *[other] The rules can be played, but { $count } claims are false.
}
claims-cancelled = The claims were not checked to the end: it was cancelled.
claim-holds = checked
claim-proved = proved
claim-false = false
claim-unknown = not checked
claim-error = cannot be evaluated
mistakes = { $count ->
    [one] 1 mistake
   *[other] { $count } mistakes
}
original = Start afresh
help = How rules are written
help-position = A position is made of numbers, lists or boards
help-move = A move: its choices, and what it leaves
help-condition = A move that is not always allowed
help-split = A move that leaves two parts
help-players = Two players with different moves
help-end = How play ends, if not by having no move
help-given = A number that is given
help-points = A game for points
help-start = Where play starts
