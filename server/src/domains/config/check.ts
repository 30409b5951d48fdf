import { areaOptions, fileOptions, systemOptions } from '@yibao/shared/entities/config.ts'
import { metaOf, type Schema } from '@yibao/shared/field.ts'
import { refuse } from '../../base/refuse.ts'
import type { Database } from '../../database/open.ts'
import { codesOf } from '../dictionary/entries.ts'
import { scanPatternsFault } from '../organisation/scan-patterns.ts'
import { keyFaults } from './keys.ts'
import { type OptionKey, optionsAt } from './layout.ts'
import type { Place } from './place.ts'
import { isFile } from './stored.ts'

type Values = Record<string, unknown>

const fields: Record<string, Schema> = { ...areaOptions, ...systemOptions, ...fileOptions }

/** Title of an option. */
export const titleOf = (key: string): string => (Object.hasOwn(fields, key) && metaOf(fields[key]!)?.title) || key

/** Refuses options that the level does not have. */
export const checkLevel = ({ level, name }: Place, keys: readonly string[]): void => {
  const open = new Set<string>(optionsAt(level).flatMap(({ key }) => (isFile(key) ? [] : [key])))
  const stray = keys.find((key) => !open.has(key))
  if (stray) refuse('config.option', { place: name, title: titleOf(stray) })
}

const medical: readonly OptionKey[] = [
  ...(['medicalTypes', 'chronicMedicalTypes', 'outpatientMedicalTypes', 'defaultMedicalType'] as const),
]

const unknownCode = async (db: Database, { areaCode }: Place, values: Values): Promise<Record<string, string>> => {
  const asked = medical.filter((key) => values[key] !== undefined)
  if (!asked.length) return {}
  const known = new Set((await codesOf(db, areaCode || undefined, 'med_type')).map(({ value }) => value))
  const wrong = asked.flatMap((key) => {
    const code = [values[key]].flat().find((one) => !known.has(String(one)))
    return code === undefined ? [] : [[`values.${key}`, `没有编码 ${code} 的医疗类别`] as const]
  })
  return Object.fromEntries(wrong)
}

/** Refuses values that contradict the area's dictionary or one another. `whole`: what would hold after the save. */
export const checkValues = async (db: Database, place: Place, values: Values, whole: Values): Promise<void> => {
  const types = whole.medicalTypes as string[]
  const touched = medical.some((key) => values[key] !== undefined)
  const faults: Record<string, string> = {
    ...(await unknownCode(db, place, values)),
    ...(await keyFaults(db, place, { touched: values, whole, title: titleOf })),
  }
  const isStray = (code: string) => !types.includes(code)
  const stray = (whole.chronicMedicalTypes as string[]).some(isStray)
  const strayVisit = ((whole.outpatientMedicalTypes ?? []) as string[]).some(isStray)
  if (touched && !types.length) faults['values.medicalTypes'] ??= '至少选择一种医疗类别'
  if (touched && types.length && !types.includes(String(whole.defaultMedicalType)))
    faults['values.defaultMedicalType'] ??= '默认医疗类别应在可用医疗类别之中'
  if (touched && stray) faults['values.chronicMedicalTypes'] ??= '需要选择病种的类别应在可用医疗类别之中'
  if (touched && strayVisit) faults['values.outpatientMedicalTypes'] ??= '走门诊流程的类别应在可用医疗类别之中'
  const { outpatientDiagnosisCode: code = '', outpatientDiagnosisName: name = '' } = whole
  const half = !code !== !name
  if (half && (values.outpatientDiagnosisCode !== undefined || values.outpatientDiagnosisName !== undefined))
    faults[`values.${code ? 'outpatientDiagnosisName' : 'outpatientDiagnosisCode'}`] ??=
      '默认诊断的编码和名称应一起填写'
  const scans = values.scanPatterns === undefined ? undefined : scanPatternsFault(String(values.scanPatterns))
  if (scans) faults['values.scanPatterns'] ??= scans
  const [text] = Object.values(faults)
  if (text) refuse('input.invalid', { text }, { fields: faults })
}
