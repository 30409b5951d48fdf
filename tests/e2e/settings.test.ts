import { ybOptions } from '@yibao/shared/calls/config.ts'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { apiOf } from '../../tools/api.ts'
import { hasBrowser } from './browser.ts'
import { lastOrder } from './money.ts'
import { cards, useProduct } from './setup.ts'
import { said } from './witness.ts'

// What a store is made of, in a browser, over the real server and centre. The options of an area: what is inherited,
// what is changed, tried, saved, saved by somebody else meanwhile, and what it does at the counter; then the pages of
// its catalogues, its people and its company, by the keyboard.

const path = '/system-manager/medical-security-config'
const inArea = { medicalAreaCode: '320500' }

const at = useProduct({ CENTRE_CATALOGUE_ROWS: '500' })

/** A page as the administrator of 苏州市 sees it. */
const openPage = (address: string): Promise<Page> => at.window('area1', address)

describe.skipIf(!hasBrowser)('the options of an area', () => {
  const open = async (): Promise<Page> => {
    const page = await openPage(path)
    await page.getByLabel('结算单底部说明').waitFor()
    return page
  }
  const row = (page: Page, option: string) => page.locator(`[data-option=${option}]`)
  /** What changes takes its own buttons away: the keyboard goes on at the option it was at. */
  const hasFocus = (page: Page, option: string) =>
    row(page, option).evaluate((one) => one.contains(document.activeElement))
  const saveButton = (page: Page) => page.getByRole('button', { name: /^保存/ })
  const saved = (page: Page) => said(page, '配置已保存，下一次操作起生效')
  const apiOfPage = async (page: Page) =>
    apiOf(at.product.server.url, (await page.evaluate(() => localStorage.getItem('token'))) ?? '')

  test('tells where each value comes from, marks what is changed, and takes it back', async () => {
    const page = await open()
    await row(page, 'slipNote').getByText('继承系统默认').waitFor()
    await row(page, 'medicalTypes').getByText('本级设置').waitFor()
    await page.getByLabel('结算单底部说明').fill('祝早日康复')
    await row(page, 'slipNote').getByText('已修改').waitFor()
    await page.getByRole('button', { name: '保存 1 项修改' }).waitFor()
    await row(page, 'slipNote').getByRole('button', { name: '撤回修改' }).press('Enter')
    await expect.poll(() => hasFocus(page, 'slipNote')).toBe(true)
    await expect.poll(() => saveButton(page).isDisabled()).toBe(true)
    await page.getByLabel('查找配置项').fill('底部说明')
    await expect.poll(() => page.locator('[data-option]').count()).toBe(1)
  })

  test('says a field’s own text, and saves nothing that breaks it', async () => {
    const page = await open()
    await page.getByLabel('医保中心地址').fill('ftp://centre')
    await row(page, 'centreUrl').getByRole('alert').waitFor()
    await expect.poll(() => saveButton(page).isDisabled()).toBe(true)
    await page.getByRole('button', { name: '放弃修改' }).press('Enter')
    await expect.poll(() => hasFocus(page, 'centreUrl')).toBe(true)
    await expect.poll(() => page.getByLabel('医保中心地址').inputValue()).toBe(at.product.simulator.url)
  })

  test.each([
    ['医保中心地址', 'centreUrl', 'http://10.1.2.3:8080', '改医保中心地址？'],
    ['请求路径', 'callPath', '/trial/callService', '改医保中心的请求路径？'],
  ])('asks before %s is another one, and leaves it as it was', async (label, option, value, asked) => {
    const page = await open()
    const before = await page.getByLabel(label, { exact: true }).inputValue()
    await page.getByLabel(label, { exact: true }).fill(value)
    await saveButton(page).press('Enter')
    const dialog = page.getByRole('dialog').filter({ hasText: asked })
    await dialog.getByText('还没有结果的结算留给人工核实').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await row(page, option).getByRole('button', { name: '撤回修改' }).press('Enter')
    await expect.poll(() => page.getByLabel(label, { exact: true }).inputValue()).toBe(before)
  })

  test('saves, and the counter has it at once', async () => {
    const page = await open()
    await page.getByRole('switch', { name: '必须录入追溯码' }).press('Space')
    await saveButton(page).press('Enter')
    await saved(page)
    await expect.poll(() => hasFocus(page, 'traceCodeRequired')).toBe(true)
    await row(page, 'traceCodeRequired').getByText('系统默认：关').waitFor()
    const counter = await at.counter()
    await counter.page.getByRole('columnheader', { name: '追溯码' }).waitFor()
    // A pack of a drug that nobody has sold before: the code is of what was added before it (ux 2.4).
    await at.api.ok(signIn.do, {})
    at.product.devices({ socialCard: cards.李建国 })
    await counter.readCard('李建国')
    await counter.addItem('FFDS', '复方丹参滴丸')
    await counter.press('F8')
    await counter.reads('复方丹参滴丸 还缺 1 个追溯码')
    const code = '81900010000000000017'
    await counter.scan(code)
    await counter.region('购药明细').getByText('1/1', { exact: true }).waitFor()
    await counter.presettle()
    await counter.settle()
    await counter.reads('结算成功')
    expect((await lastOrder(at.api)).lines).toMatchObject([{ traceCodes: [code] }])
    await row(page, 'traceCodeRequired').getByRole('button', { name: '恢复默认' }).click()
    await saveButton(page).click()
    await saved(page)
    await row(page, 'traceCodeRequired').getByText('继承系统默认').waitFor()
    await page.getByRole('button', { name: '修改记录' }).click()
    const history = page.getByRole('dialog', { name: '修改记录：苏州市' })
    await history.getByText('必须录入追溯码：开 → 未设置').waitFor()
    await history.getByText('必须录入追溯码：未设置 → 开').waitFor()
  })

  test('moves a key that an ERP takes: never two on one, and counter and key test have it at once', async () => {
    const page = await open()
    const choose = async (label: string, key: string) => {
      await page.getByLabel(label, { exact: true }).click()
      const options = page.locator('.ant-select-item-option').filter({ visible: true })
      await options.and(page.getByTitle(key, { exact: true })).click()
    }
    await choose('打印按键', 'F9')
    await saveButton(page).click()
    await row(page, 'keyPrint').getByText('打印按键和结算按键都是 F9，请换一个键').waitFor()
    await choose('打印按键', 'F12')
    await choose('预结算按键', 'F7')
    await saveButton(page).click()
    await saved(page)
    const counter = await at.counter()
    await counter.page.getByRole('button', { name: 'F7 预结算' }).waitFor()
    await counter.page.keyboard.press('F12')
    await counter.page.getByText('预结算或结算后按 F12').first().waitFor()
    await counter.page.goto(`${at.product.app}/tools`)
    await counter.page.getByText('按键').first().click()
    await counter.page.getByRole('button', { name: '开始', exact: true }).click()
    await counter.page.getByText('请依次按 F2 F4 F6 F7 F9 F12').waitFor()
    for (const key of ['F2', 'F4', 'F6', 'F7', 'F9', 'F12']) await counter.page.keyboard.press(key)
    await counter.page.getByText('F2 F4 F6 F7 F9 F12 都能收到').waitFor()
    const api = await apiOfPage(page)
    const { revision } = await api.ok(ybOptions.pullYBConfigOptionsV2, inArea)
    await api.ok(ybOptions.saveYBConfigOptions, {
      ...{ ...inArea, revision, values: {}, reset: ['keyPrint', 'keyPresettle'] },
    })
  })

  test('tries the connection with what is only typed, and never shows the secret again', async () => {
    const page = await open()
    await page.getByRole('button', { name: '测试连接' }).click()
    const good = page.getByRole('dialog', { name: '测试连接：通过' })
    await good.getByText('示例大药房观前店').waitFor()
    await good
      .getByRole('button', { name: /^关\s?闭$/ })
      .last()
      .click()
    await page.getByLabel('网关密钥').fill('not-the-secret')
    await page.getByRole('button', { name: '测试连接' }).click()
    const bad = page.getByRole('dialog', { name: '测试连接：没有通过' })
    await bad.getByText(/医保中心：/).waitFor()
    await bad
      .getByRole('button', { name: /^关\s?闭$/ })
      .last()
      .click()
    await page.getByLabel('网关密钥').fill('demo-secret-320500')
    await saveButton(page).click()
    await saved(page)
    await expect.poll(() => page.getByLabel('网关密钥').inputValue()).toBe('')
    await page.getByRole('button', { name: '测试连接' }).click()
    await page.getByRole('dialog', { name: '测试连接：通过' }).waitFor()
    expect(await page.content()).not.toContain('demo-secret-320500')
  })

  test('a save over somebody’s newer one is refused and shown; the changes stay to be looked at', async () => {
    const page = await open()
    await page.getByLabel('结算单底部说明').fill('我的说明')
    const api = await apiOfPage(page)
    const { revision } = await api.ok(ybOptions.pullYBConfigOptionsV2, inArea)
    await api.ok(ybOptions.saveYBConfigOptions, { ...inArea, revision, values: { slipNote: '别人的说明' } })
    await saveButton(page).click()
    await page.getByText(/已保存了新的配置，这次没有保存/).waitFor()
    await row(page, 'slipNote').getByText('现在保存的是：别人的说明').waitFor()
    await expect.poll(() => page.getByLabel('结算单底部说明').inputValue()).toBe('我的说明')
    await saveButton(page).click()
    await saved(page)
    const after = await api.ok(ybOptions.pullYBConfigOptionsV2, inArea)
    expect(after.options.find(({ key }) => key === 'slipNote')?.value).toBe('我的说明')
  })

  test('a store has its own level, and unsaved changes are asked about before another place is shown', async () => {
    const page = await open()
    await page.getByLabel('结算单底部说明').fill('没有保存')
    await page.getByRole('tree').getByText('示例大药房观前店').click()
    await page.getByRole('dialog').getByRole('button', { name: '继续编辑' }).click()
    await expect.poll(() => page.getByLabel('结算单底部说明').inputValue()).toBe('没有保存')
    await page.getByRole('tree').getByText('示例大药房观前店').click()
    await page.getByRole('dialog').getByRole('button', { name: '放弃修改' }).click()
    await row(page, 'slipNote').getByText('继承区划').waitFor()
    expect(await page.getByLabel('医保中心地址').count()).toBe(0)
    await page.getByLabel('结算单底部说明').fill('本店说明')
    await saveButton(page).click()
    await row(page, 'slipNote').getByText('区划：我的说明').waitFor()
  })
})

