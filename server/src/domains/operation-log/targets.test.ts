import type { Call } from '@yibao/shared/call.ts'
import { calls } from '@yibao/shared/calls/index.ts'
import { operationLog } from '@yibao/shared/calls/operation-log.ts'
import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { roleUser } from '@yibao/shared/calls/role-user.ts'
import { operationModule } from '@yibao/shared/entities/operation.ts'
import { envelope } from '@yibao/shared/envelope.ts'
import { metaOf } from '@yibao/shared/field.ts'
import { expect, test } from 'vitest'
import { lineOf, targetOf } from '../../call/audit.ts'
import { expectAfter, expectNamed, removals, withoutTarget } from '../../call/audit-named.ts'
import { Noted } from '../../call/noted.ts'
import type { SessionUser } from '../../call/session-user.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { people } from '../../seed/people.ts'
import type { Client } from '../../test/kit.ts'
import { useBench } from '../reconciliation/test/use-bench.ts'

// On what every audited call acted, and at which store (domain.md 8.2: object).

const bench = useBench()
const [guanqian, pingjiang] = [storeIdOf('P32050100001'), storeIdOf('P32050100002')]

const audited = Object.entries(calls as Record<string, Record<string, Call>>).flatMap(([domain, group]) =>
  Object.entries(group).flatMap(([key, call]) => (call.audit ? [{ domain, name: `${domain}.${key}`, call }] : [])),
)
const callNamed = (name: string) => audited.find((one) => one.name === name)!.call

/** What somebody finds: what was done, to what, at which store, newest first. */
const found = async (who: Client, filters: object) =>
  (await who.ok(operationLog.paged, { pageSize: 100, ...filters })).items.map(({ action, target, storeName }) => ({
    action,
    target,
    storeName,
  }))

test('what a clerk and an administrator did to an order is found by its number and by its store', async () => {
  const day = await bench.day('clerk', '2026-09-01')
  const { server } = day.counter
  const area = await server.as('area', { areaCode: '320500' })
  const { id } = await day.buy()
  const { orderNo } = await day.order(id)
  expect((await day.cancel(id)).success).toBe(true)
  await area.send(orderCalls.recheck, { id })
  const storeName = '示例大药房观前店'
  const expected = ['重查订单', '撤销结算', '结算', '预结算'].map((action) => ({ action, target: orderNo, storeName }))
  expect(await found(area, { keyword: orderNo })).toEqual(expected)
  expect(await found(area, { keyword: orderNo, storeId: guanqian })).toEqual(expected)
  expect(await found(area, { keyword: orderNo, storeId: pingjiang })).toEqual([])
})

test('a difference is found by its order, a day by its date; a run over a whole area by each of its stores', async () => {
  const day = await bench.day('clerk', '2026-09-02')
  const area = await day.counter.server.as('area', { areaCode: '320500' })
  const { id } = await day.buy()
  const { orderNo } = await day.order(id)
  await day.undoAtCentre(id)
  const [difference] = await day.run()
  await area.send(reconciliation.handle, { diffId: difference!.id, action: 'mark', note: '已与医保中心核对' })
  await area.send(reconciliation.undo, { diffId: difference!.id })
  const target = `2026-09-02 ${orderNo}`
  const storeName = '示例大药房观前店'
  expect((await found(area, { storeId: guanqian, keyword: orderNo })).slice(0, 2)).toEqual([
    { action: '撤回差异处理', target, storeName },
    { action: '处理差异', target, storeName },
  ])
  const days = await found(area, { storeId: guanqian, keyword: '2026-09-02' })
  expect(days.map(({ action }) => action)).toEqual(['撤回差异处理', '处理差异', '对明细', '对总账'])

  await area.ok(reconciliation.totals, { day: '2026-09-02' })
  const run = { action: '批量对总账', target: '2026-09-02', storeName: '' }
  for (const storeId of [guanqian, pingjiang])
    expect(await found(area, { storeId, action: '批量对总账' })).toContainEqual(run)
})

test('an account is found by its name, whatever of it was changed, and a refused try with it', async () => {
  const day = await bench.day('clerk', '2026-09-03')
  const area = await day.counter.server.as('area', { areaCode: '320500' })
  const { id: userId } = people.find(({ userName }) => userName === 'clerk')!
  const form = { userId, surName: '李', name: '李䶮', isAdminUser: false, storeId: guanqian }
  await area.ok(roleUser.editUser, form)
  await area.send(roleUser.editUser, { ...form, storeId: 'nowhere' })
  const line = { action: '修改用户', target: 'clerk', storeName: '示例大药房观前店' }
  expect(await found(area, { keyword: 'clerk', action: '修改用户', storeId: guanqian })).toEqual([line, line])
})

