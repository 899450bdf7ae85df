# The help of the commands.

## All commands
who-wins-a-two-player-game-how = Who wins a two-player game, how, and why: from rules of a few lines
the-language-of-what-people-read-default = The language of what people read [default: that of GRUNDY_LANG, LC_ALL, LC_MESSAGES or LANG]
examples = Examples:
exit-codes-0-fine-1-not-known = Exit codes: 0 fine; 1 not known within the budget, a claim is false, or a file is not formatted; 2 wrong input.
ctrl-c-ends-the-work-and-shows = Ctrl-C ends the work and shows what is known so far; pressed twice it ends the program.

## Limits
how-many-positions-may-be-examined = How many positions may be examined
how-many-seconds-it-may-take = How many seconds it may take
how-many-seconds-each-position-may-take = How many seconds may be spent on solving each position of the game
how-many-positions-for-each-position = How many positions may be examined to solve each position of the game
how-much-memory-tables-may-take-as = How much memory tables may take, as 512MiB or 4GiB [default: half of what is free, at most 8GiB]
how-many-threads-may-work-at-once = How many threads may work at once [default: one a core]; the answer is the same with any number

## What is played
a-built-in-game-see-grundy-list = A built-in game (see `grundy list`), a file of rules, or - for standard input
what-is-given-name-value-lists-as = What is given: NAME=VALUE, lists as 2,5 or JSON; or @FILE.json for all of them
who-is-to-move-in-a-game = Who is to move, in a game with players
how-a-sum-is-played-one-every = How a sum is played: one, every, short, some, anti, upto=K
the-parts-of-the-position-as-3 = The parts of the position, as `3` or `4,7` or `X.O/.X./..O`
a-built-in-problem-as-poj2234-see = A built-in problem, as poj2234 (see `grundy list --problems`)
refuse-inputs-beyond-the-limits-that-the = Refuse inputs beyond the limits that the statement names; otherwise they are answered and told of
a-problem-file-of-your-own = A problem file of your own
one-json-object-on-one-line = One JSON object, on one line
as-one-json-object-on-one-line = As one JSON object, on one line
one-json-object-a-position-on-one = One JSON object a position, on one line
one-json-object-a-file-on-one = One JSON object a file, on one line
one-json-object-a-game-on-one = One JSON object a game, on one line
as-comma-separated-values = As comma-separated values

## ask
answer-inputs-of-a-contest-problem-one = Answer inputs of a contest problem, one JSON object a line
each-line-of-standard-input-is-an = Each line of standard input is an object with the fields of the problem's input, or a whole case that holds it under `input`. Each line of the output holds the answer, in the same order.
read-the-inputs-from-file-instead-of = Read the inputs from FILE instead of standard input
say-what-each-answer-rests-on = Say what each answer rests on
answers-are-json-whether-this-is-given = Answers are JSON whether this is given or not
a-line-that-is-wrong-is-answered = A line that is wrong is answered with {"{"}"error": …{"}"}, the others all the same; then the exit code is 2.
seconds-and-memory-are-those-of-all-lines = Seconds and memory are those of all lines together; where the time ends, the last line says so, and the exit code is 1.

## check
check-rules-and-claims = Check rules and claims
every-mistake-of-a-file-is-shown = Every mistake of a file is shown with its place and its remedy; then every claim, strategy and symmetry is checked against solved positions, and a false one is shown with its smallest counterexample.
files-of-rules-built-in-games-or = Files of rules, built-in games, or - for standard input
check-every-built-in-game = Check every built-in game
seconds-are-those-of-all-files-together = Seconds are those of all files together, positions those of one file.
exit-codes-0-all-is-right-1 = Exit codes: 0 all is right; 1 a claim is false, or not everything could be looked at; 2 a file is wrong.

## completions
print-completions-for-a-shell = Print completions for a shell
which-shell = Which shell

