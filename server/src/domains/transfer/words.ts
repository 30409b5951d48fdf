import { endOf, rangeTitle } from '@yibao/shared/asked.ts'
import { metaOf, type Schema } from '@yibao/shared/field.ts'
import type { Context } from '../../call/context.ts'
import { namesOf } from '../dictionary/entries.ts'
import { valueInWords } from '../statistics/in-words.ts'
import { codeTypesOf } from './question.ts'
import type { Source, Words } from './sources.ts'

/** Not a condition: which part of the rows, and in which order. */
const noCondition = new Set(['page', 'pageSize', 'sortField', 'sortOrder'])

/** Labels that the filter bar has of itself, where the field's title is the hint in its input. */
const labels: Readonly<Record<string, string>> = { keyword: '查找', readId: '参保人' }

/** The two ends of a range in words; undefined where neither is set. */
const rangeInWords = (from: unknown, to: unknown): string | undefined => {
  if (from && to) return from === to ? String(from) : `${from} 至 ${to}`
  if (from) return `${from} 起`
  return to ? `至 ${to}` : undefined
}

/** Whether a call counts a period whatever is asked: without one, its own. */
const isReport = ({ result }: Source['call']): boolean => 'at' in ((result as { shape?: object }).shape ?? {})

/** A list's question in words, filter by filter as the filter bar has them; a report's period also where nobody chose it. */
export const wordsOf = async (c: Context, { call, own }: Source, input: Record<string, unknown>): Promise<Words> => {
  if (own) return own.words(c, input)
  const shape = call.input.shape as Record<string, Schema>
  const nameOf = await namesOf(c.db, c.me.areaCode, codeTypesOf(Object.values(shape)))
  const ends = new Set(Object.keys(shape).flatMap((key) => endOf(key) ?? []))
  const words = Object.entries(shape).map(async ([key, field]): Promise<Words> => {
    const meta = metaOf(field)
    if (!meta || noCondition.has(key) || ends.has(key)) return []
    const end = endOf(key)
    if (end && shape[end]) {
      const range = rangeInWords(input[key], input[end])
      if (range) return [{ title: rangeTitle(meta), text: range }]
      return key === 'from' && isReport(call) ? [{ title: rangeTitle(meta), text: '没有选，按报表的默认期间' }] : []
    }
    const value = input[key]
    if (value === undefined || value === '') return []
    return [{ title: labels[key] ?? meta.title, text: await valueInWords(c, key, meta, value, nameOf) }]
  })
  return (await Promise.all(words)).flat()
}
