import { envelope } from '@yibao/shared/envelope.ts'
import { lineEnded } from '@yibao/shared/live-line.ts'
import { menuRows } from '@yibao/shared/menu.ts'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { answers } from './answers.ts'
import { browserPath, openConsole } from './browser.ts'
import { heldBack } from './held-back.ts'
import { over } from './over.ts'
import { passingPages } from './passing-pages.ts'
import { users } from './samples.ts'

// The frame around the pages, in a browser over sample answers: what a person meets between the pages.

describe.skipIf(!browserPath)('the shell in a browser', () => {
  const app = opened(openConsole)
  const newPage = passingPages(app)
  afterEach(() => {
    delete app.headers['x-console-build']
  })

  const answer = (page: Page, path: string, result: unknown) =>
    page.route(`**/prod-api/api/${path}`, (route) => route.fulfill({ json: envelope({ result }) }))
  const account = async (page: Page, item: string) => {
    await page.getByRole('button', { name: /^你好/ }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }

  test('a profile that could not be read can be opened again', async () => {
    const page = await newPage()
    await app.enter(page, '/dashboard')
    const refusal = envelope({ success: false, statusCode: 409, resultNotice: { error: '资料暂不能读取' } })
    const path = '**/prod-api/api/User/PullStoreUser/*'
    await page.route(path, (route) => route.fulfill({ json: refusal }))
    await account(page, '个人信息')
    await page.getByText('资料暂不能读取').waitFor()
    await page.unroute(path)
    await account(page, '个人信息')
    await page.getByRole('dialog', { name: '修改用户信息' }).waitFor()
  })

  test('重新连接 in the light of the centre asks again, for an administrator as for a clerk', async () => {
    const page = await newPage()
    await app.enter(page, '/medical-insurance-settlement/qr-code', 'area')
    await page.getByRole('button', { name: '医保中心：正常' }).waitFor()
    const calls = '**/prod-api/**'
    await page.route(calls, (route) => route.abort())
    await page
      .getByRole('button', { name: /刷\s?新/ })
      .first()
      .click()
    await page.getByRole('button', { name: '医保中心：云服务断开' }).click()
    // By itself the page asks for the server too, with a call of its own.
    const asked = page.waitForRequest((one) => /prod-api/.test(one.url()) && !/Message\/Unread/.test(one.url()))
    await page.getByRole('dialog', { name: '医保中心' }).getByRole('button', { name: '重新连接' }).click()
    await asked
    await page.unroute(calls)
    await page.getByRole('button', { name: '医保中心：正常' }).waitFor()
  })

  test('Alt+0 before the card of a light was read: the focus goes into it when it comes, and back by Esc', async () => {
    const page = await newPage()
    const come = await heldBack(page, '**/light-card-*.js')
    await app.enter(page, '/medical-insurance-settlement/qr-code')
    const search = page.getByRole('combobox', { name: '查找页面、操作和记录' })
    await search.focus()
    await page.keyboard.press('Alt+0')
    const card = page.locator('header').getByRole('dialog')
    await card.waitFor({ state: 'attached' })
    expect(await search.evaluate((one) => one === document.activeElement)).toBe(true)
    come()
    const button = card.getByRole('button')
    await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await card.waitFor({ state: 'detached' })
    await expect.poll(() => search.evaluate((one) => one === document.activeElement)).toBe(true)
  })

  test('Alt+0 while the agent is still looked for: the focus goes to what there is to do once it is known', async () => {
    const page = await newPage()
    const answer = await heldBack(page, '**/v1/hello')
    // It would be given up after a moment, which this story is too slow for.
    await page.addInitScript(() => {
      AbortController.prototype.abort = () => {}
    })
    await app.enter(page, '/medical-insurance-settlement/qr-code')
    await page.getByRole('button', { name: '助手：正在查找' }).waitFor()
    await page.keyboard.press('Alt+0')
    const card = page.getByRole('dialog', { name: '助手' })
    await card.getByText('正在本机查找助手').waitFor()
    answer()
    await expect.poll(() => card.getByRole('button').evaluate((one) => one === document.activeElement)).toBe(true)
  })

  test('a message over a drawer has the keyboard: Tab stays in it, Escape ends it and nothing below', async () => {
    const page = await newPage()
    await app.enter(page, '/dashboard')
    const refusal = envelope({
      success: false,
      statusCode: 409,
      resultNotice: { error: '资料不能保存', messageCode: 'x' },
    })
    await page.route('**/prod-api/api/User/ChangeUser', (route) =>
      route.fulfill({ json: { ...refusal, resultExtendInfo: { why: '资料正在审核' } } }),
    )
    await account(page, '个人信息')
    const drawer = page.getByRole('dialog', { name: '修改用户信息' })
    const name = drawer.getByLabel('昵称')
    await name.fill('新的昵称')
    await drawer.getByRole('button', { name: /^保\s?存$/ }).click()
    const box = page.getByRole('alertdialog', { name: '资料不能保存' })
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await expect.poll(focused).toBe('知道了')
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('知道了')
    await page.keyboard.press('Escape')
    await box.waitFor({ state: 'detached' })
    expect(await page.getByRole('alertdialog').count()).toBe(0)
    expect(await name.inputValue()).toBe('新的昵称')
    // The question about what is not saved is asked once, however often the key is pressed.
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog', { name: '填写的内容还没有保存' })
    await expect.poll(focused).toBe('继续填写')
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    expect(await name.inputValue()).toBe('新的昵称')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: '放弃并关闭' }).click()
    await drawer.waitFor({ state: 'detached' })
  })

  test('a form that is being filled in is not lost with its tab without a question', async () => {
    const page = await newPage()
    await app.enter(page, '/permission/user-management', 'area')
    await page.getByRole('button', { name: '新增用户' }).click()
    const form = page.getByRole('dialog', { name: '新增用户' })
    await form.getByLabel('用户名').fill('lina')
    const question = page.getByRole('alertdialog', { name: '「用户管理」有未保存的内容' })
    for (const keys of ['Alt+w', 'Alt+r']) {
      await page.keyboard.press(keys)
      await question.getByRole('button', { name: '继续编辑' }).click()
      expect(await form.getByLabel('用户名').inputValue()).toBe('lina')
    }
    await form.getByRole('button', { name: '不保存' }).click()
    await page.getByRole('button', { name: '放弃并关闭' }).click()
    await form.waitFor({ state: 'detached' })
    await page.keyboard.press('Alt+w')
    await page.waitForURL('**/dashboard')
  })

  test('the bar of progress stands while a page is on its way, and no longer', async () => {
    const page = await newPage()
    const come = await heldBack(page, '**/order-management-*.js')
    await app.enter(page, '/dashboard')
    await page.getByText('今日结算').waitFor()
    const bar = page.getByRole('progressbar', { name: '正在打开页面' })
    await bar.waitFor({ state: 'detached' })
    await page.getByRole('navigation', { name: '菜单' }).getByText('订单管理').click()
    await bar.waitFor()
    come()
    await page.getByText('共 37 条').waitFor()
    await bar.waitFor({ state: 'detached' })
  })

  test('? opens the sheet of keys, but not on the counter, which has its own', async () => {
    const page = await newPage()
    const sheet = page.getByRole('alertdialog', { name: '快捷键' })
    await app.enter(page, '/attendance')
    await page.getByText('本次已结算').waitFor()
    await page.keyboard.press('?')
    await sheet.getByRole('button', { name: '知道了' }).click()
    await page.getByRole('navigation', { name: '菜单' }).getByText('刷卡').click()
    await page.getByRole('button', { name: '展开菜单' }).waitFor()
    // Focus outside of every field: the page itself hears the key.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await page.keyboard.press('?')
    await page.keyboard.press('Alt+,')
    await page.waitForURL('**/attendance')
    expect(await sheet.count()).toBe(0)
  })

  test('a tab has its menu by the key for menus, as the sheet says', async () => {
    const page = await newPage()
    await app.enter(page, '/attendance')
    await page.getByText('本次已结算').waitFor()
    await page.keyboard.press('?')
    const sheet = page.getByRole('alertdialog', { name: '快捷键' })
    await sheet.getByText('Shift+F10（页签上）').waitFor()
    await sheet.getByRole('button', { name: '知道了' }).click()
    const tab = page.getByRole('tab', { name: '签到签退' })
    await tab.focus()
    await page.keyboard.press('Shift+F10')
    const menu = page.getByRole('menu', { name: '页签操作' })
    await menu.getByRole('menuitem', { name: '关闭其他' }).waitFor()
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await expect.poll(() => tab.evaluate((one) => one === document.activeElement)).toBe(true)
  })

  test('who may not open the messages has no bell, and still reads what must be read', async () => {
    const page = await newPage()
    const menus = menuRows.filter((row) => !row.of && row.menuCode !== 'MsgCenter')
    await answer(page, 'Role/GetMenuList', { menus: menus.map(({ menuCode }) => ({ menuCode })) })
    const mustRead = { id: 'm-1', title: '停机通知', content: '今晚 23:00 停机', level: 'urgent', publishedAt: '' }
    await answer(page, 'Message/Unread', { count: 1, mustRead })
    await app.enter(page, '/dashboard')
    await page.getByRole('alertdialog', { name: '停机通知' }).getByRole('button', { name: '已阅读' }).click()
    expect(await page.getByRole('button', { name: /^消息/ }).count()).toBe(0)
  })

  test('records are found beside pages: waited for, stopped by other words, opened where they are listed', async () => {
    const page = await newPage()
    const none = { items: [], nodes: [], total: 0, totalIsBound: false }
    await page.route(/%E5%B1%85%E6%B0%91|%E6%97%A0%E6%AD%A4%E9%A1%B9|%E8%81%8C%E5%B7%A5|GetUserCompanyTree/, (route) =>
      route.fulfill({ json: envelope({ result: none }) }),
    )
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const item = (code: string, name: string) => ({
      ...{ id: `dict-${code}`, codeType: 'insutype', codeTypeName: '险种类型', code, name, version: '2026' },
      ...{ sort: 1, areaCode: '320500', source: 'centre', changed: false, isDefault: false, enabled: true },
    })
    const asked: string[] = []
    await page.route('**/api/Dictionary/Paged**', async (route) => {
      const keyword = new URL(route.request().url()).searchParams.get('keyword') ?? ''
      asked.push(keyword)
      if (keyword === '居民') await held
      const items = keyword === '无此项' ? [] : [item('310', '职工基本医疗保险')]
      await route.fulfill({ json: envelope({ result: { items, total: items.length, totalIsBound: false } }) })
    })
    const stopped = page.waitForEvent('requestfailed', (request) => request.url().includes('Dictionary/Paged'))
    await app.enter(page, '/dashboard')
    const search = page.getByRole('combobox', { name: '查找页面、操作和记录' })
    const hits = page.getByRole('listbox', { name: '查找结果' }).getByRole('option')
    await page.getByText('今日结算').waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.insertText('居民')
    await page.getByText('正在查找记录…').waitFor()
    await expect.poll(() => asked).toEqual(['居民'])
    await search.fill('无此项')
    await stopped
    await page.getByText('没有名称或编号含「无此项」的页面、操作和记录').waitFor()
    release()
    await search.fill('职工')
    await page.getByRole('option', { name: '职工基本医疗保险 字典项', selected: true }).waitFor()
    await search.press('Enter')
    await page.waitForURL('**/menu-manager/dictionary?f.keyword=310&f.node=insutype')
    await page.getByRole('treeitem', { selected: true }).getByText('险种类型').waitFor()
    await expect.poll(() => page.getByLabel('编码/名称').inputValue()).toBe('310')
    // What was chosen is offered again, what was typed is not.
    await search.focus()
    await page.getByText('最近打开').waitFor()
    await expect.poll(() => hits.allTextContents()).toEqual(['职工基本医疗保险 字典项310 · 险种类型'])
    await search.press('Escape')
    await search.blur()
    expect(await hits.count()).toBe(0)
  })

  /** From now on the server answers as one that serves this build of the console. */
  const serve = (build: string) => {
    app.headers['x-console-build'] = build
  }
  const bar = (page: Page) => page.getByRole('status').filter({ hasText: '有新版本' })

  test('a newer build is offered quietly, put off until the next one, loaded at a press', async () => {
    const page = await newPage()
    serve('1')
    await app.enter(page, '/attendance')
    await bar(page).getByRole('button', { name: '稍后' }).click()
    const answered = page.waitForResponse('**/api/SignIn/**')
    await page.getByRole('button', { name: '刷新' }).click()
    await over(answered)
    expect(await bar(page).count()).toBe(0)
    serve('2')
    await page.getByRole('button', { name: '刷新' }).click()
    await bar(page).waitFor()
    await page.evaluate(() => Reflect.set(window, 'same', true))
    await bar(page).getByRole('button', { name: '立即刷新' }).click()
    await page.waitForFunction(() => !Reflect.has(window, 'same'))
  })

  test('a part of the page that is gone: one reload by itself, then words and a way on', async () => {
    const page = await newPage()
    await app.enter(page, '/dashboard')
    await page.getByText('今日结算').waitFor()
    let loads = 0
    page.on('load', () => loads++)
    await page.route('**/assets/attendance-*.js', (route) => route.fulfill({ status: 404 }))
    await page.route(`${app.home}/`, (route) => route.fulfill({ body: '<meta name="build" content="1">' }))
    await page.getByRole('navigation', { name: '菜单' }).getByText('签到签退').click()
    // The document that is just going away may say the words as well: its button would go with it.
    await expect.poll(() => loads).toBe(1)
    await page.getByText('这个页面的内容没有取到').waitFor()
    await page.unroute('**/assets/attendance-*.js')
    await page.getByRole('button', { name: '重试' }).click()
    await page.getByText('本次已结算').waitFor()
    app.faults.splice(0)
  })

  test.each([
    ['修改密码', '**/assets/dialogs-*.js'],
    ['切换区划', '**/assets/area-dialog-*.js'],
    ['切换区划', '**/assets/OptionList-*.js'],
  ])('%s whose part %s does not come leaves the pages alone, and opens when it does', async (item, part) => {
    const page = await newPage()
    await page.route(part, (route) => route.abort())
    await app.enter(page, '/reconciliation/order-management', 'area')
    const rows = page.getByText('共 37 条')
    await rows.waitFor()
    // Where its document is, the console is read anew: here the server is away.
    await page.route(`${app.home}/`, (route) => route.abort())
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes(part.slice(10, 16)))
    await account(page, item)
    const dialog = page.getByRole('dialog', { name: item })
    if (part.includes('OptionList')) await dialog.getByRole('combobox').click()
    await failed
    await dialog.waitFor({ state: 'detached' })
    expect(await rows.count()).toBe(1)
    await page.unroute(part)
    await dialog.waitFor()
    expect(await rows.count()).toBe(1)
    app.faults.splice(0)
  })

  test('a window of the shell that breaks says so, and opens when it is asked for again', async () => {
    const page = await newPage()
    await page.route('**/assets/dialogs-*.js', async (route) => {
      const answer = await route.fetch()
      const breaks = 'if(globalThis.broken)throw new Error("broken");'
      const body = (await answer.text()).replace(
        /export\{(\w+) as AccountDialogs/,
        `const broken_=(p)=>{${breaks}return $1(p)};export{broken_ as AccountDialogs`,
      )
      await route.fulfill({ response: answer, body })
    })
    await app.enter(page, '/reconciliation/order-management', 'area')
    await page.getByText('共 37 条').waitFor()
    await page.evaluate(() => Reflect.set(window, 'broken', true))
    await account(page, '修改密码')
    await page.getByText('这个窗口出错了').waitFor()
    expect(await page.getByText('共 37 条').count()).toBe(1)
    await page.evaluate(() => Reflect.set(window, 'broken', false))
    await account(page, '修改密码')
    await page.getByRole('dialog', { name: '修改密码' }).waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    app.faults.splice(0)
  })

  test('each area keeps its own tabs, and a switch back finds them as they were left', async () => {
    const page = await newPage()
    let code = '320500'
    const user = () => ({
      ...users.area,
      medicalAreaCode: code,
      medicalAreaName: code === '320500' ? '苏州市' : '南京市',
    })
    const login = () => ({ ...(answers['auth.login']!({ userName: 'area' }, 'area') as object), userInfo: user() })
    await page.route('**/api/User/GetLoginUserInfo', (route) => route.fulfill({ json: envelope({ result: user() }) }))
    await page.route('**/api/Auth/SwitchArea', (route) => {
      code = String((route.request().postDataJSON() as Record<string, unknown>).medicalAreaCode)
      return route.fulfill({ json: envelope({ result: login() }) })
    })
    const tabs = () => page.getByRole('tab').allTextContents()
    const to = async (area: string) => {
      await account(page, '切换区划')
      const dialog = page.getByRole('dialog', { name: '切换区划' })
      await dialog.getByRole('combobox').click()
      await page.locator('.ant-select-dropdown:visible').getByText(area).click()
      await dialog.getByRole('button', { name: /^切\s?换$/ }).click()
      await page.getByText('切换区划成功').waitFor()
      await page.locator('header').getByText(area).waitFor()
    }
    await app.enter(page, '/reconciliation/order-management?f.name=张*', 'area')
    await page.getByText('共 4 条').waitFor()
    await to('南京市 320100')
    // The page stays, the other area's filter does not.
    await page.getByText('共 37 条').waitFor()
    await page.getByRole('navigation', { name: '菜单' }).getByText('日对账', { exact: true }).click()
    await expect.poll(tabs).toEqual(['首页', '订单管理', '日对账'])
    await to('苏州市 320500')
    await page.getByText('共 4 条').waitFor()
    await expect.poll(tabs).toEqual(['首页', '订单管理'])
    await to('南京市 320100')
    await page.waitForURL('**/day-reconciliation')
    await expect.poll(tabs).toEqual(['首页', '订单管理', '日对账'])
    await account(page, '退出登录')
    await page.locator('#userName').waitFor()
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('tabs')))).toEqual([])
  })

  test('切换区划成功 is read for 300 ms, then the window is the other area’s', async () => {
    const page = await newPage()
    await page.clock.install()
    await app.enter(page, '/reconciliation/order-management', 'area')
    await page.getByText('共 37 条').waitFor()
    await account(page, '切换区划')
    const dialog = page.getByRole('dialog', { name: '切换区划' })
    await dialog.getByRole('combobox').click()
    await page.locator('.ant-select-dropdown:visible').getByText('南京市 320100').click()
    const login = answers['auth.login']!({ userName: 'area' }, 'area') as { userInfo: object }
    const userInfo = { ...login.userInfo, medicalAreaCode: '320100', medicalAreaName: '南京市' }
    await answer(page, 'Auth/SwitchArea', { ...login, userInfo })
    await page.evaluate(() => Reflect.set(window, 'same', true))
    const same = () => page.evaluate(() => Reflect.has(window, 'same'))
    await page.clock.pauseAt(Date.now() + 60_000)
    await dialog.getByRole('button', { name: /^切\s?换$/ }).click()
    await page.getByText('切换区划成功').waitFor()
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('userInfo')!).medicalAreaName)).toBe('南京市')
    await page.clock.runFor(299)
    expect(await same()).toBe(true)
    await page.clock.runFor(1)
    await expect.poll(same).toBe(false)
  })

  test('who must choose an area has chosen none by pressing Enter; looked for, it is taken and switched to by Enter', async () => {
    const page = await newPage()
    const user = { ...users.area, medicalAreaCode: '', medicalAreaName: '' }
    const login = { ...(answers['auth.login']!({ userName: 'area' }, 'area') as object), userInfo: user }
    await page.route('**/api/User/GetLoginUserInfo', (route) => route.fulfill({ json: envelope({ result: user }) }))
    await page.route('**/api/Auth/SwitchArea', (route) => {
      const { medicalAreaCode } = route.request().postDataJSON() as { medicalAreaCode: string }
      Object.assign(user, { medicalAreaCode, medicalAreaName: '南京市' })
      return route.fulfill({ json: envelope({ result: login }) })
    })
    await app.enter(page, '/reconciliation/order-management?f.name=张*', 'area')
    const dialog = page.getByRole('dialog', { name: '切换区划' })
    const area = dialog.getByRole('combobox')
    const list = page.locator('.ant-select-dropdown:visible')
    await dialog.getByText('当前账号还没有选择区划').waitFor()
    await expect.poll(() => area.evaluate((one) => one === document.activeElement)).toBe(true)
    await area.press('Enter')
    await list.getByText('南京市 320100').waitFor()
    await area.press('Enter')
    await list.waitFor({ state: 'detached' })
    await expect.poll(() => dialog.getByRole('button', { name: /^切\s?换$/ }).isDisabled()).toBe(true)
    expect(await dialog.getByText(/ 3\d{5}/).count()).toBe(0)
    await area.pressSequentially('南京')
    await list.getByText('南京市 320100').waitFor()
    await area.press('Enter')
    await list.waitFor({ state: 'detached' })
    await dialog.getByTitle('南京市 320100').waitFor()
    await area.press('Enter')
    await page.locator('header').getByText('南京市 320100').waitFor()
    // Where he was on his way to, and with what he looked for.
    await page.getByText('共 4 条').waitFor()
  })

  test('an only area is taken by itself; before that there is no page whose input the new start would lose', async () => {
    const page = await newPage()
    const user = { ...users.area, medicalAreaCode: '', medicalAreaName: '' }
    const login = { ...(answers['auth.login']!({ userName: 'area' }, 'area') as object), userInfo: user }
    const medicalAreas = [{ areaCode: '320500', areaName: '苏州市', childs: [] }]
    await page.route('**/api/YBConfig/PullUserMedicalAreas', (route) =>
      route.fulfill({ json: envelope({ result: { medicalAreas } }) }),
    )
    await page.route('**/api/User/GetLoginUserInfo', (route) => route.fulfill({ json: envelope({ result: user }) }))
    let give: (() => void) | undefined
    await page.route('**/api/Auth/RefreshToken', async (route) => {
      await new Promise<void>((resolve) => {
        give = resolve
      })
      Object.assign(user, { medicalAreaCode: '320500', medicalAreaName: '苏州市' })
      return route.fulfill({ json: envelope({ result: login }) })
    })
    await app.enter(page, '/permission/user-management', 'area')
    await expect.poll(() => give).toBeDefined()
    await page.locator('main[aria-busy=false]').waitFor()
    expect(await page.getByRole('main').innerText()).toBe('')
    give!()
    await page.locator('header').getByText('苏州市 320500').waitFor()
    await page.getByRole('main').getByRole('button', { name: '新增用户' }).waitFor()
    expect(await page.getByRole('dialog', { name: '切换区划' }).count()).toBe(0)
  })

  test('Esc leaves a work to itself, as 后台继续 does; when it is over it closes it', async () => {
    const page = await newPage()
    let percentage = 10
    await answer(page, 'Dictionary/Download/', { progressId: 'job-2' })
    await page.route('**/api/Progress/Percentage**', (route) =>
      route.fulfill({
        json: envelope({
          result: { percentage, text: `第 ${percentage} 步`, finished: percentage === 100, results: [] },
        }),
      }),
    )
    await app.enter(page, '/menu-manager/dictionary')
    const dialog = page.getByRole('dialog', { name: '下载字典' })
    for (const [step, button] of [
      [10, '后台继续'],
      [100, '完成'],
    ] as const) {
      percentage = step
      await page.getByRole('button', { name: '从中心下载' }).click()
      await page.getByRole('button', { name: '开始下载' }).click()
      await dialog.getByText(`第 ${step} 步`).waitFor()
      await dialog.getByRole('button', { name: button }).waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
    }
  })

  test('progress follows the server’s events; it is asked for by time only while their line is cut', async () => {
    const page = await newPage()
    let percentage = 10
    let asked = 0
    let starting = false
    await answer(page, 'Dictionary/Download/', { progressId: 'job-1' })
    await page.route('**/api/Progress/Percentage**', (route) => {
      asked++
      if (starting)
        return route.fulfill({
          status: 503,
          json: envelope({ success: false, statusCode: 503, resultNotice: { error: '系统正在启动' } }),
        })
      const result = { percentage, text: `第 ${percentage} 步`, finished: percentage === 100, results: [] }
      return route.fulfill({ json: envelope({ result }) })
    })
    const push = (to: number) => {
      percentage = to
      app.live.emit('progress', { progressId: 'job-1', percentage: to, finished: to === 100 })
    }
    await page.clock.install()
    await app.enter(page, '/menu-manager/dictionary')
    await expect.poll(async () => (await app.live.fetchSockets()).length).toBe(1)
    await page.getByRole('button', { name: '从中心下载' }).click()
    await page.getByRole('button', { name: '开始下载' }).click()
    const dialog = page.getByRole('dialog', { name: '下载字典' })
    await dialog.getByText('第 10 步').waitFor()
    const before = asked
    await page.clock.fastForward(10_000)
    push(40)
    await dialog.getByText('第 40 步').waitFor()
    expect(asked).toBe(before + 1)
    // Somebody else's work, of which every window of his store hears as well, is none of this one's.
    app.live.emit('progress', { progressId: 'job-9', percentage: 90, finished: false })
    push(41)
    await dialog.getByText('第 41 步').waitFor()
    push(42)
    await dialog.getByText('第 42 步').waitFor()
    expect(asked).toBe(before + 3)
    app.live.disconnectSockets(true)
    await expect.poll(async () => (await app.live.fetchSockets()).length).toBe(0)
    // A server that starts again knows no work yet, and will.
    starting = true
    await page.clock.fastForward(1000)
    await dialog.getByText('系统正在启动').waitFor()
    await dialog.getByRole('button', { name: '后台继续' }).waitFor()
    starting = false
    percentage = 70
    await page.clock.fastForward(1000)
    await dialog.getByText('第 70 步').waitFor()
    // The line comes back by itself.
    await page.clock.fastForward(3000)
    await expect.poll(async () => (await app.live.fetchSockets()).length).toBe(1)
    push(100)
    await dialog.getByText('第 100 步').waitFor()
    await dialog.getByRole('button', { name: /^完\s?成$/ }).click()
  })

  test('whoever is refused the line for events asks ever more rarely: counters stay on at night', async () => {
    const page = await newPage()
    let refused = 0
    let open = true
    app.live.use((_, next) => {
      if (!open) refused++
      next(open ? undefined : lineEnded())
    })
    await page.clock.install()
    await app.enter(page, '/dashboard')
    await expect.poll(async () => (await app.live.fetchSockets()).length).toBe(1)
    open = false
    // The middle of what chance may give.
    await page.evaluate(() => {
      Math.random = () => 0.5
    })
    app.live.disconnectSockets(true)
    await expect.poll(async () => (await app.live.fetchSockets()).length).toBe(0)
    await page.locator('header').waitFor()
    for (const [wait, times] of [
      [3000, 1],
      [3000, 2],
      [3000, 2],
      [3000, 3],
      [9000, 3],
      [3000, 4],
    ] as const) {
      await page.clock.fastForward(wait)
      await expect.poll(() => refused).toBeGreaterThanOrEqual(times)
      // Behind whatever the page began by then.
      await page.evaluate(() => fetch('config.json', { cache: 'no-store' }))
      expect(refused).toBe(times)
    }
    open = true
  })

  test('a server whose database is away is asked at least twice a minute: once it is back, events are', async () => {
    const page = await newPage()
    let refused = 0
    let open = true
    app.live.use((_, next) => {
      if (!open) refused++
      next(open ? undefined : new Error('系统异常'))
    })
    await page.clock.install()
    await app.enter(page, '/dashboard')
    await expect.poll(async () => (await app.live.fetchSockets()).length).toBe(1)
    open = false
    app.live.disconnectSockets(true)
    for (let times = 1; times <= 8; times++) {
      await expect.poll(async () => (await app.live.fetchSockets()).length).toBe(0)
      await page.clock.fastForward(30_000)
      await expect.poll(() => refused).toBeGreaterThanOrEqual(times)
      await page.evaluate(() => fetch('config.json', { cache: 'no-store' }))
    }
    open = true
    await page.clock.fastForward(30_000)
    await expect.poll(async () => (await app.live.fetchSockets()).length).toBe(1)
  })

  test('of more tabs than the bar has room for each is reached by the wheel', async () => {
    const page = await newPage(1000, 700)
    await app.enter(page, '/')
    const tab = (n: number) => page.getByRole('tab').nth(n)
    await tab(0).waitFor()
    for (let n = 1; n <= 12; n++) {
      await page.evaluate((one) => {
        history.pushState(null, '', `/reconciliation/order-management?n=${one}`)
        dispatchEvent(new PopStateEvent('popstate'))
      }, n)
      await tab(n).waitFor()
    }
    const bar = page.getByRole('tablist')
    const inSight = async (n: number) => {
      const [box, at] = [await bar.boundingBox(), await tab(n).boundingBox()]
      return at!.x >= box!.x && at!.x + at!.width <= box!.x + box!.width
    }
    await expect.poll(() => inSight(12)).toBe(true)
    await bar.hover()
    await page.mouse.wheel(0, -5000)
    await expect.poll(() => inSight(0)).toBe(true)
    await page.mouse.wheel(0, 5000)
    await expect.poll(() => inSight(12)).toBe(true)
  })

  test('layout settings take effect at once and stay on this PC', async () => {
    const page = await newPage()
    await app.enter(page, '/reconciliation/order-management')
    await page.getByText('共 37 条').waitFor()
    await account(page, '布局设置')
    const drawer = page.getByRole('dialog', { name: '布局设置' })
    await drawer.getByText('深色').click()
    await drawer.getByText('紫').click()
    await drawer.getByText('小', { exact: true }).click()
    for (const name of ['显示页签栏', '固定头部', '显示侧栏标志']) await drawer.getByRole('switch', { name }).click()
    const shot = process.env.SHOTS
    if (shot) await page.screenshot({ path: `${shot}/layout-drawer.png` })
    const sight = () =>
      page.evaluate(() => ({
        theme: document.documentElement.dataset.theme,
        brand: getComputedStyle(document.documentElement).getPropertyValue('--brand'),
        tabs: document.querySelectorAll('[role=tablist]').length,
        logo: document.querySelector('nav')?.textContent?.includes('医保云'),
        small: document.querySelectorAll('main .ant-input-sm, main .ant-btn-sm, main .ant-select-sm').length > 0,
      }))
    const chosen = { theme: 'dark', brand: '#722ed1', tabs: 0, logo: false, small: true }
    await expect.poll(sight).toEqual(chosen)
    await page.reload()
    await page.getByText('共 37 条').waitFor()
    await expect.poll(sight).toEqual(chosen)
    // The top bars scroll away with the page.
    const top = () => page.locator('header').evaluate((bar) => bar.getBoundingClientRect().top)
    await page.setViewportSize({ width: 1440, height: 420 })
    await page.locator('main').hover()
    await page.mouse.wheel(0, 200)
    await expect.poll(top).toBeLessThan(0)
    await page.locator('main').evaluate((main) => main.parentElement?.scrollTo(0, 0))
    await account(page, '布局设置')
    await drawer.getByRole('button', { name: '恢复默认' }).click()
    await expect
      .poll(sight)
      .toEqual({ theme: 'light', brand: '#1890ff', tabs: 1, logo: true, small: expect.anything() })
  })
})
