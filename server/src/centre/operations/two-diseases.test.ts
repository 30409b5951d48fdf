import { describe, expect, test } from 'vitest'
import { checkMessage } from '../check.ts'
import type { Answer } from '../client.ts'
import type { Json } from '../json.ts'
import type { Operation } from '../operation.ts'
import { profileOf } from '../profiles.ts'
import { listTwoDiseases, twoDiseasesCalls } from './two-diseases.ts'

const filed = {
  ...{ psnNo: '43010000000000000004', name: '赵𠮷', certificateType: '01', certificateNo: '430101197811051238' },
  ...{ birthday: '1978-11-05', gender: '2', nation: '01', employer: '', address: '', insutype: '390' },
  ...{ diseaseCode: 'M03900', diseaseName: '高血压', limit: '360.00', treatment: '一日一片', condition: '168/102' },
  ...{ hospitalCode: 'H43010200001', hospitalName: '示例社区卫生服务中心', doctorCode: 'D430102000001' },
  ...{ doctorOpinion: '同意', doctorOpinionOn: '2026-10-08', applyReason: '长期服药', appliedOn: '2026-10-08' },
  ...{ beginDay: '2026-10-09', endDay: '2027-10-08', memo: '', agentName: '', agentRelation: '', agentCertType: '' },
  ...{ agentCertNo: '', agentTel: '', agentAddress: '' },
}
const areas = { HN: '430100', JX: '320500' } as const
const sender = { fixmedinsCode: 'P1', fixmedinsName: '', opter: '', opterName: '', opterType: '1', signNo: '1' }
const contextOf = (edition: 'HN' | 'JX') => ({ profile: profileOf(areas[edition], ''), sender, outOfArea: false })
const callsOf = (edition: 'HN' | 'JX') => twoDiseasesCalls(profileOf(areas[edition], ''))!
const read = <R>(operation: Operation<never, R>, output: Json) => operation.read(output, profileOf('430100', ''))

describe('what is sent', () => {
  test.each(['HN', 'JX'] as const)('%s: every message is as its table prints it', (edition) => {
    const calls = callsOf(edition)
    const context = contextOf(edition)
    const sent: [string, object][] = [
      [calls.apply.infno, calls.apply.input(filed, context)],
      [calls.withdraw.infno, calls.withdraw.input({ serial: 'B1' }, context)],
      [calls.list.infno, calls.list.input({ psnNo: filed.psnNo, page: 2 }, context)],
      ...(calls.one ? [[calls.one.infno, calls.one.input({ serial: 'B1' }, context)] as [string, object]] : []),
    ]
    for (const [infno, input] of sent) expect(checkMessage(edition, infno, 'in', input as Json), infno).toEqual([])
  })

  test('Hunan prints camelCase with its application kind, Jiangxi snake_case; each its own source, and the certificate as the centre told it', () => {
    expect(callsOf('HN').apply.input(filed, contextOf('HN')).data).toMatchObject({
      ...{ psn_no: filed.psnNo, psnName: '赵𠮷', dclaSouc: '01', psnCertType: '01', appyType: '23', lmt: '360.00' },
      ...{ appyFixmedinsNo: 'H43010200001', drOpnnTime: '2026-10-08', agnterCertno: '' },
    })
    expect(callsOf('JX').apply.input(filed, contextOf('JX')).data).toMatchObject({
      ...{ psn_no: filed.psnNo, psn_name: '赵𠮷', dcla_souc: '1', psn_cert_type: '01', lmt: '360.00', expContent: '' },
    })
    expect(callsOf('HN').list.input({ psnNo: '1', page: 2 }, contextOf('HN')).data).toMatchObject({
      ...{ psnNo: '1', appyType: '23', pageNum: '2', pageSize: '300' },
    })
    expect(callsOf('JX').list.input({ psnNo: '1', page: 1 }, contextOf('JX')).data).toMatchObject({ page_size: '300' })
  })
})

