import { join } from 'node:path'
import type { Finding, Look } from '../../checkup/finding.ts'
import { lastStartFailure } from '../../gateway/start-failure.ts'
import { type Hello, helloAt, portsOf } from '../hello.ts'

const pairing: Record<string, Finding> = {
  enrolled: { level: 'ok', text: '已绑定门店' },
  expired: { level: 'bad', text: '策略已过期', cure: '核对这台电脑的日期和时间，连接网络，等待自动更新' },
  unenrolled: { level: 'bad', text: '还没有绑定门店', cure: '打开医保云的「安装初始化」页面绑定' },
}

const about = ({ port, version, ready, ...hello }: Hello, active: string): Finding[] => {
  const listening: Finding = { level: 'ok', text: `监听 127.0.0.1:${port}` }
  const old: Finding[] =
    version === active
      ? []
      : [{ level: 'bad', text: `正在运行的是 ${version}，不是 ${active}`, cure: '运行 agent stop，再 agent start' }]
  const desk: Finding = ready
    ? { level: 'ok', text: '桌面程序已就绪' }
    : { level: 'bad', text: '桌面程序未就绪，不能读卡和打印', cure: '重新登录 Windows；仍不就绪时重新运行安装程序' }
  return [listening, ...old, pairing[hello.pairing] ?? pairing.unenrolled!, desk]
}

const clock = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Asia/Shanghai' })

/** What the last start ended with, where that is the last that the agent said. */
const whyNot = (data: string): Finding[] => {
  const failure = lastStartFailure(join(data, 'agent'))
  if (!failure) return []
  return [{ level: 'bad', text: `上次没有启动（${clock.format(failure.time)}）：${failure.text}` }]
}

/** Who has the agent's ports. */
export const ports: Look = async ({ settings, setup }) => {
  const wanted = portsOf(settings)
  const found = await Promise.all(wanted.map(helloAt))
  const ours = found.filter((one): one is Hello => one !== undefined && one !== 'stranger')
  const strangers: Finding[] = wanted
    .filter((_, index) => found[index] === 'stranger')
    .map((port) => ({
      level: ours.length ? 'note' : 'bad',
      text: `端口 ${port} 被别的程序占用`,
      ...(!ours.length && { cure: '退出占用端口的程序，再运行 agent start' }),
    }))
  if (ours.length > 1) strangers.push({ level: 'bad', text: '有两个本机助手在运行', cure: '重新启动电脑' })
  if (!ours.length)
    return [
      ...strangers,
      {
        level: 'bad',
        text: `本机助手没有应答（${wanted.join('、')}）`,
        cure: setup.supervised ? '运行 agent start' : '运行 agent gateway',
      },
      ...whyNot(settings.data),
    ]
  return [...ours.flatMap((one) => about(one, setup.active())), ...strangers]
}
