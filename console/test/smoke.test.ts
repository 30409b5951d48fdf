import { gzipSync } from 'node:zlib'
import { envelope } from '@yibao/shared/envelope.ts'
import { setupOrder } from '@yibao/shared/setup.ts'
import type { Page, Response, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { browserPath, openConsole } from './browser.ts'
import { heldBack } from './held-back.ts'
import { dashboard, orderDetail, yesterday } from './samples.ts'

const orders = '/reconciliation/order-management'
const bench = `/reconciliation/day-reconciliation-detail?groupId=g-0&day=${yesterday}&storeId=s-1`

describe.skipIf(!browserPath)('the console in a browser', () => {
  const app = opened(openConsole)

  const pathOf = (page: Page) => page.url().slice(app.home.length)

  test('the wanted path survives the login; a logged-in user on /login goes home', async () => {
    const page = await app.newPage()
    await page.goto(`${app.home}/attendance`)
    await page.waitForURL('**/login?redirect=%2Fattendance')
    await app.signIn(page, '/login?redirect=%2Fattendance')
    await expect.poll(() => pathOf(page)).toBe('/attendance')
    await expect.poll(() => page.title()).toBe('签到签退 - 医保云')
    await page.goto(`${app.home}/login`)
    await page.waitForURL('**/dashboard')
  })

  test('tabs: opened by the menu, closed by middle click and X, restored after F5, filters kept', async () => {
    const page = await app.newPage()
    await app.enter(page, '/')
    const tabs = () => page.getByRole('tab').allTextContents()
    const menu = page.getByRole('navigation', { name: '菜单' })
    await menu.getByText('订单管理').click()
    await page.getByLabel('姓名').fill('张*')
    await page.getByRole('button', { name: '查询' }).click()
    await page.getByText('共 4 条').waitFor()
    await menu.getByText('签到签退').click()
    await page.getByText('本次已结算').waitFor()
    await expect.poll(tabs).toEqual(['首页', '订单管理', '签到签退'])
    await page.reload()
    await page.getByRole('tab', { name: '订单管理' }).click()
    await page.getByText('共 4 条').waitFor()
    await expect.poll(() => page.getByLabel('姓名').inputValue()).toBe('张*')
    await page.getByRole('tab', { name: '签到签退' }).click({ button: 'middle' })
    await expect.poll(tabs).toEqual(['首页', '订单管理'])
    await page.getByRole('tab', { name: '首页' }).click({ button: 'middle' })
    const x = (title: string) => page.getByTitle(`关闭${title}`)
    expect(await x('首页').count()).toBe(0)
    // Its X closes one that is not in front, and nothing moves; the one in front leaves to the last that is left.
    await menu.getByText('二维码').click()
    await menu.getByText('签到签退').click()
    await page.waitForURL('**/attendance')
    await x('二维码').click()
    await expect.poll(tabs).toEqual(['首页', '订单管理', '签到签退'])
    expect(pathOf(page)).toBe('/medical-insurance-settlement/attendance')
    await page.getByRole('tab', { name: '首页' }).click()
    await page.waitForURL('**/dashboard')
    await page.getByRole('tab', { name: '订单管理' }).click()
    await x('订单管理').click({ button: 'middle' })
    await page.waitForURL('**/attendance')
    await expect.poll(tabs).toEqual(['首页', '签到签退'])
    await menu.getByText('二维码').click()
    await menu.getByText('订单管理').click()
    await page.getByText('共 37 条').waitFor()
    await x('二维码').click({ button: 'right' })
    await page.getByRole('menuitem', { name: '关闭其他' }).click()
    await page.waitForURL('**/qr-code')
    await expect.poll(tabs).toEqual(['首页', '二维码'])
    await page.getByRole('tab', { name: '二维码' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: '关闭', exact: true }).click()
    await page.waitForURL('**/dashboard')
    await menu.getByText('订单管理').click()
    await page.getByRole('tab', { name: '订单管理' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: '关闭全部' }).click()
    await page.waitForURL('**/dashboard')
    await expect.poll(tabs).toEqual(['首页'])
  })

  test('forwarding: the address is cleared, the shell is hidden, the key decides the page', async () => {
    const page = await app.newPage()
    const seen: string[] = []
    page.on('request', (request) => seen.push(request.url()))
    const signIn = await heldBack(page, '**/api/Auth/SilentLogin')
    await page.goto(`${app.home}/forwarding?companyId=10001&clientNo=C001&verifyCode=a+b&routeKey=2`)
    await expect.poll(() => page.title()).toBe('转发 - 医保云')
    signIn()
    await page.waitForURL('**/day-reconciliation')
    await page.getByText('示例大药房观前店').first().waitFor()
    expect(await page.getByRole('tablist').count()).toBe(0)
    expect(await page.getByRole('navigation', { name: '菜单' }).count()).toBe(0)
    expect(seen.slice(1).filter((url) => url.includes('verifyCode'))).toEqual([])
    expect(await page.evaluate(() => history.length)).toBeLessThan(4)
  })

  test.each([
    ['companyId=1&clientNo=2&routeKey=1', '缺少登录信息，请从 ERP 重新打开'],
    ['companyId=1&clientNo=2&verifyCode=3&routeKey=99', '没有匹配的页面，即将转到登录页'],
  ])('forwarding refused: %s', async (query, message) => {
    const page = await app.newPage()
    await page.goto(`${app.home}/forwarding?${query}`)
    await page.getByText(message).waitFor()
    await expect.poll(() => pathOf(page)).toBe('/login')
  })

  test('an ended session shows one alert and leads back after the login', async () => {
    const page = await app.newPage()
    await app.enter(page, orders)
    await page.getByText('共 37 条').waitFor()
    await page.evaluate(() => localStorage.setItem('token', 'token-expired'))
    await page.getByRole('button', { name: '刷新' }).click()
    await page.getByRole('alertdialog', { name: '登录已过期，请重新登录' }).waitFor()
    await expect.poll(() => page.getByRole('alertdialog').count()).toBe(1)
    await page.getByRole('button', { name: '重新登录' }).click()
    await page.waitForURL(`**/login?redirect=${encodeURIComponent(orders)}`)
  })

  test('a refusal with details opens the box, with what the hint library advises', async () => {
    const page = await app.newPage()
    await app.enter(page, '/medical-insurance-settlement/qr-code')
    const notice = { error: '电子凭证二维码已失效', tips: '', description: '', messageCode: '302099' }
    const empty = { result: null, error: null, confimResultInfo: null }
    await page.route('**/api/QrCode/Save', (route) =>
      route.fulfill({
        json: { ...empty, success: false, statusCode: 400, resultNotice: notice, resultExtendInfo: { text: '原文' } },
      }),
    )
    await page.getByRole('button', { name: '新增二维码' }).click()
    const form = page.getByRole('dialog', { name: '新增二维码' })
    await form.getByLabel('内容').fill('https://yb.example.cn/1')
    await form.getByRole('button', { name: '保存二维码' }).click()
    const box = page.getByRole('alertdialog', { name: '电子凭证二维码已失效' })
    await box.getByText('请参保人刷新二维码后重新扫码').waitFor()
    await box.getByText(/代码 302099 · \d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}/).waitFor()
    await box.getByRole('button', { name: '知道了' }).click()
    // What was typed is still there.
    await expect.poll(() => form.getByLabel('内容').inputValue()).toBe('https://yb.example.cn/1')
  })

  test('an order that was refused says so, with what the library knows of its transaction; an unknown one has its own advice alone', async () => {
    const page = await app.newPage()
    const asked: unknown[] = []
    page.on('request', (request) => {
      if (request.url().includes('GetGuideListByMsg')) asked.push(request.postDataJSON())
    })
    const open = async (over: object) => {
      const answer = { ...orderDetail(1), ...over }
      await page.route('**/api/Order/Get/*', (route) => route.fulfill({ json: envelope({ result: answer }) }))
      await app.enter(page, '/reconciliation/order-management')
      await page.locator('tbody tr[data-row-key]').first().press('Enter')
      return page.getByRole('dialog', { name: /^订单 / })
    }
    const refused = await open({ status: '1', abnormal: undefined, refusal: '医保中心：“凭证失效”' })
    await refused.getByText('结算没有通过，没有扣款。').waitFor()
    await refused.getByText('请参保人刷新二维码后重新扫码').waitFor()
    expect(asked).toEqual([{ message: '医保中心：“凭证失效”', infno: '2102' }])
    const unknown = { kind: 'unknown', attempts: 1, needsPerson: false, lastError: '冲正没有得到答复：timeout' }
    const open4 = await open({ status: '4', abnormal: unknown })
    await open4.getByText('医保中心可能已扣款，请勿重复结算').first().waitFor()
    expect(asked.length).toBe(1)
  })

  test('the home page has its tiles while their figures are on their way', async () => {
    const page = await app.newPage()
    const answer = await heldBack(page, '**/prod-api/api/Report/Dashboard**')
    await app.signIn(page, '/login')
    const tile = page.locator('section').filter({ has: page.getByRole('heading', { name: '今日结算' }) })
    await tile.getByText('--').waitFor()
    const before = (await tile.boundingBox())!
    answer()
    await tile.getByText('更新').waitFor()
    const after = (await tile.boundingBox())!
    expect([after.x, after.width]).toEqual([before.x, before.width])
  })

  test('the sums of a list have their place before they are there: no row moves away under a hand', async () => {
    const page = await app.newPage()
    let give = () => {}
    const held = new Promise<void>((resolve) => (give = resolve))
    await page.route('**/assets/totals-*.js', async (route) => {
      await held
      await route.continue()
    })
    for (const path of [orders, '/reconciliation/day-reconciliation']) {
      await app.enter(page, path)
      await page.locator('tbody tr[data-row-key]').first().waitFor()
      const before = (await page.locator('tbody tr[data-row-key]').first().boundingBox())!
      give()
      await page
        .getByRole('region', { name: '合计' })
        .getByText('0.00')
        .or(page.getByText('3,160.40'))
        .first()
        .waitFor()
      expect((await page.locator('tbody tr[data-row-key]').first().boundingBox())!.y).toBe(before.y)
    }
  })

  test('the sums of a list are asked for again where its rows are read again, and not where a page is turned', async () => {
    const page = await app.newPage()
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('/api/Order/Totals')) asked += 1
    })
    const rowsOf = (no: number) =>
      page.waitForResponse((one) => one.url().includes(`/Order/Paged`) && one.url().includes(`page=${no}`))
    await app.enter(page, orders)
    await page.getByText('3,160.40').waitFor()
    expect(asked).toBe(1)
    // What comes with the line is not asked for in between.
    await expect.poll(() => app.live.fetchSockets()).not.toEqual([])
    await page.clock.install()
    await page.clock.fastForward(5000)
    for (const button of ['查询', '刷新']) {
      const before = asked
      await page.clock.fastForward(5000)
      await page.getByRole('button', { name: new RegExp(`^${[...button].join('\\s?')}$`) }).click()
      await expect.poll(() => asked).toBe(before + 1)
    }
    const turned = rowsOf(2)
    await page.getByRole('listitem', { name: '2', exact: true }).click()
    await turned
    await page.getByText('3,160.40').waitFor()
    expect(asked).toBe(3)
  })

  test('a set-up step that was left out is reminded of on the home page, which leads to it', async () => {
    const page = await app.newPage()
    const steps = setupOrder.map((step) => ({
      ...{ step, state: step === 'staff' ? 'skipped' : 'done', text: '好', at: `${yesterday} 09:00:00`, by: '李店员' },
    }))
    const initializeInfo = { isNeedInitialize: false, initializeStep: 0 }
    const setup = {
      storeName: '示例大药房观前店',
      fixmedinsCode: 'P32050100001',
      areaName: '苏州市',
      initializeInfo,
      steps,
    }
    const say = (path: string, result: object) =>
      page.route(`**/prod-api/api/${path}**`, (route) => route.fulfill({ json: envelope({ result }) }))
    await say('Report/Dashboard', { ...dashboard, setup: [setupOrder.indexOf('staff')] })
    await say('Initialization/State', setup)
    await app.enter(page, '/')
    await page.getByRole('button', { name: '初始化还有 1 步' }).click()
    await page.getByRole('heading', { name: '药师与医师' }).waitFor()
    await page.getByRole('button', { name: '重新检查' }).waitFor()
    // Who comes without a step in mind reads what came of all.
    await page.goto(`${app.home}/initialization`)
    await page.getByRole('heading', { name: '本店可以结算了' }).waitFor()
  })

  test('the bench by keyboard: accept, next, undo refused for others, mark with a note', async () => {
    const page = await app.newPage()
    await app.enter(page, bench)
    const current = page.locator('tr[aria-selected=true]')
    await page.getByText('3 可自动处理').waitFor()
    // Its own sheet of keys, and the shell's not on top of it.
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: '按键' })
    await sheet.getByText('接受建议').waitFor()
    expect(await page.getByRole('alertdialog').count()).toBe(0)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
    await page.keyboard.press('j')
    await expect.poll(() => current.innerText()).toContain('李*')
    await page.keyboard.press('k')
    // / goes to the classes, where Enter presses what has the focus.
    await page.keyboard.press('/')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByRole('table', { name: '差异' }).locator('tbody tr').count()).toBe(1)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByRole('table', { name: '差异' }).locator('tbody tr').count()).toBe(4)
    await page.keyboard.press('a')
    await page.getByText('2 可自动处理').waitFor()
    await expect.poll(() => current.innerText()).toContain('李*')
    await page.keyboard.press('k')
    await page.keyboard.press('u')
    await page.getByText('3 可自动处理').waitFor()
    // Money asks for a second person, amount and name repeated.
    await page.getByRole('cell', { name: '赵*', exact: true }).click()
    await page.keyboard.press('a')
    const dialog = page.getByRole('dialog', { name: '管理员授权' })
    await expect.poll(() => dialog.innerText()).toContain('撤销这笔：赵* 51.20 元')
    await dialog.getByLabel('授权人用户名').fill('area')
    await dialog.getByLabel('密码').fill('Yibao@2026')
    await page.keyboard.press('Enter')
    await page.getByText('已处理 1 / 4').waitFor()
    expect(app.problems).toEqual([])
  })

  test('reversal shows what goes back where before it can be confirmed; then the slip', async () => {
    const page = await app.newPage()
    await app.enter(page, orders)
    await page.getByRole('button', { name: '撤销结算' }).first().click()
    const dialog = page.getByRole('dialog')
    await expect
      .poll(() => dialog.innerText())
      .toMatch(/退回个人账户\s+60.00\s+退微信支付\s+10.00\s+退现金\s+2.60\s+退回基金\s+0.00/)
    await expect.poll(() => dialog.getByRole('button', { name: '确认撤销' }).isDisabled()).toBe(true)
    await dialog.getByRole('combobox').click()
    await page.getByTitle('顾客退货').click()
    // What is refused is asked anew when it is confirmed again: 签到 and a busy centre pass, and under the same key the
    // server gives its old answer and asks nobody. Without an answer the same reason is the same request. Another reason is
    // another: the server takes one key for one body.
    const keys: (string | undefined)[] = []
    const no = envelope({ success: false, statusCode: 422, resultNotice: { error: '医保中心：“已清算”' } })
    let silent = false
    const refuse = (route: Route) => {
      keys.push(route.request().headers()['idempotency-key'])
      return silent ? route.abort() : route.fulfill({ json: no })
    }
    await page.route('**/api/Settlement/Cancel', refuse)
    const confirm = dialog.getByRole('button', { name: '确认撤销' })
    const press = async (times: number) => {
      await confirm.click()
      await expect.poll(() => keys.length).toBe(times)
      await expect.poll(() => confirm.getAttribute('aria-disabled')).toBeNull()
    }
    await press(1)
    silent = true
    await press(2)
    silent = false
    await press(3)
    await press(4)
    await dialog.getByRole('combobox').click()
    await page.getByTitle('录入有误').click()
    await press(5)
    expect(keys.map((key) => keys.indexOf(key))).toEqual([0, 1, 1, 3, 4])
    await page.unroute('**/api/Settlement/Cancel', refuse)
    await confirm.click()
    const preview = page.getByRole('dialog', { name: '打印预览' })
    await preview.getByText('由浏览器打印').waitFor()
    await expect.poll(() => preview.getByRole('button', { name: '打印', exact: true }).count()).toBe(1)
    expect(app.problems).toEqual([])
  })

  test('an administrator sees area and code and may switch; logout forgets everything', async () => {
    const page = await app.newPage()
    await app.signIn(page, '/login', 'area')
    expect(await page.evaluate(() => document.cookie.split('; '))).toContain('token=token-area')
    await page.getByText('苏州市 320500').click()
    await page.getByRole('menuitem', { name: '切换区划' }).click()
    await page.getByRole('dialog', { name: '切换区划' }).getByText('不切换').click()
    await page.getByText('苏州市 320500').click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await page.locator('#userName').waitFor()
    // The next person at this PC is not led to a page of this one.
    expect(pathOf(page)).toBe('/login')
    expect(
      await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('userInfo'), document.cookie]),
    ).toEqual([null, null, expect.not.stringContaining('token')])
  })

  test('on a phone the menu is an overlay that closes on the way, lists are cards', async () => {
    const page = await app.newPage(390, 844)
    await app.enter(page, '/')
    await page.getByRole('button', { name: '展开菜单' }).click()
    await page.getByRole('navigation', { name: '菜单' }).getByText('订单管理').click()
    await page.getByRole('button', { name: '展开菜单' }).waitFor()
    await page.locator('article').first().waitFor()
    // The page that is there already is asked for again: the menu steps aside for it all the same.
    await page.getByRole('button', { name: '展开菜单' }).click()
    await page.getByRole('navigation', { name: '菜单' }).getByText('订单管理').click()
    await page.getByRole('button', { name: '展开菜单' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })

  const scriptBytes = async (visit: (page: Page) => Promise<void>) => {
    const page = await app.newPage()
    // What is read ahead once the page stands is no part of it: how much of that came in time was a matter of the machine.
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0
    })
    const bodies: Promise<Buffer>[] = []
    const keep = (answer: Response) => {
      if (answer.url().endsWith('.js') && answer.ok()) bodies.push(answer.body())
    }
    page.on('response', keep)
    await visit(page)
    // What comes later belongs to no budget, and may come while the window closes.
    page.off('response', keep)
    const all = await Promise.all(bodies)
    return all.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1024
  }

  test('budgets (gzip): 90 KiB to the login, 230 KiB to shell and dashboard', async () => {
    const login = await scriptBytes(async (page) => {
      await page.goto(`${app.home}/login`)
      await page.waitForLoadState('networkidle')
    })
    const shell = await scriptBytes(async (page) => {
      await app.signIn(page)
      await page.getByText('今日结算').waitFor()
    })
    console.log(`login ${login.toFixed(1)} KiB, shell and dashboard ${shell.toFixed(1)} KiB`)
    expect(login).toBeLessThanOrEqual(90)
    expect(shell).toBeLessThanOrEqual(230)
  })
})
