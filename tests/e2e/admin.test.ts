import { role } from '@yibao/shared/calls/auth.ts'
import { catalogue } from '@yibao/shared/calls/catalogue.ts'
import { menuRole } from '@yibao/shared/calls/menu-role.ts'
import { message } from '@yibao/shared/calls/message.ts'
import { signIn as signInCalls } from '@yibao/shared/calls/sign-in.ts'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { persons } from '../../server/src/simulator/seed/persons.ts'
import { demoPassword } from '../../tools/api.ts'
import { chooseArea, hasBrowser, shot, signIn, visit } from './browser.ts'
import { useProduct } from './setup.ts'
import { bringInTemplate } from './sheet.ts'
import { said } from './witness.ts'

// An area administrator's pages over the real server: who may work, what was done, how a list is kept and sent on.

describe.skipIf(!hasBrowser)('an area administrator', () => {
  const at = useProduct()

  const admin = async (path: string): Promise<Page> => {
    const page = await at.window('area1', path)
    await page.getByRole('button', { name: '列设置' }).waitFor()
    return page
  }
  const choose = async (page: Page, label: string, option: string) => {
    await page.getByRole('dialog').getByLabel(label).click()
    await page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).click()
  }
  const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
  const users = '/permission/user-management'

  test('is not sent to a counter that cannot serve an account without a store', async () => {
    const page = await at.page()
    await signIn(page, at.product.site, 'area1')
    await page.getByText('苏州市 320500').first().waitFor()
    await page.getByText('今天还没有结算', { exact: true }).waitFor()
    await page.getByRole('button', { name: '今天的结算' }).waitFor()
    expect(await page.getByRole('main').getByRole('button', { name: '刷卡' }).count()).toBe(0)
    await page.getByRole('link', { name: '刷卡' }).click()
    const line = page.getByRole('region', { name: '提示', exact: true })
    await line.getByText('当前账号没有门店').waitFor()
    expect(await line.innerText()).toContain('请用门店操作员账号登录')
    expect(await line.getByRole('button', { name: '检查助手' }).count()).toBe(0)
  })

  test('adds an operator, who changes the password before anything else and then works', async () => {
    const page = await admin(users)
    await page.getByRole('button', { name: '新增用户' }).click()
    const form = page.getByRole('dialog', { name: '新增用户' })
    await form.getByLabel('用户名').fill('lina')
    await form.getByLabel('昵称').fill('小娜')
    await form.getByLabel('真实姓名').fill('李娜䶮')
    await choose(page, '门店', '示例大药房观前店')
    await choose(page, '菜单角色', '店员')
    await form.getByLabel('手机号码').fill('123')
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await form.getByText('请输入正确的手机号码').waitFor()
    await form.getByLabel('手机号码').fill('13800000000')
    await form.getByRole('button', { name: '保存', exact: true }).click()
    const secret = page.getByRole('dialog', { name: 'lina 的初始密码' })
    const initial = (await secret.locator('p').nth(1).textContent()) ?? ''
    await secret.getByRole('button', { name: '已记下' }).click()
    await rowOf(page, 'lina').getByText('李娜䶮').waitFor()

    const hers = await at.page()
    const login = async (password: string) => {
      await hers.getByLabel('用户名').fill('lina')
      await hers.getByLabel('密码', { exact: true }).fill(password)
      await hers.getByRole('button', { name: '登录', exact: true }).click()
    }
    await hers.goto(`${at.product.site}/login`)
    await login(initial)
    await hers.waitForURL('**/change')
    await hers.goto(`${at.product.site}/dashboard`)
    await hers.waitForURL('**/change')
    await hers.getByLabel('旧密码').fill(initial)
    await hers.getByLabel('新密码').fill('Xiaona@2027')
    await hers.getByLabel('确认密码').fill('Xiaona@2028')
    await hers.getByRole('button', { name: '修改密码' }).click()
    const unequal = hers.getByText('两次输入密码不一致!')
    await unequal.waitFor()
    await hers.getByLabel('确认密码').fill('Xiaona@2027')
    await unequal.waitFor({ state: 'detached' })
    for (const [password, count] of [
      ['Xiaona@202', 1],
      ['Xiaona@2027', 0],
    ] as const) {
      await hers.getByLabel('新密码').fill(password)
      await expect.poll(() => unequal.count()).toBe(count)
    }
    await hers.getByRole('button', { name: '修改密码' }).click()
    await hers.getByText('操作成功，请用新密码登录').waitFor()
    await login('Xiaona@2027')
    await hers.getByRole('navigation', { name: '菜单' }).getByText('刷卡').waitFor()
    expect(await hers.getByRole('navigation', { name: '菜单' }).getByText('用户管理').count()).toBe(0)

    await rowOf(page, 'lina').getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '停用' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^停\s?用$/ })
      .click()
    await said(page, '用户已停用')
    // Under the alert too, where what her page asks by itself was told first.
    await visit(hers, '/reconciliation/order-management')
    await hers.getByRole('alertdialog', { name: '登录已过期，请重新登录' }).waitFor()
  })

  test('finds in the operation log what was done, with what it changed', async () => {
    const page = await admin('/system-manager/operation-log')
    await page.getByRole('row').filter({ hasText: '启停用户' }).first().click()
    const detail = page.getByRole('dialog')
    await detail.getByText('修改内容').waitFor()
    expect(await detail.textContent()).not.toContain('13800000000')
    await page.keyboard.press('Escape')
    await detail.waitFor({ state: 'hidden' })

    const search = page.getByRole('combobox', { name: '查找页面、操作和记录' })
    await search.fill('李娜')
    await page.getByRole('option', { name: 'lina 用户' }).click()
    await page.waitForURL('**/user-management?f.userName=lina')
    await page.getByText('共 1 条').waitFor()
    await search.fill('P32050100001')
    await page.getByRole('option', { name: '示例大药房观前店 门店的用户' }).click()
    // Everybody of the store, not the one who was looked for before.
    await rowOf(page, 'pharmacist').waitFor()
    await page.getByRole('treeitem', { name: /观前店/, selected: true }).waitFor()
  })

  test('keeps a table his way on every PC, and sends a view on by its address', async () => {
    const page = await admin(users)
    await page.getByRole('button', { name: '列设置' }).click()
    const saved = page.waitForResponse((answer) => answer.url().includes('/api/UiTable/Save'))
    await page.getByRole('checkbox', { name: '真实姓名' }).click()
    await saved
    await page.keyboard.press('Escape')
    await page.locator('form').getByLabel('状态').click()
    await page.locator('.ant-select-dropdown:visible').getByText('停用', { exact: true }).click()
    await page.getByRole('button', { name: '查询' }).click()
    await page.waitForURL('**?f.state=stopped')

    const other = await admin(users)
    await expect.poll(() => other.getByRole('columnheader', { name: '真实姓名' }).count()).toBe(0)
    await other.goto(page.url())
    await other.getByText('共 1 条').waitFor()
    await rowOf(other, 'lina').waitFor()
    await other.getByRole('button', { name: '列设置' }).click()
    const reset = other.waitForResponse((answer) => answer.url().includes('/api/UiTable/Reset'))
    await other.getByRole('button', { name: '恢复默认' }).click()
    await reset
    await other.getByRole('columnheader', { name: '真实姓名' }).waitFor()
  })

  test('exports a dictionary: the columns and the rows are told before they leave', async () => {
    const page = await admin('/menu-manager/dictionary')
    await page.getByRole('button', { name: '导出' }).click()
    const dialog = page.getByRole('dialog', { name: '导出字典管理' })
    await dialog.getByText(/共 [\d,]+ 条/).waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: /^导\s?出$/ }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^字典管理.*\.xlsx$/)
    await page.getByText(/已导出 [\d,]+ 行/).waitFor()
  })

  test('adds a code to the type he looks at, and brings in more by the template', async () => {
    const page = await admin('/menu-manager/dictionary')
    await page.getByLabel('查找字典类型').fill('insutype')
    await page.getByRole('tree').getByText('insutype').first().click()
    await page.getByRole('button', { name: '新增字典项' }).click()
    const form = page.getByRole('dialog', { name: '新增字典项' })
    await expect.poll(() => form.getByLabel('字典类型').inputValue()).toBe('insutype')
    await form.getByLabel('编码', { exact: true }).fill('398')
    await form.getByLabel('名称').fill('园区补充䶮')
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await rowOf(page, '398').getByText('园区补充䶮').waitFor()

    await page.getByRole('button', { name: '导入', exact: true }).click()
    await bringInTemplate(page, '导入字典项')
    // The tree counts it too.
    await page.getByLabel('查找字典类型').fill('local_note')
    await page.getByRole('tree').getByText('local_note（1）').click()
    await rowOf(page, 'local_note').getByText('示例').waitFor()
  })

  test('what is sold comes in from a sheet, is corrected by hand, and is not offered any more once it is stopped', async () => {
    const page = await admin('/menu-manager/menu-diff')
    await page.getByRole('button', { name: '导入商品' }).click()
    await bringInTemplate(page, '导入商品')

    await page.getByRole('button', { name: /^商\s?品$/ }).click()
    const goods = page.getByRole('dialog', { name: '商品', exact: true })
    await goods.getByLabel('查找商品').fill('100001')
    await goods.getByLabel('查找商品').press('Enter')
    await expect.poll(() => goods.getByRole('button', { name: '修改' }).count()).toBe(1)
    await goods.getByText('示例制药有限公司').waitFor()
    await goods.getByRole('button', { name: '修改' }).click()
    const form = page.getByRole('dialog', { name: '修改商品「100001 阿莫西林胶囊」' })
    await form.getByLabel('零售价').fill('-1')
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await form.getByText('零售价应为不超过 6 位小数的数字').waitFor()
    await form.getByLabel('零售价').fill('13.55')
    await form.getByLabel('生产企业').fill('䶮𠮷制药')
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await rowOf(page, '䶮𠮷制药').getByText('13.55').waitFor()
    const clerk = await at.product.as('clerk')
    const offered = async () =>
      (await clerk.ok(catalogue.searchItemDirectoryList, { keyword: '100001' })).map(({ price }) => price)
    expect(await offered()).toEqual(['13.55'])

    await goods.getByRole('button', { name: '修改' }).click()
    await form.getByRole('switch', { name: '停售' }).click()
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await goods.getByText('没有符合条件的商品').waitFor()
    expect(await offered()).toEqual([])
  })

  test('ticks mean the rows in view; what was published can be withdrawn together, not deleted', async () => {
    const notice = { content: '今晚八点', type: 'notice', level: 'info', mustRead: false } as const
    const [chief, mine] = [await at.product.as('admin'), await at.product.as('area1')]
    for (const title of ['总部通知', '年会安排', '放假安排'])
      await chief.ok(message.publish, { ...notice, title, scope: 'all' })
    for (const title of ['盘点通知', '停机通知'])
      await mine.ok(message.publish, { ...notice, title, scope: 'areas', areas: ['320500'] })
    const page = await admin('/system-manager/msg-center')
    await rowOf(page, '总部通知').getByRole('checkbox').check()
    await page.getByText('选中 1 条').waitFor()
    await page.getByRole('button', { name: '标为已读' }).click()
    await rowOf(page, '总部通知').waitFor({ state: 'detached' })
    await page.getByText('选中 1 条').waitFor({ state: 'detached' })
    // Everything that matches, ticked or not.
    await rowOf(page, '年会安排').getByRole('checkbox').check()
    await page.getByRole('button', { name: /^选择符合条件的全部 [\d,]+ 条$/ }).click()
    await page.getByText(/^已选全部 [\d,]+ 条$/).waitFor()
    await page.getByRole('button', { name: '标为已读' }).click()
    await rowOf(page, '放假安排').waitFor({ state: 'detached' })

    await page.getByText('已发布', { exact: true }).click()
    for (const title of ['盘点通知', '停机通知']) await rowOf(page, title).getByRole('checkbox').check()
    await page.getByText('选中 2 条').waitFor()
    expect(await page.getByRole('button', { name: /^删\s?除$/ }).count()).toBe(0)
    await page
      .getByRole('button', { name: /^撤\s?回$/ })
      .first()
      .click()
    await page
      .getByRole('dialog', { name: '撤回 2 条消息' })
      .getByRole('button', { name: /^撤\s?回$/ })
      .click()
    await said(page, '消息已撤回')
    const withdrawing = rowOf(page, '通知').getByRole('button', { name: /^撤\s?回$/ })
    await expect.poll(() => withdrawing.count()).toBe(0)
  })

  test('sees who has signed in at his stores, and is not asked to sign in himself', async () => {
    await at.api.ok(signInCalls.do)
    const page = await admin('/medical-insurance-settlement/attendance')
    await rowOf(page, '示例大药房观前店').getByText('李店员').waitFor()
    await page.getByText('签到和签退由各门店的店员操作').waitFor()
    expect(await page.getByText('本店今天还没有签到').count()).toBe(0)
    expect(await page.getByRole('button', { name: '签到', exact: true }).count()).toBe(0)
  })

  test('compares the day of one of his stores alone', async () => {
    const page = await admin('/reconciliation/day-reconciliation')
    await page.getByRole('button', { name: '对总账' }).click()
    await choose(page, '门店', '示例大药房平江店')
    await page.getByRole('dialog').getByRole('button', { name: '开始对账' }).click()
    await said(page, '2 组 · 2 平 · 0 不平')
    await rowOf(page, '示例大药房平江店').first().waitFor()
    expect(await rowOf(page, '示例大药房观前店').count()).toBe(0)
  })

  test('a table opened again keeps what was just changed; a copied page has the words of the screen', async () => {
    const page = await admin(users)
    const head = page.getByRole('columnheader', { name: '菜单角色' })
    const toggle = async () => {
      await page.getByRole('button', { name: '列设置' }).click()
      const saved = page.waitForResponse((answer) => answer.url().includes('/api/UiTable/Save'))
      await page.getByRole('checkbox', { name: '菜单角色' }).click()
      await saved
    }
    await toggle()
    await head.waitFor({ state: 'detached' })
    // The server's answer of this visit still says: hidden.
    await page.reload()
    await rowOf(page, 'lina').waitFor()
    await toggle()
    await head.waitFor()
    await page.getByTitle('关闭用户管理').click()
    await page.waitForURL((url) => !url.pathname.includes('user-management'))
    await page.getByRole('navigation', { name: '菜单' }).getByText('用户管理').click()
    await rowOf(page, 'lina').waitFor()
    await expect.poll(() => head.count()).toBe(1)

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: '更多操作' }).click()
    await page.getByRole('menuitem', { name: '复制本页为表格' }).click()
    await said(page, /已复制 \d+ 行/)
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied.split('\n').find((line) => line.startsWith('lina\t'))).toContain('\t店员\t')
  })

  test('works as an operator for a while and comes back to choose an area; each keeps its own tabs', async () => {
    const page = await at.page()
    const account = async (item: string) => {
      await page.getByRole('button', { name: /^你好/ }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    const area = page.getByRole('dialog', { name: '切换区划' })
    const open = (title: string) => page.getByRole('navigation', { name: '菜单' }).getByText(title).click()
    const tabs = () => expect.poll(() => page.getByRole('tab').allTextContents())
    const backup = () => page.evaluate(() => localStorage.getItem('userBackup'))
    await signIn(page, at.product.site, 'area')
    await chooseArea(page, '苏州市 320500')
    await open('用户管理')
    await tabs().toEqual(['首页', '用户管理'])
    await page.getByRole('button', { name: '新增用户' }).waitFor()

    await account('以操作员账号工作')
    const as = page.getByRole('dialog', { name: '以操作员账号工作' })
    await as.getByLabel('用户名').fill('clerk')
    await as.getByLabel('密码').fill(demoPassword)
    await as.getByLabel('密码').press('Enter')
    await page.locator('header').getByText('示例大药房观前店').waitFor()
    expect(JSON.parse((await backup()) ?? '')).toEqual({ userName: 'area', isAccountSwitched: true })
    // The administrator's page is not the clerk's.
    await tabs().toEqual(['首页'])
    await open('订单管理')
    await tabs().toEqual(['首页', '订单管理'])

    await account('切换回管理员账号')
    const back = page.getByRole('dialog', { name: '管理员授权' })
    await expect.poll(() => back.getByLabel('用户名').inputValue()).toBe('area')
    await back.getByLabel('用户名').fill('clerk2')
    await back.getByLabel('密码').fill(demoPassword)
    await back.getByRole('button', { name: '切换回管理员' }).click()
    await page.getByText('clerk2 不是管理员账号').waitFor()
    await back.getByLabel('用户名').fill('area')
    await back.getByLabel('密码').fill(demoPassword)
    await back.getByRole('button', { name: '切换回管理员' }).click()
    await back.waitFor({ state: 'hidden' })
    // Nobody's area is taken over: it is asked for again, and cannot be put off.
    await area.getByText('当前账号还没有选择区划').waitFor()
    expect(await area.getByRole('button', { name: '不切换' }).count()).toBe(0)
    expect(await backup()).toBeNull()
    await chooseArea(page, '南京市 320100')
    await tabs().toEqual(['首页'])
    await account('切换区划')
    await chooseArea(page, '苏州市 320500')
    await tabs().toEqual(['首页', '用户管理'])
    await account('切换区划')
    await area.getByText('切换后只显示所选区划的数据').waitFor()
  })

  test('has a store accepted by its centre in one go, and reads what went over the line', async () => {
    const page = await admin('/system-manager/auto-api-acceptance')
    await page.getByRole('button', { name: '一键验收' }).first().click()
    const form = page.getByRole('dialog', { name: '一键验收' })
    await choose(page, '门店', '示例大药房平江店')
    await form.getByRole('button', { name: '开始验收' }).click()
    await form.getByText('请填写证件号码').waitFor()
    await form.getByLabel('证件号码').fill(persons[0]!.certno)
    await form.getByRole('button', { name: '开始验收' }).click()
    const progress = page.getByRole('dialog', { name: '接口验收' })
    await progress.getByText('共 14 项，完成 14 项').waitFor()
    await shot(page, 'acceptance-done')
    await progress.getByRole('button', { name: /^完\s?成$/ }).click()
    await rowOf(page, '示例大药房平江店').first().click()
    await page.getByText('丢弃结算应答后冲正成功').waitFor()
    await shot(page, 'acceptance')
    await page.getByRole('button', { name: '2102 的报文' }).click()
    await page.getByText('"infno": "2102"').waitFor()
    await page.goto(`${at.product.site}/system-manager/api-acceptance`)
    await rowOf(page, '药店结算撤销').getByText('通过').waitFor()
    await shot(page, 'acceptance-list')
  })

  test('takes a menu from a role: whoever works with it loses the page at once, and gets it back without a new login', async () => {
    const everywhere = await at.product.as('admin')
    const { items } = await everywhere.ok(menuRole.paged, { name: '店员' })
    const { roleId } = items[0]!
    const clerk = await at.product.as('clerk')
    const menus = (await clerk.ok(role.getMenuList)).menus.map(({ menuCode }) => menuCode)
    const { buttons } = await clerk.ok(role.getMenuButtonByUser)
    const give = (some: string[]) =>
      everywhere.ok(menuRole.updateMenuTreeByRole, {
        roleId,
        menus: some,
        buttons: buttons.filter(({ menuCode }) => some.includes(menuCode)),
      })

    const page = await at.window('clerk', '/')
    const menuOf = (title: string) => page.getByRole('navigation', { name: '菜单' }).getByText(title)
    const menu = menuOf('订单管理')
    const tabs = () => expect.poll(() => page.getByRole('tab').allTextContents())
    await menu.click()
    await tabs().toEqual(['首页', '订单管理'])
    await give(menus.filter((menuCode) => menuCode !== 'OrderManagement'))
    // Whatever she asks for next tells her.
    await menuOf('消息中心').click()
    await said(page, '管理员调整了本账号的权限')
    await expect.poll(() => menu.count()).toBe(0)
    // Told a moment earlier by what the page asks on its own, the menu moved up under her pointer.
    await menuOf('消息中心').click()
    await tabs().toEqual(['首页', '消息中心'])
    await give(menus)
    await menuOf('日对账').click()
    await menu.waitFor()
  })

  test('sees how often calls are hit by his companies, goes into the days of one and back', async () => {
    await at.api.ok(role.getMenuList)
    const page = await at.window('area1', '/system-manager/service-hit-statistics-chart?f.show=table')
    const menu = rowOf(page, '/api/Role/GetMenuList')
    // What a server has counted is written every ten seconds.
    await expect
      .poll(
        async () => {
          await page.getByRole('button', { name: '刷新' }).click()
          return menu.count()
        },
        { timeout: 30_000, interval: 1000 },
      )
      .toBe(1)
    await menu.getByRole('link').click()
    await page.waitForURL('**/service-hit-statistics-by-day?serviceName=role.getMenuList&begin=**')
    await page.getByRole('img', { name: /人使用/ }).waitFor()
    await page.getByRole('button', { name: '返回统计图' }).click()
    await page.waitForURL('**/service-hit-statistics-chart**')
  })
})
