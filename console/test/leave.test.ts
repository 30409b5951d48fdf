import { envelope } from '@yibao/shared/envelope.ts'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { browserPath, openConsole } from './browser.ts'
import { passingPages } from './passing-pages.ts'

const list = (name: string, title: string) => ({
  ...{ name, title, items: [{ value: '1', name: '一' }], revision: 1 },
  ...{ updatedBy: '王芳', updatedAt: '2026-11-20 09:00:00' },
})
const menu = (menuCode: string, title: string) => ({
  key: `menu:${menuCode}`,
  title,
  kind: 'menu',
  menuCode,
  children: [],
})

const driver = {
  ...{ id: 'p-1', driverId: 'reader', name: '读卡', kind: 'socialCard', vendor: '', areaCode: '', entry: 'r.dll' },
  ...{ version: '1.0.0', bits: '32', convention: 'stdcall', encoding: 'gbk', media: '', files: 1, size: 1 },
  ...{ sha256: 'a'.repeat(64), clients: 0, state: 'draft', former: '', uploadedBy: '甲' },
  uploadedAt: '2026-11-01 08:00:00',
}
const prescription = {
  ...{ id: 'rx-1', storeId: 's-1', storeName: '观前店', number: 'CF䶮1', name: '王𠮷', maskedName: '王*' },
  ...{ diagnosis: '高血压', hospital: '市一院', department: '内科', doctor: '李医生', pharmacist: '', reason: '' },
  ...{ prescribedOn: '2026-11-20', validUntil: '2026-11-23', kinds: 1, rxType: '1', attribute: '01', use: 'unused' },
  ...{ state: 'waiting', source: 'circulation', takenBy: '', enteredBy: '', setlId: '', maskedCertNo: '' },
  ...{ submittedAt: '2026-11-20 09:00:00', createdAt: '2026-11-20 09:00:00', hasImage: false, revision: 1 },
  ...{ lines: [{ name: '氨氯地平片', quantity: '2', unit: '盒', itemName: '', itemSpec: '', itemUnit: '' }] },
  ...{ reviews: [], messages: [], events: [] },
}
const prescriptions = {
  'Rx/Paged': { items: [prescription], total: 1, totalIsBound: false },
  'Rx/Get/': prescription,
}
const goods = { ownCode: 'A1', name: '氨氯地平片', spec: '5mg*7片', unit: '盒' }

const press = (button: string) => (page: Page) =>
  page.getByRole('button', { name: button, exact: true }).first().click()

/** Dialogs whose inputs are their own: how each is opened and changed. */
const dialogs = [
  {
    ...{ tab: '字典管理', path: '/menu-manager/dictionary', open: press('下拉列表维护'), name: '下拉列表维护' },
    answers: { 'Dictionary/SearchDynamicDropdowns': [list('a', '甲'), list('b', '乙')] },
    change: async (page: Page) => {
      await page.getByRole('button', { name: '新建列表' }).click()
      await page.getByRole('button', { name: '添加选项' }).click()
      await page.getByLabel('第 1 项名称').fill('顺丰')
    },
  },
  {
    ...{ tab: '菜单角色', path: '/permission/menu-role-management', open: press('权限'), name: '「店员」的权限' },
    answers: {
      'Role/GetMenuTreeByRole': {
        ...{ nodes: [menu('SwipingCard', '刷卡'), menu('QrCode', '二维码')], mark: 'm' },
        ...{ checkedKeys: ['menu:SwipingCard'], halfCheckedKeys: [] },
      },
    },
    change: (page: Page) => page.getByRole('treeitem', { name: '二维码' }).click(),
  },
  {
    ...{ tab: '读卡DLL管理', path: '/system-manager/card-read-dll', open: press('接口'), name: '接口：读卡 1.0.0' },
    answers: {
      'CardReadDll/Paged': { items: [driver], total: 1, totalIsBound: false },
      'CardReadDll/Get/': { ...driver, manifest: { name: '读卡', functions: {} }, fileList: [] },
    },
    change: async (page: Page) => {
      await page.getByLabel('新函数名').fill('iReadCard')
      await page.getByRole('button', { name: '添加函数' }).click()
    },
  },
  {
    ...{ tab: '处方管理', path: '/reconciliation/rx-management', open: press('审核'), name: /审核处方 CF䶮1/ },
    answers: {
      ...prescriptions,
      'Rx/Reviewer': { name: '赵药师', code: 'P1', opinions: ['处方合理'] },
    },
    change: (page: Page) => page.getByLabel('审核意见').fill('用法用量过大'),
  },
  {
    ...{ tab: '处方管理', path: '/reconciliation/rx-management', name: /选择本店商品/ },
    open: async (page: Page) => {
      await page.getByRole('row').getByRole('button', { name: '更多' }).click()
      await page.getByRole('menuitem', { name: '选择本店商品' }).click()
    },
    answers: { ...prescriptions, 'Catalogue/SearchItemDirectoryList': [goods] },
    change: async (page: Page) => {
      await page.getByLabel('第 1 种的本店商品').click()
      await page.locator('.ant-select-dropdown:visible').getByText('氨氯地平片').click()
      // While the choices stand, Escape closes them.
      await page.locator('.ant-select-dropdown:visible').waitFor({ state: 'detached' })
    },
  },
] as const

