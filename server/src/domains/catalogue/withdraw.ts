import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Deps } from '../../call/context.ts'
import { refuseOutcome } from '../../centre/refuse-outcome.ts'
import type { StoreRow } from '../organisation/store.ts'
import { store } from '../organisation/tables.ts'
import { forgetFormer, unmatch, withdrawFormer } from './former.ts'
import { soldBy } from './items.ts'
import { item, itemMapping } from './tables.ts'

type Item = typeof item.$inferSelect

/** A mapping that nobody has written since it was read. */
const asRead = ({ state, nationalCode, at }: typeof itemMapping.$inferSelect) =>
  and(
    eq(itemMapping.state, state),
    eq(itemMapping.nationalCode, nationalCode),
    at ? eq(itemMapping.at, at) : isNull(itemMapping.at),
  )

/**
 * 3302 of one item of a store. From then on the company's stores of the area bill the item by a code that one of them still
 * holds, the one they had before all others; where none does, by none. `expected`: refuses when it is another code.
 */
export const withdrawMapping = async (deps: Deps, shop: StoreRow, one: Item, expected?: string): Promise<void> => {
  const here = and(eq(itemMapping.storeId, shop.id), eq(itemMapping.ownCode, one.ownCode))
  const [mapping] = await deps.db.select().from(itemMapping).where(here)
  const held = mapping?.state === 'sent' ? mapping : one.nationalCode ? one : undefined
  if (!mapping && !held) return refuse('mapping.none', { name: one.name })
  if (expected !== undefined && held && held.nationalCode !== expected)
    refuse('mapping.other', { name: one.name, code: held.nationalCode })
  if (held) {
    const which = { ownCode: one.ownCode, listType: held.listType, nationalCode: held.nationalCode }
    const why = await unmatch(deps, shop, which)
    if (why?.kind === 'unknown') refuse('mapping.unknown', { name: one.name, action: '撤销对照' })
    if (why) return refuseOutcome(why)
    await forgetFormer(deps.db, shop.id, which)
  }
  const mine = and(soldBy(one), eq(item.ownCode, one.ownCode))
  await deps.db.transaction(async (tx) => {
    // The goods first, as who keeps a mapping of them does: of two stores at once the second one sees what the first left.
    const [now = one] = await tx.select().from(item).where(mine).for('no key update')
    // As it was read: what the store has mapped meanwhile the centre holds.
    if (mapping) await tx.delete(itemMapping).where(and(here, asRead(mapping)))
    const [other] = await tx
      .select({ nationalCode: itemMapping.nationalCode, listType: itemMapping.listType })
      .from(itemMapping)
      .innerJoin(store, eq(store.id, itemMapping.storeId))
      .where(
        and(
          eq(itemMapping.ownCode, one.ownCode),
          eq(store.companyId, one.companyId),
          eq(store.areaCode, one.areaCode),
          eq(itemMapping.state, 'sent'),
        ),
      )
      .orderBy(
        desc(eq(itemMapping.nationalCode, now.nationalCode)),
        sql`${itemMapping.at} desc nulls last`,
        itemMapping.storeId,
      )
      .limit(1)
    await tx
      .update(item)
      .set(other ?? { nationalCode: '' })
      .where(mine)
  })
  await withdrawFormer(deps, shop, { ownCodes: [one.ownCode] })
}
