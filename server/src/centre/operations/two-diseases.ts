import type { Answer } from '../client.ts'
import { spellCode } from '../dictionaries.ts'
import { fillRow } from '../fill.ts'
import { isObject, type Json, unwrapText } from '../json.ts'
import type { InputContext, Operation } from '../operation.ts'
import type { CentreProfile } from '../profile.ts'
import { type Reader, readerOf, readOne, readRows } from '../reader.ts'
import { UNNAMED } from '../standard.ts'
import { type Agent, agentFields } from './designation.ts'
import { type FiledPerson, personFields } from './filed-person.ts'

/** What 2691 or 2595 is told of a resident's 高血压 or 糖尿病; days are yyyy-MM-dd, what may be empty is ''. */
interface TwoDiseases extends FiledPerson, Agent {
  address: string
  insutype: string
  diseaseCode: string
  diseaseName: string
  /** lmt, yuan with two decimals */
  limit: string
  treatment: string
  condition: string
  hospitalCode: string
  hospitalName: string
  doctorCode: string
  doctorOpinion: string
  doctorOpinionOn: string
  applyReason: string
  appliedOn: string
  beginDay: string
  endDay: string
  memo: string
}

/** One application as the centre holds it. */
interface TwoDiseasesRecord {
  code: string
  name: string
  from: string
  until: string
  /** appy_fixmedins_no and _name */
  hospitalCode: string
  hospitalName: string
  /** lmt, fen; undefined where the row names none */
  limit?: number
  /** trt_dcla_detl_sn, '' where the row names none */
  serial: string
  /** chk_stas: neither edition has a table of its values. */
  reviewed: string
}

/** A page of a person's applications, from 1. */
interface Page {
  psnNo: string
  page: number
}

/** `more`: pages follow. */
interface Listed {
  rows: TwoDiseasesRecord[]
  more: boolean
}

/** appyType: the two-diseases record (notes 9). */
const application = '23'

/** Rows a query: Jiangxi's limit, which Hunan's pages keep too (notes 9). */
const pageRows = 300

/** The fields of an application that both editions have, by the names that Jiangxi prints; Hunan prints them in camelCase. */
const applied = (one: TwoDiseases, { profile: { edition } }: InputContext): Record<string, string> => ({
  ...personFields(one),
  ...{ dcla_souc: spellCode(edition, 'dcla_souc', '01'), insutype: one.insutype, addr: one.address },
  ...{ dise_code: one.diseaseCode, dise_name: one.diseaseName },
  ...{ lmt: one.limit, trt_schm: one.treatment, dise_cond_dscr: one.condition },
  ...{ appy_fixmedins_no: one.hospitalCode, appy_fixmedins_name: one.hospitalName, dr_codg: one.doctorCode },
  ...{ dr_opnn: one.doctorOpinion, dr_opnn_time: one.doctorOpinionOn, appy_time: one.appliedOn },
  ...{ appy_rea: one.applyReason, memo: one.memo, begndate: one.beginDay, enddate: one.endDay },
  ...agentFields(one),
})

const recordOf = (row: Reader): TwoDiseasesRecord => ({
  code: row.text('dise_code'),
  name: row.text('dise_name'),
  from: row.text('begndate').slice(0, 10),
  until: row.text('enddate').slice(0, 10),
  hospitalCode: row.text('appy_fixmedins_no'),
  hospitalName: row.text('appy_fixmedins_name'),
  limit: row.maybeFen('lmt'),
  serial: row.text('trt_dcla_detl_sn'),
  reviewed: row.text('chk_stas'),
})

/** The row of an answer without a node: the output itself, or what it was put into. */
const onlyRow = (output: Json): Reader | undefined =>
  isObject(output) ? (readOne(output, 'data', 'result') ?? readerOf(output)) : undefined

const apply: Operation<TwoDiseases, { serial: string }> = {
  infno: '2691',
  title: '门诊两病申请',
  input: (one, c) => ({
    data: fillRow(c.profile.edition, '2691', UNNAMED, { ...applied(one, c), appy_type: application }),
  }),
  // It answers what was filed and no number: the list names that (2693).
  read: (output) => {
    const row = onlyRow(output)
    return row?.maybe('opsp_dise_code') ? { serial: row.text('trt_dcla_detl_sn') } : undefined
  },
}

/** The only 0 or 1 in an answer, however deep: 2692 says so without a table that names the field. */
const verdictIn = (value: Json | undefined): boolean | undefined => {
  const texts = (node: Json | undefined): string[] => {
    const plain = unwrapText(node)
    if (typeof plain === 'string') return [plain.trim()]
    if (Array.isArray(plain)) return plain.flatMap(texts)
    return isObject(plain!) ? Object.values(plain).flatMap(texts) : []
  }
  const found = [...new Set(texts(value).filter((text) => /^[01]$/.test(text)))]
  return found.length === 1 ? found[0] === '1' : undefined
}

