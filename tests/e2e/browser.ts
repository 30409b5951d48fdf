import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page, PageScreenshotOptions } from 'playwright-core'
import { demoPassword } from '../../tools/api.ts'
import { watch } from './witness.ts'

export { hasBrowser, openBrowser } from './launch.ts'

/**
 * A browser window of its own, as another PC would have: 1366x768 unless said otherwise, and still: a dialog that grows
 * while the mouse goes down and up again loses the click.
 */
export const openPage = async (browser: Browser, options: BrowserContextOptions = {}): Promise<Page> => {
  const context = await browser.newContext({
    viewport: { width: 1366, height: 768 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  await watch(page)
  return page
}

/** Signs in on the login page as a person does; `at` is the address of the console. */
export const signIn = async (page: Page, at: string, userName: string): Promise<void> => {
  await page.goto(`${at}/login`)
  await page.getByLabel('用户名').fill(userName)
  await page.getByLabel('密码').fill(demoPassword)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('button', { name: /^(登录|正在登录…)$/ }).waitFor({ state: 'detached' })
  await page.getByRole('main').waitFor()
}

/** Chooses an area in the dialog 切换区划, which is open; another area is another start of the console. */
export const chooseArea = async (page: Page, name: string): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: '切换区划' })
  await dialog.getByRole('combobox').click()
  await page.locator('.ant-select-dropdown:visible').getByText(name).click()
  await dialog.getByRole('button', { name: /^切\s?换$/ }).click()
  await page.locator('header').getByText(name).waitFor()
}

const shots = process.env.SHOTS

/** With SHOTS=<folder>, leaves a picture of what the page shows now. */
export const shot = async (page: Page, name: string, options: PageScreenshotOptions = {}): Promise<void> => {
  if (shots) await page.screenshot({ path: join(shots, `${name}.png`), ...options })
}
