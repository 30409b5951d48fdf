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
 * Runs `lead` in one tab at a time: when the leading tab closes or resigns the next one takes over (Web Locks; not a
 * worker, which cannot ask for the permission: agent.md 3.5). Without Web Locks every tab leads itself. Returns what
 * resigns, or takes the tab out of the line.
 */
export const becomeLeader = (name: string, lead: () => void): (() => void) => {
  if (!navigator.locks) {
    lead()
    return () => undefined
  }
  const control = new AbortController()
  let release = () => control.abort()
  const held = () => {
    lead()
    // Until the tab goes.
    return new Promise<void>((resolve) => {
      release = resolve
    })
  }
  navigator.locks.request(name, { signal: control.signal }, held).catch((error) => {
    if (!control.signal.aborted) throw error
  })
  return () => release()
}
