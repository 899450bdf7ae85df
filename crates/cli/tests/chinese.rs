//! The program in Chinese: what people read is Chinese, what programs read is the same as ever.

use std::process::{Command, Output};

fn run(arguments: &[&str], environment: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    for name in ["GRUNDY_LANG", "LC_ALL", "LC_MESSAGES", "LANG", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command.args(arguments).env("COLUMNS", "80").envs(environment.iter().copied()).output().unwrap()
}

/// Runs with `--lang zh`; standard output is this, and standard error holds these words.
#[track_caller]
fn check(arguments: &[&str], code: i32, stdout: &str, stderr: &[&str]) {
    let output = run(&[&["--lang", "zh"], arguments].concat(), &[]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{said}");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), stdout, "{said}");
    for words in stderr {
        assert!(said.contains(words), "`{words}` is not in\n{said}");
    }
}

#[test]
fn who_wins_is_said_in_chinese() {
    check(
        &["solve", "nim", "3", "4", "5"],
        0,
        "尼姆游戏: 3 4 5\n先手必胜（N 局面）\n  SG 值     2\n  必胜走法  第 1 部分：take(k=2) → 1 4 5\n  依据      6 个局面的 SG 值\n",
        &[],
    );
    let drawn = run(&["solve", "tic_tac_toe", "--lang", "zh"], &[]);
    assert!(String::from_utf8(drawn.stdout).unwrap().contains("\n平局\n"));
    let lost = run(&["solve", "nim", "1", "1", "--lang=zh"], &[]);
    assert!(String::from_utf8(lost.stdout).unwrap().contains("\n先手必败（P 局面）\n"));
}

#[test]
fn columns_stand_under_each_other() {
    check(
        &["moves", "nim", "2"],
        0,
        "尼姆游戏: 2\n走法       走到  结果  SG 值  剩余步数\ntake(k=1)  1     负    1      1\ntake(k=2)  0     胜    0      0         最佳\n",
        &[],
    );
}

#[test]
fn mistakes_are_told_in_chinese() {
    check(&["solve", "nym"], 2, "", &["错误: 没有叫 `nym` 的游戏", "提示: 您是指 nim 吗？"]);
    check(&["solve", "nim", "a"], 2, "", &["无法读出局面 \"a\"", "局面写作"]);
    check(&["table", "nim", "0..", "--csv"], 2, "", &["错误: ", "数表的范围要有两端", "详见“--help”。"]);
    check(&["solve", "nim", "--jsn"], 2, "", &["错误: 多余的参数“--jsn”", "相近的有：“--json”", "用法:"]);
    check(&["slove"], 2, "", &["错误: 没有命令“slove”", "相近的有：“moves”"]);
    check(&["solve"], 2, "", &["缺少以下必需的参数"]);
}

/// Messages around other messages are said whole: the inner one is not taken for the beginning of another sentence.
#[test]
fn messages_within_messages_are_told_in_chinese() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("chinese");
    std::fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, text: &str| {
        std::fs::write(folder.join(name), text).unwrap();
        folder.join(name).to_str().unwrap().to_owned()
    };
    check(&["solve", "nim", "3", "--max-seconds", "nan"], 2, "", &["不对：应为秒数，例如 10 或 0.5"]);
    check(&["solve", "nim", "3", "--memory", "99999999999GiB"], 2, "", &["不对：没有机器有 99999999999GiB 这么多内存"]);
    check(&["table", "nim", "5..0"], 2, "", &["不对：范围是空的：0 小于 5"]);
    check(&["heap", "{1,2"], 2, "", &["这不是石子堆代码：集合没有结束（`{1,2`）", "提示: 请加上 `}`"]);
    let (wrong, early) = (file("x.txt", "x\n"), file("early.txt", "1 1800 1 1\n"));
    check(&["judge", "poj2234", "--input", &wrong], 2, "", &["x.txt:1:1：应为 `heaps` 的项数，却是 `x`"]);
    check(
        &["judge", "zoj1024", "--input", &early],
        2,
        "",
        &["early.txt:1:3：`date`：日期不能早于 1900-01-01，却是 [1800,1,1]"],
    );
    let deep = file("deep.game", &format!("game g(n)\nmove t -> {}n{}\n", "(".repeat(150), ")".repeat(150)));
    let deep = run(&["check", &deep, "--lang", "zh"], &[]);
    let said = String::from_utf8(deep.stderr).unwrap();
    assert!(said.contains("括号、`if` 与前缀运算符最多 100 层"), "{said}");
    let index =
        file("index.game", "game g(n, s: [int; 2] = [0, 0])\nmove take if n > 0 and s[n] == 0 -> with n = n - 1\n");
    let said = String::from_utf8(run(&["check", &index, "--lang", "zh"], &[]).stderr).unwrap();
    assert!(said.contains("例如：在 2,[0,0]，走法 take"), "{said}");
    let bk = file(
        "bk.game",
        "game bk(n)\ngiven m: int in 1.. = 3\nmove take(k in 1..min(m, n)) -> n - k\nclaim grundy = n % (m + 1)\n",
    );
    let said = String::from_utf8(run(&["prove", &bk, "--lang", "zh"], &[]).stdout).unwrap();
    assert!(said.contains("bk (m=3)") && !said.contains(" with "), "{said}");
}

#[test]
fn help_is_in_chinese() {
    let output = run(&["--lang", "zh", "solve", "--help"], &[]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0));
    for words in ["用法:", "选项:", "参数:", "最多考察多少个局面", "显示帮助", "三堆石子", "说明一个局面谁赢"]
    {
        assert!(said.contains(words), "`{words}` is not in\n{said}");
    }
    for words in ["Usage", "Options", "Print", "How many"] {
        assert!(!said.contains(words), "`{words}` is in\n{said}");
    }
}

