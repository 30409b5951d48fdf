import { agentBrowser } from '@yibao/shared/calls/agent-browser.ts'
import { viewOnly } from '@yibao/shared/viewing.ts'
import { CallError, sentenceOf } from '../api/error.ts'
import { callServer } from '../api/index.ts'
import { useLink } from '../api/link.ts'
import { readToken } from '../state/session.ts'
import { isViewWindow, readText, writeText } from '../state/storage.ts'
import { onAwake } from './awake.ts'
import { findAgent, type Heard, isObstacle, type Obstacle, obstacleOf } from './find.ts'
import { getBrowserKey } from './key.ts'
import { becomeLeader, openChannel } from './leader.ts'
import { type AgentNews, deliver } from './news.ts'
import type { Session } from './protocol.ts'
import { stateOfRefusal } from './refused.ts'
import { openSocket, type Position } from './socket.ts'
import { type AgentState, setAgent, useAgent } from './store.ts'
import { onPermission, surroundings } from './surroundings.ts'
import { type Grant, openSession } from './wire.ts'

const firstWaitMs = 500
const longestWaitMs = 30_000
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
let waitMs = firstWaitMs
let timer: ReturnType<typeof setTimeout> | undefined
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

const waiting: (() => void)[] = []
/** Whoever waited for a word about the session has it: from the tab that leads, or as the one that leads by now. */
const known = () => {
  for (const resolve of waiting.splice(0)) resolve()
}
/** ms the tab that leads may take for an answer. */
const leaderMs = 3000
/** Has the leading tab look for the agent; resolves with its next word. */
const askLeader = (type: 'renew' | 'connect') =>
  new Promise<void>((resolve) => {
    waiting.push(resolve)
    channel.send({ type })
    setTimeout(resolve, leaderMs)
  })
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
  known()
  if (begins) sayReset(deliver)
}
const setSession: typeof take = (next, change) => {
  take(next, change)
  tell()
}

/** Whether this PC has had an agent, which this page may have come from: its silence then means stopped, not absent. */
const wasHere = () => surroundings().servedByAgent || readText('agentKnown') === '1'

const failed = (error: unknown) => {
  const { code, message } = error instanceof CallError ? error : { code: '', message: String(error) }
  const state = stateOfRefusal(code, heard !== undefined)
  // A full disk, a wrong clock: what to do about it only the agent's own words say.
  const said = code === 'agent.stopped' ? message : sentenceOf(error)
  // Refused to who has logged in beside: what a person paired here stays.
  if (setupLives()) return channel.send({ type: 'session', session: null, state, at: position })
  setSession(null, { state, error: state === 'notListed' ? `${location.origin} 不在允许名单中` : said })
}

const grantOf = async ({ hello: { agentId } }: Heard): Promise<Grant> => {
  const { jkt } = await getBrowserKey()
  const input = { agentId, origin: location.origin, jkt }
  const { ticket } = await callServer(agentBrowser.sessionTicket, input, { silent: true })
  return { ticket }
}

const openBoth = async ({ base, hello: { agentId, version } }: Heard, grant: Grant) => {
  const { accessToken, expiresAt, wsTicket, from } = await openSession(base, grant)
  if (position.since === undefined) Object.assign(position, from)
  socket?.close()
  const mine = openSocket(base, wsTicket, position, {
    onEvent: spread,
    onWelcome: (reset) => {
      if (reset) sayReset(spread)
    },
    onClose: () => {
      if (socket === mine) later()
    },
  })
  socket = mine
  writeText('agentKnown', '1')
  waitMs = firstWaitMs
  const setup = 'setupCode' in grant ? ({ setup: true } as const) : {}
  setSession({ base, agentId, version, accessToken, expiresAt, ...setup }, { state: 'connected', error: '' })
  schedule(Math.max(0, expiresAt - Date.now() - renewMs))
}

