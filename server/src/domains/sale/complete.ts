import type { InputOf } from '@yibao/shared/call.ts'
import type { sale as calls } from '@yibao/shared/calls/sale.ts'
import { isUnsent } from '@yibao/shared/entities/sale.ts'
import { formatDay, formatTime } from '@yibao/shared/time.ts'
import { packsOf } from '@yibao/shared/trace-code.ts'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { withoutNumbers } from '../../base/mask.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { lease } from '../../database/claims.ts'
import { isFree } from '../../database/held.ts'
import { lockNames } from '../../database/locks.ts'
import type { Database } from '../../database/open.ts'
import { isBroken } from '../order/broken.ts'
import { store } from '../organisation/tables.ts'
import { withPieces } from './claim.ts'
import { openedOf } from './opened.ts'
import { piecesOfLine } from './pieces.ts'
import { stateTitle } from './rows.ts'
import { soldName } from './sold-name.ts'
import { openedIn, overSold, partsOfLines, soldOf, soldText } from './sold-quantity.ts'
import { type Piece, salePiece } from './tables.ts'
import { wholeQuantity } from './whole.ts'

type Batch = Pick<InputOf<typeof calls.saveTrace>, 'lot' | 'madeOn' | 'expiresOn'>

const checkDates = (c: Context, { madeOn, expiresOn }: Batch): void => {
  const wrong = (field: string, text: string) => refuse('sale.dates', { text }, { fields: { [field]: text } })
  if (madeOn > formatDay(c.now)) wrong('madeOn', '生产日期晚于今天')
  if (expiresOn && expiresOn < madeOn) wrong('expiresOn', '有效期早于生产日期')
}

/** Who saves one of these codes at the same moment waits until this transaction has ended, and then sees what it wrote. */
const lockCodes = (tx: Database, codes: readonly string[]) => lockNames(tx, codes.map(soldName))

interface Saving {
  line: Piece[]
  quantity: string
  codes: readonly string[]
}

/** The packs among these codes that were opened before; refuses codes that are not the line's, or are sold already. */
const checkCodes = async (
  c: Context,
  tx: Database,
  { line, quantity, codes }: Saving,
): Promise<ReadonlySet<string>> => {
  const [{ name, orderId, no }] = line as [Piece]
  const tail = (code: string) => code.slice(-6)
  const fields = (text: string) => ({ fields: { traceCodes: text } })
  const twice = codes.find((code, i) => codes.indexOf(code) !== i)
  if (twice) refuse('sale.twice', { code: tail(twice) }, fields(`追溯码 …${tail(twice)} 扫了两次`))
  const packs = packsOf(quantity)
  const count = codes.length
  if (count && count !== packs)
    refuse('sale.count', { name, packs, count }, fields(`需要 ${packs} 个追溯码，现有 ${count} 个`))
  await lockCodes(tx, codes)
  const sold = await soldOf(tx, codes, { but: { orderId, no } })
  const ids = line.map(({ id }) => id)
  const opened = isBroken(quantity)
    ? new Set([...openedIn(sold), ...(await openedOf(tx, codes, ids))])
    : new Set<string>()
  const [over] = overSold(partsOfLines([{ no, name, quantity, traceCodes: [...codes] }], opened), sold)
  if (over) {
    const { order, no: its, storeName } = over.sold
    // What another company sold is not told; that it was, is.
    const where = c.scope.has(order.storeId) ? `${storeName}的订单 ${order.orderNo}（第 ${its} 行）` : '其他门店'
    const how = soldText(over.sold, over.quantity)
    refuse('sale.sold', { code: tail(over.code), where, how }, fields(`追溯码 …${tail(over.code)} 已在${where}${how}`))
  }
  return opened
}

/** The pieces of a line as it was sold last. */
const lineOf = async (c: Context, orderId: string, no: number): Promise<Piece[]> => {
  const found = await c.db
    .select()
    .from(salePiece)
    .where(
      and(
        and(eq(salePiece.orderId, orderId), eq(salePiece.no, no), eq(salePiece.kind, 'sale')),
        c.scope.where(salePiece.storeId),
      ),
    )
    .orderBy(desc(salePiece.round), salePiece.part)
  return found.filter(({ round }) => round === found[0]?.round)
}

