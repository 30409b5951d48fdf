import { report } from '@yibao/shared/calls/dashboard.ts'
import { useCall } from '../api/index.ts'
import { late } from '../kit/late/late.tsx'
import { useMe } from '../state/me.ts'
import styles from './dashboard/dashboard.module.css'
import { Endings, isEnding } from './dashboard/ending.ts'
import { Failed } from './dashboard/failed.tsx'
import { NextTile, Shortcuts } from './dashboard/next.tsx'
import { PendingTile } from './dashboard/pending.tsx'
import { refresh } from './dashboard/refresh.ts'
import { Tile } from './dashboard/tile.tsx'
import { SignTile, TodayTile } from './dashboard/tiles.tsx'

// Charts and an area's tiles come after the first screen: its answer to 'can I sell' waits for neither.
const waiting = { show: () => <div className={styles.waiting} aria-busy="true" /> }
const Charts = late(() => import('./dashboard/charts.tsx'), waiting)
const Area = late(() => import('./dashboard/area.tsx'), waiting)

// What stands there while the first answer is on its way: the tiles in their order, without a figure.
const tiles = ['签到', '待处理', '昨日对账', '今日结算']
const areaTiles = ['今日结算', '门店', '昨日对账']

/** 首页: the state of the day at a glance; each tile answers one question and leads on (ux 7). */
export default function Dashboard() {
  const admin = useMe((state) => state.me?.isAdminUser ?? false)
  const { data, error, refetch } = useCall(report.dashboard, {}, refresh)
  if (error && !data) return <Failed error={error} again={refetch} />
  if (!data)
    return (
      <div className={styles.page} aria-busy="true">
        {(admin ? areaTiles : tiles).map((title) => (
          <Tile key={title} title={title}>
            <p className={styles.grey}>--</p>
          </Tile>
        ))}
      </div>
    )
  const { sign, today, pending, at } = data
  const below = (
    <>
      <Charts home={data} />
      {admin && isEnding(data) && (
        <Tile title="即将到期">
          <Endings {...data} />
        </Tile>
      )}
      <Shortcuts whole={!admin} />
    </>
  )
  return (
    <div className={styles.page}>
      {admin ? (
        <>
          <TodayTile today={today} at={at} />
          <Area>{below}</Area>
        </>
      ) : (
        <>
          <SignTile sign={sign} />
          <PendingTile pending={pending} />
          <NextTile {...data} />
          <TodayTile today={today} at={at} />
          {below}
        </>
      )}
    </div>
  )
}
