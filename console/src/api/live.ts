import { create } from 'zustand'

// Events of the server for pages: the shell keeps the one socket and hands on what arrives.

/** Events by name with what they carry: ids only, never personal data. */
export interface LiveEvents {
  'order.changed': { orderId: string }
  'reconciliation.changed': Record<string, unknown>
  /** A prescription of a store in view was typed in, reviewed or changed. */
  'rx.changed': { rxId: string }
  /** Codes of this area have other names, or are others. */
  'dictionary.changed': Record<string, never>
  /** The centre of this area began to answer, slowly or not, or ceased to. */
  'centre.changed': Record<string, never>
  /** A notice for this person was published, or taken back. */
  message: { id: string }
  messageWithdrawn: { id: string }
  /** An agent of a store in view told something new. */
  'agent.changed': { agentId: string }
  /** What this person asked of an agent is done. */
  'agent.command': { agentId: string; commandId: string }
  /** A long piece of work of this person went on; its texts are asked for. */
  progress: { progressId: string; percentage: number; finished: boolean }
  /**
   * The line stands, for the first time or again, or the server itself missed something: what happened before was told to
   * nobody, so whoever waits for an event looks for himself.
   */
  anew: Record<string, never>
}
export type LiveEvent = keyof LiveEvents

/** Whether events arrive at the moment: what is asked by time otherwise need not be asked then. */
export const useLiveLink = create<{ connected: boolean }>(() => ({ connected: false }))

/** How many dialogs follow a piece of work that has not ended: what it changes step by step is read once, behind it. */
export const useFollowing = create<{ count: number }>(() => ({ count: 0 }))

type Listener = (payload: never) => void
const listeners = new Map<LiveEvent, Set<Listener>>()

/** Listens to an event for as long as the answer is not called. */
export const onLive = <E extends LiveEvent>(event: E, listener: (payload: LiveEvents[E]) => void): (() => void) => {
  const known = listeners.get(event) ?? new Set<Listener>()
  listeners.set(event, known.add(listener))
  return () => known.delete(listener)
}

/** Listens to an event that may have been missed: `anew` calls the listener too, without a payload. */
export const onNews = <E extends Exclude<LiveEvent, 'anew'>>(
  event: E,
  listener: (payload?: LiveEvents[E]) => void,
): (() => void) => {
  const ends = [onLive(event, listener), onLive('anew', () => listener())]
  return () => {
    for (const end of ends) end()
  }
}

/** Tells everybody who listens; called by the shell's socket alone. */
export const tellLive = <E extends LiveEvent>(event: E, payload: LiveEvents[E]): void => {
  for (const listener of listeners.get(event) ?? []) (listener as (payload: LiveEvents[E]) => void)(payload)
}
