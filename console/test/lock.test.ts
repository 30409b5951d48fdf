import { envelope } from '@yibao/shared/envelope.ts'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { axeFindings } from '../../tools/axe.ts'
import { opened } from '../../tools/opened.ts'
import { answers } from './answers.ts'
import { browserPath, openConsole } from './browser.ts'
import { heldBack } from './held-back.ts'
import { passingPages } from './passing-pages.ts'
import { told } from './told.ts'

// The lock of the shell, in a browser over sample answers: what it covers, what opens it, what locks it by itself.

const list = '/reconciliation/order-management'
const password = 'Yibao@2026'

describe.skipIf(!browserPath)('the lock', () => {
  const app = opened(openConsole)
  const newPage = passingPages(app)
  const enter = async (path = list, { width, user }: { width?: number; user?: string } = {}) => {
    const page = await newPage(width)
    await app.enter(page, path, user)
    await page.locator('[role=tablist]').waitFor()
    return page
  }
  afterEach(() => {
    expect(app.faults).toEqual([])
  })

  const lockOf = (page: Page) => page.getByRole('dialog', { name: '已锁屏' })
  const locked = async (page: Page) => {
    await lockOf(page).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('unlock')
  }
  const open = async (page: Page) => {
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await lockOf(page).waitFor({ state: 'detached' })
  }
  const refuse = (page: Page, statusCode: number, error: string, tips: string, seconds?: number) =>
    page.route('**/api/Auth/Unlock', (route) =>
      route.fulfill({
        json: envelope({
          ...{ success: false, statusCode, resultNotice: { error, tips } },
          ...(seconds && { resultExtendInfo: { seconds } }),
        }),
      }),
    )
  const settings = async (page: Page, more: object) => {
    const path = '**/api/YBConfig/PullMedicalUI*'
    const result = { ...(answers['ybConfig.pullMedicalUI']!({}, 'clerk') as object), ...more }
    await page.context().route(path, (route) => route.fulfill({ json: envelope({ result }) }))
  }
  /** Whether the session is locked, said at once: what is seen of the lock has a chunk of its own, which may come later. */
  const isLocked = (page: Page) => page.evaluate(() => localStorage.getItem('locked') === 'locked')
  const slowLock = (page: Page) => heldBack(page, /assets\/lock-[^/]*\.js/)
  const newWindow = async (page: Page, path = list) => {
    const beside = await page.context().newPage()
    await beside.goto(app.home + path)
    return beside
  }

  test('Alt+L covers everything: no key, no pointer, no reader gets through; the password gives all back', async () => {
    const page = await enter()
    const search = page.getByRole('combobox', { name: '查找页面、操作和记录' })
    await search.focus()
    await page.keyboard.press('Alt+l')
    await locked(page)
    expect(await told(page)).toEqual(['textbox 密码', 'button 解锁', 'button 换人登录'])
    await expect.poll(() => lockOf(page).innerText()).toMatch(/^\d\d:\d\d\n\d{4}-\d\d-\d\d 星期.[\s\S]*账号 clerk/)
    const tabs = () => page.evaluate(() => document.querySelectorAll('[role=tab]').length)
    const before = await tabs()
    for (const key of ['Alt+w', 'Control+k', 'Alt+0', 'Escape', 'Escape', 'Alt+m', 'F1']) await page.keyboard.press(key)
    await page.mouse.click(60, 300)
    await locked(page)
    expect(await tabs()).toBe(before)
    for (let n = 0; n < 4; n++) {
      await page.keyboard.press('Tab')
      const outside = () => document.activeElement !== document.body && !document.activeElement?.closest('dialog')
      expect(await page.evaluate(outside)).toBe(false)
    }
    await page.locator('#unlock').focus()
    await open(page)
    await expect.poll(() => search.evaluate((one) => one === document.activeElement)).toBe(true)
    expect(await page.getByRole('tab').count()).toBe(before)
  })

  test.each([
    ['light', 1440],
    ['dark', 390],
  ] as const)(
    'from the account menu, %s at %d px: axe finds nothing, nothing scrolls sideways',
    async (theme, width) => {
      const page = await newPage(width)
      await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
      await app.enter(page, list)
      const account = page.getByRole('button', { name: /^你好/ })
      await account.click()
      await page.getByRole('menuitem', { name: '锁屏' }).click()
      await locked(page)
      await expect.poll(() => axeFindings(page)).toEqual([])
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/lock-${theme}-${width}.png` })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await open(page)
      await expect.poll(() => account.evaluate((one) => one === document.activeElement)).toBe(true)
    },
  )

  test('a wrong password says what is left, the lockout counts down, a server that is gone keeps the lock', async () => {
    const page = await enter()
    await page.keyboard.press('Alt+l')
    await locked(page)
    await page.keyboard.press('Enter')
    await page.getByText('密码不能为空').waitFor()
    await refuse(page, 400, '密码不正确', '还可以尝试 4 次')
    await page.keyboard.type('wrong')
    await page.keyboard.press('Enter')
    await page.getByText('密码不正确。还可以尝试 4 次').waitFor()
    await expect.poll(() => page.inputValue('#unlock')).toBe('')
    await page.unroute('**/api/Auth/Unlock')
    await refuse(page, 423, '连续输错密码，账号已锁定', '请在 60 秒后重试，或请管理员解锁', 60)
    await page.keyboard.type('wrong')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^(60|59|58) 秒后可重试$/ }).waitFor()
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/lock-out.png` })
    await page.reload()
    await locked(page)
    await page.unroute('**/api/Auth/Unlock')
    await page.route('**/api/Auth/Unlock', (route) => route.abort())
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await page.getByText('云服务没有应答，仍然锁定。请检查网络后再试').waitFor()
    await page.unroute('**/api/Auth/Unlock')
    await locked(page)
    await open(page)
  })

  test('it survives a reload, and nothing of the page is there before it; a key taken from storage opens nothing', async () => {
    const page = await enter()
    await page.keyboard.press('Alt+l')
    await locked(page)
    const kept = await page.evaluate(() => JSON.stringify(localStorage))
    expect(kept).not.toContain('Yibao')
    const give = await slowLock(page)
    await page.reload()
    await page.getByText('正在打开医保云…').waitFor()
    expect(await page.locator('[role=tablist]').count()).toBe(0)
    give()
    await locked(page)
    const beside = await newWindow(page)
    await locked(beside)
    await beside.evaluate(() => localStorage.removeItem('locked'))
    await expect.poll(() => page.evaluate(() => localStorage.getItem('locked'))).toBe('locked')
    await locked(page)
    await open(page)
    await lockOf(beside).waitFor({ state: 'detached' })
    await beside.bringToFront()
    await beside.keyboard.press('Alt+l')
    await locked(page)
  })

  test('what opens under the lock stays under it, the message of an ended session alone is told, once', async () => {
    const page = await enter()
    await page.keyboard.press('Alt+l')
    await locked(page)
    // As a question of the counter does: a modal dialog of the browser is above whatever opened before it.
    await page.evaluate(() => {
      const late = document.createElement('dialog')
      late.id = 'late'
      late.innerHTML = '<button>张三</button>'
      document.body.append(late)
      late.showModal()
    })
    await locked(page)
    expect(await told(page)).not.toContain('button 张三')
    const above = () => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('dialog')?.ariaLabel
    expect(await page.evaluate(above)).toBe('已锁屏')
    await page.evaluate(() => document.getElementById('late')!.remove())
    await page.route('**/prod-api/**', (route) => route.fulfill({ status: 401, json: envelope({ success: false }) }))
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: '登录已过期，请重新登录' }).waitFor()
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/lock-ended.png` })
    expect(await told(page)).toEqual(['button 重新登录'])
    await page.unroute('**/prod-api/**')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/login?redirect=**')
    await page.fill('#userName', 'clerk')
    await page.fill('#passWord', password)
    await page.keyboard.press('Enter')
    await page.locator('[role=tablist]').waitFor()
    expect(await lockOf(page).count()).toBe(0)
  })

  test('换人登录 asks where something is unsaved, without a word of it, and ends the session', async () => {
    const page = await enter('/permission/user-management', { user: 'area' })
    await page
      .getByRole('button', { name: /新\s?增/ })
      .first()
      .click()
    const name = page.getByRole('dialog').getByLabel('真实姓名')
    await name.fill('钱某某')
    await page.keyboard.press('Alt+l')
    await locked(page)
    expect(
      await page
        .locator('.ant-modal-wrap, .ant-drawer')
        .first()
        .evaluate((one) => getComputedStyle(one).display),
    ).not.toBe('none')
    await page.getByRole('button', { name: '换人登录' }).click()
    await page.getByRole('heading', { name: '「用户管理」有未保存的内容' }).waitFor()
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/lock-unsaved.png` })
    await page.getByRole('button', { name: '继续锁屏' }).click()
    await open(page)
    expect(await name.inputValue()).toBe('钱某某')
    await expect.poll(() => name.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('Alt+l')
    await page.getByRole('button', { name: '换人登录' }).click()
    const beside = await newWindow(page)
    await locked(beside)
    await page.getByRole('button', { name: '放弃并换人登录' }).click()
    await page.locator('#userName').waitFor()
    await beside.locator('#userName').waitFor()
    await expect.poll(() => app.requests).toContain('user.logoff')
    expect(await page.evaluate(() => localStorage.getItem('locked'))).toBe(null)
  })

  test('by itself after the minutes of the setting, counted over all windows; the touch that ends a sleep locks', async () => {
    const page = await newPage()
    await settings(page, { lockMinutes: 2 })
    await page.clock.install()
    await app.enter(page, list)
    await page.locator('[role=tablist]').waitFor()
    await page.waitForFunction(() => JSON.parse(localStorage.getItem('ui') ?? '{}').lockMinutes === 2)
    await page.clock.fastForward(110_000)
    await page.mouse.move(300, 300)
    await page.clock.fastForward(110_000)
    expect(await isLocked(page)).toBe(false)
    // In the window beside somebody works.
    await page.evaluate(() => localStorage.setItem('active', String(Date.now())))
    await page.clock.fastForward(110_000)
    expect(await isLocked(page)).toBe(false)
    await page.clock.fastForward(15_000)
    await locked(page)
    await open(page)
    // The PC slept: no timer ran, and the hand that wakes it is no activity.
    await page.clock.setSystemTime(new Date(Date.now() + 86_400_000))
    await page.mouse.move(320, 320)
    await locked(page)
    await open(page)
    // Closed for an hour, and opened again: no page is drawn before the lock is there.
    await page.goto(`${app.home}/floor.js`)
    await page.evaluate(() => localStorage.setItem('active', String(Date.now() - 3_600_000)))
    const give = await slowLock(page)
    await page.goto(app.home + list)
    await page.clock.fastForward(1000)
    await page.getByText('正在打开医保云…').waitFor()
    expect(await page.locator('[role=tablist]').count()).toBe(0)
    give()
    await locked(page)
  })

  test('a setting that comes later counts from then on: nobody at work is locked by it', async () => {
    const page = await enter()
    await page.evaluate(() => localStorage.setItem('active', String(Date.now() - 3_600_000)))
    await page.waitForFunction(() => localStorage.getItem('active') === null)
    await settings(page, { lockMinutes: 2 })
    await page.reload()
    await page.waitForFunction(() => Number(localStorage.getItem('active')) > Date.now() - 60_000)
    expect(await isLocked(page)).toBe(false)
  })

  test('work in an ERP’s frame is no absence from the window beside, whose lock would fall on it', async () => {
    const page = await newPage()
    await settings(page, { lockMinutes: 2 })
    await page.clock.install()
    await app.enter(page, list)
    await page.waitForFunction(() => JSON.parse(localStorage.getItem('ui') ?? '{}').lockMinutes === 2)
    const frame = await page.context().newPage()
    await frame.addInitScript(() => sessionStorage.setItem('yibao.frame', '1'))
    await frame.goto(app.home + list)
    await frame.getByText('共 37 条').waitFor()
    await page.clock.fastForward(5000)
    await frame.waitForFunction(() => Number(localStorage.getItem('active')) > 0)
    await page.evaluate(() =>
      addEventListener('storage', ({ key }) => {
        if (key === 'active') document.body.dataset.heard = String(Number(document.body.dataset.heard ?? 0) + 1)
      }),
    )
    for (let n = 0; n < 3; n++) {
      await page.clock.fastForward(110_000)
      const before = await page.evaluate(() => document.body.dataset.heard)
      await frame.keyboard.press('Shift')
      // One window hears of the other a moment later.
      await page.waitForFunction((last) => document.body.dataset.heard !== last, before)
    }
    expect([await isLocked(page), await isLocked(frame)]).toEqual([false, false])
    // By itself it locks as little as before: whoever is busy in the ERP around it may know no password.
    await page.close()
    await frame.clock.fastForward(600_000)
    expect(await isLocked(frame)).toBe(false)
  })

  test('a guest has no lock: neither item, key nor time', async () => {
    const page = await enter()
    await page.evaluate(() => {
      sessionStorage.setItem('yibao.own', 'guest')
      sessionStorage.setItem('token', 'token-clerk')
    })
    await page.reload()
    await page.locator('[role=tablist]').waitFor()
    await page.keyboard.press('Alt+l')
    await page.getByRole('button', { name: /^你好/ }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).waitFor()
    expect(await page.getByRole('menuitem', { name: '锁屏' }).count()).toBe(0)
    expect(await isLocked(page)).toBe(false)
  })
})
