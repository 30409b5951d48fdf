import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import type { Page } from 'playwright-core'
import request from 'supertest'
import { beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from '../../../tools/api.ts'
import { hasBrowser, shot } from '../browser.ts'
import { type CounterPage, counterOf } from '../counter-page.ts'
import { lastOrder } from '../money.ts'
import { store, useProduct } from '../setup.ts'
import { nextSlip, printedSlips } from '../slips.ts'
import { until } from '../until.ts'

// A clerk leaves the counter: what he began goes on below the lock, nobody sees or touches it, and it is there when he
// is back.

const at = useProduct()
let counter: CounterPage
const booked = async () => (await at.product.centre.book(store)).length

const lockOf = (page: Page) => page.getByRole('dialog', { name: '已锁屏' })
const locked = async (page: Page) => {
  await lockOf(page).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('unlock')
}
const lock = async () => {
  await counter.press('Alt+l')
  await locked(counter.page)
}
const say = async (page: Page, password: string) => {
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}
const unlock = async (page: Page) => {
  await say(page, demoPassword)
  await lockOf(page).waitFor({ state: 'detached' })
}
const inScanBox = () => counter.scanBox.evaluate((one) => one === document.activeElement)
/** The next customer; what stands in the basket is given up. */
const clear = async () => {
  await counter.press('Control+Delete')
  if (await counter.lines()) await counter.button('清除购药单').click()
  await counter.reads('请扫描医保电子凭证')
}
const basket = async () => {
  at.insert('苏天成')
  await counter.addItem('FFDS', '复方丹参滴丸')
  await counter.readCard('苏天成')
}
const erp = async (args?: unknown) => {
  const token = readFileSync(join(at.product.dataDir, 'agent', 'erp-token'), 'utf8').trim()
  const path = args ? '/v1/erp/frames' : '/v1/erp/frames?billNo=XS20261125001'
  const asked = request(at.product.agent.url)[args ? 'post' : 'get'](path).set('Authorization', `Bearer ${token}`)
  const { body } = await (args ? asked.send({ args }) : asked)
  return (body.result.frames ?? []) as { type: string }[]
}
const acknowledged = async () => (await erp()).filter(({ type }) => type === 'ack').length

beforeAll(async () => {
  if (!hasBrowser) return
  await at.api.ok(signIn.do, {})
  counter = await at.counter()
})

describe.skipIf(!hasBrowser)('the counter is locked', () => {
  test('over a basket: no key and no scan reaches it, it survives a reload, and focus and basket are there', async () => {
    const { page } = counter
    await basket()
    const before = await booked()
    await expect.poll(inScanBox).toBe(true)
    await lock()
    for (const keys of ['F8', 'F9', 'Control+Delete', 'F4', 'Alt+2', 'Escape']) await counter.press(keys)
    await counter.scan('6901234567892')
    await shot(page, 'counter-locked')
    await page.locator('#unlock').fill('')
    await unlock(page)
    await expect.poll(inScanBox).toBe(true)
    expect(await counter.lines()).toBe(1)
    expect(await booked()).toBe(before)
    await lock()
    await page.reload()
    await locked(page)
    const said = page.getByRole('alert')
    await say(page, 'Falsch@2026')
    await expect.poll(() => said.innerText()).toBe('密码不正确。还可以尝试 4 次')
    await unlock(page)
    await counter.region('参保人').getByText('苏天成', { exact: true }).waitFor()
    expect(await counter.lines()).toBe(1)
    await expect.poll(inScanBox).toBe(true)
  })

  test('while a settlement is on its way: it ends, its slip prints; another window is locked with it and opens it', async () => {
    const { page } = counter
    const [before, slips] = [await booked(), printedSlips(at.product.dataDir)]
    await counter.presettle()
    await at.product.centre.fault({ fault: 'delay', infno: '2102', ms: 3000 })
    await counter.settle()
    await counter.reads('正在结算')
    await lock()
    const beside = await page.context().newPage()
    await beside.goto(`${at.product.app}/reconciliation/order-management`)
    await locked(beside)
    await nextSlip(at.product.dataDir, slips)
    expect(await booked()).toBe(before + 1)
    await until(
      'the server knows that it is printed',
      () => lastOrder(at.api),
      ({ printed }) => printed === 1,
    )
    await locked(page)
    await unlock(beside)
    await lockOf(page).waitFor({ state: 'detached' })
    await beside.close()
    await page.bringToFront()
    expect((await counter.log()).join('\n')).toContain('结算成功')
  })

  test('a bill of the ERP waits, unacknowledged, until somebody sees it', async () => {
    const { page } = counter
    await clear()
    await lock()
    const lines = [{ ownCode: '100002', name: '复方丹参滴丸', quantity: '2', price: '30', amount: '60.00' }]
    const billNo = 'XS20261125001'
    const body = { lines, total: '60.00', operator: '01' }
    await erp({ id: 'f1', type: 'bill', billNo, revision: 1, body })
    await page.reload()
    await locked(page)
    expect(await acknowledged()).toBe(0)
    await unlock(page)
    await counter.reads(`已接收 ERP 销售单 ${billNo}`)
    await until('the ERP has its acknowledgement', acknowledged, (n) => n === 1)
    expect(await counter.lines()).toBe(1)
    await clear()
  })

  test('the server ends in the middle of unlocking: it stays locked, says so, and opens once the server is back', async () => {
    const { page } = counter
    await lock()
    await page.route('**/api/Auth/Unlock', async (route) => {
      await at.product.server.kill()
      await route.continue()
    })
    await say(page, demoPassword)
    await page.getByText('云服务没有应答，仍然锁定。请检查网络后再试').waitFor()
    await expect.poll(() => page.locator('#unlock').inputValue()).toBe('')
    await shot(page, 'counter-locked-server-gone')
    await page.unrouteAll({ behavior: 'wait' })
    await locked(page)
    await at.product.server.start()
    await unlock(page)
    expect(await counterOf(page).lines()).toBe(0)
  })
})
