import { BUILD_META } from '@yibao/shared/console-build.ts'
import { create } from 'zustand'
import { isCounter, type Tab } from './tabs.ts'

/** The build this document was loaded with; '' where nobody says (development). */
const own =
  typeof document === 'undefined'
    ? ''
    : (document.querySelector<HTMLMetaElement>(`meta[name=${BUILD_META}]`)?.content ?? '')

interface Newer {
  /** Another build than this document's is served by now; '' while it is the same. */
  build: string
  /** The build about which the person said 稍后. */
  later: string
}

/** Whether the server has a newer console than this window. */
export const useNewer = create<Newer>(() => ({ build: '', later: '' }))

/** What an answer says about the build that is served: no timer asks for it. */
export const reportBuild = (served: unknown, mine = own): void => {
  const build = typeof served === 'string' && mine && served !== mine ? served : ''
  if (typeof served === 'string' && build !== useNewer.getState().build) useNewer.setState({ build })
}

/** Not now: asked again only for the build after this one. */
export const putOff = (): void => useNewer.setState(({ build }) => ({ later: build }))

/** Whether it is to be offered now: never while a purchase is open at the counter. */
export const isOffered = ({ build, later }: Newer, tabs: readonly Tab[]): boolean =>
  build !== '' && build !== later && !tabs.some((tab) => tab.dirty && isCounter(tab.name))
