import { startOfDay } from '@yibao/shared/time.ts'
import type { Deps } from '../../call/context.ts'
import { type StoreRow, storeOf, systemHeader } from '../attendance/sign.ts'
import { makeDefinite } from '../telling/definite.ts'
import { doubted } from '../telling/doubt.ts'
import { retryAfter, sendOnce } from '../telling/send.ts'
import { later, type Told } from '../telling/told.ts'
import { mark, tellingOf, waitFor } from './claim.ts'
import { kinds, purchaseOf, takeOf } from './kinds.ts'
import { stateTitle } from './rows.ts'
import type { StockMessage } from './tables.ts'

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
    await mark(deps, one, { state: 'needless', pending: '', nextAt: null, message: '盘存已删除，不用上传' })
    return { kind: 'done', text: stateTitle('needless') }
  }
  if (take?.pending === 'delete') {
    await waitFor(deps, one, take)
    return { kind: 'open', text: '盘存的删除还没有结果，等核实后再上传' }
  }
  const { operation, prepare } = kinds[one.kind]
  const client = deps.services.centre.of(shop.areaCode)
  const built = prepare(client, one, await systemHeader(deps, shop), bought?.batchNo ?? '')
  return sendOnce(deps, tellingOf(deps, one, shop), operation, built)
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
