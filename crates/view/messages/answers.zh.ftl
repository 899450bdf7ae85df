# 结论、取值、走法与论证。

## 结论
the-player-to-move-wins = 先手必胜
the-player-to-move-loses = 先手必败
verdict-first = （N 局面）
verdict-second = （P 局面）
a-draw = 平局
wins = { $player } 必胜
who-is-to-move-first = ，轮到他走（先手）
is-to-move-second = ；轮到 { $player } 走（对方为后手）
not-known-within-the-budget = 限额内未知
word-first = 先手胜
word-second = 后手胜
word-draw = 平局
word-unknown = 未知{"   "}
grundy = SG 值 { $number }
score = 得分 { $number }
remoteness = 剩余步数 { $number }

## 标签
label-grundy = SG 值
label-score = 得分
label-remoteness = 剩余步数
winning-moves = 必胜走法
drawing-moves = 保和走法
label-by = 依据
which-says = 定理内容
label-stopped = 停止
label-known = 已知
to-go-on = 要继续

## 事实
text-0-play-is-over = 0：对局已结束
text-1-one-move-to-the-end = 1：还有一步
moves-to-the-end-when-the-winner = 还有 { $count } 步（胜方求快，负方拖延）
text-0-both-get-the-same-from-here = 0：此后双方得分相同
gets-points-less-from-here-on = { $number }：此后{ $who }少得 { $count } 分
gets-points-more-from-here-on = { $number }：此后{ $who }多得 { $count } 分
the-player-to-move = 先手
part = 第 { $number } 部分：{ $move }
and-more = 另有 { $count } 个
and-perhaps-more = 也许还有
not-every-move-was-examined = { $stop }；并非每个走法都考察过
of-moves = { $count } 个走法中：{ $tally }
nothing-yet = 尚无
win = { $count } 个胜
draw = { $count } 个平
lose = { $count } 个负
cut-short = { $authority }，中途停止

## 走法
column-move = 走法
column-gain = 得分
word-again = 再走
column-to = 走到
column-result = 结果
word-wins = 胜
word-draws = 平
word-loses = 负
column-grundy = SG 值
word-best = 最佳
no-moves = 无路可走
the-moves-were-not-listed = 未能列出走法
only-winning-moves-are-listed-of = 只列出必胜走法，共 { $count } 个；{ $authority }
only-winning-moves-are-listed-of-an = 只列出必胜走法，总数未知；{ $authority }

## 数表
quantity-outcome = 胜负
quantity-wins = 谁赢（N 先手，P 后手，D 平局）

## 游戏的类别
word-impartial = 公平博弈
two-players = 双方不同
word-points = 计分
word-misere = 反常规（最后走者负）
every-part = 每部分都走
every-part-the-first-to-end = 每部分都走，最先结束者定胜负
some-parts = 走若干部分
up-to-k-parts = 至多走 k 个部分
word-anti = anti-SG
loops-win = 循环算胜

## 方案
label-plan = 方案：
label-because = 因为
not = 不用{ $solver }：
label-note = 说明：

## 检查文件
word-ok = 正确
errors = { $count } 个错误
warnings = { $count } 个警告
warnings-2 = ，{ $count } 个警告
of-claims-false = { $count_all } 条断言中 { $count } 条不成立
claims-cannot-be-evaluated = { $count } 条断言无法求值
word-holds = 成立
word-proved = 已证明
word-false = 不成立
word-error = 错误
word-warning = 警告
word-help = 提示
word-note = 说明
for-every-size-by-a = 对一切大小成立，依据：{ $evidence }
at-with-it-says-found = 在 { $position }（{ $givens }）断言为：{ $expected }；实际为：{ $found }
at-it-says-found = 在 { $position } 断言为：{ $expected }；实际为：{ $found }
a-draw-not = 平局，不是{ $other }

## 论证
play-is-over-the-player-to-move = 对局已结束：轮到走的一方已经输了。
play-is-over-the-player-to-move-2 = 对局已结束：轮到走的一方已经赢了。
play-is-over-and-nobody-has-won = 对局已结束，没有人赢。
play-is-over-what-was-gained-stands = 对局已结束：得分就此确定。
it-is-not-known-who-wins = 还不知道谁赢：{ $stop }。
the-grundy-values-of-the-parts-are = 各部分的 SG 值为 { $values }。
their-xor-is-which-is-not-0 = 它们的异或为 { $number }，不为 0：先手可以把它变成 0。
their-xor-is-0-every-move-changes = 它们的异或为 0：每一步都改变一个部分，异或就不再是 0。
play-what-is-left-has-the-value = 走 { $move }：剩下的值为 0。
whatever-the-opponent-does-the-value-is = 无论对方怎么走，值都不再是 0，而你又能把它变成 0；所以先无路可走的是对方。
the-opponent-can-then-make-it-0 = 对方每次都能再把它变成 0；所以先无路可走的是轮到走的一方。
the-options-have-the-values-the-least = 后继局面的值为 { $values }；没有出现的最小自然数（mex）是 { $number }，这就是 SG 值。
the-grundy-value-is = SG 值为 { $number }。
no-option-has-the-value-0-so = 没有后继局面的值为 0，所以无论怎么走，对方都能走到 0；先无路可走的是轮到走的一方。
ends-the-play-at-once-and-wins = { $move } 立即结束对局并获胜。
leads-to-a-position-that-is-lost = { $move } 走到对方的必败态：对方的 { $count } 种应对全输。
each-of-the-moves-leads-to-a = { $count } 个走法都走到对方的必胜态。
no-move-wins-but-draws = 没有必胜走法，但 { $move } 可以保和。
other-moves-lose = 另外 { $count } 个走法会输。
the-best-move-is-which-gains-at = 最佳走法是 { $move }，立即得 { $number } 分。
with-best-play-the-player-to-move = 双方都走最佳时，先手此后多得 { $number } 分。
it-takes-moves-when-the-winner-hurries = 胜方求快、负方拖延，共需 { $count } 步。
this-rests-on = 依据：{ $authority }。
