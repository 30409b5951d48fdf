import { create } from 'zustand'

/** How the counter stands with the ERP that holds this page; what of it a light shows. No wire is in here. */
export const useErpStanding = create<{
  /** Whoever frames this page has greeted it. */
  greeted: boolean
  /** Results that were told and that the ERP has not acknowledged in time. */
  waiting: number
  resend: () => void
}>(() => ({ greeted: false, waiting: 0, resend: () => undefined }))

/** Whether frames reach whoever holds this page: a box that takes them, or a page that has greeted us. */
export const hostHears = (): boolean =>
  useErpStanding.getState().greeted ||
  typeof (globalThis as { sendFrameMessage?: unknown }).sendFrameMessage === 'function'
