import { useSyncExternalStore } from 'react'
import { type PcSettings, thisPc } from '../world/pc.ts'

/** Settings of this PC, as they are now. */
export const usePc = (): PcSettings => useSyncExternalStore(thisPc.subscribe, thisPc.get)
