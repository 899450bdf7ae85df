# Rules that are found and proved.

## Reports
found-grundy = Grundy values for { $extent }
found-scores = scores for { $extent }
found-wins = who wins (N the player to move, P the other, D nobody) for { $extent }
grundy-values = Grundy values
who-wins = who wins
unknown-no-rule-was-found = unknown: no rule was found
no-rule-was-found = no rule was found
outer-tried-and-more = tried: and { $count } more
found-checked = { $claim }: checked for { $count } { $count ->
    [one] position
   *[other] positions
  } up to { $position }
found-checked-on = { $claim }: checked on { $count } { $count ->
    [one] position
   *[other] positions
  }
found-play-ends = { $claim }: play ends: { $measure }
found-no-loop = { $claim }: no loop from any of { $count } { $count ->
    [one] position
   *[other] positions
  }
found-for-givens = for { $givens }: { $claim }
it-says-nothing-for = it says nothing for { $givens }
proved-for-false-at = proved for { $givens }; false at { $position }
false-at = false at { $position }
proved-for-checked-for = proved for { $givens }; checked for { $others }
proved-for-checked-for-choices = proved for { $givens }; checked for { $count } other choices of the givens
proved-for-not-tried = proved for { $givens }; not tried for other givens
found-proved-for-checked-for = { $claim }: proved for { $givens }; checked for { $others }
found-proved-for-checked-for-choices = { $claim }: proved for { $givens }; checked for { $count } other choices of the givens
found-proved-for-not-tried = { $claim }: proved for { $givens }; not tried for other givens
the-move-leaves-a-lost-position = the move is there and leaves a lost position, as `{ $claim }` is proved
the-move-leaves-two-equal-parts = the move is there and leaves two equal parts, or nothing
every-position-was-looked-at = { $claim }: every position was looked at, { $count } of them
outer-tried = tried: { $what }
status-refuted = refuted
by-an-automaton-with-states-in = by an automaton with { $count } { $count ->
    [one] state
   *[other] states
  } in { $system }
checked-for-not-proved = checked for { $extent }; not proved
join-as = as { $claim }
it-fails-at = it fails at { $position }
it-fails-at-with = it fails at { $position } with { $givens }
no-rule-can-be-looked-for = no rule can be looked for: { $why }
a-picture-shows-one-or-two-numbers = a picture shows one or two numbers, and this has more
nothing-was-proved-so-there-is-no = nothing was proved, so there is no certificate
no-automaton-was-proved-so-there-is = no automaton was proved, so there is none to draw
the-automaton-tells-whether-a-value-is = the automaton tells whether a value is right, so it is no program that finds it
extent-and-points = { $extent } and at { $count } { $count ->
    [one] point
   *[other] points
  } up to { $number }
extent-for-givens = { $name } = { $list }, each with { $extent }
the-first-positions = the first { $count } positions
positions = { $count } { $count ->
    [one] position
   *[other] positions
  }
outer-for-every-that-was-tried = { $what }, for every { $name } that was tried
no-table-of-values-could-be-made = no table of values could be made
the-table-over = the table over { $what }: { $why }
the-table-goes-no-farther-than = the table goes no farther than { $extent }: { $why }
the-rules-cannot-be-carried-out-why = the rules cannot be carried out: { $why }
it-takes-more-memory-than-it-may-use = it takes more memory than it may use
it-takes-too-much-work = it takes too much work
a-table-runs-over-numbers-and-is = a table runs over numbers, and `{ $name }` is none
there-are-no-numbers-to-run-over = there are no numbers to run over
the-time-was-used-up = the time was used up
it-took-longer-than-its-share = it took longer than its share of the time

