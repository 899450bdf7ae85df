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
word-first = 先手
word-second = 后手
word-draw = 平局
word-unknown = 未知
grundy = SG 值 { $number }
a-grundy-that-repeats = 周期性的 SG 值
no-grundy-here = 此处没有 SG 值
a-score-that-repeats = 周期性的得分
no-score-here = 此处没有得分
a-remoteness-that-repeats = 周期性的步数
no-remoteness-here = 此处没有步数
grundy-as-at = SG 值 { $number }，与 { $position } 处相同
score-as-at = 得分 { $number }，与 { $position } 处相同
remoteness-as-at = 步数 { $number }，与 { $position } 处相同
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
to-count-it = 要数清
label-theorems = 定理
to-ask-them-on = 要继续询问

## 事实
text-0-play-is-over = 0：对局已结束
text-1-one-move-to-the-end = 1：还有一步
not-counted = 没有数：{ $why }
given-up = 放弃：{ $why }
not-found = 没有求出：{ $why }
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
label-methods = 可用的方法：

## 检查文件
word-ok = 正确
errors = { $count } 个错误
warnings = { $count } 个警告
warnings-2 = ，{ $count } 个警告
of-claims-false = { $count_all } 条断言中 { $count } 条不成立
claims-cannot-be-evaluated = { $count } 条断言无法求值
nothing-could-be-checked = 没有一条断言能够检验
of-claims-could-not-be-checked = { $count_all } 条断言中有 { $count } 条无法检验
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