describe('what is read', () => {
  test('an application that answers nothing of what was filed is unreadable; Hunan’s names no number', () => {
    const [hunan, jiangxi] = [callsOf('HN').apply, callsOf('JX').apply]
    const outputs: Json[] = [{ opsp_dise_code: 'M03900' }, { data: { opsp_dise_code: 'M03900' } }]
    for (const output of outputs) expect(read(hunan, output)).toEqual({ serial: '' })
    expect(read(hunan, {})).toBeUndefined()
    expect(read(jiangxi, { data: { trt_dcla_detl_sn: 'B1' } })).toEqual({ serial: 'B1' })
    expect(read(jiangxi, { data: { psn_no: '1' } })).toBeUndefined()
  })

  test.each<[Json, boolean | undefined]>([
    [{ result: '1' }, true],
    [{ data: { flag: '0' } }, false],
    ['0', false],
    [{ data: '{"result":"1"}' }, true],
    [{}, undefined],
    [{ result: '2' }, undefined],
    [{ result: '0', chkStas: '1' }, undefined],
  ])('2692 %j: 0 is a no, 1 a yes, and anything else says neither', (output, verdict) => {
    expect(read(callsOf('HN').withdraw, output)).toBe(verdict)
  })

  test('2694: one application by its number, or nothing of it', () => {
    const row = { psn_no: '1', diseCode: 'M01600', diseName: '糖尿病', begndate: '2026-10-09 00:00:00', lmt: '360' }
    expect(read(callsOf('HN').one!, { ...row, trtDclaDetlSn: 'B1' })).toMatchObject([
      { code: 'M01600', from: '2026-10-09', until: '', serial: 'B1', limit: 36_000 },
    ])
    expect(read(callsOf('HN').one!, {})).toEqual([])
  })
})

/** Answers of a list, page by page, as a centre gives them. */
const asked = (edition: 'HN' | 'JX', pages: Json[]) => {
  const sent: unknown[] = []
  const ask = async <A, R>(operation: Operation<A, R>, args: A): Promise<Answer<R>> => {
    const context = contextOf(edition)
    sent.push(
      (operation.input(args, context).data as Record<string, string>)[edition === 'HN' ? 'pageNum' : 'page_num'],
    )
    const value = operation.read(pages.shift()!, context.profile)!
    return { kind: 'booked', value, answerFaults: [], refMsgid: '', ms: 1 }
  }
  return { sent, list: async () => listTwoDiseases(callsOf(edition), ask, '1') }
}
const rows = (n: number) => Array.from({ length: n }, (_, i) => ({ dise_code: `M0390${i}` }))

describe('a list of several pages is read to its end', () => {
  test('Hunan’s says how many there are', async () => {
    const page = (n: number) => ({ data: rows(2), page: { pageNum: String(n), pages: '3', recordCounts: '6' } })
    const { sent, list } = asked('HN', [page(1), page(2), page(3)])
    expect(await list()).toMatchObject({ value: { length: 6 } })
    expect(sent).toEqual(['1', '2', '3'])
  })

  test('Jiangxi’s says nothing: a full page may have another behind it', async () => {
    const { sent, list } = asked('JX', [{ data: rows(300) }, { data: rows(1) }])
    expect(await list()).toMatchObject({ value: { length: 301 } })
    expect(sent).toEqual(['1', '2'])
  })

  test('a centre that counts wrongly is not asked for ever', async () => {
    const endless = { data: [], page: { pageNum: '1', pages: '9' } }
    const { sent, list } = asked('HN', [endless, endless])
    expect(await list()).toMatchObject({ value: [] })
    expect(sent).toEqual(['1'])
  })
})

test('an area of neither edition has no way', () => {
  expect(twoDiseasesCalls(profileOf('330100', ''))).toBeUndefined()
  expect(twoDiseasesCalls(profileOf('360100', ''))?.apply.infno).toBe('2595')
  expect(twoDiseasesCalls(profileOf('430200', ''))?.apply.infno).toBe('2691')
  expect(twoDiseasesCalls(profileOf('330100', '', { twoDiseases: '2691' }))?.apply.infno).toBe('2691')
})