## Rules in words
outer-for-givens-when = for { $givens }, when { $places }: { $what }
outer-for-givens = for { $givens }: { $what }
outer-when = when { $places }: { $what }
no-position-is = no position is { $what }
every-position-is = every position is { $what }
word-lost = lost
word-won = won
outer-lost-exactly-if = lost exactly if { $what }
outer-drawn-exactly-if = drawn exactly if { $what }
lost-exactly-for = lost exactly for { $name } = { $list }
no-position-is-lost = no position is lost
the-xor-of-is-0 = the xor of { $names } is 0
mod-is = { $name } mod { $number } is { $values }
mod-is-not = { $name } mod { $number } is not { $value }
mod-of-is = { $name } mod ({ $divisor }) is { $values }
mod-of-is-not = { $name } mod ({ $divisor }) is not { $value }
outer-the-grundy-value-is = the Grundy value is { $what }
outer-the-score-is = the score is { $what }
mod = { $name } mod { $number }
the-xor-of = the xor of { $names }
the-sum-of = the sum of { $names }
the-grundy-values-repeat-with-period = the Grundy values repeat with period { $number }
the-grundy-values-repeat-with-period-from = the Grundy values repeat with period { $number } from { $number_from } on
who-wins-repeats-with-period = who wins repeats with period { $number }
who-wins-repeats-with-period-from-on = who wins repeats with period { $number } from { $number_from } on
the-scores-repeat-with-period = the scores repeat with period { $number }
the-scores-repeat-with-period-from-on = the scores repeat with period { $number } from { $number_from } on
the-grundy-values-are-those-of-an = the Grundy values are those of an automaton with { $count } states in { $system }
the-lost-positions-are-those-of-an = the lost positions are those of an automaton with { $count } states in { $system }
base = base { $number }
the-fibonacci-system = the Fibonacci system
the-pell-system = the Pell system
the-tribonacci-system = the Tribonacci system
the-recurrence = the recurrence { $text }
the-smaller-is-difference = the smaller is ⌊φ·difference⌋
the-larger-is-less-than-times-the = the larger is less than φ times the smaller
and-differ-and-the-larger-is-less = { $a } and { $b } differ and the larger is less than φ times the smaller
one-of-and-is-0-or-they = one of { $a } and { $b } is 0, or they differ and the larger is less than φ times the smaller
the-difference-is-an-even-number-2k = the difference is an even number 2k and the smaller is ⌊√2·k⌋
who-wins-depends-on-the-numbers-modulo = who wins depends on the numbers modulo { $number } alone
the-value-depends-on-the-numbers-modulo = the value depends on the numbers modulo { $number } alone
all-of-are-divisible-by = all of { $names } are divisible by { $number }
the-xor-of-the-remainders-of-modulo = the xor of the remainders of { $names } modulo { $number } is 0
are-equal = { $names } are equal
the-xor-of-is-0-or-where = the xor of { $names } is 0, or, where none is above 1, an odd number of them is 1
in-base-2-every-digit-is-1 = in base 2, every digit is 1 in a number of heaps divisible by { $number }
but-at-most = { $what }, but { $number } at most
and-leave-the-same-remainder-modulo = { $a } and { $b } leave the same remainder modulo { $number }
is-a-fibonacci-number = { $name } is a Fibonacci number
is-a-triangular-number = { $name } is a triangular number
is-a-power-of = { $name } is a power of { $number }
is-a-square = { $name } is a square
is-a-pell-number = { $name } is a Pell number
is-a-lucas-number = { $name } is a Lucas number
is-k-for-some-k = { $name } is ⌊kφ⌋ for some k
is-a-number-with-an-even-number = { $name } is a number with an even number of ones in base 2
is-a-number-that-ends-in-base = { $name } is a number that ends in base 2 with an even number of zeros
the-difference = the difference
the-greatest-common-divisor = the greatest common divisor
the-largest = the largest
the-smallest = the smallest
the-square-of = the square of { $name }
the-number-of-ones-of-in-base = the number of ones of { $name } in base 2
the-parity-of-the-number-of-ones = the parity of the number of ones of { $name } in base 2
the-number-of-zeros-that-ends-with = the number of zeros that { $name } ends with in base 2
text-1-more-than-the-number-of-zeros = 1 more than the number of zeros that { $name } ends with in base 2
the-number-of-ones-that-ends-with = the number of ones that { $name } ends with in base 2
the-largest-power-of-2-that-divides = the largest power of 2 that divides { $name }
the-gray-code-of = the Gray code of { $name }
from-to = from { $number } to { $number_last }
found-always = always { $number }
found-but-if = { $text }, but { $value } if { $name } mod { $number } = { $number_rest }
found-but-if-and = { $text }, but { $value } if { $name } mod { $number } = { $number_rest } and { $what }
found-if-mod = { $text } if { $name } mod { $number } = { $number_rest }
found-if-mod-and = { $text } if { $name } mod { $number } = { $number_rest } and { $what }
outer-found-where-at-least = { $what }, where { $name } ≥ { $number }
outer-found-where-at-most = { $what }, where { $name } ≤ { $number }
outer-found-where-between = { $what }, where { $number } ≤ { $name } ≤ { $number_last }
found-is = { $name } is { $number }
found-is-from-to = { $name } is from { $number } to { $number_last }
found-is-or = { $name } is { $numbers } or { $number }
found-mod-is-or = { $name } mod { $number } is { $numbers } or { $number_last }
found-is-or-at-least = { $name } is { $values }, or { $text } ≥ { $number }
found-is-or-at-least-and = { $name } is { $values }, or { $text } ≥ { $number } and { $what }
found-or = { $numbers } or { $number }
found-list-for-mod = { $list } for { $name } mod { $number } = 0, 1, …
found-and-more-for-mod = { $text } and { $list } more for { $name } mod { $number } = 0, 1, …
found-at-least-and = { $name } ≥ { $number } and { $what }
found-is-not-a-fibonacci-number = { $name } is not a Fibonacci number
found-is-not-a-triangular-number = { $name } is not a triangular number
found-is-not-a-power-of = { $name } is not a power of { $number }
found-is-not-a-square = { $name } is not a square
found-is-not-a-pell-number = { $name } is not a Pell number
found-is-not-a-lucas-number = { $name } is not a Lucas number
found-is-a-prime = { $name } is a prime
found-is-not-a-prime = { $name } is not a prime
found-is-not-k-for-some-k = { $name } is not ⌊kφ⌋ for some k
found-is-0-or-for-some-k = { $name } is 0 or ⌊kφ²⌋ for some k
found-is-not-0-or-for-some-k = { $name } is not 0 or ⌊kφ²⌋ for some k
found-is-not-a-number-with-an-even = { $name } is not a number with an even number of ones in base 2
found-is-not-a-number-that-ends = { $name } is not a number that ends in base 2 with an even number of zeros
found-is-a-number-whose-digits = { $name } is a number whose digits in base { $number } have a sum divisible by { $value }
found-is-not-a-number-whose-digits = { $name } is not a number whose digits in base { $number } have a sum divisible by { $value }
found-is-for-some-i = { $name } is { $text } for some i ≥ 0
found-between-for-some-i = { $text } ≤ { $name } ≤ { $value } for some i ≥ 0
found-is-one-of-l = { $name } is one of l = { $list }, … with l(k) = { $text }
found-modulo-is-one-of = ({ $names }) modulo { $number } is one of { $list }
found-modulo-is = ({ $names }) modulo { $number } is { $values }
found-the-xor-of-heaps-over = the xor of ⌊heap/{ $number }⌋ over { $names } is 0
outer-found-but-nowhere = { $what }, but nowhere where no number is above { $number }
outer-found-but-where-no-number = { $what }, but where no number is above { $number } only at { $positions }
found-the-difference-is-a-multiple = the difference is a multiple { $text } of { $number } and the smaller is { $value }
found-divides-and-divides = { $number } divides { $a } and { $number_other } divides { $b }
found-whichever-odd = { $a } or { $b }, whichever has an odd number of ones in base 2
found-whichever-even = { $a } or { $b }, whichever has an even number of ones in base 2
found-last-digit-turned = { $name } with its last digit in base 2 turned
found-th-triangular-number = the { $name }-th triangular number
it-follows-from-the-period-from-on = it follows from the period { $number } from { $number_from } on, which is proved
a-walk-over-all-words-of-digits = a walk over all words of digits shows that the claim says the same as the automaton
it-speaks-of-no-position = it speaks of no position, so that nothing is said
at-the-claim-says-and-it-is = at { $position } the claim says { $expected }, and it is { $found }
guy-smith-certificate = Guy–Smith certificate

