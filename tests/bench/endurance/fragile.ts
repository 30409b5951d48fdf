import { setTimeout as sleep } from 'node:timers/promises'
import type { nativeDrivers } from '../../../agent/test/native.ts'
import type { openPage } from '../../packaged/page.ts'

type Drivers = ReturnType<typeof nativeDrivers>
type Page = Awaited<ReturnType<typeof openPage>>

// A card library that dies when it is told to. A driver is kept out for a while after its third crash in five minutes:
// several of them crash, each less often than that.

const crashesEach = 2
const ids = Array.from({ length: 6 }, (_, index) => `bench-fragile-${index + 1}`)
const functionName = 'iReadCardBas'
export const fragile = ids.length
export const crashes = ids.length * crashesEach

const manifest = {
  ...{ kind: 'socialCard', convention: 'cdecl' },
  functions: {
    [functionName]: {
      ...{ class: 'read', timeoutMs: 5000, returns: { type: 'i32', ok: [0] } },
      params: [
        { name: 'type', dir: 'in', type: 'i32' },
        { name: 'out', dir: 'out', type: 'buf', bytes: 4096 },
      ],
    },
  },
}

export const addFragile = (drivers: Drivers): string[] => {
  for (const id of ids) drivers.add(id, 'sscard', manifest)
  return ids
}

const read = (page: Page, id: string) => page.call('dll.call', `/v1/dll/${id}/${functionName}`, { type: 1 })

/** The nth crash: how many calls it cost, and ms from its answer to the next success. */
export const crash = async (
  page: Page,
  nth: number,
  behave: (id: string, word: string) => void,
): Promise<{ lost: number; ms: number }> => {
  const id = ids[nth % ids.length]!
  behave(id, 'good')
  const before = await read(page, id)
  if (!before.ok) throw new Error(`${id}: ${before.code}`)
  behave(id, 'crash')
  const struck = await read(page, id)
  if (struck.code !== 'DRIVER_CRASHED') throw new Error(`no crash but ${struck.code ?? 'a result'}`)
  const begin = performance.now()
  behave(id, 'good')
  for (let lost = 1; lost < 50; lost++) {
    if ((await read(page, id)).ok) return { lost, ms: performance.now() - begin }
    await sleep(10)
  }
  throw new Error(`${id} did not come back`)
}
