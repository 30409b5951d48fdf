import { audit } from '@yibao/shared/calls/audit.ts'
import { auditCounter } from '@yibao/shared/calls/audit-counter.ts'
import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { seedId } from '../../seed/organisation.ts'
import { asAnother } from '../../test/beside.ts'
import type { Client } from '../../test/kit.ts'
import { untilWaiting } from '../../test/locks.ts'
import { usual } from '../../test/postgres.ts'
import { sendFile } from '../../test/send-file.ts'
import { hashPerson } from '../card/identity.ts'
import { order } from '../order/tables.ts'
import { startCentreProcess } from '../settlement/test/centre.ts'
import { type Counter, openCounter } from '../settlement/test/counter.ts'
import { lookUp } from './counter/look-up.ts'
import { auditFinding, auditRule } from './tables.ts'

// What the audit says at a counter before money moves, and what is kept of what was passed over (domain.md 8.15).

const insured = '32050000000000000001'
const metformin = (quantity = '1', price = '9.90') => [{ ownCode: '100004', quantity, price }]

let counter: Counter
let admin: Client
const centre = opened(startCentreProcess)
beforeEach(async () => {
  counter = await openCounter('clerk', {}, centre)
  admin = await counter.server.as('area', { areaCode: '320500' })
})
afterEach(() => counter.close())

const db = () => counter.server.deps.db
const priced = async (more: Record<string, unknown> = {}) =>
  counter.preSettle(await counter.read(insured), { lines: metformin(), ...more })
const bought = async (lines = metformin()) => {
  const one = await priced({ lines })
  expect((await counter.settle(one)).success).toBe(true)
  return one
}
const confirm = (one: { id: string; settleKey?: string | undefined }, reason?: string) =>
  counter.clerk.send(settlement.confirmAudit, { orderId: one.id, settleKey: one.settleKey ?? 'none', reason })
const listed = async (client: Client = counter.clerk) => (await client.ok(audit.paged, {})).items
const change = (code: string, set: Partial<typeof auditRule.$inferInsert>) =>
  db().update(auditRule).set(set).where(eq(auditRule.code, code))

describe('a reminder', () => {
  test('stands at its line, is confirmed once for this split, and is kept when the order settles', async () => {
    expect((await priced()).audit, 'a person who bought nothing').toBeUndefined()
    await bought()
    const again = await priced({ lines: [{ ownCode: '100003', quantity: '1', price: '0.01' }, ...metformin()] })
    expect(again.audit).toMatchObject([
      {
        ...{ line: 2, rule: 'TY01', level: 'remind', kind: '重复购药', amount: '9.90' },
        what: `二甲双胍缓释片 今天已购 1 盒（本店 ${formatDay(new Date()).slice(5)}）`,
        ...{ meaning: '可能被医保审核扣款', next: '请与参保人确认上次的药已用完', reasonRequired: false },
      },
    ])
    expect(await listed(), 'nothing was passed over yet').toEqual([])
    expect((await confirm({ id: again.id, settleKey: 'another' })).resultNotice?.error).toContain('预结算')
    const { result } = await confirm(again)
    expect(result?.audit?.[0]).toMatchObject({ confirmedBy: '李店员' })
    expect(result?.settleKey, 'the split stays the one that was shown').toBe(again.settleKey)
    expect(result?.events.at(-1)?.text).toContain('审核提醒 1 条')
    expect((await counter.settle(again)).result).toMatchObject({ status: '2' })
    expect(await listed()).toMatchObject([
      {
        ...{ no: `${again.orderNo}-1`, rule: 'TY01', level: '提醒', state: '0', amount: '9.90' },
        ...{ drug: '二甲双胍缓释片', confirmedBy: '李店员', reversed: false, maskedName: '张*' },
      },
    ])
  })

  test('of a basket that is priced again is not asked twice, and goes with its line', async () => {
    await bought()
    const first = await priced()
    await confirm(first)
    const same = await priced({ orderId: first.id })
    expect(same.audit?.[0]?.confirmedBy).toBe('李店员')
    const more = await priced({ orderId: first.id, lines: metformin('2') })
    expect(more.audit?.[0]?.confirmedBy, 'another quantity is another question').toBeUndefined()
    const without = await priced({ orderId: first.id, lines: [{ ownCode: '100003', quantity: '1', price: '1.00' }] })
    expect(without.audit).toBeUndefined()
    expect((await counter.settle(without)).success).toBe(true)
    expect(await listed()).toEqual([])
  })

  test('that was confirmed for somebody else is asked of who took his place', async () => {
    const another = async (more: Record<string, unknown> = {}) =>
      counter.preSettle(await counter.read('32050000000000000002'), { lines: metformin(), ...more })
    await bought()
    await counter.settle(await another())
    const his = await priced()
    await confirm(his)
    const theirs = await another({ orderId: his.id })
    const repeated = ({ audit: hits }: typeof his) => hits?.find(({ rule }) => rule === 'TY01')
    expect(repeated(his)?.what).toBeDefined()
    expect([repeated(theirs)?.what, repeated(theirs)?.confirmedBy]).toEqual([repeated(his)?.what, undefined])
  })

  test('is no stop for a console of before: it settles, and the row says that nobody confirmed', async () => {
    await bought()
    const again = await priced()
    expect((await counter.settle(again)).success).toBe(true)
    expect(await listed()).toMatchObject([{ confirmedBy: '未确认' }])
  })

  test('that wants a reason does not settle without one', async () => {
    await change('TY01', { reasonRequired: true })
    await bought()
    const again = await priced()
    const refused = await counter.settle(again)
    expect(refused.resultNotice?.error).toBe('还有 1 条审核提醒没有确认，没有结算，没有扣款')
    expect(await counter.clerk.ok(orderCalls.get, { id: again.id })).toMatchObject({ status: '1' })
    expect((await confirm(again, ' ')).resultNotice?.error).toContain('须填写原因')
    expect((await confirm(again, '𠮷先生出差，提前备药')).success).toBe(true)
    expect((await counter.settle(again)).success).toBe(true)
    expect(await listed()).toMatchObject([{ reason: '𠮷先生出差，提前备药' }])
  })
})

