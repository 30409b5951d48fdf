import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { slip as slipCalls } from '@yibao/shared/calls/slip.ts'
import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import { type Context, FileAnswer } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { openFile, sealFile } from '../../secrets/sealed-file.ts'
import type { Vault } from '../../secrets/secret.ts'
import { findOrder } from '../order/find.ts'
import { order } from '../order/tables.ts'
import { settingsOf } from '../organisation/settings.ts'
import { slipModel } from './compose.ts'
import { makeSlip } from './document/make.ts'
import type { SlipKind, SlipLayout, SlipModel } from './document/model.ts'
import { receiptOf } from './document/receipt.ts'
import { cameOut } from './out.ts'
import { slip } from './tables.ts'

type SlipRow = typeof slip.$inferSelect

const areaLayouts: Record<string, SlipLayout> = { 58: '58', 80: '80', A5: 'a5', 241: '241', A4: 'a4' }

const findSlip = async (c: Context, id: string): Promise<SlipRow> => {
  const [found] = await c.db
    .select({ row: slip, orderNo: order.orderNo })
    .from(slip)
    .innerJoin(order, eq(order.id, slip.orderId))
    .where(and(eq(slip.id, id), c.scope.where(slip.storeId)))
  if (!found) return refuse('not.found', { what: '结算单' })
  c.on(found.orderNo, found.row.storeId)
  return found.row
}

/** Known for good: nothing that is said later makes it unprinted. */
const isOut = (state: string) => state === 'done' || state === 'browser'

const columns = { id: slip.id, layout: slip.layout, printNo: slip.printNo, pages: slip.pages, state: slip.state }

/** Documents of an order that came out or still may, newest first: one PDF per order, kind, layout and print number. */
const documentsOf = ({ db }: Pick<Context, 'db'>, orderId: string, kind: SlipKind) =>
  db
    .select(columns)
    .from(slip)
    .where(and(eq(slip.orderId, orderId), eq(slip.kind, kind), ne(slip.state, 'failed')))
    .orderBy(desc(slip.printNo), desc(slip.madeAt), desc(slip.id))

/**
 * Keeps a new document beside those that are `known`; undefined when another window has made one meanwhile: two originals of
 * one settlement would be two receipts.
 */
const keepBeside = ({ db }: Context, known: readonly { id: string }[], made: typeof slip.$inferInsert) =>
  db.transaction(async (tx) => {
    const { orderId, kind } = made
    await tx.select({ id: order.id }).from(order).where(eq(order.id, orderId)).for('update')
    if (kind !== 'presettlement') {
      const now = await documentsOf({ db: tx }, orderId, kind as SlipKind)
      if (now.some(({ id }) => !known.some((one) => one.id === id))) return undefined
    }
    const [kept] = await tx.insert(slip).values(made).returning()
    return kept
  })

type Known = Pick<SlipRow, 'id' | 'layout' | 'printNo' | 'pages'>
const shown = ({ id, layout, printNo, pages }: Known, more: { missing?: string[]; reprintOf?: string } = {}) => ({
  slipId: id,
  layout: layout as SlipLayout,
  printNo,
  pages,
  missingCharacters: more.missing ?? [],
  needsReason: false,
  ...(more.reprintOf && { reprintOf: more.reprintOf }),
})

const keptModel = (vault: Vault, model: SlipModel): Buffer => sealFile(vault, deflateRawSync(JSON.stringify(model)))

/** What a document says; of one of before as it would be said today, under its print number and time. */
const modelAgain = async (c: Context, { orderId, kind, printNo, madeAt, model }: SlipRow): Promise<SlipModel> =>
  model
    ? JSON.parse(inflateRawSync(openFile(c.services.vault, model, '请补打一张')).toString())
    : slipModel(c, await findOrder(c, orderId), kind as SlipKind, { printNo, printedAt: madeAt })

/** The paper of a document whose PDF is not kept any more. */
const madeAgain = async (c: Context, row: SlipRow): Promise<Buffer> =>
  Buffer.from((await makeSlip(await modelAgain(c, row), row.layout as SlipLayout)).pdf)

export const slipHandlers: Handlers<typeof slipCalls> = {
  /**
   * A slip prints once: the same document is answered until it came out. From then on, or where another layout of it may
   * still come, only a reason makes the next one, marked 补打 (ux 1.8, DESIGN 11).
   */
  make: async (input, c) => {
    const { orderId, kind, layout: wanted, reprintReason } = input
    const row = await findOrder(c, orderId)
    const { slipLayout } = await settingsOf(c.db, row.areaCode, row.storeId)
    const layout = wanted ?? areaLayouts[slipLayout] ?? '80'
    const known = kind === 'presettlement' ? [] : await documentsOf(c, orderId, kind)
    const open = known.find((one) => one.layout === layout && !cameOut(one.state))
    const before = known.find((one) => one !== open)
    if (open && (!before || reprintReason)) return shown(open, { reprintOf: before?.id })
    if (before && !reprintReason) return { ...shown(before), needsReason: true }
    const printNo = (known[0]?.printNo ?? 0) + 1
    const model = await slipModel(c, row, kind, { printNo, printedAt: c.now })
    const made = await makeSlip(model, layout)
    const document = {
      id: newId(c.now),
      orderId,
      storeId: row.storeId,
      kind,
      layout,
      printNo,
      pages: made.pages,
      pdf: sealFile(c.services.vault, Buffer.from(made.pdf)),
      model: keptModel(c.services.vault, model),
      madeAt: c.now,
    }
    const kept = await keepBeside(c, known, document)
    return kept ? shown(kept, { missing: made.missing, reprintOf: before?.id }) : slipHandlers.make(input, c)
  },

  get: async ({ slipId }, c) => {
    const row = await findSlip(c, slipId)
    const pdf = row.pdf ? openFile(c.services.vault, row.pdf, '请补打一张') : await madeAgain(c, row)
    return new FileAnswer(pdf, `结算单-${row.id.slice(-8)}.pdf`)
  },

  /** The same document for a receipt printer. */
  receipt: async ({ slipId }, c) => {
    return { blocks: JSON.stringify(receiptOf(await modelAgain(c, await findSlip(c, slipId)))) }
  },

  /**
   * How the print ended. A slip that left the counter means goods may have: nothing is undone by itself any more. Two
   * pages may say it at once, and one of them may not know that the queue printed it after all: it counts once.
   */
  printed: async ({ slipId, state, printer }, c) => {
    await findSlip(c, slipId)
    await c.db.transaction(async (tx) => {
      const [row] = await tx.select().from(slip).where(eq(slip.id, slipId)).for('update')
      if (!row || isOut(row.state)) return
      await tx.update(slip).set({ state, printer, printedAt: c.now }).where(eq(slip.id, slipId))
      if (cameOut(state) && !cameOut(row.state) && row.kind !== 'presettlement')
        await tx
          .update(order)
          .set({ printed: sql`${order.printed} + 1`, goodsOut: true })
          .where(eq(order.id, row.orderId))
    })
    return null
  },

  untold: async ({ ended }, c) => {
    const ids = ended.map(({ slipId }) => slipId)
    const rows = await c.db
      .select({ id: slip.id, state: slip.state })
      .from(slip)
      .where(and(inArray(slip.id, ids), c.scope.where(slip.storeId)))
    const known = new Map(rows.map(({ id, state }) => [id, state]))
    const news = ended.filter(({ slipId, state }) => {
      const told = known.get(slipId)
      return told !== undefined && !isOut(told) && told !== state
    })
    return { slipIds: news.map(({ slipId }) => slipId) }
  },
}
