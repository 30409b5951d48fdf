import { envelope } from '@yibao/shared/envelope.ts'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { answers } from './answers.ts'
import { browserPath, openConsole } from './browser.ts'
import { passingPages } from './passing-pages.ts'

// Whose session a PC's browser has, and how he who has it, or the next one, gets out of it.

describe.skipIf(!browserPath)('the session of a PC', () => {
  const app = opened(openConsole)
  const newPage = passingPages(app)
  afterEach(() => {
    expect(app.faults).toEqual([])
  })

  const say = (page: Page, path: string, result: unknown) =>
    page.route(`**/prod-api/api/${path}`, (route) => route.fulfill({ json: envelope({ result }) }))
  /** What a login answers, with more of the user. */
  const loginOf = (userName: string, more: object = {}) => {
    const login = answers['auth.login']!({ userName }, 'clerk') as { userInfo: object }
    return { ...login, userInfo: { ...login.userInfo, ...more } }
  }
  const kept = (page: Page) =>
    page.evaluate(() => ['token', 'userInfo', 'userBackup'].filter((key) => localStorage.getItem(key)))
  const loggedOff = () => app.requests.filter((name) => name === 'user.logoff').length
  const fill = async (page: Page, userName: string, password = 'Yibao@2026') => {
    await page.fill('#userName', userName)
    await page.fill('#passWord', password)
    await page.click('button[type=submit]')
  }
  const loginForm = (page: Page) => page.getByRole('heading', { name: '登录医保云' })
  const said = (page: Page) => page.getByRole('alert').innerText()

  /** Somebody whose password must be changed has signed in. */
  const bound = async (why: 'initial' | 'expired') => {
    const page = await newPage()
    await say(page, 'Auth/Login', loginOf('clerk', { mustChange: why }))
    await page.goto(`${app.home}/login`)
    await fill(page, 'clerk')
    await page.waitForURL('**/change')
    await page.unroute('**/prod-api/api/Auth/Login')
    return page
  }

  test.each([
    ['initial', '初始密码，修改后才能继续操作'],
    ['expired', '密码已过期，修改后才能继续操作'],
  ] as const)('a password that must be changed (%s) says so, and gives the PC to the next one', async (why, words) => {
    const page = await bound(why)
    await expect.poll(() => said(page)).toBe(words)
    const before = loggedOff()
    await page.getByRole('link', { name: '返回登录' }).click()
    await loginForm(page).waitFor()
    expect([await kept(page), loggedOff() - before]).toEqual([[], 1])
    await fill(page, 'area')
    await page.getByText('苏州市 320500').waitFor()
  })

  test('a locked account counts down for its own name, and keeps nobody else from the form', async () => {
    const page = await newPage()
    const refusal = { error: '连续输错密码，账号已锁定', tips: '请在 60 秒后重试，或请管理员解锁' }
    const locked = { success: false, statusCode: 423, resultNotice: refusal, resultExtendInfo: { seconds: 60 } }
    const login = '**/prod-api/api/Auth/Login'
    await page.route(login, (route) => route.fulfill({ json: envelope(locked) }))
    await page.goto(`${app.home}/login`)
    await fill(page, 'clerk', 'wrong')
    const wait = page.getByRole('button', { name: /^\d+ 秒后可重试$/ })
    await wait.waitFor()
    await page.fill('#passWord', 'Yibao@2026')
    expect([await wait.isDisabled(), await said(page)]).toEqual([true, expect.stringContaining('账号已锁定')])
    await page.unroute(login)
    await page.fill('#userName', 'area')
    await expect.poll(() => said(page)).toBe('')
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.getByText('苏州市 320500').waitFor()
  })

  test('in an ERP’s frame an ended session says where it is opened again, at the alert and behind it', async () => {
    const page = await newPage()
    await page.addInitScript(() => sessionStorage.setItem('yibao.frame', '1'))
    await app.enter(page, '/attendance')
    const again = page.getByRole('button', { name: '刷新' }).first()
    await again.waitFor()
    await page.evaluate(() => localStorage.setItem('token', 'token-expired'))
    await again.click()
    const alert = page.getByRole('alertdialog', { name: '登录已过期，请重新登录' })
    await alert.getByText('请从 ERP 重新打开本页').waitFor()
    await alert.getByRole('button').click()
    await loginForm(page).waitFor()
    expect(await said(page)).toBe('请从 ERP 重新打开本页')
  })

  const setup = (isNeedInitialize: boolean) => ({
    ...{ storeName: '示例大药房观前店', fixmedinsCode: 'P32050100001', areaName: '苏州市', steps: [] },
    initializeInfo: { isNeedInitialize, initializeStep: isNeedInitialize ? 1 : 0 },
  })
  const initializing = async (need: boolean, prepare: (page: Page) => Promise<unknown> = async () => undefined) => {
    const page = await newPage()
    await say(page, 'Initialization/State**', setup(need))
    const info = JSON.stringify(setup(need).initializeInfo)
    await page.addInitScript((text) => localStorage.setItem('initializeInfo', text), info)
    await prepare(page)
    await app.enter(page, '/initialization?step=0')
    await page.getByRole('heading', { name: '初始化向导' }).waitFor()
    return page
  }
  const wayHome = (page: Page) => page.getByRole('banner').getByRole('link', { name: '返回首页' })
  const logout = (page: Page) => page.getByRole('banner').getByRole('button', { name: '退出登录' })

  test('whoever signed in at a store that is not set up can go again', async () => {
    const page = await initializing(true)
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/initialization.png` })
    expect(await wayHome(page).count()).toBe(0)
    await logout(page).click()
    await loginForm(page).waitFor()
    expect(await kept(page)).toEqual([])
  })

  test('where nothing has to be set up first, the wizard leads home too', async () => {
    const page = await initializing(false)
    expect(await logout(page).count()).toBe(1)
    await wayHome(page).click()
    await page.waitForURL('**/dashboard')
  })

  test('an ERP’s frame is left by the ERP', async () => {
    const page = await initializing(true, (one) => one.addInitScript(() => sessionStorage.setItem('yibao.frame', '1')))
    expect([await logout(page).count(), await wayHome(page).count()]).toEqual([0, 0])
  })
})
