import { auth, user } from '@yibao/shared/calls/auth.ts'
import { ybOptions } from '@yibao/shared/calls/config.ts'
import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { department } from '@yibao/shared/calls/staff.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, apiOf } from '../../tools/api.ts'
import { hasBrowser, shot } from './browser.ts'
import type { CounterPage } from './counter-page.ts'
import { lastOrder } from './money.ts'
import { store, useProduct } from './setup.ts'
import { nextSlip, printedSlips, slipText } from './slips.ts'

// A centre that settles 普通门诊 in registered visits alone (2201 to 2208): what the area sets up, and the counter after it.

const at = useProduct()
const medicalAreaCode = '320500'
let office: Api
let counter: CounterPage

const book = async () => (await at.product.centre.book(store)).filter(({ undone }) => !undone)
const priced = async () => {
  await counter.readCard('苏天成')
  await counter.addItem('2*FFDS', '复方丹参滴丸')
  return counter.presettle()
}
const save = async (values: object) => {
  const { revision } = await office.ok(ybOptions.pullYBConfigOptionsV2, { medicalAreaCode })
  await office.ok(ybOptions.saveYBConfigOptions, { medicalAreaCode, revision, values } as never)
}

describe.skipIf(!hasBrowser)('an area that settles in visits', () => {
  beforeAll(async () => {
    await at.product.centre.option(medicalAreaCode, 'outpatient', true)
    const area1 = await at.product.as('area1')
    const { token } = await area1.ok(auth.switchArea, { medicalAreaCode })
    office = apiOf(at.product.server.url, token)
    await save({ medicalTypes: ['41', '11', '14'], chronicMedicalTypes: ['14'], defaultMedicalType: '11' })
    at.insert('苏天成')
    counter = await at.counter()
    await counter.page.goto(`${at.product.app}/attendance`)
    await counter.page.getByRole('main').getByRole('button', { name: '签到', exact: true }).click()
    await counter.page.getByRole('main').getByText('本次已结算').waitFor()
    await counter.page.goto(`${at.product.app}/swiping-card`)
    await counter.ready()
  }, 120_000)

  test('before it is set up the clerk reads the centre’s own words, and nothing is booked', async () => {
    await counter.readCard('苏天成')
    await counter.addItem('2*FFDS', '复方丹参滴丸')
    await counter.press('F8')
    await counter.reads('应先办理门诊挂号')
    expect(await book()).toEqual([])
  })

  test('the area names the kinds of purchase; a store without a department is told what lacks', async () => {
    const visits = { outpatientDiagnosisCode: 'Z76.000', outpatientDiagnosisName: '领取处方药' }
    await save({ outpatientMedicalTypes: ['11', '14'], ...visits })
    await counter.press('F8')
    await counter.reads('本店没有已上报的科室')
    const { storeId } = await at.api.ok(user.getLoginUserInfo)
    await office.ok(department.sync, { storeId } as never)
    await expect
      .poll(async () => (await office.ok(department.paged, { storeId } as never)).items.map(({ known }) => known))
      .toContain(true)
    const config = await at.window('area1', '/system-manager/medical-security-config', {}, at.product.app)
    await config.getByText('走门诊流程的类别').scrollIntoViewIfNeeded()
    await config.getByText('默认诊断名称').scrollIntoViewIfNeeded()
    await shot(config, 'visit-options')
    await config.context().close()
  })

  test('F8 registers and prices, F9 books 2207, the slip comes out, and 撤销 takes it back by 2208', async () => {
    const before = printedSlips(at.product.dataDir)
    await counter.press('F8')
    await counter.reads('预结算完成')
    await shot(counter.page, 'visit-priced')
    await counter.settle()
    await counter.reads('结算成功')
    const settled = await lastOrder(at.api)
    expect(settled).toMatchObject({ status: '2', medicalType: '11' })
    expect(await book()).toMatchObject([{ infno: '2207', setl_id: settled.setlId, medfee_sumamt: settled.total }])
    expect(slipText(await nextSlip(at.product.dataDir, before))).toContain('普通门诊')

    const { page } = counter
    await page.getByRole('navigation', { name: '操作' }).getByRole('button', { name: /✓/ }).first().click()
    const dialog = page.getByRole('dialog', { name: settled.orderNo })
    await dialog.getByLabel('撤销原因').selectOption({ index: 1 })
    await dialog.getByRole('button', { name: '确认撤销' }).click()
    await expect.poll(async () => (await book()).map(({ infno }) => infno)).toEqual(['2207', '2208'])
    // The counter is the next customer's when it has heard of it, and not before.
    await dialog.waitFor({ state: 'detached' })
  })

  test('a registration that the centre does not cancel is listed, and cancelled there', async () => {
    await priced()
    const { id } = await lastOrder(at.api)
    for (let i = 0; i < 3; i++)
      await at.product.centre.fault({ fault: 'refuse', infno: '2202', text: '系统维护中', fixmedins_code: store })
    await at.api.ok(orderCalls.void, { id, reason: '顾客不买了' })
    const page = await at.window('clerk', '/abnormal-manager/outpatient-manager', {}, at.product.app)
    const row = page.getByRole('row').filter({ hasText: '挂号没有撤销' })
    await expect
      .poll(
        async () => {
          await page.reload()
          await page.getByRole('button', { name: '读卡查询' }).waitFor()
          return row.count()
        },
        { timeout: 90_000 },
      )
      .toBeGreaterThan(0)
    await shot(page, 'visit-left')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await shot(page, 'visit-left-390')
    await page.setViewportSize({ width: 1366, height: 768 })
    await at.product.centre.clearFaults()
    const orderNo = (await row.first().getByRole('cell').first().innerText()).trim()
    await row.first().getByRole('button', { name: '撤销挂号' }).click()
    // It leaves for the centre: asked first, of which order.
    const asked = page.getByRole('dialog').filter({ hasText: `订单 ${orderNo} 的挂号` })
    await asked.getByRole('button', { name: '撤销挂号' }).click()
    await page.getByText('挂号已撤销').first().waitFor()
    await page.context().close()
  })
})
