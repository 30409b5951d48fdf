import { refuseField, type Values } from '../message/check.ts'
import { textOf } from '../message/value.ts'
import type { Profile } from '../profile.ts'
import { refuse } from '../refusal.ts'
import type { Institution } from '../seed/institutions.ts'
import { type Person, personBy } from '../seed/persons.ts'
import type { Store } from '../store/open.ts'

/** One transaction on its way through the centre. */
export interface Call {
  infno: string
  msgid: string
  envelope: Values
  input: Values
  profile: Profile
  institution: Institution
  store: Store
  /** Rows of the national catalogue that this centre plays. */
  catalogueRows: number
  /** The centre's clock at arrival, epoch ms. */
  now: number
}

/** Values of a node before they are given the standard's shape: every one a text. */
export type Texts = Record<string, string>

/** A file instead of a message (9102). */
export class FileOutcome {
  readonly bytes: Buffer
  readonly filename: string
  constructor(bytes: Buffer, filename: string) {
    this.bytes = bytes
    this.filename = filename
  }
}

/** The output by node, before shaping; a list of rows where the standard names no node; bytes for a file. */
export type Outcome = Record<string, Texts | Texts[]> | Texts[] | FileOutcome

/** Plays one transaction; throws a Refusal. */
export type Handler = (call: Call) => Outcome

/** The texts of an object node. The field check has made sure that it is one. */
export const textsOf = (call: Call, node: string): Texts => toTexts((call.input[node] ?? {}) as Values)

/** The rows of an array node. */
export const rowsOf = (call: Call, node: string): Texts[] => ((call.input[node] ?? []) as Values[]).map(toTexts)

const toTexts = (values: Values): Texts =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => !Array.isArray(value))
      .map(([name, value]) => [name, textOf(value)]),
  )

/** Whether a person is insured in the city of the institution (first four digits, domain 3.8). */
export const isLocal = (call: Call, person: Person): boolean =>
  person.insuplc.slice(0, 4) === call.institution.area.slice(0, 4)

/** The person of a psn_no; refuses an unknown number or an insuplc_admdvs that is not theirs. */
export const personOf = (call: Call, psnNo: string): Person => {
  const person = personBy('psnNo', psnNo) ?? refuse(`【人员编号 psn_no】${psnNo} 不存在`)
  if (textOf(call.envelope.insuplc_admdvs) !== person.insuplc)
    refuseField({ title: '参保地医保区划', name: 'insuplc_admdvs' }, `与参保信息不一致，应为 ${person.insuplc}`)
  return person
}

const titles: Record<string, string> = {
  psn_cert_type: '人员证件类型',
  certno: '证件号码',
  psn_type: '人员类别',
  psn_name: '人员姓名',
}

/** Asks identity fields of out-of-area people (Jiangxi; Hunan asks them of everybody by its tables) and compares what came. */
export const checkIdentity = (call: Call, person: Person, given: Texts, fields: string[]): void => {
  if (!isLocal(call, person)) {
    const missing = fields.find((field) => !given[field])
    if (missing) refuseField({ title: titles[missing]!, name: missing }, '异地参保人员不能为空')
  }
  // Editions print the codes with and without a leading zero.
  const isForeign = person.state.flags.has('foreign')
  if (given.psn_cert_type && (Number(given.psn_cert_type) === 1) === isForeign)
    refuseField({ title: titles.psn_cert_type!, name: 'psn_cert_type' }, '与参保信息不一致')
  if (given.certno && given.certno.toUpperCase() !== person.certno)
    refuseField({ title: titles.certno!, name: 'certno' }, '与参保信息不一致')
  if (given.psn_name && given.psn_name !== person.name)
    refuseField({ title: titles.psn_name!, name: 'psn_name' }, '与参保信息不一致')
}
