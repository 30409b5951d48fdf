import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { ownItem as calls } from '@yibao/shared/calls/own-item.ts'
import { initialsOf } from '@yibao/shared/initials.ts'
import { omit } from '@yibao/shared/omit.ts'
import { and, eq, ilike, ne, or, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { like } from '../../database/like.ts'
import { type Cursor, rowsOf } from '../../database/rows.ts'
import { areaOf } from '../auth/area-of.ts'
import { store } from '../organisation/tables.ts'
import { forgetUnmarked } from './diff/forget.ts'
import { soldBy } from './items.ts'
import { itemOf } from './mapping.ts'
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
            ilike(item.barCode, like(f.keyword)),
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

type Form = InputOf<typeof calls.save>

/** Whose item a form is about, and its columns; refuses who has to say which company. */
const rowOf = async (c: Context, form: Form) => {
  const areaCode = await areaOf(c, form.medicalAreaCode)
  c.scope.take()
  const sellers = await sheetSellers(c, areaCode)
  const reason = () => sellers.reasonOf(form.companyId)
  const companyId =
    sellers.of(form.companyId) ?? refuse('catalogue.seller', { reason: reason() }, { fields: { companyId: reason() } })
  const { ownCode, name, price } = form
  const { barCode = '', spec = '', dosageForm = '', unit = '', producer = '' } = form
  const { prescription = false, stopped = false } = form
  c.on(`${ownCode} ${name}`)
  return {
    ...{ companyId, areaCode, ownCode, name, price, barCode, spec, dosageForm, unit, producer, prescription, stopped },
    initials: initialsOf(name),
  }
}

const noted = (row: Row) => omit(row, 'ownCode', 'nationalCode', 'companyId')

/** OwnItem/Add. */
const add = async (form: Form, c: Context): Promise<Row> => {
  const row = await rowOf(c, form)
  const [added] = await c.db.insert(item).values(row).onConflictDoNothing().returning()
  const { ownCode: code } = form
  if (!added)
    return refuse('item.taken', { code }, { fields: { ownCode: `已有编码为 ${code} 的商品，请在列表中修改` } })
  const after = wireOf(added)
  c.keep({ after: noted(after) })
  return after
}

/** OwnItem/Save. */
const save = async (form: Form, c: Context): Promise<Row> => {
  const row = await rowOf(c, form)
  const before = wireOf(await itemOf(c, row, form.ownCode))
  const [saved] = await c.db
    .update(item)
    .set(row)
    .where(and(soldBy(row), eq(item.ownCode, form.ownCode)))
    .returning()
  if (row.prescription) await forgetUnmarked(c, row, [form.ownCode])
  const after = wireOf(saved!)
  c.keep({ before: noted(before), after: noted(after) })
  return after
}

export const ownItemHandlers: Handlers<typeof calls> = {
  paged: (filters, c) => ownItemRows.page(c, filters),
  add,
  save,
}
