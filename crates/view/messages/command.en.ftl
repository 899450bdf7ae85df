# What the command line says: failures, hints and notes.

## Files and games
there-is-no-game-called = there is no game called `{ $name }`
did-you-mean = did you mean { $name }?
did-you-mean-or = did you mean { $name } or { $other }?
is-a-contest-problem-which-commands = `{ $name }` is a contest problem: `grundy ask`, `judge` and `show` take it
is-a-contest-problem-not-rules = `{ $name }` is a contest problem, not the rules of a game
problem-is-taken-with = `grundy ask`, `judge`, `stress` and `export` take it as --problem { $file }
is-a-directory-name-a-file-in = `{ $name }` is a directory: name a file in it
grundy-list-shows-all-built-in-games = `grundy list` shows all built-in games; a file of your own is named by its path, as in ./my.game
the-built-in-game-is-called = the built-in game is called `{ $name }`
standard-input = standard input
is-a-directory = `{ $name }` is a directory
name-a-file-in-it = name a file in it
name-a-file-of-positions-one-a = name a file of positions, one a line
cannot-write = cannot write `{ $name }`: { $error }
there-is-no-file = there is no file `{ $name }`
look-at-the-path = look at the path
cannot-read = cannot read `{ $name }`: { $error }
is-larger-than-mib = `{ $name }` is larger than { $count } MiB
that-is-no-file-of-this-kind = that is no file of this kind; look at the path
is-not-utf-8-line-holds-the = `{ $name }` is not UTF-8: line { $number } holds the byte { $byte }
is-not-utf-8 = `{ $name }` is not UTF-8
is-no-certificate-it-holds-the-letter = `{ $name }` is no certificate: it holds the letter { $letter }
is-no-certificate-line-1-is = `{ $name }` is no certificate: line 1 is `{ $text }`
verify-a-certificate-begins-with = a certificate begins with `grundy certificate 1`, `grundy automaton 2` or `grundy letters 1`; `grundy heap`, `find` and `prove` write them with --certificate
lines-from-here-have-no-answer = line { $count } and those after it have no answer: { $why }
save-it-as-utf-8 = save it as UTF-8
is-empty = `{ $name }` is empty
standard-input-is-empty = standard input is empty
standard-input-is-not-utf-8 = standard input is not UTF-8: line { $number } holds the byte { $byte }
standard-input-is-larger-than-mib = standard input is larger than { $count } MiB
cannot-read-standard-input = cannot read standard input: { $error }
would-write-into-the-answer = `{ $option } -` would write into the answer
name-a-file-standard-output-has = name a file; standard output has the answer
would-write-the-same-file = `{ $option }` and `{ $other }` would write the same file
name-a-file-for-each = name a file for each
grundy-list-problems-shows-all-built-in = `grundy list --problems` shows all built-in problems
shows-the-fields-of-its-input = `{ $command }` shows the fields of its input and an example
is-no-certificate-it-is-empty = `{ $name }` is no certificate: it is empty
is-no-certificate-line-1-is-empty = `{ $name }` is no certificate: line 1 is empty
the-smallest-game-is-game-nim-n = the smallest game is: game nim(n) move take(k in 1..n) -> n - k
standard-output-is-closed = standard output is closed
it-may-not-be-changed = it may not be changed
too-many-links-lead-there = too many links lead there
it-is-no-regular-file = it is no regular file
another-run-is-writing-to-it = another run is writing to it
cannot-write-the-answer = cannot write the answer: { $error }

