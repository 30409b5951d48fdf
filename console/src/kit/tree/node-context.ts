import { createContext } from 'react'

/** What a list knows of the tree beside it. */
interface BesideTree {
  /** Key of the chosen node; undefined without a tree or before a choice. */
  node?: string
  /** Reads the tree again: a change in the list may change its nodes and their counts. */
  refetch?: () => void
  /** Hears what the list is narrowed to: a tree may be of that. */
  narrowed?: (asked: Record<string, unknown>) => void
}

export const NodeContext = createContext<BesideTree>({})
