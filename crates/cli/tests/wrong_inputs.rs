//! Wrong input by the dozen: each is told what is wrong, where, and what to do, with exit code 2; and with `--json` a program is
//! told the same.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// A folder with files that are wrong in many ways.
fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("wrong").join(std::thread::current().name().unwrap());
    fs::create_dir_all(folder.join("dir")).unwrap();
    let good = "game g(n)\nmove t(k in 1..n) -> n - k\n";
    let files: [(&str, &[u8]); 26] = [
        ("good.game", good.as_bytes()),
        ("empty.game", b""),
        ("blank.game", b"\xef\xbb\xbf \r\n\t\n"),
        ("binary.game", b"\x7fELF\x02\x01\x00\xd0\xff\n"),
        ("latin.game", b"game g(n)\nmove t(k in 1..n) -> n - k\n# \xe9\n"),
        ("no_move.game", b"game g(n)\n"),
        ("cut.game", b"game g(n\nmove t(k in 1.."),
        ("cut.json", b"{\"m\":"),
        ("twice.json", b"{\"m\": 3,\n \"m\": 4}"),
        ("list.json", b"[1]"),
        ("my.problem", b"problem my\n"),
        ("empty.problem", b""),
        ("wide.problem", b"problem wide\ninput n: int in 0..\ngame nim\npart n, n\ntext until end { n ; answer }\n"),
        ("three.txt", b"a b c\n"),
        ("empty.txt", b""),
        ("bytes.txt", b"3\n5 \xff\n"),
        ("text.json", b"{\n \"m\": \"x\"}"),
        ("claim.game", b"game g(n)\nmove t(k in 1..n) -> n - k\nclaim blah = 3\n"),
        ("loop.game", b"game l(n in 0..3)\nmove up if n < 3 -> n + 1\nmove down if n > 0 -> n - 1\n"),
        ("compound.problem", b"problem p\ninput n: int\ngame nim\npart n\ncompound foo\ntext n answer\n"),
        ("words.problem", b"problem p\ninput n: int\ngame nim\npart n\nwords maybe \"x\"\ntext n answer\n"),
        ("part.problem", b"problem p\ninput n: int\ngame nim\npart n, n\ntext n answer\n"),
        ("given.problem", b"problem p\ninput n: int\ngame nim\npart n\ngiven q = 3\ntext n answer\n"),
        ("name.problem", b"problem p\ninput n: int\ngame nim\npart n\nanswer foo\ntext n answer\n"),
        ("mover.problem", b"problem p\ninput n: int\ngame nim\npart n\nmover 3\ntext n answer\n"),
        ("undrawn.problem", b"problem p\ninput n: int\ngame nim\npart n\ntext n answer\n"),
    ];
    for (name, bytes) in files {
        fs::write(folder.join(name), bytes).unwrap();
    }
    let too_long = format!("{good}{}", "# no rules are as long as this\n".repeat(150_000));
    fs::write(folder.join("long.game"), too_long).unwrap();
    folder
}

fn run(folder: &PathBuf, arguments: &[&OsStr]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(arguments).current_dir(folder).env("GRUNDY_LANG", "en").stdin(Stdio::null()).output().unwrap()
}

