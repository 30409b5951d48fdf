import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterEach } from 'vitest'
import { findBrowser } from '../../tools/machine.ts'
import { demoPassword } from './api.ts'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
]

/** The machine's own Chromium; undefined where there is none (`npm test` names it as skipped). */
export const hasBrowser = findBrowser() !== undefined

export const openBrowser = (): Promise<Browser> => chromium.launch({ executablePath: findBrowser()!, args: flags })

/** What a page complained about: errors of its scripts and of its console. */
export const complaints = new WeakMap<Page, string[]>()

const open = new Set<Page>()
const asked = new WeakMap<Page, string[]>()

/** What a person in front of a page would tell whoever asks why it went wrong: what it shows and what it last asked. */
const told = async (page: Page): Promise<string> => {
  const text = await page
    .evaluate(() => document.body.innerText)
    .catch((fault: unknown) => `no text: ${(fault as Error).message}`)
  return [page.url(), text, ...(asked.get(page) ?? []).slice(-15), ...(complaints.get(page) ?? [])].join('\n')
}

// A failure on a machine nobody can look at is understood from what the pages showed then.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const page of open) console.error(`▶ ${task.name}\n${await told(page)}`)
})

/** A browser window of its own, as another PC would have: 1366x768 unless said otherwise. */
export const openPage = async (browser: Browser, options: BrowserContextOptions = {}): Promise<Page> => {
  const context = await browser.newContext({
    viewport: { width: 1366, height: 768 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    ...options,
  })
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  const heard: string[] = []
  complaints.set(page, heard)
  const calls: string[] = []
  asked.set(page, calls)
  open.add(page)
  page.on('close', () => open.delete(page))
  page.on('requestfinished', async (request) => {
    if (!['fetch', 'xhr'].includes(request.resourceType())) return
    const status = (await request.response().catch(() => null))?.status()
    calls.push(`${request.method()} ${new URL(request.url()).pathname} ${status ?? ''}`)
  })
  page.on('requestfailed', (request) => {
    calls.push(`${request.method()} ${new URL(request.url()).pathname} ${request.failure()?.errorText ?? ''}`)
  })
  page.on('pageerror', (error) => heard.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') heard.push(message.text())
  })
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
