import { beforeAll, describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { type Client, makeClient, personIn, START, startTestCentre } from './client.ts'
import { purchase } from './purchases.ts'

// Filings as the standard takes them (domain.md 2.7): once, for a time, taken back until they are reviewed.

let suzhou: Client
let pingjiang: Client
let changsha: Client
const centre = opened(startTestCentre)
beforeAll(async () => {
  const of = (code: string) => makeClient(centre.url, code, () => centre.time.now)
  ;[suzhou, pingjiang, changsha] = [of('P32050100001'), of('P32050100002'), of('P43010200001')]
  for (const client of [suzhou, pingjiang, changsha]) await client.signIn()
})

const insulin = [{ code: 'XA10AAA007A001010100007', cnt: '1', pric: '31.24' }]
const chronic = { med_type: '14', dise_codg: 'M01600', dise_name: '糖尿病' }
const serialOf = (output: object) => String(Object.values(Object.values(output)[0] as object)[0])

const disease = (psn_no: string, more: object = {}) => ({
  data: {
    ...{ psn_no, insutype: '310', opsp_dise_code: 'M01600', opsp_dise_name: '糖尿病', tel: '', addr: '' },
    ...{ insu_optins: '320500', ide_fixmedins_no: 'H32050100001', ide_fixmedins_name: '示例市第一人民医院' },
    ...{ hosp_ide_date: '2026-11-19', diag_dr_codg: 'D320501000001', diag_dr_name: '陈䶮𠮷' },
    ...{ begndate: '2026-11-20', enddate: '2027-11-19' },
    ...more,
  },
})

describe('2503, 2504, 5301', () => {
  test('a disease that was filed is used at the counter until it is taken back', async () => {
    const person = personIn('320500', 'active')
    const settle = () => suzhou.call('2102', purchase(person, insulin, chronic))
    expect((await settle()).err_msg).toContain('没有 M01600 的慢特病备案')
    const serial = serialOf((await suzhou.call('2503', disease(person.psnNo))).output)
    expect((await settle()).err_msg).toBe('')
    expect((await suzhou.call('2503', disease(person.psnNo))).err_msg).toContain('不能重复备案')
    const back = { data: { trt_dcla_detl_sn: serial, psn_no: person.psnNo, memo: '填错病种' } }
    expect((await suzhou.call('2504', { data: { ...back.data, trt_dcla_detl_sn: 'B1' } })).err_msg).toContain('不存在')
    expect((await suzhou.call('2504', back)).err_msg).toBe('')
    expect((await settle()).err_msg).toContain('没有 M01600 的慢特病备案')
    expect((await suzhou.call('2504', back)).err_msg).toContain('不存在')
  })

  test('an ended one is filed again, for days that no other one has', async () => {
    const person = personIn('320500', 'expired')
    const again = { opsp_dise_code: 'M03900', opsp_dise_name: '高血压' }
    const filed = (more: object) => suzhou.call('2503', disease(person.psnNo, { ...again, ...more }))
    expect((await filed({ begndate: '2022-12-31' })).err_msg).toContain('不能重复备案')
    expect((await filed({ enddate: '' })).err_msg).toBe('')
    expect((await filed({ begndate: '2099-01-01', enddate: '' })).err_msg).toContain('不能重复备案')
    const { output } = await suzhou.call('5301', { data: { psn_no: person.psnNo } })
    expect(output.feedetail).toMatchObject([{ enddate: '2022-12-31' }, { begndate: '2026-11-20', enddate: '' }])
    const bought = purchase(person, insulin, { ...chronic, dise_codg: 'M03900', dise_name: '高血压' })
    expect((await suzhou.call('2101', bought)).err_msg).toBe('')
  })

  test('who is not known, not insured so, or ends before he begins is refused; the reviewed stays', async () => {
    const person = personIn('320500', 'rareName')
    const text = async (more: object) => (await suzhou.call('2503', disease(person.psnNo, more))).err_msg
    expect(await text({ psn_no: '1' })).toContain('不存在')
    expect(await text({ insutype: '390' })).toContain('与参保信息不一致')
    expect(await text({ enddate: '2026-11-19' })).toContain('早于开始日期')
    const serial = serialOf((await suzhou.call('2503', disease(person.psnNo))).output)
    const back = { data: { trt_dcla_detl_sn: serial, psn_no: person.psnNo, memo: '填错' } }
    centre.time.now += 86_400_000
    try {
      await suzhou.signIn()
      expect((await suzhou.call('2504', back)).err_msg).toContain('已审核，不能撤销')
    } finally {
      centre.time.now = START
      await suzhou.signIn()
    }
  })
})

const designated = (psn_no: string, more: object = {}) => ({
  data: {
    ...{ psn_no, tel: '', addr: '', biz_appy_type: '03', begndate: '2026-11-20', enddate: '', memo: '' },
    ...{ agnter_name: '', agnter_cert_type: '', agnter_certno: '', agnter_tel: '', agnter_addr: '', agnter_rlts: '' },
    ...{ fix_srt_no: '2', fixmedins_code: 'P32050100001', fixmedins_name: '示例大药房观前店' },
    ...more,
  },
})

describe('2505, 2506, 5302', () => {
  test('who is designated elsewhere has the pool here once this institution is on another place', async () => {
    const person = personIn('320500', 'designated')
    const held = async () => {
      const { output } = await suzhou.call('5302', { data: { psn_no: person.psnNo, biz_appy_type: '03' } })
      const rows = (output as unknown as { psnfixmedin: { fixmedins_name: string }[] }).psnfixmedin
      return rows.map(({ fixmedins_name }) => fixmedins_name)
    }
    expect(await held()).toEqual(['康宁药房临顿路店'])
    const pool = { ...chronic, dise_codg: 'M03900', dise_name: '高血压' }
    const buy = async () => (await suzhou.call('2101', purchase(person, insulin, pool))).err_msg
    expect(await buy()).toContain('没有在本机构定点')
    const refused = await suzhou.call('2505', designated(person.psnNo, { fix_srt_no: '1' }))
    expect(refused.err_msg).toContain('已定点「康宁药房临顿路店」')
    const serial = serialOf((await suzhou.call('2505', designated(person.psnNo))).output)
    expect([await buy(), await held()]).toEqual(['', ['康宁药房临顿路店', '示例大药房观前店']])
    expect((await suzhou.call('2505', designated(person.psnNo, { fix_srt_no: '3' }))).err_msg).toContain('不能重复备案')
    expect((await pingjiang.call('2505', designated(person.psnNo, { fix_srt_no: '3' }))).err_msg).toContain(
      '不是本机构',
    )
    const back = { data: { trt_dcla_detl_sn: serial, psn_no: person.psnNo, memo: '参保人改主意' } }
    expect((await suzhou.call('2506', back)).err_msg).toBe('')
    expect(await buy()).toContain('没有在本机构定点')
    expect((await suzhou.call('2506', back)).err_msg).toContain('不存在')
  })
})

const special = (psn_no: string, certno: string, psn_name: string, more: object = {}) => ({
  psninfo: {
    ...{ psn_no, brdy: '', insutype: '310', psn_name, certno, psn_cert_type: '1', gend: '1', naty: '', emp_name: '' },
    ...{ emp_no: '', addr: '', appy_date: '2026-11-20', cond_abst: '病理诊断', appy_lmt: '12' },
    ...{ begndate: '2026-11-20', enddate: '2027-05-19', agnter_name: '', agnter_cert_type: '', agnter_certno: '' },
    ...{ agnter_tel: '', agnter_rlts: '', agnter_addr: '', dr_no: 'D320501000001', dr_name: '陈䶮𠮷', expContent: '' },
    ...more,
  },
  druginfo: [
    {
      ...{ appy_dise_code: 'C50.900', appy_dise_name: '乳腺恶性肿瘤' },
      ...{ med_list_codg: 'XL01EXA001A001010100001', med_list_name: '示例替尼片' },
    },
  ],
  medinsinfo: [{ fixmedins_code: 'H32050100001', fixmedins_name: '示例市第一人民医院', poolarea_no: '320500' }],
})

describe('2591, 2594, 5391', () => {
  test('a special drug is filed, asked for by its period, and taken back; Hunan has no such chapter', async () => {
    const { psnNo, certno, name } = personIn('320500', 'rarerName')
    const { output } = await suzhou.call('2591', special(psnNo, certno, name))
    expect((await suzhou.call('2591', special(psnNo, certno, name))).err_msg).toContain('不能重复备案')
    expect((await suzhou.call('2591', special(psnNo, certno, '别人'))).err_msg).toContain('与参保信息不一致')
    expect((await suzhou.call('2591', special(psnNo, certno, name, { appy_lmt: '0' }))).err_msg).toContain('大于 0')
    const held = async (begndate: string) => {
      const answer = await suzhou.call('5391', { data: { psn_no: psnNo, begndate, enddate: '2030-01-01' } })
      return (answer.output as unknown as { druginfo: unknown[] }).druginfo.length
    }
    expect([await held('2026-12-01'), await held('2028-01-01')]).toEqual([1, 0])
    const back = { data: { mihi_opsp_reg_sn: serialOf(output), expContent: '' } }
    expect((await suzhou.call('2594', back)).err_msg).toBe('')
    expect((await suzhou.call('2594', back)).err_msg).toContain('不存在')
    const hunan = personIn('430100', 'active')
    expect((await changsha.call('2591', special(hunan.psnNo, hunan.certno, hunan.name))).err_msg).toContain('未开通')
  })
})

const two = (psn_no: string, certno: string, psnName: string, more: object = {}) => ({
  data: {
    ...{ psn_no, dclaSouc: '01', insutype: '390', psnName, certno, psnCertType: '01', diseCode: 'M03900' },
    ...{ diseName: '高血压', lmt: '360.00', trtSchm: '一日一片', diseCondDscr: '168/102', appyType: '23' },
    ...{ appyFixmedinsNo: 'H43010200001', appyFixmedinsName: '示例社区卫生服务中心', drCodg: 'D430102000001' },
    ...{ drOpnn: '同意', drOpnnTime: '2026-11-20', appyTime: '2026-11-20', appyRea: '长期服药' },
    ...{ begndate: '2026-11-20', enddate: '2027-11-19', ...more },
  },
})
const snake = (rows: object) =>
  Object.fromEntries(
    Object.entries(rows).map(([name, value]) => [name.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`), value]),
  )
const visit = { med_type: '9901', dise_codg: 'M03900', dise_name: '高血压' }
interface Listed {
  data: Record<string, string>[]
  page: Record<string, number>
}

describe('2691-2694; 2595, 2596, 5395', () => {
  test('Hunan: an application is found by the list, which has its number, and used until 2692 answers 1', async () => {
    const { psnNo, certno, name } = personIn('430100', 'resident')
    const apply = (more: object = {}) => changsha.call('2691', two(psnNo, certno, name, more))
    const text = async (more: object) => (await apply(more)).err_msg
    expect(await text({ diseCode: 'M07801' })).toContain('不是门诊两病的病种')
    expect(await text({ lmt: '0' })).toContain('应大于 0')
    expect(await text({ appyType: '10' })).toContain('应为 23')
    expect(await text({ psnName: '别人' })).toContain('与参保信息不一致')
    expect(await text({ enddate: '2026-11-19' })).toContain('早于开始日期')
    expect(await text({ trtSchm: '' })).toContain('trtSchm】不能为空')
    expect((await apply()).output).toEqual({
      ...{ opsp_dise_code: 'M03900', opsp_dise_name: '高血压', begndate: '2026-11-20', enddate: '2027-11-19' },
    })
    expect(await text({})).toContain('不能重复备案')
    await apply({ diseCode: 'M01600', diseName: '糖尿病' })
    const list = async (pageNum: string) => {
      const asked = { psnNo, appyType: '23', pageNum, pageSize: '1' }
      return (await changsha.call('2693', { data: asked })).output as unknown as Listed
    }
    const [first, second] = [await list('1'), await list('2')]
    expect(first).toMatchObject({
      data: [{ psn_no: psnNo, diseCode: 'M03900', chkStas: '0', trtDclaDetlSn: expect.stringMatching(/^B430100/) }],
      page: { pageNum: 1, pages: 2, recordCounts: 2 },
    })
    expect(second.data).toMatchObject([{ diseCode: 'M01600' }])
    const buy = async () =>
      (await changsha.call('2101', purchase(personIn('430100', 'resident'), insulin, visit))).err_msg
    expect(await buy()).toBe('')
    const number = { data: { trtDclaDetlSn: first.data[0]!.trtDclaDetlSn } }
    expect((await changsha.call('2694', number)).output).toMatchObject({ diseName: '高血压', psnName: name })
    expect((await changsha.call('2692', number)).output).toEqual({ result: '1' })
    expect((await changsha.call('2692', number)).output, 'nothing to take back').toEqual({ result: '0' })
    expect((await changsha.call('2694', number)).err_msg).toContain('不存在')
    expect(await buy()).toContain('没有 M03900 的门诊两病备案')
    const reviewed = { data: { trtDclaDetlSn: second.data[0]!.trtDclaDetlSn } }
    centre.time.now += 86_400_000
    try {
      await changsha.signIn()
      expect((await list('1')).data).toMatchObject([{ chkStas: '1' }])
      expect((await changsha.call('2692', reviewed)).output, 'reviewed it stays').toEqual({ result: '0' })
    } finally {
      centre.time.now = START
      await changsha.signIn()
    }
  })

  test('Jiangxi: the same in snake_case, with its number at once; neither takes the other’s, nor an employee', async () => {
    const { psnNo, certno, name } = personIn('320500', 'resident')
    const { data } = two(psnNo, certno, name, { dclaSouc: '1', psnCertType: '1' })
    const { appy_type: _, ...row } = snake(data) as Record<string, string>
    const { output } = await suzhou.call('2595', { data: row })
    const filed = output.data as unknown as Record<string, string>
    expect(filed).toMatchObject({
      dise_code: 'M03900',
      chk_stas: '0',
      trt_dcla_detl_sn: expect.stringMatching(/^B320500/),
    })
    const listed = await suzhou.call('5395', { data: { psn_no: psnNo, page_num: '1', page_size: '300' } })
    expect((listed.output as unknown as Listed).data).toMatchObject([{ trt_dcla_detl_sn: filed.trt_dcla_detl_sn }])
    const back = { data: { trt_dcla_detl_sn: filed.trt_dcla_detl_sn } }
    expect((await suzhou.call('2596', back)).err_msg).toBe('')
    expect((await suzhou.call('2596', back)).err_msg).toContain('不存在')
    expect((await suzhou.call('2691', two(psnNo, certno, name))).err_msg).toContain('未开通')
    expect((await changsha.call('2596', back)).err_msg).toContain('未开通')
    const employee = personIn('320500', 'active')
    const his = { ...row, psn_no: employee.psnNo, certno: employee.certno, psn_name: employee.name, insutype: '310' }
    expect((await suzhou.call('2595', { data: his })).err_msg).toContain('不是城乡居民医保')
  })
})
