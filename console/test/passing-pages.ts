import type { Page } from 'playwright-core'
import { afterEach } from 'vitest'
import type { openConsole } from './browser.ts'

type Console = Pick<Awaited<ReturnType<typeof openConsole>>, 'newPage' | 'live'>

/**
 * `newPage` for the tests of a `describe`, each page with a test's end: one that stays open keeps its line for events. So
 * does, for the better part of a minute, one that goes between two questions of a line that is not up yet.
 */
export const passingPages = (app: Console): ((width?: number, height?: number) => Promise<Page>) => {
  const pages: Page[] = []
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.context().close()
    app.live.disconnectSockets(true)
  })
  return async (width, height) => {
    const page = await app.newPage(width, height)
    pages.push(page)
    return page
  }
}
