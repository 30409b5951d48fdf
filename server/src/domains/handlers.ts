import type { AllHandlers } from '../mount.ts'
import { signInHandlers } from './attendance/handlers.ts'
import { buyLogHandlers, cardHandlers } from './card/handlers.ts'
import { catalogueHandlers } from './catalogue/handlers.ts'
import { reportHandlers } from './report/dashboard.ts'
import { settlementHandlers } from './settlement/handlers.ts'
import { orderHandlers } from './settlement/order-handlers.ts'

/** Every call's handler by domain; a domain that is missing here is not mounted. */
export const allHandlers: Partial<AllHandlers> = {
  buyLog: buyLogHandlers,
  card: cardHandlers,
  catalogue: catalogueHandlers,
  order: orderHandlers,
  report: reportHandlers,
  settlement: settlementHandlers,
  signIn: signInHandlers,
}
