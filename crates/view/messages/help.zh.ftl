# 各命令的帮助。

## 总览
who-wins-a-two-player-game-how = 双人游戏谁赢、怎样赢、为什么赢：只需几行规则
the-language-of-what-people-read-default = 给人看的文字用哪种语言 [默认：由 GRUNDY_LANG、LC_ALL、LC_MESSAGES 或 LANG 决定]
examples = 例如：
exit-codes-0-fine-1-not-known = 退出码：0 正常；1 限额内未知、断言不成立或文件格式不规范；2 输入有误。
ctrl-c-ends-the-work-and-shows = 按 Ctrl-C 停止计算并显示目前所知；按两次退出程序。

## 限额
how-many-positions-may-be-examined = 最多考察多少个局面
how-many-seconds-it-may-take = 最多用多少秒
how-many-seconds-each-position-may-take = 对局中求解每个局面最多用多少秒
how-many-positions-for-each-position = 对局中求解每个局面最多考察多少个局面
how-much-memory-tables-may-take-as = 数表最多用多少内存，如 512MiB 或 4GiB [默认：空闲内存的一半，至多 8GiB]
how-many-threads-may-work-at-once = 同时用多少线程 [默认：每核一个]；答案与线程数无关

## 玩什么
a-built-in-game-see-grundy-list = 内置游戏（见 `grundy list`）、规则文件，或用 - 表示标准输入
what-is-given-name-value-lists-as = 给定条件：NAME=VALUE，列表写作 2,5 或 JSON；或用 @FILE.json 一次给全
who-is-to-move-in-a-game = 轮到谁走（双方不同的游戏）
how-a-sum-is-played-one-every = 多个部分怎样一起玩：one（走一个）、every（每个都走）、short（最先结束者定胜负）、some（走若干个）、anti（anti-SG）、upto=K（至多走 K 个）
the-parts-of-the-position-as-3 = 局面的各部分，如 `3`、`4,7` 或 `X.O/.X./..O`
a-built-in-problem-as-poj2234-see = 内置题目，如 poj2234（见 `grundy list --problems`）
refuse-inputs-beyond-the-limits-that-the = 拒绝超出题面范围的输入；否则照常回答并提示
a-problem-file-of-your-own = 自己的题目文件
one-json-object-on-one-line = 输出一行 JSON 对象
as-one-json-object-on-one-line = 输出一行 JSON 对象
one-json-object-a-position-on-one = 每个局面输出一行 JSON 对象
one-json-object-a-file-on-one = 每个文件输出一行 JSON 对象
one-json-object-a-game-on-one = 每个游戏输出一行 JSON 对象
as-comma-separated-values = 输出逗号分隔值（CSV）

## ask
answer-inputs-of-a-contest-problem-one = 回答竞赛题的输入，每行一个 JSON 对象
each-line-of-standard-input-is-an = 标准输入的每一行是一个对象，含题目输入的各字段；也可以是把它放在 `input` 下的完整用例。输出的每一行是相应的答案，次序相同。
read-the-inputs-from-file-instead-of = 从 FILE 而不是标准输入读取
say-what-each-answer-rests-on = 说明每个答案依据什么
answers-are-json-whether-this-is-given = 无论是否给出，回答都是 JSON
a-line-that-is-wrong-is-answered = 有误的行答以 {"{"}"error": …{"}"}，其余各行照常回答；此时退出码为 2。
seconds-and-memory-are-those-of-all-lines = 秒数和内存由所有行合用；时间用完时，最后一行会说明，退出码为 1。

## check
check-rules-and-claims = 检查规则与断言
every-mistake-of-a-file-is-shown = 文件中的每个错误都指出位置与改法；然后用已解出的局面检验每条断言、策略与对称，不成立的给出最小反例。
files-of-rules-built-in-games-or = 规则文件、内置游戏，或用 - 表示标准输入
check-every-built-in-game = 检查所有内置游戏
seconds-are-those-of-all-files-together = 秒数是所有文件合计的，局面数是每个文件的。
exit-codes-0-all-is-right-1 = 退出码：0 全部正确；1 有断言不成立，或未能全部检验；2 文件有误。

## completions
print-completions-for-a-shell = 输出 shell 的补全脚本
which-shell = 哪种 shell

