import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, signIn as logIn } from '../browser.ts'
import type { CounterPage } from '../counter-page.ts'
import { expectSameMoney, ourOrders } from '../money.ts'
import { cards, psnNo, store, useProduct } from '../setup.ts'
import { until } from '../until.ts'

// T01, T05, T06, T11, T15, T18: credentials, scans, customers who come and go, lines and sessions that end.

const at = useProduct()
const second = 2
let counter: CounterPage
const booked = async () => (await at.product.centre.book(store)).length
const clear = async () => {
  await counter.press('Control+Delete')
  const sure = counter.page.getByRole('dialog').getByRole('button', { name: '清除购药单' })
  await sure.or(counter.page.getByText('请扫描医保电子凭证，').first()).first().waitFor()
  if (await sure.isVisible()) await sure.click()
  await counter.reads('请扫描医保电子凭证')
}

describe.skipIf(!hasBrowser)('people at the counter', () => {
  beforeAll(async () => {
    counter = await at.counter()
  })

  test('T18: not signed in: M31 says so with its one action, and the basket is still there', async () => {
    at.insert('李建国')
    await counter.addItem('FFDS', '复方丹参滴丸')
    await counter.press('Alt+2')
    await counter.reads(/还没有签到/)
    await counter.button('立即签到').click()
    await counter.reads('已签到')
    // The light over the page says the same.
    await counter.page.getByRole('button', { name: '医保中心：正常' }).waitFor()
    expect(await counter.lines()).toBe(1)
    await counter.readCard('李建国')
    await counter.presettle()
    await clear()
  })

  test('T01: social card, identity card and e-voucher show everything that was given', async () => {
    const facts = () => counter.region('参保人').innerText()
    at.product.devices({ socialCard: cards.王秀英, idCard: '320501195607211287' })
    const wanted = [/王秀英/, /女/, /70 岁/, /3205\*{8}1287/, /苏州市/, /职工基本医疗保险/, /正常参保/, /800\.00/]
    for (const read of [
      () => counter.readCard('王秀英', 'Alt+2'),
      () => counter.readCard('王秀英', 'Alt+3'),
      async () => counter.scan(await at.product.centre.code(psnNo(3))),
    ]) {
      await read()
      const seen = await until('the person is shown', facts, (text) => wanted.every((one) => one.test(text)))
      // Neither a whole number nor a code is anywhere on the page (N3).
      expect(seen).not.toMatch(/\d{15,}/)
      await clear()
    }
    at.insert('吴晓东')
    await counter.press('Alt+2')
    expect(await counter.reads('外地参保')).toMatch(/外地参保：.+市/)
    await expect.poll(() => counter.region('参保人').innerText()).toContain('异地')
    await clear()
  })

  test('T05: no card, then the card is pulled out: a sentence with the next step, the basket is kept', async () => {
    await counter.addItem('FFDS', '复方丹参滴丸')
    at.product.devices({ socialCard: 'none' })
    await counter.press('Alt+2')
    expect(await counter.reads('没有检测到卡')).toContain('按 F2')
    at.product.devices({ card: 'removed' })
    await counter.press('F2')
    expect(await counter.reads('读取时卡被拔出')).toContain('购药明细已保留')
    at.insert('李建国')
    await counter.readCard('李建国', 'F2')
    expect(await counter.lines()).toBe(1)
    expect(await booked()).toBe(0)
    await clear()
  })

  test('T11: a scan that ends in Enter over the F9 button adds its goods and books nothing', async () => {
    at.insert('李建国')
    await counter.readCard('李建国')
    await counter.addItem('FFDS', '复方丹参滴丸')
    await counter.presettle()
    await counter.guard()
    await counter.button(/F9\s*结算/).focus()
    await counter.scan('6900045601115')
    await counter.reads('原预结算作废')
    expect(await counter.lines()).toBe(2)
    expect(await booked()).toBe(0)
    // The same while a dialog is open: the basket gets it, the dialog's button is not pressed.
    await counter.press('F6')
    await counter.page.getByRole('dialog', { name: '外配处方' }).waitFor()
    await counter.scan('6900045601115')
    await counter.page.getByRole('dialog', { name: '外配处方' }).waitFor()
    await counter.press('Escape')
    expect(await booked()).toBe(0)
  })

  test('T15: another customer’s e-voucher in the middle replaces nobody until she says so', async () => {
    await counter.scan(await at.product.centre.code(psnNo(1)))
    expect(await counter.reads('已读取另一位参保人')).toMatch(/张\*.*当前购药属于 李\*\*/)
    await counter.region('参保人').getByText('李建国', { exact: true }).waitFor()
    await counter.button('忽略').click()
    await counter.presettle()
    await clear()
  })

  test('T15: three parked come back in another order, at another counter, to the right persons', async () => {
    for (const [name, item, goods] of [
      ['张三', 'FFDS', '复方丹参滴丸'],
      ['李建国', 'WSSC', '维生素C片'],
      ['王秀英', 'FFDS', '复方丹参滴丸'],
    ] as const) {
      at.insert(name)
      await counter.readCard(name)
      await counter.addItem(item, goods)
      await counter.press('F4')
      await counter.reads('已挂单')
    }
    // The centre's sign-in belongs to the operator, not to the store.
    await (await at.product.as('pharmacist')).ok(signIn.do, {})
    const other = await at.counter('pharmacist')
    await other.press('F4')
    const list = other.page.getByRole('dialog', { name: '取单' })
    await list.getByRole('button', { name: /李\*\*/ }).click()
    await other.reads('挂单已取回')
    await expect.poll(() => other.region('购药明细').innerText()).toContain('15.60')
    expect(await other.region('参保人').innerText()).not.toMatch(/张三|王秀英/)
    // Another operator has no reading of his: the right person must come, a wrong one is refused (ux 1.10).
    at.insert('张三')
    await other.press('Alt+2')
    await other.reads('凭证与挂单的参保人不一致')
    await other.button('取消').click()
    at.insert('李建国')
    await other.readCard('李建国')
    await other.presettle()
    await other.settle()
    await other.reads('结算成功')
    const ours = await expectSameMoney(at.books, await other.money())
    expect([ours.maskedName, ours.total]).toEqual(['李**', '15.60'])
    await other.page.context().close()
    await counter.press('F4')
    const rows = counter.page.getByRole('dialog', { name: '取单' }).getByRole('button', { name: /种/ })
    await until(
      'two are left',
      () => rows.count(),
      (count) => count === second,
    )
    await counter.press('Escape')
  })

  test('T06: the line to the server is cut before F9: nothing is sent, and she may go on when it is back', async () => {
    at.insert('李建国')
    await counter.readCard('李建国')
    await counter.addItem('WSSC', '维生素C片')
    await counter.presettle()
    const before = await booked()
    await counter.page.context().setOffline(true)
    await counter.guard()
    await counter.press('F9')
    await counter.reads(/网络已断开|结算结果未知/)
    await counter.page.context().setOffline(false)
    await counter.reads(/网络已恢复|已核实|预结算/)
    expect(await booked()).toBe(before)
    await counter.presettle()
    await counter.settle()
    await counter.reads('结算成功')
    expect(await booked()).toBe(before + 1)
    const open = (await ourOrders(at.api)).filter(({ status }) => status === '4')
    expect(open).toEqual([])
  })

  test('T18: the session ends with a full basket: it is back after the login', async () => {
    at.insert('李建国')
    await counter.readCard('李建国')
    await counter.addItem('FFDS', '复方丹参滴丸')
    const { page } = counter
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    await page.evaluate(() => localStorage.setItem('token', 'gone'))
    await counter.press('F8')
    await page.getByRole('alertdialog').getByRole('button', { name: '重新登录' }).click()
    await page.getByLabel('用户名').waitFor()
    // The basket is kept: the browser does not ask whether it may go.
    expect(asked).toEqual([])
    await logIn(page, at.product.app, 'clerk')
    await page.goto(`${at.product.app}/swiping-card`)
    await counter.region('参保人').getByText('李建国', { exact: true }).waitFor()
    // The line names what came back and the next step (ux 1.7, N6).
    expect(await counter.reads('已恢复未结算的购药单')).toContain('按 F8 重新预结算')
    expect(await counter.lines()).toBe(1)
    await counter.presettle()
  })
})
