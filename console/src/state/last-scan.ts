import { create } from 'zustand'

/** When a scanner last wrote into the counter of this page, Unix ms: an unplugged one cannot be seen (ux 9.3). Stored nowhere. */
export const useLastScan = create<{ at: number | undefined }>(() => ({ at: undefined }))
