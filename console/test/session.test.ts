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

  const change = async (page: Page, userName: string) => {
    await page.getByLabel('用户名').fill(userName)
    await page.getByLabel('旧密码').fill('Yibao@2026')
    await page.getByLabel('新密码').fill('Yaodian@2027')
    await page.getByLabel('确认密码').fill('Yaodian@2027')
    await page.getByRole('button', { name: '修改密码' }).click()
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

  test('a new password for one account takes away no session of another', async () => {
    const page = await newPage()
    await app.enter(page, '/attendance')
    await page.getByRole('button', { name: /^你好/ }).waitFor()
    await page.goto(`${app.home}/change`)
    await change(page, 'clerk2')
    await expect.poll(() => said(page)).toBe('已修改 clerk2 的密码。本机登录的仍是 clerk')
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/change-other.png` })
    expect(await page.getByLabel('旧密码').inputValue()).toBe('')
    expect(await page.getByRole('link', { name: '返回首页' }).count()).toBe(1)
    expect(await kept(page)).toEqual(['token', 'userInfo'])
    await change(page, 'clerk')
    await loginForm(page).waitFor()
    expect([await said(page), await kept(page)]).toEqual(['操作成功，请用新密码登录', []])
  })

  const account = async (page: Page, item: string) => {
    await page.getByRole('button', { name: /^你好/ }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const backup = JSON.stringify({ userName: 'area', isAccountSwitched: true })
  const keepBackup = (page: Page) => page.evaluate((text) => localStorage.setItem('userBackup', text), backup)

  test('an operator who has to change his password first leaves the administrator his way back', async () => {
    const page = await bound('initial')
    await keepBackup(page)
    await change(page, 'clerk')
    await loginForm(page).waitFor()
    expect(await kept(page)).not.toContain('token')
    await fill(page, 'clerk')
    await account(page, '切换回管理员账号')
  })

  test('whoever switches back is nobody else’s in the meantime: what cannot be read is said at the login', async () => {
    const page = await newPage()
    await app.enter(page, '/attendance')
    const name = page.getByRole('button', { name: /^你好/ })
    await name.waitFor()
    await keepBackup(page)
    await account(page, '切换回管理员账号')
    const back = page.getByRole('dialog', { name: '管理员授权' })
    await back.getByLabel('密码').fill('Yibao@2026')
    await page.route('**/prod-api/api/Role/GetMenuList**', (route) => route.abort())
    await back.getByRole('button', { name: '切换回管理员' }).click()
    await loginForm(page).waitFor()
    expect([await said(page), await kept(page)]).toEqual([expect.stringContaining('接口无法访问'), ['userInfo']])
  })

  test('a view without an area is ended where it asks for one, and nobody’s session with it', async () => {
    const page = await newPage()
    const viewed = { ...loginOf('area').userInfo, medicalAreaCode: '', viewing: { by: '周管理', left: 1800 } }
    await say(page, 'User/GetLoginUserInfo', viewed)
    await page.goto(`${app.home}/floor.js`)
    await page.evaluate((info) => {
      localStorage.setItem('token', 'token-admin')
      const kept = { 'yibao.own': 'view', token: 'token-area', userInfo: JSON.stringify(info) }
      for (const [key, value] of Object.entries(kept)) sessionStorage.setItem(key, value)
    }, viewed)
    await page.goto(`${app.home}/dashboard`)
    const area = page.getByRole('dialog', { name: '切换区划' })
    const before = loggedOff()
    await area.getByRole('button', { name: '结束查看' }).click()
    await expect.poll(() => app.requests.filter((name) => name === 'auth.endView').length).toBe(1)
    expect(loggedOff()).toBe(before)
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
