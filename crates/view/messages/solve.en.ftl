# Ways of solving, why they are taken or not, and what limits say.

## Limits
the-limit-of-positions-was-reached = the limit of { $count } positions was reached
the-limit-of-moves-was-reached = the limit of { $count } moves was reached
a-position-has-too-many-moves-to = a position has too many moves to be listed
which-moves-win-is-not-told = which moves win is not told, and was not looked for
the-limit-of-steps-was-reached = the limit of { $count } steps was reached
the-limit-of-s-was-reached = the limit of { $count } s was reached
the-limit-of-positions-in-vain-was-reached = the limit of { $count } positions examined in vain was reached
the-limit-of-pieces-of-a-range-was-reached = the limit of { $count } pieces of a range was reached
the-limit-of-numbers-of-a-range-tried-was-reached = the limit of { $count } numbers of a range tried one by one was reached
the-limit-of-numbers-of-a-piece-was-reached = the limit of { $count } numbers of a piece of a range was reached
the-limit-of-residue-classes-of-a-range-was-reached = the limit of { $count } residue classes of a range was reached
the-limit-of-carries-of-a-digit-was-reached = the limit of { $count } carries of a digit was reached
the-limit-of-states-of-a-digit-was-reached = the limit of { $count } states of a digit was reached
the-limit-of-moves-tried-one-by-one-was-reached = the limit of { $count } moves tried one by one was reached
the-limit-of-steps-of-moves-tried-was-reached = the limit of { $count } steps of moves tried one by one was reached
the-limit-of-moves-looked-ahead-was-reached = the limit of { $count } moves looked ahead was reached
the-limit-of-positions-looked-ahead-was-reached = the limit of { $count } positions looked ahead was reached
the-limit-of-moves-of-a-position-looked-ahead-was-reached = the limit of { $count } moves of a position looked ahead was reached
the-limit-of-steps-of-a-position-looked-ahead-was-reached = the limit of { $count } steps of a position looked ahead was reached
the-limit-of-choices-of-heaps-was-reached = the limit of { $count } choices of heaps was reached
the-limit-of-edges-looked-at-for-cuts-was-reached = the limit of { $count } edges looked at for cuts was reached
the-limit-of-positions-of-a-round-table-was-reached = the limit of { $count } positions of a round table was reached
the-limit-of-numbers-of-the-sequence-was-reached = the limit of { $count } numbers of the sequence was reached
the-limit-of-states-of-an-automaton-was-reached = the limit of { $count } states of an automaton was reached
the-limit-of-steps-of-a-proof-was-reached = the limit of { $count } steps of a proof was reached
the-limit-of-steps-of-theorems-was-reached = the limit of { $count } steps of theorems was reached
the-limit-of-moves-valued-was-reached = the limit of { $count } moves valued one by one was reached
the-limit-of-moves-asked-about-was-reached = the limit of { $count } moves asked about one by one was reached
the-limit-of-steps-of-recognising-heaps-was-reached = the limit of { $count } steps of recognising heaps was reached
the-limit-of-places-of-a-heap-code-was-reached = the limit of { $count } places of a heap code was reached
the-limit-of-calls-of-functions-was-reached = the limit of { $count } calls of functions within each other was reached
the-limit-of-heaps-searched-for-a-period-was-reached = the limit of { $count } heaps searched for a period was reached
the-limit-of-sides-of-sheets-was-reached = the limit of { $count } sides of sheets searched for a period was reached
more-memory-would-be-needed-than-the = more memory would be needed than the { $count } { $count ->
    [one] byte
   *[other] bytes
  } it may use
more-memory-would-be-needed-than-the-2 = more memory would be needed than the { $count } MiB it may use
it-was-cancelled = it was cancelled
the-budget-is-used-up = the budget is used up

## Authorities
the-rules-play-is-over = the rules: play is over
grundy-values-of-positions = Grundy values of { $count } { $count ->
    [one] position
   *[other] positions
  }
search-of-positions = search of { $count } { $count ->
    [one] position
   *[other] positions
  }
retrograde-analysis-of-positions = retrograde analysis of { $count } { $count ->
    [one] position
   *[other] positions
  }
