import { activationBox, auth } from '@yibao/shared/calls/auth.ts'
import { ybConfig } from '@yibao/shared/calls/base.ts'
import { card } from '@yibao/shared/calls/card.ts'
import { catalogue } from '@yibao/shared/calls/catalogue.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { signIn as signInTable } from '../attendance/tables.ts'
import { cardRead } from '../card/tables.ts'
import { itemMapping } from '../catalogue/tables.ts'
import { dictionaryAreaItem } from '../dictionary/tables.ts'
import { intent, order } from '../order/tables.ts'
import { openCounter, otc } from './test/counter.ts'

// What a basket cannot be, as the counter reads it.

const counter = opened(() => openCounter())

const send = async (input: object) => {
  const { readId, insutype } = await counter.read('32050000000000000001')
  return counter.clerk.send(settlement.preSettle, { readId, insutype, medicalType: '41', ...input } as never)
}

test.each([
  ['99999999.9999', '9999999999.999999'],
  ['10000000', '10000000'],
])('%s × %s is more than an amount can hold and is said so', async (quantity, price) => {
  const lines = otc(price, quantity)
  const answer = await send({ lines })
  expect([answer.statusCode, answer.resultNotice?.error]).toEqual([400, '合计金额过大，不能结算'])
  const parked = await counter.clerk.send(settlement.park, { medicalType: '41', lines })
  expect(parked.resultNotice?.error).toBe('合计金额过大，不能结算')
})

test('the greatest amount passes', async () => {
  const answer = await send({ lines: otc('9999999999.99', '100') })
  expect(answer.result).toMatchObject({ status: '1', total: '999999999999.00' })
})

test('a customer who keeps the account pays cash; a parked basket brings the choice back', async () => {
  const lines = otc('30.00')
  const split = (answer: Awaited<ReturnType<typeof send>>) => (answer.result as { split: object }).split
  expect(split(await send({ lines }))).toMatchObject({ account: '30.00', cash: '0.00' })
  expect(split(await send({ lines, accountUsed: false }))).toMatchObject({ account: '0.00', cash: '30.00' })
  for (const accountUsed of [true, false]) {
    const { parkedId } = await counter.clerk.ok(settlement.park, { medicalType: '41', lines, accountUsed })
    expect(await counter.clerk.ok(settlement.unpark, { parkedId })).toMatchObject({ accountUsed })
  }
})

test('goods that the company has mapped and this store has not told its centre are warned of, and known at the counter', async () => {
  const { db } = counter.server.deps
  const [line] = otc('1.00')
  const mine = and(eq(itemMapping.storeId, storeIdOf('P32050100001')), eq(itemMapping.ownCode, line!.ownCode))
  const told = async () => {
    const found = await counter.clerk.ok(catalogue.searchItemDirectoryList, { keyword: line!.ownCode })
    const { warnings } = (await send({ lines: [line] })).result as { warnings: string[] }
    return [found[0]!.mapped, found[0]!.unreported, warnings.filter((text) => text.includes('还没有上报')).length]
  }
  expect(await told()).toEqual([true, undefined, 0])
  await db.update(itemMapping).set({ state: 'waiting' }).where(mine)
  expect(await told()).toEqual([true, true, 1])
  await db.update(itemMapping).set({ state: 'sent' }).where(mine)
})

test('a basket that lies aside is taken once, and by its own store alone', async () => {
  const { parkedId } = await counter.clerk.ok(settlement.park, { medicalType: '41', lines: otc('1.00') })
  const refused = async (client = counter.clerk) =>
    (await client.send(settlement.unpark, { parkedId })).resultNotice?.error
  expect(await refused(await counter.server.as('clerk2'))).toBe('挂单已被取回或已作废')
  await counter.clerk.ok(settlement.unpark, { parkedId })
  expect(await refused()).toBe('挂单已被取回或已作废')
})

test('a basket that was taken while its answer was lost comes by the same question again', async () => {
  const { parkedId } = await counter.clerk.ok(settlement.park, { medicalType: '41', lines: otc('1.00') })
  const take = (key: string) => counter.clerk.send(settlement.unpark, { parkedId }, { 'idempotency-key': key })
  const [first, again] = [await take('unpark-1'), await take('unpark-1')]
  expect(first.success).toBe(true)
  expect(again.result).toEqual(first.result)
  expect((await take('unpark-2')).resultNotice?.error).toBe('挂单已被取回或已作废')
})

test('a console of the version before says no key, and puts aside and takes back all the same', async () => {
  const none = { 'idempotency-key': '' }
  const basket = { medicalType: '41', lines: otc('0.04') }
  const put = await counter.clerk.send(settlement.park, basket, none)
  expect(put.success).toBe(true)
  expect((await counter.clerk.send(settlement.unpark, { parkedId: put.result!.parkedId }, none)).success).toBe(true)
})

