import { envelope } from '@yibao/shared/envelope.ts'
import type { Locator, Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { browserPath, openConsole } from './browser.ts'
import { today } from './samples.ts'

interface Place {
  what: string
  path: string
  who?: 'area' | 'admin'
  /** Of the call whose reading fails. */
  fails: string
  /** How one comes to it from the page. */
  open?: (page: Page) => Promise<unknown>
  /** Answers that the sample server has none of, by the end of their path. */
  answers?: Record<string, unknown>
  /** What stands there once it was read. */
  read: (page: Page) => Locator
}

/** The server answers, and has not got it: a page whose line was cut reads anew by itself, without a person. */
const broken = (route: Route) => route.fulfill({ status: 500 })

const listed = (...items: object[]) => ({ items, total: items.length, totalIsBound: false })
const press = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click()
const openRow = (page: Page) => page.locator('tbody tr[data-row-key]').first().press('Enter')
const says = (text: string | RegExp) => (page: Page) => page.getByText(text).first()

const sums = { persons: 1, total: '12.00', recognised: '12.00', fund: '10.00', account: '2.00', cash: '0.00' }
const application = {
  ...{ id: 'l-1', month: '2026-10', storeId: 's-1', storeName: '示例大药房观前店', state: '1', books: 'same' },
  ...{ ...sums, funds: [], settled: 1, reversed: 0, book: sums, now: sums },
}
const client = {
  ...{ agentId: 'a-1', machine: '收银一号', online: 'online', manageable: true, stores: '示例大药房观前店' },
  ...{ drivers: '模拟读卡器 可用；社保卡读卡器 未安装', printers: '' },
}
const command = { commandId: 'c-1', kind: 'selfTest', state: 'done', by: '郑区管', at: `${today} 09:00:00` }
const release = { releaseId: 'v-1', version: '1.4.0', channel: 'stable', state: 'open', scopeText: '全部' }
const dropdown = { name: 'COLOR', title: '颜色', items: [], revision: 1, updatedBy: '郑区管' }

const places: Place[] = [
  {
    ...{ what: '签到', path: '/medical-insurance-settlement/attendance', fails: 'SignIn/Current' },
    read: says(/本次已结算/),
  },
  {
    ...{ what: '病种', path: '/disease-select?readId=r-1', fails: 'Card/Disease' },
    read: (page) => page.getByRole('option').first(),
  },
  {
    ...{ what: '对账台', path: '/reconciliation/day-reconciliation-detail?groupId=g-1', fails: 'DiffPaged' },
    read: (page) => page.locator('[aria-label=类别] button').nth(1),
  },
  {
    ...{ what: '验收报文', path: '/system-manager/api-acceptance', who: 'admin', fails: 'Acceptance/Message' },
    open: (page) => page.getByText('药店结算').first().click(),
    read: says(/"infcode": 0/),
  },
  {
    ...{ what: '执行计划', path: '/system-manager/slow-sql', who: 'admin', fails: 'SlowSql/Explain' },
    open: async (page) => {
      await openRow(page)
      await press('查看执行计划')(page)
    },
    read: (page) => page.getByLabel('执行计划', { exact: true }),
  },
  {
    ...{ what: '下拉列表', path: '/menu-manager/dictionary', who: 'admin', fails: 'SearchDynamicDropdowns' },
    open: press('下拉列表维护'),
    answers: { SearchDynamicDropdowns: [dropdown] },
    read: (page) => page.getByRole('dialog').getByLabel('下拉列表'),
  },
  {
    ...{ what: '目录版本', path: '/menu-manager/disease-menu', who: 'admin', fails: 'GetMaxVersionInfo' },
    open: press('目录版本'),
    answers: {
      GetDiseaseByPage: listed(),
      GetMaxVersionInfo: [{ kind: '1307', title: '疾病与诊断', version: '7', rows: 12, pending: 0 }],
    },
    read: says('疾病与诊断'),
  },
  {
    ...{ what: '清算申请', path: '/liquidation-management/liquidation', who: 'area', fails: 'Liquidation/Detail' },
    open: openRow,
    answers: {
      'Liquidation/Paged': listed(application),
      'Liquidation/Detail': application,
      'Liquidation/Settlements': listed(),
    },
    read: says('示例大药房观前店 2026-10 清算申请'),
  },
  {
    ...{ what: '清算明细', path: '/liquidation-management/liquidation', who: 'area', fails: 'Liquidation/Settlements' },
    open: openRow,
    answers: {
      'Liquidation/Paged': listed(application),
      'Liquidation/Detail': application,
      'Liquidation/Settlements': listed(),
    },
    read: says('没有结算'),
  },
  {
    ...{ what: '客户端指令', path: '/system-manager/client-monitor', who: 'admin', fails: 'ClientMonitor/Commands' },
    open: openRow,
    answers: { 'ClientMonitor/Paged': listed(client), 'ClientMonitor/Commands': listed(command) },
    read: (page) => page.getByRole('button', { name: '查看结果' }),
  },
  {
    ...{ what: '指令结果', path: '/system-manager/client-monitor', who: 'admin', fails: 'CommandResult' },
    open: async (page) => {
      await openRow(page)
      await press('查看结果')(page)
    },
    answers: {
      ...{ 'ClientMonitor/Paged': listed(client), 'ClientMonitor/Commands': listed(command) },
      CommandResult: { ...command, text: '读卡器正常' },
    },
    read: (page) => page.getByLabel('结果', { exact: true }),
  },
  {
    ...{
      what: '升级进度',
      path: '/system-manager/upgrade-client-config',
      who: 'admin',
      fails: 'ClientUpgrade/Progress',
    },
    open: openRow,
    answers: { 'ClientUpgrade/Paged': listed(release), 'ClientUpgrade/Progress': listed() },
    read: says('范围内没有这样的客户端'),
  },
]

describe.skipIf(!browserPath)('what could not be read is offered to be read again', () => {
  const app = opened(openConsole)

  test.each(places)('$what', async ({ path, who, fails, open, answers = {}, read }) => {
    const page = await app.newPage()
    for (const [end, result] of Object.entries(answers))
      await page.route(`**/api/**${end}**`, (route) => route.fulfill({ json: envelope({ result } as object) }))
    let away = true
    await page.route(`**/api/**${fails}**`, (route) => (away ? broken(route) : route.fallback()))
    await app.enter(page, path, who)
    await open?.(page)
    const again = page.getByRole('alert').getByRole('button', { name: '重新读取' })
    await again.waitFor()
    away = false
    await again.press('Enter')
    await read(page).waitFor()
    await again.waitFor({ state: 'detached' })
    // It went with the fault, and left the keyboard where it can go on.
    await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
    await page.unrouteAll()
  })

  test.each([
    ['字典', '/reconciliation/day-reconciliation', 'area', 'Dictionary/Map', '险种', '职工基本医疗保险'],
    ['区划', '/report-management/report-manager', 'admin', 'PullUserMedicalAreas', '区划', '苏州市'],
  ] as const)('what a dropdown offers: %s', async (_, path, who, fails, field, offered) => {
    const page = await app.newPage()
    let away = true
    await page.route(`**/api/**${fails}**`, (route) => (away ? broken(route) : route.fallback()))
    await app.enter(page, path, who)
    await page.getByRole('button', { name: '更多条件' }).click()
    const box = page.getByRole('combobox', { name: field, exact: true })
    await box.click()
    const again = page.locator('.ant-select-dropdown:visible').getByRole('button', { name: '重新读取' })
    await again.waitFor()
    await again.click()
    // It is still away, and still says so.
    await again.waitFor()
    await page.keyboard.press('Escape')
    // A key that comes before it is closed does not open it.
    await expect.poll(() => page.locator('.ant-select-dropdown:visible').count()).toBe(0)
    away = false
    // The keyboard comes to no button in there: opening reads again.
    await box.press('ArrowDown')
    await page.locator('.ant-select-dropdown:visible').getByText(offered).first().waitFor()
    await page.unrouteAll()
  })
})
