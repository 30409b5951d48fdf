/** Messages between the tabs of one browser profile. */
export interface Channel<M> {
  send: (message: M) => void
  close: () => void
}

/** A channel to the other tabs; where BroadcastChannel is missing each tab is on its own. */
export const openChannel = <M>(name: string, onMessage: (message: M) => void): Channel<M> => {
  if (typeof BroadcastChannel !== 'function') return { send: () => undefined, close: () => undefined }
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: MessageEvent<M>) => onMessage(data)
  return { send: (message) => channel.postMessage(message), close: () => channel.close() }
}

/**
 * Runs `lead` in one tab at a time: when the leading tab closes the next one takes over (Web Locks; not a worker,
 * which cannot ask for the permission: agent.md 3.5). Without Web Locks every tab leads itself.
 */
export const becomeLeader = (name: string, lead: () => void): void => {
  if (!navigator.locks) {
    lead()
    return
  }
  void navigator.locks.request(name, () => {
    lead()
    // Held until the tab goes.
    return new Promise<never>(() => undefined)
  })
}
