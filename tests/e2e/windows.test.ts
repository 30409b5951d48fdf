import { user } from '@yibao/shared/calls/auth.ts'
import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { apiOf, demoPassword } from '../../tools/api.ts'
import { chooseArea, hasBrowser, signIn } from './browser.ts'
import { useProduct } from './setup.ts'

// Two windows of one browser share its session; what happens to it in one, the other must not act against.

describe.skipIf(!hasBrowser)('two windows of one browser', () => {
  const at = useProduct()
  const opened: BrowserContext[] = []
  afterEach(async () => {
    for (const context of opened.splice(0)) await context.close()
  })

  const open = async (): Promise<Page> => {
    const page = await at.page()
    opened.push(page.context())
    return page
  }
  const beside = async (page: Page, path: string) => {
    const other = await page.context().newPage()
    await other.goto(`${at.product.site}${path}`)
    await other.locator('main[aria-busy=false]').waitFor()
    return other
  }
  const account = async (page: Page, item: string) => {
    await page.getByRole('button', { name: /^你好/ }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const login = async (page: Page, userName: string) => {
    await page.getByLabel('用户名').fill(userName)
    await page.getByLabel('密码', { exact: true }).fill(demoPassword)
    await loginButton(page).click()
    await place(page).getByText('示例').waitFor()
  }
  const loginButton = (page: Page) => page.getByRole('button', { name: '登录', exact: true })
  const place = (page: Page) => page.getByRole('banner').first()
  const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token') ?? '')
  const erp = { companyId: '10001', clientNo: 'C001', verifyCode: 'demo-verify' }
  const forward = (page: Page, query: Record<string, string>) =>
    page.goto(`${at.product.site}/forwarding?${new URLSearchParams(query)}`)

  test('a logout in one leaves nothing of the person in the other', async () => {
    const first = await open()
    await signIn(first, at.product.site, 'clerk')
    const second = await beside(first, '/reconciliation/order-management')
    await account(first, '退出登录')
    await loginButton(second).waitFor()
    await expect.poll(() => second.getByRole('alert').innerText()).toBe('已在另一个窗口退出登录')
    const kept = () => Object.keys(sessionStorage).filter((key) => key.includes('tabs'))
    expect(await second.evaluate(kept)).toEqual([])
  })

  test('what is unsaved there is seen once more before it goes', async () => {
    const first = await open()
    await signIn(first, at.product.site, 'area1')
    await place(first).getByText('苏州市 320500').waitFor()
    const second = await beside(first, '/system-manager/medical-security-config')
    await second.getByLabel('结算单底部说明').fill('祝早日康复')
    await account(first, '退出登录')
    const said = second.getByRole('alertdialog', { name: '已在另一个窗口退出登录' })
    await said.waitFor()
    expect(await second.getByLabel('结算单底部说明').inputValue()).toBe('祝早日康复')
    await said.getByRole('button', { name: '到登录页' }).click()
    await loginButton(second).waitFor()
  })

  const workAs = async (page: Page, userName: string) => {
    await account(page, '以操作员账号工作')
    const as = page.getByRole('dialog', { name: '以操作员账号工作' })
    await as.getByLabel('用户名').fill(userName)
    await as.getByLabel('密码').fill(demoPassword)
    await as.getByLabel('密码').press('Enter')
    await place(page).getByText('示例大药房观前店').waitFor()
  }

  test('another person in one: the other says so and acts no more', async () => {
    const first = await open()
    await signIn(first, at.product.site, 'area')
    await chooseArea(first, '苏州市 320500')
    const second = await beside(first, '/permission/user-management')
    await workAs(first, 'clerk')
    const said = second.getByRole('alertdialog', { name: /^已在另一个窗口用 .+ 的账号登录$/ })
    await said.getByText('本窗口仍是 area 苏州市 320500 的内容，不能再操作').waitFor()
    await second.keyboard.press('Escape')
    await said.getByRole('button', { name: '刷新本窗口' }).click()
    await second.waitForURL('**/dashboard')
    await place(second).getByText('示例大药房观前店').waitFor()
  })

  test('another area in one: the other says so, and shows it once it is pressed', async () => {
    const first = await open()
    await signIn(first, at.product.site, 'area')
    const second = await beside(first, '/permission/user-management')
    await second.getByRole('dialog', { name: '切换区划' }).waitFor()
    await chooseArea(first, '苏州市 320500')
    // Who waited for an area has it, without a word.
    await place(second).getByText('苏州市 320500').waitFor()
    await account(first, '切换区划')
    await chooseArea(first, '南京市 320100')
    const said = second.getByRole('alertdialog', { name: '已在另一个窗口切换到南京市 320100' })
    await said.getByRole('button', { name: '刷新本窗口' }).click()
    await place(second).getByText('南京市 320100').waitFor()
  })

  test('an ended login, confirmed in one and signed in again: the other’s alert does not take the new one away', async () => {
    const first = await open()
    await signIn(first, at.product.site, 'clerk')
    const second = await beside(first, '/attendance')
    const ended = apiOf(at.product.site, await tokenOf(first))
    await ended.ok(user.logoff, { userId: (await ended.ok(user.getLoginUserInfo, {})).userId })
    const again = (page: Page) =>
      page.getByRole('alertdialog', { name: '登录已过期，请重新登录' }).getByRole('button', { name: '重新登录' })
    await second.getByRole('button', { name: '刷新' }).first().click()
    await again(second).waitFor()
    await first.getByRole('navigation', { name: '菜单' }).getByText('订单管理').click()
    await again(first).click()
    await loginButton(first).waitFor()
    await login(first, 'clerk')
    await again(second).click()
    await second.waitForURL('**/attendance')
    await place(second).getByText('示例大药房观前店').waitFor()
    await first.reload()
    await place(first).getByText('示例大药房观前店').waitFor()
  })

  test('a guest of the ERP beside its operator: neither has the other’s session', async () => {
    const operator = await open()
    await forward(operator, { ...erp, routeKey: '4' })
    await operator.locator('main[aria-busy=false]').waitFor()
    const token = await tokenOf(operator)
    const guest = await operator.context().newPage()
    await forward(guest, { ...erp, isQrCode: 'true' })
    await guest.waitForURL('**/medical-insurance-settlement/qr-code')
    await guest.getByText('还没有二维码').waitFor()
    expect(await tokenOf(operator)).toBe(token)
    const refused = operator.waitForResponse((answer) => answer.url().includes('/SignIn/'))
    await operator.getByRole('button', { name: '刷新' }).first().click()
    expect(await (await refused).json()).toMatchObject({ success: true })
    await guest.reload()
    await guest.waitForURL('**/medical-insurance-settlement/qr-code')
    await guest.getByText('还没有二维码').waitFor()
    // Whoever signs in there by hand is a guest no longer.
    await forward(guest, { ...erp, verifyCode: 'wrong', isQrCode: 'true' })
    await loginButton(guest).waitFor()
    expect(await tokenOf(operator)).toBe(token)
    await login(guest, 'clerk')
    await place(guest).getByText('示例大药房观前店').waitFor()
    expect(await tokenOf(operator)).not.toBe(token)
  })

  test('the ERP names no page while somebody is signed in: its message is on the login page, not somebody’s home', async () => {
    const page = await open()
    await signIn(page, at.product.site, 'clerk')
    await forward(page, { ...erp, routeKey: '99' })
    await loginButton(page).waitFor()
    await expect.poll(() => page.getByRole('alert').innerText()).toMatch('没有匹配的页面')
    expect(await tokenOf(page)).toBe('')
  })

  test('the administrator’s record is not the next person’s: it goes with a logout', async () => {
    const page = await open()
    await signIn(page, at.product.site, 'area')
    await chooseArea(page, '苏州市 320500')
    await workAs(page, 'clerk')
    await page.reload()
    await place(page).getByText('示例大药房观前店').waitFor()
    await account(page, '退出登录')
    await loginButton(page).waitFor()
    await login(page, 'clerk2')
    await page.getByRole('button', { name: /^你好/ }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).waitFor()
    expect(await page.getByRole('menuitem', { name: '切换回管理员账号' }).count()).toBe(0)
  })

  test('who signs in after somebody’s login has ended is offered his own areas, not those of the other', async () => {
    const page = await open()
    const areas = async () => {
      await page.goto(`${at.product.site}/menu-manager/dictionary`)
      await page.getByRole('combobox', { name: '区划' }).click()
      const list = page.locator('.ant-select-dropdown:visible')
      await list.getByText('苏州市 320500').waitFor()
      return list.locator('.ant-select-item-option').allInnerTexts()
    }
    await signIn(page, at.product.site, 'area1')
    await place(page).getByText('苏州市 320500').waitFor()
    expect(await areas()).toEqual(['苏州市 320500'])
    const ended = apiOf(at.product.site, await tokenOf(page))
    await ended.ok(user.logoff, { userId: (await ended.ok(user.getLoginUserInfo, {})).userId })
    await page.reload()
    await page.getByRole('alertdialog').getByRole('button', { name: '重新登录' }).click()
    await loginButton(page).waitFor()
    await page.getByLabel('用户名').fill('area')
    await page.getByLabel('密码', { exact: true }).fill(demoPassword)
    await loginButton(page).click()
    await chooseArea(page, '苏州市 320500')
    expect((await areas()).sort()).toEqual(['南京市 320100', '苏州市 320500'])
  })

  test('a page with unsaved changes is not opened anew without a question', async () => {
    const page = await open()
    await signIn(page, at.product.site, 'area1')
    await place(page).getByText('苏州市 320500').waitFor()
    await page.goto(`${at.product.site}/system-manager/medical-security-config`)
    const note = page.getByLabel('结算单底部说明')
    await note.fill('祝早日康复')
    const tab = page.getByRole('tab', { name: '医保配置' })
    await expect.poll(() => tab.innerText()).toContain('●')
    const question = page.getByRole('alertdialog', { name: /未保存/ })
    await page.keyboard.press('Alt+r')
    await question.getByRole('button', { name: '继续编辑' }).click()
    expect(await note.inputValue()).toBe('祝早日康复')
    await tab.click({ button: 'right' })
    await page.getByRole('menuitem', { name: '刷新' }).click()
    await question.getByRole('button', { name: '放弃并刷新' }).click()
    await expect.poll(() => tab.innerText()).not.toContain('●')
    await expect.poll(() => note.inputValue()).toBe('')
  })
})