## export
c-17 = C++17
python-3 = Python 3
java-a-class-main = Java，类名 Main
rust-without-other-crates = Rust，不用其他 crate
write-a-complete-program-for-a-contest = 为竞赛题写出完整程序
the-program-reads-the-judge-s-input = 程序读入评测输入、作答并输出。若游戏有覆盖评测范围的断言，就用公式；否则用最小的数表或搜索。没有又对又快的程序时，说明原因。你自己文件中未经证明的断言不会使用：若也没有数表可用，就不写程序，除非给出 --unproved。程序依据什么写在它的注释里；没有人证明过的，也会在标准错误输出中说明。
the-language = 编程语言
write-to-file-instead-of-standard-output = 写入 FILE 而不是标准输出
take-claims-that-nothing-proves-where = 没有数表可用时，也采用未经证明的断言；程序会说明它比较到什么范围
one-json-object-on-one-line-the-program = 一行一个 JSON 对象：程序，以及它所用的每个断言依据什么
exit-code-1-no-program-is-right = 退出码 1：在题目范围内没有又对又快的程序；信息说明原因。

## find
find-rules-in-the-values-of-a = 在游戏的取值中发现规律
solves-a-table-and-looks-for-rules = 解出一张表并在其中寻找规律：周期、余数、异或及其他按位规律、黄金比及其他 Beatty 数列、斐波那契数、平方数、幂、递推、各堆之值、自动机。每条规律既用文字说出，也给出可写进文件的 `claim` 行，并说明它是对所有局面已证明、只在表内检验过，还是被更大的表推翻。
how-far-the-table-goes-default-a = 数表的范围 [默认：几千个局面；为推翻未证明的规律会看得更远]
how-many-seconds-to-search-what-is = 最多搜索多少秒；届时报告已知的结果
write-a-picture-of-the-table-with = 把数表连同所发现的规律画成图，写入此文件
write-the-certificate-of-the-first-thing = 把第一个被证明的结论的证书写入此文件
exit-codes-0-a-rule-was-found = 退出码：0 找到规律；1 没有找到；2 输入有误。

## fmt
print-files-of-rules-in-their-canonical = 把规则文件改写成规范格式
a-file-is-rewritten-wholly-or-not = 文件要么整个改写，要么不动；有错误的文件不会被改动。
files-of-rules-or-for-standard-input = 规则文件，或用 - 从标准输入到标准输出
write-nothing-name-the-files-that-would = 不写入，只列出会改变的文件，退出码 1
write-the-canonical-form-to-standard-output = 把规范格式写到标准输出

## heap
compute-the-values-of-a-heap-game = 计算石子堆游戏的 SG 值，并证明其周期
a-move-takes-tokens-from-one-heap = 一步从一堆中取若干石子，余下的分成几堆。CODE 逐位说明取 1、2、…… 颗之后可以留下什么：1 不留，2 留一堆，4 留两堆，8 留三堆（16 四堆，32 五堆），相加而得。小数点前是一颗不取时可以留下什么。CODE 若为规则的名字，堆的大小按规则中的数来问。独立的检验器接受了证书，周期才称为已证明。
a-code-a-game-of-the-catalogue = 代码、目录中的游戏，或规则文件
what-is-given-where-code-names-rules = 给定条件（CODE 为规则时）：NAME=VALUE
digits-of-the-code-must-be-below = 代码的各位数字须小于它
compute-at-most-so-many-values-default = 最多计算多少个值 [默认：1000000，普查时 12000]
the-first-heap-to-show-or-to = 显示或写入文件的第一堆 [默认：0]
the-last-heap-to-show-default-59 = 显示的最后一堆 [默认：59]，或写入文件的最后一堆 [默认：算出的最后一个]
the-value-of-one-heap-as-large = 某一堆的值；周期证明之后可大到 10^18；可以给出多次
compute-by-this-engine-window-block-portable = 用此引擎计算：window、block、portable-block、sparse、scan、convolution 或 plain [默认：最快的]
go-on-from-this-file-and-append = 从此文件继续，并把新算出的值追加进去；没有则新建
do-not-check-the-period-which-takes = 不检验周期（检验与寻找用时相当）；此时不称为已证明
write-the-certificate-of-the-period-for = 写出周期的证书，供 `grundy verify` 检验
write-a-picture-of-the-values = 把各值画成图
write-the-values-as-comma-separated-values = 把各值写成逗号分隔值
write-the-values-as-bytes-or-as = 把各值写成字节；放不下时写成 2 或 4 字节的小端数
study-all-octal-games-of-so-many = 普查这么多位的所有八进制游戏
one-json-object-on-one-line-of = 输出一行 JSON 对象；普查时每个游戏一行
take-any-number-but-2-or-5 = 可取任意颗，但不能取 2 或 5 颗
lasker-s-nim-the-digit-3-repeats = Lasker Nim：数字 3 循环
a-game-of-the-catalogue-or-a = 目录中的游戏，或规则文件
example-kayles = Kayles
exit-codes-0-fine-1-it-was = 退出码：0 正常；1 中途停止，或所问的值未知；2 输入有误。

