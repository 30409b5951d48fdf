import { refuse } from '../refusal.ts'
import type { Person } from '../seed/persons.ts'
import { day } from '../time.ts'
import { type Call, type Handler, personOf, type Texts, textsOf } from './call.ts'
import { checkPeriod, file, filedOf, filerOf, holdsOn, overlap, withdraw } from './filing.ts'

/** biz_appy_type 就医定点医疗机构登记. */
const designated = '03'

interface Designation {
  biz_appy_type: string
  fix_srt_no: string
  fixmedins_code: string
  fixmedins_name: string
  begndate: string
  enddate: string
  memo: string
}

/** Where a person who is designated elsewhere has been for long: a pharmacy that is no store of anybody here. */
const elsewhere = (area: string): Designation => ({
  ...{ biz_appy_type: designated, fix_srt_no: '1', begndate: '2024-01-01', enddate: '', memo: '' },
  ...{ fixmedins_code: `P${area.slice(0, 4)}0100099`, fixmedins_name: '康宁药房临顿路店' },
})

const designationsOf = (call: Pick<Call, 'store'>, { psnNo, area, state }: Person): Designation[] => [
  ...(state.flags.has('designatedElsewhere') ? [elsewhere(area)] : []),
  ...filedOf<Texts>(call, '2505', psnNo).map(({ enddate = '', memo = '', ...row }) => ({
    ...({ ...row, enddate, memo } as unknown as Designation),
  })),
]

/** Whether a person may use the pool at other institutions only. */
export const isDesignatedElsewhere = (call: Call, person: Person): boolean => {
  const today = day(call.now)
  const open = designationsOf(call, person).filter((one) => one.biz_appy_type === designated && holdsOn(one, today))
  return open.length > 0 && !open.some(({ fixmedins_code }) => fixmedins_code === call.institution.code)
}

/** 2505 人员定点备案: an institution designates itself, on a place that the person has free. */
export const designate: Handler = (call) => {
  const row = textsOf(call, 'data')
  const person = personOf(call, row.psn_no!)
  if (row.fixmedins_code !== call.institution.code) refuse('【定点医药机构编号 fixmedins_code】不是本机构')
  const period = { begndate: row.begndate!, enddate: row.enddate ?? '' }
  checkPeriod(period)
  const others = designationsOf(call, person).filter(
    (one) => one.biz_appy_type === row.biz_appy_type && overlap(one, period),
  )
  if (others.some((one) => one.fixmedins_code === row.fixmedins_code)) refuse('已有本机构的定点备案，不能重复备案')
  const taken = others.find((one) => Number(one.fix_srt_no) === Number(row.fix_srt_no))
  if (taken) refuse(`【定点排序号 fix_srt_no】${row.fix_srt_no} 已定点「${taken.fixmedins_name}」`)
  return { result: { trt_dcla_detl_sn: file(call, person.psnNo, row) } }
}

/** 2506 人员定点备案撤销. */
export const withdrawDesignation: Handler = (call) => {
  const { trt_dcla_detl_sn: serial, psn_no } = textsOf(call, 'data') as Record<'trt_dcla_detl_sn' | 'psn_no', string>
  const field = '待遇申报明细流水号 trt_dcla_detl_sn'
  if (filerOf(call, '2505', serial) !== personOf(call, psn_no).psnNo) refuse(`【${field}】${serial} 不存在`)
  withdraw(call, { infno: '2505', field, serial })
  return {}
}

/** 5302 人员定点信息查询, of one kind of business. */
export const designations: Handler = (call) => {
  const { psn_no, biz_appy_type } = textsOf(call, 'data')
  const person = personOf(call, psn_no!)
  const insutype = person.state.insurances[0]?.insutype ?? ''
  const rows = designationsOf(call, person).filter((one) => one.biz_appy_type === biz_appy_type)
  return { psnfixmedin: rows.map((one) => ({ ...one, psn_no: person.psnNo, insutype })) }
}
