import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { isLocked, useLock } from '../state/lock.ts'
import { basename } from '../state/place.ts'
import { followFaults } from './error-report.ts'
import { Guarded } from './guarded.tsx'
import { countEnterOnce } from './held-enter.ts'
import { Loading } from './loading.tsx'
import { UiBridge } from './messages/ui-bridge.tsx'
import { untilRead } from './until-read.ts'

// Asked whatever the browser thinks of its network: a question that waits in silence looks like an empty list, and the
// agent of this PC answers without any network.
const client = new QueryClient({
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, networkMode: 'always' } },
})

// As long as the document lives: a fault of the shell itself takes the shell away.
followFaults()
countEnterOnce()

/** ms after which a first page has what it needs: the lock is nothing that it waits for. */
const settled = 2000

/** When the lock's part is wanted: at once where something is locked, else behind the first page. */
const wanted = () =>
  new Promise<void>((resolve) => {
    if (isLocked()) return resolve()
    const end = useLock.subscribe(({ locked }) => locked && done())
    const done = () => {
      end()
      resolve()
    }
    setTimeout(done, settled)
  })
const Lock = lazy(() => wanted().then(() => untilRead(async () => (await import('./lock/lock.tsx')).Lock)))

/** Locked before the lock's part has come: what it will cover is covered. */
const Covering = () => (useLock(({ locked }) => locked) ? <Loading text="正在锁屏…" /> : null)

/** Everything behind the login page. A window that is opened locked shows nothing before its lock is there. */
export const App = () => (
  <QueryClientProvider client={client}>
    <Suspense fallback={<Loading text="正在打开医保云…" />}>
      {isLocked() ? (
        <Lock />
      ) : (
        <Suspense fallback={<Covering />}>
          <Lock />
        </Suspense>
      )}
      <BrowserRouter basename={basename()}>
        <Guarded />
      </BrowserRouter>
      <UiBridge />
    </Suspense>
  </QueryClientProvider>
)
