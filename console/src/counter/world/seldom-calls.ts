import { auditCounter } from '@yibao/shared/calls/audit-counter.ts'
import { buyLog } from '@yibao/shared/calls/buy-log.ts'
import { catalogue } from '@yibao/shared/calls/catalogue.ts'
import { hintMessage } from '@yibao/shared/calls/hint.ts'
import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { rx } from '@yibao/shared/calls/prescription.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { trouble } from '@yibao/shared/calls/trouble.ts'
import type { Item } from '../flow/model.ts'
import type { CounterPorts, SeldomEffect } from '../ports.ts'
import { onlyLast } from './only-last.ts'
import { printer } from './print.ts'
import { refusalOf } from './refusal.ts'
import type { Dispatch, WorldOf } from './world.ts'

export { billWatch } from './bill-watch.ts'

/** The most that the library is asked about (HintMessage/GetGuideListByMsg). */
const longest = 2000
const silent = { silent: true } as const
/** Of six connections that a browser has to one place: a bill of 300 lines must not stand before the card that is read. */
const lookUpsAtOnce = 3

const coverageAsked = onlyLast()

/** What few customers need or wait for, with its contracts: read with the other parts that are seldom shown (late.ts). */
export const seldomCalls = (ports: CounterPorts, dispatch: Dispatch): WorldOf<SeldomEffect> => ({
  ...printer(ports, dispatch).world,
  /** The hint library, when the centre has refused something. Where it cannot be asked, the message stays as it is. */
  async advise({ since, key, text, infno }) {
    const asked = { message: text.slice(0, longest), infno }
    const [first] = await ports.callServer(hintMessage.getGuideListByMsg, asked, silent).catch(() => [])
    if (first) dispatch({ type: 'advised', since, key, explain: first.tips, next: first.guide })
  },
  /** Tells the area's administrators. */
  async report({ cause, orderId, text }) {
    try {
      const { fresh } = await ports.callServer(trouble.report, { cause, orderId, text }, silent)
      dispatch({ type: 'reported', fresh })
    } catch (cause) {
      dispatch({ type: 'failed', refusal: refusalOf(cause) })
    }
  },
  /** Asks whether a bill was settled before; who cannot be asked now is asked by F8, which books nothing twice. */
  async askBill({ turn, billNo }) {
    const known = await ports
      .callServer(orderCalls.paged, { keyword: billNo, pageSize: 20 }, silent)
      .catch(() => undefined)
    const settled = known?.items.find(({ erpBill, status }) => erpBill === billNo && (status === '2' || status === '6'))
    if (!settled) return
    const order = await ports.callServer(orderCalls.get, { id: settled.id }, silent).catch(() => undefined)
    if (order) dispatch({ type: 'billSettled', turn, order })
  },
  /** The goods of a bill, or of a basket that comes back: it stands there by their codes and names until then. */
  async lookUpItems({ codes }) {
    const rest = [...new Set(codes)]
    const found: Item[] = []
    const lookUp = async () => {
      for (let code = rest.shift(); code !== undefined; code = rest.shift()) {
        const items = await ports
          .callServer(catalogue.searchItemDirectoryList, { keyword: code, limit: 10 }, silent)
          .catch(() => [])
        found.push(...items.filter(({ ownCode }) => ownCode === code))
      }
    }
    await Promise.all(Array.from({ length: lookUpsAtOnce }, lookUp))
    dispatch({ type: 'itemsKnown', items: found })
  },
  /** What only adds to the picture may be missing: the purchase goes on without it (N8). */
  async askBought({ readId }) {
    const bought = await ports.callServer(buyLog.queryUserBuyLog, { readId, days: 30 }, silent).catch(() => undefined)
    if (bought) dispatch({ type: 'boughtKnown', readId, bought })
  },
  async askCoverage({ do: _, ...input }) {
    const wanted = coverageAsked()
    const found = await ports.callServer(auditCounter.coverage, input, silent).catch(() => undefined)
    if (found && wanted()) dispatch({ type: 'coverageKnown', disease: input.diseaseCode, drugs: found.drugs })
  },
  /** Who cannot be asked warns of nothing: the centre has the last word. */
  async askSold({ turn, codes, replaces }) {
    const sold = await ports.callServer(settlement.soldCodes, { codes, replaces }, silent).catch(() => [])
    if (sold.length) dispatch({ type: 'codesSold', turn, sold })
  },
  /** A prescription that waits. */
  async askRx({ id }) {
    const seen = await ports.callServer(rx.get, { id }, silent).catch(() => undefined)
    if (seen) dispatch({ type: 'rxSeen', rx: seen })
  },
})
