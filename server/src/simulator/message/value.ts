import type { Province } from '../profile.ts'
import { isDateTime, isDay } from '../time.ts'
import { knows } from './dictionary.ts'
import type { Field } from './standard.ts'

/** Lengths that practice has outgrown (domain 2.1): e-voucher tokens and card strings are longer than the tables say. */
export const widened: Record<string, number> = { mdtrt_cert_no: 4000, infno: 6, sign_no: 32 }

/** A field's value as trimmed text; absent, null and the string "null" are the empty text. */
export const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  const text = String(value).trim()
  return text === 'null' ? '' : text
}

const number = (field: Field, text: string): string | undefined => {
  const m = /^[+-]?(\d+)(?:\.(\d+))?$/.exec(text)
  if (!m) return '应为数值'
  const decimals = (m[2] ?? '').replace(/0+$/, '').length
  if (decimals > field.decimals) return `小数位数不能超过 ${field.decimals} 位`
  const digits = m[1]!.replace(/^0+/, '').length
  if (field.length > 0 && digits > field.length - field.decimals) return `长度不能超过 ${field.length} 位`
  return undefined
}

const string = (field: Field, text: string, province: Province): string | undefined => {
  const limit = widened[field.name] ?? field.length
  if (limit === 0 || [...text].length <= limit) return undefined
  // Some code tables hold codes longer than the field that carries them (psn_type 1404 in S3): the code wins.
  return text.length <= 6 && knows(province, field.name, text) && field.name.endsWith('_type')
    ? undefined
    : `长度不能超过 ${limit}`
}

/** What is wrong with a value, in Chinese without the field's name; undefined when it is right. */
export const faultOf = (field: Field, value: unknown, provinces: Province[]): string | undefined => {
  if (typeof value === 'object' && value !== null && field.type !== 'B') return '类型不正确'
  const text = field.type === 'B' && typeof value === 'object' && value !== null ? 'bytes' : textOf(value)
  if (text === '') return field.required ? '不能为空' : undefined
  if (field.type === 'N') return number(field, text)
  if (field.type === 'D' && !isDay(text)) return '日期格式应为 yyyy-MM-dd'
  if (field.type === 'DT' && !isDateTime(text)) return '时间格式应为 yyyy-MM-dd HH:mm:ss'
  const long = field.type === 'S' ? string(field, text, provinces[0]!) : undefined
  if (long) return long
  if (field.coded && !provinces.some((province) => knows(province, field.name, text))) return `代码 ${text} 不在字典中`
  return undefined
}
