import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { menuDiff as calls } from '@yibao/shared/calls/menu-diff.ts'
import { addDays, formatTime, startOfDay } from '@yibao/shared/time.ts'
import { and, eq, ilike, lt, or, sql } from 'drizzle-orm'
import type { Context } from '../../../call/context.ts'
import { like } from '../../../database/like.ts'
import { type Cursor, rowsOf } from '../../../database/rows.ts'
import { company, store } from '../../organisation/tables.ts'
import { item, menuDiff, menuDiffRun } from '../tables.ts'
import { suggestionOf } from './judge.ts'

type Row = ResultOf<typeof calls.paged>['items'][number]
export type Sums = ResultOf<typeof calls.statistics>['items'][number]
type Filters = InputOf<typeof calls.paged>
type SumFilters = InputOf<typeof calls.statistics>

/** MenuDiff/Paged, by the items' codes. */
export const diffRows = rowsOf({
  select: (c: Context, cursor: Cursor, _: Filters) =>
    c.db
      .select({ diff: menuDiff, item, storeName: store.name, ...cursor })
      .from(menuDiff)
      .innerJoin(store, eq(store.id, menuDiff.storeId))
      .innerJoin(
        item,
        and(
          eq(item.companyId, store.companyId),
          eq(item.areaCode, menuDiff.areaCode),
          eq(item.ownCode, menuDiff.ownCode),
        ),
      )
      .$dynamic(),
  where: (c, f) =>
    and(
      c.scope.where(menuDiff.storeId, f.storeId),
      f.type ? eq(menuDiff.type, f.type) : undefined,
      f.state ? eq(menuDiff.state, f.state) : undefined,
      f.listType ? eq(item.listType, f.listType) : undefined,
      f.keyword
        ? or(
            ilike(item.name, like(f.keyword)),
            ilike(item.ownCode, like(f.keyword)),
            ilike(item.initials, like(f.keyword)),
          )
        : undefined,
    ),
  sortable: {
    ownCode: menuDiff.ownCode,
    foundAt: menuDiff.foundAt,
    type: menuDiff.type,
    similarity: menuDiff.similarity,
    storeName: store.pinyin,
  },
  direction: 'ascend',
  key: menuDiff.id,
  keyOf: ({ diff }) => diff.id,
  wire: ({ diff, item: own, storeName }): Row => {
    const [best] = diff.candidates
    const shown = diff.entry ?? best
    return {
      ...{ id: diff.id, storeId: diff.storeId, storeName, type: diff.type, ownCode: own.ownCode, ownName: own.name },
      ...{ ownSpec: own.spec, ownProducer: own.producer, ownPrice: own.price },
      code: diff.nationalCode || (best?.code ?? ''),
      ...{ name: shown?.name ?? '', spec: shown?.spec ?? '', producer: shown?.producer ?? '' },
      cap: diff.cap ?? undefined,
      similarity: diff.similarity || undefined,
      ...{ candidates: diff.candidates, note: diff.note, foundAt: formatTime(diff.foundAt), state: diff.state },
      ...{ handledBy: diff.handledBy, mapped: diff.nationalCode !== '' },
      acceptable: diff.type === 'rxUnmarked' || suggestionOf(diff) !== undefined,
    }
  },
})

const share = (part: number, whole: number) => (whole ? (part / whole).toFixed(4) : undefined)
const open = sql`coalesce(${menuDiffRun.unmapped} + ${menuDiffRun.mappable} + ${menuDiffRun.invalid}, 0)`

/** MenuDiff/Statistics: stores with the most to do first. */
export const sumRows = rowsOf({
  select: (c: Context, cursor: Cursor, _: SumFilters) =>
    c.db
      .select({ store, companyName: company.name, run: menuDiffRun, ...cursor })
      .from(store)
      .leftJoin(company, eq(company.id, store.companyId))
      .leftJoin(menuDiffRun, eq(menuDiffRun.storeId, store.id))
      .$dynamic(),
  where: (c, f) =>
    and(
      c.scope.where(store.id),
      eq(store.closed, false),
      f.storeId ? eq(store.id, f.storeId) : undefined,
      f.medicalAreaCode ? eq(store.areaCode, f.medicalAreaCode) : undefined,
      f.companyId ? eq(store.companyId, f.companyId) : undefined,
      f.keyword ? ilike(store.name, like(f.keyword)) : undefined,
      f.before ? or(lt(menuDiffRun.at, startOfDay(addDays(f.before, 1))), sql`${menuDiffRun.at} is null`) : undefined,
    ),
  sortable: {
    unmapped: { by: open, type: 'integer' },
    storeName: store.pinyin,
    items: menuDiffRun.items,
    mapped: menuDiffRun.mapped,
    mappable: menuDiffRun.mappable,
    invalid: menuDiffRun.invalid,
    differing: menuDiffRun.differing,
    overCap: menuDiffRun.overCap,
    rxUnmarked: menuDiffRun.rxUnmarked,
    at: menuDiffRun.at,
  },
  key: store.id,
  keyOf: (raw) => raw.store.id,
  wire: ({ store: shop, companyName, run }): Sums => ({
    ...{ storeId: shop.id, storeName: shop.name, areaCode: shop.areaCode, companyName: companyName ?? '' },
    ...{ items: run?.items ?? 0, mapped: run?.mapped ?? 0, rate: share(run?.mapped ?? 0, run?.items ?? 0) },
    ...{ unmapped: run?.unmapped ?? 0, mappable: run?.mappable ?? 0, invalid: run?.invalid ?? 0 },
    ...{ differing: run?.differing ?? 0, overCap: run?.overCap ?? 0 },
    rxUnmarked: run?.rxUnmarked ?? 0,
    at: run ? formatTime(run.at) : undefined,
  }),
})
