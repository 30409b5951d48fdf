import { user } from '@yibao/shared/calls/auth.ts'
import { menuRole } from '@yibao/shared/calls/menu-role.ts'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chooseArea, hasBrowser, shot, visit } from './browser.ts'
import { useProduct } from './setup.ts'
import { said, watch } from './witness.ts'

// An administrator sees the console through a clerk's eyes, in a window of its own, and nothing comes of it.

describe.skipIf(!hasBrowser)('view as another person', () => {
  const at = useProduct()

  const rowOf = (page: Page, userName: string) =>
    page.getByRole('row').filter({ has: page.getByRole('cell', { name: userName, exact: true }) })
  const choose = async (page: Page, userName: string, action: string) => {
    await rowOf(page, userName).getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }
  const users = async () => {
    const page = await at.window('admin', '/permission/user-management')
    await rowOf(page, 'clerk').waitFor()
    return page
  }
  const view = async (page: Page, userName: string): Promise<Page> => {
    await choose(page, userName, '以此人身份查看')
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: /^打\s?开$/ }).click(),
    ])
    await banner(opened).waitFor()
    // Its first document was open before anybody could look; the window keeps its session over another one.
    await watch(opened)
    await opened.reload()
    await banner(opened).waitFor()
    return opened
  }
  const banner = (page: Page) => page.getByRole('status').filter({ hasText: '身份查看（只读）' })
  // A window may be away before the browser has answered for what closed it: what counts is that it goes.
  const closes = async (page: Page, act: () => Promise<void>) => {
    const closed = page.waitForEvent('close')
    await act().catch((error) =>
      closed.catch(() => {
        throw error
      }),
    )
    await closed
  }
  const tokens = (page: Page) =>
    page.evaluate(() => [localStorage.getItem('token'), sessionStorage.getItem('token'), document.cookie])

  test('a clerk as she sees it: her menu, nothing to change, and the way out', async () => {
    const own = await users()
    const before = await tokens(own)
    const page = await view(own, 'clerk')
    expect(await banner(page).innerText()).toContain('还剩 30 分钟')
    const place = page.getByRole('banner').first()
    await place.getByText('示例大药房观前店').waitFor()
    const menu = page.getByRole('navigation').first()
    await menu.getByText('医保结算').first().waitFor()
    expect(await menu.getByText('公司管理').count()).toBe(0)
    await shot(page, 'view-dashboard')

    // The counter: nothing is read, nothing leaves, and it says so.
    await visit(page, '/swiping-card')
    await banner(page).getByText('读卡、结算和打印在此窗口不可用').waitFor()
    await page.getByRole('button', { name: '助手：仅查看' }).waitFor()
    await page.locator('[data-scan-box]').waitFor()
    await page.keyboard.press('Alt+2')
    await page.getByText('仅查看，不能使用「读卡」').first().waitFor()
    await shot(page, 'view-counter')

    // A button that changes something says why it does not, before anything is filled in.
    const text = '。正在以他人身份查看，需要操作时请用本人账号操作'
    await visit(page, '/medical-insurance-settlement/qr-code')
    await page.getByRole('button', { name: '新增二维码' }).click()
    await said(page, `仅查看，不能使用「保存二维码」${text}`)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await visit(page, '/medical-insurance-settlement/attendance')
    await page
      .getByRole('button', { name: /^签\s?到$/ })
      .first()
      .click()
    await said(page, `仅查看，不能使用「签到」${text}`)
    await shot(page, 'view-refused')

    // What is not hers says why, and whom she could ask.
    await visit(page, '/permission/user-management')
    await page.getByText('原因：现有的角色都没有勾选这一页').waitFor()
    await shot(page, 'view-401')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'))
    await shot(page, 'view-390-dark')
    // By keyboard alone.
    await banner(page).getByRole('button', { name: '结束查看' }).focus()

    // The administrator's own window is what it was.
    expect(await tokens(own)).toEqual(before)
    await closes(page, () => page.keyboard.press('Enter'))
    expect(await tokens(own)).toEqual(before)
    await own.getByRole('button', { name: /^查\s?询$/ }).click()
    await rowOf(own, 'clerk').waitFor()
  })

  test('ends in its window when the administrator has left, and says so; until then its dialogs are to look at', async () => {
    const area = await at.product.as('area')
    await area.ok(menuRole.addMenuRole, { name: '看一看', menus: ['OrderManagement'], buttons: [] })
    const own = await users()
    const page = await view(own, 'area')
    await chooseArea(page, '南京市 320100')
    await banner(page).waitFor()
    await shot(page, 'view-area-choice')

    // A dialog of its own kind: the rights of a role that the person may change are shown, and not to be saved.
    await visit(page, '/permission/menu-role-management')
    await rowOf(page, '看一看').getByRole('button', { name: '权限' }).click()
    const rights = page.getByRole('dialog', { name: '「看一看」的权限' })
    // Behind the X of the dialog, its one button.
    const close = rights.getByRole('button', { name: /^关\s?闭$/ }).last()
    await close.waitFor()
    expect(await rights.getByRole('button', { name: /保\s?存/ }).count()).toBe(0)
    await shot(page, 'view-rights')
    await close.click()
    // One that begins with a form of several steps is refused before the first of them.
    await visit(page, '/permission/data-role-management')
    await page.getByRole('button', { name: '新增角色' }).click()
    await said(page, '仅查看，不能使用「新增数据角色」。正在以他人身份查看，需要操作时请用本人账号操作')
    expect(await page.getByRole('dialog').count()).toBe(0)
    const admin = await at.product.as('admin')
    const me = await admin.ok(user.getLoginUserInfo, {})
    await own.evaluate(async (userId) => {
      await fetch(`/prod-api/api/User/Logoff/${userId}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${localStorage.getItem('token')}`, 'content-type': 'application/json' },
        body: '{}',
      })
    }, me.userId)
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    const told = page.getByRole('alertdialog', { name: '查看已结束' })
    await told.waitFor()
    await shot(page, 'view-ended')
    await closes(page, () => told.getByRole('button', { name: '关闭窗口' }).click())
  })

  test('ends with the lock of the PC: who leaves leaves no window open behind him', async () => {
    const own = await users()
    const page = await view(own, 'clerk')
    const closed = page.waitForEvent('close')
    await own.bringToFront()
    await own.keyboard.press('Alt+L')
    await own.getByRole('dialog', { name: '已锁屏' }).waitFor()
    await closed
  })

  test('权限说明 tells of each page and button why, and is searched', async () => {
    const own = await users()
    await choose(own, 'clerk', '权限说明')
    const drawer = own.getByRole('dialog')
    await drawer.getByText('数据范围：只有本店「示例大药房观前店」').waitFor()
    await drawer.getByLabel('查找页面、按钮或原因').fill('系统参数')
    await drawer.getByText('只有超级管理员能用').first().waitFor()
    await shot(own, 'reasons')
    await drawer.getByText('没有', { exact: true }).first().click()
    await drawer.getByLabel('查找页面、按钮或原因').fill('刷卡')
    await drawer.getByText('没有符合条件的页面和按钮').waitFor()
    await drawer.getByText('有', { exact: true }).first().click()
    await drawer
      .getByText(/^来自角色「/)
      .first()
      .waitFor()
    await own.setViewportSize({ width: 390, height: 844 })
    await shot(own, 'reasons-390')
  })

  test('two menu roles are compared, both ways', async () => {
    const own = await at.window('admin', '/permission/menu-role-management')
    await own
      .getByRole('row')
      .filter({ has: own.getByRole('cell', { name: '店员', exact: true }) })
      .getByRole('button', { name: '更多' })
      .click()
    await own.getByRole('menuitem', { name: '对比', exact: true }).click()
    const dialog = own.getByRole('dialog', { name: '「店员」与另一个角色对比' })
    await dialog.getByRole('combobox').fill('只读')
    await own.locator('.ant-select-item-option', { hasText: '只读' }).first().waitFor()
    await own.keyboard.press('Enter')
    await dialog.getByText(/^只有「店员」有（[1-9]/).waitFor()
    await dialog.getByText('刷卡 · 结算').waitFor()
    await dialog.getByText(/^只有「只读」有/).waitFor()
    await shot(own, 'compare')
  })
})
