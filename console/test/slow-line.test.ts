import { envelope } from '@yibao/shared/envelope.ts'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { answers } from './answers.ts'
import { browserPath, openConsole } from './browser.ts'
import { heldBack } from './held-back.ts'
import { over } from './over.ts'
import { passingPages } from './passing-pages.ts'
import { person as samplePerson, yesterday } from './samples.ts'

// A slow line: what a person does before an answer has come is neither lost by it nor taken for something else.

interface Sending {
  sends: string
  ok: string | RegExp
  no: string
}

describe.skipIf(!browserPath)('before the answer has come', () => {
  const app = opened(openConsole)
  const newPage = passingPages(app)
  const answer = (page: Page, path: string, result: unknown) =>
    page.route(`**/prod-api/api/${path}`, (route) => route.fulfill({ json: envelope({ result }) }))
  const refuse = (page: Page, path: string, notice: object) =>
    page.route(`**/prod-api/api/${path}`, (route) =>
      route.fulfill({ json: envelope({ success: false, statusCode: 409, ...notice }) }),
    )

  /** Sends what a dialog is for, and closes it before the answer has come: it is still there. */
  const stays = async (page: Page, dialog: Locator, { sends, ok, no }: Sending) => {
    const come = await heldBack(page, `**/api/${sends}`)
    const sent = page.waitForRequest(`**/api/${sends}`)
    await dialog.getByRole('button', { name: ok }).click()
    await sent
    await expect.poll(() => dialog.getByRole('button', { name: no }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    expect(await dialog.isVisible()).toBe(true)
    come()
  }

  test('a form that is being saved takes nothing more; refused, it gives the focus back', async () => {
    const page = await newPage()
    await app.enter(page, '/permission/data-role-management', 'admin')
    await page.locator('tbody').getByRole('button', { name: '更多' }).first().click()
    await page.getByRole('menuitem', { name: '编辑' }).click()
    const form = page.getByRole('dialog', { name: /^编辑/ })
    const name = form.getByLabel('名称')
    const hasFocus = () => name.evaluate((one) => one === document.activeElement)
    await name.fill('苏州门店䶮')
    for (const notice of [{ resultNotice: { error: '暂不能保存' } }, { error: { fields: { name: '名称已被使用' } } }]) {
      await refuse(page, 'Role/UpdateDataRole', notice)
      const come = await heldBack(page, '**/api/Role/UpdateDataRole')
      const sent = page.waitForRequest('**/api/Role/UpdateDataRole')
      await name.focus()
      await form.getByRole('button', { name: /^保\s?存$/ }).dispatchEvent('click')
      await sent
      await expect.poll(() => name.isDisabled()).toBe(true)
      come()
      await expect.poll(() => name.isEnabled()).toBe(true)
      await expect.poll(hasFocus).toBe(true)
    }
  })

  test('a list of choices that is being saved takes nothing more, and nobody is asked whether to drop it', async () => {
    const page = await newPage()
    const list = {
      ...{ name: 'a', title: '甲', items: [{ value: '1', name: '一' }], revision: 1 },
      ...{ updatedBy: '王芳', updatedAt: '2026-11-20 09:00:00' },
    }
    await answer(page, 'Dictionary/SearchDynamicDropdowns**', [list])
    await answer(page, 'Dictionary/SubmitDynamicDropdowns', {
      ...list,
      items: [{ value: '1', name: '壹' }],
      revision: 2,
    })
    await app.enter(page, '/menu-manager/dictionary', 'admin')
    await page.getByRole('button', { name: '下拉列表维护' }).click()
    const drawer = page.getByRole('dialog', { name: '下拉列表维护' })
    await drawer.getByRole('combobox', { name: '下拉列表' }).click()
    await page.locator('.ant-select-dropdown:visible').getByText('甲 a').click()
    const name = drawer.getByLabel('第 1 项名称')
    await name.fill('壹')
    const come = await heldBack(page, '**/Dictionary/SubmitDynamicDropdowns')
    const sent = page.waitForRequest('**/Dictionary/SubmitDynamicDropdowns')
    await drawer.getByRole('button', { name: /^保\s?存$/ }).click()
    await sent
    await expect.poll(() => name.isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    come()
    await page.getByText('下拉列表已保存').waitFor()
    await expect.poll(() => name.isEnabled()).toBe(true)
    expect(await name.inputValue()).toBe('壹')
    expect(await page.getByRole('alertdialog').count()).toBe(0)
  })

  test('the prescriptions of a customer whose code was shown first are not listed as another’s', async () => {
    const page = await newPage()
    const person = (n: number) => ({ ...samplePerson, readId: `r-${n}`, maskedName: n === 1 ? '张*' : '𠮷*' })
    const listed = (n: number) => ({
      ...{ number: `E-${n}`, hospital: '示例医院', department: '内科', doctor: '李医生', kinds: 1, attribute: '1' },
      ...{ issuedAt: `${yesterday} 09:00:00`, validUntil: `${yesterday} 23:59:59`, state: 'usable', repeat: '' },
    })
    let reads = 0
    await page.route('**/api/Card/Read?**', (route) => route.fulfill({ json: envelope({ result: person(++reads) }) }))
    await page.route('**/api/Rx/Circulated?**', (route) => {
      const n = Number(new URL(route.request().url()).searchParams.get('readId')?.slice(2))
      return route.fulfill({ json: envelope({ result: { presented: true, items: [listed(n)] } }) })
    })
    const come = await heldBack(page, '**/api/Rx/Circulated?readId=r-1*')
    await app.enter(page, '/reconciliation/rx-management')
    await page.getByRole('button', { name: '下载处方' }).click()
    const dialog = page.getByRole('dialog', { name: '下载处方' })
    const box = dialog.getByLabel('扫码')
    for (const n of [1, 2]) {
      const asked = page.waitForRequest(`**/api/Rx/Circulated?readId=r-${n}*`)
      await box.fill(`code-${n}`)
      await box.press('Enter')
      await asked
    }
    await dialog.getByText('𠮷* 的电子处方').waitFor()
    const first = page.waitForResponse('**/api/Rx/Circulated?readId=r-1*')
    come()
    await over(first)
    await dialog.getByText('E-2').waitFor()
    expect(await dialog.getByText('E-1').count()).toBe(0)
  })

  test('goods that an earlier word finds do not take the place of those of the last one', async () => {
    const page = await newPage()
    await page.route('**/api/Catalogue/SearchItemDirectoryList*', (route) => {
      const name = String(new URL(route.request().url()).searchParams.get('keyword'))
      return route.fulfill({ json: envelope({ result: [{ ownCode: name, name, spec: '5mg', unit: '盒' }] }) })
    })
    const come = await heldBack(page, '**/SearchItemDirectoryList?keyword=amx*')
    await app.enter(page, '/reconciliation/rx-management')
    await page.getByRole('button', { name: '录入处方' }).click()
    const goods = page.getByLabel('第 1 种的本店商品')
    const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
    const first = page.waitForRequest('**/SearchItemDirectoryList?keyword=amx*')
    await goods.fill('amx')
    await first
    // Nobody waits for it any more: its answer, whenever it comes, is nobody's.
    const given = page.waitForEvent('requestfailed', (request) => request.url().includes('keyword=amx'))
    await goods.fill('alp')
    await given
    await expect.poll(() => options.allInnerTexts()).toEqual(['alp 5mg / 盒'])
    come()
    expect(await options.allInnerTexts()).toEqual(['alp 5mg / 盒'])
  })

  test('a message asks for areas or stores only where it goes to them, and begins where its sender may speak', async () => {
    const page = await newPage()
    await app.enter(page, '/system-manager/msg-center', 'area')
    await page.getByRole('button', { name: '发布消息' }).click()
    const form = page.getByRole('dialog', { name: '发布消息' })
    const [areas, stores] = [form.getByLabel('区划', { exact: true }), form.getByLabel('门店', { exact: true })]
    // The sender's area is written by its name, which comes with the areas.
    await form.getByText('苏州市').waitFor()
    expect([await areas.count(), await stores.count()]).toEqual([1, 0])
    const scopes = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
    const choose = async (scope: string, shown: [number, number]) => {
      await form.getByLabel('范围').click()
      await scopes.getByText(scope, { exact: true }).click()
      await expect.poll(async () => [await areas.count(), await stores.count()]).toEqual(shown)
    }
    await form.getByLabel('范围').click()
    // To everybody only a super administrator may speak: he was refused after he had written everything.
    await expect.poll(() => scopes.allInnerTexts()).toEqual(['区划', '门店'])
    await page.keyboard.press('Escape')
    await choose('门店', [0, 1])
    // Of an area of which he has some stores he does not speak for the others: he was refused likewise.
    const child = (childAreaCode: string, childAreaName: string, part: boolean) => ({
      childAreaCode,
      childAreaName,
      part,
    })
    for (const [nanjing, scope, shown] of [
      [true, '门店', [0, 1]],
      [false, '区划', [1, 0]],
    ] as const) {
      const childs = [child('320100', '南京市', nanjing), child('320500', '苏州市', true)]
      const medicalAreas = [{ areaCode: '320000', areaName: '江苏省', childs }]
      await answer(page, 'YBConfig/PullUserMedicalAreas', { medicalAreas })
      await app.enter(page, '/system-manager/msg-center', 'area')
      await page.getByRole('button', { name: '发布消息' }).click()
      await expect.poll(async () => [await areas.count(), await stores.count()]).toEqual(shown)
      await form.locator('.ant-select-selection-item, .ant-select-content').getByText(scope, { exact: true }).waitFor()
    }
    await areas.click()
    await expect.poll(() => scopes.allInnerTexts()).toEqual(['南京市 320100'])
    await page.keyboard.press('Escape')
    await app.enter(page, '/system-manager/msg-center', 'admin')
    await page.getByRole('button', { name: '发布消息' }).click()
    await choose('门店', [0, 1])
    await choose('全部', [0, 0])
  })

  test('an input whose code comes late has its place already: nothing moves, and who has gone into it is in it', async () => {
    const page = await newPage()
    const text = await heldBack(page, /\/assets\/TextArea-[\w-]{8}\.js$/)
    const secret = await heldBack(page, /\/assets\/Password-[\w-]{8}\.js$/)
    await app.enter(page, '/permission/data-role-management', 'area')
    await page.getByRole('button', { name: '新增角色' }).click()
    const form = page.getByRole('dialog', { name: '新增数据角色' })
    const next = form.getByRole('button', { name: '下一步：选择范围' })
    const remark = form.getByLabel('备注（选填）')
    await remark.focus()
    const before = await next.boundingBox()
    text()
    await form.locator('textarea:not([aria-busy])').waitFor()
    expect(await next.boundingBox()).toEqual(before)
    await page.keyboard.type('䶮')
    expect(await remark.inputValue()).toBe('䶮')
    await form.getByRole('button', { name: '不新增' }).click()
    await page.getByRole('button', { name: '放弃并关闭' }).click()

    await page.getByRole('button', { name: /^你好/ }).click()
    await page.getByRole('menuitem', { name: '以操作员账号工作' }).click()
    const account = page.getByRole('dialog', { name: '以操作员账号工作' })
    await account.getByLabel('用户名').fill('clerk')
    await page.keyboard.press('Tab')
    secret()
    const password = account.locator('input[type=password]')
    await expect.poll(() => password.evaluate((one) => one === document.activeElement)).toBe(true)
  })

  test('what is typed into an input before its code has come is not lost: it is sent, and typed on it stays in its order', async () => {
    const page = await newPage()
    const held = (part: string) => heldBack(page, new RegExp(`/assets/${part}-[\\w-]{8}\\.js$`))
    const come = [await held('TextArea'), await held('Password'), await held('day-input')] as const
    const arrived = (field: Locator) =>
      expect
        .poll(() => field.evaluate((one) => one === document.activeElement && !one.matches('[aria-busy]')))
        .toBe(true)

    await app.enter(page, '/permission/data-role-management', 'area')
    await page.getByRole('button', { name: '新增角色' }).click()
    const remark = page.getByLabel('备注（选填）')
    await remark.pressSequentially('退休的')
    come[0]()
    await arrived(remark)
    await page.keyboard.type('药师')
    expect(await remark.inputValue()).toBe('退休的药师')
    await page.getByRole('button', { name: '不新增' }).click()
    await page.getByRole('button', { name: '放弃并关闭' }).click()

    await page.getByRole('button', { name: /^你好/ }).click()
    await page.getByRole('menuitem', { name: '以操作员账号工作' }).click()
    const account = page.getByRole('dialog', { name: '以操作员账号工作' })
    const password = account.locator('input[type=password]')
    await password.pressSequentially('Yibao')
    come[1]()
    await arrived(password)
    await page.keyboard.type('@2026')
    expect(await password.inputValue()).toBe('Yibao@2026')
    await account.getByRole('button', { name: '不切换' }).click()

    await page.getByRole('navigation', { name: '菜单' }).getByText('日对账', { exact: true }).click()
    await page.getByRole('button', { name: '对总账' }).first().click()
    const form = page.getByRole('dialog', { name: '对总账' })
    const day = form.locator('input[aria-busy]')
    const sent = () => page.waitForRequest('**/api/Reconciliation/Totals')
    await refuse(page, 'Reconciliation/Totals', { resultNotice: { error: '暂不能对账' } })
    await day.fill('2026.11.20')
    const [first] = await Promise.all([sent(), form.getByRole('button', { name: '开始对账' }).click()])
    expect(first.postDataJSON()).toMatchObject({ day: '2026-11-20' })
    await expect.poll(() => day.isEnabled()).toBe(true)
    // What stands there half is still there for who presses it, or comes back to it.
    await day.fill('2026.11')
    await form.getByRole('button', { name: '开始对账' }).focus()
    await day.focus()
    come[2]()
    const picker = form.locator('.ant-picker input')
    await arrived(picker)
    await expect.poll(() => picker.inputValue()).toBe('2026.11')
    await page.keyboard.type('.21')
    const [second] = await Promise.all([sent(), form.getByRole('button', { name: '开始对账' }).click()])
    expect(second.postDataJSON()).toMatchObject({ day: '2026-11-21' })
  })

  test('of two days the first is typed before their calendar has come: it is asked for, and typed on it stays in its order', async () => {
    const page = await newPage()
    const come = await heldBack(page, /\/assets\/day-range-[\w-]{8}\.js$/)
    await app.enter(page, '/reconciliation/rx-management')
    const asked = (from: string) => page.waitForRequest(`**/Rx/Paged?*from=${from}*`)
    const early = page.getByRole('group', { name: '日期' }).locator('input[aria-busy]')
    expect(await early.inputValue(), 'what narrows the list is in sight').toMatch(/^2\d{3}-\d\d-\d\d$/)
    await early.fill('2026.11.20')
    await Promise.all([asked('2026-11-20'), early.press('Enter')])
    await early.fill('202611')
    come()
    const day = page.getByRole('group', { name: '日期' }).locator('.ant-picker input').first()
    await expect.poll(() => day.evaluate((one) => one === document.activeElement)).toBe(true)
    await expect.poll(() => day.inputValue()).toBe('202611')
    await page.keyboard.type('21')
    await expect.poll(() => day.inputValue()).toBe('2026-11-21')
    // On to the other day, and out of both.
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.locator('.ant-picker-dropdown:visible').waitFor({ state: 'detached' })
    const query = page.getByRole('button', { name: /^查\s?询$/ })
    await Promise.all([asked('2026-11-21'), query.click()])
  })

  test('a page somebody was early in is whole when he comes back to it from a box of another list', async () => {
    const page = await newPage()
    const come = await heldBack(page, /\/assets\/day-range-[\w-]{8}\.js$/)
    await app.enter(page, '/reconciliation/rx-management')
    await page.getByRole('group').locator('input[aria-busy]').first().focus()
    come()
    const day = page.locator('.ant-picker-range input').first()
    await expect.poll(() => day.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.getByRole('navigation', { name: '菜单' }).getByText('订单管理', { exact: true }).click()
    const box = page.locator('tbody:visible').getByRole('checkbox').first()
    await box.focus()
    await page.keyboard.press('Alt+,')
    await page.waitForURL('**/rx-management**')
    await page.getByRole('button', { name: '录入处方' }).waitFor()
    expect(await day.isVisible()).toBe(true)
    expect(app.faults).toEqual([])
  })

  test('goods are looked up before the code of the box for their words has come', async () => {
    const page = await newPage()
    await heldBack(page, /\/assets\/Search-[\w-]{8}\.js$/)
    await app.enter(page, '/menu-manager/menu-diff', 'area')
    await page.getByRole('button', { name: /^商\s?品$/ }).click()
    const box = page.getByRole('dialog', { name: '商品' }).getByLabel('查找商品')
    const asked = page.waitForRequest('**/OwnItem/**keyword=amx*')
    await box.pressSequentially('amx')
    await box.press('Enter')
    await asked
  })

  test('and so is who has read a notice', async () => {
    const page = await newPage()
    await heldBack(page, /\/assets\/Search-[\w-]{8}\.js$/)
    const row = { id: 'n-1', title: '通知䶮', type: 'notice', level: 'info', publisherName: '李区域', mustRead: false }
    const times = { publishedAt: `${yesterday} 09:00:00`, validTo: '2099-01-01 00:00:00' }
    const notice = { ...row, ...times, read: false, readers: 0, withdrawn: true }
    await answer(page, 'Message/Paged?**', { items: [notice], total: 1, totalIsBound: false })
    await app.enter(page, '/system-manager/msg-center', 'area')
    await page.locator('tbody').getByRole('button', { name: '接收情况' }).click()
    const box = page.getByRole('dialog').getByLabel('姓名、用户名或门店')
    const asked = page.waitForRequest((sent) => decodeURIComponent(sent.url()).includes('keyword=王䶮'))
    await box.pressSequentially('王䶮')
    await box.press('Enter')
    await asked
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('a menu whose code comes late has the keyboard when it has come', async () => {
    const page = await newPage()
    const come = await heldBack(page, /\/assets\/menu-[\w-]{8}\.js$/)
    await app.enter(page, '/report-management/approval', 'area')
    await page.locator('tbody').getByRole('button', { name: '更多' }).first().press('Enter')
    await page.locator('.ant-dropdown').waitFor({ state: 'attached' })
    // Longer than a menu that is there takes to find its place.
    await page.evaluate(async () => {
      for (let n = 0; n < 40; n++) await new Promise(requestAnimationFrame)
    })
    come()
    const first = page.getByRole('menuitem', { name: '驳回' })
    await expect.poll(() => first.evaluate((one) => one === document.activeElement)).toBe(true)
  })

  test('a part of the page that a cut line kept back starts nothing anew: the same build is there', async () => {
    const page = await newPage()
    await app.enter(page, '/reconciliation/order-management')
    await page.getByText('共 37 条').waitFor()
    await page.getByLabel('姓名').fill('赵䶮')
    await page.route('**/assets/attendance-*.js', (route) => route.abort())
    const looked = page.waitForResponse(`${app.home}/`)
    await page.getByRole('navigation', { name: '菜单' }).getByText('签到签退').click()
    await looked
    await page.getByText('这个页面的内容没有取到').waitFor()
    await page.unroute('**/assets/attendance-*.js')
    await page.getByRole('button', { name: '重试' }).click()
    await page.getByText('本次已结算').waitFor()
    await page.getByRole('tab', { name: '订单管理' }).click()
    expect(await page.getByLabel('姓名').inputValue()).toBe('赵䶮')
  })

  test('a key of the bench turns its button, and pressed again sends nothing twice', async () => {
    const page = await newPage()
    await app.enter(page, `/reconciliation/day-reconciliation-detail?groupId=g-0&day=${yesterday}&storeId=s-1`)
    await page.getByText('3 可自动处理').waitFor()
    await refuse(page, 'Reconciliation/Handle', { resultNotice: { error: '系统正在核实这一笔' } })
    for (const [key, button, call] of [
      ['a', /^A /, 'Reconciliation/Handle'],
      ['r', 'R 查询中心', 'Order/Recheck'],
      ['g', 'G 对总账', 'Reconciliation/Total'],
    ] as const) {
      const pressed = page.getByRole('button', { name: button })
      await pressed.waitFor()
      let sent = 0
      page.on('request', (request) => {
        if (request.url().includes(`/api/${call}`)) sent++
      })
      const come = await heldBack(page, `**/api/${call}**`)
      await page.keyboard.press(key)
      await expect.poll(() => pressed.getAttribute('aria-disabled')).toBe('true')
      await page.keyboard.press(key)
      come()
      await expect.poll(() => pressed.getAttribute('aria-disabled')).toBe(null)
      expect(sent, key).toBe(1)
    }
  })

  test('who went on to another difference stays there when the one before is done with', async () => {
    const page = await newPage()
    await app.enter(page, `/reconciliation/day-reconciliation-detail?groupId=g-0&day=${yesterday}&storeId=s-1`)
    const current = page.locator('tr[aria-selected=true]')
    await page.getByText('3 可自动处理').waitFor()
    const come = await heldBack(page, '**/api/Reconciliation/Handle')
    const sent = page.waitForRequest('**/api/Reconciliation/Handle')
    await page.keyboard.press('a')
    await sent
    for (const name of ['李*', '王**']) {
      await page.keyboard.press('j')
      await expect.poll(() => current.innerText()).toContain(name)
    }
    come()
    await page.getByText('2 可自动处理').waitFor()
    expect(await current.innerText()).toContain('王**')
  })

  test('a failed check leaves the focus where somebody has gone meanwhile', async () => {
    const page = await newPage()
    await app.enter(page, '/tools')
    const check = page.getByRole('button', { name: '检查网络' })
    const log = page.getByRole('button', { name: '保存日志' })
    let come = () => {}
    const called = new Promise<void>((resolve) => {
      come = resolve
    })
    await check.waitFor()
    await page.route('**/api/Client/Server*', async (route) => {
      await called
      await route.abort()
    })
    await check.click()
    await expect.poll(() => log.isEnabled()).toBe(true)
    await log.focus()
    come()
    await page.getByRole('alert').waitFor()
    await expect.poll(() => check.isEnabled()).toBe(true)
    expect(await log.evaluate((one) => one === document.activeElement)).toBe(true)
  })

  test('an area, or an account, that is being changed to is not called off by closing its dialog', async () => {
    const page = await newPage()
    await app.enter(page, '/dashboard', 'area')
    const open = async (item: string) => {
      await page.getByRole('button', { name: /^你好/ }).click()
      await page.getByRole('menuitem', { name: item }).click()
      return page.getByRole('dialog', { name: item })
    }
    const account = await open('以操作员账号工作')
    await account.getByLabel('用户名').fill('clerk')
    await account.getByLabel('密码', { exact: true }).fill('Yibao@2026')
    await refuse(page, 'Auth/Login', { resultNotice: { error: '密码不正确' } })
    await stays(page, account, { sends: 'Auth/Login', ok: '切换账号', no: '不切换' })
    await page.getByText('密码不正确').waitFor()
    await account.getByRole('button', { name: '不切换' }).click()
    await account.waitFor({ state: 'detached' })

    const area = await open('切换区划')
    await area.getByRole('combobox').click()
    await page.locator('.ant-select-dropdown:visible').getByText('南京市 320100').click()
    await answer(page, 'Auth/SwitchArea', answers['auth.login']!({ userName: 'area' }, 'area'))
    // The page is loaded anew 300 ms later: who looks now and then may come behind that.
    const told = page.evaluate(
      (text) =>
        new Promise((resolve) =>
          new MutationObserver(() => document.body.textContent.includes(text) && resolve(text)).observe(document.body, {
            ...{ childList: true, subtree: true, characterData: true },
          }),
        ),
      '切换区划成功',
    )
    await stays(page, area, { sends: 'Auth/SwitchArea', ok: /^切\s?换$/, no: '不切换' })
    await told
  })

  test('everything that matches is that of the filters in force: before they are answered there is no number of it', async () => {
    const page = await newPage()
    const row = { id: 'n-1', title: '通知䶮', type: 'notice', level: 'info', publisherName: '周管理', mustRead: false }
    const notice = { ...row, publishedAt: `${yesterday} 09:00:00`, validTo: '2099-01-01 00:00:00', read: false }
    const found = (total: number) => ({ items: [{ ...notice, withdrawn: false }], total, totalIsBound: false })
    await answer(page, 'Message/Paged?**', found(5000))
    await answer(page, 'Message/Paged?**level=urgent**', found(7))
    await app.enter(page, '/system-manager/msg-center', 'area')
    const tick = page.locator('tbody tr[data-row-key]').getByRole('checkbox')
    await tick.check()
    const all = page.getByRole('button', { name: /^选择符合条件的全部/ })
    expect(await all.innerText()).toBe('选择符合条件的全部 5,000 条')
    const come = await heldBack(page, '**/api/Message/Paged?**level=urgent**')
    await page.getByRole('combobox', { name: '级别' }).click()
    await page.locator('.ant-select-dropdown:visible').getByText('紧急').click()
    await page.getByRole('button', { name: '查询' }).click()
    await page.getByText('选中 1 条').waitFor({ state: 'detached' })
    // The rows of before are under a veil by and by, which keeps a mouse from them and no key.
    await tick.press('Space')
    await page.getByText('选中 1 条').waitFor()
    expect(await all.count()).toBe(0)
    come()
    await expect.poll(() => all.allInnerTexts()).toEqual(['选择符合条件的全部 7 条'])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('a report on paper says of its figures the days they are of, whatever is asked by now', async () => {
    const page = await newPage()
    await page.addInitScript(() => {
      Object.defineProperty(HTMLIFrameElement.prototype, 'srcdoc', {
        set: (text: string) => Object.assign(window, { printed: text }),
      })
    })
    await app.enter(page, '/report-management/fund-pay-report?f.show=table', 'area')
    const print = page.getByRole('button', { name: '打印', exact: true })
    const printed = () =>
      page.evaluate(() => String(Reflect.get(window, 'printed')).match(/[\d-]{10} 至 [\d-]{10}/)?.[0])
    const period = page.getByRole('navigation', { name: '期间' })
    const head = page.getByRole('columnheader').first()
    await expect.poll(() => head.innerText()).toBe('日')
    await print.click()
    await expect.poll(printed).toMatch(/ 至 /)
    const before = await printed()
    await page.evaluate(() => Reflect.deleteProperty(window, 'printed'))
    const come = await heldBack(page, '**/Report/FundPay/Query?**')
    await period.getByText('上月').click()
    await page.getByText('按门店').click()
    await page.waitForURL('**f.groupBy=store**')
    await print.click()
    await expect.poll(printed).toBe(before)
    expect(await head.innerText()).toBe('日')
    come()
    await expect.poll(() => head.innerText()).toBe('门店')
    await print.click()
    await expect.poll(printed).not.toBe(before)
  })

  test('a reversal asks for one word of approval, however often it is confirmed before its dialog has come', async () => {
    const page = await newPage()
    const settings = { ...(answers['ybConfig.pullMedicalUI']!({}, 'clerk') as object), authorizeReversal: true }
    await answer(page, 'YBConfig/PullMedicalUI**', settings)
    const come = await heldBack(page, /\/assets\/authorize-[\w-]{8}\.js$/)
    await app.enter(page, '/reconciliation/order-management?f.status=2')
    await page.getByRole('button', { name: '撤销结算' }).first().click()
    const dialog = page.getByRole('dialog', { name: /^撤销结算/ })
    await dialog.getByRole('combobox').click()
    await page.getByTitle('顾客退货').click()
    const confirm = dialog.getByRole('button', { name: '确认撤销' })
    await confirm.click()
    await confirm.dispatchEvent('click')
    come()
    const authorize = page.getByRole('dialog', { name: '管理员授权' })
    await authorize.first().waitFor()
    expect(await authorize.count()).toBe(1)

    // His word is used by nobody who has left: a counter does not stand behind a line that is cut.
    await authorize.getByLabel('授权人用户名').fill('area')
    await authorize.getByLabel('密码', { exact: true }).fill('Yibao@2026')
    await heldBack(page, '**/api/Auth/Authorize')
    const sent = page.waitForRequest('**/api/Auth/Authorize')
    await authorize.getByRole('button', { name: /^授\s?权$/ }).click()
    await sent
    await authorize.getByRole('button', { name: '不授权' }).click()
    await authorize.waitFor({ state: 'detached' })
    await expect.poll(() => confirm.isEnabled()).toBe(true)
  })

  test('a sheet is brought in once, however often it is pressed, and is not called off by closing its dialog', async () => {
    const page = await newPage()
    await answer(page, 'Import/DryRun', { importId: 'i-1', total: 2, good: 2, bad: 0, errors: [] })
    await answer(page, 'Import/Run', { progressId: 'p-1' })
    let sent = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/Import/Run')) sent++
    })
    await app.enter(page, '/menu-manager/dictionary', 'admin')
    await page.getByRole('button', { name: '导入' }).click()
    const dialog = page.getByRole('dialog', { name: '导入字典项' })
    const file = { name: 'a.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from('x') }
    await dialog.locator('input[type=file]').setInputFiles(file)
    const bring = dialog.getByRole('button', { name: '导入 2 行' })
    const come = await heldBack(page, '**/api/Import/Run')
    await bring.click()
    await bring.dispatchEvent('click')
    await expect.poll(() => dialog.getByRole('button', { name: '不导入' }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.getByText('可导入 2 行').waitFor()
    come()
    await page.getByRole('progressbar').waitFor()
    expect(sent).toBe(1)
  })
})
