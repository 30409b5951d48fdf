import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tempFolder } from '../../test/native.ts'
import { NotTaken } from '../os/raw-document.ts'
import type { SpoolRequest } from './port.ts'
import { createSilence } from './silence.ts'
import { createWindowsSpooler } from './windows.ts'

// What is said of a slip whose print engine does not do its work; what Windows' own spooler says is tested under Wine.

let folder: string
beforeEach(() => {
  folder = tempFolder()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string) => join(folder, name)

/** A program in the place of SumatraPDF; `$2` is the printer. */
const engine = (script: string) => {
  writeFileSync(at('engine'), `#!/bin/sh\ncd '${folder}'\n${script}\n`, { mode: 0o755 })
  return at('engine')
}
const slip: SpoolRequest = {
  ...{ title: 'slip-1.1', path: 'slip-1.1-a.pdf', printer: '小票打印机' },
  ...{ raw: false, copies: 1, paper: 'roll80', until: performance.now() + 3600_000 },
}
type Options = Parameters<typeof createWindowsSpooler>[0]
/** Where a test says nothing else, the spooler lets nobody watch, and a job is gone before anybody looks. */
const spooler = (program: string, options: Options = {}) =>
  createWindowsSpooler({
    ...{ engine: program, watch: async () => undefined, has: async () => false },
    ...options,
  })
/** A slip that is waited for as long as its engine may take these ms. */
const soon = (ms: number) => performance.now() + 12_000 + 3000 + ms
const submit = (program: string, request: Partial<SpoolRequest> = {}, options: Options = {}) =>
  spooler(program, options).submit({ ...slip, ...request })
const written = (name: string) => vi.waitFor(() => expect(existsSync(at(name))).toBe(true), 10_000)

test('an engine that hangs is ended while somebody still waits for it, and not that of a printer beside it', async () => {
  const program = engine(`
    [ "$2" = 报表打印机 ] && exec sleep 60
    touch began
    until [ -e go ]; do sleep 0.02; done`)
  const beside = submit(program).catch((fault: unknown) => fault)
  await written('began')
  // It must not print when the slip is printed anew: nobody answers before it is gone.
  await expect(submit(program, { printer: '报表打印机', until: soon(50) })).rejects.toMatchObject({
    signal: 'SIGKILL',
  })
  writeFileSync(at('go'), '')
  expect(await beside).toBe('slip-1.1')
})

test.each([
  ['roll80', 1, 'noscale,1x'],
  ['a4', 2, 'noscale,paper=A4,2x'],
] as const)('the engine is told printer, paper %s and %i copies, and asks nobody', async (paper, copies, settings) => {
  await submit(engine('printf "%s\\n" "$@" > told'), { paper, copies })
  const told = readFileSync(at('told'), 'utf8').trimEnd().split('\n')
  expect(told).toEqual(['-print-to', '小票打印机', '-silent', '-print-settings', settings, 'slip-1.1-a.pdf'])
})

test('one that did not even begin has certainly printed nothing; of any other fault nobody knows', async () => {
  const failing = engine('exit 1')
  // Away by itself, or with its folder: Node tells the one later and throws the other.
  for (const away of [at('SumatraPDF.exe'), join(failing, 'SumatraPDF.exe')])
    await expect(submit(away)).rejects.toMatchObject({ code: 'PRINT_ABORTED', detail: { printer: '小票打印机' } })
  await expect(submit(failing)).rejects.toMatchObject({ code: 1 })
})

/** A spooler that tells of a job by the `nth` look, or never; what was done is written down in its order. */
const watching = (nth: number) => {
  const done: string[] = []
  const watch = async (printer: string) => {
    done.push(`watched ${printer}${existsSync(at('printed')) ? ' too late' : ''}`)
    let looks = 0
    return {
      added: async () => ++looks >= nth,
      close: () => {
        done.push('closed')
      },
    }
  }
  return { done, watch }
}
const printing = () => engine('touch printed')

test.each([
  ['is gone before anybody looks', 1],
  ['is told of late', 3],
])('a job that %s was printed: the printer is watched from before it began', async (_, nth) => {
  const { done, watch } = watching(nth)
  expect(await submit(printing(), {}, { watch })).toBe('slip-1.1')
  expect(done).toEqual(['watched 小票打印机', 'closed'])
})

test('an engine that ended well and gave the spooler no job leaves the slip to a person', async () => {
  const { done, watch } = watching(Number.POSITIVE_INFINITY)
  const fault = await submit(printing(), {}, { watch, toldMs: 1 }).catch((error: unknown) => error)
  // No AgentError, which would say that it was certainly not taken.
  expect(String(fault)).toBe('Error: the spooler was given no job')
  expect(done.at(-1)).toBe('closed')
})

test('a spooler that tells nothing is believed where the slip stands in its queue', async () => {
  const { done, watch } = watching(Number.POSITIVE_INFINITY)
  const has = async (printer: string, title: string) => done.push(`looked for ${title} at ${printer}`) > 0
  expect(await submit(printing(), {}, { watch, has })).toBe('slip-1.1')
  expect(done).toEqual(['watched 小票打印机', 'looked for slip-1.1 at 小票打印机', 'closed'])
})

test('a queue that does not answer takes no longer than the spooler has to tell', async () => {
  const { watch } = watching(Number.POSITIVE_INFINITY)
  for (const has of [() => new Promise<boolean>(() => {}), () => Promise.reject(new Error('no printer'))])
    await expect(submit(printing(), {}, { watch, has, toldMs: 1 })).rejects.toThrow('no job')
})

test('a spooler that cannot say whether a job came is no word that none did', async () => {
  const close = vi.fn()
  const watch = async () => ({ added: async () => undefined, close })
  expect(await submit(printing(), {}, { watch })).toBe('slip-1.1')
  expect(close).toHaveBeenCalledOnce()
})

/** How slips of one printer after the other ended, each told of or not. */
const slips = async (tells: readonly boolean[]) => {
  const coming = [...tells]
  const watch = async () => {
    const tell = coming.shift() ?? false
    return { added: async () => tell, close: () => {} }
  }
  const one = spooler(printing(), { watch, toldMs: 1 })
  const ends: string[] = []
  for (const _ of tells)
    ends.push(
      await one.submit(slip).then(
        () => 'printed',
        () => 'asked',
      ),
    )
  return { one, ends }
}

test('a printer that is never told of asks a person about two slips, not about every one', async () => {
  const { one, ends } = await slips([false, false, false, false])
  expect(ends).toEqual(['asked', 'asked', 'printed', 'printed'])
  // Of another printer nothing is known by that.
  await expect(one.submit({ ...slip, printer: '报表打印机' })).rejects.toThrow('no job')
})

test('a printer that is never told of is known the next morning, for a month, and not once its driver was mended', async () => {
  const file = at('agent/silent-printers.json')
  const day = async (tell: boolean) => {
    const watch = async () => ({ added: async () => tell, close: () => {} })
    const one = createWindowsSpooler(
      { engine: printing(), watch, has: async () => false, toldMs: 1 },
      createSilence(file),
    )
    return one.submit(slip).then(
      () => 'printed',
      () => 'asked',
    )
  }
  expect([await day(false), await day(false), await day(false)]).toEqual(['asked', 'asked', 'printed'])
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 24 * 3600_000 })
  expect(await day(false)).toBe('asked')
  vi.useRealTimers()
  expect([await day(true), await day(false)]).toEqual(['printed', 'asked'])
  writeFileSync(file, 'damaged')
  expect(await day(false)).toBe('asked')
})

test('one that has been told of, before or since, is asked about whenever no job came', async () => {
  expect((await slips([true, false, false, false])).ends).toEqual(['printed', 'asked', 'asked', 'asked'])
  expect((await slips([false, false, true, false])).ends).toEqual(['asked', 'asked', 'printed', 'asked'])
})

test('where nobody may watch, the word of the engine is all there is', async () => {
  expect(await submit(printing())).toBe('slip-1.1')
})

test('a printer that cannot be opened, or only when nobody waits any more, is given nothing', async () => {
  const program = printing()
  const refused = async () => {
    throw new NotTaken('the printer cannot be opened')
  }
  const { watch } = watching(1)
  await expect(submit(program, {}, { watch: refused })).rejects.toMatchObject({ code: 'PRINTER_OFFLINE' })
  // Choosing the printer took nearly all the time there is: what is left is the spooler's, to tell of a job.
  for (const until of [soon(0), soon(-1)])
    await expect(submit(program, { until }, { watch })).rejects.toMatchObject({ code: 'PRINTER_OFFLINE' })
  expect(existsSync(at('printed'))).toBe(false)
})