const told = (name: string, input: object, { on = [] as string[], stores = [] as string[], me = {} } = {}) => {
  const noted = new Noted()
  for (const what of on) noted.on.add(what)
  for (const id of stores) noted.stores.add(id)
  const user = { userId: 'u', userName: 'u', areaCode: '320500', ...me } as SessionUser
  const asked = { call: callNamed(name), name, user, input: input as Record<string, unknown>, noted }
  return lineOf({ ...asked, answer: envelope({ result: null }), ms: 1, ip: '', requestId: 'r', client: '' }, new Date())
}

test('a line stands at the actor’s store, else at the one it was done to; all others beside', () => {
  const name = 'order.recheck'
  expect(told(name, {}, { stores: ['a'] })).toMatchObject({ storeId: 'a', stores: null })
  expect(told(name, {}, { stores: ['a', 'b'] })).toMatchObject({ storeId: null, stores: ['a', 'b'] })
  expect(told(name, {}, { stores: ['a'], me: { storeId: 'a' } })).toMatchObject({ storeId: 'a', stores: null })
  expect(told(name, {}, { stores: ['a'], me: { storeId: 'z' } })).toMatchObject({ storeId: 'z', stores: ['a'] })
  expect(told(name, {})).toMatchObject({ storeId: null, stores: null })
})

test('nobody’s number stands in a target, and an order’s stays whole', () => {
  expect(told('rx.save', { number: '1' }, { on: ['观前店 320501199001011238'] }).target).toBe('观前店 [号码]')
  // As long, and no person’s: its check digit is not right.
  expect(told('rx.save', { number: '1' }, { on: ['320501202611290012'] }).target).toBe('320501202611290012')
  expect(told('order.recheck', {}, { on: ['00001260901123450007'] }).target).toBe('00001260901123450007')
})

test('a call that says nothing of what it acted on is a fault before it is in use', () => {
  const asked = { call: callNamed('order.recheck'), name: 'order.recheck', input: {}, noted: new Noted() }
  expect(() => expectNamed(asked)).toThrow('c.on')
  asked.noted.on.add('00001260901123450007')
  expect(() => expectNamed(asked)).not.toThrow()
  // Every server of the tests holds its calls to it.
  expect(bench.counter.server.deps.config.strictAnswers).toBe(true)
  for (const [name, reason] of Object.entries(withoutTarget)) {
    expect(callNamed(name), name).toBeTruthy()
    expect(callNamed(name).audit?.target, name).toBeUndefined()
    expect(reason.length, name).toBeGreaterThan(5)
  }
  expect(Object.keys(withoutTarget).length).toBeLessThan(10)
})

test('a call that says what was before says what is after, unless it takes something away', () => {
  const kept = (values: Record<string, unknown>, name = 'ownItem.save') =>
    expectAfter({ name, noted: new Noted(values) })
  expect(() => kept({ before: { price: '1.00' } })).toThrow('after')
  for (const values of [{}, { before: { price: '1.00' }, after: { price: '2.00' } }, { after: { price: '2.00' } }])
    expect(() => kept(values)).not.toThrow()
  expect(() => kept({ before: { name: '顾𠮷' } }, 'doctor.remove')).not.toThrow()
  for (const name of removals) expect(callNamed(name)?.audit, name).toBeTruthy()
})

test('what a contract names as a target is short and no secret', () => {
  for (const { name, call } of audited)
    for (const field of call.audit?.target ?? []) {
      expect(Object.keys(call.input.shape), name).toContain(field)
      expect(field, name).not.toMatch(/pass|pwd|secret|cert|card|psn|mobile|phone/i)
    }
  expect(targetOf({ call: callNamed('reconciliation.totals'), input: { day: '2026-09-02' }, noted: new Noted() })).toBe(
    '2026-09-02',
  )
})

test('every domain with audited calls is a module that can be filtered by', () => {
  const modules = metaOf(operationModule)?.choices ?? {}
  expect(audited.filter(({ domain }) => !modules[domain]).map(({ name }) => name)).toEqual([])
})