test('拦截 stops before anything is asked of the centre, and says at which line and what to do', async () => {
  await change('TY08', { level: 'block', most: '2' })
  const person = await counter.read(insured)
  const before = await db().$count(order)
  // Nobody is there to be asked.
  await centre.kill()
  const prescription = { number: 'RX1', hospital: '苏州市示例医院', doctor: '陈医生' }
  const basket = { insutype: '310', medicalType: '41', prescription, lines: metformin('2.0001') }
  const input = { readId: person.readId, ...basket }
  const answer = await counter.clerk.send(settlement.preSettle, input)
  await centre.restart()
  expect(answer.resultNotice).toMatchObject({
    error: '审核规则不允许：二甲双胍缓释片 共 2.0001 盒，超过 2',
    tips: '请核对数量，并与参保人确认',
  })
  expect(JSON.stringify(answer)).toContain('"line":1')
  expect(await db().$count(order), 'no draft either').toBe(before)
  expect((await priced({ lines: metformin('2') })).audit).toBeUndefined()
})

test('what 拦截 stopped is kept for who keeps the rules: who tried it, for whom, with what, how often', async () => {
  await change('TY08', { level: 'block', most: '2' })
  const prescription = { number: 'RX1', hospital: '苏州市示例医院', doctor: '陈医生' }
  const tried = async (client: Client, quantity: string) => {
    const person = await counter.read(insured)
    const basket = { insutype: '310', medicalType: '41', prescription, lines: metformin(quantity) }
    return client.send(settlement.preSettle, { readId: person.readId, ...basket })
  }
  for (const quantity of ['3', '2', '4']) await tried(counter.clerk, quantity)
  const [row, ...others] = (await admin.ok(audit.blockPaged, {})).items
  expect(others, 'the same again is the same row').toEqual([])
  expect(row).toMatchObject({
    ...{ times: 2, rule: 'TY08', kind: '超量', drug: '二甲双胍缓释片', quantity: '4', maskedName: '张*' },
    ...{ basket: '二甲双胍缓释片 4盒', operatorName: '李店员', storeId: seedId(1, 1) },
    message: expect.stringContaining('超过 2'),
  })
  expect(JSON.stringify(row), 'no person beside the masked name').not.toMatch(/张[^*]|\d{17}/)
  const rule = async (client: Client) => (await client.ok(audit.rulePaged, { keyword: 'TY08' })).items[0]
  expect(await rule(admin)).toMatchObject({ blocks: 2, hits: 0 })
  const elsewhere = await counter.server.as('area', { areaCode: '320100' })
  expect((await rule(elsewhere))?.blocks, 'of his own stores alone').toBe(0)
  expect((await elsewhere.ok(audit.blockPaged, {})).items).toEqual([])
  expect((await admin.ok(audit.blockPaged, { operatorName: '王', kind: 'quantity' })).total).toBe(0)
  expect(await listed(), 'nothing was sold').toEqual([])
})

