import { order } from '@yibao/shared/calls/books.ts'
import { signIn as storeSignIn } from '@yibao/shared/calls/store.ts'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from '../../tools/api.ts'
import { hasBrowser, signIn } from './browser.ts'
import { psnNo, store, useProduct } from './setup.ts'

// A customer says that money left her account, and the counter knows nothing of it (domain.md 8.10).

const at = useProduct()
let page: Page

const book = async () => (await at.product.centre.book(store)).filter(({ undone }) => !undone)
const shown = (verdict: string) => page.getByRole('article').filter({ hasText: verdict })

describe.skipIf(!hasBrowser)('what the centre has of a person', () => {
  beforeAll(async () => {
    for (const msgid of ['9001', '9002'])
      await at.product.centre.fault({ fault: 'centreOnlyRow', fixmedins_code: store, psn_no: psnNo(1), msgid })
    await at.api.ok(storeSignIn.do)
    at.insert('张三')
    page = await at.page({ viewport: { width: 1366, height: 681 } })
    await signIn(page, at.product.app, 'clerk')
    await page.goto(`${at.product.app}/abnormal-manager/outpatient-manager`)
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