describe.skipIf(!browserPath)('what was changed in a dialog of its own', () => {
  const app = opened(openConsole)
  const newPage = passingPages(app)

  test.each(dialogs)('$tab $name: is asked about before it goes, with the dialog or with its tab', async (one) => {
    const page = await newPage()
    for (const [path, result] of Object.entries(one.answers))
      await page.route(`**/api/${path}**`, (route) => route.fulfill({ json: envelope({ result }) }))
    await app.enter(page, one.path, 'admin')
    await one.open(page)
    const dialog = page.getByRole('dialog', { name: one.name })
    await dialog.waitFor()
    const question = page.getByRole('alertdialog', { name: '填写的内容还没有保存' })

    // Nothing was changed: no question.
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await one.open(page)
    await one.change(page)
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: '继续填写' }).click()
    await dialog.waitFor()
    await page.keyboard.press('Alt+w')
    const ofTab = page.getByRole('alertdialog', { name: `「${one.tab}」有未保存的内容` })
    await ofTab.getByRole('button', { name: '继续编辑' }).click()
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: '放弃并关闭' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('Alt+w')
    await page.waitForURL('**/dashboard')
    expect(await page.getByRole('alertdialog').count()).toBe(0)
  })

  test('another list of choices is another one: the changes of this one are asked about', async () => {
    const [{ path, answers, open }] = dialogs
    const page = await newPage()
    const result = answers['Dictionary/SearchDynamicDropdowns']
    await page.route('**/api/Dictionary/SearchDynamicDropdowns**', (route) =>
      route.fulfill({ json: envelope({ result }) }),
    )
    await app.enter(page, path, 'admin')
    await open(page)
    const choose = async (title: string) => {
      await page.getByRole('combobox', { name: '下拉列表' }).click()
      await page.locator('.ant-select-dropdown:visible').getByText(title).click()
    }
    await choose('甲 a')
    const name = page.getByLabel('第 1 项名称')
    await name.fill('壹')
    await choose('乙 b')
    await page.getByRole('button', { name: '继续填写' }).click()
    expect(await name.inputValue()).toBe('壹')
    await choose('乙 b')
    await page.getByRole('button', { name: '放弃修改' }).click()
    await expect.poll(() => name.inputValue()).toBe('一')
  })

  test('a code that turns out to be taken behind the next step is written anew: what was filled in before is there', async () => {
    const page = await newPage()
    const nodes = [{ key: 'area:320500', name: '苏州市', kind: 'area', areaCode: '320500', children: [] }]
    const tree = { nodes, checkedKeys: [], halfCheckedKeys: [], mark: 'm' }
    await page.route('**/api/Role/GetDataTreeByRoles', (route) => route.fulfill({ json: envelope({ result: tree }) }))
    const taken = { success: false, statusCode: 409, resultNotice: { error: '角色编码「D1」已被使用' } }
    await page.route('**/api/Role/AddDataRole', (route) => route.fulfill({ json: envelope(taken) }))
    await app.enter(page, '/permission/data-role-management', 'admin')
    await page.getByRole('button', { name: '新增角色' }).click()
    const form = page.getByRole('dialog', { name: '新增数据角色' })
    await form.getByLabel('名称').fill('苏州门店䶮')
    await form.getByLabel('编码').fill('D1')
    await form.getByRole('button', { name: '下一步：选择范围' }).click()
    const scope = page.getByRole('dialog', { name: '「苏州门店䶮」的范围' })
    await scope.locator('.ant-tree-checkbox').last().click()
    await scope.getByRole('button', { name: /^保\s?存$/ }).click()
    await page.getByText('角色编码「D1」已被使用').first().waitFor()
    await scope.getByRole('button', { name: '不保存' }).click()
    await page.getByRole('button', { name: '放弃并关闭' }).click()
    await scope.waitFor({ state: 'detached' })
    expect(await form.getByLabel('名称').inputValue()).toBe('苏州门店䶮')
    await form.getByLabel('编码').fill('D2')
    await form.getByRole('button', { name: '下一步：选择范围' }).click()
    await scope.waitFor()
  })
})
