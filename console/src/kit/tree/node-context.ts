import { createContext } from 'react'
import { viewPrefix } from '../../state/tabs.ts'

/** The chosen node in the address and among what is kept under a name: no call of a list beside a tree has such a field. */
export const nodeField = 'node'
export const nodeKey = viewPrefix + nodeField

/** What a list knows of the tree beside it. */
interface BesideTree {
  /** Key of the chosen node; undefined without a tree or before a choice. */
  node?: string
  /** Only where a tree is. */
  choose?: (node: string | undefined) => void
  /** Reads the tree again: a change in the list may change its nodes and their counts. */
  refetch?: () => void
  /** Hears what the list is narrowed to: a tree may be of that. */
  narrowed?: (asked: Record<string, unknown>) => void
}

export const NodeContext = createContext<BesideTree>({})