const connectNow = (asked: boolean): Promise<void> => {
  connecting ??= (async () => {
    // What is tried again by itself keeps its word: a light that says 正在查找 every half minute is read every time.
    if (!session && asked) setAgent({ state: 'searching' })
    const found = await findAgent(surroundings(), asked)
    // Taken back since this tab came to lead: another one may be allowed.
    if ('state' in found && isObstacle(found.state)) return void (await stand())
    heard = 'base' in found ? found : found.heard
    setAgent({ seen: heard ? { base: heard.base, ...heard.hello } : null })
    if (setupLives() && heard?.base === session?.base && !readToken()) setAgent({ state: 'connected' })
    else if (heard && !readToken()) setSession(null, { state: 'unpaired', error: '' })
    else if ('base' in found) await openBoth(found, await grantOf(found))
    else {
      // Others may answer where an agent is just starting again: it is waited for all the same.
      const silent = found.state === 'absent' || found.state === 'foreign'
      setSession(null, { state: silent && wasHere() ? 'stopped' : found.state })
      // A PC that never had an agent (an administrator's) is asked rarely.
      if (silent) schedule(wasHere() ? nextWait() : rareMs)
      if (found.state === 'expired') schedule(nextWait())
    }
  })()
    .catch((error) => {
      failed(error)
      // An account gets no store while it is logged in, or seldom.
      schedule(useAgent.getState().state === 'noStore' ? rareMs : nextWait())
    })
    .finally(() => {
      connecting = undefined
    })
  return connecting
}

const renew = () => connectNow(false)

const schedule = (ms: number) => {
  clearTimeout(timer)
  timer = setTimeout(() => void connectNow(false), ms)
}

// 0.5 s to 30 s with jitter; 'blocked' and the like wait for a person instead.
const nextWait = () => {
  const wait = waitMs * (0.75 + Math.random() / 2)
  waitMs = Math.min(longestWaitMs, waitMs * 2)
  return wait
}

const later = () => {
  const { state } = useAgent.getState()
  if (state === 'connected') setSession(null, { state: 'stopped', error: '与本机助手的连接中断' })
  schedule(nextWait())
}

// After a sleep the session may have ended and its socket be dead without a word.
const wake = () => {
  if (leading && !connecting && (!session || session.expiresAt <= Date.now())) schedule(0)
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
    clearTimeout(timer)
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
  clearTimeout(timer)
  waitMs = firstWaitMs
  await connectNow(asked)
}

/** Opens a session by the six digits of the agent's own page; without login there is no other (agent.md 3.4). */
export const pair = async (setupCode: string): Promise<void> => {
  if (!heard) throw new CallError('本机没有找到助手', { code: 'agent.absent', tips: '请先启动本机助手，再重新查找' })
  await openBoth(heard, { setupCode })
}

/** A session that is good for a call; asks for a new one when `stale` (the agent said the token is over). */
export const currentSession = async (stale = false): Promise<Session> => {
  if (isViewWindow()) throw new CallError('仅查看，不能使用本机设备', { code: 'agent.viewing', tips: viewOnly.tips })
  if (session && !stale && session.expiresAt > Date.now()) return session
  if (session?.setup) setSession(null, { state: 'unpaired', error: '' })
  if (leading) await renew()
  else if (!kept) await askLeader('renew')
  if (!session && useAgent.getState().state === 'unpaired')
    throw new CallError('与本机助手的配对已结束', { code: 'agent.unpaired', tips: '请重新输入配对码' })
  if (!session && useAgent.getState().state === 'clock')
    throw new CallError('本机时间不准确', { code: 'agent.clock', tips: '请校准本机时间，之后自动连接' })
  if (!session && useAgent.getState().state === 'expired')
    throw new CallError('本机助手很久没有连上云服务，或本机日期不对', {
      code: 'agent.expired',
      tips: '请核对本机的日期和网络，之后自动连接',
    })
  if (!session)
    throw new CallError('未连接本机助手', {
      code: 'agent.absent',
      tips: '请点击右上角「助手」查看；电子凭证可直接扫码',
    })
  return session
}
