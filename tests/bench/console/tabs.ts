import type { Page } from 'playwright-core'

/** Opens an address of the console without loading it anew; ms until its list's head is drawn. */
export const openTab = (page: Page, path: string): Promise<number> =>
  page.evaluate(async (to) => {
    const base = new URL(document.baseURI).pathname.replace(/\/$/, '')
    const drawn = () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve()
          port2.postMessage(0)
        })
      })
    const count = document.querySelectorAll('[role=tab]').length
    const begin = performance.now()
    history.pushState(history.state, '', base + to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
    // The page in front is the one with a width.
    const head = () =>
      [...document.querySelectorAll<HTMLElement>('[role=tabpanel] thead')].some((one) => one.offsetWidth)
    do await drawn()
    while (document.querySelectorAll('[role=tab]').length === count || !head())
    return performance.now() - begin
  }, path)

/** Presses every tab but the first in turn, `times` in all; ms from each press to the frame that shows its page. */
export const switchTabs = (page: Page, times: number): Promise<number[]> =>
  page.evaluate(async (wanted) => {
    const results: number[] = []
    const tabs = () => [...document.querySelectorAll<HTMLElement>('[role=tab]')].slice(1)
    for (let i = 0; i < wanted; i++) {
      const all = tabs()
      const next = all[i % all.length]!
      const begin = performance.now()
      next.click()
      await new Promise<void>((resolve) => {
        const look = () => {
          if (next.getAttribute('aria-selected') !== 'true') return requestAnimationFrame(look)
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve()
          return port2.postMessage(0)
        }
        requestAnimationFrame(look)
      })
      results.push(performance.now() - begin)
      // What the page reads behind its picture is not the next press's.
      await new Promise((resolve) => setTimeout(resolve, 120))
    }
    return results
  }, times)

/** Closes every tab but the home page. */
export const closeTabs = async (page: Page): Promise<void> => {
  await page.getByRole('tab').first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: '关闭全部' }).click()
  await page.waitForFunction(() => document.querySelectorAll('[role=tab]').length === 1)
  await page.waitForLoadState('networkidle')
}
