import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { addDll } from '../../agent/test/dll.ts'
import type { openPage } from '../packaged/page.ts'
import { dlls, type Row, rows, settings } from './libraries.ts'

const settingsFile = 'settings.json'
/** Until a desk that was started anew has looked at its drivers. */
const readyMs = { timeout: 40_000, interval: 200 }

/** Puts the vendors' libraries where the drivers of this installation are. */
export const installLibraries = (drivers: string): void => {
  for (const [id, dll] of Object.entries(dlls)) addDll(drivers, id, dll)
  rmSync(join(drivers, 'w-lost', 'needed.dll'))
  writeFileSync(join(drivers, settingsFile), JSON.stringify(settings))
}

export const removeLibraries = (drivers: string): void => {
  for (const name of [...Object.keys(dlls), settingsFile]) rmSync(join(drivers, name), { recursive: true, force: true })
}

type Page = Awaited<ReturnType<typeof openPage>>

const ask = ({ driver, medium, fn, args = {} }: Row, page: Page) =>
  medium ? page.call('card.read', '/v1/card/read', { medium, driver }) : page.callLibrary(driver, fn!, args)

/** A result under the server's ticket is its JSON text, signed. */
const plain = (result: unknown) => (typeof result === 'string' ? JSON.parse(result) : result)

/** Asks for every row through the agent, as pages do; one that is answered otherwise fails here, by its name. */
export const callLibraries = async (open: () => Promise<Page>, drivers: string): Promise<void> => {
  const first = await open()
  const known = async () => (await first.drivers()).map(({ id }) => id)
  await vi.waitFor(async () => expect(await known()).toEqual(expect.arrayContaining(Object.keys(dlls))), readyMs)
  const waiting = Object.keys(dlls)
  const wrong: unknown[] = []
  // Two at a time, as two readers of a counter would, each page with its own session: 60 requests a minute.
  const worker = async () => {
    const page = await open()
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift())
      for (const row of rows.filter(({ driver }) => driver === id)) {
        writeFileSync(join(drivers, id, 'behaviour'), row.behave ?? 'good')
        const { ok, result, code, message } = await ask(row, page)
        const got = ok ? plain(result) : [code, message]
        const [wantedCode, words] = row.refused ?? []
        const want = row.answer ?? [wantedCode, expect.stringMatching(words!)]
        try {
          expect(got).toMatchObject(want)
        } catch {
          wrong.push({ name: row.name, got })
        }
      }
  }
  await Promise.all([worker(), worker()])
  expect(wrong).toEqual([])
  const bits = new Map((await first.drivers()).map((one) => [one.id, one.bits]))
  expect([bits.get('w-shapes'), bits.get('w-shapes64')]).toEqual([32, 64])
}

/** How each library died is in the log, as a support call asks for it, with shapes and without a value. */
export const expectLog = (log: string): void => {
  const crashes = log
    .split('\n')
    .filter((line) => line.includes('driver crashed'))
    .map((line) => JSON.parse(line).crash)
  const args = ['iType: i32', 'pOutInfo: buf 4096']
  const of = (driver: string) => crashes.filter((one) => one.driver === driver)
  expect(of('w-card')).toMatchObject([
    { fn: 'iReadCardBas', cause: 'DRIVER_CRASHED', code: 0xc0000005, args },
    { fn: 'iReadCardBas', cause: 'DRIVER_OVERRUN', args },
  ])
  expect(of('w-hang')).toMatchObject([{ cause: 'DRIVER_TIMEOUT' }, { cause: 'DRIVER_TIMEOUT' }])
  expect(of('w-si')).toMatchObject([{ fn: 'BUSINESS_HANDLE', cause: 'DRIVER_CRASHED' }])
  for (const secret of ['张三', '320501199001011238', 'A00000017', 'TOKEN+', '2310 ']) expect(log).not.toContain(secret)
}
