import { create } from 'zustand'
import { isCounter, type Tab } from './tabs.ts'

/** What the answers say about the roles of whoever is signed in. */
interface Rights {
  /** The mark under which menus and buttons were read; '' before the first answer. */
  mark: string
  /** An answer had another one since. */
  changed: boolean
}

const unread: Rights = { mark: '', changed: false }
/** Under which mark menus and buttons were read, and whether they are old. */
export const useRights = create<Rights>(() => unread)

/** Menus and buttons are about to be read: the next answer says under which mark. */
export const readingRights = (): void => useRights.setState(unread)

/** They could not be read: what is shown is still that of before. */
export const rightsUnread = (): void => useRights.setState({ changed: true })

/** What an answer says: no timer asks for it. */
export const reportRights = (served: unknown): void => {
  const { mark, changed } = useRights.getState()
  if (typeof served !== 'string' || served === mark || changed) return
  useRights.setState(mark ? { changed: true } : { mark: served })
}

/** Whether they are to be read again now: never while a purchase is open, whose tab a lost right would close. */
export const isStale = ({ changed }: Rights, tabs: readonly Tab[]): boolean =>
  changed && !tabs.some((tab) => tab.dirty && isCounter(tab.name))