## export
c-17 = C++17
python-3 = Python 3
java-a-class-main = Java, a class Main
rust-without-other-crates = Rust, without other crates
write-a-complete-program-for-a-contest = Write a complete program for a contest problem
the-program-reads-the-judge-s-input = The program reads the judge's input, answers and prints. It uses a closed form where the game has a claim that covers the judge's limits, else the smallest table or search. Where no program is right and fast enough, it says why. A claim of your own that nothing proves is not used: where there is no table either, nothing is written, unless --unproved is given. What a program rests on stands in its comments; what nobody has proved is told on standard error as well.
the-language = The language
write-to-file-instead-of-standard-output = Write to FILE instead of standard output
take-claims-that-nothing-proves-where = Take claims that nothing proves where there is no table; the program says how far they were compared
one-json-object-on-one-line-the-program = One JSON object, on one line: the program, and what each claim that it uses rests on
exit-code-1-no-program-is-right = Exit code 1: no program is right and fast enough within the limits; the message says why.

## find
find-rules-in-the-values-of-a = Find rules in the values of a game
solves-a-table-and-looks-for-rules = Solves a table and looks for rules in it: periods, residues, xor and other rules of digits, golden and other Beatty sequences, Fibonacci numbers, squares, powers, recurrences, values of each heap, automata. Each is told in words and as a `claim` line for the file, and it is said whether it is proved for every position, checked as far as the table reaches, or refuted by a larger table.
how-far-the-table-goes-default-a = How far the table goes [default: a few thousand positions, and farther to refute what is not proved]
how-many-seconds-to-search-what-is = How many seconds to search; what is known then is told
write-a-picture-of-the-table-with = Write a picture of the table with what was found to this file
write-the-certificate-of-the-first-thing = Write the certificate of the first thing that is proved to this file
exit-codes-0-a-rule-was-found = Exit codes: 0 a rule was found; 1 none was; 2 the input is wrong.

## fmt
print-files-of-rules-in-their-canonical = Print files of rules in their canonical form
a-file-is-rewritten-wholly-or-not = A file is rewritten wholly or not at all; one with mistakes is not touched.
files-of-rules-or-for-standard-input = Files of rules, or - for standard input to standard output
write-nothing-name-the-files-that-would = Write nothing: name the files that would change, with exit code 1
write-the-canonical-form-to-standard-output = Write the canonical form to standard output

## heap
compute-the-values-of-a-heap-game = Compute the values of a heap game, and prove their period
a-move-takes-tokens-from-one-heap = A move takes tokens from one heap and leaves the rest in a few heaps. CODE says what may be left after taking 1, 2, … tokens, a digit each: 1 nothing, 2 one heap, 4 two heaps, 8 three (and 16 four, 32 five), added up. Before the point stands what may be left after taking none. Where CODE names rules, heaps are asked for by the number of these rules. A period is called proved when an independent checker has accepted a certificate of it.
a-code-a-game-of-the-catalogue = A code, a game of the catalogue, or a file of rules
what-is-given-where-code-names-rules = What is given, where CODE names rules: NAME=VALUE
digits-of-the-code-must-be-below = Digits of the code must be below this
compute-at-most-so-many-values-default = Compute at most so many values [default: 1000000, of a survey 12000]
the-first-heap-to-show-or-to = The first heap to show, or to write to a file [default: 0]
the-last-heap-to-show-default-59 = The last heap to show [default: 59], or to write to a file [default: the last one computed]
the-value-of-one-heap-as-large = The value of one heap, as large as 10^18 once the period is proved; may be said several times
compute-by-this-engine-window-block-portable = Compute by this engine: window, block, portable-block, sparse, scan, convolution or plain [default: the fastest]
go-on-from-this-file-and-append = Go on from this file, and append what is computed to it; it is made where there is none
do-not-check-the-period-which-takes = Do not check the period, which takes about as long as to find it; it is then not called proved
write-the-certificate-of-the-period-for = Write the certificate of the period, for `grundy verify`
write-a-picture-of-the-values = Write a picture of the values
write-the-values-as-comma-separated-values = Write the values as comma-separated values
write-the-values-as-bytes-or-as = Write the values as bytes, or as little-endian numbers of 2 or 4 bytes where one is too large
study-all-octal-games-of-so-many = Study all octal games of so many places
one-json-object-on-one-line-of = One JSON object, on one line; of a survey, one a game
take-any-number-but-2-or-5 = take any number but 2 or 5
lasker-s-nim-the-digit-3-repeats = Lasker's Nim: the digit 3 repeats
a-game-of-the-catalogue-or-a = a game of the catalogue, or a file of rules
example-kayles = Kayles
exit-codes-0-fine-1-it-was = Exit codes: 0 fine; 1 it was stopped, or a value asked for is not known; 2 wrong input.

