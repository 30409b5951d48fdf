import type { slip as slipCalls } from '@yibao/shared/calls/store.ts'
import { and, count, eq, sql } from 'drizzle-orm'
import { type Context, FileAnswer } from '../../context.ts'
import { newId } from '../../ids.ts'
import type { Handlers } from '../../mount.ts'
import { refuse } from '../../refuse.ts'
import { settingsOf } from '../organisation/settings.ts'
import { findOrder } from '../settlement/find.ts'
import { order } from '../settlement/tables.ts'
import { slipModel } from './compose.ts'
import { makeSlip } from './document/make.ts'
import type { SlipKind, SlipLayout } from './document/model.ts'
import { receiptOf } from './document/receipt.ts'
import { slip } from './tables.ts'

type SlipRow = typeof slip.$inferSelect

const areaLayouts: Record<string, SlipLayout> = { 58: '58', 80: '80', A5: 'a5', 241: 'a5', A4: 'a4' }

const findSlip = async (c: Context, id: string): Promise<SlipRow> => {
  const [row] = await c.db
    .select()
    .from(slip)
    .where(and(eq(slip.id, id), c.scope.where(slip.storeId)))
  return row ?? refuse('not.found', { what: '结算单' })
}

/** The document that exists already: one PDF per order, kind, layout and print number (DESIGN 11). */
const existing = async (c: Context, orderId: string, kind: SlipKind, layout: SlipLayout) => {
  const [row] = await c.db
    .select()
    .from(slip)
    .where(and(eq(slip.orderId, orderId), eq(slip.kind, kind), eq(slip.layout, layout)))
    .orderBy(sql`${slip.printNo} desc`)
    .limit(1)
  return row
}

const shown = ({ id, printNo, pages }: SlipRow, missingCharacters: string[] = []) => ({
  slipId: id,
  printNo,
  pages,
  missingCharacters,
})

export const slipHandlers: Handlers<typeof slipCalls> = {
  make: async ({ orderId, kind, layout: wanted, reprint = false }, c) => {
    const row = await findOrder(c, orderId)
    const { slipLayout } = await settingsOf(c.db, row.areaCode, row.storeId)
    const layout = wanted ?? areaLayouts[slipLayout] ?? '80'
    const known = kind === 'presettlement' ? undefined : await existing(c, orderId, kind, layout)
    if (known && !reprint) return shown(known)
    const [before] = await c.db
      .select({ n: count() })
      .from(slip)
      .where(and(eq(slip.orderId, orderId), eq(slip.kind, kind)))
    const printNo = (kind === 'presettlement' ? 0 : (before?.n ?? 0)) + 1
    const made = await makeSlip(await slipModel(c.deps, row, kind, printNo - 1, c.now), layout)
    const document = {
      id: newId(c.now),
      orderId,
      storeId: row.storeId,
      kind,
      layout,
      printNo,
      pages: made.pages,
      pdf: Buffer.from(made.pdf),
      madeAt: c.now,
    }
    const [kept] = await c.db.insert(slip).values(document).returning()
    return shown(kept!, made.missing)
  },

  get: async ({ slipId }, c) => {
    const row = await findSlip(c, slipId)
    return new FileAnswer(row.pdf, `结算单-${row.id.slice(-8)}.pdf`)
  },

  /** The same document for a receipt printer: same order, same print number, same time. */
  receipt: async ({ slipId }, c) => {
    const { orderId, kind, printNo, madeAt } = await findSlip(c, slipId)
    const model = await slipModel(c.deps, await findOrder(c, orderId), kind as SlipKind, printNo - 1, madeAt)
    return { blocks: JSON.stringify(receiptOf(model)) }
  },

  /** How the print ended. A slip that left the counter means goods may have: nothing is undone by itself any more. */
  printed: async ({ slipId, state, printer }, c) => {
    const row = await findSlip(c, slipId)
    await c.db.update(slip).set({ state, printer, printedAt: c.now }).where(eq(slip.id, slipId))
    const left = state !== 'failed' && row.kind !== 'presettlement' && row.state === 'made'
    if (left)
      await c.db
        .update(order)
        .set({ printed: sql`${order.printed} + 1`, goodsOut: true })
        .where(eq(order.id, row.orderId))
    return null
  },
}
