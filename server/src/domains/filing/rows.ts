import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { diseasesInfo as calls } from '@yibao/shared/calls/disease-filing.ts'
import { omit } from '@yibao/shared/omit.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, eq, gte, ilike, lte, or } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { like } from '../../database/like.ts'
import { type Cursor, rowsOf } from '../../database/rows.ts'
import { refuse } from '../../refuse.ts'
import type { StoreRow } from '../attendance/sign.ts'
import { readingOf } from '../card/read.ts'
import { store } from '../organisation/tables.ts'
import { hashPerson } from '../settlement/identity.ts'
import { openPersonal, type Personal } from './personal.ts'
import { diseaseFiling } from './tables.ts'

export type Filing = typeof diseaseFiling.$inferSelect
type Row = ResultOf<typeof calls.getPaged>['items'][number]
type Filters = InputOf<typeof calls.getPaged>

const wire = (one: Filing, storeName: string): Row => {
  const { endDay, changedAt, uploadedAt } = one
  return {
    ...omit(one, 'personal', 'psnHash', 'pending', 'claimedUntil'),
    storeName,
    endDay: endDay || undefined,
    changedAt: formatTime(changedAt),
    uploadedAt: uploadedAt ? formatTime(uploadedAt) : undefined,
  }
}

/** The person of a reading as his rows are found. */
const personOf = async (c: Context, readId: string): Promise<string> =>
  hashPerson(c.services.vault, (await readingOf(c, readId)).person.person.psnNo)

/** DiseasesInfo/GetPaged, the newest first. */
export const filingRows = rowsOf({
  select: (c: Context, cursor: Cursor, _: Filters) =>
    c.db
      .select({ one: diseaseFiling, storeName: store.name, ...cursor })
      .from(diseaseFiling)
      .innerJoin(store, eq(store.id, diseaseFiling.storeId))
      .$dynamic(),
  where: async (c, f) =>
    and(
      c.scope.where(diseaseFiling.storeId),
      f.storeId ? eq(diseaseFiling.storeId, c.scope.check(f.storeId)) : undefined,
      f.readId ? eq(diseaseFiling.psnHash, await personOf(c, f.readId)) : undefined,
      f.keyword
        ? or(ilike(diseaseFiling.diseaseName, like(f.keyword)), ilike(diseaseFiling.diseaseCode, like(f.keyword)))
        : undefined,
      f.insutype ? eq(diseaseFiling.insutype, f.insutype) : undefined,
      f.state ? eq(diseaseFiling.state, f.state) : undefined,
      f.from ? gte(diseaseFiling.beginDay, f.from) : undefined,
      f.to ? lte(diseaseFiling.beginDay, f.to) : undefined,
    ),
  sortable: {
    changedAt: diseaseFiling.changedAt,
    beginDay: diseaseFiling.beginDay,
    diseaseName: diseaseFiling.diseaseName,
    storeName: store.pinyin,
    state: diseaseFiling.state,
  },
  key: diseaseFiling.id,
  keyOf: ({ one }) => one.id,
  wire: ({ one, storeName }) => wire(one, storeName),
})

/** A filing the asker may see, with its store and whose it is. */
export const filingOf = async (
  c: Context,
  id: string,
): Promise<{ one: Filing; shop: StoreRow; personal: Personal }> => {
  const [found] = await c.db
    .select({ one: diseaseFiling, shop: store })
    .from(diseaseFiling)
    .innerJoin(store, eq(store.id, diseaseFiling.storeId))
    .where(and(eq(diseaseFiling.id, id), c.scope.where(diseaseFiling.storeId)))
  if (!found) return refuse('not.found', { what: '这条备案' })
  return { ...found, personal: openPersonal(c.services.vault, found.one.personal) }
}

/** A filing whole, as it is now. */
export const shownFiling = async (c: Context, id: string): Promise<ResultOf<typeof calls.get>> => {
  const { one, shop, personal } = await filingOf(c, id)
  return { ...wire(one, shop.name), tel: personal.tel, address: personal.address }
}
