import { card } from '@yibao/shared/calls/card.ts'
import { diseasesInfo, twoDiseases } from '@yibao/shared/calls/filing.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { operationLog } from '../../call/tables.ts'
import { startCentre } from '../settlement/test/centre.ts'
import { type Counter, openCounter, plain } from '../settlement/test/counter.ts'
import { filing } from './tables.ts'
import { landed } from './test/landed.ts'
import { form, illness, listed, longName } from './test/two-diseases.ts'

// 门诊两病 by both editions: what the centre's book has, what ours has and what the clerk reads, after each answer that
// did not come (domain.md 2.7).

const agent = { agentName: longName, agentRelation: '2', agentCertType: '90', agentCertNo: 'A00000017' }

const centre = opened(startCentre)
const fault = (name: string, infno: string, more: object = {}) => centre.fault({ fault: name, infno, ...more })

interface Edition {
  user: string
  area: string
  apply: string
  withdraw: string
  list: string
}
const editions: [string, Edition][] = [
  ['江西版', { user: 'clerk', area: '320500', apply: '2595', withdraw: '2596', list: '5395' }],
  ['湖南版', { user: 'clerk3', area: '430100', apply: '2691', withdraw: '2692', list: '2693' }],
]

describe.each(editions)('%s', (_, { user, area, apply, withdraw, list }) => {
  let counter: Counter
  beforeAll(async () => {
    counter = await openCounter(user, { settings: plain }, centre)
  })
  afterAll(() => counter.close())

  /** 居民, 居民糖尿病, 职工和居民, 低保, 大学生, 学龄前儿童, 大病, 新生儿: each test has one of its own. */
  const residents = [4, 14, 15, 22, 31, 32, 35, 36].map((n) => `${area}${String(n).padStart(14, '0')}`)
  let psnNo = ''
  beforeEach(() => {
    psnNo = residents.shift()!
  })

  const add = async (more: object = {}, who = psnNo) =>
    counter.clerk.send(twoDiseases.add, { readId: (await counter.read(who)).readId, ...form, ...more } as never)
  const added = async (more: object = {}) => {
    const answer = await add(more)
    expect(answer.resultNotice?.error ?? '').toBe('')
    return answer.result!.id
  }
  const upload = (id: string) => counter.clerk.send(twoDiseases.upload, { id })
  const repeal = (id: string) => counter.clerk.send(twoDiseases.repeal, { id, reason: '填错' })
  const ours = async (id: string) => {
    const { items } = await counter.clerk.ok(twoDiseases.getPaged, { pageSize: 50 })
    return items.find((row) => row.id === id)!
  }
  const theirs = async () => (await centre.filings(psnNo)).map(({ infno }) => infno)

  test('is written of the person read, filed, compared, found at the counter and taken back', async () => {
    const id = await added(agent)
    expect(await ours(id)).toMatchObject({ ...listed, state: 'draft', serial: '' })
    expect(await theirs()).toEqual([])
    expect((await upload(id)).result).toMatchObject({
      state: 'uploaded',
      message: '',
      serial: expect.stringMatching(`^B${area}`),
    })
    const [row] = await centre.filings(psnNo)
    expect(row).toMatchObject({
      infno: apply,
      serial: (await ours(id)).serial,
      data: {
        ...{ psn_no: psnNo, dise_code: 'M03900', lmt: '360.00', appy_fixmedins_no: 'H32050100001' },
        ...{ dcla_souc: area === '430100' ? '01' : '1', agnter_name: longName, trt_schm: form.treatment },
      },
    })
    const { rows } = await counter.clerk.ok(twoDiseases.compare, { id })
    expect(rows).toMatchObject([{ verdict: 'both', code: 'M03900', endDay: '2027-10-08', next: '' }])
    expect(rows[0]!.about).toContain('示例社区卫生服务中心，限额 360.00 元')
    const buy = async () => {
      const { readId } = await counter.read(psnNo)
      const lines = [{ ownCode: '100002', quantity: '1', price: '30.00' }]
      const two = { insutype: '390', medicalType: '9901', diseaseCode: 'M03900', diseaseName: '高血压' }
      return counter.clerk.send(settlement.preSettle, { readId, lines, accountUsed: false, ...two } as never)
    }
    const known = async () =>
      counter.clerk.ok(card.disease, { readId: (await counter.read(psnNo)).readId, twoDiseases: true })
    expect(await known()).toContainEqual(expect.objectContaining({ code: 'M03900', kind: 'twoDiseases' }))
    expect((await buy()).resultNotice?.error ?? '').toBe('')
    expect((await repeal(id)).result).toMatchObject({ state: 'repealed', reason: '填错' })
    expect(await theirs()).toEqual([])
    expect(await known()).toEqual([])
    expect((await buy()).resultNotice?.error).toContain('没有 M03900 的门诊两病备案')
  })

  test('what it says of an illness is in the filing and its message, and in no table, list or log in the clear', async () => {
    const id = await added(agent)
    const changed = { ...form, ...agent, condition: '血压 172/104，头晕' }
    expect((await counter.clerk.send(twoDiseases.update, { id, ...changed } as never)).result).toMatchObject(changed)
    expect(await counter.clerk.ok(twoDiseases.get, { id })).toMatchObject(changed)
    const secrets = [...Object.values({ ...illness, condition: '血压 1' }), psnNo, longName, agent.agentCertNo]
    const said = (text: string) => secrets.filter((secret) => text.includes(secret))
    expect(said(JSON.stringify(await ours(id)))).toEqual([])
    const { db } = counter.server.deps
    expect(said(JSON.stringify(await db.select().from(filing)))).toEqual([])
    const logged = async () => JSON.stringify(await db.select().from(operationLog))
    await expect.poll(logged).toContain('修改门诊两病备案')
    expect(said(await logged())).toEqual([])
    expect((await upload(id)).result?.state).toBe('uploaded')
    expect((await centre.filings(psnNo))[0]!.data).toMatchObject({
      ...{ dise_cond_dscr: changed.condition, trt_schm: changed.treatment, memo: changed.memo },
      ...{ dr_opnn: changed.doctorOpinion, appy_rea: changed.applyReason },
    })
  })

  test.each([
    ['booked, then lost', 'dropAfterBooking', 1],
    ['never arrived', 'dropBeforeBooking', 0],
  ])('an application that was %s is unknown, and asked about before it is sent again', async (__, name, arrived) => {
    const id = await added()
    await fault(name, apply)
    const lost = await upload(id)
    expect([lost.statusCode, lost.resultNotice?.error, lost.resultNotice?.tips]).toEqual([
      504,
      '医保中心没有答复，不知道「高血压」的备案是否已上报',
      '请稍后再按一次「上报」：系统先向中心查询，再决定是否发送',
    ])
    expect(await theirs()).toHaveLength(arrived)
    expect(await ours(id)).toMatchObject({ state: 'unknown', lost: 'upload', serial: '' })
    await fault('refuse', list, { text: '系统维护' })
    expect((await upload(id)).resultNotice?.error, 'nothing is sent while it cannot be asked').toContain('系统维护')
    expect(await theirs()).toHaveLength(arrived)
    expect((await repeal(id)).statusCode, 'what may be there is not forgotten').toBe(409)
    await landed(counter, id)
    const again = (await upload(id)).result!
    expect(again).toMatchObject({ state: 'uploaded', message: '', serial: (await centre.filings(psnNo))[0]!.serial })
    expect(await theirs(), 'filed once').toEqual([apply])
    // The list names the number: also what was found there can be taken back here.
    expect((await repeal(id)).result).toMatchObject({ state: 'repealed' })
    expect(await theirs()).toEqual([])
  })

  test.each([
    ['booked, then lost', 'dropAfterBooking', 0],
    ['never arrived', 'dropBeforeBooking', 1],
  ])('a withdrawal that was %s ends when it is pressed again', async (__, name, left) => {
    const id = await added()
    await upload(id)
    await fault(name, withdraw)
    const lost = await repeal(id)
    expect([lost.statusCode, lost.resultNotice?.error]).toEqual([
      504,
      '医保中心没有答复，不知道「高血压」的备案是否已撤销',
    ])
    expect(await theirs()).toHaveLength(left)
    expect(await ours(id)).toMatchObject({ state: 'unknown', lost: 'repeal' })
    expect((await upload(id)).statusCode).toBe(409)
    await fault('refuse', list, { text: '系统维护' })
    expect((await repeal(id)).statusCode, 'nothing is sent while it cannot be asked').toBe(422)
    expect(await theirs()).toHaveLength(left)
    await landed(counter, id)
    expect((await repeal(id)).result).toMatchObject({ state: 'repealed', reason: '填错' })
    expect(await theirs()).toEqual([])
  })

  test('what the centre takes back no more stays filed, and the clerk reads why', async () => {
    const id = await added()
    await upload(id)
    const number = (await ours(id)).serial
    // A number that the centre does not know, as one that it has reviewed: Hunan's answer is 0 and no word.
    await counter.server.deps.db.update(filing).set({ serial: 'B0' }).where(eq(filing.id, id))
    const refused = await repeal(id)
    expect(refused.statusCode).toBe(422)
    expect(refused.resultNotice?.error).toContain(area === '430100' ? '2692 答复 0：没有撤销' : 'B0 不存在')
    expect(await ours(id)).toMatchObject({ state: 'uploaded', message: expect.stringMatching(/2692 答复 0|不存在/) })
    expect(await theirs()).toEqual([apply])
    await counter.server.deps.db.update(filing).set({ serial: number }).where(eq(filing.id, id))
    expect((await repeal(id)).result).toMatchObject({ state: 'repealed', message: '' })
  })

  test('only residents and only the two; what is wrong is said at its field', async () => {
    const fields = async (more: object, who = psnNo) => Object.keys((await add(more, who)).error?.fields ?? {})
    expect(await fields({ diseaseCode: 'M07801', diseaseName: '透析' })).toEqual(['diseaseCode'])
    expect(await fields({ limit: '0.00' })).toEqual(['limit'])
    expect(await fields({ endDay: '2026-10-08' })).toEqual(['endDay'])
    expect(await fields({ agentName: longName })).toContain('agentCertNo')
    const employee = `${area}${'2'.padStart(14, '0')}`
    expect(await fields({ insutype: '310' }, employee)).toEqual(['insutype'])
    expect((await add({ insutype: '310' }, employee)).resultNotice?.error).toContain('只为城乡居民医保')
    expect(await theirs()).toEqual([])
    const offered = await counter.clerk.ok(twoDiseases.pullDiseases, {})
    expect(offered.map(({ name }) => name)).toEqual(['高血压', '糖尿病'])
    const id = await added()
    expect((await add()).resultNotice?.error).toContain('没有再建一条')
    const nanjing = await counter.server.as('area', { areaCode: '320100' })
    expect((await nanjing.send(twoDiseases.get, { id })).statusCode).toBe(404)
    expect((await nanjing.send(twoDiseases.upload, { id })).statusCode).toBe(404)
    expect((await counter.clerk.send(diseasesInfo.get, { id })).statusCode, 'it is no 慢特病').toBe(404)
  })
})
