import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { inFrame } from '../../state/place.ts'
import type { Counter } from '../flow/state.ts'
import { captionOf, counterKeys, type KeyAction, type KeyRow, remapKeys, withKeysOf } from '../keys.ts'
import { aloneWords, byFinger, fingerWords, readerlessWords } from '../own-words.ts'
import type { CounterStore } from '../world/store.ts'

const context = createContext<CounterStore | undefined>(undefined)

export const StoreProvider = context.Provider

/** The counter's store, inside its screen. */
export const useStore = (): CounterStore => {
  const store = useContext(context)
  if (!store) throw new Error('a part of the counter outside of it')
  return store
}

/** The counter's state; the part renders when it changes. */
export const useCounter = (): Counter => {
  const { subscribe, get } = useStore()
  return useSyncExternalStore(subscribe, get)
}

/** The keys of this store. */
export const useKeys = (): readonly KeyRow[] => {
  const { area } = useCounter()
  return remapKeys(area?.counterKeys, counterKeys)
}

/** Caption of an action's key in this store. */
export const useCaption = (): ((action: KeyAction) => string) => {
  const table = useKeys()
  return (action) => captionOf(action, table)
}

/**
 * What makes a text that names the standard keys this counter's own: with the keys of the store or the names of the
 * buttons, and without the ERP where there is none.
 */
export const useOwnKeys = (): ((text: string) => string) => {
  const table = useKeys()
  const { erp, link } = useCounter()
  const reads = (text: string) => (link.agent ? text : readerlessWords(text))
  const pressed = byFinger() ? (text: string) => reads(fingerWords(text)) : withKeysOf(table)
  return inFrame() || erp ? pressed : (text) => aloneWords(pressed(text))
}

/** Whole seconds since `since`; counts only while `running`. */
export const useSeconds = (since: number, running: boolean): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!running) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [running])
  return running ? Math.max(0, Math.floor((now - since) / 1000)) : 0
}
