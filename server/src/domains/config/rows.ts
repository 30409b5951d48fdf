import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { ybOptions } from '@yibao/shared/calls/config.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { like } from '../../database/like.ts'
import { rowsOf } from '../../database/rows.ts'
import { areaOf } from '../auth/area-of.ts'
import { area, company, store } from '../organisation/tables.ts'
import { titleOf } from './check.ts'
import { ownKeys } from './layout.ts'
import { missingOf } from './missing.ts'
import { openAreas } from './places.ts'

type Row = ResultOf<typeof ybOptions.paged>['items'][number]
type Filters = InputOf<typeof ybOptions.paged>

/** Each area twice: once as itself, once for the stores in it. */
const levels = sql`(values (false), (true)) as place(of_store)`
const ofStore = sql`place.of_store`

const found = (keyword: string) =>
  or(...[area.name, area.code, store.name, store.fixmedinsCode].map((column) => ilike(column, like(keyword))))

/** Of the row's own level: the store's where it is one. */
const own = <T>(ofItsStore: SQL | unknown, ofItsArea: SQL | unknown) =>
  sql<T>`case when ${ofStore} then ${ofItsStore} else ${ofItsArea} end`

const changedAt = own<Date | null>(store.settingsAt, area.settingsAt)

/** YBConfig/Paged: an area, then its stores by code. No value of an option is read into a row. */
export const configRows = rowsOf({
  select: (c: Context, cursor) =>
    c.db
      .select({
        area: { code: area.code, name: area.name, settings: area.settings },
        store: { id: store.id, name: store.name, code: store.fixmedinsCode, closed: store.closed },
        companyName: company.name,
        settings: own<Record<string, unknown>>(store.settings, area.settings).as('own_settings'),
        by: own<string>(store.settingsBy, area.settingsBy).as('changed_by'),
        at: changedAt.mapWith(area.settingsAt).as('changed_at'),
        ...cursor,
      })
      .from(area)
      .innerJoin(levels, sql`true`)
      .leftJoin(store, and(ofStore, eq(store.areaCode, area.code), c.scope.where(store.id)))
      .leftJoin(company, eq(company.id, store.companyId))
      .$dynamic(),
  where: async (c, f: Filters) => {
    const open = (await openAreas(c)).map(({ code }) => code)
    return and(
      sql`(not ${ofStore} or ${store.id} is not null)`,
      inArray(area.code, [...open, '']),
      f.areaCode ? eq(area.code, await areaOf(c, f.areaCode)) : undefined,
      f.companyId ? eq(store.companyId, f.companyId) : undefined,
      f.storeId ? eq(store.id, c.scope.check(f.storeId)) : undefined,
      f.keyword ? found(f.keyword) : undefined,
    )
  },
  sortable: {
    areaName: { by: sql`${area.code} || coalesce(${store.fixmedinsCode}, '')`, type: 'text', notNull: true },
    fixmedinsCode: store.fixmedinsCode,
    storeName: store.pinyin,
    updatedAt: { by: changedAt, type: 'timestamptz' },
  },
  direction: 'ascend',
  key: sql`coalesce(${store.id}, ${area.code})`,
  keyOf: (raw) => raw.store?.id ?? raw.area.code,
  wire: ({ area: place, store: shop, companyName, settings, by, at }, c): Row => {
    const keys = ownKeys(shop ? 'store' : 'area', settings)
    const missing = missingOf(c, place.code, place.settings)
    return {
      id: shop?.id ?? place.code,
      ...{ areaCode: place.code, areaName: place.name },
      ...{ storeId: shop?.id, storeName: shop?.name ?? '', fixmedinsCode: shop?.code ?? '' },
      companyName: companyName ?? '',
      ...{ own: keys.length, ownTitles: keys.map(titleOf).join('、') },
      ...{ updatedBy: by, updatedAt: at ? formatTime(at) : undefined },
      state: shop?.closed ? 'closed' : missing.length ? 'missing' : 'complete',
      // A store connects as its area does.
      missing: missing.length ? `${shop ? '区划的' : ''}${missing.join('、')}` : '',
    }
  },
})
