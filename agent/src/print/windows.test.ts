import { expect, test } from 'vitest'
import type { SpoolRequest } from './port.ts'
import { createWindowsSpooler, type Engine } from './windows.ts'

// What is said of a slip whose print engine does not do its work; what Windows' own spooler says is tested under Wine.

const slip: SpoolRequest = {
  ...{ title: 'slip-1.1', path: 'slip-1.1-a.pdf', printer: '小票打印机' },
  ...{ raw: false, copies: 1, paper: 'roll80' },
}
const submit = (engine: Engine) =>
  createWindowsSpooler(engine, 20)
    .submit(slip)
    .catch((fault: NodeJS.ErrnoException) => fault.code ?? fault.message)

test('an engine that hangs is ended while somebody still waits for it: it must not print when the slip is printed anew', async () => {
  let killed = (_fault: Error) => {}
  const print = () =>
    new Promise<void>((_, reject) => {
      killed = reject
    })
  expect(await submit({ print, end: () => killed(new Error('ended')) })).toBe('ended')
})

test('one that did not even begin has certainly printed nothing; of any other fault nobody knows', async () => {
  let ends = 0
  const failing = (fault: object) => ({
    print: () => Promise.reject(Object.assign(new Error('no'), fault)),
    end: () => void ends++,
  })
  const away = { code: 'ENOENT', syscall: 'spawn C:\\Program Files\\YibaoAgent\\SumatraPDF.exe' }
  expect(await submit(failing(away))).toBe('PRINT_ABORTED')
  expect(await submit(failing({ code: 1 }))).toBe(1)
  expect(ends).toBe(0)
})
