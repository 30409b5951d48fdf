import { envelope } from '@yibao/shared/envelope.ts'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { browserPath, openConsole } from './browser.ts'
import { heldBack } from './held-back.ts'

// Which store a list shows and an action is for: an administrator chooses it whatever else he may open.

describe.skipIf(!browserPath)('a store is chosen', () => {
  const app = opened(openConsole)

  /** As somebody whose roles open these pages alone, with all their buttons. */
  const enter = async (user: string, path: string, ...menuCodes: string[]) => {
    const page = await app.newPage()
    await page.route('**/api/Role/GetMenuList**', (route) =>
      route.fulfill({ json: envelope({ result: { menus: menuCodes.map((menuCode) => ({ menuCode })) } }) }),
    )
    await app.enter(page, path, user)
    return page
  }
  const offered = async (page: Page) => {
    await page.locator('.ant-select-tree-title').filter({ hasText: '观前店' }).waitFor()
    return page.locator('.ant-select-tree-title').allInnerTexts()
  }

  test('by an administrator who has nothing to do with 用户管理, company by company', async () => {
    const page = await enter('area', '/liquidation-management/un-liquidate-report', 'UnLiquidateReport')
    await page.getByLabel('门店', { exact: true }).click()
    expect(await offered(page)).toEqual([
      ...['示例医药连锁', '苏州市', '示例大药房观前店', '䶮𠮷大药房平江店'],
      ...['已停用', '𠮷祥旧店'],
    ])
    await page.locator('.ant-select-tree-title').filter({ hasText: '平江店' }).click()
    const asked = page.waitForRequest((request) => /UnLiquidated.*storeId=s-2/.test(request.url()))
    await page.getByRole('button', { name: /查\s*询/ }).click()
    await asked
    expect(app.requests).not.toContain('roleUser.getUserCompanyTree')
  })

  test('of a list that is open although its code came while the button of the mouse was still down', async () => {
    const slow = await app.newPage()
    const come = await heldBack(slow, '**/tree-select-*.js')
    await app.enter(slow, '/liquidation-management/un-liquidate-report', 'area')
    await slow.locator('input[aria-busy=true][placeholder$=门店]').hover()
    await slow.mouse.down()
    come()
    await slow.locator('.ant-tree-select').waitFor()
    await slow.mouse.up()
    await slow.locator('.ant-select-tree-title').filter({ hasText: '观前店' }).waitFor()
    await slow.context().close()
  })

  test.each([
    ['/reconciliation/month-reconciliation', 'MonthReconciliation', '月对总账', true],
    ['/liquidation-management/liquidation', 'Liquidation', '生成清算申请', true],
    ['/basic-data/department', 'Department', '全部上报', false],
  ])('and in the form of %s (%s, %s) one that was given up: %s', async (path, menuCode, action, closed) => {
    const page = await enter('area', path, menuCode)
    await page.getByRole('button', { name: action, exact: true }).first().click()
    await page.getByRole('dialog').locator('.ant-tree-select').click()
    const names = await offered(page)
    expect(names.includes('𠮷祥旧店')).toBe(closed)
  })

  test('by nobody who works in one: his lists are its lists', async () => {
    const page = await enter('clerk', '/liquidation-management/un-liquidate-report', 'UnLiquidateReport')
    expect(await page.getByPlaceholder('权限内全部门店').isDisabled()).toBe(true)
  })

  test.each([
    ['/basic-data/insurance-menu', 'InsuranceMenu', '从中心更新', '开始更新', 'Doctor/UpdateDoctorByOnce'],
    ['/basic-data/medical-executive-menu', 'MedicalExecutiveMenu', '从中心同步', '开始同步', 'SyncMedicalStaffs'],
    ['/basic-data/department', 'Department', '全部上报', '开始上报', 'Department/UploadAll'],
    ['/basic-data/department', 'Department', '从中心取', '开始取', 'Department/Sync'],
    [
      '/reconciliation/month-reconciliation',
      'MonthReconciliation',
      '逐日核对',
      '开始核对',
      'Reconciliation/MonthCheck',
    ],
  ])('and %s (%s) acts on it: %s', async (path, menuCode, action, ok, call) => {
    const page = await enter('area', `${path}?f.storeId=s-2`, menuCode)
    await page.getByRole('button', { name: action, exact: true }).first().click()
    const form = page.getByRole('dialog')
    await form.getByText('不选门店就是').waitFor()
    await form.getByText('䶮𠮷大药房平江店').filter({ visible: true }).first().waitFor()
    const sent = page.waitForRequest((request) => request.url().includes(`/${call}`))
    await form.getByRole('button', { name: ok }).click()
    const request = await sent
    expect(`${request.url()} ${request.postData()}`).toMatch(/storeIds?[=":[]+s-2/)
  })

  test.each([
    [
      '/reconciliation/month-reconciliation',
      '清算申请',
      /liquidation-management\/liquidation\?f.from=2026-08&f.to=2026-08&f.storeId=s-2/,
    ],
    [
      '/liquidation-management/liquidation',
      '月对账',
      /reconciliation\/month-reconciliation\?f.from=2026-08&f.to=2026-08&f.storeId=s-2/,
    ],
  ])('and the month that %s shows is the one that %s leads to', async (path, action, where) => {
    const page = await enter(
      'area',
      `${path}?f.from=2026-08&f.to=2026-08&f.storeId=s-2`,
      ...['MonthReconciliation', 'Liquidation'],
    )
    await page.getByRole('button', { name: action, exact: true }).first().click()
    await page.waitForURL(where)
  })

  test('and claims are made of the month that is shown', async () => {
    const page = await enter('area', '/liquidation-management/liquidation?f.from=2026-08&f.to=2026-08', 'Liquidation')
    await page.getByRole('button', { name: '生成清算申请' }).first().click()
    expect(await page.getByRole('dialog').getByLabel('月份').inputValue()).toBe('2026-08')
  })
})
