import type { Browser, CDPSession, Page } from 'playwright-core'

/**
 * Flag of a browser in which a collection takes compiled code with it. What the engine compiles of the code that was used, and
 * how often, is its own affair and another thing on a slower machine (two of thirteen MB); it was never the page's to keep.
 */
export const forgetsCode = '--js-flags=--stress-flush-code'

/** Heap of a page in MB after everything that can go is gone. */
export const heapMb = async (session: CDPSession): Promise<number> => {
  for (let i = 0; i < 3; i++) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number }
  return usedSize / 2 ** 20
}

/**
 * MB of a page's heap that belong to who looks at it: the scripts by which elements are found, in both of a page's
 * worlds. `address` is any small file of the server.
 */
export const onlookerMb = async (browser: Browser, address: string): Promise<number> => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await page.goto(address)
  const alone = await heapMb(session)
  const body = page.locator('body')
  await body.waitFor()
  await body.evaluate((element) => element.textContent)
  const watched = await heapMb(session)
  await context.close()
  return watched - alone
}

/** Until what the console reads behind its first page is read: no script has come for a second, and some had been left. */
export const partsRead = async (page: Page): Promise<void> => {
  await page.evaluate(async () => {
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    const scripts = () => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length
    // What is read then begins two seconds after its page (console/src/kit/late/idle.ts).
    await pause(3000)
    for (let seen = 0; seen < scripts(); await pause(1000)) seen = scripts()
  })
}

/** Starts to note how long the page takes to answer each press (Event Timing: input to the next frame, steps of 8 ms). */
export const watchInput = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen: number[] = []
    Object.assign(window, { inputTimes: seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === 'click') seen.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })

/** ms of the presses so far; one below 16 ms leaves none and counts as 16. */
export const inputTimes = async (page: Page, presses: number): Promise<number[]> => {
  // The observer hears of a press some frames after it.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)))
  const seen = await page.evaluate(() => (window as unknown as { inputTimes: number[] }).inputTimes)
  return [...seen, ...Array<number>(Math.max(0, presses - seen.length)).fill(16)]
}
