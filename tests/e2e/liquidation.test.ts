import { continuation } from '@yibao/shared/calls/base.ts'
import { card } from '@yibao/shared/calls/card.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { signIn as signInCall } from '@yibao/shared/calls/sign-in.ts'
import { PUB_SUB_HEADER } from '@yibao/shared/envelope.ts'
import { addMonths, formatDay } from '@yibao/shared/time.ts'
import type { Page } from 'playwright-core'
import { beforeAll, describe, test } from 'vitest'
import { demoPassword } from '../../tools/api.ts'
import { hasBrowser } from './browser.ts'
import { psnNo, store, useProduct } from './setup.ts'

// A month's money, from 月对账 to the payment (domain.md 5.6), as an administrator clicks it.

const at = useProduct()
const month = addMonths(formatDay(new Date()).slice(0, 7), -1)
let page: Page

const open = (path: string) => page.goto(`${at.product.site}/${path}`)
const row = (text: string) => page.getByRole('row').filter({ hasText: text })
const button = (name: string) => page.getByRole('button', { name, exact: true })

const sell = async (person: number, price: string) => {
  const { api, product } = at
  const asked = await api.send(card.read, { medium: 'eVoucher' })
  const { pubSubId, action } = asked.confimResultInfo!
  const result = JSON.stringify({ medium: 'eVoucher', code: await product.centre.code(psnNo(person)) })
  await api.ok(continuation.complete, { pubSubId, action, ok: true, result })
  const { readId, insutype } = await api.ok(card.read, { medium: 'eVoucher' }, { [PUB_SUB_HEADER]: pubSubId })
  const made = await api.ok(settlement.preSettle, {
    ...{ readId, insutype, medicalType: '41', lines: [{ ownCode: '100001', quantity: '1', price }] },
    prescription: { number: 'RX1', hospital: '示例医院', doctor: '陈医生' },
  })
  await api.ok(settlement.settle, { orderId: made.id }, { 'idempotency-key': made.settleKey! })
}

const decide = (move: string, more: object = {}) => at.product.centre.decide(store, move, more)

