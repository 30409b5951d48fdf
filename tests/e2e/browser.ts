import { join } from 'node:path'
import { auth, user } from '@yibao/shared/calls/auth.ts'
import type { Browser, BrowserContextOptions, Page, PageScreenshotOptions } from 'playwright-core'
import { type Api, demoPassword } from '../../tools/api.ts'
import { slowed, throttled } from '../../tools/slow.ts'
import { openBrowser as launch } from './launch.ts'
import { watch } from './witness.ts'

export { hasBrowser } from './launch.ts'

/** The browser of a story: its pages live for seconds, in which code that is compiled once more for speed never pays. */
export const openBrowser = (): Promise<Browser> => launch('--js-flags=--no-maglev --no-turbofan')

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
  await slowed(context)
  const page = await context.newPage()
  await throttled(page)
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

/**
 * Opens `path` as somebody who signed in before, an administrator in 320500: a story that is not about the login page
 * does not load the console three times to be where it begins. `at` is the address of the console; without `path` nothing
 * of it is open yet.
 */
export const enter = async (page: Page, at: string, session: Api, path?: string): Promise<void> => {
  const { isAdminUser, medicalAreaCode } = await session.ok(user.getLoginUserInfo, {})
  const area = { medicalAreaCode: '320500' }
  const token = isAdminUser && !medicalAreaCode ? (await session.ok(auth.switchArea, area)).token : session.token
  // The lightest thing of the console's own address.
  await page.goto(`${at}/floor.js`)
  await page.evaluate((kept) => localStorage.setItem('token', kept), token)
  if (path !== undefined) await page.goto(at + path)
}

/**
 * Goes to an address of the console inside the document that is open, as its own links do, and is back when another page
 * is shown: a button that both pages have would be pressed on the one that is just going away.
 */
export const visit = async (page: Page, address: string): Promise<void> => {
  // A page that stands in no tab is the whole of its main part.
  const before = await page.locator('main:visible, [role=tabpanel]:visible').last().elementHandle()
  const leaves = await page.evaluate((to) => {
    const here = location.pathname
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
    return location.pathname !== here
  }, address)
  if (leaves) await page.waitForFunction((gone) => !gone?.checkVisibility(), before)
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