alpha-beta-search-of-positions = alpha-beta search of { $count } { $count ->
    [one] position
   *[other] positions
  }
proof-number-search-of-positions = proof-number search of { $count } { $count ->
    [one] position
   *[other] positions
  }
nimber-search-of-parts = nimber search of { $count } { $count ->
    [one] part
   *[other] parts
  }
nothing-no-search-came-to-an-end = nothing: no search came to an end
not-settled-by-a-search-of-positions = not settled by a search of { $count } { $count ->
    [one] position
   *[other] positions
  }
theorem-proved = theorem { $name }, proved
theorem-built-in = known rule { $name }, built in
parts = { $name }, { $count } { $count ->
    [one] part
   *[other] parts
  }
the-game = the game: { $why }
where-that-gives-up = where that gives up: { $solver }

## Values
a-side-can-be-given-infinite-play = a side can be given infinite play or ties only in a game with players
the-sum-ends-where-every-part-has = the sum ends where every part has Grundy value 0
compound-anti-needs-grundy-values-but = `compound anti` needs Grundy values, but { $why }
play-the-sum-with-compound-one-or = play the sum with `compound one`, or with `stuck wins` for misère play
it-is-played-for-points = it is played for points
a-move-may-be-made-in-several = a move may be made in several parts
it-is-impartial-and-under-normal-play = it is impartial and under normal play
a-move-in-a-sum-is-not = a move in a sum is not a move in one part
it-has-players-with-moves-of-their = it has players with moves of their own
play-can-end-otherwise-than-by-having = play can end otherwise than by having no move
a-player-who-cannot-move-does-not = a player who cannot move does not simply lose
the-same-player-may-have-to-move = the same player may have to move again
the-rules-say-loops-none = the rules say `loops none`
a-game-for-points-must-end = a game for points must end
a-game-for-points-must-end-with = a game for points must end with `score` or `stuck scores`
the-score-has-too-many-digits = the score has too many digits

## Claims
its-condition-is-true-at-no-position = its condition is true at no position that was tried
its-condition-is-true-at-no-position-givens = its condition is true at no position that was tried, for { $count_choices } choices of the givens
no-position-it-speaks-of-could-be = no position it speaks of could be solved
it-was-not-come-to = it was not come to before work was stopped
checked-for-positions-up-to = checked for { $count } { $count ->
    [one] position
   *[other] positions
  } up to { $position }
checked-for-positions-up-to-for-choices = checked for { $count } { $count ->
    [one] position
   *[other] positions
  } up to { $position }, for { $count_choices } choices of the givens
checked-for-positions-up-to-the-rules = checked for { $count } { $count ->
    [one] position
   *[other] positions
  } up to { $position }; the rules cannot be carried out at { $count_faults } { $count_faults ->
    [one] position
   *[other] positions
  }, first: { $fault }
checked-for-positions-up-to-it-says = checked for { $count } { $count ->
    [one] position
   *[other] positions
  } up to { $position }; it takes too long to evaluate at { $count_none } { $count_none ->
    [one] position
   *[other] positions
  }
checked-for-positions-up-to-for-choices-2 = checked for { $count } { $count ->
    [one] position
   *[other] positions
  } up to { $position }, for { $count_choices } choices of the givens; the rules cannot be carried out at { $count_faults } { $count_faults ->
    [one] position
   *[other] positions
  }, first: { $fault }
checked-for-positions-up-to-for-choices-3 = checked for { $count } { $count ->
    [one] position
   *[other] positions
  } up to { $position }, for { $count_choices } choices of the givens; it takes too long to evaluate at { $count_none } { $count_none ->
    [one] position
   *[other] positions
  }
checked-for-positions = checked for { $count } { $count ->
    [one] position
   *[other] positions
  }
checked-on-positions = checked on { $count } { $count ->
    [one] position
   *[other] positions
  }
