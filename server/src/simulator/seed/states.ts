import { table } from '../data.ts'
import { fen } from '../money/fixed.ts'
import type { Kind } from '../profile.ts'

/** One insurance of a person in a given state. `balance` in fen. */
export interface InsuranceState {
  insutype: string
  kind: Kind
  balance: number
  /** 0 not insured, 1 normal, 2 paused, 4 ended (psn_insu_stas). */
  status: string
  /** Why a paused insurance is paused, or why a normal one gives no pooled benefit; empty when it gives one. */
  reason: string
  cvlserv: boolean
  /** The personal account may not be used. */
  frozen: boolean
}

/** A chronic-disease record with its period. */
export interface Chronic {
  code: string
  name: string
  begndate: string
  enddate: string
}

/** What a demo person is there to show; each exists once in every area. `used` = yearly sums in fen before the first start. */
export interface State {
  key: string
  title: string
  names: string[]
  gend: '1' | '2'
  brdy: string
  naty: string
  insurances: InsuranceState[]
  chronic: Chronic[]
  flags: Set<Flag>
  /** Key of the state whose person shares their account (family account); empty = nobody. */
  family: string
  used: Record<string, number>
}

/**
 * What else is particular about a person; otherCity and otherProvince = insured there, filed = registered for treatment here.
 */
type Flag =
  | 'otherCity'
  | 'otherProvince'
  | 'filed'
  | 'cardLost'
  | 'pinLocked'
  | 'dead'
  | 'inHospital'
  | 'designatedElsewhere'
  | 'rescue'
  | 'foreign'

const list = (text: string, separator: string): string[] => text.split(separator).filter((part) => part !== '')

const insurance = (text: string, reason: string): InsuranceState => {
  const [insutype, kind, balance, status, ...rest] = text.split(' ') as [string, Kind, string, string]
  const marks: string[] = rest
  const [cvlserv, frozen] = [marks.includes('cvlserv'), marks.includes('frozen')]
  return { insutype, kind, balance: fen(balance), status, reason, cvlserv, frozen }
}

const chronic = (text: string): Chronic => {
  const [code, name, begndate, enddate] = text.split(' ') as [string, string, string, string]
  return { code, name, begndate, enddate }
}

/** The demo persons' states, in the order of their numbers. */
export const states: State[] = table('states.tsv', new URL('./', import.meta.url)).map((row) => ({
  key: row.key!,
  title: row.title!,
  names: row.names!.split(' '),
  gend: row.gend === '2' ? '2' : '1',
  brdy: row.brdy!,
  naty: row.naty!,
  insurances: list(row.insurances!, '; ').map((text) => insurance(text, row.reason!)),
  chronic: list(row.chronic!, '; ').map(chronic),
  flags: new Set(list(row.flags!, ' ') as Flag[]),
  family: row.family!,
  used: Object.fromEntries(list(row.used!, ' ').map((pair) => [pair.split('=')[0]!, fen(pair.split('=')[1]!)])),
}))
