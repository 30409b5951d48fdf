import { driverInfo } from '@yibao/shared/agent/entities.ts'
import { type Verb, verbRow } from '@yibao/shared/agent/verbs.ts'
import * as z from 'zod/mini'
import { AgentError } from '../../agent-error.ts'
import { neverSent } from '../../no-desk.ts'
import type { Gateway } from '../context.ts'
import { askDesk, deadlines } from '../desk/ask.ts'
import type { Handler } from '../handler.ts'
import type { Session } from '../session/sessions.ts'

const drivers = ({ desk }: Gateway, session: Session | undefined) =>
  askDesk(desk, { verb: 'drivers.list', shape: z.array(driverInfo), session, deadlineMs: deadlines.list })

/** A library's answer is the library's own. */
const anything = z.unknown()

/** Whether this call needs the server's signature on its arguments (agent 3.4, action ticket). */
export const needsActionTicket = async (gateway: Gateway, verb: Verb, args: Record<string, unknown>) => {
  const { actionTicket } = verbRow(verb)
  if (actionTicket === undefined) return false
  return actionTicket === 'always' || (await gateway.classes.of(args.driver, args.function)) !== 'read'
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
const call: Handler<'dll.call'> = async (gateway, { args, session, ticketed }) => {
  const kind = await gateway.classes.of(args.driver, args.function)
  // The manifest may have become another one since the ticket was looked for.
  if (kind !== 'read' && !ticketed) throw new AgentError('ACTION_TICKET_REQUIRED')
  // On the pipe the function is `fn`; the desk refuses it when its manifest gives it another class by now.
  const wire = { driver: args.driver, fn: args.function, args: args.args, class: kind }
  try {
    const question = { verb: 'dll.call', args: wire, shape: anything, session, deadlineMs: deadlines.dll }
    return await askDesk(gateway.desk, question)
  } catch (error) {
    gateway.classes.forget()
    if (kind === 'money' && error instanceof AgentError && !neverSent(error) && leavesDoubt.includes(error.code))
      throw new AgentError('OUTCOME_UNKNOWN')
    throw error
  }
}

const repair: Handler<'driver.repair'> = async (gateway, { args, session }) => {
  await askDesk(gateway.desk, {
    verb: 'drivers.repair',
    args,
    shape: anything,
    session,
    deadlineMs: deadlines.person,
  })
  gateway.classes.forget()
  const found = (await drivers(gateway, session)).find((one) => one.id === args.driver)
  if (!found) throw new AgentError('DRIVER_UNKNOWN')
  return found
}

export const driverHandlers = {
  'driver.list': ((gateway, { session }) => drivers(gateway, session)) satisfies Handler<'driver.list'>,
  'driver.repair': repair,
  'dll.call': call,
}
