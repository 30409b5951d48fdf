import type { Draft } from '../flow/draft.ts'

/** Where drafts live; localStorage in the product. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const prefix = 'yibao.counter.draft'
/** ms another window has to say that a draft is its own. */
const patience = 250

interface Owner {
  userId: string
  tabId: string
  /** Names this browser window: kept over F5, lost with the window. */
  windowId: string
}

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && (value as Draft).version === 1 && Array.isArray((value as Draft).lines)

const parse = (text: string | null): Draft | undefined => {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isDraft(value) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * The drafts of one counter: its own by user, tab and window, and those of windows that died (N2: a killed browser loses
 * no basket; two open windows never take each other's).
 */
export const draftShelf = (shelf: Shelf, { userId, tabId, windowId }: Owner) => {
  const mine = `${prefix}:${userId}:${tabId}:`
  const own = mine + windowId
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(prefix) : undefined
  const live = new Set<string>()
  channel?.addEventListener('message', ({ data }: MessageEvent<{ ask?: true; key?: string }>) => {
    if (data.ask) channel.postMessage({ key: own })
    else if (data.key) live.add(data.key)
  })

  const keys = () =>
    Array.from({ length: shelf.length }, (_, i) => shelf.key(i)).filter(
      (key): key is string => key?.startsWith(mine) ?? false,
    )

  return {
    save(draft: Draft | undefined) {
      try {
        if (draft) shelf.setItem(own, JSON.stringify(draft))
        else shelf.removeItem(own)
      } catch {
        // A full or forbidden storage must not stop a sale; parking keeps the basket on the server.
      }
    },
    /** This window's draft, else the newest one whose window no longer answers. It becomes this window's. */
    async find(): Promise<Draft | undefined> {
      const kept = parse(shelf.getItem(own))
      if (kept) return kept
      const others = keys().filter((key) => key !== own)
      if (others.length === 0) return undefined
      channel?.postMessage({ ask: true })
      await new Promise((resolve) => setTimeout(resolve, patience))
      const orphans = others
        .filter((key) => !live.has(key))
        .flatMap((key) => {
          const draft = parse(shelf.getItem(key))
          return draft ? [{ key, draft }] : []
        })
        .sort((a, b) => b.draft.at - a.draft.at)
      const [newest] = orphans
      if (newest) shelf.removeItem(newest.key)
      return newest?.draft
    },
    close: () => channel?.close(),
  }
}

const windowKey = 'yibao.counter.window'

/** Name of this browser window; a new one is made with `make`. */
export const windowName = (session: Pick<Storage, 'getItem' | 'setItem'>, make: () => string): string => {
  const known = session.getItem(windowKey)
  if (known) return known
  const name = make()
  session.setItem(windowKey, name)
  return name
}