## judge
answer-a-contest-problem-s-input-in = Answer a contest problem's input in the judge's own format
standard-input-is-read-as-the-problem = Standard input is read as the problem's statement says, and the output is what the judge expects, byte for byte. Each answer is printed as soon as it is known.
read-the-input-from-file-instead-of = Read the input from FILE instead of standard input
input-that-ends-too-soon-or-is = Input that ends too soon or is wrong: an error with line and column, exit code 2; answers given before it stay given.
seconds-and-memory-are-those-of-all-cases = Seconds and memory are those of all cases together; where they end, the exit code is 1.

## kernel
say-of-every-node-of-a-graph = Say of every node of a graph who wins with a token on it, and list its kernels
a-kernel-is-a-set-of-nodes = A kernel is a set of nodes with no arrow inside, to which every node outside has an arrow. A graph without loops has one: the nodes from which the player to move loses. The file is an edge list (a line `a b` for each arrow), DOT or JSON ([[1,2],[],[0]], {"{"}"a":["b"]{"}"} or {"{"}"edges":[["a","b"]]{"}"}); - is standard input.
the-file-is-standard-input = The file; - is standard input
how-it-is-written-default-by-its = How it is written [default: by its first words]
list-all-kernels-also-where-there-are = List all kernels, also where there are loops
how-many-kernels-are-kept-more-are = How many kernels are kept; more are only counted
write-the-graph-in-dot-coloured = Write the graph in DOT, coloured
write-a-picture = Write a picture
a-line-for-each-node-as-comma = A line for each node, as comma-separated values
a-line-a-b-for-each-arrow = A line `a b` for each arrow
the-same-after-a-first-line-n = The same after a first line `n m`: how many nodes, how many arrows

## list
list-the-built-in-games-or-the = List the built-in games, or the contest problems
the-contest-problems-that-ask-judge-stress = The contest problems that `ask`, `judge`, `stress` and `export` know
word-is-looked-for-in-names-titles = WORD is looked for in names, titles (Chinese ones too), kinds and descriptions.
word-is-looked-for-in-names-titles-2 = WORD is looked for in names, titles (Chinese ones too), kinds and descriptions
only-games-that-mention-it = Only games that mention it

## moves
list-every-move-of-a-position-where = List every move of a position, where it leads and what it is worth
the-result-and-the-score-are-those = The result and the score are those of the player who makes the move; the Grundy value and the remoteness are those of the position it leads to.

## prove
prove-claims-for-every-position = Prove claims for every position
proves-what-the-file-claims-of-every = Proves what the file claims of every position, or, where it claims nothing that can be proved, finds a rule and proves it. A rule is an automaton that reads the numbers of a position digit by digit, or a period of heaps; a checker that shares no code with the search shows that every value follows from those of the options. What cannot be proved is checked on small positions, and a false claim is shown with a counterexample. Statements about certain positions are computed. Claims speak of all givens, unless --given says which are meant.
write-the-automaton-for-graphviz-to-this = Write the automaton for Graphviz to this file
write-a-picture-of-the-automaton-to = Write a picture of the automaton to this file
write-the-automaton-as-a-short-program = Write the automaton as a short program (Python) to this file
exit-codes-0-all-is-proved-1 = Exit codes: 0 every statement is proved or computed; 1 one is refuted, or only checked, as the strategies of wythoff; 2 the input is wrong.

