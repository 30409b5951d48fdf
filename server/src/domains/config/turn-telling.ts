import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { type Layer, withOverrides } from '../organisation/settings.ts'
import { area, store } from '../organisation/tables.ts'
import { queue as sales } from '../sale/round.ts'
import { queue as stock } from '../stock/round.ts'
import { tellsFrom, untold } from '../telling/past.ts'
import type { Queue } from '../telling/turns.ts'
import type { Place } from './place.ts'

/** ms: whoever switches off and on again within it let nobody else tell meanwhile. */
const slip = 3_600_000

/** More than so many rows are not counted. */
const most = 10_000

interface Change {
  /** What the levels above say, the weakest first. */
  above: readonly Layer[]
  before: Record<string, unknown>
  after: Record<string, unknown>
  now: Date
}

/** Whether a place begins to tell by itself, having left it to others until now. */
const begins = ({ above, before, after, now }: Change): boolean =>
  !withOverrides(...above, before).saleUpload &&
  withOverrides(...above, after).saleUpload &&
  now.getTime() - Number(before.saleUploadOff ?? 0) >= slip

/** What a place keeps with a change of 自动上传销售明细: since when it tells by itself, or until when it did (past.ts), ms. */
export const turnTelling = (change: Change): Record<string, number> => {
  const { above, before, after, now } = change
  if (before.saleUpload === after.saleUpload) return {}
  const tells = (own: Layer) => withOverrides(...above, own).saleUpload
  if (tells(after)) return { saleUploadFrom: begins(change) ? now.getTime() : tellsFrom(...above, before) }
  return tells(before) ? { saleUploadOff: now.getTime() } : {}
}

/** The stores for which a place decides. */
const decidedBy = (db: Context['db'], { level, areaCode, storeId = '' }: Place) => {
  const silent = (table: typeof area | typeof store) => isNull(sql`${table.settings} ->> 'saleUpload'`)
  const inArea = level === 'area' ? eq(area.code, areaCode) : silent(area)
  return db
    .select({ id: store.id })
    .from(store)
    .innerJoin(area, eq(area.code, store.areaCode))
    .where(level === 'store' ? eq(store.id, storeId) : and(inArea, silent(store)))
}

const countOf = async (c: Context, place: Place, { table, past }: Queue): Promise<number> => {
  const here = and(inArray(table.storeId, decidedBy(c.db, place)), untold(table, c.now, past))
  const found = c.db
    .select({ one: sql`1` })
    .from(table)
    .where(here)
    .limit(most + 1)
    .as('found')
  return c.db.$count(found)
}

/** Whoever has what was written meanwhile stay untold is asked whether that is what he wants. */
export const askTelling = async (c: Context, place: Place, change: Change): Promise<void> => {
  if (!begins(change)) return
  const count = (await countOf(c, place, sales)) + (await countOf(c, place, stock))
  if (!count) return
  const rows = count > most ? `${most} 条以上` : `${count} 条`
  const answer = await c.asking.decision({
    title: '从现在起自动上传销售明细和进销存？',
    tips: `「${place.name}」关闭期间有 ${rows}没有上传，以后也不自动上传：可能已由别的程序上传过。医保中心还没有的，开启后请在「销售明细」「进销存」的「待办」选「不自动上传」，核对后按「上传」。`,
    buttons: [
      { text: '从现在起自动上传', value: 'on', sort: 1 },
      { text: '不开启', value: 'off', sort: 2 },
    ],
  })
  if (answer !== 'on') refuse('config.notTelling')
}
