import { dateTimeText } from '../china-time.ts'
import { spellCode } from '../dictionaries.ts'
import { fillRow } from '../fill.ts'
import type { Operation } from '../operation.ts'
import type { Edition } from '../profile.ts'
import { readOne, readRows } from '../reader.ts'
import { fieldsOf } from '../standard.ts'

/** What a person shows: mdtrt_cert_type 01 e-voucher token, 02 identity number, 03 social card number. */
export interface Credential {
  type: string
  no: string
  /** card_sn, needed for a social card. */
  cardSerial?: string
}

export interface PersonQuery {
  credential: Credential
  /** psn_cert_type in any spelling of its zeros; certno; psn_name. Hunan demands them, Jiangxi out of area. */
  certificateType?: string
  certificateNo?: string
  name?: string
  /** begntime: only to read a past state of insurance. */
  at?: Date
}

/** One insurance of a person: a row of `insuinfo`. */
export interface Insurance {
  /** insutype */
  insurance: string
  /** psn_type */
  personType: string
  /** psn_insu_stas, 1 = insured */
  state: string
  /** balc, fen */
  balance: number
  /** psn_insu_date, paus_insu_date */
  since?: string
  pausedSince?: string
  /** cvlserv_flag */
  civilServant: boolean
  /** insuplc_admdvs; the centre's own area where it is empty, which means local (notes 10) */
  insuredArea: string
  /** emp_name */
  employer?: string
}

/** One special identity: a row of `idetinfo`. */
interface Identity {
  /** psn_idet_type */
  type: string
  /** psn_type_lv */
  level?: string
  memo?: string
  /** begntime, endtime */
  from: string
  until?: string
}

/** `baseinfo` of 1101 with its insurances and special identities. */
export interface Person {
  /** psn_no */
  psnNo: string
  /** psn_cert_type as the centre spells it: echo it unchanged */
  certificateType: string
  /** certno */
  certificateNo: string
  /** psn_name */
  name: string
  /** gend, naty, brdy, age (years, one decimal, as text) */
  gender: string
  nation?: string
  birthday?: string
  age?: string
  insurances: Insurance[]
  identities: Identity[]
  /** expContent of Jiangxi */
  extension?: string
}

/** Whether an edition's 1101 demands the name of everybody: a number alone asks for nobody there (domain.md 2.1). */
export const demandsName = (edition: Edition): boolean =>
  fieldsOf(edition, '1101', 'in').some(({ name, required }) => name === 'psn_name' && required === 'always')

/**
 * psn_cert_type that a number shows by its form: a foreigner's permanent residence (three letters and 12 digits, of late
 * 18 digits beginning with 9), the residence of somebody from 港澳台 (81 to 83), else an identity card.
 */
export const certificateTypeOf = (no: string): string => {
  if (/^([A-Z]{3}\d{12}|9\d{16}[\dX])$/i.test(no)) return '07'
  return /^8[123]\d{15}[\dX]$/i.test(no) ? '17' : '01'
}

/**
 * A certificate type as an area's centre spells it: two digits, which only Jiangxi's table prints as one and without 16 and 17
 * (domain.md 3.3).
 */
const certificateText = (area: string, type: string): string => {
  if (!area.startsWith('36')) return type.padStart(2, '0')
  return spellCode('JX', 'psn_cert_type', type === '16' || type === '17' ? '99' : type)
}

/** 1101 人员基本信息获取. */
export const queryPerson: Operation<PersonQuery, Person> = {
  infno: '1101',
  title: '人员基本信息获取',
  input: ({ credential, certificateType, certificateNo, name, at }, { profile: { area, edition } }) => ({
    data: fillRow(edition, '1101', 'data', {
      mdtrt_cert_type: credential.type,
      mdtrt_cert_no: credential.no,
      card_sn: credential.cardSerial,
      begntime: at && dateTimeText(at),
      psn_cert_type: certificateType && certificateText(area, certificateType),
      certno: certificateNo,
      psn_name: name,
    }),
  }),
  read: (output, { area, edition }) => {
    const base = readOne(output, 'baseinfo')
    if (!base?.maybe('psn_no')) return undefined
    return {
      psnNo: base.text('psn_no'),
      certificateType: base.text('psn_cert_type'),
      certificateNo: base.text('certno'),
      name: base.text('psn_name'),
      gender: base.text('gend'),
      nation: base.maybe('naty'),
      birthday: base.maybe('brdy')?.slice(0, 10),
      age: base.maybe('age'),
      insurances: readRows(output, 'insuinfo').map((row) => ({
        insurance: row.text('insutype'),
        personType: row.text('psn_type'),
        state: spellCode(edition, 'psn_insu_stas', row.text('psn_insu_stas')),
        balance: row.fen('balc'),
        since: row.maybe('psn_insu_date')?.slice(0, 10),
        pausedSince: row.maybe('paus_insu_date')?.slice(0, 10),
        civilServant: row.flag('cvlserv_flag'),
        insuredArea: row.maybe('insuplc_admdvs') ?? area,
        employer: row.maybe('emp_name'),
      })),
      identities: readRows(output, 'idetinfo').map((row) => ({
        type: row.text('psn_idet_type'),
        level: row.maybe('psn_type_lv'),
        memo: row.maybe('memo'),
        from: row.text('begntime'),
        until: row.maybe('endtime'),
      })),
      extension: base.maybe('exp_content'),
    }
  },
}