const focused = (one: Locator) => expect.poll(() => one.evaluate((element) => element === document.activeElement))

describe.skipIf(!hasBrowser)('what a store is made of, and how a company is opened', () => {
  test('a store’s row asks for all that a store needs, and opens its options; changes there are not lost by a link', async () => {
    const page = await openPage('/store-manager/data')
    const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
    const options = async (name: string) => {
      await rowOf(name).getByRole('button', { name: '更多' }).click()
      await page.getByRole('menuitem', { name: '医保配置' }).click()
      await page.getByLabel('结算单底部说明').waitFor()
    }
    const edit = rowOf('示例大药房平江店').getByRole('button', { name: '编辑' })
    await edit.press('Enter')
    const form = page.getByRole('dialog', { name: '编辑「示例大药房平江店」' })
    await focused(form.getByLabel('门店名称')).toBe(true)
    await form.getByLabel('门店名称').fill('')
    await form.getByRole('button', { name: /^保\s?存$/ }).click()
    await form.getByText('门店名称不能为空').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '放弃并关闭' }).click()
    await form.waitFor({ state: 'detached' })
    await focused(edit).toBe(true)

    await options('示例大药房平江店')
    await page.getByRole('treeitem', { name: /平江店/, selected: true }).waitFor()
    await page.getByLabel('结算单底部说明').fill('没有保存')
    await page.getByRole('tab', { name: '门店数据' }).click()
    await options('示例大药房观前店')
    await page.getByRole('button', { name: '继续编辑' }).click()
    await page.getByRole('treeitem', { name: /平江店/, selected: true }).waitFor()
    await expect.poll(() => page.getByLabel('结算单底部说明').inputValue()).toBe('没有保存')
  })

  test('a department is taken from the centre, changed and told again without a mouse', async () => {
    const page = await openPage('/basic-data/department')
    const row = page.getByRole('row').filter({ hasText: 'YD01' })
    const press = (name: string, where: Page | Locator = page) =>
      where.getByRole('button', { name, exact: true }).press('Enter')
    await press('从中心取')
    await press('开始取', page.getByRole('dialog'))
    await page.getByText('2 家门店全部完成').waitFor()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^完\s?成$/ })
      .press('Enter')
    await focused(page.getByRole('button', { name: '从中心取' })).toBe(true)
    await press('编辑', row)
    const form = page.getByRole('dialog', { name: /^编辑「药店」/ })
    // The drawer gives its first field the focus when it has come in: nothing is typed before.
    await focused(form.getByLabel('科室名称')).toBe(true)
    await form.getByLabel('负责人', { exact: true }).fill('李䶮')
    await form.getByRole('button', { name: /^保\s?存$/ }).press('Enter')
    await said(page, '科室已修改，请上报')
    await press('上报', row)
    await said(page, '科室已上报')
    await row.getByText('已上报').waitFor()
    await row.getByRole('cell', { name: '李䶮', exact: true }).waitFor()
  })

  test('an entry of the catalogue is read to its end by the keyboard', async () => {
    const page = await openPage('/menu-manager/drug-menu')
    await page.getByRole('button', { name: '下载更新' }).click()
    await page.getByRole('button', { name: '开始下载' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^完\s?成$/ })
      .click()
    const row = page.getByRole('row').filter({ hasText: 'XA00AAA000A001010100001' })
    await row.press('Enter')
    const detail = page.getByRole('dialog', { name: /阿莫西林胶囊/ })
    await detail.getByRole('heading', { name: '先自付 0%' }).first().waitFor()
    const body = page.locator('.ant-drawer-body')
    // The drawer takes the focus when it has come in: nothing is pressed before.
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.ant-drawer') !== null)).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await focused(body).toBe(true)
    await page.keyboard.press('End')
    await expect.poll(() => body.evaluate((one) => one.scrollTop)).toBeGreaterThan(0)
    await page.keyboard.press('Escape')
    await detail.waitFor({ state: 'detached' })
    await focused(row).toBe(true)
  })

  test('a company is opened with a licence that has ended, corrected, and taken back', async () => {
    const page = await at.window('admin', '/company-manager/company-init')
    await page.getByLabel('公司编号').fill('20099')
    await page.getByLabel('公司名称').fill('𠮷祥大药房')
    await page.getByLabel('授权到期').fill('2020-01-31')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: '新增公司' }).click()
    await page.getByRole('button', { name: '已记下' }).click()
    await page.getByText('已于 2020-01-31 到期，请续期').first().waitFor()
    await page.getByLabel('授权到期').fill('2099-12-31')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: '重新检查' }).click()
    await page.getByText('的资料已按上面的内容保存').first().waitFor()
    await page.getByRole('button', { name: '撤回公司' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '撤回公司' }).click()
    await page.getByText('公司「𠮷祥大药房」已撤回，没有留下内容').first().waitFor()
    await page.getByRole('button', { name: '新增公司' }).waitFor()
    await focused(page.getByLabel('公司编号')).toBe(true)
  })

  test('a plugin is bound to an area, put in force, tried without sending anything, watched and stopped', async () => {
    const page = await at.window('admin', '/plugin/plugin-package')
    const open = (name: string) => page.goto(`${at.product.site}/plugin/${name}`)
    const row = page.getByRole('row').filter({ hasText: '苏州药店结算报文' })
    const dialog = page.getByRole('dialog')
    await row.getByText('苏州药店结算报文').click()
    await page.getByText('请求 druginfo.begntime 改名为 beg_time').first().waitFor()
    await page.getByRole('button', { name: '绑定区划' }).click()
    await dialog.getByLabel('绑定区划').click()
    await page.locator('.ant-select-dropdown:visible').getByText('苏州市 320500').click()
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: /^保\s?存$/ }).click()
    await page.getByText('区划已保存').waitFor()
    await page.getByRole('button', { name: /^启\s?用$/ }).click()
    await dialog.getByText('绑定区划：苏州市。').waitFor()
    await dialog.getByRole('button', { name: /^启\s?用$/ }).click()
    await page.getByText('已启用').first().waitFor()

    await open('plugin-service')
    const settling = row.filter({ hasText: '2102' }).filter({ hasText: '苏州市' })
    await settling.getByRole('button', { name: '测试' }).click()
    await dialog.getByLabel('报文（JSON）').fill('{"druginfo":{"begntime":"2026-11-20 10:31:00"}}')
    await dialog.getByRole('button', { name: '映射' }).click()
    await dialog.getByText('"beg_time": "20261120103100"').waitFor()

    await open('plugin-monitor')
    await row.getByText('运行中').waitFor()
    await row.getByRole('button', { name: /^停\s?用$/ }).click()
    await dialog.getByRole('button', { name: /^停\s?用$/ }).click()
    await page.getByText('没有节点载入插件').waitFor()
  })
})
