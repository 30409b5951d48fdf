import { auth, user } from '@yibao/shared/calls/auth.ts'
import { doctor } from '@yibao/shared/calls/staff.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { apiOf } from '../../tools/api.ts'
import { hasBrowser, shot } from './browser.ts'
import type { CounterPage } from './counter-page.ts'
import { store, useProduct } from './setup.ts'
import { bringInTemplate } from './sheet.ts'
import { complaintsOf } from './witness.ts'

// What was sold is told: a clerk comes from the order, scans the packs, fills in their batch and looks how it ended.

const at = useProduct()
const codes = ['81234567890123450001', '81234567890123450002']
let counter: CounterPage

const row = (text: string) => counter.page.getByRole('row').filter({ hasText: text })
const told = () => at.product.centre.pieces(store)
const dialog = () => counter.page.getByRole('dialog')
const scanInto = async (code: string) => {
  await dialog().getByLabel('追溯码', { exact: true }).pressSequentially(code)
  await counter.page.keyboard.press('Enter')
}

describe.skipIf(!hasBrowser)('what was sold', () => {
  beforeAll(async () => {
    const area1 = await at.product.as('area1')
    const { token } = await area1.ok(auth.switchArea, { medicalAreaCode: '320500' })
    const { storeId } = await at.api.ok(user.getLoginUserInfo)
    const pharmacist = { name: '顾𠮷', category: '3', code: 'D320501000009', certificateNo: 'ZG3205000001' }
    const office = apiOf(at.product.server.url, token)
    const { id } = await office.ok(doctor.add, { storeId, ...pharmacist } as never)
    await office.ok(doctor.update, { id, isDefault: true })
    counter = await at.counter()
    const { page } = counter
    await page.goto(`${at.product.app}/attendance`)
    await page.getByRole('main').getByRole('button', { name: '签到', exact: true }).click()
    // Left before the centre has answered, the page would take its question along.
    await page.getByRole('main').getByText('本次已结算').waitFor()
    await page.goto(`${at.product.app}/swiping-card`)
    await counter.ready()
    at.insert('张三')
    await counter.readCard('张三')
    await counter.addItem('2*FFDS', '复方丹参滴丸')
    await counter.presettle()
    await counter.settle()
    await counter.reads('结算成功')
    // A reader that answers only when asked again is the counter's own story.
    complaintsOf(page).length = 0
  }, 120_000)

  test('an order leads to what the centre is told of it, and to what is still missing', async () => {
    const { page } = counter
    await page.goto(`${at.product.app}/reconciliation/order-management`)
    await row('张*').first().waitFor()
    await shot(counter.page, 'orders')
    await row('张*').first().getByText('张*').click()
    await page.getByRole('dialog').getByRole('button', { name: '销售明细' }).click()
    await page.waitForURL('**/sale-info-detail?f.orderId=**')
    await row('复方丹参滴丸').filter({ hasText: '待上传' }).filter({ hasText: '缺批号、生产日期' }).waitFor()
    await shot(counter.page, 'order-lines')
  })

  test('the packs are scanned: as many as were sold, none twice', async () => {
    const { page } = counter
    await row('复方丹参滴丸').getByRole('button', { name: '补录' }).click()
    await dialog().getByText('0/2').waitFor()
    await scanInto(codes[0]!)
    await scanInto(codes[0]!)
    await dialog().getByText('已在这一行中').waitFor()
    await dialog().getByLabel('批号', { exact: true }).fill('A20260901')
    await dialog().getByLabel('生产日期').pressSequentially('2026-09-01')
    await page.keyboard.press('Enter')
    await dialog().getByRole('button', { name: '保存', exact: true }).click()
    await dialog().getByText('需要 2 个追溯码，现有 1 个').waitFor()
    await shot(counter.page, 'scan')
    await scanInto(codes[1]!)
    await dialog().getByText('2/2').waitFor()
    await dialog().getByRole('button', { name: '保存', exact: true }).click()
    await dialog().waitFor({ state: 'hidden' })
    await expect.poll(() => row('复方丹参滴丸').count()).toBe(2)
  })

  test('uploaded, it is in the centre’s book; taken away there, it is not', async () => {
    const { page } = counter
    await page.getByRole('checkbox').first().check()
    // Until what is done with all of them stands above the rows, the first 上传 is one row's.
    await page.getByText('选中 2 条').waitFor()
    await page.getByRole('button', { name: '上传', exact: true }).first().click()
    await dialog().getByText('2 条已处理').waitFor()
    await shot(counter.page, 'uploaded')
    await dialog().getByRole('button', { name: '完成' }).click()
    await expect.poll(() => row('已上传').count()).toBe(2)
    expect((await told()).map(({ data }) => data.drug_trac_codg)).toEqual(codes)
    await row('已上传').first().getByRole('button', { name: '删除', exact: true }).click()
    await dialog().getByLabel('删除原因').fill('批号填错')
    await shot(counter.page, 'delete')
    await dialog().getByRole('button', { name: '删除中心记录' }).click()
    await row('已删除：批号填错').waitFor()
    expect(await told()).toHaveLength(1)
    await row('已删除').getByText('复方丹参滴丸').click()
    await page.getByText('上传流水号').waitFor()
    await shot(counter.page, 'record')
    await page.keyboard.press('Escape')
    expect(complaintsOf(page)).toEqual([])
  })

  test('the first stock take comes in from a sheet and is told as both of its transactions; deleted there, it is gone', async () => {
    const { page } = counter
    await page.goto(`${at.product.app}/menu-manager/menu-diff`)
    await page.getByRole('button', { name: '进销存' }).click()
    const drawer = page.getByRole('dialog', { name: '进销存', exact: true })
    await drawer.getByRole('button', { name: '导入' }).click()
    await page.getByRole('menuitem', { name: '导入盘存' }).click()
    await bringInTemplate(page, '导入盘存')
    await expect.poll(() => drawer.getByRole('row').filter({ hasText: 'PD20261101-1' }).count()).toBe(2)
    await drawer.getByRole('checkbox').first().check()
    await drawer.getByRole('button', { name: '上传选中' }).click()
    await dialog().getByText('2 条已处理').waitFor()
    await dialog().getByRole('button', { name: '完成' }).click()
    await expect.poll(() => drawer.getByRole('row').filter({ hasText: '已上传' }).count()).toBe(2)
    const stock = async () => (await told()).filter(({ infno }) => infno < '3505').map(({ infno }) => infno)
    expect((await stock()).sort()).toEqual(['3501', '3502'])
    await drawer.getByRole('row').filter({ hasText: '盘存' }).getByRole('button', { name: '删除' }).click()
    await dialog().getByLabel('删除原因').fill('批号录错')
    await page.getByRole('button', { name: '删除记录' }).click()
    await drawer.getByText('已删除：批号录错').waitFor()
    expect(await stock()).toEqual(['3502'])
    await shot(page, 'stock')
    expect(complaintsOf(page)).toEqual([])
  })

  test('the store’s list, on a counter and on a phone, light and dark', async () => {
    const { page } = counter
    await page.goto(`${at.product.app}/reconciliation/sale-info-detail`)
    await row('复方丹参滴丸').first().waitFor()
    await shot(counter.page, 'list-1366')
    await page.setViewportSize({ width: 1440, height: 900 })
    await shot(counter.page, 'list-1440')
    await page.getByRole('button', { name: '换成深色' }).click()
    await shot(counter.page, 'list-dark')
    await page.setViewportSize({ width: 390, height: 844 })
    await shot(counter.page, 'list-390-dark')
  })
})
