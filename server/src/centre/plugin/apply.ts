import { isObject, type Json, type JsonObject, unwrapText } from '../json.ts'
import { namesOf, plainName, rowsIn } from '../names.ts'
import { type Field, UNNAMED } from '../standard.ts'
import { unnamedRows } from '../unnamed-rows.ts'
import { isDateLayout, readDate, writeDate } from './dates.ts'
import { guardedValues } from './guarded.ts'
import type { Rule, Verb } from './types.ts'

/** Numbers leave as numbers only where a rule says so. */
type Value = Json | number
type Row = Record<string, Value>

/** A rule that does not fit this message. Its text names the rule, never a value: values are personal. */
class Unfit extends Error {}

const where = ({ line, node, name }: Rule) => `第 ${line} 行 ${node}${name && `.${name}`}`
const unfit = (rule: Rule, text: string): never => {
  throw new Unfit(`${where(rule)} ${text}`)
}
const isEmpty = (value: Value | undefined) => value === undefined || value === null || value === ''

/** Rows of a node wherever it stands: at the top, or nested in the rows of another. */
const rowsAt = (message: JsonObject, node: string, spell: (name: string) => string, depth = 0): JsonObject[] =>
  Object.entries(message).flatMap(([name, value]) => {
    if (spell(name) === spell(node)) return rowsIn(value)
    return depth < 2 ? rowsIn(value).flatMap((row) => rowsAt(row, node, spell, depth + 1)) : []
  })

/** Gives a key another name at the same place. */
const renamed = (row: Row, from: string, to: string): void => {
  const entries = Object.entries(row)
  for (const [name] of entries) delete row[name]
  for (const [name, value] of entries) row[name === from ? to : name] = value
}

const asNumber = (rule: Rule, value: Value): number => {
  if (typeof value === 'string' && /^-?\d{1,12}(\.\d{1,3})?$/.test(value)) return Number(value)
  return unfit(rule, '的值不是数字')
}

const asLayout = (rule: Rule, value: Value): string =>
  (typeof value === 'string' && isDateLayout(rule.value) ? writeDate(value, rule.value) : undefined) ??
  unfit(rule, '的值不是日期时间')

/** What a verb does to a row of what we send. */
const outgoing: Record<Exclude<Verb, 'node'>, (row: Row, rule: Rule) => void> = {
  constant: (row, { name, value }) => {
    row[name] = value
  },
  default: (row, { name, value }) => {
    if (isEmpty(row[name])) row[name] = value
  },
  omit: (row, { name }) => {
    delete row[name]
  },
  type: (row, rule) => {
    const value = row[rule.name]
    if (!isEmpty(value)) row[rule.name] = rule.value === 'number' ? asNumber(rule, value!) : String(value)
  },
  date: (row, rule) => {
    if (!isEmpty(row[rule.name])) row[rule.name] = asLayout(rule, row[rule.name]!)
  },
  rename: (row, rule) => {
    if (Object.hasOwn(row, rule.value)) unfit(rule, `不能改名：报文里已有 ${rule.value}`)
    if (Object.hasOwn(row, rule.name)) renamed(row, rule.name, rule.value)
  },
}
const order: Verb[] = ['constant', 'default', 'omit', 'type', 'date', 'rename', 'node']
const ordered = (rules: readonly Rule[], verb: Verb) => rules.filter((rule) => rule.verb === verb)

const exact = (name: string) => name

const mapInput = (rules: readonly Rule[], input: JsonObject, fields: readonly Field[]): void => {
  for (const verb of order)
    for (const rule of ordered(rules, verb)) {
      if (verb === 'node') {
        if (Object.hasOwn(input, rule.value)) unfit(rule, `不能改名：报文里已有 ${rule.value}`)
        if (Object.hasOwn(input, rule.node)) renamed(input, rule.node, rule.value)
        continue
      }
      const rows = rule.node === UNNAMED ? rowsIn(unnamedRows(input, fields)) : rowsAt(input, rule.node, exact)
      for (const row of rows) outgoing[verb](row as Row, rule)
    }
}

