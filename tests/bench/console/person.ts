import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { demoPassword } from '../../../tools/api.ts'

/** A browser window that has never seen the console. */
export const freshPage = async (
  browser: Browser,
): Promise<{ context: BrowserContext; page: Page; session: CDPSession }> => {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' })
  const page = await context.newPage()
  return { context, page, session: await context.newCDPSession(page) }
}

/** A clerk's PC of 2015: a quarter of this machine's speed behind 10 Mbit/s with 40 ms. */
export const slowDown = async (session: CDPSession): Promise<void> => {
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await session.send('Network.enable')
  const throughput = (10 * 1024 * 1024) / 8
  const speed = { offline: false, latency: 40, downloadThroughput: throughput, uploadThroughput: throughput }
  await session.send('Network.emulateNetworkConditions', speed)
}

/** ms since the page's navigation began at which `selector` was on the screen. */
export const shownAt = async (page: Page, selector: string): Promise<number> => {
  const seen = await page.waitForFunction(
    (wanted) => (document.querySelector<HTMLElement>(wanted)?.offsetParent ? performance.now() : undefined),
    selector,
    { polling: 'raf' },
  )
  return Number(await seen.jsonValue())
}

/** Fills in the login as a person does, key by key; ms from the press to a home page that can be used. */
export const enter = async (page: Page, at: string, userName: string, home: string): Promise<number> => {
  await page.goto(`${at}/login`)
  await page.getByLabel('用户名').pressSequentially(userName, { delay: 40 })
  await page.getByLabel('密码').pressSequentially(demoPassword, { delay: 40 })
  const begin = performance.now()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForFunction((wanted) => document.querySelector('main')?.textContent?.includes(wanted), home, {
    polling: 'raf',
  })
  return performance.now() - begin
}
