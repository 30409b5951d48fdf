import { canonical, productTitle } from '@yibao/shared/menu.ts'
import { lazy, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { isGuarded, mayLeave } from '../session/leaving.ts'
import { guardFailure, loadMe } from '../session/load-me.ts'
import { setNavigate } from '../state/go.ts'
import { judge } from '../state/guard.ts'
import { useMe } from '../state/me.ts'
import { leaveToLogin, reopening } from '../state/place.ts'
import { readInitializeInfo, readToken } from '../state/session.ts'
import { closeOnMobile, startNavigating } from '../state/shell.ts'
import { openTab, refreshTab, useTabs } from '../state/tab-store.ts'
import { addressOf, idOf, viewPrefix } from '../state/tabs.ts'
import { Layout } from './layout.tsx'
import { Loading } from './loading.tsx'
import { NoPermission, NotFound } from './outcome.tsx'
import { untilRead } from './until-read.ts'

const Alone = lazy(() => untilRead(async () => (await import('./alone.tsx')).Alone))

// One load at a time, StrictMode's second effect included.
let loading: Promise<unknown> | undefined

const load = (wanted: string) => {
  if (loading) return
  const done = startNavigating()
  loading = loadMe()
    .catch((error) => {
      const message = guardFailure(error)
      // '' = the 401 alert is already asking; its button leads to the login page.
      if (message) leaveToLogin(wanted, message)
    })
    .finally(() => {
      loading = undefined
      done()
    })
}

/** Decides what an address shows (SPEC 4) and keeps tabs and title in step with it. */
export const Guarded = () => {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const me = useMe((state) => state.me)
  const verdict = judge({ path: pathname, search, token: readToken(), initializeInfo: readInitializeInfo(), me })

  useEffect(() => setNavigate(navigate), [navigate])

  const known = useRef(false)
  useEffect(() => {
    closeOnMobile()
    // Known before and now nobody: a logout, which goes to the login page itself, without a way back to this one's page.
    const loggedOut = known.current && !me
    known.current = me !== null
    if (verdict.do === 'go') {
      if (!verdict.to.startsWith('/login')) navigate(verdict.to, { replace: true })
      else if (!loggedOut) leaveToLogin(pathname + search, reopening())
    } else if (verdict.do === 'load') load(pathname + search)
    else if (verdict.do === 'refresh') {
      const [path = '/', query = ''] = verdict.path.split('?')
      refreshTab(idOf(path, Object.fromEntries(new URLSearchParams(query))))
      navigate(verdict.path, { replace: true })
    } else {
      const query = Object.fromEntries(new URLSearchParams(search))
      const open = () => {
        document.title = `${canonical(verdict.row).title} - ${productTitle}`
        if (verdict.row.public || verdict.row.alone) return
        openTab(pathname, query)
        // A page that is opened without its view shows the one it has: the address follows.
        const tab = useTabs.getState().tabs.find(({ id }) => id === idOf(pathname, query))
        if (tab && Object.keys(tab.view).length && !Object.keys(query).some((key) => key.startsWith(viewPrefix)))
          navigate(addressOf(tab), { replace: true })
      }
      const { active } = useTabs.getState()
      if (idOf(pathname, query) === active || !isGuarded(active)) return open()
      // Links, go() and the browser's own arrows all end here: the page that is left is asked, the address waits.
      let current = true
      void mayLeave(active).then((may) => {
        if (!current) return
        if (may) open()
        else navigate(active, { replace: true })
      })
      return () => {
        current = false
      }
    }
  }, [pathname, search, me])

  if (verdict.do !== 'show') return me ? <Layout /> : <Loading text="正在打开医保云…" />
  if (verdict.row.alone) return <Alone row={verdict.row} />
  const outcome =
    verdict.row.name === 'NotFound' ? <NotFound /> : verdict.row.name === 'NoPermission' ? <NoPermission /> : null
  return me ? <Layout outcome={outcome} title={verdict.row.title} /> : <main>{outcome}</main>
}