## serve
serve-the-page-where-games-are-played = Serve the page where games are played, solved and written
it-listens-on-this-machine-only-unless = It listens on this machine only, unless --address says otherwise. Nothing of the machine can be read or written through it; what a user saves is kept in the browser.
the-port-0-takes-a-free-one = The port; 0 takes a free one
the-address-to-listen-on-another-one = The address to listen on; another one than this machine's own lets others in
a-name-by-which-others-ask-for = A name by which others ask for this machine; can be given more than once
open-the-page-in-the-browser = Open the page in the browser
how-many-seconds-a-question-of-the = How many seconds a question of the page may take
how-many-mib-all-tables-together-may = How many MiB tables, answers and what is kept of them may take together
the-page-asks-the-same-questions-as = The page asks the same questions as the command line, at /api/…; /api/openapi.json describes them.
ctrl-c-ends-it = Ctrl-C ends it.

## show
show-the-rules-of-a-game-or = Show the rules of a game, or what a contest problem asks
of-a-problem-where-it-comes-from = Of a problem: where it comes from, the fields of its input with their types and limits, the judge's words, and an example for `ask` and for `judge`.
of-a-problem-where-it-comes-from-2 = Of a problem: where it comes from, the fields of its input with their types and limits, the judge's words, and an example for `ask` and for `judge`
a-built-in-game-or-problem-see = A built-in game or problem (see `grundy list`), a file of rules, or - for standard input
the-problem-of-this-name-or-in = The problem of this name or in this file, where a game is called so too

## solve
say-who-wins-a-position-how-and = Say who wins a position, how, and on what authority
each-position-is-one-part-of-a = Each POSITION is one part of a sum; without any, play starts where the rules say. Components are joined by commas, rows of a board by slashes; `O: …` begins with who is to move.
answer-the-positions-of-file-for-standard = Answer the positions of FILE (- for standard input), one a line; limits hold for each line
say-which-way-of-solving-is-chosen = Say which way of solving is chosen and why, and do not solve
take-this-method-of-solving = Take this method of solving and no other; `--explain-plan` lists those that can be taken
look-for-this-only = Look for this only
by-this-method-alone = by this method alone
its-grundy-value-and-no-word = its Grundy value, and no word about moves
only-who-wins = Who wins
only-the-value = The Grundy value, or the score
only-the-moves = Who wins, and which moves do
three-heaps = three heaps
two-sheets = two sheets
a-board-x-to-move = a board, X to move
which-way-would-be-taken-and-why = which way would be taken, and why
a-position-that-begins-with-a-dash = a position that begins with a dash
one-position-a-line = one position a line

## stress
test-your-program-on-random-inputs = Test your program on random inputs (对拍)
draws-inputs-of-the-problem-small-ones = Draws inputs of the problem, small ones first, gives them to your program and compares what it prints with the right answers. The first input at which it fails is made as small as can be, shown and saved. Half of the positions are lost ones, and numbers are often near limits, powers and Fibonacci numbers.
how-many-tests-each-is-one-run = How many tests; each is one run of the program, on one instance or several
what-is-drawn-depends-on-this-number = What is drawn depends on this number
how-many-seconds-a-run-may-take = How many seconds a run may take
how-many-runs-at-the-same-time = How many runs at the same time; the result does not depend on it
draw-no-more-and-begin-no-test = How many seconds it may take in all; the run that is under way then counts for nothing
how-many-positions-may-be-kept-to = How many positions may be kept to find a right answer; an instance that needs more is not tested
white-space-must-be-right-too = White space must be right too
save-the-failing-input-and-both-outputs = Save the failing input and both outputs in this folder
your-program-and-its-arguments = Your program and its arguments
exit-codes-0-nothing-was-found-1 = Exit codes: 0 nothing was found; 1 the program fails; 2 wrong input, or the program cannot be started.

## table
tabulate-values-over-one-or-two-ranges = Tabulate values over one or two ranges
the-ranges-are-those-of-the-first = The ranges are those of the first one or two components, both ends included; other components are at their defaults. In a game of one component, two ranges make the sums of two parts. Outcomes are N (the player to move wins), P (the other wins) and D (draw); ? is not known within the budget, - has no such value, and what is no position is blank.
the-numbers-to-run-over-as-0 = The numbers to run over, as 0..20
what-to-tell-of-each-position-default = What to tell of each position [default: grundy, else score, else outcome]
sums-of-two-heaps = sums of two heaps

