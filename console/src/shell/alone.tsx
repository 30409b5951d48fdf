import type { MenuRow } from '@yibao/shared/menu-row.ts'
import { Suspense, useEffect, useState } from 'react'
import { startAgent } from '../agent/start.ts'
import { logout } from '../session/leave.ts'
import { hrefOf, inFrame } from '../state/place.ts'
import { readInitializeInfo, readToken } from '../state/session.ts'
import { isViewWindow } from '../state/storage.ts'
import styles from './alone.module.css'
import { Boundary } from './boundary.tsx'
import { Button } from './button.tsx'
import { Loading } from './loading.tsx'
import { pageOf } from './pages.ts'
import { ViewBanner } from './view-banner-late.tsx'

/**
 * The ways out of a page without a top bar. Home is there once the store is set up, which a public page does not ask for;
 * a view and an ERP's frame are ended elsewhere.
 */
const Ways = ({ row }: { row: MenuRow }) => {
  if (!readToken()) return <a href={hrefOf('/login')}>返回登录</a>
  return (
    <span className={styles.ways}>
      {(row.public || !readInitializeInfo().isNeedInitialize) && <a href={hrefOf('/')}>返回首页</a>}
      {!row.public && !isViewWindow() && !inFrame() && <Button onClick={() => void logout()}>退出登录</Button>}
    </span>
  )
}

/** A page that has the window to itself: the first day's, reached before anybody has signed in. */
export const Alone = ({ row }: { row: MenuRow }) => {
  const [attempt, setAttempt] = useState(0)
  const Page = pageOf(row.path)
  useEffect(startAgent, [])
  return (
    <div className={styles.alone}>
      <ViewBanner />
      <header className={styles.bar}>
        <span className={styles.mark}>医保云</span>
        <Ways row={row} />
      </header>
      <main className={styles.content}>
        <Boundary key={attempt} page={row.path} onRetry={() => setAttempt(attempt + 1)}>
          <Suspense fallback={<Loading text={`正在打开${row.title}…`} />}>{Page && <Page />}</Suspense>
        </Boundary>
      </main>
    </div>
  )
}