/// The arguments, with one space between them, and what standard error says.
const WRONG: &[(&str, &str)] = &[
    // Commands and options.
    ("nosuch", "unrecognized subcommand 'nosuch'"),
    ("slove nim 3", "similar subcommands exist"),
    ("solve", "<GAME>"),
    ("solve nim 3 --jsno", "similar argument exists: '--json'"),
    ("solve nim 3 --lang xx", "[possible values: en, zh]"),
    ("solve nim 3 --max-seconds -1", "a time cannot be negative"),
    ("solve nim 3 --max-seconds abc", "for example 10 or 0.5"),
    ("solve nim 3 --max-seconds NaN", "for example 10 or 0.5"),
    ("solve nim 3 --max-seconds inf", "for example 10 or 0.5"),
    ("solve nim 3 --memory 0", "for example 512MiB, 4GiB or 2G"),
    ("solve nim 3 --memory 5XB", "for example 512MiB, 4GiB or 2G"),
    ("solve nim 3 --memory 99999999999999999999G", "for example 512MiB, 4GiB or 2G"),
    ("solve nim 3 --max-positions -1", "from 1 up is expected, for example 1000000"),
    ("solve nim 3 --max-positions 1e6", "from 1 up is expected, for example 1000000"),
    ("solve nim 3 --threads 0", "from 1 up is expected, for example 2"),
    ("solve nim 3 --compound foo", "as in --compound upto=2"),
    ("solve nim 3 --compound upto=0", "upto=0 allows no move at all; K is 1 or more"),
    ("find nim --to 0", "a whole number from 1 to 1000000 is expected"),
    ("find nim --to -5", "a whole number from 1 to 1000000 is expected"),
    ("serve --port 99999", "a whole number from 0 to 65535 is expected"),
    ("serve --port -1", "a whole number from 0 to 65535 is expected"),
    ("serve --address nosuch", "invalid IP address"),
    ("serve --max-seconds 0", "above 0 is expected"),
    ("serve --max-mebibytes 0", "a whole number from 16 to 1048576 is expected"),
    ("completions tcsh", "[possible values: bash, elvish, fish, powershell, zsh]"),
    ("play nim 3 --level foo", "random, easy, good, best"),
    ("explain nim 3 --tree -1", "from 0 to 200 is expected"),
    ("stress poj2234 --cases 0 -- cat", "a whole number from 1 up is expected"),
    ("stress poj2234 --timeout -1 -- cat", "'-1' for '--timeout"),
    ("check --all good.game", "cannot be used with"),
    // Games and files.
    (
        "solve nosuch 3",
        "`grundy list` shows all built-in games; a file of your own is named by its path, as in ./my.game",
    ),
    ("solve kayle 3", "did you mean kayles, dawson_kayles?"),
    ("solve NIM 3", "did you mean nim?"),
    ("solve nim.game 3", "the built-in game is called `nim`"),
    ("solve dir 3", "`dir` is a directory: name a file in it"),
    ("solve ./dir 3", "`./dir` is a directory"),
    ("solve ./nosuch.game 3", "there is no file `./nosuch.game`"),
    ("solve good.game/x.game 3", "cannot read `good.game/x.game`: Not a directory"),
    ("solve empty.game 3", "`empty.game` is empty"),
    ("solve blank.game 3", "the smallest game is"),
    ("solve binary.game 3", "`binary.game` is not UTF-8: line 1 holds the byte 0xd0"),
    ("solve latin.game 3", "`latin.game` is not UTF-8: line 3 holds the byte 0xe9"),
    ("solve long.game 3", "`long.game` is larger than 4 MiB"),
    ("solve cut.game 3", "cut.game:1:"),
    ("solve no_move.game 3", "no_move.game"),
    ("solve my.problem 3", "`my.problem` is a contest problem, not the rules of a game"),
    ("fmt my.problem", "take it as --problem my.problem"),
    ("solve poj2234 3", "`poj2234` is a contest problem: `grundy ask`, `judge` and `show` take it"),
    ("moves binary.game", "not UTF-8"),
    ("explain empty.game", "is empty"),
    ("play dir", "is a directory"),
    ("table latin.game 0..3", "not UTF-8"),
    ("find cut.game", "cut.game:1:"),
    ("prove ./dir", "is a directory"),
    ("show nosuch", "there is no game called `nosuch`"),
    ("check nosuch", "there is no game called `nosuch`"),
    ("check -", "standard input is empty"),
    ("fmt nosuch.game", "there is no file `nosuch.game`"),
    ("draw board nosuch", "there is no game called `nosuch`"),
    // Positions and givens.
    ("solve nim -3", "-3 is below 0"),
    ("solve nim 3.5", "found `3.5` at character 1, where a whole number is expected"),
    ("solve nim 1e9", "found `1e9` at character 1, where a whole number is expected"),
    ("solve nim 3,4", "a position looks like \"3 4 5\""),
    ("solve nim x", "found `x` at character 1"),
    ("solve tic_tac_toe XX", "it has 1 row, not 3"),
    ("solve tic_tac_toe XXX/OOO/..Z", "one of . X O is expected"),
    ("solve nim 3 --mover X", "it is impartial: leave the player out"),
    ("solve nim 3 --given m=4", "nim has no given `m`"),
    ("solve bash 3 --given m", "write NAME=VALUE"),
    ("solve bash 3 --given m=", "it ends where a whole number is expected"),
    ("solve bash 3 --given m=-1", "-1 is below 1"),
    ("solve bash 3 --given m=3 --given m=4", "`m` is given twice"),
    ("solve bash 3 --given @nosuch.json", "there is no file `nosuch.json`"),
    ("solve bash 3 --given @cut.json", "`cut.json` is not JSON: EOF while parsing a value at line 1 column 5"),
    ("solve bash 3 --given @twice.json", "`twice.json`: line 2, column 2: the field `m` is given twice"),
    ("solve bash 3 --given @list.json", "is JSON, but not an object"),
    ("solve bash 3 --given @dir", "`dir` is a directory"),
    ("solve nim --batch nosuch", "there is no file `nosuch`"),
    ("solve nim --batch dir", "name a file of positions, one a line"),
    ("table nim 5..1", "the range is empty: 1 is below 5"),
    ("table nim a..b", "a range looks like 0..20"),
    ("table nim 0..", "needs both ends"),
    ("table nim 0..99999999999", "is too large: the most is 1000000"),
    ("table tic_tac_toe 0..3", "solve single positions"),
    (
        "solve cram ......../......../......../......../........",
        "for a position of this size write --given rows=5 --given cols=8",
    ),
    ("find kayles --to abc", "a whole number from 1 to 1000000 is expected"),
    ("find kayles --to -1", "a whole number from 1 to 1000000 is expected"),
    ("solve nim 3 --threads -1", "a number of threads from 1 up is expected"),
    ("solve nim 3 --max-positions x", "a number of positions from 1 up is expected"),
    ("draw graph nim 3 --depth x", "a whole number from 0 up is expected"),
    ("draw table nim 0..3 --cell 0", "a whole number from 1 to "),
    ("kernel good.game --all --most -1", "a whole number from 0 up is expected"),
    ("play nim --seed x", "a whole number from 0 up is expected"),
    // Problems.
    ("ask nosuch", "`grundy list --problems` shows them all"),
    ("ask poj2234 --input nosuch", "there is no file `nosuch`"),
    ("ask poj2234 --input dir", "`dir` is a directory"),
    ("judge poj2234 --input dir", "`dir` is a directory"),
    ("judge poj2234 --input binary.game", "binary.game:1:"),
    ("judge poj2234 --layout counted", "`poj2234` is a problem, whose file says its layout"),
    ("judge nim --layout fast", "counted"),
    ("export nim --to cpp --layout zero", "a position may begin with 0, as `n` may"),
    ("export nim --to cpp --layout zero --range n=0..9", "--range \"n=1..100\""),
    ("export nim --to cpp --layout shared", "no given is read, which all positions could share"),
    ("export nim --to cpp --range k=1..3", "there is no `k` to be read"),
    ("export nim --to cpp --range n", "`--range n` has no `=`"),
    ("export nim --to cpp --range n=", "says nothing on one side of the `=`"),
    ("export nim --to cpp --range n=9..1", "there is no number from 9 to 1"),
    ("export nim --to cpp --range n=1..3 --range n=1..4", "`n` is given twice"),
    ("export nim --to cpp --read mover", "nim has no players"),
    ("export wythoff --to cpp --read c", "its components are: a, b"),
    ("export subtraction --to cpp --given T=1", "its givens are"),
    ("export domineering --to cpp --print value", "domineering has no Grundy values"),
    ("export nim --to cpp --words third=x", "the answers are first, second, draw"),
    ("export nim --to cpp --print value --words first=x", "a number is printed as it is"),
    ("export nim --to cpp --parts 0", "a position has 1..1000 parts"),
    ("export nim --to cpp --parts some", "a number of parts is expected, or `counted`"),
    ("problem my.problem", "`my.problem` is a problem file already"),
    ("problem nosuch", "there is no game called `nosuch`"),
    ("new 1x", "`1x` cannot be the name of a game"),
    ("new good --position heaps --moves any --wins last", "good.game` exists, and is not overwritten"),
    ("new fresh --position heaps --moves cut --wins last", "its moves are: any, few, set, split"),
    ("new fresh --position board --moves cut --wins points", "nothing is gained"),
    ("new fresh --dir nosuch", "there is no folder `nosuch`"),
    ("new fresh --json", "answer with --position"),
    ("ask --problem good.game", "the file does not begin with `problem NAME`"),
    ("ask --problem my.problem", "the problem names no game"),
    ("ask --problem empty.problem", "shows a problem to begin with"),
    ("export --problem wide.problem --to cpp", "this part has 2 components, but nim has 1"),
    ("ask --problem wide.problem", "its components are: n"),
    ("export my.problem --to cpp", "a file of your own is named with --problem my.problem"),
    ("export poj2234", "--to <LANGUAGE>"),
    ("export poj2234 --to cobol", "[possible values: cpp, python, java, rust]"),
    ("export poj2234 --to cpp -o dir", "name a file in it"),
    ("export poj2234 --to cpp -o nosuch/x.cpp", "there is no folder `nosuch`"),
    ("stress poj2234 -- ./nosuch", "there is no program `./nosuch`"),
    ("stress poj2234 --save nosuch -- cat", "there is no folder `nosuch`"),
    // Heaps, pictures, graphs, certificates.
    ("heap abc", "there is no game called `abc`"),
    ("heap tic_tac_toe", "is not recognised as a heap game"),
    ("heap .77 --limit -1", "from 1 to 10^18 is expected"),
    ("heap .77 --at x", "a heap from 0 to 10^18 is expected"),
    ("heap .77 --from 9 --to 3 --csv x.csv", "the range from 9 to 3 is empty"),
    ("heap .77 --resume dir", "`dir` is a directory"),
    ("heap .77 --resume good.game", "this is no checkpoint of a heap game"),
    ("heap .77 --engine foo", "there are window, block"),
    ("heap .77 --csv dir", "cannot write `dir`"),
    ("heap .77 --plot nosuch/x.svg", "there is no folder `nosuch`"),
    ("heap --survey 99", "from 1 to 4 is expected"),
    ("draw board nim 3 -o x.xyz", "nothing is known of pictures that end in .xyz"),
    ("draw board nim 3 --scale 0", "from 0.1 to 16 is expected"),
    ("draw graph nim 3 -o x.png", "this picture is written as svg or dot"),
    ("draw graph nim 3 --format png", "[possible values: svg, dot]"),
    ("draw board nim 3 --format dot", "[possible values: svg, png]"),
    ("draw table nim 0..3 -o x.dot", "this picture is written as svg or png"),
    ("heap .77 --plot x.png", "this picture is written as svg, as in --plot picture.svg"),
    ("find bash --svg x.png", "this picture is written as svg, as in --svg picture.svg"),
    ("prove bash --dot x.svg", "this picture is written as dot, as in --dot picture.dot"),
    ("kernel three.txt --svg x.png", "this picture cannot be written as png"),
    ("heap .77 --csv same.x --binary ./same.x", "`--csv` and `--binary` would write the same file"),
    ("heap .77 --resume same.x --certificate dir/../same.x", "would write the same file"),
    ("find bash --svg same.x --certificate same.x", "would write the same file"),
    ("kernel three.txt --svg same.x --dot same.x", "would write the same file"),
    ("heap .77 --csv -", "`--csv -` would write into the answer"),
    ("heap chomp", "as in `grundy solve chomp \"[5,5,5,5]\"`"),
    ("heap wythoff", "its values are computed by `grundy table wythoff 0..9 0..9`"),
    ("heap 77", "before the point would let a move take nothing and break nothing (`7` in `77`)"),
    ("heap .", "the code has no digits (`.`)"),
    ("heap ", "this is no heap code: the code is empty\n"),
    ("heap {1,2", "add `}`"),
    ("heap {1,99999999999}", "is too large for a code"),
    ("heap .7(7", "the digits that repeat are not closed"),
    ("heap .7 --base 5", "out of base 5"),
    ("draw board nim 3 -o nosuch/x.svg", "there is no folder `nosuch`"),
    ("kernel nosuch", "there is no file `nosuch`"),
    ("kernel dir", "`dir` is a directory"),
    ("kernel binary.game", "a graph is an edge list, DOT or JSON, as text"),
    ("kernel cut.json", "is no graph: line 1"),
    ("kernel three.txt", "a third name, `c`, in one line"),
    ("verify nosuch", "there is no file `nosuch`"),
    ("verify dir", "`dir` is a directory"),
    ("verify binary.game", "is not UTF-8: line 1 holds the byte 0xd0"),
    ("verify empty.txt", "`empty.txt` is no certificate: it is empty"),
    ("kernel bytes.txt", "is not UTF-8: line 2 holds the byte 0xff"),
    ("show poj9999", "`grundy list --problems` shows all built-in problems"),
    ("solve bash 3 --given =3", "`--given =3` has no name before the `=`"),
    ("solve bash 3 --given ", "`--given` says nothing"),
    ("heap bash --given =3", "`--given =3` has no name before the `=`"),
    ("solve bash 3 --given @text.json", "`text.json`: line 2, column 2: cannot read `m=x`"),
    ("draw graph nim 3 --depth 999999999999999999999", "a whole number from 0 to 4294967295 is expected"),
    ("solve nim 3 --compound upto=99999999999999999999999", "upto=K takes a K of at most 18446744073709551615"),
    ("solve loop.game 1 1 --compound anti", "play can go on for ever, but `compound anti` needs Grundy values"),
    ("solve claim.game 3", "expected a claim, found `blah`"),
    ("judge --problem compound.problem", "write `one`, `every`, `short`, `some`, `anti`"),
    ("judge --problem compound.problem", "expected how a sum is played, found `foo`"),
    ("judge --problem words.problem", "its answers are: first, second, draw"),
    ("judge --problem part.problem", "this part has 2 components, but nim has 1"),
    ("judge --problem given.problem", "it has no givens"),
    ("judge --problem name.problem", "turn, winner, winning_move_count\n"),
    ("judge --problem mover.problem", "who is to move is no symbol"),
    ("stress --problem undrawn.problem -- cat", "the problem does not say how `n` is drawn"),
];

