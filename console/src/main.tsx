import { forwarded } from './login/clear.ts'
import './base.css'
import './state/theme.ts'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { Login } from './login/login.tsx'
import { currentPath, enterFrame, hrefOf, safeTarget, takeFlash } from './state/place.ts'
import { reloadForBuild } from './state/reload.ts'
import { readToken } from './state/session.ts'

const loadApp = () => import('./shell/app.tsx')
const Forwarding = lazy(async () => ({ default: (await import('./login/forwarding.tsx')).Forwarding }))

const Change = lazy(async () => ({ default: (await import('./login/change.tsx')).Change }))

const root = createRoot(document.getElementById('root')!)

// A deploy removes the old chunks: one reload fetches the new index.html; the guard stops a loop (console 5.6).
addEventListener('vite:preloadError', () => void reloadForBuild(String(__BUILD_TIME__)))

const showApp = async (path?: string) => {
  if (path !== undefined) history.replaceState(null, '', hrefOf(path))
  const part = await loadApp().catch((fault: unknown) => {
    if (path === undefined) throw fault
    // The login, by hand or from an ERP, leads nowhere any more (floor.js).
    dispatchEvent(new Event('unread'))
  })
  if (!part) return
  const { App } = part
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

// A login by hand is no ERP frame, whatever this window was before.
const enter = (target: string) => {
  enterFrame(false)
  void showApp(target)
}

// A password that somebody else chose is changed before anything else.
const leaveToChange = () => location.replace(hrefOf('/change'))

const showLogin = () => {
  document.title = '登录 - 医保云'
  const target = safeTarget(new URLSearchParams(location.search).get('redirect'))
  root.render(
    <StrictMode>
      <Login
        message={takeFlash()}
        onTyping={() => void loadApp()}
        onDone={({ mustChange }) => (mustChange ? leaveToChange() : enter(target))}
      />
    </StrictMode>,
  )
}

if (forwarded)
  root.render(
    <Suspense fallback={null}>
      <Forwarding entry={forwarded} onDone={showApp} />
    </Suspense>,
  )
else if (currentPath() === '/change') {
  document.title = '修改密码 - 医保云'
  root.render(
    <Suspense fallback={null}>
      <Change message={takeFlash()} />
    </Suspense>,
  )
} else if (currentPath() === '/login' && !readToken()) showLogin()
else void showApp(currentPath() === '/login' ? '/' : undefined)
