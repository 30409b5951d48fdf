import { expect, test } from 'vitest'
import { CallError } from './error.ts'
import { sendsOnce } from './request.ts'

/** A dialog that notes by which key each of its requests went. */
const dialog = () => {
  const [once, keys] = [sendsOnce(), [] as string[]]
  const press = (values: object, fault?: Error) =>
    once(values, async (key) => {
      keys.push(key)
      if (fault) throw fault
    }).catch((cause) => cause)
  return { press, keys, places: () => keys.map((key) => keys.indexOf(key)) }
}

test('what one dialog sends again after a lost answer is the same request; other values, and another dialog’s, are not', async () => {
  const [one, other] = [dialog(), dialog()]
  const lost = new CallError('网络已断开', { code: 'network', cut: true })
  expect(await one.press({ orderId: '1', amount: '20.60' }, lost)).toBe(lost)
  await one.press({ orderId: '1', amount: '5.00' })
  await one.press({ orderId: '1', amount: '20.60' })
  await one.press({ orderId: '1', amount: '20.60' })
  await other.press({ orderId: '1', amount: '20.60' })
  expect(one.places()).toEqual([0, 1, 0, 0])
  expect([...one.keys, ...other.keys].every((key) => /^[0-9a-f]{32}$/.test(key))).toBe(true)
  expect(one.keys).not.toContain(other.keys[0])
})

test('after a definite refusal the same values are asked anew; while nobody knows how it ended they are the same request', async () => {
  const at = dialog()
  const values = { orderId: '1', reason: '顾客退货' }
  for (const fault of [
    new CallError('医保中心：“请先签到”', { code: '302002', statusCode: 422 }),
    new CallError('今天的签到已经结束', { statusCode: 409, extend: { key: 'sign.closed' } }),
    new CallError('系统正在核实这笔结算', { statusCode: 409, extend: { key: 'order.busy' } }),
    new CallError('系统正忙', { code: '106001', statusCode: 409 }),
    new CallError('服务出错', { statusCode: 500 }),
    new CallError('Bad Gateway', { code: '502', statusCode: 502, cut: true }),
    // It never left, and says nothing of those before it.
    new CallError('正在升级', { code: 'UPDATING', statusCode: 503, unsent: true }),
    undefined,
  ])
    await at.press(values, fault)
  expect(at.places()).toEqual([0, 1, 2, 2, 2, 2, 2, 2])
})
