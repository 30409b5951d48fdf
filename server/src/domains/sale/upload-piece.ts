import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import { tellReturn, tellSale } from '../../centre/operations/stock.ts'
import { systemHeader } from '../attendance/sign.ts'
import { reload } from '../order/find.ts'
import type { OrderRow } from '../order/view.ts'
import { type StoreRow, storeOf } from '../organisation/store.ts'
import { makeDefinite } from '../telling/definite.ts'
import { doubted } from '../telling/doubt.ts'
import { isForPerson, lackText } from '../telling/for-person.ts'
import { sendOnce } from '../telling/send.ts'
import { later, type Told } from '../telling/told.ts'
import { insuredAreaOf, returnedArgs, soldArgs } from './args.ts'
import { mark, tellingOf } from './claim.ts'
import { stateTitle } from './rows.ts'
import { type Piece, salePiece } from './tables.ts'

const minute = 60_000

/** A claimed piece with its order and store as they are now. */
interface Found {
  one: Piece
  row: OrderRow
  shop: StoreRow
}

const needless = { state: 'needless', pending: '', nextAt: null, message: '' } as const

/** The sale that a return takes back. */
const saleOf = async ({ db }: Pick<Deps, 'db'>, one: Piece): Promise<Piece | undefined> => {
  const { orderId, round, no, part } = one
  const [sold] = await db
    .select()
    .from(salePiece)
    .where(
      and(
        eq(salePiece.orderId, orderId),
        and(eq(salePiece.round, round), eq(salePiece.no, no), eq(salePiece.part, part)),
        eq(salePiece.kind, 'sale'),
      ),
    )
  return sold
}

/** The return of this pack before it was sold this time, as long as the centre has not heard of it. */
const comesBack = async (
  { db }: Pick<Deps, 'db'>,
  { storeId, traceCode, soldAt }: Piece,
): Promise<Piece | undefined> => {
  if (traceCode === '') return undefined
  const [back] = await db
    .select()
    .from(salePiece)
    .where(
      and(
        and(sql`${salePiece.traceCode} <> ''`, eq(salePiece.traceCode, traceCode), eq(salePiece.kind, 'return')),
        and(
          eq(salePiece.storeId, storeId),
          inArray(salePiece.state, ['waiting', 'unknown']),
          lte(salePiece.soldAt, soldAt),
        ),
      ),
    )
    .limit(1)
  return back
}

/** Why a sale is not told now: its order is being taken back, or was, or its pack's earlier sale is. */
const keepSale = async (deps: Deps, { one, row }: Found): Promise<Told | undefined> => {
  if (row.state === 'settled' && row.setlId === one.setlId) {
    // Told first, it would be refused for good: at the centre the pack is still sold.
    const back = await comesBack(deps, one)
    if (!back) return undefined
    const text = `等订单 ${back.orderNo} 的退货上传后再上传：这盒药上一次售出后退回过`
    await mark(deps, one, { message: text, nextAt: later(deps, isForPerson(back) ? 60 * minute : minute) })
    return { kind: 'open', text }
  }
  if (row.state === 'reversing' || row.state === 'unknown') {
    await mark(deps, one, { nextAt: later(deps, minute) })
    return { kind: 'open', text: '订单的撤销还没有结果，等核实后再上传' }
  }
  await mark(deps, one, needless)
  return { kind: 'done', text: '结算已撤销，不用上传' }
}

/** Why a return is not told now: its sale never left, or nobody knows yet. What never left needs neither. */
const keepReturn = async (deps: Deps, { one }: Found): Promise<Told | undefined> => {
  const sold = await saleOf(deps, one)
  if (sold?.state === 'uploaded') return undefined
  if (sold?.state === 'unknown') {
    // Looked at when its sale is. One that waits for a person may wait for days.
    const { nextAt } = sold
    const soon = later(deps, minute)
    await mark(deps, one, { nextAt: !nextAt ? later(deps, 60 * minute) : nextAt < soon ? soon : nextAt })
    return { kind: 'open', text: '这条销售的上传结果未知，等核实后再上传退货' }
  }
  if (sold)
    await deps.db
      .update(salePiece)
      .set(needless)
      .where(and(eq(salePiece.id, sold.id), inArray(salePiece.state, ['waiting', 'refused'])))
  const again = await saleOf(deps, one)
  // Somebody began to send it in this very moment.
  if (again?.state === 'unknown' || again?.state === 'uploaded') return keepReturn(deps, { one } as Found)
  await mark(deps, one, needless)
  return { kind: 'done', text: '销售没有上传过，不用上传' }
}

const send = async (deps: Deps, { one, row, shop }: Found): Promise<Told> => {
  const client = deps.services.centre.of(shop.areaCode)
  const args = one.kind === 'sale' ? await soldArgs(deps, one, row) : returnedArgs(deps, one, row)
  if ('missing' in args) {
    const text = lackText(args.missing)
    // What a person completes is told at once; a pharmacist may be registered at any time.
    await mark(deps, one, { message: text, nextAt: one.lot && one.madeOn ? later(deps, 60 * minute) : null })
    return { kind: 'open', text }
  }
  const header = await systemHeader(deps, shop, insuredAreaOf(deps, one, row))
  const telling = tellingOf(deps, one, shop)
  return 'soldAs' in args
    ? sendOnce(deps, telling, tellReturn, client.prepare(tellReturn, args, header))
    : sendOnce(deps, telling, tellSale, client.prepare(tellSale, args, header))
}

/** 3505 or 3506 of a claimed piece: what is unknown is made definite first, what need not be told is not. */
export const uploadPiece = async (deps: Deps, claimed: Piece): Promise<Told> => {
  // Somebody else told it between the reading and the claim, or it need not be told any more.
  if (claimed.state === 'uploaded' || claimed.state === 'needless') {
    await mark(deps, claimed, { nextAt: null })
    return { kind: 'done', text: stateTitle(claimed.state) }
  }
  const [row, shop] = await Promise.all([reload(deps, claimed.orderId), storeOf(deps, claimed.storeId)])
  const one = await doubted(deps, { ...tellingOf(deps, claimed, shop), one: claimed }, claimed.soldAt)
  let found: Found = { one, row, shop }
  if (one.state === 'unknown') {
    const told = await makeDefinite(deps, tellingOf(deps, one, shop))
    if (told) return told
    found = { ...found, one: { ...one, state: 'waiting', pending: '' } }
  }
  const kept = await (claimed.kind === 'sale' ? keepSale : keepReturn)(deps, found)
  return kept ?? send(deps, found)
}