#[test]
fn wrong_input_is_told_what_is_wrong_and_what_to_do() {
    let folder = folder();
    for (line, expect) in WRONG {
        let arguments: Vec<&OsStr> = line.split(' ').map(OsStr::new).collect();
        let output = run(&folder, &arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "grundy {line}\n{said}");
        assert!(said.contains(expect), "grundy {line}: no {expect:?} in\n{said}");
        assert!(!said.contains("panicked"), "grundy {line}\n{said}");
        if !line.starts_with("ask") {
            assert_eq!(String::from_utf8_lossy(&output.stdout), "", "grundy {line}");
        }
    }
}

/// What is left of a line of Chinese when names, options, code and what somebody typed are taken out of it.
fn words_left(line: &str) -> String {
    let mut left = line.to_owned();
    for (open, close) in [("`", "`"), ("“", "”"), ("\"", "\""), ("'", "'"), ("<", ">"), ("[", "]"), ("(os", ")")] {
        while let Some((from, rest)) = left.split_once(open).map(|(before, rest)| (before.to_owned(), rest.to_owned()))
        {
            left = from + "," + rest.split_once(close).map_or("", |(_, after)| after);
        }
    }
    left
}

/// Nothing is said half in English: no two English words stand next to each other but in names, options and code.
#[test]
fn the_same_is_said_in_chinese() {
    let folder = folder();
    let mut mixed = Vec::new();
    for (line, _) in WRONG.iter().filter(|(line, _)| !line.starts_with("ask") && !line.contains("--lang")) {
        let arguments: Vec<&OsStr> = line.split(' ').map(OsStr::new).collect();
        let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
        command.args(arguments).current_dir(&folder).env("GRUNDY_LANG", "zh").stdin(Stdio::null());
        let said = String::from_utf8(command.output().unwrap().stderr).unwrap();
        // Lines of a file and of the help on usage are code.
        let is_code = |told: &str| {
            let number = told.trim_start().trim_start_matches(|letter: char| letter.is_ascii_digit());
            told.starts_with("用法")
                || told.contains("[")
                || number.trim_start().starts_with('|') && !told.contains('^')
        };
        for told in said.lines().filter(|told| !is_code(told)) {
            let left = words_left(told);
            let is_word = |word: &str| word.len() > 1 && word.chars().all(|letter| letter.is_ascii_lowercase());
            let words: Vec<&str> = left.split(' ').collect();
            if words.windows(2).any(|pair| is_word(pair[0]) && is_word(pair[1])) {
                mixed.push(format!("grundy {line}\n    {told}"));
            }
        }
    }
    assert!(mixed.is_empty(), "{}", mixed.join("\n"));
}

