import { afterEach, expect, test, vi } from 'vitest'
import { standInFront } from './front.ts'

// Several windows of one browser: one of them has what only one may take.

interface Wanted {
  granted: () => Promise<void> | undefined
  resolve: () => void
  reject: (cause: Error) => void
}

/** The locks of a browser, as the standard has them for one name. */
const browser = () => {
  let held: Wanted | undefined
  let queue: Wanted[] = []
  const grant = (one: Wanted) => {
    held = one
    void Promise.resolve(one.granted()).then(() => {
      one.resolve()
      if (held !== one) return
      held = undefined
      next()
    })
  }
  const next = () => {
    const first = queue.shift()
    if (first) grant(first)
  }
  const request = (_: string, how: { signal?: AbortSignal; steal?: true }, granted: Wanted['granted']) =>
    new Promise<void>((resolve, reject) => {
      const one = { granted, resolve, reject }
      how.signal?.addEventListener('abort', () => {
        if (!queue.includes(one)) return
        queue = queue.filter((other) => other !== one)
        reject(new Error('aborted'))
      })
      if (!how.steal) queue.push(one)
      // As in a browser, never before the asker has gone on.
      queueMicrotask(() => {
        if (how.steal) {
          held?.reject(new Error('stolen'))
          grant(one)
        } else if (!held) next()
      })
    })
  return { request }
}

/** Windows of it: each has its own page, one of them the focus. */
const windows = () => {
  const locks = browser()
  const open = () => {
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible', hasFocus: () => true })
    const own = new EventTarget()
    vi.stubGlobal('navigator', { locks })
    vi.stubGlobal('document', page)
    vi.stubGlobal('addEventListener', own.addEventListener.bind(own))
    vi.stubGlobal('removeEventListener', own.removeEventListener.bind(own))
    const became = vi.fn()
    const { isFront, end } = standInFront('bills', became)
    const as = async (event: Event, target: EventTarget) => {
      vi.stubGlobal('document', page)
      target.dispatchEvent(event)
      await settled()
    }
    return {
      ...{ isFront, became, end },
      focus: () => as(new Event('focus'), own),
      hide: () => {
        page.visibilityState = 'hidden'
        return as(new Event('visibilitychange'), page)
      },
    }
  }
  return { open }
}
const settled = () => new Promise((resolve) => setTimeout(resolve))
const fronts = (...all: { isFront: () => boolean }[]) => all.map(({ isFront }) => isFront())

afterEach(() => vi.unstubAllGlobals())

test('the window that had the focus last has it, and no other one', async () => {
  const { open } = windows()
  const first = open()
  await settled()
  const second = open()
  await settled()
  expect(fronts(first, second)).toEqual([false, true])
  await first.focus()
  await first.focus()
  expect(fronts(first, second)).toEqual([true, false])
  await second.focus()
  expect(fronts(first, second)).toEqual([false, true])
  expect(second.became).toHaveBeenCalledTimes(2)
})

test('when it is closed or hidden another one has it; the only one keeps it', async () => {
  const { open } = windows()
  const [first, second, third] = [open(), open(), open()]
  await settled()
  expect(fronts(first, second, third).filter(Boolean)).toHaveLength(1)
  await third.focus()
  third.end()
  await settled()
  expect(fronts(first, second, third).filter(Boolean)).toHaveLength(1)
  const [shown, other] = first.isFront() ? [first, second] : [second, first]
  await shown.hide()
  expect(fronts(shown, other)).toEqual([false, true])
  await other.hide()
  expect(fronts(shown, other)).toEqual([true, false])
  shown.end()
  await settled()
  expect(fronts(shown, other)).toEqual([false, true])
  await other.hide()
  expect(other.isFront()).toBe(true)
})

test('a browser without locks has one window, or each of them takes it', () => {
  vi.stubGlobal('navigator', {})
  expect(standInFront('bills', () => undefined).isFront()).toBe(true)
})