/** A line's pieces as the log keeps them. What the centre was told of one goes with its row. */
const noted = ({ lot, madeOn, expiresOn }: Batch, line: readonly (typeof salePiece.$inferInsert)[]) => ({
  ...{ lot, madeOn, expiresOn },
  rows: line.map(({ traceCode, batchNo, state, uploadedAt, sentAt, message }) => ({
    ...{ traceCode, batchNo, state, uploadedAt: uploadedAt ? formatTime(uploadedAt) : undefined },
    ...{ sentAt: sentAt ? formatTime(sentAt) : undefined, message: withoutNumbers(message ?? '') },
  })),
})

/** Sale/SaveTrace: the line's pieces are written anew, one for each code; what the centre holds is not changed here. */
export const saveTrace = async (input: InputOf<typeof calls.saveTrace>, c: Context): Promise<void> => {
  const { orderId, no, lot, madeOn, expiresOn = '', traceCodes } = input
  const found = await lineOf(c, orderId, no)
  if (!found.length) refuse('not.found', { what: '这条明细' })
  c.on(`${found[0]?.orderNo} 第 ${no} 行 ${found[0]?.name}`, found[0]?.storeId)
  checkDates(c, input)
  const ids = found.map(({ id }) => id)
  await withPieces(c.deps, ids, async (line) => {
    if (line.length !== found.length) refuse('sale.busy')
    const [first] = line as [Piece]
    if (line.some(({ state }) => state === 'needless'))
      refuse('sale.state', { state: stateTitle('needless'), action: '补录' })
    if (!line.every(isUnsent)) refuse('sale.held', { no })
    const quantity = wholeQuantity(line)
    await c.db.transaction(async (tx) => {
      const opened = await checkCodes(c, tx, { line, quantity, codes: traceCodes })
      await tx.delete(salePiece).where(inArray(salePiece.id, ids))
      const { soldAt, setlId } = first
      const whole = { ...first, soldAt, setlId, lot, madeOn, expiresOn }
      const written = piecesOfLine(whole, quantity, { codes: traceCodes, opened }, c.now).map((one) => ({
        ...one,
        ...{ state: 'waiting' as const, pending: '' as const, message: '', sentAt: null, uploadedAt: null },
        ...{ attempts: 0, claimedUntil: null },
      }))
      await tx.insert(salePiece).values(written)
      c.keep({ before: noted(first, line), after: noted(whole, written) })
    })
  })
}

/** Sale/SaveBatch: rows of one product that are not at the centre get their batch; what was refused is told again. */
export const saveBatch = async (
  { ids, lot, madeOn, expiresOn = '' }: InputOf<typeof calls.saveBatch>,
  c: Context,
): Promise<{ changed: number }> => {
  checkDates(c, { lot, madeOn, expiresOn: expiresOn || undefined })
  const here = and(inArray(salePiece.id, ids), c.scope.where(salePiece.storeId))
  const sold = await c.db
    .selectDistinct({
      product: sql<string>`concat_ws(' ', ${store.companyId}, ${salePiece.ownCode}, ${salePiece.name})`,
      name: salePiece.name,
      storeId: store.id,
    })
    .from(salePiece)
    .innerJoin(store, eq(store.id, salePiece.storeId))
    .where(here)
  for (const { name, storeId } of sold) c.on(name, storeId)
  if (new Set(sold.map(({ product }) => product)).size > 1) refuse('sale.product')
  const free = isFree(c.deps, salePiece.claimedUntil, lease)
  const changed = await c.db
    .update(salePiece)
    .set({ lot, madeOn, expiresOn, state: 'waiting', message: '', nextAt: c.now })
    .where(and(here, free, inArray(salePiece.state, ['waiting', 'refused'])))
    .returning({ id: salePiece.id })
  return { changed: changed.length }
}
