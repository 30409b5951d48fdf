import type { Hello } from '@yibao/shared/agent/entities.ts'
import { agentPorts, product } from '@yibao/shared/agent/protocol.ts'
import { protocol } from './protocol.ts'
import type { AgentState } from './store.ts'

/** ms a port may take to answer; a person's answer to the browser's question may take longer. */
const probeMs = 1500
const questionMs = 60_000

/** What the search needs of a browser; a test brings its own. */
export interface Surroundings {
  hostname: string
  origin: string
  /** The console was loaded from the agent itself (/app/). */
  servedByAgent: boolean
  secure: boolean
  /** Where config.json says that agents listen; undefined = the usual three. */
  ports: () => Promise<readonly number[] | undefined>
  /** State of the permission to reach this PC; 'unknown' where the browser has none. */
  permission: () => Promise<'granted' | 'prompt' | 'denied' | 'unknown'>
  /** The page is in a frame that keeps the permission from it: nobody can be asked here (agent.md 3.5). */
  framedOff: () => boolean
  hello: (base: string, timeoutMs: number) => Promise<Hello>
  /** Whether something answers there that no page may read: a program that is no agent. */
  isSomebody: (base: string, timeoutMs: number) => Promise<boolean>
}

export interface Heard {
  base: string
  hello: Hello
}
/** `heard` beside a state: an agent is there, but a person's session with it is not to be had. */
type Found = Heard | { state: AgentState; heard?: Heard }

const isLoopback = (hostname: string) => /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(hostname)

/** An agent of ours says its product and which words it knows; whatever else answers at a port is somebody else's program. */
const isAgent = (hello: Partial<Hello> | undefined): hello is Hello =>
  hello?.product === product && typeof hello.protocol?.min === 'number' && typeof hello.protocol.max === 'number'

const stranger: Found = { state: 'foreign' }

const judge = (base: string, hello: Hello): Found => {
  if (!isAgent(hello)) return stranger
  if (hello.protocol.min > protocol || hello.protocol.max < protocol) return { state: 'tooOld' }
  // A policy counts for two months and is renewed all the time: the agent was without its server, or the PC is months ahead.
  if (hello.pairing === 'expired') return { state: 'expired' }
  if (hello.pairing !== 'enrolled') return { state: 'wrongStore', heard: { base, hello } }
  return { base, hello }
}

/** What can keep one page from its PC while another one reaches it: the address, the frame and the browser's permission. */
const obstacles = ['insecure', 'framed', 'blocked', 'permission'] as const
export type Obstacle = (typeof obstacles)[number]
/** Whether a state says why this page cannot reach its PC, whoever listens there. */
export const isObstacle = (state: AgentState): state is Obstacle => obstacles.some((one) => one === state)

/** What keeps this very page from its PC; `permission` = its person was not asked yet. */
export const obstacleOf = async (around: Surroundings): Promise<Obstacle | undefined> => {
  if (isLoopback(around.hostname)) return undefined
  if (!around.secure) return 'insecure'
  if (around.framedOff()) return 'framed'
  const permission = await around.permission()
  if (permission === 'denied') return 'blocked'
  return permission === 'prompt' ? 'permission' : undefined
}

/** What an agent answers counts; a stranger keeps one out only where every port is taken. */
const best = (found: readonly (Found | undefined)[]): Found => {
  const known = found.filter((one) => one !== undefined).filter((one) => one !== stranger)
  return known.find((one) => 'base' in one) ?? known[0] ?? (found.includes(undefined) ? { state: 'absent' } : stranger)
}

interface Among {
  /** Where it is asked first: where it was last. */
  first?: string | undefined
  /** Where one answered that is not to be had. */
  passed?: ReadonlySet<string>
}

/** Where an agent may be, in the order in which it is looked for. */
const basesOf = async ({ servedByAgent, origin, ports }: Surroundings, { first, passed }: Among) => {
  const all = servedByAgent ? [origin] : ((await ports()) ?? agentPorts).map((port) => `http://127.0.0.1:${port}`)
  const left = all.filter((base) => !passed?.has(base))
  return left.sort((a, b) => Number(b === first) - Number(a === first))
}

/**
 * Finds the agent as agent.md 3.5 says; a program at a port that is none, or an agent that is not for here, keeps nobody
 * from the one behind it. `asked`: a person has just pressed the button, so the browser may ask.
 * One request goes out alone and settles the permission, the other ports follow together; where one was heard before it
 * is settled, and all that are left are asked at once.
 */
export const findAgent = async (around: Surroundings, asked: boolean, among: Among = {}): Promise<Found> => {
  const [alone, ...others] = await basesOf(around, among)
  if (alone === undefined) return { state: 'absent' }
  const obstacle = await obstacleOf(around)
  if (obstacle && !(obstacle === 'permission' && asked)) return { state: obstacle }
  const firstMs = obstacle ? questionMs : probeMs
  const probe = async (base: string, timeoutMs: number) =>
    around.hello(base, timeoutMs).then(
      (hello) => judge(base, hello),
      () => undefined,
    )
  /** Both at once: Windows takes two seconds to say that nobody listens. Not before the browser's question is settled. */
  const known = async (base: string, hello: Promise<Found | undefined>) => {
    const [found, somebody] = await Promise.all([hello, around.isSomebody(base, probeMs)])
    return found ?? (somebody ? stranger : undefined)
  }
  const both = (base: string) => known(base, probe(base, probeMs))
  if (among.passed?.size) return best(await Promise.all([alone, ...others].map(both)))
  const first = await probe(alone, firstMs)
  if (first && 'base' in first) return first
  if (!first && firstMs === questionMs) {
    const answer = await around.permission()
    if (answer === 'denied') return { state: 'blocked' }
    // The question was put away without an answer: it can be asked again.
    if (answer === 'prompt') return { state: 'permission' }
  }
  const rest = others.map(both)
  return best(await Promise.all([first ?? known(alone, Promise.resolve(undefined)), ...rest]))
}