## judge
answer-a-contest-problem-s-input-in = 按评测格式回答竞赛题的输入
standard-input-is-read-as-the-problem = 按题面所说读标准输入，输出与评测所期望的逐字节相同。每个答案一知道就输出。
read-the-input-from-file-instead-of = 从 FILE 而不是标准输入读取输入
input-that-ends-too-soon-or-is = 输入不完整或有误时，报出行与列，退出码 2；此前给出的答案仍然有效。
seconds-and-memory-are-those-of-all-cases = 秒数和内存由所有测试合用；用完时退出码为 1。

## kernel
say-of-every-node-of-a-graph = 说明棋子在图的每个结点上时谁赢，并列出图的核
a-kernel-is-a-set-of-nodes = 核是这样一组结点：内部没有边，外面的每个结点都有边指向其中。无环图恰有一个核，即先手必败的那些结点。文件是边表（每条边一行 `a b`）、DOT 或 JSON（[[1,2],[],[0]]、{"{"}"a":["b"]{"}"} 或 {"{"}"edges":[["a","b"]]{"}"}）；- 表示标准输入。
the-file-is-standard-input = 文件；- 表示标准输入
how-it-is-written-default-by-its = 文件的写法 [默认：看开头几个词]
list-all-kernels-also-where-there-are = 列出所有的核，有环时也列
how-many-kernels-are-kept-more-are = 保留多少个核；再多只计数
write-the-graph-in-dot-coloured = 把着色的图写成 DOT
write-a-picture = 画成图
a-line-for-each-node-as-comma = 每个结点一行，逗号分隔
a-line-a-b-for-each-arrow = 每条边一行 `a b`
the-same-after-a-first-line-n = 同上，首行为 `n m`：结点数与边数

## list
list-the-built-in-games-or-the = 列出内置游戏，或竞赛题目
the-contest-problems-that-ask-judge-stress = `ask`、`judge`、`stress` 与 `export` 所知的竞赛题目
word-is-looked-for-in-names-titles = 在名字、标题（包括中文标题）、类别与说明中寻找 WORD。
word-is-looked-for-in-names-titles-2 = 在名字、标题（包括中文标题）、类别与说明中寻找 WORD
only-games-that-mention-it = 只列出提到它的游戏

## moves
list-every-move-of-a-position-where = 列出局面的每个走法、走到哪里、价值如何
the-result-and-the-score-are-those = 结果与得分是走这一步的一方的；SG 值与剩余步数是走到的局面的。

## prove
prove-claims-for-every-position = 对所有局面证明断言
proves-what-the-file-claims-of-every = 证明文件对所有局面的断言；若其中没有可证明的，就寻找规律并加以证明。规律是逐位读入局面各数的自动机，或石子堆的周期；与搜索不共用代码的检验器说明每个值都由后继局面的值得出。不能证明的在小局面上检验，不成立的断言给出反例。关于特定局面的论断直接算出。论断说的是所有给定条件，除非用 --given 指明。
write-the-automaton-for-graphviz-to-this = 把自动机写成 Graphviz 文件
write-a-picture-of-the-automaton-to = 把自动机画成图，写入此文件
write-the-automaton-as-a-short-program = 把自动机写成短程序（Python），写入此文件
exit-codes-0-all-is-proved-1 = 退出码：0 每条陈述都已证明或算出；1 有一条被推翻，或只是检验过（如 wythoff 的策略）；2 输入有误。

