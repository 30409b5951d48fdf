import { metaOf, type Schema } from '@yibao/shared/field.ts'
import * as z from 'zod/mini'
import { refuse } from '../../base/refuse.ts'
import type { ImportRow, ImportType } from '../../xlsx/import-type.ts'
import type { Entry } from '../dictionary/entries.ts'

/** Codes a column's cells may hold, with their names. */
export type CodesOf = (codeType: string) => readonly Entry[]

/** One reason why a row cannot be brought in. */
interface Fault {
  column: string
  value: string
  reason: string
}

export interface BadRow {
  row: number
  cells: string[]
  faults: Fault[]
}

interface Checked {
  good: ImportRow[]
  /** Where in the sheet each good row stands. */
  places: { row: number; cells: string[] }[]
  bad: BadRow[]
}

/** Rows of one file. */
const most = 20_000

const title = (schema: Schema): string => metaOf(schema)?.title ?? ''

/** Place of each field in the sheet; refuses a sheet that lacks a column that must be filled. */
const placesOf = ({ fields }: ImportType, head: readonly string[]): Map<string, number> => {
  const titles = head.map((text) => text.replace(/\s*\*$/, ''))
  const places = new Map<string, number>()
  for (const [key, schema] of Object.entries(fields)) {
    const place = titles.indexOf(title(schema))
    if (place >= 0) places.set(key, place)
    else if (!metaOf(schema)?.optional) refuse('upload.sheet', { text: `缺少列「${title(schema)}」` })
  }
  return places
}

/** A day as people write it: 2024/1/5, 2024.1.5, 2024年1月5日. */
const writtenDay = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/
const dayOf = (text: string): string => {
  const [, year, month, day] = writtenDay.exec(text) ?? []
  return year ? `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}` : text
}

/** A cell as its field's value: names of codes become codes, 是 a flag, digits a number; anything else stays. */
const fieldValue = (schema: Schema, text: string, codesOf: CodesOf): unknown => {
  const { kind, choices = {}, codeType = '' } = metaOf(schema) ?? {}
  if (kind === 'day') return dayOf(text)
  if (kind === 'integer') return /^-?\d+$/.test(text) ? Number(text) : text
  if (kind === 'flag') return text === '是' ? true : text === '否' ? false : text
  if (kind === 'choice') return Object.entries(choices).find(([, name]) => name === text)?.[0] ?? text
  if (kind !== 'dict') return text
  const entries = codesOf(codeType)
  const [code = ''] = text.split(' ')
  return (
    (entries.find(({ value }) => value === text || value === code) ?? entries.find(({ name }) => name === text))
      ?.value ?? text
  )
}

const unknownCode = (schema: Schema, value: unknown, codesOf: CodesOf): boolean => {
  const { kind, codeType = '' } = metaOf(schema) ?? {}
  return kind === 'dict' && value !== undefined && !codesOf(codeType).some((entry) => entry.value === value)
}

/** One reason a column: what breaks two rules of a field breaks the first. */
const firstOfEach = (faults: readonly Fault[]): Fault[] =>
  faults.filter(({ column }, i) => faults.findIndex((other) => other.column === column) === i)

/** Whether a row is the template's example as it came. */
const isSample = ({ sample }: ImportType, places: Map<string, number>, cells: readonly string[]): boolean =>
  [...places].every(([key, place]) => (cells[place] ?? '') === (sample[key] ?? ''))

/** Checks every row of a sheet with the entity's own schema; nothing is brought in. */
export const checkRows = (type: ImportType, sheet: readonly string[][], codesOf: CodesOf): Checked => {
  const [head, ...rows] = sheet
  if (!head || rows.every((row) => row.every((cell) => !cell))) return refuse('upload.sheet', { text: '没有数据行' })
  if (rows.length > most) return refuse('upload.sheet', { text: `超过 ${most} 行，请分成几个文件` })
  const places = placesOf(type, head)
  const schema = z.object(type.fields)
  const firstAt = new Map<string, number>()
  const checked: Checked = { good: [], places: [], bad: [] }
  const others = rows.slice(1).some((cells) => cells.some((cell) => cell))
  for (const [i, cells] of rows.entries()) {
    if (cells.every((cell) => !cell)) continue
    // Somebody's own rows stand under it: what it says of a code that is really theirs nobody means.
    if (i === 0 && others && isSample(type, places, cells)) {
      const left = { column: '示例行', value: '', reason: '这是模板的示例，没有导入；确实要导入，请单独放在一个文件里' }
      checked.bad.push({ row: 2, cells, faults: [left] })
      continue
    }
    const row = i + 2
    const text = (key: string) => cells[places.get(key) ?? -1] ?? ''
    const filled = [...places.keys()].filter((key) => text(key) !== '')
    const values = Object.fromEntries(filled.map((key) => [key, fieldValue(type.fields[key]!, text(key), codesOf)]))
    const parsed = z.safeParse(schema, values)
    const fault = (key: string, reason: string): Fault => ({
      column: title(type.fields[key]!),
      value: text(key),
      reason,
    })
    const strange = filled
      .filter((key) => unknownCode(type.fields[key]!, values[key], codesOf))
      .map((key) => fault(key, `字典中没有「${text(key)}」，可填的见模板的「字典选项」`))
    const issues = parsed.success ? [] : parsed.error.issues
    const faults = firstOfEach([...strange, ...issues.map(({ path, message }) => fault(String(path[0]), message))])
    const key = parsed.success && !faults.length ? type.unique.keyOf(parsed.data) : undefined
    const twin = key === undefined ? undefined : firstAt.get(key)
    if (twin !== undefined)
      faults.push({ column: type.unique.title, value: '', reason: `与第 ${twin} 行的${type.unique.title}相同` })
    if (parsed.success && !faults.length) {
      checked.good.push(parsed.data)
      checked.places.push({ row, cells })
      if (key !== undefined) firstAt.set(key, row)
    } else checked.bad.push({ row, cells, faults })
  }
  return checked
}

/** Takes out of the good rows what the type itself finds wrong with them (codes that nothing knows). */
export const checkFurther = async (
  type: ImportType,
  { good, places, bad }: Checked,
  find: (rows: readonly ImportRow[]) => ReturnType<NonNullable<ImportType['check']>>,
): Promise<Pick<Checked, 'good' | 'bad'>> => {
  const found = good.length ? await find(good) : []
  const failing = found.flatMap((fault, i): BadRow[] => {
    if (!fault) return []
    const value = String(good[i]![fault.key] ?? '')
    return [{ ...places[i]!, faults: [{ column: title(type.fields[fault.key]!), value, reason: fault.reason }] }]
  })
  return { good: good.filter((_, i) => !found[i]), bad: [...bad, ...failing].sort((a, b) => a.row - b.row) }
}
