import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '../../api/error.ts'
import { reportLink, useLink } from '../../api/link.ts'
import { findServer } from './find-server.ts'

let token = 't-1'
/** What one small call comes to. */
let ask = () => {}
vi.mock('../../state/session.ts', () => ({ readToken: () => token }))
vi.mock('../../api/index.ts', async () => ({ ...(await import('../../api/error.ts')), callServer: async () => ask() }))

let stop: () => void
const page = new EventTarget()
const shelf = {}
/** Another window of this browser keeps a token. */
const tokenElsewhere = () =>
  page.dispatchEvent(Object.assign(new Event('storage'), { key: 'token', storageArea: shelf }))

beforeEach(() => {
  vi.useFakeTimers()
  // The middle of what chance may give.
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('localStorage', shelf)
  ;[token, ask] = ['t-1', () => {}]
  reportLink({ server: 'ok' })
  stop = findServer()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.mocked(Math.random).mockRestore()
  vi.unstubAllGlobals()
})

test('after one call that was cut the server is found again though the line stands, ever later while it is not', async () => {
  await vi.advanceTimersByTimeAsync(60_000)
  const at: number[] = []
  const since = Date.now()
  ask = () => {
    at.push((Date.now() - since) / 1000)
    if (at.length === 5) reportLink({ server: 'ok' })
  }
  reportLink({ server: 'down' })
  await vi.advanceTimersByTimeAsync(200_000)
  expect(at).toEqual([3, 9, 21, 45, 75])
  expect(useLink.getState().server).toBe('ok')
  // A call that something in between always cuts off does not go round with it every three seconds.
  reportLink({ server: 'down' })
  reportLink({ server: 'ok' })
  reportLink({ server: 'down' })
  await vi.advanceTimersByTimeAsync(5_999)
  expect(at).toHaveLength(5)
  await vi.advanceTimersByTimeAsync(1)
  expect(at).toHaveLength(6)
})

test('whose session has ended asks no more for the server, until somebody signs in again in a window beside', async () => {
  const asked = vi.fn()
  ask = () => {
    asked()
    throw new CallError('ended', { code: '401', statusCode: 401 })
  }
  reportLink({ server: 'down' })
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked).toHaveBeenCalledTimes(1)
  tokenElsewhere()
  await vi.advanceTimersByTimeAsync(2_999)
  expect(asked).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toHaveBeenCalledTimes(2)
  // One who signs out there leaves nobody to ask for.
  token = ''
  tokenElsewhere()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked).toHaveBeenCalledTimes(2)
})