checked-from-to = checked from { $number } to { $number_last }
checked-every-value = checked, every value
outer-not-every-smaller-position = { $what }; not every smaller position was tried
outer-for-choices-of-the-givens = { $what }, for { $count_choices } choices of the givens
word-checked = checked
play-ends = play ends: { $measure }
the-sum-of-falls-with-every-move = the sum of { $names } falls with every move
falls-with-every-move = { $names } falls with every move
no-position-could-be-solved = no position could be solved
no-loop-from-any-of-positions = no loop from any of { $count } { $count ->
    [one] position
   *[other] positions
  }
it-speaks-of-none-of-the-givens = it speaks of none of the givens tried
the-givens-have-no-defaults = the givens have no defaults
no-grundy-value-play-can-go-on = no Grundy value: play can go on for ever
no-draw = no draw
the-player-to-move-does-not-win = the player to move does not win
the-player-to-move-does-not-lose = the player to move does not lose
does-not-win = { $player } does not win
was-not-settled-within-the-budget = { $what } was not settled within the budget
not-settled-within-the-budget = not settled within the budget
a-period-is-a-positive-number-of = a period is a positive number of a size that can be computed
the-period-is-too-long-to-be = the period is too long to be followed here
not-one-period-fits-into-the-budget = not one period fits into the budget
fewer-numbers-are-positions-than-one-period = fewer numbers are positions than one period has
a-number-too-large = a number too large
a-number-is-needed = a number is needed
there-is-no-such-move = there is no such move
it-draws = it draws
it-does-not-win = it does not win
a-square-board = a square board
worth-as-much-as = worth as much as { $position }
it-is-not-2 = it is not
no-position-could-be-compared-with-its = no position could be compared with its image
the-rows-are-of-different-lengths = the rows are of different lengths
the-board-has-rows-of = the board has { $count } rows of { $count_columns }

