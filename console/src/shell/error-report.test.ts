import { afterEach, expect, test, vi } from 'vitest'
import { fakeHttp, ok } from '../../test/support/fake-http.ts'
import { CallError } from '../api/index.ts'
import { forgetToken, saveToken } from '../state/session.ts'
import { followFaults, report, tellFault } from './error-report.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  forgetToken()
})

test('numbers of persons and tokens never leave, at most 20 a minute', () => {
  const error = new Error('card 320501199001011238 Bearer abc.def')
  error.stack = 'x token=secret 28012345678901234567890123456'
  const first = report(error, '/x', 0)!
  expect(JSON.stringify(first)).not.toMatch(/3205011990|abc\.def|secret|2801234/)
  for (let i = 1; i < 20; i++) expect(report(error, '/x', i)).toBeDefined()
  expect(report(error, '/x', 30)).toBeUndefined()
  expect(report(error, '/x', 60_001)).toBeDefined()
})

test('what is cut in the middle of a character still arrives', () => {
  const message = report(new Error(`${'a'.repeat(1999)}𠮷`), '/x', 200_000)!.message
  expect(message).toBe('a'.repeat(1999))
  expect(report(new Error('顾𠮷'), '/x', 200_001)!.message).toBe('顾𠮷')
})

test('a fault that no boundary meets is told too; what is not ours, or was told to the person, is not', async () => {
  const heard: Record<string, (event: object) => void> = {}
  vi.stubGlobal('addEventListener', (kind: string, listener: (event: object) => void) => {
    heard[kind] = listener
  })
  vi.stubGlobal('document', { baseURI: 'http://console.test/app/' })
  vi.stubGlobal('location', { pathname: '/app/attendance' })
  const sent = fakeHttp(() => ok(null))
  saveToken('t')
  followFaults()
  const at = (fault: Error, file: string) => Object.assign(fault, { stack: `${fault.message}\n at x (${file}:1:2)` })
  const ours = 'http://console.test/app/assets/attendance-1.js'
  heard.error!({ error: at(new Error('in a handler'), ours) })
  heard.unhandledrejection!({ reason: at(new TypeError('in a promise'), ours) })
  heard.error!({ error: at(new Error('an ERP'), 'http://erp.test/box.js') })
  heard.error!({ error: undefined, message: 'ResizeObserver loop' })
  heard.unhandledrejection!({ reason: at(new CallError('没有权限'), ours) })
  heard.error!({ error: at(new Error('Failed to fetch dynamically imported module'), ours) })
  await expect.poll(() => sent.length).toBe(2)
  expect(sent.map(({ data }) => data)).toMatchObject([
    { message: 'in a handler', page: '/attendance' },
    { message: 'in a promise', page: '/attendance' },
  ])
})

test('on a page that asks for no login nobody is told that his has expired', () => {
  const sent = fakeHttp(() => ok(null))
  expect([tellFault(new Error('boom'), '/tools'), sent.length]).toEqual([false, 0])
  saveToken('t')
  expect(tellFault(new Error('boom'), '/tools')).toBe(true)
})
