import { create } from 'zustand'

interface Link {
  /** Whether the cloud service answered last time. */
  server: 'ok' | 'down'
  /** Unix ms since when, of the last change. */
  since: number
}

/** What the calls themselves show about the way to the cloud service; how the centre stands it tells itself (Centre/State). */
export const useLink = create<Link>(() => ({ server: 'ok', since: Date.now() }))

export const reportLink = ({ server }: Pick<Link, 'server'>): void => {
  if (useLink.getState().server !== server) useLink.setState({ server, since: Date.now() })
}
