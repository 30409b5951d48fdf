import { startOfDay } from '@yibao/shared/time.ts'
import { and, eq } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import { systemHeader } from '../attendance/sign.ts'
import { soldBy } from '../catalogue/items.ts'
import { item } from '../catalogue/tables.ts'
import { type StoreRow, storeOf } from '../organisation/store.ts'
import { makeDefinite } from '../telling/definite.ts'
import { doubted } from '../telling/doubt.ts'
import { retryAfter, sendOnce } from '../telling/send.ts'
import { later, type Told } from '../telling/told.ts'
import { mark, tellingOf, waitFor } from './claim.ts'
import { firstDay } from './first-take.ts'
import { kinds, purchaseOf, takeOf } from './kinds.ts'
import { stateTitle } from './rows.ts'
import { type StockMessage, stockMessage } from './tables.ts'

/**
 * A claimed row under what its goods are mapped to now, and not on the day it was written; what goes back goes under what it
 * was bought as.
 */
const asMapped = async (
  deps: Deps,
  one: StockMessage,
  shop: StoreRow,
  bought: StockMessage | undefined,
): Promise<StockMessage> => {
  const ofItem = and(soldBy(shop), eq(item.ownCode, one.ownCode))
  const goods = bought ?? (await deps.db.select().from(item).where(ofItem))[0]
  if (!goods) return one
  const { prescription } = goods
  const nationalCode = goods.nationalCode || one.ownCode
  if (nationalCode === one.nationalCode && prescription === one.prescription) return one
  await mark(deps, one, { nationalCode, prescription }, eq(stockMessage.state, one.state))
  return { ...one, nationalCode, prescription }
}

const send = async (deps: Deps, one: StockMessage, shop: StoreRow): Promise<Told> => {
  const bought = await purchaseOf(deps, one)
  // A return names a purchase that the centre has; one that is still on its way is waited for.
  if (bought && bought.state !== 'uploaded') {
    const text = `采购 ${bought.docNo} ${stateTitle(bought.state)}，采购上传后再上传退货`
    const nextAt = one.state === 'waiting' ? later(deps, retryAfter) : null
    await mark(deps, one, { message: text, nextAt })
    return { kind: 'open', text }
  }
  // What doubles a stock take goes with it, whoever was there when the centre had taken that away.
  const take = await takeOf(deps, one)
  if (take?.state === 'deleted' || take?.state === 'needless') {
    await mark(deps, one, {
      state: 'needless',
      pending: '',
      nextAt: null,
      message: '盘存已删除，不用上传',
      notFirst: true,
    })
    return { kind: 'done', text: stateTitle('needless') }
  }
  if (take?.pending === 'delete') {
    await waitFor(deps, one, take)
    return { kind: 'open', text: '盘存的删除还没有结果，等核实后再上传' }
  }
  if (take && take.happenedOn !== (await firstDay(deps.db, one.storeId))) {
    const message = '不是首次盘存的库存，不用上传'
    await mark(deps, one, { state: 'needless', pending: '', nextAt: null, message, notFirst: true })
    return { kind: 'done', text: stateTitle('needless') }
  }
  const { operation, prepare } = kinds[one.kind]
  const client = deps.services.centre.of(shop.areaCode)
  const now = await asMapped(deps, one, shop, bought)
  const built = prepare(client, now, await systemHeader(deps, shop), bought?.batchNo ?? '')
  const told = await sendOnce(deps, tellingOf(deps, now, shop), operation, built)
  if (told.kind !== 'refused' || now.nationalCode !== now.ownCode) return told
  const text = `${told.text}。商品还没有对照国家码，是按本店编码上传的：请先在「目录差异」对照，再上传；很多条时重新导入同一张表，会一起上传`
  await mark(deps, now, { message: text })
  return { kind: 'refused', text }
}

/** A claimed row as it stands: one that may have left in what the database lost is unknown (doubt.ts). */
export const asItStands = (deps: Deps, claimed: StockMessage, shop: StoreRow): Promise<StockMessage> =>
  // Its ERP may have said it again, so when it was written tells nothing: told it was on its day at the earliest.
  doubted(deps, { ...tellingOf(deps, claimed, shop), one: claimed }, startOfDay(claimed.happenedOn))

/** 3501 to 3504 of a claimed row: what is unknown is made definite first, what the centre has is not told again. */
export const tellStock = async (deps: Deps, claimed: StockMessage): Promise<Told> => {
  // Somebody else told it, or took it off, between the reading and the claim.
  if (claimed.state === 'uploaded' || claimed.state === 'needless')
    return { kind: 'done', text: stateTitle(claimed.state) }
  const shop = await storeOf(deps, claimed.storeId)
  const one = await asItStands(deps, claimed, shop)
  if (one.state !== 'unknown') return send(deps, one, shop)
  const told = await makeDefinite(deps, tellingOf(deps, one, shop))
  return told ?? send(deps, { ...one, state: 'waiting', pending: '' }, shop)
}
