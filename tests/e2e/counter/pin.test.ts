import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../browser.ts'
import type { CounterPage } from '../counter-page.ts'
import { cards, store, useProduct } from '../setup.ts'

// T14: the PIN is typed on the reader's own pad (ux 1.9). Here the area's driver asks for it before it reads the card:
// an installed driver of the same name as the shipped simulated one, with one step more.

const driver = {
  id: 'sim-social-card',
  extends: 'sscard-std',
  name: '模拟社保卡读卡器（读卡前验密码）',
  version: '1.0.1',
  kind: 'socialCard',
  bits: 64,
  simulator: 'socialCard',
  tasks: {
    'read.socialCard': {
      steps: ['iVerifyPIN', 'iReadCardBas'].map((fn) => ({ fn, args: { iType: { from: 'args.iType', default: 3 } } })),
      result: { card: 'iReadCardBas.pOutInfo', raw: 'iReadCardBas.raw.pOutInfo' },
    },
  },
}

const at = useProduct()
let counter: CounterPage
const rightPin = '123456'

/** What the customer does at the pad the next time that it asks. */
const atPad = (name: keyof typeof cards, pad: 'answers' | 'cancelled' | 'timeout', entered = rightPin) =>
  at.product.devices({ socialCard: cards[name], pin: { pad, entered, next: rightPin } })

/** One key, and what the clerk reads of it; nothing is lost and nothing booked whatever it is. */
const read = async (text: string, key = 'F2'): Promise<string> => {
  await counter.press(key)
  const line = await counter.reads(text)
  expect(await counter.lines()).toBe(1)
  expect(await at.product.centre.book(store)).toEqual([])
  return line
}

describe.skipIf(!hasBrowser)('the PIN', () => {
  beforeAll(async () => {
    const folder = join(at.product.dataDir, 'agent', 'drivers', driver.id)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'driver.json'), JSON.stringify(driver))
    await at.product.agent.stop()
    await at.product.agent.start()
    await at.api.ok(signIn.do, {})
    counter = await at.counter()
    await counter.addItem('FFDS', '复方丹参滴丸')
  }, 90_000)

  test('T14 cancelled, timed out, pad unplugged: back to the state before, and the next F2 asks again', async () => {
    atPad('张三', 'cancelled')
    expect(await read('已取消读取', 'Alt+2')).toContain('购药明细已保留')
    atPad('张三', 'timeout')
    expect(await read('等待输入密码超时')).toMatch(/没有扣款，明细已保留.*参保人准备好后按 F2/)
    at.product.devices({ reader: 'absent' })
    expect(await read('没有找到读卡器')).toMatch(/电子凭证可用.*插紧 USB 线后按 F2/)
    atPad('张三', 'answers', '000000')
    await read('密码不正确，还可输入 5 次')
    atPad('张三', 'answers')
    await counter.readCard('张三', 'F2')
    expect(await counter.lines()).toBe(1)
    // A right PIN gives all the tries back, and the purchase goes on with the basket that was there.
    await counter.presettle()
  })

  test('the customer changes the PIN at the pad: the old one is wrong from now on, and the split stays as it is', async () => {
    const { page } = counter
    const cash = (await counter.money()).应收现金
    await counter.button('卡密码').click()
    const dialog = page.getByRole('dialog', { name: '社保卡密码' })
    const says = (text: string) => dialog.getByRole('status').getByText(text).waitFor()
    await dialog.getByText('张*').waitFor()
    const press = (name: string, entered: string, next = rightPin) => {
      at.product.devices({ socialCard: cards.张三, pin: { pad: 'answers', entered, next } })
      return dialog.getByRole('button', { name }).click()
    }
    await press('修改密码', rightPin, '654321')
    await says('密码已修改，今后使用新密码')
    await press('校验密码', rightPin)
    await says('密码不正确，还可输入 5 次')
    await press('校验密码', '654321')
    await says('密码正确')
    // Back to what the other customers of this file know, by somebody who does not wait for it: the pad took it all the same.
    const slow = { socialCard: cards.张三, fault: 'slow' as const, slowMs: 1500 }
    at.product.devices({ ...slow, pin: { pad: 'answers', entered: '654321', next: rightPin } })
    const atThePad = new Promise<void>((there) =>
      page.route('**/v1/card/pin/change', (route) => route.continue().then(there), { times: 1 }),
    )
    await dialog.getByRole('button', { name: '修改密码' }).click()
    await says('请参保人在密码键盘上先输入原密码')
    // Before that has gone to the pad, what is stopped has changed nothing.
    await atThePad
    await dialog.getByRole('button', { name: '停止等待' }).click()
    await says('已停止等待，不知道密码是否已修改')
    await dialog.getByText('请按「校验密码」').waitFor()
    await press('校验密码', rightPin)
    await says('密码正确')
    await dialog.getByRole('button', { name: '关闭' }).click()
    expect((await counter.money()).应收现金).toBe(cash)
    expect(await at.product.centre.book(store)).toEqual([])
  })

  test('T14 wrong six times: the tries count down one for one F2, then the card is locked for good', async () => {
    await counter.press('Control+Delete')
    await counter.page.getByRole('dialog').getByRole('button', { name: '清除购药单' }).click()
    await counter.addItem('FFDS', '复方丹参滴丸')
    atPad('李建国', 'answers', '000000')
    // Were there an automatic second try, a number would be left out.
    for (const left of [5, 4, 3, 2, 1])
      expect(await read(`密码不正确，还可输入 ${left} 次`)).toMatch(/连续输错会锁卡.*请参保人重新输入，按 F2 重试/)
    expect(await read('卡密码已锁定')).toMatch(/本卡暂不能结算.*按 Alt\+1 改用电子凭证.*社保卡服务网点/)
    atPad('李建国', 'answers')
    await counter.press('Escape')
    await read('卡密码已锁定')
    // The e-voucher needs no PIN: the same customer, the same basket.
    await counter.scan(await at.product.centre.code('32050000000000000002'))
    await counter.region('参保人').getByText('李建国', { exact: true }).waitFor()
    expect(await counter.lines()).toBe(1)
    await counter.presettle()
    await counter.settle()
    await counter.reads('结算成功')
  })
})
