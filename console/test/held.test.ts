import { envelope } from '@yibao/shared/envelope.ts'
import { describe, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { browserPath, openConsole } from './browser.ts'
import { passingPages } from './passing-pages.ts'

// Dialogs that are no forms and still hold what a person made: none of it goes by a key that was meant for something else.

const driver = {
  ...{ id: 'p-1', driverId: 'reader', name: '读卡', kind: 'socialCard', vendor: '', areaCode: '', entry: 'r.dll' },
  ...{ version: '1.0.0', bits: '32', convention: 'stdcall', encoding: 'gbk', media: '', files: 1, size: 1 },
  ...{ sha256: 'a'.repeat(64), clients: 0, state: 'draft', former: '', uploadedBy: '甲' },
  uploadedAt: '2026-11-01 08:00:00',
}
const interfaceAnswers = {
  'CardReadDll/Paged?': { items: [driver], total: 1, totalIsBound: false },
  'CardReadDll/Get/': { ...driver, manifest: { name: '读卡', functions: {} }, fileList: [] },
}

describe.skipIf(!browserPath)('what a dialog holds', () => {
  const app = opened(openConsole)
  const newPage = passingPages(app)

  test('the interface of a driver: untouched it closes at once, filled in it asks', async () => {
    const page = await newPage()
    for (const [path, result] of Object.entries(interfaceAnswers))
      await page.route(
        (url) => url.href.includes(`/prod-api/api/${path}`),
        (route) => route.fulfill({ json: envelope({ result }) }),
      )
    await app.enter(page, '/system-manager/card-read-dll', 'admin')
    const dialog = page.getByRole('dialog')
    const open = async () => {
      await page.locator('tbody tr[data-row-key]').first().getByRole('button', { name: '接口', exact: true }).click()
      await dialog.waitFor()
    }
    await open()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await open()
    await page.getByLabel('新函数名').fill('iReadCard')
    await page.getByRole('button', { name: '添加函数' }).click()
    const added = dialog.getByTitle('iReadCard', { exact: true })
    await added.waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '继续填写' }).click()
    await added.waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '放弃并关闭' }).click()
    await dialog.waitFor({ state: 'detached' })
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
