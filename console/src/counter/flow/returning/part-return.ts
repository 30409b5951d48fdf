import { fen, scaled, trimZeros, unscaled } from '@yibao/shared/money.ts'
import { allCash, backSum } from '../../../orders/give-back.ts'
import { amountsOf, returnedOf, shown } from '../amounts.ts'
import { batchOf } from '../batch.ts'
import { nextCustomer, occupied } from '../customer.ts'
import type { Line, Order, Returned } from '../model.ts'
import { unknownItem } from '../parking.ts'
import type { Counter, PartReturn } from '../state.ts'
import { ended, type HandlersOf, refuse, say, step } from '../step.ts'

type OrderLine = Order['lines'][number]

/** What stays of a line, as the wire wants it; undefined when all of it goes back. */
export const keptQuantity = ({ no, quantity }: OrderLine, returned: Returned): string | undefined => {
  const left = scaled(quantity, 4) - scaled(returned[no] ?? '0', 4)
  return left > 0n ? trimZeros(unscaled(left, 4)) : undefined
}

/** The lines the customer keeps, as a basket. Which box of a traced line comes back is not known: those go back whole. */
const keptLines = (order: Order, returned: Returned, first: number, at: number): Line[] =>
  order.lines.flatMap((line, i) => {
    const quantity = keptQuantity(line, returned)
    if (!quantity) return []
    const { ownCode, name, spec, price, traceCodes, dosage } = line
    const item = unknownItem(ownCode, name, spec, price)
    return [{ id: `l${first + i}`, item, quantity, price, traceCodes, dosage, ...batchOf(line, at) }]
  })

/** What changes hands in the end, `cash` being due of what is kept: 应退现金 15.60 元, or what is still to be paid. */
export const netWords = (old: PartReturn['old'], cash: string): string => {
  const { title, back } = netOf(old, cash)
  return back === 0 ? '无需收退现金' : `${title} ${shown(Math.abs(back))} 元`
}

/** The same as what it is called and how many fen go back; fewer than none are to be collected. */
export const netOf = (old: PartReturn['old'], cash: string): { title: string; back: number } => {
  const back = backSum(old) - fen(cash)
  return { title: back <= 0 ? '应收现金' : allCash(old) ? '应退现金' : '应退顾客', back }
}

/** Why this order cannot be returned in part at the counter; undefined when it can. */
export const whyNotPart = (order: Order): 'part.erp' | 'part.single' | undefined => {
  if (order.erpBill) return 'part.erp'
  const pieces = order.lines.reduce((sum, { quantity }) => sum + scaled(quantity, 4), 0n)
  return order.lines.length > 1 || pieces > 10_000n ? undefined : 'part.single'
}

export const partReturn: HandlersOf<'choosePart' | 'partChosen' | 'confirmPart'> = {
  choosePart(state, _event, at) {
    const { dialog } = state
    if (dialog?.kind !== 'reversal' || dialog.busy || !dialog.order) return step(state)
    const why = whyNotPart(dialog.order)
    return why
      ? refuse({ ...state, dialog: undefined }, at, why)
      : step({ ...state, dialog: { ...dialog, part: true } })
  },

  /** The kept lines become the basket; the credential comes first, then their price, and only then the reversal (ux 1.4). */
  partChosen(state, { returned }, at) {
    const { dialog } = state
    if (dialog?.kind !== 'reversal' || !dialog.order || !dialog.part) return step(state)
    const closed: Counter = { ...state, dialog: undefined }
    if (!state.may.reverse || !state.may.settle) return refuse(closed, at, 'right.none')
    if (occupied(state) && !ended(state)) return refuse(closed, at, 'part.occupied')
    const { order, key } = dialog
    const base = nextCustomer(state)
    const lines = keptLines(order, returned, base.nextLine, at)
    const nothing = order.lines.every((line) => keptQuantity(line, returned) === trimZeros(line.quantity))
    if (lines.length === 0 || nothing) return step(state)
    const { prescription, diseaseName, insutype, medicalType, maskedName, settledAt } = order
    const old = { orderId: order.id, maskedName, settledAt, ...amountsOf(order), ...returnedOf(order) }
    const part: PartReturn = { at: 'reading', key, old }
    const next: Counter = {
      ...base,
      lines,
      nextLine: base.nextLine + order.lines.length,
      expects: maskedName,
      insutype,
      medicalType,
      kindChosen: true,
      prescription,
      // The server knows its code by the old settlement.
      disease: diseaseName ? { code: '', name: diseaseName, automatic: false } : undefined,
      part,
    }
    const codes = lines.map(({ item }) => item.ownCode)
    return step(say(next, at, 'part.read', { name: maskedName, n: lines.length }), { do: 'lookUpItems', codes })
  },

  confirmPart(state, { reason, authorizationId, medium }, at) {
    const { part, dialog, priced } = state
    if (!state.may.reverse) return refuse(state, at, 'right.none')
    if (dialog?.kind !== 'part' || part?.at !== 'asking' || reason.trim().length < 2) return step(state)
    if (!state.link.online) return refuse({ ...state, dialog: undefined }, at, 'net.before')
    // Amounts that were not shown are never reversed: an edit in between asks again.
    if (!priced?.fresh) return refuse({ ...state, dialog: undefined }, at, state.staleBy ?? 'pre.stale')
    const { orderId, maskedName, cash } = part.old
    const pending = { orderId, maskedName, cash, since: at, looks: 0, inFlight: true, kind: 'reversal' as const }
    const busy: Counter = {
      ...state,
      phase: 'settling',
      since: at,
      dialog: undefined,
      pending,
      part: { ...part, at: 'reversing', shown: amountsOf(priced.order), given: { reason, authorizationId } },
    }
    return step(
      say(busy, at, 'part.reversing'),
      { do: 'cancel', orderId, reason, key: part.key, authorizationId, medium },
      { do: 'later', ms: 60_000, event: { type: 'waited', orderId } },
    )
  },
}
