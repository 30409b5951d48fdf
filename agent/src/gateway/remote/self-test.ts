import { statfs } from 'node:fs/promises'
import type { Gateway } from '../context.ts'
import { deviceLines, type Line } from './device-lines.ts'

const pairings = {
  enrolled: '已绑定门店',
  unenrolled: '没有绑定门店，请在「安装初始化」绑定',
  expired: '策略已过期，请核对本机时间和网络',
} as const
const desks = { ready: '就绪', starting: '正在启动', restarting: '异常退出，正在重新启动', stopped: '未运行' } as const
const skewAllowed = 120_000

/** How the server is for this agent, in one line. */
export const serverLine = async ({ reach }: Pick<Gateway, 'reach'>): Promise<Line> => {
  const { reachable, health, ms, skewMs } = await reach()
  if (!reachable) return { well: false, text: '云服务：连接不到，请检查网络' }
  if (health === 'notReady')
    return { well: false, text: '云服务：可以连接，但它还没有就绪（正在启动，或数据库没有应答），请稍后再试' }
  const late = skewMs !== undefined && Math.abs(skewMs) > skewAllowed
  const clock = late ? `，本机时间相差 ${Math.round(skewMs / 1000)} 秒，请校准` : ''
  const node = health === 'leaving' ? '，这个服务器节点正在退出，仍在办理业务' : ''
  return { well: !late, text: `云服务：可以连接，${ms ?? '?'} 毫秒${node}${clock}` }
}

const devices = async (gateway: Gateway): Promise<Line[]> => {
  const desk = gateway.desk.state
  const first = { well: desk === 'ready', text: `桌面程序：${desks[desk]}` }
  return desk === 'ready' ? [first, ...(await deviceLines(gateway))] : [first]
}

const room = async (folder: string): Promise<Line> => {
  const { bavail, bsize } = await statfs(folder)
  const free = Math.round((bavail * bsize) / 1024 / 1024)
  return { well: free > 500, text: `磁盘：剩余 ${free} MB${free > 500 ? '' : '，请清理'}` }
}

/** Everything that can be tried without a person and without a card, each in one line. */
export const selfTest = async (gateway: Gateway, folder: string): Promise<Line[]> => {
  const { pairing } = gateway.policy()
  const printing = await gateway.dryRun()
  const damaged = gateway.damaged()
  return [
    { well: pairing === 'enrolled', text: `绑定：${pairings[pairing]}` },
    await serverLine(gateway),
    ...(await devices(gateway)),
    { well: printing, text: `打印队列：${printing ? '试运行通过' : '试运行没有通过，请〔诊断包〕'}` },
    ...(damaged ? [{ well: false, text: damaged }] : []),
    await room(folder),
  ]
}

/** What was looked at, a line each, as an administrator far away reads it. */
export const selfTestText = (lines: readonly Line[]): string =>
  lines.map(({ well, note, text }) => `${note ? '·' : well ? '✓' : '✕'} ${text}`).join('\n')
