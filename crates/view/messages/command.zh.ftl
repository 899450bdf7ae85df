# 命令行的话：错误、提示与说明。

## 文件与游戏
there-is-no-game-called = 没有叫 `{ $name }` 的游戏
did-you-mean = 您是指 { $name } 吗？
did-you-mean-or = 您是指 { $name } 或 { $other } 吗？
is-a-contest-problem-which-commands = `{ $name }` 是竞赛题：用 `grundy ask`、`judge` 和 `show`
is-a-contest-problem-not-rules = `{ $name }` 是竞赛题，不是游戏规则
problem-is-taken-with = `grundy ask`、`judge`、`stress` 和 `export` 用 --problem { $file } 接受它
is-a-directory-name-a-file-in = `{ $name }` 是目录：请指明其中的文件
grundy-list-shows-all-built-in-games = `grundy list` 列出所有内置游戏；自己的文件用路径指明，如 ./my.game
the-built-in-game-is-called = 内置游戏叫 `{ $name }`
standard-input = 标准输入
is-a-directory = `{ $name }` 是目录
name-a-file-in-it = 请指明其中的文件
name-a-file-of-positions-one-a = 请指明写有局面的文件，每行一个
cannot-write = 无法写入 `{ $name }`：{ $error }
there-is-no-file = 没有文件 `{ $name }`
look-at-the-path = 请检查路径
cannot-read = 无法读取 `{ $name }`：{ $error }
is-larger-than-mib = `{ $name }` 超过 { $count } MiB
that-is-no-file-of-this-kind = 它不是这类文件；请检查路径
is-not-utf-8-line-holds-the = `{ $name }` 不是 UTF-8：第 { $number } 行有字节 { $byte }
is-not-utf-8 = `{ $name }` 不是 UTF-8
is-no-certificate-it-holds-the-letter = `{ $name }` 不是证书：其中有字符 { $letter }
is-no-certificate-line-1-is = `{ $name }` 不是证书：第 1 行是 `{ $text }`
verify-a-certificate-begins-with = 证书以 `grundy certificate 1`、`grundy automaton 2` 或 `grundy letters 1` 开头；`grundy heap`、`find` 和 `prove` 用 --certificate 写出证书
lines-from-here-have-no-answer = 第 { $count } 行及以后各行没有答案：{ $why }
save-it-as-utf-8 = 请存为 UTF-8
is-empty = `{ $name }` 是空的
standard-input-is-empty = 标准输入是空的
standard-input-is-not-utf-8 = 标准输入不是 UTF-8：第 { $number } 行有字节 { $byte }
standard-input-is-larger-than-mib = 标准输入大于 { $count } MiB
cannot-read-standard-input = 无法读取标准输入：{ $error }
would-write-into-the-answer = `{ $option } -` 会写进答案里
name-a-file-standard-output-has = 请写一个文件名；标准输出用来输出答案
would-write-the-same-file = `{ $option }` 与 `{ $other }` 会写入同一个文件
name-a-file-for-each = 请各写一个文件名
grundy-list-problems-shows-all-built-in = `grundy list --problems` 列出所有内置题目
shows-the-fields-of-its-input = `{ $command }` 显示输入的各项和一个例子
is-no-certificate-it-is-empty = `{ $name }` 不是证书：它是空的
is-no-certificate-line-1-is-empty = `{ $name }` 不是证书：第 1 行是空的
the-smallest-game-is-game-nim-n = 最小的游戏是：game nim(n) move take(k in 1..n) -> n - k
standard-output-is-closed = 标准输出已关闭
it-may-not-be-changed = 不允许修改
too-many-links-lead-there = 链接层数太多
it-is-no-regular-file = 它不是普通文件
another-run-is-writing-to-it = 另一次运行正在写它
cannot-write-the-answer = 无法写出答案：{ $error }

