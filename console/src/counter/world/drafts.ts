import type { Draft } from '../flow/kept-draft.ts'

/** Where drafts live; localStorage in the product. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const prefix = 'yibao.counter.draft'
/** ms another window has to say that a draft is its own. */
const patience = 250

interface Owner {
  userId: string
  /** An operator who works in another store from now on leaves this one's basket: its goods, orders and centre are not there. */
  storeId: string | undefined
  tabId: string
  /** Names this browser window: kept over F5, lost with the window. */
  windowId: string
  /** Holds a name for this window; false where another living window has it, whose copy this one is (复制标签页). */
  hold?: (name: string) => Promise<boolean>
  /** A name of its own for such a copy. */
  rename?: () => string
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
 * The drafts of one counter: its own by user, store, tab and window, and those of windows that died (N2: a killed browser loses
 * no basket; two open windows never take each other's).
 */
export const draftShelf = (shelf: Shelf, { userId, storeId, tabId, windowId, hold, rename }: Owner) => {
  const mine = `${prefix}:${userId}@${storeId}:${tabId}:`
  /** The version before knew no store: what it left is this one's, so that a basket, or money owed, outlives the update. */
  const unstored = `${prefix}:${userId}:${tabId}:`
  let own = mine + windowId
  /** A window holds this name and no other: one that runs the version before knows its copy by it, and is known. */
  const name = () => unstored + own.slice(mine.length)
  /** Before the name is this window's, what is kept under it may be another one's. */
  let named = !hold
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(prefix) : undefined
  const live = new Set<string>()
  channel?.addEventListener('message', ({ data }: MessageEvent<{ ask?: true; key?: string }>) => {
    if (data.ask) for (const key of [own, name()]) channel.postMessage({ key })
    else if (data.key) live.add(data.key)
  })

  const keys = () =>
    Array.from({ length: shelf.length }, (_, i) => shelf.key(i)).filter(
      (key): key is string => (key?.startsWith(mine) || key?.startsWith(unstored)) ?? false,
    )
  const read = (key: string) => {
    const draft = parse(shelf.getItem(key))
    return draft ? [{ key, draft }] : []
  }
  const take = ({ key, draft }: { key: string; draft: Draft }) => {
    shelf.removeItem(key)
    return draft
  }

  return {
    save(draft: Draft | undefined) {
      if (!named) return
      try {
        if (draft) shelf.setItem(own, JSON.stringify(draft))
        else shelf.removeItem(own)
      } catch {
        // A full or forbidden storage must not stop a sale; parking keeps the basket on the server.
      }
    },
    /** This window's draft, else the newest one whose window no longer answers. It becomes this window's. */
    async find(): Promise<Draft | undefined> {
      if (hold && rename && !(await hold(name()))) {
        own = mine + rename()
        await hold(name())
      }
      named = true
      const kept = parse(shelf.getItem(own))
      if (kept) return kept
      const [before] = read(name())
      if (before) return take(before)
      const others = keys().filter((key) => key !== own)
      if (others.length === 0) return undefined
      channel?.postMessage({ ask: true })
      await new Promise((resolve) => setTimeout(resolve, patience))
      const orphans = others
        .filter((key) => !live.has(key))
        .flatMap(read)
        .sort((a, b) => b.draft.at - a.draft.at)
      return orphans[0] && take(orphans[0])
    },
    close: () => channel?.close(),
  }
}

/** Names that this document holds: a counter that is closed and opened again in it is the same window. */
const held = new Set<string>()

/** Holds a name until this document ends; false where another one has it. Without Web Locks nobody can tell. */
export const holdName = (name: string): Promise<boolean> =>
  new Promise((resolve) => {
    if (held.has(name) || !navigator.locks) return resolve(true)
    const taken = (lock: Lock | null) => {
      if (lock) held.add(name)
      resolve(lock !== null)
      return lock ? new Promise<void>(() => undefined) : undefined
    }
    navigator.locks.request(name, { ifAvailable: true }, taken).catch(() => resolve(true))
  })

const windowKey = 'yibao.counter.window'

/** Name of this browser window; a new one is made with `make`, `anew` even where it has one. */
export const windowName = (session: Pick<Storage, 'getItem' | 'setItem'>, make: () => string, anew = false): string => {
  const known = session.getItem(windowKey)
  if (known && !anew) return known
  const name = make()
  session.setItem(windowKey, name)
  return name
}