const withdraw: Operation<{ serial: string }, boolean> = {
  infno: '2692',
  title: '门诊两病撤销',
  input: ({ serial }, { profile }) => ({
    data: fillRow(profile.edition, '2692', UNNAMED, { trt_dcla_detl_sn: serial }),
  }),
  read: verdictIn,
}

const list: Operation<Page, Listed> = {
  infno: '2693',
  title: '门诊两病列表查询',
  input: ({ psnNo, page }, { profile }) => ({
    data: fillRow(profile.edition, '2693', UNNAMED, {
      ...{ psn_no: psnNo, appy_type: application, page_num: String(page), page_size: String(pageRows) },
    }),
  }),
  read: (output) => {
    const page = readOne(output, 'page')
    const [at, pages] = [page?.text('page_num'), page?.text('pages')].map((text) => Number(text || 1))
    return { rows: readRows(output, 'data').map(recordOf), more: at! < pages! }
  },
}

const one: Operation<{ serial: string }, TwoDiseasesRecord[]> = {
  infno: '2694',
  title: '门诊两病查询',
  input: ({ serial }, { profile }) => ({
    data: fillRow(profile.edition, '2694', UNNAMED, { trt_dcla_detl_sn: serial }),
  }),
  read: (output) => {
    const row = onlyRow(output)
    return row?.maybe('dise_code') ? [recordOf(row)] : []
  },
}

const register: Operation<TwoDiseases, { serial: string }> = {
  infno: '2595',
  title: '居民门诊两病登记备案',
  input: (filed, c) => ({ data: fillRow(c.profile.edition, '2595', 'data', applied(filed, c)) }),
  read: (output) => {
    const serial = readOne(output, 'data')?.maybe('trt_dcla_detl_sn')
    return serial ? { serial } : undefined
  },
}

const unregister: Operation<{ serial: string }, boolean> = {
  infno: '2596',
  title: '居民门诊两病登记备案撤销',
  input: ({ serial }, { profile }) => ({
    data: fillRow(profile.edition, '2596', 'data', { trt_dcla_detl_sn: serial }),
  }),
  read: () => true,
}

const registered: Operation<Page, Listed> = {
  infno: '5395',
  title: '居民门诊两病备案查询',
  input: ({ psnNo, page }, { profile }) => ({
    data: fillRow(profile.edition, '5395', 'data', {
      ...{ psn_no: psnNo, page_num: String(page), page_size: String(pageRows) },
    }),
  }),
  // It tells no pages: a full one may have another behind it.
  read: (output) => {
    const rows = readRows(output, 'data').map(recordOf)
    return { rows, more: rows.length >= pageRows }
  },
}

/** How one edition files the two diseases. */
interface TwoDiseasesCalls {
  /** Answers the number that takes it back; '' where only the list names it. */
  apply: Operation<TwoDiseases, { serial: string }>
  /** True when it is taken back, false when the centre says that it is not. */
  withdraw: Operation<{ serial: string }, boolean>
  list: Operation<Page, Listed>
  /** One by its number; none when the centre answers nothing of it. */
  one?: Operation<{ serial: string }, TwoDiseasesRecord[]>
}

/** The ways of filing, by the name of their first transaction (domain.md 2.7). */
const ways: Readonly<Record<CentreProfile['twoDiseases'], TwoDiseasesCalls | undefined>> = {
  none: undefined,
  2691: { apply, withdraw, list, one },
  2595: { apply: register, withdraw: unregister, list: registered },
}

/** How an area's centre takes them; undefined where it does not. */
export const twoDiseasesCalls = ({ twoDiseases }: CentreProfile): TwoDiseasesCalls | undefined => ways[twoDiseases]

type Ask = <A, R>(operation: Operation<A, R>, args: A) => Promise<Answer<R>>

/** Pages that are read at most: a person has a handful of applications, and a centre that counts wrongly has an end. */
const mostPages = 20

/** Everything the centre lists of a person, page by page; the first answer that is no list where one is none. */
export const listTwoDiseases = async (
  { list: page }: TwoDiseasesCalls,
  ask: Ask,
  psnNo: string,
): Promise<Answer<TwoDiseasesRecord[]>> => {
  const found: TwoDiseasesRecord[] = []
  for (let n = 1; ; n++) {
    const answer = await ask(page, { psnNo, page: n })
    if (answer.kind !== 'booked') return answer
    found.push(...answer.value.rows)
    if (!answer.value.more || !answer.value.rows.length || n === mostPages) return { ...answer, value: found }
  }
}
