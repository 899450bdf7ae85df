# 各个库的用语：参数解析与系统。

## 参数解析的用语
clap-usage = 用法:
clap-commands = 命令:
clap-arguments = 参数:
clap-options = 选项:
clap-values = 可选值：
clap-default = [默认：
clap-possible = [可选值：
clap-help = 显示帮助
clap-help-more = 显示帮助（--help 更详细）
clap-help-less = 显示帮助（-h 为摘要）
clap-help-command = 显示本帮助或某个命令的帮助
clap-version = 显示版本
error = 错误: { $message }
tip = 提示: { $message }
possible-values = [可选值：{ $values }]
unexpected-argument-found = 多余的参数“{ $argument }”
unexpected-value-for-found-no-more-were = “{ $argument }”不再接受值“{ $value }”
unrecognized-subcommand = 没有命令“{ $command }”
a-similar-argument-exists = 有个相近的参数：“{ $argument }”
a-similar-subcommand-exists = 有个相近的命令：“{ $command }”
a-similar-value-exists = 有个相近的值：“{ $value }”
some-similar-arguments-exist = 有些相近的参数：{ $arguments }
some-similar-subcommands-exist = 有些相近的命令：{ $commands }
some-similar-values-exist = 有些相近的值：{ $values }
to-pass-as-a-value-use = 要把“{ $value }”当作值，请写“-- { $again }”
to-pass-as-a-value-use-2 = 要把“{ $value }”当作值，请写“{ $again }”
subcommand-exists-to-use-it-remove-the = 有命令“{ $command }”；要使用它，请去掉前面的“--”
exists = 有“{ $command } { $argument }”
the-following-required-arguments-were-not-provided = 缺少必需的参数：
the-argument-cannot-be-used-with = 参数“{ $argument }”不能与“{ $other }”同时使用
the-argument-cannot-be-used-with-2 = 参数“{ $argument }”不能与下列参数同时使用：
the-argument-cannot-be-used-with-one = 参数“{ $argument }”不能与所给的其他参数同时使用
the-argument-cannot-be-used-multiple-times = 参数“{ $argument }”不能重复使用
invalid-value-for = “{ $argument }”的值“{ $value }”不对：{ $reason }
invalid-value-for-2 = “{ $argument }”的值“{ $value }”不对
a-value-is-required-for-but-none = “{ $argument }”需要一个值
one-or-more-required-arguments-were-not = 缺少必需的参数
requires-a-subcommand-but-one-was-not = “{ $command }”需要一个命令
invalid-utf-8-was-detected-in-one = 有的参数不是 UTF-8
more-values-required-by-only-were-provided = “{ $argument }”还需要 { $count } 个值，只给了 { $count_given } 个
subcommands = [命令：{ $commands }]
for-more-information-try = 详见“{ $option }”。
invalid-digit-found-in-string = 不是数
number-too-large-to-fit-in-target = 数太大了
number-too-small-to-fit-in-target = 数太小了
cannot-parse-integer-from-empty-string = 空文字不是数
invalid-float-literal = 不是数
invalid-ip-address-syntax = 不是 IP 地址

## 系统
no-such-file-or-directory-os-error = 没有这个文件或目录
permission-denied-os-error-13 = 没有权限
is-a-directory-os-error-21 = 是目录
no-space-left-on-device-os-error = 磁盘已满
address-already-in-use-os-error-98 = 地址已被占用
cannot-assign-requested-address-os-error-99 = 本机没有这个地址

## 时间
seconds = { $count } 秒
second = { $count } 秒
minutes = { $count } 分钟
minute = { $count } 分钟
hours = { $count } 小时
hour = { $count } 小时
days = { $count } 天
day = { $count } 天
