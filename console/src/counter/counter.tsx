import { useEffect, useRef, useState } from 'react'
import { lateOf } from '../kit/late/late-of.ts'
import { takeOver } from '../state/hand-over.ts'
import { useLastScan } from '../state/last-scan.ts'
import css from './counter.module.css'
import { Dialogs } from './dialogs/dialogs.tsx'
import { served } from './flow/customer.ts'
import type { CounterEvent } from './flow/events.ts'
import { counterKeys, type KeyAction, remapKeys } from './keys.ts'
import { seldom } from './late.ts'
import { ActionBar } from './parts/action-bar.tsx'
import { BasketGrid } from './parts/basket-grid.tsx'
import { BenefitsPanel } from './parts/benefits-panel.tsx'
import { MessageLine } from './parts/message-line.tsx'
import { MoneyPanel } from './parts/money-panel.tsx'
import { PersonPanel } from './parts/person-panel.tsx'
import { media, ReadingBar } from './parts/reading-bar.tsx'
import { reveal } from './parts/reveal.ts'
import { StoreProvider, useCounter } from './parts/store-context.ts'
import { usePc } from './parts/use-pc.ts'
import { useSize } from './parts/use-size.ts'
import { useStep } from './parts/use-step.ts'
import { type CounterPorts, PortsProvider } from './ports.ts'
import { handleScan } from './world/handle-scan.ts'
import { listenForKeys } from './world/key-listener.ts'
import { listenForScans } from './world/scan-listener.ts'
import { type CounterStore, createCounterStore } from './world/store.ts'

interface Props {
  ports: CounterPorts
  /** Whether server and agent can be reached, as events tell it. */
  link: {
    online: boolean
    agent: boolean
    fault?: boolean
    unfit?: Extract<CounterEvent, { type: 'linked' }>['unfit']
    silent?: string | undefined
    minutesOff?: number
  }
  /** The names of 医疗类别 as the dictionary has them by now. */
  kinds?: Extract<CounterEvent, { type: 'kindsNamed' }>['kinds'] | undefined
}

const NextBar = lateOf(seldom, 'NextBar')
const Steps = lateOf(seldom, 'Steps')

