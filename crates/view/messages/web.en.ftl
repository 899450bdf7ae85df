# What the HTTP interface says of requests that it does not answer.

## What sort of problem it is
problem-wrong-request = wrong request
problem-wrong-rules = wrong rules
problem-wrong-host = wrong host
problem-wrong-origin = wrong origin
problem-wrong-method = wrong method
problem-not-json = not json
problem-not-found = not found
problem-too-long = too long
problem-too-slow = too slow
problem-unknown-game = unknown game
problem-unknown-job = unknown job
problem-busy = busy
problem-broken = broken
problem-budget = budget
problem-refused = refused
problem-fault = fault

## Who asks
a-request-needs-one-host = a request needs one `Host`
this-server-is-not-called = this server is not called `{ $name }`
ask-for-it-as-localhost = ask for it as localhost with its own port, or start it with --name
address-is-not-utf-8 = the address is not written in UTF-8
query-cannot-be-read = what stands behind `?` cannot be read
the-address-names-another-server = the address of the request names another server
pages-from-elsewhere-may-not-ask = pages from elsewhere may not ask
the-body-is-not-said-to-be-json = the body is not said to be JSON
send-content-type = send `Content-Type: application/json`

## What is asked
this-address-is-not-asked = this address is not asked in this way
openapi-tells-how = GET /api/openapi.json tells how
there-is-nothing-at = there is nothing at `{ $address }`
there-is-no-such-job = there is no such job
begin-it-again = begin it again
is-no-question = `{ $name }` is no question
it-is-one-of-questions = it is one of { $names }
looking-for-rules-takes-long = looking for rules takes long
checking-claims-takes-long = checking claims takes long
make-it-a-job = make it a job: POST /api/jobs/{ $name }
the-answer-did-not-come-in-time = the answer did not come in time
long-work-is-a-job = long work is a job: POST /api/jobs/…
too-many-questions-wait = too many questions wait for an answer
ask-again-in-a-moment = ask again in a moment
the-work-broke-off = the work broke off because of a mistake in the program
please-report = please report the game and the position
the-request-is-too-long = the request is too long
the-request-did-not-arrive-whole = the request did not arrive whole
the-request-is-not-json = the request is not JSON: { $error }
the-request-did-not-arrive-in-time = the request did not arrive in time
to-the-games = to the games
the-request-is-not-a-json-object = the request is not a JSON object
there-is-no-built-in-game = there is no built-in game `{ $name }`
games-lists-them-all = GET /api/games lists them all
neither-game-nor-rules = neither `game` nor `rules` is there
name-a-game = name a game, as in { $example }
rules-is-not-there = `rules` is not there
send-example = send { $example }
the-rules-have-bytes = the rules have { $count } bytes; { $count_most } is the most
the-position-has-values = the position has { $count } numbers and cells; { $count_most } is the most
larger-ones-are-for-the-command-line = larger ones are for the command line: grundy solve
the-game-has-components = the game has { $count } components and givens; { $count_most } is the most
the-givens-have-values = the givens have { $count } numbers and cells; { $count_most } is the most
the-givens-take-too-long = the givens take too long to set up
the-position-takes-too-long = the position takes too long to set up
the-rules-are-wrong = the rules are wrong
and-more-mistakes = { $what }, and { $count } more
is-not-a-text = `{ $name }` is not a text
is-a-whole-number = `{ $name }` is a whole number from { $number } to { $number_most }
as-is = `as` is grundy, outcome, remoteness or score
compound-is = `compound` is one, every, short, some, anti or upto=K
patience-is = `patience` is moment or whole
givens-is = `givens` is an object with a value for each, as { $example }
position-is = `position` is a text, as { $example }, or a list of them, one a part
ranges-is = `ranges` is a list of one or two ranges, as { $example }
