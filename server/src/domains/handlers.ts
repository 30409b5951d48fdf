import type { AllHandlers } from '../mount.ts'
import { signInHandlers } from './attendance/handlers.ts'
import { buyLogHandlers, cardHandlers } from './card/handlers.ts'
import { catalogueHandlers } from './catalogue/handlers.ts'
import { reportHandlers } from './report/dashboard.ts'
import { settlementHandlers } from './settlement/handlers.ts'
import { orderHandlers } from './settlement/order-handlers.ts'
import { slipHandlers } from './slip/handlers.ts'
import { completeContinuation } from './system/continuations.ts'

/** Every call's handler by domain; a domain that is missing here is not mounted. */
export const allHandlers: Partial<AllHandlers> = {
  buyLog: buyLogHandlers,
  card: cardHandlers,
  continuation: { complete: async (input, c) => completeContinuation(c.deps, c.me, input).then(() => null) },
  catalogue: catalogueHandlers,
  order: orderHandlers,
  report: reportHandlers,
  settlement: settlementHandlers,
  signIn: signInHandlers,
  slip: slipHandlers,
}
