import type { MenuRow } from '@yibao/shared/menu-row.ts'
import { Suspense, useEffect, useState } from 'react'
import { startAgent } from '../agent/start.ts'
import { hrefOf } from '../state/place.ts'
import { readToken } from '../state/session.ts'
import styles from './alone.module.css'
import { Boundary } from './boundary.tsx'
import { Loading } from './loading.tsx'
import { pageOf } from './pages.ts'
import { ViewBanner } from './view-banner-late.tsx'

/** A page that has the window to itself: the first day's, reached before anybody has signed in. */
export const Alone = ({ row }: { row: MenuRow }) => {
  const [attempt, setAttempt] = useState(0)
  const Page = pageOf(row.path)
  useEffect(startAgent, [])
  const home = readToken() && row.public ? { to: '/', text: '返回首页' } : { to: '/login', text: '返回登录' }
  return (
    <div className={styles.alone}>
      <ViewBanner />
      <header className={styles.bar}>
        <span className={styles.mark}>医保云</span>
        {(row.public || !readToken()) && <a href={hrefOf(home.to)}>{home.text}</a>}
      </header>
      <main className={styles.content}>
        <Boundary key={attempt} page={row.path} onRetry={() => setAttempt(attempt + 1)}>
          <Suspense fallback={<Loading text={`正在打开${row.title}…`} />}>{Page && <Page />}</Suspense>
        </Boundary>
      </main>
    </div>
  )
}
