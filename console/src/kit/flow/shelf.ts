import type { LogLine } from './log.ts'
import type { FlowState } from './model.ts'
import type { Values } from './types.ts'

/** What of a flow is kept on this PC. */
export interface Kept {
  state: FlowState
  log: LogLine[]
  /** What was typed, by step; secrets are never among it. */
  values: Record<string, Values>
}

const keyOf = (id: string) => `yibao.flow.${id}`

/** A flow's state on a shelf, localStorage in the product. Forbidden or spoilt storage is an empty shelf. */
export const flowShelf = (shelf: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) => ({
  read(id: string): Kept | undefined {
    try {
      const { state, log, values } = JSON.parse(shelf().getItem(keyOf(id)) ?? 'null') as Kept
      return typeof state.at === 'string' && typeof state.steps === 'object' && Array.isArray(log)
        ? { state, log, values: values ?? {} }
        : undefined
    } catch {
      return undefined
    }
  },
  write(id: string, kept: Kept): void {
    try {
      shelf().setItem(keyOf(id), JSON.stringify(kept))
    } catch {
      // The flow then lives as long as the page, which is no reason to stop it.
    }
  },
  clear(id: string): void {
    try {
      shelf().removeItem(keyOf(id))
    } catch {
      // Nothing is kept where nothing may be.
    }
  },
})

/** The flows that this browser keeps until they are done. */
export const thisPcFlows = flowShelf(() => localStorage)
