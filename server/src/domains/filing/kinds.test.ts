import { diseasesInfo, fixedFiling, specialMedical, twoDiseases } from '@yibao/shared/calls/filing.ts'
import { describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { openCounter } from '../settlement/test/counter.ts'
import { hasPdftotext, pdfText } from '../slip/document/test/pdf-text.ts'
import { filing } from './tables.ts'
import { landed } from './test/landed.ts'

const longName = '阿卜杜热依木江·买买提艾力·吐尔逊尼亚孜'
const secret = { agentCertNo: 'A00000017', agentTel: '13800000001', address: '平江路 1 号' }
const agent = { agentName: longName, agentRelation: '2', agentCertType: '90', ...secret }
const doctor = { doctorCode: 'D320501000001', doctorName: '陈䶮𠮷' }
const hospital = { hospitalCode: 'H32050100001', hospitalName: '示例市第一人民医院' }

interface Case {
  calls: typeof fixedFiling
  infnos: [upload: string, repeal: string, query: string]
  form: Record<string, unknown>
  /** 居民: 赵小梅 and others insured by 390; else 张三 and others by 310. */
  residents?: true
}
const cases: [string, Case][] = [
  [
    '慢特病备案',
    {
      calls: diseasesInfo as unknown as typeof fixedFiling,
      infnos: ['2503', '2504', '5301'],
      form: {
        ...{
          ...doctor,
          ...hospital,
          insutype: '310',
          diseaseCode: 'M07801',
          diseaseName: '透析',
          address: '平江路 1 号',
        },
        ...{ identifiedOn: '2026-10-08', beginDay: '2026-10-09' },
      },
    },
  ],
  [
    '人员定点备案',
    {
      calls: fixedFiling,
      infnos: ['2505', '2506', '5302'],
      form: { ...agent, businessType: '03', order: 1, beginDay: '2026-10-09', endDay: '2027-10-08', memo: '家属代办' },
    },
  ],
  [
    '特药备案',
    {
      calls: specialMedical as unknown as typeof fixedFiling,
      infnos: ['2591', '2594', '5391'],
      form: {
        ...{ ...agent, ...doctor, ...hospital, insutype: '310', drugCode: 'XL01EXA001A001010100001' },
        ...{ drugName: '示例替尼片', diseaseCode: 'C50.900', diseaseName: '乳腺恶性肿瘤', basis: '病理诊断' },
        ...{ limit: 1, appliedOn: '2026-10-08', beginDay: '2026-10-09', endDay: '2027-04-08' },
      },
    },
  ],
  [
    '门诊两病备案',
    {
      calls: twoDiseases as unknown as typeof fixedFiling,
      infnos: ['2595', '2596', '5395'],
      residents: true,
      form: {
        ...{ ...agent, ...hospital, insutype: '390', diseaseCode: 'M01600', diseaseName: '糖尿病', limit: '480.00' },
        ...{
          condition: '空腹血糖 9.8',
          treatment: '二甲双胍',
          doctorCode: doctor.doctorCode,
          doctorOpinion: '陈䶮𠮷：同意',
        },
        ...{ doctorOpinionOn: '2026-10-08', applyReason: '长期服药', appliedOn: '2026-10-08' },
        ...{ beginDay: '2026-10-09', endDay: '2027-10-08' },
      },
    },
  ],
]

const counter = opened(() => openCounter())

// A person of his own for each test of a kind: the centre keeps what it was told. They have the insurance of its form.
const numbered = (...people: number[]) => people.map((n) => `320500${String(n).padStart(14, '0')}`)
const employees = numbered(1, 2, 12, 16, 17, 18, 20, 21, 7)
const residents = numbered(4, 14, 15, 22, 31, 32, 35)
const fault = (name: string, infno: string, more: object = {}) => counter.centre.fault({ fault: name, infno, ...more })

describe.each(cases)('%s', (_, { calls, infnos: [filed, repealed, asked], form, residents: ofResidents }) => {
  const people = ofResidents ? residents : employees
  const [name, masked] = ofResidents ? ['赵小梅', '赵**'] : ['张三', '张*']
  const send = (psn: number, more: object = {}) =>
    counter
      .read(people[psn]!)
      .then(({ readId }) => counter.clerk.send(calls.add, { readId, ...form, ...more } as never))
  const added = async (psn: number, more: object = {}) => {
    const answer = await send(psn, more)
    expect(answer.resultNotice?.error ?? '').toBe('')
    return answer.result!.id
  }
  const upload = (id: string) => counter.clerk.send(calls.upload, { id })
  const repeal = (id: string) => counter.clerk.send(calls.repeal, { id, reason: '填错' })
  const now = (id: string) => counter.clerk.ok(calls.get, { id })
  const printed = async (id: string) => {
    const { bytes } = await counter.clerk.send(calls.print, { id })
    expect(bytes.subarray(0, 4).toString()).toBe('%PDF')
    if (!hasPdftotext) return
    const text = pdfText(bytes, 'raw').replace(/\s/g, '')
    const { serial } = await now(id)
    for (const said of [name, '示例大药房观前店', serial, '已上报', '医保经办机构意见', '2026-10-09'])
      expect(text).toContain(said)
    // Codes have their names, and a certificate shows as on a slip.
    expect(text).not.toContain('险种310')
    expect(text).toMatch(/证件号码\d{6}\*{8}[\dX]{4}/)
    expect(text).not.toContain(secret.agentCertNo)
  }
  const held = async (psn: number) => {
    const { readId } = await counter.read(people[psn]!)
    const { rows } = await counter.clerk.ok(calls.compare, { readId })
    return rows.map(({ verdict, next }) => [verdict, next])
  }

  test('is written, told, found at the centre and taken back; nothing of the person is in the clear', async () => {
    const id = await added(0)
    expect(await now(id)).toMatchObject({ ...form, maskedName: masked, state: 'draft', serial: '' })
    const stored = JSON.stringify(await counter.server.deps.db.select().from(filing))
    for (const text of [people[0]!, ...Object.values(secret), longName]) expect(stored).not.toContain(text)
    expect(await held(0)).toEqual([])
    expect((await upload(id)).result).toMatchObject({ state: 'uploaded', serial: expect.stringMatching(/^B320500/) })
    expect(await held(0)).toEqual([['both', '']])
    const compared = await counter.clerk.ok(calls.compare, { id })
    expect(compared).toMatchObject({ maskedName: masked, rows: [{ verdict: 'both', beginDay: '2026-10-09' }] })
    const listed = await counter.clerk.ok(calls.getPaged, { name, keyword: compared.rows[0]!.code })
    expect(listed.items.map((row) => row.id)).toEqual([id])
    await printed(id)
    expect((await repeal(id)).result).toMatchObject({ state: 'repealed', reason: '填错' })
    expect(await held(0)).toEqual([])
  })

  test.each([
    ['booked, then lost', 'dropAfterBooking', '', 1],
    ['never arrived', 'dropBeforeBooking', 'B320500', 2],
  ])(
    'an upload that was %s is unknown, and the centre is asked before it is sent again',
    async (__, name, begin, n) => {
      const id = await added(n)
      await fault(name, filed)
      expect((await upload(id)).statusCode).toBe(504)
      expect((await now(id)).state).toBe('unknown')
      const [verdict, next] = (await held(n))[0]!
      expect(verdict).toBe(begin ? 'oursOnly' : 'both')
      expect(next).toContain('请再按一次「上报」')
      await fault('refuse', asked, { text: '维护' })
      expect((await upload(id)).statusCode, 'nothing is sent while it cannot be asked').toBe(422)
      await landed(counter, id)
      const { state, serial } = (await upload(id)).result!
      // A list that names the number gives it back.
      expect([state, serial.slice(0, 7)]).toEqual(['uploaded', ofResidents ? 'B320500' : begin])
      expect((await held(n)).length, 'filed once').toBe(1)
    },
  )

  test.each([
    ['booked, then lost', 'dropAfterBooking', 3],
    ['never arrived', 'dropBeforeBooking', 4],
  ])('a repeal that was %s ends when it is pressed again', async (__, name, n) => {
    const id = await added(n)
    await upload(id)
    await fault(name, repealed)
    expect((await repeal(id)).statusCode).toBe(504)
    expect((await now(id)).state).toBe('unknown')
    await landed(counter, id)
    expect((await repeal(id)).result).toMatchObject({ state: 'repealed' })
    expect(await held(n)).toEqual([])
  })

  test('two at once: one message leaves, the other person hears so; a refusal stays to be corrected', async () => {
    const id = await added(5)
    await fault('refuse', filed, { text: '资料不全' })
    expect((await upload(id)).statusCode).toBe(422)
    expect(await now(id)).toMatchObject({ state: 'refused', message: '资料不全' })
    await counter.clerk.ok(calls.update, { id, ...form } as never)
    await fault('delay', filed, { ms: 300 })
    const answers = await Promise.all([upload(id), upload(id)])
    expect(answers.map(({ success }) => success).sort()).toEqual([false, true])
    await fault('refuse', repealed, { text: '已审核' })
    expect((await repeal(id)).statusCode).toBe(422)
    expect(await now(id)).toMatchObject({ state: 'uploaded', message: '已审核' })
  })

  test('what the fields alone do not tell is refused before it is written', async () => {
    const fields = async (more: object) => Object.keys((await send(6, more)).error?.fields ?? {})
    expect(await fields({ endDay: '2026-10-08' })).toEqual(['endDay'])
    if ('agentName' in form) {
      expect(await fields({ agentCertType: undefined })).toEqual(['agentCertType'])
      expect(await fields({ agentCertType: '1', agentCertNo: '320501199001011239' })).toEqual(['agentCertNo'])
    }
    if ('businessType' in form) expect(await fields({ businessType: '77' })).toEqual(['businessType'])
    for (const limit of [0, -1, 0.01]) if ('limit' in form) expect(await fields({ limit })).toEqual(['limit'])
    if ('insutype' in form) expect(await fields({ insutype: ofResidents ? '310' : '390' })).toEqual(['insutype'])
    await added(6)
    const twice = await send(6)
    expect(twice.resultNotice?.error).toContain('没有再建一条')
    expect((await counter.clerk.send(calls.get, { id: 'gone' })).statusCode).toBe(404)
  })
})

test('a filing of one kind is none of another', async () => {
  const [row] = (await counter.clerk.ok(fixedFiling.getPaged, { pageSize: 1 })).items
  expect((await counter.clerk.send(diseasesInfo.upload, { id: row!.id })).statusCode).toBe(404)
  expect((await counter.clerk.send(specialMedical.get, { id: row!.id })).statusCode).toBe(404)
})
