import { refuseField } from '../message/check.ts'
import { Refusal, refuse } from '../refusal.ts'
import type { Person } from '../seed/persons.ts'
import type { Chronic } from '../seed/states.ts'
import { type Call, checkIdentity, type Handler, type Outcome, personOf, type Texts, textsOf } from './call.ts'
import { checkPeriod, file, filedBy, filedRows, filerOf, isReviewed, overlap, withdraw } from './filing.ts'

// 门诊两病 (domain.md 2.7): Hunan's 2691-2694 print their names in camelCase and name no node, Jiangxi's 2595, 2596 and
// 5395 print them in snake_case under `data`. Here everything is kept as Jiangxi prints it.

/** The transaction that files them in each edition. */
const filedIn = { HN: '2691', JX: '2595' } as const

/** The beginnings of the two diseases' codes in the national list (1309): 高血压, 糖尿病. */
const codes = ['M039', 'M016']

/** Rows of a page, whatever is asked for: Jiangxi's limit (notes 9). */
const mostRows = 300

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Each edition has its own numbers. */
const checkEdition = ({ infno, profile }: Call): void => {
  if (infno.startsWith('269') !== (profile.province === 'HN')) refuse(`交易 ${infno} 本中心未开通`)
}

/** What came, by Jiangxi's names; Hunan's tables name no node, so the only one that came is it. */
const given = (call: Call): Texts => {
  checkEdition(call)
  const node = call.profile.province === 'HN' ? (Object.keys(call.input)[0] ?? 'data') : 'data'
  return Object.fromEntries(Object.entries(textsOf(call, node)).map(([name, value]) => [snake(name), value]))
}

/** As the edition prints a row: Hunan's has psn_no in the tables of its answers. */
const printed = ({ profile }: Call, row: Texts): Texts =>
  profile.province === 'JX'
    ? row
    : Object.fromEntries(Object.entries(row).map(([name, value]) => [name === 'psn_no' ? name : camel(name), value]))

const rowsOf = (call: Call, psnNo: string) => filedRows<Texts>(call, filedIn[call.profile.province], psnNo)

const periodOf = ({ begndate = '', enddate = '' }: Texts) => ({ begndate, enddate })

/** As the centre answers an application: what came, its number, and whether it was reviewed. */
const shown = (call: Call, filed: ReturnType<typeof rowsOf>[number]): Texts =>
  printed(call, { ...filed.data, trt_dcla_detl_sn: filed.serial, chk_stas: isReviewed(call, filed) ? '1' : '0' })

/** The applications of a person, as what the counter settles by. */
export const twoDiseasesOf = (call: Call, { psnNo }: Person): Chronic[] =>
  rowsOf(call, psnNo).map(({ data }) => ({ code: data.dise_code!, name: data.dise_name!, ...periodOf(data) }))

/** 2691 门诊两病申请, 2595 居民门诊两病登记备案: a resident's, one of the two, once for a time. */
export const applyTwoDiseases: Handler = (call): Outcome => {
  const row = given(call)
  const person = personOf(call, row.psn_no!)
  checkIdentity(call, person, row, ['psn_cert_type', 'certno', 'psn_name'])
  if (!person.state.insurances.some(({ insutype }) => insutype === '390' && (row.insutype || '390') === insutype))
    refuse('不是城乡居民医保的参保人员，不能办理门诊两病')
  if (!codes.some((begin) => row.dise_code!.startsWith(begin)))
    refuseField({ title: '诊断编码', name: 'dise_code' }, `${row.dise_code} 不是门诊两病的病种`)
  if (Number(row.lmt) <= 0) refuseField({ title: '限制额度', name: 'lmt' }, '应大于 0')
  if (call.infno === '2691' && row.appy_type !== '23') refuseField({ title: '申请类别', name: 'appyType' }, '应为 23')
  checkPeriod(periodOf(row))
  const same = twoDiseasesOf(call, person).filter(({ code }) => code === row.dise_code)
  if (same.some((one) => overlap(one, periodOf(row)))) refuse(`已有【${row.dise_name}】的门诊两病备案，不能重复备案`)
  const serial = file(call, person.psnNo, row)
  if (call.infno === '2595') return { data: shown(call, filedBy<Texts>(call, '2595', serial)!) }
  const { dise_code: opsp_dise_code = '', dise_name: opsp_dise_name = '', ...rest } = row
  return { '(none)': { opsp_dise_code, opsp_dise_name, ...periodOf(rest) } }
}

/** 2692 门诊两病撤销 answers 1 when it is taken back and 0 when not, without a reason. */
export const withdrawTwoDiseases: Handler = (call) => {
  const { trt_dcla_detl_sn: serial = '' } = given(call)
  try {
    withdraw(call, { infno: '2691', field: '待遇申报流水号 trtDclaDetlSn', serial })
    return { '(none)': { result: '1' } }
  } catch (error) {
    if (error instanceof Refusal) return { '(none)': { result: '0' } }
    throw error
  }
}

/** 2596 居民门诊两病登记备案撤销. */
export const unregisterTwoDiseases: Handler = (call) => {
  const { trt_dcla_detl_sn: serial = '' } = given(call)
  const field = '待遇申报流水号 trt_dcla_detl_sn'
  if (!filerOf(call, '2595', serial)) refuse(`【${field}】${serial} 不存在`)
  withdraw(call, { infno: '2595', field, serial })
  return {}
}

/** 2693 门诊两病列表查询, 5395 居民门诊两病备案查询: by page, of a person and of a period where one is asked for. */
export const listTwoDiseases: Handler = (call): Outcome => {
  const asked = given(call)
  const person = personOf(call, asked.psn_no!)
  const pageNum = Number(asked.page_num) || 1
  const pageSize = Math.min(Number(asked.page_size) || 20, mostRows)
  if (call.infno === '2693' && asked.appy_type !== '23') refuseField({ title: '申请类别', name: 'appyType' }, '应为 23')
  const rows = rowsOf(call, person.psnNo).filter(({ data }) => overlap(periodOf(data), periodOf(asked)))
  const start = (pageNum - 1) * pageSize
  const data = rows.slice(start, start + pageSize).map((row) => shown(call, row))
  if (call.infno === '5395') return { data }
  const page = { startRow: start + 1, endRow: start + data.length, size: data.length, pageNum, pageSize }
  const counts = { pages: Math.ceil(rows.length / pageSize), recordCounts: rows.length }
  return {
    data,
    page: Object.fromEntries(Object.entries({ ...page, ...counts }).map(([name, value]) => [name, String(value)])),
  }
}

/** 2694 门诊两病查询, of one application. */
export const twoDiseasesByNumber: Handler = (call) => {
  const { trt_dcla_detl_sn: serial = '' } = given(call)
  const filed = filedBy<Texts>(call, '2691', serial)
  if (!filed) refuse(`【待遇申报流水号 trtDclaDetlSn】${serial} 不存在`)
  return { '(none)': shown(call, filed!) }
}
