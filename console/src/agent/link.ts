import { viewOnly } from '@yibao/shared/viewing.ts'
import { CallError, sentenceOf } from '../api/error.ts'
import { useLink } from '../api/link.ts'
import { readToken } from '../state/session.ts'
import { isViewWindow } from '../state/storage.ts'
import { admit } from './admit.ts'
import { onAwake } from './awake.ts'
import { findAgent, type Heard, isObstacle, type Obstacle, obstacleOf } from './find.ts'
import { hadAgent, hasProven, rememberAgent } from './known.ts'
import { becomeLeader, openChannel } from './leader.ts'
import { type AgentNews, deliver } from './news.ts'
import { noSession } from './no-session.ts'
import type { Session } from './protocol.ts'
import { stateOfRefusal } from './refused.ts'
import { createRetry } from './retry.ts'
import { openSocket, type Position } from './socket.ts'
import { type AgentState, setAgent, useAgent } from './store.ts'
import { onPermission, surroundings } from './surroundings.ts'
import { portRange } from './texts.ts'
import { type Opened, openSession } from './wire.ts'
import { createWord } from './word.ts'

const rareMs = 300_000
/** A session is renewed this long before its end. */
const renewMs = 60_000

type Message =
  | { type: 'who' }
  | { type: 'renew' }
  | { type: 'connect' }
  | { type: 'session'; session: Session | null; state: AgentState; at: Position }
  | { type: 'event'; event: AgentNews; at: Position }

let session: Session | null = null
let leading = false
/** What keeps this very page from its PC: no other tab's session helps it, and it speaks for none. */
let kept: Obstacle | undefined
/** Leaves the lead, or the line for it; undefined outside of the line. */
let resign: (() => void) | undefined
/** Where an agent answered in the last search. */
let heard: Heard | undefined
const retry = createRetry(() => void connectNow(false))
let socket: { close: () => void } | undefined
let connecting: Promise<void> | undefined
/** Where the events stand, in every tab: whoever leads next goes on from there. */
const position: Position = {}

/** Whether this tab is the one of its browser that speaks for the others. */
export const leads = (): boolean => leading

/** Address of the agent that answered last, whether it let this page in or not. */
export const lastBase = (): string | undefined => heard?.base

/** In this tab, which leads, and in the others. */
const spread = (event: AgentNews) => {
  deliver(event)
  channel.send({ type: 'event', event, at: position })
}
const sayReset = (say: typeof spread) => say({ seq: position.since ?? 0, event: 'reset', data: null })

const channel = openChannel<Message>('yibao-agent', (message) => {
  // The session beside is an operator's: whoever only looks has no part in it.
  if (isViewWindow()) return
  if ('at' in message && !leading) Object.assign(position, message.at)
  if (message.type === 'event') deliver(message.event)
  else if (message.type === 'session' && kept) void stand()
  else if (message.type === 'session' && !leading && !setupLives()) take(message.session, { state: message.state })
  else if (leading && message.type === 'who') {
    tell()
    // Somebody has logged in since: what this tab leads without is his by now.
    if (readToken() && (!session || session.setup)) void renew()
  } else if (leading && message.type === 'renew') void renew()
  else if (leading && message.type === 'connect') void connectNow(true)
})

/** A session by the six digits cannot be had again without a person: nothing replaces it while it lives. */
const setupLives = (): boolean => session?.setup === true && session.expiresAt > Date.now()

/** About the session: from the tab that leads, which may take 3 s for it, or as the one that leads by now. */
const word = createWord(3000)
/** Has the leading tab look for the agent; resolves with its next word. */
const askLeader = (type: 'renew' | 'connect') => word.next(() => channel.send({ type }))
const tell = () => {
  // What this tab does with the agent just now is nothing to the others.
  const state = session ? 'connected' : useAgent.getState().state
  if (leading && !session?.setup) channel.send({ type: 'session', session, state, at: position })
}

/** This tab's session from now on. */
const take = (next: Session | null, change: Parameters<typeof setAgent>[0]) => {
  const begins = next !== null && (!session || session.setup !== next.setup)
  session = next
  setAgent({ ...change, agentId: next?.agentId ?? '', version: next?.version ?? '' })
  word.came()
  if (begins) sayReset(deliver)
}
const setSession: typeof take = (next, change) => {
  take(next, change)
  tell()
}

/** Whether this PC has had an agent, which this page may have come from: its silence then means stopped, not absent. */
const wasHere = () => surroundings().servedByAgent || hadAgent()

const failed = (error: unknown) => {
  const { code, message } = error instanceof CallError ? error : { code: '', message: String(error) }
  const state = stateOfRefusal(code, heard !== undefined)
  // A full disk, a wrong clock: what to do about it only the agent's own words say.
  const said = code === 'agent.stopped' ? message : sentenceOf(error)
  // Refused to who has logged in beside: what a person paired here stays.
  if (setupLives()) return channel.send({ type: 'session', session: null, state, at: position })
  setSession(null, { state, error: state === 'notListed' ? `${location.origin} 不在允许名单中` : said })
}

/** Begins with a session that was opened, and with its events. */
const begin = ({ base, hello: { agentId, version } }: Heard, opened: Opened, setup?: true) => {
  const { accessToken, expiresAt, wsTicket, from, proven } = opened
  if (position.since === undefined) Object.assign(position, from)
  socket?.close()
  const mine = openSocket(base, wsTicket, position, {
    onEvent: spread,
    onWelcome: (reset) => {
      if (reset) sayReset(spread)
    },
    onClose: () => {
      if (socket === mine) broken()
    },
  })
  socket = mine
  rememberAgent(base, agentId, proven)
  retry.fresh()
  const next = { base, agentId, version, accessToken, expiresAt, ...(setup && { setup }) }
  setSession(next, { state: 'connected', error: '' })
  retry.at(Math.max(0, expiresAt - Date.now() - renewMs))
}

