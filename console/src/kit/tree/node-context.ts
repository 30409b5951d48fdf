import { createContext } from 'react'

/** Key of the node that is chosen in the tree beside a list; undefined without a tree or before a choice. */
export const NodeContext = createContext<string | undefined>(undefined)
