import type { SpinProps } from 'antd'

/**
 * `loading` of a table. antd makes the whole of it a live region: each page, and each name that comes for a code, would be
 * read aloud row by row before anything else is.
 */
export const waiting = (spinning: boolean): SpinProps & { 'aria-live': 'off' } => ({
  spinning,
  delay: 300,
  'aria-live': 'off',
})