## serve
serve-the-page-where-games-are-played = 打开对弈、求解与编写规则的网页
it-listens-on-this-machine-only-unless = 除非用 --address 另行指定，只在本机监听。通过网页读写不到本机的任何东西；用户保存的内容留在浏览器里。
the-port-0-takes-a-free-one = 端口；0 表示任取一个空闲的
the-address-to-listen-on-another-one = 监听的地址；不是本机地址时别人也能访问
a-name-by-which-others-ask-for = 别人访问本机所用的名字；可以给出多次
open-the-page-in-the-browser = 在浏览器中打开网页
how-many-seconds-a-question-of-the = 网页的一个问题最多用多少秒
how-many-mib-all-tables-together-may = 各种表、答案以及为以后保留的内容总共可以占用多少 MiB
the-page-asks-the-same-questions-as = 网页所问与命令行相同，地址在 /api/… 下；/api/openapi.json 是其说明。
ctrl-c-ends-it = 按 Ctrl-C 结束。

## show
show-the-rules-of-a-game-or = 显示一个游戏的规则，或一道竞赛题问什么
of-a-problem-where-it-comes-from = 对题目：来源、输入的各字段及其类型与范围、评测用词，以及 `ask` 与 `judge` 的例子。
of-a-problem-where-it-comes-from-2 = 对题目：来源、输入的各字段及其类型与范围、评测用词，以及 `ask` 与 `judge` 的例子
a-built-in-game-or-problem-see = 内置游戏或题目（见 `grundy list`）、规则文件，或用 - 表示标准输入
the-problem-of-this-name-or-in = 有同名游戏时，指这个名字的题目或这个文件中的题目

## solve
say-who-wins-a-position-how-and = 说明一个局面谁赢、怎样赢、依据是什么
each-position-is-one-part-of-a = 每个 POSITION 是组合游戏的一个部分；一个也不给，就从规则所说的初始局面开始。分量用逗号连接，棋盘的行用斜线连接；`O: …` 开头说明轮到谁走。
answer-the-positions-of-file-for-standard = 回答 FILE（- 表示标准输入）中的局面，每行一个；限额按行计算
say-which-way-of-solving-is-chosen = 说明会选用哪种求解方法及其理由，而不求解
take-this-method-of-solving = 只用这一种求解方法；`--explain-plan` 列出可用的方法
look-for-this-only = 只求这一项
by-this-method-alone = 只用这种方法
its-grundy-value-and-no-word = 只求 Grundy 值，不管走法
only-who-wins = 谁胜
only-the-value = Grundy 值，或得分
only-the-moves = 谁胜，以及哪些走法取胜
three-heaps = 三堆石子
two-sheets = 两张纸
a-board-x-to-move = 棋盘，轮到 X 走
which-way-would-be-taken-and-why = 会用哪种方法，为什么
a-position-that-begins-with-a-dash = 以减号开头的局面
one-position-a-line = 每行一个局面

## stress
test-your-program-on-random-inputs = 用随机输入测试你的程序（对拍）
draws-inputs-of-the-problem-small-ones = 随机生成题目的输入，从小到大，交给你的程序，并把输出与正确答案比较。第一个出错的输入会缩到尽可能小，显示并保存。一半的局面是必败态，数常取在上下限、幂和斐波那契数附近。
how-many-tests-each-is-one-run = 测试多少次；每次运行一遍程序，含一组或多组数据
what-is-drawn-depends-on-this-number = 随机种子
how-many-seconds-a-run-may-take = 每次运行最多用多少秒
how-many-runs-at-the-same-time = 同时运行多少个；结果与它无关
draw-no-more-and-begin-no-test = 总共可以用多少秒；到时正在进行的那次运行不算数
how-many-positions-may-be-kept-to = 求正确答案时最多保留多少个局面；需要更多的数据不测试
white-space-must-be-right-too = 空白也必须正确
save-the-failing-input-and-both-outputs = 把出错的输入与两份输出保存到此目录
your-program-and-its-arguments = 你的程序及其参数
exit-codes-0-nothing-was-found-1 = 退出码：0 没有发现错误；1 程序出错；2 输入有误，或程序无法启动。

## table
tabulate-values-over-one-or-two-ranges = 在一个或两个范围上列出数表
the-ranges-are-those-of-the-first = 范围对应前一两个分量，两端都包括在内；其余分量取默认值。只有一个分量的游戏，两个范围构成两部分之和。胜负写作 N（先手必胜）、P（先手必败）与 D（平局）；? 表示限额内未知，- 表示没有这种值，空白表示不是局面。
the-numbers-to-run-over-as-0 = 数的范围，如 0..20
what-to-tell-of-each-position-default = 列出局面的什么 [默认：grundy（SG 值），否则 score（得分），否则 outcome（胜负）]
sums-of-two-heaps = 两堆之和

