import { parseScaled } from './decimal.ts'
import { knownCode } from './dictionaries.ts'
import type { FaultKind } from './fault.ts'
import type { Edition } from './profile.ts'
import type { Field } from './standard.ts'

export interface ValueRules {
  edition: Edition
  direction: 'in' | 'out'
  localCodes?: Readonly<Record<string, readonly string[]>>
}

const isDay = (text: string) => {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(text)

const isDate = (type: 'D' | 'DT', text: string, direction: 'in' | 'out') => {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2})(?:\.\d+)?)?$/.exec(text)
  if (!match || !isDay(match[1]!) || (match[2] !== undefined && !isTime(match[2]))) return false
  // Centres send days with a time and times as days; what we send is exact.
  return direction === 'out' || text.length === (type === 'D' ? 10 : 19)
}

const numberFault = (field: Field, text: string, direction: 'in' | 'out'): FaultKind | undefined => {
  const scaled = parseScaled(text, 12)
  if (scaled === undefined || (direction === 'in' && !/^-?\d+(\.\d+)?$/.test(text))) return 'wrongType'
  if (field.name === 'feedetl_sn' && direction === 'in' && !/^[1-9]\d{0,14}$/.test(text)) return 'wrongType'
  if (field.digits === undefined) return undefined
  if (scaled % 10n ** BigInt(12 - field.decimals) !== 0n) return 'tooLong'
  const whole = (scaled < 0n ? -scaled : scaled) / 10n ** 12n
  return whole >= 10n ** BigInt(field.digits - field.decimals) ? 'tooLong' : undefined
}

// Codes that the centre itself gave us, or that an area's own dictionary (1901) offers: areas have more of them than
// either edition prints (domain.md 3), and whether they fit is the centre's to say.
const areaOwn = new Set([
  ...['insutype', 'psn_type', 'psn_cert_type', 'med_type', 'clr_type', 'clr_way', 'list_type', 'caty', 'inv_chg_type'],
  ...['biz_appy_type', 'agnter_rlts', 'agnter_cert_type'],
])

/** What is wrong with a value that is there; undefined = nothing. Texts are counted in characters, not bytes. */
export const valueFault = (field: Field, value: unknown, rules: ValueRules): FaultKind | undefined => {
  if (field.type === 'B') return undefined
  if (field.type === 'ARR') return Array.isArray(value) ? undefined : 'wrongType'
  if (typeof value !== 'string' && typeof value !== 'number') return 'wrongType'
  const text = String(value)
  if (field.type === 'N') return numberFault(field, text, rules.direction)
  if (field.type === 'D' || field.type === 'DT')
    return isDate(field.type, text, rules.direction) ? undefined : 'wrongType'
  if (typeof value === 'number' && rules.direction === 'in') return 'wrongType'
  if (field.digits !== undefined && [...text].length > field.digits) return 'tooLong'
  if (!field.coded || (rules.direction === 'in' && areaOwn.has(field.name))) return undefined
  return !knownCode(rules.edition, field.name, text, rules.localCodes) ? 'unknownCode' : undefined
}
