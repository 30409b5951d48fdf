import { continuation } from '@yibao/shared/calls/base.ts'
import { card } from '@yibao/shared/calls/card.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { PUB_SUB_HEADER } from '@yibao/shared/envelope.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { persons } from '../../simulator/seed/persons.ts'
import { enrolledAgent, type TestAgent } from '../../test/agent.ts'
import { centreCall } from '../centre-call/tables.ts'
import { openCounter, otc } from '../settlement/test/counter.ts'

// What a reader gave, as the agent signs it, becomes the credential of 1101 and of the purchase (domain.md 2.1, 6.3).

type Medium = 'socialCard' | 'idCard' | 'eVoucher' | 'socialECard'

describe.each([
  ['clerk', '320500'],
  ['clerk3', '430100'],
])('%s', (userName, area) => {
  const counter = opened(() => openCounter(userName, { settings: { traceCodeRequired: false } }))
  let agent: TestAgent
  beforeAll(async () => {
    agent = await enrolledAgent(counter.server)
  })

  const attempt = async (medium: Medium, result: object, again?: string) => {
    const ask = (headers = {}) =>
      again === undefined
        ? counter.clerk.send(card.read, { medium }, headers)
        : counter.clerk.send(card.readAgain, { medium, readId: again }, headers)
    const { pubSubId, action } = (await ask()).confimResultInfo!
    const text = JSON.stringify(result)
    const signed = { agentId: agent.agentId, agentSignature: agent.signResult(pubSubId, text) }
    await counter.clerk.ok(continuation.complete, { pubSubId, action, ok: true, result: text, ...signed })
    return ask({ [PUB_SUB_HEADER]: pubSubId })
  }
  /** How often the centre was asked something. */
  const asked = async () => {
    const { db, services } = counter.server.deps
    await services.meter.flush()
    const rows = await db.select({ calls: centreCall.calls }).from(centreCall)
    return rows.reduce((sum, { calls }) => sum + calls, 0)
  }
  const read = async (medium: Medium, result: object) => {
    const { success, error, result: person } = await attempt(medium, result)
    if (!success) throw new Error(error?.message)
    return person!
  }

  const local = persons.filter((one) => one.area === area)
  const people = [local[0]!, local.find(({ state }) => state.flags.has('foreign'))!]
  const given = people.flatMap(({ name, certno, cardNo, cardSn, psnNo, state }) => {
    const idType = state.flags.has('foreign') ? '07' : '01'
    const voucher = { userName: name, idNo: certno, idType, ecToken: `${area}ec${psnNo}0000000001` }
    const all: [Medium, object][] = [
      ['socialCard', { card: { name, certNo: certno, cardNo, cardSn } }],
      ['socialCard', { business: 'SIGN', card: { name, certNo: certno.toLowerCase(), cardNo, cardSn } }],
      ['idCard', { idCard: { name, certNo: certno } }],
      ['idCard', { business: 'SIGN', idCard: { name, certNo: certno } }],
      ['eVoucher', { eVoucher: voucher }],
      ['socialECard', { eVoucher: { ...voucher, ecToken: `${voucher.ecToken}01`, cardNo } }],
    ]
    return all.map(([medium, result]) => [medium, name, result] as const)
  })

  test.each(given)('%s of %s', async (medium, name, result) => {
    const person = await read(medium, result)
    expect(person).toMatchObject({ medium, name, singleUse: medium === 'eVoucher' || medium === 'socialECard' })
    const priced = await counter.preSettle(person, { lines: otc('0.01'), prescription: undefined } as never)
    const answer = await counter.settle(priced)
    expect(answer.result).toMatchObject({ status: '2' })
  })

  test.each(given.slice(0, 6))(
    '%s: a basket of %s that comes back asks for it again where it stands once',
    async (medium, _, result) => {
      const { readId } = await read(medium, result)
      const { parkedId } = await counter.clerk.ok(settlement.park, { readId, medicalType: '41', lines: otc('0.01') })
      const once = medium === 'eVoucher' || medium === 'socialECard'
      const { credentialNeeded, person } = await counter.clerk.ok(settlement.unpark, { parkedId })
      expect([credentialNeeded, person?.readId]).toEqual(once ? [true, undefined] : [false, readId])
    },
  )

  test('read again for a reading is read of its person alone', async () => {
    const [one, other] = local
      .slice(0, 2)
      .map(({ name, certno: certNo, cardNo, cardSn }) => ({ card: { name, certNo, cardNo, cardSn } }))
    const { readId, name } = await read('socialCard', one!)
    const again = await attempt('socialCard', one!, readId)
    expect(again.result).toMatchObject({ name, readId: expect.not.stringMatching(readId) })
    const wrong = await attempt('socialCard', other!, readId)
    expect([wrong.success, wrong.resultNotice?.error]).toEqual([false, '读到的不是上一次读卡的参保人'])
    // One that was swept has nobody to compare with.
    expect((await attempt('socialCard', other!, 'gone')).result).toMatchObject({ readId: expect.any(String) })
  })

  const away = local.filter(({ state }) => state.flags.has('otherCity') || state.key === 'otherProvince')
  test.each(away.map((one) => [one.name, one] as const))(
    '%s is insured elsewhere: found there by what says so, and bills there',
    async (_, { name, certno, cardNo, cardSn, psnNo, insuplc }) => {
      const found = { name, insurances: [{ insuredArea: insuplc }] }
      const card = { name, certNo: certno, cardNo, cardSn }
      const voucher = { userName: name, idNo: certno, idType: '01', insuOrg: insuplc, cardNo }
      const token = `${area}ec${psnNo}0000000001`
      const before = await asked()
      expect(await read('socialCard', { card })).toMatchObject(found)
      expect(await asked(), 'first among the people of here').toBe(before + 2)
      expect(await read('socialCard', { card: { ...card, issuingArea: insuplc } })).toMatchObject(found)
      expect(await read('socialECard', { eVoucher: { ...voucher, ecToken: `${token}01` } })).toMatchObject(found)
      expect(await read('eVoucher', { eVoucher: { ...voucher, ecToken: token } })).toMatchObject(found)
      expect(await asked()).toBe(before + 2 + 2 + 2 + 1)
      const scanned = await counter.read(psnNo)
      expect(scanned).toMatchObject(found)
      const answer = await counter.settle(await counter.preSettle(scanned, { lines: otc('0.01') } as never))
      expect(answer.result).toMatchObject({ status: '2' })
      // A number alone does not say where.
      const byNumber = await attempt('idCard', { idCard: { name, certNo: certno } })
      expect(byNumber.resultNotice?.error).toBe('医保中心没有此人的参保信息')
    },
  )

  test('a card of elsewhere whose person is insured here by now is of here; one that is paused here is not lost', async () => {
    const elsewhere = area === '430100' ? '320500' : '430100'
    const { name, certno: certNo, cardNo, cardSn } = local[0]!
    const before = await asked()
    const card = { name, certNo, cardNo, cardSn, issuingArea: elsewhere }
    expect(await read('socialCard', { card })).toMatchObject({ insurances: [{ insuredArea: area, status: '1' }] })
    expect(await asked()).toBe(before + 1)
    // An organisation of its province's own stands for a whole province in some e-vouchers.
    const ecToken = `${area}ec${local[0]!.psnNo}0000000001`
    const voucher = { userName: name, idNo: certNo, idType: '01', insuOrg: `${elsewhere.slice(0, 2)}0000`, ecToken }
    expect(await read('eVoucher', { eVoucher: voucher })).toMatchObject({ insurances: [{ insuredArea: area }] })
    // Nor is every refusal of elsewhere in known words.
    await counter.centre.fault({ fault: 'refuse', infno: '1101', text: '参保地区划不正确' })
    expect(await read('eVoucher', { eVoucher: voucher })).toMatchObject({ insurances: [{ insuredArea: area }] })
    const paused = local.find(({ state }) => state.key === 'paused')!
    const his = { name: paused.name, certNo: paused.certno, cardNo: paused.cardNo, cardSn: paused.cardSn }
    expect(await read('socialCard', { card: { ...his, issuingArea: elsewhere } })).toMatchObject({
      insurances: [{ insuredArea: area, status: '2' }],
    })
  })

  test.each([
    ['socialCard', { card: { name: '𠮷䶮', certNo: '11010519491231002X' } }, '卡号、卡识别码', 'cardNo、cardSn'],
    ['socialCard', { card: { name: '𠮷䶮', cardNo: 'A00000017' } }, '卡识别码', 'cardSn'],
    ['idCard', { idCard: { name: '𠮷䶮' } }, '证件号码', 'certNo'],
  ] as const)(
    '%s: what its driver did not give is named, and nothing is asked of the centre',
    async (medium, result, what, fields) => {
      const before = await asked()
      expect((await attempt(medium, result)).resultNotice).toEqual({
        error: `读卡器没有读出${what}`,
        tips: `请重新放卡再读，或换一种凭证；每张卡都这样，请管理员检查驱动的描述（${fields}）`,
      })
      expect(await asked()).toBe(before)
    },
  )

  test('a centre that decodes no codes says so itself: the customer is not sent to refresh a good one', async () => {
    const code = await counter.centre.code(local[0]!.psnNo)
    const scanned = async () => {
      const { pubSubId, action } = (await counter.clerk.send(card.read, { medium: 'eVoucher' })).confimResultInfo!
      const result = JSON.stringify({ medium: 'eVoucher', code })
      await counter.clerk.ok(continuation.complete, { pubSubId, action, ok: true, result })
      return counter.clerk.send(card.read, { medium: 'eVoucher' }, { [PUB_SUB_HEADER]: pubSubId })
    }
    const text = '交易 1162 电子凭证扫码解码 本中心未开通'
    await counter.centre.fault({ fault: 'refuse', infno: '1162', text })
    expect((await scanned()).resultExtendInfo).toMatchObject({ key: 'centre.refused', centreText: text })
    expect((await scanned()).result).toHaveProperty('readId')
    expect((await scanned()).resultExtendInfo).toMatchObject({ key: 'qr.expired' })
  })

  test('a code that somebody gives by himself is one of the medium that was asked for: no card comes with it', async () => {
    const { name, certno: certNo, cardNo, cardSn, psnNo } = local[0]!
    const forged = async (medium: Medium, result: object) => {
      const { pubSubId, action } = (await counter.clerk.send(card.read, { medium })).confimResultInfo!
      const done = await counter.clerk.send(continuation.complete, {
        pubSubId,
        action,
        ok: true,
        result: JSON.stringify(result),
      })
      const answer = await counter.clerk.send(card.read, { medium }, { [PUB_SUB_HEADER]: pubSubId })
      return [done.success, answer.success, answer.resultNotice?.error]
    }
    const before = await asked()
    const [social, voucher] = [
      { card: { name, certNo, cardNo, cardSn } },
      { eVoucher: { ecToken: `${area}ec${psnNo}` } },
    ]
    expect(await forged('socialCard', { medium: 'eVoucher', code: '1', ...social })).toEqual([
      ...[true, false, '读卡结果没有通过校验'],
    ])
    expect((await forged('eVoucher', { medium: 'eVoucher', code: '', ...voucher }))[1]).toBe(false)
    expect((await forged('idCard', { medium: 'eVoucher', code: '1', idCard: { name, certNo } }))[1]).toBe(false)
    expect((await forged('socialECard', { medium: 'idCard', code: '1', ...voucher }))[1]).toBe(false)
    expect(await asked()).toBe(before)
  })
})
