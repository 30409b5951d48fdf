import { go } from './go.ts'
import { setSlice } from './tab-store.ts'
import { idOf } from './tabs.ts'

/** A record that a list is asked to show: filters that leave it alone, its node in the tree beside, its row's key. */
export interface AskedRecord {
  filters: Record<string, unknown>
  node?: string
  key?: string
}

/** Name of the slice in which a list finds what it is asked to show (kit/list/use-asked.ts). */
export const askedSlice = 'asked'

/** Opens the page of a list and has it show one record; the list itself decides what of that its address may carry. */
export const showRecord = (path: string, { node, ...asked }: AskedRecord): void => {
  const id = idOf(path)
  setSlice(id, 'node', node ?? '')
  setSlice(id, askedSlice, asked)
  go(path)
}
