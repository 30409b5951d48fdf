import { operationLog } from '@yibao/shared/calls/operation-log.ts'
import { rx } from '@yibao/shared/calls/prescription.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../../tools/opened.ts'
import { databases } from '../../../test/kit.ts'
import { item } from '../../catalogue/tables.ts'
import { order } from '../../order/tables.ts'
import { area, store } from '../../organisation/tables.ts'
import { startCentre } from '../../settlement/test/centre.ts'
import { takenSent } from '../../settlement/test/sent.ts'
import { prescription, rxDownload } from '../tables.ts'
import { liXiaolan, paper, zhangSan } from '../test/paper.ts'
import { matchDrugs } from './match.ts'
import { openCirculation, shopCode, showCode } from './test/counter.ts'

// Electronic prescriptions from the centre to the counter and back (domain.md 7.7).

const used = '32050000000000000004'
const repeated = '32050000000000000003'
const centre = opened(startCentre)
const shop = opened(() => openCirculation(centre))
const error = async (answer: Promise<{ resultNotice: { error?: string } | null }>) => (await answer).resultNotice?.error

test('nothing is asked of the centre before the e-voucher was shown for it, and by its owner', async () => {
  const { readId } = await shop.counter.read(zhangSan)
  expect(await shop.clerk.ok(rx.counterCirculated, { readId })).toEqual({ presented: false, items: [] })
  expect((await showCode(shop.clerk, centre, readId, liXiaolan)).resultNotice?.error).toContain('不是已读参保人的')
  const shown = await showCode(shop.clerk, centre, readId, zhangSan)
  expect(shown.result?.items.map(({ state }) => state).sort()).toEqual(['over', 'usable'])
  expect((await shop.clerk.ok(rx.counterCirculated, { readId })).presented, 'kept with the reading').toBe(true)
  const nanjing = await shop.server.as('area', { areaCode: '320100' })
  expect((await nanjing.send(rx.counterCirculated, { readId })).success).toBe(false)
})

test('what the centre has stands as it is: used, revoked, for later, and not downloadable', async () => {
  const states = async (psnNo: string) => (await shop.read(psnNo)).items.map(({ state }) => state).sort()
  expect(await states(used)).toEqual(['used'])
  expect(await states(repeated)).toEqual(['revoked', 'usable'])
  const { readId, items } = await shop.read(used)
  expect(await error(shop.fetch(readId, items[0]!.number))).toBe(`处方 ${items[0]!.number} 已使用，不能下载`)
})

test('downloaded: sealed, matched by code and by pack, what is not sold here waits for a person, the pharmacist and the centre', async () => {
  const { readId, items } = await shop.read(liXiaolan)
  const one = (await shop.fetch(readId, items[0]!.number)).result!
  expect(one).toMatchObject({ source: 'circulation', state: 'waiting', kinds: 2, maskedName: '李**', name: '李建国' })
  // 56 片 of 28 片 a box.
  expect(one.lines.map(({ ownCode, quantity, limit }) => [ownCode, quantity, limit])).toEqual([
    ['100013', '56', '2'],
    [undefined, '2', '2'],
  ])
  const kept = JSON.stringify(await shop.deps.db.select().from(prescription))
  for (const secret of ['李建国', '高血压病', liXiaolan]) expect(kept).not.toContain(secret)
  const log = JSON.stringify((await (await shop.server.as('admin')).ok(operationLog.paged, { pageSize: 50 })).items)
  expect(log).toContain('下载处方')
  for (const secret of ['李建国', '高血压病']) expect(log).not.toContain(secret)
  expect((await shop.read(liXiaolan)).items[0]).toMatchObject({ state: 'here', id: one.id })
  // What it says is the doctor's; which goods are meant is the shop's.
  expect(await error(shop.clerk.send(rx.counterSave, { ...paper(), id: one.id, name: '李建国' } as never))).toBe(
    '流转处方的内容不能修改',
  )
  expect(await error(shop.clerk.send(rx.counterSave, { ...paper({ number: one.number }), readId } as never))).toContain(
    '已从医保中心下载',
  )
  const choose = (input: object) =>
    shop.clerk.send(rx.counterMatch, {
      id: one.id,
      revision: one.revision,
      no: 2,
      ownCode: '100016',
      ...input,
    } as never)
  expect(await error(choose({ limit: '3' }))).toBe('缬沙坦胶囊 可售数量 3 超过处方数量 2')
  expect(await error(choose({ limit: '2', no: 3 }))).toBe('处方没有第 3 种药品')
  const pharmacist = await shop.server.as('pharmacist')
  await pharmacist.ok(rx.take, { id: one.id })
  expect(await error(choose({ limit: '2' }))).toBe('王药师 正在审核这张处方')
  await pharmacist.ok(rx.giveBack, { id: one.id })
  const matched = (await choose({ limit: '2' })).result!
  expect(matched.lines[1]).toMatchObject({ ownCode: '100016', limit: '2' })
  expect(await error(choose({ limit: '2' })), 'read before that').toContain('有了修改')
  const reviewed = await shop.review(matched)
  expect(reviewed).toMatchObject({ state: 'passed', verdict: 'told', pharmacist: '王药师' })
  expect((await shop.book(liXiaolan, one.number)).verdict).toMatchObject({ fixmedins_code: shopCode, stas: '1' })
  expect(await error(choose({ limit: '1', revision: reviewed.revision }))).toContain('审核通过')
})