const connectNow = (asked: boolean): Promise<void> => {
  connecting ??= (async () => {
    // What is tried again by itself keeps its word: a light that says 正在查找 every half minute is read every time.
    if (!session && asked) setAgent({ state: 'searching' })
    const signedIn = Boolean(readToken())
    const found = await admit(asked, signedIn)
    // Taken back since this tab came to lead: another one may be allowed.
    if ('state' in found && isObstacle(found.state)) return void (await stand())
    heard = found.heard
    setAgent({ seen: heard ? { base: heard.base, ...heard.hello } : null })
    if (setupLives() && heard?.base === session?.base && !readToken()) setAgent({ state: 'connected' })
    else if (heard && !(signedIn && readToken())) {
      setSession(null, { state: 'unpaired', error: '' })
      // Somebody has signed in meanwhile.
      if (readToken()) retry.at(0)
    } else if (found.fault) throw found.fault
    else if (found.opened) begin(found.heard, found.opened)
    else if ('state' in found) {
      // Others may answer where an agent is just starting again: it is waited for all the same.
      const silent = (found.state === 'absent' || found.state === 'foreign') && !found.posing
      setSession(null, { state: silent && wasHere() ? 'stopped' : found.state })
      // A PC that never had an agent (an administrator's) is asked rarely.
      if (silent && !wasHere()) retry.at(rareMs)
      else if (silent || found.posing || found.state === 'expired') retry.later()
    }
  })()
    .catch((error) => {
      failed(error)
      // An account gets no store while it is logged in, or seldom.
      if (useAgent.getState().state === 'noStore') retry.at(rareMs)
      else retry.later()
    })
    .finally(() => {
      connecting = undefined
    })
  return connecting
}

const renew = () => connectNow(false)

const broken = () => {
  const { state } = useAgent.getState()
  if (state === 'connected') setSession(null, { state: 'stopped', error: '与本机助手的连接中断' })
  retry.later()
}

// After a sleep the session may have ended and its socket be dead without a word.
const wake = () => {
  if (leading && !connecting && (!session || session.expiresAt <= Date.now())) retry.at(0)
}

/**
 * Stands in the line of the tabs that may lead while this page itself may reach the PC; leaves it, lead and all, when it
 * may not. Returns whether it stands.
 */
const stand = async (): Promise<boolean> => {
  const before = kept
  kept = await obstacleOf(surroundings())
  if (kept) {
    leading = false
    retry.stop()
    socket?.close()
    socket = undefined
    ;[session, heard] = [null, undefined]
    setAgent({ state: kept, agentId: '', version: '', seen: null })
    resign?.()
    resign = undefined
    return false
  }
  if (resign) return true
  if (before) setAgent({ state: 'searching' })
  channel.send({ type: 'who' })
  resign = becomeLeader('yibao-agent', () => {
    leading = true
    void connectNow(false)
  })
  return true
}

// A person has allowed it, or taken it back, in the browser's own settings.
const allowed = async () => {
  const standing = resign !== undefined
  if ((await stand()) && standing && leading) void connectNow(false)
}

let started = false

/** Starts the search once for the life of the page: one tab leads, the others use its session. */
export const startLink = (): void => {
  if (isViewWindow()) setAgent({ state: 'viewing' })
  if (started || isViewWindow()) return
  started = true
  void stand()
  onAwake(wake)
  // Where the agent passes the calls on, a server that answers again says that the agent is there; elsewhere its network.
  useLink.subscribe(({ server }, before) => server === 'ok' && before.server === 'down' && wake())
  void onPermission(() => void allowed())
}

/** Searches now; `asked` when a person pressed the button, so that the browser may ask for its permission. */
export const connect = async (asked: boolean): Promise<void> => {
  if (isViewWindow()) return
  if (!leading) {
    // The question must be asked in the tab where the button was pressed; whoever leads then finds it granted.
    if (asked) await findAgent(surroundings(), true)
    if (await stand()) await askLeader('connect')
    return
  }
  retry.stop()
  retry.fresh()
  await connectNow(asked)
}

/**
 * Opens a session by the six digits of the agent's own page; without login there is no other (agent.md 3.4). No server says
 * here whether this agent shows that it is the one: who does not, where it has done so before, gets none.
 */
export const pair = async (setupCode: string): Promise<void> => {
  if (!heard) throw new CallError('本机没有找到助手', { code: 'agent.absent', tips: '请先启动本机助手，再重新查找' })
  const { base, hello } = heard
  const opened = await openSession(base, hello.agentId, { setupCode })
  if (opened.proven === false && hasProven(hello.agentId))
    throw new CallError('应答的程序不是本机助手，没有配对', {
      code: 'agent.foreign',
      tips: `请管理员关闭占用 ${portRange} 端口的程序，再重新查找`,
    })
  begin(heard, opened, true)
}

/** A session that is good for a call; asks for a new one when `stale` (the agent said the token is over). */
export const currentSession = async (stale = false): Promise<Session> => {
  if (isViewWindow()) throw new CallError('仅查看，不能使用本机设备', { code: 'agent.viewing', tips: viewOnly.tips })
  if (session && !stale && session.expiresAt > Date.now()) return session
  if (session?.setup) setSession(null, { state: 'unpaired', error: '' })
  if (leading) await renew()
  else if (!kept) await askLeader('renew')
  if (!session) throw noSession(useAgent.getState().state)
  return session
}
