# What libraries say: the parser of arguments, the system.

## The parser's own words
clap-usage = Usage:
clap-commands = Commands:
clap-arguments = Arguments:
clap-options = Options:
clap-values = Possible values:
clap-default = [default:
clap-possible = [possible values:
clap-help = Print help
clap-help-more = Print help (see more with '--help')
clap-help-less = Print help (see a summary with '-h')
clap-help-command = Print this message or the help of the given subcommand(s)
clap-version = Print version
outer-error = error: { $message }
outer-tip = tip: { $message }
possible-values = [possible values: { $values }]
unexpected-argument-found = unexpected argument '{ $argument }' found
unexpected-value-for-found-no-more-were = unexpected value '{ $value }' for '{ $argument }' found; no more were expected
unrecognized-subcommand = unrecognized subcommand '{ $command }'
a-similar-argument-exists = a similar argument exists: '{ $argument }'
a-similar-subcommand-exists = a similar subcommand exists: '{ $command }'
a-similar-value-exists = a similar value exists: '{ $value }'
some-similar-arguments-exist = some similar arguments exist: { $arguments }
some-similar-subcommands-exist = some similar subcommands exist: { $commands }
some-similar-values-exist = some similar values exist: { $values }
to-pass-as-a-value-use = to pass '{ $value }' as a value, use '-- { $again }'
to-pass-as-a-value-use-2 = to pass '{ $value }' as a value, use '{ $again }'
subcommand-exists-to-use-it-remove-the = subcommand '{ $command }' exists; to use it, remove the '--' before it
exists = '{ $command } { $argument }' exists
the-following-required-arguments-were-not-provided = the following required arguments were not provided:
the-argument-cannot-be-used-with = the argument '{ $argument }' cannot be used with '{ $other }'
the-argument-cannot-be-used-with-2 = the argument '{ $argument }' cannot be used with:
the-argument-cannot-be-used-with-one = the argument '{ $argument }' cannot be used with one or more of the other specified arguments
the-argument-cannot-be-used-multiple-times = the argument '{ $argument }' cannot be used multiple times
outer-invalid-value-for = invalid value '{ $value }' for '{ $argument }': { $reason }
invalid-value-for-2 = invalid value '{ $value }' for '{ $argument }'
a-value-is-required-for-but-none = a value is required for '{ $argument }' but none was supplied
one-or-more-required-arguments-were-not = one or more required arguments were not provided
requires-a-subcommand-but-one-was-not = '{ $command }' requires a subcommand but one was not provided
invalid-utf-8-was-detected-in-one = invalid UTF-8 was detected in one or more arguments
more-values-required-by-only-were-provided = { $count } more values required by '{ $argument }'; only { $count_given } were provided
subcommands = [subcommands: { $commands }]
for-more-information-try = For more information, try '{ $option }'.
invalid-digit-found-in-string = invalid digit found in string
number-too-large-to-fit-in-target = number too large to fit in target type
number-too-small-to-fit-in-target = number too small to fit in target type
cannot-parse-integer-from-empty-string = cannot parse integer from empty string
invalid-float-literal = invalid float literal
invalid-ip-address-syntax = invalid IP address syntax

## The system
no-such-file-or-directory-os-error = No such file or directory (os error 2)
permission-denied-os-error-13 = Permission denied (os error 13)
is-a-directory-os-error-21 = Is a directory (os error 21)
not-a-directory-os-error-20 = Not a directory (os error 20)
file-exists-os-error-17 = File exists (os error 17)
read-only-file-system-os-error-30 = Read-only file system (os error 30)
file-name-too-long-os-error-36 = File name too long (os error 36)
too-many-levels-of-symbolic-links-os-error-40 = Too many levels of symbolic links (os error 40)
input-output-error-os-error-5 = Input/output error (os error 5)
no-such-device-or-address-os-error-6 = No such device or address (os error 6)
is-a-directory-error = is a directory
file-too-large-os-error-27 = File too large (os error 27)
no-space-left-on-device-os-error = No space left on device (os error 28)
address-already-in-use-os-error-98 = Address already in use (os error 98)
cannot-assign-requested-address-os-error-99 = Cannot assign requested address (os error 99)

is-not-in-range = { $number } is not in { $number_low }..={ $number_high }
json-at-line-column = { $what } at line { $number_line } column { $number_column }
json-eof = EOF while parsing a value
json-eof-object = EOF while parsing an object
json-eof-list = EOF while parsing a list
json-eof-string = EOF while parsing a string
json-expected-value = expected value
json-expected-ident = expected ident
json-expected-comma-brace = expected `,` or `{"}"}`
json-expected-comma-bracket = expected `,` or `]`
json-expected-colon = expected `:`
json-key-must-be-a-string = key must be a string
json-trailing-comma = trailing comma
json-trailing-characters = trailing characters
json-control = control character (\u0000-\u001F) found while parsing a string
json-invalid-number = invalid number
json-invalid-escape = invalid escape
json-number-out-of-range = number out of range
json-recursion-limit = recursion limit exceeded

## Times
seconds = { $count } seconds
second = { $count } second
minutes = { $count } minutes
minute = { $count } minute
hours = { $count } hours
hour = { $count } hour
days = { $count } days
day = { $count } day