/**
 * The input of a message as the area's centre wants it, or why it cannot be made so: all of it or nothing. The input
 * itself stays as it is. What is guarded is compared afterwards, whatever the rules were.
 */
export const mapRequest = (
  rules: readonly Rule[],
  input: Json,
  fields: readonly Field[],
): { input: Json } | { fault: string } => {
  if (!isObject(input)) return { fault: '报文不是对象' }
  const mapped = structuredClone(input)
  try {
    mapInput(rules, mapped, fields)
  } catch (error) {
    if (error instanceof Unfit) return { fault: error.message }
    throw error
  }
  if (guardedValues(input).join('\n') !== guardedValues(mapped).join('\n')) return { fault: '改动了受保护的字段' }
  return { input: mapped }
}

const keyOf = (row: JsonObject, name: string) => Object.keys(row).find((one) => plainName(one) === plainName(name))

/** What a verb does to a row of an answer: the centre's way becomes the standard's. */
const incoming = {
  rename: (row: JsonObject, rule: Rule) => {
    const key = keyOf(row, rule.value)
    if (key === undefined) return
    if (namesOf(rule.name).some((name) => keyOf(row, name) !== undefined))
      unfit(rule, `没有改名：答复里已有 ${rule.name}`)
    renamed(row, key, rule.name)
  },
  date: (row: JsonObject, rule: Rule) => {
    const key = keyOf(row, rule.name)
    const value = key === undefined ? '' : row[key]
    if (key === undefined || isEmpty(value)) return
    const read = typeof value === 'string' && isDateLayout(rule.value) ? readDate(value.trim(), rule.value) : undefined
    row[key] = read ?? unfit(rule, `不是 ${rule.value} 的格式`)
  },
  default: (row: JsonObject, { name, value }: Rule) => {
    const key = keyOf(row, name) ?? name
    if (isEmpty(row[key])) row[key] = value
  },
}
/** What can be done to an answer, in this order. */
export const answerVerbs: readonly Verb[] = ['node', 'rename', 'date', 'default']

const mapNode = (output: JsonObject, rule: Rule): void => {
  const key = keyOf(output, rule.value)
  if (key === undefined) return
  if (keyOf(output, rule.node) !== undefined) unfit(rule, `没有改名：答复里已有 ${rule.node}`)
  renamed(output, key, rule.node)
}

const rowsOfAnswer = (output: JsonObject, node: string, fields: readonly Field[]): JsonObject[] =>
  node === UNNAMED ? rowsIn(unnamedRows(output, fields)) : rowsAt(output, node, plainName)

/**
 * The output of an answer in the standard's words. What a rule does not fit stays as it came and is told: a booked
 * answer stands whatever deviates in it, and the operation that reads it decides whether it has what it must have.
 */
export const mapAnswer = (
  rules: readonly Rule[],
  output: Json,
  fields: readonly Field[],
): { output: Json; faults: string[] } => {
  if (!isObject(output)) return { output, faults: [] }
  const opened = Object.entries(output).map(([name, value]) => [name, unwrapText(value)!] as const)
  const before: JsonObject = Object.fromEntries(opened)
  const mapped = structuredClone(before)
  const faults: string[] = []
  const tried = (work: () => void) => {
    try {
      work()
    } catch (error) {
      if (!(error instanceof Unfit)) throw error
      if (!faults.includes(error.message)) faults.push(error.message)
    }
  }
  for (const verb of answerVerbs)
    for (const rule of ordered(rules, verb)) {
      if (verb === 'node') tried(() => mapNode(mapped, rule))
      else
        for (const row of rowsOfAnswer(mapped, rule.node, fields))
          tried(() => incoming[verb as keyof typeof incoming](row, rule))
    }
  if (guardedValues(before).join('\n') !== guardedValues(mapped).join('\n'))
    return { output, faults: ['改动了受保护的字段，答复按原样读取'] }
  return { output: mapped, faults }
}
