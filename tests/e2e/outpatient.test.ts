import { auth } from '@yibao/shared/calls/auth.ts'
import { ybOptions } from '@yibao/shared/calls/config.ts'
import { order } from '@yibao/shared/calls/order.ts'
import { signIn as storeSignIn } from '@yibao/shared/calls/sign-in.ts'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { apiOf, demoPassword } from '../../tools/api.ts'
import { hasBrowser } from './browser.ts'
import { centreRow, lastOrder, ourOrder } from './money.ts'
import { psnNo, store, useProduct } from './setup.ts'

// A customer says that money left her account, and the counter knows nothing of it (domain.md 8.10).

const at = useProduct()
const medicalAreaCode = '320500'
let page: Page

const book = async () => (await at.product.centre.book(store)).filter(({ undone }) => !undone)
const shown = (verdict: string) => page.getByRole('article').filter({ hasText: verdict })

describe.skipIf(!hasBrowser)('what the centre has of a person', () => {
  beforeAll(async () => {
    for (const msgid of ['9001', '9002'])
      await at.product.centre.fault({ fault: 'centreOnlyRow', fixmedins_code: store, psn_no: psnNo(1), msgid })
    await at.api.ok(storeSignIn.do)
    at.insert('张三')
    page = await at.window(
      'clerk',
      '/abnormal-manager/outpatient-manager',
      { viewport: { width: 1366, height: 681 } },
      at.product.app,
    )
  }, 120_000)

  test('nothing is on the list; her card brings both settlements, with what to do', async () => {
    await page.getByText('最近七天没有停在半路的就诊').waitFor()
    await page.getByRole('button', { name: '读卡查询' }).click()
    await page.getByRole('button', { name: '读社保卡' }).click()
    await expect.poll(() => shown('中心有，本地没有').count()).toBe(2)
    await shown('药品已给顾客的按「补录」').first().waitFor()
  })

  test('the medicines were handed out: taken in, and the two books agree on it', async () => {
    await shown('中心有，本地没有').first().getByRole('button', { name: '补录' }).click()
    await page.getByLabel('补录原因').fill('顾客当时已取药')
    await page.getByRole('button', { name: '核对并补录' }).click()
    await page
      .getByText(/补录订单/)
      .first()
      .waitFor()
    await shown('一致').waitFor()
    expect(await shown('中心有，本地没有').count()).toBe(1)
    const { items } = await at.api.ok(order.paged, { pageSize: 10 })
    expect(items).toMatchObject([{ status: '6', total: '20.00' }])
  })

  test('nothing was handed out: undone at the centre, after a second person said so', async () => {
    await shown('中心有，本地没有').getByRole('button', { name: '冲正' }).click()
    await page.getByLabel('冲正原因').fill('没有取药')
    await page.getByRole('button', { name: '冲正这笔' }).click()
    const approval = page.getByRole('dialog').filter({ hasText: '授权' }).last()
    await approval.getByLabel('授权人用户名').fill('pharmacist')
    await approval.getByLabel('密码').fill(demoPassword)
    await approval.getByRole('button', { name: '授权', exact: true }).click()
    await page.getByText('冲正成功').first().waitFor()
    await expect.poll(() => shown('中心有，本地没有').count()).toBe(0)
    expect(await book()).toHaveLength(1)
  })
})

describe.skipIf(!hasBrowser)('a reversal that nobody beside her can authorise', () => {
  test('she asks from afar, it is approved, and she reads the outcome', async () => {
    const area1 = await at.product.as('area1')
    const { token } = await area1.ok(auth.switchArea, { medicalAreaCode })
    const office = apiOf(at.product.server.url, token)
    const { revision } = await office.ok(ybOptions.pullYBConfigOptionsV2, { medicalAreaCode })
    const values = { authorizeReversal: true }
    await office.ok(ybOptions.saveYBConfigOptions, { medicalAreaCode, revision, values } as never)
    const counter = await at.counter()
    const { page } = counter
    at.insert('苏天成')
    await counter.readCard('苏天成')
    await counter.addItem('2*FFDS', '复方丹参滴丸')
    await counter.presettle()
    await counter.settle()
    await counter.reads('结算成功')
    const old = await lastOrder(at.api)
    await page.getByRole('navigation', { name: '操作' }).getByRole('button', { name: /✓/ }).first().click()
    const dialog = page.getByRole('dialog', { name: old.orderNo })
    await dialog.getByLabel('撤销原因').selectOption({ index: 1 })
    await dialog.getByRole('button', { name: '确认撤销' }).click()
    const spot = page.getByRole('dialog', { name: '管理员授权' })
    // The way to show it comes with the field's own code.
    await spot.locator('input[type=password]:not([aria-busy])').focus()
    // The password's field leads to the two buttons as before, and only then here.
    for (const name of ['显示密码', '不授权', '授权', '提交审批']) {
      await page.keyboard.press('Tab')
      if (name !== '显示密码') expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(name)
    }
    await page.keyboard.press('Enter')
    expect(await counter.reads('已提交审批，通过后自动执行')).toContain('请先不要退现金')
    await spot.waitFor({ state: 'hidden' })
    expect((await ourOrder(at.api, old.id)).status).toBe('2')
    await counter.scanBox.fill('')

    const boss = await at.window('area1', '/report-management/approval', {}, at.product.app)
    const row = boss.getByRole('row').filter({ hasText: old.orderNo })
    await row.getByText('李店员').click()
    const drawer = boss.getByRole('dialog', { name: `审批 ${old.maskedName} · ${old.orderNo}` })
    await drawer.getByText('退回个人账户').waitFor()
    await drawer.getByRole('button', { name: '通过', exact: true }).click()
    const asked = boss.getByRole('dialog', { name: /^通过李店员的申请，60\.00 元/ })
    await asked.getByRole('button', { name: '通过', exact: true }).click()
    await boss.getByRole('dialog', { name: '执行审批' }).getByText('已通过并执行').waitFor()
    await boss.context().close()

    expect((await ourOrder(at.api, old.id)).status).toBe('3')
    expect((await centreRow(at.product.centre, store, old.setlId)).reversed).toBe(true)
    // The bell counts it as it comes.
    await page.getByRole('button', { name: /^消息，\d+ 条未读/ }).click()
    await page.getByText(`已通过并执行：撤销结算 ${old.maskedName} · ${old.orderNo}`).waitFor()
  })
})
