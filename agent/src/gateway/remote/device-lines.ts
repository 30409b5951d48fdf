import { agentErrors, fillText } from '@yibao/shared/agent/errors.ts'
import type { Gateway } from '../context.ts'
import { driverHandlers } from '../handlers/drivers.ts'
import { noCall } from '../handlers/no-call.ts'
import { printHandlers } from '../handlers/print.ts'

/** One line of a self-test; a `note` is worth knowing and no fault. */
export interface Line {
  well: boolean
  note?: true
  text: string
}

const working = ['ready', 'starting', 'busy']
/** The other states of a driver and a printer. */
const words: Record<string, string> = {
  ...{ missing: '没有厂商文件', broken: '不能使用', open: '连续出错，暂停一分钟' },
  ...{ stopped: '不能打印', unknown: '状态未知' },
}
const wordOf = (state: string) => (working.includes(state) ? '就绪' : (words[state] ?? state))

const driverLines = async (gateway: Gateway): Promise<Line[]> => {
  const given = new Set(gateway.policy().policy?.drivers?.map(({ id }) => id))
  const drivers = await driverHandlers['driver.list'](gateway, noCall)
  return drivers.map(({ id, name = id, version, state, problem }) => {
    const text = `驱动 ${String(name)}（${id} ${version}）：${wordOf(state)}`
    // The interfaces that come with the agent wait for a vendor's file; a package that was given out must have its own.
    if (state === 'missing' && !given.has(id)) return { well: true, note: true, text }
    return { well: working.includes(state), text: `${text}${problem ? `（${String(problem)}）` : ''}` }
  })
}

const printerLines = async (gateway: Gateway): Promise<Line[]> => {
  const printers = await printHandlers['printer.list'](gateway, noCall)
  return printers.map(({ name, title = name, state, problem }) => ({
    // One that cannot tell how it is prints all the same.
    well: !problem && state !== 'stopped',
    text: `打印机 ${title}：${problem ? fillText(agentErrors[problem].message, { printer: title }) : wordOf(state)}`,
  }))
}

/** Every driver and printer of the desk in a line of Chinese. */
export const deviceLines = async (gateway: Gateway): Promise<Line[]> => {
  const or = (lines: Promise<Line[]>, what: string) =>
    lines.catch((): Line[] => [{ well: false, text: `${what}：没有读到列表` }])
  return [...(await or(driverLines(gateway), '驱动')), ...(await or(printerLines(gateway), '打印机'))]
}