describe.skipIf(!hasBrowser)('a month is claimed', () => {
  beforeAll(async () => {
    const { centre } = at.product
    // The centre's own clock says on which day it books.
    await centre.fault({ fault: 'clock', iso: `${month}-15T10:00:00+08:00` })
    await at.api.ok(signInCall.do)
    await sell(1, '1500.00')
    await sell(2, '0.01')
    await centre.fault({ fault: 'clock', iso: new Date().toISOString() })
    page = await at.window('area1', undefined, { viewport: { width: 1366, height: 681 } })
  }, 120_000)

  test('a month that is not reconciled is not claimed, and leads to where it is', async () => {
    await open('liquidation-management/liquidation')
    await page.getByText('这几个月还没有清算申请').waitFor()
    await button('生成清算申请').click()
    await page.getByRole('dialog').getByRole('button', { name: '生成', exact: true }).click()
    await page.getByText('请先到「月对账」处理').waitFor()
    await page.getByRole('button', { name: `查看 ${month} 的月对账` }).click()
    await page.waitForURL('**/month-reconciliation?**')
    await button('逐日核对').first().click()
    await page.getByRole('dialog').getByRole('button', { name: '开始核对' }).click()
    await button('完成').click()
    await button('月对总账').click()
    await page.getByRole('dialog').getByRole('button', { name: '开始对账' }).click()
    await button('完成').click()
  })

  test('the month that agrees leads on: a draft, its sums confirmed, applied for', async () => {
    await row('✓ 平').first().getByRole('button', { name: '清算申请' }).click()
    await page.waitForURL('**/liquidation-management/liquidation?**')
    await button('生成清算申请').click()
    await page.getByRole('dialog').getByRole('button', { name: '生成', exact: true }).click()
    await button('完成').click()
    const draft = row('△ 未申请')
    await draft.getByText('✓ 一致').waitFor()
    const dialog = page.getByRole('dialog')
    // Several at once: one sum, by kind, before any of them leaves.
    await draft.getByRole('checkbox').check()
    await page.getByText('选中 1 条').locator('..').getByRole('button', { name: '申请', exact: true }).click()
    await dialog.getByText('申请清算：1 家门店，1 份').waitFor()
    await dialog.getByRole('row', { name: /^合计 1 2 1,500\.01/ }).waitFor()
    await dialog.getByRole('button', { name: '不申请' }).click()
    await page.getByRole('button', { name: '取消选择' }).click()
    await draft.getByRole('button', { name: '申请', exact: true }).click()
    await dialog.getByText('清算人次 2，医疗费总额 1,500.01 元').waitFor()
    await dialog.getByRole('button', { name: '确认申请' }).click()
    await row('已申请').waitFor()
  })

  test('what the centre decided is asked for and stands beside what was claimed', async () => {
    await decide('firstReview')
    await decide('deduct', { amount: '1.50', text: '超限价' })
    await decide('approve')
    await decide('pay')
    await row('已申请').getByRole('button', { name: '查询进度' }).click()
    await row('✓ 已拨付').click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('超限价').first().waitFor()
    await drawer.getByText('共 2 笔').waitFor()
    await page.keyboard.press('Escape')
    await open(`liquidation-management/fund-liquidation?f.from=${month}&f.to=${month}`)
    await row('✓ 已拨付').getByText('1.50').first().waitFor()
    await open(`report-management/liquidation-report?f.from=${month}&f.to=${month}&f.show=table`)
    await row('已拨付').first().waitFor()
  })

  test('nothing of it is left over', async () => {
    await open(`liquidation-management/un-liquidate-report?f.from=${month}&f.to=${month}&f.show=table`)
    await page.getByText('没有等着清算的结算').waitFor()
  })

  test('persons insured elsewhere are cleared: extracted, one difference refused, the rest confirmed, rolled back', async () => {
    const { centre } = at.product
    await centre.fault({ fault: 'clock', iso: `${month}-16T10:00:00+08:00` })
    for (const person of [9, 10]) await sell(person, '30.00')
    await centre.fault({ fault: 'centreOnlyRow', fixmedins_code: store, psn_no: psnNo(9) })
    // Inside the days in which a month is confirmed.
    await centre.fault({ fault: 'clock', iso: `${addMonths(month, 1)}-02T10:00:00+08:00` })
    await open('liquidation-management/clear-score-manage')
    await page.getByText('还没有提取的月份，按「提取明细」').waitFor()
    await button('提取明细').click()
    await page.getByRole('dialog').getByRole('button', { name: '开始提取' }).click()
    await button('完成').click()
    await page.getByText('2 家门店已提取，1 家还没有确认完').waitFor()
    await row('△ 仅中心').getByRole('checkbox').check()
    await button('不认').click()
    await page.getByRole('dialog').getByLabel('原因').fill('本店没有这笔结算')
    await page.getByRole('dialog').getByRole('button', { name: '报不认' }).click()
    await button('完成').click()
    await row('○ 不认').waitFor()
    await button('确认全部一致').click()
    await page.getByRole('dialog').getByRole('button', { name: '确认全部一致' }).click()
    await button('完成').click()
    await page.getByText('2 家门店已提取，全部确认完').waitFor()
    await row('✓ 一致').first().click()
    await page.getByRole('dialog').getByText('本地减中心').waitFor()
    await page.keyboard.press('Escape')
    await open(`report-management/medical-outprovinceapply-report?f.from=${month}&f.to=${month}&f.show=table`)
    await row('上海市').getByText('30.00').first().waitFor()
    await open('liquidation-management/clear-score-manage')
    await button('各店进度').click()
    await page.getByRole('dialog').getByRole('button', { name: '回退确认' }).click()
    await page.getByRole('dialog').getByLabel('原因').last().fill('确认的金额有误')
    await page.getByRole('dialog').getByRole('button', { name: '下一步：授权' }).click()
    const approval = page.getByRole('dialog').filter({ hasText: '管理员授权' })
    await approval.getByLabel('授权人用户名').fill('area')
    await approval.getByLabel('密码').fill(demoPassword)
    await approval.getByRole('button', { name: '授权', exact: true }).click()
    await row('· 待确认').waitFor()
  })
})