## Why it is not proved
the-rules-are-not-linear = the rules are not linear: { $why }
grundy-values-grow-to-among-the-first = Grundy values grow to { $count } among the first { $count_positions } positions
grundy-values-without-bound-states = { $system }, Grundy values without bound, { $count } states: { $why }
states = { $system }, { $count } states: { $why }
too-many-columns = too many columns
sums-are-added-in-bases-that-are = sums are added in bases that are powers of two
too-many-states = too many states
the-table-is-too-short-to-learn = the table is too short to learn more
the-proof-takes-too-much-work = the proof takes too much work
it-fails-beyond-the-table = it fails beyond the table
no-sum-of-the-numbers-with-one-of = no sum of the numbers with one of { $count } weights from 0 to 4 falls with every move
the-limit-of-trials-was-reached = the limit of trials was reached: --max-seconds raises it
play-need-not-end-no-sum-of = play need not end: no sum of the numbers with weights from 0 to 4 falls with every move
this-claim-is-not-about-every-position = this claim is not about every position
nobody-draws-and-there-are-no-sides = nobody draws, and there are no sides
this-is-no-number-or-a-large = this is no number, or a large one
this-is-not-a-linear-term = this is not a linear term
this-is-not-a-linear-condition = this is not a linear condition
a-product-of-two-things-that-vary = a product of two things that vary is not linear
only-divisors-that-are-fixed-numbers-from = only divisors that are fixed numbers from 1 up are linear
xor-is-read-only-of-what-is = xor is read only of what is surely not negative
only-a-fixed-list-of-numbers-is = only a fixed list of numbers is linear
only-a-fixed-list-of-numbers-no-shorter = only a fixed list of numbers, no shorter than the remainders are many, is linear
only-a-remainder-is-a-place = only a remainder is a place that is surely in the list
it-takes-too-long-to-be-read = it takes too long to be read
this-makes-too-many-cases = this makes too many cases
its-numbers-are-too-large = its numbers are too large
the-game-has-players-with-moves-of = the game has players with moves of their own
play-ends-otherwise-than-by-having-no = play ends otherwise than by having no move
a-player-who-cannot-move-neither-wins = a player who cannot move neither wins nor loses
mis-re-sums-are-not-decided-by = misère sums are not decided by values of their parts
only-components-that-are-numbers-are-linear = only components that are numbers are linear
a-component-that-may-be-negative-is = a component that may be negative is not read
a-range-with-several-cases-is-not = a range with several cases is not read
points-and-players-are-not-linear = points and players are not linear
a-range-without-an-end = a range without an end
moving-again-is-not-linear = moving again is not linear
only-changes-of-whole-numbers-are-linear = only changes of whole numbers are linear
only-a-multiple-of-what-stays-the = only a multiple of what stays the same is repeated steps

