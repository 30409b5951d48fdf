import type { DriverInfo } from '@yibao/shared/agent/entities.ts'
import { FlowProblem } from '../kit/index.ts'
import { connectAgent } from './agent.ts'
import type { Check } from './context.ts'

/** A driver as the agent lists it; what a newer or older agent leaves out stays empty. */
interface Row extends DriverInfo {
  name?: string
  kind?: string
  bits?: number
  simulated?: boolean
  problem?: string
}

const states: Record<string, string> = {
  ready: '就绪',
  starting: '正在启动',
  missing: '未安装',
  broken: '不能使用',
  open: '多次异常退出，暂停使用',
}
const readerKinds = new Set(['socialCard', 'idCard', 'eVoucher', 'unknown'])

const isReady = ({ state }: Row) => state === 'ready' || state === 'starting'
const isFaulty = ({ state }: Row) => state === 'broken' || state === 'open'
const nameOf = ({ name, id }: Row) => name ?? id

const wordsOf = (driver: Row): readonly [string, string] => [
  nameOf(driver),
  [
    states[driver.state] ?? driver.state,
    driver.bits ? `${driver.bits} 位` : '',
    driver.simulated ? '模拟' : '',
    driver.state === 'ready' ? '' : (driver.problem ?? ''),
  ]
    .filter(Boolean)
    .join('，'),
]

const problemOf = (driver: Row, meaning: string) =>
  new FlowProblem({
    what: `${nameOf(driver)}：${driver.problem ?? states[driver.state]}`,
    meaning,
    next: '按说明处理驱动文件，再重新检查：助手会重新读取驱动文件夹',
  })

/** What the list of drivers says: a faulty one is never covered up by a simulated one. */
export const judgeDrivers = (all: readonly Row[]) => {
  const rows = all.map(wordsOf)
  const readers = all.filter(({ kind }) => kind === undefined || readerKinds.has(kind))
  const faulty = readers.filter(isFaulty)
  const real = readers.filter((one) => isReady(one) && !one.simulated)
  const ready = readers.filter(isReady)
  if (faulty[0] && !real.length) throw problemOf(faulty[0], '没有其他能用的读卡驱动，社保卡、身份证暂不能读')
  if (!ready.length)
    throw new FlowProblem({
      what: '没有能用的读卡驱动',
      meaning: '社保卡、身份证暂不能读，电子凭证可以用扫码枪',
      next: '把读卡器厂家的驱动文件放进驱动文件夹，再重新检查',
    })
  const drivers = ready.map(({ id }) => id).join(' ')
  if (faulty[0])
    return {
      text: `${ready.length} 个可用；${nameOf(faulty[0])}不能使用`,
      warn: true as const,
      rows,
      facts: { drivers },
    }
  return { text: `${ready.length} 个读卡驱动可用${real.length ? '' : '（模拟）'}`, rows, facts: { drivers } }
}

/** Every driver with its bits and what it lacks; each faulty one is first read anew and started again. */
export const checkDrivers: Check = async (tools) => {
  const { context, say } = tools
  const { device } = context
  await connectAgent(tools)
  say('正在检查驱动文件…', 50)
  let list: readonly Row[] = await device.run('driver.list', {})
  const faulty = list.filter(isFaulty)
  const faults: unknown[] = []
  for (const driver of faulty) {
    say(`正在恢复 ${nameOf(driver)}…`, 70)
    // A busy one keeps the next one from nothing.
    await device.run('driver.repair', { driver: driver.id }).catch((fault) => faults.push(fault))
  }
  if (faults.length) throw faults[0]
  if (faulty.length) list = await device.run('driver.list', {})
  return judgeDrivers(list)
}