test('settled on it with its number on every line, dispensed at the centre, and free again after a reversal', async () => {
  const one = await shop.passed(zhangSan)
  const orderId = await shop.sell(one, zhangSan)
  const [row] = await shop.deps.db.select().from(order).where(eq(order.id, orderId))
  expect([row?.source, row?.basket.circulated]).toEqual(['4', true])
  // How it is taken is told in its parts, as its hospital wrote them.
  const taken = { way: '口服', dose: '1粒', frequency: '每日三次', days: 7 }
  expect(row?.lines[0]?.dosage).toEqual(taken)
  expect(await takenSent(shop.server, orderId)).toEqual([['100001', '', '1粒', '每日三次', '口服', '7.00']])
  expect((await shop.book(zhangSan, one.number)).rx_used_stas_codg).toBe('2')
  await shop.round()
  expect(await shop.told(one.id)).toEqual(['verdict:told', 'dispense:told'])
  expect(await shop.now(one.id)).toMatchObject({ use: 'used', dispense: 'told' })
  const [dispensing] = (await shop.book(zhangSan, one.number)).dispensings
  expect(dispensing?.data).toMatchObject({ sel_retn_type: '1', setl_id: row?.setlId, medfee_sumamt: '40.00' })
  expect(dispensing?.data.drugs).toMatchObject([{ sel_retn_cnt: '2.0000', fixmedins_hilist_id: '100001' }])
  expect((await shop.reverse(orderId)).result?.status).toBe('3')
  await shop.round()
  expect(await shop.told(one.id)).toEqual(['verdict:told', 'dispense:told', 'return:told'])
  expect(await shop.book(zhangSan, one.number)).toMatchObject({ dispensed: '', rx_used_stas_codg: '1' })
  expect(await shop.now(one.id)).toMatchObject({ use: 'unused', dispense: 'returned' })
  await shop.sell(one, zhangSan)
  await shop.round()
  expect((await shop.told(one.id)).at(-1)).toBe('dispense:told')
  expect((await shop.book(zhangSan, one.number)).dispensings.map(({ returned }) => returned)).toEqual([1, 0])
})

test('24 of no unit are neither 24 boxes nor one: its goods wait for a person', async () => {
  const [goods] = await shop.deps.db.select().from(item).where(eq(item.ownCode, '100001'))
  const [seller] = await shop.deps.db.select().from(store).where(eq(store.fixmedinsCode, shopCode))
  const drug = (unit: string) => ({
    ...{ nationalCode: goods!.nationalCode, name: goods!.name, spec: goods!.spec, producer: goods!.producer },
    ...{ quantity: 240_000n, unit, usage: '', days: 3 },
  })
  const lines = await matchDrugs(shop.deps.db, seller!, ['盒', '粒', ''].map(drug))
  expect(lines.map(({ ownCode, limit }) => [ownCode, limit])).toEqual([
    ['100001', '24'],
    ['100001', '1'],
    ['', '24'],
  ])
})

test('goods that need no prescription are on it too: their line names it', async () => {
  const one = await shop.passed(zhangSan, { drugs: [{ code: '100002', cnt: '1' }] })
  const orderId = await shop.sell(one, zhangSan, [{ ownCode: '100002', quantity: '1', price: '30.00' }])
  expect((await shop.orderOf(orderId)).status).toBe('2')
  expect((await shop.book(zhangSan, one.number)).uses).toBe(1)
})

test('a refusal is told with its words; a prescription that was refused is settled nowhere', async () => {
  const one = await shop.downloaded(zhangSan)
  const refused = await shop.review(one, { passed: false, opinion: '用量过大，请医生确认' })
  expect(refused).toMatchObject({ state: 'refused', verdict: 'told' })
  const { readId, items } = await shop.read(zhangSan)
  const listed = items.find(({ number }) => number === one.number)!
  expect(listed.state).toBe('refused')
  expect(await error(shop.fetch(readId, one.number))).toContain('药师审核未通过')
  expect((await shop.price(refused, zhangSan)).success).toBe(false)
})

