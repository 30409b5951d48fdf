import { signIn as attendance } from '@yibao/shared/calls/sign-in.ts'
import { beforeAll, expect, test } from 'vitest'
import { shot } from '../browser.ts'
import { useProduct } from '../setup.ts'

// The audit before money moves (domain.md 8.15): the clerk reads what a purchase will be looked at for, decides, and
// what he sold all the same is a row that can be appealed. With SHOTS=<folder> it leaves pictures.

const at = useProduct()
beforeAll(() => at.api.ok(attendance.do, {}))

test('a reminder is read and confirmed by one key, settles, and stands in 审核管理', async () => {
  const counter = await at.counter()
  const { page } = counter
  at.insert('张三')
  await counter.readCard('张三')
  await counter.addItem('11*FFDS', '复方丹参滴丸')
  await counter.press('F8')
  const dialog = page.getByRole('dialog', { name: '审核提醒 1 条' })
  await dialog.getByText('数量明显偏大，可能被医保审核扣款').waitFor()
  await shot(page, 'audit-asked')
  // It came by itself: what a hand was typing then, and the Enter behind it, has read nothing.
  await page.waitForTimeout(500)
  await page.keyboard.type('vc')
  await page.keyboard.press('Enter')
  expect(await dialog.isVisible()).toBe(true)
  // Esc is no answer: F9 asks again instead of settling.
  await counter.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await counter.guard()
  await counter.press('F9')
  await dialog.waitFor()
  await counter.guard()
  await counter.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await counter.settle()
  await counter.reads('结算成功')
  const [booked] = await at.product.centre.book('P32050100001')
  expect(booked).toMatchObject({ undone: false })
  await page.goto(`${at.product.app}/audit-manager/audit-management`)
  const row = page.getByRole('row').filter({ hasText: '复方丹参滴丸' })
  await row.getByText('提醒').waitFor()
  await shot(page, 'audit-rows')
  await row.getByRole('button', { name: '申诉' }).click()
  const form = page.getByRole('dialog', { name: /^申诉 / })
  await form.getByLabel(/意见/).fill('外出备药，䶮先生本人确认')
  await form.getByRole('button', { name: '提交申诉' }).click()
  await row.getByText('申诉中').waitFor()
  await row.click()
  await page.getByRole('dialog').getByText('外出备药，䶮先生本人确认').first().waitFor()
  await shot(page, 'audit-appealed')
})

test('an administrator tries the rules on a purchase', async () => {
  const page = await at.window('area1', '/audit-manager/audit-catalogue')
  await page.getByRole('row').filter({ hasText: 'TY08' }).waitFor()
  await shot(page, 'audit-rules')
  await page.getByRole('button', { name: '试算', exact: true }).click()
  await page.getByRole('dialog').waitFor()
  await shot(page, 'audit-trial')
})
