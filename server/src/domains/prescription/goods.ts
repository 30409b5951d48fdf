import type { rxLineForm } from '@yibao/shared/entities/prescription.ts'
import { scaled } from '@yibao/shared/money.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { refuse } from '../../base/refuse.ts'
import type { Database } from '../../database/open.ts'
import { type Seller, soldBy } from '../catalogue/items.ts'
import { item } from '../catalogue/tables.ts'
import { limitFor } from './circulation/match.ts'
import type { RxLine } from './tables.ts'

type Item = typeof item.$inferSelect
type LineForm = z.infer<typeof rxLineForm>

/** Goods of the shop by their code. */
export const goodsBy = async (db: Database, shop: Seller, codes: readonly string[]): Promise<Map<string, Item>> => {
  const wanted = [...new Set(codes.filter(Boolean))]
  if (!wanted.length) return new Map()
  const found = await db
    .select()
    .from(item)
    .where(and(soldBy(shop), inArray(item.ownCode, wanted)))
  return new Map(found.map((one) => [one.ownCode, one]))
}

const named = async (db: Database, shop: Seller, names: readonly string[]): Promise<Item[]> =>
  names.length
    ? db
        .select()
        .from(item)
        .where(and(soldBy(shop), eq(item.stopped, false), inArray(item.name, [...new Set(names)])))
    : []

const bare = (text: string) => text.replace(/\s/g, '').toLowerCase()

/** The only goods of this name and spec that are counted as the doctor counts; anything else a person decides. */
const meant = (line: RxLine, goods: readonly Item[]): Item | undefined => {
  const same = goods.filter(
    ({ name, spec, unit }) =>
      name === line.name && (!line.spec || bare(spec) === bare(line.spec)) && line.unit !== '' && unit === line.unit,
  )
  return same.length === 1 ? same[0] : undefined
}

/**
 * What somebody chose for a line, and how many of it: never more than the line allows where both can be counted, as of a
 * downloaded one (circulation/choose.ts), and said by him where they cannot.
 */
const limited = (line: RxLine, said: string | undefined, { name, spec, unit }: Item): RxLine => {
  const most = limitFor({ quantity: scaled(line.quantity, 4), unit: line.unit }, { spec, unit })
  const limit = said ?? most
  if (limit === undefined)
    return refuse('rx.limitUnsaid', { name, unit }, { fields: { lines: `${name}没有填写最多可售` } })
  if (most !== undefined && scaled(limit, 4) > scaled(most, 4))
    refuse('rx.limit', { name, limit, most }, { fields: { lines: `${name}最多可售 ${most} ${unit}` } })
  return { ...line, limit }
}

/** The lines as they are kept: each with the goods somebody chose, or those it can only mean (domain.md 7.7). */
export const matchLines = async (db: Database, shop: Seller, forms: readonly LineForm[]): Promise<RxLine[]> => {
  if (!forms.length) return refuse('rx.lines')
  const lines = forms.map(({ name, spec = '', quantity, unit = '', usage = '', ownCode = '' }) => ({
    ...{ name: name.trim(), spec: spec.trim(), quantity, unit: unit.trim(), usage: usage.trim() },
    ...{ ownCode, limit: quantity },
  }))
  const chosen = await goodsBy(
    db,
    shop,
    lines.map(({ ownCode }) => ownCode),
  )
  const unknown = lines.find(({ ownCode }) => ownCode && !chosen.has(ownCode))
  if (unknown) return refuse('basket.item', { code: unknown.ownCode })
  const open = lines.filter(({ ownCode }) => !ownCode).map(({ name }) => name)
  const goods = await named(db, shop, open)
  return lines.map((line, i) => {
    const own = chosen.get(line.ownCode)
    return own ? limited(line, forms[i]!.limit, own) : { ...line, ownCode: meant(line, goods)?.ownCode ?? '' }
  })
}
