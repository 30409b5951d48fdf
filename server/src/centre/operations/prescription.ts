import { mostDays } from '@yibao/shared/herbs.ts'
import { dateTimeText } from '../china-time.ts'
import { fillRow } from '../fill.ts'
import type { Json } from '../json.ts'
import type { Operation } from '../operation.ts'
import { type Reader, readOne, readRows } from '../reader.ts'

/** Where a prescription stands at the centre (domain.md 7.3). Codes of another area leave `valid` and `unused`. */
type RxStanding = 'valid' | 'over' | 'revoked'

/** What 7202 and 7203 both say of a prescription. Moments are yyyy-MM-dd HH:mm:ss. */
interface RxHead {
  /** hi_rxno */
  number: string
  hospital: string
  department: string
  doctor: string
  issuedAt: string
  validUntil: string
  herbal: boolean
  /** rx_exra_attr_code */
  attribute: '01' | '02' | '03'
  standing: RxStanding
  used: 'unused' | 'part' | 'used'
  repeat: { most: number; used: number; interval: number }
}

/** A prescription as 7202 lists it. */
export interface ListedRx extends RxHead {
  /** auth_rxno of the next 7203; '' for what cannot be downloaded now. */
  authorization: string
  kinds: number
  personName: string
  /** The institution whose verdict stands, and that verdict; '' and undefined while there is none. */
  checkedBy: string
  checkedByName: string
  passed: boolean | undefined
  /** setl_id of the last dispensing that was told and not taken back; '' for none. */
  dispensed: string
}

/** Whose prescriptions are asked for. */
interface RxQuery {
  /** ecToken of business type 02122 */
  token?: string
  number?: string
  /** download_ide_code: this institution's own, without the person. */
  downloadCode?: string
  /** Those that were sent to this institution. */
  pushed?: boolean
}

/** A drug of a downloaded prescription; what the doctor did not write is ''. */
export interface RxDrug {
  nationalCode: string
  name: string
  spec: string
  producer: string
  /** 4 decimals, scaled. */
  quantity: bigint
  unit: string
  /** All of it as one text, and its parts: absent where the doctor wrote none. */
  usage: string
  dosage?: { dose?: string; frequency?: string; way?: string; days?: number }
}

/** A prescription as it was downloaded. */
export interface DownloadedRx extends RxHead {
  downloadCode: string
  person: { psnNo: string; name: string; certificateNo: string; gender: string; age: string }
  diagnosis: string
  /** maindiag_code; '' where the doctor's system gives none. */
  diagnosisCode: string
  drugs: RxDrug[]
}

// rx_type_code of herbal slices in either of its tables (domain.md 7.4 and the code tables).
const herbal = new Set(['2', '4', '6', '9'])
const standings: Readonly<Record<string, RxStanding>> = { 2: 'over', 3: 'revoked' }
const uses: Readonly<Record<string, RxHead['used']>> = { 2: 'used', 3: 'part' }

const attributeOf = (code: string): RxHead['attribute'] => (code === '01' || code === '02' ? code : '03')

const headOf = (row: Reader): RxHead => ({
  ...{ number: row.text('hi_rxno'), hospital: row.text('fixmedins_name'), department: row.text('prsc_dept_name') },
  ...{ doctor: row.text('prsc_dr_name'), issuedAt: row.time('prsc_time'), validUntil: row.time('vali_end_time') },
  ...{ herbal: herbal.has(row.text('rx_type_code')), attribute: attributeOf(row.text('rx_exra_attr_code')) },
  standing: standings[row.text('rx_stas_codg')] ?? 'valid',
  used: uses[row.text('rx_used_stas_codg')] ?? 'unused',
  repeat: {
    most: Math.max(1, Number(row.scaled('max_rept_cnt', 0))),
    ...{ used: Number(row.scaled('reptd_cnt', 0)), interval: Number(row.scaled('min_inrv_days', 0)) },
  },
})

const passedOf = (row: Reader): boolean | undefined => {
  const code = row.text('rx_chk_stas_codg')
  return code === '' ? undefined : row.flag('rx_chk_stas_codg')
}

const listedOf = (row: Reader): ListedRx => ({
  ...headOf(row),
  ...{ authorization: row.text('auth_rxno'), kinds: Number(row.scaled('drug_kind_cnt', 0)) },
  ...{ personName: row.text('psn_name'), checkedBy: row.text('chk_fixmedins_code') },
  ...{ checkedByName: row.text('chk_fixmedins_name'), passed: passedOf(row), dispensed: row.text('setl_id') },
})

