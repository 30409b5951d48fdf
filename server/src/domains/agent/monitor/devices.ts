import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { agent as agentCalls } from '@yibao/shared/calls/agent.ts'
import type { clientMonitor } from '@yibao/shared/calls/client-monitor.ts'
import { shippedReaders } from '../readers.ts'

type Heartbeat = InputOf<typeof agentCalls.heartbeat>
type Row = ResultOf<typeof clientMonitor.paged>['items'][number]
type Devices = Pick<Row, 'desk' | 'driver' | 'printer' | 'drivers' | 'printers'>

const driverStates: Record<string, string> = {
  ready: '就绪',
  starting: '正在启动',
  open: '多次异常退出，暂停使用',
  broken: '不能使用',
  missing: '未安装',
}
const printerStates: Record<string, string> = {
  ready: '就绪',
  busy: '正在打印',
  stopped: '已停止',
  PRINTER_PAPER: '缺纸',
  PRINTER_COVER: '盖子没有合上',
  PRINTER_OFFLINE: '无法连接',
  PRINTER_PAUSED: '已暂停',
}

const nameOf = (id: string) => shippedReaders.find(({ driver }) => driver === id)?.name ?? id
const shown = (lines: string[]) => lines.join('；').slice(0, 4000)

/** A faulty driver is never covered up by one that works; one that is not installed is: every desk lists some. */
const driverOf = (drivers: Heartbeat['drivers']): Row['driver'] => {
  const has = (...states: string[]) => drivers.some(({ state }) => states.includes(state))
  if (has('broken', 'open')) return 'faulty'
  if (has('ready', 'starting')) return 'ready'
  return has('missing') ? 'missing' : 'unknown'
}

const printerOf = (printers: Heartbeat['printers']): Row['printer'] => {
  if (!printers.length) return 'missing'
  const has = (...states: string[]) => printers.some(({ state }) => states.includes(state))
  if (has('ready', 'busy')) return 'ready'
  return has('PRINTER_PAPER') ? 'paper' : 'faulty'
}

/** The MAC and the address that an agent's `state` keeps: a centre that registers PCs asks for them, online or not. */
export const networkOf = (state: Record<string, unknown>): Pick<Row, 'mac' | 'ip'> => {
  const { mac, ip } = (state as Partial<Heartbeat>).network ?? {}
  return { mac, ip }
}

const unknown: Devices = { desk: 'unknown', driver: 'unknown', printer: 'unknown', drivers: '', printers: '' }

/**
 * What the last heartbeat, kept in an agent's `state`, says of its devices. An agent whose desk is not ready names no
 * device at all; of one that is offline or has not told yet nothing is known.
 */
export const devicesOf = (state: Record<string, unknown>, online: boolean): Devices => {
  const { drivers, printers } = state as Partial<Heartbeat>
  if (!online || !drivers || !printers) return unknown
  if (!drivers.length && !printers.length) return { ...unknown, desk: 'away' }
  return {
    desk: 'ready',
    driver: driverOf(drivers),
    printer: printerOf(printers),
    drivers: shown(
      drivers.map(({ id, version, state: now }) => `${nameOf(id)} ${version} ${driverStates[now] ?? now}`),
    ),
    printers: shown(printers.map(({ name, state: now }) => `${name} ${printerStates[now] ?? now}`)),
  }
}
