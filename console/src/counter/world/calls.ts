import { card } from '@yibao/shared/calls/card.ts'
import { catalogue } from '@yibao/shared/calls/catalogue.ts'
import { order } from '@yibao/shared/calls/order.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { isCode } from '../flow/basket.ts'
import type { Order } from '../flow/model.ts'
import { owedFor } from '../flow/owed.ts'
import type { CounterPorts } from '../ports.ts'
import { codeOf } from '../refusals.ts'
import { onlyLast } from './only-last.ts'
import { refusalOf } from './refusal.ts'
import type { Dispatch, WorldOf } from './world.ts'

const silent = { silent: true } as const
/** What may be the number of an order, a settlement or an ERP bill: shorter ones are codes of goods. */
const numberOfOrder = /^[\dA-Z-]{8,}$/i

/** Calls about the person and the goods. Each answers with an event; none throws. */
export const personCalls = (
  { callServer, store, newKey }: CounterPorts,
  dispatch: Dispatch,
): WorldOf<'read' | 'stopReading' | 'followPerson' | 'askDiseases' | 'askBalances' | 'askBenefits' | 'findItem'> => {
  let reading: AbortController | undefined
  const benefitsAsked = onlyLast()
  /** The order behind the number on a slip or an ERP bill (ux 2.4). */
  const orderOf = async (keyword: string): Promise<string | undefined> => {
    if (!numberOfOrder.test(keyword)) return undefined
    const page = await callServer(order.paged, { keyword, pageSize: 1 }, silent).catch(() => undefined)
    return page?.items[0]?.id
  }

  return {
    async read({ seq, medium, code }) {
      const stop = new AbortController()
      reading = stop
      try {
        const scanned = code === undefined ? undefined : { medium, code }
        const person = await callServer(card.read, { medium }, { ...silent, scanned, signal: stop.signal })
        const kept = { readId: person.readId, readAt: person.readAt }
        store('readCard', kept)
        if (person.medium === 'socialCard') store('threeReadCard', kept)
        dispatch({ type: 'personRead', seq, person })
      } catch (cause) {
        if (!stop.signal.aborted) dispatch({ type: 'readFailed', seq, refusal: refusalOf(cause) })
      }
    },
    stopReading: () => reading?.abort(),
    async followPerson({ turn, readId }) {
      const person = await callServer(card.followCacheGetCardInfo, { readId }, silent).catch(() => undefined)
      dispatch({ type: 'personKept', turn, person })
    },
    // What only adds to the picture may be missing: the purchase goes on without it (N8).
    async askDiseases({ readId }) {
      try {
        const diseases = await callServer(card.disease, { readId, twoDiseases: true, special: true }, silent)
        dispatch({ type: 'diseasesKnown', readId, diseases })
      } catch (cause) {
        if (codeOf(refusalOf(cause)) === 'disease.unknown')
          dispatch({ type: 'diseasesKnown', readId, diseases: [], twoUnknown: true })
        else dispatch({ type: 'diseasesUnread', readId })
      }
    },
    async askBalances({ readId }) {
      const diseases = await callServer(card.diseaseBalance, { readId }, silent).catch(() => undefined)
      dispatch({ type: 'balancesKnown', readId, diseases })
    },
    async askBenefits({ do: _, ...input }) {
      const { readId } = input
      const wanted = benefitsAsked()
      const benefits = await callServer(card.benefits, input, silent).catch(() => undefined)
      if (benefits && wanted()) dispatch({ type: 'benefitsKnown', readId, benefits })
    },
    async findItem({ turn, code, trace, quantity }) {
      try {
        const found = await callServer(catalogue.searchItemDirectoryList, { keyword: code, limit: 10 }, silent)
        const orderId = found.length || trace ? undefined : await orderOf(code)
        if (orderId) return dispatch({ type: 'openReversal', orderId, key: newKey(), scanned: { turn, code } })
        const exact = found.filter((item) => isCode(item, code))
        dispatch({ type: 'itemsFound', turn, code, trace, quantity, items: exact.length > 0 ? exact : found })
      } catch (cause) {
        dispatch({ type: 'itemsFailed', refusal: refusalOf(cause) })
      }
    },
  }
}

/** Calls about money. Every ending is an event: an answer, a refusal, or no answer at all. */
export const moneyCalls = (
  { callServer, me, store }: CounterPorts,
  dispatch: Dispatch,
): WorldOf<
  | 'preSettle'
  | 'confirmAudit'
  | 'settle'
  | 'look'
  | 'renounce'
  | 'cancel'
  | 'drop'
  | 'loadReversal'
  | 'openOrders'
  | 'signIn'