## Ways of solving
search-of-independent-parts = search of independent parts
it-does-not-count-the-moves-to = it does not count the moves to the end
the-boards-are-of-different-sizes = the boards are of different sizes
there-is-no-board = there is no board
with-free-cells-all-positions-can-be = with { $count } free cells all positions can be listed
with-two-players-it-takes-one-board = with two players it takes one board
cells-are-only-ever-filled-so-its = cells are only ever filled, so its { $count } free cells fall into independent parts
a-board-is-of-another-size = a board is of another size
the-steps-of-its-parts = the steps of its parts
the-remoteness-of-its-parts = the remoteness of its parts
whether-each-of-its-parts-is-lost = whether each of its parts is lost
the-sj-theorem = the SJ theorem
moore-s-theorem-on-heaps-of-nim = Moore's theorem on heaps of Nim
mis-re-forms-of-parts = misère forms of parts
theorem-on-compounds = theorem on compounds
a-part-of-the-sum-is-finished = a part of the sum is finished
it-looks-at-parts-not-at-whole = it looks at parts, not at whole sums, and a part packs into { $bits }
bits = { $count } bits
the-numbers-are-too-large = the numbers are too large
the-table-would-be-larger = the table would be larger than the budget allows
one-bit = one bit
no-bit-at-all = no bit at all
play-can-go-on-for-ever = play can go on for ever
a-part-is-too-wide = a part is too wide
whole-sums-are-few-and-tell-more = whole sums are few, and tell more
the-theorem-does-not-hold-for-these = the theorem does not hold for these parts
a-part-was-not-met = a part was not met
the-theorem-on-tame-games = the theorem on tame games
its-numbers-do-not-go-one-way = its numbers do not go one way with every move
a-key-has-more-than-one-word = a key has more than one word
a-component-is-no-number = a component is no number
the-table-would-be-too-large = the table would be too large
sweep-of-a-dense-table = sweep of a dense table
it-takes-one-part-not-a-sum = it takes one part, not a sum, where Grundy values do not decide
the-table-is-there-already = the table is there already
a-table-of-cells-is-not-worth = a table of { $count } cells is not worth its while
only-some-positions-can-be-reached-of = only some { $count } positions can be reached, of { $count_cells } cells
as-far-as-was-tried-and-a = as far as was tried { $going }, and a table has { $count } cells
only-goes-one-way = { $name } only goes one way
and-each-only-go-one-way = { $names } and { $name } each only go one way
there-are-no-numbers = there are no numbers
a-value-outgrows-its-table = a value outgrows its table
a-move-leads-outside-the-table-or = a move leads outside the table or against its order
the-table-does-not-fit-the-positions = the table does not fit the positions
no-period-was-found-among-the-values = no period was found among the values of { $count } heaps
a-part-is-no-heap = a part is no heap
word-heap = heap
it-does-not-count-moves = it does not count moves
the-heaps-are-small-and-other-ways = the heaps are small, and other ways tell more
it-is-the-heap-game = it is the heap game { $code }
the-period-of-its-heaps = the period of its heaps
retrograde-analysis = retrograde analysis
a-position-packs-into-and-all-that = a position packs into { $bits }, and all that can be reached are to be listed
a-move-leaves-several-parts-or-none = a move leaves several parts or none
a-position-has-too-many-options = a position has too many options
scores-outgrow-a-machine-word = scores outgrow a machine word
a-position-is-too-wide = a position is too wide
it-takes-one-part-not-a-sum-2 = it takes one part, not a sum
alpha-beta-search = alpha-beta search
proof-number-search = proof-number search
nimber-search = nimber search
it-needs-only-some-of-the-positions = it needs only some of the positions, each in { $bits }
the-search-could-not-begin = the search could not begin
there-is-no-kernel = there is no kernel
a-position-is-too-large-to-look = a position is too large to look at
numbers-or-lists-of-this-game-grow = numbers or lists of this game grow without a bound that is known
there-is-no-solver = there is no solver
the-compiled-rules-cannot-say-what-happens = the compiled rules cannot say what happens somewhere
search-of-parts = search of parts
grundy-values-decide-its-sums-and-a = Grundy values decide its sums, and a part packs into { $bits }
the-numbers-are-small-and-other-ways = the numbers are small, and other ways tell more
the-theorem-says-nothing-of-a-part = the theorem says nothing of a part
a-theorem-tells-the-value-of-every = a theorem tells the value of every part
search-of-whole-sums = search of whole sums
a-part-packs-into-and-all-sums = a part packs into { $bits }, and all sums that can be reached are to be listed
a-token-stands-outside-the-lists = a token stands outside the lists
word-graph = graph
under-mis-re-play-it-takes-one = under misère play it takes one token
it-is-a-token-on-a-given = it is a token on a given graph of { $count } { $count ->
    [one] node
   *[other] nodes
  } and { $count_arrows } { $count_arrows ->
    [one] arrow
   *[other] arrows
  }
no-node-was-valued = no node was valued
reference = reference

