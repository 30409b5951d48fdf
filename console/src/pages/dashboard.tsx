import { report } from '@yibao/shared/calls/books.ts'
import { useCall } from '../api/index.ts'
import { Button } from '../shell/button.tsx'
import { go } from '../state/go.ts'
import { useMe } from '../state/me.ts'
import styles from './dashboard/dashboard.module.css'
import { Days } from './dashboard/days.tsx'
import { yesterdayLook } from './dashboard/look.ts'
import { Tile } from './dashboard/tile.tsx'
import { PendingTile, SignTile, TodayTile } from './dashboard/tiles.tsx'

/** 首页: the state of the clerk's day at a glance; each tile answers one question and leads on (ux 7). */
export default function Dashboard() {
  const admin = useMe((state) => state.me?.isAdminUser ?? false)
  const { data, error, refetch } = useCall(report.dashboard, {}, { refetchInterval: 60_000 })
  if (error && !data)
    return (
      <Tile title="首页没有读到">
        <p>{error.message}</p>
        <Button className={styles.button} primary onClick={() => void refetch()}>
          重新读取
        </Button>
      </Tile>
    )
  if (!data) return <div aria-busy="true" />
  const { sign, today, pending, yesterday } = data
  const look = yesterday && yesterdayLook(yesterday)
  return (
    <div className={styles.page}>
      {/* An administrator has no store to sign in. */}
      {!admin && <SignTile sign={sign} />}
      <PendingTile pending={pending} />
      <Tile title="昨日对账">
        {look ? (
          <>
            <p className={`${styles.big} ${styles[look.tone]}`}>{look.text}</p>
            <p className={styles.grey}>{look.hint}</p>
            <p className={styles.button}>
              <Button onClick={() => go('/reconciliation/day-reconciliation')}>打开日对账</Button>
            </p>
          </>
        ) : (
          <p className={styles.grey}>昨天没有医保结算，无需对账</p>
        )}
      </Tile>
      <TodayTile today={today} at={data.at} />
      <Days days={data.days} />
    </div>
  )
}