## Theorems
a-proved-period-of-sheets = a proved period of sheets
a-proved-period-of-heaps = a proved period of heaps
theorem = theorem { $name }
an-automaton-of-states = an automaton of { $count } states reads it off the digits, { $system }
the-stones-are-who-may-take-wins = the stones are { $what }; who may take { $number } wins
without-stones-the-player-to-move-loses = without stones the player to move loses
the-fusion-principle-and-the-colon-principle = the fusion principle and the colon principle
a-light-is-worth-the-nim-product = a light is worth the nim product of its coordinates
moore-s-theorem-built-in = Moore's rule, built in
outer-lost-exactly-if-each-binary-place-has = lost exactly if each binary place has a number of ones divisible by { $number }
lost-exactly-if-no-heap-is-left = lost exactly if no heap is left
the-squares-between-the-pieces-of-a = the squares between the pieces of a row are a heap of Nim
every-second-gap-counted-from-the-right = every second gap, counted from the right, is a heap of Nim
a-box-is-played-as-if-it = a box is played as if it were full at the last number of stones from which it cannot be filled at once
a-seat-wins-exactly-if-the-nearest = a seat wins exactly if the nearest number of stones with which the next seat loses is within its limit
proved-2 = { $claim }, proved
built-in = { $claim }, built in

found-checked-too-long = { $claim }: checked for { $count } { $count ->
    [one] position
   *[other] positions
  } up to { $position }; it takes too long to evaluate at { $count_none } { $count_none ->
    [one] position
   *[other] positions
  }
found-checked-for-choices-too-long = { $claim }: checked for { $count } { $count ->
    [one] position
   *[other] positions
  } up to { $position }, for { $count_choices } choices of the givens; it takes too long to evaluate at { $count_none } { $count_none ->
    [one] position
   *[other] positions
  }
found-checked-the-rules = { $claim }: checked for { $count } { $count ->
    [one] position
   *[other] positions
  } up to { $position }; the rules cannot be carried out at { $count_faults } { $count_faults ->
    [one] position
   *[other] positions
  }, first: { $fault }
found-checked-for-choices-the-rules = { $claim }: checked for { $count } { $count ->
    [one] position
   *[other] positions
  } up to { $position }, for { $count_choices } choices of the givens; the rules cannot be carried out at { $count_faults } { $count_faults ->
    [one] position
   *[other] positions
  }, first: { $fault }
found-checked-from-to = { $claim }: checked from { $number } to { $number_last }
found-checked-from-to-for-choices = { $claim }: checked from { $number } to { $number_last }, for { $count_choices } choices of the givens
found-checked-for-choices = { $claim }: checked for { $count } { $count ->
    [one] position
   *[other] positions
  } up to { $position }, for { $count_choices } choices of the givens

## Pictures
picture-automaton = { $title }: { $what }, digits of { $names } in { $system }
picture-relation = how a value compares with the Grundy value (0 below, 1 equal, 2 above)
picture-heap-game = Grundy values of the heap game { $code }
