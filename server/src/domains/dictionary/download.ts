import { createHash } from 'node:crypto'
import { formatDay } from '@yibao/shared/time.ts'
import { and, eq } from 'drizzle-orm'
import { Refusal, refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { listCodes, ownTypes } from '../../centre/dictionaries.ts'
import { type DictionaryItem, queryDictionary } from '../../centre/operations/dictionary.ts'
import { notLookedAt } from '../../centre/outcome.ts'
import { refuseOutcome } from '../../centre/refuse-outcome.ts'
import { reportFault } from '../../process/fault.ts'
import { runAsSystem } from '../attendance/ask.ts'
import { announce } from '../message/announce.ts'
import { askingStore } from '../organisation/asking-store.ts'
import { areaName } from '../organisation/districts.ts'
import type { StoreRow } from '../organisation/store.ts'
import { inBackground, type Progress, startProgress } from '../system/progress.ts'
import { lockType } from './change.ts'
import { editionOf, type Item, itemsOf } from './items.ts'
import { everyCode, parentOf } from './levels.ts'
import { tellDictionary } from './live.ts'
import { dictionaryAreaItem } from './tables.ts'
import { typeName } from './types.ts'

type Row = typeof dictionaryAreaItem.$inferInsert

const timeoutMs = 30_000

/**
 * A type's rows as the centre lists them now. A code that the layers below know and the centre no longer lists is kept
 * as stopped: old values keep their names.
 */
const rowsOfType = (
  listed: readonly DictionaryItem[],
  below: readonly Item[],
  stamp: Omit<Row, 'codeType' | 'code'>,
): Row[] => {
  const codes = new Set(listed.map(({ code }) => code))
  return [
    ...listed.map((one, i) => ({
      ...stamp,
      codeType: one.type,
      code: one.code,
      label: one.label,
      parent: parentOf(one) ?? '',
      sort: Number.isFinite(one.sort) ? one.sort : i,
      enabled: one.valid,
      version: one.version ?? '',
    })),
    ...below
      .filter(({ code }) => !codes.has(code))
      .map(({ codeType, code, label }) => ({ ...stamp, codeType, code, label, enabled: false })),
  ]
}

/** What a person would call news: another name, another standing, or a code that is new. */
const changesOf = (rows: readonly Row[], below: readonly Item[]): Row[] => {
  const known = new Map(below.map((item) => [item.code, item]))
  return rows.filter((row) => {
    const before = known.get(row.code)
    return before ? before.label !== row.label || before.enabled !== (row.enabled ?? true) : row.enabled !== false
  })
}

interface Level {
  type: string
  on: Date
  parent?: string | undefined
}

/** The centre does not give a type, for the reason it says: that is its answer, and says nothing of the other types. */
class TypeRefused extends Error {}

/**
 * 1901 of one level of a type. Where the centre has nothing under a code (`bare`) it may say so by a refusal; under others
 * there was something, which a refusal for whatever reason would stop.
 */
const askLevel = async (c: Context, shop: StoreRow, query: Level, bare = false) => {
  const answer = await runAsSystem(c.deps, shop, queryDictionary, query, { timeoutMs })
  if (answer.kind === 'booked') return answer.value
  if (answer.kind !== 'refused' || notLookedAt(answer)) return refuseOutcome(answer)
  if (bare) return []
  throw new TypeRefused(answer.message)
}

/** One type: 1901, then its rows replaced whole. Answers what changed. */
const downloadType = async (c: Context, areaCode: string, codeType: string): Promise<Row[]> => {
  const shop = await askingStore(c, areaCode)
  const on = c.deps.clock()
  const below = await itemsOf(c.db, { areaCode, codeTypes: [codeType], local: false })
  const listed = await everyCode(below, (parent, bare) => askLevel(c, shop, { type: codeType, on, parent }, bare))
  // An empty answer says that this centre does not list the type, not that its codes are gone.
  if (!listed.length) return []
  const rows = rowsOfType(listed, below, { areaCode, source: 'centre', updatedBy: '医保中心', updatedAt: on })
  const unique = [...new Map(rows.map((row) => [row.code, row])).values()]
  await c.db.transaction(async (tx) => {
    // Two downloads of an area: the second one finds the rows of the first, and takes their place.
    await lockType(tx, areaCode, codeType)
    const { areaCode: area, codeType: type, source } = dictionaryAreaItem
    await tx.delete(dictionaryAreaItem).where(and(eq(area, areaCode), eq(source, 'centre'), eq(type, codeType)))
    await tx.insert(dictionaryAreaItem).values(unique)
  })
  return changesOf(unique, below)
}

/** Tells the area's open pages, and its people once about each new state of its dictionary. */
const tellChanges = async (c: Context, areaCode: string, changes: readonly Row[]): Promise<void> => {
  if (!changes.length) return
  tellDictionary(c.deps, areaCode)
  const hash = createHash('sha256')
  for (const { codeType, code, label, enabled } of changes) hash.update(`${codeType}\t${code}\t${label}\t${enabled}\n`)
  const types = [...new Set(changes.map(({ codeType }) => codeType))]
  await announce(c.deps, {
    key: `dictionary:${areaCode}:${hash.digest('hex').slice(0, 16)}`,
    title: `字典已更新：${changes.length} 项有变化`,
    content: `${formatDay(c.deps.clock())} 从医保中心下载的字典有 ${changes.length} 项变化，涉及 ${types.slice(0, 10).join('、')}${types.length > 10 ? ` 等 ${types.length} 类` : ''}。本地修改已保留，请在字典管理中查看。`,
    type: 'dictionary',
    level: 'info',
    areas: [areaCode],
  })
}

/** The types to be asked for: those that no centre knows are our own, by whoever they are wanted. */
const typesOf = (areaCode: string, wanted?: string[]): string[] => [
  ...new Set(
    (wanted?.length ? wanted : listCodes(editionOf(areaCode)).map(({ type }) => type)).filter(
      (type) => !ownTypes.has(type),
    ),
  ),
]

/** Refused types that are told with the centre's words: a centre that knows few of them refuses two hundred. */
const told = 3

interface Downloaded {
  text: string
  /** Some types were refused. */
  refused: boolean
}

/** What a download ends with; refuses when the centre gave nothing that it was asked for. */
const endOf = (asked: number, changes: number, refused: readonly [type: string, words: string][]): Downloaded => {
  if (refused.length && refused.length === asked) return refuse('centre.refused', { text: refused[0]![1] })
  const text = `已下载 ${asked - refused.length} 类字典，${changes} 项有变化`
  if (!refused.length) return { text, refused: false }
  const some = refused.slice(0, told).map(([type, words]) => `${typeName(type)} ${type}（“${words}”）`)
  const rest = `${some.join('、')}${refused.length > told ? ' 等' : ''}`
  return { text: `${text}；医保中心没有给出 ${refused.length} 类，保留原有内容：${rest}`, refused: true }
}

const run = async (c: Context, running: Progress, areaCode: string, codeTypes: string[]): Promise<Downloaded> => {
  const changes: Row[] = []
  const refused: [type: string, words: string][] = []
  try {
    for (const [i, codeType] of codeTypes.entries()) {
      await running.step((i / codeTypes.length) * 100, `正在下载 ${codeType}（${i + 1}/${codeTypes.length}）`)
      try {
        changes.push(...(await downloadType(c, areaCode, codeType)))
      } catch (fault) {
        if (!(fault instanceof TypeRefused)) throw fault
        refused.push([codeType, fault.message])
      }
    }
  } finally {
    // What was stored before it broke off is no change to the next download.
    await tellChanges(c, areaCode, changes)
  }
  return endOf(codeTypes.length, changes.length, refused)
}

/** Every type of the area's edition, under a progress of the caller's. */
export const downloadTypes = (
  c: Context,
  running: Progress,
  areaCode: string,
  wanted?: string[],
): Promise<Downloaded> => run(c, running, areaCode, typesOf(areaCode, wanted))

const brokenOff = (fault: unknown): string => {
  const why = fault instanceof Refusal ? `：${fault.message}` : ''
  return `下载没有完成，已下载的类型已保存，请稍后再下载${why}`
}

/** Dictionary/Download: the area's tables from its centre, behind a progress; what is done stays when it ends early. */
export const downloadDictionary = async (c: Context, areaCode: string, wanted?: string[]): Promise<string> => {
  const codeTypes = typesOf(areaCode, wanted)
  c.on(`${areaName(areaCode)} ${wanted?.length ? codeTypes.join('、') : '全部字典'}`)
  await askingStore(c, areaCode)
  const running = await startProgress(c.deps, c.me, `共 ${codeTypes.length} 类字典`)
  return inBackground(c.deps, running, async () => (await run(c, running, areaCode, codeTypes)).text, {
    errorText: brokenOff,
    report: (fault) => fault instanceof Refusal || reportFault('dictionary download', fault),
  })
}