## 玩什么
compound-says-another-way-of-play-than = `--compound` 所说的玩法与文件不同，而检查的是文件中的规则
write-compound-in-the-file-of-rules = 请在规则文件中写 `compound …`
given-has-no = `--given { $text }` 中没有 `=`
given-has-no-name = `--given { $text }` 的 `=` 之前没有名字
given-says-nothing = `--given` 没有内容
write-name-value-as-in-given-m = 请写 NAME=VALUE，如 --given m=4，或 @FILE.json
write-name-value-as-in-given-m-2 = 请写 NAME=VALUE，如 --given m=4
is-given-twice = `{ $name }` 给了两次
it-holds-one-object-with-a-value = 文件应是一个对象，为每个给定条件给出值，如 {"{"}"m": 4, "S": [2, 5]{"}"}
is-not-json = `{ $name }` 不是 JSON：{ $error }
is-json-but-not-an-object = `{ $name }` 是 JSON，但不是对象
one-every-short-some-anti-or-upto = 应为 one、every、short、some、anti 或 upto=K，如 --compound upto=2
upto-0-allows-no-move-at-all = upto=0 不允许任何走法；K 至少为 1
upto-takes-at-most = upto=K 的 K 最大为 { $number }
there-is-no-problem-called = 没有叫 `{ $name }` 的题目
grundy-list-problems-shows-them-all = `grundy list --problems` 列出全部题目
grundy-list-problems-shows-them-all-2 = `grundy list --problems` 列出全部题目，`grundy show NAME` 显示其中一道
no-built-in-problem-mentions = 没有内置题目提到 `{ $name }`
there-is-a-problem-of-this-name = 还有一道同名的题目：`grundy show { $name } --problem`
inputs-with = 满足 { $conditions } 的输入
this-is-a-contest-problem-not-the-rules = 这是一道竞赛题，不是游戏规则
look-at-it-with-grundy-show = 请用 `grundy show { $name }` 查看
what-grundy-judge-reads = `grundy judge { $name }` 读入
and-what-it-prints = 并输出
told-besides = 另外给出
word-promised = 题面保证
word-limits = 范围
word-type = 类型
word-problem = 题目
word-title = 标题
word-game = 游戏
word-source = 来源
word-answer = 答案
the-rules-and-the-positions-cannot-both = 规则与局面不能都来自标准输入
put-one-of-them-into-a-file = 请把其中之一放进文件

## 限额
a-number-of-positions-from-1-up = 应为不小于 1 的局面数，例如 1000000
a-time-cannot-be-negative = 时间不能为负
a-number-of-seconds-is-expected-for = 应为秒数，例如 10 或 0.5
a-number-of-seconds-above-0-is = 应为大于 0 的秒数，例如 5
a-number-of-seconds-above-0-is-2 = 应为大于 0 的秒数，如 2 或 0.5
a-number-of-threads-from-1-up = 应为不小于 1 的线程数，例如 2
an-amount-of-memory-is-expected-for = 应为内存大小，例如 512MiB、4GiB 或 2G
is-more-than-any-machine-has = 没有机器有 { $text } 这么多内存
raise-the-limit-with-max-seconds-or-memory = 请用 --max-seconds 或 --memory 提高限额
raise-the-limit-with-max-positions-max = 请用 --max-positions、--max-seconds 或 --memory 提高限额
raise-the-limit-with = 请用 { $option } 提高限额
max-seconds-max-positions-and-memory-set = 限额由 --max-seconds、--max-positions 和 --memory 设定
it-was-interrupted = 被中断
the-budget-was-used-up = 限额已用完
not-every-cell-is-known = 并非每一格都已知：{ $why }
not-every-move-is-known = 并非每个走法都已知：{ $why }
interrupted-lines-were-answered = 已中断：回答了 { $count } 行
cannot-read-line = 无法读取第 { $number } 行：{ $error }
line-is-longer-than-mib = 第 { $number } 行超过 { $count } MiB
line = 第 { $number } 行：{ $message }
of-files-were-checked-to-the-end = { $why }：{ $count_all } 个文件中检查完了 { $count } 个
interrupted = 已中断
found-in-play-from-the-start = 从初始局面走到时发现

## list
no-built-in-game-mentions = 没有内置游戏提到 `{ $word }`
grundy-list-shows-them-all = `grundy list` 列出全部

## serve
grundy-is-at-ctrl-c-ends-it = grundy 在 { $address }（按 Ctrl-C 结束）
cannot-listen-on = 无法监听 { $address }：{ $error }
it-may-be-running-already-another-port = 也许已在运行；用 --port 7879 换一个端口

