import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildConsole } from '../../tools/built-console.ts'
import { freePort } from '../../tools/free-port.ts'
import { hasBrowser, openBrowser, openPage } from './browser.ts'
import { type Program, program } from './program.ts'
import { tellStories } from './setup.ts'

// A server that was started for the first time, without any demo data: one administrator, and nothing else.

const password = 'Yibao#First2026'

describe.skipIf(!hasBrowser)('a new platform', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'yibao-new-'))
  let server: Program
  let browser: Browser
  tellStories()
  beforeAll(async () => {
    const [consoleDir, port] = [await buildConsole(), await freePort()]
    server = program('server/src/main.ts', [], port, {
      ...{ TZ: 'UTC', DATA_DIR: dataDir, CONSOLE_DIR: consoleDir, LOG_LEVEL: 'warn', DATABASE_URL: '' },
      ...{ PORT: String(port), CENTRE_URL: 'http://127.0.0.1:9', SEED: 'none', ADMIN_PASSWORD: password },
    })
    await server.start()
    browser = await openBrowser()
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const login = async (page: Page, userName: string, word: string) => {
    await page.goto(`${server.url}/login`)
    await page.getByLabel('用户名').fill(userName)
    await page.getByLabel('密码', { exact: true }).fill(word)
    await page.getByRole('button', { name: '登录', exact: true }).click()
  }

  test('its administrator is led to the first company, opens the first area there and works in it; others need theirs', async () => {
    const page = await openPage(browser)
    await login(page, 'admin', password)
    await page.getByLabel('公司编号').fill('20001')
    await page.getByLabel('公司名称').fill('䶮𠮷大药房')
    await page.getByRole('button', { name: '新增公司' }).click()
    await page.getByRole('button', { name: '已记下' }).click()
    await page.getByRole('button', { name: '下一步' }).click()
    await page.getByRole('button', { name: '选择区划' }).click()
    await page.getByRole('button', { name: '开通新区划…' }).click()
    const form = page.getByRole('dialog', { name: '开通新区划' })
    await form.getByLabel('区划编码').fill('659009')
    await form.getByRole('button', { name: '开通', exact: true }).click()
    await form.getByText('没有收录这个区划，请填写名称').waitFor()
    await form.getByLabel('区划编码').fill('330100')
    await form.getByRole('button', { name: '开通', exact: true }).click()
    await page.getByRole('button', { name: '杭州市 330100' }).click()
    await page.getByRole('button', { name: '选好了' }).click()
    await page.getByText('已开通 杭州市').first().waitFor()
    await page.reload()
    await page.locator('header').getByText('杭州市').waitFor()

    // Whom nobody has given an area is told so, and can leave.
    await page.goto(`${server.url}/permission/user-management`)
    await page.getByRole('button', { name: '新增用户' }).click()
    const made = page.getByRole('dialog', { name: '新增用户' })
    await made.getByLabel('用户名').fill('wu')
    await made.getByLabel('昵称').fill('小吴')
    await made.getByLabel('真实姓名').fill('吴𠮷')
    await made.getByLabel('管理员').click()
    await page.locator('.ant-select-dropdown:visible').getByText('是', { exact: true }).click()
    await made.getByRole('button', { name: '保存', exact: true }).click()
    const secret = page.getByRole('dialog', { name: 'wu 的初始密码' })
    const initial = (await secret.locator('p').nth(1).textContent()) ?? ''
    await page.context().close()

    const his = await openPage(browser)
    await login(his, 'wu', initial)
    await his.waitForURL('**/change')
    await his.getByLabel('旧密码').fill(initial)
    await his.getByLabel('新密码').fill('Wide#Open2026')
    await his.getByLabel('确认密码').fill('Wide#Open2026')
    await his.getByRole('button', { name: /修改|提交|保存/ }).click()
    await his.waitForURL('**/login**')
    await login(his, 'wu', 'Wide#Open2026')
    const dialog = his.getByRole('dialog', { name: '切换区划' })
    await dialog.getByText('当前账号还没有可用的区划。请联系管理员分配数据角色，再重新登录。').waitFor()
    await dialog.getByRole('button', { name: '退出登录' }).click()
    await his.waitForURL('**/login**')
    expect(await his.evaluate(() => localStorage.getItem('token'))).toBeFalsy()
    await his.context().close()
  })
})