test('a basket whose way aside was cut lies there once, however often it is sent by the same key', async () => {
  const lines = otc('0.03')
  const put = () => counter.clerk.send(settlement.park, { medicalType: '41', lines }, { 'idempotency-key': 'park-1' })
  const [first, again] = [await put(), await put()]
  expect(first.success).toBe(true)
  expect(again.result).toEqual(first.result)
  const rows = (await counter.clerk.ok(settlement.parkedList, {})).filter(({ total }) => total === '0.03')
  expect(rows).toHaveLength(1)
  // Taken meanwhile, it is at a counter: what comes late takes nothing away from it.
  const { parkedId } = rows[0]!
  await counter.clerk.ok(settlement.unpark, { parkedId })
  await put()
  expect((await counter.clerk.ok(settlement.parkedList, {})).map((one) => one.parkedId)).not.toContain(parkedId)
})

test('a basket put aside again before its customer was read stays his: another one’s credential is not taken for it', async () => {
  const { readId, maskedName } = await counter.read('32050000000000000001')
  const basket = { medicalType: '41', lines: otc('1.00') }
  const { parkedId } = await counter.clerk.ok(settlement.park, { ...basket, readId })
  const { orderId, lines } = await counter.clerk.ok(settlement.unpark, { parkedId })
  await counter.clerk.ok(settlement.park, { medicalType: '41', lines, orderId })
  const listed = await counter.clerk.ok(settlement.parkedList)
  expect(listed.find((row) => row.parkedId === parkedId)?.maskedName).toBe(maskedName)
  expect(await counter.clerk.ok(settlement.unpark, { parkedId })).toMatchObject({ maskedName, credentialNeeded: true })
})

test('a basket put aside long after its customer was read is his as well', async () => {
  const { readId, maskedName } = await counter.read('32050000000000000001')
  const ofReading = eq(cardRead.id, readId)
  await counter.server.deps.db
    .update(cardRead)
    .set({ expiresAt: new Date(0) })
    .where(ofReading)
  const { parkedId } = await counter.clerk.ok(settlement.park, { medicalType: '41', lines: otc('1.00'), readId })
  expect(await counter.clerk.ok(settlement.unpark, { parkedId })).toMatchObject({ maskedName, credentialNeeded: true })
})

test('who has signed out since the pre-settlement settles nothing with the number of then', async () => {
  const order = await counter.preSettle(await counter.read('32050000000000000001'))
  await counter.clerk.ok(signIn.signOut)
  const answer = await counter.settle(order)
  expect([answer.success, answer.resultNotice?.error]).toEqual([false, '今天的签到已经结束'])
  await counter.clerk.ok(signIn.do)
  expect((await counter.settle(order)).result).toMatchObject({ status: '2' })
})

test('nor does who priced before midnight and presses behind it: the number of yesterday is dead at the centre', async () => {
  const order = await counter.preSettle(await counter.read('32050000000000000001'))
  const { db } = counter.server.deps
  const open = isNull(signInTable.signedOutAt)
  await db
    .update(signInTable)
    .set({ day: addDays(formatDay(new Date()), -1) })
    .where(open)
  const answer = await counter.settle(order)
  expect([answer.success, answer.resultNotice?.tips]).toEqual([false, expect.stringContaining('签到后才能结算')])
  expect(await db.$count(intent, eq(intent.orderId, order.id))).toBe(0)
  await counter.clerk.ok(signIn.do)
  expect((await counter.settle(order)).result).toMatchObject({ status: '2' })
})

test('what is paid for a chronic disease is not priced without the disease', async () => {
  const answer = await send({ lines: otc('1.00'), medicalType: '14' })
  expect([answer.statusCode, answer.resultNotice?.error]).toEqual([409, '所选的医疗类别需要选择病种'])
})

