import type { rxLineForm } from '@yibao/shared/entities/prescription.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { refuse } from '../../call/refuse.ts'
import type { Database } from '../../database/open.ts'
import { type Seller, soldBy } from '../catalogue/items.ts'
import { item } from '../catalogue/tables.ts'
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
      name === line.name && (!line.spec || bare(spec) === bare(line.spec)) && (!line.unit || unit === line.unit),
  )
  return same.length === 1 ? same[0] : undefined
}

/** The lines as they are kept: each with the goods somebody chose, or those it can only mean (domain.md 7.7). */
export const matchLines = async (db: Database, shop: Seller, forms: readonly LineForm[]): Promise<RxLine[]> => {
  if (!forms.length) return refuse('rx.lines')
  const lines = forms.map(({ name, spec = '', quantity, unit = '', usage = '', ownCode = '', limit }) => ({
    ...{ name: name.trim(), spec: spec.trim(), quantity, unit: unit.trim(), usage: usage.trim() },
    ...{ ownCode, limit: limit ?? quantity },
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
  return lines.map((line) => (line.ownCode ? line : { ...line, ownCode: meant(line, goods)?.ownCode ?? '' }))
}
