import { create } from 'zustand'

interface Link {
  /** Whether the cloud service answered last time. */
  server: 'ok' | 'down'
  /** Unix ms since when, of the last change. */
  since: number
  /** Minutes that this PC's clock is from the service's; 0 while it is good enough. */
  minutesOff: number
}

/** What the calls themselves show about the way to the cloud service; how the centre stands it tells itself (Centre/State). */
export const useLink = create<Link>(() => ({ server: 'ok', since: Date.now(), minutesOff: 0 }))

/** Whether the server answers; `since` begins anew with a change. */
export const reportLink = ({ server }: Pick<Link, 'server'>): void => {
  if (useLink.getState().server !== server) useLink.setState({ server, since: Date.now() })
}

/**
 * ms: what a clock may be off (ux 5), and below what one that was off is right again: else it would be said anew at each
 * second by which a clock at the limit drifts or an answer is late.
 */
const mostSkew = 60_000
const rightAgain = 45_000
/** ms that a call may take whose answer is to tell of it. */
const quick = 10_000

/** What the Date of an answer says of this PC's clock. `begun`: when it was asked for, Unix ms. */
export const reportClock = (date: unknown, begun: number): void => {
  const now = Date.now()
  const theirs = Date.parse(String(date))
  if (Number.isNaN(theirs) || now < begun || now - begun > quick) return
  // The header counts whole seconds.
  const skew = Math.abs((begun + now) / 2 - theirs - 500)
  const before = useLink.getState().minutesOff
  const minutesOff = skew > (before > 0 ? rightAgain : mostSkew) ? Math.round(skew / 60_000) : 0
  if (before !== minutesOff) useLink.setState({ minutesOff })
}
