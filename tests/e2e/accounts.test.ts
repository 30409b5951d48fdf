import { readFileSync } from 'node:fs'
import { menuRole } from '@yibao/shared/calls/menu-role.ts'
import { roleUser } from '@yibao/shared/calls/role-user.ts'
import readXlsx from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { xlsxBytes } from '../../server/src/xlsx/write.ts'
import { sealedPassword } from '../../tools/api.ts'
import { hasBrowser } from './browser.ts'
import { useProduct } from './setup.ts'
import { said } from './witness.ts'

// Accounts of a chain: a sheet of them, several at once, and the one that locked himself out.

describe.skipIf(!hasBrowser)('accounts', () => {
  const at = useProduct()
  const users = async () => {
    const page = await at.window('area', '/permission/user-management')
    await page.getByRole('row').filter({ hasText: 'clerk' }).first().waitFor()
    return page
  }

  test('a sheet of accounts comes in, and its first passwords are downloaded once', async () => {
    const page = await users()
    const heads = ['机构编码', '用户名', '真实姓名', '菜单角色'].map((title) => ({ title, width: 12 }))
    const rows = ['P32050100001', 'P32050100002'].map((code, i) => [code, `chain0${i}`, '李䶮', '店员'])
    const buffer = Buffer.from(
      await xlsxBytes([{ name: '账号', columns: heads, rows: [[...rows, ['P1', 'chain09', '𠮷', '店员']]] }]),
    )
    await page.getByRole('button', { name: '导入', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: '导入账号' })
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    await dialog.locator('input[type=file]').setInputFiles({ name: '账号.xlsx', mimeType, buffer })
    await dialog.getByText('共 3 行：可导入 2 行，有错误 1 行').waitFor()
    await dialog.getByRole('button', { name: '导入 2 行' }).click()
    const done = page.getByRole('dialog').filter({ hasText: '已导入 2 行' })
    await done.waitFor()
    // The window is closed too early: the passwords wait behind 导入.
    await done.getByRole('button', { name: '完成' }).click()
    await page.getByRole('row').filter({ hasText: 'chain00' }).getByText('首次登录须改密码').waitFor()
    await page.getByRole('button', { name: '导入', exact: true }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: '下载初始密码' }).click(),
    ])
    const [titles, ...given] = (await readXlsx(readFileSync(await file.path())))[0]!.data
    expect(titles).toEqual(['机构编码', '门店', '用户名', '真实姓名', '初始密码'])
    expect(given.map(([, , userName]) => userName)).toEqual(['chain00', 'chain01'])
    await page.getByRole('dialog').getByText('初始密码还没有下载').waitFor({ state: 'detached' })
  })

  test('marked accounts are stopped together, and who is left is named with the reason', async () => {
    const page = await users()
    for (const name of ['area', 'viewer'])
      await page
        .getByRole('row')
        .filter({ has: page.getByRole('cell', { name, exact: true }) })
        .getByRole('checkbox')
        .check()
    await page.getByText('选中 2 条').waitFor()
    await page.getByRole('button', { name: /^停\s?用$/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^停\s?用$/ })
      .click()
    const left = page.getByRole('dialog').filter({ hasText: '停用：完成 1 个，未完成 1 个' })
    await left.getByText('不能停用：这是自己的账号').waitFor()
    await left.getByRole('button', { name: '知道了' }).click()
    await page
      .getByRole('row')
      .filter({ has: page.getByRole('cell', { name: 'viewer', exact: true }) })
      .getByText('停用')
      .waitFor()
  })

  test('who locked himself out is found and let in again', async () => {
    const api = await at.product.as('admin')
    const { items } = await api.ok(roleUser.getUserTreeByPage, { userName: 'pharmacist' })
    for (let i = 0; i < 5; i++) {
      const passWord = await sealedPassword(at.product.site, 'wrong-1234')
      const answer = await fetch(`${at.product.site}/prod-api/api/Auth/Login`, {
        ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
        body: JSON.stringify({ userName: 'pharmacist', passWord }),
      })
      expect(((await answer.json()) as { success: boolean }).success).toBe(false)
    }
    const page = await at.window('area', '/permission/user-management?f.state=locked')
    const row = page.getByRole('row').filter({ hasText: 'pharmacist' })
    await row.getByText('锁定至').waitFor()
    await row.getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '解锁' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^解\s?锁$/ })
      .click()
    await said(page, '用户已解锁')
    expect((await api.ok(roleUser.getUserInfo, { userId: items[0]!.userId })).standing).toBe('enabled')
  })

  test('a role’s users get another one where they are listed, and then the role can go', async () => {
    const api = await at.product.as('area')
    const { items } = await api.ok(roleUser.getUserTreeByPage, { userName: 'pharmacist' })
    const { roleId } = await api.ok(menuRole.addMenuRole, { name: '要撤的', menus: ['SwipingCard'], buttons: [] })
    await api.ok(roleUser.updateUserMenuRole, { userId: items[0]!.userId, roleIds: [roleId] })
    const page = await at.window('area', '/permission/menu-role-management')
    const row = page.getByRole('row').filter({ hasText: '要撤的' })
    await row.getByText('苏州市').waitFor()
    await row.getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '用户' }).click()
    const dialog = page.getByRole('dialog', { name: '「要撤的」的用户' })
    await dialog.getByRole('row').filter({ hasText: 'pharmacist' }).getByRole('checkbox').check()
    await dialog.locator('#role-instead').fill('店员')
    await page.getByRole('option', { name: '店员', exact: true }).waitFor({ state: 'attached' })
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: '更换选中的 1 个用户' }).click()
    await said(page, '已更换 1 个用户')
    await dialog.getByText('都不在当前区划的数据权限内').waitFor()
    await dialog.getByRole('button', { name: '关闭' }).click()
    const after = await api.ok(roleUser.getUserInfo, { userId: items[0]!.userId })
    expect(after.menuRoles.map(({ name }) => name)).toEqual(['店员'])
    await row.getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '删除' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^删\s?除$/ })
      .click()
    await said(page, '角色已删除')
  })
})