## Compiled rules
a-key-of-words-is-no-place = a key of { $count } words is no place in a table
a-position-needs-more-than-bits = a position needs more than { $count } bits
the-component-is-a-set = the component `{ $name }` is a set
may-grow-beyond-a-machine-word-a = `{ $name }` may grow beyond a machine word; a bound in its range would help
lists-of-lists-of-different-lengths-are = lists of lists of different lengths are not packed
the-size-of-is-not-fixed-by = the size of `{ $name }` is not fixed by the givens
is-a-list-of-lists-of-different = `{ $name }` is a list of lists of different lengths
has-lists-of-lists-in-it = `{ $name }` has lists of lists in it
the-range-of-the-elements-of-is = the range of the elements of `{ $name }` is not fixed by the givens
the-board-is-too-large = the board is too large
has-more-than-elements = `{ $name }` has more than { $count } elements
a-number-of-the-rules-is-larger = a number of the rules is larger than a machine word
the-lists-in-the-rules-are-too = the lists in the rules are too long to be compiled
a-function-of-lists-that-is-not = a function of lists that is not compiled
the-givens-are-too-large-to-be = the givens are too large to be compiled
a-given-is-larger-than-a-machine = a given is larger than a machine word
the-compiled-rules-would-be-too-long = the compiled rules would be too long
a-list-of-the-rules-has-no = a list of the rules has no bound that is small enough
too-many-kinds-of-moves = too many kinds of moves
a-condition-asks-for-more-than-free = a condition asks for more than free cells
play-does-not-simply-end-for-who = play does not simply end for who cannot move
moves-change-components-not-one-board = moves change { $count } components, not one board
the-part-is-finished = the part is finished
what-a-component-may-be-depends-on = what a component may be depends on the board
the-board-has-cells-and-is-the = the board has { $count } cells, and { $count_most } is the most
nothing-can-stand-in-a-cell = nothing can stand in a cell
asks-that-a-cell-be-filled = `{ $name }` asks that a cell be filled
need-not-fill-a-free-cell-so = `{ $name }` need not fill a free cell, so that play might not end
there-are-more-than-moves = there are more than { $count } moves
a-choice-of-is-read-from-the = a choice of `{ $name }` is read from the board
where-a-move-leads-depends-on-the = where a move leads depends on the board
a-move-leaves-something-else-than-the = a move leaves something else than the board with cells filled
a-move-changes-something-else-than-a = a move changes something else than a cell of the board
whether-a-cell-is-filled-depends-on = whether a cell is filled depends on others
a-move-frees-a-cell = a move frees a cell
a-move-writes-what-may-not-stand = a move writes what may not stand in a cell
a-move-changes-a-cell-twice = a move changes a cell twice
an-index-may-be-outside-the-board = an index may be outside the board
the-rules-take-too-long-to-read = the rules take too long to read
which-cells-are-asked-for-depends-on = which cells are asked for depends on the board
a-condition-compares-cells-with-each-other = a condition compares cells with each other
a-condition-tells-filled-cells-apart = a condition tells filled cells apart
an-index-a-range-or-a-value = an index, a range or a value depends on the board
the-rules-have-too-many-choices-to = the rules have too many choices to list
a-number-is-too-large = a number is too large
the-board-is-read-as-a-whole = the board is read as a whole
a-cell-is-read-in-an-unforeseen = a cell is read in an unforeseen way
which-cell-is-read-depends-on-a = which cell is read depends on a binder within an expression
the-board-is-not-of-symbols-or = the board is not of symbols or of true and false
the-grundy-value-of-a-sum-is = the Grundy value of a sum is the xor of those of its parts
search-of-regions = search of regions
with-cells-all-positions-can-be-listed = with { $count } cells all positions can be listed
its-boards-stay-in-one-piece = its boards stay in one piece
its-moves-are-local = its moves are local, so that its { $count } cells fall into independent regions
more-than-things-may-stand-in-a-cell = more than { $count } things may stand in a cell
moves-look-at-too-many-cells = moves look at too many cells
a-move-leaves-something-else-than-one-board = a move leaves something else than one board
a-move-writes-another-board = a move writes another board
a-move-leaves-a-board-of-another-size = a move leaves a board of another size
a-move-leaves-a-board-not-cell-by-cell = a move leaves a board that is not written cell by cell
word-lines = lines
it-tells-who-wins-and-nothing-more = it tells who wins and nothing more

## Methods by name
method-cannot-be-taken = the method `{ $name }` cannot be taken: { $why }
no-value-of-their-own = its positions have no value of their own: { $why }
method-takes-a-token = it takes a token on a given graph
method-takes-heap-games = it takes heap games whose code ends
method-takes-lines = it takes three to six numbers that are lowered alike, under normal play
method-takes-impartial-boards = it takes impartial boards that fill up, under normal play
method-takes-boards-of-two = it takes boards that fill up, with two players and under normal play
method-takes-local-boards = it takes impartial boards whose moves are local, under normal play
method-takes-numbers = it takes positions of numbers, where every move leaves one part
method-takes-impartial = it takes impartial games under normal play, one move in one part
method-takes-single-parts = it takes single parts, where every move leaves one part
method-takes-single-parts-without-values = it takes single parts without Grundy values, where every move leaves one part
method-takes-single-parts-without-points = it takes single parts without Grundy values or points, where every move leaves one part
method-takes-sums = it takes all sums but those of `compound anti`
method-takes-compounds = it takes impartial games whose sums a theorem decides
method-takes-misere = it takes impartial games under misère play, one move in one part
no-theorem-speaks = no theorem says anything of this position
method-takes-every-game = it takes every game
