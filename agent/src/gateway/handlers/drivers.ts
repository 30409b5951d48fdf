import { driverInfo } from '@yibao/shared/agent/entities.ts'
import { type Verb, verbRow } from '@yibao/shared/agent/verbs.ts'
import * as z from 'zod/mini'
import { AgentError } from '../agent-error.ts'
import type { Gateway } from '../context.ts'
import { DeskError } from '../desk-port.ts'
import type { Handler } from '../dispatch.ts'
import type { Session } from '../sessions.ts'
import { askDesk, deadlines } from './ask-desk.ts'

const drivers = async (gateway: Gateway, session?: Session) => {
  const parsed = z.array(driverInfo).safeParse(await askDesk(gateway, 'drivers.list', {}, deadlines.list, session))
  if (!parsed.success) throw new AgentError('DRIVER_GARBLED')
  return parsed.data
}

/** The class a driver's manifest gives a function. Throws DRIVER_UNKNOWN or ARGS_INVALID. */
const classOf = async (gateway: Gateway, driver: unknown, name: unknown) => {
  const found = (await drivers(gateway)).find((one) => one.id === driver)
  if (!found) throw new AgentError('DRIVER_UNKNOWN')
  const declared = found.functions.find((one) => one.name === name)
  if (!declared) throw new AgentError('ARGS_INVALID')
  return declared.class
}

/** Whether this call needs the server's signature on its arguments (agent 3.4, action ticket). */
export const needsActionTicket = async (gateway: Gateway, verb: Verb, args: Record<string, unknown>) => {
  const { actionTicket } = verbRow(verb)
  if (actionTicket === undefined) return false
  return actionTicket === 'always' || (await classOf(gateway, args.driver, args.function)) !== 'read'
}

// After these, a request that was sent may have been carried out.
const leavesDoubt = [
  'NO_DESK',
  'DRIVER_TIMEOUT',
  'DRIVER_CRASHED',
  'DRIVER_OVERRUN',
  'DRIVER_GARBLED',
  'DRIVER_EMPTY',
  'INTERNAL',
]

/** A money call whose answer is missing or unreadable is never a refusal and never tried again (DESIGN 8). */
const call: Handler<'dll.call'> = async (gateway, { args, session }) => {
  const money = (await classOf(gateway, args.driver, args.function)) === 'money'
  // On the pipe the function is `fn`.
  const wire = { driver: args.driver, fn: args.function, args: args.args }
  try {
    return await askDesk(gateway, 'dll.call', wire, deadlines.dll, session)
  } catch (error) {
    if (money && error instanceof DeskError && error.sent && leavesDoubt.includes(error.code))
      throw new AgentError('OUTCOME_UNKNOWN')
    throw error
  }
}

const repair: Handler<'driver.repair'> = async (gateway, { args, session }) => {
  await askDesk(gateway, 'drivers.repair', args, deadlines.person, session)
  const found = (await drivers(gateway, session)).find((one) => one.id === args.driver)
  if (!found) throw new AgentError('DRIVER_UNKNOWN')
  return found
}

export const driverHandlers = {
  'driver.list': ((gateway, { session }) => drivers(gateway, session)) satisfies Handler<'driver.list'>,
  'driver.repair': repair,
  'dll.call': call,
}
