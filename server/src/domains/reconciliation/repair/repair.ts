import { and, eq, isNull } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import type { Context, Deps } from '../../../call/context.ts'
import { brokenIndex } from '../../../database/broken-index.ts'
import { knownIdentity } from '../../card/identity.ts'
import { order } from '../../order/tables.ts'
import type { OrderRow } from '../../order/view.ts'
import { type StoreRow, storeOf } from '../../organisation/store.ts'
import type { Person } from '../classify/ask.ts'
import type { DiffAction } from '../classify/classes.ts'
import { type DifferenceRow, settleState } from '../groups/groups.ts'
import { tellReconciled } from '../live.ts'
import { reconDifference } from '../tables.ts'
import type { Before } from './restore.ts'

/** What a repair has to know of a settlement that only the centre has; a difference is one. */
export interface Case extends Pick<DifferenceRow, 'day' | 'at' | 'msgid' | 'psn'> {
  /** Where the person is insured, when his card told it, or his last order here: a statement does not. */
  insuredArea?: string | null
}

/** One repair under way: the difference (or another case), its store and order, and who does it. */
export interface Repair<Of extends Case = DifferenceRow> {
  deps: Deps
  /** A person's request; absent when the system repairs by itself. */
  c?: Context
  by: string
  difference: Of
  storeRow: StoreRow
  order?: OrderRow
}

/** What a repair did. `before` present = local, and can be taken back for 24 h. */
export interface Repaired {
  text: string
  before?: Before
}

/** A repair that needs no difference on record also serves what somebody found by asking the centre of a person. */
export type Action<Of extends Case = DifferenceRow> = (repair: Repair<Of>) => Promise<Repaired>

/** Opens a repair with the order as it is now. */
export const openRepair = async (
  deps: Deps,
  difference: DifferenceRow,
  { c, by }: { c?: Context; by: string },
): Promise<Repair> => {
  const storeRow = await storeOf(deps, difference.storeId)
  const [row] = difference.orderId ? await deps.db.select().from(order).where(eq(order.id, difference.orderId)) : []
  return { deps, c, by, difference, storeRow, order: row }
}

/** The order of a difference that cannot be without one. */
export const orderIn = ({ order: row }: Repair): OrderRow => row ?? refuse('not.found', { what: '订单' })

/** The person of a difference: of the centre's own row, insured where the order, his card or his last order says. */
export const personIn = ({ deps, difference, order: row, storeRow }: Repair<Case>): Person => {
  // The centre names him in its row, also where a lost key sealed our own.
  const known = row && knownIdentity(deps.services.vault, row.identity)
  const insuredArea = known?.insuredArea ?? difference.insuredArea ?? storeRow.areaCode
  return { psnNo: deps.services.vault.open(difference.psn ?? ''), insuredArea }
}

/** Tells the store's open pages that an order and the difference it is in have changed under them. */
export const announce = ({ services }: Deps, { storeId, orderId }: DifferenceRow): void => {
  if (orderId) services.live.publish(`store:${storeId}`, 'order.changed', { orderId })
  tellReconciled({ services }, storeId)
}

/**
 * Refuses what would make two settlements of one purchase count: another order was settled meanwhile under its ERP bill,
 * or with what was kept in the same partial return.
 */
export const unlessSettledAnew = async <T>(
  row: Pick<OrderRow, 'erpBill'> | undefined,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (brokenIndex(error) !== 'intent_erp') throw error
    const text = row?.erpBill
      ? 'ERP 单据已另外结算，请先在 ERP 核对这张单据'
      : '部分退货保留的药品已另外结算，请先在订单管理核对那一笔'
    return refuse('recon.state', { text })
  }
}

/** Writes a repair's end; false when somebody else had handled the difference meanwhile. */
export const writeHandled = async (
  deps: Deps,
  difference: DifferenceRow,
  { action, by, note, before }: { action: DiffAction; by: string; note?: string; before?: Before },
): Promise<boolean> => {
  const written = await deps.db
    .update(reconDifference)
    .set({
      action,
      note: note ?? null,
      handledBy: by,
      handledAt: deps.clock(),
      before: (before as unknown as Record<string, unknown>) ?? null,
    })
    .where(and(eq(reconDifference.id, difference.id), isNull(reconDifference.handledAt)))
    .returning({ id: reconDifference.id })
  await settleState(deps, difference.groupId)
  announce(deps, difference)
  return written.length > 0
}
