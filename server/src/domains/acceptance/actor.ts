import type { Asking, DeviceAnswer } from '../../call/asking.ts'
import { Context } from '../../call/context.ts'
import type { SessionUser } from '../../call/session-user.ts'
import { lostAnswer, type Testimony, testimonyOf } from '../../centre/witness.ts'
import type { StoreRow } from '../organisation/store.ts'

/** The run's hand on the product: it does what a clerk does, and every message to the centre is written down. */
export interface Actor {
  /** What went over the line so far, in order. */
  seen: Testimony[]
  /** A request of the run as a handler sees it; `key` as a settlement's idempotency key. */
  context: (key?: string) => Context
  /** The same in an area that can only undo a purchase whose answer was lost; the answer of a 2102 is thrown away. */
  losing: (key?: string) => Context
  close: () => void
}

/**
 * Acts for a person at a store of his (an administrator has none of his own). `card` is what the counter's reader said,
 * once for the whole run.
 */
export const actorAt = (c: Context, shop: StoreRow, me: SessionUser, card: DeviceAnswer): Actor => {
  const seen: Testimony[] = []
  const { centre } = c.services
  const heard = (...[sent, answer]: Parameters<Parameters<typeof centre.witnessed>[0]>) => {
    seen.push(testimonyOf(centre.of(shop.areaCode).profile, sent, answer))
    return answer
  }
  const plain = centre.witnessed(heard)
  const losing = centre.witnessed(
    (sent, answer) => {
      const told = heard(sent, answer)
      return sent.infno === '2102' && told.kind === 'answer' ? lostAnswer(told.ms) : told
    },
    { lookup: false, repeatMsgid: false },
  )
  const asking: Asking = {
    device: () => Promise.resolve(card),
    // Nobody sits before it: it goes on.
    decision: ({ buttons }) => Promise.resolve(buttons[0]?.value ?? ''),
  }
  const user = { ...me, storeId: shop.id, areaCode: shop.areaCode, companyId: shop.companyId, stores: [shop.id] }
  const contextOver = (gateway: typeof centre) => (idempotencyKey?: string) =>
    new Context({
      deps: { ...c.deps, services: { ...c.services, centre: gateway } },
      ...{ user, requestId: c.requestId, ip: c.ip, idempotencyKey, asking },
    })
  return {
    ...{ seen, context: contextOver(plain), losing: contextOver(losing) },
    close: () => {
      plain.close()
      losing.close()
    },
  }
}
