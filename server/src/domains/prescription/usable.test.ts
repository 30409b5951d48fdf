import { rx } from '@yibao/shared/calls/prescription.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { newId } from '../../base/ids.ts'
import { catalogueEntry, catalogueTerm } from '../catalogue/entry-tables.ts'
import { item } from '../catalogue/tables.ts'
import { openCounter } from '../settlement/test/counter.ts'
import { prescription } from './tables.ts'
import { enter, pass, register, zhangSan } from './test/paper.ts'

const counter = opened(() => openCounter())

test('of a common name a customer is offered his own, however many others of that name were here since', async () => {
  const { clerk, server } = counter
  const one = await enter(clerk, { readId: (await counter.read(zhangSan)).readId })
  const { db } = server.deps
  const [row] = await db.select().from(prescription).where(eq(prescription.id, one.id))
  const others = Array.from({ length: 31 }, (_, i) => ({
    ...{ ...row!, id: newId(), number: `${one.number}-${i}`, psnHash: 'another person of this name' },
    submittedAt: new Date(row!.submittedAt.getTime() + 1000 * (i + 1)),
  }))
  await db.insert(prescription).values(others)
  const { readId } = await counter.read(zhangSan)
  const offered = (await clerk.ok(rx.usable, { readId })).items.map(({ id }) => id)
  expect(offered).toEqual([one.id])
})

test('what was typed from a paper is his by its certificate, and by his name alone where the paper says no more', async () => {
  const { clerk } = counter
  const { readId } = await counter.read(zhangSan)
  const [known] = (await clerk.ok(rx.usable, { readId })).items
  const { name } = await clerk.ok(rx.get, { id: known!.id })
  const named = await enter(clerk, { name })
  const certified = await enter(clerk, { name, certNo: '320501198001011238' })
  const offered = (await clerk.ok(rx.usable, { readId })).items.map(({ id }) => id)
  expect(offered).toContain(named.id)
  expect(offered, 'of another person of this name').not.toContain(certified.id)
})

test('a long paper is offered for as long as it is good: its number cannot be typed a second time', async () => {
  const { clerk, server } = counter
  const { db } = server.deps
  const { readId } = await counter.read(zhangSan)
  const today = formatDay(new Date())
  const long = await enter(clerk, { readId, prescribedOn: addDays(today, -40), validUntil: addDays(today, 44) })
  const over = await enter(clerk, { readId, prescribedOn: addDays(today, -40), validUntil: addDays(today, -38) })
  const submittedAt = new Date(Date.now() - 40 * 86_400_000)
  for (const { id } of [long, over]) await db.update(prescription).set({ submittedAt }).where(eq(prescription.id, id))
  const offered = (await clerk.ok(rx.usable, { readId })).items.map(({ id }) => id)
  expect(offered).toContain(long.id)
  expect(offered, 'over for weeks').not.toContain(over.id)
})

test('goods of a paper are offered with the share of the customer’s own insurance', async () => {
  const { clerk, server } = counter
  const { db } = server.deps
  const areaCode = '320500'
  const [{ nationalCode: code } = { nationalCode: '' }] = await db.select().from(item).where(eq(item.ownCode, '100001'))
  const blank = { brand: '', spec: '', dosageForm: '', unit: '', pack: '', producer: '', aprvno: '', listType: '' }
  const no = { limitText: '', otc: '', category: '', parent: '', endDay: '', initials: '', line: '' }
  await db.insert(catalogueEntry).values({
    ...{ areaCode, kind: '1301', code, name: '阿莫西林胶囊', ...blank, ...no, level: '2', limited: false, grams: [] },
    ...{ negotiated: false, beginDay: '2020-01-01', valid: true, version: '1', source: 'centre' },
  })
  for (const [person, share] of [
    ['310', '0.1'],
    ['390', '0.2'],
    ['330', '0.05'],
  ])
    await db.insert(catalogueTerm).values({
      ...{
        areaCode,
        infno: '1319',
        rid: person!,
        code,
        beginDay: '2020-01-01',
        endDay: '',
        valid: true,
        changedAt: '',
      },
      data: { insu_admdvs: areaCode, selfpay_prop_psn_type: person!, selfpay_prop_type: '10', selfpay_prop: share! },
    })
  await register(server)
  const pharmacist = await server.as('pharmacist')
  const shares: (string | undefined)[] = []
  for (const psnNo of [zhangSan, '32050000000000000004', '32050000000000000005']) {
    const { readId } = await counter.read(psnNo)
    await pass(pharmacist, await enter(clerk, { readId }))
    const { goods } = await clerk.ok(rx.usable, { readId })
    shares.push(goods.find(({ ownCode }) => ownCode === '100001')?.selfPayRatio)
  }
  expect(shares).toEqual(['0.1', '0.2', '0.05'])
})
