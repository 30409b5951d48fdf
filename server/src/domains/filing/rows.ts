import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { diseasesInfo, fixedFiling, specialMedical, twoDiseases } from '@yibao/shared/calls/filing.ts'
import { formatDay, formatTime } from '@yibao/shared/time.ts'
import { and, eq, gte, ilike, lte, or, type SQL, sql } from 'drizzle-orm'
import { maskName } from '../../base/mask.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { requireDays } from '../../database/bounded.ts'
import { like } from '../../database/like.ts'
import { type Cursor, type Paging, rowsOf } from '../../database/rows.ts'
import { readPersonHash } from '../card/read.ts'
import { store } from '../organisation/tables.ts'
import { isDue } from './ending.ts'
import type { Filing, Found, Kind } from './kinds/kind.ts'
import { openPersonal } from './personal.ts'
import { endsIn } from './state.ts'
import { filing, written } from './tables.ts'

type Filters = Partial<
  InputOf<typeof diseasesInfo.getPaged> &
    InputOf<typeof twoDiseases.getPaged> &
    InputOf<typeof fixedFiling.getPaged> &
    InputOf<typeof specialMedical.getPaged>
>
/** A filing as lists show it: its form stands between its head and its tail. */
type Row = Omit<ResultOf<typeof fixedFiling.getPaged>['items'][number], 'businessType' | 'order' | 'memo'>

const wire = (one: Filing, storeName: string, today: string): Row => {
  const { id, storeId, maskedName, maskedCertNo, serial, state, message, reason, operatorName } = one
  return {
    ...(one.form as { beginDay: string; endDay?: string }),
    ...{ id, storeId, storeName, maskedName, maskedCertNo, serial, state, message, reason, operatorName },
    lost: (one.state === 'unknown' && one.pending) || undefined,
    endsIn: endsIn(one, today),
    changedAt: formatTime(one.changedAt),
    uploadedAt: one.uploadedAt ? formatTime(one.uploadedAt) : undefined,
  }
}

/** The filings of a kind in reach, from the first day that is asked for. */
const placeOf = (c: Context, { name }: Kind, f: Filters): SQL | undefined =>
  and(
    eq(filing.kind, name),
    c.scope.where(filing.storeId, f.storeId),
    f.from ? gte(filing.beginDay, f.from) : undefined,
  )

/** The state is written out, or the planner misses the small index of what is not simply uploaded. */
const isIn = (state: NonNullable<Filters['state']>): SQL => sql`${filing.state} = ${sql.raw(`'${state}'`)}`

/** No index has words or other orders than these; what a person's, a due or a rare one's index leaves are few. */
const requireBounded = async (c: Context, kind: Kind, f: Filters & Paging): Promise<void> => {
  if (f.readId || f.due || (f.state && f.state !== 'uploaded')) return
  const isOwn = [undefined, 'changedAt', 'beginDay'].includes(f.sortField)
  const what = [f.keyword && '名称/编码', f.doctor && '医师', !isOwn && '这一列排序'].find(Boolean)
  if (what) await requireDays(c, f, { table: filing, place: placeOf(c, kind, f), rows: '备案', what })
}

/** The list of a kind, the newest first. */
export const filingRows = (kind: Kind) =>
  rowsOf({
    select: (c: Context, cursor: Cursor, _: Filters) =>
      c.db
        .select({ one: filing, storeName: store.name, ...cursor })
        .from(filing)
        .innerJoin(store, eq(store.id, filing.storeId))
        .$dynamic(),
    where: async (c, f) => {
      await requireBounded(c, kind, f)
      return and(
        placeOf(c, kind, f),
        f.readId ? eq(filing.psnHash, await readPersonHash(c, f.readId)) : undefined,
        f.name ? eq(filing.maskedName, maskName(f.name.trim())) : undefined,
        f.keyword
          ? or(ilike(filing.subjectName, like(f.keyword)), ilike(filing.subjectCode, like(f.keyword)))
          : undefined,
        f.state ? isIn(f.state) : undefined,
        f.due ? isDue(f.due, formatDay(c.now)) : undefined,
        f.to ? lte(filing.beginDay, f.to) : undefined,
        f.insutype ? sql`${written.insutype} = ${f.insutype}` : undefined,
        f.businessType ? sql`${written.businessType} = ${f.businessType}` : undefined,
        f.doctor ? ilike(sql`${filing.form}->>'doctorName'`, like(f.doctor)) : undefined,
      )
    },
    sortable: {
      changedAt: filing.changedAt,
      beginDay: filing.beginDay,
      endDay: filing.endDay,
      storeName: store.pinyin,
      state: filing.state,
    },
    key: filing.id,
    keyOf: ({ one }) => one.id,
    wire: ({ one, storeName }, c) => wire(one, storeName, formatDay(c.now)),
  })

/** A filing the asker may see, with its store and whose it is. */
export const filingOf = async (c: Context, { name }: Kind, id: string): Promise<Found> => {
  const [found] = await c.db
    .select({ one: filing, shop: store })
    .from(filing)
    .innerJoin(store, eq(store.id, filing.storeId))
    .where(and(eq(filing.id, id), eq(filing.kind, name), c.scope.where(filing.storeId)))
  if (!found) return refuse('not.found', { what: '这条备案' })
  const { subjectCode, subjectName } = found.one
  c.on(`${found.shop.name} ${subjectCode} ${subjectName}`, found.shop.id)
  return { ...found, personal: openPersonal(c.services.vault, found.one.personal) }
}

/** A filing whole, as it is now. */
export const shownFiling = async (c: Context, kind: Kind, id: string) => {
  const { one, shop, personal } = await filingOf(c, kind, id)
  const sealed = Object.fromEntries(Object.entries(personal.written).filter(([, value]) => value !== ''))
  return { ...wire(one, shop.name, formatDay(c.now)), ...sealed }
}
