import { dataRole } from '@yibao/shared/calls/data-role.ts'
import { menuRole } from '@yibao/shared/calls/menu-role.ts'
import { organ } from '@yibao/shared/calls/organ.ts'
import { roleUser } from '@yibao/shared/calls/role-user.ts'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import { useProduct } from './setup.ts'
import { said } from './witness.ts'

// Who may do what, ticked in trees and lists: what is searched for, and what another administrator saves meanwhile.

describe.skipIf(!hasBrowser)('ticks of roles', () => {
  const at = useProduct()

  const admin = async (path: string): Promise<Page> => {
    const page = await at.window('admin', path)
    await page.getByRole('button', { name: '列设置' }).waitFor()
    return page
  }
  const openOf = async (page: Page, row: string, action: string) => {
    await page.getByRole('row').filter({ hasText: row }).first().getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }
  const box = (page: Page, title: string) =>
    page.getByRole('dialog').getByRole('treeitem', { name: title, exact: true }).locator('.ant-tree-checkbox')
  const save = (page: Page) =>
    page
      .getByRole('dialog')
      .getByRole('button', { name: /^保\s?存$/ })
      .click()

  test('a store that was searched for is granted alone, and a whole area only by its own tick', async () => {
    const page = await admin('/permission/data-role-management')
    const everywhere = await at.product.as('admin')
    const placesOf = async (name: string) => (await everywhere.ok(dataRole.paged, { name })).items[0]
    const begin = async (name: string) => {
      await page.getByRole('button', { name: '新增角色' }).click()
      await page.getByRole('dialog').getByLabel('角色名称').fill(name)
      await page.getByRole('dialog').getByRole('button', { name: '下一步：选择范围' }).click()
      await page.getByRole('dialog').getByLabel('查找', { exact: true }).waitFor()
    }
    await begin('只看平江店')
    await page.getByRole('dialog').getByLabel('查找', { exact: true }).fill('平江')
    await box(page, '示例大药房平江店').click()
    await save(page)
    await said(page, '角色已新增')
    expect(await placesOf('只看平江店')).toMatchObject({ areas: [], stores: 1, scope: '示例大药房平江店' })

    // The only store of the area: it is not the area, to which others will come.
    await begin('只看五一店')
    const company = page.getByRole('dialog').getByRole('treeitem', { name: '示例医药连锁' }).last()
    await company.locator('.ant-tree-switcher').click()
    await box(page, '示例大药房五一店').click()
    await save(page)
    await said(page, '角色已新增')
    expect(await placesOf('只看五一店')).toMatchObject({ areas: [], stores: 1 })

    await begin('看全区划')
    await box(page, '长沙市').click()
    await save(page)
    await said(page, '角色已新增')
    expect(await placesOf('看全区划')).toMatchObject({ areas: ['430100'] })
  })

  test('a role that was searched for is added to those the user has', async () => {
    const page = await admin('/permission/user-management')
    await openOf(page, 'viewer', '菜单角色')
    await page.getByLabel('查找角色').fill('店员')
    await page.getByRole('dialog').getByRole('checkbox', { name: '店员' }).click()
    await save(page)
    await said(page, '菜单角色已保存')
    const api = await at.product.as('admin')
    const { items } = await api.ok(roleUser.getUserTreeByPage, { userName: 'viewer' })
    expect(items[0]!.menuRoles.map(({ name }) => name).sort()).toEqual(['只读', '店员'])
  })

  test('what another administrator saves meanwhile is told, joined with one’s own and lost by nobody', async () => {
    const api = await at.product.as('admin')
    const { roleId } = await api.ok(menuRole.addMenuRole, {
      name: '两人改',
      ...{ menus: ['OrderManagement', 'Attendance'], buttons: [] },
    })
    const page = await admin('/permission/menu-role-management')
    await page.getByRole('row').filter({ hasText: '两人改' }).getByRole('button', { name: '权限' }).click()
    await page.getByRole('dialog').getByLabel('查找', { exact: true }).fill('二维码')
    await page.getByRole('dialog').getByRole('treeitem', { name: '打开页面' }).locator('.ant-tree-checkbox').click()
    await api.ok(menuRole.updateMenuTreeByRole, { roleId, menus: ['OrderManagement', 'MsgCenter'], buttons: [] })
    await save(page)
    const told = page.getByRole('dialog').getByRole('alert')
    await told.getByText('刚被别人修改，你的修改还没有保存').waitFor()
    expect(await told.innerText()).toContain('别人增加了：消息中心·打开页面')
    expect(await told.innerText()).toContain('别人取消了：签到签退·打开页面')
    await save(page)
    await said(page, /权限已保存/)
    const { items } = await api.ok(menuRole.paged, { name: '两人改' })
    const tree = await api.ok(menuRole.getMenuTreeByRole, { roleId: items[0]!.roleId })
    const pages = [...tree.checkedKeys, ...tree.halfCheckedKeys].filter((key) => key.startsWith('menu:'))
    expect(pages.sort()).toEqual(['menu:MsgCenter', 'menu:OrderManagement', 'menu:QrCode'])
  })

  test('of a chain with many stores only those in sight are drawn, and all that are found are ticked', async () => {
    const api = await at.product.as('admin')
    const stores = 90
    const add = (n: number) =>
      api.ok(organ.createOrgan, {
        ...{ companyId: '10001', areaCode: '320500', name: `分店䶮${n}`, fixmedinsCode: `P3205009${1000 + n}` },
      })
    for (let n = 0; n < stores; n += 10) await Promise.all(Array.from({ length: 10 }, (_, i) => add(n + i)))

    const page = await admin('/permission/user-management')
    await page.getByRole('tree').getByText('分店䶮0').waitFor()
    expect(await page.getByRole('treeitem').count()).toBeLessThan(stores)

    await page.goto(`${at.product.site}/permission/data-role-management`)
    await page.getByRole('button', { name: '新增角色' }).click()
    await page.getByRole('dialog').getByLabel('角色名称').fill('分店')
    await page.getByRole('dialog').getByRole('button', { name: '下一步：选择范围' }).click()
    await page.getByRole('dialog').getByLabel('查找', { exact: true }).fill('分店䶮')
    await box(page, '苏州市').click()
    expect(await page.getByRole('dialog').getByRole('treeitem').count()).toBeLessThan(stores)
    await save(page)
    await said(page, '角色已新增')
    expect((await api.ok(dataRole.paged, { name: '分店' })).items).toMatchObject([{ areas: [], stores }])
  })
})
