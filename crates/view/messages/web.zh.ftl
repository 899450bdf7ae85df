# HTTP 接口对不予回答的请求所说的话。

## 问题的种类
problem-wrong-request = 请求有误
problem-wrong-rules = 规则有误
problem-wrong-host = 主机名不对
problem-wrong-origin = 来源不对
problem-wrong-method = 方法不对
problem-not-json = 不是 JSON
problem-not-found = 不存在
problem-too-long = 太长
problem-too-slow = 太慢
problem-unknown-game = 没有这个游戏
problem-unknown-job = 没有这个任务
problem-busy = 繁忙
problem-broken = 程序出错
problem-budget = 限额用完
problem-refused = 不能回答
problem-fault = 规则无法执行

## 谁在请求
a-request-needs-one-host = 请求须有且只有一个 `Host`
this-server-is-not-called = 本服务器不叫 `{ $name }`
ask-for-it-as-localhost = 请用 localhost 和它自己的端口访问，或者启动时加上 --name
address-is-not-utf-8 = 地址不是用 UTF-8 写的
query-cannot-be-read = `?` 后面的内容无法读懂
the-address-names-another-server = 请求的地址指向另一台服务器
pages-from-elsewhere-may-not-ask = 不接受其他网站页面的请求
the-body-is-not-said-to-be-json = 没有说明请求内容是 JSON
send-content-type = 请加上 `Content-Type: application/json`

## 请求什么
this-address-is-not-asked = 这个地址不能这样请求
openapi-tells-how = 请求方式见 GET /api/openapi.json
there-is-nothing-at = `{ $address }` 处什么也没有
there-is-no-such-job = 没有这个任务
begin-it-again = 请重新开始
is-no-question = 没有 `{ $name }` 这种提问
it-is-one-of-questions = 应为 { $names } 之一
looking-for-rules-takes-long = 寻找规律需要较长时间
checking-claims-takes-long = 检验断言需要较长时间
make-it-a-job = 请作为任务提交：POST /api/jobs/{ $name }
the-answer-did-not-come-in-time = 没有及时得到答案
long-work-is-a-job = 较长的计算请作为任务提交：POST /api/jobs/…
too-many-questions-wait = 等待回答的提问太多
ask-again-in-a-moment = 请稍后再试
the-work-broke-off = 由于程序的错误，计算中断
please-report = 请报告该游戏与局面
the-request-is-too-long = 请求太长
the-request-did-not-arrive-whole = 请求没有完整到达
the-request-is-not-json = 请求不是 JSON：{ $error }
the-request-did-not-arrive-in-time = 请求没有及时到达
to-the-games = 到游戏列表
the-request-is-not-a-json-object = 请求不是 JSON 对象
there-is-no-built-in-game = 没有内置游戏 `{ $name }`
games-lists-them-all = GET /api/games 列出全部
neither-game-nor-rules = 既没有 `game` 也没有 `rules`
name-a-game = 请指明游戏，如 { $example }
rules-is-not-there = 没有 `rules`
send-example = 请发送 { $example }
the-rules-have-bytes = 规则有 { $count } 字节；至多 { $count_most } 字节
the-position-has-values = 局面有 { $count } 个数与格子；至多 { $count_most } 个
larger-ones-are-for-the-command-line = 更大的局面请用命令行：grundy solve
the-game-has-components = 游戏有 { $count } 个分量与给定值；至多 { $count_most } 个
the-givens-have-values = 给定值有 { $count } 个数与格子；至多 { $count_most } 个
the-givens-take-too-long = 建立给定值用时过长
the-position-takes-too-long = 建立局面用时过长
the-rules-are-wrong = 规则有误
and-more-mistakes = { $what }，另有 { $count } 处错误
is-not-a-text = `{ $name }` 不是文字
is-a-whole-number = `{ $name }` 应为 { $number } 到 { $number_most } 的整数
as-is = `as` 应为 grundy、outcome、remoteness 或 score
compound-is = `compound` 应为 one、every、short、some、anti 或 upto=K
patience-is = `patience` 应为 moment 或 whole
givens-is = `givens` 应是对象，为每个给定条件给出值，如 { $example }
position-is = `position` 应是文字，如 { $example }，或每个部分一段文字的列表
ranges-is = `ranges` 应是一个或两个范围的列表，如 { $example }
