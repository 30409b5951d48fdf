import { auth } from '@yibao/shared/calls/auth.ts'
import { menuRole } from '@yibao/shared/calls/menu-role.ts'
import { organ } from '@yibao/shared/calls/organ.ts'
import { savedFilters } from '@yibao/shared/calls/saved-filters.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { apiOf } from '../../tools/api.ts'
import { hasBrowser, signIn, visit } from './browser.ts'
import { useProduct } from './setup.ts'
import { said } from './witness.ts'

// What other people and one's own actions do to a list that is open: rows that go, records that two change, settings
// that belong to a person.

const roles = '/permission/menu-role-management'
const stores = '/store-manager/data'

describe.skipIf(!hasBrowser)('a list among others', () => {
  const at = useProduct()

  const ready = (page: Page) => page.getByRole('button', { name: '列设置' }).waitFor()
  const open = async (path: string, who: 'area' | 'area1' = 'area1'): Promise<Page> => {
    const page = await at.window(who, path)
    await ready(page)
    return page
  }
  /** area1 outside of a browser, in his area. */
  const office = async () => {
    const { token } = await (await at.product.as('area1')).ok(auth.switchArea, { medicalAreaCode: '320500' })
    return apiOf(at.product.server.url, token)
  }
  const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
  const focused = (one: Locator) => expect.poll(() => one.evaluate((it) => it === document.activeElement)).toBe(true)
  const press = (where: Page | Locator, name: string) =>
    where.getByRole('button', { name: new RegExp(`^${[...name].join('\\s?')}$`) }).click()
  test('the last row of the last page is deleted: the page before it is shown, and stands in the address', async () => {
    const api = await office()
    const { total } = await api.ok(menuRole.paged, { pageSize: 100 })
    for (let i = total; i < 21; i++) await api.ok(menuRole.addMenuRole, { name: `临时${i}`, code: `temp${i}` })
    // By an address of before: there is no such page any more.
    const page = await open(`${roles}?f.page=9`)
    await page.waitForURL('**?f.page=3')
    const only = page.locator('tbody tr.ant-table-row')
    await expect.poll(() => only.count()).toBe(1)
    await only.getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '删除', exact: true }).click()
    await press(page.getByRole('dialog'), '删除')
    await page.waitForURL('**?f.page=2')
    await expect.poll(() => only.count()).toBe(10)
    expect(await page.getByText('没有角色').count()).toBe(0)
  })

  test('two administrators edit one store: neither takes back what the other changed, and one field is asked about', async () => {
    const [mine, theirs] = [await open(stores), await open(stores, 'area')]
    const edit = async (page: Page) => {
      await rowOf(page, '平江店').getByRole('button', { name: '编辑' }).click()
      const form = page.getByRole('dialog', { name: '编辑「示例大药房平江店」' })
      await form.getByLabel('联系人').waitFor()
      return form
    }
    const form = await edit(mine)
    const other = await edit(theirs)
    await other.getByLabel('电话').fill('051211111111')
    await other.getByLabel('联系人').fill('王䶮')
    await press(other, '保存')
    await said(theirs, '门店已修改')

    await form.getByLabel('地址').fill('人民路 1 号')
    await form.getByLabel('联系人').fill('李𠮷')
    await press(form, '保存')
    await said(mine, '这条记录刚被别人修改，还没有保存')
    await form.getByText('刚被别人改为「王䶮」。以这里的为准请再按「保存」').waitFor()
    await focused(form.getByLabel('联系人'))
    await press(form, '保存')
    await said(mine, '门店已修改')
    const { items } = await (await office()).ok(organ.pullOrgans, { keyword: '平江店' })
    expect(items[0]).toMatchObject({ contact: '李𠮷', phone: '051211111111', address: '人民路 1 号' })
  })

  test('questions pinned under long names and the settings of the columns stay within the window, on a phone too', async () => {
    const api = await office()
    const kept = { tableId: 'user-management', filters: { state: 'stopped' }, shared: false, pinned: true }
    for (let i = 0; i < 6; i++)
      await api.ok(savedFilters.save, { ...kept, name: `停用了的和锁定了的店员䶮𠮷，每月第一天看一次${i}` })
    const page = await open('/permission/user-management')
    for (const [width, height] of [
      [1366, 681],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      const inside = async (one: Locator) => {
        const { x, y, ...size } = (await one.boundingBox())!
        return x >= 0 && y >= 0 && x + size.width <= width && y + size.height <= height
      }
      const last = page.locator('form').getByTitle(/每月第一天看一次5$/)
      await last.waitFor()
      await expect.poll(() => inside(last)).toBe(true)
      await expect.poll(() => inside(page.getByRole('button', { name: '常用条件' }))).toBe(true)
      await page.getByRole('button', { name: '列设置' }).click()
      await expect.poll(() => inside(page.locator('.ant-popover:visible'))).toBe(true)
      await page.keyboard.press('Escape')
      await page.locator('.ant-popover:visible').waitFor({ state: 'detached' })
    }
  })

  test('settings of columns: a page left at once keeps them, the next person at the PC has his own or the area’s', async () => {
    const orders = '/reconciliation/order-management'
    const head = (page: Page, title: string) => page.getByRole('columnheader').filter({ hasText: title }).count()
    const settings = async (page: Page, act: (panel: Locator) => Promise<unknown>) => {
      await page.getByRole('button', { name: '列设置' }).click()
      await act(page.locator('.ant-popover:visible'))
      await page.keyboard.press('Escape')
    }
    const toggle = (title: string) => (panel: Locator) => panel.getByRole('checkbox', { name: title }).click()
    const told = (page: Page, call: 'Save' | 'Reset') =>
      page.waitForResponse((answer) => answer.url().includes(`/api/UiTable/${call}`))

    const counter = await open(orders)
    // Left before the server could hear of it: it hears of it when the list is opened again.
    await settings(counter, toggle('险种'))
    const sent = told(counter, 'Save')
    await counter.reload()
    await sent
    const office = await open(orders)
    await expect.poll(() => head(office, '险种')).toBe(0)

    // Another person at the same PC: none of hers, until her area has a default.
    await counter.getByRole('button', { name: /^你好/ }).click()
    await counter.getByRole('menuitem', { name: '退出登录' }).click()
    await counter.getByLabel('密码').waitFor()
    await signIn(counter, at.product.site, 'clerk')
    await counter.goto(`${at.product.site}${orders}`)
    await ready(counter)
    await expect.poll(() => head(counter, '险种')).toBe(1)
    await settings(office, (panel) => panel.getByRole('button', { name: '设为本区划默认' }).click())
    await said(office, '已设为本区划默认')
    await counter.reload()
    await expect.poll(() => head(counter, '现金')).toBe(1)
    await expect.poll(() => head(counter, '险种')).toBe(0)

    // Her own, and back to the default on another PC.
    const own = told(counter, 'Save')
    await settings(counter, toggle('险种'))
    await own
    const hers = await at.window('clerk', orders)
    await expect.poll(() => head(hers, '险种')).toBe(1)
    const reset = told(hers, 'Reset')
    await settings(hers, (panel) => panel.getByRole('button', { name: '恢复默认' }).click())
    await reset
    await counter.reload()
    await expect.poll(() => head(counter, '现金')).toBe(1)
    await expect.poll(() => head(counter, '险种')).toBe(0)
  })

  test('what leaves the screen, copied or printed, has whole times and says when it left', async () => {
    const api = await office()
    await api.ok(menuRole.addMenuRole, { name: '今天改的', code: 'today' })
    const page = await open(`${roles}?f.code=today`)
    await rowOf(page, '今天改的').waitFor()
    const whole = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: '更多操作' }).click()
    await page.getByRole('menuitem', { name: '复制本页为表格' }).click()
    await said(page, '已复制 1 行')
    const [, line] = (await page.evaluate(() => navigator.clipboard.readText())).split('\n')
    expect(line).toMatch(whole)
    await page.evaluate(() => {
      // The paper of this page is its frame, which goes as soon as it was printed.
      HTMLElement.prototype.append = new Proxy(HTMLElement.prototype.append, {
        apply: (append, body, [frame]) => {
          document.documentElement.dataset.paper = (frame as HTMLIFrameElement).srcdoc
          Reflect.apply(append, body, [frame])
        },
      })
    })
    await page.getByRole('button', { name: '更多操作' }).click()
    await page.getByRole('menuitem', { name: '打印本页' }).click()
    const paper = () => page.evaluate(() => document.documentElement.dataset.paper ?? '')
    await expect.poll(paper).toMatch(/苏州市 320500 · 郑区管 · 本页 1 行 · \d{4}-\d\d-\d\d \d\d:\d\d:\d\d 打印/)
    expect((await paper()).match(/<td>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g)).toHaveLength(1)
  })

  test('a form says what is wrong as a field is left, leads to it, and reads days and digits as people type them', async () => {
    const page = await open('/basic-data/department')
    await press(page, '新增科室')
    const form = page.getByRole('dialog', { name: '新增科室' })
    const code = form.getByLabel('科室编码')
    const left = async (label: string, typed: string) => {
      // Character by character: what rewrites a day while it is typed spoils it.
      const field = form.getByLabel(label)
      await field.clear()
      await field.pressSequentially(typed)
      await field.press('Tab')
      return () => field.inputValue()
    }
    await left('科室编码', 'A 1')
    await form.getByText('科室编码不能为空或包含空格').waitFor()
    await expect.poll(await left('批准床位', '１２')).toBe('12')
    await expect.poll(await left('成立日期', '2020/1/15')).toBe('2020-01-15')
    await expect.poll(await left('开始日期', '2020-11-21')).toBe('2020-11-21')
    await press(form, '保存')
    await focused(code)
    await page.keyboard.press('Escape')
    await press(page, '放弃并关闭')

    await page.goto(`${at.product.site}/permission/user-management`)
    await press(page, '新增用户')
    const user = page.getByRole('dialog', { name: '新增用户' })
    const name = user.getByLabel('用户名')
    await name.fill('CLERK')
    await user.getByLabel('昵称').fill('店员')
    await user.getByLabel('真实姓名').fill('李䶮')
    await user.getByLabel('门店').click()
    await page.locator('.ant-select-dropdown:visible').getByText('示例大药房观前店').click()
    await press(user, '保存')
    const taken = user.getByText('用户名已被使用')
    await taken.waitFor()
    // Looked at again it is as taken as before; another one is not.
    await focused(name)
    await user.getByLabel('昵称').fill('店员甲')
    await user.getByLabel('真实姓名').focus()
    expect(await taken.count()).toBe(1)
    await name.fill('clerk9')
    await name.press('Tab')
    await taken.waitFor({ state: 'detached' })
  })

  test('the settings of the columns are opened, gone through and left by the keyboard', async () => {
    const page = await open(roles)
    const button = page.getByRole('button', { name: '列设置' })
    await button.press('Enter')
    const panel = page.locator('.ant-popover:visible')
    await panel.getByRole('checkbox').first().waitFor()
    const inside = () => panel.evaluate((one) => one.contains(document.activeElement))
    await expect.poll(inside).toBe(true)
    await page.keyboard.press('Tab')
    expect(await inside()).toBe(true)
    await page.keyboard.press('Escape')
    await focused(button)
  })

  test('the days of a list are typed, one and then the other, and asked for when both are there', async () => {
    const page = await open('/reconciliation/order-management')
    // The day an order was begun on, and beside it the day of the books.
    const [created, settled] = ['创建日期', '结算日期'].map((name) => page.getByRole('group', { name })) as [
      Locator,
      Locator,
    ]
    const [from, to] = [created.getByPlaceholder('开始日期'), created.getByPlaceholder('结束日期')]
    await from.click()
    await page.locator('.ant-picker-dropdown:visible').waitFor()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('2026-03-12')
    await page.keyboard.press('Enter')
    await focused(to)
    await page.keyboard.press('Control+A')
    await page.keyboard.type('2026-03-21')
    await page.keyboard.press('Enter')
    await page.locator('.ant-picker-dropdown:visible').waitFor({ state: 'detached' })
    await press(page, '查询')
    await page.waitForURL('**?f.from=2026-03-12&f.to=2026-03-21')
    const said = page.getByRole('region', { name: '合计' })
    await said.getByText('核对某天的账，请清空创建日期，改填结算日期').waitFor()
    // What reports lead here with is one range as well, by one of its ends.
    await visit(page, '/reconciliation/order-management?f.settledFrom=2026-03-13')
    await said.getByText('按结算日期').waitFor()
    await settled.getByPlaceholder('结束日期').click()
    await page.keyboard.type('2026-03-14')
    await page.keyboard.press('Enter')
    await focused(settled.getByPlaceholder('开始日期'))
    expect(await settled.getByPlaceholder('开始日期').inputValue()).toBe('2026-03-13')
    await page.keyboard.press('Enter')
    await page.locator('.ant-picker-dropdown:visible').waitFor({ state: 'detached' })
    await press(page, '查询')
    await page.waitForURL('**f.settledFrom=2026-03-13&f.settledTo=2026-03-14')
    await settled.getByText('结算日期').click()
    await focused(settled.getByPlaceholder('开始日期'))
    // A month alone.
    await visit(page, '/liquidation-management/clear-score-manage')
    const month = page.getByLabel('月份')
    // Its calendar is read when it is first shown.
    await expect.poll(() => month.isEditable()).toBe(true)
    await month.click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('2026/3')
    await month.press('Enter')
    await page.waitForURL('**f.month=2026-03*')
    // Nobody chose the days a list begins with: left open over night it asks about the new one.
    await visit(page, '/reconciliation/order-otherpay_management')
    await page.getByRole('columnheader', { name: '结算时间' }).click()
    await page.waitForURL('**f.sort=*')
    const tomorrow = addDays(formatDay(new Date()), 1)
    await page.clock.setFixedTime(`${tomorrow}T09:00:00+08:00`)
    await page.reload()
    await expect.poll(() => page.getByPlaceholder('结束日期').inputValue()).toBe(tomorrow)
  })
})
