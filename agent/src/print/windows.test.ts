import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tempFolder } from '../../test/native.ts'
import type { SpoolRequest } from './port.ts'
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
  ...{ raw: false, copies: 1, paper: 'roll80' },
}
const submit = (program: string, request: Partial<SpoolRequest> = {}, withinMs = 20_000) =>
  createWindowsSpooler(program, withinMs).submit({ ...slip, ...request })
const written = (name: string) => vi.waitFor(() => expect(existsSync(at(name))).toBe(true), 10_000)

test('an engine that hangs is ended while somebody still waits for it, and not that of a printer beside it', async () => {
  const program = engine(`
    [ "$2" = 报表打印机 ] && exec sleep 60
    touch began
    until [ -e go ]; do sleep 0.02; done`)
  const beside = submit(program).catch((fault: unknown) => fault)
  await written('began')
  // It must not print when the slip is printed anew: nobody answers before it is gone.
  await expect(submit(program, { printer: '报表打印机' }, 50)).rejects.toMatchObject({ signal: 'SIGKILL' })
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