/// Whatever a command refuses is told to programs as an object with `error`, but for `check`, whose object is a report.
#[test]
fn with_json_programs_are_told_the_same() {
    let folder = folder();
    for (line, _) in WRONG {
        if ["nosuch", "export", "judge", "serve", "completions", "check --all"]
            .iter()
            .any(|word| line.starts_with(word))
        {
            continue;
        }
        let (line, program) = line.split_once(" -- ").map_or((*line, None), |(line, program)| (line, Some(program)));
        let json = if line.starts_with("ask") { "" } else { " --json" };
        let line = format!("{line}{json}") + &program.map(|program| format!(" -- {program}")).unwrap_or_default();
        let output = run(&folder, &line.split(' ').map(OsStr::new).collect::<Vec<_>>());
        let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(2), "grundy {line}\n{stdout}");
        let told: serde_json::Value =
            serde_json::from_str(&stdout).unwrap_or_else(|why| panic!("{line}: {why}\n{stdout}"));
        let is_told = match line.starts_with("check") {
            true => told["ok"] == false && told["diagnostics"][0]["message"].is_string(),
            false => told["error"].as_str().is_some_and(|error| !error.is_empty()),
        };
        assert!(is_told, "grundy {line}\n{stdout}");
    }
}

#[test]
fn arguments_that_are_no_text_are_refused_and_files_of_any_name_are_written() {
    let folder = folder();
    let odd = OsStr::from_bytes(b"n\xffm");
    for arguments in [&["solve".as_ref(), odd, "3".as_ref()][..], &["solve".as_ref(), "nim".as_ref(), odd], &[odd]] {
        let output = run(&folder, arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("UTF-8") || said.contains("unrecognized subcommand"), "{said}");
    }
    let file = OsStr::from_bytes(b"n\xffm.cpp");
    let written = run(
        &folder,
        &["export", "poj2234", "--to", "cpp", "-o"].map(OsStr::new).into_iter().chain([file]).collect::<Vec<_>>(),
    );
    assert!(written.status.success(), "{}", String::from_utf8_lossy(&written.stderr));
    assert!(fs::metadata(folder.join(file)).unwrap().len() > 0);
}
