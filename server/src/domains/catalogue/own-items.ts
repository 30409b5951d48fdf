import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { ownItem as calls } from '@yibao/shared/calls/own-item.ts'
import { initialsOf } from '@yibao/shared/initials.ts'
import { omit } from '@yibao/shared/omit.ts'
import { and, eq, ilike, like as likeExactly, ne, or, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { like } from '../../database/like.ts'
import { type Cursor, rowsOf } from '../../database/rows.ts'
import type { Handlers } from '../../mount.ts'
import { refuse } from '../../refuse.ts'
import { areaOf } from '../organisation/area-of.ts'
import { store } from '../organisation/tables.ts'
import { soldBy } from './items.ts'
import { sheetSellers } from './sheet-sellers.ts'
import { item } from './tables.ts'

type Filters = InputOf<typeof calls.paged>
type Row = ResultOf<typeof calls.save>

const wireOf = (row: typeof item.$inferSelect): Row => ({
  ...{ companyId: row.companyId, ownCode: row.ownCode, name: row.name, price: row.price, barCode: row.barCode },
  ...{ spec: row.spec, dosageForm: row.dosageForm, unit: row.unit, producer: row.producer },
  ...{ prescription: row.prescription, stopped: row.stopped, nationalCode: row.nationalCode },
})

/** OwnItem/Paged: what the companies of the asker's stores sell in an area, by code. */
export const ownItemRows = rowsOf({
  select: (c: Context, cursor: Cursor, _: Filters) =>
    c.db
      .select({ item, ...cursor })
      .from(item)
      .$dynamic(),
  where: async (c, f) => {
    const areaCode = await areaOf(c, f.medicalAreaCode)
    const his = c.db
      .select({ companyId: store.companyId })
      .from(store)
      .where(and(eq(store.areaCode, areaCode), c.scope.where(store.id)))
    return and(
      eq(item.areaCode, areaCode),
      sql`${item.companyId} in ${his}`,
      f.keyword
        ? or(
            ilike(item.name, like(f.keyword)),
            ilike(item.ownCode, like(f.keyword)),
            ilike(item.initials, like(f.keyword)),
            likeExactly(item.barCode, like(f.keyword)),
          )
        : undefined,
      f.mapping && (f.mapping === 'mapped' ? ne(item.nationalCode, '') : eq(item.nationalCode, '')),
      f.state && eq(item.stopped, f.state === 'stopped'),
    )
  },
  sortable: { ownCode: item.ownCode, price: { by: sql`${item.price}::numeric`, type: 'numeric' } },
  direction: 'ascend',
  key: sql`(${item.companyId} || ' ' || ${item.ownCode})`,
  keyOf: ({ item: one }) => `${one.companyId} ${one.ownCode}`,
  wire: ({ item: one }): Row => wireOf(one),
})

/** OwnItem/Save. */
const save = async (input: InputOf<typeof calls.save>, c: Context): Promise<Row> => {
  const areaCode = await areaOf(c, input.medicalAreaCode)
  c.scope.take()
  const sellers = await sheetSellers(c, areaCode)
  const companyId = sellers.of(input.companyId)
  if (!companyId)
    return refuse(
      'catalogue.seller',
      { reason: sellers.reasonOf(input.companyId) },
      { fields: { companyId: '请填写公司编号' } },
    )
  const { ownCode, name, price } = input
  const { barCode = '', spec = '', dosageForm = '', unit = '', producer = '' } = input
  const { prescription = false, stopped = false } = input
  const values = {
    ...{ name, price, barCode, spec, dosageForm, unit, producer, prescription, stopped },
    initials: initialsOf(name),
  }
  const [before] = await c.db
    .select()
    .from(item)
    .where(and(soldBy({ companyId, areaCode }), eq(item.ownCode, ownCode)))
  const [saved] = await c.db
    .insert(item)
    .values({ companyId, areaCode, ownCode, ...values })
    .onConflictDoUpdate({ target: [item.companyId, item.areaCode, item.ownCode], set: values })
    .returning()
  c.keep({
    target: `${ownCode} ${name}`,
    before: before && omit(wireOf(before), 'ownCode', 'nationalCode', 'companyId'),
  })
  return wireOf(saved!)
}

export const ownItemHandlers: Handlers<typeof calls> = {
  paged: (filters, c) => ownItemRows.page(c, filters),
  save,
}