## verify
check-a-certificate = Check a certificate
a-certificate-is-a-small-text-that = A certificate is a small text that says what is true of a game for every size, and by which theorem. It is checked by code that shares nothing with the solvers: all values it needs are computed anew.
the-certificate = The certificate
exit-codes-0-proved-1-refused-with = Exit codes: 0 proved; 1 refused, with the line and the reason, or stopped; 2 the file cannot be read, or is no certificate.

## explain
say-why-a-position-is-won-lost = Say why a position is won, lost or drawn, and show how
the-argument-in-words-then-the-whole = The argument in words, then the whole line of best play: the winner hurries, the loser delays. `--tree N` shows the proof tree N moves deep: of a won position one winning move, of a lost one every move with the answer to it.
show-the-proof-tree-so-many-moves = Show the proof tree so many moves deep
show-so-many-moves-of-best-play = Show so many moves of best play at most [default: 200, by a theorem 12]
nim-where-the-last-stone-loses-its = Nim where the last stone loses: its class
by-a-theorem-at-any-size = by a theorem, at any size

## play
play-a-game-in-the-terminal-against = Play a game in the terminal, against the computer or for both sides
moves-are-typed-by-number-as-they = Moves are typed by number, as they are listed, in short (`take 2`), or as the position after them; `help` tells what else can be typed. The end of the input ends the game.
the-parts-of-the-position-to-begin = The parts of the position to begin with, as `3` or `4,7` or `X.O/.X./..O`; none is where the rules say
which-player-you-are = Which player you are
how-well-the-computer-plays-random-easy = How well the computer plays: random, easy, good, best, or 0 to 3
what-the-computer-s-chances-come-from = What the computer's chances come from: the same number, the same game
say-of-every-move-what-it-leads = Say of every move what it leads to
one-json-object-an-event-on-one = One JSON object an event, on one line
you-move-first = You move first
the-computer-moves-first = The computer moves first
you-move-for-both = You move for both
you-move-first-the-computer-plays-its-best = you move first; the computer plays its best

## draw
draw-a-board-a-table-or-a-graph = Draw a board, a table or a graph of positions, for papers and notes
draw-a-position-as-it-looks-stones-strips = Draw a position as it looks: stones, strips, boards, sheets, tokens on graphs, digits
draw-a-table-of-values-over-one-or = Draw a table of values over one or two ranges
draw-the-positions-that-can-be-reached-from = Draw the positions that can be reached from one, and the moves between them, in layers
draw-what-a-rule-says-over-the-table = Draw what a rule says over the table; it is written as a claim, as in `lose iff n % 4 == 0`
how-it-is-written-default-by-the-ending = How it is written [default: by the ending of FILE, else svg]
how-many-dots-of-an-image-a-unit = How many dots of an image a unit has
how-many-moves-to-follow = How many moves to follow
how-many-positions-there-may-be-more-are = How many positions there may be: more are not drawn, and said to be too many [default: 1500, for dot 20000]
moves-that-keep-a-win-are-thick-positions = Moves that keep a win are thick. Positions at the depth that was asked for are not followed further and say so with dots.
pictures-are-for-white-paper-and-who-wins = Pictures are for white paper, and who wins is told without colours too: lost positions are dark or have two frames, drawn ones have dashed frames, and letters say N (the player to move wins), P (the other wins) and D (draw).
the-ranges-are-those-of-grundy-table-a = The ranges are those of `grundy table`. A single range is folded into rows.
the-side-of-a-cell-default-as-large = The side of a cell [default: as large as fits]
what-is-drawn-as-one-json-object-on = What is drawn as one JSON object, on one line, instead of the picture
where-to-write-the-picture-its-ending-says = Where to write the picture; its ending says how [default: standard output]
write-the-moves-beside-the-arrows = Write the moves beside the arrows
the-parts-of-the-position-as-3-or = The parts of the position, as `3` or `4,7` or `X.O/.X./..O`; none is the start
a-drawing-that-stays-sharp = A drawing that stays sharp at every size
an-image = An image
a-graph-for-other-programs = A graph for other programs that draw
