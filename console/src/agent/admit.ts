import { agentBrowser } from '@yibao/shared/calls/agent-browser.ts'
import { CallError } from '../api/error.ts'
import { callServer } from '../api/index.ts'
import { findAgent, type Heard } from './find.ts'
import { getBrowserKey } from './key.ts'
import { knownBase } from './known.ts'
import type { AgentState } from './store.ts'
import { surroundings } from './surroundings.ts'
import { type Opened, openSession } from './wire.ts'

/**
 * How a search for the agent ended: with a session, with what refused it (`fault`), or with a state in which there is none
 * to be had. `heard`: the agent it is about. `posing`: a program answers that says it is the agent and is not, so nobody
 * need wonder whether one is there that only stands still.
 */
type Admission =
  | { heard: Heard; opened?: Opened; fault?: unknown; posing?: undefined }
  | { state: AgentState; heard?: Heard; posing?: true; opened?: undefined; fault?: undefined }

/** How much an ending says of the agent of this PC: where none gave a session, the one that says most is told. */
const weights = { silent: 0, notOurs: 1, posing: 2, refused: 3, unproven: 4 }

/** Refusals that say that this agent serves another company or store: the one behind it may be meant. */
const notOurs = ['agent.unknown', 'agent.store', 'TICKET_WRONG_STORE', 'TICKET_WRONG_AUDIENCE']
/** Who said hello and is no use beyond that: a program that only knows the word, an agent that is just ending. */
const silent = ['agent.stopped', 'agent.garbled']

const kindOf = (fault: unknown): keyof typeof weights => {
  const code = fault instanceof CallError ? fault.code : ''
  if (silent.includes(code)) return 'silent'
  return notOurs.includes(code) ? 'notOurs' : 'refused'
}

const ticketFor = async ({ hello: { agentId } }: Heard) => {
  const { jkt } = await getBrowserKey()
  const input = { agentId, origin: location.origin, jkt }
  return callServer(agentBrowser.sessionTicket, input, { silent: true })
}

/**
 * Finds the agent that serves who is signed in, and opens a session with it; without one (`signedIn` false) it is only
 * found. Neither an agent of another company keeps anybody from the one behind it, nor a program that answers in its name,
 * whatever it answers. Whether the agent shows that it is the one (identity.ts) the server knows by its heartbeat: who
 * should and does not is another program, who cannot is taken as he is, and where the server does not say (one of before,
 * an agent that it has not heard of yet) only where nobody else answers. What the server refuses of the person himself no other agent would mend.
 * `asked`: see findAgent.
 */
export const admit = async (asked: boolean, signedIn: boolean): Promise<Admission> => {
  const passed = new Set<string>()
  let most: { kind: keyof typeof weights; end: Admission } | undefined
  const note = (kind: keyof typeof weights, end: Admission) => {
    if (!most || weights[kind] > weights[most.kind]) most = { kind, end }
  }
  for (;;) {
    const heard = await findAgent(surroundings(), asked, { first: knownBase(), passed })
    if ('state' in heard) return most?.end ?? heard
    if (!signedIn) return { heard }
    passed.add(heard.base)
    let granted: Awaited<ReturnType<typeof ticketFor>>
    try {
      granted = await ticketFor(heard)
    } catch (fault) {
      if (kindOf(fault) !== 'notOurs') return { heard, fault }
      note('notOurs', { heard, fault })
      continue
    }
    try {
      const { ticket, signs } = granted
      const opened = await openSession(heard.base, heard.hello.agentId, { ticket })
      if (opened.proven !== false || signs === false) return { heard, opened }
      if (signs) note('posing', { state: 'foreign', posing: true })
      else note('unproven', { heard, opened })
    } catch (fault) {
      note(kindOf(fault), { heard, fault })
    }
  }
}
