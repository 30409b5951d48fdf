import { envelope } from '@yibao/shared/envelope.ts'
import { describe, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { browserPath, openConsole } from './browser.ts'

// What a role may do, for whoever may only read it: by the keyboard, and as it is heard.

const menu = (menuCode: string, title: string) => ({ key: `menu:${menuCode}`, title, menuCode, children: [] })

describe.skipIf(!browserPath)('a tree of ticks that is only read', () => {
  const app = opened(openConsole)

  test('is entered by the keyboard, tells its ticks, and changes none', async () => {
    const page = await app.newPage()
    const give = (path: string, result: unknown) =>
      page.route(`**/api/${path}**`, (route) => route.fulfill({ json: envelope({ result }) }))
    const role = { roleId: 'r-1', name: '店员', code: 'clerk', areas: [], users: 1, enabled: true, manageable: false }
    await give('Role/MenuRolePaged', { items: [role], total: 1, totalIsBound: false })
    await give('Role/GetMenuTreeByRole', {
      ...{ nodes: [menu('SwipingCard', '刷卡'), menu('QrCode', '二维码')], mark: 'm' },
      ...{ checkedKeys: ['menu:SwipingCard'], halfCheckedKeys: [] },
    })
    await app.enter(page, '/permission/menu-role-management', 'admin')
    await page.getByRole('button', { name: '权限', exact: true }).first().click()
    const dialog = page.getByRole('dialog', { name: '「店员」的权限' })
    const item = (name: string) => dialog.getByRole('treeitem').filter({ hasText: name })
    await item('刷卡').waitFor()
    const ticks = () => Promise.all(['刷卡', '二维码'].map((name) => item(name).getAttribute('aria-checked')))
    expect(await ticks()).toEqual(['true', 'false'])
    await dialog.getByLabel('查找').focus()
    await page.keyboard.press('ArrowDown')
    const inTree = () => page.evaluate(() => document.activeElement?.closest('[role=tree], .ant-tree') !== null)
    await expect.poll(inTree).toBe(true)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await item('二维码').click()
    expect(await ticks()).toEqual(['true', 'false'])
  })
})
