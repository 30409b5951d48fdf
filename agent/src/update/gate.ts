/** Hours in which a store sells, Asia/Shanghai: nothing is switched from the first to before the second (agent.md 5.4). */
const storeHours = { open: 8, close: 20 } as const

/** Whether a store may be selling at this moment (unix ms). China keeps UTC+8 all year. */
export const isStoreOpen = (nowMs: number): boolean => {
  const hour = new Date(nowMs + 8 * 3600_000).getUTCHours()
  return hour >= storeHours.open && hour < storeHours.close
}

/** What the gateway is busy with. */
export interface Work {
  /** requests that a device or the desk is working on, or that are on their way to the server */
  calls: number
  /** slips that are being handed to a printer */
  jobs: number
}

/** Why an update must wait, or undefined. `forced` lifts the hours, never the work. */
export const waitsFor = (nowMs: number, { calls, jobs }: Work, forced: boolean): 'work' | 'hours' | undefined => {
  if (calls > 0 || jobs > 0) return 'work'
  return !forced && isStoreOpen(nowMs) ? 'hours' : undefined
}