describe('what was bought before', () => {
  const rules = async () => (await priced()).audit?.map(({ rule }) => rule)
  test('counts in every store of the company, and not in another company', async () => {
    const { id } = await bought()
    await db()
      .update(order)
      .set({ storeId: seedId(1, 2) })
      .where(eq(order.id, id))
    const [hit] = (await priced()).audit ?? []
    expect(hit?.what).not.toContain('本店')
    expect(hit?.what).toContain('示例大药房')
    await db().update(order).set({ companyId: 'another' }).where(eq(order.id, id))
    expect(await rules()).toBeUndefined()
  })

  test('counts up to the rule’s day, and not once it was reversed', async () => {
    const { id } = await bought()
    const ago = (days: number) =>
      db()
        .update(order)
        .set({ settledAt: sql`now() - make_interval(days => ${days})` })
        .where(eq(order.id, id))
    await ago(6)
    expect(await rules()).toEqual(['TY01'])
    await ago(7)
    expect(await rules()).toBeUndefined()
    await ago(0)
    await counter.clerk.ok(settlement.cancel, { orderId: id, reason: '顾客退药' })
    expect(await rules()).toBeUndefined()
  })

  test('is found by its index among a person’s 1000 orders', async () => {
    const { id } = await bought()
    await db().execute(sql`insert into purchase_order (id, order_no, area_code, company_id, store_id, operator_id, operator_name,
      state, person, psn_hash, medical_type, basket, lines, total, settled_at, created_at, updated_at)
      select 'x' || n, 'x' || n, area_code, company_id, store_id, operator_id, operator_name, 'settled', person, psn_hash,
        medical_type, basket, lines, total, settled_at - make_interval(days => n), created_at, updated_at
      from purchase_order, generate_series(1, 1000) n where id = ${id}`)
    const [row] = await db().select().from(order).where(eq(order.id, id))
    const { areaCode, companyId, storeId } = row!
    const found = await lookUp(db(), {
      ...{ areaCode, companyId, storeId, psnHash: hashPerson(counter.server.deps.services.vault, insured) },
      ...{
        today: formatDay(new Date()),
        codes: [row!.lines[0]!.nationalCode],
        ownCodes: ['100004'],
        except: [],
        disease: [],
      },
    })
    // The longest look back of the shipped rules that look back: 7 days, today among them.
    expect(found.bought).toHaveLength(7)
    const plan = await db().execute(
      sql`explain select 1 from purchase_order where psn_hash = 'x' and settled_at >= now()
        and state in ('settled','reversing','unknown') and settled_at is not null`,
    )
    expect(JSON.stringify(plan)).toContain('order_person')
  })
})

