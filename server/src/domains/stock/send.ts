import { eq } from 'drizzle-orm'
import { unknownText } from '../../centre/outcome.ts'
import type { Deps } from '../../context.ts'
import { type StoreRow, storeOf, systemHeader } from '../attendance/sign.ts'
import { settingsOf } from '../organisation/settings.ts'
import { later, notSentText, type Told, timeoutMs } from '../sale/told.ts'
import { mark } from './claim.ts'
import { makeDefinite } from './definite.ts'
import { kinds, purchaseOf } from './kinds.ts'
import { stateTitle } from './rows.ts'
import { type StockMessage, stockMessage } from './tables.ts'

const minute = 60_000

/** Sends what changes something there. `unknown` is written before it leaves: whoever dies meanwhile leaves it so. */
const send = async (deps: Deps, one: StockMessage, shop: StoreRow): Promise<Told> => {
  const client = deps.services.centre.of(shop.areaCode)
  const bought = await purchaseOf(deps, one)
  // A return names a purchase that the centre has; one that is still on its way is waited for.
  if (bought && bought.state !== 'uploaded') {
    const text = `采购 ${bought.docNo} ${stateTitle(bought.state)}，采购上报后再上报退货`
    await mark(deps, one, { message: text, nextAt: later(deps, 10 * minute) })
    return { kind: 'open', text }
  }
  const { operation, prepare } = kinds[one.kind]
  const built = prepare(client, one, await systemHeader(deps, shop), bought?.batchNo ?? '')
  const retry = one.state === 'waiting' ? later(deps, 10 * minute) : null
  if (built.kind === 'notSent') {
    await mark(deps, one, { message: notSentText(built), nextAt: retry })
    return { kind: 'open', text: notSentText(built) }
  }
  const { inFlightMax } = await settingsOf(deps.db, shop.areaCode)
  const sentAt = deps.clock()
  const landed = new Date(sentAt.getTime() + timeoutMs + inFlightMax)
  const leaving = { state: 'unknown', pending: 'upload', message: '', sentAt, nextAt: landed, attempts: 0 } as const
  // It may have been taken out of the books since it was read.
  if (!(await mark(deps, one, leaving, eq(stockMessage.state, one.state))))
    return { kind: 'open', text: '这一条刚刚变化，没有上报，请刷新后查看' }
  const answer = client.readAnswer(operation, await client.send(built.body, operation.infno, { timeoutMs }))
  if (answer.kind === 'booked') {
    await mark(deps, one, { state: 'uploaded', pending: '', uploadedAt: deps.clock(), nextAt: null })
    return { kind: 'done', text: '已上报' }
  }
  if (answer.kind === 'unknown') {
    await mark(deps, one, { message: unknownText(answer) })
    return { kind: 'unknown', text: `${unknownText(answer)}，系统会先核实再重新上报` }
  }
  if (answer.kind === 'notSent' || answer.signInLost) {
    const text = answer.kind === 'notSent' ? notSentText(answer) : answer.message
    await mark(deps, one, { state: one.state, pending: '', message: text, nextAt: retry })
    return { kind: 'down', text }
  }
  await mark(deps, one, { state: 'refused', pending: '', message: answer.message, nextAt: null })
  return { kind: 'refused', text: `医保中心：“${answer.message}”` }
}

/** 3501 to 3504 of a claimed row: what is unknown is made definite first, what need not be told is not. */
export const tellStock = async (deps: Deps, claimed: StockMessage): Promise<Told> => {
  if (claimed.state === 'uploaded' || claimed.state === 'needless') {
    await mark(deps, claimed, { nextAt: null })
    return { kind: 'done', text: stateTitle(claimed.state) }
  }
  const shop = await storeOf(deps, claimed.storeId)
  if (claimed.state !== 'unknown') return send(deps, claimed, shop)
  const told = await makeDefinite(deps, claimed, shop)
  return told ?? send(deps, { ...claimed, state: 'waiting', pending: '' }, shop)
}