> => {
  const seen = async (orderId: string, asked: Promise<Order>) => {
    const found = await asked.catch(() => undefined)
    dispatch(found ? { type: 'orderSeen', orderId, order: found } : { type: 'orderUnseen', orderId })
  }
  return {
    async preSettle({ turn, edit, input, second }) {
      try {
        const priced = await callServer(settlement.preSettle, input, silent)
        if (!second) store('preAmount', priced.split?.cash ?? priced.cash)
        dispatch({ type: 'priced', turn, edit, order: priced, second })
      } catch (cause) {
        dispatch({ type: 'priceFailed', turn, edit, refusal: refusalOf(cause), second })
      }
    },
    async confirmAudit({ do: _, turn, ...input }) {
      try {
        dispatch({ type: 'auditConfirmed', turn, order: await callServer(settlement.confirmAudit, input, silent) })
      } catch (cause) {
        dispatch({ type: 'auditFailed', turn, settleKey: input.settleKey, refusal: refusalOf(cause) })
      }
    },
    async settle({ orderId, key }) {
      try {
        const settled = await callServer(settlement.settle, { orderId }, { ...silent, idempotencyKey: key })
        dispatch({ type: 'settleAnswered', orderId, order: settled })
      } catch (cause) {
        dispatch({ type: 'settleFailed', orderId, refusal: refusalOf(cause) })
      }
    },
    look: ({ orderId }) => seen(orderId, callServer(order.get, { id: orderId }, silent)),
    renounce: ({ orderId, settleKey }) =>
      seen(orderId, callServer(settlement.renounce, { orderId, settleKey }, silent)),
    async cancel({ orderId, reason, key, authorizationId, medium }) {
      try {
        const input = { orderId, reason, authorizationId, medium }
        const answer = await callServer(settlement.cancel, input, { ...silent, idempotencyKey: key })
        dispatch({ type: 'reversalAnswered', orderId, order: answer })
      } catch (cause) {
        dispatch({ type: 'reversalFailed', orderId, refusal: refusalOf(cause) })
      }
    },
    async drop({ orderId, reason }) {
      // What is left behind can never be settled: the server knows what it would replace.
      await callServer(settlement.drop, { orderId, reason }, silent).catch(() => undefined)
    },
    async loadReversal({ orderId }) {
      try {
        dispatch({ type: 'reversalLoaded', order: await callServer(order.get, { id: orderId }, silent) })
      } catch (cause) {
        dispatch({ type: 'reversalLost', orderId, refusal: refusalOf(cause) })
      }
    },
    async openOrders({ since }) {
      // Who may not see the abnormal page has its own orders in the draft; a refusal is no fault. Only what is unknown:
      // flagged orders stay listed until somebody accepts them, and would push it off the page.
      const input = { operatorName: me.operatorName, status: '4', pageSize: 20 } as const
      const page = await callServer(order.abnormalPaged, input, silent).catch(() => undefined)
      // The lists find a part of a name: 收银员1 is in 收银员10 as well, whose money is another counter's.
      const own = ({ operatorName }: { operatorName: string }) => operatorName === me.operatorName
      const open = page?.items.filter(own) ?? []
      if (open.length) dispatch({ type: 'ordersOpen', rows: open })
      const begun = Math.min(Date.now() - owedFor, since ?? Number.POSITIVE_INFINITY)
      const lately = { operatorName: me.operatorName, from: formatDay(new Date(begun)), pageSize: 20 }
      const settled = await callServer(order.paged, lately, silent).catch(() => undefined)
      const mine = settled?.items.filter(own) ?? []
      const rows = since === undefined ? mine.slice(0, 3) : mine
      if (rows.length) dispatch({ type: 'settledLately', rows, since })
    },
    async signIn() {
      try {
        await callServer(signIn.do, {}, silent)
        dispatch({ type: 'signedIn' })
      } catch (cause) {
        dispatch({ type: 'failed', refusal: refusalOf(cause) })
      }
    },
  }
}

/** Calls about baskets put aside. */
export const parkCalls = (
  { callServer, newKey }: CounterPorts,
  dispatch: Dispatch,
): WorldOf<'park' | 'listParked' | 'unpark'> => ({
  async park({ turn, input, key: before, again }) {
    const key = before ?? newKey()
    if (!before) dispatch({ type: 'parkSent', turn, key, input })
    try {
      const parked = await callServer(settlement.park, input, { ...silent, idempotencyKey: key })
      dispatch({ type: 'parkDone', turn, key, ...parked })
    } catch (cause) {
      dispatch({ type: 'parkFailed', turn, key, input, refusal: refusalOf(cause), again })
    }
  },
  async listParked() {
    try {
      dispatch({ type: 'parkedListed', rows: await callServer(settlement.parkedList, {}, silent) })
    } catch (cause) {
      dispatch({ type: 'parkedFailed', refusal: refusalOf(cause) })
    }
  },
  async unpark({ parkedId, key, again }) {
    try {
      const parked = await callServer(settlement.unpark, { parkedId }, { ...silent, idempotencyKey: key })
      dispatch({ type: 'unparked', parked, key })
    } catch (cause) {
      dispatch({ type: 'unparkFailed', parkedId, key, refusal: refusalOf(cause), again })
    }
  },
})
