import { envelope } from '@yibao/shared/envelope.ts'
import { describe, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { answers } from './answers.ts'
import { browserPath, openConsole } from './browser.ts'
import { passingPages } from './passing-pages.ts'

// Ways in and around that no menu shows (SPEC 2), in a browser over sample answers.

describe.skipIf(!browserPath)('hidden ways', () => {
  const app = opened(openConsole)
  const newPage = passingPages(app)

  test('/auth-redirect: a token is exchanged, the address holds none of it, the page wanted opens with its frame', async () => {
    const page = await newPage()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    let authorization = ''
    await page.route('**/api/Auth/RefreshToken', (route) => {
      authorization = route.request().headers().authorization ?? ''
      return route.fulfill({ json: envelope({ result: answers['auth.login']!({ userName: 'clerk' }, 'clerk') }) })
    })
    await page.goto(`${app.home}/auth-redirect?token=other-abc&redirect=%2Fattendance`)
    await page.waitForURL('**/attendance')
    await page.getByRole('tab', { name: '签到签退' }).waitFor()
    expect(authorization).toBe('Bearer other-abc')
    expect(asked.slice(1).filter((url) => url.includes('other-abc'))).toEqual([])
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBe('token-clerk')
  })

  test('/auth-redirect that is refused or empty ends on the login page, which says why', async () => {
    const page = await newPage()
    await page.goto(`${app.home}/auth-redirect`)
    await page.getByText('缺少登录信息，请从 ERP 重新打开').waitFor()
    await page.goto(`${app.home}/auth-redirect?token=expired`)
    await page.locator('#userName').waitFor()
    await expect.poll(() => page.getByRole('alert').innerText()).not.toBe('')
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })

  test('/redirect/{path} opens the page anew under its own tab', async () => {
    const page = await newPage()
    await app.enter(page, '/attendance')
    await page.getByText('本次已结算').waitFor()
    app.requests.splice(0)
    await page.goto(`${app.home}/redirect/attendance`)
    await page.waitForURL('**/attendance')
    await page.getByText('本次已结算').waitFor()
    await expect.poll(() => page.getByRole('tab').allTextContents()).toEqual(['首页', '签到签退'])
    expect(app.requests).toContain('signIn.current')
  })

  test('an unknown path says where one is: neither title nor breadcrumb names the tab behind it', async () => {
    const page = await newPage()
    await app.enter(page, '/nowhere')
    await page.waitForURL('**/404')
    await page.getByRole('heading', { name: '没有这个页面' }).waitFor()
    await expect.poll(() => page.title()).toBe('页面不存在 - 医保云')
    await expect.poll(() => page.getByRole('navigation', { name: '位置' }).innerText()).toBe('页面不存在')
    // Loaded again it is the same: the menu is the way on.
    await page.reload()
    await page.getByRole('main').getByRole('heading', { name: '没有这个页面' }).waitFor()
    await expect.poll(() => page.getByRole('navigation', { name: '位置' }).innerText()).toBe('页面不存在')
    await page.getByRole('tab', { name: '首页' }).click()
    await page.waitForURL('**/dashboard')
    await expect.poll(() => page.getByRole('navigation', { name: '位置' }).innerText()).toBe('首页')
  })

  test('404 and 401 of somebody who is not signed in are a main part by themselves', async () => {
    const page = await newPage()
    for (const [path, title] of [
      ['/404', '没有这个页面'],
      ['/401', '没有权限'],
    ]) {
      await page.goto(app.home + path)
      await page.getByRole('main').getByRole('heading', { name: title }).waitFor()
      expect(await page.getByRole('tablist').count()).toBe(0)
    }
  })

  test('a page that breaks takes no other along, and is reported without what it showed', async () => {
    const page = await newPage()
    const reports: unknown[] = []
    await page.route('**/api/ErrorLog/Add', (route) => {
      reports.push(route.request().postDataJSON())
      return route.fulfill({ json: envelope({}) })
    })
    // An answer that no page is made for.
    await page.route('**/api/SignIn/Current', (route) =>
      route.fulfill({ json: envelope({ result: { row: { signedInAt: { name: '张三 320501199001011238' } } } }) }),
    )
    await app.enter(page, '/attendance')
    await page.getByText('这个页面出错了').waitFor()
    await expect.poll(() => reports).toMatchObject([{ page: '/medical-insurance-settlement/attendance' }])
    expect(JSON.stringify(reports)).not.toContain('320501199001011238')
    await page.getByRole('tab', { name: '首页' }).click()
    await page.getByText('今日结算').waitFor()
    await page.unroute('**/api/SignIn/Current')
    await page.getByRole('tab', { name: '签到签退' }).click()
    await page.getByRole('button', { name: '重新打开' }).click()
    await page.getByText('本次已结算').waitFor()
    app.faults.splice(0)
  })

  test('version and build time on the login page and in About; a closed tab opens again by key and by menu', async () => {
    const page = await newPage()
    await page.goto(`${app.home}/login`)
    await page.getByText(/版本 \d+\.\d+\.\d+ · 构建 \d{4}-\d{2}-\d{2} \d{2}:\d{2}/).waitFor()
    await app.enter(page, '/attendance')
    await page.getByText('本次已结算').waitFor()
    await page.keyboard.press('Alt+w')
    await expect.poll(() => page.getByRole('tab').allTextContents()).toEqual(['首页'])
    await page.keyboard.press('Alt+Shift+w')
    await expect.poll(() => page.getByRole('tab').allTextContents()).toEqual(['首页', '签到签退'])
    await page.getByRole('tab', { name: '签到签退' }).press('Delete')
    await page.getByRole('tab', { name: '首页' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: '重新打开关闭的页面' }).click()
    await page.waitForURL('**/attendance')
    await page.getByRole('button', { name: /^你好/ }).click()
    await page.getByRole('menuitem', { name: '关于' }).click()
    await page
      .getByRole('dialog', { name: '关于医保云' })
      .getByText(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
      .waitFor()
  })

  test('the numbers of the order: sidebar 210 px, drawer 50 %, dialogs 30 %, mobile below 992 px', async () => {
    const page = await newPage()
    await app.enter(page, '/dashboard')
    const menu = page.getByRole('navigation', { name: '菜单' })
    await menu.waitFor()
    expect((await menu.boundingBox())?.width).toBe(210)
    const open = async (item: string) => {
      await page.getByRole('button', { name: /^你好/ }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await open('修改密码')
    const password = page.getByRole('dialog', { name: '修改密码' })
    await password.waitFor()
    await expect.poll(async () => (await password.boundingBox())?.width).toBe(1440 * 0.3)
    await password.getByRole('button', { name: '不修改' }).click()
    await password.waitFor({ state: 'detached' })
    await open('个人信息')
    await page.getByRole('dialog', { name: '修改用户信息' }).waitFor()
    const drawer = page.locator('.ant-drawer-content-wrapper')
    await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(1440 / 2)
    await page.getByRole('button', { name: '不保存' }).click()
    const search = page.getByRole('combobox', { name: '查找页面、操作和记录' })
    await page.setViewportSize({ width: 992, height: 900 })
    await search.waitFor()
    await page.setViewportSize({ width: 991, height: 900 })
    await search.waitFor({ state: 'detached' })
  })
})