describe('what a disease covers (ux 1.2)', () => {
  const diabetic = '32050000000000000003'
  const asked = { diseaseCode: 'M01600', diseaseName: '糖尿病', insutype: '310', medicalType: '14' }
  beforeEach(() => db().delete(auditRule).where(eq(auditRule.kind, 'coverage')))
  const covered = async (more: Partial<typeof asked> = {}) =>
    (await counter.clerk.ok(auditCounter.coverage, { ...asked, ...more })).drugs
  const rule = (more: Record<string, unknown> = {}) =>
    admin.ok(audit.ruleAdd, {
      ...{
        place: 'area',
        code: 'BZ01',
        name: '糖尿病用药',
        kind: 'coverage',
        level: 'remind',
        message: '不按慢特病支付',
      },
      ...{ advice: '请按普通购药另结', diseases: 'M016', drugs: 'XA10AAA004', medicalTypes: '14' },
      ...more,
    } as never)
  const outside = async (more: Record<string, unknown>) => {
    const lines = [...metformin(), { ownCode: '100003', quantity: '1', price: '0.01' }]
    const order = await counter.preSettle(await counter.read(diabetic), { lines, ...more })
    return (order.audit ?? []).filter(({ kind }) => kind === '病种用药范围')
  }
  const chronic = { medicalType: '14', diseaseCode: 'M01600', diseaseName: '糖尿病' }

  test('nobody keeps a list: everything; with one: its drugs, of all lists about it together', async () => {
    expect(await covered()).toBeUndefined()
    await rule()
    await rule({ code: 'BZ02', diseases: '糖尿病', drugs: 'XA10BB' })
    expect((await covered())?.toSorted()).toEqual(['XA10AAA004', 'XA10BB'])
    expect(await covered({ diseaseCode: 'M03900', diseaseName: '高血压' }), 'another disease').toBeUndefined()
    expect(await covered({ medicalType: '41' }), 'another kind of purchase').toBeUndefined()
    await change('BZ01', { enabled: false })
    expect(await covered()).toEqual(['XA10BB'])
  })

  test('what is outside is said at its line, once, also where nobody parted the basket; an ordinary one is free', async () => {
    await rule()
    await rule({ code: 'BZ02', drugs: 'XA10BB' })
    const [hit, ...more] = await outside(chronic)
    expect([hit?.line, hit?.rule, hit?.what, more]).toEqual([
      2,
      'BZ01',
      expect.stringContaining('不在该病种用药范围'),
      [],
    ])
    expect(await outside({ medicalType: '41' })).toEqual([])
  })

  test('a list without a disease or without drugs is refused at its field', async () => {
    const refused = async (more: object) => {
      const answer = await admin.send(audit.ruleAdd, {
        ...{
          place: 'area',
          code: 'BZ09',
          name: '䶮𠮷',
          kind: 'coverage',
          level: 'remind',
          message: '一',
          advice: '二',
        },
        ...more,
      } as never)
      return answer.error?.fields
    }
    expect(await refused({ drugs: 'XA10' })).toEqual({ diseases: '病种用药范围须填病种' })
    const whole = { diseases: 'M016', drugs: 'XA10' }
    const alike = '病种用药范围对所有人一样，请去掉性别和年龄'
    expect(await refused({ ...whole, gender: '1' })).toEqual({ gender: alike })
    expect(await refused({ ...whole, ageTo: 60 })).toEqual({ ageFrom: alike })
    expect(await refused({ diseases: 'M016' })).toEqual({ drugs: '须填该病种可用的药品' })
  })
})

test('what is at stake follows a reversal, and what is kept of a partial return keeps its row', async () => {
  await bought()
  const both = await priced({ lines: [...metformin('3'), { ownCode: '100003', quantity: '1', price: '1.00' }] })
  await confirm(both)
  await counter.settle(both)
  expect(await listed()).toMatchObject([{ amount: '29.70' }])
  const kept = await priced({ lines: metformin('2'), replaces: both.id })
  expect(kept.audit).toMatchObject([{ rule: 'TY01', amount: '19.80', confirmedBy: '李店员' }])
  await counter.clerk.ok(settlement.cancel, { orderId: both.id, reason: '部分退货' })
  expect(await listed()).toMatchObject([{ orderId: both.id, amount: '0.00', soldAmount: '29.70', reversed: true }])
  expect((await counter.settle(kept)).success).toBe(true)
  const rows = await listed()
  expect(rows.map(({ orderId, amount }) => [orderId, amount])).toEqual([
    [kept.id, '19.80'],
    [both.id, '0.00'],
  ])
})

