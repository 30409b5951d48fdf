import { late } from './late.tsx'

// Parts of a list that most lists do not show at first.

/** Below 992 px only. */
export const Cards = late(async () => ({ default: (await import('../list/cards.tsx')).Cards }))
/** Once rows are ticked. */
export const Picked = late(async () => ({ default: (await import('../list/picked.tsx')).Picked }))
/** Of a page of many rows. */
export const WindowedTable = late(async () => ({
  default: (await import('../list/windowed/windowed-table.tsx')).WindowedTable,
}))
/** A saved question that somebody pinned. */
export const CheckableTag = late(() => import('./checkable-tag.ts'))