/** The counter screen (ux 2): the flow decides, this shows. Give it the same `ports` for as long as it lives. */
export const CounterScreen = ({ ports, link, kinds }: Props) => {
  const [store] = useState(() => createCounterStore(ports))
  const loaded = useRef(false)
  useEffect(() => {
    if (!loaded.current) void store.load()
    loaded.current = true
    const event = takeOver()
    if (event) store.dispatch(event)
    const stops = [store.listen(), ports.beforeLeave(store.mayLeave)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [store, ports])
  useEffect(() => {
    if (kinds) store.dispatch({ type: 'kindsNamed', kinds })
  }, [store, kinds])
  const { online, agent, fault, unfit, silent, minutesOff } = link
  const noStore = !ports.me.storeId
  useEffect(
    () => store.dispatch({ type: 'linked', online, agent, fault, noStore, unfit, silent, minutesOff }),
    [store, online, agent, fault, noStore, unfit, silent, minutesOff],
  )
  return (
    <PortsProvider value={ports}>
      <StoreProvider value={store}>
        <Screen store={store} />
      </StoreProvider>
    </PortsProvider>
  )
}

/** What a key has finished goes back to the scan box, as a click on its button does (ux 2.2). */
const staysPut: readonly KeyAction[] = ['close', 'hold', 'unused', 'quantity']

const scanBox = (root: HTMLElement | null) => root?.querySelector<HTMLInputElement>('[data-scan-box]') ?? null

/** What each key does. Everything is an event of the flow; the screen decides nothing. */
const actionOf = (store: CounterStore, root: HTMLElement | null): Record<KeyAction, () => void> => {
  const { dispatch, get } = store
  const read = (i: number) => () => dispatch({ type: 'read', medium: media[i]!.medium })
  const lastQuantity = () => {
    const { lines, flash } = get()
    const last = lines.find(({ id }) => id === flash?.line) ?? lines[lines.length - 1]
    if (last) dispatch({ type: 'openLine', line: last.id, types: true })
  }
  return {
    read: () => dispatch({ type: 'read' }),
    medium1: read(0),
    medium2: read(1),
    medium3: read(2),
    medium4: read(3),
    disease: () => dispatch({ type: 'open', dialog: 'disease' }),
    prescription: () => dispatch({ type: 'open', dialog: 'prescription' }),
    help: () => dispatch({ type: 'open', dialog: 'keys' }),
    presettle: () => dispatch({ type: 'presettle' }),
    settle: () => dispatch({ type: 'settle' }),
    print: () => dispatch({ type: 'print' }),
    park: () => dispatch({ type: 'park' }),
    clear: () => dispatch({ type: 'clear' }),
    quantity: lastQuantity,
    removeLast: () => dispatch({ type: 'removeLast' }),
    hold: () => dispatch({ type: 'held' }),
    unused: () => undefined,
    // A dialog closes itself; here Esc stops a reading and brings the focus back, and never leaves a customer.
    close: () => {
      if (get().dialog || root?.querySelector('[data-layer]')) return
      if (get().reading) dispatch({ type: 'cancelRead' })
      else scanBox(root)?.focus({ preventScroll: true })
    },
  }
}

/** Where a button does something at once and is done with it. */
const acts = 'nav, fieldset, [data-key]'

const Screen = ({ store }: { store: CounterStore }) => {
  const root = useRef<HTMLDivElement>(null)
  const state = useCounter()
  const [step, setStep] = useStep()
  const size = useSize(root)
  const narrow = size.includes('lt992')
  const hand = usePc().leftHanded ? 'left' : undefined

  useEffect(() => {
    const box = root.current
    const focusScan = () => scanBox(box)?.focus({ preventScroll: true })
    const actions = actionOf(store, box)
    const stopScans = listenForScans((code) => {
      useLastScan.setState({ at: Date.now() })
      handleScan(store, code)
    })
    const stopKeys = listenForKeys({
      table: () => remapKeys(store.get().area?.counterKeys, counterKeys),
      dialogOpen: () => store.get().dialog !== undefined,
      run: (action) => {
        actions[action]()
        if (!staysPut.includes(action) && !store.get().dialog) focusScan()
      },
      scanBox: () => scanBox(root.current),
      numLockOff: () => store.dispatch({ type: 'numLockOff' }),
      holds: () => served(store.get()),
    })
    // After a click on an action the hand is free again: the next scan or search needs the box.
    const onClick = ({ target }: MouseEvent) => {
      if (!store.get().dialog && target instanceof Element && target.closest('button')?.closest(acts)) focusScan()
    }
    box?.addEventListener('click', onClick)
    focusScan()
    return () => {
      stopScans()
      stopKeys()
      box?.removeEventListener('click', onClick)
    }
  }, [store])

  // In a low window what a step is about lies behind the line and the button that stay in sight (ux 9.6).
  useEffect(() => {
    const panel = root.current?.querySelector(`[data-panel="${step}"]`)
    reveal(panel?.querySelector('[data-flash]') ?? panel)
  }, [step])

  // Whatever closed and gave the focus back to nobody, as the preview of the kit: the next scan or search needs the box.
  const layer = state.dialog?.kind
  useEffect(() => {
    if (!layer && document.activeElement === document.body) scanBox(root.current)?.focus({ preventScroll: true })
  }, [layer])

  return (
    <div
      ref={root}
      className={css.counter}
      data-counter
      data-step={step}
      data-size={size}
      data-hand={hand}
      data-phase={state.phase}
    >
      <ReadingBar />
      {narrow && (
        // Its row is kept while its code comes: the basket would stand in it.
        <div className={css.steps}>
          <Steps step={step} onStep={setStep} />
        </div>
      )}
      <div className={css.middle}>
        <div className={css.left}>
          <PersonPanel />
          <BenefitsPanel />
        </div>
        <BasketGrid />
        <MoneyPanel />
      </div>
      <MessageLine />
      <ActionBar />
      {narrow && <NextBar />}
      <Dialogs />
    </div>
  )
}