test('of one that may be used several times each use is a record of its own, after its interval', async () => {
  const { readId, items } = await shop.read(repeated)
  const listed = items.find(({ state }) => state === 'usable')!
  expect(listed.repeat).toBe('可用 3 次，已用 0 次，间隔 25 天')
  const first = await shop.review((await shop.fetch(readId, listed.number)).result!)
  const drugs = [
    { ownCode: '100004', quantity: '2', price: '12.80' },
    { ownCode: '100005', quantity: '1', price: '18.60' },
  ]
  // Downloaded weeks ago, it is still offered.
  await shop.deps.db
    .update(prescription)
    .set({ submittedAt: new Date(Date.now() - 40 * 86_400_000) })
    .where(eq(prescription.id, first.id))
  expect((await shop.clerk.ok(rx.usable, { readId })).items.map(({ id }) => id)).toEqual([first.id])
  await shop.sell(first, repeated, drugs)
  const again = await shop.read(repeated)
  expect(again.items.find(({ number }) => number === listed.number)).toMatchObject({ state: 'later' })
  expect(await error(shop.fetch(again.readId, listed.number))).toContain('还没有到下次使用的日期')
})

test('two pharmacists where the area asks for two: the centre hears the last word, with both names', async () => {
  const second = (on: boolean) =>
    shop.deps.db
      .update(area)
      .set({ settings: sql`${area.settings} || ${JSON.stringify({ rxSecondReview: on })}::jsonb` })
  await second(true)
  const one = await shop.downloaded(zhangSan)
  expect((await shop.review(one)).state).toBe('second')
  expect(await shop.told(one.id)).toEqual([])
  const other = await shop.server.as('pharmacist2')
  const done = await other.ok(rx.review, { id: one.id, revision: one.revision, passed: true, opinion: '同意' })
  expect(done).toMatchObject({ state: 'passed', verdict: 'told', pharmacist: '王药师、赵𠮷' })
  await second(false)
})

test('a list by source and by what the centre has not heard; a clerk tells it again, a stranger sees nothing', async () => {
  const one = await shop.passed(zhangSan)
  // What other tests sold is told before.
  await shop.round()
  await centre.fault({ fault: 'refuse', infno: '7206', text: '系统维护中' })
  await shop.sell(one, zhangSan)
  await shop.round()
  expect(await shop.told(one.id)).toEqual(['verdict:told', 'dispense:refused'])
  const found = await shop.clerk.ok(rx.paged, {
    source: 'circulation',
    dispense: 'refused',
    from: formatDay(new Date()),
  })
  expect(found.items.map(({ id }) => id)).toEqual([one.id])
  expect(await shop.clerk.ok(rx.tell, { id: one.id })).toEqual({ done: true, text: '已上传' })
  expect(await shop.now(one.id)).toMatchObject({ dispense: 'told' })
  expect(await error(shop.clerk.send(rx.tell, { id: one.id }))).toContain('没有要上传的内容')
  const nanjing = await shop.server.as('area', { areaCode: '320100' })
  expect((await nanjing.send(rx.tell, { id: one.id })).statusCode).toBe(404)
  expect(
    (await nanjing.send(rx.match, { id: one.id, revision: 1, no: 1, ownCode: '100001', limit: '1' })).statusCode,
  ).toBe(404)
})

test.each(databases.slice(1))(
  '%s: counters and nodes at once make one download, one verdict and one dispensing',
  async (database) => {
    const own = await openCirculation(centre, database)
    try {
      const number = (await centre.prescribe({ psn: zhangSan })).hi_rxno
      const { readId } = await own.read(zhangSan)
      await centre.fault({ fault: 'delay', infno: '7203', ms: 100 })
      const answers = await Promise.all([1, 2, 3].map(() => own.fetch(readId, number)))
      const one = answers.find(({ success }) => success)!.result!
      expect(await own.deps.db.select().from(prescription).where(eq(prescription.number, number))).toHaveLength(1)
      const reviewed = await own.review(one)
      await own.sell(reviewed, zhangSan)
      await Promise.all([own.round(), own.round(), own.round()])
      await own.round()
      expect(await own.told(one.id)).toEqual(['verdict:told', 'dispense:told'])
      expect((await own.book(zhangSan, number)).dispensings).toHaveLength(1)
      expect(own.faults).toEqual([])
    } finally {
      await own.close()
    }
  },
)

