#!/usr/bin/env bash
# Programs exported for rules: compiled, tested by `grundy stress` on random inputs and at the ends of the limits, and timed there.
#
#   [LANGUAGES="cpp python"] bench/rules.sh [GRUNDY [CASES [GAME ...]]]
#
# In: the program `grundy`, how many tests a program is given, and the games, all of tests/cases/rules where none is named; the first
# line of each says its options. Out: a line for every program that is not written or compiled, or answers otherwise than the judge; the
# same for the programs by hand in brute.py (language `brute`); then for each language how many there were, and how many end
# within one second of processor time on every test.
set -uo pipefail
cd "$(dirname "$0")/.."
grundy=$(realpath "${1:-target/release/grundy}")
cases=${2:-40}
shift $(($# < 2 ? $# : 2))
games=("$@")
if [ ${#games[@]} -eq 0 ]; then
    for file in tests/cases/rules/*.game; do games+=("$(basename "$file" .game)"); done
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for language in ${LANGUAGES:-brute cpp python java rust}; do
    tried=0 right=0 fast=0
    for game in "${games[@]}"; do
        rules=$PWD/tests/cases/rules/$game.game
        eval "options=($(sed -n '1s/^# options: //p' "$rules"))"
        folder=$work/$game-$language
        mkdir -p "$folder"
        tests=$cases
        case $language in
            brute) run=(python3 "$PWD/tests/cases/rules/brute.py" "$game") compile=(true) file= ;;
            cpp) file=main.cpp compile=(g++ -std=c++17 -O2 -Wall -Wextra -o main main.cpp) run=(./main) ;;
            python) file=main.py compile=(python3 -W error -m py_compile main.py) run=(python3 main.py) ;;
            java) file=Main.java compile=(javac -Xlint:all Main.java) run=(java Main) tests=$(((cases + 3) / 4)) ;;
            rust) file=main.rs compile=(rustc --edition 2021 -O -o main main.rs) run=(./main) ;;
        esac
        tried=$((tried + 1))
        if [ -n "$file" ] && ! "$grundy" export "$rules" --to "$language" "${options[@]}" -o "$folder/$file" > "$work/said" 2>&1; then
            echo "$game in $language: not written: $(head -n 1 "$work/said")"
            continue
        fi
        if ! (cd "$folder" && "${compile[@]}") > "$work/said" 2>&1 || [ -s "$work/said" ]; then
            echo "$game in $language: not compiled, or with a warning"
            head -n 5 "$work/said"
            continue
        fi
        # The longest run, in seconds of processor time.
        cat > "$folder/timed" <<'RUN'
#!/usr/bin/env bash
TIMEFORMAT='%U %S'
exec 3>&1
{ time "$@" >&3 2> /dev/null; } 2>> times
RUN
        chmod +x "$folder/timed"
        if ! (cd "$folder" && "$grundy" stress "$rules" "${options[@]}" --cases "$tests" --jobs 1 --timeout 30 -- ./timed "${run[@]}") > "$work/said" 2>&1; then
            echo "$game in $language: answers otherwise"
            head -n 30 "$work/said"
            continue
        fi
        right=$((right + 1))
        longest=$(awk '{t = $1 + $2; if (t > most) most = t} END {print most + 0}' "$folder/times")
        if awk "BEGIN {exit !($longest <= 1)}"; then fast=$((fast + 1)); else echo "$game in $language: $longest s"; fi
        rm -rf "$folder"
    done
    echo "$language: $right of $tried right, $fast within a second"
done
