import { create } from 'zustand'

interface Link {
  /** Whether the cloud service answered last time. */
  server: 'ok' | 'down'
  /** Whether the insurance centre answered the cloud last time, as far as answers tell. */
  centre: 'ok' | 'down' | 'unknown'
  /** Unix ms since when, of the last change. */
  since: number
}

/** What the calls themselves show about the way to the centre: the light 医保中心 lives on it, nothing is polled. */
export const useLink = create<Link>(() => ({ server: 'ok', centre: 'unknown', since: Date.now() }))

export const reportLink = (news: Partial<Pick<Link, 'server' | 'centre'>>): void => {
  const now = useLink.getState()
  const changed = Object.entries(news).some(([key, value]) => now[key as 'server' | 'centre'] !== value)
  if (changed) useLink.setState({ ...news, since: Date.now() })
}
