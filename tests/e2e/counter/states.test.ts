import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../browser.ts'
import type { CounterPage } from '../counter-page.ts'
import { expectSameMoney } from '../money.ts'
import { psnNo, store, useProduct } from '../setup.ts'

// T04 in the browser, by card: three states of persons stand for all (tests/counter/states.test.ts plays every one).

const at = useProduct()
let counter: CounterPage
const booked = async () => (await at.product.centre.book(store)).length
const clear = async () => {
  await counter.press('Control+Delete')
  await counter.page.getByRole('dialog').getByRole('button', { name: '清除购药单' }).click()
  await counter.reads('请扫描医保电子凭证')
}

describe.skipIf(!hasBrowser)('persons in every state', () => {
  beforeAll(async () => {
    await at.api.ok(signIn.do, {})
    counter = await at.counter()
  })

  test('T04 paused: M13 names state and balance, and the account pays all the same (N8)', async () => {
    at.insert('刘志强')
    await counter.readCard('刘志强')
    expect(await counter.reads('暂停参保')).toMatch(
      /参保状态：暂停参保 ?.*不享受统筹待遇，个人账户余额 60\.00 仍可使用.*继续按 F8/,
    )
    await counter.addItem('FFDS', '复方丹参滴丸')
    await counter.presettle()
    await counter.settle()
    await counter.reads('结算成功')
    const { account, cash } = await expectSameMoney(at.books, await counter.money())
    expect([account, cash]).toEqual(['30.00', '0.00'])
  })

  test('T04 lost card: the centre’s own words without a code, the basket stays, the e-voucher works', async () => {
    const before = await booked()
    await counter.addItem('FFDS', '复方丹参滴丸')
    at.insert('周海涛')
    await counter.press('Alt+2')
    const line = await counter.reads('已挂失')
    // The hint library's way on stands there as soon as it has been asked (M23).
    expect(line).toMatch(/^医保中心：“社会保障卡已挂失，不能使用”.*明细已保留/)
    await counter.reads('按 Alt+1 改用电子凭证')
    await counter.scan(await at.product.centre.code(psnNo(8)))
    await counter.region('参保人').getByText('周海涛', { exact: true }).waitFor()
    expect(await counter.lines()).toBe(1)
    await counter.presettle()
    expect(await booked()).toBe(before)
    await clear()
  })

  test('T04 frozen account: nobody promises it, and F8 quotes the centre', async () => {
    const before = await booked()
    at.insert('田大伟')
    await counter.readCard('田大伟')
    expect(await counter.reads('个人账户已冻结')).toContain('个人账户不能使用')
    await counter.addItem('FFDS', '复方丹参滴丸')
    await counter.press('F8')
    await counter.reads('医保中心未通过预结算：“个人账户已冻结，不能使用个人账户支付”')
    await counter.reads('把「个人账户」改为不用')
    expect(await counter.lines()).toBe(1)
    expect(await booked()).toBe(before)
  })
})
