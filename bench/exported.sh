#!/usr/bin/env bash
# Every exported program of every problem: compiled with warnings, and tested by `grundy stress`.
#
#   [LANGUAGES="cpp python"] bench/exported.sh [GRUNDY [CASES [PROBLEM ...]]]
#
# In: the program `grundy`, how many tests a program is given (a quarter of that in Java, whose machine starts slowly), and the
# problems, all of the catalogue where none is named. Out: a line for every program that cannot be written or compiled, that is
# compiled with a warning, or that answers otherwise than `grundy judge` does; then how many there were. A language whose
# compiler is not there is left out, and said to be. It takes half an hour; the tests of the project look at a few programs only.
set -uo pipefail
cd "$(dirname "$0")/.."
grundy=$(realpath "${1:-target/release/grundy}")
cases=${2:-40}
shift $(($# < 2 ? $# : 2))
problems=("$@")
if [ ${#problems[@]} -eq 0 ]; then
    for file in catalogue/problems/*.problem; do problems+=("$(basename "$file" .problem)"); done
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tried=0
wrong=0

complain() {
    wrong=$((wrong + 1))
    echo "$1: $2"
    head -n 5 "$work/said" | sed 's/^/    /'
}

languages=()
for pair in cpp:g++ python:python3 java:javac rust:rustc; do
    [[ " ${LANGUAGES:-cpp python java rust} " == *" ${pair%%:*} "* ]] || continue
    if command -v "${pair#*:}" > "$work/said"; then languages+=("${pair%%:*}"); else echo "no ${pair#*:} here"; fi
done

for problem in "${problems[@]}"; do
    for language in "${languages[@]}"; do
        folder=$work/$problem-$language
        mkdir -p "$folder"
        tests=$cases
        case $language in
            cpp) file=main.cpp compile=(g++ -std=c++17 -O2 -Wall -Wextra -o main main.cpp) run=(./main) ;;
            python) file=main.py compile=(python3 -W error -m py_compile main.py) run=(python3 main.py) ;;
            java) file=Main.java compile=(javac -Xlint:all Main.java) run=(java Main) tests=$(((cases + 3) / 4)) ;;
            rust) file=main.rs compile=(rustc --edition 2021 -O -o main main.rs) run=(./main) ;;
        esac
        tried=$((tried + 1))
        if ! "$grundy" export "$problem" --to "$language" -o "$folder/$file" > "$work/said" 2>&1; then
            complain "$problem in $language" "not written"
            continue
        fi
        if ! (cd "$folder" && "${compile[@]}") > "$work/said" 2>&1; then
            complain "$problem in $language" "not compiled"
            continue
        fi
        [ -s "$work/said" ] && complain "$problem in $language" "a warning"
        if ! (cd "$folder" && "$grundy" stress "$problem" --cases "$tests" --timeout 20 -- "${run[@]}") > "$work/said" 2>&1; then
            complain "$problem in $language" "answers otherwise"
        fi
        rm -rf "$folder"
    done
done
echo "$tried programs, $wrong complaints"
[ "$wrong" -eq 0 ]