## What is played
compound-says-another-way-of-play-than = `--compound` says another way of play than the file, whose rules are looked at
write-compound-in-the-file-of-rules = write `compound …` in the file of rules instead
given-has-no = `--given { $text }` has no `=`
given-has-no-name = `--given { $text }` has no name before the `=`
given-says-nothing = `--given` says nothing
write-name-value-as-in-given-m = write NAME=VALUE, as in --given m=4, or @FILE.json
write-name-value-as-in-given-m-2 = write NAME=VALUE, as in --given m=4
is-given-twice = `{ $name }` is given twice
it-holds-one-object-with-a-value = it holds one object with a value for each given, as in {"{"}"m": 4, "S": [2, 5]{"}"}
is-not-json = `{ $name }` is not JSON: { $error }
is-json-but-not-an-object = `{ $name }` is JSON, but not an object
one-every-short-some-anti-or-upto = one, every, short, some, anti or upto=K is expected, as in --compound upto=2
upto-0-allows-no-move-at-all = upto=0 allows no move at all; K is 1 or more
upto-takes-at-most = upto=K takes a K of at most { $number }
there-is-no-problem-called = there is no problem called `{ $name }`
grundy-list-problems-shows-them-all = `grundy list --problems` shows them all
grundy-list-problems-shows-them-all-2 = `grundy list --problems` shows them all, `grundy show NAME` one of them
no-built-in-problem-mentions = no built-in problem mentions `{ $name }`
there-is-a-problem-of-this-name = there is a problem of this name too: `grundy show { $name } --problem`
inputs-with = inputs with { $conditions }
this-is-a-contest-problem-not-the-rules = this is a contest problem, not the rules of a game
look-at-it-with-grundy-show = look at it with `grundy show { $name }`
what-grundy-judge-reads = what `grundy judge { $name }` reads
and-what-it-prints = and what it prints
told-besides = told besides
word-promised = promised
word-limits = limits
word-type = type
word-problem = problem
word-title = title
word-game = game
word-source = source
word-answer = answer
the-rules-and-the-positions-cannot-both = the rules and the positions cannot both come from standard input
put-one-of-them-into-a-file = put one of them into a file

## Limits
a-number-of-positions-from-1-up = a number of positions from 1 up is expected, for example 1000000
a-time-cannot-be-negative = a time cannot be negative
a-number-of-seconds-is-expected-for = a number of seconds is expected, for example 10 or 0.5
a-number-of-seconds-above-0-is = a number of seconds above 0 is expected, for example 5
a-number-of-seconds-above-0-is-2 = a number of seconds above 0 is expected, as 2 or 0.5
a-number-of-threads-from-1-up = a number of threads from 1 up is expected, for example 2
an-amount-of-memory-is-expected-for = an amount of memory is expected, for example 512MiB, 4GiB or 2G
is-more-than-any-machine-has = { $text } is more than any machine has
raise-the-limit-with-max-seconds-or-memory = raise the limit with --max-seconds or --memory
raise-the-limit-with-max-positions-max = raise the limit with --max-positions, --max-seconds or --memory
raise-the-limit-with = raise the limit with { $option }
max-seconds-max-positions-and-memory-set = --max-seconds, --max-positions and --memory set the budget
it-was-interrupted = it was interrupted
the-budget-was-used-up = the budget was used up
not-every-cell-is-known = not every cell is known: { $why }
not-every-move-is-known = not every move is known: { $why }
interrupted-lines-were-answered = interrupted: { $count } { $count ->
    [one] line was
   *[other] lines were
  } answered
cannot-read-line = cannot read line { $number }: { $error }
line-is-longer-than-mib = line { $number } is longer than { $count } MiB
line = line { $number }: { $message }
of-files-were-checked-to-the-end = { $why }: { $count } of { $count_all } { $count_all ->
    [one] file
   *[other] files
  } checked to the end
interrupted = interrupted
found-in-play-from-the-start = found in play from the start

## list
no-built-in-game-mentions = no built-in game mentions `{ $word }`
grundy-list-shows-them-all = `grundy list` shows them all

## serve
grundy-is-at-ctrl-c-ends-it = grundy is at { $address } (Ctrl-C ends it)
cannot-listen-on = cannot listen on { $address }: { $error }
it-may-be-running-already-another-port = it may be running already; another port is taken with --port 7879

