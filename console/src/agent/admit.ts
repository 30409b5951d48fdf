import { agentBrowser } from '@yibao/shared/calls/agent-browser.ts'
import { CallError } from '../api/error.ts'
import { callServer } from '../api/index.ts'
import { findAgent, type Heard } from './find.ts'
import { getBrowserKey } from './key.ts'
import { isProven, knownBase } from './known.ts'
import type { AgentState } from './store.ts'
import { surroundings } from './surroundings.ts'
import { type Opened, openSession } from './wire.ts'

/**
 * How a search for the agent ended: with a session, with what refused it (`fault`), or with a state in which there is none
 * to be had. `heard`: the agent it is about.
 */
type Admission =
  | { heard: Heard; opened?: Opened; fault?: unknown }
  | { state: AgentState; heard?: Heard; opened?: undefined; fault?: undefined }

/** Refusals that say that this agent serves another company or store: the one behind it may be meant. */
const notOurs = ['agent.unknown', 'agent.store', 'TICKET_WRONG_STORE', 'TICKET_WRONG_AUDIENCE']

const isNotOurs = (error: unknown) => error instanceof CallError && notOurs.includes(error.code)

const open = async ({ base, hello: { agentId } }: Heard): Promise<Opened> => {
  const { jkt } = await getBrowserKey()
  const input = { agentId, origin: location.origin, jkt }
  const { ticket } = await callServer(agentBrowser.sessionTicket, input, { silent: true })
  return openSession(base, agentId, { ticket })
}

/**
 * Finds the agent that serves who is signed in, and opens a session with it; without one (`signedIn` false) it is only
 * found. An agent of another company keeps nobody from the one behind it, nor does a program that answers in its name:
 * who does not show that he is the agent (identity.ts) is taken only where nobody else answers, and not where that agent
 * has shown it before. `asked`: see findAgent.
 */
export const admit = async (asked: boolean, signedIn: boolean): Promise<Admission> => {
  const passed = new Set<string>()
  let refused: { heard: Heard; fault: unknown } | undefined
  let unproven: { heard: Heard; opened: Opened } | undefined
  for (;;) {
    const found = await findAgent(surroundings(), asked, { first: knownBase(), passed })
    if ('state' in found) {
      if (unproven) return isProven(unproven.heard.hello.agentId) ? { state: 'foreign' } : unproven
      return refused ?? found
    }
    if (!signedIn) return { heard: found }
    passed.add(found.base)
    try {
      const opened = await open(found)
      if (opened.proven !== false) return { heard: found, opened }
      unproven ??= { heard: found, opened }
    } catch (fault) {
      if (!isNotOurs(fault)) return { heard: found, fault }
      refused ??= { heard: found, fault }
    }
  }
}
