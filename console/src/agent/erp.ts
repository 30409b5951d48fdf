import type { ErpDraft, ErpFrame } from '@yibao/shared/agent/erp.ts'
import { CallError } from '../api/error.ts'
import { hasEnded } from '../api/transport.ts'
import { isLocked, useLock } from '../state/lock.ts'
import { useMe } from '../state/me.ts'
import { inFrame } from '../state/place.ts'
import { ownerOf, sessionOwner } from '../state/session.ts'
import { onHostFrame, sendToHost } from './erp-host.ts'
import { standInFront } from './front.ts'
import { onAgentEvent } from './news.ts'
import { isAway, reach, usable } from './reach.ts'
import { runVerb } from './run.ts'
import { useAgent } from './store.ts'

/** The first two are SPEC 8's, letter by letter. */
const erpTexts = {
  notReady: 'sendFrameMessage未实现',
  notInErp: '不运行在ERP环境',
  refused: 'ERP 程序出错，没有收下消息',
} as const

/**
 * Who has a frame now: whoever holds the page may lose it, the agent keeps it until the ERP has acknowledged it, or knows
 * that it has.
 */
export type Carrier = 'host' | 'agent' | 'acked'

/**
 * Sends a frame: whoever holds the page first, else the agent (DESIGN 8), unless that is known to keep it already. A box
 * that threw may have taken it all the same: the agent's is the same frame, which counts once.
 */
export const sendFrame = async (frame: ErpDraft, kept = false): Promise<Carrier> => {
  const host = await sendToHost(frame)
  if (host === 'given') return 'host'
  if (await reach()) {
    return !kept && (await runVerb('erp.send', frame)).acked ? 'acked' : 'agent'
  }
  if (host === 'refused')
    throw new CallError(erpTexts.refused, {
      code: 'erp.refused',
      tips: '请从 ERP 重新打开本页；仍然如此请联系 ERP 厂商',
    })
  // An agent that was there once would have taken it: what helps is to look for that one.
  const away = isAway(useAgent.getState().state)
  const tips = away ? '本机助手没有应答，请点击右上角「助手」查看' : undefined
  throw inFrame()
    ? new CallError(erpTexts.notReady, {
        code: away ? 'agent.stopped' : 'erp.notReady',
        tips: tips ?? '请从 ERP 重新打开',
      })
    : new CallError(`${erpTexts.notInErp} ${JSON.stringify(frame)}`, {
        code: away ? 'agent.stopped' : 'erp.none',
        tips,
      })
}

/** ms after which frames that could not be read are asked for again. */
const readAgainMs = 3000

/** What the ERP sent while no page was there: frames that nobody has acknowledged, oldest first. */
const waiting = async (): Promise<readonly ErpFrame[]> =>
  usable() ? (await runVerb('erp.list', { pending: true })).frames : []

/** Whether this window still shows a session that is this browser's: it ended, or somebody has taken another one. */
const isOver = (): boolean => {
  const { me } = useMe.getState()
  return hasEnded() || (me !== null && ownerOf(me.user) !== sessionOwner())
}

/**
 * A listener that is given the bills only while somebody can serve them: under the lock they wait unacknowledged, and
 * so they do in a window whose session is over, which takes nothing to the counter of whoever comes next. After a reload
 * the ERP or the agent brings them again. The answer stops waiting.
 */
const whileServed = (listener: (frame: ErpFrame) => void) => {
  let held: ErpFrame[] = []
  const give = (frame: ErpFrame) => {
    if (frame.type !== 'ack' && (isLocked() || isOver())) held.push(frame)
    else listener(frame)
  }
  const end = useLock.subscribe(({ locked }) => {
    if (locked) return
    const waited = held
    held = []
    waited.forEach(give)
  })
  return { give, end }
}

/**
 * Frames of the ERP as they arrive, and those that arrived while the page was away; the same frame may come twice. Of
 * several windows the one in front takes the agent's bills, and another one, when it comes to the front, those that nobody
 * has taken: what two have is settled in one and lies in the other. A bill of whoever holds this page is this page's.
 * Returns the unsubscriber; use it in an effect, so that a hidden tab takes none.
 */
export const onFrame = (listener: (frame: ErpFrame) => void): (() => void) => {
  const { give, end: endWaiting } = whileServed(listener)
  let listening = true
  let again: ReturnType<typeof setTimeout> | undefined
  const giveInFront = (frame: ErpFrame) => {
    if (frame.type === 'ack' || front.isFront()) give(frame)
  }
  const catchUp = async () => {
    clearTimeout(again)
    const frames = await waiting().catch(() => undefined)
    if (!listening) return
    // Of each the agent has told once: what cannot be read now is read in a while, or it would wait for a reload.
    if (frames) frames.forEach(giveInFront)
    else again = setTimeout(catchUp, readAgainMs)
  }
  const front = standInFront('yibao-bills', () => void catchUp())
  void catchUp()
  const ends = [
    endWaiting,
    front.end,
    () => {
      listening = false
      clearTimeout(again)
    },
    onHostFrame(give),
    onAgentEvent(({ event, data }) => {
      if (event === 'erp.frame') giveInFront(data as ErpFrame)
      else if (event === 'reset') void catchUp()
    }),
  ]
  return () => {
    for (const end of ends) end()
  }
}