## table
a-range-of-a-table-needs-both = a range of a table needs both ends, for example 0..20
the-number-is-too-large-for-a = the number is too large for a table
is-not-a-whole-number-a-range = { $text } is not a whole number; a range looks like 0..20
a-range-has-two-dots-for-example = a range has two dots, for example 0..20
the-range-is-empty-is-below = the range is empty: { $high } is below { $low }
is-not-played-for-points = { $game } is not played for points
ask-for-the-outcome-as-outcome = ask for the outcome: --as outcome
a-game-for-points-has-no-remoteness = a game for points has no remoteness
ask-for-the-score-as-score = ask for the score: --as score
positions-of-have-no-grundy-value = positions of { $game } have no Grundy value: { $why }
has-components-too-few-for-these-ranges = { $game } has { $count } { $count ->
    [one] component
   *[other] components
  }, too few for these ranges
a-table-runs-over-numbers-but-of = a table runs over numbers, but `{ $name }` of { $game } is { $kind }
solve-single-positions = solve single positions: { $command }
has-no-default-so-it-needs-a = `{ $name }` has no default, so it needs a range of its own
give-a-second-range-for-example-0 = give a second range, for example 0..20 0..20
a-table-runs-over-the-first-one = a table runs over the first one or two components; the others need defaults
a-table-of-cells-is-too-large = a table of { $size } cells is too large: the most is { $most }
take-smaller-ranges = take smaller ranges
a-table-has-one-or-two-ranges = a table has one or two ranges
for-example-0-20-or-0-9 = for example 0..20, or 0..9 0..9
no-cell-of-this-table-is-a = no cell of this table is a position of { $game }

## Progress
of-s-left = { $count } of { $count_all } { $what }, { $count_speed }/s, { $time } left
of-s = { $count } of { $count_all } { $what }, { $count_speed }/s
of = { $count } of { $count_all } { $what }
s = { $count } { $what }, { $count_speed }/s
word-positions = positions
word-moves = moves
word-values = values
word-cells = cells
word-tests = tests
word-games = games
smaller-inputs = smaller inputs

## stress
word-time-out = time-out
printed-nothing = (nothing)

## draw
draw-too-many = within { $count } { $count ->
    [one] move
   *[other] moves
  } there are more than { $count_most } positions of { $game }, or too many moves
draw-rule-says-nothing = `{ $rule }` says nothing about the cells of this table
draw-hard-to-read = a picture of more than a few dozen positions is hard to read; --format dot writes more for other programs
draw-rule-of-sums = a rule is about single positions: in a table of sums it says nothing
draw-image-on-terminal = an image is nothing for a terminal
draw-image-too-large = an image of { $width } × { $height } dots is too large
draw-smaller-depth = take a smaller --depth or a smaller position
draw-smaller-scale = take a smaller --scale, smaller cells or less to draw
draw-written-as = this picture is written as { $words }, as in -o picture.{ $ending }
draw-written-as-by-option = this picture is written as { $words }, as in { $option } picture.{ $ending }
draw-cannot-be-written-as = this picture cannot be written as { $ending }
draw-has-no-ending = `{ $name }` has no ending that says how to write it
a-number-from-to-is-expected = a number from { $number } to { $number_last } is expected
not-every-position-is-listed = not every position is listed: { $why }
not-every-position-is-known = not every position is known: { $why }
nothing-is-known-of-pictures = nothing is known of pictures that end in .{ $ending }
svg-or-png = svg or png
svg-or-dot = svg or dot
write-it-as-a-claim-of-the-file = write it as a claim of the file is written, as in --rule "lose iff n % 4 == 0"
the-other-player-wins = the other player wins
note-grundy = { $letter }, Grundy { $number }
picture-lost = lost for the player to move
picture-says-lost = lost, says the rule
picture-begins = the period begins
picture-wrong = the rule is wrong
picture-none = has no such value
picture-empty = nothing is left
picture-more = and { $count } more parts
picture-mover = { $title }, { $player } to move
a-whole-number-from-to = a whole number from { $number } to { $number_last } is expected
a-whole-number-from-up = a whole number from { $number } up is expected
