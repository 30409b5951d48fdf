import { mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod/mini'
import { writeWhole } from '../files/disk.ts'

/** Silent slips after which a printer that never told of any is one that tells of none. */
const enough = 2
/** How long that is believed, ms: a desk runs for a day, and a driver may be mended without anybody saying so. */
const believedMs = 30 * 24 * 3600_000

/** By printer: how many slips were silent, and when the last of them was. */
const kept = z.record(z.string(), z.strictObject({ slips: z.int(), at: z.int() }))
type Kept = z.infer<typeof kept>

/** What cannot be read was never heard: a person is asked about two slips more. */
const read = (path: string | undefined): Kept => {
  try {
    return kept.parse(JSON.parse(readFileSync(path ?? '', 'utf8')))
  } catch {
    return {}
  }
}

const isFresh = ({ at }: Kept[string]) => Math.abs(Date.now() - at) < believedMs

/**
 * What the silence of each printer says. A spooler that has told of a job there will tell of each: none came. Of one that
 * never has, a person is asked about so many slips and not about every one, nor about so many each morning: its
 * notifications do not work, and what the engine says is all there is. Kept in the file `path`, where one is given.
 */
export const createSilence = (path?: string) => {
  const told = new Set<string>()
  const silent = new Map(Object.entries(read(path)).filter(([, one]) => isFresh(one)))
  const keep = () => {
    if (path === undefined) return
    try {
      mkdirSync(dirname(path), { recursive: true })
      writeWhole(path, JSON.stringify(Object.fromEntries(silent)))
    } catch {
      // This run knows it all the same.
    }
  }
  return {
    /** Whether nothing is to be heard of this printer: nobody has to wait for it. */
    usual: (printer: string) => !told.has(printer) && (silent.get(printer)?.slips ?? 0) >= enough,
    broken: (printer: string) => {
      told.add(printer)
      if (silent.delete(printer)) keep()
    },
    kept: (printer: string) => {
      silent.set(printer, { slips: (silent.get(printer)?.slips ?? 0) + 1, at: Date.now() })
      keep()
    },
  }
}
export type Silence = ReturnType<typeof createSilence>
