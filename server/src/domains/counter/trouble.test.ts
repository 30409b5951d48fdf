import { message as messages } from '@yibao/shared/calls/message.ts'
import { trouble } from '@yibao/shared/calls/trouble.ts'
import { beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'
import { sold } from '../../test/orders.ts'
import { message } from '../message/tables.ts'

const clock = testClock()
const server = opened(() => startTestServer({ clock }))
beforeEach(async () => {
  await server.deps.db.delete(message)
})

const heard = async (client: Client) => {
  const { items } = await client.ok(messages.paged, { tab: 'unread' })
  return Promise.all(items.map(({ id }) => client.ok(messages.get, { id })))
}

test('what a clerk reports reaches the administrators of his area: store, operator, what was said, and nobody’s number', async () => {
  const clerk = await server.as('clerk')
  const text = '参保人 32050119900101123X（卡号 0081544C9086）待遇已暂停'
  expect(await clerk.ok(trouble.report, { cause: 'presettle', text })).toEqual({ fresh: true })
  const [told, ...others] = await heard(await server.as('area', { areaCode: '320500' }))
  expect([told?.title, others]).toEqual(['医保中心未通过预结算：示例大药房观前店', []])
  for (const part of ['示例大药房观前店（P32050100001）', '李店员', '待遇已暂停']) expect(told?.content).toContain(part)
  expect(told?.content).toContain('参保人 …（卡号 …）待遇已暂停')
  expect(told?.content).not.toMatch(/32050119900101|9086/)
  // Nobody else's: neither the store's own people nor those of another area.
  for (const other of [clerk, await server.as('clerk2')]) expect(await heard(other)).toEqual([])
})

test('the same is told once in ten minutes, something else at once', async () => {
  const clerk = await server.as('clerk')
  // In the middle of ten minutes of the clock: what counts is the time since.
  clock.advance(300_000)
  const report = async (text: string) => (await clerk.ok(trouble.report, { cause: 'driver', text })).fresh
  expect(await Promise.all([report('DRIVER_CRASHED'), report('DRIVER_OPEN 䶮')])).toEqual([true, true])
  expect(await report('DRIVER_CRASHED')).toBe(false)
  clock.advance(599_000)
  expect(await report('DRIVER_CRASHED')).toBe(false)
  clock.advance(2_000)
  expect(await report('DRIVER_CRASHED')).toBe(true)
  expect(await heard(await server.as('area', { areaCode: '320500' }))).toHaveLength(3)
})

test('of an order nobody’s name is passed on, also where the counter has read nobody', async () => {
  const clerk = await server.as('clerk')
  const identity = server.deps.services.vault.seal(JSON.stringify({ name: '欧阳䶮𠮷' }))
  await sold(server.deps, { id: 'o-trouble', orderNo: 'N-䶮-1', identity, maskedName: '欧***' })
  await clerk.ok(trouble.report, {
    cause: 'reversal',
    orderId: 'o-trouble',
    text: '参保人欧阳䶮𠮷已办理转移，不能撤销',
  })
  const [told] = await heard(await server.as('area', { areaCode: '320500' }))
  expect(told?.content).toContain('订单 N-䶮-1')
  expect(told?.content).toContain('参保人参保人已办理转移，不能撤销')
  expect(told?.content).not.toContain('欧阳')
})