describe('审核管理', () => {
  const finding = async () => {
    await bought()
    const again = await priced()
    await confirm(again)
    await counter.settle(again)
    return (await listed())[0]!
  }
  const error = async (answer: Promise<{ resultNotice?: { error?: string } | null }>) =>
    (await answer).resultNotice?.error

  test('a store appeals in time, another one decides; every step stands in its record', async () => {
    const one = await finding()
    const { clerk } = counter
    expect(await error(clerk.send(audit.handle, { ids: [one.id], passed: 'yes', opinion: '可以' }))).toBe(
      '审核结果由管理员登记',
    )
    await db().update(auditFinding).set({ deadline: '2026-01-01' })
    expect(await error(clerk.send(audit.appeal, { ids: [one.id], opinion: '确需备药' }))).toContain('申诉截止日')
    await db()
      .update(auditFinding)
      .set({ deadline: formatDay(new Date()) })
    expect(await clerk.ok(audit.appeal, { ids: [one.id], opinion: '确需备药' })).toEqual({ done: 1 })
    expect(await error(clerk.send(audit.accept, { ids: [one.id] }))).toContain('是「申诉中」，不能认可扣款')
    await admin.ok(audit.handle, { ids: [one.id], passed: 'yes', opinion: '复核属实' })
    const shown = await clerk.ok(audit.get, { id: one.id })
    expect(shown).toMatchObject({ state: '4', handler: '吴区管', medicalType: '41', quantity: '1' })
    expect(shown.events.map(({ move, text, by }) => [move, text, by])).toEqual([
      ['申诉', '确需备药', '李店员'],
      ['登记通过', '复核属实', '吴区管'],
    ])
  })

  test('an administrator does not decide what he appealed himself', async () => {
    const one = await finding()
    await admin.ok(audit.appeal, { ids: [one.id], opinion: '代门店申诉' })
    expect(await error(admin.send(audit.handle, { ids: [one.id], passed: 'yes', opinion: '通过' }))).toContain(
      '不能自己登记结果',
    )
  })

  test.skipIf(usual !== 'postgres')('an appeal that is made while a refusal is written is not lost in it', async () => {
    const one = await finding()
    let handled: Promise<{ resultNotice?: { error?: string } | null }> = Promise.resolve({})
    await db().transaction(async (tx) => {
      await tx.update(auditFinding).set({ state: '3', appealedBy: 'clerk' }).where(eq(auditFinding.id, one.id))
      handled = asAnother(() => admin.send(audit.handle, { ids: [one.id], passed: 'no', opinion: '超量' }))
      await asAnother(() => untilWaiting(db(), 1))
    })
    expect(await error(handled)).toContain('已被别人处理')
    expect((await listed())[0]).toMatchObject({ state: '3' })
  })

  test('papers that come at once are five at the most, and none comes behind a verdict', async () => {
    const { id, no } = await finding()
    const bytes = Buffer.from([0xff, 0xd8, 0xff, 0xe0])
    const paper = (n: number) =>
      sendFile(counter.server, counter.clerk, audit.attach, { fields: { id }, name: `病历${n}.jpg`, bytes })
    const answers = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(paper))
    expect(answers.filter(({ success }) => success)).toHaveLength(5)
    expect((await counter.clerk.ok(audit.get, { id })).attachments).toHaveLength(5)
    await counter.clerk.ok(audit.accept, { ids: [id] })
    expect((await paper(8)).resultNotice.error).toBe(`附件不能使用：${no} 已有结果`)
  })

  test('a batch is done whole or not at all; nothing is at stake in what was reversed', async () => {
    const one = await finding()
    const again = await priced()
    await confirm(again)
    await counter.settle(again)
    const ids = (await listed()).map(({ id }) => id)
    await counter.clerk.ok(settlement.cancel, { orderId: again.id, reason: '顾客退药' })
    expect(await error(counter.clerk.send(audit.accept, { ids }))).toContain('已撤销')
    expect((await listed()).map(({ state }) => state)).toEqual(['0', '0'])
    await counter.clerk.ok(audit.accept, { ids: [one.id] })
    expect((await listed()).find(({ id }) => id === one.id)).toMatchObject({ state: '2', handler: '李店员' })
  })

  test('another store’s rows are nobody else’s', async () => {
    const one = await finding()
    const other = await counter.server.as('clerk2')
    expect(await listed(other)).toEqual([])
    expect((await other.send(audit.get, { id: one.id })).success).toBe(false)
    expect((await other.send(audit.accept, { ids: [one.id] })).success).toBe(false)
    expect(await listed(admin)).toHaveLength(1)
  })
})
