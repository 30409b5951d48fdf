import { ybConfig } from '@yibao/shared/calls/base.ts'
import { card } from '@yibao/shared/calls/card.ts'
import { pcShelf, windowShelf } from '../../state/storage.ts'
import { draftOf } from '../flow/draft.ts'
import type { Effect, EffectName } from '../flow/effects.ts'
import { unheard } from '../flow/erp/result.ts'
import type { CounterEvent } from '../flow/events.ts'
import { type Counter, emptyCounter } from '../flow/state.ts'
import { editable, locked } from '../flow/step.ts'
import { reduce } from '../flow.ts'
import type { CounterPorts } from '../ports.ts'
import { billBook } from './bills.ts'
import { moneyCalls, parkCalls, personCalls } from './calls.ts'
import { draftShelf, holdName, windowName } from './drafts.ts'
import { erpLink } from './erp.ts'
import { lately } from './lately.ts'
import { thisPc } from './pc.ts'
import { playTone } from './sound.ts'
import type { Dispatch, WorldOf } from './world.ts'

const pages = { agent: '/tools', printer: '/tools', clock: '/tools' } as const

/** The counter of one tab: state, the only way to change it, and the world that carries out what the flow asks for. */
export const createCounterStore = (ports: CounterPorts) => {
  const { me, newKey, tabId } = ports
  const { medium } = thisPc.get()
  let state: Counter = { ...emptyCounter({ settle: me.settle, reverse: me.reverse, price: me.price }), medium }
  let unheardBefore = 0
  const listeners = new Set<() => void>()
  const windowId = windowName(windowShelf, newKey)
  const rename = () => windowName(windowShelf, newKey, true)
  const { userId, storeId } = me
  const drafts = draftShelf(pcShelf, { userId, storeId, tabId, windowId, hold: holdName, rename })

  const dispatch: Dispatch = (event: CounterEvent) => {
    const at = Date.now()
    const next = reduce(state, event, at)
    const changed = next.state !== state
    if (next.state.medium !== state.medium) thisPc.change({ medium: next.state.medium })
    state = next.state
    // Stored before anything leaves: after a crash in the middle the order is known.
    if (changed) {
      drafts.save(draftOf(state, at))
      ports.dirty(state.lines.length > 0 && state.phase !== 'settled' && state.phase !== 'reversed')
      const late = unheard(state).length
      if (late !== unheardBefore) ports.erp.unheard(late, () => dispatch({ type: 'erpAgain' }))
      unheardBefore = late
      ports.underWay(state.reading !== undefined || state.phase === 'presettling' || locked(state))
      for (const listener of listeners) listener()
    }
    for (const effect of next.effects) carryOut(effect)
    // The question was answered in another way, or parking did not work: the person stays.
    if (state.dialog?.kind !== 'leave') answerLeave(false)
  }

  let leaving: ((may: boolean) => void) | undefined
  const answerLeave = (may: boolean) => {
    leaving?.(may)
    leaving = undefined
  }

  const bills = billBook(pcShelf, Date.now)
  /** Who looks after what was told of bills; where that part cannot be read, the next change is looked at. */
  const billWatch = () =>
    ports.seldom().then(
      (seldom) => seldom.billWatch(ports, bills, dispatch),
      () => undefined,
    )
  /** Until it is known what the window before has left: an ERP opens the page and brings its bill at once. */
  let finding: Promise<void> | undefined
  const afterDraft: Dispatch = (event) => void (finding ? finding.then(() => dispatch(event)) : dispatch(event))
  const erp = erpLink(ports, bills.note, afterDraft)
  const silent = { silent: true } as const
  const readArea = () =>
    ports.callServer(ybConfig.pullMedicalUI, {}, silent).then((known) => {
      dispatch({ type: 'areaKnown', area: known })
    })

  const world: WorldOf<EffectName> = {
    ...personCalls(ports, dispatch),
    ...moneyCalls(ports, dispatch),
    ...parkCalls(ports, dispatch),
    ...lately(ports, dispatch),
    ...erp.world,
    // What is not answered is asked for again with the next change.
    readArea: () => void readArea().catch(() => undefined),
    relogin: () => ports.relogin(),
    goTo: ({ what }) => ports.go(pages[what]),
    leave: () => answerLeave(true),
    sound: ({ tone }) => {
      // The store's setting first, then this PC's; the words on the screen say the same.
      if (state.area?.counterSound !== false && thisPc.get().sound) playTone(tone)
    },
    later: ({ ms, event }) => void setTimeout(() => dispatch(event), ms),
  }
  const carryOut = (effect: Effect) => {
    const run = world[effect.do] as (effect: Effect) => unknown
    void run(effect)
  }

  /** The bill on the counter may have been settled in another window, or at another PC. */
  const lookBill = () => {
    const { erp, turn } = state
    if (erp && editable(state)) carryOut({ do: 'askBill', turn, billNo: erp.billNo })
  }

  const load = async () => {
    const area = readArea()
    const options = ports.callServer(card.pageDropDown, {}, silent).then((known) => {
      dispatch({ type: 'optionsKnown', options: known })
    })
    // A storage that cannot be read holds no bill up.
    const left = drafts.find().catch(() => undefined)
    let since: number | undefined
    finding = left.then((draft) => {
      finding = undefined
      since = draft?.at
      if (draft) dispatch({ type: 'restored', draft, key: newKey() })
      lookBill()
    })
    // Without its settings the counter still reads and sells; what it lacks is asked for again with the next opening.
    await Promise.allSettled([area, options, finding])
    if (me.settle) carryOut({ do: 'openOrders', since })
    carryOut({ do: 'listParked' })
  }

  return {
    get: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    dispatch,
    /** Whether the page may be left: an open basket is parked first, or the person stays (M38). */
    mayLeave: () =>
      new Promise<boolean>((resolve) => {
        answerLeave(false)
        leaving = resolve
        dispatch({ type: 'leave' })
      }),
    /** Reads settings and what was left behind; once per store. */
    load,
    /** Listens to server and ERP for as long as the page is visible; the answer stops it. */
    listen: () => {
      // Another tab was in front, or the line was cut: nobody was told of what a pharmacist said, or somebody took back.
      const catchUp = () => {
        if (bills.since()) void billWatch().then((watch) => watch?.catchUp())
        lookBill()
        for (const { id } of state.rxWaiting) dispatch({ type: 'rxChanged', id })
      }
      catchUp()
      const stops = [
        ports.onAnew(catchUp),
        ports.onOrderChanged((orderId) => {
          dispatch({ type: 'orderChanged', orderId })
          if (bills.toldOf(orderId)) void billWatch().then((watch) => watch?.changed(orderId))
          lookBill()
        }),
        ports.onRxChanged((id) => dispatch({ type: 'rxChanged', id })),
        erp.listen(),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

export type CounterStore = ReturnType<typeof createCounterStore>
