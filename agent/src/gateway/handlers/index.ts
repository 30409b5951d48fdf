import type { Verb } from '@yibao/shared/agent/verbs.ts'
import type { Handler } from '../handler.ts'
import { adminHandlers } from './admin.ts'
import { agentHandlers } from './agent.ts'
import { cardHandlers } from './card.ts'
import { driverHandlers } from './drivers.ts'
import { erpHandlers } from './erp.ts'
import { openHandlers } from './open.ts'
import { printHandlers } from './print.ts'
import { sessionHandlers } from './session.ts'

/** One handler for each verb of the table; a missing one is a type error. */
export const handlers: { [V in Verb]: Handler<V> } = {
  ...openHandlers,
  ...adminHandlers,
  ...sessionHandlers,
  ...agentHandlers,
  ...driverHandlers,
  ...cardHandlers,
  ...printHandlers,
  ...erpHandlers,
}
