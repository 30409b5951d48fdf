import { audit } from '@yibao/shared/calls/audit.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { catalogueEntry, catalogueTerm } from '../catalogue/entry-tables.ts'
import { item } from '../catalogue/tables.ts'
import { openCounter } from '../settlement/test/counter.ts'
import { auditRule } from './tables.ts'

// 超限价 goes by the caps that the area's insurance says today (1318), as the counter shows them, before those of the goods.

const areaCode = '320500'
const counter = opened(() => openCounter())
const db = () => counter.server.deps.db
let nationalCode = ''

beforeAll(async () => {
  const [sold] = await db().select().from(item).where(eq(item.ownCode, '100004'))
  nationalCode = sold!.nationalCode
  const blank = { brand: '', spec: '', dosageForm: '', unit: '', pack: '', producer: '', aprvno: '', listType: '' }
  const no = { limitText: '', otc: '', category: '', parent: '', endDay: '', initials: '', line: '' }
  await db()
    .insert(catalogueEntry)
    .values({
      ...{ areaCode, kind: '1301', code: nationalCode, name: '二甲双胍缓释片', ...blank, ...no, level: '1' },
      ...{ limited: false, negotiated: false, beginDay: '2020-01-01', valid: true, version: '1', source: 'centre' },
      grams: [],
    })
  const admin = await counter.server.as('area', { areaCode })
  await db().delete(auditRule)
  const rule = { place: 'area', code: 'XJ01', name: '超限价', kind: 'overPrice', level: 'remind' }
  await admin.ok(audit.ruleAdd, { ...rule, message: '超出部分可能拒付', advice: '请核对零售价' } as never)
})
beforeEach(() => db().delete(catalogueTerm))

const capped = (cap: string, more: object = {}) =>
  db()
    .insert(catalogueTerm)
    .values({
      ...{ areaCode, infno: '1318', rid: cap, code: nationalCode, beginDay: '2020-01-01', endDay: '' },
      ...{ valid: true, changedAt: '', data: { hilist_pric_uplmt_amt: cap }, ...more },
    })
const own = (priceCap: string | null) => db().update(item).set({ priceCap }).where(eq(item.ownCode, '100004'))
const found = async () => {
  const lines = [{ ownCode: '100004', quantity: '2', price: '9.90' }]
  const { audit: hits = [] } = await counter.preSettle(await counter.read('32050000000000000001'), { lines })
  return hits.map(({ what, amount }) => `${what}：${amount}`)
}

test('goods without a cap of their own are held to the catalogue’s', async () => {
  await own(null)
  expect(await found(), 'nobody caps them').toEqual([])
  await capped('9.500000')
  expect(await found()).toEqual(['二甲双胍缓释片 单价 9.90 超过限价 9.50：0.80'])
  await capped('1', { rid: 'over', beginDay: '2021-01-01', endDay: '2022-01-01' })
  expect(await found(), 'what is over counts no more').toHaveLength(1)
})

test('goods are held to no other area’s cap, and to none where hospitals of several levels have several', async () => {
  await own(null)
  const data = (cap: string, type: string, insu_admdvs = areaCode) => ({
    data: { hilist_pric_uplmt_amt: cap, hilist_lmtpric_type: type, insu_admdvs },
  })
  await capped('1', data('5.00', '1', '360100'))
  expect(await found()).toEqual([])
  await capped('2', data('9.50', '1'))
  expect(await found()).toHaveLength(1)
  await capped('3', data('12.00', '3'))
  expect(await found()).toEqual([])
})

test('the catalogue’s cap comes before the one that the goods came with, which counts where it has none', async () => {
  await own('9.00')
  expect(await found()).toEqual(['二甲双胍缓释片 单价 9.90 超过限价 9.00：1.80'])
  await capped('9.90')
  expect(await found()).toEqual([])
})