## table
a-range-of-a-table-needs-both = 数表的范围要有两端，例如 0..20
the-number-is-too-large-for-a = 这个数对数表来说太大
is-not-a-whole-number-a-range = { $text } 不是整数；范围写作 0..20
a-range-has-two-dots-for-example = 范围有两个点，例如 0..20
the-range-is-empty-is-below = 范围是空的：{ $high } 小于 { $low }
is-not-played-for-points = { $game } 不计分
ask-for-the-outcome-as-outcome = 请问胜负：--as outcome
a-game-for-points-has-no-remoteness = 计分游戏没有剩余步数
ask-for-the-score-as-score = 请问得分：--as score
positions-of-have-no-grundy-value = { $game } 的局面没有 SG 值：{ $why }
has-components-too-few-for-these-ranges = { $game } 有 { $count } 个分量，不够这些范围用
a-table-runs-over-numbers-but-of = 数表的范围是数，而 { $game } 的 `{ $name }` 是{ $kind }
solve-single-positions = 请逐个求解局面：{ $command }
has-no-default-so-it-needs-a = `{ $name }` 没有默认值，所以也要给出范围
give-a-second-range-for-example-0 = 请给出第二个范围，例如 0..20 0..20
a-table-runs-over-the-first-one = 数表的范围对应前一两个分量；其余的须有默认值
a-table-of-cells-is-too-large = { $size } 格的数表太大：最多 { $most } 格
take-smaller-ranges = 请取小一些的范围
a-table-has-one-or-two-ranges = 数表有一个或两个范围
for-example-0-20-or-0-9 = 例如 0..20，或 0..9 0..9
no-cell-of-this-table-is-a = 这张数表没有一格是 { $game } 的局面

## 进度
of-s-left = { $what } { $count } / { $count_all }，每秒 { $count_speed }，还需{ $time }
of-s = { $what } { $count } / { $count_all }，每秒 { $count_speed }
of = { $what } { $count } / { $count_all }
s = { $what } { $count }，每秒 { $count_speed }
word-positions = 局面
word-moves = 走法
word-values = 值
word-cells = 格
word-tests = 测试
word-games = 游戏
smaller-inputs = 更小的输入

## stress
word-time-out = 超时
printed-nothing = （没有输出）

## draw
draw-too-many = { $count } 步之内 { $game } 的局面超过 { $count_most } 个，或走法太多
draw-rule-says-nothing = `{ $rule }` 与此表的格子无关
draw-hard-to-read = 超过几十个局面的图难以看清；--format dot 可写出更多，供其他程序使用
draw-rule-of-sums = 规律只针对单个局面：在和的表中不适用
draw-image-on-terminal = 终端不能显示图像
draw-image-too-large = { $width } × { $height } 像素的图像过大
draw-smaller-depth = 请减小 --depth 或选用更小的局面
draw-smaller-scale = 请减小 --scale、格子或所画的内容
draw-written-as = 此图可写成 { $words }，如 -o picture.{ $ending }
draw-written-as-by-option = 这种图写成 { $words }，例如 { $option } picture.{ $ending }
draw-cannot-be-written-as = 这种图不能写成 { $ending }
draw-has-no-ending = `{ $name }` 没有表明格式的扩展名
a-number-from-to-is-expected = 应为 { $number } 到 { $number_last } 的数
not-every-position-is-listed = 不是每个局面都已列出：{ $why }
not-every-position-is-known = 不是每个局面都已知：{ $why }
nothing-is-known-of-pictures = 不认识以 .{ $ending } 结尾的图片
svg-or-png = svg 或 png
svg-or-dot = svg 或 dot
write-it-as-a-claim-of-the-file = 请照文件中断言的写法写，如 --rule "lose iff n % 4 == 0"
the-other-player-wins = 后手必胜
note-grundy = { $letter }，SG 值 { $number }
picture-lost = 轮到走的一方必败
picture-says-lost = 规律说必败
picture-begins = 周期开始处
picture-wrong = 规律有误
picture-none = 没有这种值
picture-empty = 什么也没有剩下
picture-more = 另有 { $count } 个部分
picture-mover = { $title }，轮到 { $player } 走
a-whole-number-from-to = 应为 { $number } 到 { $number_last } 的整数
a-whole-number-from-up = 应为不小于 { $number } 的整数