test('a medical type that the area has stopped is offered to nobody, and priced for nobody', async () => {
  const { db } = counter.server.deps
  const offered = async () => {
    const { medicalTypes, defaultMedicalType } = await counter.clerk.ok(ybConfig.pullMedicalUI, {})
    expect((await counter.clerk.ok(card.pageDropDown)).medicalTypes).toEqual(medicalTypes)
    return [defaultMedicalType, medicalTypes.map(({ value }) => value)]
  }
  expect(await offered()).toEqual(['41', ['41', '14', '9901']])
  const stop = async (...codes: string[]) => {
    const stamp = { areaCode: '320500', source: 'local', updatedBy: '王𠮷', updatedAt: new Date() } as const
    const rows = codes.map((code) => ({ ...stamp, codeType: 'med_type', code, enabled: false }))
    await db.insert(dictionaryAreaItem).values(rows)
  }
  await stop('41')
  expect(await offered()).toEqual(['14', ['14', '9901']])
  const answer = await send({ lines: otc('1.00') })
  expect([answer.statusCode, answer.resultNotice?.error]).toEqual([409, '本区划已停用医疗类别「定点药店购药」'])
  await stop('14', '9901')
  expect(await offered(), 'nothing is left to offer').toEqual(['41', []])
  await db.delete(dictionaryAreaItem)
  expect(await offered()).toEqual(['41', ['41', '14', '9901']])
  // One that the centre's list does not name may stand below what it lists, and is sold as ever.
  const unnamed = { areaCode: '320500', source: 'centre', updatedBy: '医保中心', updatedAt: new Date() } as const
  await db.insert(dictionaryAreaItem).values({ ...unnamed, codeType: 'med_type', code: '41', enabled: false })
  expect(await offered()).toEqual(['41', ['41', '14', '9901']])
  expect((await send({ lines: otc('1.00') })).success).toBe(true)
  await stop('41')
  expect((await send({ lines: otc('1.00') })).success, 'a person has stopped it').toBe(false)
  await db.delete(dictionaryAreaItem)
})

test('blanks are no ERP bill: they would answer everybody with the first order that had none', async () => {
  const answer = await send({ lines: otc('1.00'), erpBill: '   ' })
  expect([answer.statusCode, answer.resultNotice?.error]).toEqual([400, '输入有误：ERP单号不能为空'])
  expect((await send({ lines: otc('1.00'), erpBill: '' })).success).toBe(true)
})

test('a parked ERP bill stays the ERP’s: its revision, its amounts and the sum it named come back', async () => {
  const lines = otc('1.234', '3').map((line) => ({ ...line, amount: '3.70' }))
  const bill = { erpBill: 'XS-PARK-1', erpRevision: 4, erpTotal: '3.80' }
  const { parkedId } = await counter.clerk.ok(settlement.park, { medicalType: '41', lines, ...bill })
  const back = await counter.clerk.ok(settlement.unpark, { parkedId })
  expect(back).toMatchObject({ erp: { billNo: 'XS-PARK-1', revision: 4, total: '3.80' }, lines: [{ amount: '3.70' }] })
  const { readId, insutype } = await counter.read('32050000000000000001')
  const told = { readId, insutype, medicalType: '41', ...bill, erpTotal: '3.70', lines }
  const order = await counter.clerk.ok(settlement.preSettle, { orderId: back.orderId, ...told })
  expect([order.erpBill, order.erpRevision]).toEqual(['XS-PARK-1', 4])
})

test('an order says where it comes from: what the server sees itself is not the call’s to say', async () => {
  const { db } = counter.server.deps
  const sourceOf = async (id: string) => (await db.select().from(order).where(eq(order.id, id)))[0]!.source
  const sold = async (client: typeof counter.clerk, input: object) => {
    const { readId, insutype } = await counter.read('32050000000000000002', client)
    const basket = { medicalType: '41', lines: otc('2.00'), ...input }
    const { id } = await client.ok(settlement.preSettle, { readId, insutype, ...basket } as never)
    const { parkedId } = await client.ok(settlement.park, { readId, ...basket } as never)
    return [await sourceOf(id), await sourceOf(parkedId)]
  }
  const { clerk } = counter
  expect(await sold(clerk, {})).toEqual(['2', '2'])
  for (const source of ['1', '4', '5']) expect(await sold(clerk, { source }), source).toEqual(['2', '2'])
  expect(await sold(clerk, { erpBill: 'XS-FROM-1' })).toEqual(['1', '1'])
  // A program of the chain that a customer’s scan opened: nobody but it knows that.
  expect(await sold(clerk, { source: '3' })).toEqual(['3', '3'])

  const launch = { companyId: '10001', clientNo: 'C001', verifyCode: 'demo-verify', routeKey: '8' }
  const launched = async (more: object) =>
    counter.server.withToken((await counter.server.nobody.ok(auth.silentLogin, { ...launch, ...more })).token)
  for (const more of [{}, { interactiveMode: '0' }])
    expect(await sold(await launched(more), { erpBill: `XS-FROM-2${JSON.stringify(more)}` })).toEqual(['1', '1'])
  const box = await launched({ interactiveMode: activationBox })
  expect(await sold(box, {})).toEqual(['5', '5'])
  expect(await sold(box, { erpBill: 'XS-FROM-3', source: '3' })).toEqual(['5', '5'])
  // The session is the same under its next token.
  const next = counter.server.withToken((await box.ok(auth.refreshToken)).token)
  expect(await sold(next, { source: '2' })).toEqual(['5', '5'])
})
