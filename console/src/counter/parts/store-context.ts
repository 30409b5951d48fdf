import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import type { Counter } from '../flow/state.ts'
import { captionOf, counterKeys, type KeyAction, remapKeys } from '../keys.ts'
import type { CounterStore } from '../world/store.ts'

const context = createContext<CounterStore | undefined>(undefined)

export const StoreProvider = context.Provider

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

/** Caption of an action's key in this store. */
export const useCaption = (): ((action: KeyAction) => string) => {
  const { area } = useCounter()
  const table = remapKeys(area?.counterKeys, counterKeys)
  return (action) => captionOf(action, table)
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