## verify
check-a-certificate = 检验证书
a-certificate-is-a-small-text-that = 证书是一小段文字，说明某个游戏对一切大小都成立的事实及所依据的定理。检验它的代码与求解器毫无共用：所需的值全部重新计算。
the-certificate = 证书
exit-codes-0-proved-1-refused-with = 退出码：0 已证明；1 不予接受（指出行与理由）或中途停止；2 文件无法读取，或不是证书。

## explain
say-why-a-position-is-won-lost = 说明一个局面为什么胜、负或平，并展示怎样走
the-argument-in-words-then-the-whole = 先用文字论证，再给出完整的最佳着法：胜方求快，负方拖延。`--tree N` 显示展开 N 步的证明树：必胜态给出一个必胜走法，必败态给出每个走法及其应对。
show-the-proof-tree-so-many-moves = 显示展开这么多步的证明树
show-so-many-moves-of-best-play = 最多显示多少步最佳着法 [默认：200；由定理时 12]
nim-where-the-last-stone-loses-its = 取最后一颗者负的 Nim：它的类别
by-a-theorem-at-any-size = 由定理，任意大小

## play
play-a-game-in-the-terminal-against = 在终端里对弈，与电脑对弈或双方都自己走
moves-are-typed-by-number-as-they = 走法可以输入编号、列出的写法、简写（`take 2`）或走后的局面；`help` 说明还能输入什么。输入结束时对局也结束。
the-parts-of-the-position-to-begin = 开始局面的各部分，如 `3`、`4,7` 或 `X.O/.X./..O`；不给则按规则所说
which-player-you-are = 你执哪一方
how-well-the-computer-plays-random-easy = 电脑的水平：random（随机）、easy（简单）、good（良好）、best（最强），或 0 到 3
what-the-computer-s-chances-come-from = 电脑的随机种子：数相同，对局就相同
say-of-every-move-what-it-leads = 说明每个走法的后果
one-json-object-an-event-on-one = 每个事件输出一行 JSON 对象
you-move-first = 你先走
the-computer-moves-first = 电脑先走
you-move-for-both = 双方都由你走
you-move-first-the-computer-plays-its-best = 你先走；电脑全力走

## draw
draw-a-board-a-table-or-a-graph = 画出棋盘、数表或局面图，供论文与讲义使用
draw-a-position-as-it-looks-stones-strips = 画出局面的样子：石子、棋带、棋盘、纸片、图上的棋子、数字
draw-a-table-of-values-over-one-or = 画出一维或二维范围上的数表
draw-the-positions-that-can-be-reached-from = 分层画出从一个局面可到达的局面以及其间的走法
draw-what-a-rule-says-over-the-table = 在数表上画出一条规律；写法与断言相同，如 `lose iff n % 4 == 0`
how-it-is-written-default-by-the-ending = 文件格式 [默认：由 FILE 的扩展名决定，否则为 svg]
how-many-dots-of-an-image-a-unit = 图像中每单位多少像素
how-many-moves-to-follow = 向前走多少步
how-many-positions-there-may-be-more-are = 最多多少个局面：超过则不画并说明过多 [默认：1500，dot 为 20000]
moves-that-keep-a-win-are-thick-positions = 保持胜势的走法用粗线。到达所求深度的局面不再展开，并以点号表示。
pictures-are-for-white-paper-and-who-wins = 图片适合白纸，不靠颜色也能看出胜负：必败局面为深色或双框，平局为虚线框，字母表示 N（走子方必胜）、P（对方必胜）、D（平局）。
the-ranges-are-those-of-grundy-table-a = 范围的写法同 `grundy table`。单个范围折成多行。
the-side-of-a-cell-default-as-large = 格子的边长 [默认：尽可能大]
what-is-drawn-as-one-json-object-on = 不输出图片，而把所画内容作为一行 JSON 对象输出
where-to-write-the-picture-its-ending-says = 图片写到哪里；扩展名决定格式 [默认：标准输出]
write-the-moves-beside-the-arrows = 在箭头旁写出走法
the-parts-of-the-position-as-3-or = 局面的各部分，如 `3`、`4,7` 或 `X.O/.X./..O`；不写则为初始局面
a-drawing-that-stays-sharp = 任意放大都清晰的矢量图
an-image = 图像
a-graph-for-other-programs = 供其他绘图程序使用的图