/** 7202 电子处方查询. It changes nothing, so it may be asked to find out what became of a lost 7203, 7204 or 7206. */
export const queryRx: Operation<RxQuery, ListedRx[]> = {
  infno: '7202',
  title: '电子处方查询',
  input: ({ token, number, downloadCode, pushed }, { profile }) => ({
    data: fillRow(profile.edition, '7202', 'data', {
      ...{ ec_token: token, hi_rxno: number, download_ide_code: downloadCode, push_flag: pushed ? '1' : undefined },
    }),
  }),
  read: (output) =>
    readRows(output, 'rxinfo')
      .map(listedOf)
      .filter(({ number }) => number),
}

/** Days of 2101's prd_days, which no longer course fits into (N4,2). */
const tellable = (days: number) => (days > 0 && days <= mostDays ? days : undefined)

const usageOf = (row: Reader): Pick<RxDrug, 'usage' | 'dosage'> => {
  const [way, frequency] = [row.maybe('medc_way_dscr'), row.maybe('used_frqu_name')]
  const dose = row.maybe('sin_doscnt') && `${row.text('sin_doscnt')}${row.text('sin_dosunt')}`
  const days = Number(row.scaled('medc_days', 0))
  const said = [way, dose && `每次 ${dose}`, frequency, days ? `${days} 天` : ''].filter(Boolean)
  const dosage = said.length ? { way, dose, frequency, days: tellable(days) } : undefined
  return { usage: said.join(' '), dosage }
}

const drugOf = (row: Reader): RxDrug => ({
  ...{ nationalCode: row.text('med_list_codg'), name: row.text('drug_genname'), spec: row.text('drug_spec') },
  ...{ producer: row.text('prdr_name'), quantity: row.scaled('drug_cnt', 4), unit: row.text('drug_dosunt') },
  ...usageOf(row),
})

const downloadedOf = (output: Json): DownloadedRx | undefined => {
  const info = readOne(output, 'rxinfo')
  const person = readOne(output, 'otpinfo')
  const downloadCode = info?.maybe('download_ide_code')
  const drugs = readRows(output, 'rxdetl').map(drugOf)
  if (!info || !person?.maybe('psn_no') || !downloadCode || !drugs.length) return undefined
  return {
    ...headOf(info),
    downloadCode,
    person: {
      ...{ psnNo: person.text('psn_no'), name: person.text('psn_name'), certificateNo: person.text('certno') },
      ...{ gender: person.text('gend'), age: person.text('patn_age') },
    },
    ...{ diagnosis: person.text('maindiag_name'), diagnosisCode: person.text('maindiag_code'), drugs },
  }
}

/** 7203 电子处方下载: the centre keeps that this institution has it; `authorization` serves once. */
export const downloadRx: Operation<{ number: string; authorization: string; token?: string }, DownloadedRx> = {
  infno: '7203',
  title: '电子处方下载',
  input: ({ number, authorization, token }, { profile }) => ({
    data: fillRow(profile.edition, '7203', 'data', { hi_rxno: number, auth_rxno: authorization, ec_token: token }),
  }),
  read: downloadedOf,
}

/** A pharmacist as a verdict names him. */
interface Reviewer {
  code: string
  name: string
}

export interface RxVerdict {
  number: string
  downloadCode: string
  reviewer: Reviewer & { certificateNo: string }
  /** Who checked it after him. */
  second?: Reviewer
  passed: boolean
  opinion: string
  at: Date
}

/** 7204 电子处方审核: the pharmacist's verdict. */
export const tellVerdict: Operation<RxVerdict, true> = {
  infno: '7204',
  title: '电子处方审核',
  input: (one, { profile }) => ({
    data: fillRow(profile.edition, '7204', 'data', {
      ...{ hi_rxno: one.number, download_ide_code: one.downloadCode },
      ...{ phar_code: one.reviewer.code, phar_name: one.reviewer.name, phar_prac_cert_no: one.reviewer.certificateNo },
      ...{ rchk_phar_code: one.second?.code, rchk_phar_name: one.second?.name },
      ...{ rx_chk_stas_codg: one.passed ? '1' : '0', rx_chk_opnn: one.opinion, rx_chk_time: dateTimeText(one.at) },
    }),
  }),
  read: () => true,
}
