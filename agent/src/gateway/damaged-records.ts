import { join } from 'node:path'
import { putAsideAt } from '../files/sqlite.ts'
import { clockTime } from './clock-time.ts'

/** The agent's records, what of them is called, and what a person makes good when they were lost. */
const records = [
  ['jobs.sqlite', '打印', '核对最近的小票'],
  ['gateway.sqlite', ' ERP ', '与 ERP 核对一次当天的销售'],
] as const

interface DamagedRecords {
  text: string
  /** What was put aside: told of as long as it is there (sqlite.ts), and so until somebody takes it away. */
  files: string[]
}

/**
 * Records of an agent's folder that were damaged and begun anew: which slips wait or may have been printed, and what the
 * ERP was told, is forgotten then, and only a person can look.
 */
export const damagedRecords = (folder: string): DamagedRecords | undefined => {
  const lost = records.flatMap(([name, what, cure]) => {
    const at = putAsideAt(join(folder, name))
    return at === undefined ? [] : [{ file: join(folder, `${name}.damaged`), what, cure, at }]
  })
  if (!lost.length) return undefined
  const names = lost.map(({ what }) => what).join('和')
  const last = clockTime(Math.max(...lost.map(({ at }) => at)))
  const cures = lost.map(({ cure }) => cure).join('，并')
  const text = `本机记录：${names}记录已损坏（${last}），重新开始。请${cures}`
  return { text, files: lost.map(({ file }) => file) }
}