test('on paper and from the centre it is one prescription: neither way makes a second one', async () => {
  const { hi_rxno: number } = await shop.centre.prescribe({ psn: liXiaolan })
  const typed = await shop.clerk.ok(rx.counterSave, paper({ number: 'CF-12', name: '李建国' }) as never)
  const { readId, items } = await shop.read(liXiaolan)
  const { hospital } = items.find((one) => one.number === number)!
  // Whatever the clerk calls the hospital, and in whichever form he writes it.
  const twin = await shop.clerk.ok(
    rx.counterSave,
    paper({ number, hospital: `${hospital}门诊`, name: '李建国' }) as never,
  )
  expect(await error(shop.fetch(readId, number))).toBe(`处方 ${number} 已按纸质处方录入`)
  const rows = () => shop.deps.db.select().from(prescription).where(eq(prescription.number, number))
  expect((await rows()).map(({ source }) => source)).toEqual(['paper'])
  await shop.clerk.ok(rx.undo, { id: twin.id, reason: '改用电子处方' })
  const kept = (await shop.fetch(readId, number)).result!
  expect(kept.source).toBe('circulation')
  for (const input of [paper({ number }), { ...paper({ number }), id: typed.id, revision: typed.revision }])
    expect(await error(shop.clerk.send(rx.counterSave, { ...input, name: '李建国' } as never))).toBe(
      `处方 ${number} 已从医保中心下载`,
    )
})

const moved = (number: string, storeId: string) =>
  shop.deps.db.update(prescription).set({ storeId }).where(eq(prescription.number, number))

test('a paper of another store of the company is told by its name, and what that store downloaded is not typed here', async () => {
  const stores = await shop.deps.db.select().from(store).where(eq(store.companyId, '10001'))
  const here = stores.find(({ fixmedinsCode }) => fixmedinsCode === shopCode)
  const there = stores.find(({ fixmedinsCode }) => fixmedinsCode !== shopCode)
  const { hi_rxno: number } = await shop.centre.prescribe({ psn: liXiaolan })
  const { readId, items } = await shop.read(liXiaolan)
  const { hospital } = items.find((one) => one.number === number)!
  const typed = await shop.clerk.ok(rx.counterSave, paper({ number, hospital, name: '李建国' }) as never)
  await moved(number, there!.id)
  expect(await error(shop.fetch(readId, number))).toBe(`处方 ${number} 已在「${there!.name}」按纸质处方录入`)
  await moved(number, here!.id)
  await shop.clerk.ok(rx.undo, { id: typed.id, reason: '改用电子处方' })
  expect((await shop.fetch(readId, number)).success).toBe(true)
  await moved(number, there!.id)
  expect(await error(shop.clerk.send(rx.counterSave, paper({ number, name: '李建国' }) as never))).toBe(
    `处方 ${number} 已从医保中心下载`,
  )
})

test('a paper that was settled keeps its electronic one away, but not the next uses of one that may be repeated', async () => {
  for (const [given, said] of [
    [{}, '已按录入的纸质处方结算'],
    [{ repeat: '3' }, undefined],
  ] as const) {
    const { hi_rxno: number } = await shop.centre.prescribe({ psn: liXiaolan, ...given })
    const typed = await shop.clerk.ok(rx.counterSave, paper({ number, name: '李建国' }) as never)
    // This centre refuses such a 2101 by its number; one without the circulation takes it.
    const orderId = await shop.sell(await shop.passed(zhangSan), zhangSan)
    await shop.deps.db.update(order).set({ prescriptionId: typed.id }).where(eq(order.id, orderId))
    const { readId } = await shop.read(liXiaolan)
    const answer = await shop.fetch(readId, number)
    expect(answer.resultNotice?.error).toBe(said && `处方 ${number} ${said}`)
  }
})

test('typed while its download is on the way: both are kept, for the centre counts it, and the pharmacist reads of the other', async () => {
  const { hi_rxno: number } = await shop.centre.prescribe({ psn: liXiaolan })
  const { readId } = await shop.read(liXiaolan)
  await shop.centre.fault({ fault: 'delay', infno: '7203', ms: 1500 })
  const sent = shop.fetch(readId, number)
  const left = () => shop.deps.db.select().from(rxDownload).where(eq(rxDownload.number, number))
  await expect.poll(async () => (await left())[0]?.state).toBe('unknown')
  await shop.clerk.ok(rx.counterSave, paper({ number, name: '李建国' }) as never)
  const { id } = (await sent).result!
  const { events } = await shop.now(id)
  expect(events.map(({ text }) => text).join()).toContain('录入了同号的纸质处方，只能结算一张')
})
