import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import * as z from 'zod/mini'
import { CannotStart } from '../cannot-start.ts'
import { wordsFor } from '../words.ts'

// Why a gateway did not start: a service has nobody to tell it to, so it stands in the log, where `agent doctor` finds it.

const fatal = 60
const schema = z.object({ level: z.literal(fatal), time: z.int(), notStarted: z.string() })

interface StartFailure {
  /** unix ms */
  time: number
  text: string
}

const logOf = (folder: string) => join(folder, 'logs', 'agent.log')

/** What nobody foresaw may quote what was read: of that its kind only. */
const textOf = (fault: unknown): string => {
  const words = wordsFor(fault)
  if (fault instanceof CannotStart || !words.includes('支持人员')) return words
  const { name, code } = fault as NodeJS.ErrnoException
  return `没有完成：${code ? `${name} ${code}` : name}`
}

const refusals = ['EACCES', 'EPERM', 'EROFS']

/**
 * A fault of a start as it is told: what was refused in the gateway's own data folder `data` is that folder's. Begun by an
 * administrator, as commands are told, it would leave files there that its own account cannot write.
 */
export const asStartFailure = (data: string, fault: unknown): unknown => {
  const { code = '', path = '' } = fault as NodeJS.ErrnoException
  if (!refusals.includes(code) || !path.startsWith(data + sep)) return fault
  const cure = '请检查磁盘是否只读、文件夹和其中的文件是否归本机助手的账户所有，再启动'
  return new CannotStart(`本机助手没有启动：数据文件夹不能写入，${cure}（${path}）`)
}

/** Writes it into the log of the agent whose folder this is; a disk that takes nothing takes this neither. */
export const keepStartFailure = (folder: string, fault: unknown): void => {
  try {
    mkdirSync(join(folder, 'logs'), { recursive: true, mode: 0o700 })
    const line = { level: fatal, time: Date.now(), pid: process.pid, notStarted: textOf(fault) }
    appendFileSync(logOf(folder), `${JSON.stringify(line)}\n`, { mode: 0o600 })
  } catch {
    // Said above.
  }
}

/** The failure that is the last word of the log; undefined when the agent has said anything since. */
export const lastStartFailure = (folder: string): StartFailure | undefined => {
  try {
    const last = readFileSync(logOf(folder), 'utf8').trimEnd().split('\n').at(-1) ?? ''
    const { time, notStarted } = schema.parse(JSON.parse(last))
    return { time, text: notStarted }
  } catch {
    return undefined
  }
}