#[test]
fn the_environment_says_which_language_is_spoken() {
    let spoken = |arguments: &[&str], environment: &[(&str, &str)]| {
        let said = String::from_utf8(run(arguments, environment).stdout).unwrap();
        if said.contains("先手必胜") { "zh" } else { "en" }
    };
    let solve = ["solve", "nim", "1"];
    assert_eq!(spoken(&solve, &[]), "en");
    assert_eq!(spoken(&solve, &[("LANG", "zh_CN.UTF-8")]), "zh");
    assert_eq!(spoken(&solve, &[("LANG", "zh_CN.UTF-8"), ("LC_ALL", "C")]), "en");
    assert_eq!(spoken(&solve, &[("LC_MESSAGES", "zh_CN"), ("LANG", "de_DE"), ("LC_ALL", "")]), "zh");
    assert_eq!(spoken(&solve, &[("LC_ALL", "zh_CN"), ("GRUNDY_LANG", "en")]), "en");
    assert_eq!(spoken(&["solve", "nim", "1", "--lang", "en"], &[("LANG", "zh_CN")]), "en");
}

#[test]
fn programs_read_the_same_in_every_language() {
    for asked in [
        &["solve", "nim", "3", "4", "5", "--json"][..],
        &["moves", "wythoff", "1,2", "--json"],
        &["table", "kayles", "0..20", "--csv"],
        &["table", "wythoff", "0..3", "0..3", "--json"],
        &["check", "bash", "--json"],
        &["list", "nim", "--json"],
        &["show", "chomp", "--json"],
        &["heap", ".77", "--json"],
        &["solve", "nim", "3", "--explain-plan", "--json"],
    ] {
        let (english, chinese) = (run(asked, &[("LANG", "en")]), run(asked, &[("LANG", "zh")]));
        assert_eq!(english.status, chinese.status);
        // Times differ from run to run.
        let plain = |output: Output| {
            let text = String::from_utf8(output.stdout).unwrap();
            text.split("\"seconds\"").next().unwrap_or_default().to_owned()
        };
        assert_eq!(plain(english), plain(chinese), "{asked:?}");
    }
}
